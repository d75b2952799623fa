//! PagerDuty: incidents of services, who is on call for them, and what happened.
//!
//! Everything here is read. Who is on call is not stored but follows from escalation policies: a
//! rule names users, who are always on call, and schedules, whose shifts say who is at which time.
//! Times are in UTC, whatever time zone a caller asks for.

/// One account.
#[derive(State)]
pub struct Pagerduty {
    pub account: One<Account>,
    pub users: Table<User>,
    pub contact_methods: Table<ContactMethod>,
    pub notification_rules: Table<NotificationRule>,
    pub teams: Table<Team>,
    pub members: Table<Member>,
    pub schedules: Table<Schedule>,
    pub shifts: Table<Shift>,
    pub escalation_policies: Table<EscalationPolicy>,
    pub escalation_rules: Table<EscalationRule>,
    pub services: Table<Service>,
    pub incidents: Table<Incident>,
    pub log_entries: Table<LogEntry>,
}

/// Whose token is used.
#[derive(Entity)]
pub struct Account {
    pub user_id: Key<User>,
    #[entity(slug)]
    pub subdomain: String,
}

/// Someone who can be called.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "PU{:05}")]
    pub id: Key<User>,
    #[entity(len = 1..=100, person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(default = Role::User)]
    pub role: Role,
    pub job_title: Option<String>,
    #[entity(timezone)]
    pub time_zone: String,
    #[entity(default)]
    pub invitation_sent: bool,
}

/// What a user may do in the account.
#[derive(Choice)]
pub enum Role {
    Owner,
    Admin,
    User,
    LimitedUser,
    Observer,
    ReadOnlyUser,
}

/// A way to reach a user.
#[derive(Entity)]
#[entity(unique(user_id, kind, address))]
pub struct ContactMethod {
    #[entity(key, sequence = "PC{:05}")]
    pub id: Key<ContactMethod>,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(rename = "type")]
    pub kind: ContactKind,
    #[entity(len = 1..=100)]
    pub label: String,
    /// An email address, a phone number or the name of a device.
    #[entity(len = 1..=200)]
    pub address: String,
}

/// The ways to reach someone.
#[derive(Choice)]
pub enum ContactKind {
    EmailContactMethod,
    PhoneContactMethod,
    SmsContactMethod,
    PushNotificationContactMethod,
}

/// When a user is told of an incident, and how.
#[derive(Entity)]
pub struct NotificationRule {
    #[entity(key, sequence = "PN{:05}")]
    pub id: Key<NotificationRule>,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(on_delete = cascade)]
    pub contact_method_id: Key<ContactMethod>,
    pub urgency: Urgency,
    #[entity(range = 0..=1440)]
    pub start_delay_in_minutes: i64,
}

