//! Reads the entries of a tool list.

use std::collections::BTreeMap;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::spec::{Hints, too_many_tools};

use super::{Json, RawSchema, RawTool};

/// All entries that are tools, each name once. The others are reported.
pub(super) fn read_tools(
    entries: &[Json],
    at: &Pointer,
    diagnostics: &mut Diagnostics,
) -> Vec<RawTool> {
    if let Some(refusal) = too_many_tools(entries.len(), at.clone()) {
        diagnostics.push(refusal);
        return Vec::new();
    }
    let mut tools: Vec<RawTool> = Vec::with_capacity(entries.len());
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        let Some(tool) = read_tool(entry, &at.index(index), diagnostics) else { continue };
        match seen.get(&tool.name) {
            None => {
                seen.insert(tool.name.clone(), tools.len());
                tools.push(tool);
            }
            Some(&first) => report_repetition(&tools[first], &tool, diagnostics),
        }
    }
    tools
}

fn report_repetition(first: &RawTool, second: &RawTool, diagnostics: &mut Diagnostics) {
    let as_value = |tool: &RawTool| tool.input.as_ref().map(|input| input.json.to_value());
    let (code, what) = if as_value(first) == as_value(second) {
        (Code::RepeatedTool, "is listed twice with the same input; the first is kept")
    } else {
        (Code::ConflictingTools, "is listed twice with different inputs")
    };
    diagnostics.push(
        Diagnostic::new(code, second.at.key("name"))
            .message(format!("the tool `{}` {what}", second.name))
            .label(first.at.key("name"), "first listed here"),
    );
}

fn read_tool(entry: &Json, at: &Pointer, diagnostics: &mut Diagnostics) -> Option<RawTool> {
    let Json::Object(_) = entry else {
        diagnostics.push(
            Diagnostic::new(Code::MalformedTool, at)
                .message(format!("an entry of the list is {}, not a tool", entry.kind())),
        );
        return None;
    };
    let (tool, at) = match entry.get("function") {
        Some(inner @ Json::Object(object)) if inner.get("name").is_some() => {
            diagnostics.push(Diagnostic::new(Code::ForeignToolShape, at));
            (inner, object.at.clone())
        }
        _ => (entry, at.clone()),
    };
    let name = read_name(tool, &at, diagnostics)?;
    let description = match tool.get("description") {
        None | Some(Json::Null) => String::new(),
        Some(Json::String(text)) => text.clone(),
        Some(other) => {
            diagnostics.push(malformed(&at.key("description"), "description", "a string", other));
            String::new()
        }
    };
    Some(RawTool {
        name,
        description,
        input: read_input(tool, &at, diagnostics),
        output: schema_at(tool, &at, "outputSchema"),
        hints: read_hints(tool, &at, diagnostics),
        at,
    })
}

/// A name of spaces or signs is odd, but it is the server's; only a missing or empty one is wrong.
fn read_name(tool: &Json, at: &Pointer, diagnostics: &mut Diagnostics) -> Option<String> {
    match tool.get("name") {
        Some(Json::String(name)) if !name.is_empty() => Some(name.clone()),
        Some(Json::String(_)) => {
            let message = "a tool has an empty name";
            diagnostics
                .push(Diagnostic::new(Code::ToolWithoutName, at.key("name")).message(message));
            None
        }
        Some(other) => {
            diagnostics.push(
                Diagnostic::new(Code::ToolWithoutName, at.key("name"))
                    .message(format!("a tool's name is {}, not a string", other.kind())),
            );
            None
        }
        None => {
            diagnostics.push(Diagnostic::new(Code::ToolWithoutName, at));
            None
        }
    }
}

fn read_input(tool: &Json, at: &Pointer, diagnostics: &mut Diagnostics) -> Option<RawSchema> {
    if let Some(schema) = schema_at(tool, at, "inputSchema") {
        return Some(schema);
    }
    for key in ["input_schema", "parameters"] {
        if let Some(schema) = schema_at(tool, at, key) {
            diagnostics.push(Diagnostic::new(Code::ForeignToolShape, &schema.at));
            return Some(schema);
        }
    }
    None
}

fn schema_at(tool: &Json, at: &Pointer, key: &str) -> Option<RawSchema> {
    let json = tool.get(key)?;
    if *json == Json::Null {
        return None;
    }
    Some(RawSchema { at: at.key(key), json: json.clone() })
}

fn read_hints(tool: &Json, at: &Pointer, diagnostics: &mut Diagnostics) -> Hints {
    let at = at.key("annotations");
    let annotations = match tool.get("annotations") {
        None | Some(Json::Null) => return Hints::default(),
        Some(object @ Json::Object(_)) => object,
        Some(other) => {
            diagnostics.push(malformed(&at, "annotations", "an object", other));
            return Hints::default();
        }
    };
    let mut hint = |key: &str| match annotations.get(key) {
        None | Some(Json::Null) => None,
        Some(Json::Bool(hint)) => Some(*hint),
        Some(other) => {
            diagnostics.push(malformed(&at.key(key), key, "a boolean", other));
            None
        }
    };
    Hints {
        read_only: hint("readOnlyHint"),
        destructive: hint("destructiveHint"),
        idempotent: hint("idempotentHint"),
        open_world: hint("openWorldHint"),
    }
}

fn malformed(at: &Pointer, key: &str, wanted: &str, found: &Json) -> Diagnostic {
    Diagnostic::new(Code::MalformedMember, at)
        .message(format!("`{key}` is {}, not {wanted}; it is left out", found.kind()))
}
