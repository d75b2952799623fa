//! Tasks over the whole catalog: what they ask for, and that their verifiers judge rightly.

use std::collections::BTreeSet;
use std::sync::Arc;

use compoworld_world::gate::{VerifierScore, score_verifier};
use compoworld_world::planner::{PlanConfig, synthesize};
use compoworld_world::{Catalog, PreparedTask, Task};

const TASKS: usize = 200;

fn tasks(catalog: &Catalog) -> Vec<Task> {
    let tasks = synthesize(catalog, &PlanConfig::full(), TASKS, 21).tasks;
    assert!(tasks.len() > TASKS * 9 / 10, "{} of {TASKS} tasks", tasks.len());
    tasks
}

#[test]
fn tasks_ask_for_many_kinds_of_work_in_ever_other_services() {
    let tasks = tasks(&Catalog::new(compoworld_catalog::SERVICES));
    let kinds: BTreeSet<&str> =
        tasks.iter().flat_map(|task| &task.difficulty.variations).map(String::as_str).collect();
    for kind in [
        "arg_max",
        "branch",
        "condition",
        "count",
        "date_arithmetic",
        "prohibition",
        "question",
        "revisit",
        "sum",
        "unmet_condition",
    ] {
        assert!(kinds.contains(kind), "no task asks for `{kind}`: {kinds:?}");
    }
    let sets: BTreeSet<BTreeSet<&str>> = tasks
        .iter()
        .map(|task| task.services.iter().map(|used| used.service.as_str()).collect())
        .collect();
    assert_eq!(sets.len(), tasks.len(), "two tasks use the same services");
}

#[test]
fn verifiers_accept_right_runs_and_refuse_wrong_ones() {
    const VARIANTS: usize = 10;
    let catalog = Catalog::new(compoworld_catalog::SERVICES);
    let mut score = VerifierScore::default();
    for task in tasks(&catalog) {
        let prepared = PreparedTask::new(&catalog, Arc::new(task)).expect("it passed the gate");
        score.merge(score_verifier(&Arc::new(prepared), VARIANTS, 1));
    }
    assert_eq!(score.misjudged, Vec::<String>::new());
    assert!(score.wrong > 10 * TASKS, "only {} wrong runs", score.wrong);
}
