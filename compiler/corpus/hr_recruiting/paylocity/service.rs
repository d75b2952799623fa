//! Paylocity: the employees of companies, what they earn, their local taxes and pay statements, and the companies' codes.
/// Everything that Paylocity knows.
#[derive(State)]
pub struct Paylocity {
    pub companies: Table<Company>,
    pub company_codes: Table<CompanyCode>,
    pub earnings: Table<Earning>,
    pub employees: Table<Employee>,
    pub local_taxes: Table<LocalTax>,
    pub paystatements: Table<Paystatement>,
}
/// A company that pays its people through the service.
#[derive(Entity)]
pub struct Company {
    #[entity(key, sequence = "CMP-{:05}")]
    pub id: Key<Company>,
    #[entity(company)]
    pub name: String,
}
/// A code that a company uses, for a department or a deduction say.
#[derive(Entity)]
#[entity(unique(company_id, code_resource, code))]
pub struct CompanyCode {
    #[entity(key, sequence = "COD-{:05}")]
    pub id: Key<CompanyCode>,
    #[entity(on_delete = cascade)]
    pub company_id: Key<Company>,
    /// What sort of code it is.
    pub code_resource: String,
    #[entity(slug)]
    pub code: String,
    #[entity(title)]
    pub description: Option<String>,
}
/// Someone who works for a company.
#[derive(Entity)]
pub struct Employee {
    #[entity(key, sequence = "EMP-{:05}")]
    pub id: Key<Employee>,
    #[entity(on_delete = cascade)]
    pub company_id: Key<Company>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    #[entity(unique, email)]
    pub work_email: Option<String>,
    pub job_title: Option<String>,
    #[entity(default = EmployeeStatus::Active)]
    pub status: EmployeeStatus,
    pub hire_date: Option<Date>,
}
/// Whether someone still works for the company.
#[derive(Choice)]
pub enum EmployeeStatus {
    Active,
    OnLeave,
    Terminated,
}
/// Something that an employee is paid regularly.
#[derive(Entity)]
pub struct Earning {
    #[entity(key, sequence = "EAR-{:05}")]
    pub id: Key<Earning>,
    #[entity(on_delete = cascade)]
    pub company_id: Key<Company>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    pub earning_code: String,
    #[entity(money)]
    pub amount: Option<f64>,
    pub start_date: Option<Date>,
    pub end_date: Option<Date>,
}
/// A local tax that an employee pays.
#[derive(Entity)]
pub struct LocalTax {
    #[entity(key, sequence = "TAX-{:05}")]
    pub id: Key<LocalTax>,
    #[entity(on_delete = cascade)]
    pub company_id: Key<Company>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    pub tax_code: String,
    #[entity(range = 0..=99)]
    pub exemptions: Option<i64>,
    #[entity(title)]
    pub filing_status: Option<String>,
}
/// What an employee was paid on one check.
#[derive(Entity)]
pub struct Paystatement {
    #[entity(key, sequence = "PAY-{:05}")]
    pub id: Key<Paystatement>,
    #[entity(on_delete = cascade)]
    pub company_id: Key<Company>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<Employee>,
    #[entity(pattern = "^[0-9]{4}$")]
    pub year: String,
    pub check_date: Date,
    #[entity(money)]
    pub gross_pay: f64,
    #[entity(money)]
    pub net_pay: f64,
}
pub trait Tools {
    #[tool(list, filter(company_id))]
    fn fetch_employees() -> Page<Employee>;
    #[tool(list, filter(company_id, id = employee_id))]
    fn fetch_employee_details() -> Page<Employee>;
    #[tool(list, filter(company_id, employee_id))]
    fn fetch_employee_earnings() -> Page<Earning>;
    #[tool(list, filter(company_id, code_resource))]
    fn fetch_company_codes() -> Page<CompanyCode>;
    #[tool(list, filter(company_id, employee_id))]
    fn fetch_employee_local_taxes() -> Page<LocalTax>;
    #[tool(list, filter(year, check_date, company_id, employee_id))]
    fn fetch_employee_paystatement_details() -> Page<Paystatement>;
}
