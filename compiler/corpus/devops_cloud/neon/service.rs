//! Neon: Postgres projects, their branches, computes and tables, with sign-in and data APIs set up on them.
/// Everything that Neon knows.
#[derive(State)]
pub struct Neon {
    pub branches: Table<Branch>,
    pub branch_computes: Table<BranchCompute>,
    pub data_apis: Table<DataApi>,
    pub database_tables: Table<DatabaseTable>,
    pub doc_resources: Table<DocResource>,
    pub log_fields: Table<LogField>,
    pub log_field_values: Table<LogFieldValue>,
    pub neon_auths: Table<NeonAuth>,
    pub organizations: Table<Organization>,
    pub projects: Table<Project>,
    pub slow_queries: Table<SlowQuery>,
}
/// A company or team that owns projects.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, sequence = "org-{:05}")]
    pub id: Key<Organization>,
    #[entity(company)]
    pub name: String,
    #[entity(unique, slug)]
    pub handle: String,
}
/// A Postgres project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "prj-{:05}")]
    pub id: Key<Project>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(on_delete = cascade)]
    pub org_id: Option<Key<Organization>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A branch of a project's data.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct Branch {
    #[entity(key, sequence = "br-{:05}")]
    pub id: Key<Branch>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(slug)]
    pub name: Option<String>,
    /// The branch that it was made from.
    #[entity(on_delete = clear)]
    pub parent_id: Option<Key<Branch>>,
    pub expires_at: Option<Timestamp>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The machine that serves a branch.
