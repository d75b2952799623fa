//! Finds the key of each entity from the arguments that name its rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::spec::Tool;

use super::names::field_name;
use super::schema_kind::{FieldKind, kind_of, may_lack};
use super::settle_subjects::Subject;
use super::verbs::Act;
use super::write_role::{WriteRole, write_role};

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

/// One part of a key.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyPart {
    /// The field's name.
    pub field: String,
    /// The arguments that name it, as tools call it.
    pub arguments: BTreeSet<String>,
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

impl Key {
    /// Whether it is one whole number.
    pub fn is_integer(&self) -> bool {
        matches!(self.parts.as_slice(), [part] if part.kind == FieldKind::Integer)
    }

    /// The part that this argument names.
    pub fn part_of(&self, argument: &str) -> Option<&KeyPart> {
        let field = field_name(argument)?;
        self.parts
            .iter()
            .find(|part| part.arguments.contains(argument))
            .or_else(|| self.parts.iter().find(|part| part.field == field))
    }
}

/// A tool and what it is about.
pub type Use<'a> = (&'a Tool, &'a Subject);

const IDENTIFIERS: &[&str] =
    &["id", "uuid", "uid", "gid", "iid", "guid", "identifier", "key", "number", "pk", "no"];
const NATURAL: &[&str] = &[
    "name",
    "slug",
    "code",
    "symbol",
    "ticker",
    "path",
    "address",
    "username",
    "email",
    "hash",
    "handle",
    "title",
    "accession",
    "doi",
    "isbn",
    "login",
    "arn",
    "ref",
    "reference",
    "token",
    "index",
    "domain",
    "hostname",
    "host",
    "ip",
];

/// Names of arguments that carry the noun itself, likeliest first.
fn own_names(noun: &str) -> Vec<String> {
    let words: Vec<&str> = noun.split('_').collect();
    let last = words.last().copied().unwrap_or(noun);
    let first = words.first().copied().unwrap_or(noun);
    let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
    let mut stems = vec![noun.to_owned(), last.to_owned()];
    if words.len() > 1 {
        stems.extend([initials, first.to_owned()]);
    }
    let with = |tails: &'static [&'static str], stems: &[String]| -> Vec<String> {
        let pairs = stems.iter().flat_map(|stem| tails.iter().map(move |tail| (stem, tail)));
        pairs.map(|(stem, tail)| format!("{stem}_{tail}")).collect()
    };
    let mut names = with(IDENTIFIERS, &stems[..stems.len().min(3)]);
    names.extend(with(NATURAL, &stems[..2]));
    names.extend([noun.to_owned(), last.to_owned()]);
    if words.len() > 1 {
        names.extend(with(IDENTIFIERS, &stems[3..]));
        names.extend(with(NATURAL, &stems[3..]));
        names.push(first.to_owned());
    }
    names
}

/// All names of arguments that may be the key of a row of this noun, likeliest first.
fn key_names(noun: &str) -> Vec<String> {
    let own = own_names(noun);
    let cut = own.iter().position(|name| name == noun).unwrap_or(0);
    let bare = IDENTIFIERS.iter().chain(NATURAL).map(|name| (*name).to_owned());
    own[..cut].iter().cloned().chain(bare).chain(own[cut..].iter().cloned()).collect()
}

fn first_required(tool: &Tool, names: Vec<String>) -> Option<&String> {
    let required = |name: &String| {
        tool.parameters
            .properties
            .get_key_value(name)
            .map(|(name, _)| name)
            .filter(|name| !may_lack(&tool.parameters, name) && part_kind(tool, name).is_some())
    };
    let by_field: BTreeMap<String, &String> = tool
        .parameters
        .properties
        .keys()
        .filter_map(|argument| Some((field_name(argument)?, argument)))
        .collect();
    names.iter().find_map(|name| required(by_field.get(name)?))
}

/// The argument that names a row of this noun.
pub fn key_argument<'a>(tool: &'a Tool, noun: &str) -> Option<&'a String> {
    first_required(tool, key_names(noun))
}

