//! Tool calls: rendered and parsed again, and what is said of malformed ones.

use compoworld_lm::text::Tool;
use compoworld_lm::text::tool_calls::{
    AssistantTurn, ParsedCall, ToolCall, ToolCallFormat, TurnStart, has_complete_call, parse_turn,
    render_calls, render_turn,
};
use proptest::prelude::{
    BoxedStrategy, Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq,
    prop_assume, prop_oneof, proptest,
};
use serde_json::{Map, Value, json};

fn call(name: &str, arguments: &Value) -> ToolCall {
    ToolCall { id: None, name: name.to_owned(), arguments: arguments.to_string() }
}

fn parse(text: &str, format: ToolCallFormat, tools: &[Tool]) -> AssistantTurn {
    parse_turn(text, format, tools, TurnStart::Plain)
}

fn tool(name: &str, properties: Value) -> Tool {
    let shown = json!({"type": "function", "function": {
        "name": name, "parameters": {"type": "object", "properties": properties}}});
    Tool::new(serde_json::from_value(shown).expect("JSON")).expect("a tool")
}

fn order_tool() -> Tool {
    tool(
        "get_order",
        json!({"id": {"type": "string"}, "lines": {"type": "integer"}, "deep": {"type": "boolean"},
               "tags": {"type": "array"}}),
    )
}

/// The only fault of a turn, as the agent reads it.
fn fault(text: &str, format: ToolCallFormat) -> String {
    let turn = parse(text, format, &[order_tool()]);
    let faults: Vec<_> = turn.faults().collect();
    let [fault] = &faults[..] else { panic!("{turn:?}") };
    fault.to_string()
}

#[test]
fn words_reasoning_and_several_calls_are_told_apart() {
    let text = "<think>\nWhich one?\n</think>\n\nI look.\n<tool_call>\n{\"name\": \"get_order\", \
                \"arguments\": {\"id\": \"</tool_call>\"}}\n</tool_call>\n<tool_call>{\"name\":\
                \"ping\",\"arguments\":{}}</tool_call>";
    let turn = parse(text, ToolCallFormat::Hermes, &[]);
    assert_eq!(turn.reasoning.as_deref(), Some("Which one?"));
    assert_eq!(turn.content, "I look.");
    let calls: Vec<_> = turn.well_formed().cloned().collect();
    assert_eq!(
        calls,
        [call("get_order", &json!({"id": "</tool_call>"})), call("ping", &json!({}))]
    );
    assert_eq!(turn.faults().count(), 0);
}

#[test]
fn tags_are_read_with_the_types_of_the_schema() {
    let text = "<tool_call>\n<function=get_order>\n<parameter=id>\n007\n</parameter>\n\
                <parameter=lines>\n3\n</parameter>\n<parameter=deep>\nTrue\n</parameter>\n\
                <parameter=tags>\n[\"a\"]\n</parameter>\n</function>\n</tool_call>";
    let turn = parse(text, ToolCallFormat::QwenXml, &[order_tool()]);
    let arguments = r#"{"id":"007","lines":3,"deep":true,"tags":["a"]}"#.to_owned();
    let expected = ToolCall { id: None, name: "get_order".to_owned(), arguments };
    assert_eq!(turn.calls, [ParsedCall::Call(expected)]);
}

#[test]
fn calls_in_reasoning_are_no_calls() {
    let text = "Shall I <tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>?</think>No.";
    let turn = parse_turn(text, ToolCallFormat::Hermes, &[], TurnStart::InReasoning);
    assert!(turn.calls.is_empty(), "{turn:?}");
    assert_eq!(turn.content, "No.");
    assert!(turn.reasoning.expect("it thought").starts_with("Shall I"));
}

