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
    /// Sets up a web interface to a database of a branch. One that is there already is answered
    /// with as it is.
    #[tool(create, ignore(provision_neon_auth_first))]
    #[case(
        args = r#"{"projectId":"prj-00001","branchId":"br-00002","databaseName":"orders","authProvider":"external","jwksUrl":"https://login.harbor.example/keys"}"#,
        ok = r#"{"id":"api-00003","project_id":"prj-00001","branch_id":"br-00002","database_name":"orders","auth_provider":"external","jwks_url":"https://login.harbor.example/keys"}"#
    )]
    #[case(
        args = r#"{"projectId":"prj-00001","branchId":"br-00001","databaseName":"orders","authProvider":"none"}"#,
        ok = r#"{"id":"api-00001","auth_provider":"neon_auth","created_at":"2026-01-12T09:00:00Z"}"#
    )]
    #[case(
        args = r#"{"projectId":"prj-00002"}"#,
        ok = r#"{"id":"api-00002","branch_id":null,"database_name":null}"#
    )]
    #[case(args = r#"{"projectId":"prj-00099"}"#, error = "not_found")]
    fn provision_neon_data_api(
        state: &mut Neon,
        args: ProvisionNeonDataApi,
        cx: &mut Context,
    ) -> Result<RowRef<DataApi>, ToolError> {
        state.projects.find(&args.project_id)?;
        let is_same = |row: &DataApi| {
            row.project_id == args.project_id
                && row.branch_id == args.branch_id
                && row.database_name == args.database_name
        };
        if let Some(there) = state.data_apis.select(&is_same).pop() {
            return Ok(there);
        }
        let id = state.data_apis.next_key(cx);
        state.data_apis.insert(DataApi {
            id,
            project_id: args.project_id,
            branch_id: args.branch_id,
            database_name: args.database_name,
            auth_provider: args.auth_provider,
            jwks_url: args.jwks_url,
            provider_name: args.provider_name,
            jwt_audience: args.jwt_audience,
            created_at: cx.now(),
        })
    }

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

