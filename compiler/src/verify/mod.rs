//! Runs the contract tests of generated crates and keeps what they found.

mod ask_runtime;
mod attack_services;
mod build_tests;
mod compare_transcripts;
mod read_results;
mod run_tests;
mod score_mutants;

use std::collections::BTreeMap;
use std::path::Path;

use crate::corpus::ServiceOutput;
use crate::emit::{ToolStatus, Verification};

use attack_services::keep_attack;

pub use attack_services::{Attacked, add_attack, attack_services};
pub use build_tests::{Built, build_tests};
pub use compare_transcripts::compare_transcripts;
pub use read_results::{TestResult, read_results};
pub use run_tests::run_tests;
pub use score_mutants::score_mutants;

/// How the tests of one service ended.
#[derive(Debug)]
pub enum Outcome {
    /// The crate does not build; the compiler's message.
    Broken(String),
    /// Its tests ran.
    Ran(Vec<TestResult>),
}

/// The status of each tool after a run.
#[must_use]
pub fn judge(service: &ServiceOutput, outcome: &Outcome) -> Verification {
    let mut tools = BTreeMap::new();
    for (name, known) in &service.verification.tools {
        let status = match outcome {
            Outcome::Broken(message) => {
                ToolStatus::Quarantined { test: "build".to_owned(), message: message.clone() }
            }
            Outcome::Ran(results) => judge_tool(name, known, results),
        };
        tools.insert(name.clone(), status);
    }
    Verification { tools, ..service.verification.clone() }
}

fn judge_tool(name: &str, known: &ToolStatus, results: &[TestResult]) -> ToolStatus {
    let mut own = results.iter().filter(|result| result.tool == name);
    if let Some(failed) = own.clone().find(|result| !result.passed) {
        return ToolStatus::Quarantined {
            test: failed.test.clone(),
            message: failed.message.clone(),
        };
    }
    match known {
        ToolStatus::Simulated { reason } => ToolStatus::Simulated { reason: reason.clone() },
        _ if own.next().is_none() => ToolStatus::Unverified,
        _ => {
            let tests = results.iter().filter(|result| result.tool == name).count();
            keep_attack(known, ToolStatus::Verified { tests, attacks: 0 })
        }
    }
}

/// The crate's folder below the folder of generated crates.
#[must_use]
pub fn crate_folder(service: &ServiceOutput, out: &Path) -> std::path::PathBuf {
    out.join(&service.domain).join(&service.service)
}
