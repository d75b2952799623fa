//! Finds the fields beside the key with which calls say where a row is.

use std::collections::BTreeSet;

use crate::spec::Tool;

use super::find_keys::{KeyPart, Use};
use super::name_rows::part_kind;
use super::names::field_name;
use super::read_role::is_presentation;
use super::schema_kind::{FieldKind, may_lack};
use super::verbs::Act;
use super::write_role::{WriteRole, write_role};

/// The fields beside the key with which the tools that read or remove a row name it.
pub fn scopes_of(own: &KeyPart, uses: &[Use<'_>]) -> BTreeSet<String> {
    const CONTAINERS: &[&str] =
        &["owner", "repo", "org", "organization", "workspace", "workspace_id", "workspace_slug"];
    const PLACES: &[&str] =
        &["account", "database", "namespace", "project", "region", "tenant", "vhost", "zone"];
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
            optional
                .filter_map(|name| field_name(name))
                .filter(|name| name.ends_with("_id") || PLACES.contains(&name.as_str())),
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
        let is_manner = act.is_read() && is_presentation(&field);
        if field != own.field && !is_manner {
            found.push((field, kind));
        }
    }
    found
}

/// The parts before the own one, when every tool that names or makes a row gives the same.
pub fn shared_scopes(own: &KeyPart, uses: &[Use<'_>]) -> Option<Vec<KeyPart>> {
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
        names: BTreeSet::new(),
        kind: if matches!(kind, FieldKind::Choice(_)) { FieldKind::Text } else { kind },
        refers: None,
        field,
    });
    Some(parts.collect())
}
