//! Trains a small policy and evaluates it before and after.

use serde_json::Value;

use crate::diagnostics::Diagnostics;
use crate::programs::Program;
use crate::write_atomic::write_atomic;

use super::session::Session;

/// Measures a policy that never learned: fine-tuned for no epoch.
pub(super) fn evaluate_untrained(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Evaluate, untrained", |session, say| {
        let out = fine_tune_for(session, "untrained", 0, say)?;
        evaluate(session, &out, "eval/1-untrained.json", say)
    })
}

pub(super) fn fine_tune(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Fine-tune (SFT)", |session, say| {
        let out = fine_tune_for(session, "sft", session.options.sft_epochs, say)?;
        evaluate(session, &out, "eval/2-fine-tuned.json", say)
    })
}

pub(super) fn reinforce(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Reinforce (GRPO)", |session, say| {
        let (tasks, from) = (session.argument("tasks/train.jsonl"), session.argument("sft"));
        let out = fresh_folder(session, "grpo")?;
        let rounds = session.options.grpo_rounds.to_string();
        let seed = session.options.seed.to_string();
        let arguments = [
            "grpo",
            "--policy",
            &from,
            "--tasks",
            &tasks,
            "--out",
            &out,
            "--reward",
            "completion",
            "--rounds",
            &rounds,
            "--seed",
            &seed,
            "--device",
            "cpu",
        ];
        session.run(Program::Trainer, &arguments, say)?;
        evaluate(session, &out, "eval/3-reinforced.json", say)
    })
}

/// Fine-tunes a new policy on the reference trajectories, and returns its folder.
fn fine_tune_for(
    session: &Session,
    name: &str,
    n_epochs: usize,
    say: &mut dyn FnMut(&str),
) -> Result<String, Diagnostics> {
    let trajectories = session.argument("trajectories.jsonl");
    let out = fresh_folder(session, name)?;
    let (epochs, seed) = (n_epochs.to_string(), session.options.seed.to_string());
    let arguments = [
        "sft",
        "--trajectories",
        &trajectories,
        "--out",
        &out,
        "--epochs",
        &epochs,
        "--seed",
        &seed,
        "--device",
        "cpu",
    ];
    session.run(Program::Trainer, &arguments, say)?;
    Ok(out)
}

/// A folder without what an earlier run of the quickstart left in it: metrics are appended to.
fn fresh_folder(session: &Session, name: &str) -> Result<String, Diagnostics> {
    session.clear(&session.file(name))?;
    Ok(session.argument(name))
}

/// Evaluates a policy on the held-out tasks, and keeps what was found.
fn evaluate(
    session: &Session,
    policy: &str,
    out: &str,
    say: &mut dyn FnMut(&str),
) -> Result<String, Diagnostics> {
    let tasks = session.argument("tasks/heldout.jsonl");
    let seed = session.options.seed.to_string();
    let arguments = [
        "eval", "--policy", policy, "--tasks", &tasks, "--seed", &seed, "--json", "--device", "cpu",
    ];
    let text = session.run(Program::Trainer, &arguments, say)?;
    write_atomic(&session.file(out), text.as_bytes())?;
    let found: Value = serde_json::from_str(&text).unwrap_or_default();
    Ok(format!(
        "{:.1}% of {} held-out tasks done, {:.1}% of criteria",
        100.0 * found["success"].as_f64().unwrap_or(0.0),
        found["n_episodes"],
        100.0 * found["criteria_passed"].as_f64().unwrap_or(0.0)
    ))
}
