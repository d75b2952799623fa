//! One service twice in an environment: by calls, changes, snapshots and tasks, the two are two.

use std::sync::Arc;

use compoworld_world::rollout::{AttemptLimits, ReferencePolicy, attempt};
use compoworld_world::{
    CatalogCheck, Check, Criterion, CriterionKind, Environment, PreparedTask, ReferenceCall,
    ServiceUse, Task, ToolView,
};
use serde_json::json;

use crate::environment::environment;
use crate::services::catalog;
use crate::services::sample_task::sample_task;

#[test]
fn calls_changes_and_snapshots_tell_the_two_apart() {
    let start = environment();
    let mut world = start.fork();
    for (alias, name) in [("crm", "Ada"), ("crm_eu", "Eva"), ("crm_eu", "Ida")] {
        let customer = json!({"name": name, "email": format!("{name}@example.org")});
        let answer = world.call_value(&format!("{alias}__create_customer"), &customer);
        assert!(answer.wrote, "{}", answer.text);
    }
    let paths: Vec<String> =
        world.changes_since(&start).iter().map(|change| change.path()).collect();
    assert_eq!(
        paths,
        ["crm.customers.CUS-0001", "crm_eu.customers.CUS-0001", "crm_eu.customers.CUS-0002"]
    );
    let snapshot = world.snapshot();
    let restored = Environment::restore(&catalog(), &snapshot, CatalogCheck::WholeCatalog).unwrap();
    assert_eq!(restored.digest(), world.digest());
    for (alias, name) in [("crm", "Ada"), ("crm_eu", "Eva")] {
        let state = restored.instance(alias).unwrap().state_value();
        assert_eq!(state["customers"]["CUS-0001"]["name"], name);
    }
    // Exchanging the two is another environment.
    let mut exchanged = snapshot.clone();
    let (one, other) = (exchanged.services[1].state.take(), exchanged.services[2].state.take());
    (exchanged.services[1].state, exchanged.services[2].state) = (other, one);
    let exchanged =
        Environment::restore(&catalog(), &exchanged, CatalogCheck::WholeCatalog).unwrap();
    assert_ne!(exchanged.digest(), world.digest());
}

/// The sample task, where the same order is to be returned in a second register too.
fn task_in_two_registers() -> Task {
    let mut task = sample_task();
    task.services.push(ServiceUse { alias: "crm_eu".into(), service: "crm".into() });
    let register = task.initial_state["crm"].clone();
    task.initial_state.insert("crm_eu".into(), register);
    task.reference.calls.push(ReferenceCall {
        tool: "crm_eu__update_order".into(),
        arguments: json!({"id": "ORD-00002", "status": "returned"}),
        provenance: Default::default(),
    });
    task.rubric.push(Criterion {
        id: "returned_there".into(),
        text: "The order is marked as returned in the second register.".into(),
        check: Check::Cel(r#"state.crm_eu.orders["ORD-00002"].status == "returned""#.into()),
        kind: CriterionKind::Goal,
    });
    for criterion in &mut task.rubric {
        if let Check::OnlyChanged(allowed) = &mut criterion.check {
            allowed.push("crm_eu.orders.ORD-00002.status".into());
        }
    }
    task
}

#[test]
fn a_task_judges_each_of_the_two_by_its_alias() {
    let judge = |task: Task| {
        let prepared = Arc::new(PreparedTask::new(&catalog(), Arc::new(task)).unwrap());
        let limits = AttemptLimits::default();
        attempt(&ReferencePolicy, &prepared, 0, 1, ToolView::Flat, limits).unwrap().outcome
    };
    assert!(judge(task_in_two_registers()).success);

    let mut one_register = task_in_two_registers();
    one_register.reference.calls.pop();
    let outcome = judge(one_register);
    let failed: Vec<usize> =
        (0..outcome.criteria.len()).filter(|index| !outcome.criteria[*index]).collect();
    assert_eq!(failed, [outcome.criteria.len() - 1], "{:?}", outcome.reasons);
}
