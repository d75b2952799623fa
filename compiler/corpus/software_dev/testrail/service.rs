//! TestRail: projects with their test cases and datasets, test runs over those cases, and the results of tests.
/// Everything that TestRail knows.
#[derive(State)]
pub struct Testrail {
    pub datasets: Table<Dataset>,
    pub projects: Table<Project>,
    pub test_cases: Table<TestCase>,
    pub test_results: Table<TestResult>,
    pub test_runs: Table<TestRun>,
}
/// One dataset.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct Dataset {
    #[entity(key, sequence)]
    pub id: IntKey<Dataset>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub project_id: IntKey<Project>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence)]
    pub id: IntKey<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(range = 1..=3)]
    pub suite_mode: Option<i64>,
    #[entity(body)]
    pub announcement: Option<String>,
    #[entity(default)]
    pub show_announcement: bool,
    #[entity(default)]
    pub is_completed: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One test case.
#[derive(Entity)]
pub struct TestCase {
    #[entity(key, sequence)]
    pub id: IntKey<TestCase>,
    pub refs: Option<String>,
    #[entity(title)]
    pub title: String,
    pub type_id: Option<i64>,
    pub estimate: Option<String>,
    pub section_id: i64,
    pub priority_id: Option<i64>,
    pub milestone_id: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub suite_id: Option<i64>,
    #[entity(on_delete = cascade)]
    pub project_id: Option<IntKey<Project>>,
}
/// One test result.
#[derive(Entity)]
pub struct TestResult {
    #[entity(key, sequence)]
    pub id: IntKey<TestResult>,
    #[entity(body)]
    pub comment: Option<String>,
    pub defects: Option<String>,
    pub elapsed: Option<String>,
    pub test_id: i64,
    pub version: Option<String>,
    pub status_id: i64,
    pub assignedto_id: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One test run.
#[derive(Entity)]
pub struct TestRun {
    #[entity(key, sequence)]
    pub id: IntKey<TestRun>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = clear)]
    pub case_ids: Vec<IntKey<TestCase>>,
    pub suite_id: i64,
    #[entity(on_delete = cascade)]
    pub project_id: IntKey<Project>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = true)]
    pub include_all: bool,
    pub milestone_id: Option<i64>,
    pub assignedto_id: Option<i64>,
    #[entity(default)]
    pub closed: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(get, key(project_id))]
    fn get_a_project_by_id() -> Project;
    #[tool(list)]
    fn get_all_projects() -> Page<Project>;
    #[tool(create)]
    fn add_a_new_project() -> Project;
    #[tool(update, key(project_id))]
    fn update_an_existing_project() -> Project;
    #[tool(delete, key(project_id))]
    fn delete_a_project() -> Project;
    #[tool(get, key(case_id))]
    fn get_a_test_case_by_id() -> TestCase;
    #[tool(list, filter(suite_id, project_id))]
    fn get_all_test_cases_for_a_project_suite() -> Page<TestCase>;
    #[tool(create)]
    fn add_a_new_test_case() -> TestCase;
    #[tool(update, key(case_id))]
    fn update_an_existing_test_case() -> TestCase;
    #[tool(delete, key(case_id))]
    fn delete_a_test_case() -> TestCase;
    #[tool(get, key(run_id))]
    fn get_a_test_run_by_id() -> TestRun;
    #[tool(list, filter(project_id))]
    fn get_all_test_runs_for_a_project() -> Page<TestRun>;
    #[tool(create)]
    fn add_a_new_test_run() -> TestRun;
    #[tool(update, key(run_id), require(closed = [false]))]
    fn update_an_existing_test_run() -> TestRun;
    #[tool(update, key(run_id), set(closed = true), require(closed = [false]))]
    fn close_an_existing_test_run() -> TestRun;
    #[tool(delete, key(run_id))]
    fn delete_a_test_run() -> TestRun;
    #[tool(list, filter(test_id))]
    fn get_all_test_results_for_a_test() -> Page<TestResult>;
    #[tool(create)]
    fn add_a_new_test_result() -> TestResult;
    #[tool(get, key(dataset_id))]
    fn get_a_dataset_by_id() -> Dataset;
    #[tool(list, filter(project_id))]
    fn get_all_datasets_for_a_project() -> Page<Dataset>;
    #[tool(create)]
    fn add_a_new_dataset() -> Dataset;
    #[tool(update, key(dataset_id))]
    fn update_an_existing_dataset() -> Dataset;
    #[tool(delete, key(dataset_id))]
    fn delete_a_dataset() -> Dataset;
}
