//! OneDrive: drives, the folders and files on them, and the earlier versions of files.
/// Everything that OneDrive knows.
#[derive(State)]
pub struct Onedrive {
    pub drives: Table<Drive>,
    pub drive_items: Table<DriveItem>,
    pub drive_item_versions: Table<DriveItemVersion>,
}
/// One drive.
#[derive(Entity)]
pub struct Drive {
    #[entity(key, sequence = "DRV-{:05}")]
    pub id: Key<Drive>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// A folder or a file.
#[derive(Entity)]
pub struct DriveItem {
    #[entity(key, sequence = "ITM-{:05}")]
    pub id: Key<DriveItem>,
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<DriveItem>>,
    pub kind: ItemKind,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// The text of a text file.
    #[entity(body)]
    pub content: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether an item holds others.
#[derive(Choice)]
pub enum ItemKind {
    Folder,
    File,
}
/// An earlier state of a file.
#[derive(Entity)]
pub struct DriveItemVersion {
    #[entity(key, sequence = "VER-{:05}")]
    pub id: Key<DriveItemVersion>,
    #[entity(on_delete = cascade)]
    pub item_id: Key<DriveItem>,
    pub size: i64,
    pub last_modified_at: Timestamp,
}
pub trait Tools {
    #[tool(
        list,
        sort(by = orderby),
        page(cursor = skip_token, limit = top),
        ignore(expand, select)
    )]
    fn list_drives() -> Page<Drive>;
    #[tool(get, key(drive_id), ignore(select))]
    fn get_drive() -> Drive;
    #[tool(simulate(unclear_effect, "no argument tells which of the drives is the own one"))]
    fn get_my_drive();
    #[tool(get, key(item_id), ignore(select, expand, include_deleted_items))]
    fn get_drive_item_by_id() -> DriveItem;
    #[tool(list, filter(parent_id = item_id), sort(by = orderby), page(cursor = skip_token, limit = top), ignore(select, expand))]
    fn list_drive_item_children() -> Page<DriveItem>;
    #[tool(simulate(unclear_effect, "it tells of changes that the model does not record"))]
    fn delta_drive_items();
    #[tool(search((name, description, content) ~ q), sort(by = orderby), page(cursor = skip_token, limit = top), ignore(select, expand))]
    fn search_drive_items() -> Page<DriveItem>;
    #[tool(search((name, description, content) ~ q), sort(by = orderby), page(cursor = skip_token, limit = top), ignore(select, expand))]
    fn search_all_accessible_items() -> Page<DriveItem>;
    #[tool(simulate(unclear_effect, "the path is made of the names of all the folders above"))]
    fn get_drive_item_by_path();
    #[tool(simulate(unclear_effect, "no argument names the row of the root"))]
    fn get_root_folder();
    #[tool(
        list,
        filter(item_id),
        page(limit = top, cursor = skip_token),
        ignore(select)
    )]
    fn list_drive_item_versions() -> Page<DriveItemVersion>;
    #[tool(create, map(parent_id = parent_item_id), set(kind = ItemKind::Folder), ignore(microsoft_graph_conflict_behavior))]
    fn create_folder() -> DriveItem;
    #[tool(simulate(unclear_effect, "the new parent stands inside an object"))]
    fn update_drive_item();
    #[tool(simulate(unclear_effect, "a copy takes everything below the item with it"))]
    fn copy_drive_item();
    #[tool(simulate(unclear_effect, "the new parent stands inside an object"))]
    fn move_drive_item();
    #[tool(get, key(item_id))]
    fn read_text_file_content() -> DriveItem;
    #[tool(simulate(external_computation, "the link is signed for a short time when it is asked for"))]
    fn get_download_link();
    #[tool(delete, key(item_id))]
    fn delete_drive_item() -> DriveItem;
    #[tool(delete, key(item_id))]
    fn permanent_delete_drive_item() -> DriveItem;
    #[tool(create, map(name = filename, content = body), set(kind = ItemKind::File))]
    fn create_text_file() -> DriveItem;
    #[tool(update, key(item_id), map(content = body))]
    fn update_text_file_content() -> DriveItem;
    #[tool(simulate(media, "the workbook is a file made out of the text"))]
    fn create_excel_from_csv();
}
