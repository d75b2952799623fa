//! Okta: the people, groups and applications of an organization, the policies that let them in, and the brands with their domains, pages, mails and themes.
/// Everything that Okta knows.
#[derive(State)]
pub struct Okta {
    pub group_memberships: Table<GroupMembership>,
    pub applications: Table<Application>,
    pub brands: Table<Brand>,
    pub brand_themes: Table<BrandTheme>,
    pub custom_domains: Table<CustomDomain>,
    pub custom_domain_certificates: Table<CustomDomainCertificate>,
    pub customized_error_pages: Table<CustomizedErrorPage>,
    pub customized_sign_in_pages: Table<CustomizedSignInPage>,
    pub device_assurance_policies: Table<DeviceAssurancePolicy>,
    pub email_customizations: Table<EmailCustomization>,
    pub email_domains: Table<EmailDomain>,
    pub email_settings_rows: Table<EmailSettings>,
    pub email_templates: Table<EmailTemplate>,
    pub groups: Table<Group>,
    pub login_failures: Table<LoginFailure>,
    pub policies: Table<Policy>,
    pub policy_rules: Table<PolicyRule>,
    pub preview_error_pages: Table<PreviewErrorPage>,
    pub preview_sign_in_pages: Table<PreviewSignInPage>,
    pub sign_out_page_settings_rows: Table<SignOutPageSettings>,
    pub users: Table<User>,
    pub user_profile_attributes: Table<UserProfileAttribute>,
}
/// One application.
#[derive(Entity)]
pub struct Application {
    #[entity(key, sequence = "APP-{:05}")]
    pub app_id: Key<Application>,
    pub app_config: Json,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One brand.
#[derive(Entity)]
pub struct Brand {
    #[entity(key, sequence = "BRA-{:05}")]
    pub id: Key<Brand>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(default)]
    pub agree_to_custom_privacy_policy: bool,
    #[entity(url)]
    pub custom_privacy_policy_url: Option<String>,
    #[entity(default)]
    pub remove_powered_by_okta: bool,
    #[entity(on_delete = clear)]
    pub email_domain_id: Option<Key<EmailDomain>>,
    pub default_app: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(language)]
    pub locale: Option<String>,
}
/// One brand theme.
#[derive(Entity)]
pub struct BrandTheme {
    #[entity(key, sequence = "BTH-{:05}")]
    pub id: Key<BrandTheme>,
    #[entity(on_delete = cascade)]
    pub brand_id: Key<Brand>,
    #[entity(color)]
    pub primary_color_hex: Option<String>,
    #[entity(color)]
    pub secondary_color_hex: Option<String>,
    pub sign_in_page_touch_point_variant: Option<String>,
    pub end_user_dashboard_touch_point_variant: Option<String>,
    pub error_page_touch_point_variant: Option<String>,
    pub email_template_touch_point_variant: Option<String>,
    #[entity(color)]
    pub primary_color_contrast_hex: Option<String>,
    #[entity(color)]
    pub secondary_color_contrast_hex: Option<String>,
    pub loading_page_touch_point_variant: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(path)]
    pub logo: Option<String>,
    #[entity(path)]
    pub favicon: Option<String>,
    #[entity(path)]
    pub background_image: Option<String>,
}
/// One custom domain.
#[derive(Entity)]
pub struct CustomDomain {
    #[entity(key, sequence = "CUS-{:05}")]
    pub id: Key<CustomDomain>,
    #[entity(unique)]
    pub domain: String,
    pub certificate_source_type: CertificateSource,
    #[entity(on_delete = clear)]
    pub brand_id: Option<Key<Brand>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The certificate of a domain.
#[derive(Entity)]
pub struct CustomDomainCertificate {
    #[entity(key, on_delete = cascade)]
    pub domain_id: Key<CustomDomain>,
    pub certificate: String,
    pub certificate_chain: String,
    #[entity(path)]
    pub private_key_file_path: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One customized error page.
#[derive(Entity)]
pub struct CustomizedErrorPage {
    #[entity(key, on_delete = cascade)]
    pub brand_id: Key<Brand>,
    #[entity(body)]
    pub page_content: Option<String>,
    pub csp_mode: Option<String>,
    pub csp_report_uri: Option<String>,
    pub csp_src_list: Vec<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One customized sign.
#[derive(Entity)]
pub struct CustomizedSignInPage {
    #[entity(key, on_delete = cascade)]
    pub brand_id: Key<Brand>,
    #[entity(body)]
    pub page_content: Option<String>,
    pub widget_version: Option<String>,
    pub widget_customizations: Option<Json>,
    pub csp_mode: Option<String>,
    pub csp_report_uri: Option<String>,
    pub csp_src_list: Vec<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One device assurance policy.
#[derive(Entity)]
pub struct DeviceAssurancePolicy {
    #[entity(key, sequence = "DEV-{:05}")]
    pub device_assurance_id: Key<DeviceAssurancePolicy>,
    pub policy_data: Json,
    pub user_stated_os_version: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One email customization.
#[derive(Entity)]
#[entity(unique(brand_id, template_name, language))]
pub struct EmailCustomization {
    #[entity(key, sequence = "EMA-{:05}")]
    pub id: Key<EmailCustomization>,
    #[entity(on_delete = cascade)]
    pub brand_id: Key<Brand>,
    #[entity(title)]
    pub template_name: String,
    #[entity(language)]
    pub language: String,
    #[entity(title)]
    pub subject: String,
    #[entity(body)]
    pub body: String,
    #[entity(default)]
    pub is_default: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One email domain.
#[derive(Entity)]
pub struct EmailDomain {
    #[entity(key, sequence = "EDO-{:05}")]
    pub id: Key<EmailDomain>,
    #[entity(on_delete = cascade)]
    pub brand_id: Key<Brand>,
    #[entity(unique)]
    pub domain: String,
    #[entity(title)]
    pub display_name: String,
    #[entity(username)]
    pub user_name: String,
    pub validation_subdomain: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Who gets the mails of a template.
#[derive(Entity)]
pub struct EmailSettings {
    #[entity(key, on_delete = cascade)]
    pub brand_id: Key<Brand>,
    #[entity(key)]
    pub template_name: String,
    pub recipients: Recipients,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One email template.
#[derive(Entity)]
pub struct EmailTemplate {
    #[entity(key, on_delete = cascade)]
    pub brand_id: Key<Brand>,
    #[entity(key)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One group.
#[derive(Entity)]
pub struct Group {
    #[entity(key, sequence = "GRO-{:05}")]
    pub id: Key<Group>,
    pub profile: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One login failure.
#[derive(Entity)]
pub struct LoginFailure {
    #[entity(key, sequence = "LOG-{:05}")]
    pub id: Key<LoginFailure>,
    pub date: Timestamp,
    #[entity(on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(body)]
    pub reason: String,
}
/// One policy.
#[derive(Entity)]
pub struct Policy {
    #[entity(key, sequence = "POL-{:05}")]
    pub id: Key<Policy>,
    pub policy_data: Json,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One policy rule.
#[derive(Entity)]
pub struct PolicyRule {
    #[entity(key, sequence = "PRU-{:05}")]
    pub id: Key<PolicyRule>,
    #[entity(on_delete = cascade)]
    pub policy_id: Key<Policy>,
    pub rule_data: Json,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One preview error page.
#[derive(Entity)]
pub struct PreviewErrorPage {
    #[entity(key, on_delete = cascade)]
    pub brand_id: Key<Brand>,
    #[entity(body)]
    pub page_content: Option<String>,
    pub csp_mode: Option<String>,
    pub csp_report_uri: Option<String>,
    pub csp_src_list: Vec<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One preview sign.
#[derive(Entity)]
pub struct PreviewSignInPage {
    #[entity(key, on_delete = cascade)]
    pub brand_id: Key<Brand>,
    #[entity(body)]
    pub page_content: Option<String>,
    pub widget_version: Option<String>,
    pub widget_customizations: Option<Json>,
    pub csp_mode: Option<String>,
    pub csp_report_uri: Option<String>,
    pub csp_src_list: Vec<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One sign out page settings.
#[derive(Entity)]
pub struct SignOutPageSettings {
    #[entity(key, on_delete = cascade)]
    pub brand_id: Key<Brand>,
    pub r#type: SignOutPageType,
    #[entity(url)]
    pub url: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    pub profile: Json,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A field that a user's profile can have.
#[derive(Entity)]
pub struct UserProfileAttribute {
    #[entity(key)]
    pub name: Key<UserProfileAttribute>,
    #[entity(title)]
    pub title: String,
    pub r#type: String,
    #[entity(default)]
    pub required: bool,
}
/// A user in a group.
#[derive(Entity)]
pub struct GroupMembership {
    #[entity(key, on_delete = cascade)]
    pub group_id: Key<Group>,
    #[entity(key, on_delete = cascade)]
    pub user_id: Key<User>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Where people land when they sign out.
#[derive(Choice)]
pub enum SignOutPageType {
    #[choice(rename = "OKTA_DEFAULT")]
    OktaDefault,
    #[choice(rename = "EXTERNALLY_HOSTED")]
    ExternallyHosted,
}
/// Who gets mails.
#[derive(Choice)]
pub enum Recipients {
    #[choice(rename = "ALL_USERS")]
    AllUsers,
    #[choice(rename = "ADMINS_ONLY")]
    AdminsOnly,
    #[choice(rename = "NO_USERS")]
    NoUsers,
}
/// Who looks after a certificate.
#[derive(Choice)]
pub enum CertificateSource {
    #[choice(rename = "MANUAL")]
    Manual,
    #[choice(rename = "OKTA_MANAGED")]
    OktaManaged,
}
pub trait Tools {
    #[tool(simulate(unclear_effect, "conditions come as expressions over what the rows hold"))]
    fn list_applications();
    #[tool(get, key(app_id), ignore(expand))]
    fn get_application() -> Application;
    #[tool(create, map(active = activate))]
    fn create_application() -> Application;
    #[tool(update, key(app_id))]
    fn update_application() -> Application;
    #[tool(delete, key(app_id))]
    fn delete_application() -> Application;
    #[tool(simulate(unclear_effect, "it removes the row only when the confirmation has the right words"))]
    fn confirm_delete_application();
    #[tool(update, key(app_id), set(active = true))]
    fn activate_application() -> Application;
    #[tool(update, key(app_id), set(active = false))]
    fn deactivate_application() -> Application;
    #[tool(search(name ~ q), page(limit, cursor = after), ignore(expand, fetch_all))]
    fn list_brands() -> Page<Brand>;
    #[tool(get, key(brand_id), ignore(expand))]
    fn get_brand() -> Brand;
    #[tool(create)]
    fn create_brand() -> Brand;
    #[tool(update, key(brand_id))]
    fn replace_brand() -> Brand;
    #[tool(delete, key(brand_id))]
    fn delete_brand() -> Brand;
    #[tool(list, filter(brand_id))]
    fn list_brand_domains() -> Page<CustomDomain>;
    #[tool(list)]
    fn list_custom_domains() -> Page<CustomDomain>;
    #[tool(create)]
    fn create_custom_domain() -> CustomDomain;
    #[tool(get, key(domain_id))]
    fn get_custom_domain() -> CustomDomain;
    #[tool(update, key(domain_id))]
    fn replace_custom_domain() -> CustomDomain;
    #[tool(delete, key(domain_id))]
    fn delete_custom_domain() -> CustomDomain;
    #[tool(upsert, key(domain_id))]
    fn upsert_custom_domain_certificate() -> CustomDomainCertificate;
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn verify_custom_domain();
    #[tool(simulate(unclear_effect, "it gathers the own, the preview and the default page"))]
    fn get_error_page_resources();
    #[tool(get, key(brand_id))]
    fn get_customized_error_page() -> CustomizedErrorPage;
    #[tool(upsert, key(brand_id))]
    fn replace_customized_error_page() -> CustomizedErrorPage;
    #[tool(delete, key(brand_id))]
    fn delete_customized_error_page() -> CustomizedErrorPage;
    #[tool(simulate(external_computation, "the answer is fixed in the product"))]
    fn get_default_error_page();
    #[tool(get, key(brand_id))]
    fn get_preview_error_page() -> PreviewErrorPage;
    #[tool(upsert, key(brand_id))]
    fn replace_preview_error_page() -> PreviewErrorPage;
    #[tool(delete, key(brand_id))]
    fn delete_preview_error_page() -> PreviewErrorPage;
    #[tool(simulate(unclear_effect, "it gathers the own, the preview and the default page"))]
    fn get_sign_in_page_resources();
    #[tool(get, key(brand_id))]
    fn get_customized_sign_in_page() -> CustomizedSignInPage;
    #[tool(upsert, key(brand_id))]
    fn replace_customized_sign_in_page() -> CustomizedSignInPage;
    #[tool(delete, key(brand_id))]
    fn delete_customized_sign_in_page() -> CustomizedSignInPage;
    #[tool(simulate(external_computation, "the answer is fixed in the product"))]
    fn get_default_sign_in_page();
    #[tool(get, key(brand_id))]
    fn get_preview_sign_in_page() -> PreviewSignInPage;
    #[tool(upsert, key(brand_id))]
    fn replace_preview_sign_in_page() -> PreviewSignInPage;
    #[tool(delete, key(brand_id))]
    fn delete_preview_sign_in_page() -> PreviewSignInPage;
    #[tool(simulate(external_computation, "the answer is fixed in the product"))]
    fn list_sign_in_widget_versions();
    #[tool(get, key(brand_id))]
    fn get_sign_out_page_settings() -> SignOutPageSettings;
    #[tool(upsert, key(brand_id))]
    fn replace_sign_out_page_settings() -> SignOutPageSettings;
    #[tool(list, filter(brand_id), page(cursor = after), ignore(expand, fetch_all))]
    fn list_email_templates() -> Page<EmailTemplate>;
    #[tool(get, key(brand_id, template_name), ignore(expand))]
    fn get_email_template() -> EmailTemplate;
    #[tool(list, filter(brand_id, template_name), page(cursor = after), ignore(fetch_all))]
    fn list_email_customizations() -> Page<EmailCustomization>;
    #[tool(create)]
    fn create_email_customization() -> EmailCustomization;
    #[tool(get, key(customization_id), filter(brand_id, template_name))]
    fn get_email_customization() -> EmailCustomization;
    #[tool(update, key(customization_id), filter(brand_id, template_name))]
    fn replace_email_customization() -> EmailCustomization;
    #[tool(delete, key(customization_id), filter(brand_id, template_name, language))]
    fn delete_email_customization() -> EmailCustomization;
    #[tool(simulate(unclear_effect, "it removes many rows at once"))]
    fn delete_all_email_customizations();
    #[tool(simulate(external_computation, "the mail is filled in for the user who asks"))]
    fn get_email_customization_preview();
    #[tool(simulate(external_computation, "the answer is fixed in the product"))]
    fn get_email_default_content();
    #[tool(simulate(external_computation, "the mail is filled in for the user who asks"))]
    fn get_email_default_content_preview();
    #[tool(get, key(brand_id, template_name))]
    fn get_email_settings() -> EmailSettings;
    #[tool(upsert, key(brand_id, template_name))]
    fn replace_email_settings() -> EmailSettings;
    #[tool(simulate(external_computation, "the mail leaves the service and no row tells of it"))]
    fn send_test_email();
    #[tool(list, ignore(expand_brands))]
    fn list_email_domains() -> Page<EmailDomain>;
    #[tool(create)]
    fn create_email_domain() -> EmailDomain;
    #[tool(get, key(email_domain_id), ignore(expand_brands))]
    fn get_email_domain() -> EmailDomain;
    #[tool(update, key(email_domain_id))]
    fn replace_email_domain() -> EmailDomain;
    #[tool(delete, key(email_domain_id))]
    fn delete_email_domain() -> EmailDomain;
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn verify_email_domain();
    #[tool(list, filter(brand_id))]
    fn list_brand_themes() -> Page<BrandTheme>;
    #[tool(get, key(theme_id), filter(brand_id))]
    fn get_brand_theme() -> BrandTheme;
    #[tool(update, key(theme_id), filter(brand_id))]
    fn replace_brand_theme() -> BrandTheme;
    #[tool(update, key(theme_id), filter(brand_id), map(logo = file_path))]
    fn upload_brand_theme_logo() -> BrandTheme;
    #[tool(update, key(theme_id), filter(brand_id), set(logo = None))]
    fn delete_brand_theme_logo() -> BrandTheme;
    #[tool(update, key(theme_id), filter(brand_id), map(favicon = file_path))]
    fn upload_brand_theme_favicon() -> BrandTheme;
    #[tool(update, key(theme_id), filter(brand_id), set(favicon = None))]
    fn delete_brand_theme_favicon() -> BrandTheme;
    #[tool(update, key(theme_id), filter(brand_id), map(background_image = file_path))]
    fn upload_brand_theme_background_image() -> BrandTheme;
    #[tool(update, key(theme_id), filter(brand_id), set(background_image = None))]
    fn delete_brand_theme_background_image() -> BrandTheme;
    #[tool(simulate(unclear_effect, "versions have to be compared with a threshold"))]
    fn list_device_assurance_policies();
    #[tool(get, key(device_assurance_id))]
    fn get_device_assurance_policy() -> DeviceAssurancePolicy;
    #[tool(create)]
    fn create_device_assurance_policy() -> DeviceAssurancePolicy;
    #[tool(update, key(device_assurance_id))]
    fn replace_device_assurance_policy() -> DeviceAssurancePolicy;
    #[tool(delete, key(device_assurance_id))]
    fn delete_device_assurance_policy() -> DeviceAssurancePolicy;
    #[tool(simulate(unclear_effect, "conditions come as expressions over what the rows hold"))]
    fn list_groups();
    #[tool(get, key(group_id))]
    fn get_group() -> Group;
    #[tool(create)]
    fn create_group() -> Group;
    #[tool(delete, key(group_id))]
    fn delete_group() -> Group;
    #[tool(simulate(unclear_effect, "it removes the row only when the confirmation has the right words"))]
    fn confirm_delete_group();
    #[tool(update, key(group_id))]
    fn update_group() -> Group;
    #[tool(list, filter(group_id), page(limit, cursor = after), ignore(fetch_all))]
    fn list_group_users() -> Page<GroupMembership>;
    #[tool(simulate(unclear_effect, "no tool says which applications a group may use"))]
    fn list_group_apps();
    #[tool(upsert, key(group_id, user_id))]
    fn add_user_to_group() -> GroupMembership;
    #[tool(delete, key(group_id, user_id))]
    fn remove_user_from_group() -> GroupMembership;
    #[tool(simulate(unclear_effect, "its filters look inside the data of the policies"))]
    fn list_policies();
    #[tool(get, key(policy_id))]
    fn get_policy() -> Policy;
    #[tool(create)]
    fn create_policy() -> Policy;
    #[tool(update, key(policy_id))]
    fn update_policy() -> Policy;
    #[tool(delete, key(policy_id))]
    fn delete_policy() -> Policy;
    #[tool(update, key(policy_id), set(active = true))]
    fn activate_policy() -> Policy;
    #[tool(update, key(policy_id), set(active = false))]
    fn deactivate_policy() -> Policy;
    #[tool(list, filter(policy_id), page(cursor = after), ignore(fetch_all))]
    fn list_policy_rules() -> Page<PolicyRule>;
    #[tool(get, key(rule_id), filter(policy_id))]
    fn get_policy_rule() -> PolicyRule;
    #[tool(create)]
    fn create_policy_rule() -> PolicyRule;
    #[tool(update, key(rule_id), filter(policy_id))]
    fn update_policy_rule() -> PolicyRule;
    #[tool(delete, key(rule_id), filter(policy_id))]
    fn delete_policy_rule() -> PolicyRule;
    #[tool(update, key(rule_id), filter(policy_id), set(active = true))]
    fn activate_policy_rule() -> PolicyRule;
    #[tool(update, key(rule_id), filter(policy_id), set(active = false))]
    fn deactivate_policy_rule() -> PolicyRule;
    #[tool(search(reason ~ q), filter(date >= since, date <= until, user_id))]
    fn get_login_failures() -> Page<LoginFailure>;
    #[tool(
        simulate(unclear_effect, "it tells of changes that the model does not record")
    )]
    fn get_logs();
    #[tool(simulate(unclear_effect, "conditions come as expressions over what the rows hold"))]
    fn list_users();
    #[tool(list)]
    fn get_user_profile_attributes() -> Page<UserProfileAttribute>;
    #[tool(get, key(user_id))]
    fn get_user() -> User;
    #[tool(create, map(active = activate))]
    fn create_user() -> User;
    #[tool(simulate(unclear_effect, "the profile changes only the fields that it names"))]
    fn update_user();
    #[tool(update, key(user_id), set(active = false))]
    fn deactivate_user() -> User;
    #[tool(delete, key(user_id), require(active = [false]))]
    fn delete_deactivated_user() -> User;
    #[tool(simulate(external_computation, "the users are written out as a file"))]
    fn export_users_csv();
}
