//! SendGrid: the mail that an account sends, its domains, senders and designs, and the webhooks and tracking.
/// Everything that SendGrid knows.
#[derive(State)]
pub struct Sendgrid {
    pub branded_links: Table<BrandedLink>,
    pub click_tracking_settings: One<ClickTrackingSettings>,
    pub designs: Table<Design>,
    pub domain_authentications: Table<DomainAuthentication>,
    pub emails: Table<Email>,
    pub engagement_quality_scores: Table<EngagementQualityScore>,
    pub event_webhooks: Table<EventWebhook>,
    pub open_tracking_settings: One<OpenTrackingSettings>,
    pub parse_webhooks: Table<ParseWebhook>,
    pub subscription_tracking_settings: One<SubscriptionTrackingSettings>,
    pub subuser_scores: Table<SubuserScore>,
    pub verified_senders: Table<VerifiedSender>,
    pub google_analytics_settings: One<GoogleAnalyticsSettings>,
    pub completed_steps: One<CompletedSteps>,
    pub prebuilt_designs: Table<PrebuiltDesign>,
}
/// A domain that links in mail go through.
#[derive(Entity)]
pub struct BrandedLink {
    #[entity(key, sequence)]
    pub id: IntKey<BrandedLink>,
    pub domain: String,
    pub subdomain: Option<String>,
    #[entity(default)]
    pub default: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default)]
    pub valid: bool,
}
/// Whether clicks are tracked.
#[derive(Entity)]
pub struct ClickTrackingSettings {
    #[entity(default)]
    pub enabled: bool,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A layout for mail.
#[derive(Entity)]
pub struct Design {
    #[entity(key, sequence = "DES-{:05}")]
    pub id: Key<Design>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub html_content: Option<String>,
    #[entity(body)]
    pub plain_content: Option<String>,
    pub categories: Vec<String>,
    #[entity(default)]
    pub generate_plain_content: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A domain that mail may be sent from, with its records.
#[derive(Entity)]
pub struct DomainAuthentication {
    #[entity(key, sequence)]
    pub domain_id: IntKey<DomainAuthentication>,
    #[entity(unique)]
    pub domain: String,
    pub subdomain: Option<String>,
    #[entity(username)]
    pub username: Option<String>,
    pub ips: Vec<String>,
    #[entity(default)]
    pub custom_spf: bool,
    #[entity(default)]
    pub default: bool,
    #[entity(default)]
    pub automatic_security: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default)]
    pub valid: bool,
}
/// A mail that was sent.
#[derive(Entity)]
pub struct Email {
    #[entity(key, sequence = "EMA-{:05}")]
    pub id: Key<Email>,
    pub from: Json,
    pub personalizations: Json,
    pub content: Json,
    #[entity(title)]
    pub subject: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The account's score on a day.
#[derive(Entity)]
pub struct EngagementQualityScore {
    #[entity(key, sequence = "ENG-{:05}")]
    pub id: Key<EngagementQualityScore>,
    #[entity(unique)]
    pub date: Date,
    #[entity(range = 1..=5)]
    pub score: Option<i64>,
}
/// Where events of mail are reported, and which.
#[derive(Entity)]
pub struct EventWebhook {
    #[entity(key, sequence = "EVE-{:05}")]
    pub id: Key<EventWebhook>,
    pub enabled: bool,
    #[entity(url)]
    pub url: String,
    #[entity(default)]
    pub group_resubscribe: bool,
    #[entity(default)]
    pub delivered: bool,
    #[entity(default)]
    pub group_unsubscribe: bool,
    #[entity(default)]
    pub spam_report: bool,
    #[entity(default)]
    pub bounce: bool,
    #[entity(default)]
    pub deferred: bool,
    #[entity(default)]
    pub unsubscribe: bool,
    #[entity(default)]
    pub processed: bool,
    #[entity(default)]
    pub open: bool,
    #[entity(default)]
    pub click: bool,
    #[entity(default)]
    pub dropped: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default)]
    pub signed: bool,
    #[entity(secret)]
    pub public_key: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether opens are tracked.
