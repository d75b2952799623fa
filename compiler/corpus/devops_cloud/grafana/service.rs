//! Grafana: dashboards, the data sources behind them, alert rules, and the incidents and on-call
//! schedules of those who answer.
//!
//! What data sources hold comes from outside: series of Prometheus with their labels, and streams
//! of Loki with their lines. Selections of series and streams are computed, and so are log
//! queries; PromQL is not. Who is on call follows from the shifts of a schedule. Times are in UTC.

/// One instance, with the plugins for incidents and on-call work.
#[derive(State)]
pub struct Grafana {
    pub account: One<Account>,
    pub folders: Table<Folder>,
    pub dashboards: Table<Dashboard>,
    pub datasources: Table<Datasource>,
    pub metric_metadata: Table<MetricMetadata>,
    pub metric_series: Table<MetricSeries>,
    pub log_streams: Table<LogStream>,
    pub log_entries: Table<LogEntry>,
    pub alert_rules: Table<AlertRule>,
    pub contact_points: Table<ContactPoint>,
    pub teams: Table<Team>,
    pub users: Table<User>,
    pub schedules: Table<Schedule>,
    pub shifts: Table<Shift>,
    pub incidents: Table<Incident>,
    pub activities: Table<Activity>,
}

/// Whose token is used.
#[derive(Entity)]
pub struct Account {
    pub user_id: Key<User>,
}

/// A place for dashboards and alert rules.
#[derive(Entity)]
pub struct Folder {
    #[entity(key, token("", 14))]
    pub uid: Key<Folder>,
    #[entity(unique, len = 1..=189, title)]
    pub title: String,
}

/// A page of panels.
#[derive(Entity)]
pub struct Dashboard {
    #[entity(key, token("", 14))]
    pub uid: Key<Dashboard>,
    #[entity(len = 1..=189, title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    /// Missing for one that lies in no folder.
    #[entity(on_delete = cascade)]
    pub folder_uid: Option<Key<Folder>>,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub panels: Vec<Panel>,
    /// How many times it was saved.
    #[entity(default = 1, range = 1..)]
    pub version: i64,
    #[entity(on_delete = clear)]
    pub created_by: Option<Key<User>>,
    #[entity(created)]
    pub created: Timestamp,
    #[entity(updated)]
    pub updated: Timestamp,
}

/// A graph, a table or a text on a dashboard.
#[derive(Record)]
pub struct Panel {
    /// Unique on its dashboard.
    #[record(range = 1..)]
    pub id: i64,
    #[record(title)]
    pub title: String,
    #[record(rename = "type", slug)]
    pub kind: String,
    pub datasource_uid: Option<Key<Datasource>>,
    /// What it asks the data source for.
    pub queries: Vec<String>,
}

/// Where panels and alert rules get their data.
#[derive(Entity)]
pub struct Datasource {
    #[entity(key, token("", 14))]
    pub uid: Key<Datasource>,
    #[entity(unique, len = 1..=190, title)]
    pub name: String,
    #[entity(rename = "type", default = DatasourceType::Prometheus)]
    pub kind: DatasourceType,
    #[entity(url)]
    pub url: String,
    #[entity(default = Access::Proxy)]
    pub access: Access,
    #[entity(default)]
    pub is_default: bool,
    /// Whether it comes from a file and cannot be changed.
    #[entity(default)]
    pub read_only: bool,
    /// Settings of its type.
    pub json_data: Json,
}

/// The plugins that read data.
#[derive(Choice)]
pub enum DatasourceType {
    Prometheus,
    Loki,
    Tempo,
    Elasticsearch,
    Cloudwatch,
    Mysql,
    #[choice(rename = "grafana-postgresql-datasource")]
    Postgresql,
    #[choice(rename = "grafana-pyroscope-datasource")]
    Pyroscope,
}

/// Who talks to a data source: the server, or the browser itself.
#[derive(Choice)]
pub enum Access {
    Proxy,
    Direct,
}

/// What a Prometheus says of a metric. Programs that disagree on one give several of these.
#[derive(Entity)]
pub struct MetricMetadata {
    #[entity(key, sequence)]
    pub id: IntKey<MetricMetadata>,
    #[entity(on_delete = cascade)]
    pub datasource_uid: Key<Datasource>,
    #[entity(slug, pattern = "^[a-zA-Z_:][a-zA-Z0-9_:]*$")]
    pub metric: String,
    #[entity(rename = "type", default = MetricType::Unknown)]
    pub kind: MetricType,
    #[entity(default, body)]
    pub help: String,
    #[entity(default)]
    pub unit: String,
}

/// How the samples of a metric are to be read.
#[derive(Choice)]
pub enum MetricType {
    Counter,
    Gauge,
    Histogram,
    Summary,
    Unknown,
}

/// A metric with one set of labels, and the time in which it has samples.
#[derive(Entity)]
pub struct MetricSeries {
    #[entity(key, sequence)]
    pub id: IntKey<MetricSeries>,
    #[entity(on_delete = cascade)]
    pub datasource_uid: Key<Datasource>,
    #[entity(slug, pattern = "^[a-zA-Z_:][a-zA-Z0-9_:]*$")]
    pub metric: String,
    pub labels: Vec<Label>,
    pub first_sample_at: Timestamp,
    pub last_sample_at: Timestamp,
}

/// A name with a value, by which series, streams and alert rules are told apart.
#[derive(Record)]
pub struct Label {
    #[record(slug, pattern = "^[a-zA-Z_][a-zA-Z0-9_]*$")]
    pub name: String,
    #[record(slug)]
    pub value: String,
}

/// The lines of a Loki that have the same labels.
#[derive(Entity)]
pub struct LogStream {
    #[entity(key, sequence)]
    pub id: IntKey<LogStream>,
    #[entity(on_delete = cascade)]
    pub datasource_uid: Key<Datasource>,
    #[entity(len = 1..=15)]
    pub labels: Vec<Label>,
}

/// A line that a program wrote.
#[derive(Entity)]
pub struct LogEntry {
    #[entity(key, sequence)]
    pub id: IntKey<LogEntry>,
    #[entity(on_delete = cascade)]
    pub stream_id: IntKey<LogStream>,
    pub timestamp: Timestamp,
    #[entity(body)]
    pub line: String,
}

/// A condition that is evaluated again and again.
#[derive(Entity)]
#[entity(unique(folder_uid, title))]
pub struct AlertRule {
    #[entity(key, token("", 14))]
    pub uid: Key<AlertRule>,
    #[entity(len = 1..=190, title)]
    pub title: String,
    #[entity(on_delete = cascade)]
    pub folder_uid: Key<Folder>,
    /// Rules of a folder with the same group are evaluated together.
    #[entity(len = 1..=190, slug)]
    pub rule_group: String,
    /// The query or expression of `data` whose outcome decides.
    #[entity(pattern = "^[A-Z]$")]
    pub condition: String,
    pub data: Vec<AlertQuery>,
    #[entity(default = NoDataState::NoData)]
    pub no_data_state: NoDataState,
    #[entity(default = ErrorState::Error)]
    pub exec_err_state: ErrorState,
    /// How long the condition has to hold before the rule fires.
    #[entity(rename = "for", pattern = "^[0-9]{1,4}[smhd]$")]
    pub pending_period: String,
    pub labels: Vec<Label>,
    /// Texts for those who are told, such as `summary` and `runbook_url`.
    pub annotations: BTreeMap<String, String>,
    #[entity(default)]
    pub is_paused: bool,
    #[entity(default = AlertState::Inactive)]
    pub state: AlertState,
    #[entity(updated)]
    pub updated: Timestamp,
}

/// A step of an alert rule: a query, or an expression over other steps.
#[derive(Record)]
pub struct AlertQuery {
    #[record(pattern = "^[A-Z]$")]
    pub ref_id: String,
    /// Missing for an expression.
    pub datasource_uid: Option<Key<Datasource>>,
    pub expression: String,
}

/// What a rule does when its query has no data.
#[derive(Choice)]
pub enum NoDataState {
    #[choice(rename = "NoData")]
    NoData,
    #[choice(rename = "Alerting")]
    Alerting,
    #[choice(rename = "OK")]
    Ok,
}

/// What a rule does when its query fails.
#[derive(Choice)]
pub enum ErrorState {
    #[choice(rename = "Error")]
    Error,
    #[choice(rename = "Alerting")]
    Alerting,
    #[choice(rename = "OK")]
    Ok,
}

/// Where a rule stands; an inactive one finds everything normal.
#[derive(Choice)]
pub enum AlertState {
    Inactive,
    Pending,
    Firing,
    Recovering,
    Error,
}

/// A way to tell of alerts. Several of one name are used together.
#[derive(Entity)]
pub struct ContactPoint {
    #[entity(key, token("", 14))]
    pub uid: Key<ContactPoint>,
    #[entity(len = 1..=190, title)]
    pub name: String,
    #[entity(rename = "type", default = ContactPointType::Email)]
    pub kind: ContactPointType,
    /// Addresses, channels and the like, without secrets.
    pub settings: Json,
    /// Whether nobody is told when all is well again.
    #[entity(default)]
    pub disable_resolve_message: bool,
}

/// The services that alerts are sent through.
#[derive(Choice)]
pub enum ContactPointType {
    Email,
    Slack,
    Pagerduty,
    Opsgenie,
    Oncall,
    Teams,
    Telegram,
    Webhook,
}

/// A group of users that is on call together.
#[derive(Entity)]
pub struct Team {
    #[entity(key, token("T", 12))]
    pub id: Key<Team>,
    #[entity(unique, len = 1..=190, title)]
    pub name: String,
    #[entity(email)]
    pub email: Option<String>,
}

/// Someone who can be called.
#[derive(Entity)]
pub struct User {
    #[entity(key, token("U", 12))]
    pub id: Key<User>,
    #[entity(unique, len = 1..=190, username)]
    pub username: String,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(default = Role::User)]
    pub role: Role,
    #[entity(on_delete = clear)]
    pub team_ids: Vec<Key<Team>>,
}

/// What a user may do in on-call work.
#[derive(Choice)]
pub enum Role {
    Admin,
    User,
    Observer,
}

/// A calendar that says who is on call.
#[derive(Entity)]
pub struct Schedule {
    #[entity(key, token("S", 12))]
    pub id: Key<Schedule>,
    #[entity(unique, len = 1..=200, title)]
    pub name: String,
    #[entity(rename = "type", default = ScheduleType::Web)]
    pub kind: ScheduleType,
    #[entity(on_delete = clear)]
    pub team_id: Option<Key<Team>>,
    #[entity(timezone)]
    pub time_zone: String,
    #[entity(on_delete = clear)]
    pub shift_ids: Vec<Key<Shift>>,
}

/// Where a schedule is edited.
#[derive(Choice)]
pub enum ScheduleType {
    Web,
    Calendar,
    Ical,
}

/// A time at which users are on call, once or again and again.
#[derive(Entity)]
pub struct Shift {
    #[entity(key, token("O", 12))]
    pub id: Key<Shift>,
    #[entity(len = 1..=200, title)]
    pub name: String,
    #[entity(rename = "type", default = ShiftType::RollingUsers)]
    pub kind: ShiftType,
    #[entity(on_delete = clear)]
    pub team_id: Option<Key<Team>>,
    /// Of the shifts that last at one time, only those of the highest level count.
    #[entity(default, range = 0..=9)]
    pub level: i64,
    pub start: Timestamp,
    /// Seconds.
    #[entity(range = 60..=31_536_000)]
    pub duration: i64,
    #[entity(default = Frequency::Weekly)]
    pub frequency: Frequency,
    /// Every so many hours, days or weeks.
    #[entity(default = 1, range = 1..=100)]
    pub interval: i64,
    /// It does not begin again after this.
    pub until: Option<Timestamp>,
    /// Those who take turns, in order, or who are on call together.
    #[entity(on_delete = clear)]
    pub users: Vec<Key<User>>,
}

/// How a shift comes again, and for whom.
#[derive(Choice)]
pub enum ShiftType {
    /// Once, for all of its users.
    SingleEvent,
    /// Again and again, for all of its users.
    RecurrentEvent,
    /// Again and again, each time for the next of its users.
    RollingUsers,
    /// Once, instead of all other shifts.
    Override,
}

/// What the interval of a shift counts.
#[derive(Choice)]
pub enum Frequency {
    Hourly,
    Daily,
    Weekly,
}

