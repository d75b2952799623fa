//! Root-mean-square norms.

use burn::module::{Module, Param};
use burn::tensor::Tensor;
use compoworld_kernels::rms_norm;

use super::weights::{WeightError, WeightSink, Weights, parameter_values};

/// Scales each vector to a mean square of one, then each channel by its weight.
#[derive(Module, Debug)]
pub struct RmsNorm {
    /// `[width]`.
    pub weight: Param<Tensor<1>>,
    epsilon: f64,
    /// Whether channels are scaled by one more than the weight.
    zero_centred: bool,
}

impl RmsNorm {
    /// Reads `weight`.
    ///
    /// # Errors
    /// [`WeightError`] when it is missing or has another shape.
    pub fn new(
        mut weights: Weights<'_>,
        width: usize,
        epsilon: f64,
        zero_centred: bool,
    ) -> Result<Self, WeightError> {
        Ok(Self { weight: weights.parameter("weight", [width])?, epsilon, zero_centred })
    }

    /// Gives its tensor under `name`.
    pub fn save<'m>(&'m self, name: &str, sink: &mut dyn WeightSink<'m>) {
        sink.put(
            format!("{name}.weight"),
            &self.weight.dims(),
            Box::new(|| parameter_values(&self.weight)),
        );
    }

    /// Normalizes the last dimension.
    ///
    /// # Source
    /// RMSNorm, arXiv:1910.07467, section 4.
    pub fn forward<const D: usize>(&self, x: Tensor<D>) -> Tensor<D> {
        let weight = match self.zero_centred {
            true => self.weight.val() + 1.0,
            false => self.weight.val(),
        };
        rms_norm(x, weight, self.epsilon as f32)
    }
}
