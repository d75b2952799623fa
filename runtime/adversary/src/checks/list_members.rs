//! Which rows a list holds: what is like the others, and what was written.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::changes::{Changes, Place, Row, mentions, rows, scalar_text};
use crate::list_parts::{is_whole, items, whole};
use crate::names::{is_bookkeeping, singular_words};
use crate::scene::{Scene, ask};
use crate::tool_list::{ToolSpec, Verb};

use super::Violation;
use super::row_links::{all_scalars, arguments_for, identity, is_moment};

/// A row that is missing from a list must differ from those that are there, in something by which
/// a list may choose: a choice, a switch, a reference, whether a field holds anything.
pub(super) fn rows_alike_are_listed(scene: &Scene<'_>) -> Result<(), Violation> {
    const SHOWN_MIN: usize = 2;
    let tool = scene.tool;
    if !is_plain_list(tool) || scene.answer.data().is_none() || scene.wrote() {
        return Ok(());
    }
    let required: Map<String, Value> = tool
        .required()
        .filter_map(|name| Some((name.to_owned(), scene.call.arguments.get(name)?.clone())))
        .collect();
    let asked = Value::Object(required);
    let Answer::Data(data) = scene.instead(&whole(tool, &asked)) else { return Ok(()) };
    let Some(ids) = identities(&data, tool).filter(|ids| ids.len() >= SHOWN_MIN) else {
        return Ok(());
    };
    let state = rows(scene.before_state());
    let mut of_table: Vec<(Place<'_>, Row<'_>)> = state
        .iter()
        .filter(|((table, _), _)| singular_words(table) == tool.noun)
        .map(|(place, row)| (*place, *row))
        .collect();
    if of_table.is_empty() {
        of_table = parts_of_named_row(&state, tool, &asked);
    }
    let is_shown = |place: &Place<'_>, row: Row<'_>| {
        ids.contains(place.1) || identity_of_row(row).is_some_and(|id| ids.contains(&id))
    };
    let (shown, missing): (Vec<_>, Vec<_>) =
        of_table.iter().partition(|(place, row)| is_shown(place, row));
    if shown.len() != ids.len() {
        return Ok(());
    }
    let is_asked_for = |place: &Place<'_>, row: Row<'_>| {
        let speaks_of = |row: Row<'_>, text: &str| row.values().any(|value| mentions(value, text));
        let asked = asked.as_object().into_iter().flatten();
        // The course of a module's items is the module's.
        asked.filter_map(|(_, value)| scalar_text(value)).all(|text| {
            place.1.split('/').any(|part| part == text)
                || speaks_of(row, &text)
                || state.iter().any(|((_, key), parent)| {
                    !key.is_empty() && speaks_of(row, key) && speaks_of(parent, &text)
                })
        })
    };
    let unlike = |place: &Place<'_>, row: Row<'_>| {
        differs_in_a_choice(row, &shown, &of_table)
            || is_spoken_of_otherwise(place.1, &shown, &state)
    };
    let lost =
        missing.into_iter().find(|(place, row)| is_asked_for(place, row) && !unlike(place, row));
    match lost {
        None => Ok(()),
        Some(((table, key), _)) => Err(Violation::new(
            format!("`{table}/{key}` among the items, as nothing tells it from them"),
            format!("{} items without it", ids.len()),
        )),
    }
}

/// The objects in the one list of a row whose name is what the tool is about, where the call names
/// the row: a module's items are parts of the module.
fn parts_of_named_row<'a>(
    state: &BTreeMap<Place<'a>, Row<'a>>,
    tool: &ToolSpec,
    asked: &Value,
) -> Vec<(Place<'a>, Row<'a>)> {
    let given = all_scalars(asked);
    let is_named = |key: &str| {
        !key.is_empty() && key.split('/').all(|part| given.iter().any(|text| text == part))
    };
    let named = state.iter().filter(|((_, key), _)| is_named(key));
    let lists =
        named.flat_map(|(place, row)| row.iter().map(move |(name, list)| (place, name, list)));
    let mut lists = lists.filter(|(_, name, list)| {
        singular_words(name).last() == tool.noun.last() && list.is_array()
    });
    let (Some((place, _, Value::Array(parts))), None) = (lists.next(), lists.next()) else {
        return Vec::new();
    };
    parts.iter().filter_map(|part| Some((*place, part.as_object()?))).collect()
}

