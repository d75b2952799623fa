//! Jira and Confluence keep projects with issues, boards, sprints and versions, service desks, and
//! wiki pages with comments, labels and attachments.

/// Everything that Jira Confluence knows.
#[derive(State)]
pub struct JiraConfluence {
    pub agile_boards: Table<AgileBoard>,
    pub attachments: Table<Attachment>,
    pub comments: Table<Comment>,
    pub create_fields: Table<CreateField>,
    pub customer_requests: Table<CustomerRequest>,
    pub fields: Table<IssueField>,
    pub inline_comments: Table<InlineComment>,
    pub issues: Table<Issue>,
    pub issue_links: Table<IssueLink>,
    pub labels: Table<Label>,
    pub link_types: Table<LinkType>,
    pub pages: Table<WikiPage>,
    pub page_restrictions: Table<PageRestriction>,
    pub page_templates: Table<PageTemplate>,
    pub proforma_forms: Table<ProformaForm>,
    pub projects: Table<Project>,
    pub project_components: Table<ProjectComponent>,
    pub project_fields: Table<ProjectField>,
    pub project_issue_types: Table<ProjectIssueType>,
    pub remote_issue_links: Table<RemoteIssueLink>,
    pub request_types: Table<RequestType>,
    pub request_type_fields: Table<RequestTypeField>,
    pub service_desks: Table<ServiceDesk>,
    pub service_desk_queues: Table<ServiceDeskQueue>,
    pub space_permissions_rows: Table<SpacePermissions>,
    pub sprints: Table<Sprint>,
    pub transitions: Table<Transition>,
    pub users: Table<User>,
    pub versions: Table<Version>,
    pub watchers: Table<Watcher>,
    pub worklogs: Table<Worklog>,
}

/// One agile board.
#[derive(Entity)]
pub struct AgileBoard {
    #[entity(key, sequence = "AGI-{:05}")]
    pub id: Key<AgileBoard>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    pub board_type: Option<String>,
    #[entity(title)]
    pub name: String,
}

/// One attachment.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<Attachment>,
    pub content_id: String,
    #[entity(path)]
    pub file_path: Option<String>,
    pub content_base64: Option<String>,
    pub filename: Option<String>,
    #[entity(body)]
    pub comment: Option<String>,
    #[entity(default)]
    pub minor_edit: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    pub media_type: Option<String>,
}

/// A remark on an issue or a page.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Comment>,
    #[entity(on_delete = cascade)]
    pub issue_key: Option<Key<Issue>>,
    #[entity(body)]
    pub body: String,
    pub visibility: Option<String>,
    #[entity(default)]
    pub public: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = cascade)]
    pub page_id: Option<Key<WikiPage>>,
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<Comment>>,
}

/// One create field.
#[derive(Entity)]
pub struct CreateField {
    #[entity(key, sequence = "CRE-{:05}")]
    pub id: Key<CreateField>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(on_delete = cascade)]
    pub issue_type_id: Key<ProjectIssueType>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One customer request.
#[derive(Entity)]
pub struct CustomerRequest {
    #[entity(key, sequence = "CUS-{:05}")]
    pub id: Key<CustomerRequest>,
    #[entity(on_delete = cascade)]
    pub service_desk_id: Key<ServiceDesk>,
    pub request_field_values: String,
    pub raise_on_behalf_of: Option<String>,
    pub request_participants: Option<String>,
    pub attachments: Option<String>,
    #[entity(default)]
    pub strict_on_behalf: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One field.
#[derive(Entity)]
pub struct IssueField {
    #[entity(key, sequence = "FIE-{:05}")]
    pub id: Key<IssueField>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}

/// One inline comment.
#[derive(Entity)]
pub struct InlineComment {
    #[entity(key, sequence = "INL-{:05}")]
    pub id: Key<InlineComment>,
    #[entity(on_delete = cascade)]
    pub page_id: Key<WikiPage>,
    #[entity(body)]
    pub body: String,
    pub text_selection: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A piece of work in a project.
#[derive(Entity)]
pub struct Issue {
    #[entity(key, sequence = "ISS-{:05}")]
    pub key: Key<Issue>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(title)]
    pub summary: String,
    pub issue_type: String,
    pub assignee: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub components: Option<String>,
    pub additional_fields: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = "To Do".to_owned())]
    pub status: String,
    #[entity(on_delete = clear)]
    pub epic_key: Option<Key<Issue>>,
    #[entity(on_delete = clear)]
    pub sprint_id: Option<Key<Sprint>>,
    pub due_date: Option<Date>,
}

