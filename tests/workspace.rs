//! Where things are in the workspace, and how its programs and their clients are run, for the
//! whole-pipeline tests.

mod client;
mod served;
mod server;

use std::fs;
use std::path::{Path, PathBuf};

pub use client::{drive, installed, run_runtime, run_trainer, try_drive};
pub use served::Served;
pub use server::{Server, json_lines, json_lines_once};

/// The root of the workspace: where cargo runs the tests, which need not be where they were built,
/// since checkouts may share a target folder.
#[must_use]
pub fn root() -> PathBuf {
    let tests = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    tests.parent().map_or_else(|| tests.clone(), Path::to_owned)
}

/// A path as an argument.
///
/// # Panics
/// When it is no text.
#[must_use]
pub fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

/// Every file under `folder` whose name ends in `suffix`, sorted; build folders left out.
///
/// # Panics
/// When a folder cannot be read.
#[must_use]
pub fn files(folder: &Path, suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("cannot read `{}`: {error}", folder.display()));
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if !matches!(name.as_str(), "target" | ".git" | "snapshots") {
                    folders.push(path);
                }
            } else if name.ends_with(suffix) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A program of the workspace, beside the running test.
///
/// # Panics
/// When it is not built: `tests/run` builds what the tests start.
#[must_use]
pub fn program(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a running test has a path");
    let folder = own.parent().and_then(Path::parent).expect("tests are built into `deps`");
    let path = folder.join(name);
    assert!(
        path.is_file(),
        "`{}` is not built: run tests/run, or `cargo build --package {name}` first",
        path.display()
    );
    path
}
