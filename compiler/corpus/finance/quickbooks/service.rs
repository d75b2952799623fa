//! QuickBooks keeps the customers and vendors of a business, its accounts, and the invoices and
//! payments between them.

/// Everything that QuickBooks knows.
#[derive(State)]
pub struct Quickbooks {
    pub accounts: Table<Account>,
    pub customers: Table<Customer>,
    pub invoices: Table<Invoice>,
    pub payments: Table<Payment>,
    pub vendors: Table<Vendor>,
}

/// An account of the books.
#[derive(Entity)]
pub struct Account {
    #[entity(key, sequence = "ACC-{:05}")]
    pub id: Key<Account>,
    #[entity(unique, title)]
    pub name: String,
    pub r#type: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = true)]
    pub is_active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub classification: Option<String>,
    #[entity(currency)]
    pub currency: Option<String>,
}

/// Someone that the business sells to.
#[derive(Entity)]
pub struct Customer {
    #[entity(key, sequence = "CUS-{:05}")]
    pub id: Key<Customer>,
    #[entity(unique, person)]
    pub display_name: Option<String>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub middle_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(company)]
    pub company: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(url)]
    pub website: Option<String>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(default)]
    pub is_taxable: bool,
    #[entity(default)]
    pub bill_with_parent: bool,
    #[entity(currency)]
    pub currency: Option<String>,
    pub payment_method_id: Option<String>,
    pub tax_code_id: Option<String>,
    #[entity(money)]
    pub balance: Option<f64>,
    pub open_balance_date: Option<String>,
    pub billing_street: Option<String>,
    pub billing_street2: Option<String>,
    #[entity(city)]
    pub billing_city: Option<String>,
    pub billing_state: Option<String>,
    pub billing_postal_code: Option<String>,
    #[entity(country)]
    pub billing_country: Option<String>,
    pub shipping_street: Option<String>,
    pub shipping_street2: Option<String>,
    #[entity(city)]
    pub shipping_city: Option<String>,
    pub shipping_state: Option<String>,
    pub shipping_postal_code: Option<String>,
    #[entity(country)]
    pub shipping_country: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = true)]
    pub is_active: bool,
}

/// What a customer is asked to pay.
#[derive(Entity)]
pub struct Invoice {
    #[entity(key, sequence = "INV-{:05}")]
    pub id: Key<Invoice>,
    pub customer_id: Key<Customer>,
    pub line_items: Option<Json>,
    #[entity(email)]
    pub send_to: Option<String>,
    #[entity(unique)]
    pub invoice_number: Option<String>,
    pub date: Option<Date>,
    pub ship_date: Option<Date>,
    pub due_date: Option<Date>,
    pub customer_memo: Option<String>,
    #[entity(email)]
    pub bill_email: Option<String>,
    #[entity(email)]
    pub bill_email_cc: Option<String>,
    #[entity(currency)]
    pub currency: Option<String>,
    pub tracking_number: Option<String>,
    #[entity(money)]
    pub deposit: Option<f64>,
    pub ship_method_id: Option<String>,
    pub billing_street: Option<String>,
    pub billing_street2: Option<String>,
    #[entity(city)]
    pub billing_city: Option<String>,
    pub billing_state: Option<String>,
    pub billing_postal_code: Option<String>,
    #[entity(country)]
    pub billing_country: Option<String>,
    pub shipping_street: Option<String>,
    pub shipping_street2: Option<String>,
    #[entity(city)]
    pub shipping_city: Option<String>,
    pub shipping_state: Option<String>,
    pub shipping_postal_code: Option<String>,
    #[entity(country)]
    pub shipping_country: Option<String>,
    #[entity(default)]
    pub voided: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(person)]
    pub customer_name: Option<String>,
    #[entity(money)]
    pub amount: Option<f64>,
    #[entity(money)]
    pub balance: Option<f64>,
    #[entity(default)]
    pub sent: bool,
}

/// What a customer paid.
#[derive(Entity)]
pub struct Payment {
    #[entity(key, sequence = "PAY-{:05}")]
    pub id: Key<Payment>,
    #[entity(money)]
    pub amount: f64,
    pub customer_id: Key<Customer>,
    #[entity(email)]
    pub send_to: Option<String>,
    pub date: Option<Date>,
    pub reference_number: Option<String>,
    pub payment_method_id: Option<String>,
    #[entity(on_delete = clear)]
    pub deposit_account_id: Option<Key<Account>>,
    #[entity(currency)]
    pub currency: Option<String>,
    pub exchange_rate: Option<f64>,
    #[entity(body)]
    pub private_note: Option<String>,
    #[entity(default)]
    pub voided: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(person)]
    pub customer_name: Option<String>,
    #[entity(money)]
    pub unapplied: Option<f64>,
    #[entity(default)]
    pub sent: bool,
}

