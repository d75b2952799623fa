//! Bitrise keeps apps and their builds, artifacts and pipelines, the workspaces that own them, and
//! the store apps and tester groups that releases go to.

/// Everything that Bitrise knows.
#[derive(State)]
pub struct Bitrise {
    pub apps: Table<App>,
    pub artifacts: Table<Artifact>,
    pub branches: Table<Branch>,
    pub builds: Table<Build>,
    pub build_distribution_versions: Table<BuildDistributionVersion>,
    pub build_distribution_version_test_builds: Table<BuildDistributionVersionTestBuild>,
    pub build_workflows: Table<BuildWorkflow>,
    pub cache_items: Table<CacheItem>,
    pub connected_apps: Table<ConnectedApp>,
    pub current_user: One<CurrentUser>,
    pub group_roles: Table<GroupRole>,
    pub installable_artifacts: Table<InstallableArtifact>,
    pub invitations: Table<Invitation>,
    pub members: Table<Member>,
    pub pipelines: Table<Pipeline>,
    pub ssh_keys: Table<SshKey>,
    pub tester_groups: Table<TesterGroup>,
    pub webhooks: Table<Webhook>,
    pub workspaces: Table<Workspace>,
    pub workspace_groups: Table<WorkspaceGroup>,
    pub workspace_members: Table<WorkspaceMember>,
}

/// A repository that builds are run for.
#[derive(Entity)]
pub struct App {
    #[entity(key, sequence = "APP-{:05}")]
    pub slug: Key<App>,
    pub provider: Option<String>,
    #[entity(url)]
    pub repo_url: String,
    pub is_public: bool,
    pub project_type: Option<String>,
    pub organization_slug: Key<Workspace>,
    pub stack_id: Option<String>,
    #[entity(default)]
    pub finished: bool,
    pub last_build_at: Option<Timestamp>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(body)]
    pub config: Option<String>,
    #[entity(body)]
    pub bitrise_yml: Option<String>,
}

/// A file that a build made.
#[derive(Entity)]
pub struct Artifact {
    #[entity(key, on_delete = cascade)]
    pub app_slug: Key<App>,
    #[entity(key)]
    pub build_slug: String,
    #[entity(key)]
    pub slug: String,
    #[entity(title)]
    pub name: String,
}

/// A branch of the repository.
#[derive(Entity)]
pub struct Branch {
    #[entity(key, sequence = "BRA-{:05}")]
    pub id: Key<Branch>,
    #[entity(on_delete = cascade)]
    pub app_slug: Key<App>,
    #[entity(title)]
    pub name: String,
}

