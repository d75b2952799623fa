//! What NeMo Gym's routes take and answer, as OpenAPI has it.

use serde_json::{Value, json};

use crate::cookie;
use crate::openapi::{Operation, choice_properties, count_schema, or_null};

pub(super) fn rows() -> Operation {
    let lines = json!({"type": "string"});
    Operation::new("The data set, a task a line")
        .takes("query", "start", false, count_schema())
        .takes("query", "stop", false, count_schema())
        .answers_as(200, "The rows.", &[("application/jsonl", lines)])
        .refuses(422, "The query is not as it has to be.")
}

pub(super) fn seed_session() -> Operation {
    let body = json!({"type": "object", "properties": choice_properties()});
    let told = json!({
        "type": "object",
        "properties": {"session_id": {"type": "string"}},
        "required": ["session_id"],
    });
    Operation::new("Open a session, in which a row is played")
        .body(false, body)
        .answers(200, "The session, which is set as a cookie too.", told)
        .refuses(404, "There is no such task.")
        .refuses(409, "There are no tasks to choose from.")
        .refuses(422, "The request is not as it has to be.")
        .refuses(503, "Every session is taken.")
        .leads_to(200, "call", of_session("~1{tool}", json!({"path.tool": "finish"})))
        .leads_to(200, "verify", of_session("~1verify", json!({})))
        .leads_to(200, "close", of_session("~1close_session", json!({})))
}

pub(super) fn call() -> Operation {
    let answer = json!({"type": "object", "properties": {"ok": {"type": "boolean"}}});
    in_session("Call a tool")
        .takes("path", "tool", true, json!({"type": "string", "minLength": 1}))
        // Each tool has a schema of its own, and refuses what does not fit by an answer.
        .body(false, json!({"type": "object"}))
        .answers(200, "The tool's answer.", answer)
        .answers(400, "The tool's answer, which tells why it failed.", json!({"type": "object"}))
}

pub(super) fn verify() -> Operation {
    let told = json!({
        "type": "object",
        "properties": {
            "reward": {"type": "number"},
            "success": {"type": "boolean"},
            "passed": {"type": "array", "items": {"type": "boolean"}},
        },
        "required": ["reward", "success", "passed"],
    });
    in_session("End a session, and judge it by what its model said last")
        .body(true, json!({"type": "object", "properties": {"response": {}}}))
        .answers(200, "The request with the reward.", told)
        .refuses(409, "There is no task, so there is nothing to judge.")
}

pub(super) fn close_session() -> Operation {
    in_session("End a session without its reward").answers(
        200,
        "It is over.",
        json!({"type": "object"}),
    )
}

pub(super) fn aggregate_metrics() -> Operation {
    let attempts = json!({"type": "array", "items": {"type": "object"}});
    let body = json!({
        "type": "object",
        "properties": {"verify_responses": attempts},
        "required": ["verify_responses"],
    });
    let metrics = json!({
        "type": "object",
        "additionalProperties": or_null(json!({"type": "number"})),
    });
    let told = json!({
        "type": "object",
        "properties": {
            "group_level_metrics": {"type": "array", "items": metrics},
            "agent_metrics": metrics,
            "key_metrics": metrics,
        },
        "required": ["group_level_metrics", "agent_metrics", "key_metrics"],
    });
    Operation::new("Statistics of judged attempts, by task and over all")
        .body(true, body)
        .answers(200, "The statistics.", told)
        .refuses(422, "The request is not as it has to be.")
}

fn in_session(summary: &str) -> Operation {
    Operation::new(summary)
        .takes("cookie", cookie::NAME, true, json!({"type": "string"}))
        .refuses(404, "The session is over.")
        .refuses(422, "The cookie is missing, or the request is not as it has to be.")
}

/// A link to an operation in the session that was opened.
fn of_session(path: &str, mut parameters: Value) -> Value {
    parameters[format!("cookie.{}", cookie::NAME)] = json!("$response.body#/session_id");
    json!({"operationRef": format!("#/paths/{path}/post"), "parameters": parameters})
}
