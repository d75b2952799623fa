//! A task as its author has it so far.

use std::collections::BTreeMap;

use compoworld_world::judge::JudgedCriterion;
use compoworld_world::{Criterion, Provenance, ReferenceCall};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// What a model has written of a task. What follows from it (the walk, the values that flow, the
/// goal) is worked out when it is sealed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TaskDraft {
    /// What the agent is asked to do.
    pub instruction: String,
    /// The reference's calls.
    pub calls: Vec<ReferenceCall>,
    /// The final answer; `null` when none is asked for.
    pub answer: Value,
    /// Where the parts of the answer come from.
    pub answer_provenance: BTreeMap<String, Provenance>,
    /// How a result is judged.
    pub rubric: Vec<Criterion>,
    /// What a language model judges besides.
    pub judged: Vec<JudgedCriterion>,
}

impl TaskDraft {
    /// Takes over the parts that are given, each whole; the others stay. Nothing changes when any
    /// part cannot be read.
    ///
    /// # Errors
    /// Everything that cannot be read, each with its place.
    pub fn update(&mut self, parts: &Map<String, Value>) -> Result<(), Vec<String>> {
        let mut next = self.clone();
        let mut faults = Vec::new();
        for (name, value) in parts {
            match name.as_str() {
                "instruction" => read(name, value, &mut next.instruction, &mut faults),
                "calls" => read_items(name, value, &mut next.calls, &mut faults),
                "answer" => next.answer = value.clone(),
                "answer_provenance" => {
                    read(name, value, &mut next.answer_provenance, &mut faults);
                }
                "rubric" => read_items(name, value, &mut next.rubric, &mut faults),
                "judged" => read_items(name, value, &mut next.judged, &mut faults),
                other => faults.push(format!("/{other}: a task has no such part")),
            }
        }
        if faults.is_empty() {
            *self = next;
            return Ok(());
        }
        Err(faults)
    }
}

fn read<T: DeserializeOwned>(name: &str, value: &Value, into: &mut T, faults: &mut Vec<String>) {
    match serde_json::from_value(value.clone()) {
        Ok(read) => *into = read,
        Err(error) => faults.push(format!("/{name}: {error}")),
    }
}

fn read_items<T: DeserializeOwned>(
    name: &str,
    value: &Value,
    into: &mut Vec<T>,
    faults: &mut Vec<String>,
) {
    let Some(items) = value.as_array() else {
        return faults.push(format!("/{name}: it must be a list"));
    };
    into.clear();
    for (index, item) in items.iter().enumerate() {
        match serde_json::from_value(item.clone()) {
            Ok(item) => into.push(item),
            Err(error) => faults.push(format!("/{name}/{index}: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::TaskDraft;

    fn update(draft: &mut TaskDraft, parts: Value) -> Result<(), Vec<String>> {
        draft.update(parts.as_object().expect("an object"))
    }

    #[test]
    fn given_parts_are_replaced_and_the_others_stay() {
        let mut draft = TaskDraft::default();
        let call = json!({"tool": "crm__get_order", "arguments": {"id": "ORD-1"},
            "provenance": {"/id": {"from": "instruction"}}});
        assert_eq!(update(&mut draft, json!({"instruction": "Do it.", "calls": [call]})), Ok(()));
        assert_eq!(update(&mut draft, json!({"instruction": "Do this."})), Ok(()));
        assert_eq!((draft.instruction.as_str(), draft.calls.len()), ("Do this.", 1));
    }

    #[test]
    fn every_part_that_cannot_be_read_is_told_with_its_place_and_nothing_changes() {
        let mut draft = TaskDraft::default();
        let criterion = json!({"id": "a", "text": "b", "kind": "goal", "check": {"sql": "x"}});
        let parts = json!({"instruction": "Do it.", "calls": [{"tool": "a"}], "rubric": [criterion],
            "answer_provenance": 3, "steps": [], "judged": {}});
        let faults = update(&mut draft, parts).expect_err("it cannot be read");
        let places: Vec<&str> =
            faults.iter().map(|fault| fault.split(':').next().unwrap_or_default()).collect();
        assert_eq!(places, ["/answer_provenance", "/calls/0", "/judged", "/rubric/0", "/steps"]);
        assert_eq!(draft, TaskDraft::default());
    }
}
