//! The rows of a fixture, completed with what the model fills in.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::emit::expression_json;
use crate::model::{DefaultModel, FieldModel, Kind, StructModel};
use crate::resolve::ResolvedService;

/// The rows of each table, by the table's name.
#[derive(Debug, Default)]
pub struct Rows {
    tables: BTreeMap<String, Vec<Map<String, Value>>>,
}

impl Rows {
    /// Reads a fixture's JSON.
    #[must_use]
    pub fn of(service: &ResolvedService, fixture: &Value) -> Self {
        let mut rows = Self::default();
        for table in &service.model.state.tables {
            let Some(entity) = service.model.entity(&table.entity) else { continue };
            let name = table.ident.to_string();
            let Some(value) = fixture.get(&name) else { continue };
            let found: Vec<_> = if table.is_single {
                value.as_object().into_iter().collect()
            } else {
                let all = value.as_object().map(|rows| rows.values());
                all.into_iter().flatten().filter_map(Value::as_object).collect()
            };
            let completed = found.into_iter().map(|row| complete(service, entity, row));
            rows.tables.insert(name, completed.collect());
        }
        rows
    }

    /// The rows of a table.
    #[must_use]
    pub fn table(&self, name: &str) -> &[Map<String, Value>] {
        self.tables.get(name).map_or(&[], Vec::as_slice)
    }

    /// The rows of an entity's table.
    #[must_use]
    pub fn entity(&self, service: &ResolvedService, entity: &str) -> &[Map<String, Value>] {
        let table = service.model.table_of(entity);
        table.map_or(&[], |table| self.table(&table.ident.to_string()))
    }

    /// Adds a row.
    pub fn push(&mut self, table: &str, row: Map<String, Value>) {
        self.tables.entry(table.to_owned()).or_default().push(row);
    }
}

/// A row with every field that its struct has.
fn complete(
    service: &ResolvedService,
    entity: &StructModel,
    row: &Map<String, Value>,
) -> Map<String, Value> {
    let mut completed = Map::new();
    for field in &entity.fields {
        let value = row.get(&field.name).cloned().or_else(|| missing(service, field));
        if let Some(value) = value {
            let value = normal(service, &field.kind, &value);
            completed.insert(field.name.clone(), value);
        }
    }
    completed
}

/// What a missing property means, as far as it is known before the call.
#[must_use]
pub fn missing(service: &ResolvedService, field: &FieldModel) -> Option<Value> {
    match &field.default {
        Some(DefaultModel::Value(value)) => expression_json(service, value),
        Some(DefaultModel::OfType) => of_type(&field.kind),
        None => match field.kind {
            Kind::Optional(_) | Kind::List(_) | Kind::Map(_) => of_type(&field.kind),
            _ => None,
        },
    }
}

/// The value of a type that nothing else is said of.
#[must_use]
pub fn of_type(kind: &Kind) -> Option<Value> {
    Some(match kind {
        Kind::Optional(_) => Value::Null,
        Kind::List(_) => Value::Array(Vec::new()),
        Kind::Map(_) => Value::Object(Map::new()),
        Kind::Text => Value::from(""),
        Kind::Integer | Kind::Number => Value::from(0),
        Kind::Boolean => Value::from(false),
        Kind::Json => Value::Null,
        _ => return None,
    })
}

/// The value as the runtime writes it: records complete, days and instants in one form.
fn normal(service: &ResolvedService, kind: &Kind, value: &Value) -> Value {
    match (kind, value) {
        (Kind::Optional(_), Value::Null) => Value::Null,
        (Kind::Optional(inner), value) => normal(service, inner, value),
        (Kind::List(item), Value::Array(items)) => {
            items.iter().map(|value| normal(service, item, value)).collect()
        }
        (Kind::Map(inner), Value::Object(members)) => Value::Object(
            members
                .iter()
                .map(|(name, value)| (name.clone(), normal(service, inner, value)))
                .collect(),
        ),
        (Kind::Named(name), Value::Object(members)) => {
            let record = service.model.structs.iter().find(|one| one.ident == name);
            match record {
                Some(record) => Value::Object(complete(service, record, members)),
                None => value.clone(),
            }
        }
        (Kind::Timestamp, Value::String(text)) => Value::from(instant(text)),
        _ => value.clone(),
    }
}

/// An instant as it is written, where its form is plain enough to tell.
#[must_use]
pub fn instant(text: &str) -> String {
    let text = text.trim();
    if text.len() == 10 {
        return format!("{text}T00:00:00Z");
    }
    if text.len() == 19 {
        return format!("{text}Z");
    }
    text.strip_suffix(".000Z").map_or_else(|| text.to_owned(), |start| format!("{start}Z"))
}

/// Whether instants of this form compare as texts do.
#[must_use]
pub fn is_plain_instant(text: &str) -> bool {
    text.len() == 20 && text.ends_with('Z')
}
