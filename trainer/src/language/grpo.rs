//! GRPO for language models: the model acts, groups of its attempts are compared, what did better
//! than its group becomes likelier.

use std::sync::Arc;

use burn::module::Module;
use burn::tensor::{Device, Tensor, TensorData};
use compoworld_lm::text::chat::ChatText;
use compoworld_lm::train::backward::{Memory, row_gradients};
use compoworld_lm::train::gradients::sum_gradients;
use compoworld_lm::train::learner::{LmLearner, OptimizerConfig};
use compoworld_lm::train::lora::LoraConfig;
use compoworld_lm::train::order::mix_seed;
use compoworld_lm::train::packing::{PackedRow, pack};
use compoworld_lm::train::sequence::Sequence;
use compoworld_world::PreparedTask;
use compoworld_world::reward::success;
use compoworld_world::rollout::{TokenSequence, Trajectory};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::rollout::{LmActor, LmRolloutConfig, LmRolloutError, ToAttempt};
use crate::aggregation::{Aggregation, token_weights};
use crate::groups::{GroupVerdicts, JudgedGroups, judge_groups, share, tasks_of_round};
use crate::objective::{ClipRange, clipped_objective};
use crate::reward::RewardKind;

/// How GRPO of a language model runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LmGrpoConfig {
    /// Rounds of acting and learning.
    pub n_rounds: usize,
    /// Tasks a round.
    pub n_tasks: usize,
    /// Rollouts of each task, `N`.
    pub group_size: usize,
    /// Optimizer steps on each round's rollouts.
    pub n_updates: usize,
    /// Learning rate.
    pub rate: f64,
    /// What is rewarded.
    pub reward: RewardKind,
    /// `λ` of the completion-focused weights.
    pub lambda: f64,
    /// `δ`, added to the deviation of a group's rewards.
    pub delta: f64,
    /// How far one round may move the policy.
    pub clip: ClipRange,
    /// What counts alike in the mean over a round.
    pub aggregation: Aggregation,
    /// Tokens of a row, into which sequences are packed.
    pub row_tokens_max: usize,
    /// What is held between forward and backward pass.
    pub memory: Memory,
    /// Fixes which tasks come when, and what is drawn.
    pub seed: u64,
    /// How weights follow gradients.
    pub optimizer: OptimizerConfig,
    /// Adapters to train in place of all weights.
    pub lora: Option<LoraConfig>,
    /// How attempts run.
    pub rollout: LmRolloutConfig,
}

impl LmGrpoConfig {
    /// The published setting: groups of 8, Adam at rate 1e-5, clip (0.20, 0.28), `λ` = 0.01, all
    /// weights.
    ///
    /// # Source
    /// CompoWorld, arXiv:2609.33665. The number of tasks a round is ours.
    pub fn paper() -> Self {
        Self {
            n_rounds: 100,
            n_tasks: 32,
            group_size: 8,
            n_updates: 1,
            rate: 1e-5,
            reward: RewardKind::Completion,
            lambda: 0.01,
            delta: 1e-6,
            clip: ClipRange::default(),
            aggregation: Aggregation::Token,
            row_tokens_max: 2048,
            memory: Memory::Keep,
            seed: 0,
            optimizer: OptimizerConfig::default(),
            lora: None,
            rollout: LmRolloutConfig::default(),
        }
    }
}

/// Why a round was not learned from.
#[derive(Debug, Error)]
pub enum LmGrpoError {
    /// The model cannot act.
    #[error(transparent)]
    Rollout(#[from] LmRolloutError),
    /// The loss or the gradient is no number. The weights are those from before it.
    #[error(
        "round {round}: the loss is {loss} and the gradient's norm {gradient_norm}; the checkpoints \
         are from before it. Begin again with a lower --rate"
    )]
    Diverged {
        /// The round.
        round: usize,
        /// Its loss.
        loss: f64,
        /// The norm of its gradients.
        gradient_norm: f64,
    },
}

