//! Personal assistant: what one person is at, their projects with tasks, reminders, dates and
//! documents.
//!
//! Lists are in the order in which things were added, events in the order of their starts. Times
//! without an offset are taken as UTC.

/// Everything the assistant keeps.
#[derive(State)]
pub struct PersonalAssistant {
    pub profile: One<Profile>,
    pub projects: Table<Project>,
    pub project_tasks: Table<ProjectTask>,
    pub todos: Table<Todo>,
    pub calendar_events: Table<CalendarEvent>,
    pub documents: Table<Document>,
}

/// Who is assisted, where they are, and what the assistant may use. There is one from the first
/// call on that changes something in it.
#[derive(Entity)]
pub struct Profile {
    #[entity(default = "User".to_owned(), person)]
    pub name: String,
    pub current_location: Option<Location>,
    pub laptop_details: Option<Laptop>,
    pub permissions: Permissions,
    #[entity(updated)]
    pub last_updated: Timestamp,
    #[entity(on_delete = clear)]
    pub active_projects: Vec<Key<Project>>,
    #[entity(body)]
    pub notes: Option<String>,
}

/// A place.
#[derive(Record)]
pub struct Location {
    #[record(city)]
    pub city: Option<String>,
    pub state: Option<String>,
    #[record(country)]
    pub country: Option<String>,
    pub details: Option<String>,
}

/// A computer.
#[derive(Record)]
pub struct Laptop {
    pub os: Option<String>,
    pub model: Option<String>,
    pub specs: Option<String>,
}

/// What the assistant may use on the person's computer.
#[derive(Record)]
pub struct Permissions {
    pub file_system: bool,
    pub browser: bool,
    pub terminal: bool,
    pub database: bool,
    pub network: bool,
}

/// Something that takes several steps.
#[derive(Entity)]
pub struct Project {
    #[entity(key, uuid)]
    pub id: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = ProjectStatus::NotStarted)]
    pub status: ProjectStatus,
    #[entity(default = Priority::Medium)]
    pub priority: Priority,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(range = 0..=100, default, percent)]
    pub progress: i64,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One step of a project.
#[derive(Entity)]
pub struct ProjectTask {
    #[entity(key, uuid)]
    pub id: Key<ProjectTask>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = TaskStatus::Todo)]
    pub status: TaskStatus,
    #[entity(default = Priority::Medium)]
    pub priority: Priority,
    pub due_date: Option<Timestamp>,
    pub completed_at: Option<Timestamp>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something to remember that belongs to no project.
