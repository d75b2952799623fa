//! Todo: a list of tasks with tags, a due date, a priority and a status.
//!
//! Due dates are kept as they were written. A list that has to read one that is no date fails.

/// Everything the list knows.
#[derive(State)]
pub struct Todo {
    pub tasks: Table<Task>,
}

/// Something to be done.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence)]
    pub id: IntKey<Task>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub desc: Option<String>,
    #[entity(tag)]
    pub tags: Option<Vec<String>>,
    pub due_date: Option<String>,
    pub priority: Option<Priority>,
    #[entity(default = Status::Active)]
    pub status: Status,
    #[entity(body)]
    pub progress: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    /// When it was completed first.
    pub completed_at: Option<Timestamp>,
}

/// How important a task is.
#[derive(Choice)]
pub enum Priority {
    Low,
    Medium,
    High,
    None,
}

/// Where a task stands.
#[derive(Choice)]
pub enum Status {
    Active,
    Completed,
    Archived,
}

/// A status as callers name it. A list takes the last two: for every task, and for tasks without
/// a status, of which there are none.
#[derive(Choice)]
pub enum StatusName {
    Active,
    Completed,
    Archived,
    All,
    None,
}

/// When tasks of a list are due. The longer ones begin where the one before ends: `week` is what
/// remains of this week after today, `month` what remains of the month after this week.
#[derive(Choice)]
pub enum DueRange {
    All,
    Today,
    Tomorrow,
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

pub trait Tools {
    /// Adds a task under the number after the greatest, active where no status is given.
    #[tool(create, reads(tasks), writes(tasks))]
    #[case(
        args = r#"{"name":"Mend the gate","tags":["yard"],"priority":"high","due_date":"2026-05-01"}"#,
        ok = r#"{"id":4,"name":"Mend the gate","desc":null,"tags":["yard"],"due_date":"2026-05-01","priority":"high","status":"active","completed_at":null}"#
    )]
    #[case(args = r#"{"name":"","due_date":"someday"}"#, ok = r#"{"id":4,"due_date":"someday"}"#)]
    #[case(args = r#"{"name":"X","priority":"extreme"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"X","status":"all"}"#, error = "invalid_argument")]
    #[case(args = r#"{"desc":"No name"}"#, error = "invalid_argument")]
    fn task_create(
        state: &mut Todo,
        args: TaskCreate,
        cx: &mut Context,
    ) -> Result<RowRef<Task>, ToolError> {
        let status = args.status.map_or(Ok(Status::Active), status_of)?;
        let number = state.tasks.next_number_where(&|_| true, &|task| task.id.get());
        state.tasks.insert(Task {
            id: IntKey::new(number),
            name: args.name,
            desc: args.desc,
            tags: args.tags,
            due_date: args.due_date,
            priority: args.priority,
            status,
            progress: args.progress,
            created_at: cx.now(),
            completed_at: None,
        })
    }

    #[tool(get, key(id))]
    fn task_get() -> Task;

    /// Changes what is given. Completing a task notes when.
    #[tool(update, key(id), reads(tasks), writes(tasks))]
    #[case(
        args = r#"{"id":1,"name":"Mend the north fence","status":"completed","tags":null}"#,
        ok = r#"{"id":1,"name":"Mend the north fence","tags":["yard"],"status":"completed"}"#
    )]
    #[case(
        args = r#"{"id":3,"status":"completed","progress":"Filed"}"#,
        ok = r#"{"progress":"Filed","completed_at":"2026-02-28T16:00:00Z"}"#
    )]
    #[case(args = r#"{"id":1,"status":"frozen"}"#, error = "invalid_argument")]
    #[case(args = r#"{"id":99,"name":"X"}"#, error = "not_found")]
    fn task_update(
        state: &mut Todo,
        args: TaskUpdate,
        cx: &mut Context,
    ) -> Result<RowRef<Task>, ToolError> {
        let now = cx.now();
        let status = args.status.map(status_of).transpose()?;
        state.tasks.update(&args.id, |task| {
            task.name = args.name.unwrap_or_else(|| task.name.clone());
            task.desc = args.desc.or_else(|| task.desc.clone());
            task.tags = args.tags.or_else(|| task.tags.clone());
            task.due_date = args.due_date.or_else(|| task.due_date.clone());
            task.priority = args.priority.or(task.priority);
            task.progress = args.progress.or_else(|| task.progress.clone());
            if let Some(status) = status {
                if status == Status::Completed && task.status != Status::Completed {
                    task.completed_at = Some(now);
                }
                task.status = status;
            }
            Ok(())
        })
    }

    #[tool(delete, key(id))]
    fn task_delete() -> Task;

    /// The tasks that pass the filters, active ones where no status is given. One of several
    /// tags is enough, and the priority `none` does not filter.
    #[tool(
        search((name, desc) ~ keyword),
        filter(priority, status),
        page(limit = limit),
        about = Task,
        types(status = Option<StatusName>),
        reads(tasks)
    )]
    #[case(args = "{}", ok = r#"[{"id":1,"due_date":"2026-05-01"},{"id":2,"due_date":null}]"#)]
    #[case(
        args = r#"{"status":"all","orderby":"id","order":"desc","limit":2}"#,
        ok = r#"[{"id":3},{"id":2}]"#
    )]
    #[case(args = r#"{"keyword":"NORTH","tags":["yard","car"]}"#, ok = r#"[{"id":1}]"#)]
    #[case(args = r#"{"status":"all","range":"today"}"#, ok = "[]")]
    #[case(
        args = r#"{"status":"all","orderby":"priority","priority":"none"}"#,
        ok = r#"[{"id":1},{"id":3},{"id":2}]"#
    )]
    #[case(args = r#"{"orderby":"name"}"#, error = "invalid_argument")]
    fn task_list(
        state: &Todo,
        args: TaskList,
        cx: &mut Context,
    ) -> Result<Vec<RowRef<Task>>, ToolError> {
        let status = args.status.unwrap_or(StatusName::Active);
        let priority = args.priority.filter(|priority| *priority != Priority::None);
        let tags = args.tags.unwrap_or_default();
        let keyword = args.keyword.unwrap_or_default().to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&keyword);
        let has_tag = |task: &Task| {
            let own = task.tags.as_deref().unwrap_or_default();
            tags.is_empty() || tags.iter().any(|tag| own.contains(tag))
        };
        let mut tasks = state.tasks.select(&|task| {
            (status == StatusName::All || status_of(status).is_ok_and(|one| one == task.status))
                && (priority.is_none() || task.priority == priority)
                && has_tag(task)
                && (holds(&task.name) || task.desc.as_deref().is_some_and(holds))
        });
        if let Some(range) = args.range {
            tasks = keep_due(tasks, range, cx.today())?;
        }
        let descending = args.order == TaskListOrder::Desc;
        match args.orderby {
            TaskListOrderby::Priority => {
                sort(&mut tasks, descending, |task| importance(task.priority));
            }
            TaskListOrderby::Id => sort(&mut tasks, descending, |task| task.id),
            TaskListOrderby::CreatedAt => sort(&mut tasks, descending, |task| task.created_at),
            TaskListOrderby::DueDate => {
                for task in &tasks {
                    due_day(task)?;
                }
                let due = |task: &Task| due_day(task).ok().flatten();
                sort(&mut tasks, descending, |task| (due(task).is_none(), due(task)));
            }
        }
        cut(&mut tasks, args.limit.filter(|limit| *limit != 0).unwrap_or(10));
        Ok(tasks)
    }
}

