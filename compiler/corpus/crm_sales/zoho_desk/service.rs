//! Zoho Desk: tickets of a help desk, the contacts who raise them and the departments that answer.

/// Everything that Zoho Desk knows.
#[derive(State)]
pub struct ZohoDesk {
    pub contacts: Table<Contact>,
    pub departments: Table<Department>,
    pub tickets: Table<Ticket>,
}
/// Someone who writes to the help desk.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contact>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub last_name: String,
    #[entity(person)]
    pub full_name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(phone)]
    pub mobile: Option<String>,
    pub r#type: Option<String>,
    #[entity(company)]
    pub account_name: Option<String>,
    #[entity(created)]
    pub created_time: Timestamp,
    #[entity(updated)]
    pub last_modified_time: Timestamp,
}
/// A part of the support organization with tickets of its own.
#[derive(Entity)]
pub struct Department {
    #[entity(key, sequence = "DEP-{:05}")]
    pub id: Key<Department>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = true)]
    pub is_enabled: bool,
    #[entity(default = DepartmentChatStatus::NotCreated)]
    pub chat_status: DepartmentChatStatus,
}
/// Whether a department can be chatted with.
#[derive(Choice)]
pub enum DepartmentChatStatus {
    #[choice(rename = "AVAILABLE")]
    Available,
    #[choice(rename = "DISABLED")]
    Disabled,
    #[choice(rename = "NOT_CREATED")]
    NotCreated,
    #[choice(rename = "UNAVAILABLE")]
    Unavailable,
}
/// A request of a contact that a department works on.
#[derive(Entity)]
pub struct Ticket {
    #[entity(key, sequence = "TIC-{:05}")]
    pub id: Key<Ticket>,
    #[entity(title)]
    pub subject: String,
    #[entity(body)]
    pub description: Option<String>,
    pub status: Option<String>,
    pub status_type: Option<String>,
    pub priority: Option<String>,
    pub channel: Option<String>,
    #[entity(person)]
    pub assignee: Option<String>,
    #[entity(on_delete = clear)]
    pub department_id: Option<Key<Department>>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<Key<Contact>>,
    pub due_date: Option<Timestamp>,
    #[entity(created)]
    pub created_time: Timestamp,
}
pub trait Tools {
    #[tool(list, filter(status, department_id, assignee, channel), sort(created_time, descending, by = sort_by), page(offset = from, limit = limit), ignore(include))]
    fn list_tickets() -> Page<Ticket>;
    #[tool(get, key(contact_id), ignore(include))]
    fn get_contact() -> Contact;
    #[tool(list, filter(email, phone, r#type), sort(created_time, descending, by = sort_by), page(offset = from, limit = limit), ignore(include))]
    fn list_contacts() -> Page<Contact>;
    #[tool(search(name ~ search_str), filter(is_enabled, chat_status), page(offset = from, limit = limit))]
    fn list_departments() -> Page<Department>;
    #[tool(get, key(ticket_id), ignore(include))]
    fn get_ticket_details() -> Ticket;
    #[tool(simulate(unclear_effect, "ranges of time are written as one text, and results can be ordered by relevance"))]
    fn search_contacts();
}
