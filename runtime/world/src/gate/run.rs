//! A run of a task as calls, made of what its reference does: what an agent might do.

use std::borrow::Cow;
use std::sync::Arc;

use compoworld_core::{Operation, Tool};
use serde_json::{Value, json};

use crate::answer::{answer_of_text, text_of_answer};
use crate::episode::{Episode, PreparedTask};
use crate::task::{OutputPart, Provenance, Task};
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
        deed(prepared, &self.tool, &self.arguments).is_some_and(Tool::is_read)
    }

    /// Whether it adds a row.
    pub fn is_create(&self, prepared: &PreparedTask) -> bool {
        deed(prepared, &self.tool, &self.arguments)
            .is_some_and(|deed| deed.semantics.operation == Operation::Create)
    }

    /// The alias of the service that it goes to.
    pub fn service(&self) -> &str {
        self.tool.split_once(SEPARATOR).map_or("", |(alias, _)| alias)
    }
}

/// What a call does: the tool, or the part of it that the arguments choose.
pub(super) fn deed(
    prepared: &PreparedTask,
    tool: &str,
    arguments: &Value,
) -> Option<&'static Tool> {
    let (_, tool) = prepared.initial().find_tool(tool).ok()?;
    Some(tool.deed(arguments))
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
        let sources = reference.sources();
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
            // Most answers are long, and nothing is taken from them.
            if let Some(step) = call.step.filter(|step| sources.contains(step)) {
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
        self.episode.succeeds(&self.answer)
    }
}

/// Puts what a step of this run yielded where the reference has what it yielded there.
fn take(whole: &mut Cow<'_, Value>, pointer: &str, from: &Provenance, outputs: &[Option<Value>]) {
    let output = |part: &OutputPart| {
        outputs.get(part.step).and_then(Option::as_ref)?.pointer(&part.pointer).cloned()
    };
    let value = match (from.value_part(), from) {
        (Some(part), _) => output(&part),
        (None, Provenance::Computed { how, parts }) if how == Provenance::TEXT => {
            parts.first().and_then(output).map(|value| match value {
                Value::String(text) => json!(text),
                other => json!(other.to_string()),
            })
        }
        _ => None,
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
