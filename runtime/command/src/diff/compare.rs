//! Compares the values that flow: what callers put in and answers give back, and what later calls
//! take from an answer. What a server says beside that is its own affair.

use std::collections::BTreeSet;

use compoworld_transcript::{
    IdMap, Leaf, Step, counterpart, folded, leaves_of, lists_of, pointer, shape, text_of,
};
use serde::Serialize;
use serde_json::Value;

use super::instants::{begins_with_day, instant};
use super::said::Said;

/// How a value flows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Flow {
    /// The call itself put it in.
    Echoed,
    /// An earlier call put it in.
    ReadBack,
    /// A later call takes it from here.
    UsedLater,
    /// Our answer gives it back where theirs does not.
    OursAlone,
}

/// A value that flows, on both sides.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Compared {
    /// How it flows.
    pub(super) flow: Flow,
    /// Its place in their answer; in ours, when only ours has it.
    pub(super) at: String,
    /// What they say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) theirs: Option<String>,
    /// What we say there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ours: Option<String>,
    /// Whether that is the same.
    pub(super) agrees: bool,
}

/// What is known of the values around a call.
pub(super) struct Flows<'a> {
    /// What the call itself put in.
    pub(super) own: &'a Said,
    /// What it and all calls before it put in.
    pub(super) all: &'a Said,
    /// The same as it was put to us, with identifiers of ours.
    pub(super) sent: &'a Said,
    /// The places of their answer that later calls take something from.
    pub(super) used_later: &'a BTreeSet<Vec<Step>>,
}

/// Compares the values that flow in two answers that succeeded. The lists of ours are in the order
/// of theirs.
pub(super) fn compare_answers(
    theirs: &Value,
    ours: &Value,
    flows: &Flows<'_>,
    ids: &IdMap,
) -> Vec<Compared> {
    let (their_leaves, our_leaves) = (leaves_of(theirs), leaves_of(ours));
    let mut is_taken = vec![false; our_leaves.len()];
    let mut compared = Vec::new();
    let mut unmatched = Vec::new();
    for leaf in &their_leaves {
        let is_beside =
            |one: &Leaf| one.at == leaf.at && (ids.same(leaf, one) || are_one_instant(leaf, one));
        let beside = our_leaves.iter().position(is_beside);
        if let Some(index) = beside {
            is_taken[index] = true;
        }
        match (flow_of(leaf, flows), beside) {
            // One instant may be written in several ways.
            (None, Some(index)) if are_one_instant(leaf, &our_leaves[index]) => {}
            (None, _) => compared.extend(compare_prose(leaf, &our_leaves, flows, ids)),
            (Some(flow), Some(index)) => compared.push(agreeing(flow, leaf, &our_leaves[index])),
            (Some(flow), None) => unmatched.push((flow, leaf)),
        }
    }
    for (flow, leaf) in unmatched {
        let free: Vec<Leaf> = our_leaves
            .iter()
            .zip(&is_taken)
            .filter(|(_, taken)| !**taken)
            .map(|(one, _)| one.clone())
            .collect();
        let near = counterpart(&their_leaves, leaf, &free, ids);
        let same = near
            .filter(|one| flow == Flow::UsedLater || ids.same(leaf, one))
            .or_else(|| renamed(leaf, &free, &their_leaves, ids));
        match same.and_then(|one| our_leaves.iter().position(|other| other.at == one.at)) {
            Some(index) => {
                is_taken[index] = true;
                compared.push(agreeing(flow, leaf, &our_leaves[index]));
            }
            None => compared.push(disagreeing(flow, leaf, near)),
        }
    }
    let free = our_leaves.iter().zip(&is_taken).filter(|(_, taken)| !**taken);
    let free = free.map(|(leaf, _)| leaf).filter(|leaf| {
        // A place where they say something else that was put in is told already.
        let place = pointer(&leaf.at);
        compared.iter().all(|one| one.at != place)
    });
    let alone = ours_alone(free, (theirs, &their_leaves), &our_leaves, flows.sent, ids);
    compared.extend(alone);
    compared
}

fn flow_of(leaf: &Leaf, flows: &Flows<'_>) -> Option<Flow> {
    if flows.used_later.contains(&leaf.at) {
        Some(Flow::UsedLater)
    } else if flows.own.holds(leaf) {
        Some(Flow::Echoed)
    } else if flows.all.holds(leaf) {
        Some(Flow::ReadBack)
    } else {
        None
    }
}

/// Whether two texts are one instant, however each writes it.
fn are_one_instant(theirs: &Leaf, ours: &Leaf) -> bool {
    let instant_of = |leaf: &Leaf| leaf.value.as_str().and_then(instant);
    instant_of(theirs).is_some_and(|at| instant_of(ours) == Some(at))
}

