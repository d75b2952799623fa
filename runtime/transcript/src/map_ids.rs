//! Identifiers that each side makes: what stands for theirs here.
//!
//! A real server gives what it creates a number of its own, and we another, or the same server
//! another one in another run. An argument that was taken from an earlier answer is therefore
//! replaced by what we said at the corresponding place of ours.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::leaves::{Leaf, Step, folded, is_id_name, names_agree, text_of};

/// Which of our identifiers stand for which of theirs.
#[derive(Debug, Default)]
pub struct IdMap {
    ours: BTreeMap<String, BTreeSet<String>>,
    theirs: BTreeMap<String, BTreeSet<String>>,
}

impl IdMap {
    /// Notes that `ours` stands for `theirs`.
    pub fn learn(&mut self, theirs: &Value, ours: &Value) {
        let (theirs, ours) = (text_of(theirs), text_of(ours));
        self.ours.entry(theirs.clone()).or_default().insert(ours.clone());
        self.theirs.entry(ours).or_default().insert(theirs);
    }

    /// Whether two leaves say the same.
    pub fn same(&self, theirs: &Leaf, ours: &Leaf) -> bool {
        let (said, answered) = (text_of(&theirs.value), text_of(&ours.value));
        if said == answered {
            return theirs.value.is_string() == ours.value.is_string() || names_an_id(theirs);
        }
        // Small numbers are ids in one place and amounts in another.
        (theirs.value.is_string() || names_an_id(theirs))
            && self.ours.get(&said).is_some_and(|ours| ours.contains(&answered))
    }

    /// A text of theirs, and what stands for it here.
    pub fn ours_of<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let mapped = self.ours.get(text).into_iter().flatten().map(String::as_str);
        std::iter::once(text).chain(mapped)
    }

    /// A text of ours, and what it stands for there.
    pub fn theirs_of<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let mapped = self.theirs.get(text).into_iter().flatten().map(String::as_str);
        std::iter::once(text).chain(mapped)
    }
}

fn names_an_id(leaf: &Leaf) -> bool {
    leaf.name().is_none_or(is_id_name) || matches!(leaf.at.last(), Some(Step::Item(_)))
}

/// Our leaf at the place that corresponds to one of theirs: under an agreeing name, in the row that
/// has most in common with theirs.
pub fn counterpart<'a>(
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
    let is_sentence =
        |leaf: &Leaf| leaf.value.as_str().is_some_and(|text| text.contains(char::is_whitespace));
    // An identifier stands in a sentence, but no sentence stands for one.
    let says_more = |other: &Leaf| other.name().is_none() && is_sentence(other);
    let usable = |other: &&Leaf| {
        !other.value.is_null() && agrees(other) && (is_sentence(leaf) || !says_more(other))
    };
    // The first of equals: `max_by_key` would take the last.
    ours.iter().rev().filter(usable).max_by_key(score)
}

/// Whether two leaves have names that agree, or neither has one.
pub fn agree_in_name(one: &Leaf, two: &Leaf) -> bool {
    match (one.name(), two.name()) {
        (Some(one), Some(two)) => names_agree(one, two),
        (None, None) => true,
        _ => false,
    }
}

/// Puts a value at a place of arguments. A text stays a text.
pub fn put(arguments: &mut Value, at: &[Step], value: &Value) {
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
    use serde_json::json;

    use super::{IdMap, counterpart, put};
    use crate::leaves::{Step, leaves_of, pointer};

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
