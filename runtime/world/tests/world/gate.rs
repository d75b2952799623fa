//! The gate: lets a sound task through, and rejects each broken one for its own fault.

use std::sync::Arc;

use compoworld_world::gate::{
    Rejection, RejectionReason, Rejections, check_task, lint_task, score_verifier,
};
use compoworld_world::{
    Check, Criterion, CriterionKind, Episode, PreparedTask, Provenance, ReferenceCall, Task,
};
use serde_json::{Value, json};

use crate::services::catalog;
use crate::services::sample_task::{goal_digest, sample_task};

fn check(task: Task) -> Result<(), Rejection> {
    check_task(&catalog(), &Arc::new(task))
}

fn prepare(task: Task) -> Arc<PreparedTask> {
    Arc::new(PreparedTask::new(&catalog(), Arc::new(task)).unwrap())
}

/// The reason for which the sample task is rejected after a change to it.
fn reason_after(change: impl FnOnce(&mut Task)) -> Option<RejectionReason> {
    let mut task = sample_task();
    change(&mut task);
    check(task).err().map(|rejection| rejection.reason)
}

/// The same, for a change to the reference: the goal is what the changed one leads to.
fn reason_after_resealed(change: impl FnOnce(&mut Task)) -> Option<RejectionReason> {
    let mut task = sample_task();
    change(&mut task);
    task.goal_digest = goal_digest(&task);
    check(task).err().map(|rejection| rejection.reason)
}

fn cel(task: &mut Task, index: usize, check: &str) {
    task.rubric[index].check = Check::Cel(check.to_owned());
}

#[test]
fn the_sample_task_passes() {
    assert_eq!(check(sample_task()), Ok(()));
}

#[test]
fn a_task_that_cannot_be_prepared_is_rejected() {
    let reason = Some(RejectionReason::NotPreparable);
    assert_eq!(reason_after(|task| task.services[1].service = "crn".into()), reason);
    assert_eq!(reason_after(|task| cel(task, 0, "state ==")), reason);
    assert_eq!(
        reason_after(|task| {
            let order = &mut task.initial_state.get_mut("crm").unwrap()["orders"]["ORD-00001"];
            order["customer"] = json!("CUS-0099");
        }),
        reason
    );
}

#[test]
fn a_rubric_needs_a_goal_and_a_guard() {
    assert_eq!(reason_after(|task| task.rubric.truncate(4)), Some(RejectionReason::NoGuard));
    assert_eq!(reason_after(|task| drop(task.rubric.drain(..4))), Some(RejectionReason::NoGoal));
}