/// A group of users that answers for services.
#[derive(Entity)]
pub struct Team {
    #[entity(key, sequence = "PT{:05}")]
    pub id: Key<Team>,
    #[entity(len = 1..=100, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// That a user is in a team.
#[derive(Entity)]
pub struct Member {
    #[entity(key, on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(key, on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(default = TeamRole::Manager)]
    pub role: TeamRole,
}

/// What a member may do in the team.
#[derive(Choice)]
pub enum TeamRole {
    Manager,
    Responder,
    Observer,
}

/// Who is on call in turns.
#[derive(Entity)]
pub struct Schedule {
    #[entity(key, sequence = "PD{:05}")]
    pub id: Key<Schedule>,
    #[entity(unique, len = 1..=255, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(timezone)]
    pub time_zone: String,
    #[entity(on_delete = clear)]
    pub team_ids: Vec<Key<Team>>,
}

/// A turn of one user in a schedule.
#[derive(Entity)]
pub struct Shift {
    #[entity(key, sequence)]
    pub id: IntKey<Shift>,
    #[entity(on_delete = cascade)]
    pub schedule_id: Key<Schedule>,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    pub start: Timestamp,
    pub end: Timestamp,
}

/// Whom an incident calls, and whom next when nobody answers.
#[derive(Entity)]
pub struct EscalationPolicy {
    #[entity(key, sequence = "PE{:05}")]
    pub id: Key<EscalationPolicy>,
    #[entity(unique, len = 1..=255, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// How often the rules are gone through again.
    #[entity(default, range = 0..=9)]
    pub num_loops: i64,
    #[entity(on_delete = clear)]
    pub team_ids: Vec<Key<Team>>,
}

/// One level of a policy.
#[derive(Entity)]
#[entity(unique(escalation_policy_id, level))]
pub struct EscalationRule {
    #[entity(key, sequence = "PR{:05}")]
    pub id: Key<EscalationRule>,
    #[entity(on_delete = cascade)]
    pub escalation_policy_id: Key<EscalationPolicy>,
    #[entity(range = 1..=20)]
    pub level: i64,
    #[entity(range = 1..=1440)]
    pub escalation_delay_in_minutes: i64,
    #[entity(on_delete = clear)]
    pub user_ids: Vec<Key<User>>,
    #[entity(on_delete = clear)]
    pub schedule_ids: Vec<Key<Schedule>>,
}

/// Something that can fail.
#[derive(Entity)]
pub struct Service {
    #[entity(key, sequence = "PS{:05}")]
    pub id: Key<Service>,
    #[entity(unique, len = 1..=255, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = ServiceStatus::Active)]
    pub status: ServiceStatus,
    pub escalation_policy_id: Key<EscalationPolicy>,
    #[entity(on_delete = clear)]
    pub team_ids: Vec<Key<Team>>,
    /// Seconds after which an open incident is resolved; never when missing.
    #[entity(range = 60..=2_592_000)]
    pub auto_resolve_timeout: Option<i64>,
    /// Seconds after which an acknowledged incident is triggered again; never when missing.
    #[entity(range = 60..=2_592_000)]
    pub acknowledgement_timeout: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    pub last_incident_timestamp: Option<Timestamp>,
}

/// How a service is doing.
#[derive(Choice)]
pub enum ServiceStatus {
    Active,
    Warning,
    Critical,
    Maintenance,
    Disabled,
}

/// Something that went wrong with a service.
#[derive(Entity)]
pub struct Incident {
    #[entity(key, sequence = "Q0{:012}")]
    pub id: Key<Incident>,
    #[entity(unique, range = 1..=9_999_999)]
    pub incident_number: i64,
    #[entity(len = 1..=1024, title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = Status::Triggered)]
    pub status: Status,
    #[entity(default = Urgency::High)]
    pub urgency: Urgency,
    #[entity(on_delete = cascade)]
    pub service_id: Key<Service>,
    pub escalation_policy_id: Key<EscalationPolicy>,
    #[entity(on_delete = clear)]
    pub team_ids: Vec<Key<Team>>,
    #[entity(on_delete = clear)]
    pub assignee_ids: Vec<Key<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub last_status_change_at: Timestamp,
    pub resolved_at: Option<Timestamp>,
}

/// Where an incident stands.
#[derive(Choice)]
pub enum Status {
    Triggered,
    Acknowledged,
    Resolved,
}

/// How loudly an incident calls.
#[derive(Choice)]
pub enum Urgency {
    High,
    Low,
}

/// Something that happened to an incident.
#[derive(Entity)]
pub struct LogEntry {
    #[entity(key, sequence = "R{:013}")]
    pub id: Key<LogEntry>,
    #[entity(rename = "type")]
    pub kind: LogKind,
    #[entity(len = 1..=500, title)]
    pub summary: String,
    #[entity(on_delete = cascade)]
    pub incident_id: Key<Incident>,
    /// The user who did it; missing where the system did.
    #[entity(on_delete = clear)]
    pub agent_id: Option<Key<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What can happen to an incident.
#[derive(Choice)]
pub enum LogKind {
    TriggerLogEntry,
    AcknowledgeLogEntry,
    UnacknowledgeLogEntry,
    AssignLogEntry,
    EscalateLogEntry,
    SnoozeLogEntry,
    AnnotateLogEntry,
    ResolveLogEntry,
    NotifyLogEntry,
    ExhaustEscalationPathLogEntry,
}

/// A level of a policy, as callers see it.
#[derive(Record)]
pub struct RuleView {
    pub id: Key<EscalationRule>,
    pub level: i64,
    pub escalation_delay_in_minutes: i64,
    pub user_ids: Vec<Key<User>>,
    pub schedule_ids: Vec<Key<Schedule>>,
}

/// A policy with its levels and what relies on it.
#[derive(Record)]
pub struct PolicyDetail {
    pub id: Key<EscalationPolicy>,
    pub name: String,
    pub description: Option<String>,
    pub num_loops: i64,
    pub team_ids: Vec<Key<Team>>,
    pub service_ids: Vec<Key<Service>>,
    pub escalation_rules: Vec<RuleView>,
}

/// A user as a part of a team.
#[derive(Record)]
pub struct MemberView {
    pub user_id: Key<User>,
    pub name: String,
    pub email: String,
    pub role: TeamRole,
}

/// A team with its members and what it answers for.
#[derive(Record)]
pub struct TeamDetail {
    pub id: Key<Team>,
    pub name: String,
    pub description: Option<String>,
    pub members: Vec<MemberView>,
    pub service_ids: Vec<Key<Service>>,
    pub escalation_policy_ids: Vec<Key<EscalationPolicy>>,
    pub schedule_ids: Vec<Key<Schedule>>,
}

/// That someone is on call, always or for a time.
#[derive(Record)]
pub struct OncallView {
    pub escalation_policy_id: Key<EscalationPolicy>,
    pub escalation_level: i64,
    pub schedule_id: Option<Key<Schedule>>,
    pub user_id: Key<User>,
    pub user_name: String,
    pub start: Option<Timestamp>,
    pub end: Option<Timestamp>,
}

/// A user who may be the one that was looked for.
#[derive(Record)]
pub struct UserMatch {
    pub id: Key<User>,
    pub name: String,
    pub email: String,
    /// From 0 to 1.
    pub confidence: f64,
}

/// Who fits a search: the one who surely does, and others who may.
#[derive(Record)]
pub struct UserMatches {
    pub users: Vec<UserMatch>,
    pub suggestions: Vec<UserMatch>,
}

/// A way to reach the current user.
#[derive(Record)]
pub struct ContactView {
    pub id: Key<ContactMethod>,
    #[record(rename = "type")]
    pub kind: ContactKind,
    pub label: String,
    pub address: String,
}

/// When and how the current user is told of an incident.
#[derive(Record)]
pub struct NotificationView {
    pub id: Key<NotificationRule>,
    pub contact_method_id: Key<ContactMethod>,
    pub urgency: Urgency,
    pub start_delay_in_minutes: i64,
}

/// The current user.
#[derive(Record)]
pub struct Profile {
    pub id: Key<User>,
    pub name: String,
    pub email: String,
    pub role: Role,
    pub job_title: Option<String>,
    pub time_zone: String,
    pub subdomain: String,
    pub team_ids: Vec<Key<Team>>,
    pub contact_methods: Vec<ContactView>,
    pub notification_rules: Vec<NotificationView>,
}

pub trait Tools {
    /// Reads a policy with its levels in order and the services that rely on it.
    #[tool(
        get,
        key(escalation_policy_id),
        about = EscalationPolicy,
        reads(escalation_policies, escalation_rules, services)
    )]
    #[case(
        args = r#"{"escalation_policy_id":"PE00001"}"#,
        ok = r#"{"name":"Checkout first","service_ids":["PS00001"],"escalation_rules":[{"level":1,"schedule_ids":["PD00001"]},{"level":2,"user_ids":["PU00001"]}]}"#
    )]
    #[case(args = r#"{"escalation_policy_id":"PE00099"}"#, error = "not_found")]
    fn get_escalation_policy(
        state: &Pagerduty,
        args: GetEscalationPolicy,
        _cx: &mut Context,
    ) -> Result<PolicyDetail, ToolError> {
        let policy = state.escalation_policies.find(&args.escalation_policy_id)?;
        let services = state.services.select(&|row| row.escalation_policy_id == policy.id);
        let rules = rules_of(state, &policy.id);
        Ok(PolicyDetail {
            id: policy.id.clone(),
            name: policy.name.clone(),
            description: policy.description.clone(),
            num_loops: policy.num_loops,
            team_ids: policy.team_ids.clone(),
            service_ids: services.iter().map(|row| row.id.clone()).collect(),
            escalation_rules: rules.iter().map(|rule| view_rule(rule)).collect(),
        })
    }

    #[tool(get, key(incident_id))]
    fn get_incident() -> Incident;

    #[tool(get, key(service_id))]
    fn get_service() -> Service;

    /// Reads a team with its members and the services, policies and schedules that name it.
    #[tool(
        get,
        key(team_id),
        about = Team,
        reads(teams, members, users, services, escalation_policies, schedules)
    )]
    #[case(
        args = r#"{"team_id":"PT00001"}"#,
        ok = r#"{"name":"Payments","members":[{"user_id":"PU00001","role":"manager"},{"user_id":"PU00002","role":"responder"}],"service_ids":["PS00001"],"escalation_policy_ids":["PE00001"],"schedule_ids":["PD00001"]}"#
    )]
    #[case(args = r#"{"team_id":"PT00099"}"#, error = "not_found")]
    fn get_team(
        state: &Pagerduty,
        args: GetTeam,
        _cx: &mut Context,
    ) -> Result<TeamDetail, ToolError> {
        let team = state.teams.find(&args.team_id)?;
        let id = &team.id;
        let members = state.members.select(&|row| row.team_id == *id);
        let services = state.services.select(&|row| row.team_ids.contains(id));
        let policies = state.escalation_policies.select(&|row| row.team_ids.contains(id));
        let schedules = state.schedules.select(&|row| row.team_ids.contains(id));
        Ok(TeamDetail {
            id: id.clone(),
            name: team.name.clone(),
            description: team.description.clone(),
            members: members.iter().filter_map(|row| view_member(state, row)).collect(),
            service_ids: services.iter().map(|row| row.id.clone()).collect(),
            escalation_policy_ids: policies.iter().map(|row| row.id.clone()).collect(),
            schedule_ids: schedules.iter().map(|row| row.id.clone()).collect(),
        })
    }

    /// Lists escalation policies by name.
    #[tool(
        list,
        sort(name),
        page(limit = limit, offset = offset),
        reads(escalation_policies)
    )]
    #[case(
        args = r#"{"limit":1,"offset":1}"#,
        ok = r#"{"items":[{"id":"PE00002","name":"Office hours"}],"total":2}"#
    )]
    #[case(args = r#"{"offset":-1}"#, error = "invalid_argument")]
    fn list_escalation_policies(
        state: &Pagerduty,
        args: ListEscalationPolicies,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<EscalationPolicy>>, ToolError> {
        let mut rows = state.escalation_policies.select(&|_| true);
        rows.sort_by_key(|row| row.name.to_lowercase());
        page(rows, args.limit, args.offset)
    }

    /// Lists incidents by number, the oldest first.
    #[tool(
        list,
        filter(
            status,
            urgency,
            service_id in service_ids,
            team_ids has team_ids,
            created_at >= since,
            created_at <= until
        ),
        sort(incident_number),
        page(limit = limit, offset = offset),
        reads(incidents)
    )]
    #[case(
        args = r#"{"status":"triggered","urgency":"high"}"#,
        ok = r#"{"items":[{"incident_number":102}],"total":1}"#
    )]
    #[case(
        args = r#"{"service_ids":["PS00001"],"team_ids":["PT00001","PT00002"],"until":"2026-02-15T00:00:00Z"}"#,
        ok = r#"{"items":[{"incident_number":101}],"total":1}"#
    )]
    #[case(
        args = r#"{"since":"2026-02-20T00:00:00Z","until":"2026-02-01T00:00:00Z"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"status":"open"}"#, error = "invalid_argument")]
    fn list_incidents(
        state: &Pagerduty,
        args: ListIncidents,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Incident>>, ToolError> {
        check_span(args.since, args.until)?;
        let services = args.service_ids.unwrap_or_default();
        let teams = args.team_ids.unwrap_or_default();
        let mut rows = state.incidents.select(&|incident| {
            args.status.is_none_or(|status| incident.status == status)
                && args.urgency.is_none_or(|urgency| incident.urgency == urgency)
                && (services.is_empty() || services.contains(&incident.service_id))
                && shares(&incident.team_ids, &teams)
                && is_within(incident.created_at, args.since, args.until)
        });
        rows.sort_by_key(|incident| incident.incident_number);
        page(rows, args.limit, args.offset)
    }

    /// Lists what happened to incidents, the latest first. Unless asked otherwise, notifications
    /// and the like are left out.
    #[tool(
        list,
        filter(created_at >= since, created_at <= until),
        sort(created_at, descending),
        page(limit = limit, offset = offset),
        ignore(time_zone),
        types(team_ids = Vec<Key<Team>>),
        reads(log_entries, incidents)
    )]
    #[case(
        args = r#"{"limit":2}"#,
        ok = r#"{"items":[{"type":"trigger_log_entry","incident_id":"Q0000000000002"},{"type":"resolve_log_entry"}],"total":3}"#
    )]
    #[case(
        args = r#"{"is_overview":false,"team_ids":["PT00001"],"since":"2026-02-21T00:00:00Z"}"#,
        ok = r#"{"items":[{"type":"notify_log_entry"},{"type":"trigger_log_entry"}],"total":2}"#
    )]
    #[case(args = r#"{"since":"yesterday"}"#, error = "invalid_argument")]
    fn list_log_entries(
        state: &Pagerduty,
        args: ListLogEntries,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<LogEntry>>, ToolError> {
        check_span(args.since, args.until)?;
        let teams = args.team_ids.unwrap_or_default();
        let overview = args.is_overview.unwrap_or(true);
        let of_teams = |entry: &LogEntry| {
            let incident = state.incidents.get(&entry.incident_id);
            incident.is_some_and(|incident| shares(&incident.team_ids, &teams))
        };
        let mut rows = state.log_entries.select(&|entry| {
            (!overview || is_in_overview(entry.kind))
                && of_teams(entry)
                && is_within(entry.created_at, args.since, args.until)
        });
        rows.sort_by_key(|entry| std::cmp::Reverse(entry.created_at));
        page(rows, args.limit, args.offset)
    }

    /// Lists who is on call: now, or at any time of the span that is given.
    #[tool(
        ignore(time_zone),
        page(limit = limit, offset = offset),
        types(
            schedule_ids = Vec<Key<Schedule>>,
            escalation_policy_ids = Vec<Key<EscalationPolicy>>,
            team_ids = Vec<Key<Team>>,
            since = Timestamp,
            until = Timestamp
        ),
        reads(escalation_policies, escalation_rules, schedules, shifts, users)
    )]
    #[case(
        args = r#"{"escalation_policy_ids":["PE00001"]}"#,
        ok = r#"{"items":[{"escalation_level":1,"schedule_id":"PD00001","user_name":"Ravi Menon","end":"2036-03-02T08:00:00Z"},{"escalation_level":2,"schedule_id":null,"user_id":"PU00001","start":null}],"total":2}"#
    )]
    #[case(
        args = r#"{"schedule_ids":["PD00001"],"since":"2026-02-17T00:00:00Z","until":"2026-02-18T00:00:00Z"}"#,
        ok = r#"{"items":[{"user_id":"PU00001","end":"2026-02-23T08:00:00Z"}],"total":1}"#
    )]
    #[case(
        args = r#"{"since":"2026-02-18T00:00:00Z","until":"2026-02-17T00:00:00Z"}"#,
        error = "invalid_argument"
    )]
    fn list_oncalls(
        state: &Pagerduty,
        args: ListOncalls,
        cx: &mut Context,
    ) -> Result<Page<OncallView>, ToolError> {
        let now = cx.now();
        let since = args.since.unwrap_or_else(|| args.until.map_or(now, |until| until.min(now)));
        let until = args.until.unwrap_or_else(|| since.max(now));
        check_span(Some(since), Some(until))?;
        let wanted = args.escalation_policy_ids.unwrap_or_default();
        let teams = args.team_ids.unwrap_or_default();
        let schedules = args.schedule_ids.unwrap_or_default();
        let policies = state.escalation_policies.select(&|policy| {
            (wanted.is_empty() || wanted.contains(&policy.id)) && shares(&policy.team_ids, &teams)
        });
        let mut oncalls = Vec::new();
        for rule in policies.iter().flat_map(|policy| rules_of(state, &policy.id)) {
            for id in rule.schedule_ids.iter() {
                if schedules.is_empty() || schedules.contains(id) {
                    add_shifts(state, &rule, id, since, until, &mut oncalls);
                }
            }
            if schedules.is_empty() {
                let users = rule.user_ids.iter().filter_map(|id| state.users.get(id));
                oncalls.extend(users.map(|user| view_oncall(&rule, user, None)));
            }
        }
        page(oncalls, args.limit, args.offset)
    }

    /// Lists schedules by name.
    #[tool(
        list,
        sort(name),
        page(limit = limit, offset = offset),
        ignore(time_zone),
        reads(schedules)
    )]
    #[case(args = "{}", ok = r#"{"items":[{"name":"Payments weekly"}],"total":1}"#)]
    #[case(args = r#"{"offset":-1}"#, error = "invalid_argument")]
    fn list_schedules(
        state: &Pagerduty,
        args: ListSchedules,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Schedule>>, ToolError> {
        let mut rows = state.schedules.select(&|_| true);
        rows.sort_by_key(|row| row.name.to_lowercase());
        page(rows, args.limit, args.offset)
    }

    /// Lists services by name, all or those whose names hold the words.
    #[tool(
        search(name ~ query),
        sort(name),
        page(limit = limit, offset = offset),
        reads(services)
    )]
    #[case(
        args = r#"{"query":"CHECK"}"#,
        ok = r#"{"items":[{"id":"PS00001","name":"Checkout API"}],"total":1}"#
    )]
    #[case(args = r#"{"query":"no such service"}"#, ok = r#"{"items":[],"total":0}"#)]
    #[case(args = r#"{"offset":-1}"#, error = "invalid_argument")]
    fn list_services(
        state: &Pagerduty,
        args: ListServices,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Service>>, ToolError> {
        let query = args.query.unwrap_or_default();
        let mut rows = state.services.select(&|row| contains_text(&[&row.name], &query));
        rows.sort_by_key(|row| row.name.to_lowercase());
        page(rows, args.limit, args.offset)
    }

    /// Lists teams by name.
    #[tool(list, sort(name), page(limit = limit, offset = offset), reads(teams))]
    #[case(args = "{}", ok = r#"{"items":[{"name":"Payments"},{"name":"Storefront"}],"total":2}"#)]
    #[case(args = r#"{"offset":-1}"#, error = "invalid_argument")]
    fn list_teams(
        state: &Pagerduty,
        args: ListTeams,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Team>>, ToolError> {
        let mut rows = state.teams.select(&|_| true);
        rows.sort_by_key(|row| row.name.to_lowercase());
        page(rows, args.limit, args.offset)
    }

    /// Lists users by name.
    #[tool(list, sort(name), page(limit = limit, offset = offset), reads(users))]
    #[case(
        args = r#"{"limit":2}"#,
        ok = r#"{"items":[{"name":"Elena Sorokina"},{"name":"Ravi Menon"}],"total":3}"#
    )]
    #[case(args = r#"{"offset":-1}"#, error = "invalid_argument")]
    fn list_users(
        state: &Pagerduty,
        args: ListUsers,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<User>>, ToolError> {
        let mut rows = state.users.select(&|_| true);
        rows.sort_by_key(|row| row.name.to_lowercase());
        page(rows, args.limit, args.offset)
    }

    /// Finds users whose name or address is the text or resembles it. Only a user who has exactly
    /// this name or address is taken as found, and on request one who is very close to it.
    #[tool(search((name, email) ~ query), about = User, reads(users))]
    #[case(
        args = r#"{"query":"ravi menon"}"#,
        ok = r#"{"users":[{"id":"PU00002","confidence":1.0}]}"#
    )]
    #[case(
        args = r#"{"query":"Ravi Menn"}"#,
        ok = r#"{"users":[],"suggestions":[{"id":"PU00002","confidence":0.9}]}"#
    )]
    #[case(
        args = r#"{"query":"Elena Sorokin","auto_accept_matches":true}"#,
        ok = r#"{"users":[{"id":"PU00001"}],"suggestions":[]}"#
    )]
    #[case(args = r#"{"query":" "}"#, error = "invalid_argument")]
    fn search_users(
        state: &Pagerduty,
        args: SearchUsers,
        _cx: &mut Context,
    ) -> Result<UserMatches, ToolError> {
        let wanted = args.query.trim().to_lowercase();
        if wanted.is_empty() {
            return Err(ToolError::invalid_argument("the query must not be empty"));
        }
        let accepts = args.auto_accept_matches.unwrap_or(false);
        let mut matches: Vec<UserMatch> =
            state.users.select(&|_| true).iter().filter_map(|user| rate(user, &wanted)).collect();
        matches.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        let is_sure = |found: &UserMatch| {
            found.confidence >= 1.0 || accepts && found.confidence > SURE_ENOUGH
        };
        let (users, mut suggestions): (Vec<_>, Vec<_>) = matches.into_iter().partition(is_sure);
        suggestions.truncate(SUGGESTIONS_MAX);
        Ok(UserMatches { users, suggestions })
    }

    /// Reads the current user, how they are reached and when.
    #[tool(reads(account, users, members, contact_methods, notification_rules))]
    #[case(
        args = "{}",
        ok = r#"{"id":"PU00001","subdomain":"northpay","team_ids":["PT00001"],"contact_methods":[{"type":"email_contact_method"},{"type":"sms_contact_method"}],"notification_rules":[{"urgency":"high","start_delay_in_minutes":0}]}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn whoami(state: &Pagerduty, _args: Whoami, _cx: &mut Context) -> Result<Profile, ToolError> {
        let account = state.account.find()?;
        let user = state.users.find(&account.user_id)?;
        let methods = state.contact_methods.select(&|row| row.user_id == user.id);
        let rules = state.notification_rules.select(&|row| row.user_id == user.id);
        let teams = state.members.select(&|row| row.user_id == user.id);
        Ok(Profile {
            id: user.id.clone(),
            name: user.name.clone(),
            email: user.email.clone(),
            role: user.role,
            job_title: user.job_title.clone(),
            time_zone: user.time_zone.clone(),
            subdomain: account.subdomain.clone(),
            team_ids: teams.iter().map(|row| row.team_id.clone()).collect(),
            contact_methods: methods.iter().map(|row| view_contact(row)).collect(),
            notification_rules: rules.iter().map(|row| view_notification(row)).collect(),
        })
    }
}

