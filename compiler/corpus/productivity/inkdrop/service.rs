//! Inkdrop: Markdown notes in notebooks, with a status and tags.

/// Everything that Inkdrop knows.
#[derive(State)]
pub struct Inkdrop {
    pub notes: Table<Note>,
    pub notebooks: Table<Notebook>,
    pub tags: Table<Tag>,
}
/// A note in Markdown.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence = "note:{:05}")]
    pub id: Key<Note>,
    /// The revision that a change has to start from.
    #[entity(default = "1-0".to_owned())]
    pub rev: String,
    #[entity(on_delete = cascade)]
    pub book_id: Key<Notebook>,
    #[entity(len = 0..=128, title)]
    pub title: String,
    #[entity(body)]
    pub body: String,
    #[entity(default = NoteStatus::None)]
    pub status: NoteStatus,
    #[entity(on_delete = clear)]
    pub tags: Vec<Key<Tag>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// How far a note that is a task has come.
#[derive(Choice)]
pub enum NoteStatus {
    None,
    Active,
    #[choice(rename = "onHold")]
    OnHold,
    Completed,
    Dropped,
}
/// A folder of notes.
#[derive(Entity)]
pub struct Notebook {
    #[entity(key, sequence = "book:{:05}")]
    pub id: Key<Notebook>,
    #[entity(len = 1..=64, title)]
    pub name: String,
    #[entity(on_delete = clear)]
    pub parent_book_id: Option<Key<Notebook>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A label for notes.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, sequence = "tag:{:05}")]
    pub id: Key<Tag>,
    #[entity(unique, len = 1..=64, tag)]
    pub name: String,
    pub color: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(get, key(note_id))]
    fn read_note() -> Note;
    #[tool(search((title, body) ~ keyword))]
    fn search_notes() -> Page<Note>;
    #[tool(simulate(unclear_effect, "a flag turns the order of the list round"))]
    fn list_notes();
    #[tool(create)]
    fn create_note() -> Note;
    #[tool(update, key(id), filter(rev))]
    fn update_note() -> Note;
    #[tool(list)]
    fn list_notebooks() -> Page<Notebook>;
    #[tool(list)]
    fn list_tags() -> Page<Tag>;
}
