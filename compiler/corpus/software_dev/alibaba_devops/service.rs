//! Alibaba Cloud DevOps: organizations with their code repositories, branches, files and merge requests, and the projects and work items.
/// Everything that Alibaba DevOps knows.
#[derive(State)]
pub struct AlibabaDevops {
    pub branches: Table<Branch>,
    pub change_requests: Table<ChangeRequest>,
    pub change_request_comments: Table<ChangeRequestComment>,
    pub change_request_patch_sets: Table<ChangeRequestPatchSet>,
    pub current_organization: One<CurrentOrganization>,
    pub files: Table<File>,
    pub projects: Table<Project>,
    pub repositories: Table<Repository>,
    pub organizations: Table<Organization>,
    pub work_items: Table<WorkItem>,
}
/// A line of work in a repository.
#[derive(Entity)]
pub struct Branch {
    #[entity(key, on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(key)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    /// What it was made from.
    pub r#ref: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One change request.
#[derive(Entity)]
pub struct ChangeRequest {
    #[entity(key, sequence = "MR-{:05}")]
    pub local_id: Key<ChangeRequest>,
    #[entity(title)]
    pub title: String,
    pub create_from: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub repository_id: Key<Repository>,
    pub source_branch: String,
    pub target_branch: String,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    pub reviewer_user_ids: Vec<String>,
    pub source_project_id: Option<f64>,
    pub target_project_id: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = ChangeRequestState::Opened)]
    pub state: ChangeRequestState,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub work_item_ids: Vec<String>,
}
/// One change request comment.
#[derive(Entity)]
pub struct ChangeRequestComment {
    #[entity(key, sequence = "CHA-{:05}")]
    pub id: Key<ChangeRequestComment>,
    #[entity(default)]
    pub draft: bool,
    #[entity(body)]
    pub content: String,
    #[entity(on_delete = cascade)]
    pub local_id: Key<ChangeRequest>,
    #[entity(default)]
    pub resolved: bool,
    #[entity(path)]
    pub file_path: Option<String>,
    pub line_number: Option<i64>,
    #[entity(default = CommentType::GlobalComment)]
    pub comment_type: CommentType,
    #[entity(on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    #[entity(loose)]
    pub patchset_biz_id: Key<ChangeRequestPatchSet>,
    pub to_patchset_biz_id: Option<String>,
    pub from_patchset_biz_id: Option<String>,
    #[entity(on_delete = cascade)]
    pub parent_comment_biz_id: Option<Key<ChangeRequestComment>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = CommentState::Opened)]
    pub state: CommentState,
}
/// One change request patch set.
#[derive(Entity)]
pub struct ChangeRequestPatchSet {
    #[entity(key, sequence = "CRP-{:05}")]
    pub id: Key<ChangeRequestPatchSet>,
    #[entity(on_delete = cascade)]
    pub local_id: Key<ChangeRequest>,
    #[entity(on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    #[entity(title)]
    pub name: String,
}
/// The organization and the user that the token belongs to.
#[derive(Entity)]
pub struct CurrentOrganization {
    pub organization_id: Key<Organization>,
    pub user_id: String,
    #[entity(person)]
    pub user_name: String,
}
/// A file as it stands on a branch.
#[derive(Entity)]
pub struct File {
    #[entity(key, on_delete = cascade)]
    pub repository_id: Key<Repository>,
    #[entity(key)]
    pub branch: String,
    #[entity(key, path)]
    pub path: String,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    #[entity(body)]
    pub content: String,
    #[entity(default = Encoding::Text)]
    pub encoding: Encoding,
    #[entity(body)]
    pub commit_message: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A plan that work items belong to.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub status: Option<String>,
    pub creator: Option<String>,
    pub gmt_create: Timestamp,
}
/// One repository.
#[derive(Entity)]
#[entity(unique(organization_id, name))]
pub struct Repository {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<Repository>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    #[entity(default)]
    pub archived: bool,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One user organization.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, sequence = "ORG-{:05}")]
    pub id: Key<Organization>,
    #[entity(company)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One work item.