/// One run of a workflow, with its log.
#[derive(Entity)]
pub struct Build {
    #[entity(key, on_delete = cascade)]
    pub app_slug: Key<App>,
    #[entity(key)]
    pub slug: String,
    pub branch: Option<String>,
    #[entity(default)]
    pub status: i64,
    pub workflow: Option<String>,
    pub commit_hash: Option<String>,
    #[entity(body)]
    pub commit_message: Option<String>,
    pub abort_reason: Option<String>,
    #[entity(body)]
    pub log: Option<String>,
    #[entity(body)]
    pub bitrise_yml: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One build distribution version.
#[derive(Entity)]
pub struct BuildDistributionVersion {
    #[entity(key, sequence = "BDI-{:05}")]
    pub id: Key<BuildDistributionVersion>,
    #[entity(on_delete = cascade)]
    pub connected_app_id: Key<ConnectedApp>,
    pub version: String,
    pub released_at: Option<Timestamp>,
}

/// One build distribution version test build.
#[derive(Entity)]
pub struct BuildDistributionVersionTestBuild {
    #[entity(key, sequence = "BUD-{:05}")]
    pub id: Key<BuildDistributionVersionTestBuild>,
    pub version: String,
    #[entity(on_delete = cascade)]
    pub connected_app_id: Key<ConnectedApp>,
    #[entity(title)]
    pub name: String,
}

/// One build workflow.
#[derive(Entity)]
pub struct BuildWorkflow {
    #[entity(key, sequence = "BUI-{:05}")]
    pub id: Key<BuildWorkflow>,
    #[entity(on_delete = cascade)]
    pub app_slug: Key<App>,
    #[entity(title)]
    pub name: String,
}

/// One cache item.
#[derive(Entity)]
pub struct CacheItem {
    #[entity(key, sequence = "CAC-{:05}")]
    pub id: Key<CacheItem>,
    #[entity(on_delete = cascade)]
    pub app_slug: Key<App>,
    #[entity(title)]
    pub name: String,
}

/// An app of a store that releases are made for.
#[derive(Entity)]
pub struct ConnectedApp {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<ConnectedApp>,
    pub platform: String,
    pub project_id: Option<String>,
    pub store_app_id: String,
    #[entity(title)]
    pub store_app_name: Option<String>,
    pub workspace_slug: Key<Workspace>,
    #[entity(default)]
    pub manual_connection: bool,
    pub store_credential_id: Option<String>,
    #[entity(default)]
    pub connect_to_store: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One current user.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}

/// The groups that have a role in an app.
#[derive(Entity)]
pub struct GroupRole {
    #[entity(key, on_delete = cascade)]
    pub app_slug: Key<App>,
    #[entity(key)]
    pub name: String,
    #[entity(on_delete = clear)]
    pub group_slugs: Vec<Key<WorkspaceGroup>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A build that can be put on a device.
#[derive(Entity)]
pub struct InstallableArtifact {
    #[entity(key, sequence = "INS-{:05}")]
    pub id: Key<InstallableArtifact>,
    #[entity(on_delete = cascade)]
    pub connected_app_id: Key<ConnectedApp>,
    #[entity(default)]
    pub with_public_page: bool,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(title)]
    pub file_name: String,
    pub branch: Option<String>,
    pub source: Option<String>,
    pub version: Option<String>,
    pub platform: Option<String>,
    pub workflow: Option<String>,
    #[entity(default)]
    pub store_signed: bool,
    pub artifact_type: Option<String>,
    #[entity(default)]
    pub distribution_ready: bool,
    pub status: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A request to join a workspace.
#[derive(Entity)]
pub struct Invitation {
    #[entity(key, sequence = "INV-{:05}")]
    pub id: Key<Invitation>,
    #[entity(email)]
    pub email: String,
    #[entity(on_delete = cascade)]
    pub workspace_slug: Key<Workspace>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Someone in a group of a workspace.
#[derive(Entity)]
pub struct Member {
    #[entity(key, sequence = "MEM-{:05}")]
    pub id: Key<Member>,
    pub user_slug: String,
    #[entity(on_delete = cascade)]
    pub group_slug: Key<WorkspaceGroup>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Builds that run together.
#[derive(Entity)]
pub struct Pipeline {
    #[entity(key, sequence = "PIP-{:05}")]
    pub id: Key<Pipeline>,
    #[entity(on_delete = cascade)]
    pub app_slug: Key<App>,
    #[entity(title)]
    pub name: String,
    #[entity(default = PipelineStatus::Running)]
    pub status: PipelineStatus,
    pub abort_reason: Option<String>,
}

/// One ssh key.
#[derive(Entity)]
pub struct SshKey {
    #[entity(key, sequence = "SSH-{:05}")]
    pub id: Key<SshKey>,
    #[entity(on_delete = cascade)]
    pub app_slug: Key<App>,
    pub auth_ssh_public_key: String,
    #[entity(secret)]
    pub auth_ssh_private_key: String,
    pub is_register_key_into_provider_service: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// People who try out what is built.
#[derive(Entity)]
pub struct TesterGroup {
    #[entity(key, sequence = "TES-{:05}")]
    pub id: Key<TesterGroup>,
    #[entity(title)]
    pub name: String,
    #[entity(default)]
    pub auto_notify: bool,
    #[entity(on_delete = cascade)]
    pub connected_app_id: Key<ConnectedApp>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub user_slugs: Vec<String>,
}

/// One webhook.
#[derive(Entity)]
pub struct Webhook {
    #[entity(key, sequence = "WEB-{:05}")]
    pub id: Key<Webhook>,
    #[entity(on_delete = cascade)]
    pub app_slug: Key<App>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(url)]
    pub url: String,
}

/// The owner of apps.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key)]
    pub slug: Key<Workspace>,
    #[entity(company)]
    pub name: String,
}

/// One workspace group.
#[derive(Entity)]
pub struct WorkspaceGroup {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<WorkspaceGroup>,
    #[entity(title)]
    pub group_name: String,
    #[entity(on_delete = cascade)]
    pub workspace_slug: Key<Workspace>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// How far a pipeline has come.
#[derive(Choice)]
pub enum PipelineStatus {
    Running,
    Succeeded,
    Failed,
    Aborted,
}

/// Someone who belongs to a workspace.
#[derive(Entity)]
pub struct WorkspaceMember {
    #[entity(key, sequence = "WME-{:05}")]
    pub id: Key<WorkspaceMember>,
    #[entity(on_delete = cascade)]
    pub workspace_slug: Key<Workspace>,
    #[entity(username)]
    pub username: String,
    #[entity(email)]
    pub email: String,
}

pub trait Tools {
    #[tool(list, sort(created_at, descending, by = sort_by), page(limit = limit, cursor = next))]
    fn list_apps() -> Page<App>;

