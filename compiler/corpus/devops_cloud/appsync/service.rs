//! Appsync: Event and GraphQL APIs with their data sources, resolvers, functions, keys and caches.

/// Everything that Appsync knows.
#[derive(State)]
pub struct Appsync {
    pub apis: Table<Api>,
    pub api_caches: Table<ApiCache>,
    pub api_keys: Table<ApiKey>,
    pub channel_namespaces: Table<ChannelNamespace>,
    pub datasources: Table<Datasource>,
    pub domain_names: Table<DomainName>,
    pub functions: Table<Function>,
    pub resolvers: Table<Resolver>,
    pub schemas: Table<Schema>,
}
/// An Event API or a GraphQL API.
#[derive(Entity)]
pub struct Api {
    #[entity(key, sequence = "API-{:05}")]
    pub id: Key<Api>,
    #[entity(len = 1..=50, title)]
    pub name: String,
    pub owner_contact: Option<String>,
    pub tags: Option<Json>,
    /// Only an Event API has it.
    pub event_config: Option<Json>,
    /// Only a GraphQL API has it and the fields below.
    pub authentication_type: Option<String>,
    pub log_config: Option<Json>,
    pub user_pool_config: Option<Json>,
    pub open_id_connect_config: Option<Json>,
    pub additional_authentication_providers: Option<Json>,
    #[entity(default)]
    pub xray_enabled: bool,
    pub lambda_authorizer_config: Option<Json>,
    pub visibility: Option<String>,
    pub api_type: Option<String>,
    pub merged_api_execution_role_arn: Option<String>,
    pub introspection_config: Option<String>,
    #[entity(range = 0..=75)]
    pub query_depth_limit: Option<i64>,
    #[entity(range = 0..=10_000)]
    pub resolver_count_limit: Option<i64>,
    pub enhanced_metrics_config: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The cache of an API; an API has one at most.
#[derive(Entity)]
pub struct ApiCache {
    #[entity(key, sequence = "CCH-{:05}")]
    pub id: Key<ApiCache>,
    #[entity(unique, on_delete = cascade)]
    pub api_id: Key<Api>,
    #[entity(range = 1..=3600)]
    pub ttl: i64,
    pub api_caching_behavior: String,
    pub r#type: String,
    #[entity(default)]
    pub transit_encryption_enabled: bool,
    #[entity(default)]
    pub at_rest_encryption_enabled: bool,
    pub health_metrics_config: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A key that clients call an API with.
#[derive(Entity)]
pub struct ApiKey {
    #[entity(key, sequence = "KEY-{:05}")]
    pub id: Key<ApiKey>,
    #[entity(on_delete = cascade)]
    pub api_id: Key<Api>,
    #[entity(body)]
    pub description: Option<String>,
    /// In seconds since 1970.
    pub expires: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A group of channels of an Event API.
#[derive(Entity)]
#[entity(unique(api_id, name))]
pub struct ChannelNamespace {
    #[entity(key, sequence = "CHA-{:05}")]
    pub id: Key<ChannelNamespace>,
    #[entity(on_delete = cascade)]
    pub api_id: Key<Api>,
    #[entity(title)]
    pub name: String,
    pub subscribe_auth_modes: Option<Json>,
    pub publish_auth_modes: Option<Json>,
    pub code_handlers: Option<String>,
    pub handler_configs: Option<Json>,
    pub tags: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Where the resolvers of an API get data from.
#[derive(Entity)]
#[entity(unique(api_id, name))]
pub struct Datasource {
    #[entity(key, sequence = "DAT-{:05}")]
    pub id: Key<Datasource>,
    #[entity(on_delete = cascade)]
    pub api_id: Key<Api>,
    #[entity(title)]
    pub name: String,
    pub r#type: String,
    #[entity(body)]
    pub description: Option<String>,
    pub service_role_arn: Option<String>,
    pub dynamodb_config: Option<Json>,
    pub lambda_config: Option<Json>,
    pub elasticsearch_config: Option<Json>,
    pub open_search_service_config: Option<Json>,
    pub http_config: Option<Json>,
    pub relational_database_config: Option<Json>,
    pub event_bridge_config: Option<Json>,
    pub metrics_config: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A domain of the customer that APIs can be reached at.
#[derive(Entity)]
pub struct DomainName {
    #[entity(key)]
    pub domain_name: Key<DomainName>,
    pub certificate_arn: String,
    #[entity(body)]
    pub description: Option<String>,
    pub tags: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A step that pipeline resolvers share.
#[derive(Entity)]
pub struct Function {
    #[entity(key, sequence = "FUN-{:05}")]
    pub id: Key<Function>,
    #[entity(on_delete = cascade)]
    pub api_id: Key<Api>,
    #[entity(title)]
    pub name: String,
    #[entity(slug)]
    pub data_source_name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub request_mapping_template: Option<String>,
    pub response_mapping_template: Option<String>,
    pub function_version: Option<String>,
    pub sync_config: Option<Json>,
    pub max_batch_size: Option<i64>,
    pub runtime: Option<Json>,
    pub code: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What answers one field of a GraphQL type.
#[derive(Entity)]
#[entity(unique(api_id, type_name, field_name))]
pub struct Resolver {
    #[entity(key, sequence = "RES-{:05}")]
    pub id: Key<Resolver>,
    #[entity(on_delete = cascade)]
    pub api_id: Key<Api>,
    #[entity(title)]
    pub type_name: String,
    #[entity(title)]
    pub field_name: String,
    #[entity(slug)]
    pub data_source_name: Option<String>,
    pub request_mapping_template: Option<String>,
    pub response_mapping_template: Option<String>,
    pub kind: Option<String>,
    pub pipeline_config: Option<Json>,
    pub sync_config: Option<Json>,
    pub caching_config: Option<Json>,
    pub max_batch_size: Option<i64>,
    pub runtime: Option<Json>,
    pub code: Option<String>,
    pub metrics_config: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The GraphQL schema of an API.
#[derive(Entity)]
pub struct Schema {
    #[entity(key, sequence = "SCH-{:05}")]
    pub id: Key<Schema>,
    #[entity(unique, on_delete = cascade)]
    pub api_id: Key<Api>,
    #[entity(body)]
    pub definition: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(create)]
    fn create_api() -> Api;
    #[tool(create)]
    fn create_datasource() -> Datasource;
    #[tool(create)]
    fn create_graphql_api() -> Api;
    #[tool(create)]
    fn create_resolver() -> Resolver;
    #[tool(create)]
    fn create_api_cache() -> ApiCache;
    #[tool(create)]
    fn create_domain_name() -> DomainName;
    #[tool(create)]
    fn create_function() -> Function;
    #[tool(create)]
    fn create_api_key() -> ApiKey;
    #[tool(create)]
    fn create_channel_namespace() -> ChannelNamespace;
    #[tool(create)]
    fn create_schema() -> Schema;
}
