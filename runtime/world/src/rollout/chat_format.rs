//! The chat-completions format: conversations and tools out, turns in.

use serde_json::{Value, json};

use crate::rollout::message::{Message, Role, ToolCall};
use crate::rollout::policy::{SampledTokens, Turn};
use crate::tool_view::ToolDescription;
use compoworld_chat::Tokens;

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

/// What the endpoint answered. Servers differ in details, and models write calls badly: whatever
/// can be a call becomes one, and the environment tells the model what is wrong with it.
#[derive(Debug, PartialEq)]
pub(super) struct Completion {
    content: String,
    tool_calls: Vec<ToolCall>,
    tokens: Tokens,
    sampled: Option<SampledTokens>,
}

impl Completion {
    pub(super) fn read(body: &Value) -> Result<Self, String> {
        let message = body
            .pointer("/choices/0/message")
            .filter(|message| message.is_object())
            .ok_or("there is no `choices[0].message`")?;
        let mut content = content_of(&message["content"]);
        let mut tool_calls: Vec<ToolCall> = message["tool_calls"]
            .as_array()
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(index, call)| tool_call_of(call, index))
            .collect();
        if tool_calls.is_empty() {
            (content, tool_calls) = take_tagged_calls(&content);
        }
        let (tokens, sampled) = (Tokens::of_answer(body), sampled_tokens(body));
        Ok(Self { content, tool_calls, tokens, sampled })
    }

    pub(super) fn into_turn(self) -> Turn {
        let Self { content, tool_calls, tokens, sampled } = self;
        Turn { content, tool_calls, tokens, sampled: sampled.into_iter().collect() }
    }
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

fn content_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

fn tool_call_of(call: &Value, index: usize) -> ToolCall {
    let function = call.get("function").unwrap_or(call);
    let arguments = function.get("arguments").or_else(|| function.get("parameters"));
    ToolCall {
        id: call["id"].as_str().map_or_else(|| format!("call_{index}"), str::to_owned),
        name: function["name"].as_str().unwrap_or_default().to_owned(),
        arguments: match arguments {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
        },
    }
}

/// Calls that a model wrote into its words as `<tool_call>{…}</tool_call>`, as it does when the
/// server does not know its template; and the words without them.
fn take_tagged_calls(content: &str) -> (String, Vec<ToolCall>) {
    const OPEN: &str = "<tool_call>";
    const CLOSE: &str = "</tool_call>";
    let mut pieces = content.split(OPEN);
    let mut words = pieces.next().unwrap_or_default().to_owned();
    let mut calls = Vec::new();
    for piece in pieces {
        let (inside, after) = piece.split_once(CLOSE).unwrap_or((piece, ""));
        let index = calls.len();
        calls.push(match serde_json::from_str(inside.trim()) {
            Ok(call) => tool_call_of(&call, index),
            Err(_) => ToolCall {
                id: format!("call_{index}"),
                name: String::new(),
                arguments: inside.trim().to_owned(),
            },
        });
        words.push_str(after);
    }
    (words.trim().to_owned(), calls)
}

#[cfg(test)]
mod tests {
    use super::Completion;
    use serde_json::{Value, json};

    fn parse(message: Value) -> Completion {
        let body = json!({"choices": [{"message": message}], "usage": {"completion_tokens": 3}});
        Completion::read(&body).expect("it has a message")
    }

    #[test]
    fn calls_are_read_however_they_are_written() {
        for message in [
            json!({"content": null, "tool_calls": [{"id": "call_0", "type": "function",
                "function": {"name": "crm__get_order", "arguments": "{\"id\":\"ORD-1\"}"}}]}),
            json!({"tool_calls": [{"function": {"name": "crm__get_order", "arguments": {"id": "ORD-1"}}}]}),
            json!({"content": "<tool_call>\n{\"name\": \"crm__get_order\", \"arguments\": {\"id\": \"ORD-1\"}}\n</tool_call>"}),
            json!({"content": [{"type": "text", "text": "<tool_call>{\"name\":\"crm__get_order\",\"parameters\":{\"id\":\"ORD-1\"}}"}]}),
        ] {
            let completion = parse(message);
            assert_eq!(completion.tokens.completion, 3);
            assert_eq!(completion.content, "");
            let [call] = &completion.tool_calls[..] else { panic!("{completion:?}") };
            assert_eq!((&*call.id, &*call.name), ("call_0", "crm__get_order"));
            assert_eq!(call.arguments, r#"{"id":"ORD-1"}"#);
        }
    }

    #[test]
    fn a_malformed_call_stays_a_call_for_the_environment_to_answer() {
        let completion = parse(json!({"content": "Well. <tool_call>{oops</tool_call> Done."}));
        assert_eq!(completion.content, "Well.  Done.");
        assert_eq!(completion.tool_calls[0].name, "");
        assert_eq!(completion.tool_calls[0].arguments, "{oops");
    }

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
        let sampled = Completion::read(&body).expect("it has a message").sampled;
        let sampled = sampled.expect("the ids are there");
        assert_eq!((sampled.prompt_ids, sampled.ids), (vec![1, 2], vec![3, 4]));
        assert_eq!(sampled.log_probs, [-0.5, -1.0]);
        assert_eq!(parse(json!({"content": "Hi."})).sampled, None);
    }

    #[test]
    fn what_is_no_completion_is_refused() {
        for body in [
            json!("<html>"),
            json!({}),
            json!({"choices": []}),
            json!({"choices": [{"message": 3}]}),
        ] {
            assert!(Completion::read(&body).is_err(), "{body}");
        }
    }
}
