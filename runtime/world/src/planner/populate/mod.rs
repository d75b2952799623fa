//! Fills a service's tables with plausible rows about one cast.
//!
//! Works from the state model alone: shapes, constraints, references and meanings. What it makes
//! loads and validates; a row that cannot be made valid is left out.

mod constraint;
mod field_plan;
mod instant;
mod key;
mod number;
mod order;
mod pattern;
mod row;
mod text;
mod theme;
mod value;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use compoworld_core::{ReadError, ServiceDef, Timestamp, load_state};
use serde_json::{Map, Value};

use super::cast::Cast;
use crate::dice::Dice;
use row::TableFiller;
use theme::Made;

pub use constraint::fits;
pub use field_plan::ServicePlan;
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
    let mut load = |json: &Value| load_state(service.state, json).map(drop);
    populate_and_load(&ServicePlan::of(service), cast, filling, dice, &mut load).map(Value::Object)
}

/// The same, table by table, for a caller who loads the state anyway: `load` says where it does not
/// fit.
pub fn populate_and_load(
    plan: &ServicePlan,
    cast: &Cast,
    filling: &Filling,
    dice: &mut Dice,
    load: &mut dyn FnMut(&Value) -> Result<(), Vec<ReadError>>,
) -> Option<Map<String, Value>> {
    let mut made: BTreeMap<&'static str, Vec<Made>> = BTreeMap::new();
    let state = plan.service.state;
    for index in plan.order.iter().copied() {
        let table = &state.tables[index];
        let rows = TableFiller::new(plan, index, cast, filling, &made, dice).fill();
        made.insert(table.row.name, rows);
    }
    let mut tables = Map::new();
    for table in state.tables {
        let rows = made.remove(table.row.name).unwrap_or_default().into_iter();
        let json = if table.single {
            rows.map(|made| made.row).next().unwrap_or(Value::Null)
        } else {
            rows.map(|made| (made.key, made.row)).collect::<Map<_, _>>().into()
        };
        tables.insert(table.name.to_owned(), json);
    }
    drop_invalid(tables, load)
}

/// Takes rows out until the rest loads: a broken row, then what referred to it.
fn drop_invalid(
    mut tables: Map<String, Value>,
    load: &mut dyn FnMut(&Value) -> Result<(), Vec<ReadError>>,
) -> Option<Map<String, Value>> {
    const ROUNDS_MAX: usize = 6;
    for _ in 0..ROUNDS_MAX {
        let json = Value::Object(tables);
        let loaded = load(&json);
        let Value::Object(back) = json else { return None };
        tables = back;
        let Err(errors) = loaded else { return Some(tables) };
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
