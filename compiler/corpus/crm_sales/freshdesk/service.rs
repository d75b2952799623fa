//! Freshdesk keeps tickets with their notes, replies and side threads, the contacts and companies
//! who ask, and the agents who answer.

/// Everything that Freshdesk knows.
#[derive(State)]
pub struct Freshdesk {
    pub agents: Table<Agent>,
    pub attachments: Table<Attachment>,
    pub companies: Table<Company>,
    pub contacts: Table<Contact>,
    pub current_account: One<CurrentAccount>,
    pub notes: Table<Note>,
    pub replies: Table<Reply>,
    pub threads: Table<Thread>,
    pub thread_messages: Table<ThreadMessage>,
    pub tickets: Table<Ticket>,
}

/// One agent.
#[derive(Entity)]
pub struct Agent {
    #[entity(key, sequence)]
    pub id: IntKey<Agent>,
    #[entity(unique, email)]
    pub email: String,
    #[entity(person)]
    pub name: String,
    pub ticket_scope: Json,
    pub role_ids: Json,
    pub group_ids: Option<Json>,
    pub skill_ids: Option<Json>,
    #[entity(default)]
    pub occasional: bool,
    pub signature: Option<String>,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(timezone)]
    pub time_zone: Option<String>,
    pub agent_type: Option<Json>,
    #[entity(default)]
    pub focus_mode: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(phone)]
    pub mobile: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    pub state: Option<AgentState>,
}

/// What `state` can be.
#[derive(Choice)]
pub enum AgentState {
    Fulltime,
    Occasional,
}

/// One attachment.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, sequence)]
    pub id: IntKey<Attachment>,
    #[entity(title)]
    pub name: Option<String>,
    pub size: Option<f64>,
    #[entity(body)]
    pub content: Option<String>,
    #[entity(on_delete = cascade)]
    pub ticket_id: Option<IntKey<Ticket>>,
}

/// One company.
#[derive(Entity)]
pub struct Company {
    #[entity(key, sequence)]
    pub id: IntKey<Company>,
    #[entity(unique, company)]
    pub name: String,
    #[entity(url)]
    pub domains: Vec<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(body)]
    pub note: Option<String>,
    pub health_score: Option<String>,
    pub account_tier: Option<String>,
    pub renewal_date: Option<String>,
    pub industry: Option<String>,
    pub custom_fields: Option<Json>,
    pub lookup_parameter: Option<CompanyLookupParameter>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `lookup_parameter` can be.
#[derive(Choice)]
pub enum CompanyLookupParameter {
    DisplayId,
    PrimaryFieldValue,
}

/// One contact.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence)]
    pub id: IntKey<Contact>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(on_delete = clear)]
    pub company_id: Option<IntKey<Company>>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(phone)]
    pub mobile: Option<String>,
    #[entity(title)]
    pub job_title: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub custom_fields: Option<Json>,
    #[entity(path)]
    pub avatar_path: Option<String>,
    #[entity(address)]
    pub address: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub state: Option<String>,
}

/// The help desk account itself.
#[derive(Entity)]
pub struct CurrentAccount {
    #[entity(company)]
    pub name: String,
}

/// A remark on a ticket.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence)]
    pub id: IntKey<Note>,
    #[entity(on_delete = cascade)]
    pub ticket_id: IntKey<Ticket>,
    #[entity(body)]
    pub body: String,
    pub user_id: Option<i64>,
    #[entity(default)]
    pub incoming: bool,
    #[entity(email)]
    pub notify_emails: Vec<String>,
    #[entity(default)]
    pub private: bool,
    pub attachments: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// An answer to the requester of a ticket.
