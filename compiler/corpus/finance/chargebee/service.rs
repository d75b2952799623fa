//! Chargebee: customers and their subscriptions, with the invoices, payments and events that billing makes, and the items on sale.
/// Everything that Chargebee knows.
#[derive(State)]
pub struct Chargebee {
    pub customers: Table<Customer>,
    pub events: Table<Event>,
    pub invoices: Table<Invoice>,
    pub items: Table<Item>,
    pub subscriptions: Table<Subscription>,
    pub transactions: Table<Transaction>,
}
/// One customer.
#[derive(Entity)]
pub struct Customer {
    #[entity(key, sequence = "CUS-{:05}")]
    pub id: Key<Customer>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(company)]
    pub company: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Something that happened to a row.
#[derive(Entity)]
pub struct Event {
    #[entity(key, sequence = "EVE-{:05}")]
    pub id: Key<Event>,
    pub event_type: String,
    /// Seconds since 1970.
    pub occurred_at: i64,
    pub content: Option<Json>,
}
/// What a customer owes for a period.
#[derive(Entity)]
pub struct Invoice {
    #[entity(key, sequence = "INV-{:05}")]
    pub id: Key<Invoice>,
    #[entity(on_delete = cascade)]
    pub customer_id: Key<Customer>,
    #[entity(on_delete = clear)]
    pub subscription_id: Option<Key<Subscription>>,
    pub status: InvoiceStatus,
    #[entity(money)]
    pub total: i64,
    #[entity(money)]
    pub amount_due: i64,
    #[entity(currency)]
    pub currency_code: String,
    /// Seconds since 1970.
    pub paid_at: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Where an invoice stands.
#[derive(Choice)]
pub enum InvoiceStatus {
    Paid,
    Posted,
    PaymentDue,
    NotPaid,
    Voided,
    Pending,
}
/// One item.
#[derive(Entity)]
pub struct Item {
    #[entity(key, sequence = "ITE-{:05}")]
    pub id: Key<Item>,
    pub status: ItemStatus,
    pub item_type: ItemType,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One subscription.
#[derive(Entity)]
pub struct Subscription {
    #[entity(key, sequence = "SUB-{:05}")]
    pub id: Key<Subscription>,
    #[entity(on_delete = cascade)]
    pub customer_id: Key<Customer>,
    pub item_price_id: String,
    #[entity(quantity)]
    pub quantity: Option<i64>,
    pub start_date: Option<i64>,
    pub trial_end: Option<i64>,
    pub billing_cycles: Option<i64>,
    pub auto_collection: Option<AutoCollection>,
    pub po_number: Option<String>,
    #[entity(default)]
    pub end_of_term: bool,
    pub cancel_at: Option<i64>,
    pub credit_option_for_current_term_charges: Option<String>,
    pub unbilled_charges_option: Option<String>,
    pub cancel_reason_code: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub plan_id: Option<String>,
    #[entity(default = SubscriptionStatus::Active)]
    pub status: SubscriptionStatus,
}
/// One transaction.
#[derive(Entity)]
pub struct Transaction {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<Transaction>,
    #[entity(on_delete = clear)]
    pub customer_id: Option<Key<Customer>>,
    #[entity(on_delete = clear)]
    pub subscription_id: Option<Key<Subscription>>,
    pub payment_source_id: Option<String>,
    pub payment_method: PaymentMethod,
    pub status: TransactionStatus,
    pub date: Option<i64>,
    #[entity(money)]
    pub amount: i64,
}
/// Where a subscription stands.
#[derive(Choice)]
pub enum SubscriptionStatus {
    Future,
    InTrial,
    Active,
    NonRenewing,
    Paused,
    Cancelled,
}
/// Whether an item is on sale.
#[derive(Choice)]
pub enum ItemStatus {
    Active,
    Archived,
    Deleted,
}
/// What sort of item it is.
#[derive(Choice)]
pub enum ItemType {
    Plan,
    Addon,
    Charge,
}
/// How a payment went.
#[derive(Choice)]
pub enum TransactionStatus {
    InProgress,
    Success,
    Voided,
    Failure,
    Timeout,
    NeedsAttention,
}
/// How money is paid.
#[derive(Choice)]
pub enum PaymentMethod {
    Card,
    Cash,
    Check,
    BankTransfer,
    DirectDebit,
    PaypalExpressCheckout,
    Other,
}
/// Whether money is collected by itself.
#[derive(Choice)]
pub enum AutoCollection {
    On,
    Off,
}
pub trait Tools {
    #[tool(list, filter(email, first_name, last_name), page(limit, cursor = offset))]
    fn list_customers() -> Page<Customer>;
    #[tool(get, key(customer_id))]
    fn get_customer() -> Customer;
    #[tool(create)]
    fn create_customer() -> Customer;
    #[tool(update, key(customer_id))]
    fn update_customer() -> Customer;
    #[tool(delete, key(customer_id))]
    fn delete_customer() -> Customer;
    #[tool(list, filter(customer_id, plan_id, status), page(limit, cursor = offset))]
    fn list_subscriptions() -> Page<Subscription>;
    #[tool(get, key(subscription_id))]
    fn get_subscription() -> Subscription;
    #[tool(create)]
    fn create_subscription() -> Subscription;
    #[tool(update, key(subscription_id))]
    fn update_subscription() -> Subscription;
    #[tool(update, key(subscription_id), set(status = SubscriptionStatus::Cancelled), require(status = [SubscriptionStatus::Future, SubscriptionStatus::InTrial, SubscriptionStatus::Active, SubscriptionStatus::NonRenewing, SubscriptionStatus::Paused]))]
    fn cancel_subscription() -> Subscription;
    #[tool(list, filter(customer_id, subscription_id, status, paid_at >= paid_at_after, paid_at <= paid_at_before), page(limit, cursor = offset))]
    fn list_invoices() -> Page<Invoice>;
    #[tool(get, key(invoice_id))]
    fn get_invoice() -> Invoice;
    #[tool(list, filter(customer_id, subscription_id, payment_source_id, payment_method, status, date >= date_after, date <= date_before), page(limit, cursor = offset))]
    fn list_transactions() -> Page<Transaction>;
    #[tool(list, filter(event_type, occurred_at >= occurred_at_after, occurred_at <= occurred_at_before), page(limit, cursor = offset))]
    fn list_events() -> Page<Event>;
    #[tool(get, key(event_id))]
    fn get_event() -> Event;
    #[tool(list, filter(status, item_type), page(limit, cursor = offset))]
    fn list_items() -> Page<Item>;
    #[tool(get, key(item_id))]
    fn get_item() -> Item;
}
