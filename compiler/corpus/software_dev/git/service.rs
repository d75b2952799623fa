//! Git: repositories with their commits, branches, tags and remotes, and working trees with what
//! is staged and changed in them.
//!
//! Commits are kept once and shared by all repositories; a repository knows those that its
//! branches, tags, remotes, working trees, stashes and reflog lead to. A working tree is stored as
//! what differs from the commit at HEAD, so a file without a row is as that commit has it. Remotes
//! are repositories, too: fetching and pushing moves branches between rows. Merging works on lines,
//! and what cannot be merged is left in conflict, for the caller to stage and commit. Nothing here
//! edits a file; files change by checking out, merging, stashing and cleaning, or from outside.

/// Every repository that calls can reach, here and behind remotes.
#[derive(State)]
pub struct Git {
    pub session: One<Session>,
    pub repositories: Table<Repository>,
    pub commits: Table<Commit>,
    pub branches: Table<Branch>,
    pub tags: Table<Tag>,
    pub remotes: Table<Remote>,
    pub remote_branches: Table<RemoteBranch>,
    pub worktrees: Table<Worktree>,
    pub working_files: Table<WorkingFile>,
    pub pending_operations: Table<PendingOperation>,
    pub stashes: Table<StashEntry>,
    pub reflog: Table<ReflogEntry>,
}

/// Who calls, and where.
#[derive(Entity)]
pub struct Session {
    /// Where calls without a path work. The directory may be gone, or never have been a repository.
    #[entity(loose)]
    pub working_directory: Option<Key<Worktree>>,
    /// The name that commits and tags get.
    #[entity(person)]
    pub user_name: String,
    #[entity(email)]
    pub user_email: String,
}

/// The history of a project.
#[derive(Entity)]
pub struct Repository {
    /// A path, or the URL by which remotes name it. Of a repository with a working tree of its
    /// own it is the `.git` folder inside; any other is bare.
    #[entity(key, len = 1..=1_000, url)]
    pub location: Key<Repository>,
    /// The branch that a clone checks out.
    #[entity(default = "main".to_owned(), len = 1..=255, slug)]
    pub default_branch: String,
    /// The commits at which a shallow history ends.
    #[entity(on_delete = clear)]
    pub shallow: Vec<Key<Commit>>,
}

/// A recorded state of all files.
#[derive(Entity)]
pub struct Commit {
    #[entity(key, pattern = "^[0-9a-f]{40}$")]
    pub hash: Key<Commit>,
    pub parents: Vec<Key<Commit>>,
    #[entity(person)]
    pub author_name: String,
    #[entity(email)]
    pub author_email: String,
    pub authored_at: Timestamp,
    #[entity(created)]
    pub committed_at: Timestamp,
    #[entity(len = 1..=20_000, title)]
    pub message: String,
    pub signature: Option<Signature>,
    pub files: Vec<TreeFile>,
}

/// One file of a commit.
#[derive(Record)]
pub struct TreeFile {
    #[record(len = 1..=1_000, pattern = "^[^/]", path)]
    pub path: String,
    #[record(body)]
    pub content: String,
}

/// What proves who made a commit or a tag.
#[derive(Record)]
pub struct Signature {
    pub kind: SignatureKind,
    #[record(person)]
    pub signer: String,
    /// The fingerprint of the signer's key.
    #[record(len = 8..=100)]
    pub key: String,
    /// Whether the content is still what was signed.
    pub good: bool,
}

/// The ways to sign.
#[derive(Choice)]
pub enum SignatureKind {
    Gpg,
    Ssh,
    X509,
}

/// A line of work. It moves on with the commits that are made on it.
#[derive(Entity)]
pub struct Branch {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key, len = 1..=255, slug)]
    pub name: String,
    pub commit: Key<Commit>,
    /// The branch of a remote that it is compared with.
    #[entity(on_delete = clear)]
    pub upstream: Option<Key<RemoteBranch>>,
}

/// A name for one commit, for good.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key, len = 1..=255, slug)]
    pub name: String,
    pub commit: Key<Commit>,
    /// An annotated tag has a message; a lightweight one is only a name.
    #[entity(body)]
    pub message: Option<String>,
    /// Who made an annotated tag, as `Name <address>`.
    #[entity(person)]
    pub tagger: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    pub signature: Option<Signature>,
}

/// Another repository that this one exchanges commits with.
#[derive(Entity)]
pub struct Remote {
    #[entity(key, on_delete = cascade)]
    pub repository: Key<Repository>,
    #[entity(key, len = 1..=255, pattern = "^[a-zA-Z0-9._-]+$", slug)]
    pub name: String,
    /// Where to fetch from. Nothing may be there.
    #[entity(loose)]
    pub url: Key<Repository>,
    /// Where to push to, when that is elsewhere.
    #[entity(loose)]
    pub push_url: Option<Key<Repository>>,
}

/// Where a remote's branch was when it was last seen.
#[derive(Entity)]
pub struct RemoteBranch {
    #[entity(key, on_delete = cascade)]
    pub remote: Key<Remote>,
    #[entity(key, len = 1..=255, slug)]
    pub name: String,
    pub commit: Key<Commit>,
}

/// A directory with files of a repository. HEAD is on a branch, else at a commit, else on a branch
/// that has no commit yet.
#[derive(Entity)]
pub struct Worktree {
    #[entity(key, len = 1..=1_000, pattern = "^/", path)]
    pub path: Key<Worktree>,
    #[entity(on_delete = cascade)]
    pub repository: Key<Repository>,
    pub branch: Option<Key<Branch>>,
    pub detached_at: Option<Key<Commit>>,
    #[entity(slug)]
    pub unborn: Option<String>,
    /// A locked worktree is neither moved nor removed.
    #[entity(default)]
    pub locked: bool,
    /// Whether the directory went away without Git, so that only its record is left to prune.
    #[entity(default)]
    pub directory_deleted: bool,
}

/// A file that is staged or stored otherwise than the commit at HEAD has it.
#[derive(Entity)]
pub struct WorkingFile {
    #[entity(key, on_delete = cascade)]
    pub worktree: Key<Worktree>,
    #[entity(key, len = 1..=1_000, pattern = "^[^/]", path)]
    pub path: String,
    /// The content in the index; missing where the next commit will not have the file.
    #[entity(body)]
    pub staged: Option<String>,
    /// The content on disk; missing where there is no file.
    #[entity(body)]
    pub content: Option<String>,
}

/// An operation that stopped for the caller to resolve conflicts. It counts only while HEAD is
/// where the operation left it.
#[derive(Entity)]
pub struct PendingOperation {
    #[entity(key, on_delete = cascade)]
    pub worktree: Key<Worktree>,
    pub kind: OperationKind,
    /// Where HEAD is meanwhile.
    pub at: Key<Commit>,
    /// The commit that is being merged or replayed.
    pub theirs: Key<Commit>,
    /// The commits to be replayed after it.
    pub todo: Vec<Key<Commit>>,
    /// The branch that a rebase takes along at its end.
    pub branch: Option<Key<Branch>>,
    /// Where giving up leads back to.
    pub original: Key<Commit>,
    /// The paths in conflict.
    #[entity(path)]
    pub conflicts: Vec<String>,
    /// The message that the commit gets.
    #[entity(body)]
    pub message: String,
}

/// What stopped.
#[derive(Choice)]
pub enum OperationKind {
    Merge,
    CherryPick,
    Rebase,
    /// A stash or an uncommitted change that did not apply cleanly; nothing continues after it.
    Apply,
}

/// Changes put aside.
#[derive(Entity)]
pub struct StashEntry {
    #[entity(key, sequence)]
    pub id: IntKey<StashEntry>,
    #[entity(on_delete = cascade)]
    pub repository: Key<Repository>,
    /// The branch that they were made on.
    #[entity(slug)]
    pub branch: String,
    /// The commit that they were made on.
    pub base: Key<Commit>,
    #[entity(len = 1..=10_000, title)]
    pub message: String,
    pub files: Vec<StashedFile>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A file put aside, where it differs from the base.
#[derive(Record)]
pub struct StashedFile {
    #[record(len = 1..=1_000, pattern = "^[^/]", path)]
    pub path: String,
    #[record(body)]
    pub staged: Option<String>,
    #[record(body)]
    pub content: Option<String>,
}

/// A move of HEAD, of a branch, or of both at once.
#[derive(Entity)]
pub struct ReflogEntry {
    #[entity(key, sequence)]
    pub id: IntKey<ReflogEntry>,
    #[entity(on_delete = cascade)]
    pub repository: Key<Repository>,
    /// The worktree whose HEAD moved.
    #[entity(on_delete = clear)]
    pub worktree: Option<Key<Worktree>>,
    /// The branch that moved.
    #[entity(slug)]
    pub branch: Option<String>,
    pub commit: Key<Commit>,
    pub action: ReflogAction,
    #[entity(title)]
    pub message: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What moved it.
#[derive(Choice)]
pub enum ReflogAction {
    Branch,
    Checkout,
    #[choice(rename = "cherry-pick")]
    CherryPick,
    Clone,
    Commit,
    Merge,
    Pull,
    Rebase,
    Reset,
}

pub trait Tools {
    /// Where calls without a path work.
    #[tool(reads(session))]
    #[case(args = "{}", ok = r#"{"workingDirectory":"/home/ada/shop","isSet":true}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn git_working_directory(
        state: &Git,
        _args: GitWorkingDirectory,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let session = state.session.get();
        let set = session.and_then(|session| session.working_directory.as_ref());
        let message = match set {
            Some(path) => format!("the working directory is `{path}`"),
            None => "no working directory is set".to_owned(),
        };
        let path = set.map(Key::as_str);
        Ok(json!({"workingDirectory": path, "isSet": set.is_some(), "message": message}))
    }

