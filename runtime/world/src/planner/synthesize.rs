//! From a catalog and dials to tasks that passed the gate.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use compoworld_core::{StateInfo, TableInfo};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};
use serde_json::Value;

use super::cast::Cast;
use super::config::PlanConfig;
use super::judge::judge;
use super::phrase::phrase;
use super::plan::{Draft, Member, Planned, Planner, Row, World};
use super::populate::{Filling, populate_and_load};
use super::walk::{Dependencies, Pool};
use crate::catalog::Catalog;
use crate::dice::Dice;
use crate::environment::{Environment, EnvironmentError};
use crate::gate::{RejectionReason, check_task};
use crate::task::{Difficulty, Graph, Provenance, Reference, ServiceUse, Task};
use crate::whole_words::count_whole;

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
#[derive(Debug, Default)]
pub struct Synthesis {
    /// The tasks, all of which passed the gate.
    pub tasks: Vec<Task>,
    /// How many plans did not become tasks, by reason.
    pub misses: BTreeMap<Miss, usize>,
    /// An example of each reason that has more to tell.
    pub examples: BTreeMap<Miss, String>,
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
/// the number of threads.
#[must_use]
pub fn synthesize(catalog: &Catalog, config: &PlanConfig, n: usize, seed: u64) -> Synthesis {
    let dependencies = Dependencies::of(catalog, config);
    let batches: Vec<Synthesis> = (0..n)
        .into_par_iter()
        .map(|index| make_one(catalog, &dependencies, config, seed, index as u64))
        .collect();
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
fn make_one(
    catalog: &Catalog,
    dependencies: &Dependencies,
    config: &PlanConfig,
    seed: u64,
    index: u64,
) -> Synthesis {
    let mut made = Synthesis::default();
    let mut seeds = Dice::new(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17));
    for _ in 0..config.attempts_max {
        let task_seed = seeds.bits() >> 1;
        let id = format!("{seed:x}-{index:06}");
        match attempt(catalog, dependencies, config, task_seed, id) {
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

type Attempt<T> = Result<T, (Miss, Option<String>)>;

fn attempt(
    catalog: &Catalog,
    dependencies: &Dependencies,
    config: &PlanConfig,
    seed: u64,
    id: String,
) -> Attempt<Task> {
    /// How many plans are tried in one world before another is made.
    const PLANS_MAX: usize = 6;
    let mut dice = Dice::new(seed);
    let pool = dependencies.draw_pool(config, &mut dice).ok_or((Miss::NoWalk, None))?;
    let stage = Stage::set(catalog, dependencies, config, seed, &pool, &mut dice)
        .ok_or((Miss::NotPopulated, None))?;
    let mut latest = (Miss::DeadEnd, None);
    for _ in 0..PLANS_MAX {
        let planner = Planner::new(stage.world(dependencies), &stage.cast, config, &mut dice);
        let Some(planned) = planner.plan(pool.k, pool.l, dependencies) else { continue };
        if !dependencies.is_wanted(&stage.positions(&planned.walk), config) {
            latest = (Miss::NoWalk, None);
            continue;
        }
        let Planned { world, draft, walk } = planned;
        let Some(text) = phrase(&draft, &world.members, config.register, &mut dice) else {
            latest = (Miss::Ambiguous, None);
            continue;
        };
        if text.split_whitespace().count() > config.words_max {
            latest = (Miss::TooLong, None);
            continue;
        }
        if let Err(fault) = check_wording(&draft, &text) {
            latest = (Miss::BadWording, Some(format!("{fault}: {text}")));
            continue;
        }
        let task = Arc::new(stage.task(catalog, config, &id, seed, text, &world, draft, &walk));
        match check_task(catalog, &task) {
            Ok(()) => return Ok(Arc::unwrap_or_clone(task)),
            Err(rejection) => {
                let example = format!("{}: {}", rejection.detail, task.instruction);
                latest = (Miss::Gate(rejection.reason), Some(example));
            }
        }
    }
    Err(latest)
}

/// Services that are filled and stand ready.
pub(super) struct Stage {
    cast: Cast,
    environment: Environment,
    /// The services: position among the abilities, alias.
    services: Vec<(usize, String)>,
    states: BTreeMap<String, Value>,
    /// The rows of each service's tables.
    rows: Vec<Vec<Arc<BTreeMap<String, Row>>>>,
    rows_elsewhere: BTreeMap<String, Vec<String>>,
}

impl Stage {
    /// Fills the services of a pool; `None` when no state was found that their rules allow.
    pub(super) fn set(
        catalog: &Catalog,
        dependencies: &Dependencies,
        config: &PlanConfig,
        seed: u64,
        pool: &Pool,
        dice: &mut Dice,
    ) -> Option<Self> {
        let cast = Cast::draw(config.n_people, dice);
        let filling = Filling {
            rows: config.rows.clone(),
            optional_percent: config.optional_percent,
            items_max: config.items_max,
            now: config.epoch,
        };
        let mut environment = Environment::new(catalog, seed, config.epoch);
        let (mut services, mut states, mut rows) = (Vec::new(), BTreeMap::new(), Vec::new());
        let mut rows_elsewhere = BTreeMap::new();
        for at in &pool.services {
            let service = dependencies.abilities()[*at].service;
            let alias = service.name.to_owned();
            environment.add(&alias, service).ok()?;
            let mut load = |state: &Value| match environment.load(&alias, state) {
                Err(EnvironmentError::BadState { errors, .. }) => Err(errors),
                _ => Ok(()),
            };
            let made = populate_and_load(service, &cast, &filling, dice, &mut load)?;
            rows.push(table_rows(service.state, &made));
            rows_elsewhere.insert(alias.clone(), row_texts(&made));
            states.insert(alias.clone(), made);
            services.push((*at, alias));
        }
        Some(Self { cast, environment, services, states, rows, rows_elsewhere })
    }

    /// The filled services alone.
    pub(super) fn into_environment(self) -> Environment {
        self.environment
    }

    /// The services of a walk, by position among the abilities.
    fn positions(&self, walk: &[usize]) -> Vec<usize> {
        walk.iter().map(|member| self.services[*member].0).collect()
    }

    fn world<'a>(&'a self, dependencies: &'a Dependencies) -> World<'a> {
        let members = self.services.iter().zip(&self.rows).map(|((at, alias), tables)| Member {
            alias: alias.clone(),
            at: *at,
            ability: &dependencies.abilities()[*at],
            tables: tables.clone(),
        });
        World {
            environment: self.environment.fork(),
            members: members.collect(),
            rows_elsewhere: &self.rows_elsewhere,
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a task is made of as many parts")]
    fn task(
        &self,
        catalog: &Catalog,
        config: &PlanConfig,
        id: &str,
        seed: u64,
        instruction: String,
        world: &World<'_>,
        draft: Draft,
        walk: &[usize],
    ) -> Task {
        let mut order: Vec<usize> = Vec::new();
        for member in walk.iter().copied().chain(0..self.services.len()) {
            if !order.contains(&member) {
                order.push(member);
            }
        }
        let n_needed = walk.iter().collect::<BTreeSet<_>>().len();
        let services: Vec<ServiceUse> = order
            .into_iter()
            .map(|member| {
                let alias = &self.services[member].1;
                ServiceUse { alias: alias.clone(), service: alias.clone() }
            })
            .collect();
        let rubric = judge(&draft, &world.members);
        let edges = draft.edges();
        let (answer, answer_provenance) = match draft.answer {
            Some((answer, from)) => (answer, BTreeMap::from([(String::new(), from)])),
            None => (Value::Null, BTreeMap::<String, Provenance>::new()),
        };
        let mut variations: Vec<String> =
            draft.variations.iter().map(|name| (*name).to_owned()).collect();
        variations.sort_unstable();
        variations.dedup();
        let (needed, distractors) = services.split_at(n_needed);
        Task {
            id: id.to_owned(),
            instruction,
            services: needed.to_vec(),
            distractors: distractors.to_vec(),
            initial_state: self.states.clone(),
            seed,
            epoch: config.epoch,
            graph: Graph {
                walk: walk.iter().map(|at| self.services[*at].1.clone()).collect(),
                edges,
            },
            reference: Reference { calls: draft.calls, answer, answer_provenance },
            goal_digest: world.environment.digest(),
            rubric,
            judged: Vec::new(),
            difficulty: Difficulty {
                k: n_needed,
                l: walk.len(),
                n_distractors: distractors.len(),
                variations,
            },
            generator: GENERATOR.to_owned(),
            author: None,
            catalog_version: catalog.version().to_owned(),
        }
    }
}

/// The rows of each table, in the order of the state's tables.
fn table_rows(info: &StateInfo, state: &Value) -> Vec<Arc<BTreeMap<String, Row>>> {
    let rows_of = |table: &TableInfo| {
        let rows = state.get(table.name).and_then(Value::as_object);
        let rows = rows.filter(|_| !table.single).into_iter().flatten();
        rows.filter_map(|(key, row)| Some((key.clone(), row.as_object()?.clone()))).collect()
    };
    info.tables.iter().map(|table| Arc::new(rows_of(table))).collect()
}

/// Every row of a state, as JSON text.
fn row_texts(state: &Value) -> Vec<String> {
    let tables = state.as_object().into_iter().flatten();
    let rows = tables.flat_map(|(_, table)| table.as_object().into_iter().flatten());
    rows.map(|(_, row)| row.to_string()).collect()
}

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
    let text = text.to_lowercase();
    for value in given.keys() {
        let n = count_whole(&text, &value.to_lowercase());
        if n != 1 {
            return Err(format!("`{value}` is said {n} times"));
        }
    }
    Ok(())
}
