//! GitHub: repositories with branches, files and commits; issues and pull requests; comments,
//! reviews, statuses and search.
//!
//! Issues and pull requests of a repository share one sequence of numbers. A branch points at a
//! commit and has its own files; a pull request shows what the commits of its head add to its
//! base. What the user who is signed in may do stands in each repository's `permission`.

/// Everything that the user who is signed in can see.
#[derive(State)]
pub struct GitHub {
    pub viewer: One<Viewer>,
    pub users: Table<User>,
    pub repositories: Table<Repository>,
    pub branches: Table<Branch>,
    pub files: Table<File>,
    pub commits: Table<Commit>,
    pub tags: Table<Tag>,
    pub milestones: Table<Milestone>,
    pub issues: Table<Issue>,
    pub pull_requests: Table<PullRequest>,
    pub comments: Table<Comment>,
    pub review_comments: Table<ReviewComment>,
    pub statuses: Table<CommitStatus>,
}

/// The user who is signed in.
#[derive(Entity)]
pub struct Viewer {
    pub login: Key<User>,
}

/// A person or an organization with an account.
#[derive(Entity)]
pub struct User {
    #[entity(key, len = 1..=39, username)]
    pub login: Key<User>,
    #[entity(person)]
    pub name: String,
    #[entity(rename = "type", default = UserKind::User)]
    pub kind: UserKind,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(body)]
    pub bio: Option<String>,
    #[entity(company)]
    pub company: Option<String>,
    #[entity(city)]
    pub location: Option<String>,
    #[entity(range = 0..=1_000_000_000, default)]
    pub followers: i64,
    /// Who belongs to an organization.
    #[entity(on_delete = clear)]
    pub members: Vec<Key<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Whether an account is a person's.
#[derive(Choice)]
pub enum UserKind {
    #[choice(rename = "User")]
    User,
    #[choice(rename = "Organization")]
    Organization,
}

/// A repository of an account.
#[derive(Entity)]
pub struct Repository {
    #[entity(key)]
    pub owner: Key<User>,
    #[entity(key, len = 1..=100, pattern = "^[A-Za-z0-9._-]+$", slug)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub private: bool,
    #[entity(default)]
    pub fork: bool,
    /// What it was forked from.
    #[entity(on_delete = clear)]
    pub parent: Option<Key<Repository>>,
    #[entity(default = "main".to_owned(), slug)]
    pub default_branch: String,
    pub language: Option<String>,
    #[entity(tag)]
    pub topics: Vec<String>,
    pub license: Option<String>,
    #[entity(range = 0..=1_000_000_000, default)]
    pub stars: i64,
    /// An archived repository is read only.
    #[entity(default)]
    pub archived: bool,
    /// What the user who is signed in may do here.
    #[entity(default = Permission::Push)]
    pub permission: Permission,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub pushed_at: Option<Timestamp>,
}

/// Manage, write, or only read.
#[derive(Choice)]
pub enum Permission {
    Admin,
    Push,
    Pull,
}

/// A line of work in a repository.
#[derive(Entity)]
pub struct Branch {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key, len = 1..=250, slug)]
    pub name: String,
    /// The commit that it points at.
    pub sha: String,
    /// A protected branch changes through pull requests, or by administrators.
    #[entity(default)]
    pub protected: bool,
}

/// A file as it is on a branch.
#[derive(Entity)]
pub struct File {
    #[entity(key, on_delete = cascade)]
    pub branch: Key<Branch>,
    #[entity(key, len = 1..=4_096, path)]
    pub path: String,
    #[entity(body)]
    pub content: String,
    /// The name of the content, which an update has to give.
    pub sha: String,
}

/// A recorded change of files.
#[derive(Entity)]
pub struct Commit {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key)]
    pub sha: String,
    #[entity(body)]
    pub message: String,
    #[entity(on_delete = clear)]
    pub author: Option<Key<User>>,
    #[entity(person)]
    pub author_name: String,
    #[entity(created)]
    pub authored_at: Timestamp,
    pub parents: Vec<String>,
    pub files: Vec<FileChange>,
}

/// What happened to one file.
#[derive(Record)]
pub struct FileChange {
    #[record(path)]
    pub filename: String,
    pub status: ChangeKind,
    #[record(range = 0..=1_000_000_000)]
    pub additions: i64,
    #[record(range = 0..=1_000_000_000)]
    pub deletions: i64,
}

/// How a file changed.
#[derive(Choice)]
pub enum ChangeKind {
    Added,
    Modified,
    Removed,
}

/// A name for one commit.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key, len = 1..=250, slug)]
    pub name: String,
    pub sha: String,
    #[entity(body)]
    pub message: Option<String>,
    #[entity(on_delete = clear)]
    pub tagger: Option<Key<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A goal that issues count towards.
#[derive(Entity)]
pub struct Milestone {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key, range = 1..=1_000_000_000)]
    pub number: i64,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(default = OpenState::Open)]
    pub state: OpenState,
    pub due_on: Option<Date>,
}

/// Open or closed.
#[derive(Choice)]
pub enum OpenState {
    Open,
    Closed,
}

/// A report or request in a repository.
#[derive(Entity)]
pub struct Issue {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key, range = 1..=1_000_000_000)]
    pub number: i64,
    #[entity(len = 1..=256, title)]
    pub title: String,
    #[entity(body)]
    pub body: Option<String>,
    #[entity(default = OpenState::Open)]
    pub state: OpenState,
    #[entity(tag)]
    pub labels: Vec<String>,
    #[entity(on_delete = clear)]
    pub assignees: Vec<Key<User>>,
    /// The number of a milestone of the repository.
    pub milestone: Option<i64>,
    #[entity(on_delete = clear)]
    pub author: Option<Key<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub closed_at: Option<Timestamp>,
}

/// An offer to merge one branch into another.
#[derive(Entity)]
pub struct PullRequest {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key, range = 1..=1_000_000_000)]
    pub number: i64,
    #[entity(len = 1..=256, title)]
    pub title: String,
    #[entity(body)]
    pub body: Option<String>,
    #[entity(default = OpenState::Open)]
    pub state: OpenState,
    #[entity(default)]
    pub draft: bool,
    #[entity(default)]
    pub merged: bool,
    /// The branch with the changes.
    #[entity(slug)]
    pub head: String,
    /// Where that branch is, when it is in a fork.
    #[entity(on_delete = clear)]
    pub head_repository: Option<Key<Repository>>,
    pub head_sha: String,
    /// The branch to merge into.
    #[entity(slug)]
    pub base: String,
    /// The commit that the changes are seen against: where the base was when this was merged or
    /// closed.
    pub base_sha: String,
    #[entity(default = true)]
    pub maintainer_can_modify: bool,
    #[entity(on_delete = clear)]
    pub author: Option<Key<User>>,
    pub merge_commit_sha: Option<String>,
    #[entity(on_delete = clear)]
    pub merged_by: Option<Key<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub closed_at: Option<Timestamp>,
}

/// What someone wrote under an issue or a pull request.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, sequence)]
    pub id: IntKey<Comment>,
    #[entity(on_delete = cascade)]
    pub repository: Key<Repository>,
    /// The number of the issue or pull request.
    pub number: i64,
    #[entity(on_delete = clear)]
    pub author: Option<Key<User>>,
    #[entity(len = 1..=65_536, body)]
    pub body: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What someone wrote at a line of a pull request's changes.
#[derive(Entity)]
pub struct ReviewComment {
    #[entity(key, sequence)]
    pub id: IntKey<ReviewComment>,
    #[entity(on_delete = cascade)]
    pub pull_request: Key<PullRequest>,
    pub commit_id: String,
    #[entity(path)]
    pub path: String,
    #[entity(range = 1..=10_000_000)]
    pub line: Option<i64>,
    #[entity(range = 1..=10_000_000)]
    pub start_line: Option<i64>,
    #[entity(default = Side::Right)]
    pub side: Side,
    pub start_side: Option<Side>,
    #[entity(on_delete = clear)]
    pub in_reply_to: Option<IntKey<ReviewComment>>,
    #[entity(on_delete = clear)]
    pub author: Option<Key<User>>,
    #[entity(len = 1..=65_536, body)]
    pub body: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// The old or the new side of a change.
#[derive(Choice)]
pub enum Side {
    #[choice(rename = "LEFT")]
    Left,
    #[choice(rename = "RIGHT")]
    Right,
}

/// What a check said of a commit.
#[derive(Entity)]
pub struct CommitStatus {
    #[entity(key, sequence)]
    pub id: IntKey<CommitStatus>,
    #[entity(on_delete = cascade)]
    pub repository: Key<Repository>,
    pub sha: String,
    #[entity(slug)]
    pub context: String,
    pub state: StatusState,
    pub description: Option<String>,
    #[entity(url)]
    pub target_url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// The result of a check.
#[derive(Choice)]
pub enum StatusState {
    Success,
    Pending,
    Failure,
    Error,
}

pub trait Tools {
    #[tool(get, key((owner, repo), issue_number))]
    fn get_issue() -> Issue;