#[test]
fn each_malformed_call_says_what_is_wrong_and_what_to_write() {
    use ToolCallFormat::{Hermes, QwenXml};
    for (format, text, said) in [
        (
            Hermes,
            "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": 1,}}</tool_call>",
            "tool call 1 cannot be read: its JSON is wrong: trailing comma at line 1 column 36",
        ),
        (Hermes, "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": ", "its JSON ends too early"),
        (Hermes, "<tool_call></tool_call>", "there is nothing in it"),
        (Hermes, "<tool_call>[1]</tool_call>", "it is a list, not a JSON object"),
        (Hermes, "<tool_call>{\"arguments\": {}}</tool_call>", "its `name` is missing"),
        (Hermes, "<tool_call>{\"name\": \"f\"}</tool_call>", "its `arguments` are missing"),
        (
            Hermes,
            "<tool_call>{\"name\": \"f\", \"arguments\": 3}</tool_call>",
            "its `arguments` are a number, not a JSON object",
        ),
        (
            Hermes,
            "<tool_call>{\"name\": \"f\", \"arguments\": {}} now</tool_call>",
            "`now</tool_call>` follows its JSON object",
        ),
        (QwenXml, "<tool_call>{\"name\": \"f\"}</tool_call>", "does not open with <function=NAME>"),
        (
            QwenXml,
            "<tool_call><function=f><parameter=a>1</function></tool_call>",
            "parameter `a` has no </parameter>",
        ),
        (
            QwenXml,
            "<tool_call><function=f><parameter=a>1</parameter></tool_call>",
            "follows parameter `a`, where <parameter=NAME> or </function> has to",
        ),
        (
            QwenXml,
            "<tool_call><function=get_order><parameter=lines>many</parameter></function>",
            "parameter `lines` is no integer; write its value as integer in JSON",
        ),
        (
            QwenXml,
            "<tool_call><function=f><parameter=a>1</parameter><parameter=a>2</parameter>\
            </function></tool_call>",
            "parameter `a` is there twice; write each parameter once",
        ),
        (QwenXml, "<tool_call><function=f>", "it ends after <function=..>, without </function>"),
    ] {
        let told = fault(text, format);
        assert!(told.contains(said), "{text}: {told}");
    }
}

#[test]
fn a_malformed_call_leaves_the_others_as_they_are_and_keeps_its_name() {
    let text = "<tool_call>{\"name\": \"f\", \"arguments\": {oops}</tool_call>\n<tool_call>\
                {\"name\": \"g\", \"arguments\": {}}</tool_call> Done.";
    let turn = parse(text, ToolCallFormat::Hermes, &[]);
    assert_eq!(turn.content, "Done.");
    let [ParsedCall::Malformed(fault), ParsedCall::Call(good)] = &turn.calls[..] else {
        panic!("{turn:?}")
    };
    assert_eq!(fault.name.as_deref(), Some("f"));
    assert_eq!(fault.text, "{\"name\": \"f\", \"arguments\": {oops}");
    assert_eq!(good.name, "g");
}

#[test]
fn a_call_is_complete_with_its_closing_mark_and_not_before() {
    let text =
        "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": \"</tool_call>\"}}\n</tool_call>";
    for end in 0..text.len() {
        let complete =
            has_complete_call(&text[..end], ToolCallFormat::Hermes, &[], TurnStart::Plain);
        assert!(!complete || text[..end].ends_with("</tool_call>"), "{}", &text[..end]);
    }
    assert!(has_complete_call(text, ToolCallFormat::Hermes, &[], TurnStart::Plain));
}

#[test]
fn what_tags_cannot_say_is_refused() {
    let render = |value: &str| {
        render_calls(
            &[call("get_order", &json!({"id": value}))],
            ToolCallFormat::QwenXml,
            &[order_tool()],
        )
    };
    for value in ["plain", "two\nlines", "\n", "1", "</tool_call>", "a < b > c", ""] {
        render(value).unwrap_or_else(|error| panic!("{value:?}: {error}"));
    }
    for value in ["</parameter></function>", "x\n</parameter>\n<parameter=y>\n"] {
        assert!(render(value).is_err(), "{value:?}");
    }
    let bad = ToolCall { id: None, name: "f".to_owned(), arguments: "[1]".to_owned() };
    assert!(render_calls(&[bad], ToolCallFormat::QwenXml, &[]).is_err());
}

