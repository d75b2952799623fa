//! Google Cloud: one project with BigQuery datasets, Cloud Storage buckets, logs and machines.
//!
//! A service account acts. A dataset or bucket says what it may do there: a reader looks, a writer
//! changes tables and objects, an owner changes the settings, too. Files on the machine where the
//! service account works are what is uploaded, downloaded and loaded.
//!
//! Machines change by operations that run until they are waited for; while one runs, the machine
//! takes no other. Everything else happens at once. Sinks receive what is logged from then on.

/// Everything in the project.
#[derive(State)]
pub struct GoogleCloud {
    pub project: One<Project>,
    pub local_files: Table<LocalFile>,
    pub datasets: Table<Dataset>,
    pub tables: Table<DataTable>,
    pub jobs: Table<Job>,
    pub buckets: Table<Bucket>,
    pub objects: Table<StorageObject>,
    pub noncurrent_objects: Table<NoncurrentObject>,
    pub log_entries: Table<LogEntry>,
    pub log_buckets: Table<LogBucket>,
    pub sinks: Table<LogSink>,
    pub zones: Table<Zone>,
    pub instances: Table<Instance>,
    pub operations: Table<Operation>,
}

/// The project and who acts in it.
#[derive(Entity)]
pub struct Project {
    #[entity(len = 6..=30, pattern = "^[a-z][a-z0-9-]*[a-z0-9]$", slug)]
    pub project_id: String,
    #[entity(email)]
    pub service_account: String,
}

/// A file on the machine where the service account works.
#[derive(Entity)]
pub struct LocalFile {
    #[entity(key, len = 1..=4096, path)]
    pub path: Key<LocalFile>,
    #[entity(body)]
    pub content: String,
    #[entity(mime)]
    pub content_type: String,
}

/// What the service account may do with a dataset or a bucket.
#[derive(Choice)]
pub enum AccessRole {
    #[choice(rename = "OWNER")]
    Owner,
    #[choice(rename = "WRITER")]
    Writer,
    #[choice(rename = "READER")]
    Reader,
}

/// A group of BigQuery tables.
#[derive(Entity)]
pub struct Dataset {
    #[entity(key, len = 1..=1024, pattern = "^[A-Za-z0-9_]+$")]
    pub dataset_id: Key<Dataset>,
    #[entity(default, body)]
    pub description: String,
    #[entity(pattern = "^[A-Za-z]+(-[A-Za-z]+[0-9]+)?$")]
    pub location: String,
    #[entity(default = AccessRole::Owner)]
    pub access: AccessRole,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A BigQuery table with its rows.
#[derive(Entity)]
pub struct DataTable {
    #[entity(key, on_delete = cascade)]
    pub dataset_id: Key<Dataset>,
    #[entity(key, len = 1..=1024, pattern = "^[A-Za-z0-9_-]+$")]
    pub table_id: String,
    pub columns: Vec<Column>,
    /// Each row is an object of values by the names of columns.
    pub rows: Vec<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A column of a table.
#[derive(Record)]
pub struct Column {
    #[record(len = 1..=300, pattern = "^[A-Za-z_][A-Za-z0-9_]*$")]
    pub name: String,
    #[record(rename = "type")]
    pub kind: ColumnType,
}

/// What a column holds.
#[derive(Choice)]
pub enum ColumnType {
    #[choice(rename = "INTEGER")]
    Integer,
    #[choice(rename = "FLOAT")]
    Float,
    #[choice(rename = "BOOLEAN")]
    Boolean,
    #[choice(rename = "DATE")]
    Date,
    #[choice(rename = "TIMESTAMP")]
    Timestamp,
    #[choice(rename = "STRING")]
    String,
}

/// What happens to the rows that a table has when others are loaded.
#[derive(Choice)]
pub enum WriteMode {
    #[choice(rename = "WRITE_TRUNCATE")]
    Truncate,
    #[choice(rename = "WRITE_APPEND")]
    Append,
    #[choice(rename = "WRITE_EMPTY")]
    Empty,
}

/// The forms in which a table is exported.
#[derive(Choice)]
pub enum ExportFormat {
    #[choice(rename = "CSV")]
    Csv,
    #[choice(rename = "JSON")]
    Json,
    #[choice(rename = "AVRO")]
    Avro,
}

/// A piece of work of BigQuery.
#[derive(Entity)]
pub struct Job {
    #[entity(key, token("job_", 20))]
    pub job_id: Key<Job>,
    pub job_type: JobType,
    pub state: JobState,
    /// The table that the job reads or fills, as `dataset.table`.
    pub table: Option<String>,
    /// Why the job failed or ended early; missing where it succeeded or is not done.
    pub error: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// The kinds of jobs.
#[derive(Choice)]
pub enum JobType {
    #[choice(rename = "QUERY")]
    Query,
    #[choice(rename = "LOAD")]
    Load,
    #[choice(rename = "EXTRACT")]
    Extract,
    #[choice(rename = "COPY")]
    Copy,
}

/// Where a job stands.
#[derive(Choice)]
pub enum JobState {
    #[choice(rename = "PENDING")]
    Pending,
    #[choice(rename = "RUNNING")]
    Running,
    #[choice(rename = "DONE")]
    Done,
}

/// A container of objects.
#[derive(Entity)]
pub struct Bucket {
    #[entity(key, len = 3..=63, pattern = "^[a-z0-9][a-z0-9._-]*[a-z0-9]$")]
    pub name: Key<Bucket>,
    #[entity(pattern = "^[A-Za-z]+(-[A-Za-z]+[0-9]+)?$")]
    pub location: String,
    #[entity(default = StorageClass::Standard)]
    pub storage_class: StorageClass,
    #[entity(default = AccessRole::Owner)]
    pub access: AccessRole,
    #[entity(default)]
    pub versioning_enabled: bool,
    /// How old an object has to be before it can be deleted or replaced.
    #[entity(range = 1..=36_500)]
    pub retention_days: Option<i64>,
    pub lifecycle_rules: Vec<LifecycleRule>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What happens to objects of a bucket that reach an age.
#[derive(Record)]
pub struct LifecycleRule {
    pub action: LifecycleAction,
    #[record(range = 0..=36_500)]
    pub age_days: i64,
    /// The class that objects move to; missing where they are deleted.
    pub storage_class: Option<StorageClass>,
}

/// What a lifecycle rule does.
#[derive(Choice)]
pub enum LifecycleAction {
    #[choice(rename = "Delete")]
    Delete,
    #[choice(rename = "SetStorageClass")]
    SetStorageClass,
}

/// How soon and at what price objects are at hand.
#[derive(Choice)]
pub enum StorageClass {
    #[choice(rename = "STANDARD")]
    Standard,
    #[choice(rename = "NEARLINE")]
    Nearline,
    #[choice(rename = "COLDLINE")]
    Coldline,
    #[choice(rename = "ARCHIVE")]
    Archive,
}

/// The live version of an object.
#[derive(Entity)]
pub struct StorageObject {
    #[entity(key, on_delete = cascade)]
    pub bucket_name: Key<Bucket>,
    #[entity(key, len = 1..=1024, path)]
    pub name: String,
    /// Grows with every version of the object.
    #[entity(range = 1..)]
    pub generation: i64,
    #[entity(body)]
    pub content: String,
    #[entity(mime)]
    pub content_type: String,
    #[entity(default = StorageClass::Standard)]
    pub storage_class: StorageClass,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A version that was deleted or replaced in a bucket with versioning.
#[derive(Entity)]
pub struct NoncurrentObject {
    #[entity(key, on_delete = cascade)]
    pub bucket_name: Key<Bucket>,
    #[entity(key, len = 1..=1024, path)]
    pub name: String,
    #[entity(key)]
    pub generation: i64,
    #[entity(range = 0..)]
    pub size_bytes: i64,
}

/// What a signed address may be used for.
#[derive(Choice)]
pub enum HttpMethod {
    #[choice(rename = "GET")]
    Get,
    #[choice(rename = "PUT")]
    Put,
    #[choice(rename = "POST")]
    Post,
    #[choice(rename = "DELETE")]
    Delete,
}

/// Something that was logged.
#[derive(Entity)]
pub struct LogEntry {
    #[entity(key, token("", 16))]
    pub insert_id: Key<LogEntry>,
    #[entity(len = 1..=511, pattern = "^[A-Za-z0-9/_.-]+$", slug)]
    pub log_name: String,
    #[entity(default = Severity::Info)]
    pub severity: Severity,
    #[entity(body)]
    pub message: String,
    /// What the entry comes from.
    #[entity(default = ResourceType::Global)]
    pub resource_type: ResourceType,
    #[entity(created)]
    pub timestamp: Timestamp,
}

/// How grave an entry is, the least grave first.
#[derive(Choice)]
pub enum Severity {
    #[choice(rename = "DEFAULT")]
    Default,
    #[choice(rename = "DEBUG")]
    Debug,
    #[choice(rename = "INFO")]
    Info,
    #[choice(rename = "NOTICE")]
    Notice,
    #[choice(rename = "WARNING")]
    Warning,
    #[choice(rename = "ERROR")]
    Error,
    #[choice(rename = "CRITICAL")]
    Critical,
    #[choice(rename = "ALERT")]
    Alert,
    #[choice(rename = "EMERGENCY")]
    Emergency,
}

/// The kinds of things that log.
#[derive(Choice)]
pub enum ResourceType {
    Global,
    GceInstance,
    GcsBucket,
    BigqueryResource,
    CloudFunction,
    CloudRunRevision,
    K8sContainer,
}

/// Where entries are kept for a time of its own.
#[derive(Entity)]
pub struct LogBucket {
    #[entity(key, len = 1..=60, pattern = "^[a-z]+(-[a-z]+[0-9]+)?$")]
    pub location: String,
    #[entity(key, len = 1..=100, pattern = "^[A-Za-z0-9][A-Za-z0-9_.-]*$")]
    pub bucket_id: String,
    #[entity(range = 1..=3650)]
    pub retention_days: i64,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Where entries that pass a filter are sent when they are logged.
#[derive(Entity)]
pub struct LogSink {
    #[entity(key, len = 1..=100, pattern = "^[A-Za-z0-9][A-Za-z0-9_.-]*$")]
    pub name: Key<LogSink>,
    #[entity(len = 1..=1024)]
    pub destination: String,
    /// Empty lets every entry pass.
    #[entity(default)]
    pub filter: String,
    /// The account that writes to the destination.
    #[entity(email)]
    pub writer_identity: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A place where machines run.
#[derive(Entity)]
pub struct Zone {
    #[entity(key, pattern = "^(us|europe|asia)-(central|east|west|north|south)[1-4]-[a-f]$")]
    pub name: Key<Zone>,
    #[entity(default = ZoneStatus::Up)]
    pub status: ZoneStatus,
}

/// Whether machines can run in a zone.
#[derive(Choice)]
pub enum ZoneStatus {
    #[choice(rename = "UP")]
    Up,
    #[choice(rename = "DOWN")]
    Down,
}

/// A virtual machine.
#[derive(Entity)]
pub struct Instance {
    #[entity(key)]
    pub zone: Key<Zone>,
    #[entity(key, len = 1..=63, pattern = "^[a-z]([a-z0-9-]*[a-z0-9])?$", slug)]
    pub name: String,
    #[entity(
        len = 6..=40,
        pattern = "^[acefghmnt][1-4][ad]?-(micro|small|medium|(standard|high(mem|cpu)|custom)-.+)$"
    )]
    pub machine_type: String,
    #[entity(default = InstanceStatus::Provisioning)]
    pub status: InstanceStatus,
    pub internal_ip: String,
    /// Held only while the machine is up.
    pub external_ip: Option<String>,
    #[entity(default)]
    pub deletion_protection: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    pub last_start_timestamp: Option<Timestamp>,
    pub last_stop_timestamp: Option<Timestamp>,
}

/// Where a machine stands.
#[derive(Choice)]
pub enum InstanceStatus {
    #[choice(rename = "RUNNING")]
    Running,
    #[choice(rename = "TERMINATED")]
    Terminated,
    #[choice(rename = "PROVISIONING")]
    Provisioning,
    #[choice(rename = "STAGING")]
    Staging,
    #[choice(rename = "STOPPING")]
    Stopping,
    #[choice(rename = "SUSPENDED")]
    Suspended,
}

/// A change of a machine that takes time.
#[derive(Entity)]
pub struct Operation {
    #[entity(key, token("operation-", 20))]
    pub operation_name: Key<Operation>,
    pub zone: Key<Zone>,
    pub operation_type: OperationType,
    /// The machine, which a deletion takes away.
    #[entity(slug)]
    pub instance_name: String,
    #[entity(default = OperationStatus::Running)]
    pub status: OperationStatus,
    #[entity(default, range = 0..=100)]
    pub progress: i64,
    #[entity(created)]
    pub insert_time: Timestamp,
    pub end_time: Option<Timestamp>,
}

/// What an operation does.
#[derive(Choice)]
pub enum OperationType {
    Insert,
    Start,
    Stop,
    Reset,
    Delete,
}

/// Where an operation stands.
#[derive(Choice)]
pub enum OperationStatus {
    #[choice(rename = "DONE")]
    Done,
    #[choice(rename = "RUNNING")]
    Running,
    #[choice(rename = "PENDING")]
    Pending,
}

/// A table as a part of its dataset.
#[derive(Record)]
pub struct TableSummary {
    pub table_id: String,
    pub num_rows: i64,
    pub columns: Vec<Column>,
    pub updated_at: Timestamp,
}

/// A dataset with its tables.
#[derive(Record)]
pub struct DatasetDetail {
    pub dataset_id: Key<Dataset>,
    /// The name with the project's: `project:dataset`.
    pub full_dataset_id: String,
    pub description: String,
    pub location: String,
    pub access: AccessRole,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub tables: Vec<TableSummary>,
}

/// What a load did.
#[derive(Record)]
pub struct LoadResult {
    pub job_id: Key<Job>,
    pub dataset_id: Key<Dataset>,
    pub table_id: String,
    pub rows_loaded: i64,
    pub total_rows: i64,
    pub columns: Vec<Column>,
}

/// What an export did.
#[derive(Record)]
pub struct ExportResult {
    pub job_id: Key<Job>,
    pub destination_uri: String,
    pub rows_exported: i64,
}

/// An object without its content.
#[derive(Record)]
pub struct ObjectView {
    pub bucket_name: Key<Bucket>,
    pub name: String,
    pub generation: i64,
    pub size_bytes: i64,
    pub content_type: String,
    pub storage_class: StorageClass,
    pub created_at: Timestamp,
}

/// A file that an object was saved to.
#[derive(Record)]
pub struct Download {
    pub bucket_name: Key<Bucket>,
    pub source_blob_name: String,
    pub destination_file_path: String,
    pub size_bytes: i64,
}

/// An address that works for a time without an account.
#[derive(Record)]
pub struct SignedUrl {
    pub url: String,
    pub method: HttpMethod,
    pub expires_at: Timestamp,
}

/// How much a bucket holds.
#[derive(Record)]
pub struct BucketSize {
    pub bucket_name: Key<Bucket>,
    pub object_count: i64,
    pub total_size_bytes: i64,
    pub noncurrent_object_count: i64,
    pub noncurrent_size_bytes: i64,
}

/// A log with what it holds.
#[derive(Record)]
pub struct LogSummary {
    pub log_name: String,
    /// The name with the project's: `projects/<project>/logs/<log>`.
    pub full_name: String,
    pub entry_count: i64,
    pub last_timestamp: Timestamp,
}

/// What was deleted with a log.
#[derive(Record)]
pub struct DeletedLog {
    pub log_name: String,
    pub deleted_entries: i64,
}

/// What was written to a table from the logs.
#[derive(Record)]
pub struct LogExport {
    pub dataset_id: Key<Dataset>,
    pub table_id: String,
    pub exported_entries: i64,
    pub total_rows: i64,
}

pub trait Tools {
    #[tool(simulate(external_computation, "queries are written in SQL, a language of its own"))]
    fn bigquery_run_query();

