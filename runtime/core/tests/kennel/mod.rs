//! A service with one tool, whose action argument says which of its parts is called, written by
//! hand for the tests of several crates.

use std::sync::OnceLock;

use compoworld_core::{
    Args, Binding, Context, Entity, Hints, Key, Operation, Returns, RowRef, Run, Semantics,
    ServiceDef, SimulationReason, State, StateExt, Table, Tool, ToolError, ToolPart, ToolParts,
    run_read, run_write,
};

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
            r#"{"type":"object","properties":{"action":{"type":"string","enum":["get"],"default":"get"},"id":{"type":"string"},"photo":{"type":"boolean"}},"required":["id"]}"#,
            Semantics {
                operation: Operation::Get,
                entity: "Dog",
                keys: &[Binding { argument: "id", field: "id" }],
                simulated: &[("photo", "false")],
                reads: &["dogs"],
                returns: Returns::Row,
                ..Semantics::UNKNOWN
            },
            Run::Read(|state, args, cx| run_read(state, args, cx, get_dog)),
        ),
    },
    ToolPart {
        values: &["delete"],
        tool: part(
            r#"{"type":"object","properties":{"action":{"type":"string","enum":["delete"]},"id":{"type":"string"}},"required":["action","id"]}"#,
            Semantics {
                operation: Operation::Delete,
                entity: "Dog",
                keys: &[Binding { argument: "id", field: "id" }],
                reads: &["dogs"],
                writes: &["dogs"],
                returns: Returns::Row,
                ..Semantics::UNKNOWN
            },
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
    r#"{"type":"object","properties":{"action":{"type":"string","enum":["create","add","get","delete","train"],"default":"get"},"id":{"type":"string"},"name":{"type":"string"},"photo":{"type":"boolean"}},"additionalProperties":false}"#,
    Semantics { entity: "Dog", reads: &["dogs"], writes: &["dogs"], ..Semantics::UNKNOWN },
    Run::Parts(ToolParts { argument: "action", default: Some("get"), parts: &MANAGE_DOGS_PARTS }),
)];

/// The service.
pub static SERVICE: ServiceDef = ServiceDef {
    name: "kennel",
    title: "Kennel",
    domain: "pets",
    summary: "Dogs.",
    tools: &TOOLS,
    state: &Kennel::INFO,
    version: "1",
};