/// Whether a tool lists all things of a sort.
fn is_plain_list(tool: &ToolSpec) -> bool {
    tool.verb == Verb::List || (tool.verb == Verb::Get && tool.is_plural)
}

/// What tells the items of an answer that holds the whole list from each other.
fn identities(data: &Value, tool: &ToolSpec) -> Option<BTreeSet<String>> {
    let items = items(data).filter(|items| is_whole(tool, data, items.len()))?;
    let ids = items.iter().map(|item| scalar_text(identity(item.as_object()?)?.1));
    let ids: BTreeSet<String> = ids.collect::<Option<_>>()?;
    (ids.len() == items.len()).then_some(ids)
}

fn identity_of_row(row: Row<'_>) -> Option<String> {
    scalar_text(identity(row)?.1)
}

/// Whether a row holds something that no shown row holds, in a field by which lists choose.
fn differs_in_a_choice(
    row: Row<'_>,
    shown: &[&(Place<'_>, Row<'_>)],
    of_table: &[(Place<'_>, Row<'_>)],
) -> bool {
    let is_blank = |value: Option<&Value>| match value {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::Array(items)) => items.is_empty(),
        Some(_) => false,
    };
    let names = of_table.iter().flat_map(|(_, row)| row.keys());
    let names: BTreeSet<&String> = names.collect();
    names.into_iter().any(|name| {
        let own = row.get(name);
        if !shown.iter().any(|(_, other)| is_blank(other.get(name)) == is_blank(own)) {
            return true;
        }
        let is_shown = shown.iter().any(|(_, other)| other.get(name) == own);
        let is_text_of_its_own = match own {
            // Titles and bodies, and what is new in every row, are not chosen by.
            Some(Value::String(text)) => {
                text.contains(' ')
                    || is_moment(text)
                    || of_table.iter().filter(|(_, other)| other.get(name) == own).count() == 1
                        && all_differ(name, of_table)
            }
            Some(Value::Number(_)) => is_bookkeeping(name) || all_differ(name, of_table),
            Some(Value::Array(items)) => items.iter().all(|item| {
                item.is_object() || shown.iter().any(|(_, other)| holds(other.get(name), item))
            }),
            Some(Value::Object(_)) => true,
            _ => false,
        };
        !is_shown && !is_text_of_its_own
    })
}

/// Whether a field's list has an item.
fn holds(value: Option<&Value>, item: &Value) -> bool {
    value.and_then(Value::as_array).is_some_and(|items| items.contains(item))
}

/// Whether a field holds another value in every row.
fn all_differ(name: &str, of_table: &[(Place<'_>, Row<'_>)]) -> bool {
    let values: BTreeSet<String> =
        of_table.iter().filter_map(|(_, row)| Some(row.get(name)?.to_string())).collect();
    values.len() == of_table.len()
}

/// Whether the rows that speak of a row do it by other fields, or hold other choices, than those
/// that speak of the shown ones: a thread whose messages are in the trash may be hidden for it.
fn is_spoken_of_otherwise(
    key: &str,
    shown: &[&(Place<'_>, Row<'_>)],
    state: &BTreeMap<Place<'_>, Row<'_>>,
) -> bool {
    let own = said_of(key, state);
    let theirs: Vec<Said> = shown.iter().map(|((_, key), _)| said_of(key, state)).collect();
    let of_every_one = theirs.first().into_iter().flatten();
    let of_every_one = of_every_one.filter(|said| theirs.iter().all(|their| their.contains(*said)));
    own.iter().any(|said| !theirs.iter().any(|their| their.contains(said)))
        || of_every_one.into_iter().any(|said| !own.contains(said))
}

