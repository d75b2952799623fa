//! Project manager: projects, their epics, and tasks that agents lock while they work on them.
//!
//! Tasks carry the marks of the response awareness method: a score, tags for assumptions, and the
//! verdicts of reviewers on those. Statuses may be given in the words of the board (`TODO`,
//! `DONE`) and are kept in those of the store (`pending`, `completed`). Answers are the objects
//! that the real server writes as JSON texts.

/// Everything the board knows.
#[derive(State)]
pub struct ProjectManager {
    pub storage: One<Storage>,
    pub projects: Table<Project>,
    pub epics: Table<Epic>,
    pub tasks: Table<Task>,
    pub task_logs: Table<TaskLog>,
    pub ra_tags: Table<RaTag>,
    pub validations: Table<Validation>,
    pub knowledge_items: Table<KnowledgeItem>,
    pub knowledge_logs: Table<KnowledgeLog>,
}

/// What the installed store can do. Version 0.2.7 of the server ships without transactions over
/// several fields, so that `update_task` fails there; that is how a board without this row behaves.
#[derive(Entity)]
pub struct Storage {
    #[entity(default = true)]
    pub atomic_updates: bool,
}

/// What epics belong to.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence)]
    pub id: IntKey<Project>,
    #[entity(unique, len = 1..=200, title)]
    pub name: String,
    #[entity(default, body)]
    pub description: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A part of a project, which groups tasks.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct Epic {
    #[entity(key, sequence)]
    pub id: IntKey<Epic>,
    #[entity(on_delete = cascade)]
    pub project_id: IntKey<Project>,
    #[entity(len = 1..=200, title)]
    pub name: String,
    #[entity(default, body)]
    pub description: String,
    #[entity(default = TaskStatus::Pending)]
    pub status: TaskStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Something to be done.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence)]
    pub id: IntKey<Task>,
    #[entity(on_delete = cascade)]
    pub epic_id: IntKey<Epic>,
    #[entity(len = 1..=500, title)]
    pub name: String,
    #[entity(default, body)]
    pub description: String,
    #[entity(default = TaskStatus::Pending)]
    pub status: TaskStatus,
    /// The agent that works on it; nobody else may change it until the lock expires.
    pub lock_holder: Option<String>,
    pub lock_expires_at: Option<Timestamp>,
    #[entity(default = RaMode::Standard)]
    pub ra_mode: RaMode,
    #[entity(range = 1..=10, default = 5)]
    pub ra_score: i64,
    pub ra_metadata: BTreeMap<String, Json>,
    #[entity(default)]
    pub prompt_snapshot: String,
    /// The tasks that have to be done first.
    #[entity(on_delete = clear)]
    pub dependencies: Vec<IntKey<Task>>,
    #[entity(tag)]
    pub parallel_group: Option<String>,
    /// The tasks that must not be worked on at the same time.
    #[entity(on_delete = clear)]
    pub conflicts_with: Vec<IntKey<Task>>,
    #[entity(default = true)]
    pub parallel_eligible: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What happened to a task; each task counts its own entries.
#[derive(Entity)]
pub struct TaskLog {
    #[entity(key, on_delete = cascade)]
    pub task_id: IntKey<Task>,
    #[entity(key, sequence)]
    pub seq: i64,
    #[entity(created)]
    pub ts: Timestamp,
    pub kind: LogKind,
    pub payload: Json,
}

