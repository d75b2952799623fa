//! Linear: issues of teams, with workflow states, labels, projects, cycles, relations, comments
//! and a history of what changed.
//!
//! An issue is named by its id or by its identifier, such as `ENG-12`: the key of its team and
//! its number there. States, cycles and team labels belong to one team, and an issue takes only
//! those of its own. An archived issue is left out of lists and does not change any more.

/// The workspace.
#[derive(State)]
pub struct Linear {
    pub organization: One<Organization>,
    pub viewer: One<Viewer>,
    pub users: Table<User>,
    pub teams: Table<Team>,
    pub workflow_states: Table<WorkflowState>,
    pub labels: Table<Label>,
    pub projects: Table<Project>,
    pub cycles: Table<Cycle>,
    pub templates: Table<Template>,
    pub issues: Table<Issue>,
    pub relations: Table<IssueRelation>,
    pub comments: Table<Comment>,
    pub history: Table<IssueHistory>,
}

/// The company that uses the workspace.
#[derive(Entity)]
pub struct Organization {
    pub id: String,
    #[entity(company)]
    pub name: String,
    #[entity(slug)]
    pub url_key: String,
    pub created_at: Timestamp,
}

/// The user who is signed in.
#[derive(Entity)]
pub struct Viewer {
    pub user_id: Key<User>,
}

/// Someone in the workspace.
#[derive(Entity)]
pub struct User {
    #[entity(key, uuid)]
    pub id: Key<User>,
    #[entity(len = 1..=100, person)]
    pub name: String,
    #[entity(username)]
    pub display_name: String,
    #[entity(unique, email)]
    pub email: String,
    /// Whether the account is switched off.
    #[entity(default)]
    pub suspended: bool,
    #[entity(default)]
    pub admin: bool,
}

/// A team with its own issues, states and cycles.
#[derive(Entity)]
pub struct Team {
    #[entity(key, uuid)]
    pub id: Key<Team>,
    #[entity(len = 1..=80, title)]
    pub name: String,
    /// What identifiers of the team's issues start with.
    #[entity(unique, pattern = "^[A-Z][A-Z0-9]{1,6}$")]
    pub key: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A column that issues of one team move through.
#[derive(Entity)]
#[entity(unique(team_id, name))]
pub struct WorkflowState {
    #[entity(key, uuid)]
    pub id: Key<WorkflowState>,
    #[entity(on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(len = 1..=80, tag)]
    pub name: String,
    #[entity(rename = "type")]
    pub kind: StateKind,
    #[entity(default)]
    pub position: f64,
    #[entity(color)]
    pub color: String,
    pub archived_at: Option<Timestamp>,
}

/// What a workflow state stands for.
#[derive(Choice)]
pub enum StateKind {
    Triage,
    Backlog,
    Unstarted,
    Started,
    Completed,
    Canceled,
}

/// A label of one team, or of the whole workspace.
#[derive(Entity)]
#[entity(unique(team_id, name))]
pub struct Label {
    #[entity(key, uuid)]
    pub id: Key<Label>,
    #[entity(len = 1..=80, tag)]
    pub name: String,
    #[entity(color)]
    pub color: String,
    #[entity(on_delete = cascade)]
    pub team_id: Option<Key<Team>>,
}

/// Work with an aim, of one or more teams.
#[derive(Entity)]
pub struct Project {
    #[entity(key, uuid)]
    pub id: Key<Project>,
    #[entity(len = 1..=80, title)]
    pub name: String,
    /// A short summary.
    #[entity(len = 0..=255)]
    pub description: Option<String>,
    /// The long text, in Markdown.
    #[entity(body)]
    pub content: Option<String>,
    #[entity(default = ProjectState::Planned)]
    pub state: ProjectState,
    #[entity(len = 1..=50)]
    pub team_ids: Vec<Key<Team>>,
    #[entity(on_delete = clear)]
    pub lead_id: Option<Key<User>>,
    pub target_date: Option<Date>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Where a project stands.
#[derive(Choice)]
pub enum ProjectState {
    Backlog,
    Planned,
    Started,
    Paused,
    Completed,
    Canceled,
}

/// A span of time in which a team works on chosen issues.
#[derive(Entity)]
#[entity(unique(team_id, number))]
pub struct Cycle {
    #[entity(key, uuid)]
    pub id: Key<Cycle>,
    #[entity(on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(range = 1..=100_000)]
    pub number: i64,
    #[entity(title)]
    pub name: Option<String>,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub completed_at: Option<Timestamp>,
}

/// What a new issue is filled with.
#[derive(Entity)]
pub struct Template {
    #[entity(key, uuid)]
    pub id: Key<Template>,
    #[entity(len = 1..=80, title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub team_id: Option<Key<Team>>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(range = 0..=4)]
    pub priority: Option<i64>,
    #[entity(on_delete = clear)]
    pub label_ids: Vec<Key<Label>>,
}

/// Something to do or to fix.
#[derive(Entity)]
pub struct Issue {
    #[entity(key, uuid)]
    pub id: Key<Issue>,
    #[entity(unique, pattern = "^[A-Z][A-Z0-9]{1,6}-[0-9]{1,6}$")]
    pub identifier: String,
    #[entity(range = 1..=999_999)]
    pub number: i64,
    #[entity(len = 1..=512, title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    pub team_id: Key<Team>,
    pub state_id: Key<WorkflowState>,
    /// 0 none, 1 urgent, 2 high, 3 normal, 4 low.
    #[entity(range = 0..=4, default)]
    pub priority: i64,
    #[entity(range = 0..=64)]
    pub estimate: Option<i64>,
    pub due_date: Option<Date>,
    #[entity(on_delete = clear)]
    pub assignee_id: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub creator_id: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    #[entity(on_delete = clear)]
    pub cycle_id: Option<Key<Cycle>>,
    #[entity(on_delete = clear)]
    pub parent_id: Option<Key<Issue>>,
    #[entity(on_delete = clear)]
    pub label_ids: Vec<Key<Label>>,
    #[entity(on_delete = clear)]
    pub subscriber_ids: Vec<Key<User>>,
    #[entity(default)]
    pub sort_order: f64,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    pub canceled_at: Option<Timestamp>,
    pub archived_at: Option<Timestamp>,
}

/// How one issue bears on another.
#[derive(Entity)]
#[entity(unique(issue_id, related_issue_id, kind))]
pub struct IssueRelation {
    #[entity(key, uuid)]
    pub id: Key<IssueRelation>,
    #[entity(on_delete = cascade)]
    pub issue_id: Key<Issue>,
    #[entity(on_delete = cascade)]
    pub related_issue_id: Key<Issue>,
    #[entity(rename = "type")]
    pub kind: RelationKind,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// The first issue blocks the second, is a duplicate of it, or has to do with it.
#[derive(Choice)]
pub enum RelationKind {
    Blocks,
    Duplicate,
    Related,
}

/// What someone wrote under an issue.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, uuid)]
    pub id: Key<Comment>,
    #[entity(on_delete = cascade)]
    pub issue_id: Key<Issue>,
    #[entity(on_delete = clear)]
    pub user_id: Option<Key<User>>,
    #[entity(len = 1..=65_535, body)]
    pub body: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One change of one property of an issue.
#[derive(Entity)]
pub struct IssueHistory {
    #[entity(key, sequence)]
    pub id: IntKey<IssueHistory>,
    #[entity(on_delete = cascade)]
    pub issue_id: Key<Issue>,
    #[entity(on_delete = clear)]
    pub actor_id: Option<Key<User>>,
    /// The property, or `created`, `archived` and the like.
    pub change: String,
    pub from_value: Option<String>,
    pub to_value: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

#[derive(Args)]
pub struct CreateIssue {
    pub title: String,
    #[arg(rename = "teamId")]
    pub team_id: Key<Team>,
    #[arg(rename = "cycleId")]
    pub cycle_id: Option<Key<Cycle>>,
    #[arg(rename = "dueDate")]
    pub due_date: Option<Date>,
    #[arg(rename = "stateId")]
    pub state_id: Option<Key<WorkflowState>>,
    pub estimate: Option<i64>,
    #[arg(rename = "labelIds")]
    pub label_ids: Option<Vec<Key<Label>>>,
    #[arg(rename = "parentId")]
    pub parent_id: Option<Key<Issue>>,
    pub priority: Option<i64>,
    #[arg(rename = "projectId")]
    pub project_id: Option<Key<Project>>,
    #[arg(rename = "sortOrder")]
    pub sort_order: Option<f64>,
    #[arg(rename = "assigneeId")]
    pub assignee_id: Option<Key<User>>,
    #[arg(rename = "templateId")]
    pub template_id: Option<Key<Template>>,
    pub description: Option<String>,
    #[arg(rename = "subscriberIds")]
    pub subscriber_ids: Option<Vec<Key<User>>>,
}

#[derive(Args)]
pub struct UpdateIssue {
    pub id: Key<Issue>,
    pub title: Option<String>,
    #[arg(rename = "teamId")]
    pub team_id: Option<Key<Team>>,
    #[arg(rename = "cycleId")]
    pub cycle_id: Option<Key<Cycle>>,
    #[arg(rename = "dueDate")]
    pub due_date: Option<Date>,
    #[arg(rename = "stateId")]
    pub state_id: Option<Key<WorkflowState>>,
    pub estimate: Option<i64>,
    #[arg(rename = "labelIds")]
    pub label_ids: Option<Vec<Key<Label>>>,
    #[arg(rename = "parentId")]
    pub parent_id: Option<Key<Issue>>,
    pub priority: Option<i64>,
    #[arg(rename = "projectId")]
    pub project_id: Option<Key<Project>>,
    #[arg(rename = "sortOrder")]
    pub sort_order: Option<f64>,
    #[arg(rename = "assigneeId")]
    pub assignee_id: Option<Key<User>>,
    pub description: Option<String>,
    #[arg(rename = "addedLabelIds")]
    pub added_label_ids: Option<Vec<Key<Label>>>,
    #[arg(rename = "subscriberIds")]
    pub subscriber_ids: Option<Vec<Key<User>>>,
    #[arg(rename = "removedLabelIds")]
    pub removed_label_ids: Option<Vec<Key<Label>>>,
}

pub trait Tools {
    /// Reads the user who is signed in.
    #[tool(reads(viewer, users))]
    #[case(args = "{}", ok = r#"{"name":"Nadia Brandt","email":"nadia@example.org"}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_viewer(
        state: &Linear,
        _args: GetViewer,
        _cx: &mut Context,
    ) -> Result<RowRef<User>, ToolError> {
        state.users.find(&state.viewer.find()?.user_id)
    }

