//! Lemon Squeezy: stores that sell digital products, with their customers, orders, subscriptions and license keys.

/// Everything that LemonSqueezy knows.
#[derive(State)]
pub struct LemonSqueezy {
    pub checkouts: Table<Checkout>,
    pub customers: Table<Customer>,
    pub license_keys: Table<LicenseKey>,
    pub orders: Table<Order>,
    pub products: Table<Product>,
    pub product_variants: Table<ProductVariant>,
    pub stores: Table<Store>,
    pub subscriptions: Table<Subscription>,
    pub user: One<User>,
    pub webhooks: Table<Webhook>,
}

/// One checkout.
#[derive(Entity)]
pub struct Checkout {
    #[entity(key, sequence = "CHE-{:05}")]
    pub id: Key<Checkout>,
    pub r#type: CheckoutType,
    pub attributes: Json,
    pub relationships: Json,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What `type` can be.
#[derive(Choice)]
pub enum CheckoutType {
    Checkouts,
}

/// One customer.
#[derive(Entity)]
pub struct Customer {
    #[entity(key, sequence = "CUS-{:05}")]
    pub id: Key<Customer>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
    #[entity(on_delete = cascade)]
    pub store_id: Option<Key<Store>>,
}

/// One license key.
#[derive(Entity)]
pub struct LicenseKey {
    #[entity(key, sequence = "LIC-{:05}")]
    pub id: Key<LicenseKey>,
    #[entity(unique, len = 1..=80)]
    pub key: String,
    #[entity(on_delete = cascade)]
    pub order_id: Option<Key<Order>>,
    #[entity(default)]
    pub disabled: bool,
}

/// One order.
#[derive(Entity)]
pub struct Order {
    #[entity(key, sequence = "ORD-{:05}")]
    pub id: Key<Order>,
    #[entity(on_delete = clear)]
    pub customer_id: Option<Key<Customer>>,
    #[entity(on_delete = clear)]
    pub product_id: Option<Key<Product>>,
    #[entity(money)]
    pub total: f64,
    #[entity(currency)]
    pub currency: Option<String>,
    #[entity(default = OrderStatus::Pending)]
    pub status: OrderStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One product.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Product>,
    #[entity(product)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub store_id: Option<Key<Store>>,
    #[entity(money)]
    pub price: Option<f64>,
}

/// One product variant.
#[derive(Entity)]
pub struct ProductVariant {
    #[entity(key, sequence = "PV-{:05}")]
    pub id: Key<ProductVariant>,
    #[entity(on_delete = cascade)]
    pub product_id: Key<Product>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub price: Option<f64>,
}

/// One store.
#[derive(Entity)]
pub struct Store {
    #[entity(key, sequence = "STO-{:05}")]
    pub id: Key<Store>,
    #[entity(title)]
    pub name: String,
    #[entity(unique, slug)]
    pub slug: String,
    #[entity(currency)]
    pub currency: Option<String>,
}

/// One subscription.
#[derive(Entity)]
pub struct Subscription {
    #[entity(key, sequence = "SUB-{:05}")]
    pub id: Key<Subscription>,
    #[entity(on_delete = cascade)]
    pub customer_id: Option<Key<Customer>>,
    #[entity(on_delete = clear)]
    pub product_id: Option<Key<Product>>,
    #[entity(default = SubscriptionStatus::Active)]
    pub status: SubscriptionStatus,
    pub renews_at: Option<Timestamp>,
}

/// The user.
#[derive(Entity)]
pub struct User {
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
}

/// One webhook.
#[derive(Entity)]
pub struct Webhook {
    #[entity(key, sequence = "WEB-{:05}")]
    pub id: Key<Webhook>,
    pub webhook_data: Json,
    #[entity(on_delete = cascade)]
    pub store_id: Option<Key<Store>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Where an order stands.
#[derive(Choice)]
pub enum OrderStatus {
    Pending,
    Paid,
    Failed,
    Refunded,
}

/// Where a subscription stands.
#[derive(Choice)]
pub enum SubscriptionStatus {
    OnTrial,
    Active,
    Paused,
    PastDue,
    Cancelled,
    Expired,
}

pub trait Tools {
    #[tool(get)]
    fn get_user() -> User;
    #[tool(list)]
    fn list_stores() -> Page<Store>;
    #[tool(get, key(store_id))]
    fn get_store() -> Store;
    #[tool(list)]
    fn list_products() -> Page<Product>;
    #[tool(list, filter(product_id))]
    fn get_product_variants() -> Page<ProductVariant>;
    #[tool(get, key(product_id))]
    fn get_product() -> Product;
    #[tool(list)]
    fn list_orders() -> Page<Order>;
    #[tool(get, key(order_id))]
    fn get_order() -> Order;
    #[tool(list)]
    fn list_customers() -> Page<Customer>;
    #[tool(get, key(customer_id))]
    fn get_customer() -> Customer;
    #[tool(list)]
    fn list_subscriptions() -> Page<Subscription>;
    #[tool(get, key(subscription_id))]
    fn get_subscription() -> Subscription;
    #[tool(list)]
    fn list_license_keys() -> Page<LicenseKey>;
    #[tool(get, key(license_key_id))]
    fn get_license_key() -> LicenseKey;
    #[tool(create)]
    fn create_checkout() -> Checkout;
    #[tool(create)]
    fn create_webhook() -> Webhook;
    #[tool(list, filter(store_id))]
    fn list_webhooks() -> Page<Webhook>;
}