    /// Stages files as they are on disk; what is gone from disk is staged as deleted, and what was
    /// in conflict counts as resolved.
    #[tool(
        reads(session, worktrees, branches, commits, working_files, pending_operations),
        writes(working_files, pending_operations)
    )]
    #[case(
        args = r#"{"paths":["src/cart.txt"]}"#,
        ok = r#"{"success":true,"stagedFiles":["src/cart.txt"],"totalFiles":1,"status":{"current_branch":"main","staged_changes":{"modified":["README.md","src/cart.txt"]},"unstaged_changes":{"modified":[]},"untracked_files":["notes.txt"],"is_clean":false}}"#
    )]
    #[case(
        args = r#"{"all":true}"#,
        ok = r#"{"stagedFiles":["notes.txt","src/cart.txt"],"totalFiles":2,"status":{"untracked_files":[]}}"#
    )]
    #[case(args = r#"{"update":true}"#, ok = r#"{"stagedFiles":["src/cart.txt"]}"#)]
    #[case(
        args = r#"{"path":"/home/ada/wiki-merge","paths":["home.md"]}"#,
        ok = r#"{"stagedFiles":["home.md"],"status":{"conflicted_files":[],"staged_changes":{"modified":["home.md"]}}}"#
    )]
    #[case(
        args = r#"{"paths":["debug.log"],"force":true}"#,
        ok = r#"{"stagedFiles":["debug.log"]}"#
    )]
    #[case(args = r#"{"paths":["debug.log"]}"#, error = "failed_precondition")]
    #[case(args = r#"{"paths":["missing.txt"]}"#, error = "not_found")]
    #[case(args = r#"{"path":"/srv/git/tools.git","all":true}"#, error = "failed_precondition")]
    #[case(args = "{}", error = "invalid_argument")]
    fn git_add(state: &mut Git, args: GitAdd, _cx: &mut Context) -> Result<Value, ToolError> {
        if !args.all && !args.update && args.paths.is_empty() {
            let message = "name the files in `paths`, or set `all` or `update`";
            return Err(ToolError::invalid_argument(message));
        }
        let mut copy = WorkingCopy::open(state, &args.path)?;
        let paths: &[String] = if args.all { &[] } else { &args.paths };
        let staged = copy.stage(paths, args.update && !args.all, args.force)?;
        copy.save(state)?;
        Ok(json!({
            "success": true,
            "totalFiles": staged.len(),
            "stagedFiles": staged,
            "status": status_after(state, &copy),
        }))
    }

    /// Says of each line of a file which commit it comes from. Lines that are only on disk are
    /// nobody's yet.
    #[tool(reads(session, worktrees, branches, commits, repositories, working_files))]
    #[case(
        args = r#"{"filePath":"src/cart.txt"}"#,
        ok = r#"{"filePath":"src/cart.txt","totalLines":5,"lines":[{"lineNumber":1,"author":"Ada Byron","content":"apples"},{"content":"bread"},{"content":"cheese"},{"lineNumber":4,"author":"Ben Okri","commitHash":"2222222222222222222222222222222222222222","content":"dates"},{"lineNumber":5,"author":"Not Committed Yet","commitHash":"0000000000000000000000000000000000000000","content":"eggs"}]}"#
    )]
    #[case(
        args = r#"{"filePath":"src/cart.txt","startLine":4,"endLine":4}"#,
        ok = r#"{"totalLines":1,"lines":[{"lineNumber":4,"timestamp":1770109200}]}"#
    )]
    #[case(args = r#"{"filePath":"notes.txt"}"#, error = "not_found")]
    #[case(args = r#"{"filePath":"src/cart.txt","startLine":9}"#, error = "invalid_argument")]
    fn git_blame(state: &Git, args: GitBlame, cx: &mut Context) -> Result<Value, ToolError> {
        let copy = WorkingCopy::open(state, &args.path)?;
        let path = clean_pathspec(&args.file_path);
        let (Some(base), Some(content)) = (copy.base.get(path), copy.disk.get(path)) else {
            return Err(ToolError::not_found(format!("there is no `{path}` in HEAD and on disk")));
        };
        let lines: Vec<&str> = content.lines().collect();
        let first = args.start_line.unwrap_or(1);
        let last = args.end_line.unwrap_or(i64::MAX);
        if last < first || count(lines.len()) < first {
            let message =
                format!("`{path}` has {} lines, and none of them is asked for", lines.len());
            return Err(ToolError::invalid_argument(message));
        }
        let history = History::of(state, &copy.repository);
        let base_lines: Vec<&str> = base.lines().collect();
        let origins = match &copy.commit {
            Some(head) => {
                let kept = match_lines(&base_lines, &lines, args.ignore_whitespace);
                origins(&history, head, path, kept, args.ignore_whitespace)
            }
            None => BTreeMap::new(),
        };
        let mut shown = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            let number = count(index).saturating_add(1);
            if (first..=last).contains(&number) {
                let commit = origins.get(&index).and_then(|key| state.commits.get(key));
                shown.push(view_blamed(number, line, commit, cx.now()));
            }
        }
        Ok(json!({
            "success": true, "filePath": path, "totalLines": shown.len(), "lines": shown,
        }))
    }

    /// Lists, makes, deletes and renames branches. One that is checked out stays, and one with
    /// commits that nothing else has goes only by force.
    #[tool(
        reads(session, worktrees, branches, remote_branches, remotes, commits, repositories, tags),
        writes(branches, worktrees, reflog, pending_operations)
    )]
    #[case(
        args = "{}",
        ok = r#"{"mode":"list","branches":[{"name":"feature/search","current":false},{"name":"fix/bread","current":false},{"name":"main","current":true,"upstream":"origin/main","ahead":0,"behind":0}],"currentBranch":"main"}"#
    )]
    #[case(args = r#"{"merged":true}"#, ok = r#"{"branches":[{"name":"main"}]}"#)]
    #[case(
        args = r#"{"remote":true,"noMerged":"v1.0.0"}"#,
        ok = r#"{"branches":[{"name":"origin/main","current":false}]}"#
    )]
    #[case(
        args = r#"{"mode":"create","branchName":"feature/pay","startPoint":"v1.0.0"}"#,
        ok = r#"{"success":true,"mode":"create","message":"created branch `feature/pay` at 2222222"}"#
    )]
    #[case(
        args = r#"{"mode":"rename","branchName":"fix/bread","newBranchName":"fix/rye"}"#,
        ok = r#"{"mode":"rename","message":"renamed branch `fix/bread` to `fix/rye`"}"#
    )]
    #[case(args = r#"{"mode":"show-current"}"#, ok = r#"{"currentBranch":"main"}"#)]
    #[case(
        args = r#"{"mode":"delete","branchName":"fix/bread","force":true}"#,
        ok = r#"{"mode":"delete"}"#
    )]
    #[case(args = r#"{"mode":"create","branchName":"main"}"#, error = "already_exists")]
    #[case(args = r#"{"mode":"create","branchName":"a..b"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"mode":"create","branchName":"x","startPoint":"nowhere"}"#,
        error = "not_found"
    )]
    #[case(args = r#"{"mode":"delete","branchName":"main"}"#, error = "failed_precondition")]
    #[case(args = r#"{"mode":"delete","branchName":"fix/bread"}"#, error = "failed_precondition")]
    #[case(args = r#"{"mode":"delete"}"#, error = "invalid_argument")]
    fn git_branch(state: &mut Git, args: GitBranch, cx: &mut Context) -> Result<Value, ToolError> {
        let place = locate(state, &args.path)?;
        let current = place.branch_name(state);
        let message = match args.mode.as_str() {
            "create" => {
                let name = required("branchName", args.branch_name.as_deref())?;
                create_branch(state, &place, name, args.start_point.as_deref(), args.force, cx)?
            }
            "delete" => {
                let name = required("branchName", args.branch_name.as_deref())?;
                delete_branch(state, &place, name, args.force)?
            }
            "rename" => {
                let new = required("newBranchName", args.new_branch_name.as_deref())?;
                let old =
                    required("branchName", args.branch_name.as_deref().or(current.as_deref()))?;
                rename_branch(state, &place, old, new, args.force)?
            }
            "show-current" => {
                let answer = json!({"success": true, "mode": "show-current"});
                return Ok(with(answer, "currentBranch", current));
            }
            _ => {
                let listed = list_branches(state, &place, &args)?;
                let answer = json!({"success": true, "mode": "list", "branches": listed});
                return Ok(with(answer, "currentBranch", current));
            }
        };
        Ok(json!({"success": true, "mode": args.mode.as_str(), "message": message}))
    }

    /// Gathers commits and tags beside which a changelog can be read, and says what to look for.
    #[tool(reads(session, worktrees, branches, remote_branches, commits, repositories, tags))]
    #[case(
        args = r#"{"reviewTypes":["gaps"],"sinceTag":"v1.0.0"}"#,
        ok = r#"{"reviewTypes":["gaps"],"gitContext":{"currentBranch":"main","totalCommitsFetched":1,"commits":[{"hash":"3333333","subject":"Describe the shop","author":"Ada Byron","refs":["HEAD -> main","tag: v1.1.0","origin/main"]}],"tags":[{"name":"v1.1.0"},{"name":"v1.0.0","message":"First release"}]}}"#
    )]
    #[case(args = r#"{"reviewTypes":["gaps"],"sinceTag":"v9"}"#, error = "not_found")]
    #[case(args = r#"{"reviewTypes":[]}"#, error = "invalid_argument")]
    fn git_changelog_analyze(
        state: &Git,
        args: GitChangelogAnalyze,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let place = locate(state, &args.path)?;
        let tip = match &args.branch {
            Some(branch) => find_commit(state, &place, branch)?,
            None => place.need_head(state)?,
        };
        let history = History::of(state, &place.repository);
        let hidden = match &args.since_tag {
            Some(name) => {
                history.reach([state.tags.find(&tag_key(&place.repository, name))?.commit.clone()])
            }
            None => BTreeSet::new(),
        };
        let commits = history.log([tip], &hidden);
        let refs = refs_by_commit(state, &place);
        let commits: Vec<Value> = commits
            .into_iter()
            .take(size(args.max_commits))
            .map(|commit| {
                let names = refs.get(&commit.hash).cloned().unwrap_or_default();
                let view = json!({
                    "hash": short(&commit.hash),
                    "subject": subject_of(&commit.message),
                    "author": commit.author_name,
                    "timestamp": commit.committed_at.unix_seconds(),
                });
                with(view, "refs", (!names.is_empty()).then_some(names))
            })
            .collect();
        let tags = tags_by_date(state, &place.repository);
        let tags: Vec<Value> = tags
            .iter()
            .take(size(args.max_tags))
            .map(|tag| {
                let view = json!({
                    "name": tag.name,
                    "commit": tag.commit.as_str(),
                    "timestamp": tag_time(state, tag).unix_seconds(),
                });
                with(view, "message", tag.message.as_deref().map(subject_of))
            })
            .collect();
        let kinds: Vec<&str> = args.review_types.iter().map(|kind| kind.as_str()).collect();
        let instructions: Vec<String> =
            kinds.iter().map(|kind| format!("{kind}: {}", review_instruction(kind))).collect();
        Ok(json!({
            "success": true,
            "reviewTypes": kinds,
            "gitContext": {
                "currentBranch": place.branch_name(state),
                "totalCommitsFetched": commits.len(),
                "commits": commits,
                "tags": tags,
            },
            "reviewInstructions": instructions.join("\n"),
        }))
    }

    /// Goes to a branch, a new branch or a commit, or takes single files from one. Changes that
    /// the way there does not touch are carried along; others hinder it unless forced.
    #[tool(
        types(target = String),
        reads(session, repositories, remote_branches, remotes, commits, tags),
        writes(worktrees, branches, working_files, pending_operations, reflog)
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","target":"rewrite"}"#,
        ok = r#"{"success":true,"target":"rewrite","branchCreated":false,"filesModified":["home.md"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","target":"idea","createBranch":true}"#,
        ok = r#"{"target":"idea","branchCreated":true,"filesModified":[]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","target":"main~1"}"#,
        ok = r#"{"target":"main~1","branchCreated":false,"filesModified":["home.md"]}"#
    )]
    #[case(
        args = r#"{"target":"HEAD","paths":["src/cart.txt"]}"#,
        ok = r#"{"target":"HEAD","filesModified":["src/cart.txt"]}"#
    )]
    #[case(args = r#"{"target":"feature/search"}"#, error = "failed_precondition")]
    #[case(
        args = r#"{"target":"feature/search","force":true}"#,
        ok = r#"{"filesModified":["README.md","src/cart.txt","src/search.txt"]}"#
    )]
    #[case(args = r#"{"path":"/home/ada/wiki","target":"pick"}"#, error = "failed_precondition")]
    #[case(
        args = r#"{"path":"/home/ada/wiki-merge","target":"next"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","target":"main","createBranch":true}"#,
        error = "already_exists"
    )]
    #[case(args = r#"{"target":"nowhere"}"#, error = "not_found")]
    fn git_checkout(
        state: &mut Git,
        args: GitCheckout,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let target = args.target.trim().to_owned();
        let mut copy = WorkingCopy::open(state, &args.path)?;
        let paths = args.paths.unwrap_or_default();
        if !paths.is_empty() {
            if args.create_branch {
                let message = "a branch is not created while single files are restored";
                return Err(ToolError::invalid_argument(message));
            }
            let from = find_commit(state, &copy.place(), &target)?;
            let restored = copy.restore(&files_of(state, Some(&from)), &paths)?;
            copy.save(state)?;
            return Ok(json!({
                "success": true, "target": target, "branchCreated": false,
                "filesModified": restored,
            }));
        }
        if !args.force {
            copy.need_nothing_pending()?;
        }
        let is_tracking = args.track.unwrap_or(false);
        let goal = if args.create_branch {
            new_branch_goal(state, &copy, &target, is_tracking, cx)?
        } else {
            find_goal(state, &copy, &target, is_tracking, cx)?
        };
        let modified = copy.go_to(state, &goal, args.force, cx)?;
        copy.save(state)?;
        Ok(json!({
            "success": true, "target": target, "branchCreated": goal.is_new,
            "filesModified": modified,
        }))
    }

    /// Repeats the changes of commits on top of HEAD, each as a new commit. It stops at the first
    /// conflict, to be continued or given up.
    #[tool(
        reads(session, repositories, worktrees, branches, remote_branches, commits, tags),
        writes(commits, branches, worktrees, working_files, pending_operations, reflog)
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","commits":["rewrite"],"signoff":true}"#,
        ok = r#"{"success":true,"conflicts":false,"conflictedFiles":[]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","commits":["clash"]}"#,
        ok = r#"{"success":false,"pickedCommits":[],"conflicts":true,"conflictedFiles":["home.md"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","commits":["next"],"noCommit":true}"#,
        ok = r#"{"success":true,"pickedCommits":["abababababababababababababababababababab"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-pick","commits":["clash"],"continueOperation":true}"#,
        ok = r#"{"success":true,"conflicts":false}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-pick","commits":["clash"],"abort":true}"#,
        ok = r#"{"success":true,"pickedCommits":[]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","commits":["clash"],"continueOperation":true}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"path":"/home/ada/wiki","commits":["main"]}"#, error = "failed_precondition")]
    #[case(
        args = r#"{"path":"/home/ada/wiki","commits":["rewrite"],"mainline":1}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"commits":["feature/search"]}"#, error = "failed_precondition")]
    #[case(args = r#"{"path":"/home/ada/wiki","commits":["gone"]}"#, error = "not_found")]
    fn git_cherry_pick(
        state: &mut Git,
        args: GitCherryPick,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let mut copy = WorkingCopy::open(state, &args.path)?;
        if args.abort {
            copy.give_up(state, OperationKind::CherryPick, cx)?;
            copy.save(state)?;
            return Ok(json!({
                "success": true, "pickedCommits": [], "conflicts": false, "conflictedFiles": [],
                "message": "the cherry-pick is undone",
            }));
        }
        let outcome = if args.continue_operation {
            copy.resume(state, OperationKind::CherryPick, cx)?
        } else {
            copy.need_nothing_pending()?;
            let picks = checked_picks(state, &copy, &args.commits, args.mainline)?;
            let parent = args.mainline.map_or(0, |mainline| size(mainline).saturating_sub(1));
            let keeps_ours = args.strategy.is_some_and(|strategy| strategy.as_str() == "ours");
            if args.no_commit {
                copy.apply_only(state, &picks, parent)?
            } else {
                copy.need_clean_index()?;
                let how = Replay {
                    kind: OperationKind::CherryPick,
                    original: copy.need_commit()?,
                    branch: None,
                    parent,
                    keeps_ours,
                    signs_off: args.signoff,
                };
                copy.replay(state, &picks, &how, cx)?
            }
        };
        copy.save(state)?;
        let stopped = !copy.conflicts.is_empty();
        let message = if stopped {
            "resolve the conflicts, stage the files, then call with `continueOperation`"
        } else {
            "all commits are applied"
        };
        Ok(json!({
            "success": !stopped,
            "pickedCommits": outcome,
            "conflicts": stopped,
            "conflictedFiles": copy.conflicts,
            "message": message,
        }))
    }

    /// Deletes untracked files, for which it must be forced.
    #[tool(reads(session, worktrees, branches, commits, working_files), writes(working_files))]
    #[case(
        args = r#"{"force":true}"#,
        ok = r#"{"success":true,"filesRemoved":["notes.txt"],"directoriesRemoved":[],"dryRun":false}"#
    )]
    #[case(
        args = r#"{"dryRun":true,"ignored":true,"directories":true}"#,
        ok = r#"{"filesRemoved":["debug.log","notes.txt"],"directoriesRemoved":["build"],"dryRun":true}"#
    )]
    #[case(args = "{}", error = "failed_precondition")]
    fn git_clean(state: &mut Git, args: GitClean, _cx: &mut Context) -> Result<Value, ToolError> {
        if !args.force && !args.dry_run {
            let message = "nothing is deleted unless `force` or `dryRun` is set";
            return Err(ToolError::failed_precondition(message));
        }
        let mut copy = WorkingCopy::open(state, &args.path)?;
        let rules = ignore_rules(&copy.disk);
        let is_gone =
            |path: &&String| !copy.is_tracked(path) && (args.ignored || !is_ignored(&rules, path));
        let gone: Vec<String> = copy.disk.keys().filter(is_gone).cloned().collect();
        let (mut files, mut directories) = (Vec::new(), BTreeSet::new());
        for path in gone {
            match copy.untracked_directory(&path) {
                Some(_) if !args.directories => continue,
                Some(directory) => {
                    directories.insert(directory);
                }
                None => files.push(path.clone()),
            }
            copy.disk.remove(&path);
        }
        if !args.dry_run {
            copy.save(state)?;
        }
        Ok(json!({
            "success": true, "filesRemoved": files, "directoriesRemoved": directories,
            "dryRun": args.dry_run,
        }))
    }

    /// Forgets the working directory.
    #[tool(reads(session), writes(session))]
    #[case(args = r#"{"confirm":"Y"}"#, ok = r#"{"success":true,"previousPath":"/home/ada/shop"}"#)]
    #[case(args = r#"{"confirm":"no"}"#, error = "invalid_argument")]
    fn git_clear_working_dir(
        state: &mut Git,
        _args: GitClearWorkingDir,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let before = state.session.find()?.working_directory.clone();
        state.session.update(|session| {
            session.working_directory = None;
            Ok(())
        })?;
        let message = "the working directory is cleared; pass a `path` from now on";
        let answer = json!({"success": true, "message": message});
        Ok(with(answer, "previousPath", before.map(|path| path.to_string())))
    }

    /// Copies a repository to a new place and remembers where it came from.
    #[tool(
        reads(repositories, branches, tags, commits, worktrees),
        writes(repositories, remotes, remote_branches, branches, tags, worktrees, reflog)
    )]
    #[case(
        args = r#"{"url":"https://git.example/northwind/wiki.git","path":"/home/ada/wiki2"}"#,
        ok = r#"{"success":true,"remoteUrl":"https://git.example/northwind/wiki.git","path":"/home/ada/wiki2","branch":"main","commitHash":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#
    )]
    #[case(
        args = r#"{"url":"https://git.example/northwind/shop.git","path":"/tmp/shop","depth":1}"#,
        ok = r#"{"branch":"main","commitHash":"4444444444444444444444444444444444444444"}"#
    )]
    #[case(
        args = r#"{"url":"/srv/git/tools.git","path":"/tmp/tools.git","bare":true}"#,
        ok = r#"{"branch":"trunk"}"#
    )]
    #[case(
        args = r#"{"url":"https://git.example/northwind/wiki.git","path":"/home/ada/wiki"}"#,
        error = "already_exists"
    )]
    #[case(args = r#"{"url":"https://git.example/none.git","path":"/tmp/x"}"#, error = "not_found")]
    #[case(
        args = r#"{"url":"https://git.example/northwind/wiki.git","path":"/tmp/x","branch":"none"}"#,
        error = "not_found"
    )]
    fn git_clone(state: &mut Git, args: GitClone, cx: &mut Context) -> Result<Value, ToolError> {
        let source = find_repository(state, &args.url)?;
        let path = clean_path(&args.path)?;
        need_free_path(state, &path)?;
        let (branch, head) = match &args.branch {
            Some(name) => {
                let found = state.branches.find(&branch_key(&source, name))?;
                (found.name.clone(), Some(found.commit.clone()))
            }
            None => head_of_repository(state, &source),
        };
        let is_bare = args.bare || args.mirror;
        let copied =
            Copied { source: &source, branch: &branch, head: head.as_ref(), depth: args.depth };
        let repository = copy_repository(state, &path, &args.url, is_bare, &copied)?;
        if !is_bare {
            add_first_worktree(state, &path, &repository, &copied, &args.url, cx)?;
        }
        let answer =
            json!({"success": true, "remoteUrl": args.url, "path": path, "branch": branch});
        Ok(with(answer, "commitHash", head.map(|head| head.to_string())))
    }

    /// Records what is staged. It concludes a merge, too, and refuses while files are in conflict.
    #[tool(
        reads(session, worktrees, branches, repositories, working_files, pending_operations),
        writes(commits, branches, worktrees, working_files, pending_operations, reflog)
    )]
    #[case(
        args = r#"{"message":"Say more\\n\\nAbout us"}"#,
        ok = r#"{"success":true,"message":"Say more\n\nAbout us","author":"Ada Byron <ada@northwind.example>","filesChanged":1,"committedFiles":["README.md"],"insertions":1,"deletions":1,"signed":false,"status":{"current_branch":"main","staged_changes":{"modified":[]},"unstaged_changes":{"modified":["src/cart.txt"]},"is_clean":false}}"#
    )]
    #[case(
        args = r#"{"message":"All","filesToStage":["src/cart.txt","notes.txt"],"author":{"name":"Ben","email":"ben@northwind.example"}}"#,
        ok = r#"{"author":"Ben <ben@northwind.example>","committedFiles":["README.md","notes.txt","src/cart.txt"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","message":"Add the fourth","amend":true}"#,
        ok = r#"{"message":"Add the fourth","committedFiles":["home.md"],"status":{"is_clean":true}}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-merge","message":"Merge","filesToStage":["home.md"]}"#,
        ok = r#"{"committedFiles":["home.md"],"status":{"is_clean":true,"conflicted_files":[]}}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","message":"Nothing","allowEmpty":true}"#,
        ok = r#"{"filesChanged":0,"committedFiles":[]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-merge","message":"Merge"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-merge","message":"Merge","amend":true,"filesToStage":["home.md"]}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","message":"Nothing"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"message":"  "}"#, error = "invalid_argument")]
    fn git_commit(state: &mut Git, args: GitCommit, cx: &mut Context) -> Result<Value, ToolError> {
        let message = plain_message(&args.message)?;
        let mut copy = WorkingCopy::open(state, &args.path)?;
        if let Some(paths) = args.files_to_stage.filter(|paths| !paths.is_empty()) {
            copy.stage(&paths, false, false)?;
        }
        copy.need_no_conflicts()?;
        let author = args.author.map(|author| (author.name, author.email));
        let before = if args.amend {
            copy.amend(state, &message, author, cx)?
        } else {
            copy.commit_staged(state, &message, author, args.allow_empty, cx)?
        };
        copy.save(state)?;
        let hash = copy.need_commit()?;
        let made = state.commits.find(&hash)?;
        let deltas = deltas_between(&before, &copy.base, &|_| true);
        let (insertions, deletions) = line_counts(&deltas);
        Ok(json!({
            "success": true,
            "commitHash": hash.as_str(),
            "message": made.message,
            "author": author_of(&made),
            "timestamp": made.committed_at.unix_seconds(),
            "filesChanged": deltas.len(),
            "committedFiles": paths_of(&deltas),
            "insertions": insertions,
            "deletions": deletions,
            "signed": false,
            "status": status_after(state, &copy),
        }))
    }

    /// Compares two commits, a commit and the files, or what is staged, and answers with a patch.
    #[tool(reads(session, worktrees, branches, remote_branches, commits, tags, working_files))]
    #[case(
        args = "{}",
        ok = r#"{"diff":"diff --git a/src/cart.txt b/src/cart.txt\nindex 5dccad8..c89e583 100644\n--- a/src/cart.txt\n+++ b/src/cart.txt\n@@ -2,3 +2,4 @@\n bread\n cheese\n dates\n+eggs\n","filesChanged":1,"insertions":1,"deletions":0}"#
    )]
    #[case(
        args = r#"{"staged":true,"nameOnly":true}"#,
        ok = r#"{"diff":"README.md","filesChanged":1,"insertions":1,"deletions":1}"#
    )]
    #[case(
        args = r#"{"source":"v1.0.0","target":"feature/search","stat":true}"#,
        ok = r#"{"diff":" src/search.txt | 1 +\n 1 file changed, 1 insertion(+)","filesChanged":1}"#
    )]
    #[case(
        args = r#"{"includeUntracked":true,"nameOnly":true,"paths":["notes.txt"]}"#,
        ok = r#"{"diff":"notes.txt","insertions":1}"#
    )]
    #[case(args = r#"{"target":"nowhere"}"#, error = "not_found")]
    #[case(args = r#"{"path":"/srv/git/tools.git"}"#, error = "failed_precondition")]
    fn git_diff(state: &Git, args: GitDiff, _cx: &mut Context) -> Result<Value, ToolError> {
        let (old, new) = compared_trees(state, &args)?;
        let paths = args.paths.unwrap_or_default();
        let all = deltas_between(&old, &new, &|path| fits_any(&paths, path));
        let (excluded, deltas): (Vec<Delta>, Vec<Delta>) =
            all.into_iter().partition(|delta| args.auto_exclude && is_generated(&delta.path));
        let (insertions, deletions) = line_counts(&deltas);
        let text = if args.name_only {
            paths_of(&deltas).join("\n")
        } else if args.stat {
            stat_text(&deltas)
        } else {
            patch_text(&deltas, size(args.context_lines))
        };
        let answer = json!({
            "success": true, "diff": text, "filesChanged": deltas.len(),
            "insertions": insertions, "deletions": deletions,
        });
        let excluded = paths_of(&excluded);
        Ok(with(answer, "excludedFiles", (!excluded.is_empty()).then_some(excluded)))
    }

    /// Looks where a remote's branches are now, and takes over its tags.
    #[tool(
        reads(session, worktrees, branches, remotes, repositories, commits),
        writes(remote_branches, tags, repositories)
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki"}"#,
        ok = r#"{"success":true,"remote":"origin","fetchedRefs":["origin/guide"],"prunedRefs":[]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","prune":true}"#,
        ok = r#"{"fetchedRefs":["origin/guide"],"prunedRefs":["origin/old"]}"#
    )]
    #[case(args = "{}", ok = r#"{"fetchedRefs":["origin/main"]}"#)]
    #[case(args = r#"{"remote":"backup"}"#, error = "not_found")]
    #[case(args = r#"{"path":"/home/ada/nowhere"}"#, error = "not_found")]
    fn git_fetch(state: &mut Git, args: GitFetch, _cx: &mut Context) -> Result<Value, ToolError> {
        let place = locate(state, &args.path)?;
        let name = args.remote.as_deref().unwrap_or("origin");
        let remote = state.remotes.find(&remote_key(&place.repository, name))?;
        let wish = Wish { prunes: args.prune, all_tags: args.tags, depth: args.depth };
        let (fetched, pruned) = fetch_from(state, &remote, &wish)?;
        Ok(json!({
            "success": true, "remote": name, "fetchedRefs": fetched, "prunedRefs": pruned,
        }))
    }

    /// Makes an empty repository; one that is there already stays as it is.
    #[tool(reads(session, repositories, worktrees), writes(repositories, worktrees))]
    #[case(
        args = r#"{"path":"/home/ada/new/","initialBranch":"trunk"}"#,
        ok = r#"{"success":true,"path":"/home/ada/new","initialBranch":"trunk","isBare":false}"#
    )]
    #[case(args = r#"{"path":"/srv/git/new.git","bare":true}"#, ok = r#"{"isBare":true}"#)]
    #[case(
        args = r#"{"path":"/home/ada/wiki","initialBranch":"other"}"#,
        ok = r#"{"initialBranch":"main"}"#
    )]
    #[case(args = r#"{"path":"new"}"#, error = "invalid_argument")]
    #[case(args = r#"{"path":"/tmp/y","initialBranch":"a b"}"#, error = "invalid_argument")]
    fn git_init(state: &mut Git, args: GitInit, _cx: &mut Context) -> Result<Value, ToolError> {
        let path = directory(state, &args.path)?;
        let name = args.initial_branch.as_deref().unwrap_or("main");
        let (name, is_bare) = init_repository(state, &path, name, args.bare)?;
        Ok(json!({"success": true, "path": path, "initialBranch": name, "isBare": is_bare}))
    }

    /// Shows the commits that led to HEAD or to a branch, the newest first.
    #[tool(reads(session, worktrees, branches, remote_branches, commits, repositories, tags))]
    #[case(
        args = "{}",
        ok = r#"{"totalCount":3,"commits":[{"hash":"3333333333333333333333333333333333333333","shortHash":"3333333","author":"Ada Byron","authorEmail":"ada@northwind.example","subject":"Describe the shop","parents":["2222222222222222222222222222222222222222"],"refs":["HEAD -> main","tag: v1.1.0","origin/main"]},{"subject":"Add dates to the cart","body":"They keep well."},{"subject":"Start the shop","parents":[]}]}"#
    )]
    #[case(
        args = r#"{"branch":"feature/search","author":"^Ben","oneline":true}"#,
        ok = r#"{"commits":[{"shortHash":"2222222","subject":"Add dates to the cart"}]}"#
    )]
    #[case(args = r#"{"grep":"d[ae]tes","skip":1}"#, ok = r#"{"commits":[],"totalCount":0}"#)]
    #[case(
        args = r#"{"filePath":"README.md","maxCount":1,"stat":true}"#,
        ok = r#"{"commits":[{"shortHash":"3333333","stat":" README.md | 2 ++\n 1 file changed, 2 insertions(+)"}]}"#
    )]
    #[case(
        args = r#"{"since":"2026-02-03","until":"2026-02-04"}"#,
        ok = r#"{"commits":[{"shortHash":"2222222"}]}"#
    )]
    #[case(
        args = r#"{"branch":"v1.0.0..main","showSignature":true}"#,
        ok = r#"{"commits":[{"shortHash":"3333333","signature":{"verified":false}}]}"#
    )]
    #[case(args = r#"{"since":"yesterday"}"#, error = "invalid_argument")]
    #[case(args = r#"{"branch":"nowhere"}"#, error = "not_found")]
    fn git_log(state: &Git, args: GitLog, _cx: &mut Context) -> Result<Value, ToolError> {
        let place = locate(state, &args.path)?;
        let found = logged_commits(state, &place, &args)?;
        let refs = refs_by_commit(state, &place);
        let history = History::of(state, &place.repository);
        let commits: Vec<Value> = found
            .iter()
            .skip(args.skip.map_or(0, size))
            .take(size(args.max_count))
            .map(|commit| view_logged(&history, commit, &refs, &args))
            .collect();
        let note = commits
            .is_empty()
            .then_some("no commit fits; loosen the dates, the author, the words or the path");
        let answer = json!({"success": true, "totalCount": commits.len(), "commits": commits});
        Ok(with(answer, "note", note))
    }

    /// Joins a branch into the current one: by moving on where nothing was done here, else by a
    /// commit with two parents. Conflicts are left to resolve and commit, or to give up.
    #[tool(
        reads(session, repositories, worktrees, branches, remote_branches, tags),
        writes(commits, branches, worktrees, working_files, pending_operations, reflog)
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"rewrite"}"#,
        ok = r#"{"success":true,"strategy":"ort","fastForward":false,"conflicts":false,"conflictedFiles":[],"mergedFiles":["home.md"],"message":"Merge branch 'rewrite'"}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"next"}"#,
        ok = r#"{"fastForward":true,"mergedFiles":["next.md"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"next","noFastForward":true,"message":"Take next"}"#,
        ok = r#"{"fastForward":false,"message":"Take next"}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"clash"}"#,
        ok = r#"{"success":false,"conflicts":true,"conflictedFiles":["home.md"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"clash","strategy":"ours"}"#,
        ok = r#"{"success":true,"strategy":"ours","mergedFiles":[]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"next","squash":true}"#,
        ok = r#"{"success":true,"fastForward":false,"mergedFiles":["next.md"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"stable"}"#,
        ok = r#"{"success":true,"mergedFiles":[],"message":"Already up to date."}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-merge","branch":"clash","abort":true}"#,
        ok = r#"{"success":true,"conflicts":false}"#
    )]
    #[case(args = r#"{"branch":"fix/bread"}"#, error = "failed_precondition")]
    #[case(
        args = r#"{"path":"/home/ada/wiki-merge","branch":"next"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"next","abort":true}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"path":"/home/ada/wiki","branch":"nowhere"}"#, error = "not_found")]
    fn git_merge(state: &mut Git, args: GitMerge, cx: &mut Context) -> Result<Value, ToolError> {
        let mut copy = WorkingCopy::open(state, &args.path)?;
        let strategy = args.strategy.map_or("ort", |strategy| strategy.as_str());
        let outcome = if args.abort {
            copy.give_up(state, OperationKind::Merge, cx)?;
            Joined::of("the merge is undone")
        } else {
            let theirs = find_commit(state, &copy.place(), &args.branch)?;
            let how = Joining {
                name: &args.branch,
                title: format!("Merge branch '{}'", args.branch),
                keeps_ours: strategy == "ours",
                may_forward: !args.no_fast_forward && !args.squash && strategy != "ours",
                must_forward: false,
                squashes: args.squash,
                message: args.message.as_deref(),
                action: ReflogAction::Merge,
            };
            copy.join(state, &theirs, &how, cx)?
        };
        copy.save(state)?;
        Ok(json!({
            "success": copy.conflicts.is_empty(),
            "strategy": strategy,
            "fastForward": outcome.is_forward,
            "conflicts": !copy.conflicts.is_empty(),
            "conflictedFiles": copy.conflicts,
            "mergedFiles": outcome.paths,
            "message": outcome.message,
        }))
    }

    /// Fetches a branch of a remote and merges it, or puts the own commits on top of it.
    #[tool(
        reads(session, repositories, worktrees, branches, remotes),
        writes(
            commits,
            branches,
            remote_branches,
            tags,
            worktrees,
            working_files,
            pending_operations,
            reflog
        )
    )]
    #[case(
        args = "{}",
        ok = r#"{"success":true,"remote":"origin","branch":"main","strategy":"fast-forward","conflicts":false,"conflictedFiles":[],"filesChanged":["shipping.txt"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"guide"}"#,
        ok = r#"{"branch":"guide","strategy":"merge","filesChanged":["guide.md"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"guide","rebase":true}"#,
        ok = r#"{"strategy":"rebase","conflicts":false,"filesChanged":["guide.md"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"guide","fastForwardOnly":true}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"path":"/home/ada/wiki","branch":"none"}"#, error = "not_found")]
    #[case(args = r#"{"path":"/home/ada/wiki-merge"}"#, error = "failed_precondition")]
    fn git_pull(state: &mut Git, args: GitPull, cx: &mut Context) -> Result<Value, ToolError> {
        let mut copy = WorkingCopy::open(state, &args.path)?;
        copy.need_nothing_pending()?;
        let place = copy.place();
        let (remote, branch) =
            pulled_branch(state, &place, args.remote.as_deref(), args.branch.as_deref())?;
        fetch_from(state, &remote, &Wish::default())?;
        let seen = state.remote_branches.find(&seen_key(&remote, &branch))?;
        let theirs = seen.commit.clone();
        let before = copy.base.clone();
        let (strategy, changed) = if args.rebase {
            let plan = RebasePlan { upstream: theirs.clone(), onto: theirs, keeps_merges: false };
            copy.rebase_onto(state, &plan, cx)?;
            ("rebase", paths_of(&deltas_between(&before, &copy.base, &|_| true)))
        } else {
            let how = Joining {
                name: &format!("{}/{branch}", remote.name),
                title: format!("Merge branch '{branch}' of {}", remote.url),
                keeps_ours: false,
                may_forward: true,
                must_forward: args.fast_forward_only,
                squashes: false,
                message: None,
                action: ReflogAction::Pull,
            };
            let joined = copy.join(state, &theirs, &how, cx)?;
            let is_forward = joined.is_forward || joined.paths.is_empty();
            (if is_forward { "fast-forward" } else { "merge" }, joined.paths)
        };
        copy.save(state)?;
        Ok(json!({
            "success": copy.conflicts.is_empty(),
            "remote": remote.name,
            "branch": branch,
            "strategy": strategy,
            "conflicts": !copy.conflicts.is_empty(),
            "conflictedFiles": copy.conflicts,
            "filesChanged": changed,
        }))
    }

    /// Moves a branch of a remote to where the own branch is. It loses no commit of the remote
    /// unless forced, and protected branches need a confirmation for that.
    #[tool(
        reads(session, repositories, worktrees, commits, remotes, tags),
        writes(branches, remote_branches, tags)
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki"}"#,
        ok = r#"{"success":true,"remote":"origin","branch":"main","upstreamSet":false,"pushedRefs":["refs/heads/main"],"rejectedRefs":[]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"next","remoteBranch":"topic/next","setUpstream":true}"#,
        ok = r#"{"branch":"next","upstreamSet":true,"pushedRefs":["refs/heads/topic/next"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"guide","delete":true}"#,
        ok = r#"{"pushedRefs":["refs/heads/guide"]}"#
    )]
    #[case(
        args = r#"{"branch":"fix/bread","tags":true}"#,
        ok = r#"{"pushedRefs":["refs/heads/fix/bread","refs/tags/v1.1.0"],"rejectedRefs":[]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","dryRun":true}"#,
        ok = r#"{"pushedRefs":["refs/heads/main"]}"#
    )]
    #[case(args = "{}", error = "conflict")]
    #[case(args = r#"{"force":true}"#, error = "failed_precondition")]
    #[case(args = r#"{"forceWithLease":true,"confirmed":true}"#, error = "conflict")]
    #[case(
        args = r#"{"force":true,"confirmed":true}"#,
        ok = r#"{"pushedRefs":["refs/heads/main"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","branch":"main","delete":true,"confirmed":true}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"path":"/home/ada/wiki-rebase"}"#, error = "failed_precondition")]
    #[case(args = r#"{"branch":"none"}"#, error = "not_found")]
    fn git_push(state: &mut Git, args: GitPush, _cx: &mut Context) -> Result<Value, ToolError> {
        let place = locate(state, &args.path)?;
        let branch = match args.branch.clone().or_else(|| place.branch_name(state)) {
            Some(branch) => branch,
            None => {
                let message = "HEAD is on no branch; name the branch to push";
                return Err(ToolError::failed_precondition(message));
            }
        };
        let upstream = upstream_of(state, &place.repository, &branch);
        let remote_name =
            args.remote.as_deref().or(upstream.as_ref().map(|(name, _)| name.as_str()));
        let remote_name = remote_name.unwrap_or("origin");
        let remote = state.remotes.find(&remote_key(&place.repository, remote_name))?;
        let target = args.remote_branch.as_deref().unwrap_or(&branch);
        check_name(target)?;
        let rewrites = args.force || args.force_with_lease || args.delete;
        need_confirmation(rewrites && !args.confirmed, "pushing by force or deleting", target)?;
        let location = remote.push_url.as_ref().unwrap_or(&remote.url);
        let destination = find_repository(state, location.as_str())?;
        let tip = if args.delete {
            None
        } else {
            Some(state.branches.find(&branch_key(&place.repository, &branch))?.commit.clone())
        };
        let way = Pushing {
            remote: &remote,
            destination: &destination,
            target,
            tip,
            forces: args.force,
            has_lease: args.force_with_lease,
        };
        let mut pushed = Vec::new();
        if check_push(state, &way)? {
            pushed.push(format!("refs/heads/{target}"));
        }
        let (tags, rejected) = if args.tags {
            tags_to_push(state, &place.repository, &destination)
        } else {
            (Vec::new(), Vec::new())
        };
        pushed.extend(tags.iter().map(|tag| format!("refs/tags/{}", tag.name)));
        let sets_upstream = args.set_upstream && !args.delete && !args.dry_run;
        if !args.dry_run {
            carry_out(state, &way)?;
            for tag in tags {
                state.tags.insert(tag)?;
            }
        }
        if sets_upstream {
            let upstream = seen_key(&remote, target);
            state.branches.update(&branch_key(&place.repository, &branch), |row| {
                row.upstream = Some(upstream);
                Ok(())
            })?;
        }
        Ok(json!({
            "success": rejected.is_empty(),
            "remote": remote.name,
            "branch": branch,
            "upstreamSet": sets_upstream,
            "pushedRefs": pushed,
            "rejectedRefs": rejected,
        }))
    }

    /// Puts the commits of a branch on top of another, one by one. It stops at the first conflict,
    /// to be continued, skipped or given up.
    #[tool(
        reads(session, repositories, worktrees, branches, remote_branches, tags),
        writes(commits, branches, worktrees, working_files, pending_operations, reflog)
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","upstream":"rewrite"}"#,
        ok = r#"{"success":true,"conflicts":false,"conflictedFiles":[],"rebasedCommits":1}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","upstream":"clash"}"#,
        ok = r#"{"success":false,"conflicts":true,"conflictedFiles":["home.md"],"rebasedCommits":0,"currentCommit":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","upstream":"next","branch":"stable"}"#,
        ok = r#"{"success":true,"rebasedCommits":0}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-rebase","mode":"continue"}"#,
        ok = r#"{"success":true,"conflicts":false,"rebasedCommits":1}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-rebase","mode":"skip"}"#,
        ok = r#"{"success":true,"rebasedCommits":0}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-rebase","mode":"abort"}"#,
        ok = r#"{"success":true,"rebasedCommits":0}"#
    )]
    #[case(args = r#"{"path":"/home/ada/wiki","mode":"continue"}"#, error = "failed_precondition")]
    #[case(args = r#"{"upstream":"feature/search"}"#, error = "failed_precondition")]
    #[case(
        args = r#"{"path":"/home/ada/wiki-rebase","upstream":"next"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"path":"/home/ada/wiki"}"#, error = "invalid_argument")]
    #[case(args = r#"{"path":"/home/ada/wiki","upstream":"gone"}"#, error = "not_found")]
    fn git_rebase(state: &mut Git, args: GitRebase, cx: &mut Context) -> Result<Value, ToolError> {
        let mut copy = WorkingCopy::open(state, &args.path)?;
        let replayed = match args.mode.as_str() {
            "continue" => copy.resume(state, OperationKind::Rebase, cx)?,
            "skip" => copy.skip(state, cx)?,
            "abort" => {
                copy.give_up(state, OperationKind::Rebase, cx)?;
                Vec::new()
            }
            // The list of an interactive rebase is taken as it stands: there is nobody to edit it.
            _ => {
                copy.need_nothing_pending()?;
                copy.need_clean()?;
                let upstream = required("upstream", args.upstream.as_deref())?;
                let upstream = find_commit(state, &copy.place(), upstream)?;
                let onto = match &args.onto {
                    Some(onto) => find_commit(state, &copy.place(), onto)?,
                    None => upstream.clone(),
                };
                if let Some(branch) = &args.branch {
                    let goal = find_goal(state, &copy, branch, false, cx)?;
                    copy.go_to(state, &goal, false, cx)?;
                }
                let plan = RebasePlan { upstream, onto, keeps_merges: args.preserve };
                copy.rebase_onto(state, &plan, cx)?
            }
        };
        copy.save(state)?;
        let stopped = copy.pending.as_ref().map(|pending| pending.theirs.to_string());
        let message = if stopped.is_some() {
            "resolve the conflicts, stage the files, then call with mode `continue`, or `skip` it"
        } else {
            "no rebase is going on any more"
        };
        let answer = json!({
            "success": copy.conflicts.is_empty(),
            "conflicts": !copy.conflicts.is_empty(),
            "conflictedFiles": copy.conflicts,
            "rebasedCommits": replayed.len(),
            "message": message,
        });
        Ok(with(answer, "currentCommit", stopped))
    }

    /// Shows where HEAD or a branch has been, the latest first.
    #[tool(reads(session, worktrees, branches, reflog))]
    #[case(
        args = "{}",
        ok = r#"{"ref":"HEAD","totalEntries":2,"entries":[{"hash":"3333333333333333333333333333333333333333","refName":"HEAD@{0}","action":"commit","message":"Describe the shop","timestamp":1770282000},{"refName":"HEAD@{1}","action":"clone"}]}"#
    )]
    #[case(
        args = r#"{"ref":"feature/search","maxCount":1}"#,
        ok = r#"{"entries":[{"refName":"feature/search@{0}","message":"Search the cart"}],"totalEntries":1}"#
    )]
    #[case(args = r#"{"ref":"nowhere"}"#, error = "not_found")]
    fn git_reflog(state: &Git, args: GitReflog, _cx: &mut Context) -> Result<Value, ToolError> {
        let place = locate(state, &args.path)?;
        let name = args.r#ref.trim();
        let rows = reflog_of(state, &place, name)?;
        let entries: Vec<Value> = rows
            .iter()
            .take(size(args.max_count))
            .enumerate()
            .map(|(index, entry)| {
                json!({
                    "hash": entry.commit.as_str(),
                    "refName": format!("{name}@{{{index}}}"),
                    "action": entry.action.as_str(),
                    "message": entry.message,
                    "timestamp": entry.created_at.unix_seconds(),
                })
            })
            .collect();
        Ok(json!({
            "success": true, "ref": name, "totalEntries": entries.len(), "entries": entries,
        }))
    }

    /// Lists, adds, removes and renames remotes, and reads and sets their addresses.
    #[tool(
        reads(session, worktrees, branches, repositories),
        writes(remotes, remote_branches, branches)
    )]
    #[case(
        args = "{}",
        ok = r#"{"success":true,"mode":"list","remotes":[{"name":"origin","fetchUrl":"https://git.example/northwind/shop.git","pushUrl":"https://git.example/northwind/shop.git"}]}"#
    )]
    #[case(
        args = r#"{"mode":"add","name":"tools","url":"/srv/git/tools.git"}"#,
        ok = r#"{"mode":"add","added":{"name":"tools","url":"/srv/git/tools.git"}}"#
    )]
    #[case(args = r#"{"mode":"remove","name":"origin"}"#, ok = r#"{"removed":"origin"}"#)]
    #[case(
        args = r#"{"mode":"rename","name":"origin","newName":"upstream"}"#,
        ok = r#"{"renamed":{"from":"origin","to":"upstream"}}"#
    )]
    #[case(
        args = r#"{"mode":"get-url","name":"origin"}"#,
        ok = r#"{"url":"https://git.example/northwind/shop.git"}"#
    )]
    #[case(
        args = r#"{"mode":"set-url","name":"origin","url":"git@git.example:shop.git","push":true}"#,
        ok = r#"{"mode":"set-url"}"#
    )]
    #[case(
        args = r#"{"mode":"add","name":"origin","url":"https://x.example"}"#,
        error = "already_exists"
    )]
    #[case(args = r#"{"mode":"add","name":"tools"}"#, error = "invalid_argument")]
    #[case(args = r#"{"mode":"remove","name":"backup"}"#, error = "not_found")]
    fn git_remote(state: &mut Git, args: GitRemote, _cx: &mut Context) -> Result<Value, ToolError> {
        let place = locate(state, &args.path)?;
        let repository = &place.repository;
        let answer = json!({"success": true, "mode": args.mode.as_str()});
        if args.mode.as_str() == "list" {
            return Ok(with(answer, "remotes", Some(list_remotes(state, repository))));
        }
        let name = required("name", args.name.as_deref())?;
        let key = remote_key(repository, name);
        Ok(match args.mode.as_str() {
            "add" => {
                let url = required("url", args.url.as_deref())?;
                state.remotes.insert(Remote {
                    repository: repository.clone(),
                    name: name.to_owned(),
                    url: Key::new(url),
                    push_url: None,
                })?;
                with(answer, "added", Some(json!({"name": name, "url": url})))
            }
            "remove" => {
                state.delete::<Remote>(&key)?;
                with(answer, "removed", Some(name))
            }
            "rename" => {
                let new = required("newName", args.new_name.as_deref())?;
                rename_remote(state, &key, new)?;
                with(answer, "renamed", Some(json!({"from": name, "to": new})))
            }
            "get-url" => {
                let remote = state.remotes.find(&key)?;
                with(answer, "url", Some(remote.url.as_str()))
            }
            _ => {
                let url = required("url", args.url.as_deref())?;
                state.remotes.update(&key, |remote| {
                    if args.push {
                        remote.push_url = Some(Key::new(url));
                    } else {
                        remote.url = Key::new(url);
                    }
                    Ok(())
                })?;
                with(answer, "url", Some(url))
            }
        })
    }

    /// Moves HEAD and its branch to a commit, and the index and the files with it as the mode
    /// says; or takes single files back to how a commit has them in the index.
    #[tool(
        reads(session, repositories, branches, remote_branches, commits, tags),
        writes(branches, worktrees, working_files, pending_operations, reflog)
    )]
    #[case(
        args = "{}",
        ok = r#"{"success":true,"mode":"mixed","target":"3333333333333333333333333333333333333333","filesReset":["README.md"]}"#
    )]
    #[case(
        args = r#"{"mode":"soft","target":"HEAD~1"}"#,
        ok = r#"{"target":"2222222222222222222222222222222222222222","previousCommit":"3333333333333333333333333333333333333333","filesReset":["README.md"]}"#
    )]
    #[case(
        args = r#"{"mode":"hard","confirmed":true}"#,
        ok = r#"{"mode":"hard","filesReset":["README.md","src/cart.txt"]}"#
    )]
    #[case(args = r#"{"paths":["README.md"]}"#, ok = r#"{"filesReset":["README.md"]}"#)]
    #[case(
        args = r#"{"path":"/home/ada/wiki-pick","mode":"keep","target":"next"}"#,
        ok = r#"{"mode":"keep","filesReset":["next.md"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-merge","mode":"merge"}"#,
        ok = r#"{"mode":"merge","filesReset":["home.md"]}"#
    )]
    #[case(args = r#"{"mode":"hard"}"#, error = "failed_precondition")]
    #[case(args = r#"{"mode":"soft","paths":["README.md"]}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"path":"/home/ada/wiki-merge","mode":"soft"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"target":"nowhere"}"#, error = "not_found")]
    fn git_reset(state: &mut Git, args: GitReset, cx: &mut Context) -> Result<Value, ToolError> {
        let mut copy = WorkingCopy::open(state, &args.path)?;
        let mode = args.mode.as_str();
        let target = find_commit(state, &copy.place(), &args.target)?;
        let paths = args.paths.unwrap_or_default();
        if !paths.is_empty() {
            if mode != "mixed" {
                let message = format!("single files are reset in mode `mixed`, not `{mode}`");
                return Err(ToolError::invalid_argument(message));
            }
            let reset = copy.unstage(&files_of(state, Some(&target)), &paths)?;
            copy.save(state)?;
            return Ok(json!({
                "success": true, "mode": mode, "target": target.as_str(), "filesReset": reset,
            }));
        }
        if let Some(branch) = copy.place().branch_name(state) {
            let is_dangerous = matches!(mode, "hard" | "merge" | "keep") && !args.confirmed;
            need_confirmation(is_dangerous, "resetting the files", &branch)?;
        }
        let before = copy.commit.clone();
        let reset = copy.reset_to(state, &target, mode, cx)?;
        copy.save(state)?;
        let moved = before.filter(|before| *before != target);
        let answer = json!({
            "success": true, "mode": mode, "target": target.as_str(), "filesReset": reset,
        });
        Ok(with(answer, "previousCommit", moved.map(|commit| commit.to_string())))
    }

    /// Remembers where calls without a path work, and shows how things are there.
    #[tool(
        reads(repositories, worktrees, branches, remotes, commits, tags, working_files),
        writes(session, repositories, worktrees)
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki"}"#,
        ok = r#"{"success":true,"path":"/home/ada/wiki","repository":{"status":{"branch":"main","isClean":true,"upstream":"origin/main","ahead":1,"behind":0},"recentCommits":[{"hash":"bbbbbbb"},{"hash":"aaaaaaa"}],"recentTags":[],"remotes":[{"name":"origin"}]}}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/new","initializeIfNotPresent":true}"#,
        ok = r#"{"path":"/home/ada/new","repository":{"status":{"branch":"main"},"recentCommits":[]}}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/plain","validateGitRepo":false}"#,
        ok = r#"{"path":"/home/ada/plain","enrichmentWarnings":["`/home/ada/plain` is not a Git repository"]}"#
    )]
    #[case(args = r#"{"path":"/home/ada/plain"}"#, error = "not_found")]
    #[case(args = r#"{"path":"/home/ada/wiki-old"}"#, error = "not_found")]
    #[case(args = r#"{"path":"ada/wiki"}"#, error = "invalid_argument")]
    fn git_set_working_dir(
        state: &mut Git,
        args: GitSetWorkingDir,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let path = clean_path(&args.path)?;
        if args.initialize_if_not_present && locate(state, &path).is_err() {
            init_repository(state, &path, "main", false)?;
        }
        let place = locate(state, &path);
        if args.validate_git_repo {
            place.as_ref().map_err(ToolError::clone)?;
        }
        state.session.update(|session| {
            session.working_directory = Some(Key::new(path.as_str()));
            Ok(())
        })?;
        let message = format!("the working directory is now `{path}`");
        let answer = json!({"success": true, "path": path, "message": message});
        Ok(match place {
            Ok(place) => {
                let remotes = list_remotes(state, &place.repository);
                let view = with(snapshot(state, &place)?, "remotes", Some(remotes));
                with(answer, "repository", Some(view))
            }
            Err(error) => with(answer, "enrichmentWarnings", Some(vec![error.message])),
        })
    }

    /// Shows a commit with its patch, a tag, a directory or a file of a commit.
    #[tool(reads(session, worktrees, branches, remote_branches, commits, repositories, tags))]
    #[case(
        args = r#"{"object":"HEAD~1","stat":true}"#,
        ok = r#"{"success":true,"object":"HEAD~1","type":"commit","content":"commit 2222222222222222222222222222222222222222\nAuthor: Ben Okri <ben@northwind.example>\nDate:   Tue Feb 3 09:00:00 2026 +0000\n\n    Add dates to the cart\n    \n    They keep well.\n\n src/cart.txt | 1 +\n 1 file changed, 1 insertion(+)","metadata":{"hash":"2222222222222222222222222222222222222222"}}"#
    )]
    #[case(
        args = r#"{"object":"v1.0.0"}"#,
        ok = r#"{"type":"tag","metadata":{"tag":"v1.0.0","tagger":"Ada Byron <ada@northwind.example>"}}"#
    )]
    #[case(
        args = r#"{"object":"main","filePath":"README.md"}"#,
        ok = "{\"type\":\"blob\",\"content\":\"# Shop\\n\\nSells food.\\n\"}"
    )]
    #[case(
        args = r#"{"object":"main:src"}"#,
        ok = r#"{"type":"tree","content":"tree main:src\n\ncart.txt"}"#
    )]
    #[case(args = r#"{"object":"main:missing.txt"}"#, error = "not_found")]
    #[case(args = r#"{"object":"4444444"}"#, error = "not_found")]
    fn git_show(state: &Git, args: GitShow, _cx: &mut Context) -> Result<Value, ToolError> {
        let place = locate(state, &args.path)?;
        let inner = match (&args.file_path, args.object.split_once(':')) {
            (Some(path), _) => Some((args.object.as_str(), clean_pathspec(path))),
            (None, Some((revision, path))) => Some((revision, clean_pathspec(path))),
            (None, None) => None,
        };
        if let Some((revision, path)) = inner {
            let commit = find_commit(state, &place, revision)?;
            return show_path(&args.object, &files_of(state, Some(&commit)), path);
        }
        let history = History::of(state, &place.repository);
        let is_raw = args.format.is_some();
        let key = find_commit(state, &place, &args.object)?;
        let commit = state.commits.find(&key)?;
        let content = commit_text(&history, &commit, is_raw, args.stat);
        let tag = state.tags.get(&tag_key(&place.repository, &args.object));
        if let Some((tag, message)) = tag.and_then(|tag| Some((tag, tag.message.as_ref()?))) {
            let tagger = tag.tagger.clone().unwrap_or_default();
            let date = git_date(tag.created_at);
            return Ok(json!({
                "success": true, "object": args.object, "type": "tag",
                "content": format!(
                    "tag {}\nTagger: {tagger}\nDate:   {date}\n\n{message}\n\n{content}", tag.name
                ),
                "metadata": {
                    "tag": tag.name, "tagger": tagger, "message": message, "commit": key.as_str(),
                    "timestamp": tag.created_at.unix_seconds(),
                },
            }));
        }
        Ok(json!({
            "success": true, "object": args.object, "type": "commit", "content": content,
            "metadata": {
                "hash": key.as_str(),
                "author": commit.author_name,
                "email": commit.author_email,
                "timestamp": commit.committed_at.unix_seconds(),
                "subject": subject_of(&commit.message),
                "parents": keys_of(history.parents(&key)),
            },
        }))
    }

    /// Puts changes aside and brings them back.
    #[tool(
        reads(session, worktrees, branches, commits, repositories),
        writes(stashes, working_files, pending_operations)
    )]
    #[case(
        args = r#"{"mode":"list"}"#,
        ok = r#"{"success":true,"mode":"list","stashes":[{"ref":"stash@{0}","index":0,"branch":"main","description":"On main: prices","timestamp":1770714000}]}"#
    )]
    #[case(args = r#"{"message":"later"}"#, ok = r#"{"mode":"push","created":"stash@{0}"}"#)]
    #[case(
        args = r#"{"mode":"pop","stashRef":"stash@{0}"}"#,
        ok = r#"{"mode":"pop","applied":"stash@{0}","dropped":"stash@{0}","conflicts":false}"#
    )]
    #[case(args = r#"{"mode":"apply"}"#, ok = r#"{"applied":"stash@{0}","conflicts":false}"#)]
    #[case(args = r#"{"mode":"drop"}"#, ok = r#"{"dropped":"stash@{0}"}"#)]
    #[case(args = r#"{"mode":"clear"}"#, ok = r#"{"success":true,"mode":"clear"}"#)]
    #[case(args = r#"{"path":"/home/ada/wiki"}"#, error = "failed_precondition")]
    #[case(args = r#"{"path":"/home/ada/wiki-merge"}"#, error = "failed_precondition")]
    #[case(args = r#"{"mode":"drop","stashRef":"stash@{4}"}"#, error = "not_found")]
    #[case(args = r#"{"mode":"drop","stashRef":"latest"}"#, error = "invalid_argument")]
    fn git_stash(state: &mut Git, args: GitStash, cx: &mut Context) -> Result<Value, ToolError> {
        let mut copy = WorkingCopy::open(state, &args.path)?;
        let entries = stashes_of(state, &copy.repository);
        let mode = args.mode.as_str();
        let answer = json!({"success": true, "mode": mode});
        match mode {
            "list" => {
                let limit = args.limit.map_or(entries.len(), size);
                let shown: Vec<Value> =
                    entries.iter().take(limit).enumerate().map(view_stash).collect();
                return Ok(with(answer, "stashes", Some(shown)));
            }
            "push" => {
                copy.put_aside(state, args.message, args.include_untracked, args.keep_index, cx)?;
                copy.save(state)?;
                return Ok(with(answer, "created", Some("stash@{0}")));
            }
            "clear" => {
                for entry in &entries {
                    state.delete::<StashEntry>(&entry.id)?;
                }
                return Ok(answer);
            }
            _ => {}
        }
        let position = stash_position(args.stash_ref.as_deref())?;
        let name = format!("stash@{{{position}}}");
        let Some(entry) = entries.get(position) else {
            return Err(ToolError::not_found(format!("there is no `{name}`")));
        };
        if mode == "drop" {
            state.delete::<StashEntry>(&entry.id)?;
            return Ok(with(answer, "dropped", Some(name)));
        }
        copy.bring_back(state, entry)?;
        copy.save(state)?;
        // A stash that does not apply cleanly is kept.
        let has_conflicts = !copy.conflicts.is_empty();
        let is_dropped = mode == "pop" && !has_conflicts;
        if is_dropped {
            state.delete::<StashEntry>(&entry.id)?;
        }
        let answer = with(answer, "applied", Some(name.as_str()));
        let answer = with(answer, "conflicts", Some(has_conflicts));
        Ok(with(answer, "dropped", is_dropped.then_some(name)))
    }

    /// Shows what is staged, what is changed beside that, and what is not tracked.
    #[tool(reads(
        session,
        repositories,
        worktrees,
        branches,
        remote_branches,
        remotes,
        commits,
        working_files,
        pending_operations
    ))]
    #[case(
        args = "{}",
        ok = r#"{"success":true,"currentBranch":"main","upstream":"origin/main","ahead":0,"behind":0,"isClean":false,"stagedChanges":{"added":[],"modified":["README.md"],"deleted":[]},"unstagedChanges":{"modified":["src/cart.txt"]},"untrackedFiles":["notes.txt"],"conflictedFiles":[]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-merge"}"#,
        ok = r#"{"currentBranch":"draft","conflictedFiles":["home.md"],"isClean":false}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki-rebase"}"#,
        ok = r#"{"currentBranch":null,"stagedChanges":{"modified":["home.md"]}}"#
    )]
    #[case(args = r#"{"path":"/home/ada"}"#, error = "not_found")]
    fn git_status(state: &Git, args: GitStatus, _cx: &mut Context) -> Result<Value, ToolError> {
        let copy = WorkingCopy::open(state, &args.path)?;
        let found = copy.changes();
        let untracked = if args.include_untracked { found.untracked } else { Vec::new() };
        let is_clean = found.staged.is_empty()
            && found.unstaged.is_empty()
            && untracked.is_empty()
            && copy.conflicts.is_empty();
        let answer = json!({
            "success": true,
            "currentBranch": copy.place().branch_name(state),
            "isClean": is_clean,
            "stagedChanges": by_kind(&found.staged),
            "unstagedChanges": by_kind(&found.unstaged),
            "untrackedFiles": untracked,
            "conflictedFiles": copy.conflicts,
        });
        Ok(with_tracking(state, &copy.place(), answer))
    }

    /// Lists, makes, deletes and verifies tags. A tag with a message is annotated; none that is
    /// made here is signed.
    #[tool(
        reads(session, worktrees, branches, remote_branches, commits, repositories),
        writes(tags)
    )]
    #[case(
        args = "{}",
        ok = r#"{"success":true,"mode":"list","tags":[{"name":"v1.1.0","commit":"3333333333333333333333333333333333333333","timestamp":1770282000},{"name":"v1.0.0","message":"First release","annotationBody":"Carts work.","tagger":"Ada Byron <ada@northwind.example>","timestamp":1770195600}]}"#
    )]
    #[case(
        args = r#"{"mode":"create","tagName":"v2.0.0","message":"Second release"}"#,
        ok = r#"{"mode":"create","created":"v2.0.0","signed":false}"#
    )]
    #[case(
        args = r#"{"mode":"create","tagName":"v1.1.0","commit":"HEAD~1","force":true}"#,
        ok = r#"{"created":"v1.1.0"}"#
    )]
    #[case(args = r#"{"mode":"delete","tagName":"v1.1.0"}"#, ok = r#"{"deleted":"v1.1.0"}"#)]
    #[case(
        args = r#"{"mode":"verify","tagName":"v1.0.0"}"#,
        ok = r#"{"verifiedTag":"v1.0.0","verified":true,"signatureType":"gpg","signerIdentity":"Ada Byron","signerKey":"9F3A41C07B22D5E8"}"#
    )]
    #[case(
        args = r#"{"mode":"verify","tagName":"v1.1.0"}"#,
        ok = r#"{"verified":false,"warning":"the tag is not signed"}"#
    )]
    #[case(args = r#"{"mode":"create","tagName":"v1.0.0"}"#, error = "already_exists")]
    #[case(args = r#"{"mode":"delete","tagName":"v9"}"#, error = "not_found")]
    #[case(args = r#"{"mode":"create"}"#, error = "invalid_argument")]
    fn git_tag(state: &mut Git, args: GitTag, cx: &mut Context) -> Result<Value, ToolError> {
        let place = locate(state, &args.path)?;
        let answer = json!({"success": true, "mode": args.mode.as_str()});
        if args.mode.as_str() == "list" {
            let tags = tags_by_date(state, &place.repository);
            let limit = args.limit.map_or(tags.len(), size);
            let shown: Vec<Value> =
                tags.iter().take(limit).map(|tag| view_tag(state, tag)).collect();
            return Ok(with(answer, "tags", Some(shown)));
        }
        let name = required("tagName", args.tag_name.as_deref())?;
        let key = tag_key(&place.repository, name);
        Ok(match args.mode.as_str() {
            "create" => {
                check_name(name)?;
                let commit = match &args.commit {
                    Some(revision) => find_commit(state, &place, revision)?,
                    None => place.need_head(state)?,
                };
                if state.tags.contains(&key) && !args.force {
                    let message = format!("the tag `{name}` exists; set `force` to move it");
                    return Err(ToolError::already_exists(message));
                }
                let default = args.annotated.then(|| format!("Tag {name}"));
                let message = args.message.filter(|text| !text.trim().is_empty()).or(default);
                let session = state.session.find()?;
                let tagger = format!("{} <{}>", session.user_name, session.user_email);
                state.tags.put(Tag {
                    repository: place.repository.clone(),
                    name: name.to_owned(),
                    commit,
                    tagger: message.is_some().then_some(tagger),
                    message,
                    created_at: cx.now(),
                    signature: None,
                });
                with(with(answer, "created", Some(name)), "signed", Some(false))
            }
            "delete" => {
                state.delete::<Tag>(&key)?;
                with(answer, "deleted", Some(name))
            }
            _ => verified_tag(answer, &*state.tags.find(&key)?),
        })
    }

    /// Lists, adds, removes, moves and prunes further working trees of a repository.
    #[tool(
        reads(session, repositories, remote_branches, commits, tags),
        writes(worktrees, branches, working_files, pending_operations, reflog)
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki"}"#,
        ok = r#"{"mode":"list","worktrees":[{"path":"/home/ada/wiki","branch":"main","bare":false,"detached":false,"locked":false,"prunable":false},{"path":"/home/ada/wiki-merge","branch":"draft"},{"path":"/home/ada/wiki-old","prunable":true},{"path":"/home/ada/wiki-pick","branch":"pick","locked":true},{"path":"/home/ada/wiki-rebase","detached":true}]}"#
    )]
    #[case(
        args = r#"{"path":"/srv/git/tools.git"}"#,
        ok = r#"{"worktrees":[{"path":"/srv/git/tools.git","bare":true}]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","mode":"add","worktreePath":"/home/ada/wiki-new","branch":"idea","commitish":"next"}"#,
        ok = r#"{"mode":"add","added":"/home/ada/wiki-new"}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","mode":"add","worktreePath":"/home/ada/stable"}"#,
        ok = r#"{"added":"/home/ada/stable"}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","mode":"remove","worktreePath":"/home/ada/wiki-merge","force":true}"#,
        ok = r#"{"removed":"/home/ada/wiki-merge"}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","mode":"move","worktreePath":"/home/ada/wiki-merge","newPath":"/home/ada/m"}"#,
        ok = r#"{"moved":{"from":"/home/ada/wiki-merge","to":"/home/ada/m"}}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","mode":"prune"}"#,
        ok = r#"{"pruned":["/home/ada/wiki-old"]}"#
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","mode":"add","worktreePath":"/home/ada/x","commitish":"main"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","mode":"add","worktreePath":"/home/ada/x","branch":"next"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","mode":"remove","worktreePath":"/home/ada/wiki-merge"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","mode":"remove","worktreePath":"/home/ada/wiki-pick","force":true}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"path":"/home/ada/wiki","mode":"remove","worktreePath":"/home/ada/wiki"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"mode":"remove","worktreePath":"/home/ada/wiki"}"#, error = "not_found")]
    #[case(args = r#"{"mode":"add"}"#, error = "invalid_argument")]
    fn git_worktree(
        state: &mut Git,
        args: GitWorktree,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let place = locate(state, &args.path)?;
        let answer = json!({"success": true, "mode": args.mode.as_str()});
        match args.mode.as_str() {
            "list" => {
                let shown = list_worktrees(state, &place.repository);
                return Ok(with(answer, "worktrees", Some(shown)));
            }
            "prune" => {
                let pruned = prune_worktrees(state, &place.repository, args.dry_run)?;
                return Ok(with(answer, "pruned", Some(pruned)));
            }
            _ => {}
        }
        let path = clean_path(required("worktreePath", args.worktree_path.as_deref())?)?;
        Ok(match args.mode.as_str() {
            "add" => {
                need_free_path(state, &path)?;
                let head = new_worktree_head(state, &place, &path, &args, cx)?;
                add_worktree(state, &place.repository, &path, head, cx)?;
                with(answer, "added", Some(path))
            }
            "remove" => {
                let row = linked_worktree(state, &place.repository, &path)?;
                let copy = WorkingCopy::load(state, &place.repository, &row.path)?;
                if !args.force && !row.directory_deleted && !copy.changes().is_clean() {
                    let message = format!("`{path}` has changes; set `force` to lose them");
                    return Err(ToolError::failed_precondition(message));
                }
                state.delete::<Worktree>(&row.path)?;
                with(answer, "removed", Some(path))
            }
            _ => {
                let new = clean_path(required("newPath", args.new_path.as_deref())?)?;
                linked_worktree(state, &place.repository, &path)?;
                need_free_path(state, &new)?;
                move_worktree(state, &path, &new)?;
                with(answer, "moved", Some(json!({"from": path, "to": new})))
            }
        })
    }

    /// What has to be done before work counts as finished, and how things are now.
    #[tool(reads(session, repositories, worktrees, branches, commits, tags, working_files))]
    #[case(
        args = r#"{"acknowledgement":"yes"}"#,
        ok = r#"{"repository":{"status":{"branch":"main","staged":["README.md"],"unstaged":["src/cart.txt"],"untracked":["notes.txt"],"conflicts":[]},"recentCommits":[{"hash":"3333333"},{"hash":"2222222"}],"recentTags":[{"name":"v1.1.0"},{"name":"v1.0.0"}]}}"#
    )]
    #[case(args = r#"{"acknowledgement":"maybe"}"#, error = "invalid_argument")]
    fn git_wrapup_instructions(
        state: &Git,
        args: GitWrapupInstructions,
        _cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let wants_tag = args.create_tag.unwrap_or(true);
        let steps: Vec<&str> =
            WRAPUP_STEPS.iter().copied().chain(wants_tag.then_some(WRAPUP_TAG_STEP)).collect();
        let answer = json!({"instructions": steps.join("\n")});
        Ok(match locate(state, ".") {
            Ok(place) => with(answer, "repository", Some(snapshot(state, &place)?)),
            Err(error) => with(answer, "enrichmentWarnings", Some(vec![error.message])),
        })
    }
}

