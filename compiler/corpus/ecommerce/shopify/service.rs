//! Shopify: the catalog, stock at each location, customers, orders and draft orders, and the
//! reports that the store draws from its orders.
//!
//! Identifiers are global ones, `gid://shopify/Product/1`. Reports count orders that were
//! neither canceled nor voided, by the day they were placed (UTC), in the shop's currency.

/// Everything the store knows.
#[derive(State)]
pub struct Shopify {
    pub shop: One<Shop>,
    pub locations: Table<Location>,
    pub products: Table<Product>,
    pub variants: Table<Variant>,
    pub inventory_items: Table<InventoryItem>,
    pub inventory_levels: Table<InventoryLevel>,
    pub inventory_changes: Table<InventoryChange>,
    pub collections: Table<Collection>,
    pub customers: Table<Customer>,
    pub orders: Table<Order>,
    pub order_events: Table<OrderEvent>,
    pub draft_orders: Table<DraftOrder>,
    pub traffic_days: Table<TrafficDay>,
}

/// The store itself.
#[derive(Entity)]
pub struct Shop {
    #[entity(company)]
    pub name: String,
    #[entity(url)]
    pub domain: String,
    #[entity(currency)]
    pub currency: String,
}

/// A place that keeps stock.
#[derive(Entity)]
pub struct Location {
    #[entity(key, sequence = "gid://shopify/Location/{}")]
    pub id: Key<Location>,
    #[entity(unique, len = 1..=100, title)]
    pub name: String,
    #[entity(city)]
    pub city: Option<String>,
    #[entity(country)]
    pub country: Option<String>,
    #[entity(default = true)]
    pub active: bool,
}

/// Something the store sells, in one or more variants.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence = "gid://shopify/Product/{}")]
    pub id: Key<Product>,
    #[entity(len = 1..=255, product)]
    pub title: String,
    /// Names the product in its address.
    #[entity(unique, len = 1..=255, slug)]
    pub handle: String,
    #[entity(default, body)]
    pub description: String,
    #[entity(default, company)]
    pub vendor: String,
    #[entity(default, tag)]
    pub product_type: String,
    #[entity(default = ProductStatus::Active)]
    pub status: ProductStatus,
    #[entity(len = ..=250, tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One form of a product: a size, a color.
#[derive(Entity)]
#[entity(unique(product_id, title))]
pub struct Variant {
    #[entity(key, sequence = "gid://shopify/ProductVariant/{}")]
    pub id: Key<Variant>,
    #[entity(on_delete = cascade)]
    pub product_id: Key<Product>,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(range = 0.., money)]
    pub price: f64,
    #[entity(sku)]
    pub sku: Option<String>,
    pub barcode: Option<String>,
    pub selected_options: Vec<SelectedOption>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What a variant is in one respect: `Size` is `Large`.
#[derive(Record)]
pub struct SelectedOption {
    #[record(len = 1..=255)]
    pub name: String,
    #[record(len = 1..=255)]
    pub value: String,
}

/// The stock-keeping side of a variant.
#[derive(Entity)]
pub struct InventoryItem {
    #[entity(key, sequence = "gid://shopify/InventoryItem/{}")]
    pub id: Key<InventoryItem>,
    #[entity(on_delete = cascade)]
    pub variant_id: Key<Variant>,
    /// The same as the variant's.
    #[entity(sku)]
    pub sku: Option<String>,
    #[entity(default = true)]
    pub tracked: bool,
}

/// How much of an item is at a location.
#[derive(Entity)]
pub struct InventoryLevel {
    #[entity(key, on_delete = cascade)]
    pub inventory_item_id: Key<InventoryItem>,
    #[entity(key, on_delete = cascade)]
    pub location_id: Key<Location>,
    /// What can be sold; negative when more was sold than there is.
    #[entity(default = 0, range = -1_000_000_000..=1_000_000_000, quantity)]
    pub available: i64,
    /// What is sold and not sent yet.
    #[entity(default = 0, range = 0..=1_000_000_000, quantity)]
    pub committed: i64,
    #[entity(default = 0, range = 0..=1_000_000_000, quantity)]
    pub incoming: i64,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A change of stock that someone made by hand.
#[derive(Entity)]
pub struct InventoryChange {
    #[entity(key, sequence = "gid://shopify/InventoryAdjustmentGroup/{}")]
    pub id: Key<InventoryChange>,
    #[entity(on_delete = cascade)]
    pub inventory_item_id: Key<InventoryItem>,
    #[entity(on_delete = cascade)]
    pub location_id: Key<Location>,
    #[entity(quantity)]
    pub delta: i64,
    pub reason: StockReason,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Products that are shown together.
#[derive(Entity)]
pub struct Collection {
    #[entity(key, sequence = "gid://shopify/Collection/{}")]
    pub id: Key<Collection>,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(unique, len = 1..=255, slug)]
    pub handle: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = CollectionType::Manual)]
    pub collection_type: CollectionType,
    #[entity(on_delete = clear)]
    pub product_ids: Vec<Key<Product>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Someone who buys.
#[derive(Entity)]
pub struct Customer {
    #[entity(key, sequence = "gid://shopify/Customer/{}")]
    pub id: Key<Customer>,
    #[entity(len = 1..=255, person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(unique, email)]
    pub email: Option<String>,
    #[entity(unique, phone)]
    pub phone: Option<String>,
    #[entity(len = ..=250, tag)]
    pub tags: Vec<String>,
    #[entity(len = ..=5_000, body)]
    pub note: Option<String>,
    #[entity(default = CustomerState::Disabled)]
    pub state: CustomerState,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A postal address.
#[derive(Record)]
pub struct Address {
    #[record(rename = "firstName", person)]
    pub first_name: Option<String>,
    #[record(rename = "lastName", person)]
    pub last_name: Option<String>,
    #[record(address)]
    pub address1: String,
    pub address2: Option<String>,
    #[record(city)]
    pub city: String,
    pub province: Option<String>,
    pub zip: String,
    #[record(country)]
    pub country: String,
}

/// Something that was bought.
#[derive(Entity)]
pub struct Order {
    #[entity(key, sequence = "gid://shopify/Order/{}")]
    pub id: Key<Order>,
    /// What the store calls it: `#1001`.
    #[entity(unique, pattern = "^#[0-9]{4,8}$")]
    pub name: String,
    #[entity(on_delete = clear)]
    pub customer_id: Option<Key<Customer>>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(default = OrderStatus::Open)]
    pub status: OrderStatus,
    #[entity(default = FinancialStatus::Pending)]
    pub financial_status: FinancialStatus,
    #[entity(default = FulfillmentStatus::Unfulfilled)]
    pub fulfillment_status: FulfillmentStatus,
    pub line_items: Vec<LineItem>,
    /// What the buyer pays, discounts taken off, shipping and taxes included.
    #[entity(range = 0.., money)]
    pub total_price: f64,
    #[entity(default = 0.0, range = 0.., money)]
    pub total_discounts: f64,
    #[entity(default = 0.0, range = 0.., money)]
    pub total_refunded: f64,
    pub discount_codes: Vec<String>,
    /// Where it was bought.
    #[entity(default = Channel::OnlineStore)]
    pub channel: Channel,
    pub shipping_address: Option<Address>,
    pub fulfillments: Vec<Fulfillment>,
    #[entity(len = ..=5_000, body)]
    pub note: Option<String>,
    #[entity(len = ..=250, tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// So many of a variant, at the price of that day.
#[derive(Record)]
pub struct LineItem {
    pub variant_id: Option<Key<Variant>>,
    #[record(product)]
    pub title: String,
    #[record(range = 1..=1_000_000, quantity)]
    pub quantity: i64,
    #[record(range = 0.., money)]
    pub price: f64,
    #[record(default = 0, range = 0..=1_000_000)]
    pub returned_quantity: i64,
}

/// A parcel of an order.
#[derive(Record)]
pub struct Fulfillment {
    pub status: ParcelStatus,
    #[record(company)]
    pub tracking_company: Option<String>,
    pub tracking_number: Option<String>,
    #[record(url)]
    pub tracking_url: Option<String>,
    pub created_at: Timestamp,
}

/// Something that happened to an order.
#[derive(Entity)]
pub struct OrderEvent {
    #[entity(key, sequence = "gid://shopify/Event/{}")]
    pub id: Key<OrderEvent>,
    #[entity(on_delete = cascade)]
    pub order_id: Key<Order>,
    pub kind: EventKind,
    #[entity(len = 1..=1_000, body)]
    pub message: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// An order that the store prepares for a buyer.
#[derive(Entity)]
pub struct DraftOrder {
    #[entity(key, sequence = "gid://shopify/DraftOrder/{}")]
    pub id: Key<DraftOrder>,
    #[entity(unique, pattern = "^#D[0-9]{1,8}$")]
    pub name: String,
    #[entity(default = DraftOrderStatus::Open)]
    pub status: DraftOrderStatus,
    #[entity(len = 1..=500)]
    pub line_items: Vec<LineItem>,
    #[entity(on_delete = clear)]
    pub customer_id: Option<Key<Customer>>,
    #[entity(len = ..=5_000, body)]
    pub note: Option<String>,
    pub shipping_address: Option<Address>,
    #[entity(range = 0.., money)]
    pub total_price: f64,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A line of a draft order as callers give it.
#[derive(Record)]
pub struct DraftLine {
    pub variant_id: Key<Variant>,
    pub quantity: i64,
}

/// How many came to the online store on a day, and how far they got.
#[derive(Entity)]
pub struct TrafficDay {
    #[entity(key)]
    pub date: Date,
    #[entity(range = 0..=1_000_000_000, quantity)]
    pub sessions: i64,
    #[entity(range = 0..=1_000_000_000, quantity)]
    pub visitors: i64,
    #[entity(range = 0..=1_000_000_000, quantity)]
    pub page_views: i64,
    #[entity(range = 0..=1_000_000_000, quantity)]
    pub added_to_cart: i64,
    #[entity(range = 0..=1_000_000_000, quantity)]
    pub reached_checkout: i64,
}

/// Whether a product is on sale.
#[derive(Choice)]
pub enum ProductStatus {
    #[choice(rename = "ACTIVE")]
    Active,
    #[choice(rename = "DRAFT")]
    Draft,
    #[choice(rename = "ARCHIVED")]
    Archived,
}

/// Whether people or rules fill a collection.
#[derive(Choice)]
pub enum CollectionType {
    Manual,
    Smart,
}

/// Whether a customer has an account.
#[derive(Choice)]
pub enum CustomerState {
    #[choice(rename = "DISABLED")]
    Disabled,
    #[choice(rename = "INVITED")]
    Invited,
    #[choice(rename = "ENABLED")]
    Enabled,
    #[choice(rename = "DECLINED")]
    Declined,
}

/// Whether there is still something to do for an order.
#[derive(Choice)]
pub enum OrderStatus {
    #[choice(rename = "OPEN")]
    Open,
    #[choice(rename = "CLOSED")]
    Closed,
    #[choice(rename = "CANCELLED")]
    Cancelled,
}

/// How far an order is paid.
#[derive(Choice)]
pub enum FinancialStatus {
    #[choice(rename = "PENDING")]
    Pending,
    #[choice(rename = "AUTHORIZED")]
    Authorized,
    #[choice(rename = "PARTIALLY_PAID")]
    PartiallyPaid,
    #[choice(rename = "PAID")]
    Paid,
    #[choice(rename = "PARTIALLY_REFUNDED")]
    PartiallyRefunded,
    #[choice(rename = "REFUNDED")]
    Refunded,
    #[choice(rename = "VOIDED")]
    Voided,
}

/// How far an order is sent.
#[derive(Choice)]
pub enum FulfillmentStatus {
    #[choice(rename = "UNFULFILLED")]
    Unfulfilled,
    #[choice(rename = "IN_PROGRESS")]
    InProgress,
    #[choice(rename = "ON_HOLD")]
    OnHold,
    #[choice(rename = "SCHEDULED")]
    Scheduled,
    #[choice(rename = "PARTIALLY_FULFILLED")]
    PartiallyFulfilled,
    #[choice(rename = "FULFILLED")]
    Fulfilled,
}

/// Where an order was bought.
#[derive(Choice)]
pub enum Channel {
    #[choice(rename = "Online Store")]
    OnlineStore,
    #[choice(rename = "Point of Sale")]
    PointOfSale,
    #[choice(rename = "Shop")]
    Shop,
    #[choice(rename = "Facebook & Instagram")]
    FacebookInstagram,
    #[choice(rename = "Google & YouTube")]
    GoogleYoutube,
    #[choice(rename = "Draft Orders")]
    DraftOrders,
}

/// Whether a parcel went out.
#[derive(Choice)]
pub enum ParcelStatus {
    #[choice(rename = "SUCCESS")]
    Success,
    #[choice(rename = "PENDING")]
    Pending,
    #[choice(rename = "CANCELLED")]
    Cancelled,
    #[choice(rename = "FAILURE")]
    Failure,
}

/// Why stock was changed by hand.
#[derive(Choice)]
pub enum StockReason {
    Correction,
    CycleCountAvailable,
    Damaged,
    MovementCanceled,
    MovementCreated,
    MovementReceived,
    MovementUpdated,
    Other,
    Promotion,
    QualityControl,
    Received,
    ReservationCreated,
    ReservationDeleted,
    ReservationUpdated,
    Restock,
    SafetyStock,
    Shrinkage,
}

/// What sort of thing happened to an order.
#[derive(Choice)]
pub enum EventKind {
    Comment,
    Payment,
    Refund,
    StatusChange,
}

/// Where a draft order stands.
#[derive(Choice)]
pub enum DraftOrderStatus {
    #[choice(rename = "OPEN")]
    Open,
    #[choice(rename = "INVOICE_SENT")]
    InvoiceSent,
    #[choice(rename = "COMPLETED")]
    Completed,
}

/// The grain of a report over time.
#[derive(Choice)]
pub enum Period {
    Day,
    Week,
    Month,
}

/// The grain of a report over places.
#[derive(Choice)]
pub enum Place {
    Country,
    Region,
}

/// What a report of customers is sorted by.
#[derive(Choice)]
pub enum CustomerOrder {
    Amount,
    Orders,
}

/// What a report of sales is sorted by.
#[derive(Choice)]
pub enum SalesOrder {
    Revenue,
    Orders,
}

/// What a period is held against.
#[derive(Choice)]
pub enum Comparison {
    PreviousPeriod,
    PreviousYear,
}

pub trait Tools {
    /// Visits of the online store and what became of them, up to the orders.
    #[tool(reads(traffic_days, orders), types(start_date = Date, end_date = Date))]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-01-31"}"#,
        ok = r#"{"sessions":200,"added_to_cart":30,"reached_checkout":12,"orders":2,"conversion_rate_percent":1}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-02-01","end_date":"2026-01-31"}"#,
        error = "invalid_argument"
    )]
    fn conversion_funnel(
        state: &Shopify,
        args: ConversionFunnel,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?.len();
        let days = traffic(state, args.start_date, args.end_date);
        let sessions: i64 = days.iter().map(|day| day.sessions).sum();
        let carts: i64 = days.iter().map(|day| day.added_to_cart).sum();
        let checkouts: i64 = days.iter().map(|day| day.reached_checkout).sum();
        Ok(serde_json::json!({
            "start_date": args.start_date.to_string(),
            "end_date": args.end_date.to_string(),
            "sessions": sessions,
            "added_to_cart": carts,
            "reached_checkout": checkouts,
            "orders": orders,
            "conversion_rate_percent": percent(orders as f64, sessions as f64),
        }))
    }

