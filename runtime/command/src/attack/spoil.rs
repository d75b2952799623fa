//! What faults do to arguments, answers and rows.

use serde_json::{Value, json};

pub(super) fn is_ok(text: &str) -> bool {
    text.starts_with("{\"ok\":true")
}

pub(super) fn with(arguments: &Value, name: &str, value: Value) -> Value {
    let mut object = arguments.as_object().cloned().unwrap_or_default();
    object.insert(name.to_owned(), value);
    Value::Object(object)
}

pub(super) fn without(arguments: &Value, name: &str) -> Value {
    let mut object = arguments.as_object().cloned().unwrap_or_default();
    object.remove(name);
    Value::Object(object)
}

/// Some value that a schema accepts, of the kind that a default would be.
pub(super) fn some_value(schema: &Value) -> Value {
    if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
        return first.clone();
    }
    match schema["type"].as_str() {
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(false),
        Some("array") => json!([]),
        Some("object") => json!({}),
        _ => json!("x"),
    }
}

fn items_mut(data: &mut Value) -> Option<&mut Vec<Value>> {
    if data.get("items").is_some_and(Value::is_array) {
        return data["items"].as_array_mut();
    }
    data.as_array_mut()
}

pub(super) fn lose_item(data: &mut Value) -> bool {
    items_mut(data).is_some_and(|items| items.pop().is_some())
}

/// Gives the first text of each object the value of another of its texts.
pub(super) fn confuse_fields(data: &mut Value) -> bool {
    if let Some(items) = items_mut(data) {
        return items.iter_mut().fold(false, |any, item| confuse_fields(item) | any);
    }
    let Some(object) = data.as_object_mut() else { return false };
    let texts: Vec<(String, String)> = object
        .iter()
        .filter(|(name, _)| *name != "id")
        .filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())))
        .collect();
    let pair = texts.iter().find_map(|(name, value)| {
        let (_, other) = texts.iter().find(|(_, other)| other != value)?;
        Some((name, other))
    });
    let Some((name, other)) = pair else { return false };
    object.insert(name.clone(), json!(other));
    true
}

/// Puts a number into the first text.
pub(super) fn mark(data: &mut Value, number: u64) -> bool {
    match data {
        Value::String(text) => {
            text.push_str(&number.to_string());
            true
        }
        Value::Array(items) => items.iter_mut().any(|item| mark(item, number)),
        Value::Object(object) => object.values_mut().any(|item| mark(item, number)),
        _ => false,
    }
}

/// Changes the last text of a row that is no identifier.
pub(super) fn scribble_row(row: &mut Value) -> bool {
    let texts = row.as_object_mut().into_iter().flatten().filter(|(name, value)| {
        value.as_str().is_some_and(|text| text.contains(' ')) && !name.ends_with("id")
    });
    match texts.last() {
        Some((_, Value::String(text))) => {
            text.push_str(" too");
            true
        }
        _ => false,
    }
}
