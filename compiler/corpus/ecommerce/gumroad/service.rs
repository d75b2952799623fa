//! Gumroad keeps a creator's products, the offer codes on them and the sales made.

/// Everything that Gumroad knows.
#[derive(State)]
pub struct Gumroad {
    pub offer_codes: Table<OfferCode>,
    pub products: Table<Product>,
    pub sales: Table<Sale>,
    pub user: One<User>,
}

/// A code that makes a product cheaper.
#[derive(Entity)]
#[entity(unique(product_id, name))]
pub struct OfferCode {
    #[entity(key, sequence = "OFF-{:05}")]
    pub id: Key<OfferCode>,
    #[entity(title)]
    pub name: String,
    #[entity(default)]
    pub universal: bool,
    #[entity(range = 0.0..=1_000_000.0)]
    pub amount_off: f64,
    #[entity(default = OfferCodeOfferType::Cents)]
    pub offer_type: OfferCodeOfferType,
    #[entity(on_delete = cascade)]
    pub product_id: Key<Product>,
    #[entity(range = 0.0..=1_000_000.0)]
    pub max_purchase_count: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `offer_type` can be.
#[derive(Choice)]
pub enum OfferCodeOfferType {
    Cents,
    Percent,
}

/// Something that the creator sells.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Product>,
    #[entity(default)]
    pub enabled: bool,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub price_cents: Option<i64>,
}

/// One product that was bought.
#[derive(Entity)]
pub struct Sale {
    #[entity(key, sequence = "SAL-{:05}")]
    pub id: Key<Sale>,
    #[entity(email)]
    pub email: Option<String>,
    pub date: Option<Date>,
    pub order_id: Option<String>,
    #[entity(on_delete = clear)]
    pub product_id: Option<Key<Product>>,
    #[entity(money)]
    pub price_cents: Option<i64>,
}

/// The creator whose shop it is.
#[derive(Entity)]
pub struct User {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}

pub trait Tools {
    #[tool(get)]
    fn get_user() -> User;

    #[tool(get, key(product_id))]
    fn get_product() -> Product;

    #[tool(list)]
    fn get_products() -> Page<Product>;

    #[tool(
        list,
        filter(date >= after, email, date <= before, order_id, product_id),
        page(cursor = page_key),
    )]
    fn get_sales() -> Page<Sale>;

    #[tool(update, key(product_id), set(enabled = false))]
    fn disable_product() -> Product;

    #[tool(update, key(product_id), set(enabled = true))]
    fn enable_product() -> Product;

    #[tool(list, filter(product_id))]
    fn get_offer_codes() -> Page<OfferCode>;

    #[tool(get, key(offer_code_id), filter(product_id))]
    fn get_offer_code() -> OfferCode;

    #[tool(create)]
    fn create_offer_code() -> OfferCode;

    #[tool(update, key(offer_code_id), filter(product_id))]
    fn update_offer_code() -> OfferCode;

    #[tool(delete, key(offer_code_id), filter(product_id))]
    fn delete_offer_code() -> OfferCode;
}
