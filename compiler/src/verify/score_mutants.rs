//! How many of the faults put into a service the adversarial pass notices.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::diagnostics::Diagnostics;
use crate::emit::Share;

use super::ask_runtime::{Word, ask_runtime, unreadable};

/// How one fault fared, as the runtime program tells it.
#[derive(Deserialize)]
struct Trial {
    service: String,
    verdict: Verdict,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Noticed,
    Survived,
    /// It could not be made at its place.
    NoFault,
}

/// Puts so many faults of each kind into each service, and counts by service.
///
/// # Errors
/// When the runtime program cannot be built or started, or leaves no answer.
pub fn score_mutants(
    services: &[&str],
    n_each: usize,
    budget: usize,
) -> Result<BTreeMap<String, Share>, Diagnostics> {
    let (services, n_each, budget) = (services.join(","), n_each.to_string(), budget.to_string());
    let words = ["attack", "--services", &services, "--mutants", &n_each, "--budget", &budget];
    let text = ask_runtime(&words.map(Word::Plain))?;
    count(&text)
}

fn count(text: &str) -> Result<BTreeMap<String, Share>, Diagnostics> {
    let trials: Vec<Trial> = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
    let mut scores: BTreeMap<String, Share> = BTreeMap::new();
    for trial in trials {
        let score = scores.entry(trial.service).or_default();
        match trial.verdict {
            Verdict::Noticed => *score = Share { part: score.part + 1, whole: score.whole + 1 },
            Verdict::Survived => score.whole += 1,
            Verdict::NoFault => {}
        }
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use super::count;
    use crate::emit::Share;

    #[test]
    fn faults_are_counted_by_service_and_those_that_are_none_are_not() {
        let text = r#"[
            {"service": "desk", "verdict": "noticed", "kind": "wrong_row"},
            {"service": "desk", "verdict": "survived", "kind": "stale_stamp"},
            {"service": "desk", "verdict": "no_fault", "kind": "lost_reference"},
            {"service": "shop", "verdict": "noticed", "kind": "wrong_row"}
        ]"#;
        let scores = count(text).expect("reads");
        assert_eq!(scores["desk"], Share { part: 1, whole: 2 });
        assert_eq!(scores["shop"], Share { part: 1, whole: 1 });
        assert!(count("[{}]").is_err());
    }
}
