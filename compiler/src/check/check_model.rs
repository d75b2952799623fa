//! Rules of the model alone: names, tables, keys, references.

use std::collections::BTreeMap;

use syn::spanned::Spanned;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::model::{FieldModel, KeyForm, Kind, ParsedModel, StructKind, StructModel, place};
use crate::resolve::PRELUDE_NAMES;
use crate::spec::Spec;

/// Names of the runtime that models are written with, so that no type may hide them.
const DIALECT_NAMES: &[&str] = &[
    "BTreeMap",
    "BTreeSet",
    "Context",
    "Date",
    "IntKey",
    "Json",
    "Key",
    "One",
    "RowRef",
    "Table",
    "Timestamp",
    "ToolError",
    "Tools",
    "Value",
];

/// Services that would take the name of a crate of the product.
const CRATE_NAMES: &[&str] = &[
    "adversary",
    "catalog",
    "command",
    "core",
    "macros",
    "report",
    "runtime",
    "serve",
    "tests",
    "trainer",
    "transcript",
    "world",
];

/// No service has longer tokens in its keys.
const TOKEN_CHARACTERS_MAX: usize = 128;

/// Checks that every type has a name of its own.
pub fn check_names(spec: &Spec, model: &ParsedModel, diagnostics: &mut Diagnostics) {
    let mut seen = BTreeMap::new();
    for ident in model.type_names() {
        let name = ident.to_string();
        if PRELUDE_NAMES.contains(&name.as_str()) || DIALECT_NAMES.contains(&name.as_str()) {
            diagnostics.push(
                Diagnostic::new(Code::ReservedName, place(ident.span()))
                    .message(format!("`{name}` means something else already")),
            );
        }
        if let Some(first) = seen.insert(name.clone(), ident.span()) {
            diagnostics.push(
                Diagnostic::new(Code::ReservedName, place(ident.span()))
                    .message(format!("two types are called `{name}`"))
                    .label(place(first), "the first"),
            );
        }
    }
    for one in &model.structs {
        let mut seen = BTreeMap::new();
        for field in &one.fields {
            if seen.insert(field.name.as_str(), ()).is_some() {
                diagnostics.push(
                    Diagnostic::new(Code::ReservedName, place(field.ident.span())).message(
                        format!(
                            "two fields of `{}` are called `{}` in JSON",
                            one.ident, field.name
                        ),
                    ),
                );
            }
        }
    }
    let taken = CRATE_NAMES.contains(&spec.service.as_str());
    for (key, name) in [("service", &spec.service), ("domain", &spec.domain)] {
        if (key == "service" && taken) || (key == "domain" && name == "catalog") {
            diagnostics.push(
                Diagnostic::new(Code::ReservedName, Pointer::root().key(key))
                    .message(format!("the product has something else called `{name}`")),
            );
        }
    }
}

/// Checks that entities and tables fit together.
pub fn check_tables(model: &ParsedModel, diagnostics: &mut Diagnostics) {
    let mut push = |span, message: String| {
        diagnostics.push(Diagnostic::new(Code::TableMismatch, place(span)).message(message));
    };
    for entity in model.entities() {
        let name = entity.ident.to_string();
        let tables: Vec<_> =
            model.state.tables.iter().filter(|table| table.entity == name).collect();
        match tables.as_slice() {
            [] => push(entity.ident.span(), format!("`{name}` has no table in the state")),
            [table] => {
                let has_key = entity.key_fields().next().is_some();
                if table.is_single && has_key {
                    push(table.span, format!("`{name}` has a key, so it needs a `Table`"));
                } else if !table.is_single && !has_key {
                    push(entity.ident.span(), format!("`{name}` has no field marked `key`"));
                }
            }
            [_, second, ..] => push(second.span, format!("`{name}` has two tables")),
        }
    }
    for table in &model.state.tables {
        let Some(entity) = model.entity(&table.entity) else {
            push(table.span, format!("`{}` is no entity of the model", table.entity));
            continue;
        };
        if table.has_default {
            let name = &table.ident;
            let needed = entity.fields.iter().find(|field| !field.may_lack());
            if !table.is_single {
                push(table.span, format!("`{name}` is a table; a `One` can have a row by default"));
            } else if let Some(field) = needed {
                let message = format!(
                    "`{name}` cannot have a row by default: its `{}` has no default",
                    field.ident
                );
                push(table.span, message);
            }
        }
    }
}

/// Checks keys and how they are made.
pub fn check_keys(model: &ParsedModel, diagnostics: &mut Diagnostics) {
    for entity in model.entities() {
        let n_keys = entity.key_fields().count();
        for field in &entity.fields {
            let wrong = if field.is_key {
                wrong_key(model, entity, field, n_keys)
            } else {
                field
                    .form
                    .as_ref()
                    .map(|_| "only a field marked `key` makes its own values".to_owned())
            };
            if let Some(message) = wrong {
                let span = place(field.ident.span());
                diagnostics.push(Diagnostic::new(Code::InvalidKey, span).message(message));
            }
        }
        let created = entity.fields.iter().filter(|field| field.is_created).nth(1);
        let updated = entity.fields.iter().filter(|field| field.is_updated).nth(1);
        for (name, second) in [("created", created), ("updated", updated)] {
            if let Some(second) = second {
                diagnostics.push(
                    Diagnostic::new(Code::MisusedSetting, place(second.ident.span()))
                        .message(format!("an entity has one `{name}` field")),
                );
            }
        }
    }
}

