//! Judging: what CEL checks see, what guards allow, and that a check's fault is no pass.

use compoworld_world::{Check, Criterion, CriterionKind, Environment, Evidence, Rubric, Verdict};
use serde_json::{Value, json};

use crate::environment::environment;

fn criterion(check: Check) -> Criterion {
    Criterion { id: "c".into(), text: String::new(), check, kind: CriterionKind::Goal }
}

fn judge(check: Check, initial: &Environment, state: &Environment, answer: &Value) -> Verdict {
    let rubric = Rubric::compile(&[criterion(check)], initial).unwrap();
    let outputs = [json!({"id": "CUS-0001"})];
    rubric.judge(&Evidence { state, initial, answer, outputs: &outputs }).remove(0)
}

fn start() -> Environment {
    let mut environment = environment();
    for name in ["Ada", "Bert"] {
        let arguments = json!({"name": name, "email": format!("{name}@example.org")});
        environment.call("crm__create_customer", &arguments.to_string());
        let arguments = json!({"customer": "CUS-0001", "product": "Lamp", "amount": 25.0});
        environment.call("crm__create_order", &arguments.to_string());
    }
    environment
}

#[test]
fn checks_read_state_initial_answer_and_outputs() {
    let initial = start();
    let mut state = initial.fork();
    state.call("crm__update_customer", r#"{"id":"CUS-0002","tier":"gold"}"#);
    state.call("help_desk__create_ticket", r#"{"subject":"Squeaks"}"#);
    for check in [
        r#"state.crm.customers["CUS-0002"].tier == "gold""#,
        r#"initial.crm.customers["CUS-0002"].tier == "basic""#,
        r#"state.crm.customers.exists(k, state.crm.customers[k].name == "Bert")"#,
        "size(state.crm.orders) == 2 && size(state.crm_eu.orders) == 0",
        r#""CUS-0002" in state.crm.customers && !("CUS-0009" in state.crm.customers)"#,
        r#"has(state.crm) && !has(state.crm.customers.nobody)"#,
        r#"state.crm.orders["ORD-00001"].amount == 25 && state.crm.orders["ORD-00001"].amount == 25.0"#,
        r#"state.help_desk.tickets["TCK-00001"].assignee == null"#,
        "state.crm_eu == initial.crm_eu && state.crm != initial.crm",
        r#"outputs[0].id == "CUS-0001""#,
        r#"answer.amount == 25 && says(answer, "lamp")"#,
    ] {
        let answer = json!({"amount": 25.0, "product": "Desk lamp"});
        let verdict = judge(Check::Cel(check.into()), &initial, &state, &answer);
        assert_eq!(verdict, Verdict { holds: true, reason: None }, "{check}");
    }
}

#[test]
fn a_check_that_fails_or_is_no_bool_does_not_hold_and_says_why() {
    let initial = start();
    for check in [r#"state.crm.customers["CUS-0009"].tier == "gold""#, "1 + 1", "answer.amount > 3"]
    {
        let verdict = judge(Check::Cel(check.into()), &initial, &initial, &Value::Null);
        assert!(!verdict.holds && verdict.reason.is_some(), "{check}: {verdict:?}");
    }
}

/// Why a check cannot be compiled.
fn refusal(check: Check) -> String {
    let error = Rubric::compile(&[criterion(check)], &start()).err().expect("a fault");
    assert_eq!(error.id, "c");
    error.message
}

#[test]
fn a_check_that_is_no_expression_is_refused_by_name() {
    assert!(refusal(Check::Cel("state..x ==".into())).contains("no CEL expression"));
    let guard = refusal(Check::OnlyChanged(vec!["crm".into()]));
    assert!(guard.contains("service.table.key"), "{guard}");
}

#[test]
fn a_check_that_no_state_can_satisfy_is_refused_with_what_was_meant() {
    for (check, what) in [
        ("state.crn.customers.size() == 0", "no service `crn`, did you mean `crm`?"),
        ("initial.crm.order.size() == 0", "`crm` has no table `order`, did you mean `orders`?"),
        (r#"state.crm_eu["order"].size() == 0"#, "`crm_eu` has no table `order`"),
        (
            r#"state.crm.customers["CUS-0001"].teir == "gold""#,
            "a Customer has no field `teir`, did you mean `tier`?",
        ),
        (
            r#"state.crm.customers["CUS-0001"].tier == "golden""#,
            "the field is never \"golden\", did you mean `gold`?",
        ),
        (r#"state.crm.orders["ORD-00001"].amount == "25""#, "a number is never equal"),
        (r#"state.crm.orders.exists(k, state.crm.orders[k].product == 3)"#, "a text is never"),
        (r#"state.crm.orders["ORD-00001"].amount.contains("2")"#, "no text"),
        (
            r#"state.help_desk.tickets["TCK-00001"].notes.exists(n, n.txt == "a")"#,
            "has no field `txt`, did you mean `text`?",
        ),
        (r#"state.crm.orders["ORD-00001"].product.name == "a""#, "no fields"),
    ] {
        let message = refusal(Check::Cel(check.into()));
        assert!(message.contains(what), "{check}: {message}");
    }
    let guard = refusal(Check::OnlyChanged(vec!["crm.orderz.+".into()]));
    assert!(guard.contains("did you mean `orders`?"), "{guard}");
}

/// Whether the changes that `calls` make are within the allowed paths.
fn only_changed(allowed: &[&str], calls: &[(&str, &str)]) -> bool {
    let initial = start();
    let mut state = initial.fork();
    for (tool, arguments) in calls {
        let answer = state.call_recorded(tool, arguments);
        assert_eq!(answer.error, None, "{}", answer.text);
    }
    let allowed = allowed.iter().map(|path| (*path).to_owned()).collect();
    judge(Check::OnlyChanged(allowed), &initial, &state, &Value::Null).holds
}

const GOLD: (&str, &str) = ("crm__update_customer", r#"{"id":"CUS-0002","tier":"gold"}"#);
const ORDER: (&str, &str) =
    ("crm__create_order", r#"{"customer":"CUS-0001","product":"Lamp","amount":1}"#);

#[test]
fn a_guard_allows_a_field_with_its_rows_stamps_and_nothing_else() {
    assert!(only_changed(&[], &[]));
    assert!(only_changed(&[], &[("crm__list_orders", "{}")]));
    assert!(only_changed(&["crm.customers.CUS-0002.tier"], &[GOLD]));
    assert!(only_changed(&["crm.customers.CUS-0002"], &[GOLD]));
    assert!(!only_changed(&["crm.customers.CUS-0002.email"], &[GOLD]));
    assert!(!only_changed(&["crm.customers.CUS-0001.tier"], &[GOLD]));
    assert!(!only_changed(&["crm_eu.customers.CUS-0002.tier"], &[GOLD]));
    // A write that changes nothing but the stamp is a change that no path allows.
    assert!(!only_changed(&[], &[("crm__update_customer", r#"{"id":"CUS-0002"}"#)]));
}

#[test]
fn a_guard_counts_new_rows() {
    assert!(!only_changed(&[], &[ORDER]));
    assert!(only_changed(&["crm.orders.+"], &[ORDER]));
    assert!(!only_changed(&["crm.orders.+"], &[ORDER, ORDER]));
    assert!(only_changed(&["crm.orders.+", "crm.orders.+"], &[ORDER, ORDER]));
    assert!(only_changed(&["crm.orders.ORD-00003"], &[ORDER]));
    assert!(only_changed(&["crm.orders.*"], &[ORDER, ORDER]));
    // The allowance is for new rows, not for old ones.
    assert!(!only_changed(
        &["crm.orders.+"],
        &[("crm__update_order", r#"{"id":"ORD-00001","status":"open"}"#)]
    ));
}
