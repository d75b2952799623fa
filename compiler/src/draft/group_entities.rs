//! Groups tools by noun into entities, names them, and finds what refers to what.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToUpperCamelCase;

use crate::spec::Spec;

use super::Doubt;
use super::collect_fields::{Fields, collect_fields};
use super::find_keys::{Key, KeyForm, Use, find_key};
use super::names::type_name;
use super::nouns::plural;
use super::schema_kind::FieldKind;
use super::settle_subjects::Subject;

/// The entities of a service, by noun.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// The name of the struct of tables.
    pub state: String,
    /// Noun to entity.
    pub entities: BTreeMap<String, Entity>,
}

/// One entity.
#[derive(Debug, Clone, PartialEq)]
pub struct Entity {
    /// The struct's name.
    pub name: String,
    /// The table's name.
    pub table: String,
    /// Its key.
    pub key: Key,
    /// Its fields beside the key.
    pub fields: Fields,
    /// The names of the types of its choices, by field.
    pub choices: BTreeMap<String, String>,
}

/// Finds the entities.
pub fn group_entities(spec: &Spec, subjects: &[Result<Subject, Doubt>]) -> Model {
    let mut groups: BTreeMap<&str, Vec<Use<'_>>> = BTreeMap::new();
    for (tool, subject) in spec.tools.iter().zip(subjects) {
        if let Ok(subject) = subject {
            groups.entry(&subject.noun).or_default().push((tool, subject));
        }
    }
    let mut entities: BTreeMap<String, Entity> = BTreeMap::new();
    for (noun, uses) in &groups {
        let key = find_key(noun, uses);
        let fields = collect_fields(noun, &key, uses);
        let entity = Entity {
            name: String::new(),
            table: String::new(),
            key,
            fields,
            choices: BTreeMap::new(),
        };
        entities.insert((*noun).to_owned(), entity);
    }
    find_references(&mut entities);
    name_types(Model { state: String::new(), entities }, spec)
}

/// Leaves out entities that no declared tool is about and nothing refers to.
pub fn keep_used(mut model: Model, used: &BTreeSet<String>) -> Model {
    let mut kept = BTreeSet::new();
    let mut open: Vec<String> = used.iter().cloned().collect();
    while let Some(noun) = open.pop() {
        if !kept.insert(noun.clone()) {
            continue;
        }
        if let Some(entity) = model.entities.get(&noun) {
            open.extend(references(entity).map(str::to_owned));
        }
    }
    model.entities.retain(|noun, _| kept.contains(noun));
    model
}

/// Gives every struct, table and choice a name of its own.
fn name_types(mut model: Model, spec: &Spec) -> Model {
    let mut types = BTreeSet::new();
    let mut tables = BTreeSet::new();
    for (noun, entity) in &mut model.entities {
        entity.name = type_name(noun, &mut types);
        entity.table = if entity.key.is_alone() { noun.clone() } else { plural(noun) };
        while !tables.insert(entity.table.clone())
            || super::names::field_name(&entity.table).is_none()
        {
            entity.table = format!("all_{}", entity.table);
        }
    }
    for entity in model.entities.values_mut() {
        let keys = entity.key.parts.iter().map(|part| (&part.field, &part.kind));
        let fields = entity.fields.iter().map(|(name, field)| (name, &field.kind));
        for (name, kind) in keys.chain(fields) {
            if matches!(kind, FieldKind::Choice(_)) {
                let wanted = format!("{}{}", entity.name, name.to_upper_camel_case());
                entity.choices.insert(name.clone(), type_name(&wanted, &mut types));
            }
        }
    }
    model.state = type_name(&spec.service, &mut types);
    if let Some(stem) = model.state.strip_suffix("Row") {
        model.state = type_name(&format!("{stem}State"), &mut types);
    }
    model
}

/// The nouns that an entity refers to.
fn references(entity: &Entity) -> impl Iterator<Item = &str> {
    let fields = entity.fields.values().filter_map(|field| match &field.kind {
        FieldKind::Reference(noun) => Some(noun.as_str()),
        _ => None,
    });
    fields.chain(entity.key.parts.iter().filter_map(|part| part.refers.as_deref()))
}

/// Fields called after another entity's key refer to it, when the kinds of key agree and no ring
/// of rows comes about that could never be filled.
fn find_references(entities: &mut BTreeMap<String, Entity>) {
    let keys: BTreeMap<String, bool> = entities
        .iter()
        .filter(|(_, entity)| {
            let is_plain = matches!(entity.key.parts.as_slice(), [part] if !matches!(part.kind, FieldKind::Choice(_)));
            is_plain && !entity.key.is_alone()
        })
        .map(|(noun, entity)| (noun.clone(), entity.key.is_integer()))
        .collect();
    let target = |own: &str, field: &str, kind: &FieldKind| -> Option<String> {
        let stem =
            ["_id", "_uuid", "_key", "_number"].iter().find_map(|tail| field.strip_suffix(tail))?;
        // Where nothing is called a parent, the parent of a thing is such a thing.
        let stem = match stem.strip_prefix("parent_").unwrap_or(stem) {
            "parent" if !keys.contains_key("parent") => own,
            stem => stem,
        };
        let mut nouns =
            keys.keys().filter(|noun| *noun == stem || noun.ends_with(&format!("_{stem}")));
        let exact = keys.get_key_value(stem).map(|(noun, _)| noun);
        let noun = match (exact, nouns.next(), nouns.next()) {
            (Some(noun), ..) => noun,
            (None, Some(noun), None) => noun,
            _ => return None,
        };
        let fits = match kind {
            FieldKind::Text => !keys[noun],
            FieldKind::Integer | FieldKind::Number => keys[noun],
            _ => false,
        };
        (fits && (noun != own || field.starts_with("parent_"))).then(|| noun.clone())
    };
    let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let nouns: Vec<String> = entities.keys().cloned().collect();
    for noun in &nouns {
        let entity = entities[noun].clone();
        for (name, field) in &entity.fields {
            let Some(other) = target(noun, name, &field.kind) else { continue };
            if field.required && (other == *noun || reaches(&needs, &other, noun)) {
                continue;
            }
            if field.required {
                needs.entry(noun.clone()).or_default().insert(other.clone());
            }
            if let Some(entity) = entities.get_mut(noun) {
                entity.fields[name].kind = FieldKind::Reference(other);
            }
        }
        for (index, part) in entity.key.parts.iter().enumerate() {
            let Some(other) = target(noun, &part.field, &part.kind) else { continue };
            let is_own = other == *noun;
            if is_own || reaches(&needs, &other, noun) || entity.key.form != KeyForm::Given {
                continue;
            }
            needs.entry(noun.clone()).or_default().insert(other.clone());
            if let Some(entity) = entities.get_mut(noun) {
                entity.key.parts[index].refers = Some(other);
            }
        }
    }
}

/// Whether rows of `from` need rows of `to` before them.
fn reaches(needs: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(noun) = open.pop() {
        if noun == to {
            return true;
        }
        if seen.insert(noun) {
            open.extend(needs.get(noun).into_iter().flatten().map(String::as_str));
        }
    }
    false
}
