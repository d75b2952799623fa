//! Deleting a row and following the references to it.

use std::sync::Arc;

use serde_json::Value;

use crate::check_changes::{Reference, references};
use crate::error::ToolError;
use crate::row::{OnDelete, Row, write_row_canonical};
use crate::shape::Shape;
use crate::state::State;
use crate::table::entity_words;

/// Deletes a row; each reference to it cascades, is cleared, or forbids the deletion.
///
/// # Errors
/// `not_found`, or `failed_precondition` when a reference forbids it. The state may then be half
/// changed: the caller works on a fork, which it drops.
pub fn delete_row(
    state: &mut dyn State,
    entity: &'static str,
    key: &str,
) -> Result<Arc<dyn Row>, ToolError> {
    let table = state.info().table_of(entity);
    let taken = table.and_then(|table| state.rows_mut(table).take(key));
    let Some(row) = taken else {
        return Err(ToolError::no_row(entity, key));
    };
    for reference in references(state, entity, key) {
        follow(state, entity, key, &reference)?;
    }
    Ok(row)
}

fn follow(
    state: &mut dyn State,
    entity: &'static str,
    key: &str,
    reference: &Reference,
) -> Result<(), ToolError> {
    let info = state.info().tables[reference.table].row;
    let field = &info.fields[reference.field];
    match field.on_delete {
        OnDelete::Restrict => Err(ToolError::failed_precondition(format!(
            "{} `{}` still refers to {} `{key}`",
            entity_words(info.name),
            reference.key,
            entity_words(entity)
        ))),
        // A row reached twice is gone already the second time.
        OnDelete::Cascade if state.rows(reference.table).get(&reference.key).is_none() => Ok(()),
        OnDelete::Cascade => delete_row(state, info.name, &reference.key).map(drop),
        OnDelete::Clear => clear(state, key, reference),
    }
}

fn clear(state: &mut dyn State, key: &str, reference: &Reference) -> Result<(), ToolError> {
    let info = state.info().tables[reference.table].row;
    let field = &info.fields[reference.field];
    let Some(row) = state.rows(reference.table).get(&reference.key) else {
        return Ok(());
    };
    let mut text = String::new();
    write_row_canonical(&**row, &mut text);
    let mut value: Value = serde_json::from_str(&text).expect("a row writes valid JSON");
    let slot = &mut value[field.name];
    let names_it = |item: &Value| match item {
        Value::String(text) => text == key,
        Value::Number(number) => number.to_string() == key,
        _ => false,
    };
    match field.shape {
        Shape::List(_) => {
            if let Some(items) = slot.as_array_mut() {
                items.retain(|item| !names_it(item));
            }
        }
        _ => *slot = Value::Null,
    }
    let read = info.read_row.expect("a table's rows are an entity's, which can be read");
    let cleared = read(&value)?;
    state.rows_mut(reference.table).put(cleared);
    Ok(())
}
