//! Replaces a whole folder so that a killed run leaves the old one or the new one.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};

/// The start of the names of folders that are being written or removed.
pub const TEMPORARY_PREFIX: &str = ".compoworld-";

/// Writes `files`, by their paths in it, as the folder `path`.
///
/// # Errors
/// When the file system refuses; what was there is then still there.
pub fn write_tree(path: &Path, files: &BTreeMap<String, String>) -> Result<(), Diagnostics> {
    try_write(path, files).map_err(|error| {
        Diagnostic::new(Code::UnwritableFile, Place::file(path.display().to_string()))
            .message(format!("cannot write `{}`: {error}", path.display()))
            .into()
    })
}

fn try_write(path: &Path, files: &BTreeMap<String, String>) -> io::Result<()> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    std::fs::create_dir_all(&parent)?;
    let fresh = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempdir_in(&parent)?;
    open_to_others(fresh.path())?;
    for (name, text) in files {
        let file = fresh.path().join(inside(name)?);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&file, text)?;
        std::fs::File::open(&file)?.sync_all()?;
    }
    swap(fresh, path, &parent)
}

/// The path, when it stays inside the folder.
fn inside(name: &str) -> io::Result<&Path> {
    let path = Path::new(name);
    if path.components().all(|part| matches!(part, Component::Normal(_))) {
        return Ok(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{name}` leaves the folder")))
}

/// Puts the new folder in the place of the old one.
fn swap(fresh: tempfile::TempDir, path: &Path, parent: &Path) -> io::Result<()> {
    let fresh = fresh.keep();
    let result = match exchange(&fresh, path) {
        // The folder that was written now holds the old crate.
        Ok(()) => std::fs::remove_dir_all(&fresh),
        Err(_) => swap_in_steps(&fresh, path, parent),
    };
    if result.is_err() {
        let _ = std::fs::remove_dir_all(&fresh);
    }
    result
}

/// Exchanges two folders in one step.
#[cfg(target_os = "linux")]
fn exchange(fresh: &Path, path: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, fresh, CWD, path, RenameFlags::EXCHANGE)?)
}

#[cfg(not(target_os = "linux"))]
fn exchange(_fresh: &Path, _path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Where folders cannot be exchanged, neither stands there between two renames: the old one is
/// kept beside it under a name that tells [`recover`] where it belongs.
fn swap_in_steps(fresh: &Path, path: &Path, parent: &Path) -> io::Result<()> {
    if !path.exists() {
        return std::fs::rename(fresh, path);
    }
    let old = old_name(path, parent);
    if old.exists() {
        std::fs::remove_dir_all(&old)?;
    }
    std::fs::rename(path, &old)?;
    match std::fs::rename(fresh, path) {
        Ok(()) => std::fs::remove_dir_all(&old),
        Err(error) => {
            std::fs::rename(&old, path)?;
            Err(error)
        }
    }
}

fn old_name(path: &Path, parent: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    parent.join(format!("{TEMPORARY_PREFIX}old-{name}"))
}

/// Finishes what a killed run left in `parent`: old folders go back where nothing replaced them,
/// half-written ones go.
///
/// # Errors
/// When the file system refuses.
pub fn recover(parent: &Path) -> io::Result<()> {
    let Ok(entries) = std::fs::read_dir(parent) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(rest) = name.strip_prefix(TEMPORARY_PREFIX) else { continue };
        let home = rest.strip_prefix("old-").map(|name| parent.join(name));
        match home {
            Some(home) if !home.exists() => std::fs::rename(entry.path(), home)?,
            _ if entry.path().is_dir() => std::fs::remove_dir_all(entry.path())?,
            _ => std::fs::remove_file(entry.path())?,
        }
    }
    Ok(())
}

/// Temporary folders are private; the result is for everybody.
#[cfg(unix)]
fn open_to_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn open_to_others(_path: &Path) -> io::Result<()> {
    Ok(())
}