/// Files by path.
type Tree = BTreeMap<String, String>;

/// How far back `~` and depths reach at most.
const HISTORY_MAX: i64 = 100_000;
/// How many cells two texts may need to be compared line by line.
const COMPARISON_CELLS_MAX: usize = 4_000_000;
/// How many digits a short hash has.
const SHORT: usize = 7;
/// What stands where there is no commit.
const NO_HASH: &str = "0000000000000000000000000000000000000000";
/// Branches whose history is not rewritten without a confirmation.
const PROTECTED: &[&str] =
    &["main", "master", "production", "prod", "develop", "development", "staging", "release"];
/// Files that tools write, which patches leave out unless they are asked for.
const GENERATED: &[&str] = &[
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "bun.lockb",
    "poetry.lock",
    "uv.lock",
    "Pipfile.lock",
    "Cargo.lock",
    "composer.lock",
    "Gemfile.lock",
    "go.sum",
];
/// What has to be true before work counts as finished.
const WRAPUP_STEPS: &[&str] = &[
    "Work counts as finished when all of this is true:",
    "- Every change was looked at with git_diff, and nothing is in it by accident.",
    "- What is documented is what the code does now, and the changelog tells what changed.",
    "- Changes that belong together are in one commit whose message says why they were made.",
    "- git_status shows a clean working tree without conflicts.",
];
/// The last of these, where a release is made.
const WRAPUP_TAG_STEP: &str =
    "- An annotated tag whose message sums up the changes marks the release commit.";

/// What to look for in a changelog.
fn review_instruction(kind: &str) -> &'static str {
    match kind {
        "security" => "look for commits that fix or open a weakness and are not told as such",
        "features" => "match each new ability with the commits that made it, and name those untold",
        "storyline" => "tell in a few sentences where the project came from and where it goes",
        "gaps" => "name commits and tags that no entry covers, and entries that no commit backs",
        "breaking_changes" => "find changes that callers have to react to, and how to tell them",
        _ => "judge whether the entries are clear, complete, dated and in one style",
    }
}

/// A repository as a call names it.
struct Place {
    repository: Key<Repository>,
    /// The working tree that the call is in; a bare repository has none.
    worktree: Option<Key<Worktree>>,
}

impl Place {
    fn head(&self, state: &Git) -> Option<Key<Commit>> {
        match &self.worktree {
            Some(worktree) => head_of_worktree(state, state.worktrees.get(worktree)?),
            None => head_of_repository(state, &self.repository).1,
        }
    }

    fn need_head(&self, state: &Git) -> Result<Key<Commit>, ToolError> {
        self.head(state).ok_or_else(no_commits)
    }

    /// The branch that HEAD is on, also where it has no commit yet.
    fn branch_name(&self, state: &Git) -> Option<String> {
        match &self.worktree {
            Some(worktree) => branch_of_worktree(state, state.worktrees.get(worktree)?),
            None => Some(head_of_repository(state, &self.repository).0),
        }
    }
}