#[derive(Entity)]
pub struct Todo {
    #[entity(key, uuid)]
    pub id: Key<Todo>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    pub due_date: Option<Timestamp>,
    pub reminder_date: Option<Timestamp>,
    #[entity(default = Priority::Medium)]
    pub priority: Priority,
    #[entity(default)]
    pub completed: bool,
    pub completed_at: Option<Timestamp>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Something that happens at a time.
#[derive(Entity)]
pub struct CalendarEvent {
    #[entity(key, uuid)]
    pub id: Key<CalendarEvent>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    pub start_time: Timestamp,
    pub end_time: Timestamp,
    #[entity(address)]
    pub location: Option<String>,
    #[entity(email)]
    pub attendees: Vec<String>,
    /// How long before the start the reminder comes.
    #[entity(default = 15)]
    pub reminder_minutes: i64,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A file that was uploaded, or the address of one that is kept elsewhere.
#[derive(Entity)]
pub struct Document {
    #[entity(key, uuid)]
    pub id: Key<Document>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    /// Where an uploaded file lies; empty for one that is kept elsewhere.
    #[entity(default, path)]
    pub file_path: String,
    #[entity(default = DocumentType::Other)]
    pub document_type: DocumentType,
    #[entity(mime)]
    pub mime_type: Option<String>,
    #[entity(range = 0..=1_000_000_000, default)]
    pub size_bytes: i64,
    #[entity(url)]
    pub external_url: Option<String>,
    /// A SHA-256 digest.
    pub checksum: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub metadata: BTreeMap<String, Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// How far a project is.
#[derive(Choice)]
pub enum ProjectStatus {
    NotStarted,
    InProgress,
    OnHold,
    Completed,
    Cancelled,
}

/// How far a step is.
#[derive(Choice)]
pub enum TaskStatus {
    Todo,
    InProgress,
    Done,
    Blocked,
}

/// How much something matters.
#[derive(Choice)]
pub enum Priority {
    Low,
    Medium,
    High,
    Urgent,
}

/// What sort of file a document is.
#[derive(Choice)]
pub enum DocumentType {
    Pdf,
    Word,
    Excel,
    Text,
    Image,
    Other,
}

/// What the assistant may use, as callers see it.
#[derive(Record)]
pub struct PermissionsView {
    pub file_system: bool,
    pub browser: bool,
    pub terminal: bool,
    pub database: bool,
    pub network: bool,
    /// What may be switched on.
    pub available_to_setup: Vec<String>,
}

/// The profile as callers see it.
#[derive(Record)]
pub struct StatusView {
    pub name: String,
    pub current_location: Option<Location>,
    pub laptop_details: Option<Laptop>,
    pub permissions: PermissionsView,
    pub last_updated: Timestamp,
    pub active_projects: Vec<Key<Project>>,
    pub notes: Option<String>,
}

/// How the assistant keeps its data.
#[derive(Record)]
pub struct SystemInfo {
    pub database_type: String,
    pub storage_directory: String,
    pub encryption_enabled: bool,
}

/// The profile with what is known of the assistant itself.
#[derive(Record)]
pub struct FullStatus {
    pub name: String,
    pub current_location: Option<Location>,
    pub laptop_details: Option<Laptop>,
    pub permissions: PermissionsView,
    pub last_updated: Timestamp,
    pub active_projects: Vec<Key<Project>>,
    pub notes: Option<String>,
    pub system_info: SystemInfo,
}

/// A step as callers see it.
#[derive(Record)]
pub struct TaskView {
    pub id: Key<ProjectTask>,
    pub title: String,
    pub description: Option<String>,
    pub status: TaskStatus,
    pub priority: Priority,
    pub due_date: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    pub tags: Vec<String>,
}

/// A project as callers see it, with its steps.
#[derive(Record)]
pub struct ProjectView {
    pub id: Key<Project>,
    pub name: String,
    pub description: Option<String>,
    pub status: ProjectStatus,
    pub priority: Priority,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub tasks: Vec<TaskView>,
    pub tags: Vec<String>,
    pub notes: Option<String>,
    pub progress: i64,
}

pub trait Tools {
    #[tool(get, about = Profile)]
    #[case(
        args = "{}",
        ok = r#"{"name":"Mara","current_location":{"city":"Porto","state":null},"laptop_details":{"os":"Linux"},"permissions":{"network":false,"available_to_setup":["browser","network"]},"last_updated":"2026-02-20T08:00:00Z","system_info":{"database_type":"sqlite"}}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_status(
        state: &PersonalAssistant,
        _args: GetStatus,
        cx: &mut Context,
    ) -> Result<FullStatus, ToolError> {
        let status = view_profile(&profile(state, cx));
        Ok(FullStatus {
            name: status.name,
            current_location: status.current_location,
            laptop_details: status.laptop_details,
            permissions: status.permissions,
            last_updated: status.last_updated,
            active_projects: status.active_projects,
            notes: status.notes,
            system_info: SystemInfo {
                database_type: "sqlite".to_owned(),
                storage_directory: STORAGE_DIRECTORY.to_owned(),
                encryption_enabled: false,
            },
        })
    }

