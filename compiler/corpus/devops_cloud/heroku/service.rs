//! Heroku: apps with their dynos, add-ons and Postgres databases, and pipelines of apps.
//!
//! An app belongs to its team or, without one, to the user who owns it; an app in a private space
//! is of the generation of that space. What a user may do with an app follows from owning it, from
//! a role in its team and from being a collaborator. What takes the platform a while (builds,
//! provisioning, restarts, upgrades) is over when the call answers. Where a call names an app, a
//! team, a space, a pipeline or an add-on, it may pass the name or the identifier.

/// What one user can reach, and the apps around it whose names are taken.
#[derive(State)]
pub struct Heroku {
    pub account: One<Account>,
    pub users: Table<User>,
    pub teams: Table<Team>,
    pub team_members: Table<TeamMember>,
    pub spaces: Table<Space>,
    pub apps: Table<App>,
    pub collaborators: Table<Collaborator>,
    pub app_transfers: Table<AppTransfer>,
    pub domains: Table<Domain>,
    pub releases: Table<Release>,
    pub formations: Table<Formation>,
    pub dynos: Table<Dyno>,
    pub log_lines: Table<LogLine>,
    pub addon_services: Table<AddonService>,
    pub plans: Table<Plan>,
    pub addons: Table<Addon>,
    pub attachments: Table<Attachment>,
    pub databases: Table<Database>,
    pub credentials: Table<Credential>,
    pub processes: Table<Process>,
    pub locks: Table<Lock>,
    pub query_statistics: Table<QueryStatistic>,
    pub backups: Table<Backup>,
    pub backup_schedules: Table<BackupSchedule>,
    pub pipelines: Table<Pipeline>,
    pub pipeline_couplings: Table<PipelineCoupling>,
}

/// Whose login is used.
#[derive(Entity)]
pub struct Account {
    pub user: Key<User>,
    /// The team whose apps are listed unless a call says otherwise.
    #[entity(on_delete = clear)]
    pub default_team: Option<Key<Team>>,
}

/// Someone with a Heroku account.
#[derive(Entity)]
pub struct User {
    #[entity(key, email)]
    pub email: Key<User>,
    #[entity(len = 1..=100, person)]
    pub name: String,
}

/// Users who own apps together.
#[derive(Entity)]
pub struct Team {
    #[entity(key, uuid)]
    pub id: Key<Team>,
    #[entity(unique, len = 1..=80, slug)]
    pub name: String,
    /// The enterprise account that pays for the team.
    #[entity(company)]
    pub enterprise_account: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// That a user is in a team.
#[derive(Entity)]
pub struct TeamMember {
    #[entity(key, on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(default = TeamRole::Member)]
    pub role: TeamRole,
}

/// What a member may do with the apps of the team.
#[derive(Choice)]
pub enum TeamRole {
    Admin,
    Member,
    Viewer,
    Collaborator,
}

/// A network of a team's own in which apps run.
#[derive(Entity)]
pub struct Space {
    #[entity(key, uuid)]
    pub id: Key<Space>,
    #[entity(unique, len = 1..=80, slug)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub team_id: Key<Team>,
    pub region: Region,
    #[entity(default = Generation::Cedar)]
    pub generation: Generation,
    /// Whether it is built for regulated data.
    #[entity(default)]
    pub shield: bool,
    #[entity(default = SpaceState::Allocating)]
    pub state: SpaceState,
    #[entity(pattern = "^10[.][0-9]{1,2}[.]0[.]0/16$")]
    pub cidr: String,
    #[entity(pattern = "^10[.][0-9]{1,2}[.]0[.]0/20$")]
    pub data_cidr: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Where apps run; all but the first two are for spaces alone.
#[derive(Choice)]
pub enum Region {
    Us,
    Eu,
    Dublin,
    Frankfurt,
    London,
    Montreal,
    Mumbai,
    Oregon,
    Singapore,
    Sydney,
    Tokyo,
    Virginia,
}

/// The platform that an app runs on.
#[derive(Choice)]
pub enum Generation {
    Cedar,
    Fir,
}

/// Whether apps can be put into a space.
#[derive(Choice)]
pub enum SpaceState {
    Allocating,
    Allocated,
    Deleting,
}

/// Code that runs, and all that belongs to it.
#[derive(Entity)]
pub struct App {
    #[entity(key, uuid)]
    pub id: Key<App>,
    #[entity(unique, len = 3..=30, pattern = "^[a-z][a-z0-9-]*[a-z0-9]$", slug)]
    pub name: String,
    /// The owner, unless a team owns it; then the user who added it.
    pub owner_email: Key<User>,
    pub team_id: Option<Key<Team>>,
    pub space_id: Option<Key<Space>>,
    #[entity(default = Region::Us)]
    pub region: Region,
    #[entity(default = Stack::Heroku24)]
    pub stack: Stack,
    /// Whether visitors see a page that says the app is away.
    #[entity(default)]
    pub maintenance: bool,
    /// Whether members of the team reach it only as collaborators or admins.
    #[entity(default)]
    pub locked: bool,
    /// Whether it is reached from inside its space alone.
    #[entity(default)]
    pub internal_routing: bool,
    #[entity(slug)]
    pub buildpacks: Vec<String>,
    /// Variables beside those of add-ons. Callers see the names; the values are secrets.
    pub config_vars: BTreeMap<String, String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// The system image under an app.
#[derive(Choice)]
pub enum Stack {
    #[choice(rename = "heroku-18")]
    Heroku18,
    #[choice(rename = "heroku-20")]
    Heroku20,
    #[choice(rename = "heroku-22")]
    Heroku22,
    #[choice(rename = "heroku-24")]
    Heroku24,
}

/// That a user works on an app without owning it.
#[derive(Entity)]
pub struct Collaborator {
    #[entity(key, on_delete = cascade)]
    pub app_id: Key<App>,
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    /// Any of them includes the permission to view.
    #[entity(len = 1..=4)]
    pub permissions: Vec<Permission>,
}

/// What can be allowed on an app.
#[derive(Choice)]
pub enum Permission {
    View,
    Deploy,
    Operate,
    Manage,
}

/// The offer of an app to another user, who has to accept it.
#[derive(Entity)]
pub struct AppTransfer {
    #[entity(key, uuid)]
    pub id: Key<AppTransfer>,
    #[entity(on_delete = cascade)]
    pub app_id: Key<App>,
    #[entity(on_delete = cascade)]
    pub recipient: Key<User>,
    #[entity(default = TransferState::Pending)]
    pub state: TransferState,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What became of a transfer.
#[derive(Choice)]
pub enum TransferState {
    Pending,
    Accepted,
    Declined,
}

/// A host name under which an app is reached.
#[derive(Entity)]
pub struct Domain {
    #[entity(key, len = 4..=253, pattern = "^([*][.])?[a-z0-9-]+([.][a-z0-9-]+)+$")]
    pub hostname: Key<Domain>,
    #[entity(on_delete = cascade)]
    pub app_id: Key<App>,
    /// The name that the DNS has to point to.
    pub cname: Option<String>,
    pub certificate: Option<CertificateStatus>,
}

/// How far the certificate of a domain is.
#[derive(Choice)]
pub enum CertificateStatus {
    Verifying,
    Issued,
    Failing,
}

/// A version of an app: its code and its variables at a time.
#[derive(Entity)]
pub struct Release {
    #[entity(key, on_delete = cascade)]
    pub app_id: Key<App>,
    #[entity(key, sequence, range = 1..=1_000_000)]
    pub version: i64,
    #[entity(len = 1..=500, body)]
    pub description: String,
    /// The code that runs; missing until the first deployment.
    #[entity(pattern = "^[0-9a-f]{8}$")]
    pub slug: Option<String>,
    pub user: Key<User>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What one kind of process of an app is; its dynos run it.
#[derive(Entity)]
pub struct Formation {
    #[entity(key, on_delete = cascade)]
    pub app_id: Key<App>,
    #[entity(key, len = 1..=63, pattern = "^[A-Za-z0-9_-]+$")]
    pub process_type: String,
    #[entity(default = DynoSize::Basic)]
    pub size: DynoSize,
    /// What the app's Procfile says; the platform knows it once the process has run.
    pub command: Option<String>,
}

/// How large a dyno is.
#[derive(Choice)]
pub enum DynoSize {
    Eco,
    Basic,
    #[choice(rename = "standard-1x")]
    Standard1x,
    #[choice(rename = "standard-2x")]
    Standard2x,
    #[choice(rename = "performance-m")]
    PerformanceM,
    #[choice(rename = "performance-l")]
    PerformanceL,
    #[choice(rename = "performance-xl")]
    PerformanceXl,
    #[choice(rename = "performance-2xl")]
    Performance2xl,
    #[choice(rename = "private-s")]
    PrivateS,
    #[choice(rename = "private-m")]
    PrivateM,
    #[choice(rename = "private-l")]
    PrivateL,
    #[choice(rename = "shield-s")]
    ShieldS,
    #[choice(rename = "shield-m")]
    ShieldM,
    #[choice(rename = "shield-l")]
    ShieldL,
    #[choice(rename = "dyno-1c-0.5gb")]
    Dyno1cHalfGb,
    #[choice(rename = "dyno-2c-1gb")]
    Dyno2c1Gb,
    #[choice(rename = "dyno-1c-4gb")]
    Dyno1c4Gb,
    #[choice(rename = "dyno-2c-8gb")]
    Dyno2c8Gb,
}

/// A container that runs one process of an app. How many there are is the formation's quantity.
#[derive(Entity)]
pub struct Dyno {
    #[entity(key, on_delete = cascade)]
    pub formation: Key<Formation>,
    #[entity(key, range = 1..=1_000)]
    pub number: i64,
    #[entity(default = DynoState::Up)]
    pub state: DynoState,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// How a dyno is doing.
#[derive(Choice)]
pub enum DynoState {
    Up,
    Starting,
    Idle,
    Crashed,
    Down,
}

/// A line of an app's log.
#[derive(Entity)]
pub struct LogLine {
    #[entity(key, sequence)]
    pub id: IntKey<LogLine>,
    #[entity(on_delete = cascade)]
    pub app_id: Key<App>,
    pub source: LogSource,
    /// `web.1`, or a part of the platform such as `router` or `api`.
    #[entity(len = 1..=80)]
    pub dyno: String,
    #[entity(body)]
    pub message: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Who writes a line: the app, also about changes to it, or the platform.
#[derive(Choice)]
pub enum LogSource {
    App,
    Heroku,
}

/// Something that can be added to apps.
#[derive(Entity)]
pub struct AddonService {
    #[entity(key, len = 1..=60, slug)]
    pub name: Key<AddonService>,
    #[entity(len = 1..=100, product)]
    pub human_name: String,
    #[entity(default = ServiceState::Ga)]
    pub state: ServiceState,
    #[entity(default = true)]
    pub supports_multiple_installations: bool,
    #[entity(default = true)]
    pub supports_sharing: bool,
    #[entity(len = 1..=2)]
    pub supported_generations: Vec<Generation>,
}

/// Whether a service or plan can still be had.
#[derive(Choice)]
pub enum ServiceState {
    Ga,
    Beta,
    Alpha,
    Shutdown,
}

/// What a service costs and offers. Calls write it `service:plan`.
#[derive(Entity)]
pub struct Plan {
    #[entity(key, on_delete = cascade)]
    pub service: Key<AddonService>,
    #[entity(key, len = 1..=60, slug)]
    pub slug: String,
    #[entity(len = 1..=100, title)]
    pub human_name: String,
    #[entity(default, body)]
    pub description: String,
    /// Cents of a dollar a month.
    #[entity(default, range = 0..=10_000_000)]
    pub price_cents: i64,
    /// Whether it is taken when a call names the service alone.
    #[entity(default)]
    pub is_default: bool,
    #[entity(default = ServiceState::Ga)]
    pub state: ServiceState,
    #[entity(default)]
    pub installable_inside_private_network: bool,
    #[entity(default = true)]
    pub installable_outside_private_network: bool,
}

/// A service that was added to an app, which pays for it.
#[derive(Entity)]
pub struct Addon {
    #[entity(key, uuid)]
    pub id: Key<Addon>,
    #[entity(unique, len = 3..=80, pattern = "^[a-zA-Z][A-Za-z0-9_-]*$", slug)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub app_id: Key<App>,
    pub plan: Key<Plan>,
    #[entity(default = AddonState::Provisioned)]
    pub state: AddonState,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// How far an add-on is.
#[derive(Choice)]
pub enum AddonState {
    Provisioning,
    Provisioned,
    Deprovisioned,
}

/// The name under which an app knows an add-on. It gives the app the variable `NAME_URL`.
#[derive(Entity)]
#[entity(unique(app_id, name))]
pub struct Attachment {
    #[entity(key, uuid)]
    pub id: Key<Attachment>,
    #[entity(on_delete = cascade)]
    pub addon_id: Key<Addon>,
    #[entity(on_delete = cascade)]
    pub app_id: Key<App>,
    #[entity(len = 2..=80, pattern = "^[A-Z][A-Z0-9_]*$")]
    pub name: String,
}

/// The Postgres database that an add-on is.
#[derive(Entity)]
pub struct Database {
    #[entity(key, on_delete = cascade)]
    pub addon_id: Key<Addon>,
    #[entity(default = DatabaseStatus::Available)]
    pub status: DatabaseStatus,
    #[entity(default = PostgresVersion::V17)]
    pub version: PostgresVersion,
    /// The database that this one copies without being written to.
    #[entity(on_delete = clear)]
    pub following: Option<Key<Database>>,
    #[entity(default, range = 0..=4_000_000_000_000)]
    pub data_size_bytes: i64,
    #[entity(default, range = 0..=10_000)]
    pub table_count: i64,
    #[entity(default, range = 0..=500)]
    pub connection_count: i64,
    /// When the platform may work on it, such as `Sundays 14:30 to 18:30 UTC`.
    #[entity(len = 1..=60)]
    pub maintenance_window: String,
    /// The work that is planned.
    pub maintenance: Option<DatabaseMaintenance>,
}

/// Work that the platform plans on a database.
#[derive(Record)]
pub struct DatabaseMaintenance {
    #[record(len = 1..=200, body)]
    pub reason: String,
    pub scheduled_for: Timestamp,
}

/// Whether a database can be used.
#[derive(Choice)]
pub enum DatabaseStatus {
    Available,
    Preparing,
    Upgrading,
    Unavailable,
}

/// The versions of Postgres on offer, the oldest first.
#[derive(Choice)]
pub enum PostgresVersion {
    #[choice(rename = "14.18")]
    V14,
    #[choice(rename = "15.13")]
    V15,
    #[choice(rename = "16.9")]
    V16,
    #[choice(rename = "17.5")]
    V17,
}

/// A login of a database.
#[derive(Entity)]
pub struct Credential {
    #[entity(key, on_delete = cascade)]
    pub database_id: Key<Database>,
    #[entity(key, len = 1..=50, slug)]
    pub name: String,
    #[entity(default = CredentialState::Active)]
    pub state: CredentialState,
    #[entity(default, range = 0..=500)]
    pub connection_count: i64,
}

/// Whether a login can be used.
#[derive(Choice)]
pub enum CredentialState {
    Active,
    Enabling,
    Rotating,
    Revoking,
}

/// A connection to a database, seen from inside.
#[derive(Entity)]
pub struct Process {
    #[entity(key, on_delete = cascade)]
    pub database_id: Key<Database>,
    #[entity(key, range = 1..=4_194_304)]
    pub pid: i64,
    #[entity(default = ProcessState::Active)]
    pub state: ProcessState,
    /// The name that the client gives itself.
    #[entity(len = 0..=100, slug)]
    pub source: String,
    #[entity(len = 1..=63, username)]
    pub username: String,
    /// What runs, or what ran last.
    pub query: String,
    pub started_at: Timestamp,
}

/// What a connection does.
#[derive(Choice)]
pub enum ProcessState {
    Active,
    Idle,
    #[choice(rename = "idle in transaction")]
    IdleInTransaction,
}

/// A lock that a connection holds or waits for.
#[derive(Entity)]
pub struct Lock {
    #[entity(key, sequence)]
    pub id: IntKey<Lock>,
    #[entity(on_delete = cascade)]
    pub process: Key<Process>,
    /// The table that is locked.
    #[entity(len = 1..=63, slug)]
    pub relation: String,
    pub mode: LockMode,
    #[entity(default = true)]
    pub granted: bool,
}

/// The locks that keep others out.
#[derive(Choice)]
pub enum LockMode {
    #[choice(rename = "RowExclusiveLock")]
    RowExclusive,
    #[choice(rename = "ExclusiveLock")]
    Exclusive,
    #[choice(rename = "AccessExclusiveLock")]
    AccessExclusive,
}

/// What a query has cost since the counts were reset.
#[derive(Entity)]
pub struct QueryStatistic {
    #[entity(key, sequence)]
    pub id: IntKey<QueryStatistic>,
    #[entity(on_delete = cascade)]
    pub database_id: Key<Database>,
    pub query: String,
    #[entity(range = 1..=1_000_000_000)]
    pub calls: i64,
    #[entity(range = 0..=1_000_000_000)]
    pub total_ms: f64,
    #[entity(default, range = 0..=1_000_000_000)]
    pub sync_io_ms: f64,
}

/// A copy of a database's content, or its way back.
#[derive(Entity)]
pub struct Backup {
    #[entity(key, on_delete = cascade)]
    pub app_id: Key<App>,
    #[entity(key, sequence, range = 1..=100_000)]
    pub number: i64,
    #[entity(default = BackupKind::Backup)]
    pub kind: BackupKind,
    #[entity(on_delete = clear)]
    pub database_id: Option<Key<Database>>,
    #[entity(default = BackupStatus::Pending)]
    pub status: BackupStatus,
    #[entity(range = 0..=4_000_000_000_000)]
    pub size_bytes: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

/// Which way the content goes.
#[derive(Choice)]
pub enum BackupKind {
    Backup,
    Restore,
    Copy,
}

/// How far a backup is.
#[derive(Choice)]
pub enum BackupStatus {
    Pending,
    Running,
    Completed,
    Failed,
    Cancelled,
}

/// That a database is backed up every day.
#[derive(Entity)]
pub struct BackupSchedule {
    #[entity(key, on_delete = cascade)]
    pub database_id: Key<Database>,
    #[entity(range = 0..=23)]
    pub hour: i64,
    #[entity(timezone)]
    pub timezone: String,
}

/// Apps that stand for stages of one codebase.
#[derive(Entity)]
pub struct Pipeline {
    #[entity(key, uuid)]
    pub id: Key<Pipeline>,
    #[entity(unique, pattern = "^[a-z][a-z0-9-]{2,29}$", slug)]
    pub name: String,
    /// The owner, unless a team owns it; then the user who added it.
    pub owner_email: Key<User>,
    pub team_id: Option<Key<Team>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// That an app stands for a stage of a pipeline; an app is in one pipeline at most.
#[derive(Entity)]
pub struct PipelineCoupling {
    #[entity(key, on_delete = cascade)]
    pub app_id: Key<App>,
    #[entity(on_delete = cascade)]
    pub pipeline_id: Key<Pipeline>,
    pub stage: Stage,
}

/// The stages of a pipeline; code goes down from one to the next.
#[derive(Choice)]
pub enum Stage {
    Review,
    Development,
    Staging,
    Production,
}

/// An app as lists show it.
#[derive(Record)]
pub struct AppView {
    pub id: Key<App>,
    pub name: String,
    /// The address of a user, or the name of a team.
    pub owner: String,
    pub space: Option<String>,
    pub region: Region,
    pub generation: Generation,
    pub stack: Stack,
    pub maintenance: bool,
    pub locked: bool,
    pub internal_routing: bool,
    pub web_url: String,
    pub git_url: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A release as callers see it.
#[derive(Record)]
pub struct ReleaseView {
    pub version: i64,
    pub description: String,
    pub slug: Option<String>,
    pub user: Key<User>,
    pub created_at: Timestamp,
}

/// A kind of process and how many dynos run it.
#[derive(Record)]
pub struct FormationView {
    pub process_type: String,
    pub quantity: i64,
    pub size: DynoSize,
    pub command: Option<String>,
}

/// A dyno as callers see it.
#[derive(Record)]
pub struct DynoView {
    pub name: String,
    pub process_type: String,
    pub size: DynoSize,
    pub state: DynoState,
    pub command: Option<String>,
    pub updated_at: Timestamp,
}

/// An app that knows an add-on, and under which name.
#[derive(Record)]
pub struct AttachmentView {
    pub app: String,
    pub name: String,
}

/// An add-on as callers see it.
#[derive(Record)]
pub struct AddonView {
    pub id: Key<Addon>,
    pub name: String,
    /// The app that pays for it.
    pub app: String,
    pub service: Key<AddonService>,
    /// Written `service:plan`.
    pub plan: String,
    pub price_cents: i64,
    pub state: AddonState,
    pub attachments: Vec<AttachmentView>,
    /// The variables that the paying app gets.
    pub config_vars: Vec<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A collaborator as callers see them.
#[derive(Record)]
pub struct CollaboratorView {
    pub email: Key<User>,
    pub name: String,
    pub permissions: Vec<Permission>,
}

/// A domain as callers see it.
#[derive(Record)]
pub struct DomainView {
    pub hostname: Key<Domain>,
    pub cname: Option<String>,
    pub certificate: Option<CertificateStatus>,
}

/// Which stage of which pipeline an app is.
#[derive(Record)]
pub struct CouplingView {
    pub pipeline: String,
    pub stage: Stage,
}

/// How a transfer stands, and who owns the app now.
#[derive(Record)]
pub struct TransferView {
    pub app: String,
    pub owner: String,
    pub recipient: String,
    pub state: TransferState,
}

/// An app with all that belongs to it.
#[derive(Record)]
pub struct AppDetail {
    pub app: AppView,
    pub buildpacks: Vec<String>,
    /// Names only, those of add-ons among them.
    pub config_vars: Vec<String>,
    pub release: Option<ReleaseView>,
    pub formation: Vec<FormationView>,
    pub addons: Vec<AddonView>,
    pub collaborators: Vec<CollaboratorView>,
    pub domains: Vec<DomainView>,
    pub pipeline: Option<CouplingView>,
    pub pending_transfer: Option<TransferView>,
}

/// A line of a log as callers see it.
#[derive(Record)]
pub struct LogView {
    pub created_at: Timestamp,
    pub source: LogSource,
    pub dyno: String,
    pub message: String,
}

/// A space as callers see it.
#[derive(Record)]
pub struct SpaceView {
    pub id: Key<Space>,
    pub name: String,
    pub team: String,
    pub region: Region,
    pub generation: Generation,
    pub shield: bool,
    pub state: SpaceState,
    pub cidr: String,
    pub data_cidr: String,
    pub created_at: Timestamp,
}

/// A team and the current user's place in it.
#[derive(Record)]
pub struct TeamView {
    pub id: Key<Team>,
    pub name: String,
    pub role: TeamRole,
    pub enterprise_account: Option<String>,
    pub is_default: bool,
    pub created_at: Timestamp,
}

/// A database as callers see it.
#[derive(Record)]
pub struct DatabaseView {
    /// The add-on's name.
    pub name: String,
    pub plan: String,
    /// The variables of the app that hold its address.
    pub config_vars: Vec<String>,
    pub status: DatabaseStatus,
    pub version: PostgresVersion,
    pub data_size_bytes: i64,
    pub data_size_limit_bytes: i64,
    pub table_count: i64,
    pub connection_count: i64,
    pub connection_limit: i64,
    /// Whether it can be followed, forked and rolled back.
    pub continuous_protection: bool,
    pub following: Option<String>,
    pub followers: Vec<String>,
    pub created_at: Timestamp,
}

/// A connection as callers see it.
#[derive(Record)]
pub struct ProcessView {
    pub pid: i64,
    pub state: ProcessState,
    pub source: String,
    pub username: String,
    pub running_seconds: i64,
    /// Whether it waits for a lock.
    pub waiting: bool,
    pub query: String,
}

/// A lock as callers see it.
#[derive(Record)]
pub struct LockView {
    pub pid: i64,
    pub relation: String,
    pub mode: LockMode,
    pub granted: bool,
    /// The processes that hold what this one waits for.
    pub blocked_by: Vec<i64>,
    pub query: String,
    pub age_seconds: i64,
}

/// What a query costs, as callers see it.
#[derive(Record)]
pub struct OutlierView {
    pub query: String,
    pub calls: i64,
    pub total_ms: f64,
    /// From 0 to 1: its part of the time of all queries.
    pub share: f64,
    pub sync_io_ms: f64,
}

/// The most expensive queries; none after a reset.
#[derive(Record)]
pub struct OutliersView {
    pub reset: bool,
    pub queries: Vec<OutlierView>,
}

/// A login as callers see it.
#[derive(Record)]
pub struct CredentialView {
    pub name: String,
    pub state: CredentialState,
    pub connection_count: i64,
}

/// What was done to a connection.
#[derive(Record)]
pub struct KillView {
    pub pid: i64,
    /// Whether the connection was ended, and not only its query.
    pub terminated: bool,
    pub released_locks: i64,
}

/// What is planned for a database.
#[derive(Record)]
pub struct MaintenanceView {
    pub database: String,
    pub window: String,
    pub scheduled_for: Option<Timestamp>,
    pub reason: Option<String>,
}

/// A backup, restore or copy as callers see it.
#[derive(Record)]
pub struct BackupView {
    /// The kind's first letter and the number, such as `b012`.
    pub id: String,
    pub database: Option<String>,
    pub status: BackupStatus,
    pub size_bytes: Option<i64>,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

/// When a database is backed up.
#[derive(Record)]
pub struct ScheduleView {
    pub database: String,
    pub hour: i64,
    pub timezone: String,
}

/// The backups of an app's databases by kind, the latest first.
#[derive(Record)]
pub struct BackupsView {
    pub backups: Vec<BackupView>,
    pub restores: Vec<BackupView>,
    pub copies: Vec<BackupView>,
    pub schedules: Vec<ScheduleView>,
}

/// A pipeline as lists show it.
#[derive(Record)]
pub struct PipelineView {
    pub id: Key<Pipeline>,
    pub name: String,
    /// The address of a user, or the name of a team.
    pub owner: String,
    pub created_at: Timestamp,
}

/// An app in a pipeline.
#[derive(Record)]
pub struct StageView {
    pub app: String,
    pub stage: Stage,
    /// The latest release.
    pub version: Option<i64>,
    pub slug: Option<String>,
}

/// A pipeline with its apps.
#[derive(Record)]
pub struct PipelineDetail {
    pub id: Key<Pipeline>,
    pub name: String,
    pub owner: String,
    pub created_at: Timestamp,
    pub apps: Vec<StageView>,
}

/// An app that was given code, and the release that did it.
#[derive(Record)]
pub struct PromotionView {
    pub app: String,
    pub stage: Stage,
    pub version: i64,
    pub slug: String,
}

/// What a deployment made.
#[derive(Record)]
pub struct DeployView {
    pub app: AppView,
    /// Whether the app is new.
    pub created: bool,
    pub version: i64,
    pub slug: Option<String>,
    pub config_vars: Vec<String>,
    pub addons: Vec<String>,
    pub formation: Vec<FormationView>,
}

pub trait Tools {
    /// Lists apps by name: those of the default team, of the user, of a team, of a space, or all
    /// within reach.
    #[tool(list, filter(team_id = team, space_id = space), ignore(json), about = App)]
    #[case(
        args = "{}",
        ok = r#"[{"name":"lantern-dev","owner":"lantern"},{"name":"lantern-edge","generation":"fir"},{"name":"lantern-staging"},{"name":"lantern-web","region":"us","space":null}]"#
    )]
    #[case(
        args = r#"{"personal":true}"#,
        ok = r#"[{"name":"mara-lab","owner":"mara@lantern.example"},{"name":"mara-notes"}]"#
    )]
    #[case(
        args = r#"{"all":true}"#,
        ok = r#"[{"name":"harbor-site"},{"name":"lantern-dev"},{"name":"lantern-edge"},{"name":"lantern-staging"},{"name":"lantern-web"},{"name":"mara-lab"},{"name":"mara-notes"},{"name":"theo-lab"}]"#
    )]
    #[case(args = r#"{"team":"harbor"}"#, ok = r#"[{"name":"harbor-site"}]"#)]
    #[case(args = r#"{"space":"lantern-fir"}"#, ok = r#"[{"name":"lantern-edge"}]"#)]
    #[case(args = r#"{"team":"lantern","space":"lantern-fir"}"#, error = "invalid_argument")]
    #[case(args = r#"{"team":"quarry"}"#, error = "permission_denied")]
    #[case(args = r#"{"space":"no-such-space"}"#, error = "not_found")]
    fn list_apps(
        state: &Heroku,
        args: ListApps,
        _cx: &mut Context,
    ) -> Result<Vec<AppView>, ToolError> {
        if args.team.is_some() && args.space.is_some() {
            return Err(ToolError::invalid_argument("pass a team or a space, not both"));
        }
        let account = state.account.find()?;
        let is_personal = args.personal.unwrap_or(false);
        let is_whole = args.all.unwrap_or(false);
        let space = match &args.space {
            Some(named) => Some(reach_space(state, named.as_str())?.id.clone()),
            None => None,
        };
        let team = match (&args.team, &account.default_team) {
            (Some(named), _) if !is_personal => Some(reach_team(state, named.as_str())?.id.clone()),
            (None, Some(usual)) if !is_personal && !is_whole && space.is_none() => {
                Some(usual.clone())
            }
            _ => None,
        };
        let is_narrowed = team.is_some() || space.is_some();
        let mut apps = state.apps.select(&|app| {
            let owns = app.team_id.is_none() && app.owner_email == account.user;
            (team.is_none() || app.team_id == team)
                && (space.is_none() || app.space_id == space)
                && (owns || is_narrowed || is_whole)
                && can_view(state, app, &account.user)
        });
        apps.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(apps.iter().map(|app| view_app(state, app)).collect())
    }