/// Something that went wrong and is worked on.
#[derive(Entity)]
pub struct Incident {
    #[entity(key, sequence = "{:01}")]
    pub id: Key<Incident>,
    #[entity(len = 1..=500, title)]
    pub title: String,
    #[entity(default = IncidentStatus::Active)]
    pub status: IncidentStatus,
    #[entity(default = Severity::Pending)]
    pub severity: Severity,
    /// Whether nothing is wrong and the work is practised.
    #[entity(default)]
    pub is_drill: bool,
    pub labels: Vec<IncidentLabel>,
    #[entity(slug)]
    pub room_prefix: Option<String>,
    #[entity(url)]
    pub attach_url: Option<String>,
    #[entity(title)]
    pub attach_caption: Option<String>,
    pub created_by: Key<User>,
    #[entity(created)]
    pub created_time: Timestamp,
    #[entity(updated)]
    pub modified_time: Timestamp,
    /// When it was resolved.
    pub closed_time: Option<Timestamp>,
}

/// Where an incident stands.
#[derive(Choice)]
pub enum IncidentStatus {
    Active,
    Resolved,
}

/// How bad an incident is; pending while nobody knows.
#[derive(Choice)]
pub enum Severity {
    Pending,
    Critical,
    Major,
    Minor,
}

/// A word that an incident is marked with.
#[derive(Record)]
pub struct IncidentLabel {
    #[record(slug)]
    pub key: String,
    #[record(tag)]
    pub label: String,
    #[record(rename = "colorHex", color, pattern = "^#[0-9a-fA-F]{6}$")]
    pub color_hex: Option<String>,
    #[record(body)]
    pub description: Option<String>,
}

/// Something on the timeline of an incident.
#[derive(Entity)]
pub struct Activity {
    #[entity(key, token("activity-", 12))]
    pub id: Key<Activity>,
    #[entity(on_delete = cascade)]
    pub incident_id: Key<Incident>,
    #[entity(default = ActivityKind::UserNote)]
    pub activity_kind: ActivityKind,
    #[entity(body)]
    pub body: String,
    /// The addresses in the body.
    #[entity(url)]
    pub urls: Vec<String>,
    pub user_id: Key<User>,
    /// When it happened, which may be long before it was written down.
    pub event_time: Timestamp,
    #[entity(created)]
    pub created_time: Timestamp,
}

/// What can stand on a timeline.
#[derive(Choice)]
pub enum ActivityKind {
    #[choice(rename = "incidentCreated")]
    IncidentCreated,
    #[choice(rename = "incidentStatusChanged")]
    IncidentStatusChanged,
    #[choice(rename = "severityChanged")]
    SeverityChanged,
    #[choice(rename = "userNote")]
    UserNote,
}

/// A condition on a label, as callers pass it.
#[derive(Record)]
#[record(open)]
pub struct FilterInput {
    pub name: String,
    #[record(rename = "type")]
    pub sign: String,
    pub value: String,
}

/// Conditions that have to hold together, as callers pass them.
#[derive(Record)]
#[record(open)]
pub struct SelectorInput {
    pub filters: Option<Vec<FilterInput>>,
}

/// A label of an incident, as callers pass it.
#[derive(Record)]
#[record(open)]
pub struct IncidentLabelInput {
    pub key: Option<String>,
    pub label: Option<String>,
    #[record(rename = "colorHex")]
    pub color_hex: Option<String>,
    pub description: Option<String>,
}

/// An alert rule with what is asked for most.
#[derive(Record)]
pub struct AlertRuleSummary {
    pub uid: Key<AlertRule>,
    pub title: String,
    pub folder_uid: Key<Folder>,
    pub folder_title: String,
    pub rule_group: String,
    pub state: AlertState,
    pub labels: Vec<Label>,
}

/// A data source without its settings.
#[derive(Record)]
pub struct DatasourceSummary {
    pub uid: Key<Datasource>,
    pub name: String,
    #[record(rename = "type")]
    pub kind: DatasourceType,
    pub is_default: bool,
}

/// A dashboard that a search found.
#[derive(Record)]
pub struct DashboardHit {
    pub uid: Key<Dashboard>,
    pub title: String,
    pub url: String,
    pub tags: Vec<String>,
    pub folder_uid: Option<Key<Folder>>,
    pub folder_title: Option<String>,
}

/// A dashboard with its panels, and where it lies.
#[derive(Record)]
pub struct DashboardDetail {
    pub uid: Key<Dashboard>,
    pub title: String,
    pub description: Option<String>,
    pub tags: Vec<String>,
    pub panels: Vec<Panel>,
    pub version: i64,
    pub url: String,
    pub folder_uid: Option<Key<Folder>>,
    pub folder_title: Option<String>,
    /// The user name of its author.
    pub created_by: Option<String>,
    pub created: Timestamp,
    pub updated: Timestamp,
}

/// One opinion on a metric.
#[derive(Record)]
pub struct MetadataView {
    #[record(rename = "type")]
    pub kind: MetricType,
    pub help: String,
    pub unit: String,
}

/// What is known of each metric, by name.
#[derive(Record)]
pub struct MetadataByMetric {
    pub metrics: BTreeMap<String, Vec<MetadataView>>,
}

/// A line that a query found, with the labels of its stream and those read out of it.
#[derive(Record)]
pub struct LogLine {
    pub timestamp: Timestamp,
    pub line: String,
    pub labels: BTreeMap<String, String>,
}

/// How much there is of some streams.
#[derive(Record)]
pub struct LokiStats {
    pub streams: i64,
    pub entries: i64,
    pub bytes: i64,
}

/// Someone who is on call.
#[derive(Record)]
pub struct OncallUser {
    pub id: Key<User>,
    pub username: String,
    pub name: String,
    pub email: String,
    pub role: Role,
}

/// Who is on call by a schedule.
#[derive(Record)]
pub struct CurrentOncall {
    pub schedule_id: Key<Schedule>,
    pub schedule_name: String,
    pub users: Vec<OncallUser>,
}

/// What is said of an activity inside its incident.
#[derive(Record)]
pub struct TimelineItem {
    pub id: Key<Activity>,
    pub activity_kind: ActivityKind,
    pub body: String,
    pub urls: Vec<String>,
    pub username: String,
    pub event_time: Timestamp,
}

/// An incident, as callers see it.
#[derive(Record)]
pub struct IncidentView {
    pub id: Key<Incident>,
    pub title: String,
    pub status: IncidentStatus,
    pub severity: Severity,
    pub is_drill: bool,
    pub labels: Vec<IncidentLabel>,
    pub room_prefix: Option<String>,
    pub attach_url: Option<String>,
    pub attach_caption: Option<String>,
    pub created_by: Key<User>,
    pub created_time: Timestamp,
    pub modified_time: Timestamp,
    pub closed_time: Option<Timestamp>,
    pub duration_seconds: i64,
}

/// An incident with its timeline.
#[derive(Record)]
pub struct IncidentDetail {
    pub id: Key<Incident>,
    pub title: String,
    pub status: IncidentStatus,
    pub severity: Severity,
    pub is_drill: bool,
    pub labels: Vec<IncidentLabel>,
    pub room_prefix: Option<String>,
    pub attach_url: Option<String>,
    pub attach_caption: Option<String>,
    pub created_by: Key<User>,
    pub created_time: Timestamp,
    pub modified_time: Timestamp,
    pub closed_time: Option<Timestamp>,
    pub duration_seconds: i64,
    pub timeline: Vec<TimelineItem>,
}