    #[tool(list, sort(dataset_id))]
    fn bigquery_list_datasets() -> Vec<Dataset>;

    #[tool(create, map(dataset_id = dataset_id), set(access = AccessRole::Owner))]
    fn bigquery_create_dataset() -> Dataset;

    /// Reads a dataset with its tables, their columns and how many rows they have.
    #[tool(get, key(dataset_id), about = Dataset)]
    #[case(
        args = r#"{"dataset_id":"sales"}"#,
        ok = r#"{"full_dataset_id":"harbor-analytics:sales","location":"EU","access":"OWNER","tables":[{"table_id":"orders","num_rows":2,"columns":[{"name":"id","type":"INTEGER"},{"name":"amount","type":"FLOAT"},{"name":"note","type":"STRING"}]}]}"#
    )]
    #[case(args = r#"{"dataset_id":"nowhere"}"#, error = "not_found")]
    fn bigquery_get_dataset_info(
        state: &GoogleCloud,
        args: BigqueryGetDatasetInfo,
        _cx: &mut Context,
    ) -> Result<DatasetDetail, ToolError> {
        let dataset = state.datasets.find(&args.dataset_id)?;
        let project = state.project.find()?;
        let tables = state.tables.select(&|table| table.dataset_id == dataset.dataset_id);
        Ok(DatasetDetail {
            dataset_id: dataset.dataset_id.clone(),
            full_dataset_id: format!("{}:{}", project.project_id, dataset.dataset_id),
            description: dataset.description.clone(),
            location: dataset.location.clone(),
            access: dataset.access,
            created_at: dataset.created_at,
            updated_at: dataset.updated_at,
            tables: tables.iter().map(|table| view_table(table)).collect(),
        })
    }