fn no_commits() -> ToolError {
    ToolError::failed_precondition("there is no commit yet")
}

/// The repository in a directory; `.` is the working directory.
fn locate(state: &Git, path: &str) -> Result<Place, ToolError> {
    let path = directory(state, path)?;
    if let Some(worktree) = state.worktrees.get(path.as_str()) {
        if worktree.directory_deleted {
            return Err(ToolError::not_found(format!("the directory `{path}` is gone")));
        }
        let repository = repository_of(state, worktree);
        return Ok(Place { repository, worktree: Some(worktree.path.clone()) });
    }
    if state.repositories.contains(path.as_str()) {
        return Ok(Place { repository: Key::new(path), worktree: None });
    }
    Err(ToolError::not_found(format!("`{path}` is not a Git repository")))
}

/// An absolute path; `.` is the working directory.
fn directory(state: &Git, path: &str) -> Result<String, ToolError> {
    if !matches!(path.trim(), "" | "." | "./") {
        return clean_path(path);
    }
    let set = state.session.get().and_then(|session| session.working_directory.as_ref());
    set.map(Key::to_string).ok_or_else(|| {
        let message = "no working directory is set: pass a `path`, or call git_set_working_dir";
        ToolError::failed_precondition(message)
    })
}

/// An absolute path without `.`, `..` and slashes that change nothing.
fn clean_path(path: &str) -> Result<String, ToolError> {
    let path = path.trim();
    if !path.starts_with('/') {
        let message = format!("`{path}` must be absolute, begin it with `/`");
        return Err(ToolError::invalid_argument(message));
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    Ok(format!("/{}", parts.join("/")))
}

fn need_free_path(state: &Git, path: &str) -> Result<(), ToolError> {
    if state.worktrees.contains(path) || state.repositories.contains(path) {
        return Err(ToolError::already_exists(format!("`{path}` exists and is not empty")));
    }
    Ok(())
}

/// The repository of a worktree. On a branch it is the branch's.
fn repository_of(state: &Git, worktree: &Worktree) -> Key<Repository> {
    let branch = worktree.branch.as_ref().and_then(|key| state.branches.get(key));
    branch.map_or(&worktree.repository, |branch| &branch.repository).clone()
}

fn head_of_worktree(state: &Git, worktree: &Worktree) -> Option<Key<Commit>> {
    match &worktree.branch {
        Some(branch) => state.branches.get(branch).map(|branch| branch.commit.clone()),
        None => worktree.detached_at.clone(),
    }
}

fn branch_of_worktree(state: &Git, worktree: &Worktree) -> Option<String> {
    match &worktree.branch {
        Some(branch) => state.branches.get(branch).map(|branch| branch.name.clone()),
        None if worktree.detached_at.is_some() => None,
        None => worktree.unborn.clone(),
    }
}

fn is_main_worktree(repository: &Key<Repository>, path: &str) -> bool {
    repository.as_str().strip_suffix("/.git") == Some(path)
}

/// The branch that a clone of a repository checks out, and its commit: what the repository's own
/// working tree is on, else the default branch, else the first that there is.
fn head_of_repository(state: &Git, repository: &Key<Repository>) -> (String, Option<Key<Commit>>) {
    let main = repository.as_str().strip_suffix("/.git");
    let own = main.and_then(|path| state.worktrees.get(path));
    let own = own.and_then(|worktree| branch_of_worktree(state, worktree));
    let row = state.repositories.get(repository);
    let name = own.or_else(|| row.map(|row| row.default_branch.clone())).unwrap_or_default();
    let branch = state.branches.get(&branch_key(repository, &name));
    let branch = branch.or_else(|| state.branches.first(&|row| row.repository == *repository));
    match branch {
        Some(branch) => (branch.name.clone(), Some(branch.commit.clone())),
        None => (name, None),
    }
}

/// The repository at an address, which may leave out the `.git` at its end.
fn find_repository(state: &Git, url: &str) -> Result<Key<Repository>, ToolError> {
    let url = url.trim();
    let path = url.strip_prefix("file://").unwrap_or(url).trim_end_matches('/');
    let names = [url.to_owned(), path.to_owned(), format!("{path}/.git"), format!("{path}.git")];
    let found = names.iter().find_map(|name| state.repositories.get(name));
    found.map(|repository| repository.location.clone()).ok_or_else(|| {
        ToolError::not_found(format!("there is no repository at `{url}`, or it cannot be read"))
    })
}

fn branch_key(repository: &Key<Repository>, name: &str) -> Key<Branch> {
    Key::new(join_key(&[repository, &name]))
}

fn tag_key(repository: &Key<Repository>, name: &str) -> Key<Tag> {
    Key::new(join_key(&[repository, &name]))
}

fn remote_key(repository: &Key<Repository>, name: &str) -> Key<Remote> {
    Key::new(join_key(&[repository, &name]))
}

/// The key of a remote's branch as it was last seen.
fn seen_key(remote: &Remote, branch: &str) -> Key<RemoteBranch> {
    Key::new(join_key(&[&remote_key(&remote.repository, &remote.name), &branch]))
}

fn file_key(worktree: &Key<Worktree>, path: &str) -> Key<WorkingFile> {
    Key::new(join_key(&[worktree, &path]))
}

/// An argument that this mode needs.
fn required<'a>(name: &str, value: Option<&'a str>) -> Result<&'a str, ToolError> {
    value
        .map(str::trim)
        .filter(|value| !value.is_empty())
        .ok_or_else(|| ToolError::invalid_argument(format!("`{name}` must be given for this mode")))
}

/// Holds a name of a branch or tag to Git's rules.
fn check_name(name: &str) -> Result<(), ToolError> {
    let is_bad_letter =
        |letter: char| letter.is_whitespace() || letter.is_control() || "~^:?*[\\".contains(letter);
    let is_bad = name.is_empty()
        || name == "@"
        || name == "HEAD"
        || name.starts_with(['-', '/', '.'])
        || name.ends_with(['/', '.'])
        || name.ends_with(".lock")
        || ["/.", "..", "@{", "//"].iter().any(|part| name.contains(*part))
        || name.contains(is_bad_letter);
    if is_bad {
        return Err(ToolError::invalid_argument(format!("`{name}` is no valid name")));
    }
    Ok(())
}

fn need_confirmation(is_needed: bool, what: &str, branch: &str) -> Result<(), ToolError> {
    if is_needed && PROTECTED.contains(&branch) {
        let message = format!("`{branch}` is protected: {what} needs `confirmed` set");
        return Err(ToolError::failed_precondition(message));
    }
    Ok(())
}

/// Adds a member to an object, when there is a value for it.
fn with<T: Into<Value>>(mut object: Value, name: &str, value: Option<T>) -> Value {
    if let (Some(members), Some(value)) = (object.as_object_mut(), value) {
        members.insert(name.to_owned(), value.into());
    }
    object
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn size(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

fn short(key: &Key<Commit>) -> &str {
    key.as_str().get(..SHORT).unwrap_or(key.as_str())
}

fn keys_of(keys: &[Key<Commit>]) -> Vec<&str> {
    keys.iter().map(Key::as_str).collect()
}

fn subject_of(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// What follows the first line of a message.
fn body_of(message: &str) -> Option<&str> {
    message.split_once('\n').map(|(_, body)| body.trim()).filter(|body| !body.is_empty())
}

fn author_of(commit: &Commit) -> String {
    format!("{} <{}>", commit.author_name, commit.author_email)
}

/// A message with written-out line breaks and tabs made real.
fn plain_message(message: &str) -> Result<String, ToolError> {
    let plain = message.replace("\\n", "\n").replace("\\t", "\t").trim().to_owned();
    if plain.is_empty() {
        return Err(ToolError::invalid_argument("the message must not be blank"));
    }
    Ok(plain)
}

/// `Tue Feb 3 09:00:00 2026 +0000`.
fn git_date(at: Timestamp) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (year, month, day) = at.date().year_month_day();
    let month = MONTHS.get(usize::from(month.unsigned_abs()).saturating_sub(1));
    let month = month.copied().unwrap_or_default();
    let weekday = match at.date().weekday() {
        "monday" => "Mon",
        "tuesday" => "Tue",
        "wednesday" => "Wed",
        "thursday" => "Thu",
        "friday" => "Fri",
        "saturday" => "Sat",
        _ => "Sun",
    };
    let seconds = at.unix_seconds().rem_euclid(86_400);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{weekday} {month} {day} {hour:02}:{minute:02}:{second:02} {year} +0000")
}

fn tree_of(commit: &Commit) -> Tree {
    commit.files.iter().map(|file| (file.path.clone(), file.content.clone())).collect()
}

fn files_of(state: &Git, commit: Option<&Key<Commit>>) -> Tree {
    commit.and_then(|key| state.commits.get(key)).map(tree_of).unwrap_or_default()
}

/// Puts a file into a tree, or takes it out.
fn set_file(tree: &mut Tree, path: &str, content: Option<&String>) {
    match content {
        Some(content) => tree.insert(path.to_owned(), content.clone()),
        None => tree.remove(path),
    };
}

/// The commits as one repository sees them: a shallow history ends early.
struct History<'a> {
    state: &'a Git,
    ends: &'a [Key<Commit>],
}

impl<'a> History<'a> {
    fn of(state: &'a Git, repository: &Key<Repository>) -> Self {
        let row = state.repositories.get(repository);
        Self { state, ends: row.map(|row| row.shallow.as_slice()).unwrap_or_default() }
    }

    fn parents(&self, commit: &Key<Commit>) -> &'a [Key<Commit>] {
        if self.ends.contains(commit) {
            return &[];
        }
        self.state.commits.get(commit).map(|row| row.parents.as_slice()).unwrap_or_default()
    }

    /// The commits themselves and all that led to them.
    fn reach(&self, tips: impl IntoIterator<Item = Key<Commit>>) -> BTreeSet<Key<Commit>> {
        let mut open: Vec<Key<Commit>> = tips.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(commit) = open.pop() {
            if seen.insert(commit.clone()) {
                open.extend(self.parents(&commit).iter().cloned());
            }
        }
        seen
    }

    /// Whether a commit is another one or led to it.
    fn has(&self, commit: &Key<Commit>, earlier: &Key<Commit>) -> bool {
        self.reach([commit.clone()]).contains(earlier)
    }

    /// What led to the tips and is not hidden: the latest first, and none before one that it led
    /// to.
    fn log(
        &self,
        tips: impl IntoIterator<Item = Key<Commit>>,
        hidden: &BTreeSet<Key<Commit>>,
    ) -> Vec<&'a Commit> {
        let shown: BTreeSet<Key<Commit>> =
            self.reach(tips).into_iter().filter(|key| !hidden.contains(key)).collect();
        let mut n_children: BTreeMap<&Key<Commit>, usize> = BTreeMap::new();
        for parent in shown.iter().flat_map(|key| self.parents(key)) {
            *n_children.entry(parent).or_default() += 1;
        }
        let time = |key: &Key<Commit>| self.state.commits.get(key).map(|row| row.committed_at);
        let mut ready: BTreeSet<(Option<Timestamp>, Key<Commit>)> = shown
            .iter()
            .filter(|key| !n_children.contains_key(key))
            .map(|key| (time(key), key.clone()))
            .collect();
        let mut order: Vec<&'a Commit> = Vec::new();
        while let Some((_, key)) = ready.pop_last() {
            order.extend(self.state.commits.get(&key));
            for parent in self.parents(&key) {
                let Some(left) = n_children.get_mut(parent) else { continue };
                *left = left.saturating_sub(1);
                if *left == 0 && shown.contains(parent) {
                    ready.insert((time(parent), parent.clone()));
                }
            }
        }
        order
    }

    /// The latest commit that led to both.
    fn merge_base(&self, ours: &Key<Commit>, theirs: &Key<Commit>) -> Option<Key<Commit>> {
        let (ours, theirs) = (self.reach([ours.clone()]), self.reach([theirs.clone()]));
        let common: BTreeSet<Key<Commit>> = ours.intersection(&theirs).cloned().collect();
        let parents = common.iter().flat_map(|key| self.parents(key)).cloned();
        let earlier = self.reach(parents);
        let best = common.difference(&earlier);
        best.max_by_key(|key| self.state.commits.get(*key).map(|row| row.committed_at)).cloned()
    }

    /// How many commits one side has that the other lacks, for both sides.
    fn ahead_behind(&self, ours: &Key<Commit>, theirs: &Key<Commit>) -> (usize, usize) {
        let (ours, theirs) = (self.reach([ours.clone()]), self.reach([theirs.clone()]));
        (ours.difference(&theirs).count(), theirs.difference(&ours).count())
    }

    /// The commits at which a history of this depth ends.
    fn ends_at(&self, tips: &[Key<Commit>], depth: i64) -> Vec<Key<Commit>> {
        let mut seen: BTreeSet<Key<Commit>> = tips.iter().cloned().collect();
        for _ in 1..depth.min(HISTORY_MAX) {
            let next: Vec<Key<Commit>> =
                seen.iter().flat_map(|key| self.parents(key)).cloned().collect();
            let n_before = seen.len();
            seen.extend(next);
            if seen.len() == n_before {
                break;
            }
        }
        let is_end =
            |key: &&Key<Commit>| self.parents(key).iter().any(|parent| !seen.contains(parent));
        seen.iter().filter(is_end).cloned().collect()
    }
}

/// Every commit that a repository still leads to.
fn known_commits(state: &Git, repository: &Key<Repository>) -> BTreeSet<Key<Commit>> {
    let is_here = |worktree: &Key<Worktree>| {
        state.worktrees.get(worktree).is_some_and(|row| repository_of(state, row) == *repository)
    };
    let mut tips: Vec<Key<Commit>> = Vec::new();
    for branch in state.branches.iter().filter(|row| row.repository == *repository) {
        tips.push(branch.commit.clone());
    }
    for tag in state.tags.iter().filter(|row| row.repository == *repository) {
        tips.push(tag.commit.clone());
    }
    tips.extend(seen_branches(state, repository).iter().map(|row| row.commit.clone()));
    for worktree in state.worktrees.iter().filter(|row| is_here(&row.path)) {
        tips.extend(head_of_worktree(state, worktree));
    }
    for pending in state.pending_operations.iter().filter(|row| is_here(&row.worktree)) {
        tips.extend([pending.theirs.clone(), pending.original.clone()]);
        tips.extend(pending.todo.iter().cloned());
    }
    for entry in state.stashes.iter().filter(|row| row.repository == *repository) {
        tips.push(entry.base.clone());
    }
    for entry in state.reflog.iter().filter(|row| row.repository == *repository) {
        tips.push(entry.commit.clone());
    }
    History::of(state, repository).reach(tips)
}

/// What is known of the branches of a repository's remotes.
fn seen_branches(state: &Git, repository: &Key<Repository>) -> Vec<RowRef<RemoteBranch>> {
    state.remote_branches.select(&|row| {
        state.remotes.get(&row.remote).is_some_and(|remote| remote.repository == *repository)
    })
}

/// `origin/main`.
fn seen_name(state: &Git, row: &RemoteBranch) -> String {
    let remote = state.remotes.get(&row.remote).map(|remote| remote.name.as_str());
    format!("{}/{}", remote.unwrap_or_default(), row.name)
}

/// The commit that a revision names: a branch, a tag, a branch of a remote, HEAD, a hash or its
/// beginning, each followed by any of `~2`, `^`, `^2` and `@{1}`.
fn find_commit(state: &Git, place: &Place, revision: &str) -> Result<Key<Commit>, ToolError> {
    let revision = revision.trim();
    let unknown = || {
        let message = format!("`{revision}` is no branch, tag or commit of this repository");
        ToolError::not_found(message)
    };
    let end = revision.find(['~', '^']).unwrap_or(revision.len());
    let name = revision.get(..end).unwrap_or_default();
    let mut steps = revision.get(end..).unwrap_or_default();
    let mut at = named_commit(state, place, name).ok_or_else(unknown)?;
    let history = History::of(state, &place.repository);
    while let Some(step) = steps.chars().next() {
        let rest = steps.get(1..).unwrap_or_default();
        if let Some(after) = rest.strip_prefix("{commit}").or_else(|| rest.strip_prefix("{}")) {
            steps = after;
            continue;
        }
        let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let digits = rest.strip_suffix(after).unwrap_or_default();
        let number: i64 = if digits.is_empty() { 1 } else { digits.parse().unwrap_or(HISTORY_MAX) };
        let first = |at: Key<Commit>| history.parents(&at).first().cloned();
        let reached = match step {
            '~' => (0..number.min(HISTORY_MAX)).try_fold(at, |at, _| first(at)),
            '^' if number == 0 => Some(at),
            '^' => history.parents(&at).get(size(number).saturating_sub(1)).cloned(),
            _ => None,
        };
        at = reached.ok_or_else(unknown)?;
        steps = after;
    }
    Ok(at)
}

fn named_commit(state: &Git, place: &Place, name: &str) -> Option<Key<Commit>> {
    if let Some((base, number)) = name.split_once("@{") {
        return moved_commit(state, place, base, number.strip_suffix('}')?);
    }
    if matches!(name, "" | "@" | "HEAD") {
        return place.head(state);
    }
    let repository = &place.repository;
    let plain = |prefix: &str| name.strip_prefix(prefix).unwrap_or(name);
    if let Some(tag) = state.tags.get(&tag_key(repository, plain("refs/tags/"))) {
        return Some(tag.commit.clone());
    }
    if let Some(branch) = state.branches.get(&branch_key(repository, plain("refs/heads/"))) {
        return Some(branch.commit.clone());
    }
    if let Some((remote, branch)) = plain("refs/remotes/").split_once('/')
        && let Some(remote) = state.remotes.get(&remote_key(repository, remote))
        && let Some(seen) = state.remote_branches.get(&seen_key(remote, branch))
    {
        return Some(seen.commit.clone());
    }
    let is_hash =
        (4..=40).contains(&name.len()) && name.chars().all(|letter| letter.is_ascii_hexdigit());
    if !is_hash {
        return None;
    }
    let name = name.to_lowercase();
    let known = known_commits(state, repository);
    let mut fitting = known.into_iter().filter(|key| key.as_str().starts_with(&name));
    let found = fitting.next();
    // A beginning that several hashes share names none of them.
    if fitting.next().is_some() { None } else { found }
}

/// `main@{1}` is where the branch was one move ago, `main@{upstream}` what it is compared with and
/// `stash@{0}` the commit that changes were put aside on.
fn moved_commit(state: &Git, place: &Place, base: &str, inside: &str) -> Option<Key<Commit>> {
    let base = if base.is_empty() { "HEAD" } else { base };
    if matches!(inside, "u" | "upstream") {
        let name = if base == "HEAD" { place.branch_name(state)? } else { base.to_owned() };
        let branch = state.branches.get(&branch_key(&place.repository, &name))?;
        let upstream = state.remote_branches.get(branch.upstream.as_ref()?)?;
        return Some(upstream.commit.clone());
    }
    let number: usize = inside.parse().ok()?;
    if base == "stash" {
        let entries = stashes_of(state, &place.repository);
        return entries.get(number).map(|entry| entry.base.clone());
    }
    let entries = reflog_of(state, place, base).ok()?;
    entries.get(number).map(|entry| entry.commit.clone())
}

/// A commit to be made.
struct NewCommit {
    parents: Vec<Key<Commit>>,
    files: Tree,
    message: String,
    /// Name and address.
    author: (String, String),
    authored_at: Timestamp,
}

fn write_commit(
    state: &mut Git,
    new: NewCommit,
    cx: &mut Context,
) -> Result<Key<Commit>, ToolError> {
    let files = new.files.into_iter().map(|(path, content)| TreeFile { path, content });
    let made = state.commits.insert(Commit {
        hash: Key::new(cx.hex(40)),
        parents: new.parents,
        author_name: new.author.0,
        author_email: new.author.1,
        authored_at: new.authored_at,
        committed_at: cx.now(),
        message: new.message,
        signature: None,
        files: files.collect(),
    })?;
    Ok(made.hash.clone())
}

fn session_author(state: &Git) -> Result<(String, String), ToolError> {
    let session = state.session.find()?;
    Ok((session.user_name.clone(), session.user_email.clone()))
}

/// A move to be noted.
struct Move<'a> {
    worktree: Option<&'a Key<Worktree>>,
    branch: Option<String>,
    action: ReflogAction,
    message: String,
}

fn note(
    state: &mut Git,
    repository: &Key<Repository>,
    commit: &Key<Commit>,
    moved: Move<'_>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let id = state.reflog.next_int_key(cx);
    state.reflog.insert(ReflogEntry {
        id,
        repository: repository.clone(),
        worktree: moved.worktree.cloned(),
        branch: moved.branch,
        commit: commit.clone(),
        action: moved.action,
        message: moved.message,
        created_at: cx.now(),
    })?;
    Ok(())
}

/// A working tree that is being changed: what HEAD's commit has, what is staged, and what is on
/// disk. Nothing of it is kept until it is saved.
struct WorkingCopy {
    repository: Key<Repository>,
    worktree: Key<Worktree>,
    /// HEAD's commit; none before the first.
    commit: Option<Key<Commit>>,
    base: Tree,
    index: Tree,
    disk: Tree,
    pending: Option<PendingOperation>,
    conflicts: BTreeSet<String>,
}

/// What differs in a working tree.
struct Changes {
    staged: Vec<Delta>,
    unstaged: Vec<Delta>,
    untracked: Vec<String>,
    has_conflicts: bool,
}

impl Changes {
    fn is_clean(&self) -> bool {
        self.staged.is_empty()
            && self.unstaged.is_empty()
            && self.untracked.is_empty()
            && !self.has_conflicts
    }
}

impl WorkingCopy {
    fn open(state: &Git, path: &str) -> Result<Self, ToolError> {
        let place = locate(state, path)?;
        match &place.worktree {
            Some(worktree) => Self::load(state, &place.repository, worktree),
            None => {
                let message =
                    format!("`{}` is bare, and this needs a working tree", place.repository);
                Err(ToolError::failed_precondition(message))
            }
        }
    }

    fn load(
        state: &Git,
        repository: &Key<Repository>,
        worktree: &Key<Worktree>,
    ) -> Result<Self, ToolError> {
        let row = state.worktrees.find(worktree)?;
        let commit = head_of_worktree(state, &row);
        let base = files_of(state, commit.as_ref());
        let (mut index, mut disk) = (base.clone(), base.clone());
        for file in state.working_files.iter().filter(|file| file.worktree == *worktree) {
            set_file(&mut index, &file.path, file.staged.as_ref());
            set_file(&mut disk, &file.path, file.content.as_ref());
        }
        let pending = state.pending_operations.get(worktree);
        let pending = pending.filter(|pending| Some(&pending.at) == commit.as_ref());
        let pending = pending.filter(|pending| !is_over(pending, pending.conflicts.is_empty()));
        let pending = pending.cloned();
        let conflicts = pending.iter().flat_map(|pending| pending.conflicts.iter().cloned());
        Ok(Self {
            conflicts: conflicts.collect(),
            repository: repository.clone(),
            worktree: worktree.clone(),
            commit,
            base,
            index,
            disk,
            pending,
        })
    }

    /// Keeps what differs from HEAD's commit, and nothing else.
    fn save(&self, state: &mut Git) -> Result<(), ToolError> {
        let rows = state.working_files.select(&|file| file.worktree == self.worktree);
        let paths: BTreeSet<&str> = [&self.base, &self.index, &self.disk]
            .into_iter()
            .flat_map(|tree| tree.keys().map(String::as_str))
            .chain(rows.iter().map(|row| row.path.as_str()))
            .collect();
        for path in paths {
            let key = file_key(&self.worktree, path);
            let base = self.base.get(path);
            let (staged, content) = (self.index.get(path), self.disk.get(path));
            if staged != base || content != base {
                let file = WorkingFile {
                    worktree: self.worktree.clone(),
                    path: path.to_owned(),
                    staged: staged.cloned(),
                    content: content.cloned(),
                };
                if state.working_files.get(&key) != Some(&file) {
                    state.working_files.put(file);
                }
            } else if state.working_files.contains(&key) {
                state.working_files.remove(&key)?;
            }
        }
        let pending = self.pending.as_ref();
        let pending = pending.filter(|pending| !is_over(pending, self.conflicts.is_empty()));
        if let (Some(pending), Some(at)) = (pending, &self.commit) {
            let (at, conflicts) = (at.clone(), self.conflicts.iter().cloned().collect());
            state.pending_operations.put(PendingOperation { at, conflicts, ..pending.clone() });
        } else if state.pending_operations.contains(&self.worktree) {
            state.pending_operations.remove(&self.worktree)?;
        }
        Ok(())
    }

    fn place(&self) -> Place {
        Place { repository: self.repository.clone(), worktree: Some(self.worktree.clone()) }
    }

    fn is_tracked(&self, path: &str) -> bool {
        self.index.contains_key(path) || self.conflicts.contains(path)
    }

    /// The topmost directory of a path in which nothing is tracked.
    fn untracked_directory(&self, path: &str) -> Option<String> {
        let has_tracked = |directory: &str| {
            let inside = format!("{directory}/");
            self.index.keys().chain(&self.conflicts).any(|path| path.starts_with(&inside))
        };
        let mut directories = path.match_indices('/').filter_map(|(end, _)| path.get(..end));
        directories.find(|directory| !has_tracked(directory)).map(str::to_owned)
    }

    fn changes(&self) -> Changes {
        let has_no_conflict = |path: &str| !self.conflicts.contains(path);
        let is_known = |path: &str| has_no_conflict(path) && self.index.contains_key(path);
        let rules = ignore_rules(&self.disk);
        let is_untracked = |path: &&String| !self.is_tracked(path) && !is_ignored(&rules, path);
        Changes {
            staged: deltas_between(&self.base, &self.index, &has_no_conflict),
            unstaged: deltas_between(&self.index, &self.disk, &is_known),
            untracked: self.disk.keys().filter(is_untracked).cloned().collect(),
            has_conflicts: !self.conflicts.is_empty(),
        }
    }

    fn need_commit(&self) -> Result<Key<Commit>, ToolError> {
        self.commit.clone().ok_or_else(no_commits)
    }

    fn need_no_conflicts(&self) -> Result<(), ToolError> {
        if self.conflicts.is_empty() {
            return Ok(());
        }
        let paths: Vec<&str> = self.conflicts.iter().map(String::as_str).collect();
        Err(ToolError::failed_precondition(format!(
            "files are in conflict; resolve and stage them first: {}",
            paths.join(", ")
        )))
    }

    fn need_nothing_pending(&self) -> Result<(), ToolError> {
        self.need_no_conflicts()?;
        match &self.pending {
            Some(pending) => Err(ToolError::failed_precondition(format!(
                "a {} is going on here; conclude it or abort it first",
                pending.kind.as_str().replace('_', "-")
            ))),
            None => Ok(()),
        }
    }

    fn need_clean_index(&self) -> Result<(), ToolError> {
        let staged = deltas_between(&self.base, &self.index, &|_| true);
        need_none("changes are staged; commit or stash them first", &paths_of(&staged))
    }

    fn need_clean(&self) -> Result<(), ToolError> {
        let found = self.changes();
        let mut paths = paths_of(&found.staged);
        paths.extend(paths_of(&found.unstaged));
        need_none("files are changed; commit or stash them first", &paths)
    }

    /// The operation of this kind that is going on.
    fn need_pending(&self, kind: OperationKind) -> Result<PendingOperation, ToolError> {
        let pending = self.pending.clone().filter(|pending| pending.kind == kind);
        pending.ok_or_else(|| {
            let name = kind.as_str().replace('_', "-");
            ToolError::failed_precondition(format!("there is no {name} going on here"))
        })
    }

