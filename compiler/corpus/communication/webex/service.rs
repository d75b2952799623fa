//! Webex keeps people, the teams and rooms that they belong to, the messages in them, and tabs,
//! linked folders and webhooks.

/// Everything that Webex knows.
#[derive(State)]
pub struct Webex {
    pub attachment_actions: Table<AttachmentAction>,
    pub ecm_folders: Table<EcmFolder>,
    pub events: Table<Event>,
    pub memberships: Table<Membership>,
    pub messages: Table<Message>,
    pub persons: Table<Person>,
    pub rooms: Table<Room>,
    pub room_tabs: Table<RoomTab>,
    pub teams: Table<Team>,
    pub team_memberships: Table<TeamMembership>,
    pub webhooks: Table<Webhook>,
}

/// One attachment action.
#[derive(Entity)]
pub struct AttachmentAction {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<AttachmentAction>,
    pub r#type: Option<String>,
    #[entity(on_delete = cascade)]
    pub message_id: Key<Message>,
    pub inputs: Json,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A folder of an outside document store that is linked to a room.
#[derive(Entity)]
pub struct EcmFolder {
    #[entity(key, sequence = "ECM-{:05}")]
    pub id: Key<EcmFolder>,
    #[entity(on_delete = cascade)]
    pub room_id: Key<Room>,
    #[entity(url)]
    pub content_url: String,
    #[entity(title)]
    pub display_name: String,
    pub drive_id: String,
    pub item_id: String,
    #[entity(default)]
    pub default_folder: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something that happened, and who did it.
#[derive(Entity)]
pub struct Event {
    #[entity(key, sequence = "EVE-{:05}")]
    pub id: Key<Event>,
    pub resource: String,
    pub r#type: String,
    #[entity(on_delete = clear)]
    pub actor_id: Option<Key<Person>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A person in a room.
#[derive(Entity)]
#[entity(unique(room_id, person_email))]
pub struct Membership {
    #[entity(key, sequence = "MEM-{:05}")]
    pub id: Key<Membership>,
    #[entity(on_delete = cascade)]
    pub room_id: Key<Room>,
    #[entity(on_delete = clear)]
    pub person_id: Option<Key<Person>>,
    #[entity(email)]
    pub person_email: String,
    #[entity(default)]
    pub is_moderator: bool,
    #[entity(default)]
    pub is_room_hidden: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One message.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence = "MES-{:05}")]
    pub id: Key<Message>,
    #[entity(on_delete = cascade)]
    pub room_id: Option<Key<Room>>,
    #[entity(on_delete = clear)]
    pub parent_id: Option<Key<Message>>,
    #[entity(on_delete = clear)]
    pub to_person_id: Option<Key<Person>>,
    #[entity(email)]
    pub to_person_email: Option<String>,
    #[entity(body)]
    pub text: String,
    #[entity(body)]
    pub markdown: Option<String>,
    pub files: Vec<String>,
    pub attachments: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub mentioned_people: Vec<String>,
}

/// One person.
#[derive(Entity)]
pub struct Person {
    #[entity(key, sequence = "PER-{:05}")]
    pub id: Key<Person>,
    #[entity(email)]
    pub emails: Vec<String>,
    pub phone_numbers: Option<Json>,
    pub extension: Option<String>,
    pub location_id: Option<String>,
    #[entity(person)]
    pub display_name: Option<String>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    #[entity(url)]
    pub avatar: Option<String>,
    pub org_id: Option<String>,
    pub roles: Vec<String>,
    pub licenses: Vec<String>,
    pub department: Option<String>,
    pub manager: Option<String>,
    #[entity(on_delete = clear)]
    pub manager_id: Option<Key<Person>>,
    #[entity(title)]
    pub title: Option<String>,
    pub addresses: Option<Json>,
    pub site_urls: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One room.
#[derive(Entity)]
pub struct Room {
    #[entity(key, sequence = "ROO-{:05}")]
    pub id: Key<Room>,
    #[entity(title)]
    pub title: String,
    #[entity(on_delete = clear)]
    pub team_id: Option<Key<Team>>,
    pub classification_id: Option<String>,
    #[entity(default)]
    pub is_locked: bool,
    #[entity(default)]
    pub is_public: bool,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub is_announcement_only: bool,
    #[entity(default)]
    pub is_read_only: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = RoomType::Group)]
    pub r#type: RoomType,
    #[entity(url)]
    pub meeting_link: Option<String>,
    pub sip_address: Option<String>,
    pub meeting_number: Option<String>,
}

/// A web page shown as a tab of a room.
#[derive(Entity)]
pub struct RoomTab {
    #[entity(key, sequence = "RTA-{:05}")]
    pub id: Key<RoomTab>,
    #[entity(on_delete = cascade)]
    pub room_id: Key<Room>,
    #[entity(url)]
    pub content_url: String,
    #[entity(title)]
    pub display_name: String,
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
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One team membership.
#[derive(Entity)]
#[entity(unique(team_id, person_email))]
pub struct TeamMembership {
    #[entity(key, sequence = "TME-{:05}")]
    pub id: Key<TeamMembership>,
    #[entity(on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(on_delete = clear)]
    pub person_id: Option<Key<Person>>,
    #[entity(email)]
    pub person_email: String,
    #[entity(default)]
    pub is_moderator: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One webhook.
#[derive(Entity)]
pub struct Webhook {
    #[entity(key, sequence = "WEB-{:05}")]
    pub id: Key<Webhook>,
    #[entity(title)]
    pub name: String,
    #[entity(url)]
    pub target_url: String,
    pub resource: String,
    pub event: Json,
    pub filter: Option<String>,
    #[entity(secret)]
    pub secret: Option<String>,
    pub owned_by: Option<String>,
    pub room_id: Json,
    pub status: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Who a room is for.
#[derive(Choice)]
pub enum RoomType {
    Group,
    Direct,
}

pub trait Tools {
    #[tool(create)]
    fn create_membership() -> Membership;