#[test]
fn criteria_must_stand_right_at_the_start() {
    assert_eq!(
        reason_after(|task| cel(task, 0, r#""ORD-00002" in state.crm.orders"#)),
        Some(RejectionReason::GoalHoldsAtStart)
    );
    assert_eq!(
        reason_after(|task| cel(task, 4, r#"state.crm.orders["ORD-00002"].status == "returned""#)),
        Some(RejectionReason::GuardBrokenAtStart)
    );
}

#[test]
fn the_reference_must_run_through() {
    let rejection = check({
        let mut task = sample_task();
        task.reference.calls[3].tool = "crm__get_custommer".into();
        task
    });
    let rejection = rejection.unwrap_err();
    assert_eq!(rejection.reason, RejectionReason::ReferenceFails);
    assert!(rejection.detail.contains("step 3") && rejection.detail.contains("crm__get_customer"));
}

#[test]
fn the_reference_may_not_lean_on_simulated_answers() {
    let reason = reason_after_resealed(|task| {
        task.reference.calls.push(ReferenceCall {
            tool: "crm__forecast_demand".into(),
            arguments: json!({"weeks": 1}),
            provenance: Default::default(),
        });
    });
    assert_eq!(reason, Some(RejectionReason::ReferenceIsSimulated));
}

#[test]
fn the_reference_must_lead_to_the_stated_goal() {
    assert_eq!(
        reason_after(|task| task.goal_digest = "0".repeat(64)),
        Some(RejectionReason::OtherGoal)
    );
}

#[test]
fn the_reference_must_satisfy_the_rubric() {
    assert_eq!(
        reason_after(|task| cel(task, 3, "says(answer, 130)")),
        Some(RejectionReason::GoalMissed)
    );
    assert_eq!(
        reason_after(|task| task.rubric[4].check = Check::OnlyChanged(Vec::new())),
        Some(RejectionReason::GuardBrokenByReference)
    );
}

#[test]
fn values_must_come_from_where_the_task_says() {
    let wrong = Some(RejectionReason::WrongProvenance);
    let set = |task: &mut Task, step: usize, at: &str, from: Provenance| {
        task.reference.calls[step].provenance.insert(at.to_owned(), from);
    };
    let output = |step, pointer: &str| Provenance::Output { step, pointer: pointer.to_owned() };
    assert_eq!(reason_after(|task| set(task, 4, "/id", output(1, "/product"))), wrong);
    assert_eq!(reason_after(|task| set(task, 4, "/id", output(1, "/nothing"))), wrong);
    assert_eq!(reason_after(|task| set(task, 4, "/nothing", Provenance::Chosen)), wrong);
    assert_eq!(
        reason_after(|task| {
            task.reference.answer_provenance.insert(String::new(), output(9, "/amount"));
        }),
        wrong
    );
}

#[test]
fn a_value_to_be_found_may_not_stand_in_the_instruction() {
    for spoiler in [" The order is ORD-00002.", " (ada.brand@example.org)", " It was 129.5!"] {
        assert_eq!(
            reason_after(|task| task.instruction.push_str(spoiler)),
            Some(RejectionReason::ValueInInstruction),
            "{spoiler}"
        );
    }
    // Part of a longer word gives nothing away.
    assert_eq!(reason_after(|task| task.instruction.push_str(" xORD-00002x")), None);
}

#[test]
fn every_write_of_the_reference_must_be_needed() {
    let reason = reason_after(|task| {
        task.rubric.remove(1);
    });
    assert_eq!(reason, Some(RejectionReason::StepNotNeeded));
}

#[test]
fn a_read_whose_value_the_rubric_does_not_demand_is_not_needed() {
    let reason = reason_after(|task| {
        // Without the answer's criterion and the customer's two, the order is read for nothing.
        cel(task, 2, r#"state.help_desk.tickets["TCK-00001"].status == "solved""#);
        task.reference.calls.truncate(3);
        task.reference.calls[2] = ReferenceCall {
            tool: "help_desk__solve_ticket".into(),
            arguments: json!({"id": "TCK-00001", "note": "ada"}),
            provenance: Default::default(),
        };
        task.rubric.drain(3..4);
        task.rubric.drain(..2);
        task.goal_digest = goal_digest(task);
    });
    assert_eq!(reason, Some(RejectionReason::StepNotNeeded));
}

#[test]
fn a_guard_that_watches_too_little_is_rejected() {
    let reason = reason_after(|task| {
        if let Check::OnlyChanged(paths) = &mut task.rubric[4].check {
            paths.push("crm_archive.orders.*".into());
        }
    });
    assert_eq!(reason, Some(RejectionReason::ExtraWritePasses));
}

#[test]
fn a_rubric_that_punishes_a_look_around_is_rejected() {
    let reason = reason_after(|task| {
        task.rubric.push(Criterion {
            id: "few_calls".into(),
            text: "No more calls than needed.".into(),
            check: Check::Cel("size(outputs) < 7".into()),
            kind: CriterionKind::Guard,
        });
    });
    assert_eq!(reason, Some(RejectionReason::ExtraReadFails));
}

#[test]
fn a_rubric_that_demands_the_key_that_a_new_row_happens_to_get_is_rejected() {
    let with_keys = |keys: [&str; 2]| {
        reason_after_resealed(|task| {
            for (product, key) in ["Reading chair", "Coat stand"].into_iter().zip(keys) {
                task.instruction
                    .push_str(&format!(" Add an order of CUS-0001 for a {product} at 31."));
                let said = ["/customer", "/product", "/amount"];
                task.reference.calls.push(ReferenceCall {
                    tool: "crm__create_order".into(),
                    arguments: json!({"customer": "CUS-0001", "product": product, "amount": 31}),
                    provenance: said.map(|at| (at.to_owned(), Provenance::Instruction)).into(),
                });
                let product = format!("state.crm.orders[k].product == \"{product}\"");
                task.rubric.push(Criterion {
                    id: product.clone(),
                    text: "The order is there.".into(),
                    check: Check::Cel(format!("state.crm.orders.exists(k, {key} && {product})")),
                    kind: CriterionKind::Goal,
                });
                if let Check::OnlyChanged(paths) = &mut task.rubric[4].check {
                    paths.push("crm.orders.+".into());
                }
            }
        })
    };
    assert_eq!(with_keys(["true", "true"]), None);
    let keys = [r#"k == "ORD-00004""#, r#"k == "ORD-00005""#];
    assert_eq!(with_keys(keys), Some(RejectionReason::OtherOrderFails));
}

#[test]
fn a_good_verifier_accepts_every_right_run_and_refuses_every_wrong_one() {
    let score = score_verifier(&prepare(sample_task()), 200, 1);
    assert_eq!(score.misjudged, Vec::<String>::new());
    assert_eq!((score.variants, score.variants_accepted), (200, 200));
    assert!(score.wrong >= 10, "{score:?}");
    assert_eq!(score.wrong_refused, score.wrong);
    assert_eq!(score, score_verifier(&prepare(sample_task()), 200, 1));
}

#[test]
fn a_verifier_that_does_not_look_at_a_value_lets_a_wrong_run_pass() {
    let mut task = sample_task();
    cel(&mut task, 2, r#"state.help_desk.tickets["TCK-00001"].status == "solved""#);
    let score = score_verifier(&prepare(task), 20, 1);
    assert_eq!(score.variants_accepted, 20);
    let faults = score.misjudged.join("\n");
    assert_eq!(score.misjudged.len(), score.wrong - score.wrong_refused, "{faults}");
    assert!(faults.contains("`help_desk__solve_ticket` with"), "{faults}");
}

/// The places of a task's faults after a change to it.
fn faults_after(change: impl FnOnce(&mut Task)) -> Vec<String> {
    let mut task = sample_task();
    change(&mut task);
    lint_task(&catalog(), &task).into_iter().map(|fault| fault.place).collect()
}

#[test]
fn lint_tells_every_fault_at_once_and_where_it_is() {
    assert_eq!(faults_after(|_| ()), Vec::<String>::new());
    let places = faults_after(|task| {
        task.instruction = "Call solve_ticket for ORD-00002, make it gold.".into();
        task.distractors[0].service = "crn".into();
        task.graph.walk.insert(0, "help_desk".into());
        task.graph.edges[0].from_step = 4;
        task.reference.calls[0].tool = "help_desk__lst_tickets".into();
        task.reference.calls[4].arguments["tier"] = json!("golden");
        task.rubric[1].id = task.rubric[0].id.clone();
        task.rubric[0].check = Check::Cel("state.crm.orderz.size() == 1".into());
        task.rubric.pop();
    });
    let wanted = [
        "/distractors/0",
        "/initial_state/crm_archive",
        "/instruction",
        "/graph/walk/1",
        "/graph/edges/0",
        "/reference/calls/0/tool",
        "/reference/calls/4/arguments",
        "/rubric/0/check",
        "/rubric/1/id",
        "/rubric",
    ];
    for place in wanted {
        assert!(places.iter().any(|found| found == place), "{place} is not among {places:#?}");
    }
}

#[test]
fn rejections_are_counted_by_reason_with_the_first_example() {
    let mut rejections = Rejections::default();
    for detail in ["first", "second"] {
        rejections.add(Rejection::new(RejectionReason::NoGoal, detail));
    }
    let mut more = Rejections::default();
    more.add(Rejection::new(RejectionReason::NoGuard, "third"));
    rejections.merge(more);
    assert_eq!(rejections.total(), 3);
    let json = serde_json::to_value(&rejections).unwrap();
    assert_eq!(json["counts"], json!({"no_goal": 2, "no_guard": 1}));
    assert_eq!(json["examples"]["no_goal"], "first");
}

#[test]
fn an_episode_stops_at_its_budget_and_judges_what_was_done() {
    let task = Arc::new(sample_task());
    let mut episode = Episode::start(&catalog(), Arc::clone(&task)).unwrap().with_calls_max(1);
    assert!(episode.call("crm__get_order", r#"{"id":"ORD-00002"}"#).error.is_none());
    let refused = episode.call("crm__update_order", r#"{"id":"ORD-00002","status":"returned"}"#);
    assert!(refused.text.contains("resource_exhausted"), "{}", refused.text);
    let outcome = episode.finish(&json!("It was 129.50."));
    assert_eq!(outcome.criteria, [false, false, false, true, true]);
    assert!(!outcome.success && outcome.changes.is_empty());
    assert!((outcome.rubric_mean - 0.4).abs() < 1e-12);
    assert_eq!(outcome.n_calls, 1);

    let empty = Episode::start(&catalog(), task).unwrap().finish(&Value::Null);
    assert_eq!(empty.criteria, [false, false, false, false, true]);
}
