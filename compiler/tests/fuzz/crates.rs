//! Crates of hostile specs: texts stay texts, and no item exists but those that are meant.

use std::collections::BTreeSet;

use compoworld::emit::Files;
use compoworld::pipeline::{Compiled, compile};
use compoworld::spec::Spec;
use heck::ToUpperCamelCase;
use proptest::collection;
use proptest::prelude::Strategy;
use quote::ToTokens;
use serde_json::{Value, json};

use crate::budget::hold;
use crate::hostile_texts::hostile_text;
use crate::inspect::{assert_plain, items, skeleton};
use crate::lists::{normalized, small_list};
use crate::models::service;
use crate::specs::compile_draft;

/// Puts texts, in turns, in the place of every text under one of these names.
struct Retext<'a> {
    keys: &'a [&'a str],
    texts: &'a [String],
    next: usize,
}

impl Retext<'_> {
    fn take(&mut self) -> String {
        self.next += 1;
        self.texts[(self.next - 1) % self.texts.len()].clone()
    }

    fn visit(&mut self, value: &mut Value) {
        match value {
            Value::Array(elements) => elements.iter_mut().for_each(|one| self.visit(one)),
            Value::Object(members) => {
                for (key, member) in members.iter_mut() {
                    match member {
                        Value::String(text) if self.keys.contains(&key.as_str()) => {
                            *text = self.take();
                        }
                        Value::Array(texts) if key == "enum" && self.keys.contains(&"enum") => {
                            for text in texts.iter_mut().filter(|text| text.is_string()) {
                                *text = Value::from(self.take());
                            }
                        }
                        member => self.visit(member),
                    }
                }
            }
            _ => {}
        }
    }
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    collection::vec(hostile_text(), 1..6)
}

/// The files without what texts may change: literals and documentation.
fn skeletons(files: &Files) -> Vec<(String, Vec<String>)> {
    let sources = files.iter().filter(|(path, _)| path.ends_with(".rs"));
    let skeletons = sources.map(|(path, text)| {
        let file = syn::parse_file(text).expect("it was parsed when it was written");
        (path.clone(), skeleton(file.into_token_stream()))
    });
    skeletons.collect()
}

#[test]
fn texts_for_people_change_nothing_but_literals() {
    let keys = ["title", "summary", "description", "name", "revision", "wire_name"];
    hold(120, (service(), texts()), |(mut inputs, texts)| {
        let mut spec: Value = serde_json::from_str(&inputs.spec).expect("a spec is JSON");
        // The members of both have one order.
        inputs.spec = spec.to_string();
        let harmless = compile(&inputs).unwrap_or_else(|said| panic!("{said}"));
        let names: Vec<Value> = tools_of(&spec).iter().map(|tool| tool["name"].clone()).collect();
        Retext { keys: &keys, texts: &texts, next: 0 }.visit(&mut spec);
        let tools = spec["tools"].as_array_mut().expect("a spec has tools");
        tools.iter_mut().zip(names).for_each(|(tool, name)| tool["name"] = name);
        inputs.spec = spec.to_string();

        let hostile = compile(&inputs).unwrap_or_else(|said| panic!("{said}"));
        assert_plain(&hostile.files);
        for (hostile, harmless) in skeletons(&hostile.files).iter().zip(skeletons(&harmless.files))
        {
            let differs = hostile.1.iter().zip(&harmless.1).position(|(a, b)| a != b);
            assert!(*hostile == harmless, "{} differs at token {differs:?}", harmless.0);
        }
        let [hostile, harmless] = [hostile, harmless].map(|one| one.files);
        let n_lines = |files: &Files| files["README.md"].lines().count();
        assert_eq!(n_lines(&hostile), n_lines(&harmless), "{}", hostile["README.md"]);
        assert_eq!(hostile["Cargo.toml"], harmless["Cargo.toml"]);
    });
}

fn tools_of(spec: &Value) -> &Vec<Value> {
    spec["tools"].as_array().expect("a spec has tools")
}

#[test]
fn names_and_values_of_lists_make_no_items_but_those_of_their_tools() {
    let keys = ["name", "description", "title", "default", "const", "pattern", "format", "enum"];
    let list = (small_list(4), texts(), collection::vec(hostile_text(), 0..4));
    hold(150, list, |(mut list, texts, names)| {
        Retext { keys: &keys, texts: &texts, next: 0 }.visit(&mut list);
        rename_properties(&mut list, &names);
        let Ok((spec, _)) = normalized(&list.to_string()) else { return };
        let compiled = compile_draft(&spec);
        assert_plain(&compiled.files);
        assert_only_expected(&spec, &compiled);
    });
}

/// Gives the first parameters of each tool these names.
fn rename_properties(list: &mut Value, names: &[String]) {
    for tool in list["tools"].as_array_mut().into_iter().flatten() {
        let Some(properties) = tool.pointer_mut("/inputSchema/properties") else { continue };
        let Some(properties) = properties.as_object_mut() else { continue };
        let old: Vec<String> = properties.keys().take(names.len()).cloned().collect();
        for (old, new) in old.iter().zip(names) {
            if let Some(schema) = properties.remove(old) {
                properties.insert(new.clone(), schema);
            }
        }
    }
}

/// Each item of the crate comes from the emitters, from the model or from a tool.
fn assert_only_expected(spec: &Spec, compiled: &Compiled) {
    let model = &compiled.service.service.model;
    let mut types: BTreeSet<String> =
        model.structs.iter().map(|one| one.ident.to_string()).collect();
    types.extend(model.choices.iter().map(|one| one.ident.to_string()));
    types.insert(model.state.ident.to_string());
    let tools: BTreeSet<&str> = spec.tools.iter().map(|tool| tool.name.as_str()).collect();
    let is_of_tool =
        |name: &str| tools.iter().any(|tool| name.starts_with(&tool.to_upper_camel_case()));
    for (path, text) in compiled.files.iter().filter(|(path, _)| path.ends_with(".rs")) {
        for item in items(path, text) {
            let (kind, name) = item.split_once(' ').expect("a kind and a name");
            let plain = name.trim_start_matches("r#");
            let is_expected = match (path.as_str(), kind) {
                ("src/lib.rs", "mod") => matches!(name, "args" | "logic" | "state" | "tools"),
                ("src/lib.rs", "static") => name == "SERVICE",
                ("src/state.rs", "struct" | "enum") => types.contains(name),
                ("src/args.rs", "struct" | "enum" | "type") => is_of_tool(name),
                ("src/logic.rs", "fn") => tools.contains(plain),
                ("src/tools.rs", "static") => name == "TOOLS",
                ("tests/contract.rs", "const") => name == "FIXTURE",
                ("tests/contract.rs", "mod") => tools.contains(plain),
                ("tests/contract.rs", "fn") => true,
                _ => false,
            };
            assert!(is_expected, "{path} has `{item}`:\n{text}");
        }
    }
}

#[test]
fn a_mark_of_right_to_left_text_reaches_no_file() {
    let list = json!({
        "server": {"name": "a\u{61c}b\u{200f}c"},
        "tools": [{"name": "get_note", "inputSchema": {"type": "object", "properties": {
            "id": {"type": "string", "enum": ["\u{61c}", "b"], "default": "\u{61c}"}
        }}}]
    });
    let (spec, _) = normalized(&list.to_string()).expect("texts are no obstacle");
    assert_plain(&compile_draft(&spec).files);
}