    /// Comments on an issue, or on a pull request by its number.
    #[tool(
        create,
        map(repository = (owner, repo), number = issue_number),
        types(issue_number = i64),
        reads(repositories, issues, pull_requests, viewer),
        writes(comments, issues, pull_requests)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","issue_number":1,"body":"Same here."}"#,
        ok = r#"{"repository":"lumen/meter","number":1,"author":"ivo","body":"Same here."}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","issue_number":99,"body":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","issue_number":1,"body":""}"#,
        error = "invalid_argument"
    )]
    fn add_issue_comment(
        state: &mut GitHub,
        args: AddIssueComment,
        cx: &mut Context,
    ) -> Result<RowRef<Comment>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        require_not_archived(&repository)?;
        let target = repository_key(&repository);
        let author = viewer_of(state)?;
        let number = args.issue_number;
        let now = cx.now();
        let key = numbered_key(&target, number);
        if state.issues.contains(key.as_str()) {
            state.issues.update(key.as_str(), |issue| {
                issue.updated_at = now;
                Ok(())
            })?;
        } else if state.pull_requests.contains(key.as_str()) {
            state.pull_requests.update(key.as_str(), |pull| {
                pull.updated_at = now;
                Ok(())
            })?;
        } else {
            return Err(ToolError::not_found(format!("no issue or pull request `{key}`")));
        }
        let id = state.comments.next_int_key(cx);
        state.comments.insert(Comment {
            id,
            repository: target,
            number,
            author: Some(author),
            body: args.body,
            created_at: now,
            updated_at: now,
        })
    }

    /// Finds issues and pull requests by words and qualifiers: `repo:`, `user:`, `org:`, `is:`,
    /// `type:`, `state:`, `author:`, `assignee:`, `label:`, `milestone:`, `no:`, `created:`,
    /// `updated:`, `comments:`, `head:`, `base:`, each also with `-` before it.
    #[tool(reads(issues, pull_requests, comments), types(page = i64, per_page = i64))]
    #[case(
        args = r#"{"q":"is:issue is:open label:bug repo:lumen/meter display"}"#,
        ok = r#"{"items":[{"number":1,"title":"Display flickers","is_pull_request":false}],"total":1}"#
    )]
    #[case(
        args = r#"{"q":"type:pr author:ivo"}"#,
        ok = r#"{"items":[{"number":3,"is_pull_request":true}],"total":1}"#
    )]
    #[case(args = r#"{"q":"is:issue","sort":"stars"}"#, error = "invalid_argument")]
    fn search_issues(
        state: &GitHub,
        args: SearchIssues,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let query = parse_query(&args.q);
        let mut found: Vec<Thread> =
            threads(state).into_iter().filter(|thread| thread_matches(thread, &query)).collect();
        let by = args.sort.as_ref().map_or("created", |sort| sort.as_str());
        found.sort_by_key(|thread| match by {
            "updated" => thread.updated_at.unix_seconds(),
            "created" => thread.created_at.unix_seconds(),
            _ => thread.n_comments,
        });
        if args.order.as_ref().is_none_or(|order| order.as_str() != "asc") {
            found.reverse();
        }
        numbered_page(found.iter().map(Thread::view).collect(), args.per_page, args.page)
    }

    /// Opens an issue. Its number is the next one of the repository's issues and pull requests.
    #[tool(
        create,
        map(repository = (owner, repo)),
        types(milestone = Option<i64>),
        reads(repositories, issues, pull_requests, milestones, viewer),
        writes(issues)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","title":"Battery door rattles","labels":["case"],"assignees":["ivo"],"milestone":1}"#,
        ok = r#"{"repository":"lumen/meter","number":4,"title":"Battery door rattles","state":"open","labels":["case"],"assignees":["ivo"],"milestone":1,"author":"ivo"}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"nothing","title":"x"}"#, error = "not_found")]
    #[case(args = r#"{"owner":"lumen","repo":"meter","title":""}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","title":"x","milestone":9}"#,
        error = "not_found"
    )]
    fn create_issue(
        state: &mut GitHub,
        args: CreateIssue,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        require_not_archived(&repository)?;
        let key = repository_key(&repository);
        check_milestone(state, &key, args.milestone)?;
        let mut labels = Vec::new();
        for label in args.labels.unwrap_or_default() {
            add_once(&mut labels, label);
        }
        let mut assignees = Vec::new();
        for login in args.assignees.unwrap_or_default() {
            add_once(&mut assignees, Key::new(login.as_str()));
        }
        let author = viewer_of(state)?;
        state.issues.insert(Issue {
            number: next_number(state, &key),
            repository: key,
            title: args.title,
            body: args.body,
            state: OpenState::Open,
            labels,
            assignees,
            milestone: args.milestone,
            author: Some(author),
            created_at: cx.now(),
            updated_at: cx.now(),
            closed_at: None,
        })
    }

    /// Lists issues of a repository, the newest first; open ones unless `state` says otherwise.
    #[tool(
        list,
        filter(repository = (owner, repo), labels has labels),
        page(limit = per_page, page = page),
        types(state = Option<String>, since = Option<Timestamp>, page = i64, per_page = i64),
        reads(repositories, issues, comments)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","labels":["bug"]}"#,
        ok = r#"{"items":[{"number":1}],"total":1}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","state":"all","direction":"asc"}"#,
        ok = r#"{"items":[{"number":1},{"number":2}],"total":2}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"nothing"}"#, error = "not_found")]
    fn list_issues(
        state: &GitHub,
        args: ListIssues,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Issue>>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let key = repository_key(&repository);
        let wanted = args.state.as_ref().map_or("open", |wanted| wanted.as_str());
        let labels = args.labels.unwrap_or_default();
        let mut rows = state.issues.select(&|issue| {
            issue.repository == key
                && (wanted == "all" || issue.state.as_str() == wanted)
                && labels.iter().all(|label| issue.labels.contains(label))
                && args.since.is_none_or(|since| issue.updated_at >= since)
        });
        let by = args.sort.as_ref().map_or("created", |sort| sort.as_str());
        rows.sort_by_key(|issue| match by {
            "updated" => issue.updated_at.unix_seconds(),
            "comments" => n_comments(state, &key, issue.number),
            _ => issue.created_at.unix_seconds(),
        });
        if args.direction.as_ref().is_none_or(|direction| direction.as_str() != "asc") {
            rows.reverse();
        }
        numbered_page(rows, args.per_page, args.page)
    }

    /// Changes what is given of an issue. Its author may, and who may push.
    #[tool(
        update,
        key((owner, repo), issue_number),
        types(issue_number = i64, milestone = Option<i64>),
        reads(repositories, issues, milestones, viewer),
        writes(issues)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","issue_number":1,"state":"closed","labels":["bug","done"]}"#,
        ok = r#"{"number":1,"state":"closed","labels":["bug","done"],"title":"Display flickers"}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","issue_number":99,"title":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"owner":"vega","repo":"charts","issue_number":1,"title":"x"}"#,
        error = "permission_denied"
    )]
    fn update_issue(
        state: &mut GitHub,
        args: UpdateIssue,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let target = repository_key(&repository);
        let key = numbered_key(&target, args.issue_number);
        let author = state.issues.find(key.as_str())?.author.clone();
        require_not_archived(&repository)?;
        if author != Some(viewer_of(state)?) {
            require_push(&repository)?;
        }
        check_milestone(state, &target, args.milestone)?;
        let now = cx.now();
        state.issues.update(key.as_str(), |issue| {
            if let Some(title) = args.title {
                issue.title = title;
            }
            if args.body.is_some() {
                issue.body = args.body;
            }
            if let Some(labels) = args.labels {
                issue.labels = labels;
            }
            if let Some(logins) = args.assignees {
                issue.assignees = logins.iter().map(|login| Key::new(login.as_str())).collect();
            }
            if args.milestone.is_some() {
                issue.milestone = args.milestone;
            }
            if let Some(wanted) = args.state {
                set_issue_state(issue, open_state(wanted.as_str()), now);
            }
            issue.updated_at = now;
            Ok(())
        })
    }

    /// Lists the comments of an issue, the oldest first.
    #[tool(
        list,
        filter(repository = (owner, repo), number = issue_number),
        sort(created_at),
        page(limit = per_page, page = page),
        types(issue_number = i64, page = i64, per_page = i64),
        reads(repositories, issues, pull_requests, comments)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","issue_number":1}"#,
        ok = r#"{"items":[{"author":"mara","body":"Only below five degrees."}],"total":1}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","issue_number":99}"#, error = "not_found")]
    fn get_issue_comments(
        state: &GitHub,
        args: GetIssueComments,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Comment>>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        comments_of(
            state,
            &repository_key(&repository),
            args.issue_number,
            args.per_page,
            args.page,
        )
    }

    #[tool(get, key((owner, repo), pull_number))]
    fn get_pull_request() -> PullRequest;

    /// Changes what is given of a pull request. One that is merged is not opened again, and only
    /// an open one gets another base.
    #[tool(
        update,
        key((owner, repo), pull_number),
        types(pull_number = i64),
        reads(repositories, pull_requests, branches, viewer),
        writes(pull_requests)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3,"title":"Steadier display","state":"closed"}"#,
        ok = r#"{"number":3,"title":"Steadier display","state":"closed","merged":false}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3,"base":"nowhere"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":99,"title":"x"}"#,
        error = "not_found"
    )]
    fn update_pull_request(
        state: &mut GitHub,
        args: UpdatePullRequest,
        cx: &mut Context,
    ) -> Result<RowRef<PullRequest>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let target = repository_key(&repository);
        let pull = find_pull(state, &target, args.pull_number)?;
        require_not_archived(&repository)?;
        if pull.author != Some(viewer_of(state)?) {
            require_push(&repository)?;
        }
        let mut changed: PullRequest = (*pull).clone();
        if let Some(wanted) = args.state {
            let wanted = open_state(wanted.as_str());
            if changed.merged && wanted == OpenState::Open {
                let message = "a merged pull request cannot be opened again";
                return Err(ToolError::failed_precondition(message));
            }
            set_pull_state(state, &mut changed, wanted, cx.now())?;
        }
        if let Some(base) = args.base.filter(|base| *base != changed.base) {
            if changed.state != OpenState::Open {
                let message = "only an open pull request gets another base";
                return Err(ToolError::failed_precondition(message));
            }
            changed.base_sha = find_branch(state, &target, &base)?.sha.clone();
            changed.base = base;
            check_head_differs(&target, &changed)?;
        }
        changed.title = args.title.unwrap_or(changed.title);
        changed.body = args.body.or(changed.body);
        changed.maintainer_can_modify =
            args.maintainer_can_modify.unwrap_or(changed.maintainer_can_modify);
        changed.updated_at = cx.now();
        Ok(state.pull_requests.put(changed))
    }

    /// Lists pull requests of a repository, the newest first; open ones unless `state` says
    /// otherwise. `head` is a branch, or `owner:branch` for one in a fork.
    #[tool(
        list,
        filter(repository = (owner, repo), base),
        page(limit = per_page, page = page),
        types(state = Option<String>, page = i64, per_page = i64),
        reads(repositories, pull_requests, comments)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","head":"lumen:steady-display"}"#,
        ok = r#"{"items":[{"number":3}],"total":1}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","state":"closed"}"#,
        ok = r#"{"items":[],"total":0}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"nothing"}"#, error = "not_found")]
    fn list_pull_requests(
        state: &GitHub,
        args: ListPullRequests,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<PullRequest>>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let key = repository_key(&repository);
        let wanted = args.state.as_ref().map_or("open", |wanted| wanted.as_str());
        let mut rows = state.pull_requests.select(&|pull| {
            pull.repository == key
                && (wanted == "all" || pull.state.as_str() == wanted)
                && args.head.as_ref().is_none_or(|head| has_head(pull, head.as_str()))
                && args.base.as_ref().is_none_or(|base| pull.base == base.as_str())
        });
        let by = args.sort.as_ref().map_or("created", |sort| sort.as_str());
        rows.sort_by_key(|pull| match by {
            "updated" => pull.updated_at.unix_seconds(),
            "popularity" => n_comments(state, &key, pull.number),
            _ => pull.created_at.unix_seconds(),
        });
        // Long-running ones start with the oldest.
        let ascending = args
            .direction
            .as_ref()
            .map_or(by == "long-running", |direction| direction.as_str() == "asc");
        if !ascending {
            rows.reverse();
        }
        numbered_page(rows, args.per_page, args.page)
    }

    /// Merges an open pull request into its base. Issues that its text says it closes are closed
    /// when the base is the default branch.
    #[tool(
        reads(repositories, branches, files, commits, statuses, pull_requests, viewer),
        writes(pull_requests, branches, files, commits, issues, repositories),
        types(pull_number = i64)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3,"merge_method":"squash","commit_title":"Steady the display (#3)"}"#,
        ok = r#"{"merged":true,"number":3}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","pullNumber":99}"#, error = "not_found")]
    #[case(
        args = r#"{"owner":"vega","repo":"charts","pullNumber":2}"#,
        error = "permission_denied"
    )]
    fn merge_pull_request(
        state: &mut GitHub,
        args: MergePullRequest,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let target = repository_key(&repository);
        let pull = find_pull(state, &target, args.pull_number)?;
        require_push(&repository)?;
        check_mergeable(state, &pull)?;
        let method = args.merge_method.as_ref().map_or("merge", |method| method.as_str());
        let title = args.commit_title.unwrap_or_else(|| match method {
            "squash" => format!("{} (#{})", pull.title, pull.number),
            _ => format!("Merge pull request #{} from {}", pull.number, pull.head),
        });
        let message = match args.commit_message {
            Some(more) => format!("{title}\n\n{more}"),
            None => title,
        };
        let sha = merge(state, &pull, method, &message, cx)?;
        if pull.base == repository.default_branch {
            close_named_issues(state, &pull, cx.now())?;
        }
        Ok(serde_json::json!({
            "merged": true,
            "number": pull.number,
            "sha": sha,
            "merge_method": method,
        }))
    }

    /// Lists the files that a pull request changes.
    #[tool(
        reads(pull_requests, commits, branches),
        types(pull_number = i64, page = i64, per_page = i64)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3}"#,
        ok = r#"{"items":[{"filename":"src/display.c","status":"modified","additions":1,"deletions":1}],"total":1}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","pullNumber":99}"#, error = "not_found")]
    fn get_pull_request_files(
        state: &GitHub,
        args: GetPullRequestFiles,
        _cx: &mut Context,
    ) -> Result<Page<FileChange>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let pull = find_pull(state, &repository_key(&repository), args.pull_number)?;
        numbered_page(changes_of(state, &pull), args.per_page, args.page)
    }

    /// Tells what the checks say of a pull request's last commit, and whether it can be merged.
    #[tool(reads(pull_requests, statuses, commits, branches), types(pull_number = i64))]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3}"#,
        ok = r#"{"state":"success","total_count":1,"mergeable":true,"statuses":[{"context":"build","state":"success"}]}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","pullNumber":99}"#, error = "not_found")]
    fn get_pull_request_status(
        state: &GitHub,
        args: GetPullRequestStatus,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let pull = find_pull(state, &repository_key(&repository), args.pull_number)?;
        let statuses = latest_statuses(state, &pull);
        let shown: Vec<serde_json::Value> = statuses.iter().map(|row| value_of(*row)).collect();
        Ok(serde_json::json!({
            "state": combined_state(&statuses),
            "sha": pull.head_sha,
            "total_count": shown.len(),
            "statuses": shown,
            "mergeable": check_mergeable(state, &pull).is_ok(),
            "merged": pull.merged,
        }))
    }

    /// Merges the base into the head of an open pull request. `expectedHeadSha` has to be where
    /// the head is.
    #[tool(
        reads(pull_requests, branches, files, commits, repositories),
        writes(pull_requests, branches, files, commits, repositories),
        types(pull_number = i64)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3}"#,
        ok = r#"{"updated":true,"number":3}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3,"expectedHeadSha":"0000"}"#,
        error = "conflict"
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","pullNumber":99}"#, error = "not_found")]
    fn update_pull_request_branch(
        state: &mut GitHub,
        args: UpdatePullRequestBranch,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let pull = find_pull(state, &repository_key(&repository), args.pull_number)?;
        if let Some(expected) = args.expected_head_sha.filter(|sha| *sha != pull.head_sha) {
            return Err(ToolError::conflict(format!(
                "the head is at `{}`, not at `{expected}`",
                pull.head_sha
            )));
        }
        require_push(&repository)?;
        let sha = merge_base_into_head(state, &pull, cx)?;
        Ok(serde_json::json!({"updated": true, "number": pull.number, "head_sha": sha}))
    }

    /// Lists the comments under a pull request, the oldest first; those at lines are not among
    /// them.
    #[tool(
        list,
        filter(repository = (owner, repo), number = pull_number),
        sort(created_at),
        page(limit = per_page, page = page),
        types(pull_number = i64, page = i64, per_page = i64),
        reads(repositories, issues, pull_requests, comments)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3}"#,
        ok = r#"{"items":[{"author":"mara","body":"Looks right to me."}],"total":1}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","pullNumber":1}"#, error = "not_found")]
    fn get_pull_request_comments(
        state: &GitHub,
        args: GetPullRequestComments,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Comment>>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let key = repository_key(&repository);
        find_pull(state, &key, args.pull_number)?;
        comments_of(state, &key, args.pull_number, args.per_page, args.page)
    }

    /// Opens a pull request. `head` is a branch of the repository, or `owner:branch` for one of
    /// a fork, and has commits that the base does not have.
    #[tool(
        create,
        map(repository = (owner, repo)),
        reads(repositories, branches, commits, issues, pull_requests, viewer),
        writes(pull_requests)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","title":"Try darker digits","head":"dark-digits","base":"main","draft":true}"#,
        ok = r#"{"repository":"lumen/meter","number":4,"head":"dark-digits","base":"main","draft":true,"state":"open","author":"ivo"}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","title":"x","head":"steady-display","base":"main"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","title":"x","head":"main","base":"dark-digits"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","title":"x","head":"nowhere","base":"main"}"#,
        error = "not_found"
    )]
    fn create_pull_request(
        state: &mut GitHub,
        args: CreatePullRequest,
        cx: &mut Context,
    ) -> Result<RowRef<PullRequest>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        require_not_archived(&repository)?;
        let target = repository_key(&repository);
        let (head_repository, head) = head_of(state, &repository, args.head.as_str())?;
        let source = head_repository.clone().unwrap_or_else(|| target.clone());
        let head_sha = find_branch(state, &source, &head)?.sha.clone();
        let base_sha = find_branch(state, &target, args.base.as_str())?.sha.clone();
        let author = viewer_of(state)?;
        let pull = PullRequest {
            number: next_number(state, &target),
            repository: target.clone(),
            title: args.title,
            body: args.body,
            state: OpenState::Open,
            draft: args.draft.unwrap_or(false),
            merged: false,
            head,
            head_repository,
            head_sha,
            base: args.base,
            base_sha,
            maintainer_can_modify: args.maintainer_can_modify.unwrap_or(true),
            author: Some(author),
            merge_commit_sha: None,
            merged_by: None,
            created_at: cx.now(),
            updated_at: cx.now(),
            closed_at: None,
        };
        check_head_differs(&target, &pull)?;
        let twin = |other: &PullRequest| is_open_twin(other, &pull);
        if let Some(other) = state.pull_requests.first(&twin) {
            return Err(ToolError::already_exists(format!(
                "pull request #{} offers `{}` to `{}` already",
                other.number, pull.head, pull.base
            )));
        }
        if commits_ahead(state, &source, &pull.head_sha, &pull.base_sha).is_empty() {
            let message =
                format!("`{}` has no commits that `{}` does not have", pull.head, pull.base);
            return Err(ToolError::failed_precondition(message));
        }
        state.pull_requests.insert(pull)
    }

    /// Lists the comments at lines of a pull request's changes.
    #[tool(
        list,
        filter(pull_request = (owner, repo, pull_number)),
        page(limit = per_page, page = page),
        types(pull_number = i64, page = i64, per_page = i64, since = Option<Timestamp>),
        reads(repositories, pull_requests, review_comments)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3,"sort":"created","direction":"desc"}"#,
        ok = r#"{"items":[{"path":"src/display.c","line":2,"side":"RIGHT","author":"mara"}],"total":1}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","pullNumber":99}"#, error = "not_found")]
    fn get_pull_request_review_comments(
        state: &GitHub,
        args: GetPullRequestReviewComments,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<ReviewComment>>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let pull = find_pull(state, &repository_key(&repository), args.pull_number)?;
        let key = pull_key(&pull);
        let mut rows = state.review_comments.select(&|comment| {
            comment.pull_request == key
                && args.since.is_none_or(|since| comment.updated_at >= since)
        });
        let by_update = args.sort.as_ref().is_some_and(|sort| sort.as_str() == "updated");
        rows.sort_by_key(|row| if by_update { row.updated_at } else { row.created_at });
        if args.direction.as_ref().is_some_and(|direction| direction.as_str() == "desc") {
            rows.reverse();
        }
        numbered_page(rows, args.per_page, args.page)
    }

    /// Comments at a line, or at lines, of a file that a pull request changes, or answers such a
    /// comment.
    #[tool(
        reads(pull_requests, commits, branches, viewer),
        writes(review_comments),
        types(
            pull_number = i64,
            line = Option<i64>,
            start_line = Option<i64>,
            in_reply_to = Option<i64>
        )
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3,"body":"Why eight?","commit_id":"c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3","path":"src/display.c","line":2}"#,
        ok = r#"{"pull_request":"lumen/meter/3","path":"src/display.c","line":2,"side":"RIGHT","author":"ivo"}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3,"body":"x","commit_id":"c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3","path":"README.md","line":1}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","pullNumber":3,"body":"x","commit_id":"ffff","path":"src/display.c","line":1}"#,
        error = "not_found"
    )]
    fn create_pull_request_review_comment(
        state: &mut GitHub,
        args: CreatePullRequestReviewComment,
        cx: &mut Context,
    ) -> Result<RowRef<ReviewComment>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        require_not_archived(&repository)?;
        let pull = find_pull(state, &repository_key(&repository), args.pull_number)?;
        let key = pull_key(&pull);
        let (source, base_sha) = range_of(state, &pull);
        let ahead = commits_ahead(state, &source, &pull.head_sha, &base_sha);
        if !ahead.iter().any(|commit| commit.sha == args.commit_id.as_str()) {
            let message = format!("the pull request has no commit `{}`", args.commit_id);
            return Err(ToolError::not_found(message));
        }
        if !changes_of(state, &pull).iter().any(|change| change.filename == args.path) {
            let message = format!("the pull request does not change `{}`", args.path);
            return Err(ToolError::invalid_argument(message));
        }
        if let (Some(start), Some(end)) = (args.start_line, args.line)
            && start >= end
        {
            let message = "`start_line` comes before `line`";
            return Err(ToolError::invalid_argument(message));
        }
        if args.start_line.is_some() && args.line.is_none() {
            return Err(ToolError::invalid_argument("`start_line` needs `line`, the last line"));
        }
        let answered = args.in_reply_to.map(IntKey::<ReviewComment>::new);
        if let Some(id) = &answered
            && state.review_comments.find(id)?.pull_request != key
        {
            return Err(ToolError::not_found("the comment to answer is at another pull request"));
        }
        let author = viewer_of(state)?;
        let id = state.review_comments.next_int_key(cx);
        state.review_comments.insert(ReviewComment {
            id,
            pull_request: key,
            commit_id: args.commit_id.as_str().to_owned(),
            path: args.path,
            line: args.line,
            start_line: args.start_line,
            side: side_of(args.side.as_str()),
            start_side: args.start_side.as_ref().map(|side| side_of(side.as_str())),
            in_reply_to: answered,
            author: Some(author),
            body: args.body,
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    /// Reads a repository, with its read-me text and what lies at its top.
    #[tool(
        get,
        key(owner, repo),
        about = Repository,
        reads(repositories, branches, files, issues, pull_requests, comments)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter"}"#,
        ok = r##"{"owner":"lumen","name":"meter","default_branch":"main","open_issues":2,"readme":"# Meter\n","entries":["README.md","src/"]}"##
    )]
    #[case(args = r#"{"owner":"lumen","repo":"nothing"}"#, error = "not_found")]
    fn get_repository(
        state: &GitHub,
        args: GetRepository,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let key = repository_key(&repository);
        let branch = branch_key(&key, &repository.default_branch);
        let readme = files_on(state, &branch)
            .into_iter()
            .find(|file| trimmed(&file.path).to_lowercase().starts_with("readme"));
        let open = |thread: &Thread| thread.repository == key && thread.state == OpenState::Open;
        let mut view = value_of(&*repository);
        if let Some(fields) = view.as_object_mut() {
            let n_open = threads(state).iter().filter(|thread| open(thread)).count();
            fields.insert("open_issues".to_owned(), n_open.into());
            fields.insert("readme".to_owned(), readme.map(|file| file.content.clone()).into());
            let entries: Vec<String> =
                entries_below(state, &branch, "").into_iter().map(|entry| entry.label()).collect();
            fields.insert("entries".to_owned(), entries.into());
        }
        Ok(view)
    }

    /// Reads a commit, named by its hash or the start of it, by a branch or by a tag.
    #[tool(get, key((owner, repo), sha), reads(repositories, branches, tags, commits))]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","sha":"steady-display"}"#,
        ok = r#"{"sha":"c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3","message":"Refresh eight times a second"}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","sha":"c2c2c2c2"}"#,
        ok = r#"{"message":"Show the unit"}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","sha":"nowhere"}"#, error = "not_found")]
    fn get_commit(
        state: &GitHub,
        args: GetCommit,
        _cx: &mut Context,
    ) -> Result<RowRef<Commit>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let key = repository_key(&repository);
        let sha = resolve_ref(state, &key, args.sha.as_str())?;
        state.commits.find(join_key(&[&key, &sha]).as_str())
    }

    /// Lists the commits that a branch, tag or commit leads back to, the newest first.
    #[tool(reads(repositories, branches, tags, commits), types(page = i64, per_page = i64))]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter"}"#,
        ok = r#"{"items":[{"message":"Show the unit"},{"message":"First light"}],"total":2}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","sha":"steady-display","per_page":1}"#,
        ok = r#"{"items":[{"message":"Refresh eight times a second"}],"total":2}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","sha":"nowhere"}"#, error = "not_found")]
    fn list_commits(
        state: &GitHub,
        args: ListCommits,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Commit>>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let key = repository_key(&repository);
        let start = match &args.sha {
            Some(named) => resolve_ref(state, &key, named.as_str())?,
            None => find_branch(state, &key, &repository.default_branch)?.sha.clone(),
        };
        let reached = ancestors(state, &key, &start);
        let mut rows = state
            .commits
            .select(&|commit| commit.repository == key && reached.contains(&commit.sha));
        rows.sort_by_key(|commit| std::cmp::Reverse(commit.authored_at));
        numbered_page(rows, args.per_page, args.page)
    }

    #[tool(list, filter(repository = (owner, repo)), page(limit = per_page, page = page))]
    fn list_branches() -> Page<Branch>;

    /// Writes one file to a branch as a commit. To replace a file, give the `sha` that it has.
    #[tool(
        reads(repositories, branches, files, viewer),
        writes(files, commits, branches, pull_requests, repositories)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","path":"docs/use.md","content":"Press once.\n","message":"Explain use","branch":"dark-digits"}"#,
        ok = r#"{"path":"docs/use.md","created":true,"branch":"dark-digits"}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","path":"README.md","content":"x","message":"m","branch":"dark-digits"}"#,
        error = "conflict"
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","path":"a.md","content":"x","message":"m","branch":"main"}"#,
        error = "permission_denied"
    )]
    fn create_or_update_file(
        state: &mut GitHub,
        args: CreateOrUpdateFile,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let key = repository_key(&repository);
        require_push(&repository)?;
        let branch = find_branch(state, &key, args.branch.as_str())?;
        require_unprotected(&repository, &branch)?;
        let path = checked_path(&args.path)?;
        let existing = find_file(state, &branch_key(&key, &branch.name), &path);
        check_blob(&path, existing.as_deref(), args.sha.as_deref())?;
        let created = existing.is_none();
        let changes = vec![(path.clone(), args.content)];
        let sha = commit(state, &branch, changes, &args.message, cx)?;
        let file = find_file(state, &branch_key(&key, &branch.name), &path);
        Ok(serde_json::json!({
            "path": path,
            "branch": branch.name,
            "created": created,
            "sha": file.map(|file| file.sha.clone()),
            "commit_sha": sha,
        }))
    }

    /// Makes a repository of the user who is signed in; `autoInit` gives it a first commit.
    #[tool(create, reads(users, viewer), writes(repositories, branches, files, commits))]
    #[case(
        args = r#"{"name":"scale","description":"Weighs things","autoInit":true}"#,
        ok = r#"{"owner":"ivo","name":"scale","default_branch":"main","permission":"admin","private":false}"#
    )]
    #[case(args = r#"{"name":"two words"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"sketches"}"#, error = "already_exists")]
    fn create_repository(
        state: &mut GitHub,
        args: CreateRepository,
        cx: &mut Context,
    ) -> Result<RowRef<Repository>, ToolError> {
        let owner = viewer_of(state)?;
        let description = args.description.clone().unwrap_or_default();
        let repository = state.repositories.insert(Repository {
            owner,
            name: args.name,
            description: args.description,
            private: args.private.unwrap_or(false),
            fork: false,
            parent: None,
            default_branch: "main".to_owned(),
            language: None,
            topics: Vec::new(),
            license: None,
            stars: 0,
            archived: false,
            permission: Permission::Admin,
            created_at: cx.now(),
            updated_at: cx.now(),
            pushed_at: None,
        })?;
        if args.auto_init.unwrap_or(false) {
            let branch = state.branches.insert(Branch {
                repository: repository_key(&repository),
                name: "main".to_owned(),
                sha: String::new(),
                protected: false,
            })?;
            let readme = format!("# {}\n{description}\n", repository.name);
            let changes = vec![("README.md".to_owned(), readme)];
            commit(state, &branch, changes, "Initial commit", cx)?;
        }
        state.repositories.find(repository_key(&repository).as_str())
    }

    /// Reads a file, in full or its first thousand characters, or lists a folder.
    #[tool(reads(repositories, branches, files))]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","path":"src/display.c","branch":"steady-display","mode":"full"}"#,
        ok = r#"{"type":"file","path":"src/display.c","content":"int rate(void) {\n    return 8;\n}\n","truncated":false}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","path":"src"}"#,
        ok = r#"{"type":"dir","entries":[{"name":"display.c","type":"file"}]}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","path":"src/none.c"}"#, error = "not_found")]
    fn get_file_contents(
        state: &GitHub,
        args: GetFileContents,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        const OVERVIEW_CHARACTERS: usize = 1_000;
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let key = repository_key(&repository);
        let named = args.branch.as_ref().map_or(repository.default_branch.as_str(), |b| b.as_str());
        let branch = branch_key(&key, &find_branch(state, &key, named)?.name);
        let path = trimmed(&args.path).trim_end_matches('/').to_owned();
        if let Some(file) = find_file(state, &branch, &path) {
            let whole = args.mode.as_str() == "full";
            let shown: String = match whole {
                true => file.content.clone(),
                false => file.content.chars().take(OVERVIEW_CHARACTERS).collect(),
            };
            return Ok(serde_json::json!({
                "type": "file",
                "path": path,
                "branch": named,
                "sha": file.sha,
                "size": file.content.len(),
                "truncated": shown.len() < file.content.len(),
                "content": shown,
            }));
        }
        let entries = entries_below(state, &branch, &path);
        if entries.is_empty() {
            return Err(ToolError::not_found(format!("no file or folder `{path}` on `{named}`")));
        }
        let entries: Vec<serde_json::Value> = entries.iter().map(Entry::view).collect();
        Ok(serde_json::json!({"type": "dir", "path": path, "branch": named, "entries": entries}))
    }

    /// Copies a repository to the user who is signed in, or to an organization of theirs.
    #[tool(
        reads(repositories, branches, files, commits, tags, users, viewer),
        writes(repositories, branches, files, commits, tags)
    )]
    #[case(
        args = r#"{"owner":"vega","repo":"charts"}"#,
        ok = r#"{"owner":"ivo","name":"charts","fork":true,"parent":"vega/charts","permission":"admin"}"#
    )]
    #[case(
        args = r#"{"owner":"vega","repo":"charts","organization":"vega"}"#,
        error = "permission_denied"
    )]
    #[case(args = r#"{"owner":"vega","repo":"nothing"}"#, error = "not_found")]
    fn fork_repository(
        state: &mut GitHub,
        args: ForkRepository,
        cx: &mut Context,
    ) -> Result<RowRef<Repository>, ToolError> {
        let source = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let viewer = viewer_of(state)?;
        let owner = match &args.organization {
            None => viewer,
            Some(login) => {
                let organization = state.users.find(login.as_str())?;
                if !organization.members.contains(&viewer) {
                    let message = format!("you are no member of `{}`", organization.login);
                    return Err(ToolError::permission_denied(message));
                }
                organization.login.clone()
            }
        };
        if owner == source.owner {
            let message = "a repository cannot be forked to its own account";
            return Err(ToolError::failed_precondition(message));
        }
        let fork = state.repositories.insert(Repository {
            owner,
            fork: true,
            parent: Some(repository_key(&source)),
            stars: 0,
            archived: false,
            permission: Permission::Admin,
            created_at: cx.now(),
            updated_at: cx.now(),
            ..(*source).clone()
        })?;
        copy_content(state, &repository_key(&source), &repository_key(&fork))?;
        Ok(fork)
    }

    /// Makes a branch where another one is; without one named, where the default branch is.
    #[tool(
        create,
        map(repository = (owner, repo), name = branch),
        reads(repositories, branches, files),
        writes(branches, files)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","branch":"quiet-mode","from_branch":"steady-display"}"#,
        ok = r#"{"repository":"lumen/meter","name":"quiet-mode","sha":"c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3","protected":false}"#
    )]
    #[case(args = r#"{"owner":"lumen","repo":"meter","branch":"main"}"#, error = "already_exists")]
    #[case(
        args = r#"{"owner":"vega","repo":"charts","branch":"mine"}"#,
        error = "permission_denied"
    )]
    fn create_branch(
        state: &mut GitHub,
        args: CreateBranch,
        _cx: &mut Context,
    ) -> Result<RowRef<Branch>, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        require_push(&repository)?;
        let key = repository_key(&repository);
        let name = args.branch;
        if name.contains([' ', '~', '^', ':', '?', '*', '[', '\\']) || name.contains("..") {
            return Err(ToolError::invalid_argument(format!("`{name}` is no name for a branch")));
        }
        let from =
            args.from_branch.as_ref().map_or(repository.default_branch.as_str(), |b| b.as_str());
        let origin = find_branch(state, &key, from)?;
        let branch = state.branches.insert(Branch {
            repository: key.clone(),
            name,
            sha: origin.sha.clone(),
            protected: false,
        })?;
        copy_files(state, &branch_key(&key, from), &branch_key(&key, &branch.name))?;
        Ok(branch)
    }

    #[tool(list, filter(repository = (owner, repo)), page(limit = per_page, page = page))]
    fn list_tags() -> Page<Tag>;

    #[tool(get, key((owner, repo), tag))]
    fn get_tag() -> Tag;

    /// Writes several files to a branch as one commit.
    #[tool(
        reads(repositories, branches, files, viewer),
        writes(files, commits, branches, pull_requests, repositories)
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","branch":"dark-digits","message":"Add notes","files":[{"path":"docs/a.md","content":"a\n"},{"path":"README.md","content":"Meter\n"}]}"#,
        ok = r#"{"branch":"dark-digits","files":[{"filename":"README.md","status":"modified"},{"filename":"docs/a.md","status":"added"}]}"#
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","branch":"dark-digits","message":"m","files":[]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"owner":"lumen","repo":"meter","branch":"nowhere","message":"m","files":[{"path":"a","content":"a"}]}"#,
        error = "not_found"
    )]
    fn push_files(
        state: &mut GitHub,
        args: PushFiles,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = find_repository(state, args.owner.as_str(), args.repo.as_str())?;
        let key = repository_key(&repository);
        require_push(&repository)?;
        let branch = find_branch(state, &key, args.branch.as_str())?;
        require_unprotected(&repository, &branch)?;
        if args.files.is_empty() {
            return Err(ToolError::invalid_argument("`files` names at least one file"));
        }
        let mut contents = BTreeMap::new();
        for file in args.files {
            contents.insert(checked_path(&file.path)?, file.content);
        }
        let sha = commit(state, &branch, contents.into_iter().collect(), &args.message, cx)?;
        let recorded = state.commits.find(join_key(&[&key, &sha]).as_str())?;
        let files: Vec<serde_json::Value> = recorded.files.iter().map(value_of).collect();
        Ok(serde_json::json!({"branch": branch.name, "commit_sha": sha, "files": files}))
    }

    /// Finds repositories by words and qualifiers: `user:`, `org:`, `repo:`, `language:`,
    /// `topic:`, `license:`, `stars:`, `created:`, `pushed:`, `is:`, `archived:`, `fork:`, `in:`.
    #[tool(
        search((name, description) ~ query),
        page(limit = per_page, page = page),
        types(page = i64, per_page = i64),
        reads(repositories)
    )]
    #[case(
        args = r#"{"query":"language:C stars:>10"}"#,
        ok = r#"{"items":[{"owner":"lumen","name":"meter"}],"total":1}"#
    )]
    #[case(args = r#"{"query":"charts"}"#, ok = r#"{"items":[{"name":"charts"}],"total":1}"#)]
    #[case(args = r#"{"query":7}"#, error = "invalid_argument")]
    fn search_repositories(
        state: &GitHub,
        args: SearchRepositories,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Repository>>, ToolError> {
        let query = parse_query(&args.query);
        let mut rows = state.repositories.select(&|row| repository_matches(row, &query));
        rows.sort_by_key(|row| std::cmp::Reverse(row.stars));
        numbered_page(rows, args.per_page, args.page)
    }

    /// Finds files of default branches by words and qualifiers: `repo:`, `user:`, `org:`,
    /// `path:`, `filename:`, `extension:`, `language:`, `in:`.
    #[tool(reads(repositories, branches, files), types(page = i64, per_page = i64))]
    #[case(
        args = r#"{"q":"rate extension:c repo:lumen/meter"}"#,
        ok = r#"{"items":[{"repository":"lumen/meter","path":"src/display.c","name":"display.c"}],"total":1}"#
    )]
    #[case(args = r#"{"q":"rate","sort":"stars"}"#, error = "invalid_argument")]
    fn search_code(
        state: &GitHub,
        args: SearchCode,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let query = parse_query(&args.q);
        let mut found = Vec::new();
        for repository in state.repositories.iter() {
            let key = repository_key(repository);
            let branch = branch_key(&key, &repository.default_branch);
            for file in files_on(state, &branch) {
                if code_matches(repository, file, &query) {
                    found.push(serde_json::json!({
                        "repository": key.as_str(),
                        "path": trimmed(&file.path),
                        "name": name_of(&file.path),
                        "sha": file.sha,
                        "fragment": fragment(&file.content, &query),
                    }));
                }
            }
        }
        if args.order.as_ref().is_some_and(|order| order.as_str() == "desc") {
            found.reverse();
        }
        numbered_page(found, args.per_page, args.page)
    }

    /// Finds accounts by words and qualifiers: `user:`, `type:`, `location:`, `followers:`,
    /// `repos:`, `language:`, `created:`, `fullname:`, `in:`.
    #[tool(
        search((login, name, email) ~ q),
        page(limit = per_page, page = page),
        types(page = i64, per_page = i64),
        reads(users, repositories)
    )]
    #[case(
        args = r#"{"q":"type:org"}"#,
        ok = r#"{"items":[{"login":"lumen"},{"login":"vega"}],"total":2}"#
    )]
    #[case(args = r#"{"q":"mara"}"#, ok = r#"{"items":[{"login":"mara"}],"total":1}"#)]
    #[case(args = r#"{"q":"mara","sort":"stars"}"#, error = "invalid_argument")]
    fn search_users(
        state: &GitHub,
        args: SearchUsers,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<User>>, ToolError> {
        let query = parse_query(&args.q);
        let mut rows = state.users.select(&|user| user_matches(state, user, &query));
        let Some(by) = args.sort else {
            return numbered_page(rows, args.per_page, args.page);
        };
        rows.sort_by_key(|user| match by.as_str() {
            "followers" => user.followers,
            "repositories" => n_repositories(state, user) as i64,
            _ => user.created_at.unix_seconds(),
        });
        if args.order.as_ref().is_none_or(|order| order.as_str() != "asc") {
            rows.reverse();
        }
        numbered_page(rows, args.per_page, args.page)
    }
}

