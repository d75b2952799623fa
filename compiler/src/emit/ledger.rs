//! What is known of a service's tools: the ledger, `verification.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::resolve::Implementation;

use super::Emission;

/// What is known of each tool of one version of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// The service.
    pub service: String,
    /// The digest of its inputs.
    pub version: String,
    /// The digest of the code and the tests that were run.
    pub code: String,
    /// The status of each tool.
    pub tools: BTreeMap<String, ToolStatus>,
    /// How many of the faults put into the service the adversarial pass notices, of those that
    /// could be put there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutants: Option<Share>,
    /// How many calls of a transcript of the real server agree, of those that were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fidelity: Option<Share>,
}

/// A part of a whole.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The part.
    pub part: usize,
    /// The whole.
    pub whole: usize,
}

impl Share {
    /// The share in percent; nothing where there is no whole.
    #[must_use]
    pub fn percent(self) -> Option<f64> {
        (self.whole > 0).then(|| 100.0 * self.part as f64 / self.whole as f64)
    }
}

/// What is known of one tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum ToolStatus {
    /// Nothing yet.
    Unverified,
    /// Its contract tests pass.
    Verified {
        /// How many there are.
        tests: usize,
        /// How many calls of the adversarial pass it was judged by, all of them passed.
        #[serde(default, skip_serializing_if = "is_zero")]
        attacks: usize,
    },
    /// The world model answers, for this reason.
    Simulated {
        /// The name of the reason.
        reason: String,
    },
    /// A contract test fails, or the adversarial pass has a failing case.
    Quarantined {
        /// The first test that fails, or the check that is violated.
        test: String,
        /// What it says.
        message: String,
    },
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl ToolStatus {
    /// The status in a word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Unverified => "unverified",
            Self::Verified { .. } => "verified",
            Self::Simulated { .. } => "simulated",
            Self::Quarantined { .. } => "quarantined",
        }
    }
}

impl Verification {
    /// What is known before any test has run.
    #[must_use]
    pub fn unverified(emission: &Emission<'_>, code: String) -> Self {
        let service = &emission.lowered.service;
        let tools = service.listed().map(|tool| {
            let status = match tool.implementation() {
                Implementation::Simulated { reason, .. } => {
                    ToolStatus::Simulated { reason: reason.clone() }
                }
                _ => ToolStatus::Unverified,
            };
            (tool.spec.name.clone(), status)
        });
        Self {
            service: service.spec.service.clone(),
            version: emission.version.clone(),
            code,
            tools: tools.collect(),
            mutants: None,
            fidelity: None,
        }
    }

    /// Whether `other` speaks of the same code.
    #[must_use]
    pub fn is_of_same_code(&self, other: &Self) -> bool {
        self.version == other.version
            && self.code == other.code
            && self.tools.keys().eq(other.tools.keys())
    }

    /// The file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("names and numbers are JSON");
        text.push('\n');
        text
    }
}