    /// Stages files as they are on disk; no paths stand for all. Returns what was staged.
    fn stage(
        &mut self,
        paths: &[String],
        only_tracked: bool,
        takes_ignored: bool,
    ) -> Result<Vec<String>, ToolError> {
        let rules = ignore_rules(&self.disk);
        let known: BTreeSet<String> =
            self.index.keys().chain(self.disk.keys()).chain(&self.conflicts).cloned().collect();
        let is_taken = |path: &String| {
            self.is_tracked(path) || (!only_tracked && (takes_ignored || !is_ignored(&rules, path)))
        };
        for wanted in paths {
            let mut fitting = known.iter().filter(|path| fits_pathspec(wanted, path)).peekable();
            if fitting.peek().is_none() && !clean_pathspec(wanted).is_empty() {
                return Err(ToolError::not_found(format!("no file fits `{wanted}`")));
            }
            if !only_tracked && fitting.peek().is_some() && !fitting.any(is_taken) {
                let message = format!("`{wanted}` is ignored; set `force` to stage it");
                return Err(ToolError::failed_precondition(message));
            }
        }
        let chosen: Vec<String> =
            known.iter().filter(|path| fits_any(paths, path) && is_taken(path)).cloned().collect();
        let mut staged = Vec::new();
        for path in chosen {
            let was_in_conflict = self.conflicts.remove(&path);
            if self.index.get(&path) != self.disk.get(&path) || was_in_conflict {
                set_file(&mut self.index, &path, self.disk.get(&path));
                staged.push(path);
            }
        }
        Ok(staged)
    }

    /// Takes files from a tree, into the index and onto the disk.
    fn restore(&mut self, from: &Tree, paths: &[String]) -> Result<Vec<String>, ToolError> {
        for wanted in paths {
            if !from.keys().any(|path| fits_pathspec(wanted, path)) {
                return Err(ToolError::not_found(format!("no file of the commit fits `{wanted}`")));
            }
        }
        let mut restored = Vec::new();
        for (path, content) in from.iter().filter(|(path, _)| fits_any(paths, path)) {
            let was_in_conflict = self.conflicts.remove(path);
            let is_there =
                self.index.get(path) == Some(content) && self.disk.get(path) == Some(content);
            set_file(&mut self.index, path, Some(content));
            set_file(&mut self.disk, path, Some(content));
            if !is_there || was_in_conflict {
                restored.push(path.clone());
            }
        }
        Ok(restored)
    }

    /// Takes files from a tree into the index only.
    fn unstage(&mut self, from: &Tree, paths: &[String]) -> Result<Vec<String>, ToolError> {
        let known: BTreeSet<String> = from.keys().chain(self.index.keys()).cloned().collect();
        for wanted in paths {
            if !known.iter().any(|path| fits_pathspec(wanted, path)) {
                return Err(ToolError::not_found(format!("no file fits `{wanted}`")));
            }
        }
        let mut reset = Vec::new();
        for path in known.into_iter().filter(|path| fits_any(paths, path)) {
            let was_in_conflict = self.conflicts.remove(&path);
            if self.index.get(&path) != from.get(&path) || was_in_conflict {
                set_file(&mut self.index, &path, from.get(&path));
                reset.push(path);
            }
        }
        Ok(reset)
    }

    /// What differs between HEAD's commit and other files, when no local change is in the way.
    fn untouched(&self, to: &Tree) -> Result<Vec<String>, ToolError> {
        let paths = paths_of(&deltas_between(&self.base, to, &|_| true));
        let holds = |path: &String, tree: &Tree| {
            self.index.get(path) == tree.get(path) && self.disk.get(path) == tree.get(path)
        };
        let hindering: Vec<String> = paths
            .iter()
            .filter(|path| !holds(path, &self.base) && !holds(path, to))
            .cloned()
            .collect();
        need_none("local changes would be lost; commit or stash them first", &hindering)?;
        Ok(paths)
    }

    /// Takes over the result of a merge; files in conflict stay as they are in the index.
    fn take(&mut self, merged: Merged) -> Result<Vec<String>, ToolError> {
        let paths = self.untouched(&merged.files)?;
        for path in &paths {
            set_file(&mut self.disk, path, merged.files.get(path));
            if !merged.conflicts.contains(path) {
                set_file(&mut self.index, path, merged.files.get(path));
            }
        }
        self.conflicts = merged.conflicts;
        Ok(paths)
    }

    /// Makes all tracked files those of a tree, whatever they were.
    fn overwrite(&mut self, to: &Tree) -> Vec<String> {
        let tracked: BTreeSet<String> = [&self.base, &self.index, to]
            .into_iter()
            .flat_map(|tree| tree.keys())
            .chain(&self.conflicts)
            .cloned()
            .collect();
        let mut changed = Vec::new();
        for path in tracked {
            let content = to.get(&path);
            let was_in_conflict = self.conflicts.remove(&path);
            if self.index.get(&path) != content
                || self.disk.get(&path) != content
                || was_in_conflict
            {
                set_file(&mut self.index, &path, content);
                set_file(&mut self.disk, &path, content);
                changed.push(path);
            }
        }
        changed
    }

    fn stand_on(&mut self, state: &Git, commit: &Key<Commit>) {
        self.base = files_of(state, Some(commit));
        self.commit = Some(commit.clone());
    }

    /// Moves HEAD to a commit, and the branch that it is on with it.
    fn move_head(
        &mut self,
        state: &mut Git,
        to: &Key<Commit>,
        action: ReflogAction,
        message: String,
        cx: &mut Context,
    ) -> Result<(), ToolError> {
        let row = state.worktrees.find(&self.worktree)?;
        let branch = branch_of_worktree(state, &row);
        match (&row.branch, &branch) {
            (Some(key), _) => {
                state.branches.update(key, |branch| {
                    branch.commit = to.clone();
                    Ok(())
                })?;
            }
            (None, Some(name)) => {
                let repository = self.repository.clone();
                let new =
                    Branch { repository, name: name.clone(), commit: to.clone(), upstream: None };
                state.branches.insert(new)?;
                self.attach(state, Some(branch_key(&self.repository, name)), to)?;
            }
            (None, None) => self.attach(state, None, to)?,
        }
        let moved = Move { worktree: Some(&self.worktree), branch, action, message };
        note(state, &self.repository, to, moved, cx)?;
        self.stand_on(state, to);
        Ok(())
    }

    /// Puts HEAD on a branch, or at a commit.
    fn attach(
        &self,
        state: &mut Git,
        branch: Option<Key<Branch>>,
        commit: &Key<Commit>,
    ) -> Result<(), ToolError> {
        state.worktrees.update(&self.worktree, |row| {
            row.detached_at = branch.is_none().then(|| commit.clone());
            row.branch = branch;
            row.unborn = None;
            Ok(())
        })?;
        Ok(())
    }

    /// Goes to a branch or commit. Local changes come along, or are lost when it is forced.
    fn go_to(
        &mut self,
        state: &mut Git,
        goal: &Goal,
        is_forced: bool,
        cx: &mut Context,
    ) -> Result<Vec<String>, ToolError> {
        let files = files_of(state, Some(&goal.commit));
        let from = self.place().branch_name(state);
        let changed = if is_forced {
            self.pending = None;
            self.overwrite(&files)
        } else {
            self.take(Merged { files, conflicts: BTreeSet::new() })?
        };
        self.attach(state, goal.branch.clone(), &goal.commit)?;
        let from = from.or_else(|| self.commit.as_ref().map(Key::to_string)).unwrap_or_default();
        let to = self.place().branch_name(state).unwrap_or_else(|| goal.commit.to_string());
        let moved = Move {
            worktree: Some(&self.worktree),
            branch: None,
            action: ReflogAction::Checkout,
            message: format!("moving from {from} to {to}"),
        };
        note(state, &self.repository, &goal.commit, moved, cx)?;
        self.stand_on(state, &goal.commit);
        Ok(changed)
    }

    /// Commits what is staged and returns the files before. It concludes what is pending, where
    /// nothing is left to replay.
    fn commit_staged(
        &mut self,
        state: &mut Git,
        message: &str,
        author: Option<(String, String)>,
        may_be_empty: bool,
        cx: &mut Context,
    ) -> Result<Tree, ToolError> {
        let kind = self.pending.as_ref().map(|pending| pending.kind);
        let is_merge = kind == Some(OperationKind::Merge);
        if self.index == self.base && !may_be_empty && !is_merge {
            let message = "nothing is staged; stage files first, or set `allowEmpty`";
            return Err(ToolError::failed_precondition(message));
        }
        let theirs = self.pending.as_ref().map(|pending| pending.theirs.clone());
        let is_replay = matches!(kind, Some(OperationKind::CherryPick | OperationKind::Rebase));
        let replayed = theirs.as_ref().filter(|_| is_replay).and_then(|key| state.commits.get(key));
        let replayed = replayed.map(|row| (row.author_name.clone(), row.author_email.clone()));
        let author = match author.or(replayed) {
            Some(author) => author,
            None => session_author(state)?,
        };
        let new = NewCommit {
            parents: self.commit.iter().cloned().chain(theirs.filter(|_| is_merge)).collect(),
            files: self.index.clone(),
            message: message.to_owned(),
            author,
            authored_at: cx.now(),
        };
        let hash = write_commit(state, new, cx)?;
        let before = self.base.clone();
        self.move_head(state, &hash, ReflogAction::Commit, subject_of(message).to_owned(), cx)?;
        let goes_on = kind == Some(OperationKind::Rebase)
            || self.pending.as_ref().is_some_and(|pending| !pending.todo.is_empty());
        if !goes_on {
            self.pending = None;
        }
        Ok(before)
    }

    /// Replaces HEAD's commit by one with what is staged, and returns the files before both.
    fn amend(
        &mut self,
        state: &mut Git,
        message: &str,
        author: Option<(String, String)>,
        cx: &mut Context,
    ) -> Result<Tree, ToolError> {
        let old = state.commits.find(&self.need_commit()?)?;
        let is_rebase =
            self.pending.as_ref().is_none_or(|pending| pending.kind == OperationKind::Rebase);
        if !is_rebase {
            let message = "a commit cannot be amended while another operation is going on";
            return Err(ToolError::failed_precondition(message));
        }
        let new = NewCommit {
            parents: old.parents.clone(),
            files: self.index.clone(),
            message: message.to_owned(),
            author: author.unwrap_or((old.author_name.clone(), old.author_email.clone())),
            authored_at: old.authored_at,
        };
        let hash = write_commit(state, new, cx)?;
        let message = format!("amend: {}", subject_of(message));
        self.move_head(state, &hash, ReflogAction::Commit, message, cx)?;
        Ok(files_of(state, old.parents.first()))
    }

    /// Joins another line of work into this one.
    fn join(
        &mut self,
        state: &mut Git,
        theirs: &Key<Commit>,
        how: &Joining<'_>,
        cx: &mut Context,
    ) -> Result<Joined, ToolError> {
        self.need_nothing_pending()?;
        let their_files = files_of(state, Some(theirs));
        let history = History::of(state, &self.repository);
        let head = self.commit.clone();
        if head.as_ref().is_some_and(|head| history.has(head, theirs)) {
            return Ok(Joined::of("Already up to date."));
        }
        let is_behind = head.as_ref().is_none_or(|head| history.has(theirs, head));
        let base = head.as_ref().and_then(|head| history.merge_base(head, theirs));
        let Some(head) = head.filter(|_| !(is_behind && how.may_forward)) else {
            let paths = self.take(Merged { files: their_files, conflicts: BTreeSet::new() })?;
            let message = format!("{}: Fast-forward", how.name);
            self.move_head(state, theirs, how.action, message, cx)?;
            return Ok(Joined { is_forward: true, paths, message: "Fast-forward".to_owned() });
        };
        if how.must_forward {
            let message = "both sides have commits of their own, so it takes a merge or a rebase";
            return Err(ToolError::failed_precondition(message));
        }
        let Some(base) = base else {
            let message = "the histories have no commit in common";
            return Err(ToolError::failed_precondition(message));
        };
        self.need_clean_index()?;
        let merged = if how.keeps_ours {
            Merged { files: self.base.clone(), conflicts: BTreeSet::new() }
        } else {
            merge_trees(&files_of(state, Some(&base)), &self.base, &their_files, how.name)
        };
        let paths = self.take(merged)?;
        let message = self.merge_message(state, how);
        if !self.conflicts.is_empty() {
            let is_merge = !how.squashes;
            let kind = if is_merge { OperationKind::Merge } else { OperationKind::Apply };
            self.stop(kind, &head, theirs, &message);
        } else if !how.squashes {
            let new = NewCommit {
                parents: vec![head, theirs.clone()],
                files: self.index.clone(),
                message: message.clone(),
                author: session_author(state)?,
                authored_at: cx.now(),
            };
            let hash = write_commit(state, new, cx)?;
            let noted = format!("{}: Merge", how.name);
            self.move_head(state, &hash, how.action, noted, cx)?;
        }
        Ok(Joined { is_forward: false, paths, message })
    }

    fn merge_message(&self, state: &Git, how: &Joining<'_>) -> String {
        if let Some(message) = how.message {
            return message.to_owned();
        }
        let current = self.place().branch_name(state);
        match current.filter(|name| !matches!(name.as_str(), "main" | "master")) {
            Some(name) => format!("{} into {name}", how.title),
            None => how.title.clone(),
        }
    }

    /// Notes that an operation waits for conflicts to be resolved.
    fn stop(
        &mut self,
        kind: OperationKind,
        original: &Key<Commit>,
        theirs: &Key<Commit>,
        message: &str,
    ) {
        self.pending = Some(PendingOperation {
            worktree: self.worktree.clone(),
            kind,
            at: original.clone(),
            theirs: theirs.clone(),
            todo: Vec::new(),
            branch: None,
            original: original.clone(),
            conflicts: Vec::new(),
            message: message.to_owned(),
        });
    }

    /// Repeats commits on top of HEAD, up to the first conflict. Returns those that are done.
    fn replay(
        &mut self,
        state: &mut Git,
        todo: &[Key<Commit>],
        how: &Replay,
        cx: &mut Context,
    ) -> Result<Vec<String>, ToolError> {
        let mut done = Vec::new();
        for (index, key) in todo.iter().enumerate() {
            let commit = state.commits.find(key)?;
            let before = files_of(state, commit.parents.get(how.parent));
            let merged = if how.keeps_ours {
                Merged { files: self.base.clone(), conflicts: BTreeSet::new() }
            } else {
                merge_trees(&before, &self.base, &tree_of(&commit), short(key))
            };
            let is_empty = merged.files == self.base && merged.conflicts.is_empty();
            if is_empty && how.kind == OperationKind::CherryPick {
                let message = format!("`{}` changes nothing here that is not there", short(key));
                return Err(ToolError::failed_precondition(message));
            }
            if is_empty {
                continue;
            }
            self.take(merged)?;
            let message = how.message_of(state, &commit)?;
            if !self.conflicts.is_empty() {
                self.stop(how.kind, &how.original, key, &message);
                if let Some(pending) = &mut self.pending {
                    pending.branch = how.branch.clone();
                    pending.todo = todo.iter().skip(index.saturating_add(1)).cloned().collect();
                }
                break;
            }
            // A merge that is kept in a rebase keeps its other parents.
            let others = if how.kind == OperationKind::Rebase { 1 } else { usize::MAX };
            let others = commit.parents.iter().skip(others).cloned();
            let new = NewCommit {
                parents: self.commit.iter().cloned().chain(others).collect(),
                files: self.index.clone(),
                message,
                author: (commit.author_name.clone(), commit.author_email.clone()),
                authored_at: commit.authored_at,
            };
            let hash = write_commit(state, new, cx)?;
            let subject = subject_of(&commit.message).to_owned();
            self.move_head(state, &hash, how.action(), subject, cx)?;
            done.push(key.to_string());
        }
        Ok(done)
    }

    /// Applies the changes of commits to the index and the disk, without committing.
    fn apply_only(
        &mut self,
        state: &Git,
        picks: &[Key<Commit>],
        parent: usize,
    ) -> Result<Vec<String>, ToolError> {
        let head = self.need_commit()?;
        let mut done = Vec::new();
        for key in picks {
            let commit = state.commits.find(key)?;
            let before = files_of(state, commit.parents.get(parent));
            let merged = merge_trees(&before, &self.index, &tree_of(&commit), short(key));
            let paths = paths_of(&deltas_between(&self.index, &merged.files, &|_| true));
            let differs = |path: &&String| self.disk.get(*path) != self.index.get(*path);
            let hindering: Vec<String> = paths.iter().filter(differs).cloned().collect();
            need_none("local changes would be lost; commit or stash them first", &hindering)?;
            for path in &paths {
                set_file(&mut self.disk, path, merged.files.get(path));
                if !merged.conflicts.contains(path) {
                    set_file(&mut self.index, path, merged.files.get(path));
                }
            }
            if !merged.conflicts.is_empty() {
                self.conflicts = merged.conflicts;
                self.stop(OperationKind::Apply, &head, key, &commit.message);
                break;
            }
            done.push(key.to_string());
        }
        Ok(done)
    }

    /// Commits what was resolved and goes on with what is left to replay.
    fn resume(
        &mut self,
        state: &mut Git,
        kind: OperationKind,
        cx: &mut Context,
    ) -> Result<Vec<String>, ToolError> {
        let pending = self.need_pending(kind)?;
        self.need_no_conflicts()?;
        let mut done = Vec::new();
        if self.index != self.base {
            self.commit_staged(state, &pending.message, None, false, cx)?;
            done.push(pending.theirs.to_string());
        }
        done.extend(self.go_on(state, pending, cx)?);
        Ok(done)
    }

    /// Leaves out the commit at which a rebase stopped.
    fn skip(&mut self, state: &mut Git, cx: &mut Context) -> Result<Vec<String>, ToolError> {
        let pending = self.need_pending(OperationKind::Rebase)?;
        let files = self.base.clone();
        self.overwrite(&files);
        self.go_on(state, pending, cx)
    }

    fn go_on(
        &mut self,
        state: &mut Git,
        pending: PendingOperation,
        cx: &mut Context,
    ) -> Result<Vec<String>, ToolError> {
        self.pending = None;
        let how = Replay {
            kind: pending.kind,
            original: pending.original,
            branch: pending.branch,
            parent: 0,
            keeps_ours: false,
            signs_off: false,
        };
        let done = self.replay(state, &pending.todo, &how, cx)?;
        if self.pending.is_none() && how.kind == OperationKind::Rebase {
            self.finish_rebase(state, how.branch, cx)?;
        }
        Ok(done)
    }

    /// Takes the branch of a rebase to where its commits are now.
    fn finish_rebase(
        &mut self,
        state: &mut Git,
        branch: Option<Key<Branch>>,
        cx: &mut Context,
    ) -> Result<(), ToolError> {
        let head = self.need_commit()?;
        let Some(key) = branch else { return Ok(()) };
        let row = state.branches.update(&key, |branch| {
            branch.commit = head.clone();
            Ok(())
        })?;
        self.attach(state, Some(key), &head)?;
        let moved = Move {
            worktree: Some(&self.worktree),
            branch: Some(row.name.clone()),
            action: ReflogAction::Rebase,
            message: format!("finish: returning to {}", row.name),
        };
        note(state, &self.repository, &head, moved, cx)
    }

    /// Undoes what an operation did so far. Changes that it did not touch stay.
    fn give_up(
        &mut self,
        state: &mut Git,
        kind: OperationKind,
        cx: &mut Context,
    ) -> Result<(), ToolError> {
        let pending = self.need_pending(kind)?;
        let files = files_of(state, Some(&pending.original));
        let mut paths: BTreeSet<String> = std::mem::take(&mut self.conflicts);
        paths.extend(paths_of(&deltas_between(&self.base, &files, &|_| true)));
        paths.extend(paths_of(&deltas_between(&self.base, &self.index, &|_| true)));
        for path in &paths {
            set_file(&mut self.index, path, files.get(path));
            set_file(&mut self.disk, path, files.get(path));
        }
        self.pending = None;
        if kind == OperationKind::Rebase {
            self.attach(state, pending.branch, &pending.original)?;
        }
        let action = match kind {
            OperationKind::Rebase => ReflogAction::Rebase,
            _ => ReflogAction::Reset,
        };
        let message = format!("abort: returning to {}", short(&pending.original));
        self.move_head(state, &pending.original, action, message, cx)
    }

    /// Puts the own commits on top of another commit.
    fn rebase_onto(
        &mut self,
        state: &mut Git,
        plan: &RebasePlan,
        cx: &mut Context,
    ) -> Result<Vec<String>, ToolError> {
        self.need_clean()?;
        let head = self.need_commit()?;
        let Some(todo) = rebased_commits(state, &self.repository, &head, plan) else {
            return Ok(Vec::new());
        };
        let branch = state.worktrees.find(&self.worktree)?.branch.clone();
        self.take(Merged { files: files_of(state, Some(&plan.onto)), conflicts: BTreeSet::new() })?;
        self.attach(state, None, &plan.onto)?;
        let message = format!("start: onto {}", short(&plan.onto));
        self.move_head(state, &plan.onto, ReflogAction::Rebase, message, cx)?;
        let how = Replay {
            kind: OperationKind::Rebase,
            original: head,
            branch,
            parent: 0,
            keeps_ours: false,
            signs_off: false,
        };
        let done = self.replay(state, &todo, &how, cx)?;
        if self.pending.is_none() {
            self.finish_rebase(state, how.branch, cx)?;
        }
        Ok(done)
    }

    /// Moves HEAD, and index and disk as the mode says. Returns the files that it affected.
    fn reset_to(
        &mut self,
        state: &mut Git,
        target: &Key<Commit>,
        mode: &str,
        cx: &mut Context,
    ) -> Result<Vec<String>, ToolError> {
        let files = files_of(state, Some(target));
        let (index, disk) = (self.index.clone(), self.disk.clone());
        let mut touched: BTreeSet<String> = self.conflicts.clone();
        match mode {
            "soft" => self.need_nothing_pending()?,
            "hard" => {
                self.overwrite(&files);
            }
            "merge" => self.reset_merge(&files)?,
            "keep" => {
                for path in self.untouched(&files)? {
                    set_file(&mut self.disk, &path, files.get(&path));
                }
            }
            _ => {}
        }
        if mode != "soft" {
            self.index = files.clone();
            self.conflicts.clear();
            // A rebase goes on after a reset; everything else is over.
            self.pending = self.pending.take().filter(|row| row.kind == OperationKind::Rebase);
        }
        touched.extend(paths_of(&deltas_between(&index, &self.index, &|_| true)));
        touched.extend(paths_of(&deltas_between(&disk, &self.disk, &|_| true)));
        if self.commit.as_ref() == Some(target) {
            return Ok(touched.into_iter().collect());
        }
        let moved = paths_of(&deltas_between(&self.base, &files, &|_| true));
        let message = format!("moving to {}", short(target));
        self.move_head(state, target, ReflogAction::Reset, message, cx)?;
        Ok(moved)
    }

    /// Takes the disk to a tree but keeps changes that are not staged, unless the two meet.
    fn reset_merge(&mut self, files: &Tree) -> Result<(), ToolError> {
        let has_no_conflict = |path: &str| !self.conflicts.contains(path);
        let unstaged = paths_of(&deltas_between(&self.index, &self.disk, &|path| {
            has_no_conflict(path) && self.index.contains_key(path)
        }));
        let meets = |path: &&String| self.index.get(*path) != files.get(*path);
        let hindering: Vec<String> = unstaged.iter().filter(meets).cloned().collect();
        need_none("unstaged changes would be lost; commit or stash them first", &hindering)?;
        let mut kept = self.disk.clone();
        kept.retain(|path, _| unstaged.contains(path) || !self.is_tracked(path));
        for (path, content) in files.iter().filter(|(path, _)| !unstaged.contains(path)) {
            kept.insert(path.clone(), content.clone());
        }
        self.disk = kept;
        Ok(())
    }

    /// Puts the changes into a new stash and takes the files back to HEAD's commit.
    fn put_aside(
        &mut self,
        state: &mut Git,
        message: Option<String>,
        takes_untracked: bool,
        keeps_index: bool,
        cx: &mut Context,
    ) -> Result<(), ToolError> {
        self.need_no_conflicts()?;
        let base = self.need_commit()?;
        let found = self.changes();
        let mut paths: BTreeSet<String> = paths_of(&found.staged).into_iter().collect();
        paths.extend(paths_of(&found.unstaged));
        if takes_untracked {
            paths.extend(found.untracked);
        }
        if paths.is_empty() {
            return Err(ToolError::failed_precondition("there are no changes to put aside"));
        }
        let stashed = |path: &String| StashedFile {
            path: path.clone(),
            staged: self.index.get(path).cloned(),
            content: self.disk.get(path).cloned(),
        };
        let files: Vec<StashedFile> = paths.iter().map(stashed).collect();
        let branch = self.place().branch_name(state).unwrap_or_else(|| "(no branch)".to_owned());
        let subject = state.commits.find(&base)?;
        let message = match message.filter(|message| !message.trim().is_empty()) {
            Some(message) => format!("On {branch}: {message}"),
            None => format!("WIP on {branch}: {} {}", short(&base), subject_of(&subject.message)),
        };
        let id = state.stashes.next_int_key(cx);
        state.stashes.insert(StashEntry {
            id,
            repository: self.repository.clone(),
            branch,
            base,
            message,
            files,
            created_at: cx.now(),
        })?;
        for path in &paths {
            if !keeps_index {
                set_file(&mut self.index, path, self.base.get(path));
            }
            set_file(&mut self.disk, path, self.index.get(path));
        }
        Ok(())
    }

    /// Applies a stash to the files as they are now.
    fn bring_back(&mut self, state: &Git, entry: &StashEntry) -> Result<(), ToolError> {
        self.need_nothing_pending()?;
        let head = self.need_commit()?;
        let base = files_of(state, Some(&entry.base));
        let is_changed =
            |file: &&StashedFile| self.disk.get(&file.path) != self.index.get(&file.path);
        let hindering: Vec<String> =
            entry.files.iter().filter(is_changed).map(|file| file.path.clone()).collect();
        need_none("local changes would be lost; commit or stash them first", &hindering)?;
        for file in &entry.files {
            let path = file.path.as_str();
            let was_tracked = file.staged.is_some() || base.contains_key(path);
            let (old, ours) = (base.get(path), self.index.get(path));
            let (content, is_in_conflict) =
                merge_file(old, ours, file.content.as_ref(), "Stashed changes");
            if is_in_conflict {
                self.conflicts.insert(path.to_owned());
            } else if was_tracked && ours.is_none() {
                set_file(&mut self.index, path, content.as_ref());
            }
            set_file(&mut self.disk, path, content.as_ref());
        }
        if !self.conflicts.is_empty() {
            self.stop(OperationKind::Apply, &head, &entry.base, &entry.message);
        }
        Ok(())
    }
}

/// Whether nothing is left of an operation: changes that were applied need no conclusion once
/// their conflicts are resolved.
fn is_over(pending: &PendingOperation, has_no_conflicts: bool) -> bool {
    pending.kind == OperationKind::Apply && has_no_conflicts
}

/// Refuses while there are paths that stand in the way.
fn need_none(why: &str, paths: &[String]) -> Result<(), ToolError> {
    if paths.is_empty() {
        return Ok(());
    }
    Err(ToolError::failed_precondition(format!("{why}: {}", paths.join(", "))))
}

/// How a line of work is joined into another.
struct Joining<'a> {
    /// What the other side is called in conflicts and in the reflog.
    name: &'a str,
    /// The message of the commit, as far as the other side makes it.
    title: String,
    /// The message that the caller gave instead.
    message: Option<&'a str>,
    keeps_ours: bool,
    may_forward: bool,
    must_forward: bool,
    squashes: bool,
    action: ReflogAction,
}

/// What came of joining.
struct Joined {
    is_forward: bool,
    /// The files that changed.
    paths: Vec<String>,
    message: String,
}

impl Joined {
    /// Nothing changed, and this is why.
    fn of(message: &str) -> Self {
        Self { is_forward: false, paths: Vec::new(), message: message.to_owned() }
    }
}

/// How commits are repeated.
struct Replay {
    kind: OperationKind,
    /// Where giving up leads back to.
    original: Key<Commit>,
    /// The branch that a rebase takes along.
    branch: Option<Key<Branch>>,
    /// Which parent of a commit its changes are measured from.
    parent: usize,
    keeps_ours: bool,
    signs_off: bool,
}

impl Replay {
    fn message_of(&self, state: &Git, commit: &Commit) -> Result<String, ToolError> {
        if !self.signs_off {
            return Ok(commit.message.clone());
        }
        let (name, email) = session_author(state)?;
        Ok(format!("{}\n\nSigned-off-by: {name} <{email}>", commit.message))
    }

