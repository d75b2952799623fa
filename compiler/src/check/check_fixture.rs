//! Whether the fixture is a state of the model.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::contract::{key_text, missing_value};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{Kind, StructKind, StructModel, place};
use crate::resolve::ResolvedService;

/// Checks the fixture.
pub fn check_fixture(service: &ResolvedService, diagnostics: &mut Diagnostics) {
    let Some(fixture) = &service.model.fixture else { return };
    let mut problems = Vec::new();
    match serde_json::from_str::<Value>(&fixture.text) {
        Ok(Value::Object(state)) => {
            check_state(service, &state, &mut problems);
            if problems.is_empty() {
                check_links(service, &state, &mut problems);
            }
        }
        Ok(_) => problems.push("`FIXTURE` is an object of tables".to_owned()),
        Err(error) => problems.push(format!("`FIXTURE` is no JSON: {error}")),
    }
    for problem in problems {
        diagnostics
            .push(Diagnostic::new(Code::InvalidFixture, place(fixture.span)).message(problem));
    }
}

fn check_state(service: &ResolvedService, state: &Map<String, Value>, problems: &mut Vec<String>) {
    for (name, rows) in state.iter().filter(|(name, _)| *name != "$sequences") {
        let table = service.model.state.tables.iter().find(|table| table.ident == name);
        let Some(table) = table else {
            problems.push(format!("at `/{name}`: the state has no table of this name"));
            continue;
        };
        let Some(entity) = service.model.entity(&table.entity) else { continue };
        if table.is_single {
            if !rows.is_null() {
                check_row(service, entity, rows, &format!("/{name}"), problems);
            }
            continue;
        }
        let Value::Object(rows) = rows else {
            problems.push(format!("at `/{name}`: a table is an object of rows by key"));
            continue;
        };
        for (key, row) in rows {
            let at = format!("/{name}/{}", key.replace('~', "~0").replace('/', "~1"));
            let before = problems.len();
            check_row(service, entity, row, &at, problems);
            if let Some(row) = row.as_object().filter(|_| problems.len() == before) {
                let own = key_text(entity, row);
                if own != *key {
                    problems.push(format!("at `{at}`: the row's own key is `{own}`"));
                }
            }
        }
    }
}

fn check_row(
    service: &ResolvedService,
    entity: &StructModel,
    row: &Value,
    at: &str,
    problems: &mut Vec<String>,
) {
    let Value::Object(row) = row else {
        problems.push(format!("at `{at}`: `{}` is an object", entity.ident));
        return;
    };
    for name in row.keys() {
        if !entity.fields.iter().any(|field| field.name == *name) {
            problems.push(format!("at `{at}`: `{}` has no field `{name}`", entity.ident));
        }
    }
    for field in &entity.fields {
        let Some(value) = row.get(&field.name) else {
            let is_filled = field.default.is_some() || missing_value(service, field).is_some();
            if !is_filled {
                problems.push(format!("at `{at}`: the field `{}` is missing", field.name));
            }
            continue;
        };
        if !fits(service, &field.kind, value, &format!("{at}/{}", field.name), problems) {
            problems.push(format!("at `{at}/{}`: {value} is no `{}`", field.name, field.kind));
        }
    }
}

/// Whether a value is of a kind; records report their own problems.
fn fits(
    service: &ResolvedService,
    kind: &Kind,
    value: &Value,
    at: &str,
    problems: &mut Vec<String>,
) -> bool {
    match (kind, value) {
        (Kind::Optional(_), Value::Null) => true,
        (Kind::Optional(inner), value) => fits(service, inner, value, at, problems),
        (Kind::Text | Kind::Timestamp | Kind::Date | Kind::Key(_), value) => value.is_string(),
        (Kind::Integer | Kind::IntKey(_), value) => {
            value.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        (Kind::Number, value) => value.is_number(),
        (Kind::Boolean, value) => value.is_boolean(),
        (Kind::Json, _) => true,
        (Kind::List(item), Value::Array(items)) => items
            .iter()
            .enumerate()
            .all(|(index, value)| fits(service, item, value, &format!("{at}/{index}"), problems)),
        (Kind::Map(inner), Value::Object(members)) => members
            .iter()
            .all(|(name, value)| fits(service, inner, value, &format!("{at}/{name}"), problems)),
        (Kind::Named(name), Value::String(text)) => {
            let Some(choice) = service.model.choice(name) else { return false };
            choice.variants.iter().any(|(_, variant)| variant == text)
        }
        (Kind::Named(name), value) => {
            let record = service.model.find_struct(StructKind::Record, name);
            if let Some(record) = record {
                check_row(service, record, value, at, problems);
            }
            record.is_some()
        }
        (Kind::List(_) | Kind::Map(_), _) => false,
    }
}

/// Every reference names a row.
fn check_links(service: &ResolvedService, state: &Map<String, Value>, problems: &mut Vec<String>) {
    for table in service.model.state.tables.iter().filter(|table| !table.is_single) {
        let name = table.ident.to_string();
        let Some(entity) = service.model.entity(&table.entity) else { continue };
        let rows = state.get(&name).and_then(Value::as_object);
        for (key, row) in rows.into_iter().flatten() {
            for field in entity.fields.iter().filter(|field| !field.is_loose) {
                let Some(other) = field.kind.entity() else { continue };
                let Some(target) = service.model.table_of(other) else { continue };
                let known: BTreeSet<&str> = state
                    .get(&target.ident.to_string())
                    .and_then(Value::as_object)
                    .map(|rows| rows.keys().map(String::as_str).collect())
                    .unwrap_or_default();
                for wanted in keys_in(row.get(&field.name)) {
                    if !known.contains(wanted.as_str()) {
                        problems.push(format!(
                            "at `/{name}/{key}/{}`: no row of `{other}` has the key `{wanted}`",
                            field.name
                        ));
                    }
                }
            }
        }
    }
}

fn keys_in(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Number(number)) => vec![number.to_string()],
        Some(Value::Array(items)) => items.iter().flat_map(|item| keys_in(Some(item))).collect(),
        _ => Vec::new(),
    }
}
