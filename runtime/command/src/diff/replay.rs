//! Plays the calls of a transcript against something that answers, and judges each.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_transcript::{
    IdMap, RecordedCall, Step, answer_leaves, counterpart, find_uses, pointer, put,
};
use serde::Serialize;
use serde_json::Value;

use super::align_lists::align_lists;
use super::compare::{Compared, Flows, compare_answers};
use super::said::Said;

/// What we answered.
#[derive(Debug, Clone)]
pub(super) struct OurAnswer {
    /// Whether the call succeeded.
    pub(super) succeeded: bool,
    /// The data, or the error.
    pub(super) value: Value,
    /// Whether a world model made it up.
    pub(super) simulated: bool,
}

/// How a call fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    /// Both succeeded with the same values, or both failed.
    Agrees,
    /// One side succeeded where the other failed.
    OutcomeDiffers,
    /// Both succeeded, with other values.
    ValuesDiffer,
    /// Our answer was made up, so there is nothing to judge.
    Simulated,
}

/// One call on both sides.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Played {
    /// Which call, counted from 0.
    pub(super) call: usize,
    /// The tool, as the server spells it.
    pub(super) tool: String,
    /// How it fared.
    pub(super) verdict: Verdict,
    /// The recorded arguments.
    pub(super) arguments: Value,
    /// The arguments as they were put to us.
    pub(super) sent: Value,
    /// Arguments that were taken from an answer in which ours has nothing that corresponds.
    pub(super) lost: Vec<String>,
    /// Whether they succeeded.
    pub(super) theirs_succeeded: bool,
    /// Whether we did.
    pub(super) ours_succeeded: bool,
    /// Their answer.
    pub(super) theirs: Value,
    /// Ours.
    pub(super) ours: Value,
    /// The values that flow.
    pub(super) values: Vec<Compared>,
}

/// Plays the calls in order; `answer` gets a tool and its arguments.
pub(super) fn replay(
    calls: &[RecordedCall],
    answer: &mut dyn FnMut(&str, &Value) -> OurAnswer,
) -> Vec<Played> {
    let uses = find_uses(calls);
    let mut used_later: BTreeMap<usize, BTreeSet<Vec<Step>>> = BTreeMap::new();
    for one in uses.iter().flatten() {
        used_later.entry(one.from_call).or_default().insert(one.source.clone());
    }
    let mut ids = IdMap::default();
    let mut known: BTreeMap<(usize, Vec<Step>), Value> = BTreeMap::new();
    let (mut all, mut sent_all) = (Said::default(), Said::default());
    let mut played = Vec::new();
    for (number, (call, taken)) in calls.iter().zip(&uses).enumerate() {
        let mut sent = call.arguments.clone();
        let mut lost = Vec::new();
        for one in taken {
            match known.get(&(one.from_call, one.source.clone())) {
                Some(ours) => put(&mut sent, &one.at, ours),
                None => lost.push(pointer(&one.at)),
            }
        }
        let ours = answer(&call.tool, &sent);
        all.add(&call.arguments);
        sent_all.add(&sent);
        let mut values = Vec::new();
        if call.succeeded && ours.succeeded && !ours.simulated {
            let used_later = used_later.remove(&number).unwrap_or_default();
            let aligned = align_lists(&call.answer, &ours.value, &ids);
            for (place, value) in learn(&call.answer, &aligned, &used_later, &mut ids) {
                known.insert((number, place), value);
            }
            let own = Said::of(&call.arguments);
            let flows = Flows { own: &own, all: &all, sent: &sent_all, used_later: &used_later };
            values = compare_answers(&call.answer, &aligned, &flows, &ids);
        }
        played.push(Played {
            call: number,
            tool: call.tool.clone(),
            verdict: judge(call.succeeded, &ours, &values),
            arguments: call.arguments.clone(),
            sent,
            lost,
            theirs_succeeded: call.succeeded,
            ours_succeeded: ours.succeeded,
            theirs: call.answer.clone(),
            ours: ours.value,
            values,
        });
    }
    played
}

/// Notes what stands in our answer for what later calls take from theirs.
fn learn(
    theirs: &Value,
    ours: &Value,
    used_later: &BTreeSet<Vec<Step>>,
    ids: &mut IdMap,
) -> Vec<(Vec<Step>, Value)> {
    let (their_leaves, our_leaves) = (answer_leaves(theirs), answer_leaves(ours));
    let mut known = Vec::new();
    for leaf in their_leaves.iter().filter(|leaf| used_later.contains(&leaf.at)) {
        if let Some(found) = counterpart(&their_leaves, leaf, &our_leaves, ids) {
            ids.learn(&leaf.value, &found.value);
            known.push((leaf.at.clone(), found.value.clone()));
        }
    }
    known
}

