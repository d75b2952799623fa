//! Memory Palace: imagined palaces whose rooms hold the things to remember, and the walks through them.

/// Everything that Memory Palace knows.
#[derive(State)]
pub struct MemoryPalace {
    pub palaces: Table<Palace>,
    pub rooms: Table<Room>,
    pub memory_items: Table<MemoryItem>,
    pub journeys: Table<Journey>,
}

/// A place in the mind that is made of rooms.
#[derive(Entity)]
pub struct Palace {
    #[entity(key, sequence = "PAL-{:05}")]
    pub id: Key<Palace>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub theme: Option<PalaceTheme>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What a palace looks like.
#[derive(Choice)]
pub enum PalaceTheme {
    Ancient,
    Modern,
    Nature,
    Space,
    Underwater,
    Library,
}

/// One room of a palace, at its place in it.
#[derive(Entity)]
pub struct Room {
    #[entity(key, sequence = "ROO-{:05}")]
    pub id: Key<Room>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub palace_id: Key<Palace>,
    #[entity(body)]
    pub description: Option<String>,
    pub position: Position,
    #[entity(color)]
    pub color: Option<String>,
    pub size: Option<RoomSize>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// How large a room is.
#[derive(Choice)]
pub enum RoomSize {
    Small,
    Medium,
    Large,
}

/// A point in a palace or a room.
#[derive(Record)]
pub struct Position {
    pub x: f64,
    pub y: f64,
    pub z: Option<f64>,
}

/// One thing to remember, set down in a room with an image that recalls it.
#[derive(Entity)]
pub struct MemoryItem {
    #[entity(key, sequence = "MEM-{:05}")]
    pub id: Key<MemoryItem>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub content: String,
    #[entity(on_delete = cascade)]
    pub room_id: Key<Room>,
    pub position: Position,
    pub visual_cue: Json,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub importance: Option<Importance>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// How much an item matters.
#[derive(Choice)]
pub enum Importance {
    Low,
    Medium,
    High,
    Critical,
}

/// A walk through rooms of one palace, in order.
#[derive(Entity)]
pub struct Journey {
    #[entity(key, sequence = "JOU-{:05}")]
    pub id: Key<Journey>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub palace_id: Key<Palace>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub room_ids: Vec<Key<Room>>,
    pub difficulty: Option<Difficulty>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// How hard a journey is.
#[derive(Choice)]
pub enum Difficulty {
    Beginner,
    Intermediate,
    Advanced,
}

pub trait Tools {
    #[tool(create)]
    fn create_palace() -> Palace;
    #[tool(list)]
    fn list_palaces() -> Page<Palace>;
    #[tool(create)]
    fn create_room() -> Room;
    #[tool(create)]
    fn add_memory_item() -> MemoryItem;
    #[tool(create)]
    fn create_journey() -> Journey;
    #[tool(simulate(unclear_effect, "the spec does not tell what a walk along a journey leaves behind"))]
    fn take_journey();
    #[tool(search((title, content) ~ query))]
    fn search_memories() -> Page<MemoryItem>;
    #[tool(list, filter(palace_id))]
    fn get_palace_layout() -> Page<Room>;
    #[tool(simulate(external_computation, "it sums up palaces, rooms and items"))]
    fn get_statistics();
}
