//! Tasks for experiments, made by the planner in this process.
//!
//! What is trained on and what is held out come from streams of seeds of their own, and a task
//! whose instruction is held out is never trained on.

use std::collections::BTreeSet;
use std::path::Path;

use compoworld_lm::train::order::mix_seed;
use compoworld_world::planner::{PlanConfig, synthesize};
use compoworld_world::{Catalog, Criterion, CriterionKind, Task};

use super::error::ExperimentError;
use crate::demonstration::Demonstration;
use crate::episodes::{WorldTasks, prepare_tasks};

/// What tasks are for. Each has a stream of seeds of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// To learn from, by demonstrations.
    Train = 1,
    /// To practise on.
    Practice = 2,
    /// To measure with.
    HeldOut = 3,
}

/// Which tasks are wanted.
#[derive(Debug, Clone)]
pub struct Wanted<'a> {
    /// The services; each task is over some of them, as the number of services says.
    pub services: &'a [&'a str],
    /// How many services a task needs.
    pub k: usize,
    /// How many criteria a task has at least that are not guards.
    pub n_goals_min: usize,
    /// What the tasks are for.
    pub stream: Stream,
    /// The seed of the stream.
    pub seed: u64,
    /// How many tasks.
    pub n: usize,
}

/// Tasks of a round at least: of a few, none may have the goals that are wanted.
const ROUND_MIN: usize = 16;

/// Rounds in a row that may yield nothing before no more is expected.
const BARREN_MAX: u64 = 3;

/// Makes tasks like those of the quickstart (short texts, two or three steps), none of which has an
/// instruction that is to be avoided. Equal wishes give equal tasks.
///
/// # Errors
/// [`ExperimentError::TooFewTasks`] when the catalog does not yield as many.
pub fn draw_tasks(
    catalog: &Catalog,
    wanted: &Wanted<'_>,
    avoided: &BTreeSet<String>,
) -> Result<Vec<Task>, ExperimentError> {
    let config = PlanConfig {
        k: wanted.k..=wanted.k,
        services: wanted.services.iter().map(|&name| name.to_owned()).collect(),
        ..PlanConfig::easy()
    };
    let n_goals = |task: &Task| {
        let is_goal = |criterion: &&Criterion| criterion.kind == CriterionKind::Goal;
        task.rubric.iter().filter(is_goal).count()
    };
    let mut tasks: Vec<Task> = Vec::new();
    let mut seen = avoided.clone();
    let (mut round, mut n_barren) = (0, 0);
    while tasks.len() < wanted.n && n_barren < BARREN_MAX {
        let seed = mix_seed(wanted.seed, &[wanted.stream as u64, round]);
        let n_asked = (wanted.n - tasks.len()).max(ROUND_MIN);
        let made = synthesize(catalog, &config, n_asked, seed).tasks;
        let before = tasks.len();
        for task in made {
            if n_goals(&task) >= wanted.n_goals_min && seen.insert(task.instruction.clone()) {
                tasks.push(task);
            }
        }
        tasks.truncate(wanted.n);
        n_barren = if tasks.len() == before { n_barren + 1 } else { 0 };
        round += 1;
    }
    if tasks.len() < wanted.n {
        return Err(ExperimentError::TooFewTasks {
            n_made: tasks.len(),
            n_wanted: wanted.n,
            services: wanted.services.join(", "),
        });
    }
    Ok(tasks)
}

/// Tasks of several wishes, one of each in turn, so that any beginning of them is balanced.
///
/// # Errors
/// As [`draw_tasks`].
pub fn draw_in_turn(
    catalog: &Catalog,
    wishes: &[Wanted<'_>],
    avoided: &BTreeSet<String>,
) -> Result<Vec<Task>, ExperimentError> {
    let mut drawn = Vec::new();
    for wanted in wishes {
        drawn.push(draw_tasks(catalog, wanted, avoided)?.into_iter());
    }
    let mut tasks = Vec::new();
    loop {
        let before = tasks.len();
        tasks.extend(drawn.iter_mut().filter_map(Iterator::next));
        if tasks.len() == before {
            return Ok(tasks);
        }
    }
}

/// The instructions of tasks, for others to avoid.
pub fn instructions(tasks: &[Task]) -> BTreeSet<String> {
    tasks.iter().map(|task| task.instruction.clone()).collect()
}

/// Makes tasks ready to start.
///
/// # Errors
/// [`ExperimentError::Episodes`] when one cannot be started, which the gate has excluded.
pub fn prepare(catalog: &Catalog, tasks: Vec<Task>) -> Result<WorldTasks, ExperimentError> {
    Ok(prepare_tasks(Path::new("the planner's tasks"), tasks, catalog)?)
}

/// What following the tasks' references looks like.
///
/// # Errors
/// [`ExperimentError::Episodes`] when no reference does what its task asks.
pub fn demonstrate(
    catalog: &Catalog,
    tasks: Vec<Task>,
) -> Result<Vec<Demonstration>, ExperimentError> {
    Ok(prepare(catalog, tasks)?.demonstrations()?.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use compoworld_world::Catalog;

    use super::{Stream, Wanted, draw_in_turn, draw_tasks, instructions};
    use crate::experiment::error::ExperimentError;

    fn catalog() -> Catalog {
        Catalog::new(compoworld_catalog::SERVICES)
    }

    fn wanted(stream: Stream, services: &'static [&'static str]) -> Wanted<'static> {
        Wanted { services, k: services.len(), n_goals_min: 1, stream, seed: 7, n: 30 }
    }

    #[test]
    fn what_is_held_out_is_never_trained_on() {
        let (catalog, pair) = (catalog(), &["stripe", "zendesk"]);
        let held_out = draw_tasks(&catalog, &wanted(Stream::HeldOut, pair), &BTreeSet::new());
        let held_out = instructions(&held_out.expect("the planner makes them"));
        // A stream with the same seeds meets every held-out task again, and has to avoid it.
        for stream in [Stream::Train, Stream::HeldOut] {
            let train = draw_tasks(&catalog, &wanted(stream, pair), &held_out);
            let train = instructions(&train.expect("the planner makes them"));
            assert_eq!(train.len(), 30);
            assert!(train.is_disjoint(&held_out));
        }
    }

    #[test]
    fn tasks_have_the_services_and_goals_that_are_wanted() {
        let wishes = [
            Wanted { n_goals_min: 2, n: 5, ..wanted(Stream::Practice, &["stripe", "zendesk"]) },
            Wanted { n: 3, ..wanted(Stream::Practice, &["gmail"]) },
        ];
        let tasks = draw_in_turn(&catalog(), &wishes, &BTreeSet::new()).expect("they are made");
        let ks: Vec<usize> = tasks.iter().map(|task| task.difficulty.k).collect();
        assert_eq!(ks, [2, 1, 2, 1, 2, 1, 2, 2]);
        // A guard comes on top.
        assert!(tasks.iter().filter(|task| task.difficulty.k == 2).all(|t| t.rubric.len() > 2));
    }

    #[test]
    fn more_tasks_than_there_are_is_an_error_that_names_the_services() {
        let impossible = Wanted { n_goals_min: 99, ..wanted(Stream::Train, &["gmail"]) };
        let error = draw_tasks(&catalog(), &impossible, &BTreeSet::new()).expect_err("none has 99");
        assert!(matches!(&error, ExperimentError::TooFewTasks { n_made: 0, .. }), "{error}");
        assert!(error.to_string().contains("gmail"), "{error}");
    }
}
