//! Stripe: customers, the catalog of products and prices, payments and their refunds,
//! subscriptions and invoices.
//!
//! Amounts are whole numbers in the currency's smallest unit (cents, pence, yen). A payment
//! intent has at most one successful charge, so the charge is a field of it and not a row of its
//! own. A repeated create call with the same idempotency key answers with what the first made.

/// Everything the account knows.
#[derive(State)]
pub struct Stripe {
    pub payment_methods: Table<PaymentMethod>,
    pub customers: Table<Customer>,
    pub products: Table<Product>,
    pub prices: Table<Price>,
    pub coupons: Table<Coupon>,
    pub subscriptions: Table<Subscription>,
    pub invoices: Table<Invoice>,
    pub payment_intents: Table<PaymentIntent>,
    pub refunds: Table<Refund>,
    pub idempotent_requests: Table<IdempotentRequest>,
}

/// A card that can be charged until it expires.
#[derive(Entity)]
pub struct PaymentMethod {
    #[entity(key, token("pm_", 24))]
    pub id: Key<PaymentMethod>,
    pub brand: CardBrand,
    #[entity(pattern = "^[0-9]{4}$")]
    pub last4: String,
    #[entity(range = 1..=12)]
    pub exp_month: i64,
    #[entity(range = 2025..=2060)]
    pub exp_year: i64,
}

/// Someone who buys.
#[derive(Entity)]
pub struct Customer {
    #[entity(key, token("cus_", 14))]
    pub id: Key<Customer>,
    #[entity(len = ..=256, person)]
    pub name: Option<String>,
    #[entity(len = ..=512, email)]
    pub email: Option<String>,
    #[entity(len = ..=20, phone)]
    pub phone: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    /// What the account owes the customer when negative; goes into the next invoice.
    #[entity(default = 0, range = ..=0, money)]
    pub balance: i64,
    /// What subscriptions are charged to.
    #[entity(on_delete = clear)]
    pub default_payment_method: Option<Key<PaymentMethod>>,
    pub metadata: BTreeMap<String, String>,
    #[entity(created)]
    pub created: Timestamp,
}

/// A good or a service of the catalog.
#[derive(Entity)]
pub struct Product {
    #[entity(key, token("prod_", 14))]
    pub id: Key<Product>,
    #[entity(len = 1..=250, product)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// Whether it can be bought at present.
    #[entity(default = true)]
    pub active: bool,
    pub metadata: BTreeMap<String, String>,
    #[entity(created)]
    pub created: Timestamp,
    #[entity(updated)]
    pub updated: Timestamp,
}

/// What one unit of a product costs; amount and currency never change.
#[derive(Entity)]
pub struct Price {
    #[entity(key, token("price_", 24))]
    pub id: Key<Price>,
    /// A product stays as long as it has prices.
    pub product: Key<Product>,
    #[entity(range = 0..=99_999_999, money)]
    pub unit_amount: i64,
    pub currency: Currency,
    pub r#type: PriceType,
    /// How often a recurring price is charged; `null` for a one-time price.
    pub recurring: Option<Recurring>,
    #[entity(default = true)]
    pub active: bool,
    pub metadata: BTreeMap<String, String>,
    #[entity(created)]
    pub created: Timestamp,
}

/// The rhythm of a recurring price: every so many intervals.
#[derive(Record)]
pub struct Recurring {
    pub interval: Interval,
    #[record(default = 1, range = 1..=365)]
    pub interval_count: i64,
}

/// A discount on the first invoice of a subscription: a share of it, or an amount.
#[derive(Entity)]
pub struct Coupon {
    #[entity(key)]
    pub id: Key<Coupon>,
    #[entity(title)]
    pub name: String,
    #[entity(range = 0..=100, percent)]
    pub percent_off: Option<f64>,
    #[entity(range = 0..=99_999_999, money)]
    pub amount_off: Option<i64>,
    /// Whether it can still be redeemed.
    #[entity(default = true)]
    pub valid: bool,
    #[entity(default = 0, range = 0.., quantity)]
    pub times_redeemed: i64,
}

/// A customer's standing order.
#[derive(Entity)]
pub struct Subscription {
    #[entity(key, token("sub_", 24))]
    pub id: Key<Subscription>,
    /// A deleted customer's subscriptions end with the customer.
    #[entity(on_delete = cascade)]
    pub customer: Key<Customer>,
    #[entity(default = SubscriptionStatus::Active)]
    pub status: SubscriptionStatus,
    #[entity(len = 1..=20)]
    pub items: Vec<SubscriptionItem>,
    #[entity(on_delete = clear)]
    pub coupon: Option<Key<Coupon>>,
    pub current_period_start: Timestamp,
    pub current_period_end: Timestamp,
    pub trial_end: Option<Timestamp>,
    pub canceled_at: Option<Timestamp>,
    pub metadata: BTreeMap<String, String>,
    #[entity(created)]
    pub created: Timestamp,
}

/// A price and how many units of it a subscription has.
#[derive(Record)]
pub struct SubscriptionItem {
    /// Names the item in an update; made by the service.
    #[record(default)]
    pub id: String,
    pub price: Key<Price>,
    #[record(default = 1, range = 1..=1_000_000, quantity)]
    pub quantity: i64,
}

/// A change to the items of a subscription: with an `id` to that item, without one a new item.
#[derive(Record)]
pub struct ItemChange {
    pub id: Option<String>,
    pub price: Option<Key<Price>>,
    pub quantity: Option<i64>,
    #[record(default)]
    pub deleted: bool,
}

/// A demand for payment. It outlives the customer, so it keeps the name and address.
#[derive(Entity)]
pub struct Invoice {
    #[entity(key, token("in_", 24))]
    pub id: Key<Invoice>,
    #[entity(on_delete = clear)]
    pub customer: Option<Key<Customer>>,
    #[entity(person)]
    pub customer_name: Option<String>,
    #[entity(email)]
    pub customer_email: Option<String>,
    #[entity(on_delete = clear)]
    pub subscription: Option<Key<Subscription>>,
    #[entity(default = InvoiceStatus::Draft)]
    pub status: InvoiceStatus,
    /// Negative when it credits the customer.
    #[entity(range = -999_999_999..=999_999_999, money)]
    pub total: i64,
    pub currency: Currency,
    #[entity(title)]
    pub description: Option<String>,
    pub due_date: Option<Date>,
    #[entity(created)]
    pub created: Timestamp,
}

/// A payment on its way: from the intention to the charge.
#[derive(Entity)]
pub struct PaymentIntent {
    #[entity(key, token("pi_", 24))]
    pub id: Key<PaymentIntent>,
    #[entity(range = 1..=99_999_999, money)]
    pub amount: i64,
    pub currency: Currency,
    #[entity(default = PaymentStatus::RequiresPaymentMethod)]
    pub status: PaymentStatus,
    /// Who pays; `null` for a guest, or once the customer is deleted.
    #[entity(on_delete = clear)]
    pub customer: Option<Key<Customer>>,
    #[entity(on_delete = clear)]
    pub payment_method: Option<Key<PaymentMethod>>,
    #[entity(title)]
    pub description: Option<String>,
    /// The successful charge.
    #[entity(unique)]
    pub latest_charge: Option<String>,
    pub cancellation_reason: Option<CancellationReason>,
    pub canceled_at: Option<Timestamp>,
    pub metadata: BTreeMap<String, String>,
    #[entity(created)]
    pub created: Timestamp,
}

