//! Mailbox: the messages that one person has sent and received, in threads.
//!
//! A thread is whatever messages share its identifier; answering with one that nobody has used
//! starts it. Addresses may have turned out to be dead: what is sent to those bounces. Lists are
//! in the order of the messages' identifiers.

/// Everything in the mailbox.
#[derive(State)]
pub struct Mailbox {
    pub owner: One<Owner>,
    pub messages: Table<Message>,
    pub dead_addresses: Table<DeadAddress>,
}

/// Whose mailbox it is.
#[derive(Entity)]
pub struct Owner {
    #[entity(email)]
    pub address: String,
}

/// One message.
#[derive(Entity)]
pub struct Message {
    #[entity(key, token("msg_", 11))]
    pub id: Key<Message>,
    pub thread_id: String,
    #[entity(email)]
    pub to: String,
    #[entity(email)]
    pub from: String,
    #[entity(title)]
    pub subject: String,
    #[entity(body)]
    pub body: String,
    pub folder: Folder,
    #[entity(default = Status::Sent)]
    pub status: Status,
    /// When it was sent, in seconds since 1970.
    #[entity(range = 1_500_000_000..=253_402_300_799)]
    pub created: i64,
}

/// An address that takes no messages any more.
#[derive(Entity)]
pub struct DeadAddress {
    #[entity(key, email)]
    pub address: Key<DeadAddress>,
}

/// Where a message lies.
#[derive(Choice)]
pub enum Folder {
    Inbox,
    Sent,
}

/// What became of a message.
#[derive(Choice)]
pub enum Status {
    Sent,
    Bounced,
}

pub trait Tools {
    /// Sends a message in the owner's name, or in another one that is given.
    #[tool(
        create,
        about = Message,
        reads(owner, dead_addresses),
        types(from = Option<String>, thread_id = Option<String>)
    )]
    #[case(
        args = r#"{"to":"pat@example.com","subject":"Lunch","body":"Noon on Friday?"}"#,
        ok = r#"{"to":"pat@example.com","from":"mara@lumen.example","subject":"Lunch","folder":"sent","status":"sent"}"#
    )]
    #[case(
        args = r#"{"to":"rui@harbor.example","subject":"Re: Keys","body":"Thanks.","thread_id":"thread_keys0000001","from":"desk@lumen.example"}"#,
        ok = r#"{"thread_id":"thread_keys0000001","from":"desk@lumen.example"}"#
    )]
    #[case(
        args = r#"{"to":"gone@harbor.example","subject":"Hello","body":"Still there?"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"to":"pat@example.com","subject":"No body"}"#, error = "invalid_argument")]
    fn send_email(
        state: &mut Mailbox,
        args: SendEmail,
        cx: &mut Context,
    ) -> Result<RowRef<Message>, ToolError> {
        let is_dead = |dead: &DeadAddress| dead.address.as_str().eq_ignore_ascii_case(&args.to);
        if state.dead_addresses.first(&is_dead).is_some() {
            return Err(ToolError::failed_precondition(format!(
                "hard_bounce: `{}` takes no messages any more; do not try again",
                args.to
            )));
        }
        let id = state.messages.next_key(cx);
        let owner = state.owner.get().map_or(USUAL_OWNER, |owner| owner.address.as_str());
        let message = Message {
            id,
            thread_id: args.thread_id.unwrap_or_else(|| cx.token("thread_", 11)),
            to: args.to,
            from: args.from.unwrap_or_else(|| owner.to_owned()),
            subject: args.subject,
            body: args.body,
            folder: Folder::Sent,
            status: Status::Sent,
            created: cx.now().unix_seconds(),
        };
        state.messages.insert(message)
    }

    /// The messages of a folder or all; a folder that does not exist is empty.
    #[tool(list, filter(folder), about = Message, types(folder = Option<String>))]
    #[case(
        args = r#"{"folder":"inbox"}"#,
        ok = r#"{"data":[{"id":"msg_invoice0002","subject":"Invoice 77"},{"id":"msg_keys0000001"}],"count":2}"#
    )]
    #[case(args = r#"{"folder":"trash"}"#, ok = r#"{"data":[],"count":0}"#)]
    #[case(args = r#"{"folder":1}"#, error = "invalid_argument")]
    fn list_messages(
        state: &Mailbox,
        args: ListMessages,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let folder = match args.folder.as_deref() {
            None => None,
            Some("inbox") => Some(Folder::Inbox),
            Some("sent") => Some(Folder::Sent),
            Some(_) => return Ok(data_and_count(&Vec::new())),
        };
        let is_wanted = |message: &Message| folder.is_none_or(|folder| message.folder == folder);
        Ok(data_and_count(&state.messages.select(&is_wanted)))
    }

    #[tool(get, key(message_id))]
    fn get_message() -> Message;

    /// Messages whose subject, body or recipient holds the text, in any case; an empty text is in
    /// all of them.
    #[tool(search((subject, body, to) ~ query), about = Message)]
    #[case(
        args = r#"{"query":"THE KEYS"}"#,
        ok = r#"{"data":[{"id":"msg_answer00003"},{"id":"msg_keys0000001"}],"count":2}"#
    )]
    #[case(args = r#"{"query":"keys the"}"#, ok = r#"{"data":[],"count":0}"#)]
    #[case(args = r#"{"query":7}"#, error = "invalid_argument")]
    fn search(
        state: &Mailbox,
        args: Search,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let wanted = args.query.to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&wanted);
        let messages = state.messages.select(&|message| {
            holds(&message.subject) || holds(&message.body) || holds(&message.to)
        });
        Ok(data_and_count(&messages))
    }
}

/// The owner's address where none is set.
const USUAL_OWNER: &str = "me@mockworld.local";

fn data_and_count(messages: &Vec<RowRef<Message>>) -> serde_json::Value {
    let mut text = String::new();
    messages.write_output(&mut text);
    let data: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    serde_json::json!({"data": data, "count": messages.len()})
}

/// Somebody's mailbox with an invoice, a question and the answer to it.
pub const FIXTURE: &str = r#"{
    "owner": {"address": "mara@lumen.example"},
    "messages": {
        "msg_keys0000001": {"id": "msg_keys0000001", "thread_id": "thread_keys0000001", "to": "mara@lumen.example", "from": "rui@harbor.example", "subject": "Keys", "body": "Where are the keys of the boat?", "folder": "inbox", "status": "sent", "created": 1771000000},
        "msg_invoice0002": {"id": "msg_invoice0002", "thread_id": "thread_invoice0002", "to": "mara@lumen.example", "from": "billing@quay.example", "subject": "Invoice 77", "body": "Due within two weeks.", "folder": "inbox", "status": "sent", "created": 1771100000},
        "msg_answer00003": {"id": "msg_answer00003", "thread_id": "thread_keys0000001", "to": "rui@harbor.example", "from": "mara@lumen.example", "subject": "Re: Keys", "body": "The keys are with Ana.", "folder": "sent", "status": "sent", "created": 1771200000}
    },
    "dead_addresses": {
        "gone@harbor.example": {"address": "gone@harbor.example"}
    }
}"#;
