//! Netlify: accounts and their sites, with the deploys, deploy keys, build hooks and environment variables of each.
/// Everything that Netlify knows.
#[derive(State)]
pub struct Netlify {
    pub accounts: Table<Account>,
    pub build_hooks: Table<BuildHook>,
    pub deploys: Table<Deploy>,
    pub deploy_keys: Table<DeployKey>,
    pub env_variables: Table<EnvVariable>,
    pub sites: Table<Site>,
}
/// One account.
#[derive(Entity)]
pub struct Account {
    #[entity(key, sequence = "ACC-{:05}")]
    pub id: Key<Account>,
    #[entity(title)]
    pub name: String,
    #[entity(unique, slug)]
    pub slug: Option<String>,
}
/// One build hook.
#[derive(Entity)]
pub struct BuildHook {
    #[entity(key, sequence = "BUI-{:05}")]
    pub id: Key<BuildHook>,
    #[entity(on_delete = cascade)]
    pub site_id: Key<Site>,
    #[entity(title)]
    pub title: String,
    pub branch: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One deploy.
#[derive(Entity)]
pub struct Deploy {
    #[entity(key, sequence = "DEP-{:05}")]
    pub id: Key<Deploy>,
    #[entity(on_delete = cascade)]
    pub site_id: Key<Site>,
    #[entity(default = DeployState::New)]
    pub state: DeployState,
    pub branch: Option<String>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One deploy key.
#[derive(Entity)]
pub struct DeployKey {
    #[entity(key, sequence = "DEK-{:05}")]
    pub id: Key<DeployKey>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One env variable.
#[derive(Entity)]
#[entity(unique(account_id, site_id, key))]
pub struct EnvVariable {
    #[entity(key, sequence = "ENV-{:05}")]
    pub id: Key<EnvVariable>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(on_delete = cascade)]
    pub site_id: Option<Key<Site>>,
    pub key: String,
    #[entity(secret)]
    pub value: String,
}
/// One site.
#[derive(Entity)]
pub struct Site {
    #[entity(key, sequence = "SIT-{:05}")]
    pub id: Key<Site>,
    #[entity(unique, slug)]
    pub name: String,
    #[entity(unique)]
    pub custom_domain: Option<String>,
    pub repo: Option<Json>,
    #[entity(secret)]
    pub password: Option<String>,
    pub processing_settings: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a deploy stands.
#[derive(Choice)]
pub enum DeployState {
    New,
    Building,
    Uploading,
    Processing,
    Ready,
    Error,
}
pub trait Tools {
    #[tool(list)]
    fn get_accounts() -> Page<Account>;
    #[tool(get, key(account_id))]
    fn get_account_by_id() -> Account;
    #[tool(create)]
    fn create_site() -> Site;
    #[tool(list)]
    fn get_sites() -> Page<Site>;
    #[tool(get, key(site_id))]
    fn get_site() -> Site;
    #[tool(update, key(site_id))]
    fn update_site() -> Site;
    #[tool(delete, key(site_id))]
    fn delete_site() -> Site;
    #[tool(list, filter(account_id, site_id))]
    fn get_env_variables() -> Page<EnvVariable>;
    #[tool(get, key(deploy_id))]
    fn get_deploy() -> Deploy;
    #[tool(list, filter(site_id), sort(created_at, descending), page(page, limit = per_page))]
    fn list_deploys() -> Page<Deploy>;
    #[tool(get, key(deploy_id), filter(site_id))]
    fn get_site_deploy() -> Deploy;
    #[tool(create)]
    fn create_deploy_key() -> DeployKey;
    #[tool(get, key(key_id))]
    fn get_deploy_key() -> DeployKey;
    #[tool(list)]
    fn list_deploy_keys() -> Page<DeployKey>;
    #[tool(delete, key(key_id))]
    fn delete_deploy_key() -> DeployKey;
    #[tool(create)]
    fn create_build_hook() -> BuildHook;
    #[tool(simulate(code_execution, "it runs a build of the site that the hook belongs to"))]
    fn trigger_build_hook();
}
