//! One attempt from the instruction to the verdict.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::answer::answer_of_text;
use crate::episode::{Episode, PreparedTask};
use crate::rollout::message::{Message, Role};
use crate::rollout::policy::{Actor, AttemptStart, Policy, PolicyError, Tokens};
use crate::rollout::timing::{AttemptTiming, TurnTiming};
use crate::rollout::token_sequence::{TokenSequence, append_turn};
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
    /// After how much time no further turn begins; `None` for no limit.
    pub wall_ms_max: Option<u64>,
}

impl Default for AttemptLimits {
    fn default() -> Self {
        Self { calls_max: 60, turns_max: 60, completion_tokens_max: None, wall_ms_max: None }
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
    let timed = attempt_timed(policy, prepared, number, seed, view, limits);
    timed.map(|(trajectory, _)| trajectory)
}

/// The same, and how long it took.
///
/// # Errors
/// Those of [`attempt`].
pub fn attempt_timed(
    policy: &dyn Policy,
    prepared: &Arc<PreparedTask>,
    number: u32,
    seed: u64,
    view: ToolView,
    limits: AttemptLimits,
) -> Result<(Trajectory, AttemptTiming), PolicyError> {
    let started = Instant::now();
    let task = prepared.task();
    let mut episode = prepared.start().with_calls_max(limits.calls_max);
    let tools = episode.tools(view);
    let mut actor = policy.start(AttemptStart { prepared, tools: &tools, seed });
    let mut said = Said {
        messages: vec![
            Message::said(Role::System, SYSTEM_PROMPT),
            Message::said(Role::User, task.instruction.clone()),
        ],
        ..Said::default()
    };
    let ending = take_turns(&mut *actor, &mut episode, &mut said, started, limits)?;
    let answer = match (ending, said.messages.last()) {
        (Ending::Answered, Some(last)) => answer_of_text(&last.content),
        _ => serde_json::Value::Null,
    };
    let trajectory = Trajectory {
        task: task.id.clone(),
        task_digest: task.digest(),
        attempt: number,
        policy: policy.name(),
        seed,
        catalog_version: task.catalog_version.clone(),
        view,
        messages: said.messages,
        outcome: episode.finish(&answer),
        answer,
        ending,
        criteria: task.rubric.iter().map(|criterion| criterion.id.clone()).collect(),
        tokens: said.tokens,
        token_sequences: said.token_sequences,
    };
    let total_us = microseconds(started.elapsed());
    let timing =
        AttemptTiming { task: task.id.clone(), attempt: number, total_us, turns: said.timings };
    Ok((trajectory, timing))
}

/// What an attempt gathers.
#[derive(Default)]
struct Said {
    messages: Vec<Message>,
    tokens: Tokens,
    token_sequences: Vec<TokenSequence>,
    timings: Vec<TurnTiming>,
}

fn take_turns(
    actor: &mut dyn Actor,
    episode: &mut Episode,
    said: &mut Said,
    started: Instant,
    limits: AttemptLimits,
) -> Result<Ending, PolicyError> {
    for _ in 0..limits.turns_max {
        let asked = Instant::now();
        let turn = actor.act(&said.messages)?;
        let policy_us = microseconds(asked.elapsed());
        said.tokens.prompt += turn.tokens.prompt;
        said.tokens.completion += turn.tokens.completion;
        for sampled in turn.sampled {
            append_turn(&mut said.token_sequences, sampled);
        }
        said.messages.push(Message::calling(turn.content, turn.tool_calls.clone()));
        // After its last call a policy still has a turn to answer; one that calls on is stopped.
        let no_call_left = episode.is_exhausted();
        let called = Instant::now();
        for call in &turn.tool_calls {
            let answer = episode.call(&call.name, &call.arguments);
            said.messages.push(Message::answering(call, answer.text));
        }
        let (calls_us, n_calls) = (microseconds(called.elapsed()), turn.tool_calls.len());
        said.timings.push(TurnTiming { policy_us, calls_us, n_calls });
        if turn.tool_calls.is_empty() {
            return Ok(Ending::Answered);
        }
        let tokens = limits.completion_tokens_max;
        let tokens_used_up = tokens.is_some_and(|most| said.tokens.completion >= most);
        let time = limits.wall_ms_max.map(Duration::from_millis);
        let time_used_up = time.is_some_and(|most| started.elapsed() >= most);
        if no_call_left || tokens_used_up || time_used_up {
            break;
        }
    }
    Ok(Ending::Budget)
}

fn microseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
