//! Test IT: projects of test cases, the plans and runs that execute them, and their results.
/// Everything that Testit knows.
#[derive(State)]
pub struct TestIt {
    pub configurations: Table<Configuration>,
    pub projects: Table<Project>,
    pub shared_steps: Table<SharedStep>,
    pub test_plans: Table<TestPlan>,
    pub test_results: Table<TestResult>,
    pub test_runs: Table<TestRun>,
    pub work_items: Table<WorkItem>,
    pub work_item_attachments: Table<WorkItemAttachment>,
    pub work_item_versions: Table<WorkItemVersion>,
}
/// One configuration.
#[derive(Entity)]
pub struct Configuration {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Configuration>,
    pub payload: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    #[entity(title)]
    pub project_name: Option<String>,
}
/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    pub payload: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// One shared step.
#[derive(Entity)]
pub struct SharedStep {
    #[entity(key, sequence = "SHA-{:05}")]
    pub id: Key<SharedStep>,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    #[entity(title)]
    pub project_name: Option<String>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// One test plan.
#[derive(Entity)]
pub struct TestPlan {
    #[entity(key, sequence = "TPL-{:05}")]
    pub id: Key<TestPlan>,
    pub payload: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    #[entity(title)]
    pub project_name: Option<String>,
}
/// One test result.
#[derive(Entity)]
pub struct TestResult {
    #[entity(key, sequence = "TRS-{:05}")]
    pub id: Key<TestResult>,
    #[entity(on_delete = cascade)]
    pub test_run_id: Key<TestRun>,
    /// What the runner reported.
    pub payload: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One test run.
#[derive(Entity)]
pub struct TestRun {
    #[entity(key, sequence = "TRN-{:05}")]
    pub id: Key<TestRun>,
    pub payload: Json,
    #[entity(default = TestRunState::NotStarted)]
    pub state: TestRunState,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    #[entity(title)]
    pub project_name: Option<String>,
}
/// Where a test run stands.
#[derive(Choice)]
pub enum TestRunState {
    NotStarted,
    InProgress,
    Stopped,
}
/// A test case, a checklist or another piece of test work.
#[derive(Entity)]
pub struct WorkItem {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<WorkItem>,
    pub payload: Json,
    #[entity(default)]
    pub is_deleted: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    #[entity(title)]
    pub project_name: Option<String>,
}
/// One work item attachment.
#[derive(Entity)]
pub struct WorkItemAttachment {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<WorkItemAttachment>,
    #[entity(on_delete = cascade)]
    pub work_item_id: Key<WorkItem>,
    pub filename: String,
    #[entity(mime)]
    pub content_type: String,
    pub content_base64: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One work item version.
#[derive(Entity)]
pub struct WorkItemVersion {
    #[entity(key, sequence = "VER-{:05}")]
    pub id: Key<WorkItemVersion>,
    #[entity(on_delete = cascade)]
    pub work_item_id: Key<WorkItem>,
    #[entity(range = 1..=100000)]
    pub version: i64,
    pub payload: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_project_analytics();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_test_plan_analytics();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_test_run_statistics();
    #[tool(list, filter(project_id, project_name), page(page, limit = size))]
    fn list_configurations() -> Page<Configuration>;
    #[tool(get, key(id))]
    fn get_configuration() -> Configuration;
    #[tool(create)]
    fn create_configuration() -> Configuration;
    #[tool(simulate(unclear_effect, "the payload names the row, and the spec does not describe it"))]
    fn update_configuration();
    #[tool(list, page(page, limit = size))]
    fn list_projects() -> Page<Project>;
    #[tool(get, key(id))]
    fn get_project() -> Project;
    #[tool(create)]
    fn create_project() -> Project;
    #[tool(simulate(unclear_effect, "the payload names the row, and the spec does not describe it"))]
    fn update_project();
    #[tool(delete, key(id))]
    fn delete_project() -> Project;
    #[tool(simulate(unclear_effect, "the query is an object that the spec does not describe"))]
    fn search_projects();
    #[tool(list, filter(project_id, project_name), page(page, limit = size))]
    fn list_shared_steps() -> Page<SharedStep>;
    #[tool(get, key(id))]
    fn get_shared_step() -> SharedStep;
    #[tool(list, filter(project_id, project_name), page(page, limit = size))]
    fn list_test_plans() -> Page<TestPlan>;
    #[tool(get, key(id))]
    fn get_test_plan() -> TestPlan;
    #[tool(create)]
    fn create_test_plan() -> TestPlan;
    #[tool(simulate(unclear_effect, "the payload names the row, and the spec does not describe it"))]
    fn update_test_plan();
    #[tool(delete, key(id))]
    fn delete_test_plan() -> TestPlan;
    #[tool(get, key(id))]
    fn get_test_result() -> TestResult;
    #[tool(simulate(unclear_effect, "the query is an object that the spec does not describe"))]
    fn search_test_results();
    #[tool(update, key(id))]
    fn update_test_result() -> TestResult;
    #[tool(list, filter(project_id, project_name), page(page, limit = size))]
    fn list_test_runs() -> Page<TestRun>;
    #[tool(get, key(id))]
    fn get_test_run() -> TestRun;
    #[tool(create)]
    fn create_test_run() -> TestRun;
    #[tool(update, key(id), set(state = TestRunState::InProgress))]
    fn start_test_run() -> TestRun;
    #[tool(update, key(id), set(state = TestRunState::Stopped))]
    fn stop_test_run() -> TestRun;
    #[tool(delete, key(id))]
    fn delete_test_run() -> TestRun;
    #[tool(list, filter(test_run_id = id), page(page, limit = size))]
    fn get_test_run_results() -> Page<TestResult>;
    #[tool(list, filter(project_id, project_name), page(page, limit = size))]
    fn list_work_items() -> Page<WorkItem>;
    #[tool(simulate(unclear_effect, "the query is an object that the spec does not describe"))]
    fn search_work_items();
    #[tool(get, key(id))]
    fn get_work_item() -> WorkItem;
    #[tool(create)]
    fn create_work_item() -> WorkItem;
    #[tool(simulate(unclear_effect, "the payload names the row, and the spec does not describe it"))]
    fn update_work_item();
    #[tool(update, key(id), set(is_deleted = true))]
    fn delete_work_item() -> WorkItem;
    #[tool(
        simulate(unclear_effect, "it tells of changes that the model does not record")
    )]
    fn get_work_item_history();
    #[tool(list, filter(work_item_id = id))]
    fn get_work_item_versions() -> Page<WorkItemVersion>;
    #[tool(update, key(id), set(is_deleted = false))]
    fn restore_work_item() -> WorkItem;
    #[tool(create, map(work_item_id = id))]
    fn upload_work_item_attachment() -> WorkItemAttachment;
}
