//! Front: a shared inbox where teammates answer, tag and archive the conversations of contacts and accounts.

/// Everything that Front knows.
#[derive(State)]
pub struct Front {
    pub accounts: Table<Account>,
    pub comments: Table<Comment>,
    pub contacts: Table<Contact>,
    pub conversations: Table<Conversation>,
    pub messages: Table<Message>,
    pub tags: Table<Tag>,
    pub teammates: Table<Teammate>,
}

/// One account.
#[derive(Entity)]
pub struct Account {
    #[entity(key, sequence = "ACC-{:05}")]
    pub id: Key<Account>,
    #[entity(unique, title)]
    pub name: String,
    pub domains: Vec<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(unique)]
    pub external_id: Option<String>,
    pub custom_fields: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One comment.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Comment>,
    #[entity(body)]
    pub body: String,
    pub author_id: Key<Teammate>,
    #[entity(on_delete = cascade)]
    pub conversation_id: Key<Conversation>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One contact.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contact>,
    #[entity(person)]
    pub name: Option<String>,
    pub links: Option<Json>,
    pub handles: Json,
    #[entity(body)]
    pub description: Option<String>,
    pub custom_fields: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One conversation.
#[derive(Entity)]
pub struct Conversation {
    #[entity(key, sequence = "CONV-{:05}")]
    pub id: Key<Conversation>,
    #[entity(on_delete = clear)]
    pub assignee_id: Option<Key<Teammate>>,
    #[entity(default = ConversationStatus::Open)]
    pub status: ConversationStatus,
    pub inbox_id: Option<String>,
    #[entity(title)]
    pub subject: Option<String>,
    #[entity(on_delete = clear)]
    pub tag_ids: Vec<Key<Tag>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `status` can be.
#[derive(Choice)]
pub enum ConversationStatus {
    Open,
    Archived,
    Spam,
    Deleted,
}

/// One message.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence = "MES-{:05}")]
    pub id: Key<Message>,
    #[entity(body)]
    pub content: String,
    pub options: Option<Json>,
    #[entity(title)]
    pub subject: Option<String>,
    #[entity(on_delete = clear)]
    pub author_id: Option<Key<Teammate>>,
    #[entity(on_delete = cascade)]
    pub conversation_id: Key<Conversation>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One tag.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, sequence = "TAG-{:05}")]
    pub id: Key<Tag>,
    #[entity(unique, tag)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One teammate.
#[derive(Entity)]
pub struct Teammate {
    #[entity(key, sequence = "TEA-{:05}")]
    pub id: Key<Teammate>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
}

pub trait Tools {
    #[tool(search(subject ~ q), filter(status, tag_ids has tag_id, inbox_id, assignee_id), page(limit = limit, cursor = page_token))]
    fn get_conversations() -> Page<Conversation>;
    #[tool(get, key(conversation_id))]
    fn get_conversation() -> Conversation;
    #[tool(create)]
    fn send_message() -> Message;
    #[tool(create)]
    fn add_comment() -> Comment;
    #[tool(update, key(conversation_id), set(status = ConversationStatus::Archived))]
    fn archive_conversation() -> Conversation;
    #[tool(update, key(conversation_id))]
    fn assign_conversation() -> Conversation;
    #[tool(get, key(contact_id))]
    fn get_contact() -> Contact;
    #[tool(create)]
    fn create_contact() -> Contact;
    #[tool(update, key(contact_id))]
    fn update_contact() -> Contact;
    #[tool(list, page(limit, cursor = page_token))]
    fn get_teammates() -> Page<Teammate>;
    #[tool(get, key(teammate_id))]
    fn get_teammate() -> Teammate;
    #[tool(search((name, description)~q), page(limit, cursor = page_token))]
    fn get_accounts() -> Page<Account>;
    #[tool(get, key(account_id))]
    fn get_account() -> Account;
    #[tool(create)]
    fn create_account() -> Account;
    #[tool(update, key(account_id))]
    fn update_account() -> Account;
    #[tool(list, page(limit, cursor = page_token))]
    fn get_tags() -> Page<Tag>;
    #[tool(append(tag_ids = tag_id), key(conversation_id))]
    fn apply_tag() -> Conversation;
    #[tool(detach(tag_ids = tag_id), key(conversation_id))]
    fn remove_tag() -> Conversation;
}