/// The status that a task can have under this name.
fn status_of(name: StatusName) -> Result<Status, ToolError> {
    match name {
        StatusName::Active => Ok(Status::Active),
        StatusName::Completed => Ok(Status::Completed),
        StatusName::Archived => Ok(Status::Archived),
        StatusName::All | StatusName::None => {
            Err(ToolError::invalid_argument("a task is `active`, `completed` or `archived`"))
        }
    }
}

/// Sorts by a part of the tasks; those that tie keep their order both ways.
fn sort<K: Ord>(tasks: &mut [RowRef<Task>], descending: bool, part: impl Fn(&Task) -> K) {
    tasks.sort_by(|a, b| {
        let order = part(a).cmp(&part(b));
        if descending { order.reverse() } else { order }
    });
}

/// Keeps as many tasks; a negative limit leaves as many out at the end.
fn cut(tasks: &mut Vec<RowRef<Task>>, limit: i64) {
    let count = usize::try_from(limit.unsigned_abs()).unwrap_or(usize::MAX);
    let kept = if limit < 0 { tasks.len().saturating_sub(count) } else { count };
    tasks.truncate(kept);
}

fn importance(priority: Option<Priority>) -> i64 {
    match priority {
        Some(Priority::High) => 0,
        Some(Priority::Medium) => 1,
        Some(Priority::Low) => 2,
        Some(Priority::None) | None => 3,
    }
}

