//! The part of a state that a world model is shown: bounded in size, what the call is about first.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_core::{Row, State, write_row};
use serde_json::{Map, Value, json};

/// How many characters of rows are shown.
const CHARACTERS_MAX: usize = 12_000;

/// How near a row is to a call; the nearest are shown first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// An argument is its key.
    Named,
    /// An argument is one of its texts.
    Alike,
    /// It refers to one of these, or one of these refers to it.
    Linked,
    /// It is in a table that the tool says it is about.
    Own,
    /// None of these.
    Other,
}

/// Rows of a state by table and key, and how many rows of each table are shown.
pub(super) fn show_state(state: &dyn State, own_tables: &[&str], arguments: &Value) -> Value {
    let mut rows = rows_by_nearness(state, own_tables, arguments);
    rows.sort_by_key(|(nearness, ..)| *nearness);
    let tables = state.info().tables;
    let mut shown: Vec<Map<String, Value>> = vec![Map::new(); tables.len()];
    let mut left = CHARACTERS_MAX;
    for (_, table, key, row) in rows {
        let mut text = String::new();
        write_row(row, &mut text);
        let Some(rest) = left.checked_sub(text.len()) else { continue };
        left = rest;
        let row = serde_json::from_str(&text).expect("a row writes valid JSON");
        shown[table].insert(key.to_owned(), row);
    }
    let mut out = Map::new();
    for (index, (table, shown)) in tables.iter().zip(shown).enumerate() {
        let n_rows = state.rows(index).len();
        let mut entry = json!({"rows_in_all": n_rows, "rows_shown": shown.len()});
        entry["rows"] = Value::Object(shown);
        out.insert(table.name.to_owned(), entry);
    }
    Value::Object(out)
}

type NearRow<'a> = (Nearness, usize, &'a str, &'a dyn Row);

fn rows_by_nearness<'a>(
    state: &'a dyn State,
    own_tables: &[&str],
    arguments: &Value,
) -> Vec<NearRow<'a>> {
    let mut named = BTreeSet::new();
    collect_texts(arguments, &mut named);
    let tables = state.info().tables;
    let mut rows: Vec<NearRow<'a>> = Vec::new();
    for (index, table) in tables.iter().enumerate() {
        let own = if own_tables.contains(&table.name) { Nearness::Own } else { Nearness::Other };
        for (key, row) in state.rows(index).iter() {
            let nearness = if named.contains(key) {
                Nearness::Named
            } else if holds_text(&**row, &named) {
                Nearness::Alike
            } else {
                own
            };
            rows.push((nearness, index, key, &**row));
        }
    }
    let links = links_of_nearest(&rows);
    for (nearness, table, key, row) in &mut rows {
        if *nearness <= Nearness::Alike {
            continue;
        }
        let keys = keys_held(*row);
        let refers = keys.iter().any(|held| links.named.contains(held.as_str()));
        let entity = tables[*table].row.name;
        let is_referred_to = links.held.get(*key).is_some_and(|of| of.contains(entity));
        if refers || is_referred_to {
            *nearness = Nearness::Linked;
        }
    }
    rows
}

/// What the nearest rows are called, and what they refer to.
struct Links {
    named: BTreeSet<String>,
    /// The entities that are meant by each key.
    held: BTreeMap<String, BTreeSet<&'static str>>,
}

fn links_of_nearest(rows: &[NearRow<'_>]) -> Links {
    let mut links = Links { named: BTreeSet::new(), held: BTreeMap::new() };
    for (nearness, _, key, row) in rows {
        if *nearness > Nearness::Alike {
            continue;
        }
        links.named.insert((*key).to_owned());
        for (position, field) in row.info().fields.iter().enumerate() {
            let Some(entity) = field.shape.refers_to() else { continue };
            row.field(position).visit_keys(&mut |held| {
                links.held.entry(held.to_owned()).or_default().insert(entity);
            });
        }
    }
    links
}

/// The keys of other rows that a row holds.
fn keys_held(row: &dyn Row) -> Vec<String> {
    let mut keys = Vec::new();
    for (position, field) in row.info().fields.iter().enumerate() {
        if !field.key {
            row.field(position).visit_keys(&mut |key| keys.push(key.to_owned()));
        }
    }
    keys
}

fn holds_text(row: &dyn Row, texts: &BTreeSet<String>) -> bool {
    let mut fields = (0..row.info().fields.len()).map(|position| row.field(position));
    fields.any(|field| field.text().is_some_and(|text| texts.contains(text)))
}

/// The texts and numbers of a call that may name something. Very short texts name too much.
fn collect_texts(value: &Value, out: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.chars().count() > 2 => {
            out.insert(text.clone());
        }
        Value::Number(number) => {
            out.insert(number.to_string());
        }
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, out)),
        Value::Object(object) => object.values().for_each(|value| collect_texts(value, out)),
        _ => {}
    }
}
