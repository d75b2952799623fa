//! Input that is too deep or too large gets a diagnostic: no stack is used up.

use std::collections::BTreeMap;
use std::path::Path;

use compoworld::diagnostics::Code;
use compoworld::pipeline::{Inputs, compile, read_inputs};
use compoworld::spec::from_json;

use crate::lists::normalized;
use crate::told::assert_told;

fn help_desk() -> Inputs {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/help_desk");
    let inputs = read_inputs(&folder, &mut Default::default()).expect("the fixture is there");
    Inputs { spec_file: "spec.json".to_owned(), model_file: "service.rs".to_owned(), ..inputs }
}

/// The codes of a model that stands before the help desk's.
fn refusal(before: &str) -> Vec<Code> {
    let mut inputs = help_desk();
    inputs.model = format!("{before}\n{}", inputs.model);
    let diagnostics = compile(&inputs).expect_err(&before[..before.len().min(40)]);
    let files = BTreeMap::from([
        ("spec.json", inputs.spec.as_str()),
        ("service.rs", inputs.model.as_str()),
    ]);
    assert_told(&diagnostics, &files);
    diagnostics.iter().map(|one| one.code).collect()
}

#[test]
fn models_that_nest_too_deep_are_refused() {
    for (open, inside, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{", "1", "}"),
        ("!", "true", ""),
        ("-", "1", ""),
        ("&", "1", ""),
        ("*", "x", ""),
        ("1 + ", "1", ""),
        ("x.", "y", ""),
        ("f(", "1", ")"),
        ("", "x", "()"),
        ("", "x", "[0]"),
        ("", "x", "?"),
        ("|x| ", "1", ""),
        ("if x { 1 } else ", "{ 1 }", ""),
        ("match x { _ => ", "1", "}"),
        ("vec![", "1", "]"),
        ("return ", "1", ""),
        ("x = ", "1", ""),
        ("1..", "1", ""),
        ("x as ", "u8", ""),
        ("'a: ", "{}", ""),
        ("unsafe ", "{}", ""),
    ] {
        let levels = 20_000;
        let expression = format!("{}{inside}{}", open.repeat(levels), close.repeat(levels));
        let codes = refusal(&format!("fn deep() {{ let _ = {expression}; }}"));
        assert_eq!(codes, [Code::NestedTooDeep], "{open}{inside}{close}");
    }
}

#[test]
fn types_patterns_and_items_that_nest_too_deep_are_refused() {
    let levels = 20_000;
    for (head, open, inside, close) in [
        ("type T =", "Vec<", "u8", ">;"),
        ("type T =", "&", "u8", ""),
        ("type T =", "(", "u8", ",)"),
        ("type T =", "[", "u8", "; 1]"),
        ("type T =", "fn(", "u8", ")"),
        ("type T =", "fn() -> ", "u8", ""),
        ("type T =", "A::", "B", ""),
        ("use ", "a::", "b", ""),
        ("use ", "{", "b", "}"),
        ("mod m ", "{ mod m ", "{}", "}"),
        ("fn f() ", "{ fn f() ", "{}", "}"),
        ("", "#[doc(", "x", ")]"),
        ("#[a", "(", "x", ")]"),
        ("fn f(x: ", "impl A<", "u8", ">"),
    ] {
        let text = format!("{head} {}{inside}{};", open.repeat(levels), close.repeat(levels));
        assert!(!refusal(&text).is_empty(), "{head}{open}{inside}{close}");
    }
    let patterns = format!("fn f() {{ let {}x{} = 1; }}", "(".repeat(levels), ",)".repeat(levels));
    assert_eq!(refusal(&patterns), [Code::NestedTooDeep]);
}

#[test]
fn lists_and_specs_that_nest_too_deep_are_refused() {
    for (open, close) in
        [("[", "]"), (r#"{"tools":"#, "}"), (r#"[{"name":"a","inputSchema":"#, "}]")]
    {
        let text = format!("{}1{}", open.repeat(20_000), close.repeat(20_000));
        assert!(normalized(&text).expect_err(open).has(Code::NestedTooDeep));
        assert!(from_json(&text).expect_err(open).has_errors());
    }
    let mut inputs = help_desk();
    let deep = format!("{}{{}}{}", r#"{"items":"#.repeat(20_000), "}".repeat(20_000));
    inputs.spec = inputs.spec.replacen(
        r#""parameters": {"#,
        &format!(r#""parameters": {{"items": {deep},"#),
        1,
    );
    assert!(compile(&inputs).expect_err("the schema nests too deep").has_errors());
}

#[test]
fn fixtures_and_cases_that_nest_too_deep_are_refused() {
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let inputs = help_desk();
    let fixture = inputs.model.find("pub const FIXTURE").expect("it has a fixture");
    let model = format!("{}pub const FIXTURE: &str = {deep:?};", &inputs.model[..fixture]);
    let refused =
        compile(&Inputs { model, ..inputs.clone() }).expect_err("the fixture is too deep");
    assert!(refused.has(Code::InvalidFixture), "{refused}");

    let case = inputs.model.replacen("args = r#\"", &format!("args = r#\"{deep}"), 1);
    let refused = compile(&Inputs { model: case, ..inputs }).expect_err("the case is too deep");
    assert!(refused.has(Code::InvalidCase), "{refused}");
}

#[test]
fn large_files_are_refused_before_they_are_read() {
    let large = " ".repeat(compoworld::read::TEXT_BYTES_MAX + 1);
    assert!(normalized(&large).expect_err("too large").has(Code::FileTooLarge));
}
