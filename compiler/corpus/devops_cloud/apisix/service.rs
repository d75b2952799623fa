//! APISIX: the configuration of an API gateway, from routes and upstreams to consumers and secrets.
/// Everything that APISIX knows.
#[derive(State)]
pub struct Apisix {
    pub consumers: Table<Consumer>,
    pub consumer_groups: Table<ConsumerGroup>,
    pub credentials: Table<Credential>,
    pub global_rules: Table<GlobalRule>,
    pub plugin_configs: Table<PluginConfig>,
    pub plugin_metadata: Table<PluginMetadata>,
    pub plugins: Table<Plugin>,
    pub protos: Table<Proto>,
    pub routes: Table<Route>,
    pub secrets: Table<Secret>,
    pub services: Table<Service>,
    pub ssls: Table<Ssl>,
    pub stream_routes: Table<StreamRoute>,
    pub upstreams: Table<Upstream>,
}
/// Someone who calls the gateway.
#[derive(Entity)]
pub struct Consumer {
    #[entity(key, username)]
    pub username: Key<Consumer>,
    #[entity(body)]
    pub desc: Option<String>,
    pub labels: Option<Json>,
    pub plugins: Option<Json>,
    #[entity(on_delete = clear)]
    pub group_id: Option<Key<ConsumerGroup>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Plugins that several consumers share.
#[derive(Entity)]
pub struct ConsumerGroup {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<ConsumerGroup>,
    pub consumer_group: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What a consumer proves itself with.
#[derive(Entity)]
pub struct Credential {
    #[entity(key, on_delete = cascade)]
    pub username: Key<Consumer>,
    #[entity(key)]
    pub id: String,
    pub credential: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Plugins that run on every request.
#[derive(Entity)]
pub struct GlobalRule {
    #[entity(key, sequence = "GLO-{:05}")]
    pub id: Key<GlobalRule>,
    pub plugins: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Plugins that several routes share.
#[derive(Entity)]
pub struct PluginConfig {
    #[entity(key, sequence = "PLU-{:05}")]
    pub id: Key<PluginConfig>,
    pub plugins: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Settings of a plugin for the whole gateway.
#[derive(Entity)]
pub struct PluginMetadata {
    #[entity(key)]
    pub name: Key<PluginMetadata>,
    pub metadata: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(body)]
    pub description: Option<String>,
}
/// A plugin that the gateway offers.
#[derive(Entity)]
pub struct Plugin {
    #[entity(key)]
    pub name: Key<Plugin>,
    #[entity(default = PluginKind::Http)]
    pub r#type: PluginKind,
    pub schema: Option<Json>,
    #[entity(body)]
    pub description: Option<String>,
}
/// What `type` can be.
#[derive(Choice)]
pub enum PluginKind {
    Http,
    Stream,
}
/// Which requests go where.
#[derive(Entity)]
pub struct Route {
    #[entity(key, sequence = "ROU-{:05}")]
    pub id: Key<Route>,
    pub route: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a secret manager is and how it is reached.
#[derive(Entity)]
pub struct Secret {
    #[entity(key, sequence = "SEC-{:05}")]
    pub id: Key<Secret>,
    pub manager: SecretManager,
    pub secret: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `manager` can be.
#[derive(Choice)]
pub enum SecretManager {
    Vault,
    Aws,
    Gcp,
}
/// What several routes have in common.
#[derive(Entity)]
pub struct Service {
    #[entity(key, sequence = "SER-{:05}")]
    pub id: Key<Service>,
    pub service: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A certificate and its key.
#[derive(Entity)]
pub struct Ssl {
    #[entity(key, sequence = "SSL-{:05}")]
    pub id: Key<Ssl>,
    pub ssl: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The servers that requests are passed on to.
#[derive(Entity)]
pub struct Upstream {
    #[entity(key, sequence = "UPS-{:05}")]
    pub id: Key<Upstream>,
    pub upstream: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A protocol buffer definition that plugins read.
#[derive(Entity)]
pub struct Proto {
    #[entity(key, sequence = "PRT-{:05}")]
    pub id: Key<Proto>,
    pub proto: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where connections that are not HTTP go.
#[derive(Entity)]
pub struct StreamRoute {
    #[entity(key, sequence = "STR-{:05}")]
    pub id: Key<StreamRoute>,
    pub route: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(simulate(unclear_effect, "the type decides which table is read"))]
    fn get_resource();
    #[tool(simulate(unclear_effect, "the type decides which table the row is removed from"))]
    fn delete_resource();
    #[tool(simulate(external_computation, "the answers come from the services behind the gateway"))]
    fn send_request_to_gateway();
    #[tool(create)]
    fn create_route() -> Route;
    #[tool(update, key(id))]
    fn update_route() -> Route;
    #[tool(create)]
    fn create_service() -> Service;
    #[tool(update, key(id))]
    fn update_service() -> Service;
    #[tool(create)]
    fn create_upstream() -> Upstream;
    #[tool(update, key(id))]
    fn update_upstream() -> Upstream;
    #[tool(upsert, key(username))]
    fn create_or_update_consumer() -> Consumer;
    #[tool(list, filter(username, id))]
    fn get_credential() -> Page<Credential>;
    #[tool(upsert, key(username, id))]
    fn create_or_update_credential() -> Credential;
    #[tool(delete, key(username, id))]
    fn delete_credential() -> Credential;
    #[tool(create)]
    fn create_ssl() -> Ssl;
    #[tool(update, key(id))]
    fn update_ssl() -> Ssl;
    #[tool(create)]
    fn create_global_rule() -> GlobalRule;
    #[tool(update, key(id))]
    fn update_global_rule() -> GlobalRule;
    #[tool(create)]
    fn create_consumer_group() -> ConsumerGroup;
    #[tool(update, key(id))]
    fn update_consumer_group() -> ConsumerGroup;
    #[tool(list)]
    fn get_all_plugin_names() -> Page<Plugin>;
    #[tool(get, key(name), filter(r#type))]
    fn get_plugin_schema() -> Plugin;
    #[tool(get, key(name))]
    fn get_plugin_metadata() -> PluginMetadata;
    #[tool(create)]
    fn create_plugin_config() -> PluginConfig;
    #[tool(update, key(id))]
    fn update_plugin_config() -> PluginConfig;
    #[tool(upsert, key(name))]
    fn create_or_update_plugin_metadata() -> PluginMetadata;
    #[tool(delete, key(name))]
    fn delete_plugin_metadata() -> PluginMetadata;
    #[tool(upsert, key(id))]
    fn create_or_update_stream_route() -> StreamRoute;
    #[tool(list, filter(id, manager), page(page, limit = page_size))]
    fn get_secret_by_id() -> Page<Secret>;
    #[tool(create)]
    fn create_secret() -> Secret;
    #[tool(update, key(id), filter(manager))]
    fn update_secret() -> Secret;
    #[tool(delete, key(id), filter(manager))]
    fn delete_secret() -> Secret;
    #[tool(upsert, key(id))]
    fn create_or_update_proto() -> Proto;
}
