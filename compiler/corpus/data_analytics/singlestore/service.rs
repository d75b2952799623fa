//! SingleStore keeps the organization, its workspace groups and workspaces, notebooks, and the jobs
//! that run them at set times.

/// Everything that SingleStore knows.
#[derive(State)]
pub struct Singlestore {
    pub job_executions: Table<JobExecution>,
    pub notebook_samples: Table<NotebookSample>,
    pub organization: One<Organization>,
    pub organization_billing_usages: Table<OrganizationBillingUsage>,
    pub personal_files: Table<PersonalFile>,
    pub regions: Table<Region>,
    pub session: One<Session>,
    pub jobs: Table<Job>,
    pub virtual_workspaces: Table<VirtualWorkspace>,
    pub workspaces: Table<Workspace>,
    pub workspace_groups: Table<WorkspaceGroup>,
}

/// One run of a job.
#[derive(Entity)]
pub struct JobExecution {
    #[entity(key, sequence = "JOB-{:05}")]
    pub id: Key<JobExecution>,
    #[entity(on_delete = cascade)]
    pub job_id: Key<Job>,
    pub number: i64,
    pub status: Option<String>,
    #[entity(created)]
    pub started_at: Timestamp,
}

/// One notebook sample.
#[derive(Entity)]
pub struct NotebookSample {
    #[entity(key, sequence = "NOT-{:05}")]
    pub id: Key<NotebookSample>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One organization.
#[derive(Entity)]
pub struct Organization {
    #[entity(company)]
    pub name: String,
}

/// One organization billing usage.
#[derive(Entity)]
pub struct OrganizationBillingUsage {
    #[entity(key, sequence = "ORG-{:05}")]
    pub id: Key<OrganizationBillingUsage>,
    pub date: Timestamp,
    pub aggregate_type: Option<String>,
    pub usage: f64,
}

/// A notebook in the personal space.
#[derive(Entity)]
pub struct PersonalFile {
    #[entity(key, sequence = "PER-{:05}")]
    pub id: Key<PersonalFile>,
    #[entity(unique, title)]
    pub notebook_name: String,
    #[entity(body)]
    pub content: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One region.
#[derive(Entity)]
pub struct Region {
    #[entity(key, sequence = "REG-{:05}")]
    pub id: Key<Region>,
    #[entity(title)]
    pub name: String,
}

/// A notebook that runs at set times.
#[derive(Entity)]
pub struct Job {
    #[entity(key, sequence = "SCH-{:05}")]
    pub id: Key<Job>,
    #[entity(title)]
    pub name: String,
    pub start_at: Option<String>,
    pub parameters: Option<Json>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(title)]
    pub runtime_name: Option<String>,
    #[entity(path)]
    pub notebook_path: String,
    pub schedule_mode: ScheduleMode,
    pub target_config: Option<Json>,
    #[entity(default)]
    pub create_snapshot: bool,
    #[entity(range = 1..=525_600)]
    pub execution_interval_minutes: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What `schedule_mode` can be.
#[derive(Choice)]
pub enum ScheduleMode {
    #[choice(rename = "Once")]
    Once,
    #[choice(rename = "Recurring")]
    Recurring,
}

/// A small shared database with its own user.
#[derive(Entity)]
pub struct VirtualWorkspace {
    #[entity(key, sequence = "VIR-{:05}")]
    pub id: Key<VirtualWorkspace>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(secret)]
    pub password: String,
    #[entity(username)]
    pub username: String,
    #[entity(title)]
    pub database_name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One workspace.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub workspace_group_id: Key<WorkspaceGroup>,
    #[entity(title)]
    pub name: String,
    pub state: Option<String>,
    pub size: Option<String>,
}

/// One workspace group.
#[derive(Entity)]
pub struct WorkspaceGroup {
    #[entity(key, sequence = "WGR-{:05}")]
    pub id: Key<WorkspaceGroup>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = clear)]
    pub region_id: Option<Key<Region>>,
}

/// Whose account is used, and in which project.
#[derive(Entity)]
pub struct Session {
    pub project_id: String,
    pub user_id: String,
}

pub trait Tools {
    #[tool(list)]
    fn workspace_groups_info() -> Page<WorkspaceGroup>;

    #[tool(list, filter(workspace_group_id))]
    fn workspaces_info() -> Page<Workspace>;

    #[tool(get)]
    fn organization_info() -> Organization;

    #[tool(list)]
    fn list_of_regions() -> Page<Region>;

    #[tool(simulate(code_execution, "it runs code or a job"))]
    fn execute_sql();

    #[tool(list)]
    fn list_virtual_workspaces() -> Page<VirtualWorkspace>;

    #[tool(create)]
    fn create_virtual_workspace() -> VirtualWorkspace;

    #[tool(simulate(code_execution, "it runs code or a job"))]
    fn execute_sql_on_virtual_workspace();

    #[tool(list, filter(date<= end_time, date>= start_time, aggregate_type))]
    fn organization_billing_usage() -> Page<OrganizationBillingUsage>;

    #[tool(list)]
    fn list_notebook_samples() -> Page<NotebookSample>;

    #[tool(create)]
    fn create_notebook() -> PersonalFile;

    #[tool(list)]
    fn list_personal_files() -> Page<PersonalFile>;

    #[tool(create)]
    fn create_scheduled_job() -> Job;

    #[tool(get, key(job_id))]
    fn get_job_details() -> Job;

    #[tool(list, filter(job_id, number >= start, number <= end), sort(number))]
    fn list_job_executions() -> Page<JobExecution>;

    #[tool(list, filter(notebook_name), ignore(location))]
    fn get_notebook_path() -> Page<PersonalFile>;

    #[tool(get)]
    fn get_project_id() -> Session;

    #[tool(get)]
    fn get_user_id() -> Session;
}
