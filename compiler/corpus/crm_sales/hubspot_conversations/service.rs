//! HubSpot Conversations: shared inboxes, the channels that feed them, threads, messages and who wrote them.
/// Everything that HubSpot Conversations knows.
#[derive(State)]
pub struct HubspotConversations {
    pub actors: Table<Actor>,
    pub channels: Table<Channel>,
    pub channel_accounts: Table<ChannelAccount>,
    pub inboxes: Table<Inbox>,
    pub messages: Table<Message>,
    pub threads: Table<Thread>,
}
/// Someone, or something, that takes part in conversations.
#[derive(Entity)]
pub struct Actor {
    #[entity(key, sequence = "ACT-{:05}")]
    pub id: Key<Actor>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: Option<String>,
}
/// A way for messages to come in, such as chat or mail.
#[derive(Entity)]
pub struct Channel {
    #[entity(key, sequence = "CHA-{:05}")]
    pub id: Key<Channel>,
    #[entity(title)]
    pub name: String,
}
/// One address on a channel, connected to an inbox.
#[derive(Entity)]
pub struct ChannelAccount {
    #[entity(key, sequence = "ACC-{:05}")]
    pub id: Key<ChannelAccount>,
    #[entity(len = 1..=200, title)]
    pub account_name: String,
    #[entity(on_delete = cascade)]
    pub channel_id: Key<Channel>,
    #[entity(on_delete = cascade)]
    pub inbox_id: Key<Inbox>,
    #[entity(default)]
    pub is_authorized: bool,
    pub delivery_identifier_type: Option<String>,
    pub delivery_identifier_value: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a team reads what comes in.
#[derive(Entity)]
pub struct Inbox {
    #[entity(key, sequence = "INB-{:05}")]
    pub id: Key<Inbox>,
    #[entity(title)]
    pub name: String,
}
/// One message of a thread.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence = "MSG-{:05}")]
    pub id: Key<Message>,
    #[entity(on_delete = cascade)]
    pub thread_id: Key<Thread>,
    #[entity(on_delete = clear)]
    pub channel_id: Option<Key<Channel>>,
    #[entity(on_delete = clear)]
    pub sender_id: Option<Key<Actor>>,
    #[entity(body)]
    pub text: String,
    #[entity(default = MessageStatus::Sent)]
    pub status: MessageStatus,
    pub error_message: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What became of a message.
#[derive(Choice)]
pub enum MessageStatus {
    #[choice(rename = "SENT")]
    Sent,
    #[choice(rename = "READ")]
    Read,
    #[choice(rename = "FAILED")]
    Failed,
}
/// A conversation with one visitor or customer.
#[derive(Entity)]
pub struct Thread {
    #[entity(key, sequence = "THR-{:05}")]
    pub id: Key<Thread>,
    #[entity(on_delete = clear)]
    pub inbox_id: Option<Key<Inbox>>,
    #[entity(default = ThreadStatus::Open)]
    pub status: ThreadStatus,
    #[entity(default)]
    pub archived: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether a thread still needs an answer.
#[derive(Choice)]
pub enum ThreadStatus {
    #[choice(rename = "OPEN")]
    Open,
    #[choice(rename = "CLOSED")]
    Closed,
}
pub trait Tools {
    #[tool(update, key(thread_identifier), set(archived = true))]
    fn api_archive_conversation_thread() -> Thread;
    #[tool(create)]
    fn api_create_channel_account() -> ChannelAccount;
    #[tool(get, key(channel_account_id))]
    fn api_get_channel_account_details() -> ChannelAccount;
    #[tool(list, filter(channel_id = custom_channel_id))]
    fn api_get_custom_channel_accounts() -> Page<ChannelAccount>;
    #[tool(get, key(message_id), filter(channel_id))]
    fn api_get_custom_channel_message_details() -> Message;
    #[tool(get, key(inbox_id))]
    fn api_get_inbox_details() -> Inbox;
    #[tool(list, filter(thread_id), sort(created_at))]
    fn api_get_message_history_for_thread() -> Page<Message>;
    #[tool(list)]
    fn api_list_conversation_channels() -> Page<Channel>;
    #[tool(list)]
    fn api_list_conversation_inboxes() -> Page<Inbox>;
    #[tool(simulate(unclear_effect, "the message is in a body of unknown form, and `mode` may ask for that form instead"))]
    fn api_publish_custom_channel_message();
    #[tool(list, filter(id in actor_ids))]
    fn api_resolve_conversation_actors() -> Page<Actor>;
    #[tool(get, key(actor_id))]
    fn api_retrieve_actor_details() -> Actor;
    #[tool(get, key(channel_account_id), filter(channel_id = channel_identifier))]
    fn api_retrieve_channel_account_details() -> ChannelAccount;
    #[tool(list)]
    fn api_retrieve_channel_accounts() -> Page<ChannelAccount>;
    #[tool(get, key(channel_id))]
    fn api_retrieve_channel_details() -> Channel;
    #[tool(list)]
    fn api_retrieve_conversation_threads() -> Page<Thread>;
    #[tool(get, key(message_id), filter(thread_id = conversation_thread_id))]
    fn api_retrieve_full_message_content() -> Message;
    #[tool(get, key(conversation_thread_id))]
    fn api_retrieve_thread_by_id() -> Thread;
    #[tool(get, key(message_id), filter(thread_id))]
    fn api_retrieve_thread_message() -> Message;
    #[tool(simulate(unclear_effect, "the message is in a body of unknown form, and `mode` may ask for that form instead"))]
    fn api_send_conversation_message();
    #[tool(
        update,
        key(channel_account_id),
        filter(channel_id),
        map(account_name = channel_account_name, is_authorized = set_authorization_status)
    )]
    fn api_update_channel_account_info() -> ChannelAccount;
    #[tool(simulate(unclear_effect, "a token stands for the account, which no other tool shows"))]
    fn api_update_channel_account_staging();
    #[tool(update, key(thread_identifier), map(archived = is_thread_archived, status = thread_status))]
    fn api_update_conversation_thread() -> Thread;
    #[tool(
        update,
        key(message_id),
        filter(channel_id = channel_identifier),
        map(status = message_status, error_message = error_message_for_failed_status)
    )]
    fn api_update_message_status() -> Message;
}
