//! Productboard keeps products, their components and features, the notes of customers, and the
//! companies that these come from.

/// Everything that Productboard knows.
#[derive(State)]
pub struct Productboard {
    pub companies: Table<Company>,
    pub components: Table<Component>,
    pub features: Table<Feature>,
    pub feature_statuses: Table<FeatureStatus>,
    pub notes: Table<Note>,
    pub products: Table<Product>,
}

/// One company.
#[derive(Entity)]
pub struct Company {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Company>,
    #[entity(company)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(unique, url)]
    pub domain: Option<String>,
}

/// A part of a product.
#[derive(Entity)]
pub struct Component {
    #[entity(key, sequence = "COMP-{:05}")]
    pub id: Key<Component>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub product_id: Option<Key<Product>>,
}

/// Something that the product shall do.
#[derive(Entity)]
pub struct Feature {
    #[entity(key, sequence = "FEA-{:05}")]
    pub id: Key<Feature>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub status_id: Option<Key<FeatureStatus>>,
    #[entity(on_delete = clear)]
    pub product_id: Option<Key<Product>>,
    #[entity(on_delete = clear)]
    pub component_id: Option<Key<Component>>,
}

/// How far a feature has come.
#[derive(Entity)]
pub struct FeatureStatus {
    #[entity(key, sequence = "FST-{:05}")]
    pub id: Key<FeatureStatus>,
    #[entity(title)]
    pub name: String,
}

/// What a customer said.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence = "NOT-{:05}")]
    pub id: Key<Note>,
    pub source: Option<String>,
    #[entity(on_delete = clear)]
    pub company_id: Option<Key<Company>>,
    pub created_at: Date,
    #[entity(on_delete = clear)]
    pub feature_id: Option<Key<Feature>>,
    pub updated_at: Date,
    #[entity(email)]
    pub owner_email: Option<String>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub content: String,
    #[entity(tag)]
    pub tags: Vec<String>,
}

/// One product.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Product>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

pub trait Tools {
    #[tool(list, page(page))]
    fn get_products() -> Page<Product>;

    #[tool(get, key(product_id))]
    fn get_product_detail() -> Product;

    #[tool(list, page(page))]
    fn get_features() -> Page<Feature>;

    #[tool(get, key(feature_id))]
    fn get_feature_detail() -> Feature;

    #[tool(list, page(page))]
    fn get_components() -> Page<Component>;

    #[tool(get, key(component_id))]
    fn get_component_detail() -> Component;

    #[tool(list, page(page))]
    fn get_feature_statuses() -> Page<FeatureStatus>;

    #[tool(
        search((title, content) ~ term),
        filter(
            tags has any_tag,
            tags has all_tags,
            source,
            company_id,
            created_at <= created_to,
            feature_id,
            updated_at <= updated_to,
            owner_email,
            created_at >= created_from,
            updated_at >= updated_from,
        ),
        sort(created_at, descending),
        page(limit = page_limit, cursor = page_cursor),
        ignore(last),
    )]
    fn get_notes() -> Page<Note>;

    #[tool(get, key(note_id))]
    fn get_note_detail() -> Note;

    #[tool(list, page(page))]
    fn get_companies() -> Page<Company>;

    #[tool(get, key(company_id))]
    fn get_company_detail() -> Company;
}
