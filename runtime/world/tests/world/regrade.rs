//! Trajectories that are judged again.

use std::sync::Arc;

use compoworld_world::rollout::{
    AttemptLimits, MovedVerdict, RandomPolicy, ReferencePolicy, Trajectory, attempt, regrade,
};
use compoworld_world::{Check, Criterion, CriterionKind, PreparedTask, Task, ToolView};

use crate::services::catalog;
use crate::services::sample_task::sample_task;

fn prepared(task: Task) -> Arc<PreparedTask> {
    Arc::new(PreparedTask::new(&catalog(), Arc::new(task)).unwrap())
}

fn reference_attempt(calls_max: usize) -> Trajectory {
    let limits = AttemptLimits { calls_max, ..AttemptLimits::default() };
    attempt(&ReferencePolicy, &prepared(sample_task()), 3, 1, ToolView::Meta, limits).unwrap()
}

fn moved(criterion: &str, before: Option<bool>, after: Option<bool>) -> MovedVerdict {
    let (task, criterion) = ("sample".to_owned(), criterion.to_owned());
    MovedVerdict { task, attempt: 3, criterion, before, after }
}

#[test]
fn a_trajectory_of_the_same_task_comes_back_as_it_was() {
    let random = attempt(
        &RandomPolicy::default(),
        &prepared(sample_task()),
        0,
        5,
        ToolView::Flat,
        AttemptLimits::default(),
    );
    // One that ended past its budget, too: its last calls fail again.
    for trajectory in [reference_attempt(60), reference_attempt(4), random.unwrap()] {
        let regraded = regrade(&prepared(sample_task()), &trajectory);
        assert_eq!(regraded.trajectory, trajectory);
        assert_eq!((regraded.moved, regraded.n_answers_changed), (vec![], 0));
    }
}

#[test]
fn verdicts_that_move_are_told_with_what_they_were() {
    let trajectory = reference_attempt(60);
    let mut task = sample_task();
    let gone = task.rubric.remove(0);
    task.rubric[0].check = Check::Cel("false".to_owned());
    task.rubric.push(Criterion {
        id: "new".to_owned(),
        text: "Anything.".to_owned(),
        check: Check::Cel("true".to_owned()),
        kind: CriterionKind::Guard,
    });
    let changed = task.rubric[0].id.clone();

    let regraded = regrade(&prepared(task.clone()), &trajectory);
    assert_eq!(
        regraded.moved,
        [
            moved(&changed, Some(true), Some(false)),
            moved("new", None, Some(true)),
            moved(&gone.id, Some(true), None),
        ]
    );
    let present = regraded.trajectory;
    assert!(!present.outcome.success && trajectory.outcome.success);
    assert_eq!(present.task_digest, task.digest());
    assert_eq!(present.messages, trajectory.messages);
    assert_eq!(present.outcome.digest, trajectory.outcome.digest);
}

#[test]
fn answers_that_are_others_now_are_counted() {
    let mut trajectory = reference_attempt(60);
    let answer = trajectory.messages.iter_mut().find(|said| said.name.is_some()).unwrap();
    answer.content.push(' ');
    let regraded = regrade(&prepared(sample_task()), &trajectory);
    assert_eq!((regraded.n_answers_changed, regraded.moved.len()), (1, 0));
}
