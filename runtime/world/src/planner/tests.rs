//! Tasks from three services written by hand.

#[path = "../../../core/tests/kennel/mod.rs"]
mod kennel;

use std::collections::BTreeSet;

use compoworld_core::ServiceDef;
use serde_json::{Value, json};

use super::ability::Ability;
use super::sample_services::{SERVICES, catalog, crm, kanban};
use super::{PairSplit, PlanConfig, Synthesis, is_held_out, synthesize};
use crate::catalog::Catalog;
use crate::task::{CriterionKind, Provenance, Task};
use crate::tool_view::SEPARATOR;

fn full() -> PlanConfig {
    PlanConfig { k: 2..=3, l: 4..=7, n_distractors: 0, ..PlanConfig::full() }
}

fn made(config: &PlanConfig, n: usize, seed: u64) -> Synthesis {
    synthesize(&catalog(), config, n, seed)
}

fn service_of(tool: &str) -> &str {
    tool.split_once(SEPARATOR).expect("a full name").0
}

#[test]
fn nearly_every_easy_task_is_made_and_no_two_are_alike() {
    let made = made(&PlanConfig::easy(), 150, 1);
    assert!(made.tasks.len() >= 145, "{} of 150, {:?}", made.tasks.len(), made.misses);
    let different: BTreeSet<_> = made.tasks.iter().map(|task| &task.instruction).collect();
    assert_eq!(different.len(), made.tasks.len());
}

#[test]
fn easy_tasks_are_short() {
    for task in made(&PlanConfig::easy(), 60, 2).tasks {
        assert_eq!(task.services.len(), 2, "{}", task.instruction);
        assert!((2..=3).contains(&task.graph.walk.len()), "{}", task.instruction);
        assert!(task.reference.calls.len() <= 5, "{}", task.instruction);
        assert!(task.instruction.split_whitespace().count() < 60, "{}", task.instruction);
    }
}

#[test]
fn a_task_of_one_service_stays_in_it_and_each_step_needs_the_one_before() {
    let config = PlanConfig { k: 1..=1, l: 2..=3, n_distractors: 1, ..full() };
    let tasks = made(&config, 40, 8).tasks;
    assert!(tasks.len() >= 30, "{}", tasks.len());
    for task in &tasks {
        let walk = &task.graph.walk;
        assert!((2..=3).contains(&walk.len()), "{walk:?}");
        assert!(walk.iter().all(|alias| *alias == walk[0]), "{walk:?}");
        assert_eq!((task.difficulty.k, task.services.len()), (1, 1), "{walk:?}");
        assert_eq!(task.distractors.len(), 1);
        assert!(!task.graph.edges.is_empty(), "{}", task.instruction);
    }
}

/// Tasks over contacts and cards.
fn with_cards(config: &PlanConfig, n: usize) -> Vec<Task> {
    static PAIR: [&ServiceDef; 2] = [&crm::SERVICE, &kanban::SERVICE];
    let config = PlanConfig { k: 2..=2, l: 2..=3, n_distractors: 0, ..config.clone() };
    synthesize(&Catalog::new(&PAIR), &config, n, 1).tasks
}

#[test]
fn a_row_is_found_below_what_it_belongs_to() {
    let mut n_found = 0;
    for task in with_cards(&PlanConfig::full(), 40) {
        let calls = &task.reference.calls;
        for call in calls.iter().filter(|call| call.tool == "kanban__list_cards") {
            let Provenance::Output { step, .. } = call.provenance["/list_id"] else {
                panic!("nobody says a UUID: {}", task.instruction);
            };
            assert_eq!(calls[step].tool, "kanban__list_lists", "{}", task.instruction);
            n_found += 1;
        }
    }
    assert!(n_found >= 5, "{n_found} cards in 40 tasks");
}

#[test]
fn a_new_row_belongs_to_rows_that_agree() {
    let mut n_made = 0;
    for task in with_cards(&PlanConfig::full(), 60) {
        let lists = &task.initial_state["kanban"]["lists"];
        for call in &task.reference.calls {
            if call.tool == "kanban__create_card" {
                let list = call.arguments["list_id"].as_str().expect("a key");
                let board = &call.arguments["board_id"];
                assert_eq!(lists[list]["board"], *board, "{}", task.instruction);
                n_made += 1;
            }
        }
    }
    assert!(n_made >= 3, "{n_made} new cards in 60 tasks");
}

