//! Filters and searches.

use serde_json::Value;

use crate::boundaries::NOWHERE;
use crate::changes::{alike, rows, scalar_text};
use crate::list_parts::{
    Paging, asks_language, is_whole, items, shapes, takes_numbers, total, whole, with,
};
use crate::names::{is_bookkeeping, means, words};
use crate::scene::Scene;
use crate::tool_list::ToolSpec;

use super::Violation;
use super::row_links::{is_identifier, names_row};

/// Words of parameters that bound a list.
const RANGE_WORDS: &[&str] =
    &["since", "after", "before", "until", "oldest", "latest", "min", "max", "from"];

pub(super) fn filters_hold(scene: &Scene<'_>) -> Result<(), Violation> {
    let tool = scene.tool;
    if !tool.lists() || scene.answer.data().is_none() || scene.wrote() {
        return Ok(());
    }
    let paging = Paging::of(tool);
    let narrow_call = whole(tool, &scene.call.arguments);
    for (name, value) in scene.call.arguments.as_object().into_iter().flatten() {
        // A list by `id` is of what belongs to that one.
        let is_parent = name == "id" && tool.required().any(|required| required == name);
        let is_shape = shapes(name) || asks_language(name, tool.property(name));
        if !paging.has(name) && !is_shape && !value.is_null() && !is_parent {
            one_filter_holds(scene, tool, &narrow_call, name, value)?;
        }
    }
    Ok(())
}

fn one_filter_holds(
    scene: &Scene<'_>,
    tool: &ToolSpec,
    narrow_call: &Value,
    name: &str,
    value: &Value,
) -> Result<(), Violation> {
    let answer = scene.instead(narrow_call);
    let Some((narrow_data, narrow)) = answer.data().and_then(|data| Some((data, items(data)?)))
    else {
        return Ok(());
    };
    for item in narrow {
        if let Some((field, held)) = field_of(item, name)
            && !fits(value, held)
            // A person may be asked for by name where items hold the person's identifier.
            && (is_identifier(field) == is_identifier(name) || is_a_key(scene, value))
            && !names_row(&rows(scene.before_state()), value, held)
            && !are_of_two_kinds(value, held)
            && !bounds_a_span(tool, name)
            && !(value == &Value::Bool(true) && may_add(name))
        {
            return Err(Violation::new(
                format!("only items whose `{field}` fits {value}"),
                format!("one with {held}"),
            ));
        }
    }
    let wide_call = ToolSpec::without(narrow_call, &[name]);
    let has_default = tool.property(name).is_some_and(|schema| schema.get("default").is_some());
    if !tool.accepts(&wide_call) || has_default {
        return Ok(());
    }
    let answer = scene.instead(&wide_call);
    let Some((wide_data, wide)) = answer.data().and_then(|data| Some((data, items(data)?))) else {
        return Ok(());
    };
    // Items without a name of their own are computed, not chosen.
    let has_name = |item: &Value| {
        ["id", "key", "name", "number", "ts", "uuid"].iter().any(|name| item.get(*name).is_some())
    };
    // A parameter of another sort may choose whose list it is, with the caller's own as default.
    let chooses = asks_words(name)
        || words(name).iter().any(|word| RANGE_WORDS.contains(&word.as_str()))
        || narrow.iter().any(|item| field_of(item, name).is_some());
    if is_whole(tool, wide_data, wide.len())
        && chooses
        && narrow.iter().all(has_name)
        && let Some(extra) = narrow.iter().find(|item| !wide.contains(item))
        && !words(name).iter().any(|word| {
            matches!(word.as_str(), "include" | "archived" | "show" | "state" | "status")
        })
    {
        return Err(Violation::new(
            format!("a part of the list without `{name}`"),
            format!("an item that is not in it: {extra}"),
        ));
    }
    if is_whole(tool, narrow_data, narrow.len()) && scalar_text(value).is_some() {
        let missing = wide.iter().find(|item| {
            field_of(item, name).is_some_and(|(_, held)| held == value) && !narrow.contains(item)
        });
        if let Some(missing) = missing {
            return Err(Violation::new(
                format!("every item whose field is {value}"),
                format!("one is missing: {missing}"),
            ));
        }
    }
    Ok(())
}

/// Whether one is a number and the other a text without one: an identifier, and a name.
fn are_of_two_kinds(asked: &Value, held: &Value) -> bool {
    let is_word = |value: &Value| value.as_str().is_some_and(|text| text.parse::<f64>().is_err());
    asked.is_number() && is_word(held) || is_word(asked) && held.is_number()
}

/// Whether a parameter is one end of a span whose other end is a parameter, too.
fn bounds_a_span(tool: &ToolSpec, name: &str) -> bool {
    const ENDS: &[(&str, &str)] = &[("start", "end"), ("from", "to"), ("begin", "end")];
    let own = words(name);
    let has = |wanted: &[String]| tool.properties().any(|(other, _)| words(other) == wanted);
    let turned = |from: &str, to: &str| -> Vec<String> {
        own.iter().map(|word| if word == from { to.to_owned() } else { word.clone() }).collect()
    };
    ENDS.iter().any(|(one, other)| {
        own.iter().any(|word| word == one) && has(&turned(one, other))
            || own.iter().any(|word| word == other) && has(&turned(other, one))
    })
}

