//! What an environment costs: calls through the JSON text interface, forks, snapshots, digests,
//! differences, judging, and the gate.
//!
//! Run it: `cargo bench -p compoworld-world --bench environment`; beside the same work in Python:
//! `environment.py --compare`.

#[path = "../tests/services/mod.rs"]
mod services;
mod world;

use std::sync::Arc;

use compoworld_world::gate::check_prepared;
use compoworld_world::{
    CatalogCheck, Environment, EnvironmentSnapshot, Episode, PreparedTask, Recording,
};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use serde_json::json;

use world::{environment, mixed_calls};

fn main() {
    divan::main();
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

#[divan::bench]
fn snapshot_and_restore(bencher: Bencher<'_, '_>) {
    let (catalog, origin) = (services::catalog(), environment(1, Recording::Nothing));
    bencher.bench(|| {
        let text = serde_json::to_string(&origin.snapshot()).expect("a snapshot is plain JSON");
        let stored: EnvironmentSnapshot = serde_json::from_str(&text).expect("it was just written");
        Environment::restore(&catalog, &stored, CatalogCheck::WholeCatalog)
    });
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