/// The argument that names a row of this noun by the noun itself.
pub fn owner_argument<'a>(tool: &'a Tool, noun: &str) -> Option<&'a String> {
    first_required(tool, own_names(noun))
}

/// What the argument holds, when it can be part of a key.
fn part_kind(tool: &Tool, argument: &str) -> Option<FieldKind> {
    match kind_of(tool.parameters.properties.get(argument)?) {
        FieldKind::Integer | FieldKind::Number => Some(FieldKind::Integer),
        FieldKind::Text => Some(FieldKind::Text),
        FieldKind::Choice(names) => Some(FieldKind::Choice(names)),
        _ => None,
    }
}

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
        let creates = uses.iter().any(|(_, subject)| subject.act == Act::Get);
        let form = if is_alone && creates { KeyForm::Alone } else { KeyForm::Counted };
        let id = KeyPart {
            field: "id".to_owned(),
            arguments: BTreeSet::new(),
            kind: FieldKind::Text,
            refers: None,
        };
        let parts = if form == KeyForm::Alone { Vec::new() } else { vec![id] };
        return Key { parts, form, scopes: BTreeSet::new() };
    };
    let form = form_of(&field, &own, uses);
    let scopes = scopes_of(&own, uses);
    if form == KeyForm::Given
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
        let argument = key_argument(tool, noun).or_else(|| only_required(tool, subject.act));
        if let Some(argument) = argument
            && let Some(field) = field_name(argument)
        {
            votes.entry(part_field(noun, &field)).or_default().push((tool, argument));
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
    let arguments = voted
        .iter()
        .filter(|(tool, argument)| {
            let is_integer = part_kind(tool, argument) == Some(FieldKind::Integer);
            is_integer == (kind == FieldKind::Integer)
        })
        .map(|(_, argument)| (*argument).clone())
        .collect();
    Some((field.clone(), KeyPart { field: field.clone(), arguments, kind, refers: None }))
}

/// The one required argument of a tool that reads or removes a row.
fn only_required(tool: &Tool, act: Act) -> Option<&String> {
    if !matches!(act, Act::Get | Act::Delete) {
        return None;
    }
    let [argument] = tool.parameters.required.as_slice() else { return None };
    let (argument, schema) = tool.parameters.properties.get_key_value(argument)?;
    let field = field_name(argument)?;
    let role = super::read_role::read_role(&field, schema, &|_| None, true);
    let is_value = matches!(role, super::read_role::Role::Same(_));
    (is_value && part_kind(tool, argument).is_some() && !may_lack(&tool.parameters, argument))
        .then_some(argument)
}

/// The key's field: `id` for `ticket_id`, `name` for `branch_name`.
fn part_field(noun: &str, argument: &str) -> String {
    let words: Vec<&str> = noun.split('_').collect();
    let last = words.last().copied().unwrap_or(noun);
    let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
    let stems = [noun, last, if words.len() > 1 { initials.as_str() } else { noun }];
    for stem in stems {
        let Some(tail) = argument.strip_prefix(stem).and_then(|tail| tail.strip_prefix('_')) else {
            continue;
        };
        if matches!(tail, "id" | "uuid" | "uid" | "gid" | "iid" | "guid" | "identifier" | "pk") {
            return "id".to_owned();
        }
        if IDENTIFIERS.contains(&tail) || NATURAL.contains(&tail) {
            return tail.to_owned();
        }
    }
    if matches!(argument, "uuid" | "uid" | "identifier" | "guid") {
        "id".to_owned()
    } else {
        argument.to_owned()
    }
}