/// Money given back; all refunds of a payment together never exceed it.
#[derive(Entity)]
pub struct Refund {
    #[entity(key, token("re_", 24))]
    pub id: Key<Refund>,
    pub payment_intent: Key<PaymentIntent>,
    pub charge: Option<String>,
    #[entity(range = 1..=99_999_999, money)]
    pub amount: i64,
    pub currency: Currency,
    pub reason: Option<RefundReason>,
    #[entity(default = RefundStatus::Succeeded)]
    pub status: RefundStatus,
    pub metadata: BTreeMap<String, String>,
    #[entity(created)]
    pub created: Timestamp,
}

/// A create call that may be repeated without making a second row.
#[derive(Entity)]
pub struct IdempotentRequest {
    #[entity(key, len = 1..=255)]
    pub key: String,
    /// The tool that was called.
    pub tool: String,
    /// The arguments that it was called with.
    pub request: Json,
    /// The identifier of the row that it made.
    pub made: String,
}

/// Who issued a card.
#[derive(Choice)]
pub enum CardBrand {
    Visa,
    Mastercard,
    Amex,
    Unionpay,
    Jcb,
}

/// A currency that the account takes.
#[derive(Choice)]
pub enum Currency {
    Usd,
    Eur,
    Gbp,
    Cny,
    Jpy,
}

/// Whether a price is charged once or again and again.
#[derive(Choice)]
pub enum PriceType {
    OneTime,
    Recurring,
}

/// The unit of a rhythm.
#[derive(Choice)]
pub enum Interval {
    Day,
    Week,
    Month,
    Year,
}

/// Where a subscription stands.
#[derive(Choice)]
pub enum SubscriptionStatus {
    /// Its first invoice is not paid.
    Incomplete,
    IncompleteExpired,
    Trialing,
    Active,
    PastDue,
    Unpaid,
    Paused,
    Canceled,
}

/// Where an invoice stands.
#[derive(Choice)]
pub enum InvoiceStatus {
    Draft,
    Open,
    Paid,
    Uncollectible,
    Void,
}

/// Where a payment stands.
#[derive(Choice)]
pub enum PaymentStatus {
    RequiresPaymentMethod,
    RequiresConfirmation,
    Succeeded,
    Canceled,
}

/// Why a payment was given up.
#[derive(Choice)]
pub enum CancellationReason {
    Duplicate,
    Fraudulent,
    RequestedByCustomer,
    Abandoned,
}

/// Why money was given back.
#[derive(Choice)]
pub enum RefundReason {
    Duplicate,
    Fraudulent,
    RequestedByCustomer,
}

/// Where a refund stands.
#[derive(Choice)]
pub enum RefundStatus {
    Pending,
    Succeeded,
    Failed,
    Canceled,
}