/// What is said of a row: by which field of which table, and what else plain those rows hold.
type Said = BTreeSet<(String, String, String)>;

fn said_of(key: &str, state: &BTreeMap<Place<'_>, Row<'_>>) -> Said {
    let mut said = Said::new();
    let speakers = state.iter().filter(|((_, own), _)| *own != key);
    for ((table, own), row) in speakers.filter(|(_, row)| row.values().any(|v| mentions(v, key))) {
        for (name, value) in *row {
            let mut note = |text: String| {
                said.insert(((*table).to_owned(), name.clone(), text));
            };
            match value {
                _ if mentions(value, key) => note("it".to_owned()),
                Value::String(text) if text == own || text.contains(' ') || is_moment(text) => {}
                Value::Array(items) => items.iter().for_each(|item| note(item.to_string())),
                Value::Number(_) | Value::Object(_) => {}
                other => note(other.to_string()),
            }
        }
    }
    said
}

/// A creation brings nothing else into a list, and a deletion takes nothing else out.
pub(super) fn only_written_rows_come_and_go(scene: &Scene<'_>) -> Result<(), Violation> {
    const LISTS_MAX: usize = 4;
    let tool = scene.tool;
    let about = tool.noun.last();
    let is_new = tool.verb == Verb::Create;
    if !(is_new || tool.verb == Verb::Delete) || !scene.wrote() || about.is_none() {
        return Ok(());
    }
    let lists = scene.tools.tools.iter().filter(|list| is_plain_list(list));
    let lists = lists.filter(|list| list.noun.last() == about).take(LISTS_MAX);
    let changes = Changes::between(scene.before_state(), scene.after_state());
    let state = rows(scene.before_state());
    for list in lists {
        let Some(arguments) = arguments_for(list, None, &scene.call.arguments) else { continue };
        let call = whole(list, &arguments);
        let before = Answer::read(&ask(&mut *scene.before.fork(), &list.name, &call));
        let after = scene.then(&list.name, &call);
        let ids = |answer: &Answer| identities(answer.data()?, list);
        let (Some(before), Some(after)) = (ids(&before), ids(&after)) else { continue };
        let moved = if is_new { after.difference(&before) } else { before.difference(&after) };
        let other = moved.into_iter().find(|id| is_left_alone(id, &state, &changes));
        if let Some(id) = other {
            return Err(Violation::new(
                format!("only what was written to come into `{}` or to leave it", list.name),
                format!("`{id}`, which is as it was"),
            ));
        }
    }
    Ok(())
}

/// Whether there is a row with this identifier, and nothing changed in it or in what is linked to
/// it.
fn is_left_alone(id: &str, state: &BTreeMap<Place<'_>, Row<'_>>, changes: &Changes<'_>) -> bool {
    let added = changes.added.iter().map(|(place, row)| (*place, *row));
    let removed = changes.removed.iter().map(|(place, row)| (*place, *row));
    let changed = changes.changed.iter().map(|(place, (_, after))| (*place, *after));
    let touched: Vec<(Place<'_>, Row<'_>)> = added.chain(removed).chain(changed).collect();
    let own: Vec<_> = state
        .iter()
        .filter(|((_, key), row)| *key == id || identity_of_row(row).as_deref() == Some(id))
        .collect();
    !own.is_empty()
        && !own.iter().any(|((_, key), row)| {
            touched.iter().any(|((_, other), touched)| {
                other == key
                    || other.contains(id)
                    || touched.values().any(|value| mentions(value, key) || mentions(value, id))
                    || (!other.is_empty() && row.values().any(|value| mentions(value, other)))
            })
        })
}