    /// Fills a table from a local file. A new or emptied table gets its columns from the file; a
    /// table that is added to keeps its own, and the file must fit them.
    #[tool(types(dataset_id = Key<Dataset>, write_mode = WriteMode))]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"customers","csv_file_path":"/home/ops/customers.csv"}"#,
        ok = r#"{"dataset_id":"sales","table_id":"customers","rows_loaded":2,"total_rows":2,"columns":[{"name":"id","type":"INTEGER"},{"name":"name","type":"STRING"},{"name":"since","type":"DATE"},{"name":"vip","type":"BOOLEAN"}]}"#
    )]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"orders","csv_file_path":"/home/ops/orders.csv","write_mode":"WRITE_APPEND"}"#,
        ok = r#"{"rows_loaded":1,"total_rows":3,"columns":[{"name":"id","type":"INTEGER"},{"name":"amount","type":"FLOAT"},{"name":"note","type":"STRING"}]}"#
    )]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"plain","csv_file_path":"/home/ops/orders.csv","skip_header":false}"#,
        ok = r#"{"rows_loaded":2,"columns":[{"name":"string_field_0","type":"STRING"},{"name":"string_field_1","type":"STRING"},{"name":"string_field_2","type":"STRING"}]}"#
    )]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"orders","csv_file_path":"/home/ops/customers.csv","write_mode":"WRITE_APPEND"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"orders","csv_file_path":"/home/ops/orders.csv","write_mode":"WRITE_EMPTY"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"dataset_id":"finance","table_id":"orders","csv_file_path":"/home/ops/orders.csv"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"orders","csv_file_path":"/home/ops/none.csv"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"orders","csv_file_path":"/home/ops/broken.csv"}"#,
        error = "invalid_argument"
    )]
    fn bigquery_load_csv_data(
        state: &mut GoogleCloud,
        args: BigqueryLoadCsvData,
        cx: &mut Context,
    ) -> Result<LoadResult, ToolError> {
        let dataset = writable_dataset(state, &args.dataset_id)?;
        let file = state.local_files.find(&args.csv_file_path)?;
        let (names, lines) = lines_of_csv(&file.content, args.skip_header)?;
        let key = join_key(&[&dataset.dataset_id, &args.table_id]);
        let old = state.tables.get(&key).cloned();
        let mut rows = match (&old, args.write_mode) {
            (Some(table), WriteMode::Empty) if !table.rows.is_empty() => {
                let message = format!("the table `{}` already has rows", args.table_id);
                return Err(ToolError::already_exists(message));
            }
            (Some(table), WriteMode::Append) => table.rows.clone(),
            _ => Vec::new(),
        };
        let columns = match &old {
            Some(table) if args.write_mode == WriteMode::Append => {
                check_same_columns(&table.columns, &names)?;
                table.columns.clone()
            }
            _ => inferred_columns(&names, &lines),
        };
        let rows_loaded = number(lines.len());
        for line in &lines {
            rows.push(typed_row(&columns, line)?);
        }
        let total_rows = number(rows.len());
        state.tables.put(DataTable {
            dataset_id: dataset.dataset_id.clone(),
            table_id: args.table_id.clone(),
            columns: columns.clone(),
            rows,
            created_at: old.map_or_else(|| cx.now(), |table| table.created_at),
            updated_at: cx.now(),
        });
        let job = finished_job(state, JobType::Load, &dataset.dataset_id, &args.table_id, cx)?;
        Ok(LoadResult {
            job_id: job.job_id.clone(),
            dataset_id: dataset.dataset_id.clone(),
            table_id: args.table_id,
            rows_loaded,
            total_rows,
            columns,
        })
    }

    /// Writes the rows of a table to an object. `*` in the path stands for the number of the part,
    /// of which there is one.
    #[tool(types(
        dataset_id = Key<Dataset>,
        destination_bucket = Key<Bucket>,
        file_format = ExportFormat
    ))]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"orders","destination_bucket":"harbor-exports","destination_path":"orders-*.csv"}"#,
        ok = r#"{"destination_uri":"gs://harbor-exports/orders-000000000000.csv","rows_exported":2}"#
    )]
    #[case(
        args = r#"{"dataset_id":"finance","table_id":"ledger","destination_bucket":"harbor-exports","destination_path":"ledger.json","file_format":"JSON"}"#,
        ok = r#"{"destination_uri":"gs://harbor-exports/ledger.json","rows_exported":1}"#
    )]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"none","destination_bucket":"harbor-exports","destination_path":"none.csv"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"orders","destination_bucket":"harbor-public","destination_path":"orders.csv"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"orders","destination_bucket":"harbor-exports","destination_path":"orders.csv","file_format":"PARQUET"}"#,
        error = "invalid_argument"
    )]
    fn bigquery_export_table(
        state: &mut GoogleCloud,
        args: BigqueryExportTable,
        cx: &mut Context,
    ) -> Result<ExportResult, ToolError> {
        let dataset = state.datasets.find(&args.dataset_id)?;
        let table = state.tables.find(&join_key(&[&dataset.dataset_id, &args.table_id]))?;
        let bucket = writable_bucket(state, &args.destination_bucket)?;
        let name = args.destination_path.replace('*', "000000000000");
        let (content, content_type) = match args.file_format {
            ExportFormat::Csv => (csv_of(&table), "text/csv"),
            ExportFormat::Json => (json_lines_of(&table), "application/json"),
            ExportFormat::Avro => (json_lines_of(&table), "avro/binary"),
        };
        let destination_uri = format!("gs://{}/{name}", bucket.name);
        let object = new_object(&bucket, name, content, content_type, cx);
        store(state, &bucket, object, cx)?;
        let job = finished_job(state, JobType::Extract, &dataset.dataset_id, &args.table_id, cx)?;
        Ok(ExportResult {
            job_id: job.job_id.clone(),
            destination_uri,
            rows_exported: number(table.rows.len()),
        })
    }

    /// Lists jobs, the latest first.
    #[tool(list, sort(created_at, descending), page(limit = max_results))]
    #[case(
        args = r#"{"state_filter":"RUNNING"}"#,
        ok = r#"{"items":[{"job_id":"job_nightlyload00000002","job_type":"LOAD"}],"total":1}"#
    )]
    #[case(
        args = r#"{"max_results":1}"#,
        ok = r#"{"items":[{"job_id":"job_nightlyload00000002"}],"total":2}"#
    )]
    #[case(args = r#"{"state_filter":"FAILED"}"#, error = "invalid_argument")]
    #[case(args = r#"{"max_results":0}"#, error = "invalid_argument")]
    fn bigquery_list_jobs(
        state: &GoogleCloud,
        args: BigqueryListJobs,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Job>>, ToolError> {
        let wanted = match args.state_filter.trim() {
            "" => None,
            text => {
                let known =
                    JobState::ALL.iter().find(|one| one.as_str().eq_ignore_ascii_case(text));
                let unknown = || ToolError::invalid_argument(format!("no job state `{text}`"));
                Some(*known.ok_or_else(unknown)?)
            }
        };
        let mut jobs = state.jobs.select(&|job| wanted.is_none_or(|wanted| job.state == wanted));
        jobs.sort_by_key(|job| std::cmp::Reverse(job.created_at));
        first_of(jobs, args.max_results)
    }

    #[tool(
        update,
        key(job_id),
        set(
            state = JobState::Done,
            error = Some("stopped: the job was cancelled".to_owned()),
            ended_at = Some(cx.now())
        ),
        require(state = [JobState::Pending, JobState::Running])
    )]
    fn bigquery_cancel_job() -> Job;

    #[tool(list, sort(name))]
    fn storage_list_buckets() -> Vec<Bucket>;

    #[tool(create, map(name = bucket_name), set(access = AccessRole::Owner))]
    fn storage_create_bucket() -> Bucket;

    /// Lists the live objects of a bucket by name, all or those whose names begin with a text.
    #[tool(list, about = StorageObject, filter(bucket_name))]
    #[case(
        args = r#"{"bucket_name":"harbor-archive","prefix":"2026/"}"#,
        ok = r#"{"items":[{"name":"2026/plan.txt","size_bytes":16,"generation":1769900000000000}],"total":1}"#
    )]
    #[case(args = r#"{"bucket_name":"harbor-exports"}"#, ok = r#"{"items":[],"total":0}"#)]
    #[case(args = r#"{"bucket_name":"nowhere"}"#, error = "not_found")]
    fn storage_list_objects(
        state: &GoogleCloud,
        args: StorageListObjects,
        _cx: &mut Context,
    ) -> Result<Page<ObjectView>, ToolError> {
        let bucket = state.buckets.find(&args.bucket_name)?;
        let objects = state.objects.select(&|object| {
            object.bucket_name == bucket.name && object.name.starts_with(&args.prefix)
        });
        Ok(Page::whole(objects.iter().map(|object| view_object(object)).collect()))
    }

    /// Copies a local file into a bucket. What has the name there is replaced.
    #[tool(types(bucket_name = Key<Bucket>))]
    #[case(
        args = r#"{"bucket_name":"harbor-exports","source_file_path":"/home/ops/orders.csv","destination_blob_name":"in/orders.csv"}"#,
        ok = r#"{"bucket_name":"harbor-exports","name":"in/orders.csv","content_type":"text/csv","storage_class":"STANDARD"}"#
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-vault","source_file_path":"/home/ops/orders.csv","destination_blob_name":"contract.pdf"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-public","source_file_path":"/home/ops/orders.csv","destination_blob_name":"x"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-exports","source_file_path":"/home/ops/none.csv","destination_blob_name":"x"}"#,
        error = "not_found"
    )]
    fn storage_upload_file(
        state: &mut GoogleCloud,
        args: StorageUploadFile,
        cx: &mut Context,
    ) -> Result<ObjectView, ToolError> {
        let bucket = writable_bucket(state, &args.bucket_name)?;
        let file = state.local_files.find(&args.source_file_path)?;
        let name = args.destination_blob_name;
        let object = new_object(&bucket, name, file.content.clone(), &file.content_type, cx);
        store(state, &bucket, object, cx)
    }

    /// Saves an object as a local file. What is at the path is replaced.
    #[tool(types(bucket_name = Key<Bucket>))]
    #[case(
        args = r#"{"bucket_name":"harbor-public","source_blob_name":"logo.svg","destination_file_path":"/tmp/logo.svg"}"#,
        ok = r#"{"bucket_name":"harbor-public","destination_file_path":"/tmp/logo.svg","size_bytes":6}"#
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-public","source_blob_name":"none","destination_file_path":"/tmp/none"}"#,
        error = "not_found"
    )]
    fn storage_download_file(
        state: &mut GoogleCloud,
        args: StorageDownloadFile,
        _cx: &mut Context,
    ) -> Result<Download, ToolError> {
        let object = find_object(state, &args.bucket_name, &args.source_blob_name)?;
        state.local_files.put(LocalFile {
            path: Key::new(args.destination_file_path.as_str()),
            content: object.content.clone(),
            content_type: object.content_type.clone(),
        });
        Ok(Download {
            bucket_name: object.bucket_name.clone(),
            source_blob_name: object.name.clone(),
            destination_file_path: args.destination_file_path,
            size_bytes: number(object.content.len()),
        })
    }

    /// Deletes an object. Where the bucket has versioning, the version is kept as a noncurrent one.
    #[tool(delete, about = StorageObject, key(bucket_name, blob_name))]
    #[case(
        args = r#"{"bucket_name":"harbor-archive","blob_name":"2026/plan.txt"}"#,
        ok = r#"{"name":"2026/plan.txt","size_bytes":16}"#
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-vault","blob_name":"contract.pdf"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-public","blob_name":"logo.svg"}"#,
        error = "permission_denied"
    )]
    #[case(args = r#"{"bucket_name":"harbor-archive","blob_name":"none"}"#, error = "not_found")]
    fn storage_delete_object(
        state: &mut GoogleCloud,
        args: StorageDeleteObject,
        cx: &mut Context,
    ) -> Result<ObjectView, ToolError> {
        let bucket = writable_bucket(state, &args.bucket_name)?;
        let object = find_object(state, &bucket.name, &args.blob_name)?;
        retire(state, &bucket, &object, cx)?;
        state.objects.remove(&join_key(&[&bucket.name, &args.blob_name]))?;
        Ok(view_object(&object))
    }

    #[tool(get, key(bucket_name))]
    fn storage_get_bucket_info() -> Bucket;

    /// Makes an address by which anyone can use an object until it expires. Reading and deleting
    /// need an object that exists.
    #[tool(types(bucket_name = Key<Bucket>, method = HttpMethod))]
    #[case(
        args = r#"{"bucket_name":"harbor-public","blob_name":"logo.svg","expiration_minutes":15}"#,
        ok = r#"{"method":"GET"}"#
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-exports","blob_name":"in/new.csv","method":"PUT"}"#,
        ok = r#"{"method":"PUT"}"#
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-exports","blob_name":"in/new.csv"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-public","blob_name":"logo.svg","method":"DELETE"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-public","blob_name":"logo.svg","expiration_minutes":10081}"#,
        error = "invalid_argument"
    )]
    fn storage_generate_signed_url(
        state: &GoogleCloud,
        args: StorageGenerateSignedUrl,
        cx: &mut Context,
    ) -> Result<SignedUrl, ToolError> {
        if !(1..=SIGNED_MINUTES_MAX).contains(&args.expiration_minutes) {
            let message = format!("an address is valid for 1 to {SIGNED_MINUTES_MAX} minutes");
            return Err(ToolError::invalid_argument(message));
        }
        let bucket = match args.method {
            HttpMethod::Get => state.buckets.find(&args.bucket_name)?,
            _ => writable_bucket(state, &args.bucket_name)?,
        };
        if matches!(args.method, HttpMethod::Get | HttpMethod::Delete) {
            find_object(state, &bucket.name, &args.blob_name)?;
        }
        let project = state.project.find()?;
        let seconds = args.expiration_minutes.saturating_mul(60);
        let stamp = cx.now().to_string().replace(['-', ':'], "");
        let url = format!(
            "https://storage.googleapis.com/{}/{}?X-Goog-Algorithm=GOOG4-RSA-SHA256\
             &X-Goog-Credential={}&X-Goog-Date={stamp}&X-Goog-Expires={seconds}\
             &X-Goog-SignedHeaders=host&X-Goog-Signature={}",
            bucket.name,
            args.blob_name.replace(' ', "%20"),
            project.service_account.replace('@', "%40"),
            cx.hex(64),
        );
        Ok(SignedUrl { url, method: args.method, expires_at: cx.now().plus_seconds(seconds) })
    }

    /// Copies an object to a name in the same or another bucket. What has the name is replaced.
    #[tool(types(source_bucket = Key<Bucket>, dest_bucket = Key<Bucket>))]
    #[case(
        args = r#"{"source_bucket":"harbor-public","source_blob":"logo.svg","dest_bucket":"harbor-archive","dest_blob":"logos/old.svg"}"#,
        ok = r#"{"bucket_name":"harbor-archive","name":"logos/old.svg","size_bytes":6,"content_type":"image/svg+xml"}"#
    )]
    #[case(
        args = r#"{"source_bucket":"harbor-archive","source_blob":"2026/plan.txt","dest_bucket":"harbor-public","dest_blob":"plan.txt"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"source_bucket":"harbor-archive","source_blob":"none","dest_bucket":"harbor-exports","dest_blob":"x"}"#,
        error = "not_found"
    )]
    fn storage_copy_object(
        state: &mut GoogleCloud,
        args: StorageCopyObject,
        cx: &mut Context,
    ) -> Result<ObjectView, ToolError> {
        let source = find_object(state, &args.source_bucket, &args.source_blob)?;
        let bucket = writable_bucket(state, &args.dest_bucket)?;
        let content = source.content.clone();
        let object = new_object(&bucket, args.dest_blob, content, &source.content_type, cx);
        store(state, &bucket, object, cx)
    }

    /// Copies an object to another place and deletes it where it was.
    #[tool(types(source_bucket = Key<Bucket>, dest_bucket = Key<Bucket>))]
    #[case(
        args = r#"{"source_bucket":"harbor-archive","source_blob":"2026/plan.txt","dest_bucket":"harbor-exports","dest_blob":"plan.txt"}"#,
        ok = r#"{"bucket_name":"harbor-exports","name":"plan.txt","size_bytes":16}"#
    )]
    #[case(
        args = r#"{"source_bucket":"harbor-public","source_blob":"logo.svg","dest_bucket":"harbor-exports","dest_blob":"logo.svg"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"source_bucket":"harbor-vault","source_blob":"contract.pdf","dest_bucket":"harbor-exports","dest_blob":"contract.pdf"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"source_bucket":"harbor-archive","source_blob":"2026/plan.txt","dest_bucket":"harbor-archive","dest_blob":"2026/plan.txt"}"#,
        error = "invalid_argument"
    )]
    fn storage_move_object(
        state: &mut GoogleCloud,
        args: StorageMoveObject,
        cx: &mut Context,
    ) -> Result<ObjectView, ToolError> {
        if args.source_bucket == args.dest_bucket && args.source_blob == args.dest_blob {
            return Err(ToolError::invalid_argument("the object is already there"));
        }
        let from = writable_bucket(state, &args.source_bucket)?;
        let source = find_object(state, &from.name, &args.source_blob)?;
        let to = writable_bucket(state, &args.dest_bucket)?;
        let content = source.content.clone();
        let object = new_object(&to, args.dest_blob, content, &source.content_type, cx);
        let moved = store(state, &to, object, cx)?;
        retire(state, &from, &source, cx)?;
        state.objects.remove(&join_key(&[&from.name, &args.source_blob]))?;
        Ok(moved)
    }

    /// Turns versioning of a bucket on or off. Versions that are kept already stay.
    #[tool(update, about = Bucket, key(bucket_name), map(versioning_enabled = enabled))]
    #[case(
        args = r#"{"bucket_name":"harbor-exports"}"#,
        ok = r#"{"name":"harbor-exports","versioning_enabled":true}"#
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-archive","enabled":false}"#,
        ok = r#"{"name":"harbor-archive","versioning_enabled":false}"#
    )]
    #[case(args = r#"{"bucket_name":"harbor-vault"}"#, error = "permission_denied")]
    #[case(args = r#"{"bucket_name":"nowhere"}"#, error = "not_found")]
    fn storage_enable_versioning(
        state: &mut GoogleCloud,
        args: StorageEnableVersioning,
        cx: &mut Context,
    ) -> Result<RowRef<Bucket>, ToolError> {
        check_owned_bucket(state, &args.bucket_name)?;
        state.buckets.update(&args.bucket_name, |bucket| {
            bucket.versioning_enabled = args.enabled.unwrap_or(true);
            bucket.updated_at = cx.now();
            Ok(())
        })
    }

    /// Counts and adds up the objects of a bucket, live and noncurrent ones apart.
    #[tool(types(bucket_name = Key<Bucket>))]
    #[case(
        args = r#"{"bucket_name":"harbor-archive"}"#,
        ok = r#"{"object_count":2,"total_size_bytes":22,"noncurrent_object_count":1,"noncurrent_size_bytes":40}"#
    )]
    #[case(args = r#"{"bucket_name":"nowhere"}"#, error = "not_found")]
    fn storage_get_bucket_size(
        state: &GoogleCloud,
        args: StorageGetBucketSize,
        _cx: &mut Context,
    ) -> Result<BucketSize, ToolError> {
        let bucket = state.buckets.find(&args.bucket_name)?;
        let live = state.objects.select(&|object| object.bucket_name == bucket.name);
        let old = state.noncurrent_objects.select(&|object| object.bucket_name == bucket.name);
        Ok(BucketSize {
            bucket_name: bucket.name.clone(),
            object_count: number(live.len()),
            total_size_bytes: number(live.iter().map(|object| object.content.len()).sum()),
            noncurrent_object_count: number(old.len()),
            noncurrent_size_bytes: old
                .iter()
                .fold(0, |sum: i64, object| sum.saturating_add(object.size_bytes)),
        })
    }

    /// Gives a bucket one lifecycle rule in place of those that it has. Objects that the rule takes
    /// to another class become nearline.
    #[tool(types(bucket_name = Key<Bucket>, action = LifecycleAction))]
    #[case(
        args = r#"{"bucket_name":"harbor-exports"}"#,
        ok = r#"{"name":"harbor-exports","lifecycle_rules":[{"action":"Delete","age_days":30,"storage_class":null}]}"#
    )]
    #[case(
        args = r#"{"bucket_name":"harbor-archive","age_days":90,"action":"SetStorageClass"}"#,
        ok = r#"{"lifecycle_rules":[{"action":"SetStorageClass","age_days":90,"storage_class":"NEARLINE"}]}"#
    )]
    #[case(args = r#"{"bucket_name":"harbor-vault"}"#, error = "permission_denied")]
    #[case(args = r#"{"bucket_name":"harbor-exports","age_days":-1}"#, error = "invalid_argument")]
    fn storage_set_bucket_lifecycle(
        state: &mut GoogleCloud,
        args: StorageSetBucketLifecycle,
        cx: &mut Context,
    ) -> Result<RowRef<Bucket>, ToolError> {
        check_owned_bucket(state, &args.bucket_name)?;
        let moves = args.action == LifecycleAction::SetStorageClass;
        let rule = LifecycleRule {
            action: args.action,
            age_days: args.age_days,
            storage_class: moves.then_some(StorageClass::Nearline),
        };
        state.buckets.update(&args.bucket_name, |bucket| {
            bucket.lifecycle_rules = vec![rule];
            bucket.updated_at = cx.now();
            Ok(())
        })
    }

    /// Logs a message. Sinks whose filter it passes receive it, too.
    #[tool(create, about = LogEntry)]
    #[case(
        args = r#"{"log_name":"backup","message":"Backup failed","severity":"ERROR"}"#,
        ok = r#"{"log_name":"backup","message":"Backup failed","severity":"ERROR","resource_type":"global"}"#
    )]
    #[case(
        args = r#"{"log_name":"backup","message":"Backup is done"}"#,
        ok = r#"{"severity":"INFO"}"#
    )]
    #[case(
        args = r#"{"log_name":"backup","message":"x","severity":"LOUD"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"log_name":"no blanks","message":"x"}"#, error = "invalid_argument")]
    fn logging_write_log(
        state: &mut GoogleCloud,
        args: LoggingWriteLog,
        cx: &mut Context,
    ) -> Result<RowRef<LogEntry>, ToolError> {
        let insert_id = state.log_entries.next_key(cx);
        let entry = state.log_entries.insert(LogEntry {
            insert_id,
            log_name: args.log_name,
            severity: args.severity,
            message: args.message,
            resource_type: ResourceType::Global,
            timestamp: cx.now(),
        })?;
        route(state, &entry, cx)?;
        Ok(entry)
    }

    /// Lists entries that pass a filter, the latest first.
    #[tool(list, sort(timestamp, descending), page(limit = max_entries))]
    #[case(
        args = r#"{"log_filter":"severity>=ERROR"}"#,
        ok = r#"{"items":[{"insert_id":"entry00000000003"},{"insert_id":"entry00000000002"}],"total":2}"#
    )]
    #[case(
        args = r#"{"log_filter":"logName=\"projects/harbor-analytics/logs/web\" AND NOT severity=(ERROR OR CRITICAL)"}"#,
        ok = r#"{"items":[{"insert_id":"entry00000000001","log_name":"web"}],"total":1}"#
    )]
    #[case(
        args = r#"{"log_filter":"textPayload:\"disk\" OR resource.type=gcs_bucket\ntimestamp>=\"2026-02-01T00:00:00Z\"","max_entries":1}"#,
        ok = r#"{"items":[{"insert_id":"entry00000000003"}],"total":1}"#
    )]
    #[case(args = r#"{"log_filter":"(severity=ERROR"}"#, error = "invalid_argument")]
    #[case(args = r#"{"log_filter":"severity=LOUD"}"#, error = "invalid_argument")]
    #[case(args = r#"{"max_entries":0}"#, error = "invalid_argument")]
    fn logging_read_logs(
        state: &GoogleCloud,
        args: LoggingReadLogs,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<LogEntry>>, ToolError> {
        let project = state.project.find()?;
        let filter = read_filter(&args.log_filter)?;
        let mut entries =
            state.log_entries.select(&|entry| passes(&filter, entry, &project.project_id));
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.timestamp));
        first_of(entries, args.max_entries)
    }

    /// Lists the logs that have entries by name.
    #[tool]
    #[case(
        args = "{}",
        ok = r#"[{"log_name":"storage/audit","entry_count":1},{"log_name":"web","full_name":"projects/harbor-analytics/logs/web","entry_count":2,"last_timestamp":"2026-02-20T11:00:00Z"}]"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn logging_list_logs(
        state: &GoogleCloud,
        _args: LoggingListLogs,
        _cx: &mut Context,
    ) -> Result<Vec<LogSummary>, ToolError> {
        let project = state.project.find()?;
        let mut logs: BTreeMap<String, LogSummary> = BTreeMap::new();
        for entry in state.log_entries.iter() {
            let log = logs.entry(entry.log_name.clone()).or_insert_with(|| LogSummary {
                log_name: entry.log_name.clone(),
                full_name: full_log_name(&project.project_id, &entry.log_name),
                entry_count: 0,
                last_timestamp: entry.timestamp,
            });
            log.entry_count = log.entry_count.saturating_add(1);
            log.last_timestamp = log.last_timestamp.max(entry.timestamp);
        }
        Ok(logs.into_values().collect())
    }

    /// Deletes every entry of a log.
    #[tool]
    #[case(args = r#"{"log_name":"web"}"#, ok = r#"{"log_name":"web","deleted_entries":2}"#)]
    #[case(
        args = r#"{"log_name":"projects/harbor-analytics/logs/storage/audit"}"#,
        ok = r#"{"log_name":"storage/audit","deleted_entries":1}"#
    )]
    #[case(args = r#"{"log_name":"none"}"#, error = "not_found")]
    fn logging_delete_log(
        state: &mut GoogleCloud,
        args: LoggingDeleteLog,
        _cx: &mut Context,
    ) -> Result<DeletedLog, ToolError> {
        let project = state.project.find()?;
        let prefix = full_log_name(&project.project_id, "");
        let log_name = args.log_name.strip_prefix(&prefix).unwrap_or(&args.log_name).to_owned();
        let entries = state.log_entries.select(&|entry| entry.log_name == log_name);
        if entries.is_empty() {
            return Err(ToolError::not_found(format!("no log `{log_name}`")));
        }
        for entry in &entries {
            state.delete::<LogEntry>(&entry.insert_id)?;
        }
        Ok(DeletedLog { log_name, deleted_entries: number(entries.len()) })
    }

    /// Makes a sink. A dataset, bucket or log bucket of this project that it names must exist.
    #[tool(create, about = LogSink, key(sink_name), map(filter = log_filter))]
    #[case(
        args = r#"{"sink_name":"errors","destination":"bigquery://harbor-analytics.sales","log_filter":"severity>=ERROR"}"#,
        ok = r#"{"name":"errors","destination":"bigquery://harbor-analytics.sales","filter":"severity>=ERROR","writer_identity":"serviceAccount:cloud-logs@harbor-analytics.iam.gserviceaccount.com"}"#
    )]
    #[case(
        args = r#"{"sink_name":"long","destination":"logging.googleapis.com/projects/harbor-analytics/locations/global/buckets/yearly"}"#,
        ok = r#"{"name":"long","filter":""}"#
    )]
    #[case(args = r#"{"sink_name":"lost","destination":"storage://nowhere"}"#, error = "not_found")]
    #[case(
        args = r#"{"sink_name":"odd","destination":"ftp://harbor-archive"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"sink_name":"bad","destination":"storage://harbor-archive","log_filter":"severity>"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"sink_name":"archive-all","destination":"storage://harbor-archive"}"#,
        error = "already_exists"
    )]
    fn logging_create_log_sink(
        state: &mut GoogleCloud,
        args: LoggingCreateLogSink,
        cx: &mut Context,
    ) -> Result<RowRef<LogSink>, ToolError> {
        let project = state.project.find()?;
        read_filter(&args.log_filter)?;
        match destination_of(&args.destination, &project.project_id)? {
            Destination::Dataset(id) => drop(state.datasets.find(&id)?),
            Destination::Bucket(name) => drop(state.buckets.find(&name)?),
            Destination::LogBucket(key) => drop(state.log_buckets.find(&key)?),
            Destination::Elsewhere => {}
        }
        let account = format!("cloud-logs@{}.iam.gserviceaccount.com", project.project_id);
        state.sinks.insert(LogSink {
            name: Key::new(args.sink_name.as_str()),
            destination: args.destination,
            filter: args.log_filter,
            writer_identity: format!("serviceAccount:{account}"),
            created_at: cx.now(),
        })
    }

    #[tool(list, sort(name))]
    fn logging_list_log_sinks() -> Vec<LogSink>;

    #[tool(delete, key(sink_name))]
    fn logging_delete_log_sink() -> LogSink;

    /// Adds the entries of the last days that pass a filter to a table, the oldest first. A table
    /// that is not there is made; one that is there must have the columns of entries.
    #[tool(types(dataset_id = Key<Dataset>))]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"web_log","log_filter":"logName:web","days_back":3650}"#,
        ok = r#"{"dataset_id":"sales","table_id":"web_log","exported_entries":2,"total_rows":2}"#
    )]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"orders","days_back":3650}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"dataset_id":"finance","table_id":"web_log"}"#, error = "permission_denied")]
    #[case(
        args = r#"{"dataset_id":"sales","table_id":"web_log","days_back":0}"#,
        error = "invalid_argument"
    )]
    fn logging_export_logs_to_bigquery(
        state: &mut GoogleCloud,
        args: LoggingExportLogsToBigquery,
        cx: &mut Context,
    ) -> Result<LogExport, ToolError> {
        if !(1..=DAYS_BACK_MAX).contains(&args.days_back) {
            let message = format!("`days_back` is from 1 to {DAYS_BACK_MAX}");
            return Err(ToolError::invalid_argument(message));
        }
        let dataset = writable_dataset(state, &args.dataset_id)?;
        let project = state.project.find()?;
        let filter = read_filter(&args.log_filter)?;
        let since = cx.now().plus_seconds(args.days_back.saturating_mul(-DAY_SECONDS));
        let mut entries = state.log_entries.select(&|entry| {
            entry.timestamp >= since && passes(&filter, entry, &project.project_id)
        });
        entries.sort_by_key(|entry| entry.timestamp);
        let rows: Vec<Json> = entries.iter().map(|entry| row_of_entry(entry)).collect();
        let table = add_log_rows(state, &dataset.dataset_id, &args.table_id, rows, cx)?;
        Ok(LogExport {
            dataset_id: dataset.dataset_id.clone(),
            table_id: args.table_id,
            exported_entries: number(entries.len()),
            total_rows: number(table.rows.len()),
        })
    }

    #[tool(create, map(location = location, bucket_id = bucket_id))]
    fn logging_create_log_bucket() -> LogBucket;

    /// Lists machines, of one zone or of all.
    #[tool(list, about = Instance)]
    #[case(
        args = r#"{"zone":"europe-north1-a"}"#,
        ok = r#"{"items":[{"name":"db-1"},{"name":"web-1","status":"RUNNING"},{"name":"web-2"}],"total":3}"#
    )]
    #[case(args = "{}", ok = r#"{"total":4}"#)]
    #[case(args = r#"{"zone":"asia-east1-f"}"#, error = "not_found")]
    fn compute_list_instances(
        state: &GoogleCloud,
        args: ComputeListInstances,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Instance>>, ToolError> {
        let zone = args.zone.as_str();
        if !zone.is_empty() {
            state.zones.find(zone)?;
        }
        let rows = state.instances.select(&|row| zone.is_empty() || row.zone == *zone);
        Ok(Page::whole(rows))
    }

    /// Makes a machine in a zone that is up. It runs once the operation is waited for.
    #[tool(create, about = Instance, key(zone, instance_name))]
    #[case(
        args = r#"{"instance_name":"web-3","zone":"europe-north1-a","machine_type":"e2-medium"}"#,
        ok = r#"{"operation_type":"insert","instance_name":"web-3","zone":"europe-north1-a","status":"RUNNING","progress":0}"#
    )]
    #[case(
        args = r#"{"instance_name":"web-1","zone":"europe-north1-a"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"instance_name":"web-3","zone":"us-east1-b"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"instance_name":"web-3","zone":"asia-east1-f"}"#, error = "not_found")]
    #[case(
        args = r#"{"instance_name":"web-3","zone":"europe-north1-a","machine_type":"huge"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"instance_name":"Web 3","zone":"europe-north1-a"}"#,
        error = "invalid_argument"
    )]
    fn compute_create_instance(
        state: &mut GoogleCloud,
        args: ComputeCreateInstance,
        cx: &mut Context,
    ) -> Result<RowRef<Operation>, ToolError> {
        let zone = zone_that_is_up(state, args.zone.as_str())?;
        let bits = cx.random();
        let instance = state.instances.insert(Instance {
            zone: zone.name.clone(),
            name: args.instance_name,
            machine_type: args.machine_type,
            status: InstanceStatus::Provisioning,
            internal_ip: format!("10.128.{}.{}", (bits >> 8) & 0x7f, 2 + (bits & 0x7f)),
            external_ip: Some(external_ip(cx)),
            deletion_protection: false,
            created_at: cx.now(),
            last_start_timestamp: None,
            last_stop_timestamp: None,
        })?;
        begin(state, &instance, OperationType::Insert, cx)
    }

    /// Deletes a machine at once, in any status, unless it is protected.
    #[tool(
        delete,
        about = Instance,
        key(zone, instance_name),
        require(deletion_protection = [false])
    )]
    #[case(
        args = r#"{"instance_name":"web-1","zone":"europe-north1-a"}"#,
        ok = r#"{"operation_type":"delete","instance_name":"web-1","status":"DONE","progress":100}"#
    )]
    #[case(
        args = r#"{"instance_name":"db-1","zone":"europe-north1-a"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"instance_name":"web-2","zone":"europe-north1-a"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"instance_name":"none","zone":"europe-north1-a"}"#, error = "not_found")]
    fn compute_delete_instance(
        state: &mut GoogleCloud,
        args: ComputeDeleteInstance,
        cx: &mut Context,
    ) -> Result<RowRef<Operation>, ToolError> {
        let instance = idle_instance(state, args.zone.as_str(), &args.instance_name)?;
        if instance.deletion_protection {
            let message = format!("`{}` is protected against deletion", instance.name);
            return Err(ToolError::failed_precondition(message));
        }
        let operation = begin(state, &instance, OperationType::Delete, cx)?;
        finish(state, &operation, cx)
    }

    /// Starts a machine that is stopped. It runs once the operation is waited for.
    #[tool(
        update,
        about = Instance,
        key(zone, instance_name),
        set(status = InstanceStatus::Staging),
        require(status = [InstanceStatus::Terminated, InstanceStatus::Stopping])
    )]
    #[case(
        args = r#"{"instance_name":"batch-1","zone":"europe-north1-b"}"#,
        ok = r#"{"operation_type":"start","instance_name":"batch-1","status":"RUNNING"}"#
    )]
    #[case(
        args = r#"{"instance_name":"web-1","zone":"europe-north1-a"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"instance_name":"db-1","zone":"europe-north1-a"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"instance_name":"batch-1","zone":"europe-north1-a"}"#, error = "not_found")]
    fn compute_start_instance(
        state: &mut GoogleCloud,
        args: ComputeStartInstance,
        cx: &mut Context,
    ) -> Result<RowRef<Operation>, ToolError> {
        let instance = idle_instance(state, args.zone.as_str(), &args.instance_name)?;
        zone_that_is_up(state, instance.zone.as_str())?;
        check_status(&instance, &[InstanceStatus::Terminated, InstanceStatus::Stopping])?;
        let address = external_ip(cx);
        let instance = change_instance(state, &instance, |row| {
            row.status = InstanceStatus::Staging;
            row.external_ip = Some(address);
        })?;
        begin(state, &instance, OperationType::Start, cx)
    }

    /// Stops a machine that is up. It is down once the operation is waited for.
    #[tool(
        update,
        about = Instance,
        key(zone, instance_name),
        set(status = InstanceStatus::Stopping),
        require(status = [
            InstanceStatus::Running,
            InstanceStatus::Provisioning,
            InstanceStatus::Staging,
            InstanceStatus::Suspended
        ])
    )]
    #[case(
        args = r#"{"instance_name":"web-1","zone":"europe-north1-a"}"#,
        ok = r#"{"operation_type":"stop","instance_name":"web-1","status":"RUNNING"}"#
    )]
    #[case(
        args = r#"{"instance_name":"batch-1","zone":"europe-north1-b"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"instance_name":"web-2","zone":"europe-north1-a"}"#,
        error = "failed_precondition"
    )]
    fn compute_stop_instance(
        state: &mut GoogleCloud,
        args: ComputeStopInstance,
        cx: &mut Context,
    ) -> Result<RowRef<Operation>, ToolError> {
        let instance = idle_instance(state, args.zone.as_str(), &args.instance_name)?;
        check_status(
            &instance,
            &[
                InstanceStatus::Running,
                InstanceStatus::Provisioning,
                InstanceStatus::Staging,
                InstanceStatus::Suspended,
            ],
        )?;
        let instance =
            change_instance(state, &instance, |row| row.status = InstanceStatus::Stopping)?;
        begin(state, &instance, OperationType::Stop, cx)
    }

    /// Resets a running machine, which keeps running.
    #[tool]
    #[case(
        args = r#"{"instance_name":"web-1","zone":"europe-north1-a"}"#,
        ok = r#"{"operation_type":"reset","instance_name":"web-1","status":"RUNNING"}"#
    )]
    #[case(
        args = r#"{"instance_name":"batch-1","zone":"europe-north1-b"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"instance_name":"none","zone":"europe-north1-a"}"#, error = "not_found")]
    fn compute_restart_instance(
        state: &mut GoogleCloud,
        args: ComputeRestartInstance,
        cx: &mut Context,
    ) -> Result<RowRef<Operation>, ToolError> {
        let instance = idle_instance(state, args.zone.as_str(), &args.instance_name)?;
        check_status(&instance, &[InstanceStatus::Running])?;
        begin(state, &instance, OperationType::Reset, cx)
    }

    #[tool(get, key(zone, instance_name))]
    fn compute_get_instance() -> Instance;

    #[tool(list, sort(name))]
    fn compute_list_zones() -> Vec<Zone>;

    /// Waits until an operation is done, which settles the machine. One that is done stays so.
    #[tool(update, key(operation_name), filter(zone), set(status = OperationStatus::Done))]
    #[case(
        args = r#"{"operation_name":"operation-web2stop000000000001","zone":"europe-north1-a"}"#,
        ok = r#"{"operation_type":"stop","status":"DONE","progress":100}"#
    )]
    #[case(
        args = r#"{"operation_name":"operation-batch1stop0000000001","zone":"europe-north1-b"}"#,
        ok = r#"{"status":"DONE","end_time":"2026-02-10T20:01:00Z"}"#
    )]
    #[case(
        args = r#"{"operation_name":"operation-web2stop000000000001","zone":"europe-north1-b"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"operation_name":"operation-web2stop000000000001","zone":"europe-north1-a","timeout_minutes":0}"#,
        error = "invalid_argument"
    )]
    fn compute_wait_for_operation(
        state: &mut GoogleCloud,
        args: ComputeWaitForOperation,
        cx: &mut Context,
    ) -> Result<RowRef<Operation>, ToolError> {
        if args.timeout_minutes < 1 {
            return Err(ToolError::invalid_argument("`timeout_minutes` must be at least 1"));
        }
        let operation = state.operations.find(&args.operation_name)?;
        if operation.zone != args.zone {
            let message = format!("no operation `{}` in `{}`", args.operation_name, args.zone);
            return Err(ToolError::not_found(message));
        }
        if operation.status == OperationStatus::Done {
            return Ok(operation);
        }
        finish(state, &operation, cx)
    }
}