    fn action(&self) -> ReflogAction {
        match self.kind {
            OperationKind::Rebase => ReflogAction::Rebase,
            _ => ReflogAction::CherryPick,
        }
    }
}

/// What is put where in a rebase.
struct RebasePlan {
    /// The commits that led to it are not repeated.
    upstream: Key<Commit>,
    onto: Key<Commit>,
    keeps_merges: bool,
}

/// The commits that a rebase repeats, the earliest first: without merges unless they are kept, and
/// without those whose changes the other side has already. `None` when all is in place.
fn rebased_commits(
    state: &Git,
    repository: &Key<Repository>,
    head: &Key<Commit>,
    plan: &RebasePlan,
) -> Option<Vec<Key<Commit>>> {
    let history = History::of(state, repository);
    let (mine, theirs) = (history.reach([head.clone()]), history.reach([plan.upstream.clone()]));
    let own = history.log([head.clone()], &theirs);
    let has_merges = own.iter().any(|commit| commit.parents.len() > 1);
    let is_in_place = plan.onto == plan.upstream && mine.contains(&plan.onto);
    if is_in_place && (plan.keeps_merges || !has_merges) {
        return None;
    }
    let patch_of = |commit: &Commit| {
        let before = files_of(state, commit.parents.first());
        patch_text(&deltas_between(&before, &tree_of(commit), &|_| true), 3)
    };
    let others = history.log([plan.upstream.clone()], &mine);
    let known: BTreeSet<String> = others.iter().map(|commit| patch_of(commit)).collect();
    let is_repeated = |commit: &&Commit| match commit.parents.len() {
        0 | 1 => !known.contains(&patch_of(commit)),
        _ => plan.keeps_merges,
    };
    let mut todo: Vec<Key<Commit>> =
        own.into_iter().filter(is_repeated).map(|commit| commit.hash.clone()).collect();
    todo.reverse();
    Some(todo)
}

/// The commits to be picked. A merge needs to be told which side its changes are measured from.
fn checked_picks(
    state: &Git,
    copy: &WorkingCopy,
    revisions: &[String],
    mainline: Option<i64>,
) -> Result<Vec<Key<Commit>>, ToolError> {
    let mut picks = Vec::new();
    for revision in revisions {
        let key = find_commit(state, &copy.place(), revision)?;
        let n_parents = state.commits.find(&key)?.parents.len();
        let message = match mainline {
            None if n_parents > 1 => format!("`{revision}` is a merge; pass its `mainline`"),
            Some(_) if n_parents < 2 => format!("`{revision}` is no merge; leave out `mainline`"),
            Some(parent) if size(parent) > n_parents => {
                format!("`{revision}` has only {n_parents} parents")
            }
            _ => {
                picks.push(key);
                continue;
            }
        };
        return Err(ToolError::failed_precondition(message));
    }
    Ok(picks)
}

/// Where to go: onto a branch, or to a commit without one.
struct Goal {
    branch: Option<Key<Branch>>,
    commit: Key<Commit>,
    is_new: bool,
}

/// What a name leads to: a branch, else a commit, else a branch that a remote has and that is
/// made here.
fn find_goal(
    state: &mut Git,
    copy: &WorkingCopy,
    name: &str,
    tracks: bool,
    cx: &mut Context,
) -> Result<Goal, ToolError> {
    let key = branch_key(&copy.repository, name);
    if let Some(branch) = state.branches.get(&key) {
        let commit = branch.commit.clone();
        need_unused(state, &key, Some(&copy.worktree))?;
        return Ok(Goal { branch: Some(key), commit, is_new: false });
    }
    let at = find_commit(state, &copy.place(), name);
    if !tracks && let Ok(commit) = at {
        return Ok(Goal { branch: None, commit, is_new: false });
    }
    let seen = seen_branches(state, &copy.repository);
    let fits = |row: &&RowRef<RemoteBranch>| row.name == name || seen_name(state, row) == name;
    let fitting: Vec<&RowRef<RemoteBranch>> = seen.iter().filter(fits).collect();
    let [upstream] = fitting.as_slice() else {
        let message = format!("`{name}` is no branch, tag or commit, and not one remote has it");
        return Err(ToolError::not_found(message));
    };
    track_branch(state, &copy.repository, &upstream.name, upstream, cx)
}

/// A new branch at HEAD, or at the branch of the same name that a remote has.
fn new_branch_goal(
    state: &mut Git,
    copy: &WorkingCopy,
    name: &str,
    tracks: bool,
    cx: &mut Context,
) -> Result<Goal, ToolError> {
    if tracks {
        let seen = seen_branches(state, &copy.repository);
        let Some(upstream) = seen.iter().find(|row| row.name == name) else {
            return Err(ToolError::not_found(format!("no remote has a branch `{name}`")));
        };
        return track_branch(state, &copy.repository, name, upstream, cx);
    }
    let commit = copy.need_commit()?;
    add_branch(state, &copy.repository, name, &commit, None, cx)
}

fn track_branch(
    state: &mut Git,
    repository: &Key<Repository>,
    name: &str,
    upstream: &RemoteBranch,
    cx: &mut Context,
) -> Result<Goal, ToolError> {
    let key = Key::new(join_key(&[&upstream.remote, &upstream.name]));
    add_branch(state, repository, name, &upstream.commit, Some(key), cx)
}

fn add_branch(
    state: &mut Git,
    repository: &Key<Repository>,
    name: &str,
    commit: &Key<Commit>,
    upstream: Option<Key<RemoteBranch>>,
    cx: &mut Context,
) -> Result<Goal, ToolError> {
    check_name(name)?;
    let key = branch_key(repository, name);
    if state.branches.contains(&key) {
        return Err(ToolError::already_exists(format!("the branch `{name}` exists")));
    }
    state.branches.insert(Branch {
        repository: repository.clone(),
        name: name.to_owned(),
        commit: commit.clone(),
        upstream,
    })?;
    let moved = Move {
        worktree: None,
        branch: Some(name.to_owned()),
        action: ReflogAction::Branch,
        message: format!("created from {}", short(commit)),
    };
    note(state, repository, commit, moved, cx)?;
    Ok(Goal { branch: Some(key), commit: commit.clone(), is_new: true })
}

/// Refuses when another worktree than this one is on the branch.
fn need_unused(
    state: &Git,
    branch: &Key<Branch>,
    except: Option<&Key<Worktree>>,
) -> Result<(), ToolError> {
    let is_user = |row: &Worktree| row.branch.as_ref() == Some(branch) && Some(&row.path) != except;
    match state.worktrees.first(&is_user) {
        Some(worktree) => Err(ToolError::failed_precondition(format!(
            "the branch is checked out in `{}`",
            worktree.path
        ))),
        None => Ok(()),
    }
}

fn create_branch(
    state: &mut Git,
    place: &Place,
    name: &str,
    start: Option<&str>,
    is_forced: bool,
    cx: &mut Context,
) -> Result<String, ToolError> {
    let commit = match start {
        Some(start) => find_commit(state, place, start)?,
        None => place.need_head(state)?,
    };
    // A branch that starts at a remote's is compared with it.
    let seen = seen_branches(state, &place.repository);
    let upstream = seen.iter().find(|row| Some(seen_name(state, row).as_str()) == start);
    let upstream = upstream.map(|row| Key::new(join_key(&[&row.remote, &row.name])));
    let key = branch_key(&place.repository, name);
    if is_forced && state.branches.contains(&key) {
        need_unused(state, &key, None)?;
        state.branches.update(&key, |branch| {
            branch.commit = commit.clone();
            Ok(())
        })?;
        let moved = Move {
            worktree: None,
            branch: Some(name.to_owned()),
            action: ReflogAction::Branch,
            message: format!("reset to {}", short(&commit)),
        };
        note(state, &place.repository, &commit, moved, cx)?;
        return Ok(format!("moved branch `{name}` to {}", short(&commit)));
    }
    add_branch(state, &place.repository, name, &commit, upstream, cx)?;
    Ok(format!("created branch `{name}` at {}", short(&commit)))
}

fn delete_branch(
    state: &mut Git,
    place: &Place,
    name: &str,
    is_forced: bool,
) -> Result<String, ToolError> {
    let key = branch_key(&place.repository, name);
    let branch = state.branches.find(&key)?;
    need_unused(state, &key, None)?;
    let history = History::of(state, &place.repository);
    let upstream = branch.upstream.as_ref().and_then(|key| state.remote_branches.get(key));
    let other = upstream.map(|row| row.commit.clone()).or_else(|| place.head(state));
    let is_merged = other.is_some_and(|other| history.has(&other, &branch.commit));
    if !is_merged && !is_forced {
        let message =
            format!("`{name}` has commits that nothing else has; set `force` to lose them");
        return Err(ToolError::failed_precondition(message));
    }
    state.delete::<Branch>(&key)?;
    Ok(format!("deleted branch `{name}`, which was at {}", short(&branch.commit)))
}

fn rename_branch(
    state: &mut Git,
    place: &Place,
    old: &str,
    new: &str,
    is_forced: bool,
) -> Result<String, ToolError> {
    check_name(new)?;
    let (from, to) = (branch_key(&place.repository, old), branch_key(&place.repository, new));
    let branch = state.branches.find(&from)?;
    if from != to && state.branches.contains(&to) {
        if !is_forced {
            return Err(ToolError::already_exists(format!("the branch `{new}` exists")));
        }
        need_unused(state, &to, None)?;
        state.delete::<Branch>(&to)?;
    }
    state.branches.put(Branch { name: new.to_owned(), ..(*branch).clone() });
    for worktree in state.worktrees.select(&|row| row.branch.as_ref() == Some(&from)) {
        state.worktrees.update(&worktree.path, |row| {
            row.branch = Some(to.clone());
            Ok(())
        })?;
    }
    for pending in state.pending_operations.select(&|row| row.branch.as_ref() == Some(&from)) {
        state.pending_operations.update(&pending.worktree, |row| {
            row.branch = Some(to.clone());
            Ok(())
        })?;
    }
    let is_its = |row: &ReflogEntry| {
        row.repository == place.repository && row.branch.as_deref() == Some(old)
    };
    for entry in state.reflog.select(&is_its) {
        state.reflog.update(&entry.id, |row| {
            row.branch = Some(new.to_owned());
            Ok(())
        })?;
    }
    if from != to {
        state.branches.remove(&from)?;
    }
    Ok(format!("renamed branch `{old}` to `{new}`"))
}

fn list_branches(state: &Git, place: &Place, args: &GitBranch) -> Result<Vec<Value>, ToolError> {
    let merged = merge_filter(state, place, args.merged.as_ref())?;
    let unmerged = merge_filter(state, place, args.no_merged.as_ref())?;
    let is_listed = |commit: &Key<Commit>| {
        merged.as_ref().is_none_or(|reached| reached.contains(commit))
            && unmerged.as_ref().is_none_or(|reached| !reached.contains(commit))
    };
    let mut views = Vec::new();
    if args.all || !args.remote {
        let current = place.branch_name(state);
        for branch in state.branches.select(&|row| row.repository == place.repository) {
            if is_listed(&branch.commit) {
                let view = json!({
                    "name": branch.name,
                    "current": current.as_ref() == Some(&branch.name),
                    "commitHash": branch.commit.as_str(),
                });
                views.push(with_upstream(state, &branch, view));
            }
        }
    }
    if args.all || args.remote {
        for row in seen_branches(state, &place.repository) {
            if is_listed(&row.commit) {
                views.push(json!({
                    "name": seen_name(state, &row),
                    "current": false,
                    "commitHash": row.commit.as_str(),
                }));
            }
        }
    }
    views.truncate(args.limit.map_or(usize::MAX, size));
    Ok(views)
}

/// The commits that HEAD (for `true`) or a revision has; none are asked for by `false`.
fn merge_filter(
    state: &Git,
    place: &Place,
    wanted: Option<&Json>,
) -> Result<Option<BTreeSet<Key<Commit>>>, ToolError> {
    let tip = match wanted.map(|wanted| &wanted.0) {
        Some(Value::Bool(true)) => place.need_head(state)?,
        Some(Value::String(revision)) => find_commit(state, place, revision)?,
        _ => return Ok(None),
    };
    Ok(Some(History::of(state, &place.repository).reach([tip])))
}

/// Adds what a branch is compared with and how far they are apart.
fn with_upstream(state: &Git, branch: &Branch, view: Value) -> Value {
    let Some(row) = branch.upstream.as_ref().and_then(|key| state.remote_branches.get(key)) else {
        return view;
    };
    let history = History::of(state, &branch.repository);
    let (ahead, behind) = history.ahead_behind(&branch.commit, &row.commit);
    let view = with(view, "upstream", Some(seen_name(state, row)));
    with(with(view, "ahead", Some(ahead)), "behind", Some(behind))
}

/// The same for the branch that HEAD is on.
fn with_tracking(state: &Git, place: &Place, view: Value) -> Value {
    let branch = place.branch_name(state);
    let branch = branch.and_then(|name| state.branches.get(&branch_key(&place.repository, &name)));
    match branch {
        Some(branch) => with_upstream(state, branch, view),
        None => view,
    }
}

/// The remote and the name of what a branch is compared with.
fn upstream_of(state: &Git, repository: &Key<Repository>, name: &str) -> Option<(String, String)> {
    let branch = state.branches.get(&branch_key(repository, name))?;
    let row = state.remote_branches.get(branch.upstream.as_ref()?)?;
    let remote = state.remotes.get(&row.remote)?;
    Some((remote.name.clone(), row.name.clone()))
}

/// The names of commits: HEAD, tags, branches of remotes, branches.
fn refs_by_commit(state: &Git, place: &Place) -> BTreeMap<Key<Commit>, Vec<String>> {
    let mut refs: BTreeMap<Key<Commit>, Vec<String>> = BTreeMap::new();
    let current = place.branch_name(state);
    if let Some(head) = place.head(state) {
        let name = current.as_ref().map_or("HEAD".to_owned(), |name| format!("HEAD -> {name}"));
        refs.entry(head).or_default().push(name);
    }
    for tag in state.tags.select(&|row| row.repository == place.repository) {
        refs.entry(tag.commit.clone()).or_default().push(format!("tag: {}", tag.name));
    }
    for row in seen_branches(state, &place.repository) {
        refs.entry(row.commit.clone()).or_default().push(seen_name(state, &row));
    }
    for branch in state.branches.select(&|row| row.repository == place.repository) {
        if current.as_ref() != Some(&branch.name) {
            refs.entry(branch.commit.clone()).or_default().push(branch.name.clone());
        }
    }
    refs
}

/// The tags of a repository, the latest first.
fn tags_by_date(state: &Git, repository: &Key<Repository>) -> Vec<RowRef<Tag>> {
    let mut tags = state.tags.select(&|row| row.repository == *repository);
    tags.sort_by_key(|tag| std::cmp::Reverse(tag_time(state, tag)));
    tags
}

/// When a tag was made. A lightweight one is as old as its commit.
fn tag_time(state: &Git, tag: &Tag) -> Timestamp {
    let commit = state.commits.get(&tag.commit).filter(|_| tag.message.is_none());
    commit.map_or(tag.created_at, |commit| commit.committed_at)
}

fn view_tag(state: &Git, tag: &Tag) -> Value {
    let view = json!({
        "name": tag.name,
        "commit": tag.commit.as_str(),
        "timestamp": tag_time(state, tag).unix_seconds(),
    });
    let message = tag.message.as_deref();
    let view = with(view, "message", message.map(subject_of));
    let view = with(view, "annotationBody", message.and_then(body_of));
    with(view, "tagger", tag.tagger.as_deref().filter(|_| message.is_some()))
}

fn verified_tag(answer: Value, tag: &Tag) -> Value {
    let answer = with(answer, "verifiedTag", Some(tag.name.as_str()));
    let Some(signature) = &tag.signature else {
        let answer = with(answer, "verified", Some(false));
        return with(answer, "warning", Some("the tag is not signed"));
    };
    let answer = with(answer, "verified", Some(signature.good));
    let answer = with(answer, "signatureType", Some(signature.kind.as_str()));
    let answer = with(answer, "signerIdentity", Some(signature.signer.as_str()));
    let answer = with(answer, "signerKey", Some(signature.key.as_str()));
    let warning = "the signature does not fit the content of the tag";
    with(answer, "warning", (!signature.good).then_some(warning))
}

fn list_remotes(state: &Git, repository: &Key<Repository>) -> Vec<Value> {
    let rows = state.remotes.select(&|row| row.repository == *repository);
    let view = |row: &RowRef<Remote>| {
        let push = row.push_url.as_ref().unwrap_or(&row.url);
        json!({"name": row.name, "fetchUrl": row.url.as_str(), "pushUrl": push.as_str()})
    };
    rows.iter().map(view).collect()
}

/// Renames a remote, and with it what is known of its branches.
fn rename_remote(state: &mut Git, key: &Key<Remote>, new: &str) -> Result<(), ToolError> {
    let old = state.remotes.find(key)?;
    let renamed = Remote { name: new.to_owned(), ..(*old).clone() };
    let to = remote_key(&old.repository, new);
    state.remotes.insert(renamed)?;
    for row in state.remote_branches.select(&|row| row.remote == *key) {
        let from: Key<RemoteBranch> = Key::new(join_key(&[key, &row.name]));
        let moved: Key<RemoteBranch> = Key::new(join_key(&[&to, &row.name]));
        state.remote_branches.insert(RemoteBranch { remote: to.clone(), ..(*row).clone() })?;
        for branch in state.branches.select(&|branch| branch.upstream.as_ref() == Some(&from)) {
            state.branches.update(&branch_key(&branch.repository, &branch.name), |branch| {
                branch.upstream = Some(moved.clone());
                Ok(())
            })?;
        }
        state.remote_branches.remove(&from)?;
    }
    state.remotes.remove(key)?;
    Ok(())
}

/// What a fetch takes beside the branches.
#[derive(Default)]
struct Wish {
    prunes: bool,
    all_tags: bool,
    depth: Option<i64>,
}

/// Takes over where the branches of a remote are. Returns what is new and what was pruned.
fn fetch_from(
    state: &mut Git,
    remote: &Remote,
    wish: &Wish,
) -> Result<(Vec<String>, Vec<String>), ToolError> {
    let source = find_repository(state, remote.url.as_str())?;
    let key = remote_key(&remote.repository, &remote.name);
    let branches = state.branches.select(&|row| row.repository == source);
    let tips: Vec<Key<Commit>> = branches.iter().map(|row| row.commit.clone()).collect();
    let (mut fetched, mut pruned) = (Vec::new(), Vec::new());
    if wish.prunes {
        for row in state.remote_branches.select(&|row| row.remote == key) {
            if !branches.iter().any(|branch| branch.name == row.name) {
                state.delete::<RemoteBranch>(&seen_key(remote, &row.name))?;
                pruned.push(format!("{}/{}", remote.name, row.name));
            }
        }
    }
    for branch in &branches {
        let seen = state.remote_branches.get(&seen_key(remote, &branch.name));
        if seen.is_none_or(|seen| seen.commit != branch.commit) {
            state.remote_branches.put(RemoteBranch {
                remote: key.clone(),
                name: branch.name.clone(),
                commit: branch.commit.clone(),
            });
            fetched.push(format!("{}/{}", remote.name, branch.name));
        }
    }
    if let Some(depth) = wish.depth {
        let ends = History::of(state, &source).ends_at(&tips, depth);
        state.repositories.update(&remote.repository, |row| {
            row.shallow = ends;
            Ok(())
        })?;
    }
    let reached = History::of(state, &remote.repository).reach(tips);
    for tag in state.tags.select(&|row| row.repository == source) {
        let is_wanted = wish.all_tags || reached.contains(&tag.commit);
        let is_here = state.tags.contains(&tag_key(&remote.repository, &tag.name));
        if is_wanted && !is_here {
            let repository = remote.repository.clone();
            state.tags.insert(Tag { repository, ..(*tag).clone() })?;
            fetched.push(tag.name.clone());
        }
    }
    Ok((fetched, pruned))
}

/// The remote and its branch that a pull means: what is named, else what the current branch is
/// compared with, else the branch of the same name.
fn pulled_branch(
    state: &Git,
    place: &Place,
    remote: Option<&str>,
    branch: Option<&str>,
) -> Result<(RowRef<Remote>, String), ToolError> {
    let current = place.branch_name(state);
    let upstream = current.as_ref().and_then(|name| upstream_of(state, &place.repository, name));
    let named = remote.or(upstream.as_ref().map(|(name, _)| name.as_str())).unwrap_or("origin");
    let row = state.remotes.find(&remote_key(&place.repository, named))?;
    let tracked = upstream.as_ref().filter(|(name, _)| name == named).map(|(_, name)| name.clone());
    let branch = branch.map(str::to_owned).or(tracked).or(current).ok_or_else(|| {
        ToolError::failed_precondition("HEAD is on no branch; name the branch to pull")
    })?;
    Ok((row, branch))
}

/// Where a push goes.
struct Pushing<'a> {
    remote: &'a Remote,
    destination: &'a Key<Repository>,
    /// The name of the branch there.
    target: &'a str,
    /// The commit that the branch is to be at; `None` deletes it.
    tip: Option<Key<Commit>>,
    forces: bool,
    /// Whether forcing is only right where the remote is as it was last seen.
    has_lease: bool,
}

/// Whether a push changes anything; refuses one that the other side does not take.
fn check_push(state: &Git, way: &Pushing<'_>) -> Result<bool, ToolError> {
    let target = way.target;
    let key = branch_key(way.destination, target);
    let there = state.branches.get(&key).map(|row| row.commit.clone());
    let Some(tip) = &way.tip else {
        if there.is_none() {
            let message = format!("`{}` has no branch `{target}`", way.remote.name);
            return Err(ToolError::not_found(message));
        }
        if head_of_repository(state, way.destination).0 == target {
            let message = format!("`{target}` is the current branch of the remote and stays");
            return Err(ToolError::failed_precondition(message));
        }
        need_unused(state, &key, None)?;
        return Ok(true);
    };
    if there.as_ref() == Some(tip) {
        return Ok(false);
    }
    let seen = state.remote_branches.get(&seen_key(way.remote, target));
    let seen = seen.map(|row| row.commit.clone());
    if way.has_lease && !way.forces && seen != there {
        let message =
            format!("`{target}` of the remote is not where it was last seen; fetch first");
        return Err(ToolError::conflict(message));
    }
    let history = History::of(state, &way.remote.repository);
    let moves_on = there.as_ref().is_none_or(|there| history.has(tip, there));
    if !moves_on && !way.forces && !way.has_lease {
        let message =
            format!("`{target}` of the remote has commits that are not here; fetch first");
        return Err(ToolError::conflict(message));
    }
    need_unused(state, &key, None)?;
    Ok(true)
}

/// Moves or deletes the branch of the remote, and remembers it.
fn carry_out(state: &mut Git, way: &Pushing<'_>) -> Result<(), ToolError> {
    let key = branch_key(way.destination, way.target);
    let seen = seen_key(way.remote, way.target);
    let Some(tip) = &way.tip else {
        state.delete::<Branch>(&key)?;
        if state.remote_branches.contains(&seen) {
            state.delete::<RemoteBranch>(&seen)?;
        }
        return Ok(());
    };
    let upstream = state.branches.get(&key).and_then(|row| row.upstream.clone());
    state.branches.put(Branch {
        repository: way.destination.clone(),
        name: way.target.to_owned(),
        commit: tip.clone(),
        upstream,
    });
    state.remote_branches.put(RemoteBranch {
        remote: remote_key(&way.remote.repository, &way.remote.name),
        name: way.target.to_owned(),
        commit: tip.clone(),
    });
    Ok(())
}

/// The tags that the other side lacks, and the names of those that it has at other commits.
fn tags_to_push(
    state: &Git,
    repository: &Key<Repository>,
    destination: &Key<Repository>,
) -> (Vec<Tag>, Vec<String>) {
    let (mut new, mut rejected) = (Vec::new(), Vec::new());
    for tag in state.tags.select(&|row| row.repository == *repository) {
        match state.tags.get(&tag_key(destination, &tag.name)) {
            None => new.push(Tag { repository: destination.clone(), ..(*tag).clone() }),
            Some(there) if there.commit != tag.commit => {
                rejected.push(format!("refs/tags/{}", tag.name));
            }
            Some(_) => {}
        }
    }
    (new, rejected)
}

/// What a clone takes from its source.
struct Copied<'a> {
    source: &'a Key<Repository>,
    /// The branch to check out.
    branch: &'a str,
    head: Option<&'a Key<Commit>>,
    depth: Option<i64>,
}

/// Makes the repository of a clone: its remote, what is known of that one's branches, and tags.
/// A shallow clone takes only one branch.
fn copy_repository(
    state: &mut Git,
    path: &str,
    url: &str,
    is_bare: bool,
    copied: &Copied<'_>,
) -> Result<Key<Repository>, ToolError> {
    let location = if is_bare { path.to_owned() } else { format!("{path}/.git") };
    let repository: Key<Repository> = Key::new(location);
    let is_taken = |row: &Branch| {
        row.repository == *copied.source && (copied.depth.is_none() || row.name == copied.branch)
    };
    let branches = state.branches.select(&is_taken);
    let tips: Vec<Key<Commit>> = branches.iter().map(|row| row.commit.clone()).collect();
    let history = History::of(state, copied.source);
    let shallow = match copied.depth {
        Some(depth) => history.ends_at(&tips, depth),
        None => history.ends.to_vec(),
    };
    state.repositories.insert(Repository {
        location: repository.clone(),
        default_branch: copied.branch.to_owned(),
        shallow,
    })?;
    let remote = Remote {
        repository: repository.clone(),
        name: "origin".to_owned(),
        url: Key::new(url),
        push_url: None,
    };
    let remote = state.remotes.insert(remote)?;
    for branch in &branches {
        if is_bare {
            let repository = repository.clone();
            state.branches.insert(Branch { repository, upstream: None, ..(**branch).clone() })?;
        } else {
            state.remote_branches.insert(RemoteBranch {
                remote: remote_key(&repository, &remote.name),
                name: branch.name.clone(),
                commit: branch.commit.clone(),
            })?;
        }
    }
    let reached = History::of(state, &repository).reach(tips);
    for tag in state.tags.select(&|row| row.repository == *copied.source) {
        if copied.depth.is_none() || reached.contains(&tag.commit) {
            let repository = repository.clone();
            state.tags.insert(Tag { repository, ..(*tag).clone() })?;
        }
    }
    Ok(repository)
}

/// Checks out the branch of a clone.
fn add_first_worktree(
    state: &mut Git,
    path: &str,
    repository: &Key<Repository>,
    copied: &Copied<'_>,
    url: &str,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let name = copied.branch;
    let mut row = new_worktree(path, repository);
    let Some(head) = copied.head else {
        row.unborn = Some(name.to_owned());
        state.worktrees.insert(row)?;
        return Ok(());
    };
    let remote = remote_key(repository, "origin");
    state.branches.insert(Branch {
        repository: repository.clone(),
        name: name.to_owned(),
        commit: head.clone(),
        upstream: Some(Key::new(join_key(&[&remote, &name]))),
    })?;
    row.branch = Some(branch_key(repository, name));
    let worktree = state.worktrees.insert(row)?;
    let moved = Move {
        worktree: Some(&worktree.path),
        branch: Some(name.to_owned()),
        action: ReflogAction::Clone,
        message: format!("from {url}"),
    };
    note(state, repository, head, moved, cx)
}

fn new_worktree(path: &str, repository: &Key<Repository>) -> Worktree {
    Worktree {
        path: Key::new(path),
        repository: repository.clone(),
        branch: None,
        detached_at: None,
        unborn: None,
        locked: false,
        directory_deleted: false,
    }
}

/// Makes an empty repository, unless there is one. Returns its branch and whether it is bare.
fn init_repository(
    state: &mut Git,
    path: &str,
    name: &str,
    is_bare: bool,
) -> Result<(String, bool), ToolError> {
    if let Ok(place) = locate(state, path) {
        return Ok((place.branch_name(state).unwrap_or_default(), place.worktree.is_none()));
    }
    need_free_path(state, path)?;
    check_name(name)?;
    let location = if is_bare { path.to_owned() } else { format!("{path}/.git") };
    let repository = Repository {
        location: Key::new(location),
        default_branch: name.to_owned(),
        shallow: Vec::new(),
    };
    let repository = state.repositories.insert(repository)?;
    if !is_bare {
        let unborn = Some(name.to_owned());
        state.worktrees.insert(Worktree { unborn, ..new_worktree(path, &repository.location) })?;
    }
    Ok((name.to_owned(), is_bare))
}

