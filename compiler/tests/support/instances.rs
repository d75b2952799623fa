//! Random argument values near a schema: many that fit, many that just do not.
//!
//! Deterministic: the same seed and schema give the same values on every machine.

use serde_json::{Map, Value, json};

/// SplitMix64: small, and the same everywhere.
pub struct Random(u64);

impl Random {
    /// A generator for a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// An object of arguments for the schema `root`.
pub fn arguments(root: &Value, random: &mut Random) -> Value {
    match near(root, root, random, 0) {
        Value::Object(map) => Value::Object(map),
        _ => Value::Object(members(root, root, random, 0)),
    }
}

fn near(schema: &Value, root: &Value, random: &mut Random, depth: usize) -> Value {
    if depth > 6 || random.one_in(12) {
        return scalar(random);
    }
    let Some(object) = schema.as_object() else { return scalar(random) };
    if let Some(target) = object.get("$ref").and_then(Value::as_str) {
        return match target.strip_prefix('#').and_then(|path| root.pointer(path)) {
            Some(target) => near(target, root, random, depth + 1),
            None => scalar(random),
        };
    }
    if let Some(values) = object.get("enum").and_then(Value::as_array)
        && !values.is_empty()
    {
        return values[random.below(values.len())].clone();
    }
    if let Some(constant) = object.get("const") {
        return constant.clone();
    }
    let mut merged: Option<Value> = None;
    for key in ["anyOf", "oneOf"] {
        if let Some(branches) = object.get(key).and_then(Value::as_array)
            && !branches.is_empty()
        {
            let branch = &branches[random.below(branches.len())];
            merged = Some(near(branch, root, random, depth + 1));
        }
    }
    for branch in object.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        let value = near(branch, root, random, depth + 1);
        merged = Some(joined(merged, value));
    }
    let has_members = object.contains_key("properties") || object.contains_key("required");
    match (merged, has_members) {
        (Some(value @ Value::Object(_)), true) => {
            joined(Some(value), Value::Object(members(schema, root, random, depth)))
        }
        (Some(value), _) => value,
        (None, _) => typed(schema, root, random, depth),
    }
}

fn joined(first: Option<Value>, second: Value) -> Value {
    match (first, second) {
        (Some(Value::Object(mut a)), Value::Object(b)) => {
            a.extend(b);
            Value::Object(a)
        }
        (_, second) => second,
    }
}

fn typed(schema: &Value, root: &Value, random: &mut Random, depth: usize) -> Value {
    let kind = match schema.get("type") {
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) if !kinds.is_empty() => {
            kinds[random.below(kinds.len())].as_str().unwrap_or("null").to_owned()
        }
        _ if schema.get("properties").is_some() || schema.get("required").is_some() => {
            "object".to_owned()
        }
        _ if schema.get("items").is_some() => "array".to_owned(),
        _ => return scalar(random),
    };
    match kind.as_str() {
        "object" => Value::Object(members(schema, root, random, depth)),
        "array" => array(schema, root, random, depth),
        "string" => string(schema, random),
        "integer" | "number" => number(schema, &kind, random),
        "boolean" => json!(random.one_in(2)),
        "null" => Value::Null,
        _ => scalar(random),
    }
}

fn members(schema: &Value, root: &Value, random: &mut Random, depth: usize) -> Map<String, Value> {
    let mut map = Map::new();
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for (name, property) in
        schema.get("properties").and_then(Value::as_object).into_iter().flatten()
    {
        let wanted = required.contains(&name.as_str());
        if (wanted && !random.one_in(10)) || (!wanted && random.one_in(2)) {
            map.insert(name.clone(), near(property, root, random, depth + 1));
        }
    }
    for name in required {
        if !map.contains_key(name) && !random.one_in(6) {
            map.insert(name.to_owned(), scalar(random));
        }
    }
    let names: Vec<&str> = schema
        .pointer("/propertyNames/enum")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let extra = schema.get("additionalProperties").filter(|extra| extra.is_object());
    if extra.is_some() || random.one_in(6) {
        let name = if names.is_empty() { "x-extra" } else { names[random.below(names.len())] };
        let value = match extra {
            Some(extra) => near(extra, root, random, depth + 1),
            None => scalar(random),
        };
        map.insert(name.to_owned(), value);
    }
    map
}

fn array(schema: &Value, root: &Value, random: &mut Random, depth: usize) -> Value {
    let tuple = schema
        .get("prefixItems")
        .or_else(|| schema.get("items").filter(|items| items.is_array()))
        .and_then(Value::as_array);
    let mut elements: Vec<Value> = Vec::new();
    for element in tuple.into_iter().flatten() {
        elements.push(near(element, root, random, depth + 1));
    }
    let rest = schema.get("items").filter(|items| items.is_object());
    for _ in 0..random.below(4) {
        elements.push(match rest {
            Some(rest) => near(rest, root, random, depth + 1),
            None => scalar(random),
        });
    }
    if random.one_in(5) && !elements.is_empty() {
        elements.push(elements[0].clone());
    }
    Value::Array(elements)
}

fn string(schema: &Value, random: &mut Random) -> Value {
    let length = |key: &str| schema.get(key).and_then(Value::as_u64).map(|n| n.min(64) as usize);
    let near = match (length("minLength"), length("maxLength")) {
        (Some(least), _) if random.one_in(2) => least.saturating_sub(random.below(2)),
        (_, Some(most)) => most + random.below(2),
        _ => random.below(8),
    };
    let samples =
        ["abc", "", "a@example.com", "2024-01-31", "123-abc", "é✓", "https://example.com"];
    if random.one_in(3) {
        return json!(samples[random.below(samples.len())]);
    }
    json!("a".repeat(near))
}

fn number(schema: &Value, kind: &str, random: &mut Random) -> Value {
    let keys = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
    let bounds: Vec<f64> =
        keys.iter().filter_map(|key| schema.get(*key).and_then(Value::as_f64)).collect();
    let base = if bounds.is_empty() { 0.0 } else { bounds[random.below(bounds.len())] };
    let value = base + [-1.0, 0.0, 1.0, 0.5, 3.0][random.below(5)];
    if kind == "integer" && !random.one_in(8) && value.abs() < 1e15 {
        return json!(value as i64);
    }
    json!(value)
}

fn scalar(random: &mut Random) -> Value {
    match random.below(9) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(0),
        3 => json!(-1.5),
        4 => json!("text"),
        5 => json!([]),
        6 => json!({}),
        7 => json!({"label": "x"}),
        _ => json!(7),
    }
}
