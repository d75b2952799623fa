//! Typed access to the fields of a JSON object, with errors that name the file and the field.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::error::{LoadError, access};

/// Sizes of models are below this, and products of two of them far from overflowing.
pub(super) const COUNT_MAX: usize = 1 << 24;

/// The fields of one object of a JSON file. A field that is null counts as missing.
#[derive(Debug, Clone)]
pub struct JsonFields {
    path: PathBuf,
    /// What stands before the names of fields in messages.
    prefix: String,
    fields: Map<String, Value>,
}

impl JsonFields {
    /// Reads the object that a file holds.
    ///
    /// # Errors
    /// [`LoadError::Access`], and [`LoadError::Damaged`] when the file is not a JSON object.
    pub fn read(path: &Path) -> Result<Self, LoadError> {
        let text = fs::read(path).map_err(access(path))?;
        let damaged = |reason: String| LoadError::Damaged { path: path.to_owned(), reason };
        match serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))? {
            Value::Object(fields) => {
                Ok(Self { path: path.to_owned(), prefix: String::new(), fields })
            }
            _ => Err(damaged("it is not a JSON object".to_owned())),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A field, as it is.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// The fields of an object, if there is one of that name.
    ///
    /// # Errors
    /// [`LoadError::Field`] when it is not an object.
    pub fn object(&self, name: &str) -> Result<Option<Self>, LoadError> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Object(fields)) => Ok(Some(Self {
                path: self.path.clone(),
                prefix: format!("{}{name}.", self.prefix),
                fields: fields.clone(),
            })),
            Some(_) => Err(self.wrong(name, "is not an object")),
        }
    }

    /// A count, if it is given.
    ///
    /// # Errors
    /// [`LoadError::Field`] when it is not a whole number.
    pub fn count(&self, name: &str) -> Result<Option<usize>, LoadError> {
        self.value(name)
            .map(|value| {
                let count = value.as_u64().and_then(|count| usize::try_from(count).ok());
                let count = count.filter(|count| *count < COUNT_MAX);
                count.ok_or_else(|| self.wrong(name, "is not a whole number below 2^24"))
            })
            .transpose()
    }

    /// A count that has to be given.
    ///
    /// # Errors
    /// [`LoadError::Field`] when it is missing or not a whole number.
    pub fn needed_count(&self, name: &str) -> Result<usize, LoadError> {
        self.count(name)?.ok_or_else(|| self.wrong(name, "is missing"))
    }

    /// A number, if it is given.
    ///
    /// # Errors
    /// [`LoadError::Field`] when it is not a number.
    pub fn number(&self, name: &str) -> Result<Option<f64>, LoadError> {
        self.value(name)
            .map(|value| value.as_f64().ok_or_else(|| self.wrong(name, "is not a number")))
            .transpose()
    }

    /// A number that has to be given.
    ///
    /// # Errors
    /// [`LoadError::Field`] when it is missing or not a number.
    pub fn needed_number(&self, name: &str) -> Result<f64, LoadError> {
        self.number(name)?.ok_or_else(|| self.wrong(name, "is missing"))
    }

    /// A truth, false when it is not given.
    ///
    /// # Errors
    /// [`LoadError::Field`] when it is neither true nor false.
    pub fn truth(&self, name: &str) -> Result<bool, LoadError> {
        match self.value(name) {
            None => Ok(false),
            Some(value) => {
                value.as_bool().ok_or_else(|| self.wrong(name, "is neither true nor false"))
            }
        }
    }

    /// A text, if it is given.
    ///
    /// # Errors
    /// [`LoadError::Field`] when it is not a text.
    pub fn text(&self, name: &str) -> Result<Option<&str>, LoadError> {
        self.value(name)
            .map(|value| value.as_str().ok_or_else(|| self.wrong(name, "is not a text")))
            .transpose()
    }

    /// Token ids: none, one or a list.
    ///
    /// # Errors
    /// [`LoadError::Field`] when something else is there.
    pub fn ids(&self, name: &str) -> Result<Vec<u32>, LoadError> {
        let one = |value: &Value| {
            let id = value.as_u64().and_then(|id| u32::try_from(id).ok());
            id.ok_or_else(|| self.wrong(name, "is not a token id or a list of them"))
        };
        match self.value(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(values)) => values.iter().map(one).collect(),
            Some(value) => Ok(vec![one(value)?]),
        }
    }

    /// An error about a field.
    pub fn wrong(&self, name: &str, reason: &str) -> LoadError {
        LoadError::Field {
            path: self.path.clone(),
            field: format!("{}{name}", self.prefix),
            reason: reason.to_owned(),
        }
    }

    /// An error about a setting that is not built here.
    pub fn not_built(&self, name: &str, value: &str, remedy: &'static str) -> LoadError {
        LoadError::Setting {
            path: self.path.clone(),
            field: format!("{}{name}", self.prefix),
            value: value.to_owned(),
            remedy,
        }
    }
}
