//! Gitee: repositories with branches and files, and the issues and pull requests on them.
/// Everything that the code host knows.
#[derive(State)]
pub struct Gitee {
    pub branches: Table<Branch>,
    pub current_user: One<CurrentUser>,
    pub files: Table<File>,
    pub issues: Table<Issue>,
    pub issue_comments: Table<IssueComment>,
    pub pull_requests: Table<PullRequest>,
    pub repositories: Table<Repository>,
    pub users: Table<User>,
}
/// A line of work in a repository.
#[derive(Entity)]
pub struct Branch {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key)]
    pub name: String,
    /// The branch, tag or commit that it started from.
    pub refs: Option<String>,
    #[entity(default)]
    pub protected: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The user whose token is used.
#[derive(Entity)]
pub struct CurrentUser {
    pub username: Key<User>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
}
/// A file as it is on a branch.
#[derive(Entity)]
#[entity(unique(repository, branch, path))]
pub struct File {
    #[entity(key, sequence = "FIL-{:05}")]
    pub id: Key<File>,
    #[entity(on_delete = cascade)]
    pub repository: Key<Repository>,
    pub branch: Option<String>,
    #[entity(path)]
    pub path: String,
    #[entity(body)]
    pub content: String,
    pub sha: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A bug, a wish or a question about a repository.
#[derive(Entity)]
pub struct Issue {
    #[entity(key, token("I", 5))]
    pub number: Key<Issue>,
    #[entity(on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub body: Option<String>,
    #[entity(default = IssueState::Open)]
    pub state: IssueState,
    #[entity(tag)]
    pub labels: Vec<String>,
    #[entity(username)]
    pub assignees: Vec<String>,
    pub milestone: Option<f64>,
    #[entity(default)]
    pub security_hole: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where an issue stands.
#[derive(Choice)]
pub enum IssueState {
    Open,
    Progressing,
    Closed,
}
/// A remark on an issue.
#[derive(Entity)]
pub struct IssueComment {
    #[entity(key, sequence)]
    pub id: IntKey<IssueComment>,
    #[entity(on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(on_delete = cascade)]
    pub issue_number: Key<Issue>,
    #[entity(body)]
    pub body: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Changes of one branch that are to go into another.
#[derive(Entity)]
pub struct PullRequest {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key, sequence)]
    pub number: i64,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub body: Option<String>,
    pub head: String,
    pub base: String,
    #[entity(on_delete = clear)]
    pub issue: Option<Key<Issue>>,
    #[entity(default = PullRequestState::Open)]
    pub state: PullRequestState,
    #[entity(tag)]
    pub labels: Vec<String>,
    #[entity(username)]
    pub testers: Vec<String>,
    #[entity(username)]
    pub assignees: Vec<String>,
    pub milestone_number: Option<f64>,
    #[entity(default)]
    pub prune_source_branch: bool,
    pub merge_method: Option<MergeMethod>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a pull request stands.
#[derive(Choice)]
pub enum PullRequestState {
    Open,
    Closed,
    Merged,
}
/// How the commits of a pull request come into its base.
#[derive(Choice)]
pub enum MergeMethod {
    Merge,
    Squash,
    Rebase,
}
/// A project with its history.
#[derive(Entity)]
pub struct Repository {
    #[entity(key, username)]
    pub owner: String,
    #[entity(key, slug)]
    pub path: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub private: bool,
    #[entity(default = true)]
    pub has_issues: bool,
    #[entity(default = true)]
    pub has_wiki: bool,
    #[entity(url)]
    pub homepage: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Someone with an account.
#[derive(Entity)]
pub struct User {
    #[entity(key, username)]
    pub username: Key<User>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(unique, email)]
    pub email: Option<String>,
}
pub trait Tools {
    #[tool(simulate(unclear_effect, "the owner is the user of the token, whom no argument names"))]
    fn create_repository();
    #[tool(simulate(unclear_effect, "the copy's owner is the user of the token, whom no argument names"))]
    fn fork_repository();
    #[tool(create, map(repository = (owner, repo), name = branch_name))]
    fn create_branch() -> Branch;
    #[tool(
        list,
        filter(repository = (owner, repo)),
        sort(name, by = sort, direction = direction),
        page(page, limit = per_page)
    )]
    fn list_branches() -> Page<Branch>;
    #[tool(get, key((owner, repo), branch))]
    fn get_branch() -> Branch;
    #[tool(list, filter(path, repository = (owner, repo), branch))]
    fn get_file_contents() -> Page<File>;
    #[tool(simulate(unclear_effect, "which file changes when the branch is left out is not told"))]
    fn create_or_update_file();
    #[tool(simulate(unclear_effect, "it changes many files at once"))]
    fn push_files();
    #[tool(create, map(repository = (owner, repo)))]
    fn create_issue() -> Issue;
    #[tool(
        list,
        filter(repository = (owner, repo), state, assignees has assignee),
        sort(created_at, descending, direction = direction),
        page(limit = per_page, page = page),
        absent(state = "all"),
        simulated(labels, sort, creator, program)
    )]
    fn list_issues() -> Page<Issue>;
    #[tool(get, key(issue_number), filter(repository = (owner, repo)))]
    fn get_issue() -> Issue;
    #[tool(update, key(issue_number), filter(repository = (owner, repo)))]
    fn update_issue() -> Issue;
    #[tool(create, map(repository = (owner, repo)))]
    fn add_issue_comment() -> IssueComment;
    #[tool(create, map(repository = (owner, repo)))]
    fn create_pull_request() -> PullRequest;
    #[tool(
        list,
        filter(repository = (owner, repo), state, milestone_number = milestone),
        sort(created_at, descending, direction = direction),
        page(limit = per_page, page = page),
        absent(state = "all"),
        simulated(labels, sort)
    )]
    fn list_pull_requests() -> Page<PullRequest>;
    #[tool(get, key((owner, repo), pull_number))]
    fn get_pull_request() -> PullRequest;
    #[tool(update, key((owner, repo), pull_number))]
    fn update_pull_request() -> PullRequest;
    #[tool(
        update,
        key((owner, repo), pull_number),
        set(state = PullRequestState::Merged),
        require(state = [PullRequestState::Open])
    )]
    fn merge_pull_request() -> PullRequest;
    #[tool(get, key(username))]
    fn get_user() -> User;
    #[tool(get)]
    fn get_current_user() -> CurrentUser;
}
