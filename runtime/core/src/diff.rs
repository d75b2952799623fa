//! What changed between two states, as typed changes.

use serde_json::Value;

use crate::field::{Field, json_of, same_value};
use crate::row::Row;
use crate::rows::RowChange;
use crate::state::State;

/// One row that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The table's name.
    pub table: &'static str,
    /// The row's key.
    pub key: String,
    /// How it differs.
    pub kind: ChangeKind,
}

/// How a row differs.
#[derive(Debug, Clone, PartialEq)]
pub enum ChangeKind {
    /// The row is new.
    Added(Value),
    /// The row is gone.
    Removed(Value),
    /// Some of its fields differ.
    Changed(Vec<FieldChange>),
}

/// One field that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldChange {
    /// The field's JSON name.
    pub field: &'static str,
    /// Its value before.
    pub before: Value,
    /// Its value after.
    pub after: Value,
}

/// The changes that lead from `old` to `new`, in the order of tables and keys. Two states of one
/// service only.
#[must_use]
pub fn diff(old: &dyn State, new: &dyn State) -> Vec<Change> {
    let mut changes = Vec::new();
    for (index, table) in new.info().tables.iter().enumerate() {
        let (before, after) = (old.rows(index), new.rows(index));
        if before.is_same(after) {
            continue;
        }
        for change in before.changes(after) {
            let (key, kind) = match change {
                RowChange::Added(key, row) => (key, ChangeKind::Added(row_value(&**row))),
                RowChange::Removed(key, row) => (key, ChangeKind::Removed(row_value(&**row))),
                RowChange::Changed(key, old, new) => {
                    let fields = changed_fields(&**old, &**new);
                    if fields.is_empty() {
                        continue;
                    }
                    (key, ChangeKind::Changed(fields))
                }
            };
            changes.push(Change { table: table.name, key: key.to_owned(), kind });
        }
    }
    changes
}

/// Whether two states of one service are the same: when they are, so are their digests.
pub(crate) fn is_same_state(a: &dyn State, b: &dyn State) -> bool {
    let mut tables = 0..a.info().tables.len();
    tables.all(|index| a.rows(index).sequence() == b.rows(index).sequence())
        && diff(a, b).is_empty()
}

fn changed_fields(old: &dyn Row, new: &dyn Row) -> Vec<FieldChange> {
    let info = new.info();
    let mut changes = Vec::new();
    for (index, field) in info.fields.iter().enumerate() {
        let (before, after) = (old.field(index), new.field(index));
        if !same_value(before, after) {
            changes.push(FieldChange {
                field: field.name,
                before: field_value(before),
                after: field_value(after),
            });
        }
    }
    changes
}

fn row_value(row: &dyn Row) -> Value {
    let fields = row.info().fields.iter().enumerate();
    fields.map(|(index, field)| (field.name.to_owned(), field_value(row.field(index)))).collect()
}

fn field_value(field: &dyn Field) -> Value {
    if field.is_null() {
        return Value::Null;
    }
    match field.text() {
        Some(text) => Value::from(text),
        None => serde_json::from_str(&json_of(field)).expect("fields write valid JSON"),
    }
}
