//! Teaches copying apart from what is copied.
//!
//! A policy that has seen the same few hundred names in every demonstration learns the names instead
//! of learning to copy. So a share of the transcripts is read with other spellings: a value that the
//! agent took from what it was given (its piece occurs both in a given part and later in an argument
//! or answer) is replaced by random pieces, the same ones at every place. What stays as it is: tool
//! names, field names, marks, and values that the agent could not have copied. Handles are numbered
//! anew in every reading.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_lm::train::order::epoch_order;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::model::weights::unit;
use crate::text::handles::HANDLES_MAX;
use crate::text::template::Transcript;
use crate::text::tokenizer::{PieceKind, Special, Tokenizer};

/// Share of the copied pieces of a chosen transcript that are respelled.
const PIECES_SHARE: f64 = 0.7;

/// Pieces that a respelled word may have beyond its first.
const CONTINUATIONS_MAX: u64 = 3;

/// Respells transcripts.
#[derive(Debug)]
pub struct Scrambler {
    kinds: Vec<PieceKind>,
    of_kind: BTreeMap<PieceKind, Vec<u32>>,
}

impl Scrambler {
    /// Sorts the pieces of a tokenizer by what may stand for what.
    pub fn new(tokenizer: &Tokenizer) -> Self {
        let kinds: Vec<PieceKind> =
            (0..tokenizer.n_vocabulary() as u32).map(|id| tokenizer.kind(id)).collect();
        let mut of_kind: BTreeMap<PieceKind, Vec<u32>> = BTreeMap::new();
        for (id, &kind) in kinds.iter().enumerate() {
            of_kind.entry(kind).or_default().push(id as u32);
        }
        Self { kinds, of_kind }
    }

    /// A copy of the transcript with copied values respelled; the seed fixes how.
    pub fn scramble(&self, transcript: &Transcript, seed: u64) -> Transcript {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut spelled: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for id in self.copied(transcript) {
            if unit(&mut random) < PIECES_SHARE {
                spelled.insert(id, self.spelling(id, &mut random));
            }
        }
        self.respell(transcript, &mut spelled, &mut random)
    }

    /// A copy of the transcript with its handles numbered anew; the seed fixes how.
    pub fn renumber(&self, transcript: &Transcript, seed: u64) -> Transcript {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.respell(transcript, &mut BTreeMap::new(), &mut random)
    }

    fn respell(
        &self,
        transcript: &Transcript,
        spelled: &mut BTreeMap<u32, Vec<u32>>,
        random: &mut Xoshiro256PlusPlus,
    ) -> Transcript {
        let numbers = epoch_order(HANDLES_MAX, random.next_u64(), 0);
        let mut other = Transcript {
            handles: transcript.handles.renumbered(&numbers),
            ..Transcript::default()
        };
        if let Some(handles) = self.of_kind.get(&PieceKind::Handle) {
            // Their ids are in the order of their numbers.
            for (&id, &number) in handles.iter().zip(&numbers) {
                spelled.insert(id, vec![handles[number]]);
            }
        }
        for ((&id, &by_agent), &log_prob) in
            transcript.ids.iter().zip(&transcript.by_agent).zip(&transcript.log_probs)
        {
            let pieces = spelled.get(&id).map_or(std::slice::from_ref(&id), Vec::as_slice);
            other.ids.extend_from_slice(pieces);
            other.by_agent.resize(other.ids.len(), by_agent);
            other.log_probs.resize(other.ids.len(), log_prob);
        }
        other
    }

    /// Pieces that occur in a given part and, later, in what the agent says about values.
    fn copied(&self, transcript: &Transcript) -> BTreeSet<u32> {
        let (mut given, mut copied, mut tool_names) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut in_tool_name = false;
        for (&id, &by_agent) in transcript.ids.iter().zip(&transcript.by_agent) {
            let kind = self.kinds[id as usize];
            if by_agent && id == Special::Call as u32 {
                in_tool_name = true;
            } else if kind == PieceKind::Handle {
                in_tool_name = false;
            } else if kind == PieceKind::Fixed {
                // A field name or the end of the turn closes the tool's name.
                in_tool_name = false;
            } else if !by_agent {
                given.insert(id);
            } else if in_tool_name {
                tool_names.insert(id);
            } else if given.contains(&id) {
                copied.insert(id);
            }
        }
        copied.difference(&tool_names).copied().collect()
    }

    fn spelling(&self, id: u32, random: &mut Xoshiro256PlusPlus) -> Vec<u32> {
        let kind = self.kinds[id as usize];
        let mut pieces = vec![self.any_of(kind, random).unwrap_or(id)];
        if matches!(kind, PieceKind::WordStart | PieceKind::WordRest) {
            for _ in 0..random.next_u64() % (CONTINUATIONS_MAX + 1) {
                pieces.extend(self.any_of(PieceKind::WordRest, random));
            }
        }
        pieces
    }

    fn any_of(&self, kind: PieceKind, random: &mut Xoshiro256PlusPlus) -> Option<u32> {
        let pieces = self.of_kind.get(&kind).filter(|pieces| !pieces.is_empty())?;
        Some(pieces[(random.next_u64() % pieces.len() as u64) as usize])
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Scrambler;
    use crate::text::template::{Transcript, Turn, parse_turn};
    use crate::text::tokenizer::{Special, Tokenizer};

    #[test]
    fn a_copied_value_changes_alike_everywhere_and_nothing_else_does() {
        let text = "crm__find|name: Priya|mode: exact Find customer Priya please";
        let tokenizer = Tokenizer::train(&[text, text], 900).expect("text");
        let mut transcript = Transcript::open(&tokenizer, "Find customer Priya");
        let prompt = transcript.ids.len();
        let arguments = json!({"mode": "exact", "name": "Priya"});
        transcript.push_call(&tokenizer, "crm__find", &arguments);

        let scrambler = Scrambler::new(&tokenizer);
        let mut n_changed = 0;
        for seed in 0..50 {
            let other = scrambler.scramble(&transcript, seed);
            assert_eq!(other.ids.len(), other.by_agent.len());
            assert_eq!(other.ids.len(), other.log_probs.len());
            n_changed += usize::from(other != transcript);
            let end = other.ids.iter().position(|&id| id == Special::End as u32);
            let call = end.expect("the instruction is closed") + 1;
            assert!(call >= prompt);
            let instruction = tokenizer.decode(&other.ids[..call], &other.handles);
            let turn =
                parse_turn(&tokenizer, &other.ids[call..other.ids.len() - 1], &other.handles);
            let Turn::Call { tool, arguments } = turn else { panic!("{turn:?}") };
            let arguments: serde_json::Value = serde_json::from_str(&arguments).expect("JSON");
            assert_eq!(tool, "crm__find");
            assert_eq!(arguments["mode"], "exact");
            let name = arguments["name"].as_str().expect("still a string");
            assert_eq!(instruction, format!("Find customer {name}"));
        }
        assert!(n_changed > 20, "{n_changed}");
    }
}
