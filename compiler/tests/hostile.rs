//! Hostile lists: each gives a normalized spec or coded diagnostics, and never a panic.

mod support;

use compoworld::diagnostics::{Code, Severity, SourceMap, Style, render};
use compoworld::spec::{from_json, to_json};
use serde_json::{Value, json};
use support::normalized;
use support::schema_keywords::SCHEMA_KEYWORDS;

/// Normalizes; what comes out must read back, and all diagnostics must render.
fn survives(label: &str, text: &str) {
    let mut sources = SourceMap::new();
    sources.insert("list.json", text);
    match normalized(text) {
        Ok((_, spec, diagnostics)) => {
            let written = to_json(&spec);
            assert_eq!(from_json(&written).unwrap_or_else(|e| panic!("{label}: {e}")), spec);
            assert!(!diagnostics.has_errors());
            render(&diagnostics.in_file("list.json"), &sources, Style::Plain);
        }
        Err(diagnostics) => {
            assert!(diagnostics.has_errors(), "{label}: refused without an error");
            let text = render(&diagnostics.in_file("list.json"), &sources, Style::Plain);
            assert!(text.contains("CW0"), "{label}: {text}");
        }
    }
}

fn list_of(tool: Value) -> String {
    json!({ "tools": [tool] }).to_string()
}

#[test]
fn names_of_every_kind_become_usable_and_keep_their_wire_name() {
    let wire_names = [
        "fn",
        "move",
        "Self",
        "async",
        "get",
        "GET",
        "Get",
        "g e t",
        "a/b",
        "..",
        "../../etc/passwd",
        "\"]}; fn x(){",
        "\u{0}",
        "\u{202e}evil",
        "名前",
        "ünïcode",
        "🚀",
        "-",
        "_",
        "1",
        "r#type",
        "list\nissues",
        "a.b.c",
        "a-b-c",
        "aBC",
        "con",
        "nul",
        "..\\..\\x",
        "`rm -rf`",
        "${HOME}",
        "{{name}}",
        "%s",
    ];
    let tools: Vec<Value> = wire_names
        .iter()
        .map(|name| json!({"name": name, "inputSchema": {"type": "object"}}))
        .collect();
    let text = json!({ "tools": tools }).to_string();
    let (_, spec, _) = normalized(&text).expect("normalizes");
    let mut names: Vec<&str> = spec.tools.iter().map(|tool| tool.name.as_str()).collect();
    for (tool, wire_name) in spec.tools.iter().zip(wire_names) {
        assert_eq!(tool.wire_name, wire_name);
        syn::parse_str::<syn::Ident>(&tool.name).unwrap_or_else(|e| panic!("{}: {e}", tool.name));
        assert!(tool.name.is_ascii());
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), wire_names.len(), "names collide");
    survives("names", &text);
}

#[test]
fn parameter_names_and_values_of_every_kind_survive() {
    let odd =
        ["", "type", "fn", "a\"b", "a/b~c", "\u{7f}", "$ref", "properties", "名", "a`b", "a\nb"];
    let mut properties = serde_json::Map::new();
    for name in odd {
        properties.insert(name.into(), json!({"type": "string", "enum": [name, "\"]}; fn x(){"]}));
    }
    let text = list_of(
        json!({"name": "t", "inputSchema": {"type": "object", "properties": properties, "required": odd}}),
    );
    let (_, spec, _) = normalized(&text).expect("normalizes");
    assert_eq!(spec.tools[0].parameters.properties.len(), odd.len());
    assert!(!spec.tools[0].description.contains('\n'));
    survives("parameter names", &text);
}

#[test]
fn every_value_in_the_place_of_every_keyword_survives() {
    let values = [
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(-1),
        json!(1e300),
        json!(18446744073709551615u64),
        json!(""),
        json!("string"),
        json!("#"),
        json!("#/x"),
        json!("("),
        json!([]),
        json!([null]),
        json!([[]]),
        json!([{}]),
        json!(["a", "a"]),
        json!([true, false]),
        json!({}),
        json!({"a": null}),
        json!({"a": {"type": "object"}}),
        json!({"a": ["b"]}),
        json!({"$ref": "#"}),
        json!({"type": ["null", "x"]}),
        json!({"not": {"not": {"not": {}}}}),
    ];
    for &keyword in SCHEMA_KEYWORDS {
        for value in &values {
            let nested = json!({ keyword: value, "type": ["object", "string", "null"] });
            for schema in
                [json!({ keyword: value }), json!({"type": "object", "properties": {"p": nested}})]
            {
                let tool = json!({"name": "t", "inputSchema": schema, "outputSchema": schema});
                survives(&format!("{keyword}: {value}"), &list_of(tool));
            }
        }
    }
}

