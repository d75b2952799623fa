//! Which reward leads GRPO to full completion.

use std::collections::BTreeSet;
use std::path::Path;

use compoworld_lm::train::checkpoint_folder::hex_digest;
use serde_json::{Value, json};

use super::bench::Bench;
use super::cell::Found;
use super::draw_tasks::{Stream, Wanted, demonstrate, draw_tasks, instructions, prepare};
use super::error::ExperimentError;
use super::folder::write_whole;
use super::policy::{PolicySettings, measure};
use super::{About, Condition, Experiment, Figure, Measure, Size, Unit};
use crate::checkpoint::{
    Checkpoint, CheckpointError, RunKind, read_checkpoint, run_state, write_checkpoint,
};
use crate::demonstration::Demonstration;
use crate::episodes::WorldTasks;
use crate::grpo::{GrpoConfig, GrpoRound, GrpoRun};
use crate::reward::RewardKind;
use crate::round_line::round_line;
use crate::sampling::Sampling;
use crate::train::learner::{Learner, OptimizerConfig};

/// The services of the quickstart.
const SERVICES: [&str; 2] = ["stripe", "zendesk"];
const START: &str = "start";
const CONDITIONS: [(&str, RewardKind); 3] = [
    ("uniform", RewardKind::Uniform),
    ("binary", RewardKind::Binary),
    ("completion", RewardKind::Completion),
];
/// The seed of the fine-tuned policy that every run starts from.
const START_SEED: u64 = 0;

/// Which reward leads GRPO to full completion.
///
/// # Source
/// The three rewards are compared in CompoWorld, arXiv:2609.33665; tasks and policy are far
/// smaller.
#[derive(Debug)]
pub struct Rewards {
    policy: PolicySettings,
    grpo: GrpoConfig,
    n_demonstrations: usize,
    n_practice: usize,
    n_held_out: usize,
}

impl Rewards {
    /// The experiment in this size.
    pub fn new(size: Size) -> Self {
        let policy = PolicySettings::new(size);
        let grpo = GrpoConfig {
            n_iterations: 32,
            n_tasks: 24,
            rate: 3e-4,
            rollout: policy.rollout(Sampling::ON_POLICY, 1),
            ..GrpoConfig::small()
        };
        match size {
            Size::Full => {
                Self { policy, grpo, n_demonstrations: 3_000, n_practice: 48, n_held_out: 200 }
            }
            Size::Quick => Self {
                policy,
                grpo: GrpoConfig { n_iterations: 2, n_tasks: 2, group_size: 4, ..grpo },
                n_demonstrations: 32,
                n_practice: 4,
                n_held_out: 8,
            },
        }
    }

    fn wanted(&self, stream: Stream, n_goals_min: usize, n: usize) -> Wanted<'static> {
        Wanted { services: &SERVICES, k: 2, n_goals_min, stream, seed: START_SEED, n }
    }

    /// The policy that every run starts from: read when an earlier cell has prepared it.
    fn start(
        &self,
        bench: &Bench<'_>,
        avoided: &BTreeSet<String>,
    ) -> Result<Checkpoint, ExperimentError> {
        let folder = bench.folder.join("start");
        match read_checkpoint(&folder, &bench.device) {
            Err(CheckpointError::Missing(_)) => {}
            read => return Ok(read?),
        }
        let wanted = self.wanted(Stream::Train, 1, self.n_demonstrations);
        let demonstrations =
            demonstrate(bench.catalog, draw_tasks(bench.catalog, &wanted, avoided)?)?;
        let tokenizer = self.policy.tokenizer(&demonstrations)?;
        let shown: Vec<&Demonstration> = demonstrations.iter().collect();
        let learner = self.policy.fine_tune(bench, &shown, &tokenizer, START_SEED)?;
        let settings = json!({"observation_tokens_max": self.policy.observation_tokens_max});
        let texts: String = demonstrations.iter().flat_map(Demonstration::texts).collect();
        let digest = hex_digest(texts.as_bytes());
        let state = run_state(RunKind::Sft, &learner, 0, settings, &digest);
        write_checkpoint(&folder, &Checkpoint { learner, tokenizer, state }, 1)?;
        // What is read differs in nothing from what was written; reading keeps it so.
        Ok(read_checkpoint(&folder, &bench.device)?)
    }

    /// Practises with one reward, and keeps what each round did beside the results.
    fn practise(
        &self,
        bench: &Bench<'_>,
        (condition, reward): (&str, RewardKind),
        seed: u64,
        start: &mut Checkpoint,
        practice: &WorldTasks,
    ) -> Result<Found, ExperimentError> {
        let config = GrpoConfig {
            reward,
            seed,
            n_threads: bench.n_threads,
            rollout: self.policy.rollout(Sampling::ON_POLICY, bench.n_threads),
            ..self.grpo.clone()
        };
        let learner = Learner::new(start.learner.model.clone(), OptimizerConfig::default());
        let mut run = GrpoRun::new(learner, 0, &start.tokenizer, practice, config);
        bench.begin("practising", self.grpo.n_iterations);
        let mut rounds: Vec<GrpoRound> = Vec::new();
        while !run.is_done() {
            let round = run.step();
            bench.bar.set_message(format!("practising, success {:.3}", round.success));
            bench.bar.inc(1);
            rounds.push(round);
        }
        start.learner = run.learner;
        let place = bench.folder.join(format!("rounds/{condition}-seed-{seed}.jsonl"));
        write_rounds(&place, &rounds, practice)?;
        Ok(of_rounds(&rounds))
    }
}

