//! What an attempt leaves behind.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::episode::Outcome;
use crate::judge::Judgement;
use crate::rollout::message::{Message, Role, ToolCall};
use crate::rollout::token_sequence::TokenSequence;
use crate::tool_view::ToolView;
use compoworld_chat::Tokens;

/// One attempt, whole. Stored as one line of JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trajectory {
    /// The task's name.
    pub task: String,
    /// The task's digest: [`crate::Task::digest`].
    pub task_digest: String,
    /// Which attempt at the task this is, from 0.
    pub attempt: u32,
    /// The policy.
    pub policy: String,
    /// The seed of the policy's random choices.
    pub seed: u64,
    /// The version of the catalog that the task was made with.
    pub catalog_version: String,
    /// How the tools were shown.
    pub view: ToolView,
    /// Everything that was said, tool calls and their answers included.
    pub messages: Vec<Message>,
    /// The final answer.
    pub answer: Value,
    /// How it ended.
    pub ending: Ending,
    /// The names of the criteria, in the rubric's order.
    pub criteria: Vec<String>,
    /// The verdict on each criterion, and what changed.
    pub outcome: Outcome,
    /// What a judge found of the criteria that one is asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judgements: Vec<Judgement>,
    /// What it cost.
    pub tokens: Tokens,
    /// How many calls named no tool that there is, or had arguments that are no JSON object.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_malformed: usize,
    /// How many answers the policy no longer saw in the end, since they did not fit.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_dropped: usize,
    /// The very tokens, when the policy tells them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub token_sequences: Vec<TokenSequence>,
}

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The policy gave its final answer.
    Answered,
    /// Calls, turns, tokens or time were used up.
    Budget,
    /// Whoever made the attempt went away without a final answer.
    Closed,
    /// The conversation no longer fitted into the model's context.
    ContextFull,
}

impl Ending {
    /// The ending as it is written in files and reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Budget => "budget",
            Self::Closed => "closed",
            Self::ContextFull => "context_full",
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Trajectory {
    /// What was asked.
    #[must_use]
    pub fn instruction(&self) -> &str {
        let mut users = self.messages.iter().filter(|message| message.role == Role::User);
        users.next().map_or("", |message| &message.content)
    }

    /// Every call with the whole answer that it got, in order.
    pub fn calls(&self) -> impl Iterator<Item = (&ToolCall, &str)> {
        let calls = self.messages.iter().flat_map(|message| &message.tool_calls);
        let answers = self.messages.iter().filter(|message| message.role == Role::Tool);
        calls.zip(answers.map(|message| message.content.as_str()))
    }
}
