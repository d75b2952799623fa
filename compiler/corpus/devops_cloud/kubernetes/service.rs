//! The cluster keeps namespaces and the workloads in them: pods, deployments, services and jobs,
//! with nodes, events and contexts beside.

/// Everything that Kubernetes knows.
#[derive(State)]
pub struct Kubernetes {
    pub contexts: Table<ContextRow>,
    pub cronjobs: Table<Cronjob>,
    pub current_context: One<CurrentContext>,
    pub daemonsets: Table<Daemonset>,
    pub deployments: Table<Deployment>,
    pub events: Table<Event>,
    pub jobs: Table<Job>,
    pub namespaces: Table<Namespace>,
    pub nodes: Table<Node>,
    pub pods: Table<Pod>,
    pub services: Table<Service>,
    pub statefulsets: Table<Statefulset>,
}

/// A cluster and the user that it is spoken to as.
#[derive(Entity)]
pub struct ContextRow {
    #[entity(key)]
    pub name: Key<ContextRow>,
    #[entity(title)]
    pub cluster: String,
    #[entity(username)]
    pub user: Option<String>,
}

/// One cronjob.
#[derive(Entity)]
pub struct Cronjob {
    #[entity(key, sequence = "CRO-{:05}")]
    pub id: Key<Cronjob>,
    #[entity(on_delete = cascade)]
    pub namespace: Option<Key<Namespace>>,
    #[entity(title)]
    pub name: String,
    pub status: Option<String>,
    pub schedule: Option<String>,
}

/// The context in use.
#[derive(Entity)]
pub struct CurrentContext {
    pub name: Key<ContextRow>,
}

/// One daemonset.
#[derive(Entity)]
pub struct Daemonset {
    #[entity(key, sequence = "DAE-{:05}")]
    pub id: Key<Daemonset>,
    #[entity(on_delete = cascade)]
    pub namespace: Option<Key<Namespace>>,
    #[entity(title)]
    pub name: String,
    pub status: Option<String>,
}

/// A number of like pods that is kept running.
#[derive(Entity)]
pub struct Deployment {
    #[entity(key)]
    pub name: Key<Deployment>,
    pub image: String,
    #[entity(range = 0..=1_000)]
    pub replicas: Option<i64>,
    #[entity(on_delete = cascade)]
    pub namespace: Option<Key<Namespace>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something that happened to a resource.
#[derive(Entity)]
pub struct Event {
    #[entity(key, sequence = "EVE-{:05}")]
    pub id: Key<Event>,
    #[entity(on_delete = cascade)]
    pub namespace: Option<Key<Namespace>>,
    pub reason: String,
    #[entity(body)]
    pub message: String,
    pub object: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One job.
#[derive(Entity)]
pub struct Job {
    #[entity(key, sequence = "JOB-{:05}")]
    pub id: Key<Job>,
    #[entity(on_delete = cascade)]
    pub namespace: Option<Key<Namespace>>,
    #[entity(title)]
    pub name: String,
    pub status: Option<String>,
}

/// One namespace.
#[derive(Entity)]
pub struct Namespace {
    #[entity(key)]
    pub name: Key<Namespace>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One node.
#[derive(Entity)]
pub struct Node {
    #[entity(key)]
    pub name: Key<Node>,
    pub status: Option<String>,
    pub version: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One pod.
#[derive(Entity)]
pub struct Pod {
    #[entity(key)]
    pub name: Key<Pod>,
    #[entity(on_delete = cascade)]
    pub namespace: Option<Key<Namespace>>,
    pub status: Option<String>,
    pub image: Option<String>,
    #[entity(default)]
    pub restarts: i64,
}

/// A name under which pods are reached.
#[derive(Entity)]
pub struct Service {
    #[entity(on_delete = cascade)]
    pub namespace: Option<Key<Namespace>>,
    #[entity(key)]
    pub name: Key<Service>,
    pub k8s_object: Option<String>,
    pub r#type: Option<String>,
    pub protocol: Option<String>,
    #[entity(range = 1..=65_535)]
    pub port: Option<i64>,
    #[entity(range = 1..=65_535)]
    pub target_port: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One statefulset.
#[derive(Entity)]
pub struct Statefulset {
    #[entity(key, sequence = "STA-{:05}")]
    pub id: Key<Statefulset>,
    #[entity(on_delete = cascade)]
    pub namespace: Option<Key<Namespace>>,
    #[entity(title)]
    pub name: String,
    pub status: Option<String>,
}

pub trait Tools {
    #[tool(list, filter(namespace))]
    fn get_pods() -> Page<Pod>;

    #[tool(simulate(
        external_computation,
        "whether a pod fails is judged from what its containers do"
    ))]
    fn get_failing_pods();

    #[tool(list, filter(namespace))]
    fn get_services() -> Page<Service>;

    #[tool(get, key(pod_name), filter(namespace))]
    fn describe_pod() -> Pod;

    #[tool(list)]
    fn get_namespaces() -> Page<Namespace>;

    #[tool(list)]
    fn get_nodes() -> Page<Node>;

    #[tool(list, filter(namespace))]
    fn get_deployments() -> Page<Deployment>;

    #[tool(list, filter(namespace))]
    fn get_jobs() -> Page<Job>;

    #[tool(list, filter(namespace))]
    fn get_cronjobs() -> Page<Cronjob>;

    #[tool(list, filter(namespace))]
    fn get_statefulsets() -> Page<Statefulset>;

    #[tool(list, filter(namespace))]
    fn get_daemonsets() -> Page<Daemonset>;

    #[tool(create)]
    fn expose_service() -> Service;

    #[tool(simulate(external_computation, "it opens a connection into the cluster"))]
    fn port_forward();

    #[tool(simulate(external_computation, "the log is written by the program in the pod"))]
    fn get_logs();

    #[tool(list, filter(namespace))]
    fn get_events() -> Page<Event>;

    #[tool(create)]
    fn create_deployment() -> Deployment;

    #[tool(get)]
    fn get_current_context() -> CurrentContext;

    #[tool(list)]
    fn list_contexts() -> Page<ContextRow>;

    #[tool(update, map(name = context_name))]
    fn use_context() -> CurrentContext;

    #[tool(simulate(
        unclear_effect,
        "the annotations of a resource of any kind are not kept in this model",
    ))]
    fn annotate_resource();

    #[tool(simulate(
        unclear_effect,
        "the annotations of a resource of any kind are not kept in this model",
    ))]
    fn remove_annotation();

    #[tool(simulate(
        unclear_effect,
        "the labels of a resource of any kind are not kept in this model"
    ))]
    fn label_resource();

    #[tool(simulate(
        unclear_effect,
        "the labels of a resource of any kind are not kept in this model"
    ))]
    fn remove_label();

    #[tool(update, key(name), filter(namespace))]
    fn update_deployment() -> Deployment;

    #[tool(simulate(unclear_effect, "the spec does not tell the rows of which kind are meant"))]
    fn delete_resource();
}
