//! Kite: orders, trades, positions and holdings of a trading account, and the instruments it trades.

/// Everything that Kite knows.
#[derive(State)]
pub struct Kite {
    pub historicals: Table<Historical>,
    pub holdings: Table<Holding>,
    pub instruments: Table<Instrument>,
    pub margins: Table<Margin>,
    pub market_status: One<MarketStatus>,
    pub orders: Table<Order>,
    pub positions: Table<Position>,
    pub profile: One<Profile>,
    pub trades: Table<Trade>,
}
/// The prices of an instrument over one interval.
#[derive(Entity)]
#[entity(unique(instrument_token, date, interval))]
pub struct Historical {
    #[entity(key, sequence = "CND-{:05}")]
    pub id: Key<Historical>,
    #[entity(on_delete = cascade)]
    pub instrument_token: Key<Instrument>,
    pub date: Timestamp,
    pub interval: String,
    #[entity(money)]
    pub open: f64,
    #[entity(money)]
    pub high: f64,
    #[entity(money)]
    pub low: f64,
    #[entity(money)]
    pub close: f64,
    #[entity(quantity)]
    pub volume: i64,
}
/// Shares that the account owns.
#[derive(Entity)]
pub struct Holding {
    #[entity(key, sequence = "HOL-{:05}")]
    pub id: Key<Holding>,
    pub exchange: String,
    #[entity(unique)]
    pub tradingsymbol: String,
    #[entity(quantity)]
    pub quantity: i64,
    #[entity(money)]
    pub average_price: f64,
    #[entity(money)]
    pub last_price: Option<f64>,
}
/// Something that is traded, with its last price.
#[derive(Entity)]
#[entity(unique(exchange, tradingsymbol))]
pub struct Instrument {
    #[entity(key, sequence = "{:06}")]
    pub instrument_token: Key<Instrument>,
    pub exchange: String,
    pub tradingsymbol: String,
    #[entity(company)]
    pub name: Option<String>,
    pub instrument_type: Option<String>,
    #[entity(money)]
    pub last_price: Option<f64>,
}
/// The money that can be traded with in one segment.
#[derive(Entity)]
pub struct Margin {
    #[entity(key, sequence = "MAR-{:05}")]
    pub id: Key<Margin>,
    #[entity(unique)]
    pub segment: String,
    #[entity(money)]
    pub available: f64,
    #[entity(money)]
    pub used: f64,
}
/// Whether the market is open.
#[derive(Entity)]
pub struct MarketStatus {
    #[entity(default)]
    pub open: bool,
    #[entity(body)]
    pub message: Option<String>,
    pub checked_at: Option<Timestamp>,
}
/// An instruction to buy or sell.
#[derive(Entity)]
pub struct Order {
    #[entity(key, sequence = "ORD-{:05}")]
    pub id: Key<Order>,
    pub exchange: String,
    pub tradingsymbol: String,
    pub transaction_type: String,
    #[entity(range = 1..=10_000_000, quantity)]
    pub quantity: i64,
    pub order_type: String,
    pub product: String,
    #[entity(money)]
    pub price: f64,
    #[entity(money)]
    pub trigger_price: f64,
    #[entity(default = OrderStatus::Open)]
    pub status: OrderStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What the account has bought or sold and not closed.
#[derive(Entity)]
pub struct Position {
    #[entity(key, sequence = "POS-{:05}")]
    pub id: Key<Position>,
    pub exchange: String,
    pub tradingsymbol: String,
    pub product: String,
    pub quantity: i64,
    #[entity(money)]
    pub average_price: f64,
    #[entity(money)]
    pub last_price: Option<f64>,
}
/// The owner of the account.
#[derive(Entity)]
pub struct Profile {
    #[entity(username)]
    pub user_id: String,
    #[entity(person)]
    pub user_name: String,
    #[entity(email)]
    pub email: String,
    pub broker: Option<String>,
}
/// An execution of an order or of a part of it.
#[derive(Entity)]
pub struct Trade {
    #[entity(key, sequence = "TRD-{:05}")]
    pub id: Key<Trade>,
    #[entity(on_delete = cascade)]
    pub order_id: Key<Order>,
    #[entity(quantity)]
    pub quantity: i64,
    #[entity(money)]
    pub average_price: f64,
    #[entity(created)]
    pub traded_at: Timestamp,
}
/// Where an order stands.
#[derive(Choice)]
pub enum OrderStatus {
    #[choice(rename = "OPEN")]
    Open,
    #[choice(rename = "COMPLETE")]
    Complete,
    #[choice(rename = "CANCELLED")]
    Cancelled,
    #[choice(rename = "REJECTED")]
    Rejected,
}
pub trait Tools {
    #[tool(create)]
    fn place_order() -> Order;
    #[tool(update, key(order_id), require(status = [OrderStatus::Open]))]
    fn modify_order() -> Order;
    #[tool(update, key(order_id), set(status = OrderStatus::Cancelled), require(status = [OrderStatus::Open]))]
    fn cancel_order() -> Order;
    #[tool(list)]
    fn get_positions() -> Page<Position>;
    #[tool(list)]
    fn get_holdings() -> Page<Holding>;
    #[tool(list)]
    fn get_margins() -> Page<Margin>;
    #[tool(list, filter(exchange, tradingsymbol))]
    fn get_quote() -> Page<Instrument>;
    #[tool(list, filter(instrument_token, date>= from_date, date<= to_date, interval))]
    fn get_historical_data() -> Page<Historical>;
    #[tool(list, filter(exchange))]
    fn get_instruments() -> Page<Instrument>;
    #[tool(list)]
    fn get_orders() -> Page<Order>;
    #[tool(list)]
    fn get_trades() -> Page<Trade>;
    #[tool(
        simulate(unclear_effect, "it tells of changes that the model does not record")
    )]
    fn get_order_history();
    #[tool(get)]
    fn get_profile() -> Profile;
    #[tool(simulate(live_web, "it asks the exchange for last prices"))]
    fn get_ltp();
    #[tool(get)]
    fn get_market_status() -> MarketStatus;
}
