//! Collects the fields of an entity from what its tools take, tell and filter by.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::spec::{Schema, Tool, Type};

use super::find_keys::{Key, Use};
use super::key_lists::key_list;
use super::names::field_name;
use super::neutral_values::asked_kind;
use super::read_role::{ROW_TIME, Role, read_role};
use super::schema_kind::{FieldKind, bare, kind_of, may_lack, merge};
use super::settle_subjects::Subject;
use super::usual_fields::usual_fields;
use super::verbs::Act;
use super::write_role::{WriteRole, write_role};

/// One field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// What it holds.
    pub kind: FieldKind,
    /// Whether every row has it.
    pub required: bool,
    /// Whether the service fills it in by itself.
    pub stamp: Option<Stamp>,
}

/// What the service fills in by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamp {
    /// When the row was made.
    Created,
    /// When it was last changed.
    Updated,
}

/// Fields by name, in the order in which the tools speak of them.
pub type Fields = IndexMap<String, Field>;

/// Collects the fields beside the key.
pub fn collect_fields(noun: &str, key: &Key, uses: &[Use<'_>]) -> Fields {
    let mut fields = Fields::new();
    let makers: Vec<&Use<'_>> =
        uses.iter().filter(|(_, one)| matches!(one.act, Act::Create | Act::Upsert)).collect();
    for (tool, subject) in &makers {
        store_all(tool, subject, key, &mut fields);
    }
    for (name, field) in &mut fields {
        field.required = makers.iter().all(|(tool, subject)| {
            tool.parameters.properties.iter().any(|(argument, schema)| {
                stored_field(argument, schema, subject).as_ref() == Some(name)
                    && !may_lack(&tool.parameters, argument)
            })
        });
    }
    for (tool, subject) in uses.iter().filter(|(_, one)| one.act.is_write()) {
        if !matches!(subject.act, Act::Create | Act::Upsert | Act::Delete) {
            store_all(tool, subject, key, &mut fields);
        }
    }
    for (_, subject) in uses {
        add_named(subject, &mut fields);
    }
    for (tool, _) in uses.iter().filter(|(_, one)| one.act.is_read()) {
        add_told(tool, key, &mut fields);
    }
    // A row that is there from the start is made by no call, and may need nothing.
    if key.is_alone() {
        fields.values_mut().for_each(|field| field.required = false);
    } else {
        add_stamps(uses, key, &mut fields);
    }
    for (tool, subject) in uses.iter().filter(|(_, one)| one.act.is_read()) {
        add_asked(tool, subject, key, &mut fields);
    }
    for scope in &key.scopes {
        add_scope(scope, uses, &mut fields);
    }
    usual_fields(noun, key, uses, &mut fields);
    fields.retain(|name, _| key.parts.iter().all(|part| part.field != *name));
    fields
}

/// The field that an argument of a writing tool is stored in.
pub fn stored_field(argument: &str, schema: &Schema, subject: &Subject) -> Option<String> {
    let WriteRole::Stored(name) = write_role(argument, schema, subject.act) else { return None };
    if subject.act == Act::Update || subject.act == Act::Mark {
        let is_value = matches!(name.as_str(), "value" | "new_value");
        if let Some(field) = subject.field.as_ref().filter(|_| is_value) {
            return Some(field.clone());
        }
    }
    let moves = matches!(subject.verb.as_str(), "move" | "transfer" | "relocate");
    let starts: &[&str] = match subject.act {
        Act::Update if moves => &["new_", "target_", "destination_", "dest_", "to_"],
        Act::Update | Act::Mark => &["new_", "updated_"],
        _ => &[],
    };
    let stripped = starts.iter().find_map(|start| name.strip_prefix(start));
    Some(stripped.map_or(name.clone(), str::to_owned))
}

fn is_key(key: &Key, argument: &str) -> bool {
    key.part_of(argument).is_some()
}

fn store_all(tool: &Tool, subject: &Subject, key: &Key, fields: &mut Fields) {
    let keys = match subject.act {
        Act::Update | Act::Mark => key_list(tool, &subject.noun, key),
        _ => None,
    };
    for (argument, schema) in &tool.parameters.properties {
        if is_key(key, argument) || keys == Some(argument) {
            continue;
        }
        let Some(name) = stored_field(argument, schema, subject) else { continue };
        let is_list =
            matches!(subject.act, Act::Append | Act::Detach) && !key.scopes.contains(&name);
        if is_list {
            continue;
        }
        let kind = kind_of(schema);
        let field = fields.entry(name).or_insert_with(|| Field {
            kind: kind.clone(),
            required: false,
            stamp: None,
        });
        field.kind = merge(&field.kind, &kind).unwrap_or(FieldKind::Json);
    }
}

/// What the name of a tool speaks of: a flag, a field, a list.
fn add_named(subject: &Subject, fields: &mut Fields) {
    let mut add = |name: &str, kind: FieldKind| {
        if field_name(name).is_some() {
            fields.entry(name.to_owned()).or_insert(Field { kind, required: false, stamp: None });
        }
    };
    match (&subject.flag, &subject.field, subject.act) {
        (Some((flag, _)), _, Act::Mark) => add(flag, FieldKind::Boolean),
        (_, Some(field), Act::Append | Act::Detach) => add(field, FieldKind::Texts),
        (_, Some(field), Act::Get) => add(field, FieldKind::Text),
        _ => {}
    }
}

/// What the answers are said to hold.
fn add_told(tool: &Tool, key: &Key, fields: &mut Fields) {
    const ROWS_MAX: usize = 24;
    let Some(row) = tool.returns.as_ref().and_then(|returns| row_of(returns, 3)) else { return };
    for (property, schema) in row.properties.iter().take(ROWS_MAX) {
        let Some(name) = field_name(property) else { continue };
        let is_frame = matches!(
            name.as_str(),
            "success"
                | "error"
                | "message"
                | "total"
                | "count"
                | "next_cursor"
                | "has_more"
                | "page"
                | "limit"
                | "offset"
                | "ok"
                | "result"
                | "cursor"
                | "errors"
                | "meta"
        );
        if is_frame || is_key(key, property) || name == "id" {
            continue;
        }
        let kind = kind_of(schema);
        fields.entry(name).or_insert(Field { kind, required: false, stamp: None });
    }
}

/// The schema of a row inside the schema of an answer.
fn row_of(schema: &Schema, depth: usize) -> Option<&Schema> {
    let schema = bare(schema);
    if depth == 0 {
        return None;
    }
    if schema.kind == Some(Type::Array) {
        return row_of(schema.items.as_deref()?, depth - 1);
    }
    let lists = schema.properties.values().filter(|one| bare(one).kind == Some(Type::Array));
    let rows: Vec<&Schema> = lists.filter_map(|one| row_of(one, depth - 1)).collect();
    match rows.as_slice() {
        [row] if schema.properties.len() <= 8 => return Some(row),
        _ => {}
    }
    if schema.properties.len() == 1 {
        let only = schema.properties.values().next()?;
        if bare(only).kind == Some(Type::Object) {
            return row_of(only, depth - 1);
        }
    }
    (!schema.properties.is_empty()).then_some(schema)
}

/// When a row was made and changed, where tools make and change rows.
fn add_stamps(uses: &[Use<'_>], key: &Key, fields: &mut Fields) {
    let has = |act: Act| uses.iter().any(|(_, subject)| subject.act == act);
    let mut add = |name: &str, stamp: Stamp| {
        if key.parts.iter().all(|part| part.field != name) {
            let kind = FieldKind::Timestamp;
            fields.entry(name.to_owned()).or_insert(Field {
                kind,
                required: true,
                stamp: Some(stamp),
            });
        }
    };
    if has(Act::Create) || has(Act::Upsert) {
        add("created_at", Stamp::Created);
    }
    if has(Act::Update) || has(Act::Upsert) {
        add("updated_at", Stamp::Updated);
    }
}

/// What reading tools filter by.
fn add_asked(tool: &Tool, subject: &Subject, key: &Key, fields: &mut Fields) {
    let mut wanted: Vec<(String, FieldKind)> = Vec::new();
    let is_made = fields.values().any(|field| field.stamp.is_some());
    for (argument, schema) in &tool.parameters.properties {
        if is_key(key, argument) {
            continue;
        }
        let Some(name) = field_name(argument) else { return };
        let required = tool.parameters.requires(argument);
        let known = |name: &str| fields.get(name).map(|field| field.kind.clone());
        let kind = asked_kind(schema);
        match read_role(&name, schema, &known, required) {
            // What a get by key does not know can only change how the answer looks.
            Role::Refused(_) if subject.act == Act::Get && may_lack(&tool.parameters, argument) => {
            }
            Role::Refused(_) => return,
            Role::Same(field) => wanted.push((field, kind)),
            Role::OneOf(field) => wanted.push((field, FieldKind::Text)),
            Role::Has(field) => wanted.push((field, FieldKind::Texts)),
            Role::OrderBy if !is_made => wanted.extend(ordered_fields(&kind, fields)),
            Role::AtLeast(field) | Role::AtMost(field) => {
                let field = row_time(&field, fields);
                wanted.push((field, time_kind(schema, kind)));
            }
            _ => {}
        }
    }
    if subject.act == Act::Get && key.is_alone() {
        return;
    }
    for (name, kind) in wanted {
        if key.parts.iter().any(|part| part.field == name || part.arguments.contains(&name)) {
            continue;
        }
        match fields.get_mut(&name) {
            // A text that is asked for by any text cannot be one of a few names.
            Some(field) if field.stamp.is_none() => {
                let is_choice = matches!(field.kind, FieldKind::Choice(_));
                if let Some(merged) = merge(&field.kind, &kind).filter(|_| is_choice) {
                    field.kind = merged;
                }
            }
            Some(_) => {}
            None => {
                fields.insert(name, Field { kind, required: false, stamp: None });
            }
        }
    }
}

/// Fields that an order asks for, of rows that no tool makes.
fn ordered_fields(kind: &FieldKind, fields: &Fields) -> Vec<(String, FieldKind)> {
    let FieldKind::Choice(names) = kind else { return Vec::new() };
    let unknown = names.iter().filter_map(|name| {
        let name = crate::normalize::words::snake(name);
        let name = name.trim_end_matches("_desc").trim_end_matches("_asc");
        let known =
            ["", "_at", "_date"].iter().any(|tail| fields.contains_key(&format!("{name}{tail}")));
        field_name(name).filter(|_| !known)
    });
    let told = unknown.filter_map(|name| {
        let kind = match name.rsplit('_').next().unwrap_or(&name) {
            "created" | "updated" | "published" | "pushed" | "modified" | "added" | "released" => {
                return Some((format!("{name}_at"), FieldKind::Timestamp));
            }
            "at" | "date" | "time" | "timestamp" => FieldKind::Timestamp,
            "name" | "title" | "author" | "status" | "type" | "category" => FieldKind::Text,
            "relevance" | "match" | "random" | "default" | "trending" | "hot" | "top" | "new"
            | "rising" | "featured" | "newest" | "oldest" | "latest" | "recent" | "best"
            | "low" | "high" | "first" | "asc" | "desc" => return None,
            _ => FieldKind::Number,
        };
        Some((name, kind))
    });
    told.collect()
}

/// The field that a range without a name of its own speaks of.
pub fn row_time(field: &str, fields: &Fields) -> String {
    if field != ROW_TIME {
        return field.to_owned();
    }
    let usual = [
        "date",
        "timestamp",
        "time",
        "start",
        "start_time",
        "start_date",
        "occurred_at",
        "published_at",
        "created_at",
    ];
    let known = usual.iter().find(|name| fields.contains_key(**name));
    known.map_or_else(|| ROW_TIME.to_owned(), |name| (*name).to_owned())
}

/// What a field that a range speaks of holds.
fn time_kind(schema: &Schema, kind: FieldKind) -> FieldKind {
    match kind {
        FieldKind::Text if bare(schema).pattern.is_some() => FieldKind::Date,
        FieldKind::Text => FieldKind::Timestamp,
        kind => kind,
    }
}

fn add_scope(scope: &str, uses: &[Use<'_>], fields: &mut Fields) {
    let mut kinds: BTreeSet<bool> = BTreeSet::new();
    for (tool, _) in uses {
        for (argument, schema) in &tool.parameters.properties {
            if field_name(argument).as_deref() == Some(scope) {
                kinds.insert(kind_of(schema).is_number());
            }
        }
    }
    let kind = if kinds.contains(&true) && kinds.len() == 1 {
        FieldKind::Integer
    } else {
        FieldKind::Text
    };
    fields.entry(scope.to_owned()).or_insert(Field { kind, required: false, stamp: None });
}
