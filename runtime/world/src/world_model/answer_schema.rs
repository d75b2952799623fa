//! The form of a language model's answer, as a JSON Schema that endpoints can hold it to.

use compoworld_core::{StateInfo, Tool, state_schema};
use serde_json::{Map, Value, json};

use crate::world_model::read_proposal::CODES;

/// The JSON Schema of an answer to a call of this tool.
pub(super) fn answer_schema(info: &StateInfo, tool: &Tool) -> Value {
    let data = tool.returns.and_then(|text| serde_json::from_str(text).ok());
    let codes: Vec<&str> = CODES.iter().map(|code| code.as_str()).collect();
    json!({
        "type": "object",
        "properties": {
            "patch": patch_schema(info, tool),
            "data": {"anyOf": [data.unwrap_or_else(|| json!({})), {"type": "null"}]},
            "error": {"anyOf": [{"type": "null"}, {
                "type": "object",
                "properties": {
                    "code": {"type": "string", "enum": codes},
                    "message": {"type": "string"},
                },
                "required": ["code", "message"],
                "additionalProperties": false,
            }]},
        },
        "required": ["patch", "data", "error"],
        "additionalProperties": false,
    })
}

/// A merge patch of the service's tables; an empty one for a tool that only reads.
fn patch_schema(info: &StateInfo, tool: &Tool) -> Value {
    let mut tables = Map::new();
    if tool.hints.read_only != Some(true) {
        let whole = state_schema(info);
        for table in info.tables {
            let mut schema = shape_only(&whole["properties"][table.name]);
            if !table.single {
                let row = schema["additionalProperties"].take();
                schema["additionalProperties"] = json!({"anyOf": [row, {"type": "null"}]});
            }
            tables.insert(table.name.to_owned(), schema);
        }
    }
    json!({"type": "object", "properties": tables, "additionalProperties": false})
}

/// A schema's types and choices alone: a patch need not be whole, and endpoints differ in the other
/// keywords that they take.
fn shape_only(schema: &Value) -> Value {
    const KEPT: [&str; 4] = ["type", "enum", "const", "additionalProperties"];
    let Value::Object(schema) = schema else { return schema.clone() };
    let mut shape = Map::new();
    for (keyword, value) in schema {
        let value = match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                let properties = properties.iter();
                properties.map(|(name, schema)| (name.clone(), shape_only(schema))).collect()
            }
            ("anyOf", Value::Array(branches)) => branches.iter().map(shape_only).collect(),
            ("items" | "additionalProperties", inner) => shape_only(inner),
            (kept, value) if KEPT.contains(&kept) => value.clone(),
            _ => continue,
        };
        shape.insert(keyword.clone(), value);
    }
    Value::Object(shape)
}