pub trait Tools {
    /// Announces a payment. With a payment method it waits to be confirmed only.
    #[tool(
        create,
        types(metadata = Json),
        reads(payment_methods, customers, payment_intents, idempotent_requests),
        writes(payment_intents, idempotent_requests)
    )]
    #[case(
        args = r#"{"amount":2500,"currency":"eur","customer":"cus_HarborBakery01","payment_method":"pm_HarborVisa","metadata":{"order":"A-77"}}"#,
        ok = r#"{"amount":2500,"status":"requires_confirmation","customer":"cus_HarborBakery01","metadata":{"order":"A-77"},"latest_charge":null}"#
    )]
    #[case(
        args = r#"{"amount":2500,"currency":"eur"}"#,
        ok = r#"{"status":"requires_payment_method","customer":null}"#
    )]
    #[case(args = r#"{"amount":0,"currency":"eur"}"#, error = "invalid_argument")]
    #[case(args = r#"{"amount":50,"currency":"eur","customer":"cus_Nobody"}"#, error = "not_found")]
    #[case(
        args = r#"{"amount":50,"currency":"eur","customer":"cus_LenaOrtiz0001","payment_method":"pm_HarborVisa"}"#,
        error = "failed_precondition"
    )]
    fn create_payment_intent(
        state: &mut Stripe,
        args: CreatePaymentIntent,
        cx: &mut Context,
    ) -> Result<RowRef<PaymentIntent>, ToolError> {
        let request = serde_json::json!({
            "amount": args.amount,
            "currency": args.currency.as_str(),
            "customer": args.customer.as_ref().map(Key::as_str),
            "payment_method": args.payment_method.as_ref().map(Key::as_str),
            "description": args.description.clone(),
            "metadata": args.metadata.as_ref().map(|metadata| &metadata.0),
        });
        let idempotency = Idempotency::new("create_payment_intent", args.idempotency_key, request);
        if let Some(id) = idempotency.made_before(state)? {
            return state.payment_intents.find(&id);
        }
        if let Some(customer) = &args.customer {
            state.customers.find(customer)?;
        }
        if let Some(method) = &args.payment_method {
            check_usable(state, method, args.customer.as_ref(), cx)?;
        }
        let status = match args.payment_method {
            Some(_) => PaymentStatus::RequiresConfirmation,
            None => PaymentStatus::RequiresPaymentMethod,
        };
        let intent = state.payment_intents.next_key(cx);
        idempotency.remember(state, intent.as_str())?;
        state.payment_intents.insert(PaymentIntent {
            id: intent,
            amount: args.amount,
            currency: args.currency,
            status,
            customer: args.customer,
            payment_method: args.payment_method,
            description: args.description,
            latest_charge: None,
            cancellation_reason: None,
            canceled_at: None,
            metadata: read_metadata(args.metadata)?,
            created: cx.now(),
        })
    }

    /// Charges the payment method of a payment that is neither done nor canceled.
    #[tool(
        update,
        key(payment_intent_id),
        set(status = PaymentStatus::Succeeded),
        require(status = [PaymentStatus::RequiresPaymentMethod, PaymentStatus::RequiresConfirmation]),
        reads(payment_methods, customers, payment_intents),
        writes(payment_intents)
    )]
    #[case(
        args = r#"{"payment_intent_id":"pi_HarborOpen"}"#,
        ok = r#"{"id":"pi_HarborOpen","status":"succeeded","payment_method":"pm_HarborVisa"}"#
    )]
    #[case(args = r#"{"payment_intent_id":"pi_HarborPaid"}"#, error = "failed_precondition")]
    #[case(args = r#"{"payment_intent_id":"pi_GuestOpen"}"#, error = "failed_precondition")]
    #[case(
        args = r#"{"payment_intent_id":"pi_GuestOpen","payment_method":"pm_ExpiredCard"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"payment_intent_id":"pi_Nothing"}"#, error = "not_found")]
    fn confirm_payment_intent(
        state: &mut Stripe,
        args: ConfirmPaymentIntent,
        cx: &mut Context,
    ) -> Result<RowRef<PaymentIntent>, ToolError> {
        let intent = state.payment_intents.find(&args.payment_intent_id)?;
        if matches!(intent.status, PaymentStatus::Succeeded | PaymentStatus::Canceled) {
            return Err(ToolError::failed_precondition(format!(
                "payment intent `{}` is {} and cannot be confirmed",
                intent.id, intent.status
            )));
        }
        let Some(method) = args.payment_method.or_else(|| intent.payment_method.clone()) else {
            return Err(ToolError::failed_precondition(
                "the payment intent has no payment method yet; pass `payment_method`",
            ));
        };
        check_usable(state, &method, intent.customer.as_ref(), cx)?;
        let charge = cx.token("ch_", 24);
        state.payment_intents.update(&args.payment_intent_id, |intent| {
            intent.payment_method = Some(method);
            intent.status = PaymentStatus::Succeeded;
            intent.latest_charge = Some(charge);
            Ok(())
        })
    }

    #[tool(
        update,
        key(payment_intent_id),
        set(status = PaymentStatus::Canceled, canceled_at = cx.now()),
        require(status = [PaymentStatus::RequiresPaymentMethod, PaymentStatus::RequiresConfirmation])
    )]
    fn cancel_payment_intent() -> PaymentIntent;

    #[tool(get, key(payment_intent_id))]
    fn get_payment_intent() -> PaymentIntent;

    #[tool(list, filter(customer), sort(created, descending), page(limit = limit, cursor = starting_after))]
    fn list_payment_intents() -> Page<PaymentIntent>;

    /// Adds a customer.
    #[tool(
        create,
        types(metadata = Json),
        reads(customers, idempotent_requests),
        writes(customers, idempotent_requests)
    )]
    #[case(
        args = r#"{"name":"Omar Haddad","email":"omar@quayside.example","metadata":{"crm":17},"idempotency_key":"new-1"}"#,
        ok = r#"{"name":"Omar Haddad","email":"omar@quayside.example","phone":null,"balance":0,"metadata":{"crm":"17"}}"#
    )]
    #[case(
        args = r#"{"name":"Harbor Bakery","email":"pay@harborbakery.example","idempotency_key":"import-1"}"#,
        ok = r#"{"id":"cus_HarborBakery01"}"#
    )]
    #[case(args = r#"{"name":"Someone else","idempotency_key":"import-1"}"#, error = "conflict")]
    #[case(args = r#"{"name":"Omar","metadata":{"tags":["a"]}}"#, error = "invalid_argument")]
    fn create_customer(
        state: &mut Stripe,
        args: CreateCustomer,
        cx: &mut Context,
    ) -> Result<RowRef<Customer>, ToolError> {
        let request = serde_json::json!({
            "name": args.name.clone(),
            "email": args.email.clone(),
            "phone": args.phone.clone(),
            "description": args.description.clone(),
            "metadata": args.metadata.as_ref().map(|metadata| &metadata.0),
        });
        let idempotency = Idempotency::new("create_customer", args.idempotency_key, request);
        if let Some(id) = idempotency.made_before(state)? {
            return state.customers.find(&id);
        }
        let id = state.customers.next_key(cx);
        idempotency.remember(state, id.as_str())?;
        state.customers.insert(Customer {
            id,
            name: args.name,
            email: args.email,
            phone: args.phone,
            description: args.description,
            balance: 0,
            default_payment_method: None,
            metadata: read_metadata(args.metadata)?,
            created: cx.now(),
        })
    }

    #[tool(get, key(customer_id))]
    fn get_customer() -> Customer;

    /// Changes what is given. Metadata is merged; an empty value removes its entry.
    #[tool(update, key(customer_id), types(metadata = Json))]
    #[case(
        args = r#"{"customer_id":"cus_HarborBakery01","phone":"+31 20 555 0199","metadata":{"tier":"gold","source":""}}"#,
        ok = r#"{"name":"Harbor Bakery","phone":"+31 20 555 0199","metadata":{"tier":"gold"}}"#
    )]
    #[case(args = r#"{"customer_id":"cus_Nobody","name":"X"}"#, error = "not_found")]
    fn update_customer(
        state: &mut Stripe,
        args: UpdateCustomer,
        _cx: &mut Context,
    ) -> Result<RowRef<Customer>, ToolError> {
        state.customers.update(&args.customer_id, |customer| {
            replace_given(&mut customer.name, args.name);
            replace_given(&mut customer.email, args.email);
            replace_given(&mut customer.phone, args.phone);
            replace_given(&mut customer.description, args.description);
            merge_metadata(&mut customer.metadata, args.metadata)
        })
    }

    #[tool(list, filter(email), sort(created, descending), page(limit = limit, cursor = starting_after))]
    fn list_customers() -> Page<Customer>;

    #[tool(list, filter(customer, status), sort(created, descending), page(limit = limit, cursor = starting_after))]
    fn list_invoices() -> Page<Invoice>;

    #[tool(delete, key(customer_id))]
    fn delete_customer() -> Customer;

    /// Gives back a succeeded payment, named by itself or by its charge: wholly, or the amount
    /// given, as long as all refunds together do not exceed it.
    #[tool(
        create,
        types(metadata = Json),
        reads(payment_intents, refunds, idempotent_requests),
        writes(refunds, idempotent_requests)
    )]
    #[case(
        args = r#"{"payment_intent":"pi_HarborPaid","amount":1500,"reason":"duplicate"}"#,
        ok = r#"{"payment_intent":"pi_HarborPaid","charge":"ch_HarborPaid","amount":1500,"currency":"eur","reason":"duplicate","status":"succeeded"}"#
    )]
    #[case(args = r#"{"charge":"ch_HarborPaid"}"#, ok = r#"{"amount":9900}"#)]
    #[case(
        args = r#"{"payment_intent":"pi_HarborPaid","amount":9901}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"payment_intent":"pi_HarborOpen"}"#, error = "failed_precondition")]
    #[case(args = r#"{"charge":"ch_Nothing"}"#, error = "not_found")]
    #[case(args = r#"{"amount":100}"#, error = "invalid_argument")]
    fn create_refund(
        state: &mut Stripe,
        args: CreateRefund,
        cx: &mut Context,
    ) -> Result<RowRef<Refund>, ToolError> {
        let request = serde_json::json!({
            "charge": args.charge.clone(),
            "payment_intent": args.payment_intent.as_ref().map(Key::as_str),
            "amount": args.amount,
            "reason": args.reason.as_ref().map(RefundReason::as_str),
            "metadata": args.metadata.as_ref().map(|metadata| &metadata.0),
        });
        let idempotency = Idempotency::new("create_refund", args.idempotency_key, request);
        if let Some(id) = idempotency.made_before(state)? {
            return state.refunds.find(&id);
        }
        let intent = find_payment(state, args.payment_intent.as_ref(), args.charge.as_deref())?;
        let left = refundable(state, &intent)?;
        let amount = args.amount.unwrap_or(left);
        if amount > left {
            return Err(ToolError::invalid_argument(format!(
                "the refund of {amount} is greater than the {left} that can still be refunded"
            )));
        }
        let id = state.refunds.next_key(cx);
        idempotency.remember(state, id.as_str())?;
        state.refunds.insert(Refund {
            id,
            payment_intent: intent.id.clone(),
            charge: intent.latest_charge.clone(),
            amount,
            currency: intent.currency,
            reason: args.reason,
            status: RefundStatus::Succeeded,
            metadata: read_metadata(args.metadata)?,
            created: cx.now(),
        })
    }

    #[tool(get, key(refund_id))]
    fn get_refund() -> Refund;

    #[tool(list, filter(charge, payment_intent), sort(created, descending), page(limit = limit, cursor = starting_after))]
    fn list_refunds() -> Page<Refund>;

    /// Adds a product to the catalog.
    #[tool(
        create,
        types(metadata = Json),
        reads(products, idempotent_requests),
        writes(products, idempotent_requests)
    )]
    #[case(
        args = r#"{"name":"Rye starter kit","description":"Flour and culture"}"#,
        ok = r#"{"name":"Rye starter kit","description":"Flour and culture","active":true,"metadata":{}}"#
    )]
    #[case(args = r#"{"name":""}"#, error = "invalid_argument")]
    fn create_product(
        state: &mut Stripe,
        args: CreateProduct,
        cx: &mut Context,
    ) -> Result<RowRef<Product>, ToolError> {
        let request = serde_json::json!({
            "name": args.name.clone(),
            "description": args.description.clone(),
            "active": args.active,
            "metadata": args.metadata.as_ref().map(|metadata| &metadata.0),
        });
        let idempotency = Idempotency::new("create_product", args.idempotency_key, request);
        if let Some(id) = idempotency.made_before(state)? {
            return state.products.find(&id);
        }
        let id = state.products.next_key(cx);
        idempotency.remember(state, id.as_str())?;
        state.products.insert(Product {
            id,
            name: args.name,
            description: args.description,
            active: args.active.unwrap_or(true),
            metadata: read_metadata(args.metadata)?,
            created: cx.now(),
            updated: cx.now(),
        })
    }

    #[tool(get, key(product_id))]
    fn get_product() -> Product;

    /// Changes what is given. Metadata is merged; an empty value removes its entry.
    #[tool(update, key(product_id), types(metadata = Json))]
    #[case(
        args = r#"{"product_id":"prod_BreadBox","active":false,"metadata":{"season":"winter"}}"#,
        ok = r#"{"id":"prod_BreadBox","name":"Bread box","active":false,"metadata":{"season":"winter"}}"#
    )]
    #[case(args = r#"{"product_id":"prod_Nothing","active":false}"#, error = "not_found")]
    fn update_product(
        state: &mut Stripe,
        args: UpdateProduct,
        cx: &mut Context,
    ) -> Result<RowRef<Product>, ToolError> {
        let now = cx.now();
        state.products.update(&args.product_id, |product| {
            product.name = args.name.unwrap_or_else(|| product.name.clone());
            replace_given(&mut product.description, args.description);
            product.active = args.active.unwrap_or(product.active);
            product.updated = now;
            merge_metadata(&mut product.metadata, args.metadata)
        })
    }

    #[tool(list, filter(active), sort(created, descending), page(limit = limit, cursor = starting_after))]
    fn list_products() -> Page<Product>;

    #[tool(delete, key(product_id))]
    fn delete_product() -> Product;

    /// Prices a product: with `recurring` for subscriptions, without it for single payments.
    #[tool(
        create,
        map(product = product_id),
        types(metadata = Json),
        reads(products, prices, idempotent_requests),
        writes(prices, idempotent_requests)
    )]
    #[case(
        args = r#"{"product_id":"prod_BreadBox","unit_amount":4900,"currency":"eur","recurring":{"interval":"month","interval_count":3}}"#,
        ok = r#"{"product":"prod_BreadBox","unit_amount":4900,"type":"recurring","recurring":{"interval":"month","interval_count":3},"active":true}"#
    )]
    #[case(
        args = r#"{"product_id":"prod_BreadBox","unit_amount":500,"currency":"usd"}"#,
        ok = r#"{"type":"one_time","recurring":null}"#
    )]
    #[case(args = r#"{"product_id":"prod_BreadBox","currency":"usd"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"product_id":"prod_Nothing","unit_amount":500,"currency":"usd"}"#,
        error = "not_found"
    )]
    fn create_price(
        state: &mut Stripe,
        args: CreatePrice,
        cx: &mut Context,
    ) -> Result<RowRef<Price>, ToolError> {
        let request = serde_json::json!({
            "product": args.product_id.as_str(),
            "unit_amount": args.unit_amount,
            "currency": args.currency.as_str(),
            "interval": args.recurring.as_ref().map(|recurring| recurring.interval.as_str()),
            "interval_count": args.recurring.as_ref().map(|recurring| recurring.interval_count),
            "metadata": args.metadata.as_ref().map(|metadata| &metadata.0),
        });
        let idempotency = Idempotency::new("create_price", args.idempotency_key, request);
        if let Some(id) = idempotency.made_before(state)? {
            return state.prices.find(&id);
        }
        let Some(unit_amount) = args.unit_amount else {
            return Err(ToolError::invalid_argument("a price needs a `unit_amount`"));
        };
        let id = state.prices.next_key(cx);
        idempotency.remember(state, id.as_str())?;
        state.prices.insert(Price {
            id,
            product: args.product_id,
            unit_amount,
            currency: args.currency,
            r#type: match args.recurring {
                Some(_) => PriceType::Recurring,
                None => PriceType::OneTime,
            },
            recurring: args.recurring,
            active: true,
            metadata: read_metadata(args.metadata)?,
            created: cx.now(),
        })
    }

    #[tool(get, key(price_id))]
    fn get_price() -> Price;

    /// Changes what is given; amount, currency and rhythm are fixed. Metadata is merged; an empty
    /// value removes its entry.
    #[tool(update, key(price_id), types(metadata = Json))]
    #[case(
        args = r#"{"price_id":"price_BoxMonthly","active":false}"#,
        ok = r#"{"id":"price_BoxMonthly","active":false,"unit_amount":1900}"#
    )]
    #[case(args = r#"{"price_id":"price_Nothing"}"#, error = "not_found")]
    fn update_price(
        state: &mut Stripe,
        args: UpdatePrice,
        _cx: &mut Context,
    ) -> Result<RowRef<Price>, ToolError> {
        state.prices.update(&args.price_id, |price| {
            price.active = args.active.unwrap_or(price.active);
            merge_metadata(&mut price.metadata, args.metadata)
        })
    }

    #[tool(list, filter(product, active, r#type), sort(created, descending), page(limit = limit, cursor = starting_after))]
    fn list_prices() -> Page<Price>;

    /// Starts a subscription to recurring prices of one currency. With a trial nothing is due
    /// yet; otherwise the first invoice is charged to the customer's default payment method, and
    /// without a usable one the subscription stays incomplete and the invoice open.
    #[tool(
        create,
        map(customer = customer_id),
        types(metadata = Json),
        reads(payment_methods, customers, prices, coupons, subscriptions, idempotent_requests),
        writes(customers, coupons, subscriptions, invoices, idempotent_requests)
    )]
    #[case(
        args = r#"{"customer_id":"cus_HarborBakery01","items":[{"price":"price_BoxMonthly","quantity":2}],"coupon":"WELCOME10"}"#,
        ok = r#"{"customer":"cus_HarborBakery01","status":"active","coupon":"WELCOME10","trial_end":null}"#
    )]
    #[case(
        args = r#"{"customer_id":"cus_LenaOrtiz0001","items":[{"price":"price_BoxMonthly"}],"trial_period_days":14}"#,
        ok = r#"{"status":"trialing"}"#
    )]
    #[case(
        args = r#"{"customer_id":"cus_LenaOrtiz0001","items":[{"price":"price_BoxMonthly"}]}"#,
        ok = r#"{"status":"incomplete"}"#
    )]
    #[case(
        args = r#"{"customer_id":"cus_HarborBakery01","items":[{"price":"price_BoxMonthly"},{"price":"price_BoxYearly"}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"customer_id":"cus_HarborBakery01","items":[{"price":"price_BoxOnce"}]}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"customer_id":"cus_HarborBakery01","items":[]}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"customer_id":"cus_HarborBakery01","items":[{"price":"price_BoxMonthly"}],"coupon":"NOPE"}"#,
        error = "not_found"
    )]
    fn create_subscription(
        state: &mut Stripe,
        args: CreateSubscription,
        cx: &mut Context,
    ) -> Result<RowRef<Subscription>, ToolError> {
        let items: Vec<_> = args
            .items
            .iter()
            .map(|item| serde_json::json!([item.price.as_str(), item.quantity]))
            .collect();
        let request = serde_json::json!({
            "customer": args.customer_id.as_str(),
            "items": items,
            "trial_period_days": args.trial_period_days,
            "coupon": args.coupon.as_ref().map(Key::as_str),
            "metadata": args.metadata.as_ref().map(|metadata| &metadata.0),
        });
        let idempotency = Idempotency::new("create_subscription", args.idempotency_key, request);
        if let Some(id) = idempotency.made_before(state)? {
            return state.subscriptions.find(&id);
        }
        let customer = state.customers.find(&args.customer_id)?;
        let mut items = args.items;
        for item in &mut items {
            item.id = cx.token("si_", 14);
        }
        let plan = check_items(state, &items)?;
        let trial_days = args.trial_period_days.unwrap_or(0.0);
        if !(0.0..=730.0).contains(&trial_days) || trial_days.fract() != 0.0 {
            return Err(ToolError::invalid_argument("a trial takes 0 to 730 whole days"));
        }
        let start = cx.now();
        let id = state.subscriptions.next_key(cx);
        idempotency.remember(state, id.as_str())?;
        let mut due = match &args.coupon {
            Some(coupon) => redeem(state, coupon, plan.total)?,
            None => plan.total,
        };
        let trial_end =
            (trial_days > 0.0).then(|| start.plus_seconds(trial_days as i64 * SECONDS_PER_DAY));
        if trial_end.is_some() {
            due = 0;
        }
        let used_credit = due.min(customer.balance.saturating_neg());
        state.customers.update(&args.customer_id, |customer| {
            customer.balance += used_credit;
            Ok(())
        })?;
        due -= used_credit;
        let paid = due == 0 || can_charge(state, customer.default_payment_method.as_ref(), cx);
        let subscription = state.subscriptions.insert(Subscription {
            id: id.clone(),
            customer: args.customer_id,
            status: match (trial_end, paid) {
                (Some(_), _) => SubscriptionStatus::Trialing,
                (None, true) => SubscriptionStatus::Active,
                (None, false) => SubscriptionStatus::Incomplete,
            },
            items,
            coupon: args.coupon,
            current_period_start: start,
            current_period_end: trial_end.unwrap_or_else(|| period_end(start, &plan.rhythm)),
            trial_end,
            canceled_at: None,
            metadata: read_metadata(args.metadata)?,
            created: start,
        })?;
        let status = if paid { InvoiceStatus::Paid } else { InvoiceStatus::Open };
        let purpose = "Start of the subscription".to_owned();
        add_invoice(state, &customer, id, status, due, plan.currency, purpose, cx)?;
        Ok(subscription)
    }

    #[tool(get, key(subscription_id))]
    fn get_subscription() -> Subscription;

    /// Changes the items and metadata of a subscription that has not ended. An item with an `id`
    /// is changed, or removed when `deleted`; one without is added. The new sum counts from the
    /// next period on.
    #[tool(
        update,
        key(subscription_id),
        types(metadata = Json, items = Vec<ItemChange>),
        reads(prices, subscriptions),
        writes(subscriptions)
    )]
    #[case(
        args = r#"{"subscription_id":"sub_HarborBox","items":[{"id":"si_HarborBox","quantity":3}]}"#,
        ok = r#"{"id":"sub_HarborBox","items":[{"id":"si_HarborBox","price":"price_BoxMonthly","quantity":3}]}"#
    )]
    #[case(
        args = r#"{"subscription_id":"sub_HarborBox","items":[{"id":"si_HarborBox","deleted":true}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"subscription_id":"sub_HarborBox","items":[{"id":"si_Nothing","quantity":3}]}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"subscription_id":"sub_LenaEnded","metadata":{"a":"b"}}"#,
        error = "failed_precondition"
    )]
    fn update_subscription(
        state: &mut Stripe,
        args: UpdateSubscription,
        cx: &mut Context,
    ) -> Result<RowRef<Subscription>, ToolError> {
        let subscription = state.subscriptions.find(&args.subscription_id)?;
        if has_ended(subscription.status) {
            return Err(ToolError::failed_precondition(format!(
                "subscription `{}` is {} and cannot change any more",
                subscription.id, subscription.status
            )));
        }
        let items = change_items(subscription.items.clone(), args.items.unwrap_or_default(), cx)?;
        check_items(state, &items)?;
        state.subscriptions.update(&args.subscription_id, |subscription| {
            subscription.items = items;
            merge_metadata(&mut subscription.metadata, args.metadata)
        })
    }

    /// Ends a subscription at once. With `prorate` and `invoice_now` an invoice credits the rest
    /// of the paid period to the customer's balance.
    #[tool(
        update,
        key(subscription_id),
        set(status = SubscriptionStatus::Canceled, canceled_at = cx.now()),
        require(status = [
            SubscriptionStatus::Incomplete,
            SubscriptionStatus::Trialing,
            SubscriptionStatus::Active,
            SubscriptionStatus::PastDue,
            SubscriptionStatus::Unpaid,
            SubscriptionStatus::Paused,
        ]),
        reads(customers, prices, subscriptions),
        writes(customers, subscriptions, invoices)
    )]
    #[case(
        args = r#"{"subscription_id":"sub_HarborBox","prorate":true,"invoice_now":true}"#,
        ok = r#"{"id":"sub_HarborBox","status":"canceled"}"#
    )]
    #[case(args = r#"{"subscription_id":"sub_LenaEnded"}"#, error = "failed_precondition")]
    #[case(args = r#"{"subscription_id":"sub_Nothing"}"#, error = "not_found")]
    fn cancel_subscription(
        state: &mut Stripe,
        args: CancelSubscription,
        cx: &mut Context,
    ) -> Result<RowRef<Subscription>, ToolError> {
        let subscription = state.subscriptions.find(&args.subscription_id)?;
        if has_ended(subscription.status) {
            return Err(ToolError::failed_precondition(format!(
                "subscription `{}` is {} already",
                subscription.id, subscription.status
            )));
        }
        if args.prorate.unwrap_or(false) && args.invoice_now.unwrap_or(false) {
            credit_unused(state, &subscription, cx)?;
        }
        let now = cx.now();
        state.subscriptions.update(&args.subscription_id, |subscription| {
            subscription.status = SubscriptionStatus::Canceled;
            subscription.canceled_at = Some(now);
            Ok(())
        })
    }

    #[tool(
        update,
        key(subscription_id),
        set(status = SubscriptionStatus::Active),
        require(status = [SubscriptionStatus::Paused])
    )]
    fn resume_subscription() -> Subscription;

    /// Subscriptions, newest first; those that were canceled only when `status` says `canceled`,
    /// `ended` or `all`.
    #[tool(
        list,
        filter(customer, status),
        types(status = String, price = Key<Price>),
        sort(created, descending),
        page(limit = limit, cursor = starting_after)
    )]
    #[case(
        args = r#"{"price":"price_BoxMonthly"}"#,
        ok = r#"{"items":[{"id":"sub_HarborBox"}],"total":1}"#
    )]
    #[case(args = r#"{"status":"all"}"#, ok = r#"{"total":3}"#)]
    #[case(args = r#"{"status":"ended"}"#, ok = r#"{"items":[{"id":"sub_LenaEnded"}],"total":1}"#)]
    #[case(args = r#"{"status":"asleep"}"#, error = "invalid_argument")]
    fn list_subscriptions(
        state: &Stripe,
        args: ListSubscriptions,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Subscription>>, ToolError> {
        let statuses = wanted_statuses(args.status.as_deref())?;
        let subscriptions = state.subscriptions.select(&|subscription| {
            statuses.contains(&subscription.status)
                && compoworld_core::equals(&subscription.customer, args.customer.as_ref())
                && args
                    .price
                    .as_ref()
                    .is_none_or(|price| subscription.items.iter().any(|item| item.price == *price))
        });
        let request = compoworld_core::PageRequest {
            limit: args.limit,
            cursor: args.starting_after,
            ..Default::default()
        };
        Page::sorted(subscriptions, "created", compoworld_core::Direction::Descending, &request)
    }
}

