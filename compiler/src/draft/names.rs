//! Names of fields, arguments and types in Rust.

use std::collections::BTreeSet;

use heck::{ToSnakeCase, ToUpperCamelCase};

use crate::normalize::words::{is_keyword, snake};
use crate::resolve::{CORE_NAMES, PRELUDE_NAMES};

/// The words of a name in snake case.
pub fn words_of(name: &str) -> Vec<String> {
    name.split('_').map(str::to_owned).collect()
}

/// The field that an argument of this name is for; `None` when Rust cannot name it.
pub fn field_name(argument: &str) -> Option<String> {
    let is_reserved = matches!(argument, "self" | "super" | "crate");
    if is_plain(argument) && !is_reserved {
        return Some(argument.to_owned());
    }
    let name = snake(argument);
    let usable = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name == argument.to_snake_case()
        && !matches!(name.as_str(), "self" | "super" | "crate");
    usable.then_some(name)
}

/// Whether it is in snake case as it stands: most names are, and are looked at often.
fn is_plain(name: &str) -> bool {
    let are_letters = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    are_letters && name.split('_').all(|word| !word.is_empty())
}

/// A field name as Rust writes it: keywords are raw.
pub fn rust_name(name: &str) -> String {
    if is_keyword(name) { format!("r#{name}") } else { name.to_owned() }
}

/// A type's name that nothing else has; it joins `taken`.
pub fn type_name(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    const ALSO_TAKEN: &[&str] = &[
        "Arc", "BTreeMap", "BTreeSet", "DateTime", "Decimal", "Duration", "HashMap", "HashSet",
        "Instant", "Rc", "Tools", "Value",
    ];
    let camel = wanted.to_upper_camel_case();
    let camel = if camel.starts_with(|first: char| first.is_ascii_alphabetic()) {
        camel
    } else {
        format!("N{camel}")
    };
    let is_taken = |name: &str, taken: &BTreeSet<String>| {
        taken.contains(name)
            || CORE_NAMES.contains(&name)
            || PRELUDE_NAMES.contains(&name)
            || ALSO_TAKEN.contains(&name)
    };
    let mut name = camel.clone();
    if is_taken(&name, taken) {
        name = format!("{camel}Row");
    }
    let mut number = 2;
    while is_taken(&name, taken) {
        name = format!("{camel}Row{number}");
        number += 1;
    }
    taken.insert(name.clone());
    name
}
