//! Azure DevOps: work items and boards, Git repositories with pull requests, pipelines, test plans
//! and wikis of one organization.
//!
//! Almost everything belongs to a project, which callers name by its name or its identifier. What
//! a work item may become follows from the states and transitions of its type; each change keeps
//! the revision before. Files are kept by the commits that changed them, so that any branch, tag
//! or commit can be read. A pull request completes by itself once somebody has set it to and
//! nothing blocks it. Where a call leaves out the project, the only one there is is meant.

/// One organization, as the user who is signed in sees it.
#[derive(State)]
pub struct AzureDevops {
    pub organization: One<Organization>,
    pub identities: Table<Identity>,
    pub projects: Table<Project>,
    pub teams: Table<Team>,
    pub iterations: Table<Iteration>,
    pub capacities: Table<Capacity>,
    pub work_item_types: Table<WorkItemType>,
    pub work_items: Table<WorkItem>,
    pub revisions: Table<Revision>,
    pub work_item_links: Table<WorkItemLink>,
    pub external_links: Table<ExternalLink>,
    pub work_item_comments: Table<WorkItemComment>,
    pub attachments: Table<Attachment>,
    pub queries: Table<SavedQuery>,
    pub repositories: Table<Repository>,
    pub commits: Table<Commit>,
    pub file_versions: Table<FileVersion>,
    pub branches: Table<Branch>,
    pub git_tags: Table<GitTag>,
    pub pull_requests: Table<PullRequest>,
    pub reviewers: Table<Reviewer>,
    pub branch_policies: Table<BranchPolicy>,
    pub threads: Table<Thread>,
    pub thread_comments: Table<ThreadComment>,
    pub pipelines: Table<Pipeline>,
    pub pipeline_revisions: Table<PipelineRevision>,
    pub builds: Table<Build>,
    pub stages: Table<Stage>,
    pub build_logs: Table<BuildLog>,
    pub artifacts: Table<Artifact>,
    pub test_results: Table<TestResult>,
    pub test_plans: Table<TestPlan>,
    pub test_suites: Table<TestSuite>,
    pub wikis: Table<Wiki>,
    pub wiki_pages: Table<WikiPage>,
    pub alerts: Table<Alert>,
}

/// The organization and who is signed in.
#[derive(Entity)]
pub struct Organization {
    #[entity(len = 1..=50, slug)]
    pub name: String,
    pub user_id: Key<Identity>,
}

/// A person.
#[derive(Entity)]
pub struct Identity {
    #[entity(key, uuid)]
    pub id: Key<Identity>,
    #[entity(len = 1..=256, person)]
    pub display_name: String,
    #[entity(unique, email)]
    pub unique_name: String,
}

/// Where a piece of work lives.
#[derive(Entity)]
pub struct Project {
    #[entity(key, uuid)]
    pub id: Key<Project>,
    #[entity(unique, len = 1..=64, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = ProjectState::WellFormed)]
    pub state: ProjectState,
    #[entity(default = Visibility::Private)]
    pub visibility: Visibility,
    /// What the user who is signed in may do here.
    #[entity(default = Access::Contributor)]
    pub access: Access,
    /// The areas below the project's own, which is called as the project is.
    pub area_paths: Vec<String>,
    #[entity(on_delete = clear)]
    pub default_team_id: Option<Key<Team>>,
    #[entity(updated)]
    pub last_update_time: Timestamp,
}

/// Only a well-formed project can be worked in.
#[derive(Choice)]
pub enum ProjectState {
    #[choice(rename = "wellFormed")]
    WellFormed,
    #[choice(rename = "createPending")]
    CreatePending,
    Deleting,
    Deleted,
}

/// Who can see a project.
#[derive(Choice)]
pub enum Visibility {
    Private,
    Public,
}

/// Readers change nothing, contributors work, administrators also plan iterations and pass by
/// branch policies.
#[derive(Choice)]
pub enum Access {
    Reader,
    Contributor,
    Administrator,
}

/// People who share a backlog.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct Team {
    #[entity(key, uuid)]
    pub id: Key<Team>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(len = 1..=64, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub member_ids: Vec<Key<Identity>>,
    /// The areas whose work items are the team's, the default one first; none means all.
    pub area_paths: Vec<String>,
    #[entity(on_delete = clear)]
    pub iteration_ids: Vec<Key<Iteration>>,
    #[entity(default = BugsBehavior::AsRequirements)]
    pub bugs_behavior: BugsBehavior,
    pub working_days: Vec<Weekday>,
}

/// On which backlog of a team bugs stand.
#[derive(Choice)]
pub enum BugsBehavior {
    Off,
    #[choice(rename = "asRequirements")]
    AsRequirements,
    #[choice(rename = "asTasks")]
    AsTasks,
}

/// A day of the week.
#[derive(Choice)]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// A span of time that work is planned for.
#[derive(Entity)]
#[entity(unique(project_id, path))]
pub struct Iteration {
    #[entity(key, uuid)]
    pub identifier: Key<Iteration>,
    /// The number of the iteration, which no other has.
    #[entity(unique, range = 1..=1_000_000_000)]
    pub id: i64,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    /// The project's name and the names of all iterations above, joined by `\`.
    #[entity(len = 1..=4000)]
    pub path: String,
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<Iteration>>,
    pub start_date: Option<Date>,
    pub finish_date: Option<Date>,
}

/// How much a member of a team can do a day in an iteration.
#[derive(Entity)]
pub struct Capacity {
    #[entity(key, on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(key, on_delete = cascade)]
    pub iteration_id: Key<Iteration>,
    #[entity(key, on_delete = cascade)]
    pub team_member_id: Key<Identity>,
    pub activities: Vec<Activity>,
    pub days_off: Vec<DayOff>,
}

/// A kind of work and the hours a day for it.
#[derive(Record)]
pub struct Activity {
    #[record(len = 1..=256)]
    pub name: String,
    #[record(range = 0..=24)]
    pub capacity_per_day: f64,
}

/// Days on which a member does not work, both ends included.
#[derive(Record)]
pub struct DayOff {
    pub start: Date,
    pub end: Date,
}

/// A kind of work item of a project.
#[derive(Entity)]
pub struct WorkItemType {
    #[entity(key, on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(key, len = 1..=128)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// The backlog that it stands on; bugs stand where the team wants them.
    pub backlog: Option<BacklogLevel>,
    /// New work items begin in the first one.
    #[entity(len = 1..)]
    pub states: Vec<WorkItemState>,
    /// The steps from state to state that are allowed; none listed means all.
    pub transitions: Vec<Transition>,
}

/// A level of backlogs.
#[derive(Choice)]
pub enum BacklogLevel {
    #[choice(rename = "Microsoft.EpicCategory")]
    Epic,
    #[choice(rename = "Microsoft.FeatureCategory")]
    Feature,
    #[choice(rename = "Microsoft.RequirementCategory")]
    Requirement,
    #[choice(rename = "Microsoft.TaskCategory")]
    Task,
}

/// A state that work items of a type can be in.
#[derive(Record)]
pub struct WorkItemState {
    #[record(len = 1..=128)]
    pub name: String,
    pub category: StateCategory,
}

/// What a state means, whatever it is called.
#[derive(Choice)]
pub enum StateCategory {
    #[choice(rename = "Proposed")]
    Proposed,
    #[choice(rename = "InProgress")]
    InProgress,
    #[choice(rename = "Resolved")]
    Resolved,
    #[choice(rename = "Completed")]
    Completed,
    #[choice(rename = "Removed")]
    Removed,
}

/// A step from one state to another.
#[derive(Record)]
pub struct Transition {
    pub from: String,
    pub to: String,
}

/// Something to do, to build, to mend or to test.
#[derive(Entity)]
pub struct WorkItem {
    #[entity(key, sequence)]
    pub id: IntKey<WorkItem>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(len = 1..=128)]
    pub work_item_type: String,
    /// Counts the changes, from 1.
    #[entity(default = 1, range = 1..=1_000_000_000)]
    pub rev: i64,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(len = 1..=128)]
    pub state: String,
    #[entity(default)]
    pub reason: String,
    #[entity(on_delete = clear)]
    pub assigned_to: Option<Key<Identity>>,
    #[entity(len = 1..=4000)]
    pub area_path: String,
    #[entity(len = 1..=4000)]
    pub iteration_path: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(range = 1..=4)]
    pub priority: Option<i64>,
    /// Where the work item stands on its backlog; the least comes first.
    pub stack_rank: Option<f64>,
    /// The fields that have no place of their own here, by their reference names.
    pub fields: BTreeMap<String, Json>,
    /// The fields whose text is Markdown.
    pub markdown_fields: Vec<String>,
    pub created_by: Key<Identity>,
    #[entity(created)]
    pub created_at: Timestamp,
    pub changed_by: Key<Identity>,
    #[entity(updated)]
    pub changed_at: Timestamp,
    /// Set exactly while the state's category is `Completed`.
    pub closed_at: Option<Timestamp>,
}

/// What a work item was before it was changed.
#[derive(Entity)]
pub struct Revision {
    #[entity(key, on_delete = cascade)]
    pub work_item_id: IntKey<WorkItem>,
    #[entity(key, range = 1..=1_000_000_000)]
    pub rev: i64,
    pub fields: BTreeMap<String, Json>,
    pub changed_by: Key<Identity>,
    pub changed_at: Timestamp,
}

/// A link from one work item to another.
#[derive(Entity)]
#[entity(unique(source_id, target_id, kind))]
pub struct WorkItemLink {
    #[entity(key, sequence)]
    pub id: IntKey<WorkItemLink>,
    pub kind: LinkKind,
    #[entity(on_delete = cascade)]
    pub source_id: IntKey<WorkItem>,
    #[entity(on_delete = cascade)]
    pub target_id: IntKey<WorkItem>,
    #[entity(body)]
    pub comment: Option<String>,
}

/// What a link says, read from its source to its target: is the parent of, is duplicated by, is
/// followed by, is tested by, affects, is related to.
#[derive(Choice)]
pub enum LinkKind {
    Hierarchy,
    Duplicate,
    Dependency,
    TestedBy,
    Affects,
    Related,
}

/// A link from a work item to something that is none.
#[derive(Entity)]
#[entity(unique(work_item_id, name, uri))]
pub struct ExternalLink {
    #[entity(key, sequence)]
    pub id: IntKey<ExternalLink>,
    #[entity(on_delete = cascade)]
    pub work_item_id: IntKey<WorkItem>,
    pub kind: ExternalLinkKind,
    /// What it leads to, such as `Pull Request`, `Branch` or `Hyperlink`.
    #[entity(len = 1..=128)]
    pub name: String,
    #[entity(len = 1..=4000, url)]
    pub uri: String,
    #[entity(body)]
    pub comment: Option<String>,
}

/// Something of the organization, or any address.
#[derive(Choice)]
pub enum ExternalLinkKind {
    #[choice(rename = "ArtifactLink")]
    ArtifactLink,
    #[choice(rename = "Hyperlink")]
    Hyperlink,
}

/// What someone wrote under a work item.
#[derive(Entity)]
pub struct WorkItemComment {
    #[entity(key, sequence)]
    pub id: IntKey<WorkItemComment>,
    #[entity(on_delete = cascade)]
    pub work_item_id: IntKey<WorkItem>,
    #[entity(len = 1..=150_000, body)]
    pub text: String,
    #[entity(default = TextFormat::Markdown)]
    pub format: TextFormat,
    /// Counts the changes of the text, from 1.
    #[entity(default = 1, range = 1..=1_000_000)]
    pub version: i64,
    pub created_by: Key<Identity>,
    #[entity(created)]
    pub created_date: Timestamp,
    #[entity(updated)]
    pub modified_date: Timestamp,
}

/// How a long text is written.
#[derive(Choice)]
pub enum TextFormat {
    #[choice(rename = "Html")]
    Html,
    #[choice(rename = "Markdown")]
    Markdown,
}

/// A file on a work item.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, uuid)]
    pub id: Key<Attachment>,
    #[entity(on_delete = cascade)]
    pub work_item_id: IntKey<WorkItem>,
    #[entity(len = 1..=255, path)]
    pub file_name: String,
    #[entity(body)]
    pub content: String,
}

/// A query that is kept, or a folder of such.
#[derive(Entity)]
#[entity(unique(project_id, path))]
pub struct SavedQuery {
    #[entity(key, uuid)]
    pub id: Key<SavedQuery>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    /// The names of all folders above and its own, joined by `/`.
    #[entity(len = 1..=4000)]
    pub path: String,
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<SavedQuery>>,
    #[entity(default)]
    pub is_folder: bool,
    #[entity(default = true)]
    pub is_public: bool,
    #[entity(default)]
    pub is_deleted: bool,
    /// Missing for folders.
    pub wiql: Option<String>,
}

/// A Git repository.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct Repository {
    #[entity(key, uuid)]
    pub id: Key<Repository>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(len = 1..=64, slug)]
    pub name: String,
    /// A branch with `refs/heads/` before its name; missing while the repository is empty.
    pub default_branch: Option<String>,
    #[entity(default, range = 0..=1_000_000_000)]
    pub size: i64,
    /// Nobody reads or writes the code of a disabled repository.
    #[entity(default)]
    pub is_disabled: bool,
    /// What it was forked from.
    #[entity(on_delete = clear)]
    pub parent_id: Option<Key<Repository>>,
}

/// A recorded change of files.
#[derive(Entity)]
pub struct Commit {
    #[entity(key, on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(key, len = 7..=40, pattern = "^[0-9a-f]+$")]
    pub commit_id: String,
    #[entity(len = 1..=100_000, body)]
    pub comment: String,
    pub author_id: Key<Identity>,
    #[entity(created)]
    pub author_date: Timestamp,
    #[entity(on_delete = clear)]
    pub parents: Vec<Key<Commit>>,
}

/// A file as a commit left it.
#[derive(Entity)]
pub struct FileVersion {
    #[entity(key, on_delete = cascade)]
    pub commit: Key<Commit>,
    #[entity(key, len = 1..=4000, path)]
    pub path: String,
    /// Missing where the commit deleted the file.
    #[entity(body)]
    pub content: Option<String>,
}

/// A line of work in a repository.
#[derive(Entity)]
pub struct Branch {
    #[entity(key, on_delete = cascade)]
    pub repository_id: Key<Repository>,
    /// The name without `refs/heads/`.
    #[entity(key, len = 1..=250, slug)]
    pub name: String,
    pub tip: Key<Commit>,
    pub creator_id: Key<Identity>,
}

/// A name for one commit.
#[derive(Entity)]
pub struct GitTag {
    #[entity(key, on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(key, len = 1..=250, slug)]
    pub name: String,
    pub target: Key<Commit>,
}

/// An offer to merge one branch into another.
#[derive(Entity)]
pub struct PullRequest {
    #[entity(key, sequence)]
    pub pull_request_id: IntKey<PullRequest>,
    #[entity(on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(len = 1..=400, title)]
    pub title: String,
    #[entity(default, len = 0..=4000, body)]
    pub description: String,
    #[entity(default = PullRequestStatus::Active)]
    pub status: PullRequestStatus,
    #[entity(default)]
    pub is_draft: bool,
    pub source_ref_name: String,
    pub target_ref_name: String,
    /// The fork that the source branch is in, when it is in one.
    #[entity(on_delete = clear)]
    pub source_repository_id: Option<Key<Repository>>,
    pub created_by: Key<Identity>,
    #[entity(created)]
    pub creation_date: Timestamp,
    #[entity(on_delete = clear)]
    pub closed_by: Option<Key<Identity>>,
    pub closed_date: Option<Timestamp>,
    #[entity(tag)]
    pub labels: Vec<String>,
    /// Who wants it to complete as soon as nothing blocks it; only while it is active.
    #[entity(on_delete = clear)]
    pub auto_complete_set_by: Option<Key<Identity>>,
    pub completion_options: Option<CompletionOptions>,
    /// How often its source branch was pushed to.
    #[entity(default = 1, range = 1..=10_000)]
    pub iteration_count: i64,
    /// Where source and target stood when it was completed or abandoned.
    #[entity(on_delete = clear)]
    pub closed_source: Option<Key<Commit>>,
    #[entity(on_delete = clear)]
    pub closed_target: Option<Key<Commit>>,
    #[entity(on_delete = clear)]
    pub merge_commit: Option<Key<Commit>>,
}

/// Where a pull request stands; a completed one stays so.
#[derive(Choice)]
pub enum PullRequestStatus {
    Active,
    Abandoned,
    Completed,
}

/// How a pull request is to be completed.
#[derive(Record)]
pub struct CompletionOptions {
    pub merge_strategy: MergeStrategy,
    pub merge_commit_message: Option<String>,
    pub delete_source_branch: bool,
    pub transition_work_items: bool,
    /// Why branch policies are passed by; they hold when it is missing.
    pub bypass_reason: Option<String>,
}

/// What becomes of the commits of a pull request.
#[derive(Choice)]
pub enum MergeStrategy {
    #[choice(rename = "NoFastForward")]
    NoFastForward,
    #[choice(rename = "Squash")]
    Squash,
    #[choice(rename = "Rebase")]
    Rebase,
    #[choice(rename = "RebaseMerge")]
    RebaseMerge,
}

/// Someone who looks at a pull request.
#[derive(Entity)]
pub struct Reviewer {
    #[entity(key, on_delete = cascade)]
    pub pull_request_id: IntKey<PullRequest>,
    #[entity(key, on_delete = cascade)]
    pub reviewer_id: Key<Identity>,
    #[entity(default = Vote::NoVote)]
    pub vote: Vote,
    /// The pull request waits for the approval of a required reviewer.
    #[entity(default)]
    pub is_required: bool,
}

/// What a reviewer says.
#[derive(Choice)]
pub enum Vote {
    #[choice(rename = "Approved")]
    Approved,
    #[choice(rename = "ApprovedWithSuggestions")]
    ApprovedWithSuggestions,
    #[choice(rename = "NoVote")]
    NoVote,
    #[choice(rename = "WaitingForAuthor")]
    WaitingForAuthor,
    #[choice(rename = "Rejected")]
    Rejected,
}

/// What a branch asks of the pull requests into it.
#[derive(Entity)]
pub struct BranchPolicy {
    #[entity(key, on_delete = cascade)]
    pub repository_id: Key<Repository>,
    /// The name without `refs/heads/`.
    #[entity(key, len = 1..=250, slug)]
    pub branch_name: String,
    #[entity(default, range = 0..=10)]
    pub minimum_approvers: i64,
    #[entity(default)]
    pub creator_vote_counts: bool,
    #[entity(default)]
    pub requires_work_items: bool,
    #[entity(default)]
    pub requires_resolved_comments: bool,
}

/// A talk about a pull request, or about lines of one of its files.
#[derive(Entity)]
pub struct Thread {
    #[entity(key, sequence)]
    pub id: IntKey<Thread>,
    #[entity(on_delete = cascade)]
    pub pull_request_id: IntKey<PullRequest>,
    #[entity(default = ThreadStatus::Active)]
    pub status: ThreadStatus,
    #[entity(path)]
    pub file_path: Option<String>,
    pub right_file_start: Option<FilePosition>,
    pub right_file_end: Option<FilePosition>,
    pub iteration_context: Option<IterationContext>,
    #[entity(created)]
    pub published_date: Timestamp,
    #[entity(updated)]
    pub last_updated_date: Timestamp,
}

/// Active and pending threads are open, the others are resolved.
#[derive(Choice)]
pub enum ThreadStatus {
    Unknown,
    Active,
    Fixed,
    #[choice(rename = "wontFix")]
    WontFix,
    Closed,
    #[choice(rename = "byDesign")]
    ByDesign,
    Pending,
}

/// A place in a file.
#[derive(Record)]
pub struct FilePosition {
    #[record(range = 1..=10_000_000)]
    pub line: i64,
    #[record(range = 1..=1_000_000)]
    pub offset: Option<i64>,
}

/// Which pushes a thread compares.
#[derive(Record)]
pub struct IterationContext {
    pub change_tracking_id: i64,
    pub first_comparing_iteration: i64,
    pub second_comparing_iteration: i64,
}

/// One comment of a thread.
#[derive(Entity)]
pub struct ThreadComment {
    #[entity(key, on_delete = cascade)]
    pub thread_id: IntKey<Thread>,
    /// Counts the comments of the thread, from 1.
    #[entity(key, range = 1..=1_000_000)]
    pub id: i64,
    pub author_id: Key<Identity>,
    #[entity(len = 1..=150_000, body)]
    pub content: String,
    #[entity(created)]
    pub published_date: Timestamp,
}

/// A pipeline, which earlier was called a build definition.
#[derive(Entity)]
#[entity(unique(project_id, path, name))]
pub struct Pipeline {
    #[entity(key, sequence)]
    pub id: IntKey<Pipeline>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(len = 1..=260, title)]
    pub name: String,
    /// The folder, which begins with `\`.
    #[entity(default = "\\".to_owned(), len = 1..=400)]
    pub path: String,
    #[entity(len = 1..=400, path)]
    pub yaml_filename: String,
    /// 2 where steps are written in YAML, 1 where they were put together in the designer.
    #[entity(default = 2, range = 1..=2)]
    pub process_type: i64,
    #[entity(default = RepositoryType::TfsGit)]
    pub repository_type: RepositoryType,
    /// Set where the repository is one of the organization.
    #[entity(on_delete = clear)]
    pub repository_id: Option<Key<Repository>>,
    #[entity(len = 1..=256)]
    pub repository_name: String,
    pub service_connection_id: Option<String>,
    #[entity(default = QueueStatus::Enabled)]
    pub queue_status: QueueStatus,
    #[entity(default = 1, range = 1..=1_000_000)]
    pub revision: i64,
    /// The stages that every run goes through, in this order.
    pub stages: Vec<String>,
    pub variables: Vec<PipelineVariable>,
    /// The tasks that its steps use.
    pub task_ids: Vec<String>,
    pub authored_by: Key<Identity>,
    #[entity(created)]
    pub created_date: Timestamp,
    #[entity(updated)]
    pub changed_date: Timestamp,
}

/// Where the code of a pipeline is kept.
#[derive(Choice)]
pub enum RepositoryType {
    #[choice(rename = "TfsGit")]
    TfsGit,
    #[choice(rename = "GitHub")]
    GitHub,
    #[choice(rename = "BitbucketCloud")]
    BitbucketCloud,
}

/// A disabled pipeline takes no runs; those of a paused one wait.
#[derive(Choice)]
pub enum QueueStatus {
    Enabled,
    Paused,
    Disabled,
}

/// A variable that runs of a pipeline have.
#[derive(Record)]
pub struct PipelineVariable {
    #[record(len = 1..=256)]
    pub name: String,
    pub value: Option<String>,
    pub is_secret: bool,
    /// Whether a run may be given another value.
    pub allow_override: bool,
}

/// A change of a pipeline.
#[derive(Entity)]
pub struct PipelineRevision {
    #[entity(key, on_delete = cascade)]
    pub pipeline_id: IntKey<Pipeline>,
    #[entity(key, range = 1..=1_000_000)]
    pub revision: i64,
    #[entity(len = 1..=260, title)]
    pub name: String,
    pub change_type: PipelineChange,
    pub changed_by: Key<Identity>,
    #[entity(created)]
    pub changed_date: Timestamp,
}

/// Whether a revision made, changed or deleted a pipeline.
#[derive(Choice)]
pub enum PipelineChange {
    Add,
    Update,
    Delete,
}

/// One run of a pipeline.
#[derive(Entity)]
pub struct Build {
    #[entity(key, sequence)]
    pub id: IntKey<Build>,
    #[entity(on_delete = cascade)]
    pub pipeline_id: IntKey<Pipeline>,
    #[entity(range = 1..=1_000_000)]
    pub pipeline_revision: i64,
    /// The day and the number of the run on that day.
    #[entity(len = 1..=255)]
    pub build_number: String,
    #[entity(default = BuildStatus::NotStarted)]
    pub status: BuildStatus,
    /// Set exactly when the status is `completed`.
    pub result: Option<BuildResult>,
    #[entity(default = BuildReason::Manual)]
    pub reason: BuildReason,
    pub source_branch: String,
    pub source_version: Option<String>,
    pub requested_by: Key<Identity>,
    #[entity(created)]
    pub queue_time: Timestamp,
    pub finish_time: Option<Timestamp>,
    pub template_parameters: BTreeMap<String, String>,
    pub variables: BTreeMap<String, RunVariable>,
    /// Which versions of other things the run takes.
    pub resources: Option<Json>,
}

/// How far a run is.
#[derive(Choice)]
pub enum BuildStatus {
    #[choice(rename = "notStarted")]
    NotStarted,
    #[choice(rename = "inProgress")]
    InProgress,
    Completed,
}

/// How a run ended.
#[derive(Choice)]
pub enum BuildResult {
    Succeeded,
    #[choice(rename = "partiallySucceeded")]
    PartiallySucceeded,
    Failed,
    Canceled,
}

/// Why a run was started.
#[derive(Choice)]
pub enum BuildReason {
    Manual,
    #[choice(rename = "individualCI")]
    IndividualCi,
    Schedule,
    #[choice(rename = "pullRequest")]
    PullRequest,
}

/// A variable of one run.
#[derive(Record)]
pub struct RunVariable {
    pub value: Option<String>,
    pub is_secret: bool,
}

/// A part of a run.
#[derive(Entity)]
pub struct Stage {
    #[entity(key, on_delete = cascade)]
    pub build_id: IntKey<Build>,
    #[entity(key, len = 1..=128)]
    pub name: String,
    #[entity(range = 1..=1_000)]
    pub position: i64,
    #[entity(default = StageState::Pending)]
    pub state: StageState,
    /// Set exactly when the state is `completed`.
    pub result: Option<StageResult>,
    #[entity(default = 1, range = 1..=1_000)]
    pub attempt: i64,
}

/// How far a stage is.
#[derive(Choice)]
pub enum StageState {
    Pending,
    #[choice(rename = "inProgress")]
    InProgress,
    Completed,
}

/// How a stage ended.
#[derive(Choice)]
pub enum StageResult {
    Succeeded,
    Failed,
    Canceled,
    Skipped,
}

/// What a step of a run printed.
#[derive(Entity)]
pub struct BuildLog {
    #[entity(key, on_delete = cascade)]
    pub build_id: IntKey<Build>,
    #[entity(key, range = 1..=1_000_000)]
    pub log_id: i64,
    #[entity(len = 1..=256, title)]
    pub step: String,
    #[entity(body)]
    pub content: String,
    #[entity(created)]
    pub created_on: Timestamp,
}

/// What a run left behind.
#[derive(Entity)]
pub struct Artifact {
    #[entity(key, on_delete = cascade)]
    pub build_id: IntKey<Build>,
    #[entity(key, len = 1..=256, slug)]
    pub name: String,
    #[entity(default = ArtifactKind::PipelineArtifact)]
    pub kind: ArtifactKind,
    #[entity(body)]
    pub content: String,
}

/// How an artifact is stored.
#[derive(Choice)]
pub enum ArtifactKind {
    #[choice(rename = "PipelineArtifact")]
    PipelineArtifact,
    #[choice(rename = "Container")]
    Container,
}

/// How one test went in a run.
#[derive(Entity)]
pub struct TestResult {
    #[entity(key, sequence)]
    pub id: IntKey<TestResult>,
    #[entity(on_delete = cascade)]
    pub build_id: IntKey<Build>,
    #[entity(range = 1..=1_000_000)]
    pub run_id: i64,
    #[entity(len = 1..=512, title)]
    pub test_case_title: String,
    pub automated_test_name: Option<String>,
    pub outcome: TestOutcome,
    #[entity(body)]
    pub error_message: Option<String>,
    #[entity(body)]
    pub stack_trace: Option<String>,
    #[entity(default, range = 0..=86_400_000)]
    pub duration_in_ms: i64,
}

/// What came of a test.
#[derive(Choice)]
pub enum TestOutcome {
    #[choice(rename = "Passed")]
    Passed,
    #[choice(rename = "Failed")]
    Failed,
    #[choice(rename = "Inconclusive")]
    Inconclusive,
    #[choice(rename = "Timeout")]
    Timeout,
    #[choice(rename = "Aborted")]
    Aborted,
    #[choice(rename = "Blocked")]
    Blocked,
    #[choice(rename = "NotExecuted")]
    NotExecuted,
    #[choice(rename = "Warning")]
    Warning,
    #[choice(rename = "Error")]
    Error,
    #[choice(rename = "NotApplicable")]
    NotApplicable,
    #[choice(rename = "Paused")]
    Paused,
    #[choice(rename = "InProgress")]
    InProgress,
}

/// What is to be tested in an iteration.
#[derive(Entity)]
pub struct TestPlan {
    #[entity(key, sequence)]
    pub id: IntKey<TestPlan>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(len = 1..=4000)]
    pub area_path: String,
    #[entity(len = 1..=4000)]
    pub iteration: String,
    #[entity(default = PlanState::Active)]
    pub state: PlanState,
    pub start_date: Option<Date>,
    pub end_date: Option<Date>,
    pub owner_id: Key<Identity>,
}

/// Whether a plan is still followed.
#[derive(Choice)]
pub enum PlanState {
    #[choice(rename = "Active")]
    Active,
    #[choice(rename = "Inactive")]
    Inactive,
}

/// A group of test cases in a plan; each plan has one root suite, which has no parent.
#[derive(Entity)]
#[entity(unique(parent_suite_id, name))]
pub struct TestSuite {
    #[entity(key, sequence)]
    pub id: IntKey<TestSuite>,
    #[entity(on_delete = cascade)]
    pub plan_id: IntKey<TestPlan>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub parent_suite_id: Option<IntKey<TestSuite>>,
    #[entity(default = SuiteType::Static)]
    pub suite_type: SuiteType,
    #[entity(on_delete = clear)]
    pub test_case_ids: Vec<IntKey<WorkItem>>,
}

/// Only static suites have their test cases put in by hand.
#[derive(Choice)]
pub enum SuiteType {
    #[choice(rename = "staticTestSuite")]
    Static,
    #[choice(rename = "dynamicTestSuite")]
    Dynamic,
    #[choice(rename = "requirementTestSuite")]
    Requirement,
}

/// A book of pages.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct Wiki {
    #[entity(key, uuid)]
    pub id: Key<Wiki>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(rename = "type", default = WikiType::ProjectWiki)]
    pub kind: WikiType,
    /// The repository whose folder a code wiki shows.
    #[entity(on_delete = clear)]
    pub repository_id: Option<Key<Repository>>,
    #[entity(default = "/".to_owned(), path)]
    pub mapped_path: String,
    /// The branches that the wiki has, the one that is read first.
    #[entity(len = 1..)]
    pub versions: Vec<String>,
}

/// Whether a wiki is a project's own or shows a folder of a repository.
#[derive(Choice)]
pub enum WikiType {
    #[choice(rename = "projectWiki")]
    ProjectWiki,
    #[choice(rename = "codeWiki")]
    CodeWiki,
}

/// A page of a wiki.
#[derive(Entity)]
#[entity(unique(wiki_id, version, path))]
pub struct WikiPage {
    #[entity(key, sequence)]
    pub id: IntKey<WikiPage>,
    #[entity(on_delete = cascade)]
    pub wiki_id: Key<Wiki>,
    /// The branch that the page is on.
    #[entity(default = "wikiMaster".to_owned(), len = 1..=250)]
    pub version: String,
    /// The titles of all pages above and its own, with `/` before each.
    #[entity(len = 2..=4000, path)]
    pub path: String,
    #[entity(default, body)]
    pub content: String,
    /// Changes with the content.
    #[entity(len = 1..=64)]
    pub etag: String,
    pub view_stats: Vec<DayViews>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// How often a page was seen on a day.
#[derive(Record)]
pub struct DayViews {
    pub day: Date,
    #[record(range = 0..=1_000_000_000)]
    pub count: i64,
}

/// A weakness that Advanced Security found in a repository.
#[derive(Entity)]
pub struct Alert {
    #[entity(key, on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(key, range = 1..=1_000_000_000)]
    pub alert_id: i64,
    #[entity(len = 1..=512, title)]
    pub title: String,
    pub alert_type: AlertType,
    #[entity(default = AlertState::Active)]
    pub state: AlertState,
    pub severity: Severity,
    pub rule_id: String,
    pub rule_name: String,
    pub tool_name: String,
    /// The branch that it was found on, with `refs/heads/`; secrets have none.
    pub git_ref: Option<String>,
    #[entity(path)]
    pub file_path: Option<String>,
    #[entity(range = 1..=10_000_000)]
    pub line: Option<i64>,
    #[entity(default = Confidence::High)]
    pub confidence: Confidence,
    /// Whether a secret still opens something; missing for other alerts.
    pub validity: Option<Validity>,
    #[entity(created)]
    pub first_seen: Timestamp,
    #[entity(updated)]
    pub last_seen: Timestamp,
    pub fixed_on: Option<Timestamp>,
}

/// What kind of weakness was found.
#[derive(Choice)]
pub enum AlertType {
    Unknown,
    Dependency,
    Secret,
    Code,
    License,
}

/// What became of an alert.
#[derive(Choice)]
pub enum AlertState {
    Unknown,
    Active,
    Dismissed,
    Fixed,
    #[choice(rename = "autoDismissed")]
    AutoDismissed,
}

/// How bad an alert is, the worst first.
#[derive(Choice)]
pub enum Severity {
    Critical,
    High,
    Error,
    Medium,
    Warning,
    Low,
    Note,
    Undefined,
}

/// How sure the scanner is.
#[derive(Choice)]
pub enum Confidence {
    High,
    Other,
}

/// What is known of a secret.
#[derive(Choice)]
pub enum Validity {
    #[choice(rename = "none")]
    NotChecked,
    Unknown,
    Active,
    Inactive,
}

/// A change of a field of one of several work items.
#[derive(Record)]
#[record(open)]
pub struct BatchUpdate {
    #[record(default = "Add".to_owned())]
    pub op: String,
    pub id: i64,
    pub path: String,
    pub value: String,
    pub format: Option<TextFormat>,
}

/// A link that is to be made.
#[derive(Record)]
#[record(open)]
pub struct LinkUpdate {
    pub id: i64,
    #[record(rename = "linkToId")]
    pub link_to_id: Option<i64>,
    pub url: Option<String>,
    #[record(rename = "type", default = "related".to_owned())]
    pub kind: String,
    pub comment: Option<String>,
}

/// The arguments of `repo_pull_request_write`. What an update leaves out stays as it is, the draft
/// mark too, so that its default counts for new pull requests only.
#[derive(Args)]
pub struct RepoPullRequestWrite {
    pub action: RepoPullRequestWriteAction,
    #[arg(rename = "repositoryId")]
    pub repository_id: Option<Key<Repository>>,
    #[arg(rename = "pullRequestId")]
    pub pull_request_id: Option<IntKey<PullRequest>>,
    pub project: Option<Key<Project>>,
    #[arg(rename = "sourceRefName")]
    pub source_ref_name: Option<String>,
    #[arg(rename = "targetRefName")]
    pub target_ref_name: Option<String>,
    pub title: Option<String>,
    pub description: Option<String>,
    #[arg(rename = "isDraft")]
    pub is_draft: Option<bool>,
    #[arg(rename = "workItems")]
    pub work_items: Option<String>,
    #[arg(rename = "forkSourceRepositoryId")]
    pub fork_source_repository_id: Option<Key<Repository>>,
    pub labels: Option<Vec<String>>,
    pub status: Option<RepoPullRequestWriteStatus>,
    #[arg(rename = "autoComplete")]
    pub auto_complete: Option<bool>,
    #[arg(rename = "mergeStrategy")]
    pub merge_strategy: Option<String>,
    #[arg(rename = "mergeCommitMessage")]
    pub merge_commit_message: Option<String>,
    #[arg(rename = "deleteSourceBranch", default = false)]
    pub delete_source_branch: bool,
    #[arg(rename = "transitionWorkItems", default = true)]
    pub transition_work_items: bool,
    #[arg(rename = "bypassReason")]
    pub bypass_reason: Option<String>,
    #[arg(rename = "reviewerIds")]
    pub reviewer_ids: Option<Vec<Key<Identity>>>,
    #[arg(rename = "reviewerAction")]
    pub reviewer_action: Option<RepoPullRequestWriteReviewerAction>,
    pub vote: Option<Vote>,
}

pub trait Tools {
    /// Lists the alerts of a repository. Branches, confidence and validity narrow only the alerts
    /// that have them: secrets are on no branch, and only secrets are more or less sure or valid.
    #[tool(
        about = Alert,
        types(project = Key<Project>, repository = Key<Repository>, top = i64)
    )]
    #[case(
        args = r#"{"project":"Ferry Booking","repository":"booking-web","states":["Active"]}"#,
        ok = r#"{"items":[{"alert_id":2,"severity":"critical"},{"alert_id":1,"severity":"high"}],"total":2}"#
    )]
    #[case(
        args = r#"{"project":"Ferry Booking","repository":"booking-web","onlyDefaultBranch":false,"orderBy":"id","top":1}"#,
        ok = r#"{"items":[{"alert_id":1}],"total":3,"next_cursor":"c1"}"#
    )]
    #[case(
        args = r#"{"project":"Ferry Booking","repository":"booking-web","alertType":"Secret","confidenceLevels":["Other"],"ref":"refs/heads/nowhere"}"#,
        ok = r#"{"items":[],"total":0}"#
    )]
    #[case(
        args = r#"{"project":"Ferry Booking","repository":"booking-web","alertType":"Typo"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"project":"Ferry Booking","repository":"nowhere"}"#, error = "not_found")]
    fn advsec_get_alerts(
        state: &AzureDevops,
        args: AdvsecGetAlerts,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Alert>>, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        let repository = find_repository(state, Some(&*project), args.repository.as_str())?;
        let kind = match &args.alert_type {
            Some(text) => Some(choose(AlertType::ALL, text, "alertType")?),
            None => None,
        };
        let states = choose_all(AlertState::ALL, args.states.as_deref(), "state")?;
        let severities = choose_all(Severity::ALL, args.severities.as_deref(), "severity")?;
        let levels = choose_all(Confidence::ALL, args.confidence_levels.as_deref(), "confidence")?;
        let validity = choose_all(Validity::ALL, args.validity.as_deref(), "validity")?;
        let branch = match (&args.r#ref, args.only_default_branch) {
            (Some(named), _) => Some(full_ref(named)),
            (None, Some(false)) => None,
            (None, _) => repository.default_branch.clone(),
        };
        let is_all_levels = levels.len() >= Confidence::ALL.len();
        let fits = |alert: &Alert| match alert.alert_type {
            AlertType::Secret => {
                (is_all_levels || one_of(&alert.confidence, &levels))
                    && is_one_of(alert.validity.as_ref(), &validity)
            }
            _ => branch.is_none() || alert.git_ref == branch,
        };
        let mut rows = state.alerts.select(&|alert| {
            alert.repository_id == repository.id
                && equals(&alert.alert_type, kind.as_ref())
                && one_of(&alert.state, &states)
                && one_of(&alert.severity, &severities)
                && equals(&alert.rule_id, args.rule_id.as_ref())
                && equals(&alert.rule_name, args.rule_name.as_ref())
                && equals(&alert.tool_name, args.tool_name.as_ref())
                && fits(alert)
        });
        match args.order_by.as_str() {
            "firstSeen" => rows.sort_by_key(|alert| std::cmp::Reverse(alert.first_seen)),
            "lastSeen" => rows.sort_by_key(|alert| std::cmp::Reverse(alert.last_seen)),
            "fixedOn" => rows.sort_by_key(|alert| std::cmp::Reverse(alert.fixed_on)),
            "severity" => rows.sort_by_key(|alert| severity_rank(alert.severity)),
            _ => {}
        }
        let (limit, cursor) = (Some(args.top), args.continuation_token);
        PageRequest { limit, cursor, ..PageRequest::default() }.cut(rows)
    }

    /// Reads one alert, on request only if it is on a branch.
    #[tool(
        about = Alert,
        types(project = Key<Project>, repository = Key<Repository>, alert_id = i64)
    )]
    #[case(
        args = r#"{"project":"Ferry Booking","repository":"booking-web","alertId":1}"#,
        ok = r#"{"alert_id":1,"alert_type":"code","git_ref":"refs/heads/main"}"#
    )]
    #[case(
        args = r#"{"project":"Ferry Booking","repository":"booking-web","alertId":1,"ref":"refs/heads/feature/cards"}"#,
        error = "not_found"
    )]
    fn advsec_get_alert_details(
        state: &AzureDevops,
        args: AdvsecGetAlertDetails,
        _cx: &mut Context,
    ) -> Result<RowRef<Alert>, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        let repository = find_repository(state, Some(&*project), args.repository.as_str())?;
        let alert = state.alerts.find(&join_key(&[&repository.id, &args.alert_id]))?;
        if let Some(named) = &args.r#ref
            && alert.git_ref.as_ref() != Some(&full_ref(named))
        {
            let message = format!("alert {} is not on `{named}`", args.alert_id);
            return Err(ToolError::not_found(message));
        }
        Ok(alert)
    }

    /// Lists the teams of a project by name, all or those that the current user is in.
    #[tool(about = Team, types(project = Key<Project>, top = i64, skip = i64))]
    #[case(
        args = r#"{"project":"Ferry Booking"}"#,
        ok = r#"{"items":[{"name":"Ferry Booking Team"},{"name":"Payments"}],"total":2}"#
    )]
    #[case(
        args = r#"{"project":"ferry booking","mine":true}"#,
        ok = r#"{"items":[{"name":"Ferry Booking Team"}],"total":1}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    #[case(args = r#"{"project":"Old Timetable"}"#, error = "failed_precondition")]
    fn core_list_project_teams(
        state: &AzureDevops,
        args: CoreListProjectTeams,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Team>>, ToolError> {
        let project = project_or_only(state, args.project.as_ref())?;
        let me = me(state)?;
        let mine = args.mine.unwrap_or(false);
        let mut rows = state.teams.select(&|team| {
            team.project_id == project.id && (!mine || team.member_ids.contains(&me))
        });
        rows.sort_by_key(|team| team.name.to_lowercase());
        let limit = Some(args.top.unwrap_or(LIST_DEFAULT));
        PageRequest { limit, offset: args.skip, ..PageRequest::default() }.cut(rows)
    }

    /// Lists projects by name. A continuation token is the number of projects to leave out.
    #[tool(types(top = i64, skip = i64, continuation_token = i64))]
    #[case(
        args = "{}",
        ok = r#"{"projects":[{"name":"Ferry Booking","access":"administrator"},{"name":"Port Sensors","access":"reader"}],"total":2,"continuation_token":null}"#
    )]
    #[case(
        args = r#"{"stateFilter":"all","top":1,"projectNameFilter":"t"}"#,
        ok = r#"{"projects":[{"name":"Old Timetable","state":"deleted"}],"total":2,"continuation_token":1}"#
    )]
    #[case(args = r#"{"top":-1}"#, error = "invalid_argument")]
    fn core_list_projects(
        state: &AzureDevops,
        args: CoreListProjects,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let wanted = args.state_filter.as_str();
        let name = args.project_name_filter.unwrap_or_default().to_lowercase();
        let mut rows = state.projects.select(&|project| {
            (wanted == "all" || project.state.as_str() == wanted)
                && project.name.to_lowercase().contains(&name)
        });
        rows.sort_by_key(|project| project.name.to_lowercase());
        let limit = Some(args.top.unwrap_or(LIST_DEFAULT));
        let offset = args.continuation_token.or(args.skip);
        let page = PageRequest { limit, offset, ..PageRequest::default() }.cut(rows)?;
        let shown = i64::try_from(page.items.len()).unwrap_or(i64::MAX);
        let next = page.next_cursor.is_some().then(|| offset.unwrap_or(0).saturating_add(shown));
        Ok(serde_json::json!({
            "projects": page.items.iter().map(value_of).collect::<Vec<_>>(),
            "total": page.total,
            "continuation_token": next,
        }))
    }

    /// Finds people by a part of their name or address.
    #[tool]
    #[case(
        args = r#"{"searchFilter":"samir"}"#,
        ok = r#"[{"id":"1d000000-0000-4000-8000-000000000002","display_name":"Samir Haddad","unique_name":"samir@harborline.example"}]"#
    )]
    #[case(args = r#"{"searchFilter":"nobody here"}"#, error = "not_found")]
    #[case(args = r#"{"searchFilter":" "}"#, error = "invalid_argument")]
    fn core_get_identity_ids(
        state: &AzureDevops,
        args: CoreGetIdentityIds,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Identity>>, ToolError> {
        let wanted = args.search_filter.trim().to_lowercase();
        if wanted.is_empty() {
            return Err(ToolError::invalid_argument("the search filter must not be empty"));
        }
        let mut rows = state.identities.select(&|person| {
            person.display_name.to_lowercase().contains(&wanted)
                || person.unique_name.to_lowercase().contains(&wanted)
        });
        if rows.is_empty() {
            let message = format!("nobody is called `{}`", args.search_filter);
            return Err(ToolError::not_found(message));
        }
        rows.sort_by_key(|person| person.display_name.to_lowercase());
        Ok(rows)
    }

    /// Says that the server is there.
    #[tool]
    #[case(args = "{}", ok = r#"{"domain":"mcp-apps","message":"pong"}"#)]
    fn mcp_apps_ping(
        _state: &AzureDevops,
        _args: McpAppsPing,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        Ok(serde_json::json!({"domain": "mcp-apps", "message": "pong"}))
    }

    /// What the steps of a run printed: the list of logs, or the lines of one, which count from 1.
    #[tool(
        types(
            project = Key<Project>,
            build_id = IntKey<Build>,
            log_id = i64,
            start_line = i64,
            end_line = i64
        )
    )]
    #[case(
        args = r#"{"action":"list","project":"Ferry Booking","buildId":1}"#,
        ok = r#"{"items":[{"log_id":1,"step":"Checkout","line_count":1},{"log_id":2,"step":"Run tests","line_count":4}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"get_content","project":"Ferry Booking","buildId":1,"logId":2,"startLine":3,"endLine":4}"#,
        ok = r#"{"log_id":2,"lines":["FAIL pay.test.ts","1 failed, 11 passed"]}"#
    )]
    #[case(
        args = r#"{"action":"get_content","project":"Ferry Booking","buildId":1}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"get_content","project":"Ferry Booking","buildId":1,"logId":9}"#,
        error = "not_found"
    )]
    #[case(args = r#"{"action":"list","project":"Port Sensors","buildId":1}"#, error = "not_found")]
    fn pipelines_build_log(
        state: &AzureDevops,
        args: PipelinesBuildLog,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        let build = find_build(state, &project, args.build_id)?;
        match args.action {
            PipelinesBuildLogAction::List => {
                let logs = state.build_logs.select(&|log| log.build_id == build.id);
                Ok(whole(logs.iter().map(|log| view_log(log)).collect()))
            }
            PipelinesBuildLogAction::GetContent => {
                let id = need(args.log_id, "logId", "get_content")?;
                let log = state.build_logs.find(&join_key(&[&build.id, &id]))?;
                let first = args.start_line.unwrap_or(1);
                let last = args.end_line.unwrap_or(i64::MAX);
                if first < 0 || last < first {
                    let message = "lines go from `startLine`, 0 or more, to `endLine`";
                    return Err(ToolError::invalid_argument(message));
                }
                let lines = (1_i64..).zip(log.content.lines());
                let lines = lines.filter(|(number, _)| *number >= first && *number <= last);
                let lines: Vec<&str> = lines.map(|(_, line)| line).collect();
                Ok(serde_json::json!({"build_id": build.id.get(), "log_id": id, "lines": lines}))
            }
        }
    }

    /// The pipelines of a project, or the changes of one.
    #[tool(
        types(
            project = Key<Project>,
            definition_id = IntKey<Pipeline>,
            repository_id = Key<Repository>,
            top = i64,
            min_metrics_time = Timestamp,
            definition_ids = Vec<IntKey<Pipeline>>,
            built_after = Timestamp,
            not_built_after = Timestamp,
            process_type = i64
        )
    )]
    #[case(
        args = r#"{"action":"list","project":"Ferry Booking","name":"booking*","includeLatestBuilds":true}"#,
        ok = r#"{"items":[{"id":1,"name":"booking-ci","path":"\\","latest_build":{"id":2,"status":"inProgress"}},{"id":2,"name":"booking-nightly","latest_build":null}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"list","project":"Ferry Booking","repositoryId":"booking-web","repositoryType":"TfsGit","queryOrder":"definitionNameDescending","top":1}"#,
        ok = r#"{"items":[{"name":"booking-nightly"}],"total":2,"next_cursor":"c1"}"#
    )]
    #[case(
        args = r#"{"action":"list_revisions","project":"Ferry Booking","definitionId":1}"#,
        ok = r#"{"items":[{"revision":2,"change_type":"update","name":"booking-ci"},{"revision":1,"change_type":"add"}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"list","project":"Ferry Booking","repositoryId":"nowhere"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"list_revisions","project":"Ferry Booking"}"#,
        error = "invalid_argument"
    )]
    fn pipelines_definition(
        state: &AzureDevops,
        args: PipelinesDefinition,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        match args.action {
            PipelinesDefinitionAction::List => list_pipelines(state, &project, args),
            PipelinesDefinitionAction::ListRevisions => {
                let id = need(args.definition_id, "definitionId", "list_revisions")?;
                let pipeline = find_pipeline(state, &project, id)?;
                let mut rows =
                    state.pipeline_revisions.select(&|row| row.pipeline_id == pipeline.id);
                rows.reverse();
                Ok(whole(rows.iter().map(value_of).collect()))
            }
        }
    }

    /// One run of a pipeline, or all of them, the newest first.
    #[tool(
        types(project = Key<Project>, pipeline_id = IntKey<Pipeline>, run_id = IntKey<Build>)
    )]
    #[case(
        args = r#"{"action":"list","project":"Ferry Booking","pipelineId":1}"#,
        ok = r#"{"items":[{"id":2,"state":"inProgress","result":null},{"id":1,"state":"completed","result":"failed"}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"get","project":"Ferry Booking","pipelineId":1,"runId":1}"#,
        ok = r#"{"id":1,"name":"20260223.1","pipeline":{"id":1,"name":"booking-ci"},"variables":{"region":{"value":"north"},"token":{"value":null,"is_secret":true}},"stages":[{"name":"Build","state":"completed","result":"succeeded"},{"name":"Deploy","result":"failed"}]}"#
    )]
    #[case(
        args = r#"{"action":"get","project":"Ferry Booking","pipelineId":2,"runId":1}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"get","project":"Ferry Booking","pipelineId":1}"#,
        error = "invalid_argument"
    )]
    fn pipelines_run(
        state: &AzureDevops,
        args: PipelinesRun,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        let pipeline = find_pipeline(state, &project, args.pipeline_id)?;
        match args.action {
            PipelinesRunAction::Get => {
                let id = need(args.run_id, "runId", "get")?;
                let build = find_build(state, &project, id)?;
                if build.pipeline_id != pipeline.id {
                    let message = format!("pipeline {} has no run {id}", pipeline.id);
                    return Err(ToolError::not_found(message));
                }
                Ok(view_run(state, &pipeline, &build))
            }
            PipelinesRunAction::List => {
                let mut builds = state.builds.select(&|build| build.pipeline_id == pipeline.id);
                builds.reverse();
                Ok(whole(builds.iter().map(|build| view_build(build)).collect()))
            }
        }
    }

    /// What a run left behind: the list, or the content of one artifact as base64. Where a folder
    /// is named, only the path of the file is answered, which lies outside of this service.
    #[tool(types(project = Key<Project>, build_id = IntKey<Build>))]
    #[case(
        args = r#"{"action":"list","project":"Ferry Booking","buildId":1}"#,
        ok = r#"{"items":[{"name":"drop","kind":"PipelineArtifact","size_in_bytes":12}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"download","project":"Ferry Booking","buildId":1,"artifactName":"drop"}"#,
        ok = r#"{"name":"drop","mime_type":"application/zip","content_base64":"Ym9va2luZyAxLjQK"}"#
    )]
    #[case(
        args = r#"{"action":"download","project":"Ferry Booking","buildId":1,"artifactName":"drop","destinationPath":"out/builds"}"#,
        ok = r#"{"name":"drop","file_path":"out/builds/drop.zip"}"#
    )]
    #[case(
        args = r#"{"action":"download","project":"Ferry Booking","buildId":1,"artifactName":"drop","destinationPath":"../builds"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"download","project":"Ferry Booking","buildId":2,"artifactName":"drop"}"#,
        error = "not_found"
    )]
    fn pipelines_artifact(
        state: &AzureDevops,
        args: PipelinesArtifact,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        let build = find_build(state, &project, args.build_id)?;
        match args.action {
            PipelinesArtifactAction::List => {
                let rows = state.artifacts.select(&|row| row.build_id == build.id);
                Ok(whole(rows.iter().map(|row| view_artifact(row)).collect()))
            }
            PipelinesArtifactAction::Download => {
                let name = need(args.artifact_name, "artifactName", "download")?;
                if name.contains(['/', '\\']) {
                    let message = "`artifactName` is a name and no path";
                    return Err(ToolError::invalid_argument(message));
                }
                if let Some(folder) = &args.destination_path {
                    check_relative("destinationPath", folder)?;
                }
                let artifact = state.artifacts.find(&join_key(&[&build.id, &name]))?;
                match args.destination_path.filter(|folder| !folder.is_empty()) {
                    Some(folder) => Ok(serde_json::json!({
                        "name": name,
                        "file_path": format!("{}/{name}.zip", folder.trim_end_matches('/')),
                    })),
                    None => Ok(serde_json::json!({
                        "name": name,
                        "mime_type": "application/zip",
                        "content_base64": base64(artifact.content.as_bytes()),
                    })),
                }
            }
        }
    }

    /// Runs, makes and renames pipelines, and cancels, retries or starts a stage of a run.
    #[tool(
        types(
            project = Key<Project>,
            pipeline_id = IntKey<Pipeline>,
            pipeline_version = i64,
            resources = Json,
            template_parameters = BTreeMap<String, String>,
            variables = BTreeMap<String, Json>,
            repository_id = Key<Repository>,
            build_id = IntKey<Build>
        )
    )]
    #[case(
        args = r#"{"action":"run_pipeline","project":"Ferry Booking","pipelineId":1,"resources":{"repositories":{"self":{"refName":"refs/heads/feature/cards"}}},"variables":{"region":{"value":"south"}},"stagesToSkip":["Deploy"]}"#,
        ok = r#"{"id":3,"name":"20260225.1","state":"notStarted","source_branch":"refs/heads/feature/cards","variables":{"region":{"value":"south"}},"stages":[{"name":"Build","state":"pending"},{"name":"Deploy","state":"completed","result":"skipped"}]}"#
    )]
    #[case(
        args = r#"{"action":"run_pipeline","project":"Ferry Booking","pipelineId":1,"previewRun":true}"#,
        ok = r#"{"final_yaml":"stages:\n- stage: Build\n- stage: Deploy\n"}"#
    )]
    #[case(
        args = r#"{"action":"run_pipeline","project":"Ferry Booking","pipelineId":1,"yamlOverride":"stages: []"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"run_pipeline","project":"Ferry Booking","pipelineId":1,"variables":{"host":{"value":"x"}}}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"run_pipeline","project":"Ferry Booking","pipelineId":2}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"create_pipeline","project":"Ferry Booking","name":"booking-docs","folder":"docs","yamlPath":"/docs.yml","repositoryType":"azureReposGit","repositoryName":"booking-web"}"#,
        ok = r#"{"id":3,"name":"booking-docs","path":"\\docs","revision":1,"yaml_filename":"/docs.yml"}"#
    )]
    #[case(
        args = r#"{"action":"create_pipeline","project":"Ferry Booking","name":"booking-ci","yamlPath":"/ci.yml","repositoryType":"azureReposGit","repositoryName":"booking-web"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"action":"rename_pipeline","project":"Ferry Booking","pipelineId":1,"name":"booking-main"}"#,
        ok = r#"{"id":1,"name":"booking-main","revision":3}"#
    )]
    #[case(
        args = r#"{"action":"update_build_stage","project":"Ferry Booking","buildId":1,"stageName":"Deploy","status":"Retry"}"#,
        ok = r#"{"id":1,"state":"inProgress","result":null,"stages":[{"name":"Build","result":"succeeded"},{"name":"Deploy","state":"pending","result":null,"attempt":2}]}"#
    )]
    #[case(
        args = r#"{"action":"update_build_stage","project":"Ferry Booking","buildId":2,"stageName":"Build","status":"Cancel"}"#,
        ok = r#"{"id":2,"state":"completed","result":"canceled","stages":[{"name":"Build","result":"canceled"},{"name":"Deploy","result":"skipped"}]}"#
    )]
    #[case(
        args = r#"{"action":"update_build_stage","project":"Ferry Booking","buildId":1,"stageName":"Build","status":"Retry"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"rename_pipeline","project":"Port Sensors","pipelineId":1,"name":"x"}"#,
        error = "permission_denied"
    )]
    fn pipelines_write(
        state: &mut AzureDevops,
        args: PipelinesWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        check_contributor(&project)?;
        match args.action {
            PipelinesWriteAction::RunPipeline => run_pipeline(state, &project, args, cx),
            PipelinesWriteAction::CreatePipeline => create_pipeline(state, &project, args, cx),
            PipelinesWriteAction::RenamePipeline => {
                let id = need(args.pipeline_id, "pipelineId", "rename_pipeline")?;
                let name = need(args.name, "name", "rename_pipeline")?;
                rename_pipeline(state, &project, id, name, cx)
            }
            PipelinesWriteAction::UpdateBuildStage => {
                let id = need(args.build_id, "buildId", "update_build_stage")?;
                let name = need(args.stage_name, "stageName", "update_build_stage")?;
                let status = need(args.status, "status", "update_build_stage")?;
                let build = find_build(state, &project, id)?;
                let stage = state.stages.find(&join_key(&[&build.id, &name]))?;
                match status.to_lowercase().as_str() {
                    "cancel" => cancel_stage(state, &stage)?,
                    "retry" => retry_stage(state, &stage, args.force_retry_all_jobs)?,
                    "run" => start_stage(state, &stage)?,
                    _ => return Err(not_one_of("status", &status, &["Cancel", "Retry", "Run"])),
                }
                settle_build(state, &build, cx)?;
                let build = state.builds.find(&build.id)?;
                let pipeline = state.pipelines.find(&build.pipeline_id)?;
                Ok(view_run(state, &pipeline, &build))
            }
        }
    }

    /// One repository, or those of a project by name.
    #[tool(
        types(
            project = Key<Project>,
            repository_name_or_id = Key<Repository>,
            top = i64,
            skip = i64
        )
    )]
    #[case(
        args = r#"{"action":"get","project":"Ferry Booking","repositoryNameOrId":"booking-web"}"#,
        ok = r#"{"name":"booking-web","default_branch":"refs/heads/main","is_fork":false,"web_url":"https://dev.azure.com/harborline/Ferry%20Booking/_git/booking-web"}"#
    )]
    #[case(
        args = r#"{"action":"list","project":"Ferry Booking","repoNameFilter":"API"}"#,
        ok = r#"{"items":[{"name":"booking-api","is_disabled":true}],"total":1}"#
    )]
    #[case(args = r#"{"action":"list"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"action":"get","project":"Ferry Booking","repositoryNameOrId":"nowhere"}"#,
        error = "not_found"
    )]
    fn repo_repository(
        state: &AzureDevops,
        args: RepoRepository,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = need(args.project, "project", args.action.as_str())?;
        let project = find_project(state, project.as_str())?;
        match args.action {
            RepoRepositoryAction::Get => {
                let named = need(args.repository_name_or_id, "repositoryNameOrId", "get")?;
                let repository = find_repository(state, Some(&*project), named.as_str())?;
                view_repository(state, &repository)
            }
            RepoRepositoryAction::List => {
                let wanted = args.repo_name_filter.unwrap_or_default().to_lowercase();
                let mut rows = state.repositories.select(&|row| {
                    row.project_id == project.id && row.name.to_lowercase().contains(&wanted)
                });
                rows.sort_by_key(|row| row.name.to_lowercase());
                let mut views = Vec::new();
                for row in &rows {
                    views.push(view_repository(state, row)?);
                }
                page(views, Some(args.top), Some(args.skip))
            }
        }
    }

    /// One pull request, those of a repository or project, or those that hold certain commits.
    #[tool(
        types(
            repository_id = Key<Repository>,
            pull_request_id = IntKey<PullRequest>,
            project = Key<Project>,
            top = i64,
            skip = i64,
            repository = Key<Repository>
        )
    )]
    #[case(
        args = r#"{"action":"get","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":1,"includeWorkItemRefs":true,"includeLabels":true,"includeChangedFiles":true}"#,
        ok = r#"{"pull_request_id":1,"status":"active","merge_status":"succeeded","blocked_by":["0 of 1 approvals","a comment thread is not resolved"],"reviewers":[{"display_name":"Samir Haddad","vote":0}],"work_item_refs":[{"id":1}],"labels":["web"],"changed_files":[{"path":"/src/card.ts","change_type":"add"},{"path":"/src/pay.ts","change_type":"edit"}]}"#
    )]
    #[case(
        args = r#"{"action":"list","project":"Ferry Booking","created_by_me":true}"#,
        ok = r#"{"items":[{"pull_request_id":1,"repository":"booking-web","created_by":{"display_name":"Nora Lindqvist"}}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"list","project":"Ferry Booking","status":"All","user_is_reviewer":"samir@harborline.example"}"#,
        ok = r#"{"items":[{"pull_request_id":3},{"pull_request_id":1}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"list_by_commits","project":"Ferry Booking","repository":"booking-web","commits":["3333333333333333333333333333333333333333"],"queryType":"Commit"}"#,
        ok = r#"{"results":{"3333333333333333333333333333333333333333":[{"pull_request_id":1}]}}"#
    )]
    #[case(args = r#"{"action":"list"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"action":"get","repositoryId":"booking-web","pullRequestId":1}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"get","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":99}"#,
        error = "not_found"
    )]
    fn repo_pull_request(
        state: &AzureDevops,
        args: RepoPullRequest,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = match &args.project {
            Some(named) => Some(find_project(state, named.as_str())?),
            None => None,
        };
        match args.action {
            RepoPullRequestAction::Get => {
                let named = need(args.repository_id, "repositoryId", "get")?;
                let id = need(args.pull_request_id, "pullRequestId", "get")?;
                let repository = find_repository(state, project.as_deref(), named.as_str())?;
                let pull = find_pull(state, &repository, id)?;
                let mut view = view_pull_detail(state, &pull)?;
                if args.include_work_item_refs {
                    let items = linked_items(state, &pull);
                    let refs = items.iter().map(|item| serde_json::json!({"id": item.id.get()}));
                    add_field(&mut view, "work_item_refs", refs.collect());
                }
                if args.include_labels {
                    add_field(&mut view, "labels", serde_json::json!(pull.labels));
                }
                if args.include_changed_files {
                    add_field(&mut view, "changed_files", changed_files(state, &pull).into());
                }
                Ok(view)
            }
            RepoPullRequestAction::List => list_pulls(state, project.as_deref(), args),
            RepoPullRequestAction::ListByCommits => {
                let project = need(project, "project", "list_by_commits")?;
                let named = need(args.repository, "repository", "list_by_commits")?;
                let repository = find_repository(state, Some(&*project), named.as_str())?;
                let commits = need(args.commits, "commits", "list_by_commits")?;
                let by = args.query_type.unwrap_or_default();
                let known = ["LastMergeCommit", "Commit", "NotSet"];
                if !by.is_empty() && !known.iter().any(|one| one.eq_ignore_ascii_case(&by)) {
                    return Err(not_one_of("queryType", &by, &known));
                }
                let is_any = by.eq_ignore_ascii_case("Commit");
                let pulls = state.pull_requests.select(&|row| row.repository_id == repository.id);
                let mut results = serde_json::Map::new();
                for commit in commits {
                    let holds = |pull: &RowRef<PullRequest>| {
                        is_merge_of(state, pull, &commit)
                            || is_any && has_commit(state, pull, &commit)
                    };
                    let found = pulls.iter().filter(|pull| holds(pull));
                    let views: Vec<_> = found.map(|pull| view_pull(state, pull)).collect();
                    results.insert(commit, views.into());
                }
                Ok(serde_json::json!({"results": results}))
            }
        }
    }

    /// The threads of a pull request, or the comments of one.
    #[tool(
        types(
            repository_id = Key<Repository>,
            pull_request_id = IntKey<PullRequest>,
            project = Key<Project>,
            thread_id = IntKey<Thread>,
            iteration = i64,
            base_iteration = i64,
            top = i64,
            skip = i64
        )
    )]
    #[case(
        args = r#"{"action":"list","repositoryId":"booking-web","pullRequestId":1,"project":"Ferry Booking","status":"Active"}"#,
        ok = r#"{"items":[{"id":1,"status":"active","file_path":"/src/card.ts","comments":[{"id":1,"content":"Name the cards that we take."},{"id":2}]}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"list","repositoryId":"booking-web","pullRequestId":1,"project":"Ferry Booking","authorEmail":"wei@harborline.example","fullResponse":true}"#,
        ok = r#"{"items":[{"id":2,"status":"fixed","right_file_start":null,"iteration_context":null,"comments":[{"id":1,"author":{"display_name":"Wei Zhang"}}]}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"list_comments","repositoryId":"booking-web","pullRequestId":1,"project":"Ferry Booking","threadId":1,"skip":1}"#,
        ok = r#"{"items":[{"id":2,"author":{"display_name":"Nora Lindqvist"}}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"list_comments","repositoryId":"booking-web","pullRequestId":3,"project":"Ferry Booking","threadId":1}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"list","repositoryId":"booking-web","pullRequestId":1,"project":"Ferry Booking","status":"Open"}"#,
        error = "invalid_argument"
    )]
    fn repo_pull_request_thread(
        state: &AzureDevops,
        args: RepoPullRequestThread,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = repository_of(state, args.project.as_ref(), args.repository_id.as_str())?;
        let pull = find_pull(state, &repository, args.pull_request_id)?;
        match args.action {
            RepoPullRequestThreadAction::List => list_threads(state, &pull, args),
            RepoPullRequestThreadAction::ListComments => {
                let id = need(args.thread_id, "threadId", "list_comments")?;
                let thread = find_thread(state, &pull, id)?;
                let comments = comments_of(state, &thread);
                let views = comments.iter().map(|comment| view_thread_comment(state, comment));
                page(views.collect(), Some(args.top), Some(args.skip))
            }
        }
    }

    /// One branch, or the names of branches, last in the alphabet first. Mine are those that the
    /// current user made or that end in a commit of theirs.
    #[tool(types(repository_id = Key<Repository>, project = Key<Project>, top = i64))]
    #[case(
        args = r#"{"action":"get","repositoryId":"booking-web","project":"Ferry Booking","branchName":"main"}"#,
        ok = r#"{"name":"refs/heads/main","object_id":"2222222222222222222222222222222222222222","creator":{"display_name":"Samir Haddad"}}"#
    )]
    #[case(
        args = r#"{"action":"list","repositoryId":"booking-web","project":"Ferry Booking","top":2}"#,
        ok = r#"{"items":["old","main"],"total":4,"next_cursor":"c2"}"#
    )]
    #[case(
        args = r#"{"action":"list_mine","repositoryId":"booking-web","project":"Ferry Booking"}"#,
        ok = r#"{"items":["feature/cards"],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"get","repositoryId":"booking-web","project":"Ferry Booking","branchName":"nowhere"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"list","repositoryId":"booking-api","project":"Ferry Booking"}"#,
        error = "failed_precondition"
    )]
    fn repo_branch(
        state: &AzureDevops,
        args: RepoBranch,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = code_of(state, args.project.as_ref(), args.repository_id.as_str())?;
        if args.action == RepoBranchAction::Get {
            let name = need(args.branch_name, "branchName", "get")?;
            let branch = find_branch(state, &repository, &name)?;
            return Ok(view_branch(state, &branch));
        }
        let me = me(state)?;
        let mine = args.action == RepoBranchAction::ListMine;
        let wanted = args.filter_contains.unwrap_or_default();
        let is_mine = |branch: &Branch| {
            branch.creator_id == me
                || state.commits.get(&branch.tip).is_some_and(|commit| commit.author_id == me)
        };
        let rows = state.branches.select(&|row| {
            row.repository_id == repository.id
                && row.name.contains(&wanted)
                && (!mine || is_mine(row))
        });
        let mut names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
        names.sort_by(|a, b| b.cmp(a));
        page(names.into_iter().map(serde_json::Value::from).collect(), Some(args.top), None)
    }

    /// The text of a file, or what is in a folder, as it is at a branch, tag or commit.
    #[tool(
        types(repository_id = Key<Repository>, project = Key<Project>, recursion_depth = i64)
    )]
    #[case(
        args = r#"{"action":"get_content","repositoryId":"booking-web","project":"Ferry Booking","path":"src/pay.ts"}"#,
        ok = r#"{"path":"/src/pay.ts","content":"export const pay = () => cash();\n","commit_id":"1111111111111111111111111111111111111111"}"#
    )]
    #[case(
        args = r#"{"action":"get_content","repositoryId":"booking-web","project":"Ferry Booking","path":"/src/pay.ts","version":"feature/cards","versionType":"Branch"}"#,
        ok = r#"{"content":"export const pay = (by) => by();\n"}"#
    )]
    #[case(
        args = r#"{"action":"get_content","repositoryId":"booking-web","project":"Ferry Booking","path":"/README.md","version":"v1.0","versionType":"Tag"}"#,
        ok = r##"{"content":"# Booking\n"}"##
    )]
    #[case(
        args = r#"{"action":"list_directory","repositoryId":"booking-web","project":"Ferry Booking","version":"feature/cards"}"#,
        ok = r#"{"count":3,"path":"/","recursive":false,"items":[{"path":"/README.md","is_folder":false},{"path":"/azure-pipelines.yml"},{"path":"/src","is_folder":true}]}"#
    )]
    #[case(
        args = r#"{"action":"list_directory","repositoryId":"booking-web","project":"Ferry Booking","path":"/nowhere"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"get_content","repositoryId":"booking-web","project":"Ferry Booking","path":"/src/pay.ts","version":"main"}"#,
        error = "not_found"
    )]
    fn repo_file(
        state: &AzureDevops,
        args: RepoFile,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = code_of(state, args.project.as_ref(), args.repository_id.as_str())?;
        let path = slashed(&args.path);
        let version = args.version.as_deref().filter(|version| !version.is_empty());
        match args.action {
            RepoFileAction::GetContent => {
                let tip = tip_of(state, &repository, version, &args.version_type)?;
                let files = files_at(state, &tip);
                let file = files.get(&path).ok_or_else(|| no_file(&repository, &path))?;
                let commit = state.commits.get(&file.commit);
                Ok(serde_json::json!({
                    "path": path,
                    "content": file.content,
                    "commit_id": commit.map(|commit| commit.commit_id.as_str()),
                }))
            }
            RepoFileAction::ListDirectory => {
                // A version of a folder is a branch first, whatever its type is by default.
                let is_tag = args.version_type.eq_ignore_ascii_case("Tag");
                let tip = match (version, is_tag) {
                    (Some(named), false) => tip_of_any(state, &repository, named)?,
                    _ => tip_of(state, &repository, version, &args.version_type)?,
                };
                let depth = if args.recursive { args.recursion_depth.clamp(1, 10) } else { 1 };
                let items = entries_below(&files_at(state, &tip), &path, depth);
                if items.is_empty() {
                    return Err(no_file(&repository, &path));
                }
                Ok(serde_json::json!({
                    "count": items.len(),
                    "path": path,
                    "recursive": args.recursive,
                    "items": items,
                }))
            }
        }
    }

    /// Finds commits by words of their messages, and by where, when and by whom they were made.
    #[tool(types(skip = i64, top = i64))]
    #[case(
        args = r#"{"searchText":"card","project":"Ferry Booking"}"#,
        ok = r#"{"total":1,"results":[{"commit_id":"3333333333333333333333333333333333333333","author":"Nora Lindqvist","repository":{"name":"booking-web"}}]}"#
    )]
    #[case(
        args = r#"{"searchText":"the","branch":["main"],"orderBy":"ASC","includeFacets":true,"top":1}"#,
        ok = r#"{"total":2,"results":[{"commit_id":"1111111111111111111111111111111111111111"}],"facets":{"repositories":{"booking-web":2}}}"#
    )]
    #[case(
        args = r#"{"searchText":"the","commitStartDate":"2026-02-01","commitEndDate":"2026-02-10"}"#,
        ok = r#"{"total":1,"results":[{"commit_id":"2222222222222222222222222222222222222222"}]}"#
    )]
    #[case(
        args = r#"{"searchText":"the","commitStartDate":"last week"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"searchText":" "}"#, error = "invalid_argument")]
    fn repo_search_commits(
        state: &AzureDevops,
        args: RepoSearchCommits,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        check_search_text(&args.search_text)?;
        let projects = texts_of(args.project.as_ref());
        let repositories = args.repository.unwrap_or_default();
        let branches = args.branch.unwrap_or_default();
        let authors = args.author.unwrap_or_default();
        let since = match &args.commit_start_date {
            Some(text) => Some(Timestamp::parse(text)?),
            None => None,
        };
        let until = match &args.commit_end_date {
            Some(text) => Some(end_of(text)?),
            None => None,
        };
        let reached = reached_from(state, &branches);
        let mut rows = state.commits.select(&|commit| {
            contains_text(&[&commit.comment], &args.search_text)
                && is_in_scope(state, &commit.repository_id, &projects, &repositories)
                && (branches.is_empty() || reached.contains(&commit_key(commit)))
                && (authors.is_empty() || is_person(state, &commit.author_id, &authors))
                && since.is_none_or(|since| commit.author_date >= since)
                && until.is_none_or(|until| commit.author_date <= until)
        });
        rows.sort_by_key(|commit| commit.author_date);
        if args.order_by.as_ref().is_none_or(|order| order.as_str() == "DESC") {
            rows.reverse();
        }
        let views = rows.iter().map(|commit| view_commit(state, commit)).collect();
        let places = rows.iter().map(|commit| &commit.repository_id);
        let facets = args.include_facets.then(|| repository_facets(state, places));
        found(views, facets, args.top, args.skip)
    }

    /// Makes and changes pull requests, sets who reviews them and votes. A pull request that is set
    /// to complete by itself does so once it is active, no draft and nothing blocks it.
    #[tool]
    #[case(
        args = r#"{"action":"create","repositoryId":"booking-web","project":"Ferry Booking","sourceRefName":"refs/heads/old","targetRefName":"refs/heads/main","title":"Bring back the old prices","isDraft":true,"workItems":"1 3","labels":["prices"]}"#,
        ok = r#"{"pull_request_id":4,"status":"active","is_draft":true,"description":"","created_by":{"display_name":"Nora Lindqvist"}}"#
    )]
    #[case(
        args = r#"{"action":"create","repositoryId":"booking-web","project":"Ferry Booking","sourceRefName":"refs/heads/feature/cards","targetRefName":"main","title":"Again"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"action":"create","repositoryId":"booking-web","project":"Ferry Booking","sourceRefName":"refs/heads/nowhere","targetRefName":"refs/heads/main","title":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"update","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":3,"autoComplete":true,"mergeStrategy":"Squash","deleteSourceBranch":true}"#,
        ok = r#"{"pull_request_id":3,"status":"completed","closed_date":"2026-02-25T06:13:20Z"}"#
    )]
    #[case(
        args = r#"{"action":"update","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":1,"autoComplete":true,"title":"Pay by card at the counter"}"#,
        ok = r#"{"pull_request_id":1,"status":"active","title":"Pay by card at the counter","is_draft":false}"#
    )]
    #[case(
        args = r#"{"action":"update","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":1,"autoComplete":true,"bypassReason":"The fair opens today"}"#,
        ok = r#"{"pull_request_id":1,"status":"completed"}"#
    )]
    #[case(
        args = r#"{"action":"update","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":2,"status":"Active"}"#,
        ok = r#"{"pull_request_id":2,"status":"active","closed_date":null}"#
    )]
    #[case(
        args = r#"{"action":"update","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":2,"title":"x"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"update","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":1,"isDraft":true,"autoComplete":true}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"update","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":1}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"update_reviewers","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":1,"reviewerIds":["1d000000-0000-4000-8000-000000000003"],"reviewerAction":"add"}"#,
        ok = r#"{"reviewers":[{"display_name":"Samir Haddad","vote":0},{"display_name":"Wei Zhang","vote":0}]}"#
    )]
    #[case(
        args = r#"{"action":"update_reviewers","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":3,"reviewerIds":["1d000000-0000-4000-8000-000000000002"],"reviewerAction":"remove"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"vote","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":3,"vote":"WaitingForAuthor"}"#,
        ok = r#"{"pull_request_id":3,"status":"active","reviewers":[{"display_name":"Nora Lindqvist","vote":-5},{"display_name":"Samir Haddad","vote":10,"is_required":true}]}"#
    )]
    #[case(
        args = r#"{"action":"vote","repositoryId":"booking-web","project":"Ferry Booking","pullRequestId":2,"vote":"Approved"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"create","repositoryId":"sensor-hub","project":"Port Sensors","sourceRefName":"a","targetRefName":"b","title":"x"}"#,
        error = "permission_denied"
    )]
    fn repo_pull_request_write(
        state: &mut AzureDevops,
        args: RepoPullRequestWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let action = args.action;
        let named = need(args.repository_id.clone(), "repositoryId", action.as_str())?;
        let repository = code_of(state, args.project.as_ref(), named.as_str())?;
        check_contributor(&*state.projects.find(&repository.project_id)?)?;
        if action == RepoPullRequestWriteAction::Create {
            let pull = create_pull(state, &repository, args, cx)?;
            return Ok(view_pull_written(state, &pull));
        }
        let id = need(args.pull_request_id, "pullRequestId", action.as_str())?;
        let pull = find_pull(state, &repository, id)?;
        if action == RepoPullRequestWriteAction::Update {
            update_pull(state, &pull, args, cx)?;
            complete_if_free(state, id, cx)?;
            return Ok(view_pull_written(state, &*state.pull_requests.find(&id)?));
        }
        check_active(&pull)?;
        if action == RepoPullRequestWriteAction::Vote {
            let vote = need(args.vote, "vote", "vote")?;
            let me = me(state)?;
            let before = state.reviewers.get(&join_key(&[&id, &me]));
            let is_required = before.is_some_and(|reviewer| reviewer.is_required);
            let reviewer = Reviewer { pull_request_id: id, reviewer_id: me, vote, is_required };
            state.reviewers.put(reviewer);
        } else {
            let people = need(args.reviewer_ids, "reviewerIds", "update_reviewers")?;
            let wanted = need(args.reviewer_action, "reviewerAction", "update_reviewers")?;
            if people.is_empty() {
                return Err(ToolError::invalid_argument("`reviewerIds` names nobody"));
            }
            let adds = wanted == RepoPullRequestWriteReviewerAction::Add;
            for person in &people {
                change_reviewer(state, id, person, adds)?;
            }
        }
        complete_if_free(state, id, cx)?;
        let pull = state.pull_requests.find(&id)?;
        Ok(serde_json::json!({
            "pull_request_id": id.get(),
            "status": pull.status.as_str(),
            "reviewers": view_reviewers(state, id),
        }))
    }

    /// Starts threads about a pull request, replies in them and resolves them.
    #[tool(
        types(
            repository_id = Key<Repository>,
            pull_request_id = IntKey<PullRequest>,
            project = Key<Project>,
            thread_id = IntKey<Thread>,
            right_file_start_line = i64,
            right_file_start_offset = i64,
            right_file_end_line = i64,
            right_file_end_offset = i64
        )
    )]
    #[case(
        args = r#"{"action":"create","repositoryId":"booking-web","pullRequestId":1,"project":"Ferry Booking","content":"Why by?","filePath":"src/pay.ts","rightFileStartLine":1,"rightFileStartOffset":5,"rightFileEndLine":1,"rightFileEndOffset":9}"#,
        ok = r#"{"id":3,"status":"active","file_path":"/src/pay.ts","right_file_start":{"line":1,"offset":5},"comments":[{"id":1,"content":"Why by?","author":{"display_name":"Nora Lindqvist"}}]}"#
    )]
    #[case(
        args = r#"{"action":"reply","repositoryId":"booking-web","pullRequestId":1,"project":"Ferry Booking","threadId":1,"content":"Done."}"#,
        ok = r#"{"thread_id":1,"id":3,"content":"Done."}"#
    )]
    #[case(
        args = r#"{"action":"update_status","repositoryId":"booking-web","pullRequestId":1,"project":"Ferry Booking","threadId":1,"status":"Fixed"}"#,
        ok = r#"{"id":1,"status":"fixed"}"#
    )]
    #[case(
        args = r#"{"action":"create","repositoryId":"booking-web","pullRequestId":1,"project":"Ferry Booking","content":"x","filePath":"src/pay.ts","rightFileEndLine":4,"rightFileEndOffset":1}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"create","repositoryId":"booking-web","pullRequestId":1,"project":"Ferry Booking","content":"x","changeTrackingId":1}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"update_status","repositoryId":"booking-web","pullRequestId":1,"project":"Ferry Booking","threadId":1}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"reply","repositoryId":"booking-web","pullRequestId":3,"project":"Ferry Booking","threadId":1,"content":"x"}"#,
        error = "not_found"
    )]
    fn repo_pull_request_thread_write(
        state: &mut AzureDevops,
        args: RepoPullRequestThreadWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = repository_of(state, args.project.as_ref(), args.repository_id.as_str())?;
        check_contributor(&*state.projects.find(&repository.project_id)?)?;
        let pull = find_pull(state, &repository, args.pull_request_id)?;
        let id = pull.pull_request_id;
        match args.action {
            RepoPullRequestThreadWriteAction::Create => {
                let thread = create_thread(state, &pull, args, cx)?;
                Ok(view_thread(state, &thread, true))
            }
            RepoPullRequestThreadWriteAction::Reply => {
                let thread = need(args.thread_id, "threadId", "reply")?;
                let thread = find_thread(state, &pull, thread)?;
                let content = need(args.content, "content", "reply")?;
                let comment = add_thread_comment(state, thread.id, content, cx)?;
                let mut view = view_thread_comment(state, &comment);
                add_field(&mut view, "thread_id", thread.id.get().into());
                if args.full_response {
                    let thread = state.threads.find(&thread.id)?;
                    add_field(&mut view, "thread", view_thread(state, &thread, true));
                }
                Ok(view)
            }
            RepoPullRequestThreadWriteAction::UpdateStatus => {
                let thread = need(args.thread_id, "threadId", "update_status")?;
                let thread = find_thread(state, &pull, thread)?;
                let status = need(args.status, "status", "update_status")?;
                let status = choose(ThreadStatus::ALL, &status, "status")?;
                let now = cx.now();
                state.threads.update(&thread.id, |thread| {
                    thread.status = status;
                    thread.last_updated_date = now;
                    Ok(())
                })?;
                complete_if_free(state, id, cx)?;
                let thread = state.threads.find(&thread.id)?;
                Ok(view_thread(state, &thread, false))
            }
        }
    }

    /// Starts a branch at the end of another one, or at a commit.
    #[tool(types(repository_id = Key<Repository>, project = Key<Project>))]
    #[case(
        args = r#"{"repositoryId":"booking-web","project":"Ferry Booking","branchName":"feature/seats"}"#,
        ok = r#"{"name":"refs/heads/feature/seats","object_id":"2222222222222222222222222222222222222222","creator":{"display_name":"Nora Lindqvist"}}"#
    )]
    #[case(
        args = r#"{"repositoryId":"booking-web","project":"Ferry Booking","branchName":"again","sourceCommitId":"1111111111111111111111111111111111111111"}"#,
        ok = r#"{"name":"refs/heads/again","object_id":"1111111111111111111111111111111111111111"}"#
    )]
    #[case(
        args = r#"{"repositoryId":"booking-web","project":"Ferry Booking","branchName":"old"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"repositoryId":"booking-web","project":"Ferry Booking","branchName":"x","sourceBranchName":"nowhere"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"repositoryId":"booking-web","project":"Ferry Booking","branchName":"two words"}"#,
        error = "invalid_argument"
    )]
    fn repo_create_branch(
        state: &mut AzureDevops,
        args: RepoCreateBranch,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let repository = code_of(state, args.project.as_ref(), args.repository_id.as_str())?;
        check_contributor(&*state.projects.find(&repository.project_id)?)?;
        let name = short_ref(&args.branch_name);
        check_branch_name(&name)?;
        let tip = match args.source_commit_id.filter(|commit| !commit.is_empty()) {
            Some(commit) => find_commit(state, &repository, &commit)?,
            None => find_branch(state, &repository, &args.source_branch_name)?.tip.clone(),
        };
        let branch = state.branches.insert(Branch {
            repository_id: repository.id.clone(),
            name,
            tip,
            creator_id: me(state)?,
        })?;
        Ok(view_branch(state, &branch))
    }

    /// Finds files whose paths and texts have all the words, on the default branches unless others
    /// are named.
    #[tool(types(skip = i64, top = i64))]
    #[case(
        args = r#"{"searchText":"pay cash","project":["Ferry Booking"],"includeFacets":true}"#,
        ok = r#"{"total":1,"results":[{"file_name":"pay.ts","path":"/src/pay.ts","project":{"name":"Ferry Booking"},"branch":"main"}],"facets":{"repositories":{"booking-web":1}}}"#
    )]
    #[case(
        args = r#"{"searchText":"by","branch":["feature/cards"],"path":["/src"]}"#,
        ok = r#"{"total":1,"results":[{"path":"/src/pay.ts","branch":"feature/cards"}]}"#
    )]
    #[case(args = r#"{"searchText":"zebra"}"#, ok = r#"{"total":0,"results":[]}"#)]
    #[case(args = r#"{"searchText":""}"#, error = "invalid_argument")]
    fn search_code(
        state: &AzureDevops,
        args: SearchCode,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        check_search_text(&args.search_text)?;
        let projects = texts_of(args.project.as_ref());
        let repositories = args.repository.unwrap_or_default();
        let branches = args.branch.unwrap_or_default();
        let folders: Vec<String> =
            args.path.unwrap_or_default().iter().map(|path| slashed(path)).collect();
        let rows = state.branches.select(&|branch| {
            is_searched(state, branch, &branches)
                && is_in_scope(state, &branch.repository_id, &projects, &repositories)
        });
        let (mut views, mut places) = (Vec::new(), Vec::new());
        for branch in &rows {
            for (path, file) in files_at(state, &branch.tip) {
                let content = file.content.as_deref().unwrap_or_default();
                let is_inside =
                    folders.is_empty() || folders.iter().any(|folder| is_below(&path, folder));
                if is_inside && contains_text(&[&path, content], &args.search_text) {
                    views.push(view_code(state, branch, &path, content));
                    places.push(&branch.repository_id);
                }
            }
        }
        let facets = args.include_facets.then(|| repository_facets(state, places.iter().copied()));
        found(views, facets, args.top, args.skip)
    }

    /// Finds wiki pages whose paths and texts have all the words.
    #[tool(types(skip = i64, top = i64))]
    #[case(
        args = r#"{"searchText":"harbor codes","project":["Ferry Booking"]}"#,
        ok = r#"{"total":1,"results":[{"path":"/Harbors/Codes","wiki":{"name":"Ferry Booking.wiki"}}]}"#
    )]
    #[case(
        args = r#"{"searchText":"harbor","wiki":["nowhere"],"includeFacets":true}"#,
        ok = r#"{"total":0,"results":[],"facets":{"wikis":{}}}"#
    )]
    #[case(args = r#"{"searchText":" "}"#, error = "invalid_argument")]
    fn search_wiki(
        state: &AzureDevops,
        args: SearchWiki,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        check_search_text(&args.search_text)?;
        let projects = args.project.unwrap_or_default();
        let wikis = args.wiki.unwrap_or_default();
        let rows = state.wiki_pages.select(&|page| {
            contains_text(&[&page.path, &page.content], &args.search_text)
                && state.wikis.get(&page.wiki_id).is_some_and(|wiki| {
                    is_named(wiki.id.as_str(), &wiki.name, &wikis)
                        && is_project(state, &wiki.project_id, &projects)
                })
        });
        let views = rows.iter().map(|page| view_found_page(state, page)).collect();
        let facets = args.include_facets.then(|| {
            let names = rows.iter().filter_map(|page| state.wikis.get(&page.wiki_id));
            serde_json::json!({"wikis": counts(names.map(|wiki| wiki.name.as_str()))})
        });
        found(views, facets, args.top, args.skip)
    }

    /// Finds work items whose titles, descriptions, tags or numbers have all the words, the last
    /// changed first.
    #[tool(types(skip = i64, top = i64))]
    #[case(
        args = r#"{"searchText":"card","project":["Ferry Booking"],"workItemType":["Task","User Story"],"includeFacets":true}"#,
        ok = r#"{"total":2,"results":[{"id":1,"work_item_type":"User Story"},{"id":2,"work_item_type":"Task","state":"New"}],"facets":{"states":{"Active":1,"New":1}}}"#
    )]
    #[case(
        args = r#"{"searchText":"card","assignedTo":["Samir Haddad"],"areaPath":["Ferry Booking"],"state":["New"]}"#,
        ok = r#"{"total":1,"results":[{"id":2,"assigned_to":{"display_name":"Samir Haddad"}}]}"#
    )]
    #[case(args = r#"{"searchText":" "}"#, error = "invalid_argument")]
    fn search_workitem(
        state: &AzureDevops,
        args: SearchWorkitem,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        check_search_text(&args.search_text)?;
        let projects = args.project.unwrap_or_default();
        let areas = args.area_path.unwrap_or_default();
        let kinds = args.work_item_type.unwrap_or_default();
        let states = args.state.unwrap_or_default();
        let people = args.assigned_to.unwrap_or_default();
        let mut rows = state.work_items.select(&|item| {
            has_words(item, &args.search_text)
                && is_project(state, &item.project_id, &projects)
                && (areas.is_empty() || areas.iter().any(|area| is_under(&item.area_path, area)))
                && is_named("", &item.work_item_type, &kinds)
                && is_named("", &item.state, &states)
                && (people.is_empty()
                    || item.assigned_to.as_ref().is_some_and(|id| is_person(state, id, &people)))
        });
        rows.sort_by_key(|item| std::cmp::Reverse(item.changed_at));
        let views = rows.iter().map(|item| view_found_item(state, item)).collect();
        let facets = args.include_facets.then(|| {
            serde_json::json!({
                "work_item_types": counts(rows.iter().map(|item| item.work_item_type.as_str())),
                "states": counts(rows.iter().map(|item| item.state.as_str())),
            })
        });
        found(views, facets, args.top, args.skip)
    }

    /// The test plans of a project, the suites of a plan as a tree, or the cases of a suite.
    #[tool(
        types(
            project = Key<Project>,
            plan_id = IntKey<TestPlan>,
            suite_id = IntKey<TestSuite>
        )
    )]
    #[case(
        args = r#"{"action":"list_plans","project":"Ferry Booking"}"#,
        ok = r#"{"items":[{"id":1,"name":"Card payments","root_suite_id":1}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"list_plans","project":"Ferry Booking","filterActivePlans":false,"includePlanDetails":true}"#,
        ok = r#"{"items":[{"id":1,"owner":{"display_name":"Nora Lindqvist"}},{"id":2,"state":"Inactive"}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"list_suites","project":"Ferry Booking","planId":1}"#,
        ok = r#"{"items":[{"id":1,"name":"Card payments","children":[{"id":2,"name":"Happy path","children":[]},{"id":3}]}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"list_cases","project":"Ferry Booking","planId":1,"suiteId":2}"#,
        ok = r#"{"items":[{"id":4,"title":"A card payment is accepted"}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"list_cases","project":"Ferry Booking","planId":2,"suiteId":2}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"list_suites","project":"Ferry Booking"}"#,
        error = "invalid_argument"
    )]
    fn testplan(
        state: &AzureDevops,
        args: Testplan,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        let action = args.action.as_str();
        let views: Vec<serde_json::Value> = match args.action {
            TestplanAction::ListPlans => {
                let rows = state.test_plans.select(&|plan| {
                    plan.project_id == project.id
                        && (!args.filter_active_plans || plan.state == PlanState::Active)
                });
                let details = args.include_plan_details;
                rows.iter().map(|plan| view_plan(state, plan, details)).collect()
            }
            TestplanAction::ListSuites => {
                let id = need(args.plan_id, "planId", action)?;
                let plan = find_plan(state, &project, id)?;
                suite_tree(state, plan.id, None)
            }
            TestplanAction::ListCases => {
                let plan = find_plan(state, &project, need(args.plan_id, "planId", action)?)?;
                let suite = find_suite(state, &plan, need(args.suite_id, "suiteId", action)?)?;
                let items = suite.test_case_ids.iter().filter_map(|id| state.work_items.get(id));
                items.map(|item| view_found_item(state, item)).collect()
            }
        };
        let limit = Some(LIST_DEFAULT);
        let cursor = args.continuation_token;
        let page = PageRequest { limit, cursor, ..PageRequest::default() }.cut(views)?;
        Ok(value_of(&page))
    }

    /// How the tests of a run went.
    #[tool(types(project = Key<Project>, buildid = IntKey<Build>))]
    #[case(
        args = r#"{"project":"Ferry Booking","buildid":1,"outcomes":["Failed"]}"#,
        ok = r#"{"items":[{"id":2,"test_case_title":"Charges the card","outcome":"Failed","error_message":"expected 12, got 0"}],"total":1}"#
    )]
    #[case(
        args = r#"{"project":"Ferry Booking","buildid":1,"outcomes":["Broken"]}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"project":"Ferry Booking","buildid":9}"#, error = "not_found")]
    fn testplan_show_test_results_from_build_id(
        state: &AzureDevops,
        args: TestplanShowTestResultsFromBuildId,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<TestResult>>, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        let build = find_build(state, &project, args.buildid)?;
        let outcomes = choose_all(TestOutcome::ALL, args.outcomes.as_deref(), "outcome")?;
        let rows = state
            .test_results
            .select(&|row| row.build_id == build.id && one_of(&row.outcome, &outcomes));
        Ok(Page::whole(rows))
    }

    /// Makes a test plan with its root suite.
    #[tool(types(project = Key<Project>))]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","name":"Seats","iteration":"Ferry Booking\\Sprint 2","startDate":"2026-02-25","endDate":"2026-03-06"}"#,
        ok = r#"{"id":3,"name":"Seats","state":"Active","area_path":"Ferry Booking","root_suite_id":5,"start_date":"2026-02-25"}"#
    )]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","name":"Seats","iteration":"Ferry Booking\\Sprint 9"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","name":"Seats","iteration":"Ferry Booking","startDate":"2026-03-06","endDate":"2026-02-25"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"create","project":"Port Sensors","name":"Seats","iteration":"Port Sensors"}"#,
        error = "permission_denied"
    )]
    fn testplan_test_plan_write(
        state: &mut AzureDevops,
        args: TestplanTestPlanWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        check_contributor(&project)?;
        let name = need(args.name, "name", "create")?;
        let iteration = need(args.iteration, "iteration", "create")?;
        let (start_date, end_date) = (date_of(args.start_date)?, date_of(args.end_date)?);
        check_order(start_date, end_date)?;
        let plan = state.test_plans.next_int_key(cx);
        let plan = state.test_plans.insert(TestPlan {
            id: plan,
            project_id: project.id.clone(),
            name: name.clone(),
            description: args.description,
            area_path: checked_area(&project, args.area_path.as_deref().unwrap_or_default())?,
            iteration: checked_iteration(state, &project, &iteration)?,
            state: PlanState::Active,
            start_date,
            end_date,
            owner_id: me(state)?,
        })?;
        add_suite(state, plan.id, name, None, cx)?;
        Ok(view_plan(state, &plan, true))
    }

    /// Makes a static suite below another one, or puts test cases into a static suite.
    #[tool(
        types(
            project = Key<Project>,
            plan_id = IntKey<TestPlan>,
            parent_suite_id = IntKey<TestSuite>,
            suite_id = IntKey<TestSuite>
        )
    )]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","planId":1,"parentSuiteId":1,"name":"Refused cards"}"#,
        ok = r#"{"id":5,"plan_id":1,"name":"Refused cards","parent_suite_id":1,"suite_type":"staticTestSuite"}"#
    )]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","planId":1,"parentSuiteId":1,"name":"Happy path"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"action":"add_test_cases","project":"Ferry Booking","planId":1,"suiteId":1,"testCaseIds":"4"}"#,
        ok = r#"{"id":1,"test_case_ids":[4]}"#
    )]
    #[case(
        args = r#"{"action":"add_test_cases","project":"Ferry Booking","planId":1,"suiteId":2,"testCaseIds":["4"]}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"action":"add_test_cases","project":"Ferry Booking","planId":1,"suiteId":1,"testCaseIds":["1"]}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"add_test_cases","project":"Ferry Booking","planId":1,"suiteId":3,"testCaseIds":["4"]}"#,
        error = "failed_precondition"
    )]
    fn testplan_test_suite_write(
        state: &mut AzureDevops,
        args: TestplanTestSuiteWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        check_contributor(&project)?;
        let action = args.action.as_str();
        let plan = find_plan(state, &project, need(args.plan_id, "planId", action)?)?;
        match args.action {
            TestplanTestSuiteWriteAction::Create => {
                let parent = need(args.parent_suite_id, "parentSuiteId", action)?;
                let parent = find_suite(state, &plan, parent)?;
                let name = need(args.name, "name", action)?;
                let suite = add_suite(state, plan.id, name, Some(parent.id), cx)?;
                Ok(value_of(&suite))
            }
            TestplanTestSuiteWriteAction::AddTestCases => {
                let suite = need(args.suite_id, "suiteId", action)?;
                let suite = find_suite(state, &plan, suite)?;
                let named = need(args.test_case_ids, "testCaseIds", action)?;
                let cases = test_cases_of(state, &project, &suite, &named)?;
                let suite = state.test_suites.update(&suite.id, |suite| {
                    suite.test_case_ids.extend(cases);
                    Ok(())
                })?;
                Ok(value_of(&suite))
            }
        }
    }

    /// Makes a test case, or writes the steps of one anew. Each step stands on a line of its own,
    /// with what is expected after `|`.
    #[tool(
        types(
            project = Key<Project>,
            priority = i64,
            tests_work_item_id = IntKey<WorkItem>,
            id = IntKey<WorkItem>
        )
    )]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","title":"A refused card is told","steps":"1. Pay with a blocked card|The card is refused","priority":1,"testsWorkItemId":1}"#,
        ok = r#"{"id":7,"rev":1,"fields":{"System.WorkItemType":"Test Case","System.State":"Design","Microsoft.VSTS.Common.Priority":1,"Microsoft.VSTS.TCM.Steps":"<steps id=\"0\" last=\"1\"><step id=\"1\" type=\"ActionStep\"><parameterizedString isformatted=\"true\">Pay with a blocked card</parameterizedString><parameterizedString isformatted=\"true\">The card is refused</parameterizedString></step></steps>"},"relations":[{"rel":"Microsoft.VSTS.Common.TestedBy-Reverse"}]}"#
    )]
    #[case(args = r#"{"action":"update_steps","id":4,"steps":"Pay"}"#, ok = r#"{"id":4,"rev":2}"#)]
    #[case(
        args = r#"{"action":"update_steps","id":1,"steps":"Pay"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"action":"create","title":"x"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","title":"x","priority":9}"#,
        error = "invalid_argument"
    )]
    fn testplan_test_case_write(
        state: &mut AzureDevops,
        args: TestplanTestCaseWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        match args.action {
            TestplanTestCaseWriteAction::Create => {
                let project = need(args.project, "project", "create")?;
                let project = find_project(state, project.as_str())?;
                check_contributor(&project)?;
                let title = need(args.title, "title", "create")?;
                let priority = args.priority.map(|priority| priority.to_string());
                let steps = args.steps.as_deref().map(steps_xml);
                let values = [
                    ("System.Title", Some(title)),
                    (STEPS, steps),
                    ("Microsoft.VSTS.Common.Priority", priority),
                    ("System.AreaPath", args.area_path),
                    ("System.IterationPath", args.iteration_path),
                ];
                let edits = values.into_iter().filter_map(|(name, value)| {
                    Some(Edit { name: name.to_owned(), value: Some(value?), format: None })
                });
                let edits: Vec<Edit> = edits.collect();
                let item = create_item(state, &project, TEST_CASE, &edits, cx)?;
                if let Some(tested) = args.tests_work_item_id {
                    find_item(state, Some(&*project), tested)?;
                    add_link(state, LinkKind::TestedBy, tested, item.id, None, cx)?;
                }
                view_item(state, &item, true)
            }
            TestplanTestCaseWriteAction::UpdateSteps => {
                let id = need(args.id, "id", "update_steps")?;
                let steps = need(args.steps, "steps", "update_steps")?;
                let item = find_item(state, None, id)?;
                if item.work_item_type != TEST_CASE {
                    let message = format!("work item {id} is a {}", item.work_item_type);
                    return Err(ToolError::failed_precondition(message));
                }
                let value = Some(steps_xml(&steps));
                let edit = Edit { name: STEPS.to_owned(), value, format: None };
                let item = edit_item(state, id, &[edit], cx)?;
                view_item(state, &item, false)
            }
        }
    }

    /// Wikis and their pages: lists, one of them, a page with what is below it, or its text.
    #[tool(
        types(
            wiki_identifier = Key<Wiki>,
            project = Key<Project>,
            top = i64,
            page_views_for_days = i64
        )
    )]
    #[case(
        args = r#"{"action":"list_wikis"}"#,
        ok = r#"{"items":[{"name":"Ferry Booking.wiki","type":"projectWiki"},{"name":"sensor-docs","type":"codeWiki"}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"get_wiki","wikiIdentifier":"Ferry Booking.wiki","project":"Ferry Booking"}"#,
        ok = r#"{"name":"Ferry Booking.wiki","versions":["wikiMaster"]}"#
    )]
    #[case(
        args = r#"{"action":"list_pages","wikiIdentifier":"Ferry Booking.wiki","project":"Ferry Booking","top":2,"pageViewsForDays":5}"#,
        ok = r#"{"items":[{"id":1,"path":"/Harbors","view_stats":[{"day":"2026-02-23","count":7}]},{"id":2}],"total":3,"next_cursor":"c2"}"#
    )]
    #[case(
        args = r#"{"action":"get_page","wikiIdentifier":"Ferry Booking.wiki","project":"Ferry Booking","path":"Harbors","recursionLevel":"OneLevel"}"#,
        ok = r#"{"id":1,"path":"/Harbors","etag":"e1","is_parent_page":true,"sub_pages":[{"path":"/Harbors/Codes","sub_pages":[]}]}"#
    )]
    #[case(
        args = r#"{"action":"get_page_content","url":"https://dev.azure.com/harborline/Ferry%20Booking/_wiki/wikis/Ferry%20Booking.wiki?pagePath=%2FHarbors%2FCodes"}"#,
        ok = r#"{"path":"/Harbors/Codes","content":"Three letters for each harbor."}"#
    )]
    #[case(
        args = r#"{"action":"get_page_content","url":"https://dev.azure.com/harborline/Ferry%20Booking/_wiki/wikis/Ferry%20Booking.wiki/3/Prices"}"#,
        ok = r#"{"path":"/Prices"}"#
    )]
    #[case(
        args = r#"{"action":"get_page_content","url":"https://dev.azure.com/elsewhere/Ferry%20Booking/_wiki/wikis/Ferry%20Booking.wiki/3/Prices"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"action":"get_page_content","wikiIdentifier":"Ferry Booking.wiki"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"get_page","wikiIdentifier":"Ferry Booking.wiki","project":"Ferry Booking","path":"/Nowhere"}"#,
        error = "not_found"
    )]
    fn wiki(
        state: &AzureDevops,
        args: WikiArgs,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = match &args.project {
            Some(named) => Some(find_project(state, named.as_str())?),
            None => None,
        };
        let action = args.action.as_str();
        match args.action {
            WikiArgsAction::ListWikis => {
                let of_project = |wiki: &Wiki| {
                    project.as_ref().is_none_or(|project| wiki.project_id == project.id)
                };
                let mut rows = state.wikis.select(&of_project);
                rows.sort_by_key(|wiki| wiki.name.to_lowercase());
                Ok(whole(rows.iter().map(value_of).collect()))
            }
            WikiArgsAction::GetWiki => {
                let named = need(args.wiki_identifier, "wikiIdentifier", action)?;
                Ok(value_of(&find_wiki(state, project.as_deref(), named.as_str())?))
            }
            WikiArgsAction::ListPages => {
                let named = need(args.wiki_identifier, "wikiIdentifier", action)?;
                let project = need(project, "project", action)?;
                let wiki = find_wiki(state, Some(&*project), named.as_str())?;
                let mut rows = pages_of(state, &wiki);
                rows.sort_by_key(|page| page.id);
                let days = args.page_views_for_days;
                let views = rows.iter().map(|page| view_listed_page(page, days, cx.today()));
                page_from(views.collect(), Some(args.top), args.continuation_token)
            }
            WikiArgsAction::GetPage => {
                let named = need(args.wiki_identifier, "wikiIdentifier", action)?;
                let project = need(project, "project", action)?;
                let path = need(args.path, "path", action)?;
                let wiki = find_wiki(state, Some(&*project), named.as_str())?;
                let page = find_page(state, &wiki, &slashed(&path))?;
                let depth = match args.recursion_level.as_ref().map(|level| level.as_str()) {
                    None | Some("None") => 0,
                    Some("Full") => PAGE_DEPTH_MAX,
                    Some(_) => 1,
                };
                Ok(view_page(&pages_of(state, &wiki), &page, depth))
            }
            WikiArgsAction::GetPageContent => {
                let page = match (args.url, args.wiki_identifier, project) {
                    (Some(url), None, _) | (Some(url), _, None) => page_at(state, &url)?,
                    (None, Some(named), Some(project)) => {
                        let wiki = find_wiki(state, Some(&*project), named.as_str())?;
                        let path = args.path.unwrap_or_else(|| "/".to_owned());
                        find_page(state, &wiki, &slashed(&path))?
                    }
                    _ => {
                        let message = "pass either `url`, or `wikiIdentifier` and `project`";
                        return Err(ToolError::invalid_argument(message));
                    }
                };
                Ok(serde_json::json!({
                    "id": page.id.get(),
                    "path": page.path,
                    "etag": page.etag,
                    "content": page.content,
                }))
            }
        }
    }

    /// Writes a wiki page, new or not. A new one has its parent already; an old one is written
    /// only if it still has the etag that the caller knows, where one is given.
    #[tool(types(wiki_identifier = Key<Wiki>, project = Key<Project>))]
    #[case(
        args = r#"{"wikiIdentifier":"Ferry Booking.wiki","project":"Ferry Booking","path":"/Harbors/Depth","content":"In meters."}"#,
        ok = r#"{"id":5,"path":"/Harbors/Depth","is_new":true}"#
    )]
    #[case(
        args = r#"{"wikiIdentifier":"Ferry Booking.wiki","project":"Ferry Booking","path":"Prices","content":"By season.","etag":"e3"}"#,
        ok = r#"{"id":3,"path":"/Prices","is_new":false}"#
    )]
    #[case(
        args = r#"{"wikiIdentifier":"Ferry Booking.wiki","project":"Ferry Booking","path":"/Prices","content":"x","etag":"e1"}"#,
        error = "conflict"
    )]
    #[case(
        args = r#"{"wikiIdentifier":"Ferry Booking.wiki","project":"Ferry Booking","path":"/Ships/Names","content":"x"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"wikiIdentifier":"Ferry Booking.wiki","project":"Ferry Booking","path":"/Prices","content":"x","branch":"main"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"wikiIdentifier":"sensor-docs","project":"Port Sensors","path":"/Prices","content":"x","branch":"main"}"#,
        error = "permission_denied"
    )]
    fn wiki_upsert_page(
        state: &mut AzureDevops,
        args: WikiUpsertPage,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = project_or_only(state, args.project.as_ref())?;
        let wiki = find_wiki(state, Some(&*project), args.wiki_identifier.as_str())?;
        check_contributor(&project)?;
        if !wiki.versions.contains(&args.branch) {
            return Err(ToolError::not_found(format!(
                "wiki `{}` has no branch `{}`, it has {}",
                wiki.name,
                args.branch,
                wiki.versions.join(", ")
            )));
        }
        let path = slashed(args.path.trim_end_matches('/'));
        check_page_path(&path)?;
        let at = |path: &str| {
            let same = |page: &WikiPage| {
                page.wiki_id == wiki.id && page.version == args.branch && page.path == path
            };
            state.wiki_pages.first(&same).map(|page| (page.id, page.etag.clone()))
        };
        let before = at(&path);
        let is_new = before.is_none();
        let above = path.rsplit_once('/').map(|(above, _)| above).unwrap_or_default();
        if is_new && !above.is_empty() && at(above).is_none() {
            let message = format!("the page above, `{above}`, does not exist; write it first");
            return Err(ToolError::failed_precondition(message));
        }
        let (etag, now) = (cx.hex(ETAG_LENGTH), cx.now());
        let page = match before {
            Some((id, known)) => {
                if args.etag.is_some_and(|etag| etag.trim_matches('"') != known) {
                    let message = format!("the page has changed; its etag is `{known}` now");
                    return Err(ToolError::conflict(message));
                }
                state.wiki_pages.update(&id, |page| {
                    page.content = args.content;
                    page.etag = etag;
                    page.updated_at = now;
                    Ok(())
                })?
            }
            None => {
                let id = state.wiki_pages.next_int_key(cx);
                state.wiki_pages.insert(WikiPage {
                    id,
                    wiki_id: wiki.id.clone(),
                    version: args.branch,
                    path,
                    content: args.content,
                    etag,
                    view_stats: Vec::new(),
                    updated_at: now,
                })?
            }
        };
        Ok(serde_json::json!({
            "id": page.id.get(),
            "path": page.path,
            "etag": page.etag,
            "is_new": is_new,
        }))
    }

    /// Work items, one or several, with their comments and revisions, the current user's own,
    /// those of an iteration, or what a type of them knows.
    #[tool(
        types(
            project = Key<Project>,
            id = IntKey<WorkItem>,
            ids = Vec<IntKey<WorkItem>>,
            work_item_id = IntKey<WorkItem>,
            as_of = Timestamp,
            top = i64,
            skip = i64,
            team = Key<Team>,
            iteration_id = Key<Iteration>
        )
    )]
    #[case(
        args = r#"{"action":"get","project":"Ferry Booking","id":1,"expand":"relations"}"#,
        ok = r#"{"id":1,"rev":2,"fields":{"System.Title":"Pay by card","System.State":"Active","System.AssignedTo":"Nora Lindqvist <nora@harborline.example>","System.Parent":6,"System.CommentCount":2},"relations":[{"rel":"System.LinkTypes.Hierarchy-Forward"},{"rel":"Microsoft.VSTS.Common.TestedBy-Forward"},{"rel":"System.LinkTypes.Hierarchy-Reverse"},{"rel":"ArtifactLink","attributes":{"name":"Pull Request"}}]}"#
    )]
    #[case(
        args = r#"{"action":"get","project":"Ferry Booking","id":1,"fields":["System.State"],"asOf":"2026-02-20T00:00:00Z"}"#,
        ok = r#"{"id":1,"rev":1,"fields":{"System.State":"New"}}"#
    )]
    #[case(
        args = r#"{"action":"get_batch","project":"Ferry Booking","ids":[2,3]}"#,
        ok = r#"{"items":[{"id":2,"fields":{"System.WorkItemType":"Task","System.Parent":1}},{"id":3,"fields":{"System.WorkItemType":"Bug"}}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"list_comments","project":"Ferry Booking","workItemId":1,"top":1}"#,
        ok = r#"{"items":[{"id":2,"created_by":{"display_name":"Nora Lindqvist"}}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"my","project":"Ferry Booking"}"#,
        ok = r#"{"items":[{"id":1,"title":"Pay by card","state":"Active"}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"list_revisions","project":"Ferry Booking","workItemId":1}"#,
        ok = r#"{"items":[{"rev":1,"fields":{"System.State":"New"}},{"rev":2,"fields":{"System.State":"Active"}}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"list_for_iteration","project":"Ferry Booking","team":"Payments","iterationId":"17e00000-0000-4000-8000-000000000002"}"#,
        ok = r#"{"work_item_relations":[{"rel":null,"source":null,"target":{"id":1}},{"rel":"System.LinkTypes.Hierarchy-Forward","source":{"id":1},"target":{"id":2}}]}"#
    )]
    #[case(
        args = r#"{"action":"get_type","project":"Ferry Booking","workItemType":"task"}"#,
        ok = r#"{"name":"Task","states":[{"name":"New","category":"Proposed"},{"name":"Active"},{"name":"Closed"},{"name":"Removed"}],"transitions":{"New":["Active","Removed"]}}"#
    )]
    #[case(args = r#"{"action":"get","project":"Ferry Booking"}"#, error = "invalid_argument")]
    #[case(args = r#"{"action":"get","id":1}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"action":"get_batch","project":"Ferry Booking","ids":[1,99]}"#,
        error = "not_found"
    )]
    #[case(args = r#"{"action":"get","project":"Port Sensors","id":1}"#, error = "not_found")]
    fn wit_work_item(
        state: &AzureDevops,
        args: WitWorkItem,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = project_or_only(state, args.project.as_ref())?;
        let action = args.action.as_str();
        match args.action {
            WitWorkItemAction::Get => {
                let id = need(args.id, "id", action)?;
                let item = find_item(state, Some(&*project), id)?;
                let expand = args.expand.as_deref();
                check_expand(expand)?;
                let fields = args.fields.unwrap_or_default();
                let with_relations = fields.is_empty() && is_with_relations(expand);
                get_item(state, &item, &fields, args.as_of, with_relations)
            }
            WitWorkItemAction::GetBatch => {
                let ids = need(args.ids, "ids", action)?;
                if ids.is_empty() || ids.len() > BATCH_MAX {
                    let message = format!("`ids` names 1 to {BATCH_MAX} work items");
                    return Err(ToolError::invalid_argument(message));
                }
                let usual = BATCH_FIELDS.iter().map(|name| (*name).to_owned()).collect();
                let fields = args.fields.filter(|fields| !fields.is_empty()).unwrap_or(usual);
                let mut views = Vec::new();
                for id in ids {
                    let item = find_item(state, Some(&*project), id)?;
                    views.push(get_item(state, &item, &fields, None, false)?);
                }
                Ok(whole(views))
            }
            WitWorkItemAction::ListComments => {
                let id = need(args.work_item_id, "workItemId", action)?;
                let item = find_item(state, Some(&*project), id)?;
                let mut rows = state.work_item_comments.select(&|row| row.work_item_id == item.id);
                rows.reverse();
                let views = rows.iter().map(|row| view_comment(state, row)).collect();
                page(views, Some(args.top.unwrap_or(50)), None)
            }
            WitWorkItemAction::My => {
                let kind = args.r#type.as_ref().map(|kind| kind.as_str());
                let is_activity = kind == Some("myactivity");
                let me = me(state)?;
                let mut rows = state.work_items.select(&|item| {
                    let is_assigned = item.assigned_to.as_ref() == Some(&me);
                    let is_touched = item.changed_by == me || item.created_by == me;
                    (if is_activity { is_touched } else { is_assigned })
                        && item.project_id == project.id
                        && (args.include_completed || !is_done(state, item))
                });
                rows.sort_by_key(|item| std::cmp::Reverse(item.changed_at));
                let views = rows.iter().map(|item| view_found_item(state, item)).collect();
                page(views, Some(args.top.unwrap_or(50)), None)
            }
            WitWorkItemAction::ListRevisions => {
                let id = need(args.work_item_id, "workItemId", action)?;
                let item = find_item(state, Some(&*project), id)?;
                check_expand(args.expand.as_deref())?;
                let rows = state.revisions.select(&|row| row.work_item_id == item.id);
                let mut views: Vec<serde_json::Value> =
                    rows.iter().map(|row| view_revision(row)).collect();
                let is_expanded = is_with_relations(args.expand.as_deref());
                views.push(get_item(state, &item, &[], None, is_expanded)?);
                page(views, Some(args.top.unwrap_or(50)), args.skip)
            }
            WitWorkItemAction::ListForIteration => {
                let id = need(args.iteration_id, "iterationId", action)?;
                let iteration = find_iteration(state, &project, id.as_str())?;
                let team = match &args.team {
                    Some(named) => Some(find_team(state, &project, named.as_str())?),
                    None => None,
                };
                let rows = state.work_items.select(&|item| {
                    item.project_id == project.id
                        && item.iteration_path == iteration.path
                        && team.as_ref().is_none_or(|team| is_of_team(team, item))
                });
                Ok(serde_json::json!({"work_item_relations": as_tree(state, &rows)}))
            }
            WitWorkItemAction::GetType => {
                let name = need(args.work_item_type, "workItemType", action)?;
                Ok(view_type(&*find_type(state, &project.id, &name)?))
            }
        }
    }

    /// A saved query, what it finds, or what a query in WIQL finds.
    #[tool(
        types(
            project = Key<Project>,
            query = Key<SavedQuery>,
            depth = i64,
            id = Key<SavedQuery>,
            team = Key<Team>,
            top = i64
        ),
        ignore(use_iso_date_format)
    )]
    #[case(
        args = r#"{"action":"get","project":"Ferry Booking","query":"Shared Queries","depth":1,"expand":"wiql"}"#,
        ok = r#"{"name":"Shared Queries","is_folder":true,"has_children":true,"children":[{"path":"Shared Queries/Open bugs","wiql":"SELECT [System.Id] FROM WorkItems WHERE [System.TeamProject] = @project AND [System.WorkItemType] = 'Bug' AND [System.State] <> 'Closed'"}]}"#
    )]
    #[case(
        args = r#"{"action":"get_results","project":"Ferry Booking","id":"9e000000-0000-4000-8000-000000000002"}"#,
        ok = r#"{"query_type":"flat","work_items":[{"id":3}]}"#
    )]
    #[case(
        args = r#"{"action":"get_results","project":"Ferry Booking","id":"9e000000-0000-4000-8000-000000000002","responseType":"ids"}"#,
        ok = r#"{"ids":[3],"count":1}"#
    )]
    #[case(
        args = r#"{"action":"wiql","project":"Ferry Booking","team":"Payments","wiql":"SELECT [System.Id], [System.Title] FROM workitems WHERE ([System.AssignedTo] = @Me OR [System.Tags] CONTAINS 'web') AND [System.AreaPath] UNDER 'Ferry Booking' AND [System.IterationPath] = @CurrentIteration AND [System.ChangedDate] > @Today - 30 ORDER BY [System.Id] DESC"}"#,
        ok = r#"{"columns":["System.Id","System.Title"],"work_items":[{"id":2},{"id":1}]}"#
    )]
    #[case(
        args = r#"{"action":"wiql","project":"Ferry Booking","wiql":"SELECT [System.Id] FROM WorkItems WHERE NOT [Microsoft.VSTS.Common.Priority] IN (1, 2) AND [System.State] IN ('New', 'Design')","top":2}"#,
        ok = r#"{"work_items":[{"id":4},{"id":5}]}"#
    )]
    #[case(
        args = r#"{"action":"wiql","project":"Ferry Booking","wiql":"SELECT * FROM WorkItemLinks"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"wiql","project":"Ferry Booking","wiql":"SELECT [System.Id] FROM WorkItems WHERE [System.Colour] = 'red'"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"get_results","project":"Ferry Booking","id":"9e000000-0000-4000-8000-000000000001"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"get","project":"Ferry Booking","query":"Shared Queries/Nowhere"}"#,
        error = "not_found"
    )]
    fn wit_query(
        state: &AzureDevops,
        args: WitQuery,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = project_or_only(state, args.project.as_ref())?;
        if args.action == WitQueryAction::Get {
            let named = need(args.query, "query", "get")?;
            let query = find_query(state, &project, named.as_str(), args.include_deleted)?;
            let expand = args.expand.unwrap_or_default().to_lowercase();
            let known = ["", "none", "wiql", "clauses", "all", "minimal"];
            if !known.contains(&expand.as_str()) {
                return Err(not_one_of("expand", &expand, &known));
            }
            let shows_wiql = matches!(expand.as_str(), "wiql" | "clauses" | "all");
            let depth = args.depth.clamp(0, QUERY_DEPTH_MAX);
            return Ok(view_query(state, &query, depth, shows_wiql, args.include_deleted));
        }
        let team = match &args.team {
            Some(named) => Some(find_team(state, &project, named.as_str())?),
            None => None,
        };
        let text = match args.action {
            WitQueryAction::GetResults => {
                let named = need(args.id, "id", "get_results")?;
                let query = find_query(state, &project, named.as_str(), false)?;
                query.wiql.clone().ok_or_else(|| {
                    ToolError::failed_precondition(format!("`{}` is a folder", query.path))
                })?
            }
            _ => need(args.wiql, "wiql", "wiql")?,
        };
        let place = QueryPlace {
            project: &project,
            team: team.as_deref(),
            me: me(state)?,
            today: cx.today(),
            is_precise: args.time_precision.unwrap_or(false),
        };
        let query = parse_wiql(state, &place, &text)?;
        let mut rows = matching_items(state, &query);
        rows.truncate(usize::try_from(args.top.max(0)).unwrap_or(0));
        let ids: Vec<i64> = rows.iter().map(|item| item.id.get()).collect();
        if args.action == WitQueryAction::GetResults && args.response_type.as_str() == "ids" {
            return Ok(serde_json::json!({"count": ids.len(), "ids": ids}));
        }
        let items: Vec<serde_json::Value> =
            rows.iter().map(|item| item_reference(state, item.id)).collect();
        Ok(serde_json::json!({
            "query_type": "flat",
            "as_of": cx.now().to_string(),
            "columns": query.columns,
            "work_items": items,
        }))
    }

    /// The backlogs of a team, what stands on one, in order, and moving work items in it.
    #[tool(
        types(
            project = Key<Project>,
            team = Key<Team>,
            ids = Vec<IntKey<WorkItem>>,
            previous_id = IntKey<WorkItem>,
            next_id = IntKey<WorkItem>,
            parent_id = IntKey<WorkItem>,
            iteration_id = Key<Iteration>
        )
    )]
    #[case(
        args = r#"{"action":"list","project":"Ferry Booking"}"#,
        ok = r#"{"items":[{"id":"Microsoft.EpicCategory","work_item_types":["Epic"]},{"id":"Microsoft.FeatureCategory"},{"id":"Microsoft.RequirementCategory","name":"Stories","work_item_types":["Bug","User Story"]},{"id":"Microsoft.TaskCategory"}],"total":4}"#
    )]
    #[case(
        args = r#"{"action":"list_work_items","project":"Ferry Booking","team":"Ferry Booking Team","backlogId":"Microsoft.RequirementCategory"}"#,
        ok = r#"{"items":[{"id":5,"stack_rank":1000},{"id":1,"stack_rank":2000},{"id":3,"stack_rank":null}],"total":3}"#
    )]
    #[case(
        args = r#"{"action":"reorder","project":"Ferry Booking","ids":[3,1],"previousId":0}"#,
        ok = r#"{"items":[{"id":3,"order":1000},{"id":1,"order":2000}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"reorder","project":"Ferry Booking","ids":[1],"nextId":5,"iterationId":"17e00000-0000-4000-8000-000000000002"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"reorder","project":"Ferry Booking","ids":[1],"parentId":0}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"reorder","project":"Ferry Booking","ids":[1,2]}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"list_work_items","project":"Ferry Booking","backlogId":"Stories"}"#,
        error = "invalid_argument"
    )]
    fn wit_backlog(
        state: &mut AzureDevops,
        args: WitBacklog,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = project_or_only(state, args.project.as_ref())?;
        let team = team_or_default(state, &project, args.team.as_ref())?;
        match args.action {
            WitBacklogAction::List => {
                let levels = BacklogLevel::ALL.iter();
                let views = levels.filter_map(|level| view_level(state, &team, *level));
                Ok(whole(views.collect()))
            }
            WitBacklogAction::ListWorkItems => {
                let named = need(args.backlog_id, "backlogId", "list_work_items")?;
                let level = choose(BacklogLevel::ALL, &named, "backlogId")?;
                let rows = backlog_of(state, &team, level);
                Ok(whole(rows.iter().map(|item| view_ranked(item)).collect()))
            }
            WitBacklogAction::Reorder => {
                check_contributor(&project)?;
                reorder(state, &project, &team, args)
            }
        }
    }

    /// The content of a file on a work item: text as text, the rest as base64. Where a folder is
    /// named, only the path of the file is answered, which lies outside of this service.
    #[tool(types(project = Key<Project>, attachment_id = Key<Attachment>))]
    #[case(
        args = r#"{"project":"Ferry Booking","attachmentId":"f1000000-0000-4000-8000-000000000001","fileName":"receipt.txt"}"#,
        ok = r#"{"mime_type":"text/plain","text":"Harbor: BRG"}"#
    )]
    #[case(
        args = r#"{"project":"Ferry Booking","attachmentId":"f1000000-0000-4000-8000-000000000001","fileName":"receipt.png"}"#,
        ok = r#"{"mime_type":"image/png","content_base64":"SGFyYm9yOiBCUkc="}"#
    )]
    #[case(
        args = r#"{"project":"Ferry Booking","attachmentId":"f1000000-0000-4000-8000-000000000001","savePath":"temp"}"#,
        ok = r#"{"file_path":"temp/f1000000-0000-4000-8000-000000000001"}"#
    )]
    #[case(
        args = r#"{"project":"Ferry Booking","attachmentId":"f1000000-0000-4000-8000-000000000001","savePath":"/etc"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"project":"Port Sensors","attachmentId":"f1000000-0000-4000-8000-000000000001"}"#,
        error = "not_found"
    )]
    fn wit_work_item_attachment(
        state: &AzureDevops,
        args: WitWorkItemAttachment,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = project_or_only(state, args.project.as_ref())?;
        if let Some(folder) = &args.save_path {
            check_relative("savePath", folder)?;
        }
        if args.file_name.as_ref().is_some_and(|name| name.contains("..")) {
            return Err(ToolError::invalid_argument("`fileName` must not lead upwards"));
        }
        let attachment = state.attachments.find(&args.attachment_id)?;
        find_item(state, Some(&*project), attachment.work_item_id)?;
        if let Some(folder) = args.save_path.filter(|folder| !folder.is_empty()) {
            let name = args.file_name.as_deref().unwrap_or(attachment.id.as_str());
            let path = format!("{}/{name}", folder.trim_end_matches('/'));
            return Ok(serde_json::json!({"file_path": path}));
        }
        let kind = mime_type(args.file_name.as_deref().unwrap_or_default());
        if kind.starts_with("text/") {
            return Ok(serde_json::json!({"mime_type": kind, "text": attachment.content}));
        }
        let content = base64(attachment.content.as_bytes());
        Ok(serde_json::json!({"mime_type": kind, "content_base64": content}))
    }

    /// Makes work items, alone or below a parent, and changes their fields. A state is reached
    /// only from states that the type of the work item allows.
    #[tool(
        types(
            project = Key<Project>,
            id = IntKey<WorkItem>,
            batch_updates = Vec<BatchUpdate>,
            parent_id = IntKey<WorkItem>
        )
    )]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","workItemType":"user story","fields":[{"name":"System.Title","value":"Print tickets"},{"name":"System.Description","value":"On **paper**","format":"Markdown"},{"name":"System.Tags","value":"web; print"},{"name":"Microsoft.VSTS.Scheduling.StoryPoints","value":"5"}]}"#,
        ok = r#"{"id":7,"rev":1,"fields":{"System.WorkItemType":"User Story","System.State":"New","System.Title":"Print tickets","System.AreaPath":"Ferry Booking","System.IterationPath":"Ferry Booking","System.Tags":"web; print","Microsoft.VSTS.Scheduling.StoryPoints":5},"multiline_fields_format":{"System.Description":"markdown"}}"#
    )]
    #[case(
        args = r#"{"action":"update","id":1,"updates":[{"op":"replace","path":"/fields/System.State","value":"Resolved"},{"path":"/fields/System.AssignedTo","value":"samir@harborline.example"}]}"#,
        ok = r#"{"id":1,"rev":3,"fields":{"System.State":"Resolved","System.Reason":"Moved to state Resolved","System.AssignedTo":"Samir Haddad <samir@harborline.example>"}}"#
    )]
    #[case(
        args = r#"{"action":"update","id":2,"updates":[{"path":"/fields/System.State","value":"Closed"}]}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"update","id":1,"updates":[{"path":"/fields/System.State","value":"Cooking"}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"update","id":1,"updates":[{"path":"/fields/System.IterationPath","value":"Ferry Booking\\Sprint 9"}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"update_batch","batchUpdates":[{"id":2,"path":"/fields/System.State","value":"Active"},{"id":3,"op":"Replace","path":"/fields/Microsoft.VSTS.Common.Priority","value":"1"}]}"#,
        ok = r#"{"items":[{"id":2,"rev":2,"fields":{"System.State":"Active"}},{"id":3,"rev":2,"fields":{"Microsoft.VSTS.Common.Priority":1}}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"add_child","project":"Ferry Booking","parentId":1,"workItemType":"Task","items":[{"title":"Try a real card","description":"In the shop","areaPath":"Ferry Booking\\Payments"}]}"#,
        ok = r#"{"items":[{"id":7,"fields":{"System.Parent":1,"System.AreaPath":"Ferry Booking\\Payments"}}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","workItemType":"Task","fields":[{"name":"System.Description","value":"x"}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"create","project":"Port Sensors","workItemType":"Task","fields":[{"name":"System.Title","value":"x"}]}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"action":"update","id":99,"updates":[{"path":"/fields/System.Title","value":"x"}]}"#,
        error = "not_found"
    )]
    fn wit_work_item_write(
        state: &mut AzureDevops,
        args: WitWorkItemWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let action = args.action.as_str();
        match args.action {
            WitWorkItemWriteAction::Create => {
                let project = project_or_only(state, args.project.as_ref())?;
                check_contributor(&project)?;
                let kind = need(args.work_item_type, "workItemType", action)?;
                let given = need(args.fields, "fields", action)?.into_iter();
                let edits: Vec<Edit> = given
                    .map(|field| Edit {
                        name: field.name,
                        value: Some(field.value),
                        format: field.format,
                    })
                    .collect();
                let item = create_item(state, &project, &kind, &edits, cx)?;
                view_item(state, &item, false)
            }
            WitWorkItemWriteAction::Update => {
                let id = need(args.id, "id", action)?;
                let updates = need(args.updates, "updates", action)?;
                if let Some(named) = &args.project {
                    let project = find_project(state, named.as_str())?;
                    find_item(state, Some(&*project), id)?;
                }
                let mut edits = Vec::new();
                for update in updates {
                    edits.push(edit_of(&update.op, &update.path, update.value, None)?);
                }
                let item = edit_item(state, id, &edits, cx)?;
                view_item(state, &item, false)
            }
            WitWorkItemWriteAction::UpdateBatch => {
                let updates = need(args.batch_updates, "batchUpdates", action)?;
                let mut ids: Vec<i64> = Vec::new();
                for update in &updates {
                    if !ids.contains(&update.id) {
                        ids.push(update.id);
                    }
                }
                let mut views = Vec::new();
                for id in ids {
                    let mut edits = Vec::new();
                    for update in updates.iter().filter(|update| update.id == id) {
                        let value = update.value.clone();
                        edits.push(edit_of(&update.op, &update.path, value, update.format)?);
                    }
                    let item = edit_item(state, IntKey::new(id), &edits, cx)?;
                    views.push(view_item(state, &item, false)?);
                }
                Ok(whole(views))
            }
            WitWorkItemWriteAction::AddChild => {
                let project = project_or_only(state, args.project.as_ref())?;
                check_contributor(&project)?;
                let parent = need(args.parent_id, "parentId", action)?;
                let kind = need(args.work_item_type, "workItemType", action)?;
                let items = need(args.items, "items", action)?;
                if items.is_empty() || items.len() > CHILDREN_MAX {
                    let message = format!("`items` holds 1 to {CHILDREN_MAX} work items");
                    return Err(ToolError::invalid_argument(message));
                }
                find_item(state, None, parent)?;
                let is_bug = kind.eq_ignore_ascii_case("Bug");
                let body = if is_bug { REPRO_STEPS } else { "System.Description" };
                let mut views = Vec::new();
                for item in items {
                    let values = [
                        ("System.Title", Some(item.title), None),
                        (body, Some(item.description), Some(item.format)),
                        ("System.AreaPath", item.area_path, None),
                        ("System.IterationPath", item.iteration_path, None),
                    ];
                    let edits = values.into_iter().filter_map(|(name, value, format)| {
                        let value = value.filter(|value| !value.trim().is_empty())?;
                        Some(Edit { name: name.to_owned(), value: Some(value), format })
                    });
                    let edits: Vec<Edit> = edits.collect();
                    let child = create_item(state, &project, &kind, &edits, cx)?;
                    add_link(state, LinkKind::Hierarchy, parent, child.id, None, cx)?;
                    views.push(view_item(state, &child, true)?);
                }
                Ok(whole(views))
            }
        }
    }

    /// Comments on work items; only who wrote a comment changes it.
    #[tool(
        types(
            project = Key<Project>,
            work_item_id = IntKey<WorkItem>,
            comment_id = IntKey<WorkItemComment>
        )
    )]
    #[case(
        args = r#"{"action":"add","project":"Ferry Booking","workItemId":1,"text":"Ready for @<samir@harborline.example>"}"#,
        ok = r#"{"id":3,"work_item_id":1,"version":1,"format":"Markdown","text":"Ready for @<1d000000-0000-4000-8000-000000000002>","created_by":{"display_name":"Nora Lindqvist"}}"#
    )]
    #[case(
        args = r#"{"action":"update","project":"Ferry Booking","workItemId":1,"commentId":2,"text":"Started again."}"#,
        ok = r#"{"id":2,"version":2,"text":"Started again."}"#
    )]
    #[case(
        args = r#"{"action":"update","project":"Ferry Booking","workItemId":1,"commentId":1,"text":"x"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"action":"update","project":"Ferry Booking","workItemId":2,"commentId":2,"text":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"add","project":"Ferry Booking","workItemId":1}"#,
        error = "invalid_argument"
    )]
    fn wit_work_item_comment_write(
        state: &mut AzureDevops,
        args: WitWorkItemCommentWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = project_or_only(state, args.project.as_ref())?;
        let action = args.action.as_str();
        let id = need(args.work_item_id, "workItemId", action)?;
        let text = need(args.text.filter(|text| !text.is_empty()), "text", action)?;
        let item = find_item(state, Some(&*project), id)?;
        check_contributor(&project)?;
        let text = with_mentions(state, &text, args.format);
        match args.action {
            WitWorkItemCommentWriteAction::Add => {
                let comment = add_comment(state, item.id, text, args.format, cx)?;
                Ok(view_comment(state, &comment))
            }
            WitWorkItemCommentWriteAction::Update => {
                let id = need(args.comment_id, "commentId", action)?;
                let comment = state.work_item_comments.find(&id)?;
                if comment.work_item_id != item.id {
                    return Err(ToolError::no_row("WorkItemComment", &id.to_string()));
                }
                if comment.created_by != me(state)? {
                    let message = "only who wrote a comment may change it";
                    return Err(ToolError::permission_denied(message));
                }
                let now = cx.now();
                let comment = state.work_item_comments.update(&id, |comment| {
                    comment.text = text;
                    comment.format = args.format;
                    comment.version = comment.version.saturating_add(1);
                    comment.modified_date = now;
                    Ok(())
                })?;
                Ok(view_comment(state, &comment))
            }
        }
    }

    /// Links work items with each other and with branches, commits, pull requests, runs, wiki
    /// pages and addresses. Parents and the like never go round in a circle, and nothing has two
    /// parents.
    #[tool(
        types(
            project = Key<Project>,
            updates = Vec<LinkUpdate>,
            id = IntKey<WorkItem>,
            project_id = Key<Project>,
            repository_id = Key<Repository>,
            pull_request_id = IntKey<PullRequest>,
            work_item_id = IntKey<WorkItem>,
            pull_request_project_id = Key<Project>,
            build_id = IntKey<Build>,
            wiki_id = Key<Wiki>,
            page_id = IntKey<WikiPage>
        )
    )]
    #[case(
        args = r#"{"action":"link","project":"Ferry Booking","updates":[{"id":3,"linkToId":1},{"id":5,"linkToId":6,"type":"parent"},{"id":3,"url":"https://harbors.example/codes","type":"hyperlink"}]}"#,
        ok = r#"{"items":[{"id":3,"rev":3,"relations":[{"rel":"System.LinkTypes.Related"},{"rel":"Hyperlink","url":"https://harbors.example/codes"}]},{"id":5,"fields":{"System.Parent":6}}],"total":2}"#
    )]
    #[case(
        args = r#"{"action":"link","project":"Ferry Booking","updates":[{"id":2,"linkToId":5,"type":"parent"}]}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"link","project":"Ferry Booking","updates":[{"id":6,"linkToId":2,"type":"parent"}]}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"link","project":"Ferry Booking","updates":[{"id":1,"linkToId":2,"type":"child"}]}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"action":"unlink","project":"Ferry Booking","id":2,"type":"parent"}"#,
        ok = r#"{"removed":[{"rel":"System.LinkTypes.Hierarchy-Reverse"}],"work_item":{"id":2,"rev":2,"relations":[]}}"#
    )]
    #[case(
        args = r#"{"action":"unlink","project":"Ferry Booking","id":2,"type":"successor"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"link_to_pull_request","projectId":"a0000000-0000-4000-8000-000000000001","repositoryId":"4e900000-0000-4000-8000-000000000001","pullRequestId":3,"workItemId":3}"#,
        ok = r#"{"work_item_id":3,"pull_request_id":3,"success":true}"#
    )]
    #[case(
        args = r#"{"action":"link_to_pull_request","projectId":"a0000000-0000-4000-8000-000000000001","repositoryId":"4e900000-0000-4000-8000-000000000001","pullRequestId":1,"workItemId":1}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"action":"add_artifact_link","project":"Ferry Booking","workItemId":2,"projectId":"a0000000-0000-4000-8000-000000000001","repositoryId":"4e900000-0000-4000-8000-000000000001","branchName":"feature/cards"}"#,
        ok = r#"{"work_item_id":2,"artifact_uri":"vstfs:///Git/Ref/a0000000-0000-4000-8000-000000000001%2F4e900000-0000-4000-8000-000000000001%2FGBfeature%2Fcards","link_type":"Branch"}"#
    )]
    #[case(
        args = r#"{"action":"add_artifact_link","project":"Ferry Booking","workItemId":2,"linkType":"Build","buildId":99}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"add_artifact_link","project":"Ferry Booking","workItemId":2,"linkType":"Tag"}"#,
        error = "invalid_argument"
    )]
    fn wit_work_item_link_write(
        state: &mut AzureDevops,
        args: WitWorkItemLinkWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        match args.action {
            WitWorkItemLinkWriteAction::Link => {
                let project = project_or_only(state, args.project.as_ref())?;
                check_contributor(&project)?;
                let updates = need(args.updates, "updates", "link")?;
                link_items(state, &project, updates, cx)
            }
            WitWorkItemLinkWriteAction::Unlink => {
                let project = project_or_only(state, args.project.as_ref())?;
                check_contributor(&project)?;
                let id = need(args.id, "id", "unlink")?;
                let kind = need(args.r#type, "type", "unlink")?;
                let url = args.url.filter(|url| !url.trim().is_empty());
                let item = find_item(state, Some(&*project), id)?;
                unlink_item(state, &item, kind.as_str(), url.as_deref(), cx)
            }
            WitWorkItemLinkWriteAction::LinkToPullRequest => {
                let action = "link_to_pull_request";
                let own = need(args.project_id, "projectId", action)?;
                let own = find_project(state, own.as_str())?;
                check_contributor(&own)?;
                let named = need(args.repository_id, "repositoryId", action)?;
                let pull = need(args.pull_request_id, "pullRequestId", action)?;
                let id = need(args.work_item_id, "workItemId", action)?;
                let other = args.pull_request_project_id.filter(|id| !id.as_str().is_empty());
                let place = match other {
                    Some(other) => find_project(state, other.as_str())?,
                    None => own.clone(),
                };
                let repository = find_repository(state, Some(&*place), named.as_str())?;
                let pull = find_pull(state, &repository, pull)?;
                let item = find_item(state, Some(&*own), id)?;
                let uri = pull_uri(&repository, pull.pull_request_id);
                add_external(state, &item, "Pull Request", uri, None, cx)?;
                complete_if_free(state, pull.pull_request_id, cx)?;
                Ok(serde_json::json!({
                    "work_item_id": id.get(),
                    "pull_request_id": pull.pull_request_id.get(),
                    "success": true,
                }))
            }
            WitWorkItemLinkWriteAction::AddArtifactLink => {
                let id = need(args.work_item_id, "workItemId", "add_artifact_link")?;
                let project = project_or_only(state, args.project.as_ref())?;
                check_contributor(&project)?;
                let item = find_item(state, Some(&*project), id)?;
                let kind = args.link_type.as_ref().map_or("Branch", |kind| kind.as_str());
                let uri = artifact_uri_of(state, &args, kind)?;
                let name = if kind == "Wiki" { "Wiki Page" } else { kind };
                add_external(state, &item, name, uri.clone(), args.comment.clone(), cx)?;
                Ok(serde_json::json!({
                    "work_item_id": id.get(),
                    "artifact_uri": uri,
                    "link_type": kind,
                    "comment": args.comment,
                    "success": true,
                }))
            }
        }
    }

    /// Iterations of a project or team, the settings of a team, and who can do how much.
    #[tool(
        types(
            project = Key<Project>,
            team = Key<Team>,
            iteration_id = Key<Iteration>,
            depth = i64,
            excluded_ids = Vec<i64>
        )
    )]
    #[case(
        args = r#"{"action":"list_iterations","project":"Ferry Booking","excludedIds":[1]}"#,
        ok = r#"{"items":[{"name":"Ferry Booking","path":"Ferry Booking","has_children":true,"children":[{"id":2,"identifier":"17e00000-0000-4000-8000-000000000002","name":"Sprint 2","has_children":false}]}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"list_team_iterations","project":"Ferry Booking","team":"Payments","timeframe":"current"}"#,
        ok = r#"{"items":[{"name":"Sprint 2","time_frame":"current"}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"get_team_settings","project":"Ferry Booking"}"#,
        ok = r#"{"team":"Ferry Booking Team","bugs_behavior":"asRequirements","default_area_path":"Ferry Booking","default_iteration":{"name":"Sprint 2"},"working_days":["monday","tuesday","wednesday","thursday","friday"]}"#
    )]
    #[case(
        args = r#"{"action":"get_team_capacity","project":"Ferry Booking","team":"Payments","iterationId":"17e00000-0000-4000-8000-000000000002"}"#,
        ok = r#"{"team_members":[{"team_member":{"display_name":"Wei Zhang"},"activities":[{"name":"Development","capacity_per_day":6}]}],"total_capacity_per_day":6,"total_days_off":2}"#
    )]
    #[case(
        args = r#"{"action":"get_iteration_capacities","project":"Ferry Booking","iterationId":"17e00000-0000-4000-8000-000000000002"}"#,
        ok = r#"{"teams":[{"team_name":"Payments","team_capacity_per_day":6,"team_total_days_off":2}],"total_iteration_capacity_per_day":6,"total_iteration_days_off":2}"#
    )]
    #[case(
        args = r#"{"action":"get_team_capacity","project":"Ferry Booking","team":"Ferry Booking Team","iterationId":"17e00000-0000-4000-8000-000000000002"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"action":"get_team_capacity","project":"Ferry Booking","iterationId":"17e00000-0000-4000-8000-000000000002"}"#,
        error = "invalid_argument"
    )]
    fn work(
        state: &AzureDevops,
        args: Work,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = project_or_only(state, args.project.as_ref())?;
        match args.action {
            WorkAction::ListIterations => {
                let excluded = args.excluded_ids.unwrap_or_default();
                let children = iteration_tree(state, &project, None, args.depth, &excluded);
                let root = serde_json::json!({
                    "name": project.name,
                    "path": project.name,
                    "has_children": !children.is_empty(),
                    "children": children,
                });
                Ok(whole(vec![root]))
            }
            WorkAction::ListTeamIterations => {
                let team = team_or_default(state, &project, args.team.as_ref())?;
                let rows = iterations_of(state, &team);
                let today = cx.today();
                let wanted = args.timeframe.as_ref().map(|frame| frame.as_str());
                let frames = rows.iter().map(|row| (row, time_frame(row, today)));
                let frames = frames.filter(|(_, frame)| wanted.is_none_or(|one| one == *frame));
                Ok(whole(frames.map(|(row, frame)| view_iteration(row, frame)).collect()))
            }
            WorkAction::GetTeamSettings => {
                let team = team_or_default(state, &project, args.team.as_ref())?;
                Ok(view_settings(state, &project, &team, cx.today()))
            }
            WorkAction::GetTeamCapacity => {
                let named = need(args.team, "team", "get_team_capacity")?;
                let team = find_team(state, &project, named.as_str())?;
                let id = need(args.iteration_id, "iterationId", "get_team_capacity")?;
                let iteration = find_iteration(state, &project, id.as_str())?;
                let rows = capacities_of(state, &team, &iteration);
                if rows.is_empty() {
                    let message = format!("nobody in `{}` has a capacity there", team.name);
                    return Err(ToolError::not_found(message));
                }
                let (capacity, days_off) = capacity_sums(&rows, &team, &iteration);
                let members: Vec<serde_json::Value> =
                    rows.iter().map(|row| view_capacity(state, row)).collect();
                Ok(serde_json::json!({
                    "team_members": members,
                    "total_capacity_per_day": capacity,
                    "total_days_off": days_off,
                }))
            }
            WorkAction::GetIterationCapacities => {
                let id = need(args.iteration_id, "iterationId", "get_iteration_capacities")?;
                let iteration = find_iteration(state, &project, id.as_str())?;
                iteration_capacities(state, &project, &iteration)
            }
        }
    }

    /// Plans iterations of a project, or gives iterations to a team.
    #[tool(types(project = Key<Project>, team = Key<Team>))]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","iterations":[{"iterationName":"Sprint 3","startDate":"2026-03-09T00:00:00Z","finishDate":"2026-03-20T00:00:00Z"}]}"#,
        ok = r#"{"items":[{"id":3,"name":"Sprint 3","path":"Ferry Booking\\Sprint 3","start_date":"2026-03-09","finish_date":"2026-03-20"}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","iterations":[{"iterationName":"Sprint 2"}]}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"action":"create","project":"Ferry Booking","iterations":[{"iterationName":"Sprint 3","startDate":"2026-03-20","finishDate":"2026-03-09"}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"assign","project":"Ferry Booking","team":"Payments","iterations":[{"identifier":"17e00000-0000-4000-8000-000000000001","path":"Ferry Booking/Sprint 1"}]}"#,
        ok = r#"{"items":[{"name":"Sprint 1"}],"total":1}"#
    )]
    #[case(
        args = r#"{"action":"assign","project":"Ferry Booking","team":"Payments","iterations":[{"identifier":"17e00000-0000-4000-8000-000000000001"}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"action":"create","project":"Port Sensors","iterations":[{"iterationName":"May"}]}"#,
        error = "permission_denied"
    )]
    fn work_iteration_write(
        state: &mut AzureDevops,
        args: WorkIterationWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        check_administrator(&project, "plan iterations")?;
        let mut views = Vec::new();
        if args.action == WorkIterationWriteAction::Create {
            for one in args.iterations {
                if let Some(name) = one.iteration_name.filter(|name| !name.is_empty()) {
                    let start = date_of(one.start_date)?;
                    let finish = date_of(one.finish_date)?;
                    let iteration = create_iteration(state, &project, name, start, finish, cx)?;
                    views.push(value_of(&iteration));
                }
            }
        } else {
            let named = need(args.team, "team", "assign")?;
            let team = find_team(state, &project, named.as_str())?;
            for one in args.iterations {
                if let (Some(identifier), Some(path)) = (one.identifier, one.path) {
                    let iteration = find_iteration(state, &project, &identifier)?;
                    assign_iteration(state, &team, &iteration, &path)?;
                    views.push(value_of(&iteration));
                }
            }
        }
        if views.is_empty() {
            return Err(ToolError::invalid_argument(
                "`create` needs an `iterationName`, `assign` an `identifier` and a `path`",
            ));
        }
        Ok(whole(views))
    }

    /// Sets how much a member of a team can do a day in an iteration, and when not.
    #[tool(
        types(
            project = Key<Project>,
            team = Key<Team>,
            team_member_id = Key<Identity>,
            iteration_id = Key<Iteration>
        )
    )]
    #[case(
        args = r#"{"action":"update","project":"Ferry Booking","team":"Ferry Booking Team","teamMemberId":"1d000000-0000-4000-8000-000000000002","iterationId":"17e00000-0000-4000-8000-000000000002","activities":[{"name":"Testing","capacityPerDay":3.5}],"daysOff":[{"start":"2026-02-27","end":"2026-03-02"}]}"#,
        ok = r#"{"team_member":{"display_name":"Samir Haddad"},"activities":[{"name":"Testing","capacity_per_day":3.5}],"days_off":[{"start":"2026-02-27","end":"2026-03-02"}]}"#
    )]
    #[case(
        args = r#"{"action":"update","project":"Ferry Booking","team":"Payments","teamMemberId":"1d000000-0000-4000-8000-000000000002","iterationId":"17e00000-0000-4000-8000-000000000002","activities":[]}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"update","project":"Ferry Booking","team":"Payments","teamMemberId":"1d000000-0000-4000-8000-000000000003","iterationId":"17e00000-0000-4000-8000-000000000001","activities":[]}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"action":"update","project":"Ferry Booking","team":"Payments","teamMemberId":"1d000000-0000-4000-8000-000000000003","iterationId":"17e00000-0000-4000-8000-000000000002","activities":[{"name":"Testing","capacityPerDay":25}]}"#,
        error = "invalid_argument"
    )]
    fn work_capacity_write(
        state: &mut AzureDevops,
        args: WorkCapacityWrite,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let project = find_project(state, args.project.as_str())?;
        check_contributor(&project)?;
        let team = find_team(state, &project, args.team.as_str())?;
        let iteration = find_iteration(state, &project, args.iteration_id.as_str())?;
        if !team.member_ids.contains(&args.team_member_id) {
            let message = format!("`{}` is not in team `{}`", args.team_member_id, team.name);
            return Err(ToolError::failed_precondition(message));
        }
        if !team.iteration_ids.contains(&iteration.identifier) {
            let message = format!("`{}` is not an iteration of `{}`", iteration.name, team.name);
            return Err(ToolError::failed_precondition(message));
        }
        let mut days_off = Vec::new();
        for one in args.days_off.unwrap_or_default() {
            let (start, end) = (day_of(&one.start)?, day_of(&one.end)?);
            check_order(Some(start), Some(end))?;
            days_off.push(DayOff { start, end });
        }
        let mut activities: Vec<Activity> = Vec::new();
        for one in args.activities {
            if activities.iter().any(|other| other.name == one.name) {
                let message = format!("`{}` is named twice", one.name);
                return Err(ToolError::invalid_argument(message));
            }
            activities.push(Activity { name: one.name, capacity_per_day: one.capacity_per_day });
        }
        let capacity = state.capacities.put(Capacity {
            team_id: team.id.clone(),
            iteration_id: iteration.identifier.clone(),
            team_member_id: args.team_member_id,
            activities,
            days_off,
        });
        Ok(view_capacity(state, &capacity))
    }
}

/// How many items a list has when the caller does not say.
const LIST_DEFAULT: i64 = 100;
/// How many work items are read at once, and made at once below a parent.
const BATCH_MAX: usize = 200;
const CHILDREN_MAX: usize = 50;
/// How far below a page its pages are shown at most.
const PAGE_DEPTH_MAX: i64 = 20;
/// How far below a folder its queries are shown at most.
const QUERY_DEPTH_MAX: i64 = 2;
/// How deep conditions of a query may lie in brackets.
const CONDITION_DEPTH_MAX: usize = 32;
/// How many letters the identifiers of commits and the etags of pages have.
const COMMIT_ID_LENGTH: usize = 40;
const ETAG_LENGTH: usize = 40;
/// The longest title of a work item.
const TITLE_MAX: usize = 255;
/// How far apart the ranks of neighbors on a backlog are.
const RANK_STEP: f64 = 1_000.0;
/// How many days of one absence are counted at most.
const ABSENCE_MAX: i64 = 366;

/// The type of work items that test plans hold, and where its steps are kept.
const TEST_CASE: &str = "Test Case";
const STEPS: &str = "Microsoft.VSTS.TCM.Steps";
/// Where bugs have what other work items have as their description.
const REPRO_STEPS: &str = "Microsoft.VSTS.TCM.ReproSteps";
const HISTORY: &str = "System.History";
const PRIORITY: &str = "Microsoft.VSTS.Common.Priority";
const STACK_RANK: &str = "Microsoft.VSTS.Common.StackRank";
const CLOSED_DATE: &str = "Microsoft.VSTS.Common.ClosedDate";

/// The fields that the service sets by itself.
const READ_ONLY_FIELDS: &[&str] = &[
    "System.Id",
    "System.Rev",
    "System.TeamProject",
    "System.Parent",
    "System.CommentCount",
    "System.CreatedBy",
    "System.CreatedDate",
    "System.ChangedBy",
    "System.ChangedDate",
    CLOSED_DATE,
];

/// The fields that callers set and that have a place of their own.
const OWN_FIELDS: &[&str] = &[
    "System.WorkItemType",
    "System.Title",
    "System.State",
    "System.Reason",
    "System.AssignedTo",
    "System.AreaPath",
    "System.IterationPath",
    "System.Description",
    "System.Tags",
    HISTORY,
    PRIORITY,
    STACK_RANK,
];

/// The fields that hold numbers.
const NUMBER_FIELDS: &[&str] = &[
    "Microsoft.VSTS.Common.BusinessValue",
    "Microsoft.VSTS.Scheduling.CompletedWork",
    "Microsoft.VSTS.Scheduling.Effort",
    "Microsoft.VSTS.Scheduling.OriginalEstimate",
    "Microsoft.VSTS.Scheduling.RemainingWork",
    "Microsoft.VSTS.Scheduling.StoryPoints",
];

/// The fields that hold texts of any kind.
const TEXT_FIELDS: &[&str] = &[
    "Microsoft.VSTS.Common.AcceptanceCriteria",
    "Microsoft.VSTS.Common.Activity",
    "Microsoft.VSTS.Common.Risk",
    "Microsoft.VSTS.Common.Severity",
    "Microsoft.VSTS.Common.ValueArea",
    "Microsoft.VSTS.Scheduling.DueDate",
    "Microsoft.VSTS.Scheduling.StartDate",
    "Microsoft.VSTS.Scheduling.TargetDate",
    REPRO_STEPS,
    STEPS,
    "Microsoft.VSTS.TCM.SystemInfo",
];

/// What is told of each of several work items when the caller names no fields.
const BATCH_FIELDS: &[&str] = &[
    "System.Id",
    "System.WorkItemType",
    "System.Title",
    "System.State",
    "System.Parent",
    "System.Tags",
    STACK_RANK,
    "System.AssignedTo",
];

// Arguments and answers.

fn need<T>(value: Option<T>, name: &str, action: &str) -> Result<T, ToolError> {
    value.ok_or_else(|| ToolError::invalid_argument(format!("`{name}` is required for `{action}`")))
}

fn not_one_of(name: &str, text: &str, known: &[&str]) -> ToolError {
    let known: Vec<String> = known.iter().map(|one| format!("`{one}`")).collect();
    let known = known.join(", ");
    ToolError::invalid_argument(format!("`{text}` is no {name}, use one of {known}"))
}

/// The choice that is written so, in any case.
fn choose<T: Copy + std::fmt::Display>(all: &[T], text: &str, name: &str) -> Result<T, ToolError> {
    let wanted = text.trim();
    if let Some(found) = all.iter().find(|one| one.to_string().eq_ignore_ascii_case(wanted)) {
        return Ok(*found);
    }
    let known: Vec<String> = all.iter().map(|one| one.to_string()).collect();
    let known: Vec<&str> = known.iter().map(|one| one.as_str()).collect();
    Err(not_one_of(name, text, &known))
}

fn choose_all<T: Copy + std::fmt::Display>(
    all: &[T],
    texts: Option<&[String]>,
    name: &str,
) -> Result<Vec<T>, ToolError> {
    texts.unwrap_or_default().iter().map(|text| choose(all, text, name)).collect()
}

/// The texts in an argument that takes one or a list of them.
fn texts_of(value: Option<&Json>) -> Vec<String> {
    match value.map(|value| &value.0) {
        Some(serde_json::Value::String(text)) => vec![text.clone()],
        Some(serde_json::Value::Array(items)) => {
            items.iter().filter_map(|item| item.as_str()).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// An answer as a JSON value, to add to it or to nest it.
fn value_of(output: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    output.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn add_field(value: &mut serde_json::Value, name: &str, field: serde_json::Value) {
    if let Some(fields) = value.as_object_mut() {
        fields.insert(name.to_owned(), field);
    }
}

fn whole(items: Vec<serde_json::Value>) -> serde_json::Value {
    value_of(&Page::whole(items))
}

fn page(
    items: Vec<serde_json::Value>,
    limit: Option<i64>,
    offset: Option<i64>,
) -> Result<serde_json::Value, ToolError> {
    let page = PageRequest { limit, offset, ..PageRequest::default() }.cut(items)?;
    Ok(value_of(&page))
}

fn page_from(
    items: Vec<serde_json::Value>,
    limit: Option<i64>,
    cursor: Option<String>,
) -> Result<serde_json::Value, ToolError> {
    let page = PageRequest { limit, cursor, ..PageRequest::default() }.cut(items)?;
    Ok(value_of(&page))
}

/// The answer of a search: the wanted part of what was found, and how much that is in all.
fn found(
    results: Vec<serde_json::Value>,
    facets: Option<serde_json::Value>,
    top: i64,
    skip: i64,
) -> Result<serde_json::Value, ToolError> {
    let (limit, offset) = (Some(top), Some(skip));
    let page = PageRequest { limit, offset, ..PageRequest::default() }.cut(results)?;
    let mut answer = serde_json::json!({"total": page.total, "results": page.items});
    if let Some(facets) = facets {
        add_field(&mut answer, "facets", facets);
    }
    Ok(answer)
}

fn counts<'a>(names: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        let count = counts.entry(name.to_owned()).or_default();
        *count = count.saturating_add(1);
    }
    counts
}

/// How far down an alert stands when the worst come first.
fn severity_rank(severity: Severity) -> Option<usize> {
    Severity::ALL.iter().position(|one| *one == severity)
}

fn check_search_text(text: &str) -> Result<(), ToolError> {
    if text.trim().is_empty() {
        return Err(ToolError::invalid_argument("`searchText` must not be empty"));
    }
    Ok(())
}

/// Holds paths on the caller's own machine to what lies below their folder.
fn check_relative(name: &str, path: &str) -> Result<(), ToolError> {
    let has_drive = path.chars().nth(1) == Some(':');
    if path.starts_with(['/', '\\']) || path.contains("..") || has_drive {
        let message = format!("`{name}` must be a relative path that leads downwards");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

fn day_of(text: &str) -> Result<Date, ToolError> {
    Ok(Timestamp::parse(text)?.date())
}

fn date_of(text: Option<String>) -> Result<Option<Date>, ToolError> {
    match text.filter(|text| !text.trim().is_empty()) {
        Some(text) => Ok(Some(day_of(&text)?)),
        None => Ok(None),
    }
}

/// The instant in a text, or the last one of the day in it.
fn end_of(text: &str) -> Result<Timestamp, ToolError> {
    let at = Timestamp::parse(text)?;
    let is_day = !text.contains(['T', 't', ':']);
    Ok(if is_day { at.plus_seconds(86_399) } else { at })
}

fn check_order(start: Option<Date>, end: Option<Date>) -> Result<(), ToolError> {
    match (start, end) {
        (Some(start), Some(end)) if end < start => {
            Err(ToolError::invalid_argument(format!("{end} is before {start}")))
        }
        _ => Ok(()),
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let group = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for (position, shift) in [18_u32, 12, 6, 0].into_iter().enumerate() {
            let index = usize::try_from((group >> shift) & 63).unwrap_or(0);
            let letter = LETTERS.get(index).copied().unwrap_or(b'=');
            out.push(if position > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    out
}

fn percent_encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        let letter = char::from(byte);
        if letter.is_ascii_alphanumeric() || "-_.!~*'()".contains(letter) {
            out.push(letter);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn percent_decode(text: &str) -> String {
    let digit = |byte: Option<u8>| {
        char::from(byte?).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
    };
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
        } else if let (Some(high), Some(low)) = (digit(bytes.next()), digit(bytes.next())) {
            out.push(high.saturating_mul(16).saturating_add(low));
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn mime_type(file_name: &str) -> &'static str {
    let ending = file_name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    match ending.as_deref() {
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("svg") => "image/svg+xml",
        Some("webp") => "image/webp",
        Some("pdf") => "application/pdf",
        Some("txt" | "log") => "text/plain",
        Some("md" | "markdown") => "text/markdown",
        Some("csv") => "text/csv",
        Some("html" | "htm") => "text/html",
        Some("xml") => "text/xml",
        Some("yaml" | "yml") => "text/yaml",
        Some("json") => "application/json",
        Some("zip") => "application/zip",
        _ => "application/octet-stream",
    }
}

fn base_url(state: &AzureDevops) -> String {
    let name = state.organization.get().map(|row| row.name.as_str()).unwrap_or_default();
    format!("https://dev.azure.com/{name}")
}

// People and projects.

fn me(state: &AzureDevops) -> Result<Key<Identity>, ToolError> {
    Ok(state.organization.find()?.user_id.clone())
}

/// How a person is written in fields of work items.
fn person_text(person: &Identity) -> String {
    format!("{} <{}>", person.display_name, person.unique_name)
}

fn person_value(state: &AzureDevops, id: &Key<Identity>) -> serde_json::Value {
    state.identities.get(id).map(person_text).into()
}

fn view_person(state: &AzureDevops, id: &Key<Identity>) -> serde_json::Value {
    let person = state.identities.get(id);
    serde_json::json!({
        "id": id.as_str(),
        "display_name": person.map(|person| person.display_name.as_str()),
        "unique_name": person.map(|person| person.unique_name.as_str()),
    })
}

fn is_called(person: &Identity, named: &str) -> bool {
    let named = named.trim();
    person.id == named
        || person.unique_name.eq_ignore_ascii_case(named)
        || person.display_name.to_lowercase() == named.to_lowercase()
        || person_text(person).to_lowercase() == named.to_lowercase()
}

fn is_person(state: &AzureDevops, id: &Key<Identity>, names: &[String]) -> bool {
    let person = state.identities.get(id);
    person.is_some_and(|person| names.iter().any(|name| is_called(person, name)))
}

fn find_identity(state: &AzureDevops, named: &str) -> Result<Key<Identity>, ToolError> {
    match state.identities.first(&|person| is_called(person, named)) {
        Some(person) => Ok(person.id.clone()),
        None => Err(ToolError::not_found(format!("nobody is called `{named}`"))),
    }
}

/// The project with this identifier or, in any case, this name, if it can be worked in.
fn find_project(state: &AzureDevops, named: &str) -> Result<RowRef<Project>, ToolError> {
    let is_it = |project: &Project| project.id == named || project.name.eq_ignore_ascii_case(named);
    let Some(project) = state.projects.first(&is_it) else {
        return Err(ToolError::not_found(format!("there is no project `{named}`")));
    };
    if project.state != ProjectState::WellFormed {
        let message = format!("project `{}` is {}", project.name, project.state);
        return Err(ToolError::failed_precondition(message));
    }
    state.projects.find(&project.id)
}

/// The named project, or else the only one that can be worked in.
fn project_or_only(
    state: &AzureDevops,
    named: Option<&Key<Project>>,
) -> Result<RowRef<Project>, ToolError> {
    if let Some(named) = named {
        return find_project(state, named.as_str());
    }
    let rows = state.projects.select(&|project| project.state == ProjectState::WellFormed);
    match rows.as_slice() {
        [only] => Ok(only.clone()),
        several => {
            let names: Vec<&str> = several.iter().map(|row| row.name.as_str()).collect();
            let message = format!("pass a `project`, one of: {}", names.join(", "));
            Err(ToolError::invalid_argument(message))
        }
    }
}

fn check_contributor(project: &Project) -> Result<(), ToolError> {
    if project.access == Access::Reader {
        let message = format!("you may only read project `{}`", project.name);
        return Err(ToolError::permission_denied(message));
    }
    Ok(())
}

fn check_administrator(project: &Project, what: &str) -> Result<(), ToolError> {
    if project.access != Access::Administrator {
        let message = format!("only administrators of project `{}` {what}", project.name);
        return Err(ToolError::permission_denied(message));
    }
    Ok(())
}

/// Whether something with this identifier and name is among the wanted; none wanted accepts all.
fn is_named(id: &str, name: &str, wanted: &[String]) -> bool {
    let is_it = |one: &String| (!id.is_empty() && one == id) || one.eq_ignore_ascii_case(name);
    wanted.is_empty() || wanted.iter().any(is_it)
}

fn is_project(state: &AzureDevops, id: &Key<Project>, wanted: &[String]) -> bool {
    let project = state.projects.get(id);
    project.is_some_and(|project| is_named(id.as_str(), &project.name, wanted))
}

fn view_project(state: &AzureDevops, id: &Key<Project>) -> serde_json::Value {
    let name = state.projects.get(id).map(|project| project.name.as_str());
    serde_json::json!({"id": id.as_str(), "name": name})
}

fn find_team(
    state: &AzureDevops,
    project: &Project,
    named: &str,
) -> Result<RowRef<Team>, ToolError> {
    let is_it = |team: &Team| {
        team.project_id == project.id && (team.id == named || team.name.eq_ignore_ascii_case(named))
    };
    match state.teams.first(&is_it) {
        Some(team) => state.teams.find(&team.id),
        None => {
            let message = format!("project `{}` has no team `{named}`", project.name);
            Err(ToolError::not_found(message))
        }
    }
}

/// The named team, or else the default one of the project.
fn team_or_default(
    state: &AzureDevops,
    project: &Project,
    named: Option<&Key<Team>>,
) -> Result<RowRef<Team>, ToolError> {
    match (named, &project.default_team_id) {
        (Some(named), _) => find_team(state, project, named.as_str()),
        (None, Some(id)) => state.teams.find(id),
        (None, None) => {
            let message = format!("project `{}` has no default team, pass `team`", project.name);
            Err(ToolError::invalid_argument(message))
        }
    }
}

/// A path as it is kept: `\` between its parts and none before them.
fn backslashed(path: &str) -> String {
    path.trim().replace('/', "\\").trim_matches('\\').to_owned()
}

/// Whether a path of areas or iterations is another one or lies below it.
fn is_under(path: &str, above: &str) -> bool {
    let (path, above) = (path.to_lowercase(), backslashed(above).to_lowercase());
    path.strip_prefix(&above).is_some_and(|rest| rest.is_empty() || rest.starts_with('\\'))
}

/// The area of a project with this path; no path means the project's own.
fn checked_area(project: &Project, path: &str) -> Result<String, ToolError> {
    let wanted = backslashed(path);
    if wanted.is_empty() || wanted.eq_ignore_ascii_case(&project.name) {
        return Ok(project.name.clone());
    }
    let known = project.area_paths.iter().find(|area| area.eq_ignore_ascii_case(&wanted));
    known.cloned().ok_or_else(|| {
        let areas = project.area_paths.join("`, `");
        ToolError::invalid_argument(format!(
            "there is no area `{path}`, there are `{}`, `{areas}`",
            project.name
        ))
    })
}

/// The path of an iteration of a project; no path means the project's own.
fn checked_iteration(
    state: &AzureDevops,
    project: &Project,
    path: &str,
) -> Result<String, ToolError> {
    let wanted = backslashed(path);
    if wanted.is_empty() || wanted.eq_ignore_ascii_case(&project.name) {
        return Ok(project.name.clone());
    }
    let is_it =
        |row: &Iteration| row.project_id == project.id && row.path.eq_ignore_ascii_case(&wanted);
    match state.iterations.first(&is_it) {
        Some(iteration) => Ok(iteration.path.clone()),
        None => Err(ToolError::invalid_argument(format!("there is no iteration `{path}`"))),
    }
}

// Repositories.

/// A path in a repository or wiki as it is kept, with `/` before it.
fn slashed(path: &str) -> String {
    format!("/{}", path.trim().trim_matches('/'))
}

fn full_ref(name: &str) -> String {
    format!("refs/heads/{}", short_ref(name))
}

fn short_ref(name: &str) -> String {
    let name = name.trim();
    name.strip_prefix("refs/heads/").unwrap_or(name).to_owned()
}

/// The repository with this identifier or, in a project, this name.
fn find_repository(
    state: &AzureDevops,
    project: Option<&Project>,
    named: &str,
) -> Result<RowRef<Repository>, ToolError> {
    let is_inside = |row: &Repository| project.is_none_or(|one| row.project_id == one.id);
    let by_name = |row: &Repository| project.is_some() && row.name.eq_ignore_ascii_case(named);
    let found =
        state.repositories.first(&|row| is_inside(row) && (row.id == named || by_name(row)));
    match (found, project) {
        (Some(row), _) => state.repositories.find(&row.id),
        (None, Some(project)) => {
            let message = format!("project `{}` has no repository `{named}`", project.name);
            Err(ToolError::not_found(message))
        }
        (None, None) if state.repositories.first(&|row| row.name == named).is_some() => {
            let message = format!("pass `project` too: `{named}` is a name, no identifier");
            Err(ToolError::invalid_argument(message))
        }
        (None, None) => Err(ToolError::no_row("Repository", named)),
    }
}

fn repository_of(
    state: &AzureDevops,
    project: Option<&Key<Project>>,
    named: &str,
) -> Result<RowRef<Repository>, ToolError> {
    match project {
        Some(project) => {
            let project = find_project(state, project.as_str())?;
            find_repository(state, Some(&*project), named)
        }
        None => find_repository(state, None, named),
    }
}

/// A repository whose code can be read.
fn code_of(
    state: &AzureDevops,
    project: Option<&Key<Project>>,
    named: &str,
) -> Result<RowRef<Repository>, ToolError> {
    let repository = repository_of(state, project, named)?;
    if repository.is_disabled {
        let message = format!("repository `{}` is disabled", repository.name);
        return Err(ToolError::failed_precondition(message));
    }
    Ok(repository)
}

fn view_repository(
    state: &AzureDevops,
    repository: &Repository,
) -> Result<serde_json::Value, ToolError> {
    let row = state.repositories.find(&repository.id)?;
    let project = state.projects.find(&repository.project_id)?;
    let url = format!(
        "{}/{}/_git/{}",
        base_url(state),
        percent_encode(&project.name),
        percent_encode(&repository.name)
    );
    let mut view = value_of(&row);
    add_field(&mut view, "project", view_project(state, &repository.project_id));
    add_field(&mut view, "is_fork", repository.parent_id.is_some().into());
    add_field(&mut view, "web_url", url.into());
    Ok(view)
}

/// Whether a repository that can be read is among the wanted ones.
fn is_in_scope(
    state: &AzureDevops,
    id: &Key<Repository>,
    projects: &[String],
    repositories: &[String],
) -> bool {
    state.repositories.get(id).is_some_and(|row| {
        !row.is_disabled
            && is_named(id.as_str(), &row.name, repositories)
            && is_project(state, &row.project_id, projects)
    })
}

fn repository_facets<'a>(
    state: &'a AzureDevops,
    ids: impl Iterator<Item = &'a Key<Repository>>,
) -> serde_json::Value {
    let rows = ids.filter_map(|id| state.repositories.get(id));
    serde_json::json!({"repositories": counts(rows.map(|row| row.name.as_str()))})
}

fn branch_key(repository: &Key<Repository>, name: &str) -> String {
    join_key(&[repository, &short_ref(name)])
}

fn find_branch(
    state: &AzureDevops,
    repository: &Repository,
    name: &str,
) -> Result<RowRef<Branch>, ToolError> {
    let key = branch_key(&repository.id, name);
    if !state.branches.contains(&key) {
        let message = format!("repository `{}` has no branch `{name}`", repository.name);
        return Err(ToolError::not_found(message));
    }
    state.branches.find(&key)
}

fn check_branch_name(name: &str) -> Result<(), ToolError> {
    let is_bad =
        |letter: char| letter.is_whitespace() || letter.is_control() || "~^:?*[\\".contains(letter);
    let is_wrong = name.is_empty()
        || name.contains(is_bad)
        || name.contains("..")
        || name.contains("//")
        || name.starts_with('/')
        || name.ends_with(['/', '.'])
        || name.ends_with(".lock");
    if is_wrong {
        return Err(ToolError::invalid_argument(format!("`{name}` cannot name a branch")));
    }
    Ok(())
}

fn commit_key(commit: &Commit) -> Key<Commit> {
    Key::new(join_key(&[&commit.repository_id, &commit.commit_id]))
}

fn find_commit(
    state: &AzureDevops,
    repository: &Repository,
    id: &str,
) -> Result<Key<Commit>, ToolError> {
    let key = join_key(&[&repository.id, &id]);
    if !state.commits.contains(&key) {
        let message = format!("repository `{}` has no commit `{id}`", repository.name);
        return Err(ToolError::not_found(message));
    }
    Ok(Key::new(key))
}

fn find_tag(
    state: &AzureDevops,
    repository: &Repository,
    name: &str,
) -> Result<Key<Commit>, ToolError> {
    let name = name.strip_prefix("refs/tags/").unwrap_or(name);
    match state.git_tags.get(&join_key(&[&repository.id, &name])) {
        Some(tag) => Ok(tag.target.clone()),
        None => {
            let message = format!("repository `{}` has no tag `{name}`", repository.name);
            Err(ToolError::not_found(message))
        }
    }
}

/// The commit that a version of a type means; no version means the default branch.
fn tip_of(
    state: &AzureDevops,
    repository: &Repository,
    version: Option<&str>,
    kind: &str,
) -> Result<Key<Commit>, ToolError> {
    match (version, kind.to_lowercase().as_str()) {
        (None, _) => match &repository.default_branch {
            Some(branch) => Ok(find_branch(state, repository, branch)?.tip.clone()),
            None => {
                let message = format!("repository `{}` is empty", repository.name);
                Err(ToolError::failed_precondition(message))
            }
        },
        (Some(name), "branch") => Ok(find_branch(state, repository, name)?.tip.clone()),
        (Some(name), "tag") => find_tag(state, repository, name),
        (Some(id), "commit") => find_commit(state, repository, id),
        _ => Err(not_one_of("versionType", kind, &["Branch", "Tag", "Commit"])),
    }
}

/// The commit that a version means whose type is not known: a branch before a tag or a commit.
fn tip_of_any(
    state: &AzureDevops,
    repository: &Repository,
    version: &str,
) -> Result<Key<Commit>, ToolError> {
    find_branch(state, repository, version)
        .map(|branch| branch.tip.clone())
        .or_else(|_| find_tag(state, repository, version))
        .or_else(|_| find_commit(state, repository, version))
}

/// A commit and all that led to it, each with the number of steps between.
fn ancestors(state: &AzureDevops, tip: &Key<Commit>) -> BTreeMap<Key<Commit>, usize> {
    let mut reached = BTreeMap::new();
    let mut level = vec![tip.clone()];
    let mut steps: usize = 0;
    while !level.is_empty() {
        let mut next = Vec::new();
        for key in level {
            if let Some(commit) = state.commits.get(&key)
                && !reached.contains_key(&key)
            {
                next.extend(commit.parents.iter().cloned());
                reached.insert(key, steps);
            }
        }
        level = next;
        steps = steps.saturating_add(1);
    }
    reached
}

/// The files that there are at a commit, each as the last commit on the way left it.
fn files_at(state: &AzureDevops, tip: &Key<Commit>) -> BTreeMap<String, RowRef<FileVersion>> {
    let reached = ancestors(state, tip);
    let mut versions = state.file_versions.select(&|file| reached.contains_key(&file.commit));
    versions.sort_by_key(|file| {
        let date = state.commits.get(&file.commit).map(|commit| commit.author_date);
        (date, std::cmp::Reverse(reached.get(&file.commit).copied()))
    });
    let mut files = BTreeMap::new();
    for file in versions {
        files.insert(slashed(&file.path), file);
    }
    files.retain(|_, file| file.content.is_some());
    files
}

fn no_file(repository: &Repository, path: &str) -> ToolError {
    ToolError::not_found(format!("repository `{}` has no `{path}` there", repository.name))
}

/// Whether a path is a folder or lies below it.
fn is_below(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The files and folders below a folder, down to a depth.
fn entries_below(
    files: &BTreeMap<String, RowRef<FileVersion>>,
    folder: &str,
    depth: i64,
) -> Vec<serde_json::Value> {
    let depth = usize::try_from(depth).unwrap_or(1);
    let folder = folder.trim_end_matches('/');
    let mut entries: BTreeMap<String, bool> = BTreeMap::new();
    for path in files.keys() {
        let rest = path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        let Some(rest) = rest else { continue };
        let parts: Vec<&str> = rest.split('/').collect();
        let mut entry = folder.to_owned();
        for (level, part) in parts.iter().enumerate().take(depth) {
            entry.push('/');
            entry.push_str(part);
            entries.insert(entry.clone(), level.saturating_add(1) < parts.len());
        }
    }
    let view = |(path, is_folder): (String, bool)| {
        let kind = if is_folder { "tree" } else { "blob" };
        serde_json::json!({"path": path, "is_folder": is_folder, "git_object_type": kind})
    };
    entries.into_iter().map(view).collect()
}

fn view_branch(state: &AzureDevops, branch: &Branch) -> serde_json::Value {
    let tip = state.commits.get(&branch.tip);
    serde_json::json!({
        "name": full_ref(&branch.name),
        "object_id": tip.map(|commit| commit.commit_id.as_str()),
        "creator": view_person(state, &branch.creator_id),
    })
}

fn view_commit(state: &AzureDevops, commit: &Commit) -> serde_json::Value {
    let repository = state.repositories.get(&commit.repository_id);
    let author = state.identities.get(&commit.author_id);
    serde_json::json!({
        "commit_id": commit.commit_id,
        "comment": commit.comment,
        "author": author.map(|person| person.display_name.as_str()),
        "date": commit.author_date.to_string(),
        "repository": {
            "id": commit.repository_id.as_str(),
            "name": repository.map(|row| row.name.as_str()),
        },
        "project": repository.map(|row| view_project(state, &row.project_id)),
    })
}

/// Every commit that the branches with these names lead to, in all repositories.
fn reached_from(state: &AzureDevops, names: &[String]) -> BTreeSet<Key<Commit>> {
    let names: Vec<String> = names.iter().map(|name| short_ref(name)).collect();
    let rows = state.branches.select(&|branch| names.contains(&branch.name));
    rows.iter().flat_map(|branch| ancestors(state, &branch.tip).into_keys()).collect()
}

/// Whether code is looked for on a branch: a wanted one, or else the default one.
fn is_searched(state: &AzureDevops, branch: &Branch, wanted: &[String]) -> bool {
    if !wanted.is_empty() {
        return wanted.contains(&branch.name);
    }
    let repository = state.repositories.get(&branch.repository_id);
    let usual = repository.and_then(|row| row.default_branch.as_deref());
    usual.is_some_and(|usual| short_ref(usual) == branch.name)
}

fn view_code(state: &AzureDevops, branch: &Branch, path: &str, content: &str) -> serde_json::Value {
    let repository = state.repositories.get(&branch.repository_id);
    serde_json::json!({
        "file_name": path.rsplit('/').next(),
        "path": path,
        "content": content,
        "branch": branch.name,
        "repository": {
            "id": branch.repository_id.as_str(),
            "name": repository.map(|row| row.name.as_str()),
        },
        "project": repository.map(|row| view_project(state, &row.project_id)),
    })
}

// Pull requests.

fn find_pull(
    state: &AzureDevops,
    repository: &Repository,
    id: IntKey<PullRequest>,
) -> Result<RowRef<PullRequest>, ToolError> {
    let pull = state.pull_requests.find(&id)?;
    if pull.repository_id != repository.id {
        let message = format!("repository `{}` has no pull request {id}", repository.name);
        return Err(ToolError::not_found(message));
    }
    Ok(pull)
}

fn pull_uri(repository: &Repository, id: IntKey<PullRequest>) -> String {
    let (project, repository) = (&repository.project_id, &repository.id);
    format!("vstfs:///Git/PullRequestId/{project}%2F{repository}%2F{id}")
}

/// The work items that are linked to a pull request.
fn linked_items(state: &AzureDevops, pull: &PullRequest) -> Vec<RowRef<WorkItem>> {
    let Some(repository) = state.repositories.get(&pull.repository_id) else { return Vec::new() };
    let uri = pull_uri(repository, pull.pull_request_id);
    let links = state.external_links.select(&|link| link.uri.eq_ignore_ascii_case(&uri));
    state.work_items.select(&|item| links.iter().any(|link| link.work_item_id == item.id))
}

/// Where the source and the target of a pull request stand, or stood when it was closed.
fn ends_of(state: &AzureDevops, pull: &PullRequest) -> Option<(Key<Commit>, Key<Commit>)> {
    if let (Some(source), Some(target)) = (&pull.closed_source, &pull.closed_target) {
        return Some((source.clone(), target.clone()));
    }
    let place = pull.source_repository_id.as_ref().unwrap_or(&pull.repository_id);
    let source = state.branches.get(&branch_key(place, &pull.source_ref_name))?;
    let target = state.branches.get(&branch_key(&pull.repository_id, &pull.target_ref_name))?;
    Some((source.tip.clone(), target.tip.clone()))
}

/// The commits that lead to one commit and not to another one, the oldest first.
fn commits_beyond(
    state: &AzureDevops,
    tip: &Key<Commit>,
    base: &Key<Commit>,
) -> Vec<RowRef<Commit>> {
    let (ahead, behind) = (ancestors(state, tip), ancestors(state, base));
    let mut rows = state.commits.select(&|commit| {
        let key = commit_key(commit);
        ahead.contains_key(&key) && !behind.contains_key(&key)
    });
    rows.sort_by_key(|commit| {
        (commit.author_date, std::cmp::Reverse(ahead.get(&commit_key(commit)).copied()))
    });
    rows
}

/// The paths that these commits changed.
fn paths_of(state: &AzureDevops, commits: &[RowRef<Commit>]) -> BTreeSet<String> {
    let keys: BTreeSet<Key<Commit>> = commits.iter().map(|commit| commit_key(commit)).collect();
    let files = state.file_versions.select(&|file| keys.contains(&file.commit));
    files.iter().map(|file| slashed(&file.path)).collect()
}

fn changed_files(state: &AzureDevops, pull: &PullRequest) -> Vec<serde_json::Value> {
    let Some((source, target)) = ends_of(state, pull) else { return Vec::new() };
    let (new, old) = (files_at(state, &source), files_at(state, &target));
    let view = |path: String| {
        let kind = match (old.contains_key(&path), new.contains_key(&path)) {
            (false, true) => "add",
            (_, false) => "delete",
            (true, true) => "edit",
        };
        serde_json::json!({"path": path, "change_type": kind})
    };
    paths_of(state, &commits_beyond(state, &source, &target)).into_iter().map(view).collect()
}

/// The paths that both sides of a pull request changed, each in its own way.
fn conflicts_of(state: &AzureDevops, pull: &PullRequest) -> Vec<String> {
    let Some((source, target)) = ends_of(state, pull) else { return Vec::new() };
    let theirs = paths_of(state, &commits_beyond(state, &target, &source));
    let (new, old) = (files_at(state, &source), files_at(state, &target));
    let differs = |path: &String| {
        new.get(path).and_then(|file| file.content.as_ref())
            != old.get(path).and_then(|file| file.content.as_ref())
    };
    let ours = paths_of(state, &commits_beyond(state, &source, &target)).into_iter();
    ours.filter(|path| theirs.contains(path) && differs(path)).collect()
}

fn is_merge_of(state: &AzureDevops, pull: &PullRequest, commit: &str) -> bool {
    let merge = pull.merge_commit.as_ref().and_then(|key| state.commits.get(key));
    merge.is_some_and(|merge| merge.commit_id == commit)
}

fn has_commit(state: &AzureDevops, pull: &PullRequest, commit: &str) -> bool {
    ends_of(state, pull).is_some_and(|(source, target)| {
        let rows = commits_beyond(state, &source, &target);
        rows.iter().any(|row| row.commit_id == commit)
    })
}

fn approves(reviewer: &Reviewer) -> bool {
    matches!(reviewer.vote, Vote::Approved | Vote::ApprovedWithSuggestions)
}

/// Why an active pull request cannot be completed now.
fn blockers(state: &AzureDevops, pull: &PullRequest) -> Vec<String> {
    let mut blockers = Vec::new();
    if pull.status != PullRequestStatus::Active {
        return blockers;
    }
    if pull.is_draft {
        blockers.push("it is a draft".to_owned());
    }
    if ends_of(state, pull).is_none() {
        blockers.push("its source or its target branch is gone".to_owned());
    }
    let conflicts = conflicts_of(state, pull);
    if !conflicts.is_empty() {
        blockers.push(format!("source and target both changed {}", conflicts.join(", ")));
    }
    let options = pull.completion_options.as_ref();
    if options.is_none_or(|options| options.bypass_reason.is_none()) {
        add_policy_blockers(state, pull, &mut blockers);
    }
    blockers
}

fn add_policy_blockers(state: &AzureDevops, pull: &PullRequest, blockers: &mut Vec<String>) {
    let id = pull.pull_request_id;
    let reviewers = state.reviewers.select(&|row| row.pull_request_id == id);
    let n_waited = reviewers.iter().filter(|row| row.is_required && !approves(row)).count();
    if n_waited > 0 {
        blockers.push(format!("{n_waited} required reviewers have not approved"));
    }
    let key = branch_key(&pull.repository_id, &pull.target_ref_name);
    let Some(policy) = state.branch_policies.get(&key) else { return };
    let counts = |row: &&RowRef<Reviewer>| {
        approves(row) && (policy.creator_vote_counts || row.reviewer_id != pull.created_by)
    };
    let n_approvals = i64::try_from(reviewers.iter().filter(counts).count()).unwrap_or(0);
    if n_approvals < policy.minimum_approvers {
        blockers.push(format!("{n_approvals} of {} approvals", policy.minimum_approvers));
    }
    let refuses = |vote: Vote| matches!(vote, Vote::WaitingForAuthor | Vote::Rejected);
    if policy.minimum_approvers > 0 && reviewers.iter().any(|row| refuses(row.vote)) {
        blockers.push("a reviewer rejects it or waits for its author".to_owned());
    }
    if policy.requires_work_items && linked_items(state, pull).is_empty() {
        blockers.push("no work item is linked".to_owned());
    }
    let is_open = |thread: &Thread| {
        thread.pull_request_id == id
            && matches!(thread.status, ThreadStatus::Active | ThreadStatus::Pending)
    };
    if policy.requires_resolved_comments && state.threads.first(&is_open).is_some() {
        blockers.push("a comment thread is not resolved".to_owned());
    }
}

fn vote_number(vote: Vote) -> i64 {
    match vote {
        Vote::Approved => 10,
        Vote::ApprovedWithSuggestions => 5,
        Vote::NoVote => 0,
        Vote::WaitingForAuthor => -5,
        Vote::Rejected => -10,
    }
}

fn view_reviewers(state: &AzureDevops, id: IntKey<PullRequest>) -> Vec<serde_json::Value> {
    let mut rows = state.reviewers.select(&|row| row.pull_request_id == id);
    rows.sort_by_key(|row| {
        state.identities.get(&row.reviewer_id).map(|person| person.display_name.to_lowercase())
    });
    let view = |row: &RowRef<Reviewer>| {
        let mut view = view_person(state, &row.reviewer_id);
        add_field(&mut view, "vote", vote_number(row.vote).into());
        add_field(&mut view, "is_required", row.is_required.into());
        view
    };
    rows.iter().map(view).collect()
}

/// A pull request as lists tell of it.
fn view_pull(state: &AzureDevops, pull: &PullRequest) -> serde_json::Value {
    let repository = state.repositories.get(&pull.repository_id);
    let project = repository.and_then(|row| state.projects.get(&row.project_id));
    serde_json::json!({
        "pull_request_id": pull.pull_request_id.get(),
        "repository": repository.map(|row| row.name.as_str()),
        "project": project.map(|row| row.name.as_str()),
        "title": pull.title,
        "status": pull.status.as_str(),
        "is_draft": pull.is_draft,
        "created_by": view_person(state, &pull.created_by),
        "creation_date": pull.creation_date.to_string(),
        "closed_date": pull.closed_date.map(|at| at.to_string()),
        "source_ref_name": pull.source_ref_name,
        "target_ref_name": pull.target_ref_name,
    })
}

/// A pull request as it is told of after it was made or changed.
fn view_pull_written(state: &AzureDevops, pull: &PullRequest) -> serde_json::Value {
    let mut view = view_pull(state, pull);
    add_field(&mut view, "description", pull.description.as_str().into());
    view
}

fn view_pull_detail(
    state: &AzureDevops,
    pull: &PullRequest,
) -> Result<serde_json::Value, ToolError> {
    let repository = state.repositories.find(&pull.repository_id)?;
    let is_mergeable = conflicts_of(state, pull).is_empty();
    let merge_status = if is_mergeable { "succeeded" } else { "conflicts" };
    let merge = pull.merge_commit.as_ref().and_then(|key| state.commits.get(key));
    let mut view = view_pull_written(state, pull);
    let more = [
        ("repository", view_repository(state, &repository)?),
        ("merge_status", merge_status.into()),
        ("blocked_by", blockers(state, pull).into()),
        ("reviewers", view_reviewers(state, pull.pull_request_id).into()),
        ("iteration_count", pull.iteration_count.into()),
        ("last_merge_commit", merge.map(|merge| merge.commit_id.clone()).into()),
        ("closed_by", pull.closed_by.as_ref().map(|id| view_person(state, id)).into()),
        (
            "auto_complete_set_by",
            pull.auto_complete_set_by.as_ref().map(|id| view_person(state, id)).into(),
        ),
    ];
    for (name, value) in more {
        add_field(&mut view, name, value);
    }
    if let Some(options) = &pull.completion_options {
        let options = serde_json::json!({
            "merge_strategy": options.merge_strategy.as_str(),
            "merge_commit_message": options.merge_commit_message,
            "delete_source_branch": options.delete_source_branch,
            "transition_work_items": options.transition_work_items,
            "bypass_reason": options.bypass_reason,
        });
        add_field(&mut view, "completion_options", options);
    }
    Ok(view)
}

fn list_pulls(
    state: &AzureDevops,
    project: Option<&Project>,
    args: RepoPullRequest,
) -> Result<serde_json::Value, ToolError> {
    let repository = match &args.repository_id {
        Some(named) => Some(find_repository(state, project, named.as_str())?),
        None => None,
    };
    if repository.is_none() && project.is_none() {
        return Err(ToolError::invalid_argument("pass `repositoryId` or `project`"));
    }
    let any = ["all", "notset"];
    let status = match args.status.to_lowercase().as_str() {
        text if any.contains(&text) => None,
        text => Some(choose(PullRequestStatus::ALL, text, "status")?),
    };
    let person = |named: Option<&String>, is_me: bool| match named {
        Some(named) => find_identity(state, named).map(Some),
        None if is_me => me(state).map(Some),
        None => Ok(None),
    };
    let creator = person(args.created_by_user.as_ref(), args.created_by_me)?;
    let reviewer = person(args.user_is_reviewer.as_ref(), args.i_am_reviewer)?;
    let source = args.source_ref_name.as_deref().map(full_ref);
    let target = args.target_ref_name.as_deref().map(full_ref);
    let is_inside = |pull: &PullRequest| match (&repository, project) {
        (Some(repository), _) => pull.repository_id == repository.id,
        (None, Some(project)) => state
            .repositories
            .get(&pull.repository_id)
            .is_some_and(|row| row.project_id == project.id),
        (None, None) => false,
    };
    let is_reviewed = |pull: &PullRequest| {
        reviewer
            .as_ref()
            .is_none_or(|id| state.reviewers.contains(&join_key(&[&pull.pull_request_id, id])))
    };
    let mut rows = state.pull_requests.select(&|pull| {
        is_inside(pull)
            && equals(&pull.status, status.as_ref())
            && equals(&pull.created_by, creator.as_ref())
            && equals(&pull.source_ref_name, source.as_ref())
            && equals(&pull.target_ref_name, target.as_ref())
            && is_reviewed(pull)
    });
    rows.reverse();
    let views = rows.iter().map(|pull| view_pull(state, pull)).collect();
    page(views, Some(args.top), Some(args.skip))
}

fn check_active(pull: &PullRequest) -> Result<(), ToolError> {
    if pull.status != PullRequestStatus::Active {
        let message = format!("pull request {} is {}", pull.pull_request_id, pull.status);
        return Err(ToolError::failed_precondition(message));
    }
    Ok(())
}

/// Refuses a second active pull request between the same branches.
fn check_no_rival(state: &AzureDevops, wanted: &PullRequest) -> Result<(), ToolError> {
    let is_rival = |pull: &PullRequest| {
        pull.pull_request_id != wanted.pull_request_id
            && pull.status == PullRequestStatus::Active
            && pull.repository_id == wanted.repository_id
            && pull.source_repository_id == wanted.source_repository_id
            && pull.source_ref_name == wanted.source_ref_name
            && pull.target_ref_name == wanted.target_ref_name
    };
    match state.pull_requests.first(&is_rival) {
        None => Ok(()),
        Some(rival) => Err(ToolError::already_exists(format!(
            "pull request {} is active between these branches already",
            rival.pull_request_id
        ))),
    }
}

/// Checks that the branches of a pull request exist and are two.
fn check_branches(
    state: &AzureDevops,
    repository: &Repository,
    pull: &PullRequest,
) -> Result<(), ToolError> {
    match &pull.source_repository_id {
        Some(fork) => {
            let fork = state.repositories.find(fork)?;
            find_branch(state, &fork, &pull.source_ref_name)?;
        }
        None => {
            find_branch(state, repository, &pull.source_ref_name)?;
            if pull.source_ref_name == pull.target_ref_name {
                let message = "source and target are one branch";
                return Err(ToolError::invalid_argument(message));
            }
        }
    }
    find_branch(state, repository, &pull.target_ref_name)?;
    Ok(())
}

fn create_pull(
    state: &mut AzureDevops,
    repository: &Repository,
    args: RepoPullRequestWrite,
    cx: &mut Context,
) -> Result<RowRef<PullRequest>, ToolError> {
    let source = need(args.source_ref_name, "sourceRefName", "create")?;
    let target = need(args.target_ref_name, "targetRefName", "create")?;
    let title = need(args.title, "title", "create")?;
    let fork = match args.fork_source_repository_id {
        Some(named) => {
            let fork = find_repository(state, None, named.as_str())?;
            if fork.parent_id.as_ref() != Some(&repository.id) {
                let message = format!("`{}` is no fork of `{}`", fork.name, repository.name);
                return Err(ToolError::failed_precondition(message));
            }
            Some(fork.id.clone())
        }
        None => None,
    };
    let mut items = Vec::new();
    for word in args.work_items.unwrap_or_default().split_whitespace() {
        items.push(find_item(state, None, number_of(word)?)?);
    }
    let pull = PullRequest {
        pull_request_id: state.pull_requests.next_int_key(cx),
        repository_id: repository.id.clone(),
        title,
        description: args.description.unwrap_or_default(),
        status: PullRequestStatus::Active,
        is_draft: args.is_draft.unwrap_or(false),
        source_ref_name: full_ref(&source),
        target_ref_name: full_ref(&target),
        source_repository_id: fork,
        created_by: me(state)?,
        creation_date: cx.now(),
        closed_by: None,
        closed_date: None,
        labels: each_once(args.labels.unwrap_or_default()),
        auto_complete_set_by: None,
        completion_options: None,
        iteration_count: 1,
        closed_source: None,
        closed_target: None,
        merge_commit: None,
    };
    check_branches(state, repository, &pull)?;
    check_no_rival(state, &pull)?;
    let pull = state.pull_requests.insert(pull)?;
    let uri = pull_uri(repository, pull.pull_request_id);
    for item in items {
        add_external(state, &item, "Pull Request", uri.clone(), None, cx)?;
    }
    Ok(pull)
}

fn each_once(texts: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for text in texts {
        if !kept.contains(&text) {
            kept.push(text);
        }
    }
    kept
}

/// The number of a work item in a text.
fn number_of(text: &str) -> Result<IntKey<WorkItem>, ToolError> {
    match text.trim().parse::<i64>() {
        Ok(number) => Ok(IntKey::new(number)),
        Err(_) => Err(ToolError::invalid_argument(format!("`{text}` is no number"))),
    }
}

fn update_pull(
    state: &mut AzureDevops,
    before: &PullRequest,
    args: RepoPullRequestWrite,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let has_edits = args.title.is_some()
        || args.description.is_some()
        || args.is_draft.is_some()
        || args.target_ref_name.is_some()
        || args.auto_complete.is_some()
        || args.labels.is_some();
    if !has_edits && args.status.is_none() {
        return Err(ToolError::invalid_argument("the update says nothing that is to change"));
    }
    let repository = state.repositories.find(&before.repository_id)?;
    let mut pull = before.clone();
    if args.status == Some(RepoPullRequestWriteStatus::Active) {
        reactivate(state, &repository, &mut pull)?;
    }
    check_active(&pull)?;
    if let Some(title) = args.title {
        pull.title = title;
    }
    if let Some(description) = args.description {
        pull.description = description;
    }
    if let Some(labels) = args.labels {
        pull.labels = each_once(labels);
    }
    if let Some(target) = args.target_ref_name {
        pull.target_ref_name = full_ref(&target);
        check_branches(state, &repository, &pull)?;
        check_no_rival(state, &pull)?;
    }
    if let Some(is_draft) = args.is_draft.filter(|is_draft| *is_draft != pull.is_draft) {
        pull.is_draft = is_draft;
        forget_votes(state, pull.pull_request_id)?;
        if is_draft {
            pull.auto_complete_set_by = None;
        }
    }
    match args.auto_complete {
        Some(true) if pull.is_draft => {
            let message = "a draft does not complete by itself, publish it first";
            return Err(ToolError::failed_precondition(message));
        }
        Some(true) => {
            let strategy = match &args.merge_strategy {
                Some(text) => choose(MergeStrategy::ALL, text, "mergeStrategy")?,
                None => MergeStrategy::NoFastForward,
            };
            let bypass_reason = args.bypass_reason.filter(|reason| !reason.trim().is_empty());
            if bypass_reason.is_some() {
                let project = state.projects.find(&repository.project_id)?;
                check_administrator(&project, "pass by branch policies")?;
            }
            pull.auto_complete_set_by = Some(me(state)?);
            pull.completion_options = Some(CompletionOptions {
                merge_strategy: strategy,
                merge_commit_message: args.merge_commit_message,
                delete_source_branch: args.delete_source_branch,
                transition_work_items: args.transition_work_items,
                bypass_reason,
            });
        }
        Some(false) => {
            pull.auto_complete_set_by = None;
            pull.completion_options = None;
        }
        None => {}
    }
    if args.status == Some(RepoPullRequestWriteStatus::Abandoned) {
        let (source, target) = ends_of(state, &pull).unzip();
        pull.status = PullRequestStatus::Abandoned;
        pull.auto_complete_set_by = None;
        pull.closed_by = Some(me(state)?);
        pull.closed_date = Some(cx.now());
        pull.closed_source = source;
        pull.closed_target = target;
    }
    state.pull_requests.put(pull);
    Ok(())
}

/// Opens an abandoned pull request again; one that is active stays so.
fn reactivate(
    state: &AzureDevops,
    repository: &Repository,
    pull: &mut PullRequest,
) -> Result<(), ToolError> {
    if pull.status != PullRequestStatus::Abandoned {
        return Ok(());
    }
    check_branches(state, repository, pull)?;
    check_no_rival(state, pull)?;
    pull.status = PullRequestStatus::Active;
    pull.closed_by = None;
    pull.closed_date = None;
    pull.closed_source = None;
    pull.closed_target = None;
    Ok(())
}

/// Takes all votes back, as becoming a draft and being published do.
fn forget_votes(state: &mut AzureDevops, id: IntKey<PullRequest>) -> Result<(), ToolError> {
    for reviewer in state.reviewers.select(&|row| row.pull_request_id == id) {
        let key = join_key(&[&id, &reviewer.reviewer_id]);
        state.reviewers.update(&key, |reviewer| {
            reviewer.vote = Vote::NoVote;
            Ok(())
        })?;
    }
    Ok(())
}

fn change_reviewer(
    state: &mut AzureDevops,
    id: IntKey<PullRequest>,
    person: &Key<Identity>,
    adds: bool,
) -> Result<(), ToolError> {
    let key = join_key(&[&id, person]);
    state.identities.find(person)?;
    if adds {
        if !state.reviewers.contains(&key) {
            state.reviewers.insert(Reviewer {
                pull_request_id: id,
                reviewer_id: person.clone(),
                vote: Vote::NoVote,
                is_required: false,
            })?;
        }
        return Ok(());
    }
    if state.reviewers.find(&key)?.is_required {
        let message = format!("`{person}` is a required reviewer and stays one");
        return Err(ToolError::failed_precondition(message));
    }
    state.delete::<Reviewer>(&key)?;
    Ok(())
}

/// Completes an active pull request that is set to complete by itself once nothing blocks it.
fn complete_if_free(
    state: &mut AzureDevops,
    id: IntKey<PullRequest>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let pull = state.pull_requests.find(&id)?;
    let is_wanted = pull.status == PullRequestStatus::Active && pull.auto_complete_set_by.is_some();
    if !is_wanted || !blockers(state, &pull).is_empty() {
        return Ok(());
    }
    let (Some((source, target)), Some(options)) =
        (ends_of(state, &pull), pull.completion_options.clone())
    else {
        return Ok(());
    };
    let merge = merge_commits(state, &pull, &options, &source, &target, cx)?;
    let key = branch_key(&pull.repository_id, &pull.target_ref_name);
    state.branches.update(&key, |branch| {
        branch.tip = merge.clone();
        Ok(())
    })?;
    if options.delete_source_branch && pull.source_repository_id.is_none() {
        delete_source(state, &pull)?;
    }
    let (me, now) = (me(state)?, cx.now());
    state.pull_requests.update(&id, |pull| {
        pull.status = PullRequestStatus::Completed;
        pull.closed_by = Some(me);
        pull.closed_date = Some(now);
        pull.closed_source = Some(source);
        pull.closed_target = Some(target);
        pull.merge_commit = Some(merge);
        Ok(())
    })?;
    if options.transition_work_items {
        for item in linked_items(state, &pull) {
            advance_item(state, &item, cx)?;
        }
    }
    Ok(())
}

/// Puts the commits of a pull request onto its target; returns where the target is then.
fn merge_commits(
    state: &mut AzureDevops,
    pull: &PullRequest,
    options: &CompletionOptions,
    source: &Key<Commit>,
    target: &Key<Commit>,
    cx: &mut Context,
) -> Result<Key<Commit>, ToolError> {
    let place = &pull.repository_id;
    let usual = format!("Merged PR {}: {}", pull.pull_request_id, pull.title);
    let message = options.merge_commit_message.clone().unwrap_or(usual);
    let commits = commits_beyond(state, source, target);
    match options.merge_strategy {
        MergeStrategy::NoFastForward => {
            add_commit(state, place, message, vec![target.clone(), source.clone()], cx)
        }
        MergeStrategy::Squash => {
            let paths = paths_of(state, &commits);
            let files = files_at(state, source);
            let tip = add_commit(state, place, message, vec![target.clone()], cx)?;
            for path in paths {
                let content = files.get(&path).and_then(|file| file.content.clone());
                state.file_versions.insert(FileVersion { commit: tip.clone(), path, content })?;
            }
            Ok(tip)
        }
        MergeStrategy::Rebase | MergeStrategy::RebaseMerge => {
            let mut tip = target.clone();
            // Merge commits fall away when commits are put on a new base.
            for commit in commits.iter().filter(|commit| commit.parents.len() < 2) {
                let key = commit_key(commit);
                let next = add_commit(state, place, commit.comment.clone(), vec![tip], cx)?;
                for file in state.file_versions.select(&|file| file.commit == key) {
                    let copy = FileVersion { commit: next.clone(), ..(*file).clone() };
                    state.file_versions.insert(copy)?;
                }
                tip = next;
            }
            if options.merge_strategy == MergeStrategy::Rebase {
                return Ok(tip);
            }
            add_commit(state, place, message, vec![target.clone(), tip], cx)
        }
    }
}

fn add_commit(
    state: &mut AzureDevops,
    repository: &Key<Repository>,
    comment: String,
    parents: Vec<Key<Commit>>,
    cx: &mut Context,
) -> Result<Key<Commit>, ToolError> {
    let commit = state.commits.insert(Commit {
        repository_id: repository.clone(),
        commit_id: cx.hex(COMMIT_ID_LENGTH),
        comment,
        author_id: me(state)?,
        author_date: cx.now(),
        parents,
    })?;
    Ok(commit_key(&commit))
}

/// Deletes the source branch of a pull request, unless it is what the repository starts from.
fn delete_source(state: &mut AzureDevops, pull: &PullRequest) -> Result<(), ToolError> {
    let repository = state.repositories.find(&pull.repository_id)?;
    if repository.default_branch.as_ref() == Some(&pull.source_ref_name) {
        return Ok(());
    }
    let key = branch_key(&pull.repository_id, &pull.source_ref_name);
    state.delete::<Branch>(&key)?;
    Ok(())
}

/// Moves a work item on after what it asks for was merged: to a resolved state, or to a completed
/// one, where its type allows that.
fn advance_item(
    state: &mut AzureDevops,
    item: &WorkItem,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let Ok(kind) = find_type(state, &item.project_id, &item.work_item_type) else { return Ok(()) };
    let category = category_of(&kind, &item.state);
    if !matches!(category, Some(StateCategory::Proposed | StateCategory::InProgress)) {
        return Ok(());
    }
    let aims = [StateCategory::Resolved, StateCategory::Completed];
    let next = aims.into_iter().find_map(|aim| {
        let fits =
            |one: &&WorkItemState| one.category == aim && may_move(&kind, &item.state, &one.name);
        kind.states.iter().find(fits)
    });
    if let Some(next) = next {
        let mut changed = item.clone();
        change_state(&kind, &mut changed, &next.name, cx.now())?;
        save_item(state, changed, cx)?;
    }
    Ok(())
}

// Threads.

fn find_thread(
    state: &AzureDevops,
    pull: &PullRequest,
    id: IntKey<Thread>,
) -> Result<RowRef<Thread>, ToolError> {
    let thread = state.threads.find(&id)?;
    if thread.pull_request_id != pull.pull_request_id {
        let message = format!("pull request {} has no thread {id}", pull.pull_request_id);
        return Err(ToolError::not_found(message));
    }
    Ok(thread)
}

fn comments_of(state: &AzureDevops, thread: &Thread) -> Vec<RowRef<ThreadComment>> {
    state.thread_comments.select(&|comment| comment.thread_id == thread.id)
}

fn view_thread_comment(state: &AzureDevops, comment: &ThreadComment) -> serde_json::Value {
    serde_json::json!({
        "id": comment.id,
        "author": view_person(state, &comment.author_id),
        "content": comment.content,
        "published_date": comment.published_date.to_string(),
    })
}

/// A thread with its comments; in full, with the lines and the pushes that it is about, too.
fn view_thread(state: &AzureDevops, thread: &Thread, is_full: bool) -> serde_json::Value {
    let comments = comments_of(state, thread);
    let comments = comments.iter().map(|comment| view_thread_comment(state, comment));
    let mut view = serde_json::json!({
        "id": thread.id.get(),
        "status": thread.status.as_str(),
        "file_path": thread.file_path,
        "published_date": thread.published_date.to_string(),
        "last_updated_date": thread.last_updated_date.to_string(),
        "comments": comments.collect::<Vec<_>>(),
    });
    if is_full {
        let position =
            |at: &FilePosition| serde_json::json!({"line": at.line, "offset": at.offset});
        let start = thread.right_file_start.as_ref().map(position);
        let end = thread.right_file_end.as_ref().map(position);
        let context = thread.iteration_context.as_ref().map(|context| {
            serde_json::json!({
                "change_tracking_id": context.change_tracking_id,
                "first_comparing_iteration": context.first_comparing_iteration,
                "second_comparing_iteration": context.second_comparing_iteration,
            })
        });
        add_field(&mut view, "right_file_start", start.into());
        add_field(&mut view, "right_file_end", end.into());
        add_field(&mut view, "iteration_context", context.into());
    }
    view
}

fn check_iteration_number(pull: &PullRequest, number: Option<i64>) -> Result<(), ToolError> {
    if number.is_some_and(|number| number > pull.iteration_count) {
        let message = format!("the pull request has {} iterations", pull.iteration_count);
        return Err(ToolError::not_found(message));
    }
    Ok(())
}

fn list_threads(
    state: &AzureDevops,
    pull: &PullRequest,
    args: RepoPullRequestThread,
) -> Result<serde_json::Value, ToolError> {
    check_iteration_number(pull, args.iteration)?;
    check_iteration_number(pull, args.base_iteration)?;
    let status = match &args.status {
        Some(text) => Some(choose(ThreadStatus::ALL, text, "status")?),
        None => None,
    };
    let email = args.author_email;
    let name = args.author_display_name.map(|name| name.to_lowercase());
    let is_by = |thread: &Thread| {
        let comments = comments_of(state, thread);
        let author = comments.first().and_then(|first| state.identities.get(&first.author_id));
        let has_email = |email: &String| {
            author.is_some_and(|person| person.unique_name.eq_ignore_ascii_case(email))
        };
        let has_name = |name: &String| {
            author.is_some_and(|person| person.display_name.to_lowercase().contains(name))
        };
        email.as_ref().is_none_or(has_email) && name.as_ref().is_none_or(has_name)
    };
    // A thread that compares a later push was not there yet.
    let was_there = |thread: &Thread| {
        let pushed = thread.iteration_context.as_ref().map(|one| one.second_comparing_iteration);
        args.iteration.is_none_or(|wanted| pushed.is_none_or(|pushed| pushed <= wanted))
    };
    let rows = state.threads.select(&|thread| {
        thread.pull_request_id == pull.pull_request_id
            && equals(&thread.status, status.as_ref())
            && was_there(thread)
            && is_by(thread)
    });
    let views = rows.iter().map(|thread| view_thread(state, thread, args.full_response));
    page(views.collect(), Some(args.top), Some(args.skip))
}

/// The lines that a new thread is about.
fn positions_of(
    args: &RepoPullRequestThreadWrite,
) -> Result<(Option<FilePosition>, Option<FilePosition>), ToolError> {
    let position =
        |line: Option<i64>, offset: Option<i64>| line.map(|line| FilePosition { line, offset });
    let start = position(args.right_file_start_line, args.right_file_start_offset);
    let end = position(args.right_file_end_line, args.right_file_end_offset);
    let wrong = match (&start, &end) {
        (None, Some(_)) => Some("`rightFileEndLine` needs `rightFileStartLine`"),
        (None, None) | (Some(_), None)
            if args.right_file_end_offset.is_some() || args.right_file_start_offset.is_some() =>
        {
            Some("offsets need both lines")
        }
        (Some(_), Some(end)) if end.offset.is_none() => {
            Some("`rightFileEndLine` needs `rightFileEndOffset`")
        }
        (Some(start), Some(end)) if (end.line, end.offset) < (start.line, start.offset) => {
            Some("the end is before the start")
        }
        (Some(_), _) if args.file_path.is_none() => Some("lines need a `filePath`"),
        _ => None,
    };
    match wrong {
        Some(wrong) => Err(ToolError::invalid_argument(wrong)),
        None => Ok((start, end)),
    }
}

fn create_thread(
    state: &mut AzureDevops,
    pull: &PullRequest,
    args: RepoPullRequestThreadWrite,
    cx: &mut Context,
) -> Result<RowRef<Thread>, ToolError> {
    let (right_file_start, right_file_end) = positions_of(&args)?;
    let context =
        (args.change_tracking_id, args.first_comparing_iteration, args.second_comparing_iteration);
    let iteration_context = match context {
        (None, None, None) => None,
        (Some(change), Some(first), Some(second)) => {
            check_iteration_number(pull, Some(first))?;
            check_iteration_number(pull, Some(second))?;
            Some(IterationContext {
                change_tracking_id: change,
                first_comparing_iteration: first,
                second_comparing_iteration: second,
            })
        }
        _ => {
            return Err(ToolError::invalid_argument(
                "`changeTrackingId` and the two comparing iterations go together",
            ));
        }
    };
    let content = need(args.content, "content", "create")?;
    let status = match &args.status {
        Some(text) => choose(ThreadStatus::ALL, text, "status")?,
        None => ThreadStatus::Active,
    };
    let id = state.threads.next_int_key(cx);
    let thread = state.threads.insert(Thread {
        id,
        pull_request_id: pull.pull_request_id,
        status,
        file_path: args.file_path.as_deref().map(slashed),
        right_file_start,
        right_file_end,
        iteration_context,
        published_date: cx.now(),
        last_updated_date: cx.now(),
    })?;
    add_thread_comment(state, id, content, cx)?;
    Ok(thread)
}

fn add_thread_comment(
    state: &mut AzureDevops,
    thread_id: IntKey<Thread>,
    content: String,
    cx: &mut Context,
) -> Result<RowRef<ThreadComment>, ToolError> {
    let now = cx.now();
    state.threads.update(&thread_id, |thread| {
        thread.last_updated_date = now;
        Ok(())
    })?;
    let id = state
        .thread_comments
        .next_number_where(&|comment| comment.thread_id == thread_id, &|comment| comment.id);
    let author_id = me(state)?;
    state.thread_comments.insert(ThreadComment {
        thread_id,
        id,
        author_id,
        content,
        published_date: now,
    })
}

// Pipelines.

fn find_pipeline(
    state: &AzureDevops,
    project: &Project,
    id: IntKey<Pipeline>,
) -> Result<RowRef<Pipeline>, ToolError> {
    let pipeline = state.pipelines.find(&id)?;
    if pipeline.project_id != project.id {
        let message = format!("project `{}` has no pipeline {id}", project.name);
        return Err(ToolError::not_found(message));
    }
    Ok(pipeline)
}

fn find_build(
    state: &AzureDevops,
    project: &Project,
    id: IntKey<Build>,
) -> Result<RowRef<Build>, ToolError> {
    let build = state.builds.find(&id)?;
    let pipeline = state.pipelines.find(&build.pipeline_id)?;
    if pipeline.project_id != project.id {
        let message = format!("project `{}` has no build {id}", project.name);
        return Err(ToolError::not_found(message));
    }
    Ok(build)
}

fn view_log(log: &BuildLog) -> serde_json::Value {
    serde_json::json!({
        "build_id": log.build_id.get(),
        "log_id": log.log_id,
        "step": log.step,
        "line_count": log.content.lines().count(),
        "created_on": log.created_on.to_string(),
    })
}

fn view_artifact(artifact: &Artifact) -> serde_json::Value {
    serde_json::json!({
        "name": artifact.name,
        "kind": artifact.kind.as_str(),
        "size_in_bytes": artifact.content.len(),
    })
}

fn builds_of(state: &AzureDevops, pipeline: &Pipeline) -> Vec<RowRef<Build>> {
    state.builds.select(&|build| build.pipeline_id == pipeline.id)
}

fn view_build(build: &Build) -> serde_json::Value {
    serde_json::json!({
        "id": build.id.get(),
        "name": build.build_number,
        "state": build.status.as_str(),
        "result": build.result.map(|result| result.as_str()),
        "reason": build.reason.as_str(),
        "source_branch": build.source_branch,
        "source_version": build.source_version,
        "created_date": build.queue_time.to_string(),
        "finished_date": build.finish_time.map(|at| at.to_string()),
    })
}

fn stages_of(state: &AzureDevops, id: IntKey<Build>) -> Vec<RowRef<Stage>> {
    let mut rows = state.stages.select(&|stage| stage.build_id == id);
    rows.sort_by_key(|stage| stage.position);
    rows
}

/// A run with its pipeline, its variables and its stages; secrets are not told.
fn view_run(state: &AzureDevops, pipeline: &Pipeline, build: &Build) -> serde_json::Value {
    let variable = |(name, one): (&String, &RunVariable)| {
        let value = one.value.as_ref().filter(|_| !one.is_secret);
        (name.clone(), serde_json::json!({"value": value, "is_secret": one.is_secret}))
    };
    let variables: serde_json::Map<String, serde_json::Value> =
        build.variables.iter().map(variable).collect();
    let stage = |stage: &RowRef<Stage>| {
        serde_json::json!({
            "build_id": stage.build_id.get(),
            "name": stage.name,
            "state": stage.state.as_str(),
            "result": stage.result.map(|result| result.as_str()),
            "attempt": stage.attempt,
        })
    };
    let stages: Vec<serde_json::Value> = stages_of(state, build.id).iter().map(stage).collect();
    let more = [
        (
            "pipeline",
            serde_json::json!({
                "id": pipeline.id.get(),
                "name": pipeline.name,
                "folder": pipeline.path,
                "revision": build.pipeline_revision,
            }),
        ),
        ("requested_by", view_person(state, &build.requested_by)),
        ("variables", variables.into()),
        ("template_parameters", serde_json::json!(build.template_parameters)),
        ("resources", build.resources.as_ref().map(|resources| resources.0.clone()).into()),
        ("stages", stages.into()),
    ];
    let mut view = view_build(build);
    for (name, value) in more {
        add_field(&mut view, name, value);
    }
    view
}

/// A pipeline; in full, with its stages, variables and tasks, too.
fn view_pipeline(state: &AzureDevops, pipeline: &Pipeline, is_full: bool) -> serde_json::Value {
    let mut view = serde_json::json!({
        "id": pipeline.id.get(),
        "name": pipeline.name,
        "path": pipeline.path,
        "revision": pipeline.revision,
        "queue_status": pipeline.queue_status.as_str(),
        "process_type": pipeline.process_type,
        "yaml_filename": pipeline.yaml_filename,
        "repository": {
            "id": pipeline.repository_id.as_ref().map(|id| id.as_str()),
            "name": pipeline.repository_name,
            "type": pipeline.repository_type.as_str(),
            "service_connection_id": pipeline.service_connection_id,
        },
        "authored_by": view_person(state, &pipeline.authored_by),
        "created_date": pipeline.created_date.to_string(),
        "changed_date": pipeline.changed_date.to_string(),
    });
    if is_full {
        let variable = |one: &PipelineVariable| {
            let value = one.value.as_ref().filter(|_| !one.is_secret);
            serde_json::json!({
                "name": one.name,
                "value": value,
                "is_secret": one.is_secret,
                "allow_override": one.allow_override,
            })
        };
        let variables: Vec<serde_json::Value> = pipeline.variables.iter().map(variable).collect();
        add_field(&mut view, "variables", variables.into());
        add_field(&mut view, "stages", serde_json::json!(pipeline.stages));
        add_field(&mut view, "task_ids", serde_json::json!(pipeline.task_ids));
    }
    view
}

/// Whether a name is the wanted one, in which `*` stands for anything.
fn fits_pattern(name: &str, pattern: &str) -> bool {
    let (name, pattern) = (name.to_lowercase(), pattern.to_lowercase());
    let Some((first, rest)) = pattern.split_once('*') else { return name == pattern };
    let Some(mut left) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match left.find(part).and_then(|at| left.get(at.saturating_add(part.len())..)) {
            Some(after) => left = after,
            None => return false,
        }
    }
    left.ends_with(last)
}

fn list_pipelines(
    state: &AzureDevops,
    project: &Project,
    args: PipelinesDefinition,
) -> Result<serde_json::Value, ToolError> {
    let is_ours = args.repository_type.is_none_or(|kind| kind == RepositoryType::TfsGit);
    let repository = match &args.repository_id {
        Some(named) if is_ours => {
            Some(find_repository(state, Some(project), named.as_str())?.id.as_str().to_owned())
        }
        Some(named) => Some(named.as_str().to_owned()),
        None => None,
    };
    let is_of_repository = |pipeline: &Pipeline| {
        repository.as_ref().is_none_or(|wanted| {
            pipeline.repository_id.as_ref().is_some_and(|id| id.as_str() == wanted)
                || pipeline.repository_name == *wanted
        })
    };
    let ids = args.definition_ids.unwrap_or_default();
    let folder = args.path.map(|path| backslashed(&path));
    let is_built = |pipeline: &Pipeline, since: Timestamp| {
        builds_of(state, pipeline).iter().any(|build| build.queue_time > since)
    };
    let mut rows = state.pipelines.select(&|row| {
        row.project_id == project.id
            && one_of(&row.id, &ids)
            && is_of_repository(row)
            && equals(&row.repository_type, args.repository_type.as_ref())
            && equals(&row.process_type, args.process_type.as_ref())
            && args.name.as_ref().is_none_or(|name| fits_pattern(&row.name, name))
            && folder.as_ref().is_none_or(|one| is_in_folder(row, one))
            && args.task_id_filter.as_ref().is_none_or(|task| row.task_ids.contains(task))
            && args
                .yaml_filename
                .as_ref()
                .is_none_or(|file| slashed(file) == slashed(&row.yaml_filename))
            && args.built_after.is_none_or(|since| is_built(row, since))
            && args.not_built_after.is_none_or(|since| !is_built(row, since))
    });
    order_pipelines(&mut rows, args.query_order.as_deref().unwrap_or_default())?;
    let view = |row: &RowRef<Pipeline>| {
        let mut view = view_pipeline(state, row, args.include_all_properties.unwrap_or(false));
        let builds = builds_of(state, row);
        if args.include_latest_builds.unwrap_or(false) {
            let latest = builds.last().map(|build| {
                serde_json::json!({
                    "id": build.id.get(),
                    "build_number": build.build_number,
                    "status": build.status.as_str(),
                    "result": build.result.map(|result| result.as_str()),
                })
            });
            add_field(&mut view, "latest_build", latest.into());
        }
        if let Some(since) = args.min_metrics_time {
            let counted = builds.iter().filter(|build| build.queue_time >= since);
            let results = counted.map(|build| match build.result {
                Some(result) => result.as_str(),
                None => build.status.as_str(),
            });
            add_field(&mut view, "metrics", serde_json::json!(counts(results)));
        }
        view
    };
    let views = rows.iter().map(view).collect();
    page_from(views, args.top, args.continuation_token)
}

/// Whether a pipeline is in a folder or below it; all are below the first one.
fn is_in_folder(pipeline: &Pipeline, folder: &str) -> bool {
    folder.is_empty() || is_under(&backslashed(&pipeline.path), folder)
}

fn order_pipelines(rows: &mut [RowRef<Pipeline>], order: &str) -> Result<(), ToolError> {
    match order.to_lowercase().as_str() {
        "" | "none" => {}
        "definitionnameascending" => rows.sort_by_key(|row| row.name.to_lowercase()),
        "definitionnamedescending" => {
            rows.sort_by_key(|row| std::cmp::Reverse(row.name.to_lowercase()));
        }
        "lastmodifiedascending" => rows.sort_by_key(|row| row.changed_date),
        "lastmodifieddescending" => rows.sort_by_key(|row| std::cmp::Reverse(row.changed_date)),
        _ => {
            let known = [
                "none",
                "definitionNameAscending",
                "definitionNameDescending",
                "lastModifiedAscending",
                "lastModifiedDescending",
            ];
            return Err(not_one_of("queryOrder", order, &known));
        }
    }
    Ok(())
}

/// The branch and the commit that a run takes of the pipeline's own repository.
fn source_of(
    state: &AzureDevops,
    pipeline: &Pipeline,
    resources: &serde_json::Value,
) -> Result<(String, Option<String>), ToolError> {
    let own = resources.pointer("/repositories/self");
    let text = |name: &str| own.and_then(|own| own.get(name)).and_then(|value| value.as_str());
    let (named, version) = (text("refName"), text("version").filter(|text| !text.is_empty()));
    let Some(id) = &pipeline.repository_id else {
        let branch = named.unwrap_or("refs/heads/main");
        return Ok((full_ref(branch), version.map(str::to_owned)));
    };
    let repository = state.repositories.find(id)?;
    let usual = repository.default_branch.as_deref();
    let branch = named.or(usual).ok_or_else(|| {
        ToolError::failed_precondition(format!("repository `{}` is empty", repository.name))
    })?;
    let tip = match version {
        Some(version) => find_commit(state, &repository, version)?,
        None => find_branch(state, &repository, branch)?.tip.clone(),
    };
    let commit = state.commits.get(&tip).map(|commit| commit.commit_id.clone());
    Ok((full_ref(branch), commit))
}

/// Checks that the runs exist which a run takes as resources.
fn check_resources(state: &AzureDevops, resources: &serde_json::Value) -> Result<(), ToolError> {
    let pipelines = resources.get("pipelines").and_then(|value| value.as_object());
    for one in pipelines.into_iter().flat_map(|pipelines| pipelines.values()) {
        if let Some(run) = one.get("runId").and_then(|run| run.as_f64()) {
            state.builds.find(&IntKey::<Build>::new(run as i64))?;
        }
    }
    Ok(())
}

/// The variables of a run: those of its pipeline, of which some may be given other values.
fn run_variables(
    pipeline: &Pipeline,
    given: BTreeMap<String, Json>,
) -> Result<BTreeMap<String, RunVariable>, ToolError> {
    let mut variables: BTreeMap<String, RunVariable> = BTreeMap::new();
    for one in &pipeline.variables {
        let variable = RunVariable { value: one.value.clone(), is_secret: one.is_secret };
        variables.insert(one.name.clone(), variable);
    }
    for (name, Json(given)) in given {
        let declared = pipeline.variables.iter().find(|one| one.name == name);
        let Some(declared) = declared.filter(|one| one.allow_override) else {
            return Err(ToolError::invalid_argument(format!(
                "variable `{name}` cannot be set when a run of `{}` is queued",
                pipeline.name
            )));
        };
        let value = given.get("value").and_then(|value| value.as_str()).map(str::to_owned);
        let is_secret = given.get("isSecret").and_then(|flag| flag.as_bool()).unwrap_or(false);
        let is_secret = is_secret || declared.is_secret;
        variables.insert(name, RunVariable { value, is_secret });
    }
    Ok(variables)
}

/// The YAML that a run would follow, as it stands on a branch.
fn yaml_of(state: &AzureDevops, pipeline: &Pipeline, branch: &str) -> Result<String, ToolError> {
    let Some(id) = &pipeline.repository_id else {
        let message = "the YAML lies outside of the organization, pass `yamlOverride`";
        return Err(ToolError::failed_precondition(message));
    };
    let repository = state.repositories.find(id)?;
    let branch = find_branch(state, &repository, branch)?;
    let path = slashed(&pipeline.yaml_filename);
    let files = files_at(state, &branch.tip);
    let file = files.get(&path).ok_or_else(|| no_file(&repository, &path))?;
    Ok(file.content.clone().unwrap_or_default())
}

fn run_pipeline(
    state: &mut AzureDevops,
    project: &Project,
    args: PipelinesWrite,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let id = need(args.pipeline_id, "pipelineId", "run_pipeline")?;
    let pipeline = find_pipeline(state, project, id)?;
    let is_preview = args.preview_run.unwrap_or(false);
    if args.yaml_override.is_some() && !is_preview {
        let message = "`yamlOverride` goes with `previewRun` only";
        return Err(ToolError::invalid_argument(message));
    }
    if pipeline.queue_status == QueueStatus::Disabled {
        let message = format!("pipeline `{}` is disabled", pipeline.name);
        return Err(ToolError::failed_precondition(message));
    }
    let revision = args.pipeline_version.unwrap_or(pipeline.revision);
    if revision < 1 || revision > pipeline.revision {
        let message = format!("pipeline `{}` has no version {revision}", pipeline.name);
        return Err(ToolError::not_found(message));
    }
    let resources = args.resources.map(|resources| resources.0).unwrap_or_default();
    let (branch, version) = source_of(state, &pipeline, &resources)?;
    check_resources(state, &resources)?;
    let variables = run_variables(&pipeline, args.variables.unwrap_or_default())?;
    let skipped = args.stages_to_skip.unwrap_or_default();
    if let Some(unknown) = skipped.iter().find(|name| !pipeline.stages.contains(name)) {
        let message = format!("pipeline `{}` has no stage `{unknown}`", pipeline.name);
        return Err(ToolError::invalid_argument(message));
    }
    if is_preview {
        let yaml = match args.yaml_override {
            Some(yaml) => yaml,
            None => yaml_of(state, &pipeline, &branch)?,
        };
        return Ok(serde_json::json!({"final_yaml": yaml}));
    }
    let day = cx.today().to_string().replace('-', "");
    let is_today = |build: &&RowRef<Build>| build.build_number.starts_with(&day);
    let number = builds_of(state, &pipeline).iter().filter(is_today).count().saturating_add(1);
    let build = Build {
        id: state.builds.next_int_key(cx),
        pipeline_id: pipeline.id,
        pipeline_revision: revision,
        build_number: format!("{day}.{number}"),
        status: BuildStatus::NotStarted,
        result: None,
        reason: BuildReason::Manual,
        source_branch: branch,
        source_version: version,
        requested_by: me(state)?,
        queue_time: cx.now(),
        finish_time: None,
        template_parameters: args.template_parameters.unwrap_or_default(),
        variables,
        resources: Some(Json(resources)).filter(|resources| !resources.0.is_null()),
    };
    let build = state.builds.insert(build)?;
    for (position, name) in (1_i64..).zip(&pipeline.stages) {
        let is_skipped = skipped.contains(name);
        state.stages.insert(Stage {
            build_id: build.id,
            name: name.clone(),
            position,
            state: if is_skipped { StageState::Completed } else { StageState::Pending },
            result: is_skipped.then_some(StageResult::Skipped),
            attempt: 1,
        })?;
    }
    Ok(view_run(state, &pipeline, &build))
}

/// Refuses a second pipeline of one name in a folder.
fn check_pipeline_name(
    state: &AzureDevops,
    project: &Project,
    folder: &str,
    name: &str,
) -> Result<(), ToolError> {
    let is_it = |row: &Pipeline| {
        row.project_id == project.id
            && row.path.eq_ignore_ascii_case(folder)
            && row.name.eq_ignore_ascii_case(name)
    };
    match state.pipelines.first(&is_it) {
        None => Ok(()),
        Some(row) => Err(ToolError::already_exists(format!(
            "pipeline {} in `{folder}` is called `{name}`",
            row.id
        ))),
    }
}

fn keep_pipeline_revision(
    state: &mut AzureDevops,
    pipeline: &Pipeline,
    change_type: PipelineChange,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let changed_by = me(state)?;
    state.pipeline_revisions.put(PipelineRevision {
        pipeline_id: pipeline.id,
        revision: pipeline.revision,
        name: pipeline.name.clone(),
        change_type,
        changed_by,
        changed_date: cx.now(),
    });
    Ok(())
}

fn create_pipeline(
    state: &mut AzureDevops,
    project: &Project,
    args: PipelinesWrite,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let action = "create_pipeline";
    let name = need(args.name, "name", action)?;
    let yaml_path = need(args.yaml_path, "yamlPath", action)?;
    let kind = need(args.repository_type, "repositoryType", action)?;
    let repository_name = need(args.repository_name, "repositoryName", action)?;
    let (repository_type, repository, connection) = match kind.to_lowercase().as_str() {
        "azurereposgit" => {
            let named = args.repository_id.filter(|id| !id.as_str().is_empty());
            let named = named.as_ref().map_or(repository_name.as_str(), |id| id.as_str());
            let repository = find_repository(state, Some(project), named)?;
            (RepositoryType::TfsGit, Some(repository), None)
        }
        "github" => {
            let connection = need(args.repository_connection_id, "repositoryConnectionId", action)?;
            (RepositoryType::GitHub, None, Some(connection))
        }
        _ => return Err(not_one_of("repositoryType", &kind, &["azureReposGit", "gitHub"])),
    };
    let path = format!("\\{}", backslashed(args.folder.as_deref().unwrap_or_default()));
    check_pipeline_name(state, project, &path, &name)?;
    let pipeline = Pipeline {
        id: state.pipelines.next_int_key(cx),
        project_id: project.id.clone(),
        name,
        path,
        yaml_filename: yaml_path,
        process_type: 2,
        repository_type,
        repository_id: repository.as_ref().map(|row| row.id.clone()),
        repository_name: repository.as_ref().map_or(repository_name, |row| row.name.clone()),
        service_connection_id: connection,
        queue_status: QueueStatus::Enabled,
        revision: 1,
        stages: Vec::new(),
        variables: Vec::new(),
        task_ids: Vec::new(),
        authored_by: me(state)?,
        created_date: cx.now(),
        changed_date: cx.now(),
    };
    let pipeline = state.pipelines.insert(pipeline)?;
    keep_pipeline_revision(state, &pipeline, PipelineChange::Add, cx)?;
    Ok(view_pipeline(state, &pipeline, true))
}

fn rename_pipeline(
    state: &mut AzureDevops,
    project: &Project,
    id: IntKey<Pipeline>,
    name: String,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let before = find_pipeline(state, project, id)?;
    if before.name == name {
        return Ok(view_pipeline(state, &before, true));
    }
    if !before.name.eq_ignore_ascii_case(&name) {
        check_pipeline_name(state, project, &before.path, &name)?;
    }
    let now = cx.now();
    let pipeline = state.pipelines.update(&id, |pipeline| {
        pipeline.name = name;
        pipeline.revision = pipeline.revision.saturating_add(1);
        pipeline.changed_date = now;
        Ok(())
    })?;
    keep_pipeline_revision(state, &pipeline, PipelineChange::Update, cx)?;
    Ok(view_pipeline(state, &pipeline, true))
}

fn change_stage(
    state: &mut AzureDevops,
    stage: &Stage,
    to: StageState,
    result: Option<StageResult>,
    attempt: i64,
) -> Result<(), ToolError> {
    state.stages.update(&join_key(&[&stage.build_id, &stage.name]), |stage| {
        stage.state = to;
        stage.result = result;
        stage.attempt = attempt;
        Ok(())
    })?;
    Ok(())
}

fn stage_error(stage: &Stage, what: &str) -> ToolError {
    let is = stage.result.map_or(stage.state.as_str(), |result| result.as_str());
    ToolError::failed_precondition(format!("stage `{}` is {is} and cannot {what}", stage.name))
}

/// Stops a stage that is not over; the stages that wait behind it are skipped.
fn cancel_stage(state: &mut AzureDevops, stage: &Stage) -> Result<(), ToolError> {
    if stage.state == StageState::Completed {
        return Err(stage_error(stage, "be canceled"));
    }
    let canceled = Some(StageResult::Canceled);
    change_stage(state, stage, StageState::Completed, canceled, stage.attempt)?;
    for other in stages_of(state, stage.build_id) {
        if other.position > stage.position && other.state == StageState::Pending {
            let skipped = Some(StageResult::Skipped);
            change_stage(state, &other, StageState::Completed, skipped, other.attempt)?;
        }
    }
    Ok(())
}

/// Lets a stage go again that failed or was canceled; with force, also one that succeeded.
fn retry_stage(state: &mut AzureDevops, stage: &Stage, is_forced: bool) -> Result<(), ToolError> {
    match stage.result {
        Some(StageResult::Failed | StageResult::Canceled) => {}
        Some(StageResult::Succeeded) if is_forced => {}
        _ => return Err(stage_error(stage, "be retried")),
    }
    let attempt = stage.attempt.saturating_add(1);
    change_stage(state, stage, StageState::Pending, None, attempt)
}

/// Starts a stage that waits or was skipped.
fn start_stage(state: &mut AzureDevops, stage: &Stage) -> Result<(), ToolError> {
    let waits = stage.state == StageState::Pending || stage.result == Some(StageResult::Skipped);
    if !waits {
        return Err(stage_error(stage, "be run"));
    }
    change_stage(state, stage, StageState::InProgress, None, stage.attempt)
}

/// Makes the status of a run follow from its stages.
fn settle_build(state: &mut AzureDevops, build: &Build, cx: &mut Context) -> Result<(), ToolError> {
    let stages = stages_of(state, build.id);
    let has = |result: StageResult| stages.iter().any(|stage| stage.result == Some(result));
    let is_over = stages.iter().all(|stage| stage.state == StageState::Completed);
    let result = if has(StageResult::Failed) {
        BuildResult::Failed
    } else if has(StageResult::Canceled) {
        BuildResult::Canceled
    } else {
        BuildResult::Succeeded
    };
    let now = cx.now();
    state.builds.update(&build.id, |build| {
        build.status = if is_over { BuildStatus::Completed } else { BuildStatus::InProgress };
        build.result = is_over.then_some(result);
        build.finish_time = is_over.then_some(now);
        Ok(())
    })?;
    Ok(())
}

// Test plans.

fn find_plan(
    state: &AzureDevops,
    project: &Project,
    id: IntKey<TestPlan>,
) -> Result<RowRef<TestPlan>, ToolError> {
    let plan = state.test_plans.find(&id)?;
    if plan.project_id != project.id {
        let message = format!("project `{}` has no test plan {id}", project.name);
        return Err(ToolError::not_found(message));
    }
    Ok(plan)
}

fn find_suite(
    state: &AzureDevops,
    plan: &TestPlan,
    id: IntKey<TestSuite>,
) -> Result<RowRef<TestSuite>, ToolError> {
    let suite = state.test_suites.find(&id)?;
    if suite.plan_id != plan.id {
        let message = format!("test plan {} has no suite {id}", plan.id);
        return Err(ToolError::not_found(message));
    }
    Ok(suite)
}

fn view_plan(state: &AzureDevops, plan: &TestPlan, is_full: bool) -> serde_json::Value {
    let is_root = |suite: &TestSuite| suite.plan_id == plan.id && suite.parent_suite_id.is_none();
    let root = state.test_suites.first(&is_root);
    let mut view = serde_json::json!({
        "id": plan.id.get(),
        "name": plan.name,
        "state": plan.state.as_str(),
        "iteration": plan.iteration,
        "root_suite_id": root.map(|suite| suite.id.get()),
    });
    if is_full {
        let more = [
            ("description", plan.description.clone().into()),
            ("area_path", plan.area_path.as_str().into()),
            ("start_date", plan.start_date.map(|day| day.to_string()).into()),
            ("end_date", plan.end_date.map(|day| day.to_string()).into()),
            ("owner", view_person(state, &plan.owner_id)),
        ];
        for (name, value) in more {
            add_field(&mut view, name, value);
        }
    }
    view
}

/// The suites of a plan below a suite, each with those below it.
fn suite_tree(
    state: &AzureDevops,
    plan: IntKey<TestPlan>,
    parent: Option<IntKey<TestSuite>>,
) -> Vec<serde_json::Value> {
    let rows =
        state.test_suites.select(&|suite| suite.plan_id == plan && suite.parent_suite_id == parent);
    let view = |suite: &RowRef<TestSuite>| {
        serde_json::json!({
            "id": suite.id.get(),
            "name": suite.name,
            "suite_type": suite.suite_type.as_str(),
            "children": suite_tree(state, plan, Some(suite.id)),
        })
    };
    rows.iter().map(view).collect()
}

fn add_suite(
    state: &mut AzureDevops,
    plan_id: IntKey<TestPlan>,
    name: String,
    parent: Option<IntKey<TestSuite>>,
    cx: &mut Context,
) -> Result<RowRef<TestSuite>, ToolError> {
    let id = state.test_suites.next_int_key(cx);
    state.test_suites.insert(TestSuite {
        id,
        plan_id,
        name,
        parent_suite_id: parent,
        suite_type: SuiteType::Static,
        test_case_ids: Vec::new(),
    })
}

/// The test cases that are to be put into a suite, which has none of them yet.
fn test_cases_of(
    state: &AzureDevops,
    project: &Project,
    suite: &TestSuite,
    named: &Json,
) -> Result<Vec<IntKey<WorkItem>>, ToolError> {
    if suite.suite_type != SuiteType::Static {
        let message = format!("suite {} is filled by a query or a requirement", suite.id);
        return Err(ToolError::failed_precondition(message));
    }
    let mut cases: Vec<IntKey<WorkItem>> = Vec::new();
    let texts = texts_of(Some(named));
    for word in texts.iter().flat_map(|text| text.split(',')) {
        let item = find_item(state, Some(project), number_of(word)?)?;
        if item.work_item_type != TEST_CASE {
            let message = format!("work item {} is a {}", item.id, item.work_item_type);
            return Err(ToolError::failed_precondition(message));
        }
        if suite.test_case_ids.contains(&item.id) || cases.contains(&item.id) {
            let message = format!("suite {} has test case {} already", suite.id, item.id);
            return Err(ToolError::already_exists(message));
        }
        cases.push(item.id);
    }
    Ok(cases)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&apos;")
}

/// The steps of a test case in the form in which its field keeps them.
fn steps_xml(steps: &str) -> String {
    let lines: Vec<&str> = steps.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut xml = format!("<steps id=\"0\" last=\"{}\">", lines.len());
    for (number, line) in (1_i64..).zip(&lines) {
        let (step, expected) = line.split_once('|').unwrap_or((*line, ""));
        let bare = step.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_numbered = bare.len() < step.len() && bare.starts_with('.');
        let step = if is_numbered { bare.trim_start_matches('.') } else { step };
        let expected = Some(expected.trim()).filter(|text| !text.is_empty());
        let expected = expected.unwrap_or("Verify step completes successfully");
        let text = |text: &str| {
            let text = escaped(text.trim());
            format!("<parameterizedString isformatted=\"true\">{text}</parameterizedString>")
        };
        xml.push_str(&format!("<step id=\"{number}\" type=\"ActionStep\">"));
        xml.push_str(&text(step));
        xml.push_str(&text(expected));
        xml.push_str("</step>");
    }
    xml.push_str("</steps>");
    xml
}

// Wikis.

fn find_wiki(
    state: &AzureDevops,
    project: Option<&Project>,
    named: &str,
) -> Result<RowRef<Wiki>, ToolError> {
    let is_it = |wiki: &Wiki| {
        project.is_none_or(|project| wiki.project_id == project.id)
            && (wiki.id == named || wiki.name.eq_ignore_ascii_case(named))
    };
    match state.wikis.first(&is_it) {
        Some(wiki) => state.wikis.find(&wiki.id),
        None => Err(ToolError::not_found(format!("there is no wiki `{named}`"))),
    }
}

/// The pages on the branch of a wiki that is read.
fn pages_of(state: &AzureDevops, wiki: &Wiki) -> Vec<RowRef<WikiPage>> {
    state
        .wiki_pages
        .select(&|page| page.wiki_id == wiki.id && wiki.versions.first() == Some(&page.version))
}

fn find_page(state: &AzureDevops, wiki: &Wiki, path: &str) -> Result<RowRef<WikiPage>, ToolError> {
    let found = pages_of(state, wiki).into_iter().find(|page| page.path == path);
    found.ok_or_else(|| ToolError::not_found(format!("wiki `{}` has no page `{path}`", wiki.name)))
}

fn check_page_path(path: &str) -> Result<(), ToolError> {
    let mut titles = path.split('/').skip(1);
    if titles.any(|title| title.trim().is_empty() || title.contains('#')) {
        return Err(ToolError::invalid_argument(format!("`{path}` is no path of a page")));
    }
    Ok(())
}

/// A page in a list, on request with how often it was seen on the last days.
fn view_listed_page(page: &WikiPage, days: Option<i64>, today: Date) -> serde_json::Value {
    let mut view = serde_json::json!({"id": page.id.get(), "path": page.path});
    if let Some(days) = days {
        let is_recent = |one: &&DayViews| {
            let age = today.days_since(one.day);
            age >= 0 && age < days
        };
        let stats = page
            .view_stats
            .iter()
            .filter(is_recent)
            .map(|one| serde_json::json!({"day": one.day.to_string(), "count": one.count}));
        add_field(&mut view, "view_stats", stats.collect());
    }
    view
}

/// A page with the pages below it, down to a depth.
fn view_page(pages: &[RowRef<WikiPage>], page: &WikiPage, depth: i64) -> serde_json::Value {
    let below: Vec<&RowRef<WikiPage>> = pages
        .iter()
        .filter(|other| other.path.rsplit_once('/').is_some_and(|(above, _)| above == page.path))
        .collect();
    let is_parent = !below.is_empty();
    let shown = below.into_iter().filter(|_| depth > 0);
    let sub_pages: Vec<serde_json::Value> =
        shown.map(|other| view_page(pages, other, depth.saturating_sub(1))).collect();
    serde_json::json!({
        "id": page.id.get(),
        "path": page.path,
        "etag": page.etag,
        "is_parent_page": is_parent,
        "sub_pages": sub_pages,
    })
}

/// The page that an address of this organization leads to.
fn page_at(state: &AzureDevops, url: &str) -> Result<RowRef<WikiPage>, ToolError> {
    let wrong = || {
        ToolError::invalid_argument(
            "write the address like `https://dev.azure.com/{org}/{project}/_wiki/wikis/{wiki}`",
        )
    };
    let rest = url.trim().strip_prefix("https://dev.azure.com/").ok_or_else(wrong)?;
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let parts: Vec<String> =
        path.split('/').filter(|part| !part.is_empty()).map(percent_decode).collect();
    let [organization, project, mark, wikis, wiki, after @ ..] = parts.as_slice() else {
        return Err(wrong());
    };
    if mark != "_wiki" || wikis != "wikis" {
        return Err(wrong());
    }
    let own = state.organization.find()?;
    if !own.name.eq_ignore_ascii_case(organization) {
        let message = format!("`{organization}` is another organization than `{}`", own.name);
        return Err(ToolError::permission_denied(message));
    }
    let project = find_project(state, project)?;
    let wiki = find_wiki(state, Some(&*project), wiki)?;
    let named = query.split('&').find_map(|pair| pair.strip_prefix("pagePath="));
    if let Some(named) = named {
        return find_page(state, &wiki, &slashed(&percent_decode(named)));
    }
    match after.first().and_then(|id| id.parse::<i64>().ok()) {
        Some(id) => {
            let page = state.wiki_pages.find(&IntKey::<WikiPage>::new(id))?;
            if page.wiki_id != wiki.id {
                let message = format!("wiki `{}` has no page {id}", wiki.name);
                return Err(ToolError::not_found(message));
            }
            Ok(page)
        }
        None => find_page(state, &wiki, "/"),
    }
}

fn view_found_page(state: &AzureDevops, page: &WikiPage) -> serde_json::Value {
    let wiki = state.wikis.get(&page.wiki_id);
    serde_json::json!({
        "id": page.id.get(),
        "file_name": page.path.rsplit('/').next(),
        "path": page.path,
        "content": page.content,
        "wiki": {
            "id": page.wiki_id.as_str(),
            "name": wiki.map(|wiki| wiki.name.as_str()),
            "version": page.version,
        },
        "project": wiki.map(|wiki| view_project(state, &wiki.project_id)),
    })
}

// Work items.

/// One value for one field.
struct Edit {
    name: String,
    /// The text of the value; without one the field is emptied.
    value: Option<String>,
    format: Option<TextFormat>,
}

fn edit_of(
    op: &str,
    path: &str,
    value: String,
    format: Option<TextFormat>,
) -> Result<Edit, ToolError> {
    let Some(name) = path.strip_prefix("/fields/") else {
        let message = format!("`{path}` is no field, write it like `/fields/System.Title`");
        return Err(ToolError::invalid_argument(message));
    };
    let value = match op.to_lowercase().as_str() {
        "add" | "replace" => Some(value),
        "remove" => None,
        _ => return Err(not_one_of("op", op, &["add", "replace", "remove"])),
    };
    Ok(Edit { name: name.to_owned(), value, format })
}

/// The reference name of a field that is named by it, or by its last part, in any case.
fn field_named(named: &str) -> Result<String, ToolError> {
    let bare = named.trim().replace(' ', "");
    let known = OWN_FIELDS.iter().chain(READ_ONLY_FIELDS).chain(NUMBER_FIELDS).chain(TEXT_FIELDS);
    let is_it = |name: &&&str| {
        name.eq_ignore_ascii_case(&bare)
            || name.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case(&bare))
    };
    if let Some(name) = known.clone().find(is_it) {
        return Ok((*name).to_owned());
    }
    if bare.to_lowercase().starts_with("custom.") && bare.len() > "custom.".len() {
        return Ok(bare);
    }
    let near = compoworld_core::nearest(&bare, known.copied());
    let hint = near.map(|name| format!(", did you mean `{name}`?")).unwrap_or_default();
    Err(ToolError::invalid_argument(format!("there is no field `{named}`{hint}")))
}

fn find_item(
    state: &AzureDevops,
    project: Option<&Project>,
    id: IntKey<WorkItem>,
) -> Result<RowRef<WorkItem>, ToolError> {
    let item = state.work_items.find(&id)?;
    match project {
        Some(project) if item.project_id != project.id => {
            let message = format!("project `{}` has no work item {id}", project.name);
            Err(ToolError::not_found(message))
        }
        _ => Ok(item),
    }
}

fn find_type(
    state: &AzureDevops,
    project: &Key<Project>,
    name: &str,
) -> Result<RowRef<WorkItemType>, ToolError> {
    let wanted = name.trim();
    let is_it =
        |row: &WorkItemType| row.project_id == *project && row.name.eq_ignore_ascii_case(wanted);
    match state.work_item_types.first(&is_it) {
        Some(row) => state.work_item_types.find(&join_key(&[&row.project_id, &row.name])),
        None => Err(ToolError::not_found(format!("there are no work items of type `{name}`"))),
    }
}

fn category_of(kind: &WorkItemType, state: &str) -> Option<StateCategory> {
    kind.states.iter().find(|one| one.name == state).map(|one| one.category)
}

fn may_move(kind: &WorkItemType, from: &str, to: &str) -> bool {
    kind.transitions.is_empty()
        || kind.transitions.iter().any(|step| step.from == from && step.to == to)
}

/// Whether nothing is left to do of a work item.
fn is_done(state: &AzureDevops, item: &WorkItem) -> bool {
    find_type(state, &item.project_id, &item.work_item_type).is_ok_and(|kind| {
        let category = category_of(&kind, &item.state);
        matches!(category, Some(StateCategory::Completed | StateCategory::Removed))
    })
}

fn change_state(
    kind: &WorkItemType,
    item: &mut WorkItem,
    wanted: &str,
    now: Timestamp,
) -> Result<(), ToolError> {
    let wanted = wanted.trim();
    let Some(to) = kind.states.iter().find(|one| one.name.eq_ignore_ascii_case(wanted)) else {
        let known: Vec<&str> = kind.states.iter().map(|one| one.name.as_str()).collect();
        return Err(not_one_of(&format!("state of a {}", kind.name), wanted, &known));
    };
    if to.name == item.state {
        return Ok(());
    }
    if !may_move(kind, &item.state, &to.name) {
        let message = format!("a {} does not go from {} to {}", kind.name, item.state, to.name);
        return Err(ToolError::failed_precondition(message));
    }
    item.reason = format!("Moved to state {}", to.name);
    item.state = to.name.clone();
    item.closed_at = (to.category == StateCategory::Completed).then_some(now);
    Ok(())
}

/// Makes a work item one of another type; a state that the type does not have becomes its first.
fn change_type(state: &AzureDevops, item: &mut WorkItem, wanted: &str) -> Result<(), ToolError> {
    let kind = find_type(state, &item.project_id, wanted)?;
    item.work_item_type = kind.name.clone();
    if category_of(&kind, &item.state).is_none()
        && let Some(first) = kind.states.first()
    {
        item.state = first.name.clone();
        item.closed_at = None;
    }
    Ok(())
}

fn checked_title(text: &str) -> Result<String, ToolError> {
    let title = text.trim();
    if title.is_empty() || title.chars().count() > TITLE_MAX {
        let message = format!("a title has 1 to {TITLE_MAX} characters");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(title.to_owned())
}

fn number_in(name: &str, text: &str) -> Result<Option<f64>, ToolError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(Some(number)),
        _ => Err(ToolError::invalid_argument(format!("`{name}` is a number, not `{text}`"))),
    }
}

fn checked_priority(text: &str) -> Result<Option<i64>, ToolError> {
    match number_in(PRIORITY, text)? {
        None => Ok(None),
        Some(number) if [1.0, 2.0, 3.0, 4.0].contains(&number) => Ok(Some(number as i64)),
        Some(number) => {
            Err(ToolError::invalid_argument(format!("`{PRIORITY}` is 1, 2, 3 or 4, not {number}")))
        }
    }
}

fn tags_of(text: &str) -> Vec<String> {
    let tags = text.split([';', ',']).map(|tag| tag.trim().to_owned());
    each_once(tags.filter(|tag| !tag.is_empty()).collect())
}

fn apply_edit(
    state: &AzureDevops,
    item: &mut WorkItem,
    edit: &Edit,
    now: Timestamp,
) -> Result<(), ToolError> {
    let name = field_named(&edit.name)?;
    let text = edit.value.as_deref().unwrap_or_default();
    let filled = Some(text.to_owned()).filter(|text| !text.is_empty());
    if READ_ONLY_FIELDS.contains(&name.as_str()) {
        return Err(ToolError::invalid_argument(format!("`{name}` cannot be set")));
    }
    match name.as_str() {
        "System.WorkItemType" => change_type(state, item, text)?,
        "System.Title" => item.title = checked_title(text)?,
        "System.State" => {
            let kind = find_type(state, &item.project_id, &item.work_item_type)?;
            change_state(&kind, item, text, now)?;
        }
        "System.Reason" => item.reason = text.to_owned(),
        "System.AssignedTo" => {
            item.assigned_to = match text.trim() {
                "" => None,
                named => Some(find_identity(state, named)?),
            };
        }
        "System.AreaPath" => {
            let project = state.projects.find(&item.project_id)?;
            item.area_path = checked_area(&project, text)?;
        }
        "System.IterationPath" => {
            let project = state.projects.find(&item.project_id)?;
            item.iteration_path = checked_iteration(state, &project, text)?;
        }
        "System.Description" => item.description = filled,
        "System.Tags" => item.tags = tags_of(text),
        PRIORITY => item.priority = checked_priority(text)?,
        STACK_RANK => item.stack_rank = number_in(STACK_RANK, text)?,
        other => {
            let value = if NUMBER_FIELDS.contains(&other) {
                number_in(other, text)?.map(serde_json::Value::from)
            } else {
                filled.map(serde_json::Value::from)
            };
            match value {
                Some(value) => item.fields.insert(other.to_owned(), Json(value)),
                None => item.fields.remove(other),
            };
        }
    }
    if let Some(format) = edit.format {
        item.markdown_fields.retain(|one| *one != name);
        if format == TextFormat::Markdown {
            item.markdown_fields.push(name);
        }
    }
    Ok(())
}

/// Applies edits to a work item; what belongs to its history is returned instead.
fn apply_edits(
    state: &AzureDevops,
    item: &mut WorkItem,
    edits: &[Edit],
    now: Timestamp,
) -> Result<Vec<(String, TextFormat)>, ToolError> {
    let mut notes = Vec::new();
    for edit in edits {
        if field_named(&edit.name)? == HISTORY {
            let text = edit.value.clone().unwrap_or_default();
            notes.push((text, edit.format.unwrap_or(TextFormat::Html)));
        } else {
            apply_edit(state, item, edit, now)?;
        }
    }
    notes.retain(|(text, _)| !text.is_empty());
    Ok(notes)
}

fn create_item(
    state: &mut AzureDevops,
    project: &Project,
    kind: &str,
    edits: &[Edit],
    cx: &mut Context,
) -> Result<RowRef<WorkItem>, ToolError> {
    let kind = find_type(state, &project.id, kind)?;
    let first = kind.states.first().map(|one| one.name.clone()).unwrap_or_default();
    let (me, now) = (me(state)?, cx.now());
    let mut item = WorkItem {
        id: state.work_items.next_int_key(cx),
        project_id: project.id.clone(),
        work_item_type: kind.name.clone(),
        rev: 1,
        title: String::new(),
        state: first,
        reason: "New".to_owned(),
        assigned_to: None,
        area_path: project.name.clone(),
        iteration_path: project.name.clone(),
        description: None,
        tags: Vec::new(),
        priority: None,
        stack_rank: None,
        fields: BTreeMap::new(),
        markdown_fields: Vec::new(),
        created_by: me.clone(),
        created_at: now,
        changed_by: me,
        changed_at: now,
        closed_at: None,
    };
    let notes = apply_edits(state, &mut item, edits, now)?;
    checked_title(&item.title)?;
    let item = state.work_items.insert(item)?;
    for (text, format) in notes {
        add_comment(state, item.id, text, format, cx)?;
    }
    Ok(item)
}

fn edit_item(
    state: &mut AzureDevops,
    id: IntKey<WorkItem>,
    edits: &[Edit],
    cx: &mut Context,
) -> Result<RowRef<WorkItem>, ToolError> {
    let before = find_item(state, None, id)?;
    let project = state.projects.find(&before.project_id)?;
    check_contributor(&project)?;
    let mut item = (*before).clone();
    let notes = apply_edits(state, &mut item, edits, cx.now())?;
    let item = save_item(state, item, cx)?;
    for (text, format) in notes {
        add_comment(state, id, text, format, cx)?;
    }
    Ok(item)
}

/// Puts a changed work item back and keeps what it was before.
fn save_item(
    state: &mut AzureDevops,
    mut item: WorkItem,
    cx: &mut Context,
) -> Result<RowRef<WorkItem>, ToolError> {
    let before = state.work_items.find(&item.id)?;
    if *before == item {
        return Ok(before);
    }
    keep_revision(state, &before);
    item.rev = before.rev.saturating_add(1);
    item.changed_by = me(state)?;
    item.changed_at = cx.now();
    Ok(state.work_items.put(item))
}

fn keep_revision(state: &mut AzureDevops, item: &WorkItem) {
    let fields = fields_of(state, item).into_iter();
    state.revisions.put(Revision {
        work_item_id: item.id,
        rev: item.rev,
        fields: fields.map(|(name, value)| (name, Json(value))).collect(),
        changed_by: item.changed_by.clone(),
        changed_at: item.changed_at,
    });
}

/// Counts a change of what hangs on a work item as a change of it. Called before that change, so
/// that the revision holds what was there.
fn touch_item(
    state: &mut AzureDevops,
    id: IntKey<WorkItem>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let before = state.work_items.find(&id)?;
    keep_revision(state, &before);
    let (me, now) = (me(state)?, cx.now());
    state.work_items.update(&id, |item| {
        item.rev = item.rev.saturating_add(1);
        item.changed_by = me;
        item.changed_at = now;
        Ok(())
    })?;
    Ok(())
}

fn parent_of(state: &AzureDevops, id: IntKey<WorkItem>) -> Option<IntKey<WorkItem>> {
    let is_up = |link: &WorkItemLink| link.kind == LinkKind::Hierarchy && link.target_id == id;
    state.work_item_links.first(&is_up).map(|link| link.source_id)
}

/// The fields of a work item that hold something, by their reference names.
fn fields_of(state: &AzureDevops, item: &WorkItem) -> serde_json::Map<String, serde_json::Value> {
    let comments = state.work_item_comments.select(&|row| row.work_item_id == item.id);
    let project = state.projects.get(&item.project_id).map(|project| project.name.as_str());
    let assigned = item.assigned_to.as_ref().map(|id| person_value(state, id));
    let tags = Some(item.tags.join("; ")).filter(|tags| !tags.is_empty());
    let known: [(&str, serde_json::Value); 21] = [
        ("System.Id", item.id.get().into()),
        ("System.Rev", item.rev.into()),
        ("System.TeamProject", project.into()),
        ("System.WorkItemType", item.work_item_type.as_str().into()),
        ("System.Title", item.title.as_str().into()),
        ("System.State", item.state.as_str().into()),
        ("System.Reason", item.reason.as_str().into()),
        ("System.AssignedTo", assigned.into()),
        ("System.AreaPath", item.area_path.as_str().into()),
        ("System.IterationPath", item.iteration_path.as_str().into()),
        ("System.Description", item.description.clone().into()),
        ("System.Tags", tags.into()),
        ("System.Parent", parent_of(state, item.id).map(|id| id.get()).into()),
        ("System.CommentCount", comments.len().into()),
        ("System.CreatedBy", person_value(state, &item.created_by)),
        ("System.CreatedDate", item.created_at.to_string().into()),
        ("System.ChangedBy", person_value(state, &item.changed_by)),
        ("System.ChangedDate", item.changed_at.to_string().into()),
        (PRIORITY, item.priority.into()),
        (STACK_RANK, item.stack_rank.into()),
        (CLOSED_DATE, item.closed_at.map(|at| at.to_string()).into()),
    ];
    let others = item.fields.iter().map(|(name, value)| (name.clone(), value.0.clone()));
    let known = known.into_iter().map(|(name, value)| (name.to_owned(), value));
    others.chain(known).filter(|(_, value)| !value.is_null()).collect()
}

fn item_reference(state: &AzureDevops, id: IntKey<WorkItem>) -> serde_json::Value {
    serde_json::json!({"id": id.get(), "url": item_url(state, id)})
}

fn item_url(state: &AzureDevops, id: IntKey<WorkItem>) -> String {
    format!("{}/_apis/wit/workItems/{id}", base_url(state))
}

fn check_expand(expand: Option<&str>) -> Result<(), ToolError> {
    let known = ["None", "Relations", "Fields", "Links", "All"];
    match expand {
        Some(text) if !known.iter().any(|one| one.eq_ignore_ascii_case(text)) => {
            Err(not_one_of("expand", text, &known))
        }
        _ => Ok(()),
    }
}

fn is_with_relations(expand: Option<&str>) -> bool {
    let parts = ["relations", "all"];
    expand.is_some_and(|text| parts.iter().any(|part| part.eq_ignore_ascii_case(text)))
}

/// What a work item was at an instant.
fn revision_at(
    state: &AzureDevops,
    item: &WorkItem,
    at: Timestamp,
) -> Result<(i64, serde_json::Map<String, serde_json::Value>), ToolError> {
    if item.changed_at <= at {
        return Ok((item.rev, fields_of(state, item)));
    }
    let rows = state.revisions.select(&|row| row.work_item_id == item.id && row.changed_at <= at);
    match rows.last() {
        Some(row) => Ok((row.rev, revision_fields(row))),
        None => Err(ToolError::not_found(format!("there was no work item {} then", item.id))),
    }
}

fn revision_fields(revision: &Revision) -> serde_json::Map<String, serde_json::Value> {
    revision.fields.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect()
}

fn view_revision(revision: &Revision) -> serde_json::Value {
    serde_json::json!({
        "id": revision.work_item_id.get(),
        "rev": revision.rev,
        "fields": revision_fields(revision),
    })
}

/// A work item, now or at an instant, with all of its fields or those that are named.
fn get_item(
    state: &AzureDevops,
    item: &WorkItem,
    names: &[String],
    as_of: Option<Timestamp>,
    with_relations: bool,
) -> Result<serde_json::Value, ToolError> {
    let (rev, fields) = match as_of {
        Some(at) => revision_at(state, item, at)?,
        None => (item.rev, fields_of(state, item)),
    };
    let names: Vec<String> =
        names.iter().map(|name| field_named(name)).collect::<Result<_, _>>()?;
    let is_wanted = |name: &String| names.is_empty() || names.contains(name);
    let fields: serde_json::Map<String, serde_json::Value> =
        fields.into_iter().filter(|(name, _)| is_wanted(name)).collect();
    let formats = item.markdown_fields.iter().filter(|name| is_wanted(name));
    let formats: serde_json::Map<String, serde_json::Value> =
        formats.map(|name| (name.clone(), "markdown".into())).collect();
    let mut view = serde_json::json!({
        "id": item.id.get(),
        "rev": rev,
        "fields": fields,
        "url": item_url(state, item.id),
    });
    if !formats.is_empty() {
        add_field(&mut view, "multiline_fields_format", formats.into());
    }
    if with_relations {
        add_field(&mut view, "relations", relations_of(state, item.id).into());
    }
    Ok(view)
}

fn view_item(
    state: &AzureDevops,
    item: &WorkItem,
    with_relations: bool,
) -> Result<serde_json::Value, ToolError> {
    get_item(state, item, &[], None, with_relations)
}

/// A work item in a few words, for lists.
fn view_found_item(state: &AzureDevops, item: &WorkItem) -> serde_json::Value {
    serde_json::json!({
        "id": item.id.get(),
        "work_item_type": item.work_item_type,
        "title": item.title,
        "state": item.state,
        "assigned_to": item.assigned_to.as_ref().map(|id| view_person(state, id)),
        "area_path": item.area_path,
        "iteration_path": item.iteration_path,
        "tags": item.tags,
        "changed_date": item.changed_at.to_string(),
        "project": view_project(state, &item.project_id),
    })
}

fn has_words(item: &WorkItem, words: &str) -> bool {
    let (id, tags) = (item.id.to_string(), item.tags.join(" "));
    let description = item.description.as_deref().unwrap_or_default();
    contains_text(&[&item.title, description, &tags, &id], words)
}

/// What a type of work items knows: its states, and where each of them leads.
fn view_type(kind: &WorkItemType) -> serde_json::Value {
    let mut transitions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for step in &kind.transitions {
        transitions.entry(&step.from).or_default().push(&step.to);
    }
    let states = kind
        .states
        .iter()
        .map(|one| serde_json::json!({"name": one.name, "category": one.category.as_str()}));
    serde_json::json!({
        "name": kind.name,
        "description": kind.description,
        "backlog": kind.backlog.map(|level| level.as_str()),
        "states": states.collect::<Vec<_>>(),
        "transitions": transitions,
        "fields": OWN_FIELDS.iter().chain(NUMBER_FIELDS).chain(TEXT_FIELDS).collect::<Vec<_>>(),
    })
}

fn add_comment(
    state: &mut AzureDevops,
    work_item_id: IntKey<WorkItem>,
    text: String,
    format: TextFormat,
    cx: &mut Context,
) -> Result<RowRef<WorkItemComment>, ToolError> {
    let (id, created_by) = (state.work_item_comments.next_int_key(cx), me(state)?);
    state.work_item_comments.insert(WorkItemComment {
        id,
        work_item_id,
        text,
        format,
        version: 1,
        created_by,
        created_date: cx.now(),
        modified_date: cx.now(),
    })
}

fn view_comment(state: &AzureDevops, comment: &WorkItemComment) -> serde_json::Value {
    serde_json::json!({
        "id": comment.id.get(),
        "work_item_id": comment.work_item_id.get(),
        "version": comment.version,
        "text": comment.text,
        "format": comment.format.as_str(),
        "created_by": view_person(state, &comment.created_by),
        "created_date": comment.created_date.to_string(),
        "modified_date": comment.modified_date.to_string(),
    })
}

/// A text in which people who are mentioned as `@<mail>` are named by their identifiers.
fn with_mentions(state: &AzureDevops, text: &str, format: TextFormat) -> String {
    let mut text = text.to_owned();
    for person in state.identities.iter() {
        let mention = match format {
            TextFormat::Markdown => format!("@<{}>", person.id),
            TextFormat::Html => format!(
                "<a href=\"#\" data-vss-mention=\"version:2.0,{}\">@{}</a>",
                person.id,
                escaped(&person.display_name)
            ),
        };
        text = text.replace(&format!("@<{}>", person.unique_name), &mention);
    }
    text
}

// Links.

/// The reference name of a kind of link, as seen from its source or from its target.
fn rel_name(kind: LinkKind, is_forward: bool) -> &'static str {
    match (kind, is_forward) {
        (LinkKind::Hierarchy, true) => "System.LinkTypes.Hierarchy-Forward",
        (LinkKind::Hierarchy, false) => "System.LinkTypes.Hierarchy-Reverse",
        (LinkKind::Duplicate, true) => "System.LinkTypes.Duplicate-Forward",
        (LinkKind::Duplicate, false) => "System.LinkTypes.Duplicate-Reverse",
        (LinkKind::Dependency, true) => "System.LinkTypes.Dependency-Forward",
        (LinkKind::Dependency, false) => "System.LinkTypes.Dependency-Reverse",
        (LinkKind::TestedBy, true) => "Microsoft.VSTS.Common.TestedBy-Forward",
        (LinkKind::TestedBy, false) => "Microsoft.VSTS.Common.TestedBy-Reverse",
        (LinkKind::Affects, true) => "Microsoft.VSTS.Common.Affects-Forward",
        (LinkKind::Affects, false) => "Microsoft.VSTS.Common.Affects-Reverse",
        (LinkKind::Related, _) => "System.LinkTypes.Related",
    }
}

/// What a word for a link means: its kind, and whether the one that has the link is its source.
fn link_named(word: &str) -> Result<(LinkKind, bool), ToolError> {
    Ok(match word {
        "child" => (LinkKind::Hierarchy, true),
        "parent" => (LinkKind::Hierarchy, false),
        "duplicate" => (LinkKind::Duplicate, true),
        "duplicate of" => (LinkKind::Duplicate, false),
        "successor" => (LinkKind::Dependency, true),
        "predecessor" => (LinkKind::Dependency, false),
        "tested by" => (LinkKind::TestedBy, true),
        "tests" => (LinkKind::TestedBy, false),
        "affects" => (LinkKind::Affects, true),
        "affected by" => (LinkKind::Affects, false),
        "related" => (LinkKind::Related, true),
        _ => return Err(ToolError::invalid_argument(format!("`{word}` is no kind of link"))),
    })
}

/// The links of a work item to others and, after them, to what is no work item.
fn relations_of(state: &AzureDevops, id: IntKey<WorkItem>) -> Vec<serde_json::Value> {
    let links = state.work_item_links.select(&|row| row.source_id == id || row.target_id == id);
    let others = state.external_links.select(&|row| row.work_item_id == id);
    let links = links.iter().map(|row| view_link(state, row, id));
    links.chain(others.iter().map(|row| view_external(row))).collect()
}

fn view_link(
    state: &AzureDevops,
    link: &WorkItemLink,
    seen_from: IntKey<WorkItem>,
) -> serde_json::Value {
    let is_forward = link.source_id == seen_from;
    let other = if is_forward { link.target_id } else { link.source_id };
    serde_json::json!({
        "rel": rel_name(link.kind, is_forward),
        "url": item_url(state, other),
        "attributes": {"comment": link.comment},
    })
}

fn view_external(link: &ExternalLink) -> serde_json::Value {
    serde_json::json!({
        "rel": link.kind.as_str(),
        "url": link.uri,
        "attributes": {"name": link.name, "comment": link.comment},
    })
}

/// Whether links of a kind lead from one work item to another one, however far.
fn leads_to(
    state: &AzureDevops,
    kind: LinkKind,
    from: IntKey<WorkItem>,
    to: IntKey<WorkItem>,
) -> bool {
    let mut reached: BTreeSet<IntKey<WorkItem>> = BTreeSet::new();
    let mut level = vec![from];
    while !level.is_empty() {
        level.retain(|id| reached.insert(*id));
        let rows =
            state.work_item_links.select(&|row| row.kind == kind && level.contains(&row.source_id));
        level = rows.iter().map(|row| row.target_id).collect();
    }
    reached.contains(&to)
}

fn add_link(
    state: &mut AzureDevops,
    kind: LinkKind,
    source: IntKey<WorkItem>,
    target: IntKey<WorkItem>,
    comment: Option<String>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    if source == target {
        return Err(ToolError::invalid_argument("a work item is not linked to itself"));
    }
    let is_same = |row: &WorkItemLink| {
        let is_turned =
            kind == LinkKind::Related && row.source_id == target && row.target_id == source;
        row.kind == kind && (row.source_id == source && row.target_id == target || is_turned)
    };
    if state.work_item_links.first(&is_same).is_some() {
        let message = format!("work items {source} and {target} are linked so already");
        return Err(ToolError::already_exists(message));
    }
    let is_tree = matches!(kind, LinkKind::Hierarchy | LinkKind::Duplicate);
    let is_above = |row: &WorkItemLink| row.kind == kind && row.target_id == target;
    if let Some(above) = state.work_item_links.first(&is_above).filter(|_| is_tree) {
        return Err(ToolError::failed_precondition(format!(
            "work item {target} hangs below {} already and cannot hang below two",
            above.source_id
        )));
    }
    if kind != LinkKind::Related && leads_to(state, kind, target, source) {
        let message = format!("a link from {source} to {target} would go round in a circle");
        return Err(ToolError::failed_precondition(message));
    }
    let id = state.work_item_links.next_int_key(cx);
    state.work_item_links.insert(WorkItemLink {
        id,
        kind,
        source_id: source,
        target_id: target,
        comment,
    })?;
    Ok(())
}

fn link_items(
    state: &mut AzureDevops,
    project: &Project,
    updates: Vec<LinkUpdate>,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let mut ids: Vec<IntKey<WorkItem>> = Vec::new();
    for update in updates {
        let item = find_item(state, Some(project), IntKey::new(update.id))?;
        if update.kind == "hyperlink" {
            let url = need(update.url.filter(|url| !url.is_empty()), "url", "hyperlink")?;
            add_external(state, &item, "Hyperlink", url, update.comment, cx)?;
        } else {
            let (kind, is_source) = link_named(&update.kind)?;
            let other = need(update.link_to_id, "linkToId", &update.kind)?;
            let other = find_item(state, None, IntKey::new(other))?;
            let (source, target) =
                if is_source { (item.id, other.id) } else { (other.id, item.id) };
            touch_item(state, item.id, cx)?;
            add_link(state, kind, source, target, update.comment, cx)?;
        }
        if !ids.contains(&item.id) {
            ids.push(item.id);
        }
    }
    let mut views = Vec::new();
    for id in ids {
        let item = state.work_items.find(&id)?;
        views.push(view_item(state, &item, true)?);
    }
    Ok(whole(views))
}

fn unlink_item(
    state: &mut AzureDevops,
    item: &WorkItem,
    word: &str,
    url: Option<&str>,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let mut removed = Vec::new();
    let (mut links, mut others) = (Vec::new(), Vec::new());
    if matches!(word, "artifact" | "hyperlink") {
        let wanted = match word {
            "artifact" => ExternalLinkKind::ArtifactLink,
            _ => ExternalLinkKind::Hyperlink,
        };
        others = state.external_links.select(&|row| {
            row.work_item_id == item.id
                && row.kind == wanted
                && url.is_none_or(|url| row.uri == url)
        });
        removed.extend(others.iter().map(|row| view_external(row)));
    } else {
        let (kind, is_source) = link_named(word)?;
        links = state.work_item_links.select(&|row| {
            let (own, other) = if is_source {
                (row.source_id, row.target_id)
            } else {
                (row.target_id, row.source_id)
            };
            let is_turned = kind == LinkKind::Related && other == item.id;
            let other = if is_turned { own } else { other };
            row.kind == kind
                && (own == item.id || is_turned)
                && url.is_none_or(|url| item_url(state, other) == url)
        });
        removed.extend(links.iter().map(|row| view_link(state, row, item.id)));
    }
    if removed.is_empty() {
        let message = format!("work item {} has no such link of type `{word}`", item.id);
        return Err(ToolError::not_found(message));
    }
    touch_item(state, item.id, cx)?;
    for link in links {
        state.delete::<WorkItemLink>(&link.id)?;
    }
    for link in others {
        state.delete::<ExternalLink>(&link.id)?;
    }
    let item = state.work_items.find(&item.id)?;
    Ok(serde_json::json!({"removed": removed, "work_item": view_item(state, &item, true)?}))
}

fn add_external(
    state: &mut AzureDevops,
    item: &WorkItem,
    name: &str,
    uri: String,
    comment: Option<String>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let is_same = |row: &ExternalLink| {
        row.work_item_id == item.id && row.name == name && row.uri.eq_ignore_ascii_case(&uri)
    };
    if state.external_links.first(&is_same).is_some() {
        let message = format!("work item {} has this link already", item.id);
        return Err(ToolError::already_exists(message));
    }
    touch_item(state, item.id, cx)?;
    let kind = match name {
        "Hyperlink" => ExternalLinkKind::Hyperlink,
        _ => ExternalLinkKind::ArtifactLink,
    };
    let id = state.external_links.next_int_key(cx);
    state.external_links.insert(ExternalLink {
        id,
        work_item_id: item.id,
        kind,
        name: name.to_owned(),
        uri,
        comment,
    })?;
    Ok(())
}

/// The address of the artifact that the arguments describe, which has to exist; an address that
/// is given is taken as it is.
fn artifact_uri_of(
    state: &AzureDevops,
    args: &WitWorkItemLinkWrite,
    kind: &str,
) -> Result<String, ToolError> {
    if let Some(uri) = args.artifact_uri.as_ref().filter(|uri| !uri.is_empty()) {
        if !uri.starts_with("vstfs:///") {
            let message = format!("`{uri}` does not begin with `vstfs:///`");
            return Err(ToolError::invalid_argument(message));
        }
        return Ok(uri.clone());
    }
    match kind {
        "Branch" | "Fixed in Commit" | "Pull Request" => {
            let project = need(args.project_id.as_ref(), "projectId", kind)?;
            let project = find_project(state, project.as_str())?;
            let named = need(args.repository_id.as_ref(), "repositoryId", kind)?;
            let repository = find_repository(state, Some(&*project), named.as_str())?;
            git_uri_of(state, &repository, args, kind)
        }
        "Build" | "Found in build" | "Integrated in build" => {
            let id = need(args.build_id, "buildId", kind)?;
            state.builds.find(&id)?;
            Ok(format!("vstfs:///Build/Build/{id}"))
        }
        "Wiki" => {
            let project = need(args.project_id.as_ref(), "projectId", kind)?;
            let project = find_project(state, project.as_str())?;
            let named = need(args.wiki_id.as_ref(), "wikiId", kind)?;
            let wiki = find_wiki(state, Some(&*project), named.as_str())?;
            let page = match (args.page_id, &args.page_path) {
                (Some(id), _) => state.wiki_pages.find(&id)?,
                (None, Some(path)) => find_page(state, &wiki, &slashed(path))?,
                (None, None) => return need(None, "pageId", kind),
            };
            let path = percent_encode(page.path.trim_start_matches('/'));
            Ok(format!("vstfs:///Wiki/WikiPage/{}%2F{}%2F{path}", project.id, wiki.id))
        }
        _ => Err(ToolError::invalid_argument(format!(
            "a link of type `{kind}` needs the whole `artifactUri`"
        ))),
    }
}

fn git_uri_of(
    state: &AzureDevops,
    repository: &Repository,
    args: &WitWorkItemLinkWrite,
    kind: &str,
) -> Result<String, ToolError> {
    let place = format!("{}%2F{}", repository.project_id, repository.id);
    match kind {
        "Branch" => {
            let name = need(args.branch_name.as_ref(), "branchName", kind)?;
            let branch = find_branch(state, repository, name)?;
            Ok(format!("vstfs:///Git/Ref/{place}%2FGB{}", percent_encode(&branch.name)))
        }
        "Fixed in Commit" => {
            let id = need(args.commit_id.as_ref(), "commitId", kind)?;
            find_commit(state, repository, id)?;
            Ok(format!("vstfs:///Git/Commit/{place}%2F{id}"))
        }
        _ => {
            let id = need(args.pull_request_id, "pullRequestId", kind)?;
            Ok(pull_uri(repository, find_pull(state, repository, id)?.pull_request_id))
        }
    }
}

/// Work items as relations: each below its parent where that is among them, else alone.
fn as_tree(state: &AzureDevops, rows: &[RowRef<WorkItem>]) -> Vec<serde_json::Value> {
    let view = |item: &RowRef<WorkItem>| {
        let parent = parent_of(state, item.id);
        let parent = parent.filter(|parent| rows.iter().any(|row| row.id == *parent));
        serde_json::json!({
            "rel": parent.map(|_| rel_name(LinkKind::Hierarchy, true)),
            "source": parent.map(|parent| item_reference(state, parent)),
            "target": item_reference(state, item.id),
        })
    };
    rows.iter().map(view).collect()
}

// Queries.

fn find_query(
    state: &AzureDevops,
    project: &Project,
    named: &str,
    with_deleted: bool,
) -> Result<RowRef<SavedQuery>, ToolError> {
    let path = named.trim().trim_matches('/');
    let is_it = |row: &SavedQuery| {
        row.project_id == project.id
            && (with_deleted || !row.is_deleted)
            && (row.id == path || row.path.eq_ignore_ascii_case(path))
    };
    match state.queries.first(&is_it) {
        Some(row) => state.queries.find(&row.id),
        None => {
            let message = format!("project `{}` has no query `{named}`", project.name);
            Err(ToolError::not_found(message))
        }
    }
}

/// A query or folder, with what is below it, down to a depth.
fn view_query(
    state: &AzureDevops,
    query: &SavedQuery,
    depth: i64,
    shows_wiql: bool,
    with_deleted: bool,
) -> serde_json::Value {
    let below = state.queries.select(&|row| {
        row.parent_id.as_ref() == Some(&query.id) && (with_deleted || !row.is_deleted)
    });
    let mut view = serde_json::json!({
        "id": query.id.as_str(),
        "name": query.name,
        "path": query.path,
        "is_folder": query.is_folder,
        "is_public": query.is_public,
        "is_deleted": query.is_deleted,
        "has_children": !below.is_empty(),
    });
    if shows_wiql {
        add_field(&mut view, "wiql", query.wiql.clone().into());
    }
    if query.is_folder && depth > 0 {
        let depth = depth.saturating_sub(1);
        let view_below =
            |row: &RowRef<SavedQuery>| view_query(state, row, depth, shows_wiql, with_deleted);
        add_field(&mut view, "children", below.iter().map(view_below).collect());
    }
    view
}

/// What the words of a query mean where it is asked.
struct QueryPlace<'a> {
    project: &'a Project,
    team: Option<&'a Team>,
    me: Key<Identity>,
    today: Date,
    /// Whether dates are compared to the second and not by the day.
    is_precise: bool,
}

/// A query that was understood.
struct ItemQuery {
    columns: Vec<String>,
    condition: Condition,
    /// The fields to sort by, the first one first, and whether the greatest comes first.
    order: Vec<(String, bool)>,
    is_precise: bool,
}

/// What a work item must fulfil.
enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Test { field: String, relation: ItemRelation, values: Vec<String> },
}

/// How a field is compared with values.
#[derive(Clone, Copy, PartialEq)]
enum ItemRelation {
    Equals,
    Differs,
    Less,
    AtMost,
    Greater,
    AtLeast,
    OneOf,
    Contains,
    ContainsWords,
    Under,
    Empty,
}

/// A word, sign or text of a query.
#[derive(Clone, PartialEq)]
enum Token {
    /// A word or a number, also a macro with its `@`.
    Word(String),
    /// What stood in square brackets.
    Bracketed(String),
    /// What stood in quotes.
    Quoted(String),
    Sign(String),
}

/// A place in the tokens of a query.
struct Tokens {
    tokens: Vec<Token>,
    at: usize,
}

impl Tokens {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn take(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.at = self.at.saturating_add(1);
        token
    }

    /// Goes on when the next tokens are these words, in any case.
    fn takes(&mut self, words: &[&str]) -> bool {
        let is_next = words.iter().zip(self.at..).all(|(word, at)| match self.tokens.get(at) {
            Some(Token::Word(text)) => text.eq_ignore_ascii_case(word),
            _ => false,
        });
        if is_next {
            self.at = self.at.saturating_add(words.len());
        }
        is_next
    }

    /// Goes on when the next token is this sign.
    fn takes_sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(text)) if text == sign);
        if is_next {
            self.at = self.at.saturating_add(1);
        }
        is_next
    }

    /// The error that the next token is none that can stand there.
    fn error(&self, wanted: &str) -> ToolError {
        let found = match self.peek() {
            Some(Token::Word(text) | Token::Sign(text)) => format!("`{text}`"),
            Some(Token::Bracketed(text)) => format!("`[{text}]`"),
            Some(Token::Quoted(text)) => format!("`'{text}'`"),
            None => "the end".to_owned(),
        };
        ToolError::invalid_argument(format!("the query has {found} where {wanted} is expected"))
    }
}

fn tokens_of(text: &str) -> Result<Tokens, ToolError> {
    let mut tokens = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            space if space.is_whitespace() => {}
            '[' => {
                let mut name = String::new();
                while let Some(inner) = letters.next_if(|inner| *inner != ']') {
                    name.push(inner);
                }
                letters.next();
                tokens.push(Token::Bracketed(name));
            }
            quote @ ('\'' | '"') => {
                let mut words = String::new();
                let mut is_open = true;
                while is_open {
                    match letters.next() {
                        // A quote that is written twice stands for itself.
                        Some(inner) if inner == quote => {
                            is_open = letters.next_if_eq(&quote).is_some();
                            if is_open {
                                words.push(quote);
                            }
                        }
                        Some(inner) => words.push(inner),
                        None => {
                            let message = "a text in the query has no closing quote";
                            return Err(ToolError::invalid_argument(message));
                        }
                    }
                }
                tokens.push(Token::Quoted(words));
            }
            '<' | '>' => {
                let next = letters.next_if(|next| matches!(*next, '=' | '>'));
                tokens.push(Token::Sign(std::iter::once(letter).chain(next).collect()));
            }
            '(' | ')' | ',' | '=' | '*' | '+' | '-' => {
                tokens.push(Token::Sign(letter.to_string()));
            }
            first if first.is_alphanumeric() || "@_".contains(first) => {
                let mut word = String::from(first);
                let goes_on = |next: &char| next.is_alphanumeric() || "._:\\".contains(*next);
                while let Some(next) = letters.next_if(goes_on) {
                    word.push(next);
                }
                tokens.push(Token::Word(word));
            }
            other => {
                let message = format!("the query has `{other}`, which means nothing there");
                return Err(ToolError::invalid_argument(message));
            }
        }
    }
    Ok(Tokens { tokens, at: 0 })
}

fn parse_field(tokens: &mut Tokens) -> Result<String, ToolError> {
    let error = tokens.error("a field");
    match tokens.take() {
        Some(Token::Bracketed(name) | Token::Word(name)) => field_named(&name),
        _ => Err(error),
    }
}

/// Reads a flat query in WIQL. What queries can say beyond that, such as links and the past, is
/// refused.
fn parse_wiql(
    state: &AzureDevops,
    place: &QueryPlace<'_>,
    text: &str,
) -> Result<ItemQuery, ToolError> {
    let mut tokens = tokens_of(text)?;
    if !tokens.takes(&["SELECT"]) {
        return Err(tokens.error("SELECT"));
    }
    let mut columns = Vec::new();
    if tokens.takes_sign("*") {
        columns.push("System.Id".to_owned());
    } else {
        columns.push(parse_field(&mut tokens)?);
        while tokens.takes_sign(",") {
            columns.push(parse_field(&mut tokens)?);
        }
    }
    if !tokens.takes(&["FROM", "WorkItems"]) {
        return Err(tokens.error("FROM WorkItems"));
    }
    let condition = if tokens.takes(&["WHERE"]) {
        parse_any(state, place, &mut tokens, 0)?
    } else {
        Condition::All(Vec::new())
    };
    let mut order = Vec::new();
    if tokens.takes(&["ORDER", "BY"]) {
        order.push(parse_order(&mut tokens)?);
        while tokens.takes_sign(",") {
            order.push(parse_order(&mut tokens)?);
        }
    }
    match tokens.peek() {
        None => Ok(ItemQuery { columns, condition, order, is_precise: place.is_precise }),
        Some(_) => Err(tokens.error("AND, OR, ORDER BY or the end")),
    }
}

fn parse_order(tokens: &mut Tokens) -> Result<(String, bool), ToolError> {
    let field = parse_field(tokens)?;
    let is_descending = tokens.takes(&["DESC"]);
    if !is_descending {
        tokens.takes(&["ASC"]);
    }
    Ok((field, is_descending))
}

fn parse_any(
    state: &AzureDevops,
    place: &QueryPlace<'_>,
    tokens: &mut Tokens,
    depth: usize,
) -> Result<Condition, ToolError> {
    let mut parts = vec![parse_all(state, place, tokens, depth)?];
    while tokens.takes(&["OR"]) {
        parts.push(parse_all(state, place, tokens, depth)?);
    }
    Ok(Condition::Any(parts))
}

fn parse_all(
    state: &AzureDevops,
    place: &QueryPlace<'_>,
    tokens: &mut Tokens,
    depth: usize,
) -> Result<Condition, ToolError> {
    let mut parts = vec![parse_one(state, place, tokens, depth)?];
    while tokens.takes(&["AND"]) {
        parts.push(parse_one(state, place, tokens, depth)?);
    }
    Ok(Condition::All(parts))
}

fn parse_one(
    state: &AzureDevops,
    place: &QueryPlace<'_>,
    tokens: &mut Tokens,
    depth: usize,
) -> Result<Condition, ToolError> {
    if depth > CONDITION_DEPTH_MAX {
        return Err(ToolError::invalid_argument("the query has too many brackets in brackets"));
    }
    let deeper = depth.saturating_add(1);
    if tokens.takes(&["NOT"]) {
        let inner = parse_one(state, place, tokens, deeper)?;
        return Ok(Condition::Not(Box::new(inner)));
    }
    if tokens.takes_sign("(") {
        let inner = parse_any(state, place, tokens, deeper)?;
        if !tokens.takes_sign(")") {
            return Err(tokens.error("`)`"));
        }
        return Ok(inner);
    }
    let field = parse_field(tokens)?;
    let is_not = tokens.takes(&["NOT"]);
    let (relation, is_turned) = parse_relation(tokens)?;
    let values = match relation {
        ItemRelation::Empty => Vec::new(),
        ItemRelation::OneOf => parse_list(state, place, tokens)?,
        _ => vec![parse_value(state, place, tokens)?],
    };
    let test = Condition::Test { field, relation, values };
    Ok(if is_not != is_turned { Condition::Not(Box::new(test)) } else { test })
}

/// The relation that comes next, and whether it is said the other way round.
fn parse_relation(tokens: &mut Tokens) -> Result<(ItemRelation, bool), ToolError> {
    let words: [(&[&str], ItemRelation, bool); 6] = [
        (&["IS", "NOT", "EMPTY"], ItemRelation::Empty, true),
        (&["IS", "EMPTY"], ItemRelation::Empty, false),
        (&["CONTAINS", "WORDS"], ItemRelation::ContainsWords, false),
        (&["CONTAINS"], ItemRelation::Contains, false),
        (&["UNDER"], ItemRelation::Under, false),
        (&["IN"], ItemRelation::OneOf, false),
    ];
    for (words, relation, is_turned) in words {
        if tokens.takes(words) {
            return Ok((relation, is_turned));
        }
    }
    let signs = [
        ("=", ItemRelation::Equals),
        ("<>", ItemRelation::Differs),
        ("<=", ItemRelation::AtMost),
        ("<", ItemRelation::Less),
        (">=", ItemRelation::AtLeast),
        (">", ItemRelation::Greater),
    ];
    for (sign, relation) in signs {
        if tokens.takes_sign(sign) {
            return Ok((relation, false));
        }
    }
    Err(tokens.error("=, <>, <, >, IN, CONTAINS, UNDER or IS EMPTY"))
}

fn parse_list(
    state: &AzureDevops,
    place: &QueryPlace<'_>,
    tokens: &mut Tokens,
) -> Result<Vec<String>, ToolError> {
    if !tokens.takes_sign("(") {
        return Err(tokens.error("`(`"));
    }
    let mut values = vec![parse_value(state, place, tokens)?];
    while tokens.takes_sign(",") {
        values.push(parse_value(state, place, tokens)?);
    }
    if !tokens.takes_sign(")") {
        return Err(tokens.error("`)`"));
    }
    Ok(values)
}

fn parse_value(
    state: &AzureDevops,
    place: &QueryPlace<'_>,
    tokens: &mut Tokens,
) -> Result<String, ToolError> {
    let error = tokens.error("a value");
    let is_negative = tokens.takes_sign("-");
    match tokens.take() {
        Some(Token::Quoted(text)) if !is_negative => Ok(text),
        Some(Token::Word(name)) if name.starts_with('@') && !is_negative => {
            let shift = parse_shift(tokens)?;
            macro_value(state, place, &name, shift)
        }
        Some(Token::Word(text)) if text.parse::<f64>().is_ok() => {
            Ok(if is_negative { format!("-{text}") } else { text })
        }
        Some(Token::Word(text)) if ["true", "false"].contains(&text.to_lowercase().as_str()) => {
            Ok(text)
        }
        _ => Err(error),
    }
}

/// How far a macro is shifted: `@Today - 7`.
fn parse_shift(tokens: &mut Tokens) -> Result<i64, ToolError> {
    let sign = if tokens.takes_sign("+") {
        1
    } else if tokens.takes_sign("-") {
        -1
    } else {
        return Ok(0);
    };
    let error = tokens.error("a whole number");
    match tokens.take() {
        Some(Token::Word(text)) => {
            text.parse::<i64>().map(|number| number.saturating_mul(sign)).map_err(|_| error)
        }
        _ => Err(error),
    }
}

fn macro_value(
    state: &AzureDevops,
    place: &QueryPlace<'_>,
    name: &str,
    shift: i64,
) -> Result<String, ToolError> {
    match name.to_lowercase().as_str() {
        "@me" => Ok(state.identities.find(&place.me)?.unique_name.clone()),
        "@project" => Ok(place.project.name.clone()),
        "@today" | "@startofday" => Ok(place.today.plus_days(shift).to_string()),
        "@currentiteration" => {
            let team = need(place.team, "team", "@CurrentIteration")?;
            let rows = iterations_of(state, team);
            let now = rows.iter().position(|row| time_frame(row, place.today) == "current");
            let wanted = now.and_then(|now| i64::try_from(now).ok()?.checked_add(shift));
            let row = wanted.and_then(|at| rows.get(usize::try_from(at).ok()?));
            row.map(|row| row.path.clone()).ok_or_else(|| {
                let message = format!("team `{}` has no such iteration", team.name);
                ToolError::failed_precondition(message)
            })
        }
        _ => {
            let known = ["@Me", "@Project", "@Today", "@CurrentIteration"];
            Err(not_one_of("macro", name, &known))
        }
    }
}

/// The work items that a query finds, in its order.
fn matching_items(state: &AzureDevops, query: &ItemQuery) -> Vec<RowRef<WorkItem>> {
    let rows = state.work_items.select(&|_| true);
    let with_fields = rows.into_iter().map(|item| (fields_of(state, &item), item));
    let mut found: Vec<_> = with_fields
        .filter(|(fields, _)| fulfils(fields, &query.condition, query.is_precise))
        .collect();
    // The first field decides, so it is applied last: sorting leaves ties as they were.
    for (field, is_descending) in query.order.iter().rev() {
        found.sort_by(|(a, _), (b, _)| {
            let order = order_values(a.get(field), b.get(field));
            if *is_descending { order.reverse() } else { order }
        });
    }
    found.into_iter().map(|(_, item)| item).collect()
}

/// Empty fields before numbers before texts in any case; dates are written so that texts do.
fn order_values(
    a: Option<&serde_json::Value>,
    b: Option<&serde_json::Value>,
) -> std::cmp::Ordering {
    let number = |value: Option<&serde_json::Value>| value.and_then(|value| value.as_f64());
    let (x, y) = (value_text(a).to_lowercase(), value_text(b).to_lowercase());
    let numbers = match (number(a), number(b)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    };
    y.is_empty().cmp(&x.is_empty()).then(numbers).then(x.cmp(&y))
}

fn fulfils(
    fields: &serde_json::Map<String, serde_json::Value>,
    condition: &Condition,
    is_precise: bool,
) -> bool {
    let holds = |part: &Condition| fulfils(fields, part, is_precise);
    match condition {
        Condition::All(parts) => parts.iter().all(holds),
        Condition::Any(parts) => parts.iter().any(holds),
        Condition::Not(part) => !holds(part),
        Condition::Test { field, relation, values } => {
            let held = fields.get(field);
            let value = values.first().map(String::as_str).unwrap_or_default();
            holds_relation(field, held, *relation, value, values, is_precise)
        }
    }
}

fn holds_relation(
    field: &str,
    held: Option<&serde_json::Value>,
    relation: ItemRelation,
    value: &str,
    values: &[String],
    is_precise: bool,
) -> bool {
    let text = value_text(held);
    let order = compare_values(field, held, value, is_precise);
    match relation {
        ItemRelation::Equals => order.is_some_and(|order| order.is_eq()),
        ItemRelation::Differs => !order.is_some_and(|order| order.is_eq()),
        ItemRelation::Less => order.is_some_and(|order| order.is_lt()),
        ItemRelation::AtMost => order.is_some_and(|order| order.is_le()),
        ItemRelation::Greater => order.is_some_and(|order| order.is_gt()),
        ItemRelation::AtLeast => order.is_some_and(|order| order.is_ge()),
        ItemRelation::OneOf => values.iter().any(|value| {
            compare_values(field, held, value, is_precise).is_some_and(|order| order.is_eq())
        }),
        ItemRelation::Contains => text.to_lowercase().contains(&value.to_lowercase()),
        ItemRelation::ContainsWords => contains_text(&[&text], value),
        ItemRelation::Under => is_under(&text, value),
        ItemRelation::Empty => text.is_empty(),
    }
}

fn value_text(value: Option<&serde_json::Value>) -> String {
    match value {
        None | Some(serde_json::Value::Null) => String::new(),
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// How what a field holds compares with a value: as numbers, as dates, as people, or as texts in
/// any case. An empty field equals only an empty text.
fn compare_values(
    field: &str,
    held: Option<&serde_json::Value>,
    value: &str,
    is_precise: bool,
) -> Option<std::cmp::Ordering> {
    let text = value_text(held);
    if text.is_empty() || value.is_empty() {
        return (text.is_empty() && value.is_empty()).then_some(std::cmp::Ordering::Equal);
    }
    if let Some(number) = held.and_then(|held| held.as_f64()) {
        return number.partial_cmp(&value.parse::<f64>().ok()?);
    }
    if field.ends_with("Date") {
        let (held, value) = (Timestamp::parse(&text).ok()?, Timestamp::parse(value).ok()?);
        let is_exact = if is_precise { held.cmp(&value) } else { held.date().cmp(&value.date()) };
        return Some(is_exact);
    }
    let (text, value) = (text.to_lowercase(), value.to_lowercase());
    // People are held as `name <address>` and asked for by either or by both.
    if let Some((name, address)) = text.strip_suffix('>').and_then(|text| text.split_once(" <"))
        && (name == value || address == value)
    {
        return Some(std::cmp::Ordering::Equal);
    }
    Some(text.cmp(&value))
}

// Backlogs.

/// The level on which a work item stands for a team, if it stands on one.
fn level_of(state: &AzureDevops, team: &Team, kind: &str) -> Option<BacklogLevel> {
    let row = find_type(state, &team.project_id, kind).ok()?;
    let of_bugs = match team.bugs_behavior {
        BugsBehavior::Off => None,
        BugsBehavior::AsRequirements => Some(BacklogLevel::Requirement),
        BugsBehavior::AsTasks => Some(BacklogLevel::Task),
    };
    if row.name == "Bug" { of_bugs } else { row.backlog }
}

fn view_level(state: &AzureDevops, team: &Team, level: BacklogLevel) -> Option<serde_json::Value> {
    let kinds = state.work_item_types.select(&|kind| {
        kind.project_id == team.project_id && level_of(state, team, &kind.name) == Some(level)
    });
    if kinds.is_empty() {
        return None;
    }
    let (name, rank, kind) = match level {
        BacklogLevel::Epic => ("Epics", 4, "portfolio"),
        BacklogLevel::Feature => ("Features", 3, "portfolio"),
        BacklogLevel::Requirement => ("Stories", 2, "requirement"),
        BacklogLevel::Task => ("Tasks", 1, "task"),
    };
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
    Some(serde_json::json!({
        "id": level.as_str(),
        "name": name,
        "rank": rank,
        "type": kind,
        "work_item_types": kinds,
    }))
}

/// Whether a work item lies in the areas of a team.
fn is_of_team(team: &Team, item: &WorkItem) -> bool {
    let is_inside = |area: &String| is_under(&item.area_path, area);
    item.project_id == team.project_id
        && (team.area_paths.is_empty() || team.area_paths.iter().any(is_inside))
}

/// What stands on a backlog of a team: what is not done, ranked first, in order.
fn backlog_of(state: &AzureDevops, team: &Team, level: BacklogLevel) -> Vec<RowRef<WorkItem>> {
    let mut rows = state.work_items.select(&|item| {
        is_of_team(team, item)
            && level_of(state, team, &item.work_item_type) == Some(level)
            && !is_done(state, item)
    });
    rows.sort_by(|a, b| {
        let rank = |item: &WorkItem| item.stack_rank.unwrap_or(f64::INFINITY);
        rank(a).total_cmp(&rank(b))
    });
    rows
}

fn view_ranked(item: &WorkItem) -> serde_json::Value {
    serde_json::json!({
        "id": item.id.get(),
        "work_item_type": item.work_item_type,
        "title": item.title,
        "state": item.state,
        "stack_rank": item.stack_rank,
    })
}

/// Moves work items to another place on their backlog and ranks all of it anew. Ranks are not
/// part of the history of work items.
fn reorder(
    state: &mut AzureDevops,
    project: &Project,
    team: &Team,
    args: WitBacklog,
) -> Result<serde_json::Value, ToolError> {
    let mut moved: Vec<IntKey<WorkItem>> = Vec::new();
    for id in need(args.ids, "ids", "reorder")? {
        if !moved.contains(&id) {
            moved.push(id);
        }
    }
    let first = find_item(state, Some(project), need(moved.first().copied(), "ids", "reorder")?)?;
    let level = level_of(state, team, &first.work_item_type).ok_or_else(|| {
        let message = format!("a {} stands on no backlog", first.work_item_type);
        ToolError::failed_precondition(message)
    })?;
    let list = backlog_of(state, team, level);
    let iteration = match &args.iteration_id {
        Some(id) => Some(find_iteration(state, project, id.as_str())?.path.clone()),
        None => match args.iteration_path.as_deref().filter(|path| !path.is_empty()) {
            Some(path) => Some(checked_iteration(state, project, path)?),
            None => None,
        },
    };
    let is_listed = |id: IntKey<WorkItem>| {
        list.iter().any(|item| {
            item.id == id && iteration.as_ref().is_none_or(|path| item.iteration_path == *path)
        })
    };
    let neighbors = [args.previous_id, args.next_id].into_iter().flatten();
    let neighbors: Vec<IntKey<WorkItem>> = neighbors.filter(|id| id.get() != 0).collect();
    for id in moved.iter().chain(&neighbors) {
        find_item(state, Some(project), *id)?;
        if !is_listed(*id) {
            let message = format!("work item {id} does not stand on this list of the team");
            return Err(ToolError::failed_precondition(message));
        }
    }
    if let Some(parent) = args.parent_id {
        let parent = Some(parent).filter(|parent| parent.get() != 0);
        if let Some(id) = moved.iter().find(|id| parent_of(state, **id) != parent) {
            let message = format!("work item {id} has another parent than the one that is given");
            return Err(ToolError::failed_precondition(message));
        }
    }
    let rest = list.iter().map(|item| item.id).filter(|id| !moved.contains(id));
    let rest: Vec<IntKey<WorkItem>> = rest.collect();
    let at = place_among(&rest, args.previous_id, args.next_id)?;
    let before = rest.iter().take(at);
    let order = before.chain(&moved).chain(rest.iter().skip(at)).copied();
    let mut views = Vec::new();
    for (place, id) in (1_u32..).zip(order.collect::<Vec<_>>()) {
        let rank = f64::from(place) * RANK_STEP;
        if moved.contains(&id) {
            views.push(serde_json::json!({"id": id.get(), "order": rank}));
        }
        state.work_items.update(&id, |item| {
            item.stack_rank = Some(rank);
            Ok(())
        })?;
    }
    Ok(whole(views))
}

/// Where moved work items go among the others: after the one before them, before the one after
/// them, or at the end. 0 stands for the ends of the list.
fn place_among(
    rest: &[IntKey<WorkItem>],
    previous: Option<IntKey<WorkItem>>,
    next: Option<IntKey<WorkItem>>,
) -> Result<usize, ToolError> {
    let position = |id: IntKey<WorkItem>| rest.iter().position(|other| *other == id);
    let after = match previous {
        Some(id) if id.get() == 0 => Some(0),
        Some(id) => position(id).map(|at| at.saturating_add(1)),
        None => None,
    };
    let before = match next {
        Some(id) if id.get() == 0 => Some(rest.len()),
        Some(id) => position(id),
        None => None,
    };
    match (after, before) {
        (Some(after), Some(before)) if before < after => {
            let message = "the next work item stands before the previous one";
            Err(ToolError::invalid_argument(message))
        }
        (Some(after), _) => Ok(after),
        (None, before) => Ok(before.unwrap_or(rest.len())),
    }
}

// Iterations and capacities.

fn find_iteration(
    state: &AzureDevops,
    project: &Project,
    id: &str,
) -> Result<RowRef<Iteration>, ToolError> {
    let iteration = state.iterations.find(id)?;
    if iteration.project_id != project.id {
        let message = format!("project `{}` has no iteration `{id}`", project.name);
        return Err(ToolError::not_found(message));
    }
    Ok(iteration)
}

/// The iterations of a project below another one, each with those below it.
fn iteration_tree(
    state: &AzureDevops,
    project: &Project,
    parent: Option<&Key<Iteration>>,
    depth: i64,
    excluded: &[i64],
) -> Vec<serde_json::Value> {
    if depth <= 0 {
        return Vec::new();
    }
    let mut rows = state.iterations.select(&|row| {
        row.project_id == project.id
            && row.parent_id.as_ref() == parent
            && !excluded.contains(&row.id)
    });
    rows.sort_by_key(|row| row.id);
    let view = |row: &RowRef<Iteration>| {
        let own = Some(&row.identifier);
        let has_children = state.iterations.first(&|one| one.parent_id.as_ref() == own).is_some();
        let below = iteration_tree(state, project, own, depth.saturating_sub(1), excluded);
        let mut view = value_of(row);
        add_field(&mut view, "has_children", has_children.into());
        add_field(&mut view, "children", below.into());
        view
    };
    rows.iter().map(view).collect()
}

/// The iterations of a team in the order of time; those without dates come last.
fn iterations_of(state: &AzureDevops, team: &Team) -> Vec<RowRef<Iteration>> {
    let mut rows = state.iterations.select(&|row| team.iteration_ids.contains(&row.identifier));
    rows.sort_by_key(|row| (row.start_date.is_none(), row.start_date, row.id));
    rows
}

fn time_frame(iteration: &Iteration, today: Date) -> &'static str {
    match (iteration.start_date, iteration.finish_date) {
        (_, Some(finish)) if finish < today => "past",
        (Some(start), _) if start <= today => "current",
        _ => "future",
    }
}

fn view_iteration(iteration: &RowRef<Iteration>, frame: &str) -> serde_json::Value {
    let mut view = value_of(iteration);
    add_field(&mut view, "time_frame", frame.into());
    view
}

fn view_settings(
    state: &AzureDevops,
    project: &Project,
    team: &Team,
    today: Date,
) -> serde_json::Value {
    let rows = iterations_of(state, team);
    let current = rows.iter().find(|row| time_frame(row, today) == "current");
    let usual = team.area_paths.first().unwrap_or(&project.name);
    let days = team.working_days.iter().map(|day| day.as_str());
    serde_json::json!({
        "team": team.name,
        "backlog_iteration": {"name": project.name, "path": project.name},
        "default_iteration": current.map(|row| view_iteration(row, "current")),
        "bugs_behavior": team.bugs_behavior.as_str(),
        "working_days": days.collect::<Vec<_>>(),
        "default_area_path": usual,
        "area_paths": team.area_paths,
    })
}

fn capacities_of(state: &AzureDevops, team: &Team, iteration: &Iteration) -> Vec<RowRef<Capacity>> {
    state
        .capacities
        .select(&|row| row.team_id == team.id && row.iteration_id == iteration.identifier)
}

fn view_capacity(state: &AzureDevops, capacity: &Capacity) -> serde_json::Value {
    let activities = capacity
        .activities
        .iter()
        .map(|one| serde_json::json!({"name": one.name, "capacity_per_day": one.capacity_per_day}));
    let days_off = capacity
        .days_off
        .iter()
        .map(|one| serde_json::json!({"start": one.start.to_string(), "end": one.end.to_string()}));
    serde_json::json!({
        "team_member": view_person(state, &capacity.team_member_id),
        "activities": activities.collect::<Vec<_>>(),
        "days_off": days_off.collect::<Vec<_>>(),
    })
}

/// The hours a day of all, and the working days of the iteration on which someone is absent.
fn capacity_sums(rows: &[RowRef<Capacity>], team: &Team, iteration: &Iteration) -> (f64, i64) {
    let mut hours = 0.0;
    let mut days: i64 = 0;
    for row in rows {
        hours += row.activities.iter().map(|one| one.capacity_per_day).sum::<f64>();
        for absence in &row.days_off {
            days = days.saturating_add(working_days(absence, team, iteration));
        }
    }
    (hours, days)
}

fn working_days(absence: &DayOff, team: &Team, iteration: &Iteration) -> i64 {
    let start = iteration.start_date.map_or(absence.start, |day| day.max(absence.start));
    let end = iteration.finish_date.map_or(absence.end, |day| day.min(absence.end));
    let is_worked = |day: Date| {
        team.working_days.is_empty()
            || team.working_days.iter().any(|one| one.as_str() == day.weekday())
    };
    let length = end.days_since(start).min(ABSENCE_MAX);
    let days = (0..=length).filter(|after| is_worked(start.plus_days(*after)));
    i64::try_from(days.count()).unwrap_or(0)
}

fn iteration_capacities(
    state: &AzureDevops,
    project: &Project,
    iteration: &Iteration,
) -> Result<serde_json::Value, ToolError> {
    let mut views = Vec::new();
    let mut hours = 0.0;
    let mut days: i64 = 0;
    for team in state.teams.select(&|team| team.project_id == project.id) {
        let rows = capacities_of(state, &team, iteration);
        if rows.is_empty() {
            continue;
        }
        let (capacity, days_off) = capacity_sums(&rows, &team, iteration);
        hours += capacity;
        days = days.saturating_add(days_off);
        views.push(serde_json::json!({
            "team_id": team.id.as_str(),
            "team_name": team.name,
            "team_capacity_per_day": capacity,
            "team_total_days_off": days_off,
        }));
    }
    if views.is_empty() {
        let message = format!("no team has a capacity in `{}`", iteration.name);
        return Err(ToolError::not_found(message));
    }
    Ok(serde_json::json!({
        "teams": views,
        "total_iteration_capacity_per_day": hours,
        "total_iteration_days_off": days,
    }))
}

fn create_iteration(
    state: &mut AzureDevops,
    project: &Project,
    name: String,
    start: Option<Date>,
    finish: Option<Date>,
    cx: &mut Context,
) -> Result<RowRef<Iteration>, ToolError> {
    if start.is_some() != finish.is_some() {
        let message = "`startDate` and `finishDate` go together";
        return Err(ToolError::invalid_argument(message));
    }
    check_order(start, finish)?;
    if name.contains(['\\', '/']) {
        return Err(ToolError::invalid_argument(format!("`{name}` cannot name an iteration")));
    }
    let path = format!("{}\\{name}", project.name);
    let is_it =
        |row: &Iteration| row.project_id == project.id && row.path.eq_ignore_ascii_case(&path);
    if state.iterations.first(&is_it).is_some() {
        let message = format!("there is an iteration `{path}` already");
        return Err(ToolError::already_exists(message));
    }
    let id = state.iterations.next_number_where(&|_| true, &|row| row.id);
    let identifier = state.iterations.next_key(cx);
    state.iterations.insert(Iteration {
        identifier,
        id,
        project_id: project.id.clone(),
        name,
        path,
        parent_id: None,
        start_date: start,
        finish_date: finish,
    })
}

/// Gives an iteration to a team; one that it has already stays.
fn assign_iteration(
    state: &mut AzureDevops,
    team: &Team,
    iteration: &Iteration,
    path: &str,
) -> Result<(), ToolError> {
    if !backslashed(path).eq_ignore_ascii_case(&iteration.path) {
        let message = format!("the path of `{}` is `{}`", iteration.identifier, iteration.path);
        return Err(ToolError::invalid_argument(message));
    }
    state.teams.update(&team.id, |team| {
        if !team.iteration_ids.contains(&iteration.identifier) {
            team.iteration_ids.push(iteration.identifier.clone());
        }
        Ok(())
    })?;
    Ok(())
}

/// Two teams that build one site, with a pull request that waits and one that may be completed.
pub const FIXTURE: &str = r##"{
    "organization": {"name": "harborline", "user_id": "1d000000-0000-4000-8000-000000000001"},
    "identities": {
        "1d000000-0000-4000-8000-000000000001": {"id": "1d000000-0000-4000-8000-000000000001", "display_name": "Nora Lindqvist", "unique_name": "nora@harborline.example"},
        "1d000000-0000-4000-8000-000000000002": {"id": "1d000000-0000-4000-8000-000000000002", "display_name": "Samir Haddad", "unique_name": "samir@harborline.example"},
        "1d000000-0000-4000-8000-000000000003": {"id": "1d000000-0000-4000-8000-000000000003", "display_name": "Wei Zhang", "unique_name": "wei@harborline.example"}
    },
    "projects": {
        "a0000000-0000-4000-8000-000000000001": {"id": "a0000000-0000-4000-8000-000000000001", "name": "Ferry Booking", "description": "Tickets for all ferries", "state": "wellFormed", "visibility": "private", "access": "administrator", "area_paths": ["Ferry Booking\\Payments"], "default_team_id": "7ea00000-0000-4000-8000-000000000001", "last_update_time": "2026-02-01T08:00:00Z"},
        "a0000000-0000-4000-8000-000000000002": {"id": "a0000000-0000-4000-8000-000000000002", "name": "Old Timetable", "description": null, "state": "deleted", "visibility": "private", "access": "contributor", "area_paths": [], "default_team_id": null, "last_update_time": "2026-02-01T08:00:00Z"},
        "a0000000-0000-4000-8000-000000000003": {"id": "a0000000-0000-4000-8000-000000000003", "name": "Port Sensors", "description": null, "state": "wellFormed", "visibility": "private", "access": "reader", "area_paths": [], "default_team_id": null, "last_update_time": "2026-02-01T08:00:00Z"}
    },
    "teams": {
        "7ea00000-0000-4000-8000-000000000001": {"id": "7ea00000-0000-4000-8000-000000000001", "project_id": "a0000000-0000-4000-8000-000000000001", "name": "Ferry Booking Team", "description": null, "member_ids": ["1d000000-0000-4000-8000-000000000001", "1d000000-0000-4000-8000-000000000002"], "area_paths": ["Ferry Booking"], "iteration_ids": ["17e00000-0000-4000-8000-000000000001", "17e00000-0000-4000-8000-000000000002"], "bugs_behavior": "asRequirements", "working_days": ["monday", "tuesday", "wednesday", "thursday", "friday"]},
        "7ea00000-0000-4000-8000-000000000002": {"id": "7ea00000-0000-4000-8000-000000000002", "project_id": "a0000000-0000-4000-8000-000000000001", "name": "Payments", "description": null, "member_ids": ["1d000000-0000-4000-8000-000000000003"], "area_paths": ["Ferry Booking\\Payments"], "iteration_ids": ["17e00000-0000-4000-8000-000000000002"], "bugs_behavior": "asRequirements", "working_days": ["monday", "tuesday", "wednesday", "thursday", "friday"]}
    },
    "iterations": {
        "17e00000-0000-4000-8000-000000000001": {"identifier": "17e00000-0000-4000-8000-000000000001", "id": 1, "project_id": "a0000000-0000-4000-8000-000000000001", "name": "Sprint 1", "path": "Ferry Booking\\Sprint 1", "parent_id": null, "start_date": "2026-02-09", "finish_date": "2026-02-20"},
        "17e00000-0000-4000-8000-000000000002": {"identifier": "17e00000-0000-4000-8000-000000000002", "id": 2, "project_id": "a0000000-0000-4000-8000-000000000001", "name": "Sprint 2", "path": "Ferry Booking\\Sprint 2", "parent_id": null, "start_date": "2026-02-23", "finish_date": "2026-03-06"}
    },
    "capacities": {
        "7ea00000-0000-4000-8000-000000000002/17e00000-0000-4000-8000-000000000002/1d000000-0000-4000-8000-000000000003": {"team_id": "7ea00000-0000-4000-8000-000000000002", "iteration_id": "17e00000-0000-4000-8000-000000000002", "team_member_id": "1d000000-0000-4000-8000-000000000003", "activities": [{"name": "Development", "capacity_per_day": 6}], "days_off": [{"start": "2026-02-26", "end": "2026-02-27"}]}
    },
    "work_item_types": {
        "a0000000-0000-4000-8000-000000000001/Epic": {"project_id": "a0000000-0000-4000-8000-000000000001", "name": "Epic", "description": null, "backlog": "Microsoft.EpicCategory", "states": [{"name": "New", "category": "Proposed"}, {"name": "Active", "category": "InProgress"}, {"name": "Resolved", "category": "Resolved"}, {"name": "Closed", "category": "Completed"}, {"name": "Removed", "category": "Removed"}], "transitions": []},
        "a0000000-0000-4000-8000-000000000001/Feature": {"project_id": "a0000000-0000-4000-8000-000000000001", "name": "Feature", "description": null, "backlog": "Microsoft.FeatureCategory", "states": [{"name": "New", "category": "Proposed"}, {"name": "Active", "category": "InProgress"}, {"name": "Resolved", "category": "Resolved"}, {"name": "Closed", "category": "Completed"}, {"name": "Removed", "category": "Removed"}], "transitions": []},
        "a0000000-0000-4000-8000-000000000001/User Story": {"project_id": "a0000000-0000-4000-8000-000000000001", "name": "User Story", "description": null, "backlog": "Microsoft.RequirementCategory", "states": [{"name": "New", "category": "Proposed"}, {"name": "Active", "category": "InProgress"}, {"name": "Resolved", "category": "Resolved"}, {"name": "Closed", "category": "Completed"}, {"name": "Removed", "category": "Removed"}], "transitions": [{"from": "New", "to": "Active"}, {"from": "New", "to": "Removed"}, {"from": "Active", "to": "New"}, {"from": "Active", "to": "Resolved"}, {"from": "Resolved", "to": "Active"}, {"from": "Resolved", "to": "Closed"}, {"from": "Closed", "to": "Active"}]},
        "a0000000-0000-4000-8000-000000000001/Bug": {"project_id": "a0000000-0000-4000-8000-000000000001", "name": "Bug", "description": null, "backlog": null, "states": [{"name": "New", "category": "Proposed"}, {"name": "Active", "category": "InProgress"}, {"name": "Resolved", "category": "Resolved"}, {"name": "Closed", "category": "Completed"}], "transitions": [{"from": "New", "to": "Active"}, {"from": "Active", "to": "New"}, {"from": "Active", "to": "Resolved"}, {"from": "Resolved", "to": "Active"}, {"from": "Resolved", "to": "Closed"}, {"from": "Closed", "to": "Active"}]},
        "a0000000-0000-4000-8000-000000000001/Task": {"project_id": "a0000000-0000-4000-8000-000000000001", "name": "Task", "description": null, "backlog": "Microsoft.TaskCategory", "states": [{"name": "New", "category": "Proposed"}, {"name": "Active", "category": "InProgress"}, {"name": "Closed", "category": "Completed"}, {"name": "Removed", "category": "Removed"}], "transitions": [{"from": "New", "to": "Active"}, {"from": "New", "to": "Removed"}, {"from": "Active", "to": "New"}, {"from": "Active", "to": "Closed"}, {"from": "Closed", "to": "Active"}]},
        "a0000000-0000-4000-8000-000000000001/Test Case": {"project_id": "a0000000-0000-4000-8000-000000000001", "name": "Test Case", "description": null, "backlog": null, "states": [{"name": "Design", "category": "Proposed"}, {"name": "Ready", "category": "InProgress"}, {"name": "Closed", "category": "Completed"}], "transitions": []}
    },
    "work_items": {
        "1": {"id": 1, "project_id": "a0000000-0000-4000-8000-000000000001", "work_item_type": "User Story", "rev": 2, "title": "Pay by card", "state": "Active", "reason": "Moved to state Active", "assigned_to": "1d000000-0000-4000-8000-000000000001", "area_path": "Ferry Booking\\Payments", "iteration_path": "Ferry Booking\\Sprint 2", "description": "Guests pay at the counter", "tags": ["counter"], "priority": 2, "stack_rank": 2000, "fields": {"Microsoft.VSTS.Scheduling.StoryPoints": 8}, "markdown_fields": [], "created_by": "1d000000-0000-4000-8000-000000000002", "created_at": "2026-02-10T09:00:00Z", "changed_by": "1d000000-0000-4000-8000-000000000001", "changed_at": "2026-02-23T09:00:00Z", "closed_at": null},
        "2": {"id": 2, "project_id": "a0000000-0000-4000-8000-000000000001", "work_item_type": "Task", "rev": 1, "title": "Add the card form", "state": "New", "reason": "New", "assigned_to": "1d000000-0000-4000-8000-000000000002", "area_path": "Ferry Booking\\Payments", "iteration_path": "Ferry Booking\\Sprint 2", "description": null, "tags": ["web"], "priority": 2, "stack_rank": null, "fields": {}, "markdown_fields": [], "created_by": "1d000000-0000-4000-8000-000000000002", "created_at": "2026-02-21T09:00:00Z", "changed_by": "1d000000-0000-4000-8000-000000000002", "changed_at": "2026-02-21T09:00:00Z", "closed_at": null},
        "3": {"id": 3, "project_id": "a0000000-0000-4000-8000-000000000001", "work_item_type": "Bug", "rev": 1, "title": "Receipt shows the wrong harbor", "state": "New", "reason": "New", "assigned_to": null, "area_path": "Ferry Booking", "iteration_path": "Ferry Booking", "description": null, "tags": [], "priority": 2, "stack_rank": null, "fields": {"Microsoft.VSTS.TCM.ReproSteps": "Print a receipt in Bergen"}, "markdown_fields": [], "created_by": "1d000000-0000-4000-8000-000000000003", "created_at": "2026-02-10T09:00:00Z", "changed_by": "1d000000-0000-4000-8000-000000000003", "changed_at": "2026-02-10T09:00:00Z", "closed_at": null},
        "4": {"id": 4, "project_id": "a0000000-0000-4000-8000-000000000001", "work_item_type": "Test Case", "rev": 1, "title": "A card payment is accepted", "state": "Design", "reason": "New", "assigned_to": null, "area_path": "Ferry Booking", "iteration_path": "Ferry Booking", "description": null, "tags": [], "priority": null, "stack_rank": null, "fields": {}, "markdown_fields": [], "created_by": "1d000000-0000-4000-8000-000000000002", "created_at": "2026-02-10T09:00:00Z", "changed_by": "1d000000-0000-4000-8000-000000000002", "changed_at": "2026-02-10T09:00:00Z", "closed_at": null},
        "5": {"id": 5, "project_id": "a0000000-0000-4000-8000-000000000001", "work_item_type": "User Story", "rev": 1, "title": "Choose a seat", "state": "New", "reason": "New", "assigned_to": null, "area_path": "Ferry Booking", "iteration_path": "Ferry Booking", "description": null, "tags": [], "priority": 3, "stack_rank": 1000, "fields": {}, "markdown_fields": [], "created_by": "1d000000-0000-4000-8000-000000000002", "created_at": "2026-02-10T09:00:00Z", "changed_by": "1d000000-0000-4000-8000-000000000002", "changed_at": "2026-02-10T09:00:00Z", "closed_at": null},
        "6": {"id": 6, "project_id": "a0000000-0000-4000-8000-000000000001", "work_item_type": "Feature", "rev": 1, "title": "Payments", "state": "Active", "reason": "New", "assigned_to": null, "area_path": "Ferry Booking", "iteration_path": "Ferry Booking", "description": null, "tags": [], "priority": 2, "stack_rank": null, "fields": {}, "markdown_fields": [], "created_by": "1d000000-0000-4000-8000-000000000003", "created_at": "2026-02-10T09:00:00Z", "changed_by": "1d000000-0000-4000-8000-000000000003", "changed_at": "2026-02-10T09:00:00Z", "closed_at": null}
    },
    "revisions": {
        "1/1": {"work_item_id": 1, "rev": 1, "fields": {"System.Id": 1, "System.Rev": 1, "System.Title": "Pay by card", "System.State": "New"}, "changed_by": "1d000000-0000-4000-8000-000000000002", "changed_at": "2026-02-10T09:00:00Z"}
    },
    "work_item_links": {
        "1": {"id": 1, "kind": "hierarchy", "source_id": 1, "target_id": 2, "comment": null},
        "2": {"id": 2, "kind": "tested_by", "source_id": 1, "target_id": 4, "comment": null},
        "3": {"id": 3, "kind": "hierarchy", "source_id": 6, "target_id": 1, "comment": null}
    },
    "external_links": {
        "1": {"id": 1, "work_item_id": 1, "kind": "ArtifactLink", "name": "Pull Request", "uri": "vstfs:///Git/PullRequestId/a0000000-0000-4000-8000-000000000001%2F4e900000-0000-4000-8000-000000000001%2F1", "comment": null}
    },
    "work_item_comments": {
        "1": {"id": 1, "work_item_id": 1, "text": "Which cards?", "format": "Markdown", "version": 1, "created_by": "1d000000-0000-4000-8000-000000000002", "created_date": "2026-02-11T09:00:00Z", "modified_date": "2026-02-11T09:00:00Z"},
        "2": {"id": 2, "work_item_id": 1, "text": "All that the bank takes.", "format": "Markdown", "version": 1, "created_by": "1d000000-0000-4000-8000-000000000001", "created_date": "2026-02-11T10:00:00Z", "modified_date": "2026-02-11T10:00:00Z"}
    },
    "attachments": {
        "f1000000-0000-4000-8000-000000000001": {"id": "f1000000-0000-4000-8000-000000000001", "work_item_id": 3, "file_name": "receipt.txt", "content": "Harbor: BRG"}
    },
    "queries": {
        "9e000000-0000-4000-8000-000000000001": {"id": "9e000000-0000-4000-8000-000000000001", "project_id": "a0000000-0000-4000-8000-000000000001", "name": "Shared Queries", "path": "Shared Queries", "parent_id": null, "is_folder": true, "is_public": true, "is_deleted": false, "wiql": null},
        "9e000000-0000-4000-8000-000000000002": {"id": "9e000000-0000-4000-8000-000000000002", "project_id": "a0000000-0000-4000-8000-000000000001", "name": "Open bugs", "path": "Shared Queries/Open bugs", "parent_id": "9e000000-0000-4000-8000-000000000001", "is_folder": false, "is_public": true, "is_deleted": false, "wiql": "SELECT [System.Id] FROM WorkItems WHERE [System.TeamProject] = @project AND [System.WorkItemType] = 'Bug' AND [System.State] <> 'Closed'"}
    },
    "repositories": {
        "4e900000-0000-4000-8000-000000000001": {"id": "4e900000-0000-4000-8000-000000000001", "project_id": "a0000000-0000-4000-8000-000000000001", "name": "booking-web", "default_branch": "refs/heads/main", "size": 2048, "is_disabled": false, "parent_id": null},
        "4e900000-0000-4000-8000-000000000002": {"id": "4e900000-0000-4000-8000-000000000002", "project_id": "a0000000-0000-4000-8000-000000000001", "name": "booking-api", "default_branch": "refs/heads/main", "size": 2048, "is_disabled": true, "parent_id": null},
        "4e900000-0000-4000-8000-000000000003": {"id": "4e900000-0000-4000-8000-000000000003", "project_id": "a0000000-0000-4000-8000-000000000003", "name": "sensor-hub", "default_branch": "refs/heads/main", "size": 2048, "is_disabled": false, "parent_id": null}
    },
    "commits": {
        "4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111": {"repository_id": "4e900000-0000-4000-8000-000000000001", "commit_id": "1111111111111111111111111111111111111111", "comment": "Start the booking site", "author_id": "1d000000-0000-4000-8000-000000000002", "author_date": "2026-01-10T09:00:00Z", "parents": []},
        "4e900000-0000-4000-8000-000000000001/2222222222222222222222222222222222222222": {"repository_id": "4e900000-0000-4000-8000-000000000001", "commit_id": "2222222222222222222222222222222222222222", "comment": "Explain the harbor codes", "author_id": "1d000000-0000-4000-8000-000000000002", "author_date": "2026-02-05T09:00:00Z", "parents": ["4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111"]},
        "4e900000-0000-4000-8000-000000000001/3333333333333333333333333333333333333333": {"repository_id": "4e900000-0000-4000-8000-000000000001", "commit_id": "3333333333333333333333333333333333333333", "comment": "Take cards at the counter", "author_id": "1d000000-0000-4000-8000-000000000001", "author_date": "2026-02-20T09:00:00Z", "parents": ["4e900000-0000-4000-8000-000000000001/2222222222222222222222222222222222222222"]},
        "4e900000-0000-4000-8000-000000000001/4444444444444444444444444444444444444444": {"repository_id": "4e900000-0000-4000-8000-000000000001", "commit_id": "4444444444444444444444444444444444444444", "comment": "Fix the harbor name", "author_id": "1d000000-0000-4000-8000-000000000003", "author_date": "2026-02-21T09:00:00Z", "parents": ["4e900000-0000-4000-8000-000000000001/2222222222222222222222222222222222222222"]}
    },
    "file_versions": {
        "4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111/~1README.md": {"commit": "4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111", "path": "/README.md", "content": "# Booking\n"},
        "4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111/~1azure-pipelines.yml": {"commit": "4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111", "path": "/azure-pipelines.yml", "content": "stages:\n- stage: Build\n- stage: Deploy\n"},
        "4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111/~1src~1pay.ts": {"commit": "4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111", "path": "/src/pay.ts", "content": "export const pay = () => cash();\n"},
        "4e900000-0000-4000-8000-000000000001/2222222222222222222222222222222222222222/~1README.md": {"commit": "4e900000-0000-4000-8000-000000000001/2222222222222222222222222222222222222222", "path": "/README.md", "content": "# Booking\n\nHarbors have three letters.\n"},
        "4e900000-0000-4000-8000-000000000001/3333333333333333333333333333333333333333/~1src~1pay.ts": {"commit": "4e900000-0000-4000-8000-000000000001/3333333333333333333333333333333333333333", "path": "/src/pay.ts", "content": "export const pay = (by) => by();\n"},
        "4e900000-0000-4000-8000-000000000001/3333333333333333333333333333333333333333/~1src~1card.ts": {"commit": "4e900000-0000-4000-8000-000000000001/3333333333333333333333333333333333333333", "path": "/src/card.ts", "content": "export const cards = [\"visa\"];\n"},
        "4e900000-0000-4000-8000-000000000001/4444444444444444444444444444444444444444/~1README.md": {"commit": "4e900000-0000-4000-8000-000000000001/4444444444444444444444444444444444444444", "path": "/README.md", "content": "# Booking\n\nEach harbor has three letters.\n"}
    },
    "branches": {
        "4e900000-0000-4000-8000-000000000001/main": {"repository_id": "4e900000-0000-4000-8000-000000000001", "name": "main", "tip": "4e900000-0000-4000-8000-000000000001/2222222222222222222222222222222222222222", "creator_id": "1d000000-0000-4000-8000-000000000002"},
        "4e900000-0000-4000-8000-000000000001/feature~1cards": {"repository_id": "4e900000-0000-4000-8000-000000000001", "name": "feature/cards", "tip": "4e900000-0000-4000-8000-000000000001/3333333333333333333333333333333333333333", "creator_id": "1d000000-0000-4000-8000-000000000001"},
        "4e900000-0000-4000-8000-000000000001/fix~1harbor": {"repository_id": "4e900000-0000-4000-8000-000000000001", "name": "fix/harbor", "tip": "4e900000-0000-4000-8000-000000000001/4444444444444444444444444444444444444444", "creator_id": "1d000000-0000-4000-8000-000000000003"},
        "4e900000-0000-4000-8000-000000000001/old": {"repository_id": "4e900000-0000-4000-8000-000000000001", "name": "old", "tip": "4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111", "creator_id": "1d000000-0000-4000-8000-000000000002"}
    },
    "git_tags": {
        "4e900000-0000-4000-8000-000000000001/v1.0": {"repository_id": "4e900000-0000-4000-8000-000000000001", "name": "v1.0", "target": "4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111"}
    },
    "pull_requests": {
        "1": {"pull_request_id": 1, "repository_id": "4e900000-0000-4000-8000-000000000001", "title": "Take cards", "description": "", "status": "active", "is_draft": false, "source_ref_name": "refs/heads/feature/cards", "target_ref_name": "refs/heads/main", "source_repository_id": null, "created_by": "1d000000-0000-4000-8000-000000000001", "creation_date": "2026-02-20T10:00:00Z", "closed_by": null, "closed_date": null, "labels": ["web"], "auto_complete_set_by": null, "completion_options": null, "iteration_count": 1, "closed_source": null, "closed_target": null, "merge_commit": null},
        "2": {"pull_request_id": 2, "repository_id": "4e900000-0000-4000-8000-000000000001", "title": "Keep the old prices", "description": "", "status": "abandoned", "is_draft": false, "source_ref_name": "refs/heads/old", "target_ref_name": "refs/heads/main", "source_repository_id": null, "created_by": "1d000000-0000-4000-8000-000000000001", "creation_date": "2026-02-20T10:00:00Z", "closed_by": "1d000000-0000-4000-8000-000000000001", "closed_date": "2026-02-21T10:00:00Z", "labels": [], "auto_complete_set_by": null, "completion_options": null, "iteration_count": 1, "closed_source": "4e900000-0000-4000-8000-000000000001/1111111111111111111111111111111111111111", "closed_target": "4e900000-0000-4000-8000-000000000001/2222222222222222222222222222222222222222", "merge_commit": null},
        "3": {"pull_request_id": 3, "repository_id": "4e900000-0000-4000-8000-000000000001", "title": "Mend the harbor name", "description": "", "status": "active", "is_draft": false, "source_ref_name": "refs/heads/fix/harbor", "target_ref_name": "refs/heads/main", "source_repository_id": null, "created_by": "1d000000-0000-4000-8000-000000000003", "creation_date": "2026-02-20T10:00:00Z", "closed_by": null, "closed_date": null, "labels": [], "auto_complete_set_by": null, "completion_options": null, "iteration_count": 1, "closed_source": null, "closed_target": null, "merge_commit": null}
    },
    "reviewers": {
        "1/1d000000-0000-4000-8000-000000000002": {"pull_request_id": 1, "reviewer_id": "1d000000-0000-4000-8000-000000000002", "vote": "NoVote", "is_required": false},
        "3/1d000000-0000-4000-8000-000000000002": {"pull_request_id": 3, "reviewer_id": "1d000000-0000-4000-8000-000000000002", "vote": "Approved", "is_required": true}
    },
    "branch_policies": {
        "4e900000-0000-4000-8000-000000000001/main": {"repository_id": "4e900000-0000-4000-8000-000000000001", "branch_name": "main", "minimum_approvers": 1, "creator_vote_counts": false, "requires_work_items": false, "requires_resolved_comments": true}
    },
    "threads": {
        "1": {"id": 1, "pull_request_id": 1, "status": "active", "file_path": "/src/card.ts", "right_file_start": {"line": 1, "offset": 1}, "right_file_end": {"line": 1, "offset": 12}, "iteration_context": null, "published_date": "2026-02-20T11:00:00Z", "last_updated_date": "2026-02-20T11:30:00Z"},
        "2": {"id": 2, "pull_request_id": 1, "status": "fixed", "file_path": null, "right_file_start": null, "right_file_end": null, "iteration_context": null, "published_date": "2026-02-20T11:00:00Z", "last_updated_date": "2026-02-20T11:30:00Z"}
    },
    "thread_comments": {
        "1/1": {"thread_id": 1, "id": 1, "author_id": "1d000000-0000-4000-8000-000000000002", "content": "Name the cards that we take.", "published_date": "2026-02-20T11:11:00Z"},
        "1/2": {"thread_id": 1, "id": 2, "author_id": "1d000000-0000-4000-8000-000000000001", "content": "The bank sends the list.", "published_date": "2026-02-20T11:12:00Z"},
        "2/1": {"thread_id": 2, "id": 1, "author_id": "1d000000-0000-4000-8000-000000000003", "content": "Squash this, please.", "published_date": "2026-02-20T11:21:00Z"}
    },
    "pipelines": {
        "1": {"id": 1, "project_id": "a0000000-0000-4000-8000-000000000001", "name": "booking-ci", "path": "\\", "yaml_filename": "/azure-pipelines.yml", "process_type": 2, "repository_type": "TfsGit", "repository_id": "4e900000-0000-4000-8000-000000000001", "repository_name": "booking-web", "service_connection_id": null, "queue_status": "enabled", "revision": 2, "stages": ["Build", "Deploy"], "variables": [{"name": "region", "value": "north", "is_secret": false, "allow_override": true}, {"name": "host", "value": "booking.example", "is_secret": false, "allow_override": false}], "task_ids": [], "authored_by": "1d000000-0000-4000-8000-000000000002", "created_date": "2026-01-10T10:00:00Z", "changed_date": "2026-01-20T10:00:00Z"},
        "2": {"id": 2, "project_id": "a0000000-0000-4000-8000-000000000001", "name": "booking-nightly", "path": "\\", "yaml_filename": "/azure-pipelines.yml", "process_type": 2, "repository_type": "TfsGit", "repository_id": "4e900000-0000-4000-8000-000000000001", "repository_name": "booking-web", "service_connection_id": null, "queue_status": "disabled", "revision": 1, "stages": ["Build"], "variables": [], "task_ids": [], "authored_by": "1d000000-0000-4000-8000-000000000002", "created_date": "2026-01-10T10:00:00Z", "changed_date": "2026-01-20T10:00:00Z"}
    },
    "pipeline_revisions": {
        "1/1": {"pipeline_id": 1, "revision": 1, "name": "booking", "change_type": "add", "changed_by": "1d000000-0000-4000-8000-000000000002", "changed_date": "2026-01-10T10:00:00Z"},
        "1/2": {"pipeline_id": 1, "revision": 2, "name": "booking-ci", "change_type": "update", "changed_by": "1d000000-0000-4000-8000-000000000002", "changed_date": "2026-01-20T10:00:00Z"}
    },
    "builds": {
        "1": {"id": 1, "pipeline_id": 1, "pipeline_revision": 2, "build_number": "20260223.1", "status": "completed", "result": "failed", "reason": "individualCI", "source_branch": "refs/heads/main", "source_version": "2222222222222222222222222222222222222222", "requested_by": "1d000000-0000-4000-8000-000000000002", "queue_time": "2026-02-23T08:00:00Z", "finish_time": "2026-02-23T08:09:00Z", "template_parameters": {}, "variables": {"region": {"value": "north", "is_secret": false}, "token": {"value": "s3cret", "is_secret": true}}, "resources": null},
        "2": {"id": 2, "pipeline_id": 1, "pipeline_revision": 2, "build_number": "20260224.1", "status": "inProgress", "result": null, "reason": "individualCI", "source_branch": "refs/heads/main", "source_version": "2222222222222222222222222222222222222222", "requested_by": "1d000000-0000-4000-8000-000000000002", "queue_time": "2026-02-24T08:00:00Z", "finish_time": null, "template_parameters": {}, "variables": {"region": {"value": "north", "is_secret": false}}, "resources": null}
    },
    "stages": {
        "1/Build": {"build_id": 1, "name": "Build", "position": 1, "state": "completed", "result": "succeeded", "attempt": 1},
        "1/Deploy": {"build_id": 1, "name": "Deploy", "position": 2, "state": "completed", "result": "failed", "attempt": 1},
        "2/Build": {"build_id": 2, "name": "Build", "position": 1, "state": "inProgress", "result": null, "attempt": 1},
        "2/Deploy": {"build_id": 2, "name": "Deploy", "position": 2, "state": "pending", "result": null, "attempt": 1}
    },
    "build_logs": {
        "1/1": {"build_id": 1, "log_id": 1, "step": "Checkout", "content": "HEAD is at 2222222\n", "created_on": "2026-02-23T08:01:00Z"},
        "1/2": {"build_id": 1, "log_id": 2, "step": "Run tests", "content": "12 tests\nPASS seat.test.ts\nFAIL pay.test.ts\n1 failed, 11 passed\n", "created_on": "2026-02-23T08:02:00Z"}
    },
    "artifacts": {
        "1/drop": {"build_id": 1, "name": "drop", "kind": "PipelineArtifact", "content": "booking 1.4\n"}
    },
    "test_results": {
        "1": {"id": 1, "build_id": 1, "run_id": 1, "test_case_title": "Shows the seats", "automated_test_name": null, "outcome": "Passed", "error_message": null, "stack_trace": null, "duration_in_ms": 12},
        "2": {"id": 2, "build_id": 1, "run_id": 1, "test_case_title": "Charges the card", "automated_test_name": null, "outcome": "Failed", "error_message": "expected 12, got 0", "stack_trace": null, "duration_in_ms": 12}
    },
    "test_plans": {
        "1": {"id": 1, "project_id": "a0000000-0000-4000-8000-000000000001", "name": "Card payments", "description": null, "area_path": "Ferry Booking", "iteration": "Ferry Booking\\Sprint 2", "state": "Active", "start_date": null, "end_date": null, "owner_id": "1d000000-0000-4000-8000-000000000001"},
        "2": {"id": 2, "project_id": "a0000000-0000-4000-8000-000000000001", "name": "First release", "description": null, "area_path": "Ferry Booking", "iteration": "Ferry Booking", "state": "Inactive", "start_date": null, "end_date": null, "owner_id": "1d000000-0000-4000-8000-000000000001"}
    },
    "test_suites": {
        "1": {"id": 1, "plan_id": 1, "name": "Card payments", "parent_suite_id": null, "suite_type": "staticTestSuite", "test_case_ids": []},
        "2": {"id": 2, "plan_id": 1, "name": "Happy path", "parent_suite_id": 1, "suite_type": "staticTestSuite", "test_case_ids": [4]},
        "3": {"id": 3, "plan_id": 1, "name": "Open bugs", "parent_suite_id": 1, "suite_type": "dynamicTestSuite", "test_case_ids": []},
        "4": {"id": 4, "plan_id": 2, "name": "First release", "parent_suite_id": null, "suite_type": "staticTestSuite", "test_case_ids": []}
    },
    "wikis": {
        "b1000000-0000-4000-8000-000000000001": {"id": "b1000000-0000-4000-8000-000000000001", "project_id": "a0000000-0000-4000-8000-000000000001", "name": "Ferry Booking.wiki", "type": "projectWiki", "repository_id": null, "mapped_path": "/", "versions": ["wikiMaster"]},
        "b1000000-0000-4000-8000-000000000002": {"id": "b1000000-0000-4000-8000-000000000002", "project_id": "a0000000-0000-4000-8000-000000000003", "name": "sensor-docs", "type": "codeWiki", "repository_id": "4e900000-0000-4000-8000-000000000003", "mapped_path": "/docs", "versions": ["main"]}
    },
    "wiki_pages": {
        "1": {"id": 1, "wiki_id": "b1000000-0000-4000-8000-000000000001", "version": "wikiMaster", "path": "/Harbors", "content": "Where our ships go.", "etag": "e1", "view_stats": [{"day": "2026-01-05", "count": 3}, {"day": "2026-02-23", "count": 7}], "updated_at": "2026-02-01T09:00:00Z"},
        "2": {"id": 2, "wiki_id": "b1000000-0000-4000-8000-000000000001", "version": "wikiMaster", "path": "/Harbors/Codes", "content": "Three letters for each harbor.", "etag": "e2", "view_stats": [], "updated_at": "2026-02-01T09:00:00Z"},
        "3": {"id": 3, "wiki_id": "b1000000-0000-4000-8000-000000000001", "version": "wikiMaster", "path": "/Prices", "content": "By distance.", "etag": "e3", "view_stats": [], "updated_at": "2026-02-01T09:00:00Z"},
        "4": {"id": 4, "wiki_id": "b1000000-0000-4000-8000-000000000002", "version": "main", "path": "/Start", "content": "How to read a sensor.", "etag": "e4", "view_stats": [], "updated_at": "2026-02-01T09:00:00Z"}
    },
    "alerts": {
        "4e900000-0000-4000-8000-000000000001/1": {"repository_id": "4e900000-0000-4000-8000-000000000001", "alert_id": 1, "title": "Unchecked amount", "alert_type": "code", "state": "active", "severity": "high", "rule_id": "R1", "rule_name": "Unchecked amount", "tool_name": "scanner", "git_ref": "refs/heads/main", "file_path": "/src/pay.ts", "line": 1, "confidence": "high", "validity": null, "first_seen": "2026-02-06T09:00:00Z", "last_seen": "2026-02-20T09:00:00Z", "fixed_on": null},
        "4e900000-0000-4000-8000-000000000001/2": {"repository_id": "4e900000-0000-4000-8000-000000000001", "alert_id": 2, "title": "Key of the bank in a file", "alert_type": "secret", "state": "active", "severity": "critical", "rule_id": "R2", "rule_name": "Key of the bank in a file", "tool_name": "scanner", "git_ref": null, "file_path": "/src/pay.ts", "line": 1, "confidence": "high", "validity": "active", "first_seen": "2026-02-06T09:00:00Z", "last_seen": "2026-02-20T09:00:00Z", "fixed_on": null},
        "4e900000-0000-4000-8000-000000000001/3": {"repository_id": "4e900000-0000-4000-8000-000000000001", "alert_id": 3, "title": "Old parser", "alert_type": "dependency", "state": "dismissed", "severity": "medium", "rule_id": "R3", "rule_name": "Old parser", "tool_name": "scanner", "git_ref": "refs/heads/feature/cards", "file_path": "/src/card.ts", "line": 1, "confidence": "high", "validity": null, "first_seen": "2026-02-06T09:00:00Z", "last_seen": "2026-02-20T09:00:00Z", "fixed_on": null}
    }
}"##;
