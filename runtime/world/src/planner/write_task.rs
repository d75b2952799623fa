//! From a plan and its words to a task, but for the states at the start.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::judge::judge;
use super::plan::{Draft, Planned, World};
use super::synthesize::GENERATOR;
use crate::environment::Environment;
use crate::task::{Difficulty, Graph, Provenance, Reference, ServiceUse, Task};

/// What a task is called, and what its services start from.
#[derive(Debug, Clone)]
pub(super) struct TaskName {
    pub id: String,
    pub seed: u64,
}

/// The task of a plan, with distractors beside it. Its states at the start are left out: they are
/// large, and only a task that is kept needs them.
pub(super) fn write_task(
    name: TaskName,
    instruction: String,
    planned: Planned<'_>,
    others: &Environment,
) -> Task {
    let Planned { world, draft, walk } = planned;
    let needed = visited(&world, &walk);
    let spare = world.members.iter().map(|member| used(&member.alias));
    let spare = spare.filter(|used| !needed.contains(used));
    let others_used = others.members().map(|(alias, _)| used(alias));
    let distractors: Vec<ServiceUse> = spare.chain(others_used).collect();
    let mut goal = world.environment;
    goal.join(others);
    let alias = |member: &usize| world.members[*member].alias.clone();
    let rubric = judge(&draft, &world.members);
    let edges = draft.edges();
    let Draft { calls, answer, variations, .. } = draft;
    let (answer, answer_provenance) = match answer {
        Some((answer, from)) => (answer, BTreeMap::from([(String::new(), from)])),
        None => (Value::Null, BTreeMap::<String, Provenance>::new()),
    };
    let variations: BTreeSet<&str> = variations.into_iter().collect();
    Task {
        id: name.id,
        instruction,
        initial_state: BTreeMap::new(),
        seed: name.seed,
        epoch: goal.epoch(),
        graph: Graph { walk: walk.iter().map(alias).collect(), edges },
        reference: Reference { calls, answer, answer_provenance },
        goal_digest: goal.digest(),
        rubric,
        judged: Vec::new(),
        difficulty: Difficulty {
            k: needed.len(),
            l: walk.len(),
            n_distractors: distractors.len(),
            variations: variations.into_iter().map(str::to_owned).collect(),
        },
        services: needed,
        distractors,
        generator: GENERATOR.to_owned(),
        author: None,
        catalog_version: goal.catalog_version().to_owned(),
    }
}

/// The services that the walk visits, in the order of the first visits.
fn visited(world: &World<'_>, walk: &[usize]) -> Vec<ServiceUse> {
    let mut visited: Vec<ServiceUse> = Vec::new();
    for member in walk {
        let service = used(&world.members[*member].alias);
        if !visited.contains(&service) {
            visited.push(service);
        }
    }
    visited
}

fn used(alias: &str) -> ServiceUse {
    ServiceUse { alias: alias.to_owned(), service: alias.to_owned() }
}
