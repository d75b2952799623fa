//! Amazon MQ: message brokers and their configurations, and the queues, exchanges, shovels and users of the connected RabbitMQ broker.
/// Everything that Amazon Mq knows.
#[derive(State)]
pub struct AmazonMq {
    pub brokers: Table<Broker>,
    pub cluster_nodes: Table<ClusterNode>,
    pub configurations: Table<Configuration>,
    pub connections: Table<Connection>,
    pub consumers: Table<Consumer>,
    pub exchanges: Table<Exchange>,
    pub guidelines: Table<Guideline>,
    pub queues: Table<Queue>,
    pub shovels: Table<Shovel>,
    pub users: Table<User>,
    pub vhosts: Table<Vhost>,
}
/// One broker.
#[derive(Entity)]
pub struct Broker {
    #[entity(key, sequence = "BRO-{:05}")]
    pub id: Key<Broker>,
    pub region: String,
    #[entity(unique, title)]
    pub broker_name: String,
    pub engine_type: EngineType,
    pub deployment_mode: DeploymentMode,
    #[entity(username)]
    pub username: String,
    #[entity(secret)]
    pub password: String,
    pub engine_version: Option<String>,
    #[entity(default)]
    pub publicly_accessible: bool,
    pub host_instance_type: Option<String>,
    #[entity(default)]
    pub auto_minor_version_upgrade: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One cluster node.
#[derive(Entity)]
pub struct ClusterNode {
    #[entity(key, sequence = "CLU-{:05}")]
    pub id: Key<ClusterNode>,
    #[entity(unique)]
    pub name: String,
    #[entity(default = true)]
    pub running: bool,
}
/// One configuration.
#[derive(Entity)]
pub struct Configuration {
    #[entity(key, sequence = "CFG-{:05}")]
    pub id: Key<Configuration>,
    pub region: String,
    pub authentication_strategy: AuthenticationStrategy,
    pub engine_type: EngineType,
    pub engine_version: String,
    #[entity(unique, title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One connection.
#[derive(Entity)]
pub struct Connection {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Connection>,
    #[entity(username)]
    pub user: String,
    pub vhost: String,
    pub state: ConnectionState,
}
/// One consumer.
#[derive(Entity)]
pub struct Consumer {
    #[entity(key, sequence = "CSM-{:05}")]
    pub id: Key<Consumer>,
    #[entity(on_delete = cascade)]
    pub connection_id: Key<Connection>,
    #[entity(on_delete = cascade)]
    pub queue: Key<Queue>,
}
/// A point that routes messages to queues.
#[derive(Entity)]
pub struct Exchange {
    #[entity(key)]
    pub vhost: String,
    #[entity(key)]
    pub name: String,
    pub exchange_type: ExchangeType,
    #[entity(default)]
    pub durable: bool,
}
/// One guideline.
#[derive(Entity)]
pub struct Guideline {
    #[entity(key)]
    pub name: Key<Guideline>,
    #[entity(body)]
    pub description: Option<String>,
}
/// A queue of messages in a virtual host.
#[derive(Entity)]
pub struct Queue {
    #[entity(key)]
    pub vhost: String,
    #[entity(key)]
    pub name: String,
    #[entity(default)]
    pub messages: i64,
    #[entity(default)]
    pub durable: bool,
}
/// A mover of messages from one broker to another.
#[derive(Entity)]
pub struct Shovel {
    #[entity(key)]
    pub vhost: String,
    #[entity(key)]
    pub name: String,
    pub state: ShovelState,
    pub source: Option<String>,
    pub destination: Option<String>,
}
/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(unique, username)]
    pub name: String,
    #[entity(tag)]
    pub tags: Vec<String>,
}
/// A namespace of queues and exchanges.
#[derive(Entity)]
pub struct Vhost {
    #[entity(key)]
    pub name: Key<Vhost>,
    #[entity(body)]
    pub description: Option<String>,
}
/// How an exchange chooses queues.
#[derive(Choice)]
pub enum ExchangeType {
    Direct,
    Fanout,
    Topic,
    Headers,
}
/// How a shovel fares.
#[derive(Choice)]
pub enum ShovelState {
    Starting,
    Running,
    Terminated,
}
/// How a connection fares.
#[derive(Choice)]
pub enum ConnectionState {
    Running,
    Blocked,
    Closing,
}
/// The software that a broker runs.
#[derive(Choice)]
pub enum EngineType {
    #[choice(rename = "ACTIVEMQ")]
    Activemq,
    #[choice(rename = "RABBITMQ")]
    Rabbitmq,
}
/// On how many machines a broker runs.
#[derive(Choice)]
pub enum DeploymentMode {
    #[choice(rename = "SINGLE_INSTANCE")]
    SingleInstance,
    #[choice(rename = "ACTIVE_STANDBY_MULTI_AZ")]
    ActiveStandbyMultiAz,
    #[choice(rename = "CLUSTER_MULTI_AZ")]
    ClusterMultiAz,
}
/// How users prove who they are.
#[derive(Choice)]
pub enum AuthenticationStrategy {
    #[choice(rename = "SIMPLE")]
    Simple,
    #[choice(rename = "LDAP")]
    Ldap,
    #[choice(rename = "CONFIG_MANAGED")]
    ConfigManaged,
}
pub trait Tools {
    #[tool(create)]
    fn create_broker() -> Broker;
    #[tool(create)]
    fn create_configuration() -> Configuration;
    #[tool(simulate(unclear_effect, "it opens a connection that the model does not keep"))]
    fn rabbimq_broker_initialize_connection();
    #[tool(simulate(unclear_effect, "it opens a connection that the model does not keep"))]
    fn rabbimq_broker_initialize_connection_with_oauth();
    #[tool(get, key(guideline_name))]
    fn rabbitmq_broker_get_guideline() -> Guideline;
    #[tool(list)]
    fn rabbitmq_broker_list_queues() -> Page<Queue>;
    #[tool(list)]
    fn rabbitmq_broker_list_exchanges() -> Page<Exchange>;
    #[tool(list)]
    fn rabbitmq_broker_list_vhosts() -> Page<Vhost>;
    #[tool(get, key(vhost, queue))]
    fn rabbitmq_broker_get_queue_info() -> Queue;
    #[tool(get, key(vhost, exchange))]
    fn rabbitmq_broker_get_exchange_info() -> Exchange;
    #[tool(list)]
    fn rabbitmq_broker_list_shovels() -> Page<Shovel>;
    #[tool(get, key(vhost, name))]
    fn rabbitmq_broker_get_shovel_info() -> Shovel;
    #[tool(list)]
    fn rabbitmq_broker_get_cluster_nodes_info() -> Page<ClusterNode>;
    #[tool(list)]
    fn rabbitmq_broker_list_connections() -> Page<Connection>;
    #[tool(list)]
    fn rabbitmq_broker_list_consumers() -> Page<Consumer>;
    #[tool(list)]
    fn rabbitmq_broker_list_users() -> Page<User>;
    #[tool(simulate(external_computation, "the health of the broker is measured when it is asked"))]
    fn rabbitmq_broker_is_in_alarm();
    #[tool(simulate(external_computation, "the health of the broker is measured when it is asked"))]
    fn rabbitmq_broker_is_quorum_critical();
    #[tool(simulate(external_computation, "the definition is put together from everything the broker holds"))]
    fn rabbitmq_broker_get_broker_definition();
    #[tool(delete, key(vhost, queue))]
    fn rabbitmq_broker_delete_queue() -> Queue;
    #[tool(update, key(vhost, queue), set(messages = 0))]
    fn rabbitmq_broker_purge_queue() -> Queue;
    #[tool(delete, key(vhost, exchange))]
    fn rabbitmq_broker_delete_exchange() -> Exchange;
}
