//! Updating and deleting, seen through reads and through the state.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::changes::{Changes, alike, changed_fields, mentions, rows, scalar_text};
use crate::names::{is_bookkeeping, is_creation_stamp, is_update_stamp, same, words};
use crate::scene::Scene;
use crate::tool_list::{ToolSpec, Verb};

use super::Violation;
use super::row_links::{all_scalars, is_identifier, is_moment, named_rows, names_row, subject};

pub(super) fn named_values_are_kept(scene: &Scene<'_>) -> Result<(), Violation> {
    if !matches!(scene.tool.verb, Verb::Create | Verb::Update) || scene.tool.is_plural {
        return Ok(());
    }
    let Some(data) = scene.answer.data() else { return Ok(()) };
    let changes = Changes::between(scene.before_state(), scene.after_state());
    let touched: Vec<&Map<String, Value>> = changes
        .added
        .values()
        .copied()
        .chain(changes.changed.values().map(|(_, after)| *after))
        .collect();
    let shown: Vec<&Map<String, Value>> = if touched.is_empty() {
        let named = named_rows(scene.after_state(), scene.tool, &scene.call.arguments);
        let named = named.into_iter().map(|(_, row)| row);
        subject(data).into_iter().chain(named).collect()
    } else {
        touched
    };
    for (name, given) in scene.call.arguments.as_object().into_iter().flatten() {
        // An update's identifier says which row is meant, by whatever that row is called.
        let addresses = scene.tool.verb == Verb::Update
            && is_identifier(name)
            && scene.tool.required().any(|required| required == name);
        if is_vague(given) || addresses {
            continue;
        }
        let held: Vec<&Value> = shown.iter().flat_map(|row| fields_of(row, name)).collect();
        if held.is_empty()
            || held.iter().any(|held| alike(given, held) || share_a_stem(given, held))
        {
            continue;
        }
        // `blocked_by` may be kept as the other's `blocks`, the two sides swapped; and a row may be
        // named by another of its values than its key.
        let state = rows(scene.before_state());
        let is_turned = shown.iter().flat_map(|row| row.values()).any(|value| {
            scalar_text(value).is_some() && alike(given, value) || names_row(&state, given, value)
        });
        if !is_turned {
            return Err(Violation::new(format!("`{name}` {given}"), format!("{}", held[0])));
        }
    }
    Ok(())
}

/// Whether two texts begin alike.
fn share_a_stem(given: &Value, held: &Value) -> bool {
    const CHARACTERS: usize = 5;
    let stem = |value: &Value| -> Option<String> {
        let text: String = value.as_str()?.chars().take(CHARACTERS).collect();
        (text.chars().count() == CHARACTERS).then_some(text)
    };
    matches!((stem(given), stem(held)), (Some(a), Some(b)) if a == b)
}

/// The fields that a value given under this name would be in. `updated_summary` is `summary`.
fn fields_of<'a>(row: &'a Map<String, Value>, name: &str) -> Vec<&'a Value> {
    let bare = words(name);
    let bare = match bare.split_first() {
        Some((first, rest)) if !rest.is_empty() && matches!(first.as_str(), "updated" | "new") => {
            rest
        }
        _ => &bare[..],
    };
    row.iter().filter(|(field, _)| words(field) == bare).map(|(_, value)| value).collect()
}

/// Whether a value is one that services turn into nothing, or into something else.
fn is_vague(value: &Value) -> bool {
    match value {
        Value::Null | Value::Object(_) => true,
        // Zero may mean none.
        Value::Number(number) => number.as_f64() == Some(0.0),
        // `me` is whoever calls.
        Value::String(text) if text == "me" => true,
        Value::String(text) => !text.chars().any(char::is_alphanumeric) || text.len() > 2_000,
        Value::Array(items) => items.is_empty() || items.iter().any(is_vague),
        _ => false,
    }
}

