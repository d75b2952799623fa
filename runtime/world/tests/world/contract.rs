//! The formal contract of environments, as properties of random runs.

use compoworld_world::{Call, CatalogCheck, Environment};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use proptest::{collection::vec, prop_assert, prop_assert_eq, sample::select};
use serde_json::{Value, json};

use crate::environment::environment;
use crate::services::catalog;

fn customer() -> impl Strategy<Value = String> {
    (0..5u8).prop_map(|number| format!("CUS-{number:04}"))
}

fn order() -> impl Strategy<Value = String> {
    (0..5u8).prop_map(|number| format!("ORD-{number:05}"))
}

/// Arguments that are often right, and sometimes not.
fn short_call() -> impl Strategy<Value = (&'static str, Value)> {
    prop_oneof![
        (0..6u8, select(vec!["basic", "gold", "lead"])).prop_map(|(n, tier)| (
            "create_customer",
            json!({"name": format!("N{n}"), "email": format!("n{n}@example.org"), "tier": tier})
        )),
        (customer(), select(vec!["basic", "gold"]))
            .prop_map(|(id, tier)| ("update_customer", json!({"id": id, "tier": tier}))),
        (customer(), -5.0..500.0f64).prop_map(|(customer, amount)| (
            "create_order",
            json!({"customer": customer, "product": "Lamp", "amount": amount})
        )),
        (order(), select(vec!["open", "shipped", "lost"]))
            .prop_map(|(id, status)| ("update_order", json!({"id": id, "status": status}))),
        customer().prop_map(|id| ("get_customer", json!({"id": id}))),
        order().prop_map(|id| ("get_order", json!({"id": id}))),
        (0..4i64).prop_map(|limit| ("list_orders", json!({"limit": limit}))),
        "[a-zN0-9]{0,3}".prop_map(|query| ("search_customers", json!({"query": query}))),
        (0..3i64).prop_map(|weeks| ("forecast_demand", json!({"weeks": weeks}))),
    ]
}

