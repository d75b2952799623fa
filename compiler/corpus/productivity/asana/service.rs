//! Asana: tasks with subtasks, projects, tags and files, in the teams and workspaces of a company.
//!
//! A task lives in one workspace for good, and its projects, tags, parent and assignee are of that
//! workspace. Where a call names no workspace, it means the only one that the current user is in;
//! with several, it fails and lists them. `me` stands for the current user.

/// Everything that the signed-in user can reach.
#[derive(State)]
pub struct Asana {
    pub account: One<Account>,
    pub workspaces: Table<Workspace>,
    pub users: Table<User>,
    pub teams: Table<Team>,
    pub projects: Table<Project>,
    pub tags: Table<Tag>,
    pub tasks: Table<Task>,
    pub attachments: Table<Attachment>,
}

/// Whose credentials are used.
#[derive(Entity)]
pub struct Account {
    pub user_id: Key<User>,
}

/// The space of a company, or a person's own.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, sequence = "1200{:012}")]
    pub id: Key<Workspace>,
    #[entity(len = 1..=200, company)]
    pub name: String,
    /// Whether it is a company's, which has teams.
    #[entity(default = true)]
    pub is_organization: bool,
    #[entity(default)]
    pub email_domains: Vec<String>,
}

/// Someone who works with tasks.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "1201{:012}")]
    pub id: Key<User>,
    #[entity(len = 1..=200, person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(on_delete = clear, len = 1..=100)]
    pub workspace_ids: Vec<Key<Workspace>>,
}

/// A group of users in a workspace.
#[derive(Entity)]
#[entity(unique(workspace_id, name))]
pub struct Team {
    #[entity(key, sequence = "1202{:012}")]
    pub id: Key<Team>,
    #[entity(len = 1..=200, title)]
    pub name: String,
    #[entity(default, body)]
    pub description: String,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = clear)]
    pub member_ids: Vec<Key<User>>,
}

/// A board or list that tasks are put on.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "1203{:012}")]
    pub id: Key<Project>,
    #[entity(len = 1..=1024, title)]
    pub name: String,
    #[entity(default, body)]
    pub notes: String,
    #[entity(default)]
    pub archived: bool,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = clear)]
    pub team_id: Option<Key<Team>>,
    #[entity(on_delete = clear)]
    pub owner_id: Option<Key<User>>,
    pub due_on: Option<Date>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub modified_at: Timestamp,
}

/// A word that tasks of a workspace are marked with.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, sequence = "1204{:012}")]
    pub id: Key<Tag>,
    #[entity(len = 1..=100, tag)]
    pub name: String,
    #[entity(default, body)]
    pub notes: String,
    pub color: Option<TagColor>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// The colors that a tag can have.
#[derive(Choice)]
pub enum TagColor {
    #[choice(rename = "dark-green")]
    DarkGreen,
    #[choice(rename = "dark-red")]
    DarkRed,
    #[choice(rename = "dark-blue")]
    DarkBlue,
    #[choice(rename = "dark-purple")]
    DarkPurple,
    #[choice(rename = "dark-pink")]
    DarkPink,
    #[choice(rename = "dark-orange")]
    DarkOrange,
    #[choice(rename = "dark-teal")]
    DarkTeal,
    #[choice(rename = "dark-brown")]
    DarkBrown,
    #[choice(rename = "dark-warm-gray")]
    DarkWarmGray,
    #[choice(rename = "light-green")]
    LightGreen,
    #[choice(rename = "light-red")]
    LightRed,
    #[choice(rename = "light-blue")]
    LightBlue,
    #[choice(rename = "light-purple")]
    LightPurple,
    #[choice(rename = "light-pink")]
    LightPink,
    #[choice(rename = "light-orange")]
    LightOrange,
    #[choice(rename = "light-teal")]
    LightTeal,
    #[choice(rename = "light-brown")]
    LightBrown,
    #[choice(rename = "light-warm-gray")]
    LightWarmGray,
}

/// Something to do.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "1205{:012}")]
    pub id: Key<Task>,
    #[entity(len = 0..=1024, title)]
    pub name: String,
    #[entity(default, len = 0..=65_535, body)]
    pub notes: String,
    #[entity(default)]
    pub completed: bool,
    pub completed_at: Option<Timestamp>,
    pub start_on: Option<Date>,
    pub due_on: Option<Date>,
    #[entity(on_delete = clear)]
    pub assignee_id: Option<Key<User>>,
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<Task>>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = clear)]
    pub project_ids: Vec<Key<Project>>,
    #[entity(on_delete = clear)]
    pub tag_ids: Vec<Key<Tag>>,
    #[entity(default, range = 0..=1_000_000)]
    pub num_likes: i64,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub modified_at: Timestamp,
}

/// A file on a task.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, sequence = "1206{:012}")]
    pub id: Key<Attachment>,
    #[entity(len = 1..=255, path)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub task_id: Key<Task>,
    /// Bytes, where the content was passed along.
    #[entity(range = 0..=100_000_000)]
    pub size: Option<i64>,
    /// Where the content was fetched from.
    #[entity(url)]
    pub source_url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What is said of a task inside its parent.
