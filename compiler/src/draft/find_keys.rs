//! Finds the key of each entity from the arguments that name its rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::spec::Tool;

use super::find_scopes::{scopes_of, shared_scopes};
use super::find_singles::{narrows, sets_one};
use super::name_rows::{
    IDENTIFIERS, key_argument, key_names, only_identifier, only_required, optional_identifier,
    part_field, part_kind, plain_name, worded_argument,
};
use super::names::field_name;
use super::schema_kind::{FieldKind, may_lack};
use super::settle_subjects::Subject;
use super::verbs::Act;

/// An entity's key.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// Its parts; none where the entity is one row alone.
    pub parts: Vec<KeyPart>,
    /// How new keys come about.
    pub form: KeyForm,
    /// Fields beside the key that calls name a row with.
    pub scopes: BTreeSet<String>,
}

impl Key {
    /// Whether it is one whole number.
    pub fn is_integer(&self) -> bool {
        matches!(self.parts.as_slice(), [part] if part.kind == FieldKind::Integer)
    }

    /// Whether the entity is one row alone.
    pub fn is_alone(&self) -> bool {
        self.form == KeyForm::Alone
    }

    /// The part that this argument names.
    pub fn part_of(&self, argument: &str) -> Option<&KeyPart> {
        let field = field_name(argument)?;
        let names = |part: &&KeyPart| part.names.contains(&field);
        self.parts.iter().find(names).or_else(|| self.parts.iter().find(|part| part.field == field))
    }
}

/// One part of a key.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyPart {
    /// The field's name.
    pub field: String,
    /// The arguments that name it, as tools call it.
    pub arguments: BTreeSet<String>,
    /// The same in the case style of fields.
    pub names: BTreeSet<String>,
    /// What it holds: a text, a whole number or a choice.
    pub kind: FieldKind,
    /// The noun of the entity whose key it is.
    pub refers: Option<String>,
}

/// How new keys come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyForm {
    /// The entity is one row alone.
    Alone,
    /// The caller gives it.
    Given,
    /// The service counts.
    Counted,
    /// The service makes a UUID.
    Uuid,
}

/// A tool and what it is about.
pub type Use<'a> = (&'a Tool, &'a Subject);

fn addresses(act: Act) -> bool {
    matches!(
        act,
        Act::Get | Act::Update | Act::Delete | Act::Mark | Act::Append | Act::Detach | Act::Upsert
    )
}

