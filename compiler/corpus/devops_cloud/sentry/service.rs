//! Sentry: the errors of projects grouped into issues, and what surrounds them: events, releases,
//! alert rules, dashboards, monitors, traces, profiles, replays, logs and conversations with AI.
//!
//! Slugs name things inside an organization, so projects, teams and repositories are keyed by both.
//! A short identifier names one issue among all that the user can reach, and the organization may
//! be left out beside it. What the current user may change follows from the role that they have in
//! the organization: members look after issues and uptime monitors, and only the other roles
//! change teams, projects and DSNs. What programs, machines and browsers send (events, check-ins,
//! spans, logs and the like) is only read here.

/// Everything that the signed-in user can reach.
#[derive(State)]
pub struct Sentry {
    pub account: One<Account>,
    pub users: Table<User>,
    pub organizations: Table<Organization>,
    pub teams: Table<Team>,
    pub repositories: Table<Repository>,
    pub projects: Table<Project>,
    pub client_keys: Table<ClientKey>,
    pub issues: Table<Issue>,
    pub events: Table<Event>,
    pub attachments: Table<Attachment>,
    pub activities: Table<Activity>,
    pub user_reports: Table<UserReport>,
    pub releases: Table<Release>,
    pub deploys: Table<Deploy>,
    pub commits: Table<Commit>,
    pub release_health: Table<ReleaseHealth>,
    pub issue_alert_rules: Table<IssueAlertRule>,
    pub metric_alert_rules: Table<MetricAlertRule>,
    pub dashboards: Table<Dashboard>,
    pub monitors: Table<Monitor>,
    pub check_ins: Table<CheckIn>,
    pub uptime_monitors: Table<UptimeMonitor>,
    pub uptime_checks: Table<UptimeCheck>,
    pub traces: Table<Trace>,
    pub conversations: Table<Conversation>,
    pub spans: Table<Span>,
    pub logs: Table<Log>,
    pub metrics: Table<Metric>,
    pub profiles: Table<Profile>,
    pub replays: Table<Replay>,
    pub snapshots: Table<Snapshot>,
    pub snapshot_images: Table<SnapshotImage>,
    pub onboarding_runs: Table<OnboardingRun>,
}

/// Who is signed in.
#[derive(Entity)]
pub struct Account {
    pub user_id: Key<User>,
}

/// Someone who works with Sentry.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "28{:05}")]
    pub id: Key<User>,
    #[entity(len = 1..=100, person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
}

/// A company whose programs are watched.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, slug)]
    pub slug: Key<Organization>,
    /// The number that DSNs carry.
    #[entity(unique, range = 1_000..=9_999_999)]
    pub id: i64,
    #[entity(len = 1..=64, company)]
    pub name: String,
    #[entity(url)]
    pub region_url: String,
    /// What the current user is here.
    #[entity(default = Role::Member)]
    pub role: Role,
}

/// What someone is in an organization.
#[derive(Choice)]
pub enum Role {
    Member,
    Admin,
    Manager,
    Owner,
}

/// A group of users that looks after projects.
#[derive(Entity)]
pub struct Team {
    #[entity(key, on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(key, slug, len = 1..=50, pattern = "^[a-z0-9][a-z0-9_-]*$")]
    pub slug: String,
    #[entity(unique, range = 1..=9_999_999)]
    pub id: i64,
    #[entity(len = 1..=64, title)]
    pub name: String,
    #[entity(on_delete = clear)]
    pub members: Vec<Key<User>>,
}

/// Source code that the organization has connected.
#[derive(Entity)]
pub struct Repository {
    #[entity(key, on_delete = cascade)]
    pub organization: Key<Organization>,
    /// With its owner: `octo/web`.
    #[entity(key, path, len = 1..=200)]
    pub name: String,
}

/// A program that is watched.
#[derive(Entity)]
pub struct Project {
    #[entity(key, on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(key, slug, len = 1..=100, pattern = "^[a-z0-9][a-z0-9_-]*$")]
    pub slug: String,
    #[entity(unique, range = 1..=9_999_999)]
    pub id: i64,
    #[entity(len = 1..=200, title)]
    pub name: String,
    #[entity(len = 1..=64, slug)]
    pub platform: Option<String>,
    /// The teams that have access.
    #[entity(on_delete = clear)]
    pub teams: Vec<Key<Team>>,
    #[entity(on_delete = clear)]
    pub repository: Option<Key<Repository>>,
    #[entity(created)]
    pub date_created: Timestamp,
}

/// What a program needs to send events to a project; its address is called DSN.
#[derive(Entity)]
pub struct ClientKey {
    #[entity(key, pattern = "^[0-9a-f]{32}$")]
    pub id: Key<ClientKey>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(len = 1..=64, title)]
    pub name: String,
    #[entity(default = true)]
    pub is_active: bool,
    /// In how many seconds at most `rate_limit_count` events are taken; both or none are set.
    #[entity(range = 1..=86_400)]
    pub rate_limit_window: Option<i64>,
    #[entity(range = 1..=1_000_000_000)]
    pub rate_limit_count: Option<i64>,
    /// `latest`, or a major version such as `9.x`.
    #[entity(default = "latest".to_owned(), pattern = "^(latest|[0-9]+\\.x)$")]
    pub browser_sdk_version: String,
    #[entity(default)]
    pub has_replay: bool,
    #[entity(default)]
    pub has_performance: bool,
    #[entity(default)]
    pub has_debug: bool,
    #[entity(default)]
    pub has_feedback: bool,
    #[entity(default)]
    pub has_logs_and_metrics: bool,
}

/// Errors, or other findings, of one kind.
#[derive(Entity)]
pub struct Issue {
    /// The short identifier.
    #[entity(key, pattern = "^[A-Z]{3,12}-[0-9A-Z]{1,4}$")]
    pub id: Key<Issue>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(len = 1..=500, title)]
    pub title: String,
    /// The code that is to blame.
    #[entity(path)]
    pub culprit: Option<String>,
    #[entity(default = Category::Error)]
    pub category: Category,
    #[entity(default = Level::Error)]
    pub level: Level,
    #[entity(default = IssueStatus::Unresolved)]
    pub status: IssueStatus,
    /// What is special about the status; missing once the issue is resolved.
    pub substatus: Option<Substatus>,
    /// How long an ignored issue is ignored.
    pub ignore: Option<IgnoreRule>,
    #[entity(default = Priority::Medium)]
    pub priority: Priority,
    #[entity(default)]
    pub is_unhandled: bool,
    /// An issue is assigned to a user or to a team, never to both.
    #[entity(on_delete = clear)]
    pub assigned_user: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub assigned_team: Option<Key<Team>>,
    #[entity(default = 1, range = 1..=9_999_999)]
    pub event_count: i64,
    #[entity(default, range = 0..=9_999_999)]
    pub user_count: i64,
    pub first_seen: Timestamp,
    pub last_seen: Timestamp,
}

/// What an issue was found by.
#[derive(Choice)]
pub enum Category {
    Error,
    Performance,
    Feedback,
    Cron,
    Uptime,
    Metric,
}

/// How bad something is.
#[derive(Choice)]
pub enum Level {
    Debug,
    Info,
    Warning,
    Error,
    Fatal,
}

/// Where an issue stands.
#[derive(Choice)]
pub enum IssueStatus {
    Unresolved,
    Resolved,
    #[choice(rename = "resolvedInNextRelease")]
    ResolvedInNextRelease,
    Ignored,
}

/// What is special about the status of an issue.
#[derive(Choice)]
pub enum Substatus {
    New,
    Ongoing,
    Escalating,
    Regressed,
    ArchivedUntilEscalating,
    ArchivedUntilConditionMet,
    ArchivedForever,
}

/// How much an issue matters.
#[derive(Choice)]
pub enum Priority {
    Low,
    Medium,
    High,
}

/// Until when an issue is ignored.
#[derive(Record)]
pub struct IgnoreRule {
    pub mode: IgnoreMode,
    pub until: Option<Timestamp>,
    /// How many more times it has to occur, and in how many minutes when there is a window.
    pub count: Option<i64>,
    pub window_minutes: Option<i64>,
    /// How many more users it has to hit.
    pub user_count: Option<i64>,
    pub user_window_minutes: Option<i64>,
}

/// The ways to ignore an issue.
#[derive(Choice)]
pub enum IgnoreMode {
    #[choice(rename = "untilEscalating")]
    UntilEscalating,
    #[choice(rename = "forever")]
    Forever,
    #[choice(rename = "forDuration")]
    ForDuration,
    #[choice(rename = "untilOccurrenceCount")]
    UntilOccurrenceCount,
    #[choice(rename = "untilUserCount")]
    UntilUserCount,
}

/// One occurrence of an issue.
#[derive(Entity)]
pub struct Event {
    #[entity(key, pattern = "^[0-9a-f]{32}$")]
    pub id: Key<Event>,
    #[entity(on_delete = cascade)]
    pub issue: Key<Issue>,
    #[entity(len = 1..=500, title)]
    pub message: String,
    #[entity(default = Level::Error)]
    pub level: Level,
    pub timestamp: Timestamp,
    #[entity(pattern = "^(production|staging|development)$")]
    pub environment: Option<String>,
    /// The version of the release that it happened in.
    #[entity(pattern = "^[a-z]+@[0-9]\\.[0-9]{1,2}\\.[0-9]{1,2}$")]
    pub release: Option<String>,
    #[entity(path)]
    pub transaction: Option<String>,
    #[entity(url)]
    pub url: Option<String>,
    #[entity(pattern = "^(Chrome|Firefox|Safari) [0-9]{2,3}$")]
    pub browser: Option<String>,
    #[entity(pattern = "^(Windows|macOS|Android|iOS) [0-9]{2}$")]
    pub os: Option<String>,
    #[entity(email)]
    pub user_email: Option<String>,
    #[entity(on_delete = clear)]
    pub trace: Option<Key<Trace>>,
    #[entity(default)]
    pub tags: Vec<Tag>,
    #[entity(default)]
    pub threads: Vec<Thread>,
    /// What happened before, the oldest first.
    #[entity(default)]
    pub breadcrumbs: Vec<Breadcrumb>,
}

/// A mark that a program puts on its events.
#[derive(Record)]
pub struct Tag {
    #[record(slug)]
    pub key: String,
    pub value: String,
}

/// A thread of the program at the time of an event.
#[derive(Record)]
pub struct Thread {
    pub id: i64,
    pub name: Option<String>,
    pub crashed: bool,
    /// The innermost call first.
    pub frames: Vec<Frame>,
}

/// A call in a stack.
#[derive(Record)]
pub struct Frame {
    #[record(slug)]
    pub function: String,
    #[record(path)]
    pub filename: String,
    pub line_no: Option<i64>,
    /// Whether it is the program's own code and not a library's.
    pub in_app: bool,
}

/// Something that happened before an event.
#[derive(Record)]
pub struct Breadcrumb {
    pub timestamp: Timestamp,
    #[record(slug)]
    pub category: String,
    pub level: Level,
    #[record(body)]
    pub message: String,
}

/// A file that came with an event.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, sequence = "61{:05}")]
    pub id: Key<Attachment>,
    #[entity(on_delete = cascade)]
    pub event: Key<Event>,
    #[entity(len = 1..=255, path)]
    pub name: String,
    #[entity(mime)]
    pub mimetype: String,
    /// Bytes.
    #[entity(range = 0..=100_000_000)]
    pub size: i64,
    /// Text as it is, anything else in base64.
    #[entity(body)]
    pub content: String,
    #[entity(created)]
    pub date_created: Timestamp,
}

/// Something that happened to an issue.
#[derive(Entity)]
pub struct Activity {
    #[entity(key, sequence = "91{:05}")]
    pub id: Key<Activity>,
    #[entity(on_delete = cascade)]
    pub issue: Key<Issue>,
    #[entity(rename = "type")]
    pub kind: ActivityKind,
    /// Who did it; missing where Sentry itself did.
    #[entity(on_delete = clear)]
    pub user: Option<Key<User>>,
    /// What a note says, whom the issue was given to, or how it is ignored.
    #[entity(len = 1..=4096, body)]
    pub text: Option<String>,
    #[entity(created)]
    pub date_created: Timestamp,
}

/// What can happen to an issue.
#[derive(Choice)]
pub enum ActivityKind {
    FirstSeen,
    Note,
    SetResolved,
    SetResolvedInRelease,
    SetUnresolved,
    SetRegression,
    SetIgnored,
    Assigned,
}

/// What a user of the program wrote when it failed.
#[derive(Entity)]
pub struct UserReport {
    #[entity(key, sequence = "33{:05}")]
    pub id: Key<UserReport>,
    #[entity(on_delete = cascade)]
    pub issue: Key<Issue>,
    #[entity(on_delete = clear)]
    pub event: Option<Key<Event>>,
    #[entity(len = 1..=128, person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
    #[entity(len = 1..=4096, body)]
    pub comments: String,
    #[entity(created)]
    pub date_created: Timestamp,
}

/// A version of one or more projects.
#[derive(Entity)]
pub struct Release {
    #[entity(key, on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(key, len = 1..=250, pattern = "^[^ ]+$")]
    pub version: String,
    #[entity(on_delete = clear)]
    pub projects: Vec<Key<Project>>,
    #[entity(created)]
    pub date_created: Timestamp,
    pub date_released: Option<Timestamp>,
    pub first_event: Option<Timestamp>,
    pub last_event: Option<Timestamp>,
    /// How many issues it brought.
    #[entity(default, range = 0..=9_999)]
    pub new_issues: i64,
}

/// That a release went to an environment.
#[derive(Entity)]
pub struct Deploy {
    #[entity(key, sequence = "52{:05}")]
    pub id: Key<Deploy>,
    #[entity(on_delete = cascade)]
    pub release: Key<Release>,
    #[entity(pattern = "^(production|staging|development)$")]
    pub environment: String,
    pub date_started: Option<Timestamp>,
    pub date_finished: Timestamp,
}

/// A change of source code that a release has.
#[derive(Entity)]
pub struct Commit {
    #[entity(key, pattern = "^[0-9a-f]{40}$")]
    pub id: Key<Commit>,
    #[entity(on_delete = cascade)]
    pub release: Key<Release>,
    #[entity(len = 1..=500, title)]
    pub message: String,
    #[entity(person)]
    pub author: String,
    #[entity(created)]
    pub date_created: Timestamp,
}

/// How a release does in a project.
#[derive(Entity)]
#[entity(unique(release, project))]
pub struct ReleaseHealth {
    #[entity(key, sequence)]
    pub id: IntKey<ReleaseHealth>,
    #[entity(on_delete = cascade)]
    pub release: Key<Release>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    /// Of all users of the last day, how many percent had it.
    #[entity(range = 0..=100, percent)]
    pub adoption: f64,
    #[entity(range = 0..=100, percent)]
    pub crash_free_users: f64,
    #[entity(range = 0..=100, percent)]
    pub crash_free_sessions: f64,
    #[entity(range = 0..=99_999_999)]
    pub total_sessions: i64,
}

/// What is done when an issue of a project does something.
#[derive(Entity)]
pub struct IssueAlertRule {
    #[entity(key, sequence = "15{:05}")]
    pub id: Key<IssueAlertRule>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(len = 1..=256, title)]
    pub name: String,
    #[entity(default = Switch::Active)]
    pub status: Switch,
    #[entity(default = Quantifier::Any)]
    pub action_match: Quantifier,
    #[entity(default = Quantifier::All)]
    pub filter_match: Quantifier,
    /// How long the rule rests after it was triggered.
    #[entity(default = 30, range = 5..=43_200)]
    pub frequency_minutes: i64,
    #[entity(pattern = "^(production|staging|development)$")]
    pub environment: Option<String>,
    #[entity(on_delete = clear)]
    pub owner_user: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub owner_team: Option<Key<Team>>,
    #[entity(body)]
    pub conditions: Vec<String>,
    #[entity(body)]
    pub filters: Vec<String>,
    #[entity(body)]
    pub actions: Vec<String>,
    #[entity(created)]
    pub date_created: Timestamp,
    pub last_triggered: Option<Timestamp>,
}

/// Whether something is in use.
#[derive(Choice)]
pub enum Switch {
    Active,
    Disabled,
}

/// How many of several have to hold.
#[derive(Choice)]
pub enum Quantifier {
    All,
    Any,
    None,
}

/// What is done when a measure of some projects goes beyond a threshold.
#[derive(Entity)]
pub struct MetricAlertRule {
    #[entity(key, sequence = "16{:05}")]
    pub id: Key<MetricAlertRule>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = clear)]
    pub projects: Vec<Key<Project>>,
    #[entity(len = 1..=256, title)]
    pub name: String,
    #[entity(default = Switch::Active)]
    pub status: Switch,
    #[entity(default = AlertDataset::Events)]
    pub dataset: AlertDataset,
    #[entity(pattern = "^(count\\(\\)|count_unique\\(user\\)|p95\\(span\\.duration\\))$")]
    pub aggregate: String,
    /// Which events count.
    #[entity(default)]
    pub query: String,
    #[entity(range = 1..=1_440)]
    pub time_window_minutes: i64,
    #[entity(pattern = "^(production|staging|development)$")]
    pub environment: Option<String>,
    #[entity(on_delete = clear)]
    pub owner_user: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub owner_team: Option<Key<Team>>,
    pub triggers: Vec<Trigger>,
    #[entity(created)]
    pub date_created: Timestamp,
}

/// What metric alert rules can measure.
#[derive(Choice)]
pub enum AlertDataset {
    Events,
    Transactions,
    Metrics,
}

/// A threshold and what is done when it is crossed.
#[derive(Record)]
pub struct Trigger {
    pub label: TriggerLabel,
    pub threshold: f64,
    #[record(body)]
    pub actions: Vec<String>,
}

/// How bad it is that a threshold is crossed.
#[derive(Choice)]
pub enum TriggerLabel {
    Warning,
    Critical,
}

/// The families of alert rules, as callers choose among them.
#[derive(Choice)]
pub enum RuleKind {
    All,
    Issue,
    Metric,
}

/// A page of charts and tables.
#[derive(Entity)]
pub struct Dashboard {
    #[entity(key, sequence = "44{:04}")]
    pub id: Key<Dashboard>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(on_delete = clear)]
    pub projects: Vec<Key<Project>>,
    #[entity(default)]
    pub environments: Vec<String>,
    #[entity(on_delete = clear)]
    pub created_by: Option<Key<User>>,
    #[entity(created)]
    pub date_created: Timestamp,
    pub last_visited: Option<Timestamp>,
    #[entity(default)]
    pub is_favorited: bool,
    pub widgets: Vec<Widget>,
}

/// A chart or table of a dashboard.
#[derive(Record)]
pub struct Widget {
    pub id: i64,
    #[record(title)]
    pub title: String,
    pub display_type: DisplayType,
    pub dataset: Dataset,
    /// What is shown of each series.
    pub fields: Vec<String>,
    pub conditions: String,
}

/// The forms of a widget.
#[derive(Choice)]
pub enum DisplayType {
    Line,
    Area,
    Bar,
    Table,
    BigNumber,
}

/// What can be searched and charted.
#[derive(Choice)]
pub enum Dataset {
    Spans,
    Errors,
    Logs,
    Metrics,
    Profiles,
    Replays,
}

/// A job that has to check in on a schedule.
#[derive(Entity)]
#[entity(unique(project, slug))]
pub struct Monitor {
    #[entity(key, uuid)]
    pub id: Key<Monitor>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(len = 1..=50, slug)]
    pub slug: String,
    #[entity(len = 1..=128, title)]
    pub name: String,
    #[entity(default = Switch::Active)]
    pub status: Switch,
    #[entity(default = ScheduleType::Crontab)]
    pub schedule_type: ScheduleType,
    /// A crontab line, or something like `2 hours`.
    #[entity(pattern = "^([0-9*/]+ [0-9*/]+ \\* \\* [0-9*]|[0-9]{1,2} (minutes|hours|days))$")]
    pub schedule: String,
    /// After how many minutes a check-in counts as missed, and a run as timed out.
    #[entity(range = 0..=1_440)]
    pub checkin_margin: Option<i64>,
    #[entity(range = 1..=10_080)]
    pub max_runtime: Option<i64>,
    #[entity(on_delete = clear)]
    pub owner_user: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub owner_team: Option<Key<Team>>,
    pub environments: Vec<MonitorEnvironment>,
}

/// How schedules are written.
#[derive(Choice)]
pub enum ScheduleType {
    Crontab,
    Interval,
}

/// How a job does in an environment.
#[derive(Record)]
pub struct MonitorEnvironment {
    #[record(pattern = "^(production|staging|development)$")]
    pub name: String,
    pub status: MonitorStatus,
    pub last_check_in: Option<Timestamp>,
    pub next_check_in: Option<Timestamp>,
}

/// How a job does.
#[derive(Choice)]
pub enum MonitorStatus {
    Active,
    Ok,
    Error,
}

/// A run of a job, or that one is missing.
#[derive(Entity)]
pub struct CheckIn {
    #[entity(key, uuid)]
    pub id: Key<CheckIn>,
    #[entity(on_delete = cascade)]
    pub monitor: Key<Monitor>,
    #[entity(pattern = "^(production|staging|development)$")]
    pub environment: String,
    #[entity(default = CheckInStatus::Ok)]
    pub status: CheckInStatus,
    #[entity(range = 0..=99_999_999)]
    pub duration_ms: Option<i64>,
    #[entity(created)]
    pub date_created: Timestamp,
}

/// What came of a run.
#[derive(Choice)]
pub enum CheckInStatus {
    Ok,
    Error,
    InProgress,
    Missed,
    Timeout,
}

/// An address that is asked again and again whether it answers.
#[derive(Entity)]
pub struct UptimeMonitor {
    #[entity(key, sequence = "77{:05}")]
    pub id: Key<UptimeMonitor>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(len = 1..=128, title)]
    pub name: String,
    #[entity(url, pattern = "^https?://[^ /]+")]
    pub url: String,
    #[entity(range = 60..=3_600)]
    pub interval_seconds: i64,
    #[entity(range = 1_000..=60_000)]
    pub timeout_ms: i64,
    #[entity(default = HttpMethod::Get)]
    pub method: HttpMethod,
    pub headers: Vec<Header>,
    /// What is sent along; never shown.
    #[entity(len = 0..=10_000, secret)]
    pub body: Option<String>,
    #[entity(default = Switch::Active)]
    pub status: Switch,
    #[entity(default = UptimeStatus::Unknown)]
    pub uptime_status: UptimeStatus,
    #[entity(on_delete = clear)]
    pub owner_user: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub owner_team: Option<Key<Team>>,
    #[entity(len = 1..=64, pattern = "^[a-z0-9_-]+$")]
    pub environment: Option<String>,
    #[entity(default)]
    pub trace_sampling: bool,
    #[entity(default = true)]
    pub response_capture_enabled: bool,
    #[entity(default = 1, range = 1..=100)]
    pub recovery_threshold: i64,
    #[entity(default = 3, range = 1..=100)]
    pub downtime_threshold: i64,
}

/// How an address is asked.
#[derive(Choice)]
pub enum HttpMethod {
    #[choice(rename = "GET")]
    Get,
    #[choice(rename = "POST")]
    Post,
    #[choice(rename = "HEAD")]
    Head,
    #[choice(rename = "PUT")]
    Put,
    #[choice(rename = "DELETE")]
    Delete,
    #[choice(rename = "PATCH")]
    Patch,
    #[choice(rename = "OPTIONS")]
    Options,
}

/// A header of a request.
#[derive(Record)]
pub struct Header {
    #[record(slug)]
    pub name: String,
    pub value: String,
}

/// Whether an address answers.
#[derive(Choice)]
pub enum UptimeStatus {
    Ok,
    Failed,
    Unknown,
}

/// What came of asking an address once.
#[derive(Entity)]
pub struct UptimeCheck {
    #[entity(key, uuid)]
    pub id: Key<UptimeCheck>,
    #[entity(on_delete = cascade)]
    pub monitor: Key<UptimeMonitor>,
    #[entity(default = UptimeResult::Success)]
    pub status: UptimeResult,
    #[entity(range = 100..=599)]
    pub http_status: Option<i64>,
    #[entity(range = 0..=60_000)]
    pub duration_ms: i64,
    /// Where it was asked from.
    #[entity(pattern = "^(us-east|us-west|eu-central|ap-south)$")]
    pub region: String,
    pub timestamp: Timestamp,
}

/// Whether an address answered.
#[derive(Choice)]
pub enum UptimeResult {
    Success,
    Failure,
    MissedWindow,
}

/// A request with everything that it set off.
#[derive(Entity)]
pub struct Trace {
    #[entity(key, pattern = "^[0-9a-f]{32}$")]
    pub id: Key<Trace>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
}

/// A talk between a user and a program with AI.
#[derive(Entity)]
pub struct Conversation {
    #[entity(key, uuid)]
    pub id: Key<Conversation>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(email)]
    pub user_email: Option<String>,
    #[entity(pattern = "^(production|staging|development)$")]
    pub environment: String,
}

/// An operation that took time.
#[derive(Entity)]
pub struct Span {
    #[entity(key, pattern = "^[0-9a-f]{16}$")]
    pub id: Key<Span>,
    #[entity(on_delete = cascade)]
    pub trace: Key<Trace>,
    #[entity(on_delete = clear)]
    pub parent_span: Option<Key<Span>>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(default = SpanOp::Function)]
    pub op: SpanOp,
    #[entity(len = 0..=1_000, path)]
    pub description: String,
    #[entity(default = SpanStatus::Ok)]
    pub status: SpanStatus,
    #[entity(path)]
    pub transaction: String,
    /// Whether it is the whole of what one program did.
    #[entity(default)]
    pub is_transaction: bool,
    pub timestamp: Timestamp,
    #[entity(range = 0..=9_999_999)]
    pub duration_ms: f64,
    #[entity(pattern = "^(production|staging|development)$")]
    pub environment: Option<String>,
    /// The talk that it is a part of.
    #[entity(on_delete = clear)]
    pub conversation: Option<Key<Conversation>>,
    /// What an operation with AI did.
    pub gen_ai: Option<GenAi>,
}

/// The kinds of operations.
#[derive(Choice)]
pub enum SpanOp {
    #[choice(rename = "http.server")]
    HttpServer,
    #[choice(rename = "http.client")]
    HttpClient,
    #[choice(rename = "db")]
    Db,
    #[choice(rename = "cache.get")]
    CacheGet,
    #[choice(rename = "queue.process")]
    QueueProcess,
    #[choice(rename = "ui.render")]
    UiRender,
    #[choice(rename = "function")]
    Function,
    #[choice(rename = "gen_ai.chat")]
    GenAiChat,
    #[choice(rename = "gen_ai.execute_tool")]
    GenAiExecuteTool,
}

/// Whether an operation worked.
#[derive(Choice)]
pub enum SpanStatus {
    Ok,
    InternalError,
    DeadlineExceeded,
    Cancelled,
}

/// What an operation with AI did: a call of a model has input and output, that of a tool a name.
#[derive(Record)]
pub struct GenAi {
    pub agent_name: Option<String>,
    pub model: Option<String>,
    #[record(slug)]
    pub tool_name: Option<String>,
    #[record(body)]
    pub input: Option<String>,
    #[record(body)]
    pub output: Option<String>,
    #[record(range = 0..=9_999_999)]
    pub total_tokens: i64,
    #[record(range = 0..=9_999)]
    pub total_cost: f64,
}

/// A line that a program wrote.
#[derive(Entity)]
pub struct Log {
    #[entity(key, uuid)]
    pub id: Key<Log>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    pub timestamp: Timestamp,
    #[entity(default = Level::Info)]
    pub severity: Level,
    #[entity(body)]
    pub message: String,
    #[entity(on_delete = clear)]
    pub trace: Option<Key<Trace>>,
    #[entity(pattern = "^(production|staging|development)$")]
    pub environment: Option<String>,
}

/// A value that a program measured.
#[derive(Entity)]
pub struct Metric {
    #[entity(key, uuid)]
    pub id: Key<Metric>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(slug)]
    pub name: String,
    #[entity(rename = "type", default = MetricType::Counter)]
    pub kind: MetricType,
    pub value: f64,
    pub unit: Option<String>,
    pub timestamp: Timestamp,
    #[entity(pattern = "^(production|staging|development)$")]
    pub environment: Option<String>,
}

/// How a value is measured.
#[derive(Choice)]
pub enum MetricType {
    Counter,
    Gauge,
    Distribution,
}

/// Where the processor spent its time during a transaction, or during a part of a session.
#[derive(Entity)]
pub struct Profile {
    #[entity(key, pattern = "^[0-9a-f]{32}$")]
    pub id: Key<Profile>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    /// The session that it is a part of, where profiling goes on all the time.
    #[entity(pattern = "^[0-9a-f]{32}$")]
    pub profiler_id: Option<String>,
    #[entity(path)]
    pub transaction: String,
    #[entity(on_delete = clear)]
    pub trace: Option<Key<Trace>>,
    #[entity(pattern = "^[a-z]+@[0-9]\\.[0-9]{1,2}\\.[0-9]{1,2}$")]
    pub release: Option<String>,
    #[entity(slug)]
    pub platform: String,
    pub timestamp: Timestamp,
    #[entity(range = 0..=9_999_999)]
    pub duration_ms: f64,
    pub functions: Vec<ProfiledFunction>,
}

/// The time that one function took itself.
#[derive(Record)]
pub struct ProfiledFunction {
    #[record(slug)]
    pub name: String,
    #[record(path)]
    pub filename: String,
    pub in_app: bool,
    #[record(range = 0..=9_999_999)]
    pub self_ms: f64,
    #[record(range = 1..=9_999_999)]
    pub n_samples: i64,
}

/// What a user saw and did.
#[derive(Entity)]
pub struct Replay {
    #[entity(key, uuid)]
    pub id: Key<Replay>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(email)]
    pub user_email: Option<String>,
    #[entity(pattern = "^(production|staging|development)$")]
    pub environment: Option<String>,
    pub started_at: Timestamp,
    #[entity(range = 0..=86_400)]
    pub duration_seconds: i64,
    /// The pages that were visited, in order.
    #[entity(url)]
    pub urls: Vec<String>,
    #[entity(pattern = "^(Chrome|Firefox|Safari) [0-9]{2,3}$")]
    pub browser: Option<String>,
    #[entity(default, range = 0..=9_999)]
    pub count_errors: i64,
    #[entity(default, range = 0..=9_999)]
    pub count_rage_clicks: i64,
    #[entity(default, range = 0..=9_999)]
    pub count_dead_clicks: i64,
    #[entity(on_delete = clear)]
    pub issues: Vec<Key<Issue>>,
    #[entity(on_delete = clear)]
    pub traces: Vec<Key<Trace>>,
}

/// The pictures of an app that one build made.
#[derive(Entity)]
pub struct Snapshot {
    #[entity(key, sequence = "23{:04}")]
    pub id: Key<Snapshot>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(slug)]
    pub app_id: String,
    #[entity(slug)]
    pub branch: String,
    #[entity(default)]
    pub is_default_branch: bool,
    #[entity(pattern = "^[0-9a-f]{40}$")]
    pub commit_sha: String,
    /// Whether other builds are compared with it.
    #[entity(default)]
    pub is_base: bool,
    #[entity(created)]
    pub date_created: Timestamp,
}