    /// Reads an app with its processes, add-ons, people, domains and place in a pipeline.
    #[tool(get, key(app), ignore(json), about = App)]
    #[case(
        args = r#"{"app":"lantern-web"}"#,
        ok = r#"{"app":{"name":"lantern-web","owner":"lantern","maintenance":false},"buildpacks":["heroku/nodejs"],"config_vars":["DATABASE_URL","HEROKU_POSTGRESQL_AMBER_URL","LOG_LEVEL","REDIS_URL"],"release":{"version":2,"slug":"aaaa1111"},"formation":[{"process_type":"web","quantity":2,"size":"standard-1x"},{"process_type":"worker","quantity":1}],"collaborators":[{"email":"ines@harbor.example","permissions":["view"]}],"domains":[{"hostname":"www.lantern.example"}],"pipeline":{"pipeline":"lantern","stage":"production"},"pending_transfer":null}"#
    )]
    #[case(
        args = r#"{"app":"c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304","json":true}"#,
        ok = r#"{"app":{"name":"mara-notes"},"pending_transfer":{"recipient":"theo@lantern.example","state":"pending"}}"#
    )]
    #[case(args = r#"{"app":"no-such-app"}"#, error = "not_found")]
    #[case(args = r#"{"app":"quarry-api"}"#, error = "permission_denied")]
    fn get_app_info(
        state: &Heroku,
        args: GetAppInfo,
        _cx: &mut Context,
    ) -> Result<AppDetail, ToolError> {
        let app = reach_app(state, args.app.as_str(), Permission::View)?;
        let addons = addons_of(state, &app.id);
        let people = state.collaborators.select(&|row| row.app_id == app.id);
        let domains = state.domains.select(&|row| row.app_id == app.id);
        let transfer = pending_transfer(state, &app.id);
        Ok(AppDetail {
            app: view_app(state, &app),
            buildpacks: app.buildpacks.clone(),
            config_vars: config_var_names(state, &app),
            release: latest_release(state, &app.id).map(|release| view_release(&release)),
            formation: view_formation(state, &app.id),
            addons: addons.iter().map(|one| view_addon(state, one)).collect::<Result<_, _>>()?,
            collaborators: people.iter().filter_map(|one| view_person(state, one)).collect(),
            domains: domains.iter().map(|domain| view_domain(domain)).collect(),
            pipeline: view_coupling(state, &app.id),
            pending_transfer: transfer.map(|transfer| TransferView {
                app: app.name.clone(),
                owner: owner_text(state, &app.owner_email, app.team_id.as_ref()),
                recipient: transfer.recipient.as_str().to_owned(),
                state: transfer.state,
            }),
        })
    }

