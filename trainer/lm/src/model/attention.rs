//! Causal grouped-query attention.

use burn::module::Module;
use burn::tensor::Tensor;
use burn::tensor::activation::sigmoid;
use compoworld_kernels::{Sight, attention};

use super::cache::{BlockCache, Reading};
use super::config::LmConfig;
use super::linear::{Linear, LinearVisitor};
use super::norm::RmsNorm;
use super::rotation::Rotation;
use super::weights::{WeightError, WeightSink, Weights};

/// Causal attention with fewer key heads than query heads.
#[derive(Module, Debug)]
pub struct Attention {
    /// `[d_model, n_heads d_head]`; twice as wide when heads are gated.
    pub query: Linear,
    /// `[d_model, n_kv_heads d_head]`.
    pub key: Linear,
    /// `[d_model, n_kv_heads d_head]`.
    pub value: Linear,
    /// `[n_heads d_head, d_model]`.
    pub out: Linear,
    query_norm: Option<RmsNorm>,
    key_norm: Option<RmsNorm>,
    n_heads: usize,
    n_kv_heads: usize,
    d_head: usize,
    gated: bool,
}

impl Attention {
    /// Reads one block's attention.
    ///
    /// # Errors
    /// [`WeightError`] when a tensor is missing or has another shape.
    pub fn new(mut weights: Weights<'_>, config: &LmConfig) -> Result<Self, WeightError> {
        let shape = &config.attention;
        let (d_model, d_head) = (config.d_model, shape.d_head);
        let (width, kv_width) = (shape.n_heads * d_head, shape.n_kv_heads * d_head);
        let query_width = if shape.gated { 2 * width } else { width };
        let mut norm = |name: &str| -> Result<Option<RmsNorm>, WeightError> {
            if !shape.qk_norm {
                return Ok(None);
            }
            let (epsilon, zero_centred) = (config.norm_epsilon, config.zero_centred_norms);
            RmsNorm::new(weights.under(name), d_head, epsilon, zero_centred).map(Some)
        };
        let (query_norm, key_norm) = (norm("q_norm")?, norm("k_norm")?);
        Ok(Self {
            query: Linear::new(weights.under("q_proj"), d_model, query_width, shape.qkv_bias)?,
            key: Linear::new(weights.under("k_proj"), d_model, kv_width, shape.qkv_bias)?,
            value: Linear::new(weights.under("v_proj"), d_model, kv_width, shape.qkv_bias)?,
            out: Linear::new(weights.under("o_proj"), width, d_model, shape.out_bias)?,
            query_norm,
            key_norm,
            n_heads: shape.n_heads,
            n_kv_heads: shape.n_kv_heads,
            d_head,
            gated: shape.gated,
        })
    }

    /// Gives its tensors under `name`.
    pub fn save<'m>(&'m self, name: &str, sink: &mut dyn WeightSink<'m>) {
        self.query.save(&format!("{name}.q_proj"), sink);
        self.key.save(&format!("{name}.k_proj"), sink);
        self.value.save(&format!("{name}.v_proj"), sink);
        self.out.save(&format!("{name}.o_proj"), sink);
        if let Some(norm) = &self.query_norm {
            norm.save(&format!("{name}.q_norm"), sink);
        }
        if let Some(norm) = &self.key_norm {
            norm.save(&format!("{name}.k_norm"), sink);
        }
    }

    /// Shows its products under `name`.
    pub fn visit_linears(&mut self, name: &str, visit: &mut LinearVisitor<'_>) {
        visit(&format!("{name}.q_proj"), &mut self.query);
        visit(&format!("{name}.k_proj"), &mut self.key);
        visit(&format!("{name}.v_proj"), &mut self.value);
        visit(&format!("{name}.o_proj"), &mut self.out);
    }

    /// Lets each token attend to those that it may see.
    ///
    /// # Shapes
    /// - `x`: `[n_rows * n_tokens, d_model]`; returns the same
    /// - `dims`: `[n_rows, n_tokens]`
    /// - `memory`: what the rows have read before, and which rows of it they are
    ///
    /// # Source
    /// Attention: arXiv:1706.03762, section 3.2.1. Shared key heads: arXiv:2305.13245, section 2.2.
    /// Normalized queries and keys: arXiv:2505.09388, section 2. The gate: arXiv:2505.06708,
    /// section 2.2, elementwise and by head, after attention.
    pub fn forward(
        &self,
        x: Tensor<2>,
        [n_rows, n_tokens]: [usize; 2],
        rotation: &Rotation,
        sight: &Sight,
        memory: Option<(&mut BlockCache, &Reading)>,
    ) -> Tensor<2> {
        let (n_heads, n_kv_heads, d_head) = (self.n_heads, self.n_kv_heads, self.d_head);
        let by_head = |x: Tensor<2>, n_heads: usize| -> Tensor<4> {
            let width = x.dims()[1] / n_heads;
            x.reshape([n_rows, n_tokens, n_heads, width])
        };
        let normed = |x: Tensor<4>, norm: &Option<RmsNorm>| match norm {
            Some(norm) => norm.forward(x),
            None => x,
        };

        let queries = by_head(self.query.forward(x.clone()), n_heads);
        let gate = self.gated.then(|| queries.clone().narrow(3, d_head, d_head));
        let queries = if self.gated { queries.narrow(3, 0, d_head) } else { queries };
        let keys = by_head(self.key.forward(x.clone()), n_kv_heads);
        let values = by_head(self.value.forward(x), n_kv_heads).swap_dims(1, 2);
        let queries = rotation.apply(normed(queries, &self.query_norm)).swap_dims(1, 2);
        let keys = rotation.apply(normed(keys, &self.key_norm)).swap_dims(1, 2);

        let (keys, values) = match memory {
            Some((cache, reading)) => cache.append(reading, keys, values),
            None => (keys, values),
        };
        let scale = (d_head as f32).powf(-0.5);
        let mixed = attention(queries, keys, values, sight, scale);
        let mixed = match gate {
            Some(gate) => mixed * sigmoid(gate),
            None => mixed,
        };
        self.out.forward(mixed.reshape([n_rows * n_tokens, n_heads * d_head]))
    }
}
