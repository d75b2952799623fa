//! `compoworld verify`: runs the contract tests of the generated crates, and the attack on them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::corpus::{Problems, ServiceOutput, compare};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place, Severity};
use crate::emit::{Share, ToolStatus, Verification};
use crate::exit_code;
use crate::lock_folder::lock_folder;
use crate::pipeline::{compile, read_inputs};
use crate::recover_folder::recover_folder;
use crate::sandbox::Sandbox;
use crate::verify::{
    Attacked, Built, Outcome as Tested, add_attack, attack_services, build_tests,
    compare_transcripts, crate_folder, judge, run_tests, score_mutants,
};
use crate::write_atomic::write_atomic;

use super::corpus::{Folders, compiled, progress};
use super::interrupt::Interrupt;
use super::{Failure, Notes, Outcome, print_data, report};

/// The file that tells people what is known of a service.
const CARD: &str = "README.md";

/// Run the contract tests of the generated crates and keep what they find.
#[derive(Debug, Args)]
#[command(after_help = "\
All tests are built with one run of cargo. Each service's `verification.json` and card then say of
each tool whether it is verified, simulated or quarantined; quarantined means that a test fails.

With --adversarial, the services are attacked too (see `compoworld attack`), the cases that were
written for them are played (`cases.json` beside `spec.json`), and a tool with a failing case is
quarantined. With --mutants, faults are put into the services, and the share that
the attack notices is kept. With --transcripts, calls recorded from the real servers are replayed
(see `compoworld diff`), and the share that agrees is kept. `compoworld corpus status` shows all.

Examples:
  compoworld verify
  compoworld verify --adversarial --mutants 1
  compoworld verify --transcripts recorded/
  compoworld verify help_desk slack")]
pub(super) struct Arguments {
    /// The services; all of them when none is named
    services: Vec<String>,
    /// Attack the services too, as linked into the catalog
    #[arg(long)]
    adversarial: bool,
    /// How many calls the attack gives a tool
    #[arg(long, value_name = "N", default_value_t = 400)]
    budget: usize,
    /// Put so many faults of each kind into each service, and keep how many the attack notices
    #[arg(long, value_name = "N")]
    mutants: Option<usize>,
    /// Replay the transcripts `<service>.json` of this folder (from `<service>.state.json`, where
    /// that is there), and keep how many calls agree
    #[arg(long, value_name = "FOLDER")]
    transcripts: Option<PathBuf>,
    #[command(flatten)]
    folders: Folders,
    /// The manifest of the workspace that holds the generated crates
    #[arg(long, value_name = "FILE", default_value = "Cargo.toml")]
    manifest_path: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let (output, Problems { diagnostics, sources }) =
        compiled(&arguments.folders, &Interrupt::default())?;
    let errors: Diagnostics =
        diagnostics.into_iter().filter(|one| one.severity == Severity::Error).collect();
    report(&errors, &sources, Notes::Listed);
    let wanted = select(arguments, &output.services)?;
    refuse_stale(arguments, &output, &wanted)?;

    let bar = progress(wanted.len(), "building");
    let built = build_tests(&wanted, &arguments.manifest_path, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let binaries: Vec<PathBuf> = wanted
        .iter()
        .filter_map(|service| match &built[&service.service] {
            Built::Binary(path) => Some(path.clone()),
            Built::Failed(_) => None,
        })
        .collect();
    let bar = progress(binaries.len(), "testing");
    let sandbox = Sandbox::find();
    if let Some(missing) = sandbox.missing() {
        eprintln!("WARNING: {missing}");
    }
    let mut results = run_tests(&binaries, &sandbox, &|| bar.inc(1)).into_iter();
    bar.finish_and_clear();

    let layers = Layers::run(arguments, &wanted)?;

    let mut failures = Diagnostics::new();
    let mut counts = [0_usize; 4];
    for service in wanted {
        let tested = match &built[&service.service] {
            Built::Binary(_) => Tested::Ran(results.next().unwrap_or_default()),
            Built::Failed(message) => Tested::Broken(message.clone()),
        };
        let mut verification = judge(service, &tested);
        layers.add_to(&mut verification);
        keep(arguments, service, &verification)?;
        if let Tested::Broken(message) = &tested {
            let folder = crate_folder(service, &arguments.folders.out);
            failures.push(
                Diagnostic::new(Code::CargoFailed, Place::file(folder.display().to_string()))
                    .message(format!("`{}` does not build\n{message}", service.service)),
            );
        }
        for (tool, status) in &verification.tools {
            counts[position(status)] += 1;
            if let (ToolStatus::Quarantined { test, message }, Tested::Ran(_)) = (status, &tested) {
                let place = Place::file(format!("{}/{tool}", service.service));
                failures.push(
                    Diagnostic::new(Code::VerificationFailed, place)
                        .message(format!("`{tool}` of `{}`: {test}\n{message}", service.service)),
                );
            }
        }
    }
    report(&failures, &sources, Notes::Listed);
    let [verified, simulated, quarantined, unverified] = counts;
    print_data(&format!(
        "{verified} tools verified, {simulated} simulated, {quarantined} quarantined, \
         {unverified} without a test\n"
    ))?;
    let is_good = failures.is_empty() && errors.is_empty();
    Ok(if is_good { exit_code::OK } else { exit_code::FAILED })
}

/// What the other layers of verification find, as far as they are asked for.
struct Layers {
    attacked: BTreeMap<String, Attacked>,
    mutants: BTreeMap<String, Share>,
    fidelity: BTreeMap<String, Share>,
}

impl Layers {
    fn run(arguments: &Arguments, wanted: &[&ServiceOutput]) -> Result<Self, Failure> {
        let names: Vec<&str> = wanted.iter().map(|service| service.service.as_str()).collect();
        let budget = arguments.budget;
        let attacked = match arguments.adversarial {
            true => attack_services(&names, budget, &arguments.folders.corpus)?,
            false => BTreeMap::new(),
        };
        let mutants = match arguments.mutants {
            Some(n_each) => score_mutants(&names, n_each, budget)?,
            None => BTreeMap::new(),
        };
        let fidelity = match &arguments.transcripts {
            Some(folder) => compare_transcripts(&names, folder)?,
            None => BTreeMap::new(),
        };
        Ok(Self { attacked, mutants, fidelity })
    }

