//! Xero: the books of a company, with contacts, invoices, bills, payments, quotes, journals, tracking categories and payroll timesheets.

/// Everything that Xero knows.
#[derive(State)]
pub struct Xero {
    pub accounts: Table<Account>,
    pub bank_transactions: Table<BankTransaction>,
    pub contacts: Table<Contact>,
    pub contact_groups: Table<ContactGroup>,
    pub credit_notes: Table<CreditNote>,
    pub invoices: Table<Invoice>,
    pub items: Table<Item>,
    pub manual_journals: Table<ManualJournal>,
    pub organisations: Table<Organisation>,
    pub payments: Table<Payment>,
    pub payroll_employees: Table<PayrollEmployee>,
    pub payroll_employee_leaves: Table<PayrollEmployeeLeave>,
    pub payroll_employee_leave_balances: Table<PayrollEmployeeLeaveBalance>,
    pub payroll_employee_leave_types: Table<PayrollEmployeeLeaveType>,
    pub payroll_leave_periods: Table<PayrollLeavePeriod>,
    pub payroll_leave_types: Table<PayrollLeaveType>,
    pub quotes: Table<Quote>,
    pub tax_rates: Table<TaxRate>,
    pub timesheets: Table<Timesheet>,
    pub timesheet_lines: Table<TimesheetLine>,
    pub tracking_categories: Table<TrackingCategory>,
}

/// One account.
#[derive(Entity)]
pub struct Account {
    #[entity(key, sequence = "ACC-{:05}")]
    pub id: Key<Account>,
    #[entity(title)]
    pub name: String,
    #[entity(unique, len = 1..=10)]
    pub code: String,
    pub bank_account_number: Option<String>,
    pub tax_type: Option<String>,
}

/// One bank transaction.
#[derive(Entity)]
pub struct BankTransaction {
    #[entity(key, sequence = "BAN-{:05}")]
    pub id: Key<BankTransaction>,
    pub r#type: BankTransactionType,
    pub bank_account_id: Key<Account>,
    pub contact_id: Key<Contact>,
    pub line_items: Json,
    pub reference: Option<String>,
    pub date: Option<Date>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `type` can be.
#[derive(Choice)]
pub enum BankTransactionType {
    #[choice(rename = "RECEIVE")]
    Receive,
    #[choice(rename = "SPEND")]
    Spend,
}

/// One contact.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contact>,
    #[entity(unique, len = 1..=255, company)]
    pub name: String,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    pub address: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One contact group.
#[derive(Entity)]
pub struct ContactGroup {
    #[entity(key, sequence = "CG-{:05}")]
    pub id: Key<ContactGroup>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(on_delete = clear)]
    pub contact_ids: Vec<Key<Contact>>,
}