#[derive(Entity)]
pub struct OpenTrackingSettings {
    #[entity(default)]
    pub enabled: bool,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where mail that arrives at a host is handed on.
#[derive(Entity)]
pub struct ParseWebhook {
    #[entity(key)]
    pub hostname: Key<ParseWebhook>,
    #[entity(url)]
    pub url: String,
    #[entity(default)]
    pub spam_check: bool,
    #[entity(default)]
    pub send_raw: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// How recipients can unsubscribe.
#[derive(Entity)]
pub struct SubscriptionTrackingSettings {
    #[entity(default)]
    pub enabled: bool,
    pub landing: Option<String>,
    #[entity(url)]
    pub url: Option<String>,
    #[entity(body)]
    pub html_content: Option<String>,
    #[entity(body)]
    pub text_content: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub replace: Option<String>,
}
/// A subuser's score on a day.
#[derive(Entity)]
pub struct SubuserScore {
    #[entity(key, sequence = "SUB-{:05}")]
    pub id: Key<SubuserScore>,
    pub date: Date,
    #[entity(username)]
    pub username: String,
    #[entity(range = 1..=5)]
    pub score: Option<i64>,
}
/// An address that mail may be sent from.
#[derive(Entity)]
pub struct VerifiedSender {
    #[entity(key, sequence)]
    pub id: IntKey<VerifiedSender>,
    pub nickname: Option<String>,
    #[entity(unique, email)]
    pub from_email: String,
    #[entity(person)]
    pub from_name: String,
    #[entity(email)]
    pub reply_to: Option<String>,
    #[entity(person)]
    pub reply_to_name: Option<String>,
    #[entity(address)]
    pub address: String,
    pub address2: Option<String>,
    #[entity(city)]
    pub city: String,
    pub state: Option<String>,
    pub zip: Option<String>,
    #[entity(country)]
    pub country: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default)]
    pub verified: bool,
}
/// How links are marked for Google Analytics.
#[derive(Entity)]
pub struct GoogleAnalyticsSettings {
    #[entity(default)]
    pub enabled: bool,
    pub utm_source: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_term: Option<String>,
    pub utm_content: Option<String>,
    pub utm_campaign: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// How far the verification of senders has come.
#[derive(Entity)]
pub struct CompletedSteps {
    #[entity(default)]
    pub domain_verified: bool,
    #[entity(default)]
    pub sender_verified: bool,
}
/// A design that SendGrid offers to copy.
#[derive(Entity)]
pub struct PrebuiltDesign {
    #[entity(key, uuid)]
    pub id: Key<PrebuiltDesign>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub html_content: Option<String>,
    pub categories: Vec<String>,
}
pub trait Tools {
    #[tool(create)]
    fn send_email() -> Email;
    #[tool(create)]
    fn create_domain_authentication() -> DomainAuthentication;
    #[tool(simulate(unclear_effect, "which domain stands in as the default is decided by rules that the spec does not tell"))]
    fn get_default_domain_authentication();
    #[tool(simulate(unclear_effect, "the identifier is a text here and a number everywhere else"))]
    fn get_domain_authentication_by_id();
    #[tool(list, page(limit, offset))]
    fn list_authenticated_domains() -> Page<DomainAuthentication>;
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn validate_domain_authentication();
    #[tool(update, key(domain_id))]
    fn update_domain_authentication() -> DomainAuthentication;
    #[tool(delete, key(domain_id))]
    fn delete_domain_authentication() -> DomainAuthentication;
    #[tool(update, key(domain_id))]
    fn associate_domain_with_subuser() -> DomainAuthentication;
    #[tool(simulate(external_computation, "the records are sent to a colleague by mail"))]
    fn email_dns_records();
    #[tool(create)]
    fn create_branded_link() -> BrandedLink;
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn validate_branded_link();
    #[tool(simulate(unclear_effect, "which link stands in as the default is decided by rules that the spec does not tell"))]
    fn get_default_branded_link();
    #[tool(get, key(id))]
    fn get_branded_link() -> BrandedLink;
    #[tool(list, page(limit, offset))]
    fn list_branded_links() -> Page<BrandedLink>;
    #[tool(update, key(id))]
    fn update_branded_link() -> BrandedLink;
    #[tool(delete, key(id))]
    fn delete_branded_link() -> BrandedLink;
    #[tool(create)]
    fn create_verified_sender() -> VerifiedSender;
    #[tool(list)]
    fn get_all_verified_senders() -> Page<VerifiedSender>;
    #[tool(update, key(sender_id))]
    fn edit_verified_sender() -> VerifiedSender;
    #[tool(delete, key(sender_id))]
    fn delete_verified_sender() -> VerifiedSender;
    #[tool(get)]
    fn get_completed_steps() -> CompletedSteps;
    #[tool(simulate(external_computation, "which domains have a strict mail policy is known outside"))]
    fn get_domain_warn_list();
    #[tool(list, filter(date>= from, date<= to))]
    fn get_engagement_quality_scores() -> Page<EngagementQualityScore>;
    #[tool(list, filter(date), page(limit, cursor = after_key))]
    fn get_subusers_engagement_quality_scores() -> Page<SubuserScore>;
    #[tool(create)]
    fn create_design() -> Design;
    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn duplicate_design();
    #[tool(get, key(id))]
    fn get_design() -> Design;
    #[tool(list, page(limit = page_size, cursor = page_token), ignore(summary))]
    fn list_designs() -> Page<Design>;
    #[tool(update, key(id))]
    fn update_design() -> Design;
    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn duplicate_prebuilt_design();
    #[tool(get, key(id))]
    fn get_prebuilt_design() -> PrebuiltDesign;
    #[tool(list, page(limit = page_size, cursor = page_token))]
    fn list_prebuilt_designs() -> Page<PrebuiltDesign>;
    #[tool(delete, key(id))]
    fn delete_design() -> Design;
    #[tool(simulate(unclear_effect, "it gathers the settings of every kind of tracking"))]
    fn get_tracking_settings();
    #[tool(get)]
    fn get_click_tracking_settings() -> ClickTrackingSettings;
    #[tool(update)]
    fn update_click_tracking_settings() -> ClickTrackingSettings;
    #[tool(get)]
    fn get_google_analytics_settings() -> GoogleAnalyticsSettings;
    #[tool(update)]
    fn update_google_analytics_settings() -> GoogleAnalyticsSettings;
    #[tool(get)]
    fn get_open_tracking_settings() -> OpenTrackingSettings;
    #[tool(update)]
    fn update_open_tracking_settings() -> OpenTrackingSettings;
    #[tool(get)]
    fn get_subscription_tracking_settings() -> SubscriptionTrackingSettings;
    #[tool(update)]
    fn update_subscription_tracking_settings() -> SubscriptionTrackingSettings;
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_global_stats();
    #[tool(simulate(external_computation, "it counts what recipients did with the mail"))]
    fn get_browser_stats();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_client_type_stats();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_clients_stats();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_geo_stats();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_devices_stats();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_mailbox_providers_stats();
    #[tool(create)]
    fn create_event_webhook() -> EventWebhook;
    #[tool(simulate(external_computation, "a test event goes to a receiver outside"))]
    fn test_event_webhook();
    #[tool(get, key(id))]
    fn get_event_webhook_settings() -> EventWebhook;
    #[tool(update, key(id))]
    fn update_event_webhook_settings() -> EventWebhook;
    #[tool(delete, key(id))]
    fn delete_event_webhook() -> EventWebhook;
    #[tool(update, key(id), map(signed = enabled))]
    fn toggle_signature_verification() -> EventWebhook;
    #[tool(get, key(id))]
    fn get_signed_webhook_public_key() -> EventWebhook;
    #[tool(list)]
    fn get_parse_webhook_settings() -> Page<ParseWebhook>;
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_parse_webhook_stats();
    #[tool(list)]
    fn get_all_event_webhooks() -> Page<EventWebhook>;
    #[tool(create)]
    fn create_parse_webhook() -> ParseWebhook;
    #[tool(list)]
    fn list_parse_webhooks() -> Page<ParseWebhook>;
    #[tool(get, key(hostname))]
    fn get_parse_webhook() -> ParseWebhook;
    #[tool(update, key(hostname))]
    fn update_parse_webhook() -> ParseWebhook;
    #[tool(delete, key(hostname))]
    fn delete_parse_webhook() -> ParseWebhook;
}