/// What the rounds of a run say together.
fn of_rounds(rounds: &[GrpoRound]) -> Found {
    let (n_equal, n_groups) = rounds
        .iter()
        .fold((0, 0), |(equal, all), round| (equal + round.n_equal_groups, all + round.n_groups));
    let last = &rounds[rounds.len() - rounds.len().div_ceil(4)..];
    let success = last.iter().map(|round| round.success).sum::<f64>() / last.len().max(1) as f64;
    let curve = |value: fn(&GrpoRound) -> f64| rounds.iter().map(value).collect();
    let mut found = Found::default()
        .with("success_practice", success)
        .with("equal_groups", n_equal as f64 / n_groups.max(1) as f64);
    found.curves.insert("success".to_owned(), curve(|round| round.success));
    found.curves.insert("criteria".to_owned(), curve(|round| round.criteria_passed));
    found.curves.insert(
        "equal_groups".to_owned(),
        curve(|round| round.n_equal_groups as f64 / round.n_groups as f64),
    );
    found
}

/// Writes rounds as a training run's metrics, with the pass rate and weight of every criterion.
fn write_rounds(
    place: &Path,
    rounds: &[GrpoRound],
    tasks: &WorldTasks,
) -> Result<(), ExperimentError> {
    let line = |round: &GrpoRound| {
        let mut line = round_line(round, &round.groups, tasks);
        line["event"] = json!("grpo_round");
        format!("{line}\n")
    };
    write_whole(place, &rounds.iter().map(line).collect::<String>())
}

