//! Third-party clients: where `tests/run` put them, and how they are run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::{program, root};

/// What a variable names, which `tests/run` sets for the clients that it could install. Without it
/// the test says that it is skipped.
#[must_use]
pub fn installed(variable: &str) -> Option<PathBuf> {
    match std::env::var_os(variable) {
        Some(path) => Some(path.into()),
        None => {
            eprintln!("SKIPPED: tests/run installs what {variable} names");
            None
        }
    }
}

/// Runs a script of `tests/clients`, and gives what it prints.
///
/// # Panics
/// When the script fails, or prints no JSON.
#[must_use]
pub fn drive(python: &PathBuf, script: &str, words: &[&str]) -> Value {
    let output = try_drive(python, script, words);
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the script prints JSON")
}

/// Runs a script of `tests/clients`.
///
/// # Panics
/// When it cannot be started.
#[must_use]
pub fn try_drive(python: &PathBuf, script: &str, words: &[&str]) -> Output {
    let script = root().join("tests/clients").join(script);
    Command::new(python).arg(script).args(words).output().expect("the client starts")
}

/// Runs a script of a trainer's library, without its downloads and with caches of its own.
///
/// # Panics
/// When it does not start, or fails.
pub fn run_trainer(python: &Path, words: &[&str]) {
    let cache = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(python);
    command
        .args(words)
        .env("HF_DATASETS_CACHE", cache.path())
        .env("HF_HUB_OFFLINE", "1")
        .env("TRL_EXPERIMENTAL_SILENCE", "1")
        // Threads that wait for each other cost more than they save in so small a model.
        .env("OMP_NUM_THREADS", "1");
    succeed(command);
}

/// Runs a command of the runtime program.
///
/// # Panics
/// When it does not start, or fails.
pub fn run_runtime(words: &[&str]) {
    let mut command = Command::new(program("compoworld-runtime"));
    command.args(words);
    succeed(command);
}

fn succeed(mut command: Command) {
    let output = command.output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}
