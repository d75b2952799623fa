//! Bitbucket: workspaces, the repositories in them, their pull requests and the comments on those.
/// Everything that Bitbucket knows.
#[derive(State)]
pub struct Bitbucket {
    pub workspaces: Table<Workspace>,
    pub repositories: Table<Repository>,
    pub pull_requests: Table<PullRequest>,
    pub pr_comments: Table<PrComment>,
}
/// What `state` can be.
#[derive(Choice)]
pub enum PullRequestState {
    #[choice(rename = "OPEN")]
    Open,
    #[choice(rename = "MERGED")]
    Merged,
    #[choice(rename = "DECLINED")]
    Declined,
    #[choice(rename = "SUPERSEDED")]
    Superseded,
}
/// One workspace.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, slug)]
    pub slug: Key<Workspace>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// A code repository of a workspace.
#[derive(Entity)]
pub struct Repository {
    #[entity(key, on_delete = cascade)]
    pub workspace_slug: Key<Workspace>,
    #[entity(key, slug)]
    pub repo_slug: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// What the current user may do in it.
    pub role: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A proposal to merge one branch into another.
#[derive(Entity)]
pub struct PullRequest {
    #[entity(key, sequence = "{:01}")]
    pub id: Key<PullRequest>,
    #[entity(on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = PullRequestState::Open)]
    pub state: PullRequestState,
    pub source_branch: String,
    pub destination_branch: Option<String>,
    #[entity(default)]
    pub close_source_branch: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A comment on a pull request.
#[derive(Entity)]
pub struct PrComment {
    #[entity(key, sequence = "{:01}")]
    pub id: Key<PrComment>,
    #[entity(on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(on_delete = cascade)]
    pub pr_id: Key<PullRequest>,
    #[entity(body)]
    pub content: String,
    /// The file and line that it is about.
    pub inline: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(list, page(limit, cursor))]
    fn list_workspaces() -> Page<Workspace>;
    #[tool(get, key(workspace_slug))]
    fn get_workspace() -> Workspace;
    #[tool(search((name, description) ~ query), filter(workspace_slug, role), sort(repo_slug, by = sort), page(limit, cursor))]
    fn list_repositories() -> Page<Repository>;
    #[tool(get, key(workspace_slug, repo_slug))]
    fn get_repository() -> Repository;
    #[tool(search((title, description) ~ query), filter(repository = (workspace_slug, repo_slug), state), sort(created_at, descending), page(limit, cursor))]
    fn list_pull_requests() -> Page<PullRequest>;
    #[tool(get, key(pr_id), filter(repository = (workspace_slug, repo_slug)))]
    fn get_pull_request() -> PullRequest;
    #[tool(list, filter(repository = (workspace_slug, repo_slug), pr_id), page(limit, cursor))]
    fn list_pr_comments() -> Page<PrComment>;
    #[tool(create, map(repository = (workspace_slug, repo_slug)))]
    fn add_pr_comment() -> PrComment;
    #[tool(create, map(repository = (workspace_slug, repo_slug)))]
    fn pull_requests_create() -> PullRequest;
    #[tool(simulate(external_computation, "it searches commits and code too, which the model has not"))]
    fn search();
}
