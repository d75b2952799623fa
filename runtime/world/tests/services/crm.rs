//! A customer register, written by hand: the second service of the tests.

use std::sync::OnceLock;

use compoworld_core::{
    Args, Binding, Choice, Context, Entity, Filter, Hints, Key, Operation, Page, PageRequest,
    Relation, Returns, RowRef, Run, Semantics, ServiceDef, SimulationReason, State, Table,
    Timestamp, Tool, ToolError, contains_text, equals, run_read, run_write,
};

/// Everything the register knows.
#[derive(State)]
pub struct Crm {
    pub customers: Table<Customer>,
    pub orders: Table<Order>,
}

/// Someone who buys.
#[derive(Debug, Clone, Entity)]
pub struct Customer {
    #[entity(key, sequence = "CUS-{:04}")]
    pub id: Key<Customer>,
    #[entity(len = 1..=80, person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    pub tier: Tier,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// How much someone buys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Tier {
    Basic,
    Gold,
}

/// Something bought.
#[derive(Debug, Clone, Entity)]
pub struct Order {
    #[entity(key, sequence = "ORD-{:05}")]
    pub id: Key<Order>,
    #[entity(on_delete = restrict)]
    pub customer: Key<Customer>,
    #[entity(len = 1..=120, product)]
    pub product: String,
    #[entity(range = 0.0..=1_000_000.0, money)]
    pub amount: f64,
    pub status: OrderStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum OrderStatus {
    Open,
    Shipped,
    Returned,
}

#[derive(Args)]
pub struct CreateCustomer {
    pub name: String,
    pub email: String,
    #[arg(default = Tier::Basic)]
    pub tier: Tier,
}

#[derive(Args)]
pub struct ById {
    pub id: String,
}

#[derive(Args)]
pub struct SearchCustomers {
    pub query: String,
}

#[derive(Args)]
pub struct UpdateCustomer {
    pub id: Key<Customer>,
    pub email: Option<String>,
    pub tier: Option<Tier>,
}

#[derive(Args)]
pub struct CreateOrder {
    pub customer: Key<Customer>,
    pub product: String,
    pub amount: f64,
}

#[derive(Args)]
pub struct ListOrders {
    pub customer: Option<Key<Customer>>,
    pub status: Option<OrderStatus>,
    #[arg(default = 20)]
    pub limit: i64,
    pub cursor: Option<String>,
}

#[derive(Args)]
pub struct UpdateOrder {
    pub id: Key<Order>,
    pub status: Option<OrderStatus>,
    pub amount: Option<f64>,
}

fn create_customer(
    state: &mut Crm,
    args: CreateCustomer,
    cx: &mut Context,
) -> Result<RowRef<Customer>, ToolError> {
    let customer = Customer {
        id: state.customers.next_key(cx),
        name: args.name,
        email: args.email,
        tier: args.tier,
        created_at: cx.now(),
        updated_at: cx.now(),
    };
    state.customers.insert(customer)
}

fn get_customer(state: &Crm, args: ById, _cx: &mut Context) -> Result<RowRef<Customer>, ToolError> {
    state.customers.find(&Key::<Customer>::new(args.id))
}

fn search_customers(
    state: &Crm,
    args: SearchCustomers,
    _cx: &mut Context,
) -> Result<Page<RowRef<Customer>>, ToolError> {
    let found = state
        .customers
        .select(&|customer| contains_text(&[&customer.name, &customer.email], &args.query));
    PageRequest::default().cut(found)
}

fn update_customer(
    state: &mut Crm,
    args: UpdateCustomer,
    cx: &mut Context,
) -> Result<RowRef<Customer>, ToolError> {
    let now = cx.now();
    state.customers.update(&args.id, |customer| {
        customer.email = args.email.unwrap_or_else(|| customer.email.clone());
        customer.tier = args.tier.unwrap_or(customer.tier);
        customer.updated_at = now;
        Ok(())
    })
}

fn create_order(
    state: &mut Crm,
    args: CreateOrder,
    cx: &mut Context,
) -> Result<RowRef<Order>, ToolError> {
    let order = Order {
        id: state.orders.next_key(cx),
        customer: args.customer,
        product: args.product,
        amount: args.amount,
        status: OrderStatus::Open,
        created_at: cx.now(),
        updated_at: cx.now(),
    };
    state.orders.insert(order)
}

fn get_order(state: &Crm, args: ById, _cx: &mut Context) -> Result<RowRef<Order>, ToolError> {
    state.orders.find(&Key::<Order>::new(args.id))
}

fn list_orders(
    state: &Crm,
    args: ListOrders,
    _cx: &mut Context,
) -> Result<Page<RowRef<Order>>, ToolError> {
    let request =
        PageRequest { limit: Some(args.limit), cursor: args.cursor, ..PageRequest::default() };
    if args.customer.is_none() && args.status.is_none() {
        return state.orders.page(&request);
    }
    state.orders.page_where(&request, &|order| {
        equals(&order.customer, args.customer.as_ref())
            && equals(&order.status, args.status.as_ref())
    })
}

fn update_order(
    state: &mut Crm,
    args: UpdateOrder,
    cx: &mut Context,
) -> Result<RowRef<Order>, ToolError> {
    let now = cx.now();
    state.orders.update(&args.id, |order| {
        order.status = args.status.unwrap_or(order.status);
        order.amount = args.amount.unwrap_or(order.amount);
        order.updated_at = now;
        Ok(())
    })
}

/// The service.
pub static SERVICE: ServiceDef = ServiceDef {
    name: "crm",
    title: "Customer register",
    domain: "sales",
    summary: "Customers and what they ordered.",
    tools: &TOOLS,
    state: &Crm::INFO,
    version: "by-hand-1",
};

const READS: Hints =
    Hints { read_only: Some(true), destructive: None, idempotent: None, open_world: None };
const WRITES: Hints =
    Hints { read_only: Some(false), destructive: None, idempotent: None, open_world: None };

const BY_ID: &str = r#"{"type":"object","properties":{"id":{"type":"string"}},
    "required":["id"],"additionalProperties":false}"#;

