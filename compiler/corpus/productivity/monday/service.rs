//! monday.com: boards with groups, columns and items, the updates and files on items, and docs made of blocks.

/// Everything that Monday knows.
#[derive(State)]
pub struct Monday {
    pub boards: Table<Board>,
    pub board_columns: Table<BoardColumn>,
    pub board_groups: Table<BoardGroup>,
    pub docs: Table<Doc>,
    pub doc_blocks: Table<DocBlock>,
    pub items: Table<Item>,
    pub item_files: Table<ItemFile>,
    pub updates: Table<Update>,
    pub update_files: Table<UpdateFile>,
}

/// One board.
#[derive(Entity)]
pub struct Board {
    #[entity(key, sequence = "BOA-{:05}")]
    pub id: Key<Board>,
    #[entity(len = 1..=255, title)]
    pub board_name: String,
    #[entity(default = BoardKind::Public)]
    pub board_kind: BoardKind,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One board column.
#[derive(Entity)]
#[entity(unique(board_id, name))]
pub struct BoardColumn {
    #[entity(key, sequence = "BC-{:05}")]
    pub id: Key<BoardColumn>,
    #[entity(on_delete = cascade)]
    pub board_id: Key<Board>,
    #[entity(title)]
    pub name: String,
    pub kind: Option<String>,
}

/// One board group.
#[derive(Entity)]
pub struct BoardGroup {
    #[entity(key, sequence = "BG-{:05}")]
    pub id: Key<BoardGroup>,
    #[entity(on_delete = cascade)]
    pub board_id: Key<Board>,
    #[entity(title)]
    pub group_name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One doc.
#[derive(Entity)]
pub struct Doc {
    #[entity(key, sequence = "DOC-{:05}")]
    pub id: Key<Doc>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub content: String,
    pub folder_id: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One doc block.
#[derive(Entity)]
pub struct DocBlock {
    #[entity(key, sequence = "DB-{:05}")]
    pub id: Key<DocBlock>,
    #[entity(on_delete = cascade)]
    pub doc_id: Key<Doc>,
    pub block_type: String,
    #[entity(body)]
    pub content: String,
    #[entity(on_delete = clear)]
    pub after_block_id: Option<Key<DocBlock>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A row of a board; with a parent it is a subitem.
#[derive(Entity)]
pub struct Item {
    #[entity(key, sequence = "ITE-{:05}")]
    pub id: Key<Item>,
    #[entity(on_delete = cascade)]
    pub board_id: Key<Board>,
    #[entity(len = 1..=255, title)]
    pub item_title: String,
    #[entity(on_delete = clear)]
    pub group_id: Option<Key<BoardGroup>>,
    #[entity(on_delete = cascade)]
    pub parent_item_id: Option<Key<Item>>,
    pub column_values: Option<Json>,
    #[entity(default)]
    pub archived: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One item file.
#[derive(Entity)]
pub struct ItemFile {
    #[entity(key, sequence = "IF-{:05}")]
    pub id: Key<ItemFile>,
    #[entity(on_delete = cascade)]
    pub item_id: Key<Item>,
    #[entity(path)]
    pub name: String,
    #[entity(quantity)]
    pub size: Option<i64>,
    #[entity(url)]
    pub url: Option<String>,
}

/// A message on an item.
#[derive(Entity)]
pub struct Update {
    #[entity(key, sequence = "UPD-{:05}")]
    pub id: Key<Update>,
    #[entity(on_delete = cascade)]
    pub item_id: Key<Item>,
    #[entity(body)]
    pub update_text: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One update file.
#[derive(Entity)]
pub struct UpdateFile {
    #[entity(key, sequence = "UF-{:05}")]
    pub id: Key<UpdateFile>,
    #[entity(on_delete = cascade)]
    pub update_id: Key<Update>,
    #[entity(path)]
    pub name: String,
    #[entity(quantity)]
    pub size: Option<i64>,
    #[entity(url)]
    pub url: Option<String>,
}

/// Who sees a board.
#[derive(Choice)]
pub enum BoardKind {
    Public,
    Private,
    Share,
}

pub trait Tools {
    #[tool(create)]
    fn create_item() -> Item;
    #[tool(get, key(item_id))]
    fn get_items_by_id() -> Item;
    #[tool(update, key(item_id), filter(board_id))]
    fn update_item() -> Item;
    #[tool(list, filter(board_id))]
    fn get_board_columns() -> Page<BoardColumn>;
    #[tool(list, filter(board_id))]
    fn get_board_groups() -> Page<BoardGroup>;
    #[tool(create)]
    fn create_update() -> Update;
    #[tool(list, page(limit))]
    fn list_boards() -> Page<Board>;
    #[tool(list, filter(board_id, group_id in group_ids), page(limit = limit, cursor = cursor))]
    fn list_items_in_groups() -> Page<Item>;
    #[tool(list, filter(parent_item_id in item_ids))]
    fn list_subitems_in_items() -> Page<Item>;
    #[tool(create)]
    fn create_board() -> Board;
    #[tool(create)]
    fn create_board_group() -> BoardGroup;
    #[tool(update, key(item_id))]
    fn move_item_to_group() -> Item;
    #[tool(delete, key(item_id))]
    fn delete_item() -> Item;
    #[tool(update, key(item_id), set(archived = true))]
    fn archive_item() -> Item;
    #[tool(list, filter(item_id), page(limit))]
    fn get_item_updates() -> Page<Update>;
    #[tool(list, filter(folder_id), page(limit))]
    fn get_docs() -> Page<Doc>;
    #[tool(get, key(doc_id))]
    fn get_doc_content() -> Doc;
    #[tool(create)]
    fn create_doc() -> Doc;
    #[tool(create)]
    fn add_doc_block() -> DocBlock;
    #[tool(list, filter(item_id))]
    fn get_item_files() -> Page<ItemFile>;
    #[tool(list, filter(update_id))]
    fn get_update_files() -> Page<UpdateFile>;
}
