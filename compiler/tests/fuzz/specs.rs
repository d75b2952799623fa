//! Specs: the draft of each is accepted by the compiler's own checks.

use compoworld::diagnostics::Code;
use compoworld::draft::draft;
use compoworld::pipeline::{Compiled, Inputs, compile};
use compoworld::spec::{Spec, from_json, to_json};
use serde_json::{Value, json};

use crate::budget::hold;
use crate::damaged_json::{damage, damages};
use crate::inspect::assert_plain;
use crate::lists::{damaged_list, normalized};
use crate::models::{assert_judged, service};

/// The two files of a spec and its draft.
pub fn drafted(spec: &Spec) -> Inputs {
    Inputs {
        spec_file: "spec.json".to_owned(),
        spec: to_json(spec),
        model_file: "service.rs".to_owned(),
        model: draft(spec).text,
    }
}

/// Compiles the draft of a spec, which the compiler takes as it is.
pub fn compile_draft(spec: &Spec) -> Compiled {
    let inputs = drafted(spec);
    compile(&inputs).unwrap_or_else(|said| panic!("{said}\n{}\n{}", inputs.spec, inputs.model))
}

#[test]
fn drafts_of_whatever_normalizes_are_accepted() {
    hold(400, damaged_list(), |list| {
        if let Ok((spec, _)) = normalized(&list.to_string()) {
            compile_draft(&spec);
        }
    });
}

#[test]
fn damaged_specs_are_refused_with_codes_or_compile_with_their_drafts_and_models() {
    hold(250, (service(), damages(3)), |(mut inputs, damages)| {
        let mut spec: Value = serde_json::from_str(&inputs.spec).expect("a spec is JSON");
        damage(&mut spec, &damages);
        inputs.spec = spec.to_string();
        assert_judged(&inputs);
        if let Ok(spec) = from_json(&inputs.spec) {
            assert_judged(&drafted(&spec));
        }
    });
}

#[test]
fn a_draft_sets_no_argument_aside_that_every_call_gives() {
    let list = json!({"tools": [{"name": "list_notes", "inputSchema": {
        "type": "object",
        "properties": {"mood": {"type": ["object", "null"]}},
        "required": ["mood"]
    }}]});
    let (spec, _) = normalized(&list.to_string()).expect("a plain list normalizes");
    compile_draft(&spec);
}

#[test]
fn a_spec_whose_tools_are_called_as_rust_keeps_for_itself_is_refused() {
    for name in ["self", "super", "crate", "fn", "gen"] {
        let inputs = service_of("box_office", name);
        let refused = from_json(&inputs).expect_err(name);
        assert!(refused.has(Code::InvalidSpec), "{refused}");
    }
}

/// A spec of a service with one tool.
fn service_of(service: &str, tool: &str) -> String {
    let hints = json!({
        "read_only": null, "destructive": null, "idempotent": null, "open_world": null
    });
    let tool = json!({
        "name": tool,
        "wire_name": tool,
        "description": "",
        "parameters": {"type": "object", "properties": {"name": {"type": "string"}}},
        "returns": null,
        "hints": hints
    });
    let spec = json!({
        "spec_version": 1,
        "service": service,
        "title": service,
        "domain": "things",
        "summary": "",
        "source": {"kind": "manual", "name": "", "revision": null, "sha256": ""},
        "tools": [tool]
    });
    spec.to_string()
}

#[test]
fn services_and_tools_may_be_called_as_the_runtime_calls_its_own() {
    let names = [
        "option",
        "string",
        "vec",
        "result",
        "table",
        "one",
        "state",
        "tools",
        "context",
        "key",
        "int_key",
        "date",
        "timestamp",
        "page",
        "value",
        "json",
        "std",
        "alloc",
        "test",
        "main",
        "build",
        "src",
        "serde_json",
        "syn",
        "proc_macro",
        "service",
        "fixture",
        "args",
        "logic",
        "instance",
        "dispatch",
        "ok",
        "err",
        "some",
        "none",
        "default",
        "clone",
        "x",
        "a1",
        "a_",
        "a__b",
        "con",
        "nul",
        "z9_9z",
    ];
    for name in names {
        for (service, tool) in [(name, "create_note"), ("box_office", name), (name, name)] {
            let spec = from_json(&service_of(service, tool)).expect("these are names");
            assert_plain(&compile_draft(&spec).files);
        }
    }
}
