//! What sessions of authors share, whoever the author is: their worlds, their names, and the files
//! that keep tasks and endings, so that a run that was ended goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use compoworld_chat::{Transcript, whole_lines};
use compoworld_world::planner::{PlanConfig, WorldSource};
use compoworld_world::{Catalog, TaskAuthor};
use compoworld_writer::{Effort, SessionEnding, SessionReport, TaskSize, Workbench};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::output::{Output, hold_file, write_json_file};
use crate::synth::{self, part_suffix};

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

/// The name of a task that is kept.
#[derive(Deserialize)]
struct TaskName {
    id: String,
}

/// The sessions of a run.
pub(crate) struct AuthorSessions<'a> {
    source: WorldSource<'a>,
    size: TaskSize,
    seed: u64,
    /// All sessions of this part of the run: number and name.
    names: Vec<(u64, String)>,
    tasks: (PathBuf, Transcript),
    sessions: (PathBuf, Transcript),
    folder: PathBuf,
    part: String,
    _held: File,
}

impl<'a> AuthorSessions<'a> {
    /// Opens the files of a run, for whoever `what` names on the command line.
    pub(crate) fn open(
        catalog: &'a Catalog,
        config: PlanConfig,
        arguments: &synth::Arguments,
        what: &str,
    ) -> Result<Self, Failure> {
        let Some(folder) = &arguments.out else {
            return Err(Failure::Usage(format!(
                "{what} keeps tasks and how each session ended: name a folder with --out"
            )));
        };
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
        let part = part_suffix(arguments.shard.shard);
        let tasks = folder.join(format!("train{part}.jsonl"));
        let sessions = folder.join(format!("sessions{part}.jsonl"));
        let held = hold_file(&tasks)?;
        let open = |path: PathBuf| match Transcript::open(&path) {
            Ok(file) => Ok((path, file)),
            Err(error) => Err(Failure::file(&path, &error)),
        };
        let names = arguments.shard.shard.range(arguments.count);
        let seed = arguments.seed;
        Ok(Self {
            size: TaskSize {
                k: config.k.clone(),
                l: config.l.clone(),
                words_max: config.words_max,
            },
            source: WorldSource::new(catalog, config),
            seed,
            names: names
                .map(|index| (index as u64, format!("agent-{seed:x}-{index:06}")))
                .collect(),
            tasks: open(tasks)?,
            sessions: open(sessions)?,
            folder: folder.clone(),
            part,
            _held: held,
        })
    }

    /// The path of another file of this part of the run, and its name.
    pub(crate) fn file(&self, stem: &str, ending: &str) -> (PathBuf, String) {
        let name = format!("{stem}{}.{ending}", self.part);
        (self.folder.join(&name), name)
    }

    /// The sessions that are still to be held.
    pub(crate) fn wanted(&self) -> Result<Vec<(u64, String)>, Failure> {
        // A run that was killed may have kept a task and not yet its session.
        let ended = read_lines::<SessionLine>(&self.sessions.0)?;
        let kept = read_lines::<TaskName>(&self.tasks.0)?;
        let ended = ended.into_iter().map(|line| line.session);
        let done: BTreeSet<String> = ended.chain(kept.into_iter().map(|task| task.id)).collect();
        Ok(self.names.iter().filter(|(_, name)| !done.contains(name)).cloned().collect())
    }

    /// The seed of a session.
    pub(crate) fn seed(&self, index: u64) -> u64 {
        // Seeds stay below 2^53, so that every JSON reader keeps them whole.
        (self.seed ^ (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 11
    }

    /// A bench in the world of a session.
    pub(crate) fn bench(
        &self,
        index: u64,
        name: &str,
        author: TaskAuthor,
    ) -> Result<Workbench<'a>, Failure> {
        let Some(world) = self.source.draw(self.seed(index)) else {
            return Err(Failure::Input(format!(
                "no world of this size can be drawn for session {name}; lower --k, or allow more \
                 services"
            )));
        };
        Ok(Workbench::new(self.source.catalog(), world, self.size.clone(), name, author))
    }

    /// Keeps the task before its session: one that is killed in between has its task.
    pub(crate) fn keep(
        &self,
        name: &str,
        model: &str,
        report: SessionReport,
    ) -> Result<(), Failure> {
        let SessionReport { ending, effort } = report;
        let io = |error| Failure::Io(format!("cannot keep session {name}: {error}"));
        let (ending, reason) = match ending {
            SessionEnding::Submitted(task) => {
                self.tasks.1.add(&task).map_err(io)?;
                ("submitted", None)
            }
            SessionEnding::GaveUp(reason) => ("gave up", Some(reason)),
            SessionEnding::Unfinished(limit) => (limit, None),
        };
        let (session, ending) = (name.to_owned(), ending.to_owned());
        let line = SessionLine { session, ending, reason, model: model.to_owned(), effort };
        self.sessions.1.add(&line).map_err(io)
    }

    /// Tells how the sessions ended, and keeps how often each kind of fault was told.
    pub(crate) fn say_result(&self, output: &mut Output<'_>) -> Result<(), Failure> {
        let lines: Vec<SessionLine> = read_lines(&self.sessions.0)?;
        let mut refused = BTreeMap::<&str, usize>::new();
        let mut endings = BTreeMap::<&str, usize>::new();
        for line in &lines {
            *endings.entry(&line.ending).or_default() += 1;
            for (reason, count) in &line.effort.refused {
                *refused.entry(reason).or_default() += count;
            }
        }
        write_json_file(&self.file("rejections", "json").0, &refused)?;
        let (n_ended, n_sessions) = (lines.len(), self.names.len());
        output.say(&format!("{n_ended} of {n_sessions} sessions ended: {}", said(&endings)));
        output.say(&format!("faults that were told to the model: {}", said(&refused)));
        Ok(())
    }
}

fn said(counts: &BTreeMap<&str, usize>) -> String {
    let said: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
    if said.is_empty() { "none".to_owned() } else { said.join(", ") }
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
