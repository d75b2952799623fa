//! What filters and orders mean, over JSON rows.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use crate::model::{Kind, Relation, StructModel};
use crate::resolve::{ResolvedFilter, ResolvedService, ResolvedTool};

use super::fixture::{instant, is_plain_instant};

/// The text of a row's key.
#[must_use]
pub fn key_text(entity: &StructModel, row: &Map<String, Value>) -> String {
    let fields: Vec<_> = entity.key_fields().collect();
    let is_alone = fields.len() == 1;
    let parts = fields.iter().map(|field| {
        let value = row.get(&field.name).unwrap_or(&Value::Null);
        match (&field.kind, value) {
            (Kind::Key(_), Value::String(text)) => text.clone(),
            (_, Value::String(text)) if is_alone => text.clone(),
            (_, Value::String(text)) => text.replace('~', "~0").replace('/', "~1"),
            (_, value) => value.to_string(),
        }
    });
    parts.collect::<Vec<_>>().join("/")
}

/// The values of a row's key fields: one value, or one a part.
#[must_use]
pub fn key_value(entity: &StructModel, row: &Map<String, Value>) -> Value {
    let values = entity.key_fields().map(|field| row.get(&field.name).cloned().unwrap_or_default());
    let values: Vec<_> = values.collect();
    match values.as_slice() {
        [value] => value.clone(),
        _ => Value::Array(values),
    }
}

/// The parts of a key's text; for references that take several arguments.
#[must_use]
pub fn split_key(text: &str) -> Vec<String> {
    text.split('/').map(|part| part.replace("~1", "/").replace("~0", "~")).collect()
}

/// Whether a row passes a tool's filters with these arguments; `None` where that is not known.
#[must_use]
pub fn passes(
    tool: &ResolvedTool,
    entity: &StructModel,
    row: &Map<String, Value>,
    args: &Map<String, Value>,
) -> Option<bool> {
    let mut all = true;
    for filter in &tool.filters {
        all &= passes_one(tool, entity, row, args, filter)?;
    }
    Some(all)
}

fn passes_one(
    tool: &ResolvedTool,
    entity: &StructModel,
    row: &Map<String, Value>,
    args: &Map<String, Value>,
    filter: &ResolvedFilter,
) -> Option<bool> {
    let value = |argument: usize| -> Option<&Value> {
        let argument = &tool.arguments[argument];
        let value = args.get(&argument.name).or(argument.default.as_ref());
        value.filter(|value| !value.is_null() && argument.absent.as_ref() != Some(value))
    };
    let field = &entity.fields[filter.fields[0]];
    let held = row.get(&field.name)?;
    if filter.arguments.len() > 1 {
        let parts: Option<Vec<_>> = filter.arguments.iter().map(|one| value(*one)).collect();
        let Some(parts) = parts else { return Some(true) };
        let parts = parts.iter().map(|part| match part {
            Value::String(text) => text.replace('~', "~0").replace('/', "~1"),
            other => other.to_string(),
        });
        return Some(held.as_str() == Some(parts.collect::<Vec<_>>().join("/").as_str()));
    }
    let Some(wanted) = value(filter.arguments[0]) else { return Some(true) };
    Some(match filter.relation {
        Relation::Equals => same(&field.kind, held, wanted),
        Relation::OneOf => {
            let wanted = wanted.as_array()?;
            wanted.is_empty() || wanted.iter().any(|wanted| same(&field.kind, held, wanted))
        }
        Relation::Has => {
            let has = |wanted: &Value| {
                held.as_array().is_some_and(|held| held.iter().any(|item| item == wanted))
            };
            match wanted {
                Value::Array(wanted) => wanted.iter().all(has),
                wanted => has(wanted),
            }
        }
        Relation::Contains => {
            let texts: Vec<String> = filter
                .fields
                .iter()
                .filter_map(|field| row.get(&entity.fields[*field].name))
                .map(|value| match value {
                    Value::String(text) => text.to_lowercase(),
                    Value::Array(items) => {
                        let texts: Vec<_> = items.iter().filter_map(Value::as_str).collect();
                        texts.join(" ").to_lowercase()
                    }
                    _ => String::new(),
                })
                .collect();
            let mut words = wanted.as_str()?.split_whitespace();
            words.all(|word| texts.iter().any(|text| text.contains(&word.to_lowercase())))
        }
        Relation::AtLeast => compare(&field.kind, held, wanted)?.is_ge(),
        Relation::AtMost => compare(&field.kind, held, wanted)?.is_le(),
    })
}

/// Whether two values are the same to a field of this kind.
#[must_use]
pub fn same(kind: &Kind, a: &Value, b: &Value) -> bool {
    match (kind.required(), a, b) {
        (Kind::Timestamp, Value::String(a), Value::String(b)) => instant(a) == instant(b),
        (_, Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

/// The order of two values that are there; `None` where it is not known.
fn compare(kind: &Kind, a: &Value, b: &Value) -> Option<Ordering> {
    match (kind.required(), a, b) {
        (Kind::Timestamp, Value::String(a), Value::String(b)) => {
            let (a, b) = (instant(a), instant(b));
            (is_plain_instant(&a) && is_plain_instant(&b)).then(|| a.cmp(&b))
        }
        (_, Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        (_, Value::Number(a), Value::Number(b)) => a.as_f64()?.partial_cmp(&b.as_f64()?),
        _ => None,
    }
}

/// Puts rows into the order in which the tool answers; whether that order is known.
pub fn sort(
    service: &ResolvedService,
    tool: &ResolvedTool,
    entity: &StructModel,
    rows: &mut [&Map<String, Value>],
) -> bool {
    let is_number =
        entity.key_fields().any(|field| matches!(field.kind, Kind::Integer | Kind::IntKey(_)));
    let texts_differ = !is_number || entity.key_fields().count() == 1;
    if is_number {
        rows.sort_by(|a, b| {
            let values = entity.key_fields().map(|field| (a.get(&field.name), b.get(&field.name)));
            let mut orders = values.map(|pair| match pair {
                (Some(Value::Number(a)), Some(Value::Number(b))) => {
                    a.as_f64().partial_cmp(&b.as_f64()).unwrap_or(Ordering::Equal)
                }
                (Some(Value::String(a)), Some(Value::String(b))) => a.cmp(b),
                _ => Ordering::Equal,
            });
            orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
    } else {
        rows.sort_by_key(|row| key_text(entity, row));
    }
    let Some((field, is_descending)) = tool.sort else { return texts_differ || is_number };
    let field = &entity.fields[field];
    let mut is_known =
        !matches!(field.kind.required(), Kind::Named(name) if !service.is_choice(name));
    rows.sort_by(|a, b| {
        let (a, b) = (&a[&field.name], &b[&field.name]);
        match (a.is_null(), b.is_null()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return Ordering::Greater,
            (false, true) => return Ordering::Less,
            (false, false) => {}
        }
        let order = compare(&field.kind, a, b).unwrap_or_else(|| {
            is_known = false;
            Ordering::Equal
        });
        if is_descending { order.reverse() } else { order }
    });
    is_known
}
