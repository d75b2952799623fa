//! Groups tools by noun into entities, and finds each one's key and fields.

use std::collections::BTreeMap;

use heck::ToUpperCamelCase;

use crate::normalize::words::snake;
use crate::spec::{Schema, Spec, Tool, Type};

use super::read_intent::{Act, Intent};

/// The entities of a service, by the singular noun in snake case.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// Noun to entity.
    pub entities: BTreeMap<String, Entity>,
}

/// One entity.
#[derive(Debug, Clone, PartialEq)]
pub struct Entity {
    /// The struct's name.
    pub name: String,
    /// Its key.
    pub key: Key,
    /// Its fields beside the key, by name.
    pub fields: BTreeMap<String, Field>,
}

/// An entity's key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The field's name.
    pub field: String,
    /// The arguments that name the key, as tools call it.
    pub arguments: Vec<String>,
    /// Whether it is a number.
    pub integer: bool,
    /// Whether the caller of `create` gives it.
    pub given: bool,
}

/// One field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// What it holds.
    pub kind: FieldKind,
    /// Whether every row has it.
    pub required: bool,
}

/// What a field holds.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldKind {
    /// A text.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// A flag.
    Boolean,
    /// An instant.
    Timestamp,
    /// A day.
    Date,
    /// A list of texts.
    Texts,
    /// Anything.
    Json,
    /// One of these names.
    Choice(Vec<String>),
    /// A reference to the entity of this noun.
    Reference(String),
}

/// Finds the entities. A noun is one when some tool creates or changes it and its fields show.
pub fn group_entities(spec: &Spec, intents: &[Intent]) -> Model {
    let mut groups: BTreeMap<String, Vec<(&Tool, &Intent)>> = BTreeMap::new();
    for (tool, intent) in spec.tools.iter().zip(intents) {
        if !intent.noun.is_empty() {
            groups.entry(intent.noun.join("_")).or_default().push((tool, intent));
        }
    }
    let mut model = Model::default();
    for (noun, tools) in &groups {
        if let Some(entity) = read_entity(noun, tools) {
            model.entities.insert(noun.clone(), entity);
        }
    }
    find_references(&mut model);
    model
}

fn read_entity(noun: &str, tools: &[(&Tool, &Intent)]) -> Option<Entity> {
    let writes = |act: Act| matches!(act, Act::Create | Act::Update | Act::Upsert);
    let key = find_key(noun, tools);
    let mut fields: BTreeMap<String, Field> = BTreeMap::new();
    for (tool, intent) in tools.iter().filter(|(_, intent)| writes(intent.act)) {
        for (argument, schema) in &tool.parameters.properties {
            let name = snake(argument);
            if name.is_empty() || name == key.field || key.arguments.contains(argument) {
                continue;
            }
            let required = intent.act == Act::Create && tool.parameters.required.contains(argument);
            let kind = kind_of(schema);
            let field =
                fields.entry(name).or_insert_with(|| Field { kind: kind.clone(), required });
            field.required &= required || intent.act != Act::Create;
            if field.kind != kind {
                field.kind = FieldKind::Json;
            }
        }
    }
    if fields.is_empty() {
        return None;
    }
    for (_, intent) in tools {
        if let Act::Mark(flag, _) = intent.act {
            fields
                .entry(flag.to_owned())
                .or_insert(Field { kind: FieldKind::Boolean, required: false });
        }
    }
    Some(Entity { name: entity_name(noun), key, fields })
}

/// The struct's name; names that the dialect uses itself get a suffix.
fn entity_name(noun: &str) -> String {
    const TAKEN: &[&str] = &[
        "Args",
        "Box",
        "Choice",
        "Context",
        "Date",
        "Entity",
        "Err",
        "IntKey",
        "Json",
        "Key",
        "None",
        "Ok",
        "One",
        "Option",
        "Page",
        "PageRequest",
        "Record",
        "Result",
        "RowRef",
        "Self",
        "Some",
        "State",
        "String",
        "Table",
        "Timestamp",
        "ToolError",
        "Tools",
        "Value",
        "Vec",
    ];
    let name = noun.to_upper_camel_case();
    let digit = name.starts_with(|first: char| first.is_ascii_digit());
    if TAKEN.contains(&name.as_str()) {
        format!("{name}Row")
    } else if digit {
        format!("N{name}")
    } else {
        name
    }
}