/// A picture of an app.
#[derive(Entity)]
pub struct SnapshotImage {
    #[entity(key, on_delete = cascade)]
    pub snapshot: Key<Snapshot>,
    #[entity(key, path, len = 1..=255)]
    pub image_file_name: String,
    #[entity(len = 1..=255, title)]
    pub display_name: String,
    #[entity(slug)]
    pub group: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = ImageStatus::Unchanged)]
    pub status: ImageStatus,
    #[entity(range = 1..=10_000)]
    pub width: i64,
    #[entity(range = 1..=10_000)]
    pub height: i64,
    /// Where the picture lies, the one it is compared with, and what differs.
    #[entity(url)]
    pub image_url: String,
    #[entity(url)]
    pub previous_image_url: Option<String>,
    #[entity(url)]
    pub diff_image_url: Option<String>,
    #[entity(range = 0..=100, percent)]
    pub diff_percent: Option<f64>,
}

/// How a picture compares with the one before.
#[derive(Choice)]
pub enum ImageStatus {
    Unchanged,
    Changed,
    Added,
    Removed,
}

/// An agent's work on setting Sentry up, as a person watches it. A run that is over stays so.
#[derive(Entity)]
pub struct OnboardingRun {
    #[entity(key, pattern = "^[A-Za-z0-9]{10}$")]
    pub token: Key<OnboardingRun>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(default = RunStatus::InProgress)]
    pub run_status: RunStatus,
    pub stages: Vec<StageProgress>,
    #[entity(on_delete = clear)]
    pub projects: Vec<Key<Project>>,
    #[entity(on_delete = clear)]
    pub issues: Vec<Key<Issue>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Where a run stands.
#[derive(Choice)]
pub enum RunStatus {
    InProgress,
    Completed,
    Failed,
}

/// How far a run is with a stage.
#[derive(Record)]
pub struct StageProgress {
    pub stage: Stage,
    pub status: StageStatus,
    #[record(len = 1..=256, body)]
    pub note: Option<String>,
}

/// The stages of a run.
#[derive(Choice)]
pub enum Stage {
    ConnectMcp,
    AnalyzeProject,
    CreateProject,
    InstrumentApp,
    PlanTestError,
    SendVerificationError,
    ReceiveVerificationError,
    PrepareProduction,
    CheckStackTraceQuality,
}

/// Where a stage stands.
#[derive(Choice)]
pub enum StageStatus {
    Active,
    Waiting,
    Completed,
    Skipped,
    Failed,
}

/// A DSN with the settings of its key.
#[derive(Record)]
pub struct DsnView {
    pub id: Key<ClientKey>,
    pub name: String,
    pub dsn: String,
    pub project: Key<Project>,
    pub is_active: bool,
    pub rate_limit_window: Option<i64>,
    pub rate_limit_count: Option<i64>,
    pub browser_sdk_version: String,
    pub has_replay: bool,
    pub has_performance: bool,
    pub has_debug: bool,
    pub has_feedback: bool,
    pub has_logs_and_metrics: bool,
}

/// A project just after its making.
#[derive(Record)]
pub struct NewProject {
    pub id: i64,
    pub slug: String,
    pub name: String,
    pub organization: Key<Organization>,
    pub platform: Option<String>,
    pub team_slugs: Vec<String>,
    /// The connected repository that the project is linked with.
    pub repository_name: Option<String>,
    pub dsn: String,
    pub date_created: Timestamp,
}

/// A team, as far as it matters for a project.
#[derive(Record)]
pub struct TeamView {
    pub id: i64,
    pub slug: String,
    pub name: String,
}

/// The teams of a project after a change of them.
#[derive(Record)]
pub struct TeamAccess {
    pub changed: bool,
    pub teams: Vec<TeamView>,
}

/// An issue with what others have on it.
#[derive(Record)]
pub struct IssueView {
    pub id: Key<Issue>,
    pub title: String,
    pub culprit: Option<String>,
    pub organization: String,
    pub project_slug: String,
    pub category: Category,
    pub level: Level,
    pub status: IssueStatus,
    pub substatus: Option<Substatus>,
    pub ignore: Option<IgnoreRule>,
    pub priority: Priority,
    pub is_unhandled: bool,
    /// `user:ID` or `team:SLUG`.
    pub assigned_to: Option<String>,
    pub event_count: i64,
    pub user_count: i64,
    pub first_seen: Timestamp,
    pub last_seen: Timestamp,
    pub web_url: String,
}

/// A job that checks in, as it is listed.
#[derive(Record)]
pub struct MonitorView {
    pub id: Key<Monitor>,
    pub slug: String,
    pub name: String,
    pub project_slug: String,
    pub status: Switch,
    pub owner: Option<String>,
    pub schedule_type: ScheduleType,
    pub schedule: String,
    pub checkin_margin: Option<i64>,
    pub max_runtime: Option<i64>,
    pub last_check_in: Option<Timestamp>,
    pub next_check_in: Option<Timestamp>,
    pub environments: Vec<MonitorEnvironment>,
}

/// An uptime monitor without what is secret about it.
#[derive(Record)]
pub struct UptimeView {
    pub id: Key<UptimeMonitor>,
    pub name: String,
    pub project_slug: String,
    pub status: Switch,
    pub uptime_status: UptimeStatus,
    pub url: String,
    pub method: HttpMethod,
    /// The values of headers that carry secrets are left out.
    pub headers: Vec<Header>,
    pub has_body: bool,
    pub interval_seconds: i64,
    pub timeout_ms: i64,
    pub environment: Option<String>,
    /// `user:ID` or `team:SLUG`.
    pub owner: Option<String>,
    pub trace_sampling: bool,
    pub response_capture_enabled: bool,
    pub recovery_threshold: i64,
    pub downtime_threshold: i64,
    pub web_url: String,
}

/// That an uptime monitor is gone.
#[derive(Record)]
pub struct DeletedMonitor {
    pub success: bool,
    pub uptime_monitor_id: Key<UptimeMonitor>,
    pub project_slug: String,
}

/// A release as it is listed.
#[derive(Record)]
pub struct ReleaseView {
    pub version: String,
    pub project_slugs: Vec<String>,
    pub date_created: Timestamp,
    pub date_released: Option<Timestamp>,
    pub first_event: Option<Timestamp>,
    pub last_event: Option<Timestamp>,
    pub new_issues: i64,
    /// The message of the latest commit.
    pub last_commit: Option<String>,
    /// The environment of the latest deploy.
    pub last_deploy: Option<String>,
}

/// How far a run of setting up is, and whether it takes more updates.
#[derive(Record)]
pub struct RunView {
    pub token: Key<OnboardingRun>,
    pub run_status: RunStatus,
    pub stages: Vec<StageProgress>,
    pub project_slugs: Vec<String>,
    pub issue_ids: Vec<Key<Issue>>,
    pub continue_updates: bool,
}

/// A change of an uptime monitor. `false` stands for what is not given, as null clears a setting.
#[derive(Args)]
pub struct UpdateUptimeMonitor {
    #[arg(rename = "organizationSlug")]
    pub organization_slug: Key<Organization>,
    #[arg(rename = "projectSlug")]
    pub project_slug: String,
    #[arg(rename = "uptimeMonitorId")]
    pub uptime_monitor_id: Key<UptimeMonitor>,
    pub name: Option<String>,
    pub url: Option<String>,
    #[arg(rename = "intervalSeconds")]
    pub interval_seconds: Option<i64>,
    #[arg(rename = "timeoutMs")]
    pub timeout_ms: Option<i64>,
    pub method: Option<HttpMethod>,
    pub headers: Option<Vec<Json>>,
    #[arg(default = Json(serde_json::Value::Bool(false)))]
    pub body: Json,
    pub status: Option<Switch>,
    #[arg(default = Json(serde_json::Value::Bool(false)))]
    pub owner: Json,
    #[arg(default = Json(serde_json::Value::Bool(false)))]
    pub environment: Json,
    #[arg(rename = "traceSampling")]
    pub trace_sampling: Option<bool>,
    #[arg(rename = "responseCaptureEnabled")]
    pub response_capture_enabled: Option<bool>,
    #[arg(rename = "recoveryThreshold")]
    pub recovery_threshold: Option<i64>,
    #[arg(rename = "downtimeThreshold")]
    pub downtime_threshold: Option<i64>,
}

