//! What forks weigh: idle, after sixty writes each, and 10,000 of them alive and stepped in turn.
//!
//! Run it: `cargo bench -p compoworld-world --bench memory`. It prints a table; nothing is judged.

#[expect(dead_code, reason = "the services come with a task, which this bench has no use for")]
#[path = "../tests/services/mod.rs"]
mod services;
mod world;

use std::time::Instant;

use compoworld_world::{Environment, Recording};
use peak_alloc::PeakAlloc;

use world::{environment, mixed_calls};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const SERVICES: usize = 10;
const WRITES: usize = 60;
const FORKS: usize = 1_000;
const ALIVE: usize = 10_000;

fn main() {
    let empty = ALLOCATOR.current_usage();
    let origin = environment(SERVICES, Recording::Nothing);
    tell("the environment itself", kilobytes(ALLOCATOR.current_usage() - empty));

    let (idle, forks) = weigh(|| (0..FORKS).map(|_| origin.fork()).collect::<Vec<_>>());
    tell("a fork, idle", kilobytes(idle / FORKS));
    drop(forks);

    let (written, forks) =
        weigh(|| (0..FORKS).map(|n| after_writes(origin.fork(), n)).collect::<Vec<_>>());
    tell("a fork, after 60 writes", kilobytes(written / FORKS));
    drop(forks);

    let start = Instant::now();
    let mut alive: Vec<Environment> = (0..ALIVE).map(|_| origin.fork()).collect();
    let calls = mixed_calls(SERVICES);
    let n_rounds = 100;
    for round in 0..n_rounds {
        for (n, one) in alive.iter_mut().enumerate() {
            let (tool, arguments) = &calls[(round + n) % calls.len()];
            one.call(tool, arguments);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let n_calls = (ALIVE * n_rounds) as f64;
    tell("10,000 forks, 100 mixed calls each in turn", format!("{seconds:.2} s"));
    tell("calls a second, 10,000 forks in turn", format!("{:.0}", n_calls / seconds));
    tell("live bytes with 10,000 such forks", kilobytes(ALLOCATOR.current_usage()));
    tell("resident memory with 10,000 such forks", resident_kilobytes());
}

/// A fork that has seen so many writes, spread over its services.
fn after_writes(mut fork: Environment, seed: usize) -> Environment {
    let calls = mixed_calls(SERVICES);
    let writes = calls
        .iter()
        .filter(|(tool, _)| tool.ends_with("__update_order") || tool.ends_with("__create_order"));
    for (tool, arguments) in writes.cycle().skip(seed % 100).take(WRITES) {
        fork.call(tool, arguments);
    }
    fork
}

/// How many bytes stay allocated for what is made.
fn weigh<T>(make: impl FnOnce() -> T) -> (usize, T) {
    let before = ALLOCATOR.current_usage();
    let made = make();
    (ALLOCATOR.current_usage() - before, made)
}

fn tell(what: &str, figure: String) {
    println!("{what:46} {figure:>14}");
}

fn kilobytes(bytes: usize) -> String {
    format!("{:.1} KiB", bytes as f64 / 1024.0)
}

/// What the kernel says that the process holds; Linux only.
fn resident_kilobytes() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.map_or_else(|| "unknown".to_owned(), |line| line.trim().to_owned())
}
