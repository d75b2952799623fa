//! Drills: many look-ups in one transcript.
//!
//! A demonstration looks up two or three values among the rows that it reads. That is too few to
//! learn from scratch what "the id of the row that is called so" means. A drill reads an observation
//! of the demonstration and says its rows again in another order, each with its fields in another
//! order. What a row opens with is anybody's guess and not scored; every value after it has one
//! right place in the observation. One drill holds ten to thirty look-ups.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value};

use crate::demonstration::Demonstration;
use crate::text::lean_json::render_fields;
use crate::text::template::Transcript;
use crate::text::tokenizer::{PieceKind, Special, Tokenizer};
use crate::train::batches::epoch_order;

/// The rows of a list, each an object.
type Rows = Vec<Map<String, Value>>;

/// The drill of a demonstration; `None` when it reads no list of rows. The seed fixes which list, and
/// the order.
pub fn drill(
    demonstration: &Demonstration,
    tokenizer: &Tokenizer,
    observation_tokens_max: usize,
    seed: u64,
) -> Option<Transcript> {
    let observations = demonstration.turns.iter().map(|call| call.observation.as_str());
    let lists: Vec<(&str, Rows)> =
        observations.filter_map(|text| Some((text, longest_list(text)?))).collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (observation, rows) = shuffled(lists, &mut random).into_iter().next()?;

    let mut transcript = Transcript::open(tokenizer, &demonstration.instruction);
    transcript.push_observation(tokenizer, observation, observation_tokens_max);
    let mut said = Vec::new();
    for row in shuffled(rows, &mut random) {
        let fields: Vec<(String, Value)> = row
            .into_iter()
            .filter(|(_, value)| transcript.handles.number(&plain_text(value)).is_some())
            .collect();
        let fields: String = shuffled(fields, &mut random)
            .into_iter()
            .map(|field| render_fields(&Value::Object(Map::from_iter([field]))))
            .collect();
        let ids = tokenizer.encode_said(&format!("{{{fields}}}"), &transcript.handles);
        said.extend(scored(&ids, &transcript.ids, tokenizer));
    }
    transcript.push_recited(Special::Answer, &said);
    transcript.by_agent.contains(&true).then_some(transcript)
}

/// The tokens of a row, each with whether it is scored: every value but the first, when the
/// observation was not cut before it.
fn scored(row: &[u32], given: &[u32], tokenizer: &Tokenizer) -> Vec<(u32, bool)> {
    let is_value = |id: u32| tokenizer.kind(id) == PieceKind::Handle;
    let first = row.iter().position(|&id| is_value(id)).unwrap_or(row.len());
    let is_scored = |at: usize, id: u32| at > first && is_value(id) && given.contains(&id);
    row.iter().enumerate().map(|(at, &id)| (id, is_scored(at, id))).collect()
}

/// The longest list of two rows or more in an observation.
fn longest_list(observation: &str) -> Option<Rows> {
    let value: Value = serde_json::from_str(observation).ok()?;
    let mut longest = Rows::new();
    let mut open = vec![&value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => {
                let rows: Rows = items.iter().filter_map(Value::as_object).cloned().collect();
                if rows.len() > longest.len() {
                    longest = rows;
                }
                open.extend(items);
            }
            Value::Object(fields) => open.extend(fields.values()),
            _ => {}
        }
    }
    (longest.len() >= 2).then_some(longest)
}

fn plain_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn shuffled<T>(items: Vec<T>, random: &mut Xoshiro256PlusPlus) -> Vec<T> {
    let order = epoch_order(items.len(), random.next_u64(), 0);
    let mut placed: Vec<(usize, T)> = order.into_iter().zip(items).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::drill;
    use crate::demonstration::{DemonstratedCall, Demonstration};
    use crate::text::tokenizer::Tokenizer;

    fn demonstration(observation: serde_json::Value) -> Demonstration {
        Demonstration {
            instruction: "Find \"Lin Keller\".".to_owned(),
            turns: vec![DemonstratedCall {
                tool: "crm__list".to_owned(),
                arguments: json!({}),
                observation: observation.to_string(),
            }],
            answer: None,
        }
    }

    #[test]
    fn a_drill_scores_every_value_of_a_row_but_the_one_it_opens_with() {
        let rows = json!([
            {"id": "CUS-1", "name": "Lin Keller", "since": "2026-01-02", "vip": true},
            {"id": "CUS-2", "name": "Bram Pereira", "since": "2026-01-03", "vip": false},
            {"id": "CUS-3", "name": "Stefan Keller", "since": "2026-01-04"},
        ]);
        let demonstration = demonstration(json!({"ok": true, "data": {"items": rows}}));
        let tokenizer = Tokenizer::train(&demonstration.texts(), 1200).expect("there are texts");
        let mut orders = BTreeSet::new();
        for seed in 0..20 {
            let drill = drill(&demonstration, &tokenizer, 200, seed).expect("there are rows");
            assert_eq!(drill.ids.len(), drill.by_agent.len());
            let scored: Vec<u32> = drill
                .ids
                .iter()
                .zip(&drill.by_agent)
                .filter_map(|(&id, &is_scored)| is_scored.then_some(id))
                .collect();
            // Three rows of three values with handles, less the one that each opens with.
            assert_eq!(scored.len(), 6);
            orders.insert(tokenizer.decode(&scored, &drill.handles));
        }
        assert!(orders.len() > 10, "{orders:?}");
    }

    #[test]
    fn there_is_no_drill_without_rows() {
        let single = demonstration(json!({"ok": true, "data": {"items": [{"id": "CUS-1"}]}}));
        let tokenizer = Tokenizer::train(&single.texts(), 1200).expect("there are texts");
        assert_eq!(drill(&single, &tokenizer, 200, 1), None);
    }
}
