//! An attempt as it happens: calls are answered, and everything that is said is kept.

use std::sync::Arc;

use compoworld_core::ErrorCode;
use serde_json::{Map, Value};

use crate::answer::answer_of_text;
use crate::episode::{Episode, PreparedTask};
use crate::event::Answer;
use crate::rollout::attempt::SYSTEM_PROMPT;
use crate::rollout::message::{Message, Role, ToolCall};
use crate::rollout::policy::Turn;
use crate::rollout::token_sequence::{TokenSequence, append_turn};
use crate::rollout::trajectory::{Ending, Trajectory};
use crate::tool_view::{ToolDescription, ToolView};
use compoworld_chat::Tokens;

/// Whose attempt it is, as the trajectory tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptLabel {
    /// The policy.
    pub policy: String,
    /// Which attempt at the task this is, from 0.
    pub number: u32,
    /// The seed of the policy's random choices.
    pub seed: u64,
}

/// An attempt that goes on: whoever holds it takes turns, and ends it with [`LiveAttempt::end`].
pub struct LiveAttempt {
    label: AttemptLabel,
    view: ToolView,
    episode: Episode,
    messages: Vec<Message>,
    tokens: Tokens,
    token_sequences: Vec<TokenSequence>,
    n_malformed: usize,
}

impl LiveAttempt {
    /// Starts an attempt that may make so many calls.
    #[must_use]
    pub fn start(
        prepared: &Arc<PreparedTask>,
        label: AttemptLabel,
        view: ToolView,
        calls_max: usize,
    ) -> Self {
        let messages = vec![
            Message::said(Role::System, SYSTEM_PROMPT),
            Message::said(Role::User, prepared.task().instruction.clone()),
        ];
        let episode = prepared.start().with_calls_max(calls_max);
        let tokens = Tokens::default();
        Self { label, view, episode, messages, tokens, token_sequences: Vec::new(), n_malformed: 0 }
    }

    /// Everything that was said so far.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The episode behind it.
    #[must_use]
    pub fn episode(&self) -> &Episode {
        &self.episode
    }

    /// The tools, as the agent is told of them.
    #[must_use]
    pub fn tools(&self) -> Vec<ToolDescription> {
        self.episode.tools(self.view)
    }

    /// How many tokens the attempt has cost.
    #[must_use]
    pub fn tokens(&self) -> Tokens {
        self.tokens
    }

    /// Takes a turn of the policy: its words are kept, its calls are made in order. Gives their
    /// answers.
    pub fn take_turn(&mut self, turn: Turn) -> Vec<Answer> {
        let Turn { content, tool_calls, tokens, sampled } = turn;
        self.tokens.prompt += tokens.prompt;
        self.tokens.completion += tokens.completion;
        for sampled in sampled {
            append_turn(&mut self.token_sequences, sampled);
        }
        self.messages.push(Message::calling(content, tool_calls.clone()));
        let mut answers = Vec::with_capacity(tool_calls.len());
        for call in &tool_calls {
            let answer = self.episode.call(&call.name, &call.arguments);
            self.n_malformed += usize::from(is_malformed(call, &answer));
            self.messages.push(Message::answering(call, answer.text.clone()));
            answers.push(answer);
        }
        answers
    }

    /// Ends the attempt and judges it. What was said last is the answer when it ended with one.
    #[must_use]
    pub fn end(self, ending: Ending) -> Trajectory {
        let Self { label, view, episode, messages, tokens, token_sequences, n_malformed } = self;
        let answer = match (ending, messages.last()) {
            (Ending::Answered, Some(last)) => answer_of_text(&last.content),
            _ => Value::Null,
        };
        let task = Arc::clone(episode.prepared().task());
        Trajectory {
            task: task.id.clone(),
            task_digest: task.digest(),
            attempt: label.number,
            policy: label.policy,
            seed: label.seed,
            catalog_version: task.catalog_version.clone(),
            view,
            messages,
            outcome: episode.finish(&answer),
            judgements: Vec::new(),
            answer,
            ending,
            criteria: task.rubric.iter().map(|criterion| criterion.id.clone()).collect(),
            tokens,
            n_malformed,
            n_dropped: 0,
            token_sequences,
        }
    }
}

/// Whether a call is wrong in its form: no tool has the name, or the arguments are no JSON object.
fn is_malformed(call: &ToolCall, answer: &Answer) -> bool {
    let is_object = || serde_json::from_str::<Map<String, Value>>(&call.arguments).is_ok();
    let has_arguments = !call.arguments.trim().is_empty();
    answer.error == Some(ErrorCode::UnknownTool) || (has_arguments && !is_object())
}
