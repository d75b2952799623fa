//! SonarQube: projects with the issues, measures and risks found in their code, the rules and gates they are held to, and the server itself.
/// Everything that SonarQube knows.
#[derive(State)]
pub struct Sonarqube {
    pub dependency_risks: Table<DependencyRisk>,
    pub enterprises: Table<Enterprise>,
    pub issues: Table<Issue>,
    pub languages: Table<Language>,
    pub measures: Table<Measure>,
    pub metrics: Table<Metric>,
    pub portfolios: Table<Portfolio>,
    pub projects: Table<Project>,
    pub quality_gates: Table<QualityGate>,
    pub quality_gate_statuses: Table<QualityGateStatus>,
    pub rules: Table<Rule>,
    pub rule_repositories: Table<RuleRepository>,
    pub scm_lines: Table<ScmLine>,
    pub source_files: Table<SourceFile>,
    pub system: One<System>,
    pub system_logs: Table<SystemLog>,
    pub webhooks: Table<Webhook>,
}
/// A library in use that is known to be vulnerable or badly licensed.
#[derive(Entity)]
pub struct DependencyRisk {
    #[entity(key, sequence = "DEP-{:05}")]
    pub id: Key<DependencyRisk>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(slug)]
    pub branch_key: Option<String>,
    pub pull_request_key: Option<String>,
    #[entity(title)]
    pub package: String,
    pub severity: Option<String>,
}
/// A customer that keeps portfolios.
#[derive(Entity)]
pub struct Enterprise {
    #[entity(key, sequence = "ENT-{:05}")]
    pub id: Key<Enterprise>,
    #[entity(unique, slug)]
    pub enterprise_key: String,
    #[entity(company)]
    pub name: String,
}
/// Something wrong in a project's code.
#[derive(Entity)]
pub struct Issue {
    #[entity(key, sequence = "ISS-{:05}")]
    pub key: Key<Issue>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(on_delete = clear)]
    pub rule_key: Option<Key<Rule>>,
    pub pull_request_id: Option<String>,
    pub severity: String,
    #[entity(body)]
    pub message: Option<String>,
    #[entity(path)]
    pub component: Option<String>,
    #[entity(range = 1..=1_000_000)]
    pub line: Option<i64>,
    /// The last decision on it, such as `accept` or `falsepositive`.
    pub transition: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A programming language that is understood.
