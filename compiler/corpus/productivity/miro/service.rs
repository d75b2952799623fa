//! Miro: boards with the items, connectors, groups and tags on them, their members, and the records of the organization around them.

/// Everything that Miro knows.
#[derive(State)]
pub struct Miro {
    pub board_classifications: Table<BoardClassification>,
    pub items: Table<Item>,
    pub audit_logs: Table<AuditLog>,
    pub boards: Table<Board>,
    pub board_export_jobs: Table<BoardExportJob>,
    pub board_members: Table<BoardMember>,
    pub cases: Table<Case>,
    pub connectors: Table<Connector>,
    pub groups: Table<Group>,
    pub legal_holds: Table<LegalHold>,
    pub mindmap_nodes: Table<MindmapNode>,
    pub organizations: Table<Organization>,
    pub organization_members: Table<OrganizationMember>,
    pub project_members: Table<ProjectMember>,
    pub tags: Table<Tag>,
}

/// One audit log.
#[derive(Entity)]
pub struct AuditLog {
    #[entity(key, sequence = "AUD-{:05}")]
    pub id: Key<AuditLog>,
    pub action: String,
    pub detail: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One board.
#[derive(Entity)]
pub struct Board {
    #[entity(key, sequence = "BOA-{:05}")]
    pub id: Key<Board>,
    #[entity(len = 1..=60, title)]
    pub name: String,
    pub team_id: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = BoardSharingPolicy::Private)]
    pub sharing_policy: BoardSharingPolicy,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `sharing_policy` can be.
#[derive(Choice)]
pub enum BoardSharingPolicy {
    Private,
    View,
    Comment,
    Edit,
}

