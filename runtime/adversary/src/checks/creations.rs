//! Creating, seen through reads and through the state.

use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::changes::{alike, mentions, rows, scalar_text};
use crate::list_parts::{is_whole, items, shapes, whole};
use crate::names::words;
use crate::scene::Scene;
use crate::tool_list::{ToolSpec, Verb};

use super::Violation;
use super::reads::visit_objects;
use super::row_links::{all_scalars, arguments_for, is_identifier, subject};

pub(super) fn created_can_be_got(scene: &Scene<'_>) -> Result<(), Violation> {
    if scene.tool.verb != Verb::Create || scene.tool.is_plural {
        return Ok(());
    }
    let Some(made) = scene.answer.data().and_then(subject) else { return Ok(()) };
    if !scene.wrote() {
        let names = ["id", "key", "uuid", "ts", "number"];
        let id = names.iter().find_map(|name| scalar_text(made.get(*name)?));
        let id = id.or_else(|| {
            let (_, value) = made.iter().find(|(name, _)| is_identifier(name))?;
            scalar_text(value)
        });
        return match id.filter(|id| !mentions_key(scene.before_state(), id)) {
            None => Ok(()),
            Some(id) => Err(Violation::new(format!("`{id}` in the state"), "nothing changed")),
        };
    }
    for getter in scene.tools.partners(scene.tool, Verb::Get).filter(|tool| !tool.is_plural) {
        let Some(arguments) = arguments_for(getter, Some(made), &scene.call.arguments) else {
            continue;
        };
        // A call that names nothing need not read what was made.
        let names_nothing = arguments.as_object().is_none_or(Map::is_empty);
        if names_nothing && getter.properties().next().is_some() {
            continue;
        }
        match scene.then(&getter.name, &arguments) {
            Answer::Data(data) => {
                let Some(got) = subject(&data) else { continue };
                if let Some((name, value)) = made.iter().find(|(name, value)| {
                    !passes(name)
                        && got
                            .get(*name)
                            .is_some_and(|got| !alike(value, got) || !alike(got, value))
                }) {
                    return Err(Violation::new(
                        format!("`{name}` {value} from `{}`, as was answered", getter.name),
                        format!("{}", got[name]),
                    ));
                }
            }
            // World models are not there.
            answer if answer.is_refused_as("unavailable") => {}
            Answer::Refused { code, message, .. } => {
                return Err(Violation::new(
                    format!("what was created, from `{}` with {arguments}", getter.name),
                    format!("{code}: {message}"),
                ));
            }
            Answer::Broken(text) => return Err(Violation::new("an answer", text)),
        }
    }
    Ok(())
}

/// Whether a field of this name grows as time passes.
fn passes(name: &str) -> bool {
    words(name)
        .iter()
        .any(|word| matches!(word.as_str(), "age" | "duration" | "elapsed" | "uptime"))
}

pub(super) fn creation_leaves_a_trace(scene: &Scene<'_>) -> Result<(), Violation> {
    const TRIALS: &[&str] = &["dry", "validate", "preview", "test", "check", "draft"];
    let is_trial = scene
        .tool
        .properties()
        .any(|(name, _)| words(name).iter().any(|word| TRIALS.contains(&word.as_str())));
    if !makes(scene.tool) || is_trial || scene.wrote() || scene.answer.data().is_none() {
        return Ok(());
    }
    // A second creation of the same may be none.
    let is_new =
        |text: &String| text.chars().count() > 3 && !scene.before_json.contains(text.as_str());
    let texts = all_scalars(&scene.call.arguments);
    match texts.iter().find(|text| is_new(text)) {
        None => Ok(()),
        Some(text) => Err(Violation::new(format!("`{text}` in the state"), "nothing changed")),
    }
}

