//! The pointer: a distribution over the tokens of the context, to copy from.
//!
//! A token's key holds the state *before* it as well as its own, so "copy what came after the place
//! that looks like here" needs no further layer. A gate says how much of the probability is the
//! vocabulary's and how much the pointer's.

use burn::module::{Module, Param};
use burn::tensor::Tensor;
use burn::tensor::activation::softmax;

use super::config::DecoderConfig;
use super::weights::WeightSource;

/// Where to copy from, and how much.
#[derive(Module, Debug)]
pub struct Pointer {
    /// `[d_model, d_pointer]`.
    pub query: Param<Tensor<2>>,
    /// From the state of the token itself, `[d_model, d_pointer]`.
    pub key_here: Param<Tensor<2>>,
    /// From the state of the token before, `[d_model, d_pointer]`.
    pub key_before: Param<Tensor<2>>,
    /// `[d_model, 1]`.
    pub gate: Param<Tensor<2>>,
    /// `[1]`.
    pub gate_bias: Param<Tensor<1>>,
    d_pointer: usize,
}

impl Pointer {
    /// Draws the weights. The gate opens half way. A token's query starts equal to the key of a
    /// token that follows the same state, so the pointer starts out copying what came next.
    pub fn new(config: &DecoderConfig, source: &mut WeightSource<'_>) -> Self {
        let (d_model, d_pointer) = (config.d_model, config.d_pointer);
        let deviation = (d_model as f32).powf(-0.5);
        let query = source.normal_values(d_model * d_pointer, deviation);
        Self {
            query: source.given([d_model, d_pointer], query.clone()),
            key_here: source.normal([d_model, d_pointer], 0.1 * deviation),
            key_before: source.given([d_model, d_pointer], query),
            gate: source.normal([d_model, 1], 0.02),
            gate_bias: source.constant([1], 0.0),
            d_pointer,
        }
    }

    /// The keys of a stretch of tokens.
    ///
    /// # Shapes
    /// - `states`: `[n_rows, n_tokens, d_model]`, normalized
    /// - `before`: the state before the stretch, `[n_rows, 1, d_model]`; `None` at the start
    /// - returns: `[n_rows, n_tokens, d_pointer]`
    pub fn keys(&self, states: Tensor<3>, before: Option<Tensor<3>>) -> Tensor<3> {
        let [n_rows, n_tokens, d_model] = states.dims();
        let before =
            before.unwrap_or_else(|| Tensor::zeros([n_rows, 1, d_model], &states.device()));
        let shifted = match n_tokens {
            1 => before,
            _ => Tensor::cat(vec![before, states.clone().narrow(1, 0, n_tokens - 1)], 1),
        };
        self.project(states, &self.key_here) + self.project(shifted, &self.key_before)
    }

    /// How the pointer spreads over the context of each token.
    ///
    /// # Shapes
    /// - `states`: `[n_rows, n_tokens, d_model]`, normalized
    /// - `keys`: `[n_rows, n_keys, d_pointer]`
    /// - `mask`: `[n_rows, n_tokens, n_keys]`, added to the scores
    /// - returns: `[n_rows, n_tokens, n_keys]`; each row sums to one
    ///
    /// # Source
    /// Pointer sentinel mixture models, arXiv:1609.07843, section 2.1. We gate by the state instead
    /// of a sentinel, and let keys see the token before.
    pub fn spread(
        &self,
        states: Tensor<3>,
        keys: Tensor<3>,
        mask: Option<&Tensor<3>>,
    ) -> Tensor<3> {
        let queries = self.project(states, &self.query) * (self.d_pointer as f32).powf(-0.5);
        let scores = queries.matmul(keys.swap_dims(1, 2));
        let scores = match mask {
            Some(mask) => scores + mask.clone(),
            None => scores,
        };
        softmax(scores, 2)
    }

    /// The log-odds that a token comes from the vocabulary and not from the pointer.
    ///
    /// # Shapes
    /// - `states`: `[n_positions, d_model]`
    /// - returns: `[n_positions, 1]`
    pub fn gate_logits(&self, states: Tensor<2>) -> Tensor<2> {
        states.matmul(self.gate.val()) + self.gate_bias.val().unsqueeze()
    }

    fn project(&self, states: Tensor<3>, weight: &Param<Tensor<2>>) -> Tensor<3> {
        let [n_rows, n_tokens, d_model] = states.dims();
        states.reshape([n_rows * n_tokens, d_model]).matmul(weight.val()).reshape([
            n_rows,
            n_tokens,
            self.d_pointer,
        ])
    }
}
