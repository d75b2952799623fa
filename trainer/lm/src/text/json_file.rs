//! JSON files of a model's folder.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde_json::Value as Json;

use super::tokenizer::TextError;

/// What a file holds; nothing when there is no such file.
pub(super) fn read_if_there(path: &Path) -> Result<Option<String>, TextError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(TextError::Io { path: path.to_owned(), cause }),
    }
}

/// The JSON of a file; nothing when there is no such file.
pub(super) fn read_json_if_there(path: &Path) -> Result<Option<Json>, TextError> {
    let Some(text) = read_if_there(path)? else { return Ok(None) };
    let value = serde_json::from_str(&text).map_err(|error| TextError::BadFile {
        path: path.to_owned(),
        message: error.to_string(),
    })?;
    Ok(Some(value))
}
