//! The reference as it goes, with the attempt as it stood before each step: runs that leave a step
//! out start from there and not anew.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use super::replay_reference::said_answer;
use crate::changes::RowChange;
use crate::episode::{Episode, PreparedTask};
use crate::task::Provenance;

/// A run of the reference.
pub(super) struct Course {
    /// The attempt before each step, and after the last one.
    points: Vec<Episode>,
    /// Whether each step's call went well.
    went_well: Vec<bool>,
}

impl Course {
    /// Runs the reference.
    pub fn of(prepared: &Arc<PreparedTask>) -> Self {
        let calls = &prepared.task().reference.calls;
        let mut episode = prepared.start().with_calls_max(calls.len());
        let mut points = Vec::with_capacity(calls.len() + 1);
        let mut went_well = Vec::with_capacity(calls.len());
        for call in calls {
            points.push(episode.clone());
            went_well.push(episode.call_value(&call.tool, &call.arguments).error.is_none());
        }
        points.push(episode);
        Self { points, went_well }
    }

    /// The attempt after the last step.
    pub fn end(&self) -> &Episode {
        self.points.last().expect("there is a point before the first step")
    }

    /// Whether every criterion holds when a step is left out, and with it every step, and the
    /// answer, that needs a value which is then unknown.
    pub fn succeeds_without(&self, dropped: usize) -> bool {
        let mut episode = self.points[dropped].clone();
        let task = Arc::clone(episode.prepared().task());
        let mut known = self.went_well[..dropped].to_vec();
        known.push(false);
        for call in &task.reference.calls[dropped + 1..] {
            let can_be_made = call.provenance.values().all(|from| is_available(from, &known));
            known.push(
                can_be_made && episode.call_value(&call.tool, &call.arguments).error.is_none(),
            );
        }
        let mut parts = task.reference.answer_provenance.values();
        let answer = match parts.all(|from| is_available(from, &known)) {
            true => said_answer(&task),
            false => Value::Null,
        };
        episode.succeeds(&answer)
    }

    /// The rows that each step changes, by path.
    pub fn rows_written(&self) -> Vec<BTreeSet<String>> {
        let pairs = self.points.windows(2);
        let changes = pairs.map(|pair| pair[1].environment().changes_since(pair[0].environment()));
        changes.map(|changes| changes.iter().map(RowChange::path).collect()).collect()
    }
}

fn is_available(from: &Provenance, known: &[bool]) -> bool {
    from.steps().into_iter().all(|step| known.get(step).copied().unwrap_or(false))
}