/// One issue link.
#[derive(Entity)]
pub struct IssueLink {
    #[entity(key, sequence = "ILI-{:05}")]
    pub id: Key<IssueLink>,
    pub link_type: String,
    #[entity(on_delete = cascade)]
    pub inward_issue_key: Key<Issue>,
    #[entity(on_delete = cascade)]
    pub outward_issue_key: Key<Issue>,
    #[entity(body)]
    pub comment: Option<String>,
    pub comment_visibility: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One label.
#[derive(Entity)]
#[entity(unique(page_id, name))]
pub struct Label {
    #[entity(key, sequence = "LAB-{:05}")]
    pub id: Key<Label>,
    #[entity(on_delete = cascade)]
    pub page_id: Key<WikiPage>,
    #[entity(tag)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One link type.
#[derive(Entity)]
pub struct LinkType {
    #[entity(key, sequence = "LIN-{:05}")]
    pub id: Key<LinkType>,
    #[entity(title)]
    pub name: String,
}

/// A page of a space.
#[derive(Entity)]
#[entity(unique(space_key, title))]
pub struct WikiPage {
    #[entity(key, sequence = "PAG-{:05}")]
    pub id: Key<WikiPage>,
    pub space_key: String,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub content: Option<String>,
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<WikiPage>>,
    pub emoji: Option<String>,
    pub page_width: Option<String>,
    pub table_layout: Option<String>,
    pub subtype: Option<String>,
    #[entity(body)]
    pub version_comment: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default)]
    pub views: i64,
}

/// Who may read and edit a page.
#[derive(Entity)]
pub struct PageRestriction {
    pub read_users: Vec<String>,
    pub read_groups: Vec<String>,
    pub edit_users: Vec<String>,
    pub edit_groups: Vec<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(key, on_delete = cascade)]
    pub page_id: Key<WikiPage>,
}

/// One page template.
#[derive(Entity)]
pub struct PageTemplate {
    #[entity(key, sequence = "PTE-{:05}")]
    pub id: Key<PageTemplate>,
    pub space_key: Option<String>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(body)]
    pub content: Option<String>,
}

/// One proforma form.
#[derive(Entity)]
pub struct ProformaForm {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<ProformaForm>,
    #[entity(on_delete = cascade)]
    pub issue_key: Key<Issue>,
    pub answers: Option<Json>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(title)]
    pub name: String,
}

/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key)]
    pub key: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub archived: bool,
}

