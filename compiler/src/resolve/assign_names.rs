//! Names in Rust for what the spec names in any way it likes.

use std::collections::BTreeSet;

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::{Ident, Span};

/// What generated code can import from the runtime.
pub const CORE_NAMES: &[&str] = &[
    "Args",
    "Binding",
    "Change",
    "Choice",
    "Context",
    "Date",
    "Direction",
    "Entity",
    "ErrorCode",
    "Field",
    "FieldType",
    "Filter",
    "Hints",
    "Instance",
    "IntKey",
    "Json",
    "Key",
    "KeyPart",
    "One",
    "Operation",
    "Output",
    "Page",
    "PageRequest",
    "Record",
    "Relation",
    "Returns",
    "RowRef",
    "Run",
    "Semantics",
    "ServiceDef",
    "SimulationReason",
    "State",
    "StateExt",
    "Table",
    "Timestamp",
    "Tool",
    "ToolError",
    "ToolPart",
    "ToolParts",
    "canonical_json",
    "contains_text",
    "digest_text",
    "equals",
    "join_key",
    "is_one_of",
    "one_of",
    "order_rows",
    "run_read",
    "run_write",
    "sort_rows",
];

/// What every Rust file has without importing it.
pub const PRELUDE_NAMES: &[&str] = &[
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Hash",
    "Into",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Self",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
];

/// The name of a tool's argument struct: `CreateTicket`, or `PageArgs` where the plain name would
/// hide another type.
pub fn args_ident(tool: &str, taken: &BTreeSet<String>) -> Ident {
    let name = tool.to_upper_camel_case();
    let hides = taken.contains(&name)
        || CORE_NAMES.contains(&name.as_str())
        || PRELUDE_NAMES.contains(&name.as_str());
    let name = if hides { format!("{name}Args") } else { name };
    Ident::new(&name, Span::call_site())
}

/// Names beyond this are cut: a property may be called by a whole page.
const NAME_CHARACTERS_MAX: usize = 100;

/// The text as names can hold it.
fn ascii(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    plain.take(NAME_CHARACTERS_MAX).collect()
}

/// The words of a text as a part of a type's name; there may be none.
pub fn type_words(text: &str) -> String {
    ascii(text).to_upper_camel_case()
}

/// The name of a field for a property, unique among `taken`, which it joins.
pub fn field_ident(property: &str, taken: &mut BTreeSet<String>) -> Ident {
    let mut name = ascii(property).to_snake_case();
    if name.is_empty() {
        name = "argument".to_owned();
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name = format!("n{name}");
    }
    if matches!(name.as_str(), "self" | "super" | "crate") {
        name.push('_');
    }
    unique(&mut name, taken, '_');
    ident(&name)
}

/// The name of a variant for a value, unique among `taken`, which it joins.
pub fn variant_ident(value: &str, taken: &mut BTreeSet<String>) -> Ident {
    let mut name = type_words(value);
    if name.is_empty() {
        name = if value.is_empty() { "Empty" } else { "Other" }.to_owned();
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name = format!("N{name}");
    }
    if name == "Self" {
        name.push_str("Value");
    }
    unique(&mut name, taken, 'X');
    ident(&name)
}

fn unique(name: &mut String, taken: &mut BTreeSet<String>, joint: char) {
    let plain = name.clone();
    let mut number = 2;
    while !taken.insert(name.clone()) {
        *name = format!("{plain}{joint}{number}");
        number += 1;
    }
}

/// An identifier, raw where the name is a keyword.
pub fn ident(name: &str) -> Ident {
    match syn::parse_str::<Ident>(name) {
        Ok(ident) => ident,
        Err(_) => Ident::new_raw(name, Span::call_site()),
    }
}
