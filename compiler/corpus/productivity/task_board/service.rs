//! Task board: users, their tasks and notifications, in namespaces that know nothing of each other.
//!
//! A namespace that nobody has used yet holds one user with one task and one notification;
//! resetting it brings that back. Answers are what was asked for in an envelope that repeats the
//! call. The log holds the calls that changed something: reading leaves no trace here, and a call
//! that fails cannot.

/// Every namespace and what is in it.
#[derive(State)]
pub struct TaskBoard {
    pub namespaces: Table<Namespace>,
    pub users: Table<User>,
    pub tasks: Table<Task>,
    pub notifications: Table<Notification>,
    pub calls: Table<LoggedCall>,
}

/// A board of its own.
#[derive(Entity)]
pub struct Namespace {
    #[entity(key, len = 1..=200, path)]
    pub state_key: Key<Namespace>,
    #[entity(default = "mock".to_owned())]
    pub domain: String,
    /// The case that the namespace was reset for.
    pub task_id: Option<String>,
}

/// Someone who has tasks.
#[derive(Entity)]
pub struct User {
    #[entity(key, on_delete = cascade)]
    pub state_key: Key<Namespace>,
    #[entity(key, len = 1..=100, slug)]
    pub user_id: String,
    #[entity(person)]
    pub name: String,
}

/// Something to be done by a user.
#[derive(Entity)]
pub struct Task {
    #[entity(key, on_delete = cascade)]
    pub state_key: Key<Namespace>,
    #[entity(key, len = 1..=100, slug)]
    pub task_id: String,
    #[entity(on_delete = cascade)]
    pub user: Key<User>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    /// Any word; `pending` at first.
    #[entity(default = "pending".to_owned(), tag)]
    pub status: String,
    /// Where the task stands in the order of creation.
    #[entity(range = 1..=1_000_000)]
    pub position: i64,
}

/// Something that a user is told.
#[derive(Entity)]
pub struct Notification {
    #[entity(key, on_delete = cascade)]
    pub state_key: Key<Namespace>,
    #[entity(key, len = 1..=100, slug)]
    pub notification_id: String,
    #[entity(body)]
    pub message: String,
    #[entity(default = Reading::Unread)]
    pub status: Reading,
    /// The task that it is about.
    #[entity(on_delete = clear)]
    pub task: Option<Key<Task>>,
}

/// A call that changed something.
#[derive(Entity)]
pub struct LoggedCall {
    #[entity(key, on_delete = cascade)]
    pub state_key: Key<Namespace>,
    #[entity(key, range = 1..=1_000_000_000)]
    pub number: i64,
    pub name: String,
    pub arguments: BTreeMap<String, Json>,
    pub requestor: Requestor,
    /// What was answered.
    pub content: Json,
}

/// Whether a notification was seen.
#[derive(Choice)]
pub enum Reading {
    Unread,
    Read,
}

/// On whose side a tool is.
#[derive(Choice)]
pub enum Requestor {
    Assistant,
    User,
}

