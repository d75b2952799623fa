//! A service's whole state: its tables, as one value.

use std::any::Any;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::check_changes::{check_all_unique, check_row_alone};
use crate::delete_row::delete_row;
use crate::error::ToolError;
use crate::field::Field;
use crate::json::{digest_text, write_json_string};
use crate::key::KeyPart;
use crate::read::{ReadError, expected, nearest};
use crate::reply::RowRef;
use crate::row::{Entity, KeyForm, RecordInfo, write_row_canonical};
use crate::rows::{Rows, sequence_number};

/// The property that holds the counters of tables whose keys alone do not tell them.
const SEQUENCES: &str = "$sequences";

/// A struct of [`crate::Table`]s and [`crate::One`]s. Derived.
pub trait State: Any + Send + Sync {
    /// The tables, in the order of the struct.
    fn info(&self) -> &'static StateInfo;
    /// The rows of the table at `index`.
    fn rows(&self, index: usize) -> &Rows;
    /// The rows of the table at `index`, to change.
    fn rows_mut(&mut self, index: usize) -> &mut Rows;
    /// A copy that shares everything until one of the two changes.
    fn clone_state(&self) -> Box<dyn State>;
    /// The state behind `Any`.
    fn as_any(&self) -> &dyn Any;
    /// The state behind `Any`, to change.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// What a state consists of.
#[derive(Debug)]
pub struct StateInfo {
    /// The struct's name.
    pub name: &'static str,
    /// Its tables, in order.
    pub tables: &'static [TableInfo],
    /// Makes an empty one.
    pub empty: fn() -> Box<dyn State>,
}

/// One table of a state.
#[derive(Debug)]
pub struct TableInfo {
    /// The field's name, which is the property in JSON.
    pub name: &'static str,
    /// The entity of its rows.
    pub row: &'static RecordInfo,
    /// Whether it holds one row only.
    pub single: bool,
}

impl StateInfo {
    /// The position of the table of this entity.
    #[must_use]
    pub fn table_of(&self, entity: &str) -> Option<usize> {
        self.tables.iter().position(|table| table.row.name == entity)
    }

