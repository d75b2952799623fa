//! Which keys each query may see, worked out once for all blocks.

use std::ops::Range;

use burn::tensor::{Device, Tensor, TensorData};

use super::segments::Segments;

/// Queries that are scored together.
const STRETCH: usize = 64;

/// Added to the scores of keys that a query may not see: far below any score, and a number in every
/// float type.
const UNSEEN: f32 = -3e4;

/// The stretches of queries, one after the other.
#[derive(Debug, Clone)]
pub struct Sight {
    stretches: Vec<Stretch>,
}

/// Consecutive queries, and the keys that any of them sees.
#[derive(Debug, Clone)]
pub struct Stretch {
    /// The queries, as columns of the new tokens.
    pub queries: Range<usize>,
    /// The keys, as columns of all tokens.
    pub keys: Range<usize>,
    /// Zero where a query sees a key and very negative elsewhere, `[1 or n_rows, 1, n_queries,
    /// n_keys]`; `None` when all queries see all of the keys.
    pub mask: Option<Tensor<4>>,
}

impl Sight {
    /// Sight of whole sequences: each token sees itself and those before it in its sequence.
    pub fn of_sequences(
        n_rows: usize,
        n_tokens: usize,
        segments: Option<&Segments>,
        device: &Device,
    ) -> Self {
        match segments {
            None => Self::new(1, n_tokens, |_, query| 0..query + 1, device),
            Some(segments) => Self::new(
                n_rows,
                n_tokens,
                |row, query| segments.start(row, query)..query + 1,
                device,
            ),
        }
    }

    /// Sight of new tokens after those that each row has read.
    pub fn after(n_read: &[usize], n_new: usize, device: &Device) -> Self {
        let level = n_read.windows(2).all(|pair| pair[0] == pair[1]);
        let n_rows = if level { 1 } else { n_read.len() };
        Self::new(n_rows, n_new, |row, query| 0..n_read[row] + query + 1, device)
    }

    /// The stretches, in the order of the queries.
    pub fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    fn new(
        n_rows: usize,
        n_new: usize,
        seen: impl Fn(usize, usize) -> Range<usize>,
        device: &Device,
    ) -> Self {
        let stretches = (0..n_new)
            .step_by(STRETCH)
            .map(|from| Stretch::new(n_rows, from..n_new.min(from + STRETCH), &seen, device))
            .collect();
        Self { stretches }
    }
}

impl Stretch {
    fn new(
        n_rows: usize,
        queries: Range<usize>,
        seen: &impl Fn(usize, usize) -> Range<usize>,
        device: &Device,
    ) -> Self {
        let all = || (0..n_rows).flat_map(|row| queries.clone().map(move |query| (row, query)));
        let ranges: Vec<Range<usize>> = all().map(|(row, query)| seen(row, query)).collect();
        let first = ranges.iter().map(|range| range.start).min().unwrap_or(0);
        let end = ranges.iter().map(|range| range.end).max().unwrap_or(0);
        let keys = first..end;
        if ranges.iter().all(|range| *range == keys) {
            return Self { queries, keys, mask: None };
        }
        let values: Vec<f32> = ranges
            .iter()
            .flat_map(|range| {
                keys.clone().map(|key| if range.contains(&key) { 0.0 } else { UNSEEN })
            })
            .collect();
        let shape = [n_rows, 1, queries.len(), keys.len()];
        let mask = Tensor::from_data(TensorData::new(values, shape), device);
        Self { queries, keys, mask: Some(mask) }
    }
}
