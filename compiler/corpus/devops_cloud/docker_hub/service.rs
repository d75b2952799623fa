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
    pub last_modified: Timestamp,
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
    /// Lists the repositories of a namespace: all, or those that hold one of the named kinds of
    /// content and one of the named media types. Several are divided by commas.
    #[tool(
        list,
        filter(namespace),
        sort(by = ordering),
        page(page, limit = page_size),
        types(media_types = String, content_types = String)
    )]
    #[case(
        args = r#"{"namespace":"harbor"}"#,
        ok = r#"{"items":[{"name":"charts"},{"name":"gateway"},{"name":"tools"}],"total":3}"#
    )]
    #[case(
        args = r#"{"namespace":"harbor","content_types":"helm, plugin"}"#,
        ok = r#"{"items":[{"name":"charts"},{"name":"tools"}],"total":2}"#
    )]
    #[case(
        args = r#"{"namespace":"harbor","content_types":"image","media_types":"application/vnd.oci.image.index.v1+json"}"#,
        ok = r#"{"items":[{"name":"gateway"}],"total":1}"#
    )]
    #[case(
        args = r#"{"namespace":"harbor","ordering":"-name","page_size":1}"#,
        ok = r#"{"items":[{"name":"tools"}],"total":3}"#
    )]
    #[case(
        args = r#"{"namespace":"harbor","content_types":"wasm"}"#,
        ok = r#"{"items":[],"total":0}"#
    )]
    #[case(args = r#"{"namespace":"nobody"}"#, error = "not_found")]
    fn list_repositories_by_namespace(
        state: &DockerHub,
        args: ListRepositoriesByNamespace,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Repository>>, ToolError> {
        state.namespaces.find(&args.namespace)?;
        let mut rows = state.repositories.select(&|repository| {
            repository.namespace == args.namespace
                && has_one_of(&repository.content_types, &args.content_types)
                && has_one_of(&repository.media_types, &args.media_types)
        });
        order_rows(&mut rows, args.ordering.as_deref(), None, None)?;
        PageRequest { page: args.page, limit: args.page_size, ..PageRequest::default() }.cut(rows)
    }

    #[tool(create, set(last_modified = cx.now()))]
    fn create_repository() -> Repository;
    #[tool(get, key(namespace, repository))]
    fn get_repository_info() -> Repository;
    #[tool(update, key(namespace, repository), set(last_modified = cx.now()))]
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

/// Whether a list has one of the words that a text names, divided by commas. A text that names none
/// accepts all.
fn has_one_of(held: &[String], named: &str) -> bool {
    let mut words = named.split(',').map(str::trim).filter(|word| !word.is_empty()).peekable();
    words.peek().is_none() || words.any(|word| held.iter().any(|one| one == word))
}

/// A small, coherent state that the contract tests start from.
pub const FIXTURE: &str = r#"{
    "personal_namespace": {"namespace": "ines"},
    "namespaces": {
        "harbor": {"name": "harbor", "uuid": "5b1f0c7e", "orgname": "harbor", "full_name": "Harbor Tools", "location": "Lisbon", "company": "Harbor Tools Ltd", "profile_url": "https://harbor.example", "date_joined": "2024-03-01T09:00:00Z", "gravatar_email": "team@harbor.example", "gravatar_url": "https://pictures.example/harbor", "type": "Organization", "badge": "verified_publisher", "is_active": true, "user_role": "owner", "user_groups": ["builders"], "org_groups_count": 1.0, "plan_name": "team", "parent_name": null},
        "ines": {"name": "ines", "uuid": "8d2e4a90", "orgname": null, "full_name": "Ines Duarte", "location": "Porto", "company": null, "profile_url": null, "date_joined": "2023-11-05T09:00:00Z", "gravatar_email": "ines@harbor.example", "gravatar_url": null, "type": "User", "badge": null, "is_active": true, "user_role": null, "user_groups": [], "org_groups_count": null, "plan_name": "personal", "parent_name": null}
    },
    "repositories": {
        "harbor/charts": {"namespace": "harbor", "name": "charts", "description": "Charts of all services", "is_private": false, "full_description": "Charts that install the services", "registry": null, "status": "active", "repository_type": "image", "immutable_tags_settings": null, "status_description": "active", "star_count": 2.0, "pull_count": 310.0, "last_modified": "2026-02-11T08:00:00Z", "affiliation": "owner", "media_types": ["application/vnd.cncf.helm.config.v1+json"], "content_types": ["helm"], "categories": null, "storage_size": 52000.0, "user": "harbor", "hub_user": "harbor", "has_starred": false, "is_automated": false, "collaborator_count": 0.0, "date_registered": "2025-04-01T09:00:00Z", "last_updated": "2026-02-11T08:00:00Z"},
        "harbor/gateway": {"namespace": "harbor", "name": "gateway", "description": "The way in", "is_private": false, "full_description": "Takes requests and hands them on", "registry": null, "status": "active", "repository_type": "image", "immutable_tags_settings": null, "status_description": "active", "star_count": 14.0, "pull_count": 9200.0, "last_modified": "2026-02-20T08:00:00Z", "affiliation": "owner", "media_types": ["application/vnd.oci.image.index.v1+json"], "content_types": ["image"], "categories": null, "storage_size": 84000000.0, "user": "harbor", "hub_user": "harbor", "has_starred": true, "is_automated": false, "collaborator_count": 0.0, "date_registered": "2025-03-10T09:00:00Z", "last_updated": "2026-02-20T08:00:00Z"},
        "harbor/tools": {"namespace": "harbor", "name": "tools", "description": "Helpers for builds", "is_private": true, "full_description": null, "registry": null, "status": "inactive", "repository_type": "image", "immutable_tags_settings": null, "status_description": "inactive", "star_count": 0.0, "pull_count": 45.0, "last_modified": "2025-12-02T08:00:00Z", "affiliation": "owner", "media_types": ["application/vnd.docker.plugin.v1+json"], "content_types": ["image", "plugin"], "categories": null, "storage_size": 1200000.0, "user": "harbor", "hub_user": "harbor", "has_starred": false, "is_automated": false, "collaborator_count": 1.0, "date_registered": "2025-05-20T09:00:00Z", "last_updated": "2025-12-02T08:00:00Z"},
        "ines/notes": {"namespace": "ines", "name": "notes", "description": "A place for notes", "is_private": true, "full_description": null, "registry": null, "status": "active", "repository_type": "image", "immutable_tags_settings": null, "status_description": "active", "star_count": 0.0, "pull_count": 3.0, "last_modified": "2026-01-15T08:00:00Z", "affiliation": "owner", "media_types": ["application/vnd.oci.image.index.v1+json"], "content_types": ["image"], "categories": null, "storage_size": 31000000.0, "user": "ines", "hub_user": "ines", "has_starred": false, "is_automated": false, "collaborator_count": 0.0, "date_registered": "2025-09-01T09:00:00Z", "last_updated": "2026-01-15T08:00:00Z"}
    },
    "repository_tags": {
        "harbor/gateway/1.4.0": {"namespace": "harbor", "repository": "gateway", "tag": "1.4.0", "images": null, "creator": 7.0, "last_updated": "2026-02-20T08:00:00Z", "last_updater": 7.0, "last_updater_username": "ines", "full_size": 42000000.0, "v2": true, "tag_status": "active", "tag_last_pulled": "2026-02-24T10:00:00Z", "tag_last_pushed": "2026-02-20T08:00:00Z", "media_type": "application/vnd.oci.image.index.v1+json", "content_type": "image", "digest": "sha256:7be1c4", "architecture": "amd64", "os": "linux"},
        "harbor/gateway/1.4.0-arm": {"namespace": "harbor", "repository": "gateway", "tag": "1.4.0-arm", "images": null, "creator": 7.0, "last_updated": "2026-02-20T08:10:00Z", "last_updater": 7.0, "last_updater_username": "ines", "full_size": 41000000.0, "v2": true, "tag_status": "active", "tag_last_pulled": null, "tag_last_pushed": "2026-02-20T08:10:00Z", "media_type": "application/vnd.oci.image.index.v1+json", "content_type": "image", "digest": "sha256:1fa09d", "architecture": "arm64", "os": "linux"},
        "harbor/tools/old": {"namespace": "harbor", "repository": "tools", "tag": "old", "images": null, "creator": 9.0, "last_updated": "2025-12-02T08:00:00Z", "last_updater": 9.0, "last_updater_username": "theo", "full_size": 1200000.0, "v2": true, "tag_status": "inactive", "tag_last_pulled": null, "tag_last_pushed": "2025-12-02T08:00:00Z", "media_type": "application/vnd.docker.plugin.v1+json", "content_type": "plugin", "digest": "sha256:c03e77", "architecture": "amd64", "os": "windows"}
    },
    "hardened_images": {
        "HAR-00001": {"id": "HAR-00001", "organisation": "harbor", "name": "python", "description": "Python without a shell"},
        "HAR-00002": {"id": "HAR-00002", "organisation": "harbor", "name": "node", "description": "Node without a shell"}
    }
}"#;
