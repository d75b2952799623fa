//! Letting policies attempt tasks, and keeping what they did.

mod attempt;
mod chat_format;
mod message;
mod openai_policy;
mod policy;
mod random_policy;
mod reference_policy;
mod run_rollouts;
mod sample_arguments;
mod trajectory;
mod trajectory_file;

pub use crate::answer::answer_of_text;
pub use crate::chat::{OpenAiConfig, OpenAiConfigError, Tokens};
pub use attempt::{AttemptLimits, SYSTEM_PROMPT, attempt};
pub use message::{Message, Role, ToolCall};
pub use openai_policy::OpenAiPolicy;
pub use policy::{Actor, AttemptStart, Policy, PolicyError, Turn};
pub use random_policy::RandomPolicy;
pub use reference_policy::ReferencePolicy;
pub use run_rollouts::{RolloutError, RolloutOptions, RolloutSummary, run_rollouts};
pub use sample_arguments::sample_arguments;
pub use trajectory::{Ending, Trajectory};
pub use trajectory_file::{ReadTrajectories, TrajectoryFileError, read_trajectories};
