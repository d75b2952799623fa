//! `attack`: the adversarial pass over services of the catalog.

mod fault;
mod mutant;
mod place_faults;
mod score;
mod spoil;
mod tally;
mod target;
mod written;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use compoworld_adversary::{Case, Findings, Plan, Replay, attack, replay};
use compoworld_core::ServiceDef;
use compoworld_world::Catalog;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use crate::exit_code;
use crate::failure::Failure;
use crate::output::{Output, write_json_file};
use target::Target;

/// Attack services from their tool lists alone: the adversarial layer of verification.
#[derive(Debug, Args)]
#[command(after_help = "\
Every tool is called at and beyond the edges of its schema, and in random walks; what must hold of
any service (a refused call changes nothing, what was created can be read, pages are the list, …)
is checked after every call. What is violated is cut down to a small case and kept.

With --mutants N, faults are put into the services, N of each kind a service, and those that the
attack notices are counted: that measures the attack, not the services.

Exit codes: 0 when nothing was violated (with --mutants: when at least 90% were noticed), 1
otherwise. A ledger is written by --out in either case.

Examples:
  compoworld attack
  compoworld attack --services zendesk,linear --budget 800 --out ledger.json
  compoworld attack --services linear --cases compiler/corpus
  compoworld attack --case case.json
  compoworld attack --mutants 2 --budget 120")]
pub(crate) struct Arguments {
    /// The services, separated by commas; all of them when none is named
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    services: Vec<String>,
    /// How many calls a tool gets
    #[arg(long, value_name = "N", default_value_t = 400)]
    budget: usize,
    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play the cases of a file again: one case, or the ledger of an earlier attack
    #[arg(long, value_name = "FILE", conflicts_with = "mutants")]
    case: Option<PathBuf>,
    /// Measure the attack: how many of the faults put into the services it notices
    #[arg(long, value_name = "N")]
    mutants: Option<usize>,
    /// Also play the cases that were written for the services: `<domain>/<service>/cases.json` in
    /// this folder, where there is one
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["mutants", "case"])]
    cases: Option<PathBuf>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Write the ledger to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What an attack over services found. Other programs read it: fields are added, not renamed.
#[derive(Debug, Serialize, Deserialize)]
struct Ledger {
    seed: u64,
    budget: usize,
    services: Vec<Findings>,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    if let Some(path) = &arguments.case {
        return play_again(catalog, path, output);
    }
    let services: Vec<&'static ServiceDef> = if arguments.services.is_empty() {
        catalog.services().to_vec()
    } else {
        let named = arguments.services.iter().map(|name| catalog.require(name));
        named.collect::<Result<_, _>>()?
    };
    if let Some(n_mutants) = arguments.mutants {
        return score::run(catalog, &services, arguments, n_mutants, output);
    }
    let n_tools: usize = services.iter().map(|service| service.tools.len()).sum();
    let bar = progress_bar(n_tools * arguments.budget, "calls");
    let plan =
        Plan { seed: arguments.seed, budget: arguments.budget, focus: None, first_only: false };
    let mut ledger =
        Ledger { seed: arguments.seed, budget: arguments.budget, services: Vec::new() };
    for service in services {
        bar.set_message(service.name);
        let target = Target::of(catalog, service, arguments.seed)?;
        let mut findings =
            attack(&target.tools, &target.start(), &target.worlds, &plan, &|| bar.inc(1));
        if let Some(folder) = &arguments.cases {
            written::add(folder, &target, &mut findings)?;
        }
        ledger.services.push(findings);
    }
    bar.finish_and_clear();
    if let Some(path) = &arguments.out {
        write_json_file(path, &ledger)?;
    }
    if arguments.json {
        output.print_json(&ledger)?;
    } else {
        output.print(&tally::findings_table(&ledger.services))?;
        for case in ledger.services.iter().flat_map(|service| &service.cases) {
            output.say(&tally::case_words(case));
        }
    }
    let is_clean = ledger.services.iter().all(Findings::is_clean);
    Ok(if is_clean { exit_code::OK } else { exit_code::FAILED })
}

/// Plays the cases of a file again; a case that fails still is a failure.
fn play_again(catalog: &Catalog, path: &Path, output: &mut Output<'_>) -> Result<u8, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let cases: Vec<Case> = match serde_json::from_str::<Ledger>(&text) {
        Ok(ledger) => ledger.services.into_iter().flat_map(|service| service.cases).collect(),
        Err(_) => vec![serde_json::from_str(&text).map_err(|error| {
            Failure::Input(format!("{}: neither a case nor a ledger: {error}", path.display()))
        })?],
    };
    let mut code = exit_code::OK;
    for case in &cases {
        let service = catalog.require(&case.service)?;
        let target = Target::of(catalog, service, 0)?;
        let told = match replay(&target.tools, &target.start(), case) {
            Replay::Passes => "passes".to_owned(),
            Replay::Outdated(why) => format!("cannot be played: {why}"),
            Replay::Fails(violation) => {
                code = exit_code::FAILED;
                format!("fails: expected {}, seen {}", violation.expected, violation.seen)
            }
        };
        output.print(&format!("{} {} {}: {told}", case.service, case.tool, case.check))?;
    }
    Ok(code)
}

fn progress_bar(count: usize, what: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left, {{msg}}");
    let style =
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    // It draws on standard error, and only where that is a terminal.
    ProgressBar::new(count as u64).with_style(style)
}
