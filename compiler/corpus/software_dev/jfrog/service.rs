//! JFrog keeps projects, package repositories and builds, and what is known of packages, their
//! versions and weaknesses.

/// Everything that JFrog knows.
#[derive(State)]
pub struct Jfrog {
    pub builds: Table<Build>,
    pub environments: Table<Environment>,
    pub packages: Table<Package>,
    pub package_curation_statuses: Table<PackageCurationStatus>,
    pub package_versions: Table<PackageVersion>,
    pub package_version_vulnerabilities: Table<PackageVersionVulnerability>,
    pub projects: Table<Project>,
    pub repositories: Table<Repository>,
    pub runtime_clusters: Table<RuntimeCluster>,
    pub vulnerabilities: Table<Vulnerability>,
}

/// One build.
#[derive(Entity)]
pub struct Build {
    #[entity(key)]
    pub name: Key<Build>,
    #[entity(on_delete = clear)]
    pub project: Option<Key<Project>>,
    #[entity(body)]
    pub description: Option<String>,
}

/// One environment.
#[derive(Entity)]
pub struct Environment {
    #[entity(key, sequence = "ENV-{:05}")]
    pub id: Key<Environment>,
    #[entity(title)]
    pub name: String,
}

/// One package.
#[derive(Entity)]
pub struct Package {
    #[entity(key)]
    pub r#type: String,
    #[entity(key)]
    pub name: String,
    pub version: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}

/// Whether a version of a package may be used.
#[derive(Entity)]
pub struct PackageCurationStatus {
    #[entity(key)]
    pub package_type: String,
    #[entity(key)]
    pub package_version: String,
    #[entity(key)]
    pub package_name: String,
    pub status: Option<String>,
    #[entity(body)]
    pub message: Option<String>,
    pub checked_at: Option<Timestamp>,
}

/// One package version.
#[derive(Entity)]
pub struct PackageVersion {
    #[entity(key, sequence = "PAC-{:05}")]
    pub id: Key<PackageVersion>,
    #[entity(title)]
    pub name: String,
    pub r#type: PackageKind,
    pub version: String,
    pub released_at: Option<Timestamp>,
}

/// What `type` can be.
#[derive(Choice)]
pub enum PackageKind {
    Pypi,
    Npm,
    Maven,
    Golang,
    Nuget,
    Huggingface,
    Rubygems,
}

/// A weakness that a version of a package has.
#[derive(Entity)]
pub struct PackageVersionVulnerability {
    #[entity(key, sequence = "PVE-{:05}")]
    pub id: Key<PackageVersionVulnerability>,
    #[entity(title)]
    pub name: String,
    pub r#type: PackageKind,
    pub version: String,
    pub cve_id: String,
    pub severity: Option<String>,
}

