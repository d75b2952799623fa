//! Two tools that speak of one thing say the same of it.

use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::changes::rows;
use crate::list_parts::{items, whole};
use crate::scene::Scene;
use crate::tool_list::{ToolSpec, Verb};

use super::Violation;
use super::row_links::{arguments_for, identity, is_told_otherwise, subject};

pub(super) fn readers_agree(scene: &Scene<'_>) -> Result<(), Violation> {
    let tool = scene.tool;
    let Some(data) = scene.answer.data() else { return Ok(()) };
    if tool.verb == Verb::Delete {
        return Ok(());
    }
    let listed = items(data).filter(|_| tool.lists());
    let shown: Vec<&Map<String, Value>> = match listed {
        Some(items) => {
            items.first().into_iter().chain(items.last()).filter_map(Value::as_object).collect()
        }
        None => subject(data).into_iter().collect(),
    };
    for object in shown {
        for reader in others(scene) {
            let Some(other) = same_thing(scene, reader, object) else { continue };
            agree(scene, (tool, object), (reader, &other))?;
        }
    }
    Ok(())
}

/// The other tools that read what a tool is about.
fn others<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a ToolSpec> {
    const READERS_MAX: usize = 3;
    let tool = scene.tool;
    let about = tool.noun.last();
    let reads = move |other: &&ToolSpec| {
        other.name != tool.name
            && matches!(other.verb, Verb::Get | Verb::List)
            && about.is_some()
            && other.noun.last() == about
    };
    scene.tools.tools.iter().filter(reads).take(READERS_MAX)
}

/// What a reader says of the thing that an object is about.
fn same_thing(
    scene: &Scene<'_>,
    reader: &ToolSpec,
    object: &Map<String, Value>,
) -> Option<Map<String, Value>> {
    let asks_nothing = |tool: &ToolSpec| !tool.lists() && tool.required().next().is_none();
    if asks_nothing(reader) && asks_nothing(scene.tool) && scene.tool.verb != Verb::Create {
        // There is one of it: a profile, the settings.
        let Answer::Data(data) = scene.then(&reader.name, &json!({})) else { return None };
        return subject(&data).cloned();
    }
    // A name is told from its like only together with what surrounds it.
    let (name, id) = identity(object).filter(|(name, _)| *name != "name")?;
    let of_object = Some(object).filter(|_| !reader.lists());
    let mut arguments = arguments_for(reader, of_object, &scene.call.arguments)?;
    if reader.lists() {
        arguments = whole(reader, &arguments);
    }
    let Answer::Data(data) = scene.then(&reader.name, &arguments) else { return None };
    let is_same = |other: &&Map<String, Value>| other.get(name) == Some(id);
    match items(&data).filter(|_| reader.lists()) {
        Some(items) => items.iter().filter_map(Value::as_object).find(is_same).cloned(),
        None => subject(&data).filter(is_same).cloned(),
    }
}

fn agree(
    scene: &Scene<'_>,
    (tool, one): (&ToolSpec, &Map<String, Value>),
    (reader, other): (&ToolSpec, &Map<String, Value>),
) -> Result<(), Violation> {
    const SHARED_MIN: usize = 3;
    let shared = || one.iter().filter(|(name, _)| other.contains_key(*name));
    if shared().count() < SHARED_MIN {
        return Ok(());
    }
    // Rows of two kinds may have one identifier; they have little else in common.
    let n_equal = shared().filter(|(name, value)| other[*name] == **value).count();
    if n_equal * 2 < shared().count() {
        return Ok(());
    }
    let state = rows(scene.after_state());
    let differing = shared().find(|(name, value)| {
        let theirs = &other[*name];
        value.is_string()
            && theirs.is_string()
            && value != &theirs
            && !is_told_otherwise(&state, value, theirs)
            && !is_told_otherwise(&state, theirs, value)
    });
    match differing {
        None => Ok(()),
        Some((name, value)) => Err(Violation::new(
            format!("`{name}` in `{}` as in `{}`: {}", tool.name, reader.name, other[name]),
            format!("{value}"),
        )),
    }
}
