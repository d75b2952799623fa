//! Tembo: managed Postgres instances of organizations, and the apps that can run beside them.
/// Everything that Tembo knows.
#[derive(State)]
pub struct Tembo {
    pub apps: Table<App>,
    pub instances: Table<InstanceRow>,
    pub instance_schema: One<InstanceSchema>,
}
/// A kind of app that an instance can be given.
#[derive(Entity)]
pub struct App {
    #[entity(key)]
    pub r#type: Key<App>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// A Postgres instance of an organization.
#[derive(Entity)]
#[entity(unique(org_id, instance_name))]
pub struct InstanceRow {
    #[entity(key, sequence = "INS-{:05}")]
    pub id: Key<InstanceRow>,
    pub cpu: InstanceRowCpu,
    #[entity(default)]
    pub spot: bool,
    pub memory: InstanceRowMemory,
    pub org_id: String,
    pub storage: InstanceRowStorage,
    #[entity(range = 1..=10)]
    pub replicas: Option<i64>,
    pub stack_type: InstanceRowStackType,
    pub environment: InstanceRowEnvironment,
    #[entity(title)]
    pub instance_name: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `cpu` can be.
#[derive(Choice)]
pub enum InstanceRowCpu {
    #[choice(rename = "0.25")]
    V025,
    #[choice(rename = "0.5")]
    V05,
    #[choice(rename = "1")]
    V1,
    #[choice(rename = "2")]
    V2,
    #[choice(rename = "4")]
    V4,
    #[choice(rename = "6")]
    V6,
    #[choice(rename = "8")]
    V8,
    #[choice(rename = "12")]
    V12,
    #[choice(rename = "16")]
    V16,
    #[choice(rename = "32")]
    V32,
}
/// What `memory` can be.
#[derive(Choice)]
pub enum InstanceRowMemory {
    #[choice(rename = "512Mi")]
    V512mi,
    #[choice(rename = "1Gi")]
    V1gi,
    #[choice(rename = "2Gi")]
    V2gi,
    #[choice(rename = "4Gi")]
    V4gi,
    #[choice(rename = "8Gi")]
    V8gi,
    #[choice(rename = "12Gi")]
    V12gi,
    #[choice(rename = "16Gi")]
    V16gi,
    #[choice(rename = "24Gi")]
    V24gi,
    #[choice(rename = "32Gi")]
    V32gi,
    #[choice(rename = "64Gi")]
    V64gi,
}
/// What `storage` can be.
#[derive(Choice)]
pub enum InstanceRowStorage {
    #[choice(rename = "10Gi")]
    V10gi,
    #[choice(rename = "50Gi")]
    V50gi,
    #[choice(rename = "100Gi")]
    V100gi,
    #[choice(rename = "200Gi")]
    V200gi,
    #[choice(rename = "300Gi")]
    V300gi,
    #[choice(rename = "400Gi")]
    V400gi,
    #[choice(rename = "500Gi")]
    V500gi,
    #[choice(rename = "1Ti")]
    V1ti,
    #[choice(rename = "1.5Ti")]
    V15ti,
    #[choice(rename = "2Ti")]
    V2ti,
}
/// What `stack_type` can be.
#[derive(Choice)]
pub enum InstanceRowStackType {
    #[choice(rename = "Analytics")]
    Analytics,
    #[choice(rename = "Geospatial")]
    Geospatial,
    #[choice(rename = "MachineLearning")]
    MachineLearning,
    #[choice(rename = "MessageQueue")]
    MessageQueue,
    #[choice(rename = "MongoAlternative")]
    MongoAlternative,
    #[choice(rename = "OLTP")]
    Oltp,
    #[choice(rename = "ParadeDB")]
    ParadeDb,
    #[choice(rename = "Standard")]
    Standard,
    #[choice(rename = "Timeseries")]
    Timeseries,
    #[choice(rename = "VectorDB")]
    VectorDb,
}
/// What `environment` can be.
#[derive(Choice)]
pub enum InstanceRowEnvironment {
    Dev,
    Test,
    Prod,
}
/// What a request for an instance has to look like.
#[derive(Entity)]
pub struct InstanceSchema {
    pub schema: Json,
}
pub trait Tools {
    #[tool(list)]
    fn get_all_apps() -> Page<App>;
    #[tool(get, key(r#type))]
    fn get_app() -> App;
    #[tool(
        simulate(
            external_computation,
            "a language model answers from the documentation"
        )
    )]
    fn ask_tembo();
    #[tool(get)]
    fn get_instance_schema() -> InstanceSchema;
    #[tool(list, filter(org_id))]
    fn get_all_instances() -> Page<InstanceRow>;
    #[tool(create)]
    fn create_instance() -> InstanceRow;
    #[tool(get, key(instance_id), filter(org_id))]
    fn get_instance() -> InstanceRow;
    #[tool(delete, key(instance_id), filter(org_id))]
    fn delete_instance() -> InstanceRow;
    #[tool(update, key(instance_id), filter(org_id))]
    fn patch_instance() -> InstanceRow;
    #[tool(simulate(external_computation, "a new instance is built from the backups of another, which the model does not hold"))]
    fn restore_instance();
}
