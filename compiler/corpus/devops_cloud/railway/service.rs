//! Railway: projects with their environments and services, and the deployments, domains, proxies, variables and volumes of each service.
/// Everything that Railway knows.
#[derive(State)]
pub struct Railway {
    pub deployments: Table<Deployment>,
    pub deployment_logs: Table<DeploymentLog>,
    pub domains: Table<Domain>,
    pub projects: Table<Project>,
    pub environments: Table<Environment>,
    pub services: Table<Service>,
    pub tcp_proxies: Table<TcpProxy>,
    pub variables: Table<Variable>,
    pub volumes: Table<Volume>,
}
/// One build of a service that runs in an environment.
#[derive(Entity)]
pub struct Deployment {
    #[entity(key, sequence = "DEP-{:05}")]
    pub id: Key<Deployment>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub service_id: Key<Service>,
    #[entity(on_delete = cascade)]
    pub environment_id: Key<Environment>,
    pub commit_sha: Option<String>,
    #[entity(default = DeploymentState::Building)]
    pub status: DeploymentState,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// How far a deployment is.
#[derive(Choice)]
pub enum DeploymentState {
    #[choice(rename = "BUILDING")]
    Building,
    #[choice(rename = "DEPLOYING")]
    Deploying,
    #[choice(rename = "SUCCESS")]
    Success,
    #[choice(rename = "FAILED")]
    Failed,
    #[choice(rename = "CRASHED")]
    Crashed,
    #[choice(rename = "REMOVED")]
    Removed,
}
/// A line that a deployment wrote.
#[derive(Entity)]
pub struct DeploymentLog {
    #[entity(key, sequence = "LOG-{:05}")]
    pub id: Key<DeploymentLog>,
    #[entity(on_delete = cascade)]
    pub deployment_id: Key<Deployment>,
    #[entity(body)]
    pub message: String,
    pub severity: Severity,
    pub timestamp: Timestamp,
}
/// One domain.
#[derive(Entity)]
pub struct Domain {
    #[entity(key, sequence = "DOM-{:05}")]
    pub id: Key<Domain>,
    #[entity(unique)]
    pub domain: Option<String>,
    pub suffix: Option<String>,
    #[entity(on_delete = cascade)]
    pub service_id: Key<Service>,
    pub target_port: Option<f64>,
    #[entity(on_delete = cascade)]
    pub environment_id: Key<Environment>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
}
/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    #[entity(title)]
    pub name: String,
    pub team_id: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One project environment.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct Environment {
    #[entity(key, sequence = "ENV-{:05}")]
    pub id: Key<Environment>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(title)]
    pub name: String,
}
/// One service.
#[derive(Entity)]
pub struct Service {
    #[entity(key, sequence = "SER-{:05}")]
    pub id: Key<Service>,
    #[entity(title)]
    pub name: Option<String>,
    pub repo: Option<String>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    pub image: Option<String>,
    pub region: Option<ServiceRegion>,
    pub num_replicas: Option<f64>,
    pub build_command: Option<String>,
    pub start_command: Option<String>,
    pub root_directory: Option<String>,
    #[entity(path)]
    pub healthcheck_path: Option<String>,
    #[entity(default)]
    pub sleep_application: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `region` can be.
#[derive(Choice)]
pub enum ServiceRegion {
    #[choice(rename = "asia-southeast1")]
    AsiaSoutheast1,
    #[choice(rename = "asia-southeast1-eqsg3a")]
    AsiaSoutheast1Eqsg3a,
    #[choice(rename = "europe-west4")]
    EuropeWest4,
    #[choice(rename = "europe-west4-drams3a")]
    EuropeWest4Drams3a,
    #[choice(rename = "us-east4")]
    UsEast4,
    #[choice(rename = "us-east4-eqdc4a")]
    UsEast4Eqdc4a,
    #[choice(rename = "us-west1")]
    UsWest1,
    #[choice(rename = "us-west2")]
    UsWest2,
}
/// One tcp proxy.
#[derive(Entity)]
pub struct TcpProxy {
    #[entity(key, sequence = "TCP-{:05}")]
    pub id: Key<TcpProxy>,
    #[entity(on_delete = cascade)]
    pub service_id: Key<Service>,
    #[entity(on_delete = cascade)]
    pub environment_id: Key<Environment>,
    pub application_port: f64,
    #[entity(created)]
    pub created_at: Timestamp,
    pub proxy_port: Option<i64>,
}
/// A setting that services of an environment see, or one service alone.
#[derive(Entity)]
#[entity(unique(project_id, environment_id, service_id, name))]
pub struct Variable {
    #[entity(key, sequence = "VAR-{:05}")]
    pub id: Key<Variable>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub environment_id: Key<Environment>,
    #[entity(on_delete = cascade)]
    pub service_id: Option<Key<Service>>,
    pub name: String,
    pub value: String,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One volume.
#[derive(Entity)]
pub struct Volume {
    #[entity(key, sequence = "VOL-{:05}")]
    pub id: Key<Volume>,
    #[entity(path)]
    pub mount_path: String,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub service_id: Key<Service>,
    #[entity(on_delete = cascade)]
    pub environment_id: Key<Environment>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// How grave a line is.
#[derive(Choice)]
pub enum Severity {
    Debug,
    Info,
    Warn,
    Error,
}
pub trait Tools {
    #[tool(simulate(external_computation, "the kinds of database are a fixed list of the product"))]
    fn database_list_types();
    #[tool(simulate(unclear_effect, "a template makes a service, a volume and variables at once"))]
    fn database_deploy_from_template();
    #[tool(list, filter(project_id, service_id, environment_id), sort(created_at, descending), page(limit))]
    fn deployment_list() -> Page<Deployment>;
    #[tool(create)]
    fn deployment_trigger() -> Deployment;
    #[tool(list, filter(deployment_id), page(limit))]
    fn deployment_logs() -> Page<DeploymentLog>;
    #[tool(get, key(deployment_id))]
    fn deployment_status() -> Deployment;
    #[tool(list, filter(project_id, service_id, environment_id))]
    fn domain_list() -> Page<Domain>;
    #[tool(create)]
    fn domain_create() -> Domain;
    #[tool(simulate(external_computation, "whether a domain is free is known outside the service"))]
    fn domain_check();
    #[tool(update, key(id))]
    fn domain_update() -> Domain;
    #[tool(delete, key(id))]
    fn domain_delete() -> Domain;
    #[tool(list)]
    fn project_list() -> Page<Project>;
    #[tool(get, key(project_id))]
    fn project_info() -> Project;
    #[tool(create)]
    fn project_create() -> Project;
    #[tool(delete, key(project_id))]
    fn project_delete() -> Project;
    #[tool(list, filter(project_id))]
    fn project_environments() -> Page<Environment>;
    #[tool(list, filter(project_id))]
    fn service_list() -> Page<Service>;
    #[tool(get, key(service_id), filter(project_id), ignore(environment_id))]
    fn service_info() -> Service;
    #[tool(create)]
    fn service_create_from_repo() -> Service;
    #[tool(create)]
    fn service_create_from_image() -> Service;
    #[tool(update, key(service_id), filter(project_id), ignore(environment_id))]
    fn service_update() -> Service;
    #[tool(delete, key(service_id), filter(project_id))]
    fn service_delete() -> Service;
    #[tool(simulate(code_execution, "the running process is started again"))]
    fn service_restart();
    #[tool(list, filter(service_id, environment_id))]
    fn tcp_proxy_list() -> Page<TcpProxy>;
    #[tool(create)]
    fn tcp_proxy_create() -> TcpProxy;
    #[tool(delete, key(proxy_id))]
    fn tcp_proxy_delete() -> TcpProxy;
    #[tool(list, filter(project_id, service_id, environment_id))]
    fn list_service_variables() -> Page<Variable>;
    #[tool(simulate(unclear_effect, "the row is named by a service that may lack, so no key finds it"))]
    fn variable_set();
    #[tool(simulate(unclear_effect, "the row is named by a service that may lack, so no key finds it"))]
    fn variable_delete();
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn variable_bulk_set();
    #[tool(simulate(unclear_effect, "it writes many rows at once"))]
    fn variable_copy();
    #[tool(simulate(unclear_effect, "the token concerns the connection, which the model does not keep"))]
    fn configure_api_token();
    #[tool(list, filter(project_id))]
    fn volume_list() -> Page<Volume>;
    #[tool(create)]
    fn volume_create() -> Volume;
    #[tool(update, key(volume_id))]
    fn volume_update() -> Volume;
    #[tool(delete, key(volume_id))]
    fn volume_delete() -> Volume;
}