    #[tool(create)]
    fn create_message() -> Message;

    #[tool(create)]
    fn create_person() -> Person;

    #[tool(create)]
    fn create_room_tab() -> RoomTab;

    #[tool(create)]
    fn create_room() -> Room;

    #[tool(create)]
    fn create_team_membership() -> TeamMembership;

    #[tool(create)]
    fn create_team() -> Team;

    #[tool(create)]
    fn create_webhook() -> Webhook;

    #[tool(create)]
    fn create_attachment_action() -> AttachmentAction;

    #[tool(create)]
    fn create_ecm_folder() -> EcmFolder;

    #[tool(delete, key(membership_id))]
    fn delete_membership() -> Membership;

    #[tool(delete, key(message_id))]
    fn delete_message() -> Message;

    #[tool(delete, key(person_id))]
    fn delete_person() -> Person;

    #[tool(delete, key(id))]
    fn delete_room_tab() -> RoomTab;

    #[tool(delete, key(room_id))]
    fn delete_room() -> Room;

    #[tool(delete, key(membership_id))]
    fn delete_team_membership() -> TeamMembership;

    #[tool(delete, key(team_id))]
    fn delete_team() -> Team;

    #[tool(delete, key(webhook_id))]
    fn delete_webhook() -> Webhook;

    #[tool(update, key(message_id), filter(room_id))]
    fn edit_message() -> Message;

    #[tool(get, key(action_id), ignore(id))]
    fn get_attachment_action_details() -> AttachmentAction;

    #[tool(get, key(id))]
    fn get_ecm_folder_details() -> EcmFolder;

    #[tool(get, key(event_id))]
    fn get_event_details() -> Event;

    #[tool(get, key(membership_id))]
    fn get_membership_details() -> Membership;

    #[tool(get, key(message_id))]
    fn get_message_details() -> Message;

    #[tool(simulate(unclear_effect, "this model does not keep whose credentials are used"))]
    fn get_my_own_details();

    #[tool(get, key(person_id), ignore(calling_data))]
    fn get_person_details() -> Person;

    #[tool(get, key(room_id))]
    fn get_room_details() -> Room;

    /// Gives the room with its meeting link and number.
    #[tool(get, key(room_id))]
    fn get_room_meeting_details() -> Room;

    #[tool(get, key(id))]
    fn get_room_tab_details() -> RoomTab;

    #[tool(get, key(team_id), ignore(description))]
    fn get_team_details() -> Team;

    #[tool(get, key(membership_id))]
    fn get_team_membership_details() -> TeamMembership;

    #[tool(get, key(webhook_id))]
    fn get_webhook_details() -> Webhook;

    #[tool(
        list,
        filter(parent_id, to_person_id = person_id, to_person_email = person_email),
        sort(created_at, descending),
    )]
    fn list_direct_messages() -> Page<Message>;

    #[tool(list, filter(room_id))]
    fn list_ecm_folder() -> Page<EcmFolder>;

    #[tool(
        list,
        filter(resource, r#type = r#type, actor_id, created_at >= from, created_at <= to),
        page(limit = max),
    )]
    fn list_events() -> Page<Event>;

    #[tool(list, filter(room_id, person_id, person_email), page(limit = max))]
    fn list_memberships() -> Page<Membership>;

    #[tool(
        list,
        filter(room_id, parent_id, mentioned_people has mentioned_people, created_at <= before),
        sort(created_at, descending),
        page(limit = max),
        ignore(before_message),
    )]
    fn list_messages() -> Page<Message>;

    #[tool(
        list,
        filter(
            emails has email,
            display_name ~ display_name,
            id,
            org_id,
            roles has roles,
            location_id,
        ),
        page(limit = max),
        ignore(calling_data),
    )]
    fn list_people() -> Page<Person>;

    #[tool(list, filter(room_id))]
    fn list_room_tabs() -> Page<RoomTab>;

    #[tool(
        list,
        filter(
            team_id,
            r#type = r#type,
            is_public = org_public_spaces,
            created_at >= from,
            created_at <= to,
        ),
        sort(created_at, descending, by = sort_by),
        page(limit = max),
    )]
    fn list_rooms() -> Page<Room>;

    #[tool(list, filter(team_id), page(limit = max))]
    fn list_team_memberships() -> Page<TeamMembership>;

    #[tool(list, page(limit = max))]
    fn list_teams() -> Page<Team>;

    #[tool(list, filter(owned_by), page(limit = max))]
    fn list_webhooks() -> Page<Webhook>;

    #[tool(delete, key(id))]
    fn unlink_ecm_linked_folder() -> EcmFolder;

    #[tool(update, key(membership_id))]
    fn update_membership() -> Membership;

    #[tool(simulate(
        unclear_effect,
        "the changed fields come as one free object, whose names are not told",
    ))]
    fn update_person();

    #[tool(update, key(id), filter(room_id))]
    fn update_room_tab() -> RoomTab;

    #[tool(update, key(room_id))]
    fn update_room() -> Room;

    #[tool(update, key(membership_id))]
    fn update_team_membership() -> TeamMembership;

    #[tool(update, key(team_id))]
    fn update_team() -> Team;

    #[tool(update, key(webhook_id))]
    fn update_webhook() -> Webhook;

    #[tool(update, key(id), filter(room_id))]
    fn update_ecm_linked_folder() -> EcmFolder;
}
