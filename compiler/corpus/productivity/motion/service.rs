//! Motion: workspaces with projects, the tasks planned in them, and the comments on tasks.

/// Everything that Motion knows.
#[derive(State)]
pub struct Motion {
    pub current_user: One<CurrentUser>,
    pub comments: Table<Comment>,
    pub projects: Table<Project>,
    pub tasks: Table<Task>,
    pub users: Table<User>,
    pub workspaces: Table<Workspace>,
}

/// One comment.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Comment>,
    #[entity(on_delete = cascade)]
    pub task_id: Key<Task>,
    #[entity(body)]
    pub content: String,
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
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(body)]
    pub description: Option<String>,
    pub status: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One task.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    #[entity(len = 1..=500, title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(body)]
    pub description: Option<String>,
    pub status: Option<String>,
    pub priority: Option<String>,
    #[entity(on_delete = clear)]
    pub assignee_id: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    pub due_date: Option<Timestamp>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(on_delete = clear)]
    pub workspace_id: Option<Key<Workspace>>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
}

/// One workspace.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workspace>,
    #[entity(title)]
    pub name: String,
}

/// The user that the credentials belong to.
#[derive(Entity)]
pub struct CurrentUser {
    pub user_id: Key<User>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}

pub trait Tools {
    #[tool(list)]
    fn get_workspaces() -> Page<Workspace>;
    #[tool(list, filter(workspace_id))]
    fn get_users() -> Page<User>;
    #[tool(get)]
    fn get_my_user() -> CurrentUser;
    #[tool(list, filter(workspace_id))]
    fn get_tasks() -> Page<Task>;
    #[tool(get, key(task_id))]
    fn get_task() -> Task;
    #[tool(create)]
    fn create_task() -> Task;
    #[tool(update, key(task_id))]
    fn update_task() -> Task;
    #[tool(delete, key(task_id))]
    fn delete_task() -> Task;
    #[tool(search((name, description) ~ query), filter(workspace_id))]
    fn search_tasks() -> Page<Task>;
    #[tool(list, filter(workspace_id))]
    fn get_projects() -> Page<Project>;
    #[tool(get, key(project_id))]
    fn get_project() -> Project;
    #[tool(create)]
    fn create_project() -> Project;
    #[tool(list, filter(task_id))]
    fn get_comments() -> Page<Comment>;
    #[tool(create)]
    fn create_comment() -> Comment;
}
