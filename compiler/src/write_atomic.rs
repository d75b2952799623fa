//! Writes files so that a killed run leaves the old content or the new one, never a part.

use std::io::Write;
use std::path::Path;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::lock_folder::lock_folder;
use crate::recover_folder::{TEMPORARY_PREFIX, recover_folder};

/// Writes `bytes` to `path` through a temporary file in the same folder, which is then renamed.
/// Missing folders on the way are made. A file that holds these bytes already is left alone, so that
/// what was built from it stays fresh.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), Diagnostics> {
    try_write(path, bytes).map_err(|error| {
        let place = Place::file(path.display().to_string());
        Diagnostic::new(Code::UnwritableFile, place)
            .message(format!("cannot write `{}`: {error}", path.display()))
            .into()
    })
}

fn try_write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder)?;
    let lock = lock_folder(folder);
    if lock.is_some() {
        // What cannot be cleaned up, such as another user's, is no reason not to write.
        let _ = recover_folder(folder);
    }
    let mut file = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    restore_mode(path, file.as_file())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Temporary files are private; the result gets the mode of what it replaces, or the usual one.
#[cfg(unix)]
fn restore_mode(path: &Path, file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).map_or(0o644, |old| old.permissions().mode() & 0o777);
    file.set_permissions(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn restore_mode(_path: &Path, _file: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Code, write_atomic};

    #[test]
    fn a_file_that_holds_the_bytes_is_left_alone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("README.md");
        write_atomic(&path, b"same").expect("writes");
        let written = std::fs::File::open(&path).expect("opens");
        written.set_modified(std::time::UNIX_EPOCH).expect("sets the time");
        write_atomic(&path, b"same").expect("has nothing to do");
        let modified = std::fs::metadata(&path).and_then(|file| file.modified());
        assert_eq!(modified.expect("has a time"), std::time::UNIX_EPOCH);
    }

    #[test]
    fn a_written_file_replaces_the_old_one_and_leaves_no_temporary() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("deep/er/spec.json");
        write_atomic(&path, b"old").expect("writes");
        write_atomic(&path, b"new").expect("replaces");
        assert_eq!(std::fs::read(&path).expect("reads"), b"new");
        let around = std::fs::read_dir(path.parent().expect("has a folder")).expect("lists");
        assert_eq!(around.count(), 1);
    }

    #[test]
    fn what_a_killed_run_left_beside_the_file_goes_with_the_next() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join(".compoworld-x1Y2z3"), "half").expect("writes");
        write_atomic(&folder.path().join("spec.json"), b"whole").expect("writes");
        assert_eq!(std::fs::read_dir(folder.path()).expect("lists").count(), 1);
    }

    #[test]
    fn a_folder_in_the_way_is_a_coded_diagnostic() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let error = write_atomic(folder.path(), b"x").expect_err("a folder cannot be replaced");
        assert!(error.has(Code::UnwritableFile));
    }
}
