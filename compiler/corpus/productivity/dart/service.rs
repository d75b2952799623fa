//! Dart: tasks on dartboards, with people and dates on them, and documents in folders.
/// Everything that Dart knows.
#[derive(State)]
pub struct Dart {
    pub config: One<Config>,
    pub docs: Table<Doc>,
    pub tasks: Table<Task>,
}
/// What the workspace offers to choose from.
#[derive(Entity)]
pub struct Config {
    #[entity(title)]
    pub dartboards: Vec<String>,
    #[entity(title)]
    pub folders: Vec<String>,
    pub statuses: Vec<String>,
    pub priorities: Vec<String>,
    #[entity(person)]
    pub assignees: Vec<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
}
/// A written page.
#[derive(Entity)]
pub struct Doc {
    #[entity(key, sequence = "DOC-{:05}")]
    pub id: Key<Doc>,
    #[entity(len = 1..=500, title)]
    pub title: String,
    #[entity(body)]
    pub text: Option<String>,
    pub folder: Option<String>,
    pub folder_duid: Option<String>,
    #[entity(default)]
    pub in_trash: bool,
    #[entity(default)]
    pub is_draft: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Something to be done.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    #[entity(len = 1..=500, title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    /// What sort of task it is.
    pub kind: Option<String>,
    pub status: Option<String>,
    pub status_duid: Option<String>,
    pub priority: Option<String>,
    pub size: Option<f64>,
    pub start_at: Option<Timestamp>,
    pub due_at: Option<Timestamp>,
    pub dartboard: Option<String>,
    pub dartboard_duid: Option<String>,
    #[entity(person)]
    pub assignees: Vec<String>,
    #[entity(person)]
    pub assignee: Option<String>,
    pub assignee_duid: Option<String>,
    pub subscriber_duids: Vec<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    /// The task that it is a part of.
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<Task>>,
    #[entity(default)]
    pub in_trash: bool,
    #[entity(default)]
    pub is_draft: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(get)]
    fn get_config() -> Config;
    #[tool(
        list,
        filter(
            assignee,
            assignee_duid,
            dartboard,
            dartboard_duid,
            description ~ description,
            due_at <= due_at_before,
            due_at >= due_at_after,
            id = duids,
            in_trash,
            is_draft,
            kind,
            priority,
            size,
            start_at <= start_at_before,
            start_at >= start_at_after,
            status,
            status_duid,
            subscriber_duids has subscriber_duid,
            tags has tag,
            title ~ title
        ),
        page(limit, offset)
    )]
    fn list_tasks() -> Page<Task>;
    #[tool(create)]
    fn create_task() -> Task;
    #[tool(get, key(id))]
    fn get_task() -> Task;
    #[tool(update, key(id))]
    fn update_task() -> Task;
    #[tool(delete, key(id))]
    fn delete_task() -> Task;
    #[tool(
        search((title, text)~s),
        filter(folder, folder_duid, id = duids, in_trash, is_draft, text ~ text, title ~ title),
        page(limit, offset)
    )]
    fn list_docs() -> Page<Doc>;
    #[tool(create)]
    fn create_doc() -> Doc;
    #[tool(get, key(id))]
    fn get_doc() -> Doc;
    #[tool(update, key(id))]
    fn update_doc() -> Doc;
    #[tool(delete, key(id))]
    fn delete_doc() -> Doc;
}