/// A small, coherent state that the contract tests start from.
pub const FIXTURE: &str = r#"{
    "organizations": {
        "org-00001": {"id": "org-00001", "name": "Harbor Tools Ltd", "handle": "harbor"},
        "org-00002": {"id": "org-00002", "name": "Quarry Foods", "handle": "quarry"}
    },
    "projects": {
        "prj-00001": {"id": "prj-00001", "name": "Order desk", "org_id": "org-00001", "created_at": "2026-01-10T09:00:00Z"},
        "prj-00002": {"id": "prj-00002", "name": "Menu planner", "org_id": "org-00002", "created_at": "2026-01-20T09:00:00Z"},
        "prj-00003": {"id": "prj-00003", "name": "Order archive", "org_id": null, "created_at": "2026-02-01T09:00:00Z"}
    },
    "branches": {
        "br-00001": {"id": "br-00001", "project_id": "prj-00001", "name": "main", "parent_id": null, "expires_at": null, "created_at": "2026-01-10T09:00:00Z"},
        "br-00002": {"id": "br-00002", "project_id": "prj-00001", "name": "trial", "parent_id": "br-00001", "expires_at": "2026-03-10T09:00:00Z", "created_at": "2026-02-10T09:00:00Z"},
        "br-00003": {"id": "br-00003", "project_id": "prj-00002", "name": "main", "parent_id": null, "expires_at": null, "created_at": "2026-01-20T09:00:00Z"}
    },
    "branch_computes": {
        "ep-00001": {"id": "ep-00001", "project_id": "prj-00001", "branch_id": "br-00001", "type": "read_write", "compute_units": 2.0},
        "ep-00002": {"id": "ep-00002", "project_id": "prj-00001", "branch_id": "br-00002", "type": "read_only", "compute_units": 0.5},
        "ep-00003": {"id": "ep-00003", "project_id": "prj-00002", "branch_id": "br-00003", "type": "read_write", "compute_units": 1.0}
    },
    "data_apis": {
        "api-00001": {"id": "api-00001", "project_id": "prj-00001", "branch_id": "br-00001", "database_name": "orders", "auth_provider": "neon_auth", "jwks_url": null, "provider_name": null, "jwt_audience": null, "created_at": "2026-01-12T09:00:00Z"},
        "api-00002": {"id": "api-00002", "project_id": "prj-00002", "branch_id": null, "database_name": null, "auth_provider": "external", "jwks_url": "https://login.quarry.example/keys", "provider_name": "Quarry log-in", "jwt_audience": "menus", "created_at": "2026-01-22T09:00:00Z"}
    },
    "database_tables": {
        "prj-00001/orders": {"project_id": "prj-00001", "table_name": "orders", "branch_id": "br-00001", "database_name": "orders", "columns": {"id": "bigint", "total": "numeric"}},
        "prj-00001/parcels": {"project_id": "prj-00001", "table_name": "parcels", "branch_id": "br-00002", "database_name": "shipping", "columns": {"id": "bigint", "weight": "numeric"}},
        "prj-00002/menus": {"project_id": "prj-00002", "table_name": "menus", "branch_id": "br-00003", "database_name": "kitchen", "columns": {"day": "date", "dish": "text"}}
    },
    "doc_resources": {
        "branching": {"slug": "branching", "title": "Branches", "content": "A branch is a copy of the data that costs nothing until it changes"},
        "data-api": {"slug": "data-api", "title": "The data interface", "content": "Tables are read and written over the web"}
    },
    "log_fields": {
        "LOG-00001": {"id": "LOG-00001", "project_id": "prj-00001", "branch_id": "br-00001", "name": "severity"},
        "LOG-00002": {"id": "LOG-00002", "project_id": "prj-00001", "branch_id": "br-00002", "name": "endpoint"},
        "LOG-00003": {"id": "LOG-00003", "project_id": "prj-00002", "branch_id": "br-00003", "name": "severity"}
    },
    "log_field_values": {
        "LFV-00001": {"id": "LFV-00001", "project_id": "prj-00001", "branch_id": "br-00001", "field": "severity", "value": "error", "seen_at": "2026-02-20T09:00:00Z"},
        "LFV-00002": {"id": "LFV-00002", "project_id": "prj-00001", "branch_id": "br-00002", "field": "endpoint", "value": "ep-00002", "seen_at": "2026-02-22T09:00:00Z"},
        "LFV-00003": {"id": "LFV-00003", "project_id": "prj-00002", "branch_id": "br-00003", "field": "severity", "value": "warning", "seen_at": "2026-02-24T09:00:00Z"}
    },
    "neon_auths": {
        "prj-00001": {"project_id": "prj-00001", "branch_id": "br-00001", "database_name": "orders", "trusted_origins": ["https://desk.harbor.example"], "allow_localhost": false, "created_at": "2026-01-11T09:00:00Z"},
        "prj-00002": {"project_id": "prj-00002", "branch_id": null, "database_name": "kitchen", "trusted_origins": [], "allow_localhost": true, "created_at": "2026-01-21T09:00:00Z"}
    },
    "slow_queries": {
        "SLO-00001": {"id": "SLO-00001", "project_id": "prj-00001", "branch_id": "br-00001", "database_name": "orders", "compute_id": "ep-00001", "query": "select * from orders order by total", "execution_time": 1850.5, "calls": 12},
        "SLO-00002": {"id": "SLO-00002", "project_id": "prj-00001", "branch_id": "br-00002", "database_name": "shipping", "compute_id": "ep-00002", "query": "select count(*) from parcels", "execution_time": 640.0, "calls": 90},
        "SLO-00003": {"id": "SLO-00003", "project_id": "prj-00002", "branch_id": "br-00003", "database_name": "kitchen", "compute_id": null, "query": "update menus set dish = lower(dish)", "execution_time": 3100.0, "calls": 1}
    }
}"#;
