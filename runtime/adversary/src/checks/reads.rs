//! Reading one thing, and rows in answers.

use serde_json::{Map, Value};

use crate::changes::{alike, mentions, rows, scalar_text};
use crate::names::means;
use crate::scene::Scene;
use crate::tool_list::Verb;

use super::Violation;
use super::row_links::{is_identifier, subject};

pub(super) fn get_gives_what_was_asked(scene: &Scene<'_>) -> Result<(), Violation> {
    let tool = scene.tool;
    if tool.verb != Verb::Get || tool.is_plural {
        return Ok(());
    }
    let Some(subject) = scene.answer.data().and_then(subject) else { return Ok(()) };
    for name in tool.required() {
        let asked = scene.call.arguments.get(name);
        let Some(asked) = asked.filter(|asked| scalar_text(asked).is_some()) else { continue };
        let held = subject
            .iter()
            .find(|(field, value)| scalar_text(value).is_some() && means(name, field, &tool.noun));
        let Some((field, held)) = held else { continue };
        // A name may be asked for where an identifier is held, and the other way round.
        if is_identifier(name) != is_identifier(field) && !crate::names::same(name, field) {
            continue;
        }
        // A name may be given in part.
        let is_part = !is_identifier(name)
            && scalar_text(held).is_some_and(|held| {
                let asked = scalar_text(asked).unwrap_or_default().to_lowercase();
                held.to_lowercase().contains(asked.trim())
            });
        if !alike(asked, held)
            && !is_part
            && !subject.values().any(|value| alike_scalar(asked, value))
        {
            return Err(Violation::new(
                format!("`{field}` {asked}, as `{name}` asks for"),
                format!("`{field}` {held}"),
            ));
        }
    }
    Ok(())
}

pub(super) fn named_row_is_read(scene: &Scene<'_>) -> Result<(), Violation> {
    let tool = scene.tool;
    if tool.verb != Verb::Get || tool.is_plural || scene.wrote() {
        return Ok(());
    }
    let Some(shown) = scene.answer.data().and_then(subject) else { return Ok(()) };
    let state = rows(scene.before_state());
    let is_shown = |row: &Map<String, Value>| {
        row.len() > 2 && row.iter().all(|(name, value)| shown.get(name) == Some(value))
    };
    let Some(((table, key), row)) = state.iter().find(|(_, row)| is_shown(row)) else {
        return Ok(());
    };
    let asked: Vec<String> =
        tool.required().filter_map(|name| scalar_text(scene.call.arguments.get(name)?)).collect();
    let names = |key: &str| key.split('/').all(|part| asked.iter().any(|text| text == part));
    let speaks_of =
        |row: &Map<String, Value>, key: &str| row.values().any(|value| mentions(value, key));
    let named = state.iter().find(|((other_table, other), _)| other_table == table && names(other));
    let Some(((_, other), other_row)) = named else { return Ok(()) };
    // The parent or the next of what is named is reached through it.
    if other == key || names(key) || speaks_of(other_row, key) || speaks_of(row, other) {
        return Ok(());
    }
    Err(Violation::new(format!("`{other}` of {table}, which was named"), format!("`{key}`")))
}

fn alike_scalar(asked: &Value, value: &Value) -> bool {
    scalar_text(value).is_some() && alike(asked, value)
}

pub(super) fn answers_show_the_state(scene: &Scene<'_>) -> Result<(), Violation> {
    let Some(data) = scene.answer.data() else { return Ok(()) };
    let mut states = vec![keyed_rows(scene.after_state())];
    // What is deleted is shown as it was.
    if scene.tool.verb == Verb::Delete {
        states.push(keyed_rows(scene.before_state()));
    }
    let mut wrong = None;
    visit_objects(data, 0, &mut |object| {
        let found: Vec<Likeness> =
            states.iter().map(|rows| likeness_to_its_row(object, rows)).collect();
        let is_like = found.iter().any(|one| matches!(one, Likeness::Like));
        let unlike = found.into_iter().find_map(|one| match one {
            Likeness::Unlike(unlike) => Some(unlike),
            _ => None,
        });
        if wrong.is_none() && !is_like {
            wrong = unlike;
        }
    });
    match wrong {
        None => Ok(()),
        Some(Unlike { key, field, held, shown }) => Err(Violation::new(
            format!("`{field}` of `{key}` as the state has it: {held}"),
            format!("{shown}"),
        )),
    }
}

