//! BambooHR: employees with their dependents, benefits, files, goals, trainings, hours and time off, and job openings with the applications for them.
/// Everything that BambooHR knows.
#[derive(State)]
pub struct Bamboohr {
    pub application_comments: Table<ApplicationComment>,
    pub application_statuses: Table<ApplicationStatus>,
    pub benefit_coverage_levels: Table<BenefitCoverageLevel>,
    pub benefit_plans: Table<BenefitPlan>,
    pub company: One<Company>,
    pub company_files: Table<CompanyFile>,
    pub datasets: Table<Dataset>,
    pub dataset_fields: Table<DatasetField>,
    pub employees: Table<Employee>,
    pub employee_benefits: Table<EmployeeBenefit>,
    pub dependents: Table<Dependent>,
    pub employee_files: Table<EmployeeFile>,
    pub employee_table_rows: Table<EmployeeTableRow>,
    pub fields: Table<FieldRow>,
    pub file_categories: Table<FileCategory>,
    pub goals: Table<Goal>,
    pub goal_comments: Table<GoalComment>,
    pub hour_records: Table<HourRecord>,
    pub list_field_values: Table<ListFieldValue>,
    pub time_off_requests: Table<TimeOffRequest>,
    pub time_off_types: Table<TimeOffType>,
    pub time_tracking_projects: Table<TimeTrackingProject>,
    pub training_categories: Table<TrainingCategory>,
    pub training_records: Table<TrainingRecord>,
    pub training_types: Table<TrainingType>,
    pub jobs: Table<Job>,
    pub applications: Table<Application>,
    pub time_off_policies: Table<TimeOffPolicy>,
    pub policy_assignments: Table<PolicyAssignment>,
    pub balance_adjustments: Table<BalanceAdjustment>,
    pub reports: Table<Report>,
}
/// One application comment.
#[derive(Entity)]
pub struct ApplicationComment {
    #[entity(key, sequence = "APP-{:05}")]
    pub id: Key<ApplicationComment>,
    #[entity(on_delete = cascade)]
    pub application_id: Key<Application>,
    #[entity(body)]
    pub comment: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A step that an application can be at.
#[derive(Entity)]
pub struct ApplicationStatus {
    #[entity(key, sequence = "APS-{:05}")]
    pub id: Key<ApplicationStatus>,
    #[entity(unique, title)]
    pub name: String,
}
/// One benefit coverage level.
#[derive(Entity)]
pub struct BenefitCoverageLevel {
    #[entity(key, sequence = "BEN-{:05}")]
    pub id: Key<BenefitCoverageLevel>,
    #[entity(on_delete = cascade)]
    pub plan_id: Key<BenefitPlan>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One benefit plan.
#[derive(Entity)]
pub struct BenefitPlan {
    #[entity(key, sequence = "BEP-{:05}")]
    pub id: Key<BenefitPlan>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One company.
#[derive(Entity)]
pub struct Company {
    #[entity(company)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One company file.
#[derive(Entity)]
pub struct CompanyFile {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<CompanyFile>,
    #[entity(title)]
    pub file_name: String,
    pub file_data: String,
    pub folder_id: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One dataset.
#[derive(Entity)]
pub struct Dataset {
    #[entity(key, slug)]
    pub name: Key<Dataset>,
    #[entity(body)]
    pub description: Option<String>,
}
/// One dataset field.
#[derive(Entity)]
pub struct DatasetField {
    #[entity(key, sequence = "DAT-{:05}")]
    pub id: Key<DatasetField>,
    #[entity(on_delete = cascade)]
    pub dataset_name: Key<Dataset>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// One employee.
#[derive(Entity)]
pub struct Employee {
    #[entity(key, sequence = "EMP-{:05}")]
    pub id: Key<Employee>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    #[entity(unique, email)]
    pub email: Option<String>,
    pub hire_date: Option<Date>,
    pub job_title: Option<String>,
    pub department: Option<String>,
    pub location: Option<String>,
    pub additional_fields: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub birth_date: Option<Date>,
    pub photo: Option<String>,
    #[entity(default)]
    pub clocked_in: bool,
    /// When they last clocked in or out.
    pub clock_changed_at: Option<Timestamp>,
    #[entity(body)]
    pub clock_note: Option<String>,
}
/// One employee benefit.
#[derive(Entity)]
pub struct EmployeeBenefit {
    #[entity(key, sequence = "EMB-{:05}")]
    pub id: Key<EmployeeBenefit>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    #[entity(on_delete = cascade)]
    pub plan_id: Key<BenefitPlan>,
    #[entity(on_delete = clear)]
    pub coverage_level_id: Option<Key<BenefitCoverageLevel>>,
}
/// One employee dependent.
#[derive(Entity)]
pub struct Dependent {
    #[entity(key, sequence = "DPE-{:05}")]
    pub id: Key<Dependent>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    pub relationship: String,
    pub date_of_birth: Date,
    pub gender: Option<Gender>,
    #[entity(secret)]
    pub ssn: Option<String>,
    #[entity(default)]
    pub address_same_as_employee: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `gender` can be.
#[derive(Choice)]
pub enum Gender {
    Male,
    Female,
}
/// One employee file.
#[derive(Entity)]
pub struct EmployeeFile {
    #[entity(key, sequence = "EMF-{:05}")]
    pub id: Key<EmployeeFile>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    #[entity(title)]
    pub file_name: String,
    pub file_data: String,
    #[entity(on_delete = clear)]
    pub category_id: Option<Key<FileCategory>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One employee table row.
#[derive(Entity)]
pub struct EmployeeTableRow {
    #[entity(key, sequence = "ETR-{:05}")]
    pub id: Key<EmployeeTableRow>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    pub table_name: String,
    pub row_data: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One field.
#[derive(Entity)]
pub struct FieldRow {
    #[entity(key, sequence = "FIE-{:05}")]
    pub id: Key<FieldRow>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One file category.
#[derive(Entity)]
pub struct FileCategory {
    #[entity(key, sequence = "FIL-{:05}")]
    pub id: Key<FileCategory>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One goal.
#[derive(Entity)]
pub struct Goal {
    #[entity(key, sequence = "GOA-{:05}")]
    pub id: Key<Goal>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    pub due_date: Option<Date>,
    #[entity(range = 0.0..=100.0, percent)]
    pub percent_complete: Option<f64>,
    #[entity(default)]
    pub shared_with_employee: bool,
    #[entity(default = GoalStatus::InProgress)]
    pub status: GoalStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `status` can be.
#[derive(Choice)]
pub enum GoalStatus {
    InProgress,
    Completed,
    OnHold,
}
/// One goal comment.
#[derive(Entity)]
pub struct GoalComment {
    #[entity(key, sequence = "GOC-{:05}")]
    pub id: Key<GoalComment>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    #[entity(on_delete = cascade)]
    pub goal_id: Key<Goal>,
    #[entity(body)]
    pub comment: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One hour record.
#[derive(Entity)]
pub struct HourRecord {
    #[entity(key, sequence = "HOU-{:05}")]
    pub id: Key<HourRecord>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    pub date: Date,
    #[entity(range = 0.0..=24.0)]
    pub hours: f64,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<TimeTrackingProject>>,
    pub task_id: Option<String>,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One list field value.
#[derive(Entity)]
pub struct ListFieldValue {
    #[entity(key, sequence = "LIS-{:05}")]
    pub list_field_id: Key<ListFieldValue>,
    pub options: Option<Json>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(title)]
    pub name: Option<String>,
}
/// One time off request.
#[derive(Entity)]
pub struct TimeOffRequest {
    #[entity(key, sequence = "TIM-{:05}")]
    pub id: Key<TimeOffRequest>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    pub start_date: Date,
    pub end_date: Date,
    pub time_off_type_id: Key<TimeOffType>,
    #[entity(range = 0..)]
    pub amount: f64,
    #[entity(default = TimeOffRequestStatus::Requested)]
    pub status: TimeOffRequestStatus,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `status` can be.
#[derive(Choice)]
pub enum TimeOffRequestStatus {
    Approved,
    Requested,
    Denied,
    Canceled,
    Superceded,
}
/// One time off type.
#[derive(Entity)]
pub struct TimeOffType {
    #[entity(key, sequence = "TOT-{:05}")]
    pub id: Key<TimeOffType>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One time tracking project.
#[derive(Entity)]
pub struct TimeTrackingProject {
    #[entity(key, sequence = "TTP-{:05}")]
    pub id: Key<TimeTrackingProject>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One training category.
#[derive(Entity)]
pub struct TrainingCategory {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<TrainingCategory>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One training record.
#[derive(Entity)]
pub struct TrainingRecord {
    #[entity(key, sequence = "TRR-{:05}")]
    pub id: Key<TrainingRecord>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    pub training_type_id: Key<TrainingType>,
    pub completed_date: Date,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(money)]
    pub cost: Option<f64>,
    #[entity(range = 0..)]
    pub credits: Option<f64>,
    #[entity(range = 0..)]
    pub hours: Option<f64>,
    #[entity(person)]
    pub instructor: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One training type.
#[derive(Entity)]
pub struct TrainingType {
    #[entity(key, sequence = "TRT-{:05}")]
    pub id: Key<TrainingType>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub category_id: Option<Key<TrainingCategory>>,
}
/// Where an opening stands.
#[derive(Choice)]
pub enum JobStatus {
    Draft,
    Open,
    Closed,
}
/// A position to fill.
#[derive(Entity)]
pub struct Job {
    #[entity(key, sequence = "JOB-{:05}")]
    pub id: Key<Job>,
    #[entity(title)]
    pub title: String,
    #[entity(default = JobStatus::Open)]
    pub status: JobStatus,
    pub department_id: Option<String>,
    pub location_id: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub minimum_experience: Option<String>,
    pub employment_status_id: Option<String>,
    /// The employee who leads the hiring.
    #[entity(on_delete = clear)]
    pub hiring_lead_id: Option<Key<Employee>>,
    pub internal_job_code: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Someone's application for a job.
#[derive(Entity)]
#[entity(unique(job_id, email))]
pub struct Application {
    #[entity(key, sequence = "APL-{:05}")]
    pub id: Key<Application>,
    #[entity(on_delete = cascade)]
    pub job_id: Key<Job>,
    #[entity(on_delete = clear)]
    pub status_id: Option<Key<ApplicationStatus>>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    #[entity(email)]
    pub email: String,
    #[entity(phone)]
    pub phone: Option<String>,
    pub source: Option<String>,
    #[entity(body)]
    pub resume_text: Option<String>,
    #[entity(body)]
    pub cover_letter: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Rules for a kind of time off.
#[derive(Entity)]
pub struct TimeOffPolicy {
    #[entity(key, sequence = "TOP-{:05}")]
    pub id: Key<TimeOffPolicy>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub time_off_type_id: Key<TimeOffType>,
}
/// Since when an employee earns a kind of time off.
#[derive(Entity)]
pub struct PolicyAssignment {
    #[entity(key, on_delete = cascade)]
    pub employee_id: Key<Employee>,
    #[entity(key, on_delete = cascade)]
    pub time_off_type_id: Key<TimeOffType>,
    pub accrual_start_date: Date,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A correction of how much time off an employee has.
#[derive(Entity)]
pub struct BalanceAdjustment {
    #[entity(key, sequence = "ADJ-{:05}")]
    pub id: Key<BalanceAdjustment>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    #[entity(on_delete = cascade)]
    pub time_off_type_id: Key<TimeOffType>,
    pub adjustment_amount: f64,
    pub effective_date: Date,
    #[entity(body)]
    pub note: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A saved report.
#[derive(Entity)]
pub struct Report {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<Report>,
    #[entity(title)]
    pub name: String,
}
pub trait Tools {
    #[tool(
        list,
        filter(status),
        absent(status = "all"),
        ignore(response_format)
    )]
    fn get_job_summaries() -> Page<Job>;
    #[tool(get, key(job_id), ignore(response_format))]
    fn get_job_details() -> Job;
    #[tool(list, filter(job_id, status_id = status), ignore(response_format))]
    fn get_job_applications() -> Page<Application>;
    #[tool(get, key(application_id), ignore(response_format))]
    fn get_application_details() -> Application;
    #[tool(list, ignore(response_format))]
    fn get_application_statuses() -> Page<ApplicationStatus>;
    #[tool(create, ignore(response_format))]
    fn create_job_opening() -> Job;
    #[tool(create, ignore(response_format))]
    fn create_candidate() -> Application;
    #[tool(update, key(application_id), ignore(response_format))]
    fn update_applicant_status() -> Application;
    #[tool(create, ignore(response_format))]
    fn add_application_comment() -> ApplicationComment;
    #[tool(simulate(external_computation, "what is due is worked out from employee tables and the day"))]
    fn get_certifications_due();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_employee_certification_summary();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_company_certifications_report();
    #[tool(simulate(external_computation, "what is due is worked out from goals, trainings and the day"))]
    fn get_employees_with_assessments_due();
    #[tool(list, filter(employee_id, training_type_id, completed_date >= completed_after, completed_date <= completed_before), ignore(response_format))]
    fn get_training_records() -> Page<TrainingRecord>;
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_goals_status_report();
    #[tool(simulate(external_computation, "what is overdue is worked out from goals, trainings and the day"))]
    fn get_overdue_assessments();
    #[tool(list, filter(employee_id), ignore(response_format))]
    fn get_employee_dependents() -> Page<Dependent>;
    #[tool(list, ignore(response_format))]
    fn get_all_dependents() -> Page<Dependent>;
    #[tool(create, ignore(response_format))]
    fn add_employee_dependent() -> Dependent;
    #[tool(update, key(dependent_id), filter(employee_id), ignore(response_format))]
    fn update_employee_dependent() -> Dependent;
    #[tool(list, ignore(response_format))]
    fn get_benefit_plans() -> Page<BenefitPlan>;
    #[tool(list, filter(employee_id), ignore(response_format))]
    fn get_employee_benefits() -> Page<EmployeeBenefit>;
    #[tool(list, filter(plan_id), ignore(response_format))]
    fn get_benefit_coverage_levels() -> Page<BenefitCoverageLevel>;
    #[tool(list, sort(last_name), ignore(response_format))]
    fn get_employee_directory() -> Page<Employee>;
    #[tool(get, key(employee_id), ignore(fields, only_current, response_format))]
    fn get_employee() -> Employee;
    #[tool(list, filter(employee_id), ignore(response_format))]
    fn get_employee_files() -> Page<EmployeeFile>;
    #[tool(get, key(employee_id), ignore(response_format))]
    fn get_employee_enriched() -> Employee;
    #[tool(list, filter(employee_id, table_name), ignore(response_format))]
    fn get_employee_table_rows() -> Page<EmployeeTableRow>;
    #[tool(create, ignore(response_format))]
    fn create_employee() -> Employee;
    #[tool(simulate(unclear_effect, "one object names the fields that change"))]
    fn update_employee();
    #[tool(create, ignore(response_format))]
    fn add_employee_table_row() -> EmployeeTableRow;
    #[tool(
        update,
        key(row_id),
        filter(employee_id, table_name),
        ignore(response_format)
    )]
    fn update_employee_table_row() -> EmployeeTableRow;
    #[tool(list, filter(employee_id), ignore(response_format))]
    fn list_employee_files() -> Page<EmployeeFile>;
    #[tool(list, ignore(response_format))]
    fn list_company_files() -> Page<CompanyFile>;
    #[tool(list, ignore(response_format))]
    fn get_file_categories() -> Page<FileCategory>;
    #[tool(create, ignore(response_format))]
    fn upload_employee_file() -> EmployeeFile;
    #[tool(delete, key(file_id), filter(employee_id), ignore(confirm, response_format))]
    fn delete_employee_file() -> EmployeeFile;
    #[tool(update, key(employee_id), map(photo = photo_data), ignore(response_format))]
    fn upload_employee_photo() -> Employee;
    #[tool(create, ignore(response_format))]
    fn upload_company_file() -> CompanyFile;
    #[tool(list, filter(employee_id, status), ignore(response_format))]
    fn get_employee_goals() -> Page<Goal>;
    #[tool(get, key(goal_id), filter(employee_id), ignore(response_format))]
    fn get_goal() -> Goal;
    #[tool(list, filter(employee_id, goal_id), ignore(response_format))]
    fn get_goal_comments() -> Page<GoalComment>;
    #[tool(create, ignore(response_format))]
    fn create_goal() -> Goal;
    #[tool(update, key(goal_id), filter(employee_id), ignore(response_format))]
    fn update_goal() -> Goal;
    #[tool(delete, key(goal_id), filter(employee_id), ignore(confirm, response_format))]
    fn delete_goal() -> Goal;
    #[tool(create, ignore(response_format))]
    fn add_goal_comment() -> GoalComment;
    #[tool(list, ignore(response_format))]
    fn get_fields() -> Page<FieldRow>;
    #[tool(list, filter(list_field_id), ignore(response_format))]
    fn get_list_field_values() -> Page<ListFieldValue>;
    #[tool(list, filter(updated_at >= since_timestamp), ignore(response_format))]
    fn get_changed_employees() -> Page<Employee>;
    #[tool(list, ignore(response_format))]
    fn get_employee_birthdays() -> Page<Employee>;
    #[tool(list, ignore(response_format))]
    fn get_training_types() -> Page<TrainingType>;
    #[tool(list, ignore(response_format))]
    fn get_training_categories() -> Page<TrainingCategory>;
    #[tool(create, ignore(response_format))]
    fn add_training_record() -> TrainingRecord;
    #[tool(update, key(record_id), ignore(response_format))]
    fn update_training_record() -> TrainingRecord;
    #[tool(delete, key(record_id), ignore(confirm, response_format))]
    fn delete_training_record() -> TrainingRecord;
    #[tool(update, key(list_field_id), ignore(response_format))]
    fn update_list_field_values() -> ListFieldValue;
    #[tool(list, page(page, limit = page_size), ignore(response_format))]
    fn list_reports() -> Page<Report>;
    #[tool(simulate(external_computation, "the report is worked out over all records"))]
    fn run_report();
    #[tool(list, ignore(response_format))]
    fn list_datasets() -> Page<Dataset>;
    #[tool(
        list,
        filter(dataset_name),
        page(page, limit = page_size),
        ignore(response_format)
    )]
    fn get_dataset_fields() -> Page<DatasetField>;
    #[tool(simulate(external_computation, "the filters are written in a small query language"))]
    fn get_field_options();
    #[tool(simulate(external_computation, "the filters are written in a small query language"))]
    fn query_dataset();
    #[tool(simulate(external_computation, "the report is worked out over all records"))]
    fn request_custom_report();
    #[tool(get, ignore(response_format))]
    fn get_company_info() -> Company;
    #[tool(list, filter(employee_id, date >= start_date, date <= end_date), ignore(response_format))]
    fn get_timesheet_entries() -> Page<HourRecord>;
    #[tool(
        list,
        filter(employee_id, date>= start_date, date<= end_date),
        ignore(response_format)
    )]
    fn get_hour_records() -> Page<HourRecord>;
    #[tool(get, key(employee_id), ignore(response_format))]
    fn get_clock_status() -> Employee;
    #[tool(update, key(employee_id), map(clock_changed_at = timestamp, clock_note = note), set(clocked_in = true), require(clocked_in = [false]), ignore(timezone, response_format))]
    fn clock_in() -> Employee;
    #[tool(update, key(employee_id), map(clock_changed_at = timestamp, clock_note = note), set(clocked_in = false), require(clocked_in = [true]), ignore(timezone, response_format))]
    fn clock_out() -> Employee;
    #[tool(create, ignore(response_format))]
    fn add_hour_record() -> HourRecord;
    #[tool(update, key(record_id), ignore(response_format))]
    fn update_hour_record() -> HourRecord;
    #[tool(list, ignore(response_format))]
    fn get_time_tracking_projects() -> Page<TimeTrackingProject>;
    #[tool(list, filter(end_date >= start_date, start_date <= end_date, employee_id, status), ignore(response_format))]
    fn get_time_off_requests() -> Page<TimeOffRequest>;
    #[tool(simulate(unclear_effect, "it reads the approved requests only, which no filter fixes"))]
    fn get_whos_out();
    #[tool(list, ignore(response_format))]
    fn get_time_off_types() -> Page<TimeOffType>;
    #[tool(list, filter(employee_id), ignore(response_format))]
    fn get_employee_time_off_policies() -> Page<PolicyAssignment>;
    #[tool(list, ignore(response_format))]
    fn get_time_off_policies() -> Page<TimeOffPolicy>;
    #[tool(create, ignore(response_format))]
    fn create_time_off_request() -> TimeOffRequest;
    #[tool(update, key(request_id), ignore(response_format))]
    fn change_time_off_request_status() -> TimeOffRequest;
    #[tool(create, ignore(response_format))]
    fn adjust_time_off_balance() -> BalanceAdjustment;
    #[tool(upsert, key(employee_id, time_off_type_id), ignore(response_format))]
    fn assign_time_off_policy() -> PolicyAssignment;
}
