//! Redis Cloud: an account's subscriptions, the databases in them, payment methods and the tasks that carry out changes.
/// Everything that Redis Cloud knows.
#[derive(State)]
pub struct RedisCloud {
    pub current_account: One<CurrentAccount>,
    pub payment_methods: Table<PaymentMethod>,
    pub database_modules: Table<DatabaseModule>,
    pub essential_subscriptions: Table<EssentialSubscription>,
    pub pro_databases: Table<ProDatabase>,
    pub pro_plans_regions: Table<ProPlansRegion>,
    pub pro_subscriptions: Table<ProSubscription>,
    pub tasks: Table<Task>,
    pub essentials_plans: Table<EssentialsPlan>,
}
/// One current account.
#[derive(Entity)]
pub struct CurrentAccount {
    #[entity(company)]
    pub name: String,
}
/// A card or marketplace account that subscriptions are paid with.
#[derive(Entity)]
pub struct PaymentMethod {
    #[entity(key, sequence)]
    pub id: IntKey<PaymentMethod>,
    #[entity(title)]
    pub name: String,
    #[entity(len = 4..=4)]
    pub credit_card_ends_with: Option<String>,
}
/// One database module.
#[derive(Entity)]
pub struct DatabaseModule {
    #[entity(key, sequence = "DAT-{:05}")]
    pub id: Key<DatabaseModule>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One essential subscription.
#[derive(Entity)]
pub struct EssentialSubscription {
    #[entity(key, sequence)]
    pub id: IntKey<EssentialSubscription>,
    #[entity(title)]
    pub name: String,
    pub plan_id: IntKey<EssentialsPlan>,
    #[entity(default = EssentialSubscriptionPaymentMethod::CreditCard)]
    pub payment_method: EssentialSubscriptionPaymentMethod,
    #[entity(on_delete = clear)]
    pub payment_method_id: Option<IntKey<PaymentMethod>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `payment_method` can be.
#[derive(Choice)]
pub enum EssentialSubscriptionPaymentMethod {
    #[choice(rename = "credit-card")]
    CreditCard,
    Marketplace,
}
/// One pro database.
#[derive(Entity)]
#[entity(unique(subscription_id, name))]
pub struct ProDatabase {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<ProDatabase>,
    #[entity(title)]
    pub name: String,
    #[entity(range = 10_000..=19_999)]
    pub port: Option<i64>,
    pub modules: Option<Json>,
    #[entity(secret)]
    pub password: Option<String>,
    #[entity(default = ProDatabaseProtocol::Redis)]
    pub protocol: ProDatabaseProtocol,
    pub source_ip: Vec<String>,
    #[entity(default)]
    pub enable_tls: bool,
    #[entity(default)]
    pub replication: bool,
    pub resp_version: Option<ProDatabaseRespVersion>,
    #[entity(secret)]
    pub sasl_password: Option<String>,
    #[entity(username)]
    pub sasl_username: Option<String>,
    pub sharding_type: Option<ProDatabaseShardingType>,
    #[entity(on_delete = cascade)]
    pub subscription_id: IntKey<ProSubscription>,
    pub data_persistence: Option<ProDatabaseDataPersistence>,
    pub dataset_size_in_gb: Option<f64>,
    pub data_eviction_policy: Option<ProDatabaseDataEvictionPolicy>,
    #[entity(default)]
    pub support_oss_cluster_api: bool,
    pub throughput_measurement: Option<Json>,
    pub average_item_size_in_bytes: Option<i64>,
    pub query_performance_factor: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `protocol` can be.
#[derive(Choice)]
pub enum ProDatabaseProtocol {
    Redis,
    Memcached,
}
/// What `resp_version` can be.
#[derive(Choice)]
pub enum ProDatabaseRespVersion {
    Resp2,
    Resp3,
}
/// What `sharding_type` can be.
#[derive(Choice)]
pub enum ProDatabaseShardingType {
    #[choice(rename = "default-regex-rules")]
    DefaultRegexRules,
    #[choice(rename = "custom-regex-rules")]
    CustomRegexRules,
    #[choice(rename = "redis-oss-hashing")]
    RedisOssHashing,
}
/// What `data_persistence` can be.
#[derive(Choice)]
pub enum ProDatabaseDataPersistence {
    None,
    #[choice(rename = "aof-every-1-second")]
    AofEvery1Second,
    #[choice(rename = "aof-every-write")]
    AofEveryWrite,
    #[choice(rename = "snapshot-every-1-hour")]
    SnapshotEvery1Hour,
    #[choice(rename = "snapshot-every-6-hours")]
    SnapshotEvery6Hours,
    #[choice(rename = "snapshot-every-12-hours")]
    SnapshotEvery12Hours,
}
/// What `data_eviction_policy` can be.
#[derive(Choice)]
pub enum ProDatabaseDataEvictionPolicy {
    #[choice(rename = "allkeys-lru")]
    AllkeysLru,
    #[choice(rename = "allkeys-lfu")]
    AllkeysLfu,
    #[choice(rename = "allkeys-random")]
    AllkeysRandom,
    #[choice(rename = "volatile-lru")]
    VolatileLru,
    #[choice(rename = "volatile-lfu")]
    VolatileLfu,
    #[choice(rename = "volatile-random")]
    VolatileRandom,
    #[choice(rename = "volatile-ttl")]
    VolatileTtl,
    Noeviction,
}
/// One pro plans region.
#[derive(Entity)]
pub struct ProPlansRegion {
    #[entity(key, sequence = "PPR-{:05}")]
    pub id: Key<ProPlansRegion>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One pro subscription.
#[derive(Entity)]
pub struct ProSubscription {
    #[entity(key, sequence)]
    pub id: IntKey<ProSubscription>,
    #[entity(title)]
    pub name: Option<String>,
    pub databases: Json,
    pub redis_version: Option<String>,
    #[entity(default = ProSubscriptionMemoryStorage::Ram)]
    pub memory_storage: ProSubscriptionMemoryStorage,
    #[entity(default = ProSubscriptionPaymentMethod::CreditCard)]
    pub payment_method: ProSubscriptionPaymentMethod,
    pub cloud_providers: Json,
    pub deployment_type: Option<ProSubscriptionDeploymentType>,
    #[entity(on_delete = clear)]
    pub payment_method_id: Option<IntKey<PaymentMethod>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `memory_storage` can be.
#[derive(Choice)]
pub enum ProSubscriptionMemoryStorage {
    Ram,
    #[choice(rename = "ram-and-flash")]
    RamAndFlash,
}
/// What `payment_method` can be.
#[derive(Choice)]
pub enum ProSubscriptionPaymentMethod {
    #[choice(rename = "credit-card")]
    CreditCard,
    Marketplace,
}
/// What `deployment_type` can be.
#[derive(Choice)]
pub enum ProSubscriptionDeploymentType {
    #[choice(rename = "single-region")]
    SingleRegion,
    #[choice(rename = "active-active")]
    ActiveActive,
}
/// One task.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = TaskStatus::Received)]
    pub status: TaskStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One fixed plan that an essential subscription can be on.
#[derive(Entity)]
pub struct EssentialsPlan {
    #[entity(key, sequence)]
    pub id: IntKey<EssentialsPlan>,
    #[entity(title)]
    pub name: String,
    pub provider: PlanProvider,
    #[entity(default)]
    pub redis_flex: bool,
    pub region: Option<String>,
    #[entity(money)]
    pub price: Option<f64>,
}
/// Whose cloud a plan runs in.
#[derive(Choice)]
pub enum PlanProvider {
    #[choice(rename = "AWS")]
    Aws,
    #[choice(rename = "GCP")]
    Gcp,
    #[choice(rename = "AZURE")]
    Azure,
}
/// Where a task stands.
#[derive(Choice)]
pub enum TaskStatus {
    #[choice(rename = "received")]
    Received,
    #[choice(rename = "processing-in-progress")]
    Processing,
    #[choice(rename = "processing-completed")]
    Completed,
    #[choice(rename = "processing-error")]
    Failed,
}
pub trait Tools {
    #[tool(get)]
    fn get_current_account() -> CurrentAccount;
    #[tool(list)]
    fn get_current_payment_methods() -> Page<PaymentMethod>;
    #[tool(list)]
    fn get_database_modules() -> Page<DatabaseModule>;
    #[tool(list)]
    fn get_pro_plans_regions() -> Page<ProPlansRegion>;
    #[tool(simulate(unclear_effect, "it may be a dry run, and otherwise it starts a task that makes more than one row"))]
    fn create_pro_subscription();
    #[tool(list)]
    fn get_pro_subscriptions() -> Page<ProSubscription>;
    #[tool(get, key(subscription_id))]
    fn get_pro_subscription() -> ProSubscription;
    #[tool(list, page(page, limit = size))]
    fn get_essential_subscriptions() -> Page<EssentialSubscription>;
    #[tool(get, key(subscription_id))]
    fn get_essential_subscription_by_id() -> EssentialSubscription;
    #[tool(create)]
    fn create_essential_subscription() -> EssentialSubscription;
    #[tool(delete, key(subscription_id))]
    fn delete_essential_subscription() -> EssentialSubscription;
    #[tool(list, filter(provider, redis_flex), page(page, limit = size))]
    fn get_essentials_plans() -> Page<EssentialsPlan>;
    #[tool(list)]
    fn get_tasks() -> Page<Task>;
    #[tool(get, key(task_id))]
    fn get_task_by_id() -> Task;
    #[tool(list, filter(subscription_id), page(limit, offset))]
    fn get_pro_databases() -> Page<ProDatabase>;
    #[tool(simulate(unclear_effect, "it may be a dry run, and otherwise it starts a task that makes more than one row"))]
    fn create_pro_database();
}