/// One project component.
#[derive(Entity)]
pub struct ProjectComponent {
    #[entity(key, sequence = "PCO-{:05}")]
    pub id: Key<ProjectComponent>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One project field.
#[derive(Entity)]
pub struct ProjectField {
    #[entity(key, sequence = "PFI-{:05}")]
    pub id: Key<ProjectField>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One project issue type.
#[derive(Entity)]
pub struct ProjectIssueType {
    #[entity(key, sequence = "PIS-{:05}")]
    pub id: Key<ProjectIssueType>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A web page that belongs to an issue.
#[derive(Entity)]
pub struct RemoteIssueLink {
    #[entity(key, sequence = "REM-{:05}")]
    pub id: Key<RemoteIssueLink>,
    #[entity(on_delete = cascade)]
    pub issue_key: Key<Issue>,
    #[entity(url)]
    pub url: String,
    #[entity(title)]
    pub title: String,
    #[entity(title)]
    pub summary: Option<String>,
    pub relationship: Option<String>,
    #[entity(url)]
    pub icon_url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One request type.
#[derive(Entity)]
pub struct RequestType {
    #[entity(key, sequence = "REQ-{:05}")]
    pub id: Key<RequestType>,
    #[entity(on_delete = cascade)]
    pub service_desk_id: Key<ServiceDesk>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One request type field.
#[derive(Entity)]
pub struct RequestTypeField {
    #[entity(key, sequence = "RTY-{:05}")]
    pub id: Key<RequestTypeField>,
    #[entity(on_delete = cascade)]
    pub service_desk_id: Key<ServiceDesk>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// The place where customers of a project ask.
#[derive(Entity)]
pub struct ServiceDesk {
    #[entity(key, sequence = "SER-{:05}")]
    pub id: Key<ServiceDesk>,
    #[entity(unique, on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(title)]
    pub name: String,
}

/// One service desk queue.
#[derive(Entity)]
pub struct ServiceDeskQueue {
    #[entity(key, sequence = "SDE-{:05}")]
    pub id: Key<ServiceDeskQueue>,
    #[entity(on_delete = cascade)]
    pub service_desk_id: Key<ServiceDesk>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One space permissions.
#[derive(Entity)]
pub struct SpacePermissions {
    #[entity(key, sequence = "SPA-{:05}")]
    pub id: Key<SpacePermissions>,
    pub space_id: Option<String>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}

/// A stretch of time in which a board's issues are worked on.
#[derive(Entity)]
pub struct Sprint {
    #[entity(key, sequence = "SPR-{:05}")]
    pub id: Key<Sprint>,
    #[entity(on_delete = cascade)]
    pub board_id: Key<AgileBoard>,
    #[entity(title)]
    pub name: String,
    pub start_date: String,
    pub end_date: String,
    pub goal: Option<String>,
    pub state: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One transition.
#[derive(Entity)]
pub struct Transition {
    #[entity(key, sequence = "TRA-{:05}")]
    pub id: Key<Transition>,
    #[entity(on_delete = cascade)]
    pub issue_key: Key<Issue>,
    #[entity(title)]
    pub name: String,
}

/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(tag)]
    pub groups: Vec<String>,
}

/// A release of a project.
#[derive(Entity)]
#[entity(unique(project_key, name))]
pub struct Version {
    #[entity(key, sequence = "VER-{:05}")]
    pub id: Key<Version>,
    #[entity(on_delete = cascade)]
    pub project_key: Key<Project>,
    #[entity(title)]
    pub name: String,
    pub start_date: Option<String>,
    pub release_date: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub archived: bool,
    #[entity(default)]
    pub released: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Someone who hears of changes to an issue.
#[derive(Entity)]
pub struct Watcher {
    #[entity(key, on_delete = cascade)]
    pub issue_key: Key<Issue>,
    #[entity(key, on_delete = cascade)]
    pub user_identifier: Key<User>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Time that was spent on an issue.
#[derive(Entity)]
pub struct Worklog {
    #[entity(key, sequence = "WKL-{:05}")]
    pub id: Key<Worklog>,
    #[entity(on_delete = cascade)]
    pub issue_key: Key<Issue>,
    pub time_spent: String,
    #[entity(body)]
    pub comment: Option<String>,
    pub started: Option<String>,
    pub original_estimate: Option<String>,
    pub remaining_estimate: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

pub trait Tools {
    #[tool(get, key(user_identifier))]
    fn get_user_profile() -> User;

    #[tool(search((name, email) ~ query), page(limit = limit), ignore(project_key, issue_key))]
    fn search_assignable_users() -> Page<User>;

    #[tool(list, filter(issue_key))]
    fn get_issue_watchers() -> Page<Watcher>;

    #[tool(create)]
    fn add_watcher() -> Watcher;

    #[tool(simulate(
        unclear_effect,
        "the watcher may be named in two ways, neither of which must be given",
    ))]
    fn remove_watcher();

    #[tool(
        get,
        key(issue_key),
        ignore(
            fields,
            expand,
            comment_limit,
            properties,
            update_history,
            include,
            use_display_names,
        )
    )]
    fn get_issue() -> Issue;

    #[tool(simulate(code_execution, "`jql` is an expression that has to be evaluated"))]
    fn search();

    #[tool(search((name, description)~keyword), page(limit), ignore(refresh))]
    fn search_fields() -> Page<IssueField>;

    #[tool(simulate(unclear_effect, "the spec does not tell what `values_only` does"))]
    fn get_field_options();

    #[tool(list, filter(project_key), page(limit, offset = start_at))]
    fn get_project_issues() -> Page<Issue>;

    #[tool(list, filter(issue_key))]
    fn get_transitions() -> Page<Transition>;

    #[tool(list, filter(issue_key))]
    fn get_worklog() -> Page<Worklog>;

    #[tool(simulate(media, "it makes, plays or moves media or files"))]
    fn download_attachments();

    #[tool(simulate(media, "it hands out the pictures among the attachments"))]
    fn get_issue_images();

    #[tool(
        list,
        filter(name ~ board_name, project_key, board_type),
        page(offset = start_at, limit = limit),
    )]
    fn get_agile_boards() -> Page<AgileBoard>;

    #[tool(simulate(unclear_effect, "the spec does not tell which issue rows `board issue` are"))]
    fn get_board_issues();

