//! How a service was authored: `authoring.json`, which is kept beside it.

use compoworld_chat::Spent;
use serde::{Deserialize, Serialize};

/// The file's name.
pub const LEDGER: &str = "authoring.json";

/// How a service was authored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Authoring {
    /// The service.
    pub service: String,
    /// The digest of the spec.
    pub spec: String,
    /// Who wrote: a model's name, or the harness's command.
    pub author: String,
    /// How it ended.
    pub ended: Ended,
    /// Why, in words.
    pub why: String,
    /// How often the agent's work was judged at the end of what it had to say.
    pub rounds: usize,
    /// How many of these sent it back with a report.
    pub repairs: usize,
    /// Every check and test, in order.
    pub iterations: Vec<Iteration>,
    /// Tools by how they are made: declared, written, simulated.
    pub tools: (usize, usize, usize),
    /// How many cases the second session wrote.
    pub cases: usize,
    /// The tools that fail a case still.
    pub quarantined: Vec<String>,
    /// What the models took; nothing for a harness that does not say.
    pub spent: Spent,
    /// How long it took, in seconds.
    pub seconds: u64,
    /// Whether code ran without a sandbox.
    pub unconfined: bool,
}

/// How authoring ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// The tests pass.
    Success,
    /// There is nothing left to spend.
    Budget,
    /// Round after round, nothing got better.
    NoProgress,
    /// The model or the harness failed.
    Failed,
}

impl Ended {
    /// In a word or two.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Success => "done",
            Self::Budget => "budget spent",
            Self::NoProgress => "no progress",
            Self::Failed => "failed",
        }
    }
}

/// One judgement on the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// What was asked.
    pub kind: IterationKind,
    /// How far the model came.
    pub stage: String,
    /// How much was wrong there.
    pub n_problems: usize,
    /// The beginning of the report.
    pub beginning: String,
}

/// What a judgement looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IterationKind {
    /// The compiler alone.
    Check,
    /// Everything.
    Test,
}

impl Authoring {
    /// The file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("names and numbers are JSON");
        text.push('\n');
        text
    }
}