const SECONDS_PER_DAY: i64 = 86_400;
const QUANTITY_MAX: i64 = 1_000_000;
const METADATA_ENTRIES_MAX: usize = 50;
const METADATA_KEY_CHARACTERS_MAX: usize = 40;
const METADATA_VALUE_CHARACTERS_MAX: usize = 500;

/// A create call under an idempotency key, when it has one.
struct Idempotency {
    tool: &'static str,
    key: Option<String>,
    request: serde_json::Value,
}

impl Idempotency {
    fn new(tool: &'static str, key: Option<String>, request: serde_json::Value) -> Self {
        Self { tool, key, request }
    }

    /// The identifier of what the same call made before.
    fn made_before(&self, state: &Stripe) -> Result<Option<String>, ToolError> {
        let Some(before) = self.key.as_ref().and_then(|key| state.idempotent_requests.get(key))
        else {
            return Ok(None);
        };
        if before.tool != self.tool || before.request.0 != self.request {
            return Err(ToolError::conflict(format!(
                "the idempotency key `{}` was used for a different call, choose a new one",
                before.key
            )));
        }
        Ok(Some(before.made.clone()))
    }

    fn remember(self, state: &mut Stripe, made: &str) -> Result<(), ToolError> {
        if let Some(key) = self.key {
            state.idempotent_requests.insert(IdempotentRequest {
                key,
                tool: self.tool.to_owned(),
                request: Json(self.request),
                made: made.to_owned(),
            })?;
        }
        Ok(())
    }
}

