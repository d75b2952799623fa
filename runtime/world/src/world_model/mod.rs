//! World models: what answers tools that no code can answer, or whose code is not to be trusted.
//!
//! A model proposes what a call does: a patch to the service's state, and an answer. It changes
//! nothing by itself: the environment puts the patch through the typed state, and refuses the
//! proposal whole when the result is not sound.

mod answer_schema;
mod apply_patch;
mod language_model;
mod offline_model;
mod read_proposal;
mod show_state;
mod simulate;
mod write_prompt;

use std::fmt::Debug;

use compoworld_core::{ServiceDef, State, Timestamp, Tool, ToolError};
use serde_json::Value;

use compoworld_chat::Tokens;

pub use language_model::LanguageModel;
pub use offline_model::OfflineModel;

/// What answers simulated and quarantined tools.
pub trait WorldModel: Debug + Send + Sync {
    /// Its name, with what tells it from others: `offline`, `openai:qwen3-8b`.
    fn name(&self) -> String;

    /// What one call does, whose arguments the tool's schema accepts. `refused` holds the earlier
    /// proposals for this very call, each with what was wrong with it.
    ///
    /// # Errors
    /// [`NoProposal::Unreadable`] when another try may help, [`NoProposal::Failed`] when none will.
    fn propose(
        &self,
        call: &SimulatedCall<'_>,
        refused: &[Refusal],
    ) -> Result<Proposal, NoProposal>;

    /// Whether an answer may be long in coming: from a model at the other end of a network. Who
    /// serves many worlds keeps such calls off the threads that all of them share.
    fn may_wait(&self) -> bool {
        true
    }

    /// Hears that a call failed since none of its proposals was sound.
    fn give_up(&self, fault: &str) {
        let _ = fault;
    }

    /// What it has cost so far, and how often it failed.
    fn usage(&self) -> ModelUsage {
        ModelUsage::default()
    }
}

/// What a world model has cost, and how often it failed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelUsage {
    /// What its answers cost.
    pub tokens: Tokens,
    /// How many calls it could not answer: its endpoint fails, its cassette lacks the prompt, no
    /// proposal was sound.
    pub n_failed: u64,
    /// The first reason for that.
    pub first_failure: Option<String>,
}

/// Why the world model is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The tool, or this call of it, is simulated.
    Simulated,
    /// The tool has code, but that failed verification.
    Quarantined,
}

/// One call that a world model answers, and all that its answer may depend on.
pub struct SimulatedCall<'a> {
    /// The service.
    pub service: &'static ServiceDef,
    /// The service's name in its environment.
    pub alias: &'a str,
    /// The tool, or the part of it that is called.
    pub tool: &'a Tool,
    /// The arguments.
    pub arguments: &'a Value,
    /// Why the world model is asked.
    pub cause: Cause,
    /// The service's state.
    pub state: &'a dyn State,
    /// The environment's seed.
    pub seed: u64,
    /// The service's present instant.
    pub now: Timestamp,
}

/// What a world model says that a call does.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// What changes in the service's state: a merge patch (RFC 7386) when it is an object, a JSON
    /// patch (RFC 6902) when it is an array; nothing when it is null.
    pub patch: Value,
    /// The data of the answer, or the error that the agent sees. A call that fails changes nothing.
    pub outcome: Result<Value, ToolError>,
    /// The model's own words, to be quoted back to it.
    pub said: String,
}

impl Proposal {
    /// A call that is answered and changes nothing.
    #[must_use]
    pub fn answer(data: Value) -> Self {
        Self { patch: Value::Null, outcome: Ok(data), said: String::new() }
    }
}

/// Why there is no proposal.
#[derive(Debug, Clone, PartialEq)]
pub enum NoProposal {
    /// The model said something, but no proposal.
    Unreadable(Refusal),
    /// The call fails with this error.
    Failed(ToolError),
}

/// A proposal that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What the model said.
    pub said: String,
    /// What is wrong with it.
    pub faults: Vec<String>,
}