/// An assumption that was marked in the work on a task.
#[derive(Entity)]
pub struct RaTag {
    #[entity(key, token("ra_tag_", 12))]
    pub id: Key<RaTag>,
    #[entity(on_delete = cascade)]
    pub task_id: IntKey<Task>,
    /// The text as it was given: `#COMPLETION_DRIVE_IMPL: the list is never empty`.
    #[entity(len = 1..=2_000, body)]
    pub text: String,
    /// The part of the text that tells what sort of assumption it is.
    #[entity(rename = "type", tag)]
    pub tag_type: String,
    #[entity(path)]
    pub file_path: Option<String>,
    #[entity(range = 1..=10_000_000)]
    pub line_number: Option<i64>,
    pub language: Option<String>,
    #[entity(body)]
    pub code_snippet: Option<String>,
    pub created_by: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What a reviewer found out about an assumption.
#[derive(Entity)]
pub struct Validation {
    #[entity(key, sequence)]
    pub id: IntKey<Validation>,
    #[entity(on_delete = cascade)]
    pub task_id: IntKey<Task>,
    #[entity(on_delete = cascade)]
    pub ra_tag_id: Key<RaTag>,
    pub outcome: Outcome,
    #[entity(len = 1..=5_000, body)]
    pub reason: String,
    #[entity(range = 0..=100)]
    pub confidence: i64,
    pub reviewer_agent_id: String,
    #[entity(created)]
    pub validated_at: Timestamp,
}

/// Something worth knowing about a project.
#[derive(Entity)]
pub struct KnowledgeItem {
    #[entity(key, sequence)]
    pub id: IntKey<KnowledgeItem>,
    #[entity(len = 1..=500, title)]
    pub title: String,
    #[entity(len = 1..=50_000, body)]
    pub content: String,
    #[entity(tag)]
    pub category: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(on_delete = clear)]
    pub parent_id: Option<IntKey<KnowledgeItem>>,
    #[entity(on_delete = cascade)]
    pub project_id: IntKey<Project>,
    #[entity(on_delete = clear)]
    pub epic_id: Option<IntKey<Epic>>,
    #[entity(on_delete = clear)]
    pub task_id: Option<IntKey<Task>>,
    #[entity(range = 0..=5, default)]
    pub priority: i64,
    #[entity(default = true)]
    pub is_active: bool,
    /// Counts the changes.
    #[entity(range = 1..=1_000_000, default = 1)]
    pub version: i64,
    pub created_by: Option<String>,
    pub metadata: BTreeMap<String, Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What happened to a knowledge item.
#[derive(Entity)]
pub struct KnowledgeLog {
    #[entity(key, sequence)]
    pub id: IntKey<KnowledgeLog>,
    #[entity(on_delete = cascade)]
    pub knowledge_id: IntKey<KnowledgeItem>,
    #[entity(len = 1..=100)]
    pub action_type: String,
    #[entity(body)]
    pub change_reason: Option<String>,
    pub created_by: Option<String>,
    pub metadata: BTreeMap<String, Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Where a task stands.
#[derive(Choice)]
pub enum TaskStatus {
    Pending,
    InProgress,
    Review,
    Completed,
    Blocked,
    Backlog,
}

/// How much of the method a task calls for.
#[derive(Choice)]
pub enum RaMode {
    Simple,
    Standard,
    #[choice(rename = "ra-light")]
    RaLight,
    #[choice(rename = "ra-full")]
    RaFull,
}

/// What an entry of a task's log tells.
#[derive(Choice)]
pub enum LogKind {
    Create,
    Prompt,
    Update,
    Note,
}

/// What became of an assumption.
#[derive(Choice)]
pub enum Outcome {
    Validated,
    Rejected,
    Partial,
}

/// A project as lists show it.
#[derive(Record)]
pub struct ProjectLine {
    pub id: IntKey<Project>,
    pub name: String,
    pub description: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// An epic as lists show it.
#[derive(Record)]
pub struct EpicLine {
    pub id: IntKey<Epic>,
    pub name: String,
    pub description: String,
    pub project_id: IntKey<Project>,
    pub project_name: String,
    pub created_at: Timestamp,
}

/// A task as lists show it.
#[derive(Record)]
pub struct TaskLine {
    pub id: IntKey<Task>,
    pub name: String,
    pub status: TaskStatus,
    pub ra_score: i64,
    pub epic_name: String,
    pub project_name: String,
}

/// A lock that was taken.
#[derive(Record)]
pub struct LockTaken {
    pub success: bool,
    pub message: String,
    pub task_id: IntKey<Task>,
    pub agent_id: String,
    pub timeout: i64,
    pub expires_at: Timestamp,
}

/// A lock that was given back.
#[derive(Record)]
pub struct LockReleased {
    pub success: bool,
    pub message: String,
    pub task_id: IntKey<Task>,
    pub agent_id: String,
}

/// A status that was changed.
#[derive(Record)]
pub struct StatusChanged {
    pub success: bool,
    pub message: String,
    pub task_id: IntKey<Task>,
    pub status: TaskStatus,
    pub agent_id: String,
    pub lock_released: bool,
}

/// A task that was created.
#[derive(Record)]
pub struct TaskCreated {
    pub success: bool,
    pub message: String,
    pub task_id: IntKey<Task>,
    pub project_id: IntKey<Project>,
    pub epic_id: IntKey<Epic>,
    pub ra_score: i64,
    pub ra_mode: RaMode,
    pub log_sequence: i64,
}

pub trait Tools {
    /// Tasks that an agent may take up, in the order of their numbers; locked ones only when they
    /// are asked for.
    #[tool(reads(tasks, epics, ra_tags))]
    #[case(
        args = "{}",
        ok = r#"[{"id":1,"epic_id":1,"project_id":1,"name":"Draft the schema","status":"completed","is_locked":false,"available":true},{"id":3,"name":"Map the old names"}]"#
    )]
    #[case(
        args = r#"{"status":"IN_PROGRESS","include_locked":true}"#,
        ok = r#"[{"id":2,"lock_holder":"agent-west","is_locked":true,"available":false}]"#
    )]
    #[case(args = r#"{"status":"FROZEN"}"#, error = "invalid_argument")]
    fn get_available_tasks(
        state: &ProjectManager,
        args: GetAvailableTasks,
        cx: &mut Context,
    ) -> Result<Vec<serde_json::Value>, ToolError> {
        let status = match args.status.as_str() {
            "ALL" => None,
            other => Some(read_status(other)?),
        };
        let now = cx.now();
        let tasks = state.tasks.select(&|task| {
            status.is_none_or(|status| task.status == status)
                && (args.include_locked || lock_of(task, now).is_none())
        });
        let limit = check_limit(args.limit)?;
        Ok(tasks.iter().take(limit).map(|task| available_task(state, task, now)).collect())
    }

    /// Locks a task for an agent and sets it in progress. A lock that has expired counts for
    /// nothing; one that has not keeps everybody out, its holder too.
    #[tool(update, key(task_id), about = Task, types(task_id = String))]
    #[case(
        args = r#"{"task_id":"3","agent_id":"agent-east","timeout":60}"#,
        ok = r#"{"task_id":3,"agent_id":"agent-east","timeout":60}"#
    )]
    #[case(args = r#"{"task_id":"2","agent_id":"agent-east"}"#, error = "failed_precondition")]
    #[case(args = r#"{"task_id":"404","agent_id":"agent-east"}"#, error = "not_found")]
    #[case(args = r#"{"task_id":"two","agent_id":"agent-east"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"task_id":"3","agent_id":"agent-east","timeout":0}"#,
        error = "invalid_argument"
    )]
    fn acquire_task_lock(
        state: &mut ProjectManager,
        args: AcquireTaskLock,
        cx: &mut Context,
    ) -> Result<LockTaken, ToolError> {
        let id = IntKey::<Task>::new(read_number(&args.task_id, "task_id")?);
        check_agent(&args.agent_id)?;
        if args.timeout <= 0 {
            return Err(ToolError::invalid_argument("`timeout` is a number of seconds above 0"));
        }
        let now = cx.now();
        if let Some(lock) = lock_of(&*state.tasks.find(&id)?, now) {
            return Err(already_locked(id, lock));
        }
        let expires_at = now.plus_seconds(args.timeout);
        if expires_at <= now {
            return Err(ToolError::invalid_argument("`timeout` reaches beyond the calendar"));
        }
        state.tasks.update(&id, |task| {
            task.lock_holder = Some(args.agent_id.clone());
            task.lock_expires_at = Some(expires_at);
            task.status = TaskStatus::InProgress;
            task.updated_at = now;
            Ok(())
        })?;
        Ok(LockTaken {
            success: true,
            message: format!("Acquired lock on task {id}"),
            task_id: id,
            agent_id: args.agent_id,
            timeout: args.timeout,
            expires_at,
        })
    }

    /// Moves a task to another status. Without a lock on it the agent has one for the while; a
    /// lock stays only on a task that is in progress.
    #[tool(update, key(task_id), about = Task, types(task_id = String, status = String))]
    #[case(
        args = r#"{"task_id":"2","status":"DONE","agent_id":"agent-west"}"#,
        ok = r#"{"task_id":2,"status":"completed","lock_released":true}"#
    )]
    #[case(
        args = r#"{"task_id":"3","status":"in_progress","agent_id":"agent-east"}"#,
        ok = r#"{"task_id":3,"status":"in_progress","lock_released":false}"#
    )]
    #[case(
        args = r#"{"task_id":"2","status":"DONE","agent_id":"agent-east"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"task_id":"3","status":"FROZEN","agent_id":"agent-east"}"#,
        error = "invalid_argument"
    )]
    fn update_task_status(
        state: &mut ProjectManager,
        args: UpdateTaskStatus,
        cx: &mut Context,
    ) -> Result<StatusChanged, ToolError> {
        let id = IntKey::<Task>::new(read_number(&args.task_id, "task_id")?);
        let status = read_status(&args.status)?;
        check_agent(&args.agent_id)?;
        let now = cx.now();
        check_holder(&*state.tasks.find(&id)?, &args.agent_id, now)?;
        let released = status != TaskStatus::InProgress;
        state.tasks.update(&id, |task| {
            task.status = status;
            if released {
                (task.lock_holder, task.lock_expires_at) = (None, None);
            } else if lock_of(task, now).is_none() {
                task.lock_holder = Some(args.agent_id.clone());
                task.lock_expires_at = Some(now.plus_seconds(LOCK_SECONDS));
            }
            task.updated_at = now;
            Ok(())
        })?;
        let rest = if released { " and lock auto-released" } else { "" };
        Ok(StatusChanged {
            success: true,
            message: format!("Task {id} status updated to {}{rest}", status_word(status)),
            task_id: id,
            status,
            agent_id: args.agent_id,
            lock_released: released,
        })
    }

    /// Gives back a lock, which only its holder may. The status stays.
    #[tool(update, key(task_id), about = Task, types(task_id = String))]
    #[case(
        args = r#"{"task_id":"2","agent_id":"agent-west"}"#,
        ok = r#"{"task_id":2,"agent_id":"agent-west"}"#
    )]
    #[case(args = r#"{"task_id":"2","agent_id":"agent-east"}"#, error = "failed_precondition")]
    #[case(args = r#"{"task_id":"3","agent_id":"agent-east"}"#, error = "failed_precondition")]
    fn release_task_lock(
        state: &mut ProjectManager,
        args: ReleaseTaskLock,
        cx: &mut Context,
    ) -> Result<LockReleased, ToolError> {
        let id = IntKey::<Task>::new(read_number(&args.task_id, "task_id")?);
        check_agent(&args.agent_id)?;
        let now = cx.now();
        let task = state.tasks.find(&id)?;
        if lock_of(&task, now).is_none() {
            return Err(ToolError::failed_precondition(format!(
                "Task {id} is not currently locked"
            )));
        }
        check_holder(&task, &args.agent_id, now)?;
        state.tasks.update(&id, |task| {
            (task.lock_holder, task.lock_expires_at) = (None, None);
            task.updated_at = now;
            Ok(())
        })?;
        Ok(LockReleased {
            success: true,
            message: format!("Released lock on task {id}"),
            task_id: id,
            agent_id: args.agent_id,
        })
    }

    /// How to work on tasks, in short or at length, with what is known of a project or an epic.
    #[tool(
        reads(projects, epics, knowledge_items),
        types(project_id = Option<String>, epic_id = Option<String>)
    )]
    #[case(
        args = r#"{"project_id":"1"}"#,
        ok = r#"{"format":"concise","knowledge_context":{"project":{"id":1,"name":"Catalogue"},"epic":null,"items":[{"id":2,"title":"Names are singular"},{"id":1,"title":"Reviews on Thursdays"}]}}"#
    )]
    #[case(
        args = r#"{"format":"full","include_knowledge_context":"false"}"#,
        ok = r#"{"format":"full","knowledge_context":null}"#
    )]
    #[case(args = r#"{"format":"verse"}"#, error = "invalid_argument")]
    #[case(args = r#"{"project_id":"404"}"#, error = "not_found")]
    fn get_instructions(
        state: &ProjectManager,
        args: GetInstructions,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let instructions = match args.format.as_str() {
            "concise" => CONCISE_INSTRUCTIONS.to_owned(),
            "full" => format!("{CONCISE_INSTRUCTIONS}\n\n{FURTHER_INSTRUCTIONS}"),
            other => {
                return Err(ToolError::invalid_argument(format!(
                    "`format` is `full` or `concise`, not `{other}`"
                )));
            }
        };
        let project = read_optional_id(args.project_id.as_deref(), "project_id")?;
        let epic = read_optional_id(args.epic_id.as_deref(), "epic_id")?;
        let is_wanted = read_flag(&args.include_knowledge_context, "include_knowledge_context")?;
        let context = if is_wanted && (project.is_some() || epic.is_some()) {
            knowledge_context(state, project.map(IntKey::new), epic.map(IntKey::new))?
        } else {
            serde_json::Value::Null
        };
        Ok(serde_json::json!({
            "success": true,
            "format": args.format,
            "version": INSTRUCTIONS_VERSION,
            "instructions": instructions,
            "knowledge_context": context,
        }))
    }

    /// Adds a task to an epic that is given by its number, or by its name in a project; a project
    /// or an epic whose name is new is created on the way.
    #[tool(create, about = Task, types(epic_id = Option<i64>, project_id = Option<i64>))]
    #[case(
        args = r##"{"name":"Write the parser","project_name":"Catalogue","epic_name":"Import","ra_score":"8","ra_tags":"[\"#ASSUMPTION: files are UTF-8\"]","dependencies":"[1]"}"##,
        ok = r#"{"task_id":4,"project_id":1,"epic_id":3,"ra_score":8,"ra_mode":"ra-light","log_sequence":1}"#
    )]
    #[case(
        args = r#"{"name":"Check the units","epic_id":2}"#,
        ok = r#"{"task_id":4,"project_id":2,"epic_id":2,"ra_mode":"simple"}"#
    )]
    #[case(args = r#"{"name":" ","epic_id":2}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"No epic"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"No project","epic_name":"Import"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"Nowhere","epic_id":404}"#, error = "not_found")]
    #[case(args = r#"{"name":"Bold","epic_id":2,"ra_score":"11"}"#, error = "invalid_argument")]
    #[case(args = r##"{"name":"Bold","epic_id":2,"ra_tags":"#TAG"}"##, error = "invalid_argument")]
    #[case(args = r#"{"name":"Early","epic_id":2,"dependencies":"[404]"}"#, error = "not_found")]
    fn create_task(
        state: &mut ProjectManager,
        args: CreateTask,
        cx: &mut Context,
    ) -> Result<TaskCreated, ToolError> {
        let name = check_name(&args.name)?;
        let tags = read_texts(args.ra_tags.as_deref(), "ra_tags")?.unwrap_or_default();
        let score = read_score(args.ra_score.as_deref())?;
        let dependencies = read_task_list(state, args.dependencies.as_deref(), "dependencies")?;
        let conflicts = read_task_list(state, args.conflicts_with.as_deref(), "conflicts_with")?;
        let score = score.unwrap_or_else(|| {
            let asked = dependencies.as_ref().map_or(0, Vec::len) + tags.len();
            assess(&args.description, asked)
        });
        let ra_mode = args.ra_mode.unwrap_or_else(|| mode_of_score(score));
        let eligible = args.parallel_eligible.as_deref();
        let eligible = eligible.map(|text| read_flag(text, "parallel_eligible")).transpose()?;
        let ra_metadata = read_object(args.ra_metadata.as_deref(), "ra_metadata")?;
        let epic = find_or_add_epic(
            state,
            (args.epic_id, args.epic_name.as_deref()),
            (args.project_id, args.project_name.as_deref()),
            cx,
        )?;
        let now = cx.now();
        let id = state.tasks.next_int_key(cx);
        let task = state.tasks.insert(Task {
            id,
            epic_id: epic.id,
            name,
            description: args.description,
            status: TaskStatus::Pending,
            lock_holder: None,
            lock_expires_at: None,
            ra_mode,
            ra_score: score,
            ra_metadata: ra_metadata.unwrap_or_default(),
            prompt_snapshot: args.prompt_snapshot.unwrap_or_else(|| usual_snapshot(now)),
            dependencies: dependencies.unwrap_or_default(),
            parallel_group: args.parallel_group,
            conflicts_with: conflicts.unwrap_or_default(),
            parallel_eligible: eligible.unwrap_or(true),
            created_at: now,
            updated_at: now,
        })?;
        for tag in tags {
            add_tag(state, id, tag, "system", cx)?;
        }
        let project_id = epic.project_id;
        let log_sequence = log_creation(state, &task, project_id, cx)?;
        Ok(TaskCreated {
            success: true,
            message: format!("Task '{}' created successfully", task.name),
            task_id: id,
            project_id,
            epic_id: epic.id,
            ra_score: score,
            ra_mode,
            log_sequence,
        })
    }

    /// Changes several fields of a task at once, where the store can do so. The agent needs no
    /// lock, but nobody else may have one.
    #[tool(
        update,
        key(task_id),
        about = Task,
        types(task_id = String, status = Option<String>, ra_tags_mode = String, ra_metadata_mode = String),
        reads(storage, tasks, ra_tags, task_logs),
        writes(tasks, ra_tags, task_logs)
    )]
    #[case(
        args = r##"{"task_id":"3","agent_id":"agent-east","name":"Map all old names","status":"REVIEW","ra_tags":"[\"#RISK: a name is used twice\"]","log_entry":"Found twelve more."}"##,
        ok = r#"{"task_id":3,"updated_fields":["name","status","ra_tags"],"log_sequence":2}"#
    )]
    #[case(
        args = r#"{"task_id":"2","agent_id":"agent-west","ra_tags":"[]","ra_tags_mode":"replace"}"#,
        ok = r#"{"updated_fields":["ra_tags"]}"#
    )]
    #[case(
        args = r#"{"task_id":"2","agent_id":"agent-east","name":"Mine"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"task_id":"3","agent_id":"agent-east"}"#, error = "invalid_argument")]
    #[case(args = r#"{"task_id":"404","agent_id":"agent-east","name":"X"}"#, error = "not_found")]
    #[case(
        args = r#"{"task_id":"3","agent_id":"agent-east","dependencies":"[3]"}"#,
        error = "invalid_argument"
    )]
    fn update_task(
        state: &mut ProjectManager,
        args: UpdateTask,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = IntKey::<Task>::new(read_number(&args.task_id, "task_id")?);
        check_agent(&args.agent_id)?;
        let now = cx.now();
        check_holder(&*state.tasks.find(&id)?, &args.agent_id, now)?;
        let change = read_task_change(state, &args)?;
        let fields = change.fields();
        if fields.is_empty() && args.log_entry.is_none() {
            return Err(ToolError::invalid_argument("no field to change was given"));
        }
        if !state.storage.get().is_some_and(|storage| storage.atomic_updates) {
            return Err(ToolError::new(
                ErrorCode::Unavailable,
                "Update failed: this store cannot change several fields at once",
            ));
        }
        let points_at_itself =
            |list: &Option<Vec<IntKey<Task>>>| list.as_ref().is_some_and(|list| list.contains(&id));
        if points_at_itself(&change.dependencies) || points_at_itself(&change.conflicts_with) {
            return Err(ToolError::invalid_argument("a task cannot depend on itself"));
        }
        if let Some(tags) = &change.ra_tags {
            change_tags(state, id, tags, change.replaces_tags, &args.agent_id, cx)?;
        }
        let task = state.tasks.update(&id, |task| {
            change.apply(task);
            task.updated_at = now;
            Ok(())
        })?;
        let mut sequence = None;
        if !fields.is_empty() {
            let payload = serde_json::json!({"agent_id": args.agent_id, "updated_fields": fields});
            sequence = Some(add_log(state, id, LogKind::Update, payload, cx)?);
        }
        if let Some(message) = args.log_entry {
            let payload = serde_json::json!({"agent_id": args.agent_id, "message": message});
            sequence = Some(add_log(state, id, LogKind::Note, payload, cx)?);
        }
        Ok(serde_json::json!({
            "success": true,
            "message": format!("Task {id} updated"),
            "task_id": id.get(),
            "agent_id": args.agent_id,
            "updated_fields": fields,
            "task": task_details(state, &task),
            "log_sequence": sequence,
        }))
    }

    /// A task with its epic, project and dependencies, and the last entries of its log in the
    /// order in which they were written.
    #[tool(
        get,
        key(task_id),
        about = Task,
        types(task_id = String),
        reads(projects, epics, tasks, task_logs, ra_tags)
    )]
    #[case(
        args = r#"{"task_id":"2"}"#,
        ok = r#"{"task_id":2,"task":{"id":2,"name":"Load the first file","status":"in_progress","ra_tags":[{"id":"ra_tag_utf8","type":"ASSUMPTION"}]},"project":{"id":1},"epic":{"id":1,"status":"pending"},"dependencies":[{"id":1,"name":"Draft the schema","status":"completed"}],"logs":[{"seq":1,"kind":"create"},{"seq":2,"kind":"note"}],"pagination":{"log_count":2,"has_more":false}}"#
    )]
    #[case(
        args = r#"{"task_id":"2","log_limit":1}"#,
        ok = r#"{"logs":[{"seq":2}],"pagination":{"log_count":1,"log_limit":1,"has_more":true}}"#
    )]
    #[case(args = r#"{"task_id":"2","before_seq":2}"#, ok = r#"{"logs":[{"seq":1}]}"#)]
    #[case(args = r#"{"task_id":"404"}"#, error = "not_found")]
    #[case(args = r#"{"task_id":"2","log_limit":0}"#, error = "invalid_argument")]
    fn get_task_details(
        state: &ProjectManager,
        args: GetTaskDetails,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = IntKey::<Task>::new(read_number(&args.task_id, "task_id")?);
        let limit = check_limit(Some(args.log_limit))?.min(LOG_LIMIT_MAX);
        let task = state.tasks.find(&id)?;
        let epic = state.epics.find(&task.epic_id)?;
        let project = state.projects.find(&epic.project_id)?;
        let mut logs = state.task_logs.select(&|log| {
            log.task_id == id && args.before_seq.is_none_or(|before| log.seq < before)
        });
        logs.sort_by_key(|log| log.seq);
        let skipped = logs.len().saturating_sub(limit);
        let logs: Vec<_> = logs.iter().skip(skipped).map(|log| log_json(log)).collect();
        let dependencies: Vec<_> = task
            .dependencies
            .iter()
            .filter_map(|other| state.tasks.get(other))
            .map(|other| {
                serde_json::json!({
                    "id": other.id.get(),
                    "name": other.name,
                    "status": status_word(other.status),
                })
            })
            .collect();
        Ok(serde_json::json!({
            "task_id": id.get(),
            "task": task_details(state, &task),
            "project": {
                "id": project.id.get(),
                "name": project.name,
                "description": project.description,
            },
            "epic": {
                "id": epic.id.get(),
                "name": epic.name,
                "description": epic.description,
                "status": status_word(epic.status),
            },
            "dependencies": dependencies,
            "pagination": {
                "log_count": logs.len(),
                "log_limit": limit,
                "has_more": skipped > 0,
                "before_seq": args.before_seq,
            },
            "logs": logs,
        }))
    }

    /// Every project; the status does nothing, since projects have none.
    #[tool(list, about = Project, types(limit = Option<String>), ignore(status))]
    #[case(args = "{}", ok = r#"[{"id":1,"name":"Catalogue"},{"id":2,"name":"Weather station"}]"#)]
    #[case(args = r#"{"limit":"1","status":"any"}"#, ok = r#"[{"id":1}]"#)]
    #[case(args = r#"{"limit":"few"}"#, error = "invalid_argument")]
    fn list_projects(
        state: &ProjectManager,
        args: ListProjects,
        _cx: &mut Context,
    ) -> Result<Vec<ProjectLine>, ToolError> {
        let limit = read_limit(args.limit.as_deref())?;
        let lines = state.projects.select(&|_| true).into_iter().take(limit);
        Ok(lines
            .map(|project| ProjectLine {
                id: project.id,
                name: project.name.clone(),
                description: project.description.clone(),
                created_at: project.created_at,
                updated_at: project.updated_at,
            })
            .collect())
    }

    /// Epics, of one project or of all.
    #[tool(list, filter(project_id), about = Epic, types(project_id = Option<String>, limit = Option<String>), reads(epics, projects))]
    #[case(
        args = r#"{"project_id":"2"}"#,
        ok = r#"[{"id":2,"name":"Sensors","project_id":2,"project_name":"Weather station"}]"#
    )]
    #[case(args = r#"{"project_id":"404"}"#, ok = "[]")]
    #[case(args = r#"{"project_id":"first"}"#, error = "invalid_argument")]
    fn list_epics(
        state: &ProjectManager,
        args: ListEpics,
        _cx: &mut Context,
    ) -> Result<Vec<EpicLine>, ToolError> {
        let project = read_optional_id(args.project_id.as_deref(), "project_id")?;
        let limit = read_limit(args.limit.as_deref())?;
        let epics =
            state.epics.select(&|epic| project.is_none_or(|id| epic.project_id.get() == id));
        Ok(epics
            .into_iter()
            .take(limit)
            .map(|epic| EpicLine {
                id: epic.id,
                name: epic.name.clone(),
                description: epic.description.clone(),
                project_id: epic.project_id,
                project_name: project_name(state, &epic),
                created_at: epic.created_at,
            })
            .collect())
    }

    /// Tasks, of one project, epic or status, or all.
    #[tool(list, about = Task, types(project_id = Option<String>, epic_id = Option<String>, status = Option<String>, limit = Option<String>), reads(projects, epics, tasks))]
    #[case(args = r#"{"project_id":"1","status":"TODO"}"#, ok = r#"[]"#)]
    #[case(
        args = r#"{"epic_id":"1","limit":"5"}"#,
        ok = r#"[{"id":1,"name":"Draft the schema","status":"completed","ra_score":3,"epic_name":"Data model","project_name":"Catalogue"},{"id":2}]"#
    )]
    #[case(args = r#"{"status":"FROZEN"}"#, error = "invalid_argument")]
    fn list_tasks(
        state: &ProjectManager,
        args: ListTasks,
        _cx: &mut Context,
    ) -> Result<Vec<TaskLine>, ToolError> {
        let project = read_optional_id(args.project_id.as_deref(), "project_id")?;
        let epic = read_optional_id(args.epic_id.as_deref(), "epic_id")?;
        let status = args.status.as_deref().map(read_status).transpose()?;
        let limit = read_limit(args.limit.as_deref())?;
        let tasks = state.tasks.select(&|task| {
            project.is_none_or(|id| project_of(state, task).is_some_and(|one| one.get() == id))
                && epic.is_none_or(|id| task.epic_id.get() == id)
                && status.is_none_or(|status| task.status == status)
        });
        Ok(tasks
            .into_iter()
            .take(limit)
            .map(|task| {
                let epic = state.epics.get(&task.epic_id);
                TaskLine {
                    id: task.id,
                    name: task.name.clone(),
                    status: task.status,
                    ra_score: task.ra_score,
                    epic_name: epic.map(|epic| epic.name.clone()).unwrap_or_default(),
                    project_name: epic.map(|epic| project_name(state, epic)).unwrap_or_default(),
                }
            })
            .collect())
    }

    /// Knowledge items that pass the filters, the most important first; those that are not active
    /// only when they are asked for.
    #[tool(reads(knowledge_items), types(project_id = Option<String>, epic_id = Option<String>, knowledge_id = Option<String>, parent_id = Option<String>, limit = Option<String>))]
    #[case(
        args = r#"{"project_id":"1"}"#,
        ok = r#"{"knowledge_items":[{"id":2,"priority":4},{"id":1,"title":"Reviews on Thursdays"}],"total_count":2,"filters_applied":{"project_id":"1","category":null}}"#
    )]
    #[case(
        args = r#"{"category":"process","include_inactive":true,"limit":"5"}"#,
        ok = r#"{"total_count":2}"#
    )]
    #[case(args = r#"{"knowledge_id":"first"}"#, error = "invalid_argument")]
    fn get_knowledge(
        state: &ProjectManager,
        args: GetKnowledge,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = read_optional_id(args.knowledge_id.as_deref(), "knowledge_id")?;
        let project = read_optional_id(args.project_id.as_deref(), "project_id")?;
        let epic = read_optional_id(args.epic_id.as_deref(), "epic_id")?;
        let parent = read_optional_id(args.parent_id.as_deref(), "parent_id")?;
        let limit = read_limit(args.limit.as_deref())?;
        let mut items = state.knowledge_items.select(&|item| {
            id.is_none_or(|id| item.id.get() == id)
                && project.is_none_or(|id| item.project_id.get() == id)
                && epic.is_none_or(|id| item.epic_id.is_some_and(|one| one.get() == id))
                && parent.is_none_or(|id| item.parent_id.is_some_and(|one| one.get() == id))
                && args
                    .category
                    .as_ref()
                    .is_none_or(|wanted| item.category.as_ref() == Some(wanted))
                && (args.include_inactive || item.is_active)
        });
        items.sort_by_key(|item| -item.priority);
        items.truncate(limit);
        Ok(serde_json::json!({
            "success": true,
            "message": format!("Retrieved {} knowledge items", items.len()),
            "total_count": items.len(),
            "knowledge_items": items.iter().map(|item| knowledge_json(item)).collect::<Vec<_>>(),
            "filters_applied": {
                "knowledge_id": args.knowledge_id,
                "category": args.category,
                "project_id": args.project_id,
                "epic_id": args.epic_id,
                "task_id": null,
                "parent_id": args.parent_id,
                "limit": args.limit,
                "include_inactive": args.include_inactive,
            },
        }))
    }

    /// Adds a knowledge item to a project, or changes the one with the number. What is not given
    /// stays as it is.
    #[tool(
        reads(knowledge_items, projects, epics, tasks),
        writes(knowledge_items, knowledge_logs),
        types(title = String, knowledge_id = Option<String>, tags = Option<String>, parent_id = Option<String>, project_id = Option<String>, epic_id = Option<String>, task_id = Option<String>, priority = Option<String>, is_active = Option<String>, metadata = Option<String>)
    )]
    #[case(
        args = r#"{"title":"Room","content":"Second floor","project_id":"2","category":"logistics","tags":"[\"place\"]","priority":"2"}"#,
        ok = r#"{"operation":"created","knowledge_id":4,"knowledge_item":{"title":"Room","tags":["place"],"priority":2,"version":1,"is_active":true}}"#
    )]
    #[case(
        args = r#"{"title":"Reviews on Fridays","content":"At ten.","knowledge_id":"1"}"#,
        ok = r#"{"operation":"updated","knowledge_id":1,"knowledge_item":{"title":"Reviews on Fridays","project_id":1,"category":"process","version":2}}"#
    )]
    #[case(args = r#"{"title":"Room","content":"Second floor"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"title":"Room","content":"Second floor","project_id":"2","priority":"9"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"title":"Room","content":"Second floor","knowledge_id":"404"}"#,
        error = "not_found"
    )]
    fn upsert_knowledge(
        state: &mut ProjectManager,
        args: UpsertKnowledge,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        if args.title.trim().is_empty() || args.content.trim().is_empty() {
            return Err(ToolError::invalid_argument("`title` and `content` must not be empty"));
        }
        let id = read_optional_id(args.knowledge_id.as_deref(), "knowledge_id")?.map(IntKey::new);
        let project = read_optional_id(args.project_id.as_deref(), "project_id")?.map(IntKey::new);
        let epic = read_optional_id(args.epic_id.as_deref(), "epic_id")?.map(IntKey::new);
        let task = read_optional_id(args.task_id.as_deref(), "task_id")?.map(IntKey::new);
        let parent = read_optional_id(args.parent_id.as_deref(), "parent_id")?.map(IntKey::new);
        let tags = read_texts(args.tags.as_deref(), "tags")?;
        let priority = read_optional_id(args.priority.as_deref(), "priority")?;
        if priority.is_some_and(|priority| !(0..=5).contains(&priority)) {
            return Err(ToolError::invalid_argument("`priority` is a number from 0 to 5"));
        }
        let active = args.is_active.as_deref();
        let active = active.map(|text| read_flag(text, "is_active")).transpose()?;
        let metadata = read_object(args.metadata.as_deref(), "metadata")?;
        check_places(state, project.as_ref(), epic.as_ref(), task.as_ref())?;
        if let Some(parent) = &parent {
            state.knowledge_items.find(parent)?;
            if id == Some(*parent) {
                return Err(ToolError::invalid_argument("an item cannot be its own parent"));
            }
        }
        let now = cx.now();
        let item = match id {
            Some(id) => state.knowledge_items.update(&id, |item| {
                item.title = args.title;
                item.content = args.content;
                item.category = args.category.or(item.category.take());
                item.tags = tags.unwrap_or_else(|| item.tags.clone());
                item.parent_id = parent.or(item.parent_id);
                item.project_id = project.unwrap_or(item.project_id);
                item.epic_id = epic.or(item.epic_id);
                item.task_id = task.or(item.task_id);
                item.priority = priority.unwrap_or(item.priority);
                item.is_active = active.unwrap_or(item.is_active);
                item.metadata = metadata.unwrap_or_else(|| item.metadata.clone());
                item.version = item.version.saturating_add(1);
                item.updated_at = now;
                Ok(())
            })?,
            None => {
                let project_id = project.ok_or_else(|| {
                    ToolError::invalid_argument("a new knowledge item needs a `project_id`")
                })?;
                let id = state.knowledge_items.next_int_key(cx);
                state.knowledge_items.insert(KnowledgeItem {
                    id,
                    title: args.title,
                    content: args.content,
                    category: args.category,
                    tags: tags.unwrap_or_default(),
                    parent_id: parent,
                    project_id,
                    epic_id: epic,
                    task_id: task,
                    priority: priority.unwrap_or(0),
                    is_active: active.unwrap_or(true),
                    version: 1,
                    created_by: args.created_by.clone(),
                    metadata: metadata.unwrap_or_default(),
                    created_at: now,
                    updated_at: now,
                })?
            }
        };
        let operation = if id.is_some() { "updated" } else { "created" };
        let log_id = state.knowledge_logs.next_int_key(cx);
        state.knowledge_logs.insert(KnowledgeLog {
            id: log_id,
            knowledge_id: item.id,
            action_type: operation.to_owned(),
            change_reason: None,
            created_by: args.created_by,
            metadata: BTreeMap::new(),
            created_at: now,
        })?;
        Ok(serde_json::json!({
            "success": true,
            "message": format!("Knowledge item {operation}"),
            "operation": operation,
            "knowledge_id": item.id.get(),
            "version": item.version,
            "knowledge_item": knowledge_json(&item),
        }))
    }

    /// Notes in an item's history that something was done with it.
    #[tool(
        create,
        about = KnowledgeLog,
        types(knowledge_id = String, metadata = Option<String>),
        reads(knowledge_items)
    )]
    #[case(
        args = r#"{"knowledge_id":"1","action_type":"reviewed","created_by":"agent-east","metadata":"{\"round\":2}"}"#,
        ok = r#"{"log_id":2,"knowledge_id":1,"action_type":"reviewed","created_by":"agent-east","metadata":{"round":2}}"#
    )]
    #[case(args = r#"{"knowledge_id":"404","action_type":"reviewed"}"#, error = "not_found")]
    #[case(args = r#"{"knowledge_id":"1","action_type":""}"#, error = "invalid_argument")]
    fn append_knowledge_log(
        state: &mut ProjectManager,
        args: AppendKnowledgeLog,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let knowledge_id = IntKey::new(read_number(&args.knowledge_id, "knowledge_id")?);
        state.knowledge_items.find(&knowledge_id)?;
        let metadata = read_object(args.metadata.as_deref(), "metadata")?.unwrap_or_default();
        let id = state.knowledge_logs.next_int_key(cx);
        let log = state.knowledge_logs.insert(KnowledgeLog {
            id,
            knowledge_id,
            action_type: args.action_type,
            change_reason: args.change_reason,
            created_by: args.created_by,
            metadata,
            created_at: cx.now(),
        })?;
        Ok(serde_json::json!({
            "success": true,
            "message": format!("Log entry added to knowledge item {knowledge_id}"),
            "log_id": log.id.get(),
            "knowledge_id": knowledge_id.get(),
            "action_type": log.action_type,
            "change_reason": log.change_reason,
            "created_by": log.created_by,
            "metadata": object_json(&log.metadata),
            "created_at": log.created_at.to_string(),
        }))
    }

    /// Keeps what a reviewer found out about an assumption of a task. Without a number for how
    /// sure that is, the outcome decides; without a reviewer, the holder of the lock counts as
    /// one.
    #[tool(
        create,
        about = Validation,
        types(task_id = String, ra_tag_id = String, outcome = String, confidence = Option<Json>, reviewer_agent_id = Option<String>),
        reads(tasks, ra_tags)
    )]
    #[case(
        args = r#"{"task_id":"2","ra_tag_id":"ra_tag_utf8","outcome":"validated","reason":"All files were checked."}"#,
        ok = r#"{"validation":{"id":2,"task_id":2,"ra_tag_id":"ra_tag_utf8","outcome":"validated","confidence":90,"reviewer_agent_id":"agent-west"}}"#
    )]
    #[case(
        args = r#"{"task_id":"2","ra_tag_id":"ra_tag_utf8","outcome":"partial","reason":"Not the oldest.","confidence":"60","reviewer_agent_id":"agent-east"}"#,
        ok = r#"{"validation":{"confidence":60,"reviewer_agent_id":"agent-east"}}"#
    )]
    #[case(
        args = r#"{"task_id":"2","ra_tag_id":"ra_tag_utf8","outcome":"maybe","reason":"?"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"task_id":"3","ra_tag_id":"ra_tag_utf8","outcome":"validated","reason":"Seen."}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"task_id":"2","ra_tag_id":"ra_tag_utf8","outcome":"validated","reason":"Seen.","confidence":101}"#,
        error = "invalid_argument"
    )]
    fn capture_assumption_validation(
        state: &mut ProjectManager,
        args: CaptureAssumptionValidation,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let task_id = IntKey::<Task>::new(read_number(&args.task_id, "task_id")?);
        let (outcome, usual_confidence) = match args.outcome.as_str() {
            "validated" => (Outcome::Validated, 90),
            "rejected" => (Outcome::Rejected, 10),
            "partial" => (Outcome::Partial, 75),
            other => {
                return Err(ToolError::invalid_argument(format!(
                    "`outcome` is `validated`, `rejected` or `partial`, not `{other}`"
                )));
            }
        };
        let confidence = read_confidence(args.confidence.as_ref())?.unwrap_or(usual_confidence);
        let task = state.tasks.find(&task_id)?;
        let tag = state.ra_tags.find(args.ra_tag_id.as_str())?;
        if tag.task_id != task_id {
            return Err(ToolError::not_found(format!(
                "task {task_id} has no tag `{}`",
                args.ra_tag_id
            )));
        }
        let reviewer = args.reviewer_agent_id.or_else(|| task.lock_holder.clone());
        let id = state.validations.next_int_key(cx);
        let validation = state.validations.insert(Validation {
            id,
            task_id,
            ra_tag_id: tag.id.clone(),
            outcome,
            reason: args.reason,
            confidence,
            reviewer_agent_id: reviewer.unwrap_or_else(|| "system".to_owned()),
            validated_at: cx.now(),
        })?;
        Ok(serde_json::json!({
            "success": true,
            "message": format!("Validation of `{}` captured", tag.id),
            "validation": {
                "id": validation.id.get(),
                "task_id": task_id.get(),
                "ra_tag_id": validation.ra_tag_id.as_str(),
                "outcome": args.outcome,
                "reason": validation.reason,
                "confidence": validation.confidence,
                "reviewer_agent_id": validation.reviewer_agent_id,
                "validated_at": validation.validated_at.to_string(),
            },
        }))
    }

    /// Marks an assumption on a task. The language follows from the file's name; where the
    /// repository stands cannot be known here.
    #[tool(
        create,
        map(task_id = task_id, text = ra_tag_text, created_by = agent_id),
        about = RaTag,
        types(task_id = String, agent_id = String),
        reads(tasks)
    )]
    #[case(
        args = r##"{"task_id":"3","ra_tag_text":"#COMPLETION_DRIVE_IMPL: names are unique","file_path":"src/names.rs","line_number":12}"##,
        ok = r#"{"task_id":3,"ra_tag":{"type":"COMPLETION_DRIVE_IMPL","file_path":"src/names.rs","line_number":12,"language":"rust","created_by":"system"}}"#
    )]
    #[case(args = r#"{"task_id":"3","ra_tag_text":"no mark"}"#, error = "invalid_argument")]
    #[case(args = r##"{"task_id":"404","ra_tag_text":"#RISK: none"}"##, error = "not_found")]
    fn add_ra_tag(
        state: &mut ProjectManager,
        args: AddRaTag,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let task_id = IntKey::<Task>::new(read_number(&args.task_id, "task_id")?);
        state.tasks.find(&task_id)?;
        if !args.ra_tag_text.trim_start().starts_with('#') {
            return Err(ToolError::invalid_argument(
                "a tag begins with `#` and its type, as in `#RISK: what may happen`",
            ));
        }
        let tag = add_tag(state, task_id, args.ra_tag_text, &args.agent_id, cx)?;
        let tag = state.ra_tags.update(&tag.id, |tag| {
            tag.language = args.file_path.as_deref().and_then(language_of).map(str::to_owned);
            tag.file_path = args.file_path;
            tag.line_number = args.line_number;
            tag.code_snippet = args.code_snippet;
            Ok(())
        })?;
        Ok(serde_json::json!({
            "success": true,
            "message": format!("Tag added to task {task_id}"),
            "task_id": task_id.get(),
            "ra_tag_id": tag.id.as_str(),
            "ra_tag": tag_json(&tag),
        }))
    }
}

