//! Deel: the people whom a company employs around the world, their contracts, pay, invoices and time off, and the lists that hiring draws on.
/// Everything that Deel knows.
#[derive(State)]
pub struct Deel {
    pub payroll_events: Table<PayrollEvent>,
    pub payment_lines: Table<PaymentLine>,
    pub gross_to_nets: Table<GrossToNet>,
    pub deel_invoices: Table<DeelInvoice>,
    pub adjustment_categories: Table<AdjustmentCategory>,
    pub contracts: Table<Contract>,
    pub contract_adjustments: Table<ContractAdjustment>,
    pub contract_amendments: Table<ContractAmendment>,
    pub contract_custom_fields: Table<ContractCustomField>,
    pub contract_invoice_adjustments: Table<ContractInvoiceAdjustment>,
    pub contract_off_cycle_payments: Table<ContractOffCyclePayment>,
    pub contract_tasks: Table<ContractTask>,
    pub contract_templates: Table<ContractTemplate>,
    pub contract_timesheets: Table<ContractTimesheet>,
    pub countries: Table<Country>,
    pub currencies: Table<Currency>,
    pub departments: Table<Department>,
    pub eor_benefits: Table<EorBenefit>,
    pub eor_country_guides: Table<EorCountryGuide>,
    pub invoices: Table<Invoice>,
    pub job_titles: Table<JobTitle>,
    pub legal_entities: Table<LegalEntity>,
    pub managers: Table<Manager>,
    pub organization: One<Organization>,
    pub payments: Table<Payment>,
    pub payroll_reports: Table<PayrollReport>,
    pub people_custom_fields: Table<PeopleCustomField>,
    pub persons: Table<Person>,
    pub seniorities: Table<Seniority>,
    pub teams: Table<Team>,
    pub time_off_entitlements: Table<TimeOffEntitlement>,
    pub time_off_requests: Table<TimeOffRequest>,
    pub time_off_types: Table<TimeOffType>,
    pub webhook_event_types: Table<WebhookEventType>,
    pub worker_banks: Table<WorkerBank>,
    pub worker_documents: Table<WorkerDocument>,
    pub worker_payslips: Table<WorkerPayslip>,
}
/// One adjustment category.
#[derive(Entity)]
pub struct AdjustmentCategory {
    #[entity(key, sequence = "ADJ-{:05}")]
    pub id: Key<AdjustmentCategory>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One contract.
#[derive(Entity)]
pub struct Contract {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contract>,
    pub contract_type: ContractType,
    #[entity(default = ContractStatus::New)]
    pub status: ContractStatus,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(title)]
    pub title: String,
    #[entity(on_delete = cascade)]
    pub worker_id: Option<Key<Person>>,
}
/// What `contract_type` can be.
#[derive(Choice)]
pub enum ContractType {
    GlobalPayroll,
    HrisDirectEmployee,
    PayAsYouGoTimeBased,
}
/// What `status` can be.
#[derive(Choice)]
pub enum ContractStatus {
    InProgress,
    New,
    UnderReview,
    Cancelled,
    Onboarded,
    Completed,
}
/// One contract adjustment.
#[derive(Entity)]
pub struct ContractAdjustment {
    #[entity(key, sequence = "CAD-{:05}")]
    pub id: Key<ContractAdjustment>,
    #[entity(on_delete = cascade)]
    pub contract_id: Key<Contract>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub amount: f64,
    #[entity(currency)]
    pub currency: String,
    pub status: ReviewStatus,
}
/// One contract amendment.
#[derive(Entity)]
pub struct ContractAmendment {
    #[entity(key, sequence = "CAM-{:05}")]
    pub id: Key<ContractAmendment>,
    #[entity(on_delete = cascade)]
    pub contract_id: Key<Contract>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub effective_date: Option<Date>,
    pub status: AmendmentStatus,
}
/// One contract custom field.
#[derive(Entity)]
pub struct ContractCustomField {
    #[entity(key, sequence = "CCF-{:05}")]
    pub id: Key<ContractCustomField>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One contract invoice adjustment.
#[derive(Entity)]
pub struct ContractInvoiceAdjustment {
    #[entity(key, sequence = "CIA-{:05}")]
    pub id: Key<ContractInvoiceAdjustment>,
    #[entity(on_delete = cascade)]
    pub contract_id: Key<Contract>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub amount: f64,
    pub status: ReviewStatus,
}
/// One contract off cycle payment.
#[derive(Entity)]
pub struct ContractOffCyclePayment {
    #[entity(key, sequence = "COC-{:05}")]
    pub id: Key<ContractOffCyclePayment>,
    #[entity(on_delete = cascade)]
    pub contract_id: Key<Contract>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub amount: f64,
    pub created_at: Option<Timestamp>,
}
/// One contract task.
#[derive(Entity)]
pub struct ContractTask {
    #[entity(key, sequence = "CTA-{:05}")]
    pub id: Key<ContractTask>,
    #[entity(on_delete = cascade)]
    pub contract_id: Key<Contract>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub amount: Option<f64>,
    pub status: ReviewStatus,
}
/// One contract template.
#[derive(Entity)]
pub struct ContractTemplate {
    #[entity(key, sequence = "CTE-{:05}")]
    pub id: Key<ContractTemplate>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One contract timesheet.
#[derive(Entity)]
pub struct ContractTimesheet {
    #[entity(key, sequence = "CTI-{:05}")]
    pub id: Key<ContractTimesheet>,
    #[entity(on_delete = cascade)]
    pub contract_id: Key<Contract>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(quantity)]
    pub quantity: f64,
    pub date_submitted: Date,
    pub status: ReviewStatus,
}
/// One country.
#[derive(Entity)]
pub struct Country {
    #[entity(key)]
    pub code: Key<Country>,
    #[entity(unique, country)]
    pub name: String,
}
/// One currency.
#[derive(Entity)]
pub struct Currency {
    #[entity(key)]
    pub code: Key<Currency>,
    #[entity(unique)]
    pub name: String,
}
/// One department.
#[derive(Entity)]
pub struct Department {
    #[entity(key, sequence = "DEP-{:05}")]
    pub id: Key<Department>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One eor benefit.
#[derive(Entity)]
pub struct EorBenefit {
    #[entity(key, sequence = "EOR-{:05}")]
    pub id: Key<EorBenefit>,
    #[entity(on_delete = cascade)]
    pub contract_id: Key<Contract>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One eor country guide.
#[derive(Entity)]
pub struct EorCountryGuide {
    #[entity(key, on_delete = cascade)]
    pub country_code: Key<Country>,
    #[entity(body)]
    pub description: Option<String>,
}
/// What a worker charged the company.
#[derive(Entity)]
pub struct Invoice {
    #[entity(key, sequence = "INV-{:05}")]
    pub id: Key<Invoice>,
    #[entity(on_delete = clear)]
    pub contract_id: Option<Key<Contract>>,
    pub issued_at: Date,
    #[entity(money)]
    pub total: f64,
    #[entity(currency)]
    pub currency: String,
    pub status: InvoiceStatus,
}
/// What Deel charged the company.
#[derive(Entity)]
pub struct DeelInvoice {
    #[entity(key, sequence = "DIN-{:05}")]
    pub id: Key<DeelInvoice>,
    pub issued_at: Date,
    #[entity(money)]
    pub total: f64,
    #[entity(currency)]
    pub currency: String,
    pub status: InvoiceStatus,
}
/// One job title.
#[derive(Entity)]
pub struct JobTitle {
    #[entity(key, sequence = "JOB-{:05}")]
    pub id: Key<JobTitle>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One legal entity.
#[derive(Entity)]
pub struct LegalEntity {
    #[entity(key, sequence = "LEG-{:05}")]
    pub id: Key<LegalEntity>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// Someone who leads others.
#[derive(Entity)]
pub struct Manager {
    #[entity(key, sequence = "MGR-{:05}")]
    pub id: Key<Manager>,
    #[entity(unique, on_delete = cascade)]
    pub worker_id: Key<Person>,
}
/// One organization.
#[derive(Entity)]
pub struct Organization {
    #[entity(company)]
    pub name: String,
}
/// Money that the company paid out.
#[derive(Entity)]
pub struct Payment {
    #[entity(key, sequence = "PAY-{:05}")]
    pub id: Key<Payment>,
    pub paid_at: Date,
    #[entity(money)]
    pub total: f64,
    #[entity(currency)]
    pub currency: String,
}
/// A worker's part of a payment.
#[derive(Entity)]
pub struct PaymentLine {
    #[entity(key, sequence = "PLN-{:05}")]
    pub id: Key<PaymentLine>,
    #[entity(on_delete = cascade)]
    pub payment_id: Key<Payment>,
    #[entity(on_delete = clear)]
    pub worker_id: Option<Key<Person>>,
    #[entity(money)]
    pub amount: f64,
    #[entity(currency)]
    pub currency: String,
}
/// A day on which payroll does something.
#[derive(Entity)]
pub struct PayrollEvent {
    #[entity(key, sequence = "PEV-{:05}")]
    pub id: Key<PayrollEvent>,
    pub date: Date,
    #[entity(title)]
    pub title: String,
}
/// A worker's gross and net pay in a payroll report.
#[derive(Entity)]
pub struct GrossToNet {
    #[entity(key, sequence = "GTN-{:05}")]
    pub id: Key<GrossToNet>,
    #[entity(on_delete = cascade)]
    pub gp_report_id: Key<PayrollReport>,
    #[entity(on_delete = clear)]
    pub worker_id: Option<Key<Person>>,
    #[entity(money)]
    pub gross: f64,
    #[entity(money)]
    pub net: f64,
}
/// One payroll report.
#[derive(Entity)]
pub struct PayrollReport {
    #[entity(key, sequence = "PRE-{:05}")]
    pub id: Key<PayrollReport>,
    #[entity(on_delete = cascade)]
    pub legal_entity_id: Key<LegalEntity>,
    pub period_start: Date,
    pub period_end: Date,
    pub status: ReportStatus,
}
/// One people custom field.
#[derive(Entity)]
pub struct PeopleCustomField {
    #[entity(key, sequence = "PEO-{:05}")]
    pub id: Key<PeopleCustomField>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One person.
#[derive(Entity)]
pub struct Person {
    #[entity(key, sequence = "PER-{:05}")]
    pub worker_id: Key<Person>,
    pub hiring_status: HiringStatus,
    pub hiring_type: HiringType,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(on_delete = clear)]
    pub department_id: Option<Key<Department>>,
    #[entity(on_delete = clear)]
    pub team_id: Option<Key<Team>>,
    #[entity(country)]
    pub country: Option<String>,
    pub job_title: Option<String>,
}
/// One seniority.
#[derive(Entity)]
pub struct Seniority {
    #[entity(key, sequence = "SEN-{:05}")]
    pub id: Key<Seniority>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One team.
#[derive(Entity)]
pub struct Team {
    #[entity(key, sequence = "TEA-{:05}")]
    pub id: Key<Team>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// How many days a worker may take off.
#[derive(Entity)]
pub struct TimeOffEntitlement {
    #[entity(key, sequence = "TOE-{:05}")]
    pub id: Key<TimeOffEntitlement>,
    #[entity(on_delete = cascade)]
    pub hris_profile_id: Key<Person>,
    #[entity(on_delete = cascade)]
    pub time_off_type_id: Key<TimeOffType>,
    pub entitled_days: f64,
    pub used_days: f64,
}
/// Days that a worker wants off.
#[derive(Entity)]
pub struct TimeOffRequest {
    #[entity(key, sequence = "TOR-{:05}")]
    pub id: Key<TimeOffRequest>,
    #[entity(on_delete = cascade)]
    pub worker_id: Key<Person>,
    #[entity(on_delete = clear)]
    pub time_off_type_id: Option<Key<TimeOffType>>,
    #[entity(default = TimeOffRequestStatus::Requested)]
    pub status: TimeOffRequestStatus,
    pub start_date: Date,
    pub end_date: Date,
    #[entity(body)]
    pub reason: Option<String>,
}
/// What `status` can be.
#[derive(Choice)]
pub enum TimeOffRequestStatus {
    #[choice(rename = "APPROVED")]
    Approved,
    #[choice(rename = "REQUESTED")]
    Requested,
    #[choice(rename = "USED")]
    Used,
    #[choice(rename = "CANCELED")]
    Canceled,
    #[choice(rename = "REJECTED")]
    Rejected,
}
/// One time off type.
#[derive(Entity)]
pub struct TimeOffType {
    #[entity(key, sequence = "TIM-{:05}")]
    pub id: Key<TimeOffType>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One webhook event type.
#[derive(Entity)]
pub struct WebhookEventType {
    #[entity(key, sequence = "WEB-{:05}")]
    pub id: Key<WebhookEventType>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One worker bank.
#[derive(Entity)]
pub struct WorkerBank {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<WorkerBank>,
    #[entity(on_delete = cascade)]
    pub worker_id: Key<Person>,
    #[entity(company)]
    pub bank_name: String,
    #[entity(currency)]
    pub currency: Option<String>,
}
/// One worker document.
#[derive(Entity)]
pub struct WorkerDocument {
    #[entity(key, sequence = "WDO-{:05}")]
    pub id: Key<WorkerDocument>,
    #[entity(on_delete = cascade)]
    pub worker_id: Key<Person>,
    #[entity(title)]
    pub name: String,
}
/// One worker payslip.
#[derive(Entity)]
pub struct WorkerPayslip {
    #[entity(key, sequence = "WPA-{:05}")]
    pub id: Key<WorkerPayslip>,
    #[entity(on_delete = cascade)]
    pub worker_id: Key<Person>,
    pub period_from: Date,
    pub period_to: Date,
    pub status: PayslipStatus,
}
/// Whether an invoice is paid.
#[derive(Choice)]
pub enum InvoiceStatus {
    Pending,
    Processing,
    Paid,
    Cancelled,
}
/// What was said about something to be paid.
#[derive(Choice)]
pub enum ReviewStatus {
    Pending,
    Approved,
    Declined,
    Paid,
}
/// How far a change of a contract is.
#[derive(Choice)]
pub enum AmendmentStatus {
    Draft,
    AwaitingSignatures,
    Accepted,
    Cancelled,
}
/// How far a payroll is.
#[derive(Choice)]
pub enum ReportStatus {
    Open,
    UnderReview,
    Approved,
    Paid,
}
/// Whether a payslip can be read.
#[derive(Choice)]
pub enum PayslipStatus {
    Processing,
    Available,
}
/// Whether someone works for the company.
#[derive(Choice)]
pub enum HiringStatus {
    Active,
    Inactive,
    Onboarding,
    Offboarding,
}
/// How someone is employed.
#[derive(Choice)]
pub enum HiringType {
    Contractor,
    Employee,
    Eor,
    DirectEmployee,
}
pub trait Tools {
    #[tool(list, filter(contract_id))]
    fn get_eor_benefits() -> Page<EorBenefit>;
    #[tool(get, key(country_code))]
    fn get_eor_country_guide() -> EorCountryGuide;
    #[tool(list, filter(contract_type, status), page(limit, cursor))]
    fn list_contracts() -> Page<Contract>;
    #[tool(get, key(contract_id))]
    fn get_contract() -> Contract;
    #[tool(list, filter(contract_id))]
    fn get_contract_adjustments() -> Page<ContractAdjustment>;
    #[tool(list, filter(contract_id))]
    fn get_contract_amendments() -> Page<ContractAmendment>;
    #[tool(list)]
    fn list_contract_custom_fields() -> Page<ContractCustomField>;
    #[tool(list)]
    fn list_contract_templates() -> Page<ContractTemplate>;
    #[tool(list, filter(contract_id))]
    fn get_contract_off_cycle_payments() -> Page<ContractOffCyclePayment>;
    #[tool(list, filter(contract_id))]
    fn get_contract_tasks() -> Page<ContractTask>;
    #[tool(list, filter(contract_id), page(limit, offset))]
    fn get_contract_invoice_adjustments() -> Page<ContractInvoiceAdjustment>;
    #[tool(list, filter(contract_id), page(limit, cursor))]
    fn get_contract_timesheets() -> Page<ContractTimesheet>;
    #[tool(list, filter(worker_id))]
    fn list_worker_documents() -> Page<WorkerDocument>;
    #[tool(list, filter(issued_at >= issued_from_date, issued_at <= issued_to_date), page(limit, offset))]
    fn list_invoices() -> Page<Invoice>;
    #[tool(list, page(limit, offset))]
    fn list_deel_invoices() -> Page<DeelInvoice>;
    #[tool(list, filter(paid_at >= date_from, paid_at <= date_to, currency = currencies), page(limit, cursor))]
    fn list_payments() -> Page<Payment>;
    #[tool(list, filter(payment_id))]
    fn get_payment_breakdown() -> Page<PaymentLine>;
    #[tool(list)]
    fn lookup_countries() -> Page<Country>;
    #[tool(list)]
    fn lookup_currencies() -> Page<Currency>;
    #[tool(list, page(cursor))]
    fn lookup_job_titles() -> Page<JobTitle>;
    #[tool(list)]
    fn lookup_seniorities() -> Page<Seniority>;
    #[tool(list)]
    fn list_adjustment_categories() -> Page<AdjustmentCategory>;
    #[tool(list)]
    fn list_webhook_event_types() -> Page<WebhookEventType>;
    #[tool(list)]
    fn lookup_time_off_types() -> Page<TimeOffType>;
    #[tool(get)]
    fn get_organization() -> Organization;
    #[tool(list)]
    fn list_legal_entities() -> Page<LegalEntity>;
    #[tool(list, sort(date))]
    fn get_payroll_calendar() -> Page<PayrollEvent>;
    #[tool(list, filter(legal_entity_id))]
    fn get_payroll_reports() -> Page<PayrollReport>;
    #[tool(list, filter(gp_report_id))]
    fn get_gross_to_net() -> Page<GrossToNet>;
    #[tool(simulate(external_computation, "the report is written out as a file"))]
    fn get_gross_to_net_csv();
    #[tool(list, filter(worker_id), page(limit, cursor))]
    fn get_worker_payslips() -> Page<WorkerPayslip>;
    #[tool(list, filter(worker_id))]
    fn get_worker_banks() -> Page<WorkerBank>;
    #[tool(simulate(external_computation, "what a bank account needs follows from the worker's country"))]
    fn get_worker_bank_guide();
    #[tool(list, filter(hiring_status, hiring_type), page(limit, offset))]
    fn list_people() -> Page<Person>;
    #[tool(get, key(worker_id))]
    fn get_person() -> Person;
    #[tool(simulate(external_computation, "it counts the people"))]
    fn get_headcount_summary();
    #[tool(list)]
    fn list_people_custom_fields() -> Page<PeopleCustomField>;
    #[tool(simulate(external_computation, "the chart is drawn from who leads whom"))]
    fn get_org_chart();
    #[tool(simulate(external_computation, "the costs are compared outside the rows"))]
    fn get_cost_comparison();
    #[tool(list, page(limit, cursor))]
    fn list_teams() -> Page<Team>;
    #[tool(list, page(limit, cursor))]
    fn list_departments() -> Page<Department>;
    #[tool(list, page(limit, cursor))]
    fn list_managers() -> Page<Manager>;
    #[tool(list, filter(status, start_date >= start_date, end_date <= end_date))]
    fn list_time_off_requests() -> Page<TimeOffRequest>;
    #[tool(list, filter(hris_profile_id))]
    fn get_time_off_entitlements() -> Page<TimeOffEntitlement>;
}
