//! The checklist keeps projects, divided into groups, task lists, tasks and subtasks.

/// Everything that Checklist knows.
#[derive(State)]
pub struct Checklist {
    pub groups: Table<Group>,
    pub projects: Table<Project>,
    pub subtasks: Table<Subtask>,
    pub tasks: Table<Task>,
    pub task_lists: Table<TaskList>,
}

/// A part of a project that holds task lists.
#[derive(Entity)]
pub struct Group {
    #[entity(key, sequence = "GRO-{:05}")]
    pub id: Key<Group>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub order_index: f64,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    #[entity(color)]
    pub color: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A step of a task.
#[derive(Entity)]
pub struct Subtask {
    #[entity(key, sequence = "SUB-{:05}")]
    pub id: Key<Subtask>,
    #[entity(on_delete = cascade)]
    pub task_id: Key<Task>,
    #[entity(title)]
    pub title: String,
    pub order_index: f64,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default)]
    pub completed: bool,
}

/// Something to do.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    #[entity(body)]
    pub description: String,
    #[entity(on_delete = cascade)]
    pub task_list_id: Key<TaskList>,
    #[entity(title)]
    pub title: String,
    pub priority: Option<String>,
    pub due_date: Option<String>,
    pub metadata: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default)]
    pub completed: bool,
}

/// A list of tasks in a group.
#[derive(Entity)]
pub struct TaskList {
    #[entity(key, sequence = "TLI-{:05}")]
    pub id: Key<TaskList>,
    #[entity(on_delete = cascade)]
    pub group_id: Key<Group>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub order_index: f64,
}

pub trait Tools {
    #[tool(list)]
    fn list_projects() -> Page<Project>;

    #[tool(create)]
    fn create_project() -> Project;

    #[tool(get, key(project_id))]
    fn get_project() -> Project;

    #[tool(update, key(project_id))]
    fn update_project() -> Project;

    #[tool(delete, key(project_id))]
    fn delete_project() -> Project;

    #[tool(list, filter(project_id))]
    fn list_groups() -> Page<Group>;

    #[tool(create)]
    fn create_group() -> Group;

    #[tool(list, filter(group_id))]
    fn list_task_lists() -> Page<TaskList>;

    #[tool(create)]
    fn create_task_list() -> TaskList;

    #[tool(list, filter(task_list_id))]
    fn list_tasks() -> Page<Task>;

    #[tool(create)]
    fn create_task() -> Task;

    #[tool(simulate(unclear_effect, "it turns the mark around, which no single operation says"))]
    fn toggle_task_completion();

    #[tool(update, key(task_id))]
    fn update_task() -> Task;

    #[tool(delete, key(task_id))]
    fn delete_task() -> Task;

    #[tool(list, filter(task_id))]
    fn list_subtasks() -> Page<Subtask>;

    #[tool(create)]
    fn create_subtask() -> Subtask;

    #[tool(simulate(unclear_effect, "it turns the mark around, which no single operation says"))]
    fn toggle_subtask_completion();

    #[tool(delete, key(subtask_id))]
    fn delete_subtask() -> Subtask;

    #[tool(simulate(external_computation, "it counts the tasks below the project"))]
    fn get_project_stats();

    #[tool(list)]
    fn get_all_tasks() -> Page<Task>;
}