/// How long a lock lasts that an agent did not ask for.
const LOCK_SECONDS: i64 = 300;

/// How many log entries one answer has at most.
const LOG_LIMIT_MAX: usize = 1_000;

const INSTRUCTIONS_VERSION: &str = "3.0.0";

const CONCISE_INSTRUCTIONS: &str = "Take one task at a time and lock it before you change \
anything. Score how hard it is from 1 to 10; the score decides how much care it needs. Mark every \
assumption with a tag instead of guessing in silence. Move the task to review when it is done and \
let someone else check the tags.";

const FURTHER_INSTRUCTIONS: &str = "Scores of 1 to 3 are simple work, 4 to 6 standard work. From 7 \
on, work with assumptions in mind: note what each part relies on, ask for what is missing, and \
plan how each tag is to be verified. Scores of 9 and 10 call for a survey of everything that the \
change touches before the first line is written. Log what you decide, keep dependencies and \
conflicts between tasks up to date, and give back the lock when you stop.";

/// What a call changes in a task.
struct TaskChange {
    name: Option<String>,
    description: Option<String>,
    status: Option<TaskStatus>,
    ra_mode: Option<RaMode>,
    ra_score: Option<i64>,
    ra_tags: Option<Vec<String>>,
    replaces_tags: bool,
    ra_metadata: Option<BTreeMap<String, Json>>,
    replaces_metadata: bool,
    dependencies: Option<Vec<IntKey<Task>>>,
    parallel_group: Option<String>,
    conflicts_with: Option<Vec<IntKey<Task>>>,
    parallel_eligible: Option<bool>,
}

