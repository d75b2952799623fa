//! Whether composed training data teaches what single services do not, at an equal budget.

use std::collections::BTreeSet;

use compoworld_world::Task;
use serde_json::{Value, json};

use super::bench::Bench;
use super::cell::Found;
use super::draw_tasks::{Stream, Wanted, demonstrate, draw_in_turn, instructions, prepare};
use super::error::ExperimentError;
use super::policy::{PolicySettings, measure};
use super::{About, Condition, Experiment, Figure, Measure, Size, Unit};
use crate::demonstration::Demonstration;
use crate::sampling::Sampling;
use crate::text::tokenizer::Tokenizer;

const SINGLE: &str = "single-service";
const COMPOSED: &str = "composed";

/// The services alone.
const ALONE: [&[&str]; 6] =
    [&["stripe"], &["zendesk"], &["gmail"], &["asana"], &["shopify"], &["trello"]];
/// The pairs that composed training is over: all but those that are held out.
const TRAINED: [&[&str]; 12] = [
    &["stripe", "zendesk"],
    &["gmail", "shopify"],
    &["asana", "trello"],
    &["stripe", "asana"],
    &["zendesk", "shopify"],
    &["gmail", "trello"],
    &["stripe", "shopify"],
    &["zendesk", "trello"],
    &["gmail", "asana"],
    &["stripe", "trello"],
    &["zendesk", "gmail"],
    &["asana", "shopify"],
];
/// The pairs that are held out: no training data joins them.
const UNSEEN: [&[&str]; 3] = [&["stripe", "gmail"], &["zendesk", "asana"], &["shopify", "trello"]];

/// Whether composed training data teaches what single services do not, at an equal budget.
///
/// # Source
/// The comparison is of CompoWorld, arXiv:2609.33665; services, tasks and policy are far smaller.
#[derive(Debug)]
pub struct Composition {
    policy: PolicySettings,
    /// Tokens that demonstrating agents say, in each condition.
    budget_tokens: usize,
    /// Tasks that demonstrations are drawn from.
    n_drawn: usize,
    n_held_out: usize,
}

impl Composition {
    /// The experiment in this size.
    pub fn new(size: Size) -> Self {
        let (budget_tokens, n_drawn, n_held_out) = match size {
            Size::Full => (60_000, 3_600, 240),
            Size::Quick => (1_000, 48, 12),
        };
        Self { policy: PolicySettings::new(size), budget_tokens, n_drawn, n_held_out }
    }

    fn draw(
        &self,
        bench: &Bench<'_>,
        sets: &[&'static [&'static str]],
        (stream, seed): (Stream, u64),
        avoided: &BTreeSet<String>,
    ) -> Result<Vec<Task>, ExperimentError> {
        let n = match stream {
            Stream::HeldOut => self.n_held_out.div_ceil(sets.len()),
            Stream::Train | Stream::Practice => self.n_drawn.div_ceil(sets.len()),
        };
        let wish = |services: &&'static [&'static str]| Wanted {
            services,
            k: services.len(),
            n_goals_min: 1,
            stream,
            seed,
            n,
        };
        let wishes: Vec<Wanted<'_>> = sets.iter().map(wish).collect();
        draw_in_turn(bench.catalog, &wishes, avoided)
    }
}

