//! Kobana: Pix charges of a company, one by one or recurring, with the accounts that are paid and the payments that came.
/// Everything that Kobana knows.
#[derive(State)]
pub struct Kobana {
    pub charge_automatic_pixes: Table<ChargeAutomaticPix>,
    pub charge_automatic_pix_recurrences: Table<ChargeAutomaticPixRecurrence>,
    pub charge_automatic_pix_requests: Table<ChargeAutomaticPixRequest>,
    pub charge_payments: Table<ChargePayment>,
    pub charge_pixes: Table<ChargePix>,
    pub charge_pix_accounts: Table<ChargePixAccount>,
    pub charge_pix_commands: Table<ChargePixCommand>,
}
/// One charge automatic pix.
#[derive(Entity)]
pub struct ChargeAutomaticPix {
    #[entity(key, sequence = "APX-{:05}")]
    pub uid: Key<ChargeAutomaticPix>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(money)]
    pub amount: Option<f64>,
    pub expire_at: Option<Timestamp>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = PixStatus::Opened)]
    pub status: PixStatus,
    #[entity(on_delete = cascade)]
    pub recurrence_uid: Key<ChargeAutomaticPixRecurrence>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One charge automatic pix recurrence.
#[derive(Entity)]
pub struct ChargeAutomaticPixRecurrence {
    #[entity(key, sequence = "REC-{:05}")]
    pub uid: Key<ChargeAutomaticPixRecurrence>,
    pub pix_account_id: Key<ChargePixAccount>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(money)]
    pub amount: Option<f64>,
    pub frequency: Option<String>,
    pub payer: Option<Json>,
    pub start_date: Option<Date>,
    pub end_date: Option<Date>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = RecurrenceStatus::Pending)]
    pub status: RecurrenceStatus,
}
/// One charge automatic pix request.
#[derive(Entity)]
pub struct ChargeAutomaticPixRequest {
    #[entity(key, sequence = "REQ-{:05}")]
    pub uid: Key<ChargeAutomaticPixRequest>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = RecurrenceStatus::Pending)]
    pub status: RecurrenceStatus,
    #[entity(on_delete = cascade)]
    pub recurrence_uid: Key<ChargeAutomaticPixRecurrence>,
    #[entity(money)]
    pub amount: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One charge payment.