impl TaskChange {
    /// The names of the fields that are given.
    fn fields(&self) -> Vec<&'static str> {
        let given = [
            ("name", self.name.is_some()),
            ("description", self.description.is_some()),
            ("status", self.status.is_some()),
            ("ra_mode", self.ra_mode.is_some()),
            ("ra_score", self.ra_score.is_some()),
            ("ra_tags", self.ra_tags.is_some()),
            ("ra_metadata", self.ra_metadata.is_some()),
            ("dependencies", self.dependencies.is_some()),
            ("parallel_group", self.parallel_group.is_some()),
            ("conflicts_with", self.conflicts_with.is_some()),
            ("parallel_eligible", self.parallel_eligible.is_some()),
        ];
        given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect()
    }

    /// Changes the fields of the row itself; tags are rows of their own.
    fn apply(self, task: &mut Task) {
        task.name = self.name.unwrap_or_else(|| task.name.clone());
        task.description = self.description.unwrap_or_else(|| task.description.clone());
        task.status = self.status.unwrap_or(task.status);
        task.ra_mode = self.ra_mode.unwrap_or(task.ra_mode);
        task.ra_score = self.ra_score.unwrap_or(task.ra_score);
        if let Some(metadata) = self.ra_metadata {
            if self.replaces_metadata {
                task.ra_metadata.clear();
            }
            task.ra_metadata.extend(metadata);
        }
        task.dependencies = self.dependencies.unwrap_or_else(|| task.dependencies.clone());
        task.parallel_group = self.parallel_group.or(task.parallel_group.take());
        task.conflicts_with = self.conflicts_with.unwrap_or_else(|| task.conflicts_with.clone());
        task.parallel_eligible = self.parallel_eligible.unwrap_or(task.parallel_eligible);
    }
}

