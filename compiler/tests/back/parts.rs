//! Tools whose action argument says which of their parts is called.

use compoworld::diagnostics::Code;
use compoworld::pipeline::{Pass, compile, dump};
use serde_json::{Value, json};

use crate::support::{diagnose, fixture, told};

#[test]
fn parts_become_functions_behind_one_tool() {
    let compiled = compile(&fixture("kennel")).expect("the fixture compiles");
    assert!(compiled.diagnostics.is_empty(), "{}", compiled.diagnostics);
    let shown = ["README.md", "src/args.rs", "src/logic.rs", "src/tools.rs", "tests/contract.rs"];
    for path in shown {
        let name = format!("kennel {}", path.replace(['/', '.'], "_"));
        insta::assert_snapshot!(name, &compiled.files[path]);
    }
    let ledger: Value = serde_json::from_str(&compiled.files["verification.json"]).expect("JSON");
    let tools: Vec<&String> = ledger["tools"].as_object().expect("an object").keys().collect();
    assert_eq!(tools, ["list_dogs", "manage_dogs"], "the ledger speaks of the spec's tools");
}

#[test]
fn a_part_is_a_tool_of_its_own_to_every_pass() {
    let resolved = dump(&fixture("kennel"), Pass::Resolve).expect("the fixture passes");
    for function in ["create_dog", "update_dog", "walk_dog", "list_dogs_of_size"] {
        assert!(resolved.contains(function), "{function}");
    }
}

/// One mistake: its name, the code that it gives, what is replaced, and by what.
type Mistake = (&'static str, Code, &'static str, &'static str);

pub const MISTAKES: &[Mistake] = &[
    ("a part of nothing", Code::PartOfNoTool, "part_of = manage_dogs", "part_of = manage_dog"),
    ("a part without a value", Code::UnknownSetting, ", when(action = \"delete\")", ""),
    (
        "a value without a tool",
        Code::UnknownSetting,
        "part_of = manage_dogs, when(action = \"delete\")",
        "when(action = \"delete\")",
    ),
    (
        "two arguments that choose",
        Code::UnknownSetting,
        "when(action = \"delete\")",
        "when(action = \"delete\", size = \"large\")",
    ),
    ("a missing value", Code::PartsDoNotFit, "[\"create\", \"add\"]", "\"create\""),
    ("an unknown value", Code::PartsDoNotFit, "\"teach\"", "\"teech\""),
    ("a value that is handled twice", Code::PartsDoNotFit, "\"delete\"", "[\"delete\", \"walk\"]"),
    (
        "an argument of other parts",
        Code::PartWithoutChoice,
        "when(action = \"delete\")",
        "when(size = \"large\")",
    ),
    ("an argument without a list", Code::PartWithoutChoice, "when(size", "when(breed"),
    ("an argument that is not there", Code::UnknownArgument, "when(size", "when(sizes"),
    (
        "a part called like its tool",
        Code::PartNameTaken,
        "fn delete_dog() -> Dog;",
        "fn manage_dogs() -> Dog;",
    ),
    (
        "a tool with parts and a function",
        Code::PartNameTaken,
        "    #[tool(part_of = manage_dogs, when(action = \"delete\"), delete)]",
        "    #[tool(delete)]\n    fn manage_dogs() -> Dog;\n\n    \
         #[tool(part_of = manage_dogs, when(action = \"delete\"), delete)]",
    ),
    (
        "an option of an unknown argument",
        Code::UnknownArgument,
        "append(tricks = trick)",
        "append(tricks = tricks)",
    ),
    (
        "a failing case of another part",
        Code::InvalidCase,
        "{\"action\":\"walk\",\"id\":\"DOG-009\"",
        "{\"action\":\"delete\",\"id\":\"DOG-009\"",
    ),
    (
        "a case of another part",
        Code::InvalidCase,
        "{\"action\":\"walk\",\"id\":\"DOG-001\"",
        "{\"id\":\"DOG-001\"",
    ),
];

#[test]
fn every_mistake_with_parts_is_told_with_its_place() {
    let inputs = fixture("kennel");
    let spec: Value = serde_json::from_str(&inputs.spec).expect("the spec is JSON");
    let mut text = String::new();
    for (name, code, from, to) in MISTAKES {
        assert!(inputs.model.contains(from), "the model has no `{from}`");
        // The last one: the mistakes about sizes are in the second tool.
        let model = match from.starts_with("when(size") {
            true => inputs.model.replace(from, to),
            false => inputs.model.replacen(from, to, 1),
        };
        let diagnostics = diagnose(&spec, &model);
        assert!(diagnostics.iter().any(|one| one.code == *code), "{name}: {diagnostics}");
        text.push_str(&format!("# {name}\n{}\n", told(&diagnostics, &model)));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn an_argument_that_may_be_left_out_cannot_choose() {
    let inputs = fixture("kennel");
    let mut spec: Value = serde_json::from_str(&inputs.spec).expect("the spec is JSON");
    spec["tools"][0]["parameters"]["required"] = json!([]);
    let diagnostics = diagnose(&spec, &inputs.model);
    assert!(diagnostics.iter().any(|one| one.code == Code::PartWithoutChoice), "{diagnostics}");
}

#[test]
fn an_argument_that_no_part_uses_is_told_once() {
    let inputs = fixture("kennel");
    let mut spec: Value = serde_json::from_str(&inputs.spec).expect("the spec is JSON");
    spec["tools"][1]["parameters"]["properties"]["color"] = json!({"type": "string"});
    let diagnostics = diagnose(&spec, &inputs.model);
    insta::assert_snapshot!(told(&diagnostics, &inputs.model));
}

#[test]
fn what_every_call_gives_may_be_of_use_to_one_part_only() {
    let inputs = fixture("kennel");
    let mut spec: Value = serde_json::from_str(&inputs.spec).expect("the spec is JSON");
    spec["tools"][0]["parameters"]["required"] = json!(["action", "size"]);
    let model = inputs.model.replace("\"rounds\":2", "\"rounds\":2,\"size\":\"small\"");
    let diagnostics = diagnose(&spec, &model);
    assert!(diagnostics.is_empty(), "{diagnostics}");
}
