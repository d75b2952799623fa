//! Datadog: what hosts and services report, the monitors that watch it, and the downtimes that
//! keep monitors quiet.
//!
//! Metrics, logs, spans, events and incidents come from outside, so tools only read them. Whether
//! a host is muted is not stored but follows from downtimes: it is while one is active whose scope
//! is just this host. APM services, operations and resources are what spans name. Logs, spans and
//! events are searched in one language. Times are in UTC.

/// One organization.
#[derive(State)]
pub struct Datadog {
    pub account: One<Account>,
    pub users: Table<User>,
    pub incidents: Table<Incident>,
    pub metrics: Table<Metric>,
    pub metric_series: Table<MetricSeries>,
    pub logs: Table<Log>,
    pub spans: Table<Span>,
    pub events: Table<Event>,
    pub hosts: Table<Host>,
    pub monitors: Table<Monitor>,
    pub downtimes: Table<Downtime>,
    pub dashboards: Table<Dashboard>,
    pub notebooks: Table<Notebook>,
}

/// Whose keys are used.
#[derive(Entity)]
pub struct Account {
    pub user_handle: Key<User>,
}

/// Someone of the organization, known by the address that they sign in with.
#[derive(Entity)]
pub struct User {
    #[entity(key, email)]
    pub handle: Key<User>,
    #[entity(len = 1..=100, person)]
    pub name: String,
}

/// Something that went wrong and is worked on.
#[derive(Entity)]
pub struct Incident {
    #[entity(key, uuid)]
    pub id: Key<Incident>,
    /// The number that people call it by.
    #[entity(unique, range = 1..=9_999_999)]
    pub public_id: i64,
    #[entity(len = 1..=500, title)]
    pub title: String,
    #[entity(default = IncidentState::Active)]
    pub state: IncidentState,
    #[entity(default = Severity::Unknown)]
    pub severity: Severity,
    #[entity(default)]
    pub customer_impacted: bool,
    #[entity(body)]
    pub customer_impact_scope: Option<String>,
    #[entity(on_delete = clear)]
    pub commander: Option<Key<User>>,
    #[entity(created)]
    pub created: Timestamp,
    #[entity(updated)]
    pub modified: Timestamp,
    pub resolved: Option<Timestamp>,
}

/// Where an incident stands.
#[derive(Choice)]
pub enum IncidentState {
    Active,
    Stable,
    Resolved,
    Completed,
}

/// How bad an incident is, the worst first.
#[derive(Choice)]
pub enum Severity {
    #[choice(rename = "SEV-1")]
    Sev1,
    #[choice(rename = "SEV-2")]
    Sev2,
    #[choice(rename = "SEV-3")]
    Sev3,
    #[choice(rename = "SEV-4")]
    Sev4,
    #[choice(rename = "SEV-5")]
    Sev5,
    #[choice(rename = "UNKNOWN")]
    Unknown,
}

/// What is known of a metric.
#[derive(Entity)]
pub struct Metric {
    #[entity(key, slug, len = 1..=200, pattern = "^[a-zA-Z][a-zA-Z0-9_.]*$")]
    pub name: Key<Metric>,
    #[entity(rename = "type", default = MetricType::Gauge)]
    pub kind: MetricType,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(title)]
    pub short_name: Option<String>,
    /// What is counted, such as `byte`.
    #[entity(slug)]
    pub unit: Option<String>,
    /// What it is counted by, such as `second`.
    #[entity(slug)]
    pub per_unit: Option<String>,
    #[entity(slug)]
    pub integration: Option<String>,
    /// Seconds between two points, where StatsD sends them.
    #[entity(range = 1..=3_600)]
    pub statsd_interval: Option<i64>,
}

/// How the points of a metric are to be read.
#[derive(Choice)]
pub enum MetricType {
    Gauge,
    Count,
    Rate,
    Distribution,
}

/// A metric as one source reports it.
#[derive(Entity)]
pub struct MetricSeries {
    #[entity(key, sequence)]
    pub id: IntKey<MetricSeries>,
    #[entity(on_delete = cascade)]
    pub metric: Key<Metric>,
    #[entity(on_delete = cascade)]
    pub host: Option<Key<Host>>,
    #[entity(tag)]
    pub tags: Vec<String>,
    /// When its latest point came.
    pub last_seen: Timestamp,
}

/// A line that a service wrote.
#[derive(Entity)]
pub struct Log {
    #[entity(key, token("AwAAA", 16))]
    pub id: Key<Log>,
    pub timestamp: Timestamp,
    #[entity(slug)]
    pub service: String,
    #[entity(default = LogStatus::Info)]
    pub status: LogStatus,
    #[entity(on_delete = clear)]
    pub host: Option<Key<Host>>,
    /// The technology that wrote it, such as `nginx`.
    #[entity(slug)]
    pub source: Option<String>,
    #[entity(body)]
    pub message: String,
    #[entity(tag)]
    pub tags: Vec<String>,
    /// What was read out of the line, such as `http.status_code`; searched as `@http.status_code`.
    pub attributes: BTreeMap<String, String>,
}

/// How serious a line is.
#[derive(Choice)]
pub enum LogStatus {
    Debug,
    Info,
    Notice,
    Warn,
    Error,
    Critical,
}

/// A piece of work that a service did as a part of a trace.
#[derive(Entity)]
pub struct Span {
    #[entity(key, token("", 16))]
    pub span_id: Key<Span>,
    /// What all spans of one request share.
    #[entity(pattern = "^[0-9a-f]{16,32}$")]
    pub trace_id: String,
    /// The span that caused it, which may not have been kept; missing for the first of a trace.
    #[entity(loose)]
    pub parent_id: Option<Key<Span>>,
    #[entity(slug)]
    pub service: String,
    #[entity(slug)]
    pub operation_name: String,
    #[entity(path)]
    pub resource_name: String,
    #[entity(default = SpanKind::Internal)]
    pub span_kind: SpanKind,
    #[entity(default = SpanStatus::Ok)]
    pub status: SpanStatus,
    #[entity(on_delete = clear)]
    pub host: Option<Key<Host>>,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub timestamp: Timestamp,
    /// Nanoseconds.
    #[entity(range = 0..=86_400_000_000_000)]
    pub duration: i64,
}

/// On which side of a call a span is.
#[derive(Choice)]
pub enum SpanKind {
    Server,
    Client,
    Producer,
    Consumer,
    Internal,
}

/// How the work of a span ended.
#[derive(Choice)]
pub enum SpanStatus {
    Ok,
    Error,
}

/// Something that is worth to be seen beside the graphs: a deployment, an alert, a restart.
#[derive(Entity)]
pub struct Event {
    #[entity(key, sequence)]
    pub id: IntKey<Event>,
    #[entity(len = 1..=500, title)]
    pub title: String,
    #[entity(default, body)]
    pub text: String,
    pub timestamp: Timestamp,
    #[entity(slug)]
    pub source: String,
    #[entity(default = EventStatus::Info)]
    pub status: EventStatus,
    #[entity(default = EventPriority::Normal)]
    pub priority: EventPriority,
    #[entity(on_delete = clear)]
    pub host: Option<Key<Host>>,
    #[entity(tag)]
    pub tags: Vec<String>,
}

/// What an event tells.
#[derive(Choice)]
pub enum EventStatus {
    Info,
    Success,
    Warning,
    Error,
}

/// How much an event matters.
#[derive(Choice)]
pub enum EventPriority {
    Normal,
    Low,
}

/// A machine that reports.
#[derive(Entity)]
pub struct Host {
    #[entity(key, slug)]
    pub name: Key<Host>,
    #[entity(slug)]
    pub aliases: Vec<String>,
    /// The integrations that report from it.
    #[entity(slug)]
    pub apps: Vec<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(default = true)]
    pub up: bool,
    pub last_reported_time: Timestamp,
    pub metrics: HostMetrics,
    pub meta: HostMeta,
}

/// The load of a host when it last reported.
#[derive(Record)]
pub struct HostMetrics {
    /// Percent.
    #[record(range = 0..=100, percent)]
    pub cpu: f64,
    /// Percent.
    #[record(range = 0..=100, percent)]
    pub iowait: f64,
    #[record(range = 0..=10_000)]
    pub load: f64,
}

/// What a host is.
#[derive(Record)]
pub struct HostMeta {
    #[record(pattern = "^[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9]{1,2}$")]
    pub agent_version: String,
    #[record(slug)]
    pub platform: String,
    #[record(slug)]
    pub processor: String,
}

/// A condition that is watched.
#[derive(Entity)]
pub struct Monitor {
    #[entity(key, sequence)]
    pub id: IntKey<Monitor>,
    #[entity(len = 1..=500, title)]
    pub name: String,
    #[entity(rename = "type", default = MonitorType::MetricAlert)]
    pub kind: MonitorType,
    #[entity(len = 1..=5_000)]
    pub query: String,
    /// What is said to those who are told.
    #[entity(default, body)]
    pub message: String,
    #[entity(tag)]
    pub tags: Vec<String>,
    /// From 1, the most pressing, to 5.
    #[entity(range = 1..=5)]
    pub priority: Option<i64>,
    #[entity(default = MonitorState::NoData)]
    pub overall_state: MonitorState,
    pub creator_handle: Key<User>,
    #[entity(created)]
    pub created: Timestamp,
    #[entity(updated)]
    pub modified: Timestamp,
}

/// What a monitor watches.
#[derive(Choice)]
pub enum MonitorType {
    #[choice(rename = "metric alert")]
    MetricAlert,
    #[choice(rename = "query alert")]
    QueryAlert,
    #[choice(rename = "service check")]
    ServiceCheck,
    #[choice(rename = "event-v2 alert")]
    EventAlert,
    #[choice(rename = "log alert")]
    LogAlert,
    #[choice(rename = "trace-analytics alert")]
    TraceAnalyticsAlert,
    #[choice(rename = "slo alert")]
    SloAlert,
    Composite,
}

/// The worst state that a monitor sees.
#[derive(Choice)]
pub enum MonitorState {
    Alert,
    Warn,
    #[choice(rename = "no data")]
    NoData,
    Ok,
    Ignored,
    Skipped,
    Unknown,
}

/// A time in which monitors stay quiet.
#[derive(Entity)]
pub struct Downtime {
    #[entity(key, sequence)]
    pub id: IntKey<Downtime>,
    /// The tags of what is kept quiet, all of them; `*` is everything.
    #[entity(len = 1..=50, tag)]
    pub scope: Vec<String>,
    #[entity(default, body)]
    pub message: String,
    /// The only monitor that is kept quiet.
    #[entity(on_delete = cascade)]
    pub monitor_id: Option<IntKey<Monitor>>,
    /// Only monitors with all of these tags are kept quiet.
    #[entity(tag)]
    pub monitor_tags: Vec<String>,
    pub start: Timestamp,
    /// Where the downtime recurs, the end of the first time; it lasts for good when missing.
    pub end: Option<Timestamp>,
    #[entity(timezone)]
    pub timezone: String,
    pub recurrence: Option<Recurrence>,
    pub creator_handle: Key<User>,
    #[entity(created)]
    pub created: Timestamp,
    pub canceled: Option<Timestamp>,
}

/// On which days a downtime comes again, at the time of day at which it first began.
#[derive(Record)]
pub struct Recurrence {
    #[record(rename = "type")]
    pub kind: RecurrenceType,
    /// Every so many days, weeks, months or years.
    #[record(range = 1..)]
    pub period: i64,
    /// The days of a week; the weekday of the start when empty.
    pub week_days: Vec<WeekDay>,
    /// No time begins after this.
    pub until: Option<Timestamp>,
}

/// What the period of a recurrence counts.
#[derive(Choice)]
pub enum RecurrenceType {
    Days,
    Weeks,
    Months,
    Years,
}

/// The days of a week.
#[derive(Choice)]
pub enum WeekDay {
    #[choice(rename = "Mon")]
    Monday,
    #[choice(rename = "Tue")]
    Tuesday,
    #[choice(rename = "Wed")]
    Wednesday,
    #[choice(rename = "Thu")]
    Thursday,
    #[choice(rename = "Fri")]
    Friday,
    #[choice(rename = "Sat")]
    Saturday,
    #[choice(rename = "Sun")]
    Sunday,
}

/// A page of graphs.
#[derive(Entity)]
pub struct Dashboard {
    #[entity(key, token("", 11))]
    pub id: Key<Dashboard>,
    #[entity(len = 1..=200, title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = LayoutType::Ordered)]
    pub layout_type: LayoutType,
    pub widgets: Vec<Widget>,
    /// The teams that own it, as `team:NAME`.
    #[entity(len = 0..=5, tag)]
    pub tags: Vec<String>,
    pub author_handle: Key<User>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub modified_at: Timestamp,
}

