//! Values at and beyond the edges of a schema, one argument at a time.

use serde_json::{Map, Value, json};

use crate::list_parts::with;
use crate::tool_list::ToolSpec;

/// A word that is in no state.
pub(crate) const NOWHERE: &str = "zqxv7wkjp";

/// A number that no row has.
const NO_NUMBER: i64 = 987_654_321;

/// The variants that no attack may leave out: every required argument missing, every argument with
/// a value of a wrong type and with one outside its list, and every one that may name a row with
/// the name of none.
pub(crate) fn essential_arguments(tool: &ToolSpec, valid: &Value) -> Vec<Value> {
    let mut cases = Vec::new();
    let required: Vec<&str> = tool.required().collect();
    for (name, schema) in tool.properties() {
        if required.contains(&name) {
            cases.push(ToolSpec::without(valid, &[name]));
        }
        let wrong = [json!([{"a": [1]}]), json!(true), json!("zz_not_listed")];
        let refused = wrong.into_iter().map(|value| with(valid, name, value));
        let refused: Vec<Value> = refused.filter(|case| !tool.accepts(case)).collect();
        cases.extend(refused.first().cloned());
        if schema.get("enum").is_some() {
            cases.extend(refused.last().cloned());
        }
        let unknown = [with(valid, name, NOWHERE), with(valid, name, NO_NUMBER)];
        cases.extend(unknown.into_iter().find(|case| tool.accepts(case)));
    }
    cases
}

/// Variants of valid arguments, each with one thing at or beyond an edge.
pub(crate) fn boundary_arguments(tool: &ToolSpec, valid: &Value) -> Vec<Value> {
    let mut cases =
        vec![Value::Null, json!([]), json!("{}"), json!({}), with(valid, "zz_not_a_parameter", 1)];
    for (name, schema) in tool.properties() {
        if valid.get(name).is_some() {
            cases.push(ToolSpec::without(valid, &[name]));
        }
        cases.extend(edge_values(schema, 0).into_iter().map(|value| with(valid, name, value)));
        if let Some(given) = valid.get(name) {
            cases.extend(
                inner_cases(schema, given).into_iter().map(|value| with(valid, name, value)),
            );
        }
    }
    cases
}

/// Variants of a given object or list, each with one inner property at or beyond an edge.
fn inner_cases(schema: &Value, given: &Value) -> Vec<Value> {
    match given {
        Value::Object(object) => {
            let mut cases = vec![with(given, "zz_not_a_property", true)];
            let properties = schema.get("properties").and_then(Value::as_object);
            for (name, schema) in properties.into_iter().flatten() {
                if object.contains_key(name) {
                    cases.push(ToolSpec::without(given, &[name]));
                }
                cases.extend(
                    edge_values(schema, 1).into_iter().map(|value| with(given, name, value)),
                );
            }
            cases
        }
        Value::Array(items) => {
            let (Some(first), Some(schema)) = (items.first(), schema.get("items")) else {
                return Vec::new();
            };
            let mut cases: Vec<Value> =
                inner_cases(schema, first).into_iter().map(|item| json!([item])).collect();
            cases.push(json!([first, first]));
            cases
        }
        _ => Vec::new(),
    }
}

/// Values of every type, and those at the bounds that the schema names.
fn edge_values(schema: &Value, depth: usize) -> Vec<Value> {
    let mut values = vec![
        Value::Null,
        json!(true),
        json!(25),
        json!(25.0),
        json!(0.5),
        json!(-1),
        json!(0),
        json!("25"),
        json!("NaN"),
        json!(""),
        json!([]),
        json!({}),
    ];
    if depth == 0 {
        values.extend([
            json!(i64::MAX),
            json!(u64::MAX),
            json!(1e300),
            json!(i64::MIN),
            nested(60),
            json!(["a", 1, null]),
        ]);
    }
    values.extend(listed_values(schema));
    values.extend(bounded_numbers(schema));
    values.extend(texts(schema, depth));
    if let Some(items) = schema.get("items") {
        let most = schema.get("maxItems").and_then(Value::as_u64).unwrap_or(300).min(300);
        let item = edge_values(items, depth + 1).into_iter().find(|value| fits_kind(items, value));
        if let Some(item) = item {
            values.push(Value::Array(vec![item.clone(); most as usize]));
            values.push(Value::Array(vec![item; most as usize + 1]));
        }
    }
    values
}

