//! Mercury: a company's bank accounts, the cards, statements and transactions on them, and the recipients that it pays.
/// Everything that Mercury knows.
#[derive(State)]
pub struct Mercury {
    pub bank_accounts: Table<BankAccount>,
    pub bank_statements: Table<BankStatement>,
    pub credit_cards: Table<CreditCard>,
    pub payment_recipients: Table<PaymentRecipient>,
    pub send_money_requests: Table<SendMoneyRequest>,
    pub transactions: Table<Transaction>,
    pub treasury: One<Treasury>,
}
/// One bank account.
#[derive(Entity)]
pub struct BankAccount {
    #[entity(key, sequence = "BAN-{:05}")]
    pub id: Key<BankAccount>,
    #[entity(title)]
    pub name: String,
    #[entity(money)]
    pub available_balance: Option<f64>,
}
/// One bank statement.
#[derive(Entity)]
pub struct BankStatement {
    #[entity(key, sequence = "BAS-{:05}")]
    pub id: Key<BankStatement>,
    pub date: Date,
    #[entity(on_delete = cascade)]
    pub account_id: Key<BankAccount>,
    #[entity(money)]
    pub ending_balance: Option<f64>,
}
/// One credit card.
#[derive(Entity)]
pub struct CreditCard {
    #[entity(key, sequence = "CRE-{:05}")]
    pub id: Key<CreditCard>,
    /// Whose name is on it.
    #[entity(person)]
    pub name: Option<String>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<BankAccount>,
    #[entity(len = 4..=4)]
    pub last_four: Option<String>,
}
/// One payment recipient.
#[derive(Entity)]
pub struct PaymentRecipient {
    #[entity(key, sequence = "PAY-{:05}")]
    pub id: Key<PaymentRecipient>,
    #[entity(city)]
    pub city: Option<String>,
    #[entity(company)]
    pub name: String,
    #[entity(email, len = 1..)]
    pub emails: Vec<String>,
    pub region: Option<String>,
    #[entity(country)]
    pub country: Option<String>,
    pub nickname: Option<String>,
    pub postal_code: Option<String>,
    #[entity(company)]
    pub ach_bank_name: Option<String>,
    #[entity(address)]
    pub address_line1: Option<String>,
    pub address_line2: Option<String>,
    pub ach_account_type: Option<PaymentRecipientAchAccountType>,
    pub ach_account_number: Option<String>,
    pub ach_routing_number: Option<String>,
    pub default_payment_method: PaymentRecipientDefaultPaymentMethod,
    #[entity(company)]
    pub domestic_wire_bank_name: Option<String>,
    pub international_wire_iban: Option<String>,
    pub domestic_wire_account_number: Option<String>,
    pub domestic_wire_routing_number: Option<String>,
    #[entity(company)]
    pub international_wire_bank_name: Option<String>,
    pub international_wire_swift_code: Option<String>,
    #[entity(country)]
    pub international_wire_bank_country: Option<String>,
    pub international_wire_bank_city_state: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `ach_account_type` can be.
#[derive(Choice)]
pub enum PaymentRecipientAchAccountType {
    #[choice(rename = "businessChecking")]
    BusinessChecking,
    #[choice(rename = "businessSavings")]
    BusinessSavings,
    #[choice(rename = "personalChecking")]
    PersonalChecking,
    #[choice(rename = "personalSavings")]
    PersonalSavings,
}
/// What `default_payment_method` can be.
#[derive(Choice)]
pub enum PaymentRecipientDefaultPaymentMethod {
    #[choice(rename = "ACH")]
    Ach,
    #[choice(rename = "Check")]
    Check,
    #[choice(rename = "DomesticWire")]
    DomesticWire,
    #[choice(rename = "InternationalWire")]
    InternationalWire,
}
/// A payment that waits for someone to approve it.
#[derive(Entity)]
pub struct SendMoneyRequest {
    #[entity(key, sequence = "REQ-{:05}")]
    pub id: Key<SendMoneyRequest>,
    #[entity(body)]
    pub memo: Option<String>,
    #[entity(range = 0.01.., money)]
    pub amount: f64,
    #[entity(on_delete = cascade)]
    pub account_id: Key<BankAccount>,
    pub recipient_id: Key<PaymentRecipient>,
    pub payment_method: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = RequestStatus::PendingApproval)]
    pub status: RequestStatus,
}
/// One transaction.
#[derive(Entity)]
pub struct Transaction {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<Transaction>,
    #[entity(default = TransactionStatus::Pending)]
    pub status: TransactionStatus,
    #[entity(on_delete = cascade)]
    pub account_id: Key<BankAccount>,
    #[entity(money)]
    pub amount: f64,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(on_delete = clear)]
    pub recipient_id: Option<Key<PaymentRecipient>>,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(body)]
    pub external_memo: Option<String>,
}
/// What `status` can be.
#[derive(Choice)]
pub enum TransactionStatus {
    Pending,
    Sent,
    Cancelled,
    Failed,
}
/// One treasury.
#[derive(Entity)]
pub struct Treasury {
    #[entity(title)]
    pub name: Option<String>,
    #[entity(money)]
    pub available_balance: Option<f64>,
}
/// Where a request stands.
#[derive(Choice)]
pub enum RequestStatus {
    PendingApproval,
    Approved,
    Rejected,
    Cancelled,
}
pub trait Tools {
    #[tool(list)]
    fn get_bank_accounts() -> Page<BankAccount>;
    #[tool(get, key(id))]
    fn get_bank_account_by_id() -> BankAccount;
    #[tool(list, filter(account_id = id))]
    fn get_credit_cards() -> Page<CreditCard>;
    #[tool(get)]
    fn get_treasury() -> Treasury;
    #[tool(search((note, external_memo) ~ search), filter(created_at >= start, created_at <= end, status, account_id), sort(created_at, descending, direction = order), page(limit, offset))]
    fn get_transactions() -> Page<Transaction>;
    #[tool(get, key(transaction_id), filter(account_id))]
    fn get_bank_transaction_by_id() -> Transaction;
    #[tool(create, ignore(idempotency_key))]
    fn send_money() -> Transaction;
    #[tool(create, ignore(idempotency_key))]
    fn request_send_money() -> SendMoneyRequest;
    #[tool(list, filter(date<= end, date>= start, account_id))]
    fn get_bank_statements() -> Page<BankStatement>;
    #[tool(list)]
    fn get_payment_recipients() -> Page<PaymentRecipient>;
    #[tool(create, ignore(idempotency_key))]
    fn add_payment_recipient() -> PaymentRecipient;
}