/// Whether widgets flow or have a place each.
#[derive(Choice)]
pub enum LayoutType {
    Ordered,
    Free,
}

/// A graph or a text on a dashboard.
#[derive(Record)]
pub struct Widget {
    /// Unique on its dashboard.
    #[record(range = 1..)]
    pub id: i64,
    pub definition: Json,
    pub layout: Option<WidgetLayout>,
}

/// The place of a widget.
#[derive(Record)]
pub struct WidgetLayout {
    #[record(range = 0..=10_000)]
    pub x: f64,
    #[record(range = 0..=10_000)]
    pub y: f64,
    #[record(range = 0..=10_000)]
    pub width: f64,
    #[record(range = 0..=10_000)]
    pub height: f64,
}

/// A widget as callers pass it.
#[derive(Record)]
#[record(open)]
pub struct WidgetInput {
    pub id: Option<i64>,
    pub definition: Json,
    pub layout: Option<LayoutInput>,
}

/// The place of a widget as callers pass it.
#[derive(Record)]
pub struct LayoutInput {
    pub x: Option<f64>,
    pub y: Option<f64>,
    pub width: Option<f64>,
    pub height: Option<f64>,
}

/// A text with live graphs.
#[derive(Entity)]
pub struct Notebook {
    #[entity(key, sequence)]
    pub id: IntKey<Notebook>,
    #[entity(len = 1..=80, title)]
    pub name: String,
    pub author_handle: Key<User>,
    pub cells: Vec<Cell>,
    /// The span of time that its graphs show.
    #[entity(default = LiveSpan::OneHour)]
    pub time: LiveSpan,
    pub metadata: NotebookMetadata,
    /// Whether only its author may edit it.
    #[entity(default)]
    pub restricted: bool,
    #[entity(created)]
    pub created: Timestamp,
    #[entity(updated)]
    pub modified: Timestamp,
}

/// A part of a notebook: `markdown` has a content, every other type a definition.
#[derive(Record)]
pub struct Cell {
    #[record(pattern = "^[a-z0-9]{8}$")]
    pub id: String,
    #[record(rename = "type", slug)]
    pub kind: String,
    #[record(body)]
    pub content: Option<String>,
    pub definition: Option<Json>,
}

/// A cell as callers pass it.
#[derive(Record)]
#[record(open)]
pub struct CellInput {
    #[record(rename = "type")]
    pub kind: String,
    pub content: Option<String>,
    pub definition: Option<Json>,
}

/// What a notebook is for.
#[derive(Record)]
pub struct NotebookMetadata {
    #[record(rename = "type")]
    pub kind: Option<NotebookType>,
    #[record(default)]
    pub is_template: bool,
    #[record(default)]
    pub take_snapshots: bool,
}

/// The kinds of notebooks.
#[derive(Choice)]
pub enum NotebookType {
    Postmortem,
    Runbook,
    Investigation,
    Documentation,
    Report,
}

/// The spans of time up to now that graphs can show.
#[derive(Choice)]
pub enum LiveSpan {
    #[choice(rename = "1m")]
    OneMinute,
    #[choice(rename = "5m")]
    FiveMinutes,
    #[choice(rename = "10m")]
    TenMinutes,
    #[choice(rename = "15m")]
    QuarterHour,
    #[choice(rename = "30m")]
    HalfHour,
    #[choice(rename = "1h")]
    OneHour,
    #[choice(rename = "4h")]
    FourHours,
    #[choice(rename = "1d")]
    OneDay,
    #[choice(rename = "2d")]
    TwoDays,
    #[choice(rename = "1w")]
    OneWeek,
    #[choice(rename = "1mo")]
    OneMonth,
    #[choice(rename = "3mo")]
    ThreeMonths,
    #[choice(rename = "6mo")]
    SixMonths,
    #[choice(rename = "1y")]
    OneYear,
}

/// The order of what has a time.
#[derive(Choice)]
pub enum TimeOrder {
    #[choice(rename = "timestamp")]
    OldestFirst,
    #[choice(rename = "-timestamp")]
    NewestFirst,
}

/// The metrics that were reported since a time.
#[derive(Record)]
pub struct ActiveMetrics {
    pub from: Timestamp,
    pub metrics: Vec<Key<Metric>>,
}

/// The services that logs name.
#[derive(Record)]
pub struct ServiceNames {
    pub services: Vec<String>,
    pub searched_logs: i64,
}

/// Where a downtime stands.
#[derive(Choice)]
pub enum DowntimeStatus {
    Scheduled,
    Active,
    Ended,
    Canceled,
}

/// A downtime, as callers see it.
#[derive(Record)]
pub struct DowntimeView {
    pub id: IntKey<Downtime>,
    pub status: DowntimeStatus,
    pub scope: Vec<String>,
    pub message: String,
    pub monitor_id: Option<IntKey<Monitor>>,
    pub monitor_tags: Vec<String>,
    pub start: Timestamp,
    pub end: Option<Timestamp>,
    pub timezone: String,
    pub recurrence: Option<Recurrence>,
    pub creator_handle: Key<User>,
    pub created: Timestamp,
    pub canceled: Option<Timestamp>,
}

/// When a downtime comes again, as callers pass it.
#[derive(Record)]
pub struct RecurrenceInput {
    #[record(rename = "type")]
    pub kind: RecurrenceType,
    pub period: i64,
    #[record(rename = "weekDays")]
    pub week_days: Option<Vec<WeekDay>>,
    pub until: Option<i64>,
}

/// What is said of a downtime inside a monitor.
#[derive(Record)]
pub struct MatchingDowntime {
    pub id: IntKey<Downtime>,
    pub status: DowntimeStatus,
    pub scope: Vec<String>,
    pub start: Timestamp,
    pub end: Option<Timestamp>,
}

/// A monitor with the downtimes that keep it quiet, now or later.
#[derive(Record)]
pub struct MonitorView {
    pub id: IntKey<Monitor>,
    pub name: String,
    #[record(rename = "type")]
    pub kind: MonitorType,
    pub query: String,
    pub message: String,
    pub tags: Vec<String>,
    pub priority: Option<i64>,
    pub overall_state: MonitorState,
    pub creator_handle: Key<User>,
    pub created: Timestamp,
    pub modified: Timestamp,
    pub matching_downtimes: Vec<MatchingDowntime>,
}

/// A dashboard without its widgets.
#[derive(Record)]
pub struct DashboardSummary {
    pub id: Key<Dashboard>,
    pub title: String,
    pub description: Option<String>,
    pub layout_type: LayoutType,
    pub tags: Vec<String>,
    pub author_handle: Key<User>,
    pub created_at: Timestamp,
    pub modified_at: Timestamp,
}

/// Who wrote a notebook.
#[derive(Record)]
pub struct Author {
    pub handle: Key<User>,
    pub name: String,
}

/// A notebook, as callers see it: on request without its cells and its time.
#[derive(Record)]
pub struct NotebookView {
    pub id: IntKey<Notebook>,
    pub name: String,
    pub author: Author,
    pub cells: Option<Vec<Cell>>,
    pub time: Option<LiveSpan>,
    pub metadata: NotebookMetadata,
    pub restricted: bool,
    pub created: Timestamp,
    pub modified: Timestamp,
}

/// A host, as callers see it: whether it is muted and what it is are told on request.
#[derive(Record)]
pub struct HostView {
    pub name: Key<Host>,
    pub aliases: Vec<String>,
    pub apps: Vec<String>,
    pub tags: Vec<String>,
    pub up: bool,
    pub last_reported_time: Timestamp,
    pub metrics: HostMetrics,
    pub is_muted: Option<bool>,
    /// When it is heard again; missing when it is muted for good.
    pub mute_timeout: Option<Timestamp>,
    pub meta: Option<HostMeta>,
}

/// How many hosts reported.
#[derive(Record)]
pub struct HostTotals {
    pub total_active: i64,
    pub total_up: i64,
}

/// That a host was muted or is heard again, and the downtimes that say so.
#[derive(Record)]
pub struct HostMute {
    pub action: String,
    pub hostname: Key<Host>,
    pub message: Option<String>,
    pub end: Option<Timestamp>,
    pub downtime_ids: Vec<IntKey<Downtime>>,
}

/// Something that spans name, and how many do.
#[derive(Record)]
pub struct SpanTally {
    pub name: String,
    pub span_count: i64,
}

/// The short name of a resource.
#[derive(Record)]
pub struct ResourceHash {
    pub service: String,
    pub resource_name: String,
    pub resource_hash: String,
}

pub trait Tools {
    #[tool(list, sort(created, descending), page(limit = page_size, offset = page_offset))]
    fn list_incidents() -> Page<Incident>;

    #[tool(get, key(incident_id))]
    fn get_incident() -> Incident;

