//! The chat-completions format: conversations and tools out, turns in.

use compoworld_chat::Completion;
use serde_json::{Value, json};

use crate::rollout::message::{Message, Role, ToolCall};
use crate::rollout::policy::{SampledTokens, Turn};
use crate::tool_view::ToolDescription;

/// A conversation as the endpoint wants it.
pub(super) fn request_messages(conversation: &[Message]) -> Value {
    conversation.iter().map(request_message).collect()
}

fn request_message(message: &Message) -> Value {
    let mut body = json!({"role": message.role, "content": message.content});
    if message.role == Role::Assistant && !message.tool_calls.is_empty() {
        let calls = message.tool_calls.iter().map(|call| {
            json!({
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            })
        });
        body["tool_calls"] = calls.collect();
        if message.content.is_empty() {
            body["content"] = Value::Null;
        }
    }
    if let Some(id) = &message.tool_call_id {
        body["tool_call_id"] = json!(id);
    }
    body
}

/// Tools as the endpoint wants them.
pub(super) fn request_tools(tools: &[ToolDescription]) -> Value {
    let functions = tools.iter().map(|tool| {
        json!({
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.parameters,
            },
        })
    });
    functions.collect()
}

/// What the endpoint answered, as a turn.
///
/// # Errors
/// When it is no chat completion.
pub(super) fn read_turn(body: &Value) -> Result<Turn, String> {
    let Completion { content, tool_calls, tokens, .. } = Completion::read(body)?;
    let calls = tool_calls.into_iter();
    let tool_calls =
        calls.map(|call| ToolCall { id: call.id, name: call.name, arguments: call.arguments });
    let sampled = sampled_tokens(body).into_iter().collect();
    Ok(Turn { content, tool_calls: tool_calls.collect(), tokens, sampled })
}

/// The tokens that vLLM tells when it is asked to `return_token_ids`, with their
/// log-probabilities; nothing when one of the two lists of ids is missing.
fn sampled_tokens(body: &Value) -> Option<SampledTokens> {
    let choice = &body["choices"][0];
    let log_probs = choice["logprobs"]["content"].as_array();
    let log_probs = log_probs.into_iter().flatten();
    Some(SampledTokens {
        prompt_ids: serde_json::from_value(body["prompt_token_ids"].clone()).ok()?,
        ids: serde_json::from_value(choice["token_ids"].clone()).ok()?,
        log_probs: log_probs.filter_map(|one| Some(one["logprob"].as_f64()? as f32)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::read_turn;
    use serde_json::json;

    #[test]
    fn token_ids_are_kept_when_the_server_tells_them() {
        let body = json!({
            "prompt_token_ids": [1, 2],
            "choices": [{
                "message": {"content": "Hi."},
                "token_ids": [3, 4],
                "logprobs": {"content": [{"logprob": -0.5}, {"logprob": -1.0}]},
            }],
        });
        let turn = read_turn(&body).expect("it has a message");
        let [sampled] = &turn.sampled[..] else { panic!("{turn:?}") };
        assert_eq!((&sampled.prompt_ids[..], &sampled.ids[..]), (&[1, 2][..], &[3, 4][..]));
        assert_eq!(sampled.log_probs, [-0.5, -1.0]);
        let plain = json!({"choices": [{"message": {"content": "Hi."}}]});
        assert!(read_turn(&plain).expect("it has a message").sampled.is_empty());
    }
}