fn numbered_page<T>(items: Vec<T>, per_page: i64, page: i64) -> Result<Page<T>, ToolError> {
    const PER_PAGE_MAX: i64 = 100;
    let limit = per_page.min(PER_PAGE_MAX);
    PageRequest { limit: Some(limit), page: Some(page), ..PageRequest::default() }.cut(items)
}

fn value_of(output: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    output.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn add_once<T: PartialEq>(items: &mut Vec<T>, item: T) {
    if !items.contains(&item) {
        items.push(item);
    }
}

fn viewer_of(state: &GitHub) -> Result<Key<User>, ToolError> {
    Ok(state.viewer.find()?.login.clone())
}

// Keys.

fn repository_key(repository: &Repository) -> Key<Repository> {
    Key::new(join_key(&[&repository.owner, &repository.name]))
}

fn numbered_key(repository: &Key<Repository>, number: i64) -> String {
    join_key(&[repository, &number])
}

fn pull_key(pull: &PullRequest) -> Key<PullRequest> {
    Key::new(numbered_key(&pull.repository, pull.number))
}

fn branch_key(repository: &Key<Repository>, name: &str) -> Key<Branch> {
    Key::new(join_key(&[repository, &name]))
}

// Finding rows.

fn find_repository(
    state: &GitHub,
    owner: &str,
    name: &str,
) -> Result<RowRef<Repository>, ToolError> {
    state.repositories.find(join_key(&[&Key::<User>::new(owner), &name]).as_str())
}

fn find_branch(
    state: &GitHub,
    repository: &Key<Repository>,
    name: &str,
) -> Result<RowRef<Branch>, ToolError> {
    state.branches.find(&branch_key(repository, name))
}

fn find_pull(
    state: &GitHub,
    repository: &Key<Repository>,
    number: i64,
) -> Result<RowRef<PullRequest>, ToolError> {
    state.pull_requests.find(numbered_key(repository, number).as_str())
}

/// A path without the slash that it may start with.
fn trimmed(path: &str) -> &str {
    path.trim_start_matches('/')
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn files_on<'a>(state: &'a GitHub, branch: &Key<Branch>) -> Vec<&'a File> {
    state.files.iter().filter(|file| file.branch == *branch).collect()
}

