//! Finishes what a killed run left in a folder.

use std::io;
use std::path::{Path, PathBuf};

/// The start of the names of files and folders that are being written or removed.
pub const TEMPORARY_PREFIX: &str = ".compoworld-";

/// Where, in such a folder, a folder waits that something else takes the place of.
pub(crate) const OLD: &str = "old";

/// Folders in such a folder, each the only one in the one before: the path at which the old one
/// belongs, from where the temporary folder lies.
pub(crate) const WHERE: &str = "where";

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
        let old = left.join(OLD);
        if old.exists() {
            let place = folder.join(only_path(&left.join(WHERE))?);
            if !place.exists() {
                std::fs::rename(old, place)?;
            }
        }
        std::fs::remove_dir_all(&left)?;
    }
    Ok(())
}

/// The path that folders, each the only one in the one before, spell.
fn only_path(folder: &Path) -> io::Result<PathBuf> {
    let mut path = PathBuf::new();
    while let Some(entry) = std::fs::read_dir(folder.join(&path))?.next() {
        path.push(entry?.file_name());
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::{leftovers, recover_folder};

    #[test]
    fn old_folders_go_back_where_nothing_took_their_place() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        for made in [
            ".compoworld-1/old/src",
            ".compoworld-1/where/shops/desk",
            ".compoworld-2/new/src",
            ".compoworld-3/old/src",
            ".compoworld-3/where/shops/shop",
            "shops/shop",
        ] {
            std::fs::create_dir_all(path(made)).expect("a folder");
        }
        std::fs::write(path(".compoworld-4"), "half").expect("writes");
        std::fs::write(path("kept"), "whole").expect("writes");
        assert_eq!(leftovers(folder.path()).expect("lists").len(), 4);
        recover_folder(folder.path()).expect("recovers");
        assert!(leftovers(folder.path()).expect("lists").is_empty());
        assert!(path("shops/desk/src").is_dir() && path("kept").is_file());
        assert!(!path("shops/shop/src").exists(), "what stands there already stays");
    }
}