pub trait Tools {
    /// Writes a note on an issue, for everyone to read.
    #[tool(
        create,
        map(issue = issue_id),
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A","text":"Asked the gateway."}"#,
        ok = r#"{"issue":"CHECKOUT-1A","type":"note","user":"2800001","text":"Asked the gateway."}"#
    )]
    #[case(
        args = r#"{"issueUrl":"https://northpay.sentry.io/issues/CHECKOUT-1A/?project=7001","text":"Seen."}"#,
        ok = r#"{"issue":"CHECKOUT-1A","type":"note","text":"Seen."}"#
    )]
    #[case(args = r#"{"text":"Whose?"}"#, error = "invalid_argument")]
    #[case(args = r#"{"issueId":"CHECKOUT-1A","text":"  "}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"organizationSlug":"harbor","issueId":"CHECKOUT-1A","text":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","issueUrl":"https://northpay.sentry.io/issues/CHECKOUT-1A/","text":"x"}"#,
        error = "invalid_argument"
    )]
    fn add_issue_note(
        state: &mut Sentry,
        args: AddIssueNote,
        cx: &mut Context,
    ) -> Result<RowRef<Activity>, ToolError> {
        let issue = find_issue(
            state,
            args.organization_slug.as_ref(),
            args.issue_id.as_ref().map(Key::as_str),
            args.issue_url.as_deref(),
        )?;
        let text = args.text.trim().to_owned();
        if text.is_empty() {
            return Err(ToolError::invalid_argument("a note must say something"));
        }
        add_activity(state, &issue.id, ActivityKind::Note, Some(text), cx)
    }

    /// Gives a team access to a project. A team that has it keeps it.
    #[tool(
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","teamSlug":"web"}"#,
        ok = r#"{"changed":true,"teams":[{"slug":"payments"},{"id":502,"slug":"web","name":"Web"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","teamSlug":"payments"}"#,
        ok = r#"{"changed":false,"teams":[{"slug":"payments"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","teamSlug":"press"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","projectSlug":"labels","teamSlug":"press"}"#,
        error = "permission_denied"
    )]
    fn add_team_to_project(
        state: &mut Sentry,
        args: AddTeamToProject,
        _cx: &mut Context,
    ) -> Result<TeamAccess, ToolError> {
        allow_changes(state, &args.organization_slug)?;
        let project = find_project(state, &args.organization_slug, &args.project_slug)?;
        let team = find_team(state, &args.organization_slug, &args.team_slug)?;
        let team = team_key(&team.organization, &team.slug);
        let changed = !project.teams.contains(&team);
        let mut teams = project.teams.clone();
        if changed {
            teams.push(team);
            let kept = teams.clone();
            state.projects.update(&key_of(&project), |project| {
                project.teams = kept;
                Ok(())
            })?;
        }
        Ok(TeamAccess { changed, teams: view_teams(state, &teams) })
    }

    #[tool(simulate(
        external_computation,
        "a language model looks for the cause of the issue in the source code"
    ))]
    fn analyze_issue_with_seer();

    /// Adds another DSN to a project.
    #[tool(
        create,
        about = ClientKey,
        map(project = (organization_slug, project_slug))
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","name":"Canary"}"#,
        ok = r#"{"name":"Canary","project":"northpay/checkout","is_active":true,"rate_limit_count":null,"browser_sdk_version":"latest"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"labels","name":"Canary"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","name":""}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","projectSlug":"labels","name":"Canary"}"#,
        error = "permission_denied"
    )]
    fn create_dsn(
        state: &mut Sentry,
        args: CreateDsn,
        cx: &mut Context,
    ) -> Result<DsnView, ToolError> {
        allow_changes(state, &args.organization_slug)?;
        let project = find_project(state, &args.organization_slug, &args.project_slug)?;
        let key = add_client_key(state, &key_of(&project), args.name.trim(), cx)?;
        view_dsn(state, &key)
    }

    /// Adds a project with a first DSN, and gives a team access to it. Without a slug, the name
    /// gives one that is free.
    #[tool(
        create,
        about = Project,
        map(organization = organization_slug),
        types(repository = String)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","teamSlug":"payments","name":"Refund Worker","platform":"python","repository":"checkout-api"}"#,
        ok = r#"{"id":7004,"slug":"refund-worker","name":"Refund Worker","platform":"python","team_slugs":["payments"],"repository_name":"northpay/checkout-api"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","teamSlug":"web","name":"Checkout"}"#,
        ok = r#"{"slug":"checkout-2","name":"Checkout","platform":null,"repository_name":null}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","teamSlug":"web","name":"Labels","slug":"labels"}"#,
        ok = r#"{"slug":"labels","organization":"northpay"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","teamSlug":"web","name":"x","slug":"checkout"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","teamSlug":"web","name":"x","slug":"1234"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","teamSlug":"press","name":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","teamSlug":"web","name":"x","repository":"storefront"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","teamSlug":"web","name":"x","repository":"octo/none"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","teamSlug":"press","name":"x"}"#,
        error = "permission_denied"
    )]
    fn create_project(
        state: &mut Sentry,
        args: CreateProject,
        cx: &mut Context,
    ) -> Result<NewProject, ToolError> {
        let organization = &args.organization_slug;
        allow_changes(state, organization)?;
        let team = find_team(state, organization, &args.team_slug)?;
        let repository = match &args.repository {
            Some(name) => Some(find_repository(state, organization, name)?),
            None => None,
        };
        let slug = match args.slug {
            Some(slug) => checked_slug(slug)?,
            None => free_slug(state, organization, &slug_of_name(&args.name)?),
        };
        let id = state.projects.next_number_where(&|_| true, &|project| project.id);
        let project = state.projects.insert(Project {
            organization: organization.clone(),
            slug,
            id,
            name: args.name.trim().to_owned(),
            platform: args.platform,
            teams: vec![team_key(organization, &team.slug)],
            repository: repository.as_ref().map(|row| repository_key(organization, &row.name)),
            date_created: cx.now(),
        })?;
        let key = add_client_key(state, &key_of(&project), "Default", cx)?;
        Ok(NewProject {
            id: project.id,
            slug: project.slug.clone(),
            name: project.name.clone(),
            organization: project.organization.clone(),
            platform: project.platform.clone(),
            team_slugs: vec![team.slug.clone()],
            repository_name: repository.map(|row| row.name.clone()),
            dsn: view_dsn(state, &key)?.dsn,
            date_created: project.date_created,
        })
    }

    /// Adds a team, which the current user joins. Its slug comes from its name.
    #[tool(
        create,
        map(organization = organization_slug)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","name":"The Goats"}"#,
        ok = r#"{"slug":"the-goats","id":504,"name":"The Goats","members":["2800001"]}"#
    )]
    #[case(args = r#"{"organizationSlug":"northpay","name":"Web!"}"#, error = "already_exists")]
    #[case(args = r#"{"organizationSlug":"northpay","name":"?"}"#, error = "invalid_argument")]
    #[case(args = r#"{"organizationSlug":"nowhere","name":"Goats"}"#, error = "not_found")]
    #[case(args = r#"{"organizationSlug":"harbor","name":"Goats"}"#, error = "permission_denied")]
    fn create_team(
        state: &mut Sentry,
        args: CreateTeam,
        _cx: &mut Context,
    ) -> Result<RowRef<Team>, ToolError> {
        allow_changes(state, &args.organization_slug)?;
        let slug = slug_of_name(&args.name)?;
        let id = state.teams.next_number_where(&|_| true, &|team| team.id);
        let me = current_user(state)?;
        state.teams.insert(Team {
            organization: args.organization_slug,
            slug,
            id,
            name: args.name.trim().to_owned(),
            members: vec![me.id.clone()],
        })
    }

    /// Starts to ask an address whether it answers.
    #[tool(
        create,
        about = UptimeMonitor,
        map(project = (organization_slug, project_slug))
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","name":"Shop","url":"https://shop.northpay.example/","intervalSeconds":300,"owner":"team:web","headers":[["Accept","text/html"]]}"#,
        ok = r#"{"name":"Shop","project_slug":"storefront","status":"active","uptime_status":"unknown","method":"GET","headers":[{"name":"Accept","value":"text/html"}],"timeout_ms":5000,"owner":"team:web","downtime_threshold":3}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","projectSlug":"labels","name":"Press","url":"https://press.example","intervalSeconds":60,"status":"disabled"}"#,
        ok = r#"{"name":"Press","status":"disabled","owner":null,"has_body":false}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","name":"Shop","url":"https://shop.example","intervalSeconds":61}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","name":"Shop","url":"ftp://shop.example","intervalSeconds":60}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","name":"Shop","url":"https://shop.example","intervalSeconds":60,"body":"x"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","name":"Shop","url":"https://shop.example","intervalSeconds":60,"owner":"team:press"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"none","name":"Shop","url":"https://shop.example","intervalSeconds":60}"#,
        error = "not_found"
    )]
    fn create_uptime_monitor(
        state: &mut Sentry,
        args: CreateUptimeMonitor,
        cx: &mut Context,
    ) -> Result<UptimeView, ToolError> {
        let organization = &args.organization_slug;
        let project = find_project(state, organization, &args.project_slug)?;
        let (owner_user, owner_team) = match &args.owner {
            Some(owner) => read_actor(state, organization, owner)?,
            None => (None, None),
        };
        let id = state.uptime_monitors.next_key(cx);
        let monitor = UptimeMonitor {
            id,
            project: key_of(&project),
            name: args.name,
            url: args.url,
            interval_seconds: args.interval_seconds,
            timeout_ms: args.timeout_ms,
            method: args.method.unwrap_or(HttpMethod::Get),
            headers: read_headers(&args.headers.unwrap_or_default())?,
            body: args.body,
            status: args.status.unwrap_or(Switch::Active),
            uptime_status: UptimeStatus::Unknown,
            owner_user,
            owner_team,
            environment: args.environment,
            trace_sampling: args.trace_sampling.unwrap_or(false),
            response_capture_enabled: args.response_capture_enabled.unwrap_or(true),
            recovery_threshold: args.recovery_threshold.unwrap_or(1),
            downtime_threshold: args.downtime_threshold.unwrap_or(3),
        };
        check_uptime_monitor(&monitor)?;
        let monitor = state.uptime_monitors.insert(monitor)?;
        Ok(view_uptime(state, &monitor))
    }

    /// Removes an uptime monitor with all its checks.
    #[tool(
        delete,
        key(uptime_monitor_id),
        filter(project = (organization_slug, project_slug)),
        about = UptimeMonitor
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","uptimeMonitorId":"7700001"}"#,
        ok = r#"{"success":true,"uptime_monitor_id":"7700001","project_slug":"checkout"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","uptimeMonitorId":"7700001"}"#,
        error = "not_found"
    )]
    fn delete_uptime_monitor(
        state: &mut Sentry,
        args: DeleteUptimeMonitor,
        _cx: &mut Context,
    ) -> Result<DeletedMonitor, ToolError> {
        let project = find_project(state, &args.organization_slug, &args.project_slug)?;
        let monitor = find_uptime(state, &project, &args.uptime_monitor_id)?;
        state.delete::<UptimeMonitor>(&monitor.id)?;
        Ok(DeletedMonitor {
            success: true,
            uptime_monitor_id: monitor.id.clone(),
            project_slug: project.slug.clone(),
        })
    }

    /// Lists alert rules by name: those of a project's issues, and those of metrics. The two
    /// families have pages of their own.
    #[tool(
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout"}"#,
        ok = r#"{"issue_rules":[{"id":"1500001","name":"Tell the payments team"}],"metric_rules":[{"id":"1600001","aggregate":"p95(span.duration)"}],"pagination":{"issue":{"next_cursor":null},"metric":{"next_cursor":null}}}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"errors"}"#,
        ok = r#"{"issue_rules":[],"metric_rules":[{"name":"Errors in the shop"}],"pagination":{"issue":null}}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","kind":"metric","limit":1,"cursor":"c1"}"#,
        ok = r#"{"issue_rules":[],"metric_rules":[{"name":"P95 latency"}]}"#
    )]
    #[case(args = r#"{"organizationSlug":"northpay","kind":"issue"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","cursor":"c1"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"organizationSlug":"northpay","projectSlug":"labels"}"#, error = "not_found")]
    fn find_alert_rules(
        state: &Sentry,
        args: FindAlertRules,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project_slug.as_deref())?;
        if args.kind == RuleKind::Issue && project.is_none() {
            return Err(ToolError::invalid_argument("rules of issues are of a `projectSlug`"));
        }
        let cursor = args.cursor.filter(|cursor| !cursor.is_empty());
        if args.kind == RuleKind::All && cursor.is_some() {
            let message = "a `cursor` is of one family, so pass its `kind` beside it";
            return Err(ToolError::invalid_argument(message));
        }
        let query = args.query.unwrap_or_default();
        let request = PageRequest { limit: Some(args.limit), cursor, ..PageRequest::default() };
        let mut issue_rules = Vec::new();
        let mut issue_page = Value::Null;
        if let Some(project) = project.as_ref().filter(|_| args.kind != RuleKind::Metric) {
            let mut rules = state
                .issue_alert_rules
                .select(&|rule| rule.project == *project && contains_text(&[&rule.name], &query));
            rules.sort_by_key(|rule| rule.name.to_lowercase());
            let page = request.cut(rules)?;
            issue_rules = page.items.iter().map(value_of).collect();
            issue_page = json!({"next_cursor": page.next_cursor});
        }
        let mut metric_rules = Vec::new();
        let mut metric_page = Value::Null;
        if args.kind != RuleKind::Issue {
            let mut rules = state.metric_alert_rules.select(&|rule| {
                rule.organization == *organization
                    && project.as_ref().is_none_or(|project| rule.projects.contains(project))
                    && contains_text(&[&rule.name], &query)
            });
            rules.sort_by_key(|rule| rule.name.to_lowercase());
            let page = request.cut(rules)?;
            metric_rules = page.items.iter().map(value_of).collect();
            metric_page = json!({"next_cursor": page.next_cursor});
        }
        let (issue_rules, metric_rules) = (Value::Array(issue_rules), Value::Array(metric_rules));
        Ok(json!({
            "issue_rules": issue_rules,
            "metric_rules": metric_rules,
            "pagination": {"issue": issue_page, "metric": metric_page},
        }))
    }

    #[tool(
        search(title ~ title_query),
        filter(organization = organization_slug),
        sort(title, by = sort),
        page(limit = limit, cursor = cursor),
        ignore(region_url)
    )]
    fn find_dashboards() -> Page<Dashboard>;

    /// Lists the DSNs of a project.
    #[tool(list, filter(project = (organization_slug, project_slug)), about = ClientKey)]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout"}"#,
        ok = r#"{"items":[{"id":"5f0d3c2b1a49687786950a4b3c2d1e0f","name":"Default","dsn":"https://5f0d3c2b1a49687786950a4b3c2d1e0f@o41001.ingest.sentry.io/7001"}],"total":1}"#
    )]
    #[case(args = r#"{"organizationSlug":"northpay","projectSlug":"labels"}"#, error = "not_found")]
    fn find_dsns(
        state: &Sentry,
        args: FindDsns,
        _cx: &mut Context,
    ) -> Result<Page<DsnView>, ToolError> {
        let project = find_project(state, &args.organization_slug, &args.project_slug)?;
        let project = key_of(&project);
        let keys = state.client_keys.select(&|key| key.project == project);
        let views: Result<Vec<DsnView>, ToolError> =
            keys.iter().map(|key| view_dsn(state, key)).collect();
        Ok(Page::whole(views?))
    }

    /// Lists the jobs that have to check in, by name.
    #[tool(
        list,
        about = Monitor,
        page(limit = limit),
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"SETTLE"}"#,
        ok = r#"{"items":[{"slug":"nightly-settlement","project_slug":"checkout","owner":"team:payments","last_check_in":"2026-02-25T02:00:30Z","environments":[{"name":"production"},{"name":"staging"}]}],"total":1}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"all","environment":"staging","owner":"myteams"}"#,
        ok = r#"{"items":[{"slug":"nightly-settlement","last_check_in":"2026-02-24T02:00:10Z","environments":[{"name":"staging"}]}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","owner":"unassigned"}"#,
        ok = r#"{"items":[{"slug":"sitemap"}],"total":1}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","owner":"someone"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"organizationSlug":"northpay","projectSlug":"labels"}"#, error = "not_found")]
    fn find_monitors(
        state: &Sentry,
        args: FindMonitors,
        _cx: &mut Context,
    ) -> Result<Page<MonitorView>, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project_slug.as_deref())?;
        let owners = read_owners(state, organization, args.owner.as_deref())?;
        let query = args.query.unwrap_or_default();
        let environment = args.environment.as_deref();
        let mut rows = state.monitors.select(&|row| {
            in_scope(&row.project, organization, project.as_ref())
                && owners.fit(row.owner_user.as_ref(), row.owner_team.as_ref())
                && environment
                    .is_none_or(|name| row.environments.iter().any(|one| one.name == name))
                && contains_text(&[&row.name, &row.slug], &query)
        });
        rows.sort_by_key(|row| row.name.to_lowercase());
        let views = rows.iter().map(|row| view_monitor(state, row, environment)).collect();
        PageRequest { limit: Some(args.limit), ..PageRequest::default() }.cut(views)
    }

    #[tool(search((slug, name) ~ query))]
    fn find_organizations() -> Page<Organization>;

    #[tool(
        search((slug, name) ~ query),
        filter(organization = organization_slug),
        ignore(region_url)
    )]
    fn find_projects() -> Page<Project>;

    /// Lists releases, the newest first, with their latest commit and deploy.
    #[tool(
        search(version ~ query),
        filter(organization = organization_slug),
        sort(date_created, descending),
        about = Release
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay"}"#,
        ok = r#"{"items":[{"version":"checkout@2.4.0","project_slugs":["checkout"],"last_commit":"Wait longer for the gateway","last_deploy":"production"},{"version":"storefront@1.9.1","last_deploy":null},{"version":"checkout@2.3.7"}],"total":3}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","query":"2.3"}"#,
        ok = r#"{"items":[{"version":"checkout@2.3.7"}],"total":1}"#
    )]
    #[case(args = r#"{"organizationSlug":"northpay","projectSlug":"labels"}"#, error = "not_found")]
    fn find_releases(
        state: &Sentry,
        args: FindReleases,
        _cx: &mut Context,
    ) -> Result<Page<ReleaseView>, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project_slug.as_deref())?;
        let query = args.query.unwrap_or_default();
        let mut rows = state.releases.select(&|row| {
            row.organization == *organization
                && project.as_ref().is_none_or(|project| row.projects.contains(project))
                && contains_text(&[&row.version], &query)
        });
        rows.sort_by_key(|row| std::cmp::Reverse(row.date_created));
        Ok(Page::whole(rows.iter().map(|row| view_release(state, row)).collect()))
    }

    #[tool(
        search((slug, name) ~ query),
        filter(organization = organization_slug),
        ignore(region_url)
    )]
    fn find_teams() -> Page<Team>;

    /// Lists the addresses that are asked whether they answer, by name.
    #[tool(
        list,
        filter(environment),
        about = UptimeMonitor,
        page(limit = limit),
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"health","owner":"team:payments"}"#,
        ok = r#"{"items":[{"id":"7700001","name":"Checkout health","uptime_status":"failed","headers":[{"name":"Authorization","value":"[redacted]"},{"name":"Accept","value":"application/json"}],"has_body":false}],"total":1}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","environment":"staging"}"#,
        ok = r#"{"items":[],"total":0}"#
    )]
    #[case(args = r#"{"organizationSlug":"northpay","projectSlug":"labels"}"#, error = "not_found")]
    fn find_uptime_monitors(
        state: &Sentry,
        args: FindUptimeMonitors,
        _cx: &mut Context,
    ) -> Result<Page<UptimeView>, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project_slug.as_deref())?;
        let owners = read_owners(state, organization, args.owner.as_deref())?;
        let query = args.query.unwrap_or_default();
        let mut rows = state.uptime_monitors.select(&|row| {
            in_scope(&row.project, organization, project.as_ref())
                && owners.fit(row.owner_user.as_ref(), row.owner_team.as_ref())
                && (args.environment.is_none() || row.environment == args.environment)
                && contains_text(&[&row.name, &row.url], &query)
        });
        rows.sort_by_key(|row| row.name.to_lowercase());
        let views = rows.iter().map(|row| view_uptime(state, row)).collect();
        PageRequest { limit: Some(args.limit), ..PageRequest::default() }.cut(views)
    }

    /// The transcript of a conversation with AI, and what it took.
    #[tool(
        get,
        key(conversation_id),
        about = Conversation,
        types(
            organization_slug = Key<Organization>,
            start = Timestamp,
            end = Timestamp
        )
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","conversationId":"0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f"}"#,
        ok = r#"{"conversation_id":"0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f","title":"Refund of order 81","project_slug":"checkout","span_count":2,"ai_call_count":1,"tool_call_count":1,"total_tokens":950,"trace_ids":["a4d1aae7216b47ff8117cf4e09ce9d0a"],"timeline":[{"type":"user","text":"Where is my refund?"},{"type":"tool","tool_name":"find_order"},{"type":"assistant","text":"It left yesterday."}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","conversationId":"0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f","project":"7002"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","conversationId":"0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f","start":"2026-02-20T00:00:00Z"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","conversationId":"0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f"}"#,
        error = "not_found"
    )]
    fn get_ai_conversation_details(
        state: &Sentry,
        args: GetAiConversationDetails,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project.as_deref())?;
        let conversation = state.conversations.find(&args.conversation_id)?;
        if !in_scope(&conversation.project, organization, project.as_ref()) {
            return Err(ToolError::no_row("Conversation", args.conversation_id.as_str()));
        }
        let span = match (args.start, args.end) {
            (None, None) => None,
            (start, end) => Some(window(cx.now(), None, start, end, CONVERSATION_PERIOD)?),
        };
        let spans = spans_of(state, &conversation.id, span);
        let is_call = |span: &&RowRef<Span>| span.op == SpanOp::GenAiChat;
        let is_tool = |span: &&RowRef<Span>| span.op == SpanOp::GenAiExecuteTool;
        let mut turns: Vec<(Timestamp, Value)> = spans.iter().flat_map(turns_of).collect();
        turns.sort_by_key(|(at, _)| *at);
        let timeline: Vec<Value> = turns.into_iter().map(|(_, turn)| turn).collect();
        let traces: BTreeSet<&str> = spans.iter().map(|span| span.trace.as_str()).collect();
        let slug = slug_of(&conversation.project);
        Ok(json!({
            "conversation_id": conversation.id.as_str(),
            "title": conversation.title,
            "organization_slug": organization.as_str(),
            "project_slug": slug,
            "user_email": conversation.user_email,
            "environment": conversation.environment,
            "start_timestamp": spans.first().map(|span| span.timestamp.to_string()),
            "end_timestamp": spans.iter().map(span_end).max().map(|at| at.to_string()),
            "trace_ids": traces,
            "span_count": spans.len(),
            "ai_call_count": spans.iter().filter(is_call).count(),
            "tool_call_count": spans.iter().filter(is_tool).count(),
            "total_tokens": tokens_of(&spans),
            "timeline": timeline,
        }))
    }

    /// One alert rule, by its number in a named family or by its name in any.
    #[tool(
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","kind":"metric","ruleIdOrName":"1600001"}"#,
        ok = r#"{"kind":"metric","id":"1600001","name":"P95 latency","triggers":[{"label":"critical","threshold":800}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","ruleIdOrName":"tell the payments TEAM"}"#,
        ok = r#"{"kind":"issue","id":"1500001","frequency_minutes":30}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","kind":"issue","ruleIdOrName":"1500001"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","ruleIdOrName":"1600001"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","kind":"metric","projectSlug":"storefront","ruleIdOrName":"P95 latency"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","ruleIdOrName":"Errors in the shop"}"#,
        error = "failed_precondition"
    )]
    fn get_alert_rule(
        state: &Sentry,
        args: GetAlertRule,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project_slug.as_deref())?;
        if args.kind == RuleKind::Issue && project.is_none() {
            return Err(ToolError::invalid_argument("rules of issues are of a `projectSlug`"));
        }
        let wanted = args.rule_id_or_name.trim();
        // A number means an identifier only where the family is named: both families count alike.
        let is_meant = |id: &str, name: &str| {
            let by_id = args.kind != RuleKind::All && id == wanted;
            by_id || name.to_lowercase() == wanted.to_lowercase()
        };
        let issue_rules = state.issue_alert_rules.select(&|rule| {
            args.kind != RuleKind::Metric
                && project.as_ref() == Some(&rule.project)
                && is_meant(rule.id.as_str(), &rule.name)
        });
        let metric_rules = state.metric_alert_rules.select(&|rule| {
            args.kind != RuleKind::Issue
                && rule.organization == *organization
                && project.as_ref().is_none_or(|project| rule.projects.contains(project))
                && is_meant(rule.id.as_str(), &rule.name)
        });
        match (issue_rules.as_slice(), metric_rules.as_slice()) {
            ([rule], []) => Ok(with_field(value_of(rule), "kind", json!("issue"))),
            ([], [rule]) => Ok(with_field(value_of(rule), "kind", json!("metric"))),
            ([], []) => Err(ToolError::not_found(format!("no alert rule `{wanted}` here"))),
            (issues, metrics) => {
                let issues = issues.iter().map(|rule| format!("issue {}", rule.id));
                let metrics = metrics.iter().map(|rule| format!("metric {}", rule.id));
                let found: Vec<String> = issues.chain(metrics).collect();
                Err(ToolError::failed_precondition(format!(
                    "several alert rules are called `{wanted}`: {}; pass the number and its `kind`",
                    found.join(", ")
                )))
            }
        }
    }

    /// One dashboard with its widgets, by its number or its whole title.
    #[tool(
        get,
        key(dashboard_id_or_title),
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dashboardIdOrTitle":"440001"}"#,
        ok = r#"{"id":"440001","title":"Checkout overview","widgets":[{"id":1,"display_type":"line"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dashboardIdOrTitle":"checkout OVERVIEW"}"#,
        ok = r#"{"id":"440001"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dashboardIdOrTitle":"checkout"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dashboardIdOrTitle":"Weekly"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","dashboardIdOrTitle":"440001"}"#,
        error = "not_found"
    )]
    fn get_dashboard_details(
        state: &Sentry,
        args: GetDashboardDetails,
        _cx: &mut Context,
    ) -> Result<RowRef<Dashboard>, ToolError> {
        let organization = state.organizations.find(&args.organization_slug)?;
        let wanted = args.dashboard_id_or_title.as_str().trim();
        let is_here = |row: &Dashboard| row.organization == organization.slug;
        if state.dashboards.get(wanted).is_some_and(is_here) {
            return state.dashboards.find(wanted);
        }
        let same = wanted.to_lowercase();
        let found =
            state.dashboards.select(&|row| is_here(row) && row.title.to_lowercase() == same);
        match found.as_slice() {
            [only] => Ok(only.clone()),
            [] => Err(ToolError::no_row("Dashboard", wanted)),
            several => {
                let ids: Vec<&str> = several.iter().map(|row| row.id.as_str()).collect();
                Err(ToolError::failed_precondition(format!(
                    "several dashboards are titled `{wanted}`: {}",
                    ids.join(", ")
                )))
            }
        }
    }

    #[tool(simulate(live_web, "the pages of the documentation are not among an account's data"))]
    fn get_doc();

    /// The files of an event, or one of them with its content.
    #[tool(
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","eventId":"C49541C747CB4D8AA3EFB70CA5ABA243"}"#,
        ok = r#"{"event_id":"c49541c747cb4d8aa3efb70ca5aba243","attachments":[{"id":"6100001","name":"gateway.log","mimetype":"text/plain","size":37}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","eventId":"c49541c747cb4d8aa3efb70ca5aba243","attachmentId":"6100001"}"#,
        ok = r#"{"id":"6100001","content":"POST /charge timed out after 3000 ms\n"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","eventId":"c49541c747cb4d8aa3efb70ca5aba243","attachmentId":"6100009"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","eventId":"c49541c747cb4d8aa3efb70ca5aba243"}"#,
        error = "not_found"
    )]
    fn get_event_attachment(
        state: &Sentry,
        args: GetEventAttachment,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let project = find_project(state, &args.organization_slug, &args.project_slug)?;
        let id = args.event_id.to_lowercase();
        let event = state.events.find(&id)?;
        let issue = state.issues.find(&event.issue)?;
        if issue.project != key_of(&project) {
            return Err(ToolError::no_row("Event", &id));
        }
        let files = state.attachments.select(&|file| file.event == event.id);
        match args.attachment_id {
            Some(wanted) => match files.iter().find(|file| file.id.as_str() == wanted) {
                Some(file) => Ok(value_of(file)),
                None => Err(ToolError::no_row("Attachment", &wanted)),
            },
            None => {
                let files = files.iter().map(|file| without_field(value_of(file), "content"));
                let files: Vec<Value> = files.collect();
                Ok(json!({"event_id": event.id.as_str(), "attachments": files}))
            }
        }
    }

    /// The calls of one thread of an event: of the named one, else of the one that crashed.
    #[tool(
        types(
            organization_slug = Key<Organization>,
            issue_id = Key<Issue>,
            event_id = String,
            thread = String
        )
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A"}"#,
        ok = r#"{"event_id":"c49541c747cb4d8aa3efb70ca5aba243","thread":{"id":2,"name":"worker","crashed":true,"frames":[{"function":"charge_card","line_no":88,"in_app":true},{"function":"urlopen"}]},"threads":[{"id":1,"name":"main","frame_count":1},{"id":2}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"checkout-1a","eventId":"c49541c747cb4d8aa3efb70ca5aba243","thread":1}"#,
        ok = r#"{"thread":{"id":1,"name":"main","crashed":false}}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A","thread":"ui"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-2B"}"#,
        error = "not_found"
    )]
    fn get_event_stacktrace(
        state: &Sentry,
        args: GetEventStacktrace,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = Some(&args.organization_slug);
        let issue = find_issue(state, organization, Some(args.issue_id.as_str()), None)?;
        let event = find_event(state, &issue, &args.event_id)?;
        let thread = match &args.thread {
            None => default_thread(&event),
            Some(wanted) => event.threads.iter().find(|thread| {
                thread.name.as_ref() == Some(wanted) || thread.id.to_string() == *wanted
            }),
        };
        let Some(thread) = thread else {
            let known: Vec<&str> =
                event.threads.iter().filter_map(|thread| thread.name.as_deref()).collect();
            let known = known.join(", ");
            let message = format!("no such thread in event `{}`; it has: {known}", event.id);
            return Err(ToolError::not_found(message));
        };
        let threads: Vec<Value> = event.threads.iter().map(brief_thread).collect();
        let thread = value_of(thread);
        Ok(json!({
            "issue_id": issue.id.as_str(),
            "event_id": event.id.as_str(),
            "thread": thread,
            "threads": threads,
        }))
    }

    /// What happened to an issue, the latest first, with or without notes.
    #[tool(
        list,
        about = Activity,
        filter(issue = issue_id),
        sort(date_created, descending),
        page(limit = limit),
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A"}"#,
        ok = r#"{"items":[{"type":"note","text":"Started with the new gateway."},{"type":"first_seen","user":null}],"total":2}"#
    )]
    #[case(
        args = r#"{"issueUrl":"https://sentry.io/organizations/northpay/issues/CHECKOUT-1A/","includeComments":false}"#,
        ok = r#"{"items":[{"type":"first_seen"}],"total":1}"#
    )]
    #[case(args = r#"{"organizationSlug":"northpay"}"#, error = "invalid_argument")]
    #[case(args = r#"{"issueId":"CHECKOUT-9Z"}"#, error = "not_found")]
    fn get_issue_activity(
        state: &Sentry,
        args: GetIssueActivity,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Activity>>, ToolError> {
        let issue = find_issue(
            state,
            args.organization_slug.as_ref(),
            args.issue_id.as_ref().map(Key::as_str),
            args.issue_url.as_deref(),
        )?;
        let mut rows = state.activities.select(&|row| {
            row.issue == issue.id && (args.include_comments || row.kind != ActivityKind::Note)
        });
        // Of two in the same second, the one that came later has the greater key.
        rows.reverse();
        rows.sort_by_key(|row| std::cmp::Reverse(row.date_created));
        PageRequest { limit: Some(args.limit), ..PageRequest::default() }.cut(rows)
    }

    /// What happened before an event of an issue, the oldest first.
    #[tool(
        types(
            organization_slug = Key<Organization>,
            issue_id = Key<Issue>,
            event_id = String
        )
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A"}"#,
        ok = r#"{"issue_id":"CHECKOUT-1A","event_id":"c49541c747cb4d8aa3efb70ca5aba243","breadcrumbs":[{"category":"navigation","level":"info"},{"category":"http","level":"error"}]}"#
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","eventId":"0a1b2c3d4e5f60718293a4b5c6d7e8f9"}"#,
        ok = r#"{"event_id":"0a1b2c3d4e5f60718293a4b5c6d7e8f9","breadcrumbs":[]}"#
    )]
    #[case(
        args = r#"{"issueId":"STOREFRONT-3C","eventId":"c49541c747cb4d8aa3efb70ca5aba243"}"#,
        error = "not_found"
    )]
    fn get_issue_breadcrumbs(
        state: &Sentry,
        args: GetIssueBreadcrumbs,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let issue = find_issue(
            state,
            args.organization_slug.as_ref(),
            args.issue_id.as_ref().map(Key::as_str),
            args.issue_url.as_deref(),
        )?;
        let event = find_event(state, &issue, &args.event_id)?;
        let breadcrumbs: Vec<Value> = event.breadcrumbs.iter().map(value_of).collect();
        Ok(json!({
            "issue_id": issue.id.as_str(),
            "event_id": event.id.as_str(),
            "breadcrumbs": breadcrumbs,
        }))
    }

    /// An issue with one of its events: the named one, else the latest.
    #[tool(
        get,
        key(issue_id),
        about = Issue,
        types(organization_slug = Key<Organization>, event_id = String)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A"}"#,
        ok = r#"{"id":"CHECKOUT-1A","project_slug":"checkout","status":"unresolved","assigned_to":null,"web_url":"https://northpay.sentry.io/issues/CHECKOUT-1A/","event":{"id":"c49541c747cb4d8aa3efb70ca5aba243","breadcrumb_count":2,"stacktrace":[{"function":"charge_card"},{"function":"urlopen"}]}}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","eventId":"0a1b2c3d4e5f60718293a4b5c6d7e8f9"}"#,
        ok = r#"{"id":"CHECKOUT-1A","event":{"id":"0a1b2c3d4e5f60718293a4b5c6d7e8f9","stacktrace":[]}}"#
    )]
    #[case(
        args = r#"{"issueUrl":"https://northpay.sentry.io/issues/CHECKOUT-1A/events/0a1b2c3d4e5f60718293a4b5c6d7e8f9/"}"#,
        ok = r#"{"event":{"id":"0a1b2c3d4e5f60718293a4b5c6d7e8f9"}}"#
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-2B"}"#,
        ok = r#"{"status":"ignored","ignore":{"mode":"untilEscalating"},"event":null}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    #[case(args = r#"{"issueUrl":"https://northpay.sentry.io/"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"organizationSlug":"harbor","eventId":"0a1b2c3d4e5f60718293a4b5c6d7e8f9"}"#,
        error = "not_found"
    )]
    fn get_issue_details(
        state: &Sentry,
        args: GetIssueDetails,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = args.organization_slug.as_ref();
        let in_url = match &args.issue_url {
            Some(url) => read_address(url)?.after("events"),
            None => None,
        };
        let wanted = args.event_id.or(in_url);
        let named = args.issue_id.as_ref().map(|id| id.as_str().to_owned());
        let named = match (named, &args.issue_url, &wanted) {
            (None, None, Some(event)) => Some(issue_of_event(state, event)?),
            (named, _, _) => named,
        };
        let issue = find_issue(state, organization, named.as_deref(), args.issue_url.as_deref())?;
        let event = match wanted {
            Some(wanted) => Some(find_event(state, &issue, &wanted)?),
            None => latest_event(state, &issue),
        };
        let event = event.as_ref().map_or(Value::Null, view_event);
        Ok(with_field(value_of(&view_issue(state, &issue)), "event", event))
    }

    /// How the events of an issue spread over the values of a tag, the most frequent first.
    #[tool(
        types(organization_slug = Key<Organization>, issue_id = Key<Issue>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A","tagKey":"environment"}"#,
        ok = r#"{"tag":{"key":"environment","total_values":2,"top_values":[{"value":"production","count":1,"last_seen":"2026-02-24T18:00:00Z"},{"value":"staging","count":1}]}}"#
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","tagKey":"gateway"}"#,
        ok = r#"{"tag":{"top_values":[{"value":"acme","count":2,"first_seen":"2026-02-24T09:30:00Z"}]}}"#
    )]
    #[case(args = r#"{"issueId":"CHECKOUT-1A","tagKey":"color"}"#, error = "not_found")]
    #[case(args = r#"{"tagKey":"url"}"#, error = "invalid_argument")]
    fn get_issue_tag_values(
        state: &Sentry,
        args: GetIssueTagValues,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let issue = find_issue(
            state,
            args.organization_slug.as_ref(),
            args.issue_id.as_ref().map(Key::as_str),
            args.issue_url.as_deref(),
        )?;
        let key = args.tag_key.as_str();
        let mut seen: BTreeMap<String, Vec<Timestamp>> = BTreeMap::new();
        for event in state.events.iter().filter(|event| event.issue == issue.id) {
            if let Some(value) = tag_of(event, key) {
                seen.entry(value).or_default().push(event.timestamp);
            }
        }
        if seen.is_empty() {
            let message = format!("no event of issue `{}` has the tag `{key}`", issue.id);
            return Err(ToolError::not_found(message));
        }
        let total: usize = seen.values().map(Vec::len).sum();
        let mut values: Vec<(String, Vec<Timestamp>)> = seen.into_iter().collect();
        values.sort_by_key(|(_, times)| std::cmp::Reverse(times.len()));
        let top = values.iter().take(TAG_VALUES_MAX).map(|(value, times)| {
            json!({
                "value": value,
                "count": times.len(),
                "first_seen": times.iter().min().map(ToString::to_string),
                "last_seen": times.iter().max().map(ToString::to_string),
            })
        });
        let top: Vec<Value> = top.collect();
        Ok(json!({"tag": {"key": key, "name": key, "total_values": total, "top_values": top}}))
    }

    /// What users wrote when an issue hit them, the latest first.
    #[tool(
        list,
        about = UserReport,
        filter(issue = issue_id),
        sort(date_created, descending),
        page(limit = limit, cursor = cursor),
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A"}"#,
        ok = r#"{"items":[{"id":"3300001","name":"Ana Duarte","comments":"I paid twice"}],"total":1}"#
    )]
    #[case(args = r#"{"issueId":"CHECKOUT-1A","cursor":"next"}"#, error = "invalid_argument")]
    #[case(args = r#"{"issueId":"CHECKOUT-9Z"}"#, error = "not_found")]
    fn get_issue_user_reports(
        state: &Sentry,
        args: GetIssueUserReports,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<UserReport>>, ToolError> {
        let issue = find_issue(
            state,
            args.organization_slug.as_ref(),
            args.issue_id.as_ref().map(Key::as_str),
            args.issue_url.as_deref(),
        )?;
        let mut rows = state.user_reports.select(&|row| row.issue == issue.id);
        rows.sort_by_key(|row| std::cmp::Reverse(row.date_created));
        let limit = Some(args.limit);
        PageRequest { limit, cursor: args.cursor, ..PageRequest::default() }.cut(rows)
    }

    /// The newest pictures of an app that others are compared with.
    #[tool(
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","appId":"shop-web","project":"storefront"}"#,
        ok = r#"{"snapshot_id":"230002","branch":"main","image_count":2,"images":[{"display_name":"Cart","group":"cart","image_file_name":"cart/empty.png"},{"image_file_name":"login.png"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","appId":"shop-web","branch":"redesign"}"#,
        ok = r#"{"snapshot_id":"230003","image_count":0}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","appId":"shop-web","branch":"none"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","appId":"shop-web","project":"7001"}"#,
        error = "not_found"
    )]
    fn get_latest_base_snapshot(
        state: &Sentry,
        args: GetLatestBaseSnapshot,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project.as_deref())?;
        let fits = |row: &Snapshot| {
            row.is_base
                && row.app_id == args.app_id
                && in_scope(&row.project, organization, project.as_ref())
                && match &args.branch {
                    Some(branch) => row.branch == *branch,
                    None => row.is_default_branch,
                }
        };
        let bases = state.snapshots.select(&fits);
        let Some(latest) = bases.iter().max_by_key(|row| row.date_created) else {
            let message = format!("no base snapshot of app `{}` there", args.app_id);
            return Err(ToolError::not_found(message));
        };
        let images = state.snapshot_images.select(&|image| image.snapshot == latest.id);
        let images: Vec<Value> = images
            .iter()
            .map(|image| {
                json!({
                    "display_name": image.display_name,
                    "image_file_name": image.image_file_name,
                    "group": image.group,
                    "description": image.description,
                })
            })
            .collect();
        Ok(json!({
            "snapshot_id": latest.id.as_str(),
            "app_id": latest.app_id,
            "branch": latest.branch,
            "commit_sha": latest.commit_sha,
            "date_created": latest.date_created.to_string(),
            "image_count": images.len(),
            "images": images,
        }))
    }

    /// A job that checks in, with its latest check-ins and how many there were of each kind.
    #[tool(
        types(
            organization_slug = Key<Organization>,
            start = Timestamp,
            end = Timestamp
        )
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","monitorSlug":"nightly-settlement"}"#,
        ok = r#"{"slug":"nightly-settlement","schedule":"0 2 * * *","check_ins":[{"status":"error","environment":"production"}],"stats":[{"timestamp":"2026-02-25T02:00:00Z","error":1,"ok":0}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","monitorSlug":"6e5f4d3c-2b1a-4908-8776-655443322110","projectSlugOrId":"7001","period":"7d","checkInLimit":2,"rollupSeconds":86400}"#,
        ok = r#"{"check_ins":[{"status":"error"},{"status":"ok","environment":"staging"}],"stats":[{"ok":2,"error":0},{"ok":0,"error":1}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","monitorSlug":"nightly-settlement","environment":"staging","includeStats":false}"#,
        ok = r#"{"environments":[{"name":"staging"}],"check_ins":[],"stats":null}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","monitorSlug":"nightly-settlement","period":"7d","start":"2026-02-20T00:00:00Z","end":"2026-02-21T00:00:00Z"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","monitorSlug":"nightly-settlement","projectSlugOrId":"storefront"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","monitorSlug":"nightly-settlement","period":"52w","rollupSeconds":1}"#,
        error = "invalid_argument"
    )]
    fn get_monitor_details(
        state: &Sentry,
        args: GetMonitorDetails,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project_slug_or_id.as_deref())?;
        let monitor = find_monitor(state, organization, project.as_ref(), &args.monitor_slug)?;
        let environment = args.environment.as_deref();
        let (start, end) = window(cx.now(), args.period.as_deref(), args.start, args.end, "24h")?;
        let mut rows = state.check_ins.select(&|row| {
            row.monitor == monitor.id
                && environment.is_none_or(|name| row.environment == name)
                && (start..=end).contains(&row.date_created)
        });
        rows.sort_by_key(|row| std::cmp::Reverse(row.date_created));
        let stats = if args.include_stats {
            check_in_stats(&rows, start, end, args.rollup_seconds)?
        } else {
            Value::Null
        };
        let limit = usize::try_from(args.check_in_limit).unwrap_or(0);
        let check_ins: Vec<Value> = rows.iter().take(limit).map(value_of).collect();
        let view = value_of(&view_monitor(state, &monitor, environment));
        let view = with_field(view, "check_ins", Value::Array(check_ins));
        Ok(with_field(view, "stats", stats))
    }

    /// Where a profile spent its time: one of a transaction, or what a session of continuous
    /// profiling has within a span of time.
    #[tool(
        get,
        key(profile_id),
        about = Profile,
        types(
            organization_slug = Key<Organization>,
            project_slug_or_id = String,
            start = Timestamp,
            end = Timestamp
        )
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlugOrId":"checkout","profileId":"cfe78a5c892d4a64a962d837673398d2"}"#,
        ok = r#"{"profile_ids":["cfe78a5c892d4a64a962d837673398d2"],"transaction":"POST /charge","duration_ms":900,"sample_count":90,"function_count":2,"top_functions":[{"name":"sign_request","self_ms":400,"n_samples":40}]}"#
    )]
    #[case(
        args = r#"{"profileUrl":"https://northpay.sentry.io/explore/profiling/profile/checkout/cfe78a5c892d4a64a962d837673398d2/flamegraph/","focusOnUserCode":false}"#,
        ok = r#"{"top_functions":[{"name":"ssl_read","in_app":false,"self_ms":500},{"name":"sign_request"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlugOrId":7002,"profilerId":"041bde57b9844e36b8b7e5734efae5f7","start":"2026-02-24T12:00:00Z","end":"2026-02-24T13:00:00Z"}"#,
        ok = r#"{"profile_ids":["7d6c5b4a392817060f1e2d3c4b5a6978"],"transaction":null,"top_functions":[{"name":"render_cart"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlugOrId":"storefront","profilerId":"041bde57b9844e36b8b7e5734efae5f7"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"organizationSlug":"northpay"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlugOrId":"storefront","profileId":"cfe78a5c892d4a64a962d837673398d2"}"#,
        error = "not_found"
    )]
    fn get_profile_details(
        state: &Sentry,
        args: GetProfileDetails,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let address = match &args.profile_url {
            Some(url) => Some(read_address(url)?),
            None => None,
        };
        let in_url = |name: &str| Some(address.as_ref()?.query.get(name)?.clone());
        let (organization, project) = profiled_project(
            state,
            args.organization_slug.as_ref(),
            args.project_slug_or_id.as_deref(),
            address.as_ref(),
        )?;
        let is_here = |row: &Profile| {
            let organization = organization.as_ref();
            organization.is_none_or(|slug| in_scope(&row.project, slug, project.as_ref()))
        };
        let profile_id = args.profile_id.map(|id| id.to_string());
        let profile_id = profile_id.or_else(|| address.as_ref()?.profile_id());
        let profiler_id = args.profiler_id.or_else(|| in_url("profilerId"));
        let profiles = match (profile_id, profiler_id) {
            (Some(id), _) => {
                let profile = state.profiles.find(&id.to_lowercase())?;
                if !is_here(&profile) {
                    return Err(ToolError::no_row("Profile", &id));
                }
                vec![profile]
            }
            (None, Some(session)) => {
                let start = args.start.or(read_time(in_url("start"))?);
                let end = args.end.or(read_time(in_url("end"))?);
                let (Some(start), Some(end)) = (start, end) else {
                    let message = "a `profilerId` goes with a `start` and an `end`";
                    return Err(ToolError::invalid_argument(message));
                };
                state.profiles.select(&|row| {
                    row.profiler_id.as_ref() == Some(&session)
                        && is_here(row)
                        && (start..=end).contains(&row.timestamp)
                })
            }
            (None, None) => {
                let message = "pass a `profileUrl`, a `profileId` or a `profilerId`";
                return Err(ToolError::invalid_argument(message));
            }
        };
        summarize_profiles(&profiles, args.focus_on_user_code)
    }

    /// The functions that take most of a transaction's time, and how that changed against an
    /// earlier, longer time.
    #[tool(
        types(organization_slug = Key<Organization>, project_slug_or_id = String)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlugOrId":"checkout","transactionName":"POST /charge"}"#,
        ok = r#"{"transaction":"POST /charge","profile_count":1,"hot_functions":[{"name":"sign_request","total_ms":400,"p75":400,"p99":400}],"comparison":null}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlugOrId":"7001","transactionName":"POST /charge","compareAgainstPeriod":"30d","focusOnUserCode":false,"maxHotPaths":1}"#,
        ok = r#"{"hot_functions":[{"name":"ssl_read"}],"comparison":{"profile_count":1,"functions":[{"name":"ssl_read","p95_before":450,"p95_now":500},{"name":"sign_request","p95_before":100,"p95_now":400,"change_percent":300}]}}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlugOrId":"checkout"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","transactionName":"POST /charge"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlugOrId":"checkout","transactionName":"post /charge"}"#,
        error = "not_found"
    )]
    fn get_profile(state: &Sentry, args: GetProfile, cx: &mut Context) -> Result<Value, ToolError> {
        let address = match &args.profile_url {
            Some(url) => Some(read_address(url)?),
            None => None,
        };
        let (_, project) = profiled_project(
            state,
            args.organization_slug.as_ref(),
            args.project_slug_or_id.as_deref(),
            address.as_ref(),
        )?;
        let (Some(project), Some(transaction)) = (project, args.transaction_name) else {
            let message = "pass a project, here or in the URL, and a `transactionName`";
            return Err(ToolError::invalid_argument(message));
        };
        let since = before(cx.now(), &args.period)?;
        let of_transaction = |row: &Profile| {
            row.project == project && row.transaction == transaction && row.profiler_id.is_none()
        };
        let current = state.profiles.select(&|row| of_transaction(row) && row.timestamp >= since);
        if current.is_empty() {
            return Err(ToolError::not_found(format!(
                "no profile of `{transaction}` in the last {}",
                args.period
            )));
        }
        let user_code = args.focus_on_user_code;
        let times = function_times(&current, user_code);
        let limit = usize::try_from(args.max_hot_paths).unwrap_or(0);
        let hot: Vec<Value> = times.iter().take(limit).map(view_function_times).collect();
        let comparison = match &args.compare_against_period {
            Some(period) => {
                let from = before(cx.now(), period)?;
                let earlier = state.profiles.select(&|row| {
                    of_transaction(row) && row.timestamp >= from && row.timestamp < since
                });
                compare_times(&times, &function_times(&earlier, user_code), earlier.len())
            }
            None => Value::Null,
        };
        Ok(json!({
            "transaction": transaction,
            "period": args.period,
            "profile_count": current.len(),
            "hot_functions": hot,
            "comparison": comparison,
        }))
    }

    /// A release with its latest deploys and commits and, for one project, how it does there.
    #[tool(
        get,
        key(organization_slug, release_version),
        about = Release
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","releaseVersion":"checkout@2.4.0","projectSlugOrId":"checkout","includeHealth":true,"limit":1}"#,
        ok = r#"{"version":"checkout@2.4.0","new_issues":1,"deploys":[{"environment":"production"}],"commits":[{"message":"Wait longer for the gateway"}],"health":{"adoption":82.5,"crash_free_users":97.1}}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","releaseVersion":"storefront@1.9.1","includeCommits":false}"#,
        ok = r#"{"project_slugs":["storefront"],"deploys":[],"commits":null,"health":null}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","releaseVersion":"checkout@2.4.0","includeHealth":true}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","releaseVersion":"checkout@2.4.0","projectSlugOrId":"storefront"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","releaseVersion":"checkout@2.4.0"}"#,
        error = "not_found"
    )]
    fn get_release_details(
        state: &Sentry,
        args: GetReleaseDetails,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project_slug_or_id.as_deref())?;
        if args.include_health && project.is_none() {
            let message = "how a release does is told for one `projectSlugOrId`";
            return Err(ToolError::invalid_argument(message));
        }
        let key = release_key(organization, &args.release_version);
        let release = state.releases.find(&key)?;
        if project.as_ref().is_some_and(|project| !release.projects.contains(project)) {
            return Err(ToolError::no_row("Release", key.as_str()));
        }
        let limit = usize::try_from(args.limit).unwrap_or(0);
        let deploys = deploys_of(state, &key);
        let deploys: Vec<Value> = deploys.iter().take(limit).map(value_of).collect();
        let commits = commits_of(state, &key);
        let commits: Vec<Value> = commits.iter().take(limit).map(value_of).collect();
        let shown = |is_shown: bool, rows: Vec<Value>| {
            if is_shown { Value::Array(rows) } else { Value::Null }
        };
        let health = state.release_health.select(&|row| {
            args.include_health && row.release == key && project.as_ref() == Some(&row.project)
        });
        let view = value_of(&view_release(state, &release));
        let view = with_field(view, "deploys", shown(args.include_deploys, deploys));
        let view = with_field(view, "commits", shown(args.include_commits, commits));
        Ok(with_field(view, "health", health.first().map_or(Value::Null, value_of)))
    }

    /// What a user saw and did, with the issues and traces that go with it.
    #[tool(
        get,
        key(replay_id),
        about = Replay,
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","replayId":"7E07485F12F9416B8B1426260799B51F"}"#,
        ok = r#"{"id":"7e07485f-12f9-416b-8b14-26260799b51f","project":"northpay/storefront","count_errors":1,"issues":["STOREFRONT-3C"]}"#
    )]
    #[case(
        args = r#"{"replayUrl":"https://northpay.sentry.io/explore/replays/7e07485f-12f9-416b-8b14-26260799b51f/"}"#,
        ok = r#"{"id":"7e07485f-12f9-416b-8b14-26260799b51f"}"#
    )]
    #[case(args = r#"{"organizationSlug":"northpay"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"organizationSlug":"harbor","replayId":"7e07485f-12f9-416b-8b14-26260799b51f"}"#,
        error = "not_found"
    )]
    fn get_replay_details(
        state: &Sentry,
        args: GetReplayDetails,
        _cx: &mut Context,
    ) -> Result<RowRef<Replay>, ToolError> {
        let organization = args.organization_slug.as_ref();
        let (organization, id) = match (args.replay_id, &args.replay_url) {
            (_, Some(url)) => {
                let address = read_address(url)?;
                let id = address.after("replays").ok_or_else(|| not_in_url("replay"))?;
                (agreed_organization(organization, &address)?, id)
            }
            (Some(id), None) => (organization.cloned(), id.to_string()),
            (None, None) => {
                let message = "pass a `replayUrl` or a `replayId`";
                return Err(ToolError::invalid_argument(message));
            }
        };
        let wanted = without_dashes(&id);
        let found = state.replays.first(&|row| without_dashes(row.id.as_str()) == wanted);
        let replay = state.replays.find(found.map_or(id.as_str(), |row| row.id.as_str()))?;
        check_organization(state, organization.as_ref(), &replay.project, "Replay", &id)?;
        Ok(replay)
    }

    /// A picture of an app: what is known of it, and where it and its comparison lie.
    #[tool(
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","snapshotId":"230002","imageIdentifier":"cart/empty.png"}"#,
        ok = r#"{"image_file_name":"cart/empty.png","status":"changed","diff_percent":4.5,"image_url":"https://img.northpay.example/230002/cart/empty.png?preview=1"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","snapshotId":"230002","imageIdentifier":"Login","imageResolution":"full"}"#,
        ok = r#"{"image_file_name":"login.png","image_url":"https://img.northpay.example/230002/login.png","diff_image_url":null}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","snapshotId":"230002","imageIdentifier":"none.png"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","snapshotId":"230002","imageIdentifier":"login.png"}"#,
        error = "not_found"
    )]
    fn get_snapshot_image(
        state: &Sentry,
        args: GetSnapshotImage,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let snapshot = state.snapshots.find(&args.snapshot_id)?;
        let organization = Some(&args.organization_slug);
        let id = args.snapshot_id.as_str();
        check_organization(state, organization, &snapshot.project, "Snapshot", id)?;
        let wanted = args.image_identifier.as_str();
        let of_snapshot = state.snapshot_images.select(&|image| image.snapshot == snapshot.id);
        let by_file = of_snapshot.iter().find(|image| image.image_file_name == wanted);
        let by_name = || of_snapshot.iter().find(|image| image.display_name == wanted);
        let Some(image) = by_file.or_else(by_name) else {
            return Err(ToolError::not_found(format!("no image `{wanted}` in snapshot `{id}`")));
        };
        let is_preview = args.image_resolution.as_str() == "preview";
        let address =
            |url: &String| if is_preview { format!("{url}?preview=1") } else { url.clone() };
        let view = with_field(value_of(image), "resolution", json!(args.image_resolution.as_str()));
        let view = with_field(view, "image_url", json!(address(&image.image_url)));
        let previous = image.previous_image_url.as_ref().map(address);
        let view = with_field(view, "previous_image_url", json!(previous));
        let difference = image.diff_image_url.as_ref().map(address);
        Ok(with_field(view, "diff_image_url", json!(difference)))
    }

    /// One operation of a trace, with what it set off and the issues of its trace.
    #[tool(
        get,
        key(span_id),
        filter(trace = trace_id),
        about = Span,
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","traceId":"a4d1aae7216b47ff8117cf4e09ce9d0a","spanId":"aa8e7f3384ef4ff5"}"#,
        ok = r#"{"id":"aa8e7f3384ef4ff5","op":"http.server","children":[{"id":"bb8e7f3384ef4ff6","op":"http.client"}],"issues":["CHECKOUT-1A"]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","traceId":"a4d1aae7216b47ff8117cf4e09ce9d0a","spanId":"0000000000000000"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","traceId":"a4d1aae7216b47ff8117cf4e09ce9d0a","spanId":"aa8e7f3384ef4ff5"}"#,
        error = "not_found"
    )]
    fn get_span_details(
        state: &Sentry,
        args: GetSpanDetails,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let trace = find_trace(state, &args.organization_slug, args.trace_id.as_str())?;
        let span = find_span(state, &trace.id, args.span_id.as_str())?;
        Ok(view_span(state, &span))
    }

    /// An overview of a trace: how long it took, what it consists of, its longest operations and
    /// its issues. With a span, that one in detail, too.
    #[tool(
        get,
        key(trace_id),
        about = Trace,
        types(organization_slug = Key<Organization>, span_id = String)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","traceId":"A4D1AAE7216B47FF8117CF4E09CE9D0A"}"#,
        ok = r#"{"id":"a4d1aae7216b47ff8117cf4e09ce9d0a","span_count":4,"duration_ms":6000,"failed_span_count":1,"operations":[{"op":"gen_ai.chat","count":1,"total_ms":5000},{"op":"http.server","total_ms":3100},{"op":"http.client"},{"op":"gen_ai.execute_tool"}],"issues":["CHECKOUT-1A"],"focused_span":null}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","traceId":"a4d1aae7216b47ff8117cf4e09ce9d0a","spanId":"bb8e7f3384ef4ff6"}"#,
        ok = r#"{"focused_span":{"id":"bb8e7f3384ef4ff6","parent_span":"aa8e7f3384ef4ff5","children":[]}}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","traceId":"00000000000000000000000000000000"}"#,
        error = "not_found"
    )]
    fn get_trace_details(
        state: &Sentry,
        args: GetTraceDetails,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let trace = find_trace(state, &args.organization_slug, args.trace_id.as_str())?;
        let focused = match &args.span_id {
            Some(id) => view_span(state, &find_span(state, &trace.id, id)?),
            None => Value::Null,
        };
        Ok(with_field(view_trace(state, &trace), "focused_span", focused))
    }

    /// An uptime monitor with what came of asking its address lately.
    #[tool(
        get,
        key(uptime_monitor_id),
        filter(project = (organization_slug, project_slug)),
        about = UptimeMonitor,
        types(start = Timestamp, end = Timestamp)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","uptimeMonitorId":"7700001","checkLimit":1}"#,
        ok = r#"{"id":"7700001","uptime_status":"failed","checks":[{"status":"failure","http_status":503,"region":"us-east"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","uptimeMonitorId":"7700001","start":"2026-02-23T00:00:00Z","end":"2026-02-24T00:00:00Z"}"#,
        ok = r#"{"checks":[{"status":"success","http_status":200}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","uptimeMonitorId":"7700001","end":"2026-02-24T00:00:00Z"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","uptimeMonitorId":"7700001"}"#,
        error = "not_found"
    )]
    fn get_uptime_monitor_details(
        state: &Sentry,
        args: GetUptimeMonitorDetails,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let project = find_project(state, &args.organization_slug, &args.project_slug)?;
        let monitor = find_uptime(state, &project, &args.uptime_monitor_id)?;
        let (start, end) = window(cx.now(), args.period.as_deref(), args.start, args.end, "24h")?;
        let mut checks = state
            .uptime_checks
            .select(&|row| row.monitor == monitor.id && (start..=end).contains(&row.timestamp));
        checks.sort_by_key(|row| std::cmp::Reverse(row.timestamp));
        let limit = usize::try_from(args.check_limit).unwrap_or(0);
        let checks: Vec<Value> = checks.iter().take(limit).map(value_of).collect();
        let view = value_of(&view_uptime(state, &monitor));
        Ok(with_field(view, "checks", Value::Array(checks)))
    }

    /// Tells the people who watch an agent set Sentry up how far a stage is.
    #[tool(
        update,
        about = OnboardingRun,
        key(run_token),
        types(organization_slug = Key<Organization>, status = StageStatus)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","runToken":"Ab3dE5fG7h","stage":"create_project","status":"completed","projectSlugs":["storefront"]}"#,
        ok = r#"{"token":"Ab3dE5fG7h","stages":[{"stage":"connect_mcp","status":"completed"},{"stage":"create_project","status":"completed"}],"project_slugs":["checkout","storefront"],"continue_updates":true}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","runToken":"Ab3dE5fG7h","stage":"receive_verification_error","status":"failed","eventNote":"Nothing came.","issueIds":["CHECKOUT-1A"],"runStatus":"failed"}"#,
        ok = r#"{"run_status":"failed","issue_ids":["CHECKOUT-1A"],"continue_updates":false}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","runToken":"Ab3dE5fG7h","stage":"instrument_app","status":"failed"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","runToken":"Ab3dE5fG7h","stage":"instrument_app","status":"active","projectSlugs":["checkout"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","runToken":"Ab3dE5fG7h","stage":"create_project","status":"active","projectSlugs":["labels"]}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","runToken":"Zz9yX8wV7u","stage":"connect_mcp","status":"active"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","runToken":"Ab3dE5fG7h","stage":"connect_mcp","status":"active"}"#,
        error = "not_found"
    )]
    fn onboarding_status_update(
        state: &mut Sentry,
        args: OnboardingStatusUpdate,
        cx: &mut Context,
    ) -> Result<RunView, ToolError> {
        let organization = state.organizations.find(&args.organization_slug)?.slug.clone();
        let run = state.onboarding_runs.find(&args.run_token)?;
        if run.organization != organization {
            return Err(ToolError::no_row("OnboardingRun", args.run_token.as_str()));
        }
        if run.run_status != RunStatus::InProgress {
            let message = format!("the run is {} and takes no more updates", run.run_status);
            return Err(ToolError::failed_precondition(message));
        }
        if args.status == StageStatus::Failed && args.event_note.is_none() {
            let message = "a failed stage needs an `eventNote` that says why";
            return Err(ToolError::invalid_argument(message));
        }
        if args.project_slugs.is_some() && args.stage != Stage::CreateProject {
            let message = "`projectSlugs` are for the stage `create_project`";
            return Err(ToolError::invalid_argument(message));
        }
        if args.issue_ids.is_some() && args.stage != Stage::ReceiveVerificationError {
            let message = "`issueIds` are for the stage `receive_verification_error`";
            return Err(ToolError::invalid_argument(message));
        }
        let mut run = (*run).clone();
        for slug in args.project_slugs.unwrap_or_default() {
            let project = key_of(&*find_project(state, &organization, &slug)?);
            if !run.projects.contains(&project) {
                run.projects.push(project);
            }
        }
        for id in args.issue_ids.unwrap_or_default() {
            let issue = find_issue(state, Some(&organization), Some(id.as_str()), None)?;
            if !run.issues.contains(&issue.id) {
                run.issues.push(issue.id.clone());
            }
        }
        let progress =
            StageProgress { stage: args.stage, status: args.status, note: args.event_note };
        match run.stages.iter_mut().find(|known| known.stage == progress.stage) {
            Some(known) => *known = progress,
            None => run.stages.push(progress),
        }
        run.run_status = args.run_status.unwrap_or(run.run_status);
        run.updated_at = cx.now();
        Ok(view_run(&state.onboarding_runs.put(run)))
    }

    /// Takes a team's access to a project away. The last team keeps it.
    #[tool(
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","teamSlug":"payments"}"#,
        ok = r#"{"changed":true,"teams":[{"slug":"web"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","teamSlug":"payments"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","teamSlug":"web"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","projectSlug":"labels","teamSlug":"press"}"#,
        error = "permission_denied"
    )]
    fn remove_team_from_project(
        state: &mut Sentry,
        args: RemoveTeamFromProject,
        _cx: &mut Context,
    ) -> Result<TeamAccess, ToolError> {
        allow_changes(state, &args.organization_slug)?;
        let project = find_project(state, &args.organization_slug, &args.project_slug)?;
        let team = find_team(state, &args.organization_slug, &args.team_slug)?;
        let gone = team_key(&team.organization, &team.slug);
        if !project.teams.contains(&gone) {
            let message = format!("team `{}` has no access to the project", team.slug);
            return Err(ToolError::failed_precondition(message));
        }
        if project.teams.len() == 1 {
            let message = "the last team of a project stays; add another one first";
            return Err(ToolError::failed_precondition(message));
        }
        let project = state.projects.update(&key_of(&project), |project| {
            project.teams.retain(|team| *team != gone);
            Ok(())
        })?;
        Ok(TeamAccess { changed: true, teams: view_teams(state, &project.teams) })
    }

    /// Finds conversations with AI, the latest first, and sums up each.
    #[tool(
        types(
            organization_slug = Key<Organization>,
            start = Timestamp,
            end = Timestamp
        )
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"refund"}"#,
        ok = r#"{"organization_slug":"northpay","count":1,"next_cursor":null,"conversations":[{"conversation_id":"0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f","ai_call_count":1,"tool_call_count":1,"tool_error_count":0,"total_tokens":950,"first_input_preview":"Where is my refund?","tool_names":["find_order"]}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"toolNames:find_order totalTokens:>1000"}"#,
        ok = r#"{"count":0,"conversations":[]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","project":["storefront","7001"],"environment":["staging"]}"#,
        ok = r#"{"count":0}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","start":"2026-02-20T00:00:00Z"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"organizationSlug":"northpay","project":"labels"}"#, error = "not_found")]
    fn search_ai_conversations(
        state: &Sentry,
        args: SearchAiConversations,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = &args.organization_slug;
        state.organizations.find(organization)?;
        let mut projects = Vec::new();
        for name in texts_of(args.project.as_ref())? {
            projects.extend(scope_of(state, organization, Some(name.as_str()))?);
        }
        let environments = texts_of(args.environment.as_ref())?;
        let now = cx.now();
        let span = match (args.start, args.end) {
            (None, None) => {
                window(now, Some(args.period.as_str()), None, None, CONVERSATION_PERIOD)?
            }
            (start, end) => window(now, None, start, end, CONVERSATION_PERIOD)?,
        };
        let query = read_query(&args.query.unwrap_or_default())?;
        let rows = state.conversations.select(&|row| {
            in_scope(&row.project, organization, None)
                && (projects.is_empty() || projects.contains(&row.project))
                && (environments.is_empty() || environments.contains(&row.environment))
        });
        let mut found = Vec::new();
        for row in &rows {
            let spans = spans_of(state, &row.id, Some(span));
            let Some(first) = spans.first() else { continue };
            let document = conversation_document(row, &spans);
            if query.fits(&document, now) {
                found.push((first.timestamp, view_conversation(row, &spans)));
            }
        }
        found.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        let found: Vec<Value> = found.into_iter().map(|(_, view)| view).collect();
        let limit = Some(args.limit);
        let page =
            PageRequest { limit, cursor: args.cursor, ..PageRequest::default() }.cut(found)?;
        Ok(json!({
            "organization_slug": organization.as_str(),
            "count": page.items.len(),
            "next_cursor": page.next_cursor,
            "conversations": page.items,
        }))
    }

    /// Finds events, logs, spans, metrics, profiles or replays, one by one or, with functions such
    /// as `count()` among the fields, in groups.
    #[tool(
        page(limit = limit),
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"level:error environment:production"}"#,
        ok = r#"{"dataset":"errors","items":[{"id":"c49541c747cb4d8aa3efb70ca5aba243","issue":"CHECKOUT-1A"},{"issue":"STOREFRONT-3C"}],"total":2}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dataset":"errors","fields":["issue","count()"],"sort":"-count()"}"#,
        ok = r#"{"items":[{"issue":"CHECKOUT-1A","count()":2},{"issue":"STOREFRONT-3C","count()":1}],"total":2}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dataset":"spans","projectSlug":"checkout","query":"span.duration:>1s !span.status:ok","fields":["id","span.duration"]}"#,
        ok = r#"{"items":[{"id":"bb8e7f3384ef4ff6","span.duration":3000}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dataset":"spans","fields":["avg(span.duration)","p95(span.duration)","count_unique(span.op)"]}"#,
        ok = r#"{"items":[{"avg(span.duration)":2875,"p95(span.duration)":5000,"count_unique(span.op)":4}],"total":1}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dataset":"logs","query":"\"slow gateway\" OR severity:fatal","includeExplanation":true}"#,
        ok = r#"{"items":[{"message":"A slow gateway again","severity":"warning"}],"explanation":"has the words `slow gateway`; or `severity` is `fatal`"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dataset":"metrics","fields":["metric.name","sum(value)"]}"#,
        ok = r#"{"items":[{"metric.name":"charges","sum(value)":7},{"metric.name":"queue_depth","sum(value)":4}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dataset":"replays","environment":"production","query":"count_errors:>0"}"#,
        ok = r#"{"items":[{"id":"7e07485f-12f9-416b-8b14-26260799b51f"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dataset":"profiles","query":"transaction:\"POST /*\"","period":"7d"}"#,
        ok = r#"{"items":[{"id":"cfe78a5c892d4a64a962d837673398d2"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","dataset":"replays","fields":["count()"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"(level:error)"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","fields":["median(x)"]}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"organizationSlug":"northpay","projectSlug":"labels"}"#, error = "not_found")]
    fn search_events(
        state: &Sentry,
        args: SearchEvents,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project_slug.as_deref())?;
        let dataset = args.dataset.unwrap_or(Dataset::Errors);
        let query = read_query(&args.query.unwrap_or_default())?;
        let since = before(cx.now(), args.period.as_deref().unwrap_or(SEARCH_PERIOD))?;
        let fields = args.fields.unwrap_or_default();
        if dataset == Dataset::Replays && !fields.is_empty() {
            let message = "replays are only listed; leave `fields` out";
            return Err(ToolError::invalid_argument(message));
        }
        let environments = texts_of(args.environment.as_ref())?;
        if dataset != Dataset::Replays && !environments.is_empty() {
            let message = "`environment` is for replays; put `environment:…` into the query";
            return Err(ToolError::invalid_argument(message));
        }
        let is_here = |row: &Key<Project>| in_scope(row, organization, project.as_ref());
        let now = cx.now();
        let mut documents = documents_of(state, dataset, &is_here);
        documents.retain(|document| {
            document.at >= since
                && (environments.is_empty() || document.is_of(&environments))
                && query.fits(document, now)
        });
        let found = tabulate(&documents, &fields, args.sort.as_deref())?;
        let explanation = args.include_explanation.then(|| query.explain());
        answer_search(dataset.as_str(), found, args.limit, explanation)
    }

    /// Finds events of one issue.
    #[tool(
        page(limit = limit),
        types(organization_slug = Key<Organization>, issue_id = Key<Issue>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A","query":"environment:staging"}"#,
        ok = r#"{"dataset":"errors","items":[{"id":"0a1b2c3d4e5f60718293a4b5c6d7e8f9","environment":"staging"}],"total":1}"#
    )]
    #[case(
        args = r#"{"issueUrl":"https://northpay.sentry.io/issues/CHECKOUT-1A/","sort":"timestamp","limit":1}"#,
        ok = r#"{"items":[{"id":"0a1b2c3d4e5f60718293a4b5c6d7e8f9"}],"total":2}"#
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","period":"12h","query":"gateway:acme"}"#,
        ok = r#"{"items":[],"total":0}"#
    )]
    #[case(args = r#"{"query":"x"}"#, error = "invalid_argument")]
    #[case(args = r#"{"issueId":"CHECKOUT-1A","query":"level:"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A","projectSlug":"storefront"}"#,
        error = "not_found"
    )]
    fn search_issue_events(
        state: &Sentry,
        args: SearchIssueEvents,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let issue = find_issue(
            state,
            args.organization_slug.as_ref(),
            args.issue_id.as_ref().map(Key::as_str),
            args.issue_url.as_deref(),
        )?;
        if args.project_slug.as_ref().is_some_and(|slug| *slug != slug_of(&issue.project)) {
            return Err(ToolError::no_row("Issue", issue.id.as_str()));
        }
        let query = read_query(&args.query.unwrap_or_default())?;
        let now = cx.now();
        let since = match &args.period {
            Some(period) => Some(before(now, period)?),
            None => None,
        };
        let events = state.events.iter().filter(|event| event.issue == issue.id);
        let mut documents: Vec<Document> =
            events.map(|event| event_document(event, &issue)).collect();
        documents.retain(|document| {
            since.is_none_or(|since| document.at >= since) && query.fits(document, now)
        });
        let found = tabulate(&documents, &[], args.sort.as_deref())?;
        let explanation = args.include_explanation.then(|| query.explain());
        answer_search(Dataset::Errors.as_str(), found, args.limit, explanation)
    }

    /// Finds issues that something happened to lately.
    #[tool(
        list,
        about = Issue,
        page(limit = limit),
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay"}"#,
        ok = r#"{"items":[{"id":"CHECKOUT-1A","status":"unresolved"}],"total":1,"explanation":null}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"","sort":"freq"}"#,
        ok = r#"{"items":[{"id":"CHECKOUT-2B"},{"id":"CHECKOUT-1A"},{"id":"STOREFRONT-3C"}],"total":3}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"is:ignored level:[warning, error]","projectSlugOrId":"7001","includeExplanation":true}"#,
        ok = r#"{"items":[{"id":"CHECKOUT-2B"}],"explanation":"`is` is `ignored`; `level` is `warning` or `error`"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"timeout userCount:>10 firstSeen:-7d assigned:none"}"#,
        ok = r#"{"items":[{"id":"CHECKOUT-1A"}]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"assigned:#web is:resolved","period":"24h"}"#,
        ok = r#"{"items":[],"total":0}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"assigned:#web is:resolved environment:production"}"#,
        ok = r#"{"items":[{"id":"STOREFRONT-3C","assigned_to":"team:web"}],"total":1}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","query":"is:broken"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlugOrId":"labels"}"#,
        error = "not_found"
    )]
    fn search_issues(
        state: &Sentry,
        args: SearchIssues,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let organization = &args.organization_slug;
        let project = scope_of(state, organization, args.project_slug_or_id.as_deref())?;
        let query = read_query(&args.query)?;
        query.check_values("is", ISSUE_STATES)?;
        let now = cx.now();
        let since = before(now, args.period.as_str())?;
        let me = current_user(state)?;
        let mut rows = state.issues.select(&|issue| {
            issue.last_seen >= since
                && in_scope(&issue.project, organization, project.as_ref())
                && query.fits(&issue_document(state, issue, &me), now)
        });
        rows.sort_by_key(|issue| std::cmp::Reverse(issue.last_seen));
        match args.sort.as_str() {
            "freq" => rows.sort_by_key(|issue| std::cmp::Reverse(issue.event_count)),
            "new" => rows.sort_by_key(|issue| std::cmp::Reverse(issue.first_seen)),
            "user" => rows.sort_by_key(|issue| std::cmp::Reverse(issue.user_count)),
            "recommended" => rows.sort_by_key(|issue| std::cmp::Reverse(weight(issue))),
            _ => {}
        }
        let limit = usize::try_from(args.limit).unwrap_or(0);
        let shown = rows.iter().take(limit).map(|issue| value_of(&view_issue(state, issue)));
        let shown: Vec<Value> = shown.collect();
        let explanation = args.include_explanation.then(|| query.explain());
        Ok(json!({"items": shown, "total": rows.len(), "explanation": explanation}))
    }

    /// Changes what is given of a DSN: its name, whether it is in use, how many events it takes,
    /// and what the loader script for browsers brings.
    #[tool(
        update,
        about = ClientKey,
        key(key_id),
        filter(project = (organization_slug, project_slug)),
        map(
            has_replay = loader_has_replay,
            has_performance = loader_has_performance,
            has_debug = loader_has_debug,
            has_feedback = loader_has_feedback,
            has_logs_and_metrics = loader_has_logs_and_metrics
        )
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","keyId":"5f0d3c2b1a49687786950a4b3c2d1e0f","name":"Production","rateLimitWindow":3600,"rateLimitCount":500,"loaderHasReplay":true}"#,
        ok = r#"{"name":"Production","is_active":true,"rate_limit_window":3600,"rate_limit_count":500,"has_replay":true}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","keyId":"9a8b7c6d5e4f30211203f4e5d6c7b8a9","disableRateLimit":true,"isActive":false}"#,
        ok = r#"{"is_active":false,"rate_limit_window":null,"rate_limit_count":null}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","keyId":"9a8b7c6d5e4f30211203f4e5d6c7b8a9","rateLimitWindow":60,"rateLimitCount":0}"#,
        ok = r#"{"rate_limit_window":null}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","keyId":"5f0d3c2b1a49687786950a4b3c2d1e0f"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","keyId":"5f0d3c2b1a49687786950a4b3c2d1e0f","rateLimitWindow":60}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","keyId":"5f0d3c2b1a49687786950a4b3c2d1e0f","rateLimitWindow":60,"rateLimitCount":5,"disableRateLimit":true}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","keyId":"9a8b7c6d5e4f30211203f4e5d6c7b8a9","loaderHasLogsAndMetrics":true}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","keyId":"5f0d3c2b1a49687786950a4b3c2d1e0f","name":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","projectSlug":"labels","keyId":"5f0d3c2b1a49687786950a4b3c2d1e0f","name":"x"}"#,
        error = "permission_denied"
    )]
    fn update_dsn(
        state: &mut Sentry,
        args: UpdateDsn,
        _cx: &mut Context,
    ) -> Result<DsnView, ToolError> {
        allow_changes(state, &args.organization_slug)?;
        let project = find_project(state, &args.organization_slug, &args.project_slug)?;
        let before = state.client_keys.find(&args.key_id)?;
        if before.project != key_of(&project) {
            return Err(ToolError::no_row("ClientKey", args.key_id.as_str()));
        }
        let mut key = (*before).clone();
        let is_unlimited = args.disable_rate_limit == Some(true);
        match (args.rate_limit_window, args.rate_limit_count) {
            (None, None) => {}
            (Some(_), Some(_)) if is_unlimited => {
                let message = "either set a rate limit or disable it";
                return Err(ToolError::invalid_argument(message));
            }
            // A limit of nothing is none.
            (Some(0), Some(_)) | (Some(_), Some(0)) => {
                (key.rate_limit_window, key.rate_limit_count) = (None, None);
            }
            (Some(window), Some(count)) => {
                (key.rate_limit_window, key.rate_limit_count) = (Some(window), Some(count));
            }
            _ => {
                let message = "`rateLimitWindow` and `rateLimitCount` go together";
                return Err(ToolError::invalid_argument(message));
            }
        }
        if is_unlimited {
            (key.rate_limit_window, key.rate_limit_count) = (None, None);
        }
        let is_given = args.name.is_some()
            || args.is_active.is_some()
            || args.disable_rate_limit.is_some()
            || args.rate_limit_window.is_some()
            || args.browser_sdk_version.is_some()
            || args.loader_has_replay.is_some()
            || args.loader_has_performance.is_some()
            || args.loader_has_debug.is_some()
            || args.loader_has_feedback.is_some()
            || args.loader_has_logs_and_metrics.is_some();
        if !is_given {
            return Err(ToolError::invalid_argument("pass at least one setting to change"));
        }
        key.name = args.name.map_or(key.name, |name| name.trim().to_owned());
        key.is_active = args.is_active.unwrap_or(key.is_active);
        key.browser_sdk_version = args.browser_sdk_version.unwrap_or(key.browser_sdk_version);
        key.has_replay = args.loader_has_replay.unwrap_or(key.has_replay);
        key.has_performance = args.loader_has_performance.unwrap_or(key.has_performance);
        key.has_debug = args.loader_has_debug.unwrap_or(key.has_debug);
        key.has_feedback = args.loader_has_feedback.unwrap_or(key.has_feedback);
        let logs = args.loader_has_logs_and_metrics.unwrap_or(key.has_logs_and_metrics);
        key.has_logs_and_metrics = logs;
        if logs && !has_logs_and_metrics(&key.browser_sdk_version) {
            let message = "logs and metrics need version 10 of the SDK for browsers, or later";
            return Err(ToolError::failed_precondition(message));
        }
        let key = state.client_keys.put(key);
        view_dsn(state, &key)
    }

    /// Changes where an issue stands, or who has it, and says why in a note.
    #[tool(
        update,
        about = Issue,
        key(issue_id),
        types(organization_slug = Key<Organization>)
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","issueId":"CHECKOUT-1A","status":"resolved","reason":"Fixed by a longer timeout."}"#,
        ok = r#"{"id":"CHECKOUT-1A","status":"resolved","substatus":null}"#
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","status":"resolvedInNextRelease","assignedTo":"team:501"}"#,
        ok = r#"{"status":"resolvedInNextRelease","assigned_to":"team:payments"}"#
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","status":"ignored"}"#,
        ok = r#"{"status":"ignored","substatus":"archived_until_escalating","ignore":{"mode":"untilEscalating","until":null}}"#
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","status":"ignored","ignoreCount":100,"ignoreWindowMinutes":60,"assignedTo":"user:2800001"}"#,
        ok = r#"{"substatus":"archived_until_condition_met","ignore":{"mode":"untilOccurrenceCount","count":100,"window_minutes":60},"assigned_to":"user:2800001"}"#
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-2B","status":"unresolved"}"#,
        ok = r#"{"status":"unresolved","substatus":"ongoing","ignore":null}"#
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-2B","status":"ignored"}"#,
        ok = r#"{"status":"ignored","ignore":{"mode":"untilEscalating"}}"#
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-2B","status":"ignored","ignoreMode":"forever"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","status":"ignored","ignoreMode":"forDuration"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","status":"ignored","ignoreCount":5,"ignoreUserCount":5}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","status":"resolved","ignoreMode":"forever"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"issueId":"CHECKOUT-1A"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","assignedTo":"user:2800003"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","assignedTo":"team:web"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"issueId":"CHECKOUT-1A","assignedTo":"everyone"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"issueId":"LABELS-4D","status":"resolvedInNextRelease"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"issueId":"CHECKOUT-9Z","status":"resolved"}"#, error = "not_found")]
    fn update_issue(
        state: &mut Sentry,
        args: UpdateIssue,
        cx: &mut Context,
    ) -> Result<IssueView, ToolError> {
        let before = find_issue(
            state,
            args.organization_slug.as_ref(),
            args.issue_id.as_ref().map(Key::as_str),
            args.issue_url.as_deref(),
        )?;
        if args.status.is_none() && args.assigned_to.is_none() {
            return Err(ToolError::invalid_argument("pass a `status`, an `assignedTo` or both"));
        }
        let rule = ignore_rule(&args, cx.now())?;
        let mut issue = (*before).clone();
        if let Some(named) = &args.assigned_to {
            (issue.assigned_user, issue.assigned_team) = read_assignee(state, &issue, named)?;
        }
        match args.status {
            Some(IssueStatus::Ignored) => set_ignored(&mut issue, rule)?,
            Some(status) if status != issue.status => {
                if status == IssueStatus::ResolvedInNextRelease {
                    check_releases(state, &issue.project)?;
                }
                let is_open = status == IssueStatus::Unresolved;
                issue.status = status;
                issue.substatus = is_open.then_some(Substatus::Ongoing);
                issue.ignore = None;
            }
            Some(_) | None => {}
        }
        let issue =
            if *before == issue { before } else { record_change(state, &before, issue, cx)? };
        if let Some(reason) = args.reason {
            add_activity(state, &issue.id, ActivityKind::Note, Some(reason), cx)?;
        }
        Ok(view_issue(state, &issue))
    }

    /// Changes a project's name, slug or platform. With a new slug, the old one means nothing.
    #[tool(
        update,
        key(organization_slug, project_slug),
        about = Project
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","name":"Checkout","slug":"payments-api","platform":"go"}"#,
        ok = r#"{"id":7001,"slug":"payments-api","name":"Checkout","platform":"go","teams":["northpay/payments"]}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","platform":"javascript-vue"}"#,
        ok = r#"{"slug":"storefront","name":"Storefront","platform":"javascript-vue"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","slug":"storefront"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","slug":"Not A Slug"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"labels","name":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"harbor","projectSlug":"labels","name":"x"}"#,
        error = "permission_denied"
    )]
    fn update_project(
        state: &mut Sentry,
        args: UpdateProject,
        _cx: &mut Context,
    ) -> Result<RowRef<Project>, ToolError> {
        allow_changes(state, &args.organization_slug)?;
        let project = find_project(state, &args.organization_slug, &args.project_slug)?;
        if args.name.is_none() && args.slug.is_none() && args.platform.is_none() {
            let message = "pass a `name`, a `slug` or a `platform`";
            return Err(ToolError::invalid_argument(message));
        }
        let slug = match args.slug {
            Some(slug) => checked_slug(slug)?,
            None => project.slug.clone(),
        };
        let old = key_of(&project);
        let project = state.projects.update(&old, |project| {
            project.slug = slug;
            if let Some(name) = args.name {
                project.name = name.trim().to_owned();
            }
            project.platform = args.platform.or(project.platform.take());
            Ok(())
        })?;
        let new = key_of(&project);
        if new != old {
            rename_project(state, &old, &new);
        }
        Ok(project)
    }

    /// Changes what is given of an uptime monitor; null takes an owner, environment or body away.
    #[tool(
        update,
        about = UptimeMonitor,
        key(uptime_monitor_id),
        filter(project = (organization_slug, project_slug))
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","uptimeMonitorId":"7700001","status":"disabled","intervalSeconds":600}"#,
        ok = r#"{"id":"7700001","status":"disabled","uptime_status":"failed","interval_seconds":600,"owner":"team:payments"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","uptimeMonitorId":"7700001","owner":null,"environment":null,"url":"https://pay.northpay.example/up","method":"POST","body":"ping"}"#,
        ok = r#"{"owner":null,"environment":null,"url":"https://pay.northpay.example/up","uptime_status":"unknown","method":"POST","has_body":true}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","uptimeMonitorId":"7700001","owner":"user:2800002"}"#,
        ok = r#"{"owner":"user:2800002","environment":"production"}"#
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","uptimeMonitorId":"7700001"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","uptimeMonitorId":"7700001","intervalSeconds":90}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"checkout","uptimeMonitorId":"7700001","owner":"team:none"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"organizationSlug":"northpay","projectSlug":"storefront","uptimeMonitorId":"7700001","name":"x"}"#,
        error = "not_found"
    )]
    fn update_uptime_monitor(
        state: &mut Sentry,
        args: UpdateUptimeMonitor,
        _cx: &mut Context,
    ) -> Result<UptimeView, ToolError> {
        let organization = &args.organization_slug;
        let project = find_project(state, organization, &args.project_slug)?;
        let before = find_uptime(state, &project, &args.uptime_monitor_id)?;
        if !names_a_change(&args) {
            return Err(ToolError::invalid_argument("pass at least one field to change"));
        }
        let mut monitor = (*before).clone();
        match given_text(&args.owner) {
            Given::Nothing => {}
            Given::Null => (monitor.owner_user, monitor.owner_team) = (None, None),
            Given::Text(owner) => {
                (monitor.owner_user, monitor.owner_team) = read_actor(state, organization, &owner)?;
            }
        }
        monitor.environment = given_text(&args.environment).over(monitor.environment);
        monitor.body = given_text(&args.body).over(monitor.body);
        if let Some(headers) = &args.headers {
            monitor.headers = read_headers(headers)?;
        }
        monitor.name = args.name.unwrap_or(monitor.name);
        monitor.url = args.url.unwrap_or(monitor.url);
        monitor.interval_seconds = args.interval_seconds.unwrap_or(monitor.interval_seconds);
        monitor.timeout_ms = args.timeout_ms.unwrap_or(monitor.timeout_ms);
        monitor.method = args.method.unwrap_or(monitor.method);
        monitor.status = args.status.unwrap_or(monitor.status);
        monitor.trace_sampling = args.trace_sampling.unwrap_or(monitor.trace_sampling);
        let captures = args.response_capture_enabled.unwrap_or(monitor.response_capture_enabled);
        monitor.response_capture_enabled = captures;
        monitor.recovery_threshold = args.recovery_threshold.unwrap_or(monitor.recovery_threshold);
        monitor.downtime_threshold = args.downtime_threshold.unwrap_or(monitor.downtime_threshold);
        check_uptime_monitor(&monitor)?;
        let starts_anew = monitor.status == Switch::Active && before.status == Switch::Disabled;
        if starts_anew || monitor.url != before.url {
            // Nothing is known of an address before it has been asked.
            monitor.uptime_status = UptimeStatus::Unknown;
        }
        let monitor = state.uptime_monitors.put(monitor);
        Ok(view_uptime(state, &monitor))
    }

    /// Reads the user who is signed in.
    #[tool]
    #[case(
        args = "{}",
        ok = r#"{"id":"2800001","name":"Iris Lindqvist","email":"iris@northpay.example"}"#
    )]
    fn whoami(state: &Sentry, _args: Whoami, _cx: &mut Context) -> Result<RowRef<User>, ToolError> {
        current_user(state)
    }

    /// Runs another tool by its name.
    #[tool]
    #[case(
        args = r#"{"name":"find_projects","arguments":{"organizationSlug":"harbor"}}"#,
        ok = r#"{"items":[{"slug":"labels"}],"total":1}"#
    )]
    #[case(
        args = r#"{"name":"update_issue","arguments":{"issueId":"CHECKOUT-1A","status":"resolved"}}"#,
        ok = r#"{"id":"CHECKOUT-1A","status":"resolved"}"#
    )]
    #[case(args = r#"{"name":"whoami"}"#, ok = r#"{"id":"2800001"}"#)]
    #[case(
        args = r#"{"name":"update_issue","arguments":{"issueId":"CHECKOUT-9Z","status":"resolved"}}"#,
        error = "not_found"
    )]
    #[case(args = r#"{"name":"find_projects","arguments":{}}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"drop_everything"}"#, error = "not_found")]
    #[case(args = r#"{"name":"get_doc","arguments":{"path":"/x.md"}}"#, error = "unavailable")]
    fn execute_sentry_tool(
        state: &mut Sentry,
        args: ExecuteSentryTool,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        run_tool(state, &args.name, &args.arguments.0, cx)
    }

    /// Finds tools by words in their names and descriptions, the best match first.
    #[tool]
    #[case(
        args = r#"{"query":"list dsns","limit":1}"#,
        ok = r#"{"query":"list dsns","results":[{"name":"find_dsns","inputSchema":{"required":["organizationSlug","projectSlug"]},"annotations":{"readOnlyHint":true}}]}"#
    )]
    #[case(args = r#"{"query":"xylophone"}"#, ok = r#"{"results":[]}"#)]
    #[case(args = r#"{"query":""}"#, error = "invalid_argument")]
    fn search_sentry_tools(
        _state: &Sentry,
        args: SearchSentryTools,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let words: Vec<String> =
            args.query.split_whitespace().map(|word| word.to_lowercase()).collect();
        let mut found: Vec<(usize, &CatalogTool)> = CATALOG
            .iter()
            .map(|tool| (words.iter().map(|word| tool.rate(word)).sum::<usize>(), tool))
            .filter(|(rate, _)| *rate > 0)
            .collect();
        found.sort_by_key(|(rate, _)| std::cmp::Reverse(*rate));
        let limit = usize::try_from(args.limit.unwrap_or(8)).unwrap_or(0);
        let results: Vec<Value> = found.iter().take(limit).map(|(_, tool)| tool.view()).collect();
        Ok(json!({"query": args.query, "results": results}))
    }
}

