//! The messages of a request.

use minijinja::Value;
use minijinja::value::ValueKind;

use super::refusal::Refusal;
use crate::text::chat::{ChatMessage, Role};
use crate::text::tool_calls::ToolCall;

/// Reads the messages.
///
/// # Errors
/// The first one that is wrong, and how.
pub(super) fn read_messages(messages: &[Value]) -> Result<Vec<ChatMessage>, Refusal> {
    if messages.is_empty() {
        return Err(Refusal::of("messages", "`messages` is empty; send one message at least"));
    }
    messages.iter().enumerate().map(|(place, message)| read_message(message, place)).collect()
}

fn read_message(message: &Value, place: usize) -> Result<ChatMessage, Refusal> {
    let path = format!("messages[{place}]");
    if message.kind() != ValueKind::Map {
        return Err(Refusal::of(path, "a message is an object with `role` and `content`"));
    }
    let role = member(message, "role");
    let name = role.as_ref().and_then(Value::as_str).unwrap_or_default();
    let role = Role::of_name(name).ok_or_else(|| {
        let known = "system, developer, user, assistant or tool";
        Refusal::of(format!("{path}.role"), format!("the role `{name}` is none of {known}"))
    })?;
    let content = read_content(member(message, "content"), &path)?;
    let reasoning = ["reasoning_content", "reasoning"]
        .into_iter()
        .filter_map(|name| member(message, name))
        .find_map(|text| text.as_str().map(str::to_owned));
    let mut tool_calls = Vec::new();
    if let Some(calls) = member(message, "tool_calls") {
        let calls = calls
            .try_iter()
            .map_err(|_| Refusal::of(format!("{path}.tool_calls"), "`tool_calls` is a list"))?;
        for (number, call) in calls.enumerate() {
            tool_calls.push(read_call(&call, &format!("{path}.tool_calls[{number}]"))?);
        }
    }
    let tool_call_id = member(message, "tool_call_id");
    let tool_call_id = tool_call_id.and_then(|id| id.as_str().map(str::to_owned));
    Ok(ChatMessage { role, content, reasoning, tool_calls, tool_call_id })
}

/// Words: a text, or a list of parts that are texts.
fn read_content(content: Option<Value>, path: &str) -> Result<String, Refusal> {
    let param = format!("{path}.content");
    let Some(content) = content else { return Ok(String::new()) };
    if let Some(text) = content.as_str() {
        return Ok(text.to_owned());
    }
    if content.kind() != ValueKind::Seq {
        return Err(Refusal::of(param, "`content` is a text, or a list of parts of type `text`"));
    }
    let mut words = String::new();
    for part in content.try_iter().into_iter().flatten() {
        let kind = member(&part, "type");
        let text = member(&part, "text");
        match (kind.as_ref().and_then(Value::as_str), text.as_ref().and_then(Value::as_str)) {
            (Some("text"), Some(text)) => words.push_str(text),
            (Some(other), _) if other != "text" => {
                let message =
                    format!("a part of type `{other}` cannot be read; this model reads text");
                return Err(Refusal::of(param, message));
            }
            _ => return Err(Refusal::of(param, "a part is {\"type\": \"text\", \"text\": ..}")),
        }
    }
    Ok(words)
}

fn read_call(call: &Value, path: &str) -> Result<ToolCall, Refusal> {
    let function = member(call, "function").unwrap_or_default();
    let name = member(&function, "name");
    let name = name
        .as_ref()
        .and_then(Value::as_str)
        .ok_or_else(|| Refusal::of(format!("{path}.function.name"), "a call names its function"))?;
    let arguments = match member(&function, "arguments") {
        None => "{}".to_owned(),
        Some(arguments) => match arguments.as_str() {
            Some(text) => text.to_owned(),
            None => serde_json::to_string(&arguments).unwrap_or_default(),
        },
    };
    let id = member(call, "id").and_then(|id| id.as_str().map(str::to_owned));
    Ok(ToolCall { id, name: name.to_owned(), arguments })
}

/// A member that is there and not null.
fn member(value: &Value, name: &str) -> Option<Value> {
    value.get_attr(name).ok().filter(|member| !member.is_undefined() && !member.is_none())
}

#[cfg(test)]
mod tests {
    use minijinja::Value;

    use super::read_messages;
    use crate::text::chat::Role;

    fn read(text: &str) -> Result<Vec<crate::text::chat::ChatMessage>, String> {
        let messages: Vec<Value> = serde_json::from_str(text).expect("JSON");
        read_messages(&messages).map_err(|refusal| refusal.body().to_string())
    }

    #[test]
    fn messages_of_every_kind_are_read() {
        let messages = read(
            r#"[{"role": "developer", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
                {"role": "assistant", "content": null, "reasoning_content": "hm", "tool_calls": [{"id": "c1",
                 "type": "function", "function": {"name": "f", "arguments": "{\"z\": 1}"}}]},
                {"role": "tool", "tool_call_id": "c1", "content": "ok"}]"#,
        )
        .expect("they are messages");
        assert_eq!((messages[0].role, &*messages[0].content), (Role::Developer, "ab"));
        assert_eq!(messages[1].reasoning.as_deref(), Some("hm"));
        assert_eq!(messages[1].tool_calls[0].arguments, "{\"z\": 1}");
        assert_eq!(messages[2].tool_call_id.as_deref(), Some("c1"));
    }

    #[test]
    fn what_is_no_message_is_named_with_its_place() {
        for (text, said) in [
            ("[]", "`messages` is empty"),
            ("[3]", "messages[0]"),
            (r#"[{"role": "user", "content": "a"}, {"role": "robot"}]"#, "messages[1].role"),
            (r#"[{"role": "user", "content": 3}]"#, "messages[0].content"),
            (
                r#"[{"role": "user", "content": [{"type": "image_url"}]}]"#,
                "`image_url` cannot be read",
            ),
            (
                r#"[{"role": "assistant", "tool_calls": [{}]}]"#,
                "messages[0].tool_calls[0].function.name",
            ),
            (r#"[{"role": "assistant", "tool_calls": 3}]"#, "messages[0].tool_calls"),
        ] {
            let refusal = read(text).expect_err("it is no message");
            assert!(refusal.contains(said), "{text}: {refusal}");
        }
    }
}