/// Values that differ; a number and the text of it are shown as what they are.
fn disagreeing(flow: Flow, theirs: &Leaf, ours: Option<&Leaf>) -> Compared {
    let looks_equal = ours.is_some_and(|ours| text_of(&ours.value) == text_of(&theirs.value));
    let shown = |leaf: &Leaf| match looks_equal {
        true => leaf.value.to_string(),
        false => text_of(&leaf.value),
    };
    Compared {
        flow,
        at: pointer(&theirs.at),
        theirs: Some(shown(theirs)),
        ours: ours.map(shown),
        agrees: false,
    }
}

fn agreeing(flow: Flow, theirs: &Leaf, ours: &Leaf) -> Compared {
    Compared {
        flow,
        at: pointer(&theirs.at),
        theirs: Some(text_of(&theirs.value)),
        ours: Some(text_of(&ours.value)),
        agrees: true,
    }
}

/// A leaf of ours that says the same text under a name that they do not have.
fn renamed<'a>(leaf: &Leaf, ours: &'a [Leaf], theirs: &[Leaf], ids: &IdMap) -> Option<&'a Leaf> {
    let is_telling = leaf.value.as_str().is_some_and(|text| text.chars().count() > 2);
    let is_new = |one: &Leaf| theirs.iter().all(|other| shape(&other.at) != shape(&one.at));
    ours.iter().find(|one| is_telling && ids.same(leaf, one) && is_new(one))
}

/// Words with values in them: what of them was put in must be in our words, too, and the reverse.
fn compare_prose(leaf: &Leaf, ours: &[Leaf], flows: &Flows<'_>, ids: &IdMap) -> Vec<Compared> {
    let Some(text) = leaf.value.as_str() else { return Vec::new() };
    let beside = ours.iter().find(|one| one.at == leaf.at).and_then(|one| one.value.as_str());
    let whole: String = ours.iter().map(|one| text_of(&one.value) + "\n").collect();
    let our_text = beside.unwrap_or(&whole);
    let mut compared = Vec::new();
    for piece in flows.all.pieces_in(text) {
        let agrees = ids.ours_of(piece).any(|piece| our_text.contains(piece));
        compared.push(Compared {
            flow: if flows.own.has_piece(piece) { Flow::Echoed } else { Flow::ReadBack },
            at: pointer(&leaf.at),
            theirs: Some(piece.to_owned()),
            ours: agrees.then(|| piece.to_owned()),
            agrees,
        });
    }
    // Rows of ours tell more than their words do; words are to tell the same.
    if let Some(our_text) = beside {
        let alone = flows.sent.pieces_in(our_text).into_iter();
        let alone = alone.filter(|piece| !ids.theirs_of(piece).any(|one| text.contains(one)));
        // The month that a caller asked for is in every day of that month.
        let alone = alone.filter(|piece| !begins_with_day(our_text) || *piece == our_text);
        compared.extend(alone.map(|piece| only_ours(&leaf.at, piece.to_owned())));
    }
    compared
}

/// Values that were put in and that we give back where they say something else, or in rows that
/// they do not have: those should have been filtered out or deleted.
fn ours_alone<'a>(
    free: impl Iterator<Item = &'a Leaf>,
    (theirs, their_leaves): (&Value, &[Leaf]),
    ours: &[Leaf],
    sent: &Said,
    ids: &IdMap,
) -> Vec<Compared> {
    let lists = lists_of(theirs);
    let shapes: BTreeSet<String> = their_leaves.iter().map(|leaf| shape(&leaf.at)).collect();
    let is_comparable = |leaf: &Leaf| {
        // The same place, or the only one of its name on both sides, however they nest.
        let named = |one: &&Leaf| one.name().map(folded) == leaf.name().map(folded);
        let is_only = |leaves: &[Leaf]| leaves.iter().filter(named).count() == 1;
        let is_alone = is_only(ours) && is_only(their_leaves);
        let differs = |one: &Leaf| {
            let is_beside = one.at == leaf.at || (is_alone && named(&one));
            is_beside && !one.value.is_null() && !ids.same(one, leaf) && !are_one_instant(one, leaf)
        };
        let above = leaf.at.iter().enumerate().filter(|(_, step)| matches!(step, Step::Item(_)));
        let mut above = above.map(|(depth, _)| shape(&leaf.at[..depth]));
        let has_rows = |list: &str| shapes.iter().any(|one| one.starts_with(&format!("{list}/*")));
        let in_a_row = above.any(|list| {
            lists.contains(&list) && (!has_rows(&list) || shapes.contains(&shape(&leaf.at)))
        });
        in_a_row || their_leaves.iter().any(differs)
    };
    free.filter(|leaf| sent.holds(leaf) && is_comparable(leaf))
        .map(|leaf| only_ours(&leaf.at, text_of(&leaf.value)))
        .collect()
}

