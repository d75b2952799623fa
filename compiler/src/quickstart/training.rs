//! Trains a small policy and evaluates it before and after.

use serde_json::Value;

use crate::diagnostics::Diagnostics;
use crate::programs::Program;

use super::session::Session;

pub(super) fn evaluate_untrained(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Evaluate, untrained", |session, say| {
        evaluate(session, None, "eval/1-untrained.json", say)
    })
}

pub(super) fn fine_tune(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Fine-tune (SFT)", |session, say| {
        let (trajectories, out) = (session.argument("trajectories.jsonl"), session.argument("sft"));
        let seconds = session.options.sft_seconds.to_string();
        let seed = session.options.seed.to_string();
        let arguments = [
            "sft", "--trajectories", &trajectories, "--out", &out, "--seconds", &seconds, "--seed",
            &seed,
        ];
        session.run(Program::Trainer, &arguments, say)?;
        evaluate(session, Some("sft"), "eval/2-fine-tuned.json", say)
    })
}

pub(super) fn reinforce(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Reinforce (GRPO)", |session, say| {
        let (tasks, from) = (session.argument("tasks/train.jsonl"), session.argument("sft"));
        let out = session.argument("grpo");
        let seconds = session.options.grpo_seconds.to_string();
        let seed = session.options.seed.to_string();
        let arguments = [
            "grpo", "--tasks", &tasks, "--from", &from, "--out", &out, "--reward", "completion",
            "--seconds", &seconds, "--seed", &seed,
        ];
        session.run(Program::Trainer, &arguments, say)?;
        evaluate(session, Some("grpo"), "eval/3-reinforced.json", say)
    })
}

/// Evaluates a checkpoint, or a policy that never learned, on the held-out tasks.
fn evaluate(
    session: &Session,
    checkpoint: Option<&str>,
    out: &str,
    say: &mut dyn FnMut(&str),
) -> Result<String, Diagnostics> {
    let (tasks, out_path) = (session.argument("tasks/heldout.jsonl"), session.argument(out));
    let from = checkpoint.map(|name| session.argument(name));
    let seed = session.options.seed.to_string();
    let mut arguments = vec!["eval", "--tasks", &tasks, "--out", &out_path, "--seed", &seed];
    match &from {
        Some(from) => arguments.extend(["--from", from.as_str()]),
        None => arguments.push("--untrained"),
    }
    session.run(Program::Trainer, &arguments, say)?;
    let text = std::fs::read_to_string(session.file(out)).unwrap_or_default();
    let found: Value = serde_json::from_str(&text).unwrap_or_default();
    Ok(format!(
        "{:.1}% of {} held-out tasks done, {:.1}% of criteria",
        100.0 * found["success"].as_f64().unwrap_or(0.0),
        found["n_episodes"],
        100.0 * found["criteria_passed"].as_f64().unwrap_or(0.0)
    ))
}
