//! Part of `build_schema`: reads the keywords of one schema object.

use std::collections::BTreeSet;

use serde_json::{Number, Value};

use crate::diagnostics::Code;
use crate::read::{Json, Object};
use crate::spec::{Schema, Type};

use super::build_members::{
    combine_element_keywords, combine_member_keywords, read_member_keyword,
};
use super::build_schema::Builder;

/// A schema object as read, before its parts are put together.
pub(super) struct Parts {
    /// Everything but types and unions.
    pub schema: Schema,
    /// The types named; none when any is accepted.
    pub kinds: Vec<Type>,
    /// Whether OpenAPI's `nullable` is set.
    pub nullable: bool,
    /// The default, not yet checked.
    pub default: Option<Value>,
    /// Branches of `anyOf`.
    pub any_of: Option<Vec<Schema>>,
    /// Branches of `oneOf`.
    pub one_of: Option<Vec<Schema>>,
    /// Branches of `allOf`.
    pub all_of: Vec<Schema>,
}

/// Keywords that describe and never constrain.
const SILENT: &[&str] = &[
    "title",
    "description",
    "examples",
    "$comment",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$schema",
    "$id",
    "id",
    "$anchor",
    "$defs",
    "definitions",
    "$ref",
    "$vocabulary",
    "contentMediaType",
    "contentEncoding",
    "contentSchema",
    "visible",
];

/// Keywords that are read elsewhere.
const CONDITIONS: &[&str] =
    &["not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies"];

/// Reads every keyword of `object`.
pub(super) fn read_keywords(cx: &mut Builder<'_>, object: &Object) -> Parts {
    let mut parts = Parts {
        schema: Schema::any(),
        kinds: Vec::new(),
        nullable: false,
        default: None,
        any_of: None,
        one_of: None,
        all_of: Vec::new(),
    };
    let mut foreign = Vec::new();
    for (key, value) in &object.members {
        if !read_value_keyword(cx, object, key, value, &mut parts)
            && !read_member_keyword(cx, object, key, value, &mut parts)
            && !read_union_keyword(cx, object, key, value, &mut parts)
            && !SILENT.contains(&key.as_str())
            && !CONDITIONS.contains(&key.as_str())
        {
            foreign.push(format!("`{key}`"));
        }
    }
    if !foreign.is_empty() {
        let message =
            format!("{} is no keyword of JSON Schema; it is left out", foreign.join(", "));
        cx.say(Code::ForeignKeyword, object.at.clone(), message);
    }
    combine_member_keywords(cx, object, &mut parts);
    combine_element_keywords(cx, object, &mut parts);
    combine_bounds(cx, object, &mut parts.schema);
    parts
}

/// Keywords about single values. False when the keyword is none of them.
fn read_value_keyword(
    cx: &mut Builder<'_>,
    object: &Object,
    key: &str,
    value: &Json,
    parts: &mut Parts,
) -> bool {
    let schema = &mut parts.schema;
    match key {
        "type" => parts.kinds = read_types(cx, object, value),
        "enum" => schema.values = read_enum(cx, object, value),
        "const" => schema.constant = Some(value.to_value()),
        "default" => parts.default = Some(value.to_value()),
        "nullable" => parts.nullable = *value == Json::Bool(true),
        "format" => schema.format = value.as_str().map(str::to_owned),
        "minLength" => schema.min_length = read_count(cx, object, key, value).filter(|n| *n > 0),
        "maxLength" => schema.max_length = read_count(cx, object, key, value),
        "pattern" => schema.pattern = read_pattern(cx, object, value),
        "minimum" => schema.minimum = read_number(cx, object, key, value),
        "maximum" => schema.maximum = read_number(cx, object, key, value),
        // Booleans of draft 4 are read together with the bound that they modify.
        "exclusiveMinimum" | "exclusiveMaximum" if matches!(value, Json::Bool(_)) => {}
        "exclusiveMinimum" => schema.exclusive_minimum = read_number(cx, object, key, value),
        "exclusiveMaximum" => schema.exclusive_maximum = read_number(cx, object, key, value),
        "multipleOf" | "divisibleBy" => {
            schema.multiple_of = read_number(cx, object, key, value).filter(is_positive);
        }
        _ => return false,
    }
    true
}

fn read_union_keyword(
    cx: &mut Builder<'_>,
    object: &Object,
    key: &str,
    value: &Json,
    parts: &mut Parts,
) -> bool {
    match key {
        "anyOf" => parts.any_of = read_branches(cx, object, key, value),
        "oneOf" => parts.one_of = read_branches(cx, object, key, value),
        "allOf" => {
            let branches = read_branches(cx, object, key, value).unwrap_or_default();
            parts.all_of.extend(branches);
        }
        _ => return false,
    }
    true
}

fn read_branches(
    cx: &mut Builder<'_>,
    object: &Object,
    key: &str,
    value: &Json,
) -> Option<Vec<Schema>> {
    let at = object.at.key(key);
    match value {
        Json::Array(branches) if !branches.is_empty() => {
            Some(branches.iter().enumerate().map(|(i, one)| cx.schema(one, &at.index(i))).collect())
        }
        _ => {
            bad_value(cx, object, key, "a list of schemas");
            None
        }
    }
}