/// Whether a switch of this name may bring in what is hidden otherwise, beside the rest.
fn may_add(name: &str) -> bool {
    const HIDDEN: &[&str] =
        &["archived", "deleted", "trash", "trashed", "hidden", "inactive", "closed", "completed"];
    words(name).iter().any(|word| HIDDEN.contains(&word.as_str()))
}

/// Whether a value is the key of a row.
fn is_a_key(scene: &Scene<'_>, value: &Value) -> bool {
    let text = scalar_text(value);
    rows(scene.before_state()).keys().any(|(_, key)| text.as_deref() == Some(*key))
}

/// The field of an item that a filter is about, when it holds scalars.
fn field_of<'a>(item: &'a Value, name: &str) -> Option<(&'a str, &'a Value)> {
    let object = item.as_object()?;
    let is_plain = |value: &Value| {
        scalar_text(value).is_some()
            || value.is_boolean()
            || value
                .as_array()
                .is_some_and(|items| items.iter().all(|item| scalar_text(item).is_some()))
    };
    // `ticket_id` on a list of comments is their ticket, not themselves: no noun is left out.
    let found = object.iter().find(|(field, value)| {
        is_plain(value) && means(name, field, &[]) && !is_bookkeeping(field)
    });
    // Keys that refer to a catalog have a catalog of their own, too: either may be asked for.
    let has_other_side = object.keys().any(|field| {
        let words = words(field);
        matches!(words.first().map(String::as_str), Some("referenced" | "related" | "target"))
            && words[1..] == crate::names::words(name)
    });
    found.filter(|_| !has_other_side).map(|(field, value)| (field.as_str(), value))
}

/// Whether a field's value fits what a filter asks for: equal, one of, holding, or containing
/// the words.
fn fits(asked: &Value, held: &Value) -> bool {
    match (asked, held) {
        (Value::Array(asked), _) if asked.is_empty() => true,
        (Value::Array(asked), held) => asked.iter().any(|one| fits(one, held)),
        (asked, Value::Array(held)) => held.iter().any(|one| fits(asked, one)),
        (Value::String(asked), _) if matches!(asked.trim(), "" | "all" | "any" | "*") => true,
        (Value::Null | Value::Object(_), _) => true,
        (Value::String(asked_text), Value::String(held_text)) => {
            let held_text = held_text.to_lowercase();
            alike(asked, held)
                // Lists in one text, and words of a search.
                || asked_text.split(',').any(|part| part.trim().to_lowercase() == held_text)
                || asked_text.to_lowercase().split_whitespace().all(|word| held_text.contains(word))
        }
        (asked, held) => alike(asked, held),
    }
}

/// Whether a parameter takes words to look for.
fn asks_words(name: &str) -> bool {
    words(name).iter().any(|word| {
        matches!(
            word.as_str(),
            "query" | "q" | "keyword" | "keywords" | "search" | "terms" | "text"
        )
    })
}

pub(super) fn total_is_true(scene: &Scene<'_>) -> Result<(), Violation> {
    let Some(data) = scene.answer.data() else { return Ok(()) };
    let (Some(all), Some(shown)) = (total(data), items(data)) else { return Ok(()) };
    let paging = Paging::of(scene.tool);
    let is_given = paging.names().any(|name| scene.call.arguments.get(name).is_some());
    // A number that is no page size may say where the list starts, also by default.
    let may_start = scene
        .tool
        .properties()
        .any(|(name, schema)| takes_numbers(schema) && paging.limit != Some(name));
    let is_part = is_given || may_start;
    // Only an answer that says that nothing follows holds everything.
    let is_last = data.get("next_cursor").is_some_and(Value::is_null);
    if !scene.tool.lists() || is_part || !is_last || shown.len() as u64 == all {
        return Ok(());
    }
    Err(Violation::new(
        format!("{all} items, as the total says, since no page follows"),
        format!("{} items", shown.len()),
    ))
}

pub(super) fn nothing_matches_nothing(scene: &Scene<'_>) -> Result<(), Violation> {
    let tool = scene.tool;
    if !tool.lists() || scene.answer.data().is_none() || scene.before_json.contains(NOWHERE) {
        return Ok(());
    }
    let Some(shown) = scene.answer.data().and_then(items) else { return Ok(()) };
    let paging = Paging::of(tool);
    for (name, value) in scene.call.arguments.as_object().into_iter().flatten() {
        let is_shape = shapes(name) || asks_language(name, tool.property(name));
        if !value.is_string() || paging.has(name) || is_shape {
            continue;
        }
        let asks = asks_words(name);
        let is_filter = shown.iter().any(|item| field_of(item, name).is_some());
        let call = with(&scene.call.arguments, name, NOWHERE);
        if !(asks || is_filter) || !tool.accepts(&call) {
            continue;
        }
        let answer = scene.instead(&call);
        let n_found = answer.data().and_then(items).map_or(0, Vec::len);
        if n_found > 0 {
            return Err(Violation::new(
                format!("nothing for `{name}` \"{NOWHERE}\""),
                format!("{n_found} items"),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::field_of;

    #[test]
    fn a_filter_that_may_be_about_either_side_of_a_link_is_about_no_field() {
        let plain = json!({"catalog_name": "a", "id": "k"});
        assert_eq!(field_of(&plain, "catalogName"), Some(("catalog_name", &json!("a"))));
        let linked = json!({"catalog_name": "a", "referenced_catalog_name": "b", "id": "k"});
        assert_eq!(field_of(&linked, "catalogName"), None);
    }
}
