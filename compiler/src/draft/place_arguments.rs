//! Decides for each tool whether every argument has a place; only then it is declared.

use crate::spec::Tool;

use super::group_entities::{Entity, Model};
use super::key_lists::key_list;
use super::name_rows::optional_identifier;
use super::names::{field_name, rust_name};
use super::place_reads::{place_get, place_list};
use super::place_writes::{place_create, place_delete, place_link, place_mark, place_update};
use super::schema_kind::{FieldKind, fits, kind_of, may_lack};
use super::settle_subjects::Subject;
use super::verbs::Act;
use super::{Doubt, SimulationReason};

/// What becomes of one tool.
#[derive(Debug, Clone, PartialEq)]
pub enum Declaration {
    /// The compiler writes its body.
    Declared(Form),
    /// The world model answers.
    Simulated(Doubt),
}

/// A declared tool, as the dialect has it.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// The noun of the entity that it is about.
    pub noun: String,
    /// The operation's name.
    pub operation: &'static str,
    /// What stands in the operation's own parentheses: `title ~ query`.
    pub inside: Vec<String>,
    /// The other options by name, each with its items.
    pub options: Vec<(&'static str, Vec<String>)>,
    /// What it returns.
    pub returns: Returns,
}

/// What a declared tool returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returns {
    /// The row.
    Row,
    /// Each row that a list of keys names.
    Rows,
    /// A page of rows.
    Page,
    /// How many rows.
    Number,
}

/// A declared form, or why there is none.
pub type Placed = Result<Form, Doubt>;

/// Decides what becomes of a tool.
pub fn place_arguments(tool: &Tool, subject: &Subject, model: &Model) -> Placed {
    for argument in tool.parameters.properties.keys() {
        if field_name(argument).is_none() {
            return Err(unclear(format!("`{argument}` cannot be named in the model")));
        }
    }
    if has_twins(tool) {
        return Err(unclear("two of its arguments have one name"));
    }
    let Some(entity) = model.entities.get(&subject.noun) else {
        return Err(unclear("the spec does not tell what it is about"));
    };
    let noun = &subject.noun;
    match subject.act {
        Act::Create | Act::Upsert => place_create(tool, subject, noun, entity, model),
        Act::Update => place_update(tool, subject, noun, entity, model),
        Act::Mark => place_mark(tool, subject, noun, entity, model),
        Act::Delete => place_delete(tool, noun, entity, model),
        Act::Append | Act::Detach => place_link(tool, subject, noun, entity),
        Act::Get => place_get(tool, subject, noun, entity, model),
        Act::List | Act::Search | Act::Count => place_list(tool, subject, noun, entity, model),
        _ => Err(unclear("its name does not tell what becomes of the state")),
    }
}

/// A doubt about the effect.
pub fn unclear(why: impl Into<String>) -> Doubt {
    Doubt::new(SimulationReason::UnclearEffect, why)
}

fn has_twins(tool: &Tool) -> bool {
    let mut names: Vec<_> =
        tool.parameters.properties.keys().map(|name| field_name(name)).collect();
    names.sort();
    names.windows(2).any(|pair| pair[0] == pair[1])
}

/// The argument as options name it.
pub fn argument_name(argument: &str) -> String {
    rust_name(&field_name(argument).unwrap_or_default())
}

/// The arguments that name the row, part by part; `None` when one of them may be left out.
pub fn key_arguments<'a>(tool: &'a Tool, entity: &Entity) -> Option<Vec<&'a String>> {
    let mut arguments: Vec<&String> = Vec::new();
    for part in &entity.key.parts {
        let argument = tool.parameters.properties.keys().find(|argument| {
            entity.key.part_of(argument) == Some(part)
                && !may_lack(&tool.parameters, argument)
                && !arguments.contains(argument)
        })?;
        let kind = kind_of(&tool.parameters.properties[argument]);
        let holds = match part.kind {
            FieldKind::Integer => kind.is_number(),
            FieldKind::Choice(_) => fits(&part.kind, &kind),
            _ => matches!(kind, FieldKind::Text | FieldKind::Choice(_) | FieldKind::Timestamp),
        };
        if !holds {
            return None;
        }
        arguments.push(argument);
    }
    (!arguments.is_empty()).then_some(arguments)
}

/// The arguments that name the rows: those of one row, or a list of the keys of several.
pub fn keys_of<'a>(
    tool: &'a Tool,
    act: Act,
    noun: &str,
    entity: &Entity,
) -> Option<(Vec<&'a String>, Returns)> {
    if let Some(keys) = key_arguments(tool, entity) {
        return Some((keys, Returns::Row));
    }
    if let Some(list) = key_list(tool, noun, &entity.key) {
        return Some((vec![list], Returns::Rows));
    }
    let [part] = entity.key.parts.as_slice() else { return None };
    // A call that does not say which row it means is refused.
    let key = optional_identifier(tool, noun, act).filter(|key| {
        let kind = kind_of(&tool.parameters.properties[key.as_str()]);
        let fits = part.kind.is_number() == kind.is_number() && kind.is_scalar();
        fits && entity.key.part_of(key).is_some()
    })?;
    Some((vec![key], Returns::Row))
}

/// Whether a value of this argument can be read as what the field holds.
pub fn holds(entity: &Entity, field: &str, argument: &FieldKind, model: &Model) -> bool {
    let Some(field) = entity.fields.get(field) else { return false };
    match &field.kind {
        FieldKind::Reference(noun) => {
            let integer = model.entities.get(noun).is_some_and(|other| other.key.is_integer());
            if integer { argument.is_number() } else { matches!(argument, FieldKind::Text) }
        }
        kind => fits(kind, argument),
    }
}

/// The argument, when calls may leave it out: those that give it go to the world model. Whatever
/// must be given has to have a place.
pub fn set_aside(tool: &Tool, argument: &str, doubt: Doubt) -> Result<String, Doubt> {
    if tool.parameters.requires(argument) { Err(doubt) } else { Ok(argument_name(argument)) }
}

/// `field` or `field = argument`.
pub fn pair(field: &str, argument: &str) -> String {
    let (field, argument) = (rust_name(field), argument_name(argument));
    if field == argument { field } else { format!("{field} = {argument}") }
}

/// Whether the entity is one row alone.
pub fn is_alone(entity: &Entity) -> bool {
    entity.key.is_alone()
}

impl Form {
    /// A form without options.
    pub fn new(noun: &str, operation: &'static str, returns: Returns) -> Self {
        Self { noun: noun.to_owned(), operation, inside: Vec::new(), options: Vec::new(), returns }
    }

    /// Adds items to an option.
    pub fn extend(&mut self, name: &'static str, items: impl Iterator<Item = String>) {
        let mut items = items.peekable();
        if items.peek().is_none() {
            return;
        }
        match self.options.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.extend(items),
            None => self.options.push((name, items.collect())),
        }
    }

    /// Adds an option, unless it has no items.
    pub fn option(mut self, name: &'static str, items: Vec<String>) -> Self {
        if !items.is_empty() {
            self.options.push((name, items));
        }
        self
    }
}
