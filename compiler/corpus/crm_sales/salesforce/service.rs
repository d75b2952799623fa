//! Salesforce: accounts with their contacts, opportunities and cases, leads, campaigns, and files attached to any of them.
/// Everything that Salesforce knows.
#[derive(State)]
pub struct Salesforce {
    pub accounts: Table<Account>,
    pub attachments: Table<Attachment>,
    pub campaigns: Table<Campaign>,
    pub cases: Table<Case>,
    pub contacts: Table<Contact>,
    pub leads: Table<Lead>,
    pub objects: Table<Object>,
    pub opportunities: Table<Opportunity>,
}
/// One account.
#[derive(Entity)]
pub struct Account {
    #[entity(key, sequence = "ACC-{:05}")]
    pub id: Key<Account>,
    pub account_data: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub industry: Option<String>,
    pub account_type: Option<String>,
    #[entity(company)]
    pub name: Option<String>,
}
/// One attachment.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<Attachment>,
    pub record_id: String,
    #[entity(title)]
    pub name: String,
    #[entity(range = 0..)]
    pub size: Option<i64>,
    #[entity(body)]
    pub content: Option<String>,
}
/// One campaign.
#[derive(Entity)]
pub struct Campaign {
    #[entity(key, sequence = "CAM-{:05}")]
    pub id: Key<Campaign>,
    pub campaign_data: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub status: Option<String>,
    pub r#type: Option<String>,
    pub start_date: Option<Date>,
    pub end_date: Option<Date>,
}
/// One case.
#[derive(Entity)]
pub struct Case {
    #[entity(key, sequence = "CAS-{:05}")]
    pub id: Key<Case>,
    pub case_data: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub account_id: Option<Key<Account>>,
    pub status: Option<String>,
    pub priority: Option<String>,
    #[entity(title)]
    pub subject: Option<String>,
    pub case_type: Option<String>,
    pub closed_date: Option<Timestamp>,
}
/// One contact.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contact>,
    pub contact_data: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub account_id: Option<Key<Account>>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    /// Their job.
    pub title: Option<String>,
}
/// One lead.
#[derive(Entity)]
pub struct Lead {
    #[entity(key, sequence = "LEA-{:05}")]
    pub id: Key<Lead>,
    pub lead_data: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub status: Option<String>,
    pub industry: Option<String>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(company)]
    pub company: Option<String>,
}
/// One object.
#[derive(Entity)]
pub struct Object {
    #[entity(key)]
    pub name: Key<Object>,
    #[entity(body)]
    pub description: Option<String>,
}
/// One opportunity.
#[derive(Entity)]
pub struct Opportunity {
    #[entity(key, sequence = "OPP-{:05}")]
    pub id: Key<Opportunity>,
    pub opportunity_data: Json,
    pub stage: Option<String>,
    #[entity(money)]
    pub amount: Option<f64>,
    pub next_step: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub owner_id: Option<String>,
    #[entity(on_delete = clear)]
    pub account_id: Option<Key<Account>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(company)]
    pub account_name: Option<String>,
    pub close_date: Option<Date>,
}
pub trait Tools {
    #[tool(list, filter(name ~ name_contains, industry, account_type, created_at >= created_date_from, created_at <= created_date_to), page(limit), ignore(fields))]
    fn get_accounts() -> Page<Account>;
    #[tool(create)]
    fn create_account() -> Account;
    #[tool(update, key(account_id))]
    fn update_account() -> Account;
    #[tool(delete, key(account_id))]
    fn delete_account() -> Account;
    #[tool(list, filter(account_id, name ~ name_contains, email ~ email_contains, title ~ title_contains, created_at >= created_date_from, created_at <= created_date_to), page(limit), ignore(fields))]
    fn get_contacts() -> Page<Contact>;
    #[tool(create)]
    fn create_contact() -> Contact;
    #[tool(update, key(contact_id))]
    fn update_contact() -> Contact;
    #[tool(delete, key(contact_id))]
    fn delete_contact() -> Contact;
    #[tool(list, filter(account_id, stage, name ~ name_contains, account_name ~ account_name_contains, created_at >= created_date_from, created_at <= created_date_to, close_date >= close_date_from, close_date <= close_date_to), page(limit), ignore(fields))]
    fn get_opportunities() -> Page<Opportunity>;
    #[tool(create)]
    fn create_opportunity() -> Opportunity;
    #[tool(update, key(opportunity_id), map(close_date = closed_date))]
    fn update_opportunity() -> Opportunity;
    #[tool(delete, key(opportunity_id))]
    fn delete_opportunity() -> Opportunity;
    #[tool(list, filter(status, name ~ name_contains, company ~ company_contains, email ~ email_contains, industry, created_at >= created_date_from, created_at <= created_date_to), page(limit), ignore(fields))]
    fn get_leads() -> Page<Lead>;
    #[tool(create)]
    fn create_lead() -> Lead;
    #[tool(update, key(lead_id))]
    fn update_lead() -> Lead;
    #[tool(delete, key(lead_id))]
    fn delete_lead() -> Lead;
    #[tool(simulate(unclear_effect, "a lead becomes an account, a contact and an opportunity, as settings elsewhere say"))]
    fn convert_lead();
    #[tool(list, filter(account_id, status, priority, subject ~ subject_contains, case_type, created_at >= created_date_from, created_at <= created_date_to, closed_date >= closed_date_from, closed_date <= closed_date_to), page(limit), ignore(fields))]
    fn get_cases() -> Page<Case>;
    #[tool(create)]
    fn create_case() -> Case;
    #[tool(update, key(case_id))]
    fn update_case() -> Case;
    #[tool(delete, key(case_id))]
    fn delete_case() -> Case;
    #[tool(list, filter(status, r#type = type_filter, created_at >= created_date_from, created_at <= created_date_to, start_date >= start_date_from, start_date <= start_date_to, end_date >= end_date_from, end_date <= end_date_to), page(limit), ignore(fields))]
    fn get_campaigns() -> Page<Campaign>;
    #[tool(create)]
    fn create_campaign() -> Campaign;
    #[tool(update, key(campaign_id))]
    fn update_campaign() -> Campaign;
    #[tool(delete, key(campaign_id))]
    fn delete_campaign() -> Campaign;
    #[tool(list, filter(record_id), page(limit))]
    fn get_attachments() -> Page<Attachment>;
    #[tool(simulate(external_computation, "the address is signed outside the service"))]
    fn get_attachment_temporary_download_url();
    #[tool(search((name, content) ~ query), page(limit), ignore(search_type))]
    fn search_attachments() -> Page<Attachment>;
    #[tool(simulate(external_computation, "the question is written in a query language of its own"))]
    fn query();
    #[tool(get, key(object_name), ignore(detailed))]
    fn describe_object() -> Object;
}
