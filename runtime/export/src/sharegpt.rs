//! LLaMA-Factory: conversations in the ShareGPT form.
//!
//! Turns alternate between what the agent is given (`human`, `observation`) and what it says
//! (`gpt`, `function_call`), and end with the agent. Several calls of one turn are a list in one
//! `function_call`, and their answers one `observation`.

use compoworld_world::Catalog;
use compoworld_world::rollout::{Message, Role};
use serde_json::{Value, json};

use crate::conversation::{Conversation, ConversationError, arguments_value};

/// What LLaMA-Factory's Hermes-like templates put between the answers of one turn.
const BETWEEN_ANSWERS: &str = "\n</tool_response>\n<tool_response>\n";

/// The row of one attempt.
pub(crate) fn sharegpt_row(
    catalog: &Catalog,
    conversation: &Conversation<'_>,
) -> Result<Value, ConversationError> {
    Ok(json!({
        "conversations": turns(conversation.messages_to_learn_from()),
        "system": conversation.system(),
        "tools": conversation.functions(catalog)?,
    }))
}

/// How LLaMA-Factory is told of the splits, each a folder of files: its `dataset_info.json`.
pub(crate) fn dataset_info<'a>(splits: impl Iterator<Item = &'a str>) -> Value {
    let entries = splits.map(|split| {
        let entry = json!({
            "file_name": split,
            "formatting": "sharegpt",
            "columns": {"messages": "conversations", "system": "system", "tools": "tools"},
        });
        (format!("compoworld_{split}"), entry)
    });
    Value::Object(entries.collect())
}

fn turns(messages: &[Message]) -> Value {
    let mut turns: Vec<(&str, String)> = Vec::new();
    for message in messages {
        let (from, value) = match message.role {
            Role::System => continue,
            Role::User => ("human", message.content.clone()),
            Role::Tool => ("observation", message.content.clone()),
            Role::Assistant if message.tool_calls.is_empty() => ("gpt", message.content.clone()),
            Role::Assistant => ("function_call", function_call(message)),
        };
        match turns.last_mut() {
            Some((last, said)) if *last == "observation" && from == *last => {
                said.push_str(BETWEEN_ANSWERS);
                said.push_str(&value);
            }
            _ => turns.push((from, value)),
        }
    }
    turns.into_iter().map(|(from, value)| json!({"from": from, "value": value})).collect()
}

fn function_call(message: &Message) -> String {
    let calls = message
        .tool_calls
        .iter()
        .map(|call| json!({"name": call.name, "arguments": arguments_value(&call.arguments)}));
    let mut calls: Vec<Value> = calls.collect();
    let value = if calls.len() == 1 { calls.remove(0) } else { Value::Array(calls) };
    value.to_string()
}

#[cfg(test)]
mod tests {
    use compoworld_world::rollout::{Message, Role, ToolCall};
    use serde_json::json;

    use super::turns;

    #[test]
    fn turns_alternate_also_where_one_turn_has_several_calls() {
        let call = |id: &str| ToolCall {
            id: id.to_owned(),
            name: format!("desk__{id}"),
            arguments: r#"{"n":1}"#.to_owned(),
        };
        let messages = [
            Message::said(Role::System, "Work."),
            Message::said(Role::User, "Do it."),
            Message::calling("", vec![call("a"), call("b")]),
            Message::answering(&call("a"), "one"),
            Message::answering(&call("b"), "two"),
            Message::said(Role::Assistant, "Done."),
        ];
        let both =
            r#"[{"arguments":{"n":1},"name":"desk__a"},{"arguments":{"n":1},"name":"desk__b"}]"#;
        assert_eq!(
            turns(&messages),
            json!([
                {"from": "human", "value": "Do it."},
                {"from": "function_call", "value": both},
                {"from": "observation", "value": "one\n</tool_response>\n<tool_response>\ntwo"},
                {"from": "gpt", "value": "Done."},
            ])
        );
    }
}
