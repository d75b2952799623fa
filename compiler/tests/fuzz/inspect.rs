//! What holds of an emitted crate, whatever stood in its spec and its model.

use std::collections::BTreeSet;
use std::path::{Component, Path};

use compoworld::diagnostics::turns_text;
use compoworld::emit::Files;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, ItemMod};
use toml::{Table, Value};

/// The files of every crate.
const PATHS: [&str; 9] = [
    "Cargo.toml",
    "README.md",
    "src/args.rs",
    "src/lib.rs",
    "src/logic.rs",
    "src/state.rs",
    "src/tools.rs",
    "tests/contract.rs",
    "verification.json",
];

/// Every file lies in the crate's folder and parses.
pub fn assert_contained(files: &Files) {
    for (path, text) in files {
        assert!(Path::new(path).components().all(|part| matches!(part, Component::Normal(_))));
        if path.ends_with(".rs") {
            parsed(path, text);
        }
    }
    assert!(files.keys().eq(PATHS.iter()), "{:?}", files.keys());
    assert_manifest(&files["Cargo.toml"]);
    let ledger: serde_json::Value =
        serde_json::from_str(&files["verification.json"]).expect("the ledger is JSON");
    assert!(ledger["tools"].is_object());
}

/// Beside that, no character in them acts on the text around it or on a terminal.
pub fn assert_plain(files: &Files) {
    assert_contained(files);
    for (path, text) in files {
        assert!(!text.contains(turns_text), "{path} holds a character that turns text around");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{path}: {text:?}");
    }
    assert!(!files["README.md"].contains("<script"), "{}", files["README.md"]);
}

fn parsed(path: &str, text: &str) -> syn::File {
    syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}\n{text}"))
}

/// The manifest has the keys that every crate's has, and no others.
fn assert_manifest(text: &str) {
    let manifest: Table = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut keys = BTreeSet::new();
    paths_of(&manifest, "", &mut keys);
    for optional in ["dependencies.serde_json.workspace", "dev-dependencies.serde_json.workspace"] {
        keys.remove(optional);
    }
    let wanted = [
        "dependencies.compoworld-core.workspace",
        "lib.doctest",
        "lib.test",
        "lints.clippy.all.level",
        "lints.clippy.all.priority",
        "lints.clippy.unwrap_used",
        "lints.rust.unsafe_code",
        "lints.rust.unused",
        "package.description",
        "package.edition.workspace",
        "package.license.workspace",
        "package.name",
        "package.publish.workspace",
        "package.version.workspace",
    ];
    assert!(keys.iter().eq(wanted.iter()), "{keys:?}");
}

fn paths_of(table: &Table, at: &str, found: &mut BTreeSet<String>) {
    for (key, value) in table {
        let path = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
        match value {
            Value::Table(table) => paths_of(table, &path, found),
            _ => drop(found.insert(path)),
        }
    }
}

/// The tokens of a file without its documentation and with all literals alike.
pub fn skeleton(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    collect(tokens, &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = tokens.as_slice();
    loop {
        rest = match rest {
            [TokenTree::Punct(sign), TokenTree::Group(doc), rest @ ..]
                if sign.as_char() == '#' && is_doc(doc.stream()) =>
            {
                rest
            }
            [TokenTree::Punct(sign), TokenTree::Punct(bang), TokenTree::Group(doc), rest @ ..]
                if sign.as_char() == '#' && bang.as_char() == '!' && is_doc(doc.stream()) =>
            {
                rest
            }
            [TokenTree::Group(group), rest @ ..] => {
                found.push(format!("{:?}", group.delimiter()));
                collect(group.stream(), found);
                found.push("end".to_owned());
                rest
            }
            [TokenTree::Literal(_), rest @ ..] => {
                found.push("literal".to_owned());
                rest
            }
            [token, rest @ ..] => {
                found.push(token.to_string());
                rest
            }
            [] => return,
        };
    }
}

fn is_doc(attribute: TokenStream) -> bool {
    let mut tokens = attribute.into_iter();
    matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "doc")
        && matches!(tokens.next(), Some(TokenTree::Punct(sign)) if sign.as_char() == '=')
}

/// The kinds and names of the items of a file, those in modules among them.
pub fn items(path: &str, text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect_items(&parsed(path, text).items, "", &mut found);
    found
}

fn collect_items(items: &[Item], inside: &str, found: &mut BTreeSet<String>) {
    for item in items {
        let (kind, name) = match item {
            Item::Const(item) => ("const", item.ident.to_string()),
            Item::Enum(item) => ("enum", item.ident.to_string()),
            Item::Fn(item) => ("fn", item.sig.ident.to_string()),
            Item::Static(item) => ("static", item.ident.to_string()),
            Item::Struct(item) => ("struct", item.ident.to_string()),
            Item::Type(item) => ("type", item.ident.to_string()),
            Item::Use(_) => continue,
            Item::Mod(ItemMod { ident, content, .. }) => {
                if let Some((_, items)) = content {
                    collect_items(items, &format!("{inside}{ident}::"), found);
                }
                ("mod", ident.to_string())
            }
            Item::Impl(item) => ("impl", item.self_ty.to_token_stream().to_string()),
            other => ("other", other.to_token_stream().to_string()),
        };
        found.insert(format!("{kind} {inside}{name}"));
    }
}
