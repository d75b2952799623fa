//! Tasks, and a server that gives them out.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::program;
use crate::server::{Server, json_lines, json_lines_once};

/// A folder with tasks in `train.jsonl`, and a server that gives them out, in every protocol, and
/// appends to `out.jsonl`.
pub struct Served {
    /// The folder.
    pub folder: TempDir,
    /// The server.
    pub server: Server,
}

impl Served {
    /// Makes five tasks and starts a server.
    #[must_use]
    pub fn start() -> Self {
        let folder = Self::make_tasks();
        let server = Self::serve(folder.path());
        Self { folder, server }
    }

    /// Makes five tasks.
    ///
    /// # Panics
    /// When they cannot be made.
    #[must_use]
    pub fn make_tasks() -> TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let words = ["synth", "--count", "5", "--seed", "5", "--k", "2", "--l", "4", "--out"];
        let made = Command::new(program("compoworld-runtime"))
            .args(words)
            .arg(folder.path())
            .output()
            .expect("the program starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        folder
    }

    /// Starts a server over a folder that has tasks.
    #[must_use]
    pub fn serve(folder: &Path) -> Server {
        Self::serve_with(folder, &[])
    }

    /// The same with further options.
    #[must_use]
    pub fn serve_with(folder: &Path, options: &[&str]) -> Server {
        let text = |name: &str| folder.join(name).display().to_string();
        let (tasks, out) = (text("train.jsonl"), text("out.jsonl"));
        let words = ["--tasks", &tasks, "--out", &out, "--http", "127.0.0.1:0", "--openenv"];
        Server::start(&[&words[..], &["--nemo-gym", "127.0.0.1:0"], options].concat())
    }

    /// A file of the folder.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The tasks.
    #[must_use]
    pub fn tasks(&self) -> Vec<Value> {
        json_lines(&self.file("train.jsonl"))
    }

    /// The trajectories, once there are so many.
    #[must_use]
    pub fn kept(&self, n_lines: usize) -> Vec<Value> {
        json_lines_once(&self.file("out.jsonl"), n_lines)
    }
}
