//! A shop: products and orders.

use compoworld_core::{
    Args, Choice, Context, Entity, IntKey, Key, Operation, Page, Returns, RowRef, Run, ServiceDef,
    State, StateExt, Table, Timestamp, Tool, ToolError, contains_text, equals, run_read, run_write,
};

use super::{bind, same, tool, words};

/// Everything the shop knows.
#[derive(State)]
pub struct Shop {
    pub orders: Table<Order>,
    pub products: Table<Product>,
}

/// Something that is sold.
#[derive(Debug, Clone, Entity)]
pub struct Product {
    #[entity(key, sku)]
    pub sku: Key<Product>,
    #[entity(product)]
    pub name: String,
    #[entity(money)]
    pub price: f64,
    #[entity(quantity)]
    pub stock: i64,
}

/// Something that is bought.
#[derive(Debug, Clone, Entity)]
pub struct Order {
    #[entity(key, sequence)]
    pub number: IntKey<Order>,
    #[entity(email)]
    pub customer_email: String,
    pub product: Key<Product>,
    #[entity(quantity, range = 1..=99)]
    pub quantity: i64,
    #[entity(money)]
    pub total: f64,
    pub status: OrderStatus,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(created)]
    pub placed_at: Timestamp,
}

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum OrderStatus {
    Unpaid,
    Paid,
    Shipped,
    Cancelled,
}

#[derive(Args)]
pub struct ListOrders {
    pub status: Option<OrderStatus>,
    pub customer_email: Option<String>,
}

#[derive(Args)]
pub struct OrderNumber {
    pub order_number: IntKey<Order>,
}

#[derive(Args)]
pub struct CreateOrder {
    pub customer_email: String,
    pub product: Key<Product>,
    pub quantity: i64,
}

#[derive(Args)]
pub struct UpdateOrder {
    pub order_number: IntKey<Order>,
    pub note: String,
}

#[derive(Args)]
pub struct Query {
    pub query: String,
}

fn list_orders(s: &Shop, a: ListOrders, _: &mut Context) -> Result<Page<RowRef<Order>>, ToolError> {
    Ok(Page::whole(s.orders.select(&|order| {
        equals(&order.status, a.status.as_ref())
            && equals(&order.customer_email, a.customer_email.as_ref())
    })))
}

fn get_order(s: &Shop, a: OrderNumber, _: &mut Context) -> Result<RowRef<Order>, ToolError> {
    s.orders.find(&a.order_number)
}

fn create_order(
    s: &mut Shop,
    a: CreateOrder,
    cx: &mut Context,
) -> Result<RowRef<Order>, ToolError> {
    let price = s.products.find(&a.product)?.price;
    let order = Order {
        number: s.orders.next_int_key(cx),
        customer_email: a.customer_email,
        product: a.product,
        quantity: a.quantity,
        total: price * a.quantity as f64,
        status: OrderStatus::Unpaid,
        note: None,
        placed_at: cx.now(),
    };
    s.orders.insert(order)
}

fn set_order_note(
    s: &mut Shop,
    a: UpdateOrder,
    _: &mut Context,
) -> Result<RowRef<Order>, ToolError> {
    s.orders.update(&a.order_number, |order| {
        order.note = Some(a.note);
        Ok(())
    })
}

fn cancel_order(s: &mut Shop, a: OrderNumber, _: &mut Context) -> Result<RowRef<Order>, ToolError> {
    s.orders.update(&a.order_number, |order| {
        if matches!(order.status, OrderStatus::Shipped | OrderStatus::Cancelled) {
            return Err(ToolError::failed_precondition("the order cannot be cancelled"));
        }
        order.status = OrderStatus::Cancelled;
        Ok(())
    })
}

fn delete_order(s: &mut Shop, a: OrderNumber, _: &mut Context) -> Result<RowRef<Order>, ToolError> {
    s.delete(&a.order_number)
}

fn search_products(
    s: &Shop,
    a: Query,
    _: &mut Context,
) -> Result<Page<RowRef<Product>>, ToolError> {
    Ok(Page::whole(s.products.select(&|product| contains_text(&[&product.name], &a.query))))
}

/// The service.
pub static SERVICE: ServiceDef = ServiceDef {
    name: "shop",
    title: "Web Shop",
    domain: "commerce",
    summary: "Products and orders.",
    tools: &TOOLS,
    state: &Shop::INFO,
    version: "by-hand",
};

static TOOLS: [Tool; 7] = [
    tool!("list_orders", "List orders.",
        r#"{"type":"object","properties":{"status":{"type":"string","enum":["unpaid","paid","shipped","cancelled"]},
            "customer_email":{"type":"string"}},"additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, list_orders)),
        { operation: Operation::List, entity: "Order", reads: &["orders"], returns: Returns::Page,
          filters: &[same("status", &["status"]), same("customer_email", &["customer_email"])] }),
    tool!("get_order", "Read one order.",
        r#"{"type":"object","properties":{"order_number":{"type":"integer"}},"required":["order_number"],
            "additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, get_order)),
        { operation: Operation::Get, entity: "Order", reads: &["orders"], returns: Returns::Row,
          keys: &[bind("order_number", "number")] }),
    tool!("create_order", "Place an order.",
        r#"{"type":"object","properties":{"customer_email":{"type":"string"},"product":{"type":"string"},
            "quantity":{"type":"integer","minimum":1,"maximum":99}},
            "required":["customer_email","product","quantity"],"additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, create_order)),
        { operation: Operation::Create, entity: "Order", reads: &["products"], writes: &["orders"],
          returns: Returns::Row,
          sets: &[bind("customer_email", "customer_email"), bind("product", "product"), bind("quantity", "quantity")] }),
    tool!("set_order_note", "Write the note of an order.",
        r#"{"type":"object","properties":{"order_number":{"type":"integer"},"note":{"type":"string"}},
            "required":["order_number","note"],"additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, set_order_note)),
        { operation: Operation::Update, entity: "Order", reads: &["orders"], writes: &["orders"],
          returns: Returns::Row, keys: &[bind("order_number", "number")], sets: &[bind("note", "note")] }),
    tool!("cancel_order", "Cancel an order that is not shipped.",
        r#"{"type":"object","properties":{"order_number":{"type":"integer"}},"required":["order_number"],
            "additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, cancel_order)),
        { operation: Operation::Update, entity: "Order", reads: &["orders"], writes: &["orders"],
          returns: Returns::Row, keys: &[bind("order_number", "number")],
          fixes: &[("status", "\"cancelled\"")], requires: &[("status", r#"["unpaid","paid"]"#)] }),
    tool!("delete_order", "Remove an order.",
        r#"{"type":"object","properties":{"order_number":{"type":"integer"}},"required":["order_number"],
            "additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, delete_order)),
        { operation: Operation::Delete, entity: "Order", reads: &["orders"], writes: &["orders"],
          returns: Returns::Row, keys: &[bind("order_number", "number")] }),
    tool!("search_products", "Search products by name.",
        r#"{"type":"object","properties":{"query":{"type":"string","minLength":1}},"required":["query"],
            "additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, search_products)),
        { operation: Operation::Search, entity: "Product", reads: &["products"], returns: Returns::Page,
          filters: &[words("query", &["name"])] }),
];
