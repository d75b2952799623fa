//! AFFiNE: workspaces of docs with their tags, comments, databases, collections and folders.

/// Everything that AFFiNE knows.
#[derive(State)]
pub struct Affine {
    pub current_user: One<CurrentUser>,
    pub workspaces: Table<Workspace>,
    pub blobs: Table<Blob>,
    pub docs: Table<Doc>,
    pub tags: Table<Tag>,
    pub comments: Table<Comment>,
    pub custom_properties: Table<CustomProperty>,
    pub doc_properties: Table<DocProperty>,
    pub databases: Table<Database>,
    pub database_columns: Table<DatabaseColumn>,
    pub database_rows: Table<DatabaseRow>,
    pub surface_elements: Table<SurfaceElement>,
    pub collections: Table<Collection>,
    pub organize_nodes: Table<OrganizeNode>,
}

/// The user who is signed in.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
    #[entity(url)]
    pub avatar_url: Option<String>,
}

/// A space of docs that its members share.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workspace>,
    #[entity(title)]
    pub name: String,
    pub avatar: Option<String>,
    #[entity(default)]
    pub public: bool,
    #[entity(default)]
    pub enable_ai: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A file that a workspace keeps.
#[derive(Entity)]
pub struct Blob {
    #[entity(key, sequence = "BLO-{:05}")]
    pub key: Key<Blob>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(body)]
    pub content: String,
    #[entity(default = BlobEncoding::Utf8)]
    pub encoding: BlobEncoding,
    pub filename: Option<String>,
    #[entity(mime)]
    pub content_type: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// How the content of a blob is written.
#[derive(Choice)]
pub enum BlobEncoding {
    Utf8,
    Base64,
}

/// A page, which may stand below another.
#[derive(Entity)]
pub struct Doc {
    #[entity(key, sequence = "DOC-{:05}")]
    pub id: Key<Doc>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(title)]
    pub title: Option<String>,
    /// As Markdown.
    #[entity(body)]
    pub content: Option<String>,
    #[entity(on_delete = clear)]
    pub parent_doc_id: Option<Key<Doc>>,
    #[entity(on_delete = clear)]
    pub folder_id: Option<Key<OrganizeNode>>,
    #[entity(on_delete = clear)]
    pub tags: Vec<Key<Tag>>,
    pub icon: Option<Json>,
    /// What kind of page it was composed as.
    pub page_type: Option<PageType>,
    /// The sections that it was composed of.
    pub sections: Option<Json>,
    /// Whether anyone may read it.
    #[entity(default)]
    pub published: bool,
    /// How it is shown to everyone.
    pub public_mode: Option<PublicMode>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What a composed page is for.
#[derive(Choice)]
pub enum PageType {
    MeetingNotes,
    ProjectHub,
    SpecPage,
    WikiPage,
}

/// How a published doc is shown.
#[derive(Choice)]
pub enum PublicMode {
    #[choice(rename = "Page")]
    Page,
    #[choice(rename = "Edgeless")]
    Edgeless,
}

/// A word that docs are marked with.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, tag)]
    pub tag: Key<Tag>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A remark on a doc.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Comment>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(on_delete = cascade)]
    pub doc_id: Key<Doc>,
    pub doc_title: Option<String>,
    pub doc_mode: Option<String>,
    pub content: Json,
    pub mentions: Vec<String>,
    #[entity(default)]
    pub resolved: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A property that docs of a workspace can be given.
#[derive(Entity)]
pub struct CustomProperty {
    #[entity(key, sequence = "PROP-{:05}")]
    pub property: Key<CustomProperty>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(title)]
    pub name: String,
    pub r#type: PropertyType,
    pub icon: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What values a property takes.
#[derive(Choice)]
pub enum PropertyType {
    Text,
    Number,
    Checkbox,
    Date,
}