/// What one round did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LmGrpoRound {
    /// Rounds done, this one included.
    pub iteration: usize,
    /// Mean reward of the rollouts.
    pub reward: f64,
    /// Share of rollouts that satisfied every criterion.
    pub success: f64,
    /// Mean share of criteria satisfied.
    pub criteria_passed: f64,
    /// Groups whose rewards were all equal; they teach nothing.
    pub n_equal_groups: usize,
    /// Groups in all.
    pub n_groups: usize,
    /// The negative objective, averaged as the settings say, before the first update.
    pub loss: f64,
    /// Of the gradients before clipping, last update.
    pub gradient_norm: f64,
    /// Mean calls a rollout.
    pub n_calls: f64,
    /// Mean calls a rollout that named no tool or had no object of arguments.
    pub n_malformed: f64,
    /// Mean tokens that the model said, a rollout.
    pub n_said: f64,
    /// How each task of the round went.
    pub groups: Vec<GroupVerdicts>,
}

/// GRPO of a language model under way.
pub struct LmGrpoRun<'a> {
    /// What learns.
    pub learner: LmLearner,
    /// Rounds done.
    pub n_done: usize,
    name: &'a str,
    text: &'a ChatText,
    tasks: &'a [Arc<PreparedTask>],
    config: LmGrpoConfig,
    devices: Vec<Device>,
}

impl<'a> LmGrpoRun<'a> {
    /// Starts, or goes on after `n_done` rounds. The devices share the work of learning; the model is
    /// on the first of them.
    ///
    /// # Panics
    /// When there is no task or no device, or a round has no task or no rollout.
    pub fn new(
        learner: LmLearner,
        n_done: usize,
        (name, text): (&'a str, &'a ChatText),
        tasks: &'a [Arc<PreparedTask>],
        config: LmGrpoConfig,
        devices: Vec<Device>,
    ) -> Self {
        assert!(!tasks.is_empty(), "GRPO needs at least one task");
        assert!(config.n_tasks * config.group_size > 0, "a round has at least one rollout");
        assert!(!devices.is_empty(), "there is a device to compute on");
        Self { learner, n_done, name, text, tasks, config, devices }
    }

    /// Whether every round is done.
    pub fn is_done(&self) -> bool {
        self.n_done >= self.config.n_rounds
    }

    /// Runs the next round: which tasks and draws it has depends on the seed and the number of
    /// rounds done alone. Gives the attempts too.
    ///
    /// # Errors
    /// [`LmGrpoError`] when the model cannot act, or there is nothing to follow.
    pub fn step(&mut self) -> Result<(LmGrpoRound, Vec<Trajectory>), LmGrpoError> {
        let LmGrpoConfig { n_tasks, group_size, seed, reward, lambda, delta, .. } = self.config;
        let tasks = tasks_of_round(self.tasks.len(), n_tasks, self.n_done, seed);
        let attempts: Vec<ToAttempt> = tasks
            .iter()
            .enumerate()
            .flat_map(|(place, &task)| (0..group_size).map(move |member| (place, task, member)))
            .map(|(place, task, member)| {
                let draw = [2, self.n_done as u64, place as u64, member as u64];
                let task = Arc::clone(&self.tasks[task]);
                ToAttempt { task, number: member as u32, seed: mix_seed(seed, &draw) }
            })
            .collect();
        let trajectories = self.roll_out(&attempts, &self.config.rollout)?;
        let passed: Vec<Vec<bool>> =
            trajectories.iter().map(|one| one.outcome.criteria.clone()).collect();
        let judged = judge_groups(&tasks, &passed, reward, lambda, delta);
        let (learner, config) = (&mut self.learner, &self.config);
        let (loss, gradient_norm) = learn(learner, &trajectories, &judged, config, &self.devices)
            .map_err(|Diverged { loss, gradient_norm }| {
            let round = self.n_done + 1;
            LmGrpoError::Diverged { round, loss, gradient_norm }
        })?;
        self.n_done += 1;
        Ok((self.summary(&trajectories, judged, loss, gradient_norm), trajectories))
    }

