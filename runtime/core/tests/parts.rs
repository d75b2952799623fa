//! A tool whose action argument says which of its parts is called, on a service written by hand.

use std::sync::OnceLock;

use compoworld_core::{
    Args, Binding, Context, Entity, ErrorCode, Hints, Instance, Key, Operation, Returns, RowRef,
    Run, Semantics, ServiceDef, SimulationReason, State, StateExt, Table, Timestamp, Tool,
    ToolError, ToolPart, ToolParts, run_read, run_write,
};
use serde_json::{Value, json};

#[derive(State)]
struct Kennel {
    dogs: Table<Dog>,
}

#[derive(Debug, Clone, PartialEq, Entity)]
struct Dog {
    #[entity(key, sequence = "DOG-{:03}")]
    id: Key<Dog>,
    name: String,
}

#[derive(Args)]
struct CreateDog {
    name: String,
}

#[derive(Args)]
struct DogArgs {
    id: Key<Dog>,
}

fn create_dog(
    state: &mut Kennel,
    args: CreateDog,
    cx: &mut Context,
) -> Result<RowRef<Dog>, ToolError> {
    let id = state.dogs.next_key(cx);
    state.dogs.insert(Dog { id, name: args.name })
}

fn get_dog(state: &Kennel, args: DogArgs, _cx: &mut Context) -> Result<RowRef<Dog>, ToolError> {
    state.dogs.find(&args.id)
}

fn delete_dog(
    state: &mut Kennel,
    args: DogArgs,
    _cx: &mut Context,
) -> Result<RowRef<Dog>, ToolError> {
    state.delete(&args.id)
}

const fn part(parameters: &'static str, semantics: Semantics, run: Run) -> Tool {
    Tool {
        name: "manage_dogs",
        wire_name: "manage_dogs",
        description: "Creates, shows, deletes or trains a dog.",
        parameters,
        returns: None,
        hints: Hints::NONE,
        semantics,
        run,
        schema: OnceLock::new(),
    }
}

static MANAGE_DOGS_PARTS: [ToolPart; 4] = [
    ToolPart {
        values: &["create", "add"],
        tool: part(
            r#"{"type":"object","properties":{"action":{"type":"string","enum":["create","add"]},"name":{"type":"string"}},"required":["action","name"]}"#,
            Semantics {
                operation: Operation::Create,
                entity: "Dog",
                sets: &[Binding { argument: "name", field: "name" }],
                writes: &["dogs"],
                returns: Returns::Row,
                ..Semantics::UNKNOWN
            },
            Run::Write(|state, args, cx| run_write(state, args, cx, create_dog)),
        ),
    },
    ToolPart {
        values: &["get"],
        tool: part(
            r#"{"type":"object","properties":{"action":{"type":"string","enum":["get"],"default":"get"},"id":{"type":"string"}},"required":["id"]}"#,
            Semantics { operation: Operation::Get, entity: "Dog", ..Semantics::UNKNOWN },
            Run::Read(|state, args, cx| run_read(state, args, cx, get_dog)),
        ),
    },
    ToolPart {
        values: &["delete"],
        tool: part(
            r#"{"type":"object","properties":{"action":{"type":"string","enum":["delete"]},"id":{"type":"string"}},"required":["action","id"]}"#,
            Semantics { operation: Operation::Delete, entity: "Dog", ..Semantics::UNKNOWN },
            Run::Write(|state, args, cx| run_write(state, args, cx, delete_dog)),
        ),
    },
    ToolPart {
        values: &["train"],
        tool: part(
            r#"{"type":"object","properties":{"action":{"type":"string","enum":["train"]},"id":{"type":"string"}},"required":["action"]}"#,
            Semantics { operation: Operation::Simulated, ..Semantics::UNKNOWN },
            Run::Simulated(SimulationReason::UnclearEffect, "training takes weeks"),
        ),
    },
];

static TOOLS: [Tool; 1] = [part(
    r#"{"type":"object","properties":{"action":{"type":"string","enum":["create","add","get","delete","train"],"default":"get"},"id":{"type":"string"},"name":{"type":"string"}},"additionalProperties":false}"#,
    Semantics { entity: "Dog", reads: &["dogs"], writes: &["dogs"], ..Semantics::UNKNOWN },
    Run::Parts(ToolParts { argument: "action", default: Some("get"), parts: &MANAGE_DOGS_PARTS }),
)];

static SERVICE: ServiceDef = ServiceDef {
    name: "kennel",
    title: "Kennel",
    domain: "pets",
    summary: "Dogs.",
    tools: &TOOLS,
    state: &Kennel::INFO,
    version: "1",
};

fn kennel() -> Instance {
    Instance::new(&SERVICE, "kennel", 7, Timestamp::from_unix_seconds(1_772_000_000))
}

fn call(kennel: &mut Instance, arguments: Value) -> Value {
    let text = kennel.call_value("manage_dogs", &arguments).text;
    serde_json::from_str(&text).expect("answers are JSON")
}

#[test]
fn the_action_says_which_part_is_called() {
    let mut kennel = kennel();
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
    let mut kennel = kennel();
    let made = call(&mut kennel, json!({"action": "create", "name": "Rex", "id": "DOG-777"}));
    assert_eq!(made["data"]["id"], "DOG-001");
}

#[test]
fn a_refusal_names_the_argument_and_the_action() {
    let mut kennel = kennel();
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
    let record = kennel().call_value("manage_dogs", &json!({"action": "train"}));
    assert_eq!(record.error, Some(ErrorCode::Unavailable));
    assert!(record.text.contains("whose `action` is `train`"), "{}", record.text);
    let tool = SERVICE.tool("manage_dogs").expect("the tool is there");
    assert!(!tool.is_simulated() && tool.may_be_simulated());
}

#[test]
fn reads_leave_the_state_and_do_not_count_as_writes() {
    let mut kennel = kennel();
    call(&mut kennel, json!({"action": "create", "name": "Rex"}));
    assert!(!kennel.call_value("manage_dogs", &json!({"id": "DOG-001"})).wrote);
    let tool = SERVICE.tool("manage_dogs").expect("the tool is there");
    assert!(!tool.is_read(), "some part writes");
    assert!(tool.deed(&json!({"action": "get"})).is_read());
    assert_eq!(SERVICE.deeds().count(), 4);
}
