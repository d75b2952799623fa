//! Which services each task of a run needs: no two tasks need the same.
//!
//! The sets are drawn one after the other, before any task is made, and depend on the run alone:
//! its catalog, dials, seed and number of tasks. So a part of the run, made anywhere, draws the
//! same sets for its tasks without knowing how the others fare. A task whose set allows no plan
//! takes another one from the next round, in which every task has one more set of its own.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use super::config::PlanConfig;
use super::walk::{Dependencies, Pool};
use crate::dice::Dice;

/// Decides by the services' names, in order, whether a task may need them.
pub type Accepts<'a> = dyn Fn(&BTreeSet<&str>) -> bool + Sync + 'a;

/// The sets of a run.
pub struct ServiceSets<'a> {
    dependencies: &'a Dependencies,
    config: &'a PlanConfig,
    n_tasks: usize,
    seed: u64,
    accepts: &'a Accepts<'a>,
    drawn: Mutex<Drawn>,
}

#[derive(Default)]
struct Drawn {
    /// The sets of each round, by the number of the task.
    rounds: Vec<Arc<Vec<Option<Pool>>>>,
    taken: BTreeSet<Vec<usize>>,
}

impl<'a> ServiceSets<'a> {
    /// The sets of a run of so many tasks.
    #[must_use]
    pub fn new(
        dependencies: &'a Dependencies,
        config: &'a PlanConfig,
        (n_tasks, seed): (usize, u64),
        accepts: &'a Accepts<'a>,
    ) -> Self {
        Self { dependencies, config, n_tasks, seed, accepts, drawn: Mutex::default() }
    }

    /// The sets of a round, by the number of the task; `None` where the dials allow none. Sets
    /// come twice only where there are too few.
    #[must_use]
    pub fn round(&self, round: usize) -> Arc<Vec<Option<Pool>>> {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        while drawn.rounds.len() <= round {
            let mut dice = Dice::new(self.seed.rotate_left(23) ^ drawn.rounds.len() as u64);
            let pools = (0..self.n_tasks).map(|_| self.draw(&mut dice, &mut drawn.taken));
            let pools = Arc::new(pools.collect());
            drawn.rounds.push(pools);
        }
        Arc::clone(&drawn.rounds[round])
    }

    /// A set that no task has, unless none is found.
    fn draw(&self, dice: &mut Dice, taken: &mut BTreeSet<Vec<usize>>) -> Option<Pool> {
        const DRAWS_MAX: usize = 60;
        let mut latest = None;
        for _ in 0..DRAWS_MAX {
            let Some(pool) = self.dependencies.draw_pool(self.config, dice) else { continue };
            let names = pool.services.iter().map(|at| self.dependencies.name(*at));
            if !(self.accepts)(&names.collect()) {
                continue;
            }
            let mut key = pool.services.clone();
            key.sort_unstable();
            let is_new = taken.insert(key);
            latest = Some(pool);
            if is_new {
                break;
            }
        }
        latest
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::{ProptestConfig, any, proptest};

    use super::{PlanConfig, ServiceSets};
    use crate::planner::sample_services::catalog;
    use crate::planner::walk::Dependencies;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn sets_come_twice_only_when_all_are_taken(seed in any::<u64>()) {
            // Of three services there are three pairs and one triple.
            let config = PlanConfig { k: 2..=3, l: 3..=4, ..PlanConfig::full() };
            let catalog = catalog();
            let dependencies = Dependencies::of(&catalog, &config);
            let sets = ServiceSets::new(&dependencies, &config, (2, seed), &|_| true);
            let pools = [sets.round(0), sets.round(1), sets.round(2)];
            let drawn: Vec<BTreeSet<usize>> = pools
                .iter()
                .flat_map(|round| round.iter().flatten())
                .map(|pool| pool.services.iter().copied().collect())
                .collect();
            assert_eq!(drawn.len(), 6);
            let different: BTreeSet<_> = drawn[..4].iter().collect();
            assert_eq!(different.len(), 4, "{drawn:?}");
        }
    }

    #[test]
    fn only_accepted_sets_are_drawn_and_none_where_there_is_none() {
        let config = PlanConfig { k: 2..=2, l: 3..=4, ..PlanConfig::full() };
        let catalog = catalog();
        let dependencies = Dependencies::of(&catalog, &config);
        let only = catalog.services()[0].name;
        let with = |names: &BTreeSet<&str>| names.contains(only);
        let sets = ServiceSets::new(&dependencies, &config, (20, 3), &with);
        for pool in sets.round(0).iter().flatten() {
            let names: Vec<&str> = pool.services.iter().map(|at| dependencies.name(*at)).collect();
            assert!(names.contains(&only), "{names:?}");
        }
        let none = ServiceSets::new(&dependencies, &config, (20, 3), &|_| false);
        assert!(none.round(0).iter().all(Option::is_none));
    }
}