#[derive(Record)]
pub struct Subtask {
    pub id: Key<Task>,
    pub name: String,
    pub completed: bool,
    pub due_on: Option<Date>,
    pub assignee_id: Option<Key<User>>,
}

/// A task with what hangs on it.
#[derive(Record)]
pub struct TaskDetail {
    pub id: Key<Task>,
    pub name: String,
    pub notes: String,
    pub completed: bool,
    pub completed_at: Option<Timestamp>,
    pub start_on: Option<Date>,
    pub due_on: Option<Date>,
    pub assignee_id: Option<Key<User>>,
    pub parent_id: Option<Key<Task>>,
    pub workspace_id: Key<Workspace>,
    pub project_ids: Vec<Key<Project>>,
    pub tag_ids: Vec<Key<Tag>>,
    pub num_likes: i64,
    pub created_at: Timestamp,
    pub modified_at: Timestamp,
    pub attachment_ids: Vec<Key<Attachment>>,
    pub subtasks: Vec<Subtask>,
}

pub trait Tools {
    /// Puts a file on a task. Its content comes as text, as base64 or from an address, and from
    /// only one of these.
    #[tool(
        create,
        map(name = file_name, source_url = file_content_url),
        reads(tasks),
        writes(attachments, tasks)
    )]
    #[case(
        args = r#"{"task_id":"1205000000000001","file_name":"notes.txt","file_content_str":"hé"}"#,
        ok = r#"{"name":"notes.txt","task_id":"1205000000000001","size":3}"#
    )]
    #[case(
        args = r#"{"task_id":"1205000000000001","file_name":"dot.png","file_content_base64":"aGVsbG8="}"#,
        ok = r#"{"name":"dot.png","size":5}"#
    )]
    #[case(
        args = r#"{"task_id":"1205000000000001","file_name":"x.txt"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"task_id":"1205000000000001","file_name":"x.txt","file_content_str":"a","file_content_base64":"YQ=="}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"task_id":"1205000000000099","file_name":"x.txt","file_content_str":"a"}"#,
        error = "not_found"
    )]
    fn attach_file_to_task(
        state: &mut Asana,
        args: AttachFileToTask,
        cx: &mut Context,
    ) -> Result<RowRef<Attachment>, ToolError> {
        let size = match (&args.file_content_str, &args.file_content_base64, &args.file_content_url)
        {
            (Some(text), None, None) => {
                Some(encoded_size(text, args.file_encoding.as_deref().unwrap_or("utf-8"))?)
            }
            (None, Some(text), None) => Some(decoded_size(text)?),
            (None, None, Some(url)) => {
                check_url(url)?;
                None
            }
            _ => {
                return Err(ToolError::invalid_argument(
                    "pass exactly one of file_content_str, file_content_base64 and file_content_url",
                ));
            }
        };
        let now = cx.now();
        let task = state.tasks.update(&args.task_id, |task| {
            task.modified_at = now;
            Ok(())
        })?;
        let id = state.attachments.next_key(cx);
        state.attachments.insert(Attachment {
            id,
            name: args.file_name,
            task_id: task.id.clone(),
            size,
            source_url: args.file_content_url,
            created_at: now,
        })
    }

    /// Adds a tag to a workspace.
    #[tool(create, map(notes = description), reads(account, users, workspaces), writes(tags))]
    #[case(
        args = r#"{"name":"Urgent","color":"dark-red"}"#,
        ok = r#"{"name":"Urgent","color":"dark-red","notes":"","workspace_id":"1200000000000001"}"#
    )]
    #[case(args = r#"{"name":""}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"Urgent","workspace_id":"1200000000000099"}"#, error = "not_found")]
    fn create_tag(
        state: &mut Asana,
        args: CreateTag,
        cx: &mut Context,
    ) -> Result<RowRef<Tag>, ToolError> {
        let workspace_id = workspace_or_only(state, args.workspace_id.as_ref())?;
        let id = state.tags.next_key(cx);
        state.tags.insert(Tag {
            id,
            name: args.name,
            notes: args.description.unwrap_or_default(),
            color: args.color,
            workspace_id,
            created_at: cx.now(),
        })
    }

    /// Adds a task, for the current user unless another assignee is named. Tags that do not exist
    /// are added too.
    #[tool(
        create,
        map(
            start_on = start_date,
            due_on = due_date,
            notes = description,
            parent_id = parent_task_id
        ),
        types(project = Key<Project>),
        reads(account, users, workspaces, projects),
        writes(tasks, tags)
    )]
    #[case(
        args = r#"{"name":"Book the hall","project":"Spring launch","due_date":"2026-04-02","tags":["Press","Venue"]}"#,
        ok = r#"{"name":"Book the hall","due_on":"2026-04-02","assignee_id":"1201000000000001","workspace_id":"1200000000000001","project_ids":["1203000000000001"],"completed":false}"#
    )]
    #[case(
        args = r#"{"name":"Proofread","parent_task_id":"1205000000000001","assignee_id":"1201000000000002"}"#,
        ok = r#"{"parent_id":"1205000000000001","assignee_id":"1201000000000002","project_ids":[]}"#
    )]
    #[case(args = r#"{"name":"x","start_date":"2026-04-02"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"name":"x","start_date":"2026-04-02","due_date":"2026-04-01"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"name":"x","project":"No such project"}"#, error = "not_found")]
    #[case(args = r#"{"name":"x","assignee_id":"1201000000000099"}"#, error = "not_found")]
    #[case(
        args = r#"{"name":"x","assignee_id":"1201000000000003"}"#,
        error = "failed_precondition"
    )]
    fn create_task(
        state: &mut Asana,
        args: CreateTask,
        cx: &mut Context,
    ) -> Result<RowRef<Task>, ToolError> {
        check_dates(args.start_date, args.due_date)?;
        let parent = match &args.parent_task_id {
            Some(id) => Some(state.tasks.find(id)?),
            None => None,
        };
        let project = match &args.project {
            Some(named) => Some(find_project(state, named.as_str(), args.workspace_id.as_ref())?),
            None => None,
        };
        let implied = parent.as_ref().map(|task| task.workspace_id.clone());
        let implied = implied.or_else(|| Some(project.as_ref()?.workspace_id.clone()));
        let workspace_id = match (args.workspace_id, implied) {
            (None, Some(implied)) => implied,
            (given, _) => workspace_or_only(state, given.as_ref())?,
        };
        let same_place = parent.as_ref().is_none_or(|task| task.workspace_id == workspace_id)
            && project.as_ref().is_none_or(|project| project.workspace_id == workspace_id);
        if !same_place {
            return Err(ToolError::failed_precondition(
                "the parent task and the project must be in the task's workspace",
            ));
        }
        let assignee = find_user(state, args.assignee_id.as_ref().map_or("me", Key::as_str))?;
        check_member(&assignee, &workspace_id)?;
        let mut tag_ids = Vec::new();
        for named in args.tags.unwrap_or_default() {
            let tag = match find_tag(state, &named, &workspace_id)? {
                Some(id) => id,
                None => add_tag(state, named, &workspace_id, cx)?,
            };
            if !tag_ids.contains(&tag) {
                tag_ids.push(tag);
            }
        }
        let id = state.tasks.next_key(cx);
        state.tasks.insert(Task {
            id,
            name: args.name,
            notes: args.description.unwrap_or_default(),
            completed: false,
            completed_at: None,
            start_on: args.start_date,
            due_on: args.due_date,
            assignee_id: Some(assignee.id.clone()),
            parent_id: parent.map(|task| task.id.clone()),
            workspace_id,
            project_ids: project.iter().map(|project| project.id.clone()).collect(),
            tag_ids,
            num_likes: 0,
            created_at: cx.now(),
            modified_at: cx.now(),
        })
    }

    #[tool(get, key(project_id))]
    fn get_project_by_id() -> Project;

    /// Lists the parts of a task in the order in which they were added.
    #[tool(
        list,
        filter(parent_id = task_id),
        page(limit = limit, cursor = next_page_token),
        reads(tasks)
    )]
    #[case(
        args = r#"{"task_id":"1205000000000001"}"#,
        ok = r#"{"items":[{"id":"1205000000000002","name":"Collect quotes"}],"total":1}"#
    )]
    #[case(args = r#"{"task_id":"1205000000000099"}"#, error = "not_found")]
    fn get_subtasks_from_a_task(
        state: &Asana,
        args: GetSubtasksFromATask,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Task>>, ToolError> {
        let task = state.tasks.find(args.task_id.as_str())?;
        let rows = state.tasks.select(&|row| row.parent_id.as_ref() == Some(&task.id));
        page(rows, args.limit, args.next_page_token)
    }

    #[tool(get, key(tag_id))]
    fn get_tag_by_id() -> Tag;

    /// Reads a task with its files and its first subtasks.
    #[tool(get, key(task_id), about = Task, reads(tasks, attachments))]
    #[case(
        args = r#"{"task_id":"1205000000000001"}"#,
        ok = r#"{"name":"Write the press text","tag_ids":["1204000000000001"],"attachment_ids":["1206000000000001"],"subtasks":[{"id":"1205000000000002"}]}"#
    )]
    #[case(
        args = r#"{"task_id":"1205000000000001","max_subtasks":0}"#,
        ok = r#"{"id":"1205000000000001","subtasks":[]}"#
    )]
    #[case(args = r#"{"task_id":"1205000000000099"}"#, error = "not_found")]
    fn get_task_by_id(
        state: &Asana,
        args: GetTaskById,
        _cx: &mut Context,
    ) -> Result<TaskDetail, ToolError> {
        let task = state.tasks.find(args.task_id.as_str())?;
        let limit = usize::try_from(args.max_subtasks.unwrap_or(100).clamp(0, 100)).unwrap_or(0);
        let parts = state.tasks.select(&|row| row.parent_id.as_ref() == Some(&task.id));
        let subtasks = parts.iter().take(limit).map(|row| view_subtask(row)).collect();
        let files = state.attachments.select(&|row| row.task_id == task.id);
        let attachment_ids = files.iter().map(|row| row.id.clone()).collect();
        Ok(view_task(&task, attachment_ids, subtasks))
    }

    /// Finds tasks of a workspace that fit everything that is given. With several tags, one of
    /// them is enough.
    #[tool(
        search((name, notes) ~ keywords),
        filter(
            workspace_id,
            assignee_id,
            due_on,
            due_on >= due_on_or_after,
            due_on <= due_on_or_before,
            start_on,
            start_on >= start_on_or_after,
            start_on <= start_on_or_before,
            completed
        ),
        page(limit = limit),
        types(project = Key<Project>, team_id = Key<Team>),
        reads(account, users, workspaces, projects, teams, tags, tasks)
    )]
    #[case(
        args = r#"{"keywords":"PRESS","completed":false}"#,
        ok = r#"{"items":[{"id":"1205000000000001"}],"total":1}"#
    )]
    #[case(
        args = r#"{"project":"Spring launch","sort_by":"due_date","sort_order":"ascending"}"#,
        ok = r#"{"items":[{"id":"1205000000000003"},{"id":"1205000000000001"}],"total":2}"#
    )]
    #[case(
        args = r#"{"tags":["Press"],"team_id":"1202000000000001","assignee_id":"1201000000000002"}"#,
        ok = r#"{"items":[{"id":"1205000000000001"}],"total":1}"#
    )]
    #[case(args = r#"{"tags":["No such tag"]}"#, error = "not_found")]
    #[case(args = r#"{"due_on":"next week"}"#, error = "invalid_argument")]
    fn get_tasks_without_id(
        state: &Asana,
        args: GetTasksWithoutId,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Task>>, ToolError> {
        let workspace = match (&args.workspace_id, &args.project) {
            (None, Some(named)) => find_project(state, named.as_str(), None)?.workspace_id.clone(),
            (given, _) => workspace_or_only(state, given.as_ref())?,
        };
        let project = match &args.project {
            Some(named) => Some(find_project(state, named.as_str(), Some(&workspace))?),
            None => None,
        };
        let team = match &args.team_id {
            Some(id) => Some(state.teams.find(id)?),
            None => None,
        };
        let assignee = match &args.assignee_id {
            Some(id) => Some(find_user(state, id.as_str())?),
            None => None,
        };
        let mut tags = Vec::new();
        for named in args.tags.unwrap_or_default() {
            let missing = || ToolError::not_found(format!("no tag `{named}`"));
            tags.push(find_tag(state, &named, &workspace)?.ok_or_else(missing)?);
        }
        let keywords = args.keywords.unwrap_or_default();
        let of_team = |id: &Key<Project>| {
            let project = state.projects.get(id);
            project.is_some_and(|project| {
                project.team_id.as_ref() == team.as_ref().map(|team| &team.id)
            })
        };
        let in_span =
            |day: Option<Date>, on: Option<Date>, from: Option<Date>, to: Option<Date>| {
                on.is_none_or(|on| day == Some(on))
                    && from.is_none_or(|from| day.is_some_and(|day| day >= from))
                    && to.is_none_or(|to| day.is_some_and(|day| day <= to))
            };
        let mut rows = state.tasks.select(&|task| {
            task.workspace_id == workspace
                && contains_text(&[&task.name, &task.notes], &keywords)
                && args.completed.is_none_or(|completed| task.completed == completed)
                && project.as_ref().is_none_or(|project| task.project_ids.contains(&project.id))
                && (team.is_none() || task.project_ids.iter().any(of_team))
                && assignee.as_ref().is_none_or(|user| task.assignee_id.as_ref() == Some(&user.id))
                && (tags.is_empty() || tags.iter().any(|tag| task.tag_ids.contains(tag)))
                && in_span(task.due_on, args.due_on, args.due_on_or_after, args.due_on_or_before)
                && in_span(
                    task.start_on,
                    args.start_on,
                    args.start_on_or_after,
                    args.start_on_or_before,
                )
        });
        let field = match args.sort_by.map_or("modified_at", |by| by.as_str()) {
            "due_date" => "due_on",
            "likes" => "num_likes",
            other => other,
        };
        let ascending = args.sort_order.is_some_and(|order| order.as_str() == "ascending");
        let direction = if ascending { Direction::Ascending } else { Direction::Descending };
        compoworld_core::sort_rows(&mut rows, field, direction)?;
        page(rows, args.limit, None)
    }

    #[tool(get, key(team_id))]
    fn get_team_by_id() -> Team;

    /// Reads a user by identifier or email address, or the current one as `me`.
    #[tool(get, key(user_id), reads(account, users))]
    #[case(
        args = r#"{"user_id":"1201000000000002"}"#,
        ok = r#"{"name":"Jonas Weber","email":"jonas@fjordline.example"}"#
    )]
    #[case(args = r#"{"user_id":"me"}"#, ok = r#"{"id":"1201000000000001"}"#)]
    #[case(args = r#"{"user_id":"1201000000000099"}"#, error = "not_found")]
    fn get_user_by_id(
        state: &Asana,
        args: GetUserById,
        _cx: &mut Context,
    ) -> Result<RowRef<User>, ToolError> {
        find_user(state, args.user_id.as_str())
    }

    #[tool(get, key(workspace_id))]
    fn get_workspace_by_id() -> Workspace;

    /// Lists the projects of a workspace, or of one of its teams.
    #[tool(
        list,
        filter(team_id, workspace_id),
        page(limit = limit, cursor = next_page_token),
        reads(account, users, workspaces, teams, projects)
    )]
    #[case(
        args = r#"{"team_id":"1202000000000001"}"#,
        ok = r#"{"items":[{"id":"1203000000000001"}],"total":1}"#
    )]
    #[case(args = r#"{"team_id":"1202000000000099"}"#, error = "not_found")]
    fn list_projects(
        state: &Asana,
        args: ListProjects,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Project>>, ToolError> {
        let workspace = workspace_or_only(state, args.workspace_id.as_ref())?;
        if let Some(team) = &args.team_id {
            state.teams.find(team)?;
        }
        let rows = state.projects.select(&|project| {
            project.workspace_id == workspace
                && (args.team_id.is_none() || project.team_id == args.team_id)
        });
        page(rows, args.limit, args.next_page_token)
    }

    /// Lists the tags of a workspace.
    #[tool(
        list,
        filter(workspace_id),
        page(limit = limit, cursor = next_page_token),
        reads(account, users, workspaces, tags)
    )]
    #[case(args = "{}", ok = r#"{"items":[{"name":"Press"},{"name":"Waiting"}],"total":2}"#)]
    #[case(args = r#"{"workspace_id":"1200000000000002"}"#, error = "permission_denied")]
    #[case(args = r#"{"workspace_id":"1200000000000099"}"#, error = "not_found")]
    fn list_tags(
        state: &Asana,
        args: ListTags,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Tag>>, ToolError> {
        let workspace = workspace_or_only(state, args.workspace_id.as_ref())?;
        let rows = state.tags.select(&|tag| tag.workspace_id == workspace);
        page(rows, args.limit, args.next_page_token)
    }

    /// Lists the teams of a workspace.
    #[tool(
        list,
        filter(workspace_id),
        page(limit = limit, cursor = next_page_token),
        reads(account, users, workspaces, teams)
    )]
    #[case(args = r#"{"limit":1}"#, ok = r#"{"items":[{"name":"Marketing"}],"total":2}"#)]
    #[case(args = r#"{"workspace_id":"1200000000000099"}"#, error = "not_found")]
    fn list_teams(
        state: &Asana,
        args: ListTeams,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Team>>, ToolError> {
        let workspace = workspace_or_only(state, args.workspace_id.as_ref())?;
        let rows = state.teams.select(&|team| team.workspace_id == workspace);
        page(rows, args.limit, args.next_page_token)
    }

    /// Lists the teams of a workspace that the current user belongs to.
    #[tool(
        list,
        filter(workspace_id),
        page(limit = limit, cursor = next_page_token),
        reads(account, users, workspaces, teams)
    )]
    #[case(args = "{}", ok = r#"{"items":[{"name":"Marketing"}],"total":1}"#)]
    #[case(args = r#"{"workspace_id":"1200000000000099"}"#, error = "not_found")]
    fn list_teams_the_current_user_is_a_member_of(
        state: &Asana,
        args: ListTeamsTheCurrentUserIsAMemberOf,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Team>>, ToolError> {
        let workspace = workspace_or_only(state, args.workspace_id.as_ref())?;
        let me = find_user(state, "me")?;
        let rows = state
            .teams
            .select(&|team| team.workspace_id == workspace && team.member_ids.contains(&me.id));
        page(rows, args.limit, args.next_page_token)
    }

    /// Lists the users of a workspace.
    #[tool(
        list,
        filter(workspace_ids has workspace_id),
        page(limit = limit, cursor = next_page_token),
        reads(account, users, workspaces)
    )]
    #[case(
        args = "{}",
        ok = r#"{"items":[{"name":"Liv Aasen"},{"name":"Jonas Weber"}],"total":2}"#
    )]
    #[case(args = r#"{"workspace_id":"1200000000000099"}"#, error = "not_found")]
    fn list_users(
        state: &Asana,
        args: ListUsers,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<User>>, ToolError> {
        let workspace = workspace_or_only(state, args.workspace_id.as_ref())?;
        let rows = state.users.select(&|user| user.workspace_ids.contains(&workspace));
        page(rows, args.limit, args.next_page_token)
    }

    /// Lists the workspaces that the current user is in.
    #[tool(
        list,
        page(limit = limit, cursor = next_page_token),
        reads(account, users, workspaces)
    )]
    #[case(args = "{}", ok = r#"{"items":[{"name":"Fjordline Travel"}],"total":1}"#)]
    #[case(args = r#"{"next_page_token":"no cursor"}"#, error = "invalid_argument")]
    fn list_workspaces(
        state: &Asana,
        args: ListWorkspaces,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Workspace>>, ToolError> {
        let me = find_user(state, "me")?;
        let rows = state.workspaces.select(&|row| me.workspace_ids.contains(&row.id));
        page(rows, args.limit, args.next_page_token)
    }

    /// Marks a task as done; one that is done stays as it is.
    #[tool(update, key(task_id), set(completed = true), reads(tasks), writes(tasks))]
    #[case(
        args = r#"{"task_id":"1205000000000001"}"#,
        ok = r#"{"id":"1205000000000001","completed":true}"#
    )]
    #[case(
        args = r#"{"task_id":"1205000000000003"}"#,
        ok = r#"{"completed":true,"completed_at":"2026-02-20T15:00:00Z"}"#
    )]
    #[case(args = r#"{"task_id":"1205000000000099"}"#, error = "not_found")]
    fn mark_task_as_completed(
        state: &mut Asana,
        args: MarkTaskAsCompleted,
        cx: &mut Context,
    ) -> Result<RowRef<Task>, ToolError> {
        let mut task = (*state.tasks.find(args.task_id.as_str())?).clone();
        task.completed = true;
        save(state, task, cx)
    }

    /// Changes what is given of a task. A start date needs the due date beside it.
    #[tool(
        update,
        key(task_id),
        map(start_on = start_date, due_on = due_date, notes = description),
        reads(tasks, users, account),
        writes(tasks)
    )]
    #[case(
        args = r#"{"task_id":"1205000000000003","completed":false,"assignee_id":"me"}"#,
        ok = r#"{"completed":false,"completed_at":null,"assignee_id":"1201000000000001"}"#
    )]
    #[case(
        args = r#"{"task_id":"1205000000000001","start_date":"2026-03-02","due_date":"2026-03-09","name":"Write it"}"#,
        ok = r#"{"name":"Write it","start_on":"2026-03-02","due_on":"2026-03-09"}"#
    )]
    #[case(
        args = r#"{"task_id":"1205000000000001","start_date":"2026-03-02"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"task_id":"1205000000000099","name":"x"}"#, error = "not_found")]
    fn update_task(
        state: &mut Asana,
        args: UpdateTask,
        cx: &mut Context,
    ) -> Result<RowRef<Task>, ToolError> {
        let mut task = (*state.tasks.find(args.task_id.as_str())?).clone();
        if args.start_date.is_some() {
            check_dates(args.start_date, args.due_date)?;
        } else if args.due_date.is_some() {
            check_dates(task.start_on, args.due_date)?;
        }
        if let Some(named) = &args.assignee_id {
            let user = find_user(state, named.as_str())?;
            check_member(&user, &task.workspace_id)?;
            task.assignee_id = Some(user.id.clone());
        }
        task.name = args.name.unwrap_or(task.name);
        task.completed = args.completed.unwrap_or(task.completed);
        task.start_on = args.start_date.or(task.start_on);
        task.due_on = args.due_date.or(task.due_on);
        task.notes = args.description.unwrap_or(task.notes);
        save(state, task, cx)
    }
}

