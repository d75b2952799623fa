//! Replaces or removes whole folders so that a killed run leaves the old one or the new one.
//!
//! What is being written or removed lies in a temporary folder at the root of the workspace: there,
//! no glob such as `generated/*/*` takes it for one of the crates.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};

use tempfile::TempDir;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::lock_folder::lock_folder;
use crate::recover_folder::{OLD, TEMPORARY_PREFIX, WHERE, recover_folder};

/// Writes and removes folders. Other runs that would write below the same root wait until it goes.
pub struct TreeWriter {
    home: PathBuf,
    _lock: Option<File>,
}

/// The folder in which the temporary folders for `out` lie: the nearest one above it with a
/// `Cargo.toml`, or else the one that `out` lies in.
#[must_use]
pub fn home_of(out: &Path) -> PathBuf {
    let parent = parent_of(out);
    let parent = parent.canonicalize().unwrap_or(parent);
    let root = parent.ancestors().find(|folder| folder.join("Cargo.toml").is_file());
    root.unwrap_or(&parent).to_owned()
}

impl TreeWriter {
    /// A writer of the folder `out`, or of folders in it. What killed runs left is finished first.
    ///
    /// # Errors
    /// When the folder that `out` lies in is not there and cannot be made.
    pub fn of(out: &Path) -> Result<Self, Diagnostics> {
        std::fs::create_dir_all(parent_of(out)).map_err(|error| refused("write", out, &error))?;
        let home = home_of(out);
        let lock = lock_folder(&home);
        // What cannot be cleaned up, such as another user's, is no reason not to write.
        let _ = recover_folder(&home);
        Ok(Self { home, _lock: lock })
    }

    /// Writes `files`, by their paths in it, as the folder `path`.
    ///
    /// # Errors
    /// When the file system refuses; what was there is then still there.
    pub fn write(&self, path: &Path, files: &BTreeMap<String, String>) -> Result<(), Diagnostics> {
        self.try_write(path, files).map_err(|error| refused("write", path, &error))
    }

    /// Removes the folder `path`.
    ///
    /// # Errors
    /// When the file system refuses; the folder is then there as it was, or gone.
    pub fn remove(&self, path: &Path) -> Result<(), Diagnostics> {
        self.try_remove(path).map_err(|error| refused("remove", path, &error))
    }

    fn try_write(&self, path: &Path, files: &BTreeMap<String, String>) -> io::Result<()> {
        let aside = self.aside()?;
        let fresh = aside.path().join("new");
        std::fs::create_dir(&fresh)?;
        for (name, text) in files {
            let file = fresh.join(inside(name)?);
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::write(&file, text)?;
            File::open(&file)?.sync_all()?;
        }
        std::fs::create_dir_all(parent_of(path))?;
        match exchange(&fresh, path) {
            // What was written now holds the old folder.
            Ok(()) => {}
            Err(_) if path.exists() => return self.swap_in_steps(aside, &fresh, path),
            Err(_) => std::fs::rename(&fresh, path)?,
        }
        aside.close()
    }

    /// Where folders cannot be exchanged, neither stands there between two renames: the old one
    /// waits where [`recover_folder`] finds it and is told where it belongs.
    fn swap_in_steps(&self, aside: TempDir, fresh: &Path, path: &Path) -> io::Result<()> {
        let place = path.canonicalize()?;
        let place = place.strip_prefix(&self.home).map_err(|_| io::ErrorKind::CrossesDevices)?;
        std::fs::create_dir_all(aside.path().join(WHERE).join(place))?;
        let old = aside.path().join(OLD);
        std::fs::rename(path, &old)?;
        if let Err(error) = std::fs::rename(fresh, path) {
            if std::fs::rename(&old, path).is_err() {
                // It waits for the next run.
                let _ = aside.keep();
            }
            return Err(error);
        }
        aside.close()
    }

    fn try_remove(&self, path: &Path) -> io::Result<()> {
        let aside = self.aside()?;
        std::fs::rename(path, aside.path().join("gone"))?;
        aside.close()
    }

    /// A temporary folder for what is to take another folder's place, or to go.
    fn aside(&self) -> io::Result<TempDir> {
        tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempdir_in(&self.home)
    }
}

