//! Airflow: DAGs with their tasks, runs and task instances, and the connections, variables, pools and datasets they use.

/// Everything that Airflow knows.
#[derive(State)]
pub struct Airflow {
    pub configs: Table<Config>,
    pub dag_runs: Table<DagRun>,
    pub datasets: Table<Dataset>,
    pub queued_events: Table<QueuedEvent>,
    pub tasks: Table<Task>,
    pub task_instances: Table<TaskInstance>,
    pub xcom_entries: Table<XcomEntry>,
    pub connections: Table<Connection>,
    pub dags: Table<Dag>,
    pub dag_sources: Table<DagSource>,
    pub dataset_events: Table<DatasetEvent>,
    pub event_logs: Table<EventLog>,
    pub health: One<Health>,
    pub import_errors: Table<ImportError>,
    pub plugins: Table<Plugin>,
    pub pools: Table<Pool>,
    pub variables: Table<Variable>,
    pub version: One<Version>,
}

/// One connection.
#[derive(Entity)]
pub struct Connection {
    #[entity(key)]
    pub conn_id: Key<Connection>,
    pub conn_type: String,
    pub host: Option<String>,
    #[entity(range = 1..=65_535)]
    pub port: Option<i64>,
    #[entity(username)]
    pub login: Option<String>,
    #[entity(secret)]
    pub password: Option<String>,
    pub schema: Option<String>,
    pub extra: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One dag.
#[derive(Entity)]
pub struct Dag {
    #[entity(key)]
    pub dag_id: Key<Dag>,
    #[entity(default)]
    pub is_paused: bool,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub file_token: Option<Key<DagSource>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One dag source.
#[derive(Entity)]
pub struct DagSource {
    #[entity(key)]
    pub file_token: Key<DagSource>,
    #[entity(path)]
    pub path: Option<String>,
    #[entity(body)]
    pub content: String,
}

/// One dataset event.
#[derive(Entity)]
pub struct DatasetEvent {
    #[entity(key, sequence = "DAT-{:05}")]
    pub id: Key<DatasetEvent>,
    #[entity(on_delete = cascade)]
    pub dataset_uri: Key<Dataset>,
    pub extra: Option<Json>,
    pub dataset_id: Option<i64>,
    pub source_dag_id: Option<String>,
    pub source_task_id: Option<String>,
    pub source_run_id: Option<String>,
    pub source_map_index: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One event log.
#[derive(Entity)]
pub struct EventLog {
    #[entity(key, sequence)]
    pub id: IntKey<EventLog>,
    #[entity(on_delete = clear)]
    pub dag_id: Option<Key<Dag>>,
    pub task_id: Option<String>,
    pub run_id: Option<String>,
    pub map_index: Option<i64>,
    pub try_number: Option<i64>,
    pub event: String,
    #[entity(username)]
    pub owner: Option<String>,
    #[entity(created)]
    pub when: Timestamp,
}

/// The health.
#[derive(Entity)]
pub struct Health {
    pub status: Option<String>,
    #[entity(body)]
    pub message: Option<String>,
    pub checked_at: Option<Timestamp>,
}

/// One import error.
#[derive(Entity)]
pub struct ImportError {
    #[entity(key, sequence)]
    pub id: IntKey<ImportError>,
    #[entity(path)]
    pub filename: String,
    #[entity(body)]
    pub stack_trace: String,
    #[entity(created)]
    pub timestamp: Timestamp,
}

/// One plugin.
#[derive(Entity)]
pub struct Plugin {
    #[entity(key, sequence = "PLU-{:05}")]
    pub id: Key<Plugin>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One pool.
#[derive(Entity)]
pub struct Pool {
    #[entity(key)]
    pub name: Key<Pool>,
    #[entity(range = -1..=100_000)]
    pub slots: i64,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub include_deferred: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One variable.
#[derive(Entity)]
pub struct Variable {
    #[entity(key)]
    pub key: Key<Variable>,
    pub value: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// The version.
#[derive(Entity)]
pub struct Version {
    pub version: Option<String>,
    pub released_at: Option<Timestamp>,
}

/// One option of the configuration.
#[derive(Entity)]
pub struct Config {
    #[entity(key)]
    pub section: String,
    #[entity(key)]
    pub option: String,
    pub value: Option<String>,
}

/// One task of a DAG.
#[derive(Entity)]
pub struct Task {
    #[entity(key, on_delete = cascade)]
    pub dag_id: Key<Dag>,
    #[entity(key)]
    pub task_id: String,
    pub operator_name: Option<String>,
    pub owner: Option<String>,
}

/// One run of a DAG.
#[derive(Entity)]
pub struct DagRun {
    #[entity(key, on_delete = cascade)]
    pub dag_id: Key<Dag>,
    #[entity(key, sequence = "manual-{:05}")]
    pub dag_run_id: String,
    #[entity(default = RunState::Queued)]
    pub state: RunState,
    pub run_type: Option<String>,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(default)]
    pub external_trigger: bool,
    pub execution_date: Option<Timestamp>,
    pub logical_date: Option<Timestamp>,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
    pub data_interval_start: Option<Timestamp>,
    pub data_interval_end: Option<Timestamp>,
    pub last_scheduling_decision: Option<Timestamp>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Where a run stands.
#[derive(Choice)]
pub enum RunState {
    Queued,
    Running,
    Success,
    Failed,
}

/// One task in one run.
#[derive(Entity)]
pub struct TaskInstance {
    #[entity(key, on_delete = cascade)]
    pub run: Key<DagRun>,
    #[entity(key)]
    pub task_id: String,
    pub state: Option<String>,
    pub execution_date: Option<Timestamp>,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
    pub duration: Option<f64>,
    #[entity(on_delete = clear)]
    pub pool: Option<Key<Pool>>,
    pub queue: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A value that one task left for others.
#[derive(Entity)]
pub struct XcomEntry {
    #[entity(key, on_delete = cascade)]
    pub run: Key<DagRun>,
    #[entity(key)]
    pub task_id: String,
    #[entity(key)]
    pub xcom_key: String,
    pub map_index: Option<i64>,
    pub value: Option<Json>,
}

/// Data that tasks write and DAGs wait for.
#[derive(Entity)]
pub struct Dataset {
    #[entity(key)]
    pub uri: Key<Dataset>,
    pub extra: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// An update of a dataset that a DAG has yet to react to.
#[derive(Entity)]
pub struct QueuedEvent {
    #[entity(key, on_delete = cascade)]
    pub dag_id: Key<Dag>,
    #[entity(key, on_delete = cascade)]
    pub uri: Key<Dataset>,
    #[entity(created)]
    pub created_at: Timestamp,
}

pub trait Tools {
    #[tool(list, filter(section))]
    fn get_config() -> Page<Config>;
    #[tool(get, key(section, option))]
    fn get_value() -> Config;
    #[tool(list, sort(by = order_by), page(limit, offset))]
    fn list_connections() -> Page<Connection>;
    #[tool(create)]
    fn create_connection() -> Connection;
    #[tool(get, key(conn_id))]
    fn get_connection() -> Connection;
    #[tool(update, key(conn_id))]
    fn update_connection() -> Connection;
    #[tool(delete, key(conn_id))]
    fn delete_connection() -> Connection;
    #[tool(simulate(code_execution, "it opens a connection to the outside"))]
    fn test_connection();
    #[tool(list, filter(tags has tags, is_paused = paused, dag_id ~ dag_id_pattern), sort(by = order_by), page(limit = limit, offset = offset), ignore(only_active))]
    fn fetch_dags() -> Page<Dag>;
    #[tool(get, key(dag_id))]
    fn get_dag() -> Dag;
    #[tool(get, key(dag_id), ignore(fields))]
    fn get_dag_details() -> Dag;
    #[tool(get, key(file_token))]
    fn get_dag_source() -> DagSource;
    #[tool(update, key(dag_id), set(is_paused = true))]
    fn pause_dag() -> Dag;
    #[tool(update, key(dag_id), set(is_paused = false))]
    fn unpause_dag() -> Dag;
    #[tool(list, filter(dag_id))]
    fn get_dag_tasks() -> Page<Task>;
    #[tool(get, key(dag_id, task_id))]
    fn get_task() -> Task;
    #[tool(list, filter(dag_id), sort(by = order_by))]
    fn get_tasks() -> Page<Task>;
    #[tool(update, key(dag_id))]
    fn patch_dag() -> Dag;
    #[tool(simulate(unclear_effect, "it changes every DAG that fits a pattern"))]
    fn patch_dags();
    #[tool(delete, key(dag_id))]
    fn delete_dag() -> Dag;
    #[tool(simulate(unclear_effect, "which task instances it touches follows from the graph of the tasks"))]
    fn clear_task_instances();
    #[tool(simulate(unclear_effect, "which task instances it touches follows from the graph of the tasks"))]
    fn set_task_instances_state();
    #[tool(simulate(code_execution, "it runs the file that defines the DAG"))]
    fn reparse_dag_file();
    #[tool(create)]
    fn post_dag_run() -> DagRun;
    #[tool(
        list,
        filter(
            dag_id,
            execution_date>= execution_date_gte,
            execution_date<= execution_date_lte,
            start_date>= start_date_gte,
            start_date<= start_date_lte,
            end_date>= end_date_gte,
            end_date<= end_date_lte,
            updated_at>= updated_at_gte,
            updated_at<= updated_at_lte,
            state
            in
            state
        ),
        sort(by = order_by),
        page(limit, offset)
    )]
    fn get_dag_runs() -> Page<DagRun>;
    #[tool(
        list,
        filter(
            dag_id
            in
            dag_ids,
            execution_date>= execution_date_gte,
            execution_date<= execution_date_lte,
            start_date>= start_date_gte,
            start_date<= start_date_lte,
            end_date>= end_date_gte,
            end_date<= end_date_lte,
            state
            in
            state
        ),
        sort(by = order_by),
        page(offset = page_offset, limit = page_limit)
    )]
    fn get_dag_runs_batch() -> Page<DagRun>;
    #[tool(get, key(dag_id, dag_run_id))]
    fn get_dag_run() -> DagRun;
    #[tool(update, key(dag_id, dag_run_id))]
    fn update_dag_run_state() -> DagRun;
    #[tool(delete, key(dag_id, dag_run_id))]
    fn delete_dag_run() -> DagRun;
    #[tool(simulate(unclear_effect, "a dry run changes nothing, another clears every task instance"))]
    fn clear_dag_run();
    #[tool(update, key(dag_id, dag_run_id))]
    fn set_dag_run_note() -> DagRun;
    #[tool(simulate(unclear_effect, "which events led to a run is not recorded"))]
    fn get_upstream_dataset_events();
    #[tool(simulate(external_computation, "it counts the runs of each DAG by state"))]
    fn get_dag_stats();
    #[tool(simulate(unclear_effect, "which datasets belong to the DAGs that are named is not recorded"))]
    fn get_datasets();
    #[tool(get, key(uri))]
    fn get_dataset() -> Dataset;
    #[tool(
        list,
        filter(
            dataset_id,
            source_dag_id,
            source_task_id,
            source_run_id,
            source_map_index
        ),
        sort(by = order_by),
        page(limit, offset)
    )]
    fn get_dataset_events() -> Page<DatasetEvent>;
    #[tool(create)]
    fn create_dataset_event() -> DatasetEvent;
    #[tool(get, key(dag_id, uri))]
    fn get_dag_dataset_queued_event() -> QueuedEvent;
    #[tool(list, filter(dag_id))]
    fn get_dag_dataset_queued_events() -> Page<QueuedEvent>;
    #[tool(delete, key(dag_id, uri))]
    fn delete_dag_dataset_queued_event() -> QueuedEvent;
    #[tool(simulate(unclear_effect, "it removes every queued event up to a moment, not one row"))]
    fn delete_dag_dataset_queued_events();
    #[tool(list, filter(uri))]
    fn get_dataset_queued_events() -> Page<QueuedEvent>;
    #[tool(simulate(unclear_effect, "it removes every queued event up to a moment, not one row"))]
    fn delete_dataset_queued_events();
    #[tool(simulate(unclear_effect, "the events to leave out and the upper and lower moments cannot all be told as filters"))]
    fn get_event_logs();
    #[tool(get, key(event_log_id))]
    fn get_event_log() -> EventLog;
    #[tool(list, sort(by = order_by), page(limit, offset))]
    fn get_import_errors() -> Page<ImportError>;
    #[tool(get, key(import_error_id))]
    fn get_import_error() -> ImportError;
    #[tool(get)]
    fn get_health() -> Health;
    #[tool(get)]
    fn get_version() -> Version;
    #[tool(list, page(limit, offset))]
    fn get_plugins() -> Page<Plugin>;
    #[tool(list, sort(by = order_by), page(limit, offset))]
    fn get_pools() -> Page<Pool>;
    #[tool(get, key(pool_name))]
    fn get_pool() -> Pool;
    #[tool(delete, key(pool_name))]
    fn delete_pool() -> Pool;
    #[tool(create)]
    fn post_pool() -> Pool;
    #[tool(update, key(pool_name))]
    fn patch_pool() -> Pool;
    #[tool(get, key((dag_id, dag_run_id), task_id))]
    fn get_task_instance() -> TaskInstance;
    #[tool(list, filter(run = (dag_id, dag_run_id), execution_date >= execution_date_gte, execution_date <= execution_date_lte, start_date >= start_date_gte, start_date <= start_date_lte, end_date >= end_date_gte, end_date <= end_date_lte, updated_at >= updated_at_gte, updated_at <= updated_at_lte, duration >= duration_gte, duration <= duration_lte, state in state, pool in pool, queue in queue), page(limit = limit, offset = offset))]
    fn list_task_instances() -> Page<TaskInstance>;
    #[tool(update, key((dag_id, dag_run_id), task_id))]
    fn update_task_instance() -> TaskInstance;
    #[tool(list, sort(by = order_by), page(limit, offset))]
    fn list_variables() -> Page<Variable>;
    #[tool(create)]
    fn create_variable() -> Variable;
    #[tool(get, key(key))]
    fn get_variable() -> Variable;
    #[tool(update, key(key))]
    fn update_variable() -> Variable;
    #[tool(delete, key(key))]
    fn delete_variable() -> Variable;
    #[tool(list, filter(run = (dag_id, dag_run_id), task_id, map_index, xcom_key), page(limit = limit, offset = offset))]
    fn get_xcom_entries() -> Page<XcomEntry>;
    #[tool(get, key((dag_id, dag_run_id), task_id, xcom_key), filter(map_index), ignore(deserialize, stringify))]
    fn get_xcom_entry() -> XcomEntry;
}