fn find_file(state: &GitHub, branch: &Key<Branch>, path: &str) -> Option<RowRef<File>> {
    let named = |file: &File| file.branch == *branch && trimmed(&file.path) == trimmed(path);
    state.files.select(&named).into_iter().next()
}

/// The commit that a branch, a tag, a hash or the start of a hash names.
fn resolve_ref(
    state: &GitHub,
    repository: &Key<Repository>,
    named: &str,
) -> Result<String, ToolError> {
    const PREFIX_LEAST: usize = 7;
    if let Some(branch) = state.branches.get(&branch_key(repository, named)) {
        return Ok(branch.sha.clone());
    }
    if let Some(tag) = state.tags.get(join_key(&[repository, &named]).as_str()) {
        return Ok(tag.sha.clone());
    }
    let hash = |commit: &Commit| {
        let starts = named.len() >= PREFIX_LEAST && commit.sha.starts_with(named);
        commit.repository == *repository && (commit.sha == named || starts)
    };
    match state.commits.first(&hash) {
        Some(commit) => Ok(commit.sha.clone()),
        None => Err(ToolError::not_found(format!(
            "`{named}` is no branch, tag or commit of `{repository}`"
        ))),
    }
}

/// One more than the greatest number of the repository's issues and pull requests.
fn next_number(state: &GitHub, repository: &Key<Repository>) -> i64 {
    let issues = state
        .issues
        .next_number_where(&|issue| issue.repository == *repository, &|issue| issue.number);
    let pulls = state
        .pull_requests
        .next_number_where(&|pull| pull.repository == *repository, &|pull| pull.number);
    issues.max(pulls)
}