/// How alike a user and a search must be to be taken as found on request.
const SURE_ENOUGH: f64 = 0.9;
/// How alike a user and a search must be to be suggested.
const RESEMBLES: f64 = 0.6;
/// How many users are suggested at most.
const SUGGESTIONS_MAX: usize = 10;
/// How far into a list pages reach.
const REACH_MAX: i64 = 10_000;

fn page<T>(rows: Vec<T>, limit: Option<i64>, offset: Option<i64>) -> Result<Page<T>, ToolError> {
    let limit = limit.unwrap_or(10).clamp(1, 50);
    if offset.is_some_and(|offset| offset > REACH_MAX.saturating_sub(limit)) {
        let message = format!("a list is read only up to item {REACH_MAX}; filter it instead");
        return Err(ToolError::invalid_argument(message));
    }
    PageRequest { limit: Some(limit), offset, ..PageRequest::default() }.cut(rows)
}

fn check_span(since: Option<Timestamp>, until: Option<Timestamp>) -> Result<(), ToolError> {
    match (since, until) {
        (Some(since), Some(until)) if until < since => {
            Err(ToolError::invalid_argument("`until` must not be before `since`"))
        }
        _ => Ok(()),
    }
}

fn is_within(at: Timestamp, since: Option<Timestamp>, until: Option<Timestamp>) -> bool {
    since.is_none_or(|since| at >= since) && until.is_none_or(|until| at <= until)
}