pub trait Tools {
    /// Adds a note to the timeline of an incident, also of one that is resolved.
    #[tool(
        create,
        types(event_time = Timestamp),
        reads(account, incidents),
        writes(activities, incidents)
    )]
    #[case(
        args = r#"{"incidentId":"1","body":"Gateway is back, see https://status.bank.example/7.","eventTime":"2026-02-25T06:10:00Z"}"#,
        ok = r#"{"incident_id":"1","activity_kind":"userNote","urls":["https://status.bank.example/7"],"user_id":"U001","event_time":"2026-02-25T06:10:00Z"}"#
    )]
    #[case(
        args = r#"{"incidentId":"2","body":"Written up"}"#,
        ok = r#"{"incident_id":"2","urls":[],"event_time":"2026-02-25T06:13:20Z"}"#
    )]
    #[case(args = r#"{"incidentId":"1","body":" "}"#, error = "invalid_argument")]
    #[case(args = r#"{"body":"Lost note"}"#, error = "invalid_argument")]
    #[case(args = r#"{"incidentId":"99","body":"x"}"#, error = "not_found")]
    fn add_activity_to_incident(
        state: &mut Grafana,
        args: AddActivityToIncident,
        cx: &mut Context,
    ) -> Result<RowRef<Activity>, ToolError> {
        let id = required("incidentId", args.incident_id.as_ref().map(Key::as_str))?;
        let body = required("body", args.body.as_deref())?;
        let now = cx.now();
        let incident = state.incidents.update(id, |incident| {
            incident.modified_time = now;
            Ok(())
        })?;
        let event_time = args.event_time.unwrap_or(now);
        add_activity(state, &incident.id, ActivityKind::UserNote, body, event_time, cx)
    }

    /// Declares an incident, and begins its timeline.
    #[tool(
        create,
        about = Incident,
        types(status = String, severity = String, labels = Vec<IncidentLabelInput>),
        reads(account),
        writes(incidents, activities)
    )]
    #[case(
        args = r#"{"title":"Search is down","severity":"Critical","labels":[{"label":"search"}],"attachUrl":"https://wiki.example/search","attachCaption":"Runbook","roomPrefix":"inc"}"#,
        ok = r#"{"id":"4","title":"Search is down","status":"active","severity":"critical","is_drill":false,"labels":[{"key":"tags","label":"search","colorHex":null}],"attach_url":"https://wiki.example/search","attach_caption":"Runbook","room_prefix":"inc","created_by":"U001","closed_time":null,"duration_seconds":0}"#
    )]
    #[case(
        args = r#"{"title":"Fire drill","isDrill":true,"status":"resolved"}"#,
        ok = r#"{"severity":"pending","is_drill":true,"status":"resolved","closed_time":"2026-02-25T06:13:20Z"}"#
    )]
    #[case(args = r#"{"severity":"major"}"#, error = "invalid_argument")]
    #[case(args = r#"{"title":"x","severity":"catastrophic"}"#, error = "invalid_argument")]
    #[case(args = r#"{"title":"x","status":"closed"}"#, error = "invalid_argument")]
    #[case(args = r#"{"title":"x","attachCaption":"Runbook"}"#, error = "invalid_argument")]
    #[case(args = r#"{"title":"x","attachUrl":"wiki"}"#, error = "invalid_argument")]
    #[case(args = r#"{"title":"x","labels":[{"key":"team"}]}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"title":"x","labels":[{"label":"a","colorHex":"red"}]}"#,
        error = "invalid_argument"
    )]
    fn create_incident(
        state: &mut Grafana,
        args: CreateIncident,
        cx: &mut Context,
    ) -> Result<IncidentView, ToolError> {
        let title = required("title", args.title.as_deref())?.to_owned();
        let status = match args.status.as_deref() {
            Some(text) => status_of(text)?,
            None => IncidentStatus::Active,
        };
        let severity = match args.severity.as_deref() {
            Some(text) => severity_of(text)?,
            None => Severity::Pending,
        };
        check_attachment(args.attach_url.as_deref(), args.attach_caption.as_deref())?;
        let labels = labels_of(args.labels.unwrap_or_default())?;
        let created_by = state.account.find()?.user_id.clone();
        let now = cx.now();
        let id = state.incidents.next_key(cx);
        let incident = state.incidents.insert(Incident {
            id,
            title,
            status,
            severity,
            is_drill: args.is_drill.unwrap_or(false),
            labels,
            room_prefix: args.room_prefix,
            attach_url: args.attach_url,
            attach_caption: args.attach_caption,
            created_by,
            created_time: now,
            modified_time: now,
            closed_time: (status == IncidentStatus::Resolved).then_some(now),
        })?;
        let kind = ActivityKind::IncidentCreated;
        add_activity(state, &incident.id, kind, &incident.title, now, cx)?;
        Ok(view_incident(&incident, now))
    }

    #[tool(get, key(uid))]
    fn get_alert_rule_by_uid() -> AlertRule;

    /// Tells who is on call by a schedule now.
    #[tool(types(schedule_id = Key<Schedule>), reads(schedules, shifts, users))]
    #[case(
        args = r#"{"scheduleId":"S001"}"#,
        ok = r#"{"schedule_name":"Platform primary","users":[{"id":"U003","username":"lea"}]}"#
    )]
    #[case(args = r#"{"scheduleId":"S002"}"#, ok = r#"{"users":[{"id":"U001"},{"id":"U003"}]}"#)]
    #[case(args = r#"{"scheduleId":"S003"}"#, ok = r#"{"users":[{"id":"U002"}]}"#)]
    #[case(args = r#"{"scheduleId":"S099"}"#, error = "not_found")]
    fn get_current_oncall_users(
        state: &Grafana,
        args: GetCurrentOncallUsers,
        cx: &mut Context,
    ) -> Result<CurrentOncall, ToolError> {
        let schedule = state.schedules.find(&args.schedule_id)?;
        let ids = oncall_at(state, &schedule, cx.now());
        let users = ids.iter().filter_map(|id| state.users.get(id)).map(view_user);
        Ok(CurrentOncall {
            schedule_id: schedule.id.clone(),
            schedule_name: schedule.name.clone(),
            users: users.collect(),
        })
    }

    /// Reads a dashboard with its panels, and where it lies.
    #[tool(get, key(uid), about = Dashboard, reads(dashboards, folders, users))]
    #[case(
        args = r#"{"uid":"chk-overview"}"#,
        ok = r#"{"title":"Checkout: overview","version":3,"panels":[{"id":1,"type":"timeseries"}],"url":"/d/chk-overview/checkout-overview","folder_title":"Checkout","created_by":"amara"}"#
    )]
    #[case(args = r#"{"uid":"gone"}"#, error = "not_found")]
    fn get_dashboard_by_uid(
        state: &Grafana,
        args: GetDashboardByUid,
        _cx: &mut Context,
    ) -> Result<DashboardDetail, ToolError> {
        let dashboard = state.dashboards.find(&args.uid)?;
        let author = dashboard.created_by.as_ref().and_then(|id| state.users.get(id));
        Ok(DashboardDetail {
            uid: dashboard.uid.clone(),
            title: dashboard.title.clone(),
            description: dashboard.description.clone(),
            tags: dashboard.tags.clone(),
            panels: dashboard.panels.clone(),
            version: dashboard.version,
            url: url_of(&dashboard),
            folder_uid: dashboard.folder_uid.clone(),
            folder_title: folder_title(state, dashboard.folder_uid.as_ref()),
            created_by: author.map(|author| author.username.clone()),
            created: dashboard.created,
            updated: dashboard.updated,
        })
    }

    /// Reads the data source that has this name.
    #[tool(about = Datasource, reads(datasources))]
    #[case(args = r#"{"name":"Loki"}"#, ok = r#"{"uid":"loki-main","type":"loki"}"#)]
    #[case(args = r#"{"name":"loki"}"#, error = "not_found")]
    fn get_datasource_by_name(
        state: &Grafana,
        args: GetDatasourceByName,
        _cx: &mut Context,
    ) -> Result<RowRef<Datasource>, ToolError> {
        match state.datasources.first(&|datasource| datasource.name == args.name) {
            Some(datasource) => state.datasources.find(&datasource.uid),
            None => Err(ToolError::not_found(format!("no data source `{}`", args.name))),
        }
    }

    #[tool(get, key(uid))]
    fn get_datasource_by_uid() -> Datasource;

    /// Reads an incident with its timeline, the earliest first.
    #[tool(get, key(id), about = Incident, reads(incidents, activities, users))]
    #[case(
        args = r#"{"id":"2"}"#,
        ok = r#"{"title":"Checkout is slow","status":"resolved","duration_seconds":5400,"timeline":[{"activity_kind":"incidentCreated","username":"jonas"},{"activity_kind":"userNote","body":"The cache was cold"}]}"#
    )]
    #[case(
        args = r#"{"id":"1"}"#,
        ok = r#"{"status":"active","duration_seconds":800,"timeline":[{"activity_kind":"incidentCreated"}]}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    #[case(args = r#"{"id":"99"}"#, error = "not_found")]
    fn get_incident(
        state: &Grafana,
        args: GetIncident,
        cx: &mut Context,
    ) -> Result<IncidentDetail, ToolError> {
        let incident = state.incidents.find(&args.id)?;
        let mut activities = state.activities.select(&|row| row.incident_id == incident.id);
        activities.sort_by_key(|activity| (activity.event_time, activity.created_time));
        Ok(IncidentDetail {
            id: incident.id.clone(),
            title: incident.title.clone(),
            status: incident.status,
            severity: incident.severity,
            is_drill: incident.is_drill,
            labels: incident.labels.clone(),
            room_prefix: incident.room_prefix.clone(),
            attach_url: incident.attach_url.clone(),
            attach_caption: incident.attach_caption.clone(),
            created_by: incident.created_by.clone(),
            created_time: incident.created_time,
            modified_time: incident.modified_time,
            closed_time: incident.closed_time,
            duration_seconds: duration_of(&incident, cx.now()),
            timeline: activities.iter().map(|row| view_activity(state, row)).collect(),
        })
    }

    #[tool(get, key(shift_id))]
    fn get_oncall_shift() -> Shift;

    /// Lists alert rules by title, all or those whose labels fit every selector.
    #[tool(
        types(label_selectors = Vec<SelectorInput>),
        page(limit = limit, page = page),
        reads(alert_rules, folders)
    )]
    #[case(
        args = r#"{"label_selectors":[{"filters":[{"name":"severity","type":"=~","value":"crit.*|page"},{"name":"team","type":"=","value":"checkout"}]}]}"#,
        ok = r#"{"items":[{"uid":"rule-errors","state":"firing","folder_title":"Checkout"}],"total":1}"#
    )]
    #[case(
        args = r#"{"label_selectors":[{"filters":[{"name":"severity","type":"!=","value":"critical"}]},{"filters":[{"name":"team","type":"!~","value":"plat.+"}]}]}"#,
        ok = r#"{"items":[{"uid":"rule-catalog"}],"total":1}"#
    )]
    #[case(
        args = r#"{"limit":1,"page":2}"#,
        ok = r#"{"items":[{"title":"High error rate"}],"total":3}"#
    )]
    #[case(args = r#"{"limit":-1}"#, error = "invalid_argument")]
    #[case(args = r#"{"page":-1}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"label_selectors":[{"filters":[{"name":"team","type":"==","value":"x"}]}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"label_selectors":[{"filters":[{"name":"team","type":"=~","value":"(x"}]}]}"#,
        error = "invalid_argument"
    )]
    fn list_alert_rules(
        state: &Grafana,
        args: ListAlertRules,
        _cx: &mut Context,
    ) -> Result<Page<AlertRuleSummary>, ToolError> {
        let selectors = selectors_of(args.label_selectors)?;
        let mut rows = state.alert_rules.select(&|rule| {
            selectors
                .iter()
                .all(|selector| is_selected(selector, &|name| value_of(&rule.labels, name)))
        });
        rows.sort_by_key(|rule| rule.title.to_lowercase());
        let views = rows.iter().map(|row| summarize_rule(state, row)).collect();
        cut(views, args.limit, 100, args.page)
    }

    /// Lists contact points by name.
    #[tool(list, filter(name), sort(name), page(limit = limit), reads(contact_points))]
    #[case(
        args = r#"{"name":"Checkout room"}"#,
        ok = r#"{"items":[{"uid":"cp-pager","type":"pagerduty"},{"uid":"cp-slack","type":"slack","settings":{"recipient":"checkout"}}],"total":2}"#
    )]
    #[case(args = r#"{"limit":1}"#, ok = r#"{"items":[{"uid":"cp-pager"}],"total":3}"#)]
    #[case(args = r#"{"name":"checkout"}"#, ok = r#"{"items":[],"total":0}"#)]
    #[case(args = r#"{"limit":-1}"#, error = "invalid_argument")]
    fn list_contact_points(
        state: &Grafana,
        args: ListContactPoints,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<ContactPoint>>, ToolError> {
        let mut rows = state.contact_points.select(&|row| equals(&row.name, args.name.as_ref()));
        rows.sort_by_key(|row| row.name.to_lowercase());
        cut(rows, args.limit, 100, None)
    }

    /// Lists data sources by name, all or those whose type holds a text.
    #[tool(types(r#type = String), reads(datasources))]
    #[case(
        args = r#"{"type":"Prom"}"#,
        ok = r#"{"items":[{"uid":"prom-main","name":"Prometheus","type":"prometheus","is_default":true}],"total":1}"#
    )]
    #[case(
        args = "{}",
        ok = r#"{"items":[{"name":"Loki"},{"name":"Prometheus"},{"name":"Traces"}],"total":3}"#
    )]
    #[case(args = r#"{"type":["loki"]}"#, error = "invalid_argument")]
    fn list_datasources(
        state: &Grafana,
        args: ListDatasources,
        _cx: &mut Context,
    ) -> Result<Page<DatasourceSummary>, ToolError> {
        let wanted = args.r#type.unwrap_or_default().to_lowercase();
        let mut rows = state.datasources.select(&|row| row.kind.as_str().contains(wanted.as_str()));
        rows.sort_by_key(|row| row.name.to_lowercase());
        let views = rows.iter().map(|row| DatasourceSummary {
            uid: row.uid.clone(),
            name: row.name.clone(),
            kind: row.kind,
            is_default: row.is_default,
        });
        Ok(Page::whole(views.collect()))
    }

    /// Lists incidents, the latest first. Drills are listed only on request.
    #[tool(page(limit = limit), types(status = String), reads(incidents))]
    #[case(
        args = "{}",
        ok = r#"{"items":[{"id":"1","status":"active"},{"id":"2","status":"resolved"}],"total":2}"#
    )]
    #[case(
        args = r#"{"drill":true,"status":"active","limit":1}"#,
        ok = r#"{"items":[{"id":"1"}],"total":2}"#
    )]
    #[case(args = r#"{"status":"resolved"}"#, ok = r#"{"items":[{"id":"2"}],"total":1}"#)]
    #[case(args = r#"{"status":"open"}"#, error = "invalid_argument")]
    #[case(args = r#"{"limit":-2}"#, error = "invalid_argument")]
    fn list_incidents(
        state: &Grafana,
        args: ListIncidents,
        cx: &mut Context,
    ) -> Result<Page<IncidentView>, ToolError> {
        let status = args.status.as_deref().map(status_of).transpose()?;
        let with_drills = args.drill.unwrap_or(false);
        let mut rows = state.incidents.select(&|incident| {
            (with_drills || !incident.is_drill) && equals(&incident.status, status.as_ref())
        });
        rows.sort_by_key(|incident| std::cmp::Reverse(incident.created_time));
        let now = cx.now();
        cut(rows.iter().map(|row| view_incident(row, now)).collect(), args.limit, 10, None)
    }

    /// Names the labels of the streams that have lines in a stretch of time.
    #[tool(
        types(
            datasource_uid = Key<Datasource>,
            start_rfc3339 = Timestamp,
            end_rfc3339 = Timestamp
        ),
        reads(datasources, log_streams, log_entries)
    )]
    #[case(args = r#"{"datasourceUid":"loki-main"}"#, ok = r#"["app","env"]"#)]
    #[case(
        args = r#"{"datasourceUid":"loki-main","startRfc3339":"2026-02-24T00:00:00Z"}"#,
        ok = r#"["app","env","job"]"#
    )]
    #[case(args = r#"{"datasourceUid":"prom-main"}"#, error = "failed_precondition")]
    #[case(args = r#"{"datasourceUid":"gone"}"#, error = "not_found")]
    fn list_loki_label_names(
        state: &Grafana,
        args: ListLokiLabelNames,
        cx: &mut Context,
    ) -> Result<Vec<String>, ToolError> {
        let loki = find_datasource(state, &args.datasource_uid, DatasourceType::Loki)?;
        let span = loki_span(args.start_rfc3339, args.end_rfc3339, cx.now())?;
        let names: BTreeSet<String> = busy_streams(state, &loki.uid, span)
            .iter()
            .flat_map(|stream| stream.labels.iter())
            .map(|label| label.name.clone())
            .collect();
        Ok(names.into_iter().collect())
    }

    /// Lists the values that a label has in the streams with lines in a stretch of time.
    #[tool(
        types(
            datasource_uid = Key<Datasource>,
            start_rfc3339 = Timestamp,
            end_rfc3339 = Timestamp
        ),
        reads(datasources, log_streams, log_entries)
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","labelName":"app"}"#,
        ok = r#"["catalog","checkout"]"#
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","labelName":"app","startRfc3339":"2026-02-24T00:00:00Z","endRfc3339":"2026-02-24T12:00:00Z"}"#,
        ok = r#"["batch"]"#
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","labelName":"app","startRfc3339":"2026-02-24T12:00:00Z","endRfc3339":"2026-02-24T00:00:00Z"}"#,
        error = "invalid_argument"
    )]
    fn list_loki_label_values(
        state: &Grafana,
        args: ListLokiLabelValues,
        cx: &mut Context,
    ) -> Result<Vec<String>, ToolError> {
        let loki = find_datasource(state, &args.datasource_uid, DatasourceType::Loki)?;
        let span = loki_span(args.start_rfc3339, args.end_rfc3339, cx.now())?;
        let values: BTreeSet<String> = busy_streams(state, &loki.uid, span)
            .iter()
            .map(|stream| value_of(&stream.labels, &args.label_name).to_owned())
            .filter(|value| !value.is_empty())
            .collect();
        Ok(values.into_iter().collect())
    }

    /// Lists schedules by name: all, those of a team, or one. What is given holds together.
    #[tool(
        types(schedule_id = Key<Schedule>, team_id = Key<Team>),
        page(page = page),
        reads(schedules, teams)
    )]
    #[case(
        args = r#"{"teamId":"T001"}"#,
        ok = r#"{"items":[{"id":"S001","shift_ids":["O001","O002"]},{"id":"S003"}],"total":2}"#
    )]
    #[case(
        args = r#"{"scheduleId":"S002"}"#,
        ok = r#"{"items":[{"id":"S002","name":"Checkout nights"}],"total":1}"#
    )]
    #[case(
        args = r#"{"scheduleId":"S002","teamId":"T002"}"#,
        ok = r#"{"items":[{"id":"S002"}],"total":1}"#
    )]
    #[case(args = r#"{"scheduleId":"S002","teamId":"T001"}"#, ok = r#"{"items":[],"total":0}"#)]
    #[case(args = r#"{"page":2}"#, ok = r#"{"items":[],"total":3}"#)]
    #[case(args = r#"{"scheduleId":"S099"}"#, error = "not_found")]
    #[case(args = r#"{"teamId":"T099"}"#, error = "not_found")]
    #[case(args = r#"{"page":-1}"#, error = "invalid_argument")]
    fn list_oncall_schedules(
        state: &Grafana,
        args: ListOncallSchedules,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Schedule>>, ToolError> {
        if let Some(id) = &args.schedule_id {
            state.schedules.find(id)?;
        }
        if let Some(id) = &args.team_id {
            state.teams.find(id)?;
        }
        let is_wanted = |schedule: &Schedule| {
            (args.team_id.is_none() || schedule.team_id == args.team_id)
                && equals(&schedule.id, args.schedule_id.as_ref())
        };
        let mut rows = state.schedules.select(&is_wanted);
        rows.sort_by_key(|schedule| schedule.name.to_lowercase());
        cut(rows, None, 50, args.page)
    }

    #[tool(list, sort(name), page(page = page))]
    fn list_oncall_teams() -> Page<Team>;

    /// Lists users by name: all, the one with an identifier, or the one with a user name. What is
    /// given holds together.
    #[tool(types(user_id = Key<User>), page(page = page), reads(users))]
    #[case(
        args = "{}",
        ok = r#"{"items":[{"username":"amara"},{"username":"jonas"},{"username":"lea"}],"total":3}"#
    )]
    #[case(
        args = r#"{"userId":"U002"}"#,
        ok = r#"{"items":[{"username":"jonas","team_ids":["T001"]}],"total":1}"#
    )]
    #[case(args = r#"{"username":"lea"}"#, ok = r#"{"items":[{"id":"U003"}],"total":1}"#)]
    #[case(
        args = r#"{"userId":"U003","username":"lea"}"#,
        ok = r#"{"items":[{"id":"U003"}],"total":1}"#
    )]
    #[case(args = r#"{"userId":"U002","username":"lea"}"#, ok = r#"{"items":[],"total":0}"#)]
    #[case(args = r#"{"username":"nobody"}"#, ok = r#"{"items":[],"total":0}"#)]
    #[case(args = r#"{"userId":"U099"}"#, error = "not_found")]
    fn list_oncall_users(
        state: &Grafana,
        args: ListOncallUsers,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<User>>, ToolError> {
        if let Some(id) = &args.user_id {
            state.users.find(id)?;
        }
        let mut rows = state.users.select(&|user| {
            equals(&user.id, args.user_id.as_ref())
                && equals(&user.username, args.username.as_ref())
        });
        rows.sort_by_key(|user| user.username.to_lowercase());
        cut(rows, None, 50, args.page)
    }

    /// Names the labels of the series that fit one of the selectors.
    #[tool(
        types(
            datasource_uid = Key<Datasource>,
            matches = Vec<SelectorInput>,
            start_rfc3339 = Timestamp,
            end_rfc3339 = Timestamp
        ),
        page(limit = limit),
        reads(datasources, metric_series)
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main"}"#,
        ok = r#"{"items":["__name__","code","instance","job"],"total":4}"#
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","limit":2,"matches":[{"filters":[{"name":"__name__","type":"=","value":"up"}]},{"filters":[{"name":"job","type":"=","value":"batch"}]}]}"#,
        ok = r#"{"items":["__name__","instance"],"total":3}"#
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","startRfc3339":"2026-02-02T00:00:00Z","endRfc3339":"2026-02-01T00:00:00Z"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"datasourceUid":"loki-main"}"#, error = "failed_precondition")]
    fn list_prometheus_label_names(
        state: &Grafana,
        args: ListPrometheusLabelNames,
        _cx: &mut Context,
    ) -> Result<Page<String>, ToolError> {
        check_order(args.start_rfc3339, args.end_rfc3339)?;
        let prometheus = find_datasource(state, &args.datasource_uid, DatasourceType::Prometheus)?;
        let selectors = selectors_of(args.matches)?;
        let series = state.metric_series.select(&|series| {
            series.datasource_uid == prometheus.uid
                && has_samples(series, args.start_rfc3339, args.end_rfc3339)
                && fits_any(&selectors, series)
        });
        let mut names: BTreeSet<String> = series
            .iter()
            .flat_map(|row| row.labels.iter())
            .map(|label| label.name.clone())
            .collect();
        if !series.is_empty() {
            names.insert(METRIC_LABEL.to_owned());
        }
        cut(names.into_iter().collect(), args.limit, 100, None)
    }

    /// Lists the values that a label has in the series that fit one of the selectors.
    #[tool(
        types(
            datasource_uid = Key<Datasource>,
            matches = Vec<SelectorInput>,
            start_rfc3339 = Timestamp,
            end_rfc3339 = Timestamp
        ),
        page(limit = limit),
        reads(datasources, metric_series)
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","labelName":"job"}"#,
        ok = r#"{"items":["batch","catalog","checkout"],"total":3}"#
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","labelName":"__name__","startRfc3339":"2026-02-01T00:00:00Z","matches":[{"filters":[{"name":"job","type":"!=","value":"catalog"}]}]}"#,
        ok = r#"{"items":["http_requests_total","up"],"total":2}"#
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","labelName":"job","matches":[{"filters":[{"name":"job","type":"=~","value":"[a"}]}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","labelName":"job","limit":-1}"#,
        error = "invalid_argument"
    )]
    fn list_prometheus_label_values(
        state: &Grafana,
        args: ListPrometheusLabelValues,
        _cx: &mut Context,
    ) -> Result<Page<String>, ToolError> {
        check_order(args.start_rfc3339, args.end_rfc3339)?;
        let prometheus = find_datasource(state, &args.datasource_uid, DatasourceType::Prometheus)?;
        let selectors = selectors_of(args.matches)?;
        let series = state.metric_series.select(&|series| {
            series.datasource_uid == prometheus.uid
                && has_samples(series, args.start_rfc3339, args.end_rfc3339)
                && fits_any(&selectors, series)
        });
        let values: BTreeSet<String> = series
            .iter()
            .map(|row| label_of(row, &args.label_name).to_owned())
            .filter(|value| !value.is_empty())
            .collect();
        cut(values.into_iter().collect(), args.limit, 100, None)
    }

    /// Tells the type, the help and the unit of metrics, by their names.
    #[tool(types(datasource_uid = Key<Datasource>), reads(datasources, metric_metadata))]
    #[case(
        args = r#"{"datasourceUid":"prom-main","metric":"http_requests_total"}"#,
        ok = r#"{"metrics":{"http_requests_total":[{"type":"counter","help":"Requests served"},{"type":"counter","help":"All requests"}]}}"#
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","limit":1,"limitPerMetric":1}"#,
        ok = r#"{"metrics":{"http_requests_total":[{"help":"Requests served"}]}}"#
    )]
    #[case(args = r#"{"datasourceUid":"prom-main","limit":-1}"#, error = "invalid_argument")]
    #[case(args = r#"{"datasourceUid":"traces"}"#, error = "failed_precondition")]
    fn list_prometheus_metric_metadata(
        state: &Grafana,
        args: ListPrometheusMetricMetadata,
        _cx: &mut Context,
    ) -> Result<MetadataByMetric, ToolError> {
        let prometheus = find_datasource(state, &args.datasource_uid, DatasourceType::Prometheus)?;
        let limit = size_of(limit_or("limit", args.limit, 10)?);
        let limit_each = size_of(limit_or("limitPerMetric", args.limit_per_metric, i64::MAX)?);
        let wanted = args.metric.filter(|metric| !metric.is_empty());
        let rows = state.metric_metadata.select(&|row| {
            row.datasource_uid == prometheus.uid && equals(&row.metric, wanted.as_ref())
        });
        let mut metrics: BTreeMap<String, Vec<MetadataView>> = BTreeMap::new();
        for row in &rows {
            let views = metrics.entry(row.metric.clone()).or_default();
            if views.len() < limit_each {
                views.push(view_metadata(row));
            }
        }
        Ok(MetadataByMetric { metrics: metrics.into_iter().take(limit).collect() })
    }

    /// Names the metrics that have series, all or those in which a regular expression is found.
    #[tool(
        types(datasource_uid = Key<Datasource>),
        page(limit = limit, page = page),
        reads(datasources, metric_series)
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","regex":"^(http|process)_.*_total$"}"#,
        ok = r#"{"items":["http_requests_total","process_cpu_seconds_total"],"total":2}"#
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","limit":1,"page":3}"#,
        ok = r#"{"items":["up"],"total":3}"#
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","regex":"(?i)CPU|\\d{2,}"}"#,
        ok = r#"{"items":["process_cpu_seconds_total"],"total":1}"#
    )]
    #[case(args = r#"{"datasourceUid":"prom-main","regex":"*_total"}"#, error = "invalid_argument")]
    #[case(args = r#"{"datasourceUid":"gone"}"#, error = "not_found")]
    fn list_prometheus_metric_names(
        state: &Grafana,
        args: ListPrometheusMetricNames,
        _cx: &mut Context,
    ) -> Result<Page<String>, ToolError> {
        let prometheus = find_datasource(state, &args.datasource_uid, DatasourceType::Prometheus)?;
        let regex = Regex::parse(args.regex.as_deref().unwrap_or_default())?;
        let names: BTreeSet<String> = state
            .metric_series
            .iter()
            .filter(|series| series.datasource_uid == prometheus.uid)
            .filter(|series| regex.is_in(&series.metric))
            .map(|series| series.metric.clone())
            .collect();
        cut(names.into_iter().collect(), args.limit, 10, args.page)
    }

    /// Finds lines by a log query: a selector, then steps that keep lines or read labels out of
    /// them.
    #[tool(
        types(
            datasource_uid = Key<Datasource>,
            start_rfc3339 = Timestamp,
            end_rfc3339 = Timestamp
        ),
        page(limit = limit),
        reads(datasources, log_streams, log_entries)
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"{app=\"checkout\"} |= \"error\""}"#,
        ok = r#"[{"timestamp":"2026-02-25T06:00:00Z","labels":{"app":"checkout","env":"prod"}}]"#
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"{env=~\"prod|staging\", app!=\"\"} !~ `(?i)CACHE`","direction":"forward"}"#,
        ok = r#"[{"timestamp":"2026-02-25T06:00:00Z"},{"timestamp":"2026-02-25T06:05:00Z"}]"#
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"{app=\"checkout\"} | logfmt | status >= 500"}"#,
        ok = r#"[{"labels":{"app":"checkout","env":"prod","level":"error","status":"504","msg":"gateway timed out"}}]"#
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"{app=\"batch\"} | json | run_id=\"17\" | level=~\"w.*\"","startRfc3339":"2026-02-24T00:00:00Z"}"#,
        ok = r#"[{"line":"{\"level\":\"warn\",\"run\":{\"id\":17}}","labels":{"level":"warn","run_id":"17"}}]"#
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"{env=~\".+\"}","limit":1}"#,
        ok = r#"[{"timestamp":"2026-02-25T06:05:00Z"}]"#
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"{app=\"checkout\""}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"datasourceUid":"loki-main","logql":"{}"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"rate({app=\"checkout\"}[5m])"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"{app=\"checkout\"}","direction":"sideways"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"datasourceUid":"prom-main","logql":"{app=\"checkout\"}"}"#,
        error = "failed_precondition"
    )]
    fn query_loki_logs(
        state: &Grafana,
        args: QueryLokiLogs,
        cx: &mut Context,
    ) -> Result<Vec<LogLine>, ToolError> {
        let loki = find_datasource(state, &args.datasource_uid, DatasourceType::Loki)?;
        let span = loki_span(args.start_rfc3339, args.end_rfc3339, cx.now())?;
        let query = LogQuery::parse(&args.logql)?;
        let is_forward = match args.direction.as_deref() {
            None | Some("" | "backward") => false,
            Some("forward") => true,
            Some(_) => {
                return Err(ToolError::invalid_argument("`direction` is `forward` or `backward`"));
            }
        };
        let streams = selected_streams(state, &loki.uid, &query.selector);
        let entries = entries_of(state, &streams, span);
        let mut lines: Vec<LogLine> =
            entries.iter().filter_map(|(stream, entry)| query.read(stream, entry)).collect();
        lines.sort_by_key(|line| line.timestamp);
        if !is_forward {
            lines.reverse();
        }
        let limit = args.limit.filter(|limit| *limit > 0).unwrap_or(10).min(LINES_MAX);
        lines.truncate(size_of(limit));
        Ok(lines)
    }

    /// Counts the streams that fit a selector, and what they hold of a stretch of time.
    #[tool(
        types(
            datasource_uid = Key<Datasource>,
            start_rfc3339 = Timestamp,
            end_rfc3339 = Timestamp
        ),
        reads(datasources, log_streams, log_entries)
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"{app=\"checkout\"}"}"#,
        ok = r#"{"streams":1,"entries":2,"bytes":89}"#
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"{app=\"batch\"}"}"#,
        ok = r#"{"streams":0,"entries":0,"bytes":0}"#
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"{app=\"checkout\"} |= \"x\""}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"datasourceUid":"loki-main","logql":"checkout"}"#,
        error = "invalid_argument"
    )]
    fn query_loki_stats(
        state: &Grafana,
        args: QueryLokiStats,
        cx: &mut Context,
    ) -> Result<LokiStats, ToolError> {
        let loki = find_datasource(state, &args.datasource_uid, DatasourceType::Loki)?;
        let span = loki_span(args.start_rfc3339, args.end_rfc3339, cx.now())?;
        let query = LogQuery::parse(&args.logql)?;
        if !query.steps.is_empty() {
            return Err(bad_query("only a selector can be counted, without further steps"));
        }
        let streams = selected_streams(state, &loki.uid, &query.selector);
        let entries = entries_of(state, &streams, span);
        let busy: BTreeSet<IntKey<LogStream>> =
            entries.iter().map(|(stream, _)| stream.id).collect();
        Ok(LokiStats {
            streams: number(busy.len()),
            entries: number(entries.len()),
            bytes: number(entries.iter().map(|(_, entry)| entry.line.len()).sum()),
        })
    }

    #[tool(simulate(
        external_computation,
        "PromQL computes over the samples that a Prometheus collects"
    ))]
    fn query_prometheus();

    /// Finds dashboards whose titles hold the words, by title.
    #[tool(
        search(title ~ query),
        sort(title),
        about = Dashboard,
        reads(dashboards, folders)
    )]
    #[case(
        args = r#"{"query":"OVERVIEW"}"#,
        ok = r#"{"items":[{"uid":"chk-overview","folder_title":"Checkout","url":"/d/chk-overview/checkout-overview"}],"total":1}"#
    )]
    #[case(
        args = "{}",
        ok = r#"{"items":[{"uid":"chk-overview"},{"uid":"nodes","folder_uid":null,"folder_title":null}],"total":2}"#
    )]
    #[case(args = r#"{"query":7.5}"#, error = "invalid_argument")]
    fn search_dashboards(
        state: &Grafana,
        args: SearchDashboards,
        _cx: &mut Context,
    ) -> Result<Page<DashboardHit>, ToolError> {
        let words = args.query.unwrap_or_default();
        let mut rows =
            state.dashboards.select(&|dashboard| contains_text(&[&dashboard.title], &words));
        rows.sort_by_key(|dashboard| dashboard.title.to_lowercase());
        let hits = rows.iter().map(|dashboard| DashboardHit {
            uid: dashboard.uid.clone(),
            title: dashboard.title.clone(),
            url: url_of(dashboard),
            tags: dashboard.tags.clone(),
            folder_uid: dashboard.folder_uid.clone(),
            folder_title: folder_title(state, dashboard.folder_uid.as_ref()),
        });
        Ok(Page::whole(hits.collect()))
    }
}

