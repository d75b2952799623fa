//! Cloudflare: key-value namespaces, worker scripts, buckets of objects and databases.
/// Everything that Cloudflare knows.
#[derive(State)]
pub struct Cloudflare {
    pub namespaces: Table<Namespace>,
    pub buckets: Table<Bucket>,
    pub databases: Table<Database>,
    pub kvs: Table<Kv>,
    pub objects: Table<Object>,
    pub workers: Table<Worker>,
}
/// One bucket.
#[derive(Entity)]
pub struct Bucket {
    #[entity(key)]
    pub name: Key<Bucket>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One database.
#[derive(Entity)]
pub struct Database {
    #[entity(key, sequence = "DAT-{:05}")]
    pub id: Key<Database>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One kv.
#[derive(Entity)]
pub struct Kv {
    #[entity(key, on_delete = cascade)]
    pub namespace_id: Key<Namespace>,
    #[entity(key)]
    pub key: String,
    pub value: String,
    pub expiration_ttl: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One object.
#[derive(Entity)]
pub struct Object {
    #[entity(key, on_delete = cascade)]
    pub bucket: Key<Bucket>,
    #[entity(key, path)]
    pub key: String,
    #[entity(body)]
    pub content: String,
    #[entity(mime)]
    pub content_type: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One worker.
#[derive(Entity)]
pub struct Worker {
    #[entity(key)]
    pub name: Key<Worker>,
    pub script: String,
    pub bindings: Option<Json>,
    pub migrations: Option<Json>,
    #[entity(default)]
    pub no_observability: bool,
    #[entity(default)]
    pub skip_workers_dev: bool,
    pub compatibility_date: Option<String>,
    pub compatibility_flags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A set of key-value pairs.
#[derive(Entity)]
pub struct Namespace {
    #[entity(key, sequence = "NSP-{:05}")]
    pub id: Key<Namespace>,
    #[entity(unique, title)]
    pub title: String,
}
pub trait Tools {
    #[tool(list)]
    fn get_kvs() -> Page<Namespace>;
    #[tool(get, key(namespace_id, key))]
    fn kv_get() -> Kv;
    #[tool(upsert, key(namespace_id, key))]
    fn kv_put() -> Kv;
    #[tool(delete, key(namespace_id, key))]
    fn kv_delete() -> Kv;
    #[tool(simulate(unclear_effect, "no operation says that a key begins with a prefix"))]
    fn kv_list();
    #[tool(list)]
    fn worker_list() -> Page<Worker>;
    #[tool(get, key(name))]
    fn worker_get() -> Worker;
    #[tool(upsert, key(name))]
    fn worker_put() -> Worker;
    #[tool(delete, key(name))]
    fn worker_delete() -> Worker;
    #[tool(simulate(external_computation, "the traffic is measured outside the service"))]
    fn analytics_get();
    #[tool(list)]
    fn r2_list_buckets() -> Page<Bucket>;
    #[tool(create)]
    fn r2_create_bucket() -> Bucket;
    #[tool(delete, key(name))]
    fn r2_delete_bucket() -> Bucket;
    #[tool(simulate(unclear_effect, "no operation says that a key begins with a prefix"))]
    fn r2_list_objects();
    #[tool(get, key(bucket, key))]
    fn r2_get_object() -> Object;
    #[tool(upsert, key(bucket, key))]
    fn r2_put_object() -> Object;
    #[tool(delete, key(bucket, key))]
    fn r2_delete_object() -> Object;
    #[tool(list)]
    fn d1_list_databases() -> Page<Database>;
    #[tool(create)]
    fn d1_create_database() -> Database;
    #[tool(delete, key(database_id))]
    fn d1_delete_database() -> Database;
    #[tool(simulate(code_execution, "the query is SQL that has to be run"))]
    fn d1_query();
}
