//! Runs test binaries, several at a time, in the sandbox: what they link was perhaps written by an
//! agent.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::sandbox::{Confinement, Limits, Sandbox, run_confined};

use super::read_results::{TestResult, read_results};

/// Runs each binary; the results are in the order of the binaries. `done` is called after each.
#[must_use]
pub fn run_tests(
    binaries: &[PathBuf],
    sandbox: &Sandbox,
    done: &(dyn Fn() + Sync),
) -> Vec<Vec<TestResult>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![Vec::new(); binaries.len()]);
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..n_workers.min(binaries.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(binary) = binaries.get(index) else { return };
                    let found = run(binary, sandbox);
                    let mut results = results.lock().unwrap_or_else(|poison| poison.into_inner());
                    results[index] = found;
                    done();
                }
            });
        }
    });
    results.into_inner().unwrap_or_else(|poison| poison.into_inner())
}

fn run(binary: &PathBuf, sandbox: &Sandbox) -> Vec<TestResult> {
    let confinement = Confinement::new(Limits::of_tests()).reading(binary);
    let mut command = sandbox.command(&confinement, binary);
    command.args(["--test-threads", "1"]);
    match run_confined(command, "", confinement.wall_s()) {
        Ok(ran) => read_results(&ran.stdout),
        Err(_) => Vec::new(),
    }
}