/// Whether a row has one of the wanted teams; no wanted team accepts all.
fn shares(teams: &[Key<Team>], wanted: &[Key<Team>]) -> bool {
    wanted.is_empty() || teams.iter().any(|team| wanted.contains(team))
}

fn is_in_overview(kind: LogKind) -> bool {
    !matches!(kind, LogKind::NotifyLogEntry | LogKind::ExhaustEscalationPathLogEntry)
}

/// The levels of a policy in order.
fn rules_of(state: &Pagerduty, policy: &Key<EscalationPolicy>) -> Vec<RowRef<EscalationRule>> {
    let mut rules = state.escalation_rules.select(&|rule| rule.escalation_policy_id == *policy);
    rules.sort_by_key(|rule| rule.level);
    rules
}

/// Adds those who are on call by the shifts of a schedule that touch a span of time.
fn add_shifts(
    state: &Pagerduty,
    rule: &EscalationRule,
    schedule: &Key<Schedule>,
    since: Timestamp,
    until: Timestamp,
    oncalls: &mut Vec<OncallView>,
) {
    let mut shifts = state.shifts.select(&|shift| {
        shift.schedule_id == *schedule && shift.start <= until && shift.end > since
    });
    shifts.sort_by_key(|shift| shift.start);
    for shift in shifts {
        if let Some(user) = state.users.get(&shift.user_id) {
            oncalls.push(view_oncall(rule, user, Some(&shift)));
        }
    }
}

