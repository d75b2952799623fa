//! Measures drafts over many specs: how much is declared, and why the rest is not.

use std::collections::BTreeMap;

use crate::domain_table::domain_table;

use super::{Draft, SimulationReason};

/// What is kept of one draft.
#[derive(Debug, Clone)]
pub struct Surveyed {
    /// The domain that it counts for.
    pub domain: String,
    /// The draft.
    pub draft: Draft,
    /// Why it does not compile, when it does not.
    pub fault: Option<String>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Row {
    services: usize,
    tools: usize,
    declared: usize,
    reasons: [usize; REASONS.len()],
}

const REASONS: [SimulationReason; 5] = [
    SimulationReason::ExternalComputation,
    SimulationReason::LiveWeb,
    SimulationReason::CodeExecution,
    SimulationReason::Media,
    SimulationReason::UnclearEffect,
];

/// How many reasons in words are listed.
const WHYS_MAX: usize = 20;

impl Row {
    fn add(&mut self, draft: &Draft) {
        self.services += 1;
        self.tools += draft.n_declared + draft.n_simulated;
        self.declared += draft.n_declared;
        for (index, reason) in REASONS.iter().enumerate() {
            let is_it = |(_, doubt): &&(String, super::Doubt)| doubt.reason == *reason;
            self.reasons[index] += draft.doubts.iter().filter(is_it).count();
        }
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let share = 100.0 * self.declared as f64 / self.tools.max(1) as f64;
        let numbers = [self.services, self.tools, self.declared];
        std::iter::once(name.to_owned())
            .chain(numbers.iter().map(usize::to_string))
            .chain(std::iter::once(format!("{share:.1}%")))
            .chain(self.reasons.iter().map(usize::to_string))
            .collect()
    }
}

/// One line a domain, the sums, and the commonest reasons in words.
#[must_use]
pub fn survey_table(all: &[Surveyed]) -> String {
    let mut domains: BTreeMap<&str, Row> = BTreeMap::new();
    let mut total = Row::default();
    let mut whys: BTreeMap<String, usize> = BTreeMap::new();
    for one in all {
        domains.entry(&one.domain).or_default().add(&one.draft);
        total.add(&one.draft);
        for (_, doubt) in &one.draft.doubts {
            *whys.entry(without_names(&doubt.why)).or_default() += 1;
        }
    }
    let lines = domains.iter().map(|(domain, row)| row.cells(domain));
    let table = domain_table(
        [
            "domain",
            "services",
            "tools",
            "declared",
            "share",
            "computation",
            "web",
            "code",
            "media",
            "unclear",
        ],
        lines.chain([total.cells("all")]),
    );
    let mut whys: Vec<_> = whys.into_iter().collect();
    whys.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let whys = whys.iter().take(WHYS_MAX).map(|(why, count)| format!("{count:7}  {why}\n"));
    let faults = all.iter().filter(|one| one.fault.is_some()).count();
    format!(
        "{table}\nwhy tools are simulated:\n{}drafts that do not compile: {faults}\n",
        whys.collect::<String>()
    )
}

/// A reason with `…` for each quoted name.
fn without_names(why: &str) -> String {
    let mut plain = String::new();
    for (index, part) in why.split('`').enumerate() {
        plain.push_str(if index % 2 == 0 { part } else { "`…`" });
    }
    plain
}
