//! Identifiers that each side makes: where arguments took them from, and what stands for them here.
//!
//! A real server gives what it creates a number of its own, and we another. An argument that was
//! taken from an earlier answer is therefore replaced by what we said at the corresponding place of
//! ours. Where the recorder does not tell what was taken from where, it is found: a value is taken
//! from an answer when the caller had not said it before, and when it is an identifier by its name
//! or by its look.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::leaves::{Leaf, Step, folded, is_id_name, leaves_of, names_agree, text_of};
use super::read_transcript::RecordedCall;

/// An argument whose value an earlier answer held.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Use {
    /// The argument's place.
    pub(super) at: Vec<Step>,
    /// The call whose answer held it.
    pub(super) from_call: usize,
    /// The place in that answer.
    pub(super) source: Vec<Step>,
}

/// Which of our identifiers stand for which of theirs.
#[derive(Debug, Default)]
pub(super) struct IdMap {
    ours: BTreeMap<String, BTreeSet<String>>,
    theirs: BTreeMap<String, BTreeSet<String>>,
}

impl IdMap {
    /// Notes that `ours` stands for `theirs`.
    pub(super) fn learn(&mut self, theirs: &Value, ours: &Value) {
        let (theirs, ours) = (text_of(theirs), text_of(ours));
        self.ours.entry(theirs.clone()).or_default().insert(ours.clone());
        self.theirs.entry(ours).or_default().insert(theirs);
    }

    /// Whether two leaves say the same.
    pub(super) fn same(&self, theirs: &Leaf, ours: &Leaf) -> bool {
        let (said, answered) = (text_of(&theirs.value), text_of(&ours.value));
        if said == answered {
            return theirs.value.is_string() == ours.value.is_string() || names_an_id(theirs);
        }
        // Small numbers are ids in one place and amounts in another.
        (theirs.value.is_string() || names_an_id(theirs))
            && self.ours.get(&said).is_some_and(|ours| ours.contains(&answered))
    }

    /// A text of theirs, and what stands for it here.
    pub(super) fn ours_of<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let mapped = self.ours.get(text).into_iter().flatten().map(String::as_str);
        std::iter::once(text).chain(mapped)
    }

    /// A text of ours, and what it stands for there.
    pub(super) fn theirs_of<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let mapped = self.theirs.get(text).into_iter().flatten().map(String::as_str);
        std::iter::once(text).chain(mapped)
    }
}

fn names_an_id(leaf: &Leaf) -> bool {
    leaf.name().is_none_or(is_id_name) || matches!(leaf.at.last(), Some(Step::Item(_)))
}

/// For each call, the arguments that it took from earlier answers.
pub(super) fn find_uses(calls: &[RecordedCall]) -> Vec<Vec<Use>> {
    let answers: Vec<Vec<Leaf>> = calls
        .iter()
        .map(|call| if call.succeeded { leaves_of(&call.answer) } else { Vec::new() })
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
                Some(recorded) => {
                    find_source(&argument, &answers, recorded.from_call, Trust::Recorded)
                }
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
    walk(arguments, &mut Vec::new(), &mut leaves);
    leaves
}

fn walk(value: &Value, at: &mut Vec<Step>, leaves: &mut Vec<Leaf>) {
    let mut inside = |step: Step, value: &Value| {
        at.push(step);
        walk(value, at, leaves);
        at.pop();
    };
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| inside(Step::Item(index), item));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| inside(Step::Member(name.clone()), value));
        }
        Value::String(_) | Value::Number(_) => {
            leaves.push(Leaf { at: at.clone(), value: value.clone() });
        }
        Value::Bool(_) | Value::Null => {}
    }
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
fn looks_made(value: &Value) -> bool {
    let Value::String(text) = value else { return false };
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "-_:.".contains(c));
    let n_digits = text.chars().filter(char::is_ascii_digit).count();
    let has_letters =
        text.chars().filter(|c| c.is_ascii_alphabetic() && *c != 'T' && *c != 'Z').count() > 1;
    plain && text.len() >= 8 && n_digits > 0 && has_letters
}

