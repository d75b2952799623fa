//! ElastiCache: clusters, replication groups and serverless caches of one AWS account, the network
//! that they stand in, and the logs, metrics and costs that they leave.
//!
//! Changes take effect within the call, so what is made is available at once. What a call is told
//! not to apply immediately is noted as pending: it waits for the maintenance window, which does
//! not come here, or for a call that asks for the same immediately. A replication group is made of
//! clusters, its members, each shard with a primary. It is changed as a whole, and while data is
//! migrated into it, not at all.
//!
//! The caller may do everything that no denial forbids for the resource.

/// Everything in the account that has to do with caches.
#[derive(State)]
pub struct Elasticache {
    pub account: One<Account>,
    pub denials: Table<Denial>,
    pub vpcs: Table<Vpc>,
    pub subnets: Table<Subnet>,
    pub security_groups: Table<SecurityGroup>,
    pub ingress_rules: Table<IngressRule>,
    pub key_pairs: Table<KeyPair>,
    pub instances: Table<Ec2Instance>,
    pub families: Table<Family>,
    pub engine_versions: Table<EngineVersion>,
    pub default_parameters: Table<DefaultParameter>,
    pub parameter_groups: Table<ParameterGroup>,
    pub subnet_groups: Table<SubnetGroup>,
    pub user_groups: Table<UserGroup>,
    pub snapshots: Table<Snapshot>,
    pub replication_groups: Table<ReplicationGroup>,
    pub pending_group_changes: Table<PendingGroupChange>,
    pub migrations: Table<Migration>,
    pub cache_clusters: Table<CacheCluster>,
    pub pending_cluster_changes: Table<PendingClusterChange>,
    pub serverless_caches: Table<ServerlessCache>,
    pub service_updates: Table<ServiceUpdate>,
    pub update_actions: Table<UpdateAction>,
    pub events: Table<Event>,
    pub cost_records: Table<CostRecord>,
    pub metric_data: Table<MetricDatum>,
    pub delivery_streams: Table<DeliveryStream>,
    pub log_groups: Table<LogGroup>,
    pub log_streams: Table<LogStream>,
    pub log_events: Table<LogEvent>,
}

/// Whose resources these are.
#[derive(Entity)]
pub struct Account {
    #[entity(pattern = "^[0-9]{12}$")]
    pub account_id: String,
    #[entity(pattern = "^(us-east-1|us-west-2|eu-west-1|eu-north-1|ap-south-1)$")]
    pub region: String,
    /// The part of the caches' host names that is the account's own.
    #[entity(pattern = "^[a-z0-9]{6}$")]
    pub dns_label: String,
}

/// A statement of the caller's policy: an action that is forbidden for a resource.
#[derive(Entity)]
pub struct Denial {
    #[entity(key, sequence)]
    pub id: IntKey<Denial>,
    pub action: Action,
    /// The name of the resource; one that ends with `*` stands for all that begin like it.
    #[entity(len = 1..=255)]
    pub resource: String,
}

/// What a denial can forbid.
#[derive(Choice)]
pub enum Action {
    #[choice(rename = "elasticache:CreateCacheCluster")]
    CreateCacheCluster,
    #[choice(rename = "elasticache:ModifyCacheCluster")]
    ModifyCacheCluster,
    #[choice(rename = "elasticache:DeleteCacheCluster")]
    DeleteCacheCluster,
    #[choice(rename = "elasticache:CreateReplicationGroup")]
    CreateReplicationGroup,
    #[choice(rename = "elasticache:ModifyReplicationGroup")]
    ModifyReplicationGroup,
    #[choice(rename = "elasticache:DeleteReplicationGroup")]
    DeleteReplicationGroup,
    #[choice(rename = "elasticache:StartMigration")]
    StartMigration,
    #[choice(rename = "elasticache:CompleteMigration")]
    CompleteMigration,
    #[choice(rename = "elasticache:CreateServerlessCache")]
    CreateServerlessCache,
    #[choice(rename = "elasticache:ModifyServerlessCache")]
    ModifyServerlessCache,
    #[choice(rename = "elasticache:DeleteServerlessCache")]
    DeleteServerlessCache,
    #[choice(rename = "elasticache:BatchApplyUpdateAction")]
    BatchApplyUpdateAction,
    #[choice(rename = "elasticache:BatchStopUpdateAction")]
    BatchStopUpdateAction,
    #[choice(rename = "ec2:RunInstances")]
    RunInstances,
    #[choice(rename = "ec2:AuthorizeSecurityGroupIngress")]
    AuthorizeSecurityGroupIngress,
    #[choice(rename = "logs:CreateLogGroup")]
    CreateLogGroup,
}

/// A private network.
#[derive(Entity)]
pub struct Vpc {
    #[entity(key, token("vpc-0", 16))]
    pub vpc_id: Key<Vpc>,
    /// Whether it is what the account uses where no network is named.
    #[entity(default)]
    pub is_default: bool,
}

/// A part of a network in one availability zone.
#[derive(Entity)]
pub struct Subnet {
    #[entity(key, token("subnet-0", 16))]
    pub subnet_id: Key<Subnet>,
    #[entity(on_delete = cascade)]
    pub vpc_id: Key<Vpc>,
    #[entity(pattern = "^(us-east-1|us-west-2|eu-west-1|eu-north-1|ap-south-1)[a-c]$")]
    pub availability_zone: String,
    /// Whether a route leads from it to the internet.
    #[entity(default)]
    pub is_public: bool,
}

/// A set of rules that says who reaches what is in it.
#[derive(Entity)]
#[entity(unique(vpc_id, group_name))]
pub struct SecurityGroup {
    #[entity(key, token("sg-0", 16))]
    pub group_id: Key<SecurityGroup>,
    /// The group that a network uses where none is named is called `default`.
    #[entity(len = 1..=255, slug)]
    pub group_name: String,
    #[entity(on_delete = cascade)]
    pub vpc_id: Key<Vpc>,
}

/// Ports of a security group that are open to a group or to addresses.
#[derive(Entity)]
pub struct IngressRule {
    #[entity(key, sequence)]
    pub id: IntKey<IngressRule>,
    #[entity(on_delete = cascade)]
    pub group_id: Key<SecurityGroup>,
    #[entity(range = 0..=65_535)]
    pub from_port: i64,
    #[entity(range = 0..=65_535)]
    pub to_port: i64,
    /// Missing where the rule is for addresses.
    #[entity(on_delete = cascade)]
    pub source_group_id: Option<Key<SecurityGroup>>,
    #[entity(pattern = "^[0-9.]{7,15}/[0-9]{1,2}$")]
    pub cidr: Option<String>,
}

/// A key that opens machines.
#[derive(Entity)]
pub struct KeyPair {
    #[entity(key, len = 1..=255)]
    pub key_name: Key<KeyPair>,
}

/// A virtual machine, which may be a way to a cache.
#[derive(Entity)]
pub struct Ec2Instance {
    #[entity(key, token("i-0", 16))]
    pub instance_id: Key<Ec2Instance>,
    pub subnet_id: Key<Subnet>,
    #[entity(len = 1..=16)]
    pub security_group_ids: Vec<Key<SecurityGroup>>,
    pub key_name: Option<Key<KeyPair>>,
    #[entity(pattern = "^[a-z][a-z0-9-]*\\.(nano|micro|small|medium|[0-9]*x?large|metal)$")]
    pub instance_type: String,
    #[entity(default = Platform::AmazonLinux)]
    pub platform: Platform,
    #[entity(default = InstanceState::Running)]
    pub state: InstanceState,
    #[entity(pattern = "^(3|44|52|54)\\.[1-9][0-9]\\.[1-9][0-9]\\.[1-9][0-9]$")]
    pub public_ip_address: Option<String>,
}

/// What runs on a machine.
#[derive(Choice)]
pub enum Platform {
    AmazonLinux,
    Ubuntu,
    Windows,
}

/// Whether a machine is up.
#[derive(Choice)]
pub enum InstanceState {
    Running,
    Stopped,
    Terminated,
}

/// The software that a cache runs.
#[derive(Choice)]
pub enum Engine {
    Memcached,
    Redis,
    Valkey,
}

/// Versions of an engine that know the same parameters.
#[derive(Entity)]
pub struct Family {
    #[entity(
        key,
        pattern = "^(memcached1\\.[4-6]|redis[2-7](\\.[0-9x])?|valkey[789](\\.[0-9x])?)$"
    )]
    pub name: Key<Family>,
}

/// A version of an engine that caches can run.
#[derive(Entity)]
pub struct EngineVersion {
    #[entity(key)]
    pub engine: Engine,
    #[entity(key, pattern = "^(1\\.6\\.[0-9]{1,2}|[2-9]\\.[0-9x](\\.[0-9]{1,2})?)$")]
    pub engine_version: String,
    pub cache_parameter_group_family: Key<Family>,
    #[entity(body)]
    pub cache_engine_description: String,
    /// Whether it is what the engine runs where no version is named.
    #[entity(default)]
    pub is_default: bool,
}

/// A parameter of a family with the value that it has unless a group sets another.
#[derive(Entity)]
pub struct DefaultParameter {
    #[entity(key)]
    pub cache_parameter_group_family: Key<Family>,
    #[entity(key, len = 1..=255, slug)]
    pub parameter_name: String,
    pub parameter_value: Option<String>,
    #[entity(body)]
    pub description: String,
    #[entity(default = DataType::String)]
    pub data_type: DataType,
    pub allowed_values: Option<String>,
    #[entity(default = true)]
    pub is_modifiable: bool,
    #[entity(default = ChangeType::Immediate)]
    pub change_type: ChangeType,
    pub minimum_engine_version: Option<String>,
}

/// What values a parameter takes.
#[derive(Choice)]
pub enum DataType {
    String,
    Integer,
    Float,
}

/// When a change of a parameter takes effect.
#[derive(Choice)]
pub enum ChangeType {
    Immediate,
    #[choice(rename = "requires-reboot")]
    RequiresReboot,
}

/// A set of values for the parameters of a family.
#[derive(Entity)]
pub struct ParameterGroup {
    #[entity(key, len = 1..=255)]
    pub cache_parameter_group_name: Key<ParameterGroup>,
    pub cache_parameter_group_family: Key<Family>,
}

/// The subnets that a cache may stand in.
#[derive(Entity)]
pub struct SubnetGroup {
    #[entity(key, len = 1..=255)]
    pub cache_subnet_group_name: Key<SubnetGroup>,
    #[entity(len = 1..)]
    pub subnet_ids: Vec<Key<Subnet>>,
}

/// Users that may log in to a cache.
#[derive(Entity)]
pub struct UserGroup {
    #[entity(key, len = 1..=40)]
    pub user_group_id: Key<UserGroup>,
    pub engine: Engine,
}

/// A copy of a cache's data, from which others can be made.
#[derive(Entity)]
pub struct Snapshot {
    #[entity(key, len = 1..=255, pattern = "^[A-Za-z][A-Za-z0-9-]*$")]
    pub snapshot_name: Key<Snapshot>,
    pub engine: Engine,
    #[entity(pattern = "^[0-9]{1,2}(\\.[0-9x]{1,2}){0,2}$")]
    pub engine_version: String,
    /// Missing where the data is that of a serverless cache.
    #[entity(pattern = "^cache\\.[a-z][0-9][a-z]*\\.(micro|small|medium|[0-9]*x?large)$")]
    pub cache_node_type: Option<String>,
}

/// A tag of a resource.
#[derive(Record)]
pub struct Tag {
    #[record(len = 1..=128)]
    pub key: String,
    pub value: Option<String>,
}

/// A log of a cache that is sent on.
#[derive(Record)]
pub struct LogDelivery {
    pub log_type: LogType,
    pub destination_type: LogDestination,
    /// The name of the log group or of the delivery stream.
    pub destination: String,
    pub log_format: LogFormat,
}

/// The logs that a cache writes.
#[derive(Choice)]
pub enum LogType {
    #[choice(rename = "slow-log")]
    SlowLog,
    #[choice(rename = "engine-log")]
    EngineLog,
}

/// Where logs can be sent.
#[derive(Choice)]
pub enum LogDestination {
    #[choice(rename = "cloudwatch-logs")]
    CloudwatchLogs,
    #[choice(rename = "kinesis-firehose")]
    KinesisFirehose,
}

/// The forms of log lines.
#[derive(Choice)]
pub enum LogFormat {
    Text,
    Json,
}

/// Whether a cluster or replication group can be changed.
#[derive(Choice)]
pub enum CacheStatus {
    Available,
    Modifying,
}

/// Whether notifications go to a topic.
#[derive(Choice)]
pub enum TopicStatus {
    Active,
    Inactive,
}

/// How a new password comes into force.
#[derive(Choice)]
pub enum AuthTokenStrategy {
    #[choice(rename = "SET")]
    Set,
    #[choice(rename = "ROTATE")]
    Rotate,
    #[choice(rename = "DELETE")]
    Delete,
}

/// Clusters that hold the same data: a primary and its replicas, in one shard or several.
#[derive(Entity)]
pub struct ReplicationGroup {
    #[entity(key, len = 1..=40, pattern = "^[a-z](-?[a-z0-9])*$")]
    pub replication_group_id: Key<ReplicationGroup>,
    #[entity(len = 1.., body)]
    pub replication_group_description: String,
    #[entity(default = CacheStatus::Available)]
    pub status: CacheStatus,
    pub engine: Engine,
    #[entity(pattern = "^[0-9]{1,2}\\.[0-9x]{1,2}(\\.[0-9]{1,2})?$")]
    pub engine_version: String,
    #[entity(pattern = "^cache\\.[a-z][0-9][a-z]*\\.(micro|small|medium|[0-9]*x?large)$")]
    pub cache_node_type: String,
    /// Whether the data is spread over shards.
    #[entity(default)]
    pub cluster_enabled: bool,
    #[entity(default)]
    pub automatic_failover_enabled: bool,
    #[entity(default)]
    pub multi_az_enabled: bool,
    /// Missing where the family's own values apply.
    pub cache_parameter_group_name: Option<Key<ParameterGroup>>,
    /// Missing where the group stands in the default network.
    pub cache_subnet_group_name: Option<Key<SubnetGroup>>,
    pub security_group_ids: Vec<Key<SecurityGroup>>,
    #[entity(range = 1_150..=65_535)]
    pub port: i64,
    #[entity(pattern = "^(sun|mon|tue|wed|thu|fri|sat):\\d\\d:\\d\\d-[a-z]{3}:\\d\\d:\\d\\d$")]
    pub preferred_maintenance_window: String,
    #[entity(pattern = "^arn:aws:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]+$")]
    pub notification_topic_arn: Option<String>,
    #[entity(default = TopicStatus::Active)]
    pub notification_topic_status: TopicStatus,
    #[entity(default = true)]
    pub auto_minor_version_upgrade: bool,
    #[entity(default, range = 0..=35)]
    pub snapshot_retention_limit: i64,
    #[entity(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub snapshot_window: Option<String>,
    #[entity(default)]
    pub transit_encryption_enabled: bool,
    #[entity(default)]
    pub at_rest_encryption_enabled: bool,
    #[entity(len = 1..=2048)]
    pub kms_key_id: Option<String>,
    #[entity(default)]
    pub auth_token_enabled: bool,
    pub user_group_ids: Vec<Key<UserGroup>>,
    pub log_delivery_configurations: Vec<LogDelivery>,
    #[entity(len = 0..=50)]
    pub tags: Vec<Tag>,
    #[entity(created)]
    pub replication_group_create_time: Timestamp,
}

/// What was asked for of a replication group and is not applied yet.
#[derive(Entity)]
pub struct PendingGroupChange {
    #[entity(key, on_delete = cascade)]
    pub replication_group_id: Key<ReplicationGroup>,
    #[entity(pattern = "^[0-9]{1,2}\\.[0-9x]{1,2}(\\.[0-9]{1,2})?$")]
    pub engine_version: Option<String>,
    #[entity(pattern = "^cache\\.[a-z][0-9][a-z]*\\.(micro|small|medium|[0-9]*x?large)$")]
    pub cache_node_type: Option<String>,
}

/// A node that data is migrated from.
#[derive(Record)]
pub struct SourceEndpoint {
    #[record(len = 1..=255)]
    pub address: String,
    #[record(range = 1..=65_535)]
    pub port: i64,
}

/// Data on its way from a server outside into a replication group.
#[derive(Entity)]
pub struct Migration {
    #[entity(key, on_delete = cascade)]
    pub replication_group_id: Key<ReplicationGroup>,
    #[entity(len = 1..)]
    pub customer_node_endpoint_list: Vec<SourceEndpoint>,
    /// Whether the group has all that the source has.
    #[entity(default = true)]
    pub is_in_sync: bool,
}

/// Nodes that run one engine: a cache of its own, or a member of a replication group.
#[derive(Entity)]
pub struct CacheCluster {
    #[entity(key, len = 1..=50, pattern = "^[a-z](-?[a-z0-9])*$")]
    pub cache_cluster_id: Key<CacheCluster>,
    #[entity(default = CacheStatus::Available)]
    pub cache_cluster_status: CacheStatus,
    pub engine: Engine,
    #[entity(pattern = "^[0-9]{1,2}\\.[0-9x]{1,2}(\\.[0-9]{1,2})?$")]
    pub engine_version: String,
    #[entity(pattern = "^cache\\.[a-z][0-9][a-z]*\\.(micro|small|medium|[0-9]*x?large)$")]
    pub cache_node_type: String,
    #[entity(range = 1..=40)]
    pub num_cache_nodes: i64,
    /// Nodes are numbered on, so the numbers of those that left stay free.
    pub removed_node_ids: Vec<String>,
    /// The nodes stand in these zones by turns.
    #[entity(len = 1..)]
    pub availability_zones: Vec<String>,
    #[entity(on_delete = cascade)]
    pub replication_group_id: Option<Key<ReplicationGroup>>,
    /// The shard of the replication group.
    #[entity(pattern = "^[0-9]{4}$")]
    pub node_group_id: Option<String>,
    #[entity(default)]
    pub is_primary: bool,
    /// Missing where the family's own values apply.
    pub cache_parameter_group_name: Option<Key<ParameterGroup>>,
    /// Missing where the cluster stands in the default network.
    pub cache_subnet_group_name: Option<Key<SubnetGroup>>,
    pub security_group_ids: Vec<Key<SecurityGroup>>,
    #[entity(range = 1_150..=65_535)]
    pub port: i64,
    #[entity(pattern = "^(sun|mon|tue|wed|thu|fri|sat):\\d\\d:\\d\\d-[a-z]{3}:\\d\\d:\\d\\d$")]
    pub preferred_maintenance_window: String,
    #[entity(pattern = "^arn:aws:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]+$")]
    pub notification_topic_arn: Option<String>,
    #[entity(default = TopicStatus::Active)]
    pub notification_topic_status: TopicStatus,
    #[entity(default = true)]
    pub auto_minor_version_upgrade: bool,
    #[entity(default, range = 0..=35)]
    pub snapshot_retention_limit: i64,
    #[entity(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub snapshot_window: Option<String>,
    #[entity(pattern = "^arn:aws:outposts:[a-z0-9-]+:[0-9]{12}:outpost/op-[a-z0-9]+$")]
    pub preferred_outpost_arn: Option<String>,
    pub log_delivery_configurations: Vec<LogDelivery>,
    #[entity(len = 0..=50)]
    pub tags: Vec<Tag>,
    #[entity(created)]
    pub cache_cluster_create_time: Timestamp,
}

/// What was asked for of a cluster and is not applied yet.
#[derive(Entity)]
pub struct PendingClusterChange {
    #[entity(key, on_delete = cascade)]
    pub cache_cluster_id: Key<CacheCluster>,
    #[entity(range = 1..=40)]
    pub num_cache_nodes: Option<i64>,
    pub cache_node_ids_to_remove: Vec<String>,
    /// Where nodes that are to be added will stand.
    pub availability_zones: Vec<String>,
    #[entity(pattern = "^[0-9]{1,2}\\.[0-9x]{1,2}(\\.[0-9]{1,2})?$")]
    pub engine_version: Option<String>,
    #[entity(pattern = "^cache\\.[a-z][0-9][a-z]*\\.(micro|small|medium|[0-9]*x?large)$")]
    pub cache_node_type: Option<String>,
}

/// Whether the nodes of a cluster share a zone.
#[derive(Choice)]
pub enum AzMode {
    #[choice(rename = "single-az")]
    SingleAz,
    #[choice(rename = "cross-az")]
    CrossAz,
}

/// On how many Outposts the nodes of a cluster are.
#[derive(Choice)]
pub enum OutpostMode {
    #[choice(rename = "single-outpost")]
    SingleOutpost,
    #[choice(rename = "cross-outpost")]
    CrossOutpost,
}

/// How much a serverless cache may hold.
#[derive(Record)]
pub struct DataStorage {
    #[record(rename = "Maximum", range = 1..=5_000)]
    pub maximum: i64,
    #[record(rename = "Minimum", range = 1..=5_000)]
    pub minimum: i64,
    #[record(rename = "Unit", pattern = "^GB$")]
    pub unit: String,
}

/// How much work a serverless cache may do in a second.
#[derive(Record)]
pub struct EcpuPerSecond {
    #[record(rename = "Maximum", range = 1_000..=15_000_000)]
    pub maximum: i64,
    #[record(rename = "Minimum", range = 1_000..=15_000_000)]
    pub minimum: i64,
}

/// The limits of a serverless cache.
#[derive(Record)]
pub struct CacheUsageLimits {
    #[record(rename = "DataStorage")]
    pub data_storage: DataStorage,
    #[record(rename = "ECPUPerSecond")]
    pub ecpu_per_second: EcpuPerSecond,
}

/// A cache that grows and shrinks by itself.
#[derive(Entity)]
pub struct ServerlessCache {
    #[entity(key, len = 1..=40, pattern = "^[a-z](-?[a-z0-9])*$")]
    pub serverless_cache_name: Key<ServerlessCache>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = ServerlessStatus::Available)]
    pub status: ServerlessStatus,
    pub engine: Engine,
    #[entity(pattern = "^[0-9]{1,2}(\\.[0-9]{1,2})?$")]
    pub major_engine_version: String,
    #[entity(len = 1..=2048)]
    pub kms_key_id: Option<String>,
    pub security_group_ids: Vec<Key<SecurityGroup>>,
    #[entity(len = 1..=3)]
    pub subnet_ids: Vec<Key<Subnet>>,
    pub associated_user_group: Option<Key<UserGroup>>,
    pub cache_usage_limits: Option<CacheUsageLimits>,
    #[entity(default, range = 0..=35)]
    pub snapshot_retention_limit: i64,
    #[entity(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9](-([01][0-9]|2[0-3]):[0-5][0-9])?$")]
    pub daily_snapshot_time: Option<String>,
    #[entity(len = 0..=50)]
    pub tags: Vec<Tag>,
    #[entity(created)]
    pub create_time: Timestamp,
}

/// Whether a serverless cache can be used.
#[derive(Choice)]
pub enum ServerlessStatus {
    Available,
    Modifying,
}

/// A fix or improvement that AWS offers for caches.
#[derive(Entity)]
pub struct ServiceUpdate {
    #[entity(key, len = 1..=100)]
    pub service_update_name: Key<ServiceUpdate>,
    #[entity(body)]
    pub service_update_description: String,
    pub service_update_type: ServiceUpdateType,
    pub service_update_severity: ServiceUpdateSeverity,
    #[entity(default = ServiceUpdateStatus::Available)]
    pub service_update_status: ServiceUpdateStatus,
    /// The engine that it is for.
    pub engine: Engine,
    pub service_update_release_date: Timestamp,
    pub service_update_recommended_apply_by_date: Timestamp,
    pub service_update_end_date: Option<Timestamp>,
}

/// The kinds of service updates.
#[derive(Choice)]
pub enum ServiceUpdateType {
    #[choice(rename = "security-update")]
    SecurityUpdate,
    #[choice(rename = "engine-update")]
    EngineUpdate,
}

/// How much a service update matters.
#[derive(Choice)]
pub enum ServiceUpdateSeverity {
    Critical,
    Important,
    Medium,
    Low,
}

/// Whether a service update can be applied.
#[derive(Choice)]
pub enum ServiceUpdateStatus {
    Available,
    Cancelled,
    Expired,
    Complete,
}

/// How far a service update is on one cache.
#[derive(Entity)]
pub struct UpdateAction {
    #[entity(key, sequence)]
    pub id: IntKey<UpdateAction>,
    #[entity(on_delete = cascade)]
    pub service_update_name: Key<ServiceUpdate>,
    /// The cache: either a replication group or a cluster.
    #[entity(on_delete = cascade)]
    pub replication_group_id: Option<Key<ReplicationGroup>>,
    #[entity(on_delete = cascade)]
    pub cache_cluster_id: Option<Key<CacheCluster>>,
    #[entity(default = UpdateActionStatus::NotApplied)]
    pub update_action_status: UpdateActionStatus,
}

/// Where an update action stands.
#[derive(Choice)]
pub enum UpdateActionStatus {
    #[choice(rename = "not-applied")]
    NotApplied,
    #[choice(rename = "waiting-to-start")]
    WaitingToStart,
    #[choice(rename = "in-progress")]
    InProgress,
    Stopped,
    Complete,
}

/// Something that happened to a resource.
#[derive(Entity)]
pub struct Event {
    #[entity(key, sequence)]
    pub id: IntKey<Event>,
    pub source_type: SourceType,
    #[entity(len = 1..=255, slug)]
    pub source_identifier: String,
    #[entity(body)]
    pub message: String,
    #[entity(created)]
    pub date: Timestamp,
}

/// The kinds of resources that events are about.
#[derive(Choice)]
pub enum SourceType {
    #[choice(rename = "cache-cluster")]
    CacheCluster,
    #[choice(rename = "replication-group")]
    ReplicationGroup,
    #[choice(rename = "serverless-cache")]
    ServerlessCache,
    #[choice(rename = "cache-parameter-group")]
    CacheParameterGroup,
    #[choice(rename = "cache-security-group")]
    CacheSecurityGroup,
    #[choice(rename = "cache-subnet-group")]
    CacheSubnetGroup,
    User,
    #[choice(rename = "user-group")]
    UserGroup,
}

/// What caches with one environment tag cost in an hour.
#[derive(Entity)]
pub struct CostRecord {
    #[entity(key, sequence)]
    pub id: IntKey<CostRecord>,
    pub start: Timestamp,
    #[entity(tag)]
    pub environment: Option<String>,
    #[entity(range = 0.., money)]
    pub blended_cost: f64,
    #[entity(range = 0.., money)]
    pub unblended_cost: f64,
    #[entity(range = 0..)]
    pub usage_quantity: f64,
}

/// A value that was measured on a cluster.
#[derive(Entity)]
pub struct MetricDatum {
    #[entity(key, sequence)]
    pub id: IntKey<MetricDatum>,
    #[entity(
        pattern = "^(CPUUtilization|CurrConnections|Cache(Hits|Misses)|Evictions|FreeableMemory)$"
    )]
    pub metric_name: String,
    #[entity(on_delete = cascade)]
    pub cache_cluster_id: Key<CacheCluster>,
    pub timestamp: Timestamp,
    #[entity(range = 0..)]
    pub value: f64,
    pub unit: MetricUnit,
}

/// What a measured value counts.
#[derive(Choice)]
pub enum MetricUnit {
    #[choice(rename = "Percent")]
    Percent,
    #[choice(rename = "Count")]
    Count,
    #[choice(rename = "Bytes")]
    Bytes,
    #[choice(rename = "Seconds")]
    Seconds,
    #[choice(rename = "Microseconds")]
    Microseconds,
    #[choice(rename = "Count/Second")]
    CountPerSecond,
    #[choice(rename = "Bytes/Second")]
    BytesPerSecond,
    #[choice(rename = "None")]
    Unitless,
}

/// What is told of the values of a period.
#[derive(Choice)]
pub enum Statistic {
    #[choice(rename = "SampleCount")]
    SampleCount,
    #[choice(rename = "Average")]
    Average,
    #[choice(rename = "Sum")]
    Sum,
    #[choice(rename = "Minimum")]
    Minimum,
    #[choice(rename = "Maximum")]
    Maximum,
}

/// A Firehose stream, which carries records to where they are kept.
#[derive(Entity)]
pub struct DeliveryStream {
    #[entity(key, len = 1..=64, pattern = "^[A-Za-z0-9_.-]+$")]
    pub name: Key<DeliveryStream>,
    pub delivery_stream_type: DeliveryStreamType,
}

/// Where the records of a stream come from.
#[derive(Choice)]
pub enum DeliveryStreamType {
    #[choice(rename = "DirectPut")]
    DirectPut,
    #[choice(rename = "KinesisStreamAsSource")]
    KinesisStreamAsSource,
}

