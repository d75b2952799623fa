//! GitHub Projects: boards of issues, pull requests and drafts, with fields of their own.
//!
//! A project belongs to a user or an organization and numbers itself among its owner's. Its items
//! show an issue or pull request, each once, or are drafts, which live only there until they
//! become issues. Some fields show what the content has and change only with it; all others hold
//! a value for each item. What the user who is signed in may do stands in each project's
//! `viewer_role` and each repository's `viewer_permission`.

/// Everything that the user who is signed in can see.
#[derive(State)]
pub struct GithubProjects {
    pub viewer: One<Viewer>,
    pub accounts: Table<Account>,
    pub repositories: Table<Repository>,
    pub labels: Table<Label>,
    pub milestones: Table<Milestone>,
    pub issues: Table<Issue>,
    pub comments: Table<Comment>,
    pub projects: Table<Project>,
    pub project_fields: Table<ProjectField>,
    pub project_views: Table<ProjectView>,
    pub items: Table<ProjectItem>,
    pub field_values: Table<FieldValue>,
}

/// Whose token is used.
#[derive(Entity)]
pub struct Viewer {
    pub login: Key<Account>,
}

/// A user or an organization.
#[derive(Entity)]
pub struct Account {
    #[entity(key, len = 1..=39, username)]
    pub login: Key<Account>,
    #[entity(rename = "type", default = AccountKind::User)]
    pub kind: AccountKind,
    #[entity(len = 1..=255, person)]
    pub name: String,
    /// Whether the viewer may make projects for this organization.
    #[entity(default = true)]
    pub viewer_can_create_projects: bool,
}

/// Whether an account is a person's.
#[derive(Choice)]
pub enum AccountKind {
    User,
    Organization,
}

/// A repository of an account.
#[derive(Entity)]
#[entity(unique(owner, name))]
pub struct Repository {
    #[entity(key, sequence = "R_kgDO{:08}")]
    pub id: Key<Repository>,
    #[entity(on_delete = cascade)]
    pub owner: Key<Account>,
    #[entity(len = 1..=100, pattern = "^[A-Za-z0-9._-]+$", slug)]
    pub name: String,
    /// An archived repository is read only.
    #[entity(default)]
    pub archived: bool,
    #[entity(default = RepositoryPermission::Write)]
    pub viewer_permission: RepositoryPermission,
}

/// What the viewer may do in a repository.
#[derive(Choice)]
pub enum RepositoryPermission {
    #[choice(rename = "ADMIN")]
    Admin,
    #[choice(rename = "MAINTAIN")]
    Maintain,
    #[choice(rename = "WRITE")]
    Write,
    #[choice(rename = "TRIAGE")]
    Triage,
    #[choice(rename = "READ")]
    Read,
}

/// A word that issues of a repository are marked with.
#[derive(Entity)]
#[entity(unique(repository_id, name))]
pub struct Label {
    #[entity(key, sequence = "LA_kwDO{:08}")]
    pub id: Key<Label>,
    #[entity(on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(len = 1..=50, tag)]
    pub name: String,
}

/// A goal that issues of a repository count towards.
#[derive(Entity)]
pub struct Milestone {
    #[entity(key, sequence = "MI_kwDO{:08}")]
    pub id: Key<Milestone>,
    #[entity(on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(len = 1..=256, title)]
    pub title: String,
}

/// An issue or a pull request; both share the numbers of their repository.
#[derive(Entity)]
#[entity(unique(repository_id, number))]
pub struct Issue {
    #[entity(key, sequence = "I_kwDO{:08}")]
    pub id: Key<Issue>,
    #[entity(rename = "type", default = ContentKind::Issue)]
    pub kind: ContentKind,
    #[entity(on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(range = 1..=1_000_000_000)]
    pub number: i64,
    #[entity(len = 1..=256, title)]
    pub title: String,
    #[entity(default, len = 0..=65_536, body)]
    pub body: String,
    #[entity(default = IssueState::Open)]
    pub state: IssueState,
    #[entity(on_delete = clear)]
    pub author: Option<Key<Account>>,
    #[entity(on_delete = clear, len = 0..=100)]
    pub labels: Vec<Key<Label>>,
    #[entity(on_delete = clear, len = 0..=10)]
    pub assignees: Vec<Key<Account>>,
    #[entity(on_delete = clear)]
    pub milestone_id: Option<Key<Milestone>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What an item can show.
#[derive(Choice)]
pub enum ContentKind {
    #[choice(rename = "ISSUE")]
    Issue,
    #[choice(rename = "PULL_REQUEST")]
    PullRequest,
}

/// Where an issue or a pull request stands.
#[derive(Choice)]
pub enum IssueState {
    #[choice(rename = "OPEN")]
    Open,
    #[choice(rename = "CLOSED")]
    Closed,
    #[choice(rename = "MERGED")]
    Merged,
}

/// Something said about an issue.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, sequence = "IC_kwDO{:08}")]
    pub id: Key<Comment>,
    #[entity(on_delete = cascade)]
    pub issue_id: Key<Issue>,
    #[entity(on_delete = clear)]
    pub author: Option<Key<Account>>,
    #[entity(len = 1..=65_536, body)]
    pub body: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A board.
#[derive(Entity)]
#[entity(unique(owner, number))]
pub struct Project {
    #[entity(key, sequence = "PVT_kwDO{:08}")]
    pub id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub owner: Key<Account>,
    #[entity(range = 1..=1_000_000_000)]
    pub number: i64,
    #[entity(len = 1..=256, title)]
    pub title: String,
    #[entity(rename = "shortDescription", len = 0..=300, body)]
    pub short_description: Option<String>,
    #[entity(default)]
    pub public: bool,
    /// A closed project is put away; it can be opened again.
    #[entity(default)]
    pub closed: bool,
    #[entity(rename = "closedAt")]
    pub closed_at: Option<Timestamp>,
    #[entity(rename = "viewerRole", default = ProjectRole::Admin)]
    pub viewer_role: ProjectRole,
    #[entity(rename = "createdAt", created)]
    pub created_at: Timestamp,
    #[entity(rename = "updatedAt", updated)]
    pub updated_at: Timestamp,
}

/// What the viewer may do in a project: everything, change items and fields, or look.
#[derive(Choice)]
pub enum ProjectRole {
    #[choice(rename = "ADMIN")]
    Admin,
    #[choice(rename = "WRITER")]
    Writer,
    #[choice(rename = "READER")]
    Reader,
}

/// A column of a project.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct ProjectField {
    #[entity(key, sequence = "PVTF_lADO{:08}")]
    pub id: Key<ProjectField>,
    #[entity(rename = "projectId", on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(rename = "dataType", default = DataType::SingleSelect)]
    pub data_type: DataType,
    /// What can be chosen, where one of several is.
    #[entity(len = 0..=50)]
    pub options: Vec<FieldOption>,
}

/// What a field holds. The first five show what the content of an item has.
#[derive(Choice)]
pub enum DataType {
    #[choice(rename = "TITLE")]
    Title,
    #[choice(rename = "ASSIGNEES")]
    Assignees,
    #[choice(rename = "LABELS")]
    Labels,
    #[choice(rename = "MILESTONE")]
    Milestone,
    #[choice(rename = "REPOSITORY")]
    Repository,
    #[choice(rename = "TEXT")]
    Text,
    #[choice(rename = "NUMBER")]
    Number,
    #[choice(rename = "DATE")]
    Date,
    #[choice(rename = "SINGLE_SELECT")]
    SingleSelect,
}

/// One choice of a field.
#[derive(Record)]
pub struct FieldOption {
    #[record(len = 1..=40)]
    pub id: String,
    #[record(len = 1..=100, tag)]
    pub name: String,
    pub color: OptionColor,
}

/// A choice that a new field is to have.
#[derive(Record)]
pub struct NewOption {
    #[record(len = 1..=100, tag)]
    pub name: String,
    pub color: Option<OptionColor>,
}

/// The colors of options.
#[derive(Choice)]
pub enum OptionColor {
    #[choice(rename = "GREEN")]
    Green,
    #[choice(rename = "YELLOW")]
    Yellow,
    #[choice(rename = "ORANGE")]
    Orange,
    #[choice(rename = "RED")]
    Red,
    #[choice(rename = "PURPLE")]
    Purple,
    #[choice(rename = "BLUE")]
    Blue,
    #[choice(rename = "PINK")]
    Pink,
    #[choice(rename = "GRAY")]
    Gray,
}