const DAY_SECONDS: i64 = 86_400;
/// Addresses are signed for a week at most.
const SIGNED_MINUTES_MAX: i64 = 10_080;
/// How far back logs are exported at most, which is as long as log buckets keep them.
const DAYS_BACK_MAX: i64 = 3_650;
/// How many items a list has at most.
const ITEMS_MAX: i64 = 1_000;
/// How deep parentheses of a filter nest at most.
const DEPTH_MAX: usize = 20;

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The first items of a list, as many as are asked for.
fn first_of<T>(rows: Vec<T>, limit: i64) -> Result<Page<T>, ToolError> {
    if limit < 1 {
        return Err(ToolError::invalid_argument("at least one item has to be asked for"));
    }
    PageRequest { limit: Some(limit.min(ITEMS_MAX)), ..PageRequest::default() }.cut(rows)
}

/// A dataset whose tables the service account may change.
fn writable_dataset(state: &GoogleCloud, id: &Key<Dataset>) -> Result<RowRef<Dataset>, ToolError> {
    let dataset = state.datasets.find(id)?;
    check_writes(dataset.access, "dataset", id.as_str())?;
    Ok(dataset)
}

/// A bucket whose objects the service account may change.
fn writable_bucket(state: &GoogleCloud, name: &Key<Bucket>) -> Result<RowRef<Bucket>, ToolError> {
    let bucket = state.buckets.find(name)?;
    check_writes(bucket.access, "bucket", name.as_str())?;
    Ok(bucket)
}