/// How far back a search of events looks when it does not say.
const SEARCH_PERIOD: &str = "14d";

/// How far back a search of conversations looks when it does not say.
const CONVERSATION_PERIOD: &str = "30d";

/// How many values of a tag are told.
const TAG_VALUES_MAX: usize = 20;

/// How many spans of a trace are told.
const TRACE_SPANS_MAX: usize = 20;

/// How many functions of profiles are told.
const FUNCTIONS_MAX: usize = 10;

/// Into how many parts the counts of check-ins can be cut.
const BUCKETS_MAX: i64 = 1_000;

/// How many characters of an input or output are shown in a list.
const PREVIEW_MAX: usize = 240;

/// What `is:` can ask of an issue.
const ISSUE_STATES: &[&str] = &[
    "unresolved",
    "resolved",
    "ignored",
    "archived",
    "assigned",
    "unassigned",
    "for_review",
    "new",
    "ongoing",
    "escalating",
    "regressed",
];

/// The intervals, in seconds, at which an address can be asked.
const UPTIME_INTERVALS: &[i64] = &[60, 300, 600, 1_200, 1_800, 3_600];

fn current_user(state: &Sentry) -> Result<RowRef<User>, ToolError> {
    state.users.find(&state.account.find()?.user_id)
}

/// Refuses to change teams, projects and DSNs for those who are only members.
fn allow_changes(state: &Sentry, organization: &Key<Organization>) -> Result<(), ToolError> {
    let organization = state.organizations.find(organization)?;
    if organization.role != Role::Member {
        return Ok(());
    }
    Err(ToolError::permission_denied(format!(
        "this takes the role admin, manager or owner in `{}`, and you are a member",
        organization.slug
    )))
}