/// A way to look at a project.
#[derive(Entity)]
#[entity(unique(project_id, number))]
pub struct ProjectView {
    #[entity(key, sequence = "PVTV_lADO{:08}")]
    pub id: Key<ProjectView>,
    #[entity(rename = "projectId", on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(range = 1..=1_000)]
    pub number: i64,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(default = ViewLayout::Table)]
    pub layout: ViewLayout,
    /// The words that an item has to fit to be shown.
    pub filter: Option<String>,
}

/// How a view is arranged.
#[derive(Choice)]
pub enum ViewLayout {
    #[choice(rename = "TABLE_LAYOUT")]
    Table,
    #[choice(rename = "BOARD_LAYOUT")]
    Board,
    #[choice(rename = "ROADMAP_LAYOUT")]
    Roadmap,
}

/// A row of a project: content from a repository, or a draft.
#[derive(Entity)]
#[entity(unique(project_id, content_id))]
pub struct ProjectItem {
    #[entity(key, sequence = "PVTI_lADO{:08}")]
    pub id: Key<ProjectItem>,
    #[entity(rename = "projectId", on_delete = cascade)]
    pub project_id: Key<Project>,
    /// The issue or pull request; a draft has none.
    #[entity(rename = "contentId", on_delete = cascade)]
    pub content_id: Option<Key<Issue>>,
    /// The title of a draft.
    #[entity(len = 1..=256, title)]
    pub title: Option<String>,
    /// The text of a draft.
    #[entity(len = 0..=65_536, body)]
    pub body: Option<String>,
    /// Who a draft is assigned to.
    #[entity(on_delete = clear, len = 0..=10)]
    pub assignees: Vec<Key<Account>>,
    #[entity(on_delete = clear)]
    pub creator: Option<Key<Account>>,
    /// An archived item keeps its values, and nothing can be changed about it.
    #[entity(default)]
    pub archived: bool,
    #[entity(rename = "createdAt", created)]
    pub created_at: Timestamp,
    #[entity(rename = "updatedAt", updated)]
    pub updated_at: Timestamp,
}

/// What an item has in a field: the member that the field's type asks for.
#[derive(Entity)]
pub struct FieldValue {
    #[entity(key, on_delete = cascade)]
    pub item_id: Key<ProjectItem>,
    #[entity(key, on_delete = cascade)]
    pub field_id: Key<ProjectField>,
    #[entity(len = 0..=1_024, title)]
    pub text: Option<String>,
    pub number: Option<f64>,
    pub date: Option<Date>,
    /// The option that is chosen.
    pub option_id: Option<String>,
}

/// Who is signed in.
#[derive(Record)]
pub struct Connection {
    pub success: bool,
    #[record(username)]
    pub login: String,
    #[record(person)]
    pub name: String,
}

/// How an issue is called by other tools.
#[derive(Record)]
pub struct IssueId {
    pub id: Key<Issue>,
    pub number: i64,
    #[record(title)]
    pub title: String,
    pub state: IssueState,
}