#[derive(Entity)]
pub struct Reply {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<Reply>,
    #[entity(on_delete = cascade)]
    pub ticket_id: IntKey<Ticket>,
    #[entity(body)]
    pub body: String,
    pub user_id: Option<i64>,
    #[entity(email)]
    pub cc_emails: Vec<String>,
    #[entity(email)]
    pub bcc_emails: Vec<String>,
    #[entity(email)]
    pub from_email: Option<String>,
    pub attachments: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A side talk about a ticket.
#[derive(Entity)]
pub struct Thread {
    #[entity(key, sequence)]
    pub id: IntKey<Thread>,
    pub thread_type: ThreadThreadType,
    #[entity(on_delete = cascade)]
    pub parent_id: IntKey<Ticket>,
    pub parent_type: Option<String>,
    #[entity(title)]
    pub title: Option<String>,
    pub created_by: Option<String>,
    pub anchor_id: Option<i64>,
    pub anchor_type: Option<String>,
    #[entity(email)]
    pub participants_emails: Vec<String>,
    pub participants_agents: Vec<String>,
    pub additional_info: Option<Json>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `thread_type` can be.
#[derive(Choice)]
pub enum ThreadThreadType {
    Forward,
    Discussion,
    Private,
}

/// One thread message.
#[derive(Entity)]
pub struct ThreadMessage {
    #[entity(key, sequence)]
    pub id: IntKey<ThreadMessage>,
    #[entity(on_delete = cascade)]
    pub thread_id: IntKey<Thread>,
    #[entity(body)]
    pub body: String,
    #[entity(body)]
    pub body_text: Option<String>,
    pub attachment_ids: Option<Json>,
    pub inline_attachment_ids: Option<Json>,
    pub participants_email_to: Vec<String>,
    pub participants_email_cc: Vec<String>,
    pub participants_email_bcc: Vec<String>,
    pub participants_email_from: Option<String>,
    pub additional_info: Option<Json>,
    #[entity(body)]
    pub full_message: Option<String>,
    #[entity(body)]
    pub full_message_text: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One ticket.
#[derive(Entity)]
pub struct Ticket {
    #[entity(key, sequence)]
    pub id: IntKey<Ticket>,
    #[entity(title)]
    pub subject: String,
    #[entity(body)]
    pub description: String,
    #[entity(email)]
    pub email: String,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(default = 1, range = 1..=4)]
    pub priority: i64,
    #[entity(default = 2, range = 2..=5)]
    pub status: i64,
    pub source: Option<Json>,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub custom_fields: Option<Json>,
    #[entity(email)]
    pub cc_emails: Vec<String>,
    pub due_by: Option<String>,
    pub fr_due_by: Option<String>,
    pub attachments: Option<Json>,
    #[entity(on_delete = clear)]
    pub responder_id: Option<IntKey<Agent>>,
    #[entity(on_delete = clear)]
    pub parent_id: Option<IntKey<Ticket>>,
    #[entity(on_delete = clear)]
    pub company_id: Option<IntKey<Company>>,
    pub product_id: Option<i64>,
    pub ticket_type: Option<String>,
    pub group_id: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub requester_id: Option<IntKey<Contact>>,
}

pub trait Tools {
    #[tool(create)]
    fn create_ticket() -> Ticket;

    #[tool(get, key(ticket_id), ignore(include))]
    fn get_ticket_by_id() -> Ticket;

    #[tool(update, key(ticket_id))]
    fn update_ticket() -> Ticket;

    #[tool(delete, key(ticket_id))]
    fn delete_ticket() -> Ticket;

    #[tool(create)]
    fn add_note_to_ticket() -> Note;

    #[tool(create)]
    fn reply_to_a_ticket() -> Reply;

    #[tool(update, key(note_id))]
    fn update_note() -> Note;

    #[tool(delete, key(note_id))]
    fn delete_note() -> Note;

    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn forward_ticket();

    #[tool(get, key(ticket_id))]
    fn get_archived_ticket() -> Ticket;

    #[tool(delete, key(ticket_id))]
    fn delete_archived_ticket() -> Ticket;

    #[tool(simulate(unclear_effect, "the query is written in a filter language"))]
    fn filter_tickets();

    #[tool(create)]
    fn create_ticket_with_attachments() -> Ticket;

    #[tool(delete, key(ticket_ids))]
    fn delete_multiple_tickets() -> Vec<Ticket>;

    #[tool(delete, key(attachment_id))]
    fn delete_attachment() -> Attachment;