    /// Lets the model act as it is now.
    ///
    /// # Errors
    /// [`LmRolloutError`] when it cannot.
    pub fn roll_out(
        &self,
        attempts: &[ToAttempt],
        config: &LmRolloutConfig,
    ) -> Result<Vec<Trajectory>, LmRolloutError> {
        let model = self.learner.model.valid();
        LmActor { name: self.name, model: &model, text: self.text }.roll_out(attempts, config)
    }

    fn summary(
        &self,
        trajectories: &[Trajectory],
        judged: JudgedGroups,
        loss: f64,
        gradient_norm: f64,
    ) -> LmGrpoRound {
        let n = trajectories.len() as f64;
        let mean =
            |value: &dyn Fn(&Trajectory) -> f64| trajectories.iter().map(value).sum::<f64>() / n;
        LmGrpoRound {
            iteration: self.n_done,
            reward: judged.rewards.iter().sum::<f64>() / n,
            success: mean(&|one| f64::from(u8::from(success(&one.outcome.criteria)))),
            criteria_passed: mean(&|one| share(&one.outcome.criteria)),
            n_equal_groups: judged.n_equal,
            n_groups: judged.verdicts.len(),
            loss,
            gradient_norm,
            n_calls: mean(&|one| one.calls().count() as f64),
            n_malformed: mean(&|one| one.n_malformed as f64),
            n_said: mean(&|one| n_said(one) as f64),
            groups: judged.verdicts,
        }
    }
}

/// Updates the model. Rollouts without advantage add nothing to the gradient and are left out
/// of it, but count in the mean.
///
/// Gives the loss before the first update, and the norm of the last one's gradients.
fn learn(
    learner: &mut LmLearner,
    trajectories: &[Trajectory],
    judged: &JudgedGroups,
    config: &LmGrpoConfig,
    devices: &[Device],
) -> Result<(f64, f64), Diverged> {
    let n_said: Vec<usize> = trajectories.iter().map(n_said).collect();
    let weights = token_weights(config.aggregation, &n_said);
    let (mut sequences, mut owners) = (Vec::new(), Vec::new());
    for (index, trajectory) in trajectories.iter().enumerate() {
        if judged.advantages[index] != 0.0 {
            sequences.extend(trajectory.token_sequences.iter().map(learned));
            owners.resize(sequences.len(), index);
        }
    }
    let batch: Vec<&Sequence> = sequences.iter().collect();
    let rows: Vec<Part> = pack(&batch, config.row_tokens_max)
        .into_iter()
        .map(|row| {
            let of_target = |values: &[f64]| {
                row.owners.iter().map(|&owner| values[owners[owner]] as f32).collect()
            };
            let (advantages, weights) = (of_target(&judged.advantages), of_target(&weights));
            Part { advantages, weights, row }
        })
        .collect();
    let (mut first_loss, mut gradient_norm) = (0.0, 0.0);
    let n_updates = if rows.is_empty() { 0 } else { config.n_updates };
    for update in 0..n_updates {
        let LmGrpoConfig { clip, memory, rate, .. } = *config;
        let (loss, gradients) = sum_gradients(&learner.model, &rows, devices, |model, part| {
            row_gradients(model, &part.row, memory, |log_probs, targets| {
                part.loss(log_probs, targets, clip)
            })
        });
        if update == 0 {
            first_loss = loss;
        }
        gradient_norm = match loss.is_finite() {
            true => learner.step(gradients, rate),
            false => f64::NAN,
        };
        if !gradient_norm.is_finite() {
            return Err(Diverged { loss, gradient_norm });
        }
    }
    Ok((first_loss, gradient_norm))
}

/// A loss or a gradient that is no number.
#[derive(Debug, Clone, Copy)]
struct Diverged {
    loss: f64,
    gradient_norm: f64,
}