    /// The position of the table with this name.
    #[must_use]
    pub fn position(&self, table: &str) -> Option<usize> {
        self.tables.iter().position(|info| info.name == table)
    }
}

/// What every state can do beside the derived part.
pub trait StateExt: State {
    /// Deletes a row of `T` and follows the references to it: each cascades, is cleared, or
    /// forbids the deletion, as its field says.
    ///
    /// # Errors
    /// `not_found`, or `failed_precondition` when a reference forbids it.
    fn delete<T: Entity>(&mut self, key: &(impl KeyPart + ?Sized)) -> Result<RowRef<T>, ToolError>
    where
        Self: Sized,
    {
        delete_row(self, T::NAME, &key.key_text()).map(RowRef::new)
    }
}

impl<S: State> StateExt for S {}

/// Appends the whole state as canonical JSON.
pub fn write_state(state: &dyn State, out: &mut String) {
    let tables = state.info().tables;
    let mut order: Vec<usize> = (0..tables.len()).collect();
    order.sort_unstable_by_key(|index| tables[*index].name);

    out.push('{');
    write_sequences(state, &order, out);
    for index in order {
        if !out.ends_with('{') {
            out.push(',');
        }
        let (info, rows) = (&tables[index], state.rows(index));
        write_json_string(info.name, out);
        out.push(':');
        if info.single {
            match rows.iter().next() {
                Some((_, row)) => write_row_canonical(&**row, out),
                None => out.push_str("null"),
            }
            continue;
        }
        out.push('{');
        for (position, (key, row)) in rows.iter().enumerate() {
            if position > 0 {
                out.push(',');
            }
            write_json_string(key, out);
            out.push(':');
            write_row_canonical(&**row, out);
        }
        out.push('}');
    }
    out.push('}');
}

fn write_sequences(state: &dyn State, order: &[usize], out: &mut String) {
    let tables = state.info().tables;
    let mut any = false;
    for index in order {
        let (info, rows) = (&tables[*index], state.rows(*index));
        if rows.sequence() == implied_sequence(info, rows) {
            continue;
        }
        out.push_str(if any { "," } else { "\"$sequences\":{" });
        any = true;
        write_json_string(info.name, out);
        out.push(':');
        (rows.sequence() as i64).write_json(out);
    }
    if any {
        out.push('}');
    }
}

/// The counter that a table's keys imply: the greatest number among them.
fn implied_sequence(info: &TableInfo, rows: &Rows) -> u64 {
    let KeyForm::Sequence(format) = info.row.key_form else { return 0 };
    rows.iter().filter_map(|(key, _)| sequence_number(key, format)).max().unwrap_or(0)
}

/// The SHA-256 of the state's canonical JSON. Equal states have equal digests.
#[must_use]
pub fn digest(state: &dyn State) -> String {
    /// Most states have room in it.
    const BYTES: usize = 1 << 14;
    let mut text = String::with_capacity(BYTES);
    write_state(state, &mut text);
    digest_text(&text)
}

/// Reads a state from JSON and validates it. Tables that are not named are empty.
///
/// # Errors
/// Every place that does not fit, not only the first.
pub fn load_state(
    info: &'static StateInfo,
    value: &Value,
) -> Result<Box<dyn State>, Vec<ReadError>> {
    let mut state = (info.empty)();
    let Some(object) = value.as_object() else {
        return Err(vec![expected("an object of tables", value)]);
    };
    let mut errors = Vec::new();
    for name in object.keys().filter(|name| *name != SEQUENCES) {
        if info.position(name).is_none() {
            let known = nearest(name, info.tables.iter().map(|table| table.name));
            let hint = known.map(|name| format!(", did you mean `{name}`?")).unwrap_or_default();
            let message = format!("`{}` has no table `{name}`{hint}", info.name);
            errors.push(ReadError::new(message).within(name));
        }
    }
    for (index, table) in info.tables.iter().enumerate() {
        if let Some(value) = object.get(table.name) {
            load_table(table, value, state.rows_mut(index), &mut errors);
        }
        let implied = implied_sequence(table, state.rows(index));
        let stored = object.get(SEQUENCES).and_then(|all| all.get(table.name)?.as_u64());
        state.rows_mut(index).raise_sequence(stored.unwrap_or(implied).max(implied));
    }
    if errors.is_empty() {
        errors = validate_state(&*state);
    }
    if errors.is_empty() { Ok(state) } else { Err(errors) }
}

fn load_table(table: &TableInfo, value: &Value, rows: &mut Rows, errors: &mut Vec<ReadError>) {
    let read = table.row.read_row.expect("a table's rows are an entity's, which can be read");
    let mut load = |key: Option<&str>, value: &Value| -> Result<(), ReadError> {
        let row = read(value)?;
        if let Some(key) = key.filter(|key| **key != *row.key()) {
            let message =
                format!("the row's own key is `{}`, but it stands under `{key}`", row.key());
            return Err(ReadError::new(message));
        }
        rows.put(row);
        Ok(())
    };
    if table.single {
        if !value.is_null()
            && let Err(error) = load(None, value)
        {
            errors.push(error.within(table.name));
        }
        return;
    }
    let Some(object) = value.as_object() else {
        errors.push(expected("an object of rows by key", value).within(table.name));
        return;
    };
    for (key, value) in object {
        if let Err(error) = load(Some(key), value) {
            errors.push(error.within(key).within(table.name));
        }
    }
}

/// Checks every row: constraints, unique values and references.
#[must_use]
pub fn validate_state(state: &dyn State) -> Vec<ReadError> {
    let mut errors = Vec::new();
    for (index, table) in state.info().tables.iter().enumerate() {
        let mut tell = |key: &str, error: ToolError| {
            errors.push(ReadError::new(error.message).within(key).within(table.name));
        };
        for (key, row) in state.rows(index).iter() {
            if let Err(error) = check_row_alone(state, &**row) {
                tell(key, error);
            }
        }
        for group in table.row.unique {
            check_all_unique(state.rows(index), table.row, group, &mut tell);
        }
    }
    errors
}

/// The JSON Schema of a state.
#[must_use]
pub fn state_schema(info: &StateInfo) -> Value {
    let mut properties = Map::new();
    for table in info.tables {
        let row = table.row.json_schema();
        let schema = if table.single {
            json!({"anyOf": [row, {"type": "null"}]})
        } else {
            json!({"type": "object", "additionalProperties": row})
        };
        properties.insert(table.name.to_owned(), schema);
    }
    properties.insert(
        SEQUENCES.to_owned(),
        json!({"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}),
    );
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// The state as its own type.
pub(crate) fn typed<S: State>(state: &dyn State) -> &S {
    state.as_any().downcast_ref().expect("a tool runs on its own service's state")
}

/// The state as its own type, to change.
pub(crate) fn typed_mut<S: State>(state: &mut dyn State) -> &mut S {
    state.as_any_mut().downcast_mut().expect("a tool runs on its own service's state")
}

/// A state shared by forks.
pub(crate) type SharedState = Arc<dyn State>;
