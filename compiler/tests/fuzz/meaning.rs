//! Damaged lists keep their meaning: what a schema accepts, its normalized form accepts, unless a
//! diagnostic says otherwise.

use compoworld::read::{Input, read_text};
use serde_json::json;

use crate::budget::hold;
use crate::lists::damaged_list;
use crate::support::meaning::{Comparison, compare};
use crate::support::normalized;

/// The list's schemas and their normalized forms accept the same, or a diagnostic says otherwise.
fn assert_kept(text: &str) {
    let is_raw = matches!(read_text(text), Ok((Input::Raw(_), _)));
    if is_raw && let Ok((list, spec, diagnostics)) = normalized(text) {
        let mut sum = Comparison::default();
        compare("list", &list, &spec, &diagnostics, 12, &mut sum);
        assert!(sum.disagreements.is_empty(), "{:#?}\n{diagnostics}", sum.disagreements);
    }
}

#[test]
fn damaged_lists_mean_what_they_meant_or_a_diagnostic_says_otherwise() {
    hold(600, damaged_list(), |list| assert_kept(&list.to_string()));
}

#[test]
fn a_name_that_is_required_twice_of_a_present_one_is_required_once() {
    let list = json!({"tools": [{"name": "save_file", "inputSchema": {
        "type": "object",
        "properties": {"kind": {"type": "string"}, "size": {"type": "integer"}},
        "dependentRequired": {"kind": ["size", "size"]}
    }}]});
    assert_kept(&list.to_string());
}
