//! The texts that diagnostics point into.

use std::collections::BTreeMap;
use std::sync::Arc;

/// File names, as the user gave them, and their texts.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    texts: BTreeMap<String, Arc<str>>,
}

impl SourceMap {
    /// No texts yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps the text of a file.
    pub fn insert(&mut self, file: impl Into<String>, text: impl Into<Arc<str>>) {
        self.texts.insert(file.into(), text.into());
    }

    /// The text of a file, if it was kept.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(AsRef::as_ref)
    }
}
