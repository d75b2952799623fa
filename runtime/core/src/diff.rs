//! What changed between two states, as typed changes.

use serde_json::Value;

use crate::field::Field;
use crate::row::{Row, write_row_canonical};
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

fn changed_fields(old: &dyn Row, new: &dyn Row) -> Vec<FieldChange> {
    let info = new.info();
    let mut changes = Vec::new();
    for (index, field) in info.fields.iter().enumerate() {
        let (before, after) = (text_of(old.field(index)), text_of(new.field(index)));
        if before != after {
            changes.push(FieldChange {
                field: field.name,
                before: parse(&before),
                after: parse(&after),
            });
        }
    }
    changes
}

fn text_of(field: &dyn Field) -> String {
    let mut text = String::new();
    field.write_json(&mut text);
    text
}

fn row_value(row: &dyn Row) -> Value {
    let mut text = String::new();
    write_row_canonical(row, &mut text);
    parse(&text)
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("fields write valid JSON")
}