pub trait Tools {
    /// Empties a namespace and puts into it what a new one holds.
    #[tool(
        reads(namespaces),
        writes(namespaces, users, tasks, notifications, calls),
        types(domain = Option<String>, task_id = Option<String>, state_key = Option<String>)
    )]
    #[case(
        args = r#"{"state_key":"team"}"#,
        ok = r#"{"ok":true,"domain":"mock","task_id":null,"state_key":"team","state":{"users":1,"tasks":1,"notifications":1,"next_task_id":"task_2"}}"#
    )]
    #[case(
        args = r#"{"task_id":"create_two"}"#,
        ok = r#"{"task_id":"create_two","state_key":"tau2/mock/create_two"}"#
    )]
    #[case(args = r#"{"domain":"airline"}"#, error = "invalid_argument")]
    fn reset_state(
        state: &mut TaskBoard,
        args: ResetState,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let domain = args.domain.unwrap_or_else(|| USUAL_DOMAIN.to_owned());
        if domain != USUAL_DOMAIN {
            return Err(ToolError::invalid_argument(format!(
                "`domain` is `{USUAL_DOMAIN}`, not `{domain}`"
            )));
        }
        let case = args.task_id.as_deref().unwrap_or("default");
        let usual_key = format!("tau2/{domain}/{case}");
        let named = args.state_key.filter(|key| !key.is_empty());
        let key = Key::<Namespace>::new(named.unwrap_or(usual_key));
        if state.namespaces.contains(&key) {
            state.delete::<Namespace>(&key)?;
        }
        add_namespace(state, &key, args.task_id.clone())?;
        Ok(serde_json::json!({
            "ok": true,
            "domain": domain,
            "task_id": args.task_id,
            "state_key": key.as_str(),
            "state": {
                "users": 1,
                "tasks": 1,
                "notifications": 1,
                "next_task_id": next_task(state, &key).0,
            },
        }))
    }

    /// The users of a namespace with the identifiers of their tasks.
    #[tool(reads(namespaces, users, tasks, calls), types(state_key = Option<String>))]
    #[case(
        args = r#"{"state_key":"team"}"#,
        ok = r#"{"ok":true,"state_key":"team","parsed_content":[{"user_id":"user_1","name":"Mara Lindt","tasks":["task_2","task_1"]},{"user_id":"user_2","name":"Rui Prado","tasks":[]}]}"#
    )]
    #[case(
        args = "{}",
        ok = r#"{"state_key":"tau2/mock/default","parsed_content":[{"user_id":"user_1","name":"Test User","tasks":["task_1"]}]}"#
    )]
    #[case(args = r#"{"state_key":7}"#, error = "invalid_argument")]
    fn get_users(
        state: &TaskBoard,
        args: GetUsers,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let key = namespace_key(args.state_key);
        let users = if state.namespaces.contains(&key) {
            let users = state.users.select(&|user| user.state_key == key);
            users.iter().map(|user| user_json(state, user)).collect()
        } else {
            vec![serde_json::json!({
                "user_id": FIRST_USER,
                "name": FIRST_NAME,
                "tasks": [FIRST_TASK],
            })]
        };
        let call = Call::new("get_users", Requestor::Assistant, serde_json::json!({}));
        Ok(call.envelope(state, &key, serde_json::Value::Array(users)))
    }

    /// Adds a task for a user of the namespace; it is pending.
    #[tool(
        reads(namespaces, users, tasks),
        writes(namespaces, users, tasks, notifications, calls),
        types(user_id = String, title = String, description = Option<String>, state_key = Option<String>)
    )]
    #[case(
        args = r#"{"user_id":"user_2","title":"Write report","state_key":"team"}"#,
        ok = r#"{"ok":true,"tool":"create_task","arguments":{"user_id":"user_2","title":"Write report","description":null},"parsed_content":{"task_id":"task_3","title":"Write report","description":null,"status":"pending"}}"#
    )]
    #[case(
        args = r#"{"user_id":"user_1","title":"Write report"}"#,
        ok = r#"{"state_key":"tau2/mock/default","parsed_content":{"task_id":"task_2"}}"#
    )]
    #[case(args = r#"{"user_id":"user_999","title":"Nope"}"#, error = "not_found")]
    #[case(args = r#"{"title":"No user"}"#, error = "invalid_argument")]
    fn create_task(
        state: &mut TaskBoard,
        args: CreateTask,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let key = open_namespace(state, args.state_key)?;
        let arguments = serde_json::json!({
            "user_id": args.user_id,
            "title": args.title,
            "description": args.description,
        });
        let user = row_key(&key, &args.user_id);
        if !state.users.contains(&user) {
            return Err(ToolError::not_found(format!("User {} not found", args.user_id)));
        }
        let (task_id, position) = next_task(state, &key);
        let task = state.tasks.insert(Task {
            state_key: key.clone(),
            task_id,
            user: Key::new(user),
            title: args.title,
            description: args.description,
            status: "pending".to_owned(),
            position,
        })?;
        Call::new("create_task", Requestor::Assistant, arguments).log(state, &key, task_json(&task))
    }

    /// Gives a task another status, which may be any word.
    #[tool(
        reads(namespaces, tasks),
        writes(namespaces, users, tasks, notifications, calls),
        types(task_id = String, status = String, state_key = Option<String>)
    )]
    #[case(
        args = r#"{"task_id":"task_1","status":"completed","state_key":"team"}"#,
        ok = r#"{"parsed_content":{"task_id":"task_1","title":"Book the hall","status":"completed"}}"#
    )]
    #[case(args = r#"{"task_id":"task_404","status":"completed"}"#, error = "not_found")]
    fn update_task_status(
        state: &mut TaskBoard,
        args: UpdateTaskStatus,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let key = open_namespace(state, args.state_key)?;
        let arguments = serde_json::json!({"task_id": args.task_id, "status": args.status});
        let task = row_key(&key, &args.task_id);
        if !state.tasks.contains(&task) {
            return Err(ToolError::not_found(format!("Task {} not found", args.task_id)));
        }
        let task = state.tasks.update(&task, |task| {
            task.status = args.status;
            Ok(())
        })?;
        Call::new("update_task_status", Requestor::Assistant, arguments).log(
            state,
            &key,
            task_json(&task),
        )
    }

    /// Hands the conversation over to a person. The board itself stays as it is; the log tells.
    #[tool(
        reads(namespaces),
        writes(namespaces, users, tasks, notifications, calls),
        types(state_key = Option<String>)
    )]
    #[case(
        args = r#"{"summary":"Wants a person","state_key":"team"}"#,
        ok = r#"{"ok":true,"arguments":{"summary":"Wants a person"},"parsed_content":"Transfer successful"}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    fn transfer_to_human_agents(
        state: &mut TaskBoard,
        args: TransferToHumanAgents,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let key = open_namespace(state, args.state_key)?;
        let arguments = serde_json::json!({"summary": args.summary});
        Call::new("transfer_to_human_agents", Requestor::Assistant, arguments).log(
            state,
            &key,
            serde_json::json!("Transfer successful"),
        )
    }

    /// Every notification of the namespace, seen or not.
    #[tool(reads(namespaces, notifications, tasks, calls), types(state_key = Option<String>))]
    #[case(
        args = r#"{"state_key":"team"}"#,
        ok = r#"{"parsed_content":[{"notification_id":"notif_1","status":"unread","task_id":"task_1"},{"notification_id":"notif_2","status":"read","task_id":null}]}"#
    )]
    #[case(
        args = r#"{"state_key":"new"}"#,
        ok = r#"{"state_key":"new","parsed_content":[{"notification_id":"notif_1","status":"unread"}]}"#
    )]
    #[case(args = r#"{"state_key":7}"#, error = "invalid_argument")]
    fn check_notifications(
        state: &TaskBoard,
        args: CheckNotifications,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let key = namespace_key(args.state_key);
        let notifications = if state.namespaces.contains(&key) {
            let notifications = state.notifications.select(&|one| one.state_key == key);
            notifications.iter().map(|one| notification_json(state, one)).collect()
        } else {
            vec![serde_json::json!({
                "notification_id": FIRST_NOTIFICATION,
                "message": FIRST_MESSAGE,
                "status": "unread",
                "task_id": FIRST_TASK,
            })]
        };
        let call = Call::new("check_notifications", Requestor::User, serde_json::json!({}));
        Ok(call.envelope(state, &key, serde_json::Value::Array(notifications)))
    }

    /// Marks a notification as read; once more is no mistake.
    #[tool(
        reads(namespaces, notifications),
        writes(namespaces, users, tasks, notifications, calls),
        types(notification_id = String, state_key = Option<String>)
    )]
    #[case(
        args = r#"{"notification_id":"notif_1","state_key":"team"}"#,
        ok = r#"{"ok":true,"parsed_content":"Notification notif_1 dismissed"}"#
    )]
    #[case(args = r#"{"notification_id":"notif_404"}"#, error = "not_found")]
    fn dismiss_notification(
        state: &mut TaskBoard,
        args: DismissNotification,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let key = open_namespace(state, args.state_key)?;
        let id = args.notification_id;
        let row = row_key(&key, &id);
        if !state.notifications.contains(&row) {
            return Err(ToolError::not_found(format!("Notification {id} not found")));
        }
        state.notifications.update(&row, |notification| {
            notification.status = Reading::Read;
            Ok(())
        })?;
        let arguments = serde_json::json!({"notification_id": id});
        Call::new("dismiss_notification", Requestor::User, arguments).log(
            state,
            &key,
            serde_json::json!(format!("Notification {id} dismissed")),
        )
    }

    /// The calls that changed something in the namespace since it was reset, oldest first.
    #[tool(reads(namespaces, calls), types(state_key = Option<String>))]
    #[case(
        args = r#"{"state_key":"team"}"#,
        ok = r#"{"ok":true,"state_key":"team","calls":[{"tau2_tool_call":{"id":"tau2_mock_mcp_0","name":"transfer_to_human_agents","requestor":"assistant"},"tau2_tool_message":{"content":"Transfer successful","error":false}}]}"#
    )]
    #[case(args = "{}", ok = r#"{"calls":[]}"#)]
    #[case(args = r#"{"state_key":7}"#, error = "invalid_argument")]
    fn get_call_log(
        state: &TaskBoard,
        args: GetCallLog,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let key = namespace_key(args.state_key);
        let mut calls = state.calls.select(&|call| call.state_key == key);
        calls.sort_by_key(|call| call.number);
        let calls: Vec<_> = calls
            .iter()
            .map(|call| {
                let arguments = call.arguments.iter();
                let arguments = arguments.map(|(name, value)| (name.clone(), value.0.clone()));
                let (made, told) = Call {
                    name: &call.name,
                    requestor: call.requestor,
                    arguments: arguments.collect(),
                }
                .record(call.number - 1, &call.content.0);
                serde_json::json!({"tau2_tool_call": made, "tau2_tool_message": told})
            })
            .collect();
        Ok(serde_json::json!({
            "ok": true,
            "domain": USUAL_DOMAIN,
            "task_id": case_of(state, &key),
            "state_key": key.as_str(),
            "calls": calls,
        }))
    }
}

