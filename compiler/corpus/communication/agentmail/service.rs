//! AgentMail: mailboxes for agents, with the threads, messages, drafts and attachments in each.

/// Everything that AgentMail knows.
#[derive(State)]
pub struct Agentmail {
    pub attachments: Table<Attachment>,
    pub drafts: Table<Draft>,
    pub inboxes: Table<Inbox>,
    pub messages: Table<Message>,
    pub organizations: Table<Organization>,
    pub threads: Table<Thread>,
}
/// A file that came or went with a thread.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<Attachment>,
    #[entity(on_delete = cascade)]
    pub inbox_id: Key<Inbox>,
    #[entity(on_delete = cascade)]
    pub thread_id: Key<Thread>,
    #[entity(path)]
    pub filename: Option<String>,
    #[entity(range = 0..=26_214_400)]
    pub size: Option<i64>,
    pub content_type: Option<String>,
    pub content_disposition: Option<String>,
    pub content_id: Option<String>,
    #[entity(url)]
    pub download_url: Option<String>,
    pub expires_at: Option<Timestamp>,
    #[entity(body)]
    pub text: Option<String>,
}
/// A message that is not sent yet.
#[derive(Entity)]
pub struct Draft {
    #[entity(key, sequence = "DRA-{:05}")]
    pub id: Key<Draft>,
    #[entity(on_delete = cascade)]
    pub inbox_id: Key<Inbox>,
    #[entity(body)]
    pub text: Option<String>,
    pub html: Option<String>,
    #[entity(tag)]
    pub labels: Vec<String>,
    pub attachments: Option<Json>,
    #[entity(email)]
    pub to: Vec<String>,
    #[entity(email)]
    pub cc: Vec<String>,
    #[entity(email)]
    pub bcc: Vec<String>,
    #[entity(title)]
    pub subject: Option<String>,
    #[entity(email)]
    pub reply_to: Vec<String>,
    #[entity(on_delete = clear)]
    pub in_reply_to: Option<Key<Message>>,
    pub send_at: Option<Timestamp>,
    pub client_id: Option<String>,
    pub preview: Option<String>,
    pub send_status: Option<DraftSendStatus>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub references: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `send_status` can be.
#[derive(Choice)]
pub enum DraftSendStatus {
    Scheduled,
    Sending,
    Failed,
}
/// A mailbox with an address of its own that an agent writes from.
#[derive(Entity)]
#[entity(unique(username, domain))]
pub struct Inbox {
    #[entity(key, sequence = "INB-{:05}")]
    pub id: Key<Inbox>,
    #[entity(username)]
    pub username: Option<String>,
    pub domain: Option<String>,
    #[entity(person)]
    pub display_name: Option<String>,
    #[entity(unique)]
    pub client_id: Option<String>,
    pub metadata: Option<Json>,
    #[entity(unique, email)]
    pub email: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One message that an inbox sent or received.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence = "MES-{:05}")]
    pub id: Key<Message>,
    #[entity(on_delete = cascade)]
    pub inbox_id: Key<Inbox>,
    #[entity(body)]
    pub text: Option<String>,
    pub html: Option<String>,
    #[entity(tag)]
    pub labels: Vec<String>,
    pub attachments: Option<Json>,
    #[entity(email)]
    pub to: Vec<String>,
    #[entity(email)]
    pub cc: Vec<String>,
    #[entity(email)]
    pub bcc: Vec<String>,
    #[entity(title)]
    pub subject: Option<String>,
    #[entity(email)]
    pub reply_to: Vec<String>,
    #[entity(on_delete = cascade)]
    pub thread_id: Option<Key<Thread>>,
    #[entity(created)]
    pub timestamp: Timestamp,
    #[entity(email)]
    pub from: Option<String>,
    pub preview: Option<String>,
    #[entity(on_delete = clear)]
    pub in_reply_to: Option<Key<Message>>,
    pub references: Vec<String>,
    pub size: Option<i64>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// An organization that the signed-in user belongs to.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, sequence = "ORG-{:05}")]
    pub id: Key<Organization>,
    #[entity(company)]
    pub name: String,
    #[entity(default)]
    pub selected: bool,
}
/// A conversation: the messages on one subject in an inbox.
#[derive(Entity)]
pub struct Thread {
    #[entity(key, sequence = "THR-{:05}")]
    pub id: Key<Thread>,
    #[entity(on_delete = cascade)]
    pub inbox_id: Key<Inbox>,
    #[entity(tag)]
    pub labels: Vec<String>,
    #[entity(created)]
    pub timestamp: Timestamp,
    pub received_timestamp: Option<Timestamp>,
    pub sent_timestamp: Option<Timestamp>,
    #[entity(email)]
    pub senders: Vec<String>,
    #[entity(email)]
    pub recipients: Vec<String>,
    #[entity(title)]
    pub subject: Option<String>,
    pub preview: Option<String>,
    pub attachments: Option<Json>,
    #[entity(on_delete = clear)]
    pub last_message_id: Option<Key<Message>>,
    pub message_count: Option<i64>,
    pub size: Option<i64>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(list, page(limit, cursor = page_token))]
    fn list_inboxes() -> Page<Inbox>;
    #[tool(get, key(inbox_id))]
    fn get_inbox() -> Inbox;
    #[tool(create)]
    fn create_inbox() -> Inbox;
    #[tool(update, key(inbox_id))]
    fn update_inbox() -> Inbox;
    #[tool(delete, key(inbox_id))]
    fn delete_inbox() -> Inbox;
    #[tool(simulate(unclear_effect, "a flag turns the order round, and spam is left out unless a flag asks for it"))]
    fn list_threads();
    #[tool(search((subject, preview) ~ q), filter(inbox_id, timestamp <= before, timestamp >= after), sort(timestamp, descending), page(limit = limit, cursor = page_token))]
    fn search_threads() -> Page<Thread>;
    #[tool(get, key(thread_id), filter(inbox_id))]
    fn get_thread() -> Thread;
    #[tool(get, key(attachment_id), filter(inbox_id, thread_id))]
    fn get_attachment() -> Attachment;
    #[tool(simulate(unclear_effect, "it adds some labels and removes others in one call"))]
    fn update_thread();
    #[tool(delete, key(thread_id), filter(inbox_id))]
    fn delete_thread() -> Thread;
    #[tool(simulate(unclear_effect, "a flag turns the order round, and spam is left out unless a flag asks for it"))]
    fn list_messages();
    #[tool(search((subject, text, preview) ~ q), filter(inbox_id, timestamp <= before, timestamp >= after), sort(timestamp, descending), page(limit = limit, cursor = page_token))]
    fn search_messages() -> Page<Message>;
    #[tool(create)]
    fn send_message() -> Message;
    #[tool(simulate(unclear_effect, "the recipients, the subject and the thread come from the message that is answered"))]
    fn reply_to_message();
    #[tool(simulate(unclear_effect, "the text of the message that is passed on goes into the new one"))]
    fn forward_message();
    #[tool(simulate(unclear_effect, "it adds some labels and removes others in one call"))]
    fn update_message();
    #[tool(create)]
    fn create_draft() -> Draft;
    #[tool(simulate(unclear_effect, "a flag turns the order of the list round"))]
    fn list_drafts();
    #[tool(get, key(draft_id), filter(inbox_id))]
    fn get_draft() -> Draft;
    #[tool(update, key(draft_id), filter(inbox_id))]
    fn update_draft() -> Draft;
    #[tool(simulate(unclear_effect, "the draft goes away and a message takes its place"))]
    fn send_draft();
    #[tool(delete, key(draft_id), filter(inbox_id))]
    fn delete_draft() -> Draft;
    #[tool(simulate(external_computation, "the code is compared with one that was mailed to a person"))]
    fn agent_verify();
    #[tool(list)]
    fn list_organizations() -> Page<Organization>;
    #[tool(simulate(unclear_effect, "the organization selected before loses its mark"))]
    fn select_organization();
}
