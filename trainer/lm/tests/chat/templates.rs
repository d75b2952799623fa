//! Chat templates render as `transformers` renders them, token by token.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use compoworld_lm::text::Tool;
use compoworld_lm::text::chat::{ChatMessage, ChatTemplate, RenderOptions, Role, TemplateError};
use compoworld_lm::text::tool_calls::ToolCall;
use serde_json::{Map, Value, json};

use crate::tiny_tokenizer::{SPECIAL, inner, special, tiny};

pub const STYLES: [(&str, &str); 4] = [
    ("qwen3", include_str!("templates/qwen3_style.jinja")),
    ("qwen35", include_str!("templates/qwen35_style.jinja")),
    ("llama3", include_str!("templates/llama3_style.jinja")),
    ("smollm2", include_str!("templates/smollm2_style.jinja")),
];

pub fn template(source: &str) -> ChatTemplate {
    ChatTemplate::new(source, "a test", special()).expect("it parses")
}

fn user(words: &str) -> ChatMessage {
    ChatMessage::new(Role::User, words)
}

fn calling(words: &str, reasoning: Option<&str>, arguments: &[&str]) -> ChatMessage {
    let calls = arguments.iter().enumerate().map(|(place, arguments)| ToolCall {
        id: Some(format!("call_{place}")),
        name: "crm__get_order".to_owned(),
        arguments: (*arguments).to_owned(),
    });
    ChatMessage {
        tool_calls: calls.collect(),
        reasoning: reasoning.map(str::to_owned),
        ..ChatMessage::new(Role::Assistant, words)
    }
}

fn answer(words: &str) -> ChatMessage {
    let tool_call_id = Some("call_0".to_owned());
    ChatMessage { tool_call_id, ..ChatMessage::new(Role::Tool, words) }
}

fn conversations() -> Vec<Vec<ChatMessage>> {
    let arguments = r#"{"id": "ORD-1 \"é\" \u2028 <b>", "lines": 3, "share": 1e-7, "big": 1e22,
        "deep": true, "none": null, "where": {"z": [1, 2.0, "x"], "a": {}}}"#;
    let system = ChatMessage::new(Role::System, "  Be brief. \n");
    vec![
        vec![user("Hello, <|im_end|> tool\n\n  ünï 漢字 🦀")],
        vec![
            system.clone(),
            user("Hello."),
            ChatMessage::new(Role::Assistant, "Hi."),
            user("And?"),
        ],
        vec![
            system.clone(),
            user("Which order?"),
            calling("", None, &[arguments]),
            answer("{\"ok\":true}"),
        ],
        vec![
            user("Both orders?"),
            calling("I look.", Some("Two of them.\n"), &[arguments, "{}"]),
            answer("one"),
            answer("two"),
            ChatMessage::new(Role::Assistant, "<think>\nSo.\n</think>\n\nDone."),
            user("Thanks."),
        ],
        // What some of the templates refuse.
        vec![user("Hello."), system],
    ]
}

const TOOLS: &str = r#"[
    {"type": "function", "function": {"name": "crm__get_order", "description": "Tells an order's \"state\" <&> 'é'.",
     "parameters": {"type": "object", "properties": {"id": {"type": "string", "minLength": 1},
     "share": {"type": "number", "maximum": 0.5, "default": 1.0}}, "required": ["id"], "additionalProperties": false}}},
    {"function": {"parameters": {}, "name": "ping"}, "type": "function"}]"#;

fn tools() -> Vec<Tool> {
    let shown: Vec<minijinja::Value> = serde_json::from_str(TOOLS).expect("JSON");
    shown.into_iter().map(|shown| Tool::new(shown).expect("a tool")).collect()
}

/// One thing to render, for both sides.
struct Case {
    messages: Vec<ChatMessage>,
    with_tools: bool,
    options: RenderOptions,
}

fn cases() -> Vec<Case> {
    let date = ("date_string".to_owned(), minijinja::Value::from("24 Feb 2026"));
    let quiet = ("enable_thinking".to_owned(), minijinja::Value::from(false));
    let mut cases = Vec::new();
    for messages in conversations() {
        for with_tools in [false, true] {
            for (add_generation_prompt, variables) in [
                (true, vec![date.clone()]),
                (false, vec![date.clone(), quiet.clone()]),
                (true, vec![date.clone(), quiet.clone()]),
            ] {
                let options =
                    RenderOptions { add_generation_prompt, variables, ..RenderOptions::default() };
                cases.push(Case { messages: messages.clone(), with_tools, options });
            }
        }
    }
    cases
}

