//! Fills a service's tables with plausible rows about one cast.
//!
//! Works from the state model alone: shapes, constraints, references and meanings. What it makes
//! loads and validates; a row that cannot be made valid is left out.

mod order;
mod row;
mod key;
mod value;
mod text;
mod number;
mod instant;
mod constraint;
mod pattern;
mod theme;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use compoworld_core::{ServiceDef, Timestamp, load_state};
use serde_json::{Map, Value};

use super::cast::Cast;
use super::dice::Dice;
use order::table_order;
use row::TableFiller;
use theme::Made;

pub use constraint::fits;
pub use theme::{new_title, topic_of};
pub use value::number_value;

/// How a service is to be filled.
#[derive(Debug, Clone)]
pub struct Filling {
    /// How many rows a table has.
    pub rows: RangeInclusive<usize>,
    /// How many of a hundred optional fields are set.
    pub optional_percent: usize,
    /// How many items a list has at most.
    pub items_max: usize,
    /// The present instant.
    pub now: Timestamp,
}

/// Fills every table; `None` when the model's rules allow no state that we know how to make.
#[must_use]
pub fn populate(
    service: &'static ServiceDef,
    cast: &Cast,
    filling: &Filling,
    dice: &mut Dice,
) -> Option<Value> {
    let mut made: BTreeMap<&'static str, Vec<Made>> = BTreeMap::new();
    let mut tables = Map::new();
    for index in table_order(service.state) {
        let table = &service.state.tables[index];
        let rows = TableFiller::new(table, cast, filling, &made, dice).fill();
        let json = if table.single {
            rows.first().map_or(Value::Null, |made| made.row.clone())
        } else {
            rows.iter().map(|made| (made.key.clone(), made.row.clone())).collect::<Map<_, _>>().into()
        };
        tables.insert(table.name.to_owned(), json);
        made.insert(table.row.name, rows);
    }
    drop_invalid(service, tables)
}

/// Takes rows out until the rest loads: a broken row, then what referred to it.
fn drop_invalid(service: &'static ServiceDef, mut tables: Map<String, Value>) -> Option<Value> {
    const ROUNDS_MAX: usize = 6;
    for _ in 0..ROUNDS_MAX {
        let json = Value::Object(tables);
        let errors = match load_state(service.state, &json) {
            Ok(_) => return Some(json),
            Err(errors) => errors,
        };
        let Value::Object(back) = json else { return None };
        tables = back;
        for error in errors {
            let mut parts = error.pointer.split('/').skip(1);
            let unescape = |part: &str| part.replace("~1", "/").replace("~0", "~");
            let table = parts.next().map(unescape)?;
            let key = parts.next().map(unescape)?;
            if let Some(rows) = tables.get_mut(&table).and_then(Value::as_object_mut) {
                rows.remove(&key);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests;
