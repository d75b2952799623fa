//! From a catalog and dials to tasks that passed the gate.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::{IntoParallelIterator, ParallelIterator};
use serde_json::Value;

use super::cast::Cast;
use super::config::PlanConfig;
use super::phrase::phrase;
use super::plan::{Draft, Planned, Planner};
use super::service_sets::{Accepts, ServiceSets};
use super::stage::{Setting, Stage};
use super::walk::{Dependencies, Pool};
use super::write_task::{TaskName, write_task};
use crate::catalog::Catalog;
use crate::dice::Dice;
use crate::episode::PreparedTask;
use crate::gate::{RejectionReason, check_prepared, not_preparable};
use crate::said::count_said;
use crate::task::{Provenance, Task};

/// What this version of the planner calls itself in the tasks that it makes.
pub const GENERATOR: &str = "planner/0";

/// Why a plan did not become a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Miss {
    /// No walk of the wanted size was drawn.
    NoWalk,
    /// A service's rules allow no state that we know how to make.
    NotPopulated,
    /// A step found nothing to do with what the step before had found.
    DeadEnd,
    /// The task could not be said without ambiguity.
    Ambiguous,
    /// The instruction says a value that is to be found, or a given one not exactly once.
    BadWording,
    /// The instruction is too long.
    TooLong,
    /// The gate turned the task down.
    Gate(RejectionReason),
}

/// What came of a synthesis.
#[derive(Debug)]
pub struct Synthesis<T = Task> {
    /// The tasks, all of which passed the gate, or what was made of them.
    pub tasks: Vec<T>,
    /// How many plans did not become tasks, by reason.
    pub misses: BTreeMap<Miss, usize>,
    /// An example of each reason that has more to tell.
    pub examples: BTreeMap<Miss, String>,
}

impl<T> Default for Synthesis<T> {
    fn default() -> Self {
        Self { tasks: Vec::new(), misses: BTreeMap::new(), examples: BTreeMap::new() }
    }
}

impl Miss {
    /// The reason as it is written in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoWalk => "no_walk",
            Self::NotPopulated => "not_populated",
            Self::DeadEnd => "dead_end",
            Self::Ambiguous => "ambiguous",
            Self::BadWording => "bad_wording",
            Self::TooLong => "too_long",
            Self::Gate(reason) => reason.as_str(),
        }
    }
}

/// Makes up to `n` tasks. The same catalog, dials, number and seed give the same tasks, whatever
/// the number of threads. For tasks in several batches, make one [`Synthesizer`].
#[must_use]
pub fn synthesize(catalog: &Catalog, config: &PlanConfig, n: usize, seed: u64) -> Synthesis {
    Synthesizer::new(catalog, config.clone()).run(n, seed, None).make(0..n)
}

/// Makes tasks of one catalog with one set of dials. What the services can do is read once.
pub struct Synthesizer<'a> {
    catalog: &'a Catalog,
    config: PlanConfig,
    dependencies: Dependencies,
}

/// A run of so many tasks, any part of which can be made.
pub struct Run<'a> {
    synthesizer: &'a Synthesizer<'a>,
    sets: ServiceSets<'a>,
    seed: u64,
}

impl<'a> Synthesizer<'a> {
    /// Reads what the services of a catalog can do.
    #[must_use]
    pub fn new(catalog: &'a Catalog, config: PlanConfig) -> Self {
        let dependencies = Dependencies::of(catalog, &config);
        Self { catalog, config, dependencies }
    }

