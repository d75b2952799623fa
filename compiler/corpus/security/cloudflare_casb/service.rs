//! Cloudflare CASB: integrations with cloud services, and the assets found in them by category.
/// Everything that the security broker knows.
#[derive(State)]
pub struct CloudflareCasb {
    pub assets: Table<Asset>,
    pub asset_categories: Table<AssetCategory>,
    pub integrations: Table<Integration>,
}
/// A thing that was found in a connected cloud service.
#[derive(Entity)]
pub struct Asset {
    #[entity(key, uuid)]
    pub id: Key<Asset>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub integration_id: Key<Integration>,
    pub category_id: Key<AssetCategory>,
    #[entity(url)]
    pub link: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A sort of asset of one vendor.
#[derive(Entity)]
#[entity(unique(vendor, r#type))]
pub struct AssetCategory {
    #[entity(key, uuid)]
    pub id: Key<AssetCategory>,
    pub vendor: Vendor,
    pub r#type: CategoryType,
    #[entity(body)]
    pub description: Option<String>,
}
/// Who makes the service that is watched.
#[derive(Choice)]
pub enum Vendor {
    #[choice(rename = "AWS")]
    Aws,
    #[choice(rename = "Bitbucket")]
    Bitbucket,
    #[choice(rename = "Box")]
    Box,
    #[choice(rename = "Confluence")]
    Confluence,
    #[choice(rename = "Dropbox")]
    Dropbox,
    #[choice(rename = "GitHub")]
    GitHub,
    #[choice(rename = "Google Cloud Platform")]
    GoogleCloudPlatform,
    #[choice(rename = "Google Workspace")]
    GoogleWorkspace,
    #[choice(rename = "Jira")]
    Jira,
    #[choice(rename = "Microsoft")]
    Microsoft,
    #[choice(rename = "Microsoft Azure")]
    MicrosoftAzure,
    #[choice(rename = "Okta")]
    Okta,
    #[choice(rename = "Salesforce")]
    Salesforce,
    #[choice(rename = "ServiceNow")]
    ServiceNow,
    #[choice(rename = "Slack")]
    Slack,
    #[choice(rename = "Workday")]
    Workday,
    #[choice(rename = "Zoom")]
    Zoom,
}
/// What sort of thing an asset is.
#[derive(Choice)]
pub enum CategoryType {
    #[choice(rename = "Account")]
    Account,
    #[choice(rename = "Alert")]
    Alert,
    #[choice(rename = "App")]
    App,
    #[choice(rename = "Authentication Method")]
    AuthenticationMethod,
    #[choice(rename = "Bucket")]
    Bucket,
    #[choice(rename = "Bucket Iam Permission")]
    BucketIamPermission,
    #[choice(rename = "Bucket Permission")]
    BucketPermission,
    #[choice(rename = "Calendar")]
    Calendar,
    #[choice(rename = "Certificate")]
    Certificate,
    #[choice(rename = "Channel")]
    Channel,
    #[choice(rename = "Commit")]
    Commit,
    #[choice(rename = "Content")]
    Content,
    #[choice(rename = "Credential")]
    Credential,
    #[choice(rename = "Domain")]
    Domain,
    #[choice(rename = "Drive")]
    Drive,
    #[choice(rename = "Environment")]
    Environment,
    #[choice(rename = "Factor")]
    Factor,
    #[choice(rename = "File")]
    File,
    #[choice(rename = "File Permission")]
    FilePermission,
    #[choice(rename = "Folder")]
    Folder,
    #[choice(rename = "Group")]
    Group,
    #[choice(rename = "Incident")]
    Incident,
    #[choice(rename = "Instance")]
    Instance,
    #[choice(rename = "Issue")]
    Issue,
    #[choice(rename = "Label")]
    Label,
    #[choice(rename = "Meeting")]
    Meeting,
    #[choice(rename = "Message")]
    Message,
    #[choice(rename = "Message Rule")]
    MessageRule,
    #[choice(rename = "Namespace")]
    Namespace,
    #[choice(rename = "Organization")]
    Organization,
    #[choice(rename = "Package")]
    Package,
    #[choice(rename = "Pipeline")]
    Pipeline,
    #[choice(rename = "Project")]
    Project,
    #[choice(rename = "Report")]
    Report,
    #[choice(rename = "Repository")]
    Repository,
    #[choice(rename = "Risky User")]
    RiskyUser,
    #[choice(rename = "Role")]
    Role,
    #[choice(rename = "Server")]
    Server,
    #[choice(rename = "Site")]
    Site,
    #[choice(rename = "Space")]
    Space,
    #[choice(rename = "Submodule")]
    Submodule,
    #[choice(rename = "Third Party User")]
    ThirdPartyUser,
    #[choice(rename = "User")]
    User,
    #[choice(rename = "User No Mfa")]
    UserNoMfa,
    #[choice(rename = "Variable")]
    Variable,
    #[choice(rename = "Webhook")]
    Webhook,
    #[choice(rename = "Workspace")]
    Workspace,
}
/// A connection to an account at a cloud service.
#[derive(Entity)]
pub struct Integration {
    #[entity(key, uuid)]
    pub id: Key<Integration>,
    #[entity(title)]
    pub name: String,
    pub vendor: Vendor,
    #[entity(default = IntegrationStatus::Healthy)]
    pub status: IntegrationStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Whether an integration works.
#[derive(Choice)]
pub enum IntegrationStatus {
    Healthy,
    Unhealthy,
    Initializing,
    Offline,
}
pub trait Tools {
    #[tool(get, key(integration_id_param))]
    fn integration_by_id() -> Integration;
    #[tool(list)]
    fn integrations_list() -> Page<Integration>;
    #[tool(search(name ~ asset_search_term))]
    fn assets_search() -> Page<Asset>;
    #[tool(get, key(asset_id_param))]
    fn asset_by_id() -> Asset;
    #[tool(list, filter(integration_id = integration_id_param))]
    fn assets_by_integration_id() -> Page<Asset>;
    #[tool(list, filter(category_id = asset_category_id_param))]
    fn assets_by_category_id() -> Page<Asset>;
    #[tool(list)]
    fn assets_list() -> Page<Asset>;
    #[tool(list)]
    fn asset_categories_list() -> Page<AssetCategory>;
    #[tool(list, filter(vendor = asset_category_vendor_param))]
    fn asset_categories_by_vendor() -> Page<AssetCategory>;
    #[tool(list, filter(r#type = asset_category_type_param))]
    fn asset_categories_by_type() -> Page<AssetCategory>;
    #[tool(list, filter(vendor = asset_category_vendor_param, r#type = asset_category_type_param))]
    fn asset_categories_by_vendor_and_type() -> Page<AssetCategory>;
}
