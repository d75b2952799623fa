//! How good the attack is: the share of faults put into services that it notices.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use compoworld_adversary::{Findings, Plan, Server, attack};
use compoworld_core::ServiceDef;
use compoworld_world::Catalog;
use serde::Serialize;
use serde_json::Value;

use super::fault::{Fault, FaultKind};
use super::mutant::{Mutant, ShownAndNot};
use super::place_faults::place_faults;
use super::tally::{cells, new_table};
use super::target::Target;
use super::{Arguments, progress_bar};
use crate::exit_code;
use crate::failure::Failure;
use crate::output::{Output, write_json_file};

/// The share of faults that the attack has to notice, in percent.
const NOTICED_PERCENT_MIN: usize = 90;

/// A fault that never showed is none when it could not be made so often.
const IMPOSSIBLE_MIN: usize = 5;

/// How one fault fared.
#[derive(Debug, Serialize)]
struct Trial {
    service: &'static str,
    kind: &'static str,
    fault: String,
    /// The check that was violated, or the remark that was made and is not made of the sound
    /// service.
    noticed_by: Option<String>,
    by_remark: bool,
    verdict: Verdict,
    /// How often the fault showed in the attack.
    n_shown: usize,
    /// How often it could not be made where it should show: nothing else could be answered or
    /// stored.
    n_impossible: usize,
}

/// What became of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Noticed,
    Survived,
    /// There is no such fault at this place.
    NoFault,
}

impl Verdict {
    fn of(is_noticed: bool, counts: &ShownAndNot) -> Self {
        match is_noticed {
            true => Self::Noticed,
            false if counts.n_shown.get() == 0 && counts.n_impossible.get() >= IMPOSSIBLE_MIN => {
                Self::NoFault
            }
            false => Self::Survived,
        }
    }
}

pub(super) fn run(
    catalog: &Catalog,
    services: &[&'static ServiceDef],
    arguments: &Arguments,
    n_each: usize,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let placed: Vec<(&'static ServiceDef, Vec<Fault>)> = services
        .iter()
        .map(|service| (*service, place_faults(service, n_each, arguments.seed)))
        .collect();
    let bar = progress_bar(placed.iter().map(|(_, faults)| faults.len()).sum(), "faults");
    let mut trials = Vec::new();
    for (service, faults) in placed {
        bar.set_message(service.name);
        let target = Target::of(catalog, service, arguments.seed)?;
        let mut sound: BTreeMap<&str, Findings> = BTreeMap::new();
        for fault in faults {
            let plan = Plan {
                seed: arguments.seed,
                budget: arguments.budget,
                focus: Some(fault.tool.name.to_owned()),
                first_only: true,
            };
            let usual = sound.entry(fault.tool.name).or_insert_with(|| {
                attack(&target.tools, &target.start(), &target.worlds, &plan, &|| ())
            });
            trials.push(attempt(&target, fault, &plan, usual));
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &arguments.out {
        write_json_file(path, &trials)?;
    }
    if arguments.json {
        output.print_json(&trials)?;
    } else {
        output.print(&table(&trials))?;
    }
    for trial in trials.iter().filter(|trial| trial.verdict == Verdict::Survived) {
        let shown = if trial.n_shown == 0 { ", never showed" } else { "" };
        output.say(&format!("survived: {} {}{shown}", trial.service, trial.fault));
    }
    for trial in trials.iter().filter(|trial| trial.verdict == Verdict::NoFault) {
        output.say(&format!("no fault there: {} {}", trial.service, trial.fault));
    }
    let n_noticed = trials.iter().filter(|trial| trial.verdict == Verdict::Noticed).count();
    let n_survived = trials.iter().filter(|trial| trial.verdict == Verdict::Survived).count();
    let is_good = n_noticed * 100 >= (n_noticed + n_survived) * NOTICED_PERCENT_MIN;
    Ok(if is_good { exit_code::OK } else { exit_code::FAILED })
}

/// Attacks a service with one fault in it.
fn attempt(target: &Target, fault: Fault, plan: &Plan, usual: &Findings) -> Trial {
    let fault = Rc::new(fault);
    let counts = Rc::new(ShownAndNot::default());
    let start = |state: &Value| {
        let instance = target.instance(state)?;
        Some(Box::new(Mutant::new(instance, &fault, &counts)) as Box<dyn Server>)
    };
    let found = attack(&target.tools, &start, &target.worlds, plan, &|| ());
    let failing = |findings: &Findings| -> BTreeSet<(String, String)> {
        findings.cases.iter().map(|case| (case.tool.clone(), case.check.clone())).collect()
    };
    let odd = |findings: &Findings| -> BTreeSet<(String, String)> {
        let effects = findings.remarks.iter().filter(|remark| remark.kind == "without_effect");
        effects.map(|one| (one.tool.clone(), one.parameter.clone().unwrap_or_default())).collect()
    };
    let (fails, failed) = (failing(&found), failing(usual));
    let check = fails.difference(&failed).next().map(|(_, check)| check.clone());
    let (odds, usually) = (odd(&found), odd(usual));
    let remark =
        odds.difference(&usually).next().map(|(_, name)| format!("{name} is without effect"));
    let noticed_by = check.clone().or(remark.clone());
    Trial {
        service: target.service.name,
        kind: fault.kind.name(),
        fault: fault.words(),
        by_remark: check.is_none() && remark.is_some(),
        verdict: Verdict::of(noticed_by.is_some(), &counts),
        noticed_by,
        n_shown: counts.n_shown.get(),
        n_impossible: counts.n_impossible.get(),
    }
}

/// One line a kind, and the sums.
fn table(trials: &[Trial]) -> String {
    let mut table =
        new_table(&["Fault", "Placed", "Noticed", "By a remark", "Survived", "No fault there"]);
    let mut sums = [0_usize; 5];
    for kind in FaultKind::ALL {
        let of_kind = || trials.iter().filter(|trial| trial.kind == kind.name());
        let numbers = [
            of_kind().count(),
            of_kind().filter(|trial| trial.verdict == Verdict::Noticed).count(),
            of_kind().filter(|trial| trial.by_remark).count(),
            of_kind().filter(|trial| trial.verdict == Verdict::Survived).count(),
            of_kind().filter(|trial| trial.verdict == Verdict::NoFault).count(),
        ];
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += number;
        }
        if numbers[0] > 0 {
            table.add_row(cells(kind.name(), &numbers));
        }
    }
    table.add_row(cells("all", &sums));
    let n_judged = sums[1] + sums[3];
    let share = if n_judged == 0 { 0.0 } else { 100.0 * sums[1] as f64 / n_judged as f64 };
    format!("{table}\n{share:.1}% of the faults noticed")
}
