//! Which services each task of a run may need, so that no two tasks need the same.
//!
//! A task's pool holds the services that its walk visits and some spare ones; which of them are
//! visited, only the plan tells. So pools are drawn such that no choice from one is a choice from
//! another. They are drawn one after the other, before any task is made, and depend on the run
//! alone: its catalog, dials, seed and number of tasks. A part of the run, made anywhere, draws the
//! same pools without knowing how the other parts fare. A task whose pool allows no plan takes one
//! from the next round, in which every task has one more pool of its own.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::config::PlanConfig;
use super::walk::{Dependencies, Pool};
use crate::dice::Dice;

/// Decides by the services' names whether a task may need them.
pub type Accepts<'a> = dyn Fn(&BTreeSet<&str>) -> bool + Sync + 'a;

/// The pools of a run.
pub struct ServiceSets<'a> {
    dependencies: &'a Dependencies,
    config: &'a PlanConfig,
    n_tasks: usize,
    seed: u64,
    accepts: Option<&'a Accepts<'a>>,
    drawn: Mutex<Drawn>,
}

#[derive(Default)]
struct Drawn {
    /// The pools of each round, by the number of the task.
    rounds: Vec<Arc<Vec<Option<Pool>>>>,
    /// Every choice from the pools so far. Only asked whether it holds one, so its order is nothing.
    taken: HashSet<Choice>,
    /// How many tasks in a row found no choice that is left.
    n_repeated: usize,
}

/// A choice of services, in order, by position among the abilities; no more than [`SERVICES_MAX`].
type Choice = [u16; SERVICES_MAX];

/// How many services a task may need for its choice to be remembered. Larger ones do not come
/// twice by chance.
const SERVICES_MAX: usize = 6;

/// How many spare services a pool has at most. Each makes a dead end rarer, and the choices many
/// more.
const SPARE_MAX: usize = 3;

impl<'a> ServiceSets<'a> {
    /// The pools of a run of so many tasks.
    #[must_use]
    pub fn new(
        dependencies: &'a Dependencies,
        config: &'a PlanConfig,
        (n_tasks, seed): (usize, u64),
        accepts: Option<&'a Accepts<'a>>,
    ) -> Self {
        Self { dependencies, config, n_tasks, seed, accepts, drawn: Mutex::default() }
    }

    /// In how many worlds a pool is tried. One without spare services mostly works or does not.
    #[must_use]
    pub const fn worlds_a_pool(&self) -> usize {
        if self.config.n_distractors == 0 { 1 } else { 3 }
    }

    /// The pools of a round, by the number of the task; `None` where the dials allow none. Choices
    /// come twice only where there are too few.
    #[must_use]
    pub fn round(&self, round: usize) -> Arc<Vec<Option<Pool>>> {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        while drawn.rounds.len() <= round {
            let mut dice = Dice::new(self.seed.rotate_left(23) ^ drawn.rounds.len() as u64);
            let pools = (0..self.n_tasks).map(|_| self.draw(&mut dice, &mut drawn));
            let pools = Arc::new(pools.collect());
            drawn.rounds.push(pools);
        }
        Arc::clone(&drawn.rounds[round])
    }

    /// A pool from which no choice is taken, with as many spare services as that allows; one with
    /// choices that are taken when no other is found.
    fn draw(&self, dice: &mut Dice, drawn: &mut Drawn) -> Option<Pool> {
        const DRAWS_MAX: usize = 8;
        /// The last resort, a pool without spare services, is looked for longer.
        const BARE_DRAWS_MAX: usize = 64;
        /// When so many tasks in a row found nothing new, there is nothing new.
        const REPEATED_MAX: usize = 32;
        let is_used_up = drawn.n_repeated >= REPEATED_MAX;
        let mut latest = None;
        for n_spare in (0..=self.config.n_distractors.min(SPARE_MAX)).rev() {
            for _ in 0..if n_spare == 0 { BARE_DRAWS_MAX } else { DRAWS_MAX } {
                let Some(pool) = self.dependencies.draw_pool(self.config, n_spare, dice) else {
                    continue;
                };
                let Some(choices) = self.choices(&pool) else { continue };
                let is_new = choices.iter().all(|choice| !drawn.taken.contains(choice));
                if is_new || is_used_up {
                    drawn.n_repeated = if is_new { 0 } else { drawn.n_repeated };
                    drawn.taken.extend(choices);
                    return Some(pool);
                }
                latest = Some(pool);
            }
        }
        drawn.n_repeated += 1;
        latest
    }