/// Whether a tool's name says that it makes something.
fn makes(tool: &ToolSpec) -> bool {
    const MAKING: &[&str] = &[
        "append", "assign", "import", "invite", "open", "reply", "reserve", "save", "send",
        "store", "submit", "upload", "upsert", "write",
    ];
    // These are things, too, unless a name begins with them.
    const ALSO_MADE: &[&str] =
        &["book", "draft", "log", "place", "post", "record", "register", "schedule"];
    let words = words(&tool.name);
    let is_made = words.iter().any(|word| MAKING.contains(&word.as_str()))
        || words.first().is_some_and(|first| ALSO_MADE.contains(&first.as_str()));
    tool.hints.read_only != Some(true)
        && !tool.is_plural
        && (tool.verb == Verb::Create || tool.verb == Verb::Other && is_made)
}

/// Whether a tool's name, or that it asks for nothing, says that it may only work something out,
/// whose identifier need not be kept.
fn may_compute(tool: &ToolSpec) -> bool {
    const COMPUTING: &[&str] = &[
        "analyze",
        "ask",
        "calculate",
        "check",
        "compare",
        "compute",
        "count",
        "diff",
        "estimate",
        "execute",
        "explain",
        "export",
        "lookup",
        "ping",
        "predict",
        "preview",
        "query",
        "resolve",
        "run",
        "simulate",
        "suggest",
        "summarize",
        "test",
        "validate",
        "verify",
        "whoami",
    ];
    tool.reads()
        || tool.hints.read_only == Some(true)
        || tool.required().next().is_none()
        || words(&tool.name).iter().any(|word| COMPUTING.contains(&word.as_str()))
}

/// A tool that writes and answers with a new identifier has kept something by it.
pub(super) fn answered_rows_are_kept(scene: &Scene<'_>) -> Result<(), Violation> {
    let tool = scene.tool;
    if may_compute(tool) || scene.wrote() {
        return Ok(());
    }
    let Some(data) = scene.answer.data() else { return Ok(()) };
    let mut lost = None;
    visit_objects(data, 0, &mut |object| {
        let id = object.get("id").or_else(|| object.get("ts")).and_then(scalar_text);
        let id = id.filter(|id| !mentions_key(scene.before_state(), id));
        let given = all_scalars(&scene.call.arguments);
        lost = lost.take().or_else(|| id.filter(|id| !given.contains(id)));
    });
    match lost {
        None => Ok(()),
        Some(id) => Err(Violation::new(format!("`{id}` in the state"), "nothing changed")),
    }
}

pub(super) fn created_is_listed(scene: &Scene<'_>) -> Result<(), Violation> {
    if scene.tool.verb != Verb::Create || scene.tool.is_plural || !scene.wrote() {
        return Ok(());
    }
    let Some(made) = scene.answer.data().and_then(subject) else { return Ok(()) };
    let mut names = ["id", "number", "ts", "name"].iter();
    let Some((name, value)) = names.find_map(|name| Some((*name, made.get(*name)?))) else {
        return Ok(());
    };
    let lists = scene.tools.tools.iter().filter(|tool| {
        tool.noun == scene.tool.noun
            && (tool.verb == Verb::List || (tool.verb == Verb::Get && tool.is_plural))
    });
    for list in lists.filter(|list| !may_hide(list)) {
        let Some(arguments) = arguments_for(list, None, &scene.call.arguments) else { continue };
        let Answer::Data(data) = scene.then(&list.name, &whole(list, &arguments)) else { continue };
        let Some(items) = items(&data) else { continue };
        if is_whole(list, &data, items.len())
            && !items.iter().any(|item| item.get(name) == Some(value) || item == value)
            && items.iter().all(|item| item.get(name).is_some())
        {
            return Err(Violation::new(
                format!("{name} {value} in `{}`", list.name),
                format!("{} items without it", items.len()),
            ));
        }
    }
    Ok(())
}

/// Whether a state has a row with this key, or speaks of it.
fn mentions_key(state: &Value, key: &str) -> bool {
    rows(state)
        .iter()
        .any(|((_, own), row)| *own == key || row.values().any(|value| mentions(value, key)))
}

/// Whether a list has a choice or a switch, whose default may leave something out.
fn may_hide(list: &ToolSpec) -> bool {
    list.properties().any(|(name, schema)| {
        !shapes(name)
            && (schema.get("enum").is_some()
                || schema.pointer("/items/enum").is_some()
                || matches!(schema.get("type").and_then(Value::as_str), Some("boolean" | "array")))
    })
}
