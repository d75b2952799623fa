//! Attio: a workspace of objects and their records, lists of records, notes, tasks and recorded meetings.
/// Everything that Attio knows.
#[derive(State)]
pub struct Attio {
    pub call_transcripts: Table<CallTranscript>,
    pub current_user: One<CurrentUser>,
    pub lists: Table<List>,
    pub list_entries: Table<ListEntry>,
    pub meetings: Table<Meeting>,
    pub notes: Table<Note>,
    pub objects: Table<Object>,
    pub records: Table<RecordRow>,
    pub tasks: Table<Task>,
    pub workspace_members: Table<WorkspaceMember>,
}
/// One call transcript.
#[derive(Entity)]
pub struct CallTranscript {
    #[entity(key, sequence = "CAL-{:05}")]
    pub id: Key<CallTranscript>,
    #[entity(on_delete = cascade)]
    pub meeting_id: Key<Meeting>,
    #[entity(unique)]
    pub call_recording_id: String,
    #[entity(body)]
    pub text: String,
}
/// One current user.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}
/// One list.
#[derive(Entity)]
pub struct List {
    #[entity(key, sequence = "LIS-{:05}")]
    pub id: Key<List>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// What kind of records it gathers.
    #[entity(on_delete = clear)]
    pub object_type: Option<Key<Object>>,
}
/// One list entry.
#[derive(Entity)]
pub struct ListEntry {
    #[entity(key, sequence = "LIE-{:05}")]
    pub id: Key<ListEntry>,
    #[entity(on_delete = cascade)]
    pub list_id: Key<List>,
    #[entity(on_delete = cascade)]
    pub record_id: Key<RecordRow>,
    pub entry_values: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One meeting.
#[derive(Entity)]
pub struct Meeting {
    #[entity(key, sequence = "MEE-{:05}")]
    pub id: Key<Meeting>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub linked_record_ids: Vec<Key<RecordRow>>,
    pub starts_at: Option<Timestamp>,
    pub ends_at: Option<Timestamp>,
}
/// One note.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence = "NOT-{:05}")]
    pub id: Key<Note>,
    #[entity(on_delete = cascade)]
    pub parent_object: Key<Object>,
    #[entity(on_delete = cascade)]
    pub parent_record_id: Key<RecordRow>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub content: String,
    #[entity(default = NoteFormatType::Plaintext)]
    pub format_type: NoteFormatType,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `format_type` can be.
#[derive(Choice)]
pub enum NoteFormatType {
    Plaintext,
    Markdown,
}
/// One object.
#[derive(Entity)]
pub struct Object {
    /// The short name, such as `people`.
    #[entity(key)]
    pub id: Key<Object>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// What its records can hold.
    pub attributes: Option<Json>,
}
/// One record.
#[derive(Entity)]
pub struct RecordRow {
    #[entity(key, sequence = "REC-{:05}")]
    pub id: Key<RecordRow>,
    #[entity(on_delete = cascade)]
    pub object_type: Key<Object>,
    pub values: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One task.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    #[entity(body)]
    pub content: String,
    pub assignee_id: Key<WorkspaceMember>,
    pub deadline: Timestamp,
    #[entity(on_delete = clear)]
    pub linked_record_id: Option<Key<RecordRow>>,
    #[entity(on_delete = clear)]
    pub linked_record_object: Option<Key<Object>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default)]
    pub is_completed: bool,
}
/// One workspace member.
#[derive(Entity)]
pub struct WorkspaceMember {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<WorkspaceMember>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
}
pub trait Tools {
    #[tool(create)]
    fn add_to_list() -> ListEntry;
    #[tool(simulate(unclear_effect, "it finds the record by an attribute inside its values"))]
    fn assert_record();
    #[tool(create)]
    fn create_note() -> Note;
    #[tool(create)]
    fn create_record() -> RecordRow;
    #[tool(create)]
    fn create_task() -> Task;
    #[tool(list, filter(meeting_id, call_recording_id), ignore(include_timestamps))]
    fn get_call_transcript() -> Page<CallTranscript>;
    #[tool(simulate(unclear_effect, "it picks one of the transcripts of the meetings of a deal, over two references"))]
    fn get_deal_transcript();
    #[tool(list, filter(list_id), page(limit, offset))]
    fn get_list_entries() -> Page<ListEntry>;
    #[tool(get, key(meeting_id))]
    fn get_meeting() -> Meeting;
    #[tool(get, key(object_type))]
    fn get_object_schema() -> Object;
    #[tool(get, key(record_id), filter(object_type))]
    fn get_record() -> RecordRow;
    #[tool(list, page(limit, offset))]
    fn list_lists() -> Page<List>;
    #[tool(list)]
    fn list_objects() -> Page<Object>;
    #[tool(list, filter(linked_record_ids has record_id), page(limit, offset), ignore(object_type))]
    fn list_record_meetings() -> Page<Meeting>;
    #[tool(list, filter(assignee_id, is_completed), page(limit, offset))]
    fn list_tasks() -> Page<Task>;
    #[tool(list)]
    fn list_workspace_members() -> Page<WorkspaceMember>;
    #[tool(simulate(external_computation, "the filter is written in a query language of its own"))]
    fn query_records();
    #[tool(delete, key(entry_id), filter(list_id))]
    fn remove_from_list() -> ListEntry;
    #[tool(update, key(record_id), filter(object_type))]
    fn update_record() -> RecordRow;
    #[tool(get)]
    fn who_am_i() -> CurrentUser;
}
