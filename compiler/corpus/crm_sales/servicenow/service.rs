//! ServiceNow: incidents, change requests, the service catalog, knowledge bases, workflows, changesets and scripts of an IT department, with its users and groups.
/// Everything that ServiceNow knows.
#[derive(State)]
pub struct Servicenow {
    pub articles: Table<Article>,
    pub catalog_categories: Table<CatalogCategory>,
    pub catalog_items: Table<CatalogItem>,
    pub catalog_item_variables: Table<CatalogItemVariable>,
    pub categories: Table<Category>,
    pub change_requests: Table<ChangeRequest>,
    pub change_tasks: Table<ChangeTask>,
    pub changesets: Table<Changeset>,
    pub comments: Table<Comment>,
    pub changeset_files: Table<ChangesetFile>,
    pub groups: Table<Group>,
    pub incidents: Table<Incident>,
    pub knowledge_bases: Table<KnowledgeBase>,
    pub script_includes: Table<ScriptInclude>,
    pub users: Table<User>,
    pub workflows: Table<Workflow>,
    pub workflow_activities: Table<WorkflowActivity>,
    pub workflow_versions: Table<WorkflowVersion>,
}
/// One article.
#[derive(Entity)]
pub struct Article {
    #[entity(key, sequence = "ART-{:05}")]
    pub id: Key<Article>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub text: String,
    #[entity(body)]
    pub short_description: String,
    #[entity(on_delete = cascade)]
    pub knowledge_base: Key<KnowledgeBase>,
    pub category: Key<Category>,
    pub keywords: Option<String>,
    pub article_type: Option<String>,
    #[entity(default = ArticleState::Draft)]
    pub workflow_state: ArticleState,
    pub workflow_version: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One catalog category.
#[derive(Entity)]
pub struct CatalogCategory {
    #[entity(key, sequence = "CAT-{:05}")]
    pub id: Key<CatalogCategory>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub parent: Option<Key<CatalogCategory>>,
    pub icon: Option<String>,
    #[entity(default)]
    pub active: bool,
    pub order: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One catalog item.
#[derive(Entity)]
pub struct CatalogItem {
    #[entity(key, sequence = "CIT-{:05}")]
    pub id: Key<CatalogItem>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub short_description: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub category: Option<Key<CatalogCategory>>,
    pub price: Option<String>,
    #[entity(default)]
    pub active: bool,
    pub order: Option<i64>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One catalog item variable.
#[derive(Entity)]
#[entity(unique(catalog_item_id, name))]
pub struct CatalogItemVariable {
    #[entity(key, sequence = "CIV-{:05}")]
    pub id: Key<CatalogItemVariable>,
    #[entity(on_delete = cascade)]
    pub catalog_item_id: Key<CatalogItem>,
    #[entity(title)]
    pub name: String,
    pub r#type: String,
    #[entity(title)]
    pub label: String,
    #[entity(default)]
    pub mandatory: bool,
    #[entity(body)]
    pub help_text: Option<String>,
    pub default_value: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub order: Option<i64>,
    pub reference_table: Option<String>,
    pub reference_qualifier: Option<String>,
    pub max_length: Option<i64>,
    pub min: Option<i64>,
    pub max: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One category.
#[derive(Entity)]
pub struct Category {
    #[entity(key, sequence = "CTG-{:05}")]
    pub id: Key<Category>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub knowledge_base: Key<KnowledgeBase>,
    #[entity(on_delete = cascade)]
    pub parent_category: Option<Key<Category>>,
    #[entity(default)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One change request.
#[derive(Entity)]
pub struct ChangeRequest {
    #[entity(key, sequence = "CHA-{:05}")]
    pub change_id: Key<ChangeRequest>,
    #[entity(title)]
    pub short_description: String,
    #[entity(body)]
    pub description: Option<String>,
    pub r#type: ChangeType,
    pub risk: Option<String>,
    pub impact: Option<String>,
    pub category: Option<String>,
    #[entity(on_delete = clear)]
    pub requested_by: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub assignment_group: Option<Key<Group>>,
    pub start_date: Option<String>,
    pub end_date: Option<String>,
    #[entity(default = ChangeState::New)]
    pub state: ChangeState,
    #[entity(body)]
    pub work_notes: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = Approval::NotRequested)]
    pub approval: Approval,
    #[entity(on_delete = clear)]
    pub approver_id: Option<Key<User>>,
    #[entity(body)]
    pub approval_comments: Option<String>,
    #[entity(body)]
    pub rejection_reason: Option<String>,
}
/// One change task.
#[derive(Entity)]
pub struct ChangeTask {
    #[entity(key, sequence = "CTA-{:05}")]
    pub id: Key<ChangeTask>,
    #[entity(on_delete = cascade)]
    pub change_id: Key<ChangeRequest>,
    #[entity(title)]
    pub short_description: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub assigned_to: Option<Key<User>>,
    pub planned_start_date: Option<String>,
    pub planned_end_date: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One changeset.
#[derive(Entity)]
pub struct Changeset {
    #[entity(key, sequence = "CHN-{:05}")]
    pub id: Key<Changeset>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub application: String,
    #[entity(on_delete = clear)]
    pub developer: Option<Key<User>>,
    #[entity(default = ChangesetState::InProgress)]
    pub state: ChangesetState,
    #[entity(body)]
    pub publish_notes: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(body)]
    pub commit_message: Option<String>,
}
/// One comment.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Comment>,
    #[entity(on_delete = cascade)]
    pub incident_id: Key<Incident>,
    #[entity(body)]
    pub comment: String,
    #[entity(default)]
    pub is_work_note: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One file.
#[derive(Entity)]
pub struct ChangesetFile {
    #[entity(key, sequence = "FIL-{:05}")]
    pub id: Key<ChangesetFile>,
    #[entity(on_delete = cascade)]
    pub changeset_id: Key<Changeset>,
    #[entity(path)]
    pub file_path: String,
    #[entity(body)]
    pub file_content: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One group.
#[derive(Entity)]
pub struct Group {
    #[entity(key, sequence = "GRO-{:05}")]
    pub id: Key<Group>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub manager: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub parent: Option<Key<Group>>,
    pub r#type: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(on_delete = clear)]
    pub members: Vec<Key<User>>,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One incident.
#[derive(Entity)]
pub struct Incident {
    #[entity(key, sequence = "INC-{:05}")]
    pub id: Key<Incident>,
    #[entity(title)]
    pub short_description: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub caller_id: Option<Key<User>>,
    pub category: Option<String>,
    pub subcategory: Option<String>,
    pub priority: Option<String>,
    pub impact: Option<String>,
    pub urgency: Option<String>,
    #[entity(on_delete = clear)]
    pub assigned_to: Option<Key<User>>,
    #[entity(on_delete = clear)]
    pub assignment_group: Option<Key<Group>>,
    #[entity(default = IncidentState::New)]
    pub state: IncidentState,
    #[entity(body)]
    pub work_notes: Option<String>,
    #[entity(body)]
    pub close_notes: Option<String>,
    pub close_code: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One knowledge base.
#[derive(Entity)]
pub struct KnowledgeBase {
    #[entity(key, sequence = "KNO-{:05}")]
    pub id: Key<KnowledgeBase>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub owner: Option<Key<User>>,
    pub managers: Option<String>,
    pub publish_workflow: Option<String>,
    pub retire_workflow: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = true)]
    pub active: bool,
}
/// A script that others call by name.
#[derive(Entity)]
pub struct ScriptInclude {
    #[entity(key, sequence = "SCR-{:05}")]
    pub id: Key<ScriptInclude>,
    #[entity(unique, title)]
    pub name: String,
    pub script: String,
    #[entity(body)]
    pub description: Option<String>,
    pub api_name: Option<String>,
    #[entity(default)]
    pub client_callable: bool,
    #[entity(default = true)]
    pub active: bool,
    pub access: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(unique, username)]
    pub user_name: String,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(title)]
    pub title: Option<String>,
    pub department: Option<String>,
    #[entity(on_delete = clear)]
    pub manager: Option<Key<User>>,
    pub roles: Vec<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(phone)]
    pub mobile_phone: Option<String>,
    pub location: Option<String>,
    #[entity(secret)]
    pub password: Option<String>,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One workflow.
#[derive(Entity)]
pub struct Workflow {
    #[entity(key, sequence = "WOR-{:05}")]
    pub id: Key<Workflow>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub table: Option<String>,
    #[entity(default)]
    pub active: bool,
    pub attributes: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One workflow activity.
#[derive(Entity)]
pub struct WorkflowActivity {
    #[entity(key, sequence = "WAC-{:05}")]
    pub id: Key<WorkflowActivity>,
    #[entity(on_delete = cascade)]
    pub workflow_version_id: Key<WorkflowVersion>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub activity_type: String,
    pub attributes: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One workflow version.
#[derive(Entity)]
pub struct WorkflowVersion {
    #[entity(key, sequence = "WVE-{:05}")]
    pub id: Key<WorkflowVersion>,
    #[entity(on_delete = cascade)]
    pub workflow_id: Key<Workflow>,
    pub version: String,
    pub released_at: Option<Timestamp>,
}
/// How far an article is.
#[derive(Choice)]
pub enum ArticleState {
    Draft,
    Review,
    Published,
    Retired,
}
/// What sort of change it is.
#[derive(Choice)]
pub enum ChangeType {
    Normal,
    Standard,
    Emergency,
}
/// Where a change stands.
#[derive(Choice)]
pub enum ChangeState {
    New,
    Assess,
    Authorize,
    Scheduled,
    Implement,
    Review,
    Closed,
    Canceled,
}
/// What was said about doing a change.
#[derive(Choice)]
pub enum Approval {
    NotRequested,
    Requested,
    Approved,
    Rejected,
}
/// Where a changeset stands.
#[derive(Choice)]
pub enum ChangesetState {
    InProgress,
    Complete,
    Published,
}
/// Where an incident stands.
#[derive(Choice)]
pub enum IncidentState {
    New,
    InProgress,
    OnHold,
    Resolved,
    Closed,
    Canceled,
}
pub trait Tools {
    #[tool(create)]
    fn create_incident() -> Incident;
    #[tool(update, key(incident_id))]
    fn update_incident() -> Incident;
    #[tool(create)]
    fn add_comment() -> Comment;
    #[tool(update, key(incident_id), map(close_code = resolution_code, close_notes = resolution_notes), set(state = IncidentState::Resolved))]
    fn resolve_incident() -> Incident;
    #[tool(search((short_description, description) ~ query), filter(state, assigned_to, category), page(limit, offset))]
    fn list_incidents() -> Page<Incident>;
    #[tool(search((name, short_description, description) ~ query), filter(category, active), page(limit, offset))]
    fn list_catalog_items() -> Page<CatalogItem>;
    #[tool(get, key(item_id))]
    fn get_catalog_item() -> CatalogItem;
    #[tool(search((title, description) ~ query), filter(active), page(limit, offset))]
    fn list_catalog_categories() -> Page<CatalogCategory>;
    #[tool(create)]
    fn create_catalog_category() -> CatalogCategory;
    #[tool(update, key(category_id))]
    fn update_catalog_category() -> CatalogCategory;
    #[tool(update, key(item_ids), map(category = target_category_id))]
    fn move_catalog_items() -> Vec<CatalogItem>;
    #[tool(simulate(external_computation, "the advice is judged from the whole catalog"))]
    fn get_optimization_recommendations();
    #[tool(update, key(item_id))]
    fn update_catalog_item() -> CatalogItem;
    #[tool(create)]
    fn create_catalog_item_variable() -> CatalogItemVariable;
    #[tool(list, filter(catalog_item_id), page(limit, offset), ignore(include_details))]
    fn list_catalog_item_variables() -> Page<CatalogItemVariable>;
    #[tool(update, key(variable_id))]
    fn update_catalog_item_variable() -> CatalogItemVariable;
    #[tool(create)]
    fn create_change_request() -> ChangeRequest;
    #[tool(update, key(change_id))]
    fn update_change_request() -> ChangeRequest;
    #[tool(search((short_description, description) ~ query), filter(state, r#type, category, assignment_group), page(limit, offset), ignore(timeframe))]
    fn list_change_requests() -> Page<ChangeRequest>;
    #[tool(get, key(change_id))]
    fn get_change_request_details() -> ChangeRequest;
    #[tool(create)]
    fn add_change_task() -> ChangeTask;
    #[tool(update, key(change_id), set(state = ChangeState::Assess, approval = Approval::Requested))]
    fn submit_change_for_approval() -> ChangeRequest;
    #[tool(update, key(change_id), set(state = ChangeState::Scheduled, approval = Approval::Approved))]
    fn approve_change() -> ChangeRequest;
    #[tool(update, key(change_id), set(state = ChangeState::Canceled, approval = Approval::Rejected))]
    fn reject_change() -> ChangeRequest;
    #[tool(search((name, description, table) ~ query), filter(active, name ~ name), page(limit, offset))]
    fn list_workflows() -> Page<Workflow>;
    #[tool(get, key(workflow_id), ignore(include_versions))]
    fn get_workflow_details() -> Workflow;
    #[tool(list, filter(workflow_id), page(limit, offset))]
    fn list_workflow_versions() -> Page<WorkflowVersion>;
    #[tool(simulate(unclear_effect, "activities hang on the versions of a workflow"))]
    fn get_workflow_activities();
    #[tool(create)]
    fn create_workflow() -> Workflow;
    #[tool(update, key(workflow_id))]
    fn update_workflow() -> Workflow;
    #[tool(update, key(workflow_id), set(active = true))]
    fn activate_workflow() -> Workflow;
    #[tool(update, key(workflow_id), set(active = false))]
    fn deactivate_workflow() -> Workflow;
    #[tool(create)]
    fn add_workflow_activity() -> WorkflowActivity;
    #[tool(update, key(activity_id))]
    fn update_workflow_activity() -> WorkflowActivity;
    #[tool(delete, key(activity_id))]
    fn delete_workflow_activity() -> WorkflowActivity;
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn reorder_workflow_activities();
    #[tool(search((name, description, application) ~ query), filter(state, application, developer), page(limit, offset), ignore(timeframe))]
    fn list_changesets() -> Page<Changeset>;
    #[tool(get, key(changeset_id))]
    fn get_changeset_details() -> Changeset;
    #[tool(create)]
    fn create_changeset() -> Changeset;
    #[tool(update, key(changeset_id))]
    fn update_changeset() -> Changeset;
    #[tool(update, key(changeset_id), set(state = ChangesetState::Complete))]
    fn commit_changeset() -> Changeset;
    #[tool(update, key(changeset_id), set(state = ChangesetState::Published))]
    fn publish_changeset() -> Changeset;
    #[tool(create)]
    fn add_file_to_changeset() -> ChangesetFile;
    #[tool(search((name, description) ~ query), filter(active, client_callable), page(limit, offset))]
    fn list_script_includes() -> Page<ScriptInclude>;
    #[tool(get, key(script_include_id))]
    fn get_script_include() -> ScriptInclude;
    #[tool(create)]
    fn create_script_include() -> ScriptInclude;
    #[tool(update, key(script_include_id))]
    fn update_script_include() -> ScriptInclude;
    #[tool(delete, key(script_include_id))]
    fn delete_script_include() -> ScriptInclude;
    #[tool(create)]
    fn create_knowledge_base() -> KnowledgeBase;
    #[tool(search((title, description) ~ query), filter(active), page(limit, offset))]
    fn list_knowledge_bases() -> Page<KnowledgeBase>;
    #[tool(create)]
    fn create_category() -> Category;
    #[tool(create)]
    fn create_article() -> Article;
    #[tool(update, key(article_id))]
    fn update_article() -> Article;
    #[tool(update, key(article_id))]
    fn publish_article() -> Article;
    #[tool(search((title, text, short_description, keywords) ~ query), filter(knowledge_base, category, workflow_state), page(limit, offset))]
    fn list_articles() -> Page<Article>;
    #[tool(get, key(article_id))]
    fn get_article() -> Article;
    #[tool(search((title, description) ~ query), filter(knowledge_base, parent_category, active), page(limit, offset))]
    fn list_categories() -> Page<Category>;
    #[tool(create)]
    fn create_user() -> User;
    #[tool(update, key(user_id))]
    fn update_user() -> User;
    #[tool(list, filter(id = user_id, user_name, email))]
    fn get_user() -> Page<User>;
    #[tool(
        search((user_name, first_name, last_name, email, title, department)~query),
        filter(active, department),
        page(limit, offset)
    )]
    fn list_users() -> Page<User>;
    #[tool(create)]
    fn create_group() -> Group;
    #[tool(update, key(group_id))]
    fn update_group() -> Group;
    #[tool(append(members = members), key(group_id))]
    fn add_group_members() -> Group;
    #[tool(detach(members = members), key(group_id))]
    fn remove_group_members() -> Group;
    #[tool(search((name, description) ~ query), filter(active, r#type), page(limit, offset))]
    fn list_groups() -> Page<Group>;
}
