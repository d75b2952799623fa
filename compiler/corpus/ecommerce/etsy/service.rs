//! Etsy: shops with their listings, sections, shipping profiles and policies, and the receipts, payments and reviews of buyers.
/// Everything that Etsy knows.
#[derive(State)]
pub struct Etsy {
    pub ledger_entries: Table<LedgerEntry>,
    pub listings: Table<Listing>,
    pub listing_images: Table<ListingImage>,
    pub listing_videos: Table<ListingVideo>,
    pub me: One<Me>,
    pub payments: Table<Payment>,
    pub receipts: Table<Receipt>,
    pub return_policies: Table<ReturnPolicy>,
    pub reviews: Table<Review>,
    pub shipments: Table<Shipment>,
    pub shipping_carriers: Table<ShippingCarrier>,
    pub shipping_destinations: Table<ShippingDestination>,
    pub shipping_profiles: Table<ShippingProfile>,
    pub shops: Table<Shop>,
    pub shop_sections: Table<ShopSection>,
    pub taxonomy_properties: Table<TaxonomyProperty>,
    pub transactions: Table<Transaction>,
    pub users: Table<User>,
    pub user_addresses: Table<UserAddress>,
    pub taxonomy_nodes: Table<TaxonomyNode>,
}
/// One ledger entry.
#[derive(Entity)]
pub struct LedgerEntry {
    #[entity(key, sequence = "LED-{:05}")]
    pub id: Key<LedgerEntry>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    /// When it was made, in seconds since 1970.
    pub created: Option<f64>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub amount: f64,
}
/// One listing.
#[derive(Entity)]
pub struct Listing {
    #[entity(key, sequence)]
    pub id: IntKey<Listing>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(len = 1..=140, title)]
    pub title: String,
    #[entity(body)]
    pub description: String,
    #[entity(money)]
    pub price: f64,
    #[entity(range = 0..=999, quantity)]
    pub quantity: f64,
    pub taxonomy_id: IntKey<TaxonomyNode>,
    pub who_made: ListingWhoMade,
    pub when_made: ListingWhenMade,
    pub is_supply: bool,
    #[entity(on_delete = clear)]
    pub shipping_profile_id: Option<IntKey<ShippingProfile>>,
    #[entity(len = 0..=13, tag)]
    pub tags: Vec<String>,
    pub materials: Vec<String>,
    #[entity(on_delete = clear)]
    pub shop_section_id: Option<IntKey<ShopSection>>,
    #[entity(default)]
    pub is_customizable: bool,
    #[entity(default)]
    pub is_digital: bool,
    #[entity(default = ListingState::Draft)]
    pub state: ListingState,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    /// The inventory, by variation.
    pub products: Option<Json>,
}
/// What `who_made` can be.
#[derive(Choice)]
pub enum ListingWhoMade {
    IDid,
    SomeoneElse,
    Collective,
}
/// What `when_made` can be.
#[derive(Choice)]
pub enum ListingWhenMade {
    MadeToOrder,
    #[choice(rename = "2020_2024")]
    V20202024,
    #[choice(rename = "2010_2019")]
    V20102019,
    #[choice(rename = "2005_2009")]
    V20052009,
    #[choice(rename = "before_2005")]
    Before2005,
    #[choice(rename = "2000_2004")]
    V20002004,
    #[choice(rename = "1990s")]
    V1990s,
    #[choice(rename = "1980s")]
    V1980s,
    #[choice(rename = "1970s")]
    V1970s,
    #[choice(rename = "1960s")]
    V1960s,
    #[choice(rename = "1950s")]
    V1950s,
    #[choice(rename = "1940s")]
    V1940s,
    #[choice(rename = "1930s")]
    V1930s,
    #[choice(rename = "1920s")]
    V1920s,
    #[choice(rename = "1910s")]
    V1910s,
    #[choice(rename = "1900s")]
    V1900s,
    #[choice(rename = "1800s")]
    V1800s,
    #[choice(rename = "1700s")]
    V1700s,
    #[choice(rename = "before_1700")]
    Before1700,
}
/// What `state` can be.
#[derive(Choice)]
pub enum ListingState {
    Active,
    Inactive,
    Draft,
    Expired,
    SoldOut,
}
/// One listing image.
#[derive(Entity)]
pub struct ListingImage {
    #[entity(key, sequence)]
    pub id: IntKey<ListingImage>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(on_delete = cascade)]
    pub listing_id: IntKey<Listing>,
    #[entity(path)]
    pub image_path: String,
    pub rank: Option<f64>,
    #[entity(default)]
    pub is_watermarked: bool,
    #[entity(body)]
    pub alt_text: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One listing video.
