//! Values that fit a schema and a field, the same ones at every run.

use serde_json::{Map, Value, json};

use crate::emit::variants;
use crate::model::{FieldModel, Kind, StructKind};
use crate::resolve::ResolvedService;
use crate::spec::{Schema, Type};

use super::EPOCH;

/// How many values and characters one sample may have: a spec can ask for a text of any length.
const SIZE_MAX: u64 = 20_000;

/// What a sample may still grow by.
struct Budget(u64);

impl Budget {
    fn take(&mut self, size: u64) -> Option<()> {
        self.0 = self.0.checked_sub(size)?;
        Some(())
    }
}

/// A value that a schema accepts, as far as it is easy to find; `salt` tells values apart.
#[must_use]
pub fn sample_schema(schema: &Schema, salt: usize) -> Option<Value> {
    of_schema(schema, salt, &mut Budget(SIZE_MAX))
}

fn of_schema(schema: &Schema, salt: usize, budget: &mut Budget) -> Option<Value> {
    budget.take(1)?;
    if let Some(constant) = &schema.constant {
        return Some(constant.clone());
    }
    if let Some(values) = &schema.values {
        return values.get(salt % values.len().max(1)).cloned();
    }
    if let Some(default) = schema.default.clone().filter(|default| !default.is_null()) {
        return Some(default);
    }
    let branches = schema.any_of.iter().chain(&schema.one_of).chain(&schema.all_of);
    if schema.kind.is_none() {
        let not_null = |branch: &&Schema| branch.kind != Some(Type::Null);
        // Where a text or a number is taken, the row holds a text.
        let is_text = |branch: &&Schema| branch.kind == Some(Type::String);
        let branch = branches.clone().find(is_text).or_else(|| branches.clone().find(not_null));
        if let Some(branch) = branch {
            return of_schema(branch, salt, budget);
        }
        return Some(json!("sample"));
    }
    Some(match schema.kind? {
        Type::Null => Value::Null,
        Type::Boolean => Value::from(salt.is_multiple_of(2)),
        Type::Integer => Value::from(number_in(schema, salt)? as i64),
        Type::Number => Value::from(number_in(schema, salt)?),
        Type::String => Value::from(text_for(schema, salt, budget)?),
        Type::Array => {
            if schema.max_items == Some(0) {
                return Some(json!([]));
            }
            let n_items = n_items(schema.min_items.unwrap_or(0), budget)?;
            let any = Schema::of(Type::String);
            let items: Option<Vec<_>> = (0..n_items)
                .map(|index| {
                    let schema = schema.prefix_items.get(index).or(schema.items.as_deref());
                    of_schema(schema.unwrap_or(&any), salt + index, budget)
                })
                .collect();
            Value::Array(items?)
        }
        Type::Object => {
            let mut members = Map::new();
            for name in &schema.required {
                let value = match schema.properties.get(name) {
                    Some(property) => of_schema(property, salt, budget)?,
                    None => json!("sample"),
                };
                members.insert(name.clone(), value);
            }
            Value::Object(members)
        }
    })
}

/// How many items a list gets that must have so many.
fn n_items(least: u64, budget: &mut Budget) -> Option<usize> {
    let n_items = least.max(1);
    budget.take(n_items)?;
    usize::try_from(n_items).ok()
}

fn number_in(schema: &Schema, salt: usize) -> Option<f64> {
    let bound = |number: &Option<serde_json::Number>| number.as_ref().and_then(|n| n.as_f64());
    let least = bound(&schema.minimum)
        .or_else(|| bound(&schema.exclusive_minimum).map(|number| number + 1.0));
    let most = bound(&schema.maximum)
        .or_else(|| bound(&schema.exclusive_maximum).map(|number| number - 1.0));
    let mut number = 3.0 + salt as f64;
    if let Some(step) = bound(&schema.multiple_of) {
        number *= step;
    }
    if let Some(most) = most {
        number = number.min(most);
    }
    if let Some(least) = least {
        number = number.max(least);
    }
    Some(number)
}

fn text_for(schema: &Schema, salt: usize, budget: &mut Budget) -> Option<String> {
    let text = match schema.format.as_deref() {
        Some("date-time") => EPOCH.to_owned(),
        Some("date") => "2026-03-02".to_owned(),
        Some("time") => "09:30:00".to_owned(),
        Some("email") => format!("sample{salt}@example.org"),
        Some("uri" | "url" | "uri-reference") => format!("https://example.org/{salt}"),
        Some("uuid") => format!("00000000-0000-4000-8000-{salt:012}"),
        _ => format!("sample {salt}"),
    };
    let lengths = (schema.min_length.unwrap_or(0), schema.max_length.unwrap_or(u64::MAX));
    fit_text(text, lengths, schema.pattern.as_deref(), salt, budget)
}