pub trait Tools {
    /// Tells who is signed in.
    #[tool(reads(viewer, accounts))]
    #[case(args = "{}", ok = r#"{"success":true,"login":"ingrid-vale","name":"Ingrid Vale"}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn test_connection(
        state: &GithubProjects,
        _args: TestConnection,
        _cx: &mut Context,
    ) -> Result<Connection, ToolError> {
        let account = state.accounts.find(&state.viewer.find()?.login)?;
        Ok(Connection {
            success: true,
            login: account.login.to_string(),
            name: account.name.clone(),
        })
    }

    /// Lists the projects of a user or an organization by number.
    #[tool(list, filter(owner), page(limit = first), about = Project, reads(accounts, projects))]
    #[case(
        args = r#"{"owner":"tideworks","type":"organization"}"#,
        ok = r#"{"items":[{"number":1,"title":"Harbor app"},{"number":2,"title":"Old ideas","closed":true}],"total":2}"#
    )]
    #[case(
        args = r#"{"owner":"tideworks","type":"organization","first":1}"#,
        ok = r#"{"items":[{"id":"PVT_kwDO00000001"}],"total":2}"#
    )]
    #[case(args = r#"{"owner":"tideworks","type":"user"}"#, error = "not_found")]
    #[case(
        args = r#"{"owner":"tideworks","type":"organization","first":0}"#,
        error = "invalid_argument"
    )]
    fn list_projects(
        state: &GithubProjects,
        args: ListProjects,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Project>>, ToolError> {
        let owner = owner_of_kind(state, args.owner.as_str(), args.r#type)?;
        let mut rows = state.projects.select(&|project| project.owner == owner.login);
        rows.sort_by_key(|project| project.number);
        page(rows, args.first, None)
    }

    /// Makes a project with the usual fields and one view.
    #[tool(
        create,
        map(short_description = description),
        about = Project,
        reads(viewer, accounts),
        writes(projects, project_fields, project_views)
    )]
    #[case(
        args = r#"{"owner":"tideworks","type":"organization","title":"Spring tour","layout":"BOARD","description":"Dates and places"}"#,
        ok = r#"{"owner":"tideworks","number":3,"title":"Spring tour","shortDescription":"Dates and places","public":false,"closed":false}"#
    )]
    #[case(
        args = r#"{"owner":"ingrid-vale","type":"user","title":"Mine","public":true}"#,
        ok = r#"{"owner":"ingrid-vale","number":1,"public":true}"#
    )]
    #[case(
        args = r#"{"owner":"noah-berg","type":"user","title":"His"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"owner":"coastline","type":"organization","title":"Theirs"}"#,
        error = "permission_denied"
    )]
    #[case(args = r#"{"owner":"nobody","type":"user","title":"x"}"#, error = "not_found")]
    #[case(
        args = r#"{"owner":"ingrid-vale","type":"user","title":"  "}"#,
        error = "invalid_argument"
    )]
    fn create_project(
        state: &mut GithubProjects,
        args: CreateProject,
        cx: &mut Context,
    ) -> Result<RowRef<Project>, ToolError> {
        check_title(&args.title)?;
        let owner = owner_of_kind(state, args.owner.as_str(), args.r#type)?;
        let is_allowed = match owner.kind {
            AccountKind::User => owner.login == state.viewer.find()?.login,
            AccountKind::Organization => owner.viewer_can_create_projects,
        };
        if !is_allowed {
            let message = format!("you may not make projects for `{}`", owner.login);
            return Err(ToolError::permission_denied(message));
        }
        let number = state
            .projects
            .next_number_where(&|project| project.owner == owner.login, &|project| project.number);
        let id = state.projects.next_key(cx);
        let project = state.projects.insert(Project {
            id,
            owner: owner.login.clone(),
            number,
            title: args.title,
            short_description: args.description,
            public: args.public.unwrap_or(false),
            closed: false,
            closed_at: None,
            viewer_role: ProjectRole::Admin,
            created_at: cx.now(),
            updated_at: cx.now(),
        })?;
        add_usual_fields(state, &project.id, cx)?;
        let is_board = args.layout.is_some_and(|layout| layout.as_str() == "BOARD");
        let id = state.project_views.next_key(cx);
        state.project_views.insert(ProjectView {
            id,
            project_id: project.id.clone(),
            number: 1,
            name: "View 1".to_owned(),
            layout: if is_board { ViewLayout::Board } else { ViewLayout::Table },
            filter: None,
        })?;
        Ok(project)
    }

    /// Changes what is given of a project. Who sees it, and whether it is closed, is for
    /// administrators.
    #[tool(
        update,
        key(project_id),
        map(short_description = description),
        about = Project,
        reads(projects),
        writes(projects)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","title":"Harbor","closed":true}"#,
        ok = r#"{"title":"Harbor","closed":true,"public":false,"shortDescription":"All about the app"}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000002","closed":false}"#,
        ok = r#"{"closed":false,"closedAt":null}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000003","title":"Mended"}"#,
        ok = r#"{"title":"Mended"}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000003","public":false}"#,
        error = "permission_denied"
    )]
    #[case(args = r#"{"projectId":"PVT_kwDO00000004","title":"x"}"#, error = "permission_denied")]
    #[case(args = r#"{"projectId":"PVT_kwDO00000099","title":"x"}"#, error = "not_found")]
    #[case(args = r#"{"projectId":"PVT_kwDO00000001","title":" "}"#, error = "invalid_argument")]
    fn update_project(
        state: &mut GithubProjects,
        args: UpdateProject,
        cx: &mut Context,
    ) -> Result<RowRef<Project>, ToolError> {
        let is_setting = args.closed.is_some() || args.public.is_some();
        let role = if is_setting { ProjectRole::Admin } else { ProjectRole::Writer };
        let id = find_project(state, args.project_id.as_str(), role)?.id.clone();
        if let Some(title) = &args.title {
            check_title(title)?;
        }
        let now = cx.now();
        state.projects.update(&id, |project| {
            if let Some(title) = args.title {
                project.title = title;
            }
            if args.description.is_some() {
                project.short_description = args.description;
            }
            project.public = args.public.unwrap_or(project.public);
            set_closed(project, args.closed.unwrap_or(project.closed), now);
            project.updated_at = now;
            Ok(())
        })
    }

    /// Closes a project or opens it again, which is how a project is archived.
    #[tool(
        update,
        key(project_id),
        map(closed = archived),
        about = Project,
        reads(projects),
        writes(projects)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","archived":true}"#,
        ok = r#"{"id":"PVT_kwDO00000001","closed":true}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000002","archived":true}"#,
        ok = r#"{"closed":true,"closedAt":"2026-02-01T09:00:00Z"}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000003","archived":true}"#,
        error = "permission_denied"
    )]
    #[case(args = r#"{"projectId":"PVT_kwDO00000099","archived":true}"#, error = "not_found")]
    fn toggle_project_archive(
        state: &mut GithubProjects,
        args: ToggleProjectArchive,
        cx: &mut Context,
    ) -> Result<RowRef<Project>, ToolError> {
        let project = find_project(state, args.project_id.as_str(), ProjectRole::Admin)?;
        if project.closed == args.archived {
            return Ok(project);
        }
        let now = cx.now();
        state.projects.update(&project.id, |project| {
            set_closed(project, args.archived, now);
            project.updated_at = now;
            Ok(())
        })
    }

    /// Sets what an item has in a field.
    #[tool(
        reads(projects, project_fields, issues, repositories, labels, milestones),
        writes(field_values, items)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000001","fieldId":"PVTF_lADO00000003","value":"3.5"}"#,
        ok = r#"{"id":"PVTI_lADO00000001","fieldValues":[{"fieldName":"Status","value":"Todo","optionId":"f75ad846"},{"fieldName":"Estimate","value":3.5}]}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000001","fieldId":"PVTF_lADO00000002","value":"{\"singleSelectOptionId\":\"98236657\"}"}"#,
        ok = r#"{"fieldValues":[{"fieldName":"Status","value":"Done","optionId":"98236657"}]}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000003","fieldId":"PVTF_lADO00000004","value":"2026-03-15"}"#,
        ok = r#"{"type":"DRAFT_ISSUE","fieldValues":[{"fieldName":"Due","value":"2026-03-15"}]}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000001","fieldId":"PVTF_lADO00000003","value":"many"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000001","fieldId":"PVTF_lADO00000002","value":"Shelved"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000001","fieldId":"PVTF_lADO00000001","value":"x"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000004","fieldId":"PVTF_lADO00000003","value":"1"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000003","itemId":"PVTI_lADO00000001","fieldId":"PVTF_lADO00000003","value":"1"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000004","itemId":"PVTI_lADO00000001","fieldId":"PVTF_lADO00000003","value":"1"}"#,
        error = "permission_denied"
    )]
    fn update_project_item(
        state: &mut GithubProjects,
        args: UpdateProjectItem,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let project = find_project(state, &args.project_id, ProjectRole::Writer)?;
        let item = find_item(state, &project, &args.item_id)?;
        let field = find_field(state, &project, &args.field_id)?;
        set_value(state, &item, &field, &args.value, cx)?;
        view_item_with(state, &item.id)
    }

    /// Takes an item with its values out of a project. Its issue or pull request stays.
    #[tool(
        delete,
        key(item_id),
        filter(project_id),
        about = ProjectItem,
        reads(projects),
        writes(items, field_values)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000001"}"#,
        ok = r#"{"id":"PVTI_lADO00000001","contentId":"I_kwDO00000001"}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000003","itemId":"PVTI_lADO00000001"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000004","itemId":"PVTI_lADO00000001"}"#,
        error = "permission_denied"
    )]
    fn remove_project_item(
        state: &mut GithubProjects,
        args: RemoveProjectItem,
        _cx: &mut Context,
    ) -> Result<RowRef<ProjectItem>, ToolError> {
        let project = find_project(state, args.project_id.as_str(), ProjectRole::Writer)?;
        let item = find_item(state, &project, args.item_id.as_str())?;
        state.delete::<ProjectItem>(&item.id)
    }

    #[tool(list, filter(project_id), page(limit = first))]
    fn list_project_fields() -> Page<ProjectField>;

    #[tool(list, filter(project_id), sort(number), page(limit = first))]
    fn list_project_views() -> Page<ProjectView>;

    /// Lists the items of a project in the order in which they were added, each with its content
    /// and its values.
    #[tool(
        list,
        filter(project_id),
        page(limit = first, cursor = after),
        about = ProjectItem,
        reads(
            projects,
            items,
            field_values,
            project_fields,
            issues,
            repositories,
            labels,
            milestones
        )
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","first":2}"#,
        ok = r#"{"items":[{"id":"PVTI_lADO00000001","type":"ISSUE","isArchived":false,"content":{"id":"I_kwDO00000001","number":1,"title":"Show the tides","state":"OPEN","repository":"tideworks/harbor","labels":["bug"],"assignees":["noah-berg"],"milestone":"First release"},"fieldValues":[{"fieldName":"Status","value":"Todo"}]},{"id":"PVTI_lADO00000002","type":"PULL_REQUEST","content":{"number":2}}],"total":4,"next_cursor":"c2"}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","after":"c2"}"#,
        ok = r#"{"items":[{"type":"DRAFT_ISSUE","content":{"title":"Ask the pilots","body":"By phone"}},{"isArchived":true}],"next_cursor":null}"#
    )]
    #[case(args = r#"{"projectId":"PVT_kwDO00000099"}"#, error = "not_found")]
    #[case(args = r#"{"projectId":"PVT_kwDO00000001","first":101}"#, error = "invalid_argument")]
    fn list_project_items(
        state: &GithubProjects,
        args: ListProjectItems,
        _cx: &mut Context,
    ) -> Result<Page<Value>, ToolError> {
        let project = state.projects.find(args.project_id.as_str())?;
        let rows = state.items.select(&|item| item.project_id == project.id);
        let found = page(rows, args.first, args.after)?;
        let items = found.items.iter().map(|item| view_item(state, item)).collect();
        Ok(Page { items, total: found.total, next_cursor: found.next_cursor })
    }

    /// Puts an issue or a pull request into a project. One that is there already stays as it is.
    #[tool(
        create,
        about = ProjectItem,
        reads(
            viewer,
            projects,
            issues,
            repositories,
            labels,
            milestones,
            field_values,
            project_fields
        ),
        writes(items)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","contentId":"I_kwDO00000004"}"#,
        ok = r#"{"type":"ISSUE","isArchived":false,"content":{"id":"I_kwDO00000004"},"fieldValues":[]}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","contentId":"I_kwDO00000001"}"#,
        ok = r#"{"id":"PVTI_lADO00000001"}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","contentId":"I_kwDO00000099"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000004","contentId":"I_kwDO00000001"}"#,
        error = "permission_denied"
    )]
    fn add_project_item(
        state: &mut GithubProjects,
        args: AddProjectItem,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let project = find_project(state, args.project_id.as_str(), ProjectRole::Writer)?;
        let issue = state.issues.find(args.content_id.as_str())?;
        let (item, _) = add_content(state, &project, &issue, cx)?;
        Ok(view_item(state, &item))
    }

    /// Adds a draft to a project.
    #[tool(
        create,
        about = ProjectItem,
        reads(viewer, projects, field_values, project_fields),
        writes(items)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","title":"Paint the pier","body":"Blue"}"#,
        ok = r#"{"type":"DRAFT_ISSUE","content":{"title":"Paint the pier","body":"Blue","assignees":[]},"creator":"ingrid-vale","fieldValues":[]}"#
    )]
    #[case(args = r#"{"projectId":"PVT_kwDO00000001","title":" "}"#, error = "invalid_argument")]
    #[case(args = r#"{"projectId":"PVT_kwDO00000004","title":"x"}"#, error = "permission_denied")]
    fn create_draft_item(
        state: &mut GithubProjects,
        args: CreateDraftItem,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let project = find_project(state, args.project_id.as_str(), ProjectRole::Writer)?;
        check_title(&args.title)?;
        let item = add_draft(state, &project, args.title, args.body, Vec::new(), cx)?;
        Ok(view_item(state, &item))
    }

    /// Adds a field to a project. Only one to choose from has options, and it needs some.
    #[tool(
        create,
        about = ProjectField,
        types(options = Vec<NewOption>),
        reads(projects),
        writes(project_fields)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","name":"Size","dataType":"SINGLE_SELECT","options":[{"name":"Small"},{"name":"Large","color":"RED"}]}"#,
        ok = r#"{"projectId":"PVT_kwDO00000001","name":"Size","dataType":"SINGLE_SELECT","options":[{"name":"Small","color":"GRAY"},{"name":"Large","color":"RED"}]}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000003","name":"Notes","dataType":"TEXT"}"#,
        ok = r#"{"name":"Notes","dataType":"TEXT","options":[]}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","name":"status","dataType":"TEXT"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","name":"Size","dataType":"SINGLE_SELECT"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","name":"Size","dataType":"TEXT","options":[{"name":"Small"}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000004","name":"Size","dataType":"TEXT"}"#,
        error = "permission_denied"
    )]
    fn create_project_field(
        state: &mut GithubProjects,
        args: CreateProjectField,
        cx: &mut Context,
    ) -> Result<RowRef<ProjectField>, ToolError> {
        let project = find_project(state, args.project_id.as_str(), ProjectRole::Writer)?;
        let fields = state.project_fields.select(&|field| field.project_id == project.id);
        let name = args.name.trim();
        if name.is_empty() {
            return Err(ToolError::invalid_argument("the name of a field must not be blank"));
        }
        if fields.iter().any(|field| same_name(&field.name, name)) {
            let message = format!("the project has a field `{name}` already");
            return Err(ToolError::already_exists(message));
        }
        if fields.len() >= FIELDS_MAX {
            let message = format!("a project has at most {FIELDS_MAX} fields");
            return Err(ToolError::resource_exhausted(message));
        }
        let wanted = args.options.unwrap_or_default();
        let data_type = args.data_type;
        if (data_type == DataType::SingleSelect) == wanted.is_empty() {
            let message = "`options` are for SINGLE_SELECT, which needs at least one";
            return Err(ToolError::invalid_argument(message));
        }
        let mut options: Vec<FieldOption> = Vec::new();
        for option in wanted {
            if options.iter().any(|other| same_name(&other.name, &option.name)) {
                let message = format!("the option `{}` is there twice", option.name);
                return Err(ToolError::invalid_argument(message));
            }
            let color = option.color.unwrap_or(OptionColor::Gray);
            options.push(FieldOption { id: cx.hex(8), name: option.name, color });
        }
        let id = state.project_fields.next_key(cx);
        let (project_id, name) = (project.id.clone(), name.to_owned());
        state.project_fields.insert(ProjectField { id, project_id, name, data_type, options })
    }

    /// Makes an issue in a repository and puts it into a project, or adds a draft; both with
    /// values for fields of the project.
    #[tool(
        reads(viewer, accounts, projects, repositories, labels, milestones, project_fields),
        writes(issues, items, field_values)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","title":"Warn of storms","body":"In time","repositoryId":"R_kgDO00000001","labels":["BUG"],"assignees":["noah-berg"],"milestone":"MI_kwDO00000001","customFields":[{"fieldId":"PVTF_lADO00000002","value":"in progress"}]}"#,
        ok = r#"{"type":"ISSUE","content":{"number":5,"title":"Warn of storms","state":"OPEN","labels":["bug"],"assignees":["noah-berg"],"milestone":"First release"},"fieldValues":[{"fieldName":"Status","value":"In Progress"}]}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","title":"Think","asDraftItem":true,"assignees":["ingrid-vale"]}"#,
        ok = r#"{"type":"DRAFT_ISSUE","content":{"title":"Think","body":"","assignees":["ingrid-vale"]}}"#
    )]
    #[case(args = r#"{"projectId":"PVT_kwDO00000001","title":"x"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","title":"x","asDraftItem":true,"labels":["bug"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","title":"x","repositoryId":"R_kgDO00000001","labels":["none"]}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","title":"x","repositoryId":"R_kgDO00000002"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","title":"x","repositoryId":"R_kgDO00000003","assignees":["noah-berg"]}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","title":"x","repositoryId":"R_kgDO00000001","customFields":[{"fieldId":"PVTF_lADO00000003","value":"much"}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000004","title":"x","asDraftItem":true}"#,
        error = "permission_denied"
    )]
    fn create_task(
        state: &mut GithubProjects,
        args: CreateTask,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let project = find_project(state, &args.project_id, ProjectRole::Writer)?;
        check_title(&args.title)?;
        let marks = Marks {
            labels: args.labels.unwrap_or_default(),
            assignees: args.assignees.unwrap_or_default(),
            milestone: args.milestone,
        };
        let item = if args.as_draft_item.unwrap_or(false) {
            if !marks.labels.is_empty() || marks.milestone.is_some() {
                let message = "a draft has neither labels nor a milestone; make it an issue";
                return Err(ToolError::invalid_argument(message));
            }
            let assignees = find_assignees(state, &marks.assignees)?;
            add_draft(state, &project, args.title, args.body, assignees, cx)?
        } else {
            let Some(repository_id) = &args.repository_id else {
                let message = "an issue needs a `repositoryId`; or set `asDraftItem`";
                return Err(ToolError::invalid_argument(message));
            };
            let repository = state.repositories.find(repository_id)?;
            let body = args.body.unwrap_or_default();
            let issue = add_issue(state, &repository, args.title, body, &marks, cx)?;
            add_content(state, &project, &issue, cx)?.0
        };
        for given in args.custom_fields.unwrap_or_default() {
            let field = find_field(state, &project, &given.field_id)?;
            set_value(state, &item, &field, &given.value, cx)?;
        }
        view_item_with(state, &item.id)
    }

    /// Sets the status of an item and, on request, says something about it on its issue.
    #[tool(
        reads(viewer, projects, project_fields, issues, repositories, labels, milestones),
        writes(field_values, items, comments, issues)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000001","statusFieldId":"PVTF_lADO00000002","newStatus":"done","addComment":true,"commentBody":"Shipped"}"#,
        ok = r#"{"item":{"id":"PVTI_lADO00000001","fieldValues":[{"fieldName":"Status","value":"Done"}]},"comment":{"issueId":"I_kwDO00000001","author":"ingrid-vale","body":"Shipped"}}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000003","statusFieldId":"PVTF_lADO00000002","newStatus":"Todo"}"#,
        ok = r#"{"item":{"type":"DRAFT_ISSUE"},"comment":null}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000001","statusFieldId":"PVTF_lADO00000002","newStatus":"Shelved"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000001","statusFieldId":"PVTF_lADO00000003","newStatus":"Done"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000001","statusFieldId":"PVTF_lADO00000002","newStatus":"Done","addComment":true}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","itemId":"PVTI_lADO00000003","statusFieldId":"PVTF_lADO00000002","newStatus":"Done","addComment":true,"commentBody":"x"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000004","itemId":"PVTI_lADO00000001","statusFieldId":"PVTF_lADO00000002","newStatus":"Done"}"#,
        error = "permission_denied"
    )]
    fn manage_task_status(
        state: &mut GithubProjects,
        args: ManageTaskStatus,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let project = find_project(state, &args.project_id, ProjectRole::Writer)?;
        let item = find_item(state, &project, &args.item_id)?;
        let field = find_field(state, &project, &args.status_field_id)?;
        if field.data_type != DataType::SingleSelect {
            let message = format!("`{}` holds no status, since it has no options", field.name);
            return Err(ToolError::failed_precondition(message));
        }
        set_value(state, &item, &field, &args.new_status, cx)?;
        let comment = if args.add_comment.unwrap_or(false) {
            let body = args.comment_body.filter(|body| !body.trim().is_empty());
            let Some(body) = body else {
                return Err(ToolError::invalid_argument("a comment needs a `commentBody`"));
            };
            Some(add_comment(state, &item, body, cx)?)
        } else {
            None
        };
        let comment = comment.map(|comment| {
            json!({
                "id": comment.id.as_str(),
                "issueId": comment.issue_id.as_str(),
                "author": comment.author.as_ref().map(Key::as_str),
                "body": comment.body,
                "createdAt": comment.created_at.to_string(),
            })
        });
        Ok(json!({"item": view_item_with(state, &item.id)?, "comment": comment}))
    }

    /// Sets the same value of a field for several items, or for none of them.
    #[tool(
        types(group_by_id = Key<ProjectField>),
        reads(projects, project_fields, issues, repositories, labels, milestones),
        writes(field_values, items)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","groupById":"PVTF_lADO00000002","items":["PVTI_lADO00000001","PVTI_lADO00000003"],"groupValue":"In Progress"}"#,
        ok = r#"[{"id":"PVTI_lADO00000001","fieldValues":[{"value":"In Progress"}]},{"id":"PVTI_lADO00000003","fieldValues":[{"value":"In Progress"}]}]"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","groupById":"PVTF_lADO00000002","items":["PVTI_lADO00000001","PVTI_lADO00000004"],"groupValue":"Done"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","groupById":"PVTF_lADO00000099","items":["PVTI_lADO00000001"],"groupValue":"Done"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000004","groupById":"PVTF_lADO00000002","items":["PVTI_lADO00000001"],"groupValue":"Done"}"#,
        error = "permission_denied"
    )]
    fn group_tasks(
        state: &mut GithubProjects,
        args: GroupTasks,
        cx: &mut Context,
    ) -> Result<Vec<Value>, ToolError> {
        let project = find_project(state, &args.project_id, ProjectRole::Writer)?;
        let field = find_field(state, &project, args.group_by_id.as_str())?;
        let mut changed = Vec::new();
        for id in &args.items {
            let item = find_item(state, &project, id)?;
            set_value(state, &item, &field, &args.group_value, cx)?;
            changed.push(view_item_with(state, &item.id)?);
        }
        Ok(changed)
    }

    /// Makes an issue of a draft. The item stays, with its values, and shows the issue.
    #[tool(
        reads(
            viewer,
            accounts,
            projects,
            repositories,
            labels,
            milestones,
            project_fields,
            field_values
        ),
        writes(issues, items)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","draftId":"PVTI_lADO00000003","repositoryId":"R_kgDO00000001","labels":["bug"]}"#,
        ok = r#"{"id":"PVTI_lADO00000003","type":"ISSUE","content":{"number":5,"title":"Ask the pilots","body":"By phone","labels":["bug"],"assignees":["noah-berg"]}}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","draftId":"PVTI_lADO00000001","repositoryId":"R_kgDO00000001"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","draftId":"PVTI_lADO00000003","repositoryId":"R_kgDO00000099"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000004","draftId":"PVTI_lADO00000003","repositoryId":"R_kgDO00000001"}"#,
        error = "permission_denied"
    )]
    fn convert_draft_to_issue(
        state: &mut GithubProjects,
        args: ConvertDraftToIssue,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let project = find_project(state, &args.project_id, ProjectRole::Writer)?;
        let item = find_item(state, &project, &args.draft_id)?;
        need_not_archived(&item)?;
        if item.content_id.is_some() {
            let message = format!("item `{}` is no draft", item.id);
            return Err(ToolError::failed_precondition(message));
        }
        let repository = state.repositories.find(&args.repository_id)?;
        let title = item.title.clone().unwrap_or_default();
        let body = item.body.clone().unwrap_or_default();
        // Without new assignees, those of the draft are kept.
        let assignees = args.assignees.filter(|assignees| !assignees.is_empty());
        let assignees =
            assignees.unwrap_or_else(|| item.assignees.iter().map(Key::to_string).collect());
        let labels = args.labels.unwrap_or_default();
        let marks = Marks { labels, assignees, milestone: args.milestone };
        let issue = add_issue(state, &repository, title, body, &marks, cx)?;
        let now = cx.now();
        let item = state.items.update(&item.id, |item| {
            item.content_id = Some(issue.id.clone());
            item.title = None;
            item.body = None;
            item.assignees = Vec::new();
            item.updated_at = now;
            Ok(())
        })?;
        Ok(view_item(state, &item))
    }

    /// Finds the identifier of an issue by its number.
    #[tool(reads(repositories, issues))]
    #[case(
        args = r#"{"owner":"tideworks","repo":"harbor","issueNumber":1}"#,
        ok = r#"{"id":"I_kwDO00000001","number":1,"title":"Show the tides","state":"OPEN"}"#
    )]
    #[case(
        args = r#"{"owner":"TIDEWORKS","repo":"Harbor","issueNumber":3}"#,
        ok = r#"{"id":"I_kwDO00000003"}"#
    )]
    #[case(args = r#"{"owner":"tideworks","repo":"harbor","issueNumber":2}"#, error = "not_found")]
    #[case(args = r#"{"owner":"tideworks","repo":"none","issueNumber":1}"#, error = "not_found")]
    fn get_issue_id(
        state: &GithubProjects,
        args: GetIssueId,
        _cx: &mut Context,
    ) -> Result<IssueId, ToolError> {
        let repository = find_repository(state, &args.owner, &args.repo)?;
        let issue = find_issue(state, &repository, args.issue_number)?;
        Ok(IssueId {
            id: issue.id.clone(),
            number: issue.number,
            title: issue.title.clone(),
            state: issue.state,
        })
    }

    /// Puts several issues of a repository into a project, all or none, and sets their status.
    #[tool(
        reads(viewer, projects, project_fields, repositories, issues, labels, milestones),
        writes(items, field_values)
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","owner":"tideworks","repo":"harbor","issueNumbers":[1,4],"statusFieldId":"PVTF_lADO00000002","statusValue":"Todo"}"#,
        ok = r#"{"added":1,"items":[{"id":"PVTI_lADO00000001","fieldValues":[{"value":"Todo"}]},{"content":{"number":4},"fieldValues":[{"value":"Todo"}]}]}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000003","owner":"tideworks","repo":"harbor","issueNumbers":[1,3]}"#,
        ok = r#"{"added":2,"items":[{"content":{"number":1},"fieldValues":[]},{"content":{"number":3}}]}"#
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","owner":"tideworks","repo":"harbor","issueNumbers":[4,77]}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000001","owner":"tideworks","repo":"harbor","issueNumbers":[4],"statusFieldId":"PVTF_lADO00000002"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"projectId":"PVT_kwDO00000004","owner":"tideworks","repo":"harbor","issueNumbers":[4]}"#,
        error = "permission_denied"
    )]
    fn bulk_add_issues(
        state: &mut GithubProjects,
        args: BulkAddIssues,
        cx: &mut Context,
    ) -> Result<Value, ToolError> {
        let project = find_project(state, &args.project_id, ProjectRole::Writer)?;
        let repository = find_repository(state, &args.owner, &args.repo)?;
        let status = match (&args.status_field_id, &args.status_value) {
            (Some(field), Some(value)) => Some((find_field(state, &project, field)?, value)),
            (None, None) => None,
            _ => {
                let message = "`statusFieldId` and `statusValue` go together";
                return Err(ToolError::invalid_argument(message));
            }
        };
        let (mut items, mut n_added) = (Vec::new(), 0_usize);
        for number in args.issue_numbers {
            let issue = find_issue(state, &repository, number)?;
            let (item, is_new) = add_content(state, &project, &issue, cx)?;
            n_added = n_added.saturating_add(usize::from(is_new));
            if let Some((field, value)) = &status {
                set_value(state, &item, field, value, cx)?;
            }
            items.push(view_item_with(state, &item.id)?);
        }
        Ok(json!({"added": n_added, "items": items}))
    }
}

