//! Cold Outreach: workspaces with the sending domains, mailboxes, members and invoices of each.

/// Everything that Cold Outreach knows.
#[derive(State)]
pub struct ColdOutreach {
    pub api_keys: Table<ApiKey>,
    pub domains: Table<Domain>,
    pub domains_choices: Table<DomainsChoice>,
    pub health_tests: Table<HealthTest>,
    pub mailboxes: Table<Mailbox>,
    pub mailbox_choices: Table<MailboxChoice>,
    pub profile: One<Profile>,
    pub users: Table<User>,
    pub workspaces: Table<Workspace>,
    pub workspace_invoices: Table<WorkspaceInvoice>,
    pub workspace_payment_methods: Table<WorkspacePaymentMethod>,
}
/// A key that other programs use the account with.
#[derive(Entity)]
pub struct ApiKey {
    #[entity(key, sequence = "KEY-{:05}")]
    pub id: Key<ApiKey>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(secret)]
    pub value: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A sending domain of a workspace with its DNS records.
#[derive(Entity)]
pub struct Domain {
    #[entity(key)]
    pub domain: Key<Domain>,
    #[entity(on_delete = cascade)]
    pub workspace_id: IntKey<Workspace>,
    /// Where visitors of the domain are sent.
    #[entity(url)]
    pub redirect_domain: Option<String>,
    pub records: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The domains that a workspace means to buy, with the owner to register.
#[derive(Entity)]
pub struct DomainsChoice {
    #[entity(key, sequence = "DOM-{:05}")]
    pub id: Key<DomainsChoice>,
    pub domains: Vec<String>,
    pub whoisguard: bool,
    pub contact_info: Json,
    #[entity(on_delete = cascade)]
    pub workspace_id: IntKey<Workspace>,
    #[entity(url)]
    pub redirect_domain: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One test of how well mail from a workspace arrives.
#[derive(Entity)]
pub struct HealthTest {
    #[entity(key, sequence = "HEA-{:05}")]
    pub id: Key<HealthTest>,
    #[entity(on_delete = cascade)]
    pub workspace_id: IntKey<Workspace>,
    #[entity(on_delete = cascade)]
    pub domain: Option<Key<Domain>>,
    pub status: Option<String>,
    #[entity(percent, range = 0..=100)]
    pub score: Option<i64>,
    #[entity(created)]
    pub checked_at: Timestamp,
}
/// A mailbox that outreach mail is sent from.
#[derive(Entity)]
pub struct Mailbox {
    #[entity(key, sequence = "MBX-{:05}")]
    pub id: Key<Mailbox>,
    #[entity(on_delete = cascade)]
    pub workspace_id: IntKey<Workspace>,
    #[entity(on_delete = cascade)]
    pub domain: Option<Key<Domain>>,
    #[entity(unique, email)]
    pub address: String,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    #[entity(email)]
    pub forward_to: Option<String>,
    #[entity(body)]
    pub signature: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The mailboxes that a workspace means to order.
#[derive(Entity)]
pub struct MailboxChoice {
    #[entity(key, sequence = "MCH-{:05}")]
    pub id: Key<MailboxChoice>,
    pub mailboxes: Json,
    #[entity(on_delete = cascade)]
    pub workspace_id: IntKey<Workspace>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The person who is signed in.
#[derive(Entity)]
pub struct Profile {
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(company)]
    pub company: Option<String>,
}
/// A member of a workspace.
#[derive(Entity)]
#[entity(unique(workspace_id, email))]
pub struct User {
    #[entity(key, sequence)]
    pub id: IntKey<User>,
    pub role: String,
    #[entity(email)]
    pub email: String,
    #[entity(on_delete = cascade)]
    pub workspace_id: IntKey<Workspace>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A project with domains, mailboxes and a subscription of its own.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, sequence)]
    pub id: IntKey<Workspace>,
    #[entity(len = 1..=200, title)]
    pub project_name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub credits: f64,
    #[entity(range = 0..=100_000)]
    pub max_mailboxes: Option<i64>,
    pub subscription_status: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// An invoice for what a workspace uses.
#[derive(Entity)]
pub struct WorkspaceInvoice {
    #[entity(key, sequence = "INV-{:05}")]
    pub id: Key<WorkspaceInvoice>,
    #[entity(on_delete = cascade)]
    pub workspace_id: IntKey<Workspace>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub amount: f64,
    #[entity(currency)]
    pub currency: Option<String>,
    #[entity(default)]
    pub paid: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The card that a workspace pays with.
#[derive(Entity)]
pub struct WorkspacePaymentMethod {
    #[entity(key, sequence = "PAY-{:05}")]
    pub id: Key<WorkspacePaymentMethod>,
    #[entity(unique, on_delete = cascade)]
    pub workspace_id: IntKey<Workspace>,
    pub brand: Option<String>,
    #[entity(pattern = "^[0-9]{4}$")]
    pub last_four: Option<String>,
    #[entity(range = 1..=12)]
    pub expiry_month: Option<i64>,
    #[entity(range = 2000..=2100)]
    pub expiry_year: Option<i64>,
}
pub trait Tools {
    #[tool(get)]
    fn profile() -> Profile;
    #[tool(list, filter(workspace_id))]
    fn current_user_domains() -> Page<Domain>;
    #[tool(
        simulate(
            external_computation,
            "what it checks is computed outside the service's state"
        )
    )]
    fn check_available_domains();
    #[tool(create)]
    fn save_domains_choice() -> DomainsChoice;
    #[tool(simulate(unclear_effect, "it buys for many domains at once and charges the workspace"))]
    fn purchase_dns_hosting();
    #[tool(simulate(unclear_effect, "it changes many domains at once"))]
    fn change_domains_redirects();
    #[tool(update, key(domain), filter(workspace_id))]
    fn set_domain_dns_records() -> Domain;
    #[tool(simulate(unclear_effect, "it exchanges many domains at once"))]
    fn replace_restricted_domains();
    #[tool(list, filter(workspace_id))]
    fn current_user_mailboxes() -> Page<Mailbox>;
    #[tool(create)]
    fn save_mailbox_choice() -> MailboxChoice;
    #[tool(update, key(mailboxes), filter(workspace_id))]
    fn update_mailboxes() -> Vec<Mailbox>;
    #[tool(update, key(workspace_id), map(max_mailboxes = new_max_mailboxes))]
    fn upgrade_subscription() -> Workspace;
    #[tool(list)]
    fn api_keys() -> Page<ApiKey>;
    #[tool(get, key(workspace_id))]
    fn workspace_credits() -> Workspace;
    #[tool(get, key(workspace_id))]
    fn workspace_subscription_status() -> Workspace;
    #[tool(list, filter(workspace_id), sort(created_at, descending), page(limit))]
    fn workspace_invoices() -> Page<WorkspaceInvoice>;
    #[tool(list, filter(workspace_id))]
    fn workspace_payment_method() -> Page<WorkspacePaymentMethod>;
    #[tool(create)]
    fn workspace_add_user() -> User;
    #[tool(delete, key(user_id), filter(workspace_id))]
    fn workspace_delete_user() -> User;
    #[tool(update, key(workspace_id))]
    fn workspace_update() -> Workspace;
    #[tool(list, filter(workspace_id))]
    fn workspace_users() -> Page<User>;
    #[tool(create)]
    fn workspace_create() -> Workspace;
    #[tool(list, filter(workspace_id))]
    fn health_tests() -> Page<HealthTest>;
    #[tool(simulate(external_computation, "the health is measured from mail that is sent"))]
    fn domains_health();
    #[tool(get, key(domain), filter(workspace_id))]
    fn domains_dns_records() -> Domain;
}