fn view_oncall(rule: &EscalationRule, user: &User, shift: Option<&Shift>) -> OncallView {
    OncallView {
        escalation_policy_id: rule.escalation_policy_id.clone(),
        escalation_level: rule.level,
        schedule_id: shift.map(|shift| shift.schedule_id.clone()),
        user_id: user.id.clone(),
        user_name: user.name.clone(),
        start: shift.map(|shift| shift.start),
        end: shift.map(|shift| shift.end),
    }
}

fn view_rule(rule: &EscalationRule) -> RuleView {
    RuleView {
        id: rule.id.clone(),
        level: rule.level,
        escalation_delay_in_minutes: rule.escalation_delay_in_minutes,
        user_ids: rule.user_ids.clone(),
        schedule_ids: rule.schedule_ids.clone(),
    }
}

fn view_member(state: &Pagerduty, member: &Member) -> Option<MemberView> {
    let user = state.users.get(&member.user_id)?;
    Some(MemberView {
        user_id: user.id.clone(),
        name: user.name.clone(),
        email: user.email.clone(),
        role: member.role,
    })
}

fn view_contact(method: &ContactMethod) -> ContactView {
    ContactView {
        id: method.id.clone(),
        kind: method.kind,
        label: method.label.clone(),
        address: method.address.clone(),
    }
}