fn wrong_key(
    model: &ParsedModel,
    entity: &StructModel,
    field: &FieldModel,
    n_keys: usize,
) -> Option<String> {
    let name = &field.ident;
    let is_number = matches!(field.kind, Kind::Integer | Kind::IntKey(_));
    let is_fine = match &field.kind {
        Kind::Text | Kind::Integer | Kind::Date | Kind::Key(_) | Kind::IntKey(_) => true,
        Kind::Named(other) => model.choice(other).is_some(),
        _ => false,
    };
    if !is_fine {
        return Some(format!("`{name}` is a `{}`, which cannot be a key", field.kind));
    }
    match field.form.as_ref()? {
        KeyForm::Sequence(format) if is_number && format != "{}" => {
            Some("a whole number is its own sequence, write `sequence` alone".to_owned())
        }
        KeyForm::Sequence(format) if !is_number => {
            if format == "{}" {
                Some("a text key needs a format: `sequence = \"TCK-{:05}\"`".to_owned())
            } else if !has_one_counter(format) {
                Some("a sequence has one counter of at most 20 digits, `TCK-{:05}`".to_owned())
            } else {
                None
            }
        }
        KeyForm::Token(_, length) if !(1..=TOKEN_CHARACTERS_MAX).contains(length) => {
            Some(format!("a token has 1 to {TOKEN_CHARACTERS_MAX} characters"))
        }
        KeyForm::Uuid | KeyForm::Token(..) if is_number => {
            Some("a whole number takes `sequence`".to_owned())
        }
        KeyForm::Uuid | KeyForm::Token(..) if n_keys > 1 => {
            Some("one part of a composite key cannot be random, use `sequence`".to_owned())
        }
        _ => {
            let other = field.kind.entity().filter(|other| entity.ident != other)?;
            Some(format!("`{name}` is the key of `{other}`, so it cannot be made here"))
        }
    }
}

/// Whether the format has one counter, `{}` or `{:05}`, no wider than the greatest number.
fn has_one_counter(format: &str) -> bool {
    let Some((before, rest)) = format.split_once('{') else { return false };
    let Some((inside, after)) = rest.split_once('}') else { return false };
    let is_width = |text: &str| {
        text.chars().all(|c| c.is_ascii_digit()) && text.parse().is_ok_and(|width: u8| width <= 20)
    };
    let is_counter = inside.is_empty() || inside.strip_prefix(':').is_some_and(is_width);
    is_counter && ![before, inside, after].iter().any(|part| part.contains(['{', '}']))
}

/// Checks that references name entities with such a key, and that other names are types.
pub fn check_references(model: &ParsedModel, diagnostics: &mut Diagnostics) {
    for one in model.structs.iter().filter(|one| one.kind != StructKind::Args) {
        for field in &one.fields {
            if let Some((code, message)) = wrong_reference(model, &field.kind) {
                let span = place(field.type_span);
                diagnostics.push(Diagnostic::new(code, span).message(message));
            }
        }
    }
    // A type that the generated arguments should have.
    for (_, ty) in model.tools.iter().flat_map(|tool| &tool.options.types) {
        let Ok(kind) = Kind::of(ty) else { continue };
        if let Some((code, message)) = wrong_reference(model, &kind) {
            diagnostics.push(Diagnostic::new(code, place(ty.span())).message(message));
        }
    }
}

fn wrong_reference(model: &ParsedModel, kind: &Kind) -> Option<(Code, String)> {
    match kind {
        Kind::Key(other) | Kind::IntKey(other) => {
            let Some(entity) = model.entity(other) else {
                let message = format!("`{other}` is no entity of the model");
                return Some((Code::InvalidReference, message));
            };
            let mut keys = entity.key_fields();
            let (first, second) = (keys.next(), keys.next());
            let is_number = second.is_none()
                && first.is_some_and(|key| matches!(key.kind, Kind::Integer | Kind::IntKey(_)));
            let wants_number = matches!(kind, Kind::IntKey(_));
            (is_number != wants_number).then(|| {
                let right = if is_number { "IntKey" } else { "Key" };
                let message = format!("write `{right}<{other}>`, as its own key is of that kind");
                (Code::InvalidReference, message)
            })
        }
        Kind::Named(name) => {
            let is_record = model.find_struct(StructKind::Record, name).is_some();
            (!is_record && model.choice(name).is_none()).then(|| {
                let message = format!("`{name}` is no choice and no record of the model");
                (Code::UnknownFieldType, message)
            })
        }
        Kind::Optional(inner) | Kind::List(inner) | Kind::Map(inner) => {
            if matches!((kind, &**inner), (Kind::Optional(_), Kind::Optional(_))) {
                let message = "an `Option` in an `Option` cannot be told from one".to_owned();
                return Some((Code::UnknownFieldType, message));
            }
            wrong_reference(model, inner)
        }
        _ => None,
    }
}