fn read_types(cx: &mut Builder<'_>, object: &Object, value: &Json) -> Vec<Type> {
    let names: Vec<&str> = match value {
        Json::String(name) => vec![name],
        Json::Array(list) => {
            let names: Vec<&str> = list.iter().filter_map(Json::as_str).collect();
            if names.len() < list.len() || names.is_empty() {
                bad_value(cx, object, "type", "a type or a list of types");
                return Vec::new();
            }
            names
        }
        _ => {
            bad_value(cx, object, "type", "a type or a list of types");
            return Vec::new();
        }
    };
    let mut kinds = Vec::new();
    for name in names {
        let (kind, known) = type_named(name);
        if !known {
            let message = format!("`{name}` is not a type of JSON Schema");
            cx.say(Code::UnknownType, object.at.key("type"), message);
        }
        // One member that accepts everything makes the whole list accept everything.
        let Some(kind) = kind else { return Vec::new() };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.contains(&Type::Number) {
        kinds.retain(|kind| *kind != Type::Integer);
    }
    kinds
}

/// The type of that name, and whether it is JSON Schema's own name for it.
fn type_named(name: &str) -> (Option<Type>, bool) {
    match name {
        "null" => (Some(Type::Null), true),
        "boolean" => (Some(Type::Boolean), true),
        "integer" => (Some(Type::Integer), true),
        "number" => (Some(Type::Number), true),
        "string" => (Some(Type::String), true),
        "array" => (Some(Type::Array), true),
        "object" => (Some(Type::Object), true),
        other => {
            let kind = match other.to_ascii_lowercase().as_str() {
                "none" | "null" => Some(Type::Null),
                "bool" | "boolean" => Some(Type::Boolean),
                "int" | "int32" | "int64" | "long" | "integer" => Some(Type::Integer),
                "float" | "double" | "decimal" | "number" => Some(Type::Number),
                "str" | "text" | "string" => Some(Type::String),
                "list" | "tuple" | "array" => Some(Type::Array),
                "dict" | "map" | "object" => Some(Type::Object),
                _ => None,
            };
            (kind, false)
        }
    }
}

fn read_enum(cx: &mut Builder<'_>, object: &Object, value: &Json) -> Option<Vec<Value>> {
    let Json::Array(list) = value else {
        bad_value(cx, object, "enum", "a list of values");
        return None;
    };
    if list.is_empty() {
        let message = "an enumeration has no values; it is left out".to_owned();
        cx.say(Code::EmptyEnum, object.at.key("enum"), message);
        return None;
    }
    let mut values: Vec<Value> = Vec::with_capacity(list.len());
    let mut seen = BTreeSet::new();
    for (index, value) in list.iter().enumerate() {
        let value = value.to_value();
        if seen.insert(identity(&value)) {
            values.push(value);
        } else {
            let at = object.at.key("enum").index(index);
            cx.say(Code::RepeatedEnumValue, at, format!("the value {value} is listed twice"));
        }
    }
    Some(values)
}

/// The same text for values that are the same value.
fn identity(value: &Value) -> String {
    match value {
        // Zero has two signs.
        Value::Number(number) => {
            number.as_f64().map_or_else(|| number.to_string(), |float| format!("{:?}", float + 0.0))
        }
        other => other.to_string(),
    }
}

/// Whether JSON Schema holds two values for equal: 1 and 1.0 are.
pub(super) fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

fn read_pattern(cx: &mut Builder<'_>, object: &Object, value: &Json) -> Option<String> {
    let Some(pattern) = value.as_str() else {
        bad_value(cx, object, "pattern", "a regular expression");
        return None;
    };
    match regex_lite::Regex::new(pattern) {
        Ok(_) => Some(pattern.to_owned()),
        Err(error) => {
            let message = format!("the pattern `{pattern}` is left out: {error}");
            cx.say(Code::UnsupportedPattern, object.at.key("pattern"), message);
            None
        }
    }
}

/// Draft 4 had booleans that made `minimum` and `maximum` exclusive.
fn combine_bounds(cx: &mut Builder<'_>, object: &Object, schema: &mut Schema) {
    for key in ["exclusiveMinimum", "exclusiveMaximum"] {
        let Some(Json::Bool(exclusive)) = object.members.get(key) else { continue };
        cx.say(
            Code::OldDialect,
            object.at.key(key),
            format!("`{key}` is a boolean, as in draft 4"),
        );
        if !exclusive {
            continue;
        }
        if key == "exclusiveMinimum" {
            schema.exclusive_minimum = schema.minimum.take();
        } else {
            schema.exclusive_maximum = schema.maximum.take();
        }
    }
}

fn read_number(cx: &mut Builder<'_>, object: &Object, key: &str, value: &Json) -> Option<Number> {
    if let Json::Number(number) = value {
        return Some(number.clone());
    }
    bad_value(cx, object, key, "a number");
    None
}

pub(super) fn read_count(
    cx: &mut Builder<'_>,
    object: &Object,
    key: &str,
    value: &Json,
) -> Option<u64> {
    if let Json::Number(number) = value {
        if let Some(count) = number.as_u64() {
            return Some(count);
        }
        // 3.0 counts as 3.
        if let Some(float) = number.as_f64()
            && float >= 0.0
            && float.fract() == 0.0
            && float < 1e15
        {
            return Some(float as u64);
        }
    }
    bad_value(cx, object, key, "a whole number from 0");
    None
}

fn is_positive(number: &Number) -> bool {
    number.as_f64().is_some_and(|number| number > 0.0)
}

pub(super) fn bad_value(cx: &mut Builder<'_>, object: &Object, key: &str, wanted: &str) {
    let found = object.members.get(key).map_or("missing", Json::kind);
    let message = format!("`{key}` is {found} where {wanted} belongs; it is left out");
    cx.say(Code::BadKeywordValue, object.at.key(key), message);
}

pub(super) fn unsupported(cx: &mut Builder<'_>, object: &Object, key: &str) {
    let message = format!("`{key}` is outside the supported subset; it is left out");
    cx.say(Code::UnsupportedKeyword, object.at.key(key), message);
}
