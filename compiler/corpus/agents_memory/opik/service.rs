//! Opik: projects, the traces that LLM applications leave in them, and a library of versioned prompts.

/// Everything that Opik knows.
#[derive(State)]
pub struct Opik {
    pub projects: Table<Project>,
    pub prompts: Table<Prompt>,
    pub prompt_versions: Table<PromptVersion>,
    pub server: One<Server>,
    pub traces: Table<Trace>,
}

/// Where traces are gathered.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(title)]
    pub workspace_name: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A named prompt; its texts are its versions.
#[derive(Entity)]
pub struct Prompt {
    #[entity(key, sequence = "PROM-{:05}")]
    pub id: Key<Prompt>,
    #[entity(unique, len = 1..=255, title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One text of the prompt that has this name.
#[derive(Entity)]
pub struct PromptVersion {
    #[entity(key, sequence = "PV-{:05}")]
    pub id: Key<PromptVersion>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(body)]
    pub template: String,
    #[entity(len = 1..=500)]
    pub commit_message: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// The server that answers.
#[derive(Entity)]
pub struct Server {
    #[entity(title)]
    pub name: Option<String>,
    pub version: Option<String>,
}

/// One recorded run of an LLM application.
#[derive(Entity)]
pub struct Trace {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<Trace>,
    #[entity(on_delete = cascade)]
    pub project_id: Option<Key<Project>>,
    #[entity(title)]
    pub project_name: Option<String>,
    #[entity(title)]
    pub workspace_name: Option<String>,
    #[entity(title)]
    pub name: Option<String>,
    pub input: Option<Json>,
    pub output: Option<Json>,
    pub start_time: Option<Timestamp>,
    pub end_time: Option<Timestamp>,
}

pub trait Tools {
    #[tool(list, page(page, limit = size))]
    fn list_prompts() -> Page<Prompt>;
    #[tool(create)]
    fn create_prompt() -> Prompt;
    #[tool(create)]
    fn create_prompt_version() -> PromptVersion;
    #[tool(get, key(prompt_id))]
    fn get_prompt_by_id() -> Prompt;
    #[tool(update, key(prompt_id))]
    fn update_prompt() -> Prompt;
    #[tool(delete, key(prompt_id))]
    fn delete_prompt() -> Prompt;
    #[tool(
        list,
        filter(workspace_name),
        sort(by = sort_by, direction = sort_order),
        page(page, limit = size)
    )]
    fn list_projects() -> Page<Project>;
    #[tool(get, key(project_id), filter(workspace_name))]
    fn get_project_by_id() -> Project;
    #[tool(create)]
    fn create_project() -> Project;
    #[tool(update, key(project_id), filter(workspace_name))]
    fn update_project() -> Project;
    #[tool(delete, key(project_id), filter(workspace_name))]
    fn delete_project() -> Project;
    #[tool(
        list,
        filter(project_id, project_name, workspace_name),
        page(page, limit = size)
    )]
    fn list_traces() -> Page<Trace>;
    #[tool(get, key(trace_id), filter(workspace_name))]
    fn get_trace_by_id() -> Trace;
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_trace_stats();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_metrics();
    #[tool(get)]
    fn get_server_info() -> Server;
    #[tool(simulate(external_computation, "the answer comes from the product's documentation, which is not part of the state"))]
    fn get_opik_help();
    #[tool(simulate(external_computation, "the answer comes from the product's documentation, which is not part of the state"))]
    fn get_opik_examples();
    #[tool(simulate(external_computation, "the answer comes from the product's documentation, which is not part of the state"))]
    fn get_opik_tracing_info();
}