fn judge(theirs_succeeded: bool, ours: &OurAnswer, values: &[Compared]) -> Verdict {
    if ours.simulated {
        Verdict::Simulated
    } else if theirs_succeeded != ours.succeeded {
        Verdict::OutcomeDiffers
    } else if values.iter().all(|value| value.agrees) {
        Verdict::Agrees
    } else {
        Verdict::ValuesDiffer
    }
}

#[cfg(test)]
mod tests {
    use compoworld_transcript::RecordedCall;
    use serde_json::{Value, json};

    use super::{OurAnswer, Verdict, replay};

    fn call(tool: &str, arguments: Value, answer: Result<Value, &str>) -> RecordedCall {
        RecordedCall {
            tool: tool.to_owned(),
            arguments,
            succeeded: answer.is_ok(),
            answer: answer.unwrap_or_else(|error| json!(error)),
            uses: Vec::new(),
        }
    }

    fn ok(value: Value) -> OurAnswer {
        OurAnswer { succeeded: true, value, simulated: false }
    }

    #[test]
    fn their_ids_become_ours_wherever_they_are_used() {
        let calls = [
            call("add", json!({"name": "Fig"}), Ok(json!({"plant": {"id": 1, "name": "Fig"}}))),
            call("get", json!({"plant_id": 1}), Ok(json!({"id": 1, "name": "Fig"}))),
            call("cut", json!({"plant_ids": ["1"]}), Ok(json!({"cut": [1]}))),
            call("get", json!({"plant_id": 9}), Err("no such plant")),
        ];
        let mut sent = Vec::new();
        let played = replay(&calls, &mut |tool, arguments| {
            sent.push(arguments.clone());
            match (tool, arguments.pointer("/plant_id").and_then(Value::as_str)) {
                ("add", _) => ok(json!({"id": "PL-70", "name": "Fig"})),
                ("get", Some("PL-70")) => ok(json!({"plant": {"id": "PL-70", "name": "Fig"}})),
                ("cut", _) => ok(json!({"cut": ["PL-70"]})),
                _ => OurAnswer { succeeded: false, value: json!({}), simulated: false },
            }
        });
        assert_eq!(sent[1], json!({"plant_id": "PL-70"}));
        assert_eq!(sent[2], json!({"plant_ids": ["PL-70"]}));
        let verdicts: Vec<_> = played.iter().map(|one| one.verdict).collect();
        assert_eq!(verdicts, [Verdict::Agrees; 4], "{played:#?}");
    }

    #[test]
    fn ids_in_sentences_become_ours_too() {
        let calls = [
            call("add", json!({"name": "Fig"}), Ok(json!("Plant created with ID: 7"))),
            call("get", json!({"id": 7}), Ok(json!({"id": 7, "name": "Fig"}))),
            call("get", json!({"id": 7}), Ok(json!("id=7 | Fig"))),
        ];
        for made in [json!({"plant": {"id": 12}}), json!("Made it, its id is 12")] {
            let mut sent = Vec::new();
            let played = replay(&calls, &mut |tool, arguments| {
                sent.push(arguments.clone());
                if tool == "add" { ok(made.clone()) } else { ok(json!({"id": 12, "name": "Fig"})) }
            });
            assert_eq!(sent[1..], [json!({"id": 12}), json!({"id": 12})]);
            let verdicts: Vec<_> = played.iter().map(|one| one.verdict).collect();
            assert_eq!(verdicts[1], Verdict::Agrees, "{played:#?}");
        }
    }

    #[test]
    fn outcomes_lost_ids_and_made_up_answers_are_told() {
        let calls = [
            call("add", json!({"name": "Fig"}), Ok(json!({"id": "p-00012345"}))),
            call("get", json!({"id": "p-00012345"}), Ok(json!({"name": "Fig"}))),
            call("draw", json!({}), Ok(json!({"image": "…"}))),
            call("list", json!({}), Ok(json!([{"name": "Fig"}]))),
        ];
        let played = replay(&calls, &mut |tool, _| match tool {
            "add" => ok(json!({"done": true})),
            "draw" => OurAnswer { simulated: true, ..ok(json!({})) },
            "list" => ok(json!([{"name": "Yew"}])),
            _ => OurAnswer { succeeded: false, value: json!({}), simulated: false },
        });
        let verdicts: Vec<_> = played.iter().map(|one| one.verdict).collect();
        let expected = [
            Verdict::ValuesDiffer,
            Verdict::OutcomeDiffers,
            Verdict::Simulated,
            Verdict::ValuesDiffer,
        ];
        assert_eq!(verdicts, expected, "{played:#?}");
        assert_eq!(played[1].lost, ["/id"]);
    }
}
