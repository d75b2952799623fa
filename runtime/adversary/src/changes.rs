//! States as canonical JSON, row by row: what is there, and what a call changed.

use std::collections::BTreeMap;

use compoworld_core::canonical_json;
use serde_json::{Map, Value};

/// A row's place: its table and its key.
pub(crate) type Place<'a> = (&'a str, &'a str);

/// A row's fields.
pub(crate) type Row<'a> = &'a Map<String, Value>;

/// The rows of a state by place. A table is an object of objects by key.
pub(crate) fn rows(state: &Value) -> BTreeMap<Place<'_>, Row<'_>> {
    let mut found = BTreeMap::new();
    for (table, content) in state.as_object().into_iter().flatten() {
        let Some(content) = content.as_object().filter(|_| !table.starts_with('$')) else {
            continue;
        };
        if content.values().all(Value::is_object) {
            for (key, row) in content {
                if let Some(row) = row.as_object() {
                    found.insert((table.as_str(), key.as_str()), row);
                }
            }
        } else {
            found.insert((table.as_str(), ""), content);
        }
    }
    found
}

/// What a call did to the rows.
#[derive(Debug, Default)]
pub(crate) struct Changes<'a> {
    /// Rows that are new.
    pub added: BTreeMap<Place<'a>, Row<'a>>,
    /// Rows that left.
    pub removed: BTreeMap<Place<'a>, Row<'a>>,
    /// Rows that changed: before and after.
    pub changed: BTreeMap<Place<'a>, (Row<'a>, Row<'a>)>,
}

impl<'a> Changes<'a> {
    /// What leads from one state to another.
    pub(crate) fn between(before: &'a Value, after: &'a Value) -> Self {
        let (old, new) = (rows(before), rows(after));
        let mut changes = Self::default();
        for (place, row) in &new {
            match old.get(place) {
                None => drop(changes.added.insert(*place, row)),
                Some(was) if was != row => drop(changes.changed.insert(*place, (was, row))),
                Some(_) => {}
            }
        }
        changes.removed = old.into_iter().filter(|(place, _)| !new.contains_key(place)).collect();
        changes
    }
}

/// The names of the fields that differ between two versions of a row.
pub(crate) fn changed_fields<'a>(before: Row<'a>, after: Row<'a>) -> Vec<&'a str> {
    let names = after.keys().chain(before.keys().filter(|name| !after.contains_key(*name)));
    names.filter(|name| before.get(*name) != after.get(*name)).map(String::as_str).collect()
}

/// A scalar as the text that a key would have.
pub(crate) fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) => Some(canonical_json(value)),
        _ => None,
    }
}

/// Whether a value holds the text, or the number that the text is, anywhere.
pub(crate) fn mentions(value: &Value, text: &str) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| mentions(item, text)),
        Value::Object(object) => object.values().any(|item| mentions(item, text)),
        other => scalar_text(other).is_some_and(|own| own == text),
    }
}

/// Whether two values are the same thing, allowing for how services tidy what they are given:
/// case, spaces, separators, the time of a day, one item for a list of one.
pub(crate) fn alike(given: &Value, kept: &Value) -> bool {
    match (given, kept) {
        (Value::Object(_), _) | (_, Value::Object(_)) => true,
        (Value::Array(given), Value::Array(kept)) => {
            kept.iter().any(Value::is_object)
                || given.iter().all(|item| kept.iter().any(|other| alike(item, other)))
        }
        (Value::Array(_), _) | (_, Value::Array(_)) => true,
        (Value::String(given), Value::String(kept)) => texts_alike(given, kept),
        // A field that holds decimals rounds the largest whole numbers.
        (Value::Number(given), Value::Number(kept)) => given.as_f64() == kept.as_f64(),
        (given, kept) => {
            let texts = (scalar_text(given), scalar_text(kept));
            let number = |value: &Value| value.as_f64().or_else(|| value.as_str()?.parse().ok());
            canonical_json(given) == canonical_json(kept)
                || number(given).is_some_and(|given| number(kept) == Some(given))
                || matches!(texts, (Some(a), Some(b)) if texts_alike(&a, &b))
        }
    }
}

fn texts_alike(a: &str, b: &str) -> bool {
    let is_day =
        |text: &str| text.len() >= 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
    if is_day(a) && is_day(b) {
        return a.as_bytes()[..10] == b.as_bytes()[..10];
    }
    let tidy = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    a == b || tidy(a) == tidy(b)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Changes, alike};

    #[test]
    fn rows_that_came_left_and_changed_are_told_apart() {
        let before = json!({"t": {"a": {"x": 1}, "b": {"x": 1}}, "one": {"name": "n", "k": {}}});
        let after = json!({"t": {"b": {"x": 2}, "c": {"x": 1}}, "one": {"name": "m", "k": {}}});
        let changes = Changes::between(&before, &after);
        assert_eq!(changes.added.keys().collect::<Vec<_>>(), [&("t", "c")]);
        assert_eq!(changes.removed.keys().collect::<Vec<_>>(), [&("t", "a")]);
        assert_eq!(changes.changed.keys().collect::<Vec<_>>(), [&("one", ""), &("t", "b")]);
    }

    #[test]
    fn values_are_alike_when_a_service_only_tidied_them() {
        for (given, kept) in [
            (json!("Ada L."), json!("ada_l")),
            (json!("2026-03-01"), json!("2026-03-01T09:00:00Z")),
            (json!(25.0), json!(25)),
            (json!(["a"]), json!(["b", "a"])),
        ] {
            assert!(alike(&given, &kept), "{given} {kept}");
        }
        for (given, kept) in
            [(json!("a"), json!("b")), (json!(1), json!(2)), (json!(true), json!(false))]
        {
            assert!(!alike(&given, &kept), "{given} {kept}");
        }
    }
}
