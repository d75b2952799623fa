//! Replicate: machine learning models by owner, collections of them, and the predictions run with them.
/// Everything that Replicate knows.
#[derive(State)]
pub struct Replicate {
    pub collections: Table<Collection>,
    pub models: Table<Model>,
    pub predictions: Table<Prediction>,
}
/// One collection.
#[derive(Entity)]
pub struct Collection {
    #[entity(key, slug)]
    pub slug: Key<Collection>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One model.
#[derive(Entity)]
pub struct Model {
    #[entity(key, username)]
    pub owner: String,
    #[entity(key, slug)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One prediction.
#[derive(Entity)]
pub struct Prediction {
    #[entity(key, sequence = "PRE-{:05}")]
    pub id: Key<Prediction>,
    pub input: Json,
    #[entity(on_delete = clear)]
    pub model: Option<Key<Model>>,
    pub version: Option<String>,
    #[entity(url)]
    pub webhook_url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = PredictionStatus::Starting)]
    pub status: PredictionStatus,
    pub output: Option<Json>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a prediction stands.
#[derive(Choice)]
pub enum PredictionStatus {
    Starting,
    Processing,
    Succeeded,
    Failed,
    Canceled,
}
pub trait Tools {
    #[tool(search((name, description) ~ query))]
    fn search_models() -> Page<Model>;
    #[tool(list, filter(owner), page(cursor))]
    fn list_models() -> Page<Model>;
    #[tool(list, page(cursor))]
    fn list_collections() -> Page<Collection>;
    #[tool(get, key(slug))]
    fn get_collection() -> Collection;
    #[tool(create)]
    fn create_prediction() -> Prediction;
    #[tool(update, key(prediction_id), set(status = PredictionStatus::Canceled), require(status = [PredictionStatus::Starting, PredictionStatus::Processing]))]
    fn cancel_prediction() -> Prediction;
    #[tool(get, key(prediction_id))]
    fn get_prediction() -> Prediction;
    #[tool(list, sort(created_at, descending), page(limit, cursor))]
    fn list_predictions() -> Page<Prediction>;
    #[tool(get, key(owner, name))]
    fn get_model() -> Model;
    #[tool(simulate(media, "it shows the picture at an address"))]
    fn view_image();
    #[tool(simulate(external_computation, "it empties the image cache of the viewer, which the model has not"))]
    fn clear_image_cache();
    #[tool(simulate(external_computation, "it measures the image cache of the viewer, which the model has not"))]
    fn get_image_cache_stats();
}