/// The label that holds the name of a metric.
const METRIC_LABEL: &str = "__name__";
/// The key of incident labels that name none.
const LABEL_KEY: &str = "tags";
/// Seconds in an hour.
const HOUR: i64 = 3_600;
/// How many lines a log query gives at most.
const LINES_MAX: i64 = 100;
/// How often a part of a regular expression may be told to come.
const REPEATS_MAX: usize = 1_000;
/// How deep the parts of a regular expression may nest.
const DEPTH_MAX: usize = 20;
/// How many letters a regular expression may have.
const REGEX_LETTERS_MAX: usize = 500;
/// How deep JSON in a line is read.
const JSON_DEPTH_MAX: usize = 8;

/// A page of a list. Zero means what a missing number means.
fn cut<T>(
    items: Vec<T>,
    limit: Option<i64>,
    usual: i64,
    page: Option<i64>,
) -> Result<Page<T>, ToolError> {
    let limit = Some(limit_or("limit", limit, usual)?);
    let page = page.filter(|page| *page != 0);
    let page = PageRequest { limit, page, ..PageRequest::default() }.cut(items)?;
    Ok(Page { next_cursor: None, ..page })
}

fn limit_or(name: &str, given: Option<i64>, usual: i64) -> Result<i64, ToolError> {
    match given.unwrap_or(0) {
        0 => Ok(usual),
        limit if limit > 0 => Ok(limit),
        _ => Err(ToolError::invalid_argument(format!("`{name}` must not be negative"))),
    }
}

