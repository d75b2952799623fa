//! Phoenix: prompts with their versions and tags, and datasets with their examples and experiments.

/// Everything that Phoenix knows.
#[derive(State)]
pub struct Phoenix {
    pub datasets: Table<Dataset>,
    pub dataset_examples: Table<DatasetExample>,
    pub experiments: Table<Experiment>,
    pub prompts: Table<Prompt>,
    pub prompt_versions: Table<PromptVersion>,
    pub prompt_version_tags: Table<PromptVersionTag>,
}
/// A named collection of examples that experiments run over.
#[derive(Entity)]
pub struct Dataset {
    #[entity(key, sequence = "DAT-{:05}")]
    pub id: Key<Dataset>,
    #[entity(unique, len = 1..=200, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One input of a dataset with the output that is expected.
#[derive(Entity)]
pub struct DatasetExample {
    #[entity(key, sequence = "EXA-{:05}")]
    pub id: Key<DatasetExample>,
    #[entity(on_delete = cascade)]
    pub dataset_id: Key<Dataset>,
    pub input: Json,
    pub output: Json,
    pub metadata: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A run of some task over the examples of a dataset.
#[derive(Entity)]
pub struct Experiment {
    #[entity(key, sequence = "EXP-{:05}")]
    pub id: Key<Experiment>,
    #[entity(on_delete = cascade)]
    pub dataset_id: Key<Dataset>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub metadata: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A prompt, whose texts are its versions.
#[derive(Entity)]
pub struct Prompt {
    /// The name is what the other tools identify a prompt by.
    #[entity(key, slug)]
    pub name: Key<Prompt>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whose model a prompt version is written for.
#[derive(Choice)]
pub enum PromptModelProvider {
    #[choice(rename = "OPENAI")]
    Openai,
    #[choice(rename = "AZURE_OPENAI")]
    AzureOpenai,
    #[choice(rename = "ANTHROPIC")]
    Anthropic,
    #[choice(rename = "GOOGLE")]
    Google,
}
/// One state of a prompt: the template and the model it is meant for.
#[derive(Entity)]
pub struct PromptVersion {
    #[entity(key, sequence = "PRV-{:05}")]
    pub id: Key<PromptVersion>,
    #[entity(on_delete = cascade)]
    pub prompt_name: Key<Prompt>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(body)]
    pub template: String,
    pub model_provider: Option<PromptModelProvider>,
    pub model_name: Option<String>,
    #[entity(range = 0..=2)]
    pub temperature: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A label on a prompt version, such as `production`.
#[derive(Entity)]
#[entity(unique(prompt_version_id, name))]
pub struct PromptVersionTag {
    #[entity(key, sequence = "TAG-{:05}")]
    pub id: Key<PromptVersionTag>,
    #[entity(on_delete = cascade)]
    pub prompt_version_id: Key<PromptVersion>,
    #[entity(len = 1..=100, tag)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(list, page(limit))]
    fn list_prompts() -> Page<Prompt>;
    #[tool(list, filter(prompt_name = prompt_identifier), sort(created_at, descending))]
    fn get_latest_prompt() -> Page<PromptVersion>;
    #[tool(get, key(prompt_identifier))]
    fn get_prompt_by_identifier() -> Prompt;
    #[tool(get, key(prompt_version_id))]
    fn get_prompt_version() -> PromptVersion;
    #[tool(simulate(unclear_effect, "it adds a version beside the prompt that it makes or finds"))]
    fn upsert_prompt();
    #[tool(list, filter(prompt_name = prompt_identifier), sort(created_at, descending), page(limit))]
    fn list_prompt_versions() -> Page<PromptVersion>;
    #[tool(simulate(unclear_effect, "the tag and the prompt of the version stand in two tables"))]
    fn get_prompt_version_by_tag();
    #[tool(list, filter(prompt_version_id), page(limit))]
    fn list_prompt_version_tags() -> Page<PromptVersionTag>;
    #[tool(create)]
    fn add_prompt_version_tag() -> PromptVersionTag;
    #[tool(list, filter(dataset_id))]
    fn list_experiments_for_dataset() -> Page<Experiment>;
    #[tool(get, key(experiment_id))]
    fn get_experiment_by_id() -> Experiment;
    #[tool(list, page(limit))]
    fn list_datasets() -> Page<Dataset>;
    #[tool(list, filter(dataset_id))]
    fn get_dataset_examples() -> Page<DatasetExample>;
    #[tool(list, filter(dataset_id))]
    fn get_dataset_experiments() -> Page<Experiment>;
    #[tool(simulate(unclear_effect, "it adds many examples at once"))]
    fn add_dataset_examples();
}