fn project_key(organization: &Key<Organization>, slug: &str) -> Key<Project> {
    Key::new(join_key(&[organization, &slug]))
}

fn team_key(organization: &Key<Organization>, slug: &str) -> Key<Team> {
    Key::new(join_key(&[organization, &slug]))
}

fn repository_key(organization: &Key<Organization>, name: &str) -> Key<Repository> {
    Key::new(join_key(&[organization, &name]))
}

fn release_key(organization: &Key<Organization>, version: &str) -> Key<Release> {
    Key::new(join_key(&[organization, &version]))
}

fn key_of(project: &Project) -> Key<Project> {
    project_key(&project.organization, &project.slug)
}

/// The slug in a project's key, which stands after that of the organization.
fn slug_of(project: &Key<Project>) -> String {
    project.as_str().rsplit('/').next().unwrap_or_default().to_owned()
}

/// The slug of the organization in a project's key.
fn organization_of(project: &Key<Project>) -> String {
    project.as_str().split('/').next().unwrap_or_default().to_owned()
}

fn find_project(
    state: &Sentry,
    organization: &Key<Organization>,
    slug: &str,
) -> Result<RowRef<Project>, ToolError> {
    state.organizations.find(organization)?;
    state.projects.find(&project_key(organization, slug))
}

/// The project that a list is narrowed to, by slug or number; `all` or nothing narrows nothing.
fn scope_of(
    state: &Sentry,
    organization: &Key<Organization>,
    named: Option<&str>,
) -> Result<Option<Key<Project>>, ToolError> {
    state.organizations.find(organization)?;
    let Some(named) = named.filter(|named| *named != "all") else { return Ok(None) };
    let number = named.parse::<i64>().ok();
    let by_number = state
        .projects
        .first(&|project| project.organization == *organization && Some(project.id) == number);
    match by_number {
        Some(project) => Ok(Some(key_of(project))),
        None => Ok(Some(key_of(&*find_project(state, organization, named)?))),
    }
}

/// Whether a project is of the organization and, where there is a scope, the one that is meant.
fn in_scope(
    project: &Key<Project>,
    organization: &Key<Organization>,
    scope: Option<&Key<Project>>,
) -> bool {
    match scope {
        Some(scope) => project == scope,
        None => organization_of(project) == organization.as_str(),
    }
}

/// Refuses a row of a project that is not of the organization, when one is named.
fn check_organization(
    state: &Sentry,
    organization: Option<&Key<Organization>>,
    project: &Key<Project>,
    entity: &str,
    id: &str,
) -> Result<(), ToolError> {
    let Some(organization) = organization else { return Ok(()) };
    state.organizations.find(organization)?;
    if in_scope(project, organization, None) {
        return Ok(());
    }
    Err(ToolError::no_row(entity, id))
}

/// A team by its slug or its number.
fn find_team(
    state: &Sentry,
    organization: &Key<Organization>,
    named: &str,
) -> Result<RowRef<Team>, ToolError> {
    state.organizations.find(organization)?;
    let key = team_key(organization, named);
    if state.teams.contains(&key) {
        return state.teams.find(&key);
    }
    let number = named.parse::<i64>().ok();
    let of_number = |team: &Team| team.organization == *organization && Some(team.id) == number;
    match state.teams.first(&of_number) {
        Some(team) => state.teams.find(&team_key(organization, &team.slug)),
        None => Err(ToolError::no_row("Team", named)),
    }
}

fn view_teams(state: &Sentry, teams: &[Key<Team>]) -> Vec<TeamView> {
    let teams = teams.iter().filter_map(|key| state.teams.get(key));
    let view =
        |team: &Team| TeamView { id: team.id, slug: team.slug.clone(), name: team.name.clone() };
    teams.map(view).collect()
}

/// A connected repository by its name, where the owner may be left out if that is clear.
fn find_repository(
    state: &Sentry,
    organization: &Key<Organization>,
    named: &str,
) -> Result<RowRef<Repository>, ToolError> {
    let key = repository_key(organization, named);
    if state.repositories.contains(&key) {
        return state.repositories.find(&key);
    }
    let is_named = |row: &Repository| {
        let own_name = row.name.rsplit('/').next();
        row.organization == *organization && own_name == Some(named)
    };
    match state.repositories.select(&is_named).as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(ToolError::not_found(format!("no repository `{named}` is connected"))),
        several => {
            let names: Vec<&str> = several.iter().map(|row| row.name.as_str()).collect();
            let message = format!("`{named}` may be any of: {}", names.join(", "));
            Err(ToolError::invalid_argument(message))
        }
    }
}

/// A slug as a caller gives it: lower-case letters, digits, `-` and `_`, not digits alone.
fn checked_slug(slug: String) -> Result<String, ToolError> {
    let is_known = |letter: char| {
        letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '-' | '_')
    };
    let has_letter = slug.chars().any(|letter| letter.is_ascii_lowercase());
    if has_letter && slug.chars().all(is_known) {
        return Ok(slug);
    }
    Err(ToolError::invalid_argument(format!(
        "`{slug}` is no slug: use lower-case letters, digits, `-` and `_`"
    )))
}

/// The slug that a name gives: `The Goats!` is `the-goats`.
fn slug_of_name(name: &str) -> Result<String, ToolError> {
    let lower = name.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let slug = words.join("-");
    if slug.chars().any(|letter| letter.is_ascii_lowercase()) {
        return Ok(slug.chars().take(50).collect());
    }
    Err(ToolError::invalid_argument(format!("`{name}` has no letters for a slug")))
}

/// A slug that no project of the organization has: the wanted one, or with the next free number.
fn free_slug(state: &Sentry, organization: &Key<Organization>, wanted: &str) -> String {
    let is_free = |slug: &str| !state.projects.contains(&project_key(organization, slug));
    if is_free(wanted) {
        return wanted.to_owned();
    }
    // Among one more number than there are projects, one is free.
    let last = state.projects.len().saturating_add(2);
    (2..=last).map(|n| format!("{wanted}-{n}")).find(|slug| is_free(slug)).unwrap_or_default()
}

/// Moves everything that belongs to a project to its new key.
fn rename_project(state: &mut Sentry, old: &Key<Project>, new: &Key<Project>) {
    let move_one = |project: &mut Key<Project>| {
        let is_old = *project == *old;
        if is_old {
            *project = new.clone();
        }
        is_old
    };
    let move_some = |projects: &mut Vec<Key<Project>>| {
        let mut is_moved = false;
        for project in projects.iter_mut() {
            is_moved |= move_one(project);
        }
        is_moved
    };
    rewrite(&mut state.client_keys, &|row| move_one(&mut row.project));
    rewrite(&mut state.issues, &|row| move_one(&mut row.project));
    rewrite(&mut state.releases, &|row| move_some(&mut row.projects));
    rewrite(&mut state.release_health, &|row| move_one(&mut row.project));
    rewrite(&mut state.issue_alert_rules, &|row| move_one(&mut row.project));
    rewrite(&mut state.metric_alert_rules, &|row| move_some(&mut row.projects));
    rewrite(&mut state.dashboards, &|row| move_some(&mut row.projects));
    rewrite(&mut state.monitors, &|row| move_one(&mut row.project));
    rewrite(&mut state.uptime_monitors, &|row| move_one(&mut row.project));
    rewrite(&mut state.conversations, &|row| move_one(&mut row.project));
    rewrite(&mut state.spans, &|row| move_one(&mut row.project));
    rewrite(&mut state.logs, &|row| move_one(&mut row.project));
    rewrite(&mut state.metrics, &|row| move_one(&mut row.project));
    rewrite(&mut state.profiles, &|row| move_one(&mut row.project));
    rewrite(&mut state.replays, &|row| move_one(&mut row.project));
    rewrite(&mut state.snapshots, &|row| move_one(&mut row.project));
    rewrite(&mut state.onboarding_runs, &|row| move_some(&mut row.projects));
}

/// Puts back the rows that `change` says it has changed. Their keys must stay.
fn rewrite<T: Entity>(table: &mut Table<T>, change: &dyn Fn(&mut T) -> bool) {
    for row in table.select(&|_| true) {
        let mut row: T = (*row).clone();
        if change(&mut row) {
            table.put(row);
        }
    }
}

/// A user or a team: `user:ID`, `team:ID_OR_SLUG`, or `me`.
#[expect(clippy::type_complexity, reason = "one of the two, or neither")]
fn read_actor(
    state: &Sentry,
    organization: &Key<Organization>,
    named: &str,
) -> Result<(Option<Key<User>>, Option<Key<Team>>), ToolError> {
    if named == "me" {
        return Ok((Some(current_user(state)?.id.clone()), None));
    }
    match named.split_once(':') {
        Some(("user", id)) => Ok((Some(state.users.find(id)?.id.clone()), None)),
        Some(("team", team)) => {
            let team = find_team(state, organization, team)?;
            Ok((None, Some(team_key(organization, &team.slug))))
        }
        _ => Err(ToolError::invalid_argument(format!(
            "`{named}` is neither `user:ID` nor `team:ID_OR_SLUG`"
        ))),
    }
}

fn actor_text(
    state: &Sentry,
    user: Option<&Key<User>>,
    team: Option<&Key<Team>>,
) -> Option<String> {
    if let Some(user) = user {
        return Some(format!("user:{user}"));
    }
    let team = state.teams.get(team?)?;
    Some(format!("team:{}", team.slug))
}

/// Whose things a list is narrowed to.
enum Owners {
    Anyone,
    Nobody,
    User(Key<User>),
    Teams(Vec<Key<Team>>),
}

impl Owners {
    fn fit(&self, user: Option<&Key<User>>, team: Option<&Key<Team>>) -> bool {
        match self {
            Self::Anyone => true,
            Self::Nobody => user.is_none() && team.is_none(),
            Self::User(wanted) => user == Some(wanted),
            Self::Teams(teams) => team.is_some_and(|team| teams.contains(team)),
        }
    }
}

/// Reads whose things are wanted: an actor, `myteams` or `unassigned`.
fn read_owners(
    state: &Sentry,
    organization: &Key<Organization>,
    named: Option<&str>,
) -> Result<Owners, ToolError> {
    match named {
        None => Ok(Owners::Anyone),
        Some("unassigned") => Ok(Owners::Nobody),
        Some("myteams") => {
            let me = current_user(state)?;
            let mine = state.teams.select(&|team| team.members.contains(&me.id));
            let keys = mine.iter().map(|team| team_key(&team.organization, &team.slug));
            Ok(Owners::Teams(keys.collect()))
        }
        Some(named) => match read_actor(state, organization, named)? {
            (Some(user), _) => Ok(Owners::User(user)),
            (None, team) => Ok(Owners::Teams(team.into_iter().collect())),
        },
    }
}

/// An address of a page of Sentry, in parts.
struct Address {
    organization: Option<String>,
    segments: Vec<String>,
    query: BTreeMap<String, String>,
}

impl Address {
    /// The part of the path after the one with this name.
    fn after(&self, name: &str) -> Option<String> {
        let at = self.segments.iter().position(|segment| segment == name)?;
        self.segments.get(at.saturating_add(1)).cloned()
    }

    /// The profile in `…/profile/PROJECT/ID/flamegraph/`; a session has none.
    fn profile_id(&self) -> Option<String> {
        let at = self.segments.iter().position(|segment| segment == "profile")?;
        let id = self.segments.get(at.saturating_add(2))?;
        (id != "flamegraph").then(|| id.clone())
    }
}

/// Reads an address: `https://ORGANIZATION.sentry.io/…` or `https://HOST/organizations/NAME/…`.
fn read_address(url: &str) -> Result<Address, ToolError> {
    let wrong = || ToolError::invalid_argument(format!("`{url}` is no address of Sentry"));
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let rest = rest.ok_or_else(wrong)?;
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let host = parts.next().ok_or_else(wrong)?;
    let mut segments: Vec<String> = parts.map(str::to_owned).collect();
    let in_host = host.strip_suffix(".sentry.io").filter(|name| !matches!(*name, "us" | "de"));
    let mut organization = in_host.map(str::to_owned);
    if segments.first().is_some_and(|first| first == "organizations") && segments.len() > 1 {
        organization = segments.get(1).cloned();
        segments.drain(..2);
    }
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let query = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Ok(Address { organization, segments, query })
}

fn not_in_url(what: &str) -> ToolError {
    ToolError::invalid_argument(format!("the URL is that of no {what}"))
}

/// The organization of a call and of its URL, which must not differ.
fn agreed_organization(
    given: Option<&Key<Organization>>,
    address: &Address,
) -> Result<Option<Key<Organization>>, ToolError> {
    match (given, &address.organization) {
        (Some(given), Some(in_url)) if given.as_str() != in_url => {
            Err(ToolError::invalid_argument(format!(
                "the URL is of organization `{in_url}` and not of `{given}`"
            )))
        }
        (Some(given), _) => Ok(Some(given.clone())),
        (None, in_url) => Ok(in_url.as_deref().map(Key::from)),
    }
}

/// The issue that a call names by its identifier or by the URL of its page.
fn find_issue(
    state: &Sentry,
    organization: Option<&Key<Organization>>,
    id: Option<&str>,
    url: Option<&str>,
) -> Result<RowRef<Issue>, ToolError> {
    let (organization, id) = match (id, url) {
        (_, Some(url)) => {
            let address = read_address(url)?;
            let id = address.after("issues").ok_or_else(|| not_in_url("issue"))?;
            (agreed_organization(organization, &address)?, id)
        }
        (Some(id), None) => (organization.cloned(), id.to_owned()),
        (None, None) => {
            return Err(ToolError::invalid_argument("pass an `issueId` or an `issueUrl`"));
        }
    };
    let id = id.to_uppercase();
    let issue = state.issues.find(&id)?;
    check_organization(state, organization.as_ref(), &issue.project, "Issue", &id)?;
    Ok(issue)
}

fn latest_event(state: &Sentry, issue: &Issue) -> Option<RowRef<Event>> {
    let events = state.events.select(&|event| event.issue == issue.id);
    events.into_iter().max_by_key(|event| event.timestamp)
}

/// An event of an issue: the latest, or the one with this identifier.
fn find_event(state: &Sentry, issue: &Issue, wanted: &str) -> Result<RowRef<Event>, ToolError> {
    if wanted == "latest" {
        let message = || ToolError::not_found(format!("issue `{}` has no event", issue.id));
        return latest_event(state, issue).ok_or_else(message);
    }
    let event = state.events.find(&wanted.to_lowercase())?;
    if event.issue == issue.id {
        return Ok(event);
    }
    Err(ToolError::no_row("Event", wanted))
}

fn issue_of_event(state: &Sentry, event: &str) -> Result<String, ToolError> {
    Ok(state.events.find(&event.to_lowercase())?.issue.to_string())
}

fn add_activity(
    state: &mut Sentry,
    issue: &Key<Issue>,
    kind: ActivityKind,
    text: Option<String>,
    cx: &mut Context,
) -> Result<RowRef<Activity>, ToolError> {
    let user = current_user(state)?.id.clone();
    let id = state.activities.next_key(cx);
    let (issue, date_created) = (issue.clone(), cx.now());
    state.activities.insert(Activity { id, issue, kind, user: Some(user), text, date_created })
}

/// Who is to have an issue: a user of the project's teams, or one of these teams.
#[expect(clippy::type_complexity, reason = "one of the two, or neither")]
fn read_assignee(
    state: &Sentry,
    issue: &Issue,
    named: &str,
) -> Result<(Option<Key<User>>, Option<Key<Team>>), ToolError> {
    let project = state.projects.find(&issue.project)?;
    let (user, team) = read_actor(state, &project.organization, named)?;
    let mut teams = project.teams.iter();
    let has_access = match (&user, &team) {
        (Some(user), _) => {
            teams.any(|team| state.teams.get(team).is_some_and(|team| team.members.contains(user)))
        }
        (None, team) => team.as_ref().is_some_and(|team| teams.any(|known| known == team)),
    };
    if has_access {
        return Ok((user, team));
    }
    Err(ToolError::failed_precondition(format!(
        "`{named}` has no access to project `{}`",
        project.slug
    )))
}