/// Someone that the business buys from.
#[derive(Entity)]
pub struct Vendor {
    #[entity(key, sequence = "VEN-{:05}")]
    pub id: Key<Vendor>,
    #[entity(unique, person)]
    pub display_name: Option<String>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(person)]
    pub middle_name: Option<String>,
    #[entity(company)]
    pub company: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(url)]
    pub website: Option<String>,
    #[entity(person)]
    pub check_name: Option<String>,
    #[entity(default)]
    pub is_1099_vendor: bool,
    pub cost_rate: Option<f64>,
    pub bill_rate: Option<f64>,
    pub tax_id: Option<String>,
    pub account_number: Option<String>,
    #[entity(currency)]
    pub currency: Option<String>,
    pub street: Option<String>,
    pub street2: Option<String>,
    #[entity(city)]
    pub city: Option<String>,
    pub state: Option<String>,
    pub postal_code: Option<String>,
    #[entity(country)]
    pub country: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = true)]
    pub is_active: bool,
}

pub trait Tools {
    #[tool(create)]
    fn create_account() -> Account;

    #[tool(get, key(id))]
    fn get_account() -> Account;

    #[tool(list, filter(r#type, is_active = active_only), page(limit = max_results))]
    fn list_accounts() -> Page<Account>;

    #[tool(update, key(id))]
    fn update_account() -> Account;

    #[tool(
        list,
        filter(
            name~name,
            r#type,
            classification,
            is_active,
            currency,
            created_at>= created_after,
            created_at<= created_before,
            updated_at>= updated_after,
            updated_at<= updated_before
        ),
        page(limit = max_results, offset = start_position)
    )]
    fn search_accounts() -> Page<Account>;

    #[tool(create)]
    fn create_vendor() -> Vendor;

    #[tool(get, key(id))]
    fn get_vendor() -> Vendor;

    #[tool(list, filter(is_active = active_only), page(limit = max_results))]
    fn list_vendors() -> Page<Vendor>;

    #[tool(
        list,
        filter(
            display_name ~ name,
            display_name ~ display_name,
            company ~ company,
            first_name,
            last_name,
            email,
            phone,
            is_active,
            is_1099_vendor,
            account_number,
        ),
        page(limit = max_results, offset = start_position),
    )]
    fn search_vendors() -> Page<Vendor>;

    #[tool(update, key(id))]
    fn update_vendor() -> Vendor;

    #[tool(update, key(id), set(is_active = true))]
    fn activate_vendor() -> Vendor;

    #[tool(update, key(id), set(is_active = false))]
    fn deactivate_vendor() -> Vendor;

    #[tool(create)]
    fn create_invoice() -> Invoice;

    #[tool(get, key(id))]
    fn get_invoice() -> Invoice;

    #[tool(list, page(limit = max_results, offset = start_position))]
    fn list_invoices() -> Page<Invoice>;

    #[tool(
        list,
        filter(
            invoice_number,
            customer_id,
            customer_name,
            date>= date_from,
            date<= date_to,
            due_date>= due_date_from,
            due_date<= due_date_to,
            amount>= min_amount,
            amount<= max_amount,
            balance>= min_balance,
            balance<= max_balance,
            billing_city,
            billing_state,
            shipping_city,
            shipping_state
        ),
        page(limit = max_results, offset = start_position)
    )]
    fn search_invoices() -> Page<Invoice>;

    #[tool(update, key(id))]
    fn update_invoice() -> Invoice;

    #[tool(delete, key(id))]
    fn delete_invoice() -> Invoice;

    #[tool(update, key(id), set(sent = true))]
    fn send_invoice() -> Invoice;

    #[tool(update, key(id), set(voided = true))]
    fn void_invoice() -> Invoice;

    #[tool(create)]
    fn create_payment() -> Payment;

    #[tool(get, key(id))]
    fn get_payment() -> Payment;

    #[tool(list, page(limit = max_results, offset = start_position))]
    fn list_payments() -> Page<Payment>;

    #[tool(
        list,
        filter(
            customer_id,
            customer_name,
            reference_number,
            date>= date_from,
            date<= date_to,
            amount>= min_amount,
            amount<= max_amount,
            unapplied>= min_unapplied,
            unapplied<= max_unapplied,
            payment_method_id,
            deposit_account_id
        ),
        page(limit = max_results, offset = start_position)
    )]
    fn search_payments() -> Page<Payment>;

    #[tool(update, key(id))]
    fn update_payment() -> Payment;

    #[tool(delete, key(id))]
    fn delete_payment() -> Payment;

    #[tool(update, key(id), set(sent = true))]
    fn send_payment() -> Payment;

    #[tool(update, key(id), set(voided = true))]
    fn void_payment() -> Payment;

    #[tool(create)]
    fn create_customer() -> Customer;

    #[tool(get, key(id))]
    fn get_customer() -> Customer;

    #[tool(list, filter(is_active = active_only), page(limit = max_results))]
    fn list_customers() -> Page<Customer>;

    #[tool(update, key(id))]
    fn update_customer() -> Customer;

    #[tool(update, key(id), set(is_active = false))]
    fn deactivate_customer() -> Customer;

    #[tool(update, key(id), set(is_active = true))]
    fn activate_customer() -> Customer;

    #[tool(
        list,
        filter(
            display_name,
            first_name,
            last_name,
            company,
            email,
            phone,
            is_active,
            is_taxable,
            billing_city,
            billing_state,
            billing_postal_code,
            billing_country,
            shipping_city,
            shipping_state,
            shipping_postal_code,
            shipping_country,
            balance>= min_balance,
            balance<= max_balance,
            currency
        ),
        page(limit = max_results, offset = start_position)
    )]
    fn search_customers() -> Page<Customer>;
}
