//! What to generate.

use std::sync::Arc;

use super::grammar::Grammar;
use super::sampling::Sampling;
use crate::text::Tool;
use crate::text::tool_calls::{ToolCallFormat, TurnStart};

/// One row to generate.
#[derive(Debug, Clone)]
pub struct GenerateRequest {
    /// What the model reads first; at least one token.
    pub prompt: Vec<u32>,
    /// Tokens that the answer has to begin with. They count as the answer's, with the model's own
    /// log-probabilities.
    pub forced: Vec<u32>,
    /// What the answer keeps to behind those.
    pub grammar: Option<Grammar>,
    /// How tokens are drawn.
    pub sampling: Sampling,
    /// The seed of this row's draws; equal seeds give equal rows, whoever is in the batch.
    pub seed: u64,
    /// The most tokens to generate, the forced ones among them; at least one.
    pub tokens_max: usize,
    /// What else ends the row.
    pub stops: Stops,
    /// How many of the likeliest tokens to tell at each place.
    pub n_alternatives: usize,
}

/// What ends a row, besides its length.
#[derive(Debug, Clone, Default)]
pub struct Stops {
    /// Tokens that end it; they are not part of its text.
    pub ids: Vec<u32>,
    /// Texts that end it; they are not part of its text either.
    pub texts: Vec<String>,
    /// Whether the first complete tool call ends it.
    pub tool_call: Option<ToolCallStop>,
}

/// How a tool call is recognized.
#[derive(Debug, Clone)]
pub struct ToolCallStop {
    /// The form that the model writes.
    pub format: ToolCallFormat,
    /// The tools that it knows.
    pub tools: Arc<[Tool]>,
    /// Where it begins to write.
    pub start: TurnStart,
}

/// Why a row cannot be generated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// There is nothing to read.
    #[error("the prompt has no tokens")]
    EmptyPrompt,
    /// Nothing may be generated.
    #[error("no token may be generated; ask for one at least")]
    NoTokens,
    /// The prompt leaves no room.
    #[error(
        "the prompt has {n_tokens} tokens, and the maximum context length is {context_tokens_max}; \
         shorten the conversation or the tools"
    )]
    PromptTooLong {
        /// Tokens of the prompt, the forced ones among them.
        n_tokens: usize,
        /// Tokens of the context.
        context_tokens_max: usize,
    },
    /// An id is none of the model's.
    #[error("the id {id} is outside of the model's vocabulary of {n_vocabulary}")]
    UnknownId {
        /// The id.
        id: u32,
        /// How many there are.
        n_vocabulary: usize,
    },
}

impl GenerateRequest {
    /// Checks the request against a model, and cuts `tokens_max` to what its context leaves.
    ///
    /// # Errors
    /// When there is nothing to read, nothing to generate, or no room for either.
    pub fn fit(
        mut self,
        n_vocabulary: usize,
        context_tokens_max: usize,
    ) -> Result<Self, RequestError> {
        if self.prompt.is_empty() {
            return Err(RequestError::EmptyPrompt);
        }
        if self.tokens_max == 0 {
            return Err(RequestError::NoTokens);
        }
        let mut ids = self.prompt.iter().chain(&self.forced);
        if let Some(&id) = ids.find(|id| **id as usize >= n_vocabulary) {
            return Err(RequestError::UnknownId { id, n_vocabulary });
        }
        let n_tokens = self.prompt.len() + self.forced.len();
        if n_tokens >= context_tokens_max {
            return Err(RequestError::PromptTooLong { n_tokens, context_tokens_max });
        }
        self.tokens_max = self.tokens_max.min(context_tokens_max - self.prompt.len());
        Ok(self)
    }
}
