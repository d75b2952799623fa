//! Ways to tell one row from the others of its table.

use std::cmp::Ordering;

use compoworld_core::{KeyForm, Semantic, Shape};
use serde_json::Value;

use super::draft::{Condition, Selection};
use super::world::{Row, Rows};
use crate::planner::ability::{Kind, TableAbility, choices_of, is_list};
use crate::planner::config::Descriptions;
use crate::planner::populate::topic_of;

/// A way to tell a row from others, and how often it is to be chosen.
pub struct Description {
    /// The conditions.
    pub selection: Selection,
    /// The weight.
    pub weight: u32,
}

/// Every way to tell a row from the others that `among` lists, without what calls would show.
#[must_use]
pub fn describe(
    table: &TableAbility,
    among: &Rows,
    key: &str,
    described: Descriptions,
) -> Vec<Description> {
    let Some(row) = among.get(key) else { return Vec::new() };
    let mut found = Vec::new();
    let mut add = |selection: Selection, weight: u32| found.push(Description { selection, weight });
    for (position, field) in table.fields.iter().enumerate() {
        let value = &row[field.info.name];
        if is_readable_key(table, position) && is_unique(among, field.info.name, value) {
            add(vec![Condition::Given { field: position, value: value.clone() }], 10);
            continue;
        }
        let weight = match field.kind {
            Some(Kind::Title | Kind::Person | Kind::Product | Kind::Company) => 14,
            Some(Kind::Username | Kind::Slug | Kind::Sku | Kind::Path) => 6,
            Some(Kind::Email) => 3,
            _ => 0,
        };
        if weight > 0 && is_unique(among, field.info.name, value) {
            add(vec![Condition::Given { field: position, value: value.clone() }], weight);
        }
        let has_topic = described == Descriptions::Varied && field.kind == Some(Kind::Title);
        if let Some(topic) = value.as_str().filter(|_| has_topic).and_then(topic_of)
            && is_only_about(among, field.info.name, key, topic)
        {
            add(vec![Condition::About { field: position, topic }], 12);
        }
    }
    if described == Descriptions::Varied {
        let rows: Vec<(&String, &Row)> = among.iter().collect();
        for selection in comparisons(table, &rows, key) {
            let weight = if selection.len() > 1 { 4 } else { 5 };
            add(selection, weight);
        }
    }
    found
}

/// Conditions that compare rows: the only one of a status, the greatest, the latest.
#[must_use]
pub fn comparisons(table: &TableAbility, rows: &[(&String, &Row)], key: &str) -> Vec<Selection> {
    let Some((_, row)) = rows.iter().find(|(other, _)| *other == key) else { return Vec::new() };
    let mut found = Vec::new();
    if rows.len() < 2 {
        return found;
    }
    for (position, field) in table.fields.iter().enumerate() {
        if choices_of(&field.info.shape).is_none() {
            continue;
        }
        let value = &row[field.info.name];
        if value.is_null() {
            continue;
        }
        let alike: Vec<(&String, &Row)> =
            rows.iter().copied().filter(|(_, other)| other[field.info.name] == *value).collect();
        let condition = Condition::Given { field: position, value: value.clone() };
        if alike.len() == 1 {
            found.push(vec![condition]);
        } else if alike.len() < rows.len() {
            for extreme in extremes(table, &alike, key) {
                found.push(vec![condition.clone(), extreme]);
            }
        }
    }
    found.extend(extremes(table, rows, key).into_iter().map(|extreme| vec![extreme]));
    found
}

/// The fields in which a row has the greatest or the least value of all.
fn extremes(table: &TableAbility, rows: &[(&String, &Row)], key: &str) -> Vec<Condition> {
    let mut found = Vec::new();
    for (position, field) in table.fields.iter().enumerate() {
        if !is_comparable(table, position) {
            continue;
        }
        let value_of = |row: &Row| row[field.info.name].clone();
        let Some((_, row)) = rows.iter().find(|(other, _)| *other == key) else { continue };
        let own = value_of(row);
        let orders: Option<Vec<Ordering>> = rows
            .iter()
            .filter(|(other, _)| *other != key)
            .map(|(_, other)| compare(&own, &value_of(other)))
            .collect();
        let Some(orders) = orders.filter(|orders| !orders.is_empty()) else { continue };
        for (greatest, order) in [(true, Ordering::Greater), (false, Ordering::Less)] {
            if orders.iter().all(|found| *found == order) {
                found.push(Condition::Extreme { field: position, greatest });
            }
        }
    }
    found
}

/// Whether the greatest of a field's values means something to people.
fn is_comparable(table: &TableAbility, position: usize) -> bool {
    let field = &table.fields[position];
    if field.info.key || field.info.updated {
        return false;
    }
    match field.info.shape {
        Shape::Number | Shape::Integer => {
            matches!(field.meaning, Semantic::Money | Semantic::Quantity | Semantic::Percent)
        }
        Shape::Date => true,
        Shape::Timestamp => true,
        _ => false,
    }
}

/// The order of two numbers, days or instants.
fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64()?.partial_cmp(&b.as_f64()?),
        // Days and instants in one form sort as texts.
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

/// Whether a field is the row's whole key in a form that people say: `TCK-00012`, a number, a
/// name; not a UUID.
#[must_use]
pub fn is_readable_key(table: &TableAbility, position: usize) -> bool {
    let row = table.info.row;
    row.fields[position].key
        && row.key_fields().count() == 1
        && match row.key_form {
            KeyForm::Given => true,
            KeyForm::Sequence(format) => !format.contains('/'),
            KeyForm::Uuid | KeyForm::Token(..) => false,
        }
}

/// Whether no other row has this value, nor one that contains it.
fn is_unique(among: &Rows, field: &str, value: &Value) -> bool {
    match value {
        Value::String(text) if text.is_empty() => false,
        Value::String(text) => {
            let text = text.to_lowercase();
            let holds = |row: &&Row| {
                row[field].as_str().is_some_and(|other| other.to_lowercase().contains(&text))
            };
            among.values().filter(holds).count() == 1
        }
        Value::Number(_) => among.values().filter(|row| row[field] == *value).count() == 1,
        _ => false,
    }
}

/// Whether no other row's text holds the topic's words.
fn is_only_about(among: &Rows, field: &str, key: &str, topic: &str) -> bool {
    among.iter().filter(|(other, _)| *other != key).all(|(_, row)| {
        let text = row[field].as_str().unwrap_or_default().to_lowercase();
        !topic.split(' ').all(|word| text.contains(word))
    })
}

/// The rows that pass the conditions with fixed values.
#[must_use]
pub fn passing<'r>(
    table: &TableAbility,
    among: &'r Rows,
    field: usize,
    value: &Value,
) -> Vec<(&'r String, &'r Row)> {
    let info = table.fields[field].info;
    let passes = |row: &Row| match &row[info.name] {
        Value::Array(items) if is_list(&info.shape) => items.contains(value),
        other => other == value,
    };
    among.iter().filter(|(_, row)| passes(row)).collect()
}
