//! Files of trajectories: appended to line by line, and whole again after a kill.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::read_tasks::Place;
use crate::rollout::trajectory::Trajectory;
use crate::task::Task;
use compoworld_chat::whole_lines;

/// How every line starts.
const OPENING: &[u8] = br#"{"task":""#;

/// The trajectories of a file, and what was noticed on the way.
#[derive(Debug, Default)]
pub struct ReadTrajectories {
    /// The trajectories, in order.
    pub trajectories: Vec<Trajectory>,
    /// What the user should know: a last line that was cut off.
    pub notes: Vec<String>,
    /// How many bytes of whole lines there are.
    whole_bytes: u64,
}

/// Why a file of trajectories cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TrajectoryFileError {
    /// The file cannot be read or written.
    #[error("cannot use the trajectories in {}: {cause}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: io::Error,
    },
    /// Another run appends to the file.
    #[error("another run is writing to {}: wait for its end, or write to another file", .path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A line is no trajectory.
    #[error("{place}: no trajectory: {message}; remove the line, or write to another file")]
    BadLine {
        /// Where.
        place: Place,
        /// What is wrong.
        message: String,
    },
}

/// Reads a file of trajectories. A last line without its end, as a killed writer leaves it, is left
/// out with a note.
///
/// # Errors
/// Names the file, the line and what to do.
pub fn read_trajectories(path: &Path) -> Result<ReadTrajectories, TrajectoryFileError> {
    let io = |cause| TrajectoryFileError::Io { path: path.to_owned(), cause };
    let bytes = fs::read(path).map_err(io)?;
    let whole = whole_lines(&bytes, OPENING);
    let mut read = ReadTrajectories { whole_bytes: whole.n_bytes, ..ReadTrajectories::default() };
    let place = |index: usize| Place { path: path.to_owned(), line: index + 1 };
    for (index, line) in whole.lines.iter().enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let trajectory = serde_json::from_slice(line).map_err(|error| {
            TrajectoryFileError::BadLine { place: place(index), message: error.to_string() }
        })?;
        read.trajectories.push(trajectory);
    }
    if whole.is_torn {
        read.notes.push(format!(
            "{}: the last line was cut off and is left out ({} trajectories are whole)",
            place(whole.lines.len()),
            read.trajectories.len()
        ));
    }
    Ok(read)
}

/// A file that trajectories are appended to, from any thread.
pub struct TrajectoryWriter(LineWriter);

impl TrajectoryWriter {
    /// Opens a file to append to, and tells what it holds already. A torn last line is cut off.
    ///
    /// # Errors
    /// When the file cannot be used, holds something else than trajectories, or is being written
    /// to by another run.
    pub fn open(path: &Path) -> Result<(Self, ReadTrajectories), TrajectoryFileError> {
        let io = |cause| TrajectoryFileError::Io { path: path.to_owned(), cause };
        let writer = LineWriter::open(path)?;
        let file = writer.file.lock().unwrap_or_else(PoisonError::into_inner);
        // Two writers would cut off each other's last line. A killed one leaves no lock behind.
        // A file system without locks is used without.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(TrajectoryFileError::InUse { path: path.to_owned() });
        }
        let held = read_trajectories(path)?;
        file.set_len(held.whole_bytes).map_err(io)?;
        drop(file);
        Ok((Self(writer), held))
    }

    /// Appends a trajectory with one write, so that a kill tears at most the last line.
    ///
    /// # Errors
    /// When the system does not take the line.
    pub fn append(&self, trajectory: &Trajectory) -> Result<(), TrajectoryFileError> {
        self.0.append(trajectory)
    }
}

/// A file that lines of JSON are appended to, from any thread.
pub(super) struct LineWriter {
    path: PathBuf,
    file: Mutex<File>,
}

impl LineWriter {
    /// Opens a file to append to.
    pub(super) fn open(path: &Path) -> Result<Self, TrajectoryFileError> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file =
            file.map_err(|cause| TrajectoryFileError::Io { path: path.to_owned(), cause })?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file) })
    }

    /// Appends a line with one write, so that a kill tears at most the last one.
    pub(super) fn append(&self, value: &impl Serialize) -> Result<(), TrajectoryFileError> {
        let mut line = serde_json::to_string(value).expect("the value is plain JSON");
        line.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())
            .map_err(|cause| TrajectoryFileError::Io { path: self.path.clone(), cause })
    }
}

/// What tells a trajectory's place.
#[derive(serde::Deserialize)]
struct Head {
    task: String,
    attempt: u32,
}

/// Puts a whole file of trajectories in the order of the tasks, attempts at one by number; those of
/// other tasks stay in front. The old file or the new one is there at any time.
pub(super) fn order_trajectories(path: &Path, tasks: &[Task]) -> Result<(), TrajectoryFileError> {
    let io = |cause| TrajectoryFileError::Io { path: path.to_owned(), cause };
    let places: BTreeMap<&str, usize> =
        tasks.iter().enumerate().map(|(at, task)| (task.id.as_str(), at)).collect();
    let bytes = fs::read(path).map_err(io)?;
    let place = |line: &[u8]| {
        let head: Option<Head> = serde_json::from_slice(line).ok();
        head.and_then(|head| Some((*places.get(head.task.as_str())?, head.attempt)))
    };
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let mut lines: Vec<_> = lines.map(|line| (place(line), line)).collect();
    if lines.is_sorted_by_key(|(place, _)| *place) {
        return Ok(());
    }
    lines.sort_by_key(|(place, _)| *place);
    let ordered: Vec<u8> = lines.iter().flat_map(|(_, line)| line.iter().copied()).collect();
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    fs::write(&beside, ordered).and_then(|()| fs::rename(&beside, path)).map_err(io)
}