#[derive(Entity)]
pub struct BranchCompute {
    #[entity(key, sequence = "ep-{:05}")]
    pub id: Key<BranchCompute>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub branch_id: Key<Branch>,
    #[entity(default = ComputeKind::ReadWrite)]
    pub r#type: ComputeKind,
    #[entity(range = 0.25..=56.0)]
    pub compute_units: Option<f64>,
}
/// What a compute may do.
#[derive(Choice)]
pub enum ComputeKind {
    ReadWrite,
    ReadOnly,
}
/// A table of a project's database.
#[derive(Entity)]
pub struct DatabaseTable {
    #[entity(key, on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(key, slug)]
    pub table_name: String,
    #[entity(on_delete = cascade)]
    pub branch_id: Option<Key<Branch>>,
    #[entity(slug)]
    pub database_name: Option<String>,
    /// Its columns, each with a name and a type.
    pub columns: Option<Json>,
}
/// The sign-in service set up for a project.
#[derive(Entity)]
pub struct NeonAuth {
    #[entity(key, on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(on_delete = clear)]
    pub branch_id: Option<Key<Branch>>,
    #[entity(slug)]
    pub database_name: Option<String>,
    #[entity(url)]
    pub trusted_origins: Vec<String>,
    #[entity(default)]
    pub allow_localhost: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A web interface to a database.
#[derive(Entity)]
pub struct DataApi {
    #[entity(key, sequence = "api-{:05}")]
    pub id: Key<DataApi>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub branch_id: Option<Key<Branch>>,
    #[entity(slug)]
    pub database_name: Option<String>,
    pub auth_provider: Option<DataApiAuthProvider>,
    #[entity(url)]
    pub jwks_url: Option<String>,
    #[entity(title)]
    pub provider_name: Option<String>,
    pub jwt_audience: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Who signs callers in.
#[derive(Choice)]
pub enum DataApiAuthProvider {
    NeonAuth,
    External,
    None,
}
/// A page of the manual.
#[derive(Entity)]
pub struct DocResource {
    #[entity(key, slug)]
    pub slug: Key<DocResource>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub content: Option<String>,
}
/// A field that log lines carry.
#[derive(Entity)]
pub struct LogField {
    #[entity(key, sequence = "LOG-{:05}")]
    pub id: Key<LogField>,
    #[entity(on_delete = cascade)]
    pub project_id: Option<Key<Project>>,
    #[entity(on_delete = cascade)]
    pub branch_id: Option<Key<Branch>>,
    #[entity(slug)]
    pub name: String,
}
/// A value that a log field has had.
#[derive(Entity)]
pub struct LogFieldValue {
    #[entity(key, sequence = "LFV-{:05}")]
    pub id: Key<LogFieldValue>,
    #[entity(on_delete = cascade)]
    pub project_id: Option<Key<Project>>,
    #[entity(on_delete = cascade)]
    pub branch_id: Option<Key<Branch>>,
    #[entity(slug)]
    pub field: String,
    pub value: String,
    pub seen_at: Option<Timestamp>,
}
/// A statement that took long.
#[derive(Entity)]
pub struct SlowQuery {
    #[entity(key, sequence = "SLO-{:05}")]
    pub id: Key<SlowQuery>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub branch_id: Option<Key<Branch>>,
    #[entity(slug)]
    pub database_name: Option<String>,
    #[entity(on_delete = clear)]
    pub compute_id: Option<Key<BranchCompute>>,
    pub query: String,
    /// In milliseconds.
    pub execution_time: f64,
    #[entity(quantity)]
    pub calls: Option<i64>,
}
pub trait Tools {
    #[tool(search(name~search), filter(org_id), page(cursor, limit))]
    fn list_projects() -> Page<Project>;
    #[tool(search((name, handle)~search))]
    fn list_organizations() -> Page<Organization>;
    #[tool(simulate(unclear_effect, "the model does not record whom a project is shared with"))]
    fn list_shared_projects();
    #[tool(create)]
    fn create_project() -> Project;
    #[tool(delete, key(project_id))]
    fn delete_project() -> Project;
    #[tool(get, key(project_id))]
    fn describe_project() -> Project;
    #[tool(simulate(code_execution, "it runs a statement in the database"))]
    fn run_sql();
    #[tool(simulate(code_execution, "it runs statements in the database"))]
    fn run_sql_transaction();
    #[tool(get, key(project_id, table_name), filter(branch_id, database_name))]
    fn describe_table_schema() -> DatabaseTable;
    #[tool(list, filter(project_id, branch_id, database_name))]
    fn get_database_tables() -> Page<DatabaseTable>;
    #[tool(create, map(name = branch_name))]
    fn create_branch() -> Branch;
    #[tool(simulate(code_execution, "it tries the migration's statements on a branch made for it"))]
    fn prepare_database_migration();
    #[tool(simulate(code_execution, "it runs the migration's statements in the database"))]
    fn complete_database_migration();
    #[tool(get, key(branch_id), filter(project_id), ignore(database_name))]
    fn describe_branch() -> Branch;
    #[tool(delete, key(branch_id), filter(project_id))]
    fn delete_branch() -> Branch;
    #[tool(simulate(unclear_effect, "it replaces the data inside a branch by its parent's"))]
    fn reset_from_parent();
    #[tool(simulate(external_computation, "the string is put together from the host, the role and a password"))]
    fn get_connection_string();
    #[tool(create)]
    fn provision_neon_auth() -> NeonAuth;
    #[tool(simulate(unclear_effect, "what it changes depends on `operation`"))]
    fn configure_neon_auth();
    #[tool(get, key(project_id), filter(branch_id))]
    fn get_neon_auth_config() -> NeonAuth;
    #[tool(create, ignore(provision_neon_auth_first))]
    fn provision_neon_data_api() -> DataApi;
    #[tool(simulate(external_computation, "the database works out how it would run the statement"))]
    fn explain_sql_statement();
    #[tool(simulate(code_execution, "it runs the statement on a branch made for it and weighs changes"))]
    fn prepare_query_tuning();
    #[tool(simulate(code_execution, "it runs the suggested statements in the database"))]
    fn complete_query_tuning();
    #[tool(
        list,
        filter(project_id, branch_id, database_name, compute_id, execution_time >= min_execution_time),
        sort(execution_time, descending),
        page(limit)
    )]
    fn list_slow_queries() -> Page<SlowQuery>;
    #[tool(list, filter(project_id, branch_id))]
    fn list_branch_computes() -> Page<BranchCompute>;
    #[tool(simulate(external_computation, "the difference to the parent's schema is worked out"))]
    fn compare_database_schema();
    #[tool(simulate(unclear_effect, "it finds organizations, projects and branches at once"))]
    fn search();
    #[tool(simulate(unclear_effect, "the identifier may be of an organization, a project or a branch"))]
    fn fetch();
    #[tool(list)]
    fn list_docs_resources() -> Page<DocResource>;
    #[tool(simulate(code_execution, "it evaluates a query in a language of its own"))]
    fn query_logs();
    #[tool(list, filter(project_id, branch_id))]
    fn list_log_fields() -> Page<LogField>;
    #[tool(list, filter(project_id, branch_id, field, seen_at >= since))]
    fn list_log_field_values() -> Page<LogFieldValue>;
    #[tool(get, key(slug))]
    fn get_doc_resource() -> DocResource;
}
