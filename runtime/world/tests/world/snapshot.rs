//! Snapshots: they come back whole, replay, and refuse what they do not fit.

use compoworld_world::{Call, CatalogCheck, Environment, EnvironmentError, EnvironmentSnapshot};

use crate::environment::environment;
use crate::services::catalog;

fn calls() -> Vec<Call> {
    vec![
        Call::new("crm__create_customer", r#"{"name":"Ada","email":"ada@example.org"}"#),
        Call::new("crm__create_order", r#"{"customer":"CUS-0001","product":"Lamp","amount":25}"#),
        Call::new("crm__create_order", r#"{"customer":"CUS-0009","product":"Lamp","amount":25}"#),
        Call::new("help_desk__create_ticket", r#"{"subject":"Squeaks"}"#),
        Call::new("crm__forecast_demand", r#"{"weeks":2}"#),
        Call::new("nobody__knows", "{{{"),
    ]
}

#[test]
fn a_restored_environment_goes_on_exactly_like_the_original() {
    let mut original = environment();
    for call in calls() {
        original.call(&call.tool, &call.arguments);
    }
    let text = serde_json::to_string(&original.snapshot()).unwrap();
    let snapshot: EnvironmentSnapshot = serde_json::from_str(&text).unwrap();
    let mut restored =
        Environment::restore(&catalog(), &snapshot, CatalogCheck::WholeCatalog).unwrap();
    assert_eq!(restored.digest(), original.digest());
    assert_eq!(restored.simulated_calls(), 1);

    // Keys, stamps and sequences go on where they stood.
    let next = r#"{"customer":"CUS-0001","product":"Desk","amount":5}"#;
    assert_eq!(restored.call("crm__create_order", next), original.call("crm__create_order", next));
    assert_eq!(restored.snapshot(), original.snapshot());
}

#[test]
fn a_replay_of_the_log_gives_the_same_answers_and_the_same_digest() {
    let start = environment().snapshot();
    let mut original = environment();
    for call in calls() {
        original.call(&call.tool, &call.arguments);
    }
    let log: Vec<Call> = original.events().iter().map(|event| event.call.clone()).collect();
    let replayed = Environment::replay(&catalog(), &start, &log).unwrap();
    assert_eq!(replayed.digest(), original.digest());
    assert_eq!(replayed.events(), original.events());
}

#[test]
fn a_snapshot_of_another_catalog_or_service_version_is_refused() {
    let mut snapshot = environment().snapshot();
    snapshot.catalog_version = "older".to_owned();
    let restore = |snapshot: &EnvironmentSnapshot, check| {
        Environment::restore(&catalog(), snapshot, check).map(|environment| environment.digest())
    };
    let error = restore(&snapshot, CatalogCheck::WholeCatalog).unwrap_err();
    assert!(matches!(error, EnvironmentError::OtherCatalog { .. }));
    assert!(error.to_string().contains("older"), "{error}");
    assert_eq!(restore(&snapshot, CatalogCheck::ServicesInUse).unwrap(), environment().digest());

    snapshot.services[1].version = "by-hand-0".to_owned();
    let error = restore(&snapshot, CatalogCheck::ServicesInUse).unwrap_err();
    assert_eq!(
        error.to_string(),
        "made with version by-hand-0 of service `crm`, the catalog has by-hand-1; make it again \
         with this catalog"
    );
}
