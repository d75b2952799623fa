//! GitLab: projects with their branches, files, issues and merge requests.

/// Everything that GitLab knows.
#[derive(State)]
pub struct Gitlab {
    pub branches: Table<Branch>,
    pub files: Table<File>,
    pub issues: Table<Issue>,
    pub merge_requests: Table<MergeRequest>,
    pub repositories: Table<Repository>,
}
/// A line of development of a project.
#[derive(Entity)]
pub struct Branch {
    #[entity(key, on_delete = cascade)]
    pub project_id: Key<Repository>,
    #[entity(key, slug)]
    pub branch: String,
    pub r#ref: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A file as it is on a branch of a project.
#[derive(Entity)]
pub struct File {
    #[entity(key, on_delete = cascade)]
    pub project_id: Key<Repository>,
    #[entity(key, slug)]
    pub branch: String,
    #[entity(key, path)]
    pub file_path: String,
    #[entity(body)]
    pub content: String,
    #[entity(title)]
    pub commit_message: String,
    #[entity(path)]
    pub previous_path: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A task or a bug of a project.
#[derive(Entity)]
pub struct Issue {
    #[entity(key, sequence)]
    pub id: IntKey<Issue>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Repository>,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = IssueState::Opened)]
    pub state: IssueState,
    pub assignee_ids: Vec<i64>,
    #[entity(tag)]
    pub labels: Vec<String>,
    pub milestone_id: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A wish to merge one branch into another.
#[derive(Entity)]
pub struct MergeRequest {
    #[entity(key, sequence)]
    pub id: IntKey<MergeRequest>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Repository>,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(slug)]
    pub source_branch: String,
    #[entity(slug)]
    pub target_branch: String,
    #[entity(default = MergeRequestState::Opened)]
    pub state: MergeRequestState,
    #[entity(default)]
    pub draft: bool,
    #[entity(default)]
    pub allow_collaboration: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A project with its code.
#[derive(Entity)]
pub struct Repository {
    #[entity(key, sequence = "{:06}")]
    pub id: Key<Repository>,
    #[entity(unique, len = 1..=255, slug)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = RepositoryVisibility::Private)]
    pub visibility: RepositoryVisibility,
    #[entity(default)]
    pub initialize_with_readme: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Who may see a project.
#[derive(Choice)]
pub enum RepositoryVisibility {
    Private,
    Internal,
    Public,
}
/// Where an issue stands.
#[derive(Choice)]
pub enum IssueState {
    Opened,
    Closed,
}
/// Where a merge request stands.
#[derive(Choice)]
pub enum MergeRequestState {
    Opened,
    Closed,
    Merged,
}
pub trait Tools {
    #[tool(upsert, key(project_id, branch, file_path))]
    fn create_or_update_file() -> File;
    #[tool(search((name, description)~search), page(page, limit = per_page))]
    fn search_repositories() -> Page<Repository>;
    #[tool(create)]
    fn create_repository() -> Repository;
    #[tool(list, filter(project_id, file_path, branch = r#ref))]
    fn get_file_contents() -> Page<File>;
    #[tool(simulate(unclear_effect, "it writes many files in one commit"))]
    fn push_files();
    #[tool(create)]
    fn create_issue() -> Issue;
    #[tool(create)]
    fn create_merge_request() -> MergeRequest;
    #[tool(simulate(unclear_effect, "the branches and files are copied with the project"))]
    fn fork_repository();
    #[tool(create)]
    fn create_branch() -> Branch;
}
