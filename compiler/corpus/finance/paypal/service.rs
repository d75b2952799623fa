//! PayPal: a merchant's invoices, orders, products with subscription plans, shipments, refunds, disputes and transactions.
/// Everything that PayPal knows.
#[derive(State)]
pub struct Paypal {
    pub disputes: Table<Dispute>,
    pub invoices: Table<Invoice>,
    pub invoice_reminders: Table<InvoiceReminder>,
    pub orders: Table<Order>,
    pub plans: Table<Plan>,
    pub products: Table<Product>,
    pub refunds: Table<Refund>,
    pub shipment_trackings: Table<ShipmentTracking>,
    pub subscriptions: Table<Subscription>,
    pub transactions: Table<Transaction>,
}
/// One dispute.
#[derive(Entity)]
pub struct Dispute {
    #[entity(key, sequence = "DIS-{:05}")]
    pub id: Key<Dispute>,
    #[entity(on_delete = cascade)]
    pub disputed_transaction_id: Option<Key<Transaction>>,
    pub dispute_state: Option<DisputeDisputeState>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `dispute_state` can be.
#[derive(Choice)]
pub enum DisputeDisputeState {
    #[choice(rename = "REQUIRED_ACTION")]
    RequiredAction,
    #[choice(rename = "REQUIRED_OTHER_PARTY_ACTION")]
    RequiredOtherPartyAction,
    #[choice(rename = "UNDER_PAYPAL_REVIEW")]
    UnderPaypalReview,
    #[choice(rename = "RESOLVED")]
    Resolved,
    #[choice(rename = "OPEN_INQUIRIES")]
    OpenInquiries,
    #[choice(rename = "APPEALABLE")]
    Appealable,
}
/// One invoice.
#[derive(Entity)]
pub struct Invoice {
    #[entity(key, sequence = "INV-{:05}")]
    pub id: Key<Invoice>,
    pub detail: Json,
    pub invoicer: Option<Json>,
    pub primary_recipients: Option<Json>,
    pub items: Option<Json>,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(default)]
    pub send_to_recipient: bool,
    pub additional_recipients: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = InvoiceStatus::Draft)]
    pub status: InvoiceStatus,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One invoice reminder.
#[derive(Entity)]
pub struct InvoiceReminder {
    #[entity(key, sequence = "INR-{:05}")]
    pub id: Key<InvoiceReminder>,
    #[entity(on_delete = cascade)]
    pub invoice_id: Key<Invoice>,
    #[entity(title)]
    pub subject: Option<String>,
    #[entity(body)]
    pub note: Option<String>,
    pub additional_recipients: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One order.
#[derive(Entity)]
pub struct Order {
    #[entity(key, sequence = "ORD-{:05}")]
    pub id: Key<Order>,
    pub currency_code: OrderCurrencyCode,
    pub items: Json,
    #[entity(money, range = 0..)]
    pub discount: Option<f64>,
    #[entity(money)]
    pub shipping_cost: Option<f64>,
    pub shipping_address: Option<Json>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(url)]
    pub return_url: Option<String>,
    #[entity(url)]
    pub cancel_url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = OrderStatus::Created)]
    pub status: OrderStatus,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `currency_code` can be.