/// What a call says of how to ignore an issue; nothing when it leaves that open.
fn ignore_rule(args: &UpdateIssue, now: Timestamp) -> Result<Option<IgnoreRule>, ToolError> {
    let minutes = args.ignore_duration_minutes;
    let by_count = args.ignore_count.is_some() || args.ignore_window_minutes.is_some();
    let by_users = args.ignore_user_count.is_some() || args.ignore_user_window_minutes.is_some();
    let inferred = match (minutes.is_some(), by_count, by_users) {
        (false, false, false) => None,
        (true, false, false) => Some(IgnoreMode::ForDuration),
        (false, true, false) => Some(IgnoreMode::UntilOccurrenceCount),
        (false, false, true) => Some(IgnoreMode::UntilUserCount),
        _ => {
            let message = "choose one condition: a duration, a count of events or one of users";
            return Err(ToolError::invalid_argument(message));
        }
    };
    let Some(mode) = args.ignore_mode.or(inferred) else { return Ok(None) };
    if args.status != Some(IssueStatus::Ignored) {
        let message = "how to ignore an issue goes with the status `ignored`";
        return Err(ToolError::invalid_argument(message));
    }
    let is_complete = match mode {
        IgnoreMode::UntilEscalating | IgnoreMode::Forever => inferred.is_none(),
        IgnoreMode::ForDuration => minutes.is_some(),
        IgnoreMode::UntilOccurrenceCount => args.ignore_count.is_some(),
        IgnoreMode::UntilUserCount => args.ignore_user_count.is_some(),
    };
    if !is_complete {
        let message = format!("the mode `{mode}` does not go with these conditions");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(Some(IgnoreRule {
        mode,
        until: minutes.map(|minutes| now.plus_seconds(minutes.saturating_mul(60))),
        count: args.ignore_count,
        window_minutes: args.ignore_window_minutes,
        user_count: args.ignore_user_count,
        user_window_minutes: args.ignore_user_window_minutes,
    }))
}

fn archived_as(mode: IgnoreMode) -> Substatus {
    match mode {
        IgnoreMode::UntilEscalating => Substatus::ArchivedUntilEscalating,
        IgnoreMode::Forever => Substatus::ArchivedForever,
        IgnoreMode::ForDuration | IgnoreMode::UntilOccurrenceCount | IgnoreMode::UntilUserCount => {
            Substatus::ArchivedUntilConditionMet
        }
    }
}

/// Ignores an issue. One that is ignored keeps the way in which it is, though the condition of one
/// that waits for a condition may change.
fn set_ignored(issue: &mut Issue, rule: Option<IgnoreRule>) -> Result<(), ToolError> {
    let is_ignored = issue.status == IssueStatus::Ignored;
    let rule = match rule {
        None if is_ignored => return Ok(()),
        Some(rule) => rule,
        None => IgnoreRule {
            mode: IgnoreMode::UntilEscalating,
            until: None,
            count: None,
            window_minutes: None,
            user_count: None,
            user_window_minutes: None,
        },
    };
    let known = issue.ignore.as_ref().map(|rule| archived_as(rule.mode));
    if is_ignored && known.is_some_and(|known| known != archived_as(rule.mode)) {
        let message = "the issue is ignored in another way; set it to `unresolved` first";
        return Err(ToolError::failed_precondition(message));
    }
    issue.status = IssueStatus::Ignored;
    issue.substatus = Some(archived_as(rule.mode));
    issue.ignore = Some(rule);
    Ok(())
}

/// The next release can only be waited for where there are releases.
fn check_releases(state: &Sentry, project: &Key<Project>) -> Result<(), ToolError> {
    if state.releases.first(&|release| release.projects.contains(project)).is_some() {
        return Ok(());
    }
    let message = "the project has no releases, so there is no next one to wait for";
    Err(ToolError::failed_precondition(message))
}

/// Stores a changed issue and notes in its history what changed.
fn record_change(
    state: &mut Sentry,
    before: &Issue,
    issue: Issue,
    cx: &mut Context,
) -> Result<RowRef<Issue>, ToolError> {
    let id = &issue.id;
    if issue.status != before.status || issue.ignore != before.ignore {
        let (kind, text) = match issue.status {
            IssueStatus::Unresolved => (ActivityKind::SetUnresolved, None),
            IssueStatus::Resolved => (ActivityKind::SetResolved, None),
            IssueStatus::ResolvedInNextRelease => (ActivityKind::SetResolvedInRelease, None),
            IssueStatus::Ignored => {
                let mode = issue.ignore.as_ref().map(|rule| rule.mode.to_string());
                (ActivityKind::SetIgnored, mode)
            }
        };
        add_activity(state, id, kind, text, cx)?;
    }
    let assignee = |issue: &Issue| (issue.assigned_user.clone(), issue.assigned_team.clone());
    if assignee(&issue) != assignee(before) {
        let (user, team) = (issue.assigned_user.as_ref(), issue.assigned_team.as_ref());
        let text = actor_text(state, user, team);
        add_activity(state, id, ActivityKind::Assigned, text, cx)?;
    }
    Ok(state.issues.put(issue))
}

fn view_issue(state: &Sentry, issue: &Issue) -> IssueView {
    let organization = organization_of(&issue.project);
    let (user, team) = (issue.assigned_user.as_ref(), issue.assigned_team.as_ref());
    IssueView {
        id: issue.id.clone(),
        title: issue.title.clone(),
        culprit: issue.culprit.clone(),
        project_slug: slug_of(&issue.project),
        category: issue.category,
        level: issue.level,
        status: issue.status,
        substatus: issue.substatus,
        ignore: issue.ignore.clone(),
        priority: issue.priority,
        is_unhandled: issue.is_unhandled,
        assigned_to: actor_text(state, user, team),
        event_count: issue.event_count,
        user_count: issue.user_count,
        first_seen: issue.first_seen,
        last_seen: issue.last_seen,
        web_url: format!("https://{organization}.sentry.io/issues/{}/", issue.id),
        organization,
    }
}

/// What an issue weighs among those that should be looked at.
fn weight(issue: &Issue) -> (bool, i64) {
    let rank = match issue.priority {
        Priority::Low => 0,
        Priority::Medium => 1,
        Priority::High => 2,
    };
    (issue.substatus == Some(Substatus::Escalating), rank)
}

/// The thread that matters: the first that crashed, else the first with calls, else the first.
fn default_thread(event: &Event) -> Option<&Thread> {
    let mut threads = event.threads.iter();
    let crashed = event.threads.iter().find(|thread| thread.crashed);
    let called = || event.threads.iter().find(|thread| !thread.frames.is_empty());
    crashed.or_else(called).or_else(|| threads.next())
}

fn brief_thread(thread: &Thread) -> Value {
    json!({
        "id": thread.id,
        "name": thread.name,
        "crashed": thread.crashed,
        "frame_count": thread.frames.len(),
    })
}

/// An event with the calls of the thread that matters instead of all threads and breadcrumbs.
fn view_event(event: &RowRef<Event>) -> Value {
    let threads: Vec<Value> = event.threads.iter().map(brief_thread).collect();
    let frames = default_thread(event).map(|thread| thread.frames.as_slice());
    let frames: Vec<Value> = frames.unwrap_or_default().iter().map(value_of).collect();
    let view = without_field(value_of(event), "breadcrumbs");
    let view = with_field(view, "breadcrumb_count", json!(event.breadcrumbs.len()));
    let view = with_field(view, "threads", Value::Array(threads));
    with_field(view, "stacktrace", Value::Array(frames))
}

/// The value that an event has of a tag, be it one of Sentry's own or of the program's.
fn tag_of(event: &Event, key: &str) -> Option<String> {
    match key {
        "level" => Some(event.level.to_string()),
        "environment" => event.environment.clone(),
        "release" => event.release.clone(),
        "transaction" => event.transaction.clone(),
        "url" => event.url.clone(),
        "browser" => event.browser.clone(),
        "browser.name" => Some(event.browser.as_ref()?.split(' ').next()?.to_owned()),
        "os" => event.os.clone(),
        "os.name" => Some(event.os.as_ref()?.split(' ').next()?.to_owned()),
        "user" | "user.email" => event.user_email.clone(),
        own => Some(event.tags.iter().find(|tag| tag.key == own)?.value.clone()),
    }
}

fn add_client_key(
    state: &mut Sentry,
    project: &Key<Project>,
    name: &str,
    cx: &mut Context,
) -> Result<RowRef<ClientKey>, ToolError> {
    state.client_keys.insert(ClientKey {
        id: Key::new(cx.hex(32)),
        project: project.clone(),
        name: name.to_owned(),
        is_active: true,
        rate_limit_window: None,
        rate_limit_count: None,
        browser_sdk_version: "latest".to_owned(),
        has_replay: false,
        has_performance: false,
        has_debug: false,
        has_feedback: false,
        has_logs_and_metrics: false,
    })
}

fn view_dsn(state: &Sentry, key: &ClientKey) -> Result<DsnView, ToolError> {
    let project = state.projects.find(&key.project)?;
    let organization = state.organizations.find(&project.organization)?;
    Ok(DsnView {
        id: key.id.clone(),
        name: key.name.clone(),
        dsn: format!("https://{}@o{}.ingest.sentry.io/{}", key.id, organization.id, project.id),
        project: key.project.clone(),
        is_active: key.is_active,
        rate_limit_window: key.rate_limit_window,
        rate_limit_count: key.rate_limit_count,
        browser_sdk_version: key.browser_sdk_version.clone(),
        has_replay: key.has_replay,
        has_performance: key.has_performance,
        has_debug: key.has_debug,
        has_feedback: key.has_feedback,
        has_logs_and_metrics: key.has_logs_and_metrics,
    })
}

/// Whether a version of the SDK for browsers knows logs and metrics.
fn has_logs_and_metrics(version: &str) -> bool {
    let major = version.split('.').next().unwrap_or_default();
    version == "latest" || major.parse::<i64>().is_ok_and(|major| major >= 10)
}

fn read_headers(headers: &[Json]) -> Result<Vec<Header>, ToolError> {
    let read = |header: &Json| match header.0.as_array().map(Vec::as_slice) {
        Some([Value::String(name), Value::String(value)]) if !name.is_empty() => {
            Ok(Header { name: name.clone(), value: value.clone() })
        }
        _ => Err(ToolError::invalid_argument("a header is a name and a value")),
    };
    headers.iter().map(read).collect()
}

/// What an uptime monitor must keep beyond the limits of its fields.
fn check_uptime_monitor(monitor: &UptimeMonitor) -> Result<(), ToolError> {
    if !UPTIME_INTERVALS.contains(&monitor.interval_seconds) {
        let message = "`intervalSeconds` is one of 60, 300, 600, 1200, 1800 and 3600";
        return Err(ToolError::invalid_argument(message));
    }
    let takes_body =
        !matches!(monitor.method, HttpMethod::Get | HttpMethod::Head | HttpMethod::Options);
    if monitor.body.is_some() && !takes_body {
        let message = format!("a request with the method {} has no body", monitor.method);
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

fn find_uptime(
    state: &Sentry,
    project: &Project,
    id: &Key<UptimeMonitor>,
) -> Result<RowRef<UptimeMonitor>, ToolError> {
    let monitor = state.uptime_monitors.find(id)?;
    if monitor.project == key_of(project) {
        return Ok(monitor);
    }
    Err(ToolError::no_row("UptimeMonitor", id.as_str()))
}

fn view_uptime(state: &Sentry, monitor: &UptimeMonitor) -> UptimeView {
    let (user, team) = (monitor.owner_user.as_ref(), monitor.owner_team.as_ref());
    let organization = organization_of(&monitor.project);
    UptimeView {
        id: monitor.id.clone(),
        name: monitor.name.clone(),
        project_slug: slug_of(&monitor.project),
        status: monitor.status,
        uptime_status: monitor.uptime_status,
        url: monitor.url.clone(),
        method: monitor.method,
        headers: monitor.headers.iter().map(redacted).collect(),
        has_body: monitor.body.is_some(),
        interval_seconds: monitor.interval_seconds,
        timeout_ms: monitor.timeout_ms,
        environment: monitor.environment.clone(),
        owner: actor_text(state, user, team),
        trace_sampling: monitor.trace_sampling,
        response_capture_enabled: monitor.response_capture_enabled,
        recovery_threshold: monitor.recovery_threshold,
        downtime_threshold: monitor.downtime_threshold,
        web_url: format!("https://{organization}.sentry.io/monitors/{}/", monitor.id),
    }
}

/// A header without a value that may be a secret.
fn redacted(header: &Header) -> Header {
    let name = header.name.to_lowercase();
    let is_secret =
        ["auth", "cookie", "token", "secret", "key"].iter().any(|word| name.contains(word));
    let value = if is_secret { "[redacted]".to_owned() } else { header.value.clone() };
    Header { name: header.name.clone(), value }
}

/// What an argument says that may be missing, null or a text.
enum Given {
    Nothing,
    Null,
    Text(String),
}

impl Given {
    /// What the field is afterwards.
    fn over(self, before: Option<String>) -> Option<String> {
        match self {
            Self::Nothing => before,
            Self::Null => None,
            Self::Text(text) => Some(text),
        }
    }
}

fn given_text(argument: &Json) -> Given {
    match &argument.0 {
        Value::Null => Given::Null,
        Value::String(text) => Given::Text(text.clone()),
        _ => Given::Nothing,
    }
}

fn names_a_change(args: &UpdateUptimeMonitor) -> bool {
    let texts = [&args.body, &args.owner, &args.environment];
    texts.iter().any(|text| !matches!(given_text(text), Given::Nothing))
        || args.name.is_some()
        || args.url.is_some()
        || args.interval_seconds.is_some()
        || args.timeout_ms.is_some()
        || args.method.is_some()
        || args.headers.is_some()
        || args.status.is_some()
        || args.trace_sampling.is_some()
        || args.response_capture_enabled.is_some()
        || args.recovery_threshold.is_some()
        || args.downtime_threshold.is_some()
}

/// A monitor by slug or identifier; a slug that several projects use needs the project beside it.
fn find_monitor(
    state: &Sentry,
    organization: &Key<Organization>,
    project: Option<&Key<Project>>,
    named: &str,
) -> Result<RowRef<Monitor>, ToolError> {
    let found = state.monitors.select(&|row| {
        in_scope(&row.project, organization, project)
            && (row.slug == named || row.id.as_str() == named)
    });
    match found.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(ToolError::no_row("Monitor", named)),
        several => {
            let projects: Vec<String> = several.iter().map(|row| slug_of(&row.project)).collect();
            Err(ToolError::failed_precondition(format!(
                "several projects have a monitor `{named}`: {}; pass one",
                projects.join(", ")
            )))
        }
    }
}

/// A monitor with its state in all environments, or in one.
fn view_monitor(state: &Sentry, monitor: &Monitor, environment: Option<&str>) -> MonitorView {
    let (user, team) = (monitor.owner_user.as_ref(), monitor.owner_team.as_ref());
    let shown = monitor.environments.iter();
    let shown = shown.filter(|one| environment.is_none_or(|name| one.name == name));
    let environments: Vec<MonitorEnvironment> = shown.cloned().collect();
    MonitorView {
        id: monitor.id.clone(),
        slug: monitor.slug.clone(),
        name: monitor.name.clone(),
        project_slug: slug_of(&monitor.project),
        status: monitor.status,
        owner: actor_text(state, user, team),
        schedule_type: monitor.schedule_type,
        schedule: monitor.schedule.clone(),
        checkin_margin: monitor.checkin_margin,
        max_runtime: monitor.max_runtime,
        last_check_in: environments.iter().filter_map(|one| one.last_check_in).max(),
        next_check_in: environments.iter().filter_map(|one| one.next_check_in).min(),
        environments,
    }
}

/// How many check-ins of each kind there were in each part of a span of time; parts without any
/// are left out.
fn check_in_stats(
    rows: &[RowRef<CheckIn>],
    start: Timestamp,
    end: Timestamp,
    rollup: Option<i64>,
) -> Result<Value, ToolError> {
    let seconds = end.unix_seconds().saturating_sub(start.unix_seconds());
    let rollup = rollup.unwrap_or((seconds / 24).max(60)).max(1);
    if seconds / rollup > BUCKETS_MAX {
        let message = "so many parts are not counted; raise `rollupSeconds`";
        return Err(ToolError::invalid_argument(message));
    }
    let mut buckets: BTreeMap<i64, BTreeMap<&str, i64>> = BTreeMap::new();
    for row in rows {
        let at = row.date_created.unix_seconds();
        let bucket = buckets.entry(at.saturating_sub(at.rem_euclid(rollup))).or_default();
        let count = bucket.entry(row.status.as_str()).or_default();
        *count = count.saturating_add(1);
    }
    let view = |(at, counts): (&i64, &BTreeMap<&str, i64>)| {
        let time = Timestamp::from_unix_seconds(*at).to_string();
        CheckInStatus::ALL.iter().fold(json!({"timestamp": time}), |view, status| {
            let count = counts.get(status.as_str()).copied().unwrap_or_default();
            with_field(view, status.as_str(), json!(count))
        })
    };
    Ok(Value::Array(buckets.iter().map(view).collect()))
}

fn commits_of(state: &Sentry, release: &Key<Release>) -> Vec<RowRef<Commit>> {
    let mut commits = state.commits.select(&|row| row.release == *release);
    commits.sort_by_key(|row| std::cmp::Reverse(row.date_created));
    commits
}

fn deploys_of(state: &Sentry, release: &Key<Release>) -> Vec<RowRef<Deploy>> {
    let mut deploys = state.deploys.select(&|row| row.release == *release);
    deploys.sort_by_key(|row| std::cmp::Reverse(row.date_finished));
    deploys
}

fn view_release(state: &Sentry, release: &Release) -> ReleaseView {
    let key = release_key(&release.organization, &release.version);
    ReleaseView {
        version: release.version.clone(),
        project_slugs: release.projects.iter().map(slug_of).collect(),
        date_created: release.date_created,
        date_released: release.date_released,
        first_event: release.first_event,
        last_event: release.last_event,
        new_issues: release.new_issues,
        last_commit: commits_of(state, &key).first().map(|commit| commit.message.clone()),
        last_deploy: deploys_of(state, &key).first().map(|deploy| deploy.environment.clone()),
    }
}

fn view_run(run: &OnboardingRun) -> RunView {
    RunView {
        token: run.token.clone(),
        run_status: run.run_status,
        stages: run.stages.clone(),
        project_slugs: run.projects.iter().map(slug_of).collect(),
        issue_ids: run.issues.clone(),
        continue_updates: run.run_status == RunStatus::InProgress,
    }
}

/// The organization and the project of a call about profiles, each when it is said anywhere.
#[expect(clippy::type_complexity, reason = "each where it is said")]
fn profiled_project(
    state: &Sentry,
    organization: Option<&Key<Organization>>,
    project: Option<&str>,
    address: Option<&Address>,
) -> Result<(Option<Key<Organization>>, Option<Key<Project>>), ToolError> {
    let organization = match address {
        Some(address) => agreed_organization(organization, address)?,
        None => organization.cloned(),
    };
    let in_url = address.and_then(|address| address.after("profile"));
    match (&organization, project.or(in_url.as_deref())) {
        (Some(slug), named) => {
            let project = scope_of(state, slug, named)?;
            Ok((organization, project))
        }
        (None, Some(_)) => {
            Err(ToolError::invalid_argument("a project needs its `organizationSlug`"))
        }
        (None, None) => Ok((None, None)),
    }
}

/// The times that one function took itself, one a profile.
struct FunctionTimes {
    name: String,
    filename: String,
    in_app: bool,
    times: Vec<f64>,
    n_samples: i64,
}

impl FunctionTimes {
    fn total(&self) -> f64 {
        self.times.iter().sum()
    }
}

/// The functions of profiles, the one that took most time first.
fn function_times(profiles: &[RowRef<Profile>], user_code: bool) -> Vec<FunctionTimes> {
    let mut found: Vec<FunctionTimes> = Vec::new();
    let functions = profiles.iter().flat_map(|profile| profile.functions.iter());
    for function in functions.filter(|function| function.in_app || !user_code) {
        let same = |known: &&mut FunctionTimes| {
            known.name == function.name && known.filename == function.filename
        };
        match found.iter_mut().find(same) {
            Some(known) => {
                known.times.push(function.self_ms);
                known.n_samples = known.n_samples.saturating_add(function.n_samples);
            }
            None => found.push(FunctionTimes {
                name: function.name.clone(),
                filename: function.filename.clone(),
                in_app: function.in_app,
                times: vec![function.self_ms],
                n_samples: function.n_samples,
            }),
        }
    }
    for function in &mut found {
        function.times.sort_by(f64::total_cmp);
    }
    found.sort_by(|a, b| b.total().total_cmp(&a.total()));
    found
}

fn view_function_times(function: &FunctionTimes) -> Value {
    json!({
        "name": function.name,
        "filename": function.filename,
        "in_app": function.in_app,
        "profile_count": function.times.len(),
        "total_ms": function.total(),
        "p75": percentile(&function.times, 75.0),
        "p95": percentile(&function.times, 95.0),
        "p99": percentile(&function.times, 99.0),
    })
}

/// How the times of functions changed; those that were not seen before have no change.
fn compare_times(now: &[FunctionTimes], before: &[FunctionTimes], n_profiles: usize) -> Value {
    let compare = |function: &FunctionTimes| {
        let same = |known: &&FunctionTimes| {
            known.name == function.name && known.filename == function.filename
        };
        let p95_now = percentile(&function.times, 95.0);
        let known = before.iter().find(same);
        let p95_before = known.and_then(|known| percentile(&known.times, 95.0));
        let change = match (p95_before, p95_now) {
            (Some(before), Some(now)) if before > 0.0 => Some((now / before - 1.0) * 100.0),
            _ => None,
        };
        json!({
            "name": function.name,
            "filename": function.filename,
            "p95_before": p95_before,
            "p95_now": p95_now,
            "change_percent": change.map(|change| (change * 10.0).round() / 10.0),
        })
    };
    let functions: Vec<Value> = now.iter().map(compare).collect();
    json!({"profile_count": n_profiles, "functions": functions})
}

/// What profiles have in common, and the functions that took most of their time.
fn summarize_profiles(profiles: &[RowRef<Profile>], user_code: bool) -> Result<Value, ToolError> {
    let Some(first) = profiles.first() else {
        return Err(ToolError::not_found("nothing was profiled in that time"));
    };
    let times = function_times(profiles, user_code);
    let top: Vec<Value> = times
        .iter()
        .take(FUNCTIONS_MAX)
        .map(|function| {
            json!({
                "name": function.name,
                "filename": function.filename,
                "in_app": function.in_app,
                "self_ms": function.total(),
                "n_samples": function.n_samples,
            })
        })
        .collect();
    let ids: Vec<&str> = profiles.iter().map(|profile| profile.id.as_str()).collect();
    let samples = profiles.iter().flat_map(|profile| profile.functions.iter());
    let duration: f64 = profiles.iter().map(|profile| profile.duration_ms).sum();
    let transaction =
        Some(&first.transaction).filter(|_| profiles.len() == 1 && first.profiler_id.is_none());
    Ok(json!({
        "profile_ids": ids,
        "project_slug": slug_of(&first.project),
        "transaction": transaction,
        "trace_id": first.trace.as_ref().map(Key::as_str),
        "release": first.release,
        "platform": first.platform,
        "started_at": first.timestamp.to_string(),
        "duration_ms": duration,
        "sample_count": samples.clone().map(|function| function.n_samples).sum::<i64>(),
        "function_count": samples.count(),
        "top_functions": top,
    }))
}

/// The value that so many percent of sorted values do not exceed.
fn percentile(sorted: &[f64], percent: f64) -> Option<f64> {
    let rank = (percent / 100.0 * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}

fn without_dashes(id: &str) -> String {
    id.chars().filter(|letter| *letter != '-').collect::<String>().to_lowercase()
}

fn find_trace(
    state: &Sentry,
    organization: &Key<Organization>,
    id: &str,
) -> Result<RowRef<Trace>, ToolError> {
    state.organizations.find(organization)?;
    let id = id.to_lowercase();
    let trace = state.traces.find(&id)?;
    if trace.organization == *organization {
        return Ok(trace);
    }
    Err(ToolError::no_row("Trace", &id))
}

fn find_span(state: &Sentry, trace: &Key<Trace>, id: &str) -> Result<RowRef<Span>, ToolError> {
    let id = id.to_lowercase();
    let span = state.spans.find(&id)?;
    if span.trace == *trace {
        return Ok(span);
    }
    Err(ToolError::no_row("Span", &id))
}

/// The issues that have events of a trace.
fn issues_of_trace(state: &Sentry, trace: &Key<Trace>) -> BTreeSet<String> {
    let events = state.events.iter().filter(|event| event.trace.as_ref() == Some(trace));
    events.map(|event| event.issue.to_string()).collect()
}

fn view_span(state: &Sentry, span: &RowRef<Span>) -> Value {
    let children = state.spans.select(&|row| row.parent_span.as_ref() == Some(&span.id));
    let children: Vec<Value> = children.iter().map(brief_span).collect();
    let issues = issues_of_trace(state, &span.trace);
    let view = with_field(value_of(span), "children", Value::Array(children));
    with_field(view, "issues", json!(issues))
}

fn brief_span(span: &RowRef<Span>) -> Value {
    json!({
        "id": span.id.as_str(),
        "op": span.op.as_str(),
        "description": span.description,
        "status": span.status.as_str(),
        "duration_ms": span.duration_ms,
    })
}

fn span_end(span: &RowRef<Span>) -> Timestamp {
    span.timestamp.plus_seconds((span.duration_ms / 1_000.0).round() as i64)
}

fn view_trace(state: &Sentry, trace: &Trace) -> Value {
    let mut spans = state.spans.select(&|span| span.trace == trace.id);
    spans.sort_by(|a, b| b.duration_ms.total_cmp(&a.duration_ms));
    let start = spans.iter().map(|span| span.timestamp.unix_seconds()).min().unwrap_or_default();
    let end_ms = |span: &RowRef<Span>| {
        let seconds = span.timestamp.unix_seconds().saturating_sub(start);
        seconds as f64 * 1_000.0 + span.duration_ms
    };
    let duration = spans.iter().map(end_ms).fold(0.0, f64::max);
    let failed = spans.iter().filter(|span| span.status != SpanStatus::Ok).count();
    let projects: BTreeSet<String> = spans.iter().map(|span| slug_of(&span.project)).collect();
    let roots = spans.iter().filter(|span| span.is_transaction);
    let transactions: BTreeSet<&str> = roots.map(|span| span.transaction.as_str()).collect();
    let longest: Vec<Value> = spans.iter().take(TRACE_SPANS_MAX).map(brief_span).collect();
    let issues = issues_of_trace(state, &trace.id);
    json!({
        "id": trace.id.as_str(),
        "organization": trace.organization.as_str(),
        "span_count": spans.len(),
        "duration_ms": duration,
        "failed_span_count": failed,
        "project_slugs": projects,
        "transactions": transactions,
        "operations": operations_of(&spans),
        "longest_spans": longest,
        "issues": issues,
    })
}

/// How many spans of each kind there are and how long they took, the longest kind first.
fn operations_of(spans: &[RowRef<Span>]) -> Vec<Value> {
    let mut kinds: BTreeMap<&str, (i64, f64)> = BTreeMap::new();
    for span in spans {
        let (count, total) = kinds.entry(span.op.as_str()).or_default();
        *count = count.saturating_add(1);
        *total += span.duration_ms;
    }
    let mut kinds: Vec<(&str, (i64, f64))> = kinds.into_iter().collect();
    kinds.sort_by(|(_, (_, a)), (_, (_, b))| b.total_cmp(a));
    kinds
        .into_iter()
        .map(|(op, (count, total))| json!({"op": op, "count": count, "total_ms": total}))
        .collect()
}

/// The spans of a conversation in order, all or those that began in a span of time.
fn spans_of(
    state: &Sentry,
    conversation: &Key<Conversation>,
    time: Option<(Timestamp, Timestamp)>,
) -> Vec<RowRef<Span>> {
    let mut spans = state.spans.select(&|span| {
        span.conversation.as_ref() == Some(conversation)
            && time.is_none_or(|(start, end)| (start..=end).contains(&span.timestamp))
    });
    spans.sort_by_key(|span| span.timestamp);
    spans
}

fn tokens_of(spans: &[RowRef<Span>]) -> i64 {
    let parts = spans.iter().filter_map(|span| span.gen_ai.as_ref());
    parts.map(|part| part.total_tokens).sum()
}

/// What a span adds to a transcript: what was said to a model and by it, or the use of a tool.
fn turns_of(span: &RowRef<Span>) -> Vec<(Timestamp, Value)> {
    let Some(part) = &span.gen_ai else { return Vec::new() };
    let id = span.id.as_str();
    let trace = span.trace.as_str();
    if span.op == SpanOp::GenAiExecuteTool {
        let turn = json!({
            "type": "tool", "tool_name": part.tool_name, "input": part.input,
            "output": part.output, "status": span.status.as_str(),
            "duration_ms": span.duration_ms, "span_id": id, "trace_id": trace,
        });
        return vec![(span.timestamp, turn)];
    }
    let said = |who: &str, text: &String| {
        json!({
            "type": who, "text": text, "agent_name": part.agent_name, "model": part.model,
            "span_id": id, "trace_id": trace,
        })
    };
    let asked = part.input.iter().map(|text| (span.timestamp, said("user", text)));
    let answered = part.output.iter().map(|text| (span_end(span), said("assistant", text)));
    asked.chain(answered).collect()
}

fn tool_names(spans: &[RowRef<Span>]) -> BTreeSet<String> {
    let parts = spans.iter().filter_map(|span| span.gen_ai.as_ref());
    parts.filter_map(|part| part.tool_name.clone()).collect()
}

fn view_conversation(row: &Conversation, spans: &[RowRef<Span>]) -> Value {
    let calls: Vec<&RowRef<Span>> =
        spans.iter().filter(|span| span.op == SpanOp::GenAiChat).collect();
    let tools: Vec<&RowRef<Span>> =
        spans.iter().filter(|span| span.op == SpanOp::GenAiExecuteTool).collect();
    let failed = |span: &&&RowRef<Span>| span.status != SpanStatus::Ok;
    let cost: f64 =
        spans.iter().filter_map(|span| span.gen_ai.as_ref()).map(|part| part.total_cost).sum();
    let first_input = calls.iter().find_map(|span| span.gen_ai.as_ref()?.input.as_deref());
    let last_output = calls.iter().rev().find_map(|span| span.gen_ai.as_ref()?.output.as_deref());
    let flow: Vec<&str> = spans.iter().map(|span| span.op.as_str()).collect();
    let traces: BTreeSet<&str> = spans.iter().map(|span| span.trace.as_str()).collect();
    let samples: Vec<&str> = traces.iter().take(3).copied().collect();
    json!({
        "conversation_id": row.id.as_str(),
        "title": row.title,
        "project_slug": slug_of(&row.project),
        "user_email": row.user_email,
        "start_timestamp": spans.first().map(|span| span.timestamp.to_string()),
        "end_timestamp": spans.iter().map(span_end).max().map(|at| at.to_string()),
        "ai_call_count": calls.len(),
        "tool_call_count": tools.len(),
        "tool_error_count": tools.iter().filter(failed).count(),
        "errors": spans.iter().filter(|span| span.status != SpanStatus::Ok).count(),
        "total_tokens": tokens_of(spans),
        "total_cost": cost,
        "trace_count": traces.len(),
        "sample_trace_ids": samples,
        "first_input_preview": first_input.map(preview),
        "last_output_preview": last_output.map(preview),
        "flow": flow,
        "tool_names": tool_names(spans),
    })
}

fn preview(text: &str) -> String {
    text.chars().take(PREVIEW_MAX).collect()
}

/// How many seconds a period such as `24h`, `7d` or `2w` has.
fn period_seconds(period: &str) -> Result<i64, ToolError> {
    let wrong = || {
        let message = format!("`{period}` is no period, write it like `24h`, `7d` or `2w`");
        ToolError::invalid_argument(message)
    };
    let units = [('m', 60), ('h', 3_600), ('d', 86_400), ('w', 604_800)];
    let found = units.iter().find_map(|(unit, seconds)| {
        let count: i64 = period.strip_suffix(*unit)?.parse().ok()?;
        count.checked_mul(*seconds)
    });
    found.filter(|seconds| *seconds >= 0).ok_or_else(wrong)
}

fn before(now: Timestamp, period: &str) -> Result<Timestamp, ToolError> {
    Ok(now.plus_seconds(period_seconds(period)?.saturating_neg()))
}

/// The span of time that a call means: a start and an end, or a period up to now.
fn window(
    now: Timestamp,
    period: Option<&str>,
    start: Option<Timestamp>,
    end: Option<Timestamp>,
    usual: &str,
) -> Result<(Timestamp, Timestamp), ToolError> {
    match (period, start, end) {
        (None, Some(start), Some(end)) if start <= end => Ok((start, end)),
        (None, Some(_), Some(_)) => {
            Err(ToolError::invalid_argument("`start` must not be after `end`"))
        }
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) => {
            Err(ToolError::invalid_argument("pass a `period`, or a `start` and an `end`"))
        }
        (None, Some(_), None) | (None, None, Some(_)) => {
            Err(ToolError::invalid_argument("`start` and `end` go together"))
        }
        (period, None, None) => Ok((before(now, period.unwrap_or(usual))?, now)),
    }
}

fn read_time(text: Option<String>) -> Result<Option<Timestamp>, ToolError> {
    match text {
        Some(text) => Ok(Some(Timestamp::parse(&text)?)),
        None => Ok(None),
    }
}

/// The texts of an argument that is one text or a list of them.
fn texts_of(argument: Option<&Json>) -> Result<Vec<String>, ToolError> {
    match argument.map(|argument| &argument.0) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(text)) => Ok(vec![text.clone()]),
        Some(Value::Array(items)) => {
            let texts = items.iter().map(|item| item.as_str().map(str::to_owned));
            let wrong = || ToolError::invalid_argument("expected a list of texts");
            texts.collect::<Option<Vec<String>>>().ok_or_else(wrong)
        }
        Some(_) => Err(ToolError::invalid_argument("expected a text or a list of texts")),
    }
}

fn value_of(output: &impl Output) -> Value {
    let mut text = String::new();
    output.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn with_field(mut object: Value, name: &str, field: Value) -> Value {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), field);
    }
    object
}

fn without_field(mut object: Value, name: &str) -> Value {
    if let Some(fields) = object.as_object_mut() {
        fields.remove(name);
    }
    object
}

/// Something that can be searched: its fields by Sentry's names, and the texts that plain words
/// are looked for in.
struct Document {
    at: Timestamp,
    text: String,
    fields: BTreeMap<String, Value>,
}

impl Document {
    fn new(at: Timestamp, texts: &[&str], fields: Value) -> Self {
        let fields = match fields {
            Value::Object(fields) => fields.into_iter().collect(),
            _ => BTreeMap::new(),
        };
        Self { at, text: texts.join("\n").to_lowercase(), fields }
    }

    /// Whether it is of one of these environments.
    fn is_of(&self, environments: &[String]) -> bool {
        let own = self.fields.get("environment").and_then(Value::as_str);
        environments.iter().any(|name| own == Some(name.as_str()))
    }
}

/// A search in Sentry's syntax: alternatives, each a list of conditions that all must hold.
struct Query {
    alternatives: Vec<Vec<Condition>>,
}

/// A condition of a search. Without a key it asks for words.
struct Condition {
    key: Option<String>,
    is_negated: bool,
    comparison: Comparison,
    values: Vec<String>,
}

/// How a field is compared.
#[derive(Clone, Copy, PartialEq)]
enum Comparison {
    Is,
    Over,
    AtLeast,
    Under,
    AtMost,
}

impl Comparison {
    fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Is => order.is_eq(),
            Self::Over => order.is_gt(),
            Self::AtLeast => order.is_ge(),
            Self::Under => order.is_lt(),
            Self::AtMost => order.is_le(),
        }
    }
}

impl Query {
    fn fits(&self, document: &Document, now: Timestamp) -> bool {
        let holds = |condition: &Condition| condition.holds(document, now);
        self.alternatives.iter().any(|conditions| conditions.iter().all(holds))
    }

    /// Refuses conditions that ask a key for what it never is.
    fn check_values(&self, key: &str, known: &[&str]) -> Result<(), ToolError> {
        let conditions = self.alternatives.iter().flatten();
        let asked = conditions.filter(|condition| condition.key.as_deref() == Some(key));
        match asked.flat_map(|one| one.values.iter()).find(|value| !known.contains(&value.as_str()))
        {
            None => Ok(()),
            Some(value) => Err(ToolError::invalid_argument(format!(
                "`{key}:{value}` means nothing; `{key}` can be {}",
                known.join(", ")
            ))),
        }
    }

    /// The search in words, as it was understood.
    fn explain(&self) -> String {
        let alternatives = self.alternatives.iter().map(|conditions| {
            let told: Vec<String> = conditions.iter().map(Condition::explain).collect();
            if told.is_empty() { "anything".to_owned() } else { told.join("; ") }
        });
        alternatives.collect::<Vec<String>>().join("; or ")
    }
}

impl Condition {
    fn holds(&self, document: &Document, now: Timestamp) -> bool {
        let fits = |value: &Value| {
            self.values.iter().any(|wanted| compare(value, self.comparison, wanted, now))
        };
        let is_met = match self.key.as_deref() {
            None => self.values.iter().any(|words| document.text.contains(&words.to_lowercase())),
            Some("has") => self
                .values
                .iter()
                .any(|name| document.fields.get(name).is_some_and(|value| !value.is_null())),
            Some(key) => match document.fields.get(key) {
                Some(Value::Array(items)) => items.iter().any(fits),
                Some(value) => fits(value),
                None => false,
            },
        };
        is_met != self.is_negated
    }

    fn explain(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|value| format!("`{value}`")).collect();
        let values = values.join(" or ");
        let not = if self.is_negated { "not " } else { "" };
        let Some(key) = &self.key else { return format!("{not}has the words {values}") };
        let relation = match self.comparison {
            Comparison::Is => "is",
            Comparison::Over => "is over",
            Comparison::AtLeast => "is at least",
            Comparison::Under => "is under",
            Comparison::AtMost => "is at most",
        };
        format!("{not}`{key}` {relation} {values}")
    }
}

/// Reads a search: `key:value` with `!` before it, with `>`, `>=`, `<`, `<=`, `*` or `[a, b]` in
/// the value, and words; `OR` separates alternatives.
fn read_query(text: &str) -> Result<Query, ToolError> {
    let mut alternatives: Vec<Vec<Condition>> = vec![Vec::new()];
    for token in tokens_of_query(text) {
        match token.as_str() {
            "AND" => {}
            "OR" => alternatives.push(Vec::new()),
            token => {
                let condition = read_condition(token)?;
                if let Some(conditions) = alternatives.last_mut() {
                    conditions.push(condition);
                }
            }
        }
    }
    Ok(Query { alternatives })
}

/// Cuts a search at blanks, but for those inside quotes and lists.
fn tokens_of_query(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token = String::new();
    let (mut is_quoted, mut is_list) = (false, false);
    for letter in text.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '[' if !is_quoted => is_list = true,
            ']' if !is_quoted => is_list = false,
            _ => {}
        }
        if letter.is_whitespace() && !is_quoted && !is_list {
            tokens.push(std::mem::take(&mut token));
        } else {
            token.push(letter);
        }
    }
    tokens.push(token);
    tokens.retain(|token| !token.is_empty());
    tokens
}