const USUAL_DOMAIN: &str = "mock";
const USUAL_KEY: &str = "tau2/mock/default";

// What a new namespace holds.
const FIRST_USER: &str = "user_1";
const FIRST_NAME: &str = "Test User";
const FIRST_TASK: &str = "task_1";
const FIRST_TITLE: &str = "Test task";
const FIRST_NOTIFICATION: &str = "notif_1";
const FIRST_MESSAGE: &str = "Task 'Test task' has been assigned to you.";

/// A call as answers and the log repeat it.
struct Call<'a> {
    name: &'a str,
    requestor: Requestor,
    arguments: serde_json::Value,
}

impl<'a> Call<'a> {
    fn new(name: &'a str, requestor: Requestor, arguments: serde_json::Value) -> Self {
        Self { name, requestor, arguments }
    }

    /// The call, and what was answered, as the protocol of the benchmark has them.
    fn record(
        &self,
        number: i64,
        content: &serde_json::Value,
    ) -> (serde_json::Value, serde_json::Value) {
        let id = format!("tau2_mock_mcp_{number}");
        let requestor = match self.requestor {
            Requestor::Assistant => "assistant",
            Requestor::User => "user",
        };
        let text = content.as_str().map_or_else(|| content.to_string(), str::to_owned);
        let call = serde_json::json!({
            "id": id,
            "name": self.name,
            "arguments": self.arguments,
            "requestor": requestor,
        });
        let message = serde_json::json!({
            "id": id,
            "role": "tool",
            "content": text,
            "requestor": requestor,
            "error": false,
        });
        (call, message)
    }

