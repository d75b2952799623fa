//! A short causal convolution over each channel.

use burn::module::{Module, Param};
use burn::tensor::Tensor;

use super::runs::Runs;
use super::weights::{WeightError, WeightSink, Weights, parameter_values, transposed};

/// Weighs each channel of a token and of the few before it.
#[derive(Module, Debug)]
pub struct CausalConv {
    /// `[n_taps, width]`; the last row weighs the token itself.
    taps: Param<Tensor<2>>,
}

impl CausalConv {
    /// Reads `weight`, `[width, 1, n_taps]` in files.
    ///
    /// # Errors
    /// [`WeightError`] when it is missing or has another shape.
    pub fn new(mut weights: Weights<'_>, width: usize, n_taps: usize) -> Result<Self, WeightError> {
        let values = weights.values("weight", &[width, 1, n_taps])?;
        Ok(Self { taps: weights.given([n_taps, width], transposed(&values, width, n_taps)) })
    }

    /// Gives its tensor under `name`.
    pub fn save<'m>(&'m self, name: &str, sink: &mut dyn WeightSink<'m>) {
        let [n_taps, width] = self.taps.dims();
        let values = move || transposed(&parameter_values(&self.taps), n_taps, width);
        sink.put(format!("{name}.weight"), &[width, 1, n_taps], Box::new(values));
    }

    /// Convolves sequences.
    ///
    /// # Shapes
    /// - `x`: `[n_rows, n_tokens, width]`
    /// - `tail`: the inputs before `x`, `[n_rows, n_taps - 1, width]`; `None` at the start
    /// - returns: as `x`, and the tail for the tokens after it
    pub fn forward(
        &self,
        x: Tensor<3>,
        tail: Option<Tensor<3>>,
        runs: Option<&Runs>,
    ) -> (Tensor<3>, Tensor<3>) {
        let [n_rows, n_tokens, width] = x.dims();
        let n_taps = self.taps.dims()[0];
        let device = x.device();
        let tail = tail.unwrap_or_else(|| Tensor::zeros([n_rows, n_taps - 1, width], &device));
        let padded = Tensor::cat(vec![tail, x], 1);
        let taps = self.taps.val();
        let weighed = |tap: usize| {
            let earlier = padded.clone().narrow(1, tap, n_tokens)
                * taps.clone().narrow(0, tap, 1).unsqueeze_dim::<3>(0);
            let n_back = n_taps - 1 - tap;
            let reach = runs.filter(|_| n_back > 0).and_then(|runs| runs.reaches.get(n_back - 1));
            match reach {
                Some(mask) => earlier * mask.clone(),
                None => earlier,
            }
        };
        let sum = (1..n_taps).fold(weighed(0), |sum, tap| sum + weighed(tap));
        (sum, padded.clone().narrow(1, n_tokens, n_taps - 1))
    }
}
