//! `synth --author agent`: tasks that a language model writes, each proven by the gate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use compoworld_chat::{TranscribedChat, Transcript, whole_lines};
use compoworld_world::planner::{PlanConfig, WorldSource};
use compoworld_world::{Catalog, TaskAuthor};
use compoworld_writer::{
    Effort, SessionEnding, SessionLimits, SessionReport, TaskSize, Workbench, write_task,
};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::exit_code;
use crate::failure::Failure;
use crate::model_options::ReadyModel;
use crate::output::{Output, hold_file, write_json_file};
use crate::synth::{self, part_suffix};

/// How a language model works on a task.
#[derive(Debug, Args)]
#[command(next_help_heading = "Agent")]
pub(crate) struct AgentOptions {
    /// How many turns the model has for a task
    #[arg(long, value_name = "N", default_value_t = SessionLimits::default().turns_max)]
    turns_max: usize,
    /// How often a draft of it may be refused
    #[arg(long, value_name = "N", default_value_t = SessionLimits::default().refusals_max)]
    refusals_max: usize,
    /// How many tokens it may read and write for a task
    #[arg(long, value_name = "N")]
    task_tokens_max: Option<u64>,
    /// How many sessions run at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    sessions: usize,
}

/// How a session ended: a line of `sessions.jsonl`.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct SessionLine {
    session: String,
    /// `submitted`, `gave up` or what was used up.
    ending: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    model: String,
    #[serde(flatten)]
    effort: Effort,
}

/// The files of a run.
struct Files {
    tasks: Transcript,
    sessions: Transcript,
    transcripts: Transcript,
    transcripts_name: String,
}

struct Run<'a> {
    source: WorldSource<'a>,
    size: TaskSize,
    limits: SessionLimits,
    seed: u64,
    model: &'a ReadyModel,
    files: Files,
    first_fault: Mutex<Option<Failure>>,
}

pub(crate) fn run(
    catalog: &Catalog,
    config: PlanConfig,
    arguments: &synth::Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let Some(folder) = &arguments.out else {
        return Err(Failure::Usage(
            "--author agent keeps tasks, transcripts and sessions: name a folder with --out".into(),
        ));
    };
    let model = arguments.model.open("--author agent")?;
    fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    let part = part_suffix(arguments.shard.shard);
    let sessions_path = folder.join(format!("sessions{part}.jsonl"));
    let tasks_path = folder.join(format!("train{part}.jsonl"));
    let _held = hold_file(&tasks_path)?;
    let run = Run {
        size: TaskSize { k: config.k.clone(), l: config.l.clone(), words_max: config.words_max },
        source: WorldSource::new(catalog, config),
        limits: SessionLimits {
            turns_max: arguments.agent.turns_max,
            refusals_max: arguments.agent.refusals_max,
            tokens_max: arguments.agent.task_tokens_max,
            ..SessionLimits::default()
        },
        seed: arguments.seed,
        model: &model,
        files: Files::open(folder, &part, &sessions_path, &tasks_path)?,
        first_fault: Mutex::default(),
    };
    let names = arguments.shard.shard.range(arguments.count);
    let names: Vec<(u64, String)> = names
        .map(|index| (index as u64, format!("agent-{:x}-{index:06}", arguments.seed)))
        .collect();
    // A run that was killed may have kept a task and not yet its session.
    let ended = read_lines::<SessionLine>(&sessions_path)?.into_iter().map(|line| line.session);
    let kept = read_lines::<TaskName>(&tasks_path)?.into_iter().map(|line| line.id);
    let done: BTreeSet<String> = ended.chain(kept).collect();
    let wanted: Vec<_> = names.iter().filter(|(_, name)| !done.contains(name)).collect();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.agent.sessions.max(1))
        .build()
        .map_err(|error| Failure::Environment(format!("cannot start threads: {error}")))?;
    pool.install(|| wanted.par_iter().for_each(|(index, name)| run.one(*index, name)));

    let lines = read_lines(&sessions_path)?;
    let rejections = folder.join(format!("rejections{part}.json"));
    say_result(&lines, names.len(), &rejections, output)?;
    model.say_cost(output);
    match run.first_fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(fault) => Err(fault),
        None => Ok(exit_code::OK),
    }
}

