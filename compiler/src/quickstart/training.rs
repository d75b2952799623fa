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
        let done = measure(session, &out, "1-untrained", Draw::Likeliest, say)?;
        Ok(format!("{} of {} held-out tasks done", done.success, done.n_episodes))
    })
}

pub(super) fn fine_tune(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Fine-tune (SFT)", |session, say| {
        let out = fine_tune_for(session, "sft", session.options.sft_epochs, say)?;
        evaluate(session, &out, "2-fine-tuned", say)
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
        evaluate(session, &out, "3-reinforced", say)
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

/// How a policy's tokens are chosen when it is measured.
#[derive(Debug, Clone, Copy)]
enum Draw {
    /// Always the likeliest.
    Likeliest,
    /// By chance, as the policy weighs them: what GRPO improves.
    Sampled,
}

/// What a measurement found.
struct Measured {
    success: String,
    criteria: String,
    n_episodes: u64,
}

/// Measures a policy on the held-out tasks in both ways, and says what came of it.
fn evaluate(
    session: &Session,
    policy: &str,
    name: &str,
    say: &mut dyn FnMut(&str),
) -> Result<String, Diagnostics> {
    let sampled = measure(session, policy, &format!("{name}-sampled"), Draw::Sampled, say)?;
    let done = measure(session, policy, name, Draw::Likeliest, say)?;
    Ok(format!(
        "{} of {} held-out tasks done ({} when sampled), {} of criteria",
        done.success, done.n_episodes, sampled.success, done.criteria
    ))
}

/// Measures a policy on the held-out tasks, and keeps what was found as `eval/NAME.json`.
fn measure(
    session: &Session,
    policy: &str,
    name: &str,
    draw: Draw,
    say: &mut dyn FnMut(&str),
) -> Result<Measured, Diagnostics> {
    let tasks = session.argument("tasks/heldout.jsonl");
    let seed = session.options.seed.to_string();
    let temperature = match draw {
        Draw::Likeliest => "0",
        Draw::Sampled => "1",
    };
    let arguments = [
        "eval",
        "--policy",
        policy,
        "--tasks",
        &tasks,
        "--seed",
        &seed,
        "--temperature",
        temperature,
        "--json",
        "--device",
        "cpu",
    ];
    let text = session.run(Program::Trainer, &arguments, say)?;
    write_atomic(&session.file(&format!("eval/{name}.json")), text.as_bytes())?;
    let found: Value = serde_json::from_str(&text).unwrap_or_default();
    let percent = |member: &str| format!("{:.1}%", 100.0 * found[member].as_f64().unwrap_or(0.0));
    Ok(Measured {
        success: percent("success"),
        criteria: percent("criteria_passed"),
        n_episodes: found["n_episodes"].as_u64().unwrap_or(0),
    })
}
