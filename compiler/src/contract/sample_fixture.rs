//! A small state for services that bring none.

use serde_json::{Map, Value};

use crate::emit::expression_json;
use crate::model::{DefaultModel, FieldModel, KeyForm, Kind, StructModel};
use crate::resolve::ResolvedService;

use super::evaluate::{key_text, key_value};
use super::fixture::{Rows, of_type};
use super::sample_values::sample_field;
use super::subject::{Row, repeats};

/// How many rows a table gets.
const ROWS: usize = 3;

/// Rows for every table whose rows can be made.
#[must_use]
pub fn sample_fixture(service: &ResolvedService) -> Value {
    let mut rows = Rows::default();
    let mut state = Map::new();
    let mut waiting: Vec<_> = service.model.state.tables.iter().collect();
    // References point at tables that are filled already; cycles stay empty.
    loop {
        let (ready, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|table| {
            let entity = service.model.entity(&table.entity);
            entity.is_some_and(|entity| {
                required_references(entity)
                    .all(|other| other == table.entity || !rows.entity(service, other).is_empty())
            })
        });
        if ready.is_empty() {
            break;
        }
        for table in &ready {
            let Some(entity) = service.model.entity(&table.entity) else { continue };
            let name = table.ident.to_string();
            let n_rows = if table.is_single { 1 } else { ROWS };
            let mut members = Map::new();
            for index in 0..n_rows {
                let Some(row) = sample_row(service, &rows, entity, index) else { continue };
                let key = key_text(entity, &row);
                let made = rows.entity(service, &table.entity);
                if members.contains_key(&key) || made.iter().any(|one| repeats(entity, one, &row)) {
                    continue;
                }
                members.insert(key, Value::Object(row.clone()));
                rows.push(&name, row);
            }
            let value = if table.is_single {
                members.into_iter().next().map_or(Value::Null, |(_, row)| row)
            } else {
                Value::Object(members)
            };
            state.insert(name, value);
        }
        waiting = later;
    }
    Value::Object(state)
}

fn required_references(entity: &StructModel) -> impl Iterator<Item = &str> {
    let fields = entity
        .fields
        .iter()
        .filter(|field| matches!(field.kind, Kind::Key(_) | Kind::IntKey(_)) && !field.is_loose);
    fields.filter_map(|field| field.kind.entity())
}

fn sample_row(
    service: &ResolvedService,
    rows: &Rows,
    entity: &StructModel,
    index: usize,
) -> Option<Row> {
    let mut row = Map::new();
    for field in &entity.fields {
        let value = sample_cell(service, rows, entity, field, index)?;
        row.insert(field.name.clone(), value);
    }
    Some(row)
}

fn sample_cell(
    service: &ResolvedService,
    rows: &Rows,
    entity: &StructModel,
    field: &FieldModel,
    index: usize,
) -> Option<Value> {
    let is_own = field.kind.entity() == Some(&entity.ident.to_string());
    if field.is_key && (is_own || field.kind.entity().is_none()) {
        return key_cell(service, field, index);
    }
    if let Some(other) = field.kind.entity() {
        if is_own || field.kind.is_optional() && index.is_multiple_of(2) {
            return of_type(&field.kind);
        }
        let model = service.model.entity(other)?;
        let others = rows.entity(service, other);
        let Some(row) = others.get(index % others.len().max(1)) else {
            return of_type(&field.kind);
        };
        let key = match model.key_fields().count() {
            1 => key_value(model, row),
            _ => Value::from(key_text(model, row)),
        };
        return Some(if field.kind.item().is_some() { Value::Array(vec![key]) } else { key });
    }
    if field.is_created || field.is_updated {
        return Some(match field.kind.required() {
            Kind::Date => Value::from("2026-02-01"),
            _ => Value::from("2026-02-01T09:00:00Z"),
        });
    }
    if index == 0
        && let Some(DefaultModel::Value(value)) = &field.default
        && let Some(value) = expression_json(service, value)
    {
        return Some(value);
    }
    sample_field(service, field, None, index)
}

fn key_cell(service: &ResolvedService, field: &FieldModel, index: usize) -> Option<Value> {
    let number = index + 1;
    if matches!(field.kind, Kind::Integer | Kind::IntKey(_)) {
        return Some(Value::from(number));
    }
    match &field.form {
        Some(KeyForm::Sequence(format)) => {
            let (before, rest) = format.split_once('{')?;
            let (inside, after) = rest.split_once('}')?;
            let width: usize = inside.trim_start_matches([':', '0']).parse().unwrap_or(0);
            Some(Value::from(format!("{before}{number:0width$}{after}")))
        }
        Some(KeyForm::Uuid) => Some(Value::from(format!("00000000-0000-4000-8000-{number:012}"))),
        Some(KeyForm::Token(prefix, length)) => {
            let digits = format!("{number}");
            let filler = "a".repeat(length.saturating_sub(digits.len()));
            Some(Value::from(format!("{prefix}{filler}{digits}")))
        }
        None => match &field.kind {
            Kind::Key(_) => {
                let text = FieldModel { kind: Kind::Text, ..field.clone() };
                sample_field(service, &text, None, index)
            }
            _ => sample_field(service, field, None, index),
        },
    }
}