fn replace_given(field: &mut Option<String>, given: Option<String>) {
    if given.is_some() {
        *field = given;
    }
}

/// The metadata of a new row.
fn read_metadata(given: Option<Json>) -> Result<BTreeMap<String, String>, ToolError> {
    let mut metadata = BTreeMap::new();
    merge_metadata(&mut metadata, given)?;
    Ok(metadata)
}

/// Sets the entries given; an empty or `null` value removes its entry.
fn merge_metadata(
    metadata: &mut BTreeMap<String, String>,
    given: Option<Json>,
) -> Result<(), ToolError> {
    let Some(Json(serde_json::Value::Object(entries))) = given else {
        return Ok(());
    };
    for (key, value) in entries {
        let text = match value {
            serde_json::Value::Null => String::new(),
            serde_json::Value::String(text) => text,
            serde_json::Value::Bool(flag) => flag.to_string(),
            serde_json::Value::Number(number) => number.to_string(),
            serde_json::Value::Array(_) | serde_json::Value::Object(_) => {
                return Err(ToolError::invalid_argument(format!(
                    "the metadata value of `{key}` must be a text, not a list or an object"
                )));
            }
        };
        if key.chars().count() > METADATA_KEY_CHARACTERS_MAX
            || text.chars().count() > METADATA_VALUE_CHARACTERS_MAX
        {
            return Err(ToolError::invalid_argument(format!(
                "the metadata entry `{key}` is too long: a key has at most 40 characters, a \
                 value 500"
            )));
        }
        if text.is_empty() {
            metadata.remove(&key);
        } else {
            metadata.insert(key, text);
        }
    }
    if metadata.len() > METADATA_ENTRIES_MAX {
        return Err(ToolError::invalid_argument("there are more than 50 metadata entries"));
    }
    Ok(())
}

