//! Tools with parts in an environment: what the world model answers, and what it does not.

#[path = "../../../core/tests/kennel/mod.rs"]
mod kennel;

use compoworld_core::{ErrorCode, ServiceDef};
use compoworld_world::{Catalog, Environment, ToolView};
use serde_json::{Value, json};

use crate::services::epoch;

static SERVICES: [&ServiceDef; 1] = [&kennel::SERVICE];

fn environment() -> Environment {
    let catalog = Catalog::new(&SERVICES);
    let mut environment = Environment::new(&catalog, 7, epoch());
    environment.add("kennel", catalog.require("kennel").unwrap()).unwrap();
    environment
}

#[test]
fn the_world_model_answers_simulated_parts_and_arguments_alone() {
    let mut environment = environment();
    let made =
        environment.call_value("kennel__manage_dogs", &json!({"action": "create", "name": "Rex"}));
    assert!(made.wrote && !made.simulated, "{}", made.text);
    let calls = [
        (json!({"action": "train", "id": "DOG-001"}), true),
        (json!({"id": "DOG-001"}), false),
        (json!({"id": "DOG-001", "photo": false}), false),
        (json!({"id": "DOG-001", "photo": true}), true),
        (json!({"action": "delete", "id": "DOG-001", "photo": true}), false),
    ];
    for (arguments, is_simulated) in calls {
        let answer = environment.call_value("kennel__manage_dogs", &arguments);
        assert_eq!(answer.error, None, "{arguments}: {}", answer.text);
        assert_eq!(answer.simulated, is_simulated, "{arguments}: {}", answer.text);
    }
}

#[test]
fn a_simulated_part_is_held_to_its_schema_too() {
    let mut environment = environment();
    let answer = environment.call_value("kennel__manage_dogs", &json!({"photo": true}));
    assert_eq!(answer.error, Some(ErrorCode::InvalidArgument));
    let told: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(told["error"]["message"], "`id` is required when `action` is `get`");
}

#[test]
fn an_agent_sees_one_tool() {
    let tools = environment().tools(ToolView::Flat);
    assert_eq!(tools.len(), 1);
    assert!(!tools[0].read_only, "some part writes");
}
