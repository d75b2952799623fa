//! Hugging Face: models, datasets, spaces, papers and the collections that gather them.
/// Everything that the hub knows.
#[derive(State)]
pub struct Huggingface {
    pub collections: Table<Collection>,
    pub daily_papers: Table<DailyPaper>,
    pub datasets: Table<Dataset>,
    pub models: Table<Model>,
    pub papers: Table<Paper>,
    pub spaces: Table<Space>,
}
/// A list of hub items that someone put together.
#[derive(Entity)]
pub struct Collection {
    #[entity(key, sequence = "COL-{:05}")]
    pub id: Key<Collection>,
    #[entity(username)]
    pub owner: String,
    #[entity(len = 1..=120, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// What is in it, each by its identifier on the hub.
    pub items: Vec<String>,
    #[entity(quantity, range = 0..=1_000_000)]
    pub upvotes: Option<i64>,
}
/// A paper that was featured on one day.
#[derive(Entity)]
pub struct DailyPaper {
    #[entity(key, sequence = "DAI-{:05}")]
    pub id: Key<DailyPaper>,
    #[entity(on_delete = cascade)]
    pub arxiv_id: Key<Paper>,
    #[entity(username)]
    pub submitted_by: Option<String>,
    pub featured_on: Option<Date>,
    #[entity(quantity)]
    pub upvotes: Option<i64>,
}
/// Data to train or test on.
#[derive(Entity)]
pub struct Dataset {
    #[entity(key, sequence = "DAT-{:05}")]
    pub id: Key<Dataset>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(username)]
    pub author: Option<String>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(quantity)]
    pub downloads: Option<i64>,
}
/// A trained model.
#[derive(Entity)]
pub struct Model {
    #[entity(key, sequence = "MOD-{:05}")]
    pub id: Key<Model>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(username)]
    pub author: Option<String>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(quantity)]
    pub downloads: Option<i64>,
}
/// A scientific paper.
#[derive(Entity)]
pub struct Paper {
    #[entity(key, sequence = "2401.{:05}")]
    pub arxiv_id: Key<Paper>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub summary: Option<String>,
    pub published_at: Option<Timestamp>,
}
/// An application that shows something off.
#[derive(Entity)]
pub struct Space {
    #[entity(key, sequence = "SPA-{:05}")]
    pub id: Key<Space>,
    /// What it is built with.
    pub sdk: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(username)]
    pub author: Option<String>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
pub trait Tools {
    #[tool(search((name, author, description)~query), filter(tags has tags, author), page(limit))]
    fn search_models() -> Page<Model>;
    #[tool(get, key(model_id))]
    fn get_model_info() -> Model;
    #[tool(search((name, author, description)~query), filter(tags has tags, author), page(limit))]
    fn search_datasets() -> Page<Dataset>;
    #[tool(get, key(dataset_id))]
    fn get_dataset_info() -> Dataset;
    #[tool(search((name, author, description)~query), filter(sdk, tags has tags, author), page(limit))]
    fn search_spaces() -> Page<Space>;
    #[tool(get, key(space_id))]
    fn get_space_info() -> Space;
    #[tool(get, key(arxiv_id))]
    fn get_paper_info() -> Paper;
    #[tool(list, sort(featured_on, descending))]
    fn get_daily_papers() -> Page<DailyPaper>;
    #[tool(search((name, owner, description)~query), filter(items has item, owner), page(limit))]
    fn search_collections() -> Page<Collection>;
    #[tool(get, key(collection_id), filter(owner = namespace))]
    fn get_collection_info() -> Collection;
}
