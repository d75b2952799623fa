//! BigCommerce: the products of a shop with their stock, its orders and its customers.

/// Everything that Bigcommerce knows.
#[derive(State)]
pub struct Bigcommerce {
    pub customers: Table<Customer>,
    pub orders: Table<Order>,
    pub products: Table<Product>,
}
/// Someone who has an account in the shop.
#[derive(Entity)]
pub struct Customer {
    #[entity(key, sequence)]
    pub id: IntKey<Customer>,
    #[entity(unique, email)]
    pub email: String,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(company)]
    pub company: Option<String>,
    pub customer_group_id: Option<i64>,
    #[entity(created)]
    pub date_created: Timestamp,
}
/// What a customer bought at once.
#[derive(Entity)]
pub struct Order {
    #[entity(key, sequence)]
    pub id: IntKey<Order>,
    #[entity(on_delete = clear)]
    pub customer_id: Option<IntKey<Customer>>,
    pub status_id: Option<i64>,
    #[entity(money)]
    pub total: f64,
    #[entity(default)]
    pub is_deleted: bool,
    #[entity(created)]
    pub date_created: Timestamp,
    #[entity(updated)]
    pub date_modified: Timestamp,
}
/// Something that the shop sells.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence)]
    pub id: IntKey<Product>,
    #[entity(unique, len = 1..=250, title)]
    pub name: String,
    pub r#type: String,
    pub weight: f64,
    #[entity(money)]
    pub price: f64,
    #[entity(unique, sku)]
    pub sku: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub categories: Vec<i64>,
    pub brand_id: Option<i64>,
    #[entity(quantity)]
    pub inventory_level: Option<i64>,
    #[entity(quantity)]
    pub inventory_warning_level: Option<i64>,
    pub inventory_tracking: Option<String>,
    #[entity(default)]
    pub is_visible: bool,
    pub availability: Option<String>,
    #[entity(money)]
    pub cost_price: Option<f64>,
    #[entity(money)]
    pub sale_price: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(simulate(unclear_effect, "the categories are numbers in one text with commas between"))]
    fn list_products();
    #[tool(get, key(product_id), ignore(include))]
    fn get_product() -> Product;
    #[tool(create)]
    fn create_product() -> Product;
    #[tool(update, key(product_id))]
    fn update_product() -> Product;
    #[tool(list, filter(date_created >= min_date_created, date_created <= max_date_created, status_id, customer_id, total >= min_total, total <= max_total, is_deleted), sort(id, by = sort), page(limit, page))]
    fn list_orders() -> Page<Order>;
    #[tool(get, key(order_id), ignore(include_products, include_shipping))]
    fn get_order() -> Order;
    #[tool(
        list,
        filter(
            email,
            name,
            company,
            customer_group_id,
            date_created>= date_created_min,
            date_created<= date_created_max
        ),
        page(limit, page),
        ignore(include)
    )]
    fn list_customers() -> Page<Customer>;
    #[tool(update, key(product_id), ignore(variant_id))]
    fn update_inventory() -> Product;
}