/// How many items a page has unless the caller says, and at most.
const PAGE_DEFAULT: i64 = 20;
const PAGE_MAX: i64 = 100;
/// How many fields a project has at most.
const FIELDS_MAX: usize = 50;

fn page<T: Entity>(
    rows: Vec<RowRef<T>>,
    first: Option<i64>,
    after: Option<String>,
) -> Result<Page<RowRef<T>>, ToolError> {
    let limit = first.unwrap_or(PAGE_DEFAULT);
    if !(1..=PAGE_MAX).contains(&limit) {
        let message = format!("`first` must be from 1 to {PAGE_MAX}, it is {limit}");
        return Err(ToolError::invalid_argument(message));
    }
    PageRequest { limit: Some(limit), cursor: after, ..PageRequest::default() }.cut(rows)
}

fn same_name(a: &str, b: &str) -> bool {
    a.trim().to_lowercase() == b.trim().to_lowercase()
}

fn check_title(title: &str) -> Result<(), ToolError> {
    if title.trim().is_empty() {
        return Err(ToolError::invalid_argument("the title must not be blank"));
    }
    Ok(())
}

/// The account with this login, which has to be of this kind.
fn owner_of_kind(
    state: &GithubProjects,
    login: &str,
    kind: AccountKind,
) -> Result<RowRef<Account>, ToolError> {
    let found = state.accounts.first(&|account| same_name(account.login.as_str(), login));
    match found.filter(|account| account.kind == kind) {
        Some(account) => state.accounts.find(&account.login),
        None => Err(ToolError::not_found(format!("no {kind} is called `{login}`"))),
    }
}

