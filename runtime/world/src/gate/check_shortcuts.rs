//! Runs that must not pass, and one that must.

use std::collections::BTreeSet;
use std::sync::Arc;

use compoworld_core::Run;

use super::rejection::{Rejection, RejectionReason};
use super::replay_reference::{Replay, replay_reference, run_reference};
use super::instances;
use crate::episode::PreparedTask;
use crate::tool_view::SEPARATOR;

/// Leaving out a write, or a read whose value a later step or the answer needs, must fail. Reads
/// that nothing needs are let be: looking around is no fault.
pub(super) fn check_dropped_steps(prepared: &Arc<PreparedTask>) -> Result<(), Rejection> {
    let reference = &prepared.task().reference;
    let provenance = reference.calls.iter().flat_map(|call| call.provenance.values());
    let sources: BTreeSet<usize> = provenance
        .chain(reference.answer_provenance.values())
        .flat_map(|from| from.steps())
        .collect();
    for (step, call) in reference.calls.iter().enumerate() {
        let reads = prepared.initial().find_tool(&call.tool).is_ok_and(|(_, tool)| tool.is_read());
        if reads && !sources.contains(&step) {
            continue;
        }
        if replay_reference(prepared, Some(step)).outcome.success {
            return Err(Rejection::new(
                RejectionReason::StepNotNeeded,
                format!("the task is done without step {step}, `{}`", call.tool),
            ));
        }
    }
    Ok(())
}

/// In every service, taking out a row that the task has nothing to do with must break a guard.
pub(super) fn check_extra_writes(
    prepared: &Arc<PreparedTask>,
    replay: &Replay,
) -> Result<(), Rejection> {
    let touched: BTreeSet<_> = replay
        .outcome
        .changes
        .iter()
        .map(|change| (change.service.as_str(), change.table.as_str(), change.key.as_str()))
        .collect();
    for (alias, instance) in instances(prepared) {
        let state = instance.state();
        for (index, table) in state.info().tables.iter().enumerate() {
            let keys = state.rows(index).iter().map(|(key, _)| key);
            let mut untouched = keys.filter(|key| !touched.contains(&(alias, table.name, key)));
            // A row that others refer to cannot be taken out; the next one may.
            let damaged = untouched.find_map(|key| {
                let mut changed = state.clone_state();
                changed.rows_mut(index).take(key)?;
                let mut episode = prepared.start();
                episode.replace_state(alias, changed).ok()?;
                Some((key, episode))
            });
            let Some((key, episode)) = damaged else { continue };
            if run_reference(episode, None).outcome.success {
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
    for (alias, instance) in instances(prepared) {
        let reads = instance.service().tools.iter().filter(|tool| matches!(tool.run, Run::Read(_)));
        // The first few tell as much as all of them: no read can write.
        for tool in reads.take(2) {
            episode.call(&format!("{alias}{SEPARATOR}{}", tool.name), "{}");
        }
    }
    let outcome = run_reference(episode, None).outcome;
    if outcome.success && outcome.digest == prepared.task().goal_digest {
        return Ok(());
    }
    Err(Rejection::new(
        RejectionReason::ExtraReadFails,
        "the reference fails after a look around".to_owned(),
    ))
}