fn form_of(field: &str, own: &KeyPart, uses: &[Use<'_>]) -> KeyForm {
    let mut makers = uses
        .iter()
        .filter(|(_, subject)| matches!(subject.act, Act::Create | Act::Upsert))
        .peekable();
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
    if makers.peek().is_none() {
        return if is_natural { KeyForm::Given } else { made };
    }
    let gives = |(tool, _): &Use<'_>| {
        tool.parameters.properties.keys().any(|argument| {
            let is_key = own.arguments.contains(argument)
                || field_name(argument).as_deref() == Some(own.field.as_str());
            is_key && !may_lack(&tool.parameters, argument)
        })
    };
    if is_natural || makers.all(gives) { KeyForm::Given } else { made }
}

/// The fields beside the key with which the tools that read or remove a row name it.
fn scopes_of(own: &KeyPart, uses: &[Use<'_>]) -> BTreeSet<String> {
    const CONTAINERS: &[&str] =
        &["owner", "repo", "org", "organization", "workspace", "workspace_id", "workspace_slug"];
    let mut scopes = BTreeSet::new();
    for (tool, subject) in uses {
        let all = matches!(subject.act, Act::Get | Act::Delete);
        let moves = matches!(subject.verb.as_str(), "move" | "assign" | "transfer" | "reassign");
        for (field, _) in others(tool, own, subject.act) {
            if all || !moves && CONTAINERS.contains(&field.as_str()) {
                scopes.insert(field);
            }
        }
    }
    for (tool, _) in uses.iter().filter(|(_, subject)| subject.act == Act::Delete) {
        let optional = tool.parameters.properties.keys().filter(|argument| {
            may_lack(&tool.parameters, argument) && part_kind(tool, argument).is_some()
        });
        scopes.extend(
            optional.filter_map(|name| field_name(name)).filter(|name| name.ends_with("_id")),
        );
    }
    // What places a row among its like: given when it is made and when its like are listed.
    let required_by = |act: Act| -> BTreeSet<String> {
        let tools = uses.iter().filter(|(_, subject)| subject.act == act);
        tools.flat_map(|(tool, _)| others(tool, own, act)).map(|(field, _)| field).collect()
    };
    let made: BTreeSet<String> = required_by(Act::Create);
    scopes.extend(required_by(Act::List).into_iter().filter(|field| made.contains(field)));
    scopes
}

/// The required values beside the key.
fn others(tool: &Tool, own: &KeyPart, act: Act) -> Vec<(String, FieldKind)> {
    let mut found = Vec::new();
    for (argument, schema) in &tool.parameters.properties {
        if own.arguments.contains(argument) || may_lack(&tool.parameters, argument) {
            continue;
        }
        let (Some(kind), WriteRole::Stored(field)) =
            (part_kind(tool, argument), write_role(argument, schema, act))
        else {
            continue;
        };
        let is_manner = act.is_read() && super::read_role::is_presentation(&field);
        if field != own.field && !is_manner {
            found.push((field, kind));
        }
    }
    found
}

/// The parts before the own one, when every tool that names or makes a row gives the same.
fn shared_scopes(own: &KeyPart, uses: &[Use<'_>]) -> Option<Vec<KeyPart>> {
    let mut shared: Option<Vec<(String, FieldKind)>> = None;
    for (tool, subject) in
        uses.iter().filter(|(_, subject)| matches!(subject.act, Act::Get | Act::Delete))
    {
        let scopes = others(tool, own, subject.act);
        match &shared {
            Some(known) if *known != scopes => return None,
            _ => shared = Some(scopes),
        }
    }
    let shared = shared.filter(|scopes| !scopes.is_empty())?;
    for (tool, subject) in uses
        .iter()
        .filter(|(_, subject)| !subject.act.is_read() && !matches!(subject.act, Act::Delete))
    {
        let given = others(tool, own, subject.act);
        if !shared.iter().all(|scope| given.contains(scope)) {
            return None;
        }
    }
    let parts = shared.into_iter().map(|(field, kind)| KeyPart {
        arguments: BTreeSet::new(),
        kind: if matches!(kind, FieldKind::Choice(_)) { FieldKind::Text } else { kind },
        refers: None,
        field,
    });
    Some(parts.collect())
}
