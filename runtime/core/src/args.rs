//! A tool's arguments, as a struct. Derived.

use serde_json::Value;

use crate::read::ReadError;

/// A struct that reads a tool's arguments.
pub trait Args: Sized {
    /// Reads the arguments.
    ///
    /// # Errors
    /// Says which argument is missing or does not fit.
    fn read(value: &Value) -> Result<Self, ReadError>;
}

impl Args for () {
    fn read(_: &Value) -> Result<Self, ReadError> {
        Ok(())
    }
}