    #[tool(simulate(
        external_computation,
        "its query language computes over the points that agents measure"
    ))]
    fn query_metrics();

    #[tool(get, key(metric_name))]
    fn get_metric_metadata() -> Metric;

    /// Names the metrics that some source reported since a time; without one, in the last day.
    #[tool(types(from = i64, host = Key<Host>), reads(metric_series))]
    #[case(
        args = r#"{"query":"SYSTEM"}"#,
        ok = r#"{"from":"2026-02-24T06:13:20Z","metrics":["system.cpu.user","system.mem.used"]}"#
    )]
    #[case(
        args = r#"{"query":"*.user","host":"web-1","tagFilter":"env:prod, team:payments"}"#,
        ok = r#"{"metrics":["system.cpu.user"]}"#
    )]
    #[case(
        args = r#"{"query":"","from":1769900000}"#,
        ok = r#"{"metrics":["system.cpu.user","system.disk.in_use","system.mem.used"]}"#
    )]
    #[case(args = r#"{"query":"system","from":1772000001}"#, error = "invalid_argument")]
    fn get_active_metrics(
        state: &Datadog,
        args: GetActiveMetrics,
        cx: &mut Context,
    ) -> Result<ActiveMetrics, ToolError> {
        let now = cx.now();
        let from = args.from.map_or(now.plus_seconds(-DAY), Timestamp::from_unix_seconds);
        if from > now {
            return Err(ToolError::invalid_argument("`from` must not be in the future"));
        }
        let tags = parts_of(args.tag_filter.as_deref().unwrap_or_default());
        let wanted = args.query.trim().to_lowercase();
        let rows = state.metric_series.select(&|series| {
            series.last_seen >= from
                && (args.host.is_none() || series.host == args.host)
                && has_all(&series.tags, &tags)
                && is_named(series.metric.as_str(), &wanted)
        });
        let metrics: BTreeSet<Key<Metric>> = rows.iter().map(|row| row.metric.clone()).collect();
        Ok(ActiveMetrics { from, metrics: metrics.into_iter().collect() })
    }

    /// Searches logs, the latest first.
    #[tool(page(limit = limit), reads(logs))]
    #[case(
        args = r#"{"query":"service:checkout -status:info"}"#,
        ok = r#"{"items":[{"id":"AwAAA0000000000000001","host":"web-1","status":"error"}],"total":1}"#
    )]
    #[case(
        args = r#"{"query":"@http.status_code:[500 TO 599] OR \"cache miss\"","limit":1}"#,
        ok = r#"{"items":[{"id":"AwAAA0000000000000001"}],"total":2,"next_cursor":null}"#
    )]
    #[case(
        args = r#"{"query":"*build env:(staging OR prod)","from":"2026-02-20T00:00:00Z"}"#,
        ok = r#"{"items":[{"id":"AwAAA0000000000000004"}],"total":1}"#
    )]
    #[case(
        args = r#"{"query":"NOT @http.status_code:>=300","from":"now-15m","to":"1772000000"}"#,
        ok = r#"{"items":[{"id":"AwAAA0000000000000002"}],"total":1}"#
    )]
    #[case(args = r#"{"query":"(service:checkout"}"#, error = "invalid_argument")]
    #[case(args = r#"{"query":"service:"}"#, error = "invalid_argument")]
    #[case(args = r#"{"from":"now","to":"now-1h"}"#, error = "invalid_argument")]
    #[case(args = r#"{"from":"yesterday"}"#, error = "invalid_argument")]
    #[case(args = r#"{"limit":0}"#, error = "invalid_argument")]
    fn get_logs(
        state: &Datadog,
        args: GetLogs,
        cx: &mut Context,
    ) -> Result<Page<RowRef<Log>>, ToolError> {
        take_first(find_logs(state, &args.query, &args.from, &args.to, cx.now())?, args.limit)
    }

    /// Names the services of the logs that a search finds.
    #[tool(types(limit = i64), reads(logs))]
    #[case(args = "{}", ok = r#"{"services":["catalog","checkout"],"searched_logs":3}"#)]
    #[case(
        args = r#"{"query":"status:error","from":"2026-02-01T00:00:00Z","limit":1}"#,
        ok = r#"{"services":["checkout"],"searched_logs":1}"#
    )]
    #[case(args = r#"{"to":"now-2x"}"#, error = "invalid_argument")]
    fn get_all_services(
        state: &Datadog,
        args: GetAllServices,
        cx: &mut Context,
    ) -> Result<ServiceNames, ToolError> {
        let logs = find_logs(state, &args.query, &args.from, &args.to, cx.now())?;
        let logs = take_first(logs, args.limit)?.items;
        let services: BTreeSet<String> = logs.iter().map(|log| log.service.clone()).collect();
        Ok(ServiceNames {
            services: services.into_iter().collect(),
            searched_logs: number(logs.len()),
        })
    }

    /// Lists monitors with the downtimes that keep them quiet.
    #[tool(
        list,
        filter(name ~ name, tags has tags, overall_state in group_states),
        about = Monitor,
        reads(monitors, downtimes)
    )]
    #[case(
        args = r#"{"groupStates":["alert","no data"],"tags":["env:prod"]}"#,
        ok = r#"{"items":[{"id":1,"overall_state":"alert","matching_downtimes":[{"id":5,"status":"scheduled"}]},{"id":3,"type":"query alert","matching_downtimes":[{"id":2,"status":"active"}]}],"total":2}"#
    )]
    #[case(
        args = r#"{"name":"full disk"}"#,
        ok = r#"{"items":[{"id":2,"matching_downtimes":[{"id":1}]}],"total":1}"#
    )]
    #[case(args = r#"{"groupStates":["broken"]}"#, error = "invalid_argument")]
    fn get_monitors(
        state: &Datadog,
        args: GetMonitors,
        cx: &mut Context,
    ) -> Result<Page<MonitorView>, ToolError> {
        let now = cx.now();
        let name = args.name.unwrap_or_default();
        let tags = args.tags.unwrap_or_default();
        let states = args.group_states.unwrap_or_default();
        let rows = state.monitors.select(&|monitor| {
            contains_text(&[&monitor.name], &name)
                && has_all(&monitor.tags, &tags)
                && one_of(&monitor.overall_state, &states)
        });
        Ok(Page::whole(rows.iter().map(|row| view_monitor(state, row, now)).collect()))
    }

    /// Lists dashboards by title, without their widgets.
    #[tool(
        list,
        filter(title ~ name, tags has tags),
        sort(title),
        about = Dashboard,
        reads(dashboards)
    )]
    #[case(
        args = r#"{"tags":["team:payments"]}"#,
        ok = r#"{"items":[{"id":"c4kwz81mtq0","title":"Checkout overview","author_handle":"mira@lumen.example"}],"total":1}"#
    )]
    #[case(
        args = r#"{"name":"O"}"#,
        ok = r#"{"items":[{"title":"Checkout overview"},{"title":"Wall screen of the office"}],"total":2}"#
    )]
    #[case(args = r#"{"tags":"team:payments"}"#, error = "invalid_argument")]
    fn list_dashboards(
        state: &Datadog,
        args: ListDashboards,
        _cx: &mut Context,
    ) -> Result<Page<DashboardSummary>, ToolError> {
        let name = args.name.unwrap_or_default();
        let tags = args.tags.unwrap_or_default();
        let mut rows = state.dashboards.select(&|dashboard| {
            contains_text(&[&dashboard.title], &name) && has_all(&dashboard.tags, &tags)
        });
        rows.sort_by_key(|dashboard| dashboard.title.to_lowercase());
        Ok(Page::whole(rows.iter().map(|row| summarize(row)).collect()))
    }

    #[tool(get, key(dashboard_id))]
    fn get_dashboard() -> Dashboard;

    /// Adds a dashboard of the current user. Its tags name teams; on a free layout every widget
    /// needs its place.
    #[tool(
        create,
        types(widgets = Vec<WidgetInput>),
        reads(account),
        writes(dashboards)
    )]
    #[case(
        args = r#"{"title":"Card payments","tags":["team:payments"],"widgets":[{"definition":{"type":"note","content":"Start here"}},{"id":77,"definition":{"type":"timeseries","title":"Errors"}}]}"#,
        ok = r#"{"title":"Card payments","layout_type":"ordered","description":null,"author_handle":"mira@lumen.example","widgets":[{"id":78,"definition":{"type":"note","content":"Start here"},"layout":null},{"id":77,"definition":{"type":"timeseries","title":"Errors"}}]}"#
    )]
    #[case(
        args = r#"{"title":"Wall","layoutType":"free","widgets":[{"definition":{"type":"note"},"layout":{"x":0,"y":2,"width":12,"height":4}}]}"#,
        ok = r#"{"layout_type":"free","widgets":[{"layout":{"x":0,"y":2,"width":12,"height":4}}]}"#
    )]
    #[case(
        args = r#"{"title":"Wall","layoutType":"free","widgets":[{"definition":{"type":"note"}}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"title":"Wall","widgets":[{"id":1,"definition":{"type":"note"}},{"id":1,"definition":{"type":"note"}}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"title":"Wall","widgets":[{"definition":{"type":"note"},"layout":{"x":0}}]}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"title":"Wall","tags":["payments"]}"#, error = "invalid_argument")]
    #[case(args = r#"{"title":""}"#, error = "invalid_argument")]
    fn create_dashboard(
        state: &mut Datadog,
        args: CreateDashboard,
        cx: &mut Context,
    ) -> Result<RowRef<Dashboard>, ToolError> {
        let author_handle = state.account.find()?.user_handle.clone();
        let tags = args.tags.unwrap_or_default();
        if let Some(tag) = tags.iter().find(|tag| !is_team_tag(tag)) {
            let message = format!("`{tag}` names no team; tags of dashboards are `team:NAME`");
            return Err(ToolError::invalid_argument(message));
        }
        let widgets = place_widgets(args.widgets.unwrap_or_default(), args.layout_type)?;
        let id = state.dashboards.next_key(cx);
        state.dashboards.insert(Dashboard {
            id,
            title: args.title,
            description: args.description,
            layout_type: args.layout_type,
            widgets,
            tags,
            author_handle,
            created_at: cx.now(),
            modified_at: cx.now(),
        })
    }

    /// Lists notebooks, the last modified first. Templates are listed only on request.
    #[tool(
        page(limit = count, offset = start),
        types(
            r#type = NotebookType,
            author_handle = Key<User>,
            exclude_author_handle = Key<User>
        ),
        reads(notebooks, users)
    )]
    #[case(
        args = "{}",
        ok = r#"{"items":[{"id":2,"author":{"name":"Tomas Berg"},"time":"4h","cells":[{"type":"markdown"}]},{"id":1,"metadata":{"type":"runbook"}}],"total":2}"#
    )]
    #[case(
        args = r#"{"sortField":"name","sortDir":"asc","includeCells":false,"count":1}"#,
        ok = r#"{"items":[{"id":1,"cells":null,"time":null}],"total":2}"#
    )]
    #[case(
        args = r#"{"query":"MIRA","type":"runbook","excludeAuthorHandle":"tomas@lumen.example"}"#,
        ok = r#"{"items":[{"id":1}],"total":1}"#
    )]
    #[case(args = r#"{"isTemplate":true}"#, ok = r#"{"items":[{"id":3}],"total":1}"#)]
    #[case(args = r#"{"authorHandle":"ines@lumen.example"}"#, ok = r#"{"items":[],"total":0}"#)]
    #[case(args = r#"{"type":"poem"}"#, error = "invalid_argument")]
    #[case(args = r#"{"start":-1}"#, error = "invalid_argument")]
    fn list_notebooks(
        state: &Datadog,
        args: ListNotebooks,
        _cx: &mut Context,
    ) -> Result<Page<NotebookView>, ToolError> {
        let wants_templates = args.is_template.unwrap_or(false);
        let query = args.query.unwrap_or_default();
        let mut rows = state.notebooks.select(&|notebook| {
            let author = &notebook.author_handle;
            notebook.metadata.is_template == wants_templates
                && (args.r#type.is_none() || notebook.metadata.kind == args.r#type)
                && args.author_handle.as_ref().is_none_or(|handle| author == handle)
                && args.exclude_author_handle.as_ref().is_none_or(|handle| author != handle)
                && contains_text(&[&notebook.name, author.as_str()], &query)
        });
        match args.sort_field.map_or("modified", |field| field.as_str()) {
            "name" => rows.sort_by_key(|notebook| notebook.name.to_lowercase()),
            "created" => rows.sort_by_key(|notebook| notebook.created),
            _ => rows.sort_by_key(|notebook| notebook.modified),
        }
        if args.sort_dir.is_none_or(|direction| direction.as_str() == "desc") {
            rows.reverse();
        }
        let with_cells = args.include_cells.unwrap_or(true);
        let views = rows.iter().map(|row| view_notebook(state, row, with_cells)).collect();
        PageRequest {
            limit: Some(args.count.unwrap_or(100)),
            offset: args.start,
            ..PageRequest::default()
        }
        .cut(views)
    }

    /// Reads a notebook with its cells.
    #[tool(get, key(notebook_id), about = Notebook, reads(notebooks, users))]
    #[case(
        args = r#"{"notebookId":1}"#,
        ok = r#"{"name":"Checkout runbook","author":{"handle":"mira@lumen.example","name":"Mira Okafor"},"cells":[{"id":"a1b2c3d4","type":"markdown","content":"Restart the workers first."}]}"#
    )]
    #[case(args = r#"{"notebookId":99}"#, error = "not_found")]
    fn get_notebook(
        state: &Datadog,
        args: GetNotebook,
        _cx: &mut Context,
    ) -> Result<NotebookView, ToolError> {
        let notebook = state.notebooks.find(&args.notebook_id)?;
        Ok(view_notebook(state, &notebook, true))
    }

    /// Adds a notebook of the current user.
    #[tool(
        create,
        about = Notebook,
        types(cells = Vec<CellInput>),
        reads(account, users),
        writes(notebooks)
    )]
    #[case(
        args = r#"{"name":"Refund outage","cells":[{"type":"markdown","content":"Timeline"},{"type":"timeseries","definition":{"requests":[]}}],"metadata":{"type":"postmortem"}}"#,
        ok = r#"{"id":4,"name":"Refund outage","author":{"handle":"mira@lumen.example"},"time":"1h","cells":[{"type":"markdown","content":"Timeline","definition":null},{"type":"timeseries","definition":{"requests":[]}}],"metadata":{"type":"postmortem","is_template":false,"take_snapshots":false},"restricted":false}"#
    )]
    #[case(
        args = r#"{"name":"Empty","time":"1w"}"#,
        ok = r#"{"time":"1w","cells":[],"metadata":{"type":null}}"#
    )]
    #[case(args = r#"{"name":"x","time":"fortnight"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"x","metadata":{"type":"poem"}}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"x","cells":[{"type":"timeseries"}]}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":""}"#, error = "invalid_argument")]
    fn create_notebook(
        state: &mut Datadog,
        args: CreateNotebook,
        cx: &mut Context,
    ) -> Result<NotebookView, ToolError> {
        let author_handle = state.account.find()?.user_handle.clone();
        let mut cells = Vec::new();
        for cell in args.cells.unwrap_or_default() {
            cells.push(new_cell(cell, cx)?);
        }
        let nothing = NotebookMetadata { kind: None, is_template: false, take_snapshots: false };
        let id = state.notebooks.next_int_key(cx);
        let notebook = state.notebooks.insert(Notebook {
            id,
            name: args.name,
            author_handle,
            cells,
            time: args.time,
            metadata: args.metadata.unwrap_or(nothing),
            restricted: false,
            created: cx.now(),
            modified: cx.now(),
        })?;
        Ok(view_notebook(state, &notebook, true))
    }

    /// Adds a cell to the end of a notebook. A restricted one is only its author's to edit.
    #[tool(
        update,
        key(notebook_id),
        about = Notebook,
        types(cell = CellInput),
        reads(account, users, notebooks),
        writes(notebooks)
    )]
    #[case(
        args = r#"{"notebookId":1,"cell":{"type":"markdown","content":"Then call the bank."}}"#,
        ok = r#"{"id":1,"modified":"2026-02-25T06:13:20Z","cells":[{"id":"a1b2c3d4"},{"type":"markdown","content":"Then call the bank."}]}"#
    )]
    #[case(
        args = r#"{"notebookId":2,"cell":{"type":"markdown","content":"Me too."}}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"notebookId":1,"cell":{"type":"markdown","definition":{}}}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"notebookId":99,"cell":{"type":"markdown","content":"x"}}"#,
        error = "not_found"
    )]
    fn add_cell_to_notebook(
        state: &mut Datadog,
        args: AddCellToNotebook,
        cx: &mut Context,
    ) -> Result<NotebookView, ToolError> {
        let me = state.account.find()?.user_handle.clone();
        let cell = new_cell(args.cell, cx)?;
        let now = cx.now();
        let notebook = state.notebooks.update(&args.notebook_id, |notebook| {
            if notebook.restricted && notebook.author_handle != me {
                let author = &notebook.author_handle;
                let message = format!("only {author} may edit this notebook");
                return Err(ToolError::permission_denied(message));
            }
            notebook.cells.push(cell);
            notebook.modified = now;
            Ok(())
        })?;
        Ok(view_notebook(state, &notebook, true))
    }

    /// Searches spans of a stretch of time.
    #[tool(page(limit = limit), types(from = i64, to = i64), reads(spans))]
    #[case(
        args = r#"{"query":"env:prod","from":1771900000,"to":1772000000,"service":"checkout"}"#,
        ok = r#"{"items":[{"span_id":"00000000000000a4"},{"span_id":"00000000000000a2"},{"span_id":"00000000000000a1","status":"error"}],"total":3}"#
    )]
    #[case(
        args = r#"{"query":"@duration:>1s resource_name:\"POST /orders\"","from":1771900000,"to":1772000000,"operation":"web.request","sort":"timestamp"}"#,
        ok = r#"{"items":[{"span_id":"00000000000000a1","duration":3200000000}],"total":1}"#
    )]
    #[case(args = r#"{"query":"*","from":1772000000,"to":1771900000}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"query":"a OR","from":1771900000,"to":1772000000}"#,
        error = "invalid_argument"
    )]
    fn list_traces(
        state: &Datadog,
        args: ListTraces,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Span>>, ToolError> {
        let from = Timestamp::from_unix_seconds(args.from);
        let to = Timestamp::from_unix_seconds(args.to);
        check_order(from, to)?;
        let query = parse_query(&args.query)?;
        let mut rows = state.spans.select(&|span| {
            (from..=to).contains(&span.timestamp)
                && equals(&span.service, args.service.as_ref())
                && equals(&span.operation_name, args.operation.as_ref())
                && accepts(&query, &seen_span(span))
        });
        rows.sort_by_key(|span| span.timestamp);
        if args.sort == TimeOrder::NewestFirst {
            rows.reverse();
        }
        take_first(rows, args.limit)
    }

    /// Mutes a host by a downtime of its own. A muted one stays as it is unless the call overrides
    /// that, which replaces its downtimes.
    #[tool(
        types(hostname = Key<Host>, end = i64),
        reads(account, hosts, downtimes),
        writes(downtimes)
    )]
    #[case(
        args = r#"{"hostname":"web-1","end":1772086400,"message":"Kernel update"}"#,
        ok = r#"{"action":"Muted","hostname":"web-1","message":"Kernel update","end":"2026-02-26T06:13:20Z","downtime_ids":[6]}"#
    )]
    #[case(
        args = r#"{"hostname":"web-2","override":true}"#,
        ok = r#"{"action":"Muted","hostname":"web-2","message":null,"end":null,"downtime_ids":[6]}"#
    )]
    #[case(args = r#"{"hostname":"web-2"}"#, error = "failed_precondition")]
    #[case(args = r#"{"hostname":"web-1","end":1771999999}"#, error = "invalid_argument")]
    #[case(args = r#"{"hostname":"web-9"}"#, error = "not_found")]
    fn mute_host(
        state: &mut Datadog,
        args: MuteHost,
        cx: &mut Context,
    ) -> Result<HostMute, ToolError> {
        let now = cx.now();
        let host = state.hosts.find(&args.hostname)?;
        let end = args.end.map(Timestamp::from_unix_seconds);
        if end.is_some_and(|end| end <= now) {
            return Err(ToolError::invalid_argument("`end` must be in the future"));
        }
        let mutes = mutes_of(state, host.name.as_str(), now);
        if !mutes.is_empty() && !args.r#override {
            let message = format!("{} is muted; pass `override` to replace its end", host.name);
            return Err(ToolError::failed_precondition(message));
        }
        cancel_all(state, &mutes, now)?;
        let creator_handle = state.account.find()?.user_handle.clone();
        let id = state.downtimes.next_int_key(cx);
        state.downtimes.insert(Downtime {
            id,
            scope: vec![scope_of(host.name.as_str())],
            message: args.message.clone().unwrap_or_default(),
            monitor_id: None,
            monitor_tags: Vec::new(),
            start: now,
            end,
            timezone: UTC.to_owned(),
            recurrence: None,
            creator_handle,
            created: now,
            canceled: None,
        })?;
        Ok(HostMute {
            action: "Muted".to_owned(),
            hostname: host.name.clone(),
            message: args.message,
            end,
            downtime_ids: vec![id],
        })
    }

    /// Cancels the downtimes that mute a host.
    #[tool(types(hostname = Key<Host>), reads(hosts, downtimes), writes(downtimes))]
    #[case(
        args = r#"{"hostname":"web-2"}"#,
        ok = r#"{"action":"Unmuted","hostname":"web-2","end":null,"downtime_ids":[3]}"#
    )]
    #[case(args = r#"{"hostname":"web-1"}"#, error = "failed_precondition")]
    #[case(args = r#"{"hostname":"web-9"}"#, error = "not_found")]
    fn unmute_host(
        state: &mut Datadog,
        args: UnmuteHost,
        cx: &mut Context,
    ) -> Result<HostMute, ToolError> {
        let now = cx.now();
        let host = state.hosts.find(&args.hostname)?;
        let mutes = mutes_of(state, host.name.as_str(), now);
        if mutes.is_empty() {
            let message = format!("{} is not muted", host.name);
            return Err(ToolError::failed_precondition(message));
        }
        cancel_all(state, &mutes, now)?;
        Ok(HostMute {
            action: "Unmuted".to_owned(),
            hostname: host.name.clone(),
            message: None,
            end: None,
            downtime_ids: mutes.iter().map(|mute| mute.id).collect(),
        })
    }

    /// Lists hosts by name, or in the order of what they report.
    #[tool(page(limit = count, offset = start), reads(hosts, downtimes))]
    #[case(
        args = r#"{"filter":"web"}"#,
        ok = r#"{"items":[{"name":"web-1","is_muted":false,"mute_timeout":null,"meta":null},{"name":"web-2","is_muted":true,"mute_timeout":"2026-02-26T00:00:00Z"}],"total":2}"#
    )]
    #[case(
        args = r#"{"sort_field":"cpu","sort_dir":"desc","count":1,"include_hosts_metadata":true,"include_muted_hosts_data":false}"#,
        ok = r#"{"items":[{"name":"web-2","is_muted":null,"meta":{"platform":"linux"}}],"total":3}"#
    )]
    #[case(
        args = r#"{"from":1771999000,"sort_field":"apps"}"#,
        ok = r#"{"items":[{"name":"web-2"},{"name":"web-1"}],"total":2}"#
    )]
    #[case(args = r#"{"sort_field":"colour"}"#, error = "invalid_argument")]
    #[case(args = r#"{"sort_dir":"sideways"}"#, error = "invalid_argument")]
    #[case(args = r#"{"start":-1}"#, error = "invalid_argument")]
    fn list_hosts(
        state: &Datadog,
        args: ListHosts,
        cx: &mut Context,
    ) -> Result<Page<HostView>, ToolError> {
        let now = cx.now();
        let from = args.from.map(Timestamp::from_unix_seconds);
        let words = args.filter.unwrap_or_default();
        let mut rows = state.hosts.select(&|host| {
            from.is_none_or(|from| host.last_reported_time >= from) && is_about(host, &words)
        });
        let field = args.sort_field.as_deref().unwrap_or("name");
        sort_hosts(&mut rows, field, args.sort_dir.as_deref().unwrap_or("asc"))?;
        let with_mutes = args.include_muted_hosts_data.unwrap_or(true);
        let with_meta = args.include_hosts_metadata.unwrap_or(false);
        let views =
            rows.iter().map(|host| view_host(state, host, with_mutes, with_meta, now)).collect();
        PageRequest {
            limit: Some(args.count.unwrap_or(100)),
            offset: args.start,
            ..PageRequest::default()
        }
        .cut(views)
    }

    /// Counts the hosts that reported in the last seconds, and those of them that are up.
    #[tool(reads(hosts))]
    #[case(args = "{}", ok = r#"{"total_active":2,"total_up":2}"#)]
    #[case(args = r#"{"from":86400}"#, ok = r#"{"total_active":3,"total_up":2}"#)]
    #[case(args = r#"{"from":-5}"#, error = "invalid_argument")]
    fn get_active_hosts_count(
        state: &Datadog,
        args: GetActiveHostsCount,
        cx: &mut Context,
    ) -> Result<HostTotals, ToolError> {
        if args.from < 0 {
            return Err(ToolError::invalid_argument("`from` is a number of seconds up to now"));
        }
        let since = cx.now().plus_seconds(args.from.saturating_neg());
        let active = state.hosts.select(&|host| host.last_reported_time >= since);
        Ok(HostTotals {
            total_active: number(active.len()),
            total_up: number(active.iter().filter(|host| host.up).count()),
        })
    }

    /// Lists downtimes in the order in which they were made, all or those that are active.
    #[tool(reads(downtimes))]
    #[case(
        args = "{}",
        ok = r#"{"items":[{"id":1,"status":"active"},{"id":2,"status":"active","recurrence":{"type":"weeks","week_days":["Wed"]}},{"id":3,"status":"active","scope":["host:web-2"]},{"id":4,"status":"canceled"},{"id":5,"status":"scheduled"}],"total":5}"#
    )]
    #[case(
        args = r#"{"currentOnly":true}"#,
        ok = r#"{"items":[{"id":1},{"id":2},{"id":3}],"total":3}"#
    )]
    #[case(args = r#"{"currentOnly":"yes"}"#, error = "invalid_argument")]
    fn list_downtimes(
        state: &Datadog,
        args: ListDowntimes,
        cx: &mut Context,
    ) -> Result<Page<DowntimeView>, ToolError> {
        let now = cx.now();
        let only_active = args.current_only.unwrap_or(false);
        let rows = state
            .downtimes
            .select(&|downtime| !only_active || status_of(downtime, now) == DowntimeStatus::Active);
        Ok(Page::whole(rows.iter().map(|row| view_downtime(row, now)).collect()))
    }

    /// Keeps monitors quiet for a time: one, those with some tags, or all within the scope.
    #[tool(
        create,
        about = Downtime,
        types(scope = String, start = i64, end = i64, recurrence = RecurrenceInput),
        reads(account, monitors),
        writes(downtimes)
    )]
    #[case(
        args = r#"{"scope":"env:prod, service:checkout","start":1772006400,"end":1772013600,"message":"Release"}"#,
        ok = r#"{"id":6,"status":"scheduled","scope":["env:prod","service:checkout"],"start":"2026-02-25T08:00:00Z","end":"2026-02-25T10:00:00Z","message":"Release","timezone":"UTC","monitor_id":null,"creator_handle":"mira@lumen.example"}"#
    )]
    #[case(
        args = r#"{"scope":"*","monitorId":1}"#,
        ok = r#"{"status":"active","monitor_id":1,"start":"2026-02-25T06:13:20Z","end":null}"#
    )]
    #[case(
        args = r#"{"scope":"env:prod","monitorTags":["team:payments"],"start":1769925600,"end":1770012000,"recurrence":{"type":"months","period":1}}"#,
        ok = r#"{"status":"scheduled","monitor_tags":["team:payments"],"recurrence":{"type":"months","period":1,"week_days":[],"until":null}}"#
    )]
    #[case(
        args = r#"{"scope":"*","monitorId":1,"monitorTags":["team:payments"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"scope":"*","start":1772013600,"end":1772006400}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"scope":"*","start":1771900000,"end":1771990000}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"scope":"*","end":1772006400,"recurrence":{"type":"days","period":1,"weekDays":["Mon"]}}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"scope":"*","recurrence":{"type":"weeks","period":1}}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"scope":" , "}"#, error = "invalid_argument")]
    #[case(args = r#"{"scope":"*","monitorId":99}"#, error = "not_found")]
    fn schedule_downtime(
        state: &mut Datadog,
        args: ScheduleDowntime,
        cx: &mut Context,
    ) -> Result<DowntimeView, ToolError> {
        let now = cx.now();
        let start = args.start.map_or(now, Timestamp::from_unix_seconds);
        let end = args.end.map(Timestamp::from_unix_seconds);
        let recurrence = args.recurrence.map(recurrence_of);
        check_times(start, end, recurrence.as_ref(), now)?;
        let scope = parts_of(&args.scope);
        if scope.is_empty() {
            return Err(ToolError::invalid_argument("`scope` is `*` or tags with commas between"));
        }
        let monitor_tags = args.monitor_tags.unwrap_or_default();
        if args.monitor_id.is_some() && !monitor_tags.is_empty() {
            return Err(ToolError::invalid_argument("pass `monitorId` or `monitorTags`, not both"));
        }
        if let Some(monitor) = args.monitor_id {
            state.monitors.find(&monitor)?;
        }
        let creator_handle = state.account.find()?.user_handle.clone();
        let id = state.downtimes.next_int_key(cx);
        let downtime = state.downtimes.insert(Downtime {
            id,
            scope,
            message: args.message.unwrap_or_default(),
            monitor_id: args.monitor_id,
            monitor_tags,
            start,
            end,
            timezone: args.timezone.unwrap_or_else(|| UTC.to_owned()),
            recurrence,
            creator_handle,
            created: now,
            canceled: None,
        })?;
        Ok(view_downtime(&downtime, now))
    }

    /// Cancels a downtime that is active or still to come.
    #[tool(update, key(downtime_id), about = Downtime, reads(downtimes), writes(downtimes))]
    #[case(
        args = r#"{"downtimeId":5}"#,
        ok = r#"{"id":5,"status":"canceled","canceled":"2026-02-25T06:13:20Z"}"#
    )]
    #[case(args = r#"{"downtimeId":2}"#, ok = r#"{"id":2,"status":"canceled"}"#)]
    #[case(args = r#"{"downtimeId":4}"#, error = "failed_precondition")]
    #[case(args = r#"{"downtimeId":99}"#, error = "not_found")]
    fn cancel_downtime(
        state: &mut Datadog,
        args: CancelDowntime,
        cx: &mut Context,
    ) -> Result<DowntimeView, ToolError> {
        let now = cx.now();
        let downtime = state.downtimes.update(&args.downtime_id, |downtime| {
            let status = status_of(downtime, now);
            if !matches!(status, DowntimeStatus::Scheduled | DowntimeStatus::Active) {
                let message = format!("the downtime is {} already", status.as_str());
                return Err(ToolError::failed_precondition(message));
            }
            downtime.canceled = Some(now);
            Ok(())
        })?;
        Ok(view_downtime(&downtime, now))
    }

    /// Names the services that spans come from, in the order of the alphabet.
    #[tool(page(limit = limit), reads(spans))]
    #[case(args = "{}", ok = r#"{"items":["catalog","checkout"],"total":2}"#)]
    #[case(args = r#"{"limit":1}"#, ok = r#"{"items":["catalog"],"total":2}"#)]
    #[case(args = r#"{"limit":0}"#, error = "invalid_argument")]
    fn list_apm_services(
        state: &Datadog,
        args: ListApmServices,
        _cx: &mut Context,
    ) -> Result<Page<String>, ToolError> {
        let names: BTreeSet<String> = state.spans.iter().map(|span| span.service.clone()).collect();
        take_first(names.into_iter().collect(), args.limit)
    }

    /// Names the resources of a service, those with the most spans first.
    #[tool(page(limit = limit), reads(spans))]
    #[case(
        args = r#"{"service":"catalog"}"#,
        ok = r#"{"items":[{"name":"GET /books/{id}","span_count":1},{"name":"SELECT books","span_count":1}],"total":2}"#
    )]
    #[case(
        args = r#"{"service":"checkout","entry_spans_only":true}"#,
        ok = r#"{"items":[{"name":"POST /orders","span_count":2}],"total":1}"#
    )]
    #[case(
        args = r#"{"service":"catalog","search_query":"select"}"#,
        ok = r#"{"items":[{"name":"SELECT books"}],"total":1}"#
    )]
    #[case(args = r#"{"service":"catalog","limit":0}"#, error = "invalid_argument")]
    fn list_apm_resources(
        state: &Datadog,
        args: ListApmResources,
        _cx: &mut Context,
    ) -> Result<Page<SpanTally>, ToolError> {
        let words = args.search_query.unwrap_or_default();
        let spans = spans_of(state, &args.service, args.entry_spans_only);
        let names = spans.iter().map(|span| &span.resource_name);
        let names = names.filter(|name| contains_text(&[name.as_str()], &words));
        take_first(tally(names), args.limit)
    }

    /// Names the operations of a service, those with the most spans first.
    #[tool(page(limit = limit), reads(spans))]
    #[case(
        args = r#"{"service":"checkout"}"#,
        ok = r#"{"items":[{"name":"web.request","span_count":2},{"name":"payment.charge","span_count":1}],"total":2}"#
    )]
    #[case(
        args = r#"{"service":"checkout","entry_spans_only":true}"#,
        ok = r#"{"items":[{"name":"web.request"}],"total":1}"#
    )]
    #[case(args = r#"{"service":"checkout","limit":5000}"#, error = "invalid_argument")]
    fn list_apm_operations(
        state: &Datadog,
        args: ListApmOperations,
        _cx: &mut Context,
    ) -> Result<Page<SpanTally>, ToolError> {
        let spans = spans_of(state, &args.service, args.entry_spans_only);
        take_first(tally(spans.iter().map(|span| &span.operation_name)), args.limit)
    }

    /// Tells the hash by which a resource of a service is addressed.
    #[tool(reads(spans))]
    #[case(
        args = r#"{"service":"checkout","resource_name":"POST /orders"}"#,
        ok = r#"{"service":"checkout","resource_name":"POST /orders","resource_hash":"66280582457ac413"}"#
    )]
    #[case(args = r#"{"service":"catalog","resource_name":"POST /orders"}"#, error = "not_found")]
    fn get_resource_hash(
        state: &Datadog,
        args: GetResourceHash,
        _cx: &mut Context,
    ) -> Result<ResourceHash, ToolError> {
        let is_wanted =
            |span: &Span| span.service == args.service && span.resource_name == args.resource_name;
        if state.spans.first(&is_wanted).is_none() {
            let message =
                format!("no span of `{}` has the resource `{}`", args.service, args.resource_name);
            return Err(ToolError::not_found(message));
        }
        let resource_hash = hash_of(&args.service, &args.resource_name);
        Ok(ResourceHash { service: args.service, resource_name: args.resource_name, resource_hash })
    }

    /// Searches events.
    #[tool(page(limit = limit), reads(events))]
    #[case(
        args = r#"{"query":"env:prod"}"#,
        ok = r#"{"items":[{"id":2,"source":"alert"},{"id":1,"title":"Deployed checkout 2.14.0"}],"total":2}"#
    )]
    #[case(
        args = r#"{"query":"source:deploy OR host:web-2","from":"now-7d","sort":"timestamp"}"#,
        ok = r#"{"items":[{"id":3,"host":"web-2"},{"id":1}],"total":2}"#
    )]
    #[case(args = r#"{"query":"deployed)"}"#, error = "invalid_argument")]
    fn search_events(
        state: &Datadog,
        args: SearchEvents,
        cx: &mut Context,
    ) -> Result<Page<RowRef<Event>>, ToolError> {
        let (from, to) = window(&args.from, &args.to, cx.now())?;
        let query = parse_query(&args.query)?;
        let mut rows = state.events.select(&|event| {
            (from..=to).contains(&event.timestamp) && accepts(&query, &seen_event(event))
        });
        rows.sort_by_key(|event| event.timestamp);
        if args.sort == TimeOrder::NewestFirst {
            rows.reverse();
        }
        take_first(rows, args.limit)
    }
}

