//! `regrade`: judges stored trajectories by the present rubrics of their tasks.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use compoworld_chat::Tokens;
use compoworld_world::rollout::{MovedVerdict, Trajectory, read_trajectories, regrade};
use compoworld_world::{Catalog, PreparedTask, Task};

use crate::catalog_options::TaskOptions;
use crate::exit_code;
use crate::failure::Failure;
use crate::judge_options::JudgeOptions;
use crate::output::{Output, write_file};

/// Judge stored trajectories again, after a rubric changed.
#[derive(Debug, Args)]
#[command(after_help = "\
The calls of every trajectory are made again, and where they lead is judged by the task's present
rubric. The trajectories with their present verdicts are written to --out, in their order. The
verdicts that moved are printed as `task, attempt, criterion, before, after`, with tabs between, or
as one JSON object a line with --json.

With --judge the criteria that a language model is asked for are judged too, each by the majority of
--votes; the trajectories keep every vote. They change no success and no reward: `eval
--count-judged` counts them. Judgements that an attempt has stay as long as it ends in the same
state.

With --shard each part judges its part of the trajectories; the files, one after the other, are what
one run writes.

Example:
  compoworld regrade --tasks tasks/train.jsonl --trajectories qwen3-8b.jsonl --out regraded.jsonl
  OPENAI_BASE_URL=http://127.0.0.1:8000/v1 compoworld regrade --tasks tasks.jsonl \\
      --trajectories attempts.jsonl --judge openai:my-model --record-judge votes.jsonl \\
      --out judged.jsonl")]
pub(crate) struct Arguments {
    /// The task file, with the present rubrics
    #[arg(long, value_name = "FILE")]
    tasks: PathBuf,
    /// The trajectories
    #[arg(long, value_name = "FILE")]
    trajectories: PathBuf,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print the verdicts that moved as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    judge: JudgeOptions,
    #[command(flatten)]
    options: TaskOptions,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let judge = arguments.judge.open()?;
    let tasks = arguments.options.read_all(catalog, &arguments.tasks, output)?;
    let read = read_trajectories(&arguments.trajectories)?;
    output.say_notes(&read.notes);
    let mut tasks: BTreeMap<String, Judged> =
        tasks.into_iter().map(|task| (task.id.clone(), Judged::Waiting(Box::new(task)))).collect();

    let range = arguments.options.shard().range(read.trajectories.len());
    let (mut text, mut n_moved, mut n_answers_changed, mut n_unknown) = (String::new(), 0, 0, 0);
    for trajectory in &read.trajectories[range] {
        let Some(task) = tasks.get_mut(&trajectory.task) else {
            n_unknown += 1;
            continue;
        };
        let prepared = task.prepare(catalog)?;
        let mut regraded = regrade(&prepared, trajectory);
        if let Some(judge) = &judge {
            regraded.judge(prepared.task(), judge)?;
        }
        text.push_str(&line_of(&regraded.trajectory));
        n_moved += regraded.moved.len();
        n_answers_changed += regraded.n_answers_changed;
        for moved in &regraded.moved {
            output.print(&describe(moved, arguments.json))?;
        }
    }
    write_file(&arguments.out, text)?;

    output.say(&format!("{n_moved} verdicts moved"));
    if let Some(judge) = &judge {
        let Tokens { prompt, completion } = judge.tokens();
        output.say(&format!(
            "the judge {} read {prompt} tokens and wrote {completion}",
            judge.name()
        ));
    }
    if n_answers_changed > 0 {
        output.say(&format!(
            "note: {n_answers_changed} calls are answered otherwise than when they were made: the \
             services changed, or a world model answered them"
        ));
    }
    if n_unknown > 0 {
        return Err(Failure::Input(format!(
            "{n_unknown} trajectories are of tasks that {} does not have, and were left out",
            arguments.tasks.display()
        )));
    }
    Ok(exit_code::OK)
}

/// A task, prepared when its first trajectory comes.
enum Judged {
    Waiting(Box<Task>),
    Ready(Arc<PreparedTask>),
}

impl Judged {
    fn prepare(&mut self, catalog: &Catalog) -> Result<Arc<PreparedTask>, Failure> {
        if let Self::Waiting(task) = self {
            let task = Arc::new((**task).clone());
            *self = Self::Ready(Arc::new(PreparedTask::new(catalog, task)?));
        }
        match self {
            Self::Ready(prepared) => Ok(Arc::clone(prepared)),
            Self::Waiting(_) => unreachable!("it was just prepared"),
        }
    }
}

fn line_of(trajectory: &Trajectory) -> String {
    serde_json::to_string(trajectory).expect("a trajectory is plain JSON") + "\n"
}

fn describe(moved: &MovedVerdict, json: bool) -> String {
    if json {
        return serde_json::to_string(moved).expect("a verdict is plain JSON");
    }
    let said = |verdict: Option<bool>| match verdict {
        None => "none",
        Some(true) => "held",
        Some(false) => "failed",
    };
    let MovedVerdict { task, attempt, criterion, before, after } = moved;
    format!("{task}\t{attempt}\t{criterion}\t{}\t{}", said(*before), said(*after))
}
