//! Keboola: a data project's buckets and tables, the configurations, flows and transformations that fill them, and the jobs that ran.
/// Everything that Keboola knows.
#[derive(State)]
pub struct Keboola {
    pub buckets: Table<Bucket>,
    pub columns: Table<Column>,
    pub components: Table<Component>,
    pub configs: Table<Config>,
    pub config_examples: Table<ConfigExample>,
    pub config_rows: Table<ConfigRow>,
    pub flows: Table<Flow>,
    pub jobs: Table<Job>,
    pub project: One<Project>,
    pub tables: Table<TableRow>,
    pub transformations: Table<Transformation>,
}
/// One bucket.
#[derive(Entity)]
pub struct Bucket {
    #[entity(key, sequence = "BUC-{:05}")]
    pub id: Key<Bucket>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(title)]
    pub name: String,
}
/// A column of a table and what is said about it.
#[derive(Entity)]
pub struct Column {
    #[entity(key, on_delete = cascade)]
    pub table_id: Key<TableRow>,
    #[entity(key)]
    pub column_name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One component.
#[derive(Entity)]
pub struct Component {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Component>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub component_type: ComponentType,
}
/// One config.
#[derive(Entity)]
pub struct Config {
    #[entity(key, sequence = "CFG-{:05}")]
    pub id: Key<Config>,
    #[entity(on_delete = cascade)]
    pub component_id: Key<Component>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub parameters: Json,
    pub storage: Option<Json>,
    #[entity(body)]
    pub change_description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub component_type: Option<ComponentType>,
}
/// One config example.
#[derive(Entity)]
pub struct ConfigExample {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<ConfigExample>,
    #[entity(on_delete = cascade)]
    pub component_id: Key<Component>,
    pub parameters: Json,
    pub storage: Option<Json>,
}
/// One config row.
#[derive(Entity)]
pub struct ConfigRow {
    #[entity(key, sequence = "ROW-{:05}")]
    pub id: Key<ConfigRow>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub component_id: Key<Component>,
    #[entity(on_delete = cascade)]
    pub configuration_id: Key<Config>,
    #[entity(body)]
    pub description: String,
    pub parameters: Json,
    pub storage: Option<Json>,
    #[entity(body)]
    pub change_description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One flow.
#[derive(Entity)]
pub struct Flow {
    #[entity(key, sequence = "FLO-{:05}")]
    pub id: Key<Flow>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub phases: Json,
    pub tasks: Json,
    #[entity(body)]
    pub change_description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One run of a configuration.
#[derive(Entity)]
pub struct Job {
    #[entity(key, sequence = "JOB-{:05}")]
    pub id: Key<Job>,
    #[entity(on_delete = cascade)]
    pub component_id: Key<Component>,
    #[entity(on_delete = cascade)]
    pub config_id: Key<Config>,
    #[entity(default = JobStatus::Created)]
    pub status: JobStatus,
    #[entity(created)]
    pub created_time: Timestamp,
    pub start_time: Option<Timestamp>,
    pub end_time: Option<Timestamp>,
}
/// How far a run is.
#[derive(Choice)]
pub enum JobStatus {
    Created,
    Waiting,
    Processing,
    Success,
    Warning,
    Error,
    Terminating,
    Terminated,
    Cancelled,
}
/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub sql_dialect: SqlDialect,
}
/// One table.
#[derive(Entity)]
pub struct TableRow {
    #[entity(key, sequence = "TAB-{:05}")]
    pub id: Key<TableRow>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = cascade)]
    pub bucket_id: Key<Bucket>,
    #[entity(title)]
    pub name: String,
}
/// SQL that makes tables out of tables.
#[derive(Entity)]
pub struct Transformation {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<Transformation>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub sql_code_blocks: Json,
    pub created_table_names: Vec<String>,
    pub parameters: Option<String>,
    pub storage: Option<Json>,
    #[entity(default)]
    pub is_disabled: bool,
    #[entity(body)]
    pub change_description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The language of queries.
#[derive(Choice)]
pub enum SqlDialect {
    #[choice(rename = "Snowflake")]
    Snowflake,
    #[choice(rename = "BigQuery")]
    Bigquery,
}
/// What a component is for.
#[derive(Choice)]
pub enum ComponentType {
    Extractor,
    Writer,
    Application,
    Transformation,
}
pub trait Tools {
    #[tool(create)]
    fn add_config_row() -> ConfigRow;
    #[tool(create)]
    fn create_config() -> Config;
    #[tool(create)]
    fn create_flow() -> Flow;
    #[tool(simulate(external_computation, "the link is issued by the authorization service"))]
    fn create_oauth_url();
    #[tool(create)]
    fn create_sql_transformation() -> Transformation;
    #[tool(simulate(external_computation, "the answer is written from the documentation"))]
    fn docs_query();
    #[tool(search((name, description) ~ query))]
    fn find_component_id() -> Page<Component>;
    #[tool(get, key(bucket_id))]
    fn get_bucket() -> Bucket;
    #[tool(get, key(component_id))]
    fn get_component() -> Component;
    #[tool(get, key(configuration_id), filter(component_id))]
    fn get_config() -> Config;
    #[tool(list, filter(component_id))]
    fn get_config_examples() -> Page<ConfigExample>;
    #[tool(get, key(configuration_id))]
    fn get_flow() -> Flow;
    #[tool(simulate(external_computation, "the schema is a fixed text of the product"))]
    fn get_flow_schema();
    #[tool(get, key(job_id))]
    fn get_job() -> Job;
    #[tool(get)]
    fn get_project_info() -> Project;
    #[tool(get)]
    fn get_sql_dialect() -> Project;
    #[tool(get, key(table_id))]
    fn get_table() -> TableRow;
    #[tool(list)]
    fn list_buckets() -> Page<Bucket>;
    #[tool(
        list,
        filter(component_id in component_ids, component_type in component_types)
    )]
    fn list_configs() -> Page<Config>;
    #[tool(list, filter(id in flow_ids))]
    fn list_flows() -> Page<Flow>;
    #[tool(
        list,
        filter(component_id, config_id, status),
        sort(by = sort_by, direction = sort_order),
        page(limit, offset)
    )]
    fn list_jobs() -> Page<Job>;
    #[tool(list, filter(bucket_id))]
    fn list_tables() -> Page<TableRow>;
    #[tool(list, filter(id in transformation_ids))]
    fn list_transformations() -> Page<Transformation>;
    #[tool(
        simulate(code_execution, "`sql_query` is an expression that has to be evaluated")
    )]
    fn query_data();
    #[tool(create, map(config_id = configuration_id))]
    fn run_job() -> Job;
    #[tool(simulate(unclear_effect, "it looks through items of every kind by how their names begin"))]
    fn search();
    #[tool(update, key(bucket_id))]
    fn update_bucket_description() -> Bucket;
    #[tool(update, key(table_id, column_name))]
    fn update_column_description() -> Column;
    #[tool(update, key(configuration_id), filter(component_id))]
    fn update_config() -> Config;
    #[tool(update, key(configuration_row_id), filter(component_id, configuration_id))]
    fn update_config_row() -> ConfigRow;
    #[tool(update, key(configuration_id))]
    fn update_flow() -> Flow;
    #[tool(update, key(configuration_id), map(description = updated_description))]
    fn update_sql_transformation() -> Transformation;
    #[tool(update, key(table_id))]
    fn update_table_description() -> TableRow;
}
