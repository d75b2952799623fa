//! The gated feed-forward.

use burn::module::Module;
use burn::tensor::Tensor;
use compoworld_kernels::swiglu;

use super::linear::{Linear, LinearVisitor};
use super::weights::{WeightError, WeightSink, Weights};

/// `down(silu(gate x) * up x)`.
#[derive(Module, Debug)]
pub struct FeedForward {
    /// `[d_model, d_inner]`.
    pub gate: Linear,
    /// `[d_model, d_inner]`.
    pub up: Linear,
    /// `[d_inner, d_model]`.
    pub down: Linear,
}

impl FeedForward {
    /// Reads the three products.
    ///
    /// # Errors
    /// [`WeightError`] when a tensor is missing or has another shape.
    pub fn new(
        mut weights: Weights<'_>,
        d_model: usize,
        d_inner: usize,
        biased: bool,
    ) -> Result<Self, WeightError> {
        Ok(Self {
            gate: Linear::new(weights.under("gate_proj"), d_model, d_inner, biased)?,
            up: Linear::new(weights.under("up_proj"), d_model, d_inner, biased)?,
            down: Linear::new(weights.under("down_proj"), d_inner, d_model, biased)?,
        })
    }

    /// Gives its tensors under `name`.
    pub fn save<'m>(&'m self, name: &str, sink: &mut dyn WeightSink<'m>) {
        self.gate.save(&format!("{name}.gate_proj"), sink);
        self.up.save(&format!("{name}.up_proj"), sink);
        self.down.save(&format!("{name}.down_proj"), sink);
    }

    /// Shows its products under `name`.
    pub fn visit_linears(&mut self, name: &str, visit: &mut LinearVisitor<'_>) {
        visit(&format!("{name}.gate_proj"), &mut self.gate);
        visit(&format!("{name}.up_proj"), &mut self.up);
        visit(&format!("{name}.down_proj"), &mut self.down);
    }

    /// Feeds each token forward.
    ///
    /// # Shapes
    /// - `x`: `[n, d_model]`; returns the same
    ///
    /// # Source
    /// SwiGLU, arXiv:2002.05202, section 2.
    pub fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        self.down.forward(swiglu(self.gate.forward(x.clone()), self.up.forward(x)))
    }
}
