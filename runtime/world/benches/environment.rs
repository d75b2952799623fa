//! What an environment costs: calls through the JSON text interface, forks, digests, differences,
//! judging, and the gate.
//!
//! Run it: `cargo bench -p compoworld-world`.

#[path = "../tests/services/mod.rs"]
mod services;

use std::sync::Arc;

use compoworld_world::gate::check_prepared;
use compoworld_world::{Environment, Episode, PreparedTask, Recording};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};

const ROWS: usize = 1_000;
const CALLS: usize = 1_000;

fn main() {
    divan::main();
}

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

fn environment(n_services: usize, recording: Recording) -> Environment {
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
fn mixed_calls(n_services: usize) -> Vec<(String, String)> {
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

fn bench_calls(bencher: Bencher<'_, '_>, recording: Recording, only: &str) {
    let origin = environment(1, recording);
    let mut calls = mixed_calls(1);
    calls.retain(|(tool, _)| tool.ends_with(only));
    bencher.counter(ItemsCount::new(calls.len())).with_inputs(|| origin.fork()).bench_values(
        |mut environment| {
            for (tool, arguments) in &calls {
                black_box(environment.call(tool, arguments));
            }
            environment
        },
    );
}

#[divan::bench]
fn mixed_calls_unrecorded(bencher: Bencher<'_, '_>) {
    bench_calls(bencher, Recording::Nothing, "");
}

#[divan::bench]
fn mixed_calls_recorded(bencher: Bencher<'_, '_>) {
    bench_calls(bencher, Recording::Calls, "");
}

#[divan::bench(args = ["get_order", "list_orders", "update_order", "create_order"])]
fn calls_of_one_kind(bencher: Bencher<'_, '_>, tool: &str) {
    bench_calls(bencher, Recording::Nothing, tool);
}

#[divan::bench]
fn fork_of_ten_services(bencher: Bencher<'_, '_>) {
    let origin = environment(10, Recording::Calls);
    bencher.bench(|| origin.fork());
}

#[divan::bench]
fn fork_and_first_write(bencher: Bencher<'_, '_>) {
    let origin = environment(10, Recording::Calls);
    let arguments = r#"{"id":"ORD-00500","status":"returned"}"#;
    bencher.bench(|| {
        let mut fork = origin.fork();
        fork.call("crm_3__update_order", arguments);
        fork
    });
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn digest_of_ten_services_unseen(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(|| environment(10, Recording::Calls)).bench_values(|world| world.digest());
}

#[divan::bench]
fn digest_after_one_write(bencher: Bencher<'_, '_>) {
    let origin = environment(10, Recording::Calls);
    black_box(origin.digest());
    let changed = || {
        let mut fork = origin.fork();
        fork.call("crm_3__update_order", r#"{"id":"ORD-00500","status":"returned"}"#);
        fork
    };
    bencher.with_inputs(changed).bench_values(|fork| fork.digest());
}

#[divan::bench]
fn difference_after_sixty_writes(bencher: Bencher<'_, '_>) {
    let origin = environment(10, Recording::Nothing);
    let mut changed = origin.fork();
    let mut calls = mixed_calls(10);
    calls.retain(|(tool, _)| tool.ends_with("update_order"));
    for (tool, arguments) in calls.iter().take(60) {
        changed.call(tool, arguments);
    }
    bencher.bench(|| changed.changes_since(&origin));
}

fn prepared() -> Arc<PreparedTask> {
    let task = Arc::new(services::sample_task::sample_task());
    Arc::new(PreparedTask::new(&services::catalog(), task).expect("the sample is sound"))
}

#[divan::bench]
fn start_an_episode(bencher: Bencher<'_, '_>) {
    let prepared = prepared();
    bencher.bench(|| prepared.start());
}

#[divan::bench]
fn judge_an_episode(bencher: Bencher<'_, '_>) {
    let episode: Episode = prepared().start();
    bencher.bench(|| episode.judge(&json!("129.5")));
}

#[divan::bench]
fn prepare_a_task(bencher: Bencher<'_, '_>) {
    let (catalog, task) = (services::catalog(), Arc::new(services::sample_task::sample_task()));
    bencher.bench(|| PreparedTask::new(&catalog, Arc::clone(&task)));
}

#[divan::bench]
fn pass_a_task_through_the_gate(bencher: Bencher<'_, '_>) {
    let prepared = prepared();
    bencher.bench(|| check_prepared(&prepared));
}