#[derive(Choice)]
pub enum OrderCurrencyCode {
    #[choice(rename = "USD")]
    Usd,
}
/// One plan.
#[derive(Entity)]
pub struct Plan {
    #[entity(key, sequence = "PLA-{:05}")]
    pub id: Key<Plan>,
    #[entity(on_delete = cascade)]
    pub product_id: Key<Product>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub billing_cycles: Json,
    pub payment_preferences: Option<Json>,
    pub taxes: Option<Json>,
    pub auto_bill_outstanding: Option<String>,
    pub percentage: Option<String>,
    pub payment_failure_threshold: Option<String>,
    pub setup_fee: Option<Json>,
    pub setup_fee_failure_action: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One product.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Product>,
    #[entity(title)]
    pub name: String,
    pub r#type: ProductType,
    #[entity(body)]
    pub description: Option<String>,
    pub category: Option<String>,
    #[entity(url)]
    pub image_url: Option<String>,
    #[entity(url)]
    pub home_url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `type` can be.
#[derive(Choice)]
pub enum ProductType {
    #[choice(rename = "PHYSICAL")]
    Physical,
    #[choice(rename = "DIGITAL")]
    Digital,
    #[choice(rename = "SERVICE")]
    Service,
}
/// One refund.
#[derive(Entity)]
pub struct Refund {
    #[entity(key, sequence = "REF-{:05}")]
    pub id: Key<Refund>,
    pub capture_id: Key<Transaction>,
    pub amount: Option<Json>,
    #[entity(on_delete = clear)]
    pub invoice_id: Option<Key<Invoice>>,
    #[entity(body)]
    pub note_to_payer: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One shipment tracking.
#[derive(Entity)]
pub struct ShipmentTracking {
    #[entity(on_delete = clear)]
    pub order_id: Option<Key<Order>>,
    #[entity(on_delete = cascade)]
    pub transaction_id: Key<Transaction>,
    #[entity(default = ShipmentStatus::Shipped)]
    pub status: ShipmentStatus,
    pub carrier: Option<String>,
    #[entity(key)]
    pub tracking_number: Key<ShipmentTracking>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    /// The number that takes its place.
    pub replaced_by: Option<String>,
}
/// One subscription.
#[derive(Entity)]
pub struct Subscription {
    #[entity(key, sequence = "SUB-{:05}")]
    pub id: Key<Subscription>,
    pub plan_id: Key<Plan>,
    #[entity(range = 1.., quantity)]
    pub quantity: Option<f64>,
    pub shipping_amount: Option<Json>,
    pub subscriber: Option<Json>,
    pub application_context: Option<Json>,
    pub currency_code: Option<SubscriptionCurrencyCode>,
    pub outstanding_balance: Option<String>,
    pub custom_id: Option<String>,
    pub fixed_price: Option<Json>,
    pub payment_failure_threshold: Option<f64>,
    #[entity(default)]
    pub auto_bill_outstanding: bool,
    #[entity(default)]
    pub taxes_inclusive: bool,
    pub taxes_percentage: Option<String>,
    pub shipping_address: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = SubscriptionStatus::ApprovalPending)]
    pub status: SubscriptionStatus,
    /// Why it was cancelled.
    pub cancellation: Option<Json>,
}
/// What `currency_code` can be.
#[derive(Choice)]
pub enum SubscriptionCurrencyCode {
    #[choice(rename = "USD")]
    Usd,
}
/// One transaction.
#[derive(Entity)]
pub struct Transaction {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<Transaction>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub amount: f64,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = TransactionStatus::Success)]
    pub status: TransactionStatus,
    #[entity(currency)]
    pub currency: Option<String>,
}
/// Where an invoice stands.
#[derive(Choice)]
pub enum InvoiceStatus {
    #[choice(rename = "DRAFT")]
    Draft,
    #[choice(rename = "SENT")]
    Sent,
    #[choice(rename = "PAID")]
    Paid,
    #[choice(rename = "CANCELLED")]
    Cancelled,
}
/// Where a subscription stands.
#[derive(Choice)]
pub enum SubscriptionStatus {
    #[choice(rename = "APPROVAL_PENDING")]
    ApprovalPending,
    #[choice(rename = "ACTIVE")]
    Active,
    #[choice(rename = "SUSPENDED")]
    Suspended,
    #[choice(rename = "CANCELLED")]
    Cancelled,
    #[choice(rename = "EXPIRED")]
    Expired,
}
/// Where a shipment stands.
#[derive(Choice)]
pub enum ShipmentStatus {
    #[choice(rename = "SHIPPED")]
    Shipped,
    #[choice(rename = "ON_HOLD")]
    OnHold,
    #[choice(rename = "DELIVERED")]
    Delivered,
    #[choice(rename = "LOCAL_PICKUP")]
    LocalPickup,
    #[choice(rename = "CANCELLED")]
    Cancelled,
}
/// Where an order stands.
#[derive(Choice)]
pub enum OrderStatus {
    #[choice(rename = "CREATED")]
    Created,
    #[choice(rename = "APPROVED")]
    Approved,
    #[choice(rename = "COMPLETED")]
    Completed,
    #[choice(rename = "VOIDED")]
    Voided,
}
/// How a transaction went.
#[derive(Choice)]
pub enum TransactionStatus {
    #[choice(rename = "D")]
    Denied,
    #[choice(rename = "P")]
    Pending,
    #[choice(rename = "S")]
    Success,
    #[choice(rename = "V")]
    Reversed,
}
pub trait Tools {
    #[tool(create)]
    fn create_invoice() -> Invoice;
    #[tool(list, page(page, limit = page_size), ignore(total_required))]
    fn list_invoices() -> Page<Invoice>;
    #[tool(get, key(invoice_id))]
    fn get_invoice() -> Invoice;
    #[tool(update, key(invoice_id), set(status = InvoiceStatus::Sent), require(status = [InvoiceStatus::Draft]))]
    fn send_invoice() -> Invoice;
    #[tool(create)]
    fn send_invoice_reminder() -> InvoiceReminder;
    #[tool(update, key(invoice_id), set(status = InvoiceStatus::Cancelled), require(status = [InvoiceStatus::Sent]))]
    fn cancel_sent_invoice() -> Invoice;
    #[tool(simulate(media, "it draws a picture"))]
    fn generate_invoice_qr_code();
    #[tool(create)]
    fn create_product() -> Product;
    #[tool(list, page(page, limit = page_size), ignore(total_required))]
    fn list_products() -> Page<Product>;
    #[tool(simulate(unclear_effect, "what changes is written as patch operations"))]
    fn update_product();
    #[tool(get, key(product_id))]
    fn show_product_details() -> Product;
    #[tool(create)]
    fn create_subscription_plan() -> Plan;
    #[tool(
        list,
        filter(product_id),
        page(page, limit = page_size),
        ignore(total_required)
    )]
    fn list_subscription_plans() -> Page<Plan>;
    #[tool(get, key(plan_id))]
    fn show_subscription_plan_details() -> Plan;
    #[tool(create)]
    fn create_subscription() -> Subscription;
    #[tool(get, key(subscription_id), ignore(get_additional_details))]
    fn show_subscription_details() -> Subscription;
    #[tool(update, key(subscription_id), map(cancellation = payload), set(status = SubscriptionStatus::Cancelled), require(status = [SubscriptionStatus::ApprovalPending, SubscriptionStatus::Active, SubscriptionStatus::Suspended]))]
    fn cancel_subscription() -> Subscription;
    #[tool(update, key(subscription_id))]
    fn update_subscription() -> Subscription;
    #[tool(create)]
    fn create_shipment_tracking() -> ShipmentTracking;
    #[tool(list, filter(order_id, transaction_id))]
    fn get_shipment_tracking() -> Page<ShipmentTracking>;
    #[tool(update, key(tracking_number), filter(transaction_id), map(replaced_by = new_tracking_number))]
    fn update_shipment_tracking() -> ShipmentTracking;
    #[tool(create)]
    fn create_order() -> Order;
    #[tool(get, key(id))]
    fn get_order() -> Order;
    #[tool(update, key(id), set(status = OrderStatus::Completed), require(status = [OrderStatus::Created, OrderStatus::Approved]))]
    fn pay_order() -> Order;
    #[tool(
        list,
        filter(disputed_transaction_id, dispute_state),
        page(limit = page_size, page)
    )]
    fn list_disputes() -> Page<Dispute>;
    #[tool(get, key(dispute_id))]
    fn get_dispute() -> Dispute;
    #[tool(update, key(dispute_id), set(dispute_state = DisputeDisputeState::Resolved))]
    fn accept_dispute_claim() -> Dispute;
    #[tool(list, filter(id = transaction_id, status = transaction_status, created_at >= start_date, created_at <= end_date), sort(created_at, descending), page(page, limit = page_size), ignore(search_months))]
    fn list_transactions() -> Page<Transaction>;
    #[tool(update, key(plan_id), ignore(operations))]
    fn update_plan() -> Plan;
    #[tool(create)]
    fn create_refund() -> Refund;
    #[tool(get, key(refund_id))]
    fn get_refund() -> Refund;
    #[tool(simulate(external_computation, "it is worked out over all payments"))]
    fn get_merchant_insights();
}
