//! Personio: employees with their attendances, absences and documents, and the jobs, candidates and applications of recruiting.

/// Everything that Personio knows.
#[derive(State)]
pub struct Personio {
    pub absences: Table<Absence>,
    pub absence_balances: Table<AbsenceBalance>,
    pub application_documents: Table<ApplicationDocument>,
    pub absence_types: Table<AbsenceType>,
    pub application_stage_transitions: Table<ApplicationStageTransition>,
    pub attendances: Table<Attendance>,
    pub attendance_periods: Table<AttendancePeriod>,
    pub documents: Table<Document>,
    pub document_categories: Table<DocumentCategory>,
    pub employees: Table<Employee>,
    pub recruiting_applications: Table<RecruitingApplication>,
    pub recruiting_candidates: Table<RecruitingCandidate>,
    pub recruiting_categories: Table<RecruitingCategory>,
    pub recruiting_jobs: Table<RecruitingJob>,
}

/// One absence type.
#[derive(Entity)]
pub struct AbsenceType {
    #[entity(key, sequence = "ABS-{:05}")]
    pub id: Key<AbsenceType>,
    #[entity(unique, title)]
    pub name: String,
}

/// One application stage transition.
#[derive(Entity)]
pub struct ApplicationStageTransition {
    #[entity(key, sequence = "APP-{:05}")]
    pub id: Key<ApplicationStageTransition>,
    #[entity(on_delete = cascade)]
    pub application_id: Key<RecruitingApplication>,
    pub from_stage: Option<String>,
    pub to_stage: String,
    #[entity(created)]
    pub happened_at: Timestamp,
}

