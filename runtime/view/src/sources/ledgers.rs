//! What verification found of each tool: the ledgers beside generated crates.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use compoworld_core::ServiceDef;
use serde::Deserialize;

/// The ledgers of a folder of crates, by service.
#[derive(Debug, Default)]
pub(crate) struct Ledgers {
    by_service: BTreeMap<String, Ledger>,
}

/// What is known of one version of a service.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Ledger {
    service: String,
    version: String,
    pub(crate) tools: BTreeMap<String, ToolStatus>,
    pub(crate) mutants: Option<Share>,
    pub(crate) fidelity: Option<Share>,
}

/// A part of a whole.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Share {
    pub(crate) part: usize,
    pub(crate) whole: usize,
}

/// What is known of one tool.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub(crate) enum ToolStatus {
    Unverified,
    Verified {
        tests: usize,
        #[serde(default)]
        attacks: usize,
    },
    Simulated,
    Quarantined {
        test: String,
        message: String,
    },
}

impl Ledgers {
    /// Reads `DOMAIN/SERVICE/verification.json` under a folder. What cannot be read tells nothing.
    pub(crate) fn read(folder: &Path) -> Self {
        let crates = folders_in(folder).into_iter().flat_map(|domain| folders_in(&domain));
        let ledgers = crates.filter_map(|one| {
            let text = fs::read_to_string(one.join("verification.json")).ok()?;
            let ledger: Ledger = serde_json::from_str(&text).ok()?;
            Some((ledger.service.clone(), ledger))
        });
        Self { by_service: ledgers.collect() }
    }

    /// What is known of this very version of a service.
    pub(crate) fn of(&self, service: &ServiceDef) -> Option<&Ledger> {
        let ledger = self.by_service.get(service.name)?;
        (ledger.version == service.version).then_some(ledger)
    }
}

impl Ledger {
    /// How many tools are verified.
    pub(crate) fn n_verified(&self) -> usize {
        self.count(|status| matches!(status, ToolStatus::Verified { .. }))
    }

    /// How many tools are switched off.
    pub(crate) fn n_quarantined(&self) -> usize {
        self.count(|status| matches!(status, ToolStatus::Quarantined { .. }))
    }

    fn count(&self, wanted: impl Fn(&ToolStatus) -> bool) -> usize {
        self.tools.values().filter(|status| wanted(status)).count()
    }
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}
