//! Decides for each tool whether every argument has a place; only then it is declared.

use crate::normalize::words::snake;
use crate::spec::{Schema, Tool, Type};

use super::group_entities::{Entity, Field, FieldKind, Model, bare, kind_of};
use super::read_intent::{Act, Intent};

/// What becomes of one tool.
#[derive(Debug, Clone, PartialEq)]
pub enum Declaration {
    /// The compiler writes its body.
    Declared {
        /// The operation's name, with its own arguments: `search(title ~ query)`.
        operation: String,
        /// The other items of `#[tool(..)]`.
        options: Vec<String>,
        /// The return type.
        returns: String,
    },
    /// The world model answers.
    Simulated {
        /// Why.
        reason: SimulationReason,
        /// Why, in words.
        why: String,
    },
}

/// Why a tool is not computed from the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SimulationReason {
    /// A computation that is not the service's own.
    ExternalComputation,
    /// The live web.
    LiveWeb,
    /// Running code.
    CodeExecution,
    /// Images, sound or video.
    Media,
    /// The spec does not tell.
    UnclearEffect,
}

impl SimulationReason {
    /// The reason as the dialect writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ExternalComputation => "external_computation",
            Self::LiveWeb => "live_web",
            Self::CodeExecution => "code_execution",
            Self::Media => "media",
            Self::UnclearEffect => "unclear_effect",
        }
    }
}

/// Arguments that change how an answer looks, not what is in it.
const PRESENTATION: &[&str] = &[
    "expand",
    "fields",
    "format",
    "include",
    "include_details",
    "locale",
    "output_format",
    "response_format",
    "verbose",
];

const LIMITS: &[&str] = &["count", "limit", "max", "max_results", "page_size", "per_page", "top"];
const CURSORS: &[&str] =
    &["after", "cursor", "next_cursor", "next_page_token", "page_token", "start_cursor"];
const OFFSETS: &[&str] = &["offset", "skip", "start"];
const PAGES: &[&str] = &["page", "page_number"];
const WORDS: &[&str] =
    &["keyword", "keywords", "q", "query", "search", "search_term", "term", "text"];

/// Decides what becomes of a tool.
pub fn place_arguments(tool: &Tool, intent: &Intent, model: &Model) -> Declaration {
    let simulated = |reason, why: &str| Declaration::Simulated { reason, why: why.to_owned() };
    match intent.act {
        Act::Browse => return simulated(SimulationReason::LiveWeb, "it reads the live web"),
        Act::Execute => return simulated(SimulationReason::CodeExecution, "it runs code"),
        Act::Render => return simulated(SimulationReason::Media, "it makes or reads media"),
        Act::Compute => {
            return simulated(
                SimulationReason::ExternalComputation,
                "its answer is computed outside the service's state",
            );
        }
        Act::Unclear => {
            return simulated(
                SimulationReason::UnclearEffect,
                "its name does not tell what it does",
            );
        }
        _ => {}
    }
    let Some(entity) = model.entities.get(&intent.noun.join("_")) else {
        return simulated(
            SimulationReason::UnclearEffect,
            "no other tool shows what the thing it is about consists of",
        );
    };
    let placed = match intent.act {
        Act::Create | Act::Upsert | Act::Update => place_write(tool, intent.act, entity),
        Act::Get | Act::Delete => place_keyed(tool, intent.act, entity),
        Act::Mark(flag, value) => place_mark(tool, flag, value, entity),
        Act::List | Act::Search | Act::Count => place_list(tool, intent.act, entity),
        _ => Err("its name does not tell what it does".to_owned()),
    };
    placed.unwrap_or_else(|why| simulated(SimulationReason::UnclearEffect, &why))
}

type Placed = Result<Declaration, String>;

fn unplaced(argument: &str) -> String {
    format!("the spec does not tell what `{argument}` does")
}

/// Field names in Rust: keywords are raw.
pub(super) fn rust_name(name: &str) -> String {
    if crate::normalize::words::is_keyword(name) { format!("r#{name}") } else { name.to_owned() }
}

