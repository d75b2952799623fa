//! Todo List: tasks with a priority and an urgency, and reminders that may belong to a task.
//!
//! Tasks are numbered and handled several at a time. Identifiers that do not exist are passed
//! over. Due dates are kept as they were written; one that is no date sorts last.

/// Everything the list knows.
#[derive(State)]
pub struct TodoList {
    pub tasks: Table<Task>,
    pub reminders: Table<Reminder>,
}

/// Something to be done.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence)]
    pub id: IntKey<Task>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = Status::Open)]
    pub status: Status,
    #[entity(default = Level::Medium)]
    pub priority: Level,
    #[entity(default = Level::Medium)]
    pub urgency: Level,
    /// Hours.
    pub time_estimate: Option<f64>,
    pub due_date: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(person)]
    pub assignee: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something to be told at a certain time.
#[derive(Entity)]
pub struct Reminder {
    #[entity(key, token("", 8))]
    pub id: Key<Reminder>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub message: String,
    pub due_at: Timestamp,
    /// The task that it belongs to, as the caller named it.
    pub task_filename: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    /// Where the reminder stands in the order of setting.
    #[entity(default)]
    pub position: i64,
}

/// Where a task stands.
#[derive(Choice)]
pub enum Status {
    Open,
    #[choice(rename = "in-progress")]
    InProgress,
    Done,
}

/// How important or how urgent a task is.
#[derive(Choice)]
pub enum Level {
    Low,
    Medium,
    High,
}

/// What callers say of a task; properties beside these are passed over.
#[derive(Record)]
#[record(open)]
pub struct TaskFields {
    pub title: String,
    pub description: Option<String>,
    #[record(default = Status::Open)]
    pub status: Status,
    #[record(default = Level::Medium)]
    pub priority: Level,
    #[record(default = Level::Medium)]
    pub urgency: Level,
    pub time_estimate: Option<f64>,
    pub due_date: Option<String>,
    pub tags: Option<Vec<String>>,
    pub assignee: Option<String>,
    pub created_at: Option<Timestamp>,
}

/// Which task an update is for; the rest of it are fields.
#[derive(Record)]
#[record(open)]
pub struct UpdateTarget {
    pub id: Option<i64>,
    /// The number of the task as a text, or the end of a file's name.
    pub filename: Option<String>,
}

/// What callers say of a reminder.
#[derive(Record)]
#[record(open)]
pub struct ReminderFields {
    #[record(default = "Reminder".to_owned())]
    pub title: String,
    #[record(default)]
    pub message: String,
    pub due_at: Option<Timestamp>,
    pub task_filename: Option<String>,
}

