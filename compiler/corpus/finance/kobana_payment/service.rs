//! Kobana Payment: payments of bank slips, taxes, bills and instant transfers, alone or in batches to approve.

/// Everything that Kobana Payment knows.
#[derive(State)]
pub struct KobanaPayment {
    pub bank_billets: Table<BankBillet>,
    pub batches: Table<Batch>,
    pub darfs: Table<Darf>,
    pub pixes: Table<Pix>,
    pub taxes: Table<Tax>,
    pub utilities: Table<Utility>,
}
/// The payment of a bank slip.
#[derive(Entity)]
pub struct BankBillet {
    #[entity(key, sequence = "BAN-{:05}")]
    pub uid: Key<BankBillet>,
    #[entity(money)]
    pub amount: f64,
    pub financial_account_uid: String,
    pub code: String,
    pub scheduled_to: Option<Date>,
    pub external_id: Option<String>,
    pub custom_data: Option<Json>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Payments of one kind that are approved together.
#[derive(Entity)]
pub struct Batch {
    #[entity(key, sequence = "BAT-{:05}")]
    pub uid: Key<Batch>,
    pub kind: BatchKind,
    #[entity(default = BatchStatus::AwaitingApproval)]
    pub status: BatchStatus,
    pub financial_account_uid: String,
    pub payments: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The payment of a federal tax by its collection form.
#[derive(Entity)]
pub struct Darf {
    #[entity(key, sequence = "DAR-{:05}")]
    pub uid: Key<Darf>,
    #[entity(money)]
    pub amount: f64,
    pub financial_account_uid: String,
    pub calculation_date: Option<Date>,
    pub expire_at: Option<Date>,
    pub reference_number: Option<String>,
    pub taxpayer_number: Option<String>,
    pub tax_code: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// An instant payment by QR code.
#[derive(Entity)]
pub struct Pix {
    #[entity(key, sequence = "PIX-{:05}")]
    pub uid: Key<Pix>,
    pub financial_account_uid: String,
    pub qrcode: String,
    #[entity(money)]
    pub amount: Option<f64>,
    pub scheduled_to: Option<Date>,
    pub external_id: Option<String>,
    pub custom_data: Option<Json>,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub identifier: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The payment of a tax by its bar code.
#[derive(Entity)]
pub struct Tax {
    #[entity(key, sequence = "TAX-{:05}")]
    pub uid: Key<Tax>,
    #[entity(money)]
    pub amount: f64,
    pub financial_account_uid: String,
    pub code: String,
    pub kind: TaxKind,
    pub scheduled_to: Option<Date>,
    pub external_id: Option<String>,
    pub custom_data: Option<Json>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Which tax is paid.
#[derive(Choice)]
pub enum TaxKind {
    Itbi,
    Icms,
    Iss,
    Iptu,
    Fgts,
    Dare,
}
/// The payment of a bill for power, water and the like.
#[derive(Entity)]
pub struct Utility {
    #[entity(key, sequence = "UTL-{:05}")]
    pub uid: Key<Utility>,
    #[entity(money)]
    pub amount: f64,
    pub financial_account_uid: String,
    pub code: String,
    pub scheduled_to: Option<Date>,
    pub external_id: Option<String>,
    pub custom_data: Option<Json>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What sort of payments a batch holds.
#[derive(Choice)]
pub enum BatchKind {
    BankBillet,
    Pix,
    Darf,
    Tax,
    Utility,
}
/// Where a batch stands.
#[derive(Choice)]
pub enum BatchStatus {
    AwaitingApproval,
    Approved,
    Reproved,
}
pub trait Tools {
    #[tool(list, page(page, limit = per_page))]
    fn list_payment_bank_billets() -> Page<BankBillet>;
    #[tool(create)]
    fn create_payment_bank_billet() -> BankBillet;
    #[tool(get, key(uid))]
    fn get_payment_bank_billet() -> BankBillet;
    #[tool(list, page(page, limit = per_page))]
    fn list_payment_batches() -> Page<Batch>;
    #[tool(get, key(uid))]
    fn get_payment_batch() -> Batch;
    #[tool(update, key(uid), set(status = BatchStatus::Approved), require(status = [BatchStatus::AwaitingApproval]))]
    fn approve_payment_batch() -> Batch;
    #[tool(update, key(uid), set(status = BatchStatus::Reproved), require(status = [BatchStatus::AwaitingApproval]))]
    fn reprove_payment_batch() -> Batch;
    #[tool(create, set(kind = BatchKind::BankBillet))]
    fn create_payment_bank_billet_batch() -> Batch;
    #[tool(create, set(kind = BatchKind::Pix))]
    fn create_payment_pix_batch() -> Batch;
    #[tool(create, set(kind = BatchKind::Darf))]
    fn create_payment_darf_batch() -> Batch;
    #[tool(create, set(kind = BatchKind::Tax))]
    fn create_payment_tax_batch() -> Batch;
    #[tool(create, set(kind = BatchKind::Utility))]
    fn create_payment_utility_batch() -> Batch;
    #[tool(list, page(page, limit = per_page))]
    fn list_payment_darfs() -> Page<Darf>;
    #[tool(create)]
    fn create_payment_darf() -> Darf;
    #[tool(get, key(uid))]
    fn get_payment_darf() -> Darf;
    #[tool(list, page(page, limit = per_page))]
    fn list_payment_pix() -> Page<Pix>;
    #[tool(create)]
    fn create_payment_pix() -> Pix;
    #[tool(get, key(uid))]
    fn get_payment_pix() -> Pix;
    #[tool(list, page(page, limit = per_page))]
    fn list_payment_taxes() -> Page<Tax>;
    #[tool(create)]
    fn create_payment_tax() -> Tax;
    #[tool(get, key(uid))]
    fn get_payment_tax() -> Tax;
    #[tool(list, page(page, limit = per_page))]
    fn list_payment_utilities() -> Page<Utility>;
    #[tool(create)]
    fn create_payment_utility() -> Utility;
    #[tool(get, key(uid))]
    fn get_payment_utility() -> Utility;
}
