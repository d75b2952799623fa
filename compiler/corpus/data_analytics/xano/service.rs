//! Xano: instances with workspaces, their tables with fields, indexes and records, files, and the APIs built on them.
/// Everything that Xano knows.
#[derive(State)]
pub struct Xano {
    pub apis: Table<Api>,
    pub api_groups: Table<ApiGroup>,
    pub files: Table<File>,
    pub instances: Table<InstanceRow>,
    pub records: Table<RecordRow>,
    pub tables: Table<TableRow>,
    pub workspaces: Table<Workspace>,
    pub indexes: Table<Index>,
    pub fields: Table<FieldRow>,
}
/// An endpoint of an API group.
#[derive(Entity)]
pub struct Api {
    #[entity(key, sequence = "API-{:05}")]
    pub id: Key<Api>,
    pub tag: Vec<String>,
    pub docs: Option<String>,
    #[entity(title)]
    pub name: String,
    pub verb: Option<String>,
    #[entity(on_delete = cascade)]
    pub apigroup_id: Key<ApiGroup>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub instance_name: Key<InstanceRow>,
    pub auth: Option<Json>,
    pub cache: Option<Json>,
    pub guid: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Endpoints that belong together.
#[derive(Entity)]
pub struct ApiGroup {
    #[entity(key, sequence = "API-{:05}")]
    pub id: Key<ApiGroup>,
    pub tag: Vec<String>,
    pub docs: Option<String>,
    #[entity(title)]
    pub name: String,
    pub branch: Option<String>,
    #[entity(default)]
    pub swagger: bool,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub instance_name: Key<InstanceRow>,
    pub guid: Option<String>,
    #[entity(unique, slug)]
    pub canonical: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A file kept in a workspace.
#[derive(Entity)]
pub struct File {
    #[entity(key, sequence = "FIL-{:05}")]
    pub id: Key<File>,
    pub access: Option<String>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub instance_name: Key<InstanceRow>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(url)]
    pub url: Option<String>,
    #[entity(mime)]
    pub mime: Option<String>,
    pub size: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A server that an account runs.
#[derive(Entity)]
pub struct InstanceRow {
    #[entity(key)]
    pub name: Key<InstanceRow>,
    #[entity(body)]
    pub description: Option<String>,
}
/// A row of a table.
#[derive(Entity)]
pub struct RecordRow {
    #[entity(key, sequence = "REC-{:05}")]
    pub id: Key<RecordRow>,
    #[entity(on_delete = cascade)]
    pub table_id: Key<TableRow>,
    pub record_data: Json,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub instance_name: Key<InstanceRow>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A table of the database of a workspace.
#[derive(Entity)]
#[entity(unique(workspace_id, name))]
pub struct TableRow {
    #[entity(key, sequence = "TAB-{:05}")]
    pub id: Key<TableRow>,
    pub tag: Vec<String>,
    #[entity(default)]
    pub auth: bool,
    pub docs: Option<String>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub instance_name: Key<InstanceRow>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A project with its database and APIs.
#[derive(Entity)]
#[entity(unique(instance_name, name))]
pub struct Workspace {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub instance_name: Key<InstanceRow>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// An index on fields of a table.
#[derive(Entity)]
pub struct Index {
    #[entity(key, sequence = "IND-{:05}")]
    pub id: Key<Index>,
    pub r#type: IndexType,
    #[entity(title)]
    pub name: Option<String>,
    pub lang: Option<String>,
    pub fields: Json,
    #[entity(on_delete = cascade)]
    pub table_id: Key<TableRow>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    pub instance_name: Key<InstanceRow>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What an index is for.
#[derive(Choice)]
pub enum IndexType {
    Btree,
    Unique,
    Search,
}
/// A column of a table.
#[derive(Entity)]
pub struct FieldRow {
    #[entity(key, on_delete = cascade)]
    pub table_id: Key<TableRow>,
    #[entity(key)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub instance_name: Key<InstanceRow>,
    pub field_type: String,
    pub style: Option<String>,
    pub access: Option<String>,
    pub default: Option<Json>,
    #[entity(default)]
    pub nullable: bool,
    #[entity(default)]
    pub required: bool,
    #[entity(default)]
    pub sensitive: bool,
    pub validators: Option<Json>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(list)]
    fn list_instances() -> Page<InstanceRow>;
    #[tool(get, key(instance_name))]
    fn get_instance_details() -> InstanceRow;
    #[tool(list, filter(instance_name))]
    fn list_databases() -> Page<Workspace>;
    #[tool(get, key(workspace_id), filter(instance_name))]
    fn get_workspace_details() -> Workspace;
    #[tool(list, filter(workspace_id = database_id, instance_name))]
    fn list_tables() -> Page<TableRow>;
    #[tool(get, key(table_id), filter(workspace_id, instance_name))]
    fn get_table_details() -> TableRow;
    #[tool(create)]
    fn create_table() -> TableRow;
    #[tool(update, key(table_id), filter(workspace_id, instance_name))]
    fn update_table() -> TableRow;
    #[tool(delete, key(table_id), filter(workspace_id, instance_name))]
    fn delete_table() -> TableRow;
    #[tool(list, filter(table_id, workspace_id, instance_name))]
    fn get_table_schema() -> Page<FieldRow>;
    #[tool(list, filter(table_id, workspace_id, instance_name), page(page, limit = per_page))]
    fn browse_table_content() -> Page<RecordRow>;
    #[tool(create, map(name = field_name))]
    fn add_field_to_schema() -> FieldRow;
    #[tool(simulate(unclear_effect, "the name is part of the key of a field, and keys do not change"))]
    fn rename_schema_field();
    #[tool(delete, key(table_id, field_name), filter(workspace_id, instance_name))]
    fn delete_field() -> FieldRow;
    #[tool(list, filter(table_id, workspace_id, instance_name))]
    fn list_indexes() -> Page<Index>;
    #[tool(create, set(r#type = IndexType::Btree))]
    fn create_btree_index() -> Index;
    #[tool(create, set(r#type = IndexType::Unique))]
    fn create_unique_index() -> Index;
    #[tool(create, set(r#type = IndexType::Search))]
    fn create_search_index() -> Index;
    #[tool(delete, key(index_id), filter(table_id, workspace_id, instance_name))]
    fn delete_index() -> Index;
    #[tool(simulate(unclear_effect, "the spec does not tell what `sort` does"))]
    fn search_table_content();
    #[tool(get, key(record_id), filter(table_id, workspace_id, instance_name))]
    fn get_table_record() -> RecordRow;
    #[tool(create)]
    fn create_table_record() -> RecordRow;
    #[tool(update, key(record_id), filter(table_id, workspace_id, instance_name))]
    fn update_table_record() -> RecordRow;
    #[tool(delete, key(record_id), filter(table_id, workspace_id, instance_name))]
    fn delete_table_record() -> RecordRow;
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn bulk_create_records();
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn bulk_update_records();
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn bulk_delete_records();
    #[tool(simulate(unclear_effect, "it removes all records of the table at once"))]
    fn truncate_table();
    #[tool(search(name ~ search), filter(access, workspace_id, instance_name), sort(created_at, descending, by = sort, direction = order), page(page, limit = per_page))]
    fn list_files() -> Page<File>;
    #[tool(get, key(file_id), filter(workspace_id, instance_name))]
    fn get_file_details() -> File;
    #[tool(delete, key(file_id), filter(workspace_id, instance_name))]
    fn delete_file() -> File;
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn bulk_delete_files();
    #[tool(simulate(external_computation, "the requests are made by callers of the APIs outside"))]
    fn browse_request_history();
    #[tool(simulate(media, "it packs the workspace into a file to download"))]
    fn export_workspace();
    #[tool(simulate(media, "it packs the schema of the workspace into a file to download"))]
    fn export_workspace_schema();
    #[tool(search((name, description) ~ search), filter(branch, workspace_id, instance_name), sort(created_at, descending, by = sort, direction = order), page(page, limit = per_page))]
    fn browse_api_groups() -> Page<ApiGroup>;
    #[tool(get, key(apigroup_id), filter(workspace_id, instance_name))]
    fn get_api_group() -> ApiGroup;
    #[tool(create)]
    fn create_api_group() -> ApiGroup;
    #[tool(update, key(apigroup_id), filter(workspace_id, instance_name))]
    fn update_api_group() -> ApiGroup;
    #[tool(delete, key(apigroup_id), filter(workspace_id, instance_name))]
    fn delete_api_group() -> ApiGroup;
    #[tool(update, key(apigroup_id), filter(workspace_id, instance_name))]
    fn update_api_group_security() -> ApiGroup;
    #[tool(search((name, description) ~ search), filter(apigroup_id, workspace_id, instance_name), sort(created_at, descending, by = sort, direction = order), page(page, limit = per_page))]
    fn browse_apis_in_group() -> Page<Api>;
    #[tool(get, key(api_id), filter(apigroup_id, workspace_id, instance_name))]
    fn get_api() -> Api;
    #[tool(create)]
    fn create_api() -> Api;
    #[tool(update, key(api_id), filter(apigroup_id, workspace_id, instance_name))]
    fn update_api() -> Api;
    #[tool(delete, key(api_id), filter(apigroup_id, workspace_id, instance_name))]
    fn delete_api() -> Api;
    #[tool(update, key(api_id), filter(apigroup_id, workspace_id, instance_name))]
    fn update_api_security() -> Api;
}
