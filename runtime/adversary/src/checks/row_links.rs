//! How a call, an answer and another tool's parameters speak of one row.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::changes::{Place, Row, alike, rows, scalar_text};
use crate::names::{means, same, singular_words};
use crate::tool_list::ToolSpec;

/// The object that an answer is about: the data itself, or the only object in it.
pub(super) fn subject(data: &Value) -> Option<&Map<String, Value>> {
    let object = data.as_object()?;
    if object.len() == 1
        && let Some(Value::Object(inner)) = object.values().next()
    {
        return Some(inner);
    }
    Some(object)
}

/// Arguments for a tool that reads the row that an answer is about: each required one from the
/// answer, or from the call that was answered.
pub(super) fn arguments_for(
    reader: &ToolSpec,
    answered: Option<&Map<String, Value>>,
    call: &Value,
) -> Option<Value> {
    let mut arguments = Map::new();
    for name in reader.required() {
        let schema = reader.property(name)?;
        if let Some(listed) = schema.get("enum").and_then(Value::as_array) {
            arguments.insert(name.to_owned(), listed.first()?.clone());
            continue;
        }
        let given = call.as_object().into_iter().flatten();
        let given = given.into_iter().find(|(other, _)| same(other, name)).map(|(_, value)| value);
        let fields = answered.into_iter().flatten().filter(|(field, value)| {
            scalar_text(value).is_some() && means(name, field, &reader.noun)
        });
        // `domain_id` is the domain's `id` before it is its `domain`.
        let own = fields.min_by_key(|(field, _)| {
            (!same(field, name), is_identifier(field) != is_identifier(name))
        });
        let own = own.map(|(_, value)| value);
        // What a call and its answer both name belongs to the row's surroundings; an identifier
        // is the answer's own.
        let value = if is_identifier(name) { own.or(given) } else { given.or(own) };
        arguments.insert(name.to_owned(), as_kind(schema, value?)?);
    }
    // Where a call says in which team or project it works, reading says the same.
    for (name, value) in call.as_object().into_iter().flatten() {
        if is_scope(name) && reader.property(name).is_some() && scalar_text(value).is_some() {
            arguments.entry(name.clone()).or_insert_with(|| value.clone());
        }
    }
    let arguments = Value::Object(arguments);
    reader.accepts(&arguments).then_some(arguments)
}

/// A scalar in the type that the schema wants.
fn as_kind(schema: &Value, value: &Value) -> Option<Value> {
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => scalar_text(value).map(Value::from),
        Some("integer" | "number") => match value {
            Value::Number(_) => Some(value.clone()),
            Value::String(text) => text.parse::<i64>().ok().map(Value::from),
            _ => None,
        },
        _ => Some(value.clone()),
    }
}

/// Whether a value is the key of a row that has the given value, too.
pub(super) fn names_row(state: &BTreeMap<Place<'_>, Row<'_>>, given: &Value, held: &Value) -> bool {
    let (Some(key), true) = (scalar_text(held), given.is_string()) else { return false };
    let mut of_key = state.iter().filter(|((_, own), _)| *own == key);
    of_key.any(|(_, row)| row.values().any(|value| value == given))
}

/// The field by which an object is told from its like, and what it holds.
pub(super) fn identity(object: &Map<String, Value>) -> Option<(&str, &Value)> {
    const NAMES: &[&str] = &["id", "key", "uuid", "gid", "ts", "number", "slug", "name"];
    let mut plain = NAMES.iter().filter_map(|name| object.get_key_value(*name));
    let found = plain.find(|(_, value)| scalar_text(value).is_some());
    found.map(|(name, value)| (name.as_str(), value))
}

/// Whether a text is only another way to say what a row holds: tidied, cut short, or the name of
/// the row whose key is held.
pub(super) fn is_told_otherwise(
    state: &BTreeMap<Place<'_>, Row<'_>>,
    shown: &Value,
    held: &Value,
) -> bool {
    let (Some(short), Some(long)) = (shown.as_str(), held.as_str()) else { return true };
    // Two instants of one form are the same or not.
    if is_moment(short) && is_moment(long) && short.len() == long.len() {
        return short == long;
    }
    let bare = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (short, long) = (bare(short), bare(long));
    let is_part = |a: &str, b: &str| !a.is_empty() && b.contains(a);
    is_part(&short, &long)
        || is_part(&long, &short)
        || alike(shown, held)
        || names_row(state, shown, held)
}

/// Whether a text is a day or an instant.
pub(super) fn is_moment(text: &str) -> bool {
    let bytes = text.as_bytes();
    let are_digits = |from: usize, to: usize| {
        bytes.get(from..to).is_some_and(|part| part.iter().all(u8::is_ascii_digit))
    };
    are_digits(0, 4) && bytes.get(4) == Some(&b'-') && are_digits(5, 7)
}

/// Whether a parameter says where rows are.
fn is_scope(name: &str) -> bool {
    const SCOPES: &[&str] = &[
        "account",
        "namespace",
        "organization",
        "owner",
        "project",
        "repository",
        "team",
        "tenant",
        "workspace",
    ];
    singular_words(name).iter().any(|word| SCOPES.contains(&word.as_str()))
}

/// Whether a parameter's name says that it identifies something.
pub(super) fn is_identifier(name: &str) -> bool {
    singular_words(name)
        .last()
        .is_some_and(|last| matches!(last.as_str(), "id" | "number" | "key" | "uuid" | "ts"))
}

/// The rows that a call names by their keys, one argument or several making up the key.
pub(super) fn named_rows<'a>(
    state: &'a Value,
    tool: &ToolSpec,
    call: &Value,
) -> Vec<(Place<'a>, &'a Map<String, Value>)> {
    let given: Vec<String> =
        tool.required().filter_map(|name| scalar_text(call.get(name)?)).collect();
    let is_named = |table: &str, key: &str| {
        let table = singular_words(table);
        // A tool about issue labels names a label, and is not about labels.
        let shares_noun = table == tool.noun;
        // A key's parts are joined by `/`; every part must be given.
        shares_noun
            && !key.is_empty()
            && (given.iter().any(|text| text == key)
                || (key.contains('/')
                    && key.split('/').all(|part| given.iter().any(|text| text == part))))
    };
    rows(state).into_iter().filter(|((table, key), _)| is_named(table, key)).collect()
}

/// Every scalar in a value, as text.
pub(super) fn all_scalars(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(all_scalars).collect(),
        Value::Object(object) => object.values().flat_map(all_scalars).collect(),
        other => scalar_text(other).into_iter().collect(),
    }
}