    /// Customers, first-time customers, orders and sales, period by period.
    #[tool(reads(orders), types(start_date = Date, end_date = Date))]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28"}"#,
        ok = r#"{"cohorts":[{"period":"2026-01","customers":2,"new_customers":2,"orders":2,"total_sales":95},{"period":"2026-02","customers":1,"new_customers":0,"orders":1,"total_sales":40}]}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-02-30","end_date":"2026-03-31"}"#,
        error = "invalid_argument"
    )]
    fn customer_cohort_analysis(
        state: &Shopify,
        args: CustomerCohortAnalysis,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?;
        let first_days = first_order_days(state);
        let periods =
            by_order(&orders, &|order| period_name(order.created_at.date(), args.group_by));
        let cohorts = periods.iter().map(|(period, sums)| {
            let is_new = |customer: &&Key<Customer>| {
                first_days
                    .get(*customer)
                    .is_some_and(|day| period_name(*day, args.group_by) == *period)
            };
            serde_json::json!({
                "period": period,
                "customers": sums.customers.len(),
                "new_customers": sums.customers.iter().filter(is_new).count(),
                "orders": sums.orders.len(),
                "total_sales": money(sums.total),
            })
        });
        Ok(report(args.start_date, args.end_date, "cohorts", cohorts.collect()))
    }

    /// The customers who spent or ordered most, over all time.
    #[tool(reads(orders, customers), types(limit = i64))]
    #[case(
        args = r#"{"sort_by":"orders","limit":1}"#,
        ok = r#"{"customers":[{"customer_id":"gid://shopify/Customer/1","customer_name":"Ines Moreau","orders":2,"total_spent":95}]}"#
    )]
    #[case(args = r#"{"sort_by":"age"}"#, error = "invalid_argument")]
    fn customer_lifetime_value(
        state: &Shopify,
        args: CustomerLifetimeValue,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let mut orders = all_counted_orders(state);
        orders.retain(|order| order.customer_id.is_some());
        let customers = by_order(&orders, &|order| match &order.customer_id {
            Some(customer) => customer.as_str().to_owned(),
            None => String::new(),
        });
        let rows = customers.iter().map(|(id, sums)| {
            let name = state.customers.get(id.as_str()).map(full_name);
            let orders = sums.orders.len();
            let rank = match args.sort_by {
                CustomerOrder::Amount => sums.total,
                CustomerOrder::Orders => orders as f64,
            };
            let row = serde_json::json!({
                "customer_id": id,
                "customer_name": name,
                "orders": orders,
                "total_spent": money(sums.total),
                "average_order_value": average(sums.total, orders),
            });
            (rank, row)
        });
        Ok(serde_json::json!({"customers": top(rows.collect(), args.limit)}))
    }

    /// What discounts cost and brought: the share of orders and sales with one, code by code.
    #[tool(reads(orders), types(start_date = Date, end_date = Date))]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28"}"#,
        ok = r#"{"orders":3,"discounted_orders":1,"discounted_sales":55,"total_sales":135,"total_discounts":5,"codes":[{"code":"NEWYEAR","orders":1,"total_discounts":5}]}"#
    )]
    #[case(args = r#"{"start_date":"2026-01-01","end_date":"soon"}"#, error = "invalid_argument")]
    fn discount_performance(
        state: &Shopify,
        args: DiscountPerformance,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?;
        let all = Sums::of_orders(&orders);
        let discounted: Vec<_> =
            orders.iter().filter(|order| order.total_discounts > 0.0).cloned().collect();
        let with_discount = Sums::of_orders(&discounted);
        let mut codes: BTreeMap<&str, Sums> = BTreeMap::new();
        for order in &discounted {
            for code in &order.discount_codes {
                codes.entry(code).or_default().add_order(order);
            }
        }
        let codes: Vec<_> = codes
            .iter()
            .map(|(code, sums)| {
                serde_json::json!({
                    "code": code,
                    "orders": sums.orders.len(),
                    "total_discounts": money(sums.discounts),
                    "total_sales": money(sums.total),
                })
            })
            .collect();
        Ok(serde_json::json!({
            "start_date": args.start_date.to_string(),
            "end_date": args.end_date.to_string(),
            "orders": all.orders.len(),
            "discounted_orders": discounted.len(),
            "discounted_orders_percent": percent(discounted.len() as f64, all.orders.len() as f64),
            "discounted_sales": money(with_discount.total),
            "total_sales": money(all.total),
            "total_discounts": money(all.discounts),
            "codes": codes,
        }))
    }

    /// Items that run out within the days given at the pace of the last thirty days, or that
    /// last more than four times as long (or do not sell at all).
    #[tool(
        reads(orders, variants, products, inventory_items, inventory_levels),
        types(limit = i64)
    )]
    #[case(
        args = r#"{"days_of_stock_threshold":10,"limit":5}"#,
        ok = r#"{"days_of_stock_threshold":10}"#
    )]
    #[case(args = r#"{"days_of_stock_threshold":0}"#, error = "invalid_argument")]
    fn inventory_risk_report(
        state: &Shopify,
        args: InventoryRiskReport,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let today = cx.today();
        let recent = counted_orders(state, today.plus_days(1 - VELOCITY_DAYS), today)?;
        let mut sold: BTreeMap<&str, i64> = BTreeMap::new();
        for line in recent.iter().flat_map(|order| &order.line_items) {
            if let Some(variant) = &line.variant_id {
                *sold.entry(variant.as_str()).or_default() += line.quantity;
            }
        }
        let threshold = args.days_of_stock_threshold;
        let mut rows = Vec::new();
        for item in state.inventory_items.iter().filter(|item| item.tracked) {
            let levels = levels_of(state, &item.id);
            let available: i64 = levels.iter().map(|level| level.available).sum();
            let units = sold.get(item.variant_id.as_str()).copied().unwrap_or(0);
            let velocity = units as f64 / VELOCITY_DAYS as f64;
            let days = (units > 0).then(|| available.max(0) as f64 / velocity);
            let risk = match days {
                Some(days) if days < threshold => "understock",
                Some(days) if days <= threshold * 4.0 => continue,
                None if available <= 0 => continue,
                _ => "overstock",
            };
            let mut row = item_names(state, item);
            row.insert("risk".to_owned(), risk.into());
            row.insert("available".to_owned(), available.into());
            row.insert("units_sold_last_30_days".to_owned(), units.into());
            row.insert("days_of_stock".to_owned(), days.map(money).into());
            rows.push((-days.unwrap_or(f64::MAX), row.into()));
        }
        Ok(serde_json::json!({
            "days_of_stock_threshold": threshold,
            "items": top(rows, args.limit),
        }))
    }

    /// Orders and sales, period by period.
    #[tool(reads(orders), types(start_date = Date, end_date = Date))]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28","group_by":"week"}"#,
        ok = r#"{"periods":[{"period":"2026-01-05","orders":1,"total_sales":55},{"period":"2026-01-19","orders":1,"total_sales":40},{"period":"2026-02-09","orders":1}]}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28","group_by":"year"}"#,
        error = "invalid_argument"
    )]
    fn orders_by_date_range(
        state: &Shopify,
        args: OrdersByDateRange,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?;
        let periods =
            by_order(&orders, &|order| period_name(order.created_at.date(), args.group_by));
        let rows = periods.iter().map(|(period, sums)| sums.row("period", period));
        Ok(report(args.start_date, args.end_date, "periods", rows.collect()))
    }

    /// Revenue and orders of each vendor, before discounts.
    #[tool(
        reads(orders, variants, products),
        types(start_date = Date, end_date = Date, limit = i64)
    )]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28"}"#,
        ok = r#"{"vendors":[{"vendor":"Northlight","orders":3,"revenue":120},{"vendor":"Clay & Co","orders":2,"revenue":40}]}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-03-01","end_date":"2026-02-28"}"#,
        error = "invalid_argument"
    )]
    fn product_vendor_performance(
        state: &Shopify,
        args: ProductVendorPerformance,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?;
        let vendors = by_line(&orders, &|line| vendor_of(state, line));
        let rows = vendors.iter().map(|(vendor, sums)| sums.ranked("vendor", vendor, args.sort_by));
        let rows = top(rows.collect(), args.limit);
        Ok(report(args.start_date, args.end_date, "vendors", rows))
    }

    /// How many orders and units came back, and what was paid back for them.
    #[tool(reads(orders), types(start_date = Date, end_date = Date))]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28"}"#,
        ok = r#"{"orders":3,"refunded_orders":1,"units_sold":6,"units_returned":1,"total_refunded":20,"refund_rate_percent":33.33}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-03-01","end_date":"2026-02-28"}"#,
        error = "invalid_argument"
    )]
    fn refund_rate_summary(
        state: &Shopify,
        args: RefundRateSummary,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?;
        let sums = Sums::of_orders(&orders);
        let refunded = orders.iter().filter(|order| order.total_refunded > 0.0).count();
        Ok(serde_json::json!({
            "start_date": args.start_date.to_string(),
            "end_date": args.end_date.to_string(),
            "orders": orders.len(),
            "refunded_orders": refunded,
            "refund_rate_percent": percent(refunded as f64, orders.len() as f64),
            "units_sold": sums.units,
            "units_returned": sums.returned_units,
            "return_rate_percent": percent(sums.returned_units as f64, sums.units as f64),
            "total_refunded": money(sums.refunds),
        }))
    }

    /// The share of the customers of a range who ordered more than once in it.
    #[tool(reads(orders), types(start_date = Date, end_date = Date))]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28"}"#,
        ok = r#"{"customers":2,"repeat_customers":1,"orders":3,"repeat_rate_percent":50}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-03-01","end_date":"2026-02-28"}"#,
        error = "invalid_argument"
    )]
    fn repeat_customer_rate(
        state: &Shopify,
        args: RepeatCustomerRate,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?;
        let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
        for customer in orders.iter().filter_map(|order| order.customer_id.as_ref()) {
            *counts.entry(customer.as_str()).or_default() += 1;
        }
        let repeat = counts.values().filter(|count| **count > 1).count();
        Ok(serde_json::json!({
            "start_date": args.start_date.to_string(),
            "end_date": args.end_date.to_string(),
            "customers": counts.len(),
            "repeat_customers": repeat,
            "orders": orders.len(),
            "repeat_rate_percent": percent(repeat as f64, counts.len() as f64),
        }))
    }

    /// Sales and orders of each channel, the strongest first.
    #[tool(reads(orders), types(start_date = Date, end_date = Date, limit = i64))]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28"}"#,
        ok = r#"{"channels":[{"channel":"Online Store","orders":2,"total_sales":95},{"channel":"Point of Sale","orders":1,"total_sales":40}]}"#
    )]
    #[case(args = r#"{"start_date":"2026-01-01"}"#, error = "invalid_argument")]
    fn sales_by_channel(
        state: &Shopify,
        args: SalesByChannel,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?;
        let channels = by_order(&orders, &|order| order.channel.to_string());
        let rows = channels.iter().map(|(name, sums)| (sums.total, sums.row("channel", name)));
        let rows = top(rows.collect(), args.limit);
        Ok(report(args.start_date, args.end_date, "channels", rows))
    }

    /// Sales and orders of each country or region that was shipped to, the strongest first.
    #[tool(reads(orders), types(start_date = Date, end_date = Date, limit = i64))]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28"}"#,
        ok = r#"{"places":[{"country":"France","orders":2,"total_sales":95},{"country":"Unknown","orders":1,"total_sales":40}]}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28","group_by":"city"}"#,
        error = "invalid_argument"
    )]
    fn sales_by_geography(
        state: &Shopify,
        args: SalesByGeography,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?;
        let places = by_order(&orders, &|order| place_of(order, args.group_by));
        let label = args.group_by.as_str();
        let rows = places.iter().map(|(name, sums)| (sums.total, sums.row(label, name)));
        let rows = top(rows.collect(), args.limit);
        Ok(report(args.start_date, args.end_date, "places", rows))
    }

    /// The sales of a range beside those of the range before, or of a year before, with the
    /// change in percent.
    #[tool(reads(orders), types(start_date = Date, end_date = Date))]
    #[case(
        args = r#"{"start_date":"2026-02-01","end_date":"2026-02-28"}"#,
        ok = r#"{"current":{"start_date":"2026-02-01","orders":1,"total_sales":40},"previous":{"start_date":"2026-01-04","end_date":"2026-01-31","orders":2,"total_sales":95},"change_percent":{"orders":-50,"total_sales":-57.89}}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-02-01","end_date":"2026-02-28","compare_to":"previous_year"}"#,
        ok = r#"{"previous":{"start_date":"2025-02-01","orders":0},"change_percent":{"orders":null}}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-03-01","end_date":"2026-02-28"}"#,
        error = "invalid_argument"
    )]
    fn sales_comparison(
        state: &Shopify,
        args: SalesComparison,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let (start, end) = (args.start_date, args.end_date);
        let orders = counted_orders(state, start, end)?;
        let days = end.days_since(start) + 1;
        let (start_before, end_before) = match args.compare_to {
            Comparison::PreviousPeriod => (start.plus_days(-days), start.plus_days(-1)),
            Comparison::PreviousYear => (year_before(start), year_before(end)),
        };
        let orders_before = counted_orders(state, start_before, end_before)?;
        let (now, before) = (Sums::of_orders(&orders), Sums::of_orders(&orders_before));
        let change =
            |now: f64, before: f64| (before != 0.0).then(|| money((now - before) / before * 100.0));
        let (n_now, n_before) = (now.orders.len() as f64, before.orders.len() as f64);
        Ok(serde_json::json!({
            "compare_to": args.compare_to.as_str(),
            "current": breakdown(start, end, &orders, args.group_by),
            "previous": breakdown(start_before, end_before, &orders_before, args.group_by),
            "change_percent": {
                "orders": change(n_now, n_before),
                "total_sales": change(now.total, before.total),
                "gross_sales": change(now.gross, before.gross),
            },
        }))
    }

    /// What was sold in a range: orders, gross sales, discounts, refunds, total and average.
    #[tool(reads(orders, shop), types(start_date = Date, end_date = Date))]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-01-31"}"#,
        ok = r#"{"orders":2,"gross_sales":100,"discounts":5,"refunds":0,"total_sales":95,"average_order_value":47.5,"units_sold":4,"currency":"EUR"}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-02-01","end_date":"2026-01-31"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"start_date":"01/02/2026","end_date":"2026-01-31"}"#,
        error = "invalid_argument"
    )]
    fn sales_summary(
        state: &Shopify,
        args: SalesSummary,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?;
        let sums = Sums::of_orders(&orders);
        Ok(serde_json::json!({
            "start_date": args.start_date.to_string(),
            "end_date": args.end_date.to_string(),
            "currency": state.shop.get().map(|shop| shop.currency.as_str()),
            "orders": orders.len(),
            "units_sold": sums.units,
            "gross_sales": money(sums.gross),
            "discounts": money(sums.discounts),
            "refunds": money(sums.refunds),
            "total_sales": money(sums.total),
            "average_order_value": average(sums.total, orders.len()),
        }))
    }

    /// Answers a question in a part of ShopifyQL: `FROM sales SHOW total_sales, orders
    /// GROUP BY month SINCE -90d UNTIL today ORDER BY total_sales DESC LIMIT 10`.
    #[tool(reads(orders, variants, products))]
    #[case(
        args = r#"{"query":"FROM sales SHOW total_sales, orders GROUP BY month SINCE 2026-01-01 UNTIL 2026-02-28 ORDER BY month"}"#,
        ok = r#"{"rows":[{"month":"2026-01","total_sales":95,"orders":2},{"month":"2026-02","total_sales":40,"orders":1}]}"#
    )]
    #[case(
        args = r#"{"query":"from orders show net_items_sold by vendor since 2026-01-01 until 2026-02-28 order by net_items_sold desc limit 1"}"#,
        ok = r#"{"rows":[{"vendor":"Northlight","net_items_sold":4}]}"#
    )]
    #[case(args = r#"{"query":"FROM sales SHOW happiness"}"#, error = "invalid_argument")]
    #[case(args = r#"{"query":"SELECT * FROM sales"}"#, error = "invalid_argument")]
    fn shopifyql_query(
        state: &Shopify,
        args: ShopifyqlQuery,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let question = read_question(&args.query, cx.today())?;
        answer_question(state, &question)
    }

    /// The products that sold best, by revenue before discounts or by orders.
    #[tool(
        reads(orders, variants, products),
        types(start_date = Date, end_date = Date, limit = i64)
    )]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28","limit":1}"#,
        ok = r#"{"products":[{"product":"Desk lamp","orders":3,"revenue":120,"units_sold":4}]}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-02-28","limit":51}"#,
        error = "invalid_argument"
    )]
    fn top_products(
        state: &Shopify,
        args: TopProducts,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let orders = counted_orders(state, args.start_date, args.end_date)?;
        let products = by_line(&orders, &|line| product_of(state, line));
        let rows = products.iter().map(|(title, sums)| sums.ranked("product", title, args.sort_by));
        let rows = top(rows.collect(), args.limit);
        Ok(report(args.start_date, args.end_date, "products", rows))
    }

    /// Visits of the online store, period by period.
    #[tool(reads(traffic_days), types(start_date = Date, end_date = Date))]
    #[case(
        args = r#"{"start_date":"2026-01-01","end_date":"2026-01-31","group_by":"month"}"#,
        ok = r#"{"periods":[{"period":"2026-01","sessions":200,"visitors":150,"page_views":640}]}"#
    )]
    #[case(
        args = r#"{"start_date":"2026-02-01","end_date":"2026-01-31"}"#,
        error = "invalid_argument"
    )]
    fn traffic_analytics(
        state: &Shopify,
        args: TrafficAnalytics,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        check_range(args.start_date, args.end_date)?;
        let mut periods: BTreeMap<String, (i64, i64, i64)> = BTreeMap::new();
        for day in traffic(state, args.start_date, args.end_date) {
            let sums = periods.entry(period_name(day.date, args.group_by)).or_default();
            sums.0 += day.sessions;
            sums.1 += day.visitors;
            sums.2 += day.page_views;
        }
        let rows = periods.iter().map(|(period, (sessions, visitors, page_views))| {
            serde_json::json!({
                "period": period,
                "sessions": sessions,
                "visitors": visitors,
                "page_views": page_views,
            })
        });
        Ok(report(args.start_date, args.end_date, "periods", rows.collect()))
    }

    #[tool(append(tags = tags), key(id))]
    fn add_customer_tag() -> Customer;

    #[tool(create)]
    fn create_customer() -> Customer;

    /// What a customer spent in all, on how many orders, from when to when.
    #[tool(reads(customers, orders))]
    #[case(
        args = r#"{"customer_id":"gid://shopify/Customer/1"}"#,
        ok = r#"{"name":"Ines Moreau","orders_count":2,"total_spent":95,"average_order_value":47.5,"first_order_at":"2026-01-06T10:00:00Z","last_order_at":"2026-02-10T09:00:00Z"}"#
    )]
    #[case(args = r#"{"customer_id":"gid://shopify/Customer/99"}"#, error = "not_found")]
    fn get_customer_lifetime_value(
        state: &Shopify,
        args: GetCustomerLifetimeValue,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let customer = state.customers.find(&args.customer_id)?;
        let mut orders = all_counted_orders(state);
        orders.retain(|order| order.customer_id.as_ref() == Some(&customer.id));
        let total = Sums::of_orders(&orders).total;
        let instant = |at: Option<Timestamp>| at.map(|at| at.to_string());
        Ok(serde_json::json!({
            "customer_id": customer.id.as_str(),
            "name": full_name(&customer),
            "orders_count": orders.len(),
            "total_spent": money(total),
            "average_order_value": average(total, orders.len()),
            "first_order_at": instant(orders.iter().map(|order| order.created_at).min()),
            "last_order_at": instant(orders.iter().map(|order| order.created_at).max()),
        }))
    }

    /// A customer's orders, newest first.
    #[tool(
        list,
        filter(customer_id),
        sort(created_at, descending),
        page(limit = limit, cursor = cursor)
    )]
    #[case(
        args = r#"{"customer_id":"gid://shopify/Customer/1"}"#,
        ok = r##"{"items":[{"name":"#1003"},{"name":"#1001"}],"total":2}"##
    )]
    #[case(args = r#"{"customer_id":"gid://shopify/Customer/99"}"#, error = "not_found")]
    fn get_customer_orders(
        state: &Shopify,
        args: GetCustomerOrders,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Order>>, ToolError> {
        state.customers.find(&args.customer_id)?;
        let orders =
            state.orders.select(&|order| order.customer_id.as_ref() == Some(&args.customer_id));
        newest_first(orders, args.limit, args.cursor)
    }

    #[tool(get, key(id))]
    fn get_customer() -> Customer;

    #[tool(list, page(limit = limit, cursor = cursor))]
    fn list_customers() -> Page<Customer>;

    #[tool(detach(tags = tags), key(id))]
    fn remove_customer_tag() -> Customer;

    /// Customers with the words in their name, address, telephone number or tags, or with terms
    /// such as `email:ines@example.org`, `tag:vip`, `state:enabled`.
    #[tool(
        search((first_name, last_name, email, phone) ~ query),
        page(limit = limit, cursor = cursor)
    )]
    #[case(
        args = r#"{"query":"tag:wholesale"}"#,
        ok = r#"{"items":[{"id":"gid://shopify/Customer/2"}],"total":1}"#
    )]
    #[case(args = r#"{"query":"ines -tag:wholesale"}"#, ok = r#"{"total":1}"#)]
    #[case(args = r#"{"query":"ines OR omar"}"#, error = "invalid_argument")]
    fn search_customers(
        state: &Shopify,
        args: SearchCustomers,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Customer>>, ToolError> {
        let terms = read_terms(&args.query)?;
        let found = state.customers.select(&|customer| {
            terms.iter().all(|term| customer_fits(customer, term) != term.negated)
        });
        cut(found, args.limit, args.cursor)
    }

    #[tool(update, key(id))]
    fn update_customer() -> Customer;

    /// Adds to the stock of an item at a location, or takes from it.
    #[tool(
        reads(inventory_items, inventory_levels, locations, variants, products),
        writes(inventory_levels, inventory_changes),
        types(
            inventory_item_id = Key<InventoryItem>,
            location_id = Key<Location>,
            delta = i64,
            reason = StockReason
        )
    )]
    #[case(
        args = r#"{"inventory_item_id":"gid://shopify/InventoryItem/1","location_id":"gid://shopify/Location/1","delta":-3,"reason":"damaged"}"#,
        ok = r#"{"available":9,"delta":-3,"reason":"damaged","location_name":"Lyon workshop"}"#
    )]
    #[case(
        args = r#"{"inventory_item_id":"gid://shopify/InventoryItem/3","location_id":"gid://shopify/Location/2","delta":1}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"inventory_item_id":"gid://shopify/InventoryItem/1","location_id":"gid://shopify/Location/1","delta":1,"reason":"boredom"}"#,
        error = "invalid_argument"
    )]
    fn adjust_inventory(
        state: &mut Shopify,
        args: AdjustInventory,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let place = (args.inventory_item_id, args.location_id);
        let level = find_level(state, &place)?;
        let available = level
            .available
            .checked_add(args.delta)
            .ok_or_else(|| ToolError::invalid_argument("the quantity is out of range"))?;
        set_available(state, place, available, args.reason, cx)
    }

    /// The items with a SKU, with their stock at each location.
    #[tool(
        list,
        about = InventoryItem,
        filter(sku),
        page(limit = limit),
        reads(inventory_items, inventory_levels, locations, variants, products)
    )]
    #[case(
        args = r#"{"sku":"LAMP-BRASS"}"#,
        ok = r#"{"items":[{"id":"gid://shopify/InventoryItem/1","product_title":"Desk lamp","levels":[{"available":12},{"available":0}]}],"total":1}"#
    )]
    #[case(args = r#"{"sku":"LAMP-BRASS","limit":0}"#, error = "invalid_argument")]
    fn get_inventory_by_sku(
        state: &Shopify,
        args: GetInventoryBySku,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let items = state.inventory_items.select(&|item| item.sku.as_deref() == Some(&*args.sku));
        let page = cut(items, args.limit, None)?;
        Ok(map_page(page, &|item| item_view(state, item)))
    }

    /// An item with its variant and its stock at each location.
    #[tool(
        get,
        about = InventoryItem,
        key(id),
        reads(inventory_items, inventory_levels, locations, variants, products)
    )]
    #[case(
        args = r#"{"id":"gid://shopify/InventoryItem/2"}"#,
        ok = r#"{"sku":"LAMP-BLACK","tracked":true,"levels":[{"location_name":"Lyon workshop","available":3,"committed":1,"on_hand":4}]}"#
    )]
    #[case(args = r#"{"id":"gid://shopify/InventoryItem/99"}"#, error = "not_found")]
    fn get_inventory_item(
        state: &Shopify,
        args: GetInventoryItem,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let item = state.inventory_items.find(&args.id)?;
        Ok(item_view(state, &item))
    }

    /// The stock at a location, item by item.
    #[tool(
        list,
        about = InventoryLevel,
        filter(location_id),
        page(limit = limit, cursor = cursor),
        reads(inventory_items, inventory_levels, locations, variants, products)
    )]
    #[case(
        args = r#"{"location_id":"gid://shopify/Location/1"}"#,
        ok = r#"{"items":[{"sku":"LAMP-BRASS","available":12},{"sku":"LAMP-BLACK","available":3},{"sku":"MUG-01","available":40}],"total":3}"#
    )]
    #[case(args = r#"{"location_id":"gid://shopify/Location/99"}"#, error = "not_found")]
    fn get_location_inventory(
        state: &Shopify,
        args: GetLocationInventory,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        state.locations.find(&args.location_id)?;
        let levels = state.inventory_levels.select(&|level| level.location_id == args.location_id);
        let page = cut(levels, args.limit, args.cursor)?;
        Ok(map_page(page, &|level| level_view(state, level)))
    }

    /// The stock of every item at every location.
    #[tool(
        list,
        about = InventoryLevel,
        page(limit = limit, cursor = cursor),
        reads(inventory_items, inventory_levels, locations, variants, products)
    )]
    #[case(
        args = r#"{"limit":2}"#,
        ok = r#"{"items":[{"location_name":"Lyon workshop","available":12,"on_hand":14},{"location_name":"Paris shop"}],"total":4,"next_cursor":"c2"}"#
    )]
    #[case(args = r#"{"cursor":"page two"}"#, error = "invalid_argument")]
    fn list_inventory_levels(
        state: &Shopify,
        args: ListInventoryLevels,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let page = cut(state.inventory_levels.select(&|_| true), args.limit, args.cursor)?;
        Ok(map_page(page, &|level| level_view(state, level)))
    }

    /// Tracked stock below a threshold, the lowest first.
    #[tool(
        reads(inventory_levels, inventory_items, variants, products, locations),
        types(limit = i64)
    )]
    #[case(
        args = r#"{"threshold":4}"#,
        ok = r#"{"total":2,"items":[{"sku":"LAMP-BRASS","location_name":"Paris shop","available":0},{"sku":"LAMP-BLACK","available":3}]}"#
    )]
    #[case(args = r#"{"threshold":-1}"#, error = "invalid_argument")]
    fn low_stock_report(
        state: &Shopify,
        args: LowStockReport,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let mut levels = state.inventory_levels.select(&|level| {
            let item = state.inventory_items.get(&level.inventory_item_id);
            item.is_some_and(|item| item.tracked) && (level.available as f64) < args.threshold
        });
        levels.sort_by_key(|level| level.available);
        let total = levels.len();
        levels.truncate(usize::try_from(args.limit).unwrap_or(0));
        let items: Vec<_> = levels.iter().map(|level| level_view(state, level)).collect();
        Ok(serde_json::json!({"threshold": args.threshold, "total": total, "items": items}))
    }

    /// Sets the stock of an item at a location to what was counted.
    #[tool(
        update,
        about = InventoryLevel,
        key(inventory_item_id, location_id),
        map(available = quantity),
        types(reason = StockReason),
        reads(inventory_items, inventory_levels, locations, variants, products),
        writes(inventory_levels, inventory_changes)
    )]
    #[case(
        args = r#"{"inventory_item_id":"gid://shopify/InventoryItem/1","location_id":"gid://shopify/Location/2","quantity":6}"#,
        ok = r#"{"available":6,"delta":6,"reason":"correction","sku":"LAMP-BRASS"}"#
    )]
    #[case(
        args = r#"{"inventory_item_id":"gid://shopify/InventoryItem/3","location_id":"gid://shopify/Location/2","quantity":1}"#,
        error = "not_found"
    )]
    fn set_inventory_level(
        state: &mut Shopify,
        args: SetInventoryLevel,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let place = (args.inventory_item_id, args.location_id);
        set_available(state, place, args.quantity, args.reason, cx)
    }

    #[tool(update, key(id))]
    fn add_order_note() -> Order;

    #[tool(append(tags = tags), key(id))]
    fn add_order_tag() -> Order;

    /// Prepares an order at the variants' present prices.
    #[tool(create, types(line_items = Vec<DraftLine>))]
    #[case(
        args = r#"{"line_items":[{"variant_id":"gid://shopify/ProductVariant/1","quantity":2},{"variant_id":"gid://shopify/ProductVariant/3","quantity":1}],"customer_id":"gid://shopify/Customer/2","note":"Pick up on Friday","shipping_address":{"address1":"4 Quay Street","city":"Marseille","zip":"13002","country":"France","firstName":"Omar"}}"#,
        ok = r##"{"name":"#D2","status":"OPEN","line_items":[{"title":"Desk lamp","quantity":2,"price":40},{"title":"Clay mug","quantity":1,"price":20}],"total_price":100,"shipping_address":{"firstName":"Omar","province":null}}"##
    )]
    #[case(args = r#"{"line_items":[]}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"line_items":[{"variant_id":"gid://shopify/ProductVariant/99","quantity":1}]}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"line_items":[{"variant_id":"gid://shopify/ProductVariant/1","quantity":0}]}"#,
        error = "invalid_argument"
    )]
    fn create_draft_order(
        state: &mut Shopify,
        args: CreateDraftOrder,
        cx: &mut Context,
    ) -> Result<RowRef<DraftOrder>, ToolError> {
        let mut line_items = Vec::new();
        let mut total = 0.0;
        for line in args.line_items {
            let variant = state.variants.find(&line.variant_id)?;
            let product = state.products.find(&variant.product_id)?;
            total += variant.price * line.quantity as f64;
            line_items.push(LineItem {
                variant_id: Some(line.variant_id),
                title: product.title.clone(),
                quantity: line.quantity,
                price: variant.price,
                returned_quantity: 0,
            });
        }
        let id = state.draft_orders.next_key(cx);
        let number = id.as_str().rsplit('/').next().unwrap_or_default().to_owned();
        state.draft_orders.insert(DraftOrder {
            id,
            name: format!("#D{number}"),
            status: DraftOrderStatus::Open,
            line_items,
            customer_id: args.customer_id,
            note: args.note,
            shipping_address: args.shipping_address,
            total_price: money(total),
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    /// The order that the store calls so, with or without the `#`.
    #[tool(reads(orders))]
    #[case(
        args = r##"{"name":"#1002"}"##,
        ok = r#"{"id":"gid://shopify/Order/2","total_price":40}"#
    )]
    #[case(args = r#"{"name":"1002"}"#, ok = r#"{"id":"gid://shopify/Order/2"}"#)]
    #[case(args = r##"{"name":"#9999"}"##, error = "not_found")]
    fn get_order_by_name(
        state: &Shopify,
        args: GetOrderByName,
        _cx: &mut Context,
    ) -> Result<RowRef<Order>, ToolError> {
        let wanted = args.name.trim().trim_start_matches('#');
        match state.orders.first(&|order| order.name.trim_start_matches('#') == wanted) {
            Some(order) => state.orders.find(&order.id),
            None => Err(ToolError::not_found(format!("no order is called `{}`", args.name))),
        }
    }

    /// How far an order is sent, with the tracking of each parcel.
    #[tool(reads(orders))]
    #[case(
        args = r#"{"id":"gid://shopify/Order/1"}"#,
        ok = r##"{"name":"#1001","fulfillment_status":"FULFILLED","fulfillments":[{"tracking_company":"Swift Post","tracking_number":"SP-7781"}]}"##
    )]
    #[case(args = r#"{"id":"gid://shopify/Order/99"}"#, error = "not_found")]
    fn get_order_fulfillment_status(
        state: &Shopify,
        args: GetOrderFulfillmentStatus,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let order = state.orders.find(&Key::<Order>::new(args.id))?;
        let mut view = value_of(&order);
        let kept = ["id", "name", "status", "fulfillment_status", "fulfillments"];
        view.retain(|name, _| kept.contains(&name.as_str()));
        Ok(view.into())
    }

    /// What happened to an order, oldest first: placed, sent, paid, refunded, commented.
    #[tool(reads(orders, order_events))]
    #[case(
        args = r#"{"id":"gid://shopify/Order/1"}"#,
        ok = r#"{"events":[{"kind":"placed","at":"2026-01-06T10:00:00Z"},{"kind":"payment"},{"kind":"fulfillment","message":"Sent with Swift Post, tracking number SP-7781"}]}"#
    )]
    #[case(args = r#"{"id":"gid://shopify/Order/99"}"#, error = "not_found")]
    fn get_order_timeline(
        state: &Shopify,
        args: GetOrderTimeline,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let order = state.orders.find(&Key::<Order>::new(args.id))?;
        let mut events = vec![(order.created_at, "placed", format!("{} was placed", order.name))];
        for parcel in &order.fulfillments {
            events.push((parcel.created_at, "fulfillment", parcel_message(parcel)));
        }
        for event in state.order_events.iter().filter(|event| event.order_id == order.id) {
            events.push((event.created_at, event.kind.as_str(), event.message.clone()));
        }
        events.sort_by_key(|(at, _, _)| *at);
        let events: Vec<_> = events
            .into_iter()
            .map(|(at, kind, message)| {
                serde_json::json!({"at": at.to_string(), "kind": kind, "message": message})
            })
            .collect();
        Ok(serde_json::json!({"id": order.id.as_str(), "name": order.name, "events": events}))
    }

    #[tool(get, key(id))]
    fn get_order() -> Order;

    /// Orders, newest first; statuses are taken in any case.
    #[tool(
        list,
        filter(status, financial_status, fulfillment_status),
        types(status = String, financial_status = String, fulfillment_status = String),
        sort(created_at, descending),
        page(limit = limit, cursor = cursor)
    )]
    #[case(
        args = r#"{"financial_status":"pending"}"#,
        ok = r##"{"items":[{"name":"#1002"}],"total":1}"##
    )]
    #[case(
        args = r#"{"status":"any","limit":1}"#,
        ok = r##"{"items":[{"name":"#1003"}],"total":4}"##
    )]
    #[case(args = r#"{"fulfillment_status":"lost"}"#, error = "invalid_argument")]
    fn list_orders(
        state: &Shopify,
        args: ListOrders,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Order>>, ToolError> {
        let status = read_choice(OrderStatus::ALL, args.status.as_deref(), "status")?;
        let financial = read_choice(
            FinancialStatus::ALL,
            args.financial_status.as_deref(),
            "financial_status",
        )?;
        let fulfillment = read_choice(
            FulfillmentStatus::ALL,
            args.fulfillment_status.as_deref(),
            "fulfillment_status",
        )?;
        let orders = state.orders.select(&|order| {
            compoworld_core::equals(&order.status, status.as_ref())
                && compoworld_core::equals(&order.financial_status, financial.as_ref())
                && compoworld_core::equals(&order.fulfillment_status, fulfillment.as_ref())
        });
        newest_first(orders, args.limit, args.cursor)
    }

    /// Records that an order's outstanding sum was paid.
    #[tool(
        update,
        key(id),
        set(financial_status = FinancialStatus::Paid),
        require(financial_status = [
            FinancialStatus::Pending,
            FinancialStatus::Authorized,
            FinancialStatus::PartiallyPaid,
        ])
    )]
    #[case(
        args = r#"{"id":"gid://shopify/Order/2"}"#,
        ok = r##"{"name":"#1002","financial_status":"PAID"}"##
    )]
    #[case(args = r#"{"id":"gid://shopify/Order/1"}"#, error = "failed_precondition")]
    #[case(args = r#"{"id":"gid://shopify/Order/4"}"#, error = "failed_precondition")]
    #[case(args = r#"{"id":"gid://shopify/Order/99"}"#, error = "not_found")]
    fn mark_order_paid(
        state: &mut Shopify,
        args: MarkOrderPaid,
        cx: &mut Context,
    ) -> Result<RowRef<Order>, ToolError> {
        let now = cx.now();
        let order = state.orders.update(&args.id, |order| {
            let payable = matches!(
                order.financial_status,
                FinancialStatus::Pending
                    | FinancialStatus::Authorized
                    | FinancialStatus::PartiallyPaid
            );
            if !payable || order.status == OrderStatus::Cancelled {
                return Err(ToolError::failed_precondition(format!(
                    "order {} is {} and {}; it cannot be marked as paid",
                    order.name, order.status, order.financial_status
                )));
            }
            order.financial_status = FinancialStatus::Paid;
            order.updated_at = now;
            Ok(())
        })?;
        let id = state.order_events.next_key(cx);
        state.order_events.insert(OrderEvent {
            id,
            order_id: order.id.clone(),
            kind: EventKind::Payment,
            message: format!("{} was marked as paid", order.name),
            created_at: now,
        })?;
        Ok(order)
    }

    /// Orders with the words in their name, address, buyer's name or tags, or with terms such as
    /// `name:#1001`, `email:ines@example.org`, `financial_status:paid`, `tag:gift`,
    /// `created_at:>=2026-01-01`; a `-` before a term turns it around.
    #[tool(
        search((name, email) ~ query),
        page(limit = limit, cursor = cursor),
        reads(customers, orders)
    )]
    #[case(
        args = r#"{"query":"financial_status:paid created_at:<2026-02-01"}"#,
        ok = r##"{"items":[{"name":"#1001"}],"total":1}"##
    )]
    #[case(
        args = r#"{"query":"moreau -tag:gift"}"#,
        ok = r##"{"items":[{"name":"#1003"}],"total":1}"##
    )]
    #[case(args = r#"{"query":"created_at:>=yesteryear"}"#, error = "invalid_argument")]
    fn search_orders(
        state: &Shopify,
        args: SearchOrders,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Order>>, ToolError> {
        let terms = read_terms(&args.query)?;
        let mut found = Vec::new();
        for order in state.orders.select(&|_| true) {
            let mut fits = true;
            for term in &terms {
                fits = fits && order_fits(state, &order, term)? != term.negated;
            }
            if fits {
                found.push(order);
            }
        }
        cut(found, args.limit, args.cursor)
    }

    #[tool(update, key(id))]
    fn update_order_note() -> Order;

    #[tool(update, key(id))]
    fn update_order_tags() -> Order;

    /// Adds an empty collection; its handle is made from the title.
    #[tool(create)]
    #[case(
        args = r#"{"title":"Summer Light","description":"For the terrace"}"#,
        ok = r#"{"title":"Summer Light","handle":"summer-light","collection_type":"manual","product_ids":[]}"#
    )]
    #[case(args = r#"{"title":"Lighting"}"#, ok = r#"{"handle":"lighting-1"}"#)]
    #[case(args = r#"{"title":""}"#, error = "invalid_argument")]
    fn create_collection(
        state: &mut Shopify,
        args: CreateCollection,
        cx: &mut Context,
    ) -> Result<RowRef<Collection>, ToolError> {
        let handle = free_handle(&args.title, "collection", &|handle| {
            state.collections.first(&|collection| collection.handle == handle).is_some()
        });
        let id = state.collections.next_key(cx);
        state.collections.insert(Collection {
            id,
            title: args.title,
            handle,
            description: args.description,
            collection_type: args.collection_type.unwrap_or(CollectionType::Manual),
            product_ids: Vec::new(),
            updated_at: cx.now(),
        })
    }

    /// Adds a variant to a product, told from the others by its options (`Size:Large`). It
    /// replaces the standalone variant that the product was created with.
    #[tool(
        create,
        types(price = String),
        reads(locations, products, variants, inventory_items, inventory_levels),
        writes(variants, inventory_items, inventory_levels)
    )]
    #[case(
        args = r#"{"product_id":"gid://shopify/Product/1","price":"45.50","sku":"LAMP-STEEL","options":["Finish:Steel"]}"#,
        ok = r#"{"product_id":"gid://shopify/Product/1","title":"Steel","price":45.5,"sku":"LAMP-STEEL","selected_options":[{"name":"Finish","value":"Steel"}]}"#
    )]
    #[case(
        args = r#"{"product_id":"gid://shopify/Product/1","price":"45.50","options":["Finish:Brass"]}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"product_id":"gid://shopify/Product/1","price":"cheap"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"product_id":"gid://shopify/Product/99","price":"1.00"}"#,
        error = "not_found"
    )]
    fn create_product_variant(
        state: &mut Shopify,
        args: CreateProductVariant,
        cx: &mut Context,
    ) -> Result<RowRef<Variant>, ToolError> {
        state.products.find(&args.product_id)?;
        let price = read_price(&args.price)?;
        let mut selected_options = Vec::new();
        for option in args.options.iter().flatten() {
            let Some((name, value)) = option.split_once(':') else {
                return Err(ToolError::invalid_argument(format!(
                    "`{option}` is no option, write it like `Size:Large`"
                )));
            };
            let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
            selected_options.push(SelectedOption { name, value });
        }
        let title = match selected_options.is_empty() {
            true => STANDALONE_TITLE.to_owned(),
            false => {
                let values: Vec<_> =
                    selected_options.iter().map(|option| option.value.as_str()).collect();
                values.join(" / ")
            }
        };
        let siblings = state.variants.select(&|variant| variant.product_id == args.product_id);
        if siblings.iter().any(|variant| variant.title == title) {
            return Err(ToolError::already_exists(format!(
                "the product already has a variant `{title}`"
            )));
        }
        if let [standalone] = siblings.as_slice()
            && standalone.title == STANDALONE_TITLE
        {
            state.delete::<Variant>(&standalone.id)?;
        }
        add_variant(state, args.product_id, title, price, args.sku, selected_options, cx)
    }

    /// Adds a product with a standalone variant that costs nothing yet; its handle is made from
    /// the title.
    #[tool(
        create,
        reads(shop, locations, products),
        writes(products, variants, inventory_items, inventory_levels)
    )]
    #[case(
        args = r#"{"title":"Linen Napkin","vendor":"Clay & Co","tags":["table"],"status":"DRAFT"}"#,
        ok = r#"{"title":"Linen Napkin","handle":"linen-napkin","vendor":"Clay & Co","status":"DRAFT","tags":["table"],"description":""}"#
    )]
    #[case(
        args = r#"{"title":"Desk lamp"}"#,
        ok = r#"{"handle":"desk-lamp-1","status":"ACTIVE","vendor":"Maison Claire"}"#
    )]
    #[case(args = r#"{"title":"Napkin","status":"SOLD"}"#, error = "invalid_argument")]
    fn create_product(
        state: &mut Shopify,
        args: CreateProduct,
        cx: &mut Context,
    ) -> Result<RowRef<Product>, ToolError> {
        let handle = free_handle(&args.title, "product", &|handle| {
            state.products.first(&|product| product.handle == handle).is_some()
        });
        let shop = state.shop.get().map(|shop| shop.name.clone());
        let id = state.products.next_key(cx);
        let product = state.products.insert(Product {
            id: id.clone(),
            title: args.title,
            handle,
            description: args.description.unwrap_or_default(),
            vendor: args.vendor.or(shop).unwrap_or_default(),
            product_type: args.product_type.unwrap_or_default(),
            status: args.status.unwrap_or(ProductStatus::Active),
            tags: args.tags.unwrap_or_default(),
            created_at: cx.now(),
            updated_at: cx.now(),
        })?;
        add_variant(state, id, STANDALONE_TITLE.to_owned(), 0.0, None, Vec::new(), cx)?;
        Ok(product)
    }

    /// A collection with its products.
    #[tool(get, about = Collection, key(id))]
    #[case(
        args = r#"{"id":"gid://shopify/Collection/1"}"#,
        ok = r#"{"title":"Lighting","products_count":1,"products":[{"title":"Desk lamp"}]}"#
    )]
    #[case(args = r#"{"id":"gid://shopify/Collection/99"}"#, error = "not_found")]
    fn get_collection(
        state: &Shopify,
        args: GetCollection,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let collection = state.collections.find(&args.id)?;
        let products =
            state.products.select(&|product| collection.product_ids.contains(&product.id));
        let products: Vec<_> = products.iter().map(value_of).collect();
        let mut view = value_of(&collection);
        view.insert("products_count".to_owned(), products.len().into());
        view.insert("products".to_owned(), products.into());
        Ok(view.into())
    }

    /// The product with this handle, with its variants.
    #[tool(reads(products, variants))]
    #[case(
        args = r#"{"handle":"clay-mug"}"#,
        ok = r#"{"id":"gid://shopify/Product/2","variants":[{"sku":"MUG-01"}]}"#
    )]
    #[case(args = r#"{"handle":"glass-mug"}"#, error = "not_found")]
    fn get_product_by_handle(
        state: &Shopify,
        args: GetProductByHandle,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        match state.products.first(&|product| product.handle == args.handle) {
            Some(product) => {
                let product = state.products.find(&product.id)?;
                Ok(product_view(state, &product))
            }
            None => {
                Err(ToolError::not_found(format!("no product has the handle `{}`", args.handle)))
            }
        }
    }

    #[tool(get, key(id))]
    fn get_product_variant() -> Variant;

    /// A product with its variants.
    #[tool(get, about = Product, key(id), reads(products, variants))]
    #[case(
        args = r#"{"id":"gid://shopify/Product/1"}"#,
        ok = r#"{"title":"Desk lamp","handle":"desk-lamp","variants":[{"title":"Brass","price":40},{"title":"Black","price":20}]}"#
    )]
    #[case(args = r#"{"id":"gid://shopify/Product/99"}"#, error = "not_found")]
    fn get_product(
        state: &Shopify,
        args: GetProduct,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let product = state.products.find(&args.id)?;
        Ok(product_view(state, &product))
    }

    #[tool(list, page(limit = limit, cursor = cursor))]
    fn list_collections() -> Page<Collection>;

    /// The variants of a product.
    #[tool(list, filter(product_id), page(limit = limit, cursor = cursor))]
    #[case(
        args = r#"{"product_id":"gid://shopify/Product/1","limit":1}"#,
        ok = r#"{"items":[{"id":"gid://shopify/ProductVariant/1","sku":"LAMP-BRASS"}],"total":2,"next_cursor":"c1"}"#
    )]
    #[case(args = r#"{"product_id":"gid://shopify/Product/99"}"#, error = "not_found")]
    fn list_product_variants(
        state: &Shopify,
        args: ListProductVariants,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Variant>>, ToolError> {
        state.products.find(&args.product_id)?;
        let variants = state.variants.select(&|variant| variant.product_id == args.product_id);
        cut(variants, args.limit, args.cursor)
    }

    #[tool(list, filter(status, vendor, product_type), page(limit = limit, cursor = cursor))]
    fn list_products() -> Page<Product>;

    /// Adds tags to a product and takes others off.
    #[tool(reads(products), writes(products))]
    #[case(
        args = r#"{"id":"gid://shopify/Product/1","add":["sale","desk"],"remove":["lamp"]}"#,
        ok = r#"{"id":"gid://shopify/Product/1","tags":["desk","sale"]}"#
    )]
    #[case(args = r#"{"id":"gid://shopify/Product/1"}"#, error = "invalid_argument")]
    #[case(args = r#"{"id":"gid://shopify/Product/99","add":["sale"]}"#, error = "not_found")]
    fn manage_product_tags(
        state: &mut Shopify,
        args: ManageProductTags,
        cx: &mut Context,
    ) -> Result<RowRef<Product>, ToolError> {
        let (add, remove) = (args.add.unwrap_or_default(), args.remove.unwrap_or_default());
        if add.is_empty() && remove.is_empty() {
            return Err(ToolError::invalid_argument("name tags to `add` or to `remove`"));
        }
        let now = cx.now();
        state.products.update(&Key::<Product>::new(args.id), |product| {
            product.tags.retain(|tag| !remove.contains(tag));
            for tag in add {
                if !product.tags.contains(&tag) {
                    product.tags.push(tag);
                }
            }
            product.updated_at = now;
            Ok(())
        })
    }

    /// Products with the words in their title, vendor, type, description or tags, or with terms
    /// such as `vendor:Northlight`, `status:draft`, `tag:sale`, `sku:MUG-01`.
    #[tool(
        search((title, vendor, product_type, description) ~ query),
        page(limit = limit, cursor = cursor),
        reads(products, variants)
    )]
    #[case(
        args = r#"{"query":"lamp status:active"}"#,
        ok = r#"{"items":[{"id":"gid://shopify/Product/1"}],"total":1}"#
    )]
    #[case(args = r#"{"query":"sku:MUG*"}"#, ok = r#"{"items":[{"title":"Clay mug"}],"total":1}"#)]
    #[case(args = r#"{"query":"lamp OR mug"}"#, error = "invalid_argument")]
    fn search_products(
        state: &Shopify,
        args: SearchProducts,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Product>>, ToolError> {
        let terms = read_terms(&args.query)?;
        let found = state.products.select(&|product| {
            terms.iter().all(|term| product_fits(state, product, term) != term.negated)
        });
        cut(found, args.limit, args.cursor)
    }

    #[tool(update, key(id))]
    fn update_product_status() -> Product;

    /// Changes a variant of a product; its stock item takes a new SKU over.
    #[tool(update, about = Variant, key(id), types(price = String, product_id = Key<Product>))]
    #[case(
        args = r#"{"id":"gid://shopify/ProductVariant/2","product_id":"gid://shopify/Product/1","price":"22","sku":"LAMP-NOIR"}"#,
        ok = r#"{"id":"gid://shopify/ProductVariant/2","price":22,"sku":"LAMP-NOIR","barcode":null}"#
    )]
    #[case(
        args = r#"{"id":"gid://shopify/ProductVariant/2","product_id":"gid://shopify/Product/2","price":"22"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"id":"gid://shopify/ProductVariant/99","product_id":"gid://shopify/Product/1"}"#,
        error = "not_found"
    )]
    fn update_product_variant(
        state: &mut Shopify,
        args: UpdateProductVariant,
        cx: &mut Context,
    ) -> Result<RowRef<Variant>, ToolError> {
        let price = args.price.as_deref().map(read_price).transpose()?;
        let variant = state.variants.find(&args.id)?;
        if variant.product_id != args.product_id {
            return Err(ToolError::invalid_argument(format!(
                "variant `{}` is not one of product `{}`",
                args.id, args.product_id
            )));
        }
        if args.sku.is_some() {
            for item in state.inventory_items.select(&|item| item.variant_id == args.id) {
                state.inventory_items.update(&item.id, |item| {
                    item.sku = args.sku.clone();
                    Ok(())
                })?;
            }
        }
        let now = cx.now();
        state.variants.update(&args.id, |variant| {
            variant.price = price.unwrap_or(variant.price);
            variant.sku = args.sku.or(variant.sku.take());
            variant.barcode = args.barcode.or(variant.barcode.take());
            variant.updated_at = now;
            Ok(())
        })
    }

    #[tool(update, key(id))]
    fn update_product() -> Product;
}

