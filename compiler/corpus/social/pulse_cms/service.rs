//! Pulse CMS: the desk of a directory of MCP servers, with its entries, mirrors, newsletter, tenants, redirects and jobs.

/// Everything that Pulse Cms knows.
#[derive(State)]
pub struct PulseCms {
    pub secrets: Table<Secret>,
    pub api_keys: Table<ApiKey>,
    pub authors: Table<Author>,
    pub discovered_urls: Table<DiscoveredUrl>,
    pub github_repositories: Table<GithubRepository>,
    pub good_jobs: Table<GoodJob>,
    pub good_job_cron_schedules: Table<GoodJobCronSchedule>,
    pub good_job_processes: Table<GoodJobProcess>,
    pub images: Table<Image>,
    pub impl_posted_notifs: Table<ImplPostedNotif>,
    pub mcp_implementations: Table<McpImplementation>,
    pub mcp_jsons: Table<McpJson>,
    pub newsletter_posts: Table<NewsletterPost>,
    pub official_mirror_queue_items: Table<OfficialMirrorQueueItem>,
    pub popularity_drop_bypass: One<PopularityDropBypass>,
    pub proctor_metadata: One<ProctorMetadata>,
    pub providers: Table<Provider>,
    pub redirects: Table<Redirect>,
    pub results: Table<ResultRow>,
    pub tenants: Table<Tenant>,
    pub unofficial_mirrors: Table<UnofficialMirror>,
}
/// A key that a tenant calls the directory with.
#[derive(Entity)]
pub struct ApiKey {
    #[entity(key, sequence)]
    pub id: IntKey<ApiKey>,
    #[entity(on_delete = cascade)]
    pub tenant_slug: Key<Tenant>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(default = ApiKeyPermissionLevel::ReadOnly)]
    pub permission_level: ApiKeyPermissionLevel,
    #[entity(default)]
    pub revoked: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// How much a key allows.
#[derive(Choice)]
pub enum ApiKeyPermissionLevel {
    ReadOnly,
    ReadAndUpsert,
    FullAccess,
}
/// Someone who writes the newsletter.
#[derive(Entity)]
pub struct Author {
    #[entity(key, slug)]
    pub slug: Key<Author>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: Option<String>,
    #[entity(body)]
    pub bio: Option<String>,
}
/// A page that may tell of a new server or client.
#[derive(Entity)]
pub struct DiscoveredUrl {
    #[entity(key, sequence)]
    pub id: IntKey<DiscoveredUrl>,
    #[entity(unique, url)]
    pub url: String,
    pub result: Option<DiscoveredUrlResult>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(on_delete = clear)]
    pub mcp_implementation_id: Option<IntKey<McpImplementation>>,
    #[entity(default)]
    pub processed: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What came of a discovered page.
