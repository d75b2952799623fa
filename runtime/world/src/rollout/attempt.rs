//! One attempt from the instruction to the verdict.

use std::sync::Arc;

use crate::answer::answer_of_text;
use crate::chat::Tokens;
use crate::episode::PreparedTask;
use crate::rollout::message::{Message, Role};
use crate::rollout::policy::{AttemptStart, Policy, PolicyError};
use crate::rollout::trajectory::{Ending, Trajectory};
use crate::tool_view::ToolView;

/// What every policy is told first.
pub const SYSTEM_PROMPT: &str = "You work in an office with several services, which you use \
    through tools. Do exactly what you are asked, and change nothing else. Look things up rather \
    than guess. When you are done, reply without a tool call: with the answer if you were asked \
    for one, and with a short confirmation otherwise.";

/// How long an attempt may be.
#[derive(Debug, Clone, Copy)]
pub struct AttemptLimits {
    /// How many tool calls are run.
    pub calls_max: usize,
    /// How many turns the policy has.
    pub turns_max: usize,
    /// How many tokens may be written; `None` for no limit.
    pub completion_tokens_max: Option<u64>,
}

impl Default for AttemptLimits {
    fn default() -> Self {
        Self { calls_max: 60, turns_max: 60, completion_tokens_max: None }
    }
}

/// Lets a policy attempt a task once.
///
/// # Errors
/// When the policy cannot go on; what was done until then is dropped.
pub fn attempt(
    policy: &dyn Policy,
    prepared: &Arc<PreparedTask>,
    number: u32,
    seed: u64,
    view: ToolView,
    limits: AttemptLimits,
) -> Result<Trajectory, PolicyError> {
    let mut episode = prepared.start().with_calls_max(limits.calls_max);
    let tools = episode.tools(view);
    let mut actor = policy.start(AttemptStart { prepared, tools: &tools, seed });
    let mut messages = vec![
        Message::said(Role::System, SYSTEM_PROMPT),
        Message::said(Role::User, prepared.task().instruction.clone()),
    ];
    let mut tokens = Tokens::default();
    let mut ending = Ending::Budget;
    for _ in 0..limits.turns_max {
        let turn = actor.act(&messages)?;
        tokens.prompt += turn.tokens.prompt;
        tokens.completion += turn.tokens.completion;
        messages.push(Message::calling(turn.content, turn.tool_calls.clone()));
        if turn.tool_calls.is_empty() {
            ending = Ending::Answered;
            break;
        }
        // After its last call a policy still has a turn to answer; one that calls on is stopped.
        let no_call_left = episode.is_exhausted();
        for call in &turn.tool_calls {
            let answer = episode.call(&call.name, &call.arguments);
            messages.push(Message::answering(call, answer.text));
        }
        let used_up = limits.completion_tokens_max.is_some_and(|most| tokens.completion >= most);
        if no_call_left || used_up {
            break;
        }
    }
    let answer = match (ending, messages.last()) {
        (Ending::Answered, Some(last)) => answer_of_text(&last.content),
        _ => serde_json::Value::Null,
    };
    let task = prepared.task();
    Ok(Trajectory {
        task: task.id.clone(),
        task_digest: task.digest(),
        attempt: number,
        policy: policy.name(),
        seed,
        catalog_version: task.catalog_version.clone(),
        view,
        messages,
        outcome: episode.finish(&answer),
        answer,
        ending,
        criteria: task.rubric.iter().map(|criterion| criterion.id.clone()).collect(),
        tokens,
    })
}
