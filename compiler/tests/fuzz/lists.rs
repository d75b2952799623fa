//! Tool lists: each gives a normalized spec or coded diagnostics.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use compoworld::diagnostics::Diagnostics;
use compoworld::normalize::{Options, normalize};
use compoworld::read::{Input, read_text};
use compoworld::spec::{Spec, from_json, to_json};
use proptest::prelude::Strategy;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

use crate::budget::hold;
use crate::damaged_json::{any_json, damage, damage_text, damages, text_damages};
use crate::told::assert_told;

/// Lists of real servers, and one with every irregularity that was seen.
static LISTS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = ["hubspot", "linear", "memory", "zendesk"]
        .map(|name| folder.join(format!("src/quickstart/lists/{name}.json")));
    let mut lists = Vec::new();
    for path in paths.iter().chain([&folder.join("tests/fixtures/irregular.json")]) {
        let text = std::fs::read_to_string(path).expect("the list is there");
        lists.push(serde_json::from_str(&text).expect("the list is JSON"));
    }
    lists
});

/// A list with some tools of one of the lists.
pub fn small_list(most: usize) -> impl Strategy<Value = Value> {
    (0..LISTS.len()).prop_flat_map(move |index| {
        let tools = tools_of(&LISTS[index]).clone();
        let n_most = tools.len().min(most);
        subsequence(tools, 1..=n_most).prop_map(move |tools| {
            let mut list = LISTS[index].clone();
            list["tools"] = json!(tools);
            list
        })
    })
}

fn tools_of(list: &Value) -> &Vec<Value> {
    list["tools"].as_array().expect("every one of the lists has tools")
}

/// Some tools of a list, damaged.
pub fn damaged_list() -> impl Strategy<Value = Value> {
    (small_list(4), damages(5)).prop_map(|(mut list, damages)| {
        damage(&mut list, &damages);
        list
    })
}

/// Reads and normalizes a text as service `thing` of domain `things`.
pub fn normalized(text: &str) -> Result<(Spec, Diagnostics), Diagnostics> {
    let (input, mut diagnostics) = read_text(text)?;
    let (spec, rest) = match input {
        Input::Raw(list) => normalize(list, &Options::new("thing", "things"))?,
        Input::Normalized(spec) => (*spec, Diagnostics::new()),
    };
    diagnostics.append(rest);
    Ok((spec, diagnostics))
}

/// A text gives a spec that reads back as it is, or errors.
fn assert_settled(text: &str) {
    let (spec, diagnostics) = match normalized(text) {
        Ok((spec, diagnostics)) => (Some(spec), diagnostics),
        Err(diagnostics) => (None, diagnostics),
    };
    assert_eq!(spec.is_none(), diagnostics.has_errors(), "{diagnostics}");
    assert_told(&diagnostics.in_file("list.json"), &BTreeMap::from([("list.json", text)]));
    if let Some(spec) = spec {
        assert_eq!(from_json(&to_json(&spec)).expect("a spec reads back"), spec);
    }
}

#[test]
fn damaged_lists_are_normalized_or_refused_with_codes() {
    hold(800, damaged_list(), |list| assert_settled(&list.to_string()));
}

#[test]
fn lists_whose_text_is_damaged_are_normalized_or_refused_with_codes() {
    hold(800, (small_list(2), text_damages(3)), |(list, damages)| {
        let mut text = list.to_string();
        damage_text(&mut text, &damages);
        assert_settled(&text);
    });
}

#[test]
fn anything_in_the_place_of_a_schema_is_normalized_or_refused_with_codes() {
    const PLACES: &[&str] =
        &["/tools/0/inputSchema", "/tools/0/inputSchema/properties", "/tools/0", "/tools", ""];
    let list = json!({"tools": [
        {"name": "get_thing", "inputSchema": {"type": "object", "properties": {"id": {}}}}
    ]});
    hold(800, (any_json(), select(PLACES)), |(value, at)| {
        let mut list = list.clone();
        *list.pointer_mut(at).expect("the list has that place") = value;
        assert_settled(&list.to_string());
    });
}

#[test]
fn a_place_where_json_ends_inside_a_character_is_around_the_character() {
    for text in ["{\"tools\": é}", "é", "[\"a\" 🚀]", "{\"a\": 1} \u{feff}x", "[tru\u{e9}]"] {
        assert_settled(text);
    }
}
