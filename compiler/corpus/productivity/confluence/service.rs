//! Confluence: spaces of a wiki, the tree of pages in each, and the files attached to pages.
/// Everything that Confluence knows.
#[derive(State)]
pub struct Confluence {
    pub atlassian_clouds: Table<AtlassianCloud>,
    pub attachments: Table<Attachment>,
    pub current_user: One<CurrentUser>,
    pub pages: Table<PageRow>,
    pub spaces: Table<Space>,
}
/// One atlassian cloud.
#[derive(Entity)]
pub struct AtlassianCloud {
    #[entity(key, sequence = "ATL-{:05}")]
    pub id: Key<AtlassianCloud>,
    #[entity(title)]
    pub name: String,
    #[entity(url)]
    pub url: Option<String>,
}
/// One attachment.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<Attachment>,
    #[entity(on_delete = clear)]
    pub atlassian_cloud_id: Option<Key<AtlassianCloud>>,
    #[entity(title)]
    pub name: String,
    #[entity(range = 0..)]
    pub size: Option<i64>,
    #[entity(on_delete = cascade)]
    pub page_id: Key<PageRow>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One current user.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}
/// One page.
#[derive(Entity)]
#[entity(unique(space_id, title))]
pub struct PageRow {
    #[entity(key, sequence = "PAG-{:05}")]
    pub id: Key<PageRow>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub content: String,
    #[entity(on_delete = clear)]
    pub parent_id: Option<Key<PageRow>>,
    #[entity(default)]
    pub is_private: bool,
    #[entity(default)]
    pub is_draft: bool,
    #[entity(on_delete = clear)]
    pub atlassian_cloud_id: Option<Key<AtlassianCloud>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
}
/// One space.
#[derive(Entity)]
pub struct Space {
    #[entity(key, sequence = "SPA-{:05}")]
    pub id: Key<Space>,
    #[entity(on_delete = clear)]
    pub atlassian_cloud_id: Option<Key<AtlassianCloud>>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
pub trait Tools {
    #[tool(create, map(space_id = space_identifier))]
    fn create_page() -> PageRow;
    #[tool(list, filter(page_id = page_identifier, atlassian_cloud_id), page(limit, cursor = pagination_token))]
    fn get_attachments_for_page() -> Page<Attachment>;
    #[tool(list)]
    fn get_available_atlassian_clouds() -> Page<AtlassianCloud>;
    #[tool(get, key(page_identifier), filter(atlassian_cloud_id))]
    fn get_page() -> PageRow;
    #[tool(list, filter(id in page_ids, atlassian_cloud_id))]
    fn get_pages_by_id() -> Page<PageRow>;
    #[tool(get, key(space_identifier), filter(atlassian_cloud_id))]
    fn get_space() -> Space;
    #[tool(list, filter(atlassian_cloud_id), page(limit, cursor = pagination_token), ignore(sort_order))]
    fn list_attachments() -> Page<Attachment>;
    #[tool(list, filter(parent_id, atlassian_cloud_id), page(limit, cursor = pagination_token), ignore(parent_type, sort_by))]
    fn list_direct_children() -> Page<PageRow>;
    #[tool(list, filter(space_id in space_ids, atlassian_cloud_id), page(limit, cursor = pagination_token), ignore(sort_by))]
    fn list_pages() -> Page<PageRow>;
    #[tool(list, filter(atlassian_cloud_id), page(limit, cursor = pagination_token))]
    fn list_spaces() -> Page<Space>;
    #[tool(update, key(page_identifier), filter(atlassian_cloud_id))]
    fn rename_page() -> PageRow;
    #[tool(simulate(external_computation, "it weighs the words that must and may occur"))]
    fn search_content();
    #[tool(simulate(unclear_effect, "the content may stand before, after or in place of what is there"))]
    fn update_page_content();
    #[tool(get)]
    fn who_am_i() -> CurrentUser;
}
