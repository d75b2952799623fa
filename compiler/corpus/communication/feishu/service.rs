//! Feishu: apps of tables in Bitable, with the fields and records of each table.

/// Everything that Feishu knows.
#[derive(State)]
pub struct Feishu {
    pub bitable_apps: Table<BitableApp>,
    pub tables: Table<TableRow>,
    pub fields: Table<FieldRow>,
    pub records: Table<RecordRow>,
}

/// An app: a base of tables, named by its token.
#[derive(Entity)]
pub struct BitableApp {
    #[entity(key, token("bascn", 20))]
    pub app_token: Key<BitableApp>,
    #[entity(title)]
    pub name: String,
    /// The folder that holds the app; folders are not part of the model.
    pub folder_token: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A table of an app.
#[derive(Entity)]
#[entity(unique(app_token, name))]
pub struct TableRow {
    #[entity(key, token("tbl", 12))]
    pub id: Key<TableRow>,
    #[entity(len = 1..=100, title)]
    pub name: String,
    /// The fields that the table began with, as the caller wrote them.
    pub fields: Option<String>,
    #[entity(on_delete = cascade)]
    pub app_token: Key<BitableApp>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A column of a table.
#[derive(Entity)]
#[entity(unique(table_id, name))]
pub struct FieldRow {
    #[entity(key, token("fld", 10))]
    pub id: Key<FieldRow>,
    #[entity(on_delete = cascade)]
    pub table_id: Key<TableRow>,
    #[entity(on_delete = cascade)]
    pub app_token: Key<BitableApp>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A row of a table.
#[derive(Entity)]
pub struct RecordRow {
    #[entity(key, token("rec", 12))]
    pub id: Key<RecordRow>,
    /// The values by field, as the caller wrote them.
    pub fields: String,
    #[entity(on_delete = cascade)]
    pub table_id: Key<TableRow>,
    #[entity(on_delete = cascade)]
    pub app_token: Key<BitableApp>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

pub trait Tools {
    #[tool(create)]
    fn create_record() -> RecordRow;
    #[tool(simulate(unclear_effect, "the filter is a formula of the product's own"))]
    fn search_records();
    #[tool(delete, key(record_id), filter(table_id, app_token))]
    fn delete_record() -> RecordRow;
    #[tool(update, key(record_id), filter(table_id, app_token))]
    fn update_record() -> RecordRow;
    #[tool(list, filter(table_id, app_token))]
    fn list_fields() -> Page<FieldRow>;
    #[tool(create)]
    fn create_bitable_app() -> BitableApp;
    #[tool(create)]
    fn create_table() -> TableRow;
    #[tool(delete, key(table_id), filter(app_token))]
    fn delete_table() -> TableRow;
}