fn size_of(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// An argument that the tool cannot do without, though its schema does not say so.
fn required<'a>(name: &str, given: Option<&'a str>) -> Result<&'a str, ToolError> {
    given
        .filter(|text| !text.trim().is_empty())
        .ok_or_else(|| ToolError::invalid_argument(format!("`{name}` is missing")))
}

fn check_order(start: Option<Timestamp>, end: Option<Timestamp>) -> Result<(), ToolError> {
    match (start, end) {
        (Some(start), Some(end)) if end < start => {
            Err(ToolError::invalid_argument("`endRfc3339` must not be before `startRfc3339`"))
        }
        _ => Ok(()),
    }
}

fn find_datasource(
    state: &Grafana,
    uid: &Key<Datasource>,
    kind: DatasourceType,
) -> Result<RowRef<Datasource>, ToolError> {
    let datasource = state.datasources.find(uid)?;
    if datasource.kind != kind {
        let (own, wanted) = (datasource.kind.as_str(), kind.as_str());
        let message = format!("the data source `{uid}` is of type `{own}`, not `{wanted}`");
        return Err(ToolError::failed_precondition(message));
    }
    Ok(datasource)
}

fn status_of(text: &str) -> Result<IncidentStatus, ToolError> {
    match text.trim().to_lowercase().as_str() {
        "active" => Ok(IncidentStatus::Active),
        "resolved" => Ok(IncidentStatus::Resolved),
        _ => Err(ToolError::invalid_argument("`status` is `active` or `resolved`")),
    }
}

fn severity_of(text: &str) -> Result<Severity, ToolError> {
    let wanted = text.trim().to_lowercase();
    let known = Severity::ALL.iter().find(|severity| severity.as_str() == wanted);
    known.copied().ok_or_else(|| {
        ToolError::invalid_argument("`severity` is `pending`, `critical`, `major` or `minor`")
    })
}

fn check_attachment(url: Option<&str>, caption: Option<&str>) -> Result<(), ToolError> {
    match url {
        Some(url) if !is_url(url) => {
            Err(ToolError::invalid_argument("`attachUrl` begins with https:// or http://"))
        }
        None if caption.is_some() => {
            Err(ToolError::invalid_argument("`attachCaption` goes with an `attachUrl` only"))
        }
        _ => Ok(()),
    }
}

fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty())
}

/// The addresses that a text names, without the punctuation after them.
fn urls_of(text: &str) -> Vec<String> {
    text.split_whitespace()
        .map(|word| word.trim_start_matches(['(', '<', '"']))
        .map(|word| word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '>', '"']))
        .filter(|word| is_url(word))
        .map(str::to_owned)
        .collect()
}

fn labels_of(given: Vec<IncidentLabelInput>) -> Result<Vec<IncidentLabel>, ToolError> {
    let mut labels: Vec<IncidentLabel> = Vec::new();
    for one in given {
        let label = required("label", one.label.as_deref())?.to_owned();
        let key = one.key.filter(|key| !key.is_empty()).unwrap_or_else(|| LABEL_KEY.to_owned());
        if labels.iter().any(|other| other.key == key && other.label == label) {
            continue;
        }
        let (color_hex, description) = (one.color_hex, one.description);
        labels.push(IncidentLabel { key, label, color_hex, description });
    }
    Ok(labels)
}

/// Puts something the current user did on the timeline of an incident.
fn add_activity(
    state: &mut Grafana,
    incident: &Key<Incident>,
    activity_kind: ActivityKind,
    body: &str,
    event_time: Timestamp,
    cx: &mut Context,
) -> Result<RowRef<Activity>, ToolError> {
    let user_id = state.account.find()?.user_id.clone();
    let id = state.activities.next_key(cx);
    state.activities.insert(Activity {
        id,
        incident_id: incident.clone(),
        activity_kind,
        body: body.to_owned(),
        urls: urls_of(body),
        user_id,
        event_time,
        created_time: cx.now(),
    })
}

/// The seconds from when an incident was declared until it was resolved, or until now.
fn duration_of(incident: &Incident, now: Timestamp) -> i64 {
    let end = incident.closed_time.unwrap_or(now).unix_seconds();
    end.saturating_sub(incident.created_time.unix_seconds()).max(0)
}

fn view_incident(incident: &Incident, now: Timestamp) -> IncidentView {
    IncidentView {
        id: incident.id.clone(),
        title: incident.title.clone(),
        status: incident.status,
        severity: incident.severity,
        is_drill: incident.is_drill,
        labels: incident.labels.clone(),
        room_prefix: incident.room_prefix.clone(),
        attach_url: incident.attach_url.clone(),
        attach_caption: incident.attach_caption.clone(),
        created_by: incident.created_by.clone(),
        created_time: incident.created_time,
        modified_time: incident.modified_time,
        closed_time: incident.closed_time,
        duration_seconds: duration_of(incident, now),
    }
}

fn view_activity(state: &Grafana, activity: &Activity) -> TimelineItem {
    let user = state.users.get(&activity.user_id);
    TimelineItem {
        id: activity.id.clone(),
        activity_kind: activity.activity_kind,
        body: activity.body.clone(),
        urls: activity.urls.clone(),
        username: user.map_or_else(String::new, |user| user.username.clone()),
        event_time: activity.event_time,
    }
}

fn view_user(user: &User) -> OncallUser {
    OncallUser {
        id: user.id.clone(),
        username: user.username.clone(),
        name: user.name.clone(),
        email: user.email.clone(),
        role: user.role,
    }
}

/// Those who are on call by a schedule at an instant. Overrides stand above every level.
fn oncall_at(state: &Grafana, schedule: &Schedule, at: Timestamp) -> BTreeSet<Key<User>> {
    let shifts = schedule.shift_ids.iter().filter_map(|id| state.shifts.get(id));
    let lasting: Vec<(i64, Vec<Key<User>>)> = shifts
        .map(|shift| (rank_of(shift), users_at(shift, at)))
        .filter(|(_, users)| !users.is_empty())
        .collect();
    let highest = lasting.iter().map(|(rank, _)| *rank).max();
    let counting = lasting.into_iter().filter(|(rank, _)| Some(*rank) == highest);
    counting.flat_map(|(_, users)| users).collect()
}

