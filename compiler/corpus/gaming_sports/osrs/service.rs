//! OSRS: the names and numbers of what Old School RuneScape is made of, its data files, and pages of its wiki.

/// Everything that is known of the game.
#[derive(State)]
pub struct Osrs {
    pub wiki_pages: Table<WikiPage>,
    pub data_files: Table<DataFile>,
    pub data_lines: Table<DataLine>,
    pub varptypes: Table<Varptype>,
    pub varbittypes: Table<Varbittype>,
    pub iftypes: Table<Iftype>,
    pub invtypes: Table<Invtype>,
    pub loctypes: Table<Loctype>,
    pub npctypes: Table<Npctype>,
    pub objtypes: Table<Objtype>,
    pub rowtypes: Table<Rowtype>,
    pub seqtypes: Table<Seqtype>,
    pub soundtypes: Table<Soundtype>,
    pub spottypes: Table<Spottype>,
    pub spritetypes: Table<Spritetype>,
    pub tabletypes: Table<Tabletype>,
}

/// A page of the wiki.
#[derive(Entity)]
pub struct WikiPage {
    #[entity(key, title)]
    pub title: Key<WikiPage>,
    #[entity(body)]
    pub content: String,
}

/// A file of game data, one entry a line.
#[derive(Entity)]
pub struct DataFile {
    #[entity(key, path)]
    pub filename: Key<DataFile>,
    pub file_type: Option<String>,
    #[entity(range = 0..=1000000000)]
    pub size: i64,
    #[entity(range = 0..=10000000)]
    pub line_count: i64,
}

/// A line of a data file.
#[derive(Entity)]
pub struct DataLine {
    #[entity(key, on_delete = cascade)]
    pub filename: Key<DataFile>,
    #[entity(key, sequence)]
    pub line_number: i64,
    #[entity(body)]
    pub text: String,
}

/// A variable that the game keeps for a player.
#[derive(Entity)]
pub struct Varptype {
    #[entity(key, sequence)]
    pub id: IntKey<Varptype>,
    #[entity(title)]
    pub name: String,
}

/// A few bits of a player variable, under a name of their own.
#[derive(Entity)]
pub struct Varbittype {
    #[entity(key, sequence)]
    pub id: IntKey<Varbittype>,
    #[entity(title)]
    pub name: String,
}

/// An interface of the game, such as the bank.
#[derive(Entity)]
pub struct Iftype {
    #[entity(key, sequence)]
    pub id: IntKey<Iftype>,
    #[entity(title)]
    pub name: String,
}

/// An inventory: what a player, a shop or a bank can hold.
#[derive(Entity)]
pub struct Invtype {
    #[entity(key, sequence)]
    pub id: IntKey<Invtype>,
    #[entity(title)]
    pub name: String,
}

/// A piece of scenery that stands in the world.
#[derive(Entity)]
pub struct Loctype {
    #[entity(key, sequence)]
    pub id: IntKey<Loctype>,
    #[entity(title)]
    pub name: String,
}

/// A character or creature that the game moves.
#[derive(Entity)]
pub struct Npctype {
    #[entity(key, sequence)]
    pub id: IntKey<Npctype>,
    #[entity(title)]
    pub name: String,
}

/// An item that can be carried.
#[derive(Entity)]
pub struct Objtype {
    #[entity(key, sequence)]
    pub id: IntKey<Objtype>,
    #[entity(title)]
    pub name: String,
}

/// A row of a table in the game data.
#[derive(Entity)]
pub struct Rowtype {
    #[entity(key, sequence)]
    pub id: IntKey<Rowtype>,
    #[entity(title)]
    pub name: String,
}

/// An animation.
#[derive(Entity)]
pub struct Seqtype {
    #[entity(key, sequence)]
    pub id: IntKey<Seqtype>,
    #[entity(title)]
    pub name: String,
}

/// A sound effect.
#[derive(Entity)]
pub struct Soundtype {
    #[entity(key, sequence)]
    pub id: IntKey<Soundtype>,
    #[entity(title)]
    pub name: String,
}

/// A graphic effect that is shown at a spot.
#[derive(Entity)]
pub struct Spottype {
    #[entity(key, sequence)]
    pub id: IntKey<Spottype>,
    #[entity(title)]
    pub name: String,
}

/// A picture that the client draws.
#[derive(Entity)]
pub struct Spritetype {
    #[entity(key, sequence)]
    pub id: IntKey<Spritetype>,
    #[entity(title)]
    pub name: String,
}

/// A table in the game data.
#[derive(Entity)]
pub struct Tabletype {
    #[entity(key, sequence)]
    pub id: IntKey<Tabletype>,
    #[entity(title)]
    pub name: String,
}

pub trait Tools {
    #[tool(search((title, content) ~ search), page(limit, offset))]
    fn osrs_wiki_search() -> Page<WikiPage>;
    #[tool(simulate(unclear_effect, "several titles stand in one text, and the spec does not tell how"))]
    fn osrs_wiki_get_page_info();
    #[tool(get, key(page))]
    fn osrs_wiki_parse_page() -> WikiPage;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_varptypes() -> Page<Varptype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_varbittypes() -> Page<Varbittype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_iftypes() -> Page<Iftype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_invtypes() -> Page<Invtype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_loctypes() -> Page<Loctype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_npctypes() -> Page<Npctype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_objtypes() -> Page<Objtype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_rowtypes() -> Page<Rowtype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_seqtypes() -> Page<Seqtype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_soundtypes() -> Page<Soundtype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_spottypes() -> Page<Spottype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_spritetypes() -> Page<Spritetype>;
    #[tool(search(name ~ query), page(page, limit = page_size))]
    fn search_tabletypes() -> Page<Tabletype>;
    #[tool(
        search(text ~ query),
        filter(filename),
        page(page, limit = page_size)
    )]
    fn search_data_file() -> Page<DataLine>;
    #[tool(get, key(filename))]
    fn get_file_details() -> DataFile;
    #[tool(list, filter(file_type))]
    fn list_data_files() -> Page<DataFile>;
}