/// Seconds in a day.
const DAY: i64 = 86_400;
/// The time zone of downtimes that name none.
const UTC: &str = "UTC";
/// How many rows one call gives at most.
const LIMIT_MAX: i64 = 1_000;
/// Numbers from here on are milliseconds, not seconds; as seconds they lie after the year 5000.
const MILLISECONDS_FROM: u64 = 100_000_000_000;
/// How many days before an instant a recurring downtime that lasts at it may have begun.
const RECURRENCE_DAYS_MAX: i64 = 366;
/// How many terms a search has at most.
const TERMS_MAX: usize = 200;
/// How deep the parts of a search may nest.
const DEPTH_MAX: usize = 32;

/// The first rows of a list, and how many it has.
fn take_first<T>(mut items: Vec<T>, limit: i64) -> Result<Page<T>, ToolError> {
    if !(1..=LIMIT_MAX).contains(&limit) {
        let message = format!("`limit` must be from 1 to {LIMIT_MAX}");
        return Err(ToolError::invalid_argument(message));
    }
    let total = items.len();
    items.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(Page { items, total, next_cursor: None })
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The parts of a text with commas between, without blank ones.
fn parts_of(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn has_all(tags: &[String], wanted: &[String]) -> bool {
    wanted.iter().all(|tag| tags.contains(tag))
}

/// Whether a name holds a text in lower case or, where that has a `*`, is of its form.
fn is_named(name: &str, wanted: &str) -> bool {
    let name = name.to_lowercase();
    if wanted.contains('*') { is_like(&name, wanted) } else { name.contains(wanted) }
}

fn is_team_tag(tag: &str) -> bool {
    tag.strip_prefix("team:").is_some_and(|team| !team.trim().is_empty())
}

fn check_order(from: Timestamp, to: Timestamp) -> Result<(), ToolError> {
    if from > to {
        return Err(ToolError::invalid_argument("`to` must not be before `from`"));
    }
    Ok(())
}

/// The instants that two texts name, the first not after the second.
fn window(from: &str, to: &str, now: Timestamp) -> Result<(Timestamp, Timestamp), ToolError> {
    let (from, to) = (instant_of(from, now)?, instant_of(to, now)?);
    check_order(from, to)?;
    Ok((from, to))
}

/// Reads `now`, `now-40m`, seconds or milliseconds since 1970, or a date-time.
fn instant_of(text: &str, now: Timestamp) -> Result<Timestamp, ToolError> {
    let text = text.trim();
    if text == "now" {
        return Ok(now);
    }
    if let Some(seconds) = text.strip_prefix("now-").and_then(seconds_of) {
        return Ok(now.plus_seconds(seconds.saturating_neg()));
    }
    if let Ok(number) = text.parse::<i64>() {
        let is_milliseconds = number.unsigned_abs() >= MILLISECONDS_FROM;
        let seconds = if is_milliseconds { number.div_euclid(1_000) } else { number };
        return Ok(Timestamp::from_unix_seconds(seconds));
    }
    Timestamp::parse(text).map_err(|_| {
        ToolError::invalid_argument(format!(
            "`{text}` is no time; write `now`, `now-40m`, seconds since 1970 or a date-time"
        ))
    })
}

/// Reads a span of time such as `40m`.
fn seconds_of(span: &str) -> Option<i64> {
    let unit = span.chars().last()?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => DAY,
        'w' => 7 * DAY,
        _ => return None,
    };
    let digits = span.strip_suffix(unit)?;
    let number = digits.parse::<i64>().ok().filter(|number| *number >= 0)?;
    number.checked_mul(seconds)
}

/// The logs of a stretch of time that a search finds, the latest first.
fn find_logs(
    state: &Datadog,
    query: &str,
    from: &str,
    to: &str,
    now: Timestamp,
) -> Result<Vec<RowRef<Log>>, ToolError> {
    let (from, to) = window(from, to, now)?;
    let query = parse_query(query)?;
    let mut rows = state
        .logs
        .select(&|log| (from..=to).contains(&log.timestamp) && accepts(&query, &seen_log(log)));
    rows.sort_by_key(|log| std::cmp::Reverse(log.timestamp));
    Ok(rows)
}

fn spans_of(state: &Datadog, service: &str, only_entries: bool) -> Vec<RowRef<Span>> {
    state.spans.select(&|span| {
        span.service == service && (!only_entries || span.span_kind == SpanKind::Server)
    })
}

/// How often each name comes, the most frequent first, then in the order of the alphabet.
fn tally<'a>(names: impl Iterator<Item = &'a String>) -> Vec<SpanTally> {
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    for name in names {
        let count = counts.entry(name.as_str()).or_default();
        *count = count.saturating_add(1);
    }
    let mut tallies: Vec<SpanTally> = counts
        .into_iter()
        .map(|(name, span_count)| SpanTally { name: name.to_owned(), span_count })
        .collect();
    tallies.sort_by_key(|tally| std::cmp::Reverse(tally.span_count));
    tallies
}