    /// Adds an app for the user or a team, inside a space or outside. Without a name it gets one.
    #[tool(create, map(name = app, team_id = team, space_id = space), about = App)]
    #[case(
        args = r#"{"app":"lantern-blog","region":"eu"}"#,
        ok = r#"{"name":"lantern-blog","owner":"mara@lantern.example","region":"eu","generation":"cedar","stack":"heroku-24","maintenance":false,"git_url":"https://git.heroku.com/lantern-blog.git"}"#
    )]
    #[case(
        args = r#"{"app":"lantern-core","space":"lantern-fir"}"#,
        ok = r#"{"owner":"lantern","space":"lantern-fir","region":"virginia","generation":"fir"}"#
    )]
    #[case(args = r#"{"team":"lantern"}"#, ok = r#"{"owner":"lantern","region":"us"}"#)]
    #[case(args = r#"{"app":"quarry-api"}"#, error = "already_exists")]
    #[case(args = r#"{"app":"Not A Name"}"#, error = "invalid_argument")]
    #[case(args = r#"{"space":"lantern-fir","region":"eu"}"#, error = "invalid_argument")]
    #[case(args = r#"{"space":"lantern-next"}"#, error = "failed_precondition")]
    #[case(args = r#"{"team":"harbor"}"#, error = "permission_denied")]
    fn create_app(
        state: &mut Heroku,
        args: CreateApp,
        cx: &mut Context,
    ) -> Result<AppView, ToolError> {
        if args.space.is_some() && args.region.is_some() {
            return Err(ToolError::invalid_argument("an app in a space has the space's region"));
        }
        let team = args.team.as_ref().map(Key::as_str);
        let space = args.space.as_ref().map(Key::as_str);
        let place = place_for(state, team, space)?;
        let app = add_app(state, args.app, place, args.region, cx)?;
        Ok(view_app(state, &app))
    }

    /// Gives an app another name, and with it other addresses.
    #[tool(update, key(app), map(name = new_name), about = App)]
    #[case(
        args = r#"{"app":"mara-lab","newName":"mara-garden"}"#,
        ok = r#"{"name":"mara-garden","web_url":"https://mara-garden-1f0e9d8c3309.herokuapp.com/"}"#
    )]
    #[case(args = r#"{"app":"mara-lab","newName":"quarry-api"}"#, error = "already_exists")]
    #[case(args = r#"{"app":"mara-lab","newName":"-"}"#, error = "invalid_argument")]
    #[case(args = r#"{"app":"theo-lab","newName":"mara-garden"}"#, error = "permission_denied")]
    #[case(args = r#"{"app":"no-such-app","newName":"mara-garden"}"#, error = "not_found")]
    fn rename_app(
        state: &mut Heroku,
        args: RenameApp,
        cx: &mut Context,
    ) -> Result<AppView, ToolError> {
        let app = reach_app(state, args.app.as_str(), Permission::Manage)?;
        let now = cx.now();
        let renamed = state.apps.update(&app.id, |app| {
            app.name = args.new_name;
            app.updated_at = now;
            Ok(())
        })?;
        note(state, &app.id, &format!("Renamed from {} to {}", app.name, renamed.name), cx)?;
        Ok(view_app(state, &renamed))
    }

    /// Gives an app to a team or a user. A user who is given another user's app has to accept it
    /// first.
    #[tool(types(app = Key<App>), about = App)]
    #[case(
        args = r#"{"app":"mara-lab","recipient":"theo@lantern.example"}"#,
        ok = r#"{"app":"mara-lab","owner":"mara@lantern.example","recipient":"theo@lantern.example","state":"pending"}"#
    )]
    #[case(
        args = r#"{"app":"mara-notes","recipient":"lantern"}"#,
        ok = r#"{"owner":"lantern","state":"accepted"}"#
    )]
    #[case(
        args = r#"{"app":"lantern-dev","recipient":"theo@lantern.example"}"#,
        ok = r#"{"owner":"theo@lantern.example","state":"accepted"}"#
    )]
    #[case(
        args = r#"{"app":"mara-notes","recipient":"ines@harbor.example"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"app":"lantern-dev","recipient":"ines@harbor.example"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"app":"lantern-edge","recipient":"mara@lantern.example"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"app":"mara-lab","recipient":"harbor"}"#, error = "permission_denied")]
    #[case(args = r#"{"app":"theo-lab","recipient":"lantern"}"#, error = "permission_denied")]
    #[case(
        args = r#"{"app":"mara-lab","recipient":"nobody@lantern.example"}"#,
        error = "not_found"
    )]
    fn transfer_app(
        state: &mut Heroku,
        args: TransferApp,
        cx: &mut Context,
    ) -> Result<TransferView, ToolError> {
        let app = reach_app(state, args.app.as_str(), Permission::Manage)?;
        let recipient = args.recipient.trim();
        let outcome = if recipient.contains('@') {
            transfer_to_user(state, &app, recipient, cx)?
        } else {
            transfer_to_team(state, &app, recipient, cx)?
        };
        let app = state.apps.find(&app.id)?;
        Ok(TransferView {
            app: app.name.clone(),
            owner: owner_text(state, &app.owner_email, app.team_id.as_ref()),
            recipient: recipient.to_owned(),
            state: outcome,
        })
    }

    /// Shows visitors a page that says the app is away.
    #[tool(update, key(app), set(maintenance = true), about = App)]
    #[case(args = r#"{"app":"lantern-web"}"#, ok = r#"{"name":"lantern-web","maintenance":true}"#)]
    #[case(args = r#"{"app":"harbor-site"}"#, error = "permission_denied")]
    #[case(args = r#"{"app":"no-such-app"}"#, error = "not_found")]
    fn maintenance_on(
        state: &mut Heroku,
        args: MaintenanceOn,
        cx: &mut Context,
    ) -> Result<AppView, ToolError> {
        set_maintenance(state, args.app.as_str(), true, cx)
    }

    /// Lets visitors reach the app again.
    #[tool(update, key(app), set(maintenance = false), about = App)]
    #[case(
        args = r#"{"app":"lantern-staging"}"#,
        ok = r#"{"name":"lantern-staging","maintenance":false}"#
    )]
    #[case(args = r#"{"app":"quarry-api"}"#, error = "permission_denied")]
    #[case(args = r#"{"app":"no-such-app"}"#, error = "not_found")]
    fn maintenance_off(
        state: &mut Heroku,
        args: MaintenanceOff,
        cx: &mut Context,
    ) -> Result<AppView, ToolError> {
        set_maintenance(state, args.app.as_str(), false, cx)
    }

    /// Reads the last lines of an app's log, the oldest first.
    #[tool(list, filter(app_id = app, dyno = dyno_name, source), about = LogLine)]
    #[case(
        args = r#"{"app":"lantern-web","source":"app","processType":"web"}"#,
        ok = r#"[{"dyno":"web.1","message":"Listening on port 5000"}]"#
    )]
    #[case(
        args = r#"{"app":"lantern-web","dynoName":"worker.1"}"#,
        ok = r#"[{"source":"app","message":"Sent 12 mails"},{"source":"heroku","message":"Process exited with status 0"}]"#
    )]
    #[case(
        args = r#"{"app":"lantern-web","dynoName":"web.1","processType":"web"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"app":"lantern-edge"}"#, error = "failed_precondition")]
    #[case(args = r#"{"app":"quarry-api"}"#, error = "permission_denied")]
    fn get_app_logs(
        state: &Heroku,
        args: GetAppLogs,
        _cx: &mut Context,
    ) -> Result<Vec<LogView>, ToolError> {
        if args.dyno_name.is_some() && args.process_type.is_some() {
            return Err(ToolError::invalid_argument("pass dynoName or processType, not both"));
        }
        let app = reach_app(state, args.app.as_str(), Permission::View)?;
        if generation_of(state, &app) == Generation::Fir {
            return Err(ToolError::failed_precondition(format!(
                "`{}` is of the Fir generation, whose logs are not kept",
                app.name
            )));
        }
        let is_of_type = |dyno: &str, wanted: &str| {
            dyno.split_once('.').is_some_and(|(process_type, _)| process_type == wanted)
        };
        let mut lines = state.log_lines.select(&|line| {
            line.app_id == app.id
                && args.source.is_none_or(|source| line.source == source)
                && args.dyno_name.as_ref().is_none_or(|name| line.dyno == *name)
                && args.process_type.as_ref().is_none_or(|name| is_of_type(&line.dyno, name))
        });
        lines.sort_by_key(|line| (line.created_at, line.id));
        let too_old = lines.len().saturating_sub(LOG_LINES_MAX);
        Ok(lines.iter().skip(too_old).map(|line| view_line(line)).collect())
    }

    /// Lists the spaces of the teams that the user is in, by name.
    #[tool(list, ignore(json), about = Space)]
    #[case(
        args = "{}",
        ok = r#"[{"name":"lantern-fir","team":"lantern","generation":"fir"},{"name":"lantern-next","state":"allocating"},{"name":"lantern-vault","region":"frankfurt","cidr":"10.0.0.0/16"}]"#
    )]
    #[case(args = r#"{"json":"yes"}"#, error = "invalid_argument")]
    fn list_private_spaces(
        state: &Heroku,
        _args: ListPrivateSpaces,
        _cx: &mut Context,
    ) -> Result<Vec<SpaceView>, ToolError> {
        let user = current_user(state)?;
        let mut spaces =
            state.spaces.select(&|space| role_in(state, &space.team_id, &user).is_some());
        spaces.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(spaces.iter().map(|space| view_space(state, space)).collect())
    }

    /// Lists the teams that the user is in, by name.
    #[tool(list, ignore(json), about = Team)]
    #[case(
        args = r#"{"json":true}"#,
        ok = r#"[{"name":"harbor","role":"viewer","is_default":false},{"name":"lantern","role":"admin","enterprise_account":"Lantern Group","is_default":true}]"#
    )]
    #[case(args = r#"{"json":"yes"}"#, error = "invalid_argument")]
    fn list_teams(
        state: &Heroku,
        _args: ListTeams,
        _cx: &mut Context,
    ) -> Result<Vec<TeamView>, ToolError> {
        let account = state.account.find()?;
        let mut teams: Vec<TeamView> = state
            .teams
            .iter()
            .filter_map(|team| {
                let role = role_in(state, &team.id, &account.user)?;
                let is_default = account.default_team.as_ref() == Some(&team.id);
                Some(view_team(team, role, is_default))
            })
            .collect();
        teams.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(teams)
    }

    /// Lists add-ons by name: those that an app pays for or knows, or all within reach.
    #[tool(list, types(app = Key<App>), ignore(json, all), about = Addon)]
    #[case(
        args = r#"{"app":"lantern-staging"}"#,
        ok = r#"[{"name":"postgresql-amber-30518","plan":"heroku-postgresql:essential-0"},{"name":"postgresql-curved-10231","app":"lantern-web","attachments":[{"app":"lantern-staging","name":"PROD_DATABASE"},{"app":"lantern-web","name":"DATABASE"}]}]"#
    )]
    #[case(
        args = r#"{"all":true}"#,
        ok = r#"[{"name":"postgresql-amber-30518"},{"name":"postgresql-curved-10231"},{"name":"postgresql-solid-40629"},{"name":"redis-round-20417","config_vars":["REDIS_URL"]}]"#
    )]
    #[case(
        args = r#"{"app":"lantern-staging","all":true}"#,
        ok = r#"[{"name":"postgresql-amber-30518"},{"name":"postgresql-curved-10231","app":"lantern-web"}]"#
    )]
    #[case(args = r#"{"app":"no-such-app"}"#, error = "not_found")]
    #[case(args = r#"{"app":"quarry-api"}"#, error = "permission_denied")]
    fn list_addons(
        state: &Heroku,
        args: ListAddons,
        _cx: &mut Context,
    ) -> Result<Vec<AddonView>, ToolError> {
        let user = current_user(state)?;
        let app = match &args.app {
            Some(named) => Some(reach_app(state, named.as_str(), Permission::View)?),
            None => None,
        };
        let mut addons = match &app {
            Some(app) => addons_of(state, &app.id),
            None => state.addons.select(&|addon| can_see_addon(state, addon, &user)),
        };
        addons.sort_by(|a, b| a.name.cmp(&b.name));
        addons.iter().map(|addon| view_addon(state, addon)).collect()
    }

    /// Reads an add-on by identifier or name or, with an app, by what the app calls it.
    #[tool(get, key(addon), types(app = Key<App>), about = Addon)]
    #[case(
        args = r#"{"addon":"redis-round-20417"}"#,
        ok = r#"{"app":"lantern-web","service":"heroku-redis","plan":"heroku-redis:mini","price_cents":300,"state":"provisioned"}"#
    )]
    #[case(
        args = r#"{"addon":"PROD_DATABASE","app":"lantern-staging"}"#,
        ok = r#"{"name":"postgresql-curved-10231","app":"lantern-web"}"#
    )]
    #[case(args = r#"{"addon":"DATABASE"}"#, error = "not_found")]
    #[case(args = r#"{"addon":"REDIS","app":"lantern-staging"}"#, error = "not_found")]
    #[case(args = r#"{"addon":"papertrail-deep-50730"}"#, error = "permission_denied")]
    fn get_addon_info(
        state: &Heroku,
        args: GetAddonInfo,
        _cx: &mut Context,
    ) -> Result<AddonView, ToolError> {
        let app = match &args.app {
            Some(named) => Some(reach_app(state, named.as_str(), Permission::View)?),
            None => None,
        };
        let addon = find_addon(state, app.as_ref().map(|app| &app.id), args.addon.as_str())?;
        let user = current_user(state)?;
        if !can_see_addon(state, &addon, &user) {
            let message = format!("`{user}` reaches no app that uses `{}`", addon.name);
            return Err(ToolError::permission_denied(message));
        }
        view_addon(state, &addon)
    }

    /// Provisions an add-on for an app and attaches it, which releases the app anew.
    #[tool(create, map(app_id = app, plan = service_and_plan), about = Addon)]
    #[case(
        args = r#"{"app":"mara-notes","serviceAndPlan":"heroku-postgresql"}"#,
        ok = r#"{"app":"mara-notes","plan":"heroku-postgresql:essential-0","price_cents":500,"state":"provisioned","attachments":[{"app":"mara-notes","name":"DATABASE"}],"config_vars":["DATABASE_URL"]}"#
    )]
    #[case(
        args = r#"{"app":"lantern-dev","serviceAndPlan":"heroku-redis:mini","name":"dev-cache","as":"CACHE"}"#,
        ok = r#"{"name":"dev-cache","config_vars":["CACHE_URL"]}"#
    )]
    #[case(
        args = r#"{"app":"theo-lab","serviceAndPlan":"papertrail:choklad"}"#,
        ok = r#"{"app":"theo-lab","price_cents":0,"attachments":[{"name":"PAPERTRAIL"}]}"#
    )]
    #[case(
        args = r#"{"app":"theo-lab","serviceAndPlan":"heroku-redis:mini"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"app":"lantern-web","serviceAndPlan":"heroku-redis:huge"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"app":"lantern-web","serviceAndPlan":"heroku-redis:mini","as":"DATABASE"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"app":"lantern-web","serviceAndPlan":"heroku-redis:mini","name":"papertrail-deep-50730"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"app":"lantern-web","serviceAndPlan":"old-queue"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"app":"lantern-edge","serviceAndPlan":"heroku-postgresql:essential-0"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"app":"mara-notes","serviceAndPlan":"heroku-postgresql:private-0"}"#,
        error = "failed_precondition"
    )]
    fn create_addon(
        state: &mut Heroku,
        args: CreateAddon,
        cx: &mut Context,
    ) -> Result<AddonView, ToolError> {
        let app = reach_app(state, args.app.as_str(), Permission::Operate)?;
        let plan = find_plan(state, args.service_and_plan.as_str())?;
        let addon = provision(state, &app, &plan, args.name, args.r#as, cx)?;
        view_addon(state, &addon)
    }

    #[tool(list, ignore(json))]
    fn list_addon_services() -> Vec<AddonService>;

    #[tool(list, filter(service), sort(price_cents), ignore(json))]
    fn list_addon_plans() -> Vec<Plan>;

    #[tool(simulate(external_computation, "a database server of its own runs the SQL"))]
    fn pg_psql();

    /// Reads one database of an app, or all of them.
    #[tool(list, types(app = Key<App>, database = Key<Database>), about = Database)]
    #[case(
        args = r#"{"app":"lantern-web"}"#,
        ok = r#"[{"name":"postgresql-curved-10231","plan":"heroku-postgresql:standard-0","config_vars":["DATABASE_URL"],"status":"available","version":"16.9","connection_limit":120,"continuous_protection":true,"followers":["postgresql-solid-40629"]},{"name":"postgresql-solid-40629","following":"postgresql-curved-10231"}]"#
    )]
    #[case(
        args = r#"{"app":"lantern-staging","database":"DATABASE_URL"}"#,
        ok = r#"[{"name":"postgresql-amber-30518","version":"15.13","continuous_protection":false}]"#
    )]
    #[case(args = r#"{"app":"mara-notes"}"#, ok = "[]")]
    #[case(args = r#"{"app":"lantern-web","database":"NO_SUCH_URL"}"#, error = "not_found")]
    #[case(args = r#"{"app":"quarry-api"}"#, error = "permission_denied")]
    fn pg_info(
        state: &Heroku,
        args: PgInfo,
        _cx: &mut Context,
    ) -> Result<Vec<DatabaseView>, ToolError> {
        let app = reach_app(state, args.app.as_str(), Permission::View)?;
        let databases = match &args.database {
            Some(named) => {
                vec![reach_database(state, &args.app, Some(named), Permission::View)?]
            }
            None => databases_of(state, &app.id),
        };
        databases.iter().map(|row| view_database(state, &app.id, row)).collect()
    }

    /// Lists what a database runs, the latest first; idle connections only on request.
    #[tool(list, types(app = Key<App>, database = Key<Database>), about = Process)]
    #[case(
        args = r#"{"app":"lantern-web"}"#,
        ok = r#"[{"pid":102,"state":"active","waiting":true},{"pid":101,"source":"web.1","waiting":false},{"pid":104,"state":"idle in transaction"}]"#
    )]
    #[case(
        args = r#"{"app":"lantern-staging","database":"lantern-web::DATABASE","verbose":true}"#,
        ok = r#"[{"pid":102},{"pid":101},{"pid":104},{"pid":103,"state":"idle"}]"#
    )]
    #[case(args = r#"{"app":"mara-notes"}"#, error = "not_found")]
    fn pg_ps(state: &Heroku, args: PgPs, cx: &mut Context) -> Result<Vec<ProcessView>, ToolError> {
        let database = reach_database(state, &args.app, args.database.as_ref(), Permission::View)?;
        let is_whole = args.verbose.unwrap_or(false);
        let mut rows = state.processes.select(&|row| {
            row.database_id == database.addon_id.as_str()
                && (is_whole || row.state != ProcessState::Idle)
        });
        rows.sort_by_key(|row| std::cmp::Reverse(row.started_at));
        Ok(rows.iter().map(|row| view_process(state, row, cx.now())).collect())
    }

    /// Lists the locks that keep others out, and who waits for whom; the oldest query first.
    #[tool(list, types(app = Key<App>, database = Key<Database>), about = Lock)]
    #[case(
        args = r#"{"app":"lantern-web","truncate":true}"#,
        ok = r#"[{"pid":104,"relation":"carts","granted":true},{"pid":101,"relation":"orders","mode":"RowExclusiveLock","blocked_by":[],"query":"UPDATE orders SET shipped = true WHERE s"},{"pid":102,"mode":"AccessExclusiveLock","granted":false,"blocked_by":[101]}]"#
    )]
    #[case(args = r#"{"app":"lantern-staging"}"#, ok = "[]")]
    #[case(args = r#"{"app":"no-such-app"}"#, error = "not_found")]
    fn pg_locks(
        state: &Heroku,
        args: PgLocks,
        cx: &mut Context,
    ) -> Result<Vec<LockView>, ToolError> {
        let database = reach_database(state, &args.app, args.database.as_ref(), Permission::View)?;
        let is_short = args.truncate.unwrap_or(false);
        let now = cx.now();
        let mut views: Vec<(Timestamp, LockView)> = Vec::new();
        for lock in locks_of(state, database.addon_id.as_str()) {
            let Some(process) = state.processes.get(&lock.process) else { continue };
            let view = view_lock(state, &lock, process, is_short, now);
            views.push((process.started_at, view));
        }
        views.sort_by_key(|(started_at, _)| *started_at);
        Ok(views.into_iter().map(|(_, view)| view).collect())
    }

    /// Lists the queries that took most of a database's time, or begins to count anew.
    #[tool(types(app = Key<App>, database = Key<Database>, num = i64), about = QueryStatistic)]
    #[case(
        args = r#"{"app":"lantern-web","num":1}"#,
        ok = r#"{"reset":false,"queries":[{"query":"SELECT * FROM orders WHERE buyer = $1","calls":4000,"total_ms":7500.0,"share":0.75}]}"#
    )]
    #[case(args = r#"{"app":"lantern-web","reset":true}"#, ok = r#"{"reset":true,"queries":[]}"#)]
    #[case(args = r#"{"app":"lantern-web","num":0}"#, error = "invalid_argument")]
    #[case(args = r#"{"app":"mara-notes"}"#, error = "not_found")]
    fn pg_outliers(
        state: &mut Heroku,
        args: PgOutliers,
        _cx: &mut Context,
    ) -> Result<OutliersView, ToolError> {
        let n_queries = usize::try_from(args.num.unwrap_or(OUTLIERS_USUAL)).unwrap_or(0);
        if n_queries == 0 {
            return Err(ToolError::invalid_argument("`num` must be 1 or more"));
        }
        let is_reset = args.reset.unwrap_or(false);
        let needed = if is_reset { Permission::Operate } else { Permission::View };
        let database = reach_database(state, &args.app, args.database.as_ref(), needed)?;
        let id = database.addon_id.as_str();
        let mut rows = state.query_statistics.select(&|row| row.database_id == id);
        if is_reset {
            for row in &rows {
                state.query_statistics.remove(&row.id)?;
            }
            return Ok(OutliersView { reset: true, queries: Vec::new() });
        }
        let whole: f64 = rows.iter().map(|row| row.total_ms).sum();
        rows.sort_by(|a, b| b.total_ms.total_cmp(&a.total_ms));
        let is_short = args.truncate.unwrap_or(false);
        let view = |row: &RowRef<QueryStatistic>| OutlierView {
            query: shortened(&row.query, is_short),
            calls: row.calls,
            total_ms: row.total_ms,
            share: if whole > 0.0 { row.total_ms / whole } else { 0.0 },
            sync_io_ms: row.sync_io_ms,
        };
        let queries = rows.iter().take(n_queries).map(view).collect();
        Ok(OutliersView { reset: false, queries })
    }

    /// Lists the logins of a database.
    #[tool(list, types(app = Key<App>, database = Key<Database>), about = Credential)]
    #[case(
        args = r#"{"app":"lantern-web"}"#,
        ok = r#"[{"name":"analytics","state":"rotating"},{"name":"default","state":"active","connection_count":14}]"#
    )]
    #[case(args = r#"{"app":"lantern-staging"}"#, error = "failed_precondition")]
    #[case(args = r#"{"app":"mara-notes"}"#, error = "not_found")]
    fn pg_credentials(
        state: &Heroku,
        args: PgCredentials,
        _cx: &mut Context,
    ) -> Result<Vec<CredentialView>, ToolError> {
        let database =
            reach_database(state, &args.app, args.database.as_ref(), Permission::Operate)?;
        check_not_essential(state, &database, "credentials")?;
        let rows = state.credentials.select(&|row| row.database_id == database.addon_id.as_str());
        Ok(rows.iter().map(|row| view_credential(row)).collect())
    }

    /// Cancels the query of a connection or, with force, ends the connection. The locks that it
    /// held go to those who wait.
    #[tool(types(app = Key<App>, database = Key<Database>, pid = i64), about = Process)]
    #[case(
        args = r#"{"app":"lantern-web","pid":101}"#,
        ok = r#"{"pid":101,"terminated":false,"released_locks":1}"#
    )]
    #[case(
        args = r#"{"app":"lantern-web","pid":104,"force":true}"#,
        ok = r#"{"pid":104,"terminated":true,"released_locks":1}"#
    )]
    #[case(args = r#"{"app":"lantern-web","pid":104}"#, error = "failed_precondition")]
    #[case(args = r#"{"app":"lantern-web","pid":103}"#, error = "failed_precondition")]
    #[case(args = r#"{"app":"lantern-web","pid":999}"#, error = "not_found")]
    #[case(args = r#"{"app":"quarry-api","pid":101}"#, error = "permission_denied")]
    fn pg_kill(state: &mut Heroku, args: PgKill, _cx: &mut Context) -> Result<KillView, ToolError> {
        let database =
            reach_database(state, &args.app, args.database.as_ref(), Permission::Operate)?;
        let key = compoworld_core::join_key(&[&database.addon_id, &args.pid]);
        let process = state.processes.find(&key)?;
        let held = state.locks.select(&|lock| lock.process == key.as_str());
        let terminated = args.force.unwrap_or(false);
        if terminated {
            state.delete::<Process>(&key)?;
        } else {
            check_runs(&process)?;
            for lock in &held {
                state.locks.remove(&lock.id)?;
            }
            state.processes.update(&key, |process| {
                process.state = ProcessState::Idle;
                Ok(())
            })?;
        }
        grant_waiting(state, database.addon_id.as_str())?;
        let released = held.iter().filter(|lock| lock.granted).count();
        Ok(KillView {
            pid: args.pid,
            terminated,
            released_locks: i64::try_from(released).unwrap_or(i64::MAX),
        })
    }

    /// Reads when a database may be worked on, and what is planned.
    #[tool(types(app = Key<App>, database = Key<Database>), about = Database)]
    #[case(
        args = r#"{"app":"lantern-web"}"#,
        ok = r#"{"database":"postgresql-curved-10231","window":"Sundays 14:30 to 18:30 UTC","reason":"Security update of the system"}"#
    )]
    #[case(
        args = r#"{"app":"lantern-web","database":"HEROKU_POSTGRESQL_AMBER"}"#,
        ok = r#"{"database":"postgresql-solid-40629","scheduled_for":null}"#
    )]
    #[case(args = r#"{"app":"lantern-staging"}"#, error = "failed_precondition")]
    #[case(args = r#"{"app":"mara-notes"}"#, error = "not_found")]
    fn pg_maintenance(
        state: &Heroku,
        args: PgMaintenance,
        _cx: &mut Context,
    ) -> Result<MaintenanceView, ToolError> {
        let database = reach_database(state, &args.app, args.database.as_ref(), Permission::View)?;
        check_not_essential(state, &database, "maintenance windows")?;
        let planned = database.maintenance.as_ref();
        Ok(MaintenanceView {
            database: database_name(state, database.addon_id.as_str()),
            window: database.maintenance_window.clone(),
            scheduled_for: planned.map(|planned| planned.scheduled_for),
            reason: planned.map(|planned| planned.reason.clone()),
        })
    }

    /// Reads the backups of an app's databases, and when they are made.
    #[tool(types(app = Key<App>), about = Backup)]
    #[case(
        args = r#"{"app":"lantern-web"}"#,
        ok = r#"{"backups":[{"id":"b003","status":"running","finished_at":null},{"id":"b001","database":"postgresql-curved-10231","status":"completed","size_bytes":52428800}],"restores":[{"id":"r002","status":"failed"}],"copies":[],"schedules":[{"database":"postgresql-curved-10231","hour":2,"timezone":"UTC"}]}"#
    )]
    #[case(args = r#"{"app":"no-such-app"}"#, error = "not_found")]
    #[case(args = r#"{"app":"quarry-api"}"#, error = "permission_denied")]
    fn pg_backups(
        state: &Heroku,
        args: PgBackups,
        _cx: &mut Context,
    ) -> Result<BackupsView, ToolError> {
        let app = reach_app(state, args.app.as_str(), Permission::View)?;
        let mut rows = state.backups.select(&|row| row.app_id == app.id);
        rows.sort_by_key(|row| std::cmp::Reverse((row.created_at, row.number)));
        let of_kind = |kind: BackupKind| -> Vec<BackupView> {
            let rows = rows.iter().filter(|row| row.kind == kind);
            rows.map(|row| view_backup(state, row)).collect()
        };
        let databases = databases_of(state, &app.id);
        let schedule = |row: &RowRef<Database>| {
            let schedule = state.backup_schedules.get(&row.addon_id)?;
            Some(ScheduleView {
                database: database_name(state, row.addon_id.as_str()),
                hour: schedule.hour,
                timezone: schedule.timezone.clone(),
            })
        };
        Ok(BackupsView {
            backups: of_kind(BackupKind::Backup),
            restores: of_kind(BackupKind::Restore),
            copies: of_kind(BackupKind::Copy),
            schedules: databases.iter().filter_map(schedule).collect(),
        })
    }

    /// Moves a database to a newer Postgres. A follower stops following; on plans above the
    /// Essential tier only followers can be upgraded.
    #[tool(types(app = Key<App>, database = Key<Database>), about = Database)]
    #[case(
        args = r#"{"app":"lantern-staging","confirm":"lantern-staging","version":"16"}"#,
        ok = r#"{"name":"postgresql-amber-30518","version":"16.9","status":"available"}"#
    )]
    #[case(
        args = r#"{"app":"lantern-web","database":"HEROKU_POSTGRESQL_AMBER_URL","confirm":"lantern-web"}"#,
        ok = r#"{"name":"postgresql-solid-40629","version":"17.5","following":null}"#
    )]
    #[case(
        args = r#"{"app":"lantern-web","confirm":"lantern-web"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"app":"lantern-staging","version":"16"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"app":"lantern-staging","confirm":"lantern-staging","version":"15"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"app":"lantern-staging","confirm":"lantern-staging","version":"9.6"}"#,
        error = "invalid_argument"
    )]
    fn pg_upgrade(
        state: &mut Heroku,
        args: PgUpgrade,
        _cx: &mut Context,
    ) -> Result<DatabaseView, ToolError> {
        let app = reach_app(state, args.app.as_str(), Permission::Operate)?;
        let database =
            reach_database(state, &args.app, args.database.as_ref(), Permission::Operate)?;
        if args.confirm.as_deref() != Some(app.name.as_str()) {
            let message = format!("an upgrade cannot be undone; pass `{}` as confirm", app.name);
            return Err(ToolError::invalid_argument(message));
        }
        let version = postgres_version(args.version.as_deref())?;
        check_upgradable(state, &database, version)?;
        let upgraded = state.databases.update(&database.addon_id, |database| {
            database.version = version;
            database.following = None;
            Ok(())
        })?;
        view_database(state, &app.id, &upgraded)
    }

    /// Lists the dynos of an app by kind of process and number.
    #[tool(list, types(app = Key<App>), ignore(json), about = Dyno)]
    #[case(
        args = r#"{"app":"lantern-web"}"#,
        ok = r#"[{"name":"web.1","size":"standard-1x","state":"up","command":"npm start"},{"name":"web.2","state":"crashed"},{"name":"worker.1","process_type":"worker"}]"#
    )]
    #[case(args = r#"{"app":"no-such-app"}"#, error = "not_found")]
    #[case(args = r#"{"app":"quarry-api"}"#, error = "permission_denied")]
    fn ps_list(
        state: &Heroku,
        args: PsList,
        _cx: &mut Context,
    ) -> Result<Vec<DynoView>, ToolError> {
        let app = reach_app(state, args.app.as_str(), Permission::View)?;
        let dynos = dynos_of(state, &app.id);
        Ok(dynos.iter().filter_map(|dyno| view_dyno(state, dyno)).collect())
    }

    /// Changes how many dynos run what, and how large they are; or only says so.
    #[tool(types(app = Key<App>), about = Formation)]
    #[case(
        args = r#"{"app":"lantern-web","dyno":"web=3:Standard-2X, worker+1"}"#,
        ok = r#"[{"process_type":"web","quantity":3,"size":"standard-2x"},{"process_type":"worker","quantity":2,"size":"standard-1x"}]"#
    )]
    #[case(
        args = r#"{"app":"lantern-web","dyno":"web-5"}"#,
        ok = r#"[{"process_type":"web","quantity":0},{"process_type":"worker","quantity":1}]"#
    )]
    #[case(
        args = r#"{"app":"harbor-site"}"#,
        ok = r#"[{"process_type":"web","quantity":1,"size":"basic"}]"#
    )]
    #[case(args = r#"{"app":"harbor-site","dyno":"web=1"}"#, error = "permission_denied")]
    #[case(args = r#"{"app":"lantern-web","dyno":"clock=1"}"#, error = "not_found")]
    #[case(args = r#"{"app":"lantern-web","dyno":"web"}"#, error = "invalid_argument")]
    #[case(args = r#"{"app":"lantern-web","dyno":"web=1:huge"}"#, error = "invalid_argument")]
    #[case(args = r#"{"app":"lantern-web","dyno":"web=200"}"#, error = "invalid_argument")]
    #[case(args = r#"{"app":"lantern-web","dyno":"web=1:eco"}"#, error = "failed_precondition")]
    #[case(
        args = r#"{"app":"lantern-web","dyno":"web=1:private-s"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"app":"mara-notes","dyno":"web=2"}"#, error = "failed_precondition")]
    fn ps_scale(
        state: &mut Heroku,
        args: PsScale,
        cx: &mut Context,
    ) -> Result<Vec<FormationView>, ToolError> {
        let steps = read_steps(args.dyno.as_deref().unwrap_or_default())?;
        let needed = if steps.is_empty() { Permission::View } else { Permission::Operate };
        let app = reach_app(state, args.app.as_str(), needed)?;
        for step in &steps {
            scale(state, &app, step, cx)?;
        }
        if steps.iter().any(|step| step.size.is_some()) {
            check_families(state, &app.id)?;
        }
        Ok(view_formation(state, &app.id))
    }

    /// Starts dynos anew: one, those of a kind, or all of an app.
    #[tool(types(app = Key<App>), about = Dyno)]
    #[case(
        args = r#"{"app":"lantern-web","dyno-name":"web.2"}"#,
        ok = r#"[{"name":"web.2","state":"up"}]"#
    )]
    #[case(
        args = r#"{"app":"lantern-web","process-type":"worker"}"#,
        ok = r#"[{"name":"worker.1","state":"up"}]"#
    )]
    #[case(
        args = r#"{"app":"lantern-web"}"#,
        ok = r#"[{"name":"web.1"},{"name":"web.2","state":"up"},{"name":"worker.1"}]"#
    )]
    #[case(args = r#"{"app":"lantern-web","dyno-name":"web.9"}"#, error = "not_found")]
    #[case(args = r#"{"app":"lantern-web","process-type":"clock"}"#, error = "not_found")]
    #[case(
        args = r#"{"app":"lantern-web","dyno-name":"web.1","process-type":"web"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"app":"harbor-site"}"#, error = "permission_denied")]
    fn ps_restart(
        state: &mut Heroku,
        args: PsRestart,
        cx: &mut Context,
    ) -> Result<Vec<DynoView>, ToolError> {
        if args.dyno_name.is_some() && args.process_type.is_some() {
            return Err(ToolError::invalid_argument("pass dyno-name or process-type, not both"));
        }
        let app = reach_app(state, args.app.as_str(), Permission::Operate)?;
        let is_meant = |dyno: &RowRef<Dyno>| {
            let process_type = process_type_of(state, dyno);
            let name = dyno_name(state, dyno);
            args.process_type.as_ref().is_none_or(|wanted| *wanted == process_type)
                && args.dyno_name.as_ref().is_none_or(|wanted| *wanted == name)
        };
        let dynos: Vec<RowRef<Dyno>> =
            dynos_of(state, &app.id).into_iter().filter(is_meant).collect();
        let wanted = args.dyno_name.or(args.process_type);
        if let (Some(wanted), true) = (&wanted, dynos.is_empty()) {
            let message = format!("`{}` runs no dyno `{wanted}`", app.name);
            return Err(ToolError::not_found(message));
        }
        restart(state, &dynos, cx)?;
        let what = wanted.unwrap_or_else(|| "all dynos".to_owned());
        note(state, &app.id, &format!("Restarted {what}"), cx)?;
        let restarted = dynos.iter().filter_map(|dyno| state.dynos.get(&dyno_key(dyno)));
        Ok(restarted.filter_map(|dyno| view_dyno(state, dyno)).collect())
    }

    /// Adds a pipeline of the user or a team, as a rule with its first app.
    #[tool(create, types(app = Key<App>, stage = Stage), map(team_id = team), about = Pipeline)]
    #[case(
        args = r#"{"name":"notes","stage":"production","app":"mara-notes"}"#,
        ok = r#"{"name":"notes","owner":"mara@lantern.example","apps":[{"app":"mara-notes","stage":"production","version":2}]}"#
    )]
    #[case(
        args = r#"{"name":"lantern-next","stage":"development","team":"lantern"}"#,
        ok = r#"{"owner":"lantern","apps":[]}"#
    )]
    #[case(
        args = r#"{"name":"notes","stage":"staging","app":"lantern-web"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"name":"lantern","stage":"staging"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"No","stage":"staging"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"notes","stage":"review"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"name":"notes","stage":"staging","app":"harbor-site"}"#,
        error = "permission_denied"
    )]
    fn pipelines_create(
        state: &mut Heroku,
        args: PipelinesCreate,
        cx: &mut Context,
    ) -> Result<PipelineDetail, ToolError> {
        let team_id = match &args.team {
            Some(named) => Some(founding_team(state, named.as_str())?.id.clone()),
            None => None,
        };
        let app = match &args.app {
            Some(named) => Some(reach_app(state, named.as_str(), Permission::Operate)?),
            None => None,
        };
        let owner = current_user(state)?;
        let id = state.pipelines.next_key(cx);
        let pipeline = state.pipelines.insert(Pipeline {
            id: id.clone(),
            name: args.name,
            owner_email: owner,
            team_id,
            created_at: cx.now(),
        })?;
        if let Some(app) = app {
            if state.pipeline_couplings.contains(&app.id) {
                let message = format!("`{}` is in another pipeline already", app.name);
                return Err(ToolError::failed_precondition(message));
            }
            state.pipeline_couplings.insert(PipelineCoupling {
                app_id: app.id.clone(),
                pipeline_id: id,
                stage: args.stage,
            })?;
        }
        Ok(detail_of(state, &pipeline))
    }

    /// Releases the code of an app in the apps of the next stage, or in those that are named.
    #[tool(types(app = Key<App>), about = Release)]
    #[case(
        args = r#"{"app":"lantern-staging"}"#,
        ok = r#"[{"app":"lantern-web","stage":"production","version":3,"slug":"bbbb2222"}]"#
    )]
    #[case(
        args = r#"{"app":"lantern-staging","to":"lantern-web, lantern-dev"}"#,
        ok = r#"[{"app":"lantern-web","version":3},{"app":"lantern-dev","stage":"development","version":2}]"#
    )]
    #[case(args = r#"{"app":"lantern-web"}"#, error = "failed_precondition")]
    #[case(args = r#"{"app":"lantern-dev"}"#, error = "failed_precondition")]
    #[case(args = r#"{"app":"mara-notes"}"#, error = "failed_precondition")]
    #[case(args = r#"{"app":"lantern-staging","to":"mara-notes"}"#, error = "failed_precondition")]
    #[case(
        args = r#"{"app":"lantern-staging","to":"lantern-staging"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"app":"lantern-staging","to":"no-such-app"}"#, error = "not_found")]
    #[case(args = r#"{"app":"quarry-api"}"#, error = "permission_denied")]
    fn pipelines_promote(
        state: &mut Heroku,
        args: PipelinesPromote,
        cx: &mut Context,
    ) -> Result<Vec<PromotionView>, ToolError> {
        let source = reach_app(state, args.app.as_str(), Permission::View)?;
        let coupling = find_coupling(state, &source)?;
        let targets = match &args.to {
            Some(list) => named_targets(state, &source, &coupling, list)?,
            None => downstream_targets(state, &source, &coupling)?,
        };
        let Some((version, slug)) = code_of(state, &source.id) else {
            let message = format!("`{}` has no code yet; deploy it first", source.name);
            return Err(ToolError::failed_precondition(message));
        };
        let mut promoted = Vec::new();
        for target in targets {
            let app = reach_app(state, target.app_id.as_str(), Permission::Deploy)?;
            add_process_types(state, &source.id, &app, cx)?;
            let description = format!("Promote {} v{version} {slug}", source.name);
            let made = release(state, &app.id, description, Some(slug.clone()), cx)?;
            promoted.push(PromotionView {
                app: app.name.clone(),
                stage: target.stage,
                version: made.version,
                slug: slug.clone(),
            });
        }
        Ok(promoted)
    }

    /// Lists the pipelines within reach by name.
    #[tool(list, ignore(json), about = Pipeline)]
    #[case(args = "{}", ok = r#"[{"name":"lantern","owner":"lantern"}]"#)]
    #[case(args = r#"{"json":"yes"}"#, error = "invalid_argument")]
    fn pipelines_list(
        state: &Heroku,
        _args: PipelinesList,
        _cx: &mut Context,
    ) -> Result<Vec<PipelineView>, ToolError> {
        let user = current_user(state)?;
        let mut rows = state.pipelines.select(&|row| can_see_pipeline(state, row, &user));
        rows.sort_by(|a, b| a.name.cmp(&b.name));
        let view = |row: &RowRef<Pipeline>| PipelineView {
            id: row.id.clone(),
            name: row.name.clone(),
            owner: owner_text(state, &row.owner_email, row.team_id.as_ref()),
            created_at: row.created_at,
        };
        Ok(rows.iter().map(view).collect())
    }

    /// Reads a pipeline with its apps, stage by stage.
    #[tool(get, key(pipeline), ignore(json), about = Pipeline)]
    #[case(
        args = r#"{"pipeline":"lantern"}"#,
        ok = r#"{"name":"lantern","owner":"lantern","apps":[{"app":"lantern-dev","stage":"development","slug":null},{"app":"lantern-staging","stage":"staging","slug":"bbbb2222"},{"app":"lantern-web","stage":"production","version":2}]}"#
    )]
    #[case(args = r#"{"pipeline":"no-such-pipeline"}"#, error = "not_found")]
    #[case(args = r#"{"pipeline":"quarry"}"#, error = "permission_denied")]
    fn pipelines_info(
        state: &Heroku,
        args: PipelinesInfo,
        _cx: &mut Context,
    ) -> Result<PipelineDetail, ToolError> {
        let named = args.pipeline.as_str();
        let pipeline = match state.pipelines.first(&|row| row.name == named) {
            Some(row) => state.pipelines.find(&row.id)?,
            None => state.pipelines.find(named)?,
        };
        let user = current_user(state)?;
        if !can_see_pipeline(state, &pipeline, &user) {
            let message = format!("pipeline `{}` is out of reach of `{user}`", pipeline.name);
            return Err(ToolError::permission_denied(message));
        }
        Ok(detail_of(state, &pipeline))
    }

    /// Deploys code: as a new release of an app or, where there is none of the name, as a new app
    /// that is set up as its app.json says.
    #[tool(types(team_id = Key<Team>, space_id = Key<Space>), about = App)]
    #[case(
        args = r#"{"name":"lantern-shop","rootUri":"/work/shop","teamId":"lantern","env":{"MODE":"demo"},"appJson":"{\"env\":{\"MODE\":{\"value\":\"live\"},\"KEY\":{\"generator\":\"secret\"}},\"formation\":{\"web\":{\"quantity\":2,\"size\":\"standard-1x\"}},\"addons\":[\"heroku-redis:mini\"],\"buildpacks\":[{\"url\":\"heroku/python\"}],\"stack\":\"heroku-22\"}"}"#,
        ok = r#"{"created":true,"version":4,"app":{"name":"lantern-shop","owner":"lantern","stack":"heroku-22"},"config_vars":["KEY","MODE","REDIS_URL"],"formation":[{"process_type":"web","quantity":2,"size":"standard-1x"}]}"#
    )]
    #[case(
        args = r#"{"name":"lantern-web","rootUri":"/work/web","appJson":"{}","env":{"LOG_LEVEL":"warn"}}"#,
        ok = r#"{"created":false,"version":4,"app":{"name":"lantern-web"},"formation":[{"process_type":"web","quantity":2},{"process_type":"worker"}]}"#
    )]
    #[case(
        args = r#"{"name":"lantern-tiny","rootUri":"/work/tiny","appJson":"{}"}"#,
        ok = r#"{"created":true,"version":2,"app":{"owner":"mara@lantern.example"},"addons":[],"formation":[{"process_type":"web","quantity":1,"size":"basic"}]}"#
    )]
    #[case(
        args = r#"{"name":"lantern-web","rootUri":"work","appJson":"{}"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"name":"lantern-shop","rootUri":"/work","appJson":"{\"title\":\"Shop\"}"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"name":"lantern-shop","rootUri":"/work","appJson":"{\"env\":{\"KEY\":{}}}"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"name":"lantern-web","rootUri":"/work","appJson":"{}","env":{"DATABASE_URL":"x"}}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"name":"lantern-web","rootUri":"/work","appJson":"{}","teamId":"harbor"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"name":"harbor-site","rootUri":"/work","appJson":"{}"}"#,
        error = "permission_denied"
    )]
    fn deploy_to_heroku(
        state: &mut Heroku,
        args: DeployToHeroku,
        cx: &mut Context,
    ) -> Result<DeployView, ToolError> {
        check_source(&args.root_uri, args.tarball_uri.as_deref())?;
        let manifest = read_manifest(&args.app_json)?;
        let given = args.env.as_ref().map(|env| read_variables(&env.0)).transpose()?;
        let given = given.unwrap_or_default();
        let team = args.team_id.as_ref().map(Key::as_str);
        let space = args.space_id.as_ref().map(Key::as_str);
        let is_internal = args.internal_routing.unwrap_or(false);
        let known = state.apps.first(&|app| app.name == args.name).map(|app| app.id.clone());
        let created = known.is_none();
        let app = match known {
            Some(id) => {
                let app = reach_app(state, id.as_str(), Permission::Deploy)?;
                check_place(state, &app, team, space, is_internal)?;
                set_config(state, &app, given, cx)?;
                app
            }
            None => {
                let place = place_for(state, team, space)?;
                let app = add_app(state, Some(args.name), place, None, cx)?;
                set_up(state, &app, &manifest, given, is_internal, cx)?;
                app
            }
        };
        let slug = cx.hex(SLUG_LENGTH);
        let made = release(state, &app.id, format!("Deploy {slug}"), Some(slug), cx)?;
        view_deploy(state, &app.id, created, &made)
    }

    #[tool(simulate(code_execution, "a container runs the caller's command and files"))]
    fn deploy_one_off_dyno();
}

