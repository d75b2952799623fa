//! Lightdash keeps analytics projects, the spaces, charts and dashboards in them, and the tables
//! and metrics that these are made from.

/// Everything that Lightdash knows.
#[derive(State)]
pub struct Lightdash {
    pub dashboards: Table<Dashboard>,
    pub projects: Table<Project>,
    pub spaces: Table<Space>,
    pub user_attributes: Table<UserAttribute>,
    pub catalog_tables: Table<CatalogTable>,
    pub metrics: Table<Metric>,
    pub charts: Table<Chart>,
}

/// One dashboard.
#[derive(Entity)]
pub struct Dashboard {
    #[entity(key, sequence = "DAS-{:05}")]
    pub id: Key<Dashboard>,
    #[entity(on_delete = cascade)]
    pub project_uuid: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub space_id: Option<Key<Space>>,
}

/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, uuid)]
    pub id: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One space.
#[derive(Entity)]
pub struct Space {
    #[entity(key, sequence = "SPA-{:05}")]
    pub id: Key<Space>,
    #[entity(on_delete = cascade)]
    pub project_uuid: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One user attribute.
#[derive(Entity)]
pub struct UserAttribute {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<UserAttribute>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A table of the project's data model.
#[derive(Entity)]
pub struct CatalogTable {
    #[entity(key, sequence = "TAB-{:05}")]
    pub id: Key<CatalogTable>,
    #[entity(on_delete = cascade)]
    pub project_uuid: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A number that is computed from a table.
#[derive(Entity)]
pub struct Metric {
    #[entity(key, sequence = "MET-{:05}")]
    pub id: Key<Metric>,
    #[entity(on_delete = cascade)]
    pub project_uuid: Key<Project>,
    pub table: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A saved chart over a table.
#[derive(Entity)]
pub struct Chart {
    #[entity(key, uuid)]
    pub id: Key<Chart>,
    #[entity(on_delete = cascade)]
    pub project_uuid: Key<Project>,
    #[entity(on_delete = clear)]
    pub space_id: Option<Key<Space>>,
    pub table: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

pub trait Tools {
    #[tool(list)]
    fn list_projects() -> Page<Project>;

    #[tool(get, key(project_uuid))]
    fn get_project() -> Project;

    #[tool(list, filter(project_uuid))]
    fn list_spaces() -> Page<Space>;

    #[tool(list, filter(project_uuid))]
    fn list_charts() -> Page<Chart>;

    #[tool(list, filter(project_uuid))]
    fn list_dashboards() -> Page<Dashboard>;

    #[tool(simulate(unclear_effect, "the spec does not tell which metrics count as custom"))]
    fn get_custom_metrics();

    #[tool(list, filter(project_uuid))]
    fn get_catalog() -> Page<CatalogTable>;

    #[tool(list, filter(project_uuid))]
    fn get_metrics_catalog() -> Page<Metric>;

    #[tool(simulate(external_computation, "the answer is source text made from the charts"))]
    fn get_charts_as_code();

    #[tool(simulate(external_computation, "the answer is source text made from the dashboards"))]
    fn get_dashboards_as_code();

    #[tool(list, filter(project_uuid, name = table))]
    fn get_metadata() -> Page<CatalogTable>;

    /// Lists the charts that use a table.
    #[tool(list, filter(project_uuid, table))]
    fn get_analytics() -> Page<Chart>;

    #[tool(list)]
    fn get_user_attributes() -> Page<UserAttribute>;
}
