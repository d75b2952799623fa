//! From a draft and a world to a task: the reference is run once, and what follows from it filled
//! in: sources of values, the walk, the goal.

use std::collections::BTreeMap;
use std::sync::Arc;

use compoworld_world::gate::replay_reference;
use compoworld_world::{
    Catalog, Difficulty, Environment, PrepareError, PreparedTask, Reference, ServiceUse, Task,
    TaskAuthor,
};

use crate::flows::{find_sources, graph_of};
use crate::task_draft::TaskDraft;

/// What made the tasks of this crate.
pub const GENERATOR: &str = "agent";

/// Seals a draft in its world. Whether the task is any good is for the gate to say; a reference
/// that fails is sealed up to where it got.
///
/// # Errors
/// When the rubric cannot be compiled.
pub fn seal_task(
    catalog: &Catalog,
    world: &Environment,
    draft: &TaskDraft,
    id: &str,
    author: &TaskAuthor,
) -> Result<Task, PrepareError> {
    let mut task = unsealed(world, draft, id, author);
    let prepared = Arc::new(PreparedTask::new(catalog, Arc::new(task.clone()))?);
    let replay = replay_reference(&prepared, None);
    find_sources(&task.instruction, &mut task.reference, &replay.outputs);
    task.goal_digest = replay.episode.environment().digest();
    task.graph = graph_of(&task.reference.calls);
    let (needed, spare) = task
        .services
        .into_iter()
        .partition::<Vec<_>, _>(|used| task.graph.walk.contains(&used.alias));
    task.difficulty.k = needed.len();
    task.difficulty.l = task.graph.walk.len();
    task.difficulty.n_distractors = spare.len();
    (task.services, task.distractors) = (needed, spare);
    Ok(task)
}

fn unsealed(world: &Environment, draft: &TaskDraft, id: &str, author: &TaskAuthor) -> Task {
    let members = world.members();
    let services = members.map(|(alias, instance)| ServiceUse {
        alias: alias.to_owned(),
        service: instance.service().name.to_owned(),
    });
    let states = world.members();
    let initial_state: BTreeMap<_, _> =
        states.map(|(alias, instance)| (alias.to_owned(), instance.state_value())).collect();
    Task {
        id: id.to_owned(),
        instruction: draft.instruction.clone(),
        services: services.collect(),
        distractors: Vec::new(),
        initial_state,
        seed: world.seed(),
        epoch: world.epoch(),
        graph: Default::default(),
        reference: Reference {
            calls: draft.calls.clone(),
            answer: draft.answer.clone(),
            answer_provenance: draft.answer_provenance.clone(),
        },
        goal_digest: String::new(),
        rubric: draft.rubric.clone(),
        judged: draft.judged.clone(),
        difficulty: Difficulty::default(),
        generator: GENERATOR.to_owned(),
        author: Some(author.clone()),
        catalog_version: world.catalog_version().to_owned(),
    }
}
