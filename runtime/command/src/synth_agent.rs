//! `synth --author agent`: tasks that a language model writes, each proven by the gate.

use std::sync::{Mutex, PoisonError};

use clap::Args;
use compoworld_chat::{TranscribedChat, Transcript};
use compoworld_world::planner::PlanConfig;
use compoworld_world::{Catalog, TaskAuthor};
use compoworld_writer::{SessionLimits, write_task};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::exit_code;
use crate::failure::Failure;
use crate::model_options::ReadyModel;
use crate::output::Output;
use crate::synth;
use crate::synth_sessions::AuthorSessions;

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

struct Run<'a> {
    sessions: AuthorSessions<'a>,
    limits: SessionLimits,
    model: &'a ReadyModel,
    transcripts: Transcript,
    transcripts_name: String,
    first_fault: Mutex<Option<Failure>>,
}

pub(crate) fn run(
    catalog: &Catalog,
    config: PlanConfig,
    arguments: &synth::Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let model = arguments.model.open("--author agent")?;
    let sessions = AuthorSessions::open(catalog, config, arguments, "--author agent")?;
    let (path, transcripts_name) = sessions.file("transcripts", "jsonl");
    let run = Run {
        limits: SessionLimits {
            turns_max: arguments.agent.turns_max,
            refusals_max: arguments.agent.refusals_max,
            tokens_max: arguments.agent.task_tokens_max,
            ..SessionLimits::default()
        },
        model: &model,
        transcripts: Transcript::open(&path).map_err(|error| Failure::file(&path, &error))?,
        transcripts_name,
        first_fault: Mutex::default(),
        sessions,
    };
    let wanted = run.sessions.wanted()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.agent.sessions.max(1))
        .build()
        .map_err(|error| Failure::Environment(format!("cannot start threads: {error}")))?;
    pool.install(|| wanted.par_iter().for_each(|(index, name)| run.one(*index, name)));

    run.sessions.say_result(output)?;
    model.say_cost(output);
    match run.first_fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(fault) => Err(fault),
        None => Ok(exit_code::OK),
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
        let model = self.model.chat.model();
        let author = TaskAuthor {
            model: model.to_owned(),
            transcript: format!("{}#{name}", self.transcripts_name),
        };
        let mut bench = self.sessions.bench(index, name, author)?;
        let chat = TranscribedChat::new(&*self.model.chat, &self.transcripts, name);
        let seed = self.sessions.seed(index);
        let report = write_task(&chat, &mut bench, seed, self.limits).map_err(|fault| {
            Failure::Environment(format!("session {name}: {fault}; run the command again to go on"))
        })?;
        self.sessions.keep(name, model, report)
    }
}
