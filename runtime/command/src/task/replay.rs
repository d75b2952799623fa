//! `task replay`: a reference, call by call.

use std::sync::Arc;

use compoworld_world::{Catalog, Episode, RowChange, RowChangeKind, Task};

use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;

pub(super) fn run(
    catalog: &Catalog,
    tasks: Vec<Task>,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let mut all_done = true;
    for task in tasks {
        all_done &= replay(catalog, task, output)?;
    }
    Ok(if all_done { exit_code::OK } else { exit_code::FAILED })
}

/// Plays one reference; whether all criteria hold in the end.
fn replay(catalog: &Catalog, task: Task, output: &mut Output<'_>) -> Result<bool, Failure> {
    let task = Arc::new(task);
    let mut episode = Episode::start(catalog, Arc::clone(&task))
        .map_err(|error| Failure::Input(error.to_string()))?
        .with_calls_max(task.reference.calls.len());
    output.print(&format!("# {}\n\n{}\n", task.id, task.instruction))?;
    for (step, call) in task.reference.calls.iter().enumerate() {
        let before = episode.environment().fork();
        output.print(&format!("{step}. {} {}", call.tool, call.arguments))?;
        let answer = episode.call_value(&call.tool, &call.arguments);
        output.print(&format!("   {}", answer.text))?;
        for change in episode.environment().changes_since(&before) {
            output.print(&format!("   {}", said(&change)))?;
        }
    }
    let answer = &task.reference.answer;
    if !answer.is_null() {
        output.print(&format!("Answer: {answer}"))?;
    }
    let outcome = episode.finish(answer);
    output.print("")?;
    for (criterion, (holds, reason)) in
        task.rubric.iter().zip(outcome.criteria.iter().zip(&outcome.reasons))
    {
        let mark = if *holds { "holds" } else { "FAILS" };
        let why = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        output.print(&format!("[{mark}] {}{why}", criterion.text))?;
    }
    let reached = outcome.digest == task.goal_digest;
    if !reached {
        output.print("The state in the end is not the one that the task was sealed with.")?;
    }
    output.print("")?;
    Ok(outcome.success && reached)
}

fn said(change: &RowChange) -> String {
    let path = change.path();
    match &change.kind {
        RowChangeKind::Added { row } => format!("+ {path} {row}"),
        RowChangeKind::Removed { row } => format!("- {path} {row}"),
        RowChangeKind::Changed { fields } => {
            let fields = fields
                .iter()
                .map(|field| format!("{}: {} -> {}", field.field, field.before, field.after));
            format!("~ {path} {}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}