fn is_key(entity: &Entity, argument: &str) -> bool {
    entity.key.arguments.iter().any(|key| key == argument) || snake(argument) == entity.key.field
}

/// `key(issue_id)`; arguments are named in snake case, as fields of the argument struct are.
fn key_option(argument: &str) -> String {
    format!("key({})", rust_name(&snake(argument)))
}

fn place_write(tool: &Tool, act: Act, entity: &Entity) -> Placed {
    let mut options = Vec::new();
    let mut keyed = false;
    for argument in tool.parameters.properties.keys() {
        let name = snake(argument);
        if is_key(entity, argument) && (act != Act::Create || entity.key.given) {
            options.push(key_option(argument));
            keyed = true;
        } else if !entity.fields.contains_key(&name) {
            return Err(unplaced(argument));
        }
    }
    let required = |argument: &String| tool.parameters.required.contains(argument);
    let operation = match act {
        Act::Create => {
            check_create(tool, entity)?;
            "create"
        }
        _ if !keyed => return Err("no argument names the row that it changes".to_owned()),
        _ if !tool
            .parameters
            .properties
            .keys()
            .any(|name| is_key(entity, name) && required(name)) =>
        {
            return Err("the row that it changes is optional".to_owned());
        }
        Act::Upsert if !entity.key.given => {
            return Err("it may add a row, and the spec does not tell its key".to_owned());
        }
        Act::Upsert => {
            check_create(tool, entity)?;
            "upsert"
        }
        _ => "update",
    };
    let returns = entity.name.clone();
    Ok(Declaration::Declared { operation: operation.to_owned(), options, returns })
}

/// Every field that a row must have comes with the call.
fn check_create(tool: &Tool, entity: &Entity) -> Result<(), String> {
    for (name, field) in &entity.fields {
        let argument = tool.parameters.properties.keys().find(|argument| snake(argument) == *name);
        let given = argument.is_some_and(|argument| tool.parameters.required.contains(argument));
        if field.required && !given {
            return Err(format!("it does not say what the new row's `{name}` is"));
        }
    }
    let key = &entity.key;
    let given = tool.parameters.required.iter().any(|argument| is_key(entity, argument));
    if key.given && !given {
        return Err("it does not say what the new row's key is".to_owned());
    }
    Ok(())
}

fn place_keyed(tool: &Tool, act: Act, entity: &Entity) -> Placed {
    let mut options = Vec::new();
    let mut ignored = Vec::new();
    for argument in tool.parameters.properties.keys() {
        let name = snake(argument);
        if is_key(entity, argument) {
            options.push(key_option(argument));
        } else if act == Act::Get && PRESENTATION.contains(&name.as_str()) {
            ignored.push(rust_name(&name));
        } else {
            return Err(unplaced(argument));
        }
    }
    if options.len() != 1 || !tool.parameters.required.iter().any(|name| is_key(entity, name)) {
        return Err("no argument names one row".to_owned());
    }
    if !ignored.is_empty() {
        options.push(format!("ignore({})", ignored.join(", ")));
    }
    let operation = if act == Act::Get { "get" } else { "delete" };
    let returns = entity.name.clone();
    Ok(Declaration::Declared { operation: operation.to_owned(), options, returns })
}

fn place_mark(tool: &Tool, flag: &str, value: bool, entity: &Entity) -> Placed {
    let Declaration::Declared { mut options, returns, .. } =
        place_keyed(tool, Act::Delete, entity)?
    else {
        return Err("no argument names one row".to_owned());
    };
    if entity.fields.get(flag).is_none_or(|field| field.kind != FieldKind::Boolean) {
        return Err(format!("the spec uses `{flag}` for something else than a flag"));
    }
    options.push(format!("set({} = {value})", rust_name(flag)));
    Ok(Declaration::Declared { operation: "update".to_owned(), options, returns })
}

