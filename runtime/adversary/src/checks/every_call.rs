//! What holds of every call, whatever it is about.

use crate::answer::Answer;
use crate::changes::{Changes, changed_fields};
use crate::names::is_bookkeeping;
use crate::scene::{Scene, ask};
use crate::tool_list::Verb;

use super::Violation;

pub(super) fn answer_has_its_form(scene: &Scene<'_>) -> Result<(), Violation> {
    match &scene.answer {
        Answer::Broken(text) => Err(Violation::new("an answer by the convention", text.clone())),
        _ => Ok(()),
    }
}

pub(super) fn forks_are_apart(scene: &Scene<'_>) -> Result<(), Violation> {
    let is_apart =
        scene.bystander_json == scene.before_json && scene.before.state_json() == scene.before_json;
    if is_apart {
        return Ok(());
    }
    Err(Violation::new("other forks as they were", "the call changed another fork"))
}

pub(super) fn state_is_valid(scene: &Scene<'_>) -> Result<(), Violation> {
    if !scene.wrote() {
        return Ok(());
    }
    match scene.after.faults().first() {
        None => Ok(()),
        Some(_) if !scene.before.faults().is_empty() => Ok(()),
        Some(fault) => Err(Violation::new("a valid state", fault.clone())),
    }
}

pub(super) fn failed_call_changes_nothing(scene: &Scene<'_>) -> Result<(), Violation> {
    if scene.answer.data().is_some() || !scene.wrote() {
        return Ok(());
    }
    Err(Violation::new("the state as it was", told_changes(scene)))
}

pub(super) fn call_is_repeatable(scene: &Scene<'_>) -> Result<(), Violation> {
    let mut again = scene.before.fork();
    let text = ask(&mut *again, &scene.call.tool, &scene.call.arguments);
    if text != scene.text {
        return Err(Violation::new(scene.text.clone(), text));
    }
    if again.state_json() != scene.after_json {
        return Err(Violation::new("the same state after the same call", "another state"));
    }
    Ok(())
}

pub(super) fn answer_fits_returns(scene: &Scene<'_>) -> Result<(), Violation> {
    let wrong = scene.answer.data().and_then(|data| scene.tool.wrong_answer(data));
    wrong.map_or(Ok(()), |wrong| Err(Violation::new("an answer that `returns` accepts", wrong)))
}

pub(super) fn reads_change_nothing(scene: &Scene<'_>) -> Result<(), Violation> {
    let hints = scene.tool.hints;
    let reads = hints.read_only.unwrap_or_else(|| scene.tool.reads());
    if !reads || !scene.wrote() {
        return Ok(());
    }
    Err(Violation::new("a read that leaves the state", told_changes(scene)))
}

pub(super) fn idempotent_hint_holds(scene: &Scene<'_>) -> Result<(), Violation> {
    let hints = scene.tool.hints;
    if hints.idempotent != Some(true) || hints.read_only == Some(true) {
        return Ok(());
    }
    if scene.answer.data().is_none() || !scene.wrote() {
        return Ok(());
    }
    let mut again = scene.after.fork();
    ask(&mut *again, &scene.call.tool, &scene.call.arguments);
    let state = serde_json::from_str(&again.state_json()).unwrap_or_default();
    let changes = Changes::between(scene.after_state(), &state);
    let changed = changes.changed.iter().find_map(|((table, key), (before, after))| {
        let fields = changed_fields(before, after);
        let field = fields.into_iter().find(|field| !is_bookkeeping(field))?;
        Some(format!("{table}/{key}/{field}"))
    });
    let moved = changes.added.keys().chain(changes.removed.keys()).next();
    match changed.or_else(|| moved.map(|(table, key)| format!("{table}/{key}"))) {
        None => Ok(()),
        Some(place) => Err(Violation::new(
            "a second call that changes nothing",
            format!("it changed `{place}`"),
        )),
    }
}

pub(super) fn no_loss_unless_destructive(scene: &Scene<'_>) -> Result<(), Violation> {
    // What is called a deletion is one: servers give this hint to whole tool sets at once.
    let deletes = scene.tool.verb == Verb::Delete;
    if deletes || scene.tool.hints.destructive != Some(false) || !scene.wrote() {
        return Ok(());
    }
    let changes = Changes::between(scene.before_state(), scene.after_state());
    match changes.removed.keys().next() {
        None => Ok(()),
        Some((table, key)) => {
            Err(Violation::new("nothing removed", format!("`{table}/{key}` was removed")))
        }
    }
}

/// The first few places that a call changed.
fn told_changes(scene: &Scene<'_>) -> String {
    let changes = Changes::between(scene.before_state(), scene.after_state());
    let added = changes.added.keys().map(|(table, key)| format!("added {table}/{key}"));
    let removed = changes.removed.keys().map(|(table, key)| format!("removed {table}/{key}"));
    let changed = changes.changed.iter().map(|((table, key), (before, after))| {
        format!("changed {} of {table}/{key}", changed_fields(before, after).join(", "))
    });
    let told: Vec<String> = added.chain(removed).chain(changed).take(5).collect();
    if told.is_empty() { "the state's text differs".to_owned() } else { told.join("; ") }
}