    /// Every choice of as many services as the walk visits; `None` if one is not accepted.
    fn choices(&self, pool: &Pool) -> Option<Vec<Choice>> {
        let mut services = pool.services.clone();
        services.sort_unstable();
        let mut choices = Vec::new();
        let mut is_accepted = true;
        for_each_choice(&services, pool.k, &mut |chosen| {
            is_accepted = is_accepted
                && self.accepts.is_none_or(|accepts| {
                    let names = chosen.iter().map(|at| self.dependencies.name(*at));
                    accepts(&names.collect())
                });
            if chosen.len() <= SERVICES_MAX {
                let mut choice = [u16::MAX; SERVICES_MAX];
                for (place, at) in choice.iter_mut().zip(chosen) {
                    *place = u16::try_from(*at).unwrap_or(u16::MAX);
                }
                choices.push(choice);
            }
        });
        is_accepted.then_some(choices)
    }
}

/// Calls `with` for every choice of `k` of the services, in their order.
fn for_each_choice(services: &[usize], k: usize, with: &mut dyn FnMut(&[usize])) {
    let n = services.len();
    let mut places: Vec<usize> = (0..k).collect();
    let mut chosen = vec![0; k];
    loop {
        for (chosen, place) in chosen.iter_mut().zip(&places) {
            *chosen = services[*place];
        }
        with(&chosen);
        // The last place that can still move on does, and those after it follow.
        let Some(moving) = (0..k).rev().find(|at| places[*at] < n - k + at) else { return };
        places[moving] += 1;
        for at in moving + 1..k {
            places[at] = places[at - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::{ProptestConfig, any, proptest};

    use super::{PlanConfig, ServiceSets, for_each_choice};
    use crate::planner::sample_services::catalog;
    use crate::planner::walk::Dependencies;

    /// Of three services there are three pairs.
    fn pairs() -> PlanConfig {
        PlanConfig { k: 2..=2, l: 3..=4, n_distractors: 1, ..PlanConfig::full() }
    }

    #[test]
    fn choices_are_all_there_once_each() {
        let mut choices = BTreeSet::new();
        for_each_choice(&[2, 3, 5, 7, 11], 3, &mut |chosen| {
            assert!(chosen.is_sorted() && choices.insert(chosen.to_vec()), "{chosen:?}");
        });
        assert_eq!(choices.len(), 10);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn choices_come_twice_only_when_all_are_taken(seed in any::<u64>()) {
            let (config, catalog) = (pairs(), catalog());
            let config = PlanConfig { n_distractors: 0, ..config };
            let dependencies = Dependencies::of(&catalog, &config);
            let sets = ServiceSets::new(&dependencies, &config, (1, seed), None);
            let rounds: Vec<_> = (0..6).map(|round| sets.round(round)).collect();
            let drawn: Vec<BTreeSet<usize>> = rounds
                .iter()
                .flat_map(|round| round.iter().flatten())
                .map(|pool| pool.services.iter().copied().collect())
                .collect();
            assert_eq!(drawn.len(), 6);
            let different: BTreeSet<_> = drawn[..3].iter().collect();
            assert_eq!(different.len(), 3, "{drawn:?}");
        }
    }

    #[test]
    fn a_part_of_a_run_draws_what_the_whole_draws() {
        let (config, catalog) = (pairs(), catalog());
        let dependencies = Dependencies::of(&catalog, &config);
        let drawn = |order: [usize; 2]| {
            let sets = ServiceSets::new(&dependencies, &config, (40, 7), None);
            let rounds = order.map(|round| format!("{:?}", sets.round(round)));
            if order[0] == 0 { rounds } else { [rounds[1].clone(), rounds[0].clone()] }
        };
        assert_eq!(drawn([0, 1]), drawn([1, 0]));
    }

    #[test]
    fn only_accepted_sets_are_drawn_and_none_where_there_is_none() {
        let (config, catalog) = (pairs(), catalog());
        let dependencies = Dependencies::of(&catalog, &config);
        let only = catalog.services()[0].name;
        let with = |names: &BTreeSet<&str>| names.contains(only);
        let sets = ServiceSets::new(&dependencies, &config, (20, 3), Some(&with));
        let round = sets.round(0);
        assert!(round.iter().any(Option::is_some));
        for pool in round.iter().flatten() {
            let names: Vec<&str> = pool.services.iter().map(|at| dependencies.name(*at)).collect();
            assert!(names.contains(&only), "{names:?}");
        }
        let none = ServiceSets::new(&dependencies, &config, (20, 3), Some(&|_| false));
        assert!(none.round(0).iter().all(Option::is_none));
    }
}
