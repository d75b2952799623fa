//! Intercom keeps contacts and the companies they work for, conversations with them, help-center
//! articles, notes, tags and the admins who answer.

/// Everything that Intercom knows.
#[derive(State)]
pub struct Intercom {
    pub admins: Table<Admin>,
    pub admin_activity_logs: Table<AdminActivityLog>,
    pub articles: Table<Article>,
    pub collections: Table<Collection>,
    pub companies: Table<Company>,
    pub company_segments: Table<CompanySegment>,
    pub contacts: Table<Contact>,
    pub contact_tags: Table<ContactTag>,
    pub conversations: Table<Conversation>,
    pub current_admin: One<CurrentAdmin>,
    pub messages: Table<Message>,
    pub notes: Table<Note>,
    pub replies: Table<Reply>,
    pub tags: Table<Tag>,
    pub teams: Table<Team>,
}

/// One admin.
#[derive(Entity)]
pub struct Admin {
    #[entity(key, sequence)]
    pub id: IntKey<Admin>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(default)]
    pub away_mode_enabled: bool,
    #[entity(default)]
    pub away_mode_reassign: bool,
}

/// One admin activity log.
#[derive(Entity)]
pub struct AdminActivityLog {
    #[entity(key, sequence = "ADM-{:05}")]
    pub id: Key<AdminActivityLog>,
    pub action: String,
    #[entity(body)]
    pub detail: Option<String>,
    #[entity(on_delete = clear)]
    pub performed_by: Option<IntKey<Admin>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One article.
#[derive(Entity)]
pub struct Article {
    #[entity(key, sequence)]
    pub id: IntKey<Article>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(body)]
    pub body: Option<String>,
    #[entity(on_delete = clear)]
    pub author_id: Option<IntKey<Admin>>,
    #[entity(default = ArticleState::Draft)]
    pub state: ArticleState,
    pub parent_id: Option<Json>,
    pub parent_type: Option<ArticleParentType>,
    pub translated_content: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `state` can be.
#[derive(Choice)]
pub enum ArticleState {
    Published,
    Draft,
}

/// What `parent_type` can be.
#[derive(Choice)]
pub enum ArticleParentType {
    Collection,
    Section,
}

/// One collection.
#[derive(Entity)]
pub struct Collection {
    #[entity(key, sequence = "COL-{:05}")]
    pub id: Key<Collection>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub parent_id: Option<Key<Collection>>,
    pub help_center_id: Option<i64>,
    pub translated_content: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One company.
#[derive(Entity)]
pub struct Company {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Company>,
    #[entity(company)]
    pub name: Option<String>,
    #[entity(unique)]
    pub company_id: Option<String>,
    pub plan: Option<String>,
    pub size: Option<i64>,
    #[entity(url)]
    pub website: Option<String>,
    pub industry: Option<String>,
    pub remote_created_at: Option<i64>,
    pub monthly_spend: Option<i64>,
    pub custom_attributes: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A segment that a company falls into.
#[derive(Entity)]
pub struct CompanySegment {
    #[entity(key, sequence = "CSE-{:05}")]
    pub id: Key<CompanySegment>,
    #[entity(on_delete = cascade)]
    pub company_id: Key<Company>,
    #[entity(title)]
    pub name: String,
}

/// A user or a lead.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contact>,
    #[entity(default = ContactRole::User)]
    pub role: ContactRole,
    #[entity(unique)]
    pub external_id: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(url)]
    pub avatar: Option<String>,
    pub signed_up_at: Option<i64>,
    pub last_seen_at: Option<i64>,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<Admin>>,
    #[entity(default)]
    pub unsubscribed_from_emails: bool,
    pub custom_attributes: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub companies: Vec<Key<Company>>,
}

/// What `role` can be.
#[derive(Choice)]
pub enum ContactRole {
    User,
    Lead,
}

/// A tag on a contact.
#[derive(Entity)]
pub struct ContactTag {
    #[entity(key, on_delete = cascade)]
    pub contact_id: Key<Contact>,
    #[entity(key, on_delete = cascade)]
    pub tag_id: Key<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A talk with a contact.
#[derive(Entity)]
pub struct Conversation {
    #[entity(key, sequence)]
    pub id: IntKey<Conversation>,
    pub from: Json,
    #[entity(body)]
    pub body: String,
    pub created_at: Option<i64>,
    #[entity(default)]
    pub read: bool,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(default = ConversationState::Open)]
    pub state: ConversationState,
    /// When it is opened again, in seconds since 1970.
    pub snoozed_until: Option<i64>,
    pub assignee_id: Option<String>,
    pub assignee_type: Option<AssigneeType>,
    pub custom_attributes: Option<Json>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Where a conversation stands.
#[derive(Choice)]
pub enum ConversationState {
    Open,
    Snoozed,
    Closed,
}

/// Who can have a conversation to answer.
#[derive(Choice)]
pub enum AssigneeType {
    Admin,
    Team,
}

/// The admin whose credentials are used.
#[derive(Entity)]
pub struct CurrentAdmin {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}

/// A message that an admin sent.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence = "MES-{:05}")]
    pub id: Key<Message>,
    pub message_type: MessageMessageType,
    #[entity(title)]
    pub subject: Option<String>,
    #[entity(body)]
    pub body: String,
    pub template: Option<MessageTemplate>,
    pub from: Json,
    pub to: Json,
    pub created_at: Option<i64>,
    #[entity(default)]
    pub create_conversation_without_contact_reply: bool,
}

/// What `message_type` can be.
#[derive(Choice)]
pub enum MessageMessageType {
    InApp,
    Email,
}

/// What `template` can be.
#[derive(Choice)]
pub enum MessageTemplate {
    Plain,
    Personal,
}

/// A remark on a contact.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence = "NOT-{:05}")]
    pub id: Key<Note>,
    #[entity(body)]
    pub body: String,
    #[entity(on_delete = cascade)]
    pub contact_id: Key<Contact>,
    pub admin_id: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What an admin or a user added to a conversation.
#[derive(Entity)]
pub struct Reply {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<Reply>,
    pub message_type: Option<ReplyMessageType>,
    pub r#type: Option<ReplyType>,
    pub admin_id: Option<String>,
    pub intercom_user_id: Option<String>,
    #[entity(body)]
    pub body: Option<String>,
    #[entity(url)]
    pub attachment_urls: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    pub conversation_id: String,
}

/// What `message_type` can be.
#[derive(Choice)]
pub enum ReplyMessageType {
    Comment,
    Note,
    QuickReply,
}

/// What `type` can be.
#[derive(Choice)]
pub enum ReplyType {
    Admin,
    User,
}

/// One tag.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, sequence = "TAG-{:05}")]
    pub id: Key<Tag>,
    #[entity(unique, tag)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One team.
#[derive(Entity)]
pub struct Team {
    #[entity(key, sequence = "TEA-{:05}")]
    pub id: Key<Team>,
    #[entity(title)]
    pub name: String,
}

pub trait Tools {
    #[tool(list, page(cursor = starting_after, limit = per_page))]
    fn list_articles() -> Page<Article>;

