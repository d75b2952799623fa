//! What training maximizes: the likelihood of demonstrations, and GRPO's clipped objective.

use burn::tensor::Tensor;

/// How far the policy may move from the one that sampled, as a probability ratio.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipRange {
    /// The ratio is not followed below `1 - low`.
    pub low: f64,
    /// The ratio is not followed above `1 + high`.
    pub high: f64,
}

impl Default for ClipRange {
    fn default() -> Self {
        Self { low: 0.20, high: 0.28 }
    }
}

/// GRPO's objective of each token, `min(r Â, clip(r, 1 − low, 1 + high) Â)` with
/// `r = exp(log π − log π_sampled)`. KL and entropy terms have coefficient zero and are left out.
///
/// # Shapes
/// - `log_probs`, `sampled_log_probs`, `advantages`: `[n_tokens]`; returns the same
///
/// # Units
/// Log-probabilities in nats; advantages and the objective have no unit.
///
/// # Source
/// GRPO, arXiv:2402.03300, equation 3; separate bounds from DAPO, arXiv:2503.14476, section 3.1.
pub fn clipped_objective(
    log_probs: Tensor<1>,
    sampled_log_probs: Tensor<1>,
    advantages: Tensor<1>,
    clip: ClipRange,
) -> Tensor<1> {
    let ratio = (log_probs - sampled_log_probs).exp();
    let bounded = ratio.clone().clamp(1.0 - clip.low, 1.0 + clip.high);
    (ratio * advantages.clone()).min_pair(bounded * advantages)
}

#[cfg(test)]
mod tests {
    use burn::tensor::{Device, Tensor};

    use super::{ClipRange, clipped_objective};

    fn vector(values: [f32; 6], device: &Device) -> Tensor<1> {
        Tensor::from_floats(values, device)
    }

    #[test]
    fn the_objective_and_its_gradient_match_hand_computed_values() {
        let device = Device::flex().autodiff();
        let ratios = [1.0, 1.5, 0.5, 1.5, 0.5, 1.1];
        let log_probs = vector(ratios.map(f32::ln), &device).require_grad();
        let advantages = vector([2.0, 2.0, 2.0, -2.0, -2.0, -2.0], &device);
        let zeros = Tensor::zeros([6], &device);
        let objective =
            clipped_objective(log_probs.clone(), zeros, advantages, ClipRange::default());

        let values: Vec<f32> = objective.clone().try_into_vec_as().expect("floats");
        let expected = [2.0, 2.56, 1.0, -3.0, -1.6, -2.2];
        for (value, expected) in values.iter().zip(expected) {
            assert!((value - expected).abs() < 1e-5, "{values:?}");
        }

        // The gradient by the log-probability is `r Â`, and zero where the bound holds.
        let gradients = objective.sum().backward();
        let gradient = log_probs.grad(&gradients).expect("a leaf");
        let values: Vec<f32> = gradient.try_into_vec_as().expect("floats");
        let expected = [2.0, 0.0, 1.0, -3.0, 0.0, -2.2];
        for (value, expected) in values.iter().zip(expected) {
            assert!((value - expected).abs() < 1e-5, "{values:?}");
        }
    }
}
