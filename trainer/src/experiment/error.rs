//! Why an experiment cannot go on.

use std::path::PathBuf;

use compoworld_lm::load::LoadError;
use compoworld_lm::text::TextError;
use compoworld_lm::train::conversation::ConversationError;
use compoworld_lm::train::lora::LoraError;
use compoworld_lm::train::sft::Diverged;
use compoworld_lm::train::tool_use::ToolUseError;
use compoworld_world::rollout::PolicyError;
use thiserror::Error;

use crate::checkpoint::CheckpointError;
use crate::episodes::EpisodesError;
use crate::language::rollout::LmRolloutError;
use crate::model::config::ConfigError;
use crate::text::tokenizer::TokenizerError;

/// Why an experiment cannot go on.
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// A file or folder of results cannot be accessed.
    #[error("cannot access {path}: {source}; check that it exists, its permissions and free space")]
    Access {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The folder's results are of other settings.
    #[error(
        "{0} is of other settings or of another catalog, and results of both are not to be mixed; \
         give another folder with --out, or remove this one"
    )]
    OtherSettings(PathBuf),
    /// Another run works in the folder.
    #[error("another run works in {0}; wait for it, or give another folder with --out")]
    InUse(PathBuf),
    /// A file of results is not what was written.
    #[error("{path} is damaged: {reason}; remove it, and run again to make it anew")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The planner made too few tasks.
    #[error(
        "only {n_made} of {n_wanted} tasks over {services} could be made with this catalog; bring \
         the services back to what the experiment was made for, and run again"
    )]
    TooFewTasks {
        /// Tasks that were made.
        n_made: usize,
        /// Tasks that were wanted.
        n_wanted: usize,
        /// The services.
        services: String,
    },
    /// There are too few demonstrations for the budget.
    #[error(
        "the demonstrations that were drawn say {n_tokens} tokens, and the budget is {n_wanted}: \
         tasks of this catalog are shorter; raise `n_drawn` in \
         trainer/src/experiment/composition.rs and build again"
    )]
    BudgetNotReached {
        /// Tokens that the agent says.
        n_tokens: usize,
        /// Tokens that it was to say.
        n_wanted: usize,
    },
    /// A chart or a page cannot be drawn.
    #[error("cannot draw the report: {0}; this is a bug")]
    Drawing(String),
    /// Tasks cannot be used.
    #[error(transparent)]
    Episodes(#[from] EpisodesError),
    /// No tokenizer can be made of the demonstrations.
    #[error(transparent)]
    Tokenizer(#[from] TokenizerError),
    /// The policy's shape is none.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The language model cannot be loaded.
    #[error(transparent)]
    Model(#[from] LoadError),
    /// The language model's tokenizer or template cannot be loaded.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The language model gets no adapters.
    #[error(transparent)]
    Adapters(#[from] LoraError),
    /// No attempt fits into the language model's context.
    #[error("no attempt fits into the model's context of {0} tokens; take a model with more")]
    NothingFits(usize),
    /// The language model cannot be told of tools.
    #[error("{0}")]
    NoTools(String),
    /// The language model cannot be shown a tool.
    #[error(transparent)]
    Rollout(#[from] LmRolloutError),
    /// The language model's template does not take a conversation.
    #[error(transparent)]
    Conversation(#[from] ConversationError),
    /// The language model cannot take a turn.
    #[error(transparent)]
    ToolUse(#[from] ToolUseError),
    /// The reference of a task cannot be followed.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// The loss is no number.
    #[error("{0}; lower the rate of the experiment")]
    Diverged(#[from] Diverged),
    /// What was prepared cannot be written or read.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

impl ExperimentError {
    /// For `map_err`: what the system said of a file or folder.
    pub fn access(path: &std::path::Path) -> impl Fn(std::io::Error) -> Self + '_ {
        |source| Self::Access { path: path.to_owned(), source }
    }
}
