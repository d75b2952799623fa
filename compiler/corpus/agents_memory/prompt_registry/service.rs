//! Prompt Registry: prompt templates with their variables, found again by identifier or tags.

/// Everything that Prompt Registry knows.
#[derive(State)]
pub struct PromptRegistry {
    pub prompts: Table<Prompt>,
}
/// A prompt template under a name that its author chose.
#[derive(Entity)]
pub struct Prompt {
    #[entity(key, slug)]
    pub id: Key<Prompt>,
    #[entity(body)]
    pub content: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub variables: Option<Json>,
    pub metadata: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(create)]
    fn add_prompt() -> Prompt;
    #[tool(get, key(id))]
    fn get_prompt_file_content() -> Prompt;
    #[tool(update, key(id))]
    fn update_prompt() -> Prompt;
    #[tool(delete, key(id))]
    fn delete_prompt() -> Prompt;
    #[tool(list, filter(tags has tags))]
    fn filter_prompts_by_tags() -> Page<Prompt>;
    #[tool(simulate(unclear_effect, "the prompts that it adds are not in the spec"))]
    fn load_default_prompts();
}
