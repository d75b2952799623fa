//! How well a policy does on tasks, without learning from them.

use burn::module::Module;
use compoworld_lm::train::order::mix_seed;
use compoworld_world::reward::success;
use serde::Serialize;

use crate::model::decoder::Decoder;
use crate::rollout::{Rollout, RolloutConfig, TaskSet, roll_out};
use crate::text::tokenizer::Tokenizer;

/// What an evaluation found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluation {
    /// Episodes run.
    pub n_episodes: usize,
    /// Share of episodes that satisfied every criterion.
    pub success: f64,
    /// Mean share of criteria satisfied.
    pub criteria_passed: f64,
    /// For each number of attempts `k`, the share of tasks whose first `k` attempts all succeeded.
    pub pass_all: Vec<f64>,
    /// Mean calls an episode.
    pub n_calls: f64,
    /// Mean malformed turns an episode.
    pub n_malformed: f64,
    /// Share of episodes that ended with an answer.
    pub answered: f64,
}

/// Runs every task `n_attempts` times.
pub fn evaluate(
    model: &Decoder,
    tokenizer: &Tokenizer,
    tasks: &dyn TaskSet,
    n_attempts: usize,
    seed: u64,
    config: &RolloutConfig,
) -> (Evaluation, Vec<Rollout>) {
    let mut episodes = Vec::with_capacity(tasks.len() * n_attempts);
    for task in 0..tasks.len() {
        for attempt in 0..n_attempts {
            let draw = mix_seed(seed, &[3, task as u64, attempt as u64]);
            episodes.push((tasks.start(task), draw));
        }
    }
    let rollouts = roll_out(&model.valid(), tokenizer, episodes, config);
    let n_episodes = rollouts.len().max(1) as f64;
    let mean =
        |value: &dyn Fn(&Rollout) -> f64| rollouts.iter().map(value).sum::<f64>() / n_episodes;
    let pass_all = (1..=n_attempts)
        .map(|k| {
            let held = rollouts
                .chunks(n_attempts)
                .filter(|attempts| attempts[..k].iter().all(|r| success(&r.passed)))
                .count();
            held as f64 / tasks.len().max(1) as f64
        })
        .collect();
    let evaluation = Evaluation {
        n_episodes: rollouts.len(),
        success: mean(&|r| f64::from(u8::from(success(&r.passed)))),
        criteria_passed: mean(&|r| {
            r.passed.iter().filter(|&&p| p).count() as f64 / r.passed.len().max(1) as f64
        }),
        pass_all,
        n_calls: mean(&|r| r.n_calls as f64),
        n_malformed: mean(&|r| r.n_malformed as f64),
        answered: mean(&|r| f64::from(u8::from(r.answer.is_some()))),
    };
    (evaluation, rollouts)
}
