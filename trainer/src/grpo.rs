//! GRPO: the policy acts, groups of its rollouts are compared, what did better than its group
//! becomes likelier.

use burn::module::Module;
use burn::tensor::{Tensor, TensorData};
use compoworld_lm::train::order::mix_seed;
use compoworld_world::reward::success;
use serde::{Deserialize, Serialize};

use crate::aggregation::{Aggregation, token_weights};
use crate::groups::{GroupVerdicts, judge_groups, share, tasks_of_round};
use crate::model::decoder::Decoder;
use crate::objective::{ClipRange, clipped_objective};
use crate::reward::RewardKind;
use crate::rollout::{Rollout, RolloutConfig, TaskSet, roll_out};
use crate::text::template::Transcript;
use crate::text::tokenizer::Tokenizer;
use crate::train::batches::{MicroBatch, plan_micro_batches};
use crate::train::gradients::sum_gradients;
use crate::train::learner::Learner;

/// How GRPO runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrpoConfig {
    /// Rounds of acting and learning.
    pub n_iterations: usize,
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
    /// What counts alike in the mean over a round. Checkpoints from before there was a choice
    /// meant tokens.
    #[serde(default)]
    pub aggregation: Aggregation,
    /// Padded tokens that go through the model at once.
    pub padded_tokens_max: usize,
    /// Parts that are computed at the same time.
    pub n_threads: usize,
    /// Fixes which tasks come when, and what is drawn.
    pub seed: u64,
    /// How episodes run.
    pub rollout: RolloutConfig,
}

impl GrpoConfig {
    /// The published setting: groups of 8, rate 1e-5, clip (0.20, 0.28), `λ` = 0.01.
    ///
    /// # Source
    /// CompoWorld, arXiv:2609.33665. The number of tasks a round is ours.
    pub fn paper() -> Self {
        Self {
            n_iterations: 100,
            n_tasks: 32,
            group_size: 8,
            n_updates: 1,
            rate: 1e-5,
            reward: RewardKind::Completion,
            lambda: 0.01,
            delta: 1e-6,
            clip: ClipRange::default(),
            aggregation: Aggregation::Token,
            padded_tokens_max: 4096,
            n_threads: 2,
            seed: 0,
            rollout: RolloutConfig::default(),
        }
    }

    /// For the embedded policy: fewer rounds and tasks, and a higher rate.
    pub fn small() -> Self {
        Self { n_iterations: 40, n_tasks: 24, rate: 1e-4, ..Self::paper() }
    }
}

/// GRPO under way.
pub struct GrpoRun<'a> {
    /// What learns.
    pub learner: Learner,
    /// Rounds done.
    pub n_done: usize,
    tokenizer: &'a Tokenizer,
    tasks: &'a dyn TaskSet,
    config: GrpoConfig,
}

/// What one round did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GrpoRound {
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
    /// Mean malformed turns a rollout.
    pub n_malformed: f64,
    /// Mean tokens of a rollout.
    pub n_tokens: f64,
    /// How each task of the round went.
    pub groups: Vec<GroupVerdicts>,
}

impl<'a> GrpoRun<'a> {
    /// Starts, or goes on after `n_done` rounds.
    ///
    /// # Panics
    /// When there is no task, or a round has no task or no rollout.
    pub fn new(
        learner: Learner,
        n_done: usize,
        tokenizer: &'a Tokenizer,
        tasks: &'a dyn TaskSet,
        config: GrpoConfig,
    ) -> Self {
        assert!(!tasks.is_empty(), "GRPO needs at least one task");
        assert!(config.n_tasks * config.group_size > 0, "a round has at least one rollout");
        Self { learner, n_done, tokenizer, tasks, config }
    }

    /// Whether every round is done.
    pub fn is_done(&self) -> bool {
        self.n_done >= self.config.n_iterations
    }