/// The day that a task is due; an empty text is none.
fn due_day(task: &Task) -> Result<Option<Date>, ToolError> {
    let Some(text) = task.due_date.as_deref().filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    match read_day(text) {
        Some(day) => Ok(Some(day)),
        None => Err(ToolError::failed_precondition(format!(
            "task `{}` is due `{text}`, which is no date like `2026-03-01`",
            task.id
        ))),
    }
}

/// A date with a year of four digits; the month and the day may have one digit.
fn read_day(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let is_number = |part: &str, lengths: &[usize]| {
        lengths.contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit())
    };
    let is_date = parts.next().is_none()
        && is_number(year, &[4])
        && is_number(month, &[1, 2])
        && is_number(day, &[1, 2]);
    if is_date { Date::parse(&format!("{year}-{month:0>2}-{day:0>2}")).ok() } else { None }
}

/// The tasks that are due in a range of days; those without a due date are in none.
fn keep_due(
    tasks: Vec<RowRef<Task>>,
    range: DueRange,
    today: Date,
) -> Result<Vec<RowRef<Task>>, ToolError> {
    let is_dated =
        |task: &RowRef<Task>| task.due_date.as_deref().is_some_and(|due| !due.is_empty());
    let dated = tasks.into_iter().filter(is_dated);
    if range == DueRange::All {
        return Ok(dated.collect());
    }
    let (first, last) = days_of(range, today);
    let mut kept = Vec::new();
    for task in dated {
        if due_day(&task)?.is_some_and(|day| first <= day && day <= last) {
            kept.push(task);
        }
    }
    Ok(kept)
}

/// The first and the last day of a range.
fn days_of(range: DueRange, today: Date) -> (Date, Date) {
    let week_end = today.plus_days(7 - day_of_week(today));
    let (year, month, _) = today.year_month_day();
    let (year, month) = (i64::from(year), i64::from(month));
    let month_end = last_day(year, month, today);
    let quarter_end = last_day(year, (month + 2) / 3 * 3, today);
    let year_end = last_day(year, 12, today);
    match range {
        DueRange::All | DueRange::Today | DueRange::Day => (today, today),
        DueRange::Tomorrow => (today.plus_days(1), today.plus_days(1)),
        DueRange::Week => (today.plus_days(1), week_end),
        DueRange::Month => (week_end.plus_days(1), month_end),
        DueRange::Quarter => (month_end.plus_days(1), quarter_end),
        DueRange::Year => (quarter_end.plus_days(1), year_end),
    }
}

/// 1 on a Monday to 7 on a Sunday.
fn day_of_week(day: Date) -> i64 {
    match day.weekday() {
        "monday" => 1,
        "tuesday" => 2,
        "wednesday" => 3,
        "thursday" => 4,
        "friday" => 5,
        "saturday" => 6,
        _ => 7,
    }
}

/// The last day of a month; `otherwise` beyond the calendar's end.
fn last_day(year: i64, month: i64, otherwise: Date) -> Date {
    let (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    let next = Date::parse(&format!("{year:04}-{month:02}-01"));
    next.map_or(otherwise, |next| next.plus_days(-1))
}

/// Three tasks, one of them completed.
pub const FIXTURE: &str = r#"{
    "tasks": {
        "1": {"id": 1, "name": "Mend the fence", "desc": "North side", "tags": ["yard"], "due_date": "2026-05-01", "priority": "high", "status": "active", "progress": "Boards bought", "created_at": "2026-02-20T09:00:00Z", "completed_at": null},
        "2": {"id": 2, "name": "Feed the hens", "desc": null, "tags": null, "due_date": null, "priority": null, "status": "active", "progress": null, "created_at": "2026-02-21T09:00:00Z", "completed_at": null},
        "3": {"id": 3, "name": "File the tax return", "desc": "With the receipts of the north field", "tags": ["papers"], "due_date": "2026-03-31", "priority": "medium", "status": "completed", "progress": null, "created_at": "2026-02-22T09:00:00Z", "completed_at": "2026-02-28T16:00:00Z"}
    }
}"#;
