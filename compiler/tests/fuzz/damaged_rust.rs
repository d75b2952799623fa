//! Damages Rust: tokens are deleted, repeated, swapped and replaced.

use std::ops::Range;
use std::str::FromStr;

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use proptest::collection;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::{Index, select};

use crate::hostile_texts::hostile_text;

/// One change, and a choice of the token that it is made to.
pub type Damage = (Index, Change);

#[derive(Debug, Clone)]
pub enum Change {
    Delete,
    Repeat,
    Swap(Index),
    /// By another token of the same source.
    Copy(Index),
    /// By another one of its kind: what comes of that often parses.
    Alike(Index),
    Replace(String),
    Insert(String),
}

/// Tokens that change what stands around them.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "#",
    "!",
    "'a",
    "::",
    ":",
    ";",
    ",",
    ".",
    "..",
    "..=",
    "=",
    "==",
    "=>",
    "->",
    "&",
    "&mut",
    "*",
    "?",
    "|",
    "||",
    "_",
    "@",
    "$",
    "~",
    "0",
    "-1",
    "1e999",
    "0xffff_ffff_ffff_ffff_ffff",
    "340282366920938463463374607431768211456",
    "1.5",
    "\"\"",
    "''",
    "b'a'",
    "b\"\"",
    "c\"\"",
    "r#\"\"#",
    "\"{}\"",
    "\"{:03}\"",
    "\"{:99999999999}\"",
    "\"{\"",
    "\"^(\"",
    "true",
    "self",
    "Self",
    "super",
    "crate",
    "r#type",
    "r#self",
    "fn",
    "pub",
    "struct",
    "enum",
    "trait",
    "impl",
    "mod",
    "use",
    "const",
    "static",
    "unsafe",
    "extern",
    "async",
    "dyn",
    "where",
    "for",
    "loop",
    "while",
    "match",
    "if",
    "else",
    "return",
    "let",
    "mut",
    "ref",
    "move",
    "macro_rules!",
    "panic!()",
    "include!(\"/etc/passwd\")",
    "env!(\"HOME\")",
    "std::fs",
    "String",
    "i64",
    "f64",
    "bool",
    "Timestamp",
    "Date",
    "Json",
    "Option",
    "Vec",
    "BTreeMap",
    "Table",
    "One",
    "Key",
    "IntKey",
    "Page",
    "#[derive(Entity)]",
    "#[derive(State)]",
    "#[derive(Record)]",
    "#[derive(Choice)]",
    "#[entity(key)]",
    "#[entity(unique)]",
    "#[entity(default)]",
    "#[entity(sequence)]",
    "#[entity(range = 5..=1)]",
    "#[entity(len = 0..=0)]",
    "#[entity(pattern = \"(\")]",
    "#[entity(rename = \"\")]",
    "#[tool(create)]",
    "#[tool]",
    "#[tool()]",
    "#[case(args = \"{}\", ok = \"{}\")]",
    "create",
    "get",
    "list",
    "search",
    "update",
    "upsert",
    "delete",
    "append",
    "detach",
    "count",
    "simulate",
    "key",
    "map",
    "set",
    "require",
    "filter",
    "sort",
    "page",
    "ignore",
    "simulated",
    "about",
    "types",
    "reads",
    "writes",
    "descending",
    "limit",
    "cursor",
    "offset",
    "in",
    "has",
];

/// Up to this many changes.
pub fn damages(most: usize) -> impl Strategy<Value = Vec<Damage>> {
    let token = || {
        prop_oneof![
            5 => select(TOKENS).prop_map(str::to_owned),
            1 => hostile_text(),
            1 => hostile_text().prop_map(|text| format!("{text:?}")),
        ]
    };
    let change = prop_oneof![
        2 => Just(Change::Delete),
        1 => Just(Change::Repeat),
        2 => any::<Index>().prop_map(Change::Swap),
        2 => any::<Index>().prop_map(Change::Copy),
        8 => any::<Index>().prop_map(Change::Alike),
        3 => token().prop_map(Change::Replace),
        2 => token().prop_map(Change::Insert),
    ];
    collection::vec((any::<Index>(), change), 1..=most)
}

/// The source with these changes.
pub fn damage(source: &str, damages: &[Damage]) -> String {
    let mut tokens = tokens_of(source);
    for (at, change) in damages {
        if tokens.is_empty() {
            break;
        }
        let at = at.index(tokens.len());
        match change {
            Change::Delete => drop(tokens.remove(at)),
            Change::Repeat => tokens.insert(at, tokens[at].clone()),
            Change::Swap(other) => {
                let other = other.index(tokens.len());
                tokens.swap(at, other);
            }
            Change::Copy(from) => tokens[at] = from.get(&tokens).clone(),
            Change::Alike(from) => {
                let kind = kind_of(&tokens[at]);
                let alike: Vec<&String> =
                    tokens.iter().filter(|token| kind_of(token) == kind).collect();
                tokens[at] = (*from.get(&alike)).clone();
            }
            Change::Replace(text) => tokens[at] = text.clone(),
            Change::Insert(text) => tokens.insert(at, text.clone()),
        }
    }
    tokens.join(" ")
}

/// What a token begins like: as a name of a type, another name, a number, a text or a sign.
fn kind_of(token: &str) -> u8 {
    match token.strip_prefix("r#\"").map_or_else(|| token.chars().next(), |_| Some('"')) {
        Some(c) if c.is_uppercase() => 0,
        Some(c) if c.is_alphabetic() || c == '_' => 1,
        Some(c) if c.is_numeric() => 2,
        Some('"') => 3,
        _ => 4,
    }
}

/// The tokens of a source, each as it is written; comments end with their line.
fn tokens_of(source: &str) -> Vec<String> {
    let mut ranges = Vec::new();
    let tokens = TokenStream::from_str(source).expect("an undamaged model lexes");
    flatten(tokens, &mut ranges);
    ranges.dedup();
    let text = |range: &Range<usize>| {
        let text = &source[range.clone()];
        if text.starts_with("//") { format!("{text}\n") } else { text.to_owned() }
    };
    ranges.iter().filter(|range| !range.is_empty()).map(text).collect()
}

fn flatten(tokens: TokenStream, ranges: &mut Vec<Range<usize>>) {
    for token in tokens {
        let TokenTree::Group(group) = token else {
            push(token.span(), ranges);
            continue;
        };
        // A comment for documentation is `#[doc = ".."]` with one span for all of it.
        if group.delimiter() == Delimiter::None || is_comment(&group) {
            flatten(group.stream(), ranges);
            continue;
        }
        push(group.span_open(), ranges);
        flatten(group.stream(), ranges);
        push(group.span_close(), ranges);
    }
}

fn is_comment(group: &Group) -> bool {
    group.span_open().byte_range() == group.span_close().byte_range()
}

fn push(span: Span, ranges: &mut Vec<Range<usize>>) {
    ranges.push(span.byte_range());
}
