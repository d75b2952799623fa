//! Task files: one task a line.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::catalog::Catalog;
use crate::snapshot::CatalogCheck;
use crate::task::Task;

/// The tasks of a file, and what was noticed on the way.
#[derive(Debug)]
pub struct ReadTasks {
    /// The tasks, in order.
    pub tasks: Vec<Task>,
    /// What the user should know: a last line that was cut off.
    pub notes: Vec<String>,
}

/// Why a task file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadTasksError {
    /// The file cannot be read.
    #[error("cannot read the tasks in {}: {cause}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: std::io::Error,
    },
    /// A line is no task.
    #[error("{place}: no task: {message}; make the file again, or remove the line")]
    BadLine {
        /// Where.
        place: Place,
        /// What is wrong.
        message: String,
    },
    /// Two tasks have one name.
    #[error("{place}: a second task called `{id}`; every task of a file needs its own name")]
    Repeated {
        /// Where the second one is.
        place: Place,
        /// The name.
        id: String,
    },
    /// A task was made with another catalog.
    #[error(
        "{place}: the task was made with catalog version {made_with}, this one is {present}; \
         make the tasks again with `compoworld synth`, or use them as they are with \
         `--allow-other-catalog`"
    )]
    OtherCatalog {
        /// Where.
        place: Place,
        /// The version that the task names.
        made_with: String,
        /// The version at hand.
        present: String,
    },
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path.display(), self.line)
    }
}

/// Reads a task file. A last line that was cut off, as a killed writer leaves it, is left out with
/// a note; any other fault is an error. Whether the services of another catalog still fit shows
/// when a task is prepared.
///
/// # Errors
/// Names the file, the line and what to do.
pub fn read_tasks(
    path: &Path,
    catalog: &Catalog,
    check: CatalogCheck,
) -> Result<ReadTasks, ReadTasksError> {
    let bytes =
        fs::read(path).map_err(|cause| ReadTasksError::Io { path: path.to_owned(), cause })?;
    parse_tasks(path, &bytes, catalog, check)
}

fn parse_tasks(
    path: &Path,
    bytes: &[u8],
    catalog: &Catalog,
    check: CatalogCheck,
) -> Result<ReadTasks, ReadTasksError> {
    let mut read = ReadTasks { tasks: Vec::new(), notes: Vec::new() };
    let mut names = std::collections::BTreeSet::new();
    let ends_whole = bytes.ends_with(b"\n");
    let n_lines = bytes.split(|byte| *byte == b'\n').count();
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let place = Place { path: path.to_owned(), line: index + 1 };
        let task: Task = match serde_json::from_slice(line) {
            Ok(task) => task,
            Err(error) if error.is_eof() && index + 1 == n_lines && !ends_whole => {
                read.notes.push(format!(
                    "{place}: the last line was cut off and is left out ({} tasks are whole)",
                    read.tasks.len()
                ));
                break;
            }
            Err(error) => {
                return Err(ReadTasksError::BadLine { place, message: error.to_string() });
            }
        };
        if check == CatalogCheck::WholeCatalog && task.catalog_version != catalog.version() {
            return Err(ReadTasksError::OtherCatalog {
                place,
                made_with: task.catalog_version,
                present: catalog.version().to_owned(),
            });
        }
        if !names.insert(task.id.clone()) {
            return Err(ReadTasksError::Repeated { place, id: task.id });
        }
        read.tasks.push(task);
    }
    Ok(read)
}