/// A text of this length that matches, made from a wish.
fn fit_text(
    wish: String,
    (least, most): (u64, u64),
    pattern: Option<&str>,
    salt: usize,
    budget: &mut Budget,
) -> Option<String> {
    budget.take(least)?;
    let least = usize::try_from(least).ok()?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let pattern = match pattern {
        Some(pattern) => Some(regex_lite::Regex::new(pattern).ok()?),
        None => None,
    };
    let fits = |text: &str| {
        let length = text.chars().count();
        let matches = pattern.as_ref().is_none_or(|pattern| pattern.is_match(text));
        length >= least && length <= most && matches
    };
    let stretched = |text: &str| -> String {
        let missing = least.saturating_sub(text.chars().count());
        text.chars().take(most).chain(std::iter::repeat_n('x', missing)).collect()
    };
    let candidates = [
        wish.clone(),
        stretched(&wish),
        stretched(&format!("sample{salt}")),
        stretched(&format!("sample-{salt}")),
        stretched(&format!("s{salt}")),
        stretched(&"a".repeat(least.max(1))),
        stretched(&"1".repeat(least.max(1))),
        stretched(&format!("{salt}")),
        format!("#{:06x}", 0x33_66_99 + salt),
        "#336699".to_owned(),
        format!("+1555010{salt:04}"),
        format!("/sample/{salt}"),
        format!("https://example.org/{salt}"),
        format!("sample{salt}@example.org"),
        "2026-03-02".to_owned(),
        "2026-03".to_owned(),
        "09:30".to_owned(),
        EPOCH.to_owned(),
        "EUR".to_owned(),
        "en".to_owned(),
        "1h".to_owned(),
        "0".repeat(24),
        "0".repeat(32),
        "0".repeat(40),
        format!("SAMPLE_{salt}"),
        format!("SAMPLE{salt}"),
        "ABC".to_owned(),
        format!("00000000-0000-4000-8000-{salt:012}"),
        format!("1.{salt}.0"),
        format!("1700000000.00000{salt}"),
    ];
    candidates.into_iter().find(|text| fits(text))
}

/// A value for a field: from its meaning and constraints, within what the schema accepts.
#[must_use]
pub fn sample_field(
    service: &ResolvedService,
    field: &FieldModel,
    schema: Option<&Schema>,
    salt: usize,
) -> Option<Value> {
    of_field(service, field, schema, salt, &mut Budget(SIZE_MAX))
}

fn of_field(
    service: &ResolvedService,
    field: &FieldModel,
    schema: Option<&Schema>,
    salt: usize,
    budget: &mut Budget,
) -> Option<Value> {
    let schema = schema.map(|schema| schema.non_null().unwrap_or(schema));
    of_kind(service, &field.kind, field, schema, salt, budget)
}

fn of_kind(
    service: &ResolvedService,
    kind: &Kind,
    field: &FieldModel,
    schema: Option<&Schema>,
    salt: usize,
    budget: &mut Budget,
) -> Option<Value> {
    budget.take(1)?;
    Some(match kind {
        Kind::Optional(inner) => of_kind(service, inner, field, schema, salt, budget)?,
        Kind::Text => Value::from(sample_text(field, schema, salt, budget)?),
        Kind::Integer => Value::from(sample_number(field, schema, salt)?.trunc() as i64),
        Kind::Number => Value::from(sample_number(field, schema, salt)?),
        Kind::Boolean => Value::from(salt.is_multiple_of(2)),
        Kind::Timestamp => Value::from(format!("2026-03-{:02}T09:00:00Z", 1 + salt % 28)),
        Kind::Date => Value::from(format!("2026-03-{:02}", 1 + salt % 28)),
        Kind::Json => match schema {
            Some(schema) => of_schema(schema, salt, budget)?,
            None => json!({"sample": salt}),
        },
        // References in records are not checked; the others are drawn from the rows.
        Kind::Key(_) => Value::from(sample_text(field, schema, salt, budget)?),
        Kind::IntKey(_) => Value::from(1 + salt),
        Kind::Named(name) => {
            let names = variants(service, name);
            if names.is_empty() {
                return of_record(service, name, schema, salt, budget);
            }
            let allowed: Vec<_> = names
                .into_iter()
                .map(|(_, name)| name)
                .filter(|name| match schema.and_then(|schema| schema.values.as_ref()) {
                    Some(values) => values.iter().any(|value| value.as_str() == Some(name)),
                    None => true,
                })
                .collect();
            Value::from(allowed.get(salt % allowed.len().max(1))?.clone())
        }
        Kind::List(item) => {
            let least = field.length.map_or(0, |(least, _)| least as u64);
            let fewest = schema.and_then(|schema| schema.min_items).unwrap_or(0);
            let n_items = n_items(least.max(fewest), budget)?;
            let inner = schema.and_then(|schema| schema.items.as_deref());
            let items: Option<Vec<_>> = (0..n_items)
                .map(|index| of_kind(service, item, field, inner, salt + index, budget))
                .collect();
            Value::Array(items?)
        }
        Kind::Map(_) => json!({}),
    })
}