fn place_list(tool: &Tool, act: Act, entity: &Entity) -> Placed {
    let (mut filters, mut page, mut ignored) = (Vec::new(), Vec::new(), Vec::new());
    let mut words = None;
    for (argument, schema) in &tool.parameters.properties {
        let name = snake(argument);
        let listed = |list: &[&str]| list.contains(&name.as_str());
        let rust = rust_name(&name);
        let paging = act != Act::Count;
        if paging && listed(LIMITS) && is_number(schema) {
            page.push(format!("limit = {rust}"));
        } else if paging && listed(CURSORS) && bare(schema).kind == Some(Type::String) {
            page.push(format!("cursor = {rust}"));
        } else if paging && listed(OFFSETS) && is_number(schema) {
            page.push(format!("offset = {rust}"));
        } else if paging && listed(PAGES) && is_number(schema) {
            page.push(format!("page = {rust}"));
        } else if listed(WORDS)
            && words.is_none()
            && paging
            && bare(schema).kind == Some(Type::String)
        {
            words = Some(rust);
        } else if let Some(field) = entity.fields.get(&name) {
            filters.push(place_filter(argument, schema, field, &rust)?);
        } else if is_key(entity, argument) {
            return Err(unplaced(argument));
        } else if listed(PRESENTATION) {
            ignored.push(rust);
        } else {
            return Err(unplaced(argument));
        }
    }
    let mut page_names: Vec<&str> = page.iter().filter_map(|one| one.split(' ').next()).collect();
    page_names.sort_unstable();
    if page_names.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("two of its arguments limit the list".to_owned());
    }
    let mut options = Vec::new();
    for (name, items) in [("filter", &filters), ("page", &page), ("ignore", &ignored)] {
        if !items.is_empty() {
            options.push(format!("{name}({})", items.join(", ")));
        }
    }
    let operation = match (act, words) {
        (Act::Count, _) => {
            options.push(format!("about = {}", entity.name));
            let operation = "count".to_owned();
            return Ok(Declaration::Declared { operation, options, returns: "i64".to_owned() });
        }
        (_, Some(words)) => format!("search({} ~ {words})", texts_of(entity)?),
        (Act::Search, None) if filters.is_empty() => {
            return Err("the spec does not tell what is searched".to_owned());
        }
        (_, None) => "list".to_owned(),
    };
    Ok(Declaration::Declared { operation, options, returns: format!("Page<{}>", entity.name) })
}

fn is_number(schema: &Schema) -> bool {
    matches!(bare(schema).kind, Some(Type::Integer | Type::Number))
}

fn place_filter(
    argument: &str,
    schema: &Schema,
    field: &Field,
    rust: &str,
) -> Result<String, String> {
    let kind = kind_of(schema);
    let scalar = |kind: &FieldKind| {
        !matches!(kind, FieldKind::Json | FieldKind::Texts | FieldKind::Reference(_))
    };
    let reference = matches!(field.kind, FieldKind::Reference(_));
    let fits = kind == field.kind && scalar(&kind)
        || reference && matches!(kind, FieldKind::Text | FieldKind::Integer | FieldKind::Number);
    match (&field.kind, &kind) {
        _ if fits => Ok(rust.to_owned()),
        (FieldKind::Texts, FieldKind::Text | FieldKind::Texts) => Ok(format!("{rust} has {rust}")),
        (field, FieldKind::Texts) if *field == FieldKind::Text => Ok(format!("{rust} in {rust}")),
        _ => Err(unplaced(argument)),
    }
}

/// The texts that words are looked for in: `title`, or `(body, title)`.
fn texts_of(entity: &Entity) -> Result<String, String> {
    let mut texts: Vec<String> = entity
        .fields
        .iter()
        .filter(|(_, field)| field.kind == FieldKind::Text)
        .map(|(name, _)| rust_name(name))
        .collect();
    if entity.key.given && !entity.key.integer {
        texts.insert(0, rust_name(&entity.key.field));
    }
    match texts.as_slice() {
        [] => Err("nothing that it is about has a text to search".to_owned()),
        [only] => Ok(only.clone()),
        several => Ok(format!("({})", several.join(", "))),
    }
}
