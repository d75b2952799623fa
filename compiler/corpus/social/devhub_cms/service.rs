//! DevHub CMS: businesses and their locations with opening hours, and web sites with blog posts and pictures.
/// Everything that DevHub CMS knows.
#[derive(State)]
pub struct DevhubCms {
    pub blog_posts: Table<BlogPost>,
    pub businesses: Table<Business>,
    pub hours: Table<Hour>,
    pub images: Table<Image>,
    pub locations: Table<Location>,
    pub sites: Table<Site>,
}
/// One blog post.
#[derive(Entity)]
pub struct BlogPost {
    #[entity(key, sequence)]
    pub id: IntKey<BlogPost>,
    #[entity(on_delete = cascade)]
    pub site_id: IntKey<Site>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub content: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One business.
#[derive(Entity)]
pub struct Business {
    #[entity(key, sequence)]
    pub id: IntKey<Business>,
    #[entity(company)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// When a location is open, by kind of hours.
#[derive(Entity)]
pub struct Hour {
    #[entity(key, on_delete = cascade)]
    pub location_id: IntKey<Location>,
    #[entity(key)]
    pub hours_type: String,
    pub hours: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One image.
#[derive(Entity)]
pub struct Image {
    #[entity(key, sequence = "IMA-{:05}")]
    pub id: Key<Image>,
    pub base64_image_content: String,
    #[entity(title)]
    pub filename: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One location.
#[derive(Entity)]
pub struct Location {
    #[entity(key, sequence)]
    pub id: IntKey<Location>,
    #[entity(on_delete = cascade)]
    pub business_id: IntKey<Business>,
    #[entity(title)]
    pub name: String,
    #[entity(address)]
    pub address: Option<String>,
    #[entity(country)]
    pub country: Option<String>,
    #[entity(range = -90.0..=90.0)]
    pub latitude: Option<f64>,
    #[entity(range = -180.0..=180.0)]
    pub longitude: Option<f64>,
}
/// A web site that posts appear on.
#[derive(Entity)]
pub struct Site {
    #[entity(key, sequence)]
    pub id: IntKey<Site>,
    #[entity(unique, url)]
    pub url: String,
    #[entity(title)]
    pub name: Option<String>,
}
pub trait Tools {
    #[tool(get, key(location_id, hours_type))]
    fn get_hours_of_operation() -> Hour;
    #[tool(list)]
    fn get_businesses() -> Page<Business>;
    #[tool(list, filter(business_id))]
    fn get_locations() -> Page<Location>;
    #[tool(upsert, key(location_id, hours_type), map(hours = new_hours))]
    fn update_hours() -> Hour;
    #[tool(list, filter(url))]
    fn site_from_url() -> Page<Site>;
    #[tool(create)]
    fn upload_image() -> Image;
    #[tool(get, key(post_id))]
    fn get_blog_post() -> BlogPost;
    #[tool(create)]
    fn create_blog_post() -> BlogPost;
    #[tool(update, key(post_id))]
    fn update_blog_post() -> BlogPost;
    #[tool(simulate(external_computation, "it measures distances on the globe"))]
    fn get_nearest_location();
}
