//! Terrakube: organizations with their Terraform workspaces, the variables of each, and a registry of modules.

/// Everything that Terrakube knows.
#[derive(State)]
pub struct Terrakube {
    pub modules: Table<Module>,
    pub organizations: Table<Organization>,
    pub variables: Table<Variable>,
    pub workspaces: Table<Workspace>,
}

/// One module.
#[derive(Entity)]
#[entity(unique(organization_id, name, provider))]
pub struct Module {
    #[entity(key, sequence = "MOD-{:05}")]
    pub id: Key<Module>,
    #[entity(title)]
    pub name: String,
    pub provider: String,
    pub registry: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One organization.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, sequence = "ORG-{:05}")]
    pub id: Key<Organization>,
    #[entity(unique, len = 1..=255, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One variable.
#[derive(Entity)]
#[entity(unique(workspace_id, key))]
pub struct Variable {
    #[entity(key, sequence = "VAR-{:05}")]
    pub id: Key<Variable>,
    pub key: String,
    pub value: String,
    pub category: Option<String>,
    #[entity(default)]
    pub sensitive: bool,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub workspace_id: Key<Workspace>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One workspace.
#[derive(Entity)]
#[entity(unique(organization_id, name))]
pub struct Workspace {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workspace>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(url)]
    pub vcs_repo: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub vcs_provider: Option<String>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    pub terraform_version: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

pub trait Tools {
    #[tool(list)]
    fn list_organizations() -> Page<Organization>;
    #[tool(get, key(id))]
    fn get_organization() -> Organization;
    #[tool(create)]
    fn create_organization() -> Organization;
    #[tool(update, key(id))]
    fn edit_organization() -> Organization;
    #[tool(list, filter(organization_id))]
    fn list_workspaces() -> Page<Workspace>;
    #[tool(get, key(workspace_id), filter(organization_id))]
    fn get_workspace() -> Workspace;
    #[tool(create)]
    fn create_workspace() -> Workspace;
    #[tool(update, key(workspace_id), filter(organization_id))]
    fn edit_workspace() -> Workspace;
    #[tool(list, filter(organization_id))]
    fn list_modules() -> Page<Module>;
    #[tool(get, key(module_id), filter(organization_id))]
    fn get_module() -> Module;
    #[tool(create)]
    fn create_module() -> Module;
    #[tool(update, key(module_id), filter(organization_id))]
    fn edit_module() -> Module;
    #[tool(list, filter(workspace_id, organization_id))]
    fn list_variables() -> Page<Variable>;
    #[tool(get, key(variable_id), filter(workspace_id, organization_id))]
    fn get_variable() -> Variable;
    #[tool(create)]
    fn create_variable() -> Variable;
    #[tool(update, key(variable_id), filter(workspace_id, organization_id))]
    fn edit_variable() -> Variable;
}