/// The commits that a log shows, before paging.
fn logged_commits<'a>(
    state: &'a Git,
    place: &Place,
    args: &GitLog,
) -> Result<Vec<&'a Commit>, ToolError> {
    let range = args.branch.as_deref().unwrap_or("HEAD");
    let (left, right) = match range.split_once("..") {
        Some((left, right)) => (Some(left), right),
        None => (None, range),
    };
    if right.is_empty() || right == "HEAD" {
        place.need_head(state)?;
    }
    let history = History::of(state, &place.repository);
    let hidden = match left {
        Some(left) => history.reach([find_commit(state, place, left)?]),
        None => BTreeSet::new(),
    };
    let tip = find_commit(state, place, right)?;
    let since = args.since.as_deref().map(Timestamp::parse).transpose()?;
    let until = args.until.as_deref().map(Timestamp::parse).transpose()?;
    let author = args.author.as_deref().map(read_expression);
    let words = args.grep.as_deref().map(read_expression);
    let path = args.file_path.as_deref().map(clean_pathspec);
    let mut commits = history.log([tip], &hidden);
    commits.retain(|commit| {
        since.is_none_or(|since| commit.committed_at >= since)
            && until.is_none_or(|until| commit.committed_at <= until)
            && author.as_ref().is_none_or(|author| is_found(author, &author_of(commit)))
            && words
                .as_ref()
                .is_none_or(|words| commit.message.lines().any(|line| is_found(words, line)))
            && path.is_none_or(|path| touches(&history, commit, path))
    });
    Ok(commits)
}

/// Whether a commit changed something at a path. A merge did when it differs from all sides.
fn touches(history: &History<'_>, commit: &Commit, path: &str) -> bool {
    let files = tree_of(commit);
    let differs = |before: &Tree| {
        !deltas_between(before, &files, &|other| fits_pathspec(path, other)).is_empty()
    };
    match history.parents(&commit.hash) {
        [] => differs(&Tree::new()),
        parents => parents.iter().all(|key| differs(&files_of(history.state, Some(key)))),
    }
}

/// What a commit changed, as seen from its first parent.
fn deltas_of(history: &History<'_>, commit: &Commit) -> Vec<Delta> {
    let before = files_of(history.state, history.parents(&commit.hash).first());
    deltas_between(&before, &tree_of(commit), &|_| true)
}

fn view_logged(
    history: &History<'_>,
    commit: &Commit,
    refs: &BTreeMap<Key<Commit>, Vec<String>>,
    args: &GitLog,
) -> Value {
    let subject = subject_of(&commit.message);
    let view = json!({
        "hash": commit.hash.as_str(), "shortHash": short(&commit.hash), "subject": subject,
    });
    if args.oneline {
        return view;
    }
    let view = with(view, "author", Some(commit.author_name.as_str()));
    let view = with(view, "authorEmail", Some(commit.author_email.as_str()));
    let view = with(view, "timestamp", Some(commit.committed_at.unix_seconds()));
    let view = with(view, "body", body_of(&commit.message));
    let view = with(view, "parents", Some(keys_of(history.parents(&commit.hash))));
    let view = with(view, "refs", Some(refs.get(&commit.hash).cloned().unwrap_or_default()));
    let deltas = deltas_of(history, commit);
    let view = with(view, "stat", args.stat.then(|| stat_text(&deltas)));
    let view = with(view, "patch", args.patch.then(|| patch_text(&deltas, 3)));
    let signature = args.show_signature.then(|| view_signature(commit.signature.as_ref()));
    with(view, "signature", signature)
}

fn view_signature(signature: Option<&Signature>) -> Value {
    match signature {
        Some(signature) => json!({
            "verified": signature.good,
            "type": signature.kind.as_str(),
            "signer": signature.signer,
            "key": signature.key,
        }),
        None => json!({"verified": false}),
    }
}

/// A commit with its message, and what it changed unless it is a merge.
fn commit_text(history: &History<'_>, commit: &Commit, is_raw: bool, has_stat: bool) -> String {
    let parents = history.parents(&commit.hash);
    let mut text = format!("commit {}\n", commit.hash);
    if is_raw {
        let tree: Vec<String> =
            tree_of(commit).iter().map(|(path, content)| format!("{path}\0{content}\0")).collect();
        let digest = digest_text(&tree.concat());
        text.push_str(&format!("tree {}\n", digest.get(..40).unwrap_or(&digest)));
        for parent in parents {
            text.push_str(&format!("parent {parent}\n"));
        }
        let seconds = commit.authored_at.unix_seconds();
        text.push_str(&format!("author {} {seconds} +0000\n", author_of(commit)));
    } else {
        if parents.len() > 1 {
            let names: Vec<&str> = parents.iter().map(short).collect();
            text.push_str(&format!("Merge: {}\n", names.join(" ")));
        }
        let date = git_date(commit.authored_at);
        text.push_str(&format!("Author: {}\nDate:   {date}\n", author_of(commit)));
    }
    for line in commit.message.lines() {
        text.push_str(&format!("\n    {line}"));
    }
    text.push('\n');
    if parents.len() < 2 {
        let deltas = deltas_of(history, commit);
        let changes = if has_stat { stat_text(&deltas) } else { patch_text(&deltas, 3) };
        text.push_str(&format!("\n{changes}"));
    }
    text
}

/// A file of a commit, or the names in one of its directories.
fn show_path(object: &str, files: &Tree, path: &str) -> Result<Value, ToolError> {
    if let Some(content) = files.get(path) {
        return Ok(json!({
            "success": true, "object": object, "type": "blob", "content": content,
            "metadata": {"path": path, "size": content.len()},
        }));
    }
    let inside = if path.is_empty() { String::new() } else { format!("{path}/") };
    let names: BTreeSet<String> = files
        .keys()
        .filter_map(|file| file.strip_prefix(&inside))
        .map(|rest| match rest.split_once('/') {
            Some((directory, _)) => format!("{directory}/"),
            None => rest.to_owned(),
        })
        .collect();
    if names.is_empty() {
        return Err(ToolError::not_found(format!("there is no `{path}` in that commit")));
    }
    let names: Vec<String> = names.into_iter().collect();
    Ok(json!({
        "success": true, "object": object, "type": "tree",
        "content": format!("tree {object}\n\n{}", names.join("\n")),
        "metadata": {"path": path, "entries": names},
    }))
}

/// The moves of HEAD or of a branch, the latest first.
fn reflog_of(
    state: &Git,
    place: &Place,
    name: &str,
) -> Result<Vec<RowRef<ReflogEntry>>, ToolError> {
    let is_head = matches!(name, "HEAD" | "@" | "");
    let name = name.strip_prefix("refs/heads/").unwrap_or(name);
    if !is_head {
        state.branches.find(&branch_key(&place.repository, name))?;
    }
    let mut rows = state.reflog.select(&|row| {
        if is_head {
            return row.worktree.is_some() && row.worktree == place.worktree;
        }
        row.repository == place.repository && row.branch.as_deref() == Some(name)
    });
    rows.reverse();
    Ok(rows)
}

/// The stashes of a repository, the latest first.
fn stashes_of(state: &Git, repository: &Key<Repository>) -> Vec<RowRef<StashEntry>> {
    let mut rows = state.stashes.select(&|row| row.repository == *repository);
    rows.reverse();
    rows
}

fn view_stash((index, entry): (usize, &RowRef<StashEntry>)) -> Value {
    json!({
        "ref": format!("stash@{{{index}}}"),
        "index": index,
        "branch": entry.branch,
        "description": entry.message,
        "timestamp": entry.created_at.unix_seconds(),
    })
}

/// The number in `stash@{1}` or `1`; the latest stash when nothing is named.
fn stash_position(name: Option<&str>) -> Result<usize, ToolError> {
    let Some(name) = name else { return Ok(0) };
    let inside = name.trim().strip_prefix("stash@{").and_then(|rest| rest.strip_suffix('}'));
    inside.unwrap_or(name.trim()).parse().map_err(|_| {
        ToolError::invalid_argument(format!("`{name}` is no stash, write it like `stash@{{0}}`"))
    })
}

/// Where a new worktree starts: on a new branch, on the one that is named, at a commit, or on the
/// branch that is called like the directory.
fn new_worktree_head(
    state: &mut Git,
    place: &Place,
    path: &str,
    args: &GitWorktree,
    cx: &mut Context,
) -> Result<Goal, ToolError> {
    let repository = &place.repository;
    let start = match &args.commitish {
        Some(revision) => find_commit(state, place, revision)?,
        None => place.need_head(state)?,
    };
    if args.detach {
        if args.branch.is_some() {
            let message = "`branch` makes a branch and `detach` wants none; pass one of them";
            return Err(ToolError::invalid_argument(message));
        }
        return Ok(Goal { branch: None, commit: start, is_new: false });
    }
    if let Some(name) = &args.branch {
        return add_branch(state, repository, name, &start, None, cx);
    }
    let directory = path.rsplit('/').next().unwrap_or(path);
    let name = args.commitish.as_deref().unwrap_or(directory);
    let key = branch_key(repository, name);
    if let Some(branch) = state.branches.get(&key) {
        let commit = branch.commit.clone();
        if !args.force {
            need_unused(state, &key, None)?;
        }
        return Ok(Goal { branch: Some(key), commit, is_new: false });
    }
    match &args.commitish {
        Some(_) => Ok(Goal { branch: None, commit: start, is_new: false }),
        None => add_branch(state, repository, directory, &start, None, cx),
    }
}

fn add_worktree(
    state: &mut Git,
    repository: &Key<Repository>,
    path: &str,
    head: Goal,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let detached_at = head.branch.is_none().then(|| head.commit.clone());
    let row = Worktree { branch: head.branch, detached_at, ..new_worktree(path, repository) };
    let row = state.worktrees.insert(row)?;
    let moved = Move {
        worktree: Some(&row.path),
        branch: None,
        action: ReflogAction::Checkout,
        message: "new worktree".to_owned(),
    };
    note(state, repository, &head.commit, moved, cx)
}

/// The worktrees of a repository: its own, then the others by path.
fn worktrees_of(state: &Git, repository: &Key<Repository>) -> Vec<RowRef<Worktree>> {
    let mut rows = state.worktrees.select(&|row| repository_of(state, row) == *repository);
    rows.sort_by_key(|row| !is_main_worktree(repository, row.path.as_str()));
    rows
}

fn list_worktrees(state: &Git, repository: &Key<Repository>) -> Vec<Value> {
    let rows = worktrees_of(state, repository);
    let has_main = rows.iter().any(|row| is_main_worktree(repository, row.path.as_str()));
    let hash =
        |commit: Option<Key<Commit>>| commit.map_or(NO_HASH.to_owned(), |key| key.to_string());
    let mut views = Vec::new();
    if !has_main {
        views.push(json!({
            "path": repository.as_str(),
            "head": hash(head_of_repository(state, repository).1),
            "bare": true, "detached": false, "locked": false, "prunable": false,
        }));
    }
    for row in &rows {
        let branch = branch_of_worktree(state, row);
        let view = json!({
            "path": row.path.as_str(),
            "head": hash(head_of_worktree(state, row)),
            "bare": false,
            "detached": branch.is_none(),
            "locked": row.locked,
            "prunable": row.directory_deleted && !row.locked,
        });
        views.push(with(view, "branch", branch));
    }
    views
}

/// Removes the records of worktrees whose directories are gone.
fn prune_worktrees(
    state: &mut Git,
    repository: &Key<Repository>,
    is_dry_run: bool,
) -> Result<Vec<String>, ToolError> {
    let mut pruned = Vec::new();
    for row in worktrees_of(state, repository) {
        let is_main = is_main_worktree(repository, row.path.as_str());
        if row.directory_deleted && !row.locked && !is_main {
            if !is_dry_run {
                state.delete::<Worktree>(&row.path)?;
            }
            pruned.push(row.path.to_string());
        }
    }
    Ok(pruned)
}

/// A worktree that may be moved and removed: not the repository's own, and not locked.
fn linked_worktree(
    state: &Git,
    repository: &Key<Repository>,
    path: &str,
) -> Result<RowRef<Worktree>, ToolError> {
    let row = state.worktrees.find(path)?;
    if repository_of(state, &row) != *repository {
        return Err(ToolError::not_found(format!("`{path}` is no worktree of this repository")));
    }
    if is_main_worktree(repository, path) {
        let message = format!("`{path}` is the repository's own working tree and stays");
        return Err(ToolError::failed_precondition(message));
    }
    if row.locked {
        return Err(ToolError::failed_precondition(format!("`{path}` is locked")));
    }
    Ok(row)
}

/// Moves a worktree, its files and all that names it.
fn move_worktree(state: &mut Git, from: &str, to: &str) -> Result<(), ToolError> {
    let old: Key<Worktree> = Key::new(from);
    let new: Key<Worktree> = Key::new(to);
    let row = state.worktrees.find(&old)?;
    state.worktrees.insert(Worktree { path: new.clone(), ..(*row).clone() })?;
    for file in state.working_files.select(&|file| file.worktree == old) {
        state.working_files.update(&file_key(&old, &file.path), |file| {
            file.worktree = new.clone();
            Ok(())
        })?;
    }
    if state.pending_operations.contains(&old) {
        state.pending_operations.update(&old, |pending| {
            pending.worktree = new.clone();
            Ok(())
        })?;
    }
    for entry in state.reflog.select(&|entry| entry.worktree.as_ref() == Some(&old)) {
        state.reflog.update(&entry.id, |entry| {
            entry.worktree = Some(new.clone());
            Ok(())
        })?;
    }
    state.worktrees.remove(&old)?;
    Ok(())
}

/// How things are in a repository, in short.
fn snapshot(state: &Git, place: &Place) -> Result<Value, ToolError> {
    let (mut found, mut conflicts) = (None, BTreeSet::new());
    if let Some(worktree) = &place.worktree {
        let copy = WorkingCopy::load(state, &place.repository, worktree)?;
        found = Some(copy.changes());
        conflicts = copy.conflicts;
    }
    let status = json!({
        "branch": place.branch_name(state),
        "isClean": found.as_ref().is_none_or(Changes::is_clean),
        "staged": found.as_ref().map(|found| paths_of(&found.staged)).unwrap_or_default(),
        "unstaged": found.as_ref().map(|found| paths_of(&found.unstaged)).unwrap_or_default(),
        "untracked": found.map(|found| found.untracked).unwrap_or_default(),
        "conflicts": conflicts,
    });
    let history = History::of(state, &place.repository);
    let commits = history.log(place.head(state), &BTreeSet::new());
    let commits = commits.into_iter().take(RECENT_MAX).map(|commit| {
        json!({
            "hash": short(&commit.hash),
            "author": commit.author_name,
            "date": commit.authored_at.to_string(),
            "subject": subject_of(&commit.message),
        })
    });
    let tags = tags_by_date(state, &place.repository);
    let tags = tags.iter().take(RECENT_MAX).map(|tag| {
        let message = tag.message.as_deref();
        let view = json!({"name": tag.name, "date": tag_time(state, tag).to_string()});
        let view = with(view, "tagger", tag.tagger.as_deref().filter(|_| message.is_some()));
        let view = with(view, "annotationSubject", message.map(subject_of));
        with(view, "annotationBody", message.and_then(body_of))
    });
    Ok(json!({
        "status": with_tracking(state, place, status),
        "recentCommits": commits.collect::<Vec<Value>>(),
        "recentTags": tags.collect::<Vec<Value>>(),
    }))
}

/// How many commits and tags a snapshot shows.
const RECENT_MAX: usize = 2;

/// The changes of a working tree, as answers to staging and committing show them.
fn status_after(state: &Git, copy: &WorkingCopy) -> Value {
    let found = copy.changes();
    json!({
        "current_branch": copy.place().branch_name(state),
        "is_clean": found.is_clean(),
        "staged_changes": by_kind(&found.staged),
        "unstaged_changes": by_kind(&found.unstaged),
        "untracked_files": found.untracked,
        "conflicted_files": copy.conflicts,
    })
}

fn by_kind(deltas: &[Delta]) -> Value {
    let paths = |is_kind: fn(&Delta) -> bool| -> Vec<&str> {
        deltas.iter().filter(|delta| is_kind(delta)).map(|delta| delta.path.as_str()).collect()
    };
    json!({
        "added": paths(|delta| delta.old.is_none()),
        "modified": paths(|delta| delta.old.is_some() && delta.new.is_some()),
        "deleted": paths(|delta| delta.new.is_none()),
    })
}

/// A file that differs between two trees.
struct Delta {
    path: String,
    old: Option<String>,
    new: Option<String>,
}

fn deltas_between(old: &Tree, new: &Tree, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Delta> {
    let paths: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    paths
        .into_iter()
        .filter(|path| is_wanted(path) && old.get(*path) != new.get(*path))
        .map(|path| Delta {
            path: path.clone(),
            old: old.get(path).cloned(),
            new: new.get(path).cloned(),
        })
        .collect()
}

fn paths_of(deltas: &[Delta]) -> Vec<String> {
    deltas.iter().map(|delta| delta.path.clone()).collect()
}

/// The two sides of a comparison: commits where two are named, else a commit, the index and the
/// disk.
fn compared_trees(state: &Git, args: &GitDiff) -> Result<(Tree, Tree), ToolError> {
    let place = locate(state, &args.path)?;
    let tree = |revision: &String| -> Result<Tree, ToolError> {
        Ok(files_of(state, Some(&find_commit(state, &place, revision)?)))
    };
    if let (Some(source), Some(target)) = (&args.source, &args.target) {
        return Ok((tree(source)?, tree(target)?));
    }
    let copy = WorkingCopy::open(state, &args.path)?;
    let old = match (&args.target, &args.source) {
        (Some(revision), _) | (None, Some(revision)) => tree(revision)?,
        (None, None) if args.staged => copy.base.clone(),
        (None, None) => copy.index.clone(),
    };
    if args.staged {
        return Ok((old, copy.index));
    }
    let untracked = if args.include_untracked { copy.changes().untracked } else { Vec::new() };
    let mut disk = copy.disk.clone();
    disk.retain(|path, _| copy.is_tracked(path) || untracked.contains(path));
    Ok((old, disk))
}

fn is_generated(path: &str) -> bool {
    GENERATED.contains(&path.rsplit('/').next().unwrap_or(path))
}

fn lines_of(content: Option<&String>) -> Vec<&str> {
    content.map(|content| content.split_inclusive('\n').collect()).unwrap_or_default()
}

/// How many lines were added and removed.
fn line_counts(deltas: &[Delta]) -> (usize, usize) {
    let (mut added, mut removed) = (0_usize, 0_usize);
    for delta in deltas {
        let (old, new) = (lines_of(delta.old.as_ref()), lines_of(delta.new.as_ref()));
        let n_same = match_lines(&old, &new, false).len();
        added = added.saturating_add(new.len().saturating_sub(n_same));
        removed = removed.saturating_add(old.len().saturating_sub(n_same));
    }
    (added, removed)
}

/// ` src/cart.txt | 2 +-` for each file, and a line that sums it up.
fn stat_text(deltas: &[Delta]) -> String {
    let width = deltas.iter().map(|delta| delta.path.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for delta in deltas {
        let (added, removed) = line_counts(std::slice::from_ref(delta));
        let marks = format!("{}{}", "+".repeat(added.min(40)), "-".repeat(removed.min(40)));
        let number = added.saturating_add(removed);
        text.push_str(format!(" {:width$} | {number} {marks}", delta.path).trim_end());
        text.push('\n');
    }
    let (added, removed) = line_counts(deltas);
    let several = |number: usize| if number == 1 { "" } else { "s" };
    let n_files = deltas.len();
    text.push_str(&format!(" {n_files} file{} changed", several(n_files)));
    if added > 0 {
        text.push_str(&format!(", {added} insertion{}(+)", several(added)));
    }
    if removed > 0 {
        text.push_str(&format!(", {removed} deletion{}(-)", several(removed)));
    }
    text
}

/// A line of a comparison: `' '` for both sides, `'-'` for the old one, `'+'` for the new one.
type Line<'a> = (char, &'a str);

/// Patches in the unified form.
fn patch_text(deltas: &[Delta], n_context: usize) -> String {
    let mut text = String::new();
    for delta in deltas {
        let path = &delta.path;
        text.push_str(&format!("diff --git a/{path} b/{path}\n"));
        let name = |content: Option<&String>| match content {
            Some(content) => digest_text(content).get(..SHORT).unwrap_or_default().to_owned(),
            None => "0".repeat(SHORT),
        };
        let (before, after) = (name(delta.old.as_ref()), name(delta.new.as_ref()));
        let (mode, from, to) = match (&delta.old, &delta.new) {
            (None, _) => ("new file mode 100644\n", "/dev/null".to_owned(), format!("b/{path}")),
            (_, None) => {
                ("deleted file mode 100644\n", format!("a/{path}"), "/dev/null".to_owned())
            }
            _ => ("", format!("a/{path}"), format!("b/{path}")),
        };
        let suffix = if mode.is_empty() { " 100644" } else { "" };
        text.push_str(&format!("{mode}index {before}..{after}{suffix}\n"));
        let lines = compare(&lines_of(delta.old.as_ref()), &lines_of(delta.new.as_ref()));
        if lines.iter().any(|(sign, _)| *sign != ' ') {
            text.push_str(&format!("--- {from}\n+++ {to}\n"));
            write_hunks(&lines, n_context, &mut text);
        }
    }
    text
}

fn compare<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    let (mut from, mut to) = (0, 0);
    let ends = [(old.len(), new.len())];
    for (i, j) in match_lines(old, new, false).into_iter().chain(ends) {
        let removed = old.iter().take(i).skip(from);
        lines.extend(removed.map(|line| ('-', *line)));
        let added = new.iter().take(j).skip(to);
        lines.extend(added.map(|line| ('+', *line)));
        lines.extend(old.get(i).map(|line| (' ', *line)));
        (from, to) = (i.saturating_add(1), j.saturating_add(1));
    }
    lines
}

fn write_hunks(lines: &[Line<'_>], n_context: usize, text: &mut String) {
    let mut hunks: Vec<(usize, usize)> = Vec::new();
    for (at, _) in lines.iter().enumerate().filter(|(_, (sign, _))| *sign != ' ') {
        let start = at.saturating_sub(n_context);
        let end = at.saturating_add(n_context).saturating_add(1).min(lines.len());
        match hunks.last_mut() {
            Some(last) if start <= last.1 => last.1 = end,
            _ => hunks.push((start, end)),
        }
    }
    let number =
        |lines: &[Line<'_>], other: char| lines.iter().filter(|(sign, _)| *sign != other).count();
    let range = |before: usize, length: usize| match length {
        // A side without lines is placed after the line before it.
        0 => format!("{before},0"),
        1 => format!("{}", before.saturating_add(1)),
        _ => format!("{},{length}", before.saturating_add(1)),
    };
    for (start, end) in hunks {
        let before = lines.get(..start).unwrap_or_default();
        let hunk = lines.get(start..end).unwrap_or_default();
        let old = range(number(before, '+'), number(hunk, '+'));
        let new = range(number(before, '-'), number(hunk, '-'));
        text.push_str(&format!("@@ -{old} +{new} @@\n"));
        for (sign, line) in hunk {
            text.push(*sign);
            text.push_str(line);
            if !line.ends_with('\n') {
                text.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
}

/// The positions of lines that two texts have in common, in order: a longest such sequence, unless
/// the texts are too long to find one.
fn match_lines(old: &[&str], new: &[&str], ignores_space: bool) -> Vec<(usize, usize)> {
    let plain = |line: &str| -> String {
        if ignores_space {
            return line.chars().filter(|letter| !letter.is_whitespace()).collect();
        }
        line.to_owned()
    };
    let old: Vec<String> = old.iter().map(|line| plain(line)).collect();
    let new: Vec<String> = new.iter().map(|line| plain(line)).collect();
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let room = old.len().min(new.len()).saturating_sub(head);
    let ends = old.iter().rev().zip(new.iter().rev()).take(room);
    let tail = ends.take_while(|(a, b)| a == b).count();
    let old_end = old.len().saturating_sub(tail);
    let new_end = new.len().saturating_sub(tail);
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|at| (at, at)).collect();
    let inner_old = old.get(head..old_end).unwrap_or_default();
    let inner_new = new.get(head..new_end).unwrap_or_default();
    let shift = |(i, j): (usize, usize)| (i.saturating_add(head), j.saturating_add(head));
    pairs.extend(common_lines(inner_old, inner_new).into_iter().map(shift));
    pairs.extend((old_end..old.len()).zip(new_end..new.len()));
    pairs
}

fn common_lines(old: &[String], new: &[String]) -> Vec<(usize, usize)> {
    let width = new.len().saturating_add(1);
    if old.len().saturating_add(1).saturating_mul(width) > COMPARISON_CELLS_MAX {
        return Vec::new();
    }
    // At (i, j) is the length of the longest common part of old from i and new from j.
    let mut lengths = vec![0_usize; old.len().saturating_add(1).saturating_mul(width)];
    let cell = |i: usize, j: usize| i.saturating_mul(width).saturating_add(j);
    let at = |lengths: &[usize], i: usize, j: usize| {
        lengths.get(cell(i, j)).copied().unwrap_or_default()
    };
    for (i, line) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            let (below, right) = (i.saturating_add(1), j.saturating_add(1));
            let length = if line == other {
                at(&lengths, below, right).saturating_add(1)
            } else {
                at(&lengths, below, j).max(at(&lengths, i, right))
            };
            if let Some(slot) = lengths.get_mut(cell(i, j)) {
                *slot = length;
            }
        }
    }
    let mut pairs = Vec::new();
    let (mut i, mut j) = (0_usize, 0_usize);
    while let (Some(line), Some(other)) = (old.get(i), new.get(j)) {
        let (below, right) = (i.saturating_add(1), j.saturating_add(1));
        if line == other {
            pairs.push((i, j));
            (i, j) = (below, right);
        } else if at(&lengths, below, j) >= at(&lengths, i, right) {
            i = below;
        } else {
            j = right;
        }
    }
    pairs
}

/// The result of joining two trees.
struct Merged {
    files: Tree,
    /// The paths that could not be joined.
    conflicts: BTreeSet<String>,
}

/// Joins what two sides made of one tree.
fn merge_trees(base: &Tree, ours: &Tree, theirs: &Tree, name: &str) -> Merged {
    let paths: BTreeSet<&String> = base.keys().chain(ours.keys()).chain(theirs.keys()).collect();
    let mut merged = Merged { files: Tree::new(), conflicts: BTreeSet::new() };
    for path in paths {
        let (content, is_in_conflict) =
            merge_file(base.get(path), ours.get(path), theirs.get(path), name);
        set_file(&mut merged.files, path, content.as_ref());
        if is_in_conflict {
            merged.conflicts.insert(path.clone());
        }
    }
    merged
}

/// Joins what two sides made of a file. One that a side changed and the other deleted is kept.
fn merge_file(
    base: Option<&String>,
    ours: Option<&String>,
    theirs: Option<&String>,
    name: &str,
) -> (Option<String>, bool) {
    if ours == theirs || base == theirs {
        return (ours.cloned(), false);
    }
    if base == ours {
        return (theirs.cloned(), false);
    }
    match (ours, theirs) {
        (Some(ours), Some(theirs)) => {
            let base = base.map(String::as_str).unwrap_or_default();
            let (text, is_in_conflict) = merge_texts(base, ours, theirs, name);
            (Some(text), is_in_conflict)
        }
        (kept, None) | (None, kept) => (kept.cloned(), true),
    }
}

/// Joins what two sides made of a text: between lines that all three have, the side that changed
/// something counts. Where both did, both are written down between marks.
fn merge_texts(base: &str, ours: &str, theirs: &str, name: &str) -> (String, bool) {
    let lines =
        |text: &str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
    let (base, ours, theirs) = (lines(base), lines(ours), lines(theirs));
    let matched = |side: &[String]| -> BTreeMap<usize, usize> {
        let base: Vec<&str> = base.iter().map(String::as_str).collect();
        let side: Vec<&str> = side.iter().map(String::as_str).collect();
        match_lines(&base, &side, false).into_iter().collect()
    };
    let (in_ours, in_theirs) = (matched(&ours), matched(&theirs));
    let mut anchors: Vec<(usize, usize, usize)> =
        in_ours.iter().filter_map(|(at, i)| in_theirs.get(at).map(|j| (*at, *i, *j))).collect();
    anchors.push((base.len(), ours.len(), theirs.len()));
    let (mut text, mut has_conflict) = (String::new(), false);
    let (mut at, mut i, mut j) = (0_usize, 0_usize, 0_usize);
    for (next, next_i, next_j) in anchors {
        let old = base.get(at..next).unwrap_or_default();
        let mine = ours.get(i..next_i).unwrap_or_default();
        let other = theirs.get(j..next_j).unwrap_or_default();
        if old == other || mine == other {
            text.push_str(&mine.concat());
        } else if old == mine {
            text.push_str(&other.concat());
        } else {
            has_conflict = true;
            let parts = [("<<<<<<< HEAD\n", mine), ("=======\n", other)];
            for (mark, part) in parts {
                text.push_str(mark);
                text.push_str(&part.concat());
                if !text.ends_with('\n') {
                    text.push('\n');
                }
            }
            text.push_str(&format!(">>>>>>> {name}\n"));
        }
        text.push_str(base.get(next).map(String::as_str).unwrap_or_default());
        (at, i, j) = (next.saturating_add(1), next_i.saturating_add(1), next_j.saturating_add(1));
    }
    (text, has_conflict)
}

/// The commit that each line of a file comes from, by the line's position on disk.
fn origins(
    history: &History<'_>,
    head: &Key<Commit>,
    path: &str,
    kept: Vec<(usize, usize)>,
    ignores_space: bool,
) -> BTreeMap<usize, Key<Commit>> {
    let mut origins = BTreeMap::new();
    // The lines that a commit has to answer for: their positions in it and on disk.
    let mut open: BTreeMap<Key<Commit>, Vec<(usize, usize)>> = BTreeMap::new();
    open.insert(head.clone(), kept);
    for commit in history.log([head.clone()], &BTreeSet::new()) {
        let Some(mut left) = open.remove(&commit.hash) else { continue };
        let files = tree_of(commit);
        let lines: Vec<&str> =
            files.get(path).map(|text| text.lines().collect()).unwrap_or_default();
        for parent in history.parents(&commit.hash) {
            let before = files_of(history.state, Some(parent));
            let old: Vec<&str> =
                before.get(path).map(|text| text.lines().collect()).unwrap_or_default();
            let same: BTreeMap<usize, usize> = match_lines(&old, &lines, ignores_space)
                .into_iter()
                .map(|(old, new)| (new, old))
                .collect();
            left.retain(|(position, line)| match same.get(position) {
                Some(earlier) => {
                    open.entry(parent.clone()).or_default().push((*earlier, *line));
                    false
                }
                None => true,
            });
        }
        origins.extend(left.into_iter().map(|(_, line)| (line, commit.hash.clone())));
    }
    origins
}

fn view_blamed(number: i64, line: &str, commit: Option<&Commit>, now: Timestamp) -> Value {
    json!({
        "lineNumber": number,
        "commitHash": commit.map_or(NO_HASH, |commit| commit.hash.as_str()),
        "author": commit.map_or("Not Committed Yet", |commit| commit.author_name.as_str()),
        "timestamp": commit.map_or(now, |commit| commit.committed_at).unix_seconds(),
        "content": line,
    })
}

/// A path inside the working tree as it is stored; empty for the tree itself.
fn clean_pathspec(path: &str) -> &str {
    let path = path.trim();
    let path = path.strip_prefix("./").unwrap_or(path).trim_end_matches('/');
    if path == "." { "" } else { path }
}

/// Whether a path is one that is named, is inside it, or fits its wildcards.
fn fits_pathspec(wanted: &str, path: &str) -> bool {
    let wanted = clean_pathspec(wanted);
    wanted.is_empty()
        || path == wanted
        || path.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('/'))
        || (wanted.contains(['*', '?', '[']) && fits(&read_glob(wanted, true), path))
}

/// Whether a path fits any that are named; no names accept all.
fn fits_any(wanted: &[String], path: &str) -> bool {
    wanted.is_empty() || wanted.iter().any(|wanted| fits_pathspec(wanted, path))
}

/// A line of `.gitignore`.
struct IgnoreRule {
    pattern: Vec<Step>,
    /// Whether it takes back what an earlier rule says.
    is_negated: bool,
    is_for_directories: bool,
    /// Whether it is about the whole path, and not about a name anywhere.
    is_anchored: bool,
}

/// The rules of the `.gitignore` at the top.
fn ignore_rules(files: &Tree) -> Vec<IgnoreRule> {
    let text = files.get(".gitignore").map(String::as_str).unwrap_or_default();
    let lines = text.lines().map(str::trim_end);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let pattern = line.strip_prefix('!').unwrap_or(line);
            let path = pattern.trim_end_matches('/');
            IgnoreRule {
                pattern: read_glob(path.trim_start_matches('/'), false),
                is_negated: line.starts_with('!'),
                is_for_directories: pattern.ends_with('/'),
                is_anchored: path.contains('/'),
            }
        })
        .collect()
}