    #[tool(create)]
    fn register_app() -> App;

    #[tool(update, key(app_slug), set(finished = true), ignore(mode))]
    fn finish_bitrise_app() -> App;

    #[tool(get, key(app_slug))]
    fn get_app() -> App;

    #[tool(delete, key(app_slug))]
    fn delete_app() -> App;

    #[tool(update, key(app_slug))]
    fn update_app() -> App;

    /// Gives the app with its build configuration.
    #[tool(get, key(app_slug))]
    fn get_bitrise_yml() -> App;

    #[tool(update, key(app_slug), map(bitrise_yml = bitrise_yml_as_json))]
    fn update_bitrise_yml() -> App;

    #[tool(list, filter(app_slug))]
    fn list_branches() -> Page<Branch>;

    #[tool(create)]
    fn register_ssh_key() -> SshKey;

    #[tool(simulate(external_computation, "it sets up a webhook at the host of the repository"))]
    fn register_webhook();

    #[tool(
        list,
        filter(branch, status, app_slug, workflow),
        sort(created_at, descending, by = sort_by),
        page(limit = limit, cursor = next),
    )]
    fn list_builds() -> Page<Build>;

    #[tool(simulate(code_execution, "it runs code or a job"))]
    fn trigger_bitrise_build();

    #[tool(get, key(app_slug, build_slug))]
    fn get_build() -> Build;

    #[tool(
        update,
        key(app_slug, build_slug),
        map(abort_reason = reason),
        set(status = 3),
        require(status = [0]),
    )]
    fn abort_build() -> Build;

    /// Gives the build with its log.
    #[tool(get, key(app_slug, build_slug))]
    fn get_build_log() -> Build;

    /// Gives the build with the configuration that it ran.
    #[tool(get, key(app_slug, build_slug))]
    fn get_build_bitrise_yml() -> Build;

    #[tool(list, filter(app_slug))]
    fn list_build_workflows() -> Page<BuildWorkflow>;

    #[tool(list, filter(app_slug, build_slug), page(limit = limit, cursor = next))]
    fn list_artifacts() -> Page<Artifact>;

    #[tool(get, key(app_slug, build_slug, artifact_slug))]
    fn get_artifact() -> Artifact;

    #[tool(list, filter(app_slug))]
    fn list_outgoing_webhooks() -> Page<Webhook>;

    #[tool(list, filter(app_slug))]
    fn list_cache_items() -> Page<CacheItem>;

    #[tool(simulate(unclear_effect, "no argument names one row"))]
    fn delete_all_cache_items();

    #[tool(delete, key(cache_item_id), filter(app_slug))]
    fn delete_cache_item() -> CacheItem;

