//! Google Tasks: lists of things to do, and the tasks on each, some below others.
/// Everything that Google Tasks knows.
#[derive(State)]
pub struct GoogleTasks {
    pub tasks: Table<Task>,
    pub tasklists: Table<Tasklist>,
}
/// One task.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub task: Key<Task>,
    pub due: Option<Timestamp>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(title)]
    pub title: String,
    #[entity(on_delete = cascade)]
    pub tasklist: Key<Tasklist>,
    #[entity(default = TaskStatus::NeedsAction)]
    pub status: TaskStatus,
    #[entity(on_delete = cascade)]
    pub parent: Option<Key<Task>>,
    #[entity(on_delete = clear)]
    pub previous: Option<Key<Task>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `status` can be.
#[derive(Choice)]
pub enum TaskStatus {
    #[choice(rename = "needsAction")]
    NeedsAction,
    Completed,
}
/// One tasklist.
#[derive(Entity)]
pub struct Tasklist {
    #[entity(key, sequence = "LST-{:05}")]
    pub tasklist: Key<Tasklist>,
    #[entity(title)]
    pub title: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(simulate(external_computation, "the user signs in outside the service"))]
    fn authenticate();
    #[tool(simulate(external_computation, "the code is traded outside the service"))]
    fn set_auth_code();
    #[tool(list)]
    fn list_tasklists() -> Page<Tasklist>;
    #[tool(get, key(tasklist))]
    fn get_tasklist() -> Tasklist;
    #[tool(create)]
    fn create_tasklist() -> Tasklist;
    #[tool(update, key(tasklist))]
    fn update_tasklist() -> Tasklist;
    #[tool(delete, key(tasklist))]
    fn delete_tasklist() -> Tasklist;
    #[tool(simulate(unclear_effect, "three switches leave out tasks by what became of them"))]
    fn list_tasks();
    #[tool(get, key(task), filter(tasklist))]
    fn get_task() -> Task;
    #[tool(create)]
    fn create_task() -> Task;
    #[tool(update, key(task), filter(tasklist))]
    fn update_task() -> Task;
    #[tool(delete, key(task), filter(tasklist))]
    fn delete_task() -> Task;
    #[tool(update, key(task), filter(tasklist), set(status = TaskStatus::Completed))]
    fn complete_task() -> Task;
    #[tool(update, key(task), filter(tasklist))]
    fn move_task() -> Task;
    #[tool(simulate(unclear_effect, "it hides many rows at once"))]
    fn clear_completed_tasks();
}