// What is allowed.

fn require_not_archived(repository: &Repository) -> Result<(), ToolError> {
    if repository.archived {
        let message = format!("`{}` is archived, it is read only", repository.name);
        return Err(ToolError::permission_denied(message));
    }
    Ok(())
}

fn require_push(repository: &Repository) -> Result<(), ToolError> {
    require_not_archived(repository)?;
    if repository.permission == Permission::Pull {
        let message = format!("you may only read `{}`", repository.name);
        return Err(ToolError::permission_denied(message));
    }
    Ok(())
}

fn require_unprotected(repository: &Repository, branch: &Branch) -> Result<(), ToolError> {
    if branch.protected && repository.permission != Permission::Admin {
        let message = format!("`{}` is protected, change it by a pull request", branch.name);
        return Err(ToolError::permission_denied(message));
    }
    Ok(())
}

fn check_milestone(
    state: &GitHub,
    repository: &Key<Repository>,
    number: Option<i64>,
) -> Result<(), ToolError> {
    if let Some(number) = number {
        state.milestones.find(numbered_key(repository, number).as_str())?;
    }
    Ok(())
}

fn checked_path(path: &str) -> Result<String, ToolError> {
    let path = trimmed(path);
    let broken = path.split('/').any(|part| part.is_empty() || part == "." || part == "..");
    if broken {
        return Err(ToolError::invalid_argument(format!("`{path}` is no path of a file")));
    }
    Ok(path.to_owned())
}

/// Checks the `sha` of the content that an update replaces.
fn check_blob(path: &str, existing: Option<&File>, given: Option<&str>) -> Result<(), ToolError> {
    match (existing, given) {
        (None, None) => Ok(()),
        (Some(file), Some(sha)) if file.sha == sha => Ok(()),
        (None, Some(_)) => Err(ToolError::conflict(format!(
            "`{path}` does not exist on the branch, leave `sha` out to make it"
        ))),
        (Some(file), Some(sha)) => Err(ToolError::conflict(format!(
            "`{path}` is at `{}`, not at `{sha}`; read it again",
            file.sha
        ))),
        (Some(_), None) => Err(ToolError::conflict(format!(
            "`{path}` exists, give the `sha` that it has to replace it"
        ))),
    }
}

// Issues and pull requests.

fn open_state(name: &str) -> OpenState {
    if name == "closed" { OpenState::Closed } else { OpenState::Open }
}

fn set_issue_state(issue: &mut Issue, wanted: OpenState, now: Timestamp) {
    issue.state = wanted;
    issue.closed_at = match wanted {
        OpenState::Open => None,
        OpenState::Closed => issue.closed_at.or(Some(now)),
    };
}

fn set_pull_state(
    state: &GitHub,
    pull: &mut PullRequest,
    wanted: OpenState,
    now: Timestamp,
) -> Result<(), ToolError> {
    if wanted == OpenState::Closed {
        if pull.state == OpenState::Open {
            pull.base_sha = range_of(state, pull).1;
            pull.closed_at = Some(now);
        }
        pull.state = OpenState::Closed;
        return Ok(());
    }
    if pull.state == OpenState::Closed {
        if state.pull_requests.first(&|other| is_open_twin(other, pull)).is_some() {
            let message = "another open pull request offers the same branch";
            return Err(ToolError::failed_precondition(message));
        }
        let source = pull.head_repository.as_ref().unwrap_or(&pull.repository);
        pull.head_sha = find_branch(state, source, &pull.head)?.sha.clone();
    }
    pull.closed_at = None;
    pull.state = OpenState::Open;
    Ok(())
}

fn is_open_twin(other: &PullRequest, pull: &PullRequest) -> bool {
    other.state == OpenState::Open
        && other.repository == pull.repository
        && other.number != pull.number
        && other.base == pull.base
        && other.head == pull.head
        && other.head_repository == pull.head_repository
}

fn check_head_differs(target: &Key<Repository>, pull: &PullRequest) -> Result<(), ToolError> {
    let at_home = pull.head_repository.as_ref().is_none_or(|source| source == target);
    if at_home && pull.head == pull.base {
        return Err(ToolError::failed_precondition("head and base are the same branch"));
    }
    Ok(())
}

/// The repository, where it is a fork, and the branch that `head` names.
fn head_of(
    state: &GitHub,
    target: &Repository,
    head: &str,
) -> Result<(Option<Key<Repository>>, String), ToolError> {
    let Some((owner, branch)) = head.split_once(':') else {
        return Ok((None, head.to_owned()));
    };
    if target.owner == owner {
        return Ok((None, branch.to_owned()));
    }
    let parent = repository_key(target);
    let fork = |row: &Repository| row.owner == owner && row.parent.as_ref() == Some(&parent);
    match state.repositories.first(&fork) {
        Some(fork) => Ok((Some(repository_key(fork)), branch.to_owned())),
        None => Err(ToolError::not_found(format!("`{owner}` has no fork of `{parent}`"))),
    }
}

fn has_head(pull: &PullRequest, wanted: &str) -> bool {
    let Some((owner, branch)) = wanted.split_once(':') else { return pull.head == wanted };
    let source = pull.head_repository.as_ref().unwrap_or(&pull.repository);
    pull.head == branch && source.as_str().split('/').next() == Some(owner)
}

fn n_comments(state: &GitHub, repository: &Key<Repository>, number: i64) -> i64 {
    let rows = state
        .comments
        .iter()
        .filter(|comment| comment.repository == *repository && comment.number == number);
    rows.count() as i64
}

fn comments_of(
    state: &GitHub,
    repository: &Key<Repository>,
    number: i64,
    per_page: i64,
    page: i64,
) -> Result<Page<RowRef<Comment>>, ToolError> {
    let key = numbered_key(repository, number);
    if !state.issues.contains(key.as_str()) && !state.pull_requests.contains(key.as_str()) {
        return Err(ToolError::not_found(format!("no issue or pull request `{key}`")));
    }
    let mut rows = state
        .comments
        .select(&|comment| comment.repository == *repository && comment.number == number);
    rows.sort_by_key(|comment| comment.created_at);
    numbered_page(rows, per_page, page)
}

fn side_of(name: &str) -> Side {
    if name == "LEFT" { Side::Left } else { Side::Right }
}

// Commits.

fn find_commit<'a>(
    state: &'a GitHub,
    repository: &Key<Repository>,
    sha: &str,
) -> Option<&'a Commit> {
    let own = state.commits.get(join_key(&[repository, &sha]).as_str());
    // Forks share commits with what they come from.
    own.or_else(|| state.commits.first(&|commit| commit.sha == sha))
}

/// The hashes of a commit and of all that it leads back to.
fn ancestors(state: &GitHub, repository: &Key<Repository>, sha: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![sha.to_owned()];
    while let Some(sha) = open.pop() {
        if !reached.contains(&sha)
            && let Some(commit) = find_commit(state, repository, &sha)
        {
            open.extend(commit.parents.iter().cloned());
            reached.insert(sha);
        }
    }
    reached
}

/// The commits that `head` leads back to and `base` does not, the oldest first.
fn commits_ahead<'a>(
    state: &'a GitHub,
    repository: &Key<Repository>,
    head: &str,
    base: &str,
) -> Vec<&'a Commit> {
    let known = ancestors(state, repository, base);
    let reached = ancestors(state, repository, head);
    let new = reached.iter().filter(|sha| !known.contains(*sha));
    let mut commits: Vec<&Commit> =
        new.filter_map(|sha| find_commit(state, repository, sha)).collect();
    commits.sort_by_key(|commit| (commit.authored_at, commit.parents.len()));
    commits
}

