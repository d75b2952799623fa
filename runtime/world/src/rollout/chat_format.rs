//! The chat-completions format: conversations and tools out, turns in.
//!
//! Where the endpoint knows nothing of the model's way to call tools, calls and answers go out as
//! text ([`ToolCallFormat`]).

use compoworld_chat::Completion;
use serde_json::{Value, json};

use crate::rollout::message::{Message, Role, ToolCall};
use crate::rollout::policy::{SampledTokens, Turn};
use crate::rollout::tool_call_text::{
    SpokenCalls, ToolCallFormat, describe_tools, read_calls, write_answer, write_calls,
};
use crate::tool_view::ToolDescription;

/// A conversation as the endpoint wants it.
pub(super) fn request_messages(conversation: &[Message]) -> Value {
    conversation.iter().map(request_message).collect()
}

/// A conversation in words alone: the tools in the system's message, calls and answers in the turns
/// of the assistant and the user.
pub(super) fn request_messages_as_text(
    conversation: &[Message],
    format: ToolCallFormat,
    tools: &[ToolDescription],
) -> Value {
    let mut told: Vec<Value> = Vec::new();
    let mut answers = String::new();
    for message in conversation {
        if message.role == Role::Tool {
            answers.push_str(if answers.is_empty() { "" } else { "\n" });
            answers.push_str(&write_answer(&message.content));
            continue;
        }
        if !answers.is_empty() {
            told.push(json!({"role": Role::User, "content": std::mem::take(&mut answers)}));
        }
        let content = match message.role {
            Role::System => format!("{}\n\n{}", message.content, describe_tools(format, tools)),
            _ => write_calls(format, &message.content, &message.tool_calls),
        };
        told.push(json!({"role": message.role, "content": content}));
    }
    if !answers.is_empty() {
        told.push(json!({"role": Role::User, "content": answers}));
    }
    Value::Array(told)
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
    tools.iter().map(|tool| json!(tool.as_function())).collect()
}

/// What the endpoint answered, as a turn.
///
/// # Errors
/// When it is no chat completion.
pub(super) fn read_turn(body: &Value, tools: &[ToolDescription]) -> Result<Turn, String> {
    let Completion { content, tool_calls, tokens, .. } = Completion::read(body)?;
    let said = match spoken(&body["choices"][0]["message"]) {
        // A server that does not know the model's template leaves its calls in its words.
        Some(text) => read_calls(&text, tools),
        None => {
            let calls = tool_calls.into_iter().map(|call| ToolCall {
                id: call.id,
                name: call.name,
                arguments: call.arguments,
            });
            SpokenCalls { content, calls: calls.collect() }
        }
    };
    let sampled = sampled_tokens(body).into_iter().collect();
    Ok(Turn { content: said.content, tool_calls: said.calls, tokens, sampled })
}

/// A message's words, when it calls no tool by the endpoint's own fields.
fn spoken(message: &Value) -> Option<String> {
    if message["tool_calls"].as_array().is_some_and(|calls| !calls.is_empty()) {
        return None;
    }
    match &message["content"] {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            Some(parts.iter().filter_map(|part| part["text"].as_str()).collect())
        }
        _ => None,
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

#[cfg(test)]
mod tests {
    use super::{read_turn, request_messages_as_text};
    use crate::rollout::message::{Message, Role, ToolCall};
    use crate::rollout::tool_call_text::ToolCallFormat;
    use serde_json::{Value, json};

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
        let turn = read_turn(&body, &[]).expect("it has a message");
        let [sampled] = &turn.sampled[..] else { panic!("{turn:?}") };
        assert_eq!((&sampled.prompt_ids[..], &sampled.ids[..]), (&[1, 2][..], &[3, 4][..]));
        assert_eq!(sampled.log_probs, [-0.5, -1.0]);
        let plain = json!({"choices": [{"message": {"content": "Hi."}}]});
        assert!(read_turn(&plain, &[]).expect("it has a message").sampled.is_empty());
    }

    #[test]
    fn a_conversation_in_words_has_turns_that_alternate() {
        let call = |id: &str| ToolCall {
            id: id.into(),
            name: "crm__get_order".into(),
            arguments: r#"{"id":"ORD-1"}"#.into(),
        };
        let conversation = [
            Message::said(Role::System, "Work."),
            Message::said(Role::User, "What?"),
            Message::calling("Well.", vec![call("a"), call("b")]),
            Message::answering(&call("a"), r#"{"ok":true,"data":"</tool_response>"}"#),
            Message::answering(&call("b"), "{}"),
        ];
        let told = request_messages_as_text(&conversation, ToolCallFormat::Hermes, &[]);
        let roles: Vec<&Value> = told.as_array().into_iter().flatten().collect();
        let roles: Vec<&Value> = roles.into_iter().map(|message| &message["role"]).collect();
        assert_eq!(roles, ["system", "user", "assistant", "user"]);
        let answers = told[3]["content"].as_str().expect("a text");
        assert_eq!(answers.matches("</tool_response>").count(), 2, "{answers}");
        assert_eq!(told[2]["content"].to_string().matches("<tool_call>").count(), 2);
    }

    #[test]
    fn calls_are_read_wherever_they_are_written() {
        for message in [
            json!({"tool_calls": [{"id": "call_0", "type": "function", "function":
                {"name": "crm__get_order", "arguments": "{\"id\":\"ORD-1\"}"}}]}),
            json!({"content": "<tool_call>{\"name\": \"crm__get_order\", \"arguments\": \
                {\"id\": \"ORD-1\"}}</tool_call>"}),
            json!({"content": [{"type": "text", "text": "<tool_call><function=crm__get_order>\
                <parameter=id>ORD-1</parameter></function></tool_call>"}], "tool_calls": []}),
        ] {
            let turn = read_turn(&json!({"choices": [{"message": message}]}), &[]);
            let turn = turn.expect("it has a message");
            let [call] = &turn.tool_calls[..] else { panic!("{turn:?}") };
            assert_eq!((&*call.id, &*call.name), ("call_0", "crm__get_order"));
            assert_eq!((&*call.arguments, &*turn.content), (r#"{"id":"ORD-1"}"#, ""));
        }
    }
}
