//! Part of `build_schema`: fits types to what stands beside them.
//!
//! A list of types becomes a union with one branch a type, each with the keywords that apply to
//! it. Enumerations without a type get the type of their values. The accepted set stays the same.

use serde_json::Value;

use crate::diagnostics::Code;
use crate::read::Object;
use crate::spec::{Schema, Type};

use super::build_branches::add_all_of;
use super::build_schema::Builder;

/// The schema with its types; `schema` has none yet, and no unions.
pub(super) fn fit_types(
    cx: &mut Builder<'_>,
    object: &Object,
    mut schema: Schema,
    mut kinds: Vec<Type>,
) -> Schema {
    if let (Some(constant), Some(values)) = (&schema.constant, &schema.values) {
        if !values.iter().any(|value| super::build_keywords::same_value(value, constant)) {
            return nothing_but_annotations(schema);
        }
        schema.values = None;
    }
    if let Some(constant) = &schema.constant {
        return if kinds.is_empty() || kinds.iter().any(|kind| has_type(constant, *kind)) {
            let kind = type_of(constant);
            restrict(&schema, kind, annotations_of(&schema)).unwrap_or(schema)
        } else {
            nothing_but_annotations(schema)
        };
    }
    if let Some(values) = schema.values.clone() {
        if !kinds.is_empty() {
            check_enum_against_types(cx, object, &mut schema, &mut kinds, &values);
        }
        if kinds.is_empty() {
            kinds = types_of(schema.values.as_deref().unwrap_or_default());
        }
    }

    let annotations = annotations_of(&schema);
    match kinds.as_slice() {
        [] => schema,
        [kind] => restrict(&schema, *kind, annotations).unwrap_or_else(Schema::nothing),
        _ => {
            let mut branches: Vec<Schema> =
                kinds.iter().filter_map(|kind| restrict(&schema, *kind, Schema::any())).collect();
            if branches.len() == 1 {
                let only = branches.remove(0);
                return add_all_of(annotations, vec![only]);
            }
            Schema { any_of: branches, ..annotations }
        }
    }
}

fn nothing_but_annotations(schema: Schema) -> Schema {
    Schema { values: Some(Vec::new()), ..annotations_of(&schema) }
}

/// Drops listed values that no named type has, or the types when no value has one of them.
fn check_enum_against_types(
    cx: &mut Builder<'_>,
    object: &Object,
    schema: &mut Schema,
    kinds: &mut Vec<Type>,
    values: &[Value],
) {
    let (fitting, outside): (Vec<&Value>, Vec<&Value>) =
        values.iter().partition(|value| kinds.iter().any(|kind| has_type(value, *kind)));
    if fitting.is_empty() {
        let message = "no value of the enumeration has the type; the type is left out".to_owned();
        cx.say(Code::TypeDropped, object.at.key("type"), message);
        kinds.clear();
    } else if !outside.is_empty() {
        let listed: Vec<String> = outside.iter().map(|value| value.to_string()).collect();
        let message = format!("the type excludes the listed value {}", listed.join(", "));
        cx.say(Code::EnumOutsideType, object.at.key("enum"), message);
        schema.values = Some(fitting.into_iter().cloned().collect());
    }
}

fn annotations_of(schema: &Schema) -> Schema {
    Schema {
        description: schema.description.clone(),
        default: schema.default.clone(),
        ..Schema::any()
    }
}

/// The schema for one type only: without keywords that never apply to it. `None` when its
/// enumeration has no value of the type.
fn restrict(schema: &Schema, kind: Type, annotations: Schema) -> Option<Schema> {
    let mut one = Schema { kind: Some(kind), ..annotations };
    if let Some(values) = &schema.values {
        let fitting: Vec<Value> =
            values.iter().filter(|value| has_type(value, kind)).cloned().collect();
        if fitting.is_empty() {
            return None;
        }
        // Null has one value: naming the type says it all.
        one.values = (kind != Type::Null).then_some(fitting);
    }
    if kind != Type::Null {
        one.constant = schema.constant.clone();
    }
    match kind {
        Type::Null | Type::Boolean => {}
        Type::String => {
            one.format = schema.format.clone();
            one.min_length = schema.min_length;
            one.max_length = schema.max_length;
            one.pattern = schema.pattern.clone();
        }
        Type::Integer | Type::Number => {
            one.format = schema.format.clone();
            one.minimum = schema.minimum.clone();
            one.maximum = schema.maximum.clone();
            one.exclusive_minimum = schema.exclusive_minimum.clone();
            one.exclusive_maximum = schema.exclusive_maximum.clone();
            one.multiple_of = schema.multiple_of.clone();
        }
        Type::Array => {
            one.items = schema.items.clone();
            one.prefix_items = schema.prefix_items.clone();
            one.min_items = schema.min_items;
            one.max_items = schema.max_items;
            one.unique_items = schema.unique_items;
        }
        Type::Object => {
            one.properties = schema.properties.clone();
            one.required = schema.required.clone();
            one.additional_properties = schema.additional_properties.clone();
        }
    }
    Some(one)
}

/// Whether JSON Schema says that a value has a type.
pub(super) fn has_type(value: &Value, kind: Type) -> bool {
    match (value, kind) {
        (Value::Null, Type::Null)
        | (Value::Bool(_), Type::Boolean)
        | (Value::Number(_), Type::Number)
        | (Value::String(_), Type::String)
        | (Value::Array(_), Type::Array)
        | (Value::Object(_), Type::Object) => true,
        (Value::Number(number), Type::Integer) => {
            number.is_i64()
                || number.is_u64()
                || number.as_f64().is_some_and(|float| float.fract() == 0.0)
        }
        _ => false,
    }
}

fn type_of(value: &Value) -> Type {
    match value {
        Value::Null => Type::Null,
        Value::Bool(_) => Type::Boolean,
        Value::Number(_) if has_type(value, Type::Integer) => Type::Integer,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::String,
        Value::Array(_) => Type::Array,
        Value::Object(_) => Type::Object,
    }
}

/// The types of the values, in order of appearance; one fraction makes all numbers `number`.
fn types_of(values: &[Value]) -> Vec<Type> {
    let mut kinds: Vec<Type> = Vec::new();
    for value in values {
        let kind = type_of(value);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.contains(&Type::Number) {
        kinds.retain(|kind| *kind != Type::Integer);
    }
    kinds
}
