//! How success grows with the number of demonstrations.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::bench::Bench;
use super::cell::Found;
use super::draw_tasks::{Stream, Wanted, demonstrate, draw_tasks, instructions, prepare};
use super::error::ExperimentError;
use super::policy::{PolicySettings, measure};
use super::{About, Condition, Experiment, Figure, Measure, Size, Unit};
use crate::demonstration::Demonstration;
use crate::sampling::Sampling;

/// The services of the quickstart.
const SERVICES: [&str; 2] = ["stripe", "zendesk"];

/// How success grows with the number of demonstrations.
///
/// # Source
/// The amounts up to 3,000 are those of CompoWorld, arXiv:2609.33665, at a policy and at tasks that
/// are far smaller.
#[derive(Debug)]
pub struct DataScaling {
    policy: PolicySettings,
    amounts: Vec<usize>,
    n_held_out: usize,
}

impl DataScaling {
    /// The experiment in this size.
    pub fn new(size: Size) -> Self {
        let (amounts, n_held_out) = match size {
            Size::Full => (vec![100, 500, 1_000, 3_000], 200),
            Size::Quick => (vec![16, 48], 8),
        };
        Self { policy: PolicySettings::new(size), amounts, n_held_out }
    }

    fn wanted(&self, stream: Stream, seed: u64, n: usize) -> Wanted<'static> {
        Wanted { services: &SERVICES, k: 2, n_goals_min: 1, stream, seed, n }
    }
}

impl Experiment for DataScaling {
    fn name(&self) -> &'static str {
        "data-scaling"
    }

    fn about(&self) -> About {
        About {
            title: "Demonstrations for fine-tuning",
            question: "How does success on held-out tasks grow with the number of demonstrations?",
            method: vec![
                format!(
                    "A small policy is trained from scratch on demonstrations of composed tasks \
                     over {} (two services, two or three steps), {} passes over each amount, and \
                     attempts {} held-out tasks over the same services, the same for all.",
                    SERVICES.join(" and "),
                    self.policy.sft.n_epochs,
                    self.n_held_out
                ),
                "Each seed draws demonstrations, initial weights and the order of the data anew; \
                 the smaller amounts are the beginnings of the larger ones. Passes are equal, so \
                 more demonstrations also mean more steps. Tokenizers are trained on the \
                 demonstrations alone."
                    .to_owned(),
            ],
        }
    }

    fn settings(&self) -> Value {
        json!({"policy": self.policy, "services": SERVICES, "n_held_out": self.n_held_out,
            "amounts": self.amounts})
    }

    fn conditions(&self) -> Vec<Condition> {
        let condition = |&amount: &usize| Condition {
            name: format!("{amount}-demonstrations"),
            amount: Some(amount as f64),
        };
        self.amounts.iter().map(condition).collect()
    }

    fn measures(&self) -> &'static [Measure] {
        &[
            Measure {
                key: "success_greedy",
                title: "all criteria, likeliest tokens",
                unit: Unit::Share,
            },
            Measure { key: "success_sampled", title: "all criteria, sampled", unit: Unit::Share },
            Measure {
                key: "criteria_greedy",
                title: "share of criteria, likeliest tokens",
                unit: Unit::Share,
            },
        ]
    }

    fn figures(&self) -> &'static [Figure] {
        &[Figure::OverAmounts {
            title: "Held-out tasks done",
            x: "demonstrations",
            measures: &["success_greedy", "success_sampled"],
        }]
    }

    fn baseline(&self) -> Option<&'static str> {
        None
    }

    fn run_cell(
        &self,
        bench: &Bench<'_>,
        condition: &str,
        seed: u64,
    ) -> Result<Found, ExperimentError> {
        let amount = self.amounts.iter().find(|n| condition == format!("{n}-demonstrations"));
        let amount = *amount.expect("the conditions are made of the amounts");
        bench.begin("making tasks", 1);
        let wanted = self.wanted(Stream::HeldOut, 0, self.n_held_out);
        let held_out = draw_tasks(bench.catalog, &wanted, &BTreeSet::new())?;
        let most = self.amounts.iter().copied().max().unwrap_or(amount);
        let wanted = self.wanted(Stream::Train, seed, most);
        let mut tasks = draw_tasks(bench.catalog, &wanted, &instructions(&held_out))?;
        tasks.truncate(amount);
        let demonstrations = demonstrate(bench.catalog, tasks)?;
        let held_out = prepare(bench.catalog, held_out)?;

        let tokenizer = self.policy.tokenizer(&demonstrations)?;
        let shown: Vec<&Demonstration> = demonstrations.iter().collect();
        let learner = self.policy.fine_tune(bench, &shown, &tokenizer, seed)?;
        bench.begin("measuring", 2);
        let mut found = Found::default();
        for (name, sampling) in [("greedy", Sampling::GREEDY), ("sampled", Sampling::ON_POLICY)] {
            let config = self.policy.rollout(sampling, bench.n_threads);
            let policy = (&learner.model, &tokenizer);
            found = measure(found, name, policy, &held_out, seed, &config);
            bench.bar.inc(1);
        }
        Ok(found)
    }
}
