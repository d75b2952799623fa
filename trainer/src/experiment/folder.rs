//! The folder of an experiment: its settings, a file for each cell that is done, and what is made
//! of them. A killed run leaves whole files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::cell::Cell;
use super::error::ExperimentError;

const SETTINGS: &str = "settings.json";
const CELLS: &str = "cells";
const LOCK: &str = "lock";

/// A folder of results, all of the same settings.
#[derive(Debug)]
pub struct ResultFolder {
    path: PathBuf,
    settings: Value,
    /// Held as long as this lives; the system lets go of it with the process, however that ends.
    _lock: fs::File,
}

impl ResultFolder {
    /// Opens the folder of an experiment with these settings; makes it when it is missing.
    ///
    /// # Errors
    /// [`ExperimentError::OtherSettings`] when it holds results of other settings,
    /// [`ExperimentError::InUse`] when another run works in it.
    pub fn open(path: &Path, settings: &Value) -> Result<Self, ExperimentError> {
        let cells = path.join(CELLS);
        fs::create_dir_all(&cells).map_err(ExperimentError::access(&cells))?;
        let folder = Self { path: path.to_owned(), settings: settings.clone(), _lock: lock(path)? };
        let place = path.join(SETTINGS);
        match read_text(&place)? {
            Some(text) => {
                let found: Value = serde_json::from_str(&text).map_err(damaged(&place))?;
                if found != *settings {
                    return Err(ExperimentError::OtherSettings(path.to_owned()));
                }
            }
            None => folder.write(SETTINGS, &format!("{settings:#}\n"))?,
        }
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What all its results depend on.
    pub fn settings(&self) -> &Value {
        &self.settings
    }

    /// The result of a cell, when it is done.
    ///
    /// # Errors
    /// [`ExperimentError::Damaged`] names a file that is no result of this cell.
    pub fn read_cell(&self, condition: &str, seed: u64) -> Result<Option<Cell>, ExperimentError> {
        let place = self.path.join(cell_name(condition, seed));
        let Some(text) = read_text(&place)? else { return Ok(None) };
        let cell: Cell = serde_json::from_str(&text).map_err(damaged(&place))?;
        if (cell.condition.as_str(), cell.seed) != (condition, seed) {
            let reason = format!("it is the result of `{}`, seed {}", cell.condition, cell.seed);
            return Err(ExperimentError::Damaged { path: place, reason });
        }
        Ok(Some(cell))
    }

    /// Keeps the result of a cell.
    ///
    /// # Errors
    /// [`ExperimentError::Access`]; what was there before is still there.
    pub fn write_cell(&self, cell: &Cell) -> Result<(), ExperimentError> {
        let text = serde_json::to_string(cell).expect("a cell has string keys and numbers");
        self.write(&cell_name(&cell.condition, cell.seed), &format!("{text}\n"))
    }

    /// Writes a file beside its final place and renames it into it.
    ///
    /// # Errors
    /// [`ExperimentError::Access`]; what was there before is still there.
    pub fn write(&self, name: &str, text: &str) -> Result<(), ExperimentError> {
        write_whole(&self.path.join(name), text)
    }
}

/// Writes a file, whole or not at all; folders on the way to it are made.
///
/// # Errors
/// [`ExperimentError::Access`]; what was there before is still there.
pub fn write_whole(place: &Path, text: &str) -> Result<(), ExperimentError> {
    let folder = place.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(ExperimentError::access(folder))?;
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let writing = folder.join(format!(".writing-{name}"));
    let written = fs::File::create(&writing).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(ExperimentError::access(&writing))?;
    fs::rename(&writing, place).map_err(ExperimentError::access(place))
}

/// Keeps a second run out: both would do the same cells.
fn lock(path: &Path) -> Result<fs::File, ExperimentError> {
    let place = path.join(LOCK);
    let file = fs::File::create(&place).map_err(ExperimentError::access(&place))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(ExperimentError::InUse(path.to_owned())),
        Err(fs::TryLockError::Error(error)) => Err(ExperimentError::access(&place)(error)),
    }
}

fn cell_name(condition: &str, seed: u64) -> String {
    format!("{CELLS}/{condition}-seed-{seed}.json")
}

fn read_text(path: &Path) -> Result<Option<String>, ExperimentError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ExperimentError::access(path)(error)),
    }
}

fn damaged(path: &Path) -> impl Fn(serde_json::Error) -> ExperimentError + '_ {
    |error| ExperimentError::Damaged { path: path.to_owned(), reason: error.to_string() }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::ResultFolder;
    use crate::experiment::cell::{Cell, Found};
    use crate::experiment::error::ExperimentError;

    fn cell(seed: u64) -> Cell {
        let found = Found::default().with("success", 0.1 + 0.2);
        Cell { condition: "composed".to_owned(), seed, found, seconds: 1.5 }
    }

    #[test]
    fn a_cell_is_read_as_it_was_kept_and_a_missing_one_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let results = ResultFolder::open(folder.path(), &json!({"n": 1})).expect("it is new");
        assert_eq!(results.read_cell("composed", 1).expect("readable"), None);
        results.write_cell(&cell(1)).expect("writable");
        drop(results);
        let again = ResultFolder::open(folder.path(), &json!({"n": 1})).expect("the same");
        assert_eq!(again.read_cell("composed", 1).expect("readable"), Some(cell(1)));
        let files = fs::read_dir(folder.path().join("cells")).expect("a folder").count();
        assert_eq!(files, 1, "nothing else is left beside the result");
    }

    #[test]
    fn results_of_other_settings_are_not_mixed() {
        let folder = tempfile::tempdir().expect("a folder");
        ResultFolder::open(folder.path(), &json!({"n": 1})).expect("it is new");
        let error = ResultFolder::open(folder.path(), &json!({"n": 2})).expect_err("another n");
        assert!(matches!(error, ExperimentError::OtherSettings(_)), "{error}");
        assert!(error.to_string().contains("--out"), "{error}");
    }

    #[test]
    fn a_second_run_is_told_that_the_first_one_works_in_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = ResultFolder::open(folder.path(), &json!({})).expect("it is new");
        let error = ResultFolder::open(folder.path(), &json!({})).expect_err("it is in use");
        assert!(matches!(error, ExperimentError::InUse(_)), "{error}");
        drop(first);
        ResultFolder::open(folder.path(), &json!({})).expect("the first one is gone");
    }

    #[test]
    fn a_result_that_is_none_is_named_with_the_remedy() {
        let folder = tempfile::tempdir().expect("a folder");
        let results = ResultFolder::open(folder.path(), &json!({})).expect("it is new");
        let place = folder.path().join("cells/composed-seed-2.json");
        for text in ["{\"condition\"", &serde_json::to_string(&cell(1)).expect("JSON")] {
            fs::write(&place, text).expect("writable");
            let error = results.read_cell("composed", 2).expect_err("it is no result of seed 2");
            let message = error.to_string();
            assert!(message.contains("composed-seed-2.json"), "{message}");
            assert!(message.contains("remove it"), "{message}");
        }
    }
}