/// The project, in which the viewer needs to have at least this role.
fn find_project(
    state: &GithubProjects,
    id: &str,
    needed: ProjectRole,
) -> Result<RowRef<Project>, ToolError> {
    let project = state.projects.find(id)?;
    let is_allowed = match project.viewer_role {
        ProjectRole::Admin => true,
        ProjectRole::Writer => needed != ProjectRole::Admin,
        ProjectRole::Reader => needed == ProjectRole::Reader,
    };
    if is_allowed {
        return Ok(project);
    }
    let (role, title) = (project.viewer_role, &project.title);
    let message = format!("as {role} of project `{title}` you may not do this, it takes {needed}");
    Err(ToolError::permission_denied(message))
}

fn find_item(
    state: &GithubProjects,
    project: &Project,
    id: &str,
) -> Result<RowRef<ProjectItem>, ToolError> {
    let item = state.items.find(id)?;
    if item.project_id == project.id {
        return Ok(item);
    }
    Err(ToolError::not_found(format!("project `{}` has no item `{id}`", project.id)))
}

fn find_field(
    state: &GithubProjects,
    project: &Project,
    id: &str,
) -> Result<RowRef<ProjectField>, ToolError> {
    let field = state.project_fields.find(id)?;
    if field.project_id == project.id {
        return Ok(field);
    }
    Err(ToolError::not_found(format!("project `{}` has no field `{id}`", project.id)))
}