    /// Reads the organization that owns the workspace.
    #[tool(reads(organization))]
    #[case(args = "{}", ok = r#"{"name":"Brandt Instruments","url_key":"brandt"}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_organization(
        state: &Linear,
        _args: GetOrganization,
        _cx: &mut Context,
    ) -> Result<RowRef<Organization>, ToolError> {
        state.organization.find()
    }

    #[tool(list)]
    fn get_users() -> Vec<User>;

    #[tool(list)]
    fn get_labels() -> Vec<Label>;

    #[tool(list)]
    fn get_teams() -> Vec<Team>;

    /// Lists the states of a team in their order; archived ones only on request.
    #[tool(list, filter(team_id), sort(position), reads(teams, workflow_states))]
    #[case(
        args = r#"{"teamId":"t-eng"}"#,
        ok = r#"[{"name":"Backlog"},{"name":"In Progress"},{"name":"Done"},{"name":"Canceled"}]"#
    )]
    #[case(args = r#"{"teamId":"t-none"}"#, error = "not_found")]
    fn get_workflow_states(
        state: &Linear,
        args: GetWorkflowStates,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<WorkflowState>>, ToolError> {
        state.teams.find(args.team_id.as_str())?;
        let with_archived = args.include_archived.unwrap_or(false);
        let mut states = state.workflow_states.select(&|row| {
            row.team_id == args.team_id.as_str() && (with_archived || row.archived_at.is_none())
        });
        states.sort_by(|a, b| a.position.total_cmp(&b.position));
        Ok(states)
    }

    #[tool(list)]
    fn get_projects() -> Vec<Project>;

    #[tool(create)]
    fn create_project() -> Project;

    #[tool(update, key(id))]
    fn update_project() -> Project;

    /// Puts an issue into a project that its team takes part in.
    #[tool(
        update,
        key(issue_id),
        map(project_id = project_id),
        reads(issues, projects, workflow_states, viewer),
        writes(issues, history)
    )]
    #[case(
        args = r#"{"issueId":"ENG-2","projectId":"p-calib"}"#,
        ok = r#"{"identifier":"ENG-2","project_id":"p-calib"}"#
    )]
    #[case(args = r#"{"issueId":"OPS-1","projectId":"p-calib"}"#, error = "failed_precondition")]
    #[case(args = r#"{"issueId":"ENG-2","projectId":"p-none"}"#, error = "not_found")]
    fn add_issue_to_project(
        state: &mut Linear,
        args: AddIssueToProject,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let mut issue = open_issue(state, args.issue_id.as_str())?;
        issue.project_id = Some(Key::new(args.project_id.as_str()));
        save(state, issue, cx)
    }

    /// Lists the issues of a project that are not archived, the last changed first.
    #[tool(
        list,
        filter(project_id),
        sort(updated_at, descending),
        page(limit = limit),
        reads(projects, issues)
    )]
    #[case(
        args = r#"{"projectId":"p-calib"}"#,
        ok = r#"{"items":[{"identifier":"ENG-1"}],"total":1}"#
    )]
    #[case(args = r#"{"projectId":"p-none"}"#, error = "not_found")]
    fn get_project_issues(
        state: &Linear,
        args: GetProjectIssues,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Issue>>, ToolError> {
        let project = state.projects.find(args.project_id.as_str())?;
        let in_project = |issue: &Issue| issue.project_id.as_ref() == Some(&project.id);
        recent(state, &in_project, args.limit.unwrap_or(25))
    }

    #[tool(list, filter(team_id), sort(starts_at), page(limit = limit))]
    fn get_cycles() -> Page<Cycle>;

    /// Reads the cycle of a team that runs now.
    #[tool(reads(cycles, teams))]
    #[case(args = r#"{"teamId":"t-eng"}"#, ok = r#"{"id":"c-eng-8","number":8}"#)]
    #[case(args = r#"{"teamId":"t-ops"}"#, error = "not_found")]
    #[case(args = r#"{"teamId":"t-none"}"#, error = "not_found")]
    fn get_active_cycle(
        state: &Linear,
        args: GetActiveCycle,
        cx: &mut Context,
    ) -> Result<RowRef<Cycle>, ToolError> {
        let team = state.teams.find(args.team_id.as_str())?;
        let now = cx.now();
        let runs = |cycle: &Cycle| {
            cycle.team_id == team.id
                && cycle.starts_at <= now
                && now < cycle.ends_at
                && cycle.completed_at.is_none()
        };
        match state.cycles.first(&runs) {
            Some(cycle) => state.cycles.find(&cycle.id),
            None => Err(ToolError::not_found(format!("team `{}` has no active cycle", team.name))),
        }
    }

    /// Puts an issue into a cycle of its team.
    #[tool(
        update,
        key(issue_id),
        map(cycle_id = cycle_id),
        reads(issues, cycles, workflow_states, viewer),
        writes(issues, history)
    )]
    #[case(
        args = r#"{"issueId":"ENG-2","cycleId":"c-eng-8"}"#,
        ok = r#"{"identifier":"ENG-2","cycle_id":"c-eng-8"}"#
    )]
    #[case(args = r#"{"issueId":"OPS-1","cycleId":"c-eng-8"}"#, error = "failed_precondition")]
    fn add_issue_to_cycle(
        state: &mut Linear,
        args: AddIssueToCycle,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let mut issue = open_issue(state, args.issue_id.as_str())?;
        issue.cycle_id = Some(Key::new(args.cycle_id.as_str()));
        save(state, issue, cx)
    }

    /// Lists the issues that changed last; ten unless said otherwise.
    #[tool(list, sort(updated_at, descending), page(limit = limit), reads(issues))]
    #[case(
        args = r#"{"limit":2}"#,
        ok = r#"{"items":[{"identifier":"ENG-1"},{"identifier":"OPS-1"}],"total":3,"next_cursor":"c2"}"#
    )]
    #[case(args = r#"{"limit":"two"}"#, error = "invalid_argument")]
    fn get_issues(
        state: &Linear,
        args: GetIssues,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Issue>>, ToolError> {
        recent(state, &|_| true, args.limit.unwrap_or(10))
    }

    /// Reads an issue, by id or identifier.
    #[tool(get, key(id), reads(issues))]
    #[case(args = r#"{"id":"ENG-1"}"#, ok = r#"{"id":"i-1","title":"Probe drifts when warm"}"#)]
    #[case(args = r#"{"id":"i-1"}"#, ok = r#"{"identifier":"ENG-1"}"#)]
    #[case(args = r#"{"id":"ENG-99"}"#, error = "not_found")]
    fn get_issue_by_id(
        state: &Linear,
        args: GetIssueById,
        _cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        find_issue(state, args.id.as_str())
    }

    /// Finds issues by words in title and description, by the names of their states, and by
    /// team, project and assignee.
    #[tool(
        search((title, description) ~ query),
        filter(team_id, project_id, assignee_id),
        sort(updated_at, descending),
        page(limit = limit),
        reads(issues, workflow_states)
    )]
    #[case(
        args = r#"{"query":"PROBE","states":["in progress"],"teamId":"t-eng"}"#,
        ok = r#"{"items":[{"identifier":"ENG-1"}],"total":1}"#
    )]
    #[case(
        args = r#"{"assigneeId":"u-nadia"}"#,
        ok = r#"{"items":[{"identifier":"OPS-1"}],"total":1}"#
    )]
    #[case(args = r#"{"states":"Done"}"#, error = "invalid_argument")]
    fn search_issues(
        state: &Linear,
        args: SearchIssues,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Issue>>, ToolError> {
        let query = args.query.unwrap_or_default();
        let names: Vec<String> =
            args.states.unwrap_or_default().iter().map(|name| name.to_lowercase()).collect();
        let in_states = |issue: &Issue| {
            let row = state.workflow_states.get(&issue.state_id);
            names.is_empty() || row.is_some_and(|row| names.contains(&row.name.to_lowercase()))
        };
        let matches = |issue: &Issue| {
            let description = issue.description.as_deref().unwrap_or_default();
            contains_text(&[&issue.title, description], &query)
                && in_states(issue)
                && args.team_id.as_ref().is_none_or(|id| issue.team_id == id.as_str())
                && args
                    .project_id
                    .as_ref()
                    .is_none_or(|id| names_it(&issue.project_id, id.as_str()))
                && args
                    .assignee_id
                    .as_ref()
                    .is_none_or(|id| names_it(&issue.assignee_id, id.as_str()))
        };
        recent(state, &matches, args.limit.unwrap_or(10))
    }

    /// Opens an issue in a team. Without a state it takes the team's first one; a template fills
    /// what is not given.
    #[tool(
        create,
        reads(issues, teams, workflow_states, labels, projects, cycles, templates, users, viewer),
        writes(issues, history, workflow_states)
    )]
    #[case(
        args = r#"{"title":"Case lid squeaks","teamId":"t-eng","priority":3,"labelIds":["l-bug"],"dueDate":"2026-03-20"}"#,
        ok = r#"{"identifier":"ENG-3","number":3,"title":"Case lid squeaks","state_id":"s-eng-backlog","priority":3,"label_ids":["l-bug"],"due_date":"2026-03-20","creator_id":"u-nadia"}"#
    )]
    #[case(
        args = r#"{"title":"Sensor is dead","teamId":"t-eng","templateId":"tpl-bug"}"#,
        ok = r#"{"description":"Steps, expected, seen","priority":2,"label_ids":["l-bug"]}"#
    )]
    #[case(
        args = r#"{"title":"x","teamId":"t-ops","stateId":"s-eng-done"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"title":"x","teamId":"t-none"}"#, error = "not_found")]
    #[case(args = r#"{"title":"x","teamId":"t-eng","priority":9}"#, error = "invalid_argument")]
    fn create_issue(
        state: &mut Linear,
        args: CreateIssue,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let template = match &args.template_id {
            Some(id) => Some(state.templates.find(id)?),
            None => None,
        };
        let filled = template.as_deref();
        let (number, identifier) = next_identifier(state, &args.team_id)?;
        let state_id = match args.state_id {
            Some(id) => id,
            None => first_state(state, &args.team_id, cx)?,
        };
        let creator = viewer_of(state)?;
        let mut subscriber_ids = args.subscriber_ids.unwrap_or_default();
        add_once(&mut subscriber_ids, creator.clone());
        let parent_id = match args.parent_id {
            Some(named) => Some(find_issue(state, named.as_str())?.id.clone()),
            None => None,
        };
        let issue = Issue {
            id: state.issues.next_key(cx),
            identifier,
            number,
            title: args.title,
            description: args.description.or_else(|| filled?.description.clone()),
            team_id: args.team_id,
            state_id,
            priority: args.priority.or_else(|| filled?.priority).unwrap_or(0),
            estimate: args.estimate,
            due_date: args.due_date,
            assignee_id: args.assignee_id,
            creator_id: Some(creator),
            project_id: args.project_id,
            cycle_id: args.cycle_id,
            parent_id,
            label_ids: args
                .label_ids
                .or_else(|| Some(filled?.label_ids.clone()))
                .unwrap_or_default(),
            subscriber_ids,
            sort_order: args.sort_order.unwrap_or(0.0),
            created_at: cx.now(),
            updated_at: cx.now(),
            completed_at: None,
            canceled_at: None,
            archived_at: None,
        };
        add(state, issue, cx)
    }

    /// Changes what is given of an issue, and records each change in its history.
    #[tool(
        update,
        key(id),
        reads(issues, teams, workflow_states, labels, projects, cycles, users, viewer),
        writes(issues, history, workflow_states)
    )]
    #[case(
        args = r#"{"id":"ENG-1","stateId":"s-eng-done","assigneeId":"u-nadia","removedLabelIds":["l-bug"]}"#,
        ok = r#"{"identifier":"ENG-1","state_id":"s-eng-done","assignee_id":"u-nadia","label_ids":[]}"#
    )]
    #[case(args = r#"{"id":"ENG-1","stateId":"s-ops-todo"}"#, error = "failed_precondition")]
    #[case(args = r#"{"id":"ENG-1","parentId":"ENG-1"}"#, error = "failed_precondition")]
    #[case(args = r#"{"id":"ENG-99","title":"x"}"#, error = "not_found")]
    fn update_issue(
        state: &mut Linear,
        args: UpdateIssue,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let mut issue = open_issue(state, args.id.as_str())?;
        if let Some(team) = args.team_id.filter(|team| *team != issue.team_id) {
            move_to_team(state, &mut issue, team, cx)?;
        }
        if let Some(parent) = args.parent_id {
            issue.parent_id = Some(find_issue(state, parent.as_str())?.id.clone());
        }
        issue.title = args.title.unwrap_or(issue.title);
        issue.description = args.description.or(issue.description);
        issue.state_id = args.state_id.unwrap_or(issue.state_id);
        issue.cycle_id = args.cycle_id.or(issue.cycle_id);
        issue.due_date = args.due_date.or(issue.due_date);
        issue.estimate = args.estimate.or(issue.estimate);
        issue.priority = args.priority.unwrap_or(issue.priority);
        issue.project_id = args.project_id.or(issue.project_id);
        issue.sort_order = args.sort_order.unwrap_or(issue.sort_order);
        issue.assignee_id = args.assignee_id.or(issue.assignee_id);
        issue.label_ids = args.label_ids.unwrap_or(issue.label_ids);
        issue.subscriber_ids = args.subscriber_ids.unwrap_or(issue.subscriber_ids);
        for label in args.added_label_ids.unwrap_or_default() {
            add_once(&mut issue.label_ids, label);
        }
        let removed = args.removed_label_ids.unwrap_or_default();
        issue.label_ids.retain(|label| !removed.contains(label));
        save(state, issue, cx)
    }

    /// Writes a comment under an issue; its author follows the issue from then on.
    #[tool(create, reads(issues, viewer), writes(comments, issues))]
    #[case(
        args = r#"{"issueId":"ENG-1","body":"Seen on the bench too."}"#,
        ok = r#"{"issue_id":"i-1","user_id":"u-nadia","body":"Seen on the bench too."}"#
    )]
    #[case(args = r#"{"issueId":"ENG-1","body":""}"#, error = "invalid_argument")]
    #[case(args = r#"{"issueId":"ENG-99","body":"x"}"#, error = "not_found")]
    fn create_comment(
        state: &mut Linear,
        args: CreateComment,
        cx: &mut Context,
    ) -> Result<RowRef<Comment>, ToolError> {
        let issue = find_issue(state, args.issue_id.as_str())?;
        let author = viewer_of(state)?;
        state.issues.update(&issue.id, |issue| {
            add_once(&mut issue.subscriber_ids, author.clone());
            Ok(())
        })?;
        let id = state.comments.next_key(cx);
        state.comments.insert(Comment {
            id,
            issue_id: issue.id.clone(),
            user_id: Some(author),
            body: args.body,
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    /// Puts a label on an issue; one that is on it stays.
    #[tool(
        append(label_ids = label_id),
        key(issue_id),
        reads(issues, labels, viewer),
        writes(issues, history)
    )]
    #[case(
        args = r#"{"issueId":"ENG-2","labelId":"l-bug"}"#,
        ok = r#"{"identifier":"ENG-2","label_ids":["l-bug"]}"#
    )]
    #[case(args = r#"{"issueId":"OPS-1","labelId":"l-hardware"}"#, error = "failed_precondition")]
    #[case(args = r#"{"issueId":"ENG-2","labelId":"l-none"}"#, error = "not_found")]
    fn add_issue_label(
        state: &mut Linear,
        args: AddIssueLabel,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let mut issue = open_issue(state, args.issue_id.as_str())?;
        add_once(&mut issue.label_ids, Key::new(args.label_id.as_str()));
        save(state, issue, cx)
    }

    /// Takes a label off an issue.
    #[tool(
        detach(label_ids = label_id),
        key(issue_id),
        reads(issues, labels, viewer),
        writes(issues, history)
    )]
    #[case(
        args = r#"{"issueId":"ENG-1","labelId":"l-bug"}"#,
        ok = r#"{"identifier":"ENG-1","label_ids":[]}"#
    )]
    #[case(args = r#"{"issueId":"ENG-2","labelId":"l-none"}"#, error = "not_found")]
    fn remove_issue_label(
        state: &mut Linear,
        args: RemoveIssueLabel,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let mut issue = open_issue(state, args.issue_id.as_str())?;
        let label = state.labels.find(args.label_id.as_str())?;
        issue.label_ids.retain(|id| *id != label.id);
        save(state, issue, cx)
    }

    /// Gives an issue to someone, who follows it from then on.
    #[tool(
        update,
        key(issue_id),
        map(assignee_id = assignee_id),
        reads(issues, users, viewer),
        writes(issues, history)
    )]
    #[case(
        args = r#"{"issueId":"ENG-2","assigneeId":"u-tomas"}"#,
        ok = r#"{"identifier":"ENG-2","assignee_id":"u-tomas","subscriber_ids":["u-tomas"]}"#
    )]
    #[case(args = r#"{"issueId":"ENG-2","assigneeId":"u-gone"}"#, error = "failed_precondition")]
    #[case(args = r#"{"issueId":"ENG-2","assigneeId":"u-none"}"#, error = "not_found")]
    fn assign_issue(
        state: &mut Linear,
        args: AssignIssue,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let mut issue = open_issue(state, args.issue_id.as_str())?;
        let assignee: Key<User> = Key::new(args.assignee_id.as_str());
        add_once(&mut issue.subscriber_ids, assignee.clone());
        issue.assignee_id = Some(assignee);
        save(state, issue, cx)
    }

    /// Makes the user who is signed in follow an issue.
    #[tool(reads(issues, viewer), writes(issues))]
    #[case(
        args = r#"{"issueId":"ENG-1"}"#,
        ok = r#"{"identifier":"ENG-1","subscriber_ids":["u-tomas","u-nadia"]}"#
    )]
    #[case(args = r#"{"issueId":"ENG-99"}"#, error = "not_found")]
    fn subscribe_to_issue(
        state: &mut Linear,
        args: SubscribeToIssue,
        _cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let issue = find_issue(state, args.issue_id.as_str())?;
        let viewer = viewer_of(state)?;
        state.issues.update(&issue.id, |issue| {
            add_once(&mut issue.subscriber_ids, viewer);
            Ok(())
        })
    }

    /// Makes an issue a part of another.
    #[tool(
        update,
        key(issue_id),
        map(parent_id = parent_issue_id),
        reads(issues, viewer),
        writes(issues, history)
    )]
    #[case(
        args = r#"{"issueId":"ENG-2","parentIssueId":"ENG-1"}"#,
        ok = r#"{"identifier":"ENG-2","parent_id":"i-1"}"#
    )]
    #[case(args = r#"{"issueId":"ENG-1","parentIssueId":"ENG-1"}"#, error = "failed_precondition")]
    #[case(args = r#"{"issueId":"ENG-1","parentIssueId":"ENG-99"}"#, error = "not_found")]
    fn convert_issue_to_subtask(
        state: &mut Linear,
        args: ConvertIssueToSubtask,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let mut issue = open_issue(state, args.issue_id.as_str())?;
        issue.parent_id = Some(find_issue(state, args.parent_issue_id.as_str())?.id.clone());
        save(state, issue, cx)
    }

    /// Relates two issues. `blocked_by` is kept as the other one blocking; `duplicate` says that
    /// the second issue repeats the first, `duplicate_of` that the first repeats the second, and
    /// the one that repeats is canceled.
    #[tool(reads(issues, relations, workflow_states), writes(issues, relations, history))]
    #[case(
        args = r#"{"issueId":"ENG-2","relatedIssueId":"OPS-1","type":"blocked_by"}"#,
        ok = r#"{"issue_id":"i-3","related_issue_id":"i-2","type":"blocks"}"#
    )]
    #[case(
        args = r#"{"issueId":"ENG-1","relatedIssueId":"ENG-2","type":"duplicate"}"#,
        ok = r#"{"issue_id":"i-2","related_issue_id":"i-1","type":"duplicate"}"#
    )]
    #[case(
        args = r#"{"issueId":"ENG-1","relatedIssueId":"ENG-2","type":"blocks"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"issueId":"ENG-1","relatedIssueId":"ENG-1","type":"related"}"#,
        error = "invalid_argument"
    )]
    fn create_issue_relation(
        state: &mut Linear,
        args: CreateIssueRelation,
        cx: &mut Context,
    ) -> Result<RowRef<IssueRelation>, ToolError> {
        let first = find_issue(state, args.issue_id.as_str())?;
        let second = find_issue(state, args.related_issue_id.as_str())?;
        if first.id == second.id {
            return Err(ToolError::invalid_argument("an issue is not related to itself"));
        }
        let (issue, related, kind) = match args.r#type.as_str() {
            "blocks" => (first, second, RelationKind::Blocks),
            "blocked_by" => (second, first, RelationKind::Blocks),
            "duplicate" => (second, first, RelationKind::Duplicate),
            "duplicate_of" => (first, second, RelationKind::Duplicate),
            _ => (first, second, RelationKind::Related),
        };
        let same = |row: &IssueRelation| {
            let forth = row.issue_id == issue.id && row.related_issue_id == related.id;
            let back = row.issue_id == related.id && row.related_issue_id == issue.id;
            row.kind == kind && (forth || back && kind != RelationKind::Blocks)
        };
        if state.relations.first(&same).is_some() {
            return Err(ToolError::already_exists("the two issues are related so already"));
        }
        if kind == RelationKind::Duplicate {
            cancel_duplicate(state, &issue, cx)?;
        }
        let id = state.relations.next_key(cx);
        state.relations.insert(IssueRelation {
            id,
            issue_id: issue.id.clone(),
            related_issue_id: related.id.clone(),
            kind,
            created_at: cx.now(),
        })
    }

    /// Archives an issue: it leaves all lists and does not change any more.
    #[tool(
        update,
        key(issue_id),
        set(archived_at = cx.now()),
        reads(issues, viewer),
        writes(issues, history)
    )]
    #[case(args = r#"{"issueId":"ENG-2"}"#, ok = r#"{"identifier":"ENG-2"}"#)]
    #[case(args = r#"{"issueId":"OPS-2"}"#, error = "failed_precondition")]
    #[case(args = r#"{"issueId":"ENG-99"}"#, error = "not_found")]
    fn archive_issue(
        state: &mut Linear,
        args: ArchiveIssue,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let issue = open_issue(state, args.issue_id.as_str())?;
        record(state, &issue.id, "archived", None, None, cx);
        let now = cx.now();
        state.issues.update(&issue.id, |issue| {
            issue.archived_at = Some(now);
            issue.updated_at = now;
            Ok(())
        })
    }

    /// Sets how urgent an issue is: 0 none, 1 urgent, 2 high, 3 normal, 4 low.
    #[tool(
        update,
        key(issue_id),
        map(priority = priority),
        reads(issues, viewer),
        writes(issues, history)
    )]
    #[case(
        args = r#"{"issueId":"ENG-2","priority":1}"#,
        ok = r#"{"identifier":"ENG-2","priority":1}"#
    )]
    #[case(args = r#"{"issueId":"ENG-2","priority":5}"#, error = "invalid_argument")]
    fn set_issue_priority(
        state: &mut Linear,
        args: SetIssuePriority,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let mut issue = open_issue(state, args.issue_id.as_str())?;
        issue.priority = args.priority;
        save(state, issue, cx)
    }

    /// Moves an issue to another team: it gets a number there and a state of the same kind, and
    /// leaves its cycle, labels and project behind where the new team does not have them.
    #[tool(reads(issues, teams, workflow_states), writes(issues, history))]
    #[case(
        args = r#"{"issueId":"ENG-1","teamId":"t-ops"}"#,
        ok = r#"{"id":"i-1","identifier":"OPS-3","number":3,"team_id":"t-ops","state_id":"s-ops-todo","cycle_id":null,"project_id":null,"label_ids":["l-bug"]}"#
    )]
    #[case(args = r#"{"issueId":"ENG-1","teamId":"t-eng"}"#, error = "failed_precondition")]
    #[case(args = r#"{"issueId":"ENG-1","teamId":"t-none"}"#, error = "not_found")]
    fn transfer_issue(
        state: &mut Linear,
        args: TransferIssue,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let mut issue = open_issue(state, args.issue_id.as_str())?;
        let team: Key<Team> = Key::new(args.team_id.as_str());
        if issue.team_id == team {
            let message = format!("`{}` is in this team already", issue.identifier);
            return Err(ToolError::failed_precondition(message));
        }
        move_to_team(state, &mut issue, team, cx)?;
        save(state, issue, cx)
    }

    /// Copies an issue within its team; the copy starts in the team's first state.
    #[tool(reads(issues, workflow_states), writes(issues, history))]
    #[case(
        args = r#"{"issueId":"ENG-1"}"#,
        ok = r#"{"identifier":"ENG-3","title":"Probe drifts when warm (copy)","state_id":"s-eng-backlog","label_ids":["l-bug"]}"#
    )]
    #[case(args = r#"{"issueId":"ENG-99"}"#, error = "not_found")]
    fn duplicate_issue(
        state: &mut Linear,
        args: DuplicateIssue,
        cx: &mut Context,
    ) -> Result<RowRef<Issue>, ToolError> {
        let original = find_issue(state, args.issue_id.as_str())?;
        let (number, identifier) = next_identifier(state, &original.team_id)?;
        let creator = viewer_of(state)?;
        let copy = Issue {
            id: state.issues.next_key(cx),
            identifier,
            number,
            title: format!("{} (copy)", original.title),
            state_id: first_state(state, &original.team_id, cx)?,
            creator_id: Some(creator.clone()),
            subscriber_ids: vec![creator],
            created_at: cx.now(),
            updated_at: cx.now(),
            completed_at: None,
            canceled_at: None,
            archived_at: None,
            ..(*original).clone()
        };
        add(state, copy, cx)
    }

    /// Lists what changed about an issue, the latest first; ten unless said otherwise.
    #[tool(
        list,
        filter(issue_id),
        sort(created_at, descending),
        page(limit = limit),
        reads(issues, history)
    )]
    #[case(
        args = r#"{"issueId":"ENG-1","limit":1}"#,
        ok = r#"{"items":[{"change":"state_id","from_value":"Backlog","to_value":"In Progress"}],"total":2}"#
    )]
    #[case(args = r#"{"issueId":"ENG-99"}"#, error = "not_found")]
    fn get_issue_history(
        state: &Linear,
        args: GetIssueHistory,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<IssueHistory>>, ToolError> {
        let issue = find_issue(state, args.issue_id.as_str())?;
        let mut rows = state.history.select(&|row| row.issue_id == issue.id);
        rows.sort_by_key(|row| std::cmp::Reverse((row.created_at, row.id)));
        first_page(rows, args.limit.unwrap_or(10))
    }

    /// Lists the comments of an issue, the oldest first; 25 unless said otherwise.
    #[tool(list, filter(issue_id), sort(created_at), page(limit = limit), reads(issues, comments))]
    #[case(
        args = r#"{"issueId":"ENG-1"}"#,
        ok = r#"{"items":[{"body":"Happens above 30 degrees."}],"total":1}"#
    )]
    #[case(args = r#"{"issueId":"ENG-99"}"#, error = "not_found")]
    fn get_comments(
        state: &Linear,
        args: GetComments,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Comment>>, ToolError> {
        let issue = find_issue(state, args.issue_id.as_str())?;
        let mut rows = state.comments.select(&|row| row.issue_id == issue.id);
        rows.sort_by_key(|row| row.created_at);
        first_page(rows, args.limit.unwrap_or(25))
    }
}