fn rank_of(shift: &Shift) -> i64 {
    if shift.kind == ShiftType::Override { i64::MAX } else { shift.level }
}

/// Those who are on call by a shift at an instant, none where it does not last then.
fn users_at(shift: &Shift, at: Timestamp) -> Vec<Key<User>> {
    let passed = at.unix_seconds().saturating_sub(shift.start.unix_seconds());
    let is_once = matches!(shift.kind, ShiftType::SingleEvent | ShiftType::Override);
    let step = match shift.frequency {
        Frequency::Hourly => HOUR,
        Frequency::Daily => 24 * HOUR,
        Frequency::Weekly => 7 * 24 * HOUR,
    };
    let step = step.saturating_mul(shift.interval.max(1));
    let turn = if is_once { 0 } else { passed.div_euclid(step) };
    let begin = shift.start.plus_seconds(turn.saturating_mul(step));
    let is_begun = passed >= 0 && shift.until.is_none_or(|until| begin <= until);
    if !is_begun || at >= begin.plus_seconds(shift.duration) {
        return Vec::new();
    }
    if shift.kind != ShiftType::RollingUsers {
        return shift.users.clone();
    }
    let turn = size_of(turn).checked_rem(shift.users.len());
    turn.and_then(|turn| shift.users.get(turn)).cloned().into_iter().collect()
}

fn folder_title(state: &Grafana, uid: Option<&Key<Folder>>) -> Option<String> {
    state.folders.get(uid?).map(|folder| folder.title.clone())
}

/// A title in lower case, with `-` between its words.
fn slug_of(title: &str) -> String {
    let title = title.to_lowercase();
    let words = title.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

fn url_of(dashboard: &Dashboard) -> String {
    format!("/d/{}/{}", dashboard.uid, slug_of(&dashboard.title))
}

fn summarize_rule(state: &Grafana, rule: &AlertRule) -> AlertRuleSummary {
    AlertRuleSummary {
        uid: rule.uid.clone(),
        title: rule.title.clone(),
        folder_uid: rule.folder_uid.clone(),
        folder_title: folder_title(state, Some(&rule.folder_uid)).unwrap_or_default(),
        rule_group: rule.rule_group.clone(),
        state: rule.state,
        labels: rule.labels.clone(),
    }
}

fn view_metadata(metadata: &MetricMetadata) -> MetadataView {
    MetadataView { kind: metadata.kind, help: metadata.help.clone(), unit: metadata.unit.clone() }
}

/// The value of a label; one that is missing is empty.
fn value_of<'a>(labels: &'a [Label], name: &str) -> &'a str {
    labels.iter().find(|label| label.name == name).map_or("", |label| label.value.as_str())
}

/// The value of a label of a series, whose metric is a label, too.
fn label_of<'a>(series: &'a MetricSeries, name: &str) -> &'a str {
    if name == METRIC_LABEL { &series.metric } else { value_of(&series.labels, name) }
}

/// Whether a series has samples between two instants; one that is missing is no bound.
fn has_samples(series: &MetricSeries, start: Option<Timestamp>, end: Option<Timestamp>) -> bool {
    start.is_none_or(|start| series.last_sample_at >= start)
        && end.is_none_or(|end| series.first_sample_at <= end)
}

/// Whether a series fits one of the selectors; without any, all do.
fn fits_any(selectors: &[Vec<LabelTest>], series: &MetricSeries) -> bool {
    let fits = |selector: &Vec<LabelTest>| is_selected(selector, &|name| label_of(series, name));
    selectors.is_empty() || selectors.iter().any(fits)
}

/// A stretch of time, both ends included.
type TimeSpan = std::ops::RangeInclusive<Timestamp>;

/// The last hour, unless a caller says otherwise.
fn loki_span(
    start: Option<Timestamp>,
    end: Option<Timestamp>,
    now: Timestamp,
) -> Result<TimeSpan, ToolError> {
    let (start, end) = (start.unwrap_or(now.plus_seconds(-HOUR)), end.unwrap_or(now));
    check_order(Some(start), Some(end))?;
    Ok(start..=end)
}

/// The streams that have lines in a stretch of time.
fn busy_streams(state: &Grafana, loki: &Key<Datasource>, span: TimeSpan) -> Vec<RowRef<LogStream>> {
    state.log_streams.select(&|stream| {
        let is_inside =
            |entry: &LogEntry| entry.stream_id == stream.id && span.contains(&entry.timestamp);
        stream.datasource_uid == *loki && state.log_entries.first(&is_inside).is_some()
    })
}

fn selected_streams(
    state: &Grafana,
    loki: &Key<Datasource>,
    selector: &[LabelTest],
) -> Vec<RowRef<LogStream>> {
    state.log_streams.select(&|stream| {
        stream.datasource_uid == *loki
            && is_selected(selector, &|name| value_of(&stream.labels, name))
    })
}

/// The lines of streams in a stretch of time, each with its stream.
fn entries_of(
    state: &Grafana,
    streams: &[RowRef<LogStream>],
    span: TimeSpan,
) -> Vec<(RowRef<LogStream>, RowRef<LogEntry>)> {
    let entries = state.log_entries.select(&|entry| span.contains(&entry.timestamp));
    let with_stream = entries.into_iter().filter_map(|entry| {
        let stream = streams.iter().find(|stream| stream.id == entry.stream_id)?;
        Some((stream.clone(), entry))
    });
    with_stream.collect()
}

/// A condition on a label.
struct LabelTest {
    name: String,
    test: TextTest,
}

/// A condition on a text.
enum TextTest {
    Is(String),
    IsNot(String),
    Fits(Regex),
    DoesNotFit(Regex),
}

impl TextTest {
    fn new(sign: &str, value: &str) -> Result<Self, ToolError> {
        match sign {
            "=" => Ok(Self::Is(value.to_owned())),
            "!=" => Ok(Self::IsNot(value.to_owned())),
            "=~" => Regex::parse(value).map(Self::Fits),
            "!~" => Regex::parse(value).map(Self::DoesNotFit),
            _ => Err(ToolError::invalid_argument(format!(
                "`{sign}` compares no labels; there are `=`, `!=`, `=~` and `!~`"
            ))),
        }
    }

    fn accepts(&self, text: &str) -> bool {
        match self {
            Self::Is(wanted) => text == wanted,
            Self::IsNot(unwanted) => text != unwanted,
            Self::Fits(regex) => regex.is_whole(text),
            Self::DoesNotFit(regex) => !regex.is_whole(text),
        }
    }
}

fn selectors_of(given: Option<Vec<SelectorInput>>) -> Result<Vec<Vec<LabelTest>>, ToolError> {
    let mut selectors = Vec::new();
    for selector in given.unwrap_or_default() {
        let mut tests = Vec::new();
        for filter in selector.filters.unwrap_or_default() {
            let test = TextTest::new(&filter.sign, &filter.value)?;
            tests.push(LabelTest { name: filter.name, test });
        }
        selectors.push(tests);
    }
    Ok(selectors)
}

/// Whether labels pass every condition.
fn is_selected<'a>(selector: &[LabelTest], label: &dyn Fn(&str) -> &'a str) -> bool {
    selector.iter().all(|one| one.test.accepts(label(&one.name)))
}

type Letters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// A regular expression of the common kind, without references back and without looking around.
struct Regex {
    whole: RegexPart,
    ignores_case: bool,
}

/// A part of a regular expression.
enum RegexPart {
    /// One letter of these ranges, or of none of them.
    Letter {
        ranges: Vec<(char, char)>,
        is_negated: bool,
    },
    Start,
    End,
    Sequence(Vec<RegexPart>),
    Either(Vec<RegexPart>),
    Repeat {
        part: Box<RegexPart>,
        least: usize,
        most: usize,
    },
}

fn bad_regex(problem: &str) -> ToolError {
    ToolError::invalid_argument(format!("the regular expression cannot be read: {problem}"))
}

impl Regex {
    fn parse(text: &str) -> Result<Self, ToolError> {
        if text.chars().count() > REGEX_LETTERS_MAX {
            return Err(bad_regex("it is too long"));
        }
        let ignores_case = text.starts_with("(?i)");
        let mut letters = text.strip_prefix("(?i)").unwrap_or(text).chars().peekable();
        let whole = parse_either(&mut letters, 0)?;
        match letters.next() {
            None => Ok(Self { whole, ignores_case }),
            Some(_) => Err(bad_regex("a parenthesis closes that was not opened")),
        }
    }

    /// Whether it fits a whole text.
    fn is_whole(&self, text: &str) -> bool {
        let letters: Vec<char> = text.chars().collect();
        self.reach(&self.whole, &letters, &BTreeSet::from([0])).contains(&letters.len())
    }

    /// Whether it fits a part of a text.
    fn is_in(&self, text: &str) -> bool {
        let letters: Vec<char> = text.chars().collect();
        !self.reach(&self.whole, &letters, &(0..=letters.len()).collect()).is_empty()
    }

    /// The places up to which a part can be read from one of some places.
    fn reach(&self, part: &RegexPart, text: &[char], from: &BTreeSet<usize>) -> BTreeSet<usize> {
        match part {
            RegexPart::Letter { ranges, is_negated } => {
                let fits = |letter: &char| self.is_in_ranges(*letter, ranges) != *is_negated;
                let read = from.iter().filter(|place| text.get(**place).is_some_and(fits));
                read.map(|place| place.saturating_add(1)).collect()
            }
            RegexPart::Start => from.iter().copied().filter(|place| *place == 0).collect(),
            RegexPart::End => from.iter().copied().filter(|place| *place == text.len()).collect(),
            RegexPart::Sequence(parts) => {
                parts.iter().fold(from.clone(), |places, part| self.reach(part, text, &places))
            }
            RegexPart::Either(parts) => {
                parts.iter().flat_map(|part| self.reach(part, text, from)).collect()
            }
            RegexPart::Repeat { part, least, most } => {
                let mut places = from.clone();
                for _ in 0..*least {
                    let next = self.reach(part, text, &places);
                    if next == places {
                        break;
                    }
                    places = next;
                }
                // Places that were reached before lead nowhere new.
                let mut reached = places.clone();
                for _ in *least..*most {
                    places = self.reach(part, text, &places);
                    places.retain(|place| reached.insert(*place));
                    if places.is_empty() {
                        break;
                    }
                }
                reached
            }
        }
    }

    fn is_in_ranges(&self, letter: char, ranges: &[(char, char)]) -> bool {
        let holds = |letter: char| ranges.iter().any(|(from, to)| (*from..=*to).contains(&letter));
        holds(letter)
            || self.ignores_case
                && (letter.to_lowercase().any(holds) || letter.to_uppercase().any(holds))
    }
}

/// `a|b`, up to a closing parenthesis or the end.
fn parse_either(letters: &mut Letters<'_>, depth: usize) -> Result<RegexPart, ToolError> {
    if depth > DEPTH_MAX {
        return Err(bad_regex("it nests too deep"));
    }
    let mut parts = vec![parse_sequence(letters, depth)?];
    while letters.next_if_eq(&'|').is_some() {
        parts.push(parse_sequence(letters, depth)?);
    }
    Ok(RegexPart::Either(parts))
}

fn parse_sequence(letters: &mut Letters<'_>, depth: usize) -> Result<RegexPart, ToolError> {
    let mut parts = Vec::new();
    while let Some(letter) = letters.next_if(|letter| !matches!(letter, '|' | ')')) {
        let part = parse_part(letter, letters, depth)?;
        parts.push(parse_count(part, letters)?);
    }
    Ok(RegexPart::Sequence(parts))
}

/// The part that begins with a letter, without how often it comes.
fn parse_part(
    letter: char,
    letters: &mut Letters<'_>,
    depth: usize,
) -> Result<RegexPart, ToolError> {
    Ok(match letter {
        '^' => RegexPart::Start,
        '$' => RegexPart::End,
        '.' => RegexPart::Letter { ranges: vec![('\n', '\n')], is_negated: true },
        '[' => parse_class(letters)?,
        '(' => {
            if letters.next_if_eq(&'?').is_some() && letters.next() != Some(':') {
                return Err(bad_regex("groups are written `(..)` or `(?:..)`"));
            }
            let inside = parse_either(letters, depth.saturating_add(1))?;
            if letters.next() != Some(')') {
                return Err(bad_regex("a parenthesis is not closed"));
            }
            inside
        }
        '*' | '+' | '?' => return Err(bad_regex(&format!("nothing stands before `{letter}`"))),
        '\\' => {
            let (ranges, is_negated) = escaped(letters.next())?;
            RegexPart::Letter { ranges, is_negated }
        }
        _ => RegexPart::Letter { ranges: vec![(letter, letter)], is_negated: false },
    })
}