fn find_repository(
    state: &GithubProjects,
    owner: &str,
    name: &str,
) -> Result<RowRef<Repository>, ToolError> {
    let found = state.repositories.first(&|repository| {
        same_name(repository.owner.as_str(), owner) && same_name(&repository.name, name)
    });
    match found {
        Some(repository) => state.repositories.find(&repository.id),
        None => Err(ToolError::not_found(format!("there is no repository `{owner}/{name}`"))),
    }
}

/// The issue with this number; a pull request has a number of its own and is none.
fn find_issue(
    state: &GithubProjects,
    repository: &Repository,
    number: i64,
) -> Result<RowRef<Issue>, ToolError> {
    let found = state.issues.first(&|issue| {
        issue.repository_id == repository.id
            && issue.number == number
            && issue.kind == ContentKind::Issue
    });
    match found {
        Some(issue) => state.issues.find(&issue.id),
        None => {
            let message =
                format!("`{}/{}` has no issue {number}", repository.owner, repository.name);
            Err(ToolError::not_found(message))
        }
    }
}

fn set_closed(project: &mut Project, closed: bool, now: Timestamp) {
    if project.closed != closed {
        project.closed = closed;
        project.closed_at = closed.then_some(now);
    }
}

/// Gives a new project the fields that every project has.
fn add_usual_fields(
    state: &mut GithubProjects,
    project: &Key<Project>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let usual = [
        ("Title", DataType::Title),
        ("Assignees", DataType::Assignees),
        ("Status", DataType::SingleSelect),
        ("Labels", DataType::Labels),
        ("Milestone", DataType::Milestone),
        ("Repository", DataType::Repository),
    ];
    let statuses = [
        ("Todo", OptionColor::Green),
        ("In Progress", OptionColor::Yellow),
        ("Done", OptionColor::Purple),
    ];
    for (name, data_type) in usual {
        let mut options = Vec::new();
        if data_type == DataType::SingleSelect {
            for (name, color) in statuses {
                options.push(FieldOption { id: cx.hex(8), name: name.to_owned(), color });
            }
        }
        let id = state.project_fields.next_key(cx);
        let (project_id, name) = (project.clone(), name.to_owned());
        state.project_fields.insert(ProjectField { id, project_id, name, data_type, options })?;
    }
    Ok(())
}

fn need_not_archived(item: &ProjectItem) -> Result<(), ToolError> {
    if item.archived {
        let message = format!("item `{}` is archived and cannot be changed", item.id);
        return Err(ToolError::failed_precondition(message));
    }
    Ok(())
}

/// Reads a value by the type of its field and stores it for an item.
fn set_value(
    state: &mut GithubProjects,
    item: &ProjectItem,
    field: &ProjectField,
    value: &str,
    cx: &mut Context,
) -> Result<(), ToolError> {
    need_not_archived(item)?;
    let mut row = FieldValue {
        item_id: item.id.clone(),
        field_id: field.id.clone(),
        text: None,
        number: None,
        date: None,
        option_id: None,
    };
    let value = plain_value(value);
    match field.data_type {
        DataType::Text => row.text = Some(value),
        DataType::Number => row.number = Some(read_number(&value)?),
        DataType::Date => row.date = Some(Date::parse(&value)?),
        DataType::SingleSelect => row.option_id = Some(find_option(field, &value)?),
        _ => {
            let message =
                format!("`{}` shows what the content has and is changed there", field.name);
            return Err(ToolError::failed_precondition(message));
        }
    }
    state.field_values.put(row);
    let now = cx.now();
    state.items.update(&item.id, |item| {
        item.updated_at = now;
        Ok(())
    })?;
    Ok(())
}

/// A value that may be written as JSON, such as `{"number": 3}`.
fn plain_value(value: &str) -> String {
    const MEMBERS: &[&str] =
        &["text", "number", "date", "singleSelectOptionId", "optionId", "name"];
    let Ok(Value::Object(object)) = serde_json::from_str::<Value>(value) else {
        return value.to_owned();
    };
    match MEMBERS.iter().find_map(|name| object.get(*name)) {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => value.to_owned(),
    }
}

fn read_number(value: &str) -> Result<f64, ToolError> {
    let number = value.trim().parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| ToolError::invalid_argument(format!("`{value}` is no number")))
}

/// The identifier of the option that is meant by its identifier or its name.
fn find_option(field: &ProjectField, value: &str) -> Result<String, ToolError> {
    let by_id = field.options.iter().find(|option| option.id == value.trim());
    let found =
        by_id.or_else(|| field.options.iter().find(|option| same_name(&option.name, value)));
    found.map(|option| option.id.clone()).ok_or_else(|| {
        let names: Vec<&str> = field.options.iter().map(|option| option.name.as_str()).collect();
        let message =
            format!("`{value}` is no option of `{}`; it has {}", field.name, names.join(", "));
        ToolError::invalid_argument(message)
    })
}

/// The item that shows an issue, which is added when there is none; and whether it is new.
fn add_content(
    state: &mut GithubProjects,
    project: &Project,
    issue: &Issue,
    cx: &mut Context,
) -> Result<(RowRef<ProjectItem>, bool), ToolError> {
    let known = state.items.first(&|item| {
        item.project_id == project.id && item.content_id.as_ref() == Some(&issue.id)
    });
    if let Some(item) = known {
        return Ok((state.items.find(&item.id)?, false));
    }
    let item = ProjectItem { content_id: Some(issue.id.clone()), ..new_item(state, project, cx)? };
    Ok((state.items.insert(item)?, true))
}

fn add_draft(
    state: &mut GithubProjects,
    project: &Project,
    title: String,
    body: Option<String>,
    assignees: Vec<Key<Account>>,
    cx: &mut Context,
) -> Result<RowRef<ProjectItem>, ToolError> {
    let item = new_item(state, project, cx)?;
    state.items.insert(ProjectItem { title: Some(title), body, assignees, ..item })
}