    /// The answer to the call.
    fn envelope(
        self,
        state: &TaskBoard,
        key: &Key<Namespace>,
        content: serde_json::Value,
    ) -> serde_json::Value {
        let (call, message) = self.record(next_call(state, key) - 1, &content);
        serde_json::json!({
            "ok": true,
            "domain": USUAL_DOMAIN,
            "task_id": case_of(state, key),
            "state_key": key.as_str(),
            "tool": self.name,
            "arguments": self.arguments,
            "parsed_content": content,
            "tau2_tool_call": call,
            "tau2_tool_message": message,
        })
    }

    /// Logs the call, and gives the answer to it.
    fn log(
        self,
        state: &mut TaskBoard,
        key: &Key<Namespace>,
        content: serde_json::Value,
    ) -> Result<serde_json::Value, ToolError> {
        let number = next_call(state, key);
        let fields = self.arguments.as_object().into_iter().flatten();
        let arguments = fields.map(|(name, value)| (name.clone(), Json(value.clone()))).collect();
        let call = LoggedCall {
            state_key: key.clone(),
            number,
            name: self.name.to_owned(),
            arguments,
            requestor: self.requestor,
            content: Json(content.clone()),
        };
        let answer = self.envelope(state, key, content);
        state.calls.insert(call)?;
        Ok(answer)
    }
}

fn namespace_key(state_key: Option<String>) -> Key<Namespace> {
    let named = state_key.filter(|key| !key.is_empty());
    Key::new(named.unwrap_or_else(|| USUAL_KEY.to_owned()))
}

/// The key of something that a namespace knows by this identifier.
fn row_key(namespace: &Key<Namespace>, id: &str) -> String {
    compoworld_core::join_key(&[namespace, &id])
}

/// The namespace, with what a new one holds when nobody has used it yet.
fn open_namespace(
    state: &mut TaskBoard,
    state_key: Option<String>,
) -> Result<Key<Namespace>, ToolError> {
    let key = namespace_key(state_key);
    if !state.namespaces.contains(&key) {
        add_namespace(state, &key, None)?;
    }
    Ok(key)
}

