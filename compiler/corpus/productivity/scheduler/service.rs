//! Scheduler: tasks that run a command, a request, a prompt or a reminder by the clock, and their runs.

/// Everything that Scheduler knows.
#[derive(State)]
pub struct Scheduler {
    pub server: One<Server>,
    pub tasks: Table<Task>,
    pub task_executions: Table<TaskExecution>,
}
/// The server that runs the tasks.
#[derive(Entity)]
pub struct Server {
    #[entity(title)]
    pub name: String,
    pub version: Option<String>,
    pub started_at: Option<Timestamp>,
}
/// Something that is to run at certain times.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TSK-{:05}")]
    pub id: Key<Task>,
    #[entity(len = 1..=200, title)]
    pub name: String,
    pub kind: TaskKind,
    /// When the task runs, as a cron expression.
    pub schedule: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = true)]
    pub enabled: bool,
    #[entity(default = true)]
    pub do_only_once: bool,
    pub command: Option<String>,
    #[entity(url)]
    pub api_url: Option<String>,
    pub api_method: Option<String>,
    pub api_headers: Option<Json>,
    pub api_body: Option<Json>,
    #[entity(body)]
    pub prompt: Option<String>,
    #[entity(title)]
    pub reminder_title: Option<String>,
    #[entity(body)]
    pub reminder_message: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One run of a task.
#[derive(Entity)]
pub struct TaskExecution {
    #[entity(key, sequence = "RUN-{:05}")]
    pub id: Key<TaskExecution>,
    #[entity(on_delete = cascade)]
    pub task_id: Key<Task>,
    pub status: ExecutionStatus,
    #[entity(body)]
    pub output: Option<String>,
    pub error: Option<String>,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}
/// What a task does when it runs.
#[derive(Choice)]
pub enum TaskKind {
    Command,
    Api,
    Ai,
    Reminder,
}
/// How a run went.
#[derive(Choice)]
pub enum ExecutionStatus {
    Running,
    Completed,
    Failed,
}
pub trait Tools {
    #[tool(list)]
    fn list_tasks() -> Page<Task>;
    #[tool(get, key(task_id))]
    fn get_task() -> Task;
    #[tool(create, set(kind = TaskKind::Command))]
    fn add_command_task() -> Task;
    #[tool(create, set(kind = TaskKind::Api))]
    fn add_api_task() -> Task;
    #[tool(create, set(kind = TaskKind::Ai))]
    fn add_ai_task() -> Task;
    #[tool(create, map(reminder_title = title, reminder_message = message), set(kind = TaskKind::Reminder))]
    fn add_reminder_task() -> Task;
    #[tool(update, key(task_id))]
    fn update_task() -> Task;
    #[tool(delete, key(task_id))]
    fn remove_task() -> Task;
    #[tool(update, key(task_id), set(enabled = true))]
    fn enable_task() -> Task;
    #[tool(update, key(task_id), set(enabled = false))]
    fn disable_task() -> Task;
    #[tool(simulate(code_execution, "it runs code or a job"))]
    fn run_task_now();
    #[tool(list, filter(task_id), sort(started_at, descending), page(limit))]
    fn get_task_executions() -> Page<TaskExecution>;
    #[tool(get)]
    fn get_server_info() -> Server;
}
