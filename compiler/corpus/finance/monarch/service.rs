//! Monarch: the accounts of a household, its categorized and tagged transactions, the rules that sort them, and budgets.

/// Everything that Monarch knows.
#[derive(State)]
pub struct Monarch {
    pub accounts: Table<Account>,
    pub account_balance_histories: Table<AccountBalanceHistory>,
    pub budgets: Table<Budget>,
    pub categories: Table<Category>,
    pub tags: Table<Tag>,
    pub transactions: Table<Transaction>,
    pub transaction_rules: Table<TransactionRule>,
}

/// One account.
#[derive(Entity)]
pub struct Account {
    #[entity(key, sequence = "ACC-{:05}")]
    pub id: Key<Account>,
    #[entity(title)]
    pub name: String,
    pub kind: Option<String>,
    #[entity(company)]
    pub institution: Option<String>,
    #[entity(money)]
    pub balance: f64,
}

/// The balance of an account on one day.
#[derive(Entity)]
#[entity(unique(account_id, date))]
pub struct AccountBalanceHistory {
    #[entity(key, sequence = "ABH-{:05}")]
    pub id: Key<AccountBalanceHistory>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    pub date: Date,
    #[entity(money)]
    pub balance: f64,
}

/// What is planned for a category in one month.
#[derive(Entity)]
#[entity(unique(category_id, date))]
pub struct Budget {
    #[entity(key, sequence = "BUD-{:05}")]
    pub id: Key<Budget>,
    pub date: Date,
    #[entity(on_delete = cascade)]
    pub category_id: Key<Category>,
    #[entity(money)]
    pub amount: f64,
}

/// One category.
#[derive(Entity)]
pub struct Category {
    #[entity(key, sequence = "CAT-{:05}")]
    pub id: Key<Category>,
    #[entity(unique, title)]
    pub name: String,
    pub group_name: Option<String>,
}

/// One tag.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, sequence = "TAG-{:05}")]
    pub id: Key<Tag>,
    #[entity(unique, len = 1..=100, tag)]
    pub name: String,
    #[entity(color)]
    pub color: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One transaction.
#[derive(Entity)]
pub struct Transaction {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<Transaction>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(money)]
    pub amount: f64,
    pub date: Date,
    #[entity(company)]
    pub merchant_name: String,
    pub category_id: Key<Category>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(default)]
    pub hide_from_reports: bool,
    #[entity(default)]
    pub reviewed: bool,
    #[entity(on_delete = clear)]
    pub tag_ids: Vec<Key<Tag>>,
    #[entity(default)]
    pub is_split: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One transaction rule.
#[derive(Entity)]
pub struct TransactionRule {
    #[entity(key, sequence = "TR-{:05}")]
    pub id: Key<TransactionRule>,
    pub merchant_criteria: Option<Json>,
    #[entity(default)]
    pub merchant_criteria_use_original_statement: bool,
    pub amount_criteria: Option<Json>,
    #[entity(on_delete = clear)]
    pub category_ids: Vec<Key<Category>>,
    #[entity(on_delete = clear)]
    pub account_ids: Vec<Key<Account>>,
    #[entity(on_delete = clear)]
    pub set_category_action: Option<Key<Category>>,
    #[entity(default)]
    pub set_hide_from_reports_action: bool,
    #[entity(on_delete = clear)]
    pub add_tags_action: Vec<Key<Tag>>,
    #[entity(default)]
    pub apply_to_existing_transactions: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

pub trait Tools {
    #[tool(list, ignore(include_holdings))]
    fn get_accounts() -> Page<Account>;
    #[tool(list, filter(account_id, date>= start_date, date<= end_date))]
    fn get_account_balance_history() -> Page<AccountBalanceHistory>;
    #[tool(simulate(live_web, "the banks are asked for what is new"))]
    fn refresh_accounts();
    #[tool(
        simulate(
            external_computation,
            "what it checks is computed outside the service's state"
        )
    )]
    fn check_authentication();
    #[tool(simulate(unclear_effect, "sessions are not part of the state"))]
    fn monarch_login_with_token();
    #[tool(list, filter(date>= start_date, date<= end_date))]
    fn get_budgets() -> Page<Budget>;
    #[tool(simulate(unclear_effect, "one call may set the budgets of several months"))]
    fn set_budget_amount();
    #[tool(list, ignore(include_groups))]
    fn get_categories() -> Page<Category>;
    #[tool(list)]
    fn get_tags() -> Page<Tag>;
    #[tool(create)]
    fn create_tag() -> Tag;
    #[tool(delete, key(id))]
    fn delete_tag() -> Tag;
    #[tool(simulate(external_computation, "it is computed from the balances of all accounts"))]
    fn get_net_worth();
    #[tool(list)]
    fn get_transaction_rules() -> Page<TransactionRule>;
    #[tool(create)]
    fn create_transaction_rule() -> TransactionRule;
    #[tool(update, key(id))]
    fn update_transaction_rule() -> TransactionRule;
    #[tool(delete, key(id))]
    fn delete_transaction_rule() -> TransactionRule;
    #[tool(simulate(external_computation, "most of its views are sums over the transactions"))]
    fn get_transactions();
    #[tool(get, key(transaction_id))]
    fn get_transaction_details() -> Transaction;
    #[tool(create)]
    fn create_transaction() -> Transaction;
    #[tool(simulate(unclear_effect, "it changes one transaction or several, by two sorts of keys"))]
    fn update_transaction();
    #[tool(delete, key(id))]
    fn delete_transaction() -> Transaction;
    #[tool(simulate(unclear_effect, "which parts a transaction is split into is told by undeclared objects"))]
    fn split_transaction();
}
