//! `synth`: makes tasks, each proven by the gate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;
use compoworld_world::planner::{PairSplit, PlanConfig, synthesize};
use compoworld_world::{Catalog, Task};
use indicatif::{ProgressBar, ProgressStyle};

use crate::catalog_options::Span;
use crate::exit_code;
use crate::failure::Failure;
use crate::output::{Output, write_file, write_json_file};

/// Synthesize tasks, each proven by the gate before it is kept.
#[derive(Debug, Args)]
#[command(after_help = "\
A task names what is asked, the state of every service at the start, a reference solution, and
criteria that are checked on the state at the end. The same catalog, dials and seed give the same
tasks.

With --out FOLDER the tasks are written to FOLDER/train.jsonl, those of --heldout to
FOLDER/heldout.jsonl (no instruction is in both), and why drafts were refused to
FOLDER/rejections.json. Without --out, the tasks are printed, one a line.

Examples:
  compoworld synth --count 1000 --out tasks
  compoworld synth --count 200 --heldout 50 --k 3..5 --l 7..12 --distractors 5 --out tasks
  compoworld synth --easy --count 3 --domain support,sales")]
pub(crate) struct Arguments {
    /// How many tasks to make
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// How many tasks to hold out
    #[arg(long, value_name = "N", default_value_t = 0, requires = "out")]
    heldout: usize,
    /// Short tasks over two services, for tiny models
    #[arg(long)]
    easy: bool,
    /// How many services a task needs: 5, or 3..5
    #[arg(long, value_name = "RANGE")]
    k: Option<Span>,
    /// How many steps its walk has: 7, or 7..12; steps beyond the services are revisits
    #[arg(long, value_name = "RANGE")]
    l: Option<Span>,
    /// How many services are there and not needed
    #[arg(long, value_name = "N")]
    distractors: Option<usize>,
    /// Use these services only, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    services: Vec<String>,
    /// Also hold out pairs of services: the walks of held-out tasks pass between services in ways
    /// that training never sees
    #[arg(long, requires = "heldout")]
    heldout_pairs: bool,
    /// Use services of these domains only, separated by commas
    #[arg(long, value_name = "DOMAIN", value_delimiter = ',')]
    domain: Vec<String>,
    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let config = config(catalog, arguments)?;
    let mut refused = BTreeMap::new();
    let (train_pairs, held_pairs) = if arguments.heldout_pairs {
        (PairSplit::Train, PairSplit::HeldOut)
    } else {
        (PairSplit::All, PairSplit::All)
    };
    let train_config = PlanConfig { pairs: train_pairs, ..config.clone() };
    let train = make(catalog, &train_config, arguments.count, arguments.seed, &mut refused);
    let held_config = PlanConfig { pairs: held_pairs, ..config };
    // The seed differs in its upper half, so that the two draw apart.
    let held_seed = arguments.seed ^ (1 << 62);
    let mut heldout = make(catalog, &held_config, arguments.heldout, held_seed, &mut refused);
    let seen: BTreeSet<&str> = train.iter().map(|task| task.instruction.as_str()).collect();
    heldout.retain(|task| !seen.contains(task.instruction.as_str()));

    match &arguments.out {
        None => train.iter().try_for_each(|task| output.print(&line_of(task)))?,
        Some(folder) => {
            write_tasks(&folder.join("train.jsonl"), &train)?;
            if arguments.heldout > 0 {
                write_tasks(&folder.join("heldout.jsonl"), &heldout)?;
            }
            write_json_file(&folder.join("rejections.json"), &refused)?;
            output.say(&format!(
                "{} tasks to train on and {} held out are in {}",
                train.len(),
                heldout.len(),
                folder.display()
            ));
        }
    }
    let n_refused: usize = refused.values().sum();
    let reasons: Vec<_> =
        refused.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    output.say(&format!("{n_refused} drafts were not kept: {}", reasons.join(", ")));

    // A held-out draw that training has too is left out on purpose; only having none is a failure.
    let missing = arguments.count - train.len();
    if missing > 0 || (arguments.heldout > 0 && heldout.is_empty()) {
        let missing = if missing > 0 { missing } else { arguments.heldout };
        return Err(Failure::Input(format!(
            "{missing} tasks could not be made with these dials and this catalog; lower --k or \
             --l, or allow more services"
        )));
    }
    Ok(exit_code::OK)
}

fn config(catalog: &Catalog, arguments: &Arguments) -> Result<PlanConfig, Failure> {
    let mut config = if arguments.easy { PlanConfig::easy() } else { PlanConfig::full() };
    if let Some(Span { least, most }) = arguments.k {
        config.k = least..=most;
    }
    if let Some(Span { least, most }) = arguments.l {
        config.l = least..=most;
    }
    if let Some(n_distractors) = arguments.distractors {
        config.n_distractors = n_distractors;
    }
    for name in &arguments.services {
        config.services.insert(catalog.require(name)?.name.to_owned());
    }
    for domain in &arguments.domain {
        let of_domain = catalog.services().iter().filter(|service| service.domain == domain);
        let before = config.services.len();
        config.services.extend(of_domain.map(|service| service.name.to_owned()));
        if config.services.len() == before {
            return Err(Failure::Usage(format!(
                "no service of the catalog is of the domain `{domain}`; `compoworld services` \
                 lists them"
            )));
        }
    }
    Ok(config)
}

/// Makes tasks batch by batch, until there are enough or the dials allow too few.
fn make(
    catalog: &Catalog,
    config: &PlanConfig,
    count: usize,
    seed: u64,
    refused: &mut BTreeMap<&'static str, usize>,
) -> Vec<Task> {
    const BATCH_MAX: usize = 1_024;
    /// Batches in a row that may yield nothing.
    const BARREN_MAX: u64 = 3;
    let bar = progress_bar(count);
    let mut tasks = Vec::new();
    let (mut batch, mut barren) = (0_u64, 0);
    while tasks.len() < count && barren < BARREN_MAX {
        let wanted = (count - tasks.len()).min(BATCH_MAX);
        let made = synthesize(catalog, config, wanted, seed ^ (batch << 32));
        for (miss, n) in made.misses {
            *refused.entry(miss.as_str()).or_default() += n;
        }
        barren = if made.tasks.is_empty() { barren + 1 } else { 0 };
        tasks.extend(made.tasks);
        bar.set_position(tasks.len() as u64);
        batch += 1;
    }
    bar.finish_and_clear();
    tasks
}

fn progress_bar(count: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} tasks, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    // It draws on standard error, and only where that is a terminal.
    ProgressBar::new(count as u64).with_style(style)
}

fn line_of(task: &Task) -> String {
    serde_json::to_string(task).expect("a task is plain JSON")
}

fn write_tasks(path: &Path, tasks: &[Task]) -> Result<(), Failure> {
    let text: String = tasks.iter().map(|task| line_of(task) + "\n").collect();
    write_file(path, &text)
}
