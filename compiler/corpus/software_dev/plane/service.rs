//! Plane keeps projects, their issues with comments and logged time, and the states, labels, types,
//! modules and cycles that order them.

/// Everything that Plane knows.
#[derive(State)]
pub struct Plane {
    pub cycles: Table<Cycle>,
    pub issues: Table<Issue>,
    pub issue_comments: Table<IssueComment>,
    pub issue_types: Table<IssueType>,
    pub labels: Table<Label>,
    pub modules: Table<Module>,
    pub projects: Table<Project>,
    pub states: Table<StateRow>,
    pub worklogs: Table<Worklog>,
}

/// A stretch of time in which a set of issues is worked on.
#[derive(Entity)]
pub struct Cycle {
    #[entity(key, sequence = "CYC-{:05}")]
    pub id: Key<Cycle>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    pub cycle_data: CycleData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub issues: Vec<Key<Issue>>,
}

/// A piece of work in a project.
#[derive(Entity)]
pub struct Issue {
    #[entity(key, sequence = "ISS-{:05}")]
    pub id: Key<Issue>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    pub issue_data: IssueData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A remark on an issue.
#[derive(Entity)]
pub struct IssueComment {
    #[entity(key, sequence = "ICO-{:05}")]
    pub id: Key<IssueComment>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub issue_id: Key<Issue>,
    #[entity(body)]
    pub comment_html: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A kind of issue in a project.
#[derive(Entity)]
pub struct IssueType {
    #[entity(key, sequence = "ITY-{:05}")]
    pub id: Key<IssueType>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    pub issue_type_data: IssueTypeData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A mark on issues.
#[derive(Entity)]
pub struct Label {
    #[entity(key, sequence = "LAB-{:05}")]
    pub id: Key<Label>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    pub label_data: LabelData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A part of a project that groups issues.
#[derive(Entity)]
pub struct Module {
    #[entity(key, sequence = "MOD-{:05}")]
    pub id: Key<Module>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    pub module_data: ModuleData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub issues: Vec<Key<Issue>>,
}

/// A body of work with its own issues.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A step that the issues of a project go through.
#[derive(Entity)]
pub struct StateRow {
    #[entity(key, sequence = "STA-{:05}")]
    pub id: Key<StateRow>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    pub state_data: StateData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Time that somebody spent on an issue.
#[derive(Entity)]
pub struct Worklog {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Worklog>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub issue_id: Key<Issue>,
    pub worklog_data: WorklogData,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What is said of a cycle.
#[derive(Record)]
pub struct CycleData {
    #[record(title)]
    pub name: String,
    pub start_date: String,
    pub end_date: String,
}

/// What is said of an issue.
#[derive(Record)]
pub struct IssueData {
    #[record(title)]
    pub name: String,
    #[record(body)]
    pub description_html: String,
    pub priority: Option<String>,
    pub state: Option<String>,
}

/// What is said of an issue type.
#[derive(Record)]
pub struct IssueTypeData {
    #[record(title)]
    pub name: String,
    #[record(body)]
    pub description: String,
}

/// What is said of a label.
#[derive(Record)]
pub struct LabelData {
    #[record(title)]
    pub name: String,
    #[record(color)]
    pub color: String,
}

/// What is said of a module.
#[derive(Record)]
pub struct ModuleData {
    #[record(title)]
    pub name: String,
}

/// What is said of a state.
#[derive(Record)]
pub struct StateData {
    #[record(title)]
    pub name: String,
    #[record(color)]
    pub color: String,
}

/// What is said of a worklog.
#[derive(Record)]
pub struct WorklogData {
    #[record(body)]
    pub description: String,
    #[record(range = 0..=100_000)]
    pub duration: i64,
}

pub trait Tools {
    #[tool(create)]
    fn create_project() -> Project;

    #[tool(list, filter(project_id))]
    fn list_issue_types() -> Page<IssueType>;

    #[tool(get, key(type_id), filter(project_id))]
    fn get_issue_type() -> IssueType;

    #[tool(create)]
    fn create_issue_type() -> IssueType;