/// What a product's only variant is called when it has no options.
const STANDALONE_TITLE: &str = "Default Title";

/// Over how many days the pace of sales is measured.
const VELOCITY_DAYS: i64 = 30;

/// The sums of some orders, or of some lines of orders.
#[derive(Default)]
struct Sums {
    orders: std::collections::BTreeSet<Key<Order>>,
    customers: std::collections::BTreeSet<Key<Customer>>,
    units: i64,
    returned_units: i64,
    gross: f64,
    discounts: f64,
    refunds: f64,
    total: f64,
}

impl Sums {
    fn of_orders(orders: &[RowRef<Order>]) -> Self {
        let mut sums = Self::default();
        for order in orders {
            sums.add_order(order);
        }
        sums
    }

    fn add_order(&mut self, order: &Order) {
        self.orders.insert(order.id.clone());
        self.customers.extend(order.customer_id.clone());
        for line in &order.line_items {
            self.units += line.quantity;
            self.returned_units += line.returned_quantity;
            self.gross += line.price * line.quantity as f64;
        }
        self.discounts += order.total_discounts;
        self.refunds += order.total_refunded;
        self.total += order.total_price - order.total_refunded;
    }

    /// Counts one line; discounts and shipping belong to whole orders and stay out.
    fn add_line(&mut self, order: &Order, line: &LineItem) {
        self.orders.insert(order.id.clone());
        self.customers.extend(order.customer_id.clone());
        self.units += line.quantity;
        self.returned_units += line.returned_quantity;
        let refunded = line.price * line.returned_quantity as f64;
        let gross = line.price * line.quantity as f64;
        self.gross += gross;
        self.refunds += refunded;
        self.total += gross - refunded;
    }