    #[tool(list, filter(board_id, state), page(offset = start_at, limit))]
    fn get_sprints_from_board() -> Page<Sprint>;

    #[tool(list, filter(sprint_id), page(offset = start_at, limit = limit), ignore(fields))]
    fn get_sprint_issues() -> Page<Issue>;

    #[tool(list, filter(name ~ name_filter))]
    fn get_link_types() -> Page<LinkType>;

    #[tool(create)]
    fn create_issue() -> Issue;

    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn batch_create_issues();

    #[tool(simulate(unclear_effect, "it tells of changes that the model does not record"))]
    fn batch_get_changelogs();

    #[tool(simulate(
        unclear_effect,
        "the changed fields come as one text, and a comment, a transition and logged work may come with them",
    ))]
    fn update_issue();

    #[tool(update, key(issue_key))]
    fn assign_issue() -> Issue;

    #[tool(delete, key(issue_key))]
    fn delete_issue() -> Issue;

    #[tool(update, key(issue_key), map(project_key = target_project_key))]
    fn move_issue() -> Issue;

    #[tool(create)]
    fn add_comment() -> Comment;

    #[tool(update, key(comment_id), filter(issue_key))]
    fn edit_comment() -> Comment;

    #[tool(create)]
    fn add_worklog() -> Worklog;

    #[tool(update, key(issue_key), map(epic_key = epic_key))]
    fn link_to_epic() -> Issue;

    #[tool(create)]
    fn create_issue_link() -> IssueLink;

    #[tool(create)]
    fn create_remote_issue_link() -> RemoteIssueLink;

    #[tool(delete, key(link_id))]
    fn remove_issue_link() -> IssueLink;

    #[tool(simulate(unclear_effect, "where a transition leads is not kept in this model"))]
    fn transition_issue();

    #[tool(create)]
    fn create_sprint() -> Sprint;

    #[tool(update, key(sprint_id))]
    fn update_sprint() -> Sprint;

    #[tool(simulate(unclear_effect, "the issues come as one text that holds several keys"))]
    fn add_issues_to_sprint();

    #[tool(simulate(unclear_effect, "the issues come as one text that holds several keys"))]
    fn move_issues_to_backlog();

    #[tool(list, filter(project_key))]
    fn get_project_issue_types() -> Page<ProjectIssueType>;

    #[tool(list, filter(project_key, issue_type_id))]
    fn get_create_fields() -> Page<CreateField>;

    #[tool(list, filter(project_key))]
    fn get_project_versions() -> Page<Version>;

    #[tool(list, filter(project_key))]
    fn get_project_components() -> Page<ProjectComponent>;

    #[tool(list, ignore(include_archived))]
    fn get_all_projects() -> Page<Project>;

    #[tool(
        search((name, description) ~ query),
        page(limit = max_results),
        ignore(current_project_ids),
    )]
    fn search_projects() -> Page<Project>;

    #[tool(list, filter(project_key))]
    fn get_project_fields() -> Page<ProjectField>;

    #[tool(list, filter(project_key))]
    fn get_service_desk_for_project() -> Page<ServiceDesk>;

    #[tool(list, filter(service_desk_id), page(offset = start_at, limit))]
    fn get_service_desk_queues() -> Page<ServiceDeskQueue>;

    #[tool(simulate(unclear_effect, "the spec does not tell which issue rows `queue issue` are"))]
    fn get_queue_issues();

    #[tool(list, filter(service_desk_id), page(offset = start_at, limit))]
    fn get_request_types() -> Page<RequestType>;

    #[tool(list, filter(service_desk_id))]
    fn get_request_type_fields() -> Page<RequestTypeField>;

    #[tool(create)]
    fn create_customer_request() -> CustomerRequest;

    #[tool(create)]
    fn create_version() -> Version;

    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn batch_create_versions();

    #[tool(update, key(version_id))]
    fn update_version() -> Version;

    #[tool(list, filter(issue_key))]
    fn get_issue_proforma_forms() -> Page<ProformaForm>;

    #[tool(get, key(form_id), filter(issue_key))]
    fn get_proforma_form_details() -> ProformaForm;

    #[tool(update, key(form_id), filter(issue_key))]
    fn update_proforma_form_answers() -> ProformaForm;

    /// Gives the issue with when it was made, changed and is due.
    #[tool(get, key(issue_key), ignore(include_status_changes, include_status_summary))]
    fn get_issue_dates() -> Issue;

    #[tool(simulate(
        external_computation,
        "it measures the time that an issue took against what was promised",
    ))]
    fn get_issue_sla();

    #[tool(simulate(external_computation, "it reads the hosts of code that are linked"))]
    fn get_issue_development_info();

    #[tool(simulate(external_computation, "it reads the hosts of code that are linked"))]
    fn get_issues_development_info();

    #[tool(simulate(external_computation, "it gathers what hangs together across issues"))]
    fn get_project_epic_hierarchy();

    #[tool(simulate(external_computation, "it gathers what hangs together across issues"))]
    fn get_cross_project_dependencies();

    #[tool(
        list,
        filter(id = page_id, title, space_key),
        ignore(include_metadata, convert_to_markdown)
    )]
    fn get_page() -> Page<WikiPage>;

    #[tool(
        list,
        filter(parent_id),
        page(limit = limit, offset = start),
        ignore(expand, include_content, convert_to_markdown, include_folders),
    )]
    fn get_page_children() -> Page<WikiPage>;

    #[tool(list, filter(space_key), page(limit = limit))]
    fn get_space_page_tree() -> Page<WikiPage>;

    #[tool(list, filter(page_id))]
    fn get_comments() -> Page<Comment>;

    #[tool(list, filter(page_id))]
    fn get_labels() -> Page<Label>;

    #[tool(create)]
    fn add_label() -> Label;

    #[tool(create, ignore(content_format, enable_heading_anchors, include_content, content_file))]
    fn create_page() -> WikiPage;

    #[tool(
        update,
        key(page_id),
        ignore(
            is_minor_edit,
            content_format,
            enable_heading_anchors,
            include_content,
            content_file,
        )
    )]
    fn update_page() -> WikiPage;

    #[tool(simulate(unclear_effect, "only the part of the page under a heading changes"))]
    fn update_page_section();

    #[tool(delete, key(page_id))]
    fn delete_page() -> WikiPage;

    #[tool(
        update,
        key(page_id),
        map(parent_id = target_parent_id, space_key = target_space_key),
        ignore(position),
    )]
    fn move_page() -> WikiPage;

    #[tool(create, map(parent_id = comment_id))]
    fn reply_to_comment() -> Comment;

    #[tool(list, filter(page_id))]
    fn get_inline_comments() -> Page<InlineComment>;

    #[tool(create, ignore(text_selection_match_count, text_selection_match_index))]
    fn add_inline_comment() -> InlineComment;

    #[tool(search((name, email) ~ query), filter(groups has group_name), page(limit = limit))]
    fn search_user() -> Page<User>;

    #[tool(simulate(unclear_effect, "it tells of changes that the model does not record"))]
    fn get_page_history();

    #[tool(simulate(external_computation, "its answer is computed outside the service's state"))]
    fn get_page_diff();

    /// Gives the page with how often it was seen.
    #[tool(get, key(page_id), ignore(include_title))]
    fn get_page_views() -> WikiPage;

    #[tool(create)]
    fn upload_attachment() -> Attachment;

    #[tool(simulate(media, "it takes in several files"))]
    fn upload_attachments();

    #[tool(list, filter(content_id, filename, media_type), page(offset = start, limit))]
    fn get_attachments() -> Page<Attachment>;

    #[tool(simulate(media, "it makes, plays or moves media or files"))]
    fn download_attachment();

    #[tool(simulate(media, "it makes, plays or moves media or files"))]
    fn download_content_attachments();

    #[tool(delete, key(attachment_id))]
    fn delete_attachment() -> Attachment;

    #[tool(simulate(media, "it hands out the pictures among the attachments"))]
    fn get_page_images();

    #[tool(list, filter(space_key), page(limit))]
    fn list_page_templates() -> Page<PageTemplate>;

    #[tool(get, key(template_id))]
    fn get_page_template() -> PageTemplate;

    #[tool(simulate(unclear_effect, "the new page begins with what the template holds"))]
    fn create_page_from_template();

    #[tool(list, filter(page_id))]
    fn get_page_restrictions() -> Page<PageRestriction>;

    #[tool(upsert, key(page_id))]
    fn set_page_restrictions() -> PageRestriction;

    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn copy_page();

    #[tool(simulate(
        external_computation,
        "what it checks is computed outside the service's state"
    ))]
    fn check_content_permissions();

    #[tool(list, filter(space_id), page(limit, cursor))]
    fn get_space_permissions() -> Page<SpacePermissions>;
}
