//! Trello: workspaces with boards, lists and cards, and what hangs on a card: comments, checklists, labels, members, files.
/// Everything that Trello knows.
#[derive(State)]
pub struct Trello {
    pub attachments: Table<Attachment>,
    pub boards: Table<Board>,
    pub cards: Table<Card>,
    pub checklists: Table<Checklist>,
    pub checklist_items: Table<ChecklistItem>,
    pub comments: Table<Comment>,
    pub custom_fields: Table<CustomField>,
    pub custom_field_values: Table<CustomFieldValue>,
    pub health: One<Health>,
    pub labels: Table<Label>,
    pub lists: Table<List>,
    pub members: Table<Member>,
    pub session: One<Session>,
    pub workspaces: Table<Workspace>,
}
/// A file or a link on a card.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<Attachment>,
    #[entity(on_delete = cascade)]
    pub card_id: Key<Card>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(url)]
    pub url: Option<String>,
    pub data: Option<String>,
    #[entity(mime)]
    pub mime_type: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A board of lists.
#[derive(Entity)]
pub struct Board {
    #[entity(key, sequence = "BOA-{:05}")]
    pub id: Key<Board>,
    #[entity(len = 1..=16_384, title)]
    pub name: String,
    #[entity(body)]
    pub desc: Option<String>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Something to do, on a list.
#[derive(Entity)]
pub struct Card {
    #[entity(key, sequence = "CAR-{:05}")]
    pub id: Key<Card>,
    #[entity(on_delete = cascade)]
    pub list_id: Key<List>,
    #[entity(len = 1..=16_384, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub due_date: Option<Timestamp>,
    /// Minutes before the due date.
    pub due_reminder: Option<i64>,
    pub start: Option<Date>,
    #[entity(default)]
    pub due_complete: bool,
    #[entity(on_delete = clear)]
    pub label_ids: Vec<Key<Label>>,
    #[entity(on_delete = clear)]
    pub member_ids: Vec<Key<Member>>,
    pub pos: Option<String>,
    #[entity(default)]
    pub subscribed: bool,
    #[entity(default)]
    pub archived: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A list of things to tick off on a card.
#[derive(Entity)]
pub struct Checklist {
    #[entity(key, sequence = "CHE-{:05}")]
    pub id: Key<Checklist>,
    #[entity(on_delete = cascade)]
    pub card_id: Key<Card>,
    #[entity(len = 1..=16_384, title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Something to tick off; the tools name its checklist by name.
#[derive(Entity)]
pub struct ChecklistItem {
    #[entity(key, sequence = "ITM-{:05}")]
    pub id: Key<ChecklistItem>,
    #[entity(title)]
    pub checklist_name: String,
    #[entity(on_delete = cascade)]
    pub card_id: Option<Key<Card>>,
    #[entity(len = 1..=16_384, title)]
    pub name: String,
    #[entity(default = ItemState::Incomplete)]
    pub state: ItemState,
    pub pos: Option<Json>,
    pub due: Option<Timestamp>,
    pub due_reminder: Option<f64>,
    #[entity(on_delete = clear)]
    pub id_member: Option<Key<Member>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether an item is ticked off.
#[derive(Choice)]
pub enum ItemState {
    Complete,
    Incomplete,
}
/// A remark on a card.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Comment>,
    #[entity(on_delete = cascade)]
    pub card_id: Key<Card>,
    #[entity(len = 1..=16_384, body)]
    pub text: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A field that a board adds to its cards.
#[derive(Entity)]
pub struct CustomField {
    #[entity(key, sequence = "FLD-{:05}")]
    pub id: Key<CustomField>,
    #[entity(on_delete = cascade)]
    pub board_id: Key<Board>,
    #[entity(title)]
    pub name: String,
    pub r#type: FieldType,
}
/// What a card has in one of its board's added fields.
#[derive(Entity)]
pub struct CustomFieldValue {
    #[entity(key, on_delete = cascade)]
    pub card_id: Key<Card>,
    #[entity(key, on_delete = cascade)]
    pub custom_field_id: Key<CustomField>,
    pub r#type: FieldType,
    pub value: Option<String>,
}
/// What a field holds; `clear` empties it.
#[derive(Choice)]
pub enum FieldType {
    Text,
    Number,
    Checkbox,
    Date,
    List,
    Clear,
}
/// How the service itself is.
#[derive(Entity)]
pub struct Health {
    pub status: String,
    #[entity(body)]
    pub message: Option<String>,
    pub checked_at: Option<Timestamp>,
}
/// A coloured mark of a board's cards.
#[derive(Entity)]
pub struct Label {
    #[entity(key, sequence = "LAB-{:05}")]
    pub id: Key<Label>,
    #[entity(on_delete = cascade)]
    pub board_id: Option<Key<Board>>,
    #[entity(tag)]
    pub name: String,
    #[entity(color)]
    pub color: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A column of cards on a board.
#[derive(Entity)]
pub struct List {
    #[entity(key, sequence = "LIS-{:05}")]
    pub id: Key<List>,
    #[entity(on_delete = cascade)]
    pub board_id: Option<Key<Board>>,
    #[entity(len = 1..=16_384, title)]
    pub name: String,
    /// Whether it is archived.
    #[entity(default)]
    pub closed: bool,
    #[entity(default)]
    pub subscribed: bool,
    pub position: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Someone who works on boards.
#[derive(Entity)]
pub struct Member {
    #[entity(key, sequence = "MEM-{:05}")]
    pub id: Key<Member>,
    #[entity(person)]
    pub full_name: String,
    #[entity(unique, username)]
    pub username: String,
    #[entity(on_delete = clear)]
    pub board_ids: Vec<Key<Board>>,
}
/// The board and workspace that are being worked in.
#[derive(Entity)]
pub struct Session {
    #[entity(on_delete = clear)]
    pub board_id: Option<Key<Board>>,
    #[entity(on_delete = clear)]
    pub workspace_id: Option<Key<Workspace>>,
}
/// Boards of one company or team.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workspace>,
    #[entity(company)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
pub trait Tools {
    #[tool(get)]
    fn basic_health() -> Health;
    #[tool(get)]
    fn detailed_health() -> Health;
    #[tool(simulate(external_computation, "it checks the service's tables against the real boards"))]
    fn metadata_health();
    #[tool(simulate(external_computation, "it measures how fast the service answers"))]
    fn performance_health();
    #[tool(simulate(unclear_effect, "what it repairs is not part of the model"))]
    fn repair();
    #[tool(
        list,
        filter(list_id, name ~ name_filter),
        ignore(board_id, fields, desc_max_length, omit_desc_threshold_bytes)
    )]
    fn get_cards_by_list_id() -> Page<Card>;
    #[tool(list, filter(board_id))]
    fn get_lists() -> Page<List>;
    #[tool(simulate(unclear_effect, "it tells of changes that the model does not record"))]
    fn get_recent_activity();
    #[tool(create, map(label_ids = labels), ignore(board_id))]
    fn add_card_to_list() -> Card;
    #[tool(update, key(card_id), map(label_ids = labels), ignore(board_id))]
    fn update_card_details() -> Card;
    #[tool(update, key(card_id), set(archived = true), ignore(board_id))]
    fn archive_card() -> Card;
    #[tool(update, key(card_id))]
    fn watch_card() -> Card;
    #[tool(update, key(list_id))]
    fn watch_list() -> List;
    #[tool(update, key(card_id), ignore(board_id))]
    fn move_card() -> Card;
    #[tool(create)]
    fn add_list_to_board() -> List;
    #[tool(update, key(list_id), set(closed = true), filter(board_id))]
    fn archive_list() -> List;
    #[tool(update, key(list_id), map(board_id = id_board))]
    fn update_list() -> List;
    #[tool(update, key(list_id))]
    fn update_list_position() -> List;
    #[tool(simulate(unclear_effect, "it lists the cards of whoever the token belongs to, whom no argument names"))]
    fn get_my_cards();
    #[tool(create, map(url = image_url), ignore(board_id))]
    fn attach_image_to_card() -> Attachment;
    #[tool(create, map(url = file_url), ignore(board_id))]
    fn attach_file_to_card() -> Attachment;
    #[tool(create, ignore(board_id))]
    fn attach_data_to_card() -> Attachment;
    #[tool(create, map(data = image_data), ignore(board_id))]
    fn attach_image_data_to_card() -> Attachment;
    #[tool(list)]
    fn list_boards() -> Page<Board>;
    #[tool(update)]
    fn set_active_board() -> Session;
    #[tool(list)]
    fn list_workspaces() -> Page<Workspace>;
    #[tool(create, map(workspace_id = id_organization), ignore(default_labels, default_lists))]
    fn create_board() -> Board;
    #[tool(update)]
    fn set_active_workspace() -> Session;
    #[tool(list, filter(workspace_id))]
    fn list_boards_in_workspace() -> Page<Board>;
    #[tool(simulate(unclear_effect, "it reads the board that the session names, and no argument does"))]
    fn get_active_board_info();
    #[tool(get, key(card_id), ignore(include_markdown))]
    fn get_card() -> Card;
    #[tool(create)]
    fn add_comment() -> Comment;
    #[tool(update, key(comment_id))]
    fn update_comment() -> Comment;
    #[tool(delete, key(comment_id))]
    fn delete_comment() -> Comment;
    #[tool(list, filter(card_id), sort(created_at, descending), page(limit))]
    fn get_card_comments() -> Page<Comment>;
    #[tool(create)]
    fn create_checklist() -> Checklist;
    #[tool(list, filter(checklist_name = name, card_id), ignore(board_id))]
    fn get_checklist_items() -> Page<ChecklistItem>;
    #[tool(create, map(name = text, checklist_name = check_list_name), ignore(board_id))]
    fn add_checklist_item() -> ChecklistItem;
    #[tool(search(name~description), filter(card_id), ignore(board_id))]
    fn find_checklist_items_by_description() -> Page<ChecklistItem>;
    #[tool(simulate(unclear_effect, "it reads the checklist of one fixed name, which no argument gives"))]
    fn get_acceptance_criteria();
    #[tool(list, filter(name, card_id), ignore(board_id))]
    fn get_checklist_by_name() -> Page<Checklist>;
    #[tool(update, key(check_item_id), filter(card_id))]
    fn update_checklist_item() -> ChecklistItem;
    #[tool(delete, key(check_item_id), filter(card_id))]
    fn delete_checklist_item() -> ChecklistItem;
    #[tool(list, filter(board_ids has board_id))]
    fn get_board_members() -> Page<Member>;
    #[tool(append(member_ids = member_id), key(card_id))]
    fn assign_member_to_card() -> Card;
    #[tool(detach(member_ids = member_id), key(card_id))]
    fn remove_member_from_card() -> Card;
    #[tool(list, filter(board_id))]
    fn get_board_labels() -> Page<Label>;
    #[tool(create)]
    fn create_label() -> Label;
    #[tool(update, key(label_id))]
    fn update_label() -> Label;
    #[tool(delete, key(label_id))]
    fn delete_label() -> Label;
    #[tool(simulate(unclear_effect, "it copies a card with as much of what hangs on it as is asked for"))]
    fn copy_card();
    #[tool(simulate(unclear_effect, "it copies a checklist with its items"))]
    fn copy_checklist();
    #[tool(simulate(unclear_effect, "it adds many rows at once"))]
    fn add_cards_to_list();
    #[tool(list, filter(board_id))]
    fn get_board_custom_fields() -> Page<CustomField>;
    #[tool(upsert, key(card_id, custom_field_id))]
    fn update_card_custom_field() -> CustomFieldValue;
    #[tool(simulate(unclear_effect, "it tells of changes that the model does not record"))]
    fn get_card_history();
    #[tool(get, key(attachment_id), filter(card_id))]
    fn download_attachment() -> Attachment;
    #[tool(get)]
    fn get_health() -> Health;
    #[tool(get)]
    fn get_health_detailed() -> Health;
    #[tool(simulate(external_computation, "it checks the service's tables against the real boards"))]
    fn get_health_metadata();
    #[tool(simulate(external_computation, "it measures how fast the service answers"))]
    fn get_health_performance();
    #[tool(simulate(unclear_effect, "what it repairs is not part of the model"))]
    fn perform_system_repair();
}