    /// Changes what is given of the profile; the first call makes one.
    #[tool(reads(profile), writes(profile))]
    #[case(
        args = r#"{"city":"Dover","laptop_model":"X1"}"#,
        ok = r#"{"name":"Mara","current_location":{"city":"Dover","country":"Portugal"},"laptop_details":{"os":"Linux","model":"X1"}}"#
    )]
    #[case(args = r#"{"city":7}"#, error = "invalid_argument")]
    fn update_status(
        state: &mut PersonalAssistant,
        args: UpdateStatus,
        cx: &mut Context,
    ) -> Result<StatusView, ToolError> {
        let mut row = profile(state, cx);
        if args.city.is_some() || args.state.is_some() || args.country.is_some() {
            let (city, region, country, details) = match row.current_location {
                Some(old) => (old.city, old.state, old.country, old.details),
                None => (None, None, None, None),
            };
            row.current_location = Some(Location {
                city: args.city.or(city),
                state: args.state.or(region),
                country: args.country.or(country),
                details,
            });
        }
        if args.laptop_os.is_some() || args.laptop_model.is_some() {
            let (os, model, specs) = match row.laptop_details {
                Some(old) => (old.os, old.model, old.specs),
                None => (None, None, None),
            };
            row.laptop_details = Some(Laptop {
                os: args.laptop_os.or(os),
                model: args.laptop_model.or(model),
                specs,
            });
        }
        row.name = args.name.unwrap_or(row.name);
        row.notes = args.notes.or(row.notes);
        row.last_updated = cx.now();
        Ok(view_profile(&state.profile.set(row)))
    }