fn read_condition(token: &str) -> Result<Condition, ToolError> {
    if token.starts_with('(') || token.ends_with(')') {
        let message = "parentheses are not understood; write the alternatives out with `OR`";
        return Err(ToolError::invalid_argument(message));
    }
    let (is_negated, rest) = match token.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, token),
    };
    let is_name = |key: &str| {
        let fits =
            |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
        !key.is_empty() && key.chars().all(fits)
    };
    let pair = rest.split_once(':').filter(|(key, value)| is_name(key) && !value.starts_with("//"));
    let Some((key, value)) = pair else {
        let values = vec![unquoted(rest)];
        return Ok(Condition { key: None, is_negated, comparison: Comparison::Is, values });
    };
    let comparisons = [
        (">=", Comparison::AtLeast),
        ("<=", Comparison::AtMost),
        (">", Comparison::Over),
        ("<", Comparison::Under),
    ];
    let compared = comparisons.iter().find_map(|(sign, comparison)| {
        let rest = value.strip_prefix(*sign)?;
        Some((*comparison, rest))
    });
    let (comparison, value) = compared.unwrap_or((Comparison::Is, value));
    let list = value.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
    let values: Vec<String> = match list {
        Some(inner) => inner.split(',').map(|item| unquoted(item.trim())).collect(),
        None => vec![unquoted(value)],
    };
    if values.iter().any(String::is_empty) {
        return Err(ToolError::invalid_argument(format!("`{key}:` lacks a value")));
    }
    Ok(Condition { key: Some(key.to_owned()), is_negated, comparison, values })
}

fn unquoted(text: &str) -> String {
    text.chars().filter(|letter| *letter != '"').collect()
}

/// Whether a value is what a condition wants: a number, with units of time in milliseconds; a time,
/// also one so long ago (`-24h`, or `+7d` for longer); else a text, with `*` for anything.
fn compare(value: &Value, comparison: Comparison, wanted: &str, now: Timestamp) -> bool {
    if let Some(held) = value.as_f64() {
        let order = quantity(wanted).and_then(|wanted| held.partial_cmp(&wanted));
        return order.is_some_and(|order| comparison.holds(order));
    }
    let held = match value {
        Value::String(text) => text.as_str(),
        Value::Bool(true) => "true",
        Value::Bool(false) => "false",
        _ => return false,
    };
    let by_time = Timestamp::parse(held).ok();
    if let Some(is_met) = by_time.and_then(|at| compare_time(at, comparison, wanted, now)) {
        return is_met;
    }
    comparison == Comparison::Is && is_like(&held.to_lowercase(), &wanted.to_lowercase())
}

fn compare_time(
    at: Timestamp,
    comparison: Comparison,
    wanted: &str,
    now: Timestamp,
) -> Option<bool> {
    if let Some(period) = wanted.strip_prefix('-') {
        return Some(at >= before(now, period).ok()?);
    }
    if let Some(period) = wanted.strip_prefix('+') {
        return Some(at <= before(now, period).ok()?);
    }
    let point = Timestamp::parse(wanted).ok()?;
    if comparison == Comparison::Is && Date::parse(wanted).is_ok_and(|day| day.start() == point) {
        return Some(at.date() == point.date());
    }
    Some(comparison.holds(at.cmp(&point)))
}

/// A number, or a duration such as `500ms` or `1.5s` in milliseconds.
fn quantity(text: &str) -> Option<f64> {
    let units =
        [("ms", 1.0), ("s", 1_000.0), ("m", 60_000.0), ("h", 3_600_000.0), ("d", 86_400_000.0)];
    let in_units = units.iter().find_map(|(unit, factor)| {
        let number: f64 = text.strip_suffix(*unit)?.parse().ok()?;
        Some(number * factor)
    });
    in_units.or_else(|| text.parse().ok()).filter(|number: &f64| number.is_finite())
}

/// Whether a text is what a pattern with `*` for anything describes.
fn is_like(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

/// An issue as searches see it.
fn issue_document(state: &Sentry, issue: &Issue, me: &User) -> Document {
    let events: Vec<&Event> = state.events.iter().filter(|event| event.issue == issue.id).collect();
    let environments: Vec<&String> =
        events.iter().filter_map(|event| event.environment.as_ref()).collect();
    let releases: Vec<&String> = events.iter().filter_map(|event| event.release.as_ref()).collect();
    let users: Vec<&String> = events.iter().filter_map(|event| event.user_email.as_ref()).collect();
    let assigned = assignee_names(state, issue, me);
    let culprit = issue.culprit.as_deref().unwrap_or_default();
    let fields = json!({
        "id": issue.id.as_str(),
        "issue": issue.id.as_str(),
        "title": issue.title,
        "message": issue.title,
        "culprit": issue.culprit,
        "project": slug_of(&issue.project),
        "level": issue.level.as_str(),
        "status": issue.status.as_str(),
        "substatus": issue.substatus.map(|substatus| substatus.as_str()),
        "is": issue_states(issue),
        "issue.category": issue.category.as_str(),
        "issue.priority": issue.priority.as_str(),
        "error.unhandled": issue.is_unhandled,
        "assigned": assigned,
        "assigned_or_suggested": assigned,
        "firstSeen": issue.first_seen.to_string(),
        "lastSeen": issue.last_seen.to_string(),
        "timesSeen": issue.event_count,
        "userCount": issue.user_count,
        "environment": environments,
        "release": releases,
        "user.email": users,
    });
    Document::new(issue.last_seen, &[&issue.title, culprit], fields)
}

/// The states that an issue is in, of those that `is:` can ask for.
fn issue_states(issue: &Issue) -> Vec<&'static str> {
    let mut states = match issue.status {
        IssueStatus::Unresolved => vec!["unresolved"],
        IssueStatus::Resolved | IssueStatus::ResolvedInNextRelease => vec!["resolved"],
        IssueStatus::Ignored => vec!["ignored", "archived"],
    };
    let is_assigned = issue.assigned_user.is_some() || issue.assigned_team.is_some();
    states.push(if is_assigned { "assigned" } else { "unassigned" });
    if issue.status == IssueStatus::Unresolved
        && let Some(substatus) = issue.substatus
    {
        states.push(substatus.as_str());
        if !matches!(substatus, Substatus::Ongoing) {
            states.push("for_review");
        }
    }
    states
}

/// What `assigned:` can call whoever has an issue.
fn assignee_names(state: &Sentry, issue: &Issue, me: &User) -> Vec<String> {
    if let Some(user) = issue.assigned_user.as_ref().and_then(|id| state.users.get(id)) {
        let mut names = vec![user.email.clone(), user.name.clone(), user.id.to_string()];
        if user.id == me.id {
            names.push("me".to_owned());
        }
        return names;
    }
    if let Some(team) = issue.assigned_team.as_ref().and_then(|key| state.teams.get(key)) {
        let mut names = vec![format!("#{}", team.slug)];
        if team.members.contains(&me.id) {
            names.push("my_teams".to_owned());
        }
        return names;
    }
    vec!["none".to_owned()]
}

/// An event as searches see it, with the program's tags as fields.
fn event_document(event: &Event, issue: &Issue) -> Document {
    let fields = json!({
        "id": event.id.as_str(),
        "timestamp": event.timestamp.to_string(),
        "issue": issue.id.as_str(),
        "title": issue.title,
        "message": event.message,
        "project": slug_of(&issue.project),
        "level": event.level.as_str(),
        "environment": event.environment,
        "release": event.release,
        "transaction": event.transaction,
        "url": event.url,
        "browser": event.browser,
        "os": event.os,
        "user.email": event.user_email,
        "trace": event.trace.as_ref().map(Key::as_str),
    });
    let mut document = Document::new(event.timestamp, &[&event.message, &issue.title], fields);
    for tag in &event.tags {
        document.fields.entry(tag.key.clone()).or_insert_with(|| json!(tag.value));
    }
    document
}

fn span_document(span: &Span) -> Document {
    let part = span.gen_ai.as_ref();
    let fields = json!({
        "id": span.id.as_str(),
        "timestamp": span.timestamp.to_string(),
        "trace": span.trace.as_str(),
        "parent_span": span.parent_span.as_ref().map(Key::as_str),
        "project": slug_of(&span.project),
        "transaction": span.transaction,
        "is_transaction": span.is_transaction,
        "span.op": span.op.as_str(),
        "span.description": span.description,
        "span.status": span.status.as_str(),
        "span.duration": span.duration_ms,
        "environment": span.environment,
        "gen_ai.conversation.id": span.conversation.as_ref().map(Key::as_str),
        "gen_ai.agent.name": part.and_then(|part| part.agent_name.as_ref()),
        "gen_ai.request.model": part.and_then(|part| part.model.as_ref()),
        "gen_ai.tool.name": part.and_then(|part| part.tool_name.as_ref()),
        "gen_ai.usage.total_tokens": part.map(|part| part.total_tokens),
        "gen_ai.cost.total_tokens": part.map(|part| part.total_cost),
    });
    Document::new(span.timestamp, &[&span.description, &span.transaction], fields)
}

fn log_document(log: &Log) -> Document {
    let fields = json!({
        "id": log.id.as_str(),
        "timestamp": log.timestamp.to_string(),
        "severity": log.severity.as_str(),
        "message": log.message,
        "project": slug_of(&log.project),
        "environment": log.environment,
        "trace": log.trace.as_ref().map(Key::as_str),
    });
    Document::new(log.timestamp, &[&log.message], fields)
}

fn metric_document(metric: &Metric) -> Document {
    let fields = json!({
        "id": metric.id.as_str(),
        "timestamp": metric.timestamp.to_string(),
        "metric.name": metric.name,
        "metric.type": metric.kind.as_str(),
        "metric.unit": metric.unit,
        "value": metric.value,
        "project": slug_of(&metric.project),
        "environment": metric.environment,
    });
    Document::new(metric.timestamp, &[&metric.name], fields)
}

fn profile_document(profile: &Profile) -> Document {
    let fields = json!({
        "id": profile.id.as_str(),
        "timestamp": profile.timestamp.to_string(),
        "profiler.id": profile.profiler_id,
        "transaction": profile.transaction,
        "profile.duration": profile.duration_ms,
        "trace": profile.trace.as_ref().map(Key::as_str),
        "release": profile.release,
        "platform": profile.platform,
        "project": slug_of(&profile.project),
    });
    Document::new(profile.timestamp, &[&profile.transaction], fields)
}

fn replay_document(replay: &Replay) -> Document {
    let issues: Vec<&str> = replay.issues.iter().map(Key::as_str).collect();
    let traces: Vec<&str> = replay.traces.iter().map(Key::as_str).collect();
    let fields = json!({
        "id": replay.id.as_str(),
        "started_at": replay.started_at.to_string(),
        "timestamp": replay.started_at.to_string(),
        "duration": replay.duration_seconds.saturating_mul(1_000),
        "project": slug_of(&replay.project),
        "environment": replay.environment,
        "user.email": replay.user_email,
        "browser": replay.browser,
        "url": replay.urls,
        "count_errors": replay.count_errors,
        "count_rage_clicks": replay.count_rage_clicks,
        "count_dead_clicks": replay.count_dead_clicks,
        "issue": issues,
        "trace": traces,
    });
    let urls: Vec<&str> = replay.urls.iter().map(String::as_str).collect();
    Document::new(replay.started_at, &urls, fields)
}

fn conversation_document(row: &Conversation, spans: &[RowRef<Span>]) -> Document {
    let parts: Vec<&GenAi> = spans.iter().filter_map(|span| span.gen_ai.as_ref()).collect();
    let failed = spans.iter().filter(|span| span.status != SpanStatus::Ok).count();
    let models: Vec<&String> = parts.iter().filter_map(|part| part.model.as_ref()).collect();
    let fields = json!({
        "id": row.id.as_str(),
        "title": row.title,
        "project": slug_of(&row.project),
        "environment": row.environment,
        "user.email": row.user_email,
        "errors": failed,
        "totalTokens": tokens_of(spans),
        "toolNames": tool_names(spans),
        "model": models,
    });
    let said = parts.iter().flat_map(|part| part.input.iter().chain(part.output.iter()));
    let texts: Vec<&str> = row.title.iter().chain(said).map(String::as_str).collect();
    let start = spans.first().map_or(Timestamp::from_unix_seconds(0), |span| span.timestamp);
    Document::new(start, &texts, fields)
}

/// What a dataset has of the projects that are meant.
fn documents_of(
    state: &Sentry,
    dataset: Dataset,
    is_here: &dyn Fn(&Key<Project>) -> bool,
) -> Vec<Document> {
    match dataset {
        Dataset::Errors => {
            let events = state.events.iter().filter_map(|event| {
                let issue = state.issues.get(&event.issue)?;
                is_here(&issue.project).then(|| event_document(event, issue))
            });
            events.collect()
        }
        Dataset::Spans => {
            state.spans.iter().filter(|row| is_here(&row.project)).map(span_document).collect()
        }
        Dataset::Logs => {
            state.logs.iter().filter(|row| is_here(&row.project)).map(log_document).collect()
        }
        Dataset::Metrics => {
            state.metrics.iter().filter(|row| is_here(&row.project)).map(metric_document).collect()
        }
        Dataset::Profiles => {
            let rows = state.profiles.iter().filter(|row| is_here(&row.project));
            rows.map(profile_document).collect()
        }
        Dataset::Replays => {
            state.replays.iter().filter(|row| is_here(&row.project)).map(replay_document).collect()
        }
    }
}

/// What was found as rows: one a document or, where a field is a function, one a group.
fn tabulate(
    documents: &[Document],
    fields: &[String],
    sort: Option<&str>,
) -> Result<Vec<Value>, ToolError> {
    let function = fields.iter().find(|field| read_function(field).is_some());
    let (mut rows, usual) = match function {
        Some(function) => (group(documents, fields)?, format!("-{function}")),
        None => {
            let rows = documents.iter().map(|document| document.fields.clone());
            (rows.collect(), "-timestamp".to_owned())
        }
    };
    sort_documents(&mut rows, sort.unwrap_or(&usual));
    let shown = rows.into_iter().map(|row| {
        if fields.is_empty() {
            return Value::Object(row.into_iter().collect());
        }
        let pick = |field: &String| (field.clone(), row.get(field).cloned().unwrap_or_default());
        Value::Object(fields.iter().map(pick).collect())
    });
    Ok(shown.collect())
}

/// A field that is a function: `count()`, `avg(span.duration)`.
fn read_function(field: &str) -> Option<(&str, &str)> {
    field.strip_suffix(')')?.split_once('(')
}

/// Groups documents by their plain fields and computes the others for each group.
fn group(
    documents: &[Document],
    fields: &[String],
) -> Result<Vec<BTreeMap<String, Value>>, ToolError> {
    let plain: Vec<&String> =
        fields.iter().filter(|field| read_function(field).is_none()).collect();
    let mut groups: BTreeMap<String, (BTreeMap<String, Value>, Vec<&Document>)> = BTreeMap::new();
    if plain.is_empty() {
        // Functions of everything have a value even when there is nothing.
        groups.insert(String::new(), (BTreeMap::new(), Vec::new()));
    }
    for document in documents {
        let own = |field: &&String| {
            let value = document.fields.get(*field).cloned().unwrap_or_default();
            ((*field).clone(), value)
        };
        let row: BTreeMap<String, Value> = plain.iter().map(own).collect();
        let key = if plain.is_empty() { String::new() } else { json!(row).to_string() };
        groups.entry(key).or_insert_with(|| (row, Vec::new())).1.push(document);
    }
    let mut rows = Vec::new();
    for (mut row, members) in groups.into_values() {
        for field in fields {
            if let Some((name, of)) = read_function(field) {
                row.insert(field.clone(), compute(name, of, &members)?);
            }
        }
        rows.push(row);
    }
    Ok(rows)
}

/// The value of a function of the documents of a group.
fn compute(name: &str, field: &str, documents: &[&Document]) -> Result<Value, ToolError> {
    let values = documents.iter().filter_map(|document| document.fields.get(field));
    let values: Vec<&Value> = values.filter(|value| !value.is_null()).collect();
    let mut numbers: Vec<f64> = values.iter().filter_map(|value| value.as_f64()).collect();
    numbers.sort_by(f64::total_cmp);
    let sum: f64 = numbers.iter().sum();
    let number = match name {
        "count" => return Ok(json!(documents.len())),
        "count_unique" => {
            let distinct: BTreeSet<String> = values.iter().map(|value| value.to_string()).collect();
            return Ok(json!(distinct.len()));
        }
        "sum" => Some(sum),
        "avg" => numbers.first().map(|_| sum / numbers.len() as f64),
        "min" => numbers.first().copied(),
        "max" => numbers.last().copied(),
        "p50" => percentile(&numbers, 50.0),
        "p75" => percentile(&numbers, 75.0),
        "p90" => percentile(&numbers, 90.0),
        "p95" => percentile(&numbers, 95.0),
        "p99" => percentile(&numbers, 99.0),
        other => {
            let message = format!("`{other}()` is no function; there are {FUNCTION_NAMES}");
            return Err(ToolError::invalid_argument(message));
        }
    };
    Ok(json!(number))
}

/// The functions of a search.
const FUNCTION_NAMES: &str = "count, count_unique, sum, avg, min, max, p50, p75, p90, p95 and p99";