/// Where the head of a pull request is, and the commit that it is seen against.
fn range_of(state: &GitHub, pull: &PullRequest) -> (Key<Repository>, String) {
    let source = pull.head_repository.clone().unwrap_or_else(|| pull.repository.clone());
    let base = state.branches.get(&branch_key(&pull.repository, &pull.base));
    let base_sha = match base {
        Some(base) if pull.state == OpenState::Open => base.sha.clone(),
        _ => pull.base_sha.clone(),
    };
    (source, base_sha)
}

/// The changes of several commits, file by file.
fn sum_changes(commits: &[&Commit]) -> Vec<FileChange> {
    let mut sum: BTreeMap<String, FileChange> = BTreeMap::new();
    for change in commits.iter().flat_map(|commit| &commit.files) {
        let Some(before) = sum.remove(&change.filename) else {
            sum.insert(change.filename.clone(), change.clone());
            continue;
        };
        let status = match (before.status, change.status) {
            // Made and removed again: nothing is left of it.
            (ChangeKind::Added, ChangeKind::Removed) => continue,
            (ChangeKind::Added, _) => ChangeKind::Added,
            (ChangeKind::Removed, ChangeKind::Added) => ChangeKind::Modified,
            (_, after) => after,
        };
        sum.insert(
            change.filename.clone(),
            FileChange {
                filename: change.filename.clone(),
                status,
                additions: before.additions + change.additions,
                deletions: before.deletions + change.deletions,
            },
        );
    }
    sum.into_values().collect()
}

fn changes_of(state: &GitHub, pull: &PullRequest) -> Vec<FileChange> {
    let (source, base_sha) = range_of(state, pull);
    sum_changes(&commits_ahead(state, &source, &pull.head_sha, &base_sha))
}

/// The files that both sides of a pull request changed, to different contents.
fn conflicts_of(state: &GitHub, pull: &PullRequest) -> Vec<String> {
    let (source, base_sha) = range_of(state, pull);
    let behind = commits_ahead(state, &source, &base_sha, &pull.head_sha);
    let on_base: Vec<String> =
        sum_changes(&behind).into_iter().map(|change| change.filename).collect();
    let (head, base) = (branch_key(&source, &pull.head), branch_key(&pull.repository, &pull.base));
    let content = |branch: &Key<Branch>, path: &str| {
        find_file(state, branch, path).map(|file| file.content.clone())
    };
    let ours = changes_of(state, pull).into_iter().map(|change| change.filename);
    ours.filter(|path| on_base.contains(path) && content(&head, path) != content(&base, path))
        .collect()
}

/// The last status of each check of a pull request's last commit.
fn latest_statuses<'a>(state: &'a GitHub, pull: &PullRequest) -> Vec<&'a CommitStatus> {
    let mut latest: BTreeMap<&str, &CommitStatus> = BTreeMap::new();
    for status in state.statuses.iter() {
        if status.repository != pull.repository || status.sha != pull.head_sha {
            continue;
        }
        let newer = latest
            .get(status.context.as_str())
            .is_none_or(|other| (other.created_at, other.id) < (status.created_at, status.id));
        if newer {
            latest.insert(status.context.as_str(), status);
        }
    }
    latest.into_values().collect()
}

fn combined_state(statuses: &[&CommitStatus]) -> &'static str {
    let failed =
        |status: &&CommitStatus| matches!(status.state, StatusState::Failure | StatusState::Error);
    if statuses.iter().any(failed) {
        "failure"
    } else if statuses.is_empty() || statuses.iter().any(|s| s.state == StatusState::Pending) {
        "pending"
    } else {
        "success"
    }
}

fn check_mergeable(state: &GitHub, pull: &PullRequest) -> Result<(), ToolError> {
    if pull.merged {
        return Err(ToolError::failed_precondition("the pull request is merged already"));
    }
    if pull.state == OpenState::Closed {
        return Err(ToolError::failed_precondition("the pull request is closed"));
    }
    if pull.draft {
        return Err(ToolError::failed_precondition("the pull request is a draft"));
    }
    let base = find_branch(state, &pull.repository, &pull.base)?;
    let statuses = latest_statuses(state, pull);
    if base.protected && !statuses.is_empty() && combined_state(&statuses) != "success" {
        let message = format!("`{}` is protected, and not all checks have passed", base.name);
        return Err(ToolError::failed_precondition(message));
    }
    let conflicts = conflicts_of(state, pull);
    if !conflicts.is_empty() {
        let message = format!("head and base both changed: {}", conflicts.join(", "));
        return Err(ToolError::conflict(message));
    }
    Ok(())
}

/// The name of a content, the same for the same content.
fn blob_sha(content: &str) -> String {
    compoworld_core::digest_text(content).chars().take(40).collect()
}

/// How many lines were added and removed, by what is left between the common start and end.
fn count_lines(before: &str, after: &str) -> (i64, i64) {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let room = old.len().min(new.len()) - head;
    let tail =
        old.iter().rev().zip(new.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    ((new.len() - head - tail) as i64, (old.len() - head - tail) as i64)
}

/// Writes a content to a branch, or removes it, and tells how the file changed.
fn put_file(
    state: &mut GitHub,
    branch: &Key<Branch>,
    path: &str,
    content: Option<String>,
) -> Result<Option<FileChange>, ToolError> {
    let existing = find_file(state, branch, path);
    let before = existing.as_ref().map(|file| file.content.clone());
    if before == content {
        return Ok(None);
    }
    let (additions, deletions) =
        count_lines(before.as_deref().unwrap_or_default(), content.as_deref().unwrap_or_default());
    let status = match (&before, &content) {
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Removed,
        _ => ChangeKind::Modified,
    };
    let stored = existing.map_or_else(|| path.to_owned(), |file| file.path.clone());
    match content {
        Some(content) => {
            let sha = blob_sha(&content);
            let branch = branch.clone();
            state.files.put(File { branch, path: stored, content, sha });
        }
        None => {
            state.files.remove(join_key(&[branch, &stored]).as_str())?;
        }
    }
    Ok(Some(FileChange { filename: trimmed(path).to_owned(), status, additions, deletions }))
}

/// A commit of the user who is signed in, on top of these parents.
fn new_commit(
    state: &mut GitHub,
    repository: &Key<Repository>,
    message: &str,
    parents: Vec<String>,
    files: Vec<FileChange>,
    cx: &mut Context,
) -> Result<String, ToolError> {
    let author = viewer_of(state)?;
    let author_name = state.users.find(&author)?.name.clone();
    let sha = cx.hex(40);
    state.commits.insert(Commit {
        repository: repository.clone(),
        sha: sha.clone(),
        message: message.to_owned(),
        author: Some(author),
        author_name,
        authored_at: cx.now(),
        parents,
        files,
    })?;
    Ok(sha)
}

/// Moves a branch to a commit, and with it the open pull requests that it is the head of.
fn move_branch(
    state: &mut GitHub,
    repository: &Key<Repository>,
    name: &str,
    sha: &str,
    now: Timestamp,
) -> Result<(), ToolError> {
    state.branches.update(&branch_key(repository, name), |branch| {
        branch.sha = sha.to_owned();
        Ok(())
    })?;
    let follows = |pull: &PullRequest| {
        let source = pull.head_repository.as_ref().unwrap_or(&pull.repository);
        pull.state == OpenState::Open && source == repository && pull.head == name
    };
    for pull in state.pull_requests.select(&follows) {
        state.pull_requests.update(&pull_key(&pull), |pull| {
            pull.head_sha = sha.to_owned();
            pull.updated_at = now;
            Ok(())
        })?;
    }
    state.repositories.update(repository, |repository| {
        repository.pushed_at = Some(now);
        repository.updated_at = now;
        Ok(())
    })?;
    Ok(())
}

/// Writes contents to a branch as one commit on top of it.
fn commit(
    state: &mut GitHub,
    branch: &Branch,
    contents: Vec<(String, String)>,
    message: &str,
    cx: &mut Context,
) -> Result<String, ToolError> {
    if message.trim().is_empty() {
        return Err(ToolError::invalid_argument("`message` says what the commit is for"));
    }
    let key = branch_key(&branch.repository, &branch.name);
    let mut files = Vec::new();
    for (path, content) in contents {
        files.extend(put_file(state, &key, &path, Some(content))?);
    }
    let parents = Some(branch.sha.clone()).filter(|sha| !sha.is_empty()).into_iter().collect();
    let sha = new_commit(state, &branch.repository, message, parents, files, cx)?;
    move_branch(state, &branch.repository, &branch.name, &sha, cx.now())?;
    Ok(sha)
}

/// Takes the contents of these files over from one branch to another.
fn carry_files(
    state: &mut GitHub,
    from: &Key<Branch>,
    to: &Key<Branch>,
    changes: &[FileChange],
) -> Result<Vec<FileChange>, ToolError> {
    let mut carried = Vec::new();
    for change in changes {
        let content = find_file(state, from, &change.filename).map(|file| file.content.clone());
        carried.extend(put_file(state, to, &change.filename, content)?);
    }
    Ok(carried)
}

/// Merges a pull request that can be merged; returns where its base is then.
fn merge(
    state: &mut GitHub,
    pull: &PullRequest,
    method: &str,
    message: &str,
    cx: &mut Context,
) -> Result<String, ToolError> {
    let (source, base_sha) = range_of(state, pull);
    find_branch(state, &source, &pull.head)?;
    let ahead: Vec<Commit> =
        commits_ahead(state, &source, &pull.head_sha, &base_sha).into_iter().cloned().collect();
    let changes = changes_of(state, pull);
    let (head, base) = (branch_key(&source, &pull.head), branch_key(&pull.repository, &pull.base));
    let carried = carry_files(state, &head, &base, &changes)?;
    let sha = match method {
        "squash" => {
            new_commit(state, &pull.repository, message, vec![base_sha.clone()], carried, cx)?
        }
        "rebase" => {
            let mut tip = base_sha.clone();
            // Merge commits fall away when commits are put on a new base.
            for commit in ahead.iter().filter(|commit| commit.parents.len() < 2) {
                let files = commit.files.clone();
                tip = new_commit(state, &pull.repository, &commit.message, vec![tip], files, cx)?;
            }
            tip
        }
        _ => {
            for commit in ahead {
                state.commits.put(Commit { repository: pull.repository.clone(), ..commit });
            }
            let parents = vec![base_sha.clone(), pull.head_sha.clone()];
            new_commit(state, &pull.repository, message, parents, Vec::new(), cx)?
        }
    };
    let (now, viewer) = (cx.now(), viewer_of(state)?);
    state.pull_requests.update(&pull_key(pull), |pull| {
        pull.state = OpenState::Closed;
        pull.merged = true;
        pull.merged_by = Some(viewer);
        pull.merge_commit_sha = Some(sha.clone());
        pull.base_sha = base_sha;
        pull.closed_at = Some(now);
        pull.updated_at = now;
        Ok(())
    })?;
    move_branch(state, &pull.repository, &pull.base, &sha, now)?;
    Ok(sha)
}

/// Brings the head of an open pull request up to date with its base; returns where it is then.
fn merge_base_into_head(
    state: &mut GitHub,
    pull: &PullRequest,
    cx: &mut Context,
) -> Result<String, ToolError> {
    if pull.state != OpenState::Open {
        return Err(ToolError::failed_precondition("the pull request is not open"));
    }
    let conflicts = conflicts_of(state, pull);
    if !conflicts.is_empty() {
        let message = format!("head and base both changed: {}", conflicts.join(", "));
        return Err(ToolError::conflict(message));
    }
    let (source, base_sha) = range_of(state, pull);
    let behind: Vec<Commit> =
        commits_ahead(state, &source, &base_sha, &pull.head_sha).into_iter().cloned().collect();
    if behind.is_empty() {
        return Err(ToolError::failed_precondition("the head has all that the base has"));
    }
    let changes = sum_changes(&behind.iter().collect::<Vec<_>>());
    let (head, base) = (branch_key(&source, &pull.head), branch_key(&pull.repository, &pull.base));
    carry_files(state, &base, &head, &changes)?;
    for commit in behind {
        state.commits.put(Commit { repository: source.clone(), ..commit });
    }
    let message = format!("Merge branch '{}' into {}", pull.base, pull.head);
    let parents = vec![pull.head_sha.clone(), base_sha];
    let sha = new_commit(state, &source, &message, parents, Vec::new(), cx)?;
    move_branch(state, &source, &pull.head, &sha, cx.now())?;
    Ok(sha)
}

/// Closes the issues that a pull request's text says it closes: `Fixes #12`.
fn close_named_issues(
    state: &mut GitHub,
    pull: &PullRequest,
    now: Timestamp,
) -> Result<(), ToolError> {
    const VERBS: [&str; 9] =
        ["close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved"];
    let text = format!("{} {}", pull.title, pull.body.as_deref().unwrap_or_default());
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.windows(2) {
        let [verb, named] = pair else { continue };
        let verb = verb.trim_end_matches(':').to_lowercase();
        let digits = named.trim_end_matches(['.', ',', ';', ')']).strip_prefix('#');
        let Some(number) = digits.and_then(|digits| digits.parse::<i64>().ok()) else { continue };
        let key = numbered_key(&pull.repository, number);
        if VERBS.contains(&verb.as_str()) && state.issues.contains(key.as_str()) {
            state.issues.update(key.as_str(), |issue| {
                if issue.state == OpenState::Open {
                    set_issue_state(issue, OpenState::Closed, now);
                    issue.updated_at = now;
                }
                Ok(())
            })?;
        }
    }
    Ok(())
}

fn copy_files(state: &mut GitHub, from: &Key<Branch>, to: &Key<Branch>) -> Result<(), ToolError> {
    for file in state.files.select(&|file| file.branch == *from) {
        state.files.insert(File { branch: to.clone(), ..(*file).clone() })?;
    }
    Ok(())
}

/// Copies branches with their files, commits and tags.
fn copy_content(
    state: &mut GitHub,
    from: &Key<Repository>,
    to: &Key<Repository>,
) -> Result<(), ToolError> {
    for branch in state.branches.select(&|branch| branch.repository == *from) {
        state.branches.insert(Branch {
            repository: to.clone(),
            protected: false,
            ..(*branch).clone()
        })?;
        copy_files(state, &branch_key(from, &branch.name), &branch_key(to, &branch.name))?;
    }
    for commit in state.commits.select(&|commit| commit.repository == *from) {
        state.commits.insert(Commit { repository: to.clone(), ..(*commit).clone() })?;
    }
    for tag in state.tags.select(&|tag| tag.repository == *from) {
        state.tags.insert(Tag { repository: to.clone(), ..(*tag).clone() })?;
    }
    Ok(())
}

// Folders.

/// A file or folder directly in a folder.
struct Entry {
    name: String,
    path: String,
    size: Option<usize>,
}

impl Entry {
    fn label(&self) -> String {
        let mark = if self.size.is_some() { "" } else { "/" };
        format!("{}{mark}", self.name)
    }

    fn view(&self) -> serde_json::Value {
        let kind = if self.size.is_some() { "file" } else { "dir" };
        serde_json::json!({
            "name": self.name,
            "path": self.path,
            "type": kind,
            "size": self.size.unwrap_or(0),
        })
    }
}

fn entries_below(state: &GitHub, branch: &Key<Branch>, folder: &str) -> Vec<Entry> {
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let mut found: BTreeMap<String, Option<usize>> = BTreeMap::new();
    for file in files_on(state, branch) {
        let Some(rest) = trimmed(&file.path).strip_prefix(&prefix) else { continue };
        match rest.split_once('/') {
            None => found.insert(rest.to_owned(), Some(file.content.len())),
            Some((name, _)) => found.insert(name.to_owned(), None),
        };
    }
    let entry = |(name, size): (String, Option<usize>)| Entry {
        path: format!("{prefix}{name}"),
        name,
        size,
    };
    found.into_iter().map(entry).collect()
}

// Search.

/// What to search for: words, and qualifiers such as `label:bug`.
struct Query {
    words: String,
    qualifiers: Vec<Qualifier>,
}

/// A qualifier, and whether it rules out what it names.
struct Qualifier {
    name: String,
    value: String,
    negated: bool,
}

impl Query {
    /// Whether every qualifier agrees; `accept` tells nothing of those that it does not know.
    fn agrees(&self, accept: &dyn Fn(&str, &str) -> Option<bool>) -> bool {
        self.qualifiers.iter().all(|qualifier| {
            let accepted = accept(&qualifier.name, &qualifier.value);
            accepted.is_none_or(|accepted| accepted != qualifier.negated)
        })
    }

    /// Where words are looked for, when `in:` says so.
    fn looks_in(&self, place: &str) -> bool {
        let mut places = self.qualifiers.iter().filter(|q| q.name == "in").peekable();
        places.peek().is_none() || places.any(|q| q.value.split(',').any(|named| named == place))
    }
}

fn parse_query(text: &str) -> Query {
    let mut tokens: Vec<String> = vec![String::new()];
    let mut quoted = false;
    for character in text.chars() {
        match character {
            '"' => quoted = !quoted,
            space if space.is_whitespace() && !quoted => tokens.push(String::new()),
            other => {
                if let Some(token) = tokens.last_mut() {
                    token.push(other);
                }
            }
        }
    }
    let mut query = Query { words: String::new(), qualifiers: Vec::new() };
    for token in tokens.into_iter().filter(|token| !token.is_empty()) {
        let positive = token.strip_prefix('-').unwrap_or(&token);
        match positive.split_once(':') {
            Some((name, value)) if is_qualifier(name) && !value.is_empty() => {
                query.qualifiers.push(Qualifier {
                    name: name.to_lowercase(),
                    value: value.to_lowercase(),
                    negated: positive.len() < token.len(),
                });
            }
            _ => {
                query.words.push(' ');
                query.words.push_str(&token);
            }
        }
    }
    query
}

fn is_qualifier(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic() || c == '-' || c == '_')
}

