//! Replaces or removes a whole folder so that a killed run leaves the old one or the new one.
//!
//! What is being written or removed lies two levels down in a temporary folder beside it: there, the
//! globs of a workspace do not take it for one of its crates.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};

use tempfile::TempDir;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::lock_folder::lock_folder;
use crate::recover_folder::{OLD, TEMPORARY_PREFIX, recover_folder};

/// Writes `files`, by their paths in it, as the folder `path`.
///
/// # Errors
/// When the file system refuses; what was there is then still there.
pub fn write_tree(path: &Path, files: &BTreeMap<String, String>) -> Result<(), Diagnostics> {
    try_write(path, files).map_err(|error| refused("write", path, &error))
}

/// Removes the folder `path`.
///
/// # Errors
/// When the file system refuses; the folder is then there as it was, or gone.
pub fn remove_tree(path: &Path) -> Result<(), Diagnostics> {
    try_remove(path).map_err(|error| refused("remove", path, &error))
}

fn refused(what: &str, path: &Path, error: &io::Error) -> Diagnostics {
    Diagnostic::new(Code::UnwritableFile, Place::file(path.display().to_string()))
        .message(format!("cannot {what} `{}`: {error}", path.display()))
        .into()
}

fn try_write(path: &Path, files: &BTreeMap<String, String>) -> io::Result<()> {
    let parent = parent_of(path);
    std::fs::create_dir_all(&parent)?;
    let _lock = lock_folder(&parent);
    let aside = Aside::beside(path)?;
    let fresh = aside.place("new")?;
    std::fs::create_dir(&fresh)?;
    for (name, text) in files {
        let file = fresh.join(inside(name)?);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&file, text)?;
        std::fs::File::open(&file)?.sync_all()?;
    }
    match exchange(&fresh, path) {
        // What was written now holds the old folder.
        Ok(()) => {}
        Err(_) if path.exists() => swap_in_steps(&fresh, path, &aside.place(OLD)?)?,
        Err(_) => std::fs::rename(&fresh, path)?,
    }
    aside.close()
}

fn try_remove(path: &Path) -> io::Result<()> {
    let _lock = lock_folder(&parent_of(path));
    let aside = Aside::beside(path)?;
    std::fs::rename(path, aside.place("gone")?)?;
    aside.close()
}

/// A temporary folder beside another one, for what is to take its place or to go.
struct Aside {
    folder: TempDir,
    name: PathBuf,
}

impl Aside {
    /// Whoever holds the lock of the parent finds nothing there that is still being written.
    fn beside(path: &Path) -> io::Result<Self> {
        let parent = parent_of(path);
        // What cannot be cleaned up, such as another user's, is no reason not to write.
        let _ = recover_folder(&parent);
        let folder = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempdir_in(&parent)?;
        let name = path.file_name().map_or_else(|| PathBuf::from("crate"), PathBuf::from);
        Ok(Self { folder, name })
    }

    /// Where in it the folder of this role lies, or will lie.
    fn place(&self, role: &str) -> io::Result<PathBuf> {
        let role = self.folder.path().join(role);
        std::fs::create_dir(&role)?;
        Ok(role.join(&self.name))
    }

    fn close(self) -> io::Result<()> {
        self.folder.close()
    }
}

fn parent_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The path, when it stays inside the folder.
fn inside(name: &str) -> io::Result<&Path> {
    let path = Path::new(name);
    if path.components().all(|part| matches!(part, Component::Normal(_))) {
        return Ok(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{name}` leaves the folder")))
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

/// Where folders cannot be exchanged, neither stands there between two renames: the old one waits
/// where [`recover_folder`] finds it and knows where it belongs.
fn swap_in_steps(fresh: &Path, path: &Path, old: &Path) -> io::Result<()> {
    std::fs::rename(path, old)?;
    std::fs::rename(fresh, path).inspect_err(|_| {
        // The first error says more than a second one would.
        let _ = std::fs::rename(old, path);
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Code, remove_tree, swap_in_steps, write_tree};

    fn files(text: &str) -> BTreeMap<String, String> {
        ["Cargo.toml", "src/lib.rs"].map(|name| (name.to_owned(), text.to_owned())).into()
    }

    #[test]
    fn a_written_folder_replaces_the_old_one_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("domain/desk");
        write_tree(&path, &files("old")).expect("writes");
        std::fs::write(path.join("src/stray.rs"), "").expect("writes");
        write_tree(&path, &files("new")).expect("replaces");
        assert_eq!(std::fs::read_to_string(path.join("src/lib.rs")).expect("reads"), "new");
        assert!(!path.join("src/stray.rs").exists());
        assert_eq!(std::fs::read_dir(folder.path().join("domain")).expect("lists").count(), 1);
        remove_tree(&path).expect("removes");
        assert_eq!(std::fs::read_dir(folder.path().join("domain")).expect("lists").count(), 0);
    }

    #[test]
    fn a_file_that_would_leave_the_folder_is_refused() {
        for name in ["../x", "/etc/x", "a/../../x", "."] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join("desk");
            let files = BTreeMap::from([(name.to_owned(), String::new())]);
            let error = write_tree(&path, &files).expect_err(name);
            assert!(error.has(Code::UnwritableFile));
            assert_eq!(std::fs::read_dir(folder.path()).expect("lists").count(), 0, "{name}");
        }
    }

    #[test]
    fn without_an_exchange_the_old_folder_waits_beside_the_new_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [fresh, path, old] = ["fresh", "desk", "old"].map(|name| folder.path().join(name));
        for (made, text) in [(&fresh, "new"), (&path, "old")] {
            std::fs::create_dir(made).expect("a folder");
            std::fs::write(made.join("lib.rs"), text).expect("writes");
        }
        swap_in_steps(&fresh, &path, &old).expect("swaps");
        assert_eq!(std::fs::read_to_string(path.join("lib.rs")).expect("reads"), "new");
        assert_eq!(std::fs::read_to_string(old.join("lib.rs")).expect("reads"), "old");
        // With nothing to put there, the old one goes back.
        swap_in_steps(&fresh, &path, &folder.path().join("older")).expect_err("nothing is fresh");
        assert_eq!(std::fs::read_to_string(path.join("lib.rs")).expect("reads"), "new");
    }
}