    fn row(&self, label: &str, name: &str) -> serde_json::Value {
        serde_json::json!({
            label: name,
            "orders": self.orders.len(),
            "units_sold": self.units,
            "gross_sales": money(self.gross),
            "discounts": money(self.discounts),
            "refunds": money(self.refunds),
            "total_sales": money(self.total),
            "average_order_value": average(self.total, self.orders.len()),
        })
    }

    /// A row of a report of lines, with what it is sorted by.
    fn ranked(&self, label: &str, name: &str, order: SalesOrder) -> (f64, serde_json::Value) {
        let rank = match order {
            SalesOrder::Revenue => self.gross,
            SalesOrder::Orders => self.orders.len() as f64,
        };
        let row = serde_json::json!({
            label: name,
            "orders": self.orders.len(),
            "units_sold": self.units,
            "revenue": money(self.gross),
        });
        (rank, row)
    }

    /// A metric of ShopifyQL.
    fn metric(&self, name: &str) -> Option<f64> {
        let orders = self.orders.len();
        Some(match name {
            "total_sales" => money(self.total),
            "gross_sales" => money(self.gross),
            "net_sales" => money(self.gross - self.discounts - self.refunds),
            "discounts" => money(self.discounts),
            "returns" => money(self.refunds),
            "orders" => orders as f64,
            "customers" => self.customers.len() as f64,
            "average_order_value" => average(self.total, orders),
            "net_items_sold" => (self.units - self.returned_units) as f64,
            _ => return None,
        })
    }
}