fn read_task_change(state: &ProjectManager, args: &UpdateTask) -> Result<TaskChange, ToolError> {
    let eligible = args.parallel_eligible.as_deref();
    Ok(TaskChange {
        name: args.name.as_deref().map(check_name).transpose()?,
        description: args.description.clone(),
        status: args.status.as_deref().map(read_status).transpose()?,
        ra_mode: args.ra_mode,
        ra_score: read_score(args.ra_score.as_deref())?,
        ra_tags: read_texts(args.ra_tags.as_deref(), "ra_tags")?,
        replaces_tags: read_replaces(&args.ra_tags_mode, "ra_tags_mode")?,
        ra_metadata: read_object(args.ra_metadata.as_deref(), "ra_metadata")?,
        replaces_metadata: read_replaces(&args.ra_metadata_mode, "ra_metadata_mode")?,
        dependencies: read_task_list(state, args.dependencies.as_deref(), "dependencies")?,
        parallel_group: args.parallel_group.clone(),
        conflicts_with: read_task_list(state, args.conflicts_with.as_deref(), "conflicts_with")?,
        parallel_eligible: eligible.map(|text| read_flag(text, "parallel_eligible")).transpose()?,
    })
}

/// A status in the words of the board or of the store.
fn read_status(text: &str) -> Result<TaskStatus, ToolError> {
    match text {
        "pending" | "TODO" => Ok(TaskStatus::Pending),
        "in_progress" | "IN_PROGRESS" => Ok(TaskStatus::InProgress),
        "review" | "REVIEW" => Ok(TaskStatus::Review),
        "completed" | "DONE" => Ok(TaskStatus::Completed),
        "blocked" => Ok(TaskStatus::Blocked),
        "backlog" | "BACKLOG" => Ok(TaskStatus::Backlog),
        other => Err(ToolError::invalid_argument(format!(
            "Invalid status '{other}'. Valid options: pending, in_progress, completed, review, \
             blocked, backlog, TODO, DONE, IN_PROGRESS, REVIEW, BACKLOG"
        ))),
    }
}

