//! Supervised fine-tuning on demonstrations.
//!
//! The loss is the mean negative log-likelihood, in nats, of the tokens the demonstrating agent
//! generated; instructions and observations are read, never predicted.

use std::sync::Arc;

use burn::module::Module;
use burn::tensor::Tensor;
use compoworld_lm::train::order::{epoch_order, mix_seed};
use compoworld_lm::train::schedule::Schedule;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::model::decoder::Decoder;
use crate::model::weights::unit;
use crate::text::template::Transcript;
use crate::text::tokenizer::Tokenizer;
use crate::train::batches::{MicroBatch, plan_micro_batches};
use crate::train::gradients::sum_gradients;
use crate::train::learner::{Learner, MatrixOptimizer, OptimizerConfig};
use crate::train::scramble::Scrambler;

/// How supervised fine-tuning runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SftConfig {
    /// Passes over the demonstrations.
    pub n_epochs: usize,
    /// Demonstrations a step.
    pub batch_size: usize,
    /// The highest learning rate.
    pub rate_max: f64,
    /// Share of all steps over which the rate climbs.
    pub warmup_share: f64,
    /// The rate at the end, as a share of the highest.
    pub final_share: f64,
    /// Padded tokens that go through the model at once; a step is cut into such parts.
    pub padded_tokens_max: usize,
    /// Parts that are computed at the same time.
    pub n_threads: usize,
    /// Fixes the order of the demonstrations.
    pub seed: u64,
    /// Share of demonstrations read with other spellings, see [`crate::train::scramble`].
    pub scramble_share: f64,
    /// Share of drills among what the first step reads, see [`crate::train::drill`]. It falls evenly
    /// to none at the last step.
    pub drill_share: f64,
    /// How weights follow gradients.
    pub optimizer: OptimizerConfig,
}

impl SftConfig {
    /// The published setting: 3 epochs, batches of 32, rate 1e-4.
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
            padded_tokens_max: 2048,
            n_threads: 2,
            seed: 0,
            scramble_share: 0.0,
            drill_share: 0.0,
            optimizer: OptimizerConfig::default(),
        }
    }

    /// For the embedded policy, which starts from random weights: small batches, a high rate, and Muon,
    /// which needs fewer demonstrations.
    pub fn small() -> Self {
        Self {
            batch_size: 8,
            rate_max: 3e-3,
            scramble_share: 0.5,
            drill_share: 1.0,
            padded_tokens_max: 768,
            optimizer: OptimizerConfig {
                matrices: MatrixOptimizer::Muon,
                ..OptimizerConfig::default()
            },
            ..Self::paper()
        }
    }
}

/// What supervised fine-tuning reads.
#[derive(Debug, Clone)]
pub struct Lessons {
    /// What is to be imitated.
    pub demonstrations: Arc<[Transcript]>,
    /// What trains looking things up, see [`crate::train::drill`]; may be empty.
    pub drills: Arc<[Transcript]>,
}

impl Lessons {
    /// Demonstrations alone.
    pub fn without_drills(demonstrations: Arc<[Transcript]>) -> Self {
        Self { demonstrations, drills: Arc::from([]) }
    }
}

/// Supervised fine-tuning under way.
#[derive(Debug)]
pub struct SftRun {
    /// What learns.
    pub learner: Learner,
    config: SftConfig,
    lessons: Lessons,
    scrambler: Scrambler,
    schedule: Schedule,
}

/// What one step did.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SftStep {
    /// Steps taken, this one included.
    pub step: usize,
    /// Passes over the demonstrations, as a fraction.
    pub epoch: f64,
    /// Mean over the batch's agent tokens, in nats.
    pub loss: f64,
    /// Of the gradients before clipping.
    pub gradient_norm: f64,
    /// Learning rate.
    pub rate: f64,
    /// Unpadded tokens read.
    pub n_tokens: usize,
}

impl SftRun {
    /// Starts, or goes on when `learner` has taken steps before.
    ///
    /// # Panics
    /// When there is no demonstration or the batch size is zero.
    pub fn new(
        learner: Learner,
        tokenizer: &Tokenizer,
        lessons: Lessons,
        config: SftConfig,
    ) -> Self {
        assert!(!lessons.demonstrations.is_empty(), "fine-tuning needs at least one demonstration");
        assert!(config.batch_size > 0, "a batch holds at least one demonstration");
        let n_steps = config.n_epochs * lessons.demonstrations.len().div_ceil(config.batch_size);
        let schedule = Schedule {
            rate_max: config.rate_max,
            final_share: config.final_share,
            n_warmup_steps: (config.warmup_share * n_steps as f64).ceil() as usize,
            n_steps,
        };
        let scrambler = Scrambler::new(tokenizer);
        Self { learner, config, lessons, scrambler, schedule }
    }

