//! What a model learns from: tokens, and which of them it said.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Tokens that a model reads in one piece, and which of them are the agent's.
///
/// The ids are those that were sampled, or those of a demonstration; text is never tokenized again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Sequence {
    /// Every token.
    pub ids: Vec<u32>,
    /// Where the agent's tokens are: from the first position to before the second, in order.
    pub agent_spans: Vec<(usize, usize)>,
    /// The log-probabilities (nats) with which the agent's tokens were sampled, in order; empty when
    /// unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log_probs: Vec<f32>,
}

/// Why tokens are no sequence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SequenceError {
    /// A span reaches out of the tokens, or overlaps the one before.
    #[error("`agent_spans` has ({0}, {1}), which is empty, out of order or past the last token")]
    Span(usize, usize),
    /// Numbers are there for some of the agent's tokens only.
    #[error("`log_probs` has {n_log_probs} numbers for {n_said} tokens of the agent")]
    LogProbs {
        /// How many numbers there are.
        n_log_probs: usize,
        /// How many tokens the agent said.
        n_said: usize,
    },
    /// An id is none of the model's.
    #[error("the id {id} is outside of the model's vocabulary of {n_vocabulary}")]
    UnknownId {
        /// The id.
        id: u32,
        /// How many ids the model knows.
        n_vocabulary: usize,
    },
}

impl Sequence {
    /// Appends tokens that the agent hears.
    pub fn hear(&mut self, ids: &[u32]) {
        self.ids.extend(ids);
    }

    /// Appends tokens that the agent says. `log_probs` are those of the tokens, or none.
    pub fn say(&mut self, ids: &[u32], log_probs: &[f32]) {
        let from = self.ids.len();
        self.ids.extend(ids);
        match self.agent_spans.last_mut() {
            Some(last) if last.1 == from => last.1 = self.ids.len(),
            _ if ids.is_empty() => {}
            _ => self.agent_spans.push((from, self.ids.len())),
        }
        self.log_probs.extend(log_probs);
    }

    /// How many tokens the agent said.
    pub fn n_said(&self) -> usize {
        self.agent_spans.iter().map(|(from, to)| to - from).sum()
    }

    /// The positions of the agent's tokens that are learned, in order: all but a token that nothing
    /// stands before, since nothing predicts it.
    pub fn said(&self) -> impl Iterator<Item = usize> {
        self.agent_spans.iter().flat_map(|&(from, to)| from..to).filter(|&at| at > 0)
    }

    /// Checks what came from outside against a model.
    ///
    /// # Errors
    /// [`SequenceError`], which says what is wrong.
    pub fn check(&self, n_vocabulary: usize) -> Result<(), SequenceError> {
        let mut end = 0;
        for &(from, to) in &self.agent_spans {
            if from < end || to <= from || to > self.ids.len() {
                return Err(SequenceError::Span(from, to));
            }
            end = to;
        }
        let (n_log_probs, n_said) = (self.log_probs.len(), self.n_said());
        if n_log_probs != 0 && n_log_probs != n_said {
            return Err(SequenceError::LogProbs { n_log_probs, n_said });
        }
        match self.ids.iter().find(|id| **id as usize >= n_vocabulary) {
            Some(&id) => Err(SequenceError::UnknownId { id, n_vocabulary }),
            None => Ok(()),
        }
    }

    /// Cuts the sequence after `n_tokens_max` tokens.
    pub fn truncate(&mut self, n_tokens_max: usize) {
        self.ids.truncate(n_tokens_max);
        self.agent_spans.retain_mut(|span| {
            span.1 = span.1.min(n_tokens_max);
            span.0 < span.1
        });
        let n_said = self.n_said();
        self.log_probs.truncate(n_said);
    }
}

#[cfg(test)]
mod tests {
    use super::{Sequence, SequenceError};

    fn conversation() -> Sequence {
        let mut sequence = Sequence::default();
        sequence.hear(&[1, 2]);
        sequence.say(&[3, 4], &[-0.1, -0.2]);
        sequence.say(&[5], &[-0.3]);
        sequence.hear(&[6]);
        sequence.say(&[7], &[-0.4]);
        sequence
    }

    #[test]
    fn what_is_said_in_a_row_is_one_span() {
        let sequence = conversation();
        assert_eq!(sequence.agent_spans, [(2, 5), (6, 7)]);
        assert_eq!(sequence.said().collect::<Vec<_>>(), [2, 3, 4, 6]);
        assert_eq!(sequence.check(8), Ok(()));
    }

    #[test]
    fn what_does_not_fit_together_is_told() {
        let with = |change: fn(&mut Sequence)| {
            let mut sequence = conversation();
            change(&mut sequence);
            sequence.check(8)
        };
        assert_eq!(with(|s| s.agent_spans[1] = (4, 7)), Err(SequenceError::Span(4, 7)));
        assert_eq!(with(|s| s.agent_spans[1] = (6, 8)), Err(SequenceError::Span(6, 8)));
        let missing = SequenceError::LogProbs { n_log_probs: 3, n_said: 4 };
        assert_eq!(with(|s| s.log_probs.truncate(3)), Err(missing));
        let unknown = SequenceError::UnknownId { id: 8, n_vocabulary: 8 };
        assert_eq!(with(|s| s.ids[0] = 8), Err(unknown));
    }

    #[test]
    fn a_cut_keeps_what_was_said_before_it() {
        let mut sequence = conversation();
        sequence.truncate(4);
        assert_eq!(sequence.agent_spans, [(2, 4)]);
        assert_eq!(sequence.log_probs, [-0.1, -0.2]);
        assert_eq!(sequence.check(8), Ok(()));
    }
}