#[derive(Entity)]
pub struct ChargePayment {
    #[entity(key, sequence = "PAY-{:05}")]
    pub uid: Key<ChargePayment>,
    #[entity(money)]
    pub amount: f64,
    pub payment_method: Option<String>,
    pub payer: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = PaymentStatus::Pending)]
    pub status: PaymentStatus,
}
/// One charge pix.
#[derive(Entity)]
pub struct ChargePix {
    #[entity(key, sequence = "PIX-{:05}")]
    pub uid: Key<ChargePix>,
    #[entity(money)]
    pub amount: f64,
    pub pix_account_id: Key<ChargePixAccount>,
    pub payer: Json,
    pub expire_at: Timestamp,
    #[entity(body)]
    pub message: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub interest: Option<Json>,
    pub discounts: Option<Json>,
    pub fine: Option<Json>,
    pub reduction: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub txid: Option<String>,
    #[entity(default = PixStatus::Opened)]
    pub status: PixStatus,
    pub cnpj_cpf: Option<String>,
    pub paid_at: Option<Timestamp>,
}
/// One charge pix account.
#[derive(Entity)]
pub struct ChargePixAccount {
    #[entity(key, sequence = "ACC-{:05}")]
    pub uid: Key<ChargePixAccount>,
    #[entity(title)]
    pub custom_name: Option<String>,
    #[entity(slug)]
    pub financial_provider_slug: String,
    #[entity(unique)]
    pub key: String,
    pub beneficiary: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// An order to the bank about a charge.
#[derive(Entity)]
pub struct ChargePixCommand {
    #[entity(key, sequence = "CMD-{:05}")]
    pub id: Key<ChargePixCommand>,
    #[entity(on_delete = cascade)]
    pub pix_uid: Key<ChargePix>,
    pub kind: CommandKind,
    pub status: CommandStatus,
    pub created_at: Timestamp,
}
/// Where a charge stands.
#[derive(Choice)]
pub enum PixStatus {
    Opened,
    Paid,
    Overdue,
    Expired,
    Canceled,
}
/// Where a recurrence or the payer's consent to it stands.
#[derive(Choice)]
pub enum RecurrenceStatus {
    Pending,
    Active,
    Rejected,
    Expired,
    Canceled,
}
/// Where a payment stands.
#[derive(Choice)]
pub enum PaymentStatus {
    Pending,
    Paid,
    Canceled,
}
/// What the bank is asked to do.
#[derive(Choice)]
pub enum CommandKind {
    Register,
    Update,
    Cancel,
}
/// How far an order is.
#[derive(Choice)]
pub enum CommandStatus {
    Pending,
    Succeeded,
    Failed,
}
pub trait Tools {
    #[tool(list, filter(status, recurrence_uid), page(page, limit = per_page))]
    fn list_charge_automatic_pix() -> Page<ChargeAutomaticPix>;
    #[tool(get, key(uid))]
    fn get_charge_automatic_pix() -> ChargeAutomaticPix;
    #[tool(update, key(uid))]
    fn patch_charge_automatic_pix() -> ChargeAutomaticPix;
    #[tool(update, key(uid), set(status = PixStatus::Canceled))]
    fn cancel_charge_automatic_pix() -> ChargeAutomaticPix;
    #[tool(simulate(external_computation, "the bank tries the charge again"))]
    fn retry_charge_automatic_pix();
    #[tool(update, key(uid))]
    fn update_charge_automatic_pix() -> ChargeAutomaticPix;
    #[tool(list, filter(status), page(page, limit = per_page))]
    fn list_charge_automatic_pix_recurrences() -> Page<ChargeAutomaticPixRecurrence>;
    #[tool(create)]
    fn create_charge_automatic_pix_recurrence() -> ChargeAutomaticPixRecurrence;
    #[tool(get, key(uid))]
    fn get_charge_automatic_pix_recurrence() -> ChargeAutomaticPixRecurrence;
    #[tool(update, key(uid))]
    fn patch_charge_automatic_pix_recurrence() -> ChargeAutomaticPixRecurrence;
    #[tool(update, key(uid), set(status = RecurrenceStatus::Canceled))]
    fn cancel_charge_automatic_pix_recurrence() -> ChargeAutomaticPixRecurrence;
    #[tool(update, key(uid))]
    fn update_charge_automatic_pix_recurrence() -> ChargeAutomaticPixRecurrence;
    #[tool(create)]
    fn create_charge_automatic_pix_recurrence_pix() -> ChargeAutomaticPix;
    #[tool(create)]
    fn create_charge_automatic_pix_recurrence_request() -> ChargeAutomaticPixRequest;
    #[tool(list, filter(status, recurrence_uid), page(page, limit = per_page))]
    fn list_charge_automatic_pix_requests() -> Page<ChargeAutomaticPixRequest>;
    #[tool(get, key(uid))]
    fn get_charge_automatic_pix_request() -> ChargeAutomaticPixRequest;
    #[tool(update, key(uid))]
    fn patch_charge_automatic_pix_request() -> ChargeAutomaticPixRequest;
    #[tool(update, key(uid), set(status = RecurrenceStatus::Canceled))]
    fn cancel_charge_automatic_pix_request() -> ChargeAutomaticPixRequest;
    #[tool(list, filter(status), page(page, limit = per_page))]
    fn list_charge_payments() -> Page<ChargePayment>;
    #[tool(create)]
    fn create_charge_payment() -> ChargePayment;
    #[tool(get, key(uid))]
    fn get_charge_payment() -> ChargePayment;
    #[tool(delete, key(uid))]
    fn delete_charge_payment() -> ChargePayment;
    #[tool(list, page(page, limit = per_page))]
    fn list_charge_pix_accounts() -> Page<ChargePixAccount>;
    #[tool(create)]
    fn create_charge_pix_account() -> ChargePixAccount;
    #[tool(get, key(uid))]
    fn get_charge_pix_account() -> ChargePixAccount;
    #[tool(update, key(uid))]
    fn update_charge_pix_account() -> ChargePixAccount;
    #[tool(delete, key(uid))]
    fn delete_charge_pix_account() -> ChargePixAccount;
    #[tool(list, filter(pix_uid), page(page, limit = per_page))]
    fn list_charge_pix_commands() -> Page<ChargePixCommand>;
    #[tool(get, key(id), filter(pix_uid))]
    fn get_charge_pix_command() -> ChargePixCommand;
    #[tool(list, filter(txid, status, pix_account_id, expire_at >= expire_from, expire_at <= expire_to, paid_at >= paid_from, paid_at <= paid_to, created_at >= created_from, created_at <= created_to, cnpj_cpf, tags has tags), page(page, limit = per_page))]
    fn list_charge_pix() -> Page<ChargePix>;
    #[tool(create)]
    fn create_charge_pix() -> ChargePix;
    #[tool(get, key(uid))]
    fn get_charge_pix() -> ChargePix;
    #[tool(delete, key(uid))]
    fn delete_charge_pix() -> ChargePix;
    #[tool(update, key(pix_uid))]
    fn update_charge_pix() -> ChargePix;
    #[tool(update, key(pix_uid), set(status = PixStatus::Canceled))]
    fn cancel_charge_pix() -> ChargePix;
}
