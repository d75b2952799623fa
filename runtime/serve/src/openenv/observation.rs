//! What OpenEnv's clients send and are told: actions in, observations out.

use compoworld_core::ErrorCode;
use compoworld_world::ToolDescription;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::play::Reply;
use crate::refusal::Refusal;
use crate::reward::Verdict;
use crate::session::{Progress, Session};
use crate::worlds::Choice;

/// What a trainer does.
#[derive(Debug)]
pub(super) enum Action {
    ListTools,
    CallTool { tool: String, arguments: Map<String, Value> },
}

impl Action {
    pub(super) fn read(action: &Value) -> Result<Self, Refusal> {
        let kind = action.get("type").map(|kind| kind.as_str().unwrap_or_default());
        match (kind, action.get("tool_name")) {
            (Some("list_tools"), _) => Ok(Self::ListTools),
            (Some("call_tool") | None, Some(Value::String(tool))) => {
                let arguments = match action.get("arguments") {
                    None | Some(Value::Null) => Map::new(),
                    Some(Value::Object(arguments)) => arguments.clone(),
                    Some(_) => return Err(Refusal::invalid("`arguments` has to be an object")),
                };
                Ok(Self::CallTool { tool: tool.clone(), arguments })
            }
            _ => Err(Refusal::invalid(
                "an action is {\"type\":\"call_tool\",\"tool_name\":…,\"arguments\":{…}} or \
                 {\"type\":\"list_tools\"}",
            )),
        }
    }
}

/// How many characters the name of an episode may have.
pub(super) const EPISODE_ID_MAX: usize = 255;

/// What a reset asks for. What it says besides is nobody's business here.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Reset {
    #[serde(flatten)]
    pub(super) choice: Choice,
    pub(super) episode_id: Option<String>,
    pub(super) session_id: Option<String>,
}

impl Reset {
    pub(super) fn read(data: &Value) -> Result<Self, Refusal> {
        let reset = match data {
            Value::Null => Self::default(),
            data => Self::deserialize(data)
                .map_err(|error| Refusal::invalid(format!("the reset: {error}")))?,
        };
        if reset.episode_id.as_ref().is_some_and(|id| id.chars().count() > EPISODE_ID_MAX) {
            return Err(Refusal::invalid("`episode_id` is longer than 255"));
        }
        Ok(reset)
    }
}

/// Resets a session, and tells where it starts. Each task has tools of its own, so a client that
/// asked for them before is told them again.
pub(super) async fn reset(
    session: &Session,
    wanted: Reset,
    with_tools: bool,
) -> Result<Value, Refusal> {
    session.reset(&wanted.choice, wanted.episode_id).await?;
    let instruction = session.instruction().await;
    let reward = instruction.as_ref().map(|_| 0.0);
    let mut observation = json!({"instruction": instruction, "metadata": {}});
    if with_tools {
        observation["available_tools"] = describe(session.tools().await);
    }
    Ok(json!({"observation": observation, "reward": reward, "done": false}))
}

/// Does what a trainer asks for, and tells what came of it. The reward is told once, when the task is
/// over; until then it is 0, and without a task there is none.
pub(super) async fn step(session: &Session, action: Action) -> Value {
    match action {
        Action::ListTools => {
            let reward = session.instruction().await.map(|_| 0.0);
            let observation = json!({"tools": describe(session.tools().await), "metadata": {}});
            json!({"observation": observation, "reward": reward, "done": false})
        }
        Action::CallTool { tool, arguments } => {
            let step = session.step(&tool, &Value::Object(arguments).to_string()).await;
            let reward = match step.verdict {
                Some(Verdict { reward, .. }) => Some(reward),
                None => session.instruction().await.map(|_| 0.0),
            };
            let observation = json!({
                "tool_name": tool,
                "result": tool_result(&step.reply),
                "error": tool_error(&step.reply),
                "metadata": {},
            });
            json!({"observation": observation, "reward": reward, "done": step.is_over})
        }
    }
}

