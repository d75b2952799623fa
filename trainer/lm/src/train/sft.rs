//! Supervised fine-tuning of a language model.
//!
//! The loss is the mean negative log-likelihood, in nats, of the tokens that the agent said;
//! everything else is read, never predicted.

use burn::module::Module;
use burn::tensor::Device;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::backward::{Memory, row_gradients, row_log_probs};
use super::gradients::sum_gradients;
use super::learner::{LmLearner, OptimizerConfig};
use super::lora::LoraConfig;
use super::order::epoch_order;
use super::packing::{PackedRow, pack};
use super::schedule::Schedule;
use super::sequence::Sequence;
use crate::model::language_model::LanguageModel;

/// How supervised fine-tuning runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SftConfig {
    /// Passes over the sequences.
    pub n_epochs: usize,
    /// Sequences a step.
    pub batch_size: usize,
    /// The highest learning rate.
    pub rate_max: f64,
    /// Share of all steps over which the rate climbs.
    pub warmup_share: f64,
    /// The rate at the end, as a share of the highest.
    pub final_share: f64,
    /// Tokens of a row, into which sequences are packed; rows go through the model one at a time.
    pub row_tokens_max: usize,
    /// What is held between forward and backward pass.
    pub memory: Memory,
    /// Fixes the order of the sequences.
    pub seed: u64,
    /// How weights follow gradients.
    pub optimizer: OptimizerConfig,
    /// Adapters to train in place of all weights.
    pub lora: Option<LoraConfig>,
}

impl SftConfig {
    /// The published setting: 3 epochs, batches of 32, rate 1e-4; all weights.
    ///
    /// # Source
    /// CompoWorld, arXiv:2609.33665.
    pub fn paper() -> Self {
        Self {
            n_epochs: 3,
            batch_size: 32,
            rate_max: 1e-4,
            warmup_share: 0.03,
            final_share: 0.1,
            row_tokens_max: 2048,
            memory: Memory::Keep,
            seed: 0,
            optimizer: OptimizerConfig::default(),
            lora: None,
        }
    }
}

/// What one step did.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SftStep {
    /// Steps taken, this one included.
    pub step: usize,
    /// Passes over the sequences, as a fraction.
    pub epoch: f64,
    /// Mean over the batch's tokens of the agent, in nats.
    pub loss: f64,
    /// Of the gradients before clipping.
    pub gradient_norm: f64,
    /// Learning rate.
    pub rate: f64,
    /// Tokens read.
    pub n_tokens: usize,
    /// Tokens learned.
    pub n_targets: usize,
}

/// A step whose loss or gradient is no number. The weights are those from before it.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("step {step}: the loss is {loss} and the gradient's norm {gradient_norm}")]
pub struct Diverged {
    /// The step.
    pub step: usize,
    /// Its loss, in nats.
    pub loss: f64,
    /// The norm of its gradients.
    pub gradient_norm: f64,
}

/// Supervised fine-tuning under way.
#[derive(Debug)]
pub struct SftRun {
    /// What learns.
    pub learner: LmLearner,
    config: SftConfig,
    sequences: Vec<Sequence>,
    devices: Vec<Device>,
    schedule: Schedule,
}

impl SftRun {
    /// Starts, or goes on when `learner` has taken steps before. The devices share each batch; the
    /// model is on the first of them.
    ///
    /// # Panics
    /// When there is no sequence or no device, or the batch size is zero.
    pub fn new(
        learner: LmLearner,
        sequences: Vec<Sequence>,
        config: SftConfig,
        devices: Vec<Device>,
    ) -> Self {
        assert!(!sequences.is_empty(), "fine-tuning needs at least one sequence");
        assert!(config.batch_size > 0, "a batch holds at least one sequence");
        let n_steps = config.n_epochs * sequences.len().div_ceil(config.batch_size);
        let schedule = Schedule {
            rate_max: config.rate_max,
            final_share: config.final_share,
            n_warmup_steps: (config.warmup_share * n_steps as f64).ceil() as usize,
            n_steps,
        };
        Self { learner, config, sequences, devices, schedule }
    }

    /// Steps in all.
    pub fn n_steps(&self) -> usize {
        self.schedule.n_steps
    }

    /// Whether every step is taken.
    pub fn is_done(&self) -> bool {
        self.learner.n_steps >= self.schedule.n_steps
    }

    /// Takes the next step. Which sequences it sees depends on the seed and the number of steps taken
    /// alone.
    ///
    /// # Errors
    /// [`Diverged`] when there is nothing to follow.
    pub fn step(&mut self) -> Result<SftStep, Diverged> {
        let per_epoch = self.sequences.len().div_ceil(self.config.batch_size);
        let step = self.learner.n_steps;
        let order = epoch_order(self.sequences.len(), self.config.seed, step / per_epoch);
        let from = (step % per_epoch) * self.config.batch_size;
        let batch: Vec<&Sequence> = order[from..]
            .iter()
            .take(self.config.batch_size)
            .map(|&index| &self.sequences[index])
            .collect();
        let rows = pack(&batch, self.config.row_tokens_max);
        let n_targets = rows.iter().map(PackedRow::n_targets).sum::<usize>().max(1);
        let memory = self.config.memory;
        let (loss, gradients) =
            sum_gradients(&self.learner.model, &rows, &self.devices, |model, row| {
                row_gradients(model, row, memory, |log_probs, _| {
                    log_probs.sum() * (-1.0 / n_targets as f64)
                })
            });
        let rate = self.schedule.rate(step);
        let gradient_norm = match loss.is_finite() {
            true => self.learner.step(gradients, rate),
            false => f64::NAN,
        };
        if self.learner.n_steps == step {
            return Err(Diverged { step: step + 1, loss, gradient_norm });
        }
        Ok(SftStep {
            step: step + 1,
            epoch: (step + 1) as f64 / per_epoch as f64,
            loss,
            gradient_norm,
            rate,
            n_tokens: rows.iter().map(|row| row.ids.len()).sum(),
            n_targets,
        })
    }
}

/// The mean loss over sequences, in nats a token of the agent, without learning from them.
pub fn held_out_loss(model: &LanguageModel, sequences: &[Sequence], row_tokens_max: usize) -> f64 {
    let model = model.valid();
    let rows = pack(&sequences.iter().collect::<Vec<_>>(), row_tokens_max);
    let n_targets = rows.iter().map(PackedRow::n_targets).sum::<usize>().max(1);
    let sum: f64 = rows
        .iter()
        .map(|row| f64::from(row_log_probs(&model, row).sum().into_scalar::<f32>()))
        .sum();
    -sum / n_targets as f64
}
