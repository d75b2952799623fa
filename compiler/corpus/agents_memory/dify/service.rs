//! Dify: an assistant's conversations, the messages in each, and what users thought of the answers.
/// Everything that Dify knows.
#[derive(State)]
pub struct Dify {
    pub conversations: Table<Conversation>,
    pub feedbacks: Table<Feedback>,
    pub messages: Table<Message>,
}
/// A thread of messages between a user and the assistant.
#[derive(Entity)]
pub struct Conversation {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Conversation>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(username)]
    pub user: String,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A user's question and, once there is one, the assistant's answer.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence = "MES-{:05}")]
    pub id: Key<Message>,
    #[entity(on_delete = cascade)]
    pub conversation_id: Option<Key<Conversation>>,
    #[entity(username)]
    pub user: String,
    #[entity(body)]
    pub query: String,
    #[entity(body)]
    pub answer: Option<String>,
    pub inputs: Option<Json>,
    pub files: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What a user thought of an answer.
#[derive(Entity)]
pub struct Feedback {
    #[entity(key, sequence = "FEE-{:05}")]
    pub id: Key<Feedback>,
    pub rating: String,
    #[entity(username)]
    pub user: String,
    #[entity(body)]
    pub content: Option<String>,
    #[entity(on_delete = cascade)]
    pub message_id: Key<Message>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(create, ignore(response_mode, auto_generate_name))]
    fn send_chat_message() -> Message;
    #[tool(simulate(unclear_effect, "it breaks off an answer that is being written; the model keeps none"))]
    fn stop_response();
    #[tool(list, filter(user), page(limit, cursor = last_id), sort(updated_at, descending))]
    fn get_conversation_list() -> Page<Conversation>;
    #[tool(create)]
    fn send_feedback() -> Feedback;
    #[tool(delete, key(conversation_id), filter(user))]
    fn delete_conversation() -> Conversation;
    #[tool(list, filter(user, conversation_id), page(limit, cursor = first_id))]
    fn get_messages() -> Page<Message>;
    #[tool(update, key(conversation_id), filter(user), ignore(auto_generate))]
    fn update_conversation_name() -> Conversation;
}
