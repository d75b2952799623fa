//! Microsoft Teams: teams with their channels and members, chats between users, and the messages in both.
/// Everything that Microsoft Teams knows.
#[derive(State)]
pub struct MicrosoftTeams {
    pub channels: Table<Channel>,
    pub chats: Table<Chat>,
    pub replies: Table<Reply>,
    pub teams: Table<Team>,
    pub team_members: Table<TeamMember>,
    pub users: Table<User>,
    pub messages: Table<Message>,
}
/// One channel.
#[derive(Entity)]
#[entity(unique(team_id, name))]
pub struct Channel {
    #[entity(key, sequence = "CHA-{:05}")]
    pub id: Key<Channel>,
    #[entity(on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One chat.
#[derive(Entity)]
pub struct Chat {
    #[entity(key, sequence = "CAT-{:05}")]
    pub id: Key<Chat>,
    pub chat_type: ChatChatType,
    #[entity(on_delete = clear)]
    pub user_ids: Vec<Key<User>>,
    #[entity(title)]
    pub topic: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `chat_type` can be.
#[derive(Choice)]
pub enum ChatChatType {
    #[choice(rename = "oneOnOne")]
    OneOnOne,
    Group,
}
/// An answer to a message in a channel.
#[derive(Entity)]
pub struct Reply {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<Reply>,
    #[entity(on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(on_delete = cascade)]
    pub channel_id: Key<Channel>,
    #[entity(on_delete = cascade)]
    pub message_id: Key<Message>,
    #[entity(body)]
    pub content: String,
    #[entity(default = ContentType::Text)]
    pub content_type: ContentType,
    #[entity(default = Importance::Normal)]
    pub importance: Importance,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One team.
#[derive(Entity)]
pub struct Team {
    #[entity(key, sequence = "TEA-{:05}")]
    pub id: Key<Team>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One team member.
#[derive(Entity)]
#[entity(unique(team_id, user_id))]
pub struct TeamMember {
    #[entity(key, sequence = "TEM-{:05}")]
    pub id: Key<TeamMember>,
    #[entity(on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(default = MemberRole::Member)]
    pub role: MemberRole,
}
/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
}
/// How the content is written.
#[derive(Choice)]
pub enum ContentType {
    Text,
    Html,
}
/// How much a message presses.
#[derive(Choice)]
pub enum Importance {
    Normal,
    High,
    Urgent,
}
/// Where a message stands.
#[derive(Choice)]
pub enum Target {
    Chat,
    Channel,
}
/// One message, in a chat or at the top of a channel.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence = "MES-{:05}")]
    pub id: Key<Message>,
    pub target_type: Target,
    #[entity(on_delete = cascade)]
    pub chat_id: Option<Key<Chat>>,
    #[entity(on_delete = cascade)]
    pub team_id: Option<Key<Team>>,
    #[entity(on_delete = cascade)]
    pub channel_id: Option<Key<Channel>>,
    #[entity(body)]
    pub content: String,
    #[entity(default = ContentType::Text)]
    pub content_type: ContentType,
    #[entity(default = Importance::Normal)]
    pub importance: Importance,
    /// The kinds of reaction that it has received.
    pub reactions: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What a member may do in the team.
#[derive(Choice)]
pub enum MemberRole {
    Owner,
    Member,
    Guest,
}
pub trait Tools {
    #[tool(list)]
    fn list_joined_teams() -> Page<Team>;
    #[tool(get, key(team_id))]
    fn get_team() -> Team;
    #[tool(list, filter(team_id), page(limit = top, cursor = skip_token))]
    fn list_team_members() -> Page<TeamMember>;
    #[tool(list, filter(team_id), page(limit = top, cursor = skip_token))]
    fn list_team_channels() -> Page<Channel>;
    #[tool(get, key(channel_id), filter(team_id))]
    fn get_channel() -> Channel;
    #[tool(list, filter(team_id, channel_id), page(limit = top, cursor = skip_token))]
    fn list_channel_messages() -> Page<Message>;
    #[tool(
        list,
        filter(team_id, channel_id, message_id),
        page(limit = top, cursor = skip_token)
    )]
    fn list_channel_message_replies() -> Page<Reply>;
    #[tool(create)]
    fn reply_to_channel_message() -> Reply;
    #[tool(list, page(limit = top, cursor = skip_token))]
    fn list_chats() -> Page<Chat>;
    #[tool(get, key(chat_id))]
    fn get_chat() -> Chat;
    #[tool(create)]
    fn create_chat() -> Chat;
    #[tool(list, filter(chat_id), page(limit = top, cursor = skip_token))]
    fn list_chat_messages() -> Page<Message>;
    #[tool(create, set(target_type = Target::Chat))]
    fn send_chat_message() -> Message;
    #[tool(update, key(message_id), filter(chat_id))]
    fn update_chat_message() -> Message;
    #[tool(delete, key(message_id), filter(chat_id))]
    fn delete_chat_message() -> Message;
    #[tool(create, set(target_type = Target::Channel))]
    fn send_channel_message() -> Message;
    #[tool(update, key(message_id), filter(team_id, channel_id))]
    fn update_channel_message() -> Message;
    #[tool(delete, key(message_id), filter(team_id, channel_id))]
    fn delete_channel_message() -> Message;
    #[tool(append(reactions = reaction_type), key(message_id), filter(target_type, chat_id, team_id, channel_id))]
    fn set_message_reaction() -> Message;
    #[tool(detach(reactions = reaction_type), key(message_id), filter(target_type, chat_id, team_id, channel_id))]
    fn unset_message_reaction() -> Message;
    #[tool(get, key(message_id), filter(target_type, chat_id, team_id, channel_id))]
    fn get_message() -> Message;
    #[tool(list, filter(message_id, team_id, channel_id), page(limit = top, cursor = skip_token), ignore(target_type, chat_id))]
    fn get_message_thread() -> Page<Reply>;
    #[tool(list, page(limit = top, cursor = skip_token))]
    fn list_users() -> Page<User>;
    #[tool(search((name, email)~query), page(limit = top, cursor = skip_token))]
    fn search_users() -> Page<User>;
}
