//! `synth`: makes tasks, each proven by the gate.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use compoworld_export::{Shard, Split, Splitting};
use compoworld_world::Catalog;
use compoworld_world::planner::{PairSplit, PlanConfig};

use crate::catalog_options::{ShardOption, Span};
use crate::exit_code;
use crate::export::SplitBy;
use crate::failure::Failure;
use crate::make_tasks::{Made, TaskLine, Wanted, make_tasks};
use crate::model_options::ModelOptions;
use crate::output::{LineFile, Output, write_json_file};
use crate::synth_agent::{self, AgentOptions};
use crate::synth_mcp;

/// Synthesize tasks, each proven by the gate before it is kept.
#[derive(Debug, Args)]
#[command(after_help = "\
A task names what is asked, the state of every service at the start, a reference solution, and
criteria that are checked on the state at the end. The same catalog, dials and seed give the same
tasks.

With --out FOLDER the tasks are written to FOLDER/train.jsonl, those of --heldout to
FOLDER/heldout.jsonl (no instruction is in both), and why drafts were refused to
FOLDER/rejections.json. Without --out, the tasks are printed, one a line.

With --shard the names of the files say which part they are; the parts, one after the other, are
what one run writes.

With --author agent a language model writes the tasks, by tool calls in a live world of its own for
each: it explores, sets up rows, drafts, probes and submits. The same gate decides, and its reasons
go back to the model. Accepted tasks are appended to FOLDER/train.jsonl, what was said to
FOLDER/transcripts.jsonl, how each session ended to FOLDER/sessions.jsonl; started again, it makes
the sessions that are missing. A script has a turn a line:
{\"content\": \"words\", \"calls\": [{\"tool\": \"probe\", \"arguments\": {}}]}

With --author mcp the same tools are offered over MCP on standard input and output, to an agent with
a loop of its own; after a task, the next one is written in another world.

Examples:
  compoworld synth --author mcp --count 5 --out tasks
  compoworld synth --count 1000 --out tasks
  OPENAI_BASE_URL=http://127.0.0.1:8000/v1 compoworld synth --author agent --model openai:my-model \\
      --count 20 --k 2..3 --l 3..6 --out tasks
  compoworld synth --count 200 --heldout 50 --k 3..5 --l 7..12 --distractors 5 --out tasks
  compoworld synth --easy --count 3 --domain support,sales")]
pub(crate) struct Arguments {
    /// Who writes the tasks
    #[arg(long, value_enum, default_value = "planner")]
    author: Author,
    /// How many tasks to make; how many sessions an agent has
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) count: usize,
    /// How many tasks to hold out
    #[arg(long, value_name = "N", default_value_t = 0, requires = "out")]
    heldout: usize,
    /// Short tasks over two services, for tiny models
    #[arg(long)]
    easy: bool,
    /// How many services a task needs: 5, or 3..5; with 1, each step uses what the step before
    /// found in the same service
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
    /// Hold out whole sets of services: no set is in both files
    #[arg(long, value_enum, requires = "heldout")]
    split_by: Option<SplitBy>,
    /// How many of a hundred service sets are held out
    #[arg(long, value_name = "N", default_value_t = 10, requires = "split_by",
        value_parser = clap::value_parser!(u64).range(1..100))]
    test_percent: u64,
    /// Use services of these domains only, separated by commas
    #[arg(long, value_name = "DOMAIN", value_delimiter = ',')]
    domain: Vec<String>,
    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shard: ShardOption,
    #[command(flatten)]
    pub(crate) agent: AgentOptions,
    #[command(flatten)]
    pub(crate) model: ModelOptions,
}