/// A task as callers see it.
#[derive(Record)]
pub struct TaskView {
    pub title: String,
    pub description: Option<String>,
    pub status: Status,
    pub priority: Level,
    pub urgency: Level,
    pub time_estimate: Option<f64>,
    pub due_date: Option<String>,
    pub tags: Vec<String>,
    pub assignee: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A task and its number.
#[derive(Record)]
pub struct NumberedTask {
    pub id: IntKey<Task>,
    pub task: TaskView,
}

/// The tasks that a call added.
#[derive(Record)]
pub struct CreatedTasks {
    pub created: Vec<IntKey<Task>>,
    pub count: i64,
}

/// The tasks that a call found.
#[derive(Record)]
pub struct FoundTasks {
    pub tasks: Vec<NumberedTask>,
    pub count: i64,
}

/// The tasks that a call changed.
#[derive(Record)]
pub struct UpdatedTasks {
    pub updated: Vec<IntKey<Task>>,
    pub count: i64,
}

/// A reminder as callers see it.
#[derive(Record)]
pub struct ReminderView {
    pub id: Key<Reminder>,
    pub title: String,
    pub message: String,
    pub due_at: Timestamp,
    pub task_filename: Option<String>,
    /// `pending` or `due`.
    pub status: String,
}

/// All reminders.
#[derive(Record)]
pub struct RemindersAnswer {
    pub status: String,
    pub reminders: Vec<ReminderView>,
    pub count: i64,
}

/// How many reminders a call removed.
#[derive(Record)]
pub struct RemovedReminders {
    pub status: String,
    pub removed: i64,
}

pub trait Tools {
    /// Adds tasks, all of them or, where one of them is wrong, none.
    #[tool(writes(tasks))]
    #[case(
        args = r#"{"tasks":[{"title":"Call Ines","priority":"high","tags":["phone"]},{"title":"","urgency":"low","color":"red"}]}"#,
        ok = r#"{"created":[4,5],"count":2}"#
    )]
    #[case(args = r#"{"tasks":[]}"#, ok = r#"{"created":[],"count":0}"#)]
    #[case(args = r#"{"tasks":[{"priority":"low"}]}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"tasks":[{"title":"Sleep","priority":"extreme"}]}"#,
        error = "invalid_argument"
    )]
    fn create_tasks(
        state: &mut TodoList,
        args: CreateTasks,
        cx: &mut Context,
    ) -> Result<CreatedTasks, ToolError> {
        let mut created = Vec::new();
        for (index, task) in args.tasks.iter().enumerate() {
            let fields: TaskFields = read_record(task, &format!("tasks/{index}"))?;
            let id = state.tasks.next_int_key(cx);
            let created_at = fields.created_at.unwrap_or_else(|| cx.now());
            state.tasks.insert(make_task(id, fields, created_at, cx))?;
            created.push(id);
        }
        Ok(CreatedTasks { count: count_of(&created), created })
    }

    /// Answers with the tasks that exist among the named ones, in the order of naming.
    #[tool(types(ids = Option<Vec<IntKey<Task>>>), reads(tasks))]
    #[case(
        args = r#"{"ids":[3,99,1]}"#,
        ok = r#"{"tasks":[{"id":3,"task":{"title":"Pay the gas bill"}},{"id":1,"task":{"title":"Paint the fence","status":"in-progress"}}],"count":2}"#
    )]
    #[case(
        args = r#"{"filenames":["2","tasks/fence-1.yaml","notes.txt"]}"#,
        ok = r#"{"tasks":[{"id":2},{"id":1}],"count":2}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    fn read_tasks(
        state: &TodoList,
        args: ReadTasks,
        _cx: &mut Context,
    ) -> Result<FoundTasks, ToolError> {
        let ids = match (args.ids, args.filenames) {
            (Some(ids), _) => ids,
            (None, Some(names)) => names.iter().filter_map(|name| id_in_name(name)).collect(),
            (None, None) => return Err(ToolError::invalid_argument("name tasks in `ids`")),
        };
        let view = |id: &IntKey<Task>| state.tasks.get(id).map(view_numbered);
        let tasks: Vec<NumberedTask> = ids.iter().filter_map(view).collect();
        Ok(FoundTasks { count: count_of(&tasks), tasks })
    }

    /// Changes the named fields of tasks. Updates that name no task that exists are passed over;
    /// where one is wrong, none is made.
    #[tool(reads(tasks), writes(tasks))]
    #[case(
        args = r#"{"updates":[{"id":1,"status":"done"},{"id":99,"status":"done"},{"filename":"2","due_date":null}]}"#,
        ok = r#"{"updated":[1,2],"count":2}"#
    )]
    #[case(args = r#"{"updates":[{"status":"done"}]}"#, ok = r#"{"updated":[],"count":0}"#)]
    #[case(args = r#"{"updates":[{"id":1,"status":"frozen"}]}"#, error = "invalid_argument")]
    #[case(args = r#"{"updates":[{"id":1,"title":null}]}"#, error = "invalid_argument")]
    fn update_tasks(
        state: &mut TodoList,
        args: UpdateTasks,
        cx: &mut Context,
    ) -> Result<UpdatedTasks, ToolError> {
        let mut updated = Vec::new();
        for (index, update) in args.updates.iter().enumerate() {
            let place = format!("updates/{index}");
            let target: UpdateTarget = read_record(update, &place)?;
            let named = target.filename.as_deref().and_then(id_in_name);
            let Some(id) = target.id.map(IntKey::new).or(named) else {
                continue;
            };
            let Some(task) = state.tasks.get(&id) else {
                continue;
            };
            let created_at = task.created_at;
            let fields: TaskFields = read_record(&merged(task, update), &place)?;
            let changed = make_task(id, fields, created_at, cx);
            state.tasks.put(changed);
            updated.push(id);
        }
        Ok(UpdatedTasks { count: count_of(&updated), updated })
    }

    /// The tasks that pass the filters, by priority from the highest, then by due date. Texts
    /// that are no date do not filter, and a page has one to a hundred tasks.
    #[tool(
        list,
        filter(
            status in status,
            priority in priority,
            urgency in urgency,
            tags has tags,
            assignee,
            due_date <= due_before,
            due_date >= due_after
        ),
        page(limit = page_size, page = page),
        about = Task,
        reads(tasks)
    )]
    #[case(
        args = "{}",
        ok = r#"{"total":3,"page":1,"page_size":20,"tasks":[{"id":3},{"id":2},{"id":1}]}"#
    )]
    #[case(
        args = r#"{"status":["open","done"],"tags":["garden"]}"#,
        ok = r#"{"total":1,"tasks":[{"id":2,"task":{"title":"Water the roses","description":"Mornings only"}}]}"#
    )]
    #[case(
        args = r#"{"due_before":"2026-03-07T00:00:00Z","page_size":0}"#,
        ok = r#"{"total":1,"page_size":1,"tasks":[{"id":3}]}"#
    )]
    #[case(args = r#"{"page":2,"page_size":2}"#, ok = r#"{"total":3,"page":2,"tasks":[{"id":1}]}"#)]
    #[case(args = r#"{"status":["frozen"]}"#, error = "invalid_argument")]
    fn list_tasks(
        state: &TodoList,
        args: ListTasks,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let statuses = args.status.unwrap_or_default();
        let priorities = args.priority.unwrap_or_default();
        let urgencies = args.urgency.unwrap_or_default();
        let tags = args.tags.unwrap_or_default();
        let assignee = args.assignee.filter(|name| !name.is_empty());
        let before = args.due_before.filter(|text| !text.is_empty());
        let after = args.due_after.filter(|text| !text.is_empty());
        let is_due_between = |task: &Task| {
            if before.is_none() && after.is_none() {
                return true;
            }
            let Some(due) = task.due_date.as_deref().and_then(read_time) else {
                return false;
            };
            before.as_deref().and_then(read_time).is_none_or(|latest| due <= latest)
                && after.as_deref().and_then(read_time).is_none_or(|earliest| due >= earliest)
        };
        let mut tasks = state.tasks.select(&|task| {
            one_of(&task.status, &statuses)
                && one_of(&task.priority, &priorities)
                && one_of(&task.urgency, &urgencies)
                && assignee.as_ref().is_none_or(|name| task.assignee.as_ref() == Some(name))
                && tags.iter().all(|tag| task.tags.contains(tag))
                && is_due_between(task)
        });
        tasks.sort_by_key(|task| {
            let due = task.due_date.as_deref().and_then(read_time);
            (importance(task.priority), due.is_none(), due)
        });
        let total = tasks.len();
        let (page, page_size) = (args.page.max(1), args.page_size.clamp(1, 100));
        let start = usize::try_from((page - 1).saturating_mul(page_size)).unwrap_or(usize::MAX);
        let length = usize::try_from(page_size).unwrap_or(1);
        let shown = |task: &RowRef<Task>| {
            let mut shown = to_json(&view_task(task));
            if let Some(fields) = shown.as_object_mut()
                && !args.include_description
            {
                fields.remove("description");
            }
            serde_json::json!({"id": task.id.get(), "task": shown})
        };
        let tasks: Vec<_> = tasks.iter().skip(start).take(length).map(shown).collect();
        Ok(serde_json::json!({
            "total": total,
            "page": page,
            "page_size": page_size,
            "tasks": tasks,
        }))
    }

    /// Sets reminders. What becomes of each is told in its place, so that one without a time
    /// that can be read does not keep the others from being set.
    #[tool(reads(reminders), writes(reminders))]
    #[case(
        args = r#"{"reminders":[{"title":"Gas","message":"Pay today","due_at":"2026-03-06T08:00:00Z"},{"title":"Soon"}],"task_filename":"3"}"#,
        ok = r#"{"results":[{"status":"added"},{"error":"the reminder has no time, give `due_at`","reminder":{"title":"Soon"}}]}"#
    )]
    #[case(
        args = r#"{"reminders":[{"due_at":"soon"}]}"#,
        ok = r#"{"results":[{"reminder":{"due_at":"soon"}}]}"#
    )]
    #[case(args = r#"{"reminders":"Gas"}"#, error = "invalid_argument")]
    fn set_reminders(
        state: &mut TodoList,
        args: SetReminders,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let for_all = args.task_filename.filter(|name| !name.is_empty());
        let mut results = Vec::new();
        for (index, reminder) in args.reminders.iter().enumerate() {
            let read: Result<ReminderFields, ToolError> =
                read_record(reminder, &format!("reminders/{index}"));
            let added = read.and_then(|fields| add_reminder(state, fields, for_all.clone(), cx));
            results.push(match added {
                Ok(id) => serde_json::json!({"status": "added", "id": id.as_str()}),
                Err(error) => {
                    serde_json::json!({"error": error.message, "reminder": reminder.0})
                }
            });
        }
        Ok(serde_json::json!({"results": results}))
    }

    /// All reminders in the order of setting, each either pending or due.
    #[tool(list, about = Reminder, reads(reminders))]
    #[case(
        args = "{}",
        ok = r#"{"status":"success","reminders":[{"id":"4f1c09ab","title":"Fence","status":"pending"},{"id":"0b77d2e1","task_filename":null,"status":"due"}],"count":2}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn list_reminders(
        state: &TodoList,
        _args: ListReminders,
        cx: &mut Context,
    ) -> Result<RemindersAnswer, ToolError> {
        let mut reminders = state.reminders.select(&|_| true);
        reminders.sort_by_key(|reminder| reminder.position);
        let now = cx.now();
        let view = |reminder: &RowRef<Reminder>| ReminderView {
            id: reminder.id.clone(),
            title: reminder.title.clone(),
            message: reminder.message.clone(),
            due_at: reminder.due_at,
            task_filename: reminder.task_filename.clone(),
            status: if reminder.due_at <= now { "due" } else { "pending" }.to_owned(),
        };
        let reminders: Vec<ReminderView> = reminders.iter().map(view).collect();
        let status = "success".to_owned();
        Ok(RemindersAnswer { status, count: count_of(&reminders), reminders })
    }

    /// Removes the named reminders, or all of them. Names that do not exist are passed over.
    #[tool(types(ids = Option<Vec<Key<Reminder>>>), reads(reminders), writes(reminders))]
    #[case(args = r#"{"ids":["4f1c09ab","ffffffff"]}"#, ok = r#"{"status":"success","removed":1}"#)]
    #[case(args = r#"{"all":true}"#, ok = r#"{"removed":2}"#)]
    #[case(args = r#"{"ids":[]}"#, error = "invalid_argument")]
    fn remove_reminders(
        state: &mut TodoList,
        args: RemoveReminders,
        _cx: &mut Context,
    ) -> Result<RemovedReminders, ToolError> {
        let ids = args.ids.unwrap_or_default();
        if !args.all && ids.is_empty() {
            return Err(ToolError::invalid_argument("name reminders in `ids`, or set `all`"));
        }
        let gone = state.reminders.select(&|reminder| args.all || ids.contains(&reminder.id));
        for reminder in &gone {
            state.reminders.remove(&reminder.id)?;
        }
        Ok(RemovedReminders { status: "success".to_owned(), removed: count_of(&gone) })
    }
}