/// A group of log streams that are kept alike.
#[derive(Entity)]
pub struct LogGroup {
    #[entity(key, len = 1..=512, pattern = "^[A-Za-z0-9_./#-]+$")]
    pub log_group_name: Key<LogGroup>,
    #[entity(default = LogGroupClass::Standard)]
    pub log_group_class: LogGroupClass,
    #[entity(pattern = "^arn:aws:kms:[a-z0-9-]+:[0-9]{12}:key/[a-z0-9-]+$")]
    pub kms_key_id: Option<String>,
    /// Days after which events are dropped; never when missing.
    #[entity(range = 1..=3653)]
    pub retention_in_days: Option<i64>,
    pub tags: BTreeMap<String, String>,
    #[entity(created)]
    pub creation_time: Timestamp,
}

/// What a log group is for.
#[derive(Choice)]
pub enum LogGroupClass {
    #[choice(rename = "STANDARD")]
    Standard,
    #[choice(rename = "INFREQUENT_ACCESS")]
    InfrequentAccess,
}

/// The events of one source.
#[derive(Entity)]
pub struct LogStream {
    #[entity(key, on_delete = cascade)]
    pub log_group_name: Key<LogGroup>,
    #[entity(key, len = 1..=512, pattern = "^[^:*]+$", slug)]
    pub log_stream_name: String,
    #[entity(created)]
    pub creation_time: Timestamp,
}

/// A line of a log.
#[derive(Entity)]
pub struct LogEvent {
    #[entity(key, sequence = "{:020}")]
    pub event_id: Key<LogEvent>,
    #[entity(on_delete = cascade)]
    pub log_stream: Key<LogStream>,
    pub timestamp: Timestamp,
    #[entity(body)]
    pub message: String,
}

/// A shard as callers see it.
#[derive(Record)]
pub struct NodeGroupView {
    pub node_group_id: String,
    /// The part of the keys that it holds; missing where there is one shard only.
    pub slots: Option<String>,
    pub primary_cluster_id: Option<String>,
    pub replica_cluster_ids: Vec<String>,
}

/// A machine that was made as the way to a cache.
#[derive(Record)]
pub struct JumpHost {
    pub instance_id: Key<Ec2Instance>,
    pub public_ip_address: Option<String>,
    pub instance_type: String,
    pub subnet_id: Key<Subnet>,
    pub security_group_id: Key<SecurityGroup>,
    pub vpc_id: Key<Vpc>,
    pub cache: String,
    pub cache_port: i64,
    /// Whether the cache had to be opened for the machine.
    pub security_groups_configured: bool,
}

/// That a machine reaches a cache.
#[derive(Record)]
pub struct Connection {
    pub status: String,
    pub instance_id: Key<Ec2Instance>,
    pub cache: String,
    pub cache_port: i64,
    pub vpc_id: Key<Vpc>,
    /// Whether the cache had to be opened for the machine.
    pub security_groups_configured: bool,
}

/// How to reach a cache through a machine.
#[derive(Record)]
pub struct Tunnel {
    pub command: String,
    pub key_name: Key<KeyPair>,
    pub user: String,
    pub jump_host_dns: String,
    pub local_port: i64,
    pub cache_endpoint: String,
    pub cache_port: i64,
}

/// An update action that was begun or ended.
#[derive(Record)]
pub struct ProcessedAction {
    pub service_update_name: Key<ServiceUpdate>,
    pub replication_group_id: Option<String>,
    pub cache_cluster_id: Option<String>,
    pub update_action_status: UpdateActionStatus,
}

/// A cache for which nothing was done, and why.
#[derive(Record)]
pub struct UnprocessedAction {
    pub service_update_name: Key<ServiceUpdate>,
    pub replication_group_id: Option<String>,
    pub cache_cluster_id: Option<String>,
    pub error_type: String,
    pub error_message: String,
}

/// What became of a call about many caches.
#[derive(Record)]
pub struct UpdateActionResults {
    pub processed_update_actions: Vec<ProcessedAction>,
    pub unprocessed_update_actions: Vec<UnprocessedAction>,
}

/// What caches with one environment tag cost in a period.
#[derive(Record)]
pub struct CostGroup {
    pub keys: Vec<String>,
    pub blended_cost: f64,
    pub unblended_cost: f64,
    pub usage_quantity: f64,
}

/// The costs of one period.
#[derive(Record)]
pub struct CostPeriod {
    pub start: String,
    pub end: String,
    pub groups: Vec<CostGroup>,
}

/// The costs of a span of time, period by period.
#[derive(Record)]
pub struct CostReport {
    pub granularity: Granularity,
    pub results_by_time: Vec<CostPeriod>,
}

/// How long the periods of a cost report are.
#[derive(Choice)]
pub enum Granularity {
    #[choice(rename = "DAILY")]
    Daily,
    #[choice(rename = "MONTHLY")]
    Monthly,
    #[choice(rename = "HOURLY")]
    Hourly,
}

/// The names of delivery streams.
#[derive(Record)]
pub struct DeliveryStreams {
    pub delivery_stream_names: Vec<String>,
    pub has_more_delivery_streams: bool,
}

/// A log group as callers see it.
#[derive(Record)]
pub struct LogGroupView {
    pub log_group_name: Key<LogGroup>,
    pub arn: String,
    pub log_group_class: LogGroupClass,
    pub kms_key_id: Option<String>,
    pub retention_in_days: Option<i64>,
    pub stored_bytes: i64,
    pub creation_time: Timestamp,
}

/// A log stream as callers see it.
#[derive(Record)]
pub struct LogStreamView {
    pub log_stream_name: String,
    pub arn: String,
    pub creation_time: Timestamp,
    pub first_event_timestamp: Option<Timestamp>,
    pub last_event_timestamp: Option<Timestamp>,
}

/// The orders in which log streams are listed.
#[derive(Choice)]
pub enum StreamOrder {
    #[choice(rename = "LogStreamName")]
    LogStreamName,
    #[choice(rename = "LastEventTime")]
    LastEventTime,
}

/// A log event as callers see it.
#[derive(Record)]
pub struct LogEventView {
    pub event_id: Key<LogEvent>,
    pub log_stream_name: String,
    pub timestamp: Timestamp,
    pub message: String,
}

/// A part of a log stream, and where it goes on in both directions.
#[derive(Record)]
pub struct LogEvents {
    pub events: Vec<LogEventView>,
    pub next_forward_token: String,
    pub next_backward_token: String,
}