fn page<T: Entity>(
    rows: Vec<RowRef<T>>,
    limit: Option<i64>,
    cursor: Option<String>,
) -> Result<Page<RowRef<T>>, ToolError> {
    let limit = Some(limit.unwrap_or(100).clamp(1, 100));
    PageRequest { limit, cursor, ..PageRequest::default() }.cut(rows)
}

/// The user with this identifier or address; `me` is the current one.
fn find_user(state: &Asana, named: &str) -> Result<RowRef<User>, ToolError> {
    if named == "me" {
        return state.users.find(&state.account.find()?.user_id);
    }
    match state.users.first(&|user| user.email.eq_ignore_ascii_case(named)) {
        Some(user) => state.users.find(&user.id),
        None => state.users.find(named),
    }
}

fn check_member(user: &User, workspace: &Key<Workspace>) -> Result<(), ToolError> {
    if user.workspace_ids.contains(workspace) {
        return Ok(());
    }
    Err(ToolError::failed_precondition(format!(
        "user `{}` is not in workspace `{workspace}` and takes no tasks there",
        user.id
    )))
}

/// The given workspace, which the current user has to be in, or else the only one that they are in.
fn workspace_or_only(
    state: &Asana,
    given: Option<&Key<Workspace>>,
) -> Result<Key<Workspace>, ToolError> {
    let me = find_user(state, "me")?;
    if let Some(id) = given {
        let workspace = state.workspaces.find(id)?;
        if me.workspace_ids.contains(&workspace.id) {
            return Ok(workspace.id.clone());
        }
        let message = format!("the current user is not in workspace `{id}`");
        return Err(ToolError::permission_denied(message));
    }
    match me.workspace_ids.as_slice() {
        [only] => Ok(only.clone()),
        several => {
            let rows = several.iter().filter_map(|id| state.workspaces.get(id));
            let names: Vec<String> = rows.map(|row| format!("{} ({})", row.id, row.name)).collect();
            let message = format!("pass a workspace_id, one of: {}", names.join(", "));
            Err(ToolError::invalid_argument(message))
        }
    }
}