/// Finds the key of the entity that these tools are about.
pub fn find_key(noun: &str, uses: &[Use<'_>]) -> Key {
    let Some((field, own)) = vote(noun, uses) else {
        let is_alone = uses.iter().all(|(tool, subject)| {
            let reads = subject.act == Act::Get && tool.parameters.required.is_empty();
            reads || matches!(subject.act, Act::Update | Act::Mark | Act::Append | Act::Detach)
        });
        let reads = uses.iter().any(|(_, subject)| subject.act == Act::Get);
        let is_settled = uses.iter().any(|(_, subject)| subject.act.is_write());
        let is_one = is_settled || uses.iter().all(|(tool, _)| !narrows(tool));
        let is_set = uses.iter().all(|(tool, subject)| sets_one(noun, tool, subject));
        let is_one = is_alone && reads && is_one || is_set;
        let form = if is_one { KeyForm::Alone } else { KeyForm::Counted };
        let id = KeyPart {
            field: "id".to_owned(),
            arguments: BTreeSet::new(),
            names: BTreeSet::new(),
            kind: FieldKind::Text,
            refers: None,
        };
        let parts = if form == KeyForm::Alone { Vec::new() } else { vec![id] };
        return Key { parts, form, scopes: BTreeSet::new() };
    };
    let form = form_of(&field, &own, uses);
    let scopes = scopes_of(&own, uses);
    // `owner/repo#7`: numbers are counted within what holds the rows.
    let is_counted_within = form == KeyForm::Counted
        && own.kind == FieldKind::Integer
        && matches!(own.field.as_str(), "number" | "index" | "iid");
    if (form == KeyForm::Given || is_counted_within)
        && let Some(mut parts) = shared_scopes(&own, uses)
    {
        parts.push(own);
        return Key { parts, form, scopes: BTreeSet::new() };
    }
    Key { parts: vec![own], form, scopes }
}

/// The part that most of the tools which name a row name it with.
fn vote(noun: &str, uses: &[Use<'_>]) -> Option<(String, KeyPart)> {
    let names = key_names(noun);
    let mut votes: BTreeMap<String, Vec<(&Tool, &String)>> = BTreeMap::new();
    for (tool, subject) in uses.iter().filter(|(_, subject)| addresses(subject.act)) {
        let argument = key_argument(tool, noun)
            .or_else(|| worded_argument(tool, noun))
            .or_else(|| only_required(tool, subject.act))
            .or_else(|| only_identifier(tool, subject.act))
            .or_else(|| optional_identifier(tool, noun, subject.act));
        if let Some(argument) = argument
            && let Some(field) = field_name(argument)
        {
            votes.entry(part_field(noun, plain_name(&field))).or_default().push((tool, argument));
        }
    }
    let rank = |field: &str, votes: &[(&Tool, &String)]| {
        let best = votes
            .iter()
            .filter_map(|(_, argument)| {
                names.iter().position(|name| field_name(argument).as_ref() == Some(name))
            })
            .min();
        (votes.len(), std::cmp::Reverse(best.unwrap_or(usize::MAX)), field.to_owned())
    };
    let (field, voted) = votes.iter().max_by_key(|(field, votes)| rank(field, votes))?;
    let kinds: Vec<FieldKind> =
        voted.iter().filter_map(|(tool, argument)| part_kind(tool, argument)).collect();
    let n_integers = kinds.iter().filter(|kind| **kind == FieldKind::Integer).count();
    let choices = kinds.iter().try_fold(None, |all: Option<FieldKind>, kind| match (all, kind) {
        (None, FieldKind::Choice(_)) => Some(Some(kind.clone())),
        (Some(all), FieldKind::Choice(_)) => super::schema_kind::merge(&all, kind).map(Some),
        _ => None,
    });
    let kind = match choices.flatten() {
        Some(choice) if uses.iter().all(|(_, subject)| subject.act.is_read()) => choice,
        _ if n_integers * 2 > kinds.len() => FieldKind::Integer,
        _ => FieldKind::Text,
    };
    let arguments: BTreeSet<String> = voted
        .iter()
        .filter(|(tool, argument)| {
            let is_integer = part_kind(tool, argument) == Some(FieldKind::Integer);
            is_integer == (kind == FieldKind::Integer)
        })
        .map(|(_, argument)| (*argument).clone())
        .collect();
    let names = arguments.iter().filter_map(|argument| field_name(argument)).collect();
    let part = KeyPart { field: field.clone(), arguments, names, kind, refers: None };
    Some((field.clone(), part))
}

fn form_of(field: &str, own: &KeyPart, uses: &[Use<'_>]) -> KeyForm {
    let makers: Vec<&Use<'_>> = uses
        .iter()
        .filter(|(_, subject)| matches!(subject.act, Act::Create | Act::Upsert))
        .collect();
    let is_natural = !IDENTIFIERS.contains(&field.rsplit('_').next().unwrap_or(field));
    let is_uuid = own.kind == FieldKind::Text
        && uses.iter().any(|(tool, _)| {
            own.arguments.iter().any(|argument| {
                tool.parameters.properties.get(argument).is_some_and(|schema| {
                    super::schema_kind::bare(schema).format.as_deref() == Some("uuid")
                })
            })
        });
    if matches!(own.kind, FieldKind::Choice(_)) {
        return KeyForm::Given;
    }
    let made = if is_uuid { KeyForm::Uuid } else { KeyForm::Counted };
    if makers.is_empty() {
        return if is_natural { KeyForm::Given } else { made };
    }
    let gives = |(tool, _): &&Use<'_>| {
        tool.parameters.properties.keys().any(|argument| {
            let is_key = own.arguments.contains(argument)
                || field_name(argument).as_deref() == Some(own.field.as_str());
            is_key && !may_lack(&tool.parameters, argument)
        })
    };
    // Where no tool that makes rows gives a name, the service makes it.
    let n_giving = makers.iter().copied().filter(gives).count();
    let is_given = n_giving == makers.len() || is_natural && n_giving > 0;
    if is_given { KeyForm::Given } else { made }
}