fn find_key(noun: &str, tools: &[(&Tool, &Intent)]) -> Key {
    let last = noun.rsplit('_').next().unwrap_or(noun);
    let candidates: Vec<String> = [noun, last]
        .iter()
        .flat_map(|noun| ["id", "key", "uuid", "number"].map(|tail| format!("{noun}_{tail}")))
        .chain(["id", "key", "uuid"].map(str::to_owned))
        .chain([noun, last].iter().flat_map(|noun| [format!("{noun}_name"), (*noun).to_owned()]))
        .chain(["name", "slug", "path"].map(str::to_owned))
        .collect();
    let addresses = |act: Act| matches!(act, Act::Get | Act::Update | Act::Delete | Act::Mark(..));
    let mut votes: BTreeMap<&String, Vec<(&String, &Schema)>> = BTreeMap::new();
    for (tool, _) in tools.iter().filter(|(_, intent)| addresses(intent.act)) {
        let mut required = tool.parameters.required.iter();
        let named = required.by_ref().filter_map(|argument| {
            let candidate = candidates.iter().find(|candidate| **candidate == snake(argument))?;
            Some((candidate, argument))
        });
        let best = named
            .min_by_key(|(candidate, _)| candidates.iter().position(|other| other == *candidate));
        if let Some((candidate, argument)) = best
            && let Some(schema) = tool.parameters.properties.get(argument)
        {
            votes.entry(candidate).or_default().push((argument, schema));
        }
    }
    let most = votes.iter().max_by_key(|(_, votes)| votes.len()).map(|(name, _)| (*name).clone());
    let Some(winner) = most else {
        return Key { field: "id".to_owned(), arguments: Vec::new(), integer: false, given: false };
    };
    let voted = &votes[&winner];
    let integer = voted
        .iter()
        .all(|(_, schema)| matches!(bare(schema).kind, Some(Type::Integer | Type::Number)));
    let mut arguments: Vec<String> = voted.iter().map(|(name, _)| (*name).clone()).collect();
    arguments.sort();
    arguments.dedup();
    let given = tools.iter().any(|(tool, intent)| {
        intent.act == Act::Create
            && tool.parameters.required.iter().any(|argument| arguments.contains(argument))
    });
    let own = winner.ends_with("_id") || winner == "id";
    let field = if own && !given { "id".to_owned() } else { winner };
    Key { field, arguments, integer, given }
}

/// Fields called `<noun>_id` refer to the entity of that noun, when the kinds of key agree.
fn find_references(model: &mut Model) {
    let integers: BTreeMap<String, bool> =
        model.entities.iter().map(|(noun, entity)| (noun.clone(), entity.key.integer)).collect();
    for entity in model.entities.values_mut() {
        for (name, field) in &mut entity.fields {
            let Some(target) = name.strip_suffix("_id").filter(|noun| integers.contains_key(*noun))
            else {
                continue;
            };
            let fits = match field.kind {
                FieldKind::Text => !integers[target],
                FieldKind::Integer | FieldKind::Number => integers[target],
                _ => false,
            };
            if fits {
                field.kind = FieldKind::Reference(target.to_owned());
            }
        }
    }
}

/// The schema without `null` beside it.
pub(super) fn bare(schema: &Schema) -> &Schema {
    let mut others = schema.any_of.iter().filter(|one| one.kind != Some(Type::Null));
    match (others.next(), others.next()) {
        (Some(only), None) if schema.any_of.len() == 2 => only,
        _ => schema,
    }
}

/// What a field with this argument's schema holds.
pub(super) fn kind_of(schema: &Schema) -> FieldKind {
    let schema = bare(schema);
    if let Some(values) = &schema.values {
        let names: Option<Vec<String>> =
            values.iter().map(|value| value.as_str().map(str::to_owned)).collect();
        return match names {
            Some(names) if is_choice(&names) => FieldKind::Choice(names),
            Some(_) => FieldKind::Text,
            None => FieldKind::Json,
        };
    }
    let plain = schema.any_of.is_empty() && schema.one_of.is_empty() && schema.all_of.is_empty();
    match schema.kind {
        Some(Type::String) if plain => match schema.format.as_deref() {
            Some("date-time") => FieldKind::Timestamp,
            Some("date") => FieldKind::Date,
            _ => FieldKind::Text,
        },
        Some(Type::Integer) if plain => FieldKind::Integer,
        Some(Type::Number) if plain => FieldKind::Number,
        Some(Type::Boolean) if plain => FieldKind::Boolean,
        Some(Type::Array) if plain && items_are_texts(schema) => FieldKind::Texts,
        _ => FieldKind::Json,
    }
}

fn items_are_texts(schema: &Schema) -> bool {
    schema.prefix_items.is_empty()
        && schema
            .items
            .as_ref()
            .is_some_and(|items| items.kind == Some(Type::String) && items.any_of.is_empty())
}

/// Whether the names make distinct Rust variants.
fn is_choice(names: &[String]) -> bool {
    let mut variants: Vec<String> = names.iter().map(|name| variant_name(name)).collect();
    variants.sort();
    let distinct = variants.windows(2).all(|pair| pair[0] != pair[1]);
    !names.is_empty() && distinct && variants.iter().all(|variant| variant != "V")
}

/// The Rust variant of a choice's name.
pub(super) fn variant_name(name: &str) -> String {
    let camel = snake(name).to_upper_camel_case();
    let plain = camel.starts_with(|first: char| first.is_ascii_alphabetic()) && camel != "Self";
    if plain { camel } else { format!("V{camel}") }
}
