//! States of an older version of a service, made to fit the present one.
//!
//! Tables and fields that are gone are dropped and named; fields that are new get their default.
//! Nothing is guessed: what was renamed is gone under the one name and new under the other. What
//! then still does not fit is refused where it is loaded, by the checks that every state passes.

use std::collections::BTreeMap;

use compoworld_core::{RecordInfo, Shape, StateInfo, TableInfo};
use serde_json::{Map, Value};

/// The property that holds the counters of a state's tables.
const SEQUENCES: &str = "$sequences";

/// A stored state with the tables and fields of the present version, and what that took.
pub(crate) fn fit_state(info: &StateInfo, stored: &Value) -> (Value, Vec<String>) {
    let mut value = stored.clone();
    let mut changes = Changes::default();
    if let Some(tables) = value.as_object_mut() {
        fit_tables(info, tables, &mut changes);
    }
    (value, changes.into_notes())
}

/// What differs, and in how many rows.
#[derive(Default)]
struct Changes {
    tables_gone: BTreeMap<String, usize>,
    tables_new: Vec<&'static str>,
    fields_gone: BTreeMap<String, usize>,
    fields_new: BTreeMap<String, usize>,
}

impl Changes {
    fn into_notes(self) -> Vec<String> {
        let mut notes = Vec::new();
        for (table, n_rows) in self.tables_gone {
            notes.push(format!("the table `{table}` is gone: its {n_rows} rows were dropped"));
        }
        for table in self.tables_new {
            notes.push(format!("the table `{table}` is new, and empty"));
        }
        for (field, n_rows) in self.fields_gone {
            notes.push(format!("the field `{field}` is gone: dropped from {n_rows} rows"));
        }
        for (field, n_rows) in self.fields_new {
            notes.push(format!("the field `{field}` is new: {n_rows} rows got its default"));
        }
        notes
    }
}

fn fit_tables(info: &StateInfo, tables: &mut Map<String, Value>, changes: &mut Changes) {
    let is_gone = |name: &str| name != SEQUENCES && info.position(name).is_none();
    let gone: Vec<String> = tables.keys().filter(|name| is_gone(name)).cloned().collect();
    for name in gone {
        let n_rows = tables.remove(&name).and_then(|rows| Some(rows.as_object()?.len()));
        changes.tables_gone.insert(name, n_rows.unwrap_or(0));
    }
    if let Some(sequences) = tables.get_mut(SEQUENCES).and_then(Value::as_object_mut) {
        sequences.retain(|name, _| info.position(name).is_some());
    }
    for table in info.tables {
        match tables.get_mut(table.name) {
            Some(rows) => fit_rows(table, rows, changes),
            None => changes.tables_new.push(table.name),
        }
    }
}

fn fit_rows(table: &TableInfo, rows: &mut Value, changes: &mut Changes) {
    let place = table.name;
    if table.single {
        fit_record(table.row, rows, place, changes);
    } else if let Some(rows) = rows.as_object_mut() {
        rows.values_mut().for_each(|row| fit_record(table.row, row, place, changes));
    }
}

fn fit_record(info: &RecordInfo, value: &mut Value, place: &str, changes: &mut Changes) {
    let Some(object) = value.as_object_mut() else { return };
    object.retain(|name, _| {
        let is_known = info.position(name).is_some();
        if !is_known {
            *changes.fields_gone.entry(format!("{place}.{name}")).or_default() += 1;
        }
        is_known
    });
    for field in info.fields {
        let place = || format!("{place}.{}", field.name);
        match object.get_mut(field.name) {
            Some(value) => fit_value(&field.shape, value, &place(), changes),
            None => *changes.fields_new.entry(place()).or_default() += 1,
        }
    }
}

/// Fits the records inside a value.
fn fit_value(shape: &Shape, value: &mut Value, place: &str, changes: &mut Changes) {
    match shape {
        Shape::Record(info) => fit_record(info, value, place, changes),
        Shape::Optional(inner) => fit_value(inner, value, place, changes),
        Shape::List(inner) => {
            let items = value.as_array_mut().into_iter().flatten();
            items.for_each(|item| fit_value(inner, item, place, changes));
        }
        Shape::Map(inner) => {
            let values = value.as_object_mut().into_iter().flat_map(Map::values_mut);
            values.for_each(|value| fit_value(inner, value, place, changes));
        }
        _ => {}
    }
}
