//! The result of one condition with one seed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What was found in a cell.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Measures by their keys.
    pub measures: BTreeMap<String, f64>,
    /// Curves by their names: one value a step.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub curves: BTreeMap<String, Vec<f64>>,
}

/// The result of a cell, as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The condition.
    pub condition: String,
    /// The seed.
    pub seed: u64,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
    /// How long it took, in seconds.
    pub seconds: f64,
}

impl Found {
    /// Adds a measure.
    #[must_use]
    pub fn with(mut self, key: &str, value: f64) -> Self {
        self.measures.insert(key.to_owned(), value);
        self
    }
}
