//! What OpenEnv's routes take and answer, as OpenAPI has it.

use serde_json::{Value, json};

use crate::openapi::{Operation, choice_properties, count_schema, or_null};
use crate::openenv::ENVIRONMENT;
use crate::openenv::observation::{self, EPISODE_ID_MAX};

pub(super) fn metadata() -> Operation {
    let text = json!({"type": "string"});
    let about = json!({
        "type": "object",
        "properties": {"name": text, "description": text, "version": text},
        "required": ["name", "description", "version"],
    });
    Operation::new("What this environment is").answers(200, "Its name and version.", about)
}

pub(super) fn schema() -> Operation {
    let schemas = json!({
        "type": "object",
        "additionalProperties": {"type": "object"},
        "required": ["action", "observation", "reset_observation", "state"],
    });
    Operation::new("The schemas of what is sent and told").answers(200, "The schemas.", schemas)
}

pub(super) fn reset() -> Operation {
    let text = json!({"type": "string"});
    let mut properties = choice_properties();
    properties["episode_id"] = or_null(json!({"type": "string", "maxLength": EPISODE_ID_MAX}));
    properties["session_id"] = or_null(text.clone());
    let mut told = step_answer(observation::reset_schema());
    told["properties"]["metadata"] = json!({
        "type": "object",
        "properties": {"session_id": text},
        "required": ["session_id"],
    });
    told["required"] = json!(["observation", "reward", "done", "metadata"]);
    let session = "$response.body#/metadata/session_id";
    Operation::new("Start an episode, in a session that is open or a new one")
        .body(false, json!({"type": "object", "properties": properties}))
        .answers(200, "Where the episode starts; the session is set as a cookie too.", told)
        .refuses(404, "There is no such task.")
        .refuses(409, "There are no tasks to choose from.")
        .refuses(422, "The request is not as it has to be.")
        .refuses(503, "Every session is taken.")
        .leads_to(
            200,
            "step",
            json!({
                "operationRef": "#/paths/~1step/post",
                "requestBody": {"session_id": session, "action": {"type": "list_tools"}},
            }),
        )
        .leads_to(
            200,
            "state",
            json!({
                "operationRef": "#/paths/~1state/get",
                "parameters": {"session_id": session},
            }),
        )
}

pub(super) fn step() -> Operation {
    let mut call = observation::action_schema();
    call["properties"]["arguments"] = or_null(call["properties"]["arguments"].clone());
    let list = json!({
        "type": "object",
        "properties": {"type": {"const": "list_tools"}},
        "required": ["type"],
    });
    let body = json!({
        "type": "object",
        "properties": {
            "action": {"anyOf": [call, list]},
            "session_id": or_null(json!({"type": "string"})),
        },
        "required": ["action"],
    });
    Operation::new("Call a tool, or list the tools")
        .body(true, body)
        .answers(200, "What came of it.", step_answer(json!({"type": "object"})))
        .refuses(404, "The session is over.")
        .refuses(409, "Neither the body nor a cookie names a session.")
        .refuses(422, "The request is not as it has to be.")
}

pub(super) fn state() -> Operation {
    Operation::new("How far an episode is")
        .takes("query", "session_id", false, json!({"type": "string"}))
        .answers(200, "The episode and its steps.", observation::state_schema())
        .refuses(404, "The session is over.")
        .refuses(422, "The query is not as it has to be.")
}

/// What is said over the connection has no place in OpenAPI.
pub(super) fn socket() -> Operation {
    let text = json!({"type": "string"});
    Operation::new("Play over a WebSocket; `session_id` attaches to a session that is open")
        .answers_as(101, "The connection is a WebSocket.", &[])
        .answers_as(400, "It is no handshake of a WebSocket.", &[("text/plain", text.clone())])
        .answers_as(426, "The connection cannot be upgraded.", &[("text/plain", text)])
}

pub(super) fn environments() -> Operation {
    let names = json!({"type": "array", "items": {"const": ENVIRONMENT}});
    Operation::new("The environments that have tasks").answers(200, "Their names.", names)
}

/// The routes about tasks, whose schemas tell which there are.
pub(super) struct Tasks<'a> {
    pub(super) split: &'a str,
    pub(super) n_tasks: usize,
}

impl Tasks<'_> {
    pub(super) fn splits(&self) -> Operation {
        let split = json!({
            "type": "object",
            "properties": {"name": {"type": "string"}, "type": {"type": "string"}},
            "required": ["name", "type"],
        });
        let splits = json!({"type": "array", "items": split});
        of_environment("The splits of the tasks").answers(200, "The splits.", splits)
    }

    pub(super) fn tasks(&self) -> Operation {
        let mut told = tasks_schema();
        told["properties"]["env_name"] = json!({"const": ENVIRONMENT});
        told["properties"]["system_prompt"] = json!({
            "type": "string",
            "description": "What the agent is told before the instruction",
        });
        told["required"] = json!(["tasks", "env_name", "system_prompt"]);
        self.ask("Every task", json!({})).answers(200, "The tasks.", told)
    }

    pub(super) fn count(&self) -> Operation {
        let counted = json!({
            "type": "object",
            "properties": {"num_tasks": count_schema()},
            "required": ["num_tasks"],
        });
        self.ask("How many tasks there are", json!({})).answers(200, "The number.", counted)
    }

    pub(super) fn task(&self) -> Operation {
        let last = self.n_tasks.saturating_sub(1);
        let index = json!({"index": {"type": "integer", "minimum": 0, "maximum": last}});
        let told = json!({
            "type": "object",
            "properties": {"task": task_schema()},
            "required": ["task"],
        });
        self.ask("One task", index)
            .answers(200, "The task.", told)
            .refuses(400, "There is no task with this index.")
    }

    pub(super) fn range(&self) -> Operation {
        let span = json!({"start": or_null(count_schema()), "stop": or_null(count_schema())});
        self.ask("Some of the tasks", span).answers(200, "The tasks.", tasks_schema())
    }

    fn ask(&self, summary: &str, mut properties: Value) -> Operation {
        properties["split"] = json!({"const": self.split});
        let required = if properties.get("index").is_some() {
            json!(["split", "index"])
        } else {
            json!(["split"])
        };
        let body = json!({"type": "object", "properties": properties, "required": required});
        of_environment(summary).body(true, body).refuses(422, "The request is not as it has to be.")
    }
}

fn of_environment(summary: &str) -> Operation {
    Operation::new(summary)
        .takes("path", "environment", true, json!({"enum": [ENVIRONMENT]}))
        .refuses(404, "There is no such environment, or no such split.")
}

fn task_schema() -> Value {
    let text = json!({"type": "string"});
    json!({
        "type": "object",
        "properties": {"id": text, "index": count_schema(), "instruction": text},
        "required": ["id", "index", "instruction"],
    })
}

fn tasks_schema() -> Value {
    json!({
        "type": "object",
        "properties": {"tasks": {"type": "array", "items": task_schema()}},
        "required": ["tasks"],
    })
}

fn step_answer(observation: Value) -> Value {
    json!({
        "type": "object",
        "properties": {
            "observation": observation,
            "reward": or_null(json!({"type": "number"})),
            "done": {"type": "boolean"},
        },
        "required": ["observation", "reward", "done"],
    })
}
