//! Sequences side by side in rows, none of which sees another.

use super::sequence::Sequence;
use crate::model::segments::Segments;

/// One row of sequences, and what is learned in it.
#[derive(Debug, Clone, PartialEq)]
pub struct PackedRow {
    /// Inputs: each sequence without its last token, which nothing follows.
    pub ids: Vec<u32>,
    /// Which sequence each token is of.
    pub segments: Segments,
    /// For each token of the agent, the position of the token before it.
    pub positions: Vec<usize>,
    /// For each token of the agent, its id.
    pub targets: Vec<u32>,
    /// For each token of the agent, the number of its sequence in the batch.
    pub owners: Vec<usize>,
    /// For each token of the agent, the log-probability (nats) that it was sampled with; empty when
    /// a sequence of the row does not say.
    pub log_probs: Vec<f32>,
}

impl PackedRow {
    /// Puts sequences of a batch into one row, in the given order.
    ///
    /// # Panics
    /// When a number is none of the batch's.
    pub fn new(batch: &[&Sequence], numbers: &[usize]) -> Self {
        let (mut ids, mut of_token) = (Vec::new(), Vec::new());
        let (mut positions, mut targets, mut owners) = (Vec::new(), Vec::new(), Vec::new());
        let mut log_probs = Vec::new();
        let known = numbers.iter().all(|&number| !batch[number].log_probs.is_empty());
        for &number in numbers {
            let sequence = batch[number];
            let from = ids.len();
            let inputs = &sequence.ids[..n_inputs(sequence)];
            ids.extend(inputs);
            of_token.extend(std::iter::repeat_n(number as u32, inputs.len()));
            for at in sequence.said() {
                positions.push(from + at - 1);
                targets.push(sequence.ids[at]);
                owners.push(number);
            }
            if known {
                let unlearned = sequence.n_said() - sequence.said().count();
                log_probs.extend(&sequence.log_probs[unlearned..]);
            }
        }
        let segments = Segments::new(1, ids.len(), &of_token);
        Self { ids, segments, positions, targets, owners, log_probs }
    }

    /// How many tokens are learned.
    pub fn n_targets(&self) -> usize {
        self.targets.len()
    }
}

/// Packs a batch into rows of at most `row_tokens_max` tokens. A longer sequence has a row of its own.
///
/// Each sequence goes, the longest first, into the first row with room (first-fit decreasing): at most
/// 11/9 of the fewest rows. Rows come in descending order of their tokens. Sequences that teach
/// nothing are left out.
///
/// # Source
/// First-fit decreasing: D. S. Johnson, "Near-optimal bin packing algorithms", MIT, 1973.
pub fn pack(batch: &[&Sequence], row_tokens_max: usize) -> Vec<PackedRow> {
    let mut order: Vec<usize> =
        (0..batch.len()).filter(|&number| batch[number].said().next().is_some()).collect();
    order.sort_by_key(|&number| (std::cmp::Reverse(n_inputs(batch[number])), number));
    let mut rows: Vec<(usize, Vec<usize>)> = Vec::new();
    for number in order {
        let n_tokens = n_inputs(batch[number]);
        match rows.iter_mut().find(|(n_filled, _)| n_filled + n_tokens <= row_tokens_max) {
            Some((n_filled, row)) => {
                *n_filled += n_tokens;
                row.push(number);
            }
            None => rows.push((n_tokens, vec![number])),
        }
    }
    rows.sort_by_key(|(n_filled, _)| std::cmp::Reverse(*n_filled));
    rows.iter().map(|(_, numbers)| PackedRow::new(batch, numbers)).collect()
}

/// Tokens of a sequence that the model reads.
pub fn n_inputs(sequence: &Sequence) -> usize {
    sequence.ids.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop, proptest};

    use super::{PackedRow, n_inputs, pack};
    use crate::train::sequence::Sequence;

    fn sequence(ids: &[u32], agent_spans: &[(usize, usize)]) -> Sequence {
        let agent_spans = agent_spans.to_vec();
        let n_said = agent_spans.iter().map(|(from, to)| to - from).sum();
        let log_probs = (1..=n_said).map(|number| -(number as f32)).collect();
        Sequence { ids: ids.to_vec(), agent_spans, log_probs }
    }

    #[test]
    fn each_token_of_the_agent_is_learned_at_the_token_before_it() {
        let one = sequence(&[9, 20, 21, 30, 31], &[(1, 3), (4, 5)]);
        let other = sequence(&[40, 41, 42], &[(0, 2)]);
        let row = PackedRow::new(&[&one, &other], &[0, 1]);
        assert_eq!(row.ids, [9, 20, 21, 30, 40, 41]);
        assert_eq!(row.positions, [0, 1, 3, 4]);
        assert_eq!(row.targets, [20, 21, 31, 41]);
        assert_eq!(row.owners, [0, 0, 0, 1]);
        // Nothing predicts the first token of the second one, so its number is left out too.
        assert_eq!(row.log_probs, [-1.0, -2.0, -3.0, -2.0]);
        assert_eq!(row.segments.start(0, 3), 0);
        assert_eq!(row.segments.start(0, 5), 4);
    }

    #[test]
    fn sequences_that_teach_nothing_take_no_room() {
        let heard = sequence(&[1, 2, 3], &[]);
        let said = sequence(&[1, 2, 3], &[(1, 2)]);
        let rows = pack(&[&heard, &said, &heard], 10);
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].owners, [1]);
    }

    proptest! {
        #[test]
        fn every_sequence_is_in_one_row_and_no_row_is_too_full(
            lengths in prop::collection::vec(2..60usize, 1..20)
        ) {
            let batch: Vec<Sequence> =
                lengths.iter().map(|&n| sequence(&vec![7; n], &[(1, n)])).collect();
            let batch: Vec<&Sequence> = batch.iter().collect();
            let rows = pack(&batch, 50);
            let mut n_targets = vec![0; batch.len()];
            for row in &rows {
                let mut members = row.owners.clone();
                members.dedup();
                assert!(row.ids.len() <= 50 || members.len() == 1);
                for &owner in &row.owners {
                    n_targets[owner] += 1;
                }
            }
            let expected: Vec<usize> = batch.iter().map(|s| n_inputs(s)).collect();
            assert_eq!(n_targets, expected);
        }
    }
}
