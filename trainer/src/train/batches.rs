//! Transcripts as batches: which positions are scored, and which transcripts share a batch.

use crate::model::decoder::Targets;
use crate::text::template::Transcript;

/// Transcripts that go through the model together, padded at the end to the longest.
#[derive(Debug, Clone, Default)]
pub struct MicroBatch {
    /// Inputs: each transcript without its last token, which nothing follows.
    pub ids: Vec<Vec<u32>>,
    /// Every token the agent generated, transcript by transcript.
    pub targets: Targets,
    /// For each target, which transcript of the batch it belongs to.
    pub owners: Vec<usize>,
    /// For each target, the log-probability with which it was sampled.
    pub sampled_log_probs: Vec<f32>,
}

impl MicroBatch {
    /// Puts transcripts into one batch.
    pub fn new<'a>(transcripts: impl IntoIterator<Item = &'a Transcript>) -> Self {
        let transcripts: Vec<&Transcript> = transcripts.into_iter().collect();
        let n_tokens = transcripts.iter().map(|t| n_inputs(t)).max().unwrap_or(0);
        let mut batch = Self::default();
        for (row, transcript) in transcripts.into_iter().enumerate() {
            batch.ids.push(transcript.ids[..n_inputs(transcript)].to_vec());
            // The first token has nothing before it to be predicted from.
            for at in 1..transcript.ids.len() {
                if transcript.by_agent[at] {
                    batch.targets.positions.push((row * n_tokens + at - 1) as i32);
                    batch.targets.ids.push(transcript.ids[at] as i32);
                    batch.owners.push(row);
                    batch.sampled_log_probs.push(transcript.log_probs[at]);
                }
            }
        }
        batch
    }

    /// How many tokens are scored.
    pub fn n_targets(&self) -> usize {
        self.owners.len()
    }
}

fn n_inputs(transcript: &Transcript) -> usize {
    transcript.ids.len().saturating_sub(1)
}

/// Groups transcripts of like length, so that little is padding and no group holds more than
/// `padded_tokens_max` tokens. A longer transcript is a group of its own.
///
/// The groups are as small as an even number of them allows, so that two threads end together.
pub fn plan_micro_batches(lengths: &[usize], padded_tokens_max: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    order.sort_by_key(|&index| (lengths[index], index));
    let fewest = group_in_order(&order, lengths, padded_tokens_max);
    let n_groups = fewest.len().next_multiple_of(2);
    // The smaller the budget, the more groups: halve the interval that holds the smallest one.
    let (mut too_small, mut enough) = (0, padded_tokens_max);
    while enough - too_small > 1 {
        let middle = too_small + (enough - too_small) / 2;
        if group_in_order(&order, lengths, middle).len() <= n_groups {
            enough = middle;
        } else {
            too_small = middle;
        }
    }
    group_in_order(&order, lengths, enough)
}

/// Fills one group after the other, in the order of ascending lengths.
fn group_in_order(order: &[usize], lengths: &[usize], padded_tokens_max: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &index in order {
        // Lengths ascend, so this one is the longest of the group it joins.
        match groups.last_mut() {
            Some(group) if (group.len() + 1) * lengths[index] <= padded_tokens_max => {
                group.push(index);
            }
            _ => groups.push(vec![index]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::{MicroBatch, plan_micro_batches};
    use crate::text::template::Transcript;

    #[test]
    fn only_the_agents_tokens_are_targets_and_each_is_scored_at_the_token_before() {
        let first = Transcript {
            ids: vec![1, 20, 2, 30, 5],
            by_agent: vec![false, false, true, true, true],
            log_probs: vec![0.0, 0.0, -0.1, -0.2, -0.3],
            ..Transcript::default()
        };
        let second = Transcript {
            ids: vec![1, 4, 5],
            by_agent: vec![false, true, false],
            log_probs: vec![0.0, -0.4, 0.0],
            ..Transcript::default()
        };
        let batch = MicroBatch::new([&first, &second]);
        assert_eq!(batch.ids, vec![vec![1, 20, 2, 30], vec![1, 4]]);
        assert_eq!(batch.targets.positions, vec![1, 2, 3, 4]);
        assert_eq!(batch.targets.ids, vec![2, 30, 5, 4]);
        assert_eq!(batch.owners, vec![0, 0, 0, 1]);
        assert_eq!(batch.sampled_log_probs, vec![-0.1, -0.2, -0.3, -0.4]);
    }

    #[test]
    fn groups_hold_every_transcript_once_within_the_budget() {
        let lengths = [5, 90, 7, 30, 31, 200, 6];
        let groups = plan_micro_batches(&lengths, 100);
        let mut seen: Vec<usize> = groups.iter().flatten().copied().collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..lengths.len()).collect::<Vec<_>>());
        for group in &groups {
            let longest = group.iter().map(|&index| lengths[index]).max().unwrap_or(0);
            assert!(group.len() == 1 || group.len() * longest <= 100, "{group:?}");
        }
    }

    #[test]
    fn groups_are_an_even_number_of_about_equal_cost() {
        let sizes = |lengths: &[usize], tokens_max: usize| -> Vec<usize> {
            plan_micro_batches(lengths, tokens_max).iter().map(Vec::len).collect()
        };
        // Three groups would hold eight of these; four hold two each.
        assert_eq!(sizes(&[240, 241, 242, 243, 244, 245, 246, 247], 768), [2, 2, 2, 2]);
        // All fit into one, and two are quicker.
        assert_eq!(sizes(&[100; 6], 768), [3, 3]);
        assert_eq!(sizes(&[300], 768), [1]);
        assert_eq!(sizes(&[], 768), [0; 0]);
    }
}
