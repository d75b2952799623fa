//! Octomind: end-to-end test cases of a test target, the environments they run against, and the reports of their runs.

/// Everything that Octomind knows.
#[derive(State)]
pub struct Octomind {
    pub environments: Table<Environment>,
    pub private_locations: Table<PrivateLocation>,
    pub test_cases: Table<TestCase>,
    pub test_reports: Table<TestReport>,
    pub version: One<Version>,
}

/// One environment.
#[derive(Entity)]
#[entity(unique(test_target_id, name))]
pub struct Environment {
    #[entity(key, uuid)]
    pub id: Key<Environment>,
    #[entity(title)]
    pub name: String,
    pub basic_auth: Option<Json>,
    pub test_account: Option<Json>,
    #[entity(url)]
    pub discovery_url: String,
    pub test_target_id: String,
    #[entity(on_delete = clear)]
    pub private_location_name: Option<Key<PrivateLocation>>,
    pub additional_header_fields: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One private location.
#[derive(Entity)]
pub struct PrivateLocation {
    #[entity(key)]
    pub name: Key<PrivateLocation>,
    pub status: Option<String>,
}

/// One test case.
#[derive(Entity)]
pub struct TestCase {
    #[entity(key, uuid)]
    pub id: Key<TestCase>,
    pub test_target_id: String,
    #[entity(title)]
    pub description: String,
    pub status: Option<String>,
    pub elements: Option<Json>,
}

/// One test report.
#[derive(Entity)]
pub struct TestReport {
    #[entity(key, uuid)]
    pub id: Key<TestReport>,
    pub test_target_id: String,
    #[entity(default = ReportStatus::Waiting)]
    pub status: ReportStatus,
    #[entity(url)]
    pub execution_url: Option<String>,
    #[entity(on_delete = clear)]
    pub environment_id: Option<Key<Environment>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// The version.
#[derive(Entity)]
pub struct Version {
    pub version: Option<String>,
    pub released_at: Option<Timestamp>,
}

/// How a run of tests stands.
#[derive(Choice)]
pub enum ReportStatus {
    Waiting,
    Passed,
    Failed,
}

pub trait Tools {
    #[tool(simulate(live_web, "it searches the product's documentation"))]
    fn search();
    #[tool(get, key(test_case_id), filter(test_target_id))]
    fn get_test_case() -> TestCase;
    #[tool(simulate(code_execution, "it runs the tests in a browser"))]
    fn execute_tests();
    #[tool(list, filter(test_target_id))]
    fn get_environments() -> Page<Environment>;
    #[tool(create)]
    fn create_environment() -> Environment;
    #[tool(update, key(environment_id), filter(test_target_id))]
    fn update_environment() -> Environment;
    #[tool(delete, key(environment_id), filter(test_target_id))]
    fn delete_environment() -> Environment;
    #[tool(simulate(unclear_effect, "the filters and the place to go on from are objects without declared meaning"))]
    fn get_test_reports();
    #[tool(get, key(test_report_id), filter(test_target_id))]
    fn get_test_report() -> TestReport;
    #[tool(simulate(external_computation, "an agent looks through the site and writes a test case"))]
    fn discovery();
    #[tool(list)]
    fn get_private_locations() -> Page<PrivateLocation>;
    #[tool(get)]
    fn get_version() -> Version;
}
