//! Specs that mean harm, or that are only unlucky with their names.

use std::path::{Component, Path};

use compoworld::diagnostics::Code;
use compoworld::pipeline::compile;
use serde_json::json;

use crate::support::{diagnose, inputs, spec, tool};

const HOSTILE: &str = "\"]}; fn x(){ panic!() } /* */ // \u{202e} \r\n#![allow(unsafe_code)] `|";

const MODEL: &str = r#"
#[derive(State)]
pub struct BoxOffice { pub shows: Table<Show> }
/// A show.
#[derive(Entity)]
pub struct Show {
    #[entity(key, sequence = "SHW-{:03}")]
    pub id: Key<Show>,
    pub title: String,
    #[entity(rename = "type")]
    pub kind: Option<String>,
}
pub trait Tools {
    #[tool(create)]
    fn create_show() -> Show;
    #[tool(list)]
    fn list_shows() -> Vec<Show>;
}
"#;

/// Every Rust file parses, and every path stays inside the folder.
fn assert_contained(files: &compoworld::emit::Files) {
    for (path, text) in files {
        assert!(Path::new(path).components().all(|part| matches!(part, Component::Normal(_))));
        if path.ends_with(".rs") {
            syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}\n{text}"));
        }
    }
}

#[test]
fn hostile_texts_end_as_escaped_strings() {
    let mut create = tool(
        "create_show",
        json!({"title": {"type": "string", "description": HOSTILE}, "type": {"type": "string"}}),
        &["title"],
    );
    create["wire_name"] = json!(HOSTILE);
    create["description"] = json!(HOSTILE);
    let mut list = tool("list_shows", json!({}), &[]);
    list["description"] = json!("\"#\"##");
    let mut spec = spec(&[create, list]);
    for key in ["title", "summary"] {
        spec[key] = json!(HOSTILE);
    }
    spec["source"]["name"] = json!(HOSTILE);
    let compiled = compile(&inputs(&spec, MODEL)).expect("texts cannot break a service");
    assert_contained(&compiled.files);
    for (path, text) in compiled.files.iter().filter(|(path, _)| path.ends_with(".rs")) {
        let file = syn::parse_file(text).expect("it was parsed above");
        let stray =
            file.items.iter().any(|item| matches!(item, syn::Item::Fn(f) if f.sig.ident == "x"));
        assert!(!stray, "{path} has a function that the spec smuggled in");
        assert!(!text.contains('\u{202e}'), "{path} holds a character that turns text around");
    }
    let card = &compiled.files["README.md"];
    assert!(!card.contains("\n#![allow"), "the card keeps texts on their line:\n{card}");
}

#[test]
fn names_that_leave_the_folder_are_refused() {
    let names =
        [("service", "../../etc"), ("domain", "a/b"), ("service", "Box"), ("service", "self")];
    for (key, name) in names {
        let mut spec = spec(&[tool("list_shows", json!({}), &[])]);
        spec[key] = json!(name);
        let diagnostics = diagnose(&spec, MODEL);
        assert!(diagnostics.has(Code::InvalidServiceName), "{name}: {diagnostics}");
    }
}

#[test]
fn names_of_the_product_itself_are_refused() {
    let names =
        ["core", "catalog", "adversary", "runtime", "transcript"].map(|name| ("service", name));
    for (key, name) in names.into_iter().chain([("domain", "catalog")]) {
        let mut spec = spec(&[
            tool("create_show", json!({"title": {"type": "string"}}), &["title"]),
            tool("list_shows", json!({}), &[]),
        ]);
        spec[key] = json!(name);
        let diagnostics = diagnose(&spec, MODEL);
        assert!(diagnostics.has(Code::ReservedName), "{name}: {diagnostics}");
    }
}

#[test]
fn unlucky_names_of_arguments_and_tools_get_names_in_rust() {
    let unlucky = json!({
        "title": {"type": "string"},
        "type": {"type": "string"},
        "self": {"type": "string"},
        "fn": {"type": "integer", "default": 3},
        "fooBar": {"type": "string"},
        "foo_bar": {"type": "string"},
        "": {"type": "boolean"},
        "größe": {"type": "number", "default": 2},
        "9lives": {"type": "array", "items": {"type": "string"}},
        "args": {"type": "string"},
        "state": {"type": "string"},
        "cx": {"type": "string"},
        "show": {"type": "string"},
        "mode": {"type": "string", "enum": ["self", "a b", "a-b", "", "9", "type"]},
    });
    let spec = spec(&[
        tool("page", unlucky, &["title"]),
        tool("option", json!({"show_id": {"type": "string"}}), &["show_id"]),
        tool("show", json!({}), &[]),
    ]);
    let model =
        MODEL.replace("#[tool(create)]\n    fn create_show() -> Show;", UNLUCKY_TOOL).replace(
            "fn list_shows() -> Vec<Show>;",
            "fn show() -> Vec<Show>;\n    #[tool(get)]\n    fn option() -> Show;",
        );
    let model = format!("{model}\npub const FIXTURE: &str = \"{{}}\";");
    let compiled = compile(&inputs(&spec, &model));
    let compiled = compiled.unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    assert_contained(&compiled.files);
    insta::assert_snapshot!("unlucky names", compiled.files["src/args.rs"]);
}

