//! Unstructured: where documents come from and go to, the workflows between, the jobs that run them, and crawls of the web.
/// Everything that Unstructured knows.
#[derive(State)]
pub struct Unstructured {
    pub crawl_jobs: Table<CrawlJob>,
    pub destinations: Table<Destination>,
    pub jobs: Table<Job>,
    pub llmtxt_jobs: Table<LlmtxtJob>,
    pub sources: Table<Source>,
    pub workflows: Table<Workflow>,
}
/// A crawl whose pages go to a bucket.
#[derive(Entity)]
pub struct CrawlJob {
    #[entity(key, sequence = "CRA-{:05}")]
    pub crawl_id: Key<CrawlJob>,
    #[entity(url)]
    pub url: String,
    #[entity(path)]
    pub s3_uri: String,
    #[entity(range = 1..=100_000)]
    pub limit: i64,
    #[entity(default = JobStatus::Scheduled)]
    pub status: JobStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The making of a text about a site for language models, which goes to a bucket.
#[derive(Entity)]
pub struct LlmtxtJob {
    #[entity(key, sequence = "LLM-{:05}")]
    pub job_id: Key<LlmtxtJob>,
    #[entity(url)]
    pub url: String,
    #[entity(path)]
    pub s3_uri: String,
    #[entity(range = 1..=100_000)]
    pub max_urls: i64,
    #[entity(default = JobStatus::Scheduled)]
    pub status: JobStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// How far a job is.
#[derive(Choice)]
pub enum JobStatus {
    #[choice(rename = "SCHEDULED")]
    Scheduled,
    #[choice(rename = "IN_PROGRESS")]
    InProgress,
    #[choice(rename = "COMPLETED")]
    Completed,
    #[choice(rename = "FAILED")]
    Failed,
    #[choice(rename = "STOPPED")]
    Stopped,
}
/// Where documents go; which fields it has depends on its type.
#[derive(Entity)]
pub struct Destination {
    #[entity(key, sequence = "DES-{:05}")]
    pub id: Key<Destination>,
    pub destination_type: DestinationType,
    #[entity(unique, title)]
    pub name: String,
    #[entity(url)]
    pub remote_url: Option<String>,
    pub recursive: Option<bool>,
    #[entity(url)]
    pub cluster_url: Option<String>,
    #[entity(slug)]
    pub collection: Option<String>,
    #[entity(slug)]
    pub collection_name: Option<String>,
    #[entity(slug)]
    pub keyspace: Option<String>,
    #[entity(range = 1..=100_000)]
    pub batch_size: Option<i64>,
    #[entity(slug)]
    pub database: Option<String>,
    #[entity(url)]
    pub uri: Option<String>,
    #[entity(username)]
    pub username: Option<String>,
    #[entity(slug)]
    pub catalog: Option<String>,
    #[entity(slug)]
    pub volume: Option<String>,
    pub host: Option<String>,
    #[entity(slug)]
    pub schema: Option<String>,
    #[entity(path)]
    pub volume_path: Option<String>,
    #[entity(path)]
    pub http_path: Option<String>,
    pub server_hostname: Option<String>,
    #[entity(slug)]
    pub table_name: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What sort of place documents go to.
#[derive(Choice)]
pub enum DestinationType {
    #[choice(rename = "s3")]
    S3,
    Weaviate,
    Astradb,
    #[choice(rename = "neo4j")]
    Neo4j,
    Mongodb,
    DatabricksVolumes,
    DatabricksDeltaTable,
}
/// Where documents come from; which fields it has depends on its type.
#[derive(Entity)]
pub struct Source {
    #[entity(key, sequence = "SOU-{:05}")]
    pub id: Key<Source>,
    pub source_type: SourceType,
    #[entity(unique, title)]
    pub name: String,
    #[entity(url)]
    pub remote_url: Option<String>,
    pub drive_id: Option<String>,
    pub extensions: Option<Json>,
    #[entity(path)]
    pub path: Option<String>,
    #[entity(email)]
    pub user_pname: Option<String>,
    #[entity(url)]
    pub authority_url: Option<String>,
    pub tenant: Option<String>,
    pub client_id: Option<String>,
    #[entity(default)]
    pub recursive: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What sort of place documents come from.
#[derive(Choice)]
pub enum SourceType {
    #[choice(rename = "s3")]
    S3,
    Azure,
    Gdrive,
    Onedrive,
}
/// One run of a workflow.
#[derive(Entity)]
pub struct Job {
    #[entity(key, sequence = "JOB-{:05}")]
    pub id: Key<Job>,
    #[entity(on_delete = cascade)]
    pub workflow_id: Key<Workflow>,
    #[entity(default = JobStatus::Scheduled)]
    pub status: JobStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What happens to documents between a source and a destination.
#[derive(Entity)]
pub struct Workflow {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workflow>,
    /// Its name, type, source, destination, schedule and steps, as they were given.
    pub workflow_config: Json,
    #[entity(on_delete = clear)]
    pub destination_id: Option<Key<Destination>>,
    #[entity(on_delete = clear)]
    pub source_id: Option<Key<Source>>,
    #[entity(default = WorkflowStatus::Active)]
    pub status: WorkflowStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether a workflow runs on its schedule.
#[derive(Choice)]
pub enum WorkflowStatus {
    Active,
    Inactive,
}
pub trait Tools {
    #[tool(create, set(source_type = SourceType::S3))]
    fn create_s3_source() -> Source;
    #[tool(update, key(source_id), require(source_type = [SourceType::S3]))]
    fn update_s3_source() -> Source;
    #[tool(delete, key(source_id), require(source_type = [SourceType::S3]))]
    fn delete_s3_source() -> Source;
    #[tool(create, set(source_type = SourceType::Azure))]
    fn create_azure_source() -> Source;
    #[tool(update, key(source_id), require(source_type = [SourceType::Azure]))]
    fn update_azure_source() -> Source;
    #[tool(delete, key(source_id), require(source_type = [SourceType::Azure]))]
    fn delete_azure_source() -> Source;
    #[tool(create, set(source_type = SourceType::Gdrive))]
    fn create_gdrive_source() -> Source;
    #[tool(update, key(source_id), require(source_type = [SourceType::Gdrive]))]
    fn update_gdrive_source() -> Source;
    #[tool(delete, key(source_id), require(source_type = [SourceType::Gdrive]))]
    fn delete_gdrive_source() -> Source;
    #[tool(create, set(source_type = SourceType::Onedrive))]
    fn create_onedrive_source() -> Source;
    #[tool(update, key(source_id), require(source_type = [SourceType::Onedrive]))]
    fn update_onedrive_source() -> Source;
    #[tool(delete, key(source_id), require(source_type = [SourceType::Onedrive]))]
    fn delete_onedrive_source() -> Source;
    #[tool(create, set(destination_type = DestinationType::S3))]
    fn create_s3_destination() -> Destination;
    #[tool(update, key(destination_id), require(destination_type = [DestinationType::S3]))]
    fn update_s3_destination() -> Destination;
    #[tool(delete, key(destination_id), require(destination_type = [DestinationType::S3]))]
    fn delete_s3_destination() -> Destination;
    #[tool(create, set(destination_type = DestinationType::Weaviate))]
    fn create_weaviate_destination() -> Destination;
    #[tool(update, key(destination_id), require(destination_type = [DestinationType::Weaviate]))]
    fn update_weaviate_destination() -> Destination;
    #[tool(delete, key(destination_id), require(destination_type = [DestinationType::Weaviate]))]
    fn delete_weaviate_destination() -> Destination;
    #[tool(create, set(destination_type = DestinationType::Astradb))]
    fn create_astradb_destination() -> Destination;
    #[tool(update, key(destination_id), require(destination_type = [DestinationType::Astradb]))]
    fn update_astradb_destination() -> Destination;
    #[tool(delete, key(destination_id), require(destination_type = [DestinationType::Astradb]))]
    fn delete_astradb_destination() -> Destination;
    #[tool(create, set(destination_type = DestinationType::Neo4j))]
    fn create_neo4j_destination() -> Destination;
    #[tool(update, key(destination_id), require(destination_type = [DestinationType::Neo4j]))]
    fn update_neo4j_destination() -> Destination;
    #[tool(delete, key(destination_id), require(destination_type = [DestinationType::Neo4j]))]
    fn delete_neo4j_destination() -> Destination;
    #[tool(create, set(destination_type = DestinationType::Mongodb))]
    fn create_mongodb_destination() -> Destination;
    #[tool(update, key(destination_id), require(destination_type = [DestinationType::Mongodb]))]
    fn update_mongodb_destination() -> Destination;
    #[tool(delete, key(destination_id), require(destination_type = [DestinationType::Mongodb]))]
    fn delete_mongodb_destination() -> Destination;
    #[tool(create, set(destination_type = DestinationType::DatabricksVolumes))]
    fn create_databricks_volumes_destination() -> Destination;
    #[tool(update, key(destination_id), require(destination_type = [DestinationType::DatabricksVolumes]))]
    fn update_databricks_volumes_destination() -> Destination;
    #[tool(delete, key(destination_id), require(destination_type = [DestinationType::DatabricksVolumes]))]
    fn delete_databricks_volumes_destination() -> Destination;
    #[tool(create, set(destination_type = DestinationType::DatabricksDeltaTable))]
    fn create_databricks_delta_table_destination() -> Destination;
    #[tool(update, key(destination_id), require(destination_type = [DestinationType::DatabricksDeltaTable]))]
    fn update_databricks_delta_table_destination() -> Destination;
    #[tool(delete, key(destination_id), require(destination_type = [DestinationType::DatabricksDeltaTable]))]
    fn delete_databricks_delta_table_destination() -> Destination;
    #[tool(create)]
    fn invoke_firecrawl_crawlhtml() -> CrawlJob;
    #[tool(get, key(crawl_id))]
    fn check_crawlhtml_status() -> CrawlJob;
    #[tool(create)]
    fn invoke_firecrawl_llmtxt() -> LlmtxtJob;
    #[tool(get, key(job_id))]
    fn check_llmtxt_status() -> LlmtxtJob;
    #[tool(
        update,
        key(crawl_id),
        set(status = JobStatus::Stopped),
        require(status = [JobStatus::Scheduled, JobStatus::InProgress])
    )]
    fn cancel_crawlhtml_job() -> CrawlJob;
    #[tool(list, filter(source_type))]
    fn list_sources() -> Page<Source>;
    #[tool(get, key(source_id))]
    fn get_source_info() -> Source;
    #[tool(list, filter(destination_type))]
    fn list_destinations() -> Page<Destination>;
    #[tool(get, key(destination_id))]
    fn get_destination_info() -> Destination;
    #[tool(list, filter(destination_id, source_id, status))]
    fn list_workflows() -> Page<Workflow>;
    #[tool(get, key(workflow_id))]
    fn get_workflow_info() -> Workflow;
    #[tool(create)]
    fn create_workflow() -> Workflow;
    #[tool(create)]
    fn run_workflow() -> Job;
    #[tool(update, key(workflow_id))]
    fn update_workflow() -> Workflow;
    #[tool(delete, key(workflow_id))]
    fn delete_workflow() -> Workflow;
    #[tool(list, filter(workflow_id, status))]
    fn list_jobs() -> Page<Job>;
    #[tool(get, key(job_id))]
    fn get_job_info() -> Job;
    #[tool(
        update,
        key(job_id),
        set(status = JobStatus::Stopped),
        require(status = [JobStatus::Scheduled, JobStatus::InProgress])
    )]
    fn cancel_job() -> Job;
}