    #[tool(create, about = Project)]
    #[case(
        args = r#"{"name":"Move house","priority":"high","tags":["home"],"start_date":"2026-04-01"}"#,
        ok = r#"{"name":"Move house","status":"not_started","priority":"high","start_date":"2026-04-01T00:00:00Z","end_date":null,"tasks":[],"tags":["home"],"progress":0}"#
    )]
    #[case(args = r#"{"name":"Bad","priority":"extreme"}"#, error = "invalid_argument")]
    fn create_project(
        state: &mut PersonalAssistant,
        args: CreateProject,
        cx: &mut Context,
    ) -> Result<ProjectView, ToolError> {
        let id = state.projects.next_key(cx);
        let project = state.projects.insert(Project {
            id,
            name: args.name,
            description: args.description,
            status: args.status.unwrap_or(ProjectStatus::NotStarted),
            priority: args.priority.unwrap_or(Priority::Medium),
            start_date: args.start_date,
            end_date: args.end_date,
            tags: args.tags.unwrap_or_default(),
            notes: None,
            progress: 0,
            created_at: cx.now(),
            updated_at: cx.now(),
        })?;
        Ok(view_project(state, &project))
    }

    #[tool(list, filter(status), about = Project, reads(project_tasks))]
    #[case(
        args = "{}",
        ok = r#"[{"name":"Garden","tasks":[{"title":"Order soil","status":"done"},{"title":"Build the beds","status":"todo"}]},{"name":"Learn Danish","tasks":[]}]"#
    )]
    #[case(args = r#"{"status":"on_hold"}"#, ok = r#"[{"name":"Learn Danish"}]"#)]
    #[case(args = r#"{"status":"asleep"}"#, error = "invalid_argument")]
    fn list_projects(
        state: &PersonalAssistant,
        args: ListProjects,
        _cx: &mut Context,
    ) -> Result<Vec<ProjectView>, ToolError> {
        let is_wanted =
            |project: &Project| args.status.is_none_or(|status| project.status == status);
        Ok(projects_where(state, &is_wanted))
    }

    #[tool(get, key(project_id), about = Project, reads(project_tasks))]
    #[case(
        args = r#"{"project_id":"6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0001"}"#,
        ok = r#"{"name":"Garden","progress":40,"tasks":[{"completed_at":"2026-02-21T16:00:00Z"},{"due_date":"2026-03-10T00:00:00Z"}]}"#
    )]
    #[case(args = r#"{"project_id":"nope"}"#, error = "not_found")]
    fn get_project(
        state: &PersonalAssistant,
        args: GetProject,
        _cx: &mut Context,
    ) -> Result<ProjectView, ToolError> {
        Ok(view_project(state, &*state.projects.find(&args.project_id)?))
    }

    #[tool(update, key(project_id), about = Project, reads(project_tasks))]
    #[case(
        args = r#"{"project_id":"6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0001","progress":60,"notes":"Half of it stands."}"#,
        ok = r#"{"name":"Garden","status":"in_progress","progress":60,"notes":"Half of it stands."}"#
    )]
    #[case(args = r#"{"project_id":"nope","progress":5}"#, error = "not_found")]
    #[case(
        args = r#"{"project_id":"6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0001","progress":101}"#,
        error = "invalid_argument"
    )]
    fn update_project(
        state: &mut PersonalAssistant,
        args: UpdateProject,
        cx: &mut Context,
    ) -> Result<ProjectView, ToolError> {
        let now = cx.now();
        let project = state.projects.update(&args.project_id, |project| {
            project.name = args.name.unwrap_or_else(|| project.name.clone());
            project.description = args.description.or(project.description.take());
            project.status = args.status.unwrap_or(project.status);
            project.priority = args.priority.unwrap_or(project.priority);
            project.progress = args.progress.unwrap_or(project.progress);
            project.notes = args.notes.or(project.notes.take());
            project.updated_at = now;
            Ok(())
        })?;
        Ok(view_project(state, &project))
    }

    /// Adds a step and answers with the whole project.
    #[tool(create, about = ProjectTask, reads(projects), writes(projects, project_tasks))]
    #[case(
        args = r#"{"project_id":"6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0001","title":"Sow","due_date":"2026-04-01"}"#,
        ok = r#"{"name":"Garden","tasks":[{"title":"Order soil"},{"title":"Build the beds"},{"title":"Sow","status":"todo","priority":"medium","due_date":"2026-04-01T00:00:00Z"}]}"#
    )]
    #[case(args = r#"{"project_id":"nope","title":"Sow"}"#, error = "not_found")]
    fn add_project_task(
        state: &mut PersonalAssistant,
        args: AddProjectTask,
        cx: &mut Context,
    ) -> Result<ProjectView, ToolError> {
        let now = cx.now();
        let project = state.projects.update(&args.project_id, |project| {
            project.updated_at = now;
            Ok(())
        })?;
        let id = state.project_tasks.next_key(cx);
        let status = args.status.unwrap_or(TaskStatus::Todo);
        state.project_tasks.insert(ProjectTask {
            id,
            project_id: project.id.clone(),
            title: args.title,
            description: args.description,
            status,
            priority: args.priority.unwrap_or(Priority::Medium),
            due_date: args.due_date,
            completed_at: None,
            tags: Vec::new(),
            created_at: now,
            updated_at: now,
        })?;
        Ok(view_project(state, &project))
    }

    #[tool(create)]
    fn create_todo() -> Todo;

    #[tool(list, filter(completed), sort(created_at))]
    fn list_todos() -> Vec<Todo>;

    #[tool(update, key(todo_id), set(completed = true, completed_at = Some(cx.now())))]
    fn complete_todo() -> Todo;

    #[tool(create)]
    fn create_calendar_event() -> CalendarEvent;

    #[tool(list, filter(start_time >= start_date, start_time <= end_date), sort(start_time))]
    fn list_calendar_events() -> Vec<CalendarEvent>;

    /// Keeps a file. What it is, its title's ending tells.
    #[tool(create, about = Document)]
    #[case(
        args = r#"{"title":"notes.txt","content_base64":"VHdvIGNoYWlycw==","tags":["home"]}"#,
        ok = r#"{"title":"notes.txt","document_type":"text","mime_type":"text/plain","size_bytes":10,"tags":["home"],"external_url":null}"#
    )]
    #[case(
        args = r#"{"title":"notes.txt","content_base64":"not base64!"}"#,
        error = "invalid_argument"
    )]
    fn upload_document(
        state: &mut PersonalAssistant,
        args: UploadDocument,
        cx: &mut Context,
    ) -> Result<RowRef<Document>, ToolError> {
        let content = decode(&args.content_base64)?;
        let size_bytes = i64::try_from(content.len()).unwrap_or(i64::MAX);
        // The digest of a text is that of its bytes; of other content, that of how it was sent.
        let text = String::from_utf8(content).unwrap_or(args.content_base64);
        let (document_type, mime_type) = type_of_file(&args.title);
        let id = state.documents.next_key(cx);
        state.documents.insert(Document {
            file_path: format!("{STORAGE_DIRECTORY}/{id}_{}", args.title.replace('/', "_")),
            id,
            title: args.title,
            description: args.description,
            document_type,
            mime_type: mime_type.map(str::to_owned),
            size_bytes,
            external_url: None,
            checksum: Some(compoworld_core::digest_text(&text)),
            tags: args.tags.unwrap_or_default(),
            metadata: BTreeMap::new(),
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    #[tool(create)]
    fn create_external_document() -> Document;

    /// Documents that have one of the tags; all without tags.
    #[tool(list, about = Document, types(tags = Option<Vec<String>>))]
    #[case(args = "{}", ok = r#"[{"title":"Insurance"},{"title":"plan.pdf"}]"#)]
    #[case(
        args = r#"{"tags":["garden","boat"]}"#,
        ok = r#"[{"title":"plan.pdf","document_type":"pdf"}]"#
    )]
    #[case(args = r#"{"tags":"garden"}"#, error = "invalid_argument")]
    fn list_documents(
        state: &PersonalAssistant,
        args: ListDocuments,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Document>>, ToolError> {
        let wanted = args.tags.unwrap_or_default();
        let mut documents = state.documents.select(&|document| {
            wanted.is_empty() || document.tags.iter().any(|tag| wanted.contains(tag))
        });
        documents.sort_by_key(|document| document.created_at);
        Ok(documents)
    }

    #[tool(get, key(document_id))]
    fn get_document() -> Document;

    /// Projects in progress, reminders and dates of the next seven days, the newest documents, and
    /// how much there is of everything.
    #[tool(reads(profile, projects, project_tasks, todos, calendar_events, documents))]
    #[case(
        args = "{}",
        ok = r#"{"user_name":"Mara","active_projects":[{"name":"Garden"}],"recent_documents":[{"title":"plan.pdf"},{"title":"Insurance"}],"statistics":{"total_projects":2,"active_projects":1,"pending_todos":1,"completed_todos":1,"total_documents":2}}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_dashboard(
        state: &PersonalAssistant,
        _args: GetDashboard,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let profile = view_profile(&profile(state, cx));
        let (now, until) = (cx.now(), cx.now().plus_seconds(UPCOMING_SECONDS));
        let is_near = |at: Timestamp| at >= now && at <= until;
        let is_active = |project: &Project| project.status == ProjectStatus::InProgress;
        let active = projects_where(state, &is_active);
        let mut todos =
            state.todos.select(&|todo| !todo.completed && todo.due_date.is_some_and(is_near));
        todos.sort_by_key(|todo| todo.due_date);
        let mut events = state.calendar_events.select(&|event| is_near(event.start_time));
        events.sort_by_key(|event| event.start_time);
        let mut documents = state.documents.select(&|_| true);
        documents.sort_by_key(|document| std::cmp::Reverse(document.created_at));
        documents.truncate(RECENT_DOCUMENTS);
        let completed = state.todos.select(&|todo| todo.completed).len();
        Ok(serde_json::json!({
            "user_name": profile.name,
            "current_location": json_of(&profile.current_location),
            "permissions": json_of(&profile.permissions),
            "statistics": {
                "total_projects": state.projects.len(),
                "active_projects": active.len(),
                "pending_todos": state.todos.len() - completed,
                "completed_todos": completed,
                "total_documents": state.documents.len(),
            },
            "active_projects": json_of(&active),
            "upcoming_todos": json_of(&todos),
            "upcoming_events": json_of(&events),
            "recent_documents": json_of(&documents),
        }))
    }
}