/// The project with this identifier or, in any case, this name.
fn find_project(
    state: &Asana,
    named: &str,
    workspace: Option<&Key<Workspace>>,
) -> Result<RowRef<Project>, ToolError> {
    if state.projects.contains(named) {
        return state.projects.find(named);
    }
    let same = |project: &Project| {
        project.name.eq_ignore_ascii_case(named)
            && workspace.is_none_or(|id| project.workspace_id == *id)
    };
    let found = state.projects.select(&same);
    match found.as_slice() {
        [only] => Ok(only.clone()),
        [] => state.projects.find(named),
        several => {
            let ids: Vec<&str> = several.iter().map(|project| project.id.as_str()).collect();
            let message = format!("several projects are named `{named}`: {}", ids.join(", "));
            Err(ToolError::invalid_argument(message))
        }
    }
}

/// The tag of a workspace with this identifier or, in any case, this name.
fn find_tag(
    state: &Asana,
    named: &str,
    workspace: &Key<Workspace>,
) -> Result<Option<Key<Tag>>, ToolError> {
    if let Some(tag) = state.tags.get(named) {
        if tag.workspace_id == *workspace {
            return Ok(Some(tag.id.clone()));
        }
        let message = format!("tag `{named}` is not of workspace `{workspace}`");
        return Err(ToolError::failed_precondition(message));
    }
    let looks_like_id = named.len() >= 10 && named.chars().all(|digit| digit.is_ascii_digit());
    if looks_like_id {
        return Err(ToolError::no_row("Tag", named));
    }
    let same = |tag: &Tag| tag.workspace_id == *workspace && tag.name.eq_ignore_ascii_case(named);
    Ok(state.tags.first(&same).map(|tag| tag.id.clone()))
}

