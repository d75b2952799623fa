//! Alfresco: a tree of nodes, folders and files alike, each with its type, properties and content.
/// Everything that Alfresco knows.
#[derive(State)]
pub struct Alfresco {
    pub nodes: Table<Node>,
}
/// A folder or a file.
#[derive(Entity)]
#[entity(unique(parent_id, name))]
pub struct Node {
    #[entity(key, sequence = "NOD-{:05}")]
    pub id: Key<Node>,
    /// The folder that it lies in; the topmost lies in none.
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<Node>>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(default = "cm:content".to_owned())]
    pub node_type: String,
    #[entity(body)]
    pub content: Option<String>,
    pub properties: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(search((name, content)~query), ignore(ticket), page(limit = max_items))]
    fn search_nodes() -> Page<Node>;
    #[tool(get, key(node_id), ignore(ticket))]
    fn get_node() -> Node;
    #[tool(get, key(node_id), ignore(ticket))]
    fn get_node_content() -> Node;
    #[tool(create, ignore(ticket))]
    fn create_node() -> Node;
    #[tool(update, key(node_id), ignore(ticket))]
    fn update_node() -> Node;
    #[tool(delete, key(node_id), ignore(ticket, permanent))]
    fn delete_node() -> Node;
    #[tool(list, filter(parent_id = node_id), ignore(ticket), page(limit = max_items))]
    fn list_children() -> Page<Node>;
    #[tool(create, map(name = file_name), ignore(ticket))]
    fn upload_file() -> Node;
    #[tool(get, key(node_id), ignore(ticket))]
    fn get_node_metadata() -> Node;
    #[tool(simulate(unclear_effect, "it copies a row, and what lies in it if it is a folder"))]
    fn copy_node();
}
