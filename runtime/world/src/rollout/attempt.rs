//! One attempt from the instruction to the verdict.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::episode::PreparedTask;
use crate::rollout::live_attempt::{AttemptLabel, LiveAttempt};
use crate::rollout::policy::{AttemptStart, Policy, PolicyError};
use crate::rollout::timing::{AttemptTiming, TurnTiming};
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
    let label = AttemptLabel { policy: policy.name(), number, seed };
    let mut live = LiveAttempt::start(prepared, label, view, limits.calls_max);
    let tools = live.tools();
    let mut actor = policy.start(AttemptStart { prepared, tools: &tools, seed });
    let mut turns = Vec::new();
    let mut ending = Ending::Budget;
    for _ in 0..limits.turns_max {
        let asked = Instant::now();
        let turn = match actor.act(live.messages()) {
            Ok(turn) => turn,
            Err(PolicyError::ContextFull(why)) => {
                tracing::debug!(task = prepared.task().id, attempt = number, "{why}");
                ending = Ending::ContextFull;
                break;
            }
            Err(error) => return Err(error),
        };
        let (policy_us, n_calls) = (microseconds(asked.elapsed()), turn.tool_calls.len());
        // After its last call a policy still has a turn to answer; one that calls on is stopped.
        let no_call_left = live.episode().is_exhausted();
        let called = Instant::now();
        live.take_turn(turn);
        turns.push(TurnTiming { policy_us, calls_us: microseconds(called.elapsed()), n_calls });
        if n_calls == 0 {
            ending = Ending::Answered;
            break;
        }
        let n_written = live.tokens().completion;
        let tokens_used_up = limits.completion_tokens_max.is_some_and(|most| n_written >= most);
        let time = limits.wall_ms_max.map(Duration::from_millis);
        let time_used_up = time.is_some_and(|most| started.elapsed() >= most);
        if no_call_left || tokens_used_up || time_used_up {
            break;
        }
    }
    let trajectory = Trajectory { n_dropped: actor.n_dropped(), ..live.end(ending) };
    let (task, total_us) = (trajectory.task.clone(), microseconds(started.elapsed()));
    Ok((trajectory, AttemptTiming { task, attempt: number, total_us, turns }))
}

fn microseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