fn first_page<T: Entity>(rows: Vec<RowRef<T>>, limit: i64) -> Result<Page<RowRef<T>>, ToolError> {
    PageRequest { limit: Some(limit), ..PageRequest::default() }.cut(rows)
}

/// The first issues that are not archived and that `keep` accepts, the last changed first.
fn recent(
    state: &Linear,
    keep: &dyn Fn(&Issue) -> bool,
    limit: i64,
) -> Result<Page<RowRef<Issue>>, ToolError> {
    let mut rows = state.issues.select(&|issue| issue.archived_at.is_none() && keep(issue));
    rows.sort_by_key(|issue| std::cmp::Reverse(issue.updated_at));
    first_page(rows, limit)
}

fn names_it<T>(field: &Option<Key<T>>, id: &str) -> bool {
    field.as_ref().is_some_and(|key| key.as_str() == id)
}

fn add_once<T: PartialEq>(items: &mut Vec<T>, item: T) {
    if !items.contains(&item) {
        items.push(item);
    }
}

fn viewer_of(state: &Linear) -> Result<Key<User>, ToolError> {
    Ok(state.viewer.find()?.user_id.clone())
}

/// The issue with this id or identifier.
fn find_issue(state: &Linear, named: &str) -> Result<RowRef<Issue>, ToolError> {
    let found = state.issues.first(&|issue| issue.identifier.eq_ignore_ascii_case(named));
    match found {
        Some(issue) => state.issues.find(&issue.id),
        None => state.issues.find(named),
    }
}

