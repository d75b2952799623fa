//! Synthesizes tasks through the gate and writes reference trajectories.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diagnostics::Diagnostics;
use crate::programs::Program;

use super::session::Session;

/// The services whose tasks the small policy trains on: few, so that minutes are enough.
pub(super) const SERVICES: [&str; 2] = ["stripe", "zendesk"];

pub(super) fn synthesize(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Synthesize tasks", |session, say| {
        let count = session.options.n_train.to_string();
        let heldout = session.options.n_heldout.to_string();
        let seed = session.options.seed.to_string();
        let out = session.argument("tasks");
        let services = SERVICES.join(",");
        let arguments = [
            "synth",
            "--easy",
            "--services",
            &services,
            "--count",
            &count,
            "--heldout",
            &heldout,
            "--seed",
            &seed,
            "--out",
            &out,
        ];
        session.run(Program::Runtime, &arguments, say)?;
        let rejected = std::fs::read_to_string(session.file("tasks/rejections.json"));
        let rejected: BTreeMap<String, u64> =
            rejected.ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let n_rejected: u64 = rejected.values().sum();
        Ok(format!("{count} to train on, {heldout} held out; {n_rejected} drafts were not kept"))
    })
}

pub(super) fn write_reference(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Write reference trajectories", |session, say| {
        let (tasks, out) =
            (session.argument("tasks/train.jsonl"), session.argument("trajectories.jsonl"));
        // Trajectories of an earlier run's tasks would be refused.
        session.clear(&session.file("trajectories.jsonl"))?;
        let arguments = ["rollout", "--policy", "reference", "--tasks", &tasks, "--out", &out];
        session.run(Program::Runtime, &arguments, say)?;
        let text = std::fs::read_to_string(session.file("trajectories.jsonl")).unwrap_or_default();
        let trajectories = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let (n_all, n_good) = trajectories.fold((0, 0), |(all, good), trajectory| {
            (all + 1, good + usize::from(trajectory["outcome"]["success"] == true))
        });
        Ok(format!("{n_all} trajectories, {n_good} fully successful"))
    })
}