    /// A run of `n` tasks, no two of which need the same services, as long as there are as many
    /// sets of services. Each needs a set that is accepted, if not all are.
    #[must_use]
    pub fn run(&'a self, n: usize, seed: u64, accepts: Option<&'a Accepts<'a>>) -> Run<'a> {
        let sets = ServiceSets::new(&self.dependencies, &self.config, (n, seed), accepts);
        Run { synthesizer: self, sets, seed }
    }

    /// Fills a world and plans in it until a plan becomes a task.
    fn attempt(&self, name: &TaskName, pool: &Pool) -> Attempt<Task> {
        /// How many plans are tried in one world before another is made.
        const PLANS_MAX: usize = 6;
        /// How many of them, the last, are as short as the dials allow.
        const SHORT_PLANS: usize = 3;
        let Self { catalog, config, dependencies } = self;
        let mut dice = Dice::new(name.seed);
        let cast = &Cast::draw(config.n_people, &mut dice);
        let setting = Setting { catalog, dependencies, config, cast, seed: name.seed };
        let stage = Stage::set(&setting, &pool.services, &mut dice);
        let stage = stage.ok_or((Miss::NotPopulated, None))?;
        let mut latest = (Miss::DeadEnd, None);
        for number in 0..PLANS_MAX {
            // Where a long walk comes to an end too soon, a short one may not.
            let l = if number + SHORT_PLANS < PLANS_MAX {
                pool.l
            } else {
                pool.k.max(*config.l.start())
            };
            let planner = Planner::new(stage.world(dependencies), cast, config, &mut dice);
            let Some(planned) = planner.plan(pool.k, l, dependencies) else { continue };
            match self.prove(name, &setting, (pool, &stage), planned, &mut dice) {
                Ok((task, others)) => {
                    let mut initial_state = stage.into_states();
                    initial_state.extend(others.into_states());
                    return Ok(Task { initial_state, ..task });
                }
                Err(miss) => latest = miss,
            }
        }
        Err(latest)
    }

    /// Puts a plan into words, puts distractors beside its services, and has the gate look at it.
    fn prove(
        &self,
        name: &TaskName,
        setting: &Setting<'_>,
        (pool, stage): (&Pool, &Stage),
        planned: Planned<'_>,
        dice: &mut Dice,
    ) -> Attempt<(Task, Stage)> {
        let Self { config, dependencies, .. } = self;
        let Planned { world, draft, walk } = &planned;
        let positions: Vec<usize> = walk.iter().map(|member| world.members[*member].at).collect();
        if !dependencies.is_wanted(&positions, config) {
            return Err((Miss::NoWalk, None));
        }
        let text =
            phrase(draft, &world.members, config.register, dice).ok_or((Miss::Ambiguous, None))?;
        if text.split_whitespace().count() > config.words_max {
            return Err((Miss::TooLong, None));
        }
        check_wording(draft, &text)
            .map_err(|fault| (Miss::BadWording, Some(format!("{fault}: {text}"))))?;
        let n_others = (config.n_distractors + pool.k).saturating_sub(pool.services.len());
        let secrets = draft.secrets(&world.members);
        let others = Stage::set_distractors(setting, n_others, pool, &secrets, dice);
        let task = write_task(name.clone(), text, planned, &others.environment);
        let mut initial = stage.environment.fork();
        initial.join(&others.environment);
        let order = task.services.iter().chain(&task.distractors).map(|used| used.alias.as_str());
        let initial = initial.in_order(order);
        let checked = PreparedTask::in_environment(initial, Arc::new(task.clone()))
            .map_err(not_preparable)
            .and_then(|prepared| check_prepared(&Arc::new(prepared)));
        match checked {
            Ok(()) => Ok((task, others)),
            Err(rejection) => {
                let example = format!("{}: {}", rejection.detail, task.instruction);
                Err((Miss::Gate(rejection.reason), Some(example)))
            }
        }
    }
}

impl Run<'_> {
    /// Makes the tasks with these numbers, or as many of them as the dials allow.
    #[must_use]
    pub fn make(&self, numbers: Range<usize>) -> Synthesis {
        self.make_into(numbers, &|task| task)
    }

    /// The same, and makes something else of each task at once: a task is large, and what is kept
    /// of it may be small.
    #[must_use]
    pub fn make_into<T: Send>(
        &self,
        numbers: Range<usize>,
        into: &(dyn Fn(Task) -> T + Sync),
    ) -> Synthesis<T> {
        let make_one = |number| {
            let Synthesis { tasks, misses, examples } = self.make_one(number);
            Synthesis { tasks: tasks.into_iter().map(into).collect(), misses, examples }
        };
        let batches: Vec<Synthesis<T>> = numbers.into_par_iter().map(make_one).collect();
        let mut all = Synthesis::default();
        for batch in batches {
            all.tasks.extend(batch.tasks);
            for (miss, count) in batch.misses {
                *all.misses.entry(miss).or_default() += count;
            }
            for (miss, example) in batch.examples {
                all.examples.entry(miss).or_insert(example);
            }
        }
        all
    }

    /// Makes one task, in as many attempts as the dials allow.
    fn make_one(&self, number: usize) -> Synthesis {
        let mut made = Synthesis::<Task>::default();
        let number_bits = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
        let mut seeds = Dice::new(self.seed ^ number_bits);
        for attempt in 0..self.synthesizer.config.attempts_max {
            let seed = seeds.bits() >> 1;
            let name = TaskName { id: format!("{:x}-{number:06}", self.seed), seed };
            let pools = self.sets.round(attempt / self.sets.worlds_a_pool());
            let tried = match &pools[number] {
                Some(pool) => self.synthesizer.attempt(&name, pool),
                None => Err((Miss::NoWalk, None)),
            };
            match tried {
                Ok(task) => {
                    made.tasks.push(task);
                    break;
                }
                Err((miss, example)) => {
                    *made.misses.entry(miss).or_default() += 1;
                    if let Some(example) = example {
                        made.examples.entry(miss).or_insert(example);
                    }
                }
            }
        }
        made
    }
}

type Attempt<T> = Result<T, (Miss, Option<String>)>;

/// Every given value stands in the instruction exactly once.
fn check_wording(draft: &Draft, text: &str) -> Result<(), String> {
    let mut given: BTreeMap<String, usize> = BTreeMap::new();
    for call in &draft.calls {
        for (pointer, from) in &call.provenance {
            if *from == Provenance::Instruction
                && let Some(value) = call.arguments.pointer(pointer)
            {
                let said = match value {
                    Value::String(text) => text.clone(),
                    Value::Bool(_) => continue,
                    other => other.to_string(),
                };
                given.insert(said, 1);
            }
        }
    }
    for value in given.keys() {
        let n = count_said(text, value);
        if n != 1 {
            return Err(format!("`{value}` is said {n} times"));
        }
    }
    Ok(())
}