/// How far a session is, and how its task was judged once it is over. An observation goes on to the
/// agent and the state of an episode does not, so the verdict on each criterion is told here.
pub(super) async fn state(session: &Session) -> Value {
    let Progress { episode, n_calls, verdict } = session.progress().await;
    let verdict = verdict.map(|Verdict { reward, success, passed }| {
        json!({"reward": reward, "success": success, "passed": passed})
    });
    json!({"episode_id": episode, "step_count": n_calls, "verdict": verdict})
}

/// The state where there is no session.
pub(super) fn no_state() -> Value {
    json!({"episode_id": null, "step_count": 0, "verdict": null})
}

/// The tools, as OpenEnv describes tools.
pub(super) fn describe(tools: Vec<ToolDescription>) -> Value {
    let tools = tools.into_iter().map(|tool| {
        json!({
            "name": tool.name,
            "description": tool.description,
            "input_schema": tool.parameters,
        })
    });
    tools.collect()
}

/// The answer of a tool, whatever it says.
pub(super) fn tool_result(reply: &Reply) -> Value {
    let data: Value = serde_json::from_str(&reply.text).unwrap_or_default();
    json!({
        "content": [{"type": "text", "text": reply.text}],
        "structured_content": data.clone(),
        "data": data,
        "is_error": reply.error.is_some(),
    })
}

fn tool_error(reply: &Reply) -> Value {
    let Some(code) = reply.error else { return Value::Null };
    let error_type = match code {
        ErrorCode::UnknownTool => "tool_not_found",
        ErrorCode::InvalidArgument => "invalid_args",
        _ => "execution_error",
    };
    let answer: Value = serde_json::from_str(&reply.text).unwrap_or_default();
    json!({"error_type": error_type, "message": answer["error"]["message"]})
}

/// The title is that of the action of OpenEnv's own tool environments, by which clients know one.
pub(super) fn action_schema() -> Value {
    json!({
        "title": "CallToolAction",
        "type": "object",
        "properties": {
            "type": {"const": "call_tool", "default": "call_tool", "type": "string"},
            "tool_name": {"type": "string", "description": "Name of the tool to call"},
            "arguments": {"type": "object", "description": "Arguments of the tool"},
        },
        "required": ["tool_name"],
    })
}

pub(super) fn observation_schema() -> Value {
    json!({
        "title": "CallToolObservation",
        "type": "object",
        "properties": {
            "done": {"type": "boolean", "default": false},
            "reward": {"anyOf": [{"type": "number"}, {"type": "null"}], "default": null},
            "tool_name": {"type": "string"},
            "result": {"description": "The tool's answer, as MCP has it"},
            "error": {"anyOf": [{"type": "object"}, {"type": "null"}], "default": null},
            "metadata": {"type": "object"},
        },
        "required": ["tool_name"],
    })
}

pub(super) fn reset_schema() -> Value {
    json!({
        "title": "TaskObservation",
        "type": "object",
        "properties": {
            "done": {"type": "boolean", "default": false},
            "reward": {"anyOf": [{"type": "number"}, {"type": "null"}], "default": null},
            "instruction": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "available_tools": {"type": "array", "items": {"type": "object"}},
            "metadata": {"type": "object"},
        },
        "required": ["instruction"],
    })
}

pub(super) fn state_schema() -> Value {
    json!({
        "title": "State",
        "type": "object",
        "properties": {
            "episode_id": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null},
            "step_count": {"type": "integer", "minimum": 0, "default": 0},
            "verdict": {"anyOf": [verdict_schema(), {"type": "null"}], "default": null},
        },
    })
}

/// What trainers are told of a task that is over. Criteria have no names here, since a rubric is told
/// to nobody.
fn verdict_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "reward": {"type": "number"},
            "success": {"type": "boolean"},
            "passed": {
                "type": "array",
                "items": {"type": "boolean"},
                "description": "Whether each criterion holds, in the rubric's order",
            },
        },
        "required": ["reward", "success", "passed"],
    })
}
