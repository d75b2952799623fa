//! Whether a value of an answer may be meant by an argument, by their names.
//!
//! Servers call one thing by several names: what `create_project` answers as `project.id` is taken
//! by `get_project` as `id` and by `create_task` as `projectId`.

use compoworld_transcript::{Leaf, Step};

use crate::draft::singular;
use crate::normalize::words::split_words;

/// What a value is called, and what it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Called {
    /// The words of its own name, in the singular.
    pub(super) words: Vec<String>,
    /// The words of what it belongs to: what holds it, or what the tool works on.
    pub(super) owner: Vec<String>,
}

/// Names of containers that say nothing of what they hold.
const WRAPPERS: &[&str] = &[
    "content",
    "data",
    "document",
    "item",
    "match",
    "node",
    "object",
    "page",
    "payload",
    "record",
    "response",
    "result",
    "row",
    "structured_content",
    "value",
];

impl Called {
    /// What a leaf is called, in the arguments or the answer of a tool that works on `noun`.
    pub(super) fn of(leaf: &Leaf, noun: &[String]) -> Self {
        let names: Vec<Vec<String>> = leaf
            .at
            .iter()
            .filter_map(|step| match step {
                Step::Member(name) => Some(singular_words(name)),
                Step::Item(_) => None,
            })
            .collect();
        let Some((own, above)) = names.split_last() else {
            return Self { words: Vec::new(), owner: noun.to_vec() };
        };
        let telling =
            above.iter().rev().find(|words| !WRAPPERS.contains(&words.join("_").as_str()));
        Self { words: own.clone(), owner: telling.map_or(noun, Vec::as_slice).to_vec() }
    }
}

/// The words of a name, the last one in the singular.
pub(super) fn singular_words(name: &str) -> Vec<String> {
    let mut words = split_words(name);
    if let Some(last) = words.last_mut() {
        *last = singular(last);
    }
    words
}

/// How well a value fits an argument, by what both are called; 0 when it does not.
pub(super) fn likeness(argument: &Called, value: &Called) -> u8 {
    let (wanted, found) = (&argument.words, &value.words);
    let (Some(last), Some(found_last)) = (wanted.last(), found.last()) else {
        return u8::from(wanted.is_empty() && found.is_empty() && argument.owner == value.owner)
            * 3;
    };
    let joined = |owner: &[String], words: &[String]| [owner, words].concat();
    let same_owner = argument.owner == value.owner;
    let kindred =
        same_owner || argument.owner.last().is_some_and(|word| value.owner.last() == Some(word));
    if *wanted == joined(&value.owner, found) || (wanted == found && same_owner) {
        5
    } else if joined(&argument.owner, wanted) == *found
        || (wanted == found && (wanted.len() > 1 || kindred))
    {
        4
    } else if (last == found_last && names_owner(value, wanted))
        || (*wanted == value.owner && matches!(found_last.as_str(), "id" | "name" | "key"))
    {
        3
    } else if last == found_last && (wanted.len() == 1 || found.len() == 1) {
        1
    } else {
        0
    }
}

/// Whether the words before the last name whose value it is.
fn names_owner(value: &Called, wanted: &[String]) -> bool {
    let before = wanted.split_last().map_or(wanted, |(_, before)| before);
    value.owner.last().is_some_and(|owner| before.contains(owner))
}

#[cfg(test)]
mod tests {
    use compoworld_transcript::leaves_of;
    use serde_json::{Value, json};

    use super::{Called, likeness};

    fn called(value: &Value, noun: &str) -> Called {
        Called::of(&leaves_of(value)[0], &[noun.to_owned()])
    }

    #[test]
    fn what_is_called_alike_is_told_from_what_is_not() {
        let project = called(&json!({"project": {"id": 1}}), "project");
        let task = called(&json!({"data": {"items": [{"id": 1}]}}), "task");
        let name = called(&json!({"entities": [{"name": "Fig"}]}), "entity");
        let argument = |value: Value, noun: &str| called(&value, noun);
        let best = |wanted: Value, noun: &str| {
            let wanted = argument(wanted, noun);
            [&project, &task, &name].map(|one| likeness(&wanted, one))
        };
        assert_eq!(best(json!({"projectId": 1}), "task"), [5, 1, 0]);
        assert_eq!(best(json!({"id": 1}), "task"), [1, 5, 0]);
        assert_eq!(best(json!({"task_ids": [1]}), "task"), [1, 5, 0]);
        assert_eq!(best(json!({"parent_task_id": 1}), "task"), [1, 3, 0]);
        assert_eq!(best(json!({"project": "x"}), "task"), [3, 0, 0]);
        assert_eq!(best(json!({"entityNames": ["Fig"]}), "entity"), [0, 0, 5]);
        assert_eq!(best(json!({"names": ["Fig"]}), "node"), [0, 0, 1]);
        assert_eq!(best(json!({"title": "x"}), "task"), [0, 0, 0]);
    }
}
