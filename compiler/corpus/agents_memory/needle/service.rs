//! Needle: collections of files that are indexed by their address and searched by meaning.

/// Everything that Needle knows.
#[derive(State)]
pub struct Needle {
    pub collections: Table<Collection>,
    pub files: Table<File>,
}

/// A set of files that is searched as one.
#[derive(Entity)]
pub struct Collection {
    #[entity(key, sequence = "COL-{:05}")]
    pub id: Key<Collection>,
    #[entity(title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A file of a collection, read from its address.
#[derive(Entity)]
pub struct File {
    #[entity(key, sequence = "FIL-{:05}")]
    pub id: Key<File>,
    #[entity(on_delete = cascade)]
    pub collection_id: Key<Collection>,
    #[entity(title)]
    pub name: String,
    #[entity(url)]
    pub url: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

pub trait Tools {
    #[tool(list)]
    fn list_collections() -> Page<Collection>;
    #[tool(create)]
    fn create_collection() -> Collection;
    #[tool(get, key(collection_id))]
    fn get_collection_details() -> Collection;
    #[tool(simulate(external_computation, "it sums up the files of a collection"))]
    fn get_collection_stats();
    #[tool(list, filter(collection_id))]
    fn list_files() -> Page<File>;
    #[tool(create)]
    fn add_file() -> File;
    #[tool(simulate(external_computation, "passages are found by meaning in the files' contents, which the model does not hold"))]
    fn search();
}