type KeyedRows<'a> = Vec<(&'a str, &'a Map<String, Value>)>;

fn keyed_rows(state: &Value) -> KeyedRows<'_> {
    rows(state).into_iter().map(|((_, key), row)| (key, row)).collect()
}

/// Where an answer's object differs from the row that it plainly is.
struct Unlike {
    key: String,
    field: String,
    held: Value,
    shown: Value,
}

/// How an object compares with the row that it plainly is.
enum Likeness {
    NoRow,
    Like,
    Unlike(Unlike),
}

/// An object that is plainly a row (it has the row's key, and no field that the row has not) and
/// differs from it in something plain; what is nested may be told in another way.
fn likeness_to_its_row(object: &Map<String, Value>, rows: &KeyedRows<'_>) -> Likeness {
    const FIELDS_MIN: usize = 4;
    if object.len() < FIELDS_MIN {
        return Likeness::NoRow;
    }
    // A key of several parts may be that of another row in part, where a part holds a `/`.
    let is_all_of =
        |row: &Map<String, Value>| object.iter().all(|(name, value)| row.get(name) == Some(value));
    if rows.iter().any(|(_, row)| is_all_of(row)) {
        return Likeness::Like;
    }
    let texts: Vec<String> = object.values().filter_map(scalar_text).collect();
    let has = |text: &str| texts.iter().any(|own| own == text);
    let is_nested = |value: &Value| match value {
        Value::Array(items) => items.iter().any(|item| item.is_object() || item.is_array()),
        other => other.is_object(),
    };
    let mut first: Option<Unlike> = None;
    for (key, row) in rows {
        let is_row = !key.is_empty()
            && (has(key) || (key.contains('/') && key.split('/').all(has)))
            && object.len() * 2 >= row.len()
            && object.keys().all(|name| row.contains_key(name));
        if !is_row {
            continue;
        }
        let differs = object.iter().find(|(name, value)| {
            !is_nested(value) && !is_nested(&row[*name]) && row.get(*name) != Some(value)
        });
        let Some((field, shown)) = differs else { return Likeness::Like };
        first.get_or_insert_with(|| Unlike {
            key: (*key).to_owned(),
            field: field.clone(),
            held: row[field].clone(),
            shown: shown.clone(),
        });
    }
    first.map_or(Likeness::NoRow, Likeness::Unlike)
}

/// Visits the objects of an answer, those inside others too.
pub(super) fn visit_objects(
    value: &Value,
    depth: usize,
    visit: &mut dyn FnMut(&Map<String, Value>),
) {
    const DEPTH_MAX: usize = 3;
    if depth > DEPTH_MAX {
        return;
    }
    match value {
        Value::Array(items) => {
            items.iter().for_each(|item| visit_objects(item, depth + 1, visit));
        }
        Value::Object(object) => {
            visit(object);
            object.values().for_each(|item| visit_objects(item, depth + 1, visit));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Likeness, keyed_rows, likeness_to_its_row};

    #[test]
    fn a_row_whose_key_has_a_slash_in_a_part_is_not_taken_for_another() {
        let row =
            |id: &str, made: &str| json!({"id": id, "shelf": "s", "name": "n", "created_at": made});
        let state =
            json!({"boxes": {"s/b": row("b", "2026-01-01"), "s/s/b": row("s/b", "2026-03-01")}});
        let rows = keyed_rows(&state);
        let shown = row("s/b", "2026-03-01");
        let shown = shown.as_object().expect("a row is an object");
        assert!(matches!(likeness_to_its_row(shown, &rows), Likeness::Like));
        let wrong = row("b", "2026-03-01");
        let wrong = wrong.as_object().expect("a row is an object");
        assert!(matches!(likeness_to_its_row(wrong, &rows), Likeness::Unlike(_)));
    }
}
