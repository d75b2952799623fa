//! ATIF, the form in which Harbor keeps what an agent did: written for references, read to be
//! judged.

use compoworld_world::rollout::{Role, ToolCall, Trajectory};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::conversation::arguments_value;

/// Why a file is no trajectory in ATIF.
#[derive(Debug, thiserror::Error)]
#[error("no ATIF trajectory: {0}; Harbor's agents write one to /logs/agent/trajectory.json")]
pub struct AtifError(#[from] serde_json::Error);

/// What an agent did.
#[derive(Debug, Clone, PartialEq)]
pub struct AtifAttempt {
    /// The calls, in order.
    pub calls: Vec<ToolCall>,
    /// The last thing that it said without a call.
    pub answer: String,
}

#[derive(Deserialize)]
struct Document {
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    source: String,
    #[serde(default)]
    message: Value,
    #[serde(default)]
    tool_calls: Option<Vec<Call>>,
    #[serde(default)]
    is_copied_context: Option<bool>,
}

#[derive(Deserialize)]
struct Call {
    tool_call_id: String,
    function_name: String,
    #[serde(default)]
    arguments: Value,
}

/// Reads what an agent did. Agents put the server's name before a tool's (`mcp__world__desk__get`);
/// of the `tools` that the task has, the longest that a name ends in is meant. Calls of an agent's
/// own tools are left out.
///
/// # Errors
/// When the text is no trajectory.
pub fn read_atif(text: &str, tools: &[&str]) -> Result<AtifAttempt, AtifError> {
    let document: Document = serde_json::from_str(text)?;
    let mut attempt = AtifAttempt { calls: Vec::new(), answer: String::new() };
    for step in document.steps {
        if step.source != "agent" || step.is_copied_context == Some(true) {
            continue;
        }
        let calls = step.tool_calls.unwrap_or_default();
        if calls.is_empty() {
            attempt.answer = said(&step.message);
        }
        for call in calls {
            let meant = tools.iter().filter(|tool| call.function_name.ends_with(**tool));
            let Some(tool) = meant.max_by_key(|tool| tool.len()) else { continue };
            attempt.calls.push(ToolCall {
                id: call.tool_call_id,
                name: (*tool).to_owned(),
                arguments: call.arguments.to_string(),
            });
        }
    }
    Ok(attempt)
}

fn said(message: &Value) -> String {
    match message {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// A trajectory in ATIF.
pub(crate) fn atif(trajectory: &Trajectory) -> Value {
    let mut steps: Vec<Value> = Vec::new();
    for message in &trajectory.messages {
        let source = match message.role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "agent",
            Role::Tool => {
                if let Some(step) = steps.last_mut() {
                    add_observation(step, message.tool_call_id.as_deref(), &message.content);
                }
                continue;
            }
        };
        let mut step =
            json!({"step_id": steps.len() + 1, "source": source, "message": message.content});
        if !message.tool_calls.is_empty() {
            let calls = message.tool_calls.iter().map(|call| {
                json!({
                    "tool_call_id": call.id,
                    "function_name": call.name,
                    "arguments": arguments_value(&call.arguments),
                })
            });
            step["tool_calls"] = calls.collect();
        }
        steps.push(step);
    }
    json!({
        "schema_version": "ATIF-v1.6",
        "session_id": format!("{}-{}", trajectory.task, trajectory.attempt),
        "agent": {"name": trajectory.policy, "version": trajectory.catalog_version},
        "steps": steps,
    })
}

fn add_observation(step: &mut Value, call: Option<&str>, content: &str) {
    let result = json!({"source_call_id": call, "content": content});
    match step["observation"]["results"].as_array_mut() {
        Some(results) => results.push(result),
        None => step["observation"] = json!({"results": [result]}),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::read_atif;

    #[test]
    fn tools_are_known_by_the_end_of_the_name_that_an_agent_gives_them() {
        let call = |name: &str| json!({"tool_call_id": name, "function_name": name, "arguments": {"id": 1}});
        let document = json!({"steps": [
            {"step_id": 1, "source": "user", "message": "Do it."},
            {"step_id": 2, "source": "agent", "message": "Let me look.",
             "tool_calls": [call("mcp__world__desk__get"), call("Bash")]},
            {"step_id": 3, "source": "agent", "message": [{"type": "text", "text": "Done."}]},
        ]});
        let attempt = read_atif(&document.to_string(), &["desk__get", "front_desk__get"]);
        let attempt = attempt.expect("it is a trajectory");
        assert_eq!(attempt.answer, "Done.");
        let [call] = &attempt.calls[..] else { panic!("{attempt:?}") };
        assert_eq!((&*call.name, &*call.arguments), ("desk__get", "{\"id\":1}"));
        assert!(read_atif("{}", &[]).is_err());
    }
}