/// Who writes tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Author {
    /// The planner, without a model
    Planner,
    /// A language model, by tool calls in a live world
    Agent,
    /// An agent with a loop of its own, by the same tools over MCP on standard input and output
    Mcp,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let config = config(catalog, arguments)?;
    if arguments.author != Author::Planner {
        if arguments.heldout > 0 {
            return Err(Failure::Usage(
                "--heldout is for planned tasks; give an agent's held-out tasks a folder and a \
                 --seed of their own"
                    .to_owned(),
            ));
        }
        if arguments.author == Author::Agent {
            return synth_agent::run(catalog, config, arguments, output);
        }
    }
    if arguments.model.model.is_some() {
        return Err(Failure::Usage(
            "--model is for --author agent; `compoworld task rewrite` lets a model say planned \
             tasks in other words"
                .to_owned(),
        ));
    }
    if arguments.author == Author::Mcp {
        return synth_mcp::run(catalog, config, arguments, output);
    }
    let shard = arguments.shard.shard;
    let splitting = splitting(arguments)?;
    let (train_pairs, held_pairs) = if arguments.heldout_pairs {
        (PairSplit::Train, PairSplit::HeldOut)
    } else {
        (PairSplit::All, PairSplit::All)
    };
    let wanted = |pairs, count, seed, split| {
        let config = PlanConfig { pairs, ..config.clone() };
        Wanted { catalog, config, count, seed, part: (splitting, split) }
    };
    let mut tasks = TaskFiles::open(arguments)?;
    let train = wanted(train_pairs, arguments.count, arguments.seed, Split::Train);
    let mut made = make_tasks(&train, shard, &mut |line| tasks.train(line, output))?;
    let heldout_split = if splitting == Splitting::None { Split::Train } else { Split::Test };
    // The seed differs in its upper half, so that the two draw apart.
    let heldout_seed = arguments.seed ^ (1 << 62);
    let heldout = wanted(held_pairs, arguments.heldout, heldout_seed, heldout_split);
    let is_split = splitting != Splitting::None;
    let held = make_tasks(&heldout, shard, &mut |line| tasks.hold_out(line, is_split))?;
    made.refuse(held.refused);
    let n_heldout = tasks.n_heldout;
    tasks.finish(&made, output)?;

    let Made { refused, n_missing } = made;
    let n_refused: usize = refused.values().sum();
    let reasons: Vec<_> =
        refused.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    output.say(&format!("{n_refused} drafts were not kept: {}", reasons.join(", ")));

    // A held-out draw that training has too is left out on purpose; only having none is a failure.
    let has_none = shard.count == 1 && arguments.heldout > 0 && n_heldout == 0;
    if n_missing > 0 || has_none {
        let n_missing = if n_missing > 0 { n_missing } else { arguments.heldout };
        return Err(Failure::Input(format!(
            "{n_missing} tasks could not be made with these dials and this catalog; lower --k or \
             --l, or allow more services"
        )));
    }
    Ok(exit_code::OK)
}

/// How the tasks are split, which the parts of a run must be able to tell each by itself.
fn splitting(arguments: &Arguments) -> Result<Splitting, Failure> {
    match arguments.split_by {
        None if arguments.shard.shard.count > 1 && arguments.heldout > 0 => Err(Failure::Usage(
            "the shards of a run with --heldout cannot tell what the others train on; hold out \
             whole service sets with --split-by service-set"
                .to_owned(),
        )),
        None => Ok(Splitting::None),
        Some(SplitBy::ServiceSet) => {
            Ok(Splitting::ServiceSet { test_percent: arguments.test_percent })
        }
    }
}

/// Where the tasks of a run go as they are made.
struct TaskFiles<'a> {
    arguments: &'a Arguments,
    /// The files of the tasks to train on and of those held out; none where tasks are printed.
    train: Option<LineFile>,
    heldout: Option<LineFile>,
    /// What training asks for, as far as held-out tasks must not.
    instructions: BTreeSet<String>,
    n_train: usize,
    n_heldout: usize,
}

impl<'a> TaskFiles<'a> {
    fn open(arguments: &'a Arguments) -> Result<Self, Failure> {
        let part = part_suffix(arguments.shard.shard);
        let open = |name: &str| {
            let folder = arguments.out.as_ref();
            folder.map(|folder| LineFile::create(&folder.join(format!("{name}{part}.jsonl"))))
        };
        let train = open("train").transpose()?;
        let heldout = match arguments.heldout {
            0 => None,
            _ => open("heldout").transpose()?,
        };
        let instructions = BTreeSet::new();
        Ok(Self { arguments, train, heldout, instructions, n_train: 0, n_heldout: 0 })
    }

    fn train(&mut self, line: TaskLine, output: &mut Output<'_>) -> Result<(), Failure> {
        self.n_train += 1;
        match &mut self.train {
            Some(file) => file.write(&line.json)?,
            None => output.print(&line.json)?,
        }
        if self.heldout.is_some() {
            self.instructions.insert(line.instruction);
        }
        Ok(())
    }

    /// Holds a task out, unless training asks for the same. Where whole sets of services are held
    /// out, it cannot.
    fn hold_out(&mut self, line: TaskLine, is_split: bool) -> Result<(), Failure> {
        if !is_split && self.instructions.contains(&line.instruction) {
            return Ok(());
        }
        self.n_heldout += 1;
        self.heldout.as_mut().map_or(Ok(()), |file| file.write(&line.json))
    }

    /// Puts the files in their places.
    fn finish(self, made: &Made, output: &mut Output<'_>) -> Result<(), Failure> {
        let Some(folder) = &self.arguments.out else { return Ok(()) };
        let files = [self.train, self.heldout];
        files.into_iter().flatten().try_for_each(LineFile::finish)?;
        let part = part_suffix(self.arguments.shard.shard);
        write_json_file(&folder.join(format!("rejections{part}.json")), &made.refused)?;
        output.say(&format!(
            "{} tasks to train on and {} held out are in {}",
            self.n_train,
            self.n_heldout,
            folder.display()
        ));
        Ok(())
    }
}

/// What the names of a part's files end with.
pub(crate) fn part_suffix(shard: Shard) -> String {
    let Shard { index, count } = shard;
    if count == 1 { String::new() } else { format!("-{index:05}-of-{count:05}") }
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
