//! Places the arguments of tools that read.

use serde_json::Value;

use crate::spec::{Schema, Tool};

use super::collect_fields::row_time;
use super::group_entities::{Entity, Model};
use super::names::{field_name, rust_name};
use super::neutral_values::{asked_kind, neutral_value};
use super::place_arguments::{
    Form, Placed, Returns, argument_name, holds, is_alone, key_arguments, pair, set_aside, unclear,
};
use super::read_role::{Role, read_role, unplaced};
use super::schema_kind::{FieldKind, fits, kind_of, may_lack};
use super::settle_subjects::Subject;
use super::verbs::Act;

/// Places the arguments of a tool that reads one row.
pub fn place_get(
    tool: &Tool,
    subject: &Subject,
    noun: &str,
    entity: &Entity,
    model: &Model,
) -> Placed {
    let keys = key_arguments(tool, entity);
    if keys.is_none() && !is_alone(entity) {
        if tool.parameters.properties.is_empty() {
            return Err(unclear("no argument names the row that it reads"));
        }
        return place_list(tool, subject, noun, entity, model);
    }
    let keys = keys.unwrap_or_default();
    refuse(tool, entity, &keys)?;
    let (mut filters, mut ignored, mut simulated) = (Vec::new(), Vec::new(), Vec::new());
    for (argument, schema) in &tool.parameters.properties {
        if keys.contains(&argument) {
            continue;
        }
        let name = field_name(argument).unwrap_or_default();
        let known = |name: &str| entity.fields.get(name).map(|field| field.kind.clone());
        let required = tool.parameters.requires(argument);
        match read_role(&name, schema, &known, required) {
            Role::Ignored => ignored.push(argument_name(argument)),
            Role::Same(field)
                if holds(entity, &field, &kind_of(schema), model) && !is_alone(entity) =>
            {
                filters.push(pair(&field, argument));
            }
            _ if shapes_answer(tool, argument) => ignored.push(argument_name(argument)),
            Role::Refused(doubt) => simulated.push(set_aside(tool, argument, doubt)?),
            _ => simulated.push(set_aside(tool, argument, unplaced(&name))?),
        }
    }
    let keys = keys.iter().map(|argument| argument_name(argument)).collect();
    Ok(Form::new(noun, "get", Returns::Row)
        .option("key", keys)
        .option("filter", filters)
        .option("ignore", ignored)
        .option("simulated", simulated))
}

/// Whether the argument can only change how the answer looks: the key has told which row it is.
fn shapes_answer(tool: &Tool, argument: &str) -> bool {
    let kind = kind_of(&tool.parameters.properties[argument]);
    let is_switch = matches!(kind, FieldKind::Boolean | FieldKind::Texts);
    let deletes = argument.to_lowercase().contains("delete");
    (is_switch || kind.is_number()) && may_lack(&tool.parameters, argument) && !deletes
}

/// The doubt about the first argument that the model does not say anything of.
fn refuse(tool: &Tool, entity: &Entity, keys: &[&String]) -> Result<(), super::Doubt> {
    let known = |name: &str| entity.fields.get(name).map(|field| field.kind.clone());
    for (argument, schema) in &tool.parameters.properties {
        let name = field_name(argument).unwrap_or_default();
        let is_key = keys.contains(&argument) || entity.key.part_of(argument).is_some();
        let may_shape = !keys.is_empty() && shapes_answer(tool, argument);
        if is_key || may_shape || may_lack(&tool.parameters, argument) {
            continue;
        }
        let required = tool.parameters.requires(argument);
        if let Role::Refused(doubt) = read_role(&name, schema, &known, required) {
            return Err(doubt);
        }
    }
    Ok(())
}

