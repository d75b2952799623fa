//! What must hold after every write: constraints, unique values, references.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use regex_lite::Regex;

use crate::error::ToolError;
use crate::field::{Field, same_value};
use crate::row::{FieldInfo, RecordInfo, Row};
use crate::rows::{RowChange, Rows};
use crate::state::State;
use crate::table::entity_words;

/// Checks the rows that differ between two versions of a state, and that no reference to a
/// removed row is left.
///
/// # Errors
/// The first rule that the newer version breaks.
pub fn check_changes(old: &dyn State, new: &dyn State) -> Result<(), ToolError> {
    let tables = new.info().tables;
    for index in 0..tables.len() {
        let (before, after) = (old.rows(index), new.rows(index));
        if before.is_same(after) {
            continue;
        }
        for change in before.changes(after) {
            match change {
                RowChange::Added(key, row) | RowChange::Changed(key, _, row) => {
                    check_row(new, index, key, &**row)?;
                }
                RowChange::Removed(key, _) => check_unreferenced(new, index, key)?,
            }
        }
    }
    Ok(())
}

/// Checks one row of the table at `index`.
fn check_row(state: &dyn State, index: usize, key: &str, row: &dyn Row) -> Result<(), ToolError> {
    check_fields(row)?;
    for group in row.info().unique {
        check_unique(state, index, key, row, group)?;
    }
    check_row_references(state, row)
}

/// Checks one row as far as the other rows of its table do not matter.
///
/// # Errors
/// The first rule that the row breaks.
pub(crate) fn check_row_alone(state: &dyn State, row: &dyn Row) -> Result<(), ToolError> {
    check_fields(row)?;
    check_row_references(state, row)
}

fn check_row_references(state: &dyn State, row: &dyn Row) -> Result<(), ToolError> {
    let info = row.info();
    for (position, field) in info.fields.iter().enumerate() {
        check_references(state, info, field, row.field(position))?;
    }
    Ok(())
}

fn check_fields(row: &dyn Row) -> Result<(), ToolError> {
    let info = row.info();
    for (position, field) in info.fields.iter().enumerate() {
        let value = row.field(position);
        check_constraints(info, field, value)?;
        let mut nested = Ok(());
        value.visit_records(&mut |record| {
            if nested.is_ok() {
                nested = check_fields(record);
            }
        });
        nested?;
    }
    Ok(())
}

fn check_constraints(
    info: &RecordInfo,
    field: &FieldInfo,
    value: &dyn Field,
) -> Result<(), ToolError> {
    if value.is_null() {
        return Ok(());
    }
    let named = || format!("`{}` of a {}", field.name, entity_words(info.name));
    if let Some((least, most)) = field.length
        && let Some(length) = value.length()
        && !(least..=most).contains(&length)
    {
        let message = if most == usize::MAX {
            format!("{} must have at least {least} characters or items, it has {length}", named())
        } else {
            format!("{} must have {least} to {most} characters or items, it has {length}", named())
        };
        return Err(ToolError::invalid_argument(message));
    }
    if let Some((least, most)) = field.range
        && let Some(number) = value.number()
        && !(least..=most).contains(&number)
    {
        return Err(ToolError::invalid_argument(format!(
            "{} must be from {least} to {most}, it is {number}",
            named()
        )));
    }
    if let Some(pattern) = field.pattern
        && let Some(text) = value.text()
        && !pattern_of(pattern).is_none_or(|regex| regex.is_match(text))
    {
        return Err(ToolError::invalid_argument(format!(
            "{} must match `{pattern}`, it is `{text}`",
            named()
        )));
    }
    Ok(())
}

/// The compiled form of a pattern of a derive, made once a process.
fn pattern_of(pattern: &'static str) -> Option<Arc<Regex>> {
    static COMPILED: Mutex<BTreeMap<&'static str, Option<Arc<Regex>>>> =
        Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    compiled.entry(pattern).or_insert_with(|| Regex::new(pattern).ok().map(Arc::new)).clone()
}

fn check_unique(
    state: &dyn State,
    index: usize,
    key: &str,
    row: &dyn Row,
    group: &[&str],
) -> Result<(), ToolError> {
    let positions: Vec<usize> = group.iter().filter_map(|name| row.info().position(name)).collect();
    if positions.iter().any(|position| row.field(*position).is_null()) {
        return Ok(());
    }
    let is_alike = |other: &dyn Row| {
        positions.iter().all(|position| same_value(row.field(*position), other.field(*position)))
    };
    let rival = state.rows(index).iter().find(|(other, row)| is_alike(&***row) && *other != key);
    match rival {
        None => Ok(()),
        Some((other, _)) => Err(not_unique(row.info(), other, group)),
    }
}

