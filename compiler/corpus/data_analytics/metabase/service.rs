//! Metabase: saved questions (cards) over connected databases, and the dashboards and collections that hold them.

/// Everything that Metabase knows.
#[derive(State)]
pub struct Metabase {
    pub cards: Table<Card>,
    pub collections: Table<Collection>,
    pub dashboards: Table<Dashboard>,
    pub dashboard_cards: Table<DashboardCard>,
    pub databases: Table<Database>,
    pub tables: Table<TableRow>,
    pub table_fields: Table<TableField>,
}

/// A saved question over one database.
#[derive(Entity)]
pub struct Card {
    #[entity(key, sequence)]
    pub id: IntKey<Card>,
    #[entity(title)]
    pub name: String,
    #[entity(len = 1..=100_000)]
    pub query: String,
    #[entity(on_delete = cascade)]
    pub database_id: IntKey<Database>,
    #[entity(body)]
    pub description: Option<String>,
    pub visualization_settings: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One collection.
#[derive(Entity)]
pub struct Collection {
    #[entity(key, sequence)]
    pub id: IntKey<Collection>,
    #[entity(title)]
    pub name: String,
    #[entity(color)]
    pub color: Option<String>,
    #[entity(on_delete = clear)]
    pub parent_id: Option<IntKey<Collection>>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One dashboard.
#[derive(Entity)]
pub struct Dashboard {
    #[entity(key, sequence)]
    pub id: IntKey<Dashboard>,
    #[entity(title)]
    pub name: String,
    pub parameters: Option<Json>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub collection_id: Option<IntKey<Collection>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A card placed on a dashboard.
#[derive(Entity)]
pub struct DashboardCard {
    #[entity(key, sequence)]
    pub id: IntKey<DashboardCard>,
    pub col: Option<f64>,
    pub row: Option<f64>,
    pub size_x: Option<f64>,
    pub size_y: Option<f64>,
    #[entity(on_delete = cascade)]
    pub card_id: IntKey<Card>,
    #[entity(on_delete = cascade)]
    pub dashboard_id: IntKey<Dashboard>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A connected database.
#[derive(Entity)]
pub struct Database {
    #[entity(key, sequence)]
    pub id: IntKey<Database>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub engine: Option<String>,
}

/// A table of a connected database.
#[derive(Entity)]
pub struct TableRow {
    #[entity(key, sequence)]
    pub id: IntKey<TableRow>,
    #[entity(on_delete = cascade)]
    pub database_id: IntKey<Database>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A column of a table.
#[derive(Entity)]
pub struct TableField {
    #[entity(key, sequence)]
    pub id: IntKey<TableField>,
    #[entity(on_delete = cascade)]
    pub table_id: IntKey<TableRow>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub base_type: Option<String>,
}

pub trait Tools {
    #[tool(list)]
    fn list_dashboards() -> Page<Dashboard>;
    #[tool(list)]
    fn list_cards() -> Page<Card>;
    #[tool(list)]
    fn list_databases() -> Page<Database>;
    #[tool(simulate(code_execution, "it runs a query in the database"))]
    fn execute_card();
    #[tool(list, filter(dashboard_id))]
    fn get_dashboard_cards() -> Page<DashboardCard>;
    #[tool(simulate(code_execution, "it runs a query in the database"))]
    fn execute_query();
    #[tool(create)]
    fn create_card() -> Card;
    #[tool(update, key(card_id))]
    fn update_card_visualization() -> Card;
    #[tool(create)]
    fn add_card_to_dashboard() -> DashboardCard;
    #[tool(create)]
    fn create_dashboard() -> Dashboard;
    #[tool(list)]
    fn list_collections() -> Page<Collection>;
    #[tool(create)]
    fn create_collection() -> Collection;
    #[tool(list, filter(database_id))]
    fn list_tables() -> Page<TableRow>;
    #[tool(list, filter(table_id))]
    fn get_table_fields() -> Page<TableField>;
    #[tool(update, key(dashboard_id))]
    fn update_dashboard() -> Dashboard;
    #[tool(delete, key(dashboard_id))]
    fn delete_dashboard() -> Dashboard;
}
