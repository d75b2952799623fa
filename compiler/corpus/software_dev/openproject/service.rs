//! OpenProject keeps projects and the tasks in them.

/// Everything that OpenProject knows.
#[derive(State)]
pub struct Openproject {
    pub projects: Table<Project>,
    pub tasks: Table<Task>,
}

/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(unique, slug)]
    pub identifier: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A work package of a project.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(title)]
    pub subject: String,
    #[entity(body)]
    pub description: Option<String>,
    pub r#type: Option<String>,
    #[entity(default)]
    pub lock_version: f64,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

pub trait Tools {
    #[tool(simulate(external_computation, "it sends notices at set times, outside what is kept"))]
    fn start_notification_stream();

    #[tool(create)]
    fn create_project() -> Project;

    #[tool(create)]
    fn create_task() -> Task;

    #[tool(get, key(project_id))]
    fn get_project() -> Project;

    #[tool(list, page(limit = page_size, offset))]
    fn list_projects() -> Page<Project>;

    #[tool(get, key(task_id))]
    fn get_task() -> Task;

    #[tool(list, filter(project_id), page(limit = page_size, offset))]
    fn list_tasks() -> Page<Task>;

    #[tool(update, key(project_id))]
    fn update_project() -> Project;

    #[tool(update, key(task_id), filter(lock_version))]
    fn update_task() -> Task;

    #[tool(delete, key(project_id))]
    fn delete_project() -> Project;

    #[tool(delete, key(task_id))]
    fn delete_task() -> Task;
}