/// Reads what a caller wrote as a record; `place` is where it stands in the arguments.
fn read_record<T: compoworld_core::FieldType>(value: &Json, place: &str) -> Result<T, ToolError> {
    T::read_json(&value.0).map_err(|error| error.within(place).into())
}

/// The fields of a task, with those of an update in the place of its own.
fn merged(task: &Task, update: &Json) -> Json {
    let mut fields = to_json(&view_task(task));
    if let (Some(fields), Some(update)) = (fields.as_object_mut(), update.0.as_object()) {
        for (name, value) in update.iter().filter(|(name, _)| *name != "created_at") {
            fields.insert(name.clone(), value.clone());
        }
    }
    Json(fields)
}

fn make_task(
    id: IntKey<Task>,
    fields: TaskFields,
    created_at: Timestamp,
    cx: &mut Context,
) -> Task {
    Task {
        id,
        title: fields.title,
        description: fields.description,
        status: fields.status,
        priority: fields.priority,
        urgency: fields.urgency,
        time_estimate: fields.time_estimate,
        due_date: fields.due_date,
        tags: fields.tags.unwrap_or_default(),
        assignee: fields.assignee,
        created_at,
        updated_at: cx.now(),
    }
}

fn view_task(task: &Task) -> TaskView {
    TaskView {
        title: task.title.clone(),
        description: task.description.clone(),
        status: task.status,
        priority: task.priority,
        urgency: task.urgency,
        time_estimate: task.time_estimate,
        due_date: task.due_date.clone(),
        tags: task.tags.clone(),
        assignee: task.assignee.clone(),
        created_at: task.created_at,
        updated_at: task.updated_at,
    }
}

