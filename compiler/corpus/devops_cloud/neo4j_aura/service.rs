//! Neo4j Aura: graph database instances in the cloud and the tenants that they belong to.

/// Everything that Neo4j Aura knows.
#[derive(State)]
pub struct Neo4jAura {
    pub instances: Table<InstanceRow>,
    pub tenants: Table<Tenant>,
}
/// A database in the cloud.
#[derive(Entity)]
pub struct InstanceRow {
    #[entity(key, sequence = "INS-{:05}")]
    pub id: Key<InstanceRow>,
    #[entity(title)]
    pub name: String,
    pub r#type: String,
    /// In gigabytes.
    #[entity(range = 1..=1024)]
    pub memory: i64,
    pub region: String,
    #[entity(on_delete = cascade)]
    pub tenant_id: Key<Tenant>,
    pub cloud_provider: String,
    #[entity(default)]
    pub vector_optimized: bool,
    #[entity(on_delete = clear)]
    pub source_instance_id: Option<Key<InstanceRow>>,
    #[entity(default)]
    pub graph_analytics_plugin: bool,
    #[entity(default)]
    pub paused: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A project that instances are billed to.
#[derive(Entity)]
pub struct Tenant {
    #[entity(key, sequence = "TEN-{:05}")]
    pub id: Key<Tenant>,
    #[entity(title)]
    pub name: String,
}
pub trait Tools {
    #[tool(list)]
    fn list_instances() -> Page<InstanceRow>;
    #[tool(list, filter(id in instance_ids))]
    fn get_instance_details() -> Page<InstanceRow>;
    #[tool(list, filter(name))]
    fn get_instance_by_name() -> Page<InstanceRow>;
    #[tool(create)]
    fn create_instance() -> InstanceRow;
    #[tool(update, key(instance_id))]
    fn update_instance_name() -> InstanceRow;
    #[tool(update, key(instance_id))]
    fn update_instance_memory() -> InstanceRow;
    #[tool(update, key(instance_id))]
    fn update_instance_vector_optimization() -> InstanceRow;
    #[tool(update, key(instance_id), set(paused = true))]
    fn pause_instance() -> InstanceRow;
    #[tool(update, key(instance_id), set(paused = false))]
    fn resume_instance() -> InstanceRow;
    #[tool(list)]
    fn list_tenants() -> Page<Tenant>;
    #[tool(get, key(tenant_id))]
    fn get_tenant_details() -> Tenant;
    #[tool(delete, key(instance_id))]
    fn delete_instance() -> InstanceRow;
}
