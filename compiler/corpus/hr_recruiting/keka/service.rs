//! Keka: employees, their attendance, leave and payslips, and the holidays of the company.

/// Everything that Keka knows.
#[derive(State)]
pub struct Keka {
    pub employees: Table<Employee>,
    pub attendances: Table<Attendance>,
    pub leave_types: Table<LeaveType>,
    pub leave_balances: Table<LeaveBalance>,
    pub leaves: Table<Leave>,
    pub payslips: Table<Payslip>,
    pub holidays: Table<Holiday>,
}

/// Someone who works for the company.
#[derive(Entity)]
pub struct Employee {
    #[entity(key, sequence = "EMP-{:05}")]
    pub id: Key<Employee>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    pub job_title: Option<String>,
    pub department: Option<String>,
    pub joined_on: Option<Date>,
}

/// When an employee came and went on a day.
#[derive(Entity)]
#[entity(unique(employee_id, date))]
pub struct Attendance {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<Attendance>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    pub date: Date,
    pub checked_in_at: Option<Timestamp>,
    pub checked_out_at: Option<Timestamp>,
}

/// A kind of leave, such as sick leave.
#[derive(Entity)]
pub struct LeaveType {
    #[entity(key)]
    pub name: Key<LeaveType>,
    #[entity(body)]
    pub description: Option<String>,
}

/// How many days of a kind of leave an employee has left.
#[derive(Entity)]
pub struct LeaveBalance {
    #[entity(key, on_delete = cascade)]
    pub employee_id: Key<Employee>,
    #[entity(key, on_delete = cascade)]
    pub leave_type: Key<LeaveType>,
    #[entity(range = 0..=366, quantity)]
    pub days: f64,
}

/// Days off that an employee asked for.
#[derive(Entity)]
pub struct Leave {
    #[entity(key, sequence = "LEA-{:05}")]
    pub id: Key<Leave>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    pub leave_type: Key<LeaveType>,
    pub start_date: Date,
    pub end_date: Date,
    #[entity(body)]
    pub reason: String,
    #[entity(default = LeaveStatus::Pending)]
    pub status: LeaveStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Where a request for leave stands.
#[derive(Choice)]
pub enum LeaveStatus {
    Pending,
    Approved,
    Rejected,
    Cancelled,
}

/// What an employee was paid for a month.
#[derive(Entity)]
pub struct Payslip {
    #[entity(key, on_delete = cascade)]
    pub employee_id: Key<Employee>,
    #[entity(key, pattern = "^[0-9]{4}$")]
    pub year: String,
    #[entity(key)]
    pub month: String,
    #[entity(money)]
    pub gross_pay: f64,
    #[entity(money)]
    pub deductions: f64,
    #[entity(money)]
    pub net_pay: f64,
    #[entity(currency)]
    pub currency: String,
}

/// A holiday that is ahead.
#[derive(Entity)]
pub struct Holiday {
    #[entity(key, sequence = "HOL-{:05}")]
    pub id: Key<Holiday>,
    #[entity(title)]
    pub name: String,
    #[entity(unique)]
    pub date: Date,
}

pub trait Tools {
    #[tool(get, key(employee_id))]
    fn get_employee_profile() -> Employee;
    #[tool(
        list,
        filter(date >= start_date, date <= end_date, employee_id),
        sort(date),
        page(page, limit = page_size)
    )]
    fn get_attendance() -> Page<Attendance>;
    #[tool(list)]
    fn get_leave_types() -> Page<LeaveType>;
    #[tool(create)]
    fn apply_leave() -> Leave;
    #[tool(list, filter(employee_id))]
    fn get_leave_balances() -> Page<LeaveBalance>;
    #[tool(
        list,
        filter(status, start_date >= start_date, end_date <= end_date, employee_id),
        sort(start_date, descending),
        page(page, limit = page_size)
    )]
    fn view_leave_history() -> Page<Leave>;
    #[tool(get, key(employee_id, year, month))]
    fn get_payslip() -> Payslip;
    #[tool(list, sort(date))]
    fn get_upcoming_holidays() -> Page<Holiday>;
}
