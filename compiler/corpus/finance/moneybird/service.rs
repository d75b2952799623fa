//! Moneybird keeps the administrations of a business, each with contacts, sales invoices, products,
//! projects and worked time.

/// Everything that Moneybird knows.
#[derive(State)]
pub struct Moneybird {
    pub administrations: Table<Administration>,
    pub contacts: Table<Contact>,
    pub contact_persons: Table<ContactPerson>,
    pub financial_accounts: Table<FinancialAccount>,
    pub products: Table<Product>,
    pub projects: Table<Project>,
    pub sales_invoices: Table<SalesInvoice>,
    pub time_entries: Table<TimeEntry>,
}

/// The books of one company.
#[derive(Entity)]
pub struct Administration {
    #[entity(key, sequence = "ADM-{:05}")]
    pub id: Key<Administration>,
    #[entity(company)]
    pub name: String,
}

/// One contact.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contact>,
    #[entity(on_delete = cascade)]
    pub administration_id: Key<Administration>,
    pub contact_data: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
}

/// A person at a contact.
#[derive(Entity)]
pub struct ContactPerson {
    #[entity(key, sequence = "CPE-{:05}")]
    pub id: Key<ContactPerson>,
    #[entity(on_delete = cascade)]
    pub administration_id: Key<Administration>,
    #[entity(on_delete = cascade)]
    pub contact_id: Key<Contact>,
    pub contact_person_data: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
}

/// One financial account.
#[derive(Entity)]
pub struct FinancialAccount {
    #[entity(key, sequence = "FIN-{:05}")]
    pub id: Key<FinancialAccount>,
    #[entity(on_delete = cascade)]
    pub administration_id: Key<Administration>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One product.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Product>,
    #[entity(on_delete = cascade)]
    pub administration_id: Key<Administration>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PROJ-{:05}")]
    pub id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub administration_id: Key<Administration>,
    pub state: Option<String>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A bill to a contact.
#[derive(Entity)]
pub struct SalesInvoice {
    #[entity(key, sequence = "SAL-{:05}")]
    pub id: Key<SalesInvoice>,
    #[entity(on_delete = cascade)]
    pub administration_id: Key<Administration>,
    pub invoice_data: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    pub state: Option<String>,
    pub period: Option<String>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<Key<Contact>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Time that was worked.
#[derive(Entity)]
pub struct TimeEntry {
    #[entity(key, sequence = "TIM-{:05}")]
    pub id: Key<TimeEntry>,
    #[entity(on_delete = cascade)]
    pub administration_id: Key<Administration>,
    pub period: Option<String>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<Key<Contact>>,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    pub user_id: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub started_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
}

pub trait Tools {
    #[tool(list)]
    fn list_administrations() -> Page<Administration>;

    #[tool(search((name, email)~query), filter(administration_id), page(page))]
    fn list_contacts() -> Page<Contact>;

    #[tool(get, key(contact_id), filter(administration_id))]
    fn get_contact() -> Contact;

    #[tool(create)]
    fn create_contact() -> Contact;

    #[tool(create)]
    fn create_contact_person() -> ContactPerson;

    #[tool(
        list,
        filter(
            administration_id,
            state,
            period,
            contact_id,
            created_at>= created_after,
            updated_at>= updated_after
        ),
        page(page)
    )]
    fn list_sales_invoices() -> Page<SalesInvoice>;

    #[tool(get, key(invoice_id), filter(administration_id))]
    fn get_sales_invoice() -> SalesInvoice;

    #[tool(create)]
    fn create_sales_invoice() -> SalesInvoice;

    #[tool(list, filter(administration_id))]
    fn list_financial_accounts() -> Page<FinancialAccount>;

    #[tool(search((name, description)~query), filter(administration_id), page(page))]
    fn list_products() -> Page<Product>;

    #[tool(list, filter(administration_id, state), page(page))]
    fn list_projects() -> Page<Project>;

    #[tool(list, filter(administration_id, period, contact_id, project_id, user_id), page(page))]
    fn list_time_entries() -> Page<TimeEntry>;
}