fn status_word(status: TaskStatus) -> &'static str {
    match status {
        TaskStatus::Pending => "pending",
        TaskStatus::InProgress => "in_progress",
        TaskStatus::Review => "review",
        TaskStatus::Completed => "completed",
        TaskStatus::Blocked => "blocked",
        TaskStatus::Backlog => "backlog",
    }
}

fn mode_word(mode: RaMode) -> &'static str {
    match mode {
        RaMode::Simple => "simple",
        RaMode::Standard => "standard",
        RaMode::RaLight => "ra-light",
        RaMode::RaFull => "ra-full",
    }
}

fn mode_of_score(score: i64) -> RaMode {
    match score {
        ..=3 => RaMode::Simple,
        4..=6 => RaMode::Standard,
        7..=8 => RaMode::RaLight,
        _ => RaMode::RaFull,
    }
}

/// A score for a task that came without one: longer descriptions, dependencies and assumptions
/// make it harder.
fn assess(description: &str, asked: usize) -> i64 {
    let words = description.split_whitespace().count();
    i64::try_from(2 + words / 40 + asked).unwrap_or(10).clamp(1, 10)
}

fn read_score(text: Option<&str>) -> Result<Option<i64>, ToolError> {
    let score = read_optional_id(text, "ra_score")?;
    match score {
        Some(score) if !(1..=10).contains(&score) => {
            Err(ToolError::invalid_argument("`ra_score` is a number from 1 to 10"))
        }
        score => Ok(score),
    }
}

fn read_confidence(value: Option<&Json>) -> Result<Option<i64>, ToolError> {
    let confidence = match value.map(|json| &json.0) {
        None | Some(serde_json::Value::Null) => return Ok(None),
        Some(serde_json::Value::String(text)) => read_number(text, "confidence")?,
        // `60.0` is the whole number 60.
        Some(other) => match other.as_f64() {
            Some(number) if number.fract() == 0.0 => number as i64,
            _ => -1,
        },
    };
    if !(0..=100).contains(&confidence) {
        return Err(ToolError::invalid_argument("`confidence` is a whole number from 0 to 100"));
    }
    Ok(Some(confidence))
}

fn read_replaces(text: &str, name: &str) -> Result<bool, ToolError> {
    match text {
        "merge" => Ok(false),
        "replace" => Ok(true),
        other => Err(ToolError::invalid_argument(format!(
            "`{name}` is `merge` or `replace`, not `{other}`"
        ))),
    }
}

fn read_number(text: &str, name: &str) -> Result<i64, ToolError> {
    text.trim().parse().map_err(|_| {
        ToolError::invalid_argument(format!("`{name}` is a whole number, not `{text}`"))
    })
}

fn read_optional_id(text: Option<&str>, name: &str) -> Result<Option<i64>, ToolError> {
    text.filter(|text| !text.is_empty()).map(|text| read_number(text, name)).transpose()
}

fn read_limit(text: Option<&str>) -> Result<usize, ToolError> {
    check_limit(read_optional_id(text, "limit")?)
}

fn check_limit(limit: Option<i64>) -> Result<usize, ToolError> {
    match limit.map(usize::try_from) {
        None => Ok(usize::MAX),
        Some(Ok(limit)) if limit > 0 => Ok(limit),
        Some(_) => Err(ToolError::invalid_argument("a limit is a number above 0")),
    }
}

fn read_flag(text: &str, name: &str) -> Result<bool, ToolError> {
    match text.trim().to_lowercase().as_str() {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" => Ok(false),
        _ => {
            Err(ToolError::invalid_argument(format!("`{name}` is `true` or `false`, not `{text}`")))
        }
    }
}

fn read_json_text<T>(
    text: Option<&str>,
    name: &str,
    form: &str,
    read: fn(serde_json::Value) -> Option<T>,
) -> Result<Option<T>, ToolError> {
    let Some(text) = text else { return Ok(None) };
    let value = serde_json::from_str(text).ok().and_then(read);
    value.map(Some).ok_or_else(|| {
        ToolError::invalid_argument(format!("`{name}` is the JSON text of {form}, not `{text}`"))
    })
}

/// The texts in the JSON text of a list.
fn read_texts(text: Option<&str>, name: &str) -> Result<Option<Vec<String>>, ToolError> {
    read_json_text(text, name, "a list of texts", |value| match value {
        serde_json::Value::Array(items) => {
            items.iter().map(|item| item.as_str().map(str::to_owned)).collect()
        }
        _ => None,
    })
}

fn read_object(
    text: Option<&str>,
    name: &str,
) -> Result<Option<BTreeMap<String, Json>>, ToolError> {
    read_json_text(text, name, "an object", |value| match value {
        serde_json::Value::Object(fields) => {
            Some(fields.into_iter().map(|(name, value)| (name, Json(value))).collect())
        }
        _ => None,
    })
}