/// Sorts rows by a field, the greatest first after a `-`. Rows without it come last.
fn sort_documents(rows: &mut [BTreeMap<String, Value>], sort: &str) {
    let (field, is_descending) = match sort.strip_prefix('-') {
        Some(field) => (field, true),
        None => (sort, false),
    };
    rows.sort_by(|a, b| match (a.get(field), b.get(field)) {
        (Some(a), Some(b)) if is_descending => order_of(b, a),
        (Some(a), Some(b)) => order_of(a, b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
}

fn order_of(a: &Value, b: &Value) -> std::cmp::Ordering {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => a.as_str().unwrap_or_default().cmp(b.as_str().unwrap_or_default()),
    }
}

fn answer_search(
    dataset: &str,
    found: Vec<Value>,
    limit: i64,
    explanation: Option<String>,
) -> Result<Value, ToolError> {
    let page = PageRequest { limit: Some(limit), ..PageRequest::default() }.cut(found)?;
    Ok(json!({
        "dataset": dataset,
        "items": page.items,
        "total": page.total,
        "explanation": explanation,
    }))
}

/// A tool as it is found by words. Of its parameters, required ones have a `*`, and those that are
/// no texts have their type.
struct CatalogTool {
    name: &'static str,
    about: &'static str,
    effect: Effect,
    parameters: &'static str,
}

/// What a tool does to what there is.
#[derive(Clone, Copy, PartialEq)]
enum Effect {
    Reads,
    Adds,
    Replaces,
}

impl CatalogTool {
    /// How well a word fits: in the name better than in the description.
    fn rate(&self, word: &str) -> usize {
        let in_name = usize::from(self.name.contains(word)).saturating_mul(3);
        in_name.saturating_add(usize::from(self.about.to_lowercase().contains(word)))
    }

    fn view(&self) -> Value {
        let mut properties = json!({});
        let mut required: Vec<&str> = Vec::new();
        for parameter in self.parameters.split_whitespace() {
            let (name, kind) = parameter.split_once(':').unwrap_or((parameter, "string"));
            let bare = name.trim_end_matches('*');
            if bare != name {
                required.push(bare);
            }
            let kinds: Vec<&str> = kind.split('/').collect();
            properties = with_field(properties, bare, json!({"type": kinds}));
        }
        json!({
            "name": self.name,
            "description": self.about,
            "inputSchema": {
                "type": "object",
                "properties": properties,
                "required": required,
            },
            "annotations": {
                "readOnlyHint": self.effect == Effect::Reads,
                "destructiveHint": self.effect == Effect::Replaces,
            },
        })
    }
}

/// The tools that can be run by name.
const CATALOG: &[CatalogTool] = &[
    CatalogTool {
        name: "add_issue_note",
        about: "Writes a note or comment on an issue for everyone to read.",
        effect: Effect::Adds,
        parameters: "organizationSlug regionUrl issueId issueUrl text*",
    },
    CatalogTool {
        name: "add_team_to_project",
        about: "Gives a team access to a project.",
        effect: Effect::Adds,
        parameters: "organizationSlug* regionUrl projectSlug* teamSlug*",
    },
    CatalogTool {
        name: "analyze_issue_with_seer",
        about: "Lets Seer, an AI, look for the root cause of an issue and a fix.",
        effect: Effect::Adds,
        parameters: "organizationSlug regionUrl issueId issueUrl instruction",
    },
    CatalogTool {
        name: "create_dsn",
        about: "Creates another DSN (client key) for a project.",
        effect: Effect::Adds,
        parameters: "organizationSlug* regionUrl projectSlug* name*",
    },
    CatalogTool {
        name: "create_project",
        about: "Creates a project with a first DSN and the access of a team.",
        effect: Effect::Adds,
        parameters: "organizationSlug* regionUrl teamSlug* name* slug platform repository",
    },
    CatalogTool {
        name: "create_team",
        about: "Creates a team.",
        effect: Effect::Adds,
        parameters: "organizationSlug* regionUrl name*",
    },
    CatalogTool {
        name: "create_uptime_monitor",
        about: "Creates an uptime monitor that checks a URL over HTTP.",
        effect: Effect::Adds,
        parameters: "organizationSlug* regionUrl projectSlug* name* url* intervalSeconds*:integer \
            timeoutMs:integer method headers:array body status owner environment \
            traceSampling:boolean responseCaptureEnabled:boolean recoveryThreshold:integer \
            downtimeThreshold:integer",
    },
    CatalogTool {
        name: "delete_uptime_monitor",
        about: "Deletes an uptime monitor and its checks.",
        effect: Effect::Replaces,
        parameters: "organizationSlug* regionUrl projectSlug* uptimeMonitorId*",
    },
    CatalogTool {
        name: "find_alert_rules",
        about: "Lists alert rules of issues and of metrics.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl kind projectSlug query cursor limit:integer",
    },
    CatalogTool {
        name: "find_dashboards",
        about: "Lists the dashboards of an organization.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl titleQuery sort cursor limit:integer",
    },
    CatalogTool {
        name: "find_dsns",
        about: "Lists the DSNs (client keys) of a project.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl projectSlug*",
    },
    CatalogTool {
        name: "find_monitors",
        about: "Lists cron monitors: jobs that check in on a schedule.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl projectSlug environment owner query limit:integer",
    },
    CatalogTool {
        name: "find_organizations",
        about: "Lists the organizations that the user can reach.",
        effect: Effect::Reads,
        parameters: "query",
    },
    CatalogTool {
        name: "find_projects",
        about: "Lists the projects of an organization.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl query",
    },
    CatalogTool {
        name: "find_releases",
        about: "Lists releases, the newest first, with commit and deploy.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl projectSlug query",
    },
    CatalogTool {
        name: "find_teams",
        about: "Lists the teams of an organization.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl query",
    },
    CatalogTool {
        name: "find_uptime_monitors",
        about: "Lists uptime monitors that check URLs.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl projectSlug environment owner query limit:integer",
    },
    CatalogTool {
        name: "get_ai_conversation_details",
        about: "Reads the transcript of a conversation with AI.",
        effect: Effect::Reads,
        parameters: "organizationSlug* conversationId* project start end regionUrl",
    },
    CatalogTool {
        name: "get_alert_rule",
        about: "Reads the details of one alert rule.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl kind projectSlug ruleIdOrName*",
    },
    CatalogTool {
        name: "get_dashboard_details",
        about: "Reads a dashboard with its widgets.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl dashboardIdOrTitle*",
    },
    CatalogTool {
        name: "get_doc",
        about: "Reads a page of the documentation.",
        effect: Effect::Reads,
        parameters: "path*",
    },
    CatalogTool {
        name: "get_event_attachment",
        about: "Lists or downloads the attachments of an event.",
        effect: Effect::Reads,
        parameters: "organizationSlug* projectSlug* eventId* attachmentId regionUrl",
    },
    CatalogTool {
        name: "get_event_stacktrace",
        about: "Reads the stack trace of a thread of an event.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl issueId* eventId thread:integer/string",
    },
    CatalogTool {
        name: "get_issue_activity",
        about: "Lists the activity and the comments of an issue.",
        effect: Effect::Reads,
        parameters: "organizationSlug regionUrl issueId issueUrl includeComments:boolean \
            limit:integer",
    },
    CatalogTool {
        name: "get_issue_breadcrumbs",
        about: "Reads the breadcrumbs that led to an event of an issue.",
        effect: Effect::Reads,
        parameters: "organizationSlug regionUrl issueId issueUrl eventId",
    },
    CatalogTool {
        name: "get_issue_details",
        about: "Reads an issue with its latest or a named event.",
        effect: Effect::Reads,
        parameters: "organizationSlug regionUrl issueId eventId issueUrl",
    },
    CatalogTool {
        name: "get_issue_tag_values",
        about: "Counts the values of a tag over the events of an issue.",
        effect: Effect::Reads,
        parameters: "organizationSlug regionUrl issueId issueUrl tagKey*",
    },
    CatalogTool {
        name: "get_issue_user_reports",
        about: "Lists the feedback that users sent with an issue.",
        effect: Effect::Reads,
        parameters: "organizationSlug regionUrl issueId issueUrl cursor limit:integer",
    },
    CatalogTool {
        name: "get_latest_base_snapshot",
        about: "Lists the images of the latest base snapshot of an app.",
        effect: Effect::Reads,
        parameters: "organizationSlug* appId* branch project regionUrl",
    },
    CatalogTool {
        name: "get_monitor_details",
        about: "Reads a cron monitor with its check-ins and counts of them.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl projectSlugOrId monitorSlug* environment period \
            start end checkInLimit:integer includeStats:boolean rollupSeconds:integer",
    },
    CatalogTool {
        name: "get_profile_details",
        about: "Reads a profile, or part of a continuous profiling session.",
        effect: Effect::Reads,
        parameters: "profileUrl organizationSlug regionUrl projectSlugOrId:string/number profileId \
            profilerId start end focusOnUserCode:boolean",
    },
    CatalogTool {
        name: "get_profile",
        about: "Finds the functions that make a transaction slow.",
        effect: Effect::Reads,
        parameters: "profileUrl organizationSlug regionUrl projectSlugOrId:string/number \
            transactionName period compareAgainstPeriod focusOnUserCode:boolean \
            maxHotPaths:integer",
    },
    CatalogTool {
        name: "get_release_details",
        about: "Reads a release with deploys, commits and health.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl releaseVersion* projectSlugOrId \
            includeHealth:boolean includeDeploys:boolean includeCommits:boolean \
            limit:integer",
    },
    CatalogTool {
        name: "get_replay_details",
        about: "Reads a session replay.",
        effect: Effect::Reads,
        parameters: "replayUrl organizationSlug replayId regionUrl",
    },
    CatalogTool {
        name: "get_snapshot_image",
        about: "Reads an image of a snapshot and how it compares.",
        effect: Effect::Reads,
        parameters: "organizationSlug* snapshotId* imageIdentifier* imageResolution regionUrl",
    },
    CatalogTool {
        name: "get_span_details",
        about: "Reads a span of a trace with its children.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl traceId* spanId*",
    },
    CatalogTool {
        name: "get_trace_details",
        about: "Reads an overview of a trace.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl traceId* spanId",
    },
    CatalogTool {
        name: "get_uptime_monitor_details",
        about: "Reads an uptime monitor with its recent checks.",
        effect: Effect::Reads,
        parameters: "organizationSlug* regionUrl projectSlug* uptimeMonitorId* period start end \
            checkLimit:integer",
    },
    CatalogTool {
        name: "onboarding_status_update",
        about: "Reports the progress of an onboarding run.",
        effect: Effect::Adds,
        parameters: "organizationSlug* regionUrl runToken* stage* status* runStatus eventNote \
            projectSlugs:array issueIds:array",
    },
    CatalogTool {
        name: "remove_team_from_project",
        about: "Takes the access of a team to a project away.",
        effect: Effect::Replaces,
        parameters: "organizationSlug* regionUrl projectSlug* teamSlug*",
    },
    CatalogTool {
        name: "search_ai_conversations",
        about: "Searches conversations with AI.",
        effect: Effect::Reads,
        parameters: "organizationSlug* query project:string/array environment:string/array period \
            start end cursor limit:integer regionUrl",
    },
    CatalogTool {
        name: "search_events",
        about: "Searches errors, logs, spans, metrics, profiles and replays, or counts them.",
        effect: Effect::Reads,
        parameters: "organizationSlug* dataset query fields:array sort projectSlug \
            environment:string/array period regionUrl limit:number \
            includeExplanation:boolean",
    },
    CatalogTool {
        name: "search_issue_events",
        about: "Searches the events of one issue.",
        effect: Effect::Reads,
        parameters: "organizationSlug issueId issueUrl query sort period projectSlug regionUrl \
            limit:number includeExplanation:boolean",
    },
    CatalogTool {
        name: "search_issues",
        about: "Searches issues.",
        effect: Effect::Reads,
        parameters: "organizationSlug* query sort projectSlugOrId regionUrl limit:number period \
            includeExplanation:boolean",
    },
    CatalogTool {
        name: "update_dsn",
        about: "Updates a DSN (client key): name, rate limit, loader options.",
        effect: Effect::Replaces,
        parameters: "organizationSlug* regionUrl projectSlug* keyId* name isActive:boolean \
            rateLimitWindow:integer rateLimitCount:integer disableRateLimit:boolean \
            browserSdkVersion loaderHasReplay:boolean loaderHasPerformance:boolean \
            loaderHasDebug:boolean loaderHasFeedback:boolean loaderHasLogsAndMetrics:boolean",
    },
    CatalogTool {
        name: "update_issue",
        about: "Updates an issue: resolves, ignores, reopens or assigns it.",
        effect: Effect::Replaces,
        parameters: "organizationSlug regionUrl issueId issueUrl status assignedTo ignoreMode \
            ignoreDurationMinutes:integer ignoreCount:integer ignoreWindowMinutes:integer \
            ignoreUserCount:integer ignoreUserWindowMinutes:integer reason",
    },
    CatalogTool {
        name: "update_project",
        about: "Updates the name, slug or platform of a project.",
        effect: Effect::Replaces,
        parameters: "organizationSlug* regionUrl projectSlug* name slug platform",
    },
    CatalogTool {
        name: "update_uptime_monitor",
        about: "Updates, enables or disables an uptime monitor.",
        effect: Effect::Replaces,
        parameters: "organizationSlug* regionUrl projectSlug* uptimeMonitorId* name url \
            intervalSeconds:integer timeoutMs:integer method headers:array body status owner \
            environment traceSampling:boolean responseCaptureEnabled:boolean \
            recoveryThreshold:integer downtimeThreshold:integer",
    },
    CatalogTool {
        name: "whoami",
        about: "Reads the user who is signed in.",
        effect: Effect::Reads,
        parameters: "",
    },
];

/// Runs a tool of the catalog by its name. What its arguments are is up to the tool.
fn run_tool(
    state: &mut Sentry,
    name: &str,
    arguments: &Value,
    cx: &mut Context,
) -> Result<Value, ToolError> {
    match name {
        "add_issue_note" => answer(add_issue_note(state, read_arguments(arguments)?, cx)),
        "add_team_to_project" => answer(add_team_to_project(state, read_arguments(arguments)?, cx)),
        "create_dsn" => answer(create_dsn(state, read_arguments(arguments)?, cx)),
        "create_project" => answer(create_project(state, read_arguments(arguments)?, cx)),
        "create_team" => answer(create_team(state, read_arguments(arguments)?, cx)),
        "create_uptime_monitor" => {
            answer(create_uptime_monitor(state, read_arguments(arguments)?, cx))
        }
        "delete_uptime_monitor" => {
            answer(delete_uptime_monitor(state, read_arguments(arguments)?, cx))
        }
        "find_alert_rules" => answer(find_alert_rules(state, read_arguments(arguments)?, cx)),
        "find_dashboards" => answer(find_dashboards(state, read_arguments(arguments)?, cx)),
        "find_dsns" => answer(find_dsns(state, read_arguments(arguments)?, cx)),
        "find_monitors" => answer(find_monitors(state, read_arguments(arguments)?, cx)),
        "find_organizations" => answer(find_organizations(state, read_arguments(arguments)?, cx)),
        "find_projects" => answer(find_projects(state, read_arguments(arguments)?, cx)),
        "find_releases" => answer(find_releases(state, read_arguments(arguments)?, cx)),
        "find_teams" => answer(find_teams(state, read_arguments(arguments)?, cx)),
        "find_uptime_monitors" => {
            answer(find_uptime_monitors(state, read_arguments(arguments)?, cx))
        }
        "get_ai_conversation_details" => {
            answer(get_ai_conversation_details(state, read_arguments(arguments)?, cx))
        }
        "get_alert_rule" => answer(get_alert_rule(state, read_arguments(arguments)?, cx)),
        "get_dashboard_details" => {
            answer(get_dashboard_details(state, read_arguments(arguments)?, cx))
        }
        "get_event_attachment" => {
            answer(get_event_attachment(state, read_arguments(arguments)?, cx))
        }
        "get_event_stacktrace" => {
            answer(get_event_stacktrace(state, read_arguments(arguments)?, cx))
        }
        "get_issue_activity" => answer(get_issue_activity(state, read_arguments(arguments)?, cx)),
        "get_issue_breadcrumbs" => {
            answer(get_issue_breadcrumbs(state, read_arguments(arguments)?, cx))
        }
        "get_issue_details" => answer(get_issue_details(state, read_arguments(arguments)?, cx)),
        "get_issue_tag_values" => {
            answer(get_issue_tag_values(state, read_arguments(arguments)?, cx))
        }
        "get_issue_user_reports" => {
            answer(get_issue_user_reports(state, read_arguments(arguments)?, cx))
        }
        "get_latest_base_snapshot" => {
            answer(get_latest_base_snapshot(state, read_arguments(arguments)?, cx))
        }
        "get_monitor_details" => answer(get_monitor_details(state, read_arguments(arguments)?, cx)),
        "get_profile_details" => answer(get_profile_details(state, read_arguments(arguments)?, cx)),
        "get_profile" => answer(get_profile(state, read_arguments(arguments)?, cx)),
        "get_release_details" => answer(get_release_details(state, read_arguments(arguments)?, cx)),
        "get_replay_details" => answer(get_replay_details(state, read_arguments(arguments)?, cx)),
        "get_snapshot_image" => answer(get_snapshot_image(state, read_arguments(arguments)?, cx)),
        "get_span_details" => answer(get_span_details(state, read_arguments(arguments)?, cx)),
        "get_trace_details" => answer(get_trace_details(state, read_arguments(arguments)?, cx)),
        "get_uptime_monitor_details" => {
            answer(get_uptime_monitor_details(state, read_arguments(arguments)?, cx))
        }
        "onboarding_status_update" => {
            answer(onboarding_status_update(state, read_arguments(arguments)?, cx))
        }
        "remove_team_from_project" => {
            answer(remove_team_from_project(state, read_arguments(arguments)?, cx))
        }
        "search_ai_conversations" => {
            answer(search_ai_conversations(state, read_arguments(arguments)?, cx))
        }
        "search_events" => answer(search_events(state, read_arguments(arguments)?, cx)),
        "search_issue_events" => answer(search_issue_events(state, read_arguments(arguments)?, cx)),
        "search_issues" => answer(search_issues(state, read_arguments(arguments)?, cx)),
        "update_dsn" => answer(update_dsn(state, read_arguments(arguments)?, cx)),
        "update_issue" => answer(update_issue(state, read_arguments(arguments)?, cx)),
        "update_project" => answer(update_project(state, read_arguments(arguments)?, cx)),
        "update_uptime_monitor" => {
            answer(update_uptime_monitor(state, read_arguments(arguments)?, cx))
        }
        "whoami" => answer(whoami(state, (), cx)),
        "analyze_issue_with_seer" | "get_doc" => Err(ToolError::new(
            ErrorCode::Unavailable,
            format!("`{name}` cannot be run through another tool, call it directly"),
        )),
        _ => Err(ToolError::not_found(format!("no tool `{name}` can be run"))),
    }
}

fn answer(result: Result<impl Output, ToolError>) -> Result<Value, ToolError> {
    Ok(value_of(&result?))
}

fn read_arguments<A: Args>(arguments: &Value) -> Result<A, ToolError> {
    Ok(A::read(arguments)?)
}

/// A payment company with two projects, and a printer's where the user is only a member.
pub const FIXTURE: &str = r#"{
    "account": {"user_id": "2800001"},
    "users": {
        "2800001": {"id": "2800001", "name": "Iris Lindqvist", "email": "iris@northpay.example"},
        "2800002": {"id": "2800002", "name": "Tomas Okoro", "email": "tomas@northpay.example"},
        "2800003": {"id": "2800003", "name": "Mei Tanaka", "email": "mei@northpay.example"}
    },
    "organizations": {
        "harbor": {"slug": "harbor", "id": 41002, "name": "Harbor Print", "region_url": "https://de.sentry.io", "role": "member"},
        "northpay": {"slug": "northpay", "id": 41001, "name": "Northpay", "region_url": "https://us.sentry.io", "role": "manager"}
    },
    "teams": {
        "harbor/press": {"organization": "harbor", "slug": "press", "id": 503, "name": "Press", "members": ["2800001"]},
        "northpay/payments": {"organization": "northpay", "slug": "payments", "id": 501, "name": "Payments", "members": ["2800001", "2800002"]},
        "northpay/web": {"organization": "northpay", "slug": "web", "id": 502, "name": "Web", "members": ["2800003"]}
    },
    "repositories": {
        "northpay/legacy~1storefront": {"organization": "northpay", "name": "legacy/storefront"},
        "northpay/northpay~1checkout-api": {"organization": "northpay", "name": "northpay/checkout-api"},
        "northpay/northpay~1storefront": {"organization": "northpay", "name": "northpay/storefront"}
    },
    "projects": {
        "harbor/labels": {"organization": "harbor", "slug": "labels", "id": 7003, "name": "Labels", "platform": null, "teams": ["harbor/press"], "repository": null, "date_created": "2025-11-03T09:00:00Z"},
        "northpay/checkout": {"organization": "northpay", "slug": "checkout", "id": 7001, "name": "Checkout API", "platform": "python", "teams": ["northpay/payments"], "repository": "northpay/northpay~1checkout-api", "date_created": "2025-06-01T09:00:00Z"},
        "northpay/storefront": {"organization": "northpay", "slug": "storefront", "id": 7002, "name": "Storefront", "platform": "javascript-react", "teams": ["northpay/web", "northpay/payments"], "repository": null, "date_created": "2025-06-02T09:00:00Z"}
    },
    "client_keys": {
        "5f0d3c2b1a49687786950a4b3c2d1e0f": {"id": "5f0d3c2b1a49687786950a4b3c2d1e0f", "project": "northpay/checkout", "name": "Default", "is_active": true, "rate_limit_window": null, "rate_limit_count": null, "browser_sdk_version": "latest"},
        "9a8b7c6d5e4f30211203f4e5d6c7b8a9": {"id": "9a8b7c6d5e4f30211203f4e5d6c7b8a9", "project": "northpay/storefront", "name": "Default", "is_active": true, "rate_limit_window": 60, "rate_limit_count": 100, "browser_sdk_version": "9.x", "has_replay": true}
    },
    "issues": {
        "CHECKOUT-1A": {"id": "CHECKOUT-1A", "project": "northpay/checkout", "title": "TimeoutError: the gateway did not answer", "culprit": "payments/charge.py", "category": "error", "level": "error", "status": "unresolved", "substatus": "new", "priority": "high", "is_unhandled": true, "event_count": 42, "user_count": 17, "first_seen": "2026-02-20T08:00:00Z", "last_seen": "2026-02-24T18:00:00Z"},
        "CHECKOUT-2B": {"id": "CHECKOUT-2B", "project": "northpay/checkout", "title": "Slow query in ledger", "culprit": null, "category": "performance", "level": "warning", "status": "ignored", "substatus": "archived_until_escalating", "ignore": {"mode": "untilEscalating"}, "priority": "low", "event_count": 120, "user_count": 3, "first_seen": "2026-01-12T08:00:00Z", "last_seen": "2026-02-23T11:00:00Z"},
        "LABELS-4D": {"id": "LABELS-4D", "project": "harbor/labels", "title": "KeyError: paper", "culprit": "labels/sheet.py", "category": "error", "level": "error", "status": "unresolved", "substatus": "ongoing", "priority": "medium", "event_count": 9, "user_count": 2, "first_seen": "2026-02-01T08:00:00Z", "last_seen": "2026-02-24T07:00:00Z"},
        "STOREFRONT-3C": {"id": "STOREFRONT-3C", "project": "northpay/storefront", "title": "TypeError: cart is undefined", "culprit": "cart/total.js", "category": "error", "level": "error", "status": "resolved", "substatus": null, "priority": "medium", "assigned_team": "northpay/web", "event_count": 7, "user_count": 5, "first_seen": "2026-02-15T08:00:00Z", "last_seen": "2026-02-22T16:30:00Z"}
    },
    "events": {
        "0a1b2c3d4e5f60718293a4b5c6d7e8f9": {"id": "0a1b2c3d4e5f60718293a4b5c6d7e8f9", "issue": "CHECKOUT-1A", "message": "No answer after 3000 ms", "level": "error", "timestamp": "2026-02-24T09:30:00Z", "environment": "staging", "release": "checkout@2.4.0", "transaction": "POST /charge", "url": null, "browser": null, "os": null, "user_email": null, "trace": null, "tags": [{"key": "gateway", "value": "acme"}], "threads": [], "breadcrumbs": []},
        "c49541c747cb4d8aa3efb70ca5aba243": {"id": "c49541c747cb4d8aa3efb70ca5aba243", "issue": "CHECKOUT-1A", "message": "No answer after 3000 ms", "level": "error", "timestamp": "2026-02-24T18:00:00Z", "environment": "production", "release": "checkout@2.4.0", "transaction": "POST /charge", "url": "https://pay.northpay.example/charge", "browser": "Firefox 134", "os": "Windows 11", "user_email": "ana@example.org", "trace": "a4d1aae7216b47ff8117cf4e09ce9d0a", "tags": [{"key": "gateway", "value": "acme"}], "threads": [{"id": 1, "name": "main", "crashed": false, "frames": [{"function": "serve", "filename": "payments/app.py", "line_no": 12, "in_app": true}]}, {"id": 2, "name": "worker", "crashed": true, "frames": [{"function": "charge_card", "filename": "payments/charge.py", "line_no": 88, "in_app": true}, {"function": "urlopen", "filename": "urllib/request.py", "line_no": 215, "in_app": false}]}], "breadcrumbs": [{"timestamp": "2026-02-24T17:59:40Z", "category": "navigation", "level": "info", "message": "/cart to /pay"}, {"timestamp": "2026-02-24T17:59:57Z", "category": "http", "level": "error", "message": "POST https://gateway.example/v2/charge"}]},
        "e7d6c5b4a39281706f5e4d3c2b1a0918": {"id": "e7d6c5b4a39281706f5e4d3c2b1a0918", "issue": "STOREFRONT-3C", "message": "cart is undefined", "level": "error", "timestamp": "2026-02-22T16:30:00Z", "environment": "production", "release": "storefront@1.9.1", "transaction": "/cart", "url": "https://shop.northpay.example/cart", "browser": "Chrome 133", "os": "macOS 15", "user_email": "ben@example.org", "trace": null, "tags": [], "threads": [], "breadcrumbs": []},
        "f0e1d2c3b4a5968778695a4b3c2d1e0f": {"id": "f0e1d2c3b4a5968778695a4b3c2d1e0f", "issue": "LABELS-4D", "message": "paper", "level": "error", "timestamp": "2026-02-24T07:00:00Z", "environment": "production", "tags": [], "threads": [], "breadcrumbs": []}
    },
    "attachments": {
        "6100001": {"id": "6100001", "event": "c49541c747cb4d8aa3efb70ca5aba243", "name": "gateway.log", "mimetype": "text/plain", "size": 37, "content": "POST /charge timed out after 3000 ms\n", "date_created": "2026-02-24T18:00:00Z"}
    },
    "activities": {
        "9100001": {"id": "9100001", "issue": "CHECKOUT-1A", "type": "first_seen", "user": null, "text": null, "date_created": "2026-02-20T08:00:00Z"},
        "9100002": {"id": "9100002", "issue": "CHECKOUT-1A", "type": "note", "user": "2800002", "text": "Started with the new gateway.", "date_created": "2026-02-21T10:00:00Z"},
        "9100003": {"id": "9100003", "issue": "CHECKOUT-2B", "type": "set_ignored", "user": "2800001", "text": "untilEscalating", "date_created": "2026-02-01T10:00:00Z"}
    },
    "user_reports": {
        "3300001": {"id": "3300001", "issue": "CHECKOUT-1A", "event": "c49541c747cb4d8aa3efb70ca5aba243", "name": "Ana Duarte", "email": "ana@example.org", "comments": "I paid twice", "date_created": "2026-02-24T18:05:00Z"}
    },
    "releases": {
        "northpay/checkout@2.3.7": {"organization": "northpay", "version": "checkout@2.3.7", "projects": ["northpay/checkout"], "date_created": "2026-01-20T09:00:00Z", "date_released": "2026-01-20T10:00:00Z", "first_event": "2026-01-21T09:00:00Z", "last_event": "2026-02-18T09:00:00Z", "new_issues": 0},
        "northpay/checkout@2.4.0": {"organization": "northpay", "version": "checkout@2.4.0", "projects": ["northpay/checkout"], "date_created": "2026-02-19T09:00:00Z", "date_released": "2026-02-19T12:00:00Z", "first_event": "2026-02-20T08:00:00Z", "last_event": "2026-02-24T18:00:00Z", "new_issues": 1},
        "northpay/storefront@1.9.1": {"organization": "northpay", "version": "storefront@1.9.1", "projects": ["northpay/storefront"], "date_created": "2026-02-10T09:00:00Z", "date_released": null, "first_event": null, "last_event": null, "new_issues": 1}
    },
    "deploys": {
        "5200001": {"id": "5200001", "release": "northpay/checkout@2.4.0", "environment": "staging", "date_started": null, "date_finished": "2026-02-19T11:00:00Z"},
        "5200002": {"id": "5200002", "release": "northpay/checkout@2.4.0", "environment": "production", "date_started": "2026-02-19T11:55:00Z", "date_finished": "2026-02-19T12:00:00Z"}
    },
    "commits": {
        "1f2e3d4c5b6a79888776655443322110ffeeddcc": {"id": "1f2e3d4c5b6a79888776655443322110ffeeddcc", "release": "northpay/checkout@2.4.0", "message": "Move to the new gateway", "author": "Tomas Okoro", "date_created": "2026-02-18T15:00:00Z"},
        "2a3b4c5d6e7f80919293a4b5c6d7e8f901234567": {"id": "2a3b4c5d6e7f80919293a4b5c6d7e8f901234567", "release": "northpay/checkout@2.4.0", "message": "Wait longer for the gateway", "author": "Iris Lindqvist", "date_created": "2026-02-19T08:30:00Z"}
    },
    "release_health": {
        "1": {"id": 1, "release": "northpay/checkout@2.4.0", "project": "northpay/checkout", "adoption": 82.5, "crash_free_users": 97.1, "crash_free_sessions": 98.4, "total_sessions": 12040}
    },
    "issue_alert_rules": {
        "1500001": {"id": "1500001", "project": "northpay/checkout", "name": "Tell the payments team", "status": "active", "action_match": "any", "filter_match": "all", "frequency_minutes": 30, "environment": "production", "owner_user": null, "owner_team": "northpay/payments", "conditions": ["A new issue is created"], "filters": ["The level is error or higher"], "actions": ["Mail the owners"], "date_created": "2025-07-01T09:00:00Z", "last_triggered": "2026-02-20T08:00:00Z"},
        "1500002": {"id": "1500002", "project": "northpay/storefront", "name": "Errors in the shop", "status": "disabled", "action_match": "any", "filter_match": "all", "frequency_minutes": 60, "environment": null, "owner_user": "2800003", "owner_team": null, "conditions": ["An issue is seen more than 50 times in an hour"], "filters": [], "actions": ["Post to the channel of the web team"], "date_created": "2025-07-02T09:00:00Z", "last_triggered": null}
    },
    "metric_alert_rules": {
        "1600001": {"id": "1600001", "organization": "northpay", "projects": ["northpay/checkout"], "name": "P95 latency", "status": "active", "dataset": "transactions", "aggregate": "p95(span.duration)", "query": "transaction:\"POST /charge\"", "time_window_minutes": 10, "environment": "production", "owner_user": null, "owner_team": "northpay/payments", "triggers": [{"label": "critical", "threshold": 800, "actions": ["Call who is on duty"]}], "date_created": "2025-08-01T09:00:00Z"},
        "1600002": {"id": "1600002", "organization": "northpay", "projects": ["northpay/storefront"], "name": "Errors in the shop", "status": "active", "dataset": "events", "aggregate": "count()", "query": "level:error", "time_window_minutes": 60, "environment": null, "owner_user": null, "owner_team": null, "triggers": [{"label": "warning", "threshold": 20, "actions": []}], "date_created": "2025-08-02T09:00:00Z"}
    },
    "dashboards": {
        "440001": {"id": "440001", "organization": "northpay", "title": "Checkout overview", "projects": ["northpay/checkout"], "environments": ["production"], "created_by": "2800001", "date_created": "2025-09-01T09:00:00Z", "last_visited": null, "is_favorited": true, "widgets": [{"id": 1, "title": "Charges", "display_type": "line", "dataset": "spans", "fields": ["p95(span.duration)"], "conditions": "transaction:\"POST /charge\""}]},
        "440002": {"id": "440002", "organization": "northpay", "title": "Weekly", "projects": [], "environments": ["production"], "created_by": "2800001", "date_created": "2025-09-02T09:00:00Z", "last_visited": null, "is_favorited": false, "widgets": []},
        "440003": {"id": "440003", "organization": "northpay", "title": "Weekly", "projects": ["northpay/storefront"], "environments": ["production"], "created_by": "2800001", "date_created": "2025-09-03T09:00:00Z", "last_visited": null, "is_favorited": false, "widgets": []}
    },
    "monitors": {
        "1c2d3e4f-5061-4728-8394-a5b6c7d8e9f0": {"id": "1c2d3e4f-5061-4728-8394-a5b6c7d8e9f0", "project": "northpay/storefront", "slug": "sitemap", "name": "Sitemap", "status": "active", "schedule_type": "interval", "schedule": "6 hours", "checkin_margin": null, "max_runtime": null, "owner_user": null, "owner_team": null, "environments": []},
        "6e5f4d3c-2b1a-4908-8776-655443322110": {"id": "6e5f4d3c-2b1a-4908-8776-655443322110", "project": "northpay/checkout", "slug": "nightly-settlement", "name": "Nightly settlement", "status": "active", "schedule_type": "crontab", "schedule": "0 2 * * *", "checkin_margin": 5, "max_runtime": 30, "owner_user": null, "owner_team": "northpay/payments", "environments": [{"name": "production", "status": "error", "last_check_in": "2026-02-25T02:00:30Z", "next_check_in": "2026-02-26T02:00:00Z"}, {"name": "staging", "status": "ok", "last_check_in": "2026-02-24T02:00:10Z", "next_check_in": "2026-02-26T02:00:00Z"}]}
    },
    "check_ins": {
        "0f1e2d3c-4b5a-4697-8788-99aabbccdd01": {"id": "0f1e2d3c-4b5a-4697-8788-99aabbccdd01", "monitor": "6e5f4d3c-2b1a-4908-8776-655443322110", "environment": "production", "status": "ok", "duration_ms": 61000, "date_created": "2026-02-24T02:00:05Z"},
        "0f1e2d3c-4b5a-4697-8788-99aabbccdd02": {"id": "0f1e2d3c-4b5a-4697-8788-99aabbccdd02", "monitor": "6e5f4d3c-2b1a-4908-8776-655443322110", "environment": "staging", "status": "ok", "duration_ms": 9000, "date_created": "2026-02-24T02:00:10Z"},
        "0f1e2d3c-4b5a-4697-8788-99aabbccdd03": {"id": "0f1e2d3c-4b5a-4697-8788-99aabbccdd03", "monitor": "6e5f4d3c-2b1a-4908-8776-655443322110", "environment": "production", "status": "error", "duration_ms": 1200, "date_created": "2026-02-25T02:00:30Z"}
    },
    "uptime_monitors": {
        "7700001": {"id": "7700001", "project": "northpay/checkout", "name": "Checkout health", "url": "https://pay.northpay.example/health", "interval_seconds": 60, "timeout_ms": 5000, "method": "GET", "headers": [{"name": "Authorization", "value": "Bearer 12345"}, {"name": "Accept", "value": "application/json"}], "body": null, "status": "active", "uptime_status": "failed", "owner_user": null, "owner_team": "northpay/payments", "environment": "production", "trace_sampling": false, "response_capture_enabled": true, "recovery_threshold": 1, "downtime_threshold": 3}
    },
    "uptime_checks": {
        "a0b1c2d3-e4f5-4607-8819-2a3b4c5d6e01": {"id": "a0b1c2d3-e4f5-4607-8819-2a3b4c5d6e01", "monitor": "7700001", "status": "success", "http_status": 200, "duration_ms": 120, "region": "us-east", "timestamp": "2026-02-23T12:00:00Z"},
        "a0b1c2d3-e4f5-4607-8819-2a3b4c5d6e02": {"id": "a0b1c2d3-e4f5-4607-8819-2a3b4c5d6e02", "monitor": "7700001", "status": "failure", "http_status": null, "duration_ms": 5000, "region": "us-west", "timestamp": "2026-02-25T05:59:00Z"},
        "a0b1c2d3-e4f5-4607-8819-2a3b4c5d6e03": {"id": "a0b1c2d3-e4f5-4607-8819-2a3b4c5d6e03", "monitor": "7700001", "status": "failure", "http_status": 503, "duration_ms": 340, "region": "us-east", "timestamp": "2026-02-25T06:00:00Z"}
    },
    "traces": {
        "a4d1aae7216b47ff8117cf4e09ce9d0a": {"id": "a4d1aae7216b47ff8117cf4e09ce9d0a", "organization": "northpay"}
    },
    "conversations": {
        "0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f": {"id": "0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f", "project": "northpay/checkout", "title": "Refund of order 81", "user_email": "ana@example.org", "environment": "production"}
    },
    "spans": {
        "aa8e7f3384ef4ff5": {"id": "aa8e7f3384ef4ff5", "trace": "a4d1aae7216b47ff8117cf4e09ce9d0a", "parent_span": null, "project": "northpay/checkout", "op": "http.server", "description": "POST /charge", "status": "ok", "transaction": "POST /charge", "is_transaction": true, "timestamp": "2026-02-24T18:00:00Z", "duration_ms": 3100, "environment": "production", "conversation": null, "gen_ai": null},
        "bb8e7f3384ef4ff6": {"id": "bb8e7f3384ef4ff6", "trace": "a4d1aae7216b47ff8117cf4e09ce9d0a", "parent_span": "aa8e7f3384ef4ff5", "project": "northpay/checkout", "op": "http.client", "description": "POST https://gateway.example/v2/charge", "status": "deadline_exceeded", "transaction": "POST /charge", "is_transaction": false, "timestamp": "2026-02-24T18:00:00Z", "duration_ms": 3000, "environment": "production", "conversation": null, "gen_ai": null},
        "cc8e7f3384ef4ff7": {"id": "cc8e7f3384ef4ff7", "trace": "a4d1aae7216b47ff8117cf4e09ce9d0a", "parent_span": null, "project": "northpay/checkout", "op": "gen_ai.chat", "description": "chat", "status": "ok", "transaction": "support chat", "is_transaction": true, "timestamp": "2026-02-24T18:00:01Z", "duration_ms": 5000, "environment": "production", "conversation": "0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f", "gen_ai": {"agent_name": "support", "model": "small-1", "tool_name": null, "input": "Where is my refund?", "output": "It left yesterday.", "total_tokens": 900, "total_cost": 0.02}},
        "dd8e7f3384ef4ff8": {"id": "dd8e7f3384ef4ff8", "trace": "a4d1aae7216b47ff8117cf4e09ce9d0a", "parent_span": "cc8e7f3384ef4ff7", "project": "northpay/checkout", "op": "gen_ai.execute_tool", "description": "find_order", "status": "ok", "transaction": "support chat", "is_transaction": false, "timestamp": "2026-02-24T18:00:02Z", "duration_ms": 400, "environment": "production", "conversation": "0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f", "gen_ai": {"agent_name": "support", "model": null, "tool_name": "find_order", "input": "81", "output": "refunded", "total_tokens": 50, "total_cost": 0}}
    },
    "logs": {
        "b1a29384-7566-4574-8392-0a1b2c3d4e01": {"id": "b1a29384-7566-4574-8392-0a1b2c3d4e01", "project": "northpay/checkout", "timestamp": "2026-02-24T17:58:00Z", "severity": "warning", "message": "A slow gateway again", "trace": "a4d1aae7216b47ff8117cf4e09ce9d0a", "environment": "production"},
        "b1a29384-7566-4574-8392-0a1b2c3d4e02": {"id": "b1a29384-7566-4574-8392-0a1b2c3d4e02", "project": "northpay/checkout", "timestamp": "2026-02-24T18:01:00Z", "severity": "info", "message": "Charge was tried again", "trace": null, "environment": "production"}
    },
    "metrics": {
        "d4c3b2a1-0f1e-4d2c-8b3a-495867768501": {"id": "d4c3b2a1-0f1e-4d2c-8b3a-495867768501", "project": "northpay/checkout", "name": "charges", "type": "counter", "value": 3, "unit": null, "timestamp": "2026-02-24T17:00:00Z", "environment": "production"},
        "d4c3b2a1-0f1e-4d2c-8b3a-495867768502": {"id": "d4c3b2a1-0f1e-4d2c-8b3a-495867768502", "project": "northpay/checkout", "name": "charges", "type": "counter", "value": 4, "unit": null, "timestamp": "2026-02-24T18:00:00Z", "environment": "production"},
        "d4c3b2a1-0f1e-4d2c-8b3a-495867768503": {"id": "d4c3b2a1-0f1e-4d2c-8b3a-495867768503", "project": "northpay/checkout", "name": "queue_depth", "type": "gauge", "value": 4, "unit": null, "timestamp": "2026-02-24T18:00:00Z", "environment": "production"}
    },
    "profiles": {
        "00ff11ee22dd33cc44bb55aa66997788": {"id": "00ff11ee22dd33cc44bb55aa66997788", "project": "northpay/checkout", "profiler_id": null, "transaction": "POST /charge", "trace": null, "release": "checkout@2.3.7", "platform": "python", "timestamp": "2026-02-10T12:00:00Z", "duration_ms": 550, "functions": [{"name": "sign_request", "filename": "payments/sign.py", "in_app": true, "self_ms": 100, "n_samples": 10}, {"name": "ssl_read", "filename": "ssl.py", "in_app": false, "self_ms": 450, "n_samples": 45}]},
        "7d6c5b4a392817060f1e2d3c4b5a6978": {"id": "7d6c5b4a392817060f1e2d3c4b5a6978", "project": "northpay/storefront", "profiler_id": "041bde57b9844e36b8b7e5734efae5f7", "transaction": "/cart", "trace": null, "release": "storefront@1.9.1", "platform": "javascript", "timestamp": "2026-02-24T12:30:00Z", "duration_ms": 60000, "functions": [{"name": "render_cart", "filename": "cart/view.js", "in_app": true, "self_ms": 800, "n_samples": 80}]},
        "cfe78a5c892d4a64a962d837673398d2": {"id": "cfe78a5c892d4a64a962d837673398d2", "project": "northpay/checkout", "profiler_id": null, "transaction": "POST /charge", "trace": null, "release": "checkout@2.4.0", "platform": "python", "timestamp": "2026-02-24T18:00:00Z", "duration_ms": 900, "functions": [{"name": "sign_request", "filename": "payments/sign.py", "in_app": true, "self_ms": 400, "n_samples": 40}, {"name": "ssl_read", "filename": "ssl.py", "in_app": false, "self_ms": 500, "n_samples": 50}]}
    },
    "replays": {
        "7e07485f-12f9-416b-8b14-26260799b51f": {"id": "7e07485f-12f9-416b-8b14-26260799b51f", "project": "northpay/storefront", "user_email": "ben@example.org", "environment": "production", "started_at": "2026-02-22T16:28:00Z", "duration_seconds": 190, "urls": ["https://shop.northpay.example/", "https://shop.northpay.example/cart"], "browser": "Chrome 133", "count_errors": 1, "count_rage_clicks": 2, "count_dead_clicks": 0, "issues": ["STOREFRONT-3C"], "traces": []}
    },
    "snapshots": {
        "230001": {"id": "230001", "project": "northpay/storefront", "app_id": "shop-web", "branch": "main", "is_default_branch": true, "commit_sha": "3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d61", "is_base": true, "date_created": "2026-02-01T09:00:00Z"},
        "230002": {"id": "230002", "project": "northpay/storefront", "app_id": "shop-web", "branch": "main", "is_default_branch": true, "commit_sha": "3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d62", "is_base": true, "date_created": "2026-02-20T09:00:00Z"},
        "230003": {"id": "230003", "project": "northpay/storefront", "app_id": "shop-web", "branch": "redesign", "is_default_branch": false, "commit_sha": "3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d63", "is_base": true, "date_created": "2026-02-21T09:00:00Z"}
    },
    "snapshot_images": {
        "230002/cart~1empty.png": {"snapshot": "230002", "image_file_name": "cart/empty.png", "display_name": "Cart", "group": "cart", "description": "Nothing in the cart", "status": "changed", "width": 1280, "height": 800, "image_url": "https://img.northpay.example/230002/cart/empty.png", "previous_image_url": "https://img.northpay.example/230001/cart/empty.png", "diff_image_url": "https://img.northpay.example/230002/diff/cart/empty.png", "diff_percent": 4.5},
        "230002/login.png": {"snapshot": "230002", "image_file_name": "login.png", "display_name": "Login", "group": null, "description": null, "status": "unchanged", "width": 1280, "height": 800, "image_url": "https://img.northpay.example/230002/login.png", "previous_image_url": "https://img.northpay.example/230001/login.png", "diff_image_url": null, "diff_percent": null}
    },
    "onboarding_runs": {
        "Ab3dE5fG7h": {"token": "Ab3dE5fG7h", "organization": "northpay", "run_status": "in_progress", "stages": [{"stage": "connect_mcp", "status": "completed", "note": null}, {"stage": "create_project", "status": "active", "note": null}], "projects": ["northpay/checkout"], "issues": [], "updated_at": "2026-02-25T06:00:00Z"},
        "Zz9yX8wV7u": {"token": "Zz9yX8wV7u", "organization": "northpay", "run_status": "completed", "stages": [], "projects": [], "issues": [], "updated_at": "2026-01-05T06:00:00Z"}
    }
}"#;
