//! Whether a written task is sound: everything that reading it tells at once, then the gate.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use compoworld_world::gate::{check_task, lint_task};
use compoworld_world::{Catalog, Environment, Provenance, Task, TaskAuthor, count_whole};
use serde_json::Value;

use crate::flows::{alias_of, is_covered, leaves, telling_text, unconnected};
use crate::remedy::remedy;
use crate::seal_task::seal_task;
use crate::task_draft::TaskDraft;

/// How large a task is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskSize {
    /// How many services it needs.
    pub k: RangeInclusive<usize>,
    /// How many steps its walk has.
    pub l: RangeInclusive<usize>,
    /// How many words its instruction has at most.
    pub words_max: usize,
}

/// A fault of a written task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault, for counting: the gate's reason, or one of our own.
    pub reason: &'static str,
    /// The place, what is wrong, and what to do.
    pub message: String,
}

/// Seals a draft and puts it through the gate that planned tasks pass.
///
/// # Errors
/// What is wrong: all that can be told without running it; when there is none of that, the first
/// thing that the gate refuses.
pub fn probe(
    catalog: &Catalog,
    world: &Environment,
    draft: &TaskDraft,
    size: &TaskSize,
    id: &str,
    author: &TaskAuthor,
) -> Result<Task, Vec<Fault>> {
    let missing = missing_parts(draft);
    if !missing.is_empty() {
        return Err(missing);
    }
    let task = seal_task(catalog, world, draft, id, author)
        .map_err(|error| vec![fault("not_preparable", error.cause.to_string())])?;
    let mut faults: Vec<Fault> = lint_task(catalog, &task)
        .into_iter()
        .map(|found| fault("lint", format!("{}: {}", found.place, found.message)))
        .collect();
    faults.extend(check_size(&task, size));
    faults.extend(check_sources(world, &task));
    if !faults.is_empty() {
        return Err(faults);
    }
    let task = Arc::new(task);
    match check_task(catalog, &task) {
        Ok(()) => Ok(Arc::unwrap_or_clone(task)),
        Err(rejection) => {
            let reason = rejection.reason;
            let message = format!("{rejection}; {}", remedy(reason));
            Err(vec![Fault { reason: reason.as_str(), message }])
        }
    }
}

fn fault(reason: &'static str, message: impl Into<String>) -> Fault {
    Fault { reason, message: message.into() }
}

fn missing_parts(draft: &TaskDraft) -> Vec<Fault> {
    let parts = [
        ("instruction", draft.instruction.trim().is_empty()),
        ("calls", draft.calls.is_empty()),
        ("rubric", draft.rubric.is_empty()),
    ];
    let missing = parts.into_iter().filter(|(_, is_missing)| *is_missing);
    missing
        .map(|(name, _)| {
            fault("incomplete", format!("/{name}: it is missing; write it with `draft_task`"))
        })
        .collect()
}

/// A task over several services is one only if values flow between them.
fn check_size(task: &Task, size: &TaskSize) -> Vec<Fault> {
    let mut faults = Vec::new();
    let (k, l) = (task.difficulty.k, task.difficulty.l);
    if !size.k.contains(&k) {
        let message = format!("/calls: they use {k} services, {} are wanted", said(&size.k));
        faults.push(fault("other_size", message));
    }
    if !size.l.contains(&l) {
        let message = format!(
            "/calls: they pass through services in {l} steps ({}), {} are wanted",
            task.graph.walk.join(", "),
            said(&size.l)
        );
        faults.push(fault("other_size", message));
    }
    let n_words = task.instruction.split_whitespace().count();
    if n_words > size.words_max {
        let message = format!("/instruction: {n_words} words, {} are allowed", size.words_max);
        faults.push(fault("too_long", message));
    }
    for alias in unconnected(&task.graph, &task.reference.calls) {
        let message = format!(
            "/calls: no value flows between `{alias}` and the other services; use there what was \
             found elsewhere, or the other way round"
        );
        faults.push(fault("not_connected", message));
    }
    faults
}

fn said(range: &RangeInclusive<usize>) -> String {
    if range.start() == range.end() {
        return range.start().to_string();
    }
    format!("{} to {}", range.start(), range.end())
}

/// Every value that a call needs can be known: it is told where it comes from, or the tool itself
/// says it.
fn check_sources(world: &Environment, task: &Task) -> Vec<Fault> {
    let mut faults = Vec::new();
    let instruction = task.instruction.to_lowercase();
    for (step, call) in task.reference.calls.iter().enumerate() {
        let tool_text = tool_text(world, &call.tool);
        for (pointer, value) in leaves(&call.arguments) {
            let Some(text) = telling_text(value) else { continue };
            let is_chosen = call.provenance.get(&pointer) == Some(&Provenance::Chosen);
            if is_covered(&call.provenance, &pointer) && !is_chosen {
                continue;
            }
            let text = text.to_lowercase();
            if count_whole(&tool_text, &text) == 0 && count_whole(&instruction, &text) == 0 {
                let message = format!(
                    "/calls/{step}/arguments{pointer}: nothing tells the value {value}: neither \
                     the instruction, nor an earlier answer, nor the tool"
                );
                faults.push(fault("unknown_value", message));
            }
        }
    }
    let answer = &task.reference.answer;
    let sources: BTreeSet<&str> =
        task.reference.answer_provenance.keys().map(String::as_str).collect();
    if *answer != Value::Null && sources.is_empty() {
        let message = "/answer: nothing tells it; give `answer_provenance`".to_owned();
        faults.push(fault("unknown_value", message));
    }
    faults
}

/// What a tool says of itself, in lower case.
fn tool_text(world: &Environment, name: &str) -> String {
    let found = world.instance(alias_of(name)).and_then(|instance| {
        let (_, short) = name.split_once(compoworld_world::SEPARATOR)?;
        instance.service().tool(short)
    });
    found.map_or_else(String::new, |tool| {
        format!("{} {}", tool.description, tool.parameters).to_lowercase()
    })
}