    #[tool(simulate(
        unclear_effect,
        "only the members that are given change, which no single operation says",
    ))]
    fn update_issue_type();

    #[tool(delete, key(type_id), filter(project_id))]
    fn delete_issue_type() -> IssueType;

    #[tool(list, filter(project_id))]
    fn list_states() -> Page<StateRow>;

    #[tool(get, key(state_id), filter(project_id))]
    fn get_state() -> StateRow;

    #[tool(create)]
    fn create_state() -> StateRow;

    #[tool(simulate(
        unclear_effect,
        "only the members that are given change, which no single operation says",
    ))]
    fn update_state();

    #[tool(delete, key(state_id), filter(project_id))]
    fn delete_state() -> StateRow;

    #[tool(list, filter(project_id))]
    fn list_labels() -> Page<Label>;

    #[tool(get, key(label_id), filter(project_id))]
    fn get_label() -> Label;

    #[tool(create)]
    fn create_label() -> Label;

    #[tool(simulate(
        unclear_effect,
        "only the members that are given change, which no single operation says",
    ))]
    fn update_label();

    #[tool(delete, key(label_id), filter(project_id))]
    fn delete_label() -> Label;

    #[tool(simulate(
        unclear_effect,
        "the running number that a readable identifier ends in is not kept in this model",
    ))]
    fn get_issue_using_readable_identifier();

    #[tool(list, filter(project_id, issue_id))]
    fn get_issue_comments() -> Page<IssueComment>;

    #[tool(create)]
    fn add_issue_comment() -> IssueComment;

    #[tool(create)]
    fn create_issue() -> Issue;

    #[tool(simulate(
        unclear_effect,
        "only the members that are given change, which no single operation says",
    ))]
    fn update_issue();

    #[tool(list, filter(project_id))]
    fn list_modules() -> Page<Module>;

    #[tool(get, key(module_id), filter(project_id))]
    fn get_module() -> Module;

    #[tool(create)]
    fn create_module() -> Module;

    #[tool(simulate(
        unclear_effect,
        "only the members that are given change, which no single operation says",
    ))]
    fn update_module();

    #[tool(delete, key(module_id), filter(project_id))]
    fn delete_module() -> Module;

    /// Gives the module with the issues in it.
    #[tool(get, key(module_id), filter(project_id))]
    fn list_module_issues() -> Module;

    #[tool(append(issues = issues), key(module_id), filter(project_id))]
    fn add_module_issues() -> Module;

    #[tool(detach(issues = issue_id), key(module_id), filter(project_id))]
    fn delete_module_issue() -> Module;

    #[tool(list, filter(project_id))]
    fn list_cycles() -> Page<Cycle>;

    #[tool(get, key(cycle_id), filter(project_id))]
    fn get_cycle() -> Cycle;

    #[tool(create)]
    fn create_cycle() -> Cycle;

    #[tool(simulate(
        unclear_effect,
        "only the members that are given change, which no single operation says",
    ))]
    fn update_cycle();

    #[tool(delete, key(cycle_id), filter(project_id))]
    fn delete_cycle() -> Cycle;

    /// Gives the cycle with the issues in it.
    #[tool(get, key(cycle_id), filter(project_id))]
    fn list_cycle_issues() -> Cycle;

    #[tool(append(issues = issues), key(cycle_id), filter(project_id))]
    fn add_cycle_issues() -> Cycle;

    #[tool(detach(issues = issue_id), key(cycle_id), filter(project_id))]
    fn delete_cycle_issue() -> Cycle;

    #[tool(list, filter(project_id, issue_id))]
    fn get_issue_worklogs() -> Page<Worklog>;

    #[tool(simulate(external_computation, "it sums the time that was logged on each issue"))]
    fn get_total_worklogs();

    #[tool(create)]
    fn create_worklog() -> Worklog;

    #[tool(simulate(
        unclear_effect,
        "only the members that are given change, which no single operation says",
    ))]
    fn update_worklog();

    #[tool(delete, key(worklog_id), filter(project_id, issue_id))]
    fn delete_worklog() -> Worklog;
}
