//! Checkpoints as folders of files that are whole or not there.
//!
//! A checkpoint is a folder `step-00000200` with some files and `SHA256SUMS` over all of them
//! (`sha256sum -c` reads it). It is written beside its place and renamed into it: a killed run
//! leaves the checkpoints that it had.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;

const SUMS: &str = "SHA256SUMS";
const FOLDER_PREFIX: &str = "step-";

/// Why a checkpoint could not be written or read.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// A file or folder cannot be accessed.
    #[error("cannot access {path}: {source}; check that it exists, its permissions and free space")]
    Access {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no checkpoint here.
    #[error(
        "{0} holds no checkpoint; give the --out folder of an earlier run, or one of its `step-…` folders"
    )]
    Missing(PathBuf),
    /// A file is not what was written.
    #[error(
        "{file} is damaged: {reason}; go on from the checkpoint before it with --resume {previous}"
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
        /// The newest checkpoint before this one, or where it would be.
        previous: String,
    },
}

/// A checkpoint's files, whose sums were right.
#[derive(Debug)]
pub struct CheckpointFiles {
    /// The checkpoint's folder.
    pub folder: PathBuf,
    files: BTreeMap<String, Vec<u8>>,
}

impl CheckpointFiles {
    /// The bytes of a file.
    ///
    /// # Errors
    /// [`CheckpointError::Damaged`] when the checkpoint has no such file.
    pub fn get(&self, name: &str) -> Result<&[u8], CheckpointError> {
        match self.files.get(name) {
            Some(bytes) => Ok(bytes),
            None => Err(self.damaged(SUMS, format!("it does not list {name}"))),
        }
    }

    /// Says that a file is not what was written.
    pub fn damaged(&self, file: &str, reason: String) -> CheckpointError {
        damaged(&self.folder, file, reason)
    }
}

/// Writes the checkpoint of a number (a step, or a round) into `folder` and removes all but the newest `n_kept`. Gives its
/// path.
///
/// # Errors
/// [`CheckpointError::Access`]; what was there before is still there.
pub fn write_files(
    folder: &Path,
    number: usize,
    files: &[(&str, &[u8])],
    n_kept: usize,
) -> Result<PathBuf, CheckpointError> {
    let name = format!("{FOLDER_PREFIX}{number:08}");
    let place = folder.join(&name);
    let writing = folder.join(format!(".writing-{name}"));
    let replaced = folder.join(format!(".replaced-{name}"));
    for stale in [&writing, &replaced] {
        if stale.exists() {
            fs::remove_dir_all(stale).map_err(access(stale))?;
        }
    }
    fs::create_dir_all(&writing).map_err(access(&writing))?;
    let mut sums = String::new();
    for (file, bytes) in files {
        write_durably(&writing.join(file), bytes)?;
        writeln!(sums, "{}  {file}", hex_digest(bytes)).expect("a string takes what is written");
    }
    write_durably(&writing.join(SUMS), sums.as_bytes())?;

    if place.exists() {
        fs::rename(&place, &replaced).map_err(access(&place))?;
    }
    fs::rename(&writing, &place).map_err(access(&place))?;
    if replaced.exists() {
        fs::remove_dir_all(&replaced).map_err(access(&replaced))?;
    }
    sync_folder(folder)?;

    let all = checkpoints_in(folder)?;
    for old in all.iter().rev().skip(n_kept.max(1)) {
        fs::remove_dir_all(old).map_err(access(old))?;
    }
    Ok(place)
}

/// Reads a checkpoint: `path` is a `step-…` folder, or a run's folder, whose newest one is read.
///
/// # Errors
/// [`CheckpointError::Missing`] when there is none, [`CheckpointError::Damaged`] when a file is not
/// what was written.
pub fn read_files(path: &Path) -> Result<CheckpointFiles, CheckpointError> {
    let folder = find_checkpoint(path)?;
    let sums = fs::read_to_string(folder.join(SUMS)).map_err(access(&folder.join(SUMS)))?;
    let mut files = BTreeMap::new();
    for line in sums.lines() {
        let Some((sum, name)) = line.split_once("  ").filter(|(_, name)| !name.contains('/'))
        else {
            return Err(damaged(&folder, SUMS, format!("`{line}` is no line of sums")));
        };
        let bytes = fs::read(folder.join(name)).map_err(access(&folder.join(name)))?;
        if hex_digest(&bytes) != sum {
            let reason = format!("its SHA-256 is not the one in {SUMS}");
            return Err(damaged(&folder, name, reason));
        }
        files.insert(name.to_owned(), bytes);
    }
    Ok(CheckpointFiles { folder, files })
}

/// The folder that [`read_files`] would read.
///
/// # Errors
/// [`CheckpointError::Missing`] when there is none.
fn find_checkpoint(path: &Path) -> Result<PathBuf, CheckpointError> {
    if path.join(SUMS).is_file() {
        return Ok(path.to_owned());
    }
    if !path.is_dir() {
        return Err(CheckpointError::Missing(path.to_owned()));
    }
    checkpoints_in(path)?.pop().ok_or_else(|| CheckpointError::Missing(path.to_owned()))
}

/// SHA-256 in lowercase hexadecimal digits.
pub fn hex_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checkpoints of a run, oldest first.
fn checkpoints_in(folder: &Path) -> Result<Vec<PathBuf>, CheckpointError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(access(folder))? {
        let path = entry.map_err(access(folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(FOLDER_PREFIX)) && path.is_dir() {
            found.push(path);
        }
    }
    // The numbers are padded, so names sort as they do.
    found.sort();
    Ok(found)
}

fn damaged(folder: &Path, file: &str, reason: String) -> CheckpointError {
    let file = folder.join(file);
    CheckpointError::Damaged { file, reason, previous: previous_of(folder) }
}

fn previous_of(place: &Path) -> String {
    let folder = place.parent().unwrap_or(Path::new("."));
    checkpoints_in(folder)
        .unwrap_or_default()
        .into_iter()
        .rfind(|other| other.file_name() < place.file_name())
        .map_or_else(|| "(there is none; start again)".to_owned(), |p| p.display().to_string())
}

fn write_durably(path: &Path, bytes: &[u8]) -> Result<(), CheckpointError> {
    let mut file = fs::File::create(path).map_err(access(path))?;
    file.write_all(bytes).map_err(access(path))?;
    file.sync_all().map_err(access(path))
}

/// Makes renames inside a folder survive a power cut, where the system can.
fn sync_folder(folder: &Path) -> Result<(), CheckpointError> {
    #[cfg(unix)]
    fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(access(folder))?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

fn access(path: &Path) -> impl Fn(std::io::Error) -> CheckpointError + '_ {
    |source| CheckpointError::Access { path: path.to_owned(), source }
}
