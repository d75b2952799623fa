//! Rotary positions.

use std::f64::consts::TAU;

use burn::tensor::{Device, Tensor, TensorData};
use compoworld_kernels::rotate;

use super::config::{RotationConfig, RotationStretch};

/// Cosines and sines of the positions of a batch, shared by all blocks.
#[derive(Debug, Clone)]
pub struct Rotation {
    /// `[1 or n_rows, n_tokens, 1, n_rotary / 2]`.
    cosines: Tensor<4>,
    sines: Tensor<4>,
}

impl Rotation {
    /// The rotation of the given positions.
    ///
    /// # Shapes
    /// - `positions`: `[n_rows * n_tokens]`, row after row; one row stands for rows that are all
    ///   alike
    ///
    /// # Source
    /// Rotary positions: arXiv:2104.09864, section 3.4.2, in the half-split layout of Llama.
    pub fn new(
        config: &RotationConfig,
        positions: &[usize],
        n_rows: usize,
        device: &Device,
    ) -> Self {
        let frequencies = config.frequencies();
        let angles = positions.iter().flat_map(|&position| {
            frequencies.iter().map(move |frequency| {
                // The model was trained with angles of single precision.
                f64::from(position as f32 * *frequency)
            })
        });
        let scale = match config.stretch {
            Some(RotationStretch::Yarn { scale, .. }) => scale,
            _ => 1.0,
        };
        let (cosines, sines): (Vec<f32>, Vec<f32>) = angles
            .map(|angle| ((angle.cos() * scale) as f32, (angle.sin() * scale) as f32))
            .unzip();
        let shape = [n_rows, positions.len() / n_rows.max(1), 1, frequencies.len()];
        Self {
            cosines: Tensor::from_data(TensorData::new(cosines, shape), device),
            sines: Tensor::from_data(TensorData::new(sines, shape), device),
        }
    }

    /// Rotates the first channels of queries or keys, `[n_rows, n_tokens, n_heads, d_head]`.
    pub fn apply(&self, x: Tensor<4>) -> Tensor<4> {
        rotate(x, &self.cosines, &self.sines)
    }
}

impl RotationConfig {
    /// Radians a position, for each pair of channels.
    ///
    /// # Source
    /// The stretch of Llama 3.1 is described in arXiv:2407.21783, section 3.2; its formula is that
    /// of Meta's `apply_scaling`. YaRN: arXiv:2309.00071, section 3.2, with whole channels as limits,
    /// as its authors and `transformers` compute it.
    pub fn frequencies(&self) -> Vec<f32> {
        (0..self.n_rotary / 2)
            .map(|pair| {
                let exponent = (2 * pair) as f64 / self.n_rotary as f64;
                self.stretched(pair, self.base.powf(exponent).recip()) as f32
            })
            .collect()
    }

    fn stretched(&self, pair: usize, frequency: f64) -> f64 {
        match self.stretch {
            None => frequency,
            Some(RotationStretch::Linear { factor }) => frequency / factor,
            Some(RotationStretch::Llama3 {
                factor,
                low_frequency_factor,
                high_frequency_factor,
                original_context_tokens,
            }) => {
                let turns = original_context_tokens * frequency / TAU;
                let kept =
                    (turns - low_frequency_factor) / (high_frequency_factor - low_frequency_factor);
                let kept = kept.clamp(0.0, 1.0);
                (1.0 - kept) * frequency / factor + kept * frequency
            }
            Some(RotationStretch::Yarn {
                factor,
                turns_fast,
                turns_slow,
                original_context_tokens,
                ..
            }) => {
                // The pair of channels that turns so often within the context of pre-training.
                let pair_of = |turns: f64| {
                    let n_rotary = self.n_rotary as f64;
                    n_rotary * (original_context_tokens / (turns * TAU)).ln()
                        / (2.0 * self.base.ln())
                };
                let first = pair_of(turns_fast).floor().max(0.0);
                let last = pair_of(turns_slow).ceil().min(self.n_rotary as f64 - 1.0);
                let width = if first == last { 0.001 } else { last - first };
                let stretched = ((pair as f64 - first) / width).clamp(0.0, 1.0);
                stretched * frequency / factor + (1.0 - stretched) * frequency
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn llama_3_stretches_long_wavelengths_and_leaves_short_ones() {
        let plain = RotationConfig { base: 500_000.0, n_rotary: 64, stretch: None };
        let stretched = RotationConfig {
            stretch: Some(RotationStretch::Llama3 {
                factor: 8.0,
                low_frequency_factor: 1.0,
                high_frequency_factor: 4.0,
                original_context_tokens: 8192.0,
            }),
            ..plain.clone()
        };
        let (plain, stretched) = (plain.frequencies(), stretched.frequencies());
        assert_eq!(plain[0], stretched[0]);
        assert!((plain[31] / stretched[31] - 8.0).abs() < 1e-5);
        let between = plain.iter().zip(&stretched).map(|(plain, stretched)| plain / stretched);
        assert!(between.clone().all(|ratio| (0.999..8.001).contains(&ratio)));
        assert!(between.clone().any(|ratio| (1.5..7.5).contains(&ratio)));
    }
}
