//! Normalizing: the irregularities of real lists, hostile input, and that meaning is kept.

mod support;

use compoworld::diagnostics::Code;
use compoworld::read::{Input, read_text};
use compoworld::spec::{Type, from_json, to_json};
use support::meaning::{Comparison, compare};
use support::normalized;

const IRREGULAR: &str = include_str!("fixtures/irregular.json");

#[test]
fn every_irregularity_is_normalized_as_recorded() {
    let (_, spec, diagnostics) = normalized(IRREGULAR).expect("normalizes");
    insta::assert_snapshot!("irregular_spec", to_json(&spec));
    insta::assert_snapshot!("irregular_diagnostics", diagnostics.to_string());
}

#[test]
fn raw_and_normalized_schemas_accept_the_same_arguments() {
    let (list, spec, diagnostics) = normalized(IRREGULAR).expect("normalizes");
    let mut sum = Comparison::default();
    compare("irregular", &list, &spec, &diagnostics, 3_000, &mut sum);
    assert_eq!(sum.disagreements, Vec::<String>::new());
    assert!(sum.n_compared >= 8, "{sum:?}");
    assert!(sum.n_accepted > 1_000 && sum.n_refused > 1_000, "{sum:?}");
}

#[test]
fn a_normalized_spec_reads_back_equal_and_writes_the_same_bytes() {
    let (_, spec, _) = normalized(IRREGULAR).expect("normalizes");
    let text = to_json(&spec);
    assert_eq!(from_json(&text).expect("reads back"), spec);
    match read_text(&text).expect("is recognized") {
        (Input::Normalized(again), _) => assert_eq!(to_json(&again), text),
        (Input::Raw(_), _) => panic!("a normalized spec was taken for a raw list"),
    }
}

#[test]
fn a_spec_edited_wrongly_is_refused_at_its_place() {
    let (_, spec, _) = normalized(IRREGULAR).expect("normalizes");
    let text = to_json(&spec);
    for (from, to, code) in [
        ("\"spec_version\": 1", "\"spec_version\": 9", Code::UnknownSpecVersion),
        ("\"service\": \"thing\"", "\"service\": \"../thing\"", Code::InvalidServiceName),
        ("\"wire_name\"", "\"wire\"", Code::InvalidSpec),
        ("\"name\": \"types\"", "\"name\": \"bounds\"", Code::InvalidSpec),
        ("\"minLength\": 1", "\"minProperties\": 1", Code::InvalidSpec),
    ] {
        assert!(text.contains(from), "{from} is not in the spec");
        let error = from_json(&text.replacen(from, to, 1)).expect_err(to);
        assert!(error.has(code), "{to}: {error}");
    }
}

#[test]
fn parameters_keep_their_order_from_the_list_to_the_file() {
    let text = r#"{"tools":[{"name":"a","inputSchema":{"type":"object","properties":
        {"zeta":{},"alpha":{},"mid":{"type":"object","additionalProperties":
        {"type":"object","properties":{"z":{"type":"string"},"a":{"type":"string"}}}}}}}]}"#;
    let (_, spec, _) = normalized(text).expect("normalizes");
    let again = from_json(&to_json(&spec)).expect("reads back");
    let names: Vec<&String> = again.tools[0].parameters.properties.keys().collect();
    assert_eq!(names, ["zeta", "alpha", "mid"]);
    assert_eq!(again, spec);
    assert!(to_json(&spec).find("\"z\"") < to_json(&spec).find("\"a\": {"));
}

#[test]
fn envelopes_are_opened_and_hidden_parameters_left_out() {
    let text = r#"{"tools":[{"name":"get","inputSchema":{"type":"object","visible":["path","query"],
        "properties":{
          "path":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"visible":["id"]},
          "query":{"type":"object","properties":{"id":{"type":"integer"},"v":{"type":"string","default":"1"}},"visible":["id"]},
          "header":{"type":"object","properties":{"accept":{"type":"string"}}}},
        "required":["path","header"],"additionalProperties":false}}]}"#;
    let (_, spec, diagnostics) = normalized(text).expect("normalizes");
    let parameters = &spec.tools[0].parameters;
    assert_eq!(parameters.properties.keys().collect::<Vec<_>>(), ["id", "query_id"]);
    assert_eq!(parameters.required, ["id"]);
    for code in [Code::EnvelopeOpened, Code::HiddenDropped] {
        assert!(diagnostics.has(code), "{code} is missing");
    }
}

#[test]
fn credentials_and_fillers_go_and_data_of_the_same_name_stays() {
    let text = r#"{"tools":[
        {"name":"list_issues","inputSchema":{"type":"object","properties":{
          "api_key":{"type":"string"},"token":{"type":"string","description":"symbol of the coin"}},"required":["api_key"]}},
        {"name":"login","inputSchema":{"type":"object","properties":{"password":{"type":"string"}}}},
        {"name":"ping","inputSchema":{"type":"object","properties":{"random_string":{"type":"string"}},"required":["random_string"]}}]}"#;
    let (_, spec, diagnostics) = normalized(text).expect("normalizes");
    let names = |tool: usize| spec.tools[tool].parameters.properties.keys().collect::<Vec<_>>();
    assert_eq!(names(0), ["token"]);
    assert_eq!(names(1), ["password"]);
    assert!(names(2).is_empty());
    assert!(spec.tools[2].parameters.required.is_empty());
    assert!(diagnostics.has(Code::CredentialDropped) && diagnostics.has(Code::DummyDropped));
}

#[test]
fn a_wrapped_answer_is_taken_out_and_a_wrapped_text_says_nothing() {
    let returns = |result: &str| {
        let text = format!(
            r#"{{"tools":[{{"name":"a","inputSchema":{{"type":"object"}},"outputSchema":
            {{"type":"object","properties":{{"result":{result}}},"required":["result"]}}}}]}}"#
        );
        let (_, spec, _) = normalized(&text).expect("normalizes");
        spec.tools[0].returns.clone()
    };
    assert_eq!(returns(r#"{"type":"string"}"#), None);
    let list = returns(r#"{"type":"array","items":{"type":"integer"}}"#);
    assert_eq!(list.and_then(|schema| schema.kind), Some(Type::Array));
}

#[test]
fn sentences_of_the_server_never_reach_the_spec() {
    let text = r#"{"tools":[{"name":"a","description":"SECRET-SENTENCE","inputSchema":{"type":"object",
        "description":"SECRET-SENTENCE","title":"SECRET-SENTENCE","properties":{"x":{"type":"string",
        "description":"SECRET-SENTENCE","examples":["SECRET-SENTENCE"]}}},
        "outputSchema":{"type":"object","properties":{"y":{"type":"string","description":"SECRET-SENTENCE"}}}}]}"#;
    let (_, spec, _) = normalized(text).expect("normalizes");
    assert!(!to_json(&spec).contains("SECRET-SENTENCE"));
}
