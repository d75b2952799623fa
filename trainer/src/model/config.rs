//! The shape of a policy.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The shape of a decoder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecoderConfig {
    /// Ids in the vocabulary.
    pub n_vocabulary: usize,
    /// Width of the residual stream.
    pub d_model: usize,
    /// Blocks.
    pub n_layers: usize,
    /// Query heads.
    pub n_heads: usize,
    /// Key and value heads; divides `n_heads`.
    pub n_kv_heads: usize,
    /// Width of one head.
    pub d_head: usize,
    /// Inner width of the gated feed-forward part.
    pub d_feed_forward: usize,
    /// How many earlier tokens the convolution at the head of a block sees; 0 leaves it out.
    pub conv_reach: usize,
    /// Base of the rotary positions; `None` leaves order to the causal mask and the convolution.
    pub rope_base: Option<f32>,
    /// Width of the pointer's keys; 0 leaves the pointer out.
    pub d_pointer: usize,
    /// Added to the mean square under the root of RMSNorm.
    pub norm_epsilon: f32,
    /// Tokens a transcript may have.
    pub context_tokens_max: usize,
}

/// A shape that no decoder can have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no decoder has this shape: {0}")]
pub struct ConfigError(String);

impl DecoderConfig {
    /// The policy that the quickstart trains from scratch in minutes on two cores.
    pub fn small(n_vocabulary: usize) -> Self {
        Self {
            n_vocabulary,
            d_model: 128,
            n_layers: 2,
            n_heads: 4,
            n_kv_heads: 2,
            d_head: 32,
            d_feed_forward: 256,
            conv_reach: 4,
            rope_base: Some(10_000.0),
            d_pointer: 64,
            norm_epsilon: 1e-5,
            context_tokens_max: 512,
        }
    }

    /// The smallest policy that still has every part, for tests.
    pub fn tiny(n_vocabulary: usize) -> Self {
        Self {
            d_model: 32,
            n_heads: 2,
            n_kv_heads: 1,
            d_head: 16,
            d_feed_forward: 48,
            d_pointer: 16,
            ..Self::small(n_vocabulary)
        }
    }

    /// Checks that the parts fit together.
    ///
    /// # Errors
    /// [`ConfigError`] names the first field that does not fit.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let positive = [
            ("n_vocabulary", self.n_vocabulary),
            ("d_model", self.d_model),
            ("n_layers", self.n_layers),
            ("n_heads", self.n_heads),
            ("n_kv_heads", self.n_kv_heads),
            ("d_head", self.d_head),
            ("d_feed_forward", self.d_feed_forward),
            ("context_tokens_max", self.context_tokens_max),
        ];
        if let Some((name, _)) = positive.iter().find(|(_, value)| *value == 0) {
            return Err(ConfigError(format!("`{name}` must be at least 1")));
        }
        if !self.n_heads.is_multiple_of(self.n_kv_heads) {
            return Err(ConfigError(format!(
                "`n_kv_heads` = {} must divide `n_heads` = {}",
                self.n_kv_heads, self.n_heads
            )));
        }
        if !self.d_head.is_multiple_of(2) {
            return Err(ConfigError(format!("`d_head` = {} must be even", self.d_head)));
        }
        Ok(())
    }
}