pub trait Tools {
    /// Ends the migration into a replication group, which can then be changed again. Unless it is
    /// forced, the group has to hold all that the source has.
    #[tool(types(replication_group_id = Key<ReplicationGroup>))]
    #[case(
        args = r#"{"replication_group_id":"cart"}"#,
        ok = r#"{"replication_group_id":"cart","status":"available"}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"feed","force":true}"#,
        ok = r#"{"replication_group_id":"feed","status":"available"}"#
    )]
    #[case(args = r#"{"replication_group_id":"feed"}"#, error = "failed_precondition")]
    #[case(args = r#"{"replication_group_id":"sessions"}"#, error = "failed_precondition")]
    #[case(args = r#"{"replication_group_id":"none"}"#, error = "not_found")]
    fn complete_migration(
        state: &mut Elasticache,
        args: CompleteMigration,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.replication_group_id;
        authorize(state, Action::CompleteMigration, id.as_str())?;
        state.replication_groups.find(&id)?;
        let Some(migration) = state.migrations.get(&id) else {
            let message = format!("no data is migrated into `{id}`");
            return Err(ToolError::failed_precondition(message));
        };
        if !migration.is_in_sync && args.force != Some(true) {
            let message =
                format!("`{id}` does not hold all data yet; force it to stop all the same");
            return Err(ToolError::failed_precondition(message));
        }
        state.delete::<Migration>(&id)?;
        let group = state.replication_groups.update(&id, |group| {
            group.status = CacheStatus::Available;
            Ok(())
        })?;
        note(state, SourceType::ReplicationGroup, id.as_str(), "Migration completed", cx)?;
        view_group(state, &group)
    }

    /// Begins to migrate data into a replication group, which cannot be changed until that is
    /// completed. The group fails over between zones and does not encrypt what it sends.
    #[tool(types(replication_group_id = Key<ReplicationGroup>))]
    #[case(
        args = r#"{"replication_group_id":"catalog","customer_node_endpoint_list":[{"Address":"10.0.0.9","Port":6379}]}"#,
        ok = r#"{"replication_group_id":"catalog","status":"modifying"}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"catalog","customer_node_endpoint_list":"Address=10.0.0.9,Port=6379"}"#,
        ok = r#"{"status":"modifying"}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"catalog","customer_node_endpoint_list":"Address=10.0.0.9,Port=6379 Address=10.0.0.10,Port=6379"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","customer_node_endpoint_list":"Address=10.0.0.9,Port=6379"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"replication_group_id":"cart","customer_node_endpoint_list":"Address=10.0.0.9,Port=6379"}"#,
        error = "failed_precondition"
    )]
    fn start_migration(
        state: &mut Elasticache,
        args: StartMigration,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.replication_group_id;
        authorize(state, Action::StartMigration, id.as_str())?;
        let group = changeable_group(state, &id)?;
        let endpoints = read_endpoints(&args.customer_node_endpoint_list)?;
        if !group.cluster_enabled && endpoints.len() != 1 {
            let message = "a group with one shard takes data from one endpoint";
            return Err(ToolError::invalid_argument(message));
        }
        if !group.multi_az_enabled || group.transit_encryption_enabled {
            let message = "the group must have Multi-AZ on and encryption in transit off";
            return Err(ToolError::failed_precondition(message));
        }
        state.migrations.insert(Migration {
            replication_group_id: id.clone(),
            customer_node_endpoint_list: endpoints,
            is_in_sync: true,
        })?;
        let group = state.replication_groups.update(&id, |group| {
            group.status = CacheStatus::Modifying;
            Ok(())
        })?;
        note(state, SourceType::ReplicationGroup, id.as_str(), "Migration started", cx)?;
        view_group(state, &group)
    }

    /// Lets a machine reach a replication group, for which a rule is added where none allows it.
    #[tool(types(
        replication_group_id = Key<ReplicationGroup>,
        instance_id = Key<Ec2Instance>
    ))]
    #[case(
        args = r#"{"replication_group_id":"sessions","instance_id":"i-0ops0000000000001"}"#,
        ok = r#"{"status":"success","cache":"sessions","cache_port":6379,"vpc_id":"vpc-0main00000000001","security_groups_configured":true}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","instance_id":"i-0far0000000000002"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","instance_id":"i-0none"}"#,
        error = "not_found"
    )]
    fn connect_jump_host_replication_group(
        state: &mut Elasticache,
        args: ConnectJumpHostReplicationGroup,
        cx: &mut Context,
    ) -> Result<Connection, ToolError> {
        let target = target_group(state, &args.replication_group_id)?;
        connect(state, target, &args.instance_id, cx)
    }

    /// Writes the command that opens a tunnel to a replication group through a machine.
    #[tool(types(
        replication_group_id = Key<ReplicationGroup>,
        instance_id = Key<Ec2Instance>
    ))]
    #[case(
        args = r#"{"replication_group_id":"sessions","instance_id":"i-0ops0000000000001"}"#,
        ok = r#"{"command":"ssh -i \"ops.pem\" -fN -l ec2-user -L 6379:master.sessions.k3f9ab.eu-north-1.cache.amazonaws.com:6379 ec2-52-10-20-30.eu-north-1.compute.amazonaws.com -v","user":"ec2-user","key_name":"ops"}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","instance_id":"i-0win0000000000003"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"replication_group_id":"none","instance_id":"i-0ops0000000000001"}"#,
        error = "not_found"
    )]
    fn get_ssh_tunnel_command_replication_group(
        state: &Elasticache,
        args: GetSshTunnelCommandReplicationGroup,
        _cx: &mut Context,
    ) -> Result<Tunnel, ToolError> {
        let target = target_group(state, &args.replication_group_id)?;
        tunnel(state, target, &args.instance_id)
    }

    /// Makes a machine in a public subnet that reaches a replication group.
    #[tool(types(
        replication_group_id = Key<ReplicationGroup>,
        key_name = Key<KeyPair>,
        subnet_id = Key<Subnet>,
        security_group_id = Key<SecurityGroup>
    ))]
    #[case(
        args = r#"{"replication_group_id":"sessions","key_name":"ops"}"#,
        ok = r#"{"instance_type":"t3.small","subnet_id":"subnet-0pub000000000001","security_group_id":"sg-0default0000000001","cache":"sessions","cache_port":6379,"security_groups_configured":true}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","key_name":"ops","subnet_id":"subnet-0priv00000000002"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"replication_group_id":"sessions","key_name":"none"}"#, error = "not_found")]
    fn create_jump_host_replication_group(
        state: &mut Elasticache,
        args: CreateJumpHostReplicationGroup,
        cx: &mut Context,
    ) -> Result<JumpHost, ToolError> {
        let target = target_group(state, &args.replication_group_id)?;
        let wish = JumpHostWish {
            key_name: args.key_name,
            subnet_id: args.subnet_id,
            security_group_id: args.security_group_id,
            instance_type: args.instance_type,
        };
        make_jump_host(state, target, wish, cx)
    }

    /// Gives a replication group with shards another number of shards, and shards another number
    /// of replicas. Shards are added and removed at the end.
    #[tool(types(replication_group_id = Key<ReplicationGroup>))]
    #[case(
        args = r#"{"replication_group_id":"search","node_group_count":3,"apply_immediately":true}"#,
        ok = r#"{"replication_group_id":"search","node_groups":[{"node_group_id":"0001","slots":"0-5460"},{"node_group_id":"0002"},{"node_group_id":"0003","primary_cluster_id":"search-0003-001","replica_cluster_ids":["search-0003-002"]}]}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"search","node_group_count":1}"#,
        ok = r#"{"node_groups":[{"node_group_id":"0001","slots":"0-16383"}],"member_clusters":["search-0001-001","search-0001-002"]}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"search","node_group_count":2,"resharding_configuration":"NodeGroupId=0001,NewShardConfiguration={NewReplicaCount=2,PreferredAvailabilityZones=eu-north-1a,eu-north-1b}"}"#,
        ok = r#"{"node_groups":[{"node_group_id":"0001","replica_cluster_ids":["search-0001-002","search-0001-003"]},{"node_group_id":"0002"}]}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"search","node_group_count":0}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"replication_group_id":"search","node_group_count":60}"#,
        error = "resource_exhausted"
    )]
    #[case(
        args = r#"{"replication_group_id":"search","node_group_count":2,"resharding_configuration":[{"NodeGroupId":"0009","NewShardConfiguration":{"NewReplicaCount":2}}]}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","node_group_count":2}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"replication_group_id":"search","node_group_count":3,"apply_immediately":false}"#,
        error = "invalid_argument"
    )]
    fn modify_replication_group_shard_configuration(
        state: &mut Elasticache,
        args: ModifyReplicationGroupShardConfiguration,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.replication_group_id;
        authorize(state, Action::ModifyReplicationGroup, id.as_str())?;
        let group = changeable_group(state, &id)?;
        if args.apply_immediately == Some(false) {
            let message = "shards are changed at once: `apply_immediately` cannot be false";
            return Err(ToolError::invalid_argument(message));
        }
        let mut shape = shape_of(state, &group);
        shape.count = args.node_group_count;
        for wish in objects_of("resharding_configuration", args.resharding_configuration.as_ref())?
        {
            let shard = text_at(&wish, "NodeGroupId")?;
            let wish = wish.get("NewShardConfiguration").cloned().unwrap_or_default();
            let zones = texts_at(&wish, "PreferredAvailabilityZones")?;
            check_zones(state, &zones)?;
            shape.replicas.insert(shard.clone(), number_at(&wish, "NewReplicaCount")?);
            shape.zones.insert(shard, zones);
        }
        reshape(state, &group, shape, cx)?;
        note(state, SourceType::ReplicationGroup, id.as_str(), "Shards were changed", cx)?;
        view_group(state, &group)
    }

    /// Changes the settings of a replication group and of its members. A new version or node type
    /// that is not applied immediately is pending.
    #[tool(
        update,
        about = ReplicationGroup,
        key(replication_group_id),
        map(preferred_maintenance_window = maintenance_window),
        types(
            user_group_ids_to_add = Vec<Key<UserGroup>>,
            user_group_ids_to_remove = Vec<Key<UserGroup>>,
            auth_token_update_strategy = AuthTokenStrategy
        )
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","replication_group_description":"Log-ins","snapshot_retention_limit":7,"snapshot_window":"03:00-04:00","maintenance_window":"sun:05:00-sun:06:00"}"#,
        ok = r#"{"replication_group_description":"Log-ins","snapshot_retention_limit":7,"preferred_maintenance_window":"sun:05:00-sun:06:00"}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","cache_node_type":"cache.r7g.xlarge","engine_version":"7.1"}"#,
        ok = r#"{"cache_node_type":"cache.r7g.large","engine_version":"7.0","pending_modified_values":{"engine_version":"7.1","cache_node_type":"cache.r7g.xlarge"}}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","engine_version":"7.1","apply_immediately":true}"#,
        ok = r#"{"engine_version":"7.1","pending_modified_values":null}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","automatic_failover_enabled":false,"multi_az_enabled":false,"apply_immediately":true,"primary_cluster_id":"sessions-002"}"#,
        ok = r#"{"automatic_failover_enabled":false,"node_groups":[{"primary_cluster_id":"sessions-002","replica_cluster_ids":["sessions-001"]}]}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","replicas_per_node_group":2}"#,
        ok = r#"{"member_clusters":["sessions-001","sessions-002","sessions-003"]}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","auth_token":"correct-horse-battery","auth_token_update_strategy":"ROTATE","notification_topic_arn":"arn:aws:sns:eu-north-1:123456789012:ops"}"#,
        ok = r#"{"auth_token_enabled":true,"notification_topic_arn":"arn:aws:sns:eu-north-1:123456789012:ops","notification_topic_status":"active"}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","engine_version":"6.2"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","primary_cluster_id":"sessions-002"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","node_group_id":"0002","snapshot_retention_limit":7}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"replication_group_id":"catalog","replicas_per_node_group":0}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"replication_group_id":"catalog","auth_token":"correct-horse-battery"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"replication_group_id":"cart","snapshot_retention_limit":7}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"replication_group_id":"ledger","snapshot_retention_limit":7}"#,
        error = "permission_denied"
    )]
    #[case(args = r#"{"replication_group_id":"sessions"}"#, error = "invalid_argument")]
    fn modify_replication_group(
        state: &mut Elasticache,
        mut args: ModifyReplicationGroup,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.replication_group_id.clone();
        authorize(state, Action::ModifyReplicationGroup, id.as_str())?;
        let old = changeable_group(state, &id)?;
        check_asks_for_something(&args)?;
        refuse_classic_groups(args.cache_security_group_names.as_deref())?;
        let mut group = (*old).clone();
        change_group_capacity(state, &mut group, &args)?;
        change_group_network(state, &mut group, &mut args)?;
        change_group_access(state, &mut group, &args)?;
        change_group_upkeep(&mut group, &mut args)?;
        if let Some(wishes) = &args.log_delivery_configurations {
            let deliveries = &mut group.log_delivery_configurations;
            change_log_delivery(state, deliveries, Some(wishes))?;
        }
        change_failover(state, &mut group, &args)?;
        let group = state.replication_groups.put(group);
        pass_on_settings(state, &group)?;
        change_shape_by(state, &group, &args, cx)?;
        let shard = args.node_group_id.as_deref();
        if let Some(primary) = &args.primary_cluster_id {
            promote(state, &group, primary, shard)?;
        } else if let Some(shard) = shard {
            check_has_shard(state, &id, shard)?;
        }
        note(state, SourceType::ReplicationGroup, id.as_str(), "Settings were changed", cx)?;
        view_group(state, &group)
    }

    /// Deletes a replication group and its members. Its data can be kept as a snapshot, and its
    /// primary as a cluster of its own.
    #[tool(delete, about = ReplicationGroup, key(replication_group_id))]
    #[case(
        args = r#"{"replication_group_id":"sessions","final_snapshot_name":"sessions-last"}"#,
        ok = r#"{"replication_group_id":"sessions","status":"deleting","member_clusters":["sessions-001","sessions-002"]}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","retain_primary_cluster":true}"#,
        ok = r#"{"status":"deleting","member_clusters":["sessions-002"]}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"search","retain_primary_cluster":true}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","final_snapshot_name":"nightly"}"#,
        error = "already_exists"
    )]
    #[case(args = r#"{"replication_group_id":"cart"}"#, error = "failed_precondition")]
    #[case(args = r#"{"replication_group_id":"none"}"#, error = "not_found")]
    fn delete_replication_group(
        state: &mut Elasticache,
        args: DeleteReplicationGroup,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.replication_group_id;
        authorize(state, Action::DeleteReplicationGroup, id.as_str())?;
        let group = changeable_group(state, &id)?;
        if let Some(name) = args.final_snapshot_name {
            let node_type = Some(group.cache_node_type.clone());
            take_snapshot(state, name, group.engine, group.engine_version.clone(), node_type)?;
        }
        if args.retain_primary_cluster == Some(true) {
            if group.cluster_enabled {
                let message = "of a group with shards no primary can be kept";
                return Err(ToolError::invalid_argument(message));
            }
            release_primary(state, &id)?;
        }
        let mut view = view_group(state, &group)?;
        set_field(&mut view, "status", json!("deleting"));
        state.delete::<ReplicationGroup>(&id)?;
        note(state, SourceType::ReplicationGroup, id.as_str(), "Replication group deleted", cx)?;
        Ok(view)
    }

    /// Lists replication groups with their shards and endpoints, or the one that is named.
    #[tool(
        list,
        about = ReplicationGroup,
        filter(replication_group_id),
        page(limit = max_records, cursor = marker)
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions"}"#,
        ok = r#"{"items":[{"replication_group_id":"sessions","arn":"arn:aws:elasticache:eu-north-1:123456789012:replicationgroup:sessions","member_clusters":["sessions-001","sessions-002"],"primary_endpoint":{"address":"master.sessions.k3f9ab.eu-north-1.cache.amazonaws.com","port":6379},"node_groups":[{"node_group_id":"0001","primary_cluster_id":"sessions-001","replica_cluster_ids":["sessions-002"]}]}],"total":1}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"feed"}"#,
        ok = r#"{"items":[{"status":"modifying","migration":{"customer_node_endpoint_list":[{"address":"10.0.0.10","port":6379}],"is_in_sync":false}}]}"#
    )]
    #[case(
        args = r#"{"max_records":2}"#,
        ok = r#"{"items":[{"replication_group_id":"cart"},{"replication_group_id":"catalog"}],"total":6,"next_cursor":"c2"}"#
    )]
    #[case(args = r#"{"replication_group_id":"none"}"#, error = "not_found")]
    #[case(args = r#"{"max_records":0}"#, error = "invalid_argument")]
    fn describe_replication_groups(
        state: &Elasticache,
        args: DescribeReplicationGroups,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = match &args.replication_group_id {
            Some(id) => vec![state.replication_groups.find(id)?],
            None => state.replication_groups.select(&|_| true),
        };
        let page = page_of(rows, args.max_records, args.marker)?;
        viewed(page, |group| view_group(state, group))
    }

    /// Makes a replication group with its members. With several shards, or shards that are
    /// configured one by one, it is in cluster mode and fails over by itself.
    #[tool(create, about = ReplicationGroup, map(replication_group_id = replication_group_id))]
    #[case(
        args = r#"{"replication_group_id":"scores","replication_group_description":"High scores","engine":"valkey","cache_node_type":"cache.r7g.large","num_cache_clusters":2,"cache_subnet_group_name":"private","security_group_ids":["sg-0cache00000000002"],"transit_encryption_enabled":true,"auth_token":"correct-horse-battery","tags":"team=games,env="}"#,
        ok = r#"{"replication_group_id":"scores","status":"available","engine":"valkey","engine_version":"8.0","port":6379,"cluster_enabled":false,"automatic_failover_enabled":false,"auth_token_enabled":true,"member_clusters":["scores-001","scores-002"],"tags":[{"key":"team","value":"games"},{"key":"env","value":null}]}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"scores","replication_group_description":"High scores","cache_node_type":"cache.r7g.large","num_node_groups":2,"replicas_per_node_group":1}"#,
        ok = r#"{"engine":"redis","engine_version":"7.1","cluster_enabled":true,"automatic_failover_enabled":true,"member_clusters":["scores-0001-001","scores-0001-002","scores-0002-001","scores-0002-002"],"configuration_endpoint":{"address":"clustercfg.scores.k3f9ab.eu-north-1.cache.amazonaws.com","port":6379}}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"scores","replication_group_description":"High scores","cache_node_type":"cache.r7g.large","node_group_configuration":"NodeGroupId=0001,ReplicaCount=1,PrimaryAvailabilityZone=eu-north-1b,ReplicaAvailabilityZones=eu-north-1a NodeGroupId=0002,ReplicaCount=0"}"#,
        ok = r#"{"cluster_enabled":true,"member_clusters":["scores-0001-001","scores-0001-002","scores-0002-001"]}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"scores","replication_group_description":"From a copy","snapshot_name":"nightly","log_delivery_configurations":[{"LogType":"slow-log","DestinationType":"cloudwatch-logs","DestinationDetails":{"CloudWatchLogsDetails":{"LogGroup":"/aws/elasticache/slow"}},"LogFormat":"json","Enabled":true}]}"#,
        ok = r#"{"engine":"redis","engine_version":"7.0","cache_node_type":"cache.r7g.large","log_delivery_configurations":[{"log_type":"slow-log","destination":"/aws/elasticache/slow","log_format":"json"}]}"#
    )]
    #[case(
        args = r#"{"replication_group_id":"sessions","replication_group_description":"x","cache_node_type":"cache.r7g.large"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"replication_group_id":"scores","replication_group_description":"x","cache_node_type":"cache.r7g.large","num_cache_clusters":2,"num_node_groups":2}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"replication_group_id":"scores","replication_group_description":"x","cache_node_type":"cache.r7g.large","engine":"memcached"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"replication_group_id":"scores","replication_group_description":"x","cache_node_type":"cache.r7g.large","security_group_ids":["sg-0far00000000000003"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"replication_group_id":"scores","replication_group_description":"x","cache_node_type":"cache.r7g.large","auth_token":"correct-horse-battery"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"replication_group_id":"scores","replication_group_description":"x","cache_node_type":"cache.r7g.large","num_node_groups":50,"replicas_per_node_group":1}"#,
        error = "resource_exhausted"
    )]
    #[case(
        args = r#"{"replication_group_id":"scores","replication_group_description":"x","cache_node_type":"cache.r7g.large","engine_version":"9.9"}"#,
        error = "invalid_argument"
    )]
    fn create_replication_group(
        state: &mut Elasticache,
        args: CreateReplicationGroup,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.replication_group_id.clone();
        authorize(state, Action::CreateReplicationGroup, id.as_str())?;
        refuse_classic_groups(args.cache_security_group_names.as_deref())?;
        let plan = planned_shards(state, &args)?;
        let group = new_group(state, &args, plan.is_clustered, cx)?;
        let group = state.replication_groups.insert(group)?;
        for (shard, zones) in &plan.shards {
            for zone in zones {
                add_member(state, &group, shard, zone, cx)?;
            }
        }
        note(state, SourceType::ReplicationGroup, id.as_str(), "Replication group created", cx)?;
        view_group(state, &group)
    }

    /// Adds up what caches cost, period by period and by their environment tag. The end of the
    /// span does not belong to it.
    #[tool(types(granularity = Granularity))]
    #[case(
        args = r#"{"time_period":"2026-02-01/2026-02-03","granularity":"DAILY"}"#,
        ok = r#"{"granularity":"DAILY","results_by_time":[{"start":"2026-02-01","end":"2026-02-02","groups":[{"keys":["Amazon ElastiCache","Environment$"],"blended_cost":0.5},{"keys":["Amazon ElastiCache","Environment$prod"],"blended_cost":3.75,"unblended_cost":4.0,"usage_quantity":2.0}]},{"start":"2026-02-02","end":"2026-02-03","groups":[]}]}"#
    )]
    #[case(
        args = r#"{"time_period":"2026-01-15/2026-03-01","granularity":"MONTHLY"}"#,
        ok = r#"{"results_by_time":[{"start":"2026-01-15","end":"2026-02-01","groups":[]},{"start":"2026-02-01","end":"2026-03-01","groups":[{"blended_cost":0.5},{"blended_cost":3.75}]}]}"#
    )]
    #[case(
        args = r#"{"time_period":"2026-02-01","granularity":"DAILY"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"time_period":"2026-02-03/2026-02-01","granularity":"DAILY"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"time_period":"2026-01-01/2026-02-01","granularity":"HOURLY"}"#,
        error = "invalid_argument"
    )]
    fn get_cost_and_usage(
        state: &Elasticache,
        args: GetCostAndUsage,
        _cx: &mut Context,
    ) -> Result<CostReport, ToolError> {
        let Some((from, to)) = args.time_period.split_once('/') else {
            let message = "`time_period` is two days: `2026-02-01/2026-03-01`";
            return Err(ToolError::invalid_argument(message));
        };
        let (from, to) = (Date::parse(from)?, Date::parse(to)?);
        let periods = periods_of(from, to, args.granularity)?;
        let results_by_time = periods
            .into_iter()
            .map(|(start, end)| CostPeriod {
                groups: costs_between(state, start, end),
                start: moment_text(start, args.granularity),
                end: moment_text(end, args.granularity),
            })
            .collect();
        Ok(CostReport { granularity: args.granularity, results_by_time })
    }

    /// Lists the parameters of a family by name.
    #[tool(
        list,
        filter(cache_parameter_group_family),
        sort(parameter_name),
        page(limit = max_records, cursor = marker)
    )]
    #[case(
        args = r#"{"cache_parameter_group_family":"redis7","max_records":1}"#,
        ok = r#"{"items":[{"parameter_name":"maxmemory-policy","parameter_value":"volatile-lru"}],"total":2,"next_cursor":"c1"}"#
    )]
    #[case(args = r#"{"cache_parameter_group_family":"redis1"}"#, error = "not_found")]
    #[case(
        args = r#"{"cache_parameter_group_family":"redis7","max_records":0}"#,
        error = "invalid_argument"
    )]
    fn describe_engine_default_parameters(
        state: &Elasticache,
        args: DescribeEngineDefaultParameters,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<DefaultParameter>>, ToolError> {
        let family = state.families.find(&args.cache_parameter_group_family)?;
        let rows = state
            .default_parameters
            .select(&|parameter| parameter.cache_parameter_group_family == family.name);
        page_of(rows, args.max_records, args.marker)
    }

    /// Lists events from the oldest on. Without a time they are those of the last hour.
    #[tool(
        list,
        filter(source_type, source_identifier, date >= start_time, date <= end_time),
        sort(date),
        page(limit = max_records, cursor = marker)
    )]
    #[case(
        args = r#"{"source_type":"cache-cluster","source_identifier":"pages","start_time":"2026-02-01T00:00:00Z","end_time":"2026-02-03T00:00:00Z"}"#,
        ok = r#"{"items":[{"message":"Cache cluster created","source_type":"cache-cluster"}],"total":1}"#
    )]
    #[case(args = "{}", ok = r#"{"items":[],"total":0}"#)]
    #[case(
        args = r#"{"start_time":"2026-01-01T00:00:00Z","duration":20160}"#,
        ok = r#"{"items":[{"source_identifier":"sessions"}],"total":1}"#
    )]
    #[case(args = r#"{"source_identifier":"pages"}"#, error = "invalid_argument")]
    #[case(args = r#"{"duration":20161}"#, error = "invalid_argument")]
    #[case(args = r#"{"source_type":"server"}"#, error = "invalid_argument")]
    fn describe_events(
        state: &Elasticache,
        args: DescribeEvents,
        cx: &mut Context,
    ) -> Result<Page<RowRef<Event>>, ToolError> {
        if args.source_identifier.is_some() && args.source_type.is_none() {
            let message = "a `source_identifier` comes with the `source_type`";
            return Err(ToolError::invalid_argument(message));
        }
        let (since, until) = event_span(args.start_time, args.end_time, args.duration, cx.now())?;
        let mut rows = state.events.select(&|event| {
            (since..=until).contains(&event.date)
                && args.source_type.is_none_or(|wanted| event.source_type == wanted)
                && equals(&event.source_identifier, args.source_identifier.as_ref())
        });
        rows.sort_by_key(|event| event.date);
        page_of(rows, args.max_records, args.marker)
    }

    /// Stops a service update on caches where it waits or runs. What cannot be stopped is listed
    /// as unprocessed, with the reason.
    #[tool(types(
        service_update_name = Key<ServiceUpdate>,
        replication_group_ids = Vec<String>,
        cache_cluster_ids = Vec<String>
    ))]
    #[case(
        args = r#"{"service_update_name":"redis-2026-02","replication_group_ids":["search","sessions","none"]}"#,
        ok = r#"{"processed_update_actions":[{"replication_group_id":"search","update_action_status":"stopped"}],"unprocessed_update_actions":[{"replication_group_id":"sessions","error_type":"InvalidParameterValue"},{"replication_group_id":"none","error_type":"ReplicationGroupNotFoundFault"}]}"#
    )]
    #[case(
        args = r#"{"service_update_name":"none","replication_group_ids":["search"]}"#,
        error = "not_found"
    )]
    #[case(args = r#"{"service_update_name":"redis-2026-02"}"#, error = "invalid_argument")]
    fn batch_stop_update_action(
        state: &mut Elasticache,
        args: BatchStopUpdateAction,
        cx: &mut Context,
    ) -> Result<UpdateActionResults, ToolError> {
        let update = state.service_updates.find(&args.service_update_name)?;
        let targets = update_targets(args.replication_group_ids, args.cache_cluster_ids)?;
        let stops = [UpdateActionStatus::WaitingToStart, UpdateActionStatus::InProgress];
        let change = UpdateChange {
            action: Action::BatchStopUpdateAction,
            from: &stops,
            to: UpdateActionStatus::Stopped,
            message: "Service update stopped",
        };
        change_update_actions(state, &update, targets, &change, cx)
    }

    /// Lists service updates, the latest first, or the one that is named.
    #[tool(
        list,
        filter(service_update_name, service_update_status in service_update_status),
        sort(service_update_release_date, descending),
        page(limit = max_items, cursor = starting_token),
        ignore(page_size)
    )]
    #[case(
        args = r#"{"service_update_status":["available"]}"#,
        ok = r#"{"items":[{"service_update_name":"redis-2026-02","engine":"redis"}],"total":1}"#
    )]
    #[case(
        args = r#"{"service_update_name":"memcached-2025-08"}"#,
        ok = r#"{"items":[{"service_update_status":"expired"}],"total":1}"#
    )]
    #[case(args = r#"{"service_update_name":"none"}"#, error = "not_found")]
    #[case(args = r#"{"service_update_status":["new"]}"#, error = "invalid_argument")]
    fn describe_service_updates(
        state: &Elasticache,
        args: DescribeServiceUpdates,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<ServiceUpdate>>, ToolError> {
        if let Some(name) = &args.service_update_name {
            state.service_updates.find(name)?;
        }
        let wanted = args.service_update_status.unwrap_or_default();
        let mut rows = state.service_updates.select(&|update| {
            equals(&update.service_update_name, args.service_update_name.as_ref())
                && compoworld_core::one_of(&update.service_update_status, &wanted)
        });
        rows.sort_by_key(|update| std::cmp::Reverse(update.service_update_release_date));
        page_of(rows, args.max_items, args.starting_token)
    }

    /// Lists versions of engines, all or only those that are used where none is named.
    #[tool(
        list,
        filter(engine, engine_version, cache_parameter_group_family),
        page(limit = max_records, cursor = marker)
    )]
    #[case(
        args = r#"{"engine":"redis","default_only":true}"#,
        ok = r#"{"items":[{"engine":"redis","engine_version":"7.1","cache_parameter_group_family":"redis7"}],"total":1}"#
    )]
    #[case(args = r#"{"engine":"redis"}"#, ok = r#"{"total":3}"#)]
    #[case(args = r#"{"engine":"postgres"}"#, error = "invalid_argument")]
    fn describe_cache_engine_versions(
        state: &Elasticache,
        args: DescribeCacheEngineVersions,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<EngineVersion>>, ToolError> {
        let family = args.cache_parameter_group_family.as_ref();
        let rows = state.engine_versions.select(&|version| {
            args.engine.is_none_or(|engine| version.engine == engine)
                && equals(&version.engine_version, args.engine_version.as_ref())
                && equals(&version.cache_parameter_group_family, family)
                && (args.default_only != Some(true) || version.is_default)
        });
        page_of(rows, args.max_records, args.marker)
    }

    /// Schedules a service update that is available on caches. Those on which it cannot start are
    /// listed as unprocessed, with the reason.
    #[tool(types(
        service_update_name = Key<ServiceUpdate>,
        replication_group_ids = Vec<String>,
        cache_cluster_ids = Vec<String>
    ))]
    #[case(
        args = r#"{"service_update_name":"redis-2026-02","replication_group_ids":["sessions","search"],"cache_cluster_ids":["pages","queue"]}"#,
        ok = r#"{"processed_update_actions":[{"replication_group_id":"sessions","update_action_status":"waiting-to-start"},{"cache_cluster_id":"queue","update_action_status":"waiting-to-start"}],"unprocessed_update_actions":[{"replication_group_id":"search","error_type":"InvalidParameterValue"},{"cache_cluster_id":"pages","error_type":"InvalidParameterValue"}]}"#
    )]
    #[case(
        args = r#"{"service_update_name":"memcached-2025-08","cache_cluster_ids":["pages"]}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"service_update_name":"redis-2026-02","replication_group_ids":[]}"#,
        error = "invalid_argument"
    )]
    fn batch_apply_update_action(
        state: &mut Elasticache,
        args: BatchApplyUpdateAction,
        cx: &mut Context,
    ) -> Result<UpdateActionResults, ToolError> {
        let update = state.service_updates.find(&args.service_update_name)?;
        let targets = update_targets(args.replication_group_ids, args.cache_cluster_ids)?;
        if update.service_update_status != ServiceUpdateStatus::Available {
            let status = update.service_update_status.as_str();
            let message = format!("`{}` is {status}", update.service_update_name);
            return Err(ToolError::failed_precondition(message));
        }
        let starts = [UpdateActionStatus::NotApplied, UpdateActionStatus::Stopped];
        let change = UpdateChange {
            action: Action::BatchApplyUpdateAction,
            from: &starts,
            to: UpdateActionStatus::WaitingToStart,
            message: "Service update scheduled",
        };
        change_update_actions(state, &update, targets, &change, cx)
    }

    /// Lists the names of delivery streams in order, from the one after a name on.
    #[tool(types(
        limit = i64,
        delivery_stream_type = DeliveryStreamType,
        exclusive_start_delivery_stream_name = String
    ))]
    #[case(
        args = r#"{"limit":1,"exclusive_start_delivery_stream_name":"audit"}"#,
        ok = r#"{"delivery_stream_names":["cache-logs"],"has_more_delivery_streams":true}"#
    )]
    #[case(
        args = r#"{"delivery_stream_type":"KinesisStreamAsSource"}"#,
        ok = r#"{"delivery_stream_names":["clicks"],"has_more_delivery_streams":false}"#
    )]
    #[case(args = r#"{"limit":0}"#, error = "invalid_argument")]
    #[case(args = r#"{"delivery_stream_type":"Other"}"#, error = "invalid_argument")]
    fn list_delivery_streams(
        state: &Elasticache,
        args: ListDeliveryStreams,
        _cx: &mut Context,
    ) -> Result<DeliveryStreams, ToolError> {
        let after = args.exclusive_start_delivery_stream_name.unwrap_or_default();
        let rows = state.delivery_streams.select(&|stream| {
            stream.name.as_str() > after.as_str()
                && args.delivery_stream_type.is_none_or(|kind| stream.delivery_stream_type == kind)
        });
        let page = page_of(rows, Some(args.limit.unwrap_or(10)), None)?;
        Ok(DeliveryStreams {
            delivery_stream_names: page.items.iter().map(|row| row.name.to_string()).collect(),
            has_more_delivery_streams: page.next_cursor.is_some(),
        })
    }

    /// Lets a machine reach a serverless cache, for which a rule is added where none allows it.
    #[tool(types(
        serverless_cache_name = Key<ServerlessCache>,
        instance_id = Key<Ec2Instance>
    ))]
    #[case(
        args = r#"{"serverless_cache_name":"flags","instance_id":"i-0ops0000000000001"}"#,
        ok = r#"{"cache":"flags","cache_port":6379,"security_groups_configured":false}"#
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","instance_id":"i-0far0000000000002"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"serverless_cache_name":"none","instance_id":"i-0ops0000000000001"}"#,
        error = "not_found"
    )]
    fn connect_jump_host_serverless_cache(
        state: &mut Elasticache,
        args: ConnectJumpHostServerlessCache,
        cx: &mut Context,
    ) -> Result<Connection, ToolError> {
        let target = target_serverless(state, &args.serverless_cache_name)?;
        connect(state, target, &args.instance_id, cx)
    }

    /// Writes the command that opens a tunnel to a serverless cache through a machine.
    #[tool(types(
        serverless_cache_name = Key<ServerlessCache>,
        instance_id = Key<Ec2Instance>
    ))]
    #[case(
        args = r#"{"serverless_cache_name":"flags","instance_id":"i-0ops0000000000001"}"#,
        ok = r#"{"local_port":6379,"cache_endpoint":"flags-k3f9ab.serverless.eu-north-1.cache.amazonaws.com","jump_host_dns":"ec2-52-10-20-30.eu-north-1.compute.amazonaws.com"}"#
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","instance_id":"i-0far0000000000002"}"#,
        error = "failed_precondition"
    )]
    fn get_ssh_tunnel_command_serverless_cache(
        state: &Elasticache,
        args: GetSshTunnelCommandServerlessCache,
        _cx: &mut Context,
    ) -> Result<Tunnel, ToolError> {
        let target = target_serverless(state, &args.serverless_cache_name)?;
        tunnel(state, target, &args.instance_id)
    }

    /// Makes a machine in a public subnet that reaches a serverless cache.
    #[tool(types(
        serverless_cache_name = Key<ServerlessCache>,
        key_name = Key<KeyPair>,
        subnet_id = Key<Subnet>,
        security_group_id = Key<SecurityGroup>
    ))]
    #[case(
        args = r#"{"serverless_cache_name":"flags","key_name":"ops","instance_type":"t3.micro"}"#,
        ok = r#"{"instance_type":"t3.micro","subnet_id":"subnet-0pub000000000001","cache":"flags","security_groups_configured":false}"#
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","key_name":"ops","security_group_id":"sg-0far00000000000003"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","key_name":"ops","subnet_id":"subnet-0none"}"#,
        error = "not_found"
    )]
    fn create_jump_host_serverless_cache(
        state: &mut Elasticache,
        args: CreateJumpHostServerlessCache,
        cx: &mut Context,
    ) -> Result<JumpHost, ToolError> {
        let target = target_serverless(state, &args.serverless_cache_name)?;
        let wish = JumpHostWish {
            key_name: args.key_name,
            subnet_id: args.subnet_id,
            security_group_id: args.security_group_id,
            instance_type: args.instance_type,
        };
        make_jump_host(state, target, wish, cx)
    }

    /// Changes the settings of a serverless cache that is available.
    #[tool(
        update,
        about = ServerlessCache,
        key(serverless_cache_name),
        map(associated_user_group = user_group_id),
        require(status = [ServerlessStatus::Available])
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","description":"Feature flags","cache_usage_limits":{"DataStorage":{"Maximum":20,"Minimum":2,"Unit":"GB"},"ECPUPerSecond":{"Maximum":5000,"Minimum":1000}},"snapshot_retention_limit":3}"#,
        ok = r#"{"description":"Feature flags","cache_usage_limits":{"DataStorage":{"Maximum":20,"Minimum":2,"Unit":"GB"}},"snapshot_retention_limit":3,"user_group_id":"app-users"}"#
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","remove_user_group":true}"#,
        ok = r#"{"user_group_id":null}"#
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","cache_usage_limits":{"DataStorage":{"Maximum":2,"Minimum":20,"Unit":"GB"},"ECPUPerSecond":{"Maximum":5000,"Minimum":1000}}}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","user_group_id":"app-users","remove_user_group":true}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","major_engine_version":"6"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"serverless_cache_name":"drafts","description":"x"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"serverless_cache_name":"flags"}"#, error = "invalid_argument")]
    fn modify_serverless_cache(
        state: &mut Elasticache,
        args: ModifyServerlessCache,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let name = args.serverless_cache_name.clone();
        authorize(state, Action::ModifyServerlessCache, name.as_str())?;
        let old = changeable_serverless(state, &name)?;
        let mut cache = (*old).clone();
        change_serverless(state, &mut cache, args)?;
        let cache = state.serverless_caches.put(cache);
        note(state, SourceType::ServerlessCache, name.as_str(), "Settings were changed", cx)?;
        view_serverless(state, &cache)
    }

    /// Deletes a serverless cache. Its data can be kept as a snapshot.
    #[tool(
        delete,
        about = ServerlessCache,
        key(serverless_cache_name),
        require(status = [ServerlessStatus::Available])
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","final_snapshot_name":"flags-last"}"#,
        ok = r#"{"serverless_cache_name":"flags","status":"deleting"}"#
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","final_snapshot_name":"nightly"}"#,
        error = "already_exists"
    )]
    #[case(args = r#"{"serverless_cache_name":"drafts"}"#, error = "failed_precondition")]
    #[case(args = r#"{"serverless_cache_name":"none"}"#, error = "not_found")]
    fn delete_serverless_cache(
        state: &mut Elasticache,
        args: DeleteServerlessCache,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let name = args.serverless_cache_name;
        authorize(state, Action::DeleteServerlessCache, name.as_str())?;
        let cache = changeable_serverless(state, &name)?;
        if let Some(snapshot) = args.final_snapshot_name {
            let version = cache.major_engine_version.clone();
            take_snapshot(state, snapshot, cache.engine, version, None)?;
        }
        let mut view = view_serverless(state, &cache)?;
        set_field(&mut view, "status", json!("deleting"));
        state.delete::<ServerlessCache>(&name)?;
        note(state, SourceType::ServerlessCache, name.as_str(), "Serverless cache deleted", cx)?;
        Ok(view)
    }

    /// Lists serverless caches with their endpoints, or the one that is named.
    #[tool(
        list,
        about = ServerlessCache,
        filter(serverless_cache_name),
        page(limit = max_items, cursor = starting_token),
        ignore(page_size)
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags"}"#,
        ok = r#"{"items":[{"serverless_cache_name":"flags","status":"available","arn":"arn:aws:elasticache:eu-north-1:123456789012:serverlesscache:flags","endpoint":{"address":"flags-k3f9ab.serverless.eu-north-1.cache.amazonaws.com","port":6379}}],"total":1}"#
    )]
    #[case(args = "{}", ok = r#"{"total":2}"#)]
    #[case(args = r#"{"serverless_cache_name":"none"}"#, error = "not_found")]
    fn describe_serverless_caches(
        state: &Elasticache,
        args: DescribeServerlessCaches,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = match &args.serverless_cache_name {
            Some(name) => vec![state.serverless_caches.find(name)?],
            None => state.serverless_caches.select(&|_| true),
        };
        let page = page_of(rows, args.max_items, args.starting_token)?;
        viewed(page, |cache| view_serverless(state, cache))
    }

    /// Makes a serverless cache. Without subnets it stands in the default network.
    #[tool(
        create,
        about = ServerlessCache,
        map(
            serverless_cache_name = serverless_cache_name,
            associated_user_group = user_group_id
        )
    )]
    #[case(
        args = r#"{"serverless_cache_name":"drafts-2","engine":"valkey","tags":{"team":"web"}}"#,
        ok = r#"{"serverless_cache_name":"drafts-2","status":"available","engine":"valkey","major_engine_version":"8","subnet_ids":["subnet-0priv00000000002","subnet-0pub000000000001"],"security_group_ids":["sg-0default0000000001"],"tags":[{"key":"team","value":"web"}]}"#
    )]
    #[case(
        args = r#"{"serverless_cache_name":"copy","engine":"redis","snapshot_arns_to_restore":["arn:aws:elasticache:eu-north-1:123456789012:snapshot:nightly"],"user_group_id":"app-users"}"#,
        ok = r#"{"engine":"redis","major_engine_version":"7","user_group_id":"app-users"}"#
    )]
    #[case(
        args = r#"{"serverless_cache_name":"flags","engine":"redis"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"serverless_cache_name":"m","engine":"memcached","user_group_id":"app-users"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"serverless_cache_name":"v","engine":"valkey","snapshot_arns_to_restore":["arn:aws:elasticache:eu-north-1:123456789012:snapshot:gone"]}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"serverless_cache_name":"v","engine":"valkey","subnet_ids":["subnet-0pub000000000001","subnet-0far000000000003"]}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"serverless_cache_name":"v","engine":"mysql"}"#, error = "invalid_argument")]
    fn create_serverless_cache(
        state: &mut Elasticache,
        args: CreateServerlessCache,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let name = args.serverless_cache_name.clone();
        authorize(state, Action::CreateServerlessCache, name.as_str())?;
        let cache = new_serverless(state, args, cx)?;
        let cache = state.serverless_caches.insert(cache)?;
        note(state, SourceType::ServerlessCache, name.as_str(), "Serverless cache created", cx)?;
        view_serverless(state, &cache)
    }

    /// Lists the streams of a log group by name, or by their last event. Those that have none come
    /// first.
    #[tool(
        list,
        about = LogStream,
        types(log_group_name = String, order_by = StreamOrder),
        page(limit = max_items, cursor = starting_token),
        ignore(page_size)
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","order_by":"LastEventTime","descending":true}"#,
        ok = r#"{"items":[{"log_stream_name":"sessions-002","last_event_timestamp":"2026-02-20T10:02:00Z"},{"log_stream_name":"sessions-001","first_event_timestamp":"2026-02-20T10:00:00Z"}],"total":2}"#
    )]
    #[case(
        args = r#"{"log_group_identifier":"arn:aws:logs:eu-north-1:123456789012:log-group:/aws/elasticache/slow","log_stream_name_prefix":"sessions-001"}"#,
        ok = r#"{"items":[{"log_stream_name":"sessions-001"}],"total":1}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","log_stream_name_prefix":"s","order_by":"LastEventTime"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"log_group_name":"/none"}"#, error = "not_found")]
    fn describe_log_streams(
        state: &Elasticache,
        args: DescribeLogStreams,
        _cx: &mut Context,
    ) -> Result<Page<LogStreamView>, ToolError> {
        let group = one_log_group(state, args.log_group_name, args.log_group_identifier)?;
        let by_time = args.order_by == Some(StreamOrder::LastEventTime);
        if by_time && args.log_stream_name_prefix.is_some() {
            let message = "by `LastEventTime` no `log_stream_name_prefix` can be given";
            return Err(ToolError::invalid_argument(message));
        }
        let prefix = args.log_stream_name_prefix.unwrap_or_default();
        let rows = state.log_streams.select(&|stream| {
            stream.log_group_name == group.log_group_name
                && stream.log_stream_name.starts_with(&prefix)
        });
        let mut views = Vec::new();
        for stream in &rows {
            views.push(view_stream(state, stream)?);
        }
        if by_time {
            views.sort_by_key(|view| view.last_event_timestamp);
        }
        if args.descending == Some(true) {
            views.reverse();
        }
        page_of(views, args.max_items, args.starting_token)
    }

    /// Lists events of a log group from the oldest on, those whose message fits a pattern: it has
    /// all words, any one of those with `?` before them, and none of those with `-`.
    #[tool(
        list,
        about = LogEvent,
        types(log_group_name = String, start_time = Timestamp, end_time = Timestamp),
        page(limit = max_items, cursor = starting_token),
        ignore(interleaved, page_size, unmask)
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","filter_pattern":"KEYS -session"}"#,
        ok = r#"{"items":[{"log_stream_name":"sessions-001","message":"KEYS * took 120 ms"}],"total":1}"#
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","log_stream_names":["sessions-001"],"filter_pattern":"?SORT ?\"took 120\"","start_time":"2026-02-20T10:00:00Z","end_time":"2026-02-20T10:01:00Z"}"#,
        ok = r#"{"items":[{"message":"KEYS * took 120 ms"},{"message":"SORT ranks took 80 ms"}],"total":2}"#
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","log_stream_names":["sessions-001"],"log_stream_name_prefix":"s"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","log_stream_names":["none"]}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","filter_pattern":"{ $.ms > 100 }"}"#,
        error = "invalid_argument"
    )]
    fn filter_log_events(
        state: &Elasticache,
        args: FilterLogEvents,
        _cx: &mut Context,
    ) -> Result<Page<LogEventView>, ToolError> {
        let group = one_log_group(state, args.log_group_name, args.log_group_identifier)?;
        let names = args.log_stream_names.unwrap_or_default();
        if !names.is_empty() && args.log_stream_name_prefix.is_some() {
            let message = "streams are given by `log_stream_names` or by a prefix, not by both";
            return Err(ToolError::invalid_argument(message));
        }
        for name in &names {
            find_stream(state, &group, name)?;
        }
        let pattern = read_pattern(args.filter_pattern.as_deref().unwrap_or_default())?;
        let prefix = args.log_stream_name_prefix.unwrap_or_default();
        let streams = state.log_streams.select(&|stream| {
            stream.log_group_name == group.log_group_name
                && compoworld_core::one_of(&stream.log_stream_name, &names)
                && stream.log_stream_name.starts_with(&prefix)
        });
        let mut events = Vec::new();
        for stream in &streams {
            let in_time = events_of(state, stream, args.start_time, args.end_time);
            let fitting = in_time.iter().filter(|event| pattern.fits(&event.message));
            events.extend(fitting.map(|event| view_event(stream, event)));
        }
        events.sort_by_key(|event| event.timestamp);
        page_of(events, args.max_items, args.starting_token)
    }

    /// Lists log groups by name. Groups of linked accounts are none of this account's.
    #[tool(
        list,
        about = LogGroup,
        page(limit = max_items, cursor = starting_token),
        ignore(page_size)
    )]
    #[case(
        args = r#"{"log_group_name_prefix":"/aws/"}"#,
        ok = r#"{"items":[{"log_group_name":"/aws/elasticache/slow","log_group_class":"STANDARD","stored_bytes":64,"arn":"arn:aws:logs:eu-north-1:123456789012:log-group:/aws/elasticache/slow"}],"total":1}"#
    )]
    #[case(
        args = r#"{"log_group_class":"INFREQUENT_ACCESS"}"#,
        ok = r#"{"items":[{"log_group_name":"archive"}],"total":1}"#
    )]
    #[case(
        args = r#"{"account_identifiers":["999999999999"],"include_linked_accounts":true}"#,
        ok = r#"{"items":[],"total":0}"#
    )]
    #[case(
        args = r#"{"log_group_name_prefix":"/aws/","log_group_name_pattern":"slow"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"account_identifiers":["123456789012"]}"#, error = "invalid_argument")]
    fn describe_log_groups(
        state: &Elasticache,
        args: DescribeLogGroups,
        _cx: &mut Context,
    ) -> Result<Page<LogGroupView>, ToolError> {
        let account = state.account.find()?;
        let accounts = args.account_identifiers.unwrap_or_default();
        if !accounts.is_empty() && args.include_linked_accounts != Some(true) {
            let message = "`account_identifiers` need `include_linked_accounts`";
            return Err(ToolError::invalid_argument(message));
        }
        let identifiers = args.log_group_identifiers.unwrap_or_default();
        let ways = [
            args.log_group_name_prefix.is_some(),
            args.log_group_name_pattern.is_some(),
            !identifiers.is_empty(),
        ];
        if ways.iter().filter(|is_used| **is_used).count() > 1 {
            let message = "groups are given by a prefix, by a pattern or by identifiers";
            return Err(ToolError::invalid_argument(message));
        }
        let wanted: Vec<String> = identifiers.iter().map(|text| log_group_in(text)).collect();
        let prefix = args.log_group_name_prefix.unwrap_or_default();
        let pattern = args.log_group_name_pattern.unwrap_or_default();
        let is_ours = compoworld_core::one_of(&account.account_id, &accounts);
        let rows = state.log_groups.select(&|group| {
            let name = group.log_group_name.as_str();
            is_ours
                && name.starts_with(&prefix)
                && name.contains(&pattern)
                && (wanted.is_empty() || wanted.iter().any(|one| one == name))
                && args.log_group_class.is_none_or(|class| group.log_group_class == class)
        });
        let page = page_of(rows, args.max_items, args.starting_token)?;
        viewed(page, |group| Ok(view_log_group(state, &account, group)))
    }

    /// Makes an empty log group.
    #[tool(create, map(log_group_name = log_group_name))]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/engine","tags":{"team":"web"}}"#,
        ok = r#"{"log_group_name":"/aws/elasticache/engine","log_group_class":"STANDARD","retention_in_days":null,"tags":{"team":"web"}}"#
    )]
    #[case(args = r#"{"log_group_name":"archive"}"#, error = "already_exists")]
    #[case(args = r#"{"log_group_name":"no blanks"}"#, error = "invalid_argument")]
    #[case(args = r#"{"log_group_name":"/secret/x"}"#, error = "permission_denied")]
    fn create_log_group(
        state: &mut Elasticache,
        args: CreateLogGroup,
        cx: &mut Context,
    ) -> Result<RowRef<LogGroup>, ToolError> {
        authorize(state, Action::CreateLogGroup, args.log_group_name.as_str())?;
        state.log_groups.insert(LogGroup {
            log_group_name: args.log_group_name,
            log_group_class: args.log_group_class.unwrap_or(LogGroupClass::Standard),
            kms_key_id: args.kms_key_id,
            retention_in_days: None,
            tags: args.tags.unwrap_or_default(),
            creation_time: cx.now(),
        })
    }

    /// Reads a part of a log stream: the last events, or from the head the first ones, or those
    /// that follow or precede what was read before.
    #[tool(
        types(log_group_name = String, start_time = Timestamp, end_time = Timestamp),
        ignore(unmask)
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","log_stream_name":"sessions-001","limit":1}"#,
        ok = r#"{"events":[{"message":"SORT ranks took 80 ms"}],"next_forward_token":"f/2","next_backward_token":"b/1"}"#
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","log_stream_name":"sessions-001","limit":1,"next_token":"b/1"}"#,
        ok = r#"{"events":[{"message":"KEYS * took 120 ms"}],"next_forward_token":"f/1","next_backward_token":"b/0"}"#
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","log_stream_name":"sessions-001","start_from_head":true,"limit":1}"#,
        ok = r#"{"events":[{"message":"KEYS * took 120 ms"}],"next_forward_token":"f/1"}"#
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","log_stream_name":"none"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"log_group_name":"/aws/elasticache/slow","log_stream_name":"sessions-001","next_token":"x"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"log_stream_name":"sessions-001"}"#, error = "invalid_argument")]
    fn get_log_events(
        state: &Elasticache,
        args: GetLogEvents,
        _cx: &mut Context,
    ) -> Result<LogEvents, ToolError> {
        let group = one_log_group(state, args.log_group_name, args.log_group_identifier)?;
        let stream = find_stream(state, &group, &args.log_stream_name)?;
        let events = events_of(state, &stream, args.start_time, args.end_time);
        let limit = args.limit.unwrap_or(EVENTS_MAX);
        let (from, to) = match args.next_token.as_deref() {
            None => {
                let is_head = args.start_from_head == Some(true);
                part_of(events.len(), if is_head { "f/0" } else { "b" }, limit)?
            }
            Some(token) => part_of(events.len(), token, limit)?,
        };
        let part = events.get(from..to).unwrap_or_default();
        Ok(LogEvents {
            events: part.iter().map(|event| view_event(&stream, event)).collect(),
            next_forward_token: format!("f/{to}"),
            next_backward_token: format!("b/{from}"),
        })
    }

    /// Lets a machine reach a cluster, for which a rule is added where none allows it.
    #[tool(types(cache_cluster_id = Key<CacheCluster>, instance_id = Key<Ec2Instance>))]
    #[case(
        args = r#"{"cache_cluster_id":"pages","instance_id":"i-0ops0000000000001"}"#,
        ok = r#"{"cache":"pages","cache_port":11211,"security_groups_configured":true}"#
    )]
    #[case(
        args = r#"{"cache_cluster_id":"queue","instance_id":"i-0ops0000000000001"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"pages","instance_id":"i-0far0000000000002"}"#,
        error = "failed_precondition"
    )]
    fn connect_jump_host_cache_cluster(
        state: &mut Elasticache,
        args: ConnectJumpHostCacheCluster,
        cx: &mut Context,
    ) -> Result<Connection, ToolError> {
        let target = target_cluster(state, &args.cache_cluster_id)?;
        connect(state, target, &args.instance_id, cx)
    }

    /// Writes the command that opens a tunnel to a cluster through a machine.
    #[tool(types(cache_cluster_id = Key<CacheCluster>, instance_id = Key<Ec2Instance>))]
    #[case(
        args = r#"{"cache_cluster_id":"pages","instance_id":"i-0ops0000000000001"}"#,
        ok = r#"{"local_port":11211,"cache_port":11211,"cache_endpoint":"pages.k3f9ab.cfg.eu-north-1.cache.amazonaws.com"}"#
    )]
    #[case(
        args = r#"{"cache_cluster_id":"pages","instance_id":"i-0win0000000000003"}"#,
        error = "failed_precondition"
    )]
    fn get_ssh_tunnel_command_cache_cluster(
        state: &Elasticache,
        args: GetSshTunnelCommandCacheCluster,
        _cx: &mut Context,
    ) -> Result<Tunnel, ToolError> {
        let target = target_cluster(state, &args.cache_cluster_id)?;
        tunnel(state, target, &args.instance_id)
    }

    /// Makes a machine in a public subnet that reaches a cluster.
    #[tool(types(
        cache_cluster_id = Key<CacheCluster>,
        key_name = Key<KeyPair>,
        subnet_id = Key<Subnet>,
        security_group_id = Key<SecurityGroup>
    ))]
    #[case(
        args = r#"{"cache_cluster_id":"pages","key_name":"ops","subnet_id":"subnet-0pub000000000001","security_group_id":"sg-0default0000000001"}"#,
        ok = r#"{"cache":"pages","cache_port":11211,"vpc_id":"vpc-0main00000000001","security_groups_configured":true}"#
    )]
    #[case(
        args = r#"{"cache_cluster_id":"pages","key_name":"ops","subnet_id":"subnet-0far000000000003"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"cache_cluster_id":"none","key_name":"ops"}"#, error = "not_found")]
    fn create_jump_host_cache_cluster(
        state: &mut Elasticache,
        args: CreateJumpHostCacheCluster,
        cx: &mut Context,
    ) -> Result<JumpHost, ToolError> {
        let target = target_cluster(state, &args.cache_cluster_id)?;
        let wish = JumpHostWish {
            key_name: args.key_name,
            subnet_id: args.subnet_id,
            security_group_id: args.security_group_id,
            instance_type: args.instance_type,
        };
        make_jump_host(state, target, wish, cx)
    }

    /// Changes the settings of a cluster. Another number of nodes, version or node type that is
    /// not applied immediately is pending. What the members of a replication group share is changed
    /// with the group.
    #[tool(
        update,
        about = CacheCluster,
        key(cache_cluster_id),
        types(az_mode = AzMode, auth_token_update_strategy = AuthTokenStrategy)
    )]
    #[case(
        args = r#"{"cache_cluster_id":"pages","num_cache_nodes":3,"new_availability_zones":["eu-north-1b"],"az_mode":"cross-az","apply_immediately":true}"#,
        ok = r#"{"num_cache_nodes":3,"availability_zones":["eu-north-1a","eu-north-1a","eu-north-1b"],"pending_modified_values":null}"#
    )]
    #[case(
        args = r#"{"cache_cluster_id":"pages","num_cache_nodes":1,"cache_node_ids_to_remove":["0001"]}"#,
        ok = r#"{"num_cache_nodes":2,"pending_modified_values":{"num_cache_nodes":1,"cache_node_ids_to_remove":["0001"]}}"#
    )]
    #[case(
        args = r#"{"cache_cluster_id":"queue","preferred_maintenance_window":"mon:02:00-mon:03:00","snapshot_retention_limit":5,"auto_minor_version_upgrade":false,"log_delivery_configurations":"LogType=slow-log,DestinationType=kinesis-firehose,DestinationDetails={KinesisFirehoseDetails={DeliveryStream=cache-logs}},LogFormat=text,Enabled=true"}"#,
        ok = r#"{"preferred_maintenance_window":"mon:02:00-mon:03:00","snapshot_retention_limit":5,"auto_minor_version_upgrade":false,"log_delivery_configurations":[{"log_type":"slow-log","destination_type":"kinesis-firehose","destination":"cache-logs"}]}"#
    )]
    #[case(
        args = r#"{"cache_cluster_id":"pages","num_cache_nodes":1,"cache_node_ids_to_remove":["0007"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"queue","num_cache_nodes":2}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"pages","snapshot_retention_limit":5}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"sessions-001","cache_node_type":"cache.r7g.xlarge"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"queue","auth_token":"correct-horse-battery"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"busy","auto_minor_version_upgrade":true}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"cache_cluster_id":"pages"}"#, error = "invalid_argument")]
    fn modify_cache_cluster(
        state: &mut Elasticache,
        mut args: ModifyCacheCluster,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.cache_cluster_id.clone();
        authorize(state, Action::ModifyCacheCluster, id.as_str())?;
        let old = changeable_cluster(state, &id)?;
        check_changes_cluster(&old, &args)?;
        refuse_classic_groups(args.cache_security_group_names.as_deref())?;
        let mut cluster = (*old).clone();
        change_cluster_capacity(state, &mut cluster, &args)?;
        change_cluster_network(state, &mut cluster, &mut args)?;
        change_cluster_upkeep(&mut cluster, &mut args)?;
        if let Some(wishes) = &args.log_delivery_configurations {
            refuse_for_memcached(cluster.engine, "log delivery")?;
            change_log_delivery(state, &mut cluster.log_delivery_configurations, Some(wishes))?;
        }
        let cluster = state.cache_clusters.put(cluster);
        note(state, SourceType::CacheCluster, id.as_str(), "Settings were changed", cx)?;
        view_cluster(state, &cluster, true)
    }

    /// Deletes a cluster. Its data can be kept as a snapshot. Of a replication group only replicas
    /// go one by one, and only where shards do not depend on them.
    #[tool(delete, about = CacheCluster, key(cache_cluster_id))]
    #[case(
        args = r#"{"cache_cluster_id":"queue","final_snapshot_identifier":"queue-last"}"#,
        ok = r#"{"cache_cluster_id":"queue","cache_cluster_status":"deleting"}"#
    )]
    #[case(
        args = r#"{"cache_cluster_id":"pages","final_snapshot_identifier":"pages-last"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"cache_cluster_id":"sessions-001"}"#, error = "failed_precondition")]
    #[case(args = r#"{"cache_cluster_id":"sessions-002"}"#, error = "failed_precondition")]
    #[case(args = r#"{"cache_cluster_id":"busy"}"#, error = "failed_precondition")]
    #[case(args = r#"{"cache_cluster_id":"ledger-001"}"#, error = "permission_denied")]
    #[case(args = r#"{"cache_cluster_id":"none"}"#, error = "not_found")]
    fn delete_cache_cluster(
        state: &mut Elasticache,
        args: DeleteCacheCluster,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.cache_cluster_id;
        authorize(state, Action::DeleteCacheCluster, id.as_str())?;
        let cluster = changeable_cluster(state, &id)?;
        check_can_leave_group(state, &cluster)?;
        if let Some(name) = args.final_snapshot_identifier {
            refuse_for_memcached(cluster.engine, "a snapshot")?;
            let node_type = Some(cluster.cache_node_type.clone());
            let version = cluster.engine_version.clone();
            take_snapshot(state, name, cluster.engine, version, node_type)?;
        }
        let mut view = view_cluster(state, &cluster, false)?;
        set_field(&mut view, "cache_cluster_status", json!("deleting"));
        state.delete::<CacheCluster>(&id)?;
        note(state, SourceType::CacheCluster, id.as_str(), "Cache cluster deleted", cx)?;
        Ok(view)
    }

    /// Lists clusters, or the one that is named: on request with their nodes, and without the
    /// members of replication groups.
    #[tool(
        list,
        about = CacheCluster,
        filter(cache_cluster_id),
        page(limit = max_records, cursor = marker)
    )]
    #[case(
        args = r#"{"cache_cluster_id":"pages","show_cache_node_info":true}"#,
        ok = r#"{"items":[{"cache_cluster_id":"pages","arn":"arn:aws:elasticache:eu-north-1:123456789012:cluster:pages","configuration_endpoint":{"address":"pages.k3f9ab.cfg.eu-north-1.cache.amazonaws.com","port":11211},"cache_nodes":[{"cache_node_id":"0001"},{"cache_node_id":"0003","customer_availability_zone":"eu-north-1a"}]}],"total":1}"#
    )]
    #[case(
        args = r#"{"show_cache_clusters_not_in_replication_groups":true}"#,
        ok = r#"{"items":[{"cache_cluster_id":"busy"},{"cache_cluster_id":"pages"},{"cache_cluster_id":"queue"}],"total":3}"#
    )]
    #[case(args = r#"{"cache_cluster_id":"none"}"#, error = "not_found")]
    #[case(args = r#"{"max_records":0}"#, error = "invalid_argument")]
    fn describe_cache_clusters(
        state: &Elasticache,
        args: DescribeCacheClusters,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        if let Some(id) = &args.cache_cluster_id {
            state.cache_clusters.find(id)?;
        }
        let only_single = args.show_cache_clusters_not_in_replication_groups == Some(true);
        let rows = state.cache_clusters.select(&|cluster| {
            equals(&cluster.cache_cluster_id, args.cache_cluster_id.as_ref())
                && !(only_single && cluster.replication_group_id.is_some())
        });
        let page = page_of(rows, args.max_records, args.marker)?;
        let with_nodes = args.show_cache_node_info == Some(true);
        viewed(page, |cluster| view_cluster(state, cluster, with_nodes))
    }

    /// Makes a cluster. Memcached runs on several nodes, the other engines on one.
    #[tool(
        create,
        about = CacheCluster,
        map(cache_cluster_id = cache_cluster_id),
        types(outpost_mode = OutpostMode)
    )]
    #[case(
        args = r#"{"cache_cluster_id":"images","engine":"memcached","cache_node_type":"cache.t3.medium","num_cache_nodes":2,"preferred_availability_zones":["eu-north-1a","eu-north-1b"],"cache_subnet_group_name":"private","tags":[{"Key":"team","Value":"web"}]}"#,
        ok = r#"{"cache_cluster_id":"images","cache_cluster_status":"available","engine_version":"1.6.22","port":11211,"num_cache_nodes":2,"availability_zones":["eu-north-1a","eu-north-1b"],"security_group_ids":["sg-0default0000000001"],"tags":[{"key":"team","value":"web"}]}"#
    )]
    #[case(
        args = r#"{"cache_cluster_id":"copy","snapshot_name":"nightly","preferred_availability_zone":"eu-north-1b","snapshot_retention_limit":1}"#,
        ok = r#"{"engine":"redis","engine_version":"7.0","cache_node_type":"cache.r7g.large","port":6379,"availability_zones":["eu-north-1b"]}"#
    )]
    #[case(
        args = r#"{"cache_cluster_id":"pages","engine":"memcached","cache_node_type":"cache.t3.medium"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"two","engine":"redis","cache_node_type":"cache.t3.medium","num_cache_nodes":2}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"x","engine":"redis","cache_node_type":"cache.t3.medium","cache_parameter_group_name":"memcached-large"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"x","engine":"redis","cache_node_type":"cache.t3.medium","cache_subnet_group_name":"none"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"x","engine":"redis","cache_node_type":"cache.t3.medium","preferred_availability_zone":"us-west-2a"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"x","engine":"redis","cache_node_type":"cache.t3.medium","auth_token":"correct-horse-battery"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"cache_cluster_id":"prod-x","engine":"redis","cache_node_type":"cache.t3.medium"}"#,
        error = "permission_denied"
    )]
    fn create_cache_cluster(
        state: &mut Elasticache,
        args: CreateCacheCluster,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.cache_cluster_id.clone();
        authorize(state, Action::CreateCacheCluster, id.as_str())?;
        refuse_classic_groups(args.cache_security_group_names.as_deref())?;
        let cluster = new_cluster(state, args, cx)?;
        let cluster = state.cache_clusters.insert(cluster)?;
        note(state, SourceType::CacheCluster, id.as_str(), "Cache cluster created", cx)?;
        view_cluster(state, &cluster, true)
    }

    /// Sums up what was measured, period by period. Without dimensions that is the values of all
    /// clusters.
    #[tool(types(
        start_time = Timestamp,
        end_time = Timestamp,
        statistics = Vec<Statistic>,
        unit = MetricUnit
    ))]
    #[case(
        args = r#"{"metric_name":"CPUUtilization","start_time":"2026-02-20T10:00:00Z","end_time":"2026-02-20T11:00:00Z","period":300,"statistics":["Average","Maximum","SampleCount"],"extended_statistics":["p50"],"dimensions":[{"Name":"CacheClusterId","Value":"pages"}]}"#,
        ok = r#"{"label":"CPUUtilization","datapoints":[{"timestamp":"2026-02-20T10:00:00Z","unit":"Percent","Average":30.0,"Maximum":40.0,"SampleCount":2.0,"extended_statistics":{"p50":20.0}},{"timestamp":"2026-02-20T10:10:00Z","Average":60.0}]}"#
    )]
    #[case(
        args = r#"{"metric_name":"CPUUtilization","start_time":"2026-02-20T10:00:00Z","end_time":"2026-02-20T11:00:00Z","period":3600,"statistics":["Sum"]}"#,
        ok = r#"{"datapoints":[{"Sum":210.0}]}"#
    )]
    #[case(
        args = r#"{"metric_name":"CPUUtilization","start_time":"2026-02-20T10:00:00Z","end_time":"2026-02-20T11:00:00Z","period":300}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"metric_name":"CPUUtilization","start_time":"2026-02-20T10:00:00Z","end_time":"2026-02-20T11:00:00Z","period":45,"statistics":["Sum"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"metric_name":"CPUUtilization","start_time":"2026-01-20T10:00:00Z","end_time":"2026-02-20T11:00:00Z","period":60,"statistics":["Sum"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"metric_name":"CPUUtilization","start_time":"2026-02-20T11:00:00Z","end_time":"2026-02-20T10:00:00Z","period":300,"statistics":["Sum"]}"#,
        error = "invalid_argument"
    )]
    fn get_metric_statistics(
        state: &Elasticache,
        args: GetMetricStatistics,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let (start, end) = (args.start_time, args.end_time);
        check_periods(start, end, args.period)?;
        let wanted = args.statistics.unwrap_or_default();
        let mut percentiles = Vec::new();
        for text in args.extended_statistics.unwrap_or_default() {
            percentiles.push((percentile_of(&text)?, text));
        }
        if wanted.is_empty() && percentiles.is_empty() {
            let message = "`statistics` or `extended_statistics` must say what is asked for";
            return Err(ToolError::invalid_argument(message));
        }
        let dimensions = read_dimensions(args.dimensions.unwrap_or_default())?;
        let data = state.metric_data.select(&|datum| {
            datum.metric_name == args.metric_name
                && datum.timestamp >= start
                && datum.timestamp < end
                && args.unit.is_none_or(|unit| datum.unit == unit)
                && dimensions.iter().all(|dimension| dimension.holds_of(datum))
        });
        let datapoints: Vec<serde_json::Value> = by_period(&data, start, args.period)
            .into_iter()
            .map(|((at, unit), values)| datapoint(at, unit, values, &wanted, &percentiles))
            .collect();
        Ok(json!({"label": args.metric_name, "datapoints": datapoints}))
    }
}

