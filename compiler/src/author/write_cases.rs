//! The second session: somebody who sees the tool list alone writes cases that a wrong service
//! would fail.

use compoworld_chat::{Chat, ChatMessage, Request, Role};
use serde_json::Value;

use super::conversation::{Early, ended_by};
use super::write_prompts::adversary_instructions;

/// The schema of the file.
const SCHEMA: &str = include_str!("cases_schema.json");

/// How often a model may try to write a file that is one.
const TRIES_MAX: usize = 3;

/// Lets a model write the cases of a service; the file's text, and how many they are.
///
/// # Errors
/// When the model fails, its budget is spent, or it writes no cases.
pub fn write_cases(
    chat: &dyn Chat,
    service: &str,
    tool_list: &Value,
) -> Result<(String, usize), Early> {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let document = serde_json::json!({"service": service, "tools": tool_list});
    let mut messages = vec![
        ChatMessage::said(Role::System, adversary_instructions()),
        ChatMessage::said(Role::User, document.to_string()),
    ];
    let mut fault = String::new();
    for _ in 0..TRIES_MAX {
        let request = Request {
            messages: messages.clone(),
            schema: Some(schema.clone()),
            ..Request::default()
        };
        let said = chat.complete(&request).map_err(ended_by)?;
        match read_cases(&said.content, service, tool_list) {
            Ok(cases) => return Ok(cases),
            Err(message) => fault = message,
        }
        messages.push(ChatMessage::said(Role::Assistant, said.content));
        messages.push(ChatMessage::said(
            Role::User,
            format!("That is no file of cases: {fault}. Write it whole again."),
        ));
    }
    Err((super::ledger::Ended::Failed, format!("no cases after {TRIES_MAX} tries: {fault}")))
}

/// Reads what is to be a file of cases: JSON, perhaps between other words.
///
/// # Errors
/// What is wrong with it.
pub fn read_cases(said: &str, service: &str, tool_list: &Value) -> Result<(String, usize), String> {
    let open = said.find('{').ok_or("there is no JSON object")?;
    let close = said.rfind('}').filter(|close| *close > open).ok_or("the object has no end")?;
    let cases: Value =
        serde_json::from_str(&said[open..=close]).map_err(|error| error.to_string())?;
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).map_err(|error| error.to_string())?;
    if let Some(error) = validator.iter_errors(&cases).next() {
        return Err(format!("at `{}`: {error}", error.instance_path()));
    }
    if cases["service"] != service {
        return Err(format!("`/service` has to be `{service}`"));
    }
    let tools = tool_list.as_array().into_iter().flatten();
    let known: Vec<&str> = tools.filter_map(|tool| tool["name"].as_str()).collect();
    let list = cases["cases"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, case) in list.iter().enumerate() {
        let steps = case["steps"].as_array().into_iter().flatten();
        let named = steps.map(|step| &step["tool"]).chain([&case["tool"]]);
        let mut names = named.filter_map(Value::as_str);
        if let Some(unknown) = names.find(|name| !known.contains(name)) {
            return Err(format!("at `/cases/{index}`: there is no tool `{unknown}`"));
        }
        check_steps(case).map_err(|fault| format!("at `/cases/{index}`: {fault}"))?;
    }
    let mut text = serde_json::to_string_pretty(&cases).expect("JSON is JSON");
    text.push('\n');
    Ok((text, list.len()))
}

/// What the player of cases would refuse: a case that does not call what it judges, and a value
/// that nothing saved.
fn check_steps(case: &Value) -> Result<(), String> {
    let steps = case["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !steps.iter().any(|step| step["tool"] == case["tool"]) {
        return Err(format!("no step calls {}, which it judges", case["tool"]));
    }
    let mut saved: Vec<&str> = Vec::new();
    for step in steps {
        for value in [&step["arguments"], &step["expect"]] {
            if let Some(name) = first_unsaved(value, &saved) {
                return Err(format!("no step before saves `{name}`"));
            }
        }
        saved.extend(step["save"].as_object().into_iter().flatten().map(|(name, _)| &**name));
    }
    Ok(())
}

fn first_unsaved<'a>(value: &'a Value, saved: &[&str]) -> Option<&'a str> {
    match value {
        Value::Array(items) => items.iter().find_map(|item| first_unsaved(item, saved)),
        Value::Object(members) => match members.get("$from").and_then(Value::as_str) {
            Some(name) if members.len() == 1 => (!saved.contains(&name)).then_some(name),
            _ => members.values().find_map(|member| first_unsaved(member, saved)),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::read_cases;
    use serde_json::json;

    #[test]
    fn cases_are_read_between_other_words_and_faults_are_told_with_their_place() {
        let tools = json!([{"name": "get"}]);
        let good = r#"Here: {"service": "desk", "cases": [{"tool": "get", "why": "w",
            "steps": [{"tool": "get", "expect": {"outcome": "reject"}}]}]} Done."#;
        let (text, count) = read_cases(good, "desk", &tools).expect("cases");
        assert_eq!(count, 1);
        assert!(text.ends_with("}\n"), "{text}");
        for (bad, told) in [
            ("none", "no JSON object"),
            ("{\"service\": \"desk\"", "no end"),
            (r#"{"service": "shop", "cases": []}"#, "has to be `desk`"),
            (r#"{"service": "desk", "cases": [{"tool": "get"}]}"#, "/cases/0"),
            (&good.replace("\"tool\": \"get\", \"why\"", "\"tool\": \"put\", \"why\""), "`put`"),
            (
                &good.replace("\"expect\"", "\"arguments\": {\"$from\": \"x\"}, \"expect\""),
                "saves `x`",
            ),
        ] {
            let fault = read_cases(bad, "desk", &tools).expect_err(bad);
            assert!(fault.contains(told), "{fault}");
        }
    }
}