/// Whether a path, or a directory on the way to it, is ignored. The last rule that fits counts.
fn is_ignored(rules: &[IgnoreRule], path: &str) -> bool {
    let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
    ends.into_iter().any(|end| {
        let part = path.get(..end).unwrap_or_default();
        let name = part.rsplit('/').next().unwrap_or_default();
        let fitting = rules.iter().rev().find(|rule| {
            let is_directory = end < path.len();
            (is_directory || !rule.is_for_directories)
                && fits(&rule.pattern, if rule.is_anchored { part } else { name })
        });
        fitting.is_some_and(|rule| !rule.is_negated)
    })
}

/// A step of a pattern: a letter, or any number of such letters.
struct Step {
    letter: Letter,
    is_repeated: bool,
}

/// The letters that a step takes.
enum Letter {
    Any,
    NoSlash,
    Exactly(char),
    OneOf(Vec<char>),
    NoneOf(Vec<char>),
}

impl Letter {
    fn takes(&self, letter: char) -> bool {
        match self {
            Self::Any => true,
            Self::NoSlash => letter != '/',
            Self::Exactly(wanted) => *wanted == letter,
            Self::OneOf(class) => is_in_class(class, letter),
            Self::NoneOf(class) => !is_in_class(class, letter),
        }
    }
}

fn is_in_class(class: &[char], letter: char) -> bool {
    let is_in_range = class.windows(3).any(|window| match window {
        [low, '-', high] => (*low..=*high).contains(&letter),
        _ => false,
    });
    is_in_range || class.contains(&letter)
}

/// Whether a pattern takes a whole text. All ways through the pattern are followed at once, so it
/// takes no longer than their lengths multiplied.
fn fits(pattern: &[Step], text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let mut reached = vec![false; letters.len().saturating_add(1)];
    if let Some(start) = reached.first_mut() {
        *start = true;
    }
    for step in pattern {
        // Whether the text up to each place is taken once this step is done.
        let mut next = Vec::with_capacity(reached.len());
        let mut before = (false, false);
        for (place, is_reached) in reached.iter().enumerate() {
            let letter = place.checked_sub(1).and_then(|at| letters.get(at));
            let takes = letter.is_some_and(|letter| step.letter.takes(*letter));
            let (was_reached, was_next) = before;
            let is_next = if step.is_repeated {
                *is_reached || (was_next && takes)
            } else {
                was_reached && takes
            };
            next.push(is_next);
            before = (*is_reached, is_next);
        }
        reached = next;
    }
    reached.last().copied().unwrap_or(false)
}

/// A glob: `?` for a letter, `*` for any number of them in a name, or in the whole path where it
/// crosses slashes, `**` for any part of a path, `[a-z]` for one of some letters.
fn read_glob(glob: &str, crosses: bool) -> Vec<Step> {
    let letters: Vec<char> = glob.chars().collect();
    let mut steps = Vec::new();
    let mut rest = letters.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let inside = || if crosses { Letter::Any } else { Letter::NoSlash };
        let (letter, is_repeated) = match first {
            '*' if after.first() == Some(&'*') => {
                rest = after.strip_prefix(&['*', '/']).or(after.get(1..)).unwrap_or_default();
                (Letter::Any, true)
            }
            '*' => (inside(), true),
            '?' => (inside(), false),
            '[' => match read_class(after) {
                Some((class, after)) => {
                    rest = after;
                    (class, false)
                }
                None => (Letter::Exactly('['), false),
            },
            other => (Letter::Exactly(*other), false),
        };
        steps.push(Step { letter, is_repeated });
    }
    steps
}

/// The inside of `[..]` and what follows it.
fn read_class(rest: &[char]) -> Option<(Letter, &[char])> {
    let end = rest.iter().skip(1).position(|letter| *letter == ']')?.saturating_add(1);
    let (class, after) = (rest.get(..end)?, rest.get(end.saturating_add(1)..)?);
    Some(match class.split_first() {
        Some(('^' | '!', others)) => (Letter::NoneOf(others.to_vec()), after),
        _ => (Letter::OneOf(class.to_vec()), after),
    })
}

/// Alternatives of a basic regular expression, each of which takes a whole line.
fn read_expression(text: &str) -> Vec<Vec<Step>> {
    text.split("\\|").map(read_alternative).collect()
}

/// A basic regular expression: `.`, `[a-z]`, `*`, `^` and `$` mean something, all else itself.
fn read_alternative(text: &str) -> Vec<Step> {
    let anything = || Step { letter: Letter::Any, is_repeated: true };
    let is_open = !text.ends_with('$') || text.ends_with("\\$");
    let inner = if is_open { text } else { text.strip_suffix('$').unwrap_or(text) };
    let mut steps = Vec::new();
    if !inner.starts_with('^') {
        steps.push(anything());
    }
    let letters: Vec<char> = inner.strip_prefix('^').unwrap_or(inner).chars().collect();
    let mut rest = letters.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let letter = match (first, after) {
            ('\\', [escaped, after @ ..]) => {
                rest = after;
                Letter::Exactly(*escaped)
            }
            ('[', _) => match read_class(after) {
                Some((class, after)) => {
                    rest = after;
                    class
                }
                None => Letter::Exactly('['),
            },
            ('.', _) => Letter::Any,
            (other, _) => Letter::Exactly(*other),
        };
        let is_repeated = rest.first() == Some(&'*');
        if is_repeated {
            rest = rest.get(1..).unwrap_or_default();
        }
        steps.push(Step { letter, is_repeated });
    }
    if is_open {
        steps.push(anything());
    }
    steps
}

fn is_found(expression: &[Vec<Step>], line: &str) -> bool {
    expression.iter().any(|steps| fits(steps, line))
}

/// A shop that is being worked on, and a wiki with an unfinished merge, cherry-pick and rebase.
pub const FIXTURE: &str = r##"{
    "session": {"working_directory": "/home/ada/shop", "user_name": "Ada Byron", "user_email": "ada@northwind.example"},
    "repositories": {
        "https://git.example/northwind/shop.git": {"location": "https://git.example/northwind/shop.git", "default_branch": "main", "shallow": []},
        "https://git.example/northwind/wiki.git": {"location": "https://git.example/northwind/wiki.git", "default_branch": "main", "shallow": []},
        "/srv/git/tools.git": {"location": "/srv/git/tools.git", "default_branch": "trunk", "shallow": []},
        "/home/ada/shop/.git": {"location": "/home/ada/shop/.git", "default_branch": "main", "shallow": []},
        "/home/ada/wiki/.git": {"location": "/home/ada/wiki/.git", "default_branch": "main", "shallow": []}
    },
    "commits": {
        "1111111111111111111111111111111111111111": {"hash": "1111111111111111111111111111111111111111", "parents": [], "author_name": "Ada Byron", "author_email": "ada@northwind.example", "authored_at": "2026-02-01T09:00:00Z", "committed_at": "2026-02-01T09:00:00Z", "message": "Start the shop", "signature": null, "files": [{"path": ".gitignore", "content": "*.log\nbuild/\n"}, {"path": "README.md", "content": "# Shop\n"}, {"path": "src/cart.txt", "content": "apples\nbread\ncheese\n"}]},
        "2222222222222222222222222222222222222222": {"hash": "2222222222222222222222222222222222222222", "parents": ["1111111111111111111111111111111111111111"], "author_name": "Ben Okri", "author_email": "ben@northwind.example", "authored_at": "2026-02-03T09:00:00Z", "committed_at": "2026-02-03T09:00:00Z", "message": "Add dates to the cart\n\nThey keep well.", "signature": null, "files": [{"path": ".gitignore", "content": "*.log\nbuild/\n"}, {"path": "README.md", "content": "# Shop\n"}, {"path": "src/cart.txt", "content": "apples\nbread\ncheese\ndates\n"}]},
        "3333333333333333333333333333333333333333": {"hash": "3333333333333333333333333333333333333333", "parents": ["2222222222222222222222222222222222222222"], "author_name": "Ada Byron", "author_email": "ada@northwind.example", "authored_at": "2026-02-05T09:00:00Z", "committed_at": "2026-02-05T09:00:00Z", "message": "Describe the shop", "signature": null, "files": [{"path": ".gitignore", "content": "*.log\nbuild/\n"}, {"path": "README.md", "content": "# Shop\n\nSells food.\n"}, {"path": "src/cart.txt", "content": "apples\nbread\ncheese\ndates\n"}]},
        "4444444444444444444444444444444444444444": {"hash": "4444444444444444444444444444444444444444", "parents": ["3333333333333333333333333333333333333333"], "author_name": "Ben Okri", "author_email": "ben@northwind.example", "authored_at": "2026-02-10T09:00:00Z", "committed_at": "2026-02-10T09:00:00Z", "message": "Ship to the islands", "signature": null, "files": [{"path": ".gitignore", "content": "*.log\nbuild/\n"}, {"path": "README.md", "content": "# Shop\n\nSells food.\n"}, {"path": "shipping.txt", "content": "islands\n"}, {"path": "src/cart.txt", "content": "apples\nbread\ncheese\ndates\n"}]},
        "5555555555555555555555555555555555555555": {"hash": "5555555555555555555555555555555555555555", "parents": ["2222222222222222222222222222222222222222"], "author_name": "Ada Byron", "author_email": "ada@northwind.example", "authored_at": "2026-02-06T09:00:00Z", "committed_at": "2026-02-06T09:00:00Z", "message": "Search the cart", "signature": null, "files": [{"path": ".gitignore", "content": "*.log\nbuild/\n"}, {"path": "README.md", "content": "# Shop\n"}, {"path": "src/cart.txt", "content": "apples\nbread\ncheese\ndates\n"}, {"path": "src/search.txt", "content": "find\n"}]},
        "6666666666666666666666666666666666666666": {"hash": "6666666666666666666666666666666666666666", "parents": ["2222222222222222222222222222222222222222"], "author_name": "Ben Okri", "author_email": "ben@northwind.example", "authored_at": "2026-02-07T09:00:00Z", "committed_at": "2026-02-07T09:00:00Z", "message": "Bake with rye", "signature": null, "files": [{"path": ".gitignore", "content": "*.log\nbuild/\n"}, {"path": "README.md", "content": "# Shop\n"}, {"path": "src/cart.txt", "content": "apples\nrye bread\ncheese\ndates\n"}]},
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": {"hash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "parents": [], "author_name": "Ada Byron", "author_email": "ada@northwind.example", "authored_at": "2026-02-01T09:00:00Z", "committed_at": "2026-02-01T09:00:00Z", "message": "Count to three", "signature": null, "files": [{"path": "home.md", "content": "one\ntwo\nthree\n"}]},
        "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb": {"hash": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "parents": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"], "author_name": "Ada Byron", "author_email": "ada@northwind.example", "authored_at": "2026-02-04T09:00:00Z", "committed_at": "2026-02-04T09:00:00Z", "message": "Add four", "signature": null, "files": [{"path": "home.md", "content": "one\ntwo\nthree\nfour\n"}]},
        "cccccccccccccccccccccccccccccccccccccccc": {"hash": "cccccccccccccccccccccccccccccccccccccccc", "parents": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"], "author_name": "Ben Okri", "author_email": "ben@northwind.example", "authored_at": "2026-02-05T09:00:00Z", "committed_at": "2026-02-05T09:00:00Z", "message": "Greet", "signature": null, "files": [{"path": "guide.md", "content": "hello\n"}, {"path": "home.md", "content": "one\ntwo\nthree\n"}]},
        "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee": {"hash": "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "parents": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"], "author_name": "Ben Okri", "author_email": "ben@northwind.example", "authored_at": "2026-02-06T09:00:00Z", "committed_at": "2026-02-06T09:00:00Z", "message": "Shout", "signature": null, "files": [{"path": "home.md", "content": "one\nTWO\nthree\n"}]},
        "ffffffffffffffffffffffffffffffffffffffff": {"hash": "ffffffffffffffffffffffffffffffffffffffff", "parents": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"], "author_name": "Ben Okri", "author_email": "ben@northwind.example", "authored_at": "2026-02-07T09:00:00Z", "committed_at": "2026-02-07T09:00:00Z", "message": "Add five", "signature": null, "files": [{"path": "home.md", "content": "one\ntwo\nthree\nfive\n"}]},
        "abababababababababababababababababababab": {"hash": "abababababababababababababababababababab", "parents": ["bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"], "author_name": "Ada Byron", "author_email": "ada@northwind.example", "authored_at": "2026-02-08T09:00:00Z", "committed_at": "2026-02-08T09:00:00Z", "message": "Plan ahead", "signature": null, "files": [{"path": "home.md", "content": "one\ntwo\nthree\nfour\n"}, {"path": "next.md", "content": "later\n"}]},
        "dddddddddddddddddddddddddddddddddddddddd": {"hash": "dddddddddddddddddddddddddddddddddddddddd", "parents": [], "author_name": "Ben Okri", "author_email": "ben@northwind.example", "authored_at": "2026-02-02T09:00:00Z", "committed_at": "2026-02-02T09:00:00Z", "message": "Hammer", "signature": null, "files": [{"path": "hammer.txt", "content": "steel\n"}]}
    },
    "branches": {
        "https://git.example/northwind/shop.git/main": {"repository": "https://git.example/northwind/shop.git", "name": "main", "commit": "4444444444444444444444444444444444444444", "upstream": null},
        "https://git.example/northwind/wiki.git/main": {"repository": "https://git.example/northwind/wiki.git", "name": "main", "commit": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "upstream": null},
        "https://git.example/northwind/wiki.git/guide": {"repository": "https://git.example/northwind/wiki.git", "name": "guide", "commit": "cccccccccccccccccccccccccccccccccccccccc", "upstream": null},
        "/srv/git/tools.git/trunk": {"repository": "/srv/git/tools.git", "name": "trunk", "commit": "dddddddddddddddddddddddddddddddddddddddd", "upstream": null},
        "/home/ada/shop/.git/main": {"repository": "/home/ada/shop/.git", "name": "main", "commit": "3333333333333333333333333333333333333333", "upstream": "/home/ada/shop/.git/origin/main"},
        "/home/ada/shop/.git/feature~1search": {"repository": "/home/ada/shop/.git", "name": "feature/search", "commit": "5555555555555555555555555555555555555555", "upstream": null},
        "/home/ada/shop/.git/fix~1bread": {"repository": "/home/ada/shop/.git", "name": "fix/bread", "commit": "6666666666666666666666666666666666666666", "upstream": null},
        "/home/ada/wiki/.git/main": {"repository": "/home/ada/wiki/.git", "name": "main", "commit": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "upstream": "/home/ada/wiki/.git/origin/main"},
        "/home/ada/wiki/.git/stable": {"repository": "/home/ada/wiki/.git", "name": "stable", "commit": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "upstream": null},
        "/home/ada/wiki/.git/rewrite": {"repository": "/home/ada/wiki/.git", "name": "rewrite", "commit": "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "upstream": null},
        "/home/ada/wiki/.git/clash": {"repository": "/home/ada/wiki/.git", "name": "clash", "commit": "ffffffffffffffffffffffffffffffffffffffff", "upstream": null},
        "/home/ada/wiki/.git/next": {"repository": "/home/ada/wiki/.git", "name": "next", "commit": "abababababababababababababababababababab", "upstream": null},
        "/home/ada/wiki/.git/draft": {"repository": "/home/ada/wiki/.git", "name": "draft", "commit": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "upstream": null},
        "/home/ada/wiki/.git/pick": {"repository": "/home/ada/wiki/.git", "name": "pick", "commit": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "upstream": null},
        "/home/ada/wiki/.git/topic": {"repository": "/home/ada/wiki/.git", "name": "topic", "commit": "ffffffffffffffffffffffffffffffffffffffff", "upstream": null}
    },
    "tags": {
        "https://git.example/northwind/shop.git/v1.0.0": {"repository": "https://git.example/northwind/shop.git", "name": "v1.0.0", "commit": "2222222222222222222222222222222222222222", "message": "First release\n\nCarts work.", "tagger": "Ada Byron <ada@northwind.example>", "created_at": "2026-02-04T09:00:00Z", "signature": {"kind": "gpg", "signer": "Ada Byron", "key": "9F3A41C07B22D5E8", "good": true}},
        "/home/ada/shop/.git/v1.0.0": {"repository": "/home/ada/shop/.git", "name": "v1.0.0", "commit": "2222222222222222222222222222222222222222", "message": "First release\n\nCarts work.", "tagger": "Ada Byron <ada@northwind.example>", "created_at": "2026-02-04T09:00:00Z", "signature": {"kind": "gpg", "signer": "Ada Byron", "key": "9F3A41C07B22D5E8", "good": true}},
        "/home/ada/shop/.git/v1.1.0": {"repository": "/home/ada/shop/.git", "name": "v1.1.0", "commit": "3333333333333333333333333333333333333333", "message": null, "tagger": null, "created_at": "2026-02-05T10:00:00Z", "signature": null}
    },
    "remotes": {
        "/home/ada/shop/.git/origin": {"repository": "/home/ada/shop/.git", "name": "origin", "url": "https://git.example/northwind/shop.git", "push_url": null},
        "/home/ada/wiki/.git/origin": {"repository": "/home/ada/wiki/.git", "name": "origin", "url": "https://git.example/northwind/wiki.git", "push_url": null}
    },
    "remote_branches": {
        "/home/ada/shop/.git/origin/main": {"remote": "/home/ada/shop/.git/origin", "name": "main", "commit": "3333333333333333333333333333333333333333"},
        "/home/ada/wiki/.git/origin/main": {"remote": "/home/ada/wiki/.git/origin", "name": "main", "commit": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
        "/home/ada/wiki/.git/origin/old": {"remote": "/home/ada/wiki/.git/origin", "name": "old", "commit": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}
    },
    "worktrees": {
        "/home/ada/shop": {"path": "/home/ada/shop", "repository": "/home/ada/shop/.git", "branch": "/home/ada/shop/.git/main", "detached_at": null, "unborn": null, "locked": false, "directory_deleted": false},
        "/home/ada/wiki": {"path": "/home/ada/wiki", "repository": "/home/ada/wiki/.git", "branch": "/home/ada/wiki/.git/main", "detached_at": null, "unborn": null, "locked": false, "directory_deleted": false},
        "/home/ada/wiki-merge": {"path": "/home/ada/wiki-merge", "repository": "/home/ada/wiki/.git", "branch": "/home/ada/wiki/.git/draft", "detached_at": null, "unborn": null, "locked": false, "directory_deleted": false},
        "/home/ada/wiki-old": {"path": "/home/ada/wiki-old", "repository": "/home/ada/wiki/.git", "branch": null, "detached_at": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "unborn": null, "locked": false, "directory_deleted": true},
        "/home/ada/wiki-pick": {"path": "/home/ada/wiki-pick", "repository": "/home/ada/wiki/.git", "branch": "/home/ada/wiki/.git/pick", "detached_at": null, "unborn": null, "locked": true, "directory_deleted": false},
        "/home/ada/wiki-rebase": {"path": "/home/ada/wiki-rebase", "repository": "/home/ada/wiki/.git", "branch": null, "detached_at": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "unborn": null, "locked": false, "directory_deleted": false}
    },
    "working_files": {
        "/home/ada/shop/README.md": {"worktree": "/home/ada/shop", "path": "README.md", "staged": "# Shop\n\nSells food and wine.\n", "content": "# Shop\n\nSells food and wine.\n"},
        "/home/ada/shop/build~1out.txt": {"worktree": "/home/ada/shop", "path": "build/out.txt", "staged": null, "content": "built\n"},
        "/home/ada/shop/debug.log": {"worktree": "/home/ada/shop", "path": "debug.log", "staged": null, "content": "started\n"},
        "/home/ada/shop/notes.txt": {"worktree": "/home/ada/shop", "path": "notes.txt", "staged": null, "content": "buy wine\n"},
        "/home/ada/shop/src~1cart.txt": {"worktree": "/home/ada/shop", "path": "src/cart.txt", "staged": "apples\nbread\ncheese\ndates\n", "content": "apples\nbread\ncheese\ndates\neggs\n"},
        "/home/ada/wiki-merge/home.md": {"worktree": "/home/ada/wiki-merge", "path": "home.md", "staged": "one\ntwo\nthree\nfour\n", "content": "one\ntwo\nthree\nfour\nfive\n"},
        "/home/ada/wiki-pick/home.md": {"worktree": "/home/ada/wiki-pick", "path": "home.md", "staged": "one\ntwo\nthree\nfour\nfive\n", "content": "one\ntwo\nthree\nfour\nfive\n"},
        "/home/ada/wiki-rebase/home.md": {"worktree": "/home/ada/wiki-rebase", "path": "home.md", "staged": "one\ntwo\nthree\nfour\nfive\n", "content": "one\ntwo\nthree\nfour\nfive\n"}
    },
    "pending_operations": {
        "/home/ada/wiki-merge": {"worktree": "/home/ada/wiki-merge", "kind": "merge", "at": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "theirs": "ffffffffffffffffffffffffffffffffffffffff", "todo": [], "branch": null, "original": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "conflicts": ["home.md"], "message": "Merge branch 'clash' into draft"},
        "/home/ada/wiki-pick": {"worktree": "/home/ada/wiki-pick", "kind": "cherry_pick", "at": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "theirs": "ffffffffffffffffffffffffffffffffffffffff", "todo": [], "branch": null, "original": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "conflicts": [], "message": "Add five"},
        "/home/ada/wiki-rebase": {"worktree": "/home/ada/wiki-rebase", "kind": "rebase", "at": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "theirs": "ffffffffffffffffffffffffffffffffffffffff", "todo": [], "branch": "/home/ada/wiki/.git/topic", "original": "ffffffffffffffffffffffffffffffffffffffff", "conflicts": [], "message": "Add five"}
    },
    "stashes": {
        "1": {"id": 1, "repository": "/home/ada/shop/.git", "branch": "main", "base": "3333333333333333333333333333333333333333", "message": "On main: prices", "files": [{"path": "prices.txt", "staged": "bread 2\n", "content": "bread 2\n"}], "created_at": "2026-02-10T09:00:00Z"}
    },
    "reflog": {
        "1": {"id": 1, "repository": "/home/ada/shop/.git", "worktree": "/home/ada/shop", "branch": "main", "commit": "2222222222222222222222222222222222222222", "action": "clone", "message": "from https://git.example/northwind/shop.git", "created_at": "2026-02-04T12:00:00Z"},
        "2": {"id": 2, "repository": "/home/ada/shop/.git", "worktree": "/home/ada/shop", "branch": "main", "commit": "3333333333333333333333333333333333333333", "action": "commit", "message": "Describe the shop", "created_at": "2026-02-05T09:00:00Z"},
        "3": {"id": 3, "repository": "/home/ada/shop/.git", "worktree": null, "branch": "feature/search", "commit": "5555555555555555555555555555555555555555", "action": "commit", "message": "Search the cart", "created_at": "2026-02-06T09:00:00Z"}
    }
}"##;
