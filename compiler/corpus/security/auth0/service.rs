//! Auth0: a tenant's applications and the interfaces they may call, its login actions and its forms.
/// Everything that Auth0 knows.
#[derive(State)]
pub struct Auth0 {
    pub actions: Table<Action>,
    pub applications: Table<Application>,
    pub application_grants: Table<ApplicationGrant>,
    pub forms: Table<Form>,
    pub resource_servers: Table<ResourceServer>,
}
/// One action.
#[derive(Entity)]
pub struct Action {
    #[entity(key, sequence = "ACT-{:05}")]
    pub id: Key<Action>,
    #[entity(unique, title)]
    pub name: String,
    pub supported_triggers: Json,
    pub code: Option<String>,
    pub runtime: Option<String>,
    pub dependencies: Option<Json>,
    pub secrets: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub trigger_id: Option<String>,
    #[entity(default)]
    pub deployed: bool,
}
/// One application.
#[derive(Entity)]
pub struct Application {
    #[entity(key, token("", 32))]
    pub client_id: Key<Application>,
    #[entity(title)]
    pub name: String,
    pub app_type: Option<ApplicationAppType>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(url)]
    pub callbacks: Vec<String>,
    #[entity(url)]
    pub allowed_origins: Vec<String>,
    pub allowed_clients: Vec<String>,
    #[entity(url)]
    pub allowed_logout_urls: Vec<String>,
    #[entity(default)]
    pub is_first_party: bool,
    #[entity(default)]
    pub oidc_conformant: bool,
    #[entity(default)]
    pub sso_disabled: bool,
    #[entity(default)]
    pub cross_origin_authentication: bool,
    #[entity(url)]
    pub logo_uri: Option<String>,
    pub organization_usage: Option<ApplicationOrganizationUsage>,
    pub organization_require_behavior: Option<ApplicationOrganizationRequireBehavior>,
    pub token_endpoint_auth_method: Option<ApplicationTokenEndpointAuthMethod>,
    pub grant_types: Vec<String>,
    pub jwt_configuration: Option<Json>,
    pub refresh_token: Option<Json>,
    pub mobile: Option<Json>,
    #[entity(url)]
    pub web_origins: Vec<String>,
    pub client_aliases: Vec<String>,
    pub cross_origin_loc: Option<String>,
    pub oidc_logout: Option<Json>,
    #[entity(default)]
    pub sso: bool,
    pub native_social_login: Option<Json>,
    #[entity(default)]
    pub skip_non_verifiable_callback_uri_confirmation_prompt: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `app_type` can be.
#[derive(Choice)]
pub enum ApplicationAppType {
    Spa,
    Native,
    NonInteractive,
    RegularWeb,
}
/// What `organization_usage` can be.
#[derive(Choice)]
pub enum ApplicationOrganizationUsage {
    Deny,
    Allow,
    Require,
}
/// What `organization_require_behavior` can be.
#[derive(Choice)]
pub enum ApplicationOrganizationRequireBehavior {
    NoPrompt,
    PreLoginPrompt,
    PostLoginPrompt,
}
/// What `token_endpoint_auth_method` can be.
#[derive(Choice)]
pub enum ApplicationTokenEndpointAuthMethod {
    None,
    ClientSecretPost,
    ClientSecretBasic,
}
/// One application grant.
#[derive(Entity)]
#[entity(unique(client_id, audience))]
pub struct ApplicationGrant {
    #[entity(key, sequence = "APP-{:05}")]
    pub id: Key<ApplicationGrant>,
    #[entity(on_delete = cascade)]
    pub client_id: Key<Application>,
    pub audience: String,
    pub scope: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One form.
#[derive(Entity)]
pub struct Form {
    #[entity(key, sequence = "FOR-{:05}")]
    pub id: Key<Form>,
    #[entity(title)]
    pub name: String,
    pub messages: Option<Json>,
    pub languages: Option<Json>,
    pub translations: Option<Json>,
    pub nodes: Option<Json>,
    pub start: Option<Json>,
    pub ending: Option<Json>,
    pub style: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One resource server.
#[derive(Entity)]
pub struct ResourceServer {
    #[entity(key, sequence = "RES-{:05}")]
    pub id: Key<ResourceServer>,
    #[entity(title)]
    pub name: String,
    #[entity(unique, url)]
    pub identifier: String,
    pub scopes: Option<Json>,
    #[entity(default = ResourceServerSigningAlg::Rs256)]
    pub signing_alg: ResourceServerSigningAlg,
    #[entity(secret)]
    pub signing_secret: Option<String>,
    #[entity(default)]
    pub allow_offline_access: bool,
    #[entity(range = 1..=2_592_000)]
    pub token_lifetime: Option<f64>,
    pub token_dialect: Option<String>,
    #[entity(default)]
    pub skip_consent_for_verifiable_first_party_clients: bool,
    #[entity(default)]
    pub enforce_policies: bool,
    pub client: Option<Json>,
    pub token_encryption: Option<Json>,
    pub consent_policy: Option<String>,
    pub authorization_details: Option<Json>,
    pub proof_of_possession: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `signing_alg` can be.
#[derive(Choice)]
pub enum ResourceServerSigningAlg {
    #[choice(rename = "HS256")]
    Hs256,
    #[choice(rename = "RS256")]
    Rs256,
    #[choice(rename = "PS256")]
    Ps256,
}
pub trait Tools {
    #[tool(
        list,
        filter(trigger_id),
        page(page, limit = per_page),
        ignore(include_totals)
    )]
    fn list_actions() -> Page<Action>;
    #[tool(get, key(id))]
    fn get_action() -> Action;
    #[tool(create)]
    fn create_action() -> Action;
    #[tool(update, key(id))]
    fn update_action() -> Action;
    #[tool(update, key(id), set(deployed = true))]
    fn deploy_action() -> Action;
    #[tool(create)]
    fn create_application_grant() -> ApplicationGrant;
    #[tool(list, page(page, limit = per_page), ignore(include_totals))]
    fn list_applications() -> Page<Application>;
    #[tool(get, key(client_id))]
    fn get_application() -> Application;
    #[tool(create)]
    fn create_application() -> Application;
    #[tool(update, key(client_id))]
    fn update_application() -> Application;
    #[tool(simulate(code_execution, "it writes a file outside the service"))]
    fn save_credentials_to_file();
    #[tool(list, page(page, limit = per_page), ignore(include_totals))]
    fn list_forms() -> Page<Form>;
    #[tool(get, key(id))]
    fn get_form() -> Form;
    #[tool(create)]
    fn create_form() -> Form;
    #[tool(update, key(id))]
    fn update_form() -> Form;
    #[tool(simulate(external_computation, "the log is written by logins, which the model has not"))]
    fn list_logs();
    #[tool(simulate(external_computation, "the log is written by logins, which the model has not"))]
    fn get_log();
    #[tool(simulate(external_computation, "it guides through a set-up in files outside the service"))]
    fn onboarding();
    #[tool(simulate(external_computation, "it composes a guide for a framework"))]
    fn get_quickstart_guide();
    #[tool(
        list,
        filter(identifier in identifiers),
        page(page, limit = per_page),
        ignore(include_totals, include_fields)
    )]
    fn list_resource_servers() -> Page<ResourceServer>;
    #[tool(get, key(id))]
    fn get_resource_server() -> ResourceServer;
    #[tool(create)]
    fn create_resource_server() -> ResourceServer;
    #[tool(update, key(id))]
    fn update_resource_server() -> ResourceServer;
}
