//! What attempts tasks.

use crate::episode::PreparedTask;
use crate::rollout::message::{Message, ToolCall};
use crate::tool_view::ToolDescription;
use compoworld_chat::{BudgetSpent, ChatError, Tokens};

/// Something that attempts tasks, many at a time.
pub trait Policy: Send + Sync {
    /// Its name, which trajectories carry.
    fn name(&self) -> String;

    /// Starts an attempt.
    fn start(&self, start: AttemptStart<'_>) -> Box<dyn Actor + '_>;
}

/// What a policy is told when an attempt starts.
#[derive(Clone, Copy)]
pub struct AttemptStart<'a> {
    /// The task. It holds the reference and the rubric, which no policy but the reference one may
    /// look at.
    pub prepared: &'a PreparedTask,
    /// The tools that it may call.
    pub tools: &'a [ToolDescription],
    /// The seed of the attempt's random choices.
    pub seed: u64,
}

/// One attempt of a policy.
pub trait Actor {
    /// The next turn, given everything said so far.
    ///
    /// # Errors
    /// When the policy cannot go on: its endpoint is down, its answer makes no sense.
    fn act(&mut self, conversation: &[Message]) -> Result<Turn, PolicyError>;

    /// How many answers of tools it no longer looks at, since they did not fit.
    fn n_dropped(&self) -> usize {
        0
    }
}

/// What an assistant says in one turn. Without calls, it is the final answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Turn {
    /// The words.
    pub content: String,
    /// The calls that it asks for.
    pub tool_calls: Vec<ToolCall>,
    /// What the turn cost.
    pub tokens: Tokens,
    /// The very tokens, when the policy tells them; one piece for each time that the model was
    /// asked before the turn stood.
    pub sampled: Vec<SampledTokens>,
}

/// Tokens as the model read and sampled them. Text that is tokenized again need not
/// give them back.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SampledTokens {
    /// Everything that the model read.
    pub prompt_ids: Vec<u32>,
    /// What it sampled.
    pub ids: Vec<u32>,
    /// With which log-probability (nats), a number for each sampled token; empty when unknown.
    pub log_probs: Vec<f32>,
}

/// Why a policy cannot go on. But for [`PolicyError::ContextFull`], which is how an attempt can end,
/// the attempt is not kept, and can be made again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// The endpoint cannot be reached or refuses, also after every retry.
    #[error("the model endpoint {url} fails: {message} (tried {tries} times)")]
    Endpoint {
        /// The address.
        url: String,
        /// What it said.
        message: String,
        /// How often it was asked.
        tries: u32,
    },
    /// The endpoint answers with something that is no chat completion.
    #[error("the model endpoint {url} answers with no chat completion: {message}")]
    NoCompletion {
        /// The address.
        url: String,
        /// What is wrong with the answer.
        message: String,
    },
    /// There is nothing left to spend.
    #[error(transparent)]
    Budget(BudgetSpent),
    /// The conversation has grown longer than the model can read.
    #[error("the conversation does not fit into the model's context: {0}")]
    ContextFull(String),
}

impl From<ChatError> for PolicyError {
    fn from(error: ChatError) -> Self {
        match error {
            ChatError::Endpoint { url, message, tries } => Self::Endpoint { url, message, tries },
            ChatError::NoCompletion { url, message } => Self::NoCompletion { url, message },
            ChatError::Budget(spent) => Self::Budget(spent),
        }
    }
}
