//! Clockify: time entries on a team's projects and tasks, with the clients, tags, groups, expenses, invoices, schedules and time off around them.
/// Everything that Clockify knows.
#[derive(State)]
pub struct Clockify {
    pub project_custom_fields: Table<ProjectCustomField>,
    pub approvals: Table<Approval>,
    pub clients: Table<Client>,
    pub custom_fields: Table<CustomField>,
    pub time_entries: Table<TimeEntry>,
    pub expenses: Table<Expense>,
    pub expense_categories: Table<ExpenseCategory>,
    pub groups: Table<Group>,
    pub holidays: Table<Holiday>,
    pub invoices: Table<Invoice>,
    pub invoice_items: Table<InvoiceItem>,
    pub invoice_payments: Table<InvoicePayment>,
    pub members: Table<Member>,
    pub member_profiles: Table<MemberProfile>,
    pub projects: Table<Project>,
    pub project_memberships: Table<ProjectMembership>,
    pub project_templates: Table<ProjectTemplate>,
    pub scheduling_assignments: Table<SchedulingAssignment>,
    pub shared_reports: Table<SharedReport>,
    pub tags: Table<Tag>,
    pub tasks: Table<Task>,
    pub time_off_balances: Table<TimeOffBalance>,
    pub time_off_balance_assignments: Table<TimeOffBalanceAssignment>,
    pub time_off_policies: Table<TimeOffPolicy>,
    pub time_off_requests: Table<TimeOffRequest>,
    pub users: Table<User>,
    pub webhooks: Table<Webhook>,
    pub workspace_settings: One<WorkspaceSettings>,
}
/// One approval.
#[derive(Entity)]
pub struct Approval {
    #[entity(key, sequence = "APP-{:05}")]
    pub id: Key<Approval>,
    #[entity(default = ApprovalStatus::Pending)]
    pub status: ApprovalStatus,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    pub period_start: Date,
    pub period_end: Date,
}
/// What `status` can be.
#[derive(Choice)]
pub enum ApprovalStatus {
    #[choice(rename = "PENDING")]
    Pending,
    #[choice(rename = "APPROVED")]
    Approved,
    #[choice(rename = "WITHDRAWN_APPROVAL")]
    WithdrawnApproval,
}
/// One client.
#[derive(Entity)]
pub struct Client {
    #[entity(key, sequence = "CLI-{:05}")]
    pub id: Key<Client>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(address)]
    pub address: Option<String>,
    #[entity(default)]
    pub archived: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One custom field.
#[derive(Entity)]
pub struct CustomField {
    #[entity(key, sequence = "CUS-{:05}")]
    pub id: Key<CustomField>,
    #[entity(unique, title)]
    pub name: String,
    pub r#type: CustomFieldType,
    pub allowed_values: Vec<String>,
    #[entity(default)]
    pub required: bool,
    pub placeholder: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = CustomFieldStatus::Visible)]
    pub status: CustomFieldStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `type` can be.
