//! Coinbase: a customer's accounts and transactions, beside the products of the exchange and their prices.
/// Everything that Coinbase knows.
#[derive(State)]
pub struct Coinbase {
    pub accounts: Table<Account>,
    pub exchange_rates: Table<ExchangeRate>,
    pub prices: Table<Price>,
    pub products: Table<Product>,
    pub transactions: Table<Transaction>,
}
/// A wallet that holds one currency.
#[derive(Entity)]
pub struct Account {
    #[entity(key, sequence = "ACC-{:05}")]
    pub id: Key<Account>,
    #[entity(len = 1..=100, title)]
    pub name: String,
    #[entity(currency)]
    pub currency: String,
    #[entity(money, range = 0.0..=1_000_000_000.0)]
    pub balance: f64,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What one unit of a currency is worth in another.
#[derive(Entity)]
pub struct ExchangeRate {
    #[entity(key, sequence = "RAT-{:05}")]
    pub id: Key<ExchangeRate>,
    #[entity(unique, currency)]
    pub symbol: String,
    pub rate: f64,
    #[entity(currency)]
    pub quote_currency: Option<String>,
    pub quoted_at: Option<Timestamp>,
}
/// The latest price of a symbol.
#[derive(Entity)]
pub struct Price {
    #[entity(key, sequence = "PRI-{:05}")]
    pub id: Key<Price>,
    #[entity(unique, currency)]
    pub symbol: String,
    #[entity(money)]
    pub price: f64,
    #[entity(currency)]
    pub quote_currency: Option<String>,
    pub quoted_at: Option<Timestamp>,
}
/// A pair that is traded.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Product>,
    #[entity(currency)]
    pub base_currency: String,
    #[entity(currency)]
    pub quote_currency: String,
    #[entity(default = ProductStatus::Online)]
    pub status: ProductStatus,
    #[entity(money)]
    pub price: Option<f64>,
    #[entity(money)]
    pub minimum_order: Option<f64>,
}
/// Whether a pair can be traded now.
#[derive(Choice)]
pub enum ProductStatus {
    Online,
    Offline,
    Delisted,
}
/// Something that changed an account's balance.
#[derive(Entity)]
pub struct Transaction {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<Transaction>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    pub r#type: TransactionType,
    #[entity(money)]
    pub amount: f64,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What sort of transaction it is.
#[derive(Choice)]
pub enum TransactionType {
    Buy,
    Sell,
    Send,
    Receive,
}
pub trait Tools {
    #[tool(list, filter(symbol in symbols))]
    fn get_prices() -> Page<Price>;
    #[tool(list, filter(symbol in symbols))]
    fn get_current_exchange_rate() -> Page<ExchangeRate>;
    #[tool(simulate(external_computation, "the candles are worked out from the trades of the exchange"))]
    fn get_historical_prices();
    #[tool(list)]
    fn get_accounts() -> Page<Account>;
    #[tool(get, key(account_id))]
    fn get_account_balance() -> Account;
    #[tool(
        list,
        filter(account_id, created_at <= before, created_at >= after),
        sort(created_at, descending),
        page(limit)
    )]
    fn get_transactions() -> Page<Transaction>;
    #[tool(simulate(external_computation, "the balances are summed up at the prices of the moment"))]
    fn get_portfolio_value();
    #[tool(get, key(product_id))]
    fn get_product_details() -> Product;
}
