//! Values that a model wrote as plain text, read with the type that a schema gives them.

use std::collections::BTreeSet;

use serde_json::Value as Json;

/// How deep references and alternatives are followed.
const DEPTH_MAX: usize = 8;

/// The value of a text under a parameter's schema; `root` is what its references start from.
///
/// A text can be read in more than one way where a schema allows several types: whatever is not a
/// text comes first. Without a type, JSON is tried before text.
///
/// # Errors
/// The types that the schema wants, where the text is none of them.
pub(super) fn read_value(text: &str, schema: &Json, root: &Json) -> Result<Json, String> {
    let mut types = BTreeSet::new();
    collect_types(schema, root, 0, &mut types);
    let plain = text.trim();
    let json = match plain {
        // Templates print values as Python does.
        "True" => Some(Json::Bool(true)),
        "False" => Some(Json::Bool(false)),
        "None" => Some(Json::Null),
        plain => serde_json::from_str(plain).ok(),
    };
    if types.is_empty() {
        return Ok(match json {
            Some(Json::String(_)) | None => Json::String(text.to_owned()),
            Some(value) => value,
        });
    }
    if let Some(value) = json
        && type_of(&value).is_some_and(|kind| {
            types.contains(kind) || kind == "integer" && types.contains("number")
        })
    {
        return Ok(value);
    }
    if types.contains("string") {
        return Ok(Json::String(text.to_owned()));
    }
    Err(types.into_iter().collect::<Vec<_>>().join(" or "))
}

/// The type of what is not a text.
fn type_of(value: &Json) -> Option<&'static str> {
    match value {
        Json::Null => Some("null"),
        Json::Bool(_) => Some("boolean"),
        Json::Number(number) if number.is_f64() => match number.as_f64() {
            // 3.0 is an integer to JSON Schema.
            Some(float) if float.fract() == 0.0 => Some("integer"),
            _ => Some("number"),
        },
        Json::Number(_) => Some("integer"),
        Json::String(_) => None,
        Json::Array(_) => Some("array"),
        Json::Object(_) => Some("object"),
    }
}

fn collect_types(schema: &Json, root: &Json, depth: usize, types: &mut BTreeSet<&'static str>) {
    if depth > DEPTH_MAX {
        return;
    }
    match &schema["type"] {
        Json::String(name) => types.extend(known(name)),
        Json::Array(names) => {
            types.extend(names.iter().filter_map(Json::as_str).filter_map(known));
        }
        _ => {}
    }
    if schema["nullable"] == true {
        types.insert("null");
    }
    if !types.is_empty() && schema["type"] != Json::Null {
        return;
    }
    let mut of_value = |value: &Json| {
        types.insert(type_of(value).unwrap_or("string"));
    };
    schema["enum"].as_array().into_iter().flatten().for_each(&mut of_value);
    schema.get("const").into_iter().for_each(of_value);
    for alternatives in ["anyOf", "oneOf", "allOf"] {
        for alternative in schema[alternatives].as_array().into_iter().flatten() {
            collect_types(alternative, root, depth + 1, types);
        }
    }
    let target = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    if let Some(target) = target.and_then(|pointer| root.pointer(pointer)) {
        collect_types(target, root, depth + 1, types);
    }
}

fn known(name: &str) -> Option<&'static str> {
    ["string", "integer", "number", "boolean", "null", "array", "object"]
        .into_iter()
        .find(|known| *known == name)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::read_value;

    fn read(text: &str, schema: &Json) -> Result<Json, String> {
        read_value(text, schema, schema)
    }

    #[test]
    fn a_value_has_the_type_that_its_schema_gives_it() {
        for (text, schema, value) in [
            ("5", json!({"type": "string"}), json!("5")),
            ("null", json!({"type": "string"}), json!("null")),
            ("5", json!({"type": "integer"}), json!(5)),
            ("2.5", json!({"type": "number"}), json!(2.5)),
            ("5", json!({"type": "number"}), json!(5)),
            ("True", json!({"type": "boolean"}), json!(true)),
            ("false", json!({"type": "boolean"}), json!(false)),
            ("None", json!({"type": ["string", "null"]}), json!(null)),
            ("[1, 2]", json!({"type": "array"}), json!([1, 2])),
            (" {\"a\": 1}\n", json!({"type": "object"}), json!({"a": 1})),
            ("7", json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}), json!(7)),
            ("x", json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}), json!("x")),
            ("3", json!({"enum": [1, 2, 3]}), json!(3)),
            ("on", json!({"enum": ["on", "off"]}), json!("on")),
            ("4", json!({"$ref": "#/$defs/n", "$defs": {"n": {"type": "integer"}}}), json!(4)),
            ("4", json!({}), json!(4)),
            ("four", json!({}), json!("four")),
            (" kept as it is ", json!({"type": "string"}), json!(" kept as it is ")),
        ] {
            assert_eq!(read(text, &schema), Ok(value), "{text} under {schema}");
        }
    }

    #[test]
    fn a_text_of_another_type_is_refused_with_the_types_that_are_wanted() {
        for (text, schema, wanted) in [
            ("many", json!({"type": "integer"}), "integer"),
            ("2.5", json!({"type": "integer"}), "integer"),
            ("yes", json!({"type": ["boolean", "null"]}), "boolean or null"),
            ("{", json!({"type": "object"}), "object"),
        ] {
            assert_eq!(read(text, &schema), Err(wanted.to_owned()));
        }
    }

    #[test]
    fn a_schema_that_refers_to_itself_gives_no_type() {
        assert_eq!(read("5", &json!({"$ref": "#"})), Ok(json!(5)));
    }
}