/// A group of repositories and builds with a quota.
#[derive(Entity)]
pub struct Project {
    #[entity(key)]
    pub key: Key<Project>,
    #[entity(body)]
    pub description: String,
    #[entity(unique, title)]
    pub display_name: String,
    pub admin_privileges: Json,
    pub storage_quota_bytes: f64,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What `vcs_type` can be.
#[derive(Choice)]
pub enum VcsType {
    #[choice(rename = "GIT")]
    Git,
}

/// What `vcs_git_provider` can be.
#[derive(Choice)]
pub enum VcsGitProvider {
    #[choice(rename = "GITHUB")]
    Github,
    #[choice(rename = "GITHUBENTERPRISE")]
    Githubenterprise,
    #[choice(rename = "BITBUCKET")]
    Bitbucket,
    #[choice(rename = "OLDSTASH")]
    Oldstash,
    #[choice(rename = "STASH")]
    Stash,
    #[choice(rename = "ARTIFACTORY")]
    Artifactory,
    #[choice(rename = "CUSTOM")]
    Custom,
}

/// What `remote_repo_checksum_policy_type` can be.
#[derive(Choice)]
pub enum ChecksumPolicy {
    #[choice(rename = "generate-if-absent")]
    GenerateIfAbsent,
    Fail,
    #[choice(rename = "ignore-and-generate")]
    IgnoreAndGenerate,
    #[choice(rename = "pass-thru")]
    PassThru,
}

/// A store of packages: local, a mirror of a remote one, or a view over several.
#[derive(Entity)]
pub struct Repository {
    #[entity(key)]
    pub key: Key<Repository>,
    pub r#type: RepositoryClass,
    #[entity(on_delete = clear)]
    pub project_key: Option<Key<Project>>,
    pub package_type: PackageType,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub repositories: Vec<Key<Repository>>,
    pub environments: Vec<String>,
    #[entity(body)]
    pub notes: Option<String>,
    pub key_pair: Option<String>,
    pub repo_layout_ref: Option<String>,
    pub excludes_pattern: Option<String>,
    pub includes_pattern: Option<String>,
    pub primary_key_pair_ref: Option<String>,
    #[entity(default)]
    pub debian_trivial_layout: bool,
    pub secondary_key_pair_ref: Option<String>,
    pub default_deployment_repo: Option<String>,
    #[entity(default)]
    pub force_maven_authentication: bool,
    pub debian_default_architectures: Option<String>,
    #[entity(default)]
    pub external_dependencies_enabled: bool,
    pub external_dependencies_patterns: Vec<String>,
    pub external_dependencies_remote_repo: Option<String>,
    pub optional_index_compression_formats: Vec<String>,
    #[entity(default)]
    pub artifactory_requests_can_retrieve_remote_artifacts: bool,
    #[entity(url)]
    pub url: Option<String>,
    pub proxy: Option<String>,
    #[entity(default)]
    pub offline: bool,
    pub vcs_type: Option<VcsType>,
    #[entity(default)]
    pub hard_fail: bool,
    #[entity(secret)]
    pub password: Option<String>,
    #[entity(username)]
    pub username: Option<String>,
    #[entity(url)]
    pub v3_feed_url: Option<String>,
    #[entity(default)]
    pub xray_index: bool,
    #[entity(default)]
    pub blacked_out: bool,
    #[entity(default)]
    pub cdn_redirect: bool,
    #[entity(default)]
    pub disable_proxy: bool,
    #[entity(address)]
    pub local_address: Option<String>,
    pub property_sets: Vec<String>,
    #[entity(url)]
    pub git_registry_url: Option<String>,
    #[entity(default)]
    pub handle_releases: bool,
    pub vcs_git_provider: Option<VcsGitProvider>,
    #[entity(path)]
    pub feed_context_path: Option<String>,
    #[entity(default)]
    pub handle_snapshots: bool,
    #[entity(url)]
    pub py_pi_registry_url: Option<String>,
    #[entity(default)]
    pub allow_any_host_auth: bool,
    #[entity(default)]
    pub download_redirect: bool,
    #[entity(default)]
    pub fetch_jars_eagerly: bool,
    #[entity(url)]
    pub vcs_git_download_url: Option<String>,
    #[entity(default)]
    pub bypass_head_requests: bool,
    pub max_unique_snapshots: Option<f64>,
    #[entity(default)]
    pub priority_resolution: bool,
    #[entity(default)]
    pub share_configuration: bool,
    #[entity(default)]
    pub block_pushing_schema1: bool,
    #[entity(url)]
    pub composer_registry_url: Option<String>,
    #[entity(path)]
    pub download_context_path: Option<String>,
    #[entity(default)]
    pub fetch_sources_eagerly: bool,
    pub remote_repo_layout_ref: Option<String>,
    pub socket_timeout_millis: Option<f64>,
    pub client_tls_certificate: Option<String>,
    #[entity(default)]
    pub force_p2_authentication: bool,
    #[entity(default)]
    pub list_remote_folder_items: bool,
    #[entity(default)]
    pub store_artifacts_locally: bool,
    #[entity(default)]
    pub synchronize_properties: bool,
    pub content_synchronisation: Option<Json>,
    #[entity(default)]
    pub enable_cookie_management: bool,
    #[entity(default)]
    pub disable_url_normalization: bool,
    pub assumed_offline_period_secs: Option<f64>,
    #[entity(default)]
    pub force_conan_authentication: bool,
    #[entity(default)]
    pub force_nuget_authentication: bool,
    pub retrieval_cache_period_secs: Option<f64>,
    #[entity(default)]
    pub block_mismatching_mime_types: bool,
    #[entity(default)]
    pub enable_token_authentication: bool,
    pub metadata_retrieval_timeout_secs: Option<f64>,
    #[entity(default)]
    pub suppress_pom_consistency_checks: bool,
    pub missed_retrieval_cache_period_secs: Option<f64>,
    pub unused_artifacts_cleanup_period_hours: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
    pub remote_repo_checksum_policy_type: Option<ChecksumPolicy>,
    pub pom_repository_references_cleanup_policy: Option<PomCleanupPolicy>,
}

/// What `type` can be.
#[derive(Choice)]
pub enum RepositoryClass {
    Local,
    Remote,
    Virtual,
    Federated,
    Distribution,
}

/// What `package_type` can be.
#[derive(Choice)]
pub enum PackageType {
    Bower,
    Cargo,
    Chef,
    Cocoapods,
    Composer,
    Conan,
    Cran,
    Debian,
    Docker,
    #[choice(rename = "Npm")]
    Npm,
    Gems,
    Gitlfs,
    Go,
    Gradle,
    Helm,
    Ivy,
    Maven,
    Nuget,
    Opkg,
    P2,
    Pub,
    Puppet,
    Pypi,
    Rpm,
    Sbt,
    Swift,
    Terraform,
    Vagrant,
    Yum,
    Generic,
}

/// A cluster in which packages run.
#[derive(Entity)]
pub struct RuntimeCluster {
    #[entity(key, sequence)]
    pub id: IntKey<RuntimeCluster>,
    #[entity(title)]
    pub name: String,
    pub status: Option<String>,
}

/// What `pom_repository_references_cleanup_policy` can be.
#[derive(Choice)]
pub enum PomCleanupPolicy {
    DiscardActiveReference,
    DiscardAnyReference,
    Nothing,
}

/// A known weakness.
#[derive(Entity)]
pub struct Vulnerability {
    #[entity(key, sequence = "VUL-{:05}")]
    pub id: Key<Vulnerability>,
    #[entity(unique)]
    pub cve_id: String,
    #[entity(body)]
    pub description: Option<String>,
    pub severity: Option<String>,
}

pub trait Tools {
    #[tool(simulate(
        external_computation,
        "what it checks is computed outside the service's state"
    ))]
    fn check_availability();

    #[tool(create, map(r#type = rclass))]
    fn create_local_repository() -> Repository;

    #[tool(create, map(r#type = rclass))]
    fn create_remote_repository() -> Repository;

    #[tool(create, map(r#type = rclass))]
    fn create_virtual_repository() -> Repository;

    #[tool(simulate(unclear_effect, "the properties of folders are not kept in this model"))]
    fn set_folder_property();

    #[tool(list, filter(r#type, project_key = project, package_type))]
    fn list_repositories() -> Page<Repository>;

    #[tool(list)]
    fn list_builds() -> Page<Build>;

    #[tool(get, key(build_name), filter(project))]
    fn get_specific_build() -> Build;

    #[tool(list, page(limit = limit, cursor = next_key))]
    fn list_runtime_clusters() -> Page<RuntimeCluster>;

    #[tool(get, key(cluster_id))]
    fn get_runtime_specific_cluster() -> RuntimeCluster;

    #[tool(simulate(unclear_effect, "the spec does not tell what `filters` does"))]
    fn list_running_images();

    #[tool(list)]
    fn list_environments() -> Page<Environment>;

    #[tool(list)]
    fn list_projects() -> Page<Project>;

    #[tool(create, map(key = project_key))]
    fn create_project() -> Project;

    #[tool(get, key(project_key))]
    fn get_specific_project() -> Project;

    #[tool(simulate(code_execution, "it runs code or a job"))]
    fn execute_aql_query();

    #[tool(get, key(r#type, name), filter(version))]
    fn get_package_info() -> Package;

    #[tool(list, filter(name, r#type))]
    fn get_package_versions() -> Page<PackageVersion>;

    #[tool(
        list,
        filter(name, r#type, version),
        page(limit = page_size),
        ignore(page_count)
    )]
    fn get_package_version_vulnerabilities() -> Page<PackageVersionVulnerability>;

    #[tool(list, filter(cve_id), page(limit = page_size), ignore(page_count))]
    fn get_vulnerability_info() -> Page<Vulnerability>;

    #[tool(get, key(package_type, package_version, package_name))]
    fn get_package_curation_status() -> PackageCurationStatus;
}