/// Whether a card can be charged at present.
fn is_current(method: &PaymentMethod, cx: &Context) -> bool {
    let (year, month, _) = cx.today().year_month_day();
    (method.exp_year, method.exp_month) >= (i64::from(year), i64::from(month))
}

fn can_charge(state: &Stripe, method: Option<&Key<PaymentMethod>>, cx: &Context) -> bool {
    let method = method.and_then(|method| state.payment_methods.get(method));
    method.is_some_and(|method| is_current(method, cx))
}

/// A payment method can be used when it is current and not another customer's.
fn check_usable(
    state: &Stripe,
    method: &Key<PaymentMethod>,
    customer: Option<&Key<Customer>>,
    cx: &Context,
) -> Result<(), ToolError> {
    let found = state.payment_methods.find(method)?;
    let owners =
        state.customers.select(&|owner| owner.default_payment_method.as_ref() == Some(method));
    if !owners.is_empty() && !owners.iter().any(|owner| Some(&owner.id) == customer) {
        return Err(ToolError::failed_precondition(format!(
            "payment method `{method}` belongs to another customer"
        )));
    }
    if !is_current(&found, cx) {
        return Err(ToolError::failed_precondition(format!(
            "the card `{method}` was declined: it has expired"
        )));
    }
    Ok(())
}

/// The payment that a refund names, by itself or by its charge.
fn find_payment(
    state: &Stripe,
    intent: Option<&Key<PaymentIntent>>,
    charge: Option<&str>,
) -> Result<RowRef<PaymentIntent>, ToolError> {
    let charged = |charge: &str| {
        let found =
            state.payment_intents.first(&|intent| intent.latest_charge.as_deref() == Some(charge));
        match found {
            Some(found) => state.payment_intents.find(&found.id),
            None => Err(ToolError::not_found(format!("no charge `{charge}`"))),
        }
    };
    match (intent, charge) {
        (Some(intent), None) => state.payment_intents.find(intent),
        (None, Some(charge)) => charged(charge),
        (Some(intent), Some(charge)) => {
            let found = charged(charge)?;
            if found.id == *intent {
                Ok(found)
            } else {
                Err(ToolError::invalid_argument(format!(
                    "charge `{charge}` is not one of payment intent `{intent}`"
                )))
            }
        }
        (None, None) => {
            Err(ToolError::invalid_argument("name what to refund: `payment_intent` or `charge`"))
        }
    }
}

/// What of a payment has not been given back.
fn refundable(state: &Stripe, intent: &PaymentIntent) -> Result<i64, ToolError> {
    if intent.status != PaymentStatus::Succeeded {
        return Err(ToolError::failed_precondition(format!(
            "payment intent `{}` is {}; only a succeeded payment can be refunded",
            intent.id, intent.status
        )));
    }
    let counts = |refund: &&Refund| {
        refund.payment_intent == intent.id
            && matches!(refund.status, RefundStatus::Pending | RefundStatus::Succeeded)
    };
    let refunded: i64 = state.refunds.iter().filter(counts).map(|refund| refund.amount).sum();
    if refunded >= intent.amount {
        return Err(ToolError::failed_precondition(format!(
            "payment intent `{}` is refunded already",
            intent.id
        )));
    }
    Ok(intent.amount - refunded)
}

/// What a subscription's items come to.
struct Plan {
    total: i64,
    currency: Currency,
    rhythm: Recurring,
}