    #[tool(get, key(id))]
    fn get_article() -> Article;

    #[tool(create)]
    fn create_article() -> Article;

    #[tool(update, key(id))]
    fn update_article() -> Article;

    #[tool(delete, key(id))]
    fn delete_article() -> Article;

    #[tool(
        search((title, description, body) ~ phrase),
        filter(state, author_id, parent_id, parent_type),
        page(cursor = starting_after, limit = per_page),
    )]
    fn search_articles() -> Page<Article>;

    #[tool(list, page(cursor = starting_after, limit = per_page))]
    fn list_collections() -> Page<Collection>;

    #[tool(get, key(id))]
    fn get_collection() -> Collection;

    #[tool(create)]
    fn create_collection() -> Collection;

    #[tool(update, key(id))]
    fn update_collection() -> Collection;

    #[tool(delete, key(id))]
    fn delete_collection() -> Collection;

    #[tool(
        list,
        sort(direction = order),
        page(cursor = starting_after, limit = per_page)
    )]
    fn list_companies() -> Page<Company>;

    #[tool(get, key(id))]
    fn get_company() -> Company;

    #[tool(create, map(company_id = company_id))]
    fn create_company() -> Company;

    #[tool(update, key(id))]
    fn update_company() -> Company;

    #[tool(delete, key(id))]
    fn delete_company() -> Company;

    #[tool(list, filter(company_id))]
    fn find_company() -> Page<Company>;

    #[tool(list, filter(companies has id))]
    fn list_company_users() -> Page<Contact>;

    #[tool(append(companies = id), key(contact_id))]
    fn attach_contact_to_company() -> Contact;

    #[tool(detach(companies = id), key(contact_id))]
    fn detach_contact_from_company() -> Contact;

    #[tool(list, filter(company_id))]
    fn list_company_segments() -> Page<CompanySegment>;

    #[tool(simulate(unclear_effect, "the tags of companies are not kept in this model"))]
    fn list_company_tags();

    #[tool(simulate(
        unclear_effect,
        "it makes the tag when there is none of that name, and hangs it on many rows at once",
    ))]
    fn tag_company();

    #[tool(simulate(
        unclear_effect,
        "it takes the tag from many rows at once, found by the name of the tag",
    ))]
    fn untag_company();

    #[tool(list, page(cursor = starting_after, limit = per_page))]
    fn list_contacts() -> Page<Contact>;

    #[tool(get, key(id))]
    fn get_contact() -> Contact;

    #[tool(create)]
    fn create_contact() -> Contact;

    #[tool(update, key(id))]
    fn update_contact() -> Contact;

    #[tool(simulate(unclear_effect, "the query is written in a filter language"))]
    fn search_contacts();

    #[tool(delete, key(id))]
    fn delete_contact() -> Contact;

    #[tool(simulate(unclear_effect, "what both contacts hold becomes one contact"))]
    fn merge_contact();

    #[tool(list, filter(contact_id = id))]
    fn list_contact_notes() -> Page<Note>;

    #[tool(create, map(contact_id = id), ignore(contact_id))]
    fn create_contact_note() -> Note;

    #[tool(list, filter(contact_id))]
    fn list_contact_tags() -> Page<ContactTag>;

    #[tool(create, map(tag_id = id))]
    fn add_contact_tag() -> ContactTag;

    #[tool(delete, key(contact_id, id))]
    fn remove_contact_tag() -> ContactTag;

    #[tool(list, page(cursor = starting_after, limit = per_page), ignore(display_as))]
    fn list_conversations() -> Page<Conversation>;

    #[tool(get, key(id), ignore(display_as))]
    fn get_conversation() -> Conversation;

    #[tool(create)]
    fn create_conversation() -> Conversation;

    #[tool(update, key(id), ignore(display_as))]
    fn update_conversation() -> Conversation;

    #[tool(delete, key(id))]
    fn delete_conversation() -> Conversation;

    #[tool(simulate(unclear_effect, "the query is written in a filter language"))]
    fn search_conversations();

    #[tool(create, map(conversation_id = id))]
    fn reply_conversation() -> Reply;

    #[tool(
        part_of = manage_conversation,
        when(message_type = "close"),
        update,
        set(state = ConversationState::Closed),
        ignore(admin_id, assignee_id, snoozed_until),
        simulated(body)
    )]
    fn close_conversation() -> Conversation;

    #[tool(
        part_of = manage_conversation,
        when(message_type = "snoozed"),
        update,
        set(state = ConversationState::Snoozed),
        ignore(admin_id, assignee_id),
        simulated(body)
    )]
    fn snooze_conversation() -> Conversation;

    #[tool(
        part_of = manage_conversation,
        when(message_type = "open"),
        update,
        set(state = ConversationState::Open),
        ignore(admin_id, assignee_id, snoozed_until),
        simulated(body)
    )]
    fn open_conversation() -> Conversation;

    #[tool(
        part_of = manage_conversation,
        when(message_type = "assignment"),
        update,
        map(assignee_type = type),
        ignore(admin_id, snoozed_until),
        simulated(body)
    )]
    fn assign_conversation() -> Conversation;

    #[tool(simulate(unclear_effect, "who takes part in a conversation is not kept in this model"))]
    fn attach_contact_to_conversation();

    #[tool(simulate(unclear_effect, "who takes part in a conversation is not kept in this model"))]
    fn detach_contact_from_conversation();

    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn redact_conversation();

    #[tool(simulate(unclear_effect, "the tickets of this product are not kept in this model"))]
    fn convert_conversation_to_ticket();

    #[tool(create)]
    fn create_message() -> Message;

    #[tool(list, page(cursor = starting_after, limit = per_page))]
    fn list_messages() -> Page<Message>;

    #[tool(get, key(id))]
    fn get_message() -> Message;

    #[tool(create)]
    fn create_note() -> Note;

    #[tool(list, filter(contact_id), page(cursor = starting_after, limit = per_page))]
    fn list_notes() -> Page<Note>;

    #[tool(get, key(id))]
    fn get_note() -> Note;

    /// A user writes: a conversation begins.
    #[tool(create)]
    fn send_user_message() -> Conversation;

    #[tool(list)]
    fn list_tags() -> Page<Tag>;

    #[tool(get, key(id))]
    fn get_tag() -> Tag;

    #[tool(simulate(unclear_effect, "it may add a row, and the spec does not tell its key"))]
    fn create_or_update_tag();

    #[tool(simulate(
        unclear_effect,
        "it makes the tag when there is none of that name, and hangs it on many rows at once",
    ))]
    fn tag_companies();

    #[tool(simulate(
        unclear_effect,
        "it takes the tag from many rows at once, found by the name of the tag",
    ))]
    fn untag_companies();

    #[tool(simulate(
        unclear_effect,
        "it makes the tag when there is none of that name, and hangs it on many rows at once",
    ))]
    fn tag_users();

    #[tool(delete, key(id))]
    fn delete_tag() -> Tag;

    #[tool(list)]
    fn list_teams() -> Page<Team>;

    #[tool(get, key(id))]
    fn get_team() -> Team;

    #[tool(list)]
    fn list_admins() -> Page<Admin>;

    #[tool(get, key(id))]
    fn get_admin() -> Admin;

    #[tool(get)]
    fn get_current_admin() -> CurrentAdmin;

    #[tool(update, key(id))]
    fn set_admin_away() -> Admin;

    #[tool(list, filter(created_at>= created_at_after, created_at<= created_at_before))]
    fn list_admin_activity_logs() -> Page<AdminActivityLog>;
}
