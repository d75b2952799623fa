//! Keeps other runs of this program out of a folder while one writes there.

use std::fs::File;
use std::path::Path;

/// Waits until no other run writes in the folder, and keeps others waiting until the result goes.
/// A killed run keeps nobody waiting.
///
/// `None` where the system has no such locks; others are not kept out then.
#[must_use]
pub fn lock_folder(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.lock().ok().map(|()| folder)
}

#[cfg(test)]
mod tests {
    use std::fs::{File, TryLockError};

    use super::lock_folder;

    #[test]
    fn a_folder_is_locked_until_the_lock_goes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let lock = lock_folder(folder.path());
        let other = File::open(folder.path()).expect("opens");
        if lock.is_some() {
            assert!(matches!(other.try_lock(), Err(TryLockError::WouldBlock)));
        }
        drop(lock);
        assert!(lock_folder(folder.path()).is_some() || other.try_lock().is_err());
    }
}