/// Where uploaded files lie.
const STORAGE_DIRECTORY: &str = "/data/.config/mcp-pa/documents";

/// How far the dashboard looks ahead: seven days.
const UPCOMING_SECONDS: i64 = 7 * 24 * 3_600;

/// How many documents the dashboard shows.
const RECENT_DOCUMENTS: usize = 5;

/// An answer as a part of another one.
fn json_of(part: &dyn Output) -> serde_json::Value {
    let mut text = String::new();
    part.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

/// The profile, or the one that stands where nobody has said anything yet.
fn profile(state: &PersonalAssistant, cx: &Context) -> Profile {
    state.profile.get().cloned().unwrap_or_else(|| Profile {
        name: "User".to_owned(),
        current_location: None,
        laptop_details: None,
        permissions: Permissions {
            file_system: true,
            browser: false,
            terminal: true,
            database: true,
            network: false,
        },
        last_updated: cx.now(),
        active_projects: Vec::new(),
        notes: None,
    })
}

fn view_profile(profile: &Profile) -> StatusView {
    let allowed = &profile.permissions;
    let switches = [
        ("file_system", allowed.file_system),
        ("browser", allowed.browser),
        ("terminal", allowed.terminal),
        ("database", allowed.database),
        ("network", allowed.network),
    ];
    let off = switches.iter().filter(|(_, is_on)| !is_on);
    StatusView {
        name: profile.name.clone(),
        current_location: profile.current_location.clone(),
        laptop_details: profile.laptop_details.clone(),
        permissions: PermissionsView {
            file_system: allowed.file_system,
            browser: allowed.browser,
            terminal: allowed.terminal,
            database: allowed.database,
            network: allowed.network,
            available_to_setup: off.map(|(name, _)| (*name).to_owned()).collect(),
        },
        last_updated: profile.last_updated,
        active_projects: profile.active_projects.clone(),
        notes: profile.notes.clone(),
    }
}

fn view_project(state: &PersonalAssistant, project: &Project) -> ProjectView {
    let mut tasks = state.project_tasks.select(&|task| task.project_id == project.id);
    tasks.sort_by_key(|task| task.created_at);
    ProjectView {
        id: project.id.clone(),
        name: project.name.clone(),
        description: project.description.clone(),
        status: project.status,
        priority: project.priority,
        start_date: project.start_date,
        end_date: project.end_date,
        created_at: project.created_at,
        updated_at: project.updated_at,
        tasks: tasks.iter().map(|task| view_task(task)).collect(),
        tags: project.tags.clone(),
        notes: project.notes.clone(),
        progress: project.progress,
    }
}

fn view_task(task: &ProjectTask) -> TaskView {
    TaskView {
        id: task.id.clone(),
        title: task.title.clone(),
        description: task.description.clone(),
        status: task.status,
        priority: task.priority,
        due_date: task.due_date,
        created_at: task.created_at,
        updated_at: task.updated_at,
        completed_at: task.completed_at,
        tags: task.tags.clone(),
    }
}

fn projects_where(state: &PersonalAssistant, keep: &dyn Fn(&Project) -> bool) -> Vec<ProjectView> {
    let mut projects = state.projects.select(keep);
    projects.sort_by_key(|project| project.created_at);
    projects.iter().map(|project| view_project(state, project)).collect()
}

/// The bytes that a text in Base64 stands for.
fn decode(text: &str) -> Result<Vec<u8>, ToolError> {
    let refused = || ToolError::invalid_argument("`content_base64` is not Base64");
    let packed: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    let digits = packed.trim_end_matches('=');
    if !packed.len().is_multiple_of(4) || packed.len() - digits.len() > 2 {
        return Err(refused());
    }
    let mut bytes = Vec::new();
    let (mut held, mut bits) = (0_u32, 0_u32);
    for digit in digits.bytes() {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err(refused()),
        };
        held = (held << 6 | u32::from(value)) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    Ok(bytes)
}

/// What a file is, by the ending of its name.
fn type_of_file(name: &str) -> (DocumentType, Option<&'static str>) {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    match ending.as_deref() {
        Some("pdf") => (DocumentType::Pdf, Some("application/pdf")),
        Some("doc") => (DocumentType::Word, Some("application/msword")),
        Some("docx") => (
            DocumentType::Word,
            Some("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ),
        Some("xls") => (DocumentType::Excel, Some("application/vnd.ms-excel")),
        Some("xlsx") => (
            DocumentType::Excel,
            Some("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ),
        Some("txt") => (DocumentType::Text, Some("text/plain")),
        Some("md") => (DocumentType::Text, Some("text/markdown")),
        Some("png") => (DocumentType::Image, Some("image/png")),
        Some("jpg" | "jpeg") => (DocumentType::Image, Some("image/jpeg")),
        Some("gif") => (DocumentType::Image, Some("image/gif")),
        _ => (DocumentType::Other, None),
    }
}

/// Somebody in Porto with two projects, two reminders, two dates and two documents.
pub const FIXTURE: &str = r#"{
    "profile": {"name": "Mara", "current_location": {"city": "Porto", "state": null, "country": "Portugal", "details": null}, "laptop_details": {"os": "Linux", "model": null, "specs": null}, "permissions": {"file_system": true, "browser": false, "terminal": true, "database": true, "network": false}, "last_updated": "2026-02-20T08:00:00Z", "active_projects": ["6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0001"], "notes": null},
    "projects": {
        "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0001": {"id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0001", "name": "Garden", "description": "Raised beds behind the house", "status": "in_progress", "priority": "medium", "start_date": "2026-02-01T00:00:00Z", "end_date": null, "tags": ["home"], "notes": null, "progress": 40, "created_at": "2026-02-01T09:00:00Z", "updated_at": "2026-02-21T16:00:00Z"},
        "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0002": {"id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0002", "name": "Learn Danish", "description": null, "status": "on_hold", "priority": "low", "start_date": null, "end_date": null, "tags": [], "notes": "After the summer", "progress": 10, "created_at": "2026-02-05T09:00:00Z", "updated_at": "2026-02-05T09:00:00Z"}
    },
    "project_tasks": {
        "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0011": {"id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0011", "project_id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0001", "title": "Order soil", "description": null, "status": "done", "priority": "high", "due_date": null, "completed_at": "2026-02-21T16:00:00Z", "tags": [], "created_at": "2026-02-01T09:10:00Z", "updated_at": "2026-02-21T16:00:00Z"},
        "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0012": {"id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0012", "project_id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0001", "title": "Build the beds", "description": "Four of them", "status": "todo", "priority": "medium", "due_date": "2026-03-10T00:00:00Z", "completed_at": null, "tags": [], "created_at": "2026-02-01T09:20:00Z", "updated_at": "2026-02-01T09:20:00Z"}
    },
    "todos": {
        "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0021": {"id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0021", "title": "Renew the passport", "description": null, "due_date": "2026-03-05T00:00:00Z", "reminder_date": null, "priority": "high", "completed": false, "completed_at": null, "tags": ["papers"], "created_at": "2026-02-10T08:00:00Z"},
        "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0022": {"id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0022", "title": "Call the plumber", "description": "The tap drips", "due_date": null, "reminder_date": null, "priority": "medium", "completed": true, "completed_at": "2026-02-12T11:00:00Z", "tags": [], "created_at": "2026-02-11T08:00:00Z"}
    },
    "calendar_events": {
        "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0031": {"id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0031", "title": "Dentist", "description": null, "start_time": "2026-03-04T14:00:00Z", "end_time": "2026-03-04T14:30:00Z", "location": "12 Quay Street", "attendees": [], "reminder_minutes": 60, "tags": [], "created_at": "2026-02-08T08:00:00Z"},
        "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0032": {"id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0032", "title": "Choir", "description": "Last time in the old hall", "start_time": "2026-02-26T19:00:00Z", "end_time": "2026-02-26T21:00:00Z", "location": null, "attendees": ["rui@harbor.example"], "reminder_minutes": 15, "tags": [], "created_at": "2026-02-09T08:00:00Z"}
    },
    "documents": {
        "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0041": {"id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0041", "title": "Insurance", "description": null, "file_path": "", "document_type": "other", "mime_type": null, "size_bytes": 0, "external_url": "https://files.example/insurance", "checksum": null, "tags": ["papers"], "metadata": {}, "created_at": "2026-02-03T08:00:00Z", "updated_at": "2026-02-03T08:00:00Z"},
        "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0042": {"id": "6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0042", "title": "plan.pdf", "description": "Where the beds go", "file_path": "/data/.config/mcp-pa/documents/6f0c6a52-0b0e-4f8a-9a31-5d2f6f3f0042_plan.pdf", "document_type": "pdf", "mime_type": "application/pdf", "size_bytes": 48211, "external_url": null, "checksum": "5a1c", "tags": ["garden"], "metadata": {}, "created_at": "2026-02-04T08:00:00Z", "updated_at": "2026-02-04T08:00:00Z"}
    }
}"#;
