//! What a field with a schema holds, and how two uses of a field agree.

use heck::ToUpperCamelCase;

use crate::normalize::words::snake;
use crate::spec::{Schema, Type};

/// What a field holds.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldKind {
    /// A text.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// A flag.
    Boolean,
    /// An instant.
    Timestamp,
    /// A day.
    Date,
    /// A list of texts.
    Texts,
    /// Anything.
    Json,
    /// One of these names.
    Choice(Vec<String>),
    /// A reference to the entity of this noun.
    Reference(String),
}

impl FieldKind {
    /// Whether it is one value that can be compared.
    pub fn is_scalar(&self) -> bool {
        !matches!(self, Self::Json | Self::Texts)
    }

    /// Whether it is a whole number or any number.
    pub fn is_number(&self) -> bool {
        matches!(self, Self::Integer | Self::Number)
    }
}

/// The schema without `null` beside it.
pub fn bare(schema: &Schema) -> &Schema {
    let mut others = schema.any_of.iter().filter(|one| one.kind != Some(Type::Null));
    match (others.next(), others.next()) {
        (Some(only), None) if schema.any_of.len() == 2 => only,
        _ => schema,
    }
}

/// Whether a call may leave the value out or give `null`.
pub fn may_lack(parameters: &Schema, argument: &str) -> bool {
    let schema = &parameters.properties[argument];
    let takes_null = |schema: &Schema| schema.kind == Some(Type::Null);
    !parameters.requires(argument) || schema.any_of.iter().any(takes_null) || takes_null(schema)
}

/// Whether the value names something by a text or by a number: the number's text says the same.
fn is_text_or_number(schema: &Schema) -> bool {
    let mut kinds = Vec::new();
    for branch in schema.any_of.iter().chain(&schema.one_of) {
        let is_plain = branch.values.is_none()
            && branch.constant.is_none()
            && [&branch.any_of, &branch.one_of, &branch.all_of]
                .iter()
                .all(|union| union.is_empty());
        match branch.kind {
            Some(kind) if is_plain => kinds.push(kind),
            _ => return false,
        }
    }
    let numbers = kinds.iter().any(|kind| matches!(kind, Type::Integer | Type::Number));
    let known =
        |kind: &Type| matches!(kind, Type::String | Type::Integer | Type::Number | Type::Null);
    schema.all_of.is_empty() && kinds.contains(&Type::String) && numbers && kinds.iter().all(known)
}

/// What a field with this argument's schema holds.
pub fn kind_of(schema: &Schema) -> FieldKind {
    let schema = bare(schema);
    if is_text_or_number(schema) {
        return FieldKind::Text;
    }
    if let Some(values) = &schema.values {
        let names: Option<Vec<String>> =
            values.iter().map(|value| value.as_str().map(str::to_owned)).collect();
        return match names {
            Some(names) if is_choice(&names) => FieldKind::Choice(names),
            Some(names) if !names.is_empty() && schema.kind == Some(Type::String) => {
                FieldKind::Text
            }
            _ => FieldKind::Json,
        };
    }
    if schema.constant.is_some() {
        return FieldKind::Json;
    }
    let plain = schema.any_of.is_empty() && schema.one_of.is_empty() && schema.all_of.is_empty();
    match schema.kind {
        Some(Type::String) if plain => match schema.format.as_deref() {
            Some("date-time") => FieldKind::Timestamp,
            Some("date") => FieldKind::Date,
            _ => FieldKind::Text,
        },
        Some(Type::Integer) if plain => FieldKind::Integer,
        Some(Type::Number) if plain => FieldKind::Number,
        Some(Type::Boolean) if plain => FieldKind::Boolean,
        Some(Type::Array) if plain && items_are_texts(schema) => FieldKind::Texts,
        _ => FieldKind::Json,
    }
}

fn items_are_texts(schema: &Schema) -> bool {
    schema.prefix_items.is_empty()
        && schema.items.as_ref().is_some_and(|items| {
            items.kind == Some(Type::String)
                && items.any_of.is_empty()
                && items.one_of.is_empty()
                && items.all_of.is_empty()
                && items.constant.is_none()
        })
}

/// The kind that can hold what both do, if there is one that is not just anything.
pub fn merge(a: &FieldKind, b: &FieldKind) -> Option<FieldKind> {
    use FieldKind::{Choice, Date, Integer, Number, Text, Timestamp};
    Some(match (a, b) {
        (a, b) if a == b => a.clone(),
        (Integer, Number) | (Number, Integer) => Number,
        (Choice(a), Choice(b)) => {
            let mut names = a.clone();
            names.extend(b.iter().filter(|name| !a.contains(name)).cloned());
            if is_choice(&names) { Choice(names) } else { Text }
        }
        (Text, Choice(_) | Timestamp | Date) | (Choice(_) | Timestamp | Date, Text) => Text,
        (Timestamp, Date) | (Date, Timestamp) => Timestamp,
        _ => return None,
    })
}

/// Whether an argument of this kind can be read as what the field holds.
pub fn fits(field: &FieldKind, argument: &FieldKind) -> bool {
    use FieldKind::{Choice, Date, Json, Number, Text, Timestamp};
    match (field, argument) {
        (Json, _) => true,
        (Choice(known), Choice(given)) => given.iter().all(|name| known.contains(name)),
        (Text, Choice(_) | Timestamp | Date)
        | (Timestamp, Date | Text)
        | (Number, FieldKind::Integer) => true,
        (field, argument) => field == argument,
    }
}

/// Whether the names make distinct Rust variants.
fn is_choice(names: &[String]) -> bool {
    let mut variants: Vec<String> = names.iter().map(|name| variant_name(name)).collect();
    variants.sort();
    let distinct = variants.windows(2).all(|pair| pair[0] != pair[1]);
    !names.is_empty() && distinct && variants.iter().all(|variant| variant != "V")
}

/// The Rust variant of a choice's name.
pub fn variant_name(name: &str) -> String {
    let camel = snake(name).to_upper_camel_case();
    let plain = camel.starts_with(|first: char| first.is_ascii_alphabetic()) && camel != "Self";
    if plain { camel } else { format!("V{camel}") }
}