fn view_notification(rule: &NotificationRule) -> NotificationView {
    NotificationView {
        id: rule.id.clone(),
        contact_method_id: rule.contact_method_id.clone(),
        urgency: rule.urgency,
        start_delay_in_minutes: rule.start_delay_in_minutes,
    }
}

/// How well a user fits a text in lower case, where they fit at all.
fn rate(user: &User, wanted: &str) -> Option<UserMatch> {
    let name = user.name.to_lowercase();
    let email = user.email.to_lowercase();
    let mailbox = email.split('@').next().unwrap_or_default();
    let texts = [name.as_str(), email.as_str(), mailbox];
    let whole = texts.iter().map(|text| likeness(text, wanted));
    let words = name.split_whitespace().map(|word| 0.85 * likeness(word, wanted));
    let within = texts.iter().any(|text| text.contains(wanted));
    let best = whole.chain(words).fold(if within { 0.8 } else { 0.0 }, f64::max);
    // Only the whole name or address is a sure match.
    let is_same = name == wanted || email == wanted;
    let best = if is_same { 1.0 } else { best.min(0.99) };
    (best >= RESEMBLES).then(|| UserMatch {
        id: user.id.clone(),
        name: user.name.clone(),
        email: user.email.clone(),
        confidence: (best * 100.0).round() / 100.0,
    })
}