impl Experiment for Rewards {
    fn name(&self) -> &'static str {
        "rewards"
    }

    fn about(&self) -> About {
        About {
            title: "Rewards for GRPO",
            question: "From one fine-tuned policy, which reward leads to tasks that are completed \
                       in full?",
            method: vec![
                format!(
                    "One policy, fine-tuned on {} demonstrations of tasks over {}, practises {} \
                     tasks in {} rounds of {} tasks and groups of {}. Rewards: uniform (the share \
                     of criteria), binary (all or nothing), completion (criteria that the group \
                     rarely satisfies weigh more, w = λ + 1 − p with λ = {}).",
                    self.n_demonstrations,
                    SERVICES.join(" and "),
                    self.n_practice,
                    self.grpo.n_iterations,
                    self.grpo.n_tasks,
                    self.grpo.group_size,
                    self.grpo.lambda
                ),
                format!(
                    "Practised and {} held-out tasks have two goals at least, since with one goal \
                     and a guard the rewards hardly differ. Each seed changes the order of the \
                     tasks and every draw; start, tasks and held-out tasks are the same for all. \
                     Pass rates and weights of every criterion in every round are in rounds/.",
                    self.n_held_out
                ),
            ],
        }
    }

    fn settings(&self) -> Value {
        json!({"policy": self.policy, "grpo": self.grpo, "services": SERVICES,
            "n_demonstrations": self.n_demonstrations, "n_practice": self.n_practice,
            "n_held_out": self.n_held_out, "start_seed": START_SEED})
    }

    fn conditions(&self) -> Vec<Condition> {
        let names = [START].into_iter().chain(CONDITIONS.map(|(name, _)| name));
        names.map(|name| Condition { name: name.to_owned(), amount: None }).collect()
    }

    fn measures(&self) -> &'static [Measure] {
        &[
            Measure {
                key: "success_sampled",
                title: "held out, all criteria, sampled",
                unit: Unit::Share,
            },
            Measure {
                key: "success_greedy",
                title: "held out, all criteria, likeliest tokens",
                unit: Unit::Share,
            },
            Measure {
                key: "criteria_sampled",
                title: "held out, share of criteria, sampled",
                unit: Unit::Share,
            },
            Measure {
                key: "success_practice",
                title: "practised, all criteria, last quarter of rounds",
                unit: Unit::Share,
            },
            Measure { key: "equal_groups", title: "groups without variance", unit: Unit::Share },
        ]
    }

    fn figures(&self) -> &'static [Figure] {
        &[
            Figure::OverSteps {
                title: "Rollouts that satisfy all criteria, mean of two rounds",
                x: "round",
                y: "share",
                curve: "success",
                window: 2,
            },
            Figure::OverSteps {
                title: "Groups without variance, mean of two rounds",
                x: "round",
                y: "share",
                curve: "equal_groups",
                window: 2,
            },
        ]
    }

    fn baseline(&self) -> Option<&'static str> {
        Some("uniform")
    }

    fn run_cell(
        &self,
        bench: &Bench<'_>,
        condition: &str,
        seed: u64,
    ) -> Result<Found, ExperimentError> {
        bench.begin("making tasks", 1);
        let held_out = self.wanted(Stream::HeldOut, 2, self.n_held_out);
        let held_out = draw_tasks(bench.catalog, &held_out, &BTreeSet::new())?;
        let avoided = instructions(&held_out);
        let practice = self.wanted(Stream::Practice, 2, self.n_practice);
        let practice = draw_tasks(bench.catalog, &practice, &avoided)?;
        let practice = prepare(bench.catalog, practice)?;
        let held_out = prepare(bench.catalog, held_out)?;

        let mut policy = self.start(bench, &avoided)?;
        let reward = CONDITIONS.iter().find(|(name, _)| *name == condition);
        let mut found = match reward {
            Some(&reward) => self.practise(bench, reward, seed, &mut policy, &practice)?,
            None => Found::default(),
        };
        bench.begin("measuring", 2);
        for (name, sampling) in [("greedy", Sampling::GREEDY), ("sampled", Sampling::ON_POLICY)] {
            let config = self.policy.rollout(sampling, bench.n_threads);
            let policy = (&policy.learner.model, &policy.tokenizer);
            found = measure(found, name, policy, &held_out, seed, &config);
            bench.bar.inc(1);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::of_rounds;
    use crate::grpo::GrpoRound;

    #[test]
    fn rounds_are_summed_up_by_their_last_quarter_and_all_their_groups() {
        let round = |iteration: usize, success: f64, n_equal_groups: usize| GrpoRound {
            iteration,
            reward: 0.0,
            success,
            criteria_passed: 0.5,
            n_equal_groups,
            n_groups: 10,
            loss: 0.0,
            gradient_norm: 0.0,
            n_calls: 0.0,
            n_malformed: 0.0,
            n_tokens: 0.0,
            groups: Vec::new(),
        };
        let successes = [0.1, 0.2, 0.3, 0.4, 0.5];
        let rounds: Vec<GrpoRound> =
            successes.iter().enumerate().map(|(at, &share)| round(at + 1, share, at)).collect();
        let found = of_rounds(&rounds);
        // The last quarter of five rounds is two.
        assert!((found.measures["success_practice"] - 0.45).abs() < 1e-12);
        assert!((found.measures["equal_groups"] - 10.0 / 50.0).abs() < 1e-12);
        assert_eq!(found.curves["success"], successes);
    }
}