#[derive(Entity)]
pub struct ListingVideo {
    #[entity(key, sequence = "LIS-{:05}")]
    pub id: Key<ListingVideo>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(on_delete = cascade)]
    pub listing_id: IntKey<Listing>,
    #[entity(path)]
    pub video_path: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The user that the credentials belong to, and their shop.
#[derive(Entity)]
pub struct Me {
    pub user_id: IntKey<User>,
    #[entity(on_delete = clear)]
    pub shop_id: Option<IntKey<Shop>>,
}
/// One payment.
#[derive(Entity)]
pub struct Payment {
    #[entity(key, sequence = "PAY-{:05}")]
    pub id: Key<Payment>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(on_delete = clear)]
    pub receipt_id: Option<IntKey<Receipt>>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub amount: Option<f64>,
    pub created_at: Option<Timestamp>,
}
/// One receipt.
#[derive(Entity)]
pub struct Receipt {
    #[entity(key, sequence)]
    pub id: IntKey<Receipt>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(default)]
    pub was_shipped: bool,
    #[entity(default)]
    pub was_paid: bool,
    #[entity(updated)]
    pub updated_at: Timestamp,
    /// When it was made, in seconds since 1970.
    pub created: Option<f64>,
    #[entity(on_delete = clear)]
    pub buyer_user_id: Option<IntKey<User>>,
    #[entity(money)]
    pub grandtotal: Option<f64>,
    #[entity(body)]
    pub message_from_buyer: Option<String>,
}
/// One return policy.
#[derive(Entity)]
pub struct ReturnPolicy {
    #[entity(key, sequence)]
    pub id: IntKey<ReturnPolicy>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(default)]
    pub accepts_returns: bool,
    #[entity(default)]
    pub accepts_exchanges: bool,
    #[entity(range = 7..=90)]
    pub return_deadline: Option<i64>,
}
/// One review.
#[derive(Entity)]
pub struct Review {
    #[entity(key, sequence = "REV-{:05}")]
    pub id: Key<Review>,
    #[entity(on_delete = cascade)]
    pub listing_id: Option<IntKey<Listing>>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(body)]
    pub text: Option<String>,
    #[entity(person)]
    pub author: Option<String>,
    pub created_at: Option<Timestamp>,
    #[entity(range = 1..=5)]
    pub rating: i64,
}
/// One shipment.
#[derive(Entity)]
pub struct Shipment {
    #[entity(key, sequence = "SHI-{:05}")]
    pub id: Key<Shipment>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(on_delete = cascade)]
    pub receipt_id: IntKey<Receipt>,
    pub tracking_code: Option<String>,
    #[entity(title)]
    pub carrier_name: Option<String>,
    #[entity(default)]
    pub send_bcc: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One shipping carrier.
#[derive(Entity)]
pub struct ShippingCarrier {
    #[entity(key, sequence = "SHC-{:05}")]
    pub id: Key<ShippingCarrier>,
    #[entity(country)]
    pub origin_country_iso: String,
    #[entity(title)]
    pub name: String,
}
/// What shipping to a country or a region costs under a shipping profile.
#[derive(Entity)]
pub struct ShippingDestination {
    #[entity(key, sequence)]
    pub id: IntKey<ShippingDestination>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(on_delete = cascade)]
    pub shipping_profile_id: IntKey<ShippingProfile>,
    #[entity(money)]
    pub primary_cost: f64,
    #[entity(money)]
    pub secondary_cost: f64,
    #[entity(country)]
    pub destination_country_iso: Option<String>,
    pub destination_region: Option<String>,
}
/// One shipping profile.
#[derive(Entity)]
pub struct ShippingProfile {
    #[entity(key, sequence)]
    pub id: IntKey<ShippingProfile>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(title)]
    pub title: String,
    #[entity(country)]
    pub origin_country_iso: String,
    #[entity(money)]
    pub primary_cost: f64,
    #[entity(money)]
    pub secondary_cost: f64,
    #[entity(range = 1..)]
    pub min_processing_days: f64,
    #[entity(range = 1..)]
    pub max_processing_days: f64,
    pub destination_country_iso: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One shop.