fn view_numbered(task: &Task) -> NumberedTask {
    NumberedTask { id: task.id, task: view_task(task) }
}

/// The number at the end of a name: `12`, `task-12`, `tasks/task-12.yaml`.
fn id_in_name(name: &str) -> Option<IntKey<Task>> {
    let name = name.trim();
    let stem = name.strip_suffix(".yaml").unwrap_or(name);
    let number = stem.rsplit(['/', '-']).next()?;
    number.parse().ok().map(IntKey::new)
}

fn read_time(text: &str) -> Option<Timestamp> {
    Timestamp::parse(text).ok()
}

fn importance(priority: Level) -> i64 {
    match priority {
        Level::High => 0,
        Level::Medium => 1,
        Level::Low => 2,
    }
}

fn count_of<T>(rows: &[T]) -> i64 {
    i64::try_from(rows.len()).unwrap_or(i64::MAX)
}

fn to_json(record: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    record.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn add_reminder(
    state: &mut TodoList,
    fields: ReminderFields,
    for_all: Option<String>,
    cx: &mut Context,
) -> Result<Key<Reminder>, ToolError> {
    let Some(due_at) = fields.due_at else {
        return Err(ToolError::invalid_argument("the reminder has no time, give `due_at`"));
    };
    let own = fields.task_filename.filter(|name| !name.is_empty());
    let position = state.reminders.next_number_where(&|_| true, &|reminder| reminder.position);
    let reminder = state.reminders.insert(Reminder {
        id: Key::new(cx.hex(8)),
        title: fields.title,
        message: fields.message,
        due_at,
        task_filename: own.or(for_all),
        created_at: cx.now(),
        position,
    })?;
    Ok(reminder.id.clone())
}

/// Three tasks and two reminders, one of them due.
pub const FIXTURE: &str = r#"{
    "tasks": {
        "1": {"id": 1, "title": "Paint the fence", "description": null, "status": "in-progress", "priority": "low", "urgency": "low", "time_estimate": 6.5, "due_date": null, "tags": ["garden", "paint"], "assignee": "Tomas Weil", "created_at": "2026-02-20T09:00:00Z", "updated_at": "2026-02-25T17:30:00Z"},
        "2": {"id": 2, "title": "Water the roses", "description": "Mornings only", "status": "open", "priority": "medium", "urgency": "high", "time_estimate": 0.5, "due_date": "2026-03-08T07:00:00Z", "tags": ["garden"], "assignee": null, "created_at": "2026-02-21T09:00:00Z", "updated_at": "2026-02-21T09:00:00Z"},
        "3": {"id": 3, "title": "Pay the gas bill", "description": null, "status": "open", "priority": "high", "urgency": "medium", "time_estimate": null, "due_date": "2026-03-06", "tags": [], "assignee": "Ines Duarte", "created_at": "2026-02-22T09:00:00Z", "updated_at": "2026-02-22T09:00:00Z"}
    },
    "reminders": {
        "4f1c09ab": {"id": "4f1c09ab", "title": "Fence", "message": "Buy brushes", "due_at": "2031-03-05T09:00:00Z", "task_filename": "tasks/fence-1.yaml", "created_at": "2025-12-28T17:30:00Z", "position": 1},
        "0b77d2e1": {"id": "0b77d2e1", "title": "Meters", "message": "Read the meters", "due_at": "2025-12-30T18:00:00Z", "task_filename": null, "created_at": "2025-12-29T08:00:00Z", "position": 2}
    }
}"#;