fn add_namespace(
    state: &mut TaskBoard,
    key: &Key<Namespace>,
    case: Option<String>,
) -> Result<(), ToolError> {
    state.namespaces.insert(Namespace {
        state_key: key.clone(),
        domain: USUAL_DOMAIN.to_owned(),
        task_id: case,
    })?;
    state.users.insert(User {
        state_key: key.clone(),
        user_id: FIRST_USER.to_owned(),
        name: FIRST_NAME.to_owned(),
    })?;
    state.tasks.insert(Task {
        state_key: key.clone(),
        task_id: FIRST_TASK.to_owned(),
        user: Key::new(row_key(key, FIRST_USER)),
        title: FIRST_TITLE.to_owned(),
        description: Some("A test task".to_owned()),
        status: "pending".to_owned(),
        position: 1,
    })?;
    state.notifications.insert(Notification {
        state_key: key.clone(),
        notification_id: FIRST_NOTIFICATION.to_owned(),
        message: FIRST_MESSAGE.to_owned(),
        status: Reading::Unread,
        task: Some(Key::new(row_key(key, FIRST_TASK))),
    })?;
    Ok(())
}

/// The identifier and the place of the task that is created next in a namespace.
fn next_task(state: &TaskBoard, key: &Key<Namespace>) -> (String, i64) {
    let position =
        state.tasks.next_number_where(&|task| task.state_key == *key, &|task| task.position);
    let numbers = state.tasks.iter().filter(|task| task.state_key == *key);
    let numbers = numbers.filter_map(|task| task.task_id.strip_prefix("task_")?.parse().ok());
    let greatest: i64 = numbers.max().unwrap_or(0);
    (format!("task_{}", greatest.saturating_add(1)), position)
}

fn next_call(state: &TaskBoard, key: &Key<Namespace>) -> i64 {
    state.calls.next_number_where(&|call| call.state_key == *key, &|call| call.number)
}

fn case_of(state: &TaskBoard, key: &Key<Namespace>) -> Option<String> {
    state.namespaces.get(key).and_then(|namespace| namespace.task_id.clone())
}

fn user_json(state: &TaskBoard, user: &User) -> serde_json::Value {
    let key = row_key(&user.state_key, &user.user_id);
    let mut tasks = state.tasks.select(&|task| task.user == key.as_str());
    tasks.sort_by_key(|task| task.position);
    serde_json::json!({
        "user_id": user.user_id,
        "name": user.name,
        "tasks": tasks.iter().map(|task| task.task_id.as_str()).collect::<Vec<_>>(),
    })
}

fn task_json(task: &Task) -> serde_json::Value {
    serde_json::json!({
        "task_id": task.task_id,
        "title": task.title,
        "description": task.description,
        "status": task.status,
    })
}

fn notification_json(state: &TaskBoard, notification: &Notification) -> serde_json::Value {
    let task = notification.task.as_ref().and_then(|task| state.tasks.get(task));
    serde_json::json!({
        "notification_id": notification.notification_id,
        "message": notification.message,
        "status": match notification.status {
            Reading::Unread => "unread",
            Reading::Read => "read",
        },
        "task_id": task.map(|task| task.task_id.as_str()),
    })
}

/// One namespace with two users, two tasks and two notifications.
pub const FIXTURE: &str = r#"{
    "namespaces": {
        "team": {"state_key": "team", "domain": "mock", "task_id": null}
    },
    "users": {
        "team/user_1": {"state_key": "team", "user_id": "user_1", "name": "Mara Lindt"},
        "team/user_2": {"state_key": "team", "user_id": "user_2", "name": "Rui Prado"}
    },
    "tasks": {
        "team/task_1": {"state_key": "team", "task_id": "task_1", "user": "team/user_1", "title": "Book the hall", "description": "For the tenth of May", "status": "pending", "position": 2},
        "team/task_2": {"state_key": "team", "task_id": "task_2", "user": "team/user_1", "title": "Print the songs", "description": null, "status": "completed", "position": 1}
    },
    "notifications": {
        "team/notif_1": {"state_key": "team", "notification_id": "notif_1", "message": "Task 'Book the hall' has been assigned to you.", "status": "unread", "task": "team/task_1"},
        "team/notif_2": {"state_key": "team", "notification_id": "notif_2", "message": "The choir meets on Thursday.", "status": "read", "task": null}
    },
    "calls": {
        "team/1": {"state_key": "team", "number": 1, "name": "transfer_to_human_agents", "arguments": {"summary": "Asked about the hall"}, "requestor": "assistant", "content": "Transfer successful"}
    }
}"#;
