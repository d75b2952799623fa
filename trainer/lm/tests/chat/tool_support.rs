//! Whether templates know tools, and the plain prompt for those that do not.

use std::fs;

use compoworld_lm::text::chat::{
    ChatMessage, ChatTemplate, RenderOptions, Role, ToolSupportError, find_tool_support,
    load_templates, with_hermes_tools,
};
use compoworld_lm::text::tool_calls::{ToolCall, ToolCallFormat};
use compoworld_lm::text::{TextError, Tool};

use crate::templates::{STYLES, template};
use crate::tiny_tokenizer::special;

fn style(name: &str) -> ChatTemplate {
    let (_, source) = STYLES.iter().find(|(other, _)| *other == name).expect("a style");
    template(source)
}

#[test]
fn the_form_of_calls_is_found_by_rendering_one() {
    for (name, format) in [
        ("qwen3", Some(ToolCallFormat::Hermes)),
        ("qwen35", Some(ToolCallFormat::QwenXml)),
        // Llama's calls are bare JSON, which cannot be told from an answer.
        ("llama3", None),
    ] {
        assert_eq!(
            find_tool_support(&style(name)).expect("it knows tools").format,
            format,
            "{name}"
        );
    }
}

#[test]
fn a_template_that_does_not_know_tools_is_found_out() {
    let error = find_tool_support(&style("smollm2")).expect_err("it shows no tools");
    assert!(matches!(error, ToolSupportError::ToolsIgnored(_)), "{error}");
    assert!(error.to_string().contains("plain Hermes prompt"), "{error}");

    let shows_tools = "{{ tools | tojson }}{% for m in messages %}{{ m.content }}{% endfor %}";
    let error = find_tool_support(&template(shows_tools)).expect_err("it drops calls");
    assert!(matches!(error, ToolSupportError::CallsIgnored(_)), "{error}");
    let calls =
        "{{ tools | tojson }}{% for m in messages if m.role != 'tool' %}{{ m }}{% endfor %}";
    let error = find_tool_support(&template(calls)).expect_err("it drops answers");
    assert!(matches!(error, ToolSupportError::AnswersIgnored(_)), "{error}");
    let refuses = "{% if tools %}{{ raise_exception('No tools here.') }}{% endif %}";
    let error = find_tool_support(&template(refuses)).expect_err("it refuses");
    assert!(error.to_string().contains("refuses this conversation: No tools here."), "{error}");
}

#[test]
fn the_plain_prompt_tells_tools_calls_and_answers_in_words() {
    let shown = r#"{"type": "function", "function": {"name": "ping", "parameters": {}}}"#;
    let tool = Tool::new(serde_json::from_str(shown).expect("JSON")).expect("a tool");
    let call = |id: &str| ToolCall {
        id: Some(id.to_owned()),
        name: "ping".to_owned(),
        arguments: r#"{"b":1,"a":"x"}"#.to_owned(),
    };
    let mut asks = ChatMessage::new(Role::Assistant, "I try.");
    asks.tool_calls = vec![call("1"), call("2")];
    let messages = [
        ChatMessage::new(Role::Developer, "Be brief."),
        ChatMessage::new(Role::User, "Go."),
        asks,
        ChatMessage::new(Role::Tool, "one"),
        ChatMessage::new(Role::Tool, "two"),
    ];
    let told = with_hermes_tools(&messages, &[tool]);
    let roles: Vec<_> = told.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::User]);
    assert!(told[0].content.starts_with("Be brief.\n\n"), "{}", told[0].content);
    assert!(told[0].content.contains(shown), "{}", told[0].content);
    assert!(told[2].content.starts_with(
        "I try.\n<tool_call>\n{\"name\": \"ping\", \"arguments\": {\"b\": 1, \"a\": \"x\"}}"
    ));
    assert_eq!(
        told[3].content,
        "<tool_response>\none\n</tool_response>\n<tool_response>\ntwo\n</tool_response>"
    );
    let options = RenderOptions { add_generation_prompt: true, ..RenderOptions::default() };
    let text = style("smollm2").render(&told, &[], &options).expect("it renders");
    assert!(text.contains("\"name\": \"ping\"") && text.contains("<tool_response>\none"), "{text}");
}

#[test]
fn templates_are_found_where_models_keep_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("tokenizer_config.json");
    let load = || load_templates(folder.path(), &special());
    assert!(matches!(load(), Err(TextError::NoTemplate(_))));

    fs::write(&config, r#"{"chat_template": "plain"}"#).expect("written");
    assert_eq!(load().expect("one").with_tools().source(), "plain");
    let list = r#"{"chat_template": [{"name": "default", "template": "plain"},
                                     {"name": "tool_use", "template": "tools"}]}"#;
    fs::write(&config, list).expect("written");
    let both = load().expect("both");
    assert_eq!((both.without_tools().source(), both.with_tools().source()), ("plain", "tools"));
    fs::write(folder.path().join("chat_template.jinja"), "the file").expect("written");
    assert_eq!(load().expect("one").without_tools().source(), "the file");
    fs::write(folder.path().join("chat_template.jinja"), "a\n{% if %}").expect("written");
    let said = load().expect_err("it does not parse").to_string();
    assert!(said.contains("chat_template.jinja") && said.contains("line 2"), "{said}");
}
