//! What the tests share: small specs and models, and the diagnostics that they give.

use std::path::Path;

use compoworld::diagnostics::{Diagnostics, SourceMap};
use compoworld::pipeline::{Inputs, compile, read_inputs};
use serde_json::{Value, json};

/// The folder of the example in `DIALECT.md`.
pub fn help_desk() -> Inputs {
    fixture("help_desk")
}

/// A service of the folder of fixtures.
pub fn fixture(name: &str) -> Inputs {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    let inputs = read_inputs(&folder, &mut SourceMap::new()).expect("the fixture is there");
    Inputs { spec_file: "spec.json".to_owned(), model_file: "service.rs".to_owned(), ..inputs }
}

/// A tool of a spec: its name, its properties, and which of them are required.
pub fn tool(name: &str, properties: Value, required: &[&str]) -> Value {
    let mut parameters = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        parameters["required"] = json!(required);
    }
    parameters["additionalProperties"] = json!(false);
    json!({
        "name": name,
        "wire_name": name,
        "description": format!("Does {name}."),
        "parameters": parameters,
        "returns": null,
        "hints": {
            "read_only": null, "destructive": null, "idempotent": null, "open_world": null
        }
    })
}

/// A spec with these tools.
pub fn spec(tools: &[Value]) -> Value {
    json!({
        "spec_version": 1,
        "service": "box_office",
        "title": "Box office",
        "domain": "events",
        "summary": "Shows and seats.",
        "source": {"kind": "manual", "name": "box-office", "revision": null, "sha256": "00"},
        "tools": tools
    })
}

/// The two files of a service.
pub fn inputs(spec: &Value, model: &str) -> Inputs {
    Inputs {
        spec_file: "spec.json".to_owned(),
        spec: spec.to_string(),
        model_file: "service.rs".to_owned(),
        model: model.to_owned(),
    }
}

/// What the compiler says about a service; empty when it says nothing.
pub fn diagnose(spec: &Value, model: &str) -> Diagnostics {
    match compile(&inputs(spec, model)) {
        Ok(compiled) => compiled.diagnostics,
        Err(diagnostics) => diagnostics,
    }
}

/// Diagnostics as text, each with the part of the source that it points at.
pub fn told(diagnostics: &Diagnostics, model: &str) -> String {
    use compoworld::diagnostics::At;
    let mut text = String::new();
    for one in diagnostics.iter() {
        text.push_str(&format!("{one}\n"));
        if let At::Bytes { start, end } = one.place.at {
            let part = model.get(start..end).unwrap_or("<outside the source>");
            text.push_str(&format!("    points at: {}\n", part.lines().next().unwrap_or_default()));
        }
        for label in &one.labels {
            text.push_str(&format!("    {}: {}\n", label.place, label.text));
        }
    }
    text
}