/// The tasks in the JSON text of a list of numbers, all of which exist.
fn read_task_list(
    state: &ProjectManager,
    text: Option<&str>,
    name: &str,
) -> Result<Option<Vec<IntKey<Task>>>, ToolError> {
    let numbers = read_json_text(text, name, "a list of task numbers", |value| match value {
        serde_json::Value::Array(items) => items
            .iter()
            .map(|item| item.as_i64().or_else(|| item.as_str().and_then(|text| text.parse().ok())))
            .collect::<Option<Vec<i64>>>(),
        _ => None,
    })?;
    let Some(numbers) = numbers else { return Ok(None) };
    let mut tasks = Vec::new();
    for number in numbers {
        let id = state.tasks.find(&IntKey::<Task>::new(number))?.id;
        if !tasks.contains(&id) {
            tasks.push(id);
        }
    }
    Ok(Some(tasks))
}

fn check_name(name: &str) -> Result<String, ToolError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(ToolError::invalid_argument("Task name is required and cannot be empty"));
    }
    Ok(name.to_owned())
}

fn check_agent(agent: &str) -> Result<(), ToolError> {
    if agent.trim().is_empty() {
        return Err(ToolError::invalid_argument("`agent_id` must not be empty"));
    }
    Ok(())
}

/// The holder of a lock that has not expired, and when it will.
fn lock_of(task: &Task, now: Timestamp) -> Option<(&str, Timestamp)> {
    let (holder, expires_at) = (task.lock_holder.as_deref()?, task.lock_expires_at?);
    (expires_at > now).then_some((holder, expires_at))
}

/// Fails when somebody else has locked the task.
fn check_holder(task: &Task, agent: &str, now: Timestamp) -> Result<(), ToolError> {
    match lock_of(task, now) {
        Some((holder, expires_at)) if holder != agent => {
            Err(already_locked(task.id, (holder, expires_at)))
        }
        _ => Ok(()),
    }
}

fn already_locked(id: IntKey<Task>, (holder, expires_at): (&str, Timestamp)) -> ToolError {
    ToolError::failed_precondition(format!("Task {id} is already locked by {holder}")).with_details(
        serde_json::json!({
            "lock_holder": holder,
            "expires_at": expires_at.to_string(),
        }),
    )
}

/// The epic that the caller names, created where its name is new.
fn find_or_add_epic(
    state: &mut ProjectManager,
    (epic_id, epic_name): (Option<i64>, Option<&str>),
    project: (Option<i64>, Option<&str>),
    cx: &mut Context,
) -> Result<RowRef<Epic>, ToolError> {
    if let Some(id) = epic_id {
        return state.epics.find(&IntKey::<Epic>::new(id));
    }
    let Some(name) = epic_name.map(str::trim).filter(|name| !name.is_empty()) else {
        return Err(ToolError::invalid_argument(
            "Either epic_id or epic_name must be provided to identify the epic",
        ));
    };
    let project_id = find_or_add_project(state, project, cx)?;
    let is_same = |epic: &Epic| epic.project_id == project_id && epic.name == name;
    if let Some(id) = state.epics.first(&is_same).map(|epic| epic.id) {
        return state.epics.find(&id);
    }
    let id = state.epics.next_int_key(cx);
    state.epics.insert(Epic {
        id,
        project_id,
        name: name.to_owned(),
        description: String::new(),
        status: TaskStatus::Pending,
        created_at: cx.now(),
    })
}

fn find_or_add_project(
    state: &mut ProjectManager,
    (id, name): (Option<i64>, Option<&str>),
    cx: &mut Context,
) -> Result<IntKey<Project>, ToolError> {
    if let Some(id) = id {
        return Ok(state.projects.find(&IntKey::<Project>::new(id))?.id);
    }
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
        return Err(ToolError::invalid_argument(
            "Either project_id or project_name must be provided with epic_name",
        ));
    };
    if let Some(project) = state.projects.first(&|project| project.name == name) {
        return Ok(project.id);
    }
    let id = state.projects.next_int_key(cx);
    let now = cx.now();
    state.projects.insert(Project {
        id,
        name: name.to_owned(),
        description: String::new(),
        created_at: now,
        updated_at: now,
    })?;
    Ok(id)
}

/// Fails when one of the rows does not exist.
fn check_places(
    state: &ProjectManager,
    project: Option<&IntKey<Project>>,
    epic: Option<&IntKey<Epic>>,
    task: Option<&IntKey<Task>>,
) -> Result<(), ToolError> {
    if let Some(project) = project {
        state.projects.find(project)?;
    }
    if let Some(epic) = epic {
        state.epics.find(epic)?;
    }
    if let Some(task) = task {
        state.tasks.find(task)?;
    }
    Ok(())
}

/// What stands for the system's instructions where a caller gives none.
fn usual_snapshot(now: Timestamp) -> String {
    serde_json::json!({
        "timestamp": now.to_string(),
        "context": "task_creation",
        "ra_version": INSTRUCTIONS_VERSION,
        "instructions_type": "full_ra_methodology",
        "snapshot": "RA methodology system instructions active",
    })
    .to_string()
}

/// Logs that a task was created and under which instructions; the number of the first entry.
fn log_creation(
    state: &mut ProjectManager,
    task: &Task,
    project_id: IntKey<Project>,
    cx: &mut Context,
) -> Result<i64, ToolError> {
    let created = serde_json::json!({
        "agent_action": "task_created",
        "original_parameters": {
            "name": task.name,
            "description": task.description,
            "ra_mode": mode_word(task.ra_mode),
            "ra_score": task.ra_score,
            "dependencies": numbers_or_null(&task.dependencies),
        },
        "resolved_ids": {
            "project_id": project_id.get(),
            "epic_id": task.epic_id.get(),
            "task_id": task.id.get(),
        },
    });
    let sequence = add_log(state, task.id, LogKind::Create, created, cx)?;
    let prompt = serde_json::json!({
        "prompt_snapshot": task.prompt_snapshot,
        "ra_mode": mode_word(task.ra_mode),
        "ra_score": task.ra_score,
        "instructions_version": INSTRUCTIONS_VERSION,
        "capture_context": "task_creation",
    });
    add_log(state, task.id, LogKind::Prompt, prompt, cx)?;
    Ok(sequence)
}

/// Adds an entry to a task's log; its number.
fn add_log(
    state: &mut ProjectManager,
    task_id: IntKey<Task>,
    kind: LogKind,
    payload: serde_json::Value,
    cx: &mut Context,
) -> Result<i64, ToolError> {
    let seq = state.task_logs.next_number_where(&|log| log.task_id == task_id, &|log| log.seq);
    let ts = cx.now();
    state.task_logs.insert(TaskLog { task_id, seq, ts, kind, payload: Json(payload) })?;
    Ok(seq)
}

fn add_tag(
    state: &mut ProjectManager,
    task_id: IntKey<Task>,
    text: String,
    agent: &str,
    cx: &mut Context,
) -> Result<RowRef<RaTag>, ToolError> {
    let name = text.trim().trim_start_matches('#');
    let end = name.find([':', ' ']).unwrap_or(name.len());
    let tag_type = name.get(..end).unwrap_or(name).to_owned();
    let id = state.ra_tags.next_key(cx);
    state.ra_tags.insert(RaTag {
        id,
        task_id,
        text,
        tag_type,
        file_path: None,
        line_number: None,
        language: None,
        code_snippet: None,
        created_by: agent.to_owned(),
        created_at: cx.now(),
    })
}

/// Adds the tags that a task does not have; with `replaces`, those that are not named go first.
fn change_tags(
    state: &mut ProjectManager,
    task_id: IntKey<Task>,
    texts: &[String],
    replaces: bool,
    agent: &str,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let mut kept: Vec<String> = Vec::new();
    for tag in state.ra_tags.select(&|tag| tag.task_id == task_id) {
        if replaces && !texts.contains(&tag.text) {
            state.delete::<RaTag>(&tag.id)?;
        } else {
            kept.push(tag.text.clone());
        }
    }
    for text in texts {
        if !kept.contains(text) {
            add_tag(state, task_id, text.clone(), agent, cx)?;
            kept.push(text.clone());
        }
    }
    Ok(())
}

/// The programming language that a file's name tells of.
fn language_of(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    Some(match extension {
        "py" => "python",
        "js" | "jsx" | "mjs" => "javascript",
        "ts" | "tsx" => "typescript",
        "rs" => "rust",
        "go" => "go",
        "java" => "java",
        "c" | "h" => "c",
        "cpp" | "cc" | "hpp" => "cpp",
        "rb" => "ruby",
        "php" => "php",
        "sh" => "shell",
        "sql" => "sql",
        "html" => "html",
        "css" => "css",
        "md" => "markdown",
        _ => return None,
    })
}

fn project_of(state: &ProjectManager, task: &Task) -> Option<IntKey<Project>> {
    state.epics.get(&task.epic_id).map(|epic| epic.project_id)
}

fn project_name(state: &ProjectManager, epic: &Epic) -> String {
    state.projects.get(&epic.project_id).map(|project| project.name.clone()).unwrap_or_default()
}

fn knowledge_context(
    state: &ProjectManager,
    project: Option<IntKey<Project>>,
    epic: Option<IntKey<Epic>>,
) -> Result<serde_json::Value, ToolError> {
    let epic = epic.map(|id| state.epics.find(&id)).transpose()?;
    let project = project.or_else(|| epic.as_ref().map(|epic| epic.project_id));
    let project = project.map(|id| state.projects.find(&id)).transpose()?;
    let mut items = state.knowledge_items.select(&|item| {
        item.is_active
            && project.as_ref().is_none_or(|project| item.project_id == project.id)
            && epic.as_ref().is_none_or(|epic| item.epic_id.is_none_or(|id| id == epic.id))
    });
    items.sort_by_key(|item| -item.priority);
    Ok(serde_json::json!({
        "project": project.map(|one| serde_json::json!({"id": one.id.get(), "name": one.name})),
        "epic": epic.map(|one| serde_json::json!({"id": one.id.get(), "name": one.name})),
        "items": items.iter().map(|item| knowledge_json(item)).collect::<Vec<_>>(),
    }))
}