fn new_item(
    state: &mut GithubProjects,
    project: &Project,
    cx: &mut Context,
) -> Result<ProjectItem, ToolError> {
    Ok(ProjectItem {
        id: state.items.next_key(cx),
        project_id: project.id.clone(),
        content_id: None,
        title: None,
        body: None,
        assignees: Vec::new(),
        creator: Some(state.viewer.find()?.login.clone()),
        archived: false,
        created_at: cx.now(),
        updated_at: cx.now(),
    })
}

/// What a new issue is marked with, as callers name it.
struct Marks {
    /// Names or identifiers.
    labels: Vec<String>,
    /// Logins.
    assignees: Vec<String>,
    milestone: Option<String>,
}

/// Makes an issue. Marking it takes more than reading the repository.
fn add_issue(
    state: &mut GithubProjects,
    repository: &Repository,
    title: String,
    body: String,
    marks: &Marks,
    cx: &mut Context,
) -> Result<RowRef<Issue>, ToolError> {
    let name = format!("{}/{}", repository.owner, repository.name);
    if repository.archived {
        let message = format!("repository `{name}` is archived and takes no issues");
        return Err(ToolError::failed_precondition(message));
    }
    let is_marked =
        !marks.labels.is_empty() || !marks.assignees.is_empty() || marks.milestone.is_some();
    if is_marked && repository.viewer_permission == RepositoryPermission::Read {
        let message = format!("in `{name}` you may open issues, but not label or assign them");
        return Err(ToolError::permission_denied(message));
    }
    let labels = find_labels(state, repository, &marks.labels)?;
    let assignees = find_assignees(state, &marks.assignees)?;
    let milestone_id = match &marks.milestone {
        Some(id) => Some(find_milestone(state, repository, id)?),
        None => None,
    };
    let number = state
        .issues
        .next_number_where(&|issue| issue.repository_id == repository.id, &|issue| issue.number);
    let author = state.viewer.find()?.login.clone();
    let id = state.issues.next_key(cx);
    state.issues.insert(Issue {
        id,
        kind: ContentKind::Issue,
        repository_id: repository.id.clone(),
        number,
        title,
        body,
        state: IssueState::Open,
        author: Some(author),
        labels,
        assignees,
        milestone_id,
        created_at: cx.now(),
        updated_at: cx.now(),
    })
}

/// The labels of a repository with these names or identifiers, each once.
fn find_labels(
    state: &GithubProjects,
    repository: &Repository,
    wanted: &[String],
) -> Result<Vec<Key<Label>>, ToolError> {
    let mut labels: Vec<Key<Label>> = Vec::new();
    for name in wanted {
        let found = state.labels.first(&|label| {
            label.repository_id == repository.id
                && (label.id == name.as_str() || same_name(&label.name, name))
        });
        let Some(label) = found else {
            let message = format!("`{}` has no label `{name}`", repository.name);
            return Err(ToolError::not_found(message));
        };
        if !labels.contains(&label.id) {
            labels.push(label.id.clone());
        }
    }
    Ok(labels)
}

/// The users with these logins, each once.
fn find_assignees(
    state: &GithubProjects,
    wanted: &[String],
) -> Result<Vec<Key<Account>>, ToolError> {
    let mut assignees: Vec<Key<Account>> = Vec::new();
    for login in wanted {
        let account = owner_of_kind(state, login, AccountKind::User)?;
        if !assignees.contains(&account.login) {
            assignees.push(account.login.clone());
        }
    }
    Ok(assignees)
}

fn find_milestone(
    state: &GithubProjects,
    repository: &Repository,
    id: &str,
) -> Result<Key<Milestone>, ToolError> {
    let milestone = state.milestones.find(id)?;
    if milestone.repository_id == repository.id {
        return Ok(milestone.id.clone());
    }
    Err(ToolError::not_found(format!("`{}` has no milestone `{id}`", repository.name)))
}

/// Says something on the issue of an item. Drafts have nowhere to say it.
fn add_comment(
    state: &mut GithubProjects,
    item: &ProjectItem,
    body: String,
    cx: &mut Context,
) -> Result<RowRef<Comment>, ToolError> {
    let Some(issue_id) = item.content_id.clone() else {
        let message = "a draft takes no comments; convert it to an issue first";
        return Err(ToolError::failed_precondition(message));
    };
    let author = Some(state.viewer.find()?.login.clone());
    let now = cx.now();
    state.issues.update(&issue_id, |issue| {
        issue.updated_at = now;
        Ok(())
    })?;
    let id = state.comments.next_key(cx);
    state.comments.insert(Comment { id, issue_id, author, body, created_at: now })
}

/// An item as it is stored now.
fn view_item_with(state: &GithubProjects, id: &Key<ProjectItem>) -> Result<Value, ToolError> {
    Ok(view_item(state, &*state.items.find(id)?))
}

/// An item with its content and its values.
fn view_item(state: &GithubProjects, item: &ProjectItem) -> Value {
    let issue = item.content_id.as_ref().and_then(|id| state.issues.get(id));
    let content = match issue {
        Some(issue) => view_issue(state, issue),
        None => json!({
            "title": item.title.as_deref().unwrap_or_default(),
            "body": item.body.as_deref().unwrap_or_default(),
            "assignees": logins(&item.assignees),
        }),
    };
    let values = state.field_values.select(&|value| value.item_id == item.id);
    let values: Vec<Value> = values.iter().filter_map(|value| view_value(state, value)).collect();
    json!({
        "id": item.id.as_str(),
        "type": issue.map_or("DRAFT_ISSUE", |issue| issue.kind.as_str()),
        "isArchived": item.archived,
        "creator": item.creator.as_ref().map(Key::as_str),
        "createdAt": item.created_at.to_string(),
        "updatedAt": item.updated_at.to_string(),
        "content": content,
        "fieldValues": values,
    })
}

fn logins(accounts: &[Key<Account>]) -> Vec<&str> {
    accounts.iter().map(Key::as_str).collect()
}

fn view_issue(state: &GithubProjects, issue: &Issue) -> Value {
    let repository = state.repositories.get(&issue.repository_id);
    let repository = repository.map(|row| format!("{}/{}", row.owner, row.name));
    let labels = issue.labels.iter().filter_map(|id| state.labels.get(id));
    let labels: Vec<&str> = labels.map(|label| label.name.as_str()).collect();
    let milestone = issue.milestone_id.as_ref().and_then(|id| state.milestones.get(id));
    json!({
        "id": issue.id.as_str(),
        "repository": repository,
        "number": issue.number,
        "title": issue.title,
        "body": issue.body,
        "state": issue.state.as_str(),
        "author": issue.author.as_ref().map(Key::as_str),
        "labels": labels,
        "assignees": logins(&issue.assignees),
        "milestone": milestone.map(|milestone| milestone.title.as_str()),
        "createdAt": issue.created_at.to_string(),
        "updatedAt": issue.updated_at.to_string(),
    })
}

/// What an item has in a field, by the type of the field; nothing where it holds no value of that
/// type.
fn view_value(state: &GithubProjects, value: &FieldValue) -> Option<Value> {
    let field = state.project_fields.get(&value.field_id)?;
    let (shown, option_id) = match field.data_type {
        DataType::Text => (json!(value.text.as_ref()?), None),
        DataType::Number => (json!(value.number?), None),
        DataType::Date => (json!(value.date?.to_string()), None),
        DataType::SingleSelect => {
            let id = value.option_id.as_ref()?;
            let option = field.options.iter().find(|option| option.id == *id)?;
            (json!(option.name), Some(option.id.as_str()))
        }
        _ => return None,
    };
    let mut view = json!({
        "fieldId": field.id.as_str(), "fieldName": field.name, "value": shown,
    });
    if let (Some(members), Some(id)) = (view.as_object_mut(), option_id) {
        members.insert("optionId".to_owned(), id.into());
    }
    Some(view)
}

