//! TickTick: projects as lists or boards, and the tasks and notes in them.
/// Everything that TickTick knows.
#[derive(State)]
pub struct Ticktick {
    pub projects: Table<Project>,
    pub tasks: Table<Task>,
}
/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    #[entity(default = ProjectKind::Task)]
    pub kind: ProjectKind,
    #[entity(title)]
    pub name: String,
    #[entity(color)]
    pub color: Option<String>,
    #[entity(default = ProjectViewMode::List)]
    pub view_mode: ProjectViewMode,
    pub sort_order: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `kind` can be.
#[derive(Choice)]
pub enum ProjectKind {
    #[choice(rename = "TASK")]
    Task,
    #[choice(rename = "NOTE")]
    Note,
}
/// What `view_mode` can be.
#[derive(Choice)]
pub enum ProjectViewMode {
    List,
    Kanban,
    Timeline,
}
/// One task.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    #[entity(body)]
    pub desc: Option<String>,
    pub items: Option<Json>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub content: Option<String>,
    pub due_date: Option<String>,
    #[entity(default)]
    pub is_all_day: bool,
    pub priority: Option<f64>,
    #[entity(timezone)]
    pub time_zone: Option<String>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    pub reminders: Vec<String>,
    pub sort_order: Option<String>,
    pub start_date: Option<String>,
    pub repeat_flag: Option<String>,
    #[entity(default)]
    pub completed: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(list)]
    fn get_user_projects() -> Page<Project>;
    #[tool(get, key(project_id))]
    fn get_project_by_id() -> Project;
    #[tool(list, filter(project_id))]
    fn get_project_with_data() -> Page<Task>;
    #[tool(create)]
    fn create_project() -> Project;
    #[tool(update, key(project_id))]
    fn update_project() -> Project;
    #[tool(delete, key(project_id))]
    fn delete_project() -> Project;
    #[tool(get, key(task_id), filter(project_id))]
    fn get_task_by_ids() -> Task;
    #[tool(create)]
    fn create_task() -> Task;
    #[tool(update, key(task_id), filter(project_id), ignore(id))]
    fn update_task() -> Task;
    #[tool(update, key(task_id), filter(project_id), set(completed = true))]
    fn complete_task() -> Task;
    #[tool(delete, key(task_id), filter(project_id))]
    fn delete_task() -> Task;
}
