//! Plaid: one bank connection of a developer's application, its accounts and their data, and
//! the reference lists that developers look up.
/// Everything that the connection and the catalogue know.
#[derive(State)]
pub struct Plaid {
    pub item: One<Item>,
    pub accounts: Table<Account>,
    pub api_endpoints: Table<ApiEndpoint>,
    pub auth_numbers: Table<AuthNumber>,
    pub categories: Table<Category>,
    pub countries: Table<Country>,
    pub holdings: Table<Holding>,
    pub institutions: Table<Institution>,
    pub liabilities: Table<Liability>,
    pub link_tokens: Table<LinkToken>,
    pub owners: Table<Owner>,
    pub products: Table<Product>,
    pub recurring_streams: Table<RecurringStream>,
    pub sandbox_credentials: Table<SandboxCredential>,
    pub transactions: Table<Transaction>,
    pub webhook_types: Table<WebhookType>,
}
/// An account at the connected institution.
#[derive(Entity)]
pub struct Account {
    #[entity(key, sequence = "ACC-{:05}")]
    pub id: Key<Account>,
    #[entity(title)]
    pub name: String,
    #[entity(len = 2..=4)]
    pub mask: Option<String>,
    pub r#type: AccountType,
    pub subtype: Option<String>,
    #[entity(money)]
    pub available: Option<f64>,
    #[entity(money)]
    pub current: Option<f64>,
    #[entity(currency)]
    pub currency: Option<String>,
    pub verification_status: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What sort of account it is.
#[derive(Choice)]
pub enum AccountType {
    Depository,
    Credit,
    Loan,
    Investment,
    Other,
}
/// An endpoint of the interface, as documented.
#[derive(Entity)]
pub struct ApiEndpoint {
    #[entity(key, path)]
    pub endpoint: Key<ApiEndpoint>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// The numbers that payments to and from an account need.
#[derive(Entity)]
pub struct AuthNumber {
    #[entity(key, sequence = "AUT-{:05}")]
    pub id: Key<AuthNumber>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    pub account_number: String,
    pub routing_number: String,
}
/// What a transaction can be for.
#[derive(Entity)]
pub struct Category {
    #[entity(key)]
    pub detailed: Key<Category>,
    pub primary: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// What is offered in a country.
#[derive(Entity)]
pub struct Country {
    #[entity(key)]
    pub country_code: Key<Country>,
    #[entity(country)]
    pub name: String,
    pub products: Vec<String>,
}
/// Securities that an account holds.
#[derive(Entity)]
pub struct Holding {
    #[entity(key, sequence = "HOL-{:05}")]
    pub id: Key<Holding>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(title)]
    pub security: String,
    #[entity(quantity)]
    pub quantity: f64,
    #[entity(money)]
    pub value: Option<f64>,
    #[entity(currency)]
    pub currency: Option<String>,
}
/// A bank or another financial institution.
#[derive(Entity)]
pub struct Institution {
    #[entity(key, sequence = "ins_{:05}")]
    pub id: Key<Institution>,
    #[entity(company)]
    pub name: String,
    pub country_codes: Vec<String>,
    pub products: Vec<String>,
    #[entity(url)]
    pub url: Option<String>,
}
/// The connection to one login at an institution.
#[derive(Entity)]
pub struct Item {
    #[entity(on_delete = clear)]
    pub institution_id: Option<Key<Institution>>,
    pub products: Vec<String>,
    #[entity(url)]
    pub webhook: Option<String>,
    #[entity(default = ItemStatus::Good)]
    pub status: ItemStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether the connection still works.
#[derive(Choice)]
pub enum ItemStatus {
    Good,
    LoginRequired,
    PendingExpiration,
}
/// What is owed on an account.
#[derive(Entity)]
pub struct Liability {
    #[entity(key, sequence = "LIA-{:05}")]
    pub id: Key<Liability>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    pub kind: LiabilityKind,
    #[entity(money)]
    pub balance: f64,
    #[entity(percent, range = 0..=100)]
    pub interest_rate: Option<f64>,
    pub next_payment_due: Option<Date>,
}
/// What sort of debt it is.
#[derive(Choice)]
pub enum LiabilityKind {
    Credit,
    Mortgage,
    Student,
}
/// A token that starts the dialogue in which a user connects a bank.
#[derive(Entity)]
pub struct LinkToken {
    #[entity(key, token("link-sandbox-", 20))]
    pub link_token: Key<LinkToken>,
    pub products: Vec<String>,
    pub country_codes: Vec<String>,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(url)]
    pub webhook: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Who owns an account, as the institution has it.
#[derive(Entity)]
pub struct Owner {
    #[entity(key, sequence = "OWN-{:05}")]
    pub id: Key<Owner>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(address)]
    pub address: Option<String>,
}
/// A product that developers can use.
#[derive(Entity)]
pub struct Product {
    #[entity(key)]
    pub id: Key<Product>,
    #[entity(product, unique)]
    pub name: String,
    pub tier: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// Payments of an account that come again and again.
#[derive(Entity)]
pub struct RecurringStream {
    #[entity(key, sequence = "REC-{:05}")]
    pub id: Key<RecurringStream>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(title)]
    pub description: String,
    pub frequency: Option<String>,
    #[entity(money)]
    pub average_amount: f64,
    pub last_date: Option<Date>,
}
/// A login for tests.
#[derive(Entity)]
pub struct SandboxCredential {
    #[entity(key)]
    pub username: Key<SandboxCredential>,
    #[entity(secret)]
    pub password: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// A movement of money on an account.
#[derive(Entity)]
pub struct Transaction {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<Transaction>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(title)]
    pub name: String,
    #[entity(money)]
    pub amount: f64,
    #[entity(currency)]
    pub currency: Option<String>,
    pub date: Date,
    #[entity(on_delete = clear)]
    pub category: Option<Key<Category>>,
    #[entity(default)]
    pub pending: bool,
}
/// A webhook that can arrive, as documented.
#[derive(Entity)]
pub struct WebhookType {
    #[entity(key)]
    pub code: Key<WebhookType>,
    pub r#type: String,
    #[entity(body)]
    pub description: Option<String>,
}
pub trait Tools {
    #[tool(create)]
    fn create_link_token() -> LinkToken;
    #[tool(simulate(unclear_effect, "it puts a new connection with its own accounts in the old one's place"))]
    fn create_sandbox_item();
    #[tool(simulate(unclear_effect, "it puts the connection behind the token in the old one's place"))]
    fn exchange_public_token();
    #[tool(simulate(external_computation, "the webhook goes to a receiver outside"))]
    fn fire_sandbox_webhook();
    #[tool(list)]
    fn get_accounts() -> Page<Account>;
    #[tool(get, key(endpoint))]
    fn get_api_endpoint() -> ApiEndpoint;
    #[tool(list, filter(account_id in account_ids))]
    fn get_auth_numbers() -> Page<AuthNumber>;
    #[tool(list, filter(id in account_ids))]
    fn get_balance() -> Page<Account>;
    #[tool(list)]
    fn get_identity() -> Page<Owner>;
    #[tool(get, key(institution_id), filter(country_codes has country_codes))]
    fn get_institution() -> Institution;
    #[tool(list, filter(account_id in account_ids))]
    fn get_investment_holdings() -> Page<Holding>;
    #[tool(get)]
    fn get_item_status() -> Item;
    #[tool(list, filter(account_id in account_ids))]
    fn get_liabilities() -> Page<Liability>;
    #[tool(list, filter(account_id in account_ids))]
    fn get_recurring() -> Page<RecurringStream>;
    #[tool(simulate(external_computation, "whether the transfer may go ahead is decided outside"))]
    fn get_transfer_intent();
    #[tool(get)]
    fn inspect_access_token() -> Item;
    #[tool(list, filter(primary))]
    fn list_categories() -> Page<Category>;
    #[tool(list, filter(country_code))]
    fn list_country_coverage() -> Page<Country>;
    #[tool(list, filter(tier))]
    fn list_products() -> Page<Product>;
    #[tool(list)]
    fn list_sandbox_credentials() -> Page<SandboxCredential>;
    #[tool(list, filter(r#type))]
    fn list_webhook_types() -> Page<WebhookType>;
    #[tool(simulate(external_computation, "new transactions come from the institution"))]
    fn refresh_transactions();
    #[tool(simulate(unclear_effect, "what becomes of the accounts of the connection is not told"))]
    fn remove_item();
    #[tool(update, about = Item, set(status = ItemStatus::LoginRequired))]
    fn reset_sandbox_login() -> Item;
    #[tool(update, key(account_id))]
    fn sandbox_set_verification_status() -> Account;
    #[tool(
        search(name ~ query),
        filter(country_codes has country_codes, products has products)
    )]
    fn search_institutions() -> Page<Institution>;
    #[tool(simulate(external_computation, "the transactions are made up outside the service's state"))]
    fn simulate_transactions();
    #[tool(list, page(cursor, limit = count))]
    fn sync_transactions() -> Page<Transaction>;
    #[tool(update)]
    fn update_item_webhook() -> Item;
    #[tool(simulate(external_computation, "a signature is checked against a key from outside"))]
    fn verify_webhook_signature();
}