/// Whether a number lies in `5`, `>5`, `>=5`, `<5`, `<=5`, `5..9`, `5..*` or `*..9`, whose ends
/// `read` reads; an end that it cannot read bounds nothing.
fn in_range(number: i64, range: &str, read: &dyn Fn(&str) -> Option<i64>) -> bool {
    if let Some((least, most)) = range.split_once("..") {
        return read(least).is_none_or(|least| number >= least)
            && read(most).is_none_or(|most| number <= most);
    }
    let end = |prefix: &str| range.strip_prefix(prefix).map(read);
    if let Some(least) = end(">=") {
        return least.is_none_or(|least| number >= least);
    }
    if let Some(most) = end("<=") {
        return most.is_none_or(|most| number <= most);
    }
    if let Some(least) = end(">") {
        return least.is_none_or(|least| number > least);
    }
    if let Some(most) = end("<") {
        return most.is_none_or(|most| number < most);
    }
    read(range).is_none_or(|exact| number == exact)
}

fn number_in(number: i64, range: &str) -> bool {
    in_range(number, range, &|text| text.parse().ok())
}

fn day_in(at: Timestamp, range: &str) -> bool {
    let days = |day: Date| day.start().unix_seconds() / 86_400;
    in_range(days(at.date()), range, &|text| Date::parse(&text.to_uppercase()).ok().map(days))
}

fn same_text(text: &str, wanted: &str) -> bool {
    text.to_lowercase() == wanted
}

