//! Finishes what a killed run left in a folder.

use std::io;
use std::path::{Path, PathBuf};

/// The start of the names of files and folders that are being written or removed.
pub const TEMPORARY_PREFIX: &str = ".compoworld-";

/// Where, in such a folder, a folder waits that something else takes the place of.
pub(crate) const OLD: &str = "old";

/// What runs left in `folder` that were killed: nothing else has such names.
pub fn leftovers(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY_PREFIX) {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// Puts old folders back where nothing took their place, and removes what was half written. No
/// other run may be writing in `folder` meanwhile.
///
/// # Errors
/// When the file system refuses.
pub fn recover_folder(folder: &Path) -> io::Result<()> {
    for left in leftovers(folder)? {
        if !left.is_dir() {
            std::fs::remove_file(&left)?;
            continue;
        }
        for old in std::fs::read_dir(left.join(OLD)).into_iter().flatten() {
            let old = old?;
            let home = folder.join(old.file_name());
            if !home.exists() {
                std::fs::rename(old.path(), home)?;
            }
        }
        std::fs::remove_dir_all(&left)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{leftovers, recover_folder};

    #[test]
    fn old_folders_go_back_where_nothing_took_their_place() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        for made in [".compoworld-1/old/desk/src", ".compoworld-2/new/desk", "shop/src"] {
            std::fs::create_dir_all(path(made)).expect("a folder");
        }
        std::fs::create_dir_all(path(".compoworld-3/old/shop")).expect("a folder");
        std::fs::write(path(".compoworld-4"), "half").expect("writes");
        std::fs::write(path("kept"), "whole").expect("writes");
        assert_eq!(leftovers(folder.path()).expect("lists").len(), 4);
        recover_folder(folder.path()).expect("recovers");
        assert!(leftovers(folder.path()).expect("lists").is_empty());
        assert!(path("desk/src").is_dir() && path("shop/src").is_dir() && path("kept").is_file());
    }
}
