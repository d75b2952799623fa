//! Arguments at random that a schema accepts.

use rand::{Rng, RngExt};
use serde_json::{Map, Value, json};

/// Draws arguments that the schema accepts, as far as patterns allow. Texts are now and then taken
/// from `heard`.
pub fn sample_arguments(schema: &Value, heard: &[String], random: &mut impl Rng) -> Value {
    sample(schema, heard, random, 0)
}

fn sample(schema: &Value, heard: &[String], random: &mut impl Rng, depth: usize) -> Value {
    const DEPTH_MAX: usize = 6;
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array).filter(|all| !all.is_empty())
    {
        return values[random.random_range(0..values.len())].clone();
    }
    for keyword in ["anyOf", "oneOf"] {
        let branches = schema.get(keyword).and_then(Value::as_array);
        if let Some(branches) = branches.filter(|branches| !branches.is_empty()) {
            let branch = &branches[random.random_range(0..branches.len())];
            return sample(branch, heard, random, depth + 1);
        }
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("object") => sample_object(schema, heard, random, depth),
        Some("array") => {
            let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
            let least = bound("minItems").unwrap_or(0);
            let most = bound("maxItems").unwrap_or(least + 2).min(least + 2);
            let n_items = if depth >= DEPTH_MAX {
                least
            } else {
                random.random_range(least..=most.max(least))
            };
            let items = schema.get("items").cloned().unwrap_or_else(|| json!({"type": "string"}));
            (0..n_items).map(|_| sample(&items, heard, random, depth + 1)).collect()
        }
        Some("boolean") => json!(random.random_bool(0.5)),
        Some("integer") => json!(sample_whole(schema, random)),
        Some("number") => json!(sample_whole(schema, random) as f64),
        Some("null") => Value::Null,
        _ => json!(sample_text(schema, heard, random)),
    }
}

fn sample_object(schema: &Value, heard: &[String], random: &mut impl Rng, depth: usize) -> Value {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut object = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, schema) in properties.into_iter().flatten() {
        if required.contains(&name.as_str()) || random.random_bool(0.3) {
            object.insert(name.clone(), sample(schema, heard, random, depth + 1));
        }
    }
    Value::Object(object)
}

fn sample_whole(schema: &Value, random: &mut impl Rng) -> i64 {
    const SPAN: f64 = 20.0;
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
    let least = bound("minimum").or(bound("exclusiveMinimum").map(|least| least.floor() + 1.0));
    let most = bound("maximum").or(bound("exclusiveMaximum").map(|most| most.ceil() - 1.0));
    let least = least.unwrap_or_else(|| most.map_or(0.0, |most| most - SPAN)).ceil();
    let most = most.unwrap_or(least + SPAN).floor().min(least + 1_000_000.0).max(least);
    random.random_range(least as i64..=most as i64)
}

fn sample_text(schema: &Value, heard: &[String], random: &mut impl Rng) -> String {
    const WORDS: [&str; 8] =
        ["lamp", "invoice", "north", "open", "ada@example.org", "2026-03-01", "report", "1"];
    let length = |name: &str| schema.get(name).and_then(Value::as_u64).map(|n| n as usize);
    let text = if !heard.is_empty() && random.random_bool(0.6) {
        heard[random.random_range(0..heard.len())].clone()
    } else {
        WORDS[random.random_range(0..WORDS.len())].to_owned()
    };
    let mut text: String = text.chars().take(length("maxLength").unwrap_or(usize::MAX)).collect();
    while text.chars().count() < length("minLength").unwrap_or(0) {
        text.push('x');
    }
    text
}
