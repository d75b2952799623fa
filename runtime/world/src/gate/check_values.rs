//! Values that flow: each is where the task says, and none is given away.

use serde_json::Value;

use super::rejection::{Rejection, RejectionReason};
use super::replay_reference::Replay;
use crate::said::count_said;
use crate::task::{Provenance, Task};

pub(super) fn check_values(task: &Task, replay: &Replay) -> Result<(), Rejection> {
    let calls = task.reference.calls.iter().enumerate();
    let arguments = calls.flat_map(|(step, call)| {
        let parts = call.provenance.iter();
        parts.map(move |(pointer, from)| {
            (format!("step {step}"), step, &call.arguments, pointer, from)
        })
    });
    let n_calls = task.reference.calls.len();
    let parts = task.reference.answer_provenance.iter();
    let answer = parts.map(|(pointer, from)| {
        ("the answer".to_owned(), n_calls, &task.reference.answer, pointer, from)
    });
    for (place, step, whole, pointer, from) in arguments.chain(answer) {
        let wrong = |detail: String| {
            Rejection::new(
                RejectionReason::WrongProvenance,
                format!("{place} at `{pointer}`: {detail}"),
            )
        };
        let Some(value) = whole.pointer(pointer) else {
            return Err(wrong("there is no such part".to_owned()));
        };
        if let Some(later) = from.steps().into_iter().find(|source| *source >= step) {
            return Err(wrong(format!("step {later} does not come before it")));
        }
        match from {
            Provenance::Instruction | Provenance::Chosen => {}
            Provenance::Output { step, pointer } => {
                let found = output(replay, *step, pointer);
                if !found.is_some_and(|found| same(found, value)) {
                    let found = found.map_or("nothing".to_owned(), Value::to_string);
                    return Err(wrong(format!(
                        "it is {value}, but step {step} yields {found} at `{pointer}`"
                    )));
                }
                check_hidden(task, &place, value)?;
            }
            Provenance::Computed { how, parts } => {
                if let Some(part) =
                    parts.iter().find(|part| output(replay, part.step, &part.pointer).is_none())
                {
                    return Err(wrong(format!(
                        "step {} yields nothing at `{}`",
                        part.step, part.pointer
                    )));
                }
                // The two outcomes of a condition stand in the instruction; which it is does not.
                if how != "condition" {
                    check_hidden(task, &place, value)?;
                }
            }
        }
    }
    Ok(())
}

fn output<'a>(replay: &'a Replay, step: usize, pointer: &str) -> Option<&'a Value> {
    replay.outputs.get(step)?.as_ref()?.pointer(pointer)
}

/// Equality of JSON with one form for each number.
fn same(a: &Value, b: &Value) -> bool {
    compoworld_core::canonical_json(a) == compoworld_core::canonical_json(b)
}

/// A value that must be found out may not stand in the instruction.
fn check_hidden(task: &Task, place: &str, value: &Value) -> Result<(), Rejection> {
    if !is_given_away(&task.instruction, value) {
        return Ok(());
    }
    Err(Rejection::new(
        RejectionReason::ValueInInstruction,
        format!("{place} needs {value}, which the instruction says"),
    ))
}

/// Whether a text says a value. Short values are let through: they stand in any text.
pub(super) fn is_given_away(text: &str, value: &Value) -> bool {
    const CHARACTERS_MIN: usize = 3;
    let value = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return false,
    };
    value.chars().count() >= CHARACTERS_MIN && count_said(text, &value) > 0
}
