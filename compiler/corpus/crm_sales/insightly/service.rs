//! Insightly: leads, contacts and organizations, the opportunities and projects with them, and the tasks and notes on each.

/// Everything that Insightly knows.
#[derive(State)]
pub struct Insightly {
    pub lead_field_options: Table<LeadFieldOption>,
    pub contacts: Table<Contact>,
    pub current_user: One<CurrentUser>,
    pub leads: Table<Lead>,
    pub notes: Table<Note>,
    pub opportunities: Table<Opportunity>,
    pub organizations: Table<Organization>,
    pub pipelines: Table<Pipeline>,
    pub pipeline_stages: Table<PipelineStage>,
    pub projects: Table<Project>,
    pub tasks: Table<Task>,
    pub users: Table<User>,
}

/// One contact.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contact>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(on_delete = clear)]
    pub organization_id: Option<Key<Organization>>,
    #[entity(body)]
    pub background: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// The current user.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    pub user_id: IntKey<User>,
}

/// One lead.
#[derive(Entity)]
pub struct Lead {
    #[entity(key, sequence = "LEA-{:05}")]
    pub id: Key<Lead>,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(company)]
    pub organization_name: Option<String>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(on_delete = clear)]
    pub lead_status_id: Option<IntKey<LeadFieldOption>>,
    #[entity(on_delete = clear)]
    pub lead_source_id: Option<IntKey<LeadFieldOption>>,
    #[entity(default)]
    pub converted: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One note.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence = "NOT-{:05}")]
    pub id: Key<Note>,
    #[entity(body)]
    pub body: String,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<Key<Contact>>,
    #[entity(on_delete = clear)]
    pub opportunity_id: Option<Key<Opportunity>>,
    #[entity(on_delete = clear)]
    pub organization_id: Option<Key<Organization>>,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    #[entity(on_delete = clear)]
    pub lead_id: Option<Key<Lead>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One opportunity.
#[derive(Entity)]
pub struct Opportunity {
    #[entity(key, sequence = "OPP-{:05}")]
    pub id: Key<Opportunity>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(on_delete = clear)]
    pub organization_id: Option<Key<Organization>>,
    #[entity(on_delete = clear)]
    pub pipeline_id: Option<Key<Pipeline>>,
    #[entity(on_delete = clear)]
    pub stage_id: Option<Key<PipelineStage>>,
    #[entity(money)]
    pub value: Option<f64>,
    #[entity(default = OpportunityState::Open)]
    pub state: OpportunityState,
    pub forecast_close_date: Option<Date>,
    #[entity(on_delete = clear)]
    pub responsible_user_id: Option<IntKey<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `state` can be.
#[derive(Choice)]
pub enum OpportunityState {
    #[choice(rename = "OPEN")]
    Open,
    #[choice(rename = "WON")]
    Won,
    #[choice(rename = "LOST")]
    Lost,
    #[choice(rename = "ABANDONED")]
    Abandoned,
    #[choice(rename = "SUSPENDED")]
    Suspended,
}

/// One organization.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, sequence = "ORG-{:05}")]
    pub id: Key<Organization>,
    #[entity(company)]
    pub name: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(url)]
    pub website: Option<String>,
    pub domain: Option<String>,
    #[entity(body)]
    pub background: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One pipeline.
#[derive(Entity)]
pub struct Pipeline {
    #[entity(key, sequence = "PIP-{:05}")]
    pub id: Key<Pipeline>,
    #[entity(title)]
    pub name: String,
    #[entity(default)]
    pub for_opportunities: bool,
    #[entity(default)]
    pub for_projects: bool,
}

/// One pipeline stage.
#[derive(Entity)]
pub struct PipelineStage {
    #[entity(key, sequence = "PS-{:05}")]
    pub id: Key<PipelineStage>,
    #[entity(on_delete = cascade)]
    pub pipeline_id: Key<Pipeline>,
    #[entity(title)]
    pub name: String,
}

/// One project.
#[derive(Entity)]
pub struct Project {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Project>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(default = ProjectStatus::NotStarted)]
    pub status: ProjectStatus,
    #[entity(on_delete = clear)]
    pub pipeline_id: Option<Key<Pipeline>>,
    #[entity(on_delete = clear)]
    pub stage_id: Option<Key<PipelineStage>>,
    #[entity(on_delete = clear)]
    pub opportunity_id: Option<Key<Opportunity>>,
    #[entity(on_delete = clear)]
    pub responsible_user_id: Option<IntKey<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `status` can be.
#[derive(Choice)]
pub enum ProjectStatus {
    NotStarted,
    InProgress,
    Completed,
    Deferred,
    Abandoned,
}

/// One task.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(default = TaskStatus::NotStarted)]
    pub status: TaskStatus,
    pub due_date: Option<Date>,
    #[entity(default = TaskPriority::Normal)]
    pub priority: TaskPriority,
    #[entity(on_delete = clear)]
    pub responsible_user_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub project_id: Option<Key<Project>>,
    #[entity(on_delete = clear)]
    pub opportunity_id: Option<Key<Opportunity>>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<Key<Contact>>,
    #[entity(on_delete = clear)]
    pub organization_id: Option<Key<Organization>>,
    #[entity(default)]
    pub completed: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What `status` can be.