    /// Adds what was found of one service; what was not looked for stays as it is known.
    fn add_to(&self, verification: &mut Verification) {
        let service = verification.service.clone();
        if let Some(attacked) = self.attacked.get(&service) {
            add_attack(verification, attacked);
        }
        verification.mutants = self.mutants.get(&service).copied().or(verification.mutants);
        verification.fidelity = self.fidelity.get(&service).copied().or(verification.fidelity);
    }
}

fn position(status: &ToolStatus) -> usize {
    match status {
        ToolStatus::Verified { .. } => 0,
        ToolStatus::Simulated { .. } => 1,
        ToolStatus::Quarantined { .. } => 2,
        ToolStatus::Unverified => 3,
    }
}

fn select<'a>(
    arguments: &Arguments,
    services: &'a [ServiceOutput],
) -> Result<Vec<&'a ServiceOutput>, Failure> {
    let mut diagnostics = Diagnostics::new();
    for name in &arguments.services {
        if !services.iter().any(|service| service.service == *name) {
            let known: Vec<_> = services.iter().map(|service| service.service.as_str()).collect();
            let place = Place::file(arguments.folders.corpus.display().to_string());
            diagnostics.push(
                Diagnostic::new(Code::MisplacedService, place)
                    .message(format!("there is no service `{name}` that compiles"))
                    .help(format!("the services: {}", known.join(", "))),
            );
        }
    }
    if diagnostics.has_errors() {
        return Err(diagnostics.into());
    }
    let is_wanted = |service: &&ServiceOutput| {
        arguments.services.is_empty() || arguments.services.contains(&service.service)
    };
    Ok(services.iter().filter(is_wanted).collect())
}

/// Tests of old code would say nothing of the new. The card is written anew anyway, and what a
/// killed run left beside it goes.
fn refuse_stale(
    arguments: &Arguments,
    output: &crate::corpus::Output,
    wanted: &[&ServiceOutput],
) -> Result<(), Failure> {
    let folders: Vec<_> =
        wanted.iter().map(|service| crate_folder(service, &arguments.folders.out)).collect();
    for folder in &folders {
        let _lock = lock_folder(folder);
        // What cannot be removed is told below.
        let _ = recover_folder(folder);
    }
    let stale: Diagnostics = compare(output, &arguments.folders.out)?
        .into_iter()
        .filter(|one| {
            let file = Path::new(one.place.file.as_deref().unwrap_or_default());
            let is_wanted = folders.iter().any(|folder| file.starts_with(folder));
            is_wanted && !file.ends_with(CARD)
        })
        .collect();
    if stale.is_empty() { Ok(()) } else { Err(stale.into()) }
}

/// Writes what was found, and then the card that tells it: a run that is killed between the two
/// leaves a card that the next run writes.
fn keep(
    arguments: &Arguments,
    service: &ServiceOutput,
    verification: &Verification,
) -> Result<(), Failure> {
    let folder = crate_folder(service, &arguments.folders.out);
    let corpus = arguments.folders.corpus.join(&service.domain).join(&service.service);
    let inputs = read_inputs(&corpus, &mut crate::diagnostics::SourceMap::new())?;
    let compiled = compile(&inputs)?;
    let card = crate::emit::emit_card(&compiled.service.service, verification);
    write_atomic(&folder.join("verification.json"), verification.to_json().as_bytes())?;
    write_atomic(&folder.join(CARD), card.as_bytes())?;
    Ok(())
}
