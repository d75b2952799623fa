//! eSignatures: contracts sent out to be signed, and the templates they are made from.
/// Everything that eSignatures knows.
#[derive(State)]
pub struct Esignatures {
    pub contracts: Table<Contract>,
    pub templates: Table<Template>,
}
/// One contract.
#[derive(Entity)]
pub struct Contract {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contract>,
    #[entity(on_delete = clear)]
    pub template_id: Option<Key<Template>>,
    #[entity(title)]
    pub title: Option<String>,
    pub metadata: Option<String>,
    pub expires_in_hours: Option<String>,
    #[entity(url)]
    pub custom_webhook_url: Option<String>,
    #[entity(email)]
    pub assigned_user_email: Option<String>,
    #[entity(tag)]
    pub labels: Vec<String>,
    pub test: Option<ContractTest>,
    pub save_as_draft: Option<ContractSaveAsDraft>,
    pub signers: Option<Json>,
    pub placeholder_fields: Option<Json>,
    pub document_elements: Option<Json>,
    pub signer_fields: Option<Json>,
    pub emails: Option<Json>,
    pub custom_branding: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = ContractStatus::Sent)]
    pub status: ContractStatus,
    #[entity(language)]
    pub locale: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `test` can be.
#[derive(Choice)]
pub enum ContractTest {
    Yes,
    No,
}
/// What `save_as_draft` can be.
#[derive(Choice)]
pub enum ContractSaveAsDraft {
    Yes,
    No,
}
/// One template.
#[derive(Entity)]
pub struct Template {
    #[entity(key, sequence = "TEM-{:05}")]
    pub id: Key<Template>,
    #[entity(title)]
    pub title: String,
    #[entity(tag)]
    pub labels: Vec<String>,
    pub document_elements: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a contract stands.
#[derive(Choice)]
pub enum ContractStatus {
    Draft,
    Sent,
    Signed,
    Withdrawn,
    Expired,
}
pub trait Tools {
    #[tool(create, ignore(contract_source, mcp_query))]
    fn create_contract() -> Contract;
    #[tool(get, key(contract_id))]
    fn query_contract() -> Contract;
    #[tool(update, key(contract_id), set(status = ContractStatus::Withdrawn), require(status = [ContractStatus::Sent]))]
    fn withdraw_contract() -> Contract;
    #[tool(delete, key(contract_id))]
    fn delete_contract() -> Contract;
    #[tool(list, sort(created_at, descending))]
    fn list_recent_contracts() -> Page<Contract>;
    #[tool(create)]
    fn create_template() -> Template;
    #[tool(simulate(unclear_effect, "no argument names the row that it changes"))]
    fn update_template();
    #[tool(get, key(template_id))]
    fn query_template() -> Template;
    #[tool(delete, key(template_id))]
    fn delete_template() -> Template;
    #[tool(list)]
    fn list_templates() -> Page<Template>;
}
