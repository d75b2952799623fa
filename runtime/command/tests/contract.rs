//! The contract of environments, as properties of random runs over services of the catalog: three
//! of them at a time, one twice under two aliases, filled, and called as their schemas allow.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

use std::thread;

use compoworld_core::{ServiceDef, Timestamp};
use compoworld_world::planner::inhabit;
use compoworld_world::rollout::sample_arguments;
use compoworld_world::{Answer, Call, Catalog, Environment};
use proptest::prelude::{ProptestConfig, Strategy, any, proptest};
use proptest::sample::Index;
use proptest::{prop_assert, prop_assert_eq};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

fn catalog() -> Catalog {
    Catalog::new(compoworld_catalog::SERVICES)
}

/// Which services, and the seed of their rows.
#[derive(Debug, Clone)]
struct Cast {
    services: [Index; 3],
    seed: u64,
}

fn cast() -> impl Strategy<Value = Cast> {
    (any::<[Index; 3]>(), 0..1_000_000u64).prop_map(|(services, seed)| Cast { services, seed })
}

impl Cast {
    /// The services under their names, and the first of them once more.
    fn filled(&self) -> Environment {
        let catalog = catalog();
        let epoch = Timestamp::parse("2026-03-02T09:00:00Z").unwrap();
        let mut world = Environment::new(&catalog, self.seed, epoch);
        let all = catalog.services();
        let picked: Vec<&'static ServiceDef> =
            self.services.map(|at| all[at.index(all.len())]).into();
        for service in &picked {
            // One service drawn twice is there once.
            if world.instance(service.name).is_none() {
                world.add(service.name, service).unwrap();
            }
        }
        world.add("once_more", picked[0]).unwrap();
        inhabit(&mut world, self.seed).unwrap();
        world
    }
}

/// Calls that the tools' schemas allow; many name rows that are there, as answers told of them.
fn draw_calls(world: &Environment, seed: u64, count: usize) -> Vec<Call> {
    let mut world = world.fork();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut heard = Vec::new();
    for (_, instance) in world.members() {
        hear(&instance.state_value(), &mut heard);
    }
    let tools: Vec<(String, &'static str)> = world
        .members()
        .flat_map(|(alias, instance)| {
            let tools = instance.service().tools.iter();
            tools.map(move |tool| (format!("{alias}__{}", tool.name), tool.parameters))
        })
        .collect();
    (0..count)
        .map(|_| {
            let (tool, parameters) = &tools[random.random_range(0..tools.len())];
            let schema = serde_json::from_str(parameters).unwrap();
            let arguments = sample_arguments(&schema, &heard, &mut random).to_string();
            let answer = world.call_recorded(tool, &arguments);
            hear(&serde_json::from_str(&answer.text).unwrap(), &mut heard);
            Call::new(tool, arguments)
        })
        .collect()
}

fn hear(value: &Value, heard: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() < 80 => heard.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| hear(item, heard)),
        Value::Object(object) => object.values().for_each(|value| hear(value, heard)),
        _ => {}
    }
}

fn run(world: &mut Environment, calls: &[Call]) -> Vec<Answer> {
    calls.iter().map(|call| world.call_recorded(&call.tool, &call.arguments)).collect()
}

fn digests(world: &Environment) -> Vec<String> {
    world.members().map(|(_, instance)| instance.digest()).collect()
}