/// An issue or a pull request, as search sees them.
struct Thread {
    repository: Key<Repository>,
    number: i64,
    is_pull: bool,
    title: String,
    body: String,
    state: OpenState,
    merged: bool,
    draft: bool,
    labels: Vec<String>,
    assignees: Vec<String>,
    milestone: Option<i64>,
    author: String,
    head: String,
    base: String,
    n_comments: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl Thread {
    fn view(&self) -> serde_json::Value {
        serde_json::json!({
            "repository": self.repository.as_str(),
            "number": self.number,
            "title": self.title,
            "state": self.state.as_str(),
            "is_pull_request": self.is_pull,
            "author": self.author,
            "labels": self.labels,
            "assignees": self.assignees,
            "comments": self.n_comments,
            "created_at": self.created_at.to_string(),
            "updated_at": self.updated_at.to_string(),
        })
    }
}

fn login_of(user: &Option<Key<User>>) -> String {
    user.as_ref().map(|login| login.as_str().to_owned()).unwrap_or_default()
}

fn threads(state: &GitHub) -> Vec<Thread> {
    let issue = |row: &Issue| Thread {
        repository: row.repository.clone(),
        number: row.number,
        is_pull: false,
        title: row.title.clone(),
        body: row.body.clone().unwrap_or_default(),
        state: row.state,
        merged: false,
        draft: false,
        labels: row.labels.clone(),
        assignees: row.assignees.iter().map(|login| login.as_str().to_owned()).collect(),
        milestone: row.milestone,
        author: login_of(&row.author),
        head: String::new(),
        base: String::new(),
        n_comments: n_comments(state, &row.repository, row.number),
        created_at: row.created_at,
        updated_at: row.updated_at,
    };
    let pull = |row: &PullRequest| Thread {
        repository: row.repository.clone(),
        number: row.number,
        is_pull: true,
        title: row.title.clone(),
        body: row.body.clone().unwrap_or_default(),
        state: row.state,
        merged: row.merged,
        draft: row.draft,
        labels: Vec::new(),
        assignees: Vec::new(),
        milestone: None,
        author: login_of(&row.author),
        head: row.head.clone(),
        base: row.base.clone(),
        n_comments: n_comments(state, &row.repository, row.number),
        created_at: row.created_at,
        updated_at: row.updated_at,
    };
    let mut all: Vec<Thread> = state.issues.iter().map(issue).collect();
    all.extend(state.pull_requests.iter().map(pull));
    all
}

fn thread_matches(thread: &Thread, query: &Query) -> bool {
    let mut texts: Vec<&str> = Vec::new();
    if query.looks_in("title") {
        texts.push(&thread.title);
    }
    if query.looks_in("body") {
        texts.push(&thread.body);
    }
    contains_text(&texts, &query.words)
        && query.agrees(&|name, value| thread_qualifies(thread, name, value))
}

fn thread_qualifies(thread: &Thread, name: &str, value: &str) -> Option<bool> {
    let has = |texts: &[String]| texts.iter().any(|text| same_text(text, value));
    Some(match name {
        "repo" => same_text(thread.repository.as_str(), value),
        "user" | "org" => {
            thread.repository.as_str().split('/').next().is_some_and(|o| same_text(o, value))
        }
        "is" | "type" | "state" => match value {
            "issue" => !thread.is_pull,
            "pr" | "pull-request" => thread.is_pull,
            "open" | "closed" => thread.state.as_str() == value,
            "merged" => thread.merged,
            "unmerged" => thread.is_pull && !thread.merged,
            "draft" => thread.draft,
            _ => return None,
        },
        "draft" => thread.draft == (value == "true"),
        "author" => same_text(&thread.author, value),
        "assignee" => has(&thread.assignees),
        "label" => value.split(',').any(|label| thread.labels.iter().any(|l| same_text(l, label))),
        "milestone" => thread.milestone.is_some_and(|number| number.to_string() == value),
        "no" => match value {
            "label" => thread.labels.is_empty(),
            "assignee" => thread.assignees.is_empty(),
            "milestone" => thread.milestone.is_none(),
            _ => return None,
        },
        "head" => same_text(&thread.head, value),
        "base" => same_text(&thread.base, value),
        "comments" => number_in(thread.n_comments, value),
        "created" => day_in(thread.created_at, value),
        "updated" => day_in(thread.updated_at, value),
        _ => return None,
    })
}

fn repository_matches(repository: &Repository, query: &Query) -> bool {
    let key = repository_key(repository);
    let topics = repository.topics.join(" ");
    let mut texts: Vec<&str> = Vec::new();
    if query.looks_in("name") {
        texts.push(key.as_str());
    }
    if query.looks_in("description") {
        texts.extend(repository.description.as_deref());
    }
    if query.looks_in("topics") {
        texts.push(&topics);
    }
    contains_text(&texts, &query.words)
        && query.agrees(&|name, value| repository_qualifies(repository, name, value))
}

fn repository_qualifies(repository: &Repository, name: &str, value: &str) -> Option<bool> {
    let is = |text: &Option<String>| text.as_ref().is_some_and(|text| same_text(text, value));
    Some(match name {
        "user" | "org" => same_text(repository.owner.as_str(), value),
        "repo" => same_text(repository_key(repository).as_str(), value),
        "language" => is(&repository.language),
        "license" => is(&repository.license),
        "topic" => repository.topics.iter().any(|topic| same_text(topic, value)),
        "stars" => number_in(repository.stars, value),
        "created" => day_in(repository.created_at, value),
        "pushed" => repository.pushed_at.is_some_and(|at| day_in(at, value)),
        "archived" => repository.archived == (value == "true"),
        "fork" => match value {
            "only" => repository.fork,
            "true" => true,
            _ => !repository.fork,
        },
        "is" => match value {
            "public" => !repository.private,
            "private" => repository.private,
            _ => return None,
        },
        _ => return None,
    })
}

fn code_matches(repository: &Repository, file: &File, query: &Query) -> bool {
    let path = trimmed(&file.path);
    let in_path = query.qualifiers.iter().any(|q| q.name == "in" && q.value.contains("path"));
    let in_file = query.looks_in("file");
    let mut texts: Vec<&str> = Vec::new();
    if in_file {
        texts.push(&file.content);
    }
    if in_path || in_file {
        texts.push(path);
    }
    contains_text(&texts, &query.words)
        && query.agrees(&|name, value| {
            Some(match name {
                "repo" | "user" | "org" | "language" => {
                    return repository_qualifies(repository, name, value);
                }
                "path" => path.to_lowercase().starts_with(value.trim_matches('/')),
                "filename" => same_text(name_of(path), value),
                "extension" => {
                    name_of(path).rsplit_once('.').is_some_and(|(_, end)| same_text(end, value))
                }
                _ => return None,
            })
        })
}

/// The first line of a file that has one of the words.
fn fragment(content: &str, query: &Query) -> String {
    let has = |line: &&str| query.words.split_whitespace().any(|word| contains_text(&[line], word));
    content.lines().find(has).unwrap_or_default().trim().to_owned()
}

fn n_repositories(state: &GitHub, user: &User) -> usize {
    state.repositories.iter().filter(|row| row.owner == user.login).count()
}

fn user_matches(state: &GitHub, user: &User, query: &Query) -> bool {
    let mut texts: Vec<&str> = Vec::new();
    if query.looks_in("login") {
        texts.push(user.login.as_str());
    }
    if query.looks_in("name") || query.looks_in("fullname") {
        texts.push(&user.name);
    }
    if query.looks_in("email") {
        texts.extend(user.email.as_deref());
    }
    contains_text(&texts, &query.words)
        && query.agrees(&|name, value| {
            Some(match name {
                "user" => same_text(user.login.as_str(), value),
                "type" => match value {
                    "org" | "organization" => user.kind == UserKind::Organization,
                    "user" => user.kind == UserKind::User,
                    _ => return None,
                },
                "fullname" => same_text(&user.name, value),
                "location" => user.location.as_ref().is_some_and(|place| same_text(place, value)),
                "followers" => number_in(user.followers, value),
                "repos" => number_in(n_repositories(state, user) as i64, value),
                "created" => day_in(user.created_at, value),
                "language" => {
                    let mut own = state.repositories.iter().filter(|row| row.owner == user.login);
                    own.any(|row| row.language.as_ref().is_some_and(|l| same_text(l, value)))
                }
                _ => return None,
            })
        })
}

/// A firmware repository with an open pull request, a library that can only be read, and an
/// empty one.
pub const FIXTURE: &str = r##"{
    "viewer": {"login": "ivo"},
    "users": {
        "ivo": {"login": "ivo", "name": "Ivo Marek", "type": "User", "email": "ivo@example.org", "location": "Brno", "followers": 12, "created_at": "2023-04-01T09:00:00Z"},
        "mara": {"login": "mara", "name": "Mara Quist", "type": "User", "email": "mara@example.org", "location": "Lund", "followers": 88, "created_at": "2022-02-01T09:00:00Z"},
        "lumen": {"login": "lumen", "name": "Lumen Devices", "type": "Organization", "followers": 40, "members": ["ivo", "mara"], "created_at": "2021-01-01T09:00:00Z"},
        "vega": {"login": "vega", "name": "Vega Graphics", "type": "Organization", "followers": 900, "members": ["mara"], "created_at": "2020-01-01T09:00:00Z"}
    },
    "repositories": {
        "lumen/meter": {"owner": "lumen", "name": "meter", "description": "Firmware of the light meter", "private": false, "default_branch": "main", "language": "C", "topics": ["firmware"], "license": "mit", "stars": 41, "permission": "push", "created_at": "2025-05-01T09:00:00Z", "updated_at": "2026-02-20T09:00:00Z", "pushed_at": "2026-02-20T09:00:00Z"},
        "vega/charts": {"owner": "vega", "name": "charts", "description": "Charts for the terminal", "private": false, "default_branch": "trunk", "language": "Rust", "topics": [], "stars": 2300, "permission": "pull", "created_at": "2024-05-01T09:00:00Z", "updated_at": "2026-01-20T09:00:00Z"},
        "ivo/sketches": {"owner": "ivo", "name": "sketches", "private": true, "default_branch": "main", "topics": [], "stars": 0, "permission": "admin", "created_at": "2026-01-05T09:00:00Z", "updated_at": "2026-01-05T09:00:00Z"}
    },
    "branches": {
        "lumen/meter/main": {"repository": "lumen/meter", "name": "main", "sha": "c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2", "protected": true},
        "lumen/meter/steady-display": {"repository": "lumen/meter", "name": "steady-display", "sha": "c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3", "protected": false},
        "lumen/meter/dark-digits": {"repository": "lumen/meter", "name": "dark-digits", "sha": "c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4", "protected": false},
        "vega/charts/trunk": {"repository": "vega/charts", "name": "trunk", "sha": "d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1", "protected": false}
    },
    "files": {
        "lumen/meter/main/README.md": {"branch": "lumen/meter/main", "path": "README.md", "content": "# Meter\n", "sha": "f10000000000000000000000000000000000000a"},
        "lumen/meter/main/src~1display.c": {"branch": "lumen/meter/main", "path": "src/display.c", "content": "int rate(void) {\n    return 4;\n}\n", "sha": "f20000000000000000000000000000000000000a"},
        "lumen/meter/steady-display/README.md": {"branch": "lumen/meter/steady-display", "path": "README.md", "content": "Meter\n", "sha": "f30000000000000000000000000000000000000a"},
        "lumen/meter/steady-display/src~1display.c": {"branch": "lumen/meter/steady-display", "path": "src/display.c", "content": "int rate(void) {\n    return 8;\n}\n", "sha": "f40000000000000000000000000000000000000a"},
        "lumen/meter/dark-digits/src~1display.c": {"branch": "lumen/meter/dark-digits", "path": "src/display.c", "content": "int rate(void) {\n    return 4;\n}\n", "sha": "f20000000000000000000000000000000000000a"},
        "lumen/meter/dark-digits/README.md": {"branch": "lumen/meter/dark-digits", "path": "README.md", "content": "# Meter\n\nDarker.\n", "sha": "f50000000000000000000000000000000000000a"},
        "vega/charts/trunk/lib.rs": {"branch": "vega/charts/trunk", "path": "lib.rs", "content": "//! Charts.\n", "sha": "f60000000000000000000000000000000000000a"}
    },
    "commits": {
        "lumen/meter/c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1": {"repository": "lumen/meter", "sha": "c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1", "message": "First light", "author": "mara", "author_name": "Mara Quist", "authored_at": "2026-01-10T09:00:00Z", "parents": [], "files": [{"filename": "README.md", "status": "added", "additions": 1, "deletions": 0}, {"filename": "src/display.c", "status": "added", "additions": 3, "deletions": 0}]},
        "lumen/meter/c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2": {"repository": "lumen/meter", "sha": "c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2", "message": "Show the unit", "author": "ivo", "author_name": "Ivo Marek", "authored_at": "2026-02-10T09:00:00Z", "parents": ["c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1"], "files": [{"filename": "README.md", "status": "modified", "additions": 1, "deletions": 1}]},
        "lumen/meter/c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3": {"repository": "lumen/meter", "sha": "c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3", "message": "Refresh eight times a second", "author": "ivo", "author_name": "Ivo Marek", "authored_at": "2026-02-18T09:00:00Z", "parents": ["c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1"], "files": [{"filename": "src/display.c", "status": "modified", "additions": 1, "deletions": 1}]},
        "lumen/meter/c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4": {"repository": "lumen/meter", "sha": "c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4", "message": "Darken the digits", "author": "mara", "author_name": "Mara Quist", "authored_at": "2026-02-19T09:00:00Z", "parents": ["c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2"], "files": [{"filename": "README.md", "status": "modified", "additions": 2, "deletions": 0}]},
        "vega/charts/d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1": {"repository": "vega/charts", "sha": "d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1", "message": "Start", "author": "mara", "author_name": "Mara Quist", "authored_at": "2024-05-01T09:00:00Z", "parents": [], "files": [{"filename": "lib.rs", "status": "added", "additions": 1, "deletions": 0}]}
    },
    "tags": {
        "lumen/meter/v1.0": {"repository": "lumen/meter", "name": "v1.0", "sha": "c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1", "message": "First release", "tagger": "mara", "created_at": "2026-01-11T09:00:00Z"}
    },
    "milestones": {
        "lumen/meter/1": {"repository": "lumen/meter", "number": 1, "title": "Winter release", "state": "open", "due_on": "2026-12-01"}
    },
    "issues": {
        "lumen/meter/1": {"repository": "lumen/meter", "number": 1, "title": "Display flickers", "body": "In the cold it blinks.", "state": "open", "labels": ["bug"], "assignees": ["ivo"], "milestone": 1, "author": "mara", "created_at": "2026-02-01T09:00:00Z", "updated_at": "2026-02-02T09:00:00Z"},
        "lumen/meter/2": {"repository": "lumen/meter", "number": 2, "title": "Say which unit is shown", "state": "closed", "labels": [], "assignees": [], "author": "ivo", "created_at": "2026-02-05T09:00:00Z", "updated_at": "2026-02-10T09:00:00Z", "closed_at": "2026-02-10T09:00:00Z"},
        "vega/charts/1": {"repository": "vega/charts", "number": 1, "title": "Axis labels overlap", "state": "open", "labels": [], "assignees": [], "author": "mara", "created_at": "2026-01-15T09:00:00Z", "updated_at": "2026-01-15T09:00:00Z"}
    },
    "pull_requests": {
        "lumen/meter/3": {"repository": "lumen/meter", "number": 3, "title": "Steady the display", "body": "Fixes #1", "state": "open", "draft": false, "merged": false, "head": "steady-display", "head_sha": "c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3", "base": "main", "base_sha": "c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2", "author": "ivo", "created_at": "2026-02-18T10:00:00Z", "updated_at": "2026-02-19T09:00:00Z"},
        "vega/charts/2": {"repository": "vega/charts", "number": 2, "title": "Wrap axis labels", "state": "open", "draft": true, "merged": false, "head": "wrap", "head_sha": "d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2", "base": "trunk", "base_sha": "d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1", "author": "mara", "created_at": "2026-01-16T10:00:00Z", "updated_at": "2026-01-16T10:00:00Z"}
    },
    "comments": {
        "1": {"id": 1, "repository": "lumen/meter", "number": 1, "author": "mara", "body": "Only below five degrees.", "created_at": "2026-02-02T09:00:00Z", "updated_at": "2026-02-02T09:00:00Z"},
        "2": {"id": 2, "repository": "lumen/meter", "number": 3, "author": "mara", "body": "Looks right to me.", "created_at": "2026-02-19T09:00:00Z", "updated_at": "2026-02-19T09:00:00Z"}
    },
    "review_comments": {
        "1": {"id": 1, "pull_request": "lumen/meter/3", "commit_id": "c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3", "path": "src/display.c", "line": 2, "side": "RIGHT", "author": "mara", "body": "Name this number.", "created_at": "2026-02-19T08:00:00Z", "updated_at": "2026-02-19T08:00:00Z"}
    },
    "statuses": {
        "1": {"id": 1, "repository": "lumen/meter", "sha": "c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3", "context": "build", "state": "success", "description": "Built in 40 s", "created_at": "2026-02-18T09:30:00Z"}
    }
}"##;
