//! Buildkite: pipelines and their builds with jobs, logs, artifacts and annotations, the clusters that run them, and test runs.

/// Everything that Buildkite knows.
#[derive(State)]
pub struct Buildkite {
    pub access_token: One<AccessToken>,
    pub annotations: Table<Annotation>,
    pub artifacts: Table<Artifact>,
    pub builds: Table<Build>,
    pub clusters: Table<Cluster>,
    pub cluster_queues: Table<ClusterQueue>,
    pub current_user: One<CurrentUser>,
    pub failed_executions: Table<FailedExecution>,
    pub jobs: Table<Job>,
    pub job_logs: Table<JobLog>,
    pub pipelines: Table<Pipeline>,
    pub tests: Table<Test>,
    pub test_runs: Table<TestRun>,
    pub user_token_organization: One<UserTokenOrganization>,
}

/// The access token.
#[derive(Entity)]
pub struct AccessToken {
    #[entity(title)]
    pub description: Option<String>,
    pub uuid: Option<String>,
    pub scopes: Vec<String>,
}

/// One annotation.
#[derive(Entity)]
pub struct Annotation {
    #[entity(key, sequence = "ANN-{:05}")]
    pub id: Key<Annotation>,
    #[entity(on_delete = cascade)]
    pub build_number: Key<Build>,
    #[entity(slug)]
    pub org: String,
    #[entity(on_delete = cascade)]
    pub pipeline_slug: Key<Pipeline>,
    pub context: Option<String>,
    pub style: Option<String>,
    #[entity(body)]
    pub body_html: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One artifact.
#[derive(Entity)]
pub struct Artifact {
    #[entity(key, sequence = "ART-{:05}")]
    pub id: Key<Artifact>,
    #[entity(on_delete = cascade)]
    pub build_number: Key<Build>,
    #[entity(slug)]
    pub org: String,
    #[entity(on_delete = cascade)]
    pub pipeline_slug: Key<Pipeline>,
    #[entity(path)]
    pub path: String,
    #[entity(mime)]
    pub mime_type: Option<String>,
    #[entity(quantity)]
    pub file_size: Option<i64>,
    #[entity(url)]
    pub download_url: Option<String>,
}

/// One build.
#[derive(Entity)]
pub struct Build {
    #[entity(key, sequence = "BUI-{:05}")]
    pub number: Key<Build>,
    pub branch: String,
    pub commit: String,
    #[entity(title)]
    pub message: String,
    #[entity(slug)]
    pub org_slug: String,
    #[entity(on_delete = cascade)]
    pub pipeline_slug: Key<Pipeline>,
    pub environment: Option<Json>,
    pub metadata: Option<Json>,
    #[entity(default = BuildState::Scheduled)]
    pub state: BuildState,
    pub finished_at: Option<Timestamp>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One cluster.
#[derive(Entity)]
pub struct Cluster {
    #[entity(key, sequence = "CLU-{:05}")]
    pub id: Key<Cluster>,
    #[entity(slug)]
    pub org: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One cluster queue.
#[derive(Entity)]
pub struct ClusterQueue {
    #[entity(key, sequence = "CQ-{:05}")]
    pub id: Key<ClusterQueue>,
    #[entity(on_delete = cascade)]
    pub cluster_id: Key<Cluster>,
    #[entity(slug)]
    pub org: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(slug)]
    pub key: String,
}

/// The current user.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
}

/// A test that failed in a run.
#[derive(Entity)]
pub struct FailedExecution {
    #[entity(key, sequence = "FAI-{:05}")]
    pub id: Key<FailedExecution>,
    #[entity(slug)]
    pub org: String,
    #[entity(on_delete = cascade)]
    pub run_id: Key<TestRun>,
    #[entity(slug)]
    pub test_suite_slug: Option<String>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub failure_reason: Option<String>,
}

/// One job.
#[derive(Entity)]
pub struct Job {
    #[entity(key, uuid)]
    pub uuid: Key<Job>,
    #[entity(on_delete = cascade)]
    pub build_number: Key<Build>,
    #[entity(slug)]
    pub org: String,
    #[entity(on_delete = cascade)]
    pub pipeline_slug: Key<Pipeline>,
    pub job_state: Option<String>,
    #[entity(title)]
    pub name: Option<String>,
}

/// What a job printed.
#[derive(Entity)]
pub struct JobLog {
    #[entity(key, sequence = "JOB-{:05}")]
    pub id: Key<JobLog>,
    #[entity(on_delete = cascade)]
    pub build_number: Key<Build>,
    #[entity(on_delete = cascade)]
    pub job_uuid: Key<Job>,
    #[entity(slug)]
    pub org: String,
    #[entity(on_delete = cascade)]
    pub pipeline_slug: Key<Pipeline>,
    #[entity(body)]
    pub content: String,
}

/// One pipeline.
#[derive(Entity)]
pub struct Pipeline {
    #[entity(key, sequence = "pipeline-{:04}")]
    pub slug: Key<Pipeline>,
    pub cluster_id: Key<Cluster>,
    #[entity(body)]
    pub configuration: String,
    #[entity(title)]
    pub name: String,
    #[entity(slug)]
    pub org_slug: String,
    #[entity(url)]
    pub repository_url: String,
    #[entity(default)]
    pub cancel_running_branch_builds: bool,
    pub default_branch: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub skip_queued_branch_builds: bool,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One test.
#[derive(Entity)]
pub struct Test {
    #[entity(key, sequence = "TES-{:05}")]
    pub id: Key<Test>,
    #[entity(slug)]
    pub org: String,
    #[entity(slug)]
    pub test_suite_slug: Option<String>,
    #[entity(title)]
    pub name: String,
    #[entity(path)]
    pub location: Option<String>,
    pub scope: Option<String>,
}

/// One run of a test suite, in a build or without one.
#[derive(Entity)]
pub struct TestRun {
    #[entity(key, sequence = "TR-{:05}")]
    pub id: Key<TestRun>,
    #[entity(slug)]
    pub org: String,
    #[entity(slug)]
    pub test_suite_slug: Option<String>,
    #[entity(on_delete = clear)]
    pub build_number: Option<Key<Build>>,
    #[entity(on_delete = clear)]
    pub pipeline_slug: Option<Key<Pipeline>>,
    pub branch: Option<String>,
    pub state: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// The user token organization.
#[derive(Entity)]
pub struct UserTokenOrganization {
    #[entity(title)]
    pub name: Option<String>,
    #[entity(slug)]
    pub slug: Option<String>,
}

/// Where a build stands.
#[derive(Choice)]
pub enum BuildState {
    Scheduled,
    Running,
    Passed,
    Failed,
    Blocked,
    Canceled,
}

pub trait Tools {
    #[tool(get)]
    fn access_token() -> AccessToken;
    #[tool(create)]
    fn create_build() -> Build;
    #[tool(create)]
    fn create_pipeline() -> Pipeline;
    #[tool(get)]
    fn current_user() -> CurrentUser;
    #[tool(simulate(live_web, "it downloads what is stored at the address"))]
    fn get_artifact();
    #[tool(get, key(build_number), filter(org_slug = org, pipeline_slug))]
    fn get_build() -> Build;
    #[tool(list, filter(build_number, org, pipeline_slug))]
    fn get_build_test_engine_runs() -> Page<TestRun>;
    #[tool(get, key(cluster_id), filter(org))]
    fn get_cluster() -> Cluster;
    #[tool(get, key(queue_id), filter(cluster_id, org))]
    fn get_cluster_queue() -> ClusterQueue;
    #[tool(
        list,
        filter(org, run_id, test_suite_slug),
        page(page, limit = per_page),
        ignore(include_failure_expanded)
    )]
    fn get_failed_executions() -> Page<FailedExecution>;
    #[tool(list, filter(build_number, job_uuid, org, pipeline_slug))]
    fn get_job_logs() -> Page<JobLog>;
    #[tool(
        list,
        filter(build_number, org, pipeline_slug, job_state),
        page(page, limit = per_page),
        ignore(include_agent)
    )]
    fn get_jobs() -> Page<Job>;
    #[tool(get, key(pipeline_slug), filter(org_slug = org))]
    fn get_pipeline() -> Pipeline;
    #[tool(get, key(test_id), filter(org, test_suite_slug))]
    fn get_test() -> Test;
    #[tool(get, key(run_id), filter(org, test_suite_slug))]
    fn get_test_run() -> TestRun;
    #[tool(list, filter(build_number, org, pipeline_slug), page(page, limit = per_page))]
    fn list_annotations() -> Page<Annotation>;
    #[tool(list, filter(build_number, org, pipeline_slug))]
    fn list_artifacts() -> Page<Artifact>;
    #[tool(list, filter(org_slug = org, pipeline_slug, branch), page(page = page, limit = per_page))]
    fn list_builds() -> Page<Build>;
    #[tool(list, filter(cluster_id, org), page(page, limit = per_page))]
    fn list_cluster_queues() -> Page<ClusterQueue>;
    #[tool(list, filter(org), page(page, limit = per_page))]
    fn list_clusters() -> Page<Cluster>;
    #[tool(list, filter(org_slug = org), page(page = page, limit = per_page))]
    fn list_pipelines() -> Page<Pipeline>;
    #[tool(list, filter(org, test_suite_slug), page(page, limit = per_page))]
    fn list_test_runs() -> Page<TestRun>;
    #[tool(update, key(pipeline_slug), filter(org_slug))]
    fn update_pipeline() -> Pipeline;
    #[tool(get)]
    fn user_token_organization() -> UserTokenOrganization;
}