fn not_unique(info: &RecordInfo, rival: &str, group: &[&str]) -> ToolError {
    ToolError::already_exists(format!(
        "{} `{rival}` already has this {}",
        entity_words(info.name),
        group.join(" and ")
    ))
}

/// Checks the unique values of all rows of a table at once, and tells of each row that has those of
/// an earlier one.
pub(crate) fn check_all_unique(
    rows: &Rows,
    info: &RecordInfo,
    group: &[&str],
    tell: &mut dyn FnMut(&str, ToolError),
) {
    let positions: Vec<usize> = group.iter().filter_map(|name| info.position(name)).collect();
    let mut first: BTreeMap<String, &str> = BTreeMap::new();
    for (key, row) in rows.iter() {
        if positions.iter().any(|position| row.field(*position).is_null()) {
            continue;
        }
        let mut values = String::new();
        for position in &positions {
            row.field(*position).write_json(&mut values);
            values.push('\n');
        }
        match first.get(&values) {
            Some(rival) => tell(key, not_unique(info, rival, group)),
            None => {
                first.insert(values, key);
            }
        }
    }
}

fn check_references(
    state: &dyn State,
    info: &RecordInfo,
    field: &FieldInfo,
    value: &dyn Field,
) -> Result<(), ToolError> {
    let Some(entity) = field.shape.refers_to().filter(|_| !field.loose) else {
        return Ok(());
    };
    if field.key && entity == info.name {
        return Ok(());
    }
    let Some(target) = state.info().table_of(entity) else {
        return Ok(());
    };
    let mut missing = None;
    value.visit_keys(&mut |key| {
        if missing.is_none() && state.rows(target).get(key).is_none() {
            missing = Some(key.to_owned());
        }
    });
    match missing {
        None => Ok(()),
        Some(key) => Err(ToolError::no_row(entity, &key)),
    }
}

/// Fails when a row still refers to the row that left the table at `index`.
fn check_unreferenced(state: &dyn State, index: usize, key: &str) -> Result<(), ToolError> {
    let entity = state.info().tables[index].row.name;
    match first_reference(state, entity, key) {
        None => Ok(()),
        Some((table, row)) => {
            let referrer = entity_words(state.info().tables[table].row.name);
            Err(ToolError::failed_precondition(format!(
                "{referrer} `{row}` still refers to {} `{key}`",
                entity_words(entity)
            )))
        }
    }
}

fn first_reference(state: &dyn State, entity: &str, key: &str) -> Option<(usize, String)> {
    let mut first = None;
    let _ = visit_references(state, entity, key, &mut |found| {
        first = Some((found.table, found.key));
        ControlFlow::Break(())
    });
    first
}

/// A field that refers to a row.
pub(crate) struct Reference {
    /// The table of the row that refers.
    pub table: usize,
    /// The key of the row that refers.
    pub key: String,
    /// The field that refers.
    pub field: usize,
}

/// Every checked reference to a row, in the order of tables, rows and fields.
pub(crate) fn references(state: &dyn State, entity: &str, key: &str) -> Vec<Reference> {
    let mut all = Vec::new();
    let _ = visit_references(state, entity, key, &mut |found| {
        all.push(found);
        ControlFlow::Continue(())
    });
    all
}

fn visit_references(
    state: &dyn State,
    entity: &str,
    key: &str,
    visit: &mut dyn FnMut(Reference) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (table, info) in state.info().tables.iter().enumerate() {
        let refers = |field: &FieldInfo| {
            !field.loose
                && field.shape.refers_to() == Some(entity)
                && !(field.key && info.row.name == entity)
        };
        let fields: Vec<usize> =
            (0..info.row.fields.len()).filter(|at| refers(&info.row.fields[*at])).collect();
        if fields.is_empty() {
            continue;
        }
        for (row_key, row) in state.rows(table).iter() {
            for field in &fields {
                let mut hit = false;
                row.field(*field).visit_keys(&mut |other| hit |= other == key);
                if hit {
                    visit(Reference { table, key: row_key.to_owned(), field: *field })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