/// The same, to change: an archived issue does not.
fn open_issue(state: &Linear, named: &str) -> Result<Issue, ToolError> {
    let issue = find_issue(state, named)?;
    if issue.archived_at.is_some() {
        let message = format!("`{}` is archived and does not change", issue.identifier);
        return Err(ToolError::failed_precondition(message));
    }
    Ok((*issue).clone())
}

/// The next number in a team, and the identifier that it makes.
fn next_identifier(state: &Linear, team: &Key<Team>) -> Result<(i64, String), ToolError> {
    let team = state.teams.find(team)?;
    let number =
        state.issues.next_number_where(&|issue| issue.team_id == team.id, &|issue| issue.number);
    Ok((number, format!("{}-{number}", team.key)))
}

/// The first state of a team that is not archived and that `keep` accepts.
fn state_where(
    state: &Linear,
    team: &Key<Team>,
    keep: &dyn Fn(StateKind) -> bool,
) -> Option<Key<WorkflowState>> {
    let mut states = state
        .workflow_states
        .select(&|row| row.team_id == *team && row.archived_at.is_none() && keep(row.kind));
    states.sort_by(|a, b| a.position.total_cmp(&b.position));
    states.first().map(|row| row.id.clone())
}

/// Where a new issue of a team starts. A team without any state gets its first one.
fn first_state(
    state: &mut Linear,
    team: &Key<Team>,
    cx: &mut Context,
) -> Result<Key<WorkflowState>, ToolError> {
    let waits = |kind: StateKind| matches!(kind, StateKind::Backlog | StateKind::Unstarted);
    let found = state_where(state, team, &waits).or_else(|| state_where(state, team, &|_| true));
    if let Some(id) = found {
        return Ok(id);
    }
    let id = state.workflow_states.next_key(cx);
    let row = state.workflow_states.insert(WorkflowState {
        id,
        team_id: team.clone(),
        name: "Backlog".to_owned(),
        kind: StateKind::Backlog,
        position: 0.0,
        color: "#bec2c8".to_owned(),
        archived_at: None,
    })?;
    Ok(row.id.clone())
}

