//! Discogs: records with their artists and labels, people's collections, wantlists and lists, and the market for used records.
/// Everything that Discogs knows.
#[derive(State)]
pub struct Discogs {
    pub artists: Table<Artist>,
    pub collection_items: Table<CollectionItem>,
    pub custom_fields: Table<CustomField>,
    pub custom_field_values: Table<CustomFieldValue>,
    pub folders: Table<Folder>,
    pub inventory_exports: Table<InventoryExport>,
    pub labels: Table<Label>,
    pub lists: Table<List>,
    pub listings: Table<Listing>,
    pub masters: Table<Master>,
    pub orders: Table<Order>,
    pub order_messages: Table<OrderMessage>,
    pub releases: Table<Release>,
    pub release_ratings: Table<ReleaseRating>,
    pub user_identity: One<UserIdentity>,
    pub users: Table<User>,
    pub wants: Table<Want>,
}
/// Someone, or a band, that makes records.
#[derive(Entity)]
pub struct Artist {
    #[entity(key, sequence)]
    pub id: IntKey<Artist>,
    #[entity(person)]
    pub name: String,
    #[entity(body)]
    pub profile: Option<String>,
}
/// One copy of a release in someone's collection.
#[derive(Entity)]
pub struct CollectionItem {
    #[entity(key, sequence)]
    pub instance_id: IntKey<CollectionItem>,
    #[entity(on_delete = cascade)]
    pub username: Key<User>,
    #[entity(on_delete = cascade)]
    pub folder_id: IntKey<Folder>,
    #[entity(on_delete = cascade)]
    pub release_id: IntKey<Release>,
    #[entity(range = 1..=5)]
    pub rating: Option<i64>,
    #[entity(person)]
    pub artist: Option<String>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(company)]
    pub label: Option<String>,
    #[entity(sku)]
    pub catno: Option<String>,
    pub format: Option<String>,
    #[entity(range = 1900..=2100)]
    pub year: Option<i64>,
    #[entity(created)]
    pub added_at: Timestamp,
}
/// A field that someone adds to their collection.
#[derive(Entity)]
pub struct CustomField {
    #[entity(key, sequence)]
    pub id: IntKey<CustomField>,
    #[entity(on_delete = cascade)]
    pub username: Key<User>,
    #[entity(title)]
    pub name: String,
}
/// What a copy has in an added field.
#[derive(Entity)]
pub struct CustomFieldValue {
    #[entity(key, on_delete = cascade)]
    pub instance_id: IntKey<CollectionItem>,
    #[entity(key, on_delete = cascade)]
    pub field_id: IntKey<CustomField>,
    pub value: String,
}
/// A part of someone's collection.
#[derive(Entity)]
#[entity(unique(username, name))]
pub struct Folder {
    #[entity(key, sequence)]
    pub id: IntKey<Folder>,
    #[entity(on_delete = cascade)]
    pub username: Key<User>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A file with everything that the seller offers.
#[derive(Entity)]
pub struct InventoryExport {
    #[entity(key, sequence)]
    pub id: IntKey<InventoryExport>,
    #[entity(default = ExportStatus::Pending)]
    pub status: ExportStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// How far an export is.
#[derive(Choice)]
pub enum ExportStatus {
    Pending,
    Success,
    Failed,
}
/// A company that brings records out.
#[derive(Entity)]
pub struct Label {
    #[entity(key, sequence)]
    pub id: IntKey<Label>,
    #[entity(company)]
    pub name: String,
    #[entity(body)]
    pub profile: Option<String>,
}
/// A list of records that someone put together.
#[derive(Entity)]
pub struct List {
    #[entity(key, sequence)]
    pub id: IntKey<List>,
    #[entity(on_delete = cascade)]
    pub username: Key<User>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub release_ids: Vec<IntKey<Release>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A copy that is for sale.
#[derive(Entity)]
pub struct Listing {
    #[entity(key, sequence)]
    pub id: IntKey<Listing>,
    /// The seller.
    #[entity(on_delete = cascade)]
    pub username: Option<Key<User>>,
    #[entity(on_delete = cascade)]
    pub release_id: IntKey<Release>,
    #[entity(money, range = 0.0..=1_000_000.0)]
    pub price: f64,
    #[entity(default = ListingStatus::ForSale)]
    pub status: ListingStatus,
    pub condition: Condition,
    pub sleeve_condition: Option<SleeveCondition>,
    #[entity(range = 0.0..=1_000_000.0)]
    pub weight: Option<f64>,
    #[entity(quantity)]
    pub format_quantity: Option<f64>,
    #[entity(body)]
    pub comments: Option<String>,
    pub location: Option<String>,
    pub external_id: Option<String>,
    #[entity(default)]
    pub allow_offers: bool,
    #[entity(title)]
    pub item: Option<String>,
    #[entity(person)]
    pub artist: Option<String>,
    #[entity(company)]
    pub label: Option<String>,
    #[entity(sku)]
    pub catno: Option<String>,
    pub audio: Option<bool>,
    #[entity(created)]
    pub listed_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether a copy can be bought.
#[derive(Choice)]
pub enum ListingStatus {
    #[choice(rename = "For Sale")]
    ForSale,
    #[choice(rename = "Expired")]
    Expired,
    #[choice(rename = "Draft")]
    Draft,
    #[choice(rename = "Pending")]
    Pending,
}
/// How well a record is preserved.
#[derive(Choice)]
pub enum Condition {
    #[choice(rename = "Mint (M)")]
    MintM,
    #[choice(rename = "Near Mint (NM or M-)")]
    NearMintNmOrM,
    #[choice(rename = "Very Good Plus (VG+)")]
    VeryGoodPlusVg,
    #[choice(rename = "Very Good (VG)")]
    VeryGoodVg,
    #[choice(rename = "Good Plus (G+)")]
    GoodPlusG,
    #[choice(rename = "Good (G)")]
    GoodG,
    #[choice(rename = "Fair (F)")]
    FairF,
    #[choice(rename = "Poor (P)")]
    PoorP,
}
/// How well a sleeve is preserved.
#[derive(Choice)]
pub enum SleeveCondition {
    #[choice(rename = "Mint (M)")]
    MintM,
    #[choice(rename = "Near Mint (NM or M-)")]
    NearMintNmOrM,
    #[choice(rename = "Very Good Plus (VG+)")]
    VeryGoodPlusVg,
    #[choice(rename = "Very Good (VG)")]
    VeryGoodVg,
    #[choice(rename = "Good Plus (G+)")]
    GoodPlusG,
    #[choice(rename = "Good (G)")]
    GoodG,
    #[choice(rename = "Fair (F)")]
    FairF,
    #[choice(rename = "Poor (P)")]
    PoorP,
    #[choice(rename = "Generic")]
    Generic,
    #[choice(rename = "Not Graded")]
    NotGraded,
    #[choice(rename = "No Cover")]
    NoCover,
}
/// A work in all its versions.
#[derive(Entity)]
pub struct Master {
    #[entity(key, sequence)]
    pub id: IntKey<Master>,
    #[entity(title)]
    pub title: String,
    #[entity(on_delete = clear)]
    pub artist_id: Option<IntKey<Artist>>,
    #[entity(range = 1900..=2100)]
    pub year: Option<i64>,
}
/// What a buyer ordered from the seller.
#[derive(Entity)]
pub struct Order {
    #[entity(key, sequence)]
    pub id: IntKey<Order>,
    #[entity(on_delete = clear)]
    pub buyer: Option<Key<User>>,
    #[entity(default = OrderStatus::NewOrder)]
    pub status: OrderStatus,
    #[entity(money)]
    pub total: Option<f64>,
    #[entity(money, range = 0.0..=100_000.0)]
    pub shipping: Option<f64>,
    #[entity(default)]
    pub archived: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub last_activity_at: Timestamp,
}
/// Where an order stands.
#[derive(Choice)]
pub enum OrderStatus {
    #[choice(rename = "New Order")]
    NewOrder,
    #[choice(rename = "Buyer Contacted")]
    BuyerContacted,
    #[choice(rename = "Invoice Sent")]
    InvoiceSent,
    #[choice(rename = "Payment Pending")]
    PaymentPending,
    #[choice(rename = "Payment Received")]
    PaymentReceived,
    #[choice(rename = "Shipped")]
    Shipped,
    #[choice(rename = "Refund Sent")]
    RefundSent,
    #[choice(rename = "Cancelled (Non-Paying Buyer)")]
    CancelledNonPayingBuyer,
    #[choice(rename = "Cancelled (Item Unavailable)")]
    CancelledItemUnavailable,
    #[choice(rename = "Cancelled (Per Buyer's Request)")]
    CancelledPerBuyerSRequest,
}
/// A message between the buyer and the seller.
#[derive(Entity)]
pub struct OrderMessage {
    #[entity(key, sequence = "MSG-{:05}")]
    pub id: Key<OrderMessage>,
    #[entity(on_delete = cascade)]
    pub order_id: IntKey<Order>,
    /// The status that came with it.
    pub status: Option<OrderStatus>,
    #[entity(body)]
    pub message: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One version of a record.
#[derive(Entity)]
pub struct Release {
    #[entity(key, sequence)]
    pub id: IntKey<Release>,
    #[entity(title)]
    pub title: String,
    #[entity(on_delete = clear)]
    pub master_id: Option<IntKey<Master>>,
    #[entity(on_delete = clear)]
    pub artist_id: Option<IntKey<Artist>>,
    #[entity(person)]
    pub artist: Option<String>,
    #[entity(on_delete = clear)]
    pub label_id: Option<IntKey<Label>>,
    #[entity(company)]
    pub label: Option<String>,
    #[entity(sku)]
    pub catno: Option<String>,
    pub format: Option<String>,
    #[entity(country)]
    pub country: Option<String>,
    /// The year, or the day, that it came out.
    pub released: Option<String>,
    #[entity(range = 1900..=2100)]
    pub year: Option<i64>,
    /// What everyone together thinks of it.
    #[entity(range = 1.0..=5.0)]
    pub rating: Option<f64>,
    /// Who put it into the database.
    #[entity(on_delete = clear)]
    pub submitter: Option<Key<User>>,
    /// Who else worked on its entry.
    #[entity(on_delete = clear)]
    pub contributors: Vec<Key<User>>,
    #[entity(created)]
    pub added_at: Timestamp,
}
/// What one user thinks of a release.
#[derive(Entity)]
pub struct ReleaseRating {
    #[entity(key, on_delete = cascade)]
    pub release_id: IntKey<Release>,
    #[entity(key, on_delete = cascade)]
    pub username: Key<User>,
    #[entity(range = 1..=5)]
    pub rating: i64,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Someone with an account.
#[derive(Entity)]
pub struct User {
    #[entity(key, username)]
    pub username: Key<User>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(body)]
    pub profile: Option<String>,
    #[entity(city)]
    pub location: Option<String>,
    pub curr_abbr: Option<Currency>,
    #[entity(url)]
    pub home_page: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A currency that prices are shown in.
#[derive(Choice)]
pub enum Currency {
    #[choice(rename = "USD")]
    Usd,
    #[choice(rename = "GBP")]
    Gbp,
    #[choice(rename = "EUR")]
    Eur,
    #[choice(rename = "CAD")]
    Cad,
    #[choice(rename = "AUD")]
    Aud,
    #[choice(rename = "JPY")]
    Jpy,
    #[choice(rename = "CHF")]
    Chf,
    #[choice(rename = "MXN")]
    Mxn,
    #[choice(rename = "BRL")]
    Brl,
    #[choice(rename = "NZD")]
    Nzd,
    #[choice(rename = "SEK")]
    Sek,
    #[choice(rename = "ZAR")]
    Zar,
}
/// Whose credentials are used.
#[derive(Entity)]
pub struct UserIdentity {
    pub username: Key<User>,
}
/// A release that someone would like to have.
#[derive(Entity)]
pub struct Want {
    #[entity(key, on_delete = cascade)]
    pub username: Key<User>,
    #[entity(key, on_delete = cascade)]
    pub release_id: IntKey<Release>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(range = 0..=5)]
    pub rating: Option<i64>,
    #[entity(person)]
    pub artist: Option<String>,
    #[entity(company)]
    pub label: Option<String>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(range = 1900..=2100)]
    pub year: Option<i64>,
    #[entity(created)]
    pub added_at: Timestamp,
}
pub trait Tools {
    #[tool(get, key(release_id), ignore(curr_abbr))]
    fn get_release() -> Release;
    #[tool(get, key(release_id, username))]
    fn get_release_rating_by_user() -> ReleaseRating;
    #[tool(upsert, key(release_id, username))]
    fn edit_release_rating() -> ReleaseRating;
    #[tool(delete, key(release_id, username))]
    fn delete_release_rating() -> ReleaseRating;
    #[tool(get, key(release_id))]
    fn get_release_community_rating() -> Release;
    #[tool(get, key(master_id))]
    fn get_master_release() -> Master;
    #[tool(list, filter(master_id, label, format, country, released), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn get_master_release_versions() -> Page<Release>;
    #[tool(get, key(artist_id))]
    fn get_artist() -> Artist;
    #[tool(list, filter(artist_id), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn get_artist_releases() -> Page<Release>;
    #[tool(get, key(label_id))]
    fn get_label() -> Label;
    #[tool(list, filter(label_id), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn get_label_releases() -> Page<Release>;
    #[tool(simulate(unclear_effect, "it finds artists, labels, masters and releases at once"))]
    fn search();
    #[tool(list, filter(username, status), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn get_user_inventory() -> Page<Listing>;
    #[tool(get, key(listing_id), ignore(curr_abbr))]
    fn get_marketplace_listing() -> Listing;
    #[tool(create)]
    fn create_marketplace_listing() -> Listing;
    #[tool(update, key(listing_id))]
    fn update_marketplace_listing() -> Listing;
    #[tool(delete, key(listing_id))]
    fn delete_marketplace_listing() -> Listing;
    #[tool(get, key(order_id))]
    fn get_marketplace_order() -> Order;
    #[tool(update, key(order_id))]
    fn edit_marketplace_order() -> Order;
    #[tool(list, filter(status, archived, created_at >= created_after, created_at <= created_before), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn get_marketplace_orders() -> Page<Order>;
    #[tool(list, filter(order_id), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn get_marketplace_order_messages() -> Page<OrderMessage>;
    #[tool(create)]
    fn create_marketplace_order_message() -> OrderMessage;
    #[tool(simulate(external_computation, "the copies for sale are counted and their lowest price converted"))]
    fn get_marketplace_release_stats();
    #[tool(create)]
    fn inventory_export() -> InventoryExport;
    #[tool(list)]
    fn get_inventory_exports() -> Page<InventoryExport>;
    #[tool(get, key(id))]
    fn get_inventory_export() -> InventoryExport;
    #[tool(simulate(media, "it answers with a file"))]
    fn download_inventory_export();
    #[tool(get)]
    fn get_user_identity() -> UserIdentity;
    #[tool(get, key(username))]
    fn get_user_profile() -> User;
    #[tool(update, key(username))]
    fn edit_user_profile() -> User;
    #[tool(list, filter(submitter = username))]
    fn get_user_submissions() -> Page<Release>;
    #[tool(list, filter(contributors has username), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn get_user_contributions() -> Page<Release>;
    #[tool(list, filter(username))]
    fn get_user_collection_folders() -> Page<Folder>;
    #[tool(create)]
    fn create_user_collection_folder() -> Folder;
    #[tool(get, key(folder_id), filter(username))]
    fn get_user_collection_folder() -> Folder;
    #[tool(update, key(folder_id), filter(username))]
    fn edit_user_collection_folder() -> Folder;
    #[tool(delete, key(folder_id), filter(username))]
    fn delete_user_collection_folder() -> Folder;
    #[tool(list, filter(username, release_id), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn find_release_in_user_collection() -> Page<CollectionItem>;
    #[tool(list, filter(username, folder_id), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn get_user_collection_items() -> Page<CollectionItem>;
    #[tool(create)]
    fn add_release_to_user_collection_folder() -> CollectionItem;
    #[tool(update, key(instance_id), filter(username, folder_id, release_id))]
    fn rate_release_in_user_collection() -> CollectionItem;
    #[tool(update, key(instance_id), filter(username, folder_id, release_id), map(folder_id = destination_folder_id))]
    fn move_release_in_user_collection() -> CollectionItem;
    #[tool(delete, key(instance_id), filter(username, folder_id, release_id))]
    fn delete_release_from_user_collection_folder() -> CollectionItem;
    #[tool(list, filter(username))]
    fn get_user_collection_custom_fields() -> Page<CustomField>;
    #[tool(upsert, key(instance_id, field_id), ignore(username, folder_id, release_id))]
    fn edit_user_collection_custom_field_value() -> CustomFieldValue;
    #[tool(simulate(external_computation, "what the copies are worth is worked out from past sales"))]
    fn get_user_collection_value();
    #[tool(list, filter(username), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn get_user_wantlist() -> Page<Want>;
    #[tool(create)]
    fn add_to_wantlist() -> Want;
    #[tool(update, key(username, release_id))]
    fn edit_item_in_wantlist() -> Want;
    #[tool(delete, key(username, release_id), ignore(notes, rating))]
    fn delete_item_in_wantlist() -> Want;
    #[tool(list, filter(username), sort(by = sort, direction = sort_order), page(page, limit = per_page))]
    fn get_user_lists() -> Page<List>;
    #[tool(get, key(list_id))]
    fn get_list() -> List;
    #[tool(simulate(live_web, "it reads what is at `url`"))]
    fn fetch_image();
}
