//! A run of a task as calls, made of what its reference does: what an agent might do.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::answer::{answer_of_text, text_of_answer};
use crate::episode::{Episode, PreparedTask};
use crate::task::{CriterionKind, OutputPart, Provenance, Task};
use crate::tool_view::SEPARATOR;

/// The calls of a run, and what it answers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Run {
    pub calls: Vec<RunCall>,
    pub answer: Value,
    /// Whether whole numbers are written as `25.0`.
    pub respells_numbers: bool,
}

/// One call.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RunCall {
    /// The tool's full name.
    pub tool: String,
    pub arguments: Value,
    /// The step of the reference that it is. Values that the reference takes from earlier steps are
    /// then taken from what these steps yield in this run.
    pub step: Option<usize>,
}

/// A run that was played.
pub(super) struct Played {
    pub episode: Episode,
    /// What an agent would answer after it.
    pub answer: Value,
}

impl RunCall {
    /// Whether it only reads.
    pub fn is_read(&self, prepared: &PreparedTask) -> bool {
        let tool = prepared.initial().find_tool(&self.tool);
        tool.is_ok_and(|(_, tool)| tool.deed(&self.arguments).is_read())
    }

    /// The alias of the service that it goes to.
    pub fn service(&self) -> &str {
        self.tool.split_once(SEPARATOR).map_or("", |(alias, _)| alias)
    }
}

impl Run {
    /// What the reference does.
    pub fn of_reference(task: &Task) -> Self {
        let calls = task.reference.calls.iter().enumerate().map(|(step, call)| RunCall {
            tool: call.tool.clone(),
            arguments: call.arguments.clone(),
            step: Some(step),
        });
        let answer = task.reference.answer.clone();
        Self { calls: calls.collect(), answer, respells_numbers: false }
    }

    /// The tools that it calls, in order.
    pub fn said(&self) -> String {
        let tools: Vec<&str> = self.calls.iter().map(|call| call.tool.as_str()).collect();
        tools.join(", ")
    }

    /// Plays the run from the task's start.
    pub fn play(&self, prepared: &Arc<PreparedTask>) -> Played {
        let reference = &prepared.task().reference;
        let mut episode = prepared.start().with_calls_max(self.calls.len());
        let mut outputs: Vec<Option<Value>> = vec![None; reference.calls.len()];
        for call in &self.calls {
            let mut arguments = Cow::Borrowed(&call.arguments);
            if let Some(step) = call.step {
                for (pointer, from) in &reference.calls[step].provenance {
                    take(&mut arguments, pointer, from, &outputs);
                }
            }
            if self.respells_numbers {
                respell_numbers(arguments.to_mut());
            }
            let answer = episode.call_value(&call.tool, &arguments);
            if let Some(step) = call.step {
                outputs[step] = answer.data();
            }
        }
        let mut answer = Cow::Borrowed(&self.answer);
        if *answer == reference.answer {
            for (pointer, from) in &reference.answer_provenance {
                take(&mut answer, pointer, from, &outputs);
            }
        }
        // An agent can only say its answer.
        let answer = answer_of_text(&text_of_answer(&answer));
        Played { episode, answer }
    }
}

impl Played {
    /// Whether every criterion holds.
    pub fn succeeds(&self) -> bool {
        [CriterionKind::Goal, CriterionKind::Guard]
            .into_iter()
            .all(|kind| self.episode.all_hold(kind, &self.answer))
    }
}

/// Puts what a step of this run yielded where the reference has what it yielded there.
fn take(whole: &mut Cow<'_, Value>, pointer: &str, from: &Provenance, outputs: &[Option<Value>]) {
    let output = |part: &OutputPart| {
        outputs.get(part.step).and_then(Option::as_ref)?.pointer(&part.pointer).cloned()
    };
    let value = match from {
        Provenance::Output { step, pointer } => {
            output(&OutputPart { step: *step, pointer: pointer.clone() })
        }
        Provenance::Computed { how, parts } => match (how.as_str(), parts.as_slice()) {
            ("lookup", [own, ..]) => output(own),
            // A number that is said in a text.
            ("text", [own, ..]) => output(own).map(|value| match value {
                Value::String(text) => json!(text),
                other => json!(other.to_string()),
            }),
            _ => None,
        },
        Provenance::Instruction | Provenance::Chosen => None,
    };
    if let Some(value) = value
        && whole.pointer(pointer).is_some_and(|old| *old != value)
        && let Some(place) = whole.to_mut().pointer_mut(pointer)
    {
        *place = value;
    }
}

/// `25` becomes `25.0`.
fn respell_numbers(value: &mut Value) {
    const EXACT_MAX: i64 = 1 << 53;
    match value {
        Value::Number(number) => {
            if let Some(whole) = number.as_i64().filter(|whole| whole.abs() < EXACT_MAX) {
                *value = json!(whole as f64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(respell_numbers),
        Value::Object(object) => object.values_mut().for_each(respell_numbers),
        _ => {}
    }
}