/// The service whose add-ons are databases.
const POSTGRES: &str = "heroku-postgresql";
/// How many lines of a log are shown.
const LOG_LINES_MAX: usize = 100;
/// How many queries are listed unless a call says otherwise.
const OUTLIERS_USUAL: i64 = 10;
/// How many letters of a query a truncated list shows.
const QUERY_LETTERS_MAX: usize = 40;
/// How many dynos may run one kind of process.
const DYNOS_MAX: i64 = 100;
/// How many hexadecimal digits name a version of the code.
const SLUG_LENGTH: usize = 8;
const GIGABYTE: i64 = 1_073_741_824;

/// What tells several databases of one app apart.
const COLORS: &[&str] =
    &["AMBER", "BLUE", "CYAN", "GREEN", "IVORY", "JADE", "MAROON", "OLIVE", "PURPLE", "TEAL"];
const ADJECTIVES: &[&str] =
    &["calm", "curved", "deep", "fierce", "quiet", "rocky", "shallow", "solid", "still", "warm"];
const NOUNS: &[&str] =
    &["badlands", "brook", "cove", "dusk", "forest", "island", "meadow", "ridge", "river", "sands"];

fn current_user(state: &Heroku) -> Result<Key<User>, ToolError> {
    Ok(state.account.find()?.user.clone())
}