/// A row of a round's rollouts.
struct Part {
    row: PackedRow,
    /// One a target.
    advantages: Vec<f32>,
    /// What each target weighs in the mean over the whole round.
    weights: Vec<f32>,
}

impl Part {
    /// The share of some targets in the negative objective, which is a mean over the whole round.
    ///
    /// # Shapes
    /// - `log_probs`: one a target of the range; returns `[1]`
    fn loss(
        &self,
        log_probs: Tensor<1>,
        targets: std::ops::Range<usize>,
        clip: ClipRange,
    ) -> Tensor<1> {
        let device = log_probs.device();
        let vector = |values: &[f32]| {
            let values = values[targets.clone()].to_vec();
            let n = values.len();
            Tensor::<1>::from_data(TensorData::new(values, [n]), &device)
        };
        let (sampled, advantages) = (vector(&self.row.log_probs), vector(&self.advantages));
        let objective = clipped_objective(log_probs, sampled, advantages, clip);
        (objective * vector(&self.weights)).sum().neg()
    }
}

fn learned(sequence: &TokenSequence) -> Sequence {
    Sequence {
        ids: sequence.ids.clone(),
        agent_spans: sequence.agent_spans.clone(),
        log_probs: sequence.log_probs.clone(),
    }
}

/// Tokens that the model said in an attempt.
fn n_said(trajectory: &Trajectory) -> usize {
    let spans = trajectory.token_sequences.iter().flat_map(|one| &one.agent_spans);
    spans.map(|(from, to)| to - from).sum()
}

