//! Telegram: chats and channels with their members, messages, drafts, folders and contacts, as user accounts see them.
/// Everything that Telegram knows.
#[derive(State)]
pub struct Telegram {
    pub accounts: Table<Account>,
    pub bots: Table<Bot>,
    pub chats: Table<Chat>,
    pub chat_permissions: Table<ChatPermission>,
    pub contacts: Table<Contact>,
    pub contact_aliases: Table<ContactAlias>,
    pub drafts: Table<Draft>,
    pub folders: Table<Folder>,
    pub forum_topics: Table<ForumTopic>,
    pub incoming_feed: One<IncomingFeed>,
    pub inline_buttons: Table<InlineButton>,
    pub messages: Table<Message>,
    pub participants: Table<Participant>,
    pub polls: Table<Poll>,
    pub privacy_settings: Table<PrivacySetting>,
    pub reactions: Table<Reaction>,
    pub recent_actions: Table<RecentAction>,
    pub scheduled_messages: Table<ScheduledMessage>,
    pub sticker_sets: Table<StickerSet>,
    pub users: Table<User>,
    pub user_photos: Table<UserPhoto>,
}
/// A user account that is signed in.
#[derive(Entity)]
pub struct Account {
    #[entity(key)]
    pub account: Key<Account>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(username)]
    pub username: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(body)]
    pub about: Option<String>,
    #[entity(path)]
    pub photo_path: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A program that chats.
#[derive(Entity)]
pub struct Bot {
    #[entity(key, username)]
    pub username: Key<Bot>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub commands: Option<Json>,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
}
/// A conversation with one person or with many.
#[derive(Entity)]
pub struct Chat {
    #[entity(key, sequence)]
    pub id: IntKey<Chat>,
    #[entity(title)]
    pub title: String,
    #[entity(default = ChatKind::Group)]
    pub kind: ChatKind,
    #[entity(username, unique)]
    pub username: Option<String>,
    #[entity(body)]
    pub about: Option<String>,
    #[entity(path)]
    pub photo_path: Option<String>,
    #[entity(url)]
    pub invite_link: Option<String>,
    #[entity(default)]
    pub megagroup: bool,
    #[entity(default)]
    pub muted: bool,
    #[entity(default)]
    pub archived: bool,
    #[entity(default)]
    pub forum: bool,
    #[entity(default)]
    pub tabs: bool,
    #[entity(default, range = 0..=3600)]
    pub slow_mode_seconds: i64,
    #[entity(default, range = 0..=1000000)]
    pub unread_count: i64,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What sort of conversation it is.
#[derive(Choice)]
pub enum ChatKind {
    Private,
    Group,
    Channel,
}
/// What ordinary members of a chat may do.
#[derive(Entity)]
pub struct ChatPermission {
    #[entity(key, on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(default = true)]
    pub send_messages: bool,
    #[entity(default = true)]
    pub send_media: bool,
    #[entity(default = true)]
    pub send_stickers: bool,
    #[entity(default = true)]
    pub send_gifs: bool,
    #[entity(default = true)]
    pub send_games: bool,
    #[entity(default = true)]
    pub send_inline: bool,
    #[entity(default = true)]
    pub embed_links: bool,
    #[entity(default = true)]
    pub send_polls: bool,
    #[entity(default = true)]
    pub change_info: bool,
    #[entity(default = true)]
    pub invite_users: bool,
    #[entity(default = true)]
    pub pin_messages: bool,
    pub until_date: Option<i64>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Someone in the address book.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence)]
    pub user_id: IntKey<Contact>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(username)]
    pub username: Option<String>,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A name of one's own for a chat.
