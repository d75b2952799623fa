//! WooCommerce: a shop's products with categories and reviews, its orders, customers and coupons, and how it ships, taxes and takes payments.
/// Everything that WooCommerce knows.
#[derive(State)]
pub struct Woocommerce {
    pub coupons: Table<Coupon>,
    pub customers: Table<Customer>,
    pub orders: Table<Order>,
    pub order_notes: Table<OrderNote>,
    pub order_refunds: Table<OrderRefund>,
    pub payment_gateways: Table<PaymentGateway>,
    pub products: Table<Product>,
    pub product_categories: Table<ProductCategory>,
    pub product_reviews: Table<ProductReview>,
    pub product_variations: Table<ProductVariation>,
    pub setting_groups: Table<SettingGroup>,
    pub shipping_zones: Table<ShippingZone>,
    pub shipping_zone_methods: Table<ShippingZoneMethod>,
    pub system_status: One<SystemStatus>,
    pub system_tools: Table<SystemTool>,
    pub tax_classes: Table<TaxClass>,
    pub tax_rates: Table<TaxRate>,
    pub webhooks: Table<Webhook>,
}
/// One coupon.
#[derive(Entity)]
pub struct Coupon {
    #[entity(key, sequence)]
    pub id: IntKey<Coupon>,
    pub coupon_data: CouponData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One customer.
#[derive(Entity)]
pub struct Customer {
    #[entity(key, sequence)]
    pub id: IntKey<Customer>,
    pub customer_data: CustomerData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One order.
#[derive(Entity)]
pub struct Order {
    #[entity(key, sequence)]
    pub id: IntKey<Order>,
    pub order_data: OrderData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One orders note.
#[derive(Entity)]
pub struct OrderNote {
    #[entity(key, sequence)]
    pub id: IntKey<OrderNote>,
    #[entity(on_delete = cascade)]
    pub order_id: IntKey<Order>,
    #[entity(body)]
    pub note: String,
    #[entity(default)]
    pub customer_note: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One orders refund.
#[derive(Entity)]
pub struct OrderRefund {
    #[entity(key, sequence)]
    pub id: IntKey<OrderRefund>,
    #[entity(on_delete = cascade)]
    pub order_id: IntKey<Order>,
    pub amount: Option<String>,
    #[entity(body)]
    pub reason: Option<String>,
    #[entity(default)]
    pub refund_payment: bool,
    pub line_items: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One payment gateway.
#[derive(Entity)]
pub struct PaymentGateway {
    #[entity(key)]
    pub id: Key<PaymentGateway>,
    #[entity(default)]
    pub enabled: bool,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub settings: Option<Json>,
}
/// One product.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence)]
    pub id: IntKey<Product>,
    pub product_data: ProductData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One products category.
#[derive(Entity)]
pub struct ProductCategory {
    #[entity(key, sequence)]
    pub id: IntKey<ProductCategory>,
    pub category_data: CategoryData,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One products review.
#[derive(Entity)]
pub struct ProductReview {
    #[entity(key, sequence)]
    pub id: IntKey<ProductReview>,
    #[entity(on_delete = cascade)]
    pub product_id: IntKey<Product>,
    #[entity(default = ProductReviewStatus::Approved)]
    pub status: ProductReviewStatus,
    #[entity(body)]
    pub review: String,
    #[entity(person)]
    pub reviewer: String,
    pub created_at: Option<Timestamp>,
    #[entity(range = 0..=5)]
    pub rating: i64,
}
/// What `status` can be.
#[derive(Choice)]
pub enum ProductReviewStatus {
    Hold,
    Approved,
    Spam,
    Trash,
}
/// One products variation.
#[derive(Entity)]
pub struct ProductVariation {
    #[entity(key, sequence)]
    pub id: IntKey<ProductVariation>,
    #[entity(on_delete = cascade)]
    pub product_id: IntKey<Product>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(sku)]
    pub sku: Option<String>,
    #[entity(money)]
    pub price: Option<f64>,
    #[entity(quantity)]
    pub stock_quantity: Option<i64>,
}
/// One settings.
#[derive(Entity)]
pub struct SettingGroup {
    #[entity(key)]
    pub group_id: SettingGroupGroupId,
    #[entity(title)]
    pub label: String,
    pub options: Json,
}
/// What `group_id` can be.
#[derive(Choice)]
pub enum SettingGroupGroupId {
    General,
    Products,
    Tax,
    Shipping,
    Checkout,
    Account,
    Email,
    Integration,
    Advanced,
    #[choice(rename = "rest-api")]
    RestApi,
}
/// One shipping zone.
#[derive(Entity)]
pub struct ShippingZone {
    #[entity(key, sequence)]
    pub id: IntKey<ShippingZone>,
    #[entity(unique, title)]
    pub name: String,
    pub order: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One shipping zone method.
#[derive(Entity)]
pub struct ShippingZoneMethod {
    #[entity(key, sequence)]
    pub id: IntKey<ShippingZoneMethod>,
    #[entity(on_delete = cascade)]
    pub zone_id: IntKey<ShippingZone>,
    pub method_id: String,
    #[entity(default = true)]
    pub enabled: bool,
    pub settings: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// How the shop's installation fares.
#[derive(Entity)]
pub struct SystemStatus {
    #[entity(url)]
    pub site_url: String,
    pub version: String,
    pub environment: Json,
}
/// One system tool.
#[derive(Entity)]
pub struct SystemTool {
    #[entity(key)]
    pub id: Key<SystemTool>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// A class of taxes that rates belong to.
#[derive(Entity)]
pub struct TaxClass {
    #[entity(key)]
    pub slug: Key<TaxClass>,
    #[entity(unique, title)]
    pub name: String,
}
/// One tax rate.
#[derive(Entity)]
pub struct TaxRate {
    #[entity(key, sequence)]
    pub id: IntKey<TaxRate>,
    #[entity(country)]
    pub country: String,
    pub state: Option<String>,
    pub rate: String,
    #[entity(title)]
    pub name: Option<String>,
    pub priority: Option<i64>,
    #[entity(default)]
    pub compound: bool,
    #[entity(default)]
    pub shipping: bool,
    pub class: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One webhook.
#[derive(Entity)]
pub struct Webhook {
    #[entity(key, sequence)]
    pub id: IntKey<Webhook>,
    #[entity(title)]
    pub name: String,
    pub topic: WebhookTopic,
    #[entity(url)]
    pub delivery_url: String,
    #[entity(default = WebhookStatus::Active)]
    pub status: WebhookStatus,
    #[entity(secret)]
    pub secret: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `topic` can be.
#[derive(Choice)]
pub enum WebhookTopic {
    #[choice(rename = "coupon.created")]
    CouponCreated,
    #[choice(rename = "coupon.updated")]
    CouponUpdated,
    #[choice(rename = "coupon.deleted")]
    CouponDeleted,
    #[choice(rename = "customer.created")]
    CustomerCreated,
    #[choice(rename = "customer.updated")]
    CustomerUpdated,
    #[choice(rename = "customer.deleted")]
    CustomerDeleted,
    #[choice(rename = "order.created")]
    OrderCreated,
    #[choice(rename = "order.updated")]
    OrderUpdated,
    #[choice(rename = "order.deleted")]
    OrderDeleted,
    #[choice(rename = "product.created")]
    ProductCreated,
    #[choice(rename = "product.updated")]
    ProductUpdated,
    #[choice(rename = "product.deleted")]
    ProductDeleted,
}
/// What `status` can be.
#[derive(Choice)]
pub enum WebhookStatus {
    Active,
    Paused,
    Disabled,
}
/// What is known of a product.
#[derive(Record)]
pub struct ProductData {
    #[record(title)]
    pub name: Option<String>,
    pub r#type: Option<ProductType>,
    pub status: Option<ProductStatus>,
    pub featured: Option<bool>,
    pub catalog_visibility: Option<ProductCatalogVisibility>,
    #[record(body)]
    pub description: Option<String>,
    #[record(body)]
    pub short_description: Option<String>,
    #[record(sku)]
    pub sku: Option<String>,
    pub regular_price: Option<String>,
    pub sale_price: Option<String>,
    pub manage_stock: Option<bool>,
    pub stock_quantity: Option<i64>,
    pub categories: Option<Json>,
    pub images: Option<Json>,
}
/// What `type` can be.
#[derive(Choice)]
pub enum ProductType {
    Simple,
    Grouped,
    External,
    Variable,
}
/// What `status` can be.
#[derive(Choice)]
pub enum ProductStatus {
    Publish,
    Draft,
    Private,
    Pending,
}
/// What `catalog_visibility` can be.
#[derive(Choice)]
pub enum ProductCatalogVisibility {
    Visible,
    Catalog,
    Search,
    Hidden,
}
/// What is known of a order.
#[derive(Record)]
pub struct OrderData {
    pub payment_method: Option<String>,
    pub payment_method_title: Option<String>,
    pub set_paid: Option<bool>,
    pub billing: Option<Json>,
    pub shipping: Option<Json>,
    pub line_items: Option<Json>,
    pub shipping_lines: Option<Json>,
}
/// What is known of a customer.
#[derive(Record)]
pub struct CustomerData {
    #[record(email)]
    pub email: Option<String>,
    #[record(person)]
    pub first_name: Option<String>,
    #[record(person)]
    pub last_name: Option<String>,
    #[record(username)]
    pub username: Option<String>,
    #[record(secret)]
    pub password: Option<String>,
    pub billing: Option<Json>,
    pub shipping: Option<Json>,
    pub meta_data: Option<Json>,
}
/// What is known of a coupon.
#[derive(Record)]
pub struct CouponData {
    pub code: String,
    pub discount_type: CouponDiscountType,
    pub amount: String,
    pub date_expires: Option<Json>,
    pub individual_use: Option<bool>,
    pub product_ids: Option<Json>,
    pub excluded_product_ids: Option<Json>,
    pub usage_limit: Option<Json>,
    pub usage_limit_per_user: Option<Json>,
    pub limit_usage_to_x_items: Option<Json>,
    pub free_shipping: Option<bool>,
    pub exclude_sale_items: Option<bool>,
    pub minimum_amount: Option<String>,
    pub maximum_amount: Option<String>,
}
/// What `discount_type` can be.
#[derive(Choice)]
pub enum CouponDiscountType {
    Percent,
    FixedCart,
    FixedProduct,
}
/// What is known of a category.
#[derive(Record)]
pub struct CategoryData {
    #[record(title)]
    pub name: String,
    #[record(slug)]
    pub slug: Option<String>,
    pub parent: Option<i64>,
    #[record(body)]
    pub description: Option<String>,
    pub display: Option<CategoryDisplay>,
    pub image: Option<Json>,
    #[record(rename = "menuOrder")]
    pub menu_order: Option<i64>,
}
/// How a category is shown.
#[derive(Choice)]
pub enum CategoryDisplay {
    Default,
    Products,
    Subcategories,
    Both,
}
pub trait Tools {
    #[tool(simulate(unclear_effect, "its filters look inside the data of the rows"))]
    fn woo_products_list();
    #[tool(get, key(product_id))]
    fn woo_products_get() -> Product;
    #[tool(create)]
    fn woo_products_create() -> Product;
    #[tool(simulate(unclear_effect, "the object that it takes changes only the fields that it names"))]
    fn woo_products_update();
    #[tool(delete, key(product_id), ignore(force))]
    fn woo_products_delete() -> Product;
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn woo_products_batch_update();
    #[tool(list, filter(product_id), page(limit = per_page, page))]
    fn woo_products_variations_list() -> Page<ProductVariation>;
    #[tool(simulate(unclear_effect, "its filters look inside the data of the rows"))]
    fn woo_products_categories_list();
    #[tool(create)]
    fn woo_products_categories_create() -> ProductCategory;
    #[tool(simulate(unclear_effect, "no tool adds a tag, and tags stand inside the data of products"))]
    fn woo_products_tags_list();
    #[tool(
        list,
        filter(product_id, status),
        page(limit = per_page, page),
        absent(status = "all")
    )]
    fn woo_products_reviews_list() -> Page<ProductReview>;
    #[tool(simulate(unclear_effect, "its filters look inside the data of the rows"))]
    fn woo_orders_list();
    #[tool(get, key(order_id))]
    fn woo_orders_get() -> Order;
    #[tool(create)]
    fn woo_orders_create() -> Order;
    #[tool(simulate(unclear_effect, "the object that it takes changes only the fields that it names"))]
    fn woo_orders_update();
    #[tool(delete, key(order_id), ignore(force))]
    fn woo_orders_delete() -> Order;
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn woo_orders_batch_update();
    #[tool(create)]
    fn woo_orders_notes_create() -> OrderNote;
    #[tool(create)]
    fn woo_orders_refunds_create() -> OrderRefund;
    #[tool(simulate(unclear_effect, "its filters look inside the data of the rows"))]
    fn woo_customers_list();
    #[tool(get, key(customer_id))]
    fn woo_customers_get() -> Customer;
    #[tool(create)]
    fn woo_customers_create() -> Customer;
    #[tool(simulate(unclear_effect, "the object that it takes changes only the fields that it names"))]
    fn woo_customers_update();
    #[tool(simulate(unclear_effect, "its filters look inside the data of the rows"))]
    fn woo_coupons_list();
    #[tool(get, key(coupon_id))]
    fn woo_coupons_get() -> Coupon;
    #[tool(create)]
    fn woo_coupons_create() -> Coupon;
    #[tool(simulate(unclear_effect, "the object that it takes changes only the fields that it names"))]
    fn woo_coupons_update();
    #[tool(delete, key(coupon_id), ignore(force))]
    fn woo_coupons_delete() -> Coupon;
    #[tool(simulate(external_computation, "the report is summed up over the rows of the shop"))]
    fn woo_reports_sales();
    #[tool(simulate(external_computation, "the report is summed up over the rows of the shop"))]
    fn woo_reports_top_sellers();
    #[tool(simulate(external_computation, "the report is summed up over the rows of the shop"))]
    fn woo_reports_customers();
    #[tool(simulate(external_computation, "the report is summed up over the rows of the shop"))]
    fn woo_reports_orders();
    #[tool(simulate(external_computation, "the report is summed up over the rows of the shop"))]
    fn woo_reports_products();
    #[tool(simulate(external_computation, "the report is summed up over the rows of the shop"))]
    fn woo_reports_stock();
    #[tool(simulate(external_computation, "the report is summed up over the rows of the shop"))]
    fn woo_reports_low_stock();
    #[tool(list)]
    fn woo_shipping_zones_list() -> Page<ShippingZone>;
    #[tool(get, key(zone_id))]
    fn woo_shipping_zones_get() -> ShippingZone;
    #[tool(create)]
    fn woo_shipping_zones_create() -> ShippingZone;
    #[tool(update, key(zone_id))]
    fn woo_shipping_zones_update() -> ShippingZone;
    #[tool(list, filter(zone_id))]
    fn woo_shipping_zone_methods_list() -> Page<ShippingZoneMethod>;
    #[tool(create)]
    fn woo_shipping_zone_methods_create() -> ShippingZoneMethod;
    #[tool(list, filter(class = tax_class), page(limit = per_page, page))]
    fn woo_tax_rates_list() -> Page<TaxRate>;
    #[tool(get, key(rate_id))]
    fn woo_tax_rates_get() -> TaxRate;
    #[tool(create)]
    fn woo_tax_rates_create() -> TaxRate;
    #[tool(list)]
    fn woo_tax_classes_list() -> Page<TaxClass>;
    #[tool(get)]
    fn woo_system_status() -> SystemStatus;
    #[tool(list)]
    fn woo_system_tools_list() -> Page<SystemTool>;
    #[tool(simulate(code_execution, "it runs code or a job"))]
    fn woo_system_tools_run();
    #[tool(list)]
    fn woo_settings_list() -> Page<SettingGroup>;
    #[tool(get, key(group_id))]
    fn woo_settings_get() -> SettingGroup;
    #[tool(list)]
    fn woo_payment_gateways_list() -> Page<PaymentGateway>;
    #[tool(get, key(gateway_id))]
    fn woo_payment_gateways_get() -> PaymentGateway;
    #[tool(update, key(gateway_id))]
    fn woo_payment_gateways_update() -> PaymentGateway;
    #[tool(list, filter(status), page(limit = per_page, page))]
    fn woo_webhooks_list() -> Page<Webhook>;
    #[tool(create)]
    fn woo_webhooks_create() -> Webhook;
}
