//! Kanka: campaigns of tabletop games with their characters, places, notes, journals, and posts on any of these.
/// Everything that Kanka knows.
#[derive(State)]
pub struct Kanka {
    pub campaigns: Table<Campaign>,
    pub characters: Table<Character>,
    pub journals: Table<Journal>,
    pub locations: Table<Location>,
    pub notes: Table<Note>,
    pub posts: Table<Post>,
}
/// One campaign.
#[derive(Entity)]
pub struct Campaign {
    #[entity(key, sequence)]
    pub id: IntKey<Campaign>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One character.
#[derive(Entity)]
pub struct Character {
    #[entity(key, sequence)]
    pub id: IntKey<Character>,
    pub age: Option<String>,
    pub sex: Option<String>,
    #[entity(person)]
    pub name: String,
    pub tags: Option<String>,
    pub r#type: Option<String>,
    #[entity(body)]
    pub entry: Option<String>,
    #[entity(url)]
    pub image: Option<String>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(default)]
    pub is_dead: bool,
    pub race_id: Option<i64>,
    pub pronouns: Option<String>,
    pub family_id: Option<i64>,
    #[entity(default)]
    pub is_private: bool,
    #[entity(on_delete = cascade)]
    pub campaign_id: IntKey<Campaign>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One journal.
#[derive(Entity)]
pub struct Journal {
    #[entity(key, sequence)]
    pub id: IntKey<Journal>,
    pub date: Option<Date>,
    #[entity(title)]
    pub name: String,
    pub tags: Option<Json>,
    pub r#type: Option<String>,
    #[entity(body)]
    pub entry: Option<String>,
    pub author_id: Option<i64>,
    #[entity(default)]
    pub is_private: bool,
    #[entity(on_delete = cascade)]
    pub campaign_id: IntKey<Campaign>,
    pub entity_image_uuid: Option<String>,
    pub entity_header_uuid: Option<String>,
    #[entity(on_delete = clear)]
    pub parent_journal_id: Option<IntKey<Journal>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One location.
#[derive(Entity)]
pub struct Location {
    #[entity(key, sequence)]
    pub id: IntKey<Location>,
    #[entity(title)]
    pub name: String,
    pub tags: Option<Json>,
    pub r#type: Option<String>,
    #[entity(body)]
    pub entry: Option<String>,
    #[entity(default)]
    pub is_private: bool,
    #[entity(on_delete = cascade)]
    pub campaign_id: IntKey<Campaign>,
    #[entity(default)]
    pub is_destroyed: bool,
    #[entity(on_delete = clear)]
    pub parent_location_id: Option<IntKey<Location>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One note.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence)]
    pub id: IntKey<Note>,
    #[entity(title)]
    pub name: String,
    pub tags: Option<Json>,
    pub r#type: Option<String>,
    #[entity(body)]
    pub entry: Option<String>,
    #[entity(default)]
    pub is_private: bool,
    #[entity(on_delete = cascade)]
    pub campaign_id: IntKey<Campaign>,
    pub entity_image_uuid: Option<String>,
    pub entity_header_uuid: Option<String>,
    #[entity(on_delete = clear)]
    pub parent_note_id: Option<IntKey<Note>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One post.
#[derive(Entity)]
pub struct Post {
    #[entity(key, sequence)]
    pub id: IntKey<Post>,
    #[entity(title)]
    pub name: String,
    pub tags: Option<Json>,
    #[entity(body)]
    pub entry: Option<String>,
    #[entity(range = 0..)]
    pub position: Option<i64>,
    pub settings: Option<Json>,
    /// The character, place, note or journal that it stands on, by its number among all of them.
    pub entity_id: i64,
    #[entity(default)]
    pub is_pinned: bool,
    #[entity(on_delete = cascade)]
    pub campaign_id: IntKey<Campaign>,
    #[entity(range = 1..=5)]
    pub visibility_id: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(list)]
    fn show_campaigns() -> Page<Campaign>;
    #[tool(list, filter(campaign_id))]
    fn list_characters() -> Page<Character>;
    #[tool(get, key(character_id), filter(campaign_id))]
    fn get_character() -> Character;
    #[tool(create)]
    fn create_character() -> Character;
    #[tool(update, key(character_id), filter(campaign_id))]
    fn update_character() -> Character;
    #[tool(delete, key(character_id), filter(campaign_id))]
    fn delete_character() -> Character;
    #[tool(list, filter(campaign_id))]
    fn list_locations() -> Page<Location>;
    #[tool(get, key(location_id), filter(campaign_id))]
    fn get_location() -> Location;
    #[tool(create, map(parent_location_id = location_id))]
    fn create_location() -> Location;
    #[tool(simulate(unclear_effect, "two of its arguments give the parent, and the spec does not say which one counts"))]
    fn update_location();
    #[tool(delete, key(location_id), filter(campaign_id))]
    fn delete_location() -> Location;
    #[tool(list, filter(entity_id, campaign_id))]
    fn list_posts() -> Page<Post>;
    #[tool(get, key(post_id), filter(entity_id, campaign_id))]
    fn get_post() -> Post;
    #[tool(create)]
    fn create_post() -> Post;
    #[tool(update, key(post_id), filter(entity_id, campaign_id))]
    fn update_post() -> Post;
    #[tool(delete, key(post_id), filter(entity_id, campaign_id))]
    fn delete_post() -> Post;
    #[tool(list, filter(campaign_id))]
    fn list_notes() -> Page<Note>;
    #[tool(get, key(note_id), filter(campaign_id))]
    fn get_note() -> Note;
    #[tool(create, map(parent_note_id = note_id))]
    fn create_note() -> Note;
    #[tool(update, key(note_id), filter(campaign_id))]
    fn update_note() -> Note;
    #[tool(delete, key(note_id), filter(campaign_id))]
    fn delete_note() -> Note;
    #[tool(list, filter(campaign_id))]
    fn list_journals() -> Page<Journal>;
    #[tool(get, key(journal_id), filter(campaign_id))]
    fn get_journal() -> Journal;
    #[tool(create, map(parent_journal_id = journal_id))]
    fn create_journal() -> Journal;
    #[tool(update, key(journal_id), filter(campaign_id))]
    fn update_journal() -> Journal;
    #[tool(delete, key(journal_id), filter(campaign_id))]
    fn delete_journal() -> Journal;
}
