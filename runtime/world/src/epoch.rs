//! Instants in stored JSON: RFC 3339 text.

use compoworld_core::Timestamp;
use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Writes an instant.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(at)
}

/// Reads an instant.
///
/// # Errors
/// When the text is no date-time.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
    let text = String::deserialize(deserializer)?;
    Timestamp::parse(&text).map_err(D::Error::custom)
}
