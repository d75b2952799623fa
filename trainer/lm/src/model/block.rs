//! One block: tokens see each other, then each is fed forward; both are added to the stream.

use burn::module::Module;
use burn::tensor::Tensor;
use compoworld_kernels::Sight;

use super::attention::Attention;
use super::cache::{BlockCache, Reading};
use super::config::{FeedForwardKind, LayerConfig, LmConfig, MixerKind};
use super::experts::Experts;
use super::feed_forward::FeedForward;
use super::gated_delta::GatedDelta;
use super::linear::LinearVisitor;
use super::norm::RmsNorm;
use super::rotation::Rotation;
use super::runs::Runs;
use super::weights::{WeightError, WeightSink, Weights};

/// How the tokens of a block see each other.
#[expect(clippy::large_enum_variant, reason = "there is one a block, and modules are not boxed")]
#[derive(Module, Debug)]
pub enum Mixer {
    /// Softmax attention.
    Attention(Attention),
    /// The gated delta rule.
    GatedDelta(GatedDelta),
}

/// What a block does to each token.
#[expect(clippy::large_enum_variant, reason = "there is one a block, and modules are not boxed")]
#[derive(Module, Debug)]
pub enum BlockFeedForward {
    /// One gated feed-forward.
    Dense(FeedForward),
    /// A mixture of experts.
    Experts(Experts),
}

/// One block.
#[derive(Module, Debug)]
pub struct Block {
    mixer_norm: RmsNorm,
    mixer: Mixer,
    feed_forward_norm: RmsNorm,
    feed_forward: BlockFeedForward,
}

/// What all blocks need to know of a batch.
#[derive(Debug)]
pub struct Batch {
    /// `[n_rows, n_tokens]`.
    pub dims: [usize; 2],
    /// The rotation of its positions.
    pub rotation: Rotation,
    /// Which keys each query sees.
    pub sight: Sight,
    /// Where sequences begin and go on, for what is recurrent; `None` when no block is.
    pub runs: Option<Runs>,
}

impl Block {
    /// Reads one block.
    ///
    /// # Errors
    /// [`WeightError`] when a tensor is missing or has another shape.
    pub fn new(
        mut weights: Weights<'_>,
        config: &LmConfig,
        layer: LayerConfig,
    ) -> Result<Self, WeightError> {
        let (d_model, epsilon) = (config.d_model, config.norm_epsilon);
        let zero_centred = config.zero_centred_norms;
        let mixer = match layer.mixer {
            MixerKind::Attention => {
                Mixer::Attention(Attention::new(weights.under("self_attn"), config)?)
            }
            MixerKind::GatedDelta => {
                Mixer::GatedDelta(GatedDelta::new(weights.under("linear_attn"), config)?)
            }
        };
        let feed_forward = match layer.feed_forward {
            FeedForwardKind::Dense => BlockFeedForward::Dense(FeedForward::new(
                weights.under("mlp"),
                d_model,
                config.d_feed_forward,
                config.feed_forward_bias,
            )?),
            FeedForwardKind::Experts => {
                BlockFeedForward::Experts(Experts::new(weights.under("mlp"), config)?)
            }
        };
        let mut norm = |name| RmsNorm::new(weights.under(name), d_model, epsilon, zero_centred);
        Ok(Self {
            mixer_norm: norm("input_layernorm")?,
            mixer,
            feed_forward_norm: norm("post_attention_layernorm")?,
            feed_forward,
        })
    }

    /// Gives its tensors under `name`.
    pub fn save<'m>(&'m self, name: &str, sink: &mut dyn WeightSink<'m>) {
        self.mixer_norm.save(&format!("{name}.input_layernorm"), sink);
        match &self.mixer {
            Mixer::Attention(attention) => attention.save(&format!("{name}.self_attn"), sink),
            Mixer::GatedDelta(delta) => delta.save(&format!("{name}.linear_attn"), sink),
        }
        self.feed_forward_norm.save(&format!("{name}.post_attention_layernorm"), sink);
        match &self.feed_forward {
            BlockFeedForward::Dense(dense) => dense.save(&format!("{name}.mlp"), sink),
            BlockFeedForward::Experts(experts) => experts.save(&format!("{name}.mlp"), sink),
        }
    }

    /// Shows its products under `name`.
    pub fn visit_linears(&mut self, name: &str, visit: &mut LinearVisitor<'_>) {
        match &mut self.mixer {
            Mixer::Attention(attention) => {
                attention.visit_linears(&format!("{name}.self_attn"), visit);
            }
            Mixer::GatedDelta(delta) => {
                delta.visit_linears(&format!("{name}.linear_attn"), visit);
            }
        }
        match &mut self.feed_forward {
            BlockFeedForward::Dense(dense) => dense.visit_linears(&format!("{name}.mlp"), visit),
            BlockFeedForward::Experts(experts) => {
                experts.visit_linears(&format!("{name}.mlp"), visit);
            }
        }
    }

    /// Passes tokens through the block.
    ///
    /// # Shapes
    /// - `x`: `[n_rows * n_tokens, d_model]`; returns the same
    pub fn forward(
        &self,
        x: Tensor<2>,
        batch: &Batch,
        memory: Option<(&mut BlockCache, &Reading)>,
    ) -> Tensor<2> {
        let normed = self.mixer_norm.forward(x.clone());
        let mixed = match &self.mixer {
            Mixer::Attention(attention) => {
                attention.forward(normed, batch.dims, &batch.rotation, &batch.sight, memory)
            }
            Mixer::GatedDelta(delta) => {
                delta.forward(normed, batch.dims, batch.runs.as_ref(), memory)
            }
        };
        let x = x + mixed;
        let normed = self.feed_forward_norm.forward(x.clone());
        let fed = match &self.feed_forward {
            BlockFeedForward::Dense(dense) => dense.forward(normed),
            BlockFeedForward::Experts(experts) => experts.forward(normed),
        };
        x + fed
    }
}