#[derive(Entity)]
pub struct Shop {
    #[entity(key, sequence)]
    pub id: IntKey<Shop>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(body)]
    pub announcement: Option<String>,
    #[entity(body)]
    pub sale_message: Option<String>,
    #[entity(body)]
    pub digital_sale_message: Option<String>,
    #[entity(body)]
    pub policy_welcome: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(unique, len = 4..=20, slug)]
    pub shop_name: String,
    #[entity(on_delete = clear)]
    pub user_id: Option<IntKey<User>>,
}
/// One shop section.
#[derive(Entity)]
#[entity(unique(shop_id, title))]
pub struct ShopSection {
    #[entity(key, sequence)]
    pub id: IntKey<ShopSection>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(title)]
    pub title: String,
}
/// One taxonomy property.
#[derive(Entity)]
pub struct TaxonomyProperty {
    #[entity(key, sequence = "TAX-{:05}")]
    pub id: Key<TaxonomyProperty>,
    #[entity(on_delete = cascade)]
    pub taxonomy_id: IntKey<TaxonomyNode>,
    #[entity(title)]
    pub name: String,
}
/// One transaction.
#[derive(Entity)]
pub struct Transaction {
    #[entity(key, sequence)]
    pub id: IntKey<Transaction>,
    #[entity(on_delete = cascade)]
    pub shop_id: IntKey<Shop>,
    #[entity(on_delete = cascade)]
    pub receipt_id: Option<IntKey<Receipt>>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub amount: Option<f64>,
    pub created_at: Option<Timestamp>,
    #[entity(on_delete = clear)]
    pub listing_id: Option<IntKey<Listing>>,
    #[entity(range = 1.., quantity)]
    pub quantity: Option<i64>,
}
/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence)]
    pub id: IntKey<User>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(unique, email)]
    pub email: Option<String>,
}
/// One user address.
#[derive(Entity)]
pub struct UserAddress {
    #[entity(key, sequence)]
    pub id: IntKey<UserAddress>,
    #[entity(on_delete = cascade)]
    pub user_id: IntKey<User>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(address)]
    pub address: Option<String>,
    #[entity(country)]
    pub country: Option<String>,
}
/// A category of the marketplace.
#[derive(Entity)]
pub struct TaxonomyNode {
    #[entity(key, sequence)]
    pub id: IntKey<TaxonomyNode>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub parent_id: Option<IntKey<TaxonomyNode>>,
}
pub trait Tools {
    #[tool(simulate(external_computation, "it signs in with the provider and changes no row"))]
    fn authenticate();
    #[tool(list, filter(listing_id))]
    fn get_listing_images() -> Page<ListingImage>;
    #[tool(create, ignore(overwrite))]
    fn upload_listing_image() -> ListingImage;
    #[tool(create)]
    fn upload_listing_video() -> ListingVideo;
    #[tool(delete, key(listing_image_id), filter(shop_id, listing_id))]
    fn delete_listing_image() -> ListingImage;
    #[tool(get, key(listing_id))]
    fn get_listing_inventory() -> Listing;
    #[tool(update, key(listing_id))]
    fn update_listing_inventory() -> Listing;
    #[tool(search((title, description) ~ keywords), filter(taxonomy_id, price >= min_price, price <= max_price), sort(created_at, descending, by = sort_on, direction = sort_order), page(limit, offset))]
    fn search_listings() -> Page<Listing>;
    #[tool(get, key(listing_id), ignore(includes))]
    fn get_listing() -> Listing;
    #[tool(create)]
    fn create_draft_listing() -> Listing;
    #[tool(update, key(listing_id), filter(shop_id))]
    fn update_listing() -> Listing;
    #[tool(delete, key(listing_id))]
    fn delete_listing() -> Listing;
    #[tool(list, filter(shop_id, state), page(limit, offset))]
    fn get_listings_by_shop() -> Page<Listing>;
    #[tool(
        list,
        filter(
            shop_id,
            created>= min_created,
            created<= max_created,
            was_paid,
            was_shipped
        ),
        page(limit, offset)
    )]
    fn get_shop_receipts() -> Page<Receipt>;
    #[tool(get, key(receipt_id), filter(shop_id))]
    fn get_receipt() -> Receipt;
    #[tool(update, key(receipt_id), filter(shop_id))]
    fn update_receipt() -> Receipt;
    #[tool(create)]
    fn create_shipment() -> Shipment;
    #[tool(list, filter(shop_id, receipt_id))]
    fn get_payments() -> Page<Payment>;
    #[tool(
        list,
        filter(shop_id, created>= min_created, created<= max_created),
        page(limit, offset)
    )]
    fn get_ledger_entries() -> Page<LedgerEntry>;
    #[tool(list, filter(shop_id))]
    fn get_return_policies() -> Page<ReturnPolicy>;
    #[tool(part_of = manage_return_policy, when(action = "create"), create)]
    fn create_return_policy() -> ReturnPolicy;
    #[tool(part_of = manage_return_policy, when(action = "update"), update, filter(shop_id))]
    fn update_return_policy() -> ReturnPolicy;
    #[tool(part_of = manage_return_policy, when(action = "delete"), delete, filter(shop_id))]
    fn delete_return_policy() -> ReturnPolicy;
    #[tool(list, filter(listing_id), page(limit, offset))]
    fn get_reviews_by_listing() -> Page<Review>;
    #[tool(list, filter(shop_id), page(limit, offset))]
    fn get_reviews_by_shop() -> Page<Review>;
    #[tool(list, filter(shop_id))]
    fn get_shipping_profiles() -> Page<ShippingProfile>;
    #[tool(create)]
    fn create_shipping_profile() -> ShippingProfile;
    #[tool(update, key(shipping_profile_id), filter(shop_id))]
    fn update_shipping_profile() -> ShippingProfile;
    #[tool(part_of = manage_shipping_destinations, when(action = "create"), create)]
    fn create_shipping_destination() -> ShippingDestination;
    #[tool(
        part_of = manage_shipping_destinations,
        when(action = "delete"),
        delete,
        key(shipping_profile_destination_id),
        filter(shop_id, shipping_profile_id)
    )]
    fn delete_shipping_destination() -> ShippingDestination;
    #[tool(list, filter(origin_country_iso))]
    fn get_shipping_carriers() -> Page<ShippingCarrier>;
    #[tool(get, key(shop_id))]
    fn get_shop() -> Shop;
    #[tool(update, key(shop_id))]
    fn update_shop() -> Shop;
    #[tool(search(shop_name ~ shop_name), page(limit, offset))]
    fn find_shops() -> Page<Shop>;
    #[tool(list, filter(shop_id))]
    fn get_shop_sections() -> Page<ShopSection>;
    #[tool(part_of = manage_shop_sections, when(action = "create"), create)]
    fn create_shop_section() -> ShopSection;
    #[tool(part_of = manage_shop_sections, when(action = "update"), update, filter(shop_id))]
    fn update_shop_section() -> ShopSection;
    #[tool(part_of = manage_shop_sections, when(action = "delete"), delete, filter(shop_id))]
    fn delete_shop_section() -> ShopSection;
    #[tool(list)]
    fn get_buyer_taxonomy() -> Page<TaxonomyNode>;
    #[tool(list, filter(taxonomy_id))]
    fn get_taxonomy_properties() -> Page<TaxonomyProperty>;
    #[tool(list, filter(shop_id), page(limit, offset))]
    fn get_transactions_by_shop() -> Page<Transaction>;
    #[tool(get, key(transaction_id), filter(shop_id))]
    fn get_transaction() -> Transaction;
    #[tool(list, filter(shop_id, receipt_id))]
    fn get_transactions_by_receipt() -> Page<Transaction>;
    #[tool(get)]
    fn get_me() -> Me;
    #[tool(get, key(user_id))]
    fn get_user() -> User;
    #[tool(list, filter(user_id))]
    fn get_user_addresses() -> Page<UserAddress>;
}
