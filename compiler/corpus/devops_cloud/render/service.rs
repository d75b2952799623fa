//! Render: workspaces with web services and static sites, their deploys and environment variables, and managed Postgres and key value stores.
/// Everything that Render knows.
#[derive(State)]
pub struct Render {
    pub deploys: Table<Deploy>,
    pub key_value_instances: Table<KeyValueInstance>,
    pub postgres_instances: Table<PostgresInstance>,
    pub services: Table<Service>,
    pub workspace_members: Table<WorkspaceMember>,
    pub env_vars: Table<EnvVar>,
    pub workspaces: Table<Workspace>,
}
/// One deploy.
#[derive(Entity)]
pub struct Deploy {
    #[entity(key, sequence = "DEP-{:05}")]
    pub id: Key<Deploy>,
    #[entity(on_delete = cascade)]
    pub service_id: Key<Service>,
    #[entity(default = DeployStatus::Created)]
    pub status: DeployStatus,
    #[entity(body)]
    pub commit_message: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One key value instance.
#[derive(Entity)]
pub struct KeyValueInstance {
    #[entity(key, sequence = "KEY-{:05}")]
    pub key_value_id: Key<KeyValueInstance>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub owner_id: Key<Workspace>,
    pub region: KeyValueInstanceRegion,
    pub plan: KeyValueInstancePlan,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `region` can be.
#[derive(Choice)]
pub enum KeyValueInstanceRegion {
    Oregon,
    Ohio,
    Virginia,
    Ireland,
    Frankfurt,
    Singapore,
}
/// What `plan` can be.
#[derive(Choice)]
pub enum KeyValueInstancePlan {
    Starter,
    Standard,
}
/// One postgres instance.
#[derive(Entity)]
pub struct PostgresInstance {
    #[entity(key, sequence = "POS-{:05}")]
    pub postgres_id: Key<PostgresInstance>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub owner_id: Key<Workspace>,
    #[entity(default = PostgresInstancePlan::Free)]
    pub plan: PostgresInstancePlan,
    #[entity(default = PostgresInstanceRegion::Oregon)]
    pub region: PostgresInstanceRegion,
    pub version: PostgresInstanceVersion,
    pub database_name: Option<String>,
    #[entity(username)]
    pub database_user: Option<String>,
    #[entity(default)]
    pub auto_suspend: bool,
    #[entity(default)]
    pub suspended: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(secret)]
    pub connection_string: Option<String>,
}
/// What `plan` can be.
#[derive(Choice)]
pub enum PostgresInstancePlan {
    Free,
    Starter,
    Standard,
    Pro,
    ProPlus,
}
/// What `region` can be.
#[derive(Choice)]
pub enum PostgresInstanceRegion {
    Oregon,
    Ohio,
    Virginia,
    Iowa,
    Frankfurt,
    Singapore,
}
/// What `version` can be.
#[derive(Choice)]
pub enum PostgresInstanceVersion {
    #[choice(rename = "11")]
    V11,
    #[choice(rename = "12")]
    V12,
    #[choice(rename = "13")]
    V13,
    #[choice(rename = "14")]
    V14,
    #[choice(rename = "15")]
    V15,
    #[choice(rename = "16")]
    V16,
}
/// One service.
#[derive(Entity)]
#[entity(unique(owner_id, name))]
pub struct Service {
    #[entity(key, sequence = "SER-{:05}")]
    pub id: Key<Service>,
    pub r#type: ServiceType,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub owner_id: Key<Workspace>,
    #[entity(url)]
    pub repo: String,
    pub branch: Option<String>,
    pub root_dir: Option<String>,
    pub service_details: Option<Json>,
    pub env_vars: Option<Json>,
    #[entity(default)]
    pub suspended: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = AutoDeploy::Yes)]
    pub auto_deploy: AutoDeploy,
    pub image: Option<Json>,
    pub build_filter: Option<Json>,
    pub environment_id: Option<String>,
}
/// What `auto_deploy` can be.
#[derive(Choice)]
pub enum AutoDeploy {
    Yes,
    No,
}
/// One workspace member.
#[derive(Entity)]
#[entity(unique(owner_id, email))]
pub struct WorkspaceMember {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<WorkspaceMember>,
    #[entity(on_delete = cascade)]
    pub owner_id: Key<Workspace>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}