/// Checks that what changed about an issue refers to rows that exist and belong to its team.
fn check_issue(state: &Linear, issue: &Issue, before: Option<&Issue>) -> Result<(), ToolError> {
    let foreign = |what: &str| {
        Err(ToolError::failed_precondition(format!(
            "the {what} does not belong to the team of `{}`",
            issue.identifier
        )))
    };
    // In another team everything has to fit anew.
    let before = before.filter(|before| before.team_id == issue.team_id);
    if before.is_none_or(|before| before.state_id != issue.state_id)
        && state.workflow_states.find(&issue.state_id)?.team_id != issue.team_id
    {
        return foreign("state");
    }
    if let Some(cycle) = &issue.cycle_id
        && before.is_none_or(|before| before.cycle_id != issue.cycle_id)
        && state.cycles.find(cycle)?.team_id != issue.team_id
    {
        return foreign("cycle");
    }
    if let Some(project) = &issue.project_id
        && before.is_none_or(|before| before.project_id != issue.project_id)
        && !state.projects.find(project)?.team_ids.contains(&issue.team_id)
    {
        return foreign("project");
    }
    let had = |id: &Key<Label>| before.is_some_and(|before| before.label_ids.contains(id));
    for label in issue.label_ids.iter().filter(|id| !had(id)) {
        let label = state.labels.find(label)?;
        if label.team_id.as_ref().is_some_and(|team| *team != issue.team_id) {
            return foreign("label");
        }
    }
    if let Some(assignee) = &issue.assignee_id
        && before.is_none_or(|before| before.assignee_id != issue.assignee_id)
    {
        let user = state.users.find(assignee)?;
        if user.suspended {
            let message = format!("{} is suspended and takes no issues", user.name);
            return Err(ToolError::failed_precondition(message));
        }
    }
    if before.is_none_or(|before| before.parent_id != issue.parent_id) {
        check_parents(state, issue)?;
    }
    Ok(())
}