fn call() -> impl Strategy<Value = Call> {
    let crm =
        (select(vec!["crm", "crm_eu"]), short_call()).prop_map(|(alias, (tool, arguments))| {
            Call::new(format!("{alias}__{tool}"), arguments.to_string())
        });
    let desk = (0..4u8)
        .prop_map(|n| Call::new("help_desk__solve_ticket", format!(r#"{{"id":"TCK-0000{n}"}}"#)));
    let ticket = Just(Call::new("help_desk__create_ticket", r#"{"subject":"Squeaks"}"#));
    let noise = (any::<String>(), any::<String>()).prop_map(|(tool, text)| Call::new(tool, text));
    prop_oneof![8 => crm, 1 => desk, 1 => ticket, 1 => noise]
}

fn run(environment: &mut Environment, calls: &[Call]) -> Vec<String> {
    calls.iter().map(|call| environment.call(&call.tool, &call.arguments)).collect()
}

fn digests(environment: &Environment) -> Vec<String> {
    environment.members().map(|(_, instance)| instance.digest()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_call_touches_its_own_service_only_and_a_failed_or_reading_call_touches_none(
        calls in vec(call(), 1..40)
    ) {
        let mut environment = environment();
        for call in &calls {
            let before = digests(&environment);
            let answer = environment.call_recorded(&call.tool, &call.arguments);
            let after = digests(&environment);
            let changed: Vec<usize> =
                (0..before.len()).filter(|index| before[*index] != after[*index]).collect();
            if answer.error.is_some() || !answer.wrote {
                prop_assert!(changed.is_empty(), "{call:?} changed {changed:?}: {}", answer.text);
            }
            let own = environment.members().position(|(alias, _)| {
                call.tool.strip_prefix(alias).is_some_and(|rest| rest.starts_with("__"))
            });
            prop_assert!(changed.iter().all(|index| Some(*index) == own), "{call:?}");
        }
    }

    #[test]
    fn what_a_call_answers_depends_on_its_own_service_only(
        calls in vec(call(), 1..40)
    ) {
        // The same calls without those to other services: `crm` must answer alike.
        let own: Vec<Call> =
            calls.iter().filter(|call| call.tool.starts_with("crm__")).cloned().collect();
        let (mut whole, mut alone) = (environment(), environment());
        let answers = run(&mut whole, &calls);
        let expected = run(&mut alone, &own);
        let got: Vec<String> = calls
            .iter()
            .zip(answers)
            .filter(|(call, _)| call.tool.starts_with("crm__"))
            .map(|(_, answer)| answer)
            .collect();
        prop_assert_eq!(got, expected);
    }

    #[test]
    fn forks_never_see_each_other(
        shared in vec(call(), 0..20), left in vec(call(), 1..20), right in vec(call(), 1..20)
    ) {
        let mut origin = environment();
        run(&mut origin, &shared);
        let before = origin.digest();
        let (mut a, mut b) = (origin.fork(), origin.fork());
        // Interleaved, and each alone on an environment of its own.
        let mut interleaved = (Vec::new(), Vec::new());
        for index in 0..left.len().max(right.len()) {
            interleaved.0.extend(left.get(index).map(|call| a.call(&call.tool, &call.arguments)));
            interleaved.1.extend(right.get(index).map(|call| b.call(&call.tool, &call.arguments)));
        }
        let mut alone = environment();
        run(&mut alone, &shared);
        let mut other = alone.fork();
        prop_assert_eq!(interleaved.0, run(&mut alone, &left));
        prop_assert_eq!(interleaved.1, run(&mut other, &right));
        prop_assert_eq!(a.digest(), alone.digest());
        prop_assert_eq!(b.digest(), other.digest());
        prop_assert_eq!(origin.digest(), before);
    }

    #[test]
    fn a_replay_gives_the_same_answers_and_the_same_digest(calls in vec(call(), 1..40)) {
        let start = environment().snapshot();
        let mut environment = environment();
        let answers = run(&mut environment, &calls);
        let replayed = Environment::replay(&catalog(), &start, &calls).unwrap();
        prop_assert_eq!(replayed.digest(), environment.digest());
        prop_assert_eq!(replayed.events(), environment.events());
        prop_assert_eq!(answers.len(), environment.events().len());
    }

    #[test]
    fn a_state_comes_back_from_json_text_to_the_last_bit(
        calls in vec(call(), 0..30), amount in 0.0..1_000.0f64
    ) {
        let mut environment = environment();
        run(&mut environment, &calls);
        environment.call("crm__create_customer", r#"{"name":"Zoe","email":"zoe@example.org"}"#);
        let order = json!({"customer": "CUS-0001", "product": "Lamp", "amount": amount});
        prop_assert_eq!(environment.call_value("crm__create_order", &order).error, None);
        let text = serde_json::to_string(&environment.snapshot()).unwrap();
        let restored = Environment::restore(
            &catalog(), &serde_json::from_str(&text).unwrap(), CatalogCheck::WholeCatalog
        ).unwrap();
        prop_assert_eq!(restored.digest(), environment.digest());
    }

    #[test]
    fn a_number_has_one_form(amount in 0..100_000i64) {
        let order = |amount: String| {
            let mut environment = environment();
            environment.call("crm__create_customer", r#"{"name":"Ada","email":"a@example.org"}"#);
            environment.call(
                "crm__create_order",
                &format!(r#"{{"customer":"CUS-0001","product":"Lamp","amount":{amount}}}"#),
            );
            environment
        };
        let (whole, fraction) = (order(format!("{amount}")), order(format!("{amount}.0")));
        prop_assert_eq!(whole.digest(), fraction.digest());
        prop_assert!(fraction.changes_since(&whole).is_empty());
    }

    #[test]
    fn states_are_the_same_when_their_digests_are(
        shared in vec(call(), 0..20), later in vec(call(), 0..4)
    ) {
        // The same calls twice, from a start each: no row is shared.
        let (mut one, mut other) = (environment(), environment());
        run(&mut one, &shared);
        run(&mut other, &shared);
        prop_assert!(one.is_same_state(&other));
        run(&mut other, &later);
        prop_assert_eq!(one.is_same_state(&other), one.digest() == other.digest());
    }

    #[test]
    fn changes_lead_from_one_state_to_the_other(
        shared in vec(call(), 0..20), later in vec(call(), 0..20)
    ) {
        let mut before = environment();
        run(&mut before, &shared);
        let mut after = before.fork();
        run(&mut after, &later);
        let changes = after.changes_since(&before);
        let touched: std::collections::BTreeSet<_> =
            changes.iter().map(|change| change.service.clone()).collect();
        for ((alias, old), (_, new)) in before.members().zip(after.members()) {
            // A service that no change names has the rows that it had.
            if !touched.contains(alias) {
                prop_assert_eq!(old.state_json(), new.state_json());
            }
        }
        let back = before.changes_since(&after);
        prop_assert_eq!(back.len(), changes.len());
    }
}