/// What the arguments of a list come to.
#[derive(Default)]
struct Listing {
    filters: Vec<String>,
    words: Vec<String>,
    page: Vec<(&'static str, String)>,
    order: Option<String>,
    direction: Option<String>,
    absent: Vec<String>,
    ignored: Vec<String>,
    simulated: Vec<String>,
    names_row: bool,
}

/// The value with which an argument of this role filters nothing, as Rust writes it.
fn neutral_of(role: &Role, schema: &Schema, entity: &Entity) -> Option<String> {
    let neutral = neutral_value(schema)?;
    let filters = match role {
        Role::Same(field) => match entity.fields.get(field).map(|field| &field.kind) {
            // Rows can be both at once, never all or any.
            Some(FieldKind::Choice(names)) => {
                neutral != "both" || !names.iter().any(|name| neutral == name.as_str())
            }
            _ => neutral.is_string(),
        },
        Role::AtLeast(_) | Role::AtMost(_) => true,
        _ => false,
    };
    filters.then(|| match neutral {
        Value::String(text) => quote::quote!(#text).to_string(),
        other => other.to_string(),
    })
}

/// Places the arguments of a tool that reads or counts several rows.
pub fn place_list(
    tool: &Tool,
    subject: &Subject,
    noun: &str,
    entity: &Entity,
    model: &Model,
) -> Placed {
    let mut listing = Listing::default();
    if is_alone(entity) {
        return Err(unclear("the spec does not tell which rows it reads"));
    }
    refuse(tool, entity, &[])?;
    for (argument, schema) in &tool.parameters.properties {
        let name = field_name(argument).unwrap_or_default();
        let known = |name: &str| entity.fields.get(name).map(|field| field.kind.clone());
        let required = tool.parameters.requires(argument);
        let kind = asked_kind(schema);
        if place_key_filter(argument, &kind, entity, &mut listing) {
            listing.names_row |= !may_lack(&tool.parameters, argument);
            continue;
        }
        let role = read_role(&name, schema, &known, required);
        let neutral = neutral_of(&role, schema, entity);
        let placed = if role == Role::OrderBy && !orders_are_known(schema, &kind, entity) {
            Err(unplaced(&name))
        } else {
            place_role(role, argument, &kind, subject, entity, model, &mut listing)
        };
        if let Some(neutral) = neutral.filter(|_| placed.is_ok()) {
            listing.absent.push(format!("{} = {neutral}", argument_name(argument)));
        }
        if let Err(doubt) = placed {
            listing.simulated.push(set_aside(tool, argument, doubt)?);
        }
    }
    let is_get = tool.parameters.properties.len() > 1 && listing.names_row;
    if is_get && !listing.page.is_empty() && entity.key.parts.len() == 1 {
        return Err(unclear("it pages through something inside the row that it names"));
    }
    finish(subject, noun, entity, listing)
}

/// An argument that is (a part of) the key narrows a list too.
fn place_key_filter(
    argument: &str,
    kind: &FieldKind,
    entity: &Entity,
    listing: &mut Listing,
) -> bool {
    let ids = field_name(argument).and_then(|name| name.strip_suffix('s').map(str::to_owned));
    if let Some(part) = ids.as_deref().and_then(|name| entity.key.part_of(name))
        && *kind == FieldKind::Texts
        && part.kind == FieldKind::Text
        && part.field.ends_with("id")
    {
        listing.filters.push(format!("{} in {}", rust_name(&part.field), argument_name(argument)));
        return true;
    }
    let Some(part) = entity.key.part_of(argument) else { return false };
    let holds = match part.kind {
        FieldKind::Integer => kind.is_number(),
        FieldKind::Choice(_) => fits(&part.kind, kind),
        _ => matches!(kind, FieldKind::Text | FieldKind::Choice(_)),
    };
    if holds {
        listing.filters.push(pair(&part.field, argument));
    }
    holds
}

fn place_role(
    role: Role,
    argument: &str,
    kind: &FieldKind,
    subject: &Subject,
    entity: &Entity,
    model: &Model,
    listing: &mut Listing,
) -> Result<(), super::Doubt> {
    let name = argument_name(argument);
    let filter = |field: &str, relation: &str| format!("{} {relation} {name}", rust_name(field));
    let refused = || unplaced(&field_name(argument).unwrap_or_default());
    match role {
        Role::Limit => listing.page.push(("limit", name)),
        Role::Cursor => listing.page.push(("cursor", name)),
        Role::Offset => listing.page.push(("offset", name)),
        Role::Page => listing.page.push(("page", name)),
        Role::Words if listing.words.is_empty() => listing.words.push(name),
        Role::OrderBy if listing.order.is_none() => listing.order = Some(name),
        Role::Direction if listing.direction.is_none() => listing.direction = Some(name),
        Role::Ignored => listing.ignored.push(name),
        Role::Same(field) if holds(entity, &field, kind, model) => {
            let is_words = subject.verb == "search"
                && matches!(field.as_str(), "name" | "title" | "description" | "summary")
                && entity.fields[&field].kind == FieldKind::Text;
            let is_list = matches!(entity.fields[&field].kind, FieldKind::Json | FieldKind::Texts);
            if is_list {
                return Err(refused());
            }
            let equal = pair(&field, argument);
            listing.filters.push(if is_words { filter(&field, "~") } else { equal });
        }
        Role::Same(field)
            if *kind == FieldKind::Text
                && entity.fields.get(&field).is_some_and(|one| one.kind == FieldKind::Texts) =>
        {
            listing.filters.push(filter(&field, "has"));
        }
        Role::OneOf(field) => {
            let holds_texts = match entity.fields.get(&field).map(|field| &field.kind) {
                Some(FieldKind::Text) => true,
                Some(FieldKind::Reference(noun)) => {
                    model.entities.get(noun).is_some_and(|other| !other.key.is_integer())
                }
                _ => false,
            };
            if !holds_texts {
                return Err(refused());
            }
            listing.filters.push(filter(&field, "in"));
        }
        Role::Has(field) => {
            let kind = entity.fields.get(&field).map(|field| &field.kind);
            if kind != Some(&FieldKind::Texts) {
                return Err(refused());
            }
            listing.filters.push(filter(&field, "has"));
        }
        Role::AtLeast(field) => {
            let field = ranged(&field, kind, entity).ok_or_else(refused)?;
            listing.filters.push(filter(&field, ">="));
        }
        Role::AtMost(field) => {
            let field = ranged(&field, kind, entity).ok_or_else(refused)?;
            listing.filters.push(filter(&field, "<="));
        }
        Role::Refused(doubt) => return Err(doubt),
        _ => return Err(refused()),
    }
    Ok(())
}

/// The field that a range speaks of, when values of this kind can be compared with it.
fn ranged(field: &str, kind: &FieldKind, entity: &Entity) -> Option<String> {
    let name = row_time(field, &entity.fields);
    let held = &entity.fields.get(&name)?.kind;
    let has_order = matches!(
        held,
        FieldKind::Text
            | FieldKind::Timestamp
            | FieldKind::Date
            | FieldKind::Integer
            | FieldKind::Number
    );
    let fits = fits(held, kind) || *held == FieldKind::Date && *kind == FieldKind::Text;
    (has_order && fits).then_some(name)
}

/// Whether every order that may be asked for, and the one that is usual, is that of a field.
fn orders_are_known(schema: &Schema, kind: &FieldKind, entity: &Entity) -> bool {
    let usual = schema.default.as_ref().and_then(|value| value.as_str());
    let listed = match kind {
        FieldKind::Choice(names) => names.as_slice(),
        _ => &[],
    };
    let is_known = |name: &str| {
        let name = crate::normalize::words::snake(name);
        let name = name.trim_end_matches("_desc").trim_end_matches("_asc");
        ["", "_at", "_date"].iter().any(|tail| {
            let name = format!("{name}{tail}");
            let is_key = entity.key.parts.iter().any(|part| part.field == name);
            let field = entity.fields.get(&name);
            is_key || field.is_some_and(|field| field.kind.is_scalar())
        })
    };
    listed.iter().map(String::as_str).chain(usual).all(is_known)
}

/// Puts the parts of a list together.
fn finish(subject: &Subject, noun: &str, entity: &Entity, listing: Listing) -> Placed {
    let mut parts: Vec<&str> = listing.page.iter().map(|(part, _)| *part).collect();
    parts.sort_unstable();
    if parts.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(unclear("two of its arguments limit the list"));
    }
    let narrows = !listing.filters.is_empty() || !listing.words.is_empty();
    if !narrows
        && (subject.act == Act::Get || matches!(subject.verb.as_str(), "search" | "find" | "query"))
    {
        return Err(unclear("the spec does not tell which rows it reads"));
    }
    if subject.act == Act::Count {
        let mut filters = listing.filters;
        if !listing.page.is_empty() {
            return Err(unclear("it pages through a number"));
        }
        for words in &listing.words {
            filters.push(format!("{} ~ {words}", texts_of(entity)?));
        }
        return Ok(Form::new(noun, "count", Returns::Number)
            .option("filter", filters)
            .option("absent", listing.absent)
            .option("ignore", listing.ignored)
            .option("simulated", listing.simulated));
    }
    let mut order = Vec::new();
    if subject.recent && entity.fields.contains_key("created_at") {
        order.extend(["created_at".to_owned(), "descending".to_owned()]);
    }
    order.extend(listing.order.map(|argument| format!("by = {argument}")));
    order.extend(listing.direction.map(|argument| format!("direction = {argument}")));
    let page = listing.page.iter().map(|(part, argument)| {
        if part == argument { argument.clone() } else { format!("{part} = {argument}") }
    });
    let page = page.collect();
    let mut form = Form::new(noun, "list", Returns::Page);
    for words in &listing.words {
        form.operation = "search";
        form.inside.push(format!("{} ~ {words}", texts_of(entity)?));
    }
    Ok(form
        .option("filter", listing.filters)
        .option("sort", order)
        .option("page", page)
        .option("absent", listing.absent)
        .option("ignore", listing.ignored)
        .option("simulated", listing.simulated))
}

/// The texts that words are looked for in: `title`, or `(body, title)`.
fn texts_of(entity: &Entity) -> Result<String, super::Doubt> {
    const TEXTS_MAX: usize = 6;
    let is_told = |name: &str| {
        !["id", "url", "uri", "token", "hash", "key", "uuid"]
            .iter()
            .any(|end| name == *end || name.ends_with(&format!("_{end}")))
    };
    let keys = entity
        .key
        .parts
        .iter()
        .filter(|part| part.kind == FieldKind::Text && part.refers.is_none())
        .map(|part| part.field.as_str());
    let fields = entity
        .fields
        .iter()
        .filter(|(_, field)| matches!(field.kind, FieldKind::Text) && field.stamp.is_none());
    let texts: Vec<String> = keys
        .chain(fields.map(|(name, _)| name.as_str()))
        .filter(|name| is_told(name))
        .take(TEXTS_MAX)
        .map(rust_name)
        .collect();
    match texts.as_slice() {
        [] => Err(unclear("nothing that it is about has a text to search")),
        [only] => Ok(only.clone()),
        several => Ok(format!("({})", several.join(", "))),
    }
}