fn available_task(state: &ProjectManager, task: &Task, now: Timestamp) -> serde_json::Value {
    let lock = lock_of(task, now);
    serde_json::json!({
        "id": task.id.get(),
        "epic_id": task.epic_id.get(),
        "project_id": project_of(state, task).map(|id| id.get()),
        "name": task.name,
        "description": task.description,
        "status": status_word(task.status),
        "lock_holder": lock.map(|(holder, _)| holder),
        "lock_expires_at": lock.map(|(_, expires_at)| expires_at.to_string()),
        "is_locked": lock.is_some(),
        "created_at": task.created_at.to_string(),
        "updated_at": task.updated_at.to_string(),
        "ra_mode": mode_word(task.ra_mode),
        "ra_score": task.ra_score,
        "ra_tags": tags_or_null(state, task),
        "ra_metadata": object_or_null(&task.ra_metadata),
        "prompt_snapshot": task.prompt_snapshot,
        "dependencies": numbers_or_null(&task.dependencies),
        "available": lock.is_none(),
    })
}

fn task_details(state: &ProjectManager, task: &Task) -> serde_json::Value {
    serde_json::json!({
        "id": task.id.get(),
        "name": task.name,
        "description": task.description,
        "status": status_word(task.status),
        "created_at": task.created_at.to_string(),
        "updated_at": task.updated_at.to_string(),
        "ra_mode": mode_word(task.ra_mode),
        "ra_score": task.ra_score,
        "ra_tags": tags_or_null(state, task),
        "ra_metadata": object_or_null(&task.ra_metadata),
        "prompt_snapshot": task.prompt_snapshot,
        "dependencies": numbers_or_null(&task.dependencies),
        "parallel_group": task.parallel_group,
        "conflicts_with": numbers_or_null(&task.conflicts_with),
        "parallel_eligible": task.parallel_eligible,
    })
}

fn log_json(log: &TaskLog) -> serde_json::Value {
    let kind = match log.kind {
        LogKind::Create => "create",
        LogKind::Prompt => "prompt",
        LogKind::Update => "update",
        LogKind::Note => "note",
    };
    serde_json::json!({
        "task_id": log.task_id.get(),
        "seq": log.seq,
        "ts": log.ts.to_string(),
        "kind": kind,
        "payload": log.payload.0,
    })
}

fn tag_json(tag: &RaTag) -> serde_json::Value {
    serde_json::json!({
        "id": tag.id.as_str(),
        "type": tag.tag_type,
        "text": tag.text,
        "file_path": tag.file_path,
        "line_number": tag.line_number,
        "language": tag.language,
        "code_snippet": tag.code_snippet,
        "created_by": tag.created_by,
        "created_at": tag.created_at.to_string(),
    })
}

fn knowledge_json(item: &KnowledgeItem) -> serde_json::Value {
    serde_json::json!({
        "id": item.id.get(),
        "title": item.title,
        "content": item.content,
        "category": item.category,
        "tags": item.tags,
        "parent_id": item.parent_id.map(|id| id.get()),
        "project_id": item.project_id.get(),
        "epic_id": item.epic_id.map(|id| id.get()),
        "task_id": item.task_id.map(|id| id.get()),
        "priority": item.priority,
        "is_active": item.is_active,
        "version": item.version,
        "created_by": item.created_by,
        "metadata": object_json(&item.metadata),
        "created_at": item.created_at.to_string(),
        "updated_at": item.updated_at.to_string(),
    })
}

fn tags_or_null(state: &ProjectManager, task: &Task) -> Option<Vec<serde_json::Value>> {
    let mut tags = state.ra_tags.select(&|tag| tag.task_id == task.id);
    tags.sort_by_key(|tag| tag.created_at);
    (!tags.is_empty()).then(|| tags.iter().map(|tag| tag_json(tag)).collect())
}

fn numbers_or_null(tasks: &[IntKey<Task>]) -> Option<Vec<i64>> {
    (!tasks.is_empty()).then(|| tasks.iter().map(|id| id.get()).collect())
}

fn object_or_null(fields: &BTreeMap<String, Json>) -> Option<serde_json::Value> {
    (!fields.is_empty()).then(|| object_json(fields))
}

fn object_json(fields: &BTreeMap<String, Json>) -> serde_json::Value {
    fields.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect()
}

/// Two projects with an epic each, three tasks of which one is locked, and what is known of them.
pub const FIXTURE: &str = r##"{
    "storage": {"atomic_updates": true},
    "projects": {
        "1": {"id": 1, "name": "Catalogue", "description": "A list of everything in the store room", "created_at": "2026-02-02T08:00:00Z", "updated_at": "2026-02-02T08:00:00Z"},
        "2": {"id": 2, "name": "Weather station", "description": "", "created_at": "2026-02-10T08:00:00Z", "updated_at": "2026-02-10T08:00:00Z"}
    },
    "epics": {
        "1": {"id": 1, "project_id": 1, "name": "Data model", "description": "Tables and names", "status": "pending", "created_at": "2026-02-02T08:05:00Z"},
        "2": {"id": 2, "project_id": 2, "name": "Sensors", "description": "", "status": "pending", "created_at": "2026-02-10T08:05:00Z"}
    },
    "tasks": {
        "1": {"id": 1, "epic_id": 1, "name": "Draft the schema", "description": "Tables for things and places", "status": "completed", "lock_holder": null, "lock_expires_at": null, "ra_mode": "simple", "ra_score": 3, "ra_metadata": {}, "prompt_snapshot": "", "dependencies": [], "parallel_group": null, "conflicts_with": [], "parallel_eligible": true, "created_at": "2026-02-02T08:10:00Z", "updated_at": "2026-02-03T15:00:00Z"},
        "2": {"id": 2, "epic_id": 1, "name": "Load the first file", "description": "Read the list of 2019", "status": "in_progress", "lock_holder": "agent-west", "lock_expires_at": "2031-03-02T12:00:00Z", "ra_mode": "ra-light", "ra_score": 7, "ra_metadata": {"area": "import"}, "prompt_snapshot": "", "dependencies": [1], "parallel_group": "import", "conflicts_with": [], "parallel_eligible": true, "created_at": "2026-02-02T08:20:00Z", "updated_at": "2026-02-20T10:00:00Z"},
        "3": {"id": 3, "epic_id": 2, "name": "Map the old names", "description": "", "status": "pending", "lock_holder": null, "lock_expires_at": null, "ra_mode": "standard", "ra_score": 5, "ra_metadata": {}, "prompt_snapshot": "", "dependencies": [], "parallel_group": null, "conflicts_with": [], "parallel_eligible": true, "created_at": "2026-02-10T08:10:00Z", "updated_at": "2026-02-10T08:10:00Z"}
    },
    "task_logs": {
        "2/1": {"task_id": 2, "seq": 1, "ts": "2026-02-02T08:20:00Z", "kind": "create", "payload": {"agent_action": "task_created"}},
        "2/2": {"task_id": 2, "seq": 2, "ts": "2026-02-20T10:00:00Z", "kind": "note", "payload": {"agent_id": "agent-west", "message": "Half of the rows are in."}}
    },
    "ra_tags": {
        "ra_tag_utf8": {"id": "ra_tag_utf8", "task_id": 2, "text": "#ASSUMPTION: files are UTF-8", "type": "ASSUMPTION", "file_path": "import/read.py", "line_number": 14, "language": "python", "code_snippet": null, "created_by": "agent-west", "created_at": "2026-02-20T09:30:00Z"}
    },
    "validations": {
        "1": {"id": 1, "task_id": 2, "ra_tag_id": "ra_tag_utf8", "outcome": "partial", "reason": "One of three files was looked at.", "confidence": 60, "reviewer_agent_id": "agent-north", "validated_at": "2026-02-21T09:00:00Z"}
    },
    "knowledge_items": {
        "1": {"id": 1, "title": "Reviews on Thursdays", "content": "Bring one open question each.", "category": "process", "tags": ["meetings"], "parent_id": null, "project_id": 1, "epic_id": null, "task_id": null, "priority": 1, "is_active": true, "version": 1, "created_by": "agent-north", "metadata": {}, "created_at": "2026-02-04T08:00:00Z", "updated_at": "2026-02-04T08:00:00Z"},
        "2": {"id": 2, "title": "Names are singular", "content": "Tables and fields alike.", "category": "style", "tags": [], "parent_id": null, "project_id": 1, "epic_id": 1, "task_id": 1, "priority": 4, "is_active": true, "version": 1, "created_by": null, "metadata": {}, "created_at": "2026-02-05T08:00:00Z", "updated_at": "2026-02-05T08:00:00Z"},
        "3": {"id": 3, "title": "Reviews on Mondays", "content": "No longer.", "category": "process", "tags": [], "parent_id": 1, "project_id": 1, "epic_id": null, "task_id": null, "priority": 0, "is_active": false, "version": 1, "created_by": null, "metadata": {}, "created_at": "2026-02-01T08:00:00Z", "updated_at": "2026-02-04T08:00:00Z"}
    },
    "knowledge_logs": {
        "1": {"id": 1, "knowledge_id": 1, "action_type": "created", "change_reason": null, "created_by": "agent-north", "metadata": {}, "created_at": "2026-02-04T08:00:00Z"}
    }
}"##;
