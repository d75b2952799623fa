//! Drills: many look-ups in one transcript.
//!
//! A demonstration looks up two or three values among the rows that it reads. That is too few to
//! learn from scratch what "the id of the row that is called so" means. A drill shows the rows of one
//! of its observations, after an instruction that asks, for each field, about one row:
//!
//! ```text
//! <|user|>   |phone: Lin Keller|id: Bram Pereira <|end|>
//! <|obs|>    |items: [{|name: Lin Keller|id: …|phone: …}{|name: Bram Pereira|id: …|phone: …}] <|end|>
//! <|answer|> |id: …|phone: …{|id: …|phone: …|name: …}{…} <|end|>
//! ```
//!
//! The answer gives what was asked, and then says the rows again in another order, each with its
//! fields in another order. What a row opens with is anybody's guess and not scored; every value
//! after it has one right place in the observation. One drill holds ten to forty look-ups.

use std::collections::BTreeSet;

use compoworld_lm::train::order::epoch_order;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value};

use crate::demonstration::Demonstration;
use crate::model::weights::unit;
use crate::text::handles::Handles;
use crate::text::lean_json::{NAMES, render_fields};
use crate::text::template::Transcript;
use crate::text::tokenizer::{PieceKind, Special, Tokenizer};

/// Share of the questions that tell a row by what it is called.
const CALLED_SHARE: f64 = 0.7;

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

    let asked = questions(&rows, &mut random);
    let asks = asked.iter().map(|question| (question.field.clone(), question.about.clone()));
    let mut transcript = Transcript::open(tokenizer, &fields_text(asks));
    transcript.push_observation(tokenizer, observation, observation_tokens_max);

    let answers = shuffled(asked, &mut random).into_iter();
    let answers = fields_text(answers.map(|question| (question.field, question.answer)));
    let ids = tokenizer.encode_said(&answers, &transcript.handles);
    let mut said = scored(&ids, 0, &transcript.ids, tokenizer);
    for row in shuffled(rows, &mut random) {
        let fields = row.into_iter().filter(|(_, value)| has_handle(value, &transcript.handles));
        let fields = shuffled(fields.collect(), &mut random);
        let text = format!("{{{}}}", fields_text(fields));
        let ids = tokenizer.encode_said(&text, &transcript.handles);
        said.extend(scored(&ids, 1, &transcript.ids, tokenizer));
    }
    transcript.push_recited(Special::Answer, &said);
    transcript.by_agent.contains(&true).then_some(transcript)
}

/// A question of a drill: a field of the row that another of its values tells from the others.
struct Question {
    field: String,
    about: Value,
    answer: Value,
}

/// For each field one question, about any row, in any order. Most rows are told by what they are
/// called, as in instructions.
fn questions(rows: &Rows, random: &mut Xoshiro256PlusPlus) -> Vec<Question> {
    let names: BTreeSet<&String> = rows.iter().flat_map(Map::keys).collect();
    let question = |field: &String, random: &mut Xoshiro256PlusPlus| {
        let with_field = rows.iter().filter(|row| row.contains_key(field)).collect();
        let row = shuffled(with_field, random).into_iter().next()?;
        let tells = |(name, value): &(&String, &Value)| {
            let alike = rows.iter().filter(|row| row.get(*name) == Some(value)).count();
            *name != field && alike == 1 && (value.is_string() || value.is_number())
        };
        let told = shuffled(row.iter().filter(tells).collect(), random);
        let called = told.iter().find(|(name, _)| NAMES.contains(&name.as_str()));
        let (_, about) = called.filter(|_| unit(random) < CALLED_SHARE).or(told.first())?;
        let (about, answer) = ((*about).clone(), row[field].clone());
        Some(Question { field: field.clone(), about, answer })
    };
    let names = shuffled(names.into_iter().collect(), random);
    names.into_iter().filter_map(|field| question(field, random)).collect()
}

fn fields_text(fields: impl IntoIterator<Item = (String, Value)>) -> String {
    let field = |field| render_fields(&Value::Object(Map::from_iter([field])));
    fields.into_iter().map(field).collect()
}

/// Whether a value stands as one token in a transcript.
fn has_handle(value: &Value, handles: &Handles) -> bool {
    match value {
        Value::String(text) => handles.number(text).is_some(),
        other => handles.number(&other.to_string()).is_some(),
    }
}

/// The tokens of some fields, each with whether it is scored: every value but the first `n_free`,
/// when the observation was not cut before it.
fn scored(fields: &[u32], n_free: usize, given: &[u32], tokenizer: &Tokenizer) -> Vec<(u32, bool)> {
    let mut n_values = 0;
    let mut is_scored = |id: u32| {
        let is_value = tokenizer.kind(id) == PieceKind::Handle;
        n_values += usize::from(is_value);
        is_value && n_values > n_free && given.contains(&id)
    };
    fields.iter().map(|&id| (id, is_scored(id))).collect()
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
    fn a_drill_scores_what_it_asks_and_every_value_of_a_row_but_the_one_it_opens_with() {
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
            // Three questions, and three rows of three values less the one that each opens with.
            assert_eq!(scored.len(), 3 + 6);
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
