//! Part of `build_schema`: reads the keywords about an object's members and an array's elements.

use crate::diagnostics::Code;
use crate::read::{Json, Object};
use crate::spec::{Additional, Schema, Type};

use super::build_keywords::{Parts, bad_value, read_count, unsupported};
use super::build_schema::Builder;

/// Keywords about members and elements. False when the keyword is none of them.
pub(super) fn read_member_keyword(
    cx: &mut Builder<'_>,
    object: &Object,
    key: &str,
    value: &Json,
    parts: &mut Parts,
) -> bool {
    let schema = &mut parts.schema;
    match key {
        "properties" => read_properties(cx, object, value, schema),
        "required" => read_required(cx, object, value, schema),
        "additionalProperties" => {
            schema.additional_properties = read_additional(cx, object, key, value);
        }
        "minItems" => schema.min_items = read_count(cx, object, key, value).filter(|n| *n > 0),
        "maxItems" => schema.max_items = read_count(cx, object, key, value),
        "uniqueItems" => schema.unique_items = *value == Json::Bool(true),
        // These are read together, after the loop.
        "items"
        | "prefixItems"
        | "additionalItems"
        | "patternProperties"
        | "propertyNames"
        | "unevaluatedProperties" => {}
        "minProperties" | "minContains"
            if read_count(cx, object, key, value).is_some_and(|n| n == 0) => {}
        "minProperties" | "maxProperties" | "contains" | "minContains" | "maxContains"
        | "unevaluatedItems" | "$dynamicRef" | "$recursiveRef" => unsupported(cx, object, key),
        _ => return false,
    }
    true
}

fn read_properties(cx: &mut Builder<'_>, object: &Object, value: &Json, schema: &mut Schema) {
    let Json::Object(properties) = value else {
        bad_value(cx, object, "properties", "an object of schemas");
        return;
    };
    for (name, property) in &properties.members {
        if let Some(Json::Bool(required)) = property.get("required") {
            let at = properties.at.key(name).key("required");
            cx.say(
                Code::BooleanRequired,
                at,
                format!("`required` on the property `{name}` is a boolean"),
            );
            if *required && !schema.requires(name) {
                schema.required.push(name.clone());
            }
        }
        let built = cx.schema(property, &properties.at.key(name));
        if built.accepts_nothing() && *property != Json::Bool(false) {
            let message = format!("the property `{name}` accepts no value");
            cx.say(Code::NothingAccepted, properties.at.key(name), message);
        }
        schema.properties.insert(name.clone(), built);
    }
}

fn read_required(cx: &mut Builder<'_>, object: &Object, value: &Json, schema: &mut Schema) {
    let at = object.at.key("required");
    match value {
        // The object around this property has read it.
        Json::Bool(_) => {}
        Json::Array(list) => {
            for (index, entry) in list.iter().enumerate() {
                match entry.as_str() {
                    Some(name) if !name.is_empty() && !schema.requires(name) => {
                        schema.required.push(name.to_owned());
                    }
                    Some(name) if !name.is_empty() => {}
                    _ => {
                        let message =
                            "`required` holds an entry that is no property name".to_owned();
                        cx.say(Code::BadRequired, at.index(index), message);
                    }
                }
            }
        }
        _ => {
            cx.say(Code::BadRequired, at, "`required` is not a list of property names".to_owned());
        }
    }
}

fn read_additional(
    cx: &mut Builder<'_>,
    object: &Object,
    key: &str,
    value: &Json,
) -> Option<Additional> {
    match value {
        Json::Bool(any) => Some(Additional::Any(*any)),
        Json::Object(_) => {
            let schema = cx.schema(value, &object.at.key(key));
            Some(if schema.accepts_nothing() {
                Additional::Any(false)
            } else if schema.accepts_anything() {
                Additional::Any(true)
            } else {
                Additional::Of(Box::new(schema))
            })
        }
        _ => {
            bad_value(cx, object, key, "a boolean or a schema");
            None
        }
    }
}

