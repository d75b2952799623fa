//! Evaluations, against numbers worked out by hand.

use compoworld_world::eval::{Evaluation, compare, comparison_markdown, evaluate, markdown};
use compoworld_world::rollout::{
    AttemptLimits, RandomPolicy, ReferencePolicy, Trajectory, attempt,
};
use compoworld_world::{PreparedTask, Task, ToolView};
use std::sync::Arc;

use crate::rollout::tasks;
use crate::services::catalog;

fn trajectories(task: &Task) -> Vec<Trajectory> {
    let prepared = Arc::new(PreparedTask::new(&catalog(), Arc::new(task.clone())).unwrap());
    let limits = AttemptLimits { calls_max: 5, ..AttemptLimits::default() };
    let run = |number, reference: bool| {
        let random = RandomPolicy { n_calls: 0 };
        if reference {
            attempt(&ReferencePolicy, &prepared, number, 1, ToolView::Flat, limits).unwrap()
        } else {
            attempt(&random, &prepared, number, 1, ToolView::Flat, limits).unwrap()
        }
    };
    vec![run(0, true), run(1, false)]
}

fn evaluation() -> Evaluation {
    let mut tasks = tasks(3);
    tasks[1].difficulty.l = 9;
    tasks[1].difficulty.variations = vec!["sum".into()];
    let mut all: Vec<Trajectory> = tasks[..2].iter().flat_map(trajectories).collect();
    all[0].outcome.success = true;
    // Of the ten calls of the two reference runs, three were simulated.
    all[2].outcome.simulated = 3;
    let mut unknown = all[0].clone();
    unknown.task = "elsewhere".into();
    all.push(unknown);
    evaluate(&catalog(), &tasks, &all)
}

#[test]
fn rates_are_means_over_attempts() {
    let evaluation = evaluation();
    // Reference and empty runs of two tasks; one of the reference runs is taken as a success.
    // A reference run makes five calls of its six, and is stopped.
    assert_eq!(evaluation.overall.n_trajectories, 4);
    assert_eq!(evaluation.n_unknown, 1);
    assert_eq!(evaluation.overall.pass_rate, 0.25);
    assert_eq!(evaluation.by_l[&9].pass_rate, 0.0);
    assert_eq!(evaluation.overall.calls_mean, 2.5);
    assert_eq!(evaluation.overall.simulated_share, 0.3);
    assert_eq!(evaluation.by_domain["sales"].n_tasks, 2);
    assert_eq!(evaluation.by_domain.keys().collect::<Vec<_>>(), ["sales", "support"]);
    assert_eq!(evaluation.by_l.keys().collect::<Vec<_>>(), [&3, &9]);
    assert_eq!(evaluation.by_variation["sum"].n_trajectories, 2);
    // The tasks have two services; one walk has three steps, one nine.
    assert_eq!(evaluation.by_revisits.keys().collect::<Vec<_>>(), [&1, &7]);
    // Wilson of a quarter, for two tasks.
    let (from, to) = evaluation.overall.pass_interval;
    assert!((from - 0.0267).abs() < 5e-4 && (to - 0.8021).abs() < 5e-4, "{from} {to}");
    // Three of five criteria before the reference's last call; only the guard otherwise.
    assert!((evaluation.overall.rubric_mean - (0.6 + 0.2) / 2.0).abs() < 1e-12);
    assert_eq!(evaluation.criteria["guard"], 1.0);
    assert!((evaluation.criteria["goal"] - 1.0 / 4.0).abs() < 1e-12);
}

#[test]
fn pass_hat_is_the_chance_that_all_of_k_attempts_succeed() {
    let task = &tasks(1)[0];
    let mut all = trajectories(task);
    let mut third = all[0].clone();
    third.attempt = 2;
    all.push(third);
    for (trajectory, success) in all.iter_mut().zip([true, false, true]) {
        trajectory.outcome.success = success;
    }
    let evaluation = evaluate(&catalog(), std::slice::from_ref(task), &all);
    // Two of three succeed: 2/3, then C(2,2)/C(3,2) = 1/3, then 0.
    let chances: Vec<f64> = evaluation.pass_hat.values().copied().collect();
    assert!((chances[0] - 2.0 / 3.0).abs() < 1e-12);
    assert!((chances[1] - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!(chances[2], 0.0);
}

#[test]
fn the_markdown_has_a_table_for_each_cut() {
    insta::assert_snapshot!(markdown(&evaluation()));
}

#[test]
fn an_evaluation_comes_back_from_json() {
    let evaluation = evaluation();
    let text = serde_json::to_string(&evaluation).unwrap();
    assert_eq!(serde_json::from_str::<Evaluation>(&text).unwrap(), evaluation);
    let nothing = evaluate(&catalog(), &[], &[]);
    assert_eq!(nothing.overall.pass_rate, 0.0);
}

/// Six tasks, each attempted once, with these successes.
fn attempts(successes: [bool; 6]) -> Vec<Trajectory> {
    let tasks = tasks(6);
    let one = trajectories(&tasks[0]).remove(0);
    let attempt = |(task, success): (&Task, bool)| {
        let mut trajectory = Trajectory { task: task.id.clone(), ..one.clone() };
        trajectory.outcome.success = success;
        trajectory.outcome.rubric_mean = if success { 1.0 } else { 0.5 };
        trajectory
    };
    tasks.iter().zip(successes).map(attempt).collect()
}

#[test]
fn two_policies_are_compared_on_the_tasks_that_both_attempted() {
    let first = attempts([true, true, true, true, false, true]);
    let mut second = attempts([true, false, false, false, true, true]);
    second.truncate(5);
    let compared = compare(&tasks(6), &first, &second);
    assert_eq!((compared.n_tasks, compared.n_unpaired), (5, 1));
    assert!((compared.pass.first - 0.8).abs() < 1e-12);
    assert!((compared.pass.difference - 0.4).abs() < 1e-12);
    assert!((compared.rubric.difference - 0.2).abs() < 1e-12);
    let (from, to) = compared.pass.interval;
    assert!(from < 0.4 && 0.4 < to && from.abs() <= 1.0 && to <= 1.0, "{from} {to}");
    // Three against one: 2 (1 + 4) / 2^4.
    let test = compared.mcnemar.unwrap();
    assert_eq!((test.only_first, test.only_second), (3, 1));
    assert!((test.p - 0.625).abs() < 1e-12);
    assert!(comparison_markdown(&compared).contains("| Passed | 0.800 | 0.400 | +0.400 |"));

    let twice = [first.clone(), first].concat();
    assert_eq!(compare(&tasks(6), &twice, &second).mcnemar, None);
}