/// A sum of money to the cent.
fn money(sum: f64) -> f64 {
    (sum * 100.0).round() / 100.0
}

fn average(sum: f64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { money(sum / count as f64) }
}

fn percent(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { money(part / whole * 100.0) }
}

fn check_range(start: Date, end: Date) -> Result<(), ToolError> {
    if start > end {
        return Err(ToolError::invalid_argument(format!(
            "the range starts on {start}, after its end on {end}"
        )));
    }
    Ok(())
}

/// The orders that reports count, in the order they were placed.
fn all_counted_orders(state: &Shopify) -> Vec<RowRef<Order>> {
    let mut orders = state.orders.select(&|order| {
        order.status != OrderStatus::Cancelled && order.financial_status != FinancialStatus::Voided
    });
    orders.sort_by_key(|order| order.created_at);
    orders
}

/// The orders of a range of days, both included, that reports count.
fn counted_orders(
    state: &Shopify,
    start: Date,
    end: Date,
) -> Result<Vec<RowRef<Order>>, ToolError> {
    check_range(start, end)?;
    let mut orders = all_counted_orders(state);
    orders.retain(|order| (start..=end).contains(&order.created_at.date()));
    Ok(orders)
}

fn traffic(state: &Shopify, start: Date, end: Date) -> Vec<RowRef<TrafficDay>> {
    state.traffic_days.select(&|day| (start..=end).contains(&day.date))
}