#[derive(Choice)]
pub enum CustomFieldType {
    #[choice(rename = "TXT")]
    Txt,
    #[choice(rename = "NUMBER")]
    Number,
    #[choice(rename = "DROPDOWN_SINGLE")]
    DropdownSingle,
    #[choice(rename = "DROPDOWN_MULTIPLE")]
    DropdownMultiple,
    #[choice(rename = "CHECKBOX")]
    Checkbox,
    #[choice(rename = "LINK")]
    Link,
}
/// What `status` can be.
#[derive(Choice)]
pub enum CustomFieldStatus {
    #[choice(rename = "INACTIVE")]
    Inactive,
    #[choice(rename = "VISIBLE")]
    Visible,
    #[choice(rename = "INVISIBLE")]
    Invisible,
}
/// Time that someone spent.
#[derive(Entity)]
pub struct TimeEntry {
    #[entity(key, sequence = "ENT-{:05}")]
    pub id: Key<TimeEntry>,
    #[entity(body)]
    pub description: Option<String>,
    pub start: Option<Timestamp>,
    /// Lacks while the timer runs.
    pub end: Option<Timestamp>,
    pub duration_seconds: Option<i64>,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    #[entity(on_delete = clear)]
    pub task_id: Option<Key<Task>>,
    #[entity(on_delete = clear)]
    pub tag_ids: Vec<Key<Tag>>,
    #[entity(default)]
    pub billable: bool,
}
/// Money spent on a project.
#[derive(Entity)]
pub struct Expense {
    #[entity(key, sequence = "EXP-{:05}")]
    pub id: Key<Expense>,
    pub date: Date,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    #[entity(on_delete = clear)]
    pub category_id: Option<Key<ExpenseCategory>>,
    #[entity(money)]
    pub total: f64,
    #[entity(body)]
    pub notes: Option<String>,
}
/// One expenses category.
#[derive(Entity)]
pub struct ExpenseCategory {
    #[entity(key, sequence = "ECA-{:05}")]
    pub id: Key<ExpenseCategory>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// One group.
#[derive(Entity)]
pub struct Group {
    #[entity(key, sequence = "GRO-{:05}")]
    pub id: Key<Group>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
}
/// A day on which someone does not work.
#[derive(Entity)]
pub struct Holiday {
    #[entity(key, sequence = "HOL-{:05}")]
    pub id: Key<Holiday>,
    #[entity(on_delete = clear)]
    pub user_id: Option<Key<User>>,
    pub date: Date,
    #[entity(title)]
    pub name: String,
}
/// One invoice.
#[derive(Entity)]
pub struct Invoice {
    #[entity(key, sequence = "INV-{:05}")]
    pub id: Key<Invoice>,
    #[entity(default = InvoiceStatus::Unsent)]
    pub status: InvoiceStatus,
    #[entity(on_delete = clear)]
    pub client: Option<Key<Client>>,
    pub due_on: Date,
    pub issue_date: Date,
    #[entity(money)]
    pub amount: f64,
    #[entity(money)]
    pub balance: f64,
    #[entity(unique)]
    pub number: String,
}
/// What `status` can be.
#[derive(Choice)]
pub enum InvoiceStatus {
    #[choice(rename = "UNSENT")]
    Unsent,
    #[choice(rename = "SENT")]
    Sent,
    #[choice(rename = "PAID")]
    Paid,
    #[choice(rename = "PARTIALLY_PAID")]
    PartiallyPaid,
    #[choice(rename = "VOID")]
    Void,
    #[choice(rename = "OVERDUE")]
    Overdue,
}
/// One invoices item.
#[derive(Entity)]
pub struct InvoiceItem {
    #[entity(key, sequence = "IIT-{:05}")]
    pub id: Key<InvoiceItem>,
    #[entity(on_delete = cascade)]
    pub invoice_id: Key<Invoice>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(quantity)]
    pub quantity: f64,
    #[entity(money)]
    pub unit_price: f64,
}
/// One invoices payment.
#[derive(Entity)]
pub struct InvoicePayment {
    #[entity(key, sequence = "IPA-{:05}")]
    pub id: Key<InvoicePayment>,
    #[entity(on_delete = cascade)]
    pub invoice_id: Key<Invoice>,
    #[entity(money)]
    pub amount: f64,
    #[entity(body)]
    pub note: Option<String>,
    pub date: Date,
}
/// A user in a group.
#[derive(Entity)]
pub struct Member {
    #[entity(key, on_delete = cascade)]
    pub group_id: Key<Group>,
    #[entity(key, on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One member profile.
#[derive(Entity)]
pub struct MemberProfile {
    #[entity(key, on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(url)]
    pub image_url: Option<String>,
    #[entity(default)]
    pub remove_profile_image: bool,
    pub week_start: Option<MemberProfileWeekStart>,
    pub work_capacity: Option<String>,
    pub working_days: Vec<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `week_start` can be.
#[derive(Choice)]
pub enum MemberProfileWeekStart {
    #[choice(rename = "MONDAY")]
    Monday,
    #[choice(rename = "TUESDAY")]
    Tuesday,
    #[choice(rename = "WEDNESDAY")]
    Wednesday,
    #[choice(rename = "THURSDAY")]
    Thursday,
    #[choice(rename = "FRIDAY")]
    Friday,
    #[choice(rename = "SATURDAY")]
    Saturday,
    #[choice(rename = "SUNDAY")]
    Sunday,
}
/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(on_delete = clear)]
    pub client_id: Option<Key<Client>>,
    #[entity(color)]
    pub color: Option<String>,
    #[entity(default)]
    pub billable: bool,
    #[entity(default)]
    pub is_public: bool,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(default)]
    pub archived: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A user who may log time on a project.