fn refused(what: &str, path: &Path, error: &io::Error) -> Diagnostics {
    let diagnostic = Diagnostic::new(Code::UnwritableFile, Place::file(path.display().to_string()))
        .message(format!("cannot {what} `{}`: {error}", path.display()));
    match error.kind() {
        io::ErrorKind::CrossesDevices => diagnostic.help(format!(
            "it is made in `{}` and moved from there: both have to be on one file system",
            home_of(path).display()
        )),
        _ => diagnostic,
    }
    .into()
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::{Code, TreeWriter, home_of};
    use crate::recover_folder::recover_folder;

    fn files(text: &str) -> BTreeMap<String, String> {
        ["Cargo.toml", "src/lib.rs"].map(|name| (name.to_owned(), text.to_owned())).into()
    }

    fn n_entries(folder: &Path) -> usize {
        std::fs::read_dir(folder).expect("lists").count()
    }

    #[test]
    fn a_written_folder_replaces_the_old_one_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("domain/desk");
        let trees = TreeWriter::of(&path).expect("the folder can be made");
        trees.write(&path, &files("old")).expect("writes");
        std::fs::write(path.join("src/stray.rs"), "").expect("writes");
        trees.write(&path, &files("new")).expect("replaces");
        assert_eq!(std::fs::read_to_string(path.join("src/lib.rs")).expect("reads"), "new");
        assert!(!path.join("src/stray.rs").exists());
        assert_eq!(n_entries(&folder.path().join("domain")), 1);
        trees.remove(&path).expect("removes");
        assert_eq!(n_entries(&folder.path().join("domain")), 0);
    }

    #[test]
    fn a_file_that_would_leave_the_folder_is_refused() {
        for name in ["../x", "/etc/x", "a/../../x", "."] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join("desk");
            let trees = TreeWriter::of(&path).expect("the folder is there");
            let files = BTreeMap::from([(name.to_owned(), String::new())]);
            let error = trees.write(&path, &files).expect_err(name);
            assert!(error.has(Code::UnwritableFile));
            assert_eq!(n_entries(folder.path()), 0, "{name}");
        }
    }

    #[test]
    fn folders_are_made_at_the_root_of_the_workspace_or_beside_what_they_become() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().canonicalize().expect("is there");
        let path = folder.path().join("generated/domain/desk");
        std::fs::create_dir_all(&path).expect("a folder");
        assert_eq!(home_of(&path), root.join("generated/domain"));
        std::fs::write(root.join("Cargo.toml"), "[workspace]\n").expect("writes");
        assert_eq!(home_of(&path), root);
        assert_eq!(home_of(&folder.path().join("generated")), root);
    }

    #[test]
    fn without_an_exchange_the_old_folder_is_kept_until_the_new_one_stands_there() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("Cargo.toml"), "").expect("writes");
        let path = folder.path().join("generated/domain/desk");
        let trees = TreeWriter::of(&path).expect("the folder can be made");
        trees.write(&path, &files("old")).expect("writes");
        let text = || std::fs::read_to_string(path.join("src/lib.rs")).expect("reads");

        let aside = trees.aside().expect("a temporary folder");
        let fresh = aside.path().join("new");
        std::fs::create_dir_all(fresh.join("src")).expect("a folder");
        std::fs::write(fresh.join("src/lib.rs"), "new").expect("writes");
        trees.swap_in_steps(aside, &fresh, &path).expect("swaps");
        assert_eq!(text(), "new");

        // With nothing to put there, the old one goes back.
        let aside = trees.aside().expect("a temporary folder");
        trees.swap_in_steps(aside, &fresh, &path).expect_err("nothing is fresh");
        assert_eq!(text(), "new");
        assert_eq!(n_entries(folder.path()), 2);

        // So it does when the run was killed before it could do that.
        let aside = trees.aside().expect("a temporary folder").keep();
        std::fs::create_dir_all(aside.join("where/generated/domain/desk")).expect("folders");
        std::fs::rename(&path, aside.join("old")).expect("moves");
        recover_folder(&trees.home).expect("recovers");
        assert_eq!(text(), "new");
        assert_eq!(n_entries(folder.path()), 2);
    }
}
