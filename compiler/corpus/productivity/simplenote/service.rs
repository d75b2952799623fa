//! Simplenote: plain text notes with tags.
/// Everything that Simplenote knows.
#[derive(State)]
pub struct Simplenote {
    pub notes: Table<Note>,
}
/// A text that someone wrote down.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence = "NOT-{:05}")]
    pub id: Key<Note>,
    #[entity(body)]
    pub content: String,
    /// The tags, with commas between them.
    pub tags: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(create)]
    fn create_note() -> Note;
    #[tool(update, key(note_id))]
    fn update_note() -> Note;
    #[tool(delete, key(note_id))]
    fn delete_note() -> Note;
    #[tool(search((tags, content)~query), page(limit))]
    fn search_notes() -> Page<Note>;
    #[tool(get, key(note_id))]
    fn get_note() -> Note;
    #[tool(simulate(unclear_effect, "it adds tags to those that the note's one text of tags lists"))]
    fn add_tags();
    #[tool(simulate(unclear_effect, "it takes tags out of the note's one text of tags"))]
    fn remove_tags();
    #[tool(update, key(note_id))]
    fn replace_tags() -> Note;
}
