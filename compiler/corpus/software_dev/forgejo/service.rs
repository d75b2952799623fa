//! Forgejo: users, the repositories they own, and the issues of each repository.

/// Everything that Forgejo knows.
#[derive(State)]
pub struct Forgejo {
    pub users: Table<User>,
    pub repositories: Table<Repository>,
    pub issues: Table<Issue>,
}

/// Someone with an account, or an organization.
#[derive(Entity)]
pub struct User {
    #[entity(key, username)]
    pub username: Key<User>,
    #[entity(person)]
    pub full_name: Option<String>,
    #[entity(unique, email)]
    pub email: Option<String>,
}

/// A repository of code.
#[derive(Entity)]
pub struct Repository {
    #[entity(key, on_delete = cascade)]
    pub owner: Key<User>,
    #[entity(key, slug)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub private: bool,
}

/// A bug, a wish or a task in a repository, numbered within it.
#[derive(Entity)]
pub struct Issue {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key, sequence)]
    pub number: i64,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(body)]
    pub body: String,
    #[entity(default = IssueState::Open)]
    pub state: IssueState,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Whether an issue is still to be dealt with.
#[derive(Choice)]
pub enum IssueState {
    Open,
    Closed,
}

pub trait Tools {
    #[tool(list, filter(owner))]
    fn list_repositories() -> Page<Repository>;
    #[tool(get, key(owner, name))]
    fn get_repository() -> Repository;
    #[tool(list, filter(repository = (owner, repo), state), absent(state = "all"))]
    fn list_issues() -> Page<Issue>;
    #[tool(get, key((owner, repo), number))]
    fn get_issue() -> Issue;
    #[tool(create, map(repository = (owner, repo)))]
    fn create_issue() -> Issue;
    #[tool(get, key(username))]
    fn get_user() -> User;
}