fn say_result(
    lines: &[SessionLine],
    n_sessions: usize,
    rejections: &Path,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let mut refused = BTreeMap::<&str, usize>::new();
    let mut endings = BTreeMap::<&str, usize>::new();
    for line in lines {
        *endings.entry(&line.ending).or_default() += 1;
        for (reason, count) in &line.effort.refused {
            *refused.entry(reason).or_default() += count;
        }
    }
    write_json_file(rejections, &refused)?;
    let said = |counts: &BTreeMap<&str, usize>| {
        let said: Vec<String> =
            counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
        if said.is_empty() { "none".to_owned() } else { said.join(", ") }
    };
    output.say(&format!("{} of {n_sessions} sessions ended: {}", lines.len(), said(&endings)));
    output.say(&format!("faults that were told to the model: {}", said(&refused)));
    Ok(())
}

impl Files {
    fn open(folder: &Path, part: &str, sessions: &Path, tasks: &Path) -> Result<Self, Failure> {
        let open =
            |path: &Path| Transcript::open(path).map_err(|error| Failure::file(path, &error));
        let transcripts_name = format!("transcripts{part}.jsonl");
        Ok(Self {
            tasks: open(tasks)?,
            sessions: open(sessions)?,
            transcripts: open(&folder.join(&transcripts_name))?,
            transcripts_name,
        })
    }
}

impl Run<'_> {
    /// Holds one session, unless an earlier one met a fault that lasts.
    fn one(&self, index: u64, name: &str) {
        let fault = || self.first_fault.lock().unwrap_or_else(PoisonError::into_inner);
        if fault().is_some() {
            return;
        }
        if let Err(failure) = self.hold(index, name) {
            fault().get_or_insert(failure);
        }
    }

    fn hold(&self, index: u64, name: &str) -> Result<(), Failure> {
        // Seeds stay below 2^53, so that every JSON reader keeps them whole.
        let seed = (self.seed ^ (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 11;
        let catalog = self.source.catalog();
        let Some(world) = self.source.draw(seed) else {
            return Err(Failure::Input(format!(
                "no world of this size can be drawn for session {name}; lower --k, or allow more \
                 services"
            )));
        };
        let author = TaskAuthor {
            model: self.model.chat.model().to_owned(),
            transcript: format!("{}#{name}", self.files.transcripts_name),
        };
        let model = author.model.clone();
        let mut bench = Workbench::new(catalog, world, self.size.clone(), name, author);
        let chat = TranscribedChat::new(&*self.model.chat, &self.files.transcripts, name);
        let report = write_task(&chat, &mut bench, seed, self.limits).map_err(|fault| {
            Failure::Environment(format!("session {name}: {fault}; run the command again to go on"))
        })?;
        self.keep(name, model, report)
    }

    /// Keeps the task before its session: one that is killed in between has its task.
    fn keep(&self, name: &str, model: String, report: SessionReport) -> Result<(), Failure> {
        let SessionReport { ending, effort } = report;
        let io = |error| Failure::Io(format!("cannot keep session {name}: {error}"));
        let (ending, reason) = match ending {
            SessionEnding::Submitted(task) => {
                self.files.tasks.add(&task).map_err(io)?;
                ("submitted", None)
            }
            SessionEnding::GaveUp(reason) => ("gave up", Some(reason)),
            SessionEnding::Unfinished(limit) => (limit, None),
        };
        let (session, ending) = (name.to_owned(), ending.to_owned());
        let line = SessionLine { session, ending, reason, model, effort };
        self.files.sessions.add(&line).map_err(io)
    }
}

/// The name of a task that is kept.
#[derive(Deserialize)]
struct TaskName {
    id: String,
}

/// The lines of a file of this run.
fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    let whole = whole_lines(&bytes, b"{\"");
    let lines = whole.lines.iter().enumerate().map(|(index, line)| {
        serde_json::from_slice(line).map_err(|error| {
            Failure::Input(format!(
                "{}:{}: not written by this command: {error}; write to another folder",
                path.display(),
                index + 1
            ))
        })
    });
    lines.collect()
}
