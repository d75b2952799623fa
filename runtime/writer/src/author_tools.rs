//! The tools of a model that writes a task, as it is told of them.

use compoworld_chat::ToolDefinition;
use compoworld_world::{Environment, ToolView};
use serde_json::{Value, json};

/// The tools, the four by which a world is explored first.
#[must_use]
pub fn author_tools(world: &Environment) -> Vec<ToolDefinition> {
    let explore = world.tools(ToolView::Meta).into_iter().map(|tool| ToolDefinition {
        name: tool.name,
        description: tool.description,
        parameters: tool.parameters,
    });
    explore.chain(own_tools()).collect()
}

fn own_tools() -> Vec<ToolDefinition> {
    let text = |description: &str| json!({"type": "string", "description": description});
    let service = text("The service's name, as `list_services` gives it.");
    let table = text("The table's name, as `read_state` gives it.");
    vec![
        tool(
            "reset_world",
            "Undo every `call_tool`: the world is again as it is at the task's start.",
            json!({}),
            &[],
        ),
        tool(
            "read_state",
            "Read what a service holds, as no agent can: its tables and how many rows they have; \
             with `table`, rows and the schema of one; with `key` too, one row.",
            json!({
                "service": service,
                "table": table,
                "key": text("The row's key."),
                "limit": {"type": "integer", "minimum": 1, "maximum": 50,
                    "description": "How many rows at most; 10 when absent."},
            }),
            &["service"],
        ),
        tool(
            "set_rows",
            "Change rows of the task's start: new rows with all their fields, fields of rows that \
             are there, `null` to take a row out. They are taken together or not at all, and the \
             world is reset.",
            json!({
                "service": service,
                "table": table,
                "rows": {"type": "object", "description": "Rows by their keys."},
            }),
            &["service", "table", "rows"],
        ),
        tool(
            "draft_task",
            "Write the task, or some of its parts again; parts that are not given stay.",
            draft_properties(),
            &[],
        ),
        tool(
            "probe",
            "Put the draft through every check, and learn what is wrong. It does not end the work.",
            json!({}),
            &[],
        ),
        tool(
            "submit",
            "Hand the draft in. It is checked as by `probe`; when it is sound, the work is done.",
            json!({}),
            &[],
        ),
        tool(
            "give_up",
            "End without a task, when this world allows none.",
            json!({"reason": text("Why, in a sentence.")}),
            &["reason"],
        ),
    ]
}

fn tool(name: &str, description: &str, properties: Value, required: &[&str]) -> ToolDefinition {
    ToolDefinition {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        }),
    }
}

fn draft_properties() -> Value {
    let text = |description: &str| json!({"type": "string", "description": description});
    let sources = json!({
        "type": "object",
        "description": "Where values come from, by JSON pointer: {\"from\": \"instruction\"}; \
            {\"from\": \"chosen\"} for a word that the tool's description tells; {\"from\": \
            \"output\", \"step\": 0, \"pointer\": \"/items/0/id\"} for a value in the data of an \
            earlier call; {\"from\": \"computed\", \"how\": \"sum\", \"parts\": [{\"step\": 0, \
            \"pointer\": \"/items/0/amount\"}]}. Sources that are left out are looked for.",
    });
    let call = json!({
        "type": "object",
        "properties": {
            "tool": text("The tool's full name: service__tool."),
            "arguments": {"type": "object"},
            "provenance": sources,
        },
        "required": ["tool", "arguments"],
    });
    let criterion = json!({
        "type": "object",
        "properties": {
            "id": text("A short name of its own."),
            "text": text("What it demands, for people."),
            "kind": {"type": "string", "enum": ["goal", "guard"],
                "description": "A goal is false at the start and true in the end; a guard is true \
                    at both."},
            "check": {"type": "object",
                "description": "{\"cel\": EXPRESSION} over `state`, `initial`, `answer`, such as \
                    state.crm.orders[\"ORD-1\"].status == \"returned\", or says(answer, 12.5); or \
                    {\"only_changed\": [PATHS]}: service.table.key.field, service.table.key, \
                    service.table.+ for one new row."},
        },
        "required": ["id", "text", "kind", "check"],
    });
    let judged = json!({
        "type": "object",
        "properties": {
            "id": text("A short name of its own."),
            "question": text("A question about the text that yes or no answers."),
            "of": text("The text, as CEL: answer, or state.crm.notes[\"NOTE-1\"].text"),
        },
        "required": ["id", "question", "of"],
    });
    json!({
        "instruction": text("What the agent is asked to do, as somebody at work would ask."),
        "calls": list_of(&call, "The reference: the calls that do the task, in order."),
        "answer": {"description": "The reference's final answer, when one is asked for."},
        "answer_provenance": sources,
        "rubric": list_of(&criterion, "How a result is judged."),
        "judged": list_of(&judged, "What only a reader can judge; it decides no success."),
    })
}

fn list_of(items: &Value, description: &str) -> Value {
    json!({"type": "array", "items": items, "description": description})
}
