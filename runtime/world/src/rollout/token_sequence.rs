//! The very tokens of an attempt, as the policy read and sampled them.

use serde::{Deserialize, Serialize};

use crate::rollout::policy::SampledTokens;

/// A run of tokens that the model saw in one piece. An attempt is one as long as each turn's prompt
/// goes on from what was said before; a template that rewrites the past (that leaves out earlier
/// reasoning, say) begins another.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TokenSequence {
    /// Every token.
    pub ids: Vec<u32>,
    /// Where the agent's tokens are: from the first position to before the second.
    pub agent_spans: Vec<(usize, usize)>,
    /// The log-probabilities (nats) of the agent's tokens, in order; empty when unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log_probs: Vec<f32>,
}

impl TokenSequence {
    /// Whether the agent sampled the token, for each one: the mask of a loss.
    #[must_use]
    pub fn mask(&self) -> Vec<bool> {
        let mut mask = vec![false; self.ids.len()];
        for (from, to) in &self.agent_spans {
            mask[*from..*to].fill(true);
        }
        mask
    }
}

/// Appends a turn to the sequences of an attempt.
pub fn append_turn(sequences: &mut Vec<TokenSequence>, turn: SampledTokens) {
    let SampledTokens { prompt_ids, ids, log_probs } = turn;
    let goes_on = sequences.last().is_some_and(|last| prompt_ids.starts_with(&last.ids));
    if !goes_on {
        sequences.push(TokenSequence::default());
    }
    let is_first = sequences.last().is_none_or(|last| last.agent_spans.is_empty());
    let Some(sequence) = sequences.last_mut() else { return };
    sequence.ids = prompt_ids;
    let from = sequence.ids.len();
    sequence.agent_spans.push((from, from + ids.len()));
    let (n_before, n_new) = (sequence.log_probs.len(), ids.len());
    let n_said: usize = sequence.agent_spans.iter().map(|(from, to)| to - from).sum();
    // Numbers for some of the tokens only are of no use.
    if log_probs.len() == n_new && (is_first || n_before + n_new == n_said) {
        sequence.log_probs.extend(log_probs);
    } else {
        sequence.log_probs.clear();
    }
    sequence.ids.extend(ids);
}

#[cfg(test)]
mod tests {
    use super::{SampledTokens, append_turn};

    fn turn(prompt_ids: &[u32], ids: &[u32], log_probs: &[f32]) -> SampledTokens {
        SampledTokens {
            prompt_ids: prompt_ids.to_vec(),
            ids: ids.to_vec(),
            log_probs: log_probs.to_vec(),
        }
    }

    #[test]
    fn turns_whose_prompts_go_on_are_one_sequence_with_a_mask() {
        let mut sequences = Vec::new();
        append_turn(&mut sequences, turn(&[1, 2], &[3], &[-0.5]));
        append_turn(&mut sequences, turn(&[1, 2, 3, 4], &[5, 6], &[-0.1, -0.2]));
        let [only] = &sequences[..] else { panic!("{sequences:?}") };
        assert_eq!(only.ids, [1, 2, 3, 4, 5, 6]);
        assert_eq!(only.mask(), [false, false, true, false, true, true]);
        assert_eq!(only.log_probs, [-0.5, -0.1, -0.2]);
    }

    #[test]
    fn a_template_that_rewrites_the_past_begins_another_sequence() {
        let mut sequences = Vec::new();
        append_turn(&mut sequences, turn(&[1, 2], &[3, 9], &[-0.5, -0.5]));
        append_turn(&mut sequences, turn(&[1, 2, 9, 4], &[5], &[-0.1]));
        assert_eq!(sequences.len(), 2);
        assert_eq!(sequences[1].ids, [1, 2, 9, 4, 5]);
    }

    #[test]
    fn log_probabilities_of_some_turns_only_are_dropped() {
        let mut sequences = Vec::new();
        append_turn(&mut sequences, turn(&[1], &[2], &[]));
        append_turn(&mut sequences, turn(&[1, 2], &[3], &[-0.1]));
        assert!(sequences[0].log_probs.is_empty());
    }
}