/// The value of a property on a doc.
#[derive(Entity)]
pub struct DocProperty {
    #[entity(key, on_delete = cascade)]
    pub doc_id: Key<Doc>,
    #[entity(key, on_delete = cascade)]
    pub property: Key<CustomProperty>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    pub value: Json,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A database: a block of a doc that holds rows under columns.
#[derive(Entity)]
pub struct Database {
    #[entity(key, sequence = "DB-{:05}")]
    pub id: Key<Database>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(on_delete = cascade)]
    pub doc_id: Key<Doc>,
    pub intent: DatabaseIntent,
    #[entity(title)]
    pub title: Option<String>,
    /// The rows that it was composed with, as the caller gave them.
    pub seed_rows: Option<Json>,
    pub placement: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What a database is composed for.
#[derive(Choice)]
pub enum DatabaseIntent {
    TaskBoard,
    IssueTracker,
}

/// A column of a database.
#[derive(Entity)]
#[entity(unique(database_block_id, name))]
pub struct DatabaseColumn {
    #[entity(key, sequence = "COLUMN-{:05}")]
    pub id: Key<DatabaseColumn>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(on_delete = cascade)]
    pub doc_id: Key<Doc>,
    #[entity(on_delete = cascade)]
    pub database_block_id: Key<Database>,
    #[entity(title)]
    pub name: String,
    #[entity(default = ColumnType::RichText)]
    pub r#type: ColumnType,
    pub options: Vec<String>,
    #[entity(range = 1..=10000)]
    pub width: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What a column holds.
#[derive(Choice)]
pub enum ColumnType {
    #[choice(rename = "rich-text")]
    RichText,
    Select,
    #[choice(rename = "multi-select")]
    MultiSelect,
    Number,
    Checkbox,
    Link,
    Date,
}

/// A row of a database.
#[derive(Entity)]
pub struct DatabaseRow {
    #[entity(key, sequence = "ROW-{:05}")]
    pub row_block_id: Key<DatabaseRow>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(on_delete = cascade)]
    pub doc_id: Key<Doc>,
    #[entity(on_delete = cascade)]
    pub database_block_id: Key<Database>,
    /// The values by column.
    pub cells: Json,
    #[entity(on_delete = clear)]
    pub linked_doc_id: Option<Key<Doc>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Something drawn on the canvas of a doc.
#[derive(Entity)]
pub struct SurfaceElement {
    #[entity(key, sequence = "ELE-{:05}")]
    pub id: Key<SurfaceElement>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(on_delete = cascade)]
    pub doc_id: Key<Doc>,
    pub r#type: SurfaceElementType,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What is drawn.
#[derive(Choice)]
pub enum SurfaceElementType {
    Shape,
    Connector,
    Text,
    Group,
}

/// Docs that belong together, put in by hand or by rules.
#[derive(Entity)]
pub struct Collection {
    #[entity(key, sequence = "COL-{:05}")]
    pub id: Key<Collection>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(title)]
    pub name: String,
    pub rules: Option<Json>,
    /// The docs put in by hand.
    #[entity(on_delete = clear)]
    pub doc_ids: Vec<Key<Doc>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A folder of the sidebar, or a link in one.
#[derive(Entity)]
pub struct OrganizeNode {
    #[entity(key, sequence = "NODE-{:05}")]
    pub id: Key<OrganizeNode>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Option<Key<Workspace>>,
    pub r#type: NodeType,
    /// The name of a folder.
    #[entity(title)]
    pub name: Option<String>,
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<OrganizeNode>>,
    /// The doc, tag or collection that a link leads to.
    pub target_id: Option<String>,
    /// Where it stands among the nodes beside it.
    pub index: Option<String>,
    pub icon: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What a node is.
#[derive(Choice)]
pub enum NodeType {
    Folder,
    Doc,
    Tag,
    Collection,
}

pub trait Tools {
    #[tool(simulate(unclear_effect, "it begins a session, which is no part of the state"))]
    fn sign_in();
    #[tool(create)]
    fn upload_blob() -> Blob;
    #[tool(simulate(unclear_effect, "a blob goes to a trash first or at once, and the spec does not tell when"))]
    fn delete_blob();
    #[tool(simulate(unclear_effect, "it removes every blob in the trash, which the model does not have"))]
    fn cleanup_blobs();
    #[tool(list, filter(workspace_id, doc_id), page(limit = first, offset, cursor = after))]
    fn list_comments() -> Page<Comment>;
    #[tool(create)]
    fn create_comment() -> Comment;
    #[tool(update, key(id))]
    fn update_comment() -> Comment;
    #[tool(delete, key(id))]
    fn delete_comment() -> Comment;
    #[tool(update, key(id))]
    fn resolve_comment() -> Comment;
    #[tool(list, filter(workspace_id), page(limit = first, offset, cursor = after))]
    fn list_docs() -> Page<Doc>;
    #[tool(simulate(external_computation, "the order of relevance is reckoned, and a mode says how words match"))]
    fn search_docs();
    #[tool(search(title ~ title), filter(workspace_id), page(limit), ignore(case_insensitive))]
    fn find_doc_by_title() -> Page<Doc>;
    #[tool(list, filter(workspace_id))]
    fn list_tags() -> Page<Tag>;
    #[tool(list, filter(workspace_id, tags has tag), ignore(ignore_case))]
    fn list_docs_by_tag() -> Page<Doc>;
    #[tool(create)]
    fn create_tag() -> Tag;
    #[tool(append(tags = tag), key(doc_id), filter(workspace_id))]
    fn add_tag_to_doc() -> Doc;
    #[tool(detach(tags = tag), key(doc_id), filter(workspace_id))]
    fn remove_tag_from_doc() -> Doc;
    #[tool(delete, key(tag), filter(workspace_id))]
    fn delete_tag() -> Tag;
    #[tool(get, key(doc_id), filter(workspace_id))]
    fn get_doc() -> Doc;
    #[tool(get, key(doc_id), filter(workspace_id), ignore(include_markdown))]
    fn read_doc() -> Doc;
    #[tool(simulate(unclear_effect, "what the server can do is no part of the state"))]
    fn get_capabilities();
    #[tool(simulate(external_computation, "it weighs what of a doc Markdown can say"))]
    fn analyze_doc_fidelity();
    #[tool(update, key(doc_id), filter(workspace_id, parent_doc_id = from_parent_doc_id), map(parent_doc_id = to_parent_doc_id))]
    fn move_doc() -> Doc;
    #[tool(update, key(doc_id), filter(workspace_id), map(public_mode = mode), set(published = true))]
    fn publish_doc() -> Doc;
    #[tool(update, key(doc_id), filter(workspace_id), set(published = false))]
    fn revoke_doc() -> Doc;
    #[tool(create)]
    fn create_doc() -> Doc;
    #[tool(create)]
    fn create_semantic_page() -> Doc;
    #[tool(simulate(unclear_effect, "it adds blocks inside a doc, which the model keeps as one text"))]
    fn append_semantic_section();
    #[tool(simulate(unclear_effect, "it adds a block inside a doc, which the model keeps as one text"))]
    fn append_block();
    #[tool(simulate(external_computation, "it writes the blocks of a doc as Markdown"))]
    fn export_doc_markdown();
    #[tool(simulate(external_computation, "it writes a doc as Markdown and weighs what was lost"))]
    fn export_with_fidelity_report();
    #[tool(create, map(content = markdown), ignore(strict))]
    fn create_doc_from_markdown() -> Doc;
    #[tool(simulate(unclear_effect, "it adds to the text of a doc, which no operation says"))]
    fn append_markdown();
    #[tool(update, key(doc_id), filter(workspace_id), map(content = markdown), ignore(strict, allow_empty))]
    fn replace_doc_with_markdown() -> Doc;
    #[tool(delete, key(doc_id), filter(workspace_id, id = confirm_doc_id))]
    fn delete_doc() -> Doc;
    #[tool(simulate(external_computation, "it sets the docs into a tree down to a depth"))]
    fn list_workspace_tree();
    #[tool(simulate(unclear_effect, "no operation asks for docs without a parent"))]
    fn get_orphan_docs();
    #[tool(list, filter(workspace_id, parent_doc_id = doc_id))]
    fn list_children() -> Page<Doc>;
    #[tool(update, key(doc_id), filter(workspace_id))]
    fn update_doc_title() -> Doc;
    #[tool(simulate(external_computation, "it reads the variables and blocks out of a template"))]
    fn inspect_template_structure();
    #[tool(simulate(unclear_effect, "it copies a template and fills in its variables"))]
    fn instantiate_template_native();
    #[tool(create)]
    fn add_database_row() -> DatabaseRow;
    #[tool(delete, key(row_block_id), filter(workspace_id, doc_id, database_block_id))]
    fn delete_database_row() -> DatabaseRow;
    #[tool(list, filter(workspace_id, doc_id, database_block_id, row_block_id in row_block_ids), ignore(columns))]
    fn read_database_cells() -> Page<DatabaseRow>;
    #[tool(list, filter(workspace_id, doc_id, database_block_id))]
    fn read_database_columns() -> Page<DatabaseColumn>;
    #[tool(simulate(unclear_effect, "it changes only the cells that are named, which no operation says"))]
    fn update_database_row();
    #[tool(create)]
    fn compose_database_from_intent() -> Database;
    #[tool(create)]
    fn add_database_column() -> DatabaseColumn;
    #[tool(create)]
    fn add_surface_element() -> SurfaceElement;
    #[tool(list, filter(workspace_id, doc_id, r#type, id = element_id))]
    fn list_surface_elements() -> Page<SurfaceElement>;
    #[tool(simulate(unclear_effect, "the spec names nothing that it could change"))]
    fn update_surface_element();
    #[tool(delete, key(element_id), filter(workspace_id, doc_id), ignore(prune_connectors))]
    fn delete_surface_element() -> SurfaceElement;
    #[tool(simulate(unclear_effect, "it changes a block inside a doc, which the model keeps as one text"))]
    fn update_frame_children();
    #[tool(simulate(unclear_effect, "it changes a block inside a doc, which the model keeps as one text"))]
    fn update_edgeless_block();
    #[tool(simulate(unclear_effect, "it changes a block inside a doc, which the model keeps as one text"))]
    fn delete_block();
    #[tool(simulate(unclear_effect, "the blocks of a canvas are no part of the model"))]
    fn get_edgeless_canvas();
    #[tool(simulate(unclear_effect, "the model does not record earlier versions of docs"))]
    fn list_histories();
    #[tool(update, key(doc_id), filter(workspace_id))]
    fn update_doc_icon() -> Doc;
    #[tool(update, key(folder_id), filter(workspace_id), require(r#type = [NodeType::Folder]))]
    fn update_folder_icon() -> OrganizeNode;
    #[tool(get, key(doc_id), filter(workspace_id))]
    fn get_doc_icon() -> Doc;
    #[tool(get, key(folder_id), filter(workspace_id))]
    fn get_folder_icon() -> OrganizeNode;
    #[tool(simulate(unclear_effect, "the model does not record what users are told"))]
    fn list_notifications();
    #[tool(simulate(unclear_effect, "it marks every notification at once, and the model does not record them"))]
    fn read_all_notifications();
    #[tool(list, filter(workspace_id))]
    fn list_collections() -> Page<Collection>;
    #[tool(get, key(collection_id), filter(workspace_id))]
    fn get_collection() -> Collection;
    #[tool(create)]
    fn create_collection() -> Collection;
    #[tool(update, key(collection_id), filter(workspace_id))]
    fn update_collection_rules() -> Collection;
    #[tool(update, key(collection_id), filter(workspace_id))]
    fn update_collection() -> Collection;
    #[tool(delete, key(collection_id), filter(workspace_id))]
    fn delete_collection() -> Collection;
    #[tool(append(doc_ids = doc_id), key(collection_id), filter(workspace_id))]
    fn add_doc_to_collection() -> Collection;
    #[tool(detach(doc_ids = doc_id), key(collection_id), filter(workspace_id))]
    fn remove_doc_from_collection() -> Collection;
    #[tool(list, filter(workspace_id))]
    fn list_organize_nodes() -> Page<OrganizeNode>;
    #[tool(create, set(r#type = NodeType::Folder))]
    fn create_folder() -> OrganizeNode;
    #[tool(simulate(unclear_effect, "it makes several folders at once, which no operation says"))]
    fn create_workspace_blueprint();
    #[tool(update, key(folder_id), filter(workspace_id), require(r#type = [NodeType::Folder]))]
    fn rename_folder() -> OrganizeNode;
    #[tool(delete, key(folder_id), filter(workspace_id))]
    fn delete_folder() -> OrganizeNode;
    #[tool(update, key(node_id), filter(workspace_id))]
    fn move_organize_node() -> OrganizeNode;
    #[tool(create, map(parent_id = folder_id))]
    fn add_organize_link() -> OrganizeNode;
    #[tool(delete, key(node_id), filter(workspace_id))]
    fn delete_organize_link() -> OrganizeNode;
    #[tool(list, filter(workspace_id, doc_id))]
    fn list_doc_properties() -> Page<DocProperty>;
    #[tool(create)]
    fn create_custom_property() -> CustomProperty;
    #[tool(delete, key(property), filter(workspace_id))]
    fn delete_custom_property() -> CustomProperty;
    #[tool(upsert, key(doc_id, property))]
    fn set_doc_property() -> DocProperty;
    #[tool(delete, key(doc_id, property), filter(workspace_id))]
    fn clear_doc_property() -> DocProperty;
    #[tool(get)]
    fn current_user() -> CurrentUser;
    #[tool(update)]
    fn update_profile() -> CurrentUser;
    #[tool(simulate(unclear_effect, "it changes only the settings that are named, which no operation says"))]
    fn update_settings();
    #[tool(list, ignore(include_profile))]
    fn list_workspaces() -> Page<Workspace>;
    #[tool(get, key(id))]
    fn get_workspace() -> Workspace;
    #[tool(create)]
    fn create_workspace() -> Workspace;
    #[tool(update, key(id))]
    fn update_workspace() -> Workspace;
    #[tool(delete, key(id), filter(id = confirm_workspace_id))]
    fn delete_workspace() -> Workspace;
}