#[derive(Entity)]
pub struct ProjectMembership {
    #[entity(key, on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(key, on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(money)]
    pub hourly_rate: Option<f64>,
}
/// One projects template.
#[derive(Entity)]
pub struct ProjectTemplate {
    #[entity(key, sequence = "PTE-{:05}")]
    pub id: Key<ProjectTemplate>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// Work that someone is planned for.
#[derive(Entity)]
pub struct SchedulingAssignment {
    #[entity(key, sequence = "SCH-{:05}")]
    pub id: Key<SchedulingAssignment>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    pub start: Timestamp,
    pub end: Timestamp,
    pub hours_per_day: f64,
}
/// One shared report.
#[derive(Entity)]
pub struct SharedReport {
    #[entity(key, sequence = "SHA-{:05}")]
    pub id: Key<SharedReport>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// One tag.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, sequence = "TAG-{:05}")]
    pub id: Key<Tag>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(default)]
    pub archived: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One task.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(title)]
    pub name: String,
    pub estimate: Option<String>,
    #[entity(on_delete = clear)]
    pub assignee_ids: Vec<Key<User>>,
    #[entity(default)]
    pub billable: bool,
    #[entity(default = TaskStatus::Active)]
    pub status: TaskStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `status` can be.
#[derive(Choice)]
pub enum TaskStatus {
    #[choice(rename = "ACTIVE")]
    Active,
    #[choice(rename = "DONE")]
    Done,
}
/// One time off balance.
#[derive(Entity)]
#[entity(unique(policy_id, user_id))]
pub struct TimeOffBalance {
    #[entity(key, sequence = "TIM-{:05}")]
    pub id: Key<TimeOffBalance>,
    #[entity(on_delete = cascade)]
    pub policy_id: Key<TimeOffPolicy>,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    pub balance: f64,
    pub used: f64,
}
/// One time off balance assignment.
#[derive(Entity)]
pub struct TimeOffBalanceAssignment {
    #[entity(key, sequence = "TOB-{:05}")]
    pub id: Key<TimeOffBalanceAssignment>,
    #[entity(on_delete = cascade)]
    pub policy_id: Key<TimeOffPolicy>,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    pub amount: f64,
    pub assigned_at: Timestamp,
}
/// One time off policy.
#[derive(Entity)]
pub struct TimeOffPolicy {
    #[entity(key, sequence = "TOP-{:05}")]
    pub id: Key<TimeOffPolicy>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// Days that someone wants off.
#[derive(Entity)]
pub struct TimeOffRequest {
    #[entity(key, sequence = "TOR-{:05}")]
    pub id: Key<TimeOffRequest>,
    #[entity(on_delete = cascade)]
    pub policy_id: Key<TimeOffPolicy>,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(default = TimeOffStatus::Pending)]
    pub status: TimeOffStatus,
    pub start: Timestamp,
    pub end: Timestamp,
    #[entity(body)]
    pub note: Option<String>,
}
/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
}
/// One webhook.
#[derive(Entity)]
pub struct Webhook {
    #[entity(key, sequence = "WEB-{:05}")]
    pub id: Key<Webhook>,
    #[entity(title)]
    pub name: String,
    #[entity(url)]
    pub url: String,
    pub event: String,
}
/// One workspace settings.
#[derive(Entity)]
pub struct WorkspaceSettings {
    #[entity(title)]
    pub name: Option<String>,
    pub value: Option<String>,
}
/// How a project uses a custom field.
#[derive(Entity)]
pub struct ProjectCustomField {
    #[entity(key, on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(key, on_delete = cascade)]
    pub custom_field_id: Key<CustomField>,
    pub status: Option<CustomFieldStatus>,
    pub default_value: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What was said about days off.
#[derive(Choice)]
pub enum TimeOffStatus {
    #[choice(rename = "PENDING")]
    Pending,
    #[choice(rename = "APPROVED")]
    Approved,
    #[choice(rename = "REJECTED")]
    Rejected,
}
pub trait Tools {
    #[tool(simulate(external_computation, "the documentation is searched outside the service"))]
    fn docs_search();
    #[tool(simulate(external_computation, "the guide is a fixed text of the product"))]
    fn operation_guide();
    #[tool(simulate(external_computation, "the text is fixed in the product"))]
    fn sdk_snippet();
    #[tool(list, filter(status), page(page, limit = page_size))]
    fn approvals_list() -> Page<Approval>;
    #[tool(simulate(unclear_effect, "it tells of changes that the model does not record"))]
    fn audit_log_search();
    #[tool(list, filter(name ~ name, archived), page(page, limit = page_size))]
    fn clients_list() -> Page<Client>;
    #[tool(create)]
    fn clients_create() -> Client;
    #[tool(get, key(client_id))]
    fn clients_get() -> Client;
    #[tool(update, key(client_id))]
    fn clients_update() -> Client;
    #[tool(list, page(page, limit = page_size))]
    fn custom_fields_list() -> Page<CustomField>;
    #[tool(create)]
    fn custom_fields_create() -> CustomField;
    #[tool(update, key(custom_field_id))]
    fn custom_fields_update() -> CustomField;
    #[tool(list, filter(project_id), page(page, limit = page_size))]
    fn project_custom_fields_list() -> Page<ProjectCustomField>;
    #[tool(upsert, key(project_id, custom_field_id))]
    fn project_custom_fields_update() -> ProjectCustomField;
    #[tool(simulate(external_computation, "the list of tools is fixed in the product"))]
    fn tools_search();
    #[tool(simulate(external_computation, "it measures whether the connection works"))]
    fn doctor();
    #[tool(simulate(unclear_effect, "it tells of changes that the model does not record"))]
    fn entity_changes_list();
    #[tool(list, filter(start >= start, start <= end, description ~ description), sort(start, descending), page(page, limit = page_size))]
    fn entries_list() -> Page<TimeEntry>;
    #[tool(create)]
    fn entries_log() -> TimeEntry;
    #[tool(get, key(time_entry_id))]
    fn entries_get() -> TimeEntry;
    #[tool(list, filter(id in time_entry_ids), ignore(hydrated))]
    fn entries_get_many() -> Page<TimeEntry>;
    #[tool(simulate(unclear_effect, "two pairs of its arguments page the list"))]
    fn expenses_list();
    #[tool(get, key(expense_id))]
    fn expenses_get() -> Expense;
    #[tool(list, page(page, limit = page_size))]
    fn expenses_categories_list() -> Page<ExpenseCategory>;
    #[tool(list, filter(project_id), page(page, limit = page_size))]
    fn groups_list() -> Page<Group>;
    #[tool(get, key(group_id))]
    fn groups_get() -> Group;
    #[tool(create)]
    fn groups_create() -> Group;
    #[tool(update, key(group_id))]
    fn groups_update() -> Group;
    #[tool(list, filter(group_id))]
    fn groups_list_members() -> Page<Member>;
    #[tool(create)]
    fn groups_add_member() -> Member;
    #[tool(list)]
    fn holidays_list() -> Page<Holiday>;
    #[tool(list, filter(user_id, date>= start, date<= end))]
    fn holidays_list_in_period() -> Page<Holiday>;
    #[tool(list, filter(status, status in statuses), sort(id, by = sort_column, direction = sort_order), page(page, limit = page_size))]
    fn invoices_list() -> Page<Invoice>;
    #[tool(get, key(invoice_id))]
    fn invoices_get() -> Invoice;
    #[tool(simulate(unclear_effect, "a switch decides how the number is searched"))]
    fn invoices_info();
    #[tool(list, filter(invoice_id))]
    fn invoices_items_list() -> Page<InvoiceItem>;
    #[tool(list, filter(invoice_id), page(page, limit = page_size))]
    fn invoices_payments_list() -> Page<InvoicePayment>;
    #[tool(list, filter(name ~ name, archived, client_id), page(page, limit = page_size))]
    fn projects_list() -> Page<Project>;
    #[tool(create)]
    fn projects_create() -> Project;
    #[tool(get, key(project_id))]
    fn projects_get() -> Project;
    #[tool(list, filter(project_id))]
    fn projects_memberships_list() -> Page<ProjectMembership>;
    #[tool(update, key(project_id))]
    fn projects_update() -> Project;
    #[tool(list, filter(name ~ name), page(page, limit = page_size))]
    fn projects_templates_list() -> Page<ProjectTemplate>;
    #[tool(simulate(external_computation, "the report is summed up over the time entries"))]
    fn reports_summary();
    #[tool(simulate(external_computation, "the report is summed up over the time entries"))]
    fn reports_detailed();
    #[tool(simulate(external_computation, "the report is summed up over the time entries"))]
    fn reports_weekly();
    #[tool(simulate(external_computation, "the report is summed up over the time entries"))]
    fn reports_attendance();
    #[tool(simulate(external_computation, "the report is summed up over the expenses"))]
    fn reports_expense();
    #[tool(list, filter(end >= start, start <= end, name ~ name), page(page, limit = page_size))]
    fn scheduling_assignments_list() -> Page<SchedulingAssignment>;
    #[tool(list, filter(project_id, end >= start, start <= end), page(page, limit = page_size))]
    fn scheduling_assignments_list_per_project() -> Page<SchedulingAssignment>;
    #[tool(simulate(external_computation, "capacity is reckoned from working hours and assignments"))]
    fn scheduling_capacity();
    #[tool(list)]
    fn shared_reports_list() -> Page<SharedReport>;
    #[tool(simulate(external_computation, "the report is worked out when it is opened"))]
    fn shared_reports_view();
    #[tool(simulate(external_computation, "it measures whether the connection works"))]
    fn status();
    #[tool(list, filter(name ~ name, archived), page(page, limit = page_size))]
    fn tags_list() -> Page<Tag>;
    #[tool(create)]
    fn tags_create() -> Tag;
    #[tool(get, key(tag_id))]
    fn tags_get() -> Tag;
    #[tool(update, key(tag_id))]
    fn tags_update() -> Tag;
    #[tool(list, filter(project_id, name ~ name), page(page, limit = page_size))]
    fn tasks_list() -> Page<Task>;
    #[tool(create)]
    fn tasks_create() -> Task;
    #[tool(get, key(task_id), filter(project_id))]
    fn tasks_get() -> Task;
    #[tool(update, key(task_id), filter(project_id))]
    fn tasks_update() -> Task;
    #[tool(list, filter(policy_id, user_id))]
    fn time_off_balance_assignments_list() -> Page<TimeOffBalanceAssignment>;
    #[tool(list, filter(policy_id))]
    fn time_off_balances_list() -> Page<TimeOffBalance>;
    #[tool(list, filter(user_id), page(page, limit = page_size))]
    fn time_off_balance_for_user() -> Page<TimeOffBalance>;
    #[tool(list, page(page, limit = page_size))]
    fn time_off_policies_list() -> Page<TimeOffPolicy>;
    #[tool(get, key(policy_id))]
    fn time_off_policies_get() -> TimeOffPolicy;
    #[tool(simulate(unclear_effect, "one value of the status filter stands for all requests"))]
    fn time_off_requests_list();
    #[tool(get, key(request_id))]
    fn time_off_requests_get() -> TimeOffRequest;
    #[tool(create, set(start = cx.now()))]
    fn timer_start() -> TimeEntry;
    #[tool(simulate(unclear_effect, "the running entry is found by having no end"))]
    fn timer_stop();
    #[tool(list, page(page, limit = page_size), ignore(include_roles))]
    fn users_list() -> Page<User>;
    #[tool(get, key(user_id))]
    fn member_profile_get() -> MemberProfile;
    #[tool(update, key(user_id))]
    fn member_profile_update() -> MemberProfile;
    #[tool(get)]
    fn workspace_settings() -> WorkspaceSettings;
    #[tool(list)]
    fn webhooks_list() -> Page<Webhook>;
    #[tool(get, key(webhook_id))]
    fn webhooks_get() -> Webhook;
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn webhooks_delivery_diagnose();
    #[tool(simulate(external_computation, "the kinds of events are a fixed list of the product"))]
    fn webhooks_events();
    #[tool(simulate(external_computation, "the guide is a fixed text of the product"))]
    fn tools_guide();
    #[tool(simulate(external_computation, "the plan is written by judgement"))]
    fn plan_change();
    #[tool(simulate(unclear_effect, "it finds or makes a client, a project, a task and tags by their names"))]
    fn create_work_package();
    #[tool(simulate(unclear_effect, "projects, tasks and tags are found by their names"))]
    fn log_work();
    #[tool(simulate(unclear_effect, "projects, tasks and tags are found by their names"))]
    fn start_work();
    #[tool(simulate(unclear_effect, "the running entry is found by having no end"))]
    fn stop_work();
    #[tool(simulate(unclear_effect, "it ends the running entry and starts another"))]
    fn switch_work();
    #[tool(simulate(external_computation, "the day is summed up over the time entries"))]
    fn review_day();
    #[tool(simulate(external_computation, "the week is summed up over the time entries"))]
    fn review_week();
    #[tool(simulate(unclear_effect, "the entry is found by words and times"))]
    fn fix_entry();
    #[tool(simulate(unclear_effect, "it makes many rows at once"))]
    fn demo_seed();
}