fn of_record(
    service: &ResolvedService,
    name: &str,
    schema: Option<&Schema>,
    salt: usize,
    budget: &mut Budget,
) -> Option<Value> {
    let record = service.model.find_struct(StructKind::Record, name)?;
    let mut members = Map::new();
    for field in &record.fields {
        let inner = schema.and_then(|schema| schema.properties.get(&field.name));
        let is_needed = !field.kind.is_optional() && field.default.is_none()
            || schema.is_some_and(|schema| schema.requires(&field.name));
        if !is_needed || schema.is_some() && inner.is_none() {
            continue;
        }
        let value = of_field(service, field, inner, salt, budget)?;
        members.insert(field.name.clone(), value);
    }
    Some(Value::Object(members))
}

fn sample_number(field: &FieldModel, schema: Option<&Schema>, salt: usize) -> Option<f64> {
    let mut number = match schema {
        Some(schema) if matches!(schema.kind, Some(Type::Integer | Type::Number)) => {
            number_in(schema, salt)?
        }
        _ => 3.0 + salt as f64,
    };
    if let Some((least, most)) = field.range {
        number = number.min(most).max(least);
    }
    Some(number)
}

fn sample_text(
    field: &FieldModel,
    schema: Option<&Schema>,
    salt: usize,
    budget: &mut Budget,
) -> Option<String> {
    if let Some(values) = schema.and_then(|schema| schema.values.as_ref()) {
        return values.get(salt % values.len().max(1))?.as_str().map(str::to_owned);
    }
    let wish = match field.semantic.as_deref() {
        Some("person") => ["Ana Lima", "Jonas Weber", "Mei Tanaka"][salt % 3].to_owned(),
        Some("email") => format!("sample{salt}@example.org"),
        Some("phone") => format!("+1555010{salt:04}"),
        Some("username") => format!("sample{salt}"),
        Some("company") => format!("Sample {salt} Ltd"),
        Some("url") => format!("https://example.org/{salt}"),
        Some("path") => format!("/sample/{salt}"),
        Some("slug") => format!("sample-{salt}"),
        Some("color") => ["#336699", "#996633", "#669933"][salt % 3].to_owned(),
        Some("currency") => ["EUR", "USD", "JPY"][salt % 3].to_owned(),
        Some("country") => ["PT", "DE", "JP"][salt % 3].to_owned(),
        Some("timezone") => ["Europe/Lisbon", "Europe/Berlin", "Asia/Tokyo"][salt % 3].to_owned(),
        Some("language") => ["en", "de", "ja"][salt % 3].to_owned(),
        Some("mime") => ["text/plain", "text/html", "text/csv"][salt % 3].to_owned(),
        _ => match schema.and_then(|schema| schema.format.as_deref()) {
            Some("date-time") => EPOCH.to_owned(),
            Some("date") => "2026-03-02".to_owned(),
            Some("email") => format!("sample{salt}@example.org"),
            Some("uri" | "url") => format!("https://example.org/{salt}"),
            _ => format!("Sample {} {salt}", field.plain_name().replace('_', " ")),
        },
    };
    let (least, most) = field.length.unwrap_or((0, usize::MAX));
    let least = (least as u64).max(schema.and_then(|schema| schema.min_length).unwrap_or(0));
    let most = (most as u64).min(schema.and_then(|schema| schema.max_length).unwrap_or(u64::MAX));
    let own = field.pattern.as_deref();
    let theirs = schema.and_then(|schema| schema.pattern.as_deref());
    let pattern = own.or(theirs);
    let text = fit_text(wish, (least, most), pattern, salt, budget)?;
    let both = [own, theirs].into_iter().flatten().all(|pattern| {
        regex_lite::Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(&text))
    });
    both.then_some(text)
}