pub(super) fn unnamed_values_stay(scene: &Scene<'_>) -> Result<(), Violation> {
    if scene.tool.verb != Verb::Update || scene.answer.data().is_none() || !scene.wrote() {
        return Ok(());
    }
    // A tool that asks for several contents replaces the whole.
    let contents = scene.tool.required().filter(|name| !is_identifier(name));
    if contents.count() > 1 {
        return Ok(());
    }
    let changes = Changes::between(scene.before_state(), scene.after_state());
    for ((table, key), (before, after)) in &changes.changed {
        for field in changed_fields(before, after) {
            let unnamed = scene.tool.properties().find(|(name, schema)| {
                (same(name, field)
                    || fields_of(after, name).iter().any(|value| Some(*value) == after.get(field))
                        && name.contains("updated"))
                    && scene.call.arguments.get(name).is_none()
                    && schema.get("default").is_none()
            });
            // Two names for one thing, such as `archived` and `in_trash`, move together.
            let given = scene.call.arguments.as_object().into_iter().flatten();
            let is_alias = given.into_iter().any(|(_, value)| after.get(field) == Some(value));
            if unnamed.is_some()
                && !is_bookkeeping(field)
                && !is_alias
                && !follows_a_move(scene, key, field, (before, after))
            {
                return Err(Violation::new(
                    format!("`{table}/{key}/{field}` as it was: {}", told(before.get(field))),
                    told(after.get(field)),
                ));
            }
        }
    }
    Ok(())
}

/// Whether a reference changed together with another one: what moves to another parent leaves what
/// belongs to the old one.
fn follows_a_move(
    scene: &Scene<'_>,
    key: &str,
    field: &str,
    (before, after): (&Map<String, Value>, &Map<String, Value>),
) -> bool {
    let state = rows(scene.before_state());
    let refers = |value: Option<&Value>| {
        let text = value.and_then(scalar_text);
        text.is_some_and(|text| state.keys().any(|(_, own)| *own == text && *own != key))
    };
    refers(before.get(field))
        && changed_fields(before, after)
            .iter()
            .any(|other| *other != field && refers(after.get(*other)) && refers(before.get(*other)))
}

fn told(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), Value::to_string)
}

pub(super) fn only_the_named_row_changes(scene: &Scene<'_>) -> Result<(), Violation> {
    if scene.tool.verb != Verb::Update || scene.tool.is_plural || !scene.wrote() {
        return Ok(());
    }
    let named = named_rows(scene.before_state(), scene.tool, &scene.call.arguments);
    let [((table, key), _)] = named[..] else { return Ok(()) };
    let changes = Changes::between(scene.before_state(), scene.after_state());
    let touched = changes
        .changed
        .iter()
        .map(|(place, (_, after))| (*place, *after))
        .chain(changes.removed.iter().map(|(place, row)| (*place, *row)));
    for ((other_table, other), row) in touched {
        // Rows that speak of the named one may have to follow it.
        let is_linked = row.values().any(|value| mentions(value, key));
        if other_table == table && other != key && !is_linked {
            return Err(Violation::new(
                format!("only `{table}/{key}` changed"),
                format!("`{table}/{other}` changed too"),
            ));
        }
    }
    Ok(())
}

pub(super) fn stamps_move(scene: &Scene<'_>) -> Result<(), Violation> {
    if scene.tool.verb != Verb::Update || scene.answer.data().is_none() || !scene.wrote() {
        return Ok(());
    }
    let changes = Changes::between(scene.before_state(), scene.after_state());
    let named = named_rows(scene.before_state(), scene.tool, &scene.call.arguments);
    for (place, (before, after)) in &changes.changed {
        let fields = changed_fields(before, after);
        if let Some(stamp) = fields.iter().find(|field| is_creation_stamp(field)) {
            return Err(Violation::new(format!("`{stamp}` as it was"), told(after.get(*stamp))));
        }
        let is_subject =
            changes.changed.len() == 1 || named.iter().any(|(named, _)| named == place);
        let holds_moment = |field: &&String| after[*field].as_str().is_some_and(is_moment);
        let stamps: Vec<_> = after.keys().filter(|field| is_update_stamp(field)).collect();
        let is_moved = stamps.iter().any(|stamp| fields.contains(&stamp.as_str()));
        let stamp = stamps.into_iter().find(holds_moment);
        if let Some(stamp) = stamp.filter(|_| is_subject && !is_moved) {
            return Err(Violation::new(
                format!("a new `{stamp}`, as {} changed", fields.join(", ")),
                told(after.get(stamp)),
            ));
        }
    }
    Ok(())
}