#[test]
fn deep_nesting_is_cut_or_refused() {
    for levels in [10, 29, 31, 45, 60, 500, 20_000] {
        for (open, close) in [
            (r#"{"type":"object","properties":{"a":"#, "}}"),
            (r#"{"type":"array","items":"#, "}"),
            (r#"{"anyOf":[{"type":"null"},"#, "]}"),
            (r#"{"not":"#, "}"),
            (r#"{"if":"#, r#","then":{"minLength":1}}"#),
            (r#"{"allOf":["#, "]}"),
        ] {
            let schema =
                format!("{}{{\"type\":\"string\"}}{}", open.repeat(levels), close.repeat(levels));
            let text = format!(
                r#"{{"tools":[{{"name":"t","inputSchema":{{"type":"object","properties":{{"p":{schema}}}}}}}]}}"#
            );
            survives(&format!("{levels} times {open}"), &text);
        }
    }
}

#[test]
fn references_that_multiply_are_cut() {
    let mut definitions = serde_json::Map::new();
    for level in 0..40 {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        definitions.insert(
            format!("d{level}"),
            json!({"type": "object", "properties": {"a": next, "b": next}}),
        );
    }
    let text = list_of(
        json!({"name": "t", "inputSchema": {"$defs": definitions, "type": "object", "properties": {"x": {"$ref": "#/$defs/d0"}}}}),
    );
    survives("multiplying references", &text);
    let (_, _, diagnostics) = normalized(&text).expect("normalizes");
    assert!(diagnostics.has(Code::ExpansionTooLarge));
}

#[test]
fn references_in_circles_end() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"type": "object", "properties": {"a": {"$ref": "#/properties/b"}, "b": {"$ref": "#/properties/a"}}}),
        json!({"$defs": {"a": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}),
        json!({"type": "object", "properties": {"a": {"allOf": [{"$ref": "#/properties/a"}]}}}),
        json!({"type": "object", "properties": {"self": {"$ref": "#"}}}),
    ] {
        survives(&schema.to_string(), &list_of(json!({"name": "t", "inputSchema": schema})));
    }
}

#[test]
fn a_list_of_three_megabytes_is_normalized() {
    let tools: Vec<Value> = (0..3_000)
        .map(|n| {
            let properties: serde_json::Map<String, Value> = (0..12)
                .map(|p| (format!("parameter_{p}"), json!({"type": ["string", "null"], "description": "x".repeat(40), "default": null})))
                .collect();
            json!({"name": format!("tool_{n}"), "inputSchema": {"type": "object", "properties": properties}})
        })
        .collect();
    let text = json!({ "tools": tools }).to_string();
    assert!(text.len() > 3_000_000, "{} bytes", text.len());
    survives("three megabytes", &text);
}

#[test]
fn an_enumeration_of_a_hundred_thousand_values_is_normalized() {
    let values: Vec<String> = (0..100_000).map(|n| format!("v{n}")).collect();
    let text = list_of(json!({"name": "t", "inputSchema": {"type": "object",
        "properties": {"x": {"enum": values}}}}));
    let (_, spec, _) = normalized(&text).expect("normalizes");
    let kept = spec.tools[0].parameters.properties["x"].values.as_ref().map(Vec::len);
    assert_eq!(kept, Some(values.len()));
}

#[test]
fn values_are_the_same_when_json_schema_says_so() {
    let values = json!([1, 1.0, 0, -0.0, 2, 2e0, 0.5]);
    let text = list_of(json!({"name": "t", "inputSchema": {"type": "object",
        "properties": {"x": {"enum": values}}}}));
    let (_, spec, diagnostics) = normalized(&text).expect("normalizes");
    let kept = spec.tools[0].parameters.properties["x"].values.as_ref().expect("values");
    assert_eq!(kept.len(), 4, "{kept:?}");
    assert!(diagnostics.has(Code::RepeatedEnumValue));
}

#[test]
fn a_list_of_more_tools_than_any_server_has_is_refused() {
    let tools: Vec<Value> = (0..20_000).map(|n| json!({"name": format!("t{n}")})).collect();
    let text = json!({ "tools": tools }).to_string();
    let refused = normalized(&text).expect_err("too many tools");
    assert!(refused.has(Code::FileTooLarge));
    survives("twenty thousand tools", &text);
}

#[test]
fn names_that_a_terminal_would_obey_are_told_as_text() {
    let text = list_of(json!({"name": "t", "inputSchema": {"type": "object",
        "\u{1b}[2J\u{202e}": 1, "required": ["\u{9b}31m\r"]}}));
    let (_, _, diagnostics) = normalized(&text).expect("normalizes");
    let mut sources = SourceMap::new();
    sources.insert("list.json", text);
    let told = render(&diagnostics.in_file("list.json"), &sources, Style::Plain);
    assert!(told.contains("\\u{1b}[2J\\u{202e}") && told.contains("\\u{9b}31m\\u{d}"), "{told}");
    assert!(!told.contains(|c: char| c.is_control() && c != '\n'), "{told:?}");
}

#[test]
fn every_truncation_of_a_list_is_refused_with_a_place() {
    let text = r#"{"server":{"name":"é"},"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"enum":["\u00e9",1.5e3,true,null]}}}}]}"#;
    for (cut, _) in text.char_indices() {
        let error = normalized(&text[..cut]).expect_err("is truncated");
        assert!(error.has(Code::MalformedJson), "{cut}: {error}");
        survives(&format!("cut at {cut}"), &text[..cut]);
    }
}

#[test]
fn every_single_byte_change_survives() {
    let text = r##"{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"enum":["b",1.5,true,null]},"y":{"$ref":"#/properties/x"}},"required":["x"]}}]}"##;
    for position in 0..text.len() {
        for replacement in ["", "\"", "{", "}", "[", "]", ",", ":", "0", "\\", "n"] {
            let mut changed = String::from(&text[..position]);
            changed.push_str(replacement);
            changed.push_str(&text[position + 1..]);
            survives(&format!("{replacement} at {position}"), &changed);
        }
    }
}

#[test]
fn errors_are_all_of_one_pass_and_notes_do_not_stop_it() {
    let text = r#"{"tools":[{"name":"a"},{"name":"b","inputSchema":{"properties":{"x":{"type":"any"}}}}]}"#;
    let (_, _, diagnostics) = normalized(text).expect("warnings only");
    assert_eq!(diagnostics.count(Severity::Error), 0);
    assert!(diagnostics.has(Code::MissingInputSchema) && diagnostics.has(Code::UnknownType));
}
