//! Jenkins: jobs, their configurations, and the builds of each with results and logs.

/// Everything that Jenkins knows.
#[derive(State)]
pub struct Jenkins {
    pub builds: Table<Build>,
    pub jobs: Table<Job>,
}
/// One run of a job.
#[derive(Entity)]
pub struct Build {
    #[entity(key, on_delete = cascade)]
    pub fullname: Key<Job>,
    #[entity(key)]
    pub build_number: i64,
    #[entity(default)]
    pub building: bool,
    pub result: Option<BuildResult>,
    pub parameters: Option<Json>,
    #[entity(body)]
    pub log: Option<String>,
    #[entity(url)]
    pub url: Option<String>,
    #[entity(range = 0..=604_800_000)]
    pub duration_ms: Option<i64>,
    #[entity(created)]
    pub started_at: Timestamp,
}
/// Something that can be built, by its path of folders.
#[derive(Entity)]
pub struct Job {
    #[entity(key, path)]
    pub fullname: Key<Job>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(url)]
    pub url: Option<String>,
    pub class: Option<String>,
    /// How the last build ended, as the colour of a ball.
    pub color: Option<String>,
    /// The configuration in XML.
    pub config: Option<String>,
}
/// How a build ended.
#[derive(Choice)]
pub enum BuildResult {
    #[choice(rename = "SUCCESS")]
    Success,
    #[choice(rename = "UNSTABLE")]
    Unstable,
    #[choice(rename = "FAILURE")]
    Failure,
    #[choice(rename = "NOT_BUILT")]
    NotBuilt,
    #[choice(rename = "ABORTED")]
    Aborted,
}
pub trait Tools {
    #[tool(simulate(unclear_effect, "it lists the builds that still run, and no argument says so"))]
    fn get_running_builds();
    #[tool(list, filter(fullname, build_number), sort(started_at, descending))]
    fn get_build_info() -> Page<Build>;
    #[tool(simulate(code_execution, "it runs code or a job"))]
    fn build_job();
    #[tool(simulate(unclear_effect, "it writes the number of a build as text"))]
    fn get_build_logs();
    #[tool(list)]
    fn get_all_jobs() -> Page<Job>;
    #[tool(get, key(fullname))]
    fn get_job_config() -> Job;
    #[tool(list, filter(url ~ url_pattern, name ~ name_pattern, class ~ class_pattern, color ~ color_pattern, fullname ~ fullname_pattern))]
    fn search_jobs() -> Page<Job>;
    #[tool(get, key(fullname))]
    fn get_job_info() -> Job;
}
