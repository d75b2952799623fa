//! Task Queue: projects that an agent works through as tasks, each approved by a person once done.

/// Everything that Task Queue knows.
#[derive(State)]
pub struct TaskQueue {
    pub projects: Table<Project>,
    pub tasks: Table<Task>,
}

/// A request that was split into tasks.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "proj-{}")]
    pub id: Key<Project>,
    #[entity(body)]
    pub initial_prompt: String,
    #[entity(body)]
    pub project_plan: Option<String>,
    /// The tasks that the project was planned with, as the caller gave them.
    pub initial_tasks: Json,
    /// Whether tasks count as approved once they are done.
    #[entity(default)]
    pub auto_approve: bool,
    #[entity(default = State::Open)]
    pub state: State,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One step of a project.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "task-{}")]
    pub id: Key<Task>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: String,
    pub rule_recommendations: Option<String>,
    pub tool_recommendations: Option<String>,
    #[entity(default = TaskStatus::NotStarted)]
    pub status: TaskStatus,
    #[entity(body)]
    pub completed_details: Option<String>,
    #[entity(default)]
    pub approved: bool,
    #[entity(default = State::Open)]
    pub state: State,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// How far the work on a task is.
#[derive(Choice)]
pub enum TaskStatus {
    #[choice(rename = "not started")]
    NotStarted,
    #[choice(rename = "in progress")]
    InProgress,
    Done,
}

/// Whether a project or a task is still open.
#[derive(Choice)]
pub enum State {
    Open,
    PendingApproval,
    Completed,
}

pub trait Tools {
    #[tool(list, filter(state), absent(state = "all"))]
    fn list_projects() -> Page<Project>;
    #[tool(get, key(project_id))]
    fn read_project() -> Project;
    #[tool(create, map(initial_tasks = tasks))]
    fn create_project() -> Project;
    #[tool(delete, key(project_id))]
    fn delete_project() -> Project;
    #[tool(simulate(unclear_effect, "it adds several tasks at once, which no operation says"))]
    fn add_tasks_to_project();
    #[tool(update, key(project_id), set(state = State::Completed))]
    fn finalize_project() -> Project;
    #[tool(
        simulate(
            external_computation,
            "a language model writes the plan"
        )
    )]
    fn generate_project_plan();
    #[tool(list, filter(state, project_id), absent(state = "all"))]
    fn list_tasks() -> Page<Task>;
    #[tool(get, key(task_id), filter(project_id))]
    fn read_task() -> Task;
    #[tool(create)]
    fn create_task() -> Task;
    #[tool(update, key(task_id), filter(project_id))]
    fn update_task() -> Task;
    #[tool(delete, key(task_id), filter(project_id))]
    fn delete_task() -> Task;
    #[tool(update, key(task_id), filter(project_id), set(approved = true, state = State::Completed), require(status = [TaskStatus::Done]))]
    fn approve_task() -> Task;
    #[tool(
        simulate(
            unclear_effect,
            "which task comes next follows from the order and the states of the others"
        )
    )]
    fn get_next_task();
}
