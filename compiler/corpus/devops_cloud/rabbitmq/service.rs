//! RabbitMQ: the queues and exchanges of a message broker, and the messages that wait in queues.
/// Everything that the broker knows.
#[derive(State)]
pub struct Rabbitmq {
    pub exchanges: Table<Exchange>,
    pub messages: Table<Message>,
    pub queues: Table<Queue>,
}
/// Where publishers send messages to be routed.
#[derive(Entity)]
pub struct Exchange {
    #[entity(key)]
    pub exchange: Key<Exchange>,
    #[entity(default = "/".to_string())]
    pub vhost: String,
    #[entity(default = ExchangeType::Direct)]
    pub r#type: ExchangeType,
    #[entity(default)]
    pub durable: bool,
    #[entity(default)]
    pub auto_delete: bool,
}
/// How an exchange routes.
#[derive(Choice)]
pub enum ExchangeType {
    Direct,
    Fanout,
    Topic,
    Headers,
}
/// A message that waits in a queue.
#[derive(Entity)]
pub struct Message {
    #[entity(key, sequence = "MSG-{:05}")]
    pub id: Key<Message>,
    #[entity(on_delete = cascade)]
    pub queue: Key<Queue>,
    #[entity(body)]
    pub message: String,
    #[entity(created)]
    pub enqueued_at: Timestamp,
}
/// Where messages wait for consumers.
#[derive(Entity)]
pub struct Queue {
    #[entity(key)]
    pub queue: Key<Queue>,
    #[entity(default = "/".to_string())]
    pub vhost: String,
    #[entity(default)]
    pub durable: bool,
    #[entity(default)]
    pub auto_delete: bool,
}
pub trait Tools {
    #[tool(create)]
    fn enqueue() -> Message;
    #[tool(simulate(unclear_effect, "which queues are bound to the exchange is not told"))]
    fn fanout();
    #[tool(list)]
    fn list_queues() -> Page<Queue>;
    #[tool(list)]
    fn list_exchanges() -> Page<Exchange>;
    #[tool(get, key(queue), filter(vhost))]
    fn get_queue_info() -> Queue;
    #[tool(delete, key(queue), filter(vhost))]
    fn delete_queue() -> Queue;
    #[tool(simulate(unclear_effect, "it empties the queue of all its messages and keeps the queue"))]
    fn purge_queue();
    #[tool(delete, key(exchange), filter(vhost))]
    fn delete_exchange() -> Exchange;
    #[tool(get, key(exchange), filter(vhost))]
    fn get_exchange_info() -> Exchange;
}
