//! freee HR: employees with their pay, insurance and attendance, requests for leave and overtime, and the year-end tax.

/// Everything that Freee Hr knows.
#[derive(State)]
pub struct FreeeHr {
    pub attendance_tags: Table<AttendanceTag>,
    pub approval_flow_routes: Table<ApprovalFlowRoute>,
    pub approval_requests_monthly_attendances: Table<ApprovalRequestsMonthlyAttendance>,
    pub approval_requests_overtime_works: Table<ApprovalRequestsOvertimeWork>,
    pub approval_requests_overtime_work_settings: Table<
        ApprovalRequestsOvertimeWorkSetting,
    >,
    pub approval_requests_paid_holidays: Table<ApprovalRequestsPaidHoliday>,
    pub approval_requests_special_holidays: Table<ApprovalRequestsSpecialHoliday>,
    pub approval_requests_work_times: Table<ApprovalRequestsWorkTime>,
    pub bonuses_employee_payroll_statements: Table<BonusesEmployeePayrollStatement>,
    pub employees: Table<Employee>,
    pub employee_bank_account_rules: Table<EmployeeBankAccountRule>,
    pub employee_basic_pay_rules: Table<EmployeeBasicPayRule>,
    pub employee_dependent_rules: Table<EmployeeDependentRule>,
    pub employee_health_insurance_rules: Table<EmployeeHealthInsuranceRule>,
    pub employee_profile_custom_fields_rules: Table<EmployeeProfileCustomFieldsRule>,
    pub employee_profile_rules: Table<EmployeeProfileRule>,
    pub employee_time_clocks: Table<EmployeeTimeClock>,
    pub employee_welfare_pension_insurance_rules: Table<
        EmployeeWelfarePensionInsuranceRule,
    >,
    pub employee_work_records: Table<EmployeeWorkRecord>,
    pub employee_work_record_summaries: Table<EmployeeWorkRecordSummary>,
    pub employees_attendance_tags: Table<EmployeesAttendanceTag>,
    pub employees_attendance_tag_summaries: Table<EmployeesAttendanceTagSummary>,
    pub employees_special_holidays: Table<EmployeesSpecialHoliday>,
    pub groups: Table<Group>,
    pub positions: Table<Position>,
    pub salaries_employee_payroll_statements: Table<SalariesEmployeePayrollStatement>,
    pub users_me: One<UsersMe>,
    pub yearend_adjustment_employees: Table<YearendAdjustmentEmployee>,
    pub yearend_adjustment_housing_loans: Table<YearendAdjustmentHousingLoan>,
    pub yearend_adjustment_insurances: Table<YearendAdjustmentInsurance>,
}
/// The way that a request goes from its applicant to its approvers.
#[derive(Entity)]
pub struct ApprovalFlowRoute {
    #[entity(key, sequence)]
    pub id: IntKey<ApprovalFlowRoute>,
    pub company_id: i64,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// The users who take part.
    pub user_ids: Vec<i64>,
    pub usage: Option<ApprovalFlowRouteUsage>,
}
/// What sort of requests take a route.
#[derive(Choice)]
pub enum ApprovalFlowRouteUsage {
    #[choice(rename = "AttendanceWorkflow")]
    AttendanceWorkflow,
    #[choice(rename = "PersonalDataWorkflow")]
    PersonalDataWorkflow,
}
/// A request to accept the attendance of a month.
#[derive(Entity)]
pub struct ApprovalRequestsMonthlyAttendance {
    #[entity(key, sequence)]
    pub id: IntKey<ApprovalRequestsMonthlyAttendance>,
    pub company_id: i64,
    #[entity(range = 2000..=2100)]
    pub target_year: i64,
    #[entity(range = 1..=12)]
    pub target_month: i64,
    pub approval_flow_route_id: IntKey<ApprovalFlowRoute>,
    pub approver_id: Option<i64>,
    pub applicant_id: Option<i64>,
    pub application_number: Option<i64>,
    #[entity(default = ApprovalStatus::InProgress)]
    pub status: ApprovalStatus,
    #[entity(default)]
    pub passed_auto_check: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A request to work overtime.
#[derive(Entity)]
pub struct ApprovalRequestsOvertimeWork {
    #[entity(key, sequence)]
    pub id: IntKey<ApprovalRequestsOvertimeWork>,
    pub company_id: i64,
    pub target_date: Date,
    pub start_at: Option<String>,
    pub end_at: Option<String>,
    pub early_work_start_at: Option<String>,
    pub early_work_end_at: Option<String>,
    pub overtime_work_start_at: Option<String>,
    pub overtime_work_end_at: Option<String>,
    #[entity(body)]
    pub comment: Option<String>,
    pub approval_flow_route_id: IntKey<ApprovalFlowRoute>,
    pub approver_id: Option<i64>,
    pub applicant_id: Option<i64>,
    pub application_number: Option<i64>,
    #[entity(default = ApprovalStatus::InProgress)]
    pub status: ApprovalStatus,
    #[entity(default)]
    pub passed_auto_check: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// How a company takes requests for overtime.
#[derive(Entity)]
pub struct ApprovalRequestsOvertimeWorkSetting {
    #[entity(key, sequence = "OWS-{:05}")]
    pub id: Key<ApprovalRequestsOvertimeWorkSetting>,
    #[entity(unique)]
    pub company_id: i64,
    #[entity(default)]
    pub requires_times: bool,
    #[entity(body)]
    pub description: Option<String>,
}
/// A request for paid leave.
#[derive(Entity)]
pub struct ApprovalRequestsPaidHoliday {
    #[entity(key, sequence)]
    pub id: IntKey<ApprovalRequestsPaidHoliday>,
    pub company_id: i64,
    pub target_date: Date,
    #[entity(default = HolidayType::Full)]
    pub holiday_type: HolidayType,
    pub start_at: Option<String>,
    pub end_at: Option<String>,
    #[entity(body)]
    pub comment: Option<String>,
    pub approval_flow_route_id: IntKey<ApprovalFlowRoute>,
    pub approver_id: Option<i64>,
    pub applicant_id: Option<i64>,
    pub application_number: Option<i64>,
    #[entity(default = ApprovalStatus::InProgress)]
    pub status: ApprovalStatus,
    #[entity(default)]
    pub passed_auto_check: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A request for special leave.
#[derive(Entity)]
pub struct ApprovalRequestsSpecialHoliday {
    #[entity(key, sequence)]
    pub id: IntKey<ApprovalRequestsSpecialHoliday>,
    pub company_id: i64,
    pub target_date: Date,
    pub special_holiday_setting_id: i64,
    pub holiday_type: HolidayType,
    pub start_at: Option<String>,
    pub end_at: Option<String>,
    #[entity(body)]
    pub comment: Option<String>,
    pub approval_flow_route_id: IntKey<ApprovalFlowRoute>,
    pub approver_id: Option<i64>,
    pub applicant_id: Option<i64>,
    pub application_number: Option<i64>,
    #[entity(default = ApprovalStatus::InProgress)]
    pub status: ApprovalStatus,
    #[entity(default)]
    pub passed_auto_check: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What part of a day a leave takes.
#[derive(Choice)]
pub enum HolidayType {
    Full,
    Half,
    Morning,
    Afternoon,
    Hour,
}
/// A request to correct the hours of a day.
#[derive(Entity)]
pub struct ApprovalRequestsWorkTime {
    #[entity(key, sequence)]
    pub id: IntKey<ApprovalRequestsWorkTime>,
    pub company_id: i64,
    pub target_date: Date,
    #[entity(default)]
    pub clear_work_time: bool,
    pub work_records: Option<Json>,
    #[entity(range = 0..=1440)]
    pub lateness_mins: Option<i64>,
    #[entity(range = 0..=1440)]
    pub early_leaving_mins: Option<i64>,
    pub break_records: Option<Json>,
    #[entity(body)]
    pub comment: Option<String>,
    pub approval_flow_route_id: IntKey<ApprovalFlowRoute>,
    pub approver_id: Option<i64>,
    pub applicant_id: Option<i64>,
    pub application_number: Option<i64>,
    #[entity(default = ApprovalStatus::InProgress)]
    pub status: ApprovalStatus,
    #[entity(default)]
    pub passed_auto_check: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What an employee was paid as a bonus.
#[derive(Entity)]
pub struct BonusesEmployeePayrollStatement {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    #[entity(key)]
    pub year: i64,
    #[entity(key)]
    pub month: i64,
    pub company_id: i64,
    pub pay_date: Option<Date>,
    #[entity(money)]
    pub gross_payment_amount: f64,
    #[entity(money)]
    pub total_deduction_amount: f64,
    #[entity(money)]
    pub net_payment_amount: f64,
}
/// Someone who works for a company.
#[derive(Entity)]
pub struct Employee {
    #[entity(key, sequence)]
    pub id: IntKey<Employee>,
    pub company_id: i64,
    pub employee: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The account that an employee is paid to.
#[derive(Entity)]
pub struct EmployeeBankAccountRule {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    pub employee_bank_account_rule: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The basic pay of an employee.
#[derive(Entity)]
pub struct EmployeeBasicPayRule {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    pub employee_basic_pay_rule: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Someone whom an employee provides for.
#[derive(Entity)]
pub struct EmployeeDependentRule {
    #[entity(key, sequence)]
    pub id: IntKey<EmployeeDependentRule>,
    #[entity(on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    #[entity(person)]
    pub last_name: String,
    #[entity(person)]
    pub first_name: String,
    pub relationship: Option<String>,
    pub birth_date: Option<Date>,
}
/// How an employee is insured against illness.
#[derive(Entity)]
pub struct EmployeeHealthInsuranceRule {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    pub employee_health_insurance_rule: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The fields that a company added to the profile.
#[derive(Entity)]
pub struct EmployeeProfileCustomFieldsRule {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    pub profile_custom_field_groups: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The name, address and status of an employee.
#[derive(Entity)]
pub struct EmployeeProfileRule {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    pub employee_profile_rule: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One stroke of the time clock by an employee.
#[derive(Entity)]
pub struct EmployeeTimeClock {
    #[entity(key, sequence)]
    pub id: IntKey<EmployeeTimeClock>,
    #[entity(on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    pub r#type: EmployeeTimeClockType,
    pub base_date: Option<Date>,
    pub datetime: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What an employee does at the time clock.
#[derive(Choice)]
pub enum EmployeeTimeClockType {
    ClockIn,
    BreakBegin,
    BreakEnd,
    ClockOut,
}
/// How an employee is insured for a pension.
#[derive(Entity)]
pub struct EmployeeWelfarePensionInsuranceRule {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    pub employee_welfare_pension_insurance_rule: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The hours of an employee on one day.
#[derive(Entity)]
pub struct EmployeeWorkRecord {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    #[entity(key)]
    pub date: Date,
    pub company_id: i64,
    pub clock_in_at: Option<Timestamp>,
    pub clock_out_at: Option<Timestamp>,
    #[entity(default)]
    pub is_absence: bool,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The hours of an employee in one month.
#[derive(Entity)]
pub struct EmployeeWorkRecordSummary {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    #[entity(key)]
    pub year: i64,
    #[entity(key)]
    pub month: i64,
    pub company_id: i64,
    pub work_days: Option<f64>,
    pub work_days_on_weekdays: Option<f64>,
    pub work_days_on_prescribed_holidays: Option<f64>,
    pub work_days_on_legal_holidays: Option<f64>,
    pub total_work_mins: Option<i64>,
    pub total_normal_work_mins: Option<i64>,
    pub total_excess_statutory_work_mins: Option<i64>,
    pub total_holiday_work_mins: Option<i64>,
    pub total_latenight_work_mins: Option<i64>,
    pub total_actual_excess_statutory_work_mins: Option<i64>,
    pub total_overtime_work_mins: Option<i64>,
    pub num_absences: Option<f64>,
    pub num_absences_for_deduction: Option<f64>,
    pub total_lateness_mins: Option<i64>,
    pub total_lateness_mins_for_deduction: Option<i64>,
    pub total_early_leaving_mins: Option<i64>,
    pub total_early_leaving_mins_for_deduction: Option<i64>,
    pub num_paid_holidays: Option<f64>,
    pub total_shortage_work_mins: Option<i64>,
    pub total_deemed_paid_excess_statutory_work_mins: Option<i64>,
    pub total_deemed_paid_overtime_except_normal_work_mins: Option<i64>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The attendance tags of an employee on one day, with amounts.
#[derive(Entity)]
pub struct EmployeesAttendanceTag {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    #[entity(key)]
    pub date: Date,
    pub company_id: i64,
    pub employee_attendance_tags: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The attendance tags of an employee in one month, with amounts.
#[derive(Entity)]
pub struct EmployeesAttendanceTagSummary {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    #[entity(key)]
    pub year: i64,
    #[entity(key)]
    pub month: i64,
    pub company_id: i64,
    pub employee_attendance_tag_summaries: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Special leave that an employee has or may take.
#[derive(Entity)]
pub struct EmployeesSpecialHoliday {
    #[entity(key, sequence)]
    pub id: IntKey<EmployeesSpecialHoliday>,
    #[entity(on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    #[entity(title)]
    pub name: String,
    pub date: Date,
    #[entity(default = 1.0, range = 0..=366)]
    pub days: f64,
}
/// A department of a company.
#[derive(Entity)]
pub struct Group {
    #[entity(key, sequence)]
    pub id: IntKey<Group>,
    pub company_id: i64,
    pub group: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A rank in a company.
#[derive(Entity)]
pub struct Position {
    #[entity(key, sequence)]
    pub id: IntKey<Position>,
    pub company_id: i64,
    pub position: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What an employee was paid for a month.
#[derive(Entity)]
pub struct SalariesEmployeePayrollStatement {
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    #[entity(key)]
    pub year: i64,
    #[entity(key)]
    pub month: i64,
    pub company_id: i64,
    pub pay_date: Option<Date>,
    #[entity(money)]
    pub gross_payment_amount: f64,
    #[entity(money)]
    pub total_deduction_amount: f64,
    #[entity(money)]
    pub net_payment_amount: f64,
}
/// The signed-in user and the companies that they may see.
#[derive(Entity)]
pub struct UsersMe {
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    pub companies: Option<Json>,
}
/// What an employee declares for the tax of a year.
#[derive(Entity)]
pub struct YearendAdjustmentEmployee {
    #[entity(key)]
    pub year: i64,
    #[entity(key)]
    pub company_id: i64,
    #[entity(key, on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub employee: Json,
    pub payroll_and_bonus: Option<Json>,
    pub previous_job: Option<Json>,
    #[entity(money)]
    pub housing_loan_deduction: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A loan on a home that lowers the tax of a year.
#[derive(Entity)]
pub struct YearendAdjustmentHousingLoan {
    #[entity(key, sequence)]
    pub id: IntKey<YearendAdjustmentHousingLoan>,
    #[entity(range = 2000..=2100)]
    pub year: i64,
    #[entity(on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    pub housing_loan: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// An insurance that lowers the tax of a year.
#[derive(Entity)]
pub struct YearendAdjustmentInsurance {
    #[entity(key, sequence)]
    pub id: IntKey<YearendAdjustmentInsurance>,
    #[entity(range = 2000..=2100)]
    pub year: i64,
    #[entity(on_delete = cascade)]
    pub employee_id: IntKey<Employee>,
    pub company_id: i64,
    pub insurance: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a request stands.
#[derive(Choice)]
pub enum ApprovalStatus {
    Draft,
    InProgress,
    Approved,
    Feedback,
}
/// A tag that a company marks days with.
#[derive(Entity)]
pub struct AttendanceTag {
    #[entity(key, sequence)]
    pub id: IntKey<AttendanceTag>,
    pub company_id: i64,
    #[entity(tag)]
    pub name: String,
    #[entity(default = true)]
    pub enabled: bool,
}
pub trait Tools {
    #[tool(get)]
    fn get_users_me() -> UsersMe;
    #[tool(
        list,
        filter(company_id),
        page(limit, offset),
        ignore(with_no_payroll_calculation)
    )]
    fn get_company_employees() -> Page<Employee>;
    #[tool(list, filter(company_id), page(limit, offset), ignore(year, month, with_no_payroll_calculation))]
    fn get_employees() -> Page<Employee>;
    #[tool(create)]
    fn create_employee() -> Employee;
    #[tool(get, key(id), filter(company_id), ignore(year, month))]
    fn get_employee() -> Employee;
    #[tool(simulate(unclear_effect, "the object that it takes holds only some of what was given at first"))]
    fn update_employee();
    #[tool(delete, key(id), filter(company_id))]
    fn destroy_employee() -> Employee;
    #[tool(get, key(employee_id), filter(company_id), ignore(year, month))]
    fn get_employee_profile_rule() -> EmployeeProfileRule;
    #[tool(upsert, key(employee_id), ignore(year, month))]
    fn update_employee_profile_rule() -> EmployeeProfileRule;
    #[tool(get, key(employee_id), filter(company_id), ignore(year, month))]
    fn get_employee_health_insurance_rule() -> EmployeeHealthInsuranceRule;
    #[tool(upsert, key(employee_id), ignore(year, month))]
    fn update_employee_health_insurance_rule() -> EmployeeHealthInsuranceRule;
    #[tool(get, key(employee_id), filter(company_id), ignore(year, month))]
    fn get_employee_welfare_pension_insurance_rule() -> EmployeeWelfarePensionInsuranceRule;
    #[tool(upsert, key(employee_id), ignore(year, month))]
    fn update_employee_welfare_pension_insurance_rule() -> EmployeeWelfarePensionInsuranceRule;
    #[tool(list, filter(employee_id, company_id), ignore(year, month))]
    fn get_employee_dependent_rules() -> Page<EmployeeDependentRule>;
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn bulk_update_employee_dependent_rules();
    #[tool(get, key(employee_id), filter(company_id), ignore(year, month))]
    fn get_employee_bank_account_rule() -> EmployeeBankAccountRule;
    #[tool(upsert, key(employee_id), ignore(year, month))]
    fn update_employee_bank_account_rule() -> EmployeeBankAccountRule;
    #[tool(get, key(employee_id), filter(company_id), ignore(year, month))]
    fn get_employee_basic_pay_rule() -> EmployeeBasicPayRule;
    #[tool(upsert, key(employee_id), ignore(year, month))]
    fn update_employee_basic_pay_rule() -> EmployeeBasicPayRule;
    #[tool(get, key(employee_id), filter(company_id), ignore(year, month))]
    fn get_employee_profile_custom_fields_rule() -> EmployeeProfileCustomFieldsRule;
    #[tool(get, key(employee_id, date), filter(company_id))]
    fn get_employee_work_record() -> EmployeeWorkRecord;
    #[tool(simulate(unclear_effect, "the body takes one of several forms"))]
    fn update_employee_work_record();
    #[tool(delete, key(employee_id, date), filter(company_id))]
    fn destroy_employee_work_record() -> EmployeeWorkRecord;
    #[tool(get, key(employee_id, year, month), filter(company_id), ignore(work_records))]
    fn get_employee_work_record_summary() -> EmployeeWorkRecordSummary;
    #[tool(upsert, key(employee_id, year, month))]
    fn update_employee_work_record_summary() -> EmployeeWorkRecordSummary;
    #[tool(list, filter(employee_id, company_id, base_date >= from_date, base_date <= to_date), page(limit, offset))]
    fn get_employee_time_clocks() -> Page<EmployeeTimeClock>;
    #[tool(create)]
    fn create_employee_time_clock() -> EmployeeTimeClock;
    #[tool(get, key(id), filter(employee_id, company_id))]
    fn get_employee_time_clock() -> EmployeeTimeClock;
    #[tool(simulate(unclear_effect, "what may come next follows from the strokes of the day"))]
    fn get_employee_time_clocks_available_types();
    #[tool(
        list,
        filter(employee_id, company_id, date, date>= start_date, date<= end_date)
    )]
    fn get_employees_special_holidays() -> Page<EmployeesSpecialHoliday>;
    #[tool(get, key(employee_id, year, month), filter(company_id))]
    fn get_employees_attendance_tag_summaries() -> EmployeesAttendanceTagSummary;
    #[tool(upsert, key(employee_id, year, month))]
    fn update_employees_attendance_tag_summaries() -> EmployeesAttendanceTagSummary;
    #[tool(list, filter(company_id), ignore(employee_id))]
    fn get_employees_attendance_tags() -> Page<AttendanceTag>;
    #[tool(get, key(employee_id, date), filter(company_id))]
    fn get_employees_attendance_tags_by_date() -> EmployeesAttendanceTag;
    #[tool(upsert, key(employee_id, date))]
    fn update_employees_attendance_tags() -> EmployeesAttendanceTag;
    #[tool(list, filter(company_id, year, month), page(limit, offset))]
    fn get_salaries_employee_payroll_statements() -> Page<
        SalariesEmployeePayrollStatement,
    >;
    #[tool(get, key(employee_id, year, month), filter(company_id))]
    fn get_salaries_employee_payroll_statement() -> SalariesEmployeePayrollStatement;
    #[tool(list, filter(company_id, year, month), page(limit, offset))]
    fn get_bonuses_employee_payroll_statements() -> Page<
        BonusesEmployeePayrollStatement,
    >;
    #[tool(get, key(employee_id, year, month), filter(company_id))]
    fn get_bonuses_employee_payroll_statement() -> BonusesEmployeePayrollStatement;
    #[tool(simulate(unclear_effect, "who belonged to a group on a day follows from a history that the model does not keep"))]
    fn get_employee_group_memberships();
    #[tool(list, filter(company_id))]
    fn get_groups() -> Page<Group>;
    #[tool(create)]
    fn create_group() -> Group;
    #[tool(update, key(id), filter(company_id))]
    fn update_group() -> Group;
    #[tool(delete, key(id), filter(company_id))]
    fn destroy_group() -> Group;
    #[tool(list, filter(company_id))]
    fn get_positions() -> Page<Position>;
    #[tool(create)]
    fn create_position() -> Position;
    #[tool(update, key(id), filter(company_id))]
    fn update_position() -> Position;
    #[tool(delete, key(id), filter(company_id))]
    fn destroy_position() -> Position;
    #[tool(simulate(unclear_effect, "it filters by days, and the requests are for months"))]
    fn get_approval_requests_monthly_attendances();
    #[tool(create)]
    fn create_approval_requests_monthly_attendance() -> ApprovalRequestsMonthlyAttendance;
    #[tool(get, key(id), filter(company_id))]
    fn get_approval_requests_monthly_attendance() -> ApprovalRequestsMonthlyAttendance;
    #[tool(update, key(id), filter(company_id))]
    fn update_approval_requests_monthly_attendance() -> ApprovalRequestsMonthlyAttendance;
    #[tool(delete, key(id), filter(company_id))]
    fn destroy_approval_requests_monthly_attendance() -> ApprovalRequestsMonthlyAttendance;
    #[tool(simulate(unclear_effect, "what an action leads to depends on the steps of the route"))]
    fn action_approval_requests_monthly_attendance();
    #[tool(list, filter(company_id, status, application_number, created_at >= start_issue_date, created_at <= end_issue_date, approver_id, applicant_id, target_date >= start_target_date, target_date <= end_target_date, passed_auto_check), page(limit, offset))]
    fn get_approval_requests_work_times() -> Page<ApprovalRequestsWorkTime>;
    #[tool(create)]
    fn create_approval_requests_work_time() -> ApprovalRequestsWorkTime;
    #[tool(get, key(id), filter(company_id))]
    fn get_approval_requests_work_time() -> ApprovalRequestsWorkTime;
    #[tool(update, key(id), filter(company_id))]
    fn update_approval_requests_work_time() -> ApprovalRequestsWorkTime;
    #[tool(delete, key(id), filter(company_id))]
    fn destroy_approval_requests_work_time() -> ApprovalRequestsWorkTime;
    #[tool(simulate(unclear_effect, "what an action leads to depends on the steps of the route"))]
    fn action_approval_requests_work_time();
    #[tool(list, filter(company_id, status, application_number, created_at >= start_issue_date, created_at <= end_issue_date, approver_id, applicant_id, target_date >= start_target_date, target_date <= end_target_date, passed_auto_check), page(limit, offset))]
    fn get_approval_requests_paid_holidays() -> Page<ApprovalRequestsPaidHoliday>;
    #[tool(simulate(unclear_effect, "the body takes one of several forms"))]
    fn create_approval_requests_paid_holiday();
    #[tool(get, key(id), filter(company_id))]
    fn get_approval_requests_paid_holiday() -> ApprovalRequestsPaidHoliday;
    #[tool(simulate(unclear_effect, "the body takes one of several forms"))]
    fn update_approval_requests_paid_holiday();
    #[tool(delete, key(id), filter(company_id))]
    fn destroy_approval_requests_paid_holiday() -> ApprovalRequestsPaidHoliday;
    #[tool(simulate(unclear_effect, "what an action leads to depends on the steps of the route"))]
    fn action_approval_requests_paid_holiday();
    #[tool(list, filter(company_id, status, application_number, created_at >= start_issue_date, created_at <= end_issue_date, approver_id, applicant_id, target_date >= start_target_date, target_date <= end_target_date, passed_auto_check), page(limit, offset))]
    fn get_approval_requests_special_holidays() -> Page<ApprovalRequestsSpecialHoliday>;
    #[tool(create)]
    fn create_approval_requests_special_holiday() -> ApprovalRequestsSpecialHoliday;
    #[tool(get, key(id), filter(company_id))]
    fn get_approval_requests_special_holiday() -> ApprovalRequestsSpecialHoliday;
    #[tool(update, key(id), filter(company_id))]
    fn update_approval_requests_special_holiday() -> ApprovalRequestsSpecialHoliday;
    #[tool(delete, key(id), filter(company_id))]
    fn destroy_approval_requests_special_holiday() -> ApprovalRequestsSpecialHoliday;
    #[tool(simulate(unclear_effect, "what an action leads to depends on the steps of the route"))]
    fn action_approval_requests_special_holiday();
    #[tool(list, filter(company_id, status, application_number, created_at >= start_issue_date, created_at <= end_issue_date, approver_id, applicant_id, target_date >= start_target_date, target_date <= end_target_date, passed_auto_check), page(limit, offset))]
    fn get_approval_requests_overtime_works() -> Page<ApprovalRequestsOvertimeWork>;
    #[tool(create)]
    fn create_approval_requests_overtime_work() -> ApprovalRequestsOvertimeWork;
    #[tool(get, key(id), filter(company_id))]
    fn get_approval_requests_overtime_work() -> ApprovalRequestsOvertimeWork;
    #[tool(update, key(id), filter(company_id))]
    fn update_approval_requests_overtime_work() -> ApprovalRequestsOvertimeWork;
    #[tool(delete, key(id), filter(company_id))]
    fn destroy_approval_requests_overtime_work() -> ApprovalRequestsOvertimeWork;
    #[tool(simulate(unclear_effect, "what an action leads to depends on the steps of the route"))]
    fn action_approval_requests_overtime_work();
    #[tool(list, filter(company_id), ignore(date))]
    fn get_approval_requests_overtime_work_setting() -> Page<
        ApprovalRequestsOvertimeWorkSetting,
    >;
    #[tool(list, filter(company_id, user_ids has included_user_id, usage))]
    fn get_approval_flow_routes() -> Page<ApprovalFlowRoute>;
    #[tool(get, key(id), filter(company_id))]
    fn get_approval_flow_route() -> ApprovalFlowRoute;
    #[tool(list, filter(year, company_id), page(limit, offset))]
    fn get_yearend_adjustment_employees() -> Page<YearendAdjustmentEmployee>;
    #[tool(get, key(year, company_id, employee_id))]
    fn get_yearend_adjustment_employee() -> YearendAdjustmentEmployee;
    #[tool(upsert, key(year, company_id, employee_id))]
    fn put_yearend_adjustment_employee() -> YearendAdjustmentEmployee;
    #[tool(update, key(year, company_id, employee_id))]
    fn put_yearend_adjustment_payroll_and_bonus() -> YearendAdjustmentEmployee;
    #[tool(simulate(unclear_effect, "it adds, changes and removes many dependents at once"))]
    fn put_yearend_adjustment_dependents();
    #[tool(update, key(year, company_id, employee_id))]
    fn put_yearend_adjustment_previous_job() -> YearendAdjustmentEmployee;
    #[tool(update, key(year, company_id, employee_id), set(previous_job = None))]
    fn destroy_yearend_adjustment_previous_job() -> YearendAdjustmentEmployee;
    #[tool(create)]
    fn post_yearend_adjustment_insurances() -> YearendAdjustmentInsurance;
    #[tool(update, key(id), filter(year, employee_id, company_id))]
    fn put_yearend_adjustment_insurances() -> YearendAdjustmentInsurance;
    #[tool(delete, key(id), filter(year, employee_id, company_id))]
    fn destroy_yearend_adjustment_insurances() -> YearendAdjustmentInsurance;
    #[tool(update, key(year, company_id, employee_id))]
    fn put_yearend_adjustment_housing_loan_deduction() -> YearendAdjustmentEmployee;
    #[tool(create)]
    fn post_yearend_adjustment_housing_loan() -> YearendAdjustmentHousingLoan;
    #[tool(update, key(id), filter(year, employee_id, company_id))]
    fn put_yearend_adjustment_housing_loan() -> YearendAdjustmentHousingLoan;
    #[tool(delete, key(id), filter(year, employee_id, company_id))]
    fn destroy_yearend_adjustment_housing_loan() -> YearendAdjustmentHousingLoan;
}
