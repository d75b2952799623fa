//! Backlog: a project space with issues, the comments on them, and wiki pages.

/// Everything that Backlog knows.
#[derive(State)]
pub struct Backlog {
    pub projects: Table<Project>,
    pub issues: Table<Issue>,
    pub issue_comments: Table<IssueComment>,
    pub space: One<Space>,
    pub user: One<User>,
    pub wiki_pages: Table<WikiPage>,
}

/// Something to do in a project; status 1 is open, 2 in progress, 3 resolved, 4 closed.
#[derive(Entity)]
pub struct Issue {
    #[entity(key, sequence = "ISS-{:05}")]
    pub id: Key<Issue>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(title)]
    pub summary: String,
    #[entity(default = 1, range = 1..=100_000)]
    pub status_id: i64,
    pub assignee_id: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One issue comment.
#[derive(Entity)]
pub struct IssueComment {
    #[entity(key, sequence)]
    pub id: IntKey<IssueComment>,
    #[entity(body)]
    pub content: String,
    #[entity(on_delete = cascade)]
    pub issue_id_or_key: Key<Issue>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// The space.
#[derive(Entity)]
pub struct Space {
    #[entity(company)]
    pub name: Option<String>,
    #[entity(slug)]
    pub space_key: Option<String>,
}

/// The user.
#[derive(Entity)]
pub struct User {
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
}

/// One wiki page.
#[derive(Entity)]
pub struct WikiPage {
    #[entity(key, sequence = "WIK-{:05}")]
    pub wiki_id: Key<WikiPage>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub content: Option<String>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A project of the space.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRJ{:02}")]
    pub project_key: Key<Project>,
    #[entity(unique, title)]
    pub name: String,
    /// When the user last looked at it.
    #[entity(updated)]
    pub viewed_at: Timestamp,
}

pub trait Tools {
    #[tool(get)]
    fn get_backlog_user() -> User;
    #[tool(get)]
    fn get_backlog_space() -> Space;
    #[tool(list, sort(viewed_at, descending, direction = order), page(limit = count))]
    fn list_recent_projects() -> Page<Project>;
    #[tool(list, filter(project = project_id_or_key, status_id in status_id, assignee_id in assignee_id), sort(created_at, descending, by = sort, direction = order), page(limit = count, offset = offset))]
    fn get_project_issues() -> Page<Issue>;
    #[tool(get, key(issue_id_or_key))]
    fn get_issue_detail() -> Issue;
    #[tool(list, filter(issue_id_or_key, id >= min_id, id <= max_id), sort(created_at, descending, direction = order), page(limit = count))]
    fn get_issue_comments() -> Page<IssueComment>;
    #[tool(create)]
    fn add_issue_comment() -> IssueComment;
    #[tool(count, filter(issue_id_or_key), about = IssueComment)]
    fn get_issue_comment_count() -> i64;
    #[tool(get, key(comment_id), filter(issue_id_or_key))]
    fn get_issue_comment() -> IssueComment;
    #[tool(search((name, content) ~ keyword), filter(project = project_id_or_key))]
    fn get_wiki_page_list() -> Page<WikiPage>;
    #[tool(get, key(wiki_id))]
    fn get_wiki_page() -> WikiPage;
    #[tool(update, key(wiki_id), ignore(mail_notify))]
    fn update_wiki_page() -> WikiPage;
}
