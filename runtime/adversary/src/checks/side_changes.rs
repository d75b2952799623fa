//! What a write changes beside what its call names.

use serde_json::{Value, json};

use crate::answer::Answer;
use crate::changes::{Changes, Place, alike, changed_fields, mentions};
use crate::list_parts::with;
use crate::names::{is_creation_stamp, is_update_stamp, means};
use crate::scene::{Scene, ask};
use crate::tool_list::{ToolSpec, Verb};

use super::Violation;
use super::row_links::all_scalars;

/// A word that no row holds, given to see which field an argument sets.
const PROBE: &str = "probe kvwqz";

/// A field that an optional argument sets, as giving it shows, changes with that argument alone:
/// not in calls that give others, whichever of them is left out.
pub(super) fn other_arguments_fields_stay(scene: &Scene<'_>) -> Result<(), Violation> {
    let tool = scene.tool;
    let is_write = !tool.reads() && !matches!(tool.verb, Verb::Create | Verb::Delete);
    if !is_write || scene.answer.data().is_none() || !scene.wrote() {
        return Ok(());
    }
    let changes = Changes::between(scene.before_state(), scene.after_state());
    let [(place, (before, after))] = changes.changed.iter().collect::<Vec<_>>()[..] else {
        return Ok(());
    };
    let given = scene.call.arguments.as_object().into_iter().flatten();
    let given: Vec<&Value> = given.map(|(_, value)| value).collect();
    for field in changed_fields(before, after) {
        let held = after.get(field).unwrap_or(&Value::Null);
        // A switch is like any other that is given, and so tells nothing.
        let tells = |value: &Value| !value.is_null() && !value.is_boolean();
        let is_given = given.iter().any(|value| tells(value) && alike(value, held));
        let is_stamp = is_update_stamp(field) || is_creation_stamp(field);
        if is_stamp || is_given || held.is_object() || held.is_array() {
            continue;
        }
        let setter = tool.properties().find(|(name, schema)| {
            scene.call.arguments.get(name).is_none()
                && schema.get("default").is_none()
                && !tool.required().any(|required| required == *name)
                && (means(name, field, &tool.noun) || sets(scene, name, schema, *place, field))
        });
        if let Some((name, _)) = setter
            && changes_whatever_is_given(scene, *place, field)
        {
            return Err(Violation::new(
                format!(
                    "`{}/{}/{field}` as it was, as `{name}` is not given: {}",
                    place.0,
                    place.1,
                    before.get(field).unwrap_or(&Value::Null)
                ),
                held.to_string(),
            ));
        }
    }
    Ok(())
}

/// Whether giving an argument puts its value into the field.
fn sets(scene: &Scene<'_>, name: &str, schema: &Value, place: Place<'_>, field: &str) -> bool {
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or("string");
    let value = match (schema.get("enum").and_then(Value::as_array), kind) {
        (Some(_), _) => return false,
        (None, "string") => json!(PROBE),
        (None, "integer" | "number") => json!(4_711),
        _ => return false,
    };
    let call = with(&scene.call.arguments, name, value.clone());
    scene.tool.accepts(&call)
        && row_after(scene, &call, place).is_some_and(|row| row.get(field) == Some(&value))
}

/// Whether a field changes in calls that share no optional argument.
fn changes_whatever_is_given(scene: &Scene<'_>, place: Place<'_>, field: &str) -> bool {
    let tool = scene.tool;
    let optional: Vec<&str> = scene
        .call
        .arguments
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str())
        .filter(|name| !tool.required().any(|required| required == *name))
        .collect();
    if optional.len() < 2 {
        return false;
    }
    let was = crate::changes::rows(scene.before_state());
    let Some(was) = was.get(&place).map(|row| row.get(field).cloned()) else { return false };
    let changes_with = |kept: &str| {
        let dropped: Vec<&str> = optional.iter().copied().filter(|name| *name != kept).collect();
        let call = ToolSpec::without(&scene.call.arguments, &dropped);
        let row = tool.accepts(&call).then(|| row_after(scene, &call, place)).flatten();
        row.is_some_and(|row| row.get(field).cloned() != was)
    };
    optional.iter().filter(|kept| changes_with(kept)).count() > 1
}

/// A row after another call on the state before.
fn row_after(scene: &Scene<'_>, call: &Value, (table, key): Place<'_>) -> Option<Value> {
    let mut fork = scene.before.fork();
    let text = ask(&mut *fork, &scene.tool.name, call);
    Answer::read(&text).data()?;
    let state: Value = serde_json::from_str(&fork.state_json()).ok()?;
    let table = state.get(table)?;
    if key.is_empty() { Some(table.clone()) } else { table.get(key).cloned() }
}

/// What people wrote in rows that a call does not speak of, directly or by a link, stays.
pub(super) fn other_texts_stay(scene: &Scene<'_>) -> Result<(), Violation> {
    let tool = scene.tool;
    if tool.is_plural || scene.answer.data().is_none() || !scene.wrote() {
        return Ok(());
    }
    let given = all_scalars(&scene.call.arguments);
    let changes = Changes::between(scene.before_state(), scene.after_state());
    let is_named = |key: &str| key.split('/').any(|part| given.iter().any(|text| text == part));
    // A call that names no row which it changes works on what its caller has, or on all.
    let named: Vec<&str> = changes
        .changed
        .keys()
        .chain(changes.added.keys())
        .chain(changes.removed.keys())
        .map(|(_, key)| *key)
        .filter(|key| is_named(key))
        .collect();
    if named.is_empty() {
        return Ok(());
    }
    for ((table, key), (before, after)) in &changes.changed {
        let speaks_of =
            |text: &str| before.values().chain(after.values()).any(|value| mentions(value, text));
        let is_linked = named.iter().any(|other| speaks_of(other))
            || given.iter().any(|text| speaks_of(text))
            || changes.changed.iter().any(|((_, other), (row, _))| {
                other != key && row.values().any(|value| mentions(value, key))
            });
        if key.is_empty() || is_named(key) || is_linked {
            continue;
        }
        let is_prose = |value: &Value| value.as_str().is_some_and(|text| text.contains(' '));
        let field = changed_fields(before, after)
            .into_iter()
            .find(|field| before.get(*field).is_some_and(is_prose));
        if let Some(field) = field {
            return Err(Violation::new(
                format!("`{table}/{key}/{field}` as it was: {}", before[field]),
                after.get(field).unwrap_or(&Value::Null).to_string(),
            ));
        }
    }
    Ok(())
}
