//! A language model with its optimizer: one step from summed gradients.

use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use serde::{Deserialize, Serialize};

use super::gradients::clip_global_norm;
use super::numbering::number_parameters;
use crate::model::language_model::LanguageModel;

/// How weights follow gradients: AdamW.
///
/// # Source
/// AdamW, arXiv:1711.05101, algorithm 2.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptimizerConfig {
    /// Decay of the first moment, per step.
    pub beta_1: f32,
    /// Decay of the second moment, per step.
    pub beta_2: f32,
    /// Added to the root of the second moment.
    pub epsilon: f32,
    /// Share of each weight that a step at rate 1 takes away; 0 makes AdamW Adam.
    pub weight_decay: f32,
    /// The longest gradient, over all weights together.
    pub norm_max: f64,
}

impl Default for OptimizerConfig {
    fn default() -> Self {
        Self { beta_1: 0.9, beta_2: 0.999, epsilon: 1e-8, weight_decay: 0.0, norm_max: 1.0 }
    }
}

/// A model that learns.
#[derive(Clone)]
pub struct LmLearner {
    /// The weights, on an autodiff device.
    pub model: LanguageModel,
    /// Moments of every weight that is trained.
    pub optimizer: ModuleOptimizer,
    /// How they move.
    pub config: OptimizerConfig,
    /// Steps taken.
    pub n_steps: usize,
}

impl LmLearner {
    /// Starts with no moments.
    pub fn new(model: LanguageModel, config: OptimizerConfig) -> Self {
        let optimizer = fresh_optimizer(&config);
        Self { model: number_parameters(model), optimizer, config, n_steps: 0 }
    }

    /// Takes one step and returns the norm that the gradients had. Gradients whose norm is no number
    /// are not followed, and no step is counted.
    pub fn step(&mut self, gradients: GradientsParams, rate: f64) -> f64 {
        let (norm, gradients) = clip_global_norm(&self.model, gradients, self.config.norm_max);
        if norm.is_finite() {
            self.model = self.optimizer.step(rate, self.model.clone(), gradients);
            self.n_steps += 1;
        }
        norm
    }
}

/// An optimizer without moments.
pub fn fresh_optimizer(config: &OptimizerConfig) -> ModuleOptimizer {
    AdamWConfig::new()
        .with_beta_1(config.beta_1)
        .with_beta_2(config.beta_2)
        .with_epsilon(config.epsilon)
        .with_weight_decay(config.weight_decay)
        .init()
}

impl std::fmt::Debug for LmLearner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LmLearner")
            .field("config", &self.config)
            .field("n_steps", &self.n_steps)
            .finish_non_exhaustive()
    }
}