fn add_tag(
    state: &mut Asana,
    name: String,
    workspace: &Key<Workspace>,
    cx: &mut Context,
) -> Result<Key<Tag>, ToolError> {
    let id = state.tags.next_key(cx);
    let workspace_id = workspace.clone();
    let created_at = cx.now();
    let tag = Tag { id, name, notes: String::new(), color: None, workspace_id, created_at };
    Ok(state.tags.insert(tag)?.id.clone())
}

/// A start day goes with a later due day.
fn check_dates(start: Option<Date>, due: Option<Date>) -> Result<(), ToolError> {
    match (start, due) {
        (Some(_), None) => {
            Err(ToolError::invalid_argument("start_date needs a due_date beside it"))
        }
        (Some(start), Some(due)) if start >= due => {
            Err(ToolError::invalid_argument("start_date must be before due_date"))
        }
        _ => Ok(()),
    }
}

/// Puts a changed task back and stamps when it was done.
fn save(state: &mut Asana, mut task: Task, cx: &mut Context) -> Result<RowRef<Task>, ToolError> {
    let before = state.tasks.find(&task.id)?;
    if *before == task {
        return Ok(before);
    }
    if before.completed != task.completed {
        task.completed_at = task.completed.then(|| cx.now());
    }
    task.modified_at = cx.now();
    Ok(state.tasks.put(task))
}