/// 1 less the share of letters that differ between two texts.
fn likeness(a: &str, b: &str) -> f64 {
    let longer = a.chars().count().max(b.chars().count());
    if longer == 0 {
        return 1.0;
    }
    1.0 - edits(a, b) as f64 / longer as f64
}

/// How many letters must be added, dropped or replaced to turn one text into the other.
fn edits(a: &str, b: &str) -> usize {
    let letters: Vec<char> = b.chars().take(LETTERS_MAX).collect();
    let mut row: Vec<usize> = (0..=letters.len()).collect();
    for (line, letter) in a.chars().take(LETTERS_MAX).enumerate() {
        let mut above_left = line;
        let mut left = line.saturating_add(1);
        let mut next = vec![left];
        for (other, above) in letters.iter().zip(row.iter().skip(1)) {
            let replaced = above_left.saturating_add(usize::from(*other != letter));
            left = replaced.min(left.saturating_add(1)).min(above.saturating_add(1));
            above_left = *above;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

/// How many letters of a text are compared.
const LETTERS_MAX: usize = 200;

/// A payment company with two teams, one incident over and one open.
pub const FIXTURE: &str = r#"{
    "account": {"user_id": "PU00001", "subdomain": "northpay"},
    "users": {
        "PU00001": {"id": "PU00001", "name": "Elena Sorokina", "email": "elena@northpay.example", "role": "admin", "job_title": "Lead engineer", "time_zone": "Europe/Oslo", "invitation_sent": false},
        "PU00002": {"id": "PU00002", "name": "Ravi Menon", "email": "ravi@northpay.example", "role": "user", "job_title": null, "time_zone": "Europe/Oslo", "invitation_sent": false},
        "PU00003": {"id": "PU00003", "name": "Sofia Duarte", "email": "sofia@northpay.example", "role": "observer", "job_title": null, "time_zone": "Europe/Lisbon", "invitation_sent": true}
    },
    "contact_methods": {
        "PC00001": {"id": "PC00001", "user_id": "PU00001", "type": "email_contact_method", "label": "Work", "address": "elena@northpay.example"},
        "PC00002": {"id": "PC00002", "user_id": "PU00001", "type": "sms_contact_method", "label": "Mobile", "address": "+47 555 01 234"},
        "PC00003": {"id": "PC00003", "user_id": "PU00002", "type": "phone_contact_method", "label": "Mobile", "address": "+47 555 01 235"}
    },
    "notification_rules": {
        "PN00001": {"id": "PN00001", "user_id": "PU00001", "contact_method_id": "PC00002", "urgency": "high", "start_delay_in_minutes": 0},
        "PN00002": {"id": "PN00002", "user_id": "PU00002", "contact_method_id": "PC00003", "urgency": "high", "start_delay_in_minutes": 5}
    },
    "teams": {
        "PT00001": {"id": "PT00001", "name": "Payments", "description": "Cards and transfers"},
        "PT00002": {"id": "PT00002", "name": "Storefront", "description": null}
    },
    "members": {
        "PT00001/PU00001": {"team_id": "PT00001", "user_id": "PU00001", "role": "manager"},
        "PT00001/PU00002": {"team_id": "PT00001", "user_id": "PU00002", "role": "responder"},
        "PT00002/PU00003": {"team_id": "PT00002", "user_id": "PU00003", "role": "observer"}
    },
    "schedules": {
        "PD00001": {"id": "PD00001", "name": "Payments weekly", "description": "Hands over on Mondays", "time_zone": "Europe/Oslo", "team_ids": ["PT00001"]}
    },
    "shifts": {
        "1": {"id": 1, "schedule_id": "PD00001", "user_id": "PU00001", "start": "2026-02-16T08:00:00Z", "end": "2026-02-23T08:00:00Z"},
        "2": {"id": 2, "schedule_id": "PD00001", "user_id": "PU00002", "start": "2026-02-23T08:00:00Z", "end": "2036-03-02T08:00:00Z"}
    },
    "escalation_policies": {
        "PE00001": {"id": "PE00001", "name": "Checkout first", "description": null, "num_loops": 2, "team_ids": ["PT00001"]},
        "PE00002": {"id": "PE00002", "name": "Office hours", "description": "Nobody is woken", "num_loops": 0, "team_ids": ["PT00002"]}
    },
    "escalation_rules": {
        "PR00001": {"id": "PR00001", "escalation_policy_id": "PE00001", "level": 1, "escalation_delay_in_minutes": 15, "user_ids": [], "schedule_ids": ["PD00001"]},
        "PR00002": {"id": "PR00002", "escalation_policy_id": "PE00001", "level": 2, "escalation_delay_in_minutes": 30, "user_ids": ["PU00001"], "schedule_ids": []},
        "PR00003": {"id": "PR00003", "escalation_policy_id": "PE00002", "level": 1, "escalation_delay_in_minutes": 60, "user_ids": ["PU00003"], "schedule_ids": []}
    },
    "services": {
        "PS00001": {"id": "PS00001", "name": "Checkout API", "description": "Takes card payments", "status": "critical", "escalation_policy_id": "PE00001", "team_ids": ["PT00001"], "auto_resolve_timeout": 14400, "acknowledgement_timeout": 1800, "created_at": "2025-09-01T09:00:00Z", "last_incident_timestamp": "2026-02-24T03:10:00Z"},
        "PS00002": {"id": "PS00002", "name": "Product pages", "description": null, "status": "active", "escalation_policy_id": "PE00002", "team_ids": ["PT00002"], "auto_resolve_timeout": null, "acknowledgement_timeout": null, "created_at": "2025-10-01T09:00:00Z", "last_incident_timestamp": null}
    },
    "incidents": {
        "Q0000000000001": {"id": "Q0000000000001", "incident_number": 101, "title": "Refunds time out", "description": "Half of all refunds fail", "status": "resolved", "urgency": "high", "service_id": "PS00001", "escalation_policy_id": "PE00001", "team_ids": ["PT00001"], "assignee_ids": [], "created_at": "2026-02-10T12:00:00Z", "last_status_change_at": "2026-02-10T13:05:00Z", "resolved_at": "2026-02-10T13:05:00Z"},
        "Q0000000000002": {"id": "Q0000000000002", "incident_number": 102, "title": "Card payments are slow", "description": null, "status": "triggered", "urgency": "high", "service_id": "PS00001", "escalation_policy_id": "PE00001", "team_ids": ["PT00001"], "assignee_ids": ["PU00002"], "created_at": "2026-02-24T03:10:00Z", "last_status_change_at": "2026-02-24T03:10:00Z", "resolved_at": null}
    },
    "log_entries": {
        "R0000000000001": {"id": "R0000000000001", "type": "trigger_log_entry", "summary": "Triggered through the API", "incident_id": "Q0000000000001", "agent_id": null, "created_at": "2026-02-10T12:00:00Z"},
        "R0000000000002": {"id": "R0000000000002", "type": "resolve_log_entry", "summary": "Resolved by Elena Sorokina", "incident_id": "Q0000000000001", "agent_id": "PU00001", "created_at": "2026-02-10T13:05:00Z"},
        "R0000000000003": {"id": "R0000000000003", "type": "trigger_log_entry", "summary": "Triggered through the API", "incident_id": "Q0000000000002", "agent_id": null, "created_at": "2026-02-24T03:10:00Z"},
        "R0000000000004": {"id": "R0000000000004", "type": "notify_log_entry", "summary": "Ravi Menon was called", "incident_id": "Q0000000000002", "agent_id": null, "created_at": "2026-02-24T03:10:30Z"}
    }
}"#;