/// What sort of service it is.
#[derive(Choice)]
pub enum ServiceType {
    StaticSite,
    WebService,
    PrivateService,
    BackgroundWorker,
    CronJob,
}
/// One environment variable of a service.
#[derive(Entity)]
pub struct EnvVar {
    #[entity(key, on_delete = cascade)]
    pub service_id: Key<Service>,
    #[entity(key)]
    pub key: String,
    #[entity(secret)]
    pub value: String,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A person or team that owns services.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, sequence = "tea-{:05}")]
    pub id: Key<Workspace>,
    #[entity(title)]
    pub name: String,
    #[entity(email)]
    pub email: Option<String>,
}
/// Where a deploy stands.
#[derive(Choice)]
pub enum DeployStatus {
    Created,
    BuildInProgress,
    UpdateInProgress,
    Live,
    Deactivated,
    BuildFailed,
    UpdateFailed,
    Canceled,
}
pub trait Tools {
    #[tool(list)]
    fn list_workspaces() -> Page<Workspace>;
    #[tool(get, key(owner_id))]
    fn get_workspace() -> Workspace;
    #[tool(list, filter(owner_id))]
    fn list_workspace_members() -> Page<WorkspaceMember>;
    #[tool(list, filter(owner_id), page(limit))]
    fn list_services() -> Page<Service>;
    #[tool(get, key(service_id))]
    fn get_service() -> Service;
    #[tool(list, filter(service_id))]
    fn list_env_vars() -> Page<EnvVar>;
    #[tool(simulate(unclear_effect, "it replaces all variables of a service at once"))]
    fn update_env_vars();
    #[tool(get, key(service_id, key))]
    fn get_env_var() -> EnvVar;
    #[tool(upsert, key(service_id, key))]
    fn set_env_var() -> EnvVar;
    #[tool(delete, key(service_id, key))]
    fn delete_env_var() -> EnvVar;
    #[tool(create)]
    fn create_web_service() -> Service;
    #[tool(create)]
    fn create_static_site() -> Service;
    #[tool(update, key(service_id), set(suspended = true))]
    fn suspend_service() -> Service;
    #[tool(update, key(service_id), set(suspended = false))]
    fn resume_service() -> Service;
    #[tool(simulate(code_execution, "a running process is started again, and no row changes"))]
    fn restart_service();
    #[tool(list, filter(service_id), sort(created_at, descending), page(limit))]
    fn list_deploys() -> Page<Deploy>;
    #[tool(create)]
    fn trigger_deploy() -> Deploy;
    #[tool(get, key(deploy_id), filter(service_id))]
    fn get_deploy() -> Deploy;
    #[tool(update, key(deploy_id), filter(service_id), set(status = DeployStatus::Canceled), require(status = [DeployStatus::Created, DeployStatus::BuildInProgress, DeployStatus::UpdateInProgress]))]
    fn cancel_deploy() -> Deploy;
    #[tool(simulate(unclear_effect, "it makes a new deploy of what an older one held"))]
    fn rollback_deploy();
    #[tool(list, filter(owner_id), page(limit))]
    fn list_postgres_instances() -> Page<PostgresInstance>;
    #[tool(create)]
    fn create_postgres_instance() -> PostgresInstance;
    #[tool(get, key(postgres_id))]
    fn get_postgres_instance() -> PostgresInstance;
    #[tool(update, key(postgres_id))]
    fn update_postgres_instance() -> PostgresInstance;
    #[tool(get, key(postgres_id))]
    fn get_postgres_connection_info() -> PostgresInstance;
    #[tool(update, key(postgres_id), set(suspended = true))]
    fn suspend_postgres_instance() -> PostgresInstance;
    #[tool(update, key(postgres_id), set(suspended = false))]
    fn resume_postgres_instance() -> PostgresInstance;
    #[tool(simulate(code_execution, "a running process is started again, and no row changes"))]
    fn restart_postgres_instance();
    #[tool(simulate(external_computation, "the logs are written by running services, which the model has not"))]
    fn list_logs();
    #[tool(simulate(external_computation, "the logs are written by running services, which the model has not"))]
    fn list_log_label_values();
    #[tool(list, filter(owner_id), page(limit, cursor))]
    fn list_key_value_instances() -> Page<KeyValueInstance>;
    #[tool(get, key(key_value_id))]
    fn get_key_value_instance() -> KeyValueInstance;
    #[tool(create)]
    fn create_key_value_instance() -> KeyValueInstance;
    #[tool(update, key(service_id))]
    fn update_service() -> Service;
    #[tool(simulate(code_execution, "it runs code or a job"))]
    fn run_sql_query();
}