/// The day of each customer's first order.
fn first_order_days(state: &Shopify) -> BTreeMap<Key<Customer>, Date> {
    let mut days = BTreeMap::new();
    for order in all_counted_orders(state) {
        if let Some(customer) = &order.customer_id {
            days.entry(customer.clone()).or_insert_with(|| order.created_at.date());
        }
    }
    days
}

fn by_order(orders: &[RowRef<Order>], name: &dyn Fn(&Order) -> String) -> BTreeMap<String, Sums> {
    let mut groups: BTreeMap<String, Sums> = BTreeMap::new();
    for order in orders {
        groups.entry(name(order)).or_default().add_order(order);
    }
    groups
}

fn by_line(orders: &[RowRef<Order>], name: &dyn Fn(&LineItem) -> String) -> BTreeMap<String, Sums> {
    let mut groups: BTreeMap<String, Sums> = BTreeMap::new();
    for order in orders {
        for line in &order.line_items {
            groups.entry(name(line)).or_default().add_line(order, line);
        }
    }
    groups
}

/// A day, the Monday of its week, or its month.
fn period_name(day: Date, period: Period) -> String {
    match period {
        Period::Day => day.to_string(),
        Period::Week => {
            let names =
                ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
            let since_monday =
                (0_i64..).zip(names).find(|(_, name)| *name == day.weekday()).map_or(0, |(n, _)| n);
            day.plus_days(-since_monday).to_string()
        }
        Period::Month => {
            let (year, month, _) = day.year_month_day();
            format!("{year:04}-{month:02}")
        }
    }
}

/// The same day so many months later, or the month's last one; earlier when negative.
fn months_later(date: Date, months: i64) -> Date {
    let (year, month, day) = date.year_month_day();
    let index = i64::from(year) * 12 + i64::from(month) - 1 + months;
    let (year, month) = (index.div_euclid(12), index.rem_euclid(12) + 1);
    let mut days = (1..=day).rev();
    days.find_map(|day| Date::parse(&format!("{year:04}-{month:02}-{day:02}")).ok()).unwrap_or(date)
}

fn year_before(date: Date) -> Date {
    months_later(date, -12)
}

fn report(start: Date, end: Date, name: &str, rows: Vec<serde_json::Value>) -> serde_json::Value {
    serde_json::json!({
        "start_date": start.to_string(),
        "end_date": end.to_string(),
        name: rows,
    })
}

fn breakdown(
    start: Date,
    end: Date,
    orders: &[RowRef<Order>],
    period: Period,
) -> serde_json::Value {
    let sums = Sums::of_orders(orders);
    let periods = by_order(orders, &|order| period_name(order.created_at.date(), period));
    let periods: Vec<_> = periods.iter().map(|(name, sums)| sums.row("period", name)).collect();
    serde_json::json!({
        "start_date": start.to_string(),
        "end_date": end.to_string(),
        "orders": sums.orders.len(),
        "total_sales": money(sums.total),
        "gross_sales": money(sums.gross),
        "periods": periods,
    })
}

/// The rows with the greatest ranks, greatest first; rows that tie keep their order.
fn top(mut rows: Vec<(f64, serde_json::Value)>, limit: i64) -> Vec<serde_json::Value> {
    rows.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    rows.truncate(usize::try_from(limit).unwrap_or(0));
    rows.into_iter().map(|(_, row)| row).collect()
}

fn product_row<'a>(state: &'a Shopify, line: &LineItem) -> Option<&'a Product> {
    let variant = state.variants.get(line.variant_id.as_ref()?)?;
    state.products.get(&variant.product_id)
}

fn product_of(state: &Shopify, line: &LineItem) -> String {
    product_row(state, line).map_or_else(|| line.title.clone(), |product| product.title.clone())
}

fn vendor_of(state: &Shopify, line: &LineItem) -> String {
    let vendor = product_row(state, line).map(|product| product.vendor.clone());
    vendor.filter(|vendor| !vendor.is_empty()).unwrap_or_else(|| "Unknown".to_owned())
}

fn place_of(order: &Order, place: Place) -> String {
    let name = order.shipping_address.as_ref().and_then(|address| match place {
        Place::Country => Some(address.country.clone()),
        Place::Region => address.province.clone(),
    });
    name.unwrap_or_else(|| "Unknown".to_owned())
}

fn full_name(customer: &Customer) -> String {
    match &customer.last_name {
        Some(last) => format!("{} {last}", customer.first_name),
        None => customer.first_name.clone(),
    }
}

/// A row as a JSON object, to add what belongs to it.
fn value_of<T: compoworld_core::Entity>(
    row: &RowRef<T>,
) -> serde_json::Map<String, serde_json::Value> {
    let mut text = String::new();
    Output::write_output(row, &mut text);
    match serde_json::from_str(&text) {
        Ok(serde_json::Value::Object(object)) => object,
        _ => serde_json::Map::new(),
    }
}

fn product_view(state: &Shopify, product: &RowRef<Product>) -> serde_json::Value {
    let variants = state.variants.select(&|variant| variant.product_id == product.id);
    let variants: Vec<_> = variants.iter().map(value_of).collect();
    let mut view = value_of(product);
    view.insert("variants".to_owned(), variants.into());
    view.into()
}

/// How an item is called: its SKU, its variant and its product.
fn item_names(state: &Shopify, item: &InventoryItem) -> serde_json::Map<String, serde_json::Value> {
    let variant = state.variants.get(&item.variant_id);
    let product = variant.and_then(|variant| state.products.get(&variant.product_id));
    let mut names = serde_json::Map::new();
    names.insert("inventory_item_id".to_owned(), item.id.as_str().into());
    names.insert("sku".to_owned(), item.sku.clone().into());
    names.insert("variant_title".to_owned(), variant.map(|found| found.title.clone()).into());
    names.insert("product_title".to_owned(), product.map(|found| found.title.clone()).into());
    names
}

fn levels_of(state: &Shopify, item: &Key<InventoryItem>) -> Vec<RowRef<InventoryLevel>> {
    state.inventory_levels.select(&|level| level.inventory_item_id == *item)
}

fn item_view(state: &Shopify, item: &RowRef<InventoryItem>) -> serde_json::Value {
    let levels = levels_of(state, &item.id);
    let levels: Vec<_> = levels.iter().map(|level| level_view(state, level)).collect();
    let mut view = value_of(item);
    view.extend(item_names(state, item));
    view.insert("levels".to_owned(), levels.into());
    view.into()
}

fn level_view(state: &Shopify, level: &RowRef<InventoryLevel>) -> serde_json::Value {
    let mut view = value_of(level);
    if let Some(item) = state.inventory_items.get(&level.inventory_item_id) {
        view.extend(item_names(state, item));
    }
    let location = state.locations.get(&level.location_id);
    view.insert("location_name".to_owned(), location.map(|found| found.name.clone()).into());
    view.insert("on_hand".to_owned(), level.available.saturating_add(level.committed).into());
    view.into()
}

fn map_page<T: compoworld_core::Entity>(
    page: Page<RowRef<T>>,
    view: &dyn Fn(&RowRef<T>) -> serde_json::Value,
) -> Page<serde_json::Value> {
    Page {
        items: page.items.iter().map(view).collect(),
        total: page.total,
        next_cursor: page.next_cursor,
    }
}

fn cut<T>(rows: Vec<T>, limit: i64, cursor: Option<String>) -> Result<Page<T>, ToolError> {
    compoworld_core::PageRequest { limit: Some(limit), cursor, ..Default::default() }.cut(rows)
}

fn newest_first(
    mut orders: Vec<RowRef<Order>>,
    limit: i64,
    cursor: Option<String>,
) -> Result<Page<RowRef<Order>>, ToolError> {
    orders.sort_by_key(|order| std::cmp::Reverse(order.created_at));
    cut(orders, limit, cursor)
}

/// An item at a location.
type StockPlace = (Key<InventoryItem>, Key<Location>);

fn level_key(place: &StockPlace) -> String {
    compoworld_core::join_key(&[&place.0, &place.1])
}

fn find_level(state: &Shopify, place: &StockPlace) -> Result<RowRef<InventoryLevel>, ToolError> {
    state.inventory_items.find(&place.0)?;
    state.locations.find(&place.1)?;
    state.inventory_levels.find(level_key(place).as_str()).map_err(|_| {
        ToolError::not_found(format!("item `{}` is not stocked at `{}`", place.0, place.1))
    })
}

/// Sets what is available of an item at a location, and keeps the change with its reason.
fn set_available(
    state: &mut Shopify,
    place: StockPlace,
    available: i64,
    reason: Option<StockReason>,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let reason = reason.unwrap_or(StockReason::Correction);
    let delta = available.saturating_sub(find_level(state, &place)?.available);
    let now = cx.now();
    let level = state.inventory_levels.update(level_key(&place).as_str(), |level| {
        level.available = available;
        level.updated_at = now;
        Ok(())
    })?;
    let id = state.inventory_changes.next_key(cx);
    let mut view = match level_view(state, &level) {
        serde_json::Value::Object(view) => view,
        _ => serde_json::Map::new(),
    };
    view.insert("delta".to_owned(), delta.into());
    view.insert("reason".to_owned(), reason.as_str().into());
    state.inventory_changes.insert(InventoryChange {
        id,
        inventory_item_id: place.0,
        location_id: place.1,
        delta,
        reason,
        created_at: now,
    })?;
    Ok(view.into())
}

/// Adds a variant, and its item with no stock at every active location.
fn add_variant(
    state: &mut Shopify,
    product_id: Key<Product>,
    title: String,
    price: f64,
    sku: Option<String>,
    selected_options: Vec<SelectedOption>,
    cx: &mut Context,
) -> Result<RowRef<Variant>, ToolError> {
    let id = state.variants.next_key(cx);
    let now = cx.now();
    let variant = state.variants.insert(Variant {
        id: id.clone(),
        product_id,
        title,
        price,
        sku: sku.clone(),
        barcode: None,
        selected_options,
        created_at: now,
        updated_at: now,
    })?;
    let item = state.inventory_items.next_key(cx);
    state.inventory_items.insert(InventoryItem {
        id: item.clone(),
        variant_id: id,
        sku,
        tracked: true,
    })?;
    for location in state.locations.select(&|location| location.active) {
        state.inventory_levels.insert(InventoryLevel {
            inventory_item_id: item.clone(),
            location_id: location.id.clone(),
            available: 0,
            committed: 0,
            incoming: 0,
            updated_at: now,
        })?;
    }
    Ok(variant)
}