/// Checks that an issue is not a part of itself.
fn check_parents(state: &Linear, issue: &Issue) -> Result<(), ToolError> {
    let mut above = issue.parent_id.clone();
    for _ in 0..=state.issues.len() {
        let Some(id) = above else { return Ok(()) };
        if id == issue.id {
            let message = format!("`{}` cannot be a part of itself", issue.identifier);
            return Err(ToolError::failed_precondition(message));
        }
        above = state.issues.find(&id)?.parent_id.clone();
    }
    Ok(())
}

/// Stamps when an issue was completed or canceled, by its state.
fn stamp(state: &Linear, issue: &mut Issue, now: Timestamp) -> Result<(), ToolError> {
    let kind = state.workflow_states.find(&issue.state_id)?.kind;
    issue.completed_at = (kind == StateKind::Completed).then(|| issue.completed_at.unwrap_or(now));
    issue.canceled_at = (kind == StateKind::Canceled).then(|| issue.canceled_at.unwrap_or(now));
    Ok(())
}

fn add(state: &mut Linear, mut issue: Issue, cx: &mut Context) -> Result<RowRef<Issue>, ToolError> {
    check_issue(state, &issue, None)?;
    stamp(state, &mut issue, cx.now())?;
    let added = state.issues.insert(issue)?;
    record(state, &added.id, "created", None, None, cx);
    Ok(added)
}