/// Items are active recurring prices of one currency and rhythm, each price once.
fn check_items(state: &Stripe, items: &[SubscriptionItem]) -> Result<Plan, ToolError> {
    let mut plan: Option<Plan> = None;
    let mut seen: Vec<&Key<Price>> = Vec::new();
    for item in items {
        let price = state.prices.find(&item.price)?;
        let Some(rhythm) = price.recurring.clone() else {
            return Err(ToolError::invalid_argument(format!(
                "price `{}` is charged once; a subscription takes recurring prices",
                price.id
            )));
        };
        if !price.active {
            return Err(ToolError::invalid_argument(format!("price `{}` is not active", price.id)));
        }
        if !(1..=QUANTITY_MAX).contains(&item.quantity) {
            return Err(ToolError::invalid_argument(format!(
                "an item has 1 to {QUANTITY_MAX} units, not {}",
                item.quantity
            )));
        }
        if seen.contains(&&item.price) {
            return Err(ToolError::invalid_argument(format!(
                "price `{}` is there twice; give it one item with a quantity",
                price.id
            )));
        }
        seen.push(&item.price);
        let amount = price.unit_amount.saturating_mul(item.quantity);
        match &mut plan {
            None => plan = Some(Plan { total: amount, currency: price.currency, rhythm }),
            Some(plan) if plan.currency == price.currency && plan.rhythm == rhythm => {
                plan.total = plan.total.saturating_add(amount);
            }
            Some(_) => {
                return Err(ToolError::invalid_argument(
                    "all prices of a subscription share one currency and one interval",
                ));
            }
        }
    }
    plan.ok_or_else(|| ToolError::invalid_argument("a subscription needs at least one item"))
}

fn change_items(
    mut items: Vec<SubscriptionItem>,
    changes: Vec<ItemChange>,
    cx: &mut Context,
) -> Result<Vec<SubscriptionItem>, ToolError> {
    for change in changes {
        let Some(id) = change.id else {
            let Some(price) = change.price else {
                return Err(ToolError::invalid_argument("a new item needs a `price`"));
            };
            let quantity = change.quantity.unwrap_or(1);
            items.push(SubscriptionItem { id: cx.token("si_", 14), price, quantity });
            continue;
        };
        let Some(item) = items.iter_mut().find(|item| item.id == id) else {
            return Err(ToolError::not_found(format!("the subscription has no item `{id}`")));
        };
        if change.deleted {
            items.retain(|item| item.id != id);
            continue;
        }
        item.price = change.price.unwrap_or_else(|| item.price.clone());
        item.quantity = change.quantity.unwrap_or(item.quantity);
    }
    Ok(items)
}

/// Counts a coupon as redeemed and answers with what is left of a sum.
fn redeem(state: &mut Stripe, coupon: &Key<Coupon>, sum: i64) -> Result<i64, ToolError> {
    let coupon = state.coupons.update(coupon, |coupon| {
        if !coupon.valid {
            return Err(ToolError::failed_precondition(format!(
                "coupon `{}` can no longer be redeemed",
                coupon.id
            )));
        }
        coupon.times_redeemed += 1;
        Ok(())
    })?;
    let off = match (coupon.percent_off, coupon.amount_off) {
        (Some(percent), _) => (sum as f64 * percent / 100.0).round() as i64,
        (None, Some(amount)) => amount,
        (None, None) => 0,
    };
    Ok((sum - off).max(0))
}

fn period_end(start: Timestamp, rhythm: &Recurring) -> Timestamp {
    let count = rhythm.interval_count;
    match rhythm.interval {
        Interval::Day => start.plus_seconds(count * SECONDS_PER_DAY),
        Interval::Week => start.plus_seconds(count * 7 * SECONDS_PER_DAY),
        Interval::Month => plus_months(start, count),
        Interval::Year => plus_months(start, count * 12),
    }
}

/// The same time of the same day so many months later, or of the month's last day.
fn plus_months(at: Timestamp, months: i64) -> Timestamp {
    let (year, month, day) = at.date().year_month_day();
    let time_of_day = at.unix_seconds() - at.date().start().unix_seconds();
    let index = i64::from(year) * 12 + i64::from(month) - 1 + months;
    let (year, month) = (index.div_euclid(12), index.rem_euclid(12) + 1);
    for day in (1..=day).rev() {
        if let Ok(date) = Date::parse(&format!("{year:04}-{month:02}-{day:02}")) {
            return date.start().plus_seconds(time_of_day);
        }
    }
    at
}

fn has_ended(status: SubscriptionStatus) -> bool {
    matches!(status, SubscriptionStatus::Canceled | SubscriptionStatus::IncompleteExpired)
}

#[expect(clippy::too_many_arguments, reason = "they are the fields of one row")]
fn add_invoice(
    state: &mut Stripe,
    customer: &Customer,
    subscription: Key<Subscription>,
    status: InvoiceStatus,
    total: i64,
    currency: Currency,
    description: String,
    cx: &mut Context,
) -> Result<RowRef<Invoice>, ToolError> {
    let id = state.invoices.next_key(cx);
    state.invoices.insert(Invoice {
        id,
        customer: Some(customer.id.clone()),
        customer_name: customer.name.clone(),
        customer_email: customer.email.clone(),
        subscription: Some(subscription),
        status,
        total,
        currency,
        description: Some(description),
        due_date: None,
        created: cx.now(),
    })
}

/// Credits the share of the period that is paid and not used to the customer's balance.
fn credit_unused(
    state: &mut Stripe,
    subscription: &Subscription,
    cx: &mut Context,
) -> Result<(), ToolError> {
    if subscription.status != SubscriptionStatus::Active {
        return Ok(());
    }
    let mut sum = 0_i64;
    let mut currency = None;
    for item in &subscription.items {
        if let Some(price) = state.prices.get(&item.price) {
            sum = sum.saturating_add(price.unit_amount.saturating_mul(item.quantity));
            currency = Some(price.currency);
        }
    }
    let end = subscription.current_period_end.unix_seconds();
    let length = end - subscription.current_period_start.unix_seconds();
    let left = (end - cx.now().unix_seconds()).clamp(0, length.max(0));
    let Some(currency) = currency.filter(|_| left > 0) else {
        return Ok(());
    };
    let credit = (sum as f64 * left as f64 / length as f64).round() as i64;
    let customer = state.customers.update(&subscription.customer, |customer| {
        customer.balance = customer.balance.saturating_sub(credit);
        Ok(())
    })?;
    let purpose = "Unused time after cancellation".to_owned();
    let id = subscription.id.clone();
    add_invoice(state, &customer, id, InvoiceStatus::Paid, -credit, currency, purpose, cx)?;
    Ok(())
}

/// The statuses that a list's `status` stands for.
fn wanted_statuses(status: Option<&str>) -> Result<Vec<SubscriptionStatus>, ToolError> {
    let all = SubscriptionStatus::ALL.iter().copied();
    let wanted: Vec<_> = match status {
        None => all.filter(|status| *status != SubscriptionStatus::Canceled).collect(),
        Some("all") => all.collect(),
        Some("ended") => all.filter(|status| has_ended(*status)).collect(),
        Some(name) => all.filter(|status| status.as_str() == name).collect(),
    };
    if wanted.is_empty() {
        return Err(ToolError::invalid_argument(format!(
            "`{}` is no status of a subscription; `all` and `ended` are allowed too",
            status.unwrap_or_default()
        )));
    }
    Ok(wanted)
}