fn role_in(state: &Heroku, team: &Key<Team>, user: &Key<User>) -> Option<TeamRole> {
    let member = state.team_members.first(&|row| row.team_id == *team && row.user == *user);
    member.map(|row| row.role)
}

/// The team with this name or identifier.
fn find_team(state: &Heroku, named: &str) -> Result<RowRef<Team>, ToolError> {
    match state.teams.first(&|team| team.name == named) {
        Some(team) => state.teams.find(&team.id),
        None => state.teams.find(named),
    }
}

/// The team with this name or identifier, which the current user has to be in.
fn reach_team(state: &Heroku, named: &str) -> Result<RowRef<Team>, ToolError> {
    let team = find_team(state, named)?;
    let user = current_user(state)?;
    match role_in(state, &team.id, &user) {
        Some(_) => Ok(team),
        None => {
            let message = format!("`{user}` is not in team `{}`", team.name);
            Err(ToolError::permission_denied(message))
        }
    }
}

/// The team with this name or identifier, to which the current user may add apps and pipelines.
fn founding_team(state: &Heroku, named: &str) -> Result<RowRef<Team>, ToolError> {
    let team = reach_team(state, named)?;
    let user = current_user(state)?;
    match role_in(state, &team.id, &user) {
        Some(TeamRole::Admin | TeamRole::Member) => Ok(team),
        _ => {
            let message = format!("`{user}` may add nothing to team `{}`", team.name);
            Err(ToolError::permission_denied(message))
        }
    }
}

/// The space with this name or identifier, whose team the current user has to be in.
fn reach_space(state: &Heroku, named: &str) -> Result<RowRef<Space>, ToolError> {
    let space = match state.spaces.first(&|space| space.name == named) {
        Some(space) => state.spaces.find(&space.id)?,
        None => state.spaces.find(named)?,
    };
    reach_team(state, space.team_id.as_str())?;
    Ok(space)
}

/// The app with this name or identifier.
fn find_app(state: &Heroku, named: &str) -> Result<RowRef<App>, ToolError> {
    match state.apps.first(&|app| app.name == named) {
        Some(app) => state.apps.find(&app.id),
        None => state.apps.find(named),
    }
}

/// The app with this name or identifier, which the current user has to have the permission for.
fn reach_app(
    state: &Heroku,
    named: &str,
    permission: Permission,
) -> Result<RowRef<App>, ToolError> {
    let app = find_app(state, named)?;
    let user = current_user(state)?;
    if permissions_of(state, &app, &user).contains(&permission) {
        return Ok(app);
    }
    let message = format!("`{user}` lacks the permission to {permission} app `{}`", app.name);
    Err(ToolError::permission_denied(message))
}

/// What a user may do with an app; nothing when it is out of reach.
fn permissions_of(state: &Heroku, app: &App, user: &Key<User>) -> Vec<Permission> {
    let role = app.team_id.as_ref().and_then(|team| role_in(state, team, user));
    let owns = app.team_id.is_none() && app.owner_email == *user;
    if owns || role == Some(TeamRole::Admin) {
        return Permission::ALL.to_vec();
    }
    let of_role: &[Permission] = match role {
        Some(TeamRole::Member) if !app.locked => {
            &[Permission::View, Permission::Deploy, Permission::Operate]
        }
        Some(TeamRole::Viewer) if !app.locked => &[Permission::View],
        _ => &[],
    };
    let own = state.collaborators.first(&|row| row.app_id == app.id && row.user == *user);
    let given = own.map(|row| row.permissions.clone()).unwrap_or_default();
    let has = |one: &Permission| {
        of_role.contains(one)
            || given.contains(one)
            || *one == Permission::View && !given.is_empty()
    };
    Permission::ALL.iter().copied().filter(has).collect()
}

fn can_view(state: &Heroku, app: &App, user: &Key<User>) -> bool {
    permissions_of(state, app, user).contains(&Permission::View)
}

/// Who owns an app or a pipeline: the name of its team, or else the address of its owner.
fn owner_text(state: &Heroku, owner: &Key<User>, team: Option<&Key<Team>>) -> String {
    let team = team.and_then(|id| state.teams.get(id));
    team.map_or_else(|| owner.as_str().to_owned(), |team| team.name.clone())
}

fn space_of<'a>(state: &'a Heroku, app: &App) -> Option<&'a Space> {
    app.space_id.as_ref().and_then(|id| state.spaces.get(id))
}

fn generation_of(state: &Heroku, app: &App) -> Generation {
    space_of(state, app).map_or(Generation::Cedar, |space| space.generation)
}

fn web_url(app: &App) -> String {
    let tail = app.id.as_str().rsplit('-').next().unwrap_or_default();
    format!("https://{}-{tail}.herokuapp.com/", app.name)
}

fn view_app(state: &Heroku, app: &App) -> AppView {
    AppView {
        id: app.id.clone(),
        name: app.name.clone(),
        owner: owner_text(state, &app.owner_email, app.team_id.as_ref()),
        space: space_of(state, app).map(|space| space.name.clone()),
        region: app.region,
        generation: generation_of(state, app),
        stack: app.stack,
        maintenance: app.maintenance,
        locked: app.locked,
        internal_routing: app.internal_routing,
        web_url: web_url(app),
        git_url: format!("https://git.heroku.com/{}.git", app.name),
        created_at: app.created_at,
        updated_at: app.updated_at,
    }
}

fn view_release(release: &Release) -> ReleaseView {
    ReleaseView {
        version: release.version,
        description: release.description.clone(),
        slug: release.slug.clone(),
        user: release.user.clone(),
        created_at: release.created_at,
    }
}

fn view_person(state: &Heroku, row: &Collaborator) -> Option<CollaboratorView> {
    let user = state.users.get(&row.user)?;
    Some(CollaboratorView {
        email: user.email.clone(),
        name: user.name.clone(),
        permissions: row.permissions.clone(),
    })
}

fn view_domain(domain: &Domain) -> DomainView {
    DomainView {
        hostname: domain.hostname.clone(),
        cname: domain.cname.clone(),
        certificate: domain.certificate,
    }
}

fn view_coupling(state: &Heroku, app: &Key<App>) -> Option<CouplingView> {
    let coupling = state.pipeline_couplings.get(app)?;
    let pipeline = state.pipelines.get(&coupling.pipeline_id)?;
    Some(CouplingView { pipeline: pipeline.name.clone(), stage: coupling.stage })
}

fn view_line(line: &LogLine) -> LogView {
    LogView {
        created_at: line.created_at,
        source: line.source,
        dyno: line.dyno.clone(),
        message: line.message.clone(),
    }
}

fn view_space(state: &Heroku, space: &Space) -> SpaceView {
    let team = state.teams.get(&space.team_id).map(|team| team.name.clone());
    SpaceView {
        id: space.id.clone(),
        name: space.name.clone(),
        team: team.unwrap_or_default(),
        region: space.region,
        generation: space.generation,
        shield: space.shield,
        state: space.state,
        cidr: space.cidr.clone(),
        data_cidr: space.data_cidr.clone(),
        created_at: space.created_at,
    }
}

fn view_team(team: &Team, role: TeamRole, is_default: bool) -> TeamView {
    TeamView {
        id: team.id.clone(),
        name: team.name.clone(),
        role,
        enterprise_account: team.enterprise_account.clone(),
        is_default,
        created_at: team.created_at,
    }
}

/// Who will own a new app, and where it will run.
struct Place {
    team_id: Option<Key<Team>>,
    space: Option<RowRef<Space>>,
}

/// The place that a call names for a new app. A space decides on the team.
fn place_for(state: &Heroku, team: Option<&str>, space: Option<&str>) -> Result<Place, ToolError> {
    let team_id = match team {
        Some(named) => Some(founding_team(state, named)?.id.clone()),
        None => None,
    };
    let Some(named) = space else { return Ok(Place { team_id, space: None }) };
    let space = reach_space(state, named)?;
    let owner = founding_team(state, space.team_id.as_str())?.id.clone();
    if team_id.is_some_and(|team_id| team_id != owner) {
        let message = format!("space `{}` belongs to another team", space.name);
        return Err(ToolError::failed_precondition(message));
    }
    if space.state != SpaceState::Allocated {
        let message = format!("space `{}` is {} and takes no apps", space.name, space.state);
        return Err(ToolError::failed_precondition(message));
    }
    Ok(Place { team_id: Some(owner), space: Some(space) })
}

/// Adds an app without code. One without a name gets one that is free.
fn add_app(
    state: &mut Heroku,
    name: Option<String>,
    place: Place,
    region: Option<Region>,
    cx: &mut Context,
) -> Result<RowRef<App>, ToolError> {
    let name = match name {
        Some(name) => name,
        None => new_name(NOUNS, cx),
    };
    let space = place.space.as_ref();
    let own_region = space.map(|space| space.region);
    let owner = current_user(state)?;
    let id = state.apps.next_key(cx);
    let app = state.apps.insert(App {
        id,
        name,
        owner_email: owner,
        team_id: place.team_id,
        space_id: space.map(|space| space.id.clone()),
        region: own_region.or(region).unwrap_or(Region::Us),
        stack: Stack::Heroku24,
        maintenance: false,
        locked: false,
        internal_routing: false,
        buildpacks: Vec::new(),
        config_vars: BTreeMap::new(),
        created_at: cx.now(),
        updated_at: cx.now(),
    })?;
    release(state, &app.id, "Initial release".to_owned(), None, cx)?;
    Ok(app)
}

/// A word at random.
fn pick(words: &[&'static str], cx: &mut Context) -> &'static str {
    let length = u64::try_from(words.len()).unwrap_or(1);
    let at = cx.random().checked_rem(length).unwrap_or(0);
    words.get(usize::try_from(at).unwrap_or(0)).copied().unwrap_or("quiet")
}

/// Two words and five digits, such as `quiet-river-40217`.
fn new_name(last_words: &[&'static str], cx: &mut Context) -> String {
    let first = pick(ADJECTIVES, cx);
    let last = pick(last_words, cx);
    format!("{first}-{last}-{}", five_digits(cx))
}

fn five_digits(cx: &mut Context) -> u64 {
    cx.random().checked_rem(90_000).unwrap_or(0).saturating_add(10_000)
}

/// Writes a line about a change of the app into its log.
fn note(
    state: &mut Heroku,
    app: &Key<App>,
    message: &str,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let user = current_user(state)?;
    let id = state.log_lines.next_int_key(cx);
    state.log_lines.insert(LogLine {
        id,
        app_id: app.clone(),
        source: LogSource::App,
        dyno: "api".to_owned(),
        message: format!("{message} by user {user}"),
        created_at: cx.now(),
    })?;
    Ok(())
}

fn latest_release(state: &Heroku, app: &Key<App>) -> Option<RowRef<Release>> {
    let mut releases = state.releases.select(&|row| row.app_id == *app);
    releases.sort_by_key(|row| row.version);
    releases.pop()
}

/// The version and the code that an app runs, once it has code.
fn code_of(state: &Heroku, app: &Key<App>) -> Option<(i64, String)> {
    let release = latest_release(state, app)?;
    Some((release.version, release.slug.clone()?))
}

/// Adds a release and starts the app's dynos anew. Without a slug the code stays the same.
fn release(
    state: &mut Heroku,
    app: &Key<App>,
    description: String,
    slug: Option<String>,
    cx: &mut Context,
) -> Result<RowRef<Release>, ToolError> {
    let user = current_user(state)?;
    let slug = slug.or_else(|| code_of(state, app).map(|(_, slug)| slug));
    let version = state.releases.next_number_where(&|row| row.app_id == *app, &|row| row.version);
    let now = cx.now();
    let made = state.releases.insert(Release {
        app_id: app.clone(),
        version,
        description,
        slug,
        user,
        created_at: now,
    })?;
    state.apps.update(app, |app| {
        app.updated_at = now;
        Ok(())
    })?;
    note(state, app, &format!("Release v{version} created ({})", made.description), cx)?;
    let dynos = dynos_of(state, app);
    restart(state, &dynos, cx)?;
    Ok(made)
}

fn set_maintenance(
    state: &mut Heroku,
    named: &str,
    maintenance: bool,
    cx: &mut Context,
) -> Result<AppView, ToolError> {
    let app = reach_app(state, named, Permission::Operate)?;
    if app.maintenance == maintenance {
        return Ok(view_app(state, &app));
    }
    let now = cx.now();
    let changed = state.apps.update(&app.id, |app| {
        app.maintenance = maintenance;
        app.updated_at = now;
        Ok(())
    })?;
    let what = if maintenance { "Maintenance mode enabled" } else { "Maintenance mode disabled" };
    note(state, &app.id, what, cx)?;
    Ok(view_app(state, &changed))
}

fn pending_transfer(state: &Heroku, app: &Key<App>) -> Option<RowRef<AppTransfer>> {
    let pending = |row: &AppTransfer| row.app_id == *app && row.state == TransferState::Pending;
    state.app_transfers.select(&pending).into_iter().next()
}

/// Gives an app to a user: a team's app to one of its members at once, another user's app once
/// the recipient accepts it.
fn transfer_to_user(
    state: &mut Heroku,
    app: &App,
    email: &str,
    cx: &mut Context,
) -> Result<TransferState, ToolError> {
    let recipient = state.users.find(email.to_lowercase().as_str())?.email.clone();
    if app.space_id.is_some() {
        let message = format!("`{}` runs in a space, so it stays with the team", app.name);
        return Err(ToolError::failed_precondition(message));
    }
    if let Some(team) = &app.team_id {
        if role_in(state, team, &recipient).is_none() {
            let message = format!("`{recipient}` is not in the team that owns `{}`", app.name);
            return Err(ToolError::failed_precondition(message));
        }
        give(state, app, recipient, None, cx)?;
        return Ok(TransferState::Accepted);
    }
    if recipient == app.owner_email {
        let message = format!("`{recipient}` owns `{}` already", app.name);
        return Err(ToolError::failed_precondition(message));
    }
    if let Some(pending) = pending_transfer(state, &app.id) {
        let message = format!("`{}` is on offer to `{}` already", app.name, pending.recipient);
        return Err(ToolError::failed_precondition(message));
    }
    let id = state.app_transfers.next_key(cx);
    state.app_transfers.insert(AppTransfer {
        id,
        app_id: app.id.clone(),
        recipient,
        state: TransferState::Pending,
        created_at: cx.now(),
    })?;
    Ok(TransferState::Pending)
}

/// Gives an app to a team, to which the current user has to be able to add apps.
fn transfer_to_team(
    state: &mut Heroku,
    app: &App,
    named: &str,
    cx: &mut Context,
) -> Result<TransferState, ToolError> {
    let team = founding_team(state, named)?;
    if app.team_id.as_ref() == Some(&team.id) {
        let message = format!("team `{}` owns `{}` already", team.name, app.name);
        return Err(ToolError::failed_precondition(message));
    }
    if app.space_id.is_some() {
        let message = format!("`{}` runs in a space, so it stays with the team", app.name);
        return Err(ToolError::failed_precondition(message));
    }
    give(state, app, app.owner_email.clone(), Some(team.id.clone()), cx)?;
    Ok(TransferState::Accepted)
}

/// Changes who owns an app; what was on offer is off.
fn give(
    state: &mut Heroku,
    app: &App,
    owner: Key<User>,
    team_id: Option<Key<Team>>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    if let Some(pending) = pending_transfer(state, &app.id) {
        state.app_transfers.remove(&pending.id)?;
    }
    let now = cx.now();
    let given = state.apps.update(&app.id, |app| {
        app.owner_email = owner;
        app.team_id = team_id;
        app.updated_at = now;
        Ok(())
    })?;
    let to = owner_text(state, &given.owner_email, given.team_id.as_ref());
    note(state, &app.id, &format!("Transferred to {to}"), cx)
}

fn formation_key(formation: &Formation) -> Key<Formation> {
    Key::new(compoworld_core::join_key(&[&formation.app_id, &formation.process_type]))
}

fn dyno_key(dyno: &Dyno) -> String {
    compoworld_core::join_key(&[&dyno.formation, &dyno.number])
}

fn formations_of(state: &Heroku, app: &Key<App>) -> Vec<RowRef<Formation>> {
    state.formations.select(&|row| row.app_id == *app)
}

/// The dynos of one kind of process by number.
fn dynos_in(state: &Heroku, formation: &Formation) -> Vec<RowRef<Dyno>> {
    let key = formation_key(formation);
    let mut dynos = state.dynos.select(&|row| row.formation == key);
    dynos.sort_by_key(|row| row.number);
    dynos
}

/// The dynos of an app by kind of process and number.
fn dynos_of(state: &Heroku, app: &Key<App>) -> Vec<RowRef<Dyno>> {
    let formations = formations_of(state, app);
    formations.iter().flat_map(|formation| dynos_in(state, formation)).collect()
}

fn quantity_of(state: &Heroku, formation: &Formation) -> i64 {
    i64::try_from(dynos_in(state, formation).len()).unwrap_or(i64::MAX)
}

fn view_formation(state: &Heroku, app: &Key<App>) -> Vec<FormationView> {
    let formations = formations_of(state, app);
    let view = |formation: &RowRef<Formation>| FormationView {
        process_type: formation.process_type.clone(),
        quantity: quantity_of(state, formation),
        size: formation.size,
        command: formation.command.clone(),
    };
    formations.iter().map(view).collect()
}

fn process_type_of(state: &Heroku, dyno: &Dyno) -> String {
    let formation = state.formations.get(&dyno.formation);
    formation.map(|formation| formation.process_type.clone()).unwrap_or_default()
}

fn dyno_name(state: &Heroku, dyno: &Dyno) -> String {
    format!("{}.{}", process_type_of(state, dyno), dyno.number)
}

fn view_dyno(state: &Heroku, dyno: &Dyno) -> Option<DynoView> {
    let formation = state.formations.get(&dyno.formation)?;
    Some(DynoView {
        name: dyno_name(state, dyno),
        process_type: formation.process_type.clone(),
        size: formation.size,
        state: dyno.state,
        command: formation.command.clone(),
        updated_at: dyno.updated_at,
    })
}

fn restart(state: &mut Heroku, dynos: &[RowRef<Dyno>], cx: &mut Context) -> Result<(), ToolError> {
    let now = cx.now();
    for dyno in dynos {
        state.dynos.update(&dyno_key(dyno), |row| {
            row.state = DynoState::Up;
            row.updated_at = now;
            Ok(())
        })?;
    }
    Ok(())
}

/// One change that a call asks of a formation, such as `web=2:standard-2x` or `worker+1`.
struct Step {
    process_type: String,
    /// `=` sets the quantity, `+` and `-` change it.
    sign: char,
    amount: i64,
    size: Option<DynoSize>,
}

fn read_steps(text: &str) -> Result<Vec<Step>, ToolError> {
    let parts = text.split(|letter: char| letter == ',' || letter.is_whitespace());
    parts.filter(|part| !part.is_empty()).map(read_step).collect()
}

fn read_step(part: &str) -> Result<Step, ToolError> {
    let (counted, size) = match part.split_once(':') {
        Some((counted, size)) => (counted, Some(read_size(size)?)),
        None => (part, None),
    };
    let signed = counted.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let digits = counted.strip_prefix(signed).unwrap_or_default();
    let named = ['=', '+', '-']
        .into_iter()
        .find_map(|sign| signed.strip_suffix(sign).map(|process_type| (process_type, sign)));
    match (named, digits.parse::<i64>()) {
        (Some((process_type, sign)), Ok(amount)) if !process_type.is_empty() => {
            Ok(Step { process_type: process_type.to_owned(), sign, amount, size })
        }
        _ => {
            let message =
                format!("`{part}` is no change of dynos, write it like `web=2:standard-2x`");
            Err(ToolError::invalid_argument(message))
        }
    }
}

fn read_size(text: &str) -> Result<DynoSize, ToolError> {
    let wanted = text.to_lowercase();
    let found = DynoSize::ALL.iter().find(|size| size.as_str() == wanted);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = DynoSize::ALL.iter().map(|size| size.as_str()).collect();
        let message = format!("`{text}` is no size of dynos, use one of {}", names.join(", "));
        ToolError::invalid_argument(message)
    })
}

/// Dynos of different families do not run in one app.
fn family_of(size: DynoSize) -> &'static str {
    match size {
        DynoSize::Eco => "eco",
        DynoSize::Basic => "basic",
        DynoSize::Standard1x
        | DynoSize::Standard2x
        | DynoSize::PerformanceM
        | DynoSize::PerformanceL
        | DynoSize::PerformanceXl
        | DynoSize::Performance2xl => "professional",
        DynoSize::PrivateS | DynoSize::PrivateM | DynoSize::PrivateL => "private",
        DynoSize::ShieldS | DynoSize::ShieldM | DynoSize::ShieldL => "shield",
        DynoSize::Dyno1cHalfGb
        | DynoSize::Dyno2c1Gb
        | DynoSize::Dyno1c4Gb
        | DynoSize::Dyno2c8Gb => "fir",
    }
}