fn check_writes(access: AccessRole, what: &str, name: &str) -> Result<(), ToolError> {
    if access == AccessRole::Reader {
        let message = format!("the service account may only read the {what} `{name}`");
        return Err(ToolError::permission_denied(message));
    }
    Ok(())
}

/// Refuses to change the settings of a bucket that the service account does not own.
fn check_owned_bucket(state: &GoogleCloud, name: &Key<Bucket>) -> Result<(), ToolError> {
    if state.buckets.find(name)?.access != AccessRole::Owner {
        let message = format!("the service account does not own the bucket `{name}`");
        return Err(ToolError::permission_denied(message));
    }
    Ok(())
}

fn view_table(table: &DataTable) -> TableSummary {
    TableSummary {
        table_id: table.table_id.clone(),
        num_rows: number(table.rows.len()),
        columns: table.columns.clone(),
        updated_at: table.updated_at,
    }
}

/// Notes a job that was done within the call.
fn finished_job(
    state: &mut GoogleCloud,
    job_type: JobType,
    dataset: &Key<Dataset>,
    table: &str,
    cx: &mut Context,
) -> Result<RowRef<Job>, ToolError> {
    let job_id = state.jobs.next_key(cx);
    state.jobs.insert(Job {
        job_id,
        job_type,
        state: JobState::Done,
        table: Some(format!("{dataset}.{table}")),
        error: None,
        created_at: cx.now(),
        ended_at: Some(cx.now()),
    })
}