fn only_ours(at: &[Step], text: String) -> Compared {
    Compared {
        flow: Flow::OursAlone,
        at: pointer(at),
        theirs: None,
        ours: Some(text),
        agrees: false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use compoworld_transcript::IdMap;
    use serde_json::{Value, json};

    use super::{Compared, Flow, Flows, compare_answers};
    use crate::diff::said::Said;

    fn compare(own: &Value, before: &Value, theirs: &Value, ours: &Value) -> Vec<Compared> {
        let own = Said::of(own);
        let mut all = own.clone();
        all.add(before);
        let used_later = BTreeSet::new();
        let flows = Flows { own: &own, all: &all, sent: &all, used_later: &used_later };
        compare_answers(theirs, ours, &flows, &IdMap::default())
    }

    fn disagreeing(compared: &[Compared]) -> Vec<(Flow, Option<&str>, Option<&str>)> {
        let wrong = compared.iter().filter(|one| !one.agrees);
        wrong.map(|one| (one.flow, one.theirs.as_deref(), one.ours.as_deref())).collect()
    }

    #[test]
    fn what_was_put_in_has_to_come_back_and_the_rest_is_free() {
        let compared = compare(
            &json!({"title": "Lamp", "priority": 2}),
            &json!({}),
            &json!({"ticket": {"title": "Lamp", "priority": 2, "made": "today"}}),
            &json!({"ticket": {"title": "Lamp", "priority": 3, "made": "tomorrow"}}),
        );
        assert_eq!(compared.len(), 2);
        assert_eq!(disagreeing(&compared), [(Flow::Echoed, Some("2"), Some("3"))]);
    }

    #[test]
    fn instants_agree_however_they_are_written() {
        let own = json!({"month": "2026-03", "at": "2026-03-29T10:00:00"});
        let theirs = json!({"at": "2026-03-29 10:00:00", "made": "2026-11-29T08:00:00"});
        let ours = json!({"at": "2026-03-29T10:00:00Z", "made": "2026-03-02"});
        assert_eq!(disagreeing(&compare(&own, &json!({}), &theirs, &ours)), []);
        let sent = json!({"at": "2026-03-29T10:00:00Z"});
        let theirs = json!({"at": "2026-03-29 10:00:00+00:00"});
        assert_eq!(disagreeing(&compare(&sent, &json!({}), &theirs, &sent)), []);
        let said = json!({"at": "2026-03-29T10:00:00"});
        let later = json!({"at": "2026-03-29T11:00:00Z"});
        assert!(!disagreeing(&compare(&own, &json!({}), &said, &later)).is_empty());
    }

    #[test]
    fn other_nesting_and_other_names_are_no_disagreement() {
        let compared = compare(
            &json!({}),
            &json!({"title": "Lamp", "priority": 2}),
            &json!({"ticket": {"title": "Lamp", "priority": 2}}),
            &json!({"subject": "Lamp", "priority": 2}),
        );
        assert_eq!((compared.len(), disagreeing(&compared)), (2, vec![]));
        assert!(compared.iter().all(|one| one.flow == Flow::ReadBack));
    }

    #[test]
    fn a_row_that_only_we_list_is_a_disagreement() {
        let compared = compare(
            &json!({}),
            &json!([{"title": "Lamp"}, {"title": "Desk"}]),
            &json!({"rows": [{"title": "Lamp"}]}),
            &json!({"rows": [{"title": "Lamp", "note": "Desk"}, {"title": "Desk"}]}),
        );
        assert_eq!(disagreeing(&compared), [(Flow::OursAlone, None, Some("Desk"))]);
    }

    #[test]
    fn words_are_compared_by_what_was_put_in() {
        let put_in = json!({"path": "/top/tree.txt", "content": "oak\nelm\nash\n"});
        let theirs = json!({"content": "oak\nelm"});
        let compared = compare(&put_in, &json!({}), &theirs, &json!({"content": "oak"}));
        assert_eq!(disagreeing(&compared), [(Flow::Echoed, Some("elm"), None)]);
        let compared = compare(&put_in, &json!({}), &theirs, &json!({"content": "oak\nelm\nash"}));
        assert_eq!(disagreeing(&compared), [(Flow::OursAlone, None, Some("ash"))]);
        let compared = compare(
            &put_in,
            &json!({}),
            &json!("Wrote it to /top/tree.txt"),
            &json!({"path": "/top/tree.txt", "size": 12}),
        );
        assert_eq!((compared.len(), disagreeing(&compared)), (1, vec![]));
    }
}
