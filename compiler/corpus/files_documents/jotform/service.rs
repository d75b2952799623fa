//! JotForm: online forms with their questions, properties and webhooks, the submissions to them, and reports and folders.

/// Everything that JotForm knows.
#[derive(State)]
pub struct Jotform {
    pub form_properties: Table<FormProperty>,
    pub form_questions: Table<FormQuestion>,
    pub user: One<User>,
    pub folders: Table<Folder>,
    pub forms: Table<Form>,
    pub form_files: Table<FormFile>,
    pub form_webhooks: Table<FormWebhook>,
    pub plans: Table<Plan>,
    pub reports: Table<Report>,
    pub settings: One<Settings>,
    pub submissions: Table<Submission>,
    pub subusers: Table<Subuser>,
}

/// One folder.
#[derive(Entity)]
pub struct Folder {
    #[entity(key, sequence = "FOL-{:05}")]
    pub id: Key<Folder>,
    pub folder_properties: Json,
    #[entity(on_delete = clear)]
    pub forms: Vec<Key<Form>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One form.
#[derive(Entity)]
pub struct Form {
    #[entity(key, sequence = "FOR-{:05}")]
    pub id: Key<Form>,
    pub form_definition: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One form file.
#[derive(Entity)]
pub struct FormFile {
    #[entity(key, sequence = "FF-{:05}")]
    pub id: Key<FormFile>,
    #[entity(on_delete = cascade)]
    pub form_id: Key<Form>,
    #[entity(path)]
    pub name: String,
    #[entity(quantity)]
    pub size: Option<i64>,
    #[entity(url)]
    pub url: Option<String>,
}

/// One form webhook.
#[derive(Entity)]
#[entity(unique(form_id, webhook_url))]
pub struct FormWebhook {
    #[entity(key, sequence = "FW-{:05}")]
    pub id: Key<FormWebhook>,
    #[entity(on_delete = cascade)]
    pub form_id: Key<Form>,
    #[entity(url)]
    pub webhook_url: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One plan.
#[derive(Entity)]
pub struct Plan {
    #[entity(key)]
    pub name: Key<Plan>,
    #[entity(body)]
    pub description: Option<String>,
}

/// One report.
#[derive(Entity)]
pub struct Report {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<Report>,
    pub report: Json,
    #[entity(on_delete = cascade)]
    pub form_id: Key<Form>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// The settings.
#[derive(Entity)]
pub struct Settings {
    #[entity(language)]
    pub language: Option<String>,
    #[entity(timezone)]
    pub time_zone: Option<String>,
    #[entity(url)]
    pub website: Option<String>,
    #[entity(company)]
    pub company: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One submission.
#[derive(Entity)]
pub struct Submission {
    #[entity(key, sequence = "SUB-{:05}")]
    pub sid: Key<Submission>,
    #[entity(on_delete = cascade)]
    pub form_id: Key<Form>,
    pub submission: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One subuser.
#[derive(Entity)]
pub struct Subuser {
    #[entity(key, sequence = "SUBU-{:05}")]
    pub id: Key<Subuser>,
    #[entity(unique, username)]
    pub username: String,
    #[entity(email)]
    pub email: Option<String>,
}

/// One question of a form.
#[derive(Entity)]
pub struct FormQuestion {
    #[entity(key, on_delete = cascade)]
    pub form_id: Key<Form>,
    #[entity(key, sequence = "{:01}")]
    pub qid: String,
    pub question: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One property of a form.
#[derive(Entity)]
pub struct FormProperty {
    #[entity(key, on_delete = cascade)]
    pub form_id: Key<Form>,
    #[entity(key)]
    pub property_key: String,
    pub value: Option<Json>,
}

/// The user that the credentials belong to.
#[derive(Entity)]
pub struct User {
    #[entity(username)]
    pub username: String,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(on_delete = clear)]
    pub plan_name: Option<Key<Plan>>,
}

pub trait Tools {
    #[tool(get)]
    fn get_user() -> User;
    #[tool(simulate(external_computation, "it counts what was used this month"))]
    fn get_usage();
    #[tool(simulate(unclear_effect, "the filter is an object in the product's own query form"))]
    fn get_forms();
    #[tool(simulate(unclear_effect, "the filter is an object in the product's own query form"))]
    fn get_submissions();
    #[tool(list)]
    fn get_subusers() -> Page<Subuser>;
    #[tool(list)]
    fn get_folders() -> Page<Folder>;
    #[tool(list)]
    fn get_reports() -> Page<Report>;
    #[tool(get)]
    fn get_settings() -> Settings;
    #[tool(simulate(unclear_effect, "which settings the object may hold is not declared"))]
    fn update_settings();
    #[tool(
        simulate(unclear_effect, "it tells of changes that the model does not record")
    )]
    fn get_history();
    #[tool(get, key(form_id))]
    fn get_form() -> Form;
    #[tool(list, filter(form_id))]
    fn get_form_questions() -> Page<FormQuestion>;
    #[tool(get, key(form_id, qid))]
    fn get_form_question() -> FormQuestion;
    #[tool(simulate(unclear_effect, "the filter is an object in the product's own query form"))]
    fn get_form_submissions();
    #[tool(create)]
    fn create_form_submission() -> Submission;
    #[tool(simulate(unclear_effect, "one array makes several rows"))]
    fn create_form_submissions();
    #[tool(list, filter(form_id))]
    fn get_form_files() -> Page<FormFile>;
    #[tool(list, filter(form_id))]
    fn get_form_webhooks() -> Page<FormWebhook>;
    #[tool(create)]
    fn create_form_webhook() -> FormWebhook;
    #[tool(delete, key(webhook_id), filter(form_id))]
    fn delete_form_webhook() -> FormWebhook;
    #[tool(get, key(sid))]
    fn get_submission() -> Submission;
    #[tool(delete, key(sid))]
    fn delete_submission() -> Submission;
    #[tool(update, key(sid))]
    fn edit_submission() -> Submission;
    #[tool(get, key(report_id))]
    fn get_report() -> Report;
    #[tool(create)]
    fn create_report() -> Report;
    #[tool(delete, key(report_id))]
    fn delete_report() -> Report;
    #[tool(get, key(folder_id))]
    fn get_folder() -> Folder;
    #[tool(create)]
    fn create_folder() -> Folder;
    #[tool(delete, key(folder_id))]
    fn delete_folder() -> Folder;
    #[tool(update, key(folder_id))]
    fn update_folder() -> Folder;
    #[tool(append(forms = form_ids), key(folder_id))]
    fn add_forms_to_folder() -> Folder;
    #[tool(append(forms = form_id), key(folder_id))]
    fn add_form_to_folder() -> Folder;
    #[tool(list, filter(form_id))]
    fn get_form_properties() -> Page<FormProperty>;
    #[tool(get, key(form_id, property_key))]
    fn get_form_property() -> FormProperty;
    #[tool(simulate(unclear_effect, "one object sets several properties, which are rows of their own"))]
    fn set_form_properties();
    #[tool(simulate(unclear_effect, "one object sets several properties, which are rows of their own"))]
    fn set_multiple_form_properties();
    #[tool(list, filter(form_id))]
    fn get_form_reports() -> Page<Report>;
    #[tool(simulate(unclear_effect, "which parts of a form its copy gets is not said"))]
    fn clone_form();
    #[tool(delete, key(form_id, qid))]
    fn delete_form_question() -> FormQuestion;
    #[tool(create)]
    fn create_form_question() -> FormQuestion;
    #[tool(simulate(unclear_effect, "one array makes several rows"))]
    fn create_form_questions();
    #[tool(update, key(form_id, qid), map(question = question_properties))]
    fn edit_form_question() -> FormQuestion;
    #[tool(create)]
    fn create_form() -> Form;
    #[tool(simulate(unclear_effect, "one array makes several rows"))]
    fn create_forms();
    #[tool(delete, key(form_id))]
    fn delete_form() -> Form;
    #[tool(simulate(unclear_effect, "it opens another account, outside of this one"))]
    fn register_user();
    #[tool(simulate(unclear_effect, "sessions are not part of the state"))]
    fn login_user();
    #[tool(simulate(unclear_effect, "sessions are not part of the state"))]
    fn logout_user();
    #[tool(get, key(plan_name))]
    fn get_plan() -> Plan;
    #[tool(
        simulate(unclear_effect, "it takes up to a number of submissions from each form")
    )]
    fn search_submissions_by_date();
}
