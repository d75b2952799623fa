//! Lets the runtime program attack services, and reads what it found.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::diagnostics::Diagnostics;
use crate::emit::{ToolStatus, Verification};

use super::ask_runtime::{ask_runtime, unreadable};

/// What the name of a violated check has before it, where the names of tests stand.
const ATTACK: &str = "attack: ";

/// What the attack on one service found.
#[derive(Debug, Deserialize)]
pub struct Attacked {
    service: String,
    tools: Vec<AttackedTool>,
    /// What failed.
    pub cases: Vec<AttackCase>,
}

#[derive(Debug, Deserialize)]
struct AttackedTool {
    tool: String,
    cases: usize,
}

/// A call that did not do what was expected.
#[derive(Debug, Deserialize)]
pub struct AttackCase {
    /// The tool at fault.
    pub tool: String,
    /// The check that is violated.
    pub check: String,
    /// The calls that led up.
    #[serde(default)]
    pub before: Vec<Value>,
    /// The call.
    pub call: Value,
    /// What was expected.
    pub expected: String,
    /// What was seen.
    pub seen: String,
}

#[derive(Deserialize)]
struct Ledger {
    services: Vec<Attacked>,
}

/// What an attack on one service found, as the runtime program writes it.
///
/// # Errors
/// When it is no ledger of one service.
pub fn read_attack(text: &str) -> Result<Attacked, String> {
    let mut read: Ledger = serde_json::from_str(text).map_err(|error| error.to_string())?;
    read.services.pop().ok_or_else(|| "it is of no service".to_owned())
}

/// Attacks services, with so many calls a tool, and plays the cases that were written for them in
/// the corpus; the results by service.
///
/// # Errors
/// When the runtime program cannot be built or started, or leaves no ledger.
pub fn attack_services(
    services: &[&str],
    budget: usize,
    corpus: &Path,
) -> Result<BTreeMap<String, Attacked>, Diagnostics> {
    let (services, budget) = (services.join(","), budget.to_string());
    let corpus = corpus.display().to_string();
    let words = ["attack", "--services", &services, "--budget", &budget, "--cases", &corpus];
    let text = ask_runtime(&words)?;
    let read: Ledger = serde_json::from_str(&text).map_err(|error| unreadable(&error))?;
    Ok(read.services.into_iter().map(|one| (one.service.clone(), one)).collect())
}

/// Adds what an attack found to what the tests found: a tool with a failing case is quarantined.
pub fn add_attack(verification: &mut Verification, attacked: &Attacked) {
    for (name, status) in &mut verification.tools {
        let case = attacked.cases.iter().find(|case| case.tool == *name);
        let calls = attacked.tools.iter().find(|tool| tool.tool == *name).map(|tool| tool.cases);
        match (case, &mut *status) {
            // A test that fails says it already.
            (_, ToolStatus::Quarantined { .. }) => {}
            (Some(case), _) => {
                *status = ToolStatus::Quarantined {
                    test: format!("{ATTACK}{}", case.check),
                    message: format!(
                        "{}\nexpected {}\nseen {}",
                        case.call, case.expected, case.seen
                    ),
                };
            }
            (None, ToolStatus::Verified { attacks, .. }) => *attacks = calls.unwrap_or(0),
            (None, _) => {}
        }
    }
}

/// What earlier attacks found stays true of the same code until it is attacked again.
pub(super) fn keep_attack(known: &ToolStatus, status: ToolStatus) -> ToolStatus {
    match (known, status) {
        (
            ToolStatus::Quarantined { test, .. },
            ToolStatus::Verified { .. } | ToolStatus::Simulated { .. },
        ) if test.starts_with(ATTACK) => known.clone(),
        (ToolStatus::Verified { attacks, .. }, ToolStatus::Verified { tests, .. }) => {
            ToolStatus::Verified { tests, attacks: *attacks }
        }
        (_, status) => status,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::{Attacked, add_attack, keep_attack};
    use crate::emit::{ToolStatus, Verification};

    fn verified(attacks: usize) -> ToolStatus {
        ToolStatus::Verified { tests: 3, attacks }
    }

    #[test]
    fn a_tool_with_a_failing_case_is_quarantined_and_stays_so_until_it_is_attacked_again() {
        let attacked: Attacked = serde_json::from_value(json!({
            "service": "desk",
            "tools": [{"tool": "list", "cases": 40}, {"tool": "get", "cases": 41}],
            "cases": [{"tool": "get", "check": "schema_refuses", "call": {"tool": "get"},
                "expected": "this", "seen": "that"}],
        }))
        .expect("a ledger's entry");
        let tools = ["get", "list"].map(|name| (name.to_owned(), verified(0)));
        let mut verification = Verification {
            service: "desk".to_owned(),
            version: String::new(),
            code: String::new(),
            tools: BTreeMap::from(tools),
            mutants: None,
            fidelity: None,
        };
        add_attack(&mut verification, &attacked);
        assert_eq!(verification.tools["list"], verified(40));
        let ToolStatus::Quarantined { test, message } = &verification.tools["get"] else {
            panic!("not quarantined: {verification:?}");
        };
        assert_eq!(test, "attack: schema_refuses");
        assert!(message.contains("expected this"));

        assert_eq!(keep_attack(&verification.tools["get"], verified(0)), verification.tools["get"]);
        assert_eq!(keep_attack(&verified(40), verified(0)), verified(40));
        let broken = ToolStatus::Quarantined { test: "answers".to_owned(), message: String::new() };
        assert_eq!(keep_attack(&broken, verified(0)), verified(0));
    }
}
