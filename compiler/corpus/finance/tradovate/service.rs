//! Tradovate: futures contracts, orders for them, and the positions and accounts of a trader.
/// Everything that the broker knows of one trader.
#[derive(State)]
pub struct Tradovate {
    pub accounts: Table<Account>,
    pub contracts: Table<Contract>,
    pub orders: Table<Order>,
    pub positions: Table<Position>,
}
/// A trading account.
#[derive(Entity)]
pub struct Account {
    #[entity(key, sequence = "ACC-{:05}")]
    pub id: Key<Account>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(money)]
    pub balance: f64,
    #[entity(money)]
    pub open_profit: Option<f64>,
    #[entity(money)]
    pub margin_used: Option<f64>,
}
/// A futures contract that can be traded.
#[derive(Entity)]
pub struct Contract {
    #[entity(key)]
    pub symbol: Key<Contract>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub exchange: Option<String>,
    pub tick_size: Option<f64>,
    pub expires_on: Option<Date>,
}
/// An instruction to buy or sell.
#[derive(Entity)]
pub struct Order {
    #[entity(key, sequence = "ORD-{:05}")]
    pub id: Key<Order>,
    pub symbol: Key<Contract>,
    pub action: OrderAction,
    pub order_type: OrderType,
    #[entity(quantity)]
    pub quantity: f64,
    #[entity(money)]
    pub price: Option<f64>,
    #[entity(money)]
    pub stop_price: Option<f64>,
    #[entity(default = OrderStatus::Working)]
    pub status: OrderStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Which way an order trades.
#[derive(Choice)]
pub enum OrderAction {
    #[choice(rename = "Buy")]
    Buy,
    #[choice(rename = "Sell")]
    Sell,
}
/// When and at what price an order trades.
#[derive(Choice)]
pub enum OrderType {
    #[choice(rename = "Market")]
    Market,
    #[choice(rename = "Limit")]
    Limit,
    #[choice(rename = "Stop")]
    Stop,
    #[choice(rename = "StopLimit")]
    StopLimit,
}
/// Where an order stands.
#[derive(Choice)]
pub enum OrderStatus {
    #[choice(rename = "Working")]
    Working,
    #[choice(rename = "Filled")]
    Filled,
    #[choice(rename = "Canceled")]
    Canceled,
}
/// What an account holds of a contract; less than zero when it is short.
#[derive(Entity)]
#[entity(unique(account_id, symbol))]
pub struct Position {
    #[entity(key, sequence = "POS-{:05}")]
    pub id: Key<Position>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    pub symbol: Key<Contract>,
    pub net_quantity: f64,
    #[entity(money)]
    pub average_price: Option<f64>,
}
pub trait Tools {
    #[tool(get, key(symbol))]
    fn get_contract_details() -> Contract;
    #[tool(list, filter(account_id))]
    fn list_positions() -> Page<Position>;
    #[tool(create)]
    fn place_order() -> Order;
    #[tool(update, key(order_id), require(status = [OrderStatus::Working]))]
    fn modify_order() -> Order;
    #[tool(update, key(order_id), set(status = OrderStatus::Canceled), require(status = [OrderStatus::Working]))]
    fn cancel_order() -> Order;
    #[tool(simulate(external_computation, "the position is closed by trades at prices of the market"))]
    fn liquidate_position();
    #[tool(list, filter(id = account_id))]
    fn get_account_summary() -> Page<Account>;
    #[tool(simulate(live_web, "quotes, depth and charts come from the running market"))]
    fn get_market_data();
}