/// Two customers, a product with a monthly and a one-time price, payments in each state.
pub const FIXTURE: &str = r#"{
    "payment_methods": {
        "pm_HarborVisa": {"id": "pm_HarborVisa", "brand": "visa", "last4": "4242", "exp_month": 9, "exp_year": 2031},
        "pm_ExpiredCard": {"id": "pm_ExpiredCard", "brand": "mastercard", "last4": "0341", "exp_month": 1, "exp_year": 2025}
    },
    "customers": {
        "cus_HarborBakery01": {"id": "cus_HarborBakery01", "name": "Harbor Bakery", "email": "pay@harborbakery.example",
            "phone": "+31 20 555 0100", "description": "Pays by card, monthly", "balance": 0,
            "default_payment_method": "pm_HarborVisa", "metadata": {"source": "fair"}, "created": "2026-01-04T09:00:00Z"},
        "cus_LenaOrtiz0001": {"id": "cus_LenaOrtiz0001", "name": "Lena Ortiz", "email": "lena@ortiz.example",
            "phone": null, "description": null, "balance": 0, "default_payment_method": null,
            "metadata": {}, "created": "2026-01-11T15:30:00Z"}
    },
    "products": {
        "prod_BreadBox": {"id": "prod_BreadBox", "name": "Bread box", "description": "Four loaves, delivered",
            "active": true, "metadata": {}, "created": "2026-01-02T08:00:00Z", "updated": "2026-01-02T08:00:00Z"},
        "prod_GiftCard": {"id": "prod_GiftCard", "name": "Gift card", "description": null,
            "active": false, "metadata": {}, "created": "2026-01-03T08:00:00Z", "updated": "2026-01-03T08:00:00Z"}
    },
    "prices": {
        "price_BoxMonthly": {"id": "price_BoxMonthly", "product": "prod_BreadBox", "unit_amount": 1900, "currency": "eur",
            "type": "recurring", "recurring": {"interval": "month", "interval_count": 1}, "active": true,
            "metadata": {}, "created": "2026-01-02T08:05:00Z"},
        "price_BoxYearly": {"id": "price_BoxYearly", "product": "prod_BreadBox", "unit_amount": 19900, "currency": "eur",
            "type": "recurring", "recurring": {"interval": "year", "interval_count": 1}, "active": true,
            "metadata": {}, "created": "2026-01-02T08:07:00Z"},
        "price_BoxOnce": {"id": "price_BoxOnce", "product": "prod_BreadBox", "unit_amount": 2400, "currency": "eur",
            "type": "one_time", "recurring": null, "active": true, "metadata": {}, "created": "2026-01-02T08:10:00Z"}
    },
    "coupons": {
        "WELCOME10": {"id": "WELCOME10", "name": "Welcome", "percent_off": 10, "amount_off": null, "valid": true, "times_redeemed": 3},
        "SPRING5": {"id": "SPRING5", "name": "Five off in spring", "percent_off": null, "amount_off": 500, "valid": false, "times_redeemed": 40}
    },
    "subscriptions": {
        "sub_HarborBox": {"id": "sub_HarborBox", "customer": "cus_HarborBakery01", "status": "active",
            "items": [{"id": "si_HarborBox", "price": "price_BoxMonthly", "quantity": 1}], "coupon": null,
            "current_period_start": "2026-02-15T09:00:00Z", "current_period_end": "2026-03-15T09:00:00Z",
            "trial_end": null, "canceled_at": null, "metadata": {}, "created": "2026-01-15T09:00:00Z"},
        "sub_LenaEnded": {"id": "sub_LenaEnded", "customer": "cus_LenaOrtiz0001", "status": "canceled",
            "items": [{"id": "si_LenaBox", "price": "price_BoxMonthly", "quantity": 1}], "coupon": "SPRING5",
            "current_period_start": "2026-01-12T10:00:00Z", "current_period_end": "2026-02-12T10:00:00Z",
            "trial_end": null, "canceled_at": "2026-01-30T18:00:00Z", "metadata": {}, "created": "2026-01-12T10:00:00Z"},
        "sub_LenaPaused": {"id": "sub_LenaPaused", "customer": "cus_LenaOrtiz0001", "status": "paused",
            "items": [{"id": "si_LenaYear", "price": "price_BoxYearly", "quantity": 1}], "coupon": null,
            "current_period_start": "2026-02-01T10:00:00Z", "current_period_end": "2027-02-01T10:00:00Z",
            "trial_end": "2026-02-01T10:00:00Z", "canceled_at": null, "metadata": {}, "created": "2026-01-18T10:00:00Z"}
    },
    "invoices": {
        "in_HarborFeb": {"id": "in_HarborFeb", "customer": "cus_HarborBakery01", "customer_name": "Harbor Bakery",
            "customer_email": "pay@harborbakery.example", "subscription": "sub_HarborBox", "status": "paid",
            "total": 1900, "currency": "eur", "description": "Bread box, February", "due_date": null, "created": "2026-02-15T09:00:00Z"},
        "in_LenaJan": {"id": "in_LenaJan", "customer": "cus_LenaOrtiz0001", "customer_name": "Lena Ortiz",
            "customer_email": "lena@ortiz.example", "subscription": "sub_LenaEnded", "status": "open",
            "total": 1400, "currency": "eur", "description": "Bread box, January", "due_date": "2026-02-11", "created": "2026-01-12T10:00:00Z"}
    },
    "payment_intents": {
        "pi_HarborPaid": {"id": "pi_HarborPaid", "amount": 12000, "currency": "eur", "status": "succeeded",
            "customer": "cus_HarborBakery01", "payment_method": "pm_HarborVisa", "description": "Oven rental",
            "latest_charge": "ch_HarborPaid", "cancellation_reason": null, "canceled_at": null, "metadata": {}, "created": "2026-01-20T11:00:00Z"},
        "pi_HarborOpen": {"id": "pi_HarborOpen", "amount": 4800, "currency": "eur", "status": "requires_confirmation",
            "customer": "cus_HarborBakery01", "payment_method": "pm_HarborVisa", "description": "Flour delivery",
            "latest_charge": null, "cancellation_reason": null, "canceled_at": null, "metadata": {}, "created": "2026-02-01T11:00:00Z"},
        "pi_GuestOpen": {"id": "pi_GuestOpen", "amount": 2400, "currency": "eur", "status": "requires_payment_method",
            "customer": null, "payment_method": null, "description": "Single bread box",
            "latest_charge": null, "cancellation_reason": null, "canceled_at": null, "metadata": {}, "created": "2026-02-03T11:00:00Z"}
    },
    "refunds": {
        "re_HarborPart": {"id": "re_HarborPart", "payment_intent": "pi_HarborPaid", "charge": "ch_HarborPaid", "amount": 2100,
            "currency": "eur", "reason": "requested_by_customer", "status": "succeeded", "metadata": {}, "created": "2026-01-25T11:00:00Z"},
        "re_HarborFailed": {"id": "re_HarborFailed", "payment_intent": "pi_HarborPaid", "charge": "ch_HarborPaid", "amount": 500,
            "currency": "eur", "reason": null, "status": "failed", "metadata": {}, "created": "2026-01-24T11:00:00Z"}
    },
    "idempotent_requests": {
        "import-1": {"key": "import-1", "tool": "create_customer",
            "request": {"name": "Harbor Bakery", "email": "pay@harborbakery.example", "phone": null, "description": null, "metadata": null},
            "made": "cus_HarborBakery01"}
    }
}"#;