    /// Steps in all.
    pub fn n_steps(&self) -> usize {
        self.schedule.n_steps
    }

    /// Whether every step is taken.
    pub fn is_done(&self) -> bool {
        self.learner.n_steps >= self.schedule.n_steps
    }

    /// Takes the next step. Which demonstrations it sees depends on the seed and the number of steps
    /// taken alone.
    pub fn step(&mut self) -> SftStep {
        let n_demonstrations = self.lessons.demonstrations.len();
        let per_epoch = n_demonstrations.div_ceil(self.config.batch_size);
        let step = self.learner.n_steps;
        let order = epoch_order(n_demonstrations, self.config.seed, step / per_epoch);
        let from = (step % per_epoch) * self.config.batch_size;
        let batch: Vec<Transcript> = order[from..]
            .iter()
            .take(self.config.batch_size)
            .enumerate()
            .map(|(place, &index)| self.reading(index, step, place))
            .collect();

        let parts = split_batch(&batch.iter().collect::<Vec<_>>(), self.config.padded_tokens_max);
        let n_targets: usize = parts.iter().map(MicroBatch::n_targets).sum();
        let (loss, gradients) =
            sum_gradients(&self.learner.model, &parts, self.config.n_threads, |model, part| {
                mean_loss(model, part, n_targets)
            });
        let rate = self.schedule.rate(step);
        let gradient_norm = self.learner.step(gradients, rate);
        SftStep {
            step: step + 1,
            epoch: (step + 1) as f64 / per_epoch as f64,
            loss,
            gradient_norm,
            rate,
            n_tokens: batch.iter().map(|transcript| transcript.ids.len()).sum(),
        }
    }

    /// What this step reads for a demonstration: itself or a drill, with its handles numbered anew. In
    /// a share of the readings copied values are respelled.
    fn reading(&self, index: usize, step: usize, place: usize) -> Transcript {
        let seed = mix_seed(self.config.seed, &[4, step as u64, place as u64]);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let left = 1.0 - step as f64 / self.schedule.n_steps as f64;
        let drills = &self.lessons.drills;
        if unit(&mut random) < self.config.drill_share * left && !drills.is_empty() {
            let drill = (random.next_u64() % drills.len() as u64) as usize;
            return self.scrambler.renumber(&drills[drill], random.next_u64());
        }
        let demonstration = &self.lessons.demonstrations[index];
        if unit(&mut random) < self.config.scramble_share {
            self.scrambler.scramble(demonstration, random.next_u64())
        } else {
            self.scrambler.renumber(demonstration, random.next_u64())
        }
    }
}

/// Cuts a batch into parts of like length.
pub fn split_batch(batch: &[&Transcript], padded_tokens_max: usize) -> Vec<MicroBatch> {
    let lengths: Vec<usize> = batch.iter().map(|transcript| transcript.ids.len()).collect();
    plan_micro_batches(&lengths, padded_tokens_max)
        .into_iter()
        .map(|group| MicroBatch::new(group.into_iter().map(|index| batch[index])))
        .collect()
}

/// A part's share of the batch's mean loss: negative log-probabilities over the *batch's* number of
/// targets, so that parts sum to the mean.
fn mean_loss(model: &Decoder, part: &MicroBatch, n_targets: usize) -> Tensor<1> {
    model.log_probs(&part.ids, &part.targets).sum() * (-1.0 / n_targets.max(1) as f64)
}

/// The mean loss over transcripts, in nats a token, without learning from them.
pub fn held_out_loss(model: &Decoder, transcripts: &[Transcript], padded_tokens_max: usize) -> f64 {
    let model = model.valid();
    let parts = split_batch(&transcripts.iter().collect::<Vec<_>>(), padded_tokens_max);
    let n_targets: usize = parts.iter().map(MicroBatch::n_targets).sum();
    parts
        .iter()
        .map(|part| f64::from(mean_loss(&model, part, n_targets).into_scalar::<f32>()))
        .sum()
}
