//! The policy that experiments train: the embedded one, from scratch.

use serde::Serialize;

use super::bench::Bench;
use super::error::ExperimentError;
use super::{Size, cell::Found};
use crate::demonstration::Demonstration;
use crate::episodes::WorldTasks;
use crate::evaluate::evaluate;
use crate::lessons::{ReadingLimits, lessons};
use crate::model::config::DecoderConfig;
use crate::model::decoder::Decoder;
use crate::rollout::RolloutConfig;
use crate::sampling::Sampling;
use crate::sft::{SftConfig, SftRun};
use crate::text::tokenizer::Tokenizer;
use crate::train::learner::Learner;

/// How policies are shaped and fine-tuned. The seeds in it are replaced by those of cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PolicySettings {
    /// Ids in the vocabulary, at most.
    pub n_vocabulary_max: usize,
    /// The shape, but for the vocabulary.
    pub decoder: DecoderConfig,
    /// Tokens of an observation that the policy sees.
    pub observation_tokens_max: usize,
    /// Turns that an attempt has.
    pub n_turns_max: usize,
    /// How it is fine-tuned.
    pub sft: SftConfig,
}

impl PolicySettings {
    /// The quickstart's policy, with the paper's three passes over the demonstrations.
    pub fn new(size: Size) -> Self {
        let full = Self {
            n_vocabulary_max: 2_000,
            decoder: DecoderConfig { context_tokens_max: 768, ..DecoderConfig::small(0) },
            observation_tokens_max: 320,
            n_turns_max: RolloutConfig::default().n_turns_max,
            sft: SftConfig { n_epochs: 3, ..SftConfig::small() },
        };
        match size {
            Size::Full => full,
            Size::Quick => Self {
                n_vocabulary_max: 900,
                decoder: DecoderConfig { context_tokens_max: 768, ..DecoderConfig::tiny(0) },
                // An untrained policy uses up every turn it has.
                n_turns_max: 3,
                sft: SftConfig { n_epochs: 1, ..full.sft.clone() },
                ..full
            },
        }
    }

    /// What a policy of this shape can take in.
    pub fn limits(&self) -> ReadingLimits {
        ReadingLimits {
            observation_tokens_max: self.observation_tokens_max,
            context_tokens_max: self.decoder.context_tokens_max,
        }
    }

    /// A tokenizer for demonstrations.
    ///
    /// # Errors
    /// [`ExperimentError::Tokenizer`] when they hold no text.
    pub fn tokenizer(
        &self,
        demonstrations: &[Demonstration],
    ) -> Result<Tokenizer, ExperimentError> {
        let texts: Vec<String> = demonstrations.iter().flat_map(Demonstration::texts).collect();
        Ok(Tokenizer::train(&texts, self.n_vocabulary_max)?)
    }

    /// How episodes run.
    pub fn rollout(&self, sampling: Sampling, n_threads: usize) -> RolloutConfig {
        RolloutConfig {
            sampling,
            n_threads,
            n_turns_max: self.n_turns_max,
            observation_tokens_max: self.observation_tokens_max,
            ..RolloutConfig::default()
        }
    }

    /// Trains a policy from scratch; the seed fixes its initial weights and the order of the
    /// demonstrations.
    ///
    /// # Errors
    /// [`ExperimentError::Config`] when no decoder has the shape.
    pub fn fine_tune(
        &self,
        bench: &Bench<'_>,
        demonstrations: &[&Demonstration],
        tokenizer: &Tokenizer,
        seed: u64,
    ) -> Result<Learner, ExperimentError> {
        let shape =
            DecoderConfig { n_vocabulary: tokenizer.n_vocabulary(), ..self.decoder.clone() };
        let model = Decoder::new(&shape, seed, &bench.device)?;
        let config = SftConfig { seed, n_threads: bench.n_threads, ..self.sft.clone() };
        let shown = demonstrations.iter().copied();
        let lessons = lessons(shown, tokenizer, self.limits(), config.drill_share, seed);
        let learner = Learner::new(model, config.optimizer.clone());
        let mut run = SftRun::new(learner, tokenizer, lessons, config);
        bench.begin("fine-tuning", run.n_steps());
        while !run.is_done() {
            run.step();
            bench.bar.inc(1);
        }
        Ok(run.learner)
    }
}

/// Measures a policy on tasks, one attempt each, and adds what was found under `success_` and
/// `criteria_` with this name.
pub fn measure(
    found: Found,
    name: &str,
    (model, tokenizer): (&Decoder, &Tokenizer),
    tasks: &WorldTasks,
    seed: u64,
    config: &RolloutConfig,
) -> Found {
    let (evaluation, _) = evaluate(model, tokenizer, tasks, 1, seed, config);
    found
        .with(&format!("success_{name}"), evaluation.success)
        .with(&format!("criteria_{name}"), evaluation.criteria_passed)
}
