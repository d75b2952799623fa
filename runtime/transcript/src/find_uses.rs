//! Finds which arguments were taken from which answers.
//!
//! Where the recorder does not tell, it is found: a value is taken from an answer when the caller
//! had not said it before, and when it is an identifier by its name or by its look.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use serde_json::Value;

use crate::leaves::{
    Leaf, Step, Texts, answer_leaves, folded, is_id_name, names_agree, text_of, visit,
};
use crate::read_transcript::{RecordedCall, RecordedUse};

/// An argument whose value an earlier answer held.
#[derive(Debug, Clone, PartialEq)]
pub struct Use {
    /// The argument's place.
    pub at: Vec<Step>,
    /// The call whose answer held it.
    pub from_call: usize,
    /// The place in that answer.
    pub source: Vec<Step>,
}

/// For each call, the arguments that it took from earlier answers.
pub fn find_uses(calls: &[RecordedCall]) -> Vec<Vec<Use>> {
    let answers: Vec<Vec<Leaf>> = calls
        .iter()
        .map(|call| if call.succeeded { answer_leaves(&call.answer) } else { Vec::new() })
        .collect();
    // What the caller said of itself: texts wherever they stood, other values under their name.
    let mut said: BTreeSet<(String, String)> = BTreeSet::new();
    let mut uses = Vec::new();
    for (number, call) in calls.iter().enumerate() {
        let mut taken = Vec::new();
        for argument in argument_leaves(&call.arguments) {
            let recorded = call.uses.iter().find(|recorded| recorded.at == argument.at);
            let key = said_key(&argument);
            let found = match recorded {
                Some(recorded) => told_source(recorded, &argument, &answers).or_else(|| {
                    find_source(&argument, &answers, recorded.from_call, Trust::Recorded)
                }),
                None if said.contains(&key) => None,
                None => (0..number)
                    .find_map(|earlier| find_source(&argument, &answers, earlier, Trust::Found)),
            };
            match found {
                Some(found) => taken.push(found),
                None => {
                    said.insert(key);
                }
            }
        }
        uses.push(taken);
    }
    uses
}

fn said_key(argument: &Leaf) -> (String, String) {
    let name = match &argument.value {
        Value::String(_) => String::new(),
        _ => argument.name().map(folded).unwrap_or_default(),
    };
    (name, text_of(&argument.value))
}

/// The leaves of arguments. Texts stay closed: what replaces a value is put where it stood.
fn argument_leaves(arguments: &Value) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    visit(arguments, &mut Vec::new(), Texts::Closed, &mut |at, value| {
        if value.is_string() || value.is_number() {
            leaves.push(Leaf { at: at.to_vec(), value: value.clone() });
        }
    });
    leaves
}

/// The place that the recorder tells, if the value stands there.
fn told_source(recorded: &RecordedUse, argument: &Leaf, answers: &[Vec<Leaf>]) -> Option<Use> {
    let from = recorded.from.as_ref()?;
    let wanted = text_of(&argument.value);
    let mut leaves = answers.get(recorded.from_call)?.iter();
    let source = leaves.find(|leaf| leaf.at == *from && text_of(&leaf.value) == wanted)?;
    let source = source.at.clone();
    Some(Use { at: argument.at.clone(), from_call: recorded.from_call, source })
}

/// Who says that a value was taken from an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    Recorded,
    Found,
}

fn find_source(
    argument: &Leaf,
    answers: &[Vec<Leaf>],
    from_call: usize,
    trust: Trust,
) -> Option<Use> {
    let wanted = text_of(&argument.value);
    let name = argument.name().unwrap_or_default();
    let agrees = |leaf: &Leaf| leaf.name().is_none_or(|other| names_agree(name, other));
    let may_be = |leaf: &&Leaf| {
        let is_id = (is_id_name(name) && (agrees(leaf) || stands_in_a_list(leaf)))
            || (leaf.name().is_some_and(is_id_name) && agrees(leaf))
            || looks_made(&leaf.value);
        text_of(&leaf.value) == wanted && (trust == Trust::Recorded || is_id)
    };
    let candidates = answers.get(from_call)?.iter().filter(may_be);
    let exact = |leaf: &Leaf| leaf.name().is_some_and(|other| folded(other) == folded(name));
    let best = candidates
        .min_by_key(|leaf| (Reverse(exact(leaf)), Reverse(agrees(leaf)), leaf.at.len()))?;
    Some(Use { at: argument.at.clone(), from_call, source: best.at.clone() })
}

fn stands_in_a_list(leaf: &Leaf) -> bool {
    matches!(leaf.at.last(), Some(Step::Item(_)))
}

/// Whether a value looks like one that a server makes: long, of one piece, with digits, no date.
pub fn looks_made(value: &Value) -> bool {
    let Value::String(text) = value else { return false };
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "-_:.".contains(c));
    let n_digits = text.chars().filter(char::is_ascii_digit).count();
    let has_letters =
        text.chars().filter(|c| c.is_ascii_alphabetic() && *c != 'T' && *c != 'Z').count() > 1;
    plain && text.len() >= 8 && n_digits > 0 && has_letters
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::find_uses;
    use crate::leaves::{pointer, steps_of};
    use crate::read_transcript::{RecordedCall, RecordedUse};

    fn call(arguments: Value, answer: Value) -> RecordedCall {
        RecordedCall { tool: "t".to_owned(), arguments, succeeded: true, answer, uses: Vec::new() }
    }

    #[test]
    fn what_the_caller_did_not_say_itself_is_taken_from_answers() {
        let calls = [
            call(
                json!({"title": "Lamp", "priority": 7}),
                json!({"ticket": {"id": 7, "state": "new"}}),
            ),
            call(json!({"title": "Desk"}), json!({"ticket": {"id": 8}})),
            call(
                json!({"ticket_id": 7, "blocks": [8], "state": "new", "title": "Lamp"}),
                json!({}),
            ),
            call(json!({"ticket_id": 7}), json!({"id": 7})),
        ];
        let uses = find_uses(&calls);
        let told: Vec<_> = uses[2]
            .iter()
            .map(|one| (pointer(&one.at), one.from_call, pointer(&one.source)))
            .collect();
        assert_eq!(told, [("/ticket_id".to_owned(), 0, "/ticket/id".to_owned())]);
        assert_eq!(uses[3][0].from_call, 0, "the first answer that held it");
    }

    #[test]
    fn a_place_that_the_recorder_tells_is_taken_where_the_value_stands() {
        let told = |from: &str| RecordedUse {
            at: steps_of("task_id").expect("is a place"),
            from_call: 0,
            from: steps_of(from),
        };
        let answer = json!({"id": 1, "project_id": 1, "task_id": 2});
        let source = |from: &str| {
            let mut calls =
                [call(json!({}), answer.clone()), call(json!({"task_id": 1}), json!({}))];
            calls[1].uses = vec![told(from)];
            find_uses(&calls)[1].first().map(|one| pointer(&one.source))
        };
        assert_eq!(source("project_id").as_deref(), Some("/project_id"));
        assert_eq!(source("task_id").as_deref(), Some("/id"), "another value stands there");
    }
}