fn view_subtask(task: &Task) -> Subtask {
    Subtask {
        id: task.id.clone(),
        name: task.name.clone(),
        completed: task.completed,
        due_on: task.due_on,
        assignee_id: task.assignee_id.clone(),
    }
}

fn view_task(
    task: &Task,
    attachment_ids: Vec<Key<Attachment>>,
    subtasks: Vec<Subtask>,
) -> TaskDetail {
    TaskDetail {
        id: task.id.clone(),
        name: task.name.clone(),
        notes: task.notes.clone(),
        completed: task.completed,
        completed_at: task.completed_at,
        start_on: task.start_on,
        due_on: task.due_on,
        assignee_id: task.assignee_id.clone(),
        parent_id: task.parent_id.clone(),
        workspace_id: task.workspace_id.clone(),
        project_ids: task.project_ids.clone(),
        tag_ids: task.tag_ids.clone(),
        num_likes: task.num_likes,
        created_at: task.created_at,
        modified_at: task.modified_at,
        attachment_ids,
        subtasks,
    }
}

/// How many bytes a text takes in an encoding.
fn encoded_size(text: &str, encoding: &str) -> Result<i64, ToolError> {
    let name = encoding.to_lowercase().replace(['_', ' '], "-");
    let units = text.encode_utf16().count();
    let characters = text.chars().count();
    let fits = |greatest: u32| text.chars().all(|letter| u32::from(letter) <= greatest);
    let size = match name.as_str() {
        "utf-8" | "utf8" => Some(text.len()),
        "utf-16" | "utf16" => Some(units.saturating_mul(2).saturating_add(2)),
        "utf-32" | "utf32" => Some(characters.saturating_mul(4).saturating_add(4)),
        "ascii" | "us-ascii" => fits(0x7f).then_some(characters),
        "latin-1" | "latin1" | "iso-8859-1" => fits(0xff).then_some(characters),
        _ => {
            let message = format!("`{encoding}` is no known encoding, use `utf-8`");
            return Err(ToolError::invalid_argument(message));
        }
    };
    let Some(size) = size else {
        let message = format!("the text has letters that `{encoding}` cannot write");
        return Err(ToolError::invalid_argument(message));
    };
    Ok(i64::try_from(size).unwrap_or(i64::MAX))
}