#[derive(Entity)]
pub struct ContactAlias {
    #[entity(key)]
    pub alias: Key<ContactAlias>,
    #[entity(on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
}
/// A text that was begun and not sent.
#[derive(Entity)]
pub struct Draft {
    #[entity(key, on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(body)]
    pub message: String,
    #[entity(on_delete = clear)]
    pub reply_to_msg_id: Option<IntKey<Message>>,
    #[entity(default)]
    pub no_webpage: bool,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Chats that are shown together.
#[derive(Entity)]
pub struct Folder {
    #[entity(key, sequence)]
    pub id: IntKey<Folder>,
    #[entity(title)]
    pub title: String,
    pub emoticon: Option<String>,
    #[entity(on_delete = clear)]
    pub chat_ids: Vec<IntKey<Chat>>,
    #[entity(default)]
    pub contacts: bool,
    #[entity(default)]
    pub non_contacts: bool,
    #[entity(default)]
    pub groups: bool,
    #[entity(default)]
    pub broadcasts: bool,
    #[entity(default)]
    pub bots: bool,
    #[entity(default)]
    pub exclude_muted: bool,
    #[entity(default)]
    pub exclude_read: bool,
    #[entity(default)]
    pub exclude_archived: bool,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A topic of a chat that is a forum.
#[derive(Entity)]
pub struct ForumTopic {
    #[entity(key, sequence)]
    pub id: IntKey<ForumTopic>,
    #[entity(on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(title)]
    pub title: String,
    pub icon_color: Option<i64>,
    pub icon_emoji_id: Option<i64>,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Whether new messages are collected as they arrive.
#[derive(Entity)]
pub struct IncomingFeed {
    #[entity(default)]
    pub enabled: bool,
    pub settle_ms: Option<i64>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A button under a message of a bot.
#[derive(Entity)]
pub struct InlineButton {
    #[entity(key, sequence)]
    pub id: IntKey<InlineButton>,
    #[entity(on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(on_delete = cascade)]
    pub message_id: IntKey<Message>,
    #[entity(title)]
    pub text: String,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
}
/// Something posted in a chat.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence)]
    pub id: IntKey<Message>,
    #[entity(on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(default = MessageKind::Text)]
    pub kind: MessageKind,
    #[entity(on_delete = clear)]
    pub sender: Option<IntKey<User>>,
    #[entity(body)]
    pub text: Option<String>,
    pub parse_mode: Option<String>,
    #[entity(on_delete = clear)]
    pub reply_to: Option<IntKey<Message>>,
    #[entity(on_delete = clear)]
    pub topic_id: Option<IntKey<ForumTopic>>,
    #[entity(path)]
    pub file_path: Option<String>,
    pub file_paths: Vec<String>,
    #[entity(body)]
    pub caption: Option<String>,
    pub gif_id: Option<i64>,
    #[entity(phone)]
    pub phone_number: Option<String>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    pub vcard: Option<String>,
    #[entity(default)]
    pub pinned: bool,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What a message carries.
#[derive(Choice)]
pub enum MessageKind {
    Text,
    File,
    Album,
    Voice,
    Sticker,
    Gif,
    Contact,
}
/// The part of a user in a chat.
#[derive(Entity)]
pub struct Participant {
    #[entity(key, on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(key, on_delete = cascade)]
    pub user_id: IntKey<User>,
    #[entity(default = ParticipantRole::Member)]
    pub role: ParticipantRole,
    #[entity(default = ParticipantStatus::Joined)]
    pub status: ParticipantStatus,
    pub rank: Option<String>,
    pub rights: Option<Json>,
    #[entity(default)]
    pub change_info: bool,
    #[entity(default)]
    pub post_messages: bool,
    #[entity(default)]
    pub edit_messages: bool,
    #[entity(default)]
    pub delete_messages: bool,
    #[entity(default)]
    pub ban_users: bool,
    #[entity(default)]
    pub invite_users: bool,
    #[entity(default)]
    pub pin_messages: bool,
    #[entity(default)]
    pub add_admins: bool,
    #[entity(default)]
    pub anonymous: bool,
    #[entity(default)]
    pub manage_call: bool,
    #[entity(default)]
    pub manage_topics: bool,
    #[entity(default)]
    pub other: bool,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(created)]
    pub joined_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What a participant may do.
#[derive(Choice)]
pub enum ParticipantRole {
    Member,
    Admin,
    Creator,
}
/// Whether a participant is in the chat.
#[derive(Choice)]
pub enum ParticipantStatus {
    Joined,
    Left,
    Banned,
}
/// A question with answers to choose from.
#[derive(Entity)]
pub struct Poll {
    #[entity(key, sequence)]
    pub id: IntKey<Poll>,
    #[entity(on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(title)]
    pub question: String,
    pub options: Json,
    #[entity(default)]
    pub multiple_choice: bool,
    #[entity(default)]
    pub quiz_mode: bool,
    #[entity(default = true)]
    pub public_votes: bool,
    pub close_date: Option<Timestamp>,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Who may see or do something.
#[derive(Entity)]
pub struct PrivacySetting {
    #[entity(key)]
    pub key: Key<PrivacySetting>,
    pub allow_users: Option<Json>,
    pub disallow_users: Option<Json>,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// An emoji put on a message.
#[derive(Entity)]
pub struct Reaction {
    #[entity(key, on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(key, on_delete = cascade)]
    pub message_id: IntKey<Message>,
    pub emoji: String,
    #[entity(default)]
    pub big: bool,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Something that an admin did in a chat.
#[derive(Entity)]
pub struct RecentAction {
    #[entity(key, sequence)]
    pub id: IntKey<RecentAction>,
    #[entity(on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(on_delete = clear)]
    pub user_id: Option<IntKey<User>>,
    #[entity(body)]
    pub action: String,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(created)]
    pub happened_at: Timestamp,
}
/// A message that is sent later.
#[derive(Entity)]
pub struct ScheduledMessage {
    #[entity(key, sequence)]
    pub id: IntKey<ScheduledMessage>,
    #[entity(on_delete = cascade)]
    pub chat_id: IntKey<Chat>,
    #[entity(body)]
    pub message: String,
    pub schedule_date: Timestamp,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Stickers that belong together.
#[derive(Entity)]
pub struct StickerSet {
    #[entity(key, sequence)]
    pub id: IntKey<StickerSet>,
    #[entity(title)]
    pub title: String,
    pub count: Option<i64>,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
}
/// Someone on Telegram.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence)]
    pub id: IntKey<User>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(unique, username)]
    pub username: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(default)]
    pub blocked: bool,
    #[entity(default = UserStatus::Offline)]
    pub status: UserStatus,
    pub last_seen: Option<Timestamp>,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether a user is there.
#[derive(Choice)]
pub enum UserStatus {
    Online,
    Offline,
    Recently,
}
/// A photo on the profile of a user.
#[derive(Entity)]
pub struct UserPhoto {
    #[entity(key, sequence)]
    pub id: IntKey<UserPhoto>,
    #[entity(on_delete = cascade)]
    pub user_id: IntKey<User>,
    #[entity(path)]
    pub file_path: String,
    #[entity(on_delete = cascade)]
    pub account: Option<Key<Account>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(list)]
    fn list_accounts() -> Page<Account>;
    #[tool(list, filter(chat_id, account), sort(created_at, descending), page(page, limit = page_size))]
    fn get_messages() -> Page<Message>;
    #[tool(create, map(text = message))]
    fn send_message() -> Message;
    #[tool(create)]
    fn send_scheduled_message() -> ScheduledMessage;
    #[tool(list, filter(chat_id, account), sort(schedule_date))]
    fn get_scheduled_messages() -> Page<ScheduledMessage>;
    #[tool(delete, key(message_ids), filter(chat_id, account))]
    fn delete_scheduled_message() -> Vec<ScheduledMessage>;
    #[tool(list, filter(chat_id, message_id, account), page(limit))]
    fn list_inline_buttons() -> Page<InlineButton>;
    #[tool(simulate(external_computation, "what the button does is decided by the bot"))]
    fn press_inline_button();
    #[tool(search(text ~ search_query), filter(chat_id, created_at >= from_date, created_at <= to_date, account), sort(created_at, descending), page(limit))]
    fn list_messages() -> Page<Message>;
    #[tool(simulate(unclear_effect, "it reads the messages before and after one message"))]
    fn get_message_context();
    #[tool(simulate(unclear_effect, "it copies a message into another chat"))]
    fn forward_message();
    #[tool(simulate(unclear_effect, "it copies many messages at once"))]
    fn forward_messages();
    #[tool(update, key(message_id), filter(chat_id, account), map(text = new_text))]
    fn edit_message() -> Message;
    #[tool(delete, key(message_id), filter(chat_id, account))]
    fn delete_message() -> Message;
    #[tool(simulate(unclear_effect, "it removes many messages at once"))]
    fn delete_chat_history();
    #[tool(delete, key(message_ids), filter(chat_id, account), ignore(revoke))]
    fn delete_messages_bulk() -> Vec<Message>;
    #[tool(update, key(message_id), filter(chat_id, account), set(pinned = true))]
    fn pin_message() -> Message;
    #[tool(update, key(message_id), filter(chat_id, account), set(pinned = false))]
    fn unpin_message() -> Message;
    #[tool(simulate(unclear_effect, "it changes many messages at once"))]
    fn unpin_all_messages();
    #[tool(update, key(chat_id), filter(account), set(unread_count = 0))]
    fn mark_as_read() -> Chat;
    #[tool(create, map(reply_to = message_id))]
    fn reply_to_message() -> Message;
    #[tool(search(text ~ query), filter(chat_id, account), page(limit))]
    fn search_messages() -> Page<Message>;
    #[tool(search(text ~ query), filter(account), page(page, limit = page_size))]
    fn search_global() -> Page<Message>;
    #[tool(list, filter(chat_id, account), sort(created_at, descending), page(limit))]
    fn get_history() -> Page<Message>;
    #[tool(simulate(unclear_effect, "no argument says that only pinned messages are meant"))]
    fn get_pinned_messages();
    #[tool(create)]
    fn create_poll() -> Poll;
    #[tool(upsert, key(chat_id, message_id))]
    fn send_reaction() -> Reaction;
    #[tool(delete, key(chat_id, message_id), filter(account))]
    fn remove_reaction() -> Reaction;
    #[tool(list, filter(chat_id, message_id, account), page(limit))]
    fn get_message_reactions() -> Page<Reaction>;
    #[tool(upsert, key(chat_id))]
    fn save_draft() -> Draft;
    #[tool(list, filter(account))]
    fn get_drafts() -> Page<Draft>;
    #[tool(delete, key(chat_id), filter(account))]
    fn clear_draft() -> Draft;
    #[tool(list, filter(account))]
    fn list_folders() -> Page<Folder>;
    #[tool(get, key(folder_id), filter(account))]
    fn get_folder() -> Folder;
    #[tool(create)]
    fn create_folder() -> Folder;
    #[tool(append(chat_ids = chat_id), key(folder_id), filter(account), ignore(pinned))]
    fn add_chat_to_folder() -> Folder;
    #[tool(detach(chat_ids = chat_id), key(folder_id), filter(account))]
    fn remove_chat_from_folder() -> Folder;
    #[tool(delete, key(folder_id), filter(account))]
    fn delete_folder() -> Folder;
    #[tool(simulate(unclear_effect, "it moves many folders at once"))]
    fn reorder_folders();
    #[tool(simulate(unclear_effect, "it adds a chat and its members at once"))]
    fn create_group();
    #[tool(simulate(unclear_effect, "it adds many members at once"))]
    fn invite_to_group();
    #[tool(simulate(unclear_effect, "which of the members is oneself is not told"))]
    fn leave_chat();
    #[tool(list, filter(chat_id, account), page(page, limit = page_size))]
    fn get_participants() -> Page<Participant>;
    #[tool(create, set(kind = ChatKind::Channel))]
    fn create_channel() -> Chat;
    #[tool(update, key(chat_id), filter(account))]
    fn edit_chat_title() -> Chat;
    #[tool(update, key(chat_id), filter(account), map(photo_path = file_path))]
    fn edit_chat_photo() -> Chat;
    #[tool(update, key(chat_id), filter(account))]
    fn edit_chat_about() -> Chat;
    #[tool(update, key(chat_id), filter(account), set(photo_path = None))]
    fn delete_chat_photo() -> Chat;
    #[tool(update, key(group_id, user_id), filter(account), set(role = ParticipantRole::Admin))]
    fn promote_admin() -> Participant;
    #[tool(update, key(group_id, user_id), filter(account), set(role = ParticipantRole::Member), require(role = [ParticipantRole::Admin]))]
    fn demote_admin() -> Participant;
    #[tool(update, key(chat_id, user_id), filter(account), set(status = ParticipantStatus::Banned))]
    fn ban_user() -> Participant;
    #[tool(update, key(chat_id, user_id), filter(account), set(status = ParticipantStatus::Left), require(status = [ParticipantStatus::Banned]))]
    fn unban_user() -> Participant;
    #[tool(upsert, key(chat_id), ignore(account))]
    fn set_default_chat_permissions() -> ChatPermission;
    #[tool(update, key(chat_id), filter(account), map(slow_mode_seconds = seconds))]
    fn toggle_slow_mode() -> Chat;
    #[tool(update, key(chat_id, user_id), filter(account), set(role = ParticipantRole::Admin))]
    fn edit_admin_rights() -> Participant;
    #[tool(simulate(unclear_effect, "no argument says that only admins are meant"))]
    fn get_admins();
    #[tool(simulate(unclear_effect, "no argument says that only banned users are meant"))]
    fn get_banned_users();
    #[tool(get, key(chat_id), filter(account))]
    fn get_invite_link() -> Chat;
    #[tool(simulate(external_computation, "the chat behind the link is known outside"))]
    fn join_chat_by_link();
    #[tool(simulate(external_computation, "a new link is made outside"))]
    fn export_chat_invite();
    #[tool(simulate(external_computation, "the chat behind the hash is known outside"))]
    fn import_chat_invite();
    #[tool(list, filter(chat_id, account), sort(happened_at, descending))]
    fn get_recent_actions() -> Page<RecentAction>;
    #[tool(list, filter(account))]
    fn list_contacts() -> Page<Contact>;
    #[tool(search((phone, first_name, last_name, username) ~ query), filter(account))]
    fn search_contacts() -> Page<Contact>;
    #[tool(list, filter(account))]
    fn get_contact_ids() -> Page<Contact>;
    #[tool(simulate(unclear_effect, "how a contact and a chat belong together is not told"))]
    fn get_direct_chat_by_contact();
    #[tool(simulate(unclear_effect, "how a contact and chats belong together is not told"))]
    fn get_contact_chats();
    #[tool(simulate(unclear_effect, "how a contact and messages belong together is not told"))]
    fn get_last_interaction();
    #[tool(create)]
    fn add_contact() -> Contact;
    #[tool(delete, key(user_id), filter(account))]
    fn delete_contact() -> Contact;
    #[tool(update, key(user_id), filter(account), set(blocked = true))]
    fn block_user() -> User;
    #[tool(update, key(user_id), filter(account), set(blocked = false))]
    fn unblock_user() -> User;
    #[tool(simulate(unclear_effect, "it adds many contacts at once"))]
    fn import_contacts();
    #[tool(simulate(external_computation, "it writes all contacts as one text"))]
    fn export_contacts();
    #[tool(simulate(unclear_effect, "no argument says that only blocked users are meant"))]
    fn get_blocked_users();
    #[tool(create, set(kind = MessageKind::Contact))]
    fn send_contact() -> Message;
    #[tool(simulate(unclear_effect, "without leave to replace it, an alias that exists stays"))]
    fn set_contact_alias();
    #[tool(list, filter(account))]
    fn list_contact_aliases() -> Page<ContactAlias>;
    #[tool(delete, key(alias), filter(account))]
    fn delete_contact_alias() -> ContactAlias;
    #[tool(create, set(kind = MessageKind::File))]
    fn send_file() -> Message;
    #[tool(create, set(kind = MessageKind::Album))]
    fn send_album() -> Message;
    #[tool(simulate(media, "it makes, plays or moves media or files"))]
    fn download_media();
    #[tool(create, set(kind = MessageKind::Voice))]
    fn send_voice() -> Message;
    #[tool(simulate(media, "it moves a file to the server"))]
    fn upload_file();
    #[tool(get, key(message_id), filter(chat_id, account))]
    fn get_media_info() -> Message;
    #[tool(list, filter(account))]
    fn get_sticker_sets() -> Page<StickerSet>;
    #[tool(create, set(kind = MessageKind::Sticker))]
    fn send_sticker() -> Message;
    #[tool(simulate(live_web, "animations are found in a public library outside"))]
    fn get_gif_search();
    #[tool(create, set(kind = MessageKind::Gif))]
    fn send_gif() -> Message;
    #[tool(list, filter(account), page(page, limit = page_size))]
    fn get_chats() -> Page<Chat>;
    #[tool(simulate(external_computation, "a public channel is looked up and joined outside"))]
    fn subscribe_public_channel();
    #[tool(simulate(unclear_effect, "it continues after a topic, which is no page"))]
    fn list_topics();
    #[tool(update, key(chat_id), filter(account), set(forum = true))]
    fn enable_forum_topics() -> Chat;
    #[tool(create)]
    fn create_forum_topic() -> ForumTopic;
    #[tool(simulate(unclear_effect, "whether a chat has unread messages is asked by a mere yes or no"))]
    fn list_chats();
    #[tool(get, key(chat_id), filter(account))]
    fn get_chat() -> Chat;
    #[tool(simulate(live_web, "public chats are found outside"))]
    fn search_public_chats();
    #[tool(simulate(live_web, "public names are looked up outside"))]
    fn resolve_username();
    #[tool(get, key(chat_id), filter(account))]
    fn get_full_chat() -> Chat;
    #[tool(update, key(chat_id), filter(account), set(muted = true))]
    fn mute_chat() -> Chat;
    #[tool(update, key(chat_id), filter(account), set(muted = false))]
    fn unmute_chat() -> Chat;
    #[tool(update, key(chat_id), filter(account), set(archived = true))]
    fn archive_chat() -> Chat;
    #[tool(update, key(chat_id), filter(account), set(archived = false))]
    fn unarchive_chat() -> Chat;
    #[tool(simulate(unclear_effect, "it compares the chats of two users"))]
    fn get_common_chats();
    #[tool(simulate(external_computation, "who has read a message is known outside"))]
    fn get_message_read_by();
    #[tool(simulate(external_computation, "the link is made outside"))]
    fn get_message_link();
    #[tool(list, filter(account))]
    fn get_me() -> Page<Account>;
    #[tool(update, key(account))]
    fn update_profile() -> Account;
    #[tool(update, key(account), map(photo_path = file_path))]
    fn set_profile_photo() -> Account;
    #[tool(update, key(account), set(photo_path = None))]
    fn delete_profile_photo() -> Account;
    #[tool(list, filter(account))]
    fn get_privacy_settings() -> Page<PrivacySetting>;
    #[tool(upsert, key(key))]
    fn set_privacy_settings() -> PrivacySetting;
    #[tool(list, filter(username, account))]
    fn get_full_user() -> Page<User>;
    #[tool(get, key(bot_username), filter(account))]
    fn get_bot_info() -> Bot;
    #[tool(update, key(bot_username), filter(account))]
    fn set_bot_commands() -> Bot;
    #[tool(list, filter(user_id, account), page(limit))]
    fn get_user_photos() -> Page<UserPhoto>;
    #[tool(get, key(user_id), filter(account))]
    fn get_user_status() -> User;
    #[tool(simulate(external_computation, "it waits for messages from outside"))]
    fn wait_for_new_message();
    #[tool(simulate(external_computation, "it waits for messages from outside"))]
    fn wait_for_settled_message();
    #[tool(update, set(enabled = true))]
    fn enable_incoming_feed() -> IncomingFeed;
    #[tool(update, set(enabled = false))]
    fn disable_incoming_feed() -> IncomingFeed;
    #[tool(get)]
    fn incoming_feed_status() -> IncomingFeed;
}
