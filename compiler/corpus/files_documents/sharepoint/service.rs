//! SharePoint keeps sites with their drives, lists and pages, and in the drives folders, documents,
//! workbooks and presentations.

/// Everything that SharePoint knows.
#[derive(State)]
pub struct Sharepoint {
    pub current_user: One<CurrentUser>,
    pub drives: Table<Drive>,
    pub items: Table<Item>,
    pub lists: Table<List>,
    pub pages: Table<SitePage>,
    pub share_links: Table<ShareLink>,
    pub slides: Table<Slide>,
    pub slide_notes: Table<SlideNote>,
    pub worksheets: Table<Worksheet>,
    pub sites: Table<Site>,
    pub list_items: Table<ListItem>,
}

/// One current user.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}

/// One drive.
#[derive(Entity)]
pub struct Drive {
    #[entity(key, sequence = "DRI-{:05}")]
    pub id: Key<Drive>,
    #[entity(on_delete = cascade)]
    pub site: Key<Site>,
    #[entity(title)]
    pub name: String,
}

/// A file or folder of a drive.
#[derive(Entity)]
pub struct Item {
    #[entity(key, sequence = "ITE-{:05}")]
    pub id: Key<Item>,
    #[entity(on_delete = cascade)]
    pub drive_id: Key<Drive>,
    #[entity(len = 1..=400, title)]
    pub name: String,
    #[entity(default = ItemKind::File)]
    pub kind: ItemKind,
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<Item>>,
    #[entity(body)]
    pub text_content: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One list.
#[derive(Entity)]
pub struct List {
    #[entity(key, sequence = "LIS-{:05}")]
    pub id: Key<List>,
    #[entity(on_delete = cascade)]
    pub site: Key<Site>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One page.
#[derive(Entity)]
pub struct SitePage {
    #[entity(key, sequence = "PAG-{:05}")]
    pub id: Key<SitePage>,
    #[entity(on_delete = cascade)]
    pub site: Key<Site>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub content: Option<String>,
}

/// An address under which an item is open to others; an item has one at most.
#[derive(Entity)]
pub struct ShareLink {
    #[entity(key, on_delete = cascade)]
    pub drive_id: Key<Drive>,
    #[entity(key, on_delete = cascade)]
    pub item_id: Key<Item>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(url)]
    pub url: Option<String>,
}

/// One slide of a presentation.
#[derive(Entity)]
pub struct Slide {
    #[entity(key, sequence = "SLI-{:05}")]
    pub id: Key<Slide>,
    #[entity(on_delete = cascade)]
    pub drive_id: Key<Drive>,
    #[entity(on_delete = cascade)]
    pub item_id: Key<Item>,
    #[entity(title)]
    pub slide_title: Option<String>,
    #[entity(body)]
    pub slide_body: Option<String>,
    pub layout: Option<SlideLayout>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(body)]
    pub left_body: Option<String>,
    #[entity(body)]
    pub right_body: Option<String>,
}

/// What `layout` can be.
#[derive(Choice)]
pub enum SlideLayout {
    #[choice(rename = "TITLE")]
    Title,
    #[choice(rename = "TITLE_AND_CONTENT")]
    TitleAndContent,
    #[choice(rename = "SECTION_HEADER")]
    SectionHeader,
    #[choice(rename = "TITLE_ONLY")]
    TitleOnly,
    #[choice(rename = "BLANK")]
    Blank,
    #[choice(rename = "CONTENT_WITH_CAPTION")]
    ContentWithCaption,
    #[choice(rename = "PICTURE_WITH_CAPTION")]
    PictureWithCaption,
    #[choice(rename = "TITLE_AND_VERTICAL_TEXT")]
    TitleAndVerticalText,
    #[choice(rename = "VERTICAL_TITLE_AND_TEXT")]
    VerticalTitleAndText,
}

/// What the speaker is to say at a slide.
#[derive(Entity)]
pub struct SlideNote {
    #[entity(key, on_delete = cascade)]
    pub item_id: Key<Item>,
    #[entity(key)]
    pub slide_index: i64,
    #[entity(on_delete = cascade)]
    pub drive_id: Key<Drive>,
    #[entity(body)]
    pub notes: String,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One sheet of a workbook.
#[derive(Entity)]
pub struct Worksheet {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Worksheet>,
    #[entity(on_delete = cascade)]
    pub drive_id: Key<Drive>,
    #[entity(on_delete = cascade)]
    pub item_id: Key<Item>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A team's place, with its drives, lists and pages.
#[derive(Entity)]
pub struct Site {
    #[entity(key, sequence = "SIT-{:05}")]
    pub id: Key<Site>,
    #[entity(title)]
    pub name: String,
    #[entity(unique, url)]
    pub web_url: String,
}

/// A row of a list.
#[derive(Entity)]
pub struct ListItem {
    #[entity(key, sequence = "LIT-{:05}")]
    pub id: Key<ListItem>,
    #[entity(on_delete = cascade)]
    pub site: Key<Site>,
    #[entity(on_delete = cascade)]
    pub list_id: Key<List>,
    #[entity(title)]
    pub title: String,
    pub fields: Option<Json>,
}

/// What an item of a drive is.
#[derive(Choice)]
pub enum ItemKind {
    File,
    Folder,
    Document,
    Workbook,
    Presentation,
}

pub trait Tools {
    #[tool(create, ignore(session_id))]
    fn microsoft_sharepoint_add_worksheet() -> Worksheet;