    /// Runs the next round: which tasks and draws it has depends on the seed and the number of
    /// rounds done alone.
    pub fn step(&mut self) -> GrpoRound {
        let GrpoConfig { n_tasks, seed, .. } = self.config;
        let tasks = tasks_of_round(self.tasks.len(), n_tasks, self.n_done, seed);
        let rollouts = self.act(&tasks);
        let passed: Vec<Vec<bool>> = rollouts.iter().map(|r| r.passed.clone()).collect();
        let GrpoConfig { reward, lambda, delta, .. } = self.config;
        let judged = judge_groups(&tasks, &passed, reward, lambda, delta);
        let (loss, gradient_norm) = self.learn(&rollouts, &judged.advantages);

        self.n_done += 1;
        let mean = |value: &dyn Fn(&Rollout) -> f64| {
            rollouts.iter().map(value).sum::<f64>() / rollouts.len() as f64
        };
        GrpoRound {
            iteration: self.n_done,
            reward: judged.rewards.iter().sum::<f64>() / rollouts.len() as f64,
            success: mean(&|r| f64::from(u8::from(success(&r.passed)))),
            criteria_passed: mean(&|r| share(&r.passed)),
            n_equal_groups: judged.n_equal,
            n_groups: tasks.len(),
            loss,
            gradient_norm,
            n_calls: mean(&|r| r.n_calls as f64),
            n_malformed: mean(&|r| r.n_malformed as f64),
            n_tokens: mean(&|r| r.transcript.ids.len() as f64),
            groups: judged.verdicts,
        }
    }

    fn act(&self, tasks: &[usize]) -> Vec<Rollout> {
        let mut episodes = Vec::with_capacity(tasks.len() * self.config.group_size);
        for (place, &task) in tasks.iter().enumerate() {
            for member in 0..self.config.group_size {
                let draw = [2, self.n_done as u64, place as u64, member as u64];
                episodes.push((self.tasks.start(task), mix_seed(self.config.seed, &draw)));
            }
        }
        let model = self.learner.model.valid();
        roll_out(&model, self.tokenizer, episodes, &self.config.rollout)
    }

    /// Updates the policy. Rollouts without advantage add nothing to the gradient and are left out
    /// of it, but count in the mean.
    fn learn(&mut self, rollouts: &[Rollout], advantages: &[f64]) -> (f64, f64) {
        let n_tokens: Vec<usize> = rollouts.iter().map(|r| r.transcript.n_by_agent()).collect();
        let weights = token_weights(self.config.aggregation, &n_tokens);
        let taught: Vec<usize> =
            (0..rollouts.len()).filter(|&index| advantages[index] != 0.0).collect();
        if taught.is_empty() {
            return (0.0, 0.0);
        }
        let lengths: Vec<usize> =
            taught.iter().map(|&index| rollouts[index].transcript.ids.len()).collect();
        let parts: Vec<Part> = plan_micro_batches(&lengths, self.config.padded_tokens_max)
            .into_iter()
            .map(|group| {
                let members: Vec<usize> = group.iter().map(|&place| taught[place]).collect();
                let transcripts: Vec<&Transcript> =
                    members.iter().map(|&index| &rollouts[index].transcript).collect();
                let batch = MicroBatch::new(transcripts);
                let of_token = |values: &[f64]| {
                    batch.owners.iter().map(|&owner| values[members[owner]] as f32).collect()
                };
                Part { advantages: of_token(advantages), weights: of_token(&weights), batch }
            })
            .collect();

        let (mut first_loss, mut gradient_norm) = (0.0, 0.0);
        for update in 0..self.config.n_updates {
            let clip = self.config.clip;
            let (loss, gradients) =
                sum_gradients(&self.learner.model, &parts, self.config.n_threads, |model, part| {
                    policy_loss(model, part, clip)
                });
            if update == 0 {
                first_loss = loss;
            }
            gradient_norm = self.learner.step(gradients, self.config.rate);
        }
        (first_loss, gradient_norm)
    }
}

/// Rollouts of a round that go through the model together.
struct Part {
    batch: MicroBatch,
    /// One a target of the batch.
    advantages: Vec<f32>,
    /// What each target weighs in the mean over the whole round.
    weights: Vec<f32>,
}

/// A part's share of the negative objective, which is a mean over the whole round.
fn policy_loss(model: &Decoder, part: &Part, clip: ClipRange) -> Tensor<1> {
    let Part { batch, advantages, weights } = part;
    let device = model.device();
    let vector = |values: &[f32]| {
        Tensor::<1>::from_data(TensorData::new(values.to_vec(), [values.len()]), &device)
    };
    let log_probs = model.log_probs(&batch.ids, &batch.targets);
    let objective =
        clipped_objective(log_probs, vector(&batch.sampled_log_probs), vector(advantages), clip);
    (objective * vector(weights)).sum().neg()
}

impl std::fmt::Debug for GrpoRun<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GrpoRun")
            .field("config", &self.config)
            .field("n_done", &self.n_done)
            .finish_non_exhaustive()
    }
}
