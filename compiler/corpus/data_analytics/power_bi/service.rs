//! Power BI: workspaces with their members, reports and datasets, the tables and refreshes of each dataset, and the gateways to its sources.
/// Everything that Power BI knows.
#[derive(State)]
pub struct PowerBi {
    pub current_user: One<CurrentUser>,
    pub datasets: Table<Dataset>,
    pub refreshes: Table<Refresh>,
    pub gateways: Table<Gateway>,
    pub reports: Table<Report>,
    pub dataset_tables: Table<DatasetTable>,
    pub workspaces: Table<Workspace>,
    pub workspace_members: Table<WorkspaceMember>,
}
/// One current user.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}
/// One dataset.
#[derive(Entity)]
pub struct Dataset {
    #[entity(key, sequence = "DAT-{:05}")]
    pub id: Key<Dataset>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    pub parameters: Option<Json>,
    pub refresh_days: Vec<String>,
    pub refresh_times: Vec<String>,
    #[entity(default)]
    pub refresh_enabled: bool,
    #[entity(timezone)]
    pub refresh_local_time_zone_id: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub gateway_id: Option<Key<Gateway>>,
}
/// One reload of a dataset's rows.
#[derive(Entity)]
pub struct Refresh {
    #[entity(key, sequence = "REF-{:05}")]
    pub id: Key<Refresh>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub dataset_id: Key<Dataset>,
    #[entity(default = RefreshStatus::InProgress)]
    pub status: RefreshStatus,
    #[entity(created)]
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}
/// How a reload went.
#[derive(Choice)]
pub enum RefreshStatus {
    InProgress,
    Completed,
    Failed,
    Cancelled,
}
/// One gateway.
#[derive(Entity)]
pub struct Gateway {
    #[entity(key, sequence = "GAT-{:05}")]
    pub id: Key<Gateway>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One report.
#[derive(Entity)]
pub struct Report {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<Report>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub dataset_id: Option<Key<Dataset>>,
    #[entity(url)]
    pub web_url: Option<String>,
}
/// A table inside a dataset.
#[derive(Entity)]
pub struct DatasetTable {
    #[entity(key, sequence = "TBL-{:05}")]
    pub id: Key<DatasetTable>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub dataset_id: Key<Dataset>,
    #[entity(title)]
    pub name: String,
    pub columns: Vec<String>,
    pub measures: Vec<String>,
}
/// One workspace.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workspace>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One workspace member.
#[derive(Entity)]
#[entity(unique(workspace_id, email))]
pub struct WorkspaceMember {
    #[entity(key, sequence = "WME-{:05}")]
    pub id: Key<WorkspaceMember>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
    pub role: MemberRole,
}
/// What a member may do in a workspace.
#[derive(Choice)]
pub enum MemberRole {
    Admin,
    Member,
    Contributor,
    Viewer,
}
pub trait Tools {
    #[tool(simulate(external_computation, "whether the gateway answers is measured when it is asked"))]
    fn microsoft_powerbi_dataset_gateway_health();
    #[tool(list, filter(workspace_id, dataset_id), sort(started_at, descending), page(limit))]
    fn microsoft_powerbi_get_dataset_refresh_history() -> Page<Refresh>;
    #[tool(get, key(report_id), filter(workspace_id))]
    fn microsoft_powerbi_get_report() -> Report;
    #[tool(list, filter(workspace_id, dataset_id))]
    fn microsoft_powerbi_get_schema() -> Page<DatasetTable>;
    #[tool(get, key(dataset_id), filter(workspace_id))]
    fn microsoft_powerbi_inspect_dataset() -> Dataset;
    #[tool(list, filter(workspace_id), page(limit, cursor))]
    fn microsoft_powerbi_list_datasets() -> Page<Dataset>;
    #[tool(list)]
    fn microsoft_powerbi_list_gateways() -> Page<Gateway>;
    #[tool(list, filter(workspace_id), page(limit, cursor))]
    fn microsoft_powerbi_list_reports() -> Page<Report>;
    #[tool(list, filter(workspace_id), page(limit, cursor))]
    fn microsoft_powerbi_list_workspace_members() -> Page<WorkspaceMember>;
    #[tool(list, page(limit, cursor))]
    fn microsoft_powerbi_list_workspaces() -> Page<Workspace>;
    #[tool(simulate(code_execution, "the query is an expression that has to be evaluated over the data"))]
    fn microsoft_powerbi_run_dax();
    #[tool(create)]
    fn microsoft_powerbi_trigger_dataset_refresh() -> Refresh;
    #[tool(update, key(dataset_id), filter(workspace_id))]
    fn microsoft_powerbi_update_dataset_settings() -> Dataset;
    #[tool(simulate(code_execution, "the query has to be parsed against the data"))]
    fn microsoft_powerbi_validate_dax();
    #[tool(get)]
    fn microsoft_powerbi_who_am_i() -> CurrentUser;
}
