//! Which keys each query may see, worked out once for all blocks.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use burn::tensor::{Device, Tensor, TensorData};

/// Queries that are scored together.
const STRETCH: usize = 64;

/// Added to the scores of keys that a query may not see: far below any score, and a number in every
/// float type.
const UNSEEN: f32 = -3e4;

/// The stretches of queries, one after the other. Cloning shares them.
#[derive(Debug, Clone)]
pub struct Sight {
    stretches: Arc<[Stretch]>,
}

/// Consecutive queries, and the keys that any of them sees.
#[derive(Debug)]
pub(crate) struct Stretch {
    /// The queries, as columns of the new tokens.
    pub(crate) queries: Range<usize>,
    /// The keys, as columns of all tokens.
    pub(crate) keys: Range<usize>,
    /// What each query sees of these keys, row after row; one row stands for rows that are all alike.
    pub(crate) seen: Vec<Range<usize>>,
    mask: OnceLock<Tensor<4>>,
}

impl Sight {
    /// Sight of `n_new` tokens of each row.
    ///
    /// `seen` gives the keys that a query of a row sees, as columns of all tokens; rows that are all
    /// alike may be given as one.
    pub fn new(n_rows: usize, n_new: usize, seen: impl Fn(usize, usize) -> Range<usize>) -> Self {
        let stretches = (0..n_new)
            .step_by(STRETCH)
            .map(|from| Stretch::new(n_rows, from..n_new.min(from + STRETCH), &seen))
            .collect();
        Self { stretches }
    }

    /// Sight of `n_new` tokens of each row that follow the `n_read` which the row has read: each sees
    /// itself and all before it. One number stands for rows that have all read as many.
    pub fn after(n_read: &[usize], n_new: usize) -> Self {
        let level = n_read.windows(2).all(|pair| pair[0] == pair[1]);
        let n_rows = if level { 1 } else { n_read.len() };
        Self::new(n_rows, n_new, |row, query| 0..n_read[row] + query + 1)
    }

    /// The stretches, in the order of the queries.
    pub(crate) fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }
}

impl Stretch {
    fn new(
        n_rows: usize,
        queries: Range<usize>,
        seen: &impl Fn(usize, usize) -> Range<usize>,
    ) -> Self {
        let all = (0..n_rows).flat_map(|row| queries.clone().map(move |query| (row, query)));
        let mut seen: Vec<Range<usize>> = all.map(|(row, query)| seen(row, query)).collect();
        let first = seen.iter().map(|range| range.start).min().unwrap_or(0);
        let end = seen.iter().map(|range| range.end).max().unwrap_or(0);
        for range in &mut seen {
            *range = range.start - first..range.end - first;
        }
        Self { queries, keys: first..end, seen, mask: OnceLock::new() }
    }

    /// What to add to the scores, `[1 or n_rows, 1, n_queries, n_keys]`; `None` when all queries see
    /// all of the keys.
    pub(crate) fn mask(&self, device: &Device) -> Option<&Tensor<4>> {
        let all = 0..self.keys.len();
        if self.seen.iter().all(|range| *range == all) {
            return None;
        }
        Some(self.mask.get_or_init(|| {
            let row = |range: &Range<usize>| {
                let range = range.clone();
                all.clone().map(move |key| if range.contains(&key) { 0.0 } else { UNSEEN })
            };
            let values: Vec<f32> = self.seen.iter().flat_map(row).collect();
            let n_queries = self.queries.len();
            let shape = [self.seen.len() / n_queries, 1, n_queries, self.keys.len()];
            Tensor::from_data(TensorData::new(values, shape), device)
        }))
    }
}
