//! What changed between two versions of an environment, ready to be written as JSON.

use compoworld_core::{Change, ChangeKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One row that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowChange {
    /// The service's alias in the environment.
    pub service: String,
    /// The table's name.
    pub table: String,
    /// The row's key; empty for a row that is alone in its table.
    pub key: String,
    /// How it differs.
    #[serde(flatten)]
    pub kind: RowChangeKind,
}

/// How a row differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum RowChangeKind {
    /// The row is new.
    Added {
        /// The whole row.
        row: Value,
    },
    /// The row is gone.
    Removed {
        /// The whole row as it was.
        row: Value,
    },
    /// Some of its fields differ.
    Changed {
        /// Those fields.
        fields: Vec<ChangedField>,
    },
}

/// One field that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChangedField {
    /// The field's JSON name.
    pub field: String,
    /// Its value before.
    pub before: Value,
    /// Its value after.
    pub after: Value,
}

impl RowChange {
    /// A change of one service, seen from its environment.
    #[must_use]
    pub fn of(service: &str, change: Change) -> Self {
        let kind = match change.kind {
            ChangeKind::Added(row) => RowChangeKind::Added { row },
            ChangeKind::Removed(row) => RowChangeKind::Removed { row },
            ChangeKind::Changed(fields) => RowChangeKind::Changed {
                fields: fields
                    .into_iter()
                    .map(|field| ChangedField {
                        field: field.field.to_owned(),
                        before: field.before,
                        after: field.after,
                    })
                    .collect(),
            },
        };
        Self { service: service.to_owned(), table: change.table.to_owned(), key: change.key, kind }
    }

    /// `service.table.key`, or `service.table` for a row that is alone.
    #[must_use]
    pub fn path(&self) -> String {
        let Self { service, table, key, .. } = self;
        if key.is_empty() {
            format!("{service}.{table}")
        } else {
            format!("{service}.{table}.{key}")
        }
    }
}