#[derive(Entity)]
pub struct Language {
    #[entity(key, slug)]
    pub key: Key<Language>,
    #[entity(unique, title)]
    pub name: String,
}
/// The value of one metric for a project.
#[derive(Entity)]
pub struct Measure {
    #[entity(key, sequence = "MEA-{:05}")]
    pub id: Key<Measure>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(on_delete = cascade)]
    pub metric_key: Key<Metric>,
    #[entity(slug)]
    pub branch: Option<String>,
    pub pull_request: Option<String>,
    pub value: Option<f64>,
}
/// Something that can be measured.
#[derive(Entity)]
pub struct Metric {
    #[entity(key, slug)]
    pub key: Key<Metric>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// A selection of projects.
#[derive(Entity)]
pub struct Portfolio {
    #[entity(key, sequence = "POR-{:05}")]
    pub id: Key<Portfolio>,
    #[entity(on_delete = cascade)]
    pub enterprise_id: Key<Enterprise>,
    #[entity(default)]
    pub favorite: bool,
    #[entity(default)]
    pub draft: bool,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// Code that is analysed.
#[derive(Entity)]
pub struct Project {
    #[entity(key, slug)]
    pub key: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = clear)]
    pub quality_gate_id: Option<Key<QualityGate>>,
}
/// Conditions that a project's code has to meet.
#[derive(Entity)]
pub struct QualityGate {
    #[entity(key, sequence = "QUA-{:05}")]
    pub id: Key<QualityGate>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(default)]
    pub is_default: bool,
}
/// Whether an analysis of a project met its gate.
#[derive(Entity)]
pub struct QualityGateStatus {
    #[entity(key, sequence = "ANA-{:05}")]
    pub analysis_id: Key<QualityGateStatus>,
    pub project_id: Option<String>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(slug)]
    pub branch: Option<String>,
    pub pull_request: Option<String>,
    pub status: GateStatus,
}
/// The outcome of a gate.
#[derive(Choice)]
pub enum GateStatus {
    #[choice(rename = "OK")]
    Ok,
    #[choice(rename = "ERROR")]
    Error,
    #[choice(rename = "NONE")]
    None,
}
/// Something that code must not do.
#[derive(Entity)]
pub struct Rule {
    #[entity(key, slug)]
    pub key: Key<Rule>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub repository_id: Option<Key<RuleRepository>>,
    pub severity: Option<String>,
}
/// Rules for one language from one source.
#[derive(Entity)]
pub struct RuleRepository {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<RuleRepository>,
    #[entity(on_delete = cascade)]
    pub language: Key<Language>,
    #[entity(title)]
    pub name: String,
}
/// Who last changed a line of a file.
#[derive(Entity)]
#[entity(unique(file_key, line))]
pub struct ScmLine {
    #[entity(key, sequence = "SCM-{:05}")]
    pub id: Key<ScmLine>,
    #[entity(on_delete = cascade)]
    pub file_key: Key<SourceFile>,
    #[entity(range = 1..=1_000_000)]
    pub line: i64,
    #[entity(email)]
    pub author: Option<String>,
    pub changed_at: Option<Timestamp>,
    pub revision: Option<String>,
}
/// A file of a project.
#[derive(Entity)]
pub struct SourceFile {
    #[entity(key, sequence = "FIL-{:05}")]
    pub key: Key<SourceFile>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(path)]
    pub path: String,
    #[entity(slug)]
    pub branch: Option<String>,
    pub pull_request: Option<String>,
    #[entity(body)]
    pub source: String,
}
/// The server.
#[derive(Entity)]
pub struct System {
    pub version: String,
    pub status: String,
    pub health: String,
    #[entity(default = true)]
    pub automatic_analysis: bool,
}
/// One line of one of the server's logs.
#[derive(Entity)]
pub struct SystemLog {
    #[entity(key, sequence = "LOG-{:05}")]
    pub id: Key<SystemLog>,
    /// Which log it is in.
    #[entity(slug)]
    pub name: String,
    #[entity(body)]
    pub message: String,
    pub happened_at: Option<Timestamp>,
}
/// An address that is told of analyses.
#[derive(Entity)]
pub struct Webhook {
    #[entity(key, sequence = "WEB-{:05}")]
    pub id: Key<Webhook>,
    #[entity(len = 1..=100, title)]
    pub name: String,
    #[entity(len = 1..=512, url)]
    pub url: String,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(secret)]
    pub secret: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(simulate(external_computation, "the code is analysed outside the service's state"))]
    fn analyze_code_snippet();
    #[tool(simulate(external_computation, "the files are analysed outside the service's state"))]
    fn analyze_file_list();
    #[tool(update, map(automatic_analysis = enabled))]
    fn toggle_automatic_analysis() -> System;
    #[tool(
        list,
        filter(project_key in projects, pull_request_id, severity = severities),
        page(page, limit = page_size)
    )]
    fn search_sonar_issues_in_projects() -> Page<Issue>;
    #[tool(update, key(issue_key))]
    fn change_sonar_issue_status() -> Issue;
    #[tool(list, ignore(page))]
    fn search_my_sonarqube_projects() -> Page<Project>;
    #[tool(list)]
    fn list_quality_gates() -> Page<QualityGate>;
    #[tool(get, key(analysis_id), filter(branch, project_id, project_key, pull_request))]
    fn get_project_quality_gate_status() -> QualityGateStatus;
    #[tool(get, key(key))]
    fn show_rule() -> Rule;
    #[tool(search(name~q), filter(language))]
    fn list_rule_repositories() -> Page<RuleRepository>;
    #[tool(search((key, name)~q))]
    fn list_languages() -> Page<Language>;
    #[tool(list, filter(project_key, branch, metric_key in metric_keys, pull_request))]
    fn get_component_measures() -> Page<Measure>;
    #[tool(list, page(page, limit = page_size))]
    fn search_metrics() -> Page<Metric>;
    #[tool(get, key(key), filter(branch, pull_request))]
    fn get_raw_source() -> SourceFile;
    #[tool(
        list,
        filter(file_key = key, line >= from, line <= to),
        sort(line),
        ignore(commits_by_line)
    )]
    fn get_scm_info() -> Page<ScmLine>;
    #[tool(get)]
    fn get_system_health() -> System;
    #[tool(get)]
    fn get_system_status() -> System;
    #[tool(list, filter(name))]
    fn get_system_logs() -> Page<SystemLog>;
    #[tool(simulate(unclear_effect, "it only answers that the server is there"))]
    fn ping_system();
    #[tool(get)]
    fn get_system_info() -> System;
    #[tool(create)]
    fn create_webhook() -> Webhook;
    #[tool(list, filter(project))]
    fn list_webhooks() -> Page<Webhook>;
    #[tool(
        search((name, description)~q),
        filter(enterprise_id, favorite, draft),
        page(page = page_index, limit = page_size)
    )]
    fn list_portfolios() -> Page<Portfolio>;
    #[tool(list, filter(enterprise_key))]
    fn list_enterprises() -> Page<Enterprise>;
    #[tool(list, filter(project_key, branch_key, pull_request_key))]
    fn search_dependency_risks() -> Page<DependencyRisk>;
}