/// Puts a changed issue back, with one entry in its history for each property that changed.
fn save(
    state: &mut Linear,
    mut issue: Issue,
    cx: &mut Context,
) -> Result<RowRef<Issue>, ToolError> {
    let before = state.issues.find(&issue.id)?;
    check_issue(state, &issue, Some(&before))?;
    if *before == issue {
        return Ok(before);
    }
    let old = properties(state, &before);
    for ((name, new), (_, old)) in properties(state, &issue).into_iter().zip(old) {
        if old != new {
            record(state, &issue.id, name, old, new, cx);
        }
    }
    stamp(state, &mut issue, cx.now())?;
    issue.updated_at = cx.now();
    Ok(state.issues.put(issue))
}

/// The properties that the history follows, as people read them.
fn properties(state: &Linear, issue: &Issue) -> Vec<(&'static str, Option<String>)> {
    let status = state.workflow_states.get(&issue.state_id).map(|row| row.name.clone());
    let team = state.teams.get(&issue.team_id).map(|row| row.name.clone());
    let named = |id: &Key<Label>| state.labels.get(id).map(|row| row.name.clone());
    let labels: Vec<String> = issue.label_ids.iter().filter_map(named).collect();
    let assignee = issue.assignee_id.as_ref().and_then(|id| state.users.get(id));
    let project = issue.project_id.as_ref().and_then(|id| state.projects.get(id));
    let cycle = issue.cycle_id.as_ref().and_then(|id| state.cycles.get(id));
    let parent = issue.parent_id.as_ref().and_then(|id| state.issues.get(id));
    vec![
        ("title", Some(issue.title.clone())),
        ("description", issue.description.clone()),
        ("team_id", team),
        ("state_id", status),
        ("priority", Some(issue.priority.to_string())),
        ("estimate", issue.estimate.map(|points| points.to_string())),
        ("due_date", issue.due_date.map(|day| day.to_string())),
        ("assignee_id", assignee.map(|row| row.name.clone())),
        ("project_id", project.map(|row| row.name.clone())),
        ("cycle_id", cycle.map(|row| row.number.to_string())),
        ("parent_id", parent.map(|row| row.identifier.clone())),
        ("label_ids", (!labels.is_empty()).then(|| labels.join(", "))),
    ]
}

fn record(
    state: &mut Linear,
    issue: &Key<Issue>,
    change: &str,
    from_value: Option<String>,
    to_value: Option<String>,
    cx: &mut Context,
) {
    let id = state.history.next_int_key(cx);
    state.history.put(IssueHistory {
        id,
        issue_id: issue.clone(),
        actor_id: state.viewer.get().map(|viewer| viewer.user_id.clone()),
        change: change.to_owned(),
        from_value,
        to_value,
        created_at: cx.now(),
    });
}

fn move_to_team(
    state: &mut Linear,
    issue: &mut Issue,
    team: Key<Team>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let (number, identifier) = next_identifier(state, &team)?;
    let kind = state.workflow_states.find(&issue.state_id)?.kind;
    let same_kind = state_where(state, &team, &|other| other == kind);
    issue.state_id = match same_kind {
        Some(id) => id,
        None => first_state(state, &team, cx)?,
    };
    let belongs = |id: &Key<Label>| {
        let label = state.labels.get(id);
        label.is_some_and(|label| label.team_id.as_ref().is_none_or(|owner| *owner == team))
    };
    issue.label_ids.retain(belongs);
    let shared = |id: &Key<Project>| {
        state.projects.get(id).is_some_and(|project| project.team_ids.contains(&team))
    };
    issue.project_id = issue.project_id.take().filter(shared);
    issue.cycle_id = None;
    issue.team_id = team;
    issue.number = number;
    issue.identifier = identifier;
    Ok(())
}