/// The lines of a CSV text, each with its cells.
fn parse_csv(text: &str) -> Result<Vec<Vec<String>>, ToolError> {
    let mut lines = Vec::new();
    let mut line: Vec<String> = Vec::new();
    let mut cell = String::new();
    let mut is_quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if is_quoted => is_quoted = false,
            '"' if cell.is_empty() => is_quoted = true,
            ',' if !is_quoted => line.push(std::mem::take(&mut cell)),
            '\n' if !is_quoted => {
                line.push(std::mem::take(&mut cell));
                lines.push(std::mem::take(&mut line));
            }
            '\r' if !is_quoted => {}
            other => cell.push(other),
        }
    }
    if is_quoted {
        return Err(ToolError::invalid_argument("the CSV file ends within quotes"));
    }
    if !cell.is_empty() || !line.is_empty() {
        line.push(cell);
        lines.push(line);
    }
    lines.retain(|line| line.iter().any(|cell| !cell.is_empty()));
    Ok(lines)
}

/// The names of the columns of a CSV text and the lines below them. Without a header, columns are
/// numbered.
fn lines_of_csv(
    text: &str,
    has_header: bool,
) -> Result<(Vec<String>, Vec<Vec<String>>), ToolError> {
    let mut lines = parse_csv(text)?;
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    if width == 0 {
        return Err(ToolError::invalid_argument("the CSV file is empty"));
    }
    let names: Vec<String> = if has_header {
        lines.remove(0).iter().map(|name| column_name(name)).collect()
    } else {
        (0..width).map(|at| format!("string_field_{at}")).collect()
    };
    let distinct: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    if distinct.len() < names.len() {
        return Err(ToolError::invalid_argument("two columns of the CSV file have one name"));
    }
    if lines.iter().any(|line| line.len() != names.len()) {
        let message = format!("not every line of the CSV file has {} cells", names.len());
        return Err(ToolError::invalid_argument(message));
    }
    Ok((names, lines))
}

/// A heading as the name of a column: other signs than letters, digits and `_` become `_`.
fn column_name(heading: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let name: String =
        heading.trim().chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    match name.chars().next() {
        Some(first) if !first.is_ascii_digit() => name,
        _ => format!("_{name}"),
    }
}

fn check_same_columns(columns: &[Column], names: &[String]) -> Result<(), ToolError> {
    let is_same = columns.len() == names.len()
        && columns.iter().zip(names).all(|(column, name)| column.name.eq_ignore_ascii_case(name));
    let is_unnamed =
        columns.len() == names.len() && names.iter().all(|name| name.starts_with("string_field_"));
    if is_same || is_unnamed {
        return Ok(());
    }
    Err(ToolError::failed_precondition("the file's columns are not those of the table"))
}

/// The narrowest type that holds all cells of each column.
fn inferred_columns(names: &[String], lines: &[Vec<String>]) -> Vec<Column> {
    let column = |(at, name): (usize, &String)| {
        let cells: Vec<&str> =
            lines.iter().filter_map(|line| line.get(at)).map(String::as_str).collect();
        let is_empty = cells.iter().all(|cell| cell.is_empty());
        let holds = |kind: &&ColumnType| cells.iter().all(|cell| typed(**kind, cell).is_some());
        let kind = ColumnType::ALL.iter().find(holds).filter(|_| !is_empty);
        Column { name: name.clone(), kind: kind.copied().unwrap_or(ColumnType::String) }
    };
    names.iter().enumerate().map(column).collect()
}

/// A cell as a value of a type; nothing where it is none. An empty cell is `null` of any type.
fn typed(kind: ColumnType, cell: &str) -> Option<serde_json::Value> {
    let text = cell.trim();
    if text.is_empty() {
        return Some(serde_json::Value::Null);
    }
    match kind {
        ColumnType::Integer => text.parse::<i64>().ok().map(|whole| json!(whole)),
        ColumnType::Float => {
            text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| json!(number))
        }
        ColumnType::Boolean => match text.to_lowercase().as_str() {
            "true" => Some(json!(true)),
            "false" => Some(json!(false)),
            _ => None,
        },
        ColumnType::Date => {
            let is_day = text.len() == "2026-03-01".len();
            is_day.then(|| Date::parse(text).ok()).flatten().map(|day| json!(day.to_string()))
        }
        ColumnType::Timestamp => Timestamp::parse(text).ok().map(|at| json!(at.to_string())),
        ColumnType::String => Some(json!(cell)),
    }
}

fn typed_row(columns: &[Column], cells: &[String]) -> Result<Json, ToolError> {
    let mut row = serde_json::Map::new();
    for (column, cell) in columns.iter().zip(cells) {
        let value = typed(column.kind, cell).ok_or_else(|| {
            let kind = column.kind.as_str();
            ToolError::invalid_argument(format!("`{cell}` is no {kind} for `{}`", column.name))
        })?;
        row.insert(column.name.clone(), value);
    }
    Ok(Json(serde_json::Value::Object(row)))
}

/// A table as CSV with a header.
fn csv_of(table: &DataTable) -> String {
    let header: Vec<String> = table.columns.iter().map(|column| column.name.clone()).collect();
    let mut lines = vec![header.join(",")];
    for row in &table.rows {
        let cells: Vec<String> =
            table.columns.iter().map(|column| csv_cell(row.0.get(&column.name))).collect();
        lines.push(cells.join(","));
    }
    lines.join("\n")
}

fn csv_cell(value: Option<&serde_json::Value>) -> String {
    let text = match value {
        None | Some(serde_json::Value::Null) => String::new(),
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// A table as one JSON object a line.
fn json_lines_of(table: &DataTable) -> String {
    let lines: Vec<String> = table.rows.iter().map(|row| row.0.to_string()).collect();
    lines.join("\n")
}

fn find_object(
    state: &GoogleCloud,
    bucket: &Key<Bucket>,
    name: &str,
) -> Result<RowRef<StorageObject>, ToolError> {
    let bucket = state.buckets.find(bucket)?;
    let missing = |_| ToolError::not_found(format!("no object `{name}` in `{}`", bucket.name));
    state.objects.find(&join_key(&[&bucket.name, &name])).map_err(missing)
}

fn new_object(
    bucket: &Bucket,
    name: String,
    content: String,
    content_type: &str,
    cx: &mut Context,
) -> StorageObject {
    StorageObject {
        bucket_name: bucket.name.clone(),
        name,
        generation: cx.now().unix_seconds().saturating_mul(1_000_000),
        content,
        content_type: content_type.to_owned(),
        storage_class: bucket.storage_class,
        created_at: cx.now(),
    }
}

/// Puts an object into a bucket, in the place of the one with its name.
fn store(
    state: &mut GoogleCloud,
    bucket: &Bucket,
    mut object: StorageObject,
    cx: &mut Context,
) -> Result<ObjectView, ToolError> {
    let key = join_key(&[&bucket.name, &object.name]);
    if let Ok(old) = state.objects.find(&key) {
        retire(state, bucket, &old, cx)?;
        object.generation = object.generation.max(old.generation.saturating_add(1));
    }
    Ok(view_object(&state.objects.put(object)))
}

/// Lets the live version of an object go: not before its time, and kept as a noncurrent one where
/// the bucket has versioning.
fn retire(
    state: &mut GoogleCloud,
    bucket: &Bucket,
    object: &StorageObject,
    cx: &mut Context,
) -> Result<(), ToolError> {
    if let Some(days) = bucket.retention_days {
        let free_at = object.created_at.plus_seconds(days.saturating_mul(DAY_SECONDS));
        if free_at > cx.now() {
            let message = format!(
                "the bucket's retention policy keeps `{}` as it is until {free_at}",
                object.name
            );
            return Err(ToolError::failed_precondition(message));
        }
    }
    if bucket.versioning_enabled {
        state.noncurrent_objects.put(NoncurrentObject {
            bucket_name: object.bucket_name.clone(),
            name: object.name.clone(),
            generation: object.generation,
            size_bytes: number(object.content.len()),
        });
    }
    Ok(())
}

fn view_object(object: &StorageObject) -> ObjectView {
    ObjectView {
        bucket_name: object.bucket_name.clone(),
        name: object.name.clone(),
        generation: object.generation,
        size_bytes: number(object.content.len()),
        content_type: object.content_type.clone(),
        storage_class: object.storage_class,
        created_at: object.created_at,
    }
}

fn full_log_name(project: &str, log: &str) -> String {
    format!("projects/{project}/logs/{log}")
}

/// Where a sink sends entries, as far as that is in this project.
enum Destination {
    Dataset(String),
    Bucket(String),
    LogBucket(String),
    Elsewhere,
}

/// Reads a destination in the short form (`bigquery://project.dataset`, `storage://bucket`) or in
/// that of the API (`bigquery.googleapis.com/projects/p/datasets/d`).
fn destination_of(text: &str, project: &str) -> Result<Destination, ToolError> {
    let unreadable = || ToolError::invalid_argument(format!("`{text}` is no destination of sinks"));
    let (service, rest) = match text.split_once("://") {
        Some(parts) => parts,
        None => {
            let (host, rest) = text.split_once('/').ok_or_else(unreadable)?;
            (host.strip_suffix(".googleapis.com").ok_or_else(unreadable)?, rest)
        }
    };
    let steps: Vec<&str> = rest.split('/').collect();
    match (service, steps.as_slice()) {
        ("storage", [bucket]) if !bucket.is_empty() => {
            Ok(Destination::Bucket((*bucket).to_owned()))
        }
        ("bigquery", [path]) => match path.split_once('.') {
            Some((other, dataset)) if !dataset.is_empty() => {
                Ok(in_project(other == project, Destination::Dataset(dataset.to_owned())))
            }
            _ => Err(unreadable()),
        },
        ("bigquery", ["projects", other, "datasets", dataset]) => {
            Ok(in_project(*other == project, Destination::Dataset((*dataset).to_owned())))
        }
        ("logging", ["projects", other, "locations", location, "buckets", id]) => {
            let key = join_key(&[location, id]);
            Ok(in_project(*other == project, Destination::LogBucket(key)))
        }
        ("pubsub", ["projects", _, "topics", topic]) if !topic.is_empty() => {
            Ok(Destination::Elsewhere)
        }
        _ => Err(unreadable()),
    }
}

fn in_project(is_ours: bool, destination: Destination) -> Destination {
    if is_ours { destination } else { Destination::Elsewhere }
}

/// Sends a new entry to every sink whose filter it passes. A sink that cannot take it misses it.
fn route(state: &mut GoogleCloud, entry: &LogEntry, cx: &mut Context) -> Result<(), ToolError> {
    let project = state.project.find()?;
    for sink in state.sinks.select(&|_| true) {
        let Ok(filter) = read_filter(&sink.filter) else { continue };
        if !passes(&filter, entry, &project.project_id) {
            continue;
        }
        match destination_of(&sink.destination, &project.project_id) {
            Ok(Destination::Dataset(id)) if state.datasets.contains(&id) => {
                let rows = vec![row_of_entry(entry)];
                let table = column_name(&entry.log_name);
                // A table with other columns refuses the row, which is no fault of who logs.
                let _ = add_log_rows(state, &Key::new(id), &table, rows, cx);
            }
            Ok(Destination::Bucket(name)) => append_to_log_object(state, &name, entry, cx),
            _ => {}
        }
    }
    Ok(())
}

/// Adds an entry as a line to the object that holds its hour.
fn append_to_log_object(state: &mut GoogleCloud, bucket: &str, entry: &LogEntry, cx: &mut Context) {
    let Some(bucket) = state.buckets.get(bucket).cloned() else { return };
    let stamp = entry.timestamp.to_string();
    let (day, time) = stamp.split_once('T').unwrap_or((&stamp, "00"));
    let hour: String = time.chars().take(2).collect();
    let name =
        format!("{}/{}/{hour}:00:00_{hour}:59:59_S0.json", entry.log_name, day.replace('-', "/"));
    let line = row_of_entry(entry).0.to_string();
    let old = state.objects.get(&join_key(&[&bucket.name, &name])).map(|row| row.content.clone());
    let content = old.map_or_else(|| line.clone(), |content| format!("{content}\n{line}"));
    state.objects.put(new_object(&bucket, name, content, "application/json", cx));
}

fn log_columns() -> Vec<Column> {
    [
        ("log_name", ColumnType::String),
        ("severity", ColumnType::String),
        ("timestamp", ColumnType::Timestamp),
        ("resource_type", ColumnType::String),
        ("text_payload", ColumnType::String),
    ]
    .map(|(name, kind)| Column { name: name.to_owned(), kind })
    .to_vec()
}

fn row_of_entry(entry: &LogEntry) -> Json {
    Json(json!({
        "log_name": entry.log_name,
        "severity": entry.severity.as_str(),
        "timestamp": entry.timestamp.to_string(),
        "resource_type": entry.resource_type.as_str(),
        "text_payload": entry.message,
    }))
}

/// Adds rows to a table of entries, which is made where it is missing.
fn add_log_rows(
    state: &mut GoogleCloud,
    dataset: &Key<Dataset>,
    table_id: &str,
    rows: Vec<Json>,
    cx: &mut Context,
) -> Result<RowRef<DataTable>, ToolError> {
    let now = cx.now();
    let old = state.tables.get(&join_key(&[dataset, &table_id])).cloned();
    let mut table = old.unwrap_or_else(|| DataTable {
        dataset_id: dataset.clone(),
        table_id: table_id.to_owned(),
        columns: log_columns(),
        rows: Vec::new(),
        created_at: now,
        updated_at: now,
    });
    let has = |wanted: &Column| table.columns.contains(wanted);
    if !log_columns().iter().all(has) {
        let message = format!("the table `{table_id}` has not the columns of log entries");
        return Err(ToolError::failed_precondition(message));
    }
    table.rows.extend(rows);
    table.updated_at = now;
    Ok(state.tables.put(table))
}

/// A filter of the Logging query language: every clause has a term that holds.
struct LogFilter {
    clauses: Vec<Vec<Term>>,
}

/// A part of a clause.
struct Term {
    is_negated: bool,
    test: Test,
}

/// What a term asks for.
enum Test {
    /// The text is anywhere in the entry.
    Anywhere(String),
    /// A field compares so with one of the values.
    Compare {
        field: String,
        operator: String,
        values: Vec<String>,
    },
    Group(LogFilter),
}

/// A sign of a filter's text.
#[derive(Debug, Clone, PartialEq)]
enum Sign {
    Open,
    Close,
    And,
    Or,
    Not,
    Operator(String),
    Text(String),
}

/// Reads a filter, and refuses what it could not apply: unknown fields, levels and forms.
fn read_filter(text: &str) -> Result<LogFilter, ToolError> {
    let mut signs = signs_of(text)?;
    signs.reverse();
    let filter = read_clauses(&mut signs, 0)?;
    if signs.is_empty() { Ok(filter) } else { Err(bad_filter("a `)` closes nothing")) }
}

fn bad_filter(why: &str) -> ToolError {
    ToolError::invalid_argument(format!("the log filter cannot be read: {why}"))
}

fn signs_of(text: &str) -> Result<Vec<Sign>, ToolError> {
    let mut signs = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' | '\n' | '\r' => {}
            '(' => signs.push(Sign::Open),
            ')' => signs.push(Sign::Close),
            '"' => signs.push(Sign::Text(quoted(&mut letters)?)),
            '-' if !matches!(signs.last(), Some(Sign::Operator(_))) => signs.push(Sign::Not),
            '=' | '!' | '<' | '>' | ':' => {
                let mut operator = letter.to_string();
                if let Some(second) = letters.next_if(|next| matches!(next, '=' | '~')) {
                    operator.push(second);
                }
                signs.push(Sign::Operator(operator));
            }
            first => {
                let mut word = first.to_string();
                let goes_on = |next: &char| !next.is_whitespace() && !"()\"=!<>:".contains(*next);
                while let Some(next) = letters.next_if(goes_on) {
                    word.push(next);
                }
                signs.push(match word.as_str() {
                    "AND" => Sign::And,
                    "OR" => Sign::Or,
                    "NOT" => Sign::Not,
                    _ => Sign::Text(word),
                });
            }
        }
    }
    Ok(signs)
}