/// The size of new dynos, by where an app runs.
fn usual_size(state: &Heroku, app: &App) -> DynoSize {
    match space_of(state, app) {
        None => DynoSize::Basic,
        Some(space) if space.generation == Generation::Fir => DynoSize::Dyno1cHalfGb,
        Some(space) if space.shield => DynoSize::ShieldS,
        Some(_) => DynoSize::PrivateS,
    }
}

/// Outside spaces an app may choose among three families; inside there is one.
fn check_size(state: &Heroku, app: &App, size: DynoSize) -> Result<(), ToolError> {
    let family = family_of(size);
    let usual = family_of(usual_size(state, app));
    if family == usual || usual == "basic" && matches!(family, "eco" | "professional") {
        return Ok(());
    }
    let message = format!("`{}` cannot run {size} dynos where it is", app.name);
    Err(ToolError::failed_precondition(message))
}

fn check_quantity(size: DynoSize, quantity: i64) -> Result<(), ToolError> {
    if quantity > DYNOS_MAX {
        let message = format!("a kind of process has {DYNOS_MAX} dynos at most");
        return Err(ToolError::invalid_argument(message));
    }
    if quantity > 1 && matches!(size, DynoSize::Eco | DynoSize::Basic) {
        let message = format!("a kind of process has one {size} dyno at most; take a larger size");
        return Err(ToolError::failed_precondition(message));
    }
    Ok(())
}

/// All dynos that an app runs are of one family.
fn check_families(state: &Heroku, app: &Key<App>) -> Result<(), ToolError> {
    let formations = formations_of(state, app);
    let running = formations.iter().filter(|row| quantity_of(state, row) > 0);
    let families: BTreeSet<&str> = running.map(|row| family_of(row.size)).collect();
    if families.len() < 2 {
        return Ok(());
    }
    let names: Vec<&str> = families.into_iter().collect();
    let message = format!("an app cannot mix dynos of these families: {}", names.join(", "));
    Err(ToolError::failed_precondition(message))
}

fn scale(state: &mut Heroku, app: &App, step: &Step, cx: &mut Context) -> Result<(), ToolError> {
    let key = compoworld_core::join_key(&[&app.id, &step.process_type]);
    let Ok(formation) = state.formations.find(&key) else {
        let message = format!("`{}` has no process type `{}`", app.name, step.process_type);
        return Err(ToolError::not_found(message));
    };
    let present = quantity_of(state, &formation);
    let quantity = match step.sign {
        '+' => present.saturating_add(step.amount),
        '-' => present.saturating_sub(step.amount).max(0),
        _ => step.amount,
    };
    if let Some(size) = step.size {
        check_size(state, app, size)?;
    }
    let size = step.size.unwrap_or(formation.size);
    check_quantity(size, quantity)?;
    if size != formation.size {
        state.formations.update(&key, |formation| {
            formation.size = size;
            Ok(())
        })?;
        let dynos = dynos_in(state, &formation);
        restart(state, &dynos, cx)?;
    }
    set_dynos(state, &formation, quantity, cx)?;
    let message = format!("Scaled to {}@{quantity}:{size}", step.process_type);
    note(state, &app.id, &message, cx)
}

/// Adds dynos under the lowest free numbers, or takes those with the highest numbers away.
fn set_dynos(
    state: &mut Heroku,
    formation: &Formation,
    quantity: i64,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let wanted = usize::try_from(quantity).unwrap_or(0);
    let present = dynos_in(state, formation);
    for dyno in present.iter().skip(wanted) {
        state.dynos.remove(&dyno_key(dyno))?;
    }
    let taken: Vec<i64> = present.iter().map(|dyno| dyno.number).collect();
    let n_missing = wanted.saturating_sub(present.len());
    let free = (1..=DYNOS_MAX.saturating_mul(2)).filter(|number| !taken.contains(number));
    for number in free.take(n_missing) {
        state.dynos.insert(Dyno {
            formation: formation_key(formation),
            number,
            state: DynoState::Up,
            updated_at: cx.now(),
        })?;
    }
    Ok(())
}

fn add_formation(
    state: &mut Heroku,
    app: &App,
    process_type: &str,
    quantity: i64,
    size: Option<DynoSize>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let size = size.unwrap_or_else(|| usual_size(state, app));
    check_size(state, app, size)?;
    check_quantity(size, quantity)?;
    let formation = state.formations.insert(Formation {
        app_id: app.id.clone(),
        process_type: process_type.to_owned(),
        size,
        command: None,
    })?;
    set_dynos(state, &formation, quantity, cx)
}

/// Gives an app the kinds of processes that another one's code has; only `web` runs at once.
fn add_process_types(
    state: &mut Heroku,
    source: &Key<App>,
    app: &App,
    cx: &mut Context,
) -> Result<(), ToolError> {
    for formation in formations_of(state, source) {
        let process_type = formation.process_type.as_str();
        let known =
            formations_of(state, &app.id).iter().any(|row| row.process_type == process_type);
        if !known {
            let quantity = i64::from(process_type == "web");
            add_formation(state, app, process_type, quantity, None, cx)?;
        }
    }
    Ok(())
}

fn config_var(attachment: &Attachment) -> String {
    format!("{}_URL", attachment.name)
}

/// The names of an app's variables, in order.
fn config_var_names(state: &Heroku, app: &App) -> Vec<String> {
    let attached = state.attachments.select(&|row| row.app_id == app.id);
    let of_addons = attached.iter().map(|row| config_var(row));
    let names: BTreeSet<String> = app.config_vars.keys().cloned().chain(of_addons).collect();
    names.into_iter().collect()
}

/// The add-ons that an app pays for or knows, by name.
fn addons_of(state: &Heroku, app: &Key<App>) -> Vec<RowRef<Addon>> {
    let is_known = |addon: &Addon| {
        let knows = |row: &Attachment| row.app_id == *app && row.addon_id == addon.id;
        addon.app_id == *app || state.attachments.first(&knows).is_some()
    };
    let mut addons = state.addons.select(&is_known);
    addons.sort_by(|a, b| a.name.cmp(&b.name));
    addons
}

/// Whether a user reaches an app that pays for an add-on or knows it.
fn can_see_addon(state: &Heroku, addon: &Addon, user: &Key<User>) -> bool {
    let reaches =
        |app: &Key<App>| state.apps.get(app).is_some_and(|app| can_view(state, app, user));
    let knows = |row: &Attachment| row.addon_id == addon.id && reaches(&row.app_id);
    reaches(&addon.app_id) || state.attachments.first(&knows).is_some()
}

/// The add-on with this identifier or name; with an app, one that the app pays for or knows, also
/// by what the app calls it.
fn find_addon(
    state: &Heroku,
    app: Option<&Key<App>>,
    named: &str,
) -> Result<RowRef<Addon>, ToolError> {
    let is_named = |addon: &Addon| addon.id == named || addon.name == named;
    let found = match app {
        None => state.addons.select(&is_named).into_iter().next(),
        Some(app) => {
            let alias = state.attachments.first(&|row| row.app_id == *app && row.name == named);
            let aliased = alias.map(|row| row.addon_id.clone());
            let is_it =
                |addon: &RowRef<Addon>| is_named(addon) || aliased.as_ref() == Some(&addon.id);
            addons_of(state, app).into_iter().find(is_it)
        }
    };
    found.ok_or_else(|| ToolError::no_row("Addon", named))
}

fn plan_name(plan: &Plan) -> String {
    format!("{}:{}", plan.service, plan.slug)
}

fn app_name(state: &Heroku, app: &Key<App>) -> String {
    state.apps.get(app).map(|app| app.name.clone()).unwrap_or_default()
}

fn view_addon(state: &Heroku, addon: &Addon) -> Result<AddonView, ToolError> {
    let plan = state.plans.find(&addon.plan)?;
    let attached = state.attachments.select(&|row| row.addon_id == addon.id);
    let mut attachments: Vec<AttachmentView> = attached
        .iter()
        .map(|row| AttachmentView { app: app_name(state, &row.app_id), name: row.name.clone() })
        .collect();
    attachments.sort_by(|a, b| (&a.app, &a.name).cmp(&(&b.app, &b.name)));
    let own = attached.iter().filter(|row| row.app_id == addon.app_id);
    let mut config_vars: Vec<String> = own.map(|row| config_var(row)).collect();
    config_vars.sort();
    Ok(AddonView {
        id: addon.id.clone(),
        name: addon.name.clone(),
        app: app_name(state, &addon.app_id),
        service: plan.service.clone(),
        plan: plan_name(&plan),
        price_cents: plan.price_cents,
        state: addon.state,
        attachments,
        config_vars,
        created_at: addon.created_at,
        updated_at: addon.updated_at,
    })
}

/// The plan that a call names as `service:plan`, or the usual one of a service.
fn find_plan(state: &Heroku, named: &str) -> Result<RowRef<Plan>, ToolError> {
    if let Some((service, slug)) = named.split_once([':', '/']) {
        let service = state.addon_services.find(service)?.name.clone();
        let slug = slug.to_owned();
        return match state.plans.find(&compoworld_core::join_key(&[&service, &slug])) {
            Ok(plan) => Ok(plan),
            Err(_) => Err(ToolError::not_found(format!("`{service}` has no plan `{slug}`"))),
        };
    }
    let service = state.addon_services.find(named)?.name.clone();
    let mut plans = state.plans.select(&|plan| plan.service == service);
    plans.sort_by_key(|plan| (!plan.is_default, plan.price_cents));
    let first = plans.into_iter().next();
    first.ok_or_else(|| ToolError::not_found(format!("`{service}` has no plans")))
}

/// Whether a plan can be had for an app, by the current user.
fn check_orderable(
    state: &Heroku,
    app: &App,
    service: &AddonService,
    plan: &Plan,
) -> Result<(), ToolError> {
    let refuse = |why: String| Err(ToolError::failed_precondition(why));
    let name = plan_name(plan);
    if [service.state, plan.state].contains(&ServiceState::Shutdown) {
        return refuse(format!("`{name}` is shut down and takes no new add-ons"));
    }
    if !service.supported_generations.contains(&generation_of(state, app)) {
        return refuse(format!("`{name}` does not support the generation of `{}`", app.name));
    }
    let fits = match app.space_id {
        Some(_) => plan.installable_inside_private_network,
        None => plan.installable_outside_private_network,
    };
    if !fits {
        let place = if app.space_id.is_some() { "inside" } else { "outside" };
        return refuse(format!("`{name}` cannot be installed {place} private spaces"));
    }
    let is_same = |addon: &Addon| {
        let other = state.plans.get(&addon.plan);
        addon.app_id == app.id && other.is_some_and(|other| other.service == service.name)
    };
    if !service.supports_multiple_installations && state.addons.first(&is_same).is_some() {
        return refuse(format!("`{}` has an add-on of `{}` already", app.name, service.name));
    }
    let user = current_user(state)?;
    if app.team_id.is_none() && app.owner_email != user && plan.price_cents > 0 {
        let message = format!("only the owner of `{}` may add what costs money", app.name);
        return Err(ToolError::permission_denied(message));
    }
    Ok(())
}

/// Provisions an add-on of a plan, attaches it to the app and releases the app anew.
fn provision(
    state: &mut Heroku,
    app: &App,
    plan: &Plan,
    name: Option<String>,
    alias: Option<String>,
    cx: &mut Context,
) -> Result<RowRef<Addon>, ToolError> {
    let service = state.addon_services.find(&plan.service)?;
    check_orderable(state, app, &service, plan)?;
    let short = service.name.as_str().strip_prefix("heroku-").unwrap_or(service.name.as_str());
    let name = match name {
        Some(name) => name,
        None => format!("{short}-{}-{}", pick(ADJECTIVES, cx), five_digits(cx)),
    };
    let alias = alias.unwrap_or_else(|| new_alias(state, &app.id, service.name.as_str(), short));
    let id = state.addons.next_key(cx);
    let now = cx.now();
    let addon = state.addons.insert(Addon {
        id,
        name,
        app_id: app.id.clone(),
        plan: Key::new(compoworld_core::join_key(&[&plan.service, &plan.slug])),
        state: AddonState::Provisioned,
        created_at: now,
        updated_at: now,
    })?;
    let id = state.attachments.next_key(cx);
    let attachment = state.attachments.insert(Attachment {
        id,
        addon_id: addon.id.clone(),
        app_id: app.id.clone(),
        name: alias,
    })?;
    if service.name == POSTGRES {
        add_database(state, &addon.id)?;
    }
    let description = format!("Attach {} (@{})", attachment.name, addon.name);
    release(state, &app.id, description, None, cx)?;
    Ok(addon)
}

/// What an app calls an add-on unless a call says otherwise: its first database `DATABASE`, else
/// after the service, with a color where that is taken.
fn new_alias(state: &Heroku, app: &Key<App>, service: &str, short: &str) -> String {
    let is_free = |name: &String| {
        state.attachments.first(&|row| row.app_id == *app && row.name == *name).is_none()
    };
    let first = if service == POSTGRES { "DATABASE".to_owned() } else { alias_of(short) };
    let others = COLORS.iter().map(|color| format!("{}_{color}", alias_of(service)));
    let found = std::iter::once(first).chain(others).find(is_free);
    found.unwrap_or_else(|| format!("{}_{}", alias_of(service), state.attachments.len()))
}

/// A slug in the letters of variables' names.
fn alias_of(slug: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    slug.to_uppercase().chars().map(letter).collect()
}

fn add_database(state: &mut Heroku, addon: &Key<Addon>) -> Result<(), ToolError> {
    state.databases.insert(Database {
        addon_id: addon.clone(),
        status: DatabaseStatus::Available,
        version: PostgresVersion::V17,
        following: None,
        data_size_bytes: 0,
        table_count: 0,
        connection_count: 0,
        maintenance_window: "Sundays 22:00 to Mondays 02:00 UTC".to_owned(),
        maintenance: None,
    })?;
    state.credentials.insert(Credential {
        database_id: Key::new(addon.as_str()),
        name: "default".to_owned(),
        state: CredentialState::Active,
        connection_count: 0,
    })?;
    Ok(())
}

/// The databases that an app pays for or knows, by name.
fn databases_of(state: &Heroku, app: &Key<App>) -> Vec<RowRef<Database>> {
    let addons = addons_of(state, app);
    addons.iter().filter_map(|addon| state.databases.find(&addon.id).ok()).collect()
}

/// The database that a call names by a variable, an alias, a name or an identifier; another app's
/// as `app::NAME`. Without a name it is the one that the app calls `DATABASE`, or the only one.
fn reach_database(
    state: &Heroku,
    app: &Key<App>,
    database: Option<&Key<Database>>,
    permission: Permission,
) -> Result<RowRef<Database>, ToolError> {
    let own = reach_app(state, app.as_str(), permission)?;
    let named = database.map(Key::as_str).filter(|text| !text.is_empty());
    let (app, named) = match named.and_then(|text| text.split_once("::")) {
        Some((other, named)) => (reach_app(state, other, permission)?, Some(named)),
        None => (own, named),
    };
    let databases = databases_of(state, &app.id);
    if let (None, [only]) = (named, databases.as_slice()) {
        return Ok(only.clone());
    }
    let alias = named.unwrap_or("DATABASE");
    let alias = alias.strip_suffix("_URL").unwrap_or(alias);
    let by_alias = find_addon(state, Some(&app.id), alias);
    let addon = by_alias.or_else(|_| find_addon(state, Some(&app.id), named.unwrap_or(alias)));
    let found = addon.and_then(|addon| state.databases.find(&addon.id));
    found.map_err(|_| {
        let names: Vec<String> =
            databases.iter().map(|row| database_name(state, row.addon_id.as_str())).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let message = format!("`{}` has no database `{alias}`; it has {known}", app.name);
        ToolError::not_found(message)
    })
}

/// The name of the add-on that a database is.
fn database_name(state: &Heroku, id: &str) -> String {
    state.addons.get(id).map(|addon| addon.name.clone()).unwrap_or_default()
}

/// How many connections and how many bytes a plan allows.
fn limits_of(slug: &str) -> (i64, i64) {
    let gigabytes = |number: i64| number.saturating_mul(GIGABYTE);
    match slug {
        "essential-0" => (20, gigabytes(1)),
        "essential-1" => (20, gigabytes(10)),
        "essential-2" => (40, gigabytes(32)),
        slug if slug.ends_with("-0") => (120, gigabytes(64)),
        slug if slug.ends_with("-2") => (400, gigabytes(256)),
        slug if slug.ends_with("-3") => (500, gigabytes(512)),
        _ => (500, gigabytes(1024)),
    }
}

fn is_essential(slug: &str) -> bool {
    slug.starts_with("essential-")
}

fn plan_of(state: &Heroku, database: &Database) -> Result<RowRef<Plan>, ToolError> {
    let addon = state.addons.find(&database.addon_id)?;
    state.plans.find(&addon.plan)
}

fn check_not_essential(state: &Heroku, database: &Database, what: &str) -> Result<(), ToolError> {
    let plan = plan_of(state, database)?;
    if !is_essential(&plan.slug) {
        return Ok(());
    }
    let message = format!("databases of the Essential tier have no {what}");
    Err(ToolError::failed_precondition(message))
}

