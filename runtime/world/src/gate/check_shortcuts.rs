//! Runs that must not pass, and one that must.

use std::collections::BTreeSet;
use std::sync::Arc;

use compoworld_core::Tool;

use super::course::Course;
use super::rejection::{Rejection, RejectionReason};
use super::replay_reference::{Replay, said_answer};
use super::run::deed;
use crate::episode::{Outcome, PreparedTask};
use crate::task::CriterionKind;
use crate::tool_view::SEPARATOR;

/// Leaving out a write, or a read whose value a later step or the answer needs, must fail. Reads
/// that nothing needs are let be: looking around is no fault.
pub(super) fn check_dropped_steps(
    prepared: &PreparedTask,
    course: &Course,
) -> Result<(), Rejection> {
    let reference = &prepared.task().reference;
    let sources = reference.sources();
    for (step, call) in reference.calls.iter().enumerate() {
        let reads = deed(prepared, &call.tool, &call.arguments).is_some_and(Tool::is_read);
        if reads && !sources.contains(&step) {
            continue;
        }
        if course.succeeds_without(step) {
            return Err(Rejection::new(
                RejectionReason::StepNotNeeded,
                format!("the task is done without step {step}, `{}`", call.tool),
            ));
        }
    }
    Ok(())
}

/// In every table, taking out a row that the task has nothing to do with must break a guard.
pub(super) fn check_extra_writes(
    prepared: &PreparedTask,
    replay: &Replay,
    outcome: &Outcome,
) -> Result<(), Rejection> {
    let changes = outcome.changes.iter();
    let touched: BTreeSet<_> = changes
        .map(|change| (change.service.as_str(), change.table.as_str(), change.key.as_str()))
        .collect();
    for (alias, instance) in prepared.initial().members() {
        for table in instance.state().info().tables {
            let mut damaged = replay.episode.clone();
            let is_touched = |key: &str| touched.contains(&(alias, table.name, key));
            let Some(key) = damaged.take_row_out(alias, table.name, &is_touched) else { continue };
            if damaged.all_hold(CriterionKind::Guard, &replay.answer) {
                let detail = format!("taking out `{alias}.{}.{key}` breaks no guard", table.name);
                return Err(Rejection::new(RejectionReason::ExtraWritePasses, detail));
            }
        }
    }
    Ok(())
}

/// Looking around first, in every service, must not spoil the result.
pub(super) fn check_extra_reads(prepared: &Arc<PreparedTask>) -> Result<(), Rejection> {
    let mut episode = prepared.start().with_calls_max(usize::MAX);
    for (alias, instance) in prepared.initial().members() {
        let reads = instance.service().tools.iter().filter(|tool| tool.is_read());
        // The first few tell as much as all of them: no read can write.
        for tool in reads.take(2) {
            episode.call(&format!("{alias}{SEPARATOR}{}", tool.name), "{}");
        }
    }
    let task = prepared.task();
    for call in &task.reference.calls {
        episode.call_value(&call.tool, &call.arguments);
    }
    // That the goal's state is reached needs no second look: what can read cannot write.
    if episode.succeeds(&said_answer(task)) {
        return Ok(());
    }
    Err(Rejection::new(
        RejectionReason::ExtraReadFails,
        "the reference fails after a look around".to_owned(),
    ))
}