/// One board export job.
#[derive(Entity)]
pub struct BoardExportJob {
    #[entity(key, sequence = "BEJ-{:05}")]
    pub id: Key<BoardExportJob>,
    #[entity(on_delete = cascade)]
    pub org_id: Key<Organization>,
    #[entity(default = BoardExportJobFormat::Pdf)]
    pub format: BoardExportJobFormat,
    #[entity(on_delete = clear)]
    pub board_ids: Vec<Key<Board>>,
    #[entity(unique)]
    pub request_id: String,
    #[entity(default = ExportStatus::InProgress)]
    pub status: ExportStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What `format` can be.
#[derive(Choice)]
pub enum BoardExportJobFormat {
    Pdf,
    Csv,
}

/// One board member.
#[derive(Entity)]
#[entity(unique(board_id, email))]
pub struct BoardMember {
    #[entity(key, sequence = "BM-{:05}")]
    pub id: Key<BoardMember>,
    #[entity(default = BoardMemberRole::Member)]
    pub role: BoardMemberRole,
    #[entity(default = BoardMemberStatus::Active)]
    pub status: BoardMemberStatus,
    #[entity(on_delete = cascade)]
    pub board_id: Key<Board>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: String,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `role` can be.
#[derive(Choice)]
pub enum BoardMemberRole {
    Member,
    Admin,
    Owner,
}

/// What `status` can be.
#[derive(Choice)]
pub enum BoardMemberStatus {
    Active,
    Pending,
    Blocked,
}

/// A legal matter for which content is preserved.
#[derive(Entity)]
pub struct Case {
    #[entity(key, sequence = "CAS-{:05}")]
    pub id: Key<Case>,
    #[entity(on_delete = cascade)]
    pub org_id: Key<Organization>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One connector.
#[derive(Entity)]
pub struct Connector {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Connector>,
    pub style: Option<Json>,
    #[entity(on_delete = cascade)]
    pub board_id: Key<Board>,
    pub end_item: Json,
    pub start_item: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One group.
#[derive(Entity)]
pub struct Group {
    #[entity(key, sequence = "GRO-{:05}")]
    pub id: Key<Group>,
    pub data: Json,
    #[entity(on_delete = cascade)]
    pub board_id: Key<Board>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What must be preserved for a case.
#[derive(Entity)]
pub struct LegalHold {
    #[entity(key, sequence = "LEG-{:05}")]
    pub id: Key<LegalHold>,
    #[entity(on_delete = cascade)]
    pub org_id: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub case_id: Key<Case>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One mindmap node.
#[derive(Entity)]
pub struct MindmapNode {
    #[entity(key, sequence = "MIN-{:05}")]
    pub id: Key<MindmapNode>,
    pub data: Json,
    #[entity(on_delete = cascade)]
    pub board_id: Key<Board>,
    pub position: Json,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One organization.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, sequence = "ORG-{:05}")]
    pub org_id: Key<Organization>,
    #[entity(company)]
    pub name: String,
}

/// One organization member.
#[derive(Entity)]
pub struct OrganizationMember {
    #[entity(key, sequence = "OM-{:05}")]
    pub id: Key<OrganizationMember>,
    pub role: Option<OrganizationMemberRole>,
    #[entity(on_delete = cascade)]
    pub org_id: Key<Organization>,
    #[entity(default = true)]
    pub active: bool,
    pub license: Option<OrganizationMemberLicense>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(unique, email)]
    pub email: String,
}

/// What `role` can be.
#[derive(Choice)]
pub enum OrganizationMemberRole {
    OrganizationInternalAdmin,
    OrganizationInternalUser,
    OrganizationExternalUser,
    OrganizationTeamGuestUser,
    Unknown,
}

/// What `license` can be.
#[derive(Choice)]
pub enum OrganizationMemberLicense {
    Full,
    Occasional,
    Free,
    FreeRestricted,
    FullTrial,
    Unknown,
}

/// One project member.
#[derive(Entity)]
#[entity(unique(project_id, email))]
pub struct ProjectMember {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<ProjectMember>,
    pub role: ProjectMemberRole,
    #[entity(email)]
    pub email: String,
    #[entity(on_delete = cascade)]
    pub org_id: Key<Organization>,
    pub team_id: String,
    pub project_id: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What `role` can be.
#[derive(Choice)]
pub enum ProjectMemberRole {
    Owner,
    Editor,
    Commenter,
    Viewer,
}

/// One tag.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, sequence = "TAG-{:05}")]
    pub id: Key<Tag>,
    pub data: Json,
    #[entity(on_delete = cascade)]
    pub board_id: Key<Board>,
    #[entity(color)]
    pub fill_color: Option<String>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something placed on a board.
#[derive(Entity)]
pub struct Item {
    #[entity(key, sequence = "ITE-{:05}")]
    pub id: Key<Item>,
    #[entity(on_delete = cascade)]
    pub board_id: Key<Board>,
    /// The frame that it lies in.
    #[entity(on_delete = clear)]
    pub parent_id: Option<Key<Item>>,
    pub kind: ItemKind,
    pub data: Option<Json>,
    pub style: Option<Json>,
    pub geometry: Option<Json>,
    pub position: Option<Json>,
    #[entity(title)]
    pub title: Option<String>,
    /// What a picture shows, where it was given directly.
    pub image_data: Option<String>,
    #[entity(path)]
    pub file_path: Option<String>,
    #[entity(on_delete = clear)]
    pub tag_ids: Vec<Key<Tag>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What sort of thing an item is.
#[derive(Choice)]
pub enum ItemKind {
    AppCard,
    Card,
    Document,
    Embed,
    Frame,
    Image,
    Shape,
    StickyNote,
    Text,
}

/// How confidential a board is.
#[derive(Entity)]
pub struct BoardClassification {
    #[entity(key, on_delete = cascade)]
    pub board_id: Key<Board>,
    pub org_id: Key<Organization>,
    pub team_id: String,
    pub label_id: String,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Where an export stands.
#[derive(Choice)]
pub enum ExportStatus {
    InProgress,
    Finished,
    Failed,
}

pub trait Tools {
    #[tool(list, page(limit, offset))]
    fn list_boards() -> Page<Board>;
    #[tool(create)]
    fn create_board() -> Board;
    #[tool(update, key(board_id))]
    fn update_board() -> Board;
    #[tool(delete, key(board_id))]
    fn delete_board() -> Board;
    #[tool(simulate(unclear_effect, "it copies everything that is on the board"))]
    fn copy_board();
    #[tool(get, key(board_id))]
    fn get_specific_board() -> Board;
    #[tool(list, filter(board_id), page(limit, offset))]
    fn get_items_on_board() -> Page<Item>;
    #[tool(get, key(item_id), filter(board_id))]
    fn get_specific_item() -> Item;
    #[tool(update, key(item_id), filter(board_id))]
    fn update_item_position() -> Item;
    #[tool(delete, key(item_id), filter(board_id))]
    fn delete_item() -> Item;
    #[tool(create, set(kind = ItemKind::AppCard))]
    fn create_app_card_item() -> Item;
    #[tool(get, key(item_id), filter(board_id), require(kind = [ItemKind::AppCard]))]
    fn get_app_card_item() -> Item;
    #[tool(update, key(item_id), filter(board_id), require(kind = [ItemKind::AppCard]))]
    fn update_app_card_item() -> Item;
    #[tool(delete, key(item_id), filter(board_id), require(kind = [ItemKind::AppCard]))]
    fn delete_app_card_item() -> Item;
    #[tool(create, set(kind = ItemKind::Card))]
    fn create_card_item() -> Item;
    #[tool(get, key(item_id), filter(board_id), require(kind = [ItemKind::Card]))]
    fn get_card_item() -> Item;
    #[tool(update, key(item_id), filter(board_id), require(kind = [ItemKind::Card]))]
    fn update_card_item() -> Item;
    #[tool(delete, key(item_id), filter(board_id), require(kind = [ItemKind::Card]))]
    fn delete_card_item() -> Item;
    #[tool(create)]
    fn create_connector() -> Connector;
    #[tool(list, filter(board_id), page(limit, cursor))]
    fn get_connectors() -> Page<Connector>;
    #[tool(get, key(connector_id), filter(board_id))]
    fn get_specific_connector() -> Connector;
    #[tool(update, key(connector_id), filter(board_id))]
    fn update_connector() -> Connector;
    #[tool(delete, key(connector_id), filter(board_id))]
    fn delete_connector() -> Connector;
    #[tool(create, set(kind = ItemKind::StickyNote))]
    fn create_sticky_note_item() -> Item;
    #[tool(get, key(item_id), filter(board_id), require(kind = [ItemKind::StickyNote]))]
    fn get_sticky_note_item() -> Item;
    #[tool(update, key(item_id), filter(board_id), require(kind = [ItemKind::StickyNote]))]
    fn update_sticky_note_item() -> Item;
    #[tool(delete, key(item_id), filter(board_id), require(kind = [ItemKind::StickyNote]))]
    fn delete_sticky_note_item() -> Item;
    #[tool(create, set(kind = ItemKind::Frame))]
    fn create_frame() -> Item;
    #[tool(get, key(item_id), filter(board_id), require(kind = [ItemKind::Frame]))]
    fn get_frame_item() -> Item;
    #[tool(update, key(item_id), filter(board_id), require(kind = [ItemKind::Frame]))]
    fn update_frame_item() -> Item;
    #[tool(delete, key(item_id), filter(board_id), require(kind = [ItemKind::Frame]))]
    fn delete_frame_item() -> Item;
    #[tool(create, set(kind = ItemKind::Document))]
    fn create_document_item() -> Item;
    #[tool(get, key(item_id), filter(board_id), require(kind = [ItemKind::Document]))]
    fn get_document_item() -> Item;
    #[tool(update, key(item_id), filter(board_id), require(kind = [ItemKind::Document]))]
    fn update_document_item() -> Item;
    #[tool(delete, key(item_id), filter(board_id), require(kind = [ItemKind::Document]))]
    fn delete_document_item() -> Item;
    #[tool(create, set(kind = ItemKind::Text))]
    fn create_text_item() -> Item;
    #[tool(get, key(item_id), filter(board_id), require(kind = [ItemKind::Text]))]
    fn get_text_item() -> Item;
    #[tool(update, key(item_id), filter(board_id), require(kind = [ItemKind::Text]))]
    fn update_text_item() -> Item;
    #[tool(delete, key(item_id), filter(board_id), require(kind = [ItemKind::Text]))]
    fn delete_text_item() -> Item;
    #[tool(simulate(unclear_effect, "one array makes several items"))]
    fn create_items_in_bulk();
    #[tool(create, set(kind = ItemKind::Image))]
    fn create_image_item_using_url() -> Item;
    #[tool(create, set(kind = ItemKind::Image))]
    fn create_image_item_using_file() -> Item;
    #[tool(get, key(item_id), filter(board_id), require(kind = [ItemKind::Image]))]
    fn get_image_item() -> Item;
    #[tool(update, key(item_id), filter(board_id), require(kind = [ItemKind::Image]))]
    fn update_image_item() -> Item;
    #[tool(update, key(item_id), filter(board_id), require(kind = [ItemKind::Image]))]
    fn update_image_item_using_file() -> Item;
    #[tool(delete, key(item_id), filter(board_id), require(kind = [ItemKind::Image]))]
    fn delete_image_item() -> Item;
    #[tool(create, set(kind = ItemKind::Shape))]
    fn create_shape_item() -> Item;
    #[tool(get, key(item_id), filter(board_id), require(kind = [ItemKind::Shape]))]
    fn get_shape_item() -> Item;
    #[tool(update, key(item_id), filter(board_id), require(kind = [ItemKind::Shape]))]
    fn update_shape_item() -> Item;
    #[tool(delete, key(item_id), filter(board_id), require(kind = [ItemKind::Shape]))]
    fn delete_shape_item() -> Item;
    #[tool(create, set(kind = ItemKind::Embed))]
    fn create_embed_item() -> Item;
    #[tool(get, key(item_id), filter(board_id), require(kind = [ItemKind::Embed]))]
    fn get_embed_item() -> Item;
    #[tool(update, key(item_id), filter(board_id), require(kind = [ItemKind::Embed]))]
    fn update_embed_item() -> Item;
    #[tool(delete, key(item_id), filter(board_id), require(kind = [ItemKind::Embed]))]
    fn delete_embed_item() -> Item;
    #[tool(create)]
    fn create_tag() -> Tag;
    #[tool(get, key(tag_id), filter(board_id))]
    fn get_tag() -> Tag;
    #[tool(list, filter(board_id), page(limit, offset))]
    fn get_all_tags() -> Page<Tag>;
    #[tool(update, key(tag_id), filter(board_id))]
    fn update_tag() -> Tag;
    #[tool(delete, key(tag_id), filter(board_id))]
    fn delete_tag() -> Tag;
    #[tool(append(tag_ids = tag_id), key(item_id), filter(board_id))]
    fn attach_tag() -> Item;
    #[tool(detach(tag_ids = tag_id), key(item_id), filter(board_id))]
    fn detach_tag() -> Item;
    #[tool(simulate(unclear_effect, "the tags of an item stand in a list on the item"))]
    fn get_item_tags();
    #[tool(list, filter(board_id), page(limit, offset))]
    fn get_all_board_members() -> Page<BoardMember>;
    #[tool(get, key(member_id), filter(board_id))]
    fn get_specific_board_member() -> BoardMember;
    #[tool(delete, key(member_id), filter(board_id))]
    fn remove_board_member() -> BoardMember;
    #[tool(simulate(unclear_effect, "whether the access is for everybody or for one team depends on what is given"))]
    fn share_board();
    #[tool(update, key(member_id), filter(board_id))]
    fn update_board_member() -> BoardMember;
    #[tool(create)]
    fn create_group() -> Group;
    #[tool(list, filter(board_id), page(limit, cursor))]
    fn get_all_groups() -> Page<Group>;
    #[tool(get, key(group_id), filter(board_id))]
    fn get_group() -> Group;
    #[tool(simulate(unclear_effect, "the items of a group stand in an object without declared fields"))]
    fn get_group_items();
    #[tool(update, key(group_id), filter(board_id))]
    fn update_group() -> Group;
    #[tool(simulate(unclear_effect, "the items may go with the group or stay, as a switch says"))]
    fn ungroup_items();
    #[tool(simulate(unclear_effect, "the items may go with the group or stay, as a switch says"))]
    fn delete_group();
    #[tool(simulate(unclear_effect, "a file makes several items"))]
    fn create_items_in_bulk_using_file();
    #[tool(create)]
    fn create_mindmap_node() -> MindmapNode;
    #[tool(get, key(item_id), filter(board_id))]
    fn get_mindmap_node() -> MindmapNode;
    #[tool(list, filter(board_id), page(limit, cursor))]
    fn get_mindmap_nodes() -> Page<MindmapNode>;
    #[tool(delete, key(item_id), filter(board_id))]
    fn delete_mindmap_node() -> MindmapNode;
    #[tool(get, key(board_id), filter(org_id, team_id))]
    fn get_board_classification() -> BoardClassification;
    #[tool(upsert, key(board_id))]
    fn update_board_classification() -> BoardClassification;
    #[tool(create)]
    fn create_board_export_job() -> BoardExportJob;
    #[tool(get, key(job_id), filter(org_id))]
    fn get_board_export_job_status() -> BoardExportJob;
    #[tool(simulate(media, "the result is a file made outside of the state"))]
    fn get_board_export_job_results();
    #[tool(list, filter(created_at >= created_after, created_at <= created_before), sort(created_at, direction = sorting), page(limit = limit, cursor = cursor))]
    fn get_audit_logs() -> Page<AuditLog>;
    #[tool(get, key(org_id))]
    fn get_organization_info() -> Organization;
    #[tool(list, filter(role, org_id, active, email = emails, license), page(limit = limit, cursor = cursor))]
    fn get_organization_members() -> Page<OrganizationMember>;
    #[tool(get, key(member_id), filter(org_id))]
    fn get_organization_member() -> OrganizationMember;
    #[tool(create)]
    fn add_project_member() -> ProjectMember;
    #[tool(get, key(member_id), filter(org_id, team_id, project_id))]
    fn get_project_member() -> ProjectMember;
    #[tool(delete, key(member_id), filter(org_id, team_id, project_id))]
    fn remove_project_member() -> ProjectMember;
    #[tool(list, filter(org_id), page(limit, cursor))]
    fn get_all_cases() -> Page<Case>;
    #[tool(get, key(case_id), filter(org_id))]
    fn get_case() -> Case;
    #[tool(list, filter(org_id, case_id), page(limit, cursor))]
    fn get_all_legal_holds() -> Page<LegalHold>;
    #[tool(get, key(legal_hold_id), filter(org_id, case_id))]
    fn get_legal_hold() -> LegalHold;
    #[tool(simulate(unclear_effect, "which items a legal hold covers is not recorded"))]
    fn get_legal_hold_content_items();
    #[tool(
        simulate(unclear_effect, "it tells of changes that the model does not record")
    )]
    fn get_board_content_logs();
}
