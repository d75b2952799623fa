//! Docker Hub: namespaces, the image repositories in them, and the tags of each repository.
/// Everything that Docker Hub knows.
#[derive(State)]
pub struct DockerHub {
    pub hardened_images: Table<HardenedImage>,
    pub namespaces: Table<Namespace>,
    pub personal_namespace: One<PersonalNamespace>,
    pub repositories: Table<Repository>,
    pub repository_tags: Table<RepositoryTag>,
}
/// One hardened image.
#[derive(Entity)]
pub struct HardenedImage {
    #[entity(key, sequence = "HAR-{:05}")]
    pub id: Key<HardenedImage>,
    #[entity(on_delete = cascade)]
    pub organisation: Key<Namespace>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One namespace.
#[derive(Entity)]
pub struct Namespace {
    #[entity(key, slug)]
    pub name: Key<Namespace>,
    pub uuid: Option<String>,
    pub orgname: Option<String>,
    #[entity(person)]
    pub full_name: Option<String>,
    pub location: Option<String>,
    #[entity(company)]
    pub company: Option<String>,
    #[entity(url)]
    pub profile_url: Option<String>,
    pub date_joined: Option<String>,
    #[entity(email)]
    pub gravatar_email: Option<String>,
    #[entity(url)]
    pub gravatar_url: Option<String>,
    pub r#type: Option<String>,
    pub badge: Option<String>,
    #[entity(default)]
    pub is_active: bool,
    pub user_role: Option<String>,
    pub user_groups: Vec<String>,
    pub org_groups_count: Option<f64>,
    #[entity(title)]
    pub plan_name: Option<String>,
    #[entity(title)]
    pub parent_name: Option<String>,
}
/// One personal namespace.
#[derive(Entity)]
pub struct PersonalNamespace {
    pub namespace: Key<Namespace>,
}
/// One repository.
#[derive(Entity)]
pub struct Repository {
    #[entity(key, on_delete = cascade)]
    pub namespace: Key<Namespace>,
    #[entity(key, len = 2..=255, slug)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub is_private: bool,
    #[entity(body)]
    pub full_description: Option<String>,
    pub registry: Option<String>,
    #[entity(default = RepositoryStatus::Active)]
    pub status: RepositoryStatus,
    #[entity(default = RepositoryRepositoryType::Image)]
    pub repository_type: RepositoryRepositoryType,
    pub immutable_tags_settings: Option<Json>,
    #[entity(body)]
    pub status_description: Option<String>,
    #[entity(range = 0..)]
    pub star_count: Option<f64>,
    #[entity(range = 0..)]
    pub pull_count: Option<f64>,
    pub last_modified: Option<String>,
    pub affiliation: Option<String>,
    pub media_types: Vec<String>,
    pub content_types: Vec<String>,
    pub categories: Option<Json>,
    #[entity(range = 0..)]
    pub storage_size: Option<f64>,
    pub user: Option<String>,
    pub hub_user: Option<String>,
    #[entity(default)]
    pub has_starred: bool,
    #[entity(default)]
    pub is_automated: bool,
    #[entity(range = 0..)]
    pub collaborator_count: Option<f64>,
    #[entity(created)]
    pub date_registered: Timestamp,
    #[entity(updated)]
    pub last_updated: Timestamp,
}
/// What `status` can be.
#[derive(Choice)]
pub enum RepositoryStatus {
    Active,
    Inactive,
}
/// What `repository_type` can be.
#[derive(Choice)]
pub enum RepositoryRepositoryType {
    Image,
    #[choice(rename = "docker engine plugin")]
    DockerEnginePlugin,
}
/// One repository tag.
#[derive(Entity)]
pub struct RepositoryTag {
    #[entity(key)]
    pub namespace: String,
    #[entity(key)]
    pub repository: String,
    #[entity(key)]
    pub tag: String,
    pub images: Option<Json>,
    pub creator: Option<f64>,
    pub last_updated: Option<String>,
    pub last_updater: Option<f64>,
    #[entity(username)]
    pub last_updater_username: Option<String>,
    pub full_size: Option<f64>,
    #[entity(default)]
    pub v2: bool,
    #[entity(default = RepositoryTagTagStatus::Active)]
    pub tag_status: RepositoryTagTagStatus,
    pub tag_last_pulled: Option<String>,
    pub tag_last_pushed: Option<String>,
    pub media_type: Option<String>,
    pub content_type: Option<RepositoryTagContentType>,
    pub digest: Option<String>,
    pub architecture: Option<String>,
    pub os: Option<String>,
}
/// What `tag_status` can be.
#[derive(Choice)]
pub enum RepositoryTagTagStatus {
    Active,
    Inactive,
}
/// What `content_type` can be.
#[derive(Choice)]
pub enum RepositoryTagContentType {
    Image,
    Plugin,
    Helm,
    Volume,
    Wasm,
    Compose,
    Unrecognized,
    Model,
}
pub trait Tools {
    #[tool(list, filter(namespace), sort(by = ordering), page(page, limit = page_size), ignore(media_types, content_types))]
    fn list_repositories_by_namespace() -> Page<Repository>;
    #[tool(create)]
    fn create_repository() -> Repository;
    #[tool(get, key(namespace, repository))]
    fn get_repository_info() -> Repository;
    #[tool(update, key(namespace, repository))]
    fn update_repository_info() -> Repository;
    #[tool(get, key(namespace, repository))]
    fn check_repository() -> Repository;
    #[tool(
        list,
        filter(namespace, repository, architecture, os),
        page(page, limit = page_size)
    )]
    fn list_repository_tags() -> Page<RepositoryTag>;
    #[tool(get, key(namespace, repository, tag))]
    fn get_repository_tag() -> RepositoryTag;
    #[tool(get, key(namespace, repository, tag))]
    fn check_repository_tag() -> RepositoryTag;
    #[tool(list, page(page, limit = page_size))]
    fn list_namespaces() -> Page<Namespace>;
    #[tool(get)]
    fn get_personal_namespace() -> PersonalNamespace;
    #[tool(list)]
    fn list_all_namespaces_member_of() -> Page<Namespace>;
    #[tool(simulate(external_computation, "it searches the whole public hub with a ranking and facets of its own"))]
    fn search();
    #[tool(list, filter(organisation))]
    fn docker_hardened_images() -> Page<HardenedImage>;
}
