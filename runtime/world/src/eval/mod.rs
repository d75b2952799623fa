//! What a policy's trajectories amount to: pass rates and rubric means, over all and by what makes
//! tasks differ.

mod compare;
mod interval;
mod markdown;
mod score;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::catalog::Catalog;
use crate::judge::{JudgedTally, tally};
use crate::rollout::Trajectory;
use crate::task::Task;

pub use compare::{Comparison, Difference, McNemar, compare};
pub use interval::{Interval, bootstrap_mean, wilson};
pub use markdown::{comparison_markdown, markdown};
pub use score::Score;

use score::{Sum, pass_hat};

/// The result of an evaluation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The policies whose trajectories were evaluated.
    pub policies: Vec<String>,
    /// Over all trajectories.
    pub overall: Score,
    /// The chance that a task is done in all of k attempts, for each k up to the number of
    /// attempts that every task has.
    pub pass_hat: BTreeMap<u32, f64>,
    /// By the domain of a task's services; a task counts in each of its domains.
    pub by_domain: BTreeMap<String, Score>,
    /// By the number of services that a task needs.
    pub by_k: BTreeMap<usize, Score>,
    /// By the length of a task's walk.
    pub by_l: BTreeMap<usize, Score>,
    /// By the number of steps that go back to a service.
    pub by_revisits: BTreeMap<usize, Score>,
    /// By what else makes a task hard.
    pub by_variation: BTreeMap<String, Score>,
    /// How often the criteria of each kind hold.
    pub criteria: BTreeMap<String, f64>,
    /// How the criteria stand that a language model judges; `None` when there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged: Option<JudgedTally>,
    /// How many attempts ended in each way.
    #[serde(default)]
    pub endings: BTreeMap<String, usize>,
    /// How many calls were wrong in their form: no tool had the name, the arguments were no JSON.
    #[serde(default)]
    pub n_malformed: usize,
    /// Trajectories whose task is not among the tasks; they are left out.
    pub n_unknown: usize,
}

/// Evaluates trajectories of these tasks.
#[must_use]
pub fn evaluate(catalog: &Catalog, tasks: &[Task], trajectories: &[Trajectory]) -> Evaluation {
    let by_id: BTreeMap<&str, &Task> = tasks.iter().map(|task| (task.id.as_str(), task)).collect();
    let mut policies = BTreeSet::new();
    let mut overall = Sum::default();
    let mut by_domain = BTreeMap::<String, Sum>::new();
    let mut by_k = BTreeMap::<usize, Sum>::new();
    let mut by_l = BTreeMap::<usize, Sum>::new();
    let mut by_revisits = BTreeMap::<usize, Sum>::new();
    let mut by_variation = BTreeMap::<String, Sum>::new();
    let mut criteria = BTreeMap::<String, (usize, usize)>::new();
    let mut endings = BTreeMap::<String, usize>::new();
    let (mut n_unknown, mut n_malformed) = (0, 0);
    for trajectory in trajectories {
        let Some(task) = by_id.get(trajectory.task.as_str()) else {
            n_unknown += 1;
            continue;
        };
        policies.insert(trajectory.policy.clone());
        overall.add(trajectory);
        *endings.entry(trajectory.ending.as_str().to_owned()).or_default() += 1;
        n_malformed += trajectory.n_malformed;
        for domain in domains(catalog, task) {
            by_domain.entry(domain).or_default().add(trajectory);
        }
        by_k.entry(task.difficulty.k).or_default().add(trajectory);
        by_l.entry(task.difficulty.l).or_default().add(trajectory);
        let n_revisits = task.difficulty.l.saturating_sub(task.difficulty.k);
        by_revisits.entry(n_revisits).or_default().add(trajectory);
        for variation in &task.difficulty.variations {
            by_variation.entry(variation.clone()).or_default().add(trajectory);
        }
        for (criterion, holds) in task.rubric.iter().zip(&trajectory.outcome.criteria) {
            let counts = criteria.entry(criterion.kind.as_str().to_owned()).or_default();
            counts.0 += usize::from(*holds);
            counts.1 += 1;
        }
    }
    Evaluation {
        policies: policies.into_iter().collect(),
        pass_hat: pass_hat(&overall.tasks),
        overall: overall.score(),
        by_domain: scores(by_domain),
        by_k: scores(by_k),
        by_l: scores(by_l),
        by_revisits: scores(by_revisits),
        by_variation: scores(by_variation),
        criteria: criteria
            .into_iter()
            .map(|(kind, (held, all))| (kind, held as f64 / all as f64))
            .collect(),
        judged: tally(tasks, trajectories),
        endings,
        n_malformed,
        n_unknown,
    }
}

/// The domains of the services that a task needs.
fn domains(catalog: &Catalog, task: &Task) -> BTreeSet<String> {
    let services = task.services.iter().filter_map(|used| catalog.find(&used.service));
    services.map(|service| service.domain.to_owned()).collect()
}

fn scores<K: Ord>(sums: BTreeMap<K, Sum>) -> BTreeMap<K, Score> {
    sums.into_iter().map(|(name, sum)| (name, sum.score())).collect()
}