fn read_price(text: &str) -> Result<f64, ToolError> {
    let price: Option<f64> = text.trim().parse().ok();
    price.filter(|price| price.is_finite() && *price >= 0.0).map(money).ok_or_else(|| {
        ToolError::invalid_argument(format!("`{text}` is no price, write it like `19.99`"))
    })
}

/// A title as part of an address, with a number where the plain form is taken.
fn free_handle(title: &str, fallback: &str, is_taken: &dyn Fn(&str) -> bool) -> String {
    const CHARACTERS_MAX: usize = 240;
    let mut handle = String::new();
    for character in title.to_lowercase().chars().take(CHARACTERS_MAX) {
        if character.is_alphanumeric() {
            handle.push(character);
        } else if !handle.is_empty() && !handle.ends_with('-') {
            handle.push('-');
        }
    }
    let handle = match handle.trim_end_matches('-') {
        "" => fallback.to_owned(),
        trimmed => trimmed.to_owned(),
    };
    if !is_taken(&handle) {
        return handle;
    }
    let numbered = (1_u64..).map(|number| format!("{handle}-{number}"));
    numbered.into_iter().find(|numbered| !is_taken(numbered)).unwrap_or(handle)
}

fn parcel_message(parcel: &Fulfillment) -> String {
    match (&parcel.tracking_company, &parcel.tracking_number) {
        (Some(company), Some(number)) => {
            format!("Sent with {company}, tracking number {number}")
        }
        (Some(company), None) => format!("Sent with {company}"),
        (None, Some(number)) => format!("Sent, tracking number {number}"),
        (None, None) => "Sent".to_owned(),
    }
}

/// The choice with a name, in any case; `any` and nothing leave it open.
fn read_choice<T: Copy + std::fmt::Display>(
    all: &[T],
    name: Option<&str>,
    field: &str,
) -> Result<Option<T>, ToolError> {
    let Some(name) = name.filter(|name| !name.eq_ignore_ascii_case("any")) else {
        return Ok(None);
    };
    // What the older interface called them.
    let wanted = match name.to_lowercase().as_str() {
        "shipped" => "FULFILLED",
        "partial" => "PARTIALLY_FULFILLED",
        "unshipped" => "UNFULFILLED",
        "canceled" => "CANCELLED",
        _ => name,
    };
    let found = all.iter().find(|choice| choice.to_string().eq_ignore_ascii_case(wanted));
    let names: Vec<_> = all.iter().map(ToString::to_string).collect();
    found.map(|choice| Some(*choice)).ok_or_else(|| {
        ToolError::invalid_argument(format!(
            "`{name}` is no {field}; there are {} and any",
            names.join(", ")
        ))
    })
}

/// One term of a search: words, or a field with a value.
struct Term {
    negated: bool,
    /// Empty for words.
    field: String,
    operator: &'static str,
    value: String,
    /// The term as it was written.
    text: String,
}

impl Term {
    fn read(text: &str) -> Self {
        let (negated, text) = match text.strip_prefix('-') {
            Some(rest) if !rest.is_empty() => (true, rest),
            _ => (false, text),
        };
        let (field, rest) = text.split_once(':').unwrap_or(("", text));
        let operators = ["<=", ">=", "<", ">"];
        let (operator, value) = operators
            .into_iter()
            .find_map(|operator| Some((operator, rest.strip_prefix(operator)?)))
            .unwrap_or(("=", rest));
        Self {
            negated,
            field: field.to_lowercase(),
            operator,
            value: value.to_owned(),
            text: text.to_owned(),
        }
    }

    /// Whether a text is the value, in any case; a `*` at its end stands for any rest.
    fn names(&self, text: &str) -> bool {
        let (text, value) = (text.to_lowercase(), self.value.to_lowercase());
        match value.strip_suffix('*') {
            Some(start) => text.starts_with(start),
            None => text == value,
        }
    }

    fn names_option(&self, text: Option<&String>) -> bool {
        text.is_some_and(|text| self.names(text))
    }

    fn names_any(&self, texts: &[String]) -> bool {
        texts.iter().any(|text| self.names(text))
    }

    fn fits_day(&self, at: Timestamp) -> Result<bool, ToolError> {
        let days = at.date().days_since(Date::parse(&self.value)?);
        Ok(match self.operator {
            "<" => days < 0,
            ">" => days > 0,
            "<=" => days <= 0,
            ">=" => days >= 0,
            _ => days == 0,
        })
    }

    fn fits_words(&self, texts: &[&str]) -> bool {
        compoworld_core::contains_text(texts, &self.text)
    }
}

/// The terms of a search, all of which must fit; quotes keep words together.
fn read_terms(query: &str) -> Result<Vec<Term>, ToolError> {
    let mut terms = Vec::new();
    let mut text = String::new();
    let mut quoted = false;
    for character in query.chars().chain([' ']) {
        match character {
            '"' => quoted = !quoted,
            space if space.is_whitespace() && !quoted => {
                match text.as_str() {
                    "" | "AND" => {}
                    "OR" => {
                        return Err(ToolError::invalid_argument(
                            "`OR` is not supported; search once for each alternative",
                        ));
                    }
                    term => terms.push(Term::read(term)),
                }
                text.clear();
            }
            other => text.push(other),
        }
    }
    if quoted && !text.is_empty() {
        terms.push(Term::read(text.trim_end()));
    }
    Ok(terms)
}

fn customer_fits(customer: &Customer, term: &Term) -> bool {
    match term.field.as_str() {
        "email" => term.names_option(customer.email.as_ref()),
        "phone" => term.names_option(customer.phone.as_ref()),
        "first_name" => term.names(&customer.first_name),
        "last_name" => term.names_option(customer.last_name.as_ref()),
        "state" => term.names(customer.state.as_str()),
        "tag" => term.names_any(&customer.tags),
        _ => {
            let mut texts = vec![customer.first_name.as_str()];
            texts.extend(customer.last_name.as_deref());
            texts.extend(customer.email.as_deref());
            texts.extend(customer.phone.as_deref());
            texts.extend(customer.tags.iter().map(String::as_str));
            term.fits_words(&texts)
        }
    }
}

fn product_fits(state: &Shopify, product: &Product, term: &Term) -> bool {
    match term.field.as_str() {
        "title" => term.names(&product.title),
        "handle" => term.names(&product.handle),
        "vendor" => term.names(&product.vendor),
        "product_type" => term.names(&product.product_type),
        "status" => term.names(product.status.as_str()),
        "tag" => term.names_any(&product.tags),
        "sku" => state.variants.iter().any(|variant| {
            variant.product_id == product.id && term.names_option(variant.sku.as_ref())
        }),
        _ => {
            let mut texts = vec![
                product.title.as_str(),
                product.vendor.as_str(),
                product.product_type.as_str(),
                product.description.as_str(),
            ];
            texts.extend(product.tags.iter().map(String::as_str));
            term.fits_words(&texts)
        }
    }
}

fn order_fits(state: &Shopify, order: &Order, term: &Term) -> Result<bool, ToolError> {
    let customer = order.customer_id.as_ref().and_then(|id| state.customers.get(id));
    Ok(match term.field.as_str() {
        "name" => {
            let bare = term.value.trim_start_matches('#');
            order.name.trim_start_matches('#').eq_ignore_ascii_case(bare)
        }
        "email" => term.names_option(order.email.as_ref()),
        "status" => term.names(order.status.as_str()),
        "financial_status" => term.names(order.financial_status.as_str()),
        "fulfillment_status" => term.names(order.fulfillment_status.as_str()),
        "channel" => term.names(order.channel.as_str()),
        "discount_code" => term.names_any(&order.discount_codes),
        "tag" => term.names_any(&order.tags),
        "created_at" => term.fits_day(order.created_at)?,
        "updated_at" => term.fits_day(order.updated_at)?,
        _ => {
            let mut texts = vec![order.name.as_str()];
            texts.extend(order.email.as_deref());
            texts.extend(order.tags.iter().map(String::as_str));
            texts.extend(customer.map(|customer| customer.first_name.as_str()));
            texts.extend(customer.and_then(|customer| customer.last_name.as_deref()));
            term.fits_words(&texts)
        }
    })
}

const KEYWORDS: [&str; 7] = ["FROM", "SHOW", "GROUP", "SINCE", "UNTIL", "ORDER", "LIMIT"];

const METRICS: [&str; 9] = [
    "total_sales",
    "gross_sales",
    "net_sales",
    "discounts",
    "returns",
    "orders",
    "customers",
    "average_order_value",
    "net_items_sold",
];

const DIMENSIONS: [&str; 8] =
    ["day", "week", "month", "product_title", "vendor", "channel", "country", "region"];

/// A question in the part of ShopifyQL that this store understands.
struct Question {
    metrics: Vec<&'static str>,
    dimension: Option<&'static str>,
    since: Date,
    until: Date,
    order: Option<&'static str>,
    descending: bool,
    limit: usize,
}

fn read_question(query: &str, today: Date) -> Result<Question, ToolError> {
    let mut clauses = read_clauses(query)?;
    let mut take = |name: &str| clauses.remove(name).unwrap_or_default();
    let from = take("FROM");
    if !matches!(from.as_slice(), [table] if is_one_of(&["sales", "orders"], table)) {
        return Err(ToolError::invalid_argument("start with `FROM sales` or `FROM orders`"));
    }
    let metrics = read_names(&METRICS, &take("SHOW"), "metric")?;
    let dimensions = read_names(&DIMENSIONS, &take("GROUP"), "dimension")?;
    if metrics.is_empty() || dimensions.len() > 1 {
        return Err(ToolError::invalid_argument(
            "`SHOW` needs at least one metric, and `GROUP BY` takes one dimension",
        ));
    }
    let dimension = dimensions.first().copied();
    let since = match take("SINCE").as_slice() {
        [] => today.plus_days(-30),
        [day, ..] => read_day(day, today)?,
    };
    let until = match take("UNTIL").as_slice() {
        [] => today,
        [day, ..] => read_day(day, today)?,
    };
    let (order, descending) = match take("ORDER").as_slice() {
        [] => (None, false),
        [name, direction @ ..] => {
            let shown: Vec<_> = metrics.iter().copied().chain(dimension).collect();
            let order = read_names(&shown, std::slice::from_ref(name), "shown column")?;
            let descending =
                direction.first().is_some_and(|word| word.eq_ignore_ascii_case("DESC"));
            (order.first().copied(), descending)
        }
    };
    let limit = match take("LIMIT").as_slice() {
        [] => usize::MAX,
        [number, ..] => number
            .parse()
            .map_err(|_| ToolError::invalid_argument(format!("`{number}` is no number of rows")))?,
    };
    Ok(Question { metrics, dimension, since, until, order, descending, limit })
}

/// The words after each keyword; `BY` alone means `GROUP BY`.
fn read_clauses(query: &str) -> Result<BTreeMap<&'static str, Vec<String>>, ToolError> {
    let mut clauses: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let mut current = "";
    for word in query.replace(',', " ").split_whitespace() {
        if let Some(keyword) = KEYWORDS.iter().find(|keyword| keyword.eq_ignore_ascii_case(word)) {
            current = keyword;
            if clauses.insert(current, Vec::new()).is_some() {
                return Err(ToolError::invalid_argument(format!("`{keyword}` is there twice")));
            }
            continue;
        }
        if word.eq_ignore_ascii_case("BY") {
            let starts = clauses.get(current).is_some_and(Vec::is_empty);
            if !(starts && matches!(current, "GROUP" | "ORDER")) {
                current = "GROUP";
                clauses.entry(current).or_default();
            }
            continue;
        }
        let Some(clause) = clauses.get_mut(current) else {
            return Err(ToolError::invalid_argument(format!(
                "`{word}` comes before any of {}",
                KEYWORDS.join(", ")
            )));
        };
        clause.push(word.to_owned());
    }
    Ok(clauses)
}

fn is_one_of(names: &[&str], word: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(word))
}

fn read_names(
    known: &[&'static str],
    words: &[String],
    kind: &str,
) -> Result<Vec<&'static str>, ToolError> {
    let mut names = Vec::new();
    for word in words {
        match known.iter().find(|name| name.eq_ignore_ascii_case(word)) {
            Some(name) => names.push(*name),
            None => {
                return Err(ToolError::invalid_argument(format!(
                    "`{word}` is no {kind}; there are {}",
                    known.join(", ")
                )));
            }
        }
    }
    Ok(names)
}

/// `today`, `yesterday`, `-30d`, `-4w`, `-3m`, `-1y` or `2026-01-31`.
fn read_day(word: &str, today: Date) -> Result<Date, ToolError> {
    let lower = word.to_lowercase();
    match lower.as_str() {
        "today" => return Ok(today),
        "yesterday" => return Ok(today.plus_days(-1)),
        _ => {}
    }
    let relative = lower.strip_prefix('-').and_then(|rest| {
        let unit = rest.chars().last()?;
        let count: i64 = rest.strip_suffix(unit)?.parse().ok()?;
        let count = (0..=10_000).contains(&count).then_some(count)?;
        match unit {
            'd' => Some(today.plus_days(-count)),
            'w' => Some(today.plus_days(-7 * count)),
            'm' => Some(months_later(today, -count)),
            'y' => Some(months_later(today, -12 * count)),
            _ => None,
        }
    });
    match relative {
        Some(day) => Ok(day),
        None => Ok(Date::parse(word)?),
    }
}