/// Our leaf at the place that corresponds to one of theirs: under an agreeing name, in the row that
/// has most in common with theirs.
pub(super) fn counterpart<'a>(
    theirs: &[Leaf],
    leaf: &Leaf,
    ours: &'a [Leaf],
    ids: &IdMap,
) -> Option<&'a Leaf> {
    let row_of = |leaves: &'a [Leaf], of: &Leaf| -> Vec<&'a Leaf> {
        leaves.iter().filter(|one| one.at.starts_with(of.row()) && one.at != of.at).collect()
    };
    let their_row: Vec<&Leaf> =
        theirs.iter().filter(|one| one.at.starts_with(leaf.row()) && one.at != leaf.at).collect();
    let agrees = |other: &Leaf| match (leaf.name(), other.name()) {
        (Some(name), Some(other)) => names_agree(name, other),
        (None, other) | (other, None) => other.is_none_or(is_id_name),
    };
    let score = |other: &&Leaf| {
        let row = row_of(ours, other);
        let shared = their_row
            .iter()
            .filter(|one| row.iter().any(|two| agree_in_name(one, two) && ids.same(one, two)))
            .count();
        let exact = leaf.name().map(folded) == other.name().map(folded);
        let n_steps = leaf.at.iter().zip(&other.at).filter(|(one, two)| one == two).count();
        (shared, exact, leaf.at == other.at, n_steps, Reverse(other.at.len()))
    };
    let usable = |other: &&Leaf| !other.value.is_null() && agrees(other);
    // The first of equals: `max_by_key` would take the last.
    ours.iter().rev().filter(usable).max_by_key(score)
}

pub(super) fn agree_in_name(one: &Leaf, two: &Leaf) -> bool {
    match (one.name(), two.name()) {
        (Some(one), Some(two)) => names_agree(one, two),
        (None, None) => true,
        _ => false,
    }
}

/// Puts a value at a place of arguments. A text stays a text.
pub(super) fn put(arguments: &mut Value, at: &[Step], value: &Value) {
    let mut place = arguments;
    for step in at {
        let next = match step {
            Step::Member(name) => place.get_mut(name),
            Step::Item(index) => place.get_mut(index),
        };
        let Some(next) = next else { return };
        place = next;
    }
    *place = match (&*place, value) {
        (Value::String(_), Value::Number(number)) => Value::String(number.to_string()),
        _ => value.clone(),
    };
}

#[cfg(test)]
#[expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]
mod tests {
    use serde_json::{Value, json};

    use super::{IdMap, counterpart, find_uses, put};
    use crate::diff::leaves::{Step, leaves_of, pointer};
    use crate::diff::read_transcript::RecordedCall;

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
    fn a_counterpart_is_found_in_the_row_that_says_the_same() {
        let theirs =
            leaves_of(&json!({"items": [{"id": 1, "title": "Lamp"}, {"id": 2, "title": "Desk"}]}));
        let ours =
            leaves_of(&json!([{"title": "Desk", "id": "T-5"}, {"title": "Lamp", "id": "T-6"}]));
        let id = theirs.iter().find(|leaf| pointer(&leaf.at) == "/items/0/id").unwrap();
        let found = counterpart(&theirs, id, &ours, &IdMap::default()).unwrap();
        assert_eq!(found.value, json!("T-6"));
    }

    #[test]
    fn a_learned_id_is_the_same_where_ids_stand_and_nowhere_else() {
        let mut ids = IdMap::default();
        ids.learn(&json!(1), &json!(40));
        let leaf = |name: &str, value: u64| leaves_of(&json!({name: value})).remove(0);
        assert!(ids.same(&leaf("id", 1), &leaf("id", 40)));
        assert!(!ids.same(&leaf("priority", 1), &leaf("priority", 40)));
    }

    #[test]
    fn a_value_is_put_in_place_as_a_text_where_there_was_one() {
        let mut arguments = json!({"ids": ["1"], "n": 1});
        put(&mut arguments, &[Step::Member("ids".to_owned()), Step::Item(0)], &json!(9));
        put(&mut arguments, &[Step::Member("n".to_owned())], &json!("T-9"));
        assert_eq!(arguments, json!({"ids": ["9"], "n": "T-9"}));
    }
}
