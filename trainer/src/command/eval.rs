//! `compoworld-trainer eval`.

use std::fmt::Write;
use std::fs;

use comfy_table::Table;
use compoworld_world::Catalog;
use serde_json::json;

use super::arguments::EvalArguments;
use super::failure::Failure;
use super::settings::catalog_check;
use crate::checkpoint::read_checkpoint;
use crate::episodes::open_tasks;
use crate::evaluate::{Evaluation, evaluate};
use crate::rollout::{RolloutConfig, TaskSet};
use crate::sampling::Sampling;
use compoworld_lm::device::open_device;

/// Measures a policy.
pub fn run(arguments: &EvalArguments, catalog: &Catalog) -> Result<(), Failure> {
    let opened = open_device(arguments.device)?;
    let check = catalog_check(arguments.allow_other_catalog);
    let tasks = open_tasks(&arguments.tasks, catalog, check)?;
    for note in &tasks.notes {
        eprintln!("note: {note}");
    }
    let checkpoint = read_checkpoint(&arguments.policy, &opened.device)?;
    let default = RolloutConfig::default();
    let config = RolloutConfig {
        sampling: Sampling { temperature: arguments.temperature, top_p: arguments.top_p },
        n_turns_max: arguments.turns,
        n_threads: arguments.threads,
        observation_tokens_max: checkpoint
            .observation_tokens_max()
            .unwrap_or(default.observation_tokens_max),
        ..default
    };
    let n_attempts = arguments.attempts as usize;
    let (found, rollouts) = evaluate(
        &checkpoint.learner.model,
        &checkpoint.tokenizer,
        &tasks,
        n_attempts,
        arguments.seed,
        &config,
    );

    if let Some(path) = &arguments.transcripts {
        let mut lines = String::new();
        for (number, rollout) in rollouts.iter().enumerate() {
            let line = json!({"task": tasks.id(number / n_attempts),
                "attempt": number % n_attempts, "passed": rollout.passed,
                "answer": rollout.answer,
                "said": checkpoint.tokenizer.decode_with_marks(
                    &rollout.transcript.ids, &rollout.transcript.handles)});
            writeln!(lines, "{line}").expect("a string takes what is written");
        }
        fs::write(path, lines).map_err(|error| Failure::output(path, &error))?;
    }
    if arguments.json {
        println!("{}", json!(found));
    } else {
        println!("{}", table(&found, tasks.len()));
    }
    Ok(())
}

fn table(found: &Evaluation, n_tasks: usize) -> Table {
    let mut table = Table::new();
    table.set_header(["measure", "value"]);
    let mut row = |name: &str, value: String| {
        table.add_row([name.to_owned(), value]);
    };
    row("tasks", n_tasks.to_string());
    row("attempts", found.n_episodes.to_string());
    row("success", format!("{:.3}", found.success));
    row("criteria satisfied", format!("{:.3}", found.criteria_passed));
    for (number, share) in found.pass_all.iter().enumerate().skip(1) {
        row(&format!("pass^{}", number + 1), format!("{share:.3}"));
    }
    row("answered", format!("{:.3}", found.answered));
    row("calls an attempt", format!("{:.2}", found.n_calls));
    row("malformed turns an attempt", format!("{:.2}", found.n_malformed));
    table
}
