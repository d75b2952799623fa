//! The copy of one service's folder that an agent works in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::write_atomic::write_atomic;

use super::bench::open_to_all;

/// A model larger than this is none that a person wrote or would read.
const MODEL_BYTES_MAX: u64 = 2 << 20;

/// The model's file.
pub const MODEL: &str = "service.rs";
/// The spec's file.
pub const SPEC: &str = "spec.json";
/// The language of the model, for whoever writes one.
pub const DIALECT: &str = "DIALECT.md";

/// A folder with the three files, which goes when it is dropped.
#[derive(Debug)]
pub struct WorkFolder {
    home: tempfile::TempDir,
    spec: String,
}

impl WorkFolder {
    /// Makes the copy.
    ///
    /// # Errors
    /// When the system's temporary folder cannot be written.
    pub fn new(spec: &str, model: &str) -> io::Result<Self> {
        let home = tempfile::Builder::new().prefix("compoworld-author-").tempdir()?;
        // Others may pass through, so that nobody can, in the sandbox.
        pass_through(home.path())?;
        let folder = home.path().join("service");
        fs::create_dir(&folder)?;
        open_to_all(&folder)?;
        fs::write(folder.join(SPEC), spec)?;
        fs::write(folder.join(DIALECT), include_str!("../../DIALECT.md"))?;
        let model_path = folder.join(MODEL);
        fs::write(&model_path, model)?;
        open_file_to_all(&model_path)?;
        Ok(Self { home, spec: spec.to_owned() })
    }

    /// A folder with the tool list alone, for whoever writes cases.
    ///
    /// # Errors
    /// When the system's temporary folder cannot be written.
    pub fn of_cases(tool_list: &str) -> io::Result<tempfile::TempDir> {
        let folder = tempfile::Builder::new().prefix("compoworld-cases-").tempdir()?;
        open_to_all(folder.path())?;
        fs::write(folder.path().join("tools.json"), tool_list)?;
        Ok(folder)
    }

    /// Where the files are.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.home.path().join("service")
    }

    /// Where the crate is built: agents do not come there.
    #[must_use]
    pub fn crate_path(&self) -> PathBuf {
        self.home.path().join("crate")
    }

    /// The spec, as it was when the work began: what an agent makes of the file does not count.
    #[must_use]
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The model as it is now.
    ///
    /// # Errors
    /// When an agent left something else than a text file of a sane size in its place; a link is
    /// not followed.
    pub fn model(&self) -> Result<String, String> {
        read_plain(&self.path().join(MODEL), MODEL_BYTES_MAX)
    }

    /// Replaces the model.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_model(&self, text: &str) -> Result<(), String> {
        let path = self.path().join(MODEL);
        write_atomic(&path, text.as_bytes()).map_err(|_| "the file cannot be written".to_owned())
    }
}

/// Reads a file that somebody else had the writing of.
///
/// # Errors
/// When it is no plain file of text, or too large.
pub(super) fn read_plain(path: &Path, bytes_max: u64) -> Result<String, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let found = fs::symlink_metadata(path).map_err(|error| format!("`{name}` is gone: {error}"))?;
    if !found.is_file() {
        return Err(format!("`{name}` is no plain file any more; write it anew"));
    }
    if found.len() > bytes_max {
        return Err(format!("`{name}` has {} bytes, more than {bytes_max}", found.len()));
    }
    fs::read_to_string(path).map_err(|error| format!("`{name}` cannot be read: {error}"))
}

#[cfg(unix)]
fn pass_through(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o711))
}

#[cfg(not(unix))]
fn pass_through(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn open_file_to_all(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn open_file_to_all(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::{MODEL, WorkFolder};

    #[test]
    fn a_link_in_the_place_of_the_model_is_not_followed() {
        let folder = WorkFolder::new("{}", "//! A.\n").expect("a folder");
        assert_eq!(folder.model().as_deref(), Ok("//! A.\n"));
        let path = folder.path().join(MODEL);
        fs::remove_file(&path).expect("removes");
        std::os::unix::fs::symlink("/etc/passwd", &path).expect("links");
        assert!(folder.model().expect_err("a link").contains("no plain file"));
        fs::remove_file(&path).expect("removes");
        fs::write(&path, vec![b' '; 3 << 20]).expect("writes");
        assert!(folder.model().expect_err("too large").contains("more than"));
    }
}