const UNLUCKY_TOOL: &str = r###"#[tool]
    #[case(args = r##"{"title":"x"}"##, ok = "0")]
    #[case(args = r##"{}"##, error = "invalid_argument")]
    fn page(state: &BoxOffice, args: PageArgs, cx: &mut Context) -> Result<i64, ToolError> {
        Ok(state.shows.len() as i64)
    }"###;

/// A spec whose one tool takes these arguments, with logic that does not look at them.
fn written(properties: serde_json::Value, required: &[&str]) -> (serde_json::Value, String) {
    let spec = spec(&[tool("sell", properties, required)]);
    let model = MODEL
        .replace("#[tool(create)]\n    fn create_show() -> Show;", WRITTEN_TOOL)
        .replace("    #[tool(list)]\n    fn list_shows() -> Vec<Show>;\n", "");
    (spec, format!("{model}\npub const FIXTURE: &str = \"{{}}\";"))
}

const WRITTEN_TOOL: &str = r#"#[tool]
    #[case(args = "{}", ok = "null")]
    #[case(args = "[]", error = "invalid_argument")]
    fn sell(state: &BoxOffice, args: Sell, cx: &mut Context) -> Result<(), ToolError> { Ok(()) }"#;

#[test]
fn types_of_arguments_are_named_in_letters_that_rust_takes_and_not_by_the_page() {
    let page = "a long name ".repeat(10_000);
    for name in ["\u{1169a}", "größe", "\u{301}", "🚀", page.as_str()] {
        let values = json!({"type": "string", "enum": [name, "b"]});
        let record = json!({"type": "object", "properties": {name: values}});
        let properties =
            json!({name: values, "a": record, "b": {"type": "array", "items": record}});
        let (spec, model) = written(properties, &[]);
        let compiled = compile(&inputs(&spec, &model)).unwrap_or_else(|said| panic!("{said}"));
        assert_contained(&compiled.files);
    }
}

#[test]
fn a_spec_may_ask_for_texts_and_lists_of_any_length() {
    for length in [100_000_u64, 4_294_967_296, u64::MAX] {
        let text = json!({"type": "string", "minLength": length});
        let list = json!({"type": "array", "minItems": length, "items": text});
        let (spec, model) = written(json!({"text": text, "list": list}), &[]);
        assert!(diagnose(&spec, &model).is_empty());
        // What cannot be made up, no test gives.
        let (mut spec, model) = written(json!({"text": text, "list": list}), &["text", "list"]);
        spec["tools"][0]["name"] = json!("sell");
        let said = diagnose(&spec, &model);
        assert!(said.iter().all(|one| one.code == Code::InvalidCase), "{said}");
    }
    let long =
        MODEL.replace("pub title: String", "#[entity(len = 4000000000..)] pub title: String");
    let create = tool("create_show", json!({"title": {"type": "string"}}), &["title"]);
    let list = tool("list_shows", json!({}), &[]);
    let said = diagnose(&spec(&[create, list]), &long);
    assert!(!said.has_errors(), "{said}");
}

#[test]
fn a_literal_full_of_hashes_is_written_another_way() {
    let text = format!("\"{}", "#".repeat(300_000));
    let (spec, model) = written(json!({"a": {"type": "string", "default": text}}), &[]);
    let compiled = compile(&inputs(&spec, &model)).unwrap_or_else(|said| panic!("{said}"));
    assert_contained(&compiled.files);
}

#[test]
fn control_characters_in_documentation_of_a_model_stay_out_of_the_crate() {
    for doc in ["a\\r\\n//! b", "\\0", "a\\u{1b}b", "a\\n\\n*/ b /*", "/", "*"] {
        let model = MODEL.replace("/// A show.", &format!("#[doc = \"{doc}\"]"));
        let create = tool("create_show", json!({"title": {"type": "string"}}), &["title"]);
        let spec = spec(&[create, tool("list_shows", json!({}), &[])]);
        let compiled = compile(&inputs(&spec, &model)).unwrap_or_else(|said| panic!("{said}"));
        assert_contained(&compiled.files);
        let control = compiled.files["src/state.rs"].chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(control, None, "{doc}");
    }
}