/// Cancels an issue that repeats another, where its team has a state for that.
fn cancel_duplicate(
    state: &mut Linear,
    issue: &RowRef<Issue>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let mut changed = open_issue(state, issue.id.as_str())?;
    let canceled = state_where(state, &changed.team_id, &|kind| kind == StateKind::Canceled);
    if let Some(id) = canceled {
        changed.state_id = id;
        save(state, changed, cx)?;
    }
    Ok(())
}

/// Two teams of an instrument maker, with three open issues and an archived one.
pub const FIXTURE: &str = r##"{
    "organization": {"id": "org-1", "name": "Brandt Instruments", "url_key": "brandt", "created_at": "2025-06-01T08:00:00Z"},
    "viewer": {"user_id": "u-nadia"},
    "users": {
        "u-nadia": {"id": "u-nadia", "name": "Nadia Brandt", "display_name": "nadia", "email": "nadia@example.org", "admin": true},
        "u-tomas": {"id": "u-tomas", "name": "Tomas Lind", "display_name": "tomas", "email": "tomas@example.org", "admin": false},
        "u-gone": {"id": "u-gone", "name": "Petra Voss", "display_name": "petra", "email": "petra@example.org", "suspended": true, "admin": false}
    },
    "teams": {
        "t-eng": {"id": "t-eng", "name": "Engineering", "key": "ENG"},
        "t-ops": {"id": "t-ops", "name": "Operations", "key": "OPS", "description": "Shipping and returns"}
    },
    "workflow_states": {
        "s-eng-backlog": {"id": "s-eng-backlog", "team_id": "t-eng", "name": "Backlog", "type": "backlog", "position": 0, "color": "#bec2c8"},
        "s-eng-progress": {"id": "s-eng-progress", "team_id": "t-eng", "name": "In Progress", "type": "started", "position": 1, "color": "#f2c94c"},
        "s-eng-done": {"id": "s-eng-done", "team_id": "t-eng", "name": "Done", "type": "completed", "position": 2, "color": "#5e6ad2"},
        "s-eng-canceled": {"id": "s-eng-canceled", "team_id": "t-eng", "name": "Canceled", "type": "canceled", "position": 3, "color": "#95a2b3"},
        "s-ops-todo": {"id": "s-ops-todo", "team_id": "t-ops", "name": "Todo", "type": "unstarted", "position": 0, "color": "#e2e2e2"}
    },
    "labels": {
        "l-bug": {"id": "l-bug", "name": "Bug", "color": "#eb5757", "team_id": null},
        "l-hardware": {"id": "l-hardware", "name": "Hardware", "color": "#4ea7fc", "team_id": "t-eng"}
    },
    "projects": {
        "p-calib": {"id": "p-calib", "name": "Calibration 2", "description": "Stable readings at any temperature", "state": "started", "team_ids": ["t-eng"], "lead_id": "u-tomas", "created_at": "2026-01-10T09:00:00Z", "updated_at": "2026-02-01T09:00:00Z"},
        "p-depot": {"id": "p-depot", "name": "Second depot", "state": "planned", "team_ids": ["t-ops", "t-eng"], "created_at": "2026-01-20T09:00:00Z", "updated_at": "2026-01-20T09:00:00Z"}
    },
    "cycles": {
        "c-eng-7": {"id": "c-eng-7", "team_id": "t-eng", "number": 7, "starts_at": "2026-01-26T00:00:00Z", "ends_at": "2026-02-09T00:00:00Z", "completed_at": "2026-02-09T00:00:00Z"},
        "c-eng-8": {"id": "c-eng-8", "team_id": "t-eng", "number": 8, "starts_at": "2026-02-09T00:00:00Z", "ends_at": "2036-02-23T00:00:00Z"}
    },
    "templates": {
        "tpl-bug": {"id": "tpl-bug", "name": "Bug report", "team_id": "t-eng", "description": "Steps, expected, seen", "priority": 2, "label_ids": ["l-bug"]}
    },
    "issues": {
        "i-1": {"id": "i-1", "identifier": "ENG-1", "number": 1, "title": "Probe drifts when warm", "description": "Readings rise by two percent after an hour.", "team_id": "t-eng", "state_id": "s-eng-progress", "priority": 2, "assignee_id": "u-tomas", "creator_id": "u-nadia", "project_id": "p-calib", "cycle_id": "c-eng-8", "label_ids": ["l-bug"], "subscriber_ids": ["u-tomas"], "created_at": "2026-02-10T09:00:00Z", "updated_at": "2026-02-20T09:00:00Z"},
        "i-2": {"id": "i-2", "identifier": "ENG-2", "number": 2, "title": "Write the calibration guide", "team_id": "t-eng", "state_id": "s-eng-backlog", "priority": 0, "creator_id": "u-tomas", "label_ids": [], "subscriber_ids": [], "created_at": "2026-02-11T09:00:00Z", "updated_at": "2026-02-11T09:00:00Z"},
        "i-3": {"id": "i-3", "identifier": "OPS-1", "number": 1, "title": "Order probe housings", "team_id": "t-ops", "state_id": "s-ops-todo", "priority": 3, "assignee_id": "u-nadia", "creator_id": "u-nadia", "label_ids": [], "subscriber_ids": ["u-nadia"], "created_at": "2026-02-12T09:00:00Z", "updated_at": "2026-02-12T09:00:00Z"},
        "i-4": {"id": "i-4", "identifier": "OPS-2", "number": 2, "title": "Old price list", "team_id": "t-ops", "state_id": "s-ops-todo", "priority": 4, "label_ids": [], "subscriber_ids": [], "created_at": "2025-11-12T09:00:00Z", "updated_at": "2025-12-01T09:00:00Z", "archived_at": "2025-12-01T09:00:00Z"}
    },
    "relations": {
        "r-1": {"id": "r-1", "issue_id": "i-1", "related_issue_id": "i-2", "type": "blocks", "created_at": "2026-02-13T09:00:00Z"}
    },
    "comments": {
        "k-1": {"id": "k-1", "issue_id": "i-1", "user_id": "u-tomas", "body": "Happens above 30 degrees.", "created_at": "2026-02-14T09:00:00Z", "updated_at": "2026-02-14T09:00:00Z"}
    },
    "history": {
        "1": {"id": 1, "issue_id": "i-1", "actor_id": "u-nadia", "change": "created", "created_at": "2026-02-10T09:00:00Z"},
        "2": {"id": 2, "issue_id": "i-1", "actor_id": "u-tomas", "change": "state_id", "from_value": "Backlog", "to_value": "In Progress", "created_at": "2026-02-15T09:00:00Z"}
    }
}"##;
