//! Reads what endpoints answer. Servers differ in details, and models write calls badly: whatever
//! can be a call becomes one, and whoever runs the tools tells the model what is wrong with it.

use serde_json::Value;

use crate::Tokens;
use crate::completion::Completion;
use crate::message::ToolCall;

impl Completion {
    /// Reads the body of an answer.
    ///
    /// # Errors
    /// When it holds no message.
    pub fn read(body: &Value) -> Result<Self, String> {
        let choice = body.pointer("/choices/0").ok_or("there is no `choices[0]`")?;
        let message = choice
            .get("message")
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
        let finish_reason = choice["finish_reason"].as_str().map(str::to_owned);
        Ok(Self { content, tool_calls, finish_reason, tokens: Tokens::of_answer(body) })
    }
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
    let id = call["id"].as_str().filter(|id| !id.is_empty());
    ToolCall {
        id: id.map_or_else(|| format!("call_{index}"), str::to_owned),
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
    if !content.contains(OPEN) {
        return (content.to_owned(), Vec::new());
    }
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
