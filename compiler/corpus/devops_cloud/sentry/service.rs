//! Sentry: for each project of an organization, its issues and events, releases, tags, people, teams and client keys.
/// Everything that Sentry knows.
#[derive(State)]
pub struct Sentry {
    pub client_keys: Table<ClientKey>,
    pub events: Table<Event>,
    pub issues: Table<Issue>,
    pub members: Table<Member>,
    pub organizations: Table<Organization>,
    pub projects: Table<Project>,
    pub releases: Table<Release>,
    pub tags: Table<Tag>,
    pub teams: Table<Team>,
    pub users: Table<User>,
}
/// A company whose errors are tracked.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, slug)]
    pub slug: Key<Organization>,
    #[entity(company)]
    pub name: String,
}
/// A program whose errors are tracked.
#[derive(Entity)]
pub struct Project {
    #[entity(key, slug)]
    pub slug: Key<Project>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(title)]
    pub name: String,
}
/// One occurrence of an error.
#[derive(Entity)]
pub struct Event {
    #[entity(key, sequence = "EVE-{:05}")]
    pub id: Key<Event>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(on_delete = cascade)]
    pub issue_id: Option<Key<Issue>>,
    #[entity(body)]
    pub message: String,
    #[entity(default = Level::Error)]
    pub level: Level,
    #[entity(created)]
    pub received_at: Timestamp,
}
/// How bad something is.
#[derive(Choice)]
pub enum Level {
    Error,
    Fatal,
    Warning,
    Info,
    Debug,
}
/// Errors of one kind, grouped.
#[derive(Entity)]
pub struct Issue {
    #[entity(key, sequence = "ISS-{:05}")]
    pub id: Key<Issue>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(title)]
    pub title: String,
    #[entity(path)]
    pub culprit: Option<String>,
    #[entity(default = Level::Error)]
    pub level: Level,
    #[entity(default = IssueStatus::Unresolved)]
    pub status: IssueStatus,
    pub first_seen: Option<Timestamp>,
    pub last_seen: Option<Timestamp>,
}
/// Where an issue stands.
#[derive(Choice)]
pub enum IssueStatus {
    Unresolved,
    Resolved,
    Ignored,
}
/// The key that a program sends its events with.
#[derive(Entity)]
pub struct ClientKey {
    #[entity(key, sequence = "KEY-{:05}")]
    pub id: Key<ClientKey>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(title)]
    pub label: String,
    #[entity(secret)]
    pub public_key: Option<String>,
    #[entity(default = true)]
    pub is_active: bool,
}
/// Someone of the organization who works on a project.
#[derive(Entity)]
pub struct Member {
    #[entity(key, sequence = "MEM-{:05}")]
    pub id: Key<Member>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}
/// A version of a program.
#[derive(Entity)]
#[entity(unique(project, version))]
pub struct Release {
    #[entity(key, sequence = "REL-{:05}")]
    pub id: Key<Release>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    pub version: String,
    pub released_at: Option<Timestamp>,
}
/// A name that events are marked with.
#[derive(Entity)]
#[entity(unique(project, key))]
pub struct Tag {
    #[entity(key, sequence = "TAG-{:05}")]
    pub id: Key<Tag>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(tag)]
    pub key: String,
    #[entity(quantity)]
    pub unique_values: Option<i64>,
}
/// A team that looks after a project.
#[derive(Entity)]
#[entity(unique(project, slug))]
pub struct Team {
    #[entity(key, sequence = "TEA-{:05}")]
    pub id: Key<Team>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(slug)]
    pub slug: String,
    #[entity(title)]
    pub name: String,
}
/// Someone whom a project's errors have hit.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USR-{:05}")]
    pub id: Key<User>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub project: Key<Project>,
    #[entity(username)]
    pub username: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
}
pub trait Tools {
    #[tool(list, filter(organization, project))]
    fn get_issues() -> Page<Issue>;
    #[tool(list, filter(organization, project), sort(received_at, descending))]
    fn get_events() -> Page<Event>;
    #[tool(list, filter(organization, project))]
    fn get_releases() -> Page<Release>;
    #[tool(list, filter(organization, project))]
    fn get_tags() -> Page<Tag>;
    #[tool(list, filter(organization, project))]
    fn get_members() -> Page<Member>;
    #[tool(list, filter(organization, project))]
    fn get_teams() -> Page<Team>;
    #[tool(list, filter(organization, project))]
    fn get_keys() -> Page<ClientKey>;
    #[tool(list, filter(organization, project))]
    fn get_users() -> Page<User>;
}
