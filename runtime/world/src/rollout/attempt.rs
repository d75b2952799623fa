//! One attempt from the instruction to the verdict.

use std::sync::Arc;

use crate::episode::PreparedTask;
use crate::rollout::live_attempt::{AttemptLabel, LiveAttempt};
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
    let label = AttemptLabel { policy: policy.name(), number, seed };
    let mut live = LiveAttempt::start(prepared, label, view, limits.calls_max);
    let tools = live.tools();
    let mut actor = policy.start(AttemptStart { prepared, tools: &tools, seed });
    for _ in 0..limits.turns_max {
        let turn = actor.act(live.messages())?;
        // After its last call a policy still has a turn to answer; one that calls on is stopped.
        let no_call_left = live.episode().is_exhausted();
        let answered = turn.tool_calls.is_empty();
        live.take_turn(turn);
        if answered {
            return Ok(live.end(Ending::Answered));
        }
        let n_written = live.tokens().completion;
        if no_call_left || limits.completion_tokens_max.is_some_and(|most| n_written >= most) {
            break;
        }
    }
    Ok(live.end(Ending::Budget))
}