fn json_values() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(Value::from("</tool_call> <tool_call>")),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}

fn calls() -> impl Strategy<Value = Vec<ToolCall>> {
    let arguments = prop::collection::btree_map(any::<String>(), json_values(), 0..4);
    let one = (".{1,12}", arguments)
        .prop_map(|(name, arguments)| call(&name, &Value::Object(arguments.into_iter().collect())));
    prop::collection::vec(one, 1..4)
}

/// Calls as values, since numbers and spaces of their texts have more than one spelling.
fn as_values<'c>(calls: impl IntoIterator<Item = &'c ToolCall>) -> Vec<(String, Value)> {
    let value = |call: &ToolCall| serde_json::from_str(&call.arguments).expect("JSON");
    calls.into_iter().map(|call| (call.name.clone(), value(call))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn calls_in_the_hermes_form_are_read_as_they_were_written(
        calls in calls(),
        words in "[^<]{0,30}",
    ) {
        let turn = render_turn(Some("Well."), &words, &calls, ToolCallFormat::Hermes, &[])
            .expect("this form can say everything");
        let read = parse(&turn, ToolCallFormat::Hermes, &[]);
        prop_assert_eq!(as_values(read.well_formed()), as_values(&calls));
        prop_assert_eq!(read.faults().count(), 0);
        prop_assert_eq!(read.content, words.trim());
        prop_assert_eq!(read.reasoning.as_deref(), Some("Well."));
    }

    #[test]
    fn calls_in_tags_are_read_as_they_were_written(
        text in any::<String>(),
        lines in any::<i64>(),
        deep in any::<bool>(),
        tags in prop::collection::vec(json_values(), 0..4),
    ) {
        prop_assume!(!text.contains("</parameter>"));
        let arguments = json!({"id": text, "lines": lines, "deep": deep, "tags": tags});
        let calls = [call("get_order", &arguments), call("get_order", &Value::Object(Map::new()))];
        let tools = [order_tool()];
        // A list may hold the tags as a text inside, which this form cannot say.
        prop_assume!(!arguments["tags"].to_string().contains("</parameter>"));
        let turn = render_calls(&calls, ToolCallFormat::QwenXml, &tools).expect("it can be said");
        let read = parse(&turn, ToolCallFormat::QwenXml, &tools);
        prop_assert_eq!(as_values(read.well_formed()), as_values(&calls));
        prop_assert_eq!(&read.content, "");
    }

    #[test]
    fn every_text_is_a_turn(
        pieces in prop::collection::vec(
            prop_oneof![
                Just("<tool_call>".to_owned()), Just("</tool_call>".to_owned()),
                Just("<function=get_order>".to_owned()), Just("</function>".to_owned()),
                Just("<parameter=lines>".to_owned()), Just("</parameter>".to_owned()),
                Just("<think>".to_owned()), Just("</think>".to_owned()),
                Just("{\"name\": \"f\", \"arguments\": {}}".to_owned()),
                Just("{\"name\": ".to_owned()), Just("é".to_owned()), ".{0,6}",
            ],
            0..12,
        ),
        in_reasoning in any::<bool>(),
    ) {
        let text = pieces.concat();
        let start = if in_reasoning { TurnStart::InReasoning } else { TurnStart::Plain };
        for format in [ToolCallFormat::Hermes, ToolCallFormat::QwenXml] {
            let turn = parse_turn(&text, format, &[order_tool()], start);
            for fault in turn.faults() {
                prop_assert!(!fault.problem.is_empty() && !fault.remedy.is_empty());
            }
            let _ = has_complete_call(&text, format, &[order_tool()], start);
        }
    }
}