/// How many items a page has at most.
const ITEMS_MAX: i64 = 1_000;
/// How many items a page has when the caller does not say.
const ITEMS_USUAL: i64 = 100;
/// How many log events one call reads.
const EVENTS_MAX: i64 = 10_000;
/// How many nodes a replication group has at most.
const NODES_MAX: usize = 90;
/// How many replicas a shard has at most.
const REPLICAS_MAX: i64 = 5;
/// How many caches one call updates.
const TARGETS_MAX: usize = 20;
/// For how many minutes events are kept.
const EVENT_MINUTES_MAX: i64 = 20_160;
/// How many slots shards divide.
const SLOTS: usize = 16_384;
/// How many periods one call sums up.
const DATAPOINTS_MAX: i64 = 1_440;
/// How deep values in shorthand nest at most.
const DEPTH_MAX: usize = 8;
const DAY_SECONDS: i64 = 86_400;

fn page_of<T>(
    rows: Vec<T>,
    limit: Option<i64>,
    cursor: Option<String>,
) -> Result<Page<T>, ToolError> {
    let limit = limit.unwrap_or(ITEMS_USUAL);
    if limit < 1 {
        return Err(ToolError::invalid_argument("a page has at least one item"));
    }
    PageRequest { limit: Some(limit.min(ITEMS_MAX)), cursor, ..PageRequest::default() }.cut(rows)
}

/// A page with each item as callers see it.
fn viewed<T, V>(
    page: Page<T>,
    view: impl Fn(&T) -> Result<V, ToolError>,
) -> Result<Page<V>, ToolError> {
    let items: Result<Vec<V>, ToolError> = page.items.iter().map(view).collect();
    Ok(Page { items: items?, total: page.total, next_cursor: page.next_cursor })
}