/// A database as an app knows it.
fn view_database(
    state: &Heroku,
    app: &Key<App>,
    database: &Database,
) -> Result<DatabaseView, ToolError> {
    let addon = state.addons.find(&database.addon_id)?;
    let plan = state.plans.find(&addon.plan)?;
    let known = state.attachments.select(&|row| row.app_id == *app && row.addon_id == addon.id);
    let mut config_vars: Vec<String> = known.iter().map(|row| config_var(row)).collect();
    config_vars.sort();
    let own = addon.id.as_str();
    let follows = |row: &Database| row.following.as_ref().is_some_and(|id| *id == own);
    let followers = state.databases.select(&follows);
    let following = database.following.as_ref();
    let (connection_limit, data_size_limit_bytes) = limits_of(&plan.slug);
    Ok(DatabaseView {
        name: addon.name.clone(),
        plan: plan_name(&plan),
        config_vars,
        status: database.status,
        version: database.version,
        data_size_bytes: database.data_size_bytes,
        data_size_limit_bytes,
        table_count: database.table_count,
        connection_count: database.connection_count,
        connection_limit,
        continuous_protection: !is_essential(&plan.slug),
        following: following.map(|id| database_name(state, id.as_str())),
        followers: followers
            .iter()
            .map(|row| database_name(state, row.addon_id.as_str()))
            .collect(),
        created_at: addon.created_at,
    })
}

/// The version that a call names in whole or by its first number; without one, the newest.
fn postgres_version(named: Option<&str>) -> Result<PostgresVersion, ToolError> {
    let mut newest_first = PostgresVersion::ALL.iter().rev().copied();
    let found = match named {
        None => newest_first.next(),
        Some(named) => newest_first.find(|version| {
            let whole = version.as_str();
            whole == named || whole.split('.').next() == Some(named)
        }),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = PostgresVersion::ALL.iter().map(|one| one.as_str()).collect();
        let message = format!("the versions on offer are {}", names.join(", "));
        ToolError::invalid_argument(message)
    })
}

fn check_upgradable(
    state: &Heroku,
    database: &Database,
    version: PostgresVersion,
) -> Result<(), ToolError> {
    let refuse = |why: String| Err(ToolError::failed_precondition(why));
    let place = |wanted: PostgresVersion| {
        PostgresVersion::ALL.iter().position(|one| *one == wanted).unwrap_or(0)
    };
    if database.status != DatabaseStatus::Available {
        return refuse(format!("the database is {}", database.status));
    }
    if place(version) <= place(database.version) {
        return refuse(format!("the database runs {} already", database.version));
    }
    let plan = plan_of(state, database)?;
    if !is_essential(&plan.slug) && database.following.is_none() {
        return refuse(format!("with {} only a follower can be upgraded", plan_name(&plan)));
    }
    Ok(())
}

fn seconds_since(earlier: Timestamp, now: Timestamp) -> i64 {
    now.unix_seconds().saturating_sub(earlier.unix_seconds()).max(0)
}

fn shortened(query: &str, is_short: bool) -> String {
    let most = if is_short { QUERY_LETTERS_MAX } else { usize::MAX };
    query.chars().take(most).collect()
}

fn view_process(state: &Heroku, process: &Process, now: Timestamp) -> ProcessView {
    let key = compoworld_core::join_key(&[&process.database_id, &process.pid]);
    let waits = |lock: &Lock| lock.process == key.as_str() && !lock.granted;
    ProcessView {
        pid: process.pid,
        state: process.state,
        source: process.source.clone(),
        username: process.username.clone(),
        running_seconds: seconds_since(process.started_at, now),
        waiting: state.locks.first(&waits).is_some(),
        query: process.query.clone(),
    }
}

/// A query can be cancelled only while it runs.
fn check_runs(process: &Process) -> Result<(), ToolError> {
    if process.state == ProcessState::Active {
        return Ok(());
    }
    let message = format!(
        "process {} is {} and runs no query to cancel; pass force to end the connection",
        process.pid, process.state
    );
    Err(ToolError::failed_precondition(message))
}

/// The locks in a database, in the order in which they were asked for.
fn locks_of(state: &Heroku, database: &str) -> Vec<RowRef<Lock>> {
    state.locks.select(&|lock| {
        let process = state.processes.get(&lock.process);
        process.is_some_and(|process| process.database_id == database)
    })
}

/// The processes that hold what a lock waits for.
fn blockers_of(state: &Heroku, lock: &Lock) -> Vec<i64> {
    let Some(waiting) = state.processes.get(&lock.process) else { return Vec::new() };
    let is_shared = |mode: LockMode| mode == LockMode::RowExclusive;
    let mut pids = Vec::new();
    for other in locks_of(state, waiting.database_id.as_str()) {
        let conflicts = other.granted
            && other.relation == lock.relation
            && other.process != lock.process
            && !(is_shared(other.mode) && is_shared(lock.mode));
        let holder = state.processes.get(&other.process).filter(|_| conflicts);
        pids.extend(holder.map(|process| process.pid));
    }
    pids.sort_unstable();
    pids.dedup();
    pids
}

/// Grants what nothing blocks any more, to those who have waited longest first.
fn grant_waiting(state: &mut Heroku, database: &str) -> Result<(), ToolError> {
    for lock in locks_of(state, database) {
        if !lock.granted && blockers_of(state, &lock).is_empty() {
            state.locks.update(&lock.id, |lock| {
                lock.granted = true;
                Ok(())
            })?;
        }
    }
    Ok(())
}

fn view_lock(
    state: &Heroku,
    lock: &Lock,
    process: &Process,
    is_short: bool,
    now: Timestamp,
) -> LockView {
    LockView {
        pid: process.pid,
        relation: lock.relation.clone(),
        mode: lock.mode,
        granted: lock.granted,
        blocked_by: if lock.granted { Vec::new() } else { blockers_of(state, lock) },
        query: shortened(&process.query, is_short),
        age_seconds: seconds_since(process.started_at, now),
    }
}

fn view_credential(credential: &Credential) -> CredentialView {
    CredentialView {
        name: credential.name.clone(),
        state: credential.state,
        connection_count: credential.connection_count,
    }
}

fn view_backup(state: &Heroku, backup: &Backup) -> BackupView {
    let letter = match backup.kind {
        BackupKind::Backup => 'b',
        BackupKind::Restore => 'r',
        BackupKind::Copy => 'c',
    };
    let database = backup.database_id.as_ref();
    BackupView {
        id: format!("{letter}{:03}", backup.number),
        database: database.map(|id| database_name(state, id.as_str())),
        status: backup.status,
        size_bytes: backup.size_bytes,
        created_at: backup.created_at,
        finished_at: backup.finished_at,
    }
}

/// Whether a user owns a pipeline, is in its team or reaches one of its apps.
fn can_see_pipeline(state: &Heroku, pipeline: &Pipeline, user: &Key<User>) -> bool {
    let owns = match &pipeline.team_id {
        Some(team) => role_in(state, team, user).is_some(),
        None => pipeline.owner_email == *user,
    };
    let reaches = |row: &PipelineCoupling| {
        let app = state.apps.get(&row.app_id);
        row.pipeline_id == pipeline.id && app.is_some_and(|app| can_view(state, app, user))
    };
    owns || state.pipeline_couplings.first(&reaches).is_some()
}

/// The place of a stage among the stages.
fn place_of(stage: Stage) -> usize {
    Stage::ALL.iter().position(|one| *one == stage).unwrap_or(0)
}

fn detail_of(state: &Heroku, pipeline: &Pipeline) -> PipelineDetail {
    let couplings = state.pipeline_couplings.select(&|row| row.pipeline_id == pipeline.id);
    let view = |row: &RowRef<PipelineCoupling>| {
        let release = latest_release(state, &row.app_id);
        StageView {
            app: app_name(state, &row.app_id),
            stage: row.stage,
            version: release.as_ref().map(|release| release.version),
            slug: release.and_then(|release| release.slug.clone()),
        }
    };
    let mut apps: Vec<StageView> = couplings.iter().map(view).collect();
    apps.sort_by(|a, b| (place_of(a.stage), &a.app).cmp(&(place_of(b.stage), &b.app)));
    PipelineDetail {
        id: pipeline.id.clone(),
        name: pipeline.name.clone(),
        owner: owner_text(state, &pipeline.owner_email, pipeline.team_id.as_ref()),
        created_at: pipeline.created_at,
        apps,
    }
}

fn find_coupling(state: &Heroku, app: &App) -> Result<RowRef<PipelineCoupling>, ToolError> {
    state.pipeline_couplings.find(&app.id).map_err(|_| {
        let message = format!("`{}` is in no pipeline", app.name);
        ToolError::failed_precondition(message)
    })
}

/// The apps of a list, which have to be in the pipeline of the app that they get the code of.
fn named_targets(
    state: &Heroku,
    source: &App,
    coupling: &PipelineCoupling,
    list: &str,
) -> Result<Vec<RowRef<PipelineCoupling>>, ToolError> {
    let mut targets: Vec<RowRef<PipelineCoupling>> = Vec::new();
    for named in list.split(',').map(str::trim).filter(|named| !named.is_empty()) {
        let app = find_app(state, named)?;
        if app.id == source.id {
            let message = format!("`{}` cannot be promoted to itself", app.name);
            return Err(ToolError::invalid_argument(message));
        }
        let target = find_coupling(state, &app)?;
        if target.pipeline_id != coupling.pipeline_id {
            let message = format!("`{}` is in another pipeline than `{}`", app.name, source.name);
            return Err(ToolError::failed_precondition(message));
        }
        if targets.iter().all(|other| other.app_id != target.app_id) {
            targets.push(target);
        }
    }
    if targets.is_empty() {
        return Err(ToolError::invalid_argument("`to` names no app"));
    }
    Ok(targets)
}

/// The apps of the stage after the one of an app.
fn downstream_targets(
    state: &Heroku,
    source: &App,
    coupling: &PipelineCoupling,
) -> Result<Vec<RowRef<PipelineCoupling>>, ToolError> {
    let next = match coupling.stage {
        Stage::Development => Some(Stage::Staging),
        Stage::Staging => Some(Stage::Production),
        Stage::Review | Stage::Production => None,
    };
    let Some(next) = next else {
        let message = format!("nothing comes after {} where `{}` is", coupling.stage, source.name);
        return Err(ToolError::failed_precondition(message));
    };
    let targets = state
        .pipeline_couplings
        .select(&|row| row.pipeline_id == coupling.pipeline_id && row.stage == next);
    if targets.is_empty() {
        let message = format!("the pipeline of `{}` has no app in {next}", source.name);
        return Err(ToolError::failed_precondition(message));
    }
    Ok(targets)
}

/// What an app.json says of a new app.
struct Manifest {
    variables: BTreeMap<String, Variable>,
    formation: Vec<(String, i64, Option<DynoSize>)>,
    /// Plans, each with what the app is to call the add-on.
    addons: Vec<(String, Option<String>)>,
    buildpacks: Vec<String>,
    stack: Option<Stack>,
}

/// What an app.json says of a variable.
struct Variable {
    value: Option<String>,
    /// Whether a value is made up where none is given.
    is_secret: bool,
    is_required: bool,
}

/// What an app.json may hold.
const MANIFEST_MEMBERS: &[&str] = &[
    "name",
    "description",
    "keywords",
    "website",
    "repository",
    "logo",
    "success_url",
    "scripts",
    "env",
    "formation",
    "addons",
    "buildpacks",
    "environments",
    "stack",
    "image",
];

fn bad_manifest(why: &str) -> ToolError {
    ToolError::invalid_argument(format!("appJson: {why}"))
}

fn read_manifest(text: &str) -> Result<Manifest, ToolError> {
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| bad_manifest(&format!("{error}")))?;
    let object = value.as_object().ok_or_else(|| bad_manifest("it must be an object"))?;
    if let Some(name) = object.keys().find(|name| !MANIFEST_MEMBERS.contains(&name.as_str())) {
        return Err(bad_manifest(&format!("it cannot have `{name}`")));
    }
    let mut variables = BTreeMap::new();
    for (name, entry) in members_of(object.get("env"), "env")? {
        check_variable_name(&name)?;
        variables.insert(name, read_variable(&entry));
    }
    let mut formation = Vec::new();
    for (process_type, entry) in members_of(object.get("formation"), "formation")? {
        let quantity = entry.get("quantity").and_then(serde_json::Value::as_i64);
        let quantity = quantity.filter(|quantity| *quantity >= 0).ok_or_else(|| {
            bad_manifest(&format!("formation `{process_type}` needs a quantity of 0 or more"))
        })?;
        let size = text_of(&entry, "size").map(|size| read_size(&size)).transpose()?;
        formation.push((process_type, quantity, size));
    }
    let stack = match text_of(&value, "stack") {
        Some(named) => Some(read_stack(&named)?),
        None => None,
    };
    Ok(Manifest {
        variables,
        formation,
        addons: read_addons(object.get("addons"))?,
        buildpacks: read_buildpacks(object.get("buildpacks"))?,
        stack,
    })
}

/// The members of an object that may be missing.
fn members_of(
    value: Option<&serde_json::Value>,
    name: &str,
) -> Result<Vec<(String, serde_json::Value)>, ToolError> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let object = value.as_object();
    let object = object.ok_or_else(|| bad_manifest(&format!("`{name}` must be an object")))?;
    Ok(object.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// The items of a list that may be missing.
fn items_of(
    value: Option<&serde_json::Value>,
    name: &str,
) -> Result<Vec<serde_json::Value>, ToolError> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let items = value.as_array().cloned();
    items.ok_or_else(|| bad_manifest(&format!("`{name}` must be a list")))
}

fn text_of(object: &serde_json::Value, name: &str) -> Option<String> {
    object.get(name).and_then(serde_json::Value::as_str).map(str::to_owned)
}

/// A variable is described by an object, or its value alone is given.
fn read_variable(entry: &serde_json::Value) -> Variable {
    if let Some(value) = entry.as_str() {
        return Variable { value: Some(value.to_owned()), is_secret: false, is_required: true };
    }
    let required = entry.get("required").and_then(serde_json::Value::as_bool);
    Variable {
        value: text_of(entry, "value"),
        is_secret: text_of(entry, "generator").is_some_and(|generator| generator == "secret"),
        is_required: required.unwrap_or(true),
    }
}

fn read_stack(named: &str) -> Result<Stack, ToolError> {
    let found = Stack::ALL.iter().find(|stack| stack.as_str() == named);
    found.copied().ok_or_else(|| bad_manifest(&format!("there is no stack `{named}`")))
}

fn read_addons(
    value: Option<&serde_json::Value>,
) -> Result<Vec<(String, Option<String>)>, ToolError> {
    let read = |entry: &serde_json::Value| {
        let plan = entry.as_str().map(str::to_owned).or_else(|| text_of(entry, "plan"));
        Some((plan?, text_of(entry, "as")))
    };
    let addons = items_of(value, "addons")?;
    let read: Option<Vec<_>> = addons.iter().map(read).collect();
    read.ok_or_else(|| bad_manifest("an add-on is named by its plan"))
}

fn read_buildpacks(value: Option<&serde_json::Value>) -> Result<Vec<String>, ToolError> {
    let buildpacks = items_of(value, "buildpacks")?;
    let urls: Option<Vec<String>> = buildpacks.iter().map(|one| text_of(one, "url")).collect();
    urls.ok_or_else(|| bad_manifest("a buildpack needs a `url`"))
}

fn check_variable_name(name: &str) -> Result<(), ToolError> {
    let is_word = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if is_word && !name.is_empty() && !name.starts_with(|letter: char| letter.is_ascii_digit()) {
        return Ok(());
    }
    Err(ToolError::invalid_argument(format!("`{name}` cannot be the name of a variable")))
}

/// The variables that a call gives.
fn read_variables(value: &serde_json::Value) -> Result<BTreeMap<String, String>, ToolError> {
    let object = value.as_object();
    let object = object.ok_or_else(|| ToolError::invalid_argument("`env` must be an object"))?;
    let mut variables = BTreeMap::new();
    for (name, value) in object {
        check_variable_name(name)?;
        let text = match value {
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Bool(_) | serde_json::Value::Number(_) => value.to_string(),
            _ => {
                let message = format!("the value of `{name}` must be a text");
                return Err(ToolError::invalid_argument(message));
            }
        };
        variables.insert(name.clone(), text);
    }
    Ok(variables)
}

/// Code comes from a folder named in full, or from an address.
fn check_source(root: &str, tarball: Option<&str>) -> Result<(), ToolError> {
    let drive = root.get(1..3).is_some_and(|rest| rest == ":\\" || rest == ":/");
    if !(root.starts_with('/') || root.starts_with("file:///") || drive) {
        return Err(ToolError::invalid_argument("`rootUri` must be an absolute path"));
    }
    let is_address = |url: &str| url.starts_with("https://") || url.starts_with("http://");
    if tarball.is_some_and(|url| !is_address(url)) {
        return Err(ToolError::invalid_argument("`tarballUri` must begin with https://"));
    }
    Ok(())
}

/// An app that is there stays where it is, so a deployment may name only that place.
fn check_place(
    state: &Heroku,
    app: &App,
    team: Option<&str>,
    space: Option<&str>,
    is_internal: bool,
) -> Result<(), ToolError> {
    let refuse = |what: &str| {
        let message = format!("`{}` exists already and {what}", app.name);
        Err(ToolError::failed_precondition(message))
    };
    if let Some(named) = team
        && app.team_id.as_ref() != Some(&find_team(state, named)?.id)
    {
        return refuse("does not belong to this team");
    }
    if let Some(named) = space
        && app.space_id.as_ref() != Some(&reach_space(state, named)?.id)
    {
        return refuse("is not in this space");
    }
    if is_internal && !app.internal_routing {
        return refuse("is reached from outside");
    }
    Ok(())
}

/// Sets variables of an app; when one changes, the app is released anew.
fn set_config(
    state: &mut Heroku,
    app: &App,
    values: BTreeMap<String, String>,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let attached = state.attachments.select(&|row| row.app_id == app.id);
    if let Some(taken) =
        attached.iter().map(|row| config_var(row)).find(|name| values.contains_key(name))
    {
        let message = format!("`{taken}` is set by an add-on and cannot be overwritten");
        return Err(ToolError::failed_precondition(message));
    }
    let is_new = |(name, value): &(&String, &String)| app.config_vars.get(*name) != Some(*value);
    let changed: Vec<String> = values.iter().filter(is_new).map(|(name, _)| name.clone()).collect();
    if changed.is_empty() {
        return Ok(());
    }
    state.apps.update(&app.id, |app| {
        app.config_vars.extend(values);
        Ok(())
    })?;
    let description = format!("Set {} config vars", changed.join(", "));
    release(state, &app.id, description, None, cx)?;
    Ok(())
}

/// Makes a new app what its app.json says: variables, add-ons, buildpacks and processes.
fn set_up(
    state: &mut Heroku,
    app: &App,
    manifest: &Manifest,
    given: BTreeMap<String, String>,
    is_internal: bool,
    cx: &mut Context,
) -> Result<(), ToolError> {
    if is_internal && app.space_id.is_none() {
        return Err(ToolError::invalid_argument("`internalRouting` is for apps in a space"));
    }
    state.apps.update(&app.id, |app| {
        app.internal_routing = is_internal;
        app.buildpacks = manifest.buildpacks.clone();
        app.stack = manifest.stack.unwrap_or(app.stack);
        Ok(())
    })?;
    let mut values = BTreeMap::new();
    for (name, variable) in &manifest.variables {
        let usual = variable.value.clone();
        match usual.or_else(|| variable.is_secret.then(|| cx.hex(64))) {
            Some(value) => {
                values.insert(name.clone(), value);
            }
            None if variable.is_required && !given.contains_key(name) => {
                return Err(bad_manifest(&format!("`{name}` needs a value; pass it in `env`")));
            }
            None => {}
        }
    }
    values.extend(given);
    set_config(state, app, values, cx)?;
    for (named, alias) in &manifest.addons {
        let plan = find_plan(state, named)?;
        provision(state, app, &plan, None, alias.clone(), cx)?;
    }
    for (process_type, quantity, size) in &manifest.formation {
        add_formation(state, app, process_type, *quantity, *size, cx)?;
    }
    if manifest.formation.is_empty() {
        add_formation(state, app, "web", 1, None, cx)?;
    }
    check_families(state, &app.id)
}