    #[tool(
        list,
        filter(
            status,
            priority,
            requester_id,
            email,
            responder_id = agent_id,
            company_id,
            group_id,
            ticket_type,
            updated_at >= updated_since,
            created_at >= created_since,
            due_by,
        ),
        sort(created_at, descending, by = order_by, direction = order_type),
        page(page = page, limit = per_page),
        ignore(include),
    )]
    fn list_tickets() -> Page<Ticket>;

    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn merge_tickets();

    #[tool(simulate(unclear_effect, "a deleted row is gone from this model"))]
    fn restore_ticket();

    #[tool(simulate(
        unclear_effect,
        "without a user given, it speaks of the one whose credentials are used",
    ))]
    fn watch_ticket();

    #[tool(simulate(
        unclear_effect,
        "without a user given, it speaks of the one whose credentials are used",
    ))]
    fn unwatch_ticket();

    #[tool(create)]
    fn create_contact() -> Contact;

    #[tool(get, key(contact_id))]
    fn get_contact_by_id() -> Contact;

    #[tool(
        list,
        filter(email, phone, mobile, company_id, state, updated_at>= updated_since),
        page(page, limit = per_page)
    )]
    fn list_contacts() -> Page<Contact>;

    #[tool(update, key(contact_id))]
    fn update_contact() -> Contact;

    #[tool(delete, key(contact_id), ignore(hard_delete, force))]
    fn delete_contact() -> Contact;

    #[tool(list, filter(name~name))]
    fn search_contacts_by_name() -> Page<Contact>;

    #[tool(simulate(unclear_effect, "the query is written in a filter language"))]
    fn filter_contacts();

    #[tool(simulate(
        unclear_effect,
        "a contact becomes an agent with the same name and address, which no single operation says",
    ))]
    fn make_contact_agent();

    #[tool(simulate(unclear_effect, "a deleted row is gone from this model"))]
    fn restore_contact();

    #[tool(simulate(
        external_computation,
        "it mails a link with which the contact activates an account",
    ))]
    fn send_contact_invite();

    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn merge_contacts();

    #[tool(create)]
    fn create_company() -> Company;

    #[tool(get, key(company_id))]
    fn get_company_by_id() -> Company;

    #[tool(list, filter(updated_at>= updated_since), page(page, limit = per_page))]
    fn list_companies() -> Page<Company>;

    #[tool(update, key(company_id))]
    fn update_company() -> Company;

    #[tool(delete, key(company_id))]
    fn delete_company() -> Company;

    #[tool(simulate(unclear_effect, "the query is written in a filter language"))]
    fn filter_companies();

    #[tool(list, filter(name~name))]
    fn search_companies_by_name() -> Page<Company>;

    #[tool(get)]
    fn get_current_account() -> CurrentAccount;

    #[tool(list, filter(email, mobile, phone, state), page(page, limit = per_page))]
    fn list_agents() -> Page<Agent>;

    #[tool(get, key(agent_id))]
    fn get_agent_by_id() -> Agent;

    #[tool(simulate(unclear_effect, "this model does not keep whose credentials are used"))]
    fn get_current_agent();

    #[tool(create)]
    fn create_agent() -> Agent;

    #[tool(update, key(agent_id))]
    fn update_agent() -> Agent;

    #[tool(delete, key(agent_id))]
    fn delete_agent() -> Agent;

    #[tool(search((email, name, signature, language, time_zone, mobile)~term))]
    fn search_agents() -> Page<Agent>;

    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn bulk_create_agents();

    #[tool(create)]
    fn create_thread() -> Thread;

    #[tool(get, key(thread_id))]
    fn get_thread_by_id() -> Thread;

    #[tool(update, key(thread_id))]
    fn update_thread() -> Thread;

    #[tool(delete, key(thread_id))]
    fn delete_thread() -> Thread;

    #[tool(create)]
    fn create_thread_message() -> ThreadMessage;

    #[tool(get, key(message_id))]
    fn get_thread_message_by_id() -> ThreadMessage;

    #[tool(update, key(message_id))]
    fn update_thread_message() -> ThreadMessage;

    #[tool(delete, key(message_id))]
    fn delete_thread_message() -> ThreadMessage;
}