static TOOLS: [Tool; 9] = [
    Tool {
        name: "create_customer",
        wire_name: "create_customer",
        description: "Add a customer.",
        parameters: r#"{"type":"object","properties":{"name":{"type":"string","minLength":1},
            "email":{"type":"string"},"tier":{"type":"string","enum":["basic","gold"]}},
            "required":["name","email"],"additionalProperties":false}"#,
        returns: None,
        hints: WRITES,
        semantics: Semantics {
            operation: Operation::Create,
            entity: "Customer",
            sets: &[
                Binding { argument: "name", field: "name" },
                Binding { argument: "email", field: "email" },
                Binding { argument: "tier", field: "tier" },
            ],
            writes: &["customers"],
            returns: Returns::Row,
            ..Semantics::UNKNOWN
        },
        run: Run::Write(|state, args, cx| run_write(state, args, cx, create_customer)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "get_customer",
        wire_name: "get_customer",
        description: "Read one customer.",
        parameters: BY_ID,
        returns: None,
        hints: READS,
        semantics: Semantics {
            operation: Operation::Get,
            entity: "Customer",
            keys: &[Binding { argument: "id", field: "id" }],
            reads: &["customers"],
            returns: Returns::Row,
            ..Semantics::UNKNOWN
        },
        run: Run::Read(|state, args, cx| run_read(state, args, cx, get_customer)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "search_customers",
        wire_name: "search_customers",
        description: "Find customers by words in their name or address.",
        parameters: r#"{"type":"object","properties":{"query":{"type":"string"}},
            "required":["query"],"additionalProperties":false}"#,
        returns: None,
        hints: READS,
        semantics: Semantics {
            operation: Operation::Search,
            entity: "Customer",
            filters: &[Filter {
                argument: "query",
                fields: &["name", "email"],
                relation: Relation::Contains,
            }],
            reads: &["customers"],
            returns: Returns::Page,
            ..Semantics::UNKNOWN
        },
        run: Run::Read(|state, args, cx| run_read(state, args, cx, search_customers)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "update_customer",
        wire_name: "update_customer",
        description: "Change a customer's address or tier.",
        parameters: r#"{"type":"object","properties":{"id":{"type":"string"},
            "email":{"type":"string"},"tier":{"type":"string","enum":["basic","gold"]}},
            "required":["id"],"additionalProperties":false}"#,
        returns: None,
        hints: WRITES,
        semantics: Semantics {
            operation: Operation::Update,
            entity: "Customer",
            keys: &[Binding { argument: "id", field: "id" }],
            sets: &[
                Binding { argument: "email", field: "email" },
                Binding { argument: "tier", field: "tier" },
            ],
            reads: &["customers"],
            writes: &["customers"],
            returns: Returns::Row,
            ..Semantics::UNKNOWN
        },
        run: Run::Write(|state, args, cx| run_write(state, args, cx, update_customer)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "create_order",
        wire_name: "create_order",
        description: "Place an order.",
        parameters: r#"{"type":"object","properties":{"customer":{"type":"string"},
            "product":{"type":"string","minLength":1},"amount":{"type":"number","minimum":0}},
            "required":["customer","product","amount"],"additionalProperties":false}"#,
        returns: None,
        hints: WRITES,
        semantics: Semantics {
            operation: Operation::Create,
            entity: "Order",
            sets: &[
                Binding { argument: "customer", field: "customer" },
                Binding { argument: "product", field: "product" },
                Binding { argument: "amount", field: "amount" },
            ],
            reads: &["customers"],
            writes: &["orders"],
            returns: Returns::Row,
            ..Semantics::UNKNOWN
        },
        run: Run::Write(|state, args, cx| run_write(state, args, cx, create_order)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "get_order",
        wire_name: "get_order",
        description: "Read one order.",
        parameters: BY_ID,
        returns: None,
        hints: READS,
        semantics: Semantics {
            operation: Operation::Get,
            entity: "Order",
            keys: &[Binding { argument: "id", field: "id" }],
            reads: &["orders"],
            returns: Returns::Row,
            ..Semantics::UNKNOWN
        },
        run: Run::Read(|state, args, cx| run_read(state, args, cx, get_order)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "list_orders",
        wire_name: "list_orders",
        description: "List orders, all or those of a customer or a status.",
        parameters: r#"{"type":"object","properties":{"customer":{"type":"string"},
            "status":{"type":"string","enum":["open","shipped","returned"]},
            "limit":{"type":"integer","minimum":1,"maximum":100,"default":20},
            "cursor":{"type":"string"}},"additionalProperties":false}"#,
        returns: None,
        hints: READS,
        semantics: Semantics {
            operation: Operation::List,
            entity: "Order",
            filters: &[
                Filter { argument: "customer", fields: &["customer"], relation: Relation::Equals },
                Filter { argument: "status", fields: &["status"], relation: Relation::Equals },
            ],
            limit: "limit",
            reads: &["orders"],
            returns: Returns::Page,
            ..Semantics::UNKNOWN
        },
        run: Run::Read(|state, args, cx| run_read(state, args, cx, list_orders)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "update_order",
        wire_name: "update_order",
        description: "Change an order's status or amount.",
        parameters: r#"{"type":"object","properties":{"id":{"type":"string"},
            "status":{"type":"string","enum":["open","shipped","returned"]},
            "amount":{"type":"number","minimum":0}},
            "required":["id"],"additionalProperties":false}"#,
        returns: None,
        hints: WRITES,
        semantics: Semantics {
            operation: Operation::Update,
            entity: "Order",
            keys: &[Binding { argument: "id", field: "id" }],
            sets: &[
                Binding { argument: "status", field: "status" },
                Binding { argument: "amount", field: "amount" },
            ],
            reads: &["orders"],
            writes: &["orders"],
            returns: Returns::Row,
            ..Semantics::UNKNOWN
        },
        run: Run::Write(|state, args, cx| run_write(state, args, cx, update_order)),
        schema: OnceLock::new(),
    },
    Tool {
        name: "forecast_demand",
        wire_name: "forecast_demand",
        description: "Predict what will be ordered. Takes a while.",
        parameters: r#"{"type":"object","properties":{"weeks":{"type":"integer","minimum":1}},
            "required":["weeks"],"additionalProperties":false}"#,
        returns: Some(
            r#"{"type":"object","properties":{"units":{"type":"integer","minimum":5,"maximum":9},
            "trend":{"type":"string","enum":["up","down"]}}}"#,
        ),
        hints: READS,
        semantics: Semantics { operation: Operation::Simulated, ..Semantics::UNKNOWN },
        run: Run::Simulated(SimulationReason::ExternalComputation, "needs a forecasting model"),
        schema: OnceLock::new(),
    },
];