fn view_deploy(
    state: &Heroku,
    app: &Key<App>,
    created: bool,
    made: &Release,
) -> Result<DeployView, ToolError> {
    let app = state.apps.find(app)?;
    let addons = addons_of(state, &app.id);
    Ok(DeployView {
        app: view_app(state, &app),
        created,
        version: made.version,
        slug: made.slug.clone(),
        config_vars: config_var_names(state, &app),
        addons: addons.iter().map(|addon| addon.name.clone()).collect(),
        formation: view_formation(state, &app.id),
    })
}

/// A team that ships a web app through a pipeline, and apps of others around it.
pub const FIXTURE: &str = r#"{
    "account": {"user": "mara@lantern.example", "default_team": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101"},
    "users": {
        "mara@lantern.example": {"email": "mara@lantern.example", "name": "Mara Lindqvist"},
        "theo@lantern.example": {"email": "theo@lantern.example", "name": "Theo Marchetti"},
        "ines@harbor.example": {"email": "ines@harbor.example", "name": "Ines Carvalho"}
    },
    "teams": {
        "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101": {"id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "name": "lantern", "enterprise_account": "Lantern Group", "created_at": "2025-01-10T09:00:00Z"},
        "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1102": {"id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1102", "name": "harbor", "enterprise_account": null, "created_at": "2025-02-10T09:00:00Z"},
        "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1103": {"id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1103", "name": "quarry", "enterprise_account": null, "created_at": "2025-03-10T09:00:00Z"}
    },
    "team_members": {
        "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101/mara@lantern.example": {"team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "user": "mara@lantern.example", "role": "admin"},
        "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101/theo@lantern.example": {"team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "user": "theo@lantern.example", "role": "member"},
        "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1102/ines@harbor.example": {"team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1102", "user": "ines@harbor.example", "role": "admin"},
        "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1102/mara@lantern.example": {"team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1102", "user": "mara@lantern.example", "role": "viewer"}
    },
    "spaces": {
        "a2d7c9e4-5b31-4f60-8c1d-7e9b0f3a2201": {"id": "a2d7c9e4-5b31-4f60-8c1d-7e9b0f3a2201", "name": "lantern-vault", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "region": "frankfurt", "generation": "cedar", "shield": false, "state": "allocated", "cidr": "10.0.0.0/16", "data_cidr": "10.1.0.0/20", "created_at": "2025-04-01T09:00:00Z"},
        "a2d7c9e4-5b31-4f60-8c1d-7e9b0f3a2202": {"id": "a2d7c9e4-5b31-4f60-8c1d-7e9b0f3a2202", "name": "lantern-fir", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "region": "virginia", "generation": "fir", "shield": false, "state": "allocated", "cidr": "10.2.0.0/16", "data_cidr": "10.3.0.0/20", "created_at": "2025-09-01T09:00:00Z"},
        "a2d7c9e4-5b31-4f60-8c1d-7e9b0f3a2203": {"id": "a2d7c9e4-5b31-4f60-8c1d-7e9b0f3a2203", "name": "lantern-next", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "region": "tokyo", "generation": "fir", "shield": false, "state": "allocating", "cidr": "10.4.0.0/16", "data_cidr": "10.5.0.0/20", "created_at": "2026-02-27T09:00:00Z"},
        "a2d7c9e4-5b31-4f60-8c1d-7e9b0f3a2204": {"id": "a2d7c9e4-5b31-4f60-8c1d-7e9b0f3a2204", "name": "quarry-vault", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1103", "region": "dublin", "generation": "cedar", "shield": true, "state": "allocated", "cidr": "10.6.0.0/16", "data_cidr": "10.7.0.0/20", "created_at": "2025-06-01T09:00:00Z"}
    },
    "apps": {
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301": {"id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "name": "lantern-web", "owner_email": "mara@lantern.example", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "space_id": null, "region": "us", "stack": "heroku-24", "maintenance": false, "locked": false, "internal_routing": false, "buildpacks": ["heroku/nodejs"], "config_vars": {"LOG_LEVEL": "info"}, "created_at": "2025-05-01T09:00:00Z", "updated_at": "2026-02-20T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302": {"id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302", "name": "lantern-staging", "owner_email": "mara@lantern.example", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "space_id": null, "region": "us", "stack": "heroku-24", "maintenance": true, "locked": false, "internal_routing": false, "buildpacks": ["heroku/nodejs"], "config_vars": {}, "created_at": "2025-05-02T09:00:00Z", "updated_at": "2026-02-26T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3303": {"id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3303", "name": "lantern-dev", "owner_email": "theo@lantern.example", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "space_id": null, "region": "us", "stack": "heroku-24", "maintenance": false, "locked": false, "internal_routing": false, "buildpacks": [], "config_vars": {}, "created_at": "2025-05-03T09:00:00Z", "updated_at": "2025-05-03T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304": {"id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304", "name": "mara-notes", "owner_email": "mara@lantern.example", "team_id": null, "space_id": null, "region": "eu", "stack": "heroku-22", "maintenance": false, "locked": false, "internal_routing": false, "buildpacks": ["heroku/python"], "config_vars": {}, "created_at": "2025-07-01T09:00:00Z", "updated_at": "2025-07-02T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3305": {"id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3305", "name": "theo-lab", "owner_email": "theo@lantern.example", "team_id": null, "space_id": null, "region": "us", "stack": "heroku-24", "maintenance": false, "locked": false, "internal_routing": false, "buildpacks": [], "config_vars": {}, "created_at": "2025-08-01T09:00:00Z", "updated_at": "2025-08-01T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3306": {"id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3306", "name": "quarry-api", "owner_email": "ines@harbor.example", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1103", "space_id": null, "region": "us", "stack": "heroku-22", "maintenance": false, "locked": false, "internal_routing": false, "buildpacks": [], "config_vars": {}, "created_at": "2025-08-02T09:00:00Z", "updated_at": "2025-08-02T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3307": {"id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3307", "name": "lantern-edge", "owner_email": "mara@lantern.example", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "space_id": "a2d7c9e4-5b31-4f60-8c1d-7e9b0f3a2202", "region": "virginia", "stack": "heroku-24", "maintenance": false, "locked": false, "internal_routing": true, "buildpacks": [], "config_vars": {}, "created_at": "2025-10-01T09:00:00Z", "updated_at": "2025-10-01T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3308": {"id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3308", "name": "harbor-site", "owner_email": "ines@harbor.example", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1102", "space_id": null, "region": "eu", "stack": "heroku-24", "maintenance": false, "locked": false, "internal_routing": false, "buildpacks": [], "config_vars": {}, "created_at": "2025-10-02T09:00:00Z", "updated_at": "2025-10-02T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3309": {"id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3309", "name": "mara-lab", "owner_email": "mara@lantern.example", "team_id": null, "space_id": null, "region": "us", "stack": "heroku-24", "maintenance": false, "locked": false, "internal_routing": false, "buildpacks": [], "config_vars": {}, "created_at": "2025-11-01T09:00:00Z", "updated_at": "2025-11-01T09:00:00Z"}
    },
    "collaborators": {
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3305/mara@lantern.example": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3305", "user": "mara@lantern.example", "permissions": ["deploy", "operate"]},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/ines@harbor.example": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "user": "ines@harbor.example", "permissions": ["view"]}
    },
    "app_transfers": {
        "b7c5d3e1-2f80-4c64-9a1b-0e8d6f4c6601": {"id": "b7c5d3e1-2f80-4c64-9a1b-0e8d6f4c6601", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304", "recipient": "theo@lantern.example", "state": "pending", "created_at": "2026-02-25T09:00:00Z"}
    },
    "domains": {
        "www.lantern.example": {"hostname": "www.lantern.example", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "cname": "calm-river-20417.herokudns.example", "certificate": "issued"}
    },
    "releases": {
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/1": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "version": 1, "description": "Initial release", "slug": null, "user": "mara@lantern.example", "created_at": "2025-05-01T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/2": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "version": 2, "description": "Deploy aaaa1111", "slug": "aaaa1111", "user": "theo@lantern.example", "created_at": "2026-02-20T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302/1": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302", "version": 1, "description": "Initial release", "slug": null, "user": "mara@lantern.example", "created_at": "2025-05-02T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302/2": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302", "version": 2, "description": "Deploy bbbb2222", "slug": "bbbb2222", "user": "theo@lantern.example", "created_at": "2026-02-26T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3303/1": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3303", "version": 1, "description": "Initial release", "slug": null, "user": "theo@lantern.example", "created_at": "2025-05-03T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304/1": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304", "version": 1, "description": "Initial release", "slug": null, "user": "mara@lantern.example", "created_at": "2025-07-01T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304/2": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304", "version": 2, "description": "Deploy cccc3333", "slug": "cccc3333", "user": "mara@lantern.example", "created_at": "2025-07-02T09:00:00Z"}
    },
    "formations": {
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/web": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "process_type": "web", "size": "standard-1x", "command": "npm start"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/worker": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "process_type": "worker", "size": "standard-1x", "command": "npm run worker"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302/web": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302", "process_type": "web", "size": "basic", "command": "npm start"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304/web": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304", "process_type": "web", "size": "eco", "command": null},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3308/web": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3308", "process_type": "web", "size": "basic", "command": null}
    },
    "dynos": {
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/web/1": {"formation": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/web", "number": 1, "state": "up", "updated_at": "2026-02-20T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/web/2": {"formation": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/web", "number": 2, "state": "crashed", "updated_at": "2026-02-28T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/worker/1": {"formation": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/worker", "number": 1, "state": "up", "updated_at": "2026-02-20T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302/web/1": {"formation": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302/web", "number": 1, "state": "up", "updated_at": "2026-02-26T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304/web/1": {"formation": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3304/web", "number": 1, "state": "idle", "updated_at": "2026-02-26T09:00:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3308/web/1": {"formation": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3308/web", "number": 1, "state": "up", "updated_at": "2026-02-26T09:00:00Z"}
    },
    "log_lines": {
        "1": {"id": 1, "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "source": "app", "dyno": "web.1", "message": "Listening on port 5000", "created_at": "2026-02-28T08:00:00Z"},
        "2": {"id": 2, "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "source": "heroku", "dyno": "router", "message": "at=error code=H10 desc=\"App crashed\" dyno=web.2", "created_at": "2026-02-28T09:00:01Z"},
        "3": {"id": 3, "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "source": "app", "dyno": "worker.1", "message": "Sent 12 mails", "created_at": "2026-02-28T09:05:00Z"},
        "4": {"id": 4, "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "source": "heroku", "dyno": "worker.1", "message": "Process exited with status 0", "created_at": "2026-02-28T09:06:00Z"}
    },
    "addon_services": {
        "heroku-postgresql": {"name": "heroku-postgresql", "human_name": "Heroku Postgres", "state": "ga", "supports_multiple_installations": true, "supports_sharing": true, "supported_generations": ["cedar", "fir"]},
        "heroku-redis": {"name": "heroku-redis", "human_name": "Heroku Key-Value Store", "state": "ga", "supports_multiple_installations": true, "supports_sharing": true, "supported_generations": ["cedar", "fir"]},
        "papertrail": {"name": "papertrail", "human_name": "Papertrail", "state": "ga", "supports_multiple_installations": false, "supports_sharing": false, "supported_generations": ["cedar"]},
        "old-queue": {"name": "old-queue", "human_name": "Old Queue", "state": "shutdown", "supports_multiple_installations": true, "supports_sharing": false, "supported_generations": ["cedar"]}
    },
    "plans": {
        "heroku-postgresql/essential-0": {"service": "heroku-postgresql", "slug": "essential-0", "human_name": "Essential 0", "description": "For trying things out", "price_cents": 500, "is_default": true, "state": "ga", "installable_inside_private_network": false, "installable_outside_private_network": true},
        "heroku-postgresql/standard-0": {"service": "heroku-postgresql", "slug": "standard-0", "human_name": "Standard 0", "description": "", "price_cents": 5000, "is_default": false, "state": "ga", "installable_inside_private_network": false, "installable_outside_private_network": true},
        "heroku-postgresql/private-0": {"service": "heroku-postgresql", "slug": "private-0", "human_name": "Private 0", "description": "", "price_cents": 30000, "is_default": false, "state": "ga", "installable_inside_private_network": true, "installable_outside_private_network": false},
        "heroku-redis/mini": {"service": "heroku-redis", "slug": "mini", "human_name": "Mini", "description": "", "price_cents": 300, "is_default": true, "state": "ga", "installable_inside_private_network": false, "installable_outside_private_network": true},
        "papertrail/choklad": {"service": "papertrail", "slug": "choklad", "human_name": "Choklad", "description": "Ten megabytes a day", "price_cents": 0, "is_default": true, "state": "ga", "installable_inside_private_network": false, "installable_outside_private_network": true},
        "old-queue/basic": {"service": "old-queue", "slug": "basic", "human_name": "Basic", "description": "", "price_cents": 900, "is_default": true, "state": "shutdown", "installable_inside_private_network": false, "installable_outside_private_network": true}
    },
    "addons": {
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401": {"id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "name": "postgresql-curved-10231", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "plan": "heroku-postgresql/standard-0", "state": "provisioned", "created_at": "2025-05-01T09:10:00Z", "updated_at": "2025-05-01T09:10:00Z"},
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4402": {"id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4402", "name": "redis-round-20417", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "plan": "heroku-redis/mini", "state": "provisioned", "created_at": "2025-05-01T09:20:00Z", "updated_at": "2025-05-01T09:20:00Z"},
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4403": {"id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4403", "name": "postgresql-amber-30518", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302", "plan": "heroku-postgresql/essential-0", "state": "provisioned", "created_at": "2025-05-02T09:10:00Z", "updated_at": "2025-05-02T09:10:00Z"},
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4404": {"id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4404", "name": "postgresql-solid-40629", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "plan": "heroku-postgresql/standard-0", "state": "provisioned", "created_at": "2026-01-15T09:00:00Z", "updated_at": "2026-01-15T09:00:00Z"},
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4405": {"id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4405", "name": "papertrail-deep-50730", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3306", "plan": "papertrail/choklad", "state": "provisioned", "created_at": "2025-08-02T10:00:00Z", "updated_at": "2025-08-02T10:00:00Z"}
    },
    "attachments": {
        "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7701": {"id": "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7701", "addon_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "name": "DATABASE"},
        "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7702": {"id": "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7702", "addon_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4402", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "name": "REDIS"},
        "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7703": {"id": "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7703", "addon_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4403", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302", "name": "DATABASE"},
        "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7704": {"id": "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7704", "addon_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4404", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "name": "HEROKU_POSTGRESQL_AMBER"},
        "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7705": {"id": "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7705", "addon_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302", "name": "PROD_DATABASE"},
        "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7706": {"id": "f8b6e4d2-4a93-4d17-8f5c-3e1a7c9b7706", "addon_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4405", "app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3306", "name": "PAPERTRAIL"}
    },
    "databases": {
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401": {"addon_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "status": "available", "version": "16.9", "following": null, "data_size_bytes": 734003200, "table_count": 24, "connection_count": 14, "maintenance_window": "Sundays 14:30 to 18:30 UTC", "maintenance": {"reason": "Security update of the system", "scheduled_for": "2026-03-08T14:30:00Z"}},
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4403": {"addon_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4403", "status": "available", "version": "15.13", "following": null, "data_size_bytes": 52428800, "table_count": 24, "connection_count": 3, "maintenance_window": "Mondays 02:00 to 06:00 UTC", "maintenance": null},
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4404": {"addon_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4404", "status": "available", "version": "16.9", "following": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "data_size_bytes": 734003200, "table_count": 24, "connection_count": 1, "maintenance_window": "Sundays 14:30 to 18:30 UTC", "maintenance": null}
    },
    "credentials": {
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401/default": {"database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "name": "default", "state": "active", "connection_count": 14},
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401/analytics": {"database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "name": "analytics", "state": "rotating", "connection_count": 0}
    },
    "processes": {
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401/101": {"database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "pid": 101, "state": "active", "source": "web.1", "username": "u4abc", "query": "UPDATE orders SET shipped = true WHERE shipped_at IS NOT NULL", "started_at": "2026-02-28T09:10:00Z"},
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401/102": {"database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "pid": 102, "state": "active", "source": "worker.1", "username": "u4abc", "query": "ALTER TABLE orders ADD COLUMN carrier text", "started_at": "2026-02-28T09:20:00Z"},
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401/103": {"database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "pid": 103, "state": "idle", "source": "web.2", "username": "u4abc", "query": "SELECT 1", "started_at": "2026-02-28T08:00:00Z"},
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401/104": {"database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "pid": 104, "state": "idle in transaction", "source": "psql", "username": "u4abc", "query": "DELETE FROM carts WHERE id = 7", "started_at": "2026-02-28T09:00:00Z"}
    },
    "locks": {
        "1": {"id": 1, "process": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401/101", "relation": "orders", "mode": "RowExclusiveLock", "granted": true},
        "2": {"id": 2, "process": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401/102", "relation": "orders", "mode": "AccessExclusiveLock", "granted": false},
        "3": {"id": 3, "process": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401/104", "relation": "carts", "mode": "RowExclusiveLock", "granted": true}
    },
    "query_statistics": {
        "1": {"id": 1, "database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "query": "SELECT * FROM carts WHERE id = $1", "calls": 9000, "total_ms": 1500.0, "sync_io_ms": 0.0},
        "2": {"id": 2, "database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "query": "SELECT * FROM orders WHERE buyer = $1", "calls": 4000, "total_ms": 7500.0, "sync_io_ms": 900.0},
        "3": {"id": 3, "database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "query": "UPDATE orders SET shipped = $1", "calls": 120, "total_ms": 1000.0, "sync_io_ms": 40.0}
    },
    "backups": {
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/1": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "number": 1, "kind": "backup", "database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "status": "completed", "size_bytes": 52428800, "created_at": "2026-02-26T02:00:00Z", "finished_at": "2026-02-26T02:04:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/2": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "number": 2, "kind": "restore", "database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4404", "status": "failed", "size_bytes": null, "created_at": "2026-02-26T11:00:00Z", "finished_at": "2026-02-26T11:01:00Z"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301/3": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "number": 3, "kind": "backup", "database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "status": "running", "size_bytes": null, "created_at": "2026-02-28T02:00:00Z", "finished_at": null}
    },
    "backup_schedules": {
        "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401": {"database_id": "d9a4f7b2-3c18-4e75-a0d6-8b2f1e5c4401", "hour": 2, "timezone": "UTC"}
    },
    "pipelines": {
        "e5b0c8d3-1f67-4a29-9e84-6d3c2b1a5501": {"id": "e5b0c8d3-1f67-4a29-9e84-6d3c2b1a5501", "name": "lantern", "owner_email": "mara@lantern.example", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1101", "created_at": "2025-05-04T09:00:00Z"},
        "e5b0c8d3-1f67-4a29-9e84-6d3c2b1a5502": {"id": "e5b0c8d3-1f67-4a29-9e84-6d3c2b1a5502", "name": "quarry", "owner_email": "ines@harbor.example", "team_id": "6f1f2c1e-0a55-4c8e-9d0b-2f6a3b7c1103", "created_at": "2025-08-03T09:00:00Z"}
    },
    "pipeline_couplings": {
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3301", "pipeline_id": "e5b0c8d3-1f67-4a29-9e84-6d3c2b1a5501", "stage": "production"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3302", "pipeline_id": "e5b0c8d3-1f67-4a29-9e84-6d3c2b1a5501", "stage": "staging"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3303": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3303", "pipeline_id": "e5b0c8d3-1f67-4a29-9e84-6d3c2b1a5501", "stage": "development"},
        "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3306": {"app_id": "c3e8b1f0-7d42-4a96-b5c7-1f0e9d8c3306", "pipeline_id": "e5b0c8d3-1f67-4a29-9e84-6d3c2b1a5502", "stage": "production"}
    }
}"#;