/// The rest of a text in quotes.
fn quoted(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<String, ToolError> {
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return Ok(text),
            '\\' => text.extend(letters.next()),
            other => text.push(other),
        }
    }
    Err(bad_filter("a quote is not closed"))
}

/// Reads clauses up to the end or a closing parenthesis. The signs are in reverse, the next one
/// last.
fn read_clauses(signs: &mut Vec<Sign>, depth: usize) -> Result<LogFilter, ToolError> {
    if depth > DEPTH_MAX {
        return Err(bad_filter("parentheses are nested too deep"));
    }
    let mut clauses = Vec::new();
    while signs.last().is_some_and(|sign| *sign != Sign::Close) {
        if !clauses.is_empty() && signs.last() == Some(&Sign::And) {
            signs.pop();
        }
        let mut terms = vec![read_term(signs, depth)?];
        while signs.last() == Some(&Sign::Or) {
            signs.pop();
            terms.push(read_term(signs, depth)?);
        }
        clauses.push(terms);
    }
    Ok(LogFilter { clauses })
}

fn read_term(signs: &mut Vec<Sign>, depth: usize) -> Result<Term, ToolError> {
    let is_negated = signs.last() == Some(&Sign::Not);
    if is_negated {
        signs.pop();
    }
    let test = match signs.pop() {
        Some(Sign::Open) => {
            let group = read_clauses(signs, depth.saturating_add(1))?;
            close(signs)?;
            Test::Group(group)
        }
        Some(Sign::Text(text)) => match signs.last() {
            Some(Sign::Operator(operator)) => {
                let operator = operator.clone();
                signs.pop();
                read_comparison(text, operator, signs)?
            }
            _ => Test::Anywhere(text),
        },
        _ => return Err(bad_filter("a term is missing")),
    };
    Ok(Term { is_negated, test })
}

fn close(signs: &mut Vec<Sign>) -> Result<(), ToolError> {
    match signs.pop() {
        Some(Sign::Close) => Ok(()),
        _ => Err(bad_filter("a `(` is not closed")),
    }
}

/// Reads the value of a comparison, or several with `OR` between them in parentheses.
fn read_comparison(
    field: String,
    operator: String,
    signs: &mut Vec<Sign>,
) -> Result<Test, ToolError> {
    let mut values = Vec::new();
    match signs.pop() {
        Some(Sign::Text(value)) => values.push(value),
        Some(Sign::Open) => {
            while let Some(Sign::Text(value)) = signs.last() {
                values.push(value.clone());
                signs.pop();
                if signs.last() == Some(&Sign::Or) {
                    signs.pop();
                }
            }
            close(signs)?;
        }
        _ => {}
    }
    if values.is_empty() {
        return Err(bad_filter(&format!("`{field}{operator}` lacks a value")));
    }
    check_comparison(&field, &operator, &values)?;
    Ok(Test::Compare { field, operator, values })
}

fn check_comparison(field: &str, operator: &str, values: &[String]) -> Result<(), ToolError> {
    if !matches!(operator, "=" | "!=" | "<" | "<=" | ">" | ">=" | ":") {
        return Err(bad_filter(&format!("`{operator}` is no comparison here")));
    }
    match field {
        "severity" => values.iter().try_for_each(|value| match level_of(value) {
            Some(_) => Ok(()),
            None => Err(bad_filter(&format!("`{value}` is no severity"))),
        }),
        "timestamp" => values.iter().try_for_each(|value| {
            Timestamp::parse(value)?;
            Ok(())
        }),
        "logName" | "log_name" | "textPayload" | "text_payload" | "message" | "insertId"
        | "insert_id" | "resource.type" | "resource_type" => Ok(()),
        _ if is_foreign_field(field) => Ok(()),
        _ => Err(bad_filter(&format!("entries have no field `{field}`"))),
    }
}

/// Whether entries of other services may have such a field; those here have none.
fn is_foreign_field(field: &str) -> bool {
    let first = field.split('.').next().unwrap_or_default();
    let is_known = [
        "jsonPayload",
        "protoPayload",
        "labels",
        "resource",
        "httpRequest",
        "operation",
        "trace",
        "spanId",
        "sourceLocation",
    ]
    .contains(&first);
    is_known && field != "resource.type"
}

/// The place of a severity among all, the least grave first.
fn level_of(name: &str) -> Option<usize> {
    Severity::ALL.iter().position(|severity| severity.as_str().eq_ignore_ascii_case(name))
}

fn passes(filter: &LogFilter, entry: &LogEntry, project: &str) -> bool {
    filter
        .clauses
        .iter()
        .all(|terms| terms.iter().any(|term| holds(&term.test, entry, project) != term.is_negated))
}

fn holds(test: &Test, entry: &LogEntry, project: &str) -> bool {
    match test {
        Test::Group(filter) => passes(filter, entry, project),
        Test::Anywhere(text) => {
            let full_name = full_log_name(project, &entry.log_name);
            let texts = [
                &entry.message,
                entry.severity.as_str(),
                entry.resource_type.as_str(),
                full_name.as_str(),
            ];
            let text = text.to_lowercase();
            texts.iter().any(|one| one.to_lowercase().contains(&text))
        }
        Test::Compare { field, operator, values } => {
            values.iter().any(|value| compares(entry, field, operator, value, project))
        }
    }
}

fn compares(entry: &LogEntry, field: &str, operator: &str, value: &str, project: &str) -> bool {
    match field {
        "severity" => {
            let (held, wanted) = (level_of(entry.severity.as_str()), level_of(value));
            is_ordered(operator, held.cmp(&wanted))
        }
        "timestamp" => Timestamp::parse(value)
            .is_ok_and(|wanted| is_ordered(operator, entry.timestamp.cmp(&wanted))),
        "logName" | "log_name" => {
            let is_full = value.starts_with("projects/");
            let full_name = full_log_name(project, &entry.log_name);
            let held = if is_full { &full_name } else { &entry.log_name };
            is_text(operator, held, &value.replace("%2F", "/"))
        }
        "textPayload" | "text_payload" | "message" => is_text(operator, &entry.message, value),
        "resource.type" | "resource_type" => is_text(operator, entry.resource_type.as_str(), value),
        "insertId" | "insert_id" => is_text(operator, entry.insert_id.as_str(), value),
        // No entry here has the field, and nothing equals what is missing.
        _ => false,
    }
}

/// Compares texts in any case; `:` asks whether the text holds the value.
fn is_text(operator: &str, held: &str, value: &str) -> bool {
    let (held, value) = (held.to_lowercase(), value.to_lowercase());
    if operator == ":" { held.contains(&value) } else { is_ordered(operator, held.cmp(&value)) }
}

fn is_ordered(operator: &str, order: std::cmp::Ordering) -> bool {
    match operator {
        "=" | ":" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        ">=" => order.is_ge(),
        _ => false,
    }
}

fn zone_that_is_up(state: &GoogleCloud, name: &str) -> Result<RowRef<Zone>, ToolError> {
    let zone = state.zones.find(name)?;
    if zone.status == ZoneStatus::Down {
        return Err(ToolError::failed_precondition(format!("the zone `{name}` is down")));
    }
    Ok(zone)
}

fn external_ip(cx: &mut Context) -> String {
    let bits = cx.random();
    format!("34.{}.{}.{}", 64 + (bits & 0x3f), (bits >> 8) & 0xff, 1 + ((bits >> 16) & 0x7f))
}