/// One credit note.
#[derive(Entity)]
pub struct CreditNote {
    #[entity(key, sequence = "CRE-{:05}")]
    pub id: Key<CreditNote>,
    pub contact_id: Key<Contact>,
    pub line_items: Json,
    pub reference: Option<String>,
    pub date: Option<Date>,
    #[entity(default = DocumentStatus::Draft)]
    pub status: DocumentStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One invoice.
#[derive(Entity)]
pub struct Invoice {
    #[entity(key, sequence = "INV-{:05}")]
    pub id: Key<Invoice>,
    pub contact_id: Key<Contact>,
    pub line_items: Json,
    pub r#type: InvoiceType,
    pub reference: Option<String>,
    pub date: Option<Date>,
    pub due_date: Option<Date>,
    #[entity(unique)]
    pub invoice_number: Option<String>,
    #[entity(default = DocumentStatus::Draft)]
    pub status: DocumentStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `type` can be.
#[derive(Choice)]
pub enum InvoiceType {
    #[choice(rename = "ACCREC")]
    Accrec,
    #[choice(rename = "ACCPAY")]
    Accpay,
}

/// One item.
#[derive(Entity)]
pub struct Item {
    #[entity(key, sequence = "ITE-{:05}")]
    pub id: Key<Item>,
    #[entity(unique, len = 1..=30, sku)]
    pub code: String,
    #[entity(product)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(body)]
    pub purchase_description: Option<String>,
    pub purchase_details: Option<Json>,
    pub sales_details: Option<Json>,
    #[entity(default)]
    pub is_tracked_as_inventory: bool,
    pub inventory_asset_account_code: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One manual journal.
#[derive(Entity)]
pub struct ManualJournal {
    #[entity(key, sequence = "MAN-{:05}")]
    pub id: Key<ManualJournal>,
    #[entity(title)]
    pub narration: String,
    pub manual_journal_lines: Json,
    pub date: Option<Date>,
    #[entity(default = ManualJournalLineAmountTypes::NoTax)]
    pub line_amount_types: ManualJournalLineAmountTypes,
    #[entity(default = ManualJournalStatus::Draft)]
    pub status: ManualJournalStatus,
    #[entity(url)]
    pub url: Option<String>,
    #[entity(default)]
    pub show_on_cash_basis_reports: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `line_amount_types` can be.
#[derive(Choice)]
pub enum ManualJournalLineAmountTypes {
    #[choice(rename = "EXCLUSIVE")]
    Exclusive,
    #[choice(rename = "INCLUSIVE")]
    Inclusive,
    #[choice(rename = "NO_TAX")]
    NoTax,
}

/// What `status` can be.
#[derive(Choice)]
pub enum ManualJournalStatus {
    #[choice(rename = "DRAFT")]
    Draft,
    #[choice(rename = "POSTED")]
    Posted,
    #[choice(rename = "DELETED")]
    Deleted,
    #[choice(rename = "VOIDED")]
    Voided,
    #[choice(rename = "ARCHIVED")]
    Archived,
}

/// One organisation.
#[derive(Entity)]
pub struct Organisation {
    #[entity(key, sequence = "ORG-{:05}")]
    pub id: Key<Organisation>,
    #[entity(company)]
    pub name: String,
    #[entity(currency)]
    pub base_currency: Option<String>,
    #[entity(country)]
    pub country_code: Option<String>,
}

/// One payment.
#[derive(Entity)]
pub struct Payment {
    #[entity(key, sequence = "PAY-{:05}")]
    pub id: Key<Payment>,
    pub invoice_id: Key<Invoice>,
    pub account_id: Key<Account>,
    #[entity(money)]
    pub amount: f64,
    pub date: Option<Date>,
    pub reference: Option<String>,
    pub invoice_number: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One payroll employee.
#[derive(Entity)]
pub struct PayrollEmployee {
    #[entity(key, sequence = "PE-{:05}")]
    pub id: Key<PayrollEmployee>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    #[entity(email)]
    pub email: Option<String>,
    pub start_date: Option<Date>,
}

/// One payroll employee leave.
#[derive(Entity)]
pub struct PayrollEmployeeLeave {
    #[entity(key, sequence = "PEL-{:05}")]
    pub id: Key<PayrollEmployeeLeave>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<PayrollEmployee>,
    #[entity(title)]
    pub description: Option<String>,
    pub leave_type_id: Key<PayrollLeaveType>,
    pub start_date: Date,
    pub end_date: Date,
}

/// One payroll employee leave balance.
#[derive(Entity)]
pub struct PayrollEmployeeLeaveBalance {
    #[entity(key, sequence = "PELB-{:05}")]
    pub id: Key<PayrollEmployeeLeaveBalance>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<PayrollEmployee>,
    #[entity(on_delete = cascade)]
    pub leave_type_id: Key<PayrollLeaveType>,
    pub balance: f64,
    pub type_of_units: Option<String>,
}

/// One payroll employee leave type.
#[derive(Entity)]
pub struct PayrollEmployeeLeaveType {
    #[entity(key, sequence = "PELT-{:05}")]
    pub id: Key<PayrollEmployeeLeaveType>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<PayrollEmployee>,
    #[entity(on_delete = cascade)]
    pub leave_type_id: Key<PayrollLeaveType>,
    pub units_accrued_annually: Option<f64>,
}

/// One payroll leave period.
#[derive(Entity)]
pub struct PayrollLeavePeriod {
    #[entity(key, sequence = "PLP-{:05}")]
    pub id: Key<PayrollLeavePeriod>,
    #[entity(on_delete = cascade)]
    pub employee_id: Key<PayrollEmployee>,
    pub start_date: Date,
    pub end_date: Date,
    pub number_of_units: Option<f64>,
}

/// One payroll leave type.
#[derive(Entity)]
pub struct PayrollLeaveType {
    #[entity(key, sequence = "PLT-{:05}")]
    pub id: Key<PayrollLeaveType>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(default)]
    pub is_paid_leave: bool,
}

/// One quote.
#[derive(Entity)]
pub struct Quote {
    #[entity(key, sequence = "QUO-{:05}")]
    pub id: Key<Quote>,
    pub contact_id: Key<Contact>,
    pub line_items: Json,
    pub reference: Option<String>,
    #[entity(unique)]
    pub quote_number: Option<String>,
    #[entity(body)]
    pub terms: Option<String>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(body)]
    pub summary: Option<String>,
    pub date: Option<Date>,
    pub expiry_date: Option<Date>,
    #[entity(default = QuoteStatus::Draft)]
    pub status: QuoteStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One tax rate.
#[derive(Entity)]
pub struct TaxRate {
    #[entity(key, sequence = "TAX-{:05}")]
    pub id: Key<TaxRate>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(unique)]
    pub tax_type: String,
    #[entity(percent, range = 0..=100)]
    pub effective_rate: f64,
}

/// One timesheet.
#[derive(Entity)]
pub struct Timesheet {
    #[entity(key, sequence = "TIM-{:05}")]
    pub id: Key<Timesheet>,
    pub payroll_calendar_id: String,
    pub employee_id: Key<PayrollEmployee>,
    pub start_date: Date,
    pub end_date: Date,
    pub timesheet_lines: Option<Json>,
    #[entity(default = TimesheetStatus::Draft)]
    pub status: TimesheetStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One timesheet line.
#[derive(Entity)]
pub struct TimesheetLine {
    #[entity(key, sequence = "TL-{:05}")]
    pub id: Key<TimesheetLine>,
    #[entity(on_delete = cascade)]
    pub timesheet_id: Key<Timesheet>,
    pub timesheet_line: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One tracking category.
#[derive(Entity)]
pub struct TrackingCategory {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<TrackingCategory>,
    #[entity(unique, len = 1..=100, title)]
    pub name: String,
    #[entity(default = TrackingCategoryStatus::Active)]
    pub status: TrackingCategoryStatus,
    pub option_names: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `status` can be.
#[derive(Choice)]
pub enum TrackingCategoryStatus {
    #[choice(rename = "ACTIVE")]
    Active,
    #[choice(rename = "ARCHIVED")]
    Archived,
}

/// Where an invoice or a credit note stands.
#[derive(Choice)]
pub enum DocumentStatus {
    #[choice(rename = "DRAFT")]
    Draft,
    #[choice(rename = "SUBMITTED")]
    Submitted,
    #[choice(rename = "AUTHORISED")]
    Authorised,
    #[choice(rename = "PAID")]
    Paid,
    #[choice(rename = "VOIDED")]
    Voided,
}

/// Where a quote stands.
#[derive(Choice)]
pub enum QuoteStatus {
    #[choice(rename = "DRAFT")]
    Draft,
    #[choice(rename = "SENT")]
    Sent,
    #[choice(rename = "ACCEPTED")]
    Accepted,
    #[choice(rename = "DECLINED")]
    Declined,
    #[choice(rename = "INVOICED")]
    Invoiced,
}

/// Where a timesheet stands.
#[derive(Choice)]
pub enum TimesheetStatus {
    Draft,
    Approved,
    Completed,
}

pub trait Tools {
    #[tool(create)]
    fn create_bank_transaction() -> BankTransaction;
    #[tool(create)]
    fn create_contact() -> Contact;
    #[tool(create)]
    fn create_credit_note() -> CreditNote;
    #[tool(create)]
    fn create_invoice() -> Invoice;
    #[tool(create)]
    fn create_item() -> Item;
    #[tool(create)]
    fn create_manual_journal() -> ManualJournal;
    #[tool(create)]
    fn create_payment() -> Payment;
    #[tool(create)]
    fn create_timesheet() -> Timesheet;
    #[tool(create)]
    fn create_quote() -> Quote;
    #[tool(create)]
    fn create_tracking_category() -> TrackingCategory;
    #[tool(append(option_names = option_names), key(tracking_category_id))]
    fn create_tracking_options() -> TrackingCategory;
    #[tool(delete, key(timesheet_id))]
    fn delete_timesheet() -> Timesheet;
    #[tool(get, key(timesheet_id))]
    fn get_timesheet() -> Timesheet;
    #[tool(list)]
    fn list_accounts() -> Page<Account>;
    #[tool(simulate(external_computation, "the report is computed from the books"))]
    fn list_aged_payables_by_contact();
    #[tool(simulate(external_computation, "the report is computed from the books"))]
    fn list_aged_receivables_by_contact();
    #[tool(list, filter(bank_account_id), page(page))]
    fn list_bank_transactions() -> Page<BankTransaction>;
    #[tool(list, filter(id = contact_group_id))]
    fn list_contact_groups() -> Page<ContactGroup>;
    #[tool(search((name, email, phone, first_name, last_name)~search_term), page(page))]
    fn list_contacts() -> Page<Contact>;
    #[tool(list, filter(contact_id), page(page))]
    fn list_credit_notes() -> Page<CreditNote>;
    #[tool(
        list,
        filter(contact_id in contact_ids, invoice_number in invoice_numbers),
        page(page)
    )]
    fn list_invoices() -> Page<Invoice>;
    #[tool(list, page(page))]
    fn list_items() -> Page<Item>;
    #[tool(list, filter(id = manual_journal_id, updated_at >= modified_after), page(page = page))]
    fn list_manual_journals() -> Page<ManualJournal>;
    #[tool(list)]
    fn list_organisation_details() -> Page<Organisation>;
    #[tool(list, filter(invoice_number, invoice_id, id = payment_id, reference), page(page = page))]
    fn list_payments() -> Page<Payment>;
    #[tool(list, filter(employee_id))]
    fn list_payroll_employee_leave_balances() -> Page<PayrollEmployeeLeaveBalance>;
    #[tool(list, filter(employee_id))]
    fn list_payroll_employee_leave_types() -> Page<PayrollEmployeeLeaveType>;
    #[tool(list, filter(employee_id))]
    fn list_payroll_employee_leave() -> Page<PayrollEmployeeLeave>;
    #[tool(list)]
    fn list_payroll_employees() -> Page<PayrollEmployee>;
    #[tool(list, filter(employee_id, start_date >= start_date, end_date <= end_date))]
    fn list_payroll_leave_periods() -> Page<PayrollLeavePeriod>;
    #[tool(list)]
    fn list_payroll_leave_types() -> Page<PayrollLeaveType>;
    #[tool(list)]
    fn list_timesheets() -> Page<Timesheet>;
    #[tool(simulate(external_computation, "the report is computed from the books"))]
    fn list_profit_and_loss();
    #[tool(list, filter(contact_id, quote_number), page(page))]
    fn list_quotes() -> Page<Quote>;
    #[tool(simulate(external_computation, "the report is computed from the books"))]
    fn list_report_balance_sheet();
    #[tool(list)]
    fn list_tax_rates() -> Page<TaxRate>;
    #[tool(simulate(unclear_effect, "archived categories are left out unless asked for, which no filter says"))]
    fn list_tracking_categories();
    #[tool(simulate(external_computation, "the report is computed from the books"))]
    fn list_trial_balance();
    #[tool(update, key(timesheet_id), set(status = TimesheetStatus::Approved))]
    fn approve_timesheet() -> Timesheet;
    #[tool(update, key(timesheet_id), set(status = TimesheetStatus::Draft))]
    fn revert_timesheet() -> Timesheet;
    #[tool(update, key(bank_transaction_id))]
    fn update_bank_transaction() -> BankTransaction;
    #[tool(update, key(contact_id))]
    fn update_contact() -> Contact;
    #[tool(update, key(credit_note_id))]
    fn update_credit_note() -> CreditNote;
    #[tool(update, key(invoice_id))]
    fn update_invoice() -> Invoice;
    #[tool(update, key(item_id))]
    fn update_item() -> Item;
    #[tool(update, key(manual_journal_id))]
    fn update_manual_journal() -> ManualJournal;
    #[tool(create)]
    fn add_timesheet_line() -> TimesheetLine;
    #[tool(update, key(timesheet_line_id), filter(timesheet_id))]
    fn update_timesheet_line() -> TimesheetLine;
    #[tool(update, key(quote_id))]
    fn update_quote() -> Quote;
    #[tool(update, key(tracking_category_id))]
    fn update_tracking_category() -> TrackingCategory;
    #[tool(simulate(unclear_effect, "it changes several options by keys that the model does not give them"))]
    fn update_tracking_options();
}