#[derive(Choice)]
pub enum DiscoveredUrlResult {
    Posted,
    Skipped,
    Rejected,
    Error,
    NeedsIndexing,
    Drafted,
}
/// A code repository and what is in it.
#[derive(Entity)]
#[entity(unique(owner, name))]
pub struct GithubRepository {
    #[entity(key, sequence)]
    pub id: IntKey<GithubRepository>,
    #[entity(username)]
    pub owner: String,
    #[entity(slug)]
    pub name: String,
    pub classification: Option<RepositoryKind>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What a repository holds.
#[derive(Choice)]
pub enum RepositoryKind {
    SingleMcpServer,
    SingleMcpClient,
    MultipleMcpServers,
    MultipleMcpClients,
    Other,
}
/// A job of the background queue.
#[derive(Entity)]
pub struct GoodJob {
    #[entity(key, uuid)]
    pub id: Key<GoodJob>,
    pub queue_name: String,
    pub job_class: String,
    #[entity(default = GoodJobStatus::Queued)]
    pub status: GoodJobStatus,
    pub scheduled_at: Option<Timestamp>,
    #[entity(body)]
    pub error: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a job stands.
#[derive(Choice)]
pub enum GoodJobStatus {
    Scheduled,
    Queued,
    Running,
    Succeeded,
    Failed,
    Discarded,
}
/// When a job is started by the clock.
#[derive(Entity)]
pub struct GoodJobCronSchedule {
    #[entity(key, slug)]
    pub cron_key: Key<GoodJobCronSchedule>,
    pub job_class: String,
    pub cron: String,
    #[entity(body)]
    pub description: Option<String>,
    pub last_run_at: Option<Timestamp>,
    pub next_run_at: Option<Timestamp>,
}
/// A process that works on the queue.
#[derive(Entity)]
pub struct GoodJobProcess {
    #[entity(key, uuid)]
    pub id: Key<GoodJobProcess>,
    pub hostname: String,
    pub pid: Option<i64>,
    pub queues: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A picture of a newsletter post.
#[derive(Entity)]
pub struct Image {
    #[entity(key, sequence = "IMG-{:05}")]
    pub id: Key<Image>,
    #[entity(on_delete = cascade)]
    pub post_slug: Key<NewsletterPost>,
    #[entity(path)]
    pub file_name: String,
    #[entity(path)]
    pub file_path: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A mail that told someone that their server is listed.
#[derive(Entity)]
pub struct ImplPostedNotif {
    #[entity(key, sequence = "NTF-{:05}")]
    pub id: Key<ImplPostedNotif>,
    #[entity(on_delete = cascade)]
    pub implementation_id: IntKey<McpImplementation>,
    #[entity(email)]
    pub to_email_address: Option<String>,
    #[entity(email)]
    pub from_email_address: Option<String>,
    #[entity(person)]
    pub from_name: Option<String>,
    #[entity(email)]
    pub reply_to_email_address: Option<String>,
    #[entity(body)]
    pub content: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A server or a client that the directory lists.
#[derive(Entity)]
pub struct McpImplementation {
    #[entity(key, sequence)]
    pub id: IntKey<McpImplementation>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub short_description: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = McpImplementationType::Server)]
    pub r#type: McpImplementationType,
    #[entity(default = McpImplementationStatus::Draft)]
    pub status: McpImplementationStatus,
    #[entity(unique, slug)]
    pub slug: String,
    #[entity(url)]
    pub url: Option<String>,
    pub classification: Option<McpImplementationClassification>,
    #[entity(language)]
    pub implementation_language: Option<String>,
    #[entity(on_delete = clear)]
    pub provider_id: Option<IntKey<Provider>>,
    #[entity(company)]
    pub provider_name: Option<String>,
    #[entity(slug)]
    pub provider_slug: Option<String>,
    #[entity(url)]
    pub provider_url: Option<String>,
    pub source_code: Option<Json>,
    pub package_registry: Option<String>,
    #[entity(slug)]
    pub package_name: Option<String>,
    #[entity(default)]
    pub recommended: bool,
    #[entity(default)]
    pub verified_no_remote_canonicals: bool,
    pub created_on_override: Option<Date>,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub canonical_urls: Option<Json>,
    pub remotes: Option<Json>,
    #[entity(body)]
    pub internal_notes: Option<String>,
    pub owner_tenant: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Which side of the protocol an implementation is.
#[derive(Choice)]
pub enum McpImplementationType {
    Server,
    Client,
}
/// Whether the directory shows an implementation.
#[derive(Choice)]
pub enum McpImplementationStatus {
    Draft,
    Live,
    Archived,
}
/// Who made an implementation.
#[derive(Choice)]
pub enum McpImplementationClassification {
    Official,
    Community,
    Reference,
}
/// A configuration that a client can run a mirrored server with.
#[derive(Entity)]
pub struct McpJson {
    #[entity(key, sequence)]
    pub id: IntKey<McpJson>,
    #[entity(on_delete = cascade)]
    pub mcp_servers_unofficial_mirror_id: IntKey<UnofficialMirror>,
    #[entity(title)]
    pub title: String,
    pub value: Json,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A post of the newsletter, a draft at first.
#[derive(Entity)]
pub struct NewsletterPost {
    #[entity(key, slug)]
    pub slug: Key<NewsletterPost>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub body: String,
    pub author_slug: Key<Author>,
    #[entity(default)]
    pub published: bool,
    #[entity(default = NewsletterPostCategory::Newsletter)]
    pub category: NewsletterPostCategory,
    #[entity(url)]
    pub image_url: Option<String>,
    #[entity(url)]
    pub preview_image_url: Option<String>,
    #[entity(url)]
    pub share_image: Option<String>,
    #[entity(title)]
    pub title_tag: Option<String>,
    #[entity(title)]
    pub short_title: Option<String>,
    #[entity(body)]
    pub short_description: Option<String>,
    #[entity(body)]
    pub description_tag: Option<String>,
    /// The day of the last update that the author names to readers; `updated_at` is when the row
    /// changed.
    pub last_updated_date: Option<Date>,
    pub table_of_contents: Option<Json>,
    #[entity(slug)]
    pub featured_mcp_server_slugs: Vec<String>,
    #[entity(slug)]
    pub featured_mcp_client_slugs: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What sort of post it is.
#[derive(Choice)]
pub enum NewsletterPostCategory {
    Newsletter,
    Other,
}
/// An entry of the official registry that waits for a decision.
#[derive(Entity)]
pub struct OfficialMirrorQueueItem {
    #[entity(key, sequence)]
    pub id: IntKey<OfficialMirrorQueueItem>,
    #[entity(title)]
    pub name: String,
    #[entity(slug)]
    pub mcp_server_slug: Option<String>,
    #[entity(default = OfficialMirrorQueueItemStatus::Pending)]
    pub status: OfficialMirrorQueueItemStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a queue item stands.
#[derive(Choice)]
pub enum OfficialMirrorQueueItemStatus {
    Pending,
    PendingNew,
    PendingUpdate,
    Approved,
    Rejected,
}
/// Whether sudden drops of popularity are accepted.
#[derive(Entity)]
pub struct PopularityDropBypass {
    #[entity(default)]
    pub enabled: bool,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The runtimes and exams that servers can be tested with.
#[derive(Entity)]
pub struct ProctorMetadata {
    pub runtimes: Option<Json>,
    pub exams: Option<Json>,
}
/// A company or a person who makes servers or clients.
#[derive(Entity)]
pub struct Provider {
    #[entity(key, sequence)]
    pub id: IntKey<Provider>,
    #[entity(company)]
    pub name: String,
    #[entity(unique, slug)]
    pub slug: String,
    #[entity(url)]
    pub url: Option<String>,
}
/// A path of the site that leads to another.
#[derive(Entity)]
pub struct Redirect {
    #[entity(key, sequence)]
    pub id: IntKey<Redirect>,
    #[entity(unique, path)]
    pub from: String,
    #[entity(path)]
    pub to: String,
    #[entity(default = RedirectStatus::Draft)]
    pub status: RedirectStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether a redirect is in force.
#[derive(Choice)]
pub enum RedirectStatus {
    Draft,
    Active,
    Paused,
    Archived,
}
/// The saved result of an exam of a mirror.
#[derive(Entity)]
pub struct ResultRow {
    #[entity(key, sequence = "RES-{:05}")]
    pub id: Key<ResultRow>,
    #[entity(on_delete = cascade)]
    pub mirror_id: IntKey<UnofficialMirror>,
    pub runtime_id: Option<String>,
    pub result_id: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A customer of the directory with servers and keys of its own.
#[derive(Entity)]
pub struct Tenant {
    #[entity(key, slug)]
    pub slug: Key<Tenant>,
    #[entity(default)]
    pub is_admin: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A registry entry that the directory keeps for a server.
#[derive(Entity)]
#[entity(unique(name, version))]
pub struct UnofficialMirror {
    #[entity(key, sequence)]
    pub id: IntKey<UnofficialMirror>,
    #[entity(title)]
    pub name: String,
    pub version: String,
    pub server_json: Json,
    #[entity(on_delete = clear)]
    pub mcp_server_id: Option<IntKey<McpImplementation>>,
    #[entity(slug)]
    pub mcp_server_slug: Option<String>,
    pub previous_name: Option<String>,
    pub next_name: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A secret in the password manager that a server needs.
#[derive(Entity)]
pub struct Secret {
    #[entity(key, slug)]
    pub slug: Key<Secret>,
    pub onepassword_item_id: String,
    #[entity(slug)]
    pub mcp_server_slug: String,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(tag)]
    pub onepassword_tag: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(simulate(unclear_effect, "it makes a queue item of a row that the model does not keep"))]
    fn add_official_mirror_to_regular_queue();
    #[tool(simulate(unclear_effect, "it adds, removes and restores many servers of a tenant at once"))]
    fn add_servers_to_tenant();
    #[tool(update, key(id), set(status = OfficialMirrorQueueItemStatus::Approved), require(status = [OfficialMirrorQueueItemStatus::Pending, OfficialMirrorQueueItemStatus::PendingNew, OfficialMirrorQueueItemStatus::PendingUpdate]))]
    fn approve_mirror_no_modify() -> OfficialMirrorQueueItem;
    #[tool(update, key(id), set(status = OfficialMirrorQueueItemStatus::Approved), require(status = [OfficialMirrorQueueItemStatus::Pending, OfficialMirrorQueueItemStatus::PendingNew, OfficialMirrorQueueItemStatus::PendingUpdate]))]
    fn approve_official_mirror_queue_item() -> OfficialMirrorQueueItem;
    #[tool(simulate(unclear_effect, "it deletes many jobs at once"))]
    fn cleanup_good_jobs();
    #[tool(create)]
    fn create_api_key() -> ApiKey;
    #[tool(create)]
    fn create_mcp_json() -> McpJson;
    #[tool(create)]
    fn create_redirect() -> Redirect;
    #[tool(create)]
    fn create_tenant() -> Tenant;
    #[tool(create)]
    fn create_unofficial_mirror() -> UnofficialMirror;
    #[tool(delete, key(id))]
    fn delete_api_key() -> ApiKey;
    #[tool(delete, key(id))]
    fn delete_mcp_json() -> McpJson;
    #[tool(delete, key(id))]
    fn delete_redirect() -> Redirect;
    #[tool(delete, key(id_or_slug), ignore(force))]
    fn delete_tenant() -> Tenant;
    #[tool(delete, key(id))]
    fn delete_unofficial_mirror() -> UnofficialMirror;
    #[tool(update, key(id), set(status = GoodJobStatus::Discarded))]
    fn discard_good_job() -> GoodJob;
    #[tool(create, map(last_updated_date = last_updated))]
    fn draft_newsletter_post() -> NewsletterPost;
    #[tool(search((name, slug) ~ query), filter(id), page(limit, offset))]
    fn find_providers() -> Page<Provider>;
    #[tool(simulate(code_execution, "it starts a job"))]
    fn force_trigger_good_job_cron();
    #[tool(search((name, email) ~ search), page(page))]
    fn get_authors() -> Page<Author>;
    #[tool(simulate(external_computation, "it counts the pages by what came of them"))]
    fn get_discovered_url_stats();
    #[tool(simulate(unclear_effect, "it lists drafts only, and no argument says so"))]
    fn get_draft_mcp_implementations();
    #[tool(simulate(unclear_effect, "the results come from exams that run outside"))]
    fn get_exam_result();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_good_job_queue_statistics();
    #[tool(get, key(id))]
    fn get_good_job() -> GoodJob;
    #[tool(get, key(id))]
    fn get_mcp_json() -> McpJson;
    #[tool(simulate(unclear_effect, "it finds rows by the names of a mirror and a server in other tables"))]
    fn get_mcp_jsons();
    #[tool(list, filter(slug))]
    fn get_mcp_server() -> Page<McpImplementation>;
    #[tool(simulate(live_web, "it asks another service about `url`"))]
    fn get_moz_backlinks();
    #[tool(simulate(live_web, "it asks another service about `url`"))]
    fn get_moz_metrics();
    #[tool(simulate(unclear_effect, "the metrics are fetched by other means than these tools"))]
    fn get_moz_stored_metrics();
    #[tool(get, key(slug))]
    fn get_newsletter_post() -> NewsletterPost;
    #[tool(search((slug, title, body) ~ search), sort(created_at, descending, by = sort, direction = direction), page(page))]
    fn get_newsletter_posts() -> Page<NewsletterPost>;
    #[tool(get, key(id))]
    fn get_official_mirror_queue_item() -> OfficialMirrorQueueItem;
    #[tool(search(mcp_server_slug~q), filter(status), page(limit, offset))]
    fn get_official_mirror_queue_items() -> Page<OfficialMirrorQueueItem>;
    #[tool(simulate(unclear_effect, "the official registry is not kept in the model"))]
    fn get_official_mirror();
    #[tool(simulate(unclear_effect, "the official registry is not kept in the model"))]
    fn get_official_mirrors();
    #[tool(get)]
    fn get_proctor_metadata() -> ProctorMetadata;
    #[tool(get, key(id))]
    fn get_redirect() -> Redirect;
    #[tool(search((from, to)~q), filter(status), page(limit, offset))]
    fn get_redirects() -> Page<Redirect>;
    #[tool(get, key(id_or_slug))]
    fn get_tenant() -> Tenant;
    #[tool(search(slug~q), filter(is_admin), page(limit, offset))]
    fn get_tenants() -> Page<Tenant>;
    #[tool(list, filter(id, name))]
    fn get_unofficial_mirror() -> Page<UnofficialMirror>;
    #[tool(search((name, version, mcp_server_slug) ~ q), filter(mcp_server_id, mcp_server_slug), page(limit, offset))]
    fn get_unofficial_mirrors() -> Page<UnofficialMirror>;
    #[tool(create)]
    fn link_secret_to_mcp_server() -> Secret;
    #[tool(simulate(unclear_effect, "its statuses are not those that pages are marked with"))]
    fn list_discovered_urls();
    #[tool(list)]
    fn list_good_job_cron_schedules() -> Page<GoodJobCronSchedule>;
    #[tool(list)]
    fn list_good_job_processes() -> Page<GoodJobProcess>;
    #[tool(list, filter(queue_name, status, job_class, created_at >= after, created_at <= before), sort(created_at, descending), page(limit, offset))]
    fn list_good_jobs() -> Page<GoodJob>;
    #[tool(simulate(unclear_effect, "it lists servers only, and `all` stands for any status"))]
    fn list_mcp_servers();
    #[tool(simulate(unclear_effect, "the runs come from exams outside"))]
    fn list_proctor_runs();
    #[tool(simulate(unclear_effect, "the servers of a tenant are not kept, and `all` stands for any status"))]
    fn list_tenant_servers();
    #[tool(update, key(id), set(processed = true))]
    fn mark_discovered_url_processed() -> DiscoveredUrl;
    #[tool(simulate(unclear_effect, "it refreshes a cache that the model does not have"))]
    fn recache_mcp_server();
    #[tool(update, key(id), set(status = OfficialMirrorQueueItemStatus::Rejected), require(status = [OfficialMirrorQueueItemStatus::Pending, OfficialMirrorQueueItemStatus::PendingNew, OfficialMirrorQueueItemStatus::PendingUpdate]))]
    fn reject_official_mirror_queue_item() -> OfficialMirrorQueueItem;
    #[tool(simulate(unclear_effect, "it removes many servers of a tenant at once"))]
    fn remove_servers_from_tenant();
    #[tool(update, key(id), set(status = GoodJobStatus::Scheduled))]
    fn reschedule_good_job() -> GoodJob;
    #[tool(update, key(id), set(status = GoodJobStatus::Queued), require(status = [GoodJobStatus::Failed, GoodJobStatus::Discarded]))]
    fn retry_good_job() -> GoodJob;
    #[tool(update, key(api_key_id), set(revoked = true))]
    fn revoke_api_key() -> ApiKey;
    #[tool(simulate(code_execution, "it runs code or a job"))]
    fn run_exam_for_mirror();
    #[tool(simulate(unclear_effect, "it adds or changes a row, and links others"))]
    fn save_mcp_implementation();
    #[tool(create)]
    fn save_results_for_mirror() -> ResultRow;
    #[tool(
        search((name, short_description, description)~query),
        filter(r#type, status),
        page(limit, offset),
        absent(r#type = "all", status = "all")
    )]
    fn search_mcp_implementations() -> Page<McpImplementation>;
    #[tool(create)]
    fn send_impl_posted_notif() -> ImplPostedNotif;
    #[tool(update, key(id))]
    fn set_github_repository_classification() -> GithubRepository;
    #[tool(simulate(unclear_effect, "the spec does not tell what its `id` names"))]
    fn set_known_missing_init_tools_list();
    #[tool(update)]
    fn set_popularity_drop_bypass() -> PopularityDropBypass;
    #[tool(update, key(id), set(mcp_server_slug = None))]
    fn unlink_official_mirror_queue_item() -> OfficialMirrorQueueItem;
    #[tool(update, key(id))]
    fn update_mcp_json() -> McpJson;
    #[tool(update, key(implementation_id))]
    fn update_mcp_server() -> McpImplementation;
    #[tool(update, key(slug), map(last_updated_date = last_updated))]
    fn update_newsletter_post() -> NewsletterPost;
    #[tool(update, key(id))]
    fn update_redirect() -> Redirect;
    #[tool(update, key(id))]
    fn update_unofficial_mirror() -> UnofficialMirror;
    #[tool(create)]
    fn upload_image() -> Image;
}