impl std::fmt::Debug for LmGrpoRun<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LmGrpoRun")
            .field("config", &self.config)
            .field("n_done", &self.n_done)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use burn::module::Module;
    use burn::tensor::Device;
    use compoworld_lm::load::random_model;
    use compoworld_lm::model::config::{
        AttentionConfig, Family, FeedForwardKind, LayerConfig, LmConfig, MixerKind, RotationConfig,
    };
    use compoworld_lm::train::backward::row_log_probs;
    use compoworld_lm::train::learner::{LmLearner, OptimizerConfig};
    use compoworld_lm::train::packing::PackedRow;
    use compoworld_world::rollout::{TokenSequence, Trajectory};

    use super::{LmGrpoConfig, learn, learned};
    use crate::aggregation::Aggregation;
    use crate::groups::judge_groups;
    use crate::reward::RewardKind;

    fn tiny() -> LmConfig {
        let layer =
            LayerConfig { mixer: MixerKind::Attention, feed_forward: FeedForwardKind::Dense };
        LmConfig {
            family: Family::Qwen3,
            n_vocabulary: 40,
            d_model: 16,
            n_layers: 1,
            context_tokens_max: 64,
            norm_epsilon: 1e-6,
            zero_centred_norms: false,
            tied_embeddings: false,
            attention: AttentionConfig {
                n_heads: 2,
                n_kv_heads: 1,
                d_head: 8,
                qkv_bias: false,
                out_bias: false,
                qk_norm: true,
                gated: false,
                rotation: RotationConfig { base: 10_000.0, n_rotary: 8, stretch: None },
            },
            delta: None,
            d_feed_forward: 24,
            feed_forward_bias: false,
            experts: None,
            layers: vec![layer],
            bos_id: None,
            eos_ids: vec![0],
            pad_id: None,
        }
    }

    /// An attempt of a group with its verdicts, whose log-probabilities are those of the model.
    fn attempt(
        learner: &LmLearner,
        ids: &[u32],
        span: (usize, usize),
        passed: &[bool],
    ) -> Trajectory {
        let mut tokens =
            TokenSequence { ids: ids.to_vec(), agent_spans: vec![span], log_probs: Vec::new() };
        tokens.log_probs = log_probs(learner, &tokens);
        serde_json::from_value(serde_json::json!({
            "task": "t", "task_digest": "", "attempt": 0, "policy": "p", "seed": 0,
            "catalog_version": "", "view": "meta", "messages": [], "answer": null,
            "ending": "answered", "criteria": [],
            "outcome": {"criteria": passed, "reasons": [], "success": false, "rubric_mean": 0.0,
                "changes": [], "n_calls": 0, "simulated": 0, "digest": ""},
            "tokens": {"prompt": 0, "completion": 0}, "token_sequences": [tokens],
        }))
        .expect("a trajectory")
    }

    fn log_probs(learner: &LmLearner, tokens: &TokenSequence) -> Vec<f32> {
        let row = PackedRow::new(&[&learned(tokens)], &[0]);
        row_log_probs(&learner.model.valid(), &row).try_into_vec_as().expect("floats")
    }

    #[test]
    fn a_step_raises_what_did_better_and_lowers_what_did_worse() {
        let device = Device::flex().autodiff();
        let model = random_model(tiny(), 3, &device);
        let mut learner = LmLearner::new(model, OptimizerConfig::default());
        // One says four tokens and does it, the other says two and does half of it.
        let better = attempt(&learner, &[1, 2, 3, 11, 12, 13, 14], (3, 7), &[true, true]);
        let worse = attempt(&learner, &[1, 2, 3, 21, 22], (3, 5), &[true, false]);
        let attempts = [better, worse];
        let passed: Vec<Vec<bool>> = attempts.iter().map(|a| a.outcome.criteria.clone()).collect();
        for (aggregation, loss) in [(Aggregation::Token, -2.0 / 6.0), (Aggregation::Sequence, 0.0)]
        {
            let config = LmGrpoConfig { aggregation, rate: 1e-3, ..LmGrpoConfig::paper() };
            let judged = judge_groups(&[0], &passed, RewardKind::Completion, 0.01, 0.0);
            for (found, expected) in judged.advantages.iter().zip([1.0, -1.0]) {
                assert!((found - expected).abs() < 1e-12, "{found}");
            }
            let found = learn(
                &mut learner.clone(),
                &attempts,
                &judged,
                &config,
                std::slice::from_ref(&device),
            );
            // The ratio is one, so that the loss is the mean advantage, negated.
            let (found, _) = found.expect("numbers");
            assert!((found - loss).abs() < 1e-5, "{aggregation:?}: {found}");
        }
        let sum = |learner: &LmLearner, index: usize| -> f32 {
            log_probs(learner, &attempts[index].token_sequences[0]).iter().sum()
        };
        let before = [sum(&learner, 0), sum(&learner, 1)];
        let config = LmGrpoConfig { rate: 1e-3, ..LmGrpoConfig::paper() };
        let judged = judge_groups(&[0], &passed, RewardKind::Completion, 0.01, 0.0);
        learn(&mut learner, &attempts, &judged, &config, &[device]).expect("numbers");
        assert!(sum(&learner, 0) > before[0]);
        assert!(sum(&learner, 1) < before[1]);
    }

    #[test]
    fn groups_that_all_did_alike_teach_nothing() {
        let device = Device::flex().autodiff();
        let learner = LmLearner::new(random_model(tiny(), 3, &device), OptimizerConfig::default());
        let attempts = [
            attempt(&learner, &[1, 2, 3, 11], (3, 4), &[true, false]),
            attempt(&learner, &[1, 2, 3, 21], (3, 4), &[true, false]),
        ];
        let passed = vec![vec![true, false]; 2];
        let judged = judge_groups(&[0], &passed, RewardKind::Completion, 0.01, 1e-6);
        let mut after = learner.clone();
        let found = learn(&mut after, &attempts, &judged, &LmGrpoConfig::paper(), &[device]);
        assert_eq!(found.expect("numbers"), (0.0, 0.0));
        assert_eq!(after.n_steps, 0);
        let tokens = &attempts[0].token_sequences[0];
        assert_eq!(log_probs(&after, tokens), log_probs(&learner, tokens));
    }
}
