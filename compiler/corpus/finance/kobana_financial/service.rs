//! Kobana Financial: bank accounts, their balances over time, and the statements that are read into them.
/// Everything that Kobana Financial knows.
#[derive(State)]
pub struct KobanaFinancial {
    pub accounts: Table<Account>,
    pub account_balances: Table<AccountBalance>,
    pub account_commands: Table<AccountCommand>,
    pub providers: Table<Provider>,
    pub statement_transactions: Table<StatementTransaction>,
    pub statement_transaction_imports: Table<StatementTransactionImport>,
}
/// An account at a bank or another provider.
#[derive(Entity)]
pub struct Account {
    #[entity(key, uuid)]
    pub id: Key<Account>,
    pub kind: Option<AccountKind>,
    pub account_number: String,
    pub account_digit: String,
    pub agency_number: String,
    pub agency_digit: Option<String>,
    pub financial_provider_slug: Key<Provider>,
    pub bank_number: Option<i64>,
    pub custom_data: Option<Json>,
    #[entity(title)]
    pub custom_name: Option<String>,
    pub external_id: Option<String>,
    pub payment_agreement_code: Option<String>,
    pub person_info: Option<Json>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `kind` can be.
#[derive(Choice)]
pub enum AccountKind {
    Checking,
    Savings,
    Payment,
}
/// What stood on an account at a time.
#[derive(Entity)]
pub struct AccountBalance {
    #[entity(key, uuid)]
    pub id: Key<AccountBalance>,
    #[entity(on_delete = cascade)]
    pub financial_account_uid: Key<Account>,
    #[entity(money)]
    pub amount: f64,
    #[entity(money)]
    pub blocked_amount: Option<f64>,
    #[entity(money)]
    pub automatically_invested_amount: Option<f64>,
    pub custom_data: Option<Json>,
    pub external_id: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(currency)]
    pub currency: Option<String>,
}
/// How far something asked of a bank is.
#[derive(Choice)]
pub enum CommandStatus {
    Pending,
    Processing,
    Succeeded,
    Failed,
}
/// Something that was asked of the bank of an account.
#[derive(Entity)]
pub struct AccountCommand {
    #[entity(key, uuid)]
    pub id: Key<AccountCommand>,
    #[entity(on_delete = cascade)]
    pub financial_account_uid: Key<Account>,
    #[entity(title)]
    pub kind: String,
    #[entity(default = CommandStatus::Pending)]
    pub status: CommandStatus,
    pub created_at: Option<Timestamp>,
}
/// A bank or another keeper of accounts.
#[derive(Entity)]
pub struct Provider {
    #[entity(key, slug)]
    pub slug: Key<Provider>,
    #[entity(unique, company)]
    pub name: String,
    #[entity(range = 1..=999)]
    pub bank_number: Option<i64>,
}
/// A movement on an account.
#[derive(Entity)]
pub struct StatementTransaction {
    #[entity(key, uuid)]
    pub id: Key<StatementTransaction>,
    #[entity(on_delete = cascade)]
    pub financial_account_uid: Key<Account>,
    pub occurrence_date: Date,
    #[entity(body)]
    pub description: Option<String>,
    /// Below zero where money left the account.
    #[entity(money)]
    pub amount: f64,
    pub created_at: Option<Timestamp>,
}
/// A statement that is read into an account.
#[derive(Entity)]
pub struct StatementTransactionImport {
    #[entity(key, uuid)]
    pub id: Key<StatementTransactionImport>,
    #[entity(on_delete = cascade)]
    pub financial_account_uid: Key<Account>,
    pub source: String,
    pub custom_data: Option<Json>,
    pub external_id: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    pub status: Option<String>,
    #[entity(path)]
    pub source_file_name: Option<String>,
    pub processed_at: Option<Timestamp>,
}
pub trait Tools {
    #[tool(list, page(page, limit = per_page))]
    fn list_financial_accounts() -> Page<Account>;
    #[tool(create)]
    fn create_financial_account() -> Account;
    #[tool(get, key(id))]
    fn get_financial_account() -> Account;
    #[tool(update, key(id))]
    fn update_financial_account() -> Account;
    #[tool(list, filter(financial_account_uid), page(page, limit = per_page))]
    fn list_financial_account_balances() -> Page<AccountBalance>;
    #[tool(create)]
    fn create_financial_account_balance() -> AccountBalance;
    #[tool(get, key(balance_uid), filter(financial_account_uid))]
    fn get_financial_account_balance() -> AccountBalance;
    #[tool(list, filter(financial_account_uid))]
    fn list_financial_account_commands() -> Page<AccountCommand>;
    #[tool(get, key(id), filter(financial_account_uid))]
    fn get_financial_account_command() -> AccountCommand;
    #[tool(
        list,
        filter(
            financial_account_uid,
            status,
            source_file_name,
            processed_at >= processed_from,
            processed_at <= processed_to,
            created_at>= created_from,
            created_at<= created_to,
            tags
            has
            tags
        ),
        page(page, limit = per_page)
    )]
    fn list_financial_statement_transaction_imports() -> Page<
        StatementTransactionImport,
    >;
    #[tool(create)]
    fn create_financial_statement_transaction_import() -> StatementTransactionImport;
    #[tool(get, key(uid), filter(financial_account_uid))]
    fn get_financial_statement_transaction_import() -> StatementTransactionImport;
    #[tool(list)]
    fn list_financial_providers() -> Page<Provider>;
    #[tool(
        list,
        filter(
            financial_account_uid,
            occurrence_date>= occurrence_date_from,
            occurrence_date<= occurrence_date_to
        ),
        page(page, limit = per_page)
    )]
    fn list_financial_statement_transactions() -> Page<StatementTransaction>;
    #[tool(simulate(external_computation, "the transactions come from the bank"))]
    fn sync_financial_statement_transactions();
}
