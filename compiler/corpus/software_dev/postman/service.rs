//! Postman: workspaces with API collections and their folders and requests, environments, mocks, monitors and API definitions.

/// Everything that Postman knows.
#[derive(State)]
pub struct Postman {
    pub collection_items: Table<CollectionItem>,
    pub apis: Table<Api>,
    pub api_schemas: Table<ApiSchema>,
    pub collections: Table<Collection>,
    pub current_user: One<CurrentUser>,
    pub environments: Table<Environment>,
    pub mocks: Table<Mock>,
    pub monitors: Table<Monitor>,
    pub workspaces: Table<Workspace>,
}

/// One api.
#[derive(Entity)]
pub struct Api {
    #[entity(key, sequence = "API-{:05}")]
    pub id: Key<Api>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
}

/// One api schema.
#[derive(Entity)]
pub struct ApiSchema {
    #[entity(key, sequence = "AS-{:05}")]
    pub id: Key<ApiSchema>,
    #[entity(on_delete = cascade)]
    pub api_id: Key<Api>,
    pub kind: Option<String>,
    #[entity(body)]
    pub content: String,
}

/// One collection.
#[derive(Entity)]
pub struct Collection {
    #[entity(key, sequence = "COL-{:05}")]
    pub id: Key<Collection>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `item_type` can be.
#[derive(Choice)]
pub enum CollectionItemType {
    Folder,
    Request,
}

/// What `http_method` can be.
#[derive(Choice)]
pub enum CollectionHttpMethod {
    #[choice(rename = "GET")]
    Get,
    #[choice(rename = "POST")]
    Post,
    #[choice(rename = "PUT")]
    Put,
    #[choice(rename = "PATCH")]
    Patch,
    #[choice(rename = "DELETE")]
    Delete,
    #[choice(rename = "HEAD")]
    Head,
    #[choice(rename = "OPTIONS")]
    Options,
}

/// The current user.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(username)]
    pub username: Option<String>,
}

/// One environment.
#[derive(Entity)]
pub struct Environment {
    #[entity(key, sequence = "ENV-{:05}")]
    pub id: Key<Environment>,
    #[entity(title)]
    pub name: Option<String>,
    pub values: Option<Json>,
    #[entity(on_delete = clear)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One mock.
#[derive(Entity)]
pub struct Mock {
    #[entity(key, sequence = "MOC-{:05}")]
    pub id: Key<Mock>,
    #[entity(on_delete = cascade)]
    pub collection_id: Key<Collection>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(on_delete = clear)]
    pub environment_id: Option<Key<Environment>>,
    #[entity(on_delete = clear)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(default)]
    pub private: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One monitor.
#[derive(Entity)]
pub struct Monitor {
    #[entity(key, sequence = "MON-{:05}")]
    pub id: Key<Monitor>,
    #[entity(on_delete = cascade)]
    pub collection_id: Key<Collection>,
    #[entity(title)]
    pub name: String,
    pub cron: Option<String>,
    #[entity(timezone)]
    pub timezone: Option<String>,
    #[entity(on_delete = clear)]
    pub environment_id: Option<Key<Environment>>,
    #[entity(on_delete = clear)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One workspace.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workspace>,
    pub workspace_type: Option<WorkspaceWorkspaceType>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// What `workspace_type` can be.
#[derive(Choice)]
pub enum WorkspaceWorkspaceType {
    Personal,
    Team,
    Private,
    Public,
    Partner,
}

/// A folder or a request in a collection.
#[derive(Entity)]
pub struct CollectionItem {
    #[entity(key, sequence = "ITM-{:05}")]
    pub id: Key<CollectionItem>,
    #[entity(on_delete = cascade)]
    pub collection_id: Key<Collection>,
    pub item_type: CollectionItemType,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// The folder that it lies in.
    #[entity(on_delete = cascade)]
    pub parent_folder_id: Option<Key<CollectionItem>>,
    /// For requests only.
    pub http_method: Option<CollectionHttpMethod>,
    #[entity(url)]
    pub url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

pub trait Tools {
    #[tool(create, set(item_type = CollectionItemType::Folder))]
    fn create_collection_folder() -> CollectionItem;
    #[tool(create, map(parent_folder_id = folder_id), set(item_type = CollectionItemType::Request))]
    fn create_collection_request() -> CollectionItem;
    #[tool(create)]
    fn create_mock() -> Mock;
    #[tool(create)]
    fn create_monitor() -> Monitor;
    #[tool(delete, key(collection_id))]
    fn delete_collection() -> Collection;
    #[tool(delete, key(item_id), filter(collection_id, item_type))]
    fn delete_collection_item() -> CollectionItem;
    #[tool(delete, key(environment_id))]
    fn delete_environment() -> Environment;
    #[tool(delete, key(mock_id))]
    fn delete_mock() -> Mock;
    #[tool(delete, key(monitor_id))]
    fn delete_monitor() -> Monitor;
    #[tool(simulate(unclear_effect, "it copies the collection with everything in it"))]
    fn fork_collection();
    #[tool(get, key(api_id))]
    fn get_api() -> Api;
    #[tool(get, key(schema_id), filter(api_id))]
    fn get_api_schema() -> ApiSchema;
    #[tool(get, key(collection_id))]
    fn get_collection() -> Collection;
    #[tool(simulate(external_computation, "the document is made from the requests of the collection"))]
    fn get_collection_openapi();
    #[tool(get, key(environment_id))]
    fn get_environment() -> Environment;
    #[tool(get, key(mock_id))]
    fn get_mock() -> Mock;
    #[tool(get, key(monitor_id))]
    fn get_monitor() -> Monitor;
    #[tool(get, key(workspace_id))]
    fn get_workspace() -> Workspace;
    #[tool(list, filter(workspace_id), page(limit = limit, offset = offset))]
    fn list_apis() -> Page<Api>;
    #[tool(list, filter(workspace_id, name), page(limit, offset))]
    fn list_collections() -> Page<Collection>;
    #[tool(list, filter(workspace_id, name), page(limit, offset))]
    fn list_environments() -> Page<Environment>;
    #[tool(list, filter(workspace_id, name), page(limit, offset))]
    fn list_mocks() -> Page<Mock>;
    #[tool(list, filter(workspace_id), page(limit, offset))]
    fn list_monitors() -> Page<Monitor>;
    #[tool(list, filter(workspace_type), page(limit, offset), absent(workspace_type = "all"))]
    fn list_workspaces() -> Page<Workspace>;
    #[tool(simulate(code_execution, "it sends the requests of a collection"))]
    fn run_monitor();
    #[tool(upsert, key(collection_id))]
    fn save_collection() -> Collection;
    #[tool(upsert, key(environment_id))]
    fn save_environment() -> Environment;
    #[tool(update, key(item_id), filter(collection_id, item_type))]
    fn update_collection_item() -> CollectionItem;
    #[tool(simulate(unclear_effect, "it sets and removes single variables inside a list"))]
    fn update_environment_variables();
    #[tool(get)]
    fn who_am_i() -> CurrentUser;
}
