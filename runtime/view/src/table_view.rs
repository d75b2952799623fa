//! The tables of a state, and what changed in them, as pages show them.

use compoworld_core::StateInfo;
use compoworld_world::{RowChange, RowChangeKind};
use serde_json::Value;

use crate::json_text::cell;

/// How many rows of a table a page shows.
const ROWS_MAX: usize = 50;

/// A table of a service's state.
pub(crate) struct TableView {
    /// Its name.
    pub(crate) name: String,
    /// The names of its columns.
    pub(crate) columns: Vec<String>,
    /// The rows of one page.
    pub(crate) rows: Vec<RowView>,
    /// How many rows there are.
    pub(crate) n_rows: usize,
}

/// A row, its fields in the order of the columns.
pub(crate) struct RowView {
    /// Its key; empty for one that is alone.
    pub(crate) key: String,
    /// Its fields.
    pub(crate) cells: Vec<String>,
}

impl TableView {
    /// How many rows are not shown.
    pub(crate) fn n_more(&self) -> usize {
        self.n_rows - self.rows.len()
    }

    /// How many pages the rows fill.
    pub(crate) fn n_pages(&self) -> usize {
        self.n_rows.div_ceil(ROWS_MAX).max(1)
    }
}

/// The tables of a state that is JSON, in the model's order where the model is known, each with its
/// first rows.
pub(crate) fn tables(state: &Value, info: Option<&StateInfo>) -> Vec<TableView> {
    let Some(tables) = state.as_object() else { return Vec::new() };
    let mut names: Vec<&str> =
        tables.keys().map(String::as_str).filter(|name| !name.starts_with('$')).collect();
    if let Some(info) = info {
        names.sort_by_key(|name| info.position(name));
    }
    names.into_iter().map(|name| table(name, &tables[name], info, 1)).collect()
}

/// One table of a state, with the rows of a page, counted from 1.
pub(crate) fn table(name: &str, value: &Value, info: Option<&StateInfo>, page: usize) -> TableView {
    let table = info.and_then(|info| info.tables.iter().find(|table| table.name == name));
    let is_row = |value: &Value| value.as_object().is_some_and(|row| !row.is_empty());
    let single = match table {
        Some(table) => table.single,
        None => value.as_object().is_some_and(|rows| !rows.values().all(is_row)),
    };
    let rows: Vec<(&str, &Value)> = match value {
        Value::Object(_) if single => vec![("", value)],
        Value::Object(rows) => rows.iter().map(|(key, row)| (key.as_str(), row)).collect(),
        _ => Vec::new(),
    };
    let columns: Vec<String> = match (table, rows.first()) {
        (Some(table), _) => table.row.fields.iter().map(|field| field.name.to_owned()).collect(),
        (None, Some((_, Value::Object(first)))) => first.keys().cloned().collect(),
        _ => Vec::new(),
    };
    let first = page.saturating_sub(1).saturating_mul(ROWS_MAX);
    let shown = rows.iter().skip(first).take(ROWS_MAX).map(|(key, row)| RowView {
        key: (*key).to_owned(),
        cells: columns.iter().map(|column| cell(&row[column.as_str()])).collect(),
    });
    TableView { name: name.to_owned(), n_rows: rows.len(), rows: shown.collect(), columns }
}

/// A row that changed.
pub(crate) struct ChangeView {
    /// `added`, `removed` or `changed`.
    pub(crate) kind: &'static str,
    /// The row's service.
    pub(crate) service: String,
    /// Its table.
    pub(crate) table: String,
    /// Its key; empty for one that is alone.
    pub(crate) key: String,
    /// The fields that tell: all that are not empty of a row that came or went, and those that
    /// changed of one that stays.
    pub(crate) fields: Vec<FieldView>,
}

/// A field of a row that changed.
pub(crate) struct FieldView {
    /// Its name.
    pub(crate) name: String,
    /// What it was; nothing in a new row.
    pub(crate) before: Option<String>,
    /// What it is; nothing in a row that is gone.
    pub(crate) after: Option<String>,
}

/// Changes, as pages show them.
pub(crate) fn changes(changes: &[RowChange]) -> Vec<ChangeView> {
    changes.iter().map(change).collect()
}

fn change(change: &RowChange) -> ChangeView {
    let whole = |row: &Value| -> Vec<(String, String)> {
        let fields = row.as_object().into_iter().flatten();
        let told = fields.filter(|(_, value)| !is_empty(value));
        told.map(|(name, value)| (name.clone(), cell(value))).collect()
    };
    let (kind, fields) = match &change.kind {
        RowChangeKind::Added { row } => {
            let field = |(name, text)| FieldView { name, before: None, after: Some(text) };
            ("added", whole(row).into_iter().map(field).collect())
        }
        RowChangeKind::Removed { row } => {
            let field = |(name, text)| FieldView { name, before: Some(text), after: None };
            ("removed", whole(row).into_iter().map(field).collect())
        }
        RowChangeKind::Changed { fields } => {
            let fields = fields.iter().map(|field| FieldView {
                name: field.field.clone(),
                before: Some(cell(&field.before)),
                after: Some(cell(&field.after)),
            });
            ("changed", fields.collect())
        }
    };
    ChangeView {
        kind,
        service: change.service.clone(),
        table: change.table.clone(),
        key: change.key.clone(),
        fields,
    }
}

/// Whether a value tells nothing.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{table, tables};
    use serde_json::json;

    #[test]
    fn a_state_becomes_tables_whether_its_model_is_known_or_not() {
        let state = json!({
            "$sequences": {"tickets": 4},
            "tickets": {"T-1": {"id": "T-1", "open": true}, "T-2": {"id": "T-2", "open": false}},
            "settings": {"theme": "dark"},
            "notes": {},
        });
        let tables = tables(&state, None);
        let seen: Vec<(&str, usize, usize)> = tables
            .iter()
            .map(|table| (table.name.as_str(), table.n_rows, table.columns.len()))
            .collect();
        assert_eq!(seen, [("notes", 0, 0), ("settings", 1, 1), ("tickets", 2, 2)]);
        assert_eq!(tables[2].rows[1].cells, ["T-2", "false"]);

        let rows: serde_json::Map<_, _> =
            (100..220).map(|n| (format!("T-{n}"), json!({"n": n}))).collect();
        let last = table("tickets", &rows.into(), None, 3);
        assert_eq!((last.rows.len(), last.n_pages(), last.rows[0].key.as_str()), (20, 3, "T-200"));
    }
}
