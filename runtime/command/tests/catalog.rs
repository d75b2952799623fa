//! Every service of the linked catalog, under random calls in a filled world: the contract that
//! environments promise must hold of each.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

use compoworld_core::{Schema, ServiceDef, Timestamp, Tool, validate_state};
use compoworld_world::planner::inhabit;
use compoworld_world::rollout::sample_arguments;
use compoworld_world::{Call, Catalog, CatalogCheck, Environment, EnvironmentSnapshot};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

const CALLS: usize = 150;

fn catalog() -> Catalog {
    Catalog::new(compoworld_catalog::SERVICES)
}

fn filled(catalog: &Catalog, service: &'static ServiceDef, seed: u64) -> Environment {
    let epoch = Timestamp::parse("2026-03-02T09:00:00Z").unwrap();
    let mut world = Environment::new(catalog, seed, epoch);
    world.add(service.name, service).unwrap();
    inhabit(&mut world, seed).unwrap();
    world
}

/// The texts of an answer, to use in later calls.
fn hear(value: &Value, heard: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() < 80 => heard.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| hear(item, heard)),
        Value::Object(object) => object.values().for_each(|value| hear(value, heard)),
        _ => {}
    }
}

fn check_answer(place: &str, tool: &Tool, text: &str) -> Value {
    let answer: Value = serde_json::from_str(text).unwrap_or_else(|error| {
        panic!("{place}: the answer is no JSON: {error}: {text}");
    });
    let ok = answer["ok"].as_bool().unwrap_or_else(|| panic!("{place}: no `ok` in {text}"));
    assert_eq!(ok, answer.get("data").is_some(), "{place}: {text}");
    assert_eq!(!ok, answer.get("error").is_some(), "{place}: {text}");
    if let (true, Some(returns)) = (ok, tool.returns) {
        let schema = Schema::compile(&serde_json::from_str(returns).unwrap());
        if let Err(violation) = schema.check(&answer["data"]) {
            panic!("{place}: the answer breaks its schema: {violation:?}: {text}");
        }
    }
    answer
}

fn exercise(catalog: &Catalog, service: &'static ServiceDef, seed: u64) {
    let mut world = filled(catalog, service, seed);
    let start = world.snapshot();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut heard = Vec::new();
    hear(&start.services[0].state, &mut heard);
    for count in 0..CALLS {
        let tool = &service.tools[random.random_range(0..service.tools.len())];
        let schema = serde_json::from_str(tool.parameters).unwrap();
        let arguments = sample_arguments(&schema, &heard, &mut random).to_string();
        let name = format!("{}__{}", service.name, tool.name);
        let place = format!("seed {seed}, call {count}: {name} {arguments}");
        let before = world.digest();
        let answer = world.call_recorded(&name, &arguments);
        let value = check_answer(&place, tool, &answer.text);
        if answer.error.is_some() || tool.is_read() || tool.is_simulated() {
            assert!(!answer.wrote, "{place}: a read or failed call ran as a write");
            assert_eq!(world.digest(), before, "{place}: a read or failed call changed the state");
        }
        let faults = validate_state(world.instance(service.name).unwrap().state());
        assert!(faults.is_empty(), "{place}: the state is unsound: {faults:?}");
        hear(&value, &mut heard);
    }
    let calls: Vec<Call> = world.events().iter().map(|event| event.call.clone()).collect();
    let again = Environment::replay(catalog, &start, &calls).unwrap();
    assert_eq!(again.digest(), world.digest(), "{}: a replay differs, seed {seed}", service.name);
    assert_eq!(again.events(), world.events(), "{}: a replay differs, seed {seed}", service.name);

    let text = serde_json::to_string(&world.snapshot()).unwrap();
    let stored: EnvironmentSnapshot = serde_json::from_str(&text).unwrap();
    let restored = Environment::restore(catalog, &stored, CatalogCheck::WholeCatalog).unwrap();
    assert_eq!(restored.digest(), world.digest(), "{}: not restored, seed {seed}", service.name);
}

#[test]
fn every_service_keeps_the_contract_under_random_calls() {
    let catalog = catalog();
    for service in catalog.services() {
        for seed in 1..=3 {
            exercise(&catalog, service, seed);
        }
    }
}
