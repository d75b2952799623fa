//! What every page is made of: the catalog, the files and the live environments.

use std::path::{Path, PathBuf};

use compoworld_world::Catalog;

use crate::sources::{Ledgers, Sources};
use crate::worlds::Worlds;

/// Everything that pages show.
pub(crate) struct Inspector {
    pub(crate) catalog: Catalog,
    pub(crate) ledgers: Ledgers,
    pub(crate) sources: Sources,
    pub(crate) worlds: Worlds,
}

impl Inspector {
    /// Looks through the paths for what can be shown.
    pub(crate) fn open(catalog: Catalog, paths: Vec<PathBuf>, ledgers: Option<&Path>) -> Self {
        Self {
            catalog,
            ledgers: ledgers.map(Ledgers::read).unwrap_or_default(),
            sources: Sources::open(paths),
            worlds: Worlds::default(),
        }
    }

    /// What is to say of files that are not shown.
    pub(crate) fn notes(&self) -> Vec<String> {
        let found = self.sources.found();
        found.unread.iter().map(|file| format!("{}: {}", file.label, file.reason)).collect()
    }
}
