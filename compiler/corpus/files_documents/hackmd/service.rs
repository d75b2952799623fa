//! HackMD: the Markdown notes of a user and of the teams the user belongs to.

/// Everything that HackMD knows.
#[derive(State)]
pub struct Hackmd {
    pub notes: Table<Note>,
    pub teams: Table<Team>,
    pub team_notes: Table<TeamNote>,
    pub user: One<User>,
}

/// One note.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence = "NOT-{:05}")]
    pub id: Key<Note>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(body)]
    pub content: Option<String>,
    #[entity(unique, slug)]
    pub permalink: Option<String>,
    #[entity(default = NoteReadPermission::Owner)]
    pub read_permission: NoteReadPermission,
    #[entity(default = NoteWritePermission::Owner)]
    pub write_permission: NoteWritePermission,
    #[entity(default = NoteCommentPermission::Everyone)]
    pub comment_permission: NoteCommentPermission,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `read_permission` can be.
#[derive(Choice)]
pub enum NoteReadPermission {
    Owner,
    SignedIn,
    Guest,
}

/// What `write_permission` can be.
#[derive(Choice)]
pub enum NoteWritePermission {
    Owner,
    SignedIn,
    Guest,
}

/// What `comment_permission` can be.
#[derive(Choice)]
pub enum NoteCommentPermission {
    Disabled,
    Forbidden,
    Owners,
    SignedInUsers,
    Everyone,
}

/// One team.
#[derive(Entity)]
pub struct Team {
    #[entity(key)]
    pub path: Key<Team>,
    #[entity(company)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One team note.
#[derive(Entity)]
pub struct TeamNote {
    #[entity(key, sequence = "TEA-{:05}")]
    pub id: Key<TeamNote>,
    pub payload: Json,
    #[entity(on_delete = cascade)]
    pub team_path: Key<Team>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// The user.
#[derive(Entity)]
pub struct User {
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(username)]
    pub user_path: Option<String>,
}

pub trait Tools {
    #[tool(get)]
    fn get_user_info() -> User;
    #[tool(list)]
    fn list_user_notes() -> Page<Note>;
    #[tool(get, key(note_id))]
    fn get_note() -> Note;
    #[tool(create)]
    fn create_note() -> Note;
    #[tool(simulate(unclear_effect, "which fields of the note the object may hold is not declared"))]
    fn update_note();
    #[tool(delete, key(note_id))]
    fn delete_note() -> Note;
    #[tool(simulate(unclear_effect, "which notes were opened, and when, is not recorded"))]
    fn get_history();
    #[tool(list)]
    fn list_teams() -> Page<Team>;
    #[tool(list, filter(team_path))]
    fn list_team_notes() -> Page<TeamNote>;
    #[tool(create)]
    fn create_team_note() -> TeamNote;
    #[tool(simulate(unclear_effect, "which fields of the note the object may hold is not declared"))]
    fn update_team_note();
    #[tool(delete, key(note_id), filter(team_path))]
    fn delete_team_note() -> TeamNote;
}