/// How many bytes a base64 text stands for.
fn decoded_size(text: &str) -> Result<i64, ToolError> {
    let kept: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let digits = kept.trim_end_matches('=');
    let padding = kept.len().saturating_sub(digits.len());
    let known = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '/');
    if !digits.chars().all(known) || padding > 2 || !kept.len().is_multiple_of(4) {
        return Err(ToolError::invalid_argument("file_content_base64 is not base64"));
    }
    Ok(i64::try_from(digits.len().saturating_mul(3) / 4).unwrap_or(i64::MAX))
}

fn check_url(url: &str) -> Result<(), ToolError> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    if rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace)) {
        return Ok(());
    }
    Err(ToolError::invalid_argument(format!("`{url}` is no address, begin it with `https://`")))
}

/// A travel company with two teams, and one person outside of it.
pub const FIXTURE: &str = r#"{
    "account": {"user_id": "1201000000000001"},
    "workspaces": {
        "1200000000000001": {"id": "1200000000000001", "name": "Fjordline Travel", "is_organization": true, "email_domains": ["fjordline.example"]},
        "1200000000000002": {"id": "1200000000000002", "name": "Harbour Print", "is_organization": true, "email_domains": []}
    },
    "users": {
        "1201000000000001": {"id": "1201000000000001", "name": "Liv Aasen", "email": "liv@fjordline.example", "workspace_ids": ["1200000000000001"]},
        "1201000000000002": {"id": "1201000000000002", "name": "Jonas Weber", "email": "jonas@fjordline.example", "workspace_ids": ["1200000000000001"]},
        "1201000000000003": {"id": "1201000000000003", "name": "Mina Okafor", "email": "mina@harbourprint.example", "workspace_ids": ["1200000000000002"]}
    },
    "teams": {
        "1202000000000001": {"id": "1202000000000001", "name": "Marketing", "description": "Words and pictures", "workspace_id": "1200000000000001", "member_ids": ["1201000000000001", "1201000000000002"]},
        "1202000000000002": {"id": "1202000000000002", "name": "Bookings", "description": "", "workspace_id": "1200000000000001", "member_ids": ["1201000000000002"]}
    },
    "projects": {
        "1203000000000001": {"id": "1203000000000001", "name": "Spring launch", "notes": "New routes from April", "archived": false, "workspace_id": "1200000000000001", "team_id": "1202000000000001", "owner_id": "1201000000000001", "due_on": "2026-04-15", "created_at": "2026-01-12T09:00:00Z", "modified_at": "2026-02-20T15:00:00Z"},
        "1203000000000002": {"id": "1203000000000002", "name": "Refund backlog", "notes": "", "archived": false, "workspace_id": "1200000000000001", "team_id": "1202000000000002", "owner_id": null, "due_on": null, "created_at": "2026-01-20T09:00:00Z", "modified_at": "2026-01-20T09:00:00Z"}
    },
    "tags": {
        "1204000000000001": {"id": "1204000000000001", "name": "Press", "notes": "", "color": "light-blue", "workspace_id": "1200000000000001", "created_at": "2026-01-13T09:00:00Z"},
        "1204000000000002": {"id": "1204000000000002", "name": "Waiting", "notes": "For someone outside", "color": null, "workspace_id": "1200000000000001", "created_at": "2026-01-14T09:00:00Z"}
    },
    "tasks": {
        "1205000000000001": {"id": "1205000000000001", "name": "Write the press text", "notes": "One page, two pictures", "completed": false, "due_on": "2026-03-20", "assignee_id": "1201000000000002", "workspace_id": "1200000000000001", "project_ids": ["1203000000000001"], "tag_ids": ["1204000000000001"], "num_likes": 1, "created_at": "2026-02-02T09:00:00Z", "modified_at": "2026-02-18T09:00:00Z"},
        "1205000000000002": {"id": "1205000000000002", "name": "Collect quotes", "notes": "", "completed": false, "due_on": "2026-03-12", "assignee_id": "1201000000000001", "parent_id": "1205000000000001", "workspace_id": "1200000000000001", "project_ids": [], "tag_ids": ["1204000000000002"], "num_likes": 0, "created_at": "2026-02-03T09:00:00Z", "modified_at": "2026-02-03T09:00:00Z"},
        "1205000000000003": {"id": "1205000000000003", "name": "Choose the cover picture", "notes": "", "completed": true, "completed_at": "2026-02-20T15:00:00Z", "start_on": "2026-02-10", "due_on": "2026-02-21", "assignee_id": "1201000000000002", "workspace_id": "1200000000000001", "project_ids": ["1203000000000001"], "tag_ids": [], "num_likes": 3, "created_at": "2026-02-04T09:00:00Z", "modified_at": "2026-02-20T15:00:00Z"}
    },
    "attachments": {
        "1206000000000001": {"id": "1206000000000001", "name": "routes.csv", "task_id": "1205000000000001", "size": 2048, "source_url": null, "created_at": "2026-02-05T09:00:00Z"}
    }
}"#;