/// The same arguments with every whole number written with a fraction: `25` as `25.0`.
fn with_fractions(value: &mut Value) {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) => {
            if let Some(whole) = number.as_f64().filter(|number| number.abs() < EXACT) {
                *value = Value::from(whole);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(with_fractions),
        Value::Object(object) => object.values_mut().for_each(with_fractions),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_call_touches_its_own_service_and_a_failed_or_reading_one_touches_none(
        cast in cast(), seed in any::<u64>(), count in 1..40usize
    ) {
        let mut world = cast.filled();
        for call in draw_calls(&world, seed, count) {
            let before = digests(&world);
            let answer = world.call_recorded(&call.tool, &call.arguments);
            let after = digests(&world);
            let (alias, tool) = call.tool.split_once("__").unwrap();
            let own = world.members().position(|(other, _)| other == alias).unwrap();
            let is_read = world.instance(alias).unwrap().service().tool(tool).unwrap().is_read();
            for (index, (before, after)) in before.iter().zip(&after).enumerate() {
                let may_change = index == own && answer.error.is_none() && !is_read;
                prop_assert!(may_change || before == after, "{call:?} changed service {index}");
            }
        }
    }

    #[test]
    fn forks_never_see_each_other(
        cast in cast(), seeds in any::<[u64; 3]>(), count in 1..25usize
    ) {
        let mut origin = cast.filled();
        let shared = draw_calls(&origin, seeds[0], count);
        run(&mut origin, &shared);
        let before = origin.digest();
        let left = draw_calls(&origin, seeds[1], count);
        let right = draw_calls(&origin, seeds[2], count);
        let (mut a, mut b) = (origin.fork(), origin.fork());
        let mut answers = (Vec::new(), Vec::new());
        for (left, right) in left.iter().zip(&right) {
            answers.0.push(a.call_recorded(&left.tool, &left.arguments));
            answers.1.push(b.call_recorded(&right.tool, &right.arguments));
        }
        // Each alone, on a world that was made anew.
        let mut alone = cast.filled();
        run(&mut alone, &shared);
        let mut other = alone.fork();
        prop_assert_eq!(answers.0, run(&mut alone, &left));
        prop_assert_eq!(answers.1, run(&mut other, &right));
        prop_assert_eq!(a.digest(), alone.digest());
        prop_assert_eq!(b.digest(), other.digest());
        prop_assert_eq!(origin.digest(), before);
    }

    #[test]
    fn a_replay_is_the_same_on_any_thread_and_in_any_run(
        cast in cast(), seed in any::<u64>(), count in 1..40usize
    ) {
        let mut world = cast.filled();
        let (start, calls) = (world.snapshot(), draw_calls(&world, seed, count));
        run(&mut world, &calls);
        let replays: Vec<Environment> = thread::scope(|scope| {
            let replay = || Environment::replay(&catalog(), &start, &calls).unwrap();
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(replay)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for replay in replays {
            prop_assert_eq!(replay.digest(), world.digest());
            prop_assert_eq!(replay.events(), world.events());
        }
    }

    #[test]
    fn a_whole_number_is_the_same_with_a_fraction(
        cast in cast(), seed in any::<u64>(), count in 1..40usize
    ) {
        let mut whole = cast.filled();
        let mut fraction = whole.fork();
        for call in draw_calls(&whole, seed, count) {
            let mut arguments: Value = serde_json::from_str(&call.arguments).unwrap();
            with_fractions(&mut arguments);
            let expected = whole.call_recorded(&call.tool, &call.arguments);
            let answer = fraction.call_recorded(&call.tool, &arguments.to_string());
            prop_assert_eq!(answer.error, expected.error, "{:?}: {}", call, answer.text);
            // A refusal may quote the argument as it was written.
            if expected.error.is_none() {
                prop_assert_eq!(answer.text, expected.text, "{:?}", call);
            }
        }
        prop_assert_eq!(fraction.digest(), whole.digest());
    }

    #[test]
    fn changes_name_what_a_call_changed_and_nothing_else(
        cast in cast(), seed in any::<u64>(), count in 1..40usize
    ) {
        let mut world = cast.filled();
        for call in draw_calls(&world, seed, count) {
            let before = world.fork();
            let answer = world.call_recorded(&call.tool, &call.arguments);
            let changes = world.changes_since(&before);
            let (alias, _) = call.tool.split_once("__").unwrap();
            prop_assert!(changes.iter().all(|change| change.service == alias), "{call:?}");
            prop_assert!(changes.is_empty() || answer.wrote, "{call:?}: {changes:?}");
            prop_assert_eq!(before.changes_since(&world).len(), changes.len());
        }
    }
}