    #[tool(list, filter(app_slug))]
    fn list_pipelines() -> Page<Pipeline>;

    #[tool(get, key(pipeline_id), filter(app_slug))]
    fn get_pipeline() -> Pipeline;

    #[tool(
        update,
        key(pipeline_id),
        filter(app_slug),
        map(abort_reason = reason),
        set(status = PipelineStatus::Aborted),
        require(status = [PipelineStatus::Running]),
    )]
    fn abort_pipeline() -> Pipeline;

    #[tool(simulate(code_execution, "it runs the pipeline once more"))]
    fn rebuild_pipeline();

    #[tool(list, filter(app_slug, name = role_name))]
    fn list_group_roles() -> Page<GroupRole>;

    #[tool(upsert, key(app_slug, role_name))]
    fn replace_group_roles() -> GroupRole;

    #[tool(list)]
    fn list_workspaces() -> Page<Workspace>;

    #[tool(get, key(workspace_slug))]
    fn get_workspace() -> Workspace;

    #[tool(list, filter(workspace_slug))]
    fn get_workspace_groups() -> Page<WorkspaceGroup>;

    #[tool(create)]
    fn create_workspace_group() -> WorkspaceGroup;

    #[tool(list, filter(workspace_slug))]
    fn get_workspace_members() -> Page<WorkspaceMember>;

    #[tool(create)]
    fn invite_member_to_workspace() -> Invitation;

    #[tool(create)]
    fn add_member_to_group() -> Member;

    #[tool(get)]
    fn me() -> CurrentUser;

    #[tool(create)]
    fn create_connected_app() -> ConnectedApp;

    #[tool(
        search((store_app_name, store_app_id) ~ search),
        filter(platform, project_id, workspace_slug),
        page(page = page, limit = items_per_page),
    )]
    fn list_connected_apps() -> Page<ConnectedApp>;

    #[tool(get, key(id))]
    fn get_connected_app() -> ConnectedApp;

    #[tool(update, key(connected_app_id))]
    fn update_connected_app() -> ConnectedApp;

    #[tool(
        search(file_name ~ search),
        filter(
            branch,
            source,
            version,
            platform,
            workflow,
            created_at >= after_date,
            created_at <= before_date,
            store_signed,
            artifact_type,
            connected_app_id,
            distribution_ready,
        ),
        page(page = page, limit = items_per_page),
    )]
    fn list_installable_artifacts() -> Page<InstallableArtifact>;

    #[tool(simulate(external_computation, "its answer is computed outside the service's state"))]
    fn generate_installable_artifact_upload_url();

    #[tool(get, key(installable_artifact_id), filter(connected_app_id))]
    fn get_installable_artifact_upload_and_processing_status() -> InstallableArtifact;

    #[tool(update, key(installable_artifact_id), filter(connected_app_id))]
    fn set_installable_artifact_public_install_page() -> InstallableArtifact;

    #[tool(list, filter(connected_app_id), page(page, limit = items_per_page))]
    fn list_build_distribution_versions() -> Page<BuildDistributionVersion>;

    #[tool(list, filter(version, connected_app_id), page(page, limit = items_per_page))]
    fn list_build_distribution_version_test_builds() -> Page<BuildDistributionVersionTestBuild>;

    #[tool(create)]
    fn create_tester_group() -> TesterGroup;

    #[tool(simulate(external_computation, "it mails the testers of the group"))]
    fn notify_tester_group();

    #[tool(append(user_slugs = user_slugs), key(id), filter(connected_app_id))]
    fn add_testers_to_tester_group() -> TesterGroup;

    #[tool(update, key(id), filter(connected_app_id))]
    fn update_tester_group() -> TesterGroup;

    #[tool(list, filter(connected_app_id), page(page, limit = items_per_page))]
    fn list_tester_groups() -> Page<TesterGroup>;

    #[tool(get, key(id), filter(connected_app_id))]
    fn get_tester_group() -> TesterGroup;

    #[tool(simulate(unclear_effect, "it pages through something inside the row that it names"))]
    fn get_potential_testers();
}