/// The letters that an escape stands for, or those that it does not.
fn escaped(letter: Option<char>) -> Result<(Vec<(char, char)>, bool), ToolError> {
    let letter = letter.ok_or_else(|| bad_regex("it ends with `\\`"))?;
    let ranges = match letter.to_ascii_lowercase() {
        'd' => vec![('0', '9')],
        'w' => vec![('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
        's' => vec![('\t', '\n'), ('\r', '\r'), (' ', ' ')],
        _ => Vec::new(),
    };
    match letter {
        _ if !ranges.is_empty() => Ok((ranges, letter.is_ascii_uppercase())),
        'n' => Ok((vec![('\n', '\n')], false)),
        't' => Ok((vec![('\t', '\t')], false)),
        'r' => Ok((vec![('\r', '\r')], false)),
        _ if letter.is_alphanumeric() => Err(bad_regex(&format!("`\\{letter}` is not understood"))),
        _ => Ok((vec![(letter, letter)], false)),
    }
}

/// `[a-z_]`, after its first bracket.
fn parse_class(letters: &mut Letters<'_>) -> Result<RegexPart, ToolError> {
    let is_negated = letters.next_if_eq(&'^').is_some();
    let mut ranges: Vec<(char, char)> = Vec::new();
    while let Some(letter) = letters.next() {
        match letter {
            ']' if !ranges.is_empty() => return Ok(RegexPart::Letter { ranges, is_negated }),
            '\\' => match escaped(letters.next())? {
                (more, false) => ranges.extend(more),
                _ => return Err(bad_regex("`\\D`, `\\S` and `\\W` do not go inside brackets")),
            },
            from if letters.next_if_eq(&'-').is_some() => match letters.next_if(|to| *to != ']') {
                Some(to) if from <= to => ranges.push((from, to)),
                Some(_) => return Err(bad_regex("a range ends before it begins")),
                None => ranges.extend([(from, from), ('-', '-')]),
            },
            plain => ranges.push((plain, plain)),
        }
    }
    Err(bad_regex("a bracket is not closed"))
}

/// A part with the `*`, `+`, `?` or `{2,5}` that follows it.
fn parse_count(part: RegexPart, letters: &mut Letters<'_>) -> Result<RegexPart, ToolError> {
    let (least, most) = match letters.peek() {
        Some('*') => (0, usize::MAX),
        Some('+') => (1, usize::MAX),
        Some('?') => (0, 1),
        Some('{') => {
            let inside: String =
                std::iter::from_fn(|| letters.next_if(|letter| *letter != '}')).collect();
            bounds_of(inside.trim_start_matches('{'))
                .filter(|(least, most)| least <= most && *least <= REPEATS_MAX)
                .filter(|_| letters.peek() == Some(&'}'))
                .ok_or_else(|| bad_regex("counts are written `{2}`, `{2,}` or `{2,5}`"))?
        }
        _ => return Ok(part),
    };
    letters.next();
    // How much a part takes of what it could take makes no difference for whether it fits.
    letters.next_if_eq(&'?');
    Ok(RegexPart::Repeat { part: Box::new(part), least, most })
}

/// Reads `2`, `2,` or `2,5`.
fn bounds_of(text: &str) -> Option<(usize, usize)> {
    match text.split_once(',') {
        None => text.parse().ok().map(|count| (count, count)),
        Some((least, "")) => Some((least.parse().ok()?, usize::MAX)),
        Some((least, most)) => Some((least.parse().ok()?, most.parse().ok()?)),
    }
}

/// A query for lines, read.
struct LogQuery {
    selector: Vec<LabelTest>,
    steps: Vec<Step>,
}

/// What a query does with each line of its streams.
enum Step {
    /// Keeps lines that hold a text, or those that do not.
    Holds(String, bool),
    /// Keeps lines in which a regular expression is found, or is not.
    Finds(Regex, bool),
    ReadJson,
    ReadLogfmt,
    /// Keeps lines with such a label.
    Label(LabelTest),
    /// Keeps lines with a label that is a number on this side of another.
    Number {
        name: String,
        sign: String,
        than: f64,
    },
}

fn bad_query(problem: &str) -> ToolError {
    ToolError::invalid_argument(format!("the query cannot be read: {problem}"))
}

impl LogQuery {
    /// Reads `{app="shop"} |= "error" | logfmt | status >= 500`.
    fn parse(text: &str) -> Result<Self, ToolError> {
        let mut letters = text.trim().chars().peekable();
        if letters.next() != Some('{') {
            return Err(bad_query(
                "it begins with a selector such as `{app=\"shop\"}`; metric queries are not \
                 understood",
            ));
        }
        let selector = parse_selector(&mut letters)?;
        if selector.iter().all(|one| one.test.accepts("")) {
            return Err(bad_query("the selector has no condition that an empty label fails"));
        }
        let mut steps = Vec::new();
        skip_blanks(&mut letters);
        while letters.peek().is_some() {
            steps.push(parse_step(&mut letters)?);
            skip_blanks(&mut letters);
        }
        Ok(Self { selector, steps })
    }

    /// A line as the query gives it, unless a step drops it.
    fn read(&self, stream: &LogStream, entry: &LogEntry) -> Option<LogLine> {
        let labels = stream.labels.iter().map(|label| (label.name.clone(), label.value.clone()));
        let mut labels: BTreeMap<String, String> = labels.collect();
        for step in &self.steps {
            if !step.keeps(&entry.line, &mut labels) {
                return None;
            }
        }
        Some(LogLine { timestamp: entry.timestamp, line: entry.line.clone(), labels })
    }
}

impl Step {
    /// Whether a line stays; what is read out of it joins its labels.
    fn keeps(&self, line: &str, labels: &mut BTreeMap<String, String>) -> bool {
        match self {
            Self::Holds(text, is_wanted) => line.contains(text.as_str()) == *is_wanted,
            Self::Finds(regex, is_wanted) => regex.is_in(line) == *is_wanted,
            Self::Label(one) => one.test.accepts(text_at(labels, &one.name)),
            Self::Number { name, sign, than } => {
                text_at(labels, name).parse::<f64>().is_ok_and(|value| compares(value, sign, *than))
            }
            Self::ReadJson => {
                match serde_json::from_str::<serde_json::Value>(line) {
                    Ok(value) => add_json(labels, "", &value, 0),
                    Err(_) => add_label(labels, "__error__", "JSONParserErr"),
                }
                true
            }
            Self::ReadLogfmt => {
                for (name, value) in logfmt_of(line) {
                    add_label(labels, &name, &value);
                }
                true
            }
        }
    }
}

/// The text of a label; one that is missing is empty.
fn text_at<'a>(labels: &'a BTreeMap<String, String>, name: &str) -> &'a str {
    labels.get(name).map_or("", String::as_str)
}

fn compares(value: f64, sign: &str, than: f64) -> bool {
    match sign {
        "=" => value == than,
        "!=" => value != than,
        ">" => value > than,
        ">=" => value >= than,
        "<" => value < than,
        _ => value <= than,
    }
}

/// Adds what was read out of a line; a label of the stream keeps its name.
fn add_label(labels: &mut BTreeMap<String, String>, name: &str, value: &str) {
    let name =
        if labels.contains_key(name) { format!("{name}_extracted") } else { name.to_owned() };
    labels.insert(name, value.to_owned());
}

/// Adds the members of an object, those of objects inside it with both names: `run_id`.
fn add_json(
    labels: &mut BTreeMap<String, String>,
    prefix: &str,
    value: &serde_json::Value,
    depth: usize,
) {
    match value {
        serde_json::Value::Object(members) if depth < JSON_DEPTH_MAX => {
            for (name, member) in members {
                let plain = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
                let name = if prefix.is_empty() { plain } else { format!("{prefix}_{plain}") };
                add_json(labels, &name, member, depth.saturating_add(1));
            }
        }
        _ if prefix.is_empty() => {}
        serde_json::Value::String(text) => add_label(labels, prefix, text),
        serde_json::Value::Number(_) | serde_json::Value::Bool(_) => {
            add_label(labels, prefix, &value.to_string());
        }
        _ => {}
    }
}

/// The pairs of a line such as `level=error msg="timed out"`.
fn logfmt_of(line: &str) -> Vec<(String, String)> {
    let mut letters = line.chars().peekable();
    let mut pairs = Vec::new();
    while letters.peek().is_some() {
        skip_blanks(&mut letters);
        let name = read_while(&mut letters, |letter| !letter.is_whitespace() && letter != '=');
        if letters.next_if_eq(&'=').is_none() {
            continue;
        }
        let value = match letters.next_if_eq(&'"') {
            Some(_) => read_quoted(&mut letters, '"').unwrap_or_default(),
            None => read_while(&mut letters, |letter| !letter.is_whitespace()),
        };
        if !name.is_empty() {
            pairs.push((name, value));
        }
    }
    pairs
}

/// The conditions of a selector, after its first brace.
fn parse_selector(letters: &mut Letters<'_>) -> Result<Vec<LabelTest>, ToolError> {
    let mut tests = Vec::new();
    skip_blanks(letters);
    while letters.next_if_eq(&'}').is_none() {
        tests.push(parse_label(letters)?);
        skip_blanks(letters);
        if letters.next_if_eq(&',').is_some() {
            skip_blanks(letters);
        } else if letters.peek() != Some(&'}') {
            return Err(bad_query("a `,` or `}` is missing in the selector"));
        }
    }
    Ok(tests)
}

fn parse_label(letters: &mut Letters<'_>) -> Result<LabelTest, ToolError> {
    let name = read_name(letters)?;
    let sign = read_sign(letters);
    let value = read_text(letters)?;
    Ok(LabelTest { name, test: TextTest::new(&sign, &value)? })
}

/// One step of a query, from its first letter on.
fn parse_step(letters: &mut Letters<'_>) -> Result<Step, ToolError> {
    let sign: String = letters.by_ref().take(1).collect();
    let after = letters.next_if(|letter| matches!(letter, '=' | '~'));
    match (sign.as_str(), after) {
        ("|", Some('=')) => Ok(Step::Holds(read_text(letters)?, true)),
        ("!", Some('=')) => Ok(Step::Holds(read_text(letters)?, false)),
        ("|", Some('~')) => Ok(Step::Finds(Regex::parse(&read_text(letters)?)?, true)),
        ("!", Some('~')) => Ok(Step::Finds(Regex::parse(&read_text(letters)?)?, false)),
        ("|", _) => parse_stage(letters),
        _ => Err(bad_query("after the selector stand `|=`, `!=`, `|~`, `!~` or `|`")),
    }
}

/// What stands after a `|`: `json`, `logfmt`, or a condition on a label.
fn parse_stage(letters: &mut Letters<'_>) -> Result<Step, ToolError> {
    let name = read_name(letters)?;
    let sign = read_sign(letters);
    match (name.as_str(), sign.as_str()) {
        ("json", "") => return Ok(Step::ReadJson),
        ("logfmt", "") => return Ok(Step::ReadLogfmt),
        (_, "") => return Err(bad_query(&format!("the step `{name}` is not understood"))),
        _ => {}
    }
    skip_blanks(letters);
    if matches!(letters.peek(), Some('"' | '`')) {
        let value = read_text(letters)?;
        return Ok(Step::Label(LabelTest { name, test: TextTest::new(&sign, &value)? }));
    }
    let sign = if sign == "==" { "=".to_owned() } else { sign };
    let digits = read_while(letters, |letter| !letter.is_whitespace() && letter != '|');
    match digits.parse::<f64>() {
        Ok(than) if matches!(sign.as_str(), "=" | "!=" | ">" | ">=" | "<" | "<=") => {
            Ok(Step::Number { name, sign, than })
        }
        _ => Err(bad_query(&format!("`{name}` is compared with no text and no number"))),
    }
}

fn skip_blanks(letters: &mut Letters<'_>) {
    read_while(letters, char::is_whitespace);
}

fn read_while(letters: &mut Letters<'_>, keep: impl Fn(char) -> bool) -> String {
    std::iter::from_fn(|| letters.next_if(|letter| keep(*letter))).collect()
}

fn read_name(letters: &mut Letters<'_>) -> Result<String, ToolError> {
    skip_blanks(letters);
    let name = read_while(letters, |letter| letter.is_ascii_alphanumeric() || letter == '_');
    if name.is_empty() {
        return Err(bad_query("the name of a label is missing"));
    }
    Ok(name)
}

