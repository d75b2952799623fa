//! n8n: the workflows of connected automation servers, with their runs, tags, credentials, variables, projects and users.
/// Everything that n8n knows.
#[derive(State)]
pub struct N8n {
    pub clients: Table<Client>,
    pub credentials: Table<Credential>,
    pub credential_schemas: Table<CredentialSchema>,
    pub executions: Table<Execution>,
    pub projects: Table<Project>,
    pub tags: Table<Tag>,
    pub users: Table<User>,
    pub variables: Table<Variable>,
    pub workflows: Table<Workflow>,
}
/// One credential.
#[derive(Entity)]
pub struct Credential {
    #[entity(key, sequence = "CRE-{:05}")]
    pub id: Key<Credential>,
    pub data: Json,
    #[entity(title)]
    pub name: String,
    pub r#type: String,
    #[entity(on_delete = cascade)]
    pub client_id: Key<Client>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What a type of credential asks for.
#[derive(Entity)]
pub struct CredentialSchema {
    #[entity(key)]
    pub credential_type_name: Key<CredentialSchema>,
    pub properties: Json,
}
/// One execution.
#[derive(Entity)]
pub struct Execution {
    #[entity(key, sequence)]
    pub id: IntKey<Execution>,
    pub status: ExecutionStatus,
    #[entity(on_delete = cascade)]
    pub client_id: Key<Client>,
    #[entity(on_delete = cascade)]
    pub workflow_id: Key<Workflow>,
    pub started_at: Timestamp,
    pub stopped_at: Option<Timestamp>,
}
/// What `status` can be.
#[derive(Choice)]
pub enum ExecutionStatus {
    Error,
    Success,
    Waiting,
}
/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub client_id: Key<Client>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One tag.
#[derive(Entity)]
#[entity(unique(client_id, name))]
pub struct Tag {
    #[entity(key, sequence = "TAG-{:05}")]
    pub id: Key<Tag>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub client_id: Key<Client>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One user.
#[derive(Entity)]
#[entity(unique(client_id, email))]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(on_delete = cascade)]
    pub client_id: Key<Client>,
    #[entity(email)]
    pub email: String,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
}
/// One variable.
#[derive(Entity)]
#[entity(unique(client_id, key))]
pub struct Variable {
    #[entity(key, sequence = "VAR-{:05}")]
    pub id: Key<Variable>,
    pub key: String,
    pub value: String,
    #[entity(on_delete = cascade)]
    pub client_id: Key<Client>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One workflow.
#[derive(Entity)]
pub struct Workflow {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workflow>,
    #[entity(title)]
    pub name: String,
    pub nodes: Option<Json>,
    #[entity(on_delete = cascade)]
    pub client_id: Key<Client>,
    pub connections: Option<Json>,
    #[entity(default)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub tags: Vec<WorkflowTag>,
}
/// A connection to one n8n server.
#[derive(Entity)]
pub struct Client {
    #[entity(key, sequence = "CLI-{:05}")]
    pub id: Key<Client>,
    #[entity(url)]
    pub url: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A tag that a workflow bears.
#[derive(Record)]
pub struct WorkflowTag {
    pub id: String,
}
pub trait Tools {
    #[tool(create)]
    fn init_n8n() -> Client;
    #[tool(list, filter(client_id))]
    fn list_workflows() -> Page<Workflow>;
    #[tool(get, key(id), filter(client_id))]
    fn get_workflow() -> Workflow;
    #[tool(create)]
    fn create_workflow() -> Workflow;
    #[tool(simulate(unclear_effect, "any part of the workflow may stand in the object that it takes"))]
    fn update_workflow();
    #[tool(delete, key(id), filter(client_id))]
    fn delete_workflow() -> Workflow;
    #[tool(update, key(id), filter(client_id), set(active = true))]
    fn activate_workflow() -> Workflow;
    #[tool(update, key(id), filter(client_id), set(active = false))]
    fn deactivate_workflow() -> Workflow;
    #[tool(list, filter(client_id))]
    fn list_projects() -> Page<Project>;
    #[tool(create)]
    fn create_project() -> Project;
    #[tool(delete, key(project_id), filter(client_id))]
    fn delete_project() -> Project;
    #[tool(update, key(project_id), filter(client_id))]
    fn update_project() -> Project;
    #[tool(list, filter(client_id))]
    fn list_users() -> Page<User>;
    #[tool(simulate(unclear_effect, "it adds many rows at once"))]
    fn create_users();
    #[tool(simulate(unclear_effect, "one argument is either the key or the mail address of the user"))]
    fn get_user();
    #[tool(simulate(unclear_effect, "one argument is either the key or the mail address of the user"))]
    fn delete_user();
    #[tool(list, filter(client_id))]
    fn list_variables() -> Page<Variable>;
    #[tool(create)]
    fn create_variable() -> Variable;
    #[tool(delete, key(id), filter(client_id))]
    fn delete_variable() -> Variable;
    #[tool(create)]
    fn create_credential() -> Credential;
    #[tool(delete, key(id), filter(client_id))]
    fn delete_credential() -> Credential;
    #[tool(get, key(credential_type_name), ignore(client_id))]
    fn get_credential_schema() -> CredentialSchema;
    #[tool(
        list,
        filter(status, client_id, workflow_id),
        page(limit),
        ignore(include_data)
    )]
    fn list_executions() -> Page<Execution>;
    #[tool(get, key(id), filter(client_id), ignore(include_data))]
    fn get_execution() -> Execution;
    #[tool(delete, key(id), filter(client_id))]
    fn delete_execution() -> Execution;
    #[tool(create)]
    fn create_tag() -> Tag;
    #[tool(list, filter(client_id), page(limit))]
    fn list_tags() -> Page<Tag>;
    #[tool(get, key(id), filter(client_id))]
    fn get_tag() -> Tag;
    #[tool(update, key(id), filter(client_id))]
    fn update_tag() -> Tag;
    #[tool(delete, key(id), filter(client_id))]
    fn delete_tag() -> Tag;
    #[tool(get, key(workflow_id), filter(client_id))]
    fn get_workflow_tags() -> Workflow;
    #[tool(update, key(workflow_id), filter(client_id), map(tags = tag_ids))]
    fn update_workflow_tags() -> Workflow;
    #[tool(simulate(external_computation, "the report judges the safety of the whole instance"))]
    fn generate_audit();
}