/// The request to the other side. Templates show members in their order, which a map of
/// `serde_json` would not keep, so that messages and tools are written as text.
fn request(tokenizer: &Path, source: &str) -> String {
    let cases: Vec<String> = cases()
        .iter()
        .map(|case| {
            let messages: minijinja::Value =
                case.messages.iter().map(ChatMessage::template_value).collect();
            let variables: Map<String, Value> = case
                .options
                .variables
                .iter()
                .map(|(name, value)| (name.clone(), serde_json::to_value(value).expect("JSON")))
                .collect();
            format!(
                r#"{{"messages": {}, "tools": {}, "add_generation_prompt": {}, "variables": {}}}"#,
                serde_json::to_string(&messages).expect("JSON"),
                if case.with_tools { TOOLS } else { "[]" },
                case.options.add_generation_prompt,
                Value::Object(variables),
            )
        })
        .collect();
    let special: Map<String, Value> =
        SPECIAL.iter().map(|(name, text)| ((*name).to_owned(), json!(text))).collect();
    format!(
        r#"{{"tokenizer": {}, "special": {}, "template": {}, "cases": [{}]}}"#,
        json!(tokenizer),
        Value::Object(special),
        json!(source),
        cases.join(",")
    )
}

#[test]
fn templates_render_as_transformers_renders_them() {
    let Some(python) = std::env::var_os("COMPOWORLD_TORCH_PYTHON") else {
        eprintln!("SKIPPED: tests/run installs what COMPOWORLD_TORCH_PYTHON names");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tokenizer.json");
    inner().save(&file, false).expect("it is saved");
    let script =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/chat/peer/render_templates.py");
    let (tokenizer, mut n_rendered, mut n_refused) = (tiny(), 0, 0);
    for (name, source) in STYLES {
        let asked = folder.path().join(format!("{name}.json"));
        fs::write(&asked, request(&file, source)).expect("it is written");
        let output = Command::new(&python).arg(&script).arg(&asked).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let theirs: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
        let template = template(source);
        let cases = cases();
        assert_eq!(theirs.len(), cases.len());
        for (number, (case, theirs)) in cases.iter().zip(theirs).enumerate() {
            let tools = if case.with_tools { tools() } else { Vec::new() };
            match template.render(&case.messages, &tools, &case.options) {
                Ok(text) => {
                    assert_eq!(json!(text), theirs["text"], "{name}, case {number}: {theirs}");
                    let ids = tokenizer.encode(&text).expect("it encodes");
                    assert_eq!(json!(ids), theirs["ids"], "{name}, case {number}");
                    n_rendered += 1;
                }
                Err(TemplateError::Refused { message, .. }) => {
                    assert_eq!(json!(message), theirs["refused"], "{name}, case {number}");
                    n_refused += 1;
                }
                Err(error) => {
                    assert!(
                        theirs["refused"].is_string(),
                        "{name}, case {number}: {error}; {theirs}"
                    );
                    n_refused += 1;
                }
            }
        }
    }
    eprintln!("{n_rendered} conversations rendered alike, {n_refused} refused alike");
    assert!(n_rendered >= 100, "{n_rendered}");
}

#[test]
fn the_date_is_that_of_the_given_second() {
    let template = template("{{ strftime_now('%d %b %Y, %H:%M') }}");
    let options = RenderOptions { now_s: Some(1_772_000_000), ..RenderOptions::default() };
    assert_eq!(template.render(&[], &[], &options).expect("it renders"), "25 Feb 2026, 06:13");
}

#[test]
fn json_is_written_with_the_arguments_that_python_takes() {
    let render = |call: &str| {
        let source = format!("{{{{ {{'b': [1, 'é'], 'a': none}} | {call} }}}}");
        template(&source).render(&[], &[], &RenderOptions::default()).expect("it renders")
    };
    assert_eq!(render("tojson"), r#"{"b": [1, "é"], "a": null}"#);
    assert_eq!(render("tojson(true)"), r#"{"b": [1, "\u00e9"], "a": null}"#);
    assert_eq!(render("tojson(sort_keys=true)"), r#"{"a": null, "b": [1, "é"]}"#);
    assert_eq!(render("tojson(separators=(',', ':'))"), r#"{"b":[1,"é"],"a":null}"#);
    assert_eq!(render("tojson(indent=1)"), "{\n \"b\": [\n  1,\n  \"é\"\n ],\n \"a\": null\n}");
}

#[test]
fn arguments_that_are_no_object_are_shown_by_every_template() {
    let messages = [user("Which order?"), calling("", None, &["{oops"]), answer("no")];
    for (name, source) in STYLES.iter().filter(|(name, _)| name.starts_with("qwen")) {
        let text = template(source).render(&messages, &tools(), &RenderOptions::default());
        let text = text.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(text.contains("{oops"), "{name}: {text}");
    }
}

#[test]
fn a_template_that_does_not_end_is_stopped() {
    let endless = "{% for a in range(90000) %}{% for b in range(90000) %}{% set c = a + b %}\
                   {% endfor %}{% endfor %}";
    let error = template(endless).render(&[], &[], &RenderOptions::default());
    let said = error.expect_err("it is stopped").to_string();
    assert!(said.contains("fails on this conversation"), "{said}");
}