/// One attendance.
#[derive(Entity)]
pub struct Attendance {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<Attendance>,
    #[entity(on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub date: Date,
    pub start_time: String,
    pub end_time: String,
    #[entity(range = 0..=1_440)]
    pub break_minutes: Option<f64>,
    #[entity(body)]
    pub comment: Option<String>,
    #[entity(default)]
    pub skip_approval: bool,
    #[entity(default = ApprovalStatus::Pending)]
    pub status: ApprovalStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One attendance period.
#[derive(Entity)]
pub struct AttendancePeriod {
    #[entity(key, sequence = "AP-{:05}")]
    pub id: Key<AttendancePeriod>,
    #[entity(on_delete = cascade)]
    pub person_id: IntKey<Employee>,
    #[entity(default = AttendancePeriodType::Work)]
    pub r#type: AttendancePeriodType,
    pub start_date_time: Timestamp,
    pub end_date_time: Option<Timestamp>,
    #[entity(body)]
    pub comment: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `type` can be.
#[derive(Choice)]
pub enum AttendancePeriodType {
    #[choice(rename = "WORK")]
    Work,
    #[choice(rename = "BREAK")]
    Break,
}

/// One document.
#[derive(Entity)]
pub struct Document {
    #[entity(key, sequence = "DOC-{:05}")]
    pub id: Key<Document>,
    #[entity(on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub category_id: IntKey<DocumentCategory>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub file_content: String,
    #[entity(path)]
    pub file_name: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One document category.
#[derive(Entity)]
pub struct DocumentCategory {
    #[entity(key, sequence)]
    pub id: IntKey<DocumentCategory>,
    #[entity(unique, title)]
    pub name: String,
}

/// One employee.
#[derive(Entity)]
pub struct Employee {
    #[entity(key, sequence)]
    pub id: IntKey<Employee>,
    pub office: Option<String>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(title)]
    pub position: Option<String>,
    pub department: Option<String>,
    pub hire_date: Option<Date>,
    #[entity(on_delete = clear)]
    pub supervisor_id: Option<IntKey<Employee>>,
}

/// One recruiting application.
#[derive(Entity)]
pub struct RecruitingApplication {
    #[entity(key, sequence = "REC-{:05}")]
    pub id: Key<RecruitingApplication>,
    #[entity(email)]
    pub candidate_email: Option<String>,
    #[entity(on_delete = cascade)]
    pub candidate_id: Key<RecruitingCandidate>,
    #[entity(on_delete = cascade)]
    pub job_id: Key<RecruitingJob>,
    pub stage: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One recruiting candidate.
#[derive(Entity)]
pub struct RecruitingCandidate {
    #[entity(key, sequence = "RC-{:05}")]
    pub id: Key<RecruitingCandidate>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    #[entity(unique, email)]
    pub email: String,
}

/// One recruiting category.
#[derive(Entity)]
pub struct RecruitingCategory {
    #[entity(key, sequence = "RCA-{:05}")]
    pub id: Key<RecruitingCategory>,
    #[entity(unique, title)]
    pub name: String,
}

/// One recruiting job.
#[derive(Entity)]
pub struct RecruitingJob {
    #[entity(key, sequence = "RJ-{:05}")]
    pub id: Key<RecruitingJob>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub department: Option<String>,
    #[entity(on_delete = clear)]
    pub category_id: Option<Key<RecruitingCategory>>,
}

/// A stretch of days on which an employee is away.
#[derive(Entity)]
pub struct Absence {
    #[entity(key, sequence)]
    pub id: IntKey<Absence>,
    #[entity(on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub absence_type_id: Key<AbsenceType>,
    pub start_date: Date,
    pub end_date: Date,
    #[entity(default = ApprovalStatus::Pending)]
    pub status: ApprovalStatus,
    #[entity(body)]
    pub comment: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// How many days of one sort of absence an employee has left.
#[derive(Entity)]
#[entity(unique(employee_id, absence_type_id))]
pub struct AbsenceBalance {
    #[entity(key, sequence = "BAL-{:05}")]
    pub id: Key<AbsenceBalance>,
    #[entity(on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    #[entity(on_delete = cascade)]
    pub absence_type_id: Key<AbsenceType>,
    pub balance: f64,
}

/// A file that came with an application.
#[derive(Entity)]
pub struct ApplicationDocument {
    #[entity(key, sequence = "APD-{:05}")]
    pub id: Key<ApplicationDocument>,
    #[entity(on_delete = cascade)]
    pub application_id: Key<RecruitingApplication>,
    pub category_id: Option<String>,
    #[entity(path)]
    pub file_name: String,
    #[entity(body)]
    pub file_content: Option<String>,
}

/// Whether somebody has agreed to it.
#[derive(Choice)]
pub enum ApprovalStatus {
    Pending,
    Approved,
    Rejected,
}

pub trait Tools {
    #[tool(get, key(employee_id), ignore(attributes))]
    fn get_employee() -> Employee;
    #[tool(list, filter(office), page(limit, offset), ignore(attributes, format))]
    fn list_employees() -> Page<Employee>;
    #[tool(search((first_name, last_name, email, position, department, office) ~ query), page(limit = limit))]
    fn search_employees() -> Page<Employee>;
    #[tool(list, filter(employee_id in employee_ids, date >= start_date, date <= end_date), page(limit = limit, offset = offset))]
    fn get_attendance_records() -> Page<Attendance>;
    #[tool(simulate(external_computation, "who is at work now follows from the attendances and the hour"))]
    fn get_current_attendance_status();
    #[tool(list, filter(employee_id in employee_ids, end_date >= start_date, start_date <= end_date), page(limit = limit, offset = offset))]
    fn get_absences() -> Page<Absence>;
    #[tool(list, filter(employee_id))]
    fn get_employee_absence_balance() -> Page<AbsenceBalance>;
    #[tool(list)]
    fn get_absence_types() -> Page<AbsenceType>;
    #[tool(simulate(external_computation, "it sums up the absences of all employees"))]
    fn get_team_absence_overview();
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn generate_attendance_report();
    #[tool(simulate(external_computation, "who is there follows from the absences and the day"))]
    fn get_team_availability();
    #[tool(simulate(external_computation, "it sums up the absences of a department"))]
    fn get_absence_statistics();
    #[tool(list)]
    fn get_document_categories() -> Page<DocumentCategory>;
    #[tool(simulate(unclear_effect, "it names the category by a text, where the other tools use a number"))]
    fn get_employee_documents();
    #[tool(create)]
    fn upload_document() -> Document;
    #[tool(get, key(document_id))]
    fn download_document() -> Document;
    #[tool(delete, key(document_id))]
    fn delete_document() -> Document;
    #[tool(list, filter(category_id), ignore(employee_limit))]
    fn get_documents_by_category() -> Page<Document>;
    #[tool(create)]
    fn create_attendance_with_approval() -> Attendance;
    #[tool(simulate(external_computation, "it gathers what waits for approval from several tables"))]
    fn get_pending_approvals();
    #[tool(list, filter(employee_id, date >= start_date, date <= end_date), page(limit = limit))]
    fn get_attendance_approval_status() -> Page<Attendance>;
    #[tool(list, filter(employee_id, end_date >= start_date, start_date <= end_date), page(limit = limit))]
    fn get_absence_approval_status() -> Page<Absence>;
    #[tool(simulate(external_computation, "it counts the approvals by status"))]
    fn get_approval_workflow_summary();
    #[tool(simulate(external_computation, "it probes the service itself"))]
    fn api_health_check();
    #[tool(list, filter(person_id, start_date_time >= start_date_time, end_date_time <= end_date_time), page(limit = limit, offset = offset))]
    fn get_attendance_periods_v2() -> Page<AttendancePeriod>;
    #[tool(get, key(id))]
    fn get_attendance_period_v2() -> AttendancePeriod;
    #[tool(create)]
    fn create_attendance_period_v2() -> AttendancePeriod;
    #[tool(update, key(id))]
    fn update_attendance_period_v2() -> AttendancePeriod;
    #[tool(delete, key(id))]
    fn delete_attendance_period_v2() -> AttendancePeriod;
    #[tool(
        list,
        filter(
            updated_at>= updated_at_after,
            updated_at<= updated_at_before,
            candidate_email
        ),
        page(limit, cursor)
    )]
    fn list_recruiting_applications() -> Page<RecruitingApplication>;
    #[tool(get, key(application_id))]
    fn get_recruiting_application() -> RecruitingApplication;
    #[tool(list, filter(application_id))]
    fn list_application_stage_transitions() -> Page<ApplicationStageTransition>;
    #[tool(list, filter(application_id, category_id), page(limit = limit, cursor = cursor))]
    fn list_application_documents() -> Page<ApplicationDocument>;
    #[tool(get, key(document_id))]
    fn download_application_document() -> ApplicationDocument;
    #[tool(list, page(limit, cursor))]
    fn list_recruiting_candidates() -> Page<RecruitingCandidate>;
    #[tool(get, key(candidate_id))]
    fn get_recruiting_candidate() -> RecruitingCandidate;
    #[tool(list, page(limit, cursor))]
    fn list_recruiting_jobs() -> Page<RecruitingJob>;
    #[tool(get, key(job_id))]
    fn get_recruiting_job() -> RecruitingJob;
    #[tool(list)]
    fn list_recruiting_categories() -> Page<RecruitingCategory>;
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn generate_v1_v2_compatibility_report();
}
