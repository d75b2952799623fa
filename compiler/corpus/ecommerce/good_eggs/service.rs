//! Good Eggs: groceries of an online shop, with a shopper's cart, favorites and past orders.
/// Everything that the shop knows of one shopper.
#[derive(State)]
pub struct GoodEggs {
    pub cart_items: Table<CartItem>,
    pub favorites: Table<Favorite>,
    pub groceries: Table<Grocery>,
    pub past_orders: Table<PastOrder>,
    pub past_order_groceries: Table<PastOrderGrocery>,
}
/// A grocery in the cart.
#[derive(Entity)]
pub struct CartItem {
    #[entity(key, on_delete = cascade)]
    pub grocery_url: Key<Grocery>,
    #[entity(default = 1.0, range = 0..=999, quantity)]
    pub quantity: f64,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A grocery that the shopper marked.
#[derive(Entity)]
pub struct Favorite {
    #[entity(key, on_delete = cascade)]
    pub grocery_url: Key<Grocery>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Something that the shop sells.
#[derive(Entity)]
pub struct Grocery {
    #[entity(key, url)]
    pub grocery_url: Key<Grocery>,
    #[entity(product)]
    pub name: String,
    #[entity(company)]
    pub brand: Option<String>,
    #[entity(money)]
    pub price: Option<f64>,
    #[entity(body)]
    pub description: Option<String>,
}
/// An order that was delivered on a date.
#[derive(Entity)]
pub struct PastOrder {
    #[entity(key)]
    pub past_order_date: Key<PastOrder>,
    #[entity(money)]
    pub total: Option<f64>,
}
/// A grocery of a past order.
#[derive(Entity)]
pub struct PastOrderGrocery {
    #[entity(key, on_delete = cascade)]
    pub past_order_date: Key<PastOrder>,
    #[entity(key, on_delete = cascade)]
    pub grocery_url: Key<Grocery>,
    #[entity(quantity)]
    pub quantity: Option<f64>,
}
pub trait Tools {
    #[tool(search((name, brand, description)~query))]
    fn search_for_grocery() -> Page<Grocery>;
    #[tool(list)]
    fn get_favorites() -> Page<Favorite>;
    #[tool(get, key(grocery_url))]
    fn get_grocery_details() -> Grocery;
    #[tool(upsert, key(grocery_url))]
    fn add_to_cart() -> CartItem;
    #[tool(simulate(unclear_effect, "what makes a grocery a freebie is not told"))]
    fn search_for_freebie_groceries();
    #[tool(list, sort(past_order_date, descending))]
    fn get_list_of_past_order_dates() -> Page<PastOrder>;
    #[tool(list, filter(past_order_date))]
    fn get_past_order_groceries() -> Page<PastOrderGrocery>;
    #[tool(create)]
    fn add_favorite() -> Favorite;
    #[tool(delete, key(grocery_url))]
    fn remove_favorite() -> Favorite;
    #[tool(delete, key(grocery_url))]
    fn remove_from_cart() -> CartItem;
    #[tool(list)]
    fn get_cart() -> Page<CartItem>;
}