fn fits_kind(schema: &Value, value: &Value) -> bool {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.contains(value);
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("integer" | "number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        _ => value.as_str().is_some_and(|text| !text.is_empty()),
    }
}

/// Each value of an enumeration, and one outside it.
fn listed_values(schema: &Value) -> Vec<Value> {
    let branches = ["anyOf", "oneOf"].iter().filter_map(|name| schema.get(*name)?.as_array());
    let mut values: Vec<Value> = branches.flatten().flat_map(listed_values).collect();
    if let Some(listed) = schema.get("enum").and_then(Value::as_array) {
        values.extend(listed.iter().cloned());
        if let Some(text) = listed.iter().find_map(Value::as_str) {
            values.push(json!(text.to_uppercase()));
            values.push(json!(format!("{text} ")));
        }
        values.push(json!("zz_not_listed"));
    }
    values
}

/// Numbers at the bounds and one beyond.
fn bounded_numbers(schema: &Value) -> Vec<Value> {
    let mut values = Vec::new();
    for name in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        if let Some(bound) = schema.get(name).and_then(Value::as_f64) {
            for value in [bound - 1.0, bound, bound + 1.0] {
                values.push(if value.fract() == 0.0 { json!(value as i64) } else { json!(value) });
            }
        }
    }
    if let Some(step) = schema.get("multipleOf").and_then(Value::as_f64) {
        values.push(json!(step * 1.5));
    }
    values
}

/// Texts that are long, empty to the eye, of other scripts, or at a length's bounds.
fn texts(schema: &Value, depth: usize) -> Vec<Value> {
    let mut values = vec![
        json!("zażółć 🦀 \u{202e}שלום\u{200b} 漢字"),
        json!(" \t\n"),
        json!("a/b~c\"\\\u{0001}"),
    ];
    if depth == 0 {
        values.push(json!("x".repeat(10_000)));
    }
    for (name, more) in [("minLength", 0), ("maxLength", 0), ("minLength", -1), ("maxLength", 1)] {
        if let Some(bound) = schema.get(name).and_then(Value::as_i64) {
            values.push(json!("é".repeat(usize::try_from(bound + more).unwrap_or(0).min(20_000))));
        }
    }
    if schema.get("pattern").is_some() {
        values.push(json!("\n"));
    }
    values
}

fn nested(depth: usize) -> Value {
    (0..depth).fold(json!("deep"), |inner, level| match level % 2 {
        0 => json!([inner]),
        _ => Value::Object(Map::from_iter([("a".to_owned(), inner)])),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::boundary_arguments;
    use crate::tool_list::{Hints, ToolSpec};

    #[test]
    fn both_sides_of_every_edge_are_tried() {
        let schema = json!({"type": "object", "required": ["kind"], "additionalProperties": false,
            "properties": {"kind": {"type": "string", "enum": ["a", "b"]},
                "limit": {"type": "integer", "minimum": 1, "maximum": 9},
                "title": {"type": "string", "maxLength": 4}}});
        let tool = ToolSpec::new("list_things", schema, None, Hints::default()).expect("a schema");
        let cases = boundary_arguments(&tool, &json!({"kind": "a"}));
        let (good, bad): (Vec<_>, Vec<_>) = cases.iter().partition(|case| tool.accepts(case));
        for wanted in [
            json!({"kind": "b"}),
            json!({"kind": "a", "limit": 9}),
            json!({"kind": "a", "title": "éééé"}),
        ] {
            assert!(good.contains(&&wanted), "{wanted}");
        }
        for wanted in
            [json!({}), json!({"kind": "a", "limit": 10}), json!({"kind": "a", "title": "ééééé"})]
        {
            assert!(bad.contains(&&wanted), "{wanted}");
        }
    }
}