pub(super) fn deleted_is_gone(scene: &Scene<'_>) -> Result<(), Violation> {
    if scene.tool.verb != Verb::Delete || scene.tool.is_plural || scene.answer.data().is_none() {
        return Ok(());
    }
    let named = named_rows(scene.before_state(), scene.tool, &scene.call.arguments);
    let after = rows(scene.after_state());
    // `remove_tag(item_id, tag_id)` takes the tag off the item, and both stay.
    let changes = Changes::between(scene.before_state(), scene.after_state());
    let names_two =
        |tool: &ToolSpec| tool.required().filter(|name| is_identifier(name)).count() > 1;
    let is_apart = scene.tools.tools.iter().any(|other| {
        other.verb == Verb::Delete && other.noun == scene.tool.noun && !names_two(other)
    });
    let takes_off = is_apart || changes.removed.is_empty() && !changes.changed.is_empty();
    if names_two(scene.tool) && takes_off {
        return Ok(());
    }
    if let [(place, row)] = named[..]
        && after.get(&place) == Some(&row)
    {
        return Err(Violation::new(format!("`{}/{}` gone", place.0, place.1), "it is as it was"));
    }
    for getter in scene.tools.partners(scene.tool, Verb::Get).filter(|tool| !tool.is_plural) {
        let Some(arguments) = arguments_of(getter, scene.tool, &scene.call.arguments) else {
            continue;
        };
        let earlier =
            Answer::read(&crate::scene::ask(&mut *scene.before.fork(), &getter.name, &arguments));
        let (Answer::Data(earlier), later) = (earlier, scene.then(&getter.name, &arguments)) else {
            continue;
        };
        match later {
            Answer::Data(data) if data == earlier => {
                return Err(Violation::new(
                    format!("`not_found` from `{}` with {arguments}", getter.name),
                    "what it was before",
                ));
            }
            // Marked as deleted, archived or in the trash.
            Answer::Data(_) => {}
            answer if answer.is_refused_as("not_found") => {}
            answer => {
                return Err(Violation::new(
                    format!("`not_found` from `{}` with {arguments}", getter.name),
                    format!("{answer:?}"),
                ));
            }
        }
    }
    Ok(())
}

/// The arguments of a call, for another tool that identifies the same thing: those of the same
/// name, and the one identifier for the one identifier.
fn arguments_of(reader: &ToolSpec, writer: &ToolSpec, call: &Value) -> Option<Value> {
    let mut arguments = Map::new();
    let mut names_it = false;
    for name in reader.required() {
        let same_name = call.as_object()?.iter().find(|(other, _)| same(other, name));
        let listed = reader.property(name)?.get("enum").and_then(Value::as_array);
        if let Some(listed) = listed {
            let value = same_name.map(|(_, value)| value).or_else(|| listed.first())?;
            arguments.insert(name.to_owned(), value.clone());
            continue;
        }
        names_it = true;
        let only_identifier = || {
            let mut identifiers = writer.required().filter(|name| is_identifier(name));
            let first = identifiers.next().filter(|_| is_identifier(name))?;
            identifiers.next().is_none().then(|| call.get(first))?
        };
        let value = same_name.map(|(_, value)| value).or_else(only_identifier)?;
        arguments.insert(name.to_owned(), value.clone());
    }
    let arguments = Value::Object(arguments);
    // A choice alone, such as where secrets are kept, names nothing.
    (names_it && reader.accepts(&arguments)).then_some(arguments)
}

pub(super) fn only_related_rows_are_deleted(scene: &Scene<'_>) -> Result<(), Violation> {
    if scene.tool.verb != Verb::Delete || scene.answer.data().is_none() || !scene.wrote() {
        return Ok(());
    }
    // What removes everything says so.
    if scene.call.arguments.get("all") == Some(&Value::Bool(true)) {
        return Ok(());
    }
    let changes = Changes::between(scene.before_state(), scene.after_state());
    let given: Vec<String> = all_scalars(&scene.call.arguments);
    let mut related: BTreeSet<(&str, &str)> = BTreeSet::new();
    let is_given = |key: &str| {
        given.iter().any(|text| text == key)
            || key.split('/').all(|part| given.iter().any(|text| text == part))
    };
    // What is linked is found in rounds: a row, the rows that speak of it, the rows of those.
    loop {
        let found = changes.removed.iter().find(|((table, key), row)| {
            !related.contains(&(*table, *key))
                && (is_given(key)
                    || given.iter().any(|text| row.values().any(|value| mentions(value, text)))
                    || related.iter().any(|(other_table, other)| {
                        row.values().any(|value| mentions(value, other))
                            || key.starts_with(&format!("{other}/"))
                            || changes.removed[&(*other_table, *other)]
                                .values()
                                .any(|value| mentions(value, key))
                    }))
        });
        match found {
            Some((place, _)) => related.insert(*place),
            None => break,
        };
    }
    match changes.removed.keys().find(|place| !related.contains(*place)) {
        None => Ok(()),
        Some((table, key)) => Err(Violation::new(
            "only what was named, and what is linked to it, removed",
            format!("`{table}/{key}` was removed too"),
        )),
    }
}