fn answer_question(state: &Shopify, question: &Question) -> Result<serde_json::Value, ToolError> {
    let orders = counted_orders(state, question.since, question.until)?;
    let day = |order: &Order| order.created_at.date();
    let groups = match question.dimension {
        None => BTreeMap::from([(String::new(), Sums::of_orders(&orders))]),
        Some("product_title") => by_line(&orders, &|line| product_of(state, line)),
        Some("vendor") => by_line(&orders, &|line| vendor_of(state, line)),
        Some("day") => by_order(&orders, &|order| period_name(day(order), Period::Day)),
        Some("week") => by_order(&orders, &|order| period_name(day(order), Period::Week)),
        Some("month") => by_order(&orders, &|order| period_name(day(order), Period::Month)),
        Some("country") => by_order(&orders, &|order| place_of(order, Place::Country)),
        Some("region") => by_order(&orders, &|order| place_of(order, Place::Region)),
        Some(_) => by_order(&orders, &|order| order.channel.to_string()),
    };
    let mut groups: Vec<_> = groups.into_iter().collect();
    if let Some(order) = question.order {
        // A dimension has no metric, so its rows tie and keep the order of their names.
        groups.sort_by(|(_, a), (_, b)| {
            a.metric(order).unwrap_or(0.0).total_cmp(&b.metric(order).unwrap_or(0.0))
        });
    }
    if question.descending {
        groups.reverse();
    }
    groups.truncate(question.limit);
    let rows = groups.iter().map(|(name, sums)| {
        let mut row = serde_json::Map::new();
        if let Some(dimension) = question.dimension {
            row.insert(dimension.to_owned(), name.as_str().into());
        }
        for metric in &question.metrics {
            row.insert((*metric).to_owned(), sums.metric(metric).into());
        }
        serde_json::Value::from(row)
    });
    let columns: Vec<_> = question.dimension.iter().chain(&question.metrics).collect();
    Ok(serde_json::json!({
        "since": question.since.to_string(),
        "until": question.until.to_string(),
        "columns": columns,
        "rows": rows.collect::<Vec<_>>(),
    }))
}

/// A small lamp shop: two products, two locations, two customers, four orders.
pub const FIXTURE: &str = r##"{
    "shop": {"name": "Maison Claire", "domain": "https://maison-claire.example", "currency": "EUR"},
    "locations": {
        "gid://shopify/Location/1": {"id": "gid://shopify/Location/1", "name": "Lyon workshop", "city": "Lyon", "country": "France", "active": true},
        "gid://shopify/Location/2": {"id": "gid://shopify/Location/2", "name": "Paris shop", "city": "Paris", "country": "France", "active": true}
    },
    "products": {
        "gid://shopify/Product/1": {"id": "gid://shopify/Product/1", "title": "Desk lamp", "handle": "desk-lamp",
            "description": "Turns in every direction", "vendor": "Northlight", "product_type": "Lamps", "status": "ACTIVE",
            "tags": ["lamp", "desk"], "created_at": "2025-11-03T09:00:00Z", "updated_at": "2025-11-03T09:00:00Z"},
        "gid://shopify/Product/2": {"id": "gid://shopify/Product/2", "title": "Clay mug", "handle": "clay-mug",
            "description": "Holds a quarter of a liter", "vendor": "Clay & Co", "product_type": "Kitchen", "status": "DRAFT",
            "tags": [], "created_at": "2025-11-04T09:00:00Z", "updated_at": "2025-11-04T09:00:00Z"}
    },
    "variants": {
        "gid://shopify/ProductVariant/1": {"id": "gid://shopify/ProductVariant/1", "product_id": "gid://shopify/Product/1",
            "title": "Brass", "price": 40, "sku": "LAMP-BRASS", "barcode": "4006381333931",
            "selected_options": [{"name": "Finish", "value": "Brass"}],
            "created_at": "2025-11-03T09:00:00Z", "updated_at": "2025-11-03T09:00:00Z"},
        "gid://shopify/ProductVariant/2": {"id": "gid://shopify/ProductVariant/2", "product_id": "gid://shopify/Product/1",
            "title": "Black", "price": 20, "sku": "LAMP-BLACK", "barcode": null,
            "selected_options": [{"name": "Finish", "value": "Black"}],
            "created_at": "2025-11-03T09:05:00Z", "updated_at": "2025-11-03T09:05:00Z"},
        "gid://shopify/ProductVariant/3": {"id": "gid://shopify/ProductVariant/3", "product_id": "gid://shopify/Product/2",
            "title": "Default Title", "price": 20, "sku": "MUG-01", "barcode": null, "selected_options": [],
            "created_at": "2025-11-04T09:00:00Z", "updated_at": "2025-11-04T09:00:00Z"}
    },
    "inventory_items": {
        "gid://shopify/InventoryItem/1": {"id": "gid://shopify/InventoryItem/1", "variant_id": "gid://shopify/ProductVariant/1", "sku": "LAMP-BRASS", "tracked": true},
        "gid://shopify/InventoryItem/2": {"id": "gid://shopify/InventoryItem/2", "variant_id": "gid://shopify/ProductVariant/2", "sku": "LAMP-BLACK", "tracked": true},
        "gid://shopify/InventoryItem/3": {"id": "gid://shopify/InventoryItem/3", "variant_id": "gid://shopify/ProductVariant/3", "sku": "MUG-01", "tracked": true}
    },
    "inventory_levels": {
        "gid://shopify/InventoryItem/1/gid://shopify/Location/1": {"inventory_item_id": "gid://shopify/InventoryItem/1",
            "location_id": "gid://shopify/Location/1", "available": 12, "committed": 2, "incoming": 0, "updated_at": "2026-02-01T09:00:00Z"},
        "gid://shopify/InventoryItem/1/gid://shopify/Location/2": {"inventory_item_id": "gid://shopify/InventoryItem/1",
            "location_id": "gid://shopify/Location/2", "available": 0, "committed": 0, "incoming": 6, "updated_at": "2026-02-01T09:00:00Z"},
        "gid://shopify/InventoryItem/2/gid://shopify/Location/1": {"inventory_item_id": "gid://shopify/InventoryItem/2",
            "location_id": "gid://shopify/Location/1", "available": 3, "committed": 1, "incoming": 0, "updated_at": "2026-02-02T09:00:00Z"},
        "gid://shopify/InventoryItem/3/gid://shopify/Location/1": {"inventory_item_id": "gid://shopify/InventoryItem/3",
            "location_id": "gid://shopify/Location/1", "available": 40, "committed": 0, "incoming": 0, "updated_at": "2026-02-02T09:00:00Z"}
    },
    "inventory_changes": {
        "gid://shopify/InventoryAdjustmentGroup/1": {"id": "gid://shopify/InventoryAdjustmentGroup/1",
            "inventory_item_id": "gid://shopify/InventoryItem/2", "location_id": "gid://shopify/Location/1",
            "delta": -1, "reason": "damaged", "created_at": "2026-02-02T09:00:00Z"}
    },
    "collections": {
        "gid://shopify/Collection/1": {"id": "gid://shopify/Collection/1", "title": "Lighting", "handle": "lighting",
            "description": null, "collection_type": "manual", "product_ids": ["gid://shopify/Product/1"], "updated_at": "2025-11-05T09:00:00Z"},
        "gid://shopify/Collection/2": {"id": "gid://shopify/Collection/2", "title": "Breakfast", "handle": "breakfast",
            "description": "For slow mornings", "collection_type": "smart", "product_ids": [], "updated_at": "2025-11-06T09:00:00Z"}
    },
    "customers": {
        "gid://shopify/Customer/1": {"id": "gid://shopify/Customer/1", "first_name": "Ines", "last_name": "Moreau",
            "email": "ines@moreau.example", "phone": "+33 1 55 50 01 00", "tags": ["newsletter"], "note": null, "state": "ENABLED",
            "created_at": "2026-01-02T08:00:00Z", "updated_at": "2026-01-02T08:00:00Z"},
        "gid://shopify/Customer/2": {"id": "gid://shopify/Customer/2", "first_name": "Omar", "last_name": "Haddad",
            "email": "omar@quayside.example", "phone": null, "tags": ["wholesale"], "note": "Pays by transfer", "state": "DISABLED",
            "created_at": "2026-01-15T08:00:00Z", "updated_at": "2026-01-15T08:00:00Z"}
    },
    "orders": {
        "gid://shopify/Order/1": {"id": "gid://shopify/Order/1", "name": "#1001", "customer_id": "gid://shopify/Customer/1",
            "email": "ines@moreau.example", "status": "CLOSED", "financial_status": "PAID", "fulfillment_status": "FULFILLED",
            "line_items": [
                {"variant_id": "gid://shopify/ProductVariant/1", "title": "Desk lamp", "quantity": 1, "price": 40, "returned_quantity": 0},
                {"variant_id": "gid://shopify/ProductVariant/3", "title": "Clay mug", "quantity": 1, "price": 20, "returned_quantity": 0}],
            "total_price": 55, "total_discounts": 5, "total_refunded": 0, "discount_codes": ["NEWYEAR"], "channel": "Online Store",
            "shipping_address": {"firstName": "Ines", "lastName": "Moreau", "address1": "12 Rue des Lilas", "address2": null,
                "city": "Paris", "province": "Ile-de-France", "zip": "75011", "country": "France"},
            "fulfillments": [{"status": "SUCCESS", "tracking_company": "Swift Post", "tracking_number": "SP-7781",
                "tracking_url": "https://swiftpost.example/SP-7781", "created_at": "2026-01-07T15:00:00Z"}],
            "note": null, "tags": ["gift"], "created_at": "2026-01-06T10:00:00Z", "updated_at": "2026-01-07T15:00:00Z"},
        "gid://shopify/Order/2": {"id": "gid://shopify/Order/2", "name": "#1002", "customer_id": "gid://shopify/Customer/2",
            "email": "omar@quayside.example", "status": "OPEN", "financial_status": "PENDING", "fulfillment_status": "UNFULFILLED",
            "line_items": [{"variant_id": "gid://shopify/ProductVariant/2", "title": "Desk lamp", "quantity": 2, "price": 20, "returned_quantity": 0}],
            "total_price": 40, "total_discounts": 0, "total_refunded": 0, "discount_codes": [], "channel": "Point of Sale",
            "shipping_address": null, "fulfillments": [], "note": "Collects it himself", "tags": [],
            "created_at": "2026-01-20T16:00:00Z", "updated_at": "2026-01-20T16:00:00Z"},
        "gid://shopify/Order/3": {"id": "gid://shopify/Order/3", "name": "#1003", "customer_id": "gid://shopify/Customer/1",
            "email": "ines@moreau.example", "status": "OPEN", "financial_status": "PARTIALLY_REFUNDED", "fulfillment_status": "UNFULFILLED",
            "line_items": [
                {"variant_id": "gid://shopify/ProductVariant/1", "title": "Desk lamp", "quantity": 1, "price": 40, "returned_quantity": 0},
                {"variant_id": "gid://shopify/ProductVariant/3", "title": "Clay mug", "quantity": 1, "price": 20, "returned_quantity": 1}],
            "total_price": 60, "total_discounts": 0, "total_refunded": 20, "discount_codes": [], "channel": "Online Store",
            "shipping_address": {"firstName": "Ines", "lastName": "Moreau", "address1": "12 Rue des Lilas", "address2": null,
                "city": "Paris", "province": "Ile-de-France", "zip": "75011", "country": "France"},
            "fulfillments": [], "note": null, "tags": [], "created_at": "2026-02-10T09:00:00Z", "updated_at": "2026-02-12T09:00:00Z"},
        "gid://shopify/Order/4": {"id": "gid://shopify/Order/4", "name": "#1004", "customer_id": null,
            "email": "someone@nowhere.example", "status": "CANCELLED", "financial_status": "VOIDED", "fulfillment_status": "UNFULFILLED",
            "line_items": [{"variant_id": "gid://shopify/ProductVariant/3", "title": "Clay mug", "quantity": 5, "price": 20, "returned_quantity": 0}],
            "total_price": 100, "total_discounts": 0, "total_refunded": 0, "discount_codes": [], "channel": "Online Store",
            "shipping_address": null, "fulfillments": [], "note": null, "tags": ["fraud"],
            "created_at": "2026-02-08T20:00:00Z", "updated_at": "2026-02-08T21:00:00Z"}
    },
    "order_events": {
        "gid://shopify/Event/1": {"id": "gid://shopify/Event/1", "order_id": "gid://shopify/Order/1", "kind": "payment",
            "message": "55.00 EUR were paid by card", "created_at": "2026-01-06T10:05:00Z"},
        "gid://shopify/Event/2": {"id": "gid://shopify/Event/2", "order_id": "gid://shopify/Order/3", "kind": "refund",
            "message": "20.00 EUR were paid back for one clay mug", "created_at": "2026-02-12T09:00:00Z"}
    },
    "draft_orders": {
        "gid://shopify/DraftOrder/1": {"id": "gid://shopify/DraftOrder/1", "name": "#D1", "status": "OPEN",
            "line_items": [{"variant_id": "gid://shopify/ProductVariant/2", "title": "Desk lamp", "quantity": 10, "price": 20, "returned_quantity": 0}],
            "customer_id": "gid://shopify/Customer/2", "note": null, "shipping_address": null, "total_price": 200,
            "created_at": "2026-02-14T11:00:00Z", "updated_at": "2026-02-14T11:00:00Z"}
    },
    "traffic_days": {
        "2026-01-06": {"date": "2026-01-06", "sessions": 120, "visitors": 90, "page_views": 400, "added_to_cart": 20, "reached_checkout": 8},
        "2026-01-20": {"date": "2026-01-20", "sessions": 80, "visitors": 60, "page_views": 240, "added_to_cart": 10, "reached_checkout": 4},
        "2026-02-10": {"date": "2026-02-10", "sessions": 100, "visitors": 70, "page_views": 310, "added_to_cart": 11, "reached_checkout": 5}
    }
}"##;