/// The sign of a comparison, or nothing.
fn read_sign(letters: &mut Letters<'_>) -> String {
    skip_blanks(letters);
    read_while(letters, |letter| matches!(letter, '=' | '!' | '~' | '<' | '>'))
}

/// A text in quotes or backticks.
fn read_text(letters: &mut Letters<'_>) -> Result<String, ToolError> {
    skip_blanks(letters);
    match letters.next() {
        Some(quote @ ('"' | '`')) => {
            read_quoted(letters, quote).ok_or_else(|| bad_query("a text is not closed"))
        }
        _ => Err(bad_query("a text in quotes is missing")),
    }
}

/// What stands before a closing quote. Escapes count between quotes, not between backticks.
fn read_quoted(letters: &mut Letters<'_>, quote: char) -> Option<String> {
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            _ if letter == quote => return Some(text),
            '\\' if quote == '"' => match letters.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                other => text.push(other),
            },
            _ => text.push(letter),
        }
    }
    None
}

/// A shop with one incident open, a firing alert and three people on call.
pub const FIXTURE: &str = r##"{
    "account": {"user_id": "U001"},
    "folders": {
        "fld-checkout": {"uid": "fld-checkout", "title": "Checkout"},
        "fld-platform": {"uid": "fld-platform", "title": "Platform"}
    },
    "dashboards": {
        "chk-overview": {"uid": "chk-overview", "title": "Checkout: overview", "description": "Orders and errors", "folder_uid": "fld-checkout", "tags": ["shop"], "panels": [{"id": 1, "title": "Errors", "type": "timeseries", "datasource_uid": "prom-main", "queries": ["sum(rate(http_requests_total{code=\"500\"}[5m]))"]}], "version": 3, "created_by": "U001", "created": "2025-10-01T09:00:00Z", "updated": "2026-01-15T09:00:00Z"},
        "nodes": {"uid": "nodes", "title": "Nodes", "description": null, "folder_uid": null, "tags": [], "panels": [], "version": 1, "created_by": null, "created": "2025-09-01T09:00:00Z", "updated": "2025-09-01T09:00:00Z"}
    },
    "datasources": {
        "prom-main": {"uid": "prom-main", "name": "Prometheus", "type": "prometheus", "url": "http://prometheus:9090", "access": "proxy", "is_default": true, "read_only": false, "json_data": {"httpMethod": "POST"}},
        "loki-main": {"uid": "loki-main", "name": "Loki", "type": "loki", "url": "http://loki:3100", "access": "proxy", "is_default": false, "read_only": true, "json_data": {}},
        "traces": {"uid": "traces", "name": "Traces", "type": "tempo", "url": "http://tempo:3200", "access": "proxy", "is_default": false, "read_only": false, "json_data": {}}
    },
    "metric_metadata": {
        "1": {"id": 1, "datasource_uid": "prom-main", "metric": "http_requests_total", "type": "counter", "help": "Requests served", "unit": ""},
        "2": {"id": 2, "datasource_uid": "prom-main", "metric": "http_requests_total", "type": "counter", "help": "All requests", "unit": ""},
        "3": {"id": 3, "datasource_uid": "prom-main", "metric": "up", "type": "gauge", "help": "", "unit": ""},
        "4": {"id": 4, "datasource_uid": "prom-main", "metric": "process_cpu_seconds_total", "type": "counter", "help": "Time on the processor", "unit": "seconds"}
    },
    "metric_series": {
        "1": {"id": 1, "datasource_uid": "prom-main", "metric": "http_requests_total", "labels": [{"name": "job", "value": "checkout"}, {"name": "instance", "value": "web-1"}, {"name": "code", "value": "500"}], "first_sample_at": "2026-01-01T00:00:00Z", "last_sample_at": "2026-02-25T06:13:00Z"},
        "2": {"id": 2, "datasource_uid": "prom-main", "metric": "http_requests_total", "labels": [{"name": "job", "value": "catalog"}, {"name": "instance", "value": "web-2"}, {"name": "code", "value": "200"}], "first_sample_at": "2026-01-01T00:00:00Z", "last_sample_at": "2026-02-25T06:13:00Z"},
        "3": {"id": 3, "datasource_uid": "prom-main", "metric": "up", "labels": [{"name": "job", "value": "checkout"}, {"name": "instance", "value": "web-1"}], "first_sample_at": "2026-01-01T00:00:00Z", "last_sample_at": "2026-02-25T06:13:00Z"},
        "4": {"id": 4, "datasource_uid": "prom-main", "metric": "process_cpu_seconds_total", "labels": [{"name": "job", "value": "batch"}], "first_sample_at": "2026-01-01T00:00:00Z", "last_sample_at": "2026-01-31T00:00:00Z"}
    },
    "log_streams": {
        "1": {"id": 1, "datasource_uid": "loki-main", "labels": [{"name": "app", "value": "checkout"}, {"name": "env", "value": "prod"}]},
        "2": {"id": 2, "datasource_uid": "loki-main", "labels": [{"name": "app", "value": "catalog"}, {"name": "env", "value": "staging"}]},
        "3": {"id": 3, "datasource_uid": "loki-main", "labels": [{"name": "app", "value": "batch"}, {"name": "job", "value": "import"}]}
    },
    "log_entries": {
        "1": {"id": 1, "stream_id": 1, "timestamp": "2026-02-25T06:00:00Z", "line": "level=error status=504 msg=\"gateway timed out\""},
        "2": {"id": 2, "stream_id": 1, "timestamp": "2026-02-25T06:05:00Z", "line": "level=info status=201 msg=\"order confirmed\""},
        "3": {"id": 3, "stream_id": 2, "timestamp": "2026-02-25T05:50:00Z", "line": "cache miss rate is high"},
        "4": {"id": 4, "stream_id": 3, "timestamp": "2026-02-24T10:00:00Z", "line": "{\"level\":\"warn\",\"run\":{\"id\":17}}"}
    },
    "alert_rules": {
        "rule-errors": {"uid": "rule-errors", "title": "High error rate", "folder_uid": "fld-checkout", "rule_group": "checkout", "condition": "B", "data": [{"ref_id": "A", "datasource_uid": "prom-main", "expression": "sum(rate(http_requests_total{code=\"500\"}[5m]))"}, {"ref_id": "B", "datasource_uid": null, "expression": "$A > 1"}], "no_data_state": "NoData", "exec_err_state": "Error", "for": "5m", "labels": [{"name": "team", "value": "checkout"}, {"name": "severity", "value": "critical"}], "annotations": {"summary": "Many orders fail"}, "is_paused": false, "state": "firing", "updated": "2026-02-25T06:00:00Z"},
        "rule-disk": {"uid": "rule-disk", "title": "Disk is almost full", "folder_uid": "fld-platform", "rule_group": "nodes", "condition": "A", "data": [], "no_data_state": "OK", "exec_err_state": "Error", "for": "15m", "labels": [{"name": "team", "value": "platform"}, {"name": "severity", "value": "warning"}], "annotations": {}, "is_paused": false, "state": "inactive", "updated": "2026-01-25T06:00:00Z"},
        "rule-catalog": {"uid": "rule-catalog", "title": "Slow catalog", "folder_uid": "fld-checkout", "rule_group": "catalog", "condition": "A", "data": [], "no_data_state": "NoData", "exec_err_state": "Alerting", "for": "10m", "labels": [{"name": "team", "value": "catalog"}], "annotations": {}, "is_paused": false, "state": "pending", "updated": "2026-02-20T06:00:00Z"}
    },
    "contact_points": {
        "cp-mail": {"uid": "cp-mail", "name": "Platform mail", "type": "email", "settings": {"addresses": "platform@lumen.example"}, "disable_resolve_message": false},
        "cp-slack": {"uid": "cp-slack", "name": "Checkout room", "type": "slack", "settings": {"recipient": "checkout"}, "disable_resolve_message": false},
        "cp-pager": {"uid": "cp-pager", "name": "Checkout room", "type": "pagerduty", "settings": {}, "disable_resolve_message": true}
    },
    "teams": {
        "T001": {"id": "T001", "name": "Platform", "email": "platform@lumen.example"},
        "T002": {"id": "T002", "name": "Checkout", "email": null}
    },
    "users": {
        "U001": {"id": "U001", "username": "amara", "name": "Amara Diallo", "email": "amara@lumen.example", "role": "admin", "team_ids": ["T001", "T002"]},
        "U002": {"id": "U002", "username": "jonas", "name": "Jonas Lind", "email": "jonas@lumen.example", "role": "user", "team_ids": ["T001"]},
        "U003": {"id": "U003", "username": "lea", "name": "Lea Moreau", "email": "lea@lumen.example", "role": "user", "team_ids": ["T002"]}
    },
    "schedules": {
        "S001": {"id": "S001", "name": "Platform primary", "type": "web", "team_id": "T001", "time_zone": "UTC", "shift_ids": ["O001", "O002"]},
        "S002": {"id": "S002", "name": "Checkout nights", "type": "web", "team_id": "T002", "time_zone": "Europe/Paris", "shift_ids": ["O003", "O005"]},
        "S003": {"id": "S003", "name": "Platform secondary", "type": "calendar", "team_id": "T001", "time_zone": "UTC", "shift_ids": ["O001", "O004"]}
    },
    "shifts": {
        "O001": {"id": "O001", "name": "Weeks in turn", "type": "rolling_users", "team_id": "T001", "level": 0, "start": "2026-02-02T08:00:00Z", "duration": 604800, "frequency": "weekly", "interval": 1, "until": null, "users": ["U001", "U002"]},
        "O002": {"id": "O002", "name": "Jonas is at the dentist", "type": "override", "team_id": "T001", "level": 0, "start": "2026-02-25T06:00:00Z", "duration": 7200, "frequency": "weekly", "interval": 1, "until": null, "users": ["U003"]},
        "O003": {"id": "O003", "name": "Nights", "type": "recurrent_event", "team_id": "T002", "level": 1, "start": "2026-02-20T20:00:00Z", "duration": 43200, "frequency": "daily", "interval": 1, "until": null, "users": ["U001", "U003"]},
        "O004": {"id": "O004", "name": "New year", "type": "single_event", "team_id": "T001", "level": 5, "start": "2026-01-01T00:00:00Z", "duration": 86400, "frequency": "daily", "interval": 1, "until": null, "users": ["U001"]},
        "O005": {"id": "O005", "name": "Whole days", "type": "recurrent_event", "team_id": "T002", "level": 0, "start": "2026-02-20T00:00:00Z", "duration": 86400, "frequency": "daily", "interval": 1, "until": null, "users": ["U002"]}
    },
    "incidents": {
        "1": {"id": "1", "title": "Orders fail at the gateway", "status": "active", "severity": "major", "is_drill": false, "labels": [{"key": "tags", "label": "checkout", "colorHex": "#ff0000", "description": null}], "room_prefix": null, "attach_url": null, "attach_caption": null, "created_by": "U001", "created_time": "2026-02-25T06:00:00Z", "modified_time": "2026-02-25T06:00:00Z", "closed_time": null},
        "2": {"id": "2", "title": "Checkout is slow", "status": "resolved", "severity": "minor", "is_drill": false, "labels": [], "room_prefix": null, "attach_url": null, "attach_caption": null, "created_by": "U002", "created_time": "2026-02-10T10:00:00Z", "modified_time": "2026-02-10T11:30:00Z", "closed_time": "2026-02-10T11:30:00Z"},
        "3": {"id": "3", "title": "Practice: lost region", "status": "active", "severity": "pending", "is_drill": true, "labels": [], "room_prefix": "drill", "attach_url": null, "attach_caption": null, "created_by": "U003", "created_time": "2026-02-24T09:00:00Z", "modified_time": "2026-02-24T09:00:00Z", "closed_time": null}
    },
    "activities": {
        "activity-1": {"id": "activity-1", "incident_id": "1", "activity_kind": "incidentCreated", "body": "Orders fail at the gateway", "urls": [], "user_id": "U001", "event_time": "2026-02-25T06:00:00Z", "created_time": "2026-02-25T06:00:00Z"},
        "activity-2": {"id": "activity-2", "incident_id": "2", "activity_kind": "userNote", "body": "The cache was cold", "urls": [], "user_id": "U002", "event_time": "2026-02-10T10:20:00Z", "created_time": "2026-02-10T10:21:00Z"},
        "activity-3": {"id": "activity-3", "incident_id": "2", "activity_kind": "incidentCreated", "body": "Checkout is slow", "urls": [], "user_id": "U002", "event_time": "2026-02-10T10:00:00Z", "created_time": "2026-02-10T10:00:00Z"}
    }
}"##;
