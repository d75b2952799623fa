//! The environment and the calls that the benches share: customer registers, each with 1,000 orders
//! and as many customers.

use compoworld_world::{Environment, Recording};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};

use crate::services;

const ROWS: usize = 1_000;
const CALLS: usize = 1_000;

/// A register with 1,000 orders and as many customers.
fn register_state() -> Value {
    let at = "2026-02-01T08:00:00Z";
    let customers: Map<String, Value> = (1..=ROWS)
        .map(|n| {
            let id = format!("CUS-{n:04}");
            let row = json!({"id": id, "name": format!("Name {n}"), "tier": "basic",
                "email": format!("n{n}@example.org"), "created_at": at, "updated_at": at});
            (id, row)
        })
        .collect();
    let orders: Map<String, Value> = (1..=ROWS)
        .map(|n| {
            let id = format!("ORD-{n:05}");
            let row = json!({"id": id, "customer": format!("CUS-{n:04}"), "product": "Desk lamp",
                "amount": n, "status": if n % 3 == 0 { "shipped" } else { "open" },
                "created_at": at, "updated_at": at});
            (id, row)
        })
        .collect();
    json!({"customers": customers, "orders": orders})
}

pub fn environment(n_services: usize, recording: Recording) -> Environment {
    let catalog = services::catalog();
    let state = register_state();
    let mut environment =
        Environment::new(&catalog, 7, services::epoch()).with_recording(recording);
    for n in 0..n_services {
        let alias = format!("crm_{n}");
        environment.add(&alias, catalog.require("crm").expect("it is there")).expect("it is new");
        environment.load(&alias, &state).expect("the state is sound");
    }
    environment
}

/// 10% create, 50% get, 20% list of 20 rows, 20% update.
pub fn mixed_calls(n_services: usize) -> Vec<(String, String)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    (0..CALLS)
        .map(|_| {
            let id = random.random_range(1..=ROWS);
            let (tool, arguments) = match random.random_range(0..10u8) {
                0 => (
                    "create_order",
                    json!({"customer": format!("CUS-{id:04}"), "product": "Lamp", "amount": 12.5}),
                ),
                1..=5 => ("get_order", json!({"id": format!("ORD-{id:05}")})),
                6 | 7 => ("list_orders", json!({"limit": 20, "cursor": format!("c{}", id - 1)})),
                _ => ("update_order", json!({"id": format!("ORD-{id:05}"), "status": "returned"})),
            };
            let alias = random.random_range(0..n_services);
            (format!("crm_{alias}__{tool}"), arguments.to_string())
        })
        .collect()
}