/// The FNV-1a hash of a service and a resource, so that equal names have one hash everywhere.
fn hash_of(service: &str, resource: &str) -> String {
    let text = format!("{service}\n{resource}");
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn view_monitor(state: &Datadog, monitor: &Monitor, now: Timestamp) -> MonitorView {
    let downtimes = state.downtimes.select(&|downtime| quiets(downtime, monitor));
    let matching = downtimes.iter().filter_map(|downtime| {
        let status = status_of(downtime, now);
        let lasts = matches!(status, DowntimeStatus::Scheduled | DowntimeStatus::Active);
        lasts.then(|| MatchingDowntime {
            id: downtime.id,
            status,
            scope: downtime.scope.clone(),
            start: downtime.start,
            end: downtime.end,
        })
    });
    MonitorView {
        id: monitor.id,
        name: monitor.name.clone(),
        kind: monitor.kind,
        query: monitor.query.clone(),
        message: monitor.message.clone(),
        tags: monitor.tags.clone(),
        priority: monitor.priority,
        overall_state: monitor.overall_state,
        creator_handle: monitor.creator_handle.clone(),
        created: monitor.created,
        modified: monitor.modified,
        matching_downtimes: matching.collect(),
    }
}

/// Whether a downtime is about a monitor. One that names neither a monitor nor tags of monitors is
/// about those whose tags or query have every tag of its scope.
fn quiets(downtime: &Downtime, monitor: &Monitor) -> bool {
    if let Some(only) = downtime.monitor_id {
        return only == monitor.id;
    }
    if !downtime.monitor_tags.is_empty() {
        return has_all(&monitor.tags, &downtime.monitor_tags);
    }
    downtime
        .scope
        .iter()
        .all(|tag| tag == "*" || monitor.tags.contains(tag) || monitor.query.contains(tag.as_str()))
}

/// The widgets of a new dashboard. Those without an identifier are numbered on from the greatest.
fn place_widgets(given: Vec<WidgetInput>, layout: LayoutType) -> Result<Vec<Widget>, ToolError> {
    let mut taken: BTreeSet<i64> = BTreeSet::new();
    for widget in &given {
        if layout == LayoutType::Free && widget.layout.is_none() {
            return Err(ToolError::invalid_argument(
                "on a free layout every widget needs a `layout`",
            ));
        }
        if widget.id.is_some_and(|id| !taken.insert(id)) {
            return Err(ToolError::invalid_argument("two widgets have the same `id`"));
        }
    }
    let mut greatest = taken.last().copied().unwrap_or(0).max(0);
    let mut widgets = Vec::new();
    for widget in given {
        let id = widget.id.unwrap_or_else(|| greatest.saturating_add(1));
        greatest = greatest.max(id);
        let layout = widget.layout.map(place_of).transpose()?;
        widgets.push(Widget { id, definition: widget.definition, layout });
    }
    Ok(widgets)
}

fn place_of(given: LayoutInput) -> Result<WidgetLayout, ToolError> {
    match (given.x, given.y, given.width, given.height) {
        (Some(x), Some(y), Some(width), Some(height)) => Ok(WidgetLayout { x, y, width, height }),
        _ => Err(ToolError::invalid_argument("a `layout` has `x`, `y`, `width` and `height`")),
    }
}

fn summarize(dashboard: &Dashboard) -> DashboardSummary {
    DashboardSummary {
        id: dashboard.id.clone(),
        title: dashboard.title.clone(),
        description: dashboard.description.clone(),
        layout_type: dashboard.layout_type,
        tags: dashboard.tags.clone(),
        author_handle: dashboard.author_handle.clone(),
        created_at: dashboard.created_at,
        modified_at: dashboard.modified_at,
    }
}

fn view_notebook(state: &Datadog, notebook: &Notebook, with_cells: bool) -> NotebookView {
    let handle = notebook.author_handle.clone();
    let name = state.users.get(&handle).map_or_else(String::new, |author| author.name.clone());
    NotebookView {
        id: notebook.id,
        name: notebook.name.clone(),
        author: Author { handle, name },
        cells: with_cells.then(|| notebook.cells.clone()),
        time: with_cells.then_some(notebook.time),
        metadata: notebook.metadata.clone(),
        restricted: notebook.restricted,
        created: notebook.created,
        modified: notebook.modified,
    }
}

fn new_cell(cell: CellInput, cx: &mut Context) -> Result<Cell, ToolError> {
    let is_markdown = cell.kind == "markdown";
    let is_complete = if is_markdown { cell.content.is_some() } else { cell.definition.is_some() };
    if !is_complete {
        let missing = if is_markdown { "content" } else { "definition" };
        let message = format!("a cell of type `{}` needs a `{missing}`", cell.kind);
        return Err(ToolError::invalid_argument(message));
    }
    let id = cx.token("", 8);
    Ok(Cell { id, kind: cell.kind, content: cell.content, definition: cell.definition })
}

/// Whether the words are in what a host is called and marked with.
fn is_about(host: &Host, words: &str) -> bool {
    let mut texts = vec![host.name.as_str()];
    texts.extend(host.aliases.iter().chain(&host.apps).chain(&host.tags).map(String::as_str));
    contains_text(&texts, words)
}

fn sort_hosts(rows: &mut [RowRef<Host>], field: &str, direction: &str) -> Result<(), ToolError> {
    let rank: fn(&Host) -> f64 = match field {
        // Rows that tie are in the order of their names.
        "name" => |_| 0.0,
        "status" => |host| if host.up { 1.0 } else { 0.0 },
        "apps" => |host| host.apps.len() as f64,
        "cpu" => |host| host.metrics.cpu,
        "iowait" => |host| host.metrics.iowait,
        "load" => |host| host.metrics.load,
        _ => {
            return Err(ToolError::invalid_argument(
                "hosts are sorted by `name`, `status`, `apps`, `cpu`, `iowait` or `load`",
            ));
        }
    };
    rows.sort_by(|a, b| rank(a).total_cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
    match direction {
        "asc" => {}
        "desc" => rows.reverse(),
        _ => return Err(ToolError::invalid_argument("`sort_dir` is `asc` or `desc`")),
    }
    Ok(())
}

fn view_host(
    state: &Datadog,
    host: &Host,
    with_mutes: bool,
    with_meta: bool,
    now: Timestamp,
) -> HostView {
    let mutes = if with_mutes { mutes_of(state, host.name.as_str(), now) } else { Vec::new() };
    // One mute without an end outlasts all others.
    let ends: Option<Vec<Timestamp>> = mutes.iter().map(|mute| end_at(mute, now)).collect();
    HostView {
        name: host.name.clone(),
        aliases: host.aliases.clone(),
        apps: host.apps.clone(),
        tags: host.tags.clone(),
        up: host.up,
        last_reported_time: host.last_reported_time,
        metrics: host.metrics.clone(),
        is_muted: with_mutes.then_some(!mutes.is_empty()),
        mute_timeout: ends.and_then(|ends| ends.into_iter().max()),
        meta: with_meta.then(|| host.meta.clone()),
    }
}

/// The scope that is one host.
fn scope_of(host: &str) -> String {
    format!("host:{host}")
}

/// The active downtimes that mute a host.
fn mutes_of(state: &Datadog, host: &str, now: Timestamp) -> Vec<RowRef<Downtime>> {
    let scope = [scope_of(host)];
    state.downtimes.select(&|downtime| {
        downtime.scope == scope
            && downtime.monitor_id.is_none()
            && downtime.monitor_tags.is_empty()
            && status_of(downtime, now) == DowntimeStatus::Active
    })
}

fn cancel_all(
    state: &mut Datadog,
    downtimes: &[RowRef<Downtime>],
    now: Timestamp,
) -> Result<(), ToolError> {
    for downtime in downtimes {
        state.downtimes.update(&downtime.id, |downtime| {
            downtime.canceled = Some(now);
            Ok(())
        })?;
    }
    Ok(())
}

fn recurrence_of(given: RecurrenceInput) -> Recurrence {
    Recurrence {
        kind: given.kind,
        period: given.period,
        week_days: given.week_days.unwrap_or_default(),
        until: given.until.map(Timestamp::from_unix_seconds),
    }
}

/// Whether the times of a new downtime make sense together.
fn check_times(
    start: Timestamp,
    end: Option<Timestamp>,
    recurrence: Option<&Recurrence>,
    now: Timestamp,
) -> Result<(), ToolError> {
    if end.is_some_and(|end| end <= start) {
        return Err(ToolError::invalid_argument("`end` must be after `start`"));
    }
    let Some(recurrence) = recurrence else {
        if end.is_some_and(|end| end <= now) {
            return Err(ToolError::invalid_argument("`end` must be in the future"));
        }
        return Ok(());
    };
    if end.is_none() {
        return Err(ToolError::invalid_argument("a recurring downtime needs an `end`"));
    }
    if !recurrence.week_days.is_empty() && recurrence.kind != RecurrenceType::Weeks {
        return Err(ToolError::invalid_argument("`weekDays` goes with the type `weeks` only"));
    }
    if recurrence.until.is_some_and(|until| until <= start || until <= now) {
        return Err(ToolError::invalid_argument("`until` must be after `start` and in the future"));
    }
    Ok(())
}

fn view_downtime(downtime: &Downtime, now: Timestamp) -> DowntimeView {
    DowntimeView {
        id: downtime.id,
        status: status_of(downtime, now),
        scope: downtime.scope.clone(),
        message: downtime.message.clone(),
        monitor_id: downtime.monitor_id,
        monitor_tags: downtime.monitor_tags.clone(),
        start: downtime.start,
        end: downtime.end,
        timezone: downtime.timezone.clone(),
        recurrence: downtime.recurrence.clone(),
        creator_handle: downtime.creator_handle.clone(),
        created: downtime.created,
        canceled: downtime.canceled,
    }
}

fn status_of(downtime: &Downtime, now: Timestamp) -> DowntimeStatus {
    if downtime.canceled.is_some() {
        return DowntimeStatus::Canceled;
    }
    let is_over = |end: Option<Timestamp>| end.is_some_and(|end| end <= now);
    match &downtime.recurrence {
        Some(recurrence) if recurring_end(downtime, recurrence, now).is_some() => {
            DowntimeStatus::Active
        }
        Some(recurrence) if is_over(recurrence.until) => DowntimeStatus::Ended,
        Some(_) => DowntimeStatus::Scheduled,
        None if now < downtime.start => DowntimeStatus::Scheduled,
        None if is_over(downtime.end) => DowntimeStatus::Ended,
        None => DowntimeStatus::Active,
    }
}

/// When an active downtime ends.
fn end_at(downtime: &Downtime, now: Timestamp) -> Option<Timestamp> {
    match &downtime.recurrence {
        Some(recurrence) => recurring_end(downtime, recurrence, now),
        None => downtime.end,
    }
}

/// When that time of a recurring downtime ends which lasts at an instant.
fn recurring_end(downtime: &Downtime, recurrence: &Recurrence, at: Timestamp) -> Option<Timestamp> {
    let length = downtime.end?.unix_seconds().saturating_sub(downtime.start.unix_seconds());
    let first = downtime.start.date();
    let time_of_day = downtime.start.unix_seconds().saturating_sub(first.start().unix_seconds());
    let days_back = length.div_euclid(DAY).saturating_add(1).clamp(0, RECURRENCE_DAYS_MAX);
    (0..=days_back).find_map(|back| {
        let day = at.date().plus_days(-back);
        let begin = day.start().plus_seconds(time_of_day);
        let end = begin.plus_seconds(length);
        let lasts = begin <= at && at < end;
        let is_begun = recurrence.until.is_none_or(|until| begin <= until);
        (lasts && is_begun && recurs_on(recurrence, first, day)).then_some(end)
    })
}

/// Whether a recurring downtime that first comes on one day comes on another.
fn recurs_on(recurrence: &Recurrence, first: Date, day: Date) -> bool {
    let (first_year, first_month, first_day) = first.year_month_day();
    let (year, month, day_of_month) = day.year_month_day();
    let months = |year: i16, month: i8| i64::from(year) * 12 + i64::from(month);
    let is_every = |passed: i64| passed >= 0 && passed % recurrence.period.max(1) == 0;
    day >= first
        && match recurrence.kind {
            RecurrenceType::Days => is_every(day.days_since(first)),
            RecurrenceType::Weeks => {
                is_every(week_of(day) - week_of(first)) && is_on_weekday(recurrence, first, day)
            }
            RecurrenceType::Months => {
                day_of_month == first_day
                    && is_every(months(year, month) - months(first_year, first_month))
            }
            RecurrenceType::Years => {
                (month, day_of_month) == (first_month, first_day)
                    && is_every(i64::from(year) - i64::from(first_year))
            }
        }
}

/// The number of a week. Weeks begin on Mondays, and 1970-01-05 was one.
fn week_of(day: Date) -> i64 {
    (day.start().unix_seconds().div_euclid(DAY) - 4).div_euclid(7)
}

fn is_on_weekday(recurrence: &Recurrence, first: Date, day: Date) -> bool {
    if recurrence.week_days.is_empty() {
        return day.weekday() == first.weekday();
    }
    let begins_as = |wanted: &WeekDay| day.weekday().starts_with(&wanted.as_str().to_lowercase());
    recurrence.week_days.iter().any(begins_as)
}

/// What a search sees of a row, in lower case.
struct Seen {
    text: String,
    /// Names and values of tags, attributes and reserved fields; a name may come again.
    facets: Vec<(String, String)>,
}

impl Seen {
    fn new(text: &str, tags: &[String]) -> Self {
        let mut seen = Self { text: text.to_lowercase(), facets: Vec::new() };
        for tag in tags {
            seen.add("tags", tag);
            if let Some((name, value)) = tag.split_once(':') {
                seen.add(name, value);
            }
        }
        seen
    }

    fn add(&mut self, name: &str, value: &str) {
        self.facets.push((name.to_lowercase(), value.to_lowercase()));
    }

    fn add_host(&mut self, host: Option<&Key<Host>>) {
        if let Some(host) = host {
            self.add("host", host.as_str());
        }
    }
}

fn seen_log(log: &Log) -> Seen {
    let mut seen = Seen::new(&log.message, &log.tags);
    seen.add("service", &log.service);
    seen.add("status", log.status.as_str());
    seen.add_host(log.host.as_ref());
    if let Some(source) = &log.source {
        seen.add("source", source);
    }
    for (name, value) in &log.attributes {
        seen.add(&format!("@{name}"), value);
    }
    seen
}

fn seen_span(span: &Span) -> Seen {
    let text = format!("{} {} {}", span.service, span.operation_name, span.resource_name);
    let mut seen = Seen::new(&text, &span.tags);
    seen.add("service", &span.service);
    seen.add("operation_name", &span.operation_name);
    seen.add("resource_name", &span.resource_name);
    seen.add("resource_hash", &hash_of(&span.service, &span.resource_name));
    seen.add("status", span.status.as_str());
    seen.add("span.kind", span.span_kind.as_str());
    seen.add("trace_id", &span.trace_id);
    seen.add("span_id", span.span_id.as_str());
    seen.add("@duration", &span.duration.to_string());
    seen.add_host(span.host.as_ref());
    seen
}

fn seen_event(event: &Event) -> Seen {
    let mut seen = Seen::new(&format!("{} {}", event.title, event.text), &event.tags);
    seen.add("source", &event.source);
    seen.add("status", event.status.as_str());
    seen.add("priority", event.priority.as_str());
    seen.add_host(event.host.as_ref());
    seen
}

/// A search, read.
enum Query {
    All(Vec<Query>),
    Any(Vec<Query>),
    Not(Box<Query>),
    /// Something in the text of the row.
    Text(Wanted),
    /// Something that a facet of this name has.
    Facet(String, Wanted),
}

/// What is looked for, in lower case.
enum Wanted {
    /// These letters as they are.
    Phrase(String),
    /// A form in which `*` stands for any letters and `?` for one.
    Form(String),
    /// A number from one bound to the other, which count or do not.
    Number { least: f64, most: f64, with_bounds: bool },
}

/// A piece of a search.
enum Token {
    Open,
    Close,
    And,
    Or,
    Not,
    /// `name:(`
    OpenFacet(String),
    Term(Option<String>, Wanted),
}

type Letters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn bad_query(problem: &str) -> ToolError {
    ToolError::invalid_argument(format!("the query cannot be read: {problem}"))
}

fn accepts(query: &Query, seen: &Seen) -> bool {
    match query {
        Query::All(parts) => parts.iter().all(|part| accepts(part, seen)),
        Query::Any(parts) => parts.iter().any(|part| accepts(part, seen)),
        Query::Not(part) => !accepts(part, seen),
        Query::Text(wanted) => is_in_text(wanted, &seen.text),
        Query::Facet(name, wanted) => {
            seen.facets.iter().any(|(own, value)| own == name && is_value(wanted, value))
        }
    }
}

fn is_in_text(wanted: &Wanted, text: &str) -> bool {
    match wanted {
        Wanted::Phrase(phrase) => text.contains(phrase.as_str()),
        Wanted::Form(form) if form == "*" => true,
        Wanted::Form(form) if form.contains(['*', '?']) => {
            text.split_whitespace().any(|word| is_like(word, form))
        }
        Wanted::Form(form) => text.contains(form.as_str()),
        Wanted::Number { .. } => false,
    }
}

fn is_value(wanted: &Wanted, value: &str) -> bool {
    match wanted {
        Wanted::Phrase(phrase) => value == phrase,
        Wanted::Form(form) => is_like(value, form),
        Wanted::Number { least, most, with_bounds } => value.parse::<f64>().is_ok_and(|number| {
            let is_bound = number == *least || number == *most;
            (*least..=*most).contains(&number) && (*with_bounds || !is_bound)
        }),
    }
}

/// Whether a text has a form: `*` stands for any letters, `?` for one.
fn is_like(text: &str, form: &str) -> bool {
    // The places in the text up to which the form read so far can reach.
    let letters: Vec<char> = text.chars().collect();
    let mut reached = vec![true];
    reached.resize(letters.len().saturating_add(1), false);
    for part in form.chars() {
        if part == '*' {
            let mut is_reached = false;
            for place in &mut reached {
                is_reached |= *place;
                *place = is_reached;
            }
            continue;
        }
        let steps = letters.iter().zip(&reached);
        let steps = steps.map(|(letter, before)| *before && (part == '?' || part == *letter));
        reached = std::iter::once(false).chain(steps).collect();
    }
    reached.last().copied().unwrap_or(false)
}

/// Reads a search: terms with spaces, `AND`, `OR`, `NOT` or `-` between, and parentheses.
fn parse_query(text: &str) -> Result<Query, ToolError> {
    let mut tokens = tokens_of(text)?;
    if tokens.is_empty() {
        return Ok(Query::All(Vec::new()));
    }
    tokens.reverse();
    let query = parse_any(&mut tokens, None, 0)?;
    match tokens.last() {
        None => Ok(query),
        Some(_) => Err(bad_query("a parenthesis closes that was not opened")),
    }
}

/// `a OR b`. The tokens are in reverse; `facet` is the one that the parentheses stand in.
fn parse_any(
    tokens: &mut Vec<Token>,
    facet: Option<&str>,
    depth: usize,
) -> Result<Query, ToolError> {
    let mut parts = vec![parse_all(tokens, facet, depth)?];
    while matches!(tokens.last(), Some(Token::Or)) {
        tokens.pop();
        parts.push(parse_all(tokens, facet, depth)?);
    }
    Ok(Query::Any(parts))
}

/// `a AND b`, or `a b`.
fn parse_all(
    tokens: &mut Vec<Token>,
    facet: Option<&str>,
    depth: usize,
) -> Result<Query, ToolError> {
    let mut parts = vec![parse_one(tokens, facet, depth)?];
    while !matches!(tokens.last(), None | Some(Token::Close | Token::Or)) {
        if matches!(tokens.last(), Some(Token::And)) {
            tokens.pop();
        }
        parts.push(parse_one(tokens, facet, depth)?);
    }
    Ok(Query::All(parts))
}

/// A term, something in parentheses, or what must not be.
fn parse_one(
    tokens: &mut Vec<Token>,
    facet: Option<&str>,
    depth: usize,
) -> Result<Query, ToolError> {
    if depth > DEPTH_MAX {
        return Err(bad_query("it nests too deep"));
    }
    let depth = depth.saturating_add(1);
    match tokens.pop() {
        Some(Token::Not) => Ok(Query::Not(Box::new(parse_one(tokens, facet, depth)?))),
        Some(Token::Open) => parse_inside(tokens, facet, depth),
        Some(Token::OpenFacet(name)) => parse_inside(tokens, Some(&name), depth),
        Some(Token::Term(own, wanted)) => {
            let facet = own.or_else(|| facet.map(str::to_owned));
            Ok(match facet {
                Some(name) => Query::Facet(name, wanted),
                None => Query::Text(wanted),
            })
        }
        Some(Token::Close | Token::And | Token::Or) | None => Err(bad_query("a term is missing")),
    }
}

/// What stands in parentheses, up to the closing one.
fn parse_inside(
    tokens: &mut Vec<Token>,
    facet: Option<&str>,
    depth: usize,
) -> Result<Query, ToolError> {
    let query = parse_any(tokens, facet, depth)?;
    match tokens.pop() {
        Some(Token::Close) => Ok(query),
        _ => Err(bad_query("a parenthesis is not closed")),
    }
}

fn tokens_of(text: &str) -> Result<Vec<Token>, ToolError> {
    let mut letters = text.chars().peekable();
    let mut tokens = Vec::new();
    while let Some(letter) = letters.peek().copied() {
        let token = match letter {
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            '-' => Some(Token::Not),
            _ => None,
        };
        if letter.is_whitespace() || token.is_some() {
            letters.next();
            tokens.extend(token);
        } else {
            tokens.push(read_term(&mut letters)?);
        }
        if tokens.len() > TERMS_MAX {
            return Err(bad_query("it has too many terms"));
        }
    }
    Ok(tokens)
}

/// Reads a word, a phrase, `name:value`, or `name:(`.
fn read_term(letters: &mut Letters<'_>) -> Result<Token, ToolError> {
    let mut name: Option<String> = None;
    let mut text = String::new();
    let mut is_quoted = false;
    while let Some(letter) = letters.next_if(|letter| !is_end_of_term(*letter)) {
        match letter {
            '"' => {
                text.push_str(&read_until(letters, '"')?);
                is_quoted = true;
            }
            '[' if name.is_some() && text.is_empty() => {
                let wanted = range_of(&read_until(letters, ']')?)?;
                return Ok(Token::Term(name, wanted));
            }
            '\\' => text.extend(letters.next()),
            ':' if name.is_none() && !is_quoted && !text.is_empty() => {
                name = Some(std::mem::take(&mut text).to_lowercase());
            }
            _ => text.push(letter),
        }
    }
    if is_quoted {
        return Ok(Token::Term(name, Wanted::Phrase(text.to_lowercase())));
    }
    match name {
        Some(name) if text.is_empty() => match letters.next_if_eq(&'(') {
            Some(_) => Ok(Token::OpenFacet(name)),
            None => Err(bad_query(&format!("`{name}:` has no value"))),
        },
        None if text == "AND" => Ok(Token::And),
        None if text == "OR" => Ok(Token::Or),
        None if text == "NOT" => Ok(Token::Not),
        name => Ok(Token::Term(name, wanted_of(text.to_lowercase()))),
    }
}

fn is_end_of_term(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '(' | ')')
}

/// What stands before the next such letter, which is passed.
fn read_until(letters: &mut Letters<'_>, end: char) -> Result<String, ToolError> {
    let mut text = String::new();
    for letter in letters.by_ref() {
        if letter == end {
            return Ok(text);
        }
        text.push(letter);
    }
    Err(bad_query(&format!("`{end}` is missing")))
}

/// `>=500` and the like are numbers, all else is a form.
fn wanted_of(text: String) -> Wanted {
    const SIGNS: &[(&str, bool, bool)] =
        &[(">=", true, true), ("<=", false, true), (">", true, false), ("<", false, false)];
    let read = SIGNS.iter().find_map(|(sign, is_least, with_bounds)| {
        let bound = text.strip_prefix(*sign).and_then(amount_of)?;
        let least = if *is_least { bound } else { f64::NEG_INFINITY };
        let most = if *is_least { f64::INFINITY } else { bound };
        Some(Wanted::Number { least, most, with_bounds: *with_bounds })
    });
    read.unwrap_or(Wanted::Form(text))
}

/// Reads `400 TO 499`; a `*` on either side leaves it open.
fn range_of(text: &str) -> Result<Wanted, ToolError> {
    let problem = || bad_query(&format!("`[{text}]` is no range such as `[400 TO 499]`"));
    let bound = |text: &str, open: f64| match text.trim() {
        "*" => Some(open),
        text => amount_of(text),
    };
    let (least, most) = text.split_once(" TO ").ok_or_else(problem)?;
    let least = bound(least, f64::NEG_INFINITY).ok_or_else(problem)?;
    let most = bound(most, f64::INFINITY).ok_or_else(problem)?;
    Ok(Wanted::Number { least, most, with_bounds: true })
}

/// A number; one with a unit of time is one of nanoseconds.
fn amount_of(text: &str) -> Option<f64> {
    const UNITS: &[(&str, f64)] = &[("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];
    let known = UNITS.iter().find_map(|(unit, size)| Some((text.strip_suffix(*unit)?, *size)));
    let (digits, size) = known.unwrap_or((text, 1.0));
    digits.parse::<f64>().ok().map(|number| number * size)
}

/// A shop of books with two services: one host is muted, one monitor alerts.
pub const FIXTURE: &str = r#"{
    "account": {"user_handle": "mira@lumen.example"},
    "users": {
        "mira@lumen.example": {"handle": "mira@lumen.example", "name": "Mira Okafor"},
        "tomas@lumen.example": {"handle": "tomas@lumen.example", "name": "Tomas Berg"},
        "ines@lumen.example": {"handle": "ines@lumen.example", "name": "Ines Prado"}
    },
    "incidents": {
        "5b7e1c02-6a4f-4d11-9c3e-2f8a90b1d401": {"id": "5b7e1c02-6a4f-4d11-9c3e-2f8a90b1d401", "public_id": 41, "title": "Card payments time out", "state": "active", "severity": "SEV-2", "customer_impacted": true, "customer_impact_scope": "A third of all orders fail", "commander": "tomas@lumen.example", "created": "2026-02-25T05:59:00Z", "modified": "2026-02-25T06:05:00Z", "resolved": null},
        "c81f4d90-13be-4a7c-8e52-7d06b5f3e902": {"id": "c81f4d90-13be-4a7c-8e52-7d06b5f3e902", "public_id": 40, "title": "Search shows no results", "state": "resolved", "severity": "SEV-3", "customer_impacted": true, "customer_impact_scope": null, "commander": null, "created": "2026-02-22T09:05:00Z", "modified": "2026-02-22T11:30:00Z", "resolved": "2026-02-22T11:30:00Z"}
    },
    "metrics": {
        "system.cpu.user": {"name": "system.cpu.user", "type": "gauge", "description": "Time spent in user space", "short_name": "cpu user", "unit": "percent", "per_unit": null, "integration": "system", "statsd_interval": null},
        "system.mem.used": {"name": "system.mem.used", "type": "gauge", "description": "Memory in use", "short_name": "mem used", "unit": "byte", "per_unit": null, "integration": "system", "statsd_interval": null},
        "system.disk.in_use": {"name": "system.disk.in_use", "type": "gauge", "description": null, "short_name": null, "unit": "fraction", "per_unit": null, "integration": "system", "statsd_interval": null}
    },
    "metric_series": {
        "1": {"id": 1, "metric": "system.cpu.user", "host": "web-1", "tags": ["env:prod", "team:payments"], "last_seen": "2026-02-25T06:13:00Z"},
        "2": {"id": 2, "metric": "system.cpu.user", "host": "web-2", "tags": ["env:staging"], "last_seen": "2026-02-25T06:10:00Z"},
        "3": {"id": 3, "metric": "system.mem.used", "host": "web-1", "tags": ["env:prod"], "last_seen": "2026-02-25T06:13:00Z"},
        "4": {"id": 4, "metric": "system.disk.in_use", "host": "db-1", "tags": ["env:prod"], "last_seen": "2026-02-23T20:00:00Z"}
    },
    "logs": {
        "AwAAA0000000000000001": {"id": "AwAAA0000000000000001", "timestamp": "2026-02-25T05:58:00Z", "service": "checkout", "status": "error", "host": "web-1", "source": "java", "message": "Payment gateway timed out", "tags": ["env:prod", "team:payments"], "attributes": {"http.status_code": "504"}},
        "AwAAA0000000000000002": {"id": "AwAAA0000000000000002", "timestamp": "2026-02-25T05:59:30Z", "service": "checkout", "status": "info", "host": "web-1", "source": "java", "message": "Order 8841 confirmed", "tags": ["env:prod"], "attributes": {"http.status_code": "201"}},
        "AwAAA0000000000000003": {"id": "AwAAA0000000000000003", "timestamp": "2026-02-25T04:10:00Z", "service": "catalog", "status": "warn", "host": "web-2", "source": "redis", "message": "Cache miss rate is high", "tags": ["env:staging"], "attributes": {}},
        "AwAAA0000000000000004": {"id": "AwAAA0000000000000004", "timestamp": "2026-02-22T09:00:00Z", "service": "search", "status": "error", "host": null, "source": null, "message": "Index rebuild failed", "tags": ["env:prod"], "attributes": {}}
    },
    "spans": {
        "00000000000000a1": {"span_id": "00000000000000a1", "trace_id": "00000000000000f1", "parent_id": null, "service": "checkout", "operation_name": "web.request", "resource_name": "POST /orders", "span_kind": "server", "status": "error", "host": "web-1", "tags": ["env:prod"], "timestamp": "2026-02-25T05:57:56Z", "duration": 3200000000},
        "00000000000000a2": {"span_id": "00000000000000a2", "trace_id": "00000000000000f1", "parent_id": "00000000000000a1", "service": "checkout", "operation_name": "payment.charge", "resource_name": "charge card", "span_kind": "client", "status": "error", "host": "web-1", "tags": ["env:prod"], "timestamp": "2026-02-25T05:57:57Z", "duration": 3000000000},
        "00000000000000a3": {"span_id": "00000000000000a3", "trace_id": "00000000000000f2", "parent_id": null, "service": "catalog", "operation_name": "web.request", "resource_name": "GET /books/{id}", "span_kind": "server", "status": "ok", "host": "web-2", "tags": ["env:staging"], "timestamp": "2026-02-25T05:58:30Z", "duration": 42000000},
        "00000000000000a4": {"span_id": "00000000000000a4", "trace_id": "00000000000000f3", "parent_id": null, "service": "checkout", "operation_name": "web.request", "resource_name": "POST /orders", "span_kind": "server", "status": "ok", "host": "web-1", "tags": ["env:prod"], "timestamp": "2026-02-25T05:59:30Z", "duration": 180000000},
        "00000000000000a5": {"span_id": "00000000000000a5", "trace_id": "00000000000000f2", "parent_id": "00000000000000a3", "service": "catalog", "operation_name": "postgres.query", "resource_name": "SELECT books", "span_kind": "client", "status": "ok", "host": "web-2", "tags": ["env:staging"], "timestamp": "2026-02-25T05:58:30Z", "duration": 9000000}
    },
    "events": {
        "1": {"id": 1, "title": "Deployed checkout 2.14.0", "text": "By the release pipeline", "timestamp": "2026-02-25T05:40:00Z", "source": "deploy", "status": "success", "priority": "normal", "host": null, "tags": ["service:checkout", "env:prod"]},
        "2": {"id": 2, "title": "Checkout error rate", "text": "The monitor alerts", "timestamp": "2026-02-25T05:58:10Z", "source": "alert", "status": "error", "priority": "normal", "host": null, "tags": ["service:checkout", "env:prod", "monitor"]},
        "3": {"id": 3, "title": "Host restarted", "text": "", "timestamp": "2026-02-20T12:00:00Z", "source": "aws", "status": "info", "priority": "low", "host": "web-2", "tags": ["env:staging"]}
    },
    "hosts": {
        "web-1": {"name": "web-1", "aliases": ["i-0a1"], "apps": ["agent", "nginx"], "tags": ["env:prod", "team:payments"], "up": true, "last_reported_time": "2026-02-25T06:13:00Z", "metrics": {"cpu": 35.5, "iowait": 1.0, "load": 0.7}, "meta": {"agent_version": "7.52.1", "platform": "linux", "processor": "x86_64"}},
        "web-2": {"name": "web-2", "aliases": ["i-0a2"], "apps": ["agent"], "tags": ["env:staging"], "up": true, "last_reported_time": "2026-02-25T06:10:00Z", "metrics": {"cpu": 71.0, "iowait": 0.5, "load": 2.25}, "meta": {"agent_version": "7.52.1", "platform": "linux", "processor": "x86_64"}},
        "db-1": {"name": "db-1", "aliases": [], "apps": ["agent", "postgres"], "tags": ["env:prod"], "up": false, "last_reported_time": "2026-02-24T20:00:00Z", "metrics": {"cpu": 12.0, "iowait": 8.0, "load": 0.4}, "meta": {"agent_version": "7.50.3", "platform": "linux", "processor": "aarch64"}}
    },
    "monitors": {
        "1": {"id": 1, "name": "Checkout error rate", "type": "query alert", "query": "sum(last_5m):sum:trace.web.request.errors{service:checkout} > 50", "message": "Payments fail, see the runbook", "tags": ["env:prod", "team:payments"], "priority": 1, "overall_state": "alert", "creator_handle": "mira@lumen.example", "created": "2025-11-03T10:00:00Z", "modified": "2026-01-12T08:00:00Z"},
        "2": {"id": 2, "name": "Disk is almost full", "type": "metric alert", "query": "avg(last_15m):avg:system.disk.in_use{*} by {host} > 0.9", "message": "", "tags": ["team:platform"], "priority": null, "overall_state": "ok", "creator_handle": "tomas@lumen.example", "created": "2025-09-01T10:00:00Z", "modified": "2025-09-01T10:00:00Z"},
        "3": {"id": 3, "name": "Catalog latency", "type": "query alert", "query": "avg(last_5m):p95:trace.web.request{service:catalog} > 2", "message": "", "tags": ["env:prod", "team:catalog"], "priority": 3, "overall_state": "no data", "creator_handle": "tomas@lumen.example", "created": "2025-10-01T10:00:00Z", "modified": "2025-12-01T10:00:00Z"}
    },
    "downtimes": {
        "1": {"id": 1, "scope": ["*"], "message": "The disks are being replaced", "monitor_id": 2, "monitor_tags": [], "start": "2026-02-20T00:00:00Z", "end": null, "timezone": "UTC", "recurrence": null, "creator_handle": "tomas@lumen.example", "created": "2026-02-19T15:00:00Z", "canceled": null},
        "2": {"id": 2, "scope": ["*"], "message": "Weekly import of new books", "monitor_id": null, "monitor_tags": ["team:catalog"], "start": "2026-02-04T06:00:00Z", "end": "2026-02-04T08:00:00Z", "timezone": "UTC", "recurrence": {"type": "weeks", "period": 1, "week_days": ["Wed"], "until": null}, "creator_handle": "mira@lumen.example", "created": "2026-02-01T15:00:00Z", "canceled": null},
        "3": {"id": 3, "scope": ["host:web-2"], "message": "", "monitor_id": null, "monitor_tags": [], "start": "2026-02-25T00:00:00Z", "end": "2026-02-26T00:00:00Z", "timezone": "UTC", "recurrence": null, "creator_handle": "tomas@lumen.example", "created": "2026-02-24T18:00:00Z", "canceled": null},
        "4": {"id": 4, "scope": ["env:staging"], "message": "", "monitor_id": null, "monitor_tags": [], "start": "2026-02-21T00:00:00Z", "end": "2026-03-21T00:00:00Z", "timezone": "UTC", "recurrence": null, "creator_handle": "mira@lumen.example", "created": "2026-02-20T18:00:00Z", "canceled": "2026-02-21T09:00:00Z"},
        "5": {"id": 5, "scope": ["service:checkout"], "message": "Release night", "monitor_id": null, "monitor_tags": [], "start": "2026-03-01T02:00:00Z", "end": "2026-03-01T04:00:00Z", "timezone": "Europe/Oslo", "recurrence": null, "creator_handle": "mira@lumen.example", "created": "2026-02-23T18:00:00Z", "canceled": null}
    },
    "dashboards": {
        "c4kwz81mtq0": {"id": "c4kwz81mtq0", "title": "Checkout overview", "description": "Orders and errors", "layout_type": "ordered", "widgets": [{"id": 1, "definition": {"type": "timeseries", "title": "Orders"}, "layout": null}], "tags": ["team:payments"], "author_handle": "mira@lumen.example", "created_at": "2025-11-01T09:00:00Z", "modified_at": "2026-02-01T09:00:00Z"},
        "x9p3v7h2d5b": {"id": "x9p3v7h2d5b", "title": "Wall screen of the office", "description": null, "layout_type": "free", "widgets": [{"id": 1, "definition": {"type": "free_text"}, "layout": {"x": 0, "y": 0, "width": 24, "height": 6}}], "tags": [], "author_handle": "tomas@lumen.example", "created_at": "2025-12-01T09:00:00Z", "modified_at": "2025-12-01T09:00:00Z"}
    },
    "notebooks": {
        "1": {"id": 1, "name": "Checkout runbook", "author_handle": "mira@lumen.example", "cells": [{"id": "a1b2c3d4", "type": "markdown", "content": "Restart the workers first.", "definition": null}], "time": "1h", "metadata": {"type": "runbook", "is_template": false, "take_snapshots": false}, "restricted": false, "created": "2026-01-10T09:00:00Z", "modified": "2026-01-20T09:00:00Z"},
        "2": {"id": 2, "name": "Search outage of February", "author_handle": "tomas@lumen.example", "cells": [{"id": "e5f6g7h8", "type": "markdown", "content": "The index was rebuilt by hand.", "definition": null}], "time": "4h", "metadata": {"type": "postmortem", "is_template": false, "take_snapshots": true}, "restricted": true, "created": "2026-02-22T12:00:00Z", "modified": "2026-02-23T09:00:00Z"},
        "3": {"id": 3, "name": "Postmortem template", "author_handle": "mira@lumen.example", "cells": [], "time": "1d", "metadata": {"type": "postmortem", "is_template": true, "take_snapshots": false}, "restricted": false, "created": "2025-10-10T09:00:00Z", "modified": "2025-10-10T09:00:00Z"}
    }
}"#;