#[test]
fn one_service_alone_makes_no_task_of_two() {
    let config = PlanConfig { services: ["crm".to_owned()].into(), ..full() };
    assert!(made(&config, 4, 1).tasks.is_empty());
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let on = |n_threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build();
        pool.expect("threads").install(|| made(&full(), 12, 3).tasks)
    };
    assert_eq!(on(1), on(4));
}

#[test]
fn instructions_name_no_tool_and_no_value_that_is_to_be_found() {
    for task in made(&full(), 40, 4).tasks {
        for tool in SERVICES.iter().flat_map(|service| service.tools) {
            assert!(!task.instruction.contains(tool.name), "{}", task.instruction);
        }
        for call in &task.reference.calls {
            for (pointer, from) in &call.provenance {
                if let (Provenance::Output { .. }, Some(Value::String(text))) =
                    (from, call.arguments.pointer(pointer))
                {
                    assert!(!task.instruction.contains(text), "{text}: {}", task.instruction);
                }
            }
        }
    }
}

#[test]
fn every_step_of_the_walk_needs_a_value_of_the_step_before() {
    for task in made(&full(), 40, 5).tasks {
        let walk = &task.graph.walk;
        assert!(walk.windows(2).all(|pair| pair[0] != pair[1]), "{walk:?}");
        let covered: BTreeSet<_> = walk.iter().collect();
        assert_eq!(covered.len(), task.services.len(), "{walk:?}");
        let flows: BTreeSet<(&str, &str)> = task
            .graph
            .edges
            .iter()
            .map(|edge| {
                let service = |step: usize| service_of(&task.reference.calls[step].tool);
                (service(edge.from_step), service(edge.to_step))
            })
            .collect();
        for pair in walk.windows(2) {
            let (from, to) = (pair[0].as_str(), pair[1].as_str());
            assert!(flows.contains(&(from, to)), "{from} to {to}: {}", task.instruction);
        }
    }
}

#[test]
fn tasks_are_judged_by_goals_and_one_guard() {
    let kinds =
        |task: &Task, kind| task.rubric.iter().filter(|criterion| criterion.kind == kind).count();
    for task in made(&full(), 20, 6).tasks {
        assert_eq!(kinds(&task, CriterionKind::Guard), 1);
        assert!(kinds(&task, CriterionKind::Goal) >= 1);
        let ids: BTreeSet<_> = task.rubric.iter().map(|criterion| &criterion.id).collect();
        assert_eq!(ids.len(), task.rubric.len(), "{:?}", task.rubric);
    }
}

#[test]
fn tasks_for_training_follow_no_held_out_pair() {
    let held_out =
        |task: &Task| task.graph.walk.windows(2).any(|pair| is_held_out(&pair[0], &pair[1]));
    let with = |pairs| made(&PlanConfig { pairs, ..PlanConfig::easy() }, 40, 7).tasks;
    assert!(!with(PairSplit::Train).iter().any(held_out));
    assert!(with(PairSplit::HeldOut).iter().all(held_out));
}

#[test]
fn about_one_pair_in_five_is_held_out() {
    let names: Vec<String> = (0..60).map(|at| format!("service_{at}")).collect();
    let pairs = names.iter().flat_map(|from| names.iter().map(move |to| (from, to)));
    let n_held_out = pairs.filter(|(from, to)| is_held_out(from, to)).count();
    assert!((540..=900).contains(&n_held_out), "{n_held_out} of 3600");
}

#[test]
fn varied_tasks_compare_revisit_and_ask() {
    let tasks = made(&full(), 120, 8).tasks;
    for variation in ["arg_max", "branch", "condition", "count", "loop", "question", "revisit"] {
        let with = |task: &&Task| task.difficulty.variations.iter().any(|name| name == variation);
        let n_tasks = tasks.iter().filter(with).count();
        println!("{variation}: {n_tasks} of {}", tasks.len());
        assert!(n_tasks >= 1, "no task of {} with `{variation}`", tasks.len());
    }
}

#[test]
fn the_parts_of_a_tool_are_abilities_that_say_their_action() {
    let ability = Ability::of(&kennel::SERVICE, 2).expect("dogs can be made and found");
    let dogs = ability.table_of("Dog").expect("a table of dogs");
    let acts = dogs.acts.iter().map(|act| (act.tool.name, act.rest["action"].clone()));
    let acts: Vec<_> = acts.collect();
    assert_eq!(acts, [("manage_dogs", json!("create")), ("manage_dogs", json!("delete"))]);
    assert_eq!(dogs.finders.len(), 1, "what trains is simulated");
    assert!(dogs.finders[0].rest.is_empty(), "`get` is the default");
}
