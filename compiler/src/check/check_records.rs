//! How deep records hold records: schemas and samples write them out, so that they have to end.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{FieldModel, Kind, ParsedModel, StructKind, StructModel, place};

/// Records in records in records, so many at most.
const LEVELS_MAX: usize = 12;

/// The fields of a record, those of the records in it counted along, are so many at most.
const FIELDS_MAX: usize = 2_000;

/// What a struct comes to when the records in it are written out.
#[derive(Clone, Copy, Default)]
struct Size {
    levels: usize,
    fields: usize,
}

/// Checks that no record holds itself, or more than anybody could read.
pub fn check_records(model: &ParsedModel, diagnostics: &mut Diagnostics) {
    let structs = || model.structs.iter().filter(|one| one.kind != StructKind::Args);
    let mut sizes: BTreeMap<String, Size> = BTreeMap::new();
    // Each round looks one level deeper, so that nothing here recurses.
    for _ in 0..=LEVELS_MAX {
        let round = structs().map(|one| (one.ident.to_string(), size_of(model, one, &sizes)));
        sizes = round.collect();
    }
    let is_too_large = |one: &&StructModel| {
        let size = sizes[&one.ident.to_string()];
        size.levels > LEVELS_MAX || size.fields > FIELDS_MAX
    };
    for one in structs().filter(is_too_large) {
        let name = one.ident.to_string();
        let Some(through) = one.fields.iter().find(|field| leads_to(model, field, &name)) else {
            continue;
        };
        diagnostics.push(
            Diagnostic::new(Code::UnknownFieldType, place(through.type_span))
                .message(format!("`{name}` holds itself through `{}`", through.ident))
                .help("make it an entity, with a `Key` to the row that it belongs to"),
        );
    }
    if diagnostics.has_errors() {
        return;
    }
    for one in structs().filter(is_too_large) {
        diagnostics.push(
            Diagnostic::new(Code::UnknownFieldType, place(one.ident.span()))
                .message(format!("`{}` holds more than can be written out", one.ident))
                .help(format!(
                    "{LEVELS_MAX} levels of records, and {FIELDS_MAX} fields in all of them \
                     together, are the limit; entities can refer to each other"
                )),
        );
    }
}

fn size_of(model: &ParsedModel, one: &StructModel, known: &BTreeMap<String, Size>) -> Size {
    let mut size = Size { levels: 1, fields: one.fields.len() };
    for record in one.fields.iter().filter_map(|field| record_in(model, &field.kind)) {
        let inner = known.get(&record.ident.to_string()).copied().unwrap_or_default();
        size.levels = size.levels.max(inner.levels + 1);
        size.fields = size.fields.saturating_add(inner.fields);
    }
    size
}

/// Whether the record of this name is among what a field holds.
fn leads_to(model: &ParsedModel, field: &FieldModel, name: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&StructModel> = record_in(model, &field.kind).into_iter().collect();
    while let Some(record) = open.pop() {
        if record.ident == name {
            return true;
        }
        if seen.insert(&record.ident) {
            open.extend(record.fields.iter().filter_map(|field| record_in(model, &field.kind)));
        }
    }
    false
}

/// The record that a field holds, also through `Option`, `Vec` and `BTreeMap`.
fn record_in<'a>(model: &'a ParsedModel, kind: &Kind) -> Option<&'a StructModel> {
    match kind {
        Kind::Named(name) => model.find_struct(StructKind::Record, name),
        Kind::Optional(inner) | Kind::List(inner) | Kind::Map(inner) => record_in(model, inner),
        _ => None,
    }
}