/// A machine on which no operation runs.
fn idle_instance(
    state: &GoogleCloud,
    zone: &str,
    name: &str,
) -> Result<RowRef<Instance>, ToolError> {
    let zone = state.zones.find(zone)?;
    let missing = |_| ToolError::not_found(format!("no instance `{name}` in `{}`", zone.name));
    let instance = state.instances.find(&join_key(&[&zone.name, &name])).map_err(missing)?;
    let running = state.operations.first(&|operation| {
        operation.zone == zone.name
            && operation.instance_name == name
            && operation.status != OperationStatus::Done
    });
    match running {
        None => Ok(instance),
        Some(operation) => Err(ToolError::failed_precondition(format!(
            "`{name}` is not ready: wait for `{}` first",
            operation.operation_name
        ))),
    }
}

fn check_status(instance: &Instance, allowed: &[InstanceStatus]) -> Result<(), ToolError> {
    if allowed.contains(&instance.status) {
        return Ok(());
    }
    let status = instance.status.as_str();
    let message = format!("`{}` is {status}, which does not allow this", instance.name);
    Err(ToolError::failed_precondition(message))
}

fn change_instance(
    state: &mut GoogleCloud,
    instance: &Instance,
    change: impl FnOnce(&mut Instance),
) -> Result<RowRef<Instance>, ToolError> {
    state.instances.update(&join_key(&[&instance.zone, &instance.name]), |row| {
        change(row);
        Ok(())
    })
}

/// Begins an operation on a machine.
fn begin(
    state: &mut GoogleCloud,
    instance: &Instance,
    operation_type: OperationType,
    cx: &mut Context,
) -> Result<RowRef<Operation>, ToolError> {
    let operation_name = state.operations.next_key(cx);
    state.operations.insert(Operation {
        operation_name,
        zone: instance.zone.clone(),
        operation_type,
        instance_name: instance.name.clone(),
        status: OperationStatus::Running,
        progress: 0,
        insert_time: cx.now(),
        end_time: None,
    })
}

/// Ends an operation: the machine is what it leads to. Of a machine that is gone, nothing changes.
fn finish(
    state: &mut GoogleCloud,
    operation: &Operation,
    cx: &mut Context,
) -> Result<RowRef<Operation>, ToolError> {
    let now = cx.now();
    let key = join_key(&[&operation.zone, &operation.instance_name]);
    if state.instances.contains(&key) {
        if operation.operation_type == OperationType::Delete {
            state.delete::<Instance>(&key)?;
        } else {
            state.instances.update(&key, |instance| {
                settle(instance, operation.operation_type, now);
                Ok(())
            })?;
        }
    }
    state.operations.update(&operation.operation_name, |row| {
        row.status = OperationStatus::Done;
        row.progress = 100;
        row.end_time = Some(now);
        Ok(())
    })
}

fn settle(instance: &mut Instance, operation_type: OperationType, now: Timestamp) {
    match operation_type {
        OperationType::Insert | OperationType::Start => {
            instance.status = InstanceStatus::Running;
            instance.last_start_timestamp = Some(now);
        }
        OperationType::Stop => {
            instance.status = InstanceStatus::Terminated;
            instance.last_stop_timestamp = Some(now);
            instance.external_ip = None;
        }
        OperationType::Reset => instance.last_start_timestamp = Some(now),
        OperationType::Delete => {}
    }
}

/// A project that sells, logs and runs a few machines; one of its machines is being stopped.
pub const FIXTURE: &str = r#"{
    "project": {"project_id": "harbor-analytics", "service_account": "ops@harbor-analytics.iam.gserviceaccount.com"},
    "local_files": {
        "/home/ops/customers.csv": {"path": "/home/ops/customers.csv", "content": "id,name,since,vip\n1,\"Aasen, Liv\",2025-03-01,true\n2,Jonas Weber,2025-04-12,false\n", "content_type": "text/csv"},
        "/home/ops/orders.csv": {"path": "/home/ops/orders.csv", "content": "id,amount,note\n3,12.50,gift\n", "content_type": "text/csv"},
        "/home/ops/broken.csv": {"path": "/home/ops/broken.csv", "content": "id,amount,note\n3,12.50\n", "content_type": "text/csv"}
    },
    "datasets": {
        "sales": {"dataset_id": "sales", "description": "What the shop sells", "location": "EU", "access": "OWNER", "created_at": "2025-09-01T09:00:00Z", "updated_at": "2025-09-01T09:00:00Z"},
        "finance": {"dataset_id": "finance", "description": "", "location": "EU", "access": "READER", "created_at": "2025-09-02T09:00:00Z", "updated_at": "2025-09-02T09:00:00Z"}
    },
    "tables": {
        "sales/orders": {"dataset_id": "sales", "table_id": "orders", "columns": [{"name": "id", "type": "INTEGER"}, {"name": "amount", "type": "FLOAT"}, {"name": "note", "type": "STRING"}], "rows": [{"id": 1, "amount": 40.0, "note": null}, {"id": 2, "amount": 7.25, "note": "to the door"}], "created_at": "2025-09-03T09:00:00Z", "updated_at": "2026-01-31T09:00:00Z"},
        "finance/ledger": {"dataset_id": "finance", "table_id": "ledger", "columns": [{"name": "account", "type": "STRING"}], "rows": [{"account": "4000"}], "created_at": "2025-09-03T09:00:00Z", "updated_at": "2025-09-03T09:00:00Z"}
    },
    "jobs": {
        "job_firstload0000000001": {"job_id": "job_firstload0000000001", "job_type": "LOAD", "state": "DONE", "table": "sales.orders", "error": null, "created_at": "2026-01-31T08:59:00Z", "ended_at": "2026-01-31T09:00:00Z"},
        "job_nightlyload00000002": {"job_id": "job_nightlyload00000002", "job_type": "LOAD", "state": "RUNNING", "table": "sales.orders", "error": null, "created_at": "2026-02-20T01:00:00Z", "ended_at": null}
    },
    "buckets": {
        "harbor-archive": {"name": "harbor-archive", "location": "EU", "storage_class": "COLDLINE", "access": "OWNER", "versioning_enabled": true, "retention_days": null, "lifecycle_rules": [], "created_at": "2025-09-01T09:00:00Z", "updated_at": "2025-09-01T09:00:00Z"},
        "harbor-exports": {"name": "harbor-exports", "location": "EU", "storage_class": "STANDARD", "access": "OWNER", "versioning_enabled": false, "retention_days": null, "lifecycle_rules": [], "created_at": "2025-09-01T09:00:00Z", "updated_at": "2025-09-01T09:00:00Z"},
        "harbor-public": {"name": "harbor-public", "location": "US", "storage_class": "STANDARD", "access": "READER", "versioning_enabled": false, "retention_days": null, "lifecycle_rules": [], "created_at": "2025-09-01T09:00:00Z", "updated_at": "2025-09-01T09:00:00Z"},
        "harbor-vault": {"name": "harbor-vault", "location": "EU", "storage_class": "ARCHIVE", "access": "WRITER", "versioning_enabled": false, "retention_days": 36500, "lifecycle_rules": [], "created_at": "2025-09-01T09:00:00Z", "updated_at": "2025-09-01T09:00:00Z"}
    },
    "objects": {
        "harbor-archive/2026~1plan.txt": {"bucket_name": "harbor-archive", "name": "2026/plan.txt", "generation": 1769900000000000, "content": "Open the terrace", "content_type": "text/plain", "storage_class": "COLDLINE", "created_at": "2026-01-31T22:53:20Z"},
        "harbor-archive/readme": {"bucket_name": "harbor-archive", "name": "readme", "generation": 1756717200000000, "content": "Files.", "content_type": "text/plain", "storage_class": "COLDLINE", "created_at": "2025-09-01T09:00:00Z"},
        "harbor-public/logo.svg": {"bucket_name": "harbor-public", "name": "logo.svg", "generation": 1756717300000000, "content": "<svg/>", "content_type": "image/svg+xml", "storage_class": "STANDARD", "created_at": "2025-09-01T09:01:40Z"},
        "harbor-vault/contract.pdf": {"bucket_name": "harbor-vault", "name": "contract.pdf", "generation": 1756717400000000, "content": "Signed.", "content_type": "application/pdf", "storage_class": "ARCHIVE", "created_at": "2025-09-01T09:03:20Z"}
    },
    "noncurrent_objects": {
        "harbor-archive/2026~1plan.txt/1767250000000000": {"bucket_name": "harbor-archive", "name": "2026/plan.txt", "generation": 1767250000000000, "size_bytes": 40}
    },
    "log_entries": {
        "entry00000000001": {"insert_id": "entry00000000001", "log_name": "web", "severity": "INFO", "message": "Server started", "resource_type": "gce_instance", "timestamp": "2026-01-15T08:00:00Z"},
        "entry00000000002": {"insert_id": "entry00000000002", "log_name": "web", "severity": "ERROR", "message": "Card payment timed out", "resource_type": "gce_instance", "timestamp": "2026-02-20T11:00:00Z"},
        "entry00000000003": {"insert_id": "entry00000000003", "log_name": "storage/audit", "severity": "CRITICAL", "message": "Disk quota reached", "resource_type": "gcs_bucket", "timestamp": "2026-02-20T12:00:00Z"}
    },
    "log_buckets": {
        "global/yearly": {"location": "global", "bucket_id": "yearly", "retention_days": 365, "created_at": "2025-09-01T09:00:00Z"}
    },
    "sinks": {
        "archive-all": {"name": "archive-all", "destination": "storage://harbor-archive", "filter": "severity>=WARNING", "writer_identity": "serviceAccount:cloud-logs@harbor-analytics.iam.gserviceaccount.com", "created_at": "2025-09-01T09:00:00Z"}
    },
    "zones": {
        "europe-north1-a": {"name": "europe-north1-a", "status": "UP"},
        "europe-north1-b": {"name": "europe-north1-b", "status": "UP"},
        "us-east1-b": {"name": "us-east1-b", "status": "DOWN"}
    },
    "instances": {
        "europe-north1-a/db-1": {"zone": "europe-north1-a", "name": "db-1", "machine_type": "n2-highmem-8", "status": "SUSPENDED", "internal_ip": "10.128.0.4", "external_ip": null, "deletion_protection": true, "created_at": "2025-10-01T09:00:00Z", "last_start_timestamp": "2025-10-01T09:01:00Z", "last_stop_timestamp": null},
        "europe-north1-a/web-1": {"zone": "europe-north1-a", "name": "web-1", "machine_type": "e2-medium", "status": "RUNNING", "internal_ip": "10.128.0.2", "external_ip": "34.88.10.2", "deletion_protection": false, "created_at": "2025-10-01T09:00:00Z", "last_start_timestamp": "2026-01-15T08:00:00Z", "last_stop_timestamp": "2026-01-15T07:50:00Z"},
        "europe-north1-a/web-2": {"zone": "europe-north1-a", "name": "web-2", "machine_type": "e2-medium", "status": "STOPPING", "internal_ip": "10.128.0.3", "external_ip": "34.88.10.3", "deletion_protection": false, "created_at": "2025-10-01T09:00:00Z", "last_start_timestamp": "2026-01-15T08:00:00Z", "last_stop_timestamp": null},
        "europe-north1-b/batch-1": {"zone": "europe-north1-b", "name": "batch-1", "machine_type": "c2-standard-16", "status": "TERMINATED", "internal_ip": "10.128.1.2", "external_ip": null, "deletion_protection": false, "created_at": "2025-11-01T09:00:00Z", "last_start_timestamp": "2026-02-10T18:00:00Z", "last_stop_timestamp": "2026-02-10T20:01:00Z"}
    },
    "operations": {
        "operation-web2stop000000000001": {"operation_name": "operation-web2stop000000000001", "zone": "europe-north1-a", "operation_type": "stop", "instance_name": "web-2", "status": "RUNNING", "progress": 40, "insert_time": "2026-02-20T12:30:00Z", "end_time": null},
        "operation-batch1stop0000000001": {"operation_name": "operation-batch1stop0000000001", "zone": "europe-north1-b", "operation_type": "stop", "instance_name": "batch-1", "status": "DONE", "progress": 100, "insert_time": "2026-02-10T20:00:00Z", "end_time": "2026-02-10T20:01:00Z"}
    }
}"#;
