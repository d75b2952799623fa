//! Running a task's reference, whole or with a step left out.

use std::sync::Arc;

use serde_json::Value;

use crate::answer::{answer_of_text, text_of_answer};
use crate::episode::{Episode, Outcome, PreparedTask};
use crate::task::{Provenance, ReferenceCall, Task};

/// A run of a reference.
pub struct Replay {
    /// The attempt after the last step, not judged yet.
    pub episode: Episode,
    /// The final answer; `null` when a part of it is unknown.
    pub answer: Value,
    /// The data of each step; `None` where the step was left out or failed.
    pub outputs: Vec<Option<Value>>,
    /// The first step that failed, and its whole answer.
    pub failure: Option<(usize, String)>,
}

impl Replay {
    /// The verdict on the run.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.episode.judge(&self.answer)
    }

    /// Whether every criterion holds. Costs less than [`Replay::outcome`].
    #[must_use]
    pub fn succeeds(&self) -> bool {
        self.episode.succeeds(&self.answer)
    }
}

/// Runs a task's reference from the start. With `dropped`, the step at that position is left out,
/// and with it every step, and the answer, that needs a value which is then unknown.
#[must_use]
pub fn replay_reference(prepared: &Arc<PreparedTask>, dropped: Option<usize>) -> Replay {
    let task = prepared.task();
    let reference = &task.reference;
    let mut episode = prepared.start().with_calls_max(reference.calls.len());
    let mut outputs: Vec<Option<Value>> = Vec::with_capacity(reference.calls.len());
    let mut failure = None;
    for (step, call) in reference.calls.iter().enumerate() {
        if dropped.is_some_and(|dropped| dropped == step || !is_known(call, &outputs)) {
            outputs.push(None);
            continue;
        }
        let answer = episode.call_value(&call.tool, &call.arguments);
        if answer.error.is_some() && failure.is_none() {
            failure = Some((step, answer.text.clone()));
        }
        outputs.push(answer.data());
    }
    let mut parts = reference.answer_provenance.values();
    let unknown = dropped.is_some() && parts.any(|from| !is_available(from, &outputs));
    let answer = if unknown { Value::Null } else { said_answer(task) };
    Replay { episode, answer, outputs, failure }
}

/// The reference's answer as an agent says it: it can only say it, so that is what is judged.
pub(super) fn said_answer(task: &Task) -> Value {
    answer_of_text(&text_of_answer(&task.reference.answer))
}

/// Whether everything that the call's arguments are made of has been seen.
fn is_known(call: &ReferenceCall, outputs: &[Option<Value>]) -> bool {
    call.provenance.values().all(|from| is_available(from, outputs))
}

fn is_available(from: &Provenance, outputs: &[Option<Value>]) -> bool {
    from.steps().into_iter().all(|step| matches!(outputs.get(step), Some(Some(_))))
}
