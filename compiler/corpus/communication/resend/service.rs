//! Resend: mails that an application sends, the domains and keys it sends with, and the audiences, contacts and broadcasts of its newsletters.
/// Everything that Resend knows.
#[derive(State)]
pub struct Resend {
    pub api_keys: Table<ApiKey>,
    pub audiences: Table<Audience>,
    pub broadcasts: Table<Broadcast>,
    pub contacts: Table<Contact>,
    pub domains: Table<Domain>,
    pub emails: Table<Email>,
}
/// One api key.
#[derive(Entity)]
pub struct ApiKey {
    #[entity(key, sequence = "API-{:05}")]
    pub id: Key<ApiKey>,
    #[entity(title)]
    pub name: String,
    #[entity(default = ApiKeyPermission::FullAccess)]
    pub permission: ApiKeyPermission,
    #[entity(on_delete = clear)]
    pub domain_id: Option<Key<Domain>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `permission` can be.
#[derive(Choice)]
pub enum ApiKeyPermission {
    FullAccess,
    SendingAccess,
}
/// One audience.
#[derive(Entity)]
pub struct Audience {
    #[entity(key, sequence = "AUD-{:05}")]
    pub id: Key<Audience>,
    #[entity(title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One broadcast.
#[derive(Entity)]
pub struct Broadcast {
    #[entity(key, sequence = "BRO-{:05}")]
    pub id: Key<Broadcast>,
    #[entity(on_delete = cascade)]
    pub audience_id: Key<Audience>,
    #[entity(email)]
    pub from: String,
    #[entity(title)]
    pub subject: String,
    pub reply_to: Option<Json>,
    pub html: Option<String>,
    #[entity(body)]
    pub text: Option<String>,
    #[entity(title)]
    pub name: Option<String>,
    pub scheduled_at: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = BroadcastStatus::Draft)]
    pub status: BroadcastStatus,
}
/// One contact.
#[derive(Entity)]
#[entity(unique(audience_id, email))]
pub struct Contact {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Contact>,
    #[entity(on_delete = cascade)]
    pub audience_id: Key<Audience>,
    #[entity(email)]
    pub email: String,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(default)]
    pub unsubscribed: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One domain.
#[derive(Entity)]
pub struct Domain {
    #[entity(key, sequence = "DOM-{:05}")]
    pub id: Key<Domain>,
    #[entity(unique)]
    pub name: String,
    #[entity(default = Region::UsEast1)]
    pub region: Region,
    #[entity(default)]
    pub click_tracking: bool,
    #[entity(default)]
    pub open_tracking: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = DomainStatus::NotStarted)]
    pub status: DomainStatus,
}
/// One email.
#[derive(Entity)]
pub struct Email {
    #[entity(key, sequence = "EMA-{:05}")]
    pub id: Key<Email>,
    #[entity(email)]
    pub from: String,
    #[entity(email)]
    pub to: Vec<String>,
    #[entity(title)]
    pub subject: String,
    #[entity(email)]
    pub bcc: Vec<String>,
    #[entity(email)]
    pub cc: Vec<String>,
    pub scheduled_at: Option<String>,
    pub reply_to: Option<Json>,
    pub html: Option<String>,
    #[entity(body)]
    pub text: Option<String>,
    pub tags: Option<Json>,
    #[entity(default)]
    pub cancelled: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a broadcast stands.
#[derive(Choice)]
pub enum BroadcastStatus {
    Draft,
    Queued,
    Sent,
}
/// How far the check of a domain's records is.
#[derive(Choice)]
pub enum DomainStatus {
    NotStarted,
    Pending,
    Verified,
    Failure,
}
/// Where mails are sent from.
#[derive(Choice)]
pub enum Region {
    #[choice(rename = "us-east-1")]
    UsEast1,
    #[choice(rename = "eu-west-1")]
    EuWest1,
    #[choice(rename = "sa-east-1")]
    SaEast1,
    #[choice(rename = "ap-northeast-1")]
    ApNortheast1,
}
pub trait Tools {
    #[tool(create)]
    fn send_email() -> Email;
    #[tool(get, key(id))]
    fn retrive_email() -> Email;
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn send_batch_emails();
    #[tool(update, key(id))]
    fn update_email() -> Email;
    #[tool(update, key(id), set(cancelled = true))]
    fn cancel_email() -> Email;
    #[tool(create)]
    fn create_domain() -> Domain;
    #[tool(get, key(id))]
    fn retrieve_domain() -> Domain;
    #[tool(update, key(id), set(status = DomainStatus::Pending))]
    fn verify_domain() -> Domain;
    #[tool(update, key(id))]
    fn update_domain() -> Domain;
    #[tool(list)]
    fn list_domains() -> Page<Domain>;
    #[tool(delete, key(id))]
    fn delete_domain() -> Domain;
    #[tool(create)]
    fn create_api_key() -> ApiKey;
    #[tool(list)]
    fn list_api_keys() -> Page<ApiKey>;
    #[tool(delete, key(api_key_id))]
    fn delete_api_key() -> ApiKey;
    #[tool(create)]
    fn create_audience() -> Audience;
    #[tool(get, key(id))]
    fn retrieve_audience() -> Audience;
    #[tool(delete, key(id))]
    fn delete_audience() -> Audience;
    #[tool(list)]
    fn list_audiences() -> Page<Audience>;
    #[tool(create)]
    fn create_contact() -> Contact;
    #[tool(get, key(id), filter(audience_id))]
    fn retrieve_contact() -> Contact;
    #[tool(update, key(id), filter(audience_id))]
    fn update_contact() -> Contact;
    #[tool(delete, key(id), filter(audience_id))]
    fn delete_contact() -> Contact;
    #[tool(list, filter(audience_id))]
    fn list_contacts() -> Page<Contact>;
    #[tool(create)]
    fn create_broadcast() -> Broadcast;
    #[tool(get, key(id))]
    fn retrieve_broadcast() -> Broadcast;
    #[tool(update, key(id), set(status = BroadcastStatus::Queued), require(status = [BroadcastStatus::Draft]))]
    fn send_broadcast() -> Broadcast;
    #[tool(delete, key(id))]
    fn delete_broadcast() -> Broadcast;
    #[tool(list)]
    fn list_broadcasts() -> Page<Broadcast>;
}