/// An organization with two projects, a project of someone else that the viewer writes in, and
/// one that they only see.
pub const FIXTURE: &str = r#"{
    "viewer": {"login": "ingrid-vale"},
    "accounts": {
        "ingrid-vale": {"login": "ingrid-vale", "type": "user", "name": "Ingrid Vale", "viewer_can_create_projects": true},
        "noah-berg": {"login": "noah-berg", "type": "user", "name": "Noah Berg", "viewer_can_create_projects": false},
        "tideworks": {"login": "tideworks", "type": "organization", "name": "Tideworks", "viewer_can_create_projects": true},
        "coastline": {"login": "coastline", "type": "organization", "name": "Coastline", "viewer_can_create_projects": false}
    },
    "repositories": {
        "R_kgDO00000001": {"id": "R_kgDO00000001", "owner": "tideworks", "name": "harbor", "archived": false, "viewer_permission": "WRITE"},
        "R_kgDO00000002": {"id": "R_kgDO00000002", "owner": "tideworks", "name": "lighthouse", "archived": true, "viewer_permission": "ADMIN"},
        "R_kgDO00000003": {"id": "R_kgDO00000003", "owner": "coastline", "name": "charts", "archived": false, "viewer_permission": "READ"}
    },
    "labels": {
        "LA_kwDO00000001": {"id": "LA_kwDO00000001", "repository_id": "R_kgDO00000001", "name": "bug"},
        "LA_kwDO00000002": {"id": "LA_kwDO00000002", "repository_id": "R_kgDO00000001", "name": "wish"}
    },
    "milestones": {
        "MI_kwDO00000001": {"id": "MI_kwDO00000001", "repository_id": "R_kgDO00000001", "title": "First release"}
    },
    "issues": {
        "I_kwDO00000001": {"id": "I_kwDO00000001", "type": "ISSUE", "repository_id": "R_kgDO00000001", "number": 1, "title": "Show the tides", "body": "For the next three days", "state": "OPEN", "author": "noah-berg", "labels": ["LA_kwDO00000001"], "assignees": ["noah-berg"], "milestone_id": "MI_kwDO00000001", "created_at": "2026-01-10T09:00:00Z", "updated_at": "2026-01-12T09:00:00Z"},
        "PR_kwDO00000002": {"id": "PR_kwDO00000002", "type": "PULL_REQUEST", "repository_id": "R_kgDO00000001", "number": 2, "title": "Read the gauge", "body": "", "state": "MERGED", "author": "ingrid-vale", "labels": [], "assignees": [], "milestone_id": null, "created_at": "2026-01-11T09:00:00Z", "updated_at": "2026-01-15T09:00:00Z"},
        "I_kwDO00000003": {"id": "I_kwDO00000003", "type": "ISSUE", "repository_id": "R_kgDO00000001", "number": 3, "title": "Say who is in port", "body": "", "state": "CLOSED", "author": "ingrid-vale", "labels": ["LA_kwDO00000002"], "assignees": [], "milestone_id": null, "created_at": "2026-01-14T09:00:00Z", "updated_at": "2026-01-20T09:00:00Z"},
        "I_kwDO00000004": {"id": "I_kwDO00000004", "type": "ISSUE", "repository_id": "R_kgDO00000001", "number": 4, "title": "Draw a map", "body": "", "state": "OPEN", "author": "noah-berg", "labels": [], "assignees": [], "milestone_id": null, "created_at": "2026-01-16T09:00:00Z", "updated_at": "2026-01-16T09:00:00Z"}
    },
    "comments": {
        "IC_kwDO00000001": {"id": "IC_kwDO00000001", "issue_id": "I_kwDO00000003", "author": "noah-berg", "body": "Done in the last version", "created_at": "2026-01-20T09:00:00Z"}
    },
    "projects": {
        "PVT_kwDO00000001": {"id": "PVT_kwDO00000001", "owner": "tideworks", "number": 1, "title": "Harbor app", "shortDescription": "All about the app", "public": false, "closed": false, "closedAt": null, "viewerRole": "ADMIN", "createdAt": "2026-01-08T09:00:00Z", "updatedAt": "2026-01-20T09:00:00Z"},
        "PVT_kwDO00000002": {"id": "PVT_kwDO00000002", "owner": "tideworks", "number": 2, "title": "Old ideas", "shortDescription": null, "public": false, "closed": true, "closedAt": "2026-02-01T09:00:00Z", "viewerRole": "ADMIN", "createdAt": "2025-06-01T09:00:00Z", "updatedAt": "2026-02-01T09:00:00Z"},
        "PVT_kwDO00000003": {"id": "PVT_kwDO00000003", "owner": "noah-berg", "number": 1, "title": "Weekend", "shortDescription": null, "public": true, "closed": false, "closedAt": null, "viewerRole": "WRITER", "createdAt": "2026-01-05T09:00:00Z", "updatedAt": "2026-01-05T09:00:00Z"},
        "PVT_kwDO00000004": {"id": "PVT_kwDO00000004", "owner": "coastline", "number": 7, "title": "Sea charts", "shortDescription": "Open to all", "public": true, "closed": false, "closedAt": null, "viewerRole": "READER", "createdAt": "2025-11-01T09:00:00Z", "updatedAt": "2025-12-01T09:00:00Z"}
    },
    "project_fields": {
        "PVTF_lADO00000001": {"id": "PVTF_lADO00000001", "projectId": "PVT_kwDO00000001", "name": "Title", "dataType": "TITLE", "options": []},
        "PVTF_lADO00000002": {"id": "PVTF_lADO00000002", "projectId": "PVT_kwDO00000001", "name": "Status", "dataType": "SINGLE_SELECT", "options": [{"id": "f75ad846", "name": "Todo", "color": "GREEN"}, {"id": "47fc9ee4", "name": "In Progress", "color": "YELLOW"}, {"id": "98236657", "name": "Done", "color": "PURPLE"}]},
        "PVTF_lADO00000003": {"id": "PVTF_lADO00000003", "projectId": "PVT_kwDO00000001", "name": "Estimate", "dataType": "NUMBER", "options": []},
        "PVTF_lADO00000004": {"id": "PVTF_lADO00000004", "projectId": "PVT_kwDO00000001", "name": "Due", "dataType": "DATE", "options": []}
    },
    "project_views": {
        "PVTV_lADO00000001": {"id": "PVTV_lADO00000001", "projectId": "PVT_kwDO00000001", "number": 1, "name": "Board", "layout": "BOARD_LAYOUT", "filter": null},
        "PVTV_lADO00000002": {"id": "PVTV_lADO00000002", "projectId": "PVT_kwDO00000001", "number": 2, "name": "Bugs", "layout": "TABLE_LAYOUT", "filter": "label:bug"}
    },
    "items": {
        "PVTI_lADO00000001": {"id": "PVTI_lADO00000001", "projectId": "PVT_kwDO00000001", "contentId": "I_kwDO00000001", "title": null, "body": null, "assignees": [], "creator": "ingrid-vale", "archived": false, "createdAt": "2026-01-10T10:00:00Z", "updatedAt": "2026-01-12T10:00:00Z"},
        "PVTI_lADO00000002": {"id": "PVTI_lADO00000002", "projectId": "PVT_kwDO00000001", "contentId": "PR_kwDO00000002", "title": null, "body": null, "assignees": [], "creator": "ingrid-vale", "archived": false, "createdAt": "2026-01-11T10:00:00Z", "updatedAt": "2026-01-11T10:00:00Z"},
        "PVTI_lADO00000003": {"id": "PVTI_lADO00000003", "projectId": "PVT_kwDO00000001", "contentId": null, "title": "Ask the pilots", "body": "By phone", "assignees": ["noah-berg"], "creator": "noah-berg", "archived": false, "createdAt": "2026-01-12T10:00:00Z", "updatedAt": "2026-01-12T10:00:00Z"},
        "PVTI_lADO00000004": {"id": "PVTI_lADO00000004", "projectId": "PVT_kwDO00000001", "contentId": "I_kwDO00000003", "title": null, "body": null, "assignees": [], "creator": "ingrid-vale", "archived": true, "createdAt": "2026-01-14T10:00:00Z", "updatedAt": "2026-01-21T10:00:00Z"}
    },
    "field_values": {
        "PVTI_lADO00000001/PVTF_lADO00000002": {"item_id": "PVTI_lADO00000001", "field_id": "PVTF_lADO00000002", "text": null, "number": null, "date": null, "option_id": "f75ad846"},
        "PVTI_lADO00000002/PVTF_lADO00000002": {"item_id": "PVTI_lADO00000002", "field_id": "PVTF_lADO00000002", "text": null, "number": null, "date": null, "option_id": "98236657"}
    }
}"#;