impl Experiment for Composition {
    fn name(&self) -> &'static str {
        "composition"
    }

    fn about(&self) -> About {
        let sets = |sets: &[&[&str]]| {
            let joined: Vec<String> = sets.iter().map(|set| set.join("+")).collect();
            joined.join(", ")
        };
        About {
            title: "Single services or composed ones",
            question: "At an equal budget of demonstrated tokens, does training on composed tasks \
                       lead further on composed tasks than training on single services?",
            method: vec![
                format!(
                    "A small policy is trained from scratch on {} tokens that a demonstrating \
                     agent says. {SINGLE}: tasks that stay in one service (K = 1): {}. {COMPOSED}: \
                     tasks over pairs (K = 2): {}. Both have two or three steps, each of which \
                     uses what the step before found; one tokenizer, trained on the \
                     demonstrations of both, counts the tokens and serves both.",
                    self.budget_tokens,
                    sets(&ALONE),
                    sets(&TRAINED)
                ),
                format!(
                    "Held out are {} tasks each: over pairs that no training data joins ({}), \
                     over the pairs of the composed training, and within one service. Each \
                     service is as frequent in every set. Held-out tasks are the same for all; \
                     each seed draws demonstrations, weights and order anew. Tokens are the \
                     likeliest ones.",
                    self.n_held_out,
                    sets(&UNSEEN)
                ),
            ],
        }
    }

    fn settings(&self) -> Value {
        json!({"policy": self.policy, "budget_tokens": self.budget_tokens,
            "n_drawn": self.n_drawn, "n_held_out": self.n_held_out, "alone": ALONE,
            "trained": TRAINED, "unseen": UNSEEN})
    }

    fn conditions(&self) -> Vec<Condition> {
        let condition = |name: &str| Condition { name: name.to_owned(), amount: None };
        [SINGLE, COMPOSED].map(condition).into()
    }

    fn measures(&self) -> &'static [Measure] {
        &[
            Measure {
                key: "success_unseen",
                title: "unseen pairs, all criteria",
                unit: Unit::Share,
            },
            Measure {
                key: "criteria_unseen",
                title: "unseen pairs, share of criteria",
                unit: Unit::Share,
            },
            Measure {
                key: "success_trained",
                title: "composed training's pairs, all criteria",
                unit: Unit::Share,
            },
            Measure { key: "success_alone", title: "one service, all criteria", unit: Unit::Share },
            Measure { key: "n_demonstrations", title: "demonstrations", unit: Unit::Count },
            Measure { key: "n_tokens_said", title: "tokens said", unit: Unit::Count },
            Measure { key: "n_tokens_read", title: "tokens said and read", unit: Unit::Count },
        ]
    }

    fn figures(&self) -> &'static [Figure] {
        &[]
    }

    fn baseline(&self) -> Option<&'static str> {
        Some(SINGLE)
    }

    fn run_cell(
        &self,
        bench: &Bench<'_>,
        condition: &str,
        seed: u64,
    ) -> Result<Found, ExperimentError> {
        bench.begin("making tasks", 5);
        let draw = |sets: &[&'static [&'static str]], from, avoided: &BTreeSet<String>| {
            let drawn = self.draw(bench, sets, from, avoided);
            bench.bar.inc(1);
            drawn
        };
        let held_out = (Stream::HeldOut, 0);
        let none = BTreeSet::new();
        let unseen = draw(&UNSEEN, held_out, &none)?;
        let trained = draw(&TRAINED, held_out, &none)?;
        let alone = draw(&ALONE, held_out, &none)?;
        let avoided: BTreeSet<String> =
            [&unseen, &trained, &alone].into_iter().flat_map(|tasks| instructions(tasks)).collect();
        let single = draw(&ALONE, (Stream::Train, seed), &avoided)?;
        let composed = draw(&TRAINED, (Stream::Train, seed), &avoided)?;
        let mut single = demonstrate(bench.catalog, single)?;
        let composed = demonstrate(bench.catalog, composed)?;

        let n_single = single.len();
        single.extend(composed);
        let tokenizer = self.policy.tokenizer(&single)?;
        let (single, composed) = single.split_at(n_single);
        let pool = if condition == SINGLE { single } else { composed };
        let budget = self.within_budget(pool, &tokenizer)?;
        let learner = self.policy.fine_tune(bench, &budget.shown, &tokenizer, seed)?;

        bench.begin("measuring", 3);
        let mut found = Found::default()
            .with("n_demonstrations", budget.shown.len() as f64)
            .with("n_tokens_said", budget.n_said as f64)
            .with("n_tokens_read", budget.n_read as f64);
        let config = self.policy.rollout(Sampling::GREEDY, bench.n_threads);
        for (name, tasks) in [("unseen", unseen), ("trained", trained), ("alone", alone)] {
            let tasks = prepare(bench.catalog, tasks)?;
            found = measure(found, name, (&learner.model, &tokenizer), &tasks, seed, &config);
            bench.bar.inc(1);
        }
        Ok(found)
    }
}

/// Demonstrations within the budget.
struct Budgeted<'a> {
    shown: Vec<&'a Demonstration>,
    n_said: usize,
    n_read: usize,
}

impl Composition {
    /// The first demonstrations that together say as many tokens as the budget has; the last one
    /// may go beyond it.
    fn within_budget<'a>(
        &self,
        pool: &'a [Demonstration],
        tokenizer: &Tokenizer,
    ) -> Result<Budgeted<'a>, ExperimentError> {
        let limits = self.policy.limits();
        let mut budget = Budgeted { shown: Vec::new(), n_said: 0, n_read: 0 };
        for demonstration in pool {
            if budget.n_said >= self.budget_tokens {
                return Ok(budget);
            }
            let transcript = demonstration.transcript(tokenizer, limits.observation_tokens_max);
            if transcript.ids.len() <= limits.context_tokens_max {
                budget.shown.push(demonstration);
                budget.n_said += transcript.n_by_agent();
                budget.n_read += transcript.ids.len();
            }
        }
        if budget.n_said >= self.budget_tokens {
            return Ok(budget);
        }
        Err(ExperimentError::BudgetNotReached {
            n_tokens: budget.n_said,
            n_wanted: self.budget_tokens,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{ALONE, TRAINED, UNSEEN};

    fn counts(sets: &[&[&'static str]]) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        for service in sets.iter().flat_map(|set| set.iter()) {
            *counts.entry(*service).or_default() += 1;
        }
        counts
    }

    #[test]
    fn each_service_is_as_frequent_in_every_set_and_no_unseen_pair_is_trained() {
        for sets in [&ALONE[..], &TRAINED, &UNSEEN] {
            let counts = counts(sets);
            assert_eq!(counts.len(), 6, "{counts:?}");
            assert_eq!(counts.values().collect::<BTreeSet<_>>().len(), 1, "{counts:?}");
        }
        let sorted = |set: &&[&'static str]| set.iter().copied().collect::<BTreeSet<_>>();
        let trained: BTreeSet<_> = TRAINED.iter().map(sorted).collect();
        assert!(UNSEEN.iter().map(sorted).all(|pair| !trained.contains(&pair)));
    }
}
