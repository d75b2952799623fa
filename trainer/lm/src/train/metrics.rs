//! What a run reports: one JSON object a line in a file, a progress bar for people.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

/// The metrics file cannot be written.
#[derive(Debug, Error)]
#[error("cannot write {path}: {source}; check the --out folder's permissions and free space")]
pub struct MetricsError {
    path: PathBuf,
    source: std::io::Error,
}

/// Appends metrics to a file. Every line says which event it is.
#[derive(Debug)]
pub struct MetricsLog {
    file: File,
    path: PathBuf,
}

impl MetricsLog {
    /// Opens a file to append to.
    ///
    /// # Errors
    /// [`MetricsError`] when it cannot be created or written.
    pub fn open(path: &Path) -> Result<Self, MetricsError> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(|source| MetricsError { path: path.to_owned(), source })?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Appends one event.
    ///
    /// # Errors
    /// [`MetricsError`] when the disk is full or gone.
    pub fn append(&mut self, event: &str, metrics: &impl Serialize) -> Result<(), MetricsError> {
        let mut line = Map::new();
        line.insert("event".to_owned(), Value::from(event));
        if let Ok(Value::Object(fields)) = serde_json::to_value(metrics) {
            line.extend(fields);
        }
        // One write a line: a killed run leaves whole lines, but for the last.
        let text = format!("{}\n", Value::Object(line));
        self.file
            .write_all(text.as_bytes())
            .map_err(|source| MetricsError { path: self.path.clone(), source })
    }
}

/// A progress bar on stderr; nothing when stderr is no terminal.
pub fn progress_bar(n_steps: usize, n_done: usize, what: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{prefix} {bar:32} {pos}/{len} {elapsed} (eta {eta}) {msg}")
            .expect("the template names known fields");
    let bar = ProgressBar::new(n_steps as u64).with_style(style).with_prefix(what.to_owned());
    bar.set_position(n_done as u64);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