/// A row as a JSON value, to add to it.
fn value_of(row: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    row.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn set_field(value: &mut serde_json::Value, name: &str, field: serde_json::Value) {
    if let Some(fields) = value.as_object_mut() {
        fields.insert(name.to_owned(), field);
    }
}

/// Takes a field out of a JSON object.
fn take_field(value: &mut serde_json::Value, name: &str) -> serde_json::Value {
    value.as_object_mut().and_then(|fields| fields.remove(name)).unwrap_or_default()
}

/// Refuses what the caller's policy denies.
fn authorize(state: &Elasticache, action: Action, resource: &str) -> Result<(), ToolError> {
    let is_meant = |denial: &Denial| match denial.resource.strip_suffix('*') {
        Some(start) => resource.starts_with(start),
        None => denial.resource == resource,
    };
    match state.denials.first(&|denial| denial.action == action && is_meant(denial)) {
        None => Ok(()),
        Some(_) => Err(ToolError::permission_denied(format!(
            "the caller's policy denies {} on `{resource}`",
            action.as_str()
        ))),
    }
}

/// Notes that something happened to a resource.
fn note(
    state: &mut Elasticache,
    source_type: SourceType,
    source_identifier: &str,
    message: &str,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let id = state.events.next_int_key(cx);
    state.events.insert(Event {
        id,
        source_type,
        source_identifier: source_identifier.to_owned(),
        message: message.to_owned(),
        date: cx.now(),
    })?;
    Ok(())
}

fn not_in_state(name: &str, status: &str) -> ToolError {
    ToolError::failed_precondition(format!("`{name}` is {status}, it has to be available"))
}

fn changeable_group(
    state: &Elasticache,
    id: &Key<ReplicationGroup>,
) -> Result<RowRef<ReplicationGroup>, ToolError> {
    let group = state.replication_groups.find(id)?;
    if group.status != CacheStatus::Available {
        return Err(not_in_state(id.as_str(), group.status.as_str()));
    }
    Ok(group)
}

fn changeable_cluster(
    state: &Elasticache,
    id: &Key<CacheCluster>,
) -> Result<RowRef<CacheCluster>, ToolError> {
    let cluster = state.cache_clusters.find(id)?;
    if cluster.cache_cluster_status != CacheStatus::Available {
        return Err(not_in_state(id.as_str(), cluster.cache_cluster_status.as_str()));
    }
    Ok(cluster)
}

fn changeable_serverless(
    state: &Elasticache,
    name: &Key<ServerlessCache>,
) -> Result<RowRef<ServerlessCache>, ToolError> {
    let cache = state.serverless_caches.find(name)?;
    if cache.status != ServerlessStatus::Available {
        return Err(not_in_state(name.as_str(), cache.status.as_str()));
    }
    Ok(cache)
}

/// Security groups of caches belong to the network that AWS no longer has.
fn refuse_classic_groups(names: Option<&[String]>) -> Result<(), ToolError> {
    if names.is_some_and(|names| !names.is_empty()) {
        let message = "cache security groups do not exist in a VPC: use `security_group_ids`";
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

fn refuse_for_memcached(engine: Engine, what: &str) -> Result<(), ToolError> {
    if engine == Engine::Memcached {
        return Err(ToolError::invalid_argument(format!("memcached does not have {what}")));
    }
    Ok(())
}

fn refuse_unless_asked(is_asked: &[bool]) -> Result<(), ToolError> {
    if is_asked.contains(&true) {
        return Ok(());
    }
    Err(ToolError::invalid_argument("no change is asked for"))
}

/// The numbers of a version, to compare it. `6.x` comes before every `6.1`.
fn numbers_of(version: &str) -> Vec<i64> {
    version.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

/// The part of a version that serverless caches choose.
fn major_of(engine: Engine, version: &str) -> String {
    let n_parts = if engine == Engine::Memcached { 2 } else { 1 };
    let parts: Vec<&str> = version.split('.').take(n_parts).collect();
    parts.join(".")
}

/// The version of an engine that is wanted, or else the one that it usually runs.
fn version_for(
    state: &Elasticache,
    engine: Engine,
    wanted: Option<&str>,
) -> Result<RowRef<EngineVersion>, ToolError> {
    let mut known = state.engine_versions.select(&|version| version.engine == engine);
    known.retain(|version| match wanted {
        Some(wanted) => version.engine_version == wanted,
        None => true,
    });
    known.sort_by_key(|version| (version.is_default, numbers_of(&version.engine_version)));
    known.pop().ok_or_else(|| {
        let engine = engine.as_str();
        let message = format!("there is no version `{}` of {engine}", wanted.unwrap_or("default"));
        ToolError::invalid_argument(message)
    })
}

/// Refuses a version that does not exist or that is a step back.
fn check_upgrade(
    state: &Elasticache,
    engine: Engine,
    current: &str,
    wanted: &str,
) -> Result<(), ToolError> {
    version_for(state, engine, Some(wanted))?;
    if numbers_of(wanted) < numbers_of(current) {
        let message = format!("a cache that runs {current} cannot go back to {wanted}");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

/// Refuses a parameter group that is not for the version.
fn check_parameter_group(
    state: &Elasticache,
    name: &Key<ParameterGroup>,
    engine: Engine,
    version: &str,
) -> Result<(), ToolError> {
    let group = state.parameter_groups.find(name)?;
    let version = version_for(state, engine, Some(version))?;
    if group.cache_parameter_group_family != version.cache_parameter_group_family {
        let message = format!(
            "`{name}` is for {}, the cache needs {}",
            group.cache_parameter_group_family, version.cache_parameter_group_family
        );
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

fn check_weekly_window(text: &str) -> Result<(), ToolError> {
    let is_moment = |moment: &str| {
        let parts: Vec<&str> = moment.split(':').collect();
        let within = |text: &str, most: i64| {
            text.len() == 2 && text.parse().is_ok_and(|number: i64| (0..=most).contains(&number))
        };
        match parts.as_slice() {
            [day, hour, minute] => {
                ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].contains(day)
                    && within(hour, 23)
                    && within(minute, 59)
            }
            _ => false,
        }
    };
    match text.split_once('-') {
        Some((from, to)) if is_moment(from) && is_moment(to) && from != to => Ok(()),
        _ => Err(ToolError::invalid_argument(format!(
            "`{text}` is no weekly window, write it like `sun:05:00-sun:06:00`"
        ))),
    }
}

/// Refuses zones that are not in the account's region.
fn check_zones(state: &Elasticache, zones: &[String]) -> Result<(), ToolError> {
    let region = state.account.find()?.region.clone();
    let is_here = |zone: &String| {
        zone.strip_prefix(&region).is_some_and(|letter| matches!(letter, "a" | "b" | "c"))
    };
    match zones.iter().find(|zone| !is_here(zone)) {
        None => Ok(()),
        Some(zone) => Err(ToolError::invalid_argument(format!("`{region}` has no zone `{zone}`"))),
    }
}

fn default_vpc(state: &Elasticache) -> Result<Key<Vpc>, ToolError> {
    let vpc = state.vpcs.first(&|vpc| vpc.is_default);
    vpc.map(|vpc| vpc.vpc_id.clone()).ok_or_else(|| {
        ToolError::failed_precondition("the account has no default network: name subnets")
    })
}

fn vpc_of_subnet(state: &Elasticache, id: &Key<Subnet>) -> Result<Key<Vpc>, ToolError> {
    Ok(state.subnets.find(id)?.vpc_id.clone())
}

/// The network that a subnet group is in; without one, the default network.
fn vpc_of(state: &Elasticache, name: Option<&Key<SubnetGroup>>) -> Result<Key<Vpc>, ToolError> {
    let Some(name) = name else { return default_vpc(state) };
    match state.subnet_groups.find(name)?.subnet_ids.first() {
        Some(subnet) => vpc_of_subnet(state, subnet),
        None => default_vpc(state),
    }
}

/// The zones that a subnet group reaches, each once; without one, the region's first.
fn home_zones(
    state: &Elasticache,
    name: Option<&Key<SubnetGroup>>,
) -> Result<Vec<String>, ToolError> {
    let mut zones: Vec<String> = Vec::new();
    if let Some(name) = name {
        for id in &state.subnet_groups.find(name)?.subnet_ids {
            let zone = state.subnets.find(id)?.availability_zone.clone();
            if !zones.contains(&zone) {
                zones.push(zone);
            }
        }
    }
    if zones.is_empty() {
        zones.push(format!("{}a", state.account.find()?.region));
    }
    Ok(zones)
}

/// The security groups that are wanted in a network, or else the one that it uses by default.
fn groups_in(
    state: &Elasticache,
    vpc: &Key<Vpc>,
    wanted: Option<Vec<Key<SecurityGroup>>>,
) -> Result<Vec<Key<SecurityGroup>>, ToolError> {
    let wanted = wanted.unwrap_or_default();
    for id in &wanted {
        if state.security_groups.find(id)?.vpc_id != *vpc {
            let message = format!("`{id}` is not in the network `{vpc}`");
            return Err(ToolError::invalid_argument(message));
        }
    }
    if !wanted.is_empty() {
        return Ok(wanted);
    }
    let usual = |group: &SecurityGroup| group.vpc_id == *vpc && group.group_name == "default";
    Ok(state
        .security_groups
        .first(&usual)
        .map(|group| group.group_id.clone())
        .into_iter()
        .collect())
}

/// The snapshot that a new cache is made from, when there is one. Files in S3 are taken on trust.
fn snapshot_for(
    state: &Elasticache,
    name: Option<&str>,
    arns: Option<&[String]>,
) -> Result<Option<RowRef<Snapshot>>, ToolError> {
    let arns = arns.unwrap_or_default();
    if name.is_some() && !arns.is_empty() {
        let message = "a cache is made from a snapshot or from files, not from both";
        return Err(ToolError::invalid_argument(message));
    }
    if let Some(name) = name {
        return state.snapshots.find(name).map(Some);
    }
    let mut found = None;
    for arn in arns {
        let parts: Vec<&str> = arn.split(':').collect();
        match parts.as_slice() {
            ["arn", "aws", "s3", "", "", path] if path.contains('/') => {}
            ["arn", "aws", "elasticache", _, _, "snapshot" | "serverlesssnapshot", name] => {
                found = Some(state.snapshots.find(*name)?);
            }
            _ => {
                let message = format!("`{arn}` is the ARN of no snapshot");
                return Err(ToolError::invalid_argument(message));
            }
        }
    }
    Ok(found)
}

/// Refuses to make a cache from the data of another engine. Valkey reads what redis wrote.
fn check_restores(engine: Engine, snapshot: &Snapshot) -> Result<(), ToolError> {
    let is_fit =
        engine == snapshot.engine || engine == Engine::Valkey && snapshot.engine == Engine::Redis;
    if is_fit {
        return Ok(());
    }
    let message = format!(
        "`{}` holds data of {}, which {} does not read",
        snapshot.snapshot_name,
        snapshot.engine.as_str(),
        engine.as_str()
    );
    Err(ToolError::invalid_argument(message))
}

fn take_snapshot(
    state: &mut Elasticache,
    name: String,
    engine: Engine,
    engine_version: String,
    cache_node_type: Option<String>,
) -> Result<(), ToolError> {
    let snapshot_name = Key::new(name);
    state.snapshots.insert(Snapshot { snapshot_name, engine, engine_version, cache_node_type })?;
    Ok(())
}

fn unreadable(argument: &str) -> ToolError {
    ToolError::invalid_argument(format!("`{argument}` cannot be read"))
}

/// The objects that an argument lists, as JSON or in the shorthand of the command line:
/// `A=1,B={C=2} A=3`.
fn objects_of(argument: &str, value: Option<&Json>) -> Result<Vec<serde_json::Value>, ToolError> {
    match value.map(|value| &value.0) {
        None | Some(serde_json::Value::Null) => Ok(Vec::new()),
        Some(serde_json::Value::Array(items)) => Ok(items.clone()),
        Some(serde_json::Value::String(text)) => {
            let items = split_outside(text, char::is_whitespace);
            let items = items.ok_or_else(|| unreadable(argument))?;
            let words = items.into_iter().filter(|item| !item.is_empty());
            words.map(|item| members_of(argument, item, 0)).collect()
        }
        Some(_) => Err(unreadable(argument)),
    }
}

/// The parts of a text between separators that stand outside of braces; nothing where braces are
/// not closed.
fn split_outside(text: &str, is_separator: impl Fn(char) -> bool) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' | '[' => depth = depth.saturating_add(1),
            '}' | ']' => depth = depth.checked_sub(1)?,
            letter if depth == 0 && is_separator(letter) => {
                parts.push(text.get(start..at)?);
                start = at.saturating_add(letter.len_utf8());
            }
            _ => {}
        }
    }
    parts.push(text.get(start..)?);
    (depth == 0).then_some(parts)
}

/// An object in shorthand. A part without a name continues the list before it.
fn members_of(argument: &str, text: &str, depth: usize) -> Result<serde_json::Value, ToolError> {
    let bad = || unreadable(argument);
    let parts = split_outside(text, |letter| letter == ',').ok_or_else(bad)?;
    if depth > DEPTH_MAX {
        return Err(bad());
    }
    let mut members: Vec<(String, serde_json::Value)> = Vec::new();
    for part in parts {
        let named = part.split_once('=').filter(|(name, _)| !name.contains(['{', '[']));
        match (named, members.last_mut()) {
            (Some((name, value)), _) => {
                let value = shorthand_value(argument, value, depth)?;
                members.push((name.trim().to_owned(), value));
            }
            (None, Some((_, serde_json::Value::Array(items)))) => items.push(json!(part)),
            (None, Some((_, value))) => *value = json!([value.take(), part]),
            (None, None) => return Err(bad()),
        }
    }
    Ok(serde_json::Value::Object(members.into_iter().collect()))
}

fn shorthand_value(
    argument: &str,
    text: &str,
    depth: usize,
) -> Result<serde_json::Value, ToolError> {
    let inside =
        |open: char, close: char| text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    if let Some(members) = inside('{', '}') {
        return members_of(argument, members, depth.saturating_add(1));
    }
    if let Some(items) = inside('[', ']') {
        let items: Vec<&str> = items.split(',').map(str::trim).collect();
        return Ok(json!(items));
    }
    Ok(json!(text))
}

/// A text among the members of an object.
fn text_at(object: &serde_json::Value, name: &str) -> Result<String, ToolError> {
    match object.get(name) {
        Some(serde_json::Value::String(text)) if !text.is_empty() => Ok(text.clone()),
        _ => Err(ToolError::invalid_argument(format!("`{name}` must be a text"))),
    }
}

/// The texts among the members of an object, one or a list of them; none where it is missing.
fn texts_at(object: &serde_json::Value, name: &str) -> Result<Vec<String>, ToolError> {
    let bad = || ToolError::invalid_argument(format!("`{name}` must be a list of texts"));
    match object.get(name) {
        None | Some(serde_json::Value::Null) => Ok(Vec::new()),
        Some(serde_json::Value::String(text)) => Ok(vec![text.clone()]),
        Some(serde_json::Value::Array(items)) => {
            items.iter().map(|item| item.as_str().map(str::to_owned).ok_or_else(bad)).collect()
        }
        Some(_) => Err(bad()),
    }
}

/// A whole number among the members of an object, which shorthand writes as a text.
fn number_at(object: &serde_json::Value, name: &str) -> Result<i64, ToolError> {
    let number = match object.get(name) {
        Some(serde_json::Value::String(text)) => text.parse().ok(),
        Some(other) => <i64 as FieldType>::read_json(other).ok(),
        None => None,
    };
    let bad = || ToolError::invalid_argument(format!("`{name}` must be a whole number"));
    number.ok_or_else(bad)
}

fn flag_at(object: &serde_json::Value, name: &str) -> Result<bool, ToolError> {
    match object.get(name) {
        Some(serde_json::Value::Bool(flag)) => Ok(*flag),
        Some(serde_json::Value::String(text)) if text == "true" => Ok(true),
        Some(serde_json::Value::String(text)) if text == "false" => Ok(false),
        _ => Err(ToolError::invalid_argument(format!("`{name}` must be true or false"))),
    }
}

/// Reads tags in one of their three forms: `a=1,b=`, an object, or objects with `Key` and `Value`.
fn read_tags(value: Option<&Json>) -> Result<Vec<Tag>, ToolError> {
    let bad = || unreadable("tags");
    let text_of = |value: &serde_json::Value| match value {
        serde_json::Value::Null => Ok(None),
        serde_json::Value::String(text) => Ok(Some(text.clone())),
        _ => Err(bad()),
    };
    let mut tags = Vec::new();
    match value.map(|value| &value.0) {
        None | Some(serde_json::Value::Null) => {}
        Some(serde_json::Value::String(text)) => {
            for part in text.split(',').filter(|part| !part.trim().is_empty()) {
                let (key, value) = part.split_once('=').ok_or_else(bad)?;
                let value = Some(value.trim().to_owned()).filter(|value| !value.is_empty());
                tags.push(Tag { key: key.trim().to_owned(), value });
            }
        }
        Some(serde_json::Value::Object(members)) => {
            for (key, value) in members {
                tags.push(Tag { key: key.clone(), value: text_of(value)? });
            }
        }
        Some(serde_json::Value::Array(items)) => {
            for item in items {
                let value = text_of(item.get("Value").unwrap_or(&serde_json::Value::Null))?;
                tags.push(Tag { key: text_at(item, "Key")?, value });
            }
        }
        Some(_) => return Err(bad()),
    }
    let keys: BTreeSet<&String> = tags.iter().map(|tag| &tag.key).collect();
    if keys.len() < tags.len() || keys.iter().any(|key| key.is_empty()) {
        return Err(ToolError::invalid_argument("every tag needs a key of its own"));
    }
    Ok(tags)
}

fn read_endpoints(value: &Json) -> Result<Vec<SourceEndpoint>, ToolError> {
    let items = objects_of("customer_node_endpoint_list", Some(value))?;
    if items.is_empty() {
        return Err(ToolError::invalid_argument("an endpoint must be given"));
    }
    items
        .iter()
        .map(|item| {
            Ok(SourceEndpoint {
                address: text_at(item, "Address")?,
                port: number_at(item, "Port")?,
            })
        })
        .collect()
}

fn one_of_all<T: Copy>(
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
    member: &str,
    text: &str,
) -> Result<T, ToolError> {
    let known = all.iter().find(|one| name_of(**one) == text).copied();
    known.ok_or_else(|| ToolError::invalid_argument(format!("`{member}` cannot be `{text}`")))
}

/// Applies changes of log delivery: a log is sent to one destination, or to none.
fn change_log_delivery(
    state: &Elasticache,
    deliveries: &mut Vec<LogDelivery>,
    wishes: Option<&Json>,
) -> Result<(), ToolError> {
    for wish in objects_of("log_delivery_configurations", wishes)? {
        let text = text_at(&wish, "LogType")?;
        let log_type = one_of_all(LogType::ALL, |one| one.as_str(), "LogType", &text)?;
        let is_enabled = flag_at(&wish, "Enabled")?;
        let delivery = if is_enabled { Some(read_delivery(state, log_type, &wish)?) } else { None };
        deliveries.retain(|delivery| delivery.log_type != log_type);
        deliveries.extend(delivery);
    }
    Ok(())
}

/// Reads where a log is sent. The destination must exist.
fn read_delivery(
    state: &Elasticache,
    log_type: LogType,
    wish: &serde_json::Value,
) -> Result<LogDelivery, ToolError> {
    let text = text_at(wish, "DestinationType")?;
    let all = LogDestination::ALL;
    let destination_type = one_of_all(all, |one| one.as_str(), "DestinationType", &text)?;
    let text = text_at(wish, "LogFormat")?;
    let log_format = one_of_all(LogFormat::ALL, |one| one.as_str(), "LogFormat", &text)?;
    let details = |name: &str| {
        let details = wish.get("DestinationDetails").and_then(|details| details.get(name));
        details.cloned().unwrap_or_default()
    };
    let destination = match destination_type {
        LogDestination::CloudwatchLogs => {
            let name = text_at(&details("CloudWatchLogsDetails"), "LogGroup")?;
            state.log_groups.find(&name)?;
            name
        }
        LogDestination::KinesisFirehose => {
            let name = text_at(&details("KinesisFirehoseDetails"), "DeliveryStream")?;
            state.delivery_streams.find(&name)?;
            name
        }
    };
    Ok(LogDelivery { log_type, destination_type, destination, log_format })
}

fn host(account: &Account, start: &str) -> String {
    format!("{start}.{}.cache.amazonaws.com", account.region)
}

fn arn_of(account: &Account, kind: &str, name: &str) -> String {
    format!("arn:aws:elasticache:{}:{}:{kind}:{name}", account.region, account.account_id)
}

/// The address by which a replication group is written to.
fn group_address(account: &Account, group: &ReplicationGroup) -> String {
    let role = if group.cluster_enabled { "clustercfg" } else { "master" };
    host(account, &format!("{role}.{}.{}", group.replication_group_id, account.dns_label))
}

fn cluster_address(account: &Account, cluster: &CacheCluster) -> String {
    let tail = if cluster.engine == Engine::Memcached { "cfg" } else { "0001" };
    host(account, &format!("{}.{}.{tail}", cluster.cache_cluster_id, account.dns_label))
}

fn serverless_address(account: &Account, cache: &ServerlessCache) -> String {
    host(account, &format!("{}-{}.serverless", cache.serverless_cache_name, account.dns_label))
}

fn usual_port(engine: Engine) -> i64 {
    if engine == Engine::Memcached { 11_211 } else { 6_379 }
}

/// The members of a replication group by shard.
fn shards_of(
    state: &Elasticache,
    id: &Key<ReplicationGroup>,
) -> BTreeMap<String, Vec<RowRef<CacheCluster>>> {
    let mut shards: BTreeMap<String, Vec<RowRef<CacheCluster>>> = BTreeMap::new();
    for member in state.cache_clusters.select(&|row| row.replication_group_id.as_ref() == Some(id))
    {
        let shard = member.node_group_id.clone().unwrap_or_else(|| shard_name(1));
        shards.entry(shard).or_default().push(member);
    }
    shards
}

fn shard_name(number: i64) -> String {
    format!("{number:04}")
}

/// The slots of one shard of several.
fn slots_of(at: usize, n_shards: usize) -> String {
    let bound = |at: usize| SLOTS.saturating_mul(at).checked_div(n_shards).unwrap_or(SLOTS);
    format!("{}-{}", bound(at), bound(at.saturating_add(1)).saturating_sub(1))
}

/// A replication group with its shards, endpoints, pending changes and the migration into it.
fn view_group(
    state: &Elasticache,
    group: &RowRef<ReplicationGroup>,
) -> Result<serde_json::Value, ToolError> {
    let account = state.account.find()?;
    let id = &group.replication_group_id;
    let shards = shards_of(state, id);
    let views: Vec<serde_json::Value> = shards
        .iter()
        .enumerate()
        .map(|(at, (name, members))| {
            let slots = group.cluster_enabled.then(|| slots_of(at, shards.len()));
            value_of(&view_shard(name, slots, members))
        })
        .collect();
    let members: Vec<&str> =
        shards.values().flatten().map(|member| member.cache_cluster_id.as_str()).collect();
    let mut view = value_of(group);
    set_field(&mut view, "arn", json!(arn_of(&account, "replicationgroup", id.as_str())));
    set_field(&mut view, "member_clusters", json!(members));
    set_field(&mut view, "node_groups", serde_json::Value::Array(views));
    let endpoint = json!({"address": group_address(&account, group), "port": group.port});
    let role = if group.cluster_enabled { "configuration_endpoint" } else { "primary_endpoint" };
    set_field(&mut view, role, endpoint);
    let pending = state.pending_group_changes.find(id).ok().map(|row| {
        let mut changes = value_of(&row);
        take_field(&mut changes, "replication_group_id");
        changes
    });
    set_field(&mut view, "pending_modified_values", json!(pending));
    let migration = state.migrations.find(id).ok().map(|row| {
        let mut migration = value_of(&row);
        take_field(&mut migration, "replication_group_id");
        migration
    });
    set_field(&mut view, "migration", json!(migration));
    Ok(view)
}

fn view_shard(
    name: &str,
    slots: Option<String>,
    members: &[RowRef<CacheCluster>],
) -> NodeGroupView {
    let id_of = |member: &RowRef<CacheCluster>| member.cache_cluster_id.to_string();
    NodeGroupView {
        node_group_id: name.to_owned(),
        slots,
        primary_cluster_id: members.iter().find(|member| member.is_primary).map(id_of),
        replica_cluster_ids: members
            .iter()
            .filter(|member| !member.is_primary)
            .map(id_of)
            .collect(),
    }
}

/// A cluster with its endpoint and pending changes, and on request with its nodes.
fn view_cluster(
    state: &Elasticache,
    cluster: &RowRef<CacheCluster>,
    with_nodes: bool,
) -> Result<serde_json::Value, ToolError> {
    let account = state.account.find()?;
    let id = &cluster.cache_cluster_id;
    let mut view = value_of(cluster);
    take_field(&mut view, "removed_node_ids");
    set_field(&mut view, "arn", json!(arn_of(&account, "cluster", id.as_str())));
    if cluster.engine == Engine::Memcached {
        let endpoint = json!({"address": cluster_address(&account, cluster), "port": cluster.port});
        set_field(&mut view, "configuration_endpoint", endpoint);
    }
    let pending = state.pending_cluster_changes.find(id).ok().map(|row| {
        let mut changes = value_of(&row);
        take_field(&mut changes, "cache_cluster_id");
        changes
    });
    set_field(&mut view, "pending_modified_values", json!(pending));
    if with_nodes {
        set_field(&mut view, "cache_nodes", view_nodes(&account, cluster));
    }
    Ok(view)
}

fn view_nodes(account: &Account, cluster: &CacheCluster) -> serde_json::Value {
    let nodes = node_ids(cluster).into_iter().zip(node_zones(cluster)).map(|(node, zone)| {
        let start = format!("{}.{}.{node}", cluster.cache_cluster_id, account.dns_label);
        json!({
            "cache_node_id": node,
            "cache_node_status": cluster.cache_cluster_status.as_str(),
            "customer_availability_zone": zone,
            "endpoint": {"address": host(account, &start), "port": cluster.port},
        })
    });
    serde_json::Value::Array(nodes.collect())
}

/// The numbers of a cluster's nodes.
fn node_ids(cluster: &CacheCluster) -> Vec<String> {
    let count = usize::try_from(cluster.num_cache_nodes).unwrap_or(0);
    (1..10_000)
        .map(shard_name)
        .filter(|id| !cluster.removed_node_ids.contains(id))
        .take(count)
        .collect()
}

/// The zone of each node.
fn node_zones(cluster: &CacheCluster) -> Vec<String> {
    let count = usize::try_from(cluster.num_cache_nodes).unwrap_or(0);
    cluster.availability_zones.iter().cycle().take(count).cloned().collect()
}

/// A serverless cache with its endpoint.
fn view_serverless(
    state: &Elasticache,
    cache: &RowRef<ServerlessCache>,
) -> Result<serde_json::Value, ToolError> {
    let account = state.account.find()?;
    let name = cache.serverless_cache_name.as_str();
    let mut view = value_of(cache);
    let user_group = take_field(&mut view, "associated_user_group");
    set_field(&mut view, "user_group_id", user_group);
    set_field(&mut view, "arn", json!(arn_of(&account, "serverlesscache", name)));
    let address = serverless_address(&account, cache);
    let endpoint = json!({"address": address, "port": usual_port(cache.engine)});
    set_field(&mut view, "endpoint", endpoint);
    Ok(view)
}

/// A cache that a machine is to reach.
struct Target {
    cache: String,
    vpc_id: Key<Vpc>,
    security_group_ids: Vec<Key<SecurityGroup>>,
    address: String,
    port: i64,
}

fn target_group(state: &Elasticache, id: &Key<ReplicationGroup>) -> Result<Target, ToolError> {
    let group = state.replication_groups.find(id)?;
    let account = state.account.find()?;
    Ok(Target {
        cache: id.to_string(),
        vpc_id: vpc_of(state, group.cache_subnet_group_name.as_ref())?,
        security_group_ids: group.security_group_ids.clone(),
        address: group_address(&account, &group),
        port: group.port,
    })
}

fn target_cluster(state: &Elasticache, id: &Key<CacheCluster>) -> Result<Target, ToolError> {
    let cluster = state.cache_clusters.find(id)?;
    let account = state.account.find()?;
    Ok(Target {
        cache: id.to_string(),
        vpc_id: vpc_of(state, cluster.cache_subnet_group_name.as_ref())?,
        security_group_ids: cluster.security_group_ids.clone(),
        address: cluster_address(&account, &cluster),
        port: cluster.port,
    })
}

fn target_serverless(
    state: &Elasticache,
    name: &Key<ServerlessCache>,
) -> Result<Target, ToolError> {
    let cache = state.serverless_caches.find(name)?;
    let account = state.account.find()?;
    let vpc_id = match cache.subnet_ids.first() {
        Some(subnet) => vpc_of_subnet(state, subnet)?,
        None => default_vpc(state)?,
    };
    Ok(Target {
        cache: name.to_string(),
        vpc_id,
        security_group_ids: cache.security_group_ids.clone(),
        address: serverless_address(&account, &cache),
        port: usual_port(cache.engine),
    })
}

/// Opens a cache for machines of some security groups; false where a rule does so already.
fn open_way(
    state: &mut Elasticache,
    target: &Target,
    sources: &[Key<SecurityGroup>],
    cx: &mut Context,
) -> Result<bool, ToolError> {
    let (Some(group), Some(source)) = (target.security_group_ids.first(), sources.first()) else {
        let message = format!("`{}` or the machine has no security group", target.cache);
        return Err(ToolError::failed_precondition(message));
    };
    let opens = |rule: &IngressRule| {
        let is_for_them = match &rule.source_group_id {
            Some(id) => sources.contains(id),
            None => rule.cidr.as_deref() == Some("0.0.0.0/0"),
        };
        is_for_them
            && target.security_group_ids.contains(&rule.group_id)
            && (rule.from_port..=rule.to_port).contains(&target.port)
    };
    if state.ingress_rules.first(&opens).is_some() {
        return Ok(false);
    }
    authorize(state, Action::AuthorizeSecurityGroupIngress, group.as_str())?;
    let id = state.ingress_rules.next_int_key(cx);
    state.ingress_rules.insert(IngressRule {
        id,
        group_id: group.clone(),
        from_port: target.port,
        to_port: target.port,
        source_group_id: Some(source.clone()),
        cidr: None,
    })?;
    Ok(true)
}

fn check_same_network(target: &Target, vpc: &Key<Vpc>) -> Result<(), ToolError> {
    if target.vpc_id == *vpc {
        return Ok(());
    }
    let message =
        format!("`{}` is in the network `{}`, not in `{vpc}`", target.cache, target.vpc_id);
    Err(ToolError::failed_precondition(message))
}

fn connect(
    state: &mut Elasticache,
    target: Target,
    instance_id: &Key<Ec2Instance>,
    cx: &mut Context,
) -> Result<Connection, ToolError> {
    let instance = state.instances.find(instance_id)?;
    if instance.state != InstanceState::Running {
        let message = format!("`{instance_id}` is {}", instance.state.as_str());
        return Err(ToolError::failed_precondition(message));
    }
    check_same_network(&target, &vpc_of_subnet(state, &instance.subnet_id)?)?;
    let is_new = open_way(state, &target, &instance.security_group_ids, cx)?;
    Ok(Connection {
        status: "success".to_owned(),
        instance_id: instance_id.clone(),
        cache: target.cache,
        cache_port: target.port,
        vpc_id: target.vpc_id,
        security_groups_configured: is_new,
    })
}

fn tunnel(
    state: &Elasticache,
    target: Target,
    instance_id: &Key<Ec2Instance>,
) -> Result<Tunnel, ToolError> {
    let instance = state.instances.find(instance_id)?;
    let (Some(key_name), Some(ip)) = (&instance.key_name, &instance.public_ip_address) else {
        let message = format!("`{instance_id}` has no key pair or no public address");
        return Err(ToolError::failed_precondition(message));
    };
    let user = match instance.platform {
        Platform::AmazonLinux => "ec2-user",
        Platform::Ubuntu => "ubuntu",
        Platform::Windows => {
            let message = "a machine with Windows opens no SSH tunnels";
            return Err(ToolError::failed_precondition(message));
        }
    };
    let region = state.account.find()?.region.clone();
    let dns = format!("ec2-{}.{region}.compute.amazonaws.com", ip.replace('.', "-"));
    let (port, address) = (target.port, &target.address);
    Ok(Tunnel {
        command: format!(
            "ssh -i \"{key_name}.pem\" -fN -l {user} -L {port}:{address}:{port} {dns} -v"
        ),
        key_name: key_name.clone(),
        user: user.to_owned(),
        jump_host_dns: dns,
        local_port: port,
        cache_endpoint: target.address,
        cache_port: port,
    })
}

/// What a machine on the way to a cache is to be.
struct JumpHostWish {
    key_name: Key<KeyPair>,
    subnet_id: Option<Key<Subnet>>,
    security_group_id: Option<Key<SecurityGroup>>,
    instance_type: String,
}

fn make_jump_host(
    state: &mut Elasticache,
    target: Target,
    wish: JumpHostWish,
    cx: &mut Context,
) -> Result<JumpHost, ToolError> {
    let key_pair = state.key_pairs.find(&wish.key_name)?;
    let subnet = jump_host_subnet(state, &target, wish.subnet_id.as_ref())?;
    let group = jump_host_group(state, &target, wish.security_group_id.as_ref())?;
    authorize(state, Action::RunInstances, subnet.subnet_id.as_str())?;
    open_for_ssh(state, &group, cx)?;
    let bits = cx.random();
    let ip = format!("52.{}.{}.{}", 10 + bits % 90, 10 + (bits >> 8) % 90, 10 + (bits >> 16) % 90);
    let instance_id = state.instances.next_key(cx);
    let instance = state.instances.insert(Ec2Instance {
        instance_id,
        subnet_id: subnet.subnet_id.clone(),
        security_group_ids: vec![group.clone()],
        key_name: Some(key_pair.key_name.clone()),
        instance_type: wish.instance_type,
        platform: Platform::AmazonLinux,
        state: InstanceState::Running,
        public_ip_address: Some(ip),
    })?;
    let is_new = open_way(state, &target, &instance.security_group_ids, cx)?;
    Ok(JumpHost {
        instance_id: instance.instance_id.clone(),
        public_ip_address: instance.public_ip_address.clone(),
        instance_type: instance.instance_type.clone(),
        subnet_id: subnet.subnet_id.clone(),
        security_group_id: group,
        vpc_id: target.vpc_id,
        cache: target.cache,
        cache_port: target.port,
        security_groups_configured: is_new,
    })
}

/// The public subnet of the cache's network that is wanted; in the default network, else its first.
fn jump_host_subnet(
    state: &Elasticache,
    target: &Target,
    wanted: Option<&Key<Subnet>>,
) -> Result<RowRef<Subnet>, ToolError> {
    if let Some(id) = wanted {
        let subnet = state.subnets.find(id)?;
        check_same_network(target, &subnet.vpc_id)?;
        if !subnet.is_public {
            let message = format!("`{id}` is not public");
            return Err(ToolError::failed_precondition(message));
        }
        return Ok(subnet);
    }
    check_default_network(state, target, "subnet_id")?;
    let public = |subnet: &Subnet| subnet.vpc_id == target.vpc_id && subnet.is_public;
    state
        .subnets
        .select(&public)
        .into_iter()
        .next()
        .ok_or_else(|| ToolError::failed_precondition("the default network has no public subnet"))
}

fn check_default_network(
    state: &Elasticache,
    target: &Target,
    argument: &str,
) -> Result<(), ToolError> {
    if state.vpcs.find(&target.vpc_id)?.is_default {
        return Ok(());
    }
    let message = format!("the cache is not in the default network: `{argument}` is needed");
    Err(ToolError::invalid_argument(message))
}

/// The security group that is wanted for a machine; in the default network, else its default one.
fn jump_host_group(
    state: &Elasticache,
    target: &Target,
    wanted: Option<&Key<SecurityGroup>>,
) -> Result<Key<SecurityGroup>, ToolError> {
    if let Some(id) = wanted {
        check_same_network(target, &state.security_groups.find(id)?.vpc_id)?;
        return Ok(id.clone());
    }
    check_default_network(state, target, "security_group_id")?;
    groups_in(state, &target.vpc_id, None)?.into_iter().next().ok_or_else(|| {
        ToolError::failed_precondition("the default network has no default security group")
    })
}

/// Lets everyone reach the SSH port of a security group.
fn open_for_ssh(
    state: &mut Elasticache,
    group: &Key<SecurityGroup>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let opens = |rule: &IngressRule| {
        rule.group_id == *group && (rule.from_port..=rule.to_port).contains(&22)
    };
    if state.ingress_rules.first(&opens).is_some() {
        return Ok(());
    }
    let id = state.ingress_rules.next_int_key(cx);
    state.ingress_rules.insert(IngressRule {
        id,
        group_id: group.clone(),
        from_port: 22,
        to_port: 22,
        source_group_id: None,
        cidr: Some("0.0.0.0/0".to_owned()),
    })?;
    Ok(())
}

/// The shards that a new replication group begins with, and the zone of each of their members.
struct ShardPlan {
    is_clustered: bool,
    shards: Vec<(String, Vec<String>)>,
}

fn planned_shards(
    state: &Elasticache,
    args: &CreateReplicationGroup,
) -> Result<ShardPlan, ToolError> {
    let name = "node_group_configuration";
    let configured = objects_of(name, args.node_group_configuration.as_ref())?;
    let n_shards = args.num_node_groups.unwrap_or(1);
    let is_spread = n_shards > 1 || args.replicas_per_node_group.is_some();
    if args.num_cache_clusters.is_some() && (is_spread || !configured.is_empty()) {
        let message = "`num_cache_clusters` is for groups that are not divided into shards";
        return Err(ToolError::invalid_argument(message));
    }
    let parameters = args.cache_parameter_group_name.as_ref().map_or("", Key::as_str);
    let is_clustered =
        n_shards > 1 || !configured.is_empty() || parameters.ends_with(".cluster.on");
    let home = home_zones(state, args.cache_subnet_group_name.as_ref())?;
    let replicas = match (args.replicas_per_node_group, args.num_cache_clusters) {
        (Some(replicas), _) => replicas,
        (None, Some(clusters)) => clusters.saturating_sub(1),
        (None, None) => 0,
    };
    let mut shards = Vec::new();
    if configured.is_empty() {
        check_shape(n_shards, &[replicas])?;
        let zones = args.preferred_cache_cluster_azs.clone().unwrap_or_default();
        check_zones(state, &zones)?;
        for number in 1..=n_shards {
            shards.push((shard_name(number), member_zones(&zones, &home, replicas)));
        }
    } else {
        if args.num_node_groups.is_some_and(|count| usize::try_from(count) != Ok(configured.len()))
        {
            let message = format!("`num_node_groups` and `{name}` do not agree");
            return Err(ToolError::invalid_argument(message));
        }
        for (number, shard) in (1..).zip(&configured) {
            shards.push(configured_shard(state, shard, number, replicas, &home)?);
        }
    }
    check_node_quota(shards.iter().map(|(_, zones)| zones.len()).sum())?;
    let names: BTreeSet<&String> = shards.iter().map(|(name, _)| name).collect();
    if names.len() < shards.len() {
        return Err(ToolError::invalid_argument("two shards have one `NodeGroupId`"));
    }
    Ok(ShardPlan { is_clustered, shards })
}

/// One shard as it is configured.
fn configured_shard(
    state: &Elasticache,
    shard: &serde_json::Value,
    number: i64,
    replicas: i64,
    home: &[String],
) -> Result<(String, Vec<String>), ToolError> {
    let is_given = |name: &str| shard.get(name).is_some_and(|value| !value.is_null());
    let name = match is_given("NodeGroupId") {
        true => text_at(shard, "NodeGroupId")?,
        false => shard_name(number),
    };
    let replicas = match is_given("ReplicaCount") {
        true => number_at(shard, "ReplicaCount")?,
        false => replicas,
    };
    check_shape(1, &[replicas])?;
    let mut zones = texts_at(shard, "PrimaryAvailabilityZone")?;
    zones.extend(texts_at(shard, "ReplicaAvailabilityZones")?);
    check_zones(state, &zones)?;
    Ok((name, member_zones(&zones, home, replicas)))
}

/// The zone of a primary and its replicas: those that are wanted, by turns.
fn member_zones(wanted: &[String], home: &[String], replicas: i64) -> Vec<String> {
    let zones = if wanted.is_empty() { home } else { wanted };
    let count = usize::try_from(replicas.saturating_add(1)).unwrap_or(0);
    zones.iter().cycle().take(count).cloned().collect()
}

fn check_shape(n_shards: i64, replicas: &[i64]) -> Result<(), ToolError> {
    if n_shards < 1 {
        return Err(ToolError::invalid_argument("a replication group has at least one shard"));
    }
    if usize::try_from(n_shards).is_ok_and(|count| count > NODES_MAX) {
        return check_node_quota(usize::MAX);
    }
    if replicas.iter().any(|count| !(0..=REPLICAS_MAX).contains(count)) {
        let message = format!("a shard has 0 to {REPLICAS_MAX} replicas");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

fn check_node_quota(n_nodes: usize) -> Result<(), ToolError> {
    if n_nodes <= NODES_MAX {
        return Ok(());
    }
    let message = format!("a replication group has at most {NODES_MAX} nodes");
    Err(ToolError::new(ErrorCode::ResourceExhausted, message))
}

/// A new replication group without its members.
fn new_group(
    state: &Elasticache,
    args: &CreateReplicationGroup,
    is_clustered: bool,
    cx: &mut Context,
) -> Result<ReplicationGroup, ToolError> {
    let snapshot =
        snapshot_for(state, args.snapshot_name.as_deref(), args.snapshot_arns.as_deref())?;
    // Without an engine and without data of one, a group runs redis.
    let engine = args.engine.or_else(|| snapshot.is_none().then_some(Engine::Redis));
    let base = new_cache_base(
        state,
        engine,
        args.engine_version.as_deref(),
        args.cache_node_type.clone(),
        snapshot.as_deref(),
    )?;
    refuse_for_memcached(base.engine, "replication groups")?;
    let version = &base.engine_version;
    if let Some(name) = &args.cache_parameter_group_name {
        check_parameter_group(state, name, base.engine, version)?;
    }
    let vpc = vpc_of(state, args.cache_subnet_group_name.as_ref())?;
    let window = args.preferred_maintenance_window.clone();
    let window = window.unwrap_or_else(|| "sun:05:00-sun:06:00".to_owned());
    check_weekly_window(&window)?;
    let mut group = ReplicationGroup {
        replication_group_id: args.replication_group_id.clone(),
        replication_group_description: args.replication_group_description.clone(),
        status: CacheStatus::Available,
        engine: base.engine,
        engine_version: base.engine_version,
        cache_node_type: base.cache_node_type,
        cluster_enabled: is_clustered,
        automatic_failover_enabled: is_clustered,
        multi_az_enabled: false,
        cache_parameter_group_name: args.cache_parameter_group_name.clone(),
        cache_subnet_group_name: args.cache_subnet_group_name.clone(),
        security_group_ids: groups_in(state, &vpc, args.security_group_ids.clone())?,
        port: args.port.unwrap_or_else(|| usual_port(base.engine)),
        preferred_maintenance_window: window,
        notification_topic_arn: args.notification_topic_arn.clone(),
        notification_topic_status: TopicStatus::Active,
        auto_minor_version_upgrade: args.auto_minor_version_upgrade.unwrap_or(true),
        snapshot_retention_limit: args.snapshot_retention_limit.unwrap_or(0),
        snapshot_window: args.snapshot_window.clone(),
        transit_encryption_enabled: args.transit_encryption_enabled.unwrap_or(false),
        at_rest_encryption_enabled: args.at_rest_encryption_enabled.unwrap_or(false),
        kms_key_id: args.kms_key_id.clone(),
        auth_token_enabled: args.auth_token.is_some(),
        user_group_ids: args.user_group_ids.clone().unwrap_or_default(),
        log_delivery_configurations: Vec::new(),
        tags: read_tags(args.tags.as_ref())?,
        replication_group_create_time: cx.now(),
    };
    check_new_group_access(state, &group, args.auth_token.as_deref())?;
    let wishes = args.log_delivery_configurations.as_ref();
    change_log_delivery(state, &mut group.log_delivery_configurations, wishes)?;
    Ok(group)
}

/// Refuses passwords and users without encryption in transit, both of them together, and a key for
/// data that is not encrypted.
fn check_new_group_access(
    state: &Elasticache,
    group: &ReplicationGroup,
    auth_token: Option<&str>,
) -> Result<(), ToolError> {
    if let Some(token) = auth_token {
        check_auth_token(token)?;
    }
    let has_users = !group.user_group_ids.is_empty();
    if (auth_token.is_some() || has_users) && !group.transit_encryption_enabled {
        let message = "a password or users need `transit_encryption_enabled`";
        return Err(ToolError::invalid_argument(message));
    }
    if auth_token.is_some() && has_users {
        let message = "a group has a password or user groups, not both";
        return Err(ToolError::invalid_argument(message));
    }
    if group.kms_key_id.is_some() && !group.at_rest_encryption_enabled {
        let message = "`kms_key_id` needs `at_rest_encryption_enabled`";
        return Err(ToolError::invalid_argument(message));
    }
    check_user_groups(state, group.engine, &group.user_group_ids)
}

fn check_user_groups(
    state: &Elasticache,
    engine: Engine,
    ids: &[Key<UserGroup>],
) -> Result<(), ToolError> {
    for id in ids {
        if state.user_groups.find(id)?.engine != engine {
            let message = format!("the user group `{id}` is not for {}", engine.as_str());
            return Err(ToolError::invalid_argument(message));
        }
    }
    Ok(())
}

fn check_auth_token(token: &str) -> Result<(), ToolError> {
    let is_sound = (16..=128).contains(&token.chars().count())
        && token.chars().all(|letter| letter.is_ascii_graphic() && !"\"/@".contains(letter));
    if is_sound {
        return Ok(());
    }
    let message = "`auth_token` has 16 to 128 printable signs other than `\"`, `/` and `@`";
    Err(ToolError::invalid_argument(message))
}

/// What a new cache runs, and on which machines.
struct CacheBase {
    engine: Engine,
    engine_version: String,
    cache_node_type: String,
}

/// Settles what a new cache runs from what is wanted and from the snapshot that it is made from.
fn new_cache_base(
    state: &Elasticache,
    engine: Option<Engine>,
    version: Option<&str>,
    node_type: Option<String>,
    snapshot: Option<&Snapshot>,
) -> Result<CacheBase, ToolError> {
    let engine = engine.or_else(|| Some(snapshot?.engine));
    let engine = engine.ok_or_else(|| ToolError::invalid_argument("`engine` is needed"))?;
    let node_type = node_type.or_else(|| snapshot?.cache_node_type.clone());
    let cache_node_type =
        node_type.ok_or_else(|| ToolError::invalid_argument("`cache_node_type` is needed"))?;
    let engine_version = match snapshot {
        None => version_for(state, engine, version)?.engine_version.clone(),
        Some(snapshot) => {
            check_restores(engine, snapshot)?;
            let is_same = engine == snapshot.engine;
            let own = Some(snapshot.engine_version.as_str()).filter(|_| is_same);
            let chosen = version_for(state, engine, version.or(own))?;
            if is_same {
                let written_by = &snapshot.engine_version;
                check_upgrade(state, engine, written_by, &chosen.engine_version)?;
            }
            chosen.engine_version.clone()
        }
    };
    Ok(CacheBase { engine, engine_version, cache_node_type })
}

/// Adds a member to a shard of a replication group; the first is the primary.
fn add_member(
    state: &mut Elasticache,
    group: &ReplicationGroup,
    shard: &str,
    zone: &str,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let id = &group.replication_group_id;
    let members = shards_of(state, id).remove(shard).unwrap_or_default();
    let number = members
        .iter()
        .filter_map(|member| member.cache_cluster_id.as_str().rsplit('-').next()?.parse().ok())
        .fold(0, |greatest: i64, number| greatest.max(number));
    let number = number.saturating_add(1);
    let name = match group.cluster_enabled {
        true => format!("{id}-{shard}-{number:03}"),
        false => format!("{id}-{number:03}"),
    };
    let mut member = CacheCluster {
        cache_cluster_id: Key::new(name),
        cache_cluster_status: CacheStatus::Available,
        engine: group.engine,
        engine_version: String::new(),
        cache_node_type: String::new(),
        num_cache_nodes: 1,
        removed_node_ids: Vec::new(),
        availability_zones: vec![zone.to_owned()],
        replication_group_id: Some(id.clone()),
        node_group_id: Some(shard.to_owned()),
        is_primary: !members.iter().any(|member| member.is_primary),
        cache_parameter_group_name: None,
        cache_subnet_group_name: group.cache_subnet_group_name.clone(),
        security_group_ids: Vec::new(),
        port: group.port,
        preferred_maintenance_window: String::new(),
        notification_topic_arn: None,
        notification_topic_status: TopicStatus::Active,
        auto_minor_version_upgrade: true,
        snapshot_retention_limit: 0,
        snapshot_window: None,
        preferred_outpost_arn: None,
        log_delivery_configurations: Vec::new(),
        tags: Vec::new(),
        cache_cluster_create_time: cx.now(),
    };
    copy_settings(group, &mut member);
    state.cache_clusters.insert(member)?;
    Ok(())
}

/// Gives a member the settings that all members of a group share.
fn copy_settings(group: &ReplicationGroup, member: &mut CacheCluster) {
    member.engine_version = group.engine_version.clone();
    member.cache_node_type = group.cache_node_type.clone();
    member.cache_parameter_group_name = group.cache_parameter_group_name.clone();
    member.security_group_ids = group.security_group_ids.clone();
    member.preferred_maintenance_window = group.preferred_maintenance_window.clone();
    member.notification_topic_arn = group.notification_topic_arn.clone();
    member.notification_topic_status = group.notification_topic_status;
    member.auto_minor_version_upgrade = group.auto_minor_version_upgrade;
    member.snapshot_retention_limit = group.snapshot_retention_limit;
    member.snapshot_window = group.snapshot_window.clone();
    member.log_delivery_configurations = group.log_delivery_configurations.clone();
}

fn pass_on_settings(state: &mut Elasticache, group: &ReplicationGroup) -> Result<(), ToolError> {
    for member in shards_of(state, &group.replication_group_id).into_values().flatten() {
        state.cache_clusters.update(&member.cache_cluster_id, |member| {
            copy_settings(group, member);
            Ok(())
        })?;
    }
    Ok(())
}

/// How many shards a replication group is to have, and how many replicas they have.
struct Shape {
    count: i64,
    replicas: BTreeMap<String, i64>,
    /// How many replicas new shards get.
    new_replicas: i64,
    /// Where new members of a shard are to stand.
    zones: BTreeMap<String, Vec<String>>,
    /// Which shards go first when there are to be fewer.
    remove: Vec<String>,
}

fn shape_of(state: &Elasticache, group: &ReplicationGroup) -> Shape {
    let shards = shards_of(state, &group.replication_group_id);
    let replicas: BTreeMap<String, i64> = shards
        .iter()
        .map(|(name, members)| (name.clone(), number(members.len()).saturating_sub(1).max(0)))
        .collect();
    Shape {
        count: number(shards.len()),
        new_replicas: replicas.values().next().copied().unwrap_or(0),
        replicas,
        zones: BTreeMap::new(),
        remove: Vec::new(),
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Brings the members of a replication group into a shape.
fn reshape(
    state: &mut Elasticache,
    group: &ReplicationGroup,
    shape: Shape,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let id = &group.replication_group_id;
    if !group.cluster_enabled && shape.count > 1 {
        let message = format!("`{id}` is not in cluster mode, so it has one shard");
        return Err(ToolError::failed_precondition(message));
    }
    let wanted: Vec<i64> = shape.replicas.values().copied().collect();
    check_shape(shape.count, &wanted)?;
    check_shape(1, &[shape.new_replicas])?;
    let old: Vec<String> = shards_of(state, id).into_keys().collect();
    let kept = kept_shards(&old, &shape)?;
    if let Some(name) =
        shape.replicas.keys().find(|name| !kept.contains(name) && !old.contains(name))
    {
        return Err(ToolError::not_found(format!("`{id}` has no shard `{name}`")));
    }
    let replicas_of =
        |name: &String| shape.replicas.get(name).copied().unwrap_or(shape.new_replicas);
    let lacks_replicas = kept.iter().any(|name| replicas_of(name) == 0);
    let needs_replicas =
        group.multi_az_enabled || group.automatic_failover_enabled && !group.cluster_enabled;
    if lacks_replicas && needs_replicas {
        let message = format!("`{id}` fails over, so every shard keeps a replica");
        return Err(ToolError::failed_precondition(message));
    }
    let n_nodes = kept.iter().fold(0, |sum: i64, name| sum.saturating_add(1 + replicas_of(name)));
    check_node_quota(usize::try_from(n_nodes).unwrap_or(usize::MAX))?;
    let home = home_zones(state, group.cache_subnet_group_name.as_ref())?;
    for (name, members) in shards_of(state, id) {
        if !kept.contains(&name) {
            for member in members {
                state.delete::<CacheCluster>(&member.cache_cluster_id)?;
            }
        }
    }
    for name in &kept {
        let wanted = shape.zones.get(name).cloned().unwrap_or_default();
        resize_shard(state, group, name, &member_zones(&wanted, &home, replicas_of(name)), cx)?;
    }
    Ok(())
}

/// The shards that there are after a change of their number.
fn kept_shards(old: &[String], shape: &Shape) -> Result<Vec<String>, ToolError> {
    let count = usize::try_from(shape.count).unwrap_or(0);
    let mut kept = old.to_vec();
    if let Some(name) = shape.remove.iter().find(|name| !old.contains(name)) {
        return Err(ToolError::not_found(format!("there is no shard `{name}`")));
    }
    if !shape.remove.is_empty() {
        kept.retain(|name| !shape.remove.contains(name));
        if kept.len() != count {
            let message = "as many shards have to be named as are to be removed";
            return Err(ToolError::invalid_argument(message));
        }
    }
    kept.truncate(count);
    let greatest = old.iter().filter_map(|name| name.parse().ok()).fold(0, i64::max);
    let missing = shape.count.saturating_sub(number(kept.len()));
    kept.extend((1..=missing).map(|step| shard_name(greatest.saturating_add(step))));
    Ok(kept)
}

/// Gives a shard as many members as there are zones for them. Replicas that are too many go, the
/// last ones first.
fn resize_shard(
    state: &mut Elasticache,
    group: &ReplicationGroup,
    shard: &str,
    zones: &[String],
    cx: &mut Context,
) -> Result<(), ToolError> {
    let mut members =
        shards_of(state, &group.replication_group_id).remove(shard).unwrap_or_default();
    for zone in zones.iter().skip(members.len()) {
        add_member(state, group, shard, zone, cx)?;
    }
    members.sort_by_key(|member| !member.is_primary);
    for member in members.iter().skip(zones.len()) {
        state.delete::<CacheCluster>(&member.cache_cluster_id)?;
    }
    Ok(())
}

/// Changes the number of shards or of their replicas, where a call asks for that.
fn change_shape_by(
    state: &mut Elasticache,
    group: &ReplicationGroup,
    args: &ModifyReplicationGroup,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let remove = args.preferred_node_groups_to_remove.clone().unwrap_or_default();
    if args.num_node_groups.is_none() && args.replicas_per_node_group.is_none() {
        return match remove.is_empty() {
            true => Ok(()),
            false => Err(ToolError::invalid_argument("`num_node_groups` is needed")),
        };
    }
    let mut shape = shape_of(state, group);
    shape.count = args.num_node_groups.unwrap_or(shape.count);
    if let Some(replicas) = args.replicas_per_node_group {
        shape.replicas.values_mut().for_each(|count| *count = replicas);
        shape.new_replicas = replicas;
    }
    shape.remove = remove.into_iter().map(shard_name).collect();
    reshape(state, group, shape, cx)
}

fn check_asks_for_something(args: &ModifyReplicationGroup) -> Result<(), ToolError> {
    refuse_unless_asked(&[
        args.auto_minor_version_upgrade.is_some(),
        args.automatic_failover_enabled.is_some(),
        args.cache_node_type.is_some(),
        args.cache_parameter_group_name.is_some(),
        args.engine_version.is_some(),
        args.log_delivery_configurations.is_some(),
        args.maintenance_window.is_some(),
        args.multi_az_enabled.is_some(),
        args.notification_topic_arn.is_some(),
        args.notification_topic_status.is_some(),
        args.num_node_groups.is_some(),
        args.preferred_node_groups_to_remove.is_some(),
        args.primary_cluster_id.is_some(),
        args.replicas_per_node_group.is_some(),
        args.replication_group_description.is_some(),
        args.security_group_ids.is_some(),
        args.snapshot_retention_limit.is_some(),
        args.snapshot_window.is_some(),
        args.user_group_ids_to_add.is_some(),
        args.user_group_ids_to_remove.is_some(),
        args.remove_user_groups == Some(true),
        args.auth_token.is_some(),
        args.auth_token_update_strategy.is_some(),
    ])
}

/// Changes what a replication group runs and on which machines, now or later.
fn change_group_capacity(
    state: &mut Elasticache,
    group: &mut ReplicationGroup,
    args: &ModifyReplicationGroup,
) -> Result<(), ToolError> {
    if let Some(version) = &args.engine_version {
        check_upgrade(state, group.engine, &group.engine_version, version)?;
    }
    if args.engine_version.is_none() && args.cache_node_type.is_none() {
        return Ok(());
    }
    let id = &group.replication_group_id;
    let mut pending = match state.pending_group_changes.get(id) {
        Some(pending) => pending.clone(),
        None => PendingGroupChange {
            replication_group_id: id.clone(),
            engine_version: None,
            cache_node_type: None,
        },
    };
    let is_now = args.apply_immediately == Some(true);
    settle_or_hold(
        &args.engine_version,
        is_now,
        &mut group.engine_version,
        &mut pending.engine_version,
    );
    settle_or_hold(
        &args.cache_node_type,
        is_now,
        &mut group.cache_node_type,
        &mut pending.cache_node_type,
    );
    let is_empty = pending.engine_version.is_none() && pending.cache_node_type.is_none();
    if !is_empty {
        state.pending_group_changes.put(pending);
    } else if state.pending_group_changes.contains(id) {
        state.pending_group_changes.remove(id)?;
    }
    Ok(())
}

/// Puts a wanted value where it belongs: into force, which ends what is pending, or among the
/// pending changes.
fn settle_or_hold(
    wanted: &Option<String>,
    is_now: bool,
    current: &mut String,
    pending: &mut Option<String>,
) {
    match wanted {
        None => {}
        Some(value) if is_now => {
            *current = value.clone();
            *pending = None;
        }
        Some(value) => *pending = Some(value.clone()),
    }
}

fn change_group_network(
    state: &Elasticache,
    group: &mut ReplicationGroup,
    args: &mut ModifyReplicationGroup,
) -> Result<(), ToolError> {
    if let Some(name) = args.cache_parameter_group_name.take() {
        check_parameter_group(state, &name, group.engine, &group.engine_version)?;
        group.cache_parameter_group_name = Some(name);
    }
    if let Some(ids) = args.security_group_ids.take() {
        let vpc = vpc_of(state, group.cache_subnet_group_name.as_ref())?;
        group.security_group_ids = groups_in(state, &vpc, Some(ids))?;
    }
    Ok(())
}

/// Changes who may log in: everyone with the password, or the users of groups.
fn change_group_access(
    state: &Elasticache,
    group: &mut ReplicationGroup,
    args: &ModifyReplicationGroup,
) -> Result<(), ToolError> {
    let added = args.user_group_ids_to_add.clone().unwrap_or_default();
    if (args.auth_token.is_some() || !added.is_empty()) && !group.transit_encryption_enabled {
        let message = "a password or users need encryption in transit, which the group lacks";
        return Err(ToolError::failed_precondition(message));
    }
    match (&args.auth_token, args.auth_token_update_strategy) {
        (Some(token), None | Some(AuthTokenStrategy::Set | AuthTokenStrategy::Rotate)) => {
            check_auth_token(token)?;
            group.auth_token_enabled = true;
        }
        (None, Some(AuthTokenStrategy::Delete)) => group.auth_token_enabled = false,
        (None, None) => {}
        _ => {
            let message = "SET and ROTATE come with `auth_token`, DELETE without it";
            return Err(ToolError::invalid_argument(message));
        }
    }
    if args.remove_user_groups == Some(true) {
        group.user_group_ids.clear();
    }
    for id in args.user_group_ids_to_remove.iter().flatten() {
        if !group.user_group_ids.contains(id) {
            let message = format!("the user group `{id}` is not associated");
            return Err(ToolError::invalid_argument(message));
        }
        group.user_group_ids.retain(|other| other != id);
    }
    check_user_groups(state, group.engine, &added)?;
    for id in added {
        if !group.user_group_ids.contains(&id) {
            group.user_group_ids.push(id);
        }
    }
    let is_asked = args.auth_token.is_some() || args.user_group_ids_to_add.is_some();
    if is_asked && group.auth_token_enabled && !group.user_group_ids.is_empty() {
        let message = "a group has a password or user groups, not both";
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

fn change_group_upkeep(
    group: &mut ReplicationGroup,
    args: &mut ModifyReplicationGroup,
) -> Result<(), ToolError> {
    if let Some(text) = args.replication_group_description.take() {
        group.replication_group_description = text;
    }
    if let Some(window) = args.maintenance_window.take() {
        check_weekly_window(&window)?;
        group.preferred_maintenance_window = window;
    }
    group.notification_topic_arn =
        args.notification_topic_arn.take().or(group.notification_topic_arn.take());
    group.notification_topic_status =
        args.notification_topic_status.unwrap_or(group.notification_topic_status);
    group.auto_minor_version_upgrade =
        args.auto_minor_version_upgrade.unwrap_or(group.auto_minor_version_upgrade);
    group.snapshot_retention_limit =
        args.snapshot_retention_limit.unwrap_or(group.snapshot_retention_limit);
    group.snapshot_window = args.snapshot_window.take().or(group.snapshot_window.take());
    Ok(())
}

/// Changes whether a replica takes over when a primary fails. Multi-AZ rests on that.
fn change_failover(
    state: &Elasticache,
    group: &mut ReplicationGroup,
    args: &ModifyReplicationGroup,
) -> Result<(), ToolError> {
    let refuse = |message: &str| Err(ToolError::failed_precondition(message));
    let shards = shards_of(state, &group.replication_group_id);
    let has_replicas = !shards.is_empty() && shards.values().all(|members| members.len() > 1);
    match args.automatic_failover_enabled {
        Some(true) if !has_replicas && args.replicas_per_node_group.is_none_or(|n| n < 1) => {
            return refuse("a shard without a replica cannot fail over");
        }
        Some(false) if group.cluster_enabled => {
            return refuse("a group in cluster mode always fails over");
        }
        wanted => {
            group.automatic_failover_enabled = wanted.unwrap_or(group.automatic_failover_enabled);
        }
    }
    let was_multi_az = group.multi_az_enabled;
    group.multi_az_enabled = args.multi_az_enabled.unwrap_or(was_multi_az);
    let is_asked = args.multi_az_enabled == Some(true) || args.automatic_failover_enabled.is_some();
    if is_asked && group.multi_az_enabled && !group.automatic_failover_enabled {
        return refuse("Multi-AZ needs automatic failover");
    }
    Ok(())
}

fn check_has_shard(
    state: &Elasticache,
    id: &Key<ReplicationGroup>,
    shard: &str,
) -> Result<(), ToolError> {
    if shards_of(state, id).contains_key(shard) {
        return Ok(());
    }
    Err(ToolError::not_found(format!("`{id}` has no shard `{shard}`")))
}

/// Makes a replica the primary of its shard, which the caller may name, too.
fn promote(
    state: &mut Elasticache,
    group: &ReplicationGroup,
    primary: &str,
    shard: Option<&str>,
) -> Result<(), ToolError> {
    if group.automatic_failover_enabled {
        let message = "while automatic failover is on, no replica can be made the primary";
        return Err(ToolError::failed_precondition(message));
    }
    let chosen = state.cache_clusters.find(primary)?;
    if chosen.replication_group_id.as_ref() != Some(&group.replication_group_id) {
        let message = format!("`{primary}` is no member of `{}`", group.replication_group_id);
        return Err(ToolError::invalid_argument(message));
    }
    if shard.is_some_and(|shard| chosen.node_group_id.as_deref() != Some(shard)) {
        let message = format!("`{primary}` is not in that shard");
        return Err(ToolError::invalid_argument(message));
    }
    for member in shards_of(state, &group.replication_group_id).into_values().flatten() {
        if member.node_group_id == chosen.node_group_id {
            let is_primary = member.cache_cluster_id == chosen.cache_cluster_id;
            state.cache_clusters.update(&member.cache_cluster_id, |member| {
                member.is_primary = is_primary;
                Ok(())
            })?;
        }
    }
    Ok(())
}

/// Takes the primary out of a replication group, so that it stays when the group goes.
fn release_primary(state: &mut Elasticache, id: &Key<ReplicationGroup>) -> Result<(), ToolError> {
    let mut members = shards_of(state, id).into_values().flatten();
    let Some(primary) = members.find(|member| member.is_primary) else {
        let message = format!("`{id}` has no primary");
        return Err(ToolError::failed_precondition(message));
    };
    state.cache_clusters.update(&primary.cache_cluster_id, |cluster| {
        cluster.replication_group_id = None;
        cluster.node_group_id = None;
        cluster.is_primary = false;
        Ok(())
    })?;
    Ok(())
}

/// A new cluster that is in no replication group.
fn new_cluster(
    state: &Elasticache,
    args: CreateCacheCluster,
    cx: &mut Context,
) -> Result<CacheCluster, ToolError> {
    let snapshot =
        snapshot_for(state, args.snapshot_name.as_deref(), args.snapshot_arns.as_deref())?;
    let version = args.engine_version.as_deref();
    let base =
        new_cache_base(state, args.engine, version, args.cache_node_type, snapshot.as_deref())?;
    if args.auth_token.is_some() {
        let message = "a password needs encryption in transit, which only replication groups have";
        return Err(ToolError::invalid_argument(message));
    }
    if base.engine == Engine::Memcached {
        let retention = args.snapshot_retention_limit.unwrap_or(0);
        let wants_copies = retention > 0 || args.snapshot_window.is_some();
        if wants_copies || args.snapshot_arns.is_some() {
            refuse_for_memcached(base.engine, "snapshots")?;
        }
        if args.log_delivery_configurations.is_some() {
            refuse_for_memcached(base.engine, "log delivery")?;
        }
    }
    let num_cache_nodes = args.num_cache_nodes.unwrap_or(1);
    check_node_count(base.engine, num_cache_nodes)?;
    if let Some(name) = &args.cache_parameter_group_name {
        check_parameter_group(state, name, base.engine, &base.engine_version)?;
    }
    let zones = match (args.preferred_availability_zone, args.preferred_availability_zones) {
        (Some(_), Some(_)) => {
            let message = "zones are given as one or as a list, not as both";
            return Err(ToolError::invalid_argument(message));
        }
        (Some(zone), None) => vec![zone],
        (None, Some(zones)) if number(zones.len()) != num_cache_nodes => {
            let message = "`preferred_availability_zones` has one zone for each node";
            return Err(ToolError::invalid_argument(message));
        }
        (None, Some(zones)) => zones,
        (None, None) => {
            let home = home_zones(state, args.cache_subnet_group_name.as_ref())?;
            home.into_iter().take(1).collect()
        }
    };
    check_zones(state, &zones)?;
    let mut outposts = args.preferred_outpost_arns.unwrap_or_default();
    outposts.extend(args.preferred_outpost_arn);
    check_outposts(args.outpost_mode, &outposts)?;
    let vpc = vpc_of(state, args.cache_subnet_group_name.as_ref())?;
    let window = args.preferred_maintenance_window;
    let window = window.unwrap_or_else(|| "sun:05:00-sun:06:00".to_owned());
    check_weekly_window(&window)?;
    let mut deliveries = Vec::new();
    change_log_delivery(state, &mut deliveries, args.log_delivery_configurations.as_ref())?;
    Ok(CacheCluster {
        cache_cluster_id: args.cache_cluster_id,
        cache_cluster_status: CacheStatus::Available,
        engine: base.engine,
        engine_version: base.engine_version,
        cache_node_type: base.cache_node_type,
        num_cache_nodes,
        removed_node_ids: Vec::new(),
        availability_zones: zones,
        replication_group_id: None,
        node_group_id: None,
        is_primary: false,
        cache_parameter_group_name: args.cache_parameter_group_name,
        cache_subnet_group_name: args.cache_subnet_group_name,
        security_group_ids: groups_in(state, &vpc, args.security_group_ids)?,
        port: args.port.unwrap_or_else(|| usual_port(base.engine)),
        preferred_maintenance_window: window,
        notification_topic_arn: args.notification_topic_arn,
        notification_topic_status: TopicStatus::Active,
        auto_minor_version_upgrade: args.auto_minor_version_upgrade.unwrap_or(true),
        snapshot_retention_limit: args.snapshot_retention_limit.unwrap_or(0),
        snapshot_window: args.snapshot_window,
        preferred_outpost_arn: outposts.pop(),
        log_delivery_configurations: deliveries,
        tags: read_tags(args.tags.as_ref())?,
        cache_cluster_create_time: cx.now(),
    })
}

fn check_node_count(engine: Engine, count: i64) -> Result<(), ToolError> {
    if engine != Engine::Memcached && count != 1 {
        let message = format!("a cluster of {} has one node", engine.as_str());
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

fn check_outposts(mode: Option<OutpostMode>, arns: &[String]) -> Result<(), ToolError> {
    match mode {
        Some(OutpostMode::CrossOutpost) => {
            Err(ToolError::invalid_argument("nodes cannot be spread over Outposts"))
        }
        Some(OutpostMode::SingleOutpost) if arns.len() != 1 => {
            Err(ToolError::invalid_argument("`single-outpost` comes with the ARN of the Outpost"))
        }
        None if !arns.is_empty() => Err(ToolError::invalid_argument("`outpost_mode` is needed")),
        _ => Ok(()),
    }
}

/// Refuses calls that change nothing, set a password, or change on a member what its replication
/// group decides.
fn check_changes_cluster(
    cluster: &CacheCluster,
    args: &ModifyCacheCluster,
) -> Result<(), ToolError> {
    let of_group = [
        args.num_cache_nodes.is_some(),
        args.engine_version.is_some(),
        args.cache_node_type.is_some(),
        args.cache_parameter_group_name.is_some(),
        args.security_group_ids.is_some(),
    ];
    let others = [
        args.cache_node_ids_to_remove.is_some(),
        args.az_mode.is_some(),
        args.new_availability_zones.is_some(),
        args.preferred_maintenance_window.is_some(),
        args.notification_topic_arn.is_some(),
        args.notification_topic_status.is_some(),
        args.auto_minor_version_upgrade.is_some(),
        args.snapshot_retention_limit.is_some(),
        args.snapshot_window.is_some(),
        args.log_delivery_configurations.is_some(),
        args.scale_config.is_some(),
        args.auth_token.is_some(),
        args.auth_token_update_strategy.is_some(),
    ];
    refuse_unless_asked(&[of_group.as_slice(), others.as_slice()].concat())?;
    if args.auth_token.is_some() || args.auth_token_update_strategy.is_some() {
        let message = "a cluster has no password; that of a replication group is changed there";
        return Err(ToolError::failed_precondition(message));
    }
    match &cluster.replication_group_id {
        Some(group) if of_group.contains(&true) => {
            let message = format!("this is decided for all members of `{group}`: change the group");
            Err(ToolError::failed_precondition(message))
        }
        _ => Ok(()),
    }
}

/// Changes the nodes of a cluster, their number, type and version, now or later.
fn change_cluster_capacity(
    state: &mut Elasticache,
    cluster: &mut CacheCluster,
    args: &ModifyCacheCluster,
) -> Result<(), ToolError> {
    check_node_changes(state, cluster, args)?;
    check_scale_config(args)?;
    if let Some(version) = &args.engine_version {
        check_upgrade(state, cluster.engine, &cluster.engine_version, version)?;
    }
    let id = cluster.cache_cluster_id.clone();
    let mut pending = match state.pending_cluster_changes.get(&id) {
        Some(pending) => pending.clone(),
        None => PendingClusterChange {
            cache_cluster_id: id.clone(),
            num_cache_nodes: None,
            cache_node_ids_to_remove: Vec::new(),
            availability_zones: Vec::new(),
            engine_version: None,
            cache_node_type: None,
        },
    };
    let is_now = args.apply_immediately == Some(true);
    settle_or_hold(
        &args.engine_version,
        is_now,
        &mut cluster.engine_version,
        &mut pending.engine_version,
    );
    settle_or_hold(
        &args.cache_node_type,
        is_now,
        &mut cluster.cache_node_type,
        &mut pending.cache_node_type,
    );
    if let Some(count) = args.num_cache_nodes {
        let removed = args.cache_node_ids_to_remove.clone().unwrap_or_default();
        let zones = args.new_availability_zones.clone().unwrap_or_default();
        let waits = !is_now && count != cluster.num_cache_nodes;
        if !waits {
            set_node_count(cluster, count, &removed, &zones);
        }
        pending.num_cache_nodes = waits.then_some(count);
        pending.cache_node_ids_to_remove = if waits { removed } else { Vec::new() };
        pending.availability_zones = if waits { zones } else { Vec::new() };
    }
    let is_empty = pending.num_cache_nodes.is_none()
        && pending.engine_version.is_none()
        && pending.cache_node_type.is_none();
    if !is_empty {
        state.pending_cluster_changes.put(pending);
    } else if state.pending_cluster_changes.contains(&id) {
        state.pending_cluster_changes.remove(&id)?;
    }
    Ok(())
}

/// Refuses numbers, nodes and zones that do not fit each other.
fn check_node_changes(
    state: &Elasticache,
    cluster: &CacheCluster,
    args: &ModifyCacheCluster,
) -> Result<(), ToolError> {
    let refuse = |message: &str| Err(ToolError::invalid_argument(message));
    if let Some(count) = args.num_cache_nodes {
        check_node_count(cluster.engine, count)?;
    }
    let count = args.num_cache_nodes.unwrap_or(cluster.num_cache_nodes);
    let removed = args.cache_node_ids_to_remove.as_deref().unwrap_or_default();
    let zones = args.new_availability_zones.as_deref().unwrap_or_default();
    let n_fewer = cluster.num_cache_nodes.saturating_sub(count).max(0);
    let n_more = count.saturating_sub(cluster.num_cache_nodes).max(0);
    let distinct: BTreeSet<&String> = removed.iter().collect();
    let ids = node_ids(cluster);
    if distinct.len() < removed.len() || removed.iter().any(|id| !ids.contains(id)) {
        return refuse("`cache_node_ids_to_remove` names nodes of the cluster, each once");
    }
    if number(removed.len()) != n_fewer {
        return refuse("as many nodes have to be named as are to be removed");
    }
    if !zones.is_empty() && number(zones.len()) != n_more {
        return refuse("`new_availability_zones` has one zone for each new node");
    }
    check_zones(state, zones)?;
    let Some(mode) = args.az_mode else { return Ok(()) };
    if cluster.engine != Engine::Memcached {
        return refuse("`az_mode` is for memcached");
    }
    let all: BTreeSet<String> = node_zones(cluster).into_iter().chain(zones.to_vec()).collect();
    match mode {
        AzMode::CrossAz if count < 2 => refuse("one node cannot be in several zones"),
        AzMode::SingleAz if all.len() > 1 => refuse("the nodes are in several zones already"),
        _ => Ok(()),
    }
}

/// Adds nodes at the end, in the zones that are given or in turn, or takes nodes out.
fn set_node_count(cluster: &mut CacheCluster, count: i64, removed: &[String], zones: &[String]) {
    let ids = node_ids(cluster);
    let kept = ids.iter().zip(node_zones(cluster)).filter(|(id, _)| !removed.contains(id));
    let mut places: Vec<String> = kept.map(|(_, zone)| zone).collect();
    let usual = cluster.availability_zones.clone();
    let new = if zones.is_empty() { &usual } else { zones };
    let n_missing = usize::try_from(count).unwrap_or(0).saturating_sub(places.len());
    places.extend(new.iter().cycle().take(n_missing).cloned());
    cluster.availability_zones = places;
    cluster.removed_node_ids.extend(removed.iter().cloned());
    cluster.num_cache_nodes = count;
}

/// Scaling step by step goes with another node type, and in steps of a share and a time.
fn check_scale_config(args: &ModifyCacheCluster) -> Result<(), ToolError> {
    let Some(value) = &args.scale_config else { return Ok(()) };
    let config = match &value.0 {
        serde_json::Value::Object(_) => value.0.clone(),
        serde_json::Value::String(text) => members_of("scale_config", text, 0)?,
        _ => return Err(unreadable("scale_config")),
    };
    if !(1..=100).contains(&number_at(&config, "ScalePercentage")?) {
        return Err(ToolError::invalid_argument("`ScalePercentage` is from 1 to 100"));
    }
    if number_at(&config, "ScaleIntervalMinutes")? < 1 {
        return Err(ToolError::invalid_argument("`ScaleIntervalMinutes` is at least 1"));
    }
    if args.cache_node_type.is_none() {
        return Err(ToolError::invalid_argument("`scale_config` needs `cache_node_type`"));
    }
    Ok(())
}

fn change_cluster_network(
    state: &Elasticache,
    cluster: &mut CacheCluster,
    args: &mut ModifyCacheCluster,
) -> Result<(), ToolError> {
    if let Some(name) = args.cache_parameter_group_name.take() {
        check_parameter_group(state, &name, cluster.engine, &cluster.engine_version)?;
        cluster.cache_parameter_group_name = Some(name);
    }
    if let Some(ids) = args.security_group_ids.take() {
        let vpc = vpc_of(state, cluster.cache_subnet_group_name.as_ref())?;
        cluster.security_group_ids = groups_in(state, &vpc, Some(ids))?;
    }
    Ok(())
}

fn change_cluster_upkeep(
    cluster: &mut CacheCluster,
    args: &mut ModifyCacheCluster,
) -> Result<(), ToolError> {
    if args.snapshot_retention_limit.is_some() || args.snapshot_window.is_some() {
        refuse_for_memcached(cluster.engine, "snapshots")?;
    }
    if let Some(window) = args.preferred_maintenance_window.take() {
        check_weekly_window(&window)?;
        cluster.preferred_maintenance_window = window;
    }
    cluster.notification_topic_arn =
        args.notification_topic_arn.take().or(cluster.notification_topic_arn.take());
    cluster.notification_topic_status =
        args.notification_topic_status.unwrap_or(cluster.notification_topic_status);
    cluster.auto_minor_version_upgrade =
        args.auto_minor_version_upgrade.unwrap_or(cluster.auto_minor_version_upgrade);
    cluster.snapshot_retention_limit =
        args.snapshot_retention_limit.unwrap_or(cluster.snapshot_retention_limit);
    cluster.snapshot_window = args.snapshot_window.take().or(cluster.snapshot_window.take());
    Ok(())
}

/// Refuses to delete a member that its replication group needs.
fn check_can_leave_group(state: &Elasticache, cluster: &CacheCluster) -> Result<(), ToolError> {
    let Some(id) = &cluster.replication_group_id else { return Ok(()) };
    let group = state.replication_groups.find(id)?;
    let fails_over = group.automatic_failover_enabled || group.multi_az_enabled;
    let why = match () {
        () if cluster.is_primary => "it is the primary",
        () if group.cluster_enabled => "the group is in cluster mode: change its shards",
        () if fails_over => "the group fails over",
        () => return Ok(()),
    };
    let message = format!("`{}` stays in `{id}`: {why}", cluster.cache_cluster_id);
    Err(ToolError::failed_precondition(message))
}

fn new_serverless(
    state: &Elasticache,
    args: CreateServerlessCache,
    cx: &mut Context,
) -> Result<ServerlessCache, ToolError> {
    let engine = args.engine;
    let snapshot = snapshot_for(state, None, args.snapshot_arns_to_restore.as_deref())?;
    if let Some(snapshot) = &snapshot {
        check_restores(engine, snapshot)?;
    }
    let written_by = snapshot.as_ref().filter(|snapshot| snapshot.engine == engine);
    let major = match (args.major_engine_version, written_by) {
        (Some(major), _) => major,
        (None, Some(snapshot)) => major_of(engine, &snapshot.engine_version),
        (None, None) => major_of(engine, &version_for(state, engine, None)?.engine_version),
    };
    let current = written_by.map(|snapshot| major_of(engine, &snapshot.engine_version));
    check_major(state, engine, current.as_deref(), &major)?;
    check_limits(args.cache_usage_limits.as_ref())?;
    if let Some(id) = &args.user_group_id {
        check_user_groups(state, engine, std::slice::from_ref(id))?;
    }
    let subnet_ids = serverless_subnets(state, args.subnet_ids.unwrap_or_default())?;
    let vpc = match subnet_ids.first() {
        Some(subnet) => vpc_of_subnet(state, subnet)?,
        None => default_vpc(state)?,
    };
    Ok(ServerlessCache {
        serverless_cache_name: args.serverless_cache_name,
        description: args.description,
        status: ServerlessStatus::Available,
        engine,
        major_engine_version: major,
        kms_key_id: args.kms_key_id,
        security_group_ids: groups_in(state, &vpc, args.security_group_ids)?,
        subnet_ids,
        associated_user_group: args.user_group_id,
        cache_usage_limits: args.cache_usage_limits,
        snapshot_retention_limit: args.snapshot_retention_limit.unwrap_or(0),
        daily_snapshot_time: args.daily_snapshot_time,
        tags: read_tags(args.tags.as_ref())?,
        create_time: cx.now(),
    })
}

/// Refuses a major version that does not exist or that is a step back.
fn check_major(
    state: &Elasticache,
    engine: Engine,
    current: Option<&str>,
    wanted: &str,
) -> Result<(), ToolError> {
    let exists = state.engine_versions.first(&|version| {
        version.engine == engine && major_of(engine, &version.engine_version) == wanted
    });
    if exists.is_none() {
        let message = format!("there is no version {wanted} of {}", engine.as_str());
        return Err(ToolError::invalid_argument(message));
    }
    match current {
        Some(current) if numbers_of(wanted) < numbers_of(current) => {
            let message = format!("a cache of version {current} cannot go back to {wanted}");
            Err(ToolError::invalid_argument(message))
        }
        _ => Ok(()),
    }
}

fn check_limits(limits: Option<&CacheUsageLimits>) -> Result<(), ToolError> {
    let Some(limits) = limits else { return Ok(()) };
    let (storage, work) = (&limits.data_storage, &limits.ecpu_per_second);
    if storage.minimum > storage.maximum || work.minimum > work.maximum {
        return Err(ToolError::invalid_argument("a minimum is above its maximum"));
    }
    Ok(())
}

/// The subnets that are wanted, each in its own zone of one network; else those of the default
/// network.
fn serverless_subnets(
    state: &Elasticache,
    wanted: Vec<Key<Subnet>>,
) -> Result<Vec<Key<Subnet>>, ToolError> {
    const SUBNETS_MAX: usize = 3;
    if wanted.is_empty() {
        let vpc = default_vpc(state)?;
        let own = state.subnets.select(&|subnet| subnet.vpc_id == vpc);
        return Ok(own.iter().take(SUBNETS_MAX).map(|subnet| subnet.subnet_id.clone()).collect());
    }
    let (mut networks, mut zones) = (BTreeSet::new(), BTreeSet::new());
    for id in &wanted {
        let subnet = state.subnets.find(id)?;
        networks.insert(subnet.vpc_id.clone());
        zones.insert(subnet.availability_zone.clone());
    }
    if networks.len() > 1 || zones.len() < wanted.len() {
        let message = "subnets are in one network, and each in a zone of its own";
        return Err(ToolError::invalid_argument(message));
    }
    Ok(wanted)
}

fn change_serverless(
    state: &Elasticache,
    cache: &mut ServerlessCache,
    args: ModifyServerlessCache,
) -> Result<(), ToolError> {
    let removes_users = args.remove_user_group == Some(true);
    refuse_unless_asked(&[
        args.description.is_some(),
        args.major_engine_version.is_some(),
        args.snapshot_retention_limit.is_some(),
        args.daily_snapshot_time.is_some(),
        args.cache_usage_limits.is_some(),
        removes_users,
        args.user_group_id.is_some(),
        args.security_group_ids.is_some(),
    ])?;
    if removes_users && args.user_group_id.is_some() {
        let message = "a user group is associated or removed, not both";
        return Err(ToolError::invalid_argument(message));
    }
    if let Some(major) = args.major_engine_version {
        check_major(state, cache.engine, Some(&cache.major_engine_version), &major)?;
        cache.major_engine_version = major;
    }
    check_limits(args.cache_usage_limits.as_ref())?;
    if let Some(id) = &args.user_group_id {
        check_user_groups(state, cache.engine, std::slice::from_ref(id))?;
    }
    if let Some(ids) = args.security_group_ids {
        let vpc = match cache.subnet_ids.first() {
            Some(subnet) => vpc_of_subnet(state, subnet)?,
            None => default_vpc(state)?,
        };
        cache.security_group_ids = groups_in(state, &vpc, Some(ids))?;
    }
    let users = args.user_group_id.or(cache.associated_user_group.take());
    cache.associated_user_group = users.filter(|_| !removes_users);
    cache.description = args.description.or(cache.description.take());
    cache.cache_usage_limits = args.cache_usage_limits.or(cache.cache_usage_limits.take());
    cache.snapshot_retention_limit =
        args.snapshot_retention_limit.unwrap_or(cache.snapshot_retention_limit);
    cache.daily_snapshot_time = args.daily_snapshot_time.or(cache.daily_snapshot_time.take());
    Ok(())
}

/// A cache that a service update is about.
enum UpdateTarget {
    Group(String),
    Cluster(String),
}

fn update_targets(
    groups: Option<Vec<String>>,
    clusters: Option<Vec<String>>,
) -> Result<Vec<UpdateTarget>, ToolError> {
    let groups = groups.unwrap_or_default().into_iter().map(UpdateTarget::Group);
    let clusters = clusters.unwrap_or_default().into_iter().map(UpdateTarget::Cluster);
    let targets: Vec<UpdateTarget> = groups.chain(clusters).collect();
    if targets.is_empty() || targets.len() > TARGETS_MAX {
        let message = format!("1 to {TARGETS_MAX} replication groups or clusters must be named");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(targets)
}

/// What a call does to update actions.
struct UpdateChange<'a> {
    action: Action,
    from: &'a [UpdateActionStatus],
    to: UpdateActionStatus,
    message: &'a str,
}

fn change_update_actions(
    state: &mut Elasticache,
    update: &ServiceUpdate,
    targets: Vec<UpdateTarget>,
    change: &UpdateChange<'_>,
    cx: &mut Context,
) -> Result<UpdateActionResults, ToolError> {
    let mut results = UpdateActionResults {
        processed_update_actions: Vec::new(),
        unprocessed_update_actions: Vec::new(),
    };
    for target in targets {
        let (group, cluster) = match &target {
            UpdateTarget::Group(id) => (Some(id.clone()), None),
            UpdateTarget::Cluster(id) => (None, Some(id.clone())),
        };
        match change_update_action(state, update, &target, change, cx)? {
            Ok(()) => results.processed_update_actions.push(ProcessedAction {
                service_update_name: update.service_update_name.clone(),
                replication_group_id: group,
                cache_cluster_id: cluster,
                update_action_status: change.to,
            }),
            Err((error_type, error_message)) => {
                results.unprocessed_update_actions.push(UnprocessedAction {
                    service_update_name: update.service_update_name.clone(),
                    replication_group_id: group,
                    cache_cluster_id: cluster,
                    error_type: error_type.to_owned(),
                    error_message,
                });
            }
        }
    }
    Ok(results)
}

/// Changes one update action; what stands in its way does not fail the call.
fn change_update_action(
    state: &mut Elasticache,
    update: &ServiceUpdate,
    target: &UpdateTarget,
    change: &UpdateChange<'_>,
    cx: &mut Context,
) -> Result<Result<(), (&'static str, String)>, ToolError> {
    let (source, id, engine) = match target {
        UpdateTarget::Group(id) => {
            let engine = state.replication_groups.get(id).map(|group| group.engine);
            (SourceType::ReplicationGroup, id, engine)
        }
        UpdateTarget::Cluster(id) => {
            let engine = state.cache_clusters.get(id).map(|cluster| cluster.engine);
            (SourceType::CacheCluster, id, engine)
        }
    };
    let Some(engine) = engine else {
        let missing = match target {
            UpdateTarget::Group(_) => "ReplicationGroupNotFoundFault",
            UpdateTarget::Cluster(_) => "CacheClusterNotFoundFault",
        };
        return Ok(Err((missing, format!("there is no `{id}`"))));
    };
    authorize(state, change.action, id)?;
    if engine != update.engine {
        let message = format!("the update is not for {}", engine.as_str());
        return Ok(Err(("InvalidParameterValue", message)));
    }
    let is_target = |action: &UpdateAction| match target {
        UpdateTarget::Group(id) => {
            action.replication_group_id.as_ref().is_some_and(|key| key.as_str() == id)
        }
        UpdateTarget::Cluster(id) => {
            action.cache_cluster_id.as_ref().is_some_and(|key| key.as_str() == id)
        }
    };
    let old = state.update_actions.first(&|action| {
        action.service_update_name == update.service_update_name && is_target(action)
    });
    let old = old.cloned();
    let status =
        old.as_ref().map_or(UpdateActionStatus::NotApplied, |old| old.update_action_status);
    if !change.from.contains(&status) {
        let message = format!("the update is {} on `{id}`", status.as_str());
        return Ok(Err(("InvalidParameterValue", message)));
    }
    let key = match &old {
        Some(old) => old.id,
        None => state.update_actions.next_int_key(cx),
    };
    let (group, cluster) = match target {
        UpdateTarget::Group(id) => (Some(Key::new(id.as_str())), None),
        UpdateTarget::Cluster(id) => (None, Some(Key::new(id.as_str()))),
    };
    state.update_actions.put(UpdateAction {
        id: key,
        service_update_name: update.service_update_name.clone(),
        replication_group_id: group,
        cache_cluster_id: cluster,
        update_action_status: change.to,
    });
    note(state, source, id, change.message, cx)?;
    Ok(Ok(()))
}

/// The span of time that events are asked for: without times the last hour.
fn event_span(
    start: Option<Timestamp>,
    end: Option<Timestamp>,
    minutes: Option<i64>,
    now: Timestamp,
) -> Result<(Timestamp, Timestamp), ToolError> {
    if minutes.is_some_and(|minutes| !(1..=EVENT_MINUTES_MAX).contains(&minutes)) {
        let message = format!("`duration` is from 1 to {EVENT_MINUTES_MAX} minutes");
        return Err(ToolError::invalid_argument(message));
    }
    let seconds = minutes.map(|minutes| minutes.saturating_mul(60));
    let (since, until) = match (start, end) {
        (Some(start), Some(end)) => (start, end),
        (Some(start), None) => (start, seconds.map_or(now, |seconds| start.plus_seconds(seconds))),
        (None, end) => {
            let end = end.unwrap_or(now);
            (end.plus_seconds(seconds.unwrap_or(3_600).saturating_neg()), end)
        }
    };
    if since > until {
        return Err(ToolError::invalid_argument("the span ends before it begins"));
    }
    Ok((since, until))
}

/// Cuts a span of days into periods.
fn periods_of(
    from: Date,
    to: Date,
    granularity: Granularity,
) -> Result<Vec<(Timestamp, Timestamp)>, ToolError> {
    let days_max = if granularity == Granularity::Hourly { 14 } else { 430 };
    let n_days = to.days_since(from);
    if !(1..=days_max).contains(&n_days) {
        let message = format!(
            "`time_period` has 1 to {days_max} days at the granularity {}",
            granularity.as_str()
        );
        return Err(ToolError::invalid_argument(message));
    }
    let (mut start, end) = (from.start(), to.start());
    let mut periods = Vec::new();
    while start < end {
        let next = period_end(start, granularity).min(end);
        periods.push((start, next));
        start = next;
    }
    Ok(periods)
}

fn period_end(start: Timestamp, granularity: Granularity) -> Timestamp {
    match granularity {
        Granularity::Hourly => start.plus_seconds(3_600),
        Granularity::Daily => start.plus_seconds(DAY_SECONDS),
        Granularity::Monthly => {
            let (year, month, _) = start.date().year_month_day();
            let (year, month) =
                if month == 12 { (year.saturating_add(1), 1) } else { (year, month + 1) };
            let next = Date::parse(&format!("{year:04}-{month:02}-01"));
            next.map_or_else(|_| start.plus_seconds(31 * DAY_SECONDS), Date::start)
        }
    }
}

fn moment_text(at: Timestamp, granularity: Granularity) -> String {
    match granularity {
        Granularity::Hourly => at.to_string(),
        _ => at.date().to_string(),
    }
}

/// The costs of a period by environment tag.
fn costs_between(state: &Elasticache, start: Timestamp, end: Timestamp) -> Vec<CostGroup> {
    let mut groups: BTreeMap<String, CostGroup> = BTreeMap::new();
    for record in state.cost_records.select(&|record| record.start >= start && record.start < end) {
        let tag = format!("Environment${}", record.environment.as_deref().unwrap_or_default());
        let group = groups.entry(tag.clone()).or_insert_with(|| CostGroup {
            keys: vec!["Amazon ElastiCache".to_owned(), tag],
            blended_cost: 0.0,
            unblended_cost: 0.0,
            usage_quantity: 0.0,
        });
        group.blended_cost = tidy(group.blended_cost + record.blended_cost);
        group.unblended_cost = tidy(group.unblended_cost + record.unblended_cost);
        group.usage_quantity = tidy(group.usage_quantity + record.usage_quantity);
    }
    groups.into_values().collect()
}

/// A sum without the dust of binary fractions.
fn tidy(sum: f64) -> f64 {
    (sum * 1e6).round() / 1e6
}

/// Refuses spans and periods that metrics are not kept in.
fn check_periods(start: Timestamp, end: Timestamp, period: i64) -> Result<(), ToolError> {
    if start >= end {
        return Err(ToolError::invalid_argument("`start_time` must be before `end_time`"));
    }
    if !matches!(period, 1 | 5 | 10 | 30) && (period < 60 || period % 60 != 0) {
        let message = "`period` is 1, 5, 10, 30 or a multiple of 60 seconds";
        return Err(ToolError::invalid_argument(message));
    }
    let seconds = end.unix_seconds().saturating_sub(start.unix_seconds());
    if seconds.checked_div(period).is_none_or(|count| count > DATAPOINTS_MAX) {
        let message = format!("one call gives at most {DATAPOINTS_MAX} datapoints: ask for less");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

/// The percentile that a text such as `p99.9` names.
fn percentile_of(text: &str) -> Result<f64, ToolError> {
    let percent = text.strip_prefix('p').and_then(|rest| rest.parse::<f64>().ok());
    let percent = percent.filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| ToolError::invalid_argument(format!("`{text}` is no percentile")))
}

/// Something that a measured value has to be of.
struct Dimension {
    name: String,
    value: String,
}

impl Dimension {
    fn holds_of(&self, datum: &MetricDatum) -> bool {
        match self.name.as_str() {
            "CacheClusterId" => datum.cache_cluster_id.as_str() == self.value,
            // Values are measured on whole clusters, which have a first node in any case.
            "CacheNodeId" => self.value == "0001",
            _ => false,
        }
    }
}

fn read_dimensions(items: Vec<Json>) -> Result<Vec<Dimension>, ToolError> {
    items
        .iter()
        .map(|item| {
            Ok(Dimension { name: text_at(&item.0, "Name")?, value: text_at(&item.0, "Value")? })
        })
        .collect()
}

/// Measured values by the beginning of their period and by their unit.
fn by_period(
    data: &[RowRef<MetricDatum>],
    start: Timestamp,
    period: i64,
) -> BTreeMap<(Timestamp, &'static str), Vec<f64>> {
    let mut values: BTreeMap<(Timestamp, &'static str), Vec<f64>> = BTreeMap::new();
    for datum in data {
        let passed = datum.timestamp.unix_seconds().saturating_sub(start.unix_seconds());
        let number = passed.checked_div(period).unwrap_or(0);
        let at = start.plus_seconds(number.saturating_mul(period));
        values.entry((at, datum.unit.as_str())).or_default().push(datum.value);
    }
    values
}

fn datapoint(
    at: Timestamp,
    unit: &str,
    mut values: Vec<f64>,
    wanted: &[Statistic],
    percentiles: &[(f64, String)],
) -> serde_json::Value {
    values.sort_by(f64::total_cmp);
    let count = values.len() as f64;
    let sum: f64 = values.iter().sum();
    let mut point = json!({"timestamp": at.to_string(), "unit": unit});
    for statistic in wanted {
        let value = match statistic {
            Statistic::SampleCount => count,
            Statistic::Average => tidy(sum / count),
            Statistic::Sum => tidy(sum),
            Statistic::Minimum => values.first().copied().unwrap_or_default(),
            Statistic::Maximum => values.last().copied().unwrap_or_default(),
        };
        set_field(&mut point, statistic.as_str(), json!(value));
    }
    if !percentiles.is_empty() {
        let named = percentiles.iter().map(|(percent, name)| {
            // The least value that so many percent of all do not exceed.
            let rank = (percent / 100.0 * count).ceil().max(1.0) as usize;
            (name.clone(), json!(values.get(rank.saturating_sub(1))))
        });
        set_field(&mut point, "extended_statistics", serde_json::Value::Object(named.collect()));
    }
    point
}

/// The log group that a call names in one of two ways.
fn one_log_group(
    state: &Elasticache,
    name: Option<String>,
    identifier: Option<String>,
) -> Result<RowRef<LogGroup>, ToolError> {
    match (name, identifier) {
        (Some(name), None) => state.log_groups.find(&name),
        (None, Some(identifier)) => state.log_groups.find(&log_group_in(&identifier)),
        _ => Err(ToolError::invalid_argument(
            "either `log_group_name` or `log_group_identifier` is needed",
        )),
    }
}

/// The name of the log group that an identifier, a name or an ARN, stands for.
fn log_group_in(identifier: &str) -> String {
    let name = identifier.split_once(":log-group:").map_or(identifier, |(_, name)| name);
    name.strip_suffix(":*").unwrap_or(name).to_owned()
}

fn find_stream(
    state: &Elasticache,
    group: &LogGroup,
    name: &str,
) -> Result<RowRef<LogStream>, ToolError> {
    let missing =
        |_| ToolError::not_found(format!("no log stream `{name}` in `{}`", group.log_group_name));
    state.log_streams.find(&join_key(&[&group.log_group_name, &name])).map_err(missing)
}

/// The events of a stream within a span, the oldest first.
fn events_of(
    state: &Elasticache,
    stream: &LogStream,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
) -> Vec<RowRef<LogEvent>> {
    let key = join_key(&[&stream.log_group_name, &stream.log_stream_name]);
    let mut events = state.log_events.select(&|event| {
        event.log_stream.as_str() == key
            && since.is_none_or(|since| event.timestamp >= since)
            && until.is_none_or(|until| event.timestamp <= until)
    });
    events.sort_by_key(|event| event.timestamp);
    events
}

fn view_event(stream: &LogStream, event: &LogEvent) -> LogEventView {
    LogEventView {
        event_id: event.event_id.clone(),
        log_stream_name: stream.log_stream_name.clone(),
        timestamp: event.timestamp,
        message: event.message.clone(),
    }
}

fn log_arn(account: &Account, group: &Key<LogGroup>) -> String {
    format!("arn:aws:logs:{}:{}:log-group:{group}", account.region, account.account_id)
}

fn view_stream(state: &Elasticache, stream: &LogStream) -> Result<LogStreamView, ToolError> {
    let account = state.account.find()?;
    let events = events_of(state, stream, None, None);
    let group = log_arn(&account, &stream.log_group_name);
    Ok(LogStreamView {
        log_stream_name: stream.log_stream_name.clone(),
        arn: format!("{group}:log-stream:{}", stream.log_stream_name),
        creation_time: stream.creation_time,
        first_event_timestamp: events.first().map(|event| event.timestamp),
        last_event_timestamp: events.last().map(|event| event.timestamp),
    })
}

fn view_log_group(state: &Elasticache, account: &Account, group: &LogGroup) -> LogGroupView {
    let streams = state.log_streams.select(&|stream| stream.log_group_name == group.log_group_name);
    let events = streams.iter().flat_map(|stream| events_of(state, stream, None, None));
    LogGroupView {
        log_group_name: group.log_group_name.clone(),
        arn: log_arn(account, &group.log_group_name),
        log_group_class: group.log_group_class,
        kms_key_id: group.kms_key_id.clone(),
        retention_in_days: group.retention_in_days,
        stored_bytes: number(events.map(|event| event.message.len()).sum()),
        creation_time: group.creation_time,
    }
}

/// What a message has to have, at least one of, and must not have.
struct Pattern {
    all: Vec<String>,
    any: Vec<String>,
    none: Vec<String>,
}

impl Pattern {
    fn fits(&self, message: &str) -> bool {
        let has = |term: &String| message.contains(term.as_str());
        self.all.iter().all(has)
            && (self.any.is_empty() || self.any.iter().any(has))
            && !self.none.iter().any(has)
    }
}

/// Reads a filter pattern of words. Those that take messages apart are not understood.
fn read_pattern(text: &str) -> Result<Pattern, ToolError> {
    if text.trim_start().starts_with(['{', '[', '%']) {
        let message = "only patterns of words are understood: `ERROR -timeout ?slow ?late`";
        return Err(ToolError::invalid_argument(message));
    }
    let mut pattern = Pattern { all: Vec::new(), any: Vec::new(), none: Vec::new() };
    let mut letters = text.chars().peekable();
    while let Some(first) = letters.next() {
        if first.is_whitespace() {
            continue;
        }
        let sign = Some(first).filter(|first| matches!(first, '-' | '?'));
        let mut term: String = if sign.is_some() { String::new() } else { first.to_string() };
        let is_quoted = first == '"' || sign.is_some() && letters.next_if_eq(&'"').is_some();
        if is_quoted {
            term.clear();
        }
        let goes_on = |next: &char| if is_quoted { *next != '"' } else { !next.is_whitespace() };
        while let Some(next) = letters.next_if(goes_on) {
            term.push(next);
        }
        if is_quoted && letters.next().is_none() {
            return Err(ToolError::invalid_argument("a quote of the pattern is not closed"));
        }
        match sign {
            _ if term.is_empty() => {}
            Some('-') => pattern.none.push(term),
            Some(_) => pattern.any.push(term),
            None => pattern.all.push(term),
        }
    }
    Ok(pattern)
}

/// From where to where a token reads in a list: `f/3` goes on from the third item, `b/3` ends
/// before it, and `b` ends where the list does.
fn part_of(length: usize, token: &str, limit: i64) -> Result<(usize, usize), ToolError> {
    let limit = usize::try_from(limit).ok().filter(|_| (1..=EVENTS_MAX).contains(&limit));
    let bad_limit = || ToolError::invalid_argument(format!("`limit` is from 1 to {EVENTS_MAX}"));
    let limit = limit.ok_or_else(bad_limit)?;
    let bad = || ToolError::invalid_argument(format!("`{token}` is no token of this list"));
    if token == "b" {
        return Ok((length.saturating_sub(limit), length));
    }
    let (way, at) = token.split_once('/').ok_or_else(bad)?;
    let at = at.parse::<usize>().map_err(|_| bad())?.min(length);
    match way {
        "f" => Ok((at, at.saturating_add(limit).min(length))),
        "b" => Ok((at.saturating_sub(limit), at)),
        _ => Err(bad()),
    }
}

/// An account with a few caches of each kind: two that are migrated into, one that is denied.
pub const FIXTURE: &str = r#"{
    "account": {"account_id": "123456789012", "region": "eu-north-1", "dns_label": "k3f9ab"},
    "denials": {
        "1": {"id": 1, "action": "elasticache:ModifyReplicationGroup", "resource": "ledger"},
        "2": {"id": 2, "action": "elasticache:DeleteCacheCluster", "resource": "ledger*"},
        "3": {"id": 3, "action": "elasticache:CreateCacheCluster", "resource": "prod-*"},
        "4": {"id": 4, "action": "ec2:AuthorizeSecurityGroupIngress", "resource": "sg-0queue00000000004"},
        "5": {"id": 5, "action": "logs:CreateLogGroup", "resource": "/secret/*"}
    },
    "vpcs": {
        "vpc-0main00000000001": {"vpc_id": "vpc-0main00000000001", "is_default": true},
        "vpc-0far000000000002": {"vpc_id": "vpc-0far000000000002", "is_default": false}
    },
    "subnets": {
        "subnet-0pub000000000001": {"subnet_id": "subnet-0pub000000000001", "vpc_id": "vpc-0main00000000001", "availability_zone": "eu-north-1a", "is_public": true},
        "subnet-0priv00000000002": {"subnet_id": "subnet-0priv00000000002", "vpc_id": "vpc-0main00000000001", "availability_zone": "eu-north-1b", "is_public": false},
        "subnet-0far000000000003": {"subnet_id": "subnet-0far000000000003", "vpc_id": "vpc-0far000000000002", "availability_zone": "eu-north-1b", "is_public": true}
    },
    "security_groups": {
        "sg-0default0000000001": {"group_id": "sg-0default0000000001", "group_name": "default", "vpc_id": "vpc-0main00000000001"},
        "sg-0cache00000000002": {"group_id": "sg-0cache00000000002", "group_name": "caches", "vpc_id": "vpc-0main00000000001"},
        "sg-0far00000000000003": {"group_id": "sg-0far00000000000003", "group_name": "default", "vpc_id": "vpc-0far000000000002"},
        "sg-0queue00000000004": {"group_id": "sg-0queue00000000004", "group_name": "queue", "vpc_id": "vpc-0main00000000001"},
        "sg-0flags00000000005": {"group_id": "sg-0flags00000000005", "group_name": "flags", "vpc_id": "vpc-0main00000000001"}
    },
    "ingress_rules": {
        "1": {"id": 1, "group_id": "sg-0flags00000000005", "from_port": 6379, "to_port": 6380, "source_group_id": "sg-0default0000000001", "cidr": null}
    },
    "key_pairs": {
        "ops": {"key_name": "ops"}
    },
    "instances": {
        "i-0ops0000000000001": {"instance_id": "i-0ops0000000000001", "subnet_id": "subnet-0pub000000000001", "security_group_ids": ["sg-0default0000000001"], "key_name": "ops", "instance_type": "t3.small", "platform": "amazon_linux", "state": "running", "public_ip_address": "52.10.20.30"},
        "i-0far0000000000002": {"instance_id": "i-0far0000000000002", "subnet_id": "subnet-0far000000000003", "security_group_ids": ["sg-0far00000000000003"], "key_name": null, "instance_type": "t3.small", "platform": "ubuntu", "state": "running", "public_ip_address": "52.10.20.31"},
        "i-0win0000000000003": {"instance_id": "i-0win0000000000003", "subnet_id": "subnet-0pub000000000001", "security_group_ids": ["sg-0default0000000001"], "key_name": "ops", "instance_type": "m5.large", "platform": "windows", "state": "stopped", "public_ip_address": "52.10.20.32"}
    },
    "families": {
        "memcached1.6": {"name": "memcached1.6"},
        "redis6.x": {"name": "redis6.x"},
        "redis7": {"name": "redis7"},
        "valkey7": {"name": "valkey7"},
        "valkey8": {"name": "valkey8"}
    },
    "engine_versions": {
        "memcached/1.6.22": {"engine": "memcached", "engine_version": "1.6.22", "cache_parameter_group_family": "memcached1.6", "cache_engine_description": "memcached version 1.6.22", "is_default": true},
        "redis/6.2": {"engine": "redis", "engine_version": "6.2", "cache_parameter_group_family": "redis6.x", "cache_engine_description": "redis version 6.2", "is_default": false},
        "redis/7.0": {"engine": "redis", "engine_version": "7.0", "cache_parameter_group_family": "redis7", "cache_engine_description": "redis version 7.0", "is_default": false},
        "redis/7.1": {"engine": "redis", "engine_version": "7.1", "cache_parameter_group_family": "redis7", "cache_engine_description": "redis version 7.1", "is_default": true},
        "valkey/7.2": {"engine": "valkey", "engine_version": "7.2", "cache_parameter_group_family": "valkey7", "cache_engine_description": "valkey version 7.2", "is_default": false},
        "valkey/8.0": {"engine": "valkey", "engine_version": "8.0", "cache_parameter_group_family": "valkey8", "cache_engine_description": "valkey version 8.0", "is_default": true}
    },
    "default_parameters": {
        "redis7/maxmemory-policy": {"cache_parameter_group_family": "redis7", "parameter_name": "maxmemory-policy", "parameter_value": "volatile-lru", "description": "What goes when memory is full", "data_type": "string", "allowed_values": "volatile-lru,allkeys-lru,noeviction", "is_modifiable": true, "change_type": "immediate", "minimum_engine_version": "7.0.4"},
        "redis7/timeout": {"cache_parameter_group_family": "redis7", "parameter_name": "timeout", "parameter_value": "0", "description": "Seconds until an idle client is dropped", "data_type": "integer", "allowed_values": "0,20-", "is_modifiable": true, "change_type": "immediate", "minimum_engine_version": "7.0.4"},
        "memcached1.6/max_item_size": {"cache_parameter_group_family": "memcached1.6", "parameter_name": "max_item_size", "parameter_value": "1048576", "description": "Bytes of the largest item", "data_type": "integer", "allowed_values": "1024-134217728", "is_modifiable": true, "change_type": "requires-reboot", "minimum_engine_version": "1.6.6"}
    },
    "parameter_groups": {
        "memcached-large": {"cache_parameter_group_name": "memcached-large", "cache_parameter_group_family": "memcached1.6"},
        "redis-strict": {"cache_parameter_group_name": "redis-strict", "cache_parameter_group_family": "redis7"}
    },
    "subnet_groups": {
        "private": {"cache_subnet_group_name": "private", "subnet_ids": ["subnet-0pub000000000001", "subnet-0priv00000000002"]}
    },
    "user_groups": {
        "app-users": {"user_group_id": "app-users", "engine": "redis"}
    },
    "snapshots": {
        "nightly": {"snapshot_name": "nightly", "engine": "redis", "engine_version": "7.0", "cache_node_type": "cache.r7g.large"}
    },
    "replication_groups": {
        "sessions": {"replication_group_id": "sessions", "replication_group_description": "Who is logged in", "status": "available", "engine": "redis", "engine_version": "7.0", "cache_node_type": "cache.r7g.large", "cluster_enabled": false, "automatic_failover_enabled": true, "multi_az_enabled": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "transit_encryption_enabled": true, "at_rest_encryption_enabled": false, "kms_key_id": null, "auth_token_enabled": true, "user_group_ids": [], "log_delivery_configurations": [], "tags": [], "replication_group_create_time": "2025-10-01T09:00:00Z"},
        "catalog": {"replication_group_id": "catalog", "replication_group_description": "Products", "status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "cluster_enabled": false, "automatic_failover_enabled": true, "multi_az_enabled": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "transit_encryption_enabled": false, "at_rest_encryption_enabled": false, "kms_key_id": null, "auth_token_enabled": false, "user_group_ids": [], "log_delivery_configurations": [], "tags": [], "replication_group_create_time": "2025-10-01T09:00:00Z"},
        "cart": {"replication_group_id": "cart", "replication_group_description": "Carts, coming from a server of our own", "status": "modifying", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "cluster_enabled": false, "automatic_failover_enabled": true, "multi_az_enabled": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "transit_encryption_enabled": false, "at_rest_encryption_enabled": false, "kms_key_id": null, "auth_token_enabled": false, "user_group_ids": [], "log_delivery_configurations": [], "tags": [], "replication_group_create_time": "2025-10-01T09:00:00Z"},
        "feed": {"replication_group_id": "feed", "replication_group_description": "News, coming from a server of our own", "status": "modifying", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "cluster_enabled": false, "automatic_failover_enabled": true, "multi_az_enabled": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "transit_encryption_enabled": false, "at_rest_encryption_enabled": false, "kms_key_id": null, "auth_token_enabled": false, "user_group_ids": [], "log_delivery_configurations": [], "tags": [], "replication_group_create_time": "2025-10-01T09:00:00Z"},
        "search": {"replication_group_id": "search", "replication_group_description": "Suggestions", "status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "cluster_enabled": true, "automatic_failover_enabled": true, "multi_az_enabled": false, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "transit_encryption_enabled": false, "at_rest_encryption_enabled": false, "kms_key_id": null, "auth_token_enabled": false, "user_group_ids": [], "log_delivery_configurations": [], "tags": [], "replication_group_create_time": "2025-10-01T09:00:00Z"},
        "ledger": {"replication_group_id": "ledger", "replication_group_description": "Accounts", "status": "available", "engine": "valkey", "engine_version": "8.0", "cache_node_type": "cache.r7g.large", "cluster_enabled": false, "automatic_failover_enabled": false, "multi_az_enabled": false, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "transit_encryption_enabled": false, "at_rest_encryption_enabled": false, "kms_key_id": null, "auth_token_enabled": false, "user_group_ids": [], "log_delivery_configurations": [], "tags": [], "replication_group_create_time": "2025-10-01T09:00:00Z"}
    },
    "pending_group_changes": {},
    "migrations": {
        "cart": {"replication_group_id": "cart", "customer_node_endpoint_list": [{"address": "10.0.0.9", "port": 6379}], "is_in_sync": true},
        "feed": {"replication_group_id": "feed", "customer_node_endpoint_list": [{"address": "10.0.0.10", "port": 6379}], "is_in_sync": false}
    },
    "cache_clusters": {
        "sessions-001": {"cache_cluster_id": "sessions-001", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.0", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1a"], "replication_group_id": "sessions", "node_group_id": "0001", "is_primary": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "sessions-002": {"cache_cluster_id": "sessions-002", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.0", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1b"], "replication_group_id": "sessions", "node_group_id": "0001", "is_primary": false, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "catalog-001": {"cache_cluster_id": "catalog-001", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1a"], "replication_group_id": "catalog", "node_group_id": "0001", "is_primary": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "catalog-002": {"cache_cluster_id": "catalog-002", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1b"], "replication_group_id": "catalog", "node_group_id": "0001", "is_primary": false, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "cart-001": {"cache_cluster_id": "cart-001", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1a"], "replication_group_id": "cart", "node_group_id": "0001", "is_primary": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "cart-002": {"cache_cluster_id": "cart-002", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1b"], "replication_group_id": "cart", "node_group_id": "0001", "is_primary": false, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "feed-001": {"cache_cluster_id": "feed-001", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1a"], "replication_group_id": "feed", "node_group_id": "0001", "is_primary": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "feed-002": {"cache_cluster_id": "feed-002", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1b"], "replication_group_id": "feed", "node_group_id": "0001", "is_primary": false, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "search-0001-001": {"cache_cluster_id": "search-0001-001", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1a"], "replication_group_id": "search", "node_group_id": "0001", "is_primary": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "search-0001-002": {"cache_cluster_id": "search-0001-002", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1b"], "replication_group_id": "search", "node_group_id": "0001", "is_primary": false, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "search-0002-001": {"cache_cluster_id": "search-0002-001", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1a"], "replication_group_id": "search", "node_group_id": "0002", "is_primary": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "search-0002-002": {"cache_cluster_id": "search-0002-002", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1b"], "replication_group_id": "search", "node_group_id": "0002", "is_primary": false, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "ledger-001": {"cache_cluster_id": "ledger-001", "cache_cluster_status": "available", "engine": "valkey", "engine_version": "8.0", "cache_node_type": "cache.r7g.large", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1a"], "replication_group_id": "ledger", "node_group_id": "0001", "is_primary": true, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "pages": {"cache_cluster_id": "pages", "cache_cluster_status": "available", "engine": "memcached", "engine_version": "1.6.22", "cache_node_type": "cache.t3.medium", "num_cache_nodes": 2, "removed_node_ids": ["0002"], "availability_zones": ["eu-north-1a"], "replication_group_id": null, "node_group_id": null, "is_primary": false, "cache_parameter_group_name": "memcached-large", "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 11211, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "queue": {"cache_cluster_id": "queue", "cache_cluster_status": "available", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.t3.small", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1a"], "replication_group_id": null, "node_group_id": null, "is_primary": false, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0queue00000000004"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"},
        "busy": {"cache_cluster_id": "busy", "cache_cluster_status": "modifying", "engine": "redis", "engine_version": "7.1", "cache_node_type": "cache.t3.small", "num_cache_nodes": 1, "removed_node_ids": [], "availability_zones": ["eu-north-1a"], "replication_group_id": null, "node_group_id": null, "is_primary": false, "cache_parameter_group_name": null, "cache_subnet_group_name": "private", "security_group_ids": ["sg-0cache00000000002"], "port": 6379, "preferred_maintenance_window": "sun:05:00-sun:06:00", "notification_topic_arn": null, "notification_topic_status": "active", "auto_minor_version_upgrade": true, "snapshot_retention_limit": 0, "snapshot_window": null, "preferred_outpost_arn": null, "log_delivery_configurations": [], "tags": [], "cache_cluster_create_time": "2025-10-01T09:00:00Z"}
    },
    "pending_cluster_changes": {},
    "serverless_caches": {
        "flags": {"serverless_cache_name": "flags", "description": null, "status": "available", "engine": "redis", "major_engine_version": "7", "kms_key_id": null, "security_group_ids": ["sg-0flags00000000005"], "subnet_ids": ["subnet-0pub000000000001", "subnet-0priv00000000002"], "associated_user_group": "app-users", "cache_usage_limits": null, "snapshot_retention_limit": 0, "daily_snapshot_time": null, "tags": [], "create_time": "2025-11-01T09:00:00Z"},
        "drafts": {"serverless_cache_name": "drafts", "description": null, "status": "modifying", "engine": "valkey", "major_engine_version": "8", "kms_key_id": null, "security_group_ids": ["sg-0flags00000000005"], "subnet_ids": ["subnet-0pub000000000001", "subnet-0priv00000000002"], "associated_user_group": null, "cache_usage_limits": null, "snapshot_retention_limit": 0, "daily_snapshot_time": null, "tags": [], "create_time": "2025-11-01T09:00:00Z"}
    },
    "service_updates": {
        "redis-2026-02": {"service_update_name": "redis-2026-02", "service_update_description": "Closes a hole in Lua scripts", "service_update_type": "security-update", "service_update_severity": "critical", "service_update_status": "available", "engine": "redis", "service_update_release_date": "2026-02-10T00:00:00Z", "service_update_recommended_apply_by_date": "2026-03-10T00:00:00Z", "service_update_end_date": null},
        "memcached-2025-08": {"service_update_name": "memcached-2025-08", "service_update_description": "Speeds up large items", "service_update_type": "engine-update", "service_update_severity": "low", "service_update_status": "expired", "engine": "memcached", "service_update_release_date": "2025-08-01T00:00:00Z", "service_update_recommended_apply_by_date": "2025-09-01T00:00:00Z", "service_update_end_date": "2025-12-31T00:00:00Z"}
    },
    "update_actions": {
        "1": {"id": 1, "service_update_name": "redis-2026-02", "replication_group_id": "search", "cache_cluster_id": null, "update_action_status": "in-progress"}
    },
    "events": {
        "1": {"id": 1, "source_type": "replication-group", "source_identifier": "sessions", "message": "Failover to sessions-001 completed", "date": "2026-01-10T04:00:00Z"},
        "2": {"id": 2, "source_type": "cache-cluster", "source_identifier": "pages", "message": "Cache cluster created", "date": "2026-02-02T09:00:00Z"}
    },
    "cost_records": {
        "1": {"id": 1, "start": "2026-02-01T01:00:00Z", "environment": "prod", "blended_cost": 1.25, "unblended_cost": 1.5, "usage_quantity": 1.0},
        "2": {"id": 2, "start": "2026-02-01T02:00:00Z", "environment": "prod", "blended_cost": 2.5, "unblended_cost": 2.5, "usage_quantity": 1.0},
        "3": {"id": 3, "start": "2026-02-01T03:00:00Z", "environment": null, "blended_cost": 0.5, "unblended_cost": 0.5, "usage_quantity": 1.0}
    },
    "metric_data": {
        "1": {"id": 1, "metric_name": "CPUUtilization", "cache_cluster_id": "pages", "timestamp": "2026-02-20T10:00:00Z", "value": 20.0, "unit": "Percent"},
        "2": {"id": 2, "metric_name": "CPUUtilization", "cache_cluster_id": "pages", "timestamp": "2026-02-20T10:03:00Z", "value": 40.0, "unit": "Percent"},
        "3": {"id": 3, "metric_name": "CPUUtilization", "cache_cluster_id": "pages", "timestamp": "2026-02-20T10:12:00Z", "value": 60.0, "unit": "Percent"},
        "4": {"id": 4, "metric_name": "CPUUtilization", "cache_cluster_id": "queue", "timestamp": "2026-02-20T10:05:00Z", "value": 90.0, "unit": "Percent"}
    },
    "delivery_streams": {
        "audit": {"name": "audit", "delivery_stream_type": "DirectPut"},
        "cache-logs": {"name": "cache-logs", "delivery_stream_type": "DirectPut"},
        "clicks": {"name": "clicks", "delivery_stream_type": "KinesisStreamAsSource"}
    },
    "log_groups": {
        "/aws/elasticache/slow": {"log_group_name": "/aws/elasticache/slow", "log_group_class": "STANDARD", "kms_key_id": null, "retention_in_days": 30, "tags": {}, "creation_time": "2025-10-01T09:00:00Z"},
        "archive": {"log_group_name": "archive", "log_group_class": "INFREQUENT_ACCESS", "kms_key_id": null, "retention_in_days": null, "tags": {}, "creation_time": "2025-10-01T09:00:00Z"}
    },
    "log_streams": {
        "/aws/elasticache/slow/sessions-001": {"log_group_name": "/aws/elasticache/slow", "log_stream_name": "sessions-001", "creation_time": "2025-10-01T09:05:00Z"},
        "/aws/elasticache/slow/sessions-002": {"log_group_name": "/aws/elasticache/slow", "log_stream_name": "sessions-002", "creation_time": "2025-10-01T09:05:00Z"}
    },
    "log_events": {
        "00000000000000000001": {"event_id": "00000000000000000001", "log_stream": "/aws/elasticache/slow/sessions-001", "timestamp": "2026-02-20T10:00:00Z", "message": "KEYS * took 120 ms"},
        "00000000000000000002": {"event_id": "00000000000000000002", "log_stream": "/aws/elasticache/slow/sessions-001", "timestamp": "2026-02-20T10:01:00Z", "message": "SORT ranks took 80 ms"},
        "00000000000000000003": {"event_id": "00000000000000000003", "log_stream": "/aws/elasticache/slow/sessions-002", "timestamp": "2026-02-20T10:02:00Z", "message": "KEYS session:1 took 95 ms"}
    }
}"#;