/// `patternProperties`, `propertyNames` and `unevaluatedProperties`, where they can be said
/// through `properties` and `additionalProperties`.
pub(super) fn combine_member_keywords(cx: &mut Builder<'_>, object: &Object, parts: &mut Parts) {
    if let Some(Json::Object(patterns)) = object.members.get("patternProperties") {
        let all = ["", ".*", "^.*$", "^.*", ".+", "^.+$"];
        let only = (patterns.members.len() == 1)
            .then(|| patterns.members.first())
            .flatten()
            .filter(|(pattern, _)| all.contains(&pattern.as_str()));
        match only {
            Some((pattern, _)) if parts.schema.properties.is_empty() => {
                let value = &patterns.members[pattern];
                parts.schema.additional_properties = read_additional(cx, patterns, pattern, value);
            }
            _ if patterns.members.is_empty() => {}
            _ => {
                // Names that match a pattern must stay acceptable once the pattern is gone.
                parts.schema.additional_properties = None;
                unsupported(cx, object, "patternProperties");
            }
        }
    }
    if let Some(names) = object.members.get("propertyNames") {
        combine_property_names(cx, object, names, parts);
    }
    if let Some(rest) = object.members.get("unevaluatedProperties")
        && *rest != Json::Bool(true)
    {
        let beside = ["anyOf", "oneOf", "allOf", "if", "dependentSchemas", "patternProperties"];
        if parts.schema.additional_properties.is_some() {
            // Every member is evaluated then, so the keyword says nothing.
        } else if beside.iter().any(|key| object.members.contains_key(*key)) {
            unsupported(cx, object, "unevaluatedProperties");
        } else {
            parts.schema.additional_properties =
                read_additional(cx, object, "unevaluatedProperties", rest);
        }
    }
}

/// Names are strings anyway; a list of names becomes the properties.
fn combine_property_names(cx: &mut Builder<'_>, object: &Object, names: &Json, parts: &mut Parts) {
    let names_at = object.at.key("propertyNames");
    let built = cx.schema(names, &names_at);
    let unconstrained = Schema {
        description: built.description.clone(),
        kind: Some(Type::String),
        ..Schema::any()
    };
    if built.accepts_anything() || built == unconstrained {
        return;
    }
    let listed: Option<Vec<String>> = built
        .values
        .as_ref()
        .and_then(|values| values.iter().map(|value| value.as_str().map(str::to_owned)).collect());
    let has_patterns = object.members.contains_key("patternProperties");
    let declared_allowed = listed
        .as_ref()
        .is_some_and(|listed| parts.schema.properties.keys().all(|name| listed.contains(name)));
    match listed {
        Some(listed) if declared_allowed && !has_patterns => {
            let value = match parts.schema.additional_properties.take() {
                Some(Additional::Of(schema)) => *schema,
                Some(Additional::Any(false)) => Schema::nothing(),
                Some(Additional::Any(true)) | None => Schema::any(),
            };
            for name in listed {
                parts.schema.properties.entry(name).or_insert_with(|| value.clone());
            }
            parts.schema.additional_properties = Some(Additional::Any(false));
        }
        _ => unsupported(cx, object, "propertyNames"),
    }
}

/// `items` in its two forms, `prefixItems` and `additionalItems`.
pub(super) fn combine_element_keywords(cx: &mut Builder<'_>, object: &Object, parts: &mut Parts) {
    let members = &object.members;
    let (tuple, tuple_key, rest, rest_key) = match members.get("items") {
        Some(Json::Array(tuple)) => {
            let message = "a tuple in `items` is written as older drafts had it".to_owned();
            cx.say(Code::OldDialect, object.at.key("items"), message);
            (Some(tuple), "items", members.get("additionalItems"), "additionalItems")
        }
        rest => match members.get("prefixItems") {
            Some(Json::Array(tuple)) => (Some(tuple), "prefixItems", rest, "items"),
            Some(_) => {
                bad_value(cx, object, "prefixItems", "a list of schemas");
                (None, "prefixItems", rest, "items")
            }
            None => (None, "prefixItems", rest, "items"),
        },
    };
    let at = object.at.key(tuple_key);
    let tuple = tuple.map(Vec::as_slice).unwrap_or_default();
    parts.schema.prefix_items =
        tuple.iter().enumerate().map(|(i, one)| cx.schema(one, &at.index(i))).collect();
    let Some(rest) = rest else { return };
    let rest = cx.schema(rest, &object.at.key(rest_key));
    if rest.accepts_nothing() {
        // A closed tuple: no elements beyond the named ones.
        let n_named = parts.schema.prefix_items.len() as u64;
        let most = parts.schema.max_items.map_or(n_named, |most| most.min(n_named));
        parts.schema.max_items = Some(most);
    } else if rest != Schema::any() {
        parts.schema.items = Some(Box::new(rest));
    }
}
