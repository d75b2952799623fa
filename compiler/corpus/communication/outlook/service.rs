//! Outlook: a mailbox with its folders, its messages and the drafts among them.

/// Everything that Outlook knows.
#[derive(State)]
pub struct Outlook {
    pub messages: Table<Message>,
    pub folders: Table<Folder>,
}

/// One folder.
#[derive(Entity)]
pub struct Folder {
    #[entity(key, sequence = "FOL-{:05}")]
    pub id: Key<Folder>,
    #[entity(unique, len = 1..=255, title)]
    pub display_name: String,
    #[entity(default)]
    pub is_hidden: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A mail: received, sent, or still a draft.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence = "MES-{:05}")]
    pub id: Key<Message>,
    #[entity(on_delete = clear)]
    pub folder_id: Option<Key<Folder>>,
    /// The message that a reply or a forward is about.
    #[entity(on_delete = clear)]
    pub original_id: Option<Key<Message>>,
    #[entity(default = MessageKind::New)]
    pub kind: MessageKind,
    #[entity(title)]
    pub subject: Option<String>,
    #[entity(body)]
    pub body_content: Option<String>,
    #[entity(email)]
    pub sender: Option<String>,
    #[entity(email)]
    pub to_recipients: Vec<String>,
    #[entity(email)]
    pub cc_recipients: Vec<String>,
    #[entity(email)]
    pub bcc_recipients: Vec<String>,
    #[entity(default = true)]
    pub is_draft: bool,
    pub sent_at: Option<Timestamp>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// How a message came about.
#[derive(Choice)]
pub enum MessageKind {
    New,
    Reply,
    ReplyAll,
    Forward,
}

pub trait Tools {
    #[tool(delete, key(folder_id))]
    fn mail_delete_folder() -> Folder;
    #[tool(create)]
    fn mail_create_mail_folder() -> Folder;
    #[tool(simulate(unclear_effect, "hidden folders are left out unless asked for, which no filter says"))]
    fn mail_list_folders();
    #[tool(get, key(folder_id))]
    fn mail_get_mail_folder_details() -> Folder;
    #[tool(update, key(folder_id))]
    fn mail_update_folder_display_name() -> Folder;
    #[tool(get, key(message_id))]
    fn mail_read_message() -> Message;
    #[tool(simulate(unclear_effect, "the filter and the order are written in a query language of the mail service"))]
    fn mail_list_messages();
    #[tool(simulate(unclear_effect, "the filter and the order are written in a query language of the mail service"))]
    fn mail_list_messages_from_folder();
    #[tool(update, key(message_id), require(is_draft = [true]))]
    fn mail_update_draft() -> Message;
    #[tool(delete, key(message_id), require(is_draft = [true]))]
    fn mail_delete_draft() -> Message;
    #[tool(create, map(original_id = message_id, body_content = comment), set(kind = MessageKind::Forward))]
    fn mail_create_forward_draft() -> Message;
    #[tool(create, map(original_id = message_id, body_content = comment), set(kind = MessageKind::Reply))]
    fn mail_create_reply_draft() -> Message;
    #[tool(create, map(original_id = message_id, body_content = comment), set(kind = MessageKind::ReplyAll))]
    fn mail_create_reply_all_draft() -> Message;
    #[tool(update, key(message_id), set(is_draft = false, sent_at = cx.now()), require(is_draft = [true]))]
    fn mail_send_draft() -> Message;
    #[tool(create)]
    fn mail_create_draft() -> Message;
    #[tool(update, key(message_id), map(folder_id = destination_folder_id))]
    fn mail_move_message() -> Message;
}
