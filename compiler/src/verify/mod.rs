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

pub use attack_services::{Attacked, add_attack, attack_services, read_attack};
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
            Outcome::Ran(results) => {
                judge_tool(name, known, service.unverified.tools.get(name), results)
            }
        };
        tools.insert(name.clone(), status);
    }
    Verification { tools, ..service.verification.clone() }
}

fn judge_tool(
    name: &str,
    known: &ToolStatus,
    untested: Option<&ToolStatus>,
    results: &[TestResult],
) -> ToolStatus {
    let mut own = results.iter().filter(|result| result.tool == name);
    if let Some(failed) = own.clone().find(|result| !result.passed) {
        return ToolStatus::Quarantined {
            test: failed.test.clone(),
            message: failed.message.clone(),
        };
    }
    match untested {
        Some(simulated @ ToolStatus::Simulated { .. }) => keep_attack(known, simulated.clone()),
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

#[cfg(test)]
mod tests {
    use super::{TestResult, ToolStatus, judge_tool};

    fn result(passed: bool) -> TestResult {
        let (tool, test) = ("ping".to_owned(), "answers".to_owned());
        TestResult { tool, test, passed, message: String::new() }
    }

    #[test]
    fn a_simulated_tool_whose_test_failed_is_simulated_again_once_it_passes() {
        let simulated = ToolStatus::Simulated { reason: "media".to_owned() };
        let failed = judge_tool("ping", &simulated, Some(&simulated), &[result(false)]);
        assert_eq!(failed.word(), "quarantined");
        let passed = judge_tool("ping", &failed, Some(&simulated), &[result(true)]);
        assert_eq!(passed, simulated);
    }

    #[test]
    fn a_tool_without_a_test_is_unverified_whatever_it_was() {
        let known = ToolStatus::Verified { tests: 3, attacks: 40 };
        let judged = judge_tool("ping", &known, Some(&ToolStatus::Unverified), &[]);
        assert_eq!(judged, ToolStatus::Unverified);
    }
}