#[derive(Entity)]
pub struct WorkItem {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<WorkItem>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    #[entity(title)]
    pub subject: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Project>,
    pub category: WorkItemCategory,
    pub status: Option<String>,
    pub assigned_to: Option<String>,
}
/// Where a merge request stands.
#[derive(Choice)]
pub enum ChangeRequestState {
    Opened,
    Merged,
    Closed,
}
/// Whether a comment still waits.
#[derive(Choice)]
pub enum CommentState {
    #[choice(rename = "OPENED")]
    Opened,
    #[choice(rename = "DRAFT")]
    Draft,
}
/// Whether a comment is on a line.
#[derive(Choice)]
pub enum CommentType {
    #[choice(rename = "GLOBAL_COMMENT")]
    GlobalComment,
    #[choice(rename = "INLINE_COMMENT")]
    InlineComment,
}
/// How the content is written.
#[derive(Choice)]
pub enum Encoding {
    Text,
    Base64,
}
/// What sort of work it is.
#[derive(Choice)]
pub enum WorkItemCategory {
    #[choice(rename = "Req")]
    Req,
    #[choice(rename = "Bug")]
    Bug,
    #[choice(rename = "Task")]
    Task,
    #[choice(rename = "Risk")]
    Risk,
}
pub trait Tools {
    #[tool(create, map(name = branch))]
    fn create_branch() -> Branch;
    #[tool(get, key(repository_id, branch_name), filter(organization_id))]
    fn get_branch() -> Branch;
    #[tool(delete, key(repository_id, branch_name), filter(organization_id))]
    fn delete_branch() -> Branch;
    #[tool(search(name ~ search), filter(repository_id, organization_id), sort(name, by = sort), page(page, limit = per_page))]
    fn list_branches() -> Page<Branch>;
    #[tool(get, key(repository_id, r#ref, file_path), filter(organization_id))]
    fn get_file_blobs() -> File;
    #[tool(create, map(path = file_path))]
    fn create_file() -> File;
    #[tool(update, key(repository_id, branch, file_path), filter(organization_id))]
    fn update_file() -> File;
    #[tool(delete, key(repository_id, branch, file_path), filter(organization_id), ignore(commit_message))]
    fn delete_file() -> File;
    #[tool(simulate(external_computation, "the difference of two states has to be worked out"))]
    fn compare();
    #[tool(get, key(repository_id), filter(organization_id))]
    fn get_repository() -> Repository;
    #[tool(search((name, description) ~ search), filter(organization_id, archived), sort(created_at, by = order_by, direction = sort), page(page, limit = per_page))]
    fn list_repositories() -> Page<Repository>;
    #[tool(get, key(local_id), filter(repository_id, organization_id))]
    fn get_change_request() -> ChangeRequest;
    #[tool(simulate(unclear_effect, "one text holds the keys of several authors, projects or reviewers"))]
    fn list_change_requests();
    #[tool(create)]
    fn create_change_request() -> ChangeRequest;
    #[tool(create)]
    fn create_change_request_comment() -> ChangeRequestComment;
    #[tool(
        list,
        filter(
            state,
            local_id,
            file_path,
            resolved,
            comment_type,
            repository_id,
            organization_id,
            patchset_biz_id
            in
            patch_set_biz_ids
        )
    )]
    fn list_change_request_comments() -> Page<ChangeRequestComment>;
    #[tool(list, filter(local_id, repository_id, organization_id))]
    fn list_change_request_patch_sets() -> Page<ChangeRequestPatchSet>;
    #[tool(get)]
    fn get_current_organization_info() -> CurrentOrganization;
    #[tool(list)]
    fn get_user_organizations() -> Page<Organization>;
    #[tool(get, key(id), filter(organization_id))]
    fn get_project() -> Project;
    #[tool(simulate(unclear_effect, "conditions come as expressions that the model cannot read"))]
    fn search_projects();
    #[tool(get, key(work_item_id), filter(organization_id))]
    fn get_work_item() -> WorkItem;
    #[tool(simulate(unclear_effect, "conditions come as expressions that the model cannot read"))]
    fn search_workitems();
}
