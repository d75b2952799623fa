//! AWS Support: cases opened with the provider, the messages and attachments on them, and what a case may be about.
/// Everything that AWS Support knows.
#[derive(State)]
pub struct AwsSupport {
    pub attachments: Table<Attachment>,
    pub cases: Table<Case>,
    pub case_options: Table<CaseOption>,
    pub communications: Table<Communication>,
    pub services: Table<Service>,
    pub severity_levels: Table<SeverityLevel>,
    pub supported_languages: Table<SupportedLanguage>,
}
/// A file that was sent along.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<Attachment>,
    pub attachment_set_id: Option<String>,
    #[entity(path)]
    pub file_name: String,
    #[entity(body)]
    pub data: Option<String>,
}
/// A matter taken to the provider.
#[derive(Entity)]
pub struct Case {
    #[entity(key, sequence = "CAS-{:05}")]
    pub id: Key<Case>,
    /// The short number that people see.
    pub display_id: Option<String>,
    #[entity(len = 1..=250, title)]
    pub subject: String,
    pub service_code: Key<Service>,
    pub category_code: String,
    pub severity_code: Key<SeverityLevel>,
    #[entity(body)]
    pub communication_body: String,
    #[entity(email)]
    pub cc_email_addresses: Vec<String>,
    #[entity(language)]
    pub language: Option<String>,
    pub issue_type: Option<String>,
    pub attachment_set_id: Option<String>,
    #[entity(default)]
    pub resolved: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// How cases of one service and category can be opened.
#[derive(Entity)]
pub struct CaseOption {
    #[entity(key, sequence = "OPT-{:05}")]
    pub id: Key<CaseOption>,
    #[entity(on_delete = cascade)]
    pub service_code: Key<Service>,
    pub category_code: Option<String>,
    pub issue_type: Option<String>,
    /// By chat, on the web or by phone.
    pub communication_type: Option<String>,
    pub supported_hours: Option<String>,
}
/// One message on a case.
#[derive(Entity)]
pub struct Communication {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Communication>,
    #[entity(on_delete = cascade)]
    pub case_id: Key<Case>,
    #[entity(body)]
    pub communication_body: String,
    #[entity(email)]
    pub cc_email_addresses: Vec<String>,
    pub attachment_set_id: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A product that cases can be about.
#[derive(Entity)]
pub struct Service {
    #[entity(key, slug)]
    pub code: Key<Service>,
    #[entity(product)]
    pub name: String,
    /// The codes of its categories.
    pub category_codes: Vec<String>,
}
/// How urgent a case can be.
#[derive(Entity)]
pub struct SeverityLevel {
    #[entity(key, slug)]
    pub code: Key<SeverityLevel>,
    #[entity(unique, title)]
    pub name: String,
}
/// A language that cases of one service and category can be written in.
#[derive(Entity)]
pub struct SupportedLanguage {
    #[entity(key, sequence = "LAN-{:05}")]
    pub id: Key<SupportedLanguage>,
    #[entity(on_delete = cascade)]
    pub service_code: Key<Service>,
    pub category_code: String,
    pub issue_type: Option<String>,
    #[entity(language)]
    pub language: String,
}
pub trait Tools {
    #[tool(create)]
    fn create_support_case() -> Case;
    #[tool(
        list,
        filter(
            id in case_id_list,
            display_id,
            created_at >= after_time,
            created_at <= before_time
        ),
        ignore(include_resolved_cases, include_communications, language, format),
        page(limit = max_results, cursor = next_token)
    )]
    fn describe_support_cases() -> Page<Case>;
    #[tool(list, ignore(language, format))]
    fn describe_severity_levels() -> Page<SeverityLevel>;
    #[tool(create)]
    fn add_communication_to_case() -> Communication;
    #[tool(update, key(case_id), set(resolved = true))]
    fn resolve_support_case() -> Case;
    #[tool(list, filter(code in service_code_list), ignore(language, format))]
    fn describe_services() -> Page<Service>;
    #[tool(
        list,
        filter(case_id, created_at >= after_time, created_at <= before_time),
        sort(created_at, descending),
        page(limit = max_results, cursor = next_token)
    )]
    fn describe_communications() -> Page<Communication>;
    #[tool(list, filter(service_code, category_code, issue_type))]
    fn describe_supported_languages() -> Page<SupportedLanguage>;
    #[tool(list, filter(service_code, category_code, issue_type), ignore(language))]
    fn describe_create_case_options() -> Page<CaseOption>;
    #[tool(simulate(unclear_effect, "it adds many rows at once"))]
    fn add_attachments_to_set();
    #[tool(get, key(attachment_id))]
    fn describe_attachment() -> Attachment;
}