    #[tool(simulate(
        unclear_effect,
        "the copy is made later, and is asked after by an address that is given then",
    ))]
    fn microsoft_sharepoint_copy_item();

    #[tool(
        create,
        map(name = folder_name, parent_id = parent_folder_id),
        set(kind = ItemKind::Folder),
    )]
    fn microsoft_sharepoint_create_folder() -> Item;

    #[tool(create, map(name = title, parent_id = folder_id), set(kind = ItemKind::Presentation))]
    fn microsoft_sharepoint_create_presentation() -> Item;

    #[tool(upsert, key(drive_id, item_id))]
    fn microsoft_sharepoint_create_share_link() -> ShareLink;

    #[tool(create)]
    fn microsoft_sharepoint_create_slide() -> Slide;

    #[tool(create)]
    fn microsoft_sharepoint_create_two_content_slide() -> Slide;

    #[tool(
        create,
        map(name = title, parent_id = folder_id),
        set(kind = ItemKind::Document),
        ignore(conflict_behavior),
    )]
    fn microsoft_sharepoint_create_word_document() -> Item;

    #[tool(
        create,
        map(name = filename, parent_id = parent_folder_id, text_content = initial_data),
        set(kind = ItemKind::Workbook),
    )]
    fn microsoft_sharepoint_create_workbook() -> Item;

    #[tool(delete, key(item_id), filter(drive_id))]
    fn microsoft_sharepoint_delete_item() -> Item;

    #[tool(delete, key(worksheet), filter(drive_id, item_id), ignore(session_id))]
    fn microsoft_sharepoint_delete_worksheet() -> Worksheet;

    #[tool(list, filter(drive_id, item_id))]
    fn microsoft_sharepoint_get_all_slide_notes() -> Page<SlideNote>;

    #[tool(simulate(
        unclear_effect,
        "the copy is made later, and is asked after by an address that is given then",
    ))]
    fn microsoft_sharepoint_get_copy_status();

    #[tool(list, filter(site))]
    fn microsoft_sharepoint_get_drives_from_site() -> Page<Drive>;

    #[tool(list, filter(site, list_id))]
    fn microsoft_sharepoint_get_items_from_list() -> Page<ListItem>;

    #[tool(list, filter(site))]
    fn microsoft_sharepoint_get_lists_from_site() -> Page<List>;

    #[tool(get, key(page_id), filter(site), ignore(include_page_content))]
    fn microsoft_sharepoint_get_page() -> SitePage;

    #[tool(simulate(external_computation, "the slides are written out as one text"))]
    fn microsoft_sharepoint_get_presentation_as_markdown();

    #[tool(get, key(site))]
    fn microsoft_sharepoint_get_site() -> Site;

    #[tool(get, key(item_id, slide_index), filter(drive_id))]
    fn microsoft_sharepoint_get_slide_notes() -> SlideNote;

    #[tool(get, key(item_id), filter(drive_id), ignore(metadata_only))]
    fn microsoft_sharepoint_get_word_document() -> Item;

    #[tool(get, key(item_id), filter(drive_id), ignore(session_id))]
    fn microsoft_sharepoint_get_workbook_metadata() -> Item;

    #[tool(simulate(unclear_effect, "the cells of a worksheet are not kept in this model"))]
    fn microsoft_sharepoint_get_worksheet_data();

    #[tool(simulate(unclear_effect, "the text goes behind the text that the document has"))]
    fn microsoft_sharepoint_insert_text_at_end_of_word_document();

    #[tool(list, filter(drive_id, parent_id = folder_id), page(limit = limit, offset = offset))]
    fn microsoft_sharepoint_list_items_in_folder() -> Page<Item>;

    #[tool(list, filter(site), page(limit))]
    fn microsoft_sharepoint_list_pages() -> Page<SitePage>;

    #[tool(simulate(
        unclear_effect,
        "only items that lie in no folder count, which no filter says"
    ))]
    fn microsoft_sharepoint_list_root_items_in_drive();

    #[tool(list, page(limit = limit, offset = offset))]
    fn microsoft_sharepoint_list_sites() -> Page<Site>;

    #[tool(update, key(item_id), filter(drive_id), map(parent_id = new_parent_id))]
    fn microsoft_sharepoint_move_item() -> Item;

    #[tool(
        update,
        key(worksheet),
        filter(drive_id, item_id),
        map(name = new_name),
        ignore(session_id),
    )]
    fn microsoft_sharepoint_rename_worksheet() -> Worksheet;

    #[tool(
        search((name, text_content) ~ keywords),
        filter(drive_id, parent_id = folder_id),
        page(limit = limit, offset = offset),
    )]
    fn microsoft_sharepoint_search_drive_items() -> Page<Item>;

    #[tool(search((name, web_url) ~ keywords), page(limit = limit, offset = offset))]
    fn microsoft_sharepoint_search_sites() -> Page<Site>;

    #[tool(upsert, key(item_id, slide_index))]
    fn microsoft_sharepoint_set_slide_notes() -> SlideNote;

    #[tool(simulate(unclear_effect, "the cells of a worksheet are not kept in this model"))]
    fn microsoft_sharepoint_update_cell();

    #[tool(simulate(unclear_effect, "the cells of a worksheet are not kept in this model"))]
    fn microsoft_sharepoint_update_range();

    #[tool(get)]
    fn microsoft_sharepoint_who_am_i() -> CurrentUser;
}
