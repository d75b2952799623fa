//! Files of trajectories: appended to line by line, and whole again after a kill.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::read_tasks::Place;
use crate::rollout::trajectory::Trajectory;

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
    let mut read = ReadTrajectories::default();
    for (index, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let place = Place { path: path.to_owned(), line: index + 1 };
        if !line.ends_with(b"\n") && is_start_of_trajectory(line) {
            read.notes.push(format!(
                "{place}: the last line was cut off and is left out ({} trajectories are whole)",
                read.trajectories.len()
            ));
            break;
        }
        read.whole_bytes += line.len() as u64;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let trajectory = serde_json::from_slice(line)
            .map_err(|error| TrajectoryFileError::BadLine { place, message: error.to_string() })?;
        read.trajectories.push(trajectory);
    }
    Ok(read)
}

/// Whether a line without its end can be what a killed writer left, so that cutting it off loses
/// nothing of anybody else's.
fn is_start_of_trajectory(line: &[u8]) -> bool {
    const OPENING: &[u8] = br#"{"task":""#;
    let length = line.len().min(OPENING.len());
    line[..length] == OPENING[..length]
}

/// A file that trajectories are appended to, from any thread.
pub struct TrajectoryWriter {
    path: PathBuf,
    file: Mutex<File>,
}

impl TrajectoryWriter {
    /// Opens a file to append to, and tells what it holds already. A torn last line is cut off.
    ///
    /// # Errors
    /// When the file cannot be used, holds something else than trajectories, or is being written
    /// to by another run.
    pub fn open(path: &Path) -> Result<(Self, ReadTrajectories), TrajectoryFileError> {
        let io = |cause| TrajectoryFileError::Io { path: path.to_owned(), cause };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(io)?;
        // Two writers would cut off each other's last line. A killed one leaves no lock behind.
        // A file system without locks is used without.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(TrajectoryFileError::InUse { path: path.to_owned() });
        }
        let held = read_trajectories(path)?;
        file.set_len(held.whole_bytes).map_err(io)?;
        Ok((Self { path: path.to_owned(), file: Mutex::new(file) }, held))
    }

    /// Appends a trajectory with one write, so that a kill tears at most the last line.
    ///
    /// # Errors
    /// When the system does not take the line.
    pub fn append(&self, trajectory: &Trajectory) -> Result<(), TrajectoryFileError> {
        let mut line = serde_json::to_string(trajectory).expect("a trajectory is plain JSON");
        line.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())
            .map_err(|cause| TrajectoryFileError::Io { path: self.path.clone(), cause })
    }
}
