//! Weights drawn from a seed.

use crate::model::config::LmConfig;
use crate::model::weights::{WeightError, WeightSource};

/// Standard deviation of matrices, as `transformers` draws them.
const DEVIATION: f32 = 0.02;

/// Gives a tensor of any name: for norms what scales by one, zeros for biases, else normal numbers,
/// which depend on the seed and on the order in which tensors are taken.
#[derive(Debug, Clone)]
pub struct RandomWeights {
    state: u64,
    zero_centred_norms: bool,
}

impl RandomWeights {
    /// Draws the weights of a model of the given shape from a seed.
    pub fn new(config: &LmConfig, seed: u64) -> Self {
        Self { state: seed, zero_centred_norms: config.zero_centred_norms }
    }

    /// A uniform number in (0, 1] by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        ((bits >> 11) + 1) as f64 / (1u64 << 53) as f64
    }

    /// A standard normal number by the Box-Muller transform.
    fn normal(&mut self) -> f32 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        (radius * (std::f64::consts::TAU * self.uniform()).cos()) as f32
    }
}

impl WeightSource for RandomWeights {
    fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightError> {
        let n_values = shape.iter().product();
        if name.ends_with("norm.weight") {
            // The norm of what the gated delta rule reads is never zero-centred.
            let zero = self.zero_centred_norms && !name.contains("linear_attn");
            return Ok(vec![if zero { 0.0 } else { 1.0 }; n_values]);
        }
        if name.ends_with("bias") {
            return Ok(vec![0.0; n_values]);
        }
        Ok((0..n_values).map(|_| self.normal() * DEVIATION).collect())
    }

    fn has(&self, name: &str) -> bool {
        // Experts are asked for one by one.
        !name.ends_with("gate_up_proj")
    }
}
