//! Letting policies attempt tasks, and keeping what they did.

mod attempt;
mod chat_format;
mod context_window;
mod live_attempt;
mod message;
mod openai_policy;
mod policy;
mod random_policy;
mod reference_policy;
mod regrade;
mod run_rollouts;
mod sample_arguments;
mod timing;
mod token_sequence;
pub mod tool_call_text;
mod trajectory;
mod trajectory_file;

pub use crate::answer::answer_of_text;
pub use attempt::{AttemptLimits, SYSTEM_PROMPT, attempt, attempt_timed};
pub use context_window::{ContextLimits, DROPPED};
pub use live_attempt::{AttemptLabel, LiveAttempt};
pub use message::{Message, Role, ToolCall};
pub use openai_policy::OpenAiPolicy;
pub use policy::{Actor, AttemptStart, Policy, PolicyError, SampledTokens, Turn};
pub use random_policy::RandomPolicy;
pub use reference_policy::ReferencePolicy;
pub use regrade::{MovedVerdict, Regraded, regrade};
pub use run_rollouts::{RolloutError, RolloutOptions, RolloutSummary, check_held, run_rollouts};
pub use sample_arguments::sample_arguments;
pub use timing::{AttemptTiming, TurnTiming};
pub use token_sequence::{TokenSequence, append_turn};
pub use trajectory::{Ending, Trajectory};
pub use trajectory_file::{
    ReadTrajectories, TrajectoryFileError, TrajectoryWriter, read_trajectories,
};