#[derive(Choice)]
pub enum TaskStatus {
    NotStarted,
    InProgress,
    Waiting,
    Completed,
    Deferred,
}

/// What `priority` can be.
#[derive(Choice)]
pub enum TaskPriority {
    #[choice(rename = "LOW")]
    Low,
    #[choice(rename = "NORMAL")]
    Normal,
    #[choice(rename = "HIGH")]
    High,
}

/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence)]
    pub id: IntKey<User>,
    #[entity(unique, email)]
    pub email: String,
    #[entity(person)]
    pub name: String,
}

/// A status or a source that a lead may have.
#[derive(Entity)]
pub struct LeadFieldOption {
    #[entity(key, sequence)]
    pub id: IntKey<LeadFieldOption>,
    pub field: LeadField,
    #[entity(title)]
    pub name: String,
}

/// Which field of a lead an option is for.
#[derive(Choice)]
pub enum LeadField {
    Status,
    Source,
}

pub trait Tools {
    #[tool(simulate(unclear_effect, "which records the lead becomes depends on rules that the arguments only touch"))]
    fn convert_lead();
    #[tool(create)]
    fn create_note() -> Note;
    #[tool(get, key(contact_id))]
    fn get_contact() -> Contact;
    #[tool(get)]
    fn get_current_user() -> CurrentUser;
    #[tool(get, key(lead_id))]
    fn get_lead() -> Lead;
    #[tool(simulate(unclear_effect, "it gathers tasks and opportunities, each up to a number of its own"))]
    fn get_my_open_work();
    #[tool(get, key(opportunity_id))]
    fn get_opportunity() -> Opportunity;
    #[tool(get, key(organization_id))]
    fn get_organization() -> Organization;
    #[tool(get, key(project_id))]
    fn get_project() -> Project;
    #[tool(
        simulate(
            unclear_effect,
            "it gathers the notes, tasks and links of one record of any sort"
        )
    )]
    fn get_record_activity();
    #[tool(get, key(task_id))]
    fn get_task() -> Task;
    #[tool(list)]
    fn list_lead_field_options() -> Page<LeadFieldOption>;
    #[tool(list, filter(for_opportunities, for_projects), page(limit = limit, offset = offset))]
    fn list_pipelines() -> Page<Pipeline>;
    #[tool(list, filter(pipeline_id), page(limit, offset))]
    fn list_pipeline_stages() -> Page<PipelineStage>;
    #[tool(list, filter(email), page(limit, offset))]
    fn list_users() -> Page<User>;
    #[tool(upsert, key(contact_id))]
    fn save_contact() -> Contact;
    #[tool(upsert, key(lead_id))]
    fn save_lead() -> Lead;
    #[tool(upsert, key(opportunity_id))]
    fn save_opportunity() -> Opportunity;
    #[tool(upsert, key(organization_id))]
    fn save_organization() -> Organization;
    #[tool(upsert, key(project_id))]
    fn save_project() -> Project;
    #[tool(upsert, key(task_id))]
    fn save_task() -> Task;
    #[tool(
        search((first_name, last_name, email, phone, title)~query),
        filter(email, organization_id, updated_at>= updated_after),
        page(limit, offset)
    )]
    fn search_contacts() -> Page<Contact>;
    #[tool(search((first_name, last_name, email, organization_name, title) ~ query), filter(email, converted, lead_status_id, updated_at >= updated_after), page(limit = limit, offset = offset))]
    fn search_leads() -> Page<Lead>;
    #[tool(
        simulate(
            unclear_effect,
            "which notes the system wrote, and which sorts of records to look at, is not recorded"
        )
    )]
    fn search_notes();
    #[tool(search(name ~ query), filter(state, pipeline_id, organization_id, updated_at >= updated_after), page(limit = limit, offset = offset))]
    fn search_opportunities() -> Page<Opportunity>;
    #[tool(
        search((name, phone, website, domain)~query),
        filter(domain, updated_at>= updated_after),
        page(limit, offset)
    )]
    fn search_organizations() -> Page<Organization>;
    #[tool(
        search(name~query),
        filter(status, pipeline_id, updated_at>= updated_after),
        page(limit, offset)
    )]
    fn search_projects() -> Page<Project>;
    #[tool(
        search(title ~ query),
        filter(
            status,
            completed,
            due_date<= due_before,
            due_date>= due_after,
            responsible_user_id,
            project_id,
            opportunity_id,
            contact_id,
            organization_id
        ),
        page(limit, offset)
    )]
    fn search_tasks() -> Page<Task>;
    #[tool(
        simulate(
            external_computation,
            "it sums up the opportunities of each stage"
        )
    )]
    fn summarize_pipeline();
}
