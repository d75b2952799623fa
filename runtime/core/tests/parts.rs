//! A tool whose action argument says which of its parts is called.

mod kennel;

use compoworld_core::{ErrorCode, Instance, Timestamp};
use serde_json::{Value, json};

fn instance() -> Instance {
    Instance::new(&kennel::SERVICE, "kennel", 7, Timestamp::from_unix_seconds(1_772_000_000))
}

fn call(kennel: &mut Instance, arguments: Value) -> Value {
    let text = kennel.call_value("manage_dogs", &arguments).text;
    serde_json::from_str(&text).expect("answers are JSON")
}

#[test]
fn the_action_says_which_part_is_called() {
    let mut kennel = instance();
    let made = call(&mut kennel, json!({"action": "create", "name": "Rex"}));
    assert_eq!(made["data"], json!({"id": "DOG-001", "name": "Rex"}));
    let also = call(&mut kennel, json!({"action": "add", "name": "Ada"}));
    assert_eq!(also["data"]["id"], "DOG-002");
    let got = call(&mut kennel, json!({"action": "get", "id": "DOG-001"}));
    assert_eq!(got["data"], made["data"]);
    let usual = call(&mut kennel, json!({"id": "DOG-001"}));
    assert_eq!(usual["data"], made["data"], "`get` is the default");
    let gone = call(&mut kennel, json!({"action": "delete", "id": "DOG-001"}));
    assert_eq!(gone["data"], made["data"]);
    let again = call(&mut kennel, json!({"action": "delete", "id": "DOG-001"}));
    assert_eq!(again["error"]["code"], "not_found");
}

#[test]
fn what_only_another_part_takes_has_no_effect() {
    let mut kennel = instance();
    let made = call(&mut kennel, json!({"action": "create", "name": "Rex", "id": "DOG-777"}));
    assert_eq!(made["data"]["id"], "DOG-001");
}

#[test]
fn a_refusal_names_the_argument_and_the_action() {
    let mut kennel = instance();
    let before = kennel.digest();
    let cases = [
        (json!({"action": "delete"}), "`id` is required when `action` is `delete`"),
        (json!({"action": "add", "id": "1"}), "`name` is required when `action` is `add`"),
        (json!({}), "`id` is required when `action` is `get`"),
        (json!({"action": "create", "name": 3}), "expected a string"),
        (json!({"action": "sell"}), "expected one of"),
        (json!({"action": "get", "id": "1", "nmae": "Rex"}), "did you mean `name`?"),
    ];
    for (arguments, message) in cases {
        let answer = call(&mut kennel, arguments.clone());
        assert_eq!(answer["error"]["code"], "invalid_argument", "{arguments}: {answer}");
        let told = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(told.contains(message), "{arguments}: {told}");
    }
    assert_eq!(kennel.digest(), before);
}

#[test]
fn a_part_may_be_simulated_while_the_tool_is_not() {
    let record = instance().call_value("manage_dogs", &json!({"action": "train"}));
    assert_eq!(record.error, Some(ErrorCode::Unavailable));
    assert!(record.text.contains("whose `action` is `train`"), "{}", record.text);
    let record = instance().call_value("manage_dogs", &json!({"id": "DOG-001", "photo": true}));
    assert_eq!(record.error, Some(ErrorCode::Unavailable));
    let record = instance()
        .call_value("manage_dogs", &json!({"action": "delete", "photo": true, "id": "1"}));
    assert_eq!(record.error, Some(ErrorCode::NotFound), "`photo` is of another part");
    let tool = kennel::SERVICE.tool("manage_dogs").expect("the tool is there");
    assert!(!tool.is_simulated() && tool.may_be_simulated());
}

#[test]
fn reads_leave_the_state_and_do_not_count_as_writes() {
    let mut kennel = instance();
    call(&mut kennel, json!({"action": "create", "name": "Rex"}));
    assert!(!kennel.call_value("manage_dogs", &json!({"id": "DOG-001"})).wrote);
    let tool = kennel::SERVICE.tool("manage_dogs").expect("the tool is there");
    assert!(!tool.is_read(), "some part writes");
    assert!(tool.deed(&json!({"action": "get"})).is_read());
    assert_eq!(kennel::SERVICE.deeds().count(), 4);
}
