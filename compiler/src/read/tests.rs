//! Every shape that is read, and every one that is refused.

use super::{Input, RawList, read_text};
use crate::diagnostics::{Code, Diagnostics};
use crate::spec::SourceKind;

fn list(text: &str) -> (RawList, Diagnostics) {
    match read_text(text).unwrap_or_else(|error| panic!("{text}: {error}")) {
        (Input::Raw(list), diagnostics) => (list, diagnostics),
        (Input::Normalized(_), _) => panic!("{text}: not raw"),
    }
}

fn refusal(text: &str) -> Diagnostics {
    read_text(text).expect_err(text)
}

#[test]
fn every_usual_shape_gives_the_same_tools() {
    let tool = r#"{"name":"get_pet","inputSchema":{"type":"object"}}"#;
    for text in [
        format!(r#"{{"server":{{"name":"pets"}},"tools":[{tool}]}}"#),
        format!("[{tool}]"),
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{tool}]}}}}"#),
        format!("\u{feff}{{\"tools\":[{tool}]}}"),
    ] {
        let (list, diagnostics) = list(&text);
        assert!(diagnostics.is_empty(), "{text}: {diagnostics}");
        assert_eq!(list.kind, SourceKind::ToolsList);
        assert_eq!(list.tools.len(), 1);
        assert_eq!(list.tools[0].name, "get_pet");
        assert!(list.tools[0].input.is_some());
    }
}

#[test]
fn a_manifest_gives_its_tools_and_says_that_parameters_are_missing() {
    let text = r#"{"manifest_version":"0.3","name":"pets","display_name":"Pets","version":"1.2.0",
        "tools":[{"name":"get_pet","description":"x"}]}"#;
    let (list, diagnostics) = list(text);
    assert_eq!(list.kind, SourceKind::Manifest);
    assert_eq!(list.server.title.as_deref(), Some("Pets"));
    assert_eq!(list.server.revision.as_deref(), Some("1.2.0"));
    assert!(diagnostics.has(Code::ManifestWithoutSchemas));
}

#[test]
fn function_calling_shapes_are_read_with_a_note() {
    let text = r#"[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}},
        {"name":"g","input_schema":{"type":"object"}}]"#;
    let (list, diagnostics) = list(text);
    assert_eq!(list.tools.len(), 2);
    assert_eq!(list.tools[0].input.as_ref().map(|s| s.at.as_str()), Some("/0/function/parameters"));
    assert!(diagnostics.has(Code::ForeignToolShape));
}

#[test]
fn hints_are_read_and_wrong_members_left_out() {
    let text = r#"[{"name":"f","description":3,
        "annotations":{"readOnlyHint":true,"idempotentHint":"yes"}}]"#;
    let (list, diagnostics) = list(text);
    assert_eq!(list.tools[0].hints.read_only, Some(true));
    assert_eq!(list.tools[0].hints.idempotent, None);
    assert_eq!(diagnostics.iter().filter(|d| d.code == Code::MalformedMember).count(), 2);
}

#[test]
fn what_is_no_tool_list_is_refused_with_the_fitting_code() {
    for (text, code) in [
        ("3", Code::NotAToolList),
        ("[1, 2]", Code::NotAToolList),
        (r#"{"openapi":"3.1.0"}"#, Code::NotAToolList),
        (r#"{"tools":{"a":{}}}"#, Code::NotAToolList),
        (r#"{"tools":[]}"#, Code::NoTools),
        ("[]", Code::NoTools),
        (r#"{"tools":["a"]}"#, Code::MalformedTool),
        (r#"{"tools":[{"description":"x"}]}"#, Code::ToolWithoutName),
        (r#"{"tools":[{"name":""}]}"#, Code::ToolWithoutName),
        (r#"{"tools":[{"name":7}]}"#, Code::ToolWithoutName),
        (r#"{"id":1,"error":{"message":"no"}}"#, Code::ErrorResponse),
        (r#"{"tools":[{"name":"a"},{"name":"a","inputSchema":{}}]}"#, Code::ConflictingTools),
        (r#"{"spec_version":1}"#, Code::InvalidSpec),
    ] {
        let diagnostics = refusal(text);
        assert!(diagnostics.has(code), "{text}: {diagnostics}");
    }
}

#[test]
fn all_bad_entries_are_reported_together() {
    let diagnostics = refusal(r#"{"tools":[1,{"name":""},{"name":"ok"},[]]}"#);
    assert_eq!(diagnostics.len(), 3, "{diagnostics}");
}

#[test]
fn repeated_tools_and_further_pages_are_warned_of() {
    let (list, diagnostics) = list(r#"{"tools":[{"name":"a"},{"name":"a"}],"nextCursor":"x"}"#);
    assert_eq!(list.tools.len(), 1);
    assert!(diagnostics.has(Code::RepeatedTool) && diagnostics.has(Code::MorePages));
}
