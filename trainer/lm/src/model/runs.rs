//! Where sequences begin and go on, for blocks that carry a state from token to token.
//!
//! Tokens are taken a chunk at a time: within one, everything is products of matrices; from one to
//! the next goes the state. Masks keep sequences of one row apart, exactly and at any place.

use burn::tensor::{Device, Tensor, TensorData};

use super::segments::Segments;

/// The longest chunk, in tokens.
const CHUNK_TOKENS_MAX: usize = 64;

/// The chunks of a batch, and masks of ones and zeros.
///
/// `r` is one when all rows are alike, else `n_rows`. The last chunk is filled with tokens that go
/// on with the last sequence.
#[derive(Debug, Clone)]
pub struct Runs {
    /// Tokens a chunk, a power of two.
    pub n_chunk: usize,
    /// Chunks a row.
    pub n_chunks: usize,
    /// Whether a token of the chunk is of the sequence of another and not after it,
    /// `[r, 1, n_chunks, n_chunk, n_chunk]`.
    pub together: Tensor<5>,
    /// Whether the sequence of a token began before the chunk, `[r, 1, n_chunks, n_chunk, 1]`.
    pub carried: Tensor<5>,
    /// Whether a token is of the sequence that the chunk ends with, as `carried`.
    pub lasting: Tensor<5>,
    /// For blocks of 1, 2, 4, .. tokens: the block under the first of each pair of blocks,
    /// `[1, 1, 1, n_chunk, n_chunk]` each.
    pub under: Vec<Tensor<5>>,
    /// Whether the token one, two, .. places back is of the same sequence, `[n_rows, n_tokens, 1]`
    /// each; nothing when it always is.
    pub reaches: Vec<Tensor<3>>,
}

impl Runs {
    /// The runs of whole sequences, whose convolutions see `n_back` tokens back.
    pub fn of_sequences(
        dims: [usize; 2],
        segments: Option<&Segments>,
        n_back: usize,
        device: &Device,
    ) -> Self {
        let n_tokens = dims[1];
        let n_rows = if segments.is_some() { dims[0] } else { 1 };
        let n_chunk = CHUNK_TOKENS_MAX.min(n_tokens.next_power_of_two());
        let n_chunks = n_tokens.div_ceil(n_chunk);
        let start = |row: usize, column: usize| match segments {
            Some(segments) => segments.start(row, column.min(n_tokens - 1)),
            None => 0,
        };
        let (mut together, mut carried, mut lasting) = (Vec::new(), Vec::new(), Vec::new());
        for row in 0..n_rows {
            for from in (0..n_chunks * n_chunk).step_by(n_chunk) {
                let last = start(row, from + n_chunk - 1);
                for column in from..from + n_chunk {
                    let begin = start(row, column);
                    let seen = |other: usize| begin <= other && other <= column;
                    together.extend((from..from + n_chunk).map(|other| number(seen(other))));
                    // The very first sequence goes on with what was read before.
                    carried.push(number(begin < from || begin == 0));
                    lasting.push(number(begin == last));
                }
            }
        }
        let masks = |values: Vec<f32>, width: usize| {
            let shape = [n_rows, 1, n_chunks, n_chunk, width];
            Tensor::from_data(TensorData::new(values, shape), device)
        };
        Self {
            n_chunk,
            n_chunks,
            together: masks(together, n_chunk),
            carried: masks(carried, 1),
            lasting: masks(lasting, 1),
            under: under(n_chunk, device),
            reaches: match segments {
                Some(segments) => (1..=n_back).map(|n| reaches(segments, n, device)).collect(),
                None => Vec::new(),
            },
        }
    }
}

fn reaches(segments: &Segments, n_back: usize, device: &Device) -> Tensor<3> {
    let [n_rows, n_tokens] = segments.dims();
    let values: Vec<f32> = (0..n_rows)
        .flat_map(|row| (0..n_tokens).map(move |column| (row, column)))
        .map(|(row, column)| number(column - segments.start(row, column) >= n_back))
        .collect();
    Tensor::from_data(TensorData::new(values, [n_rows, n_tokens, 1]), device)
}

fn under(n: usize, device: &Device) -> Vec<Tensor<5>> {
    let sizes = (0..n.ilog2()).map(|power| 1usize << power);
    let of_size = |size: usize| {
        let values: Vec<f32> = (0..n * n)
            .map(|place| (place / n, place % n))
            .map(|(row, column)| {
                let pair = row / (2 * size) == column / (2 * size);
                number(pair && row / size == column / size + 1)
            })
            .collect();
        Tensor::from_data(TensorData::new(values, [1, 1, 1, n, n]), device)
    };
    sizes.map(of_size).collect()
}

fn number(yes: bool) -> f32 {
    if yes { 1.0 } else { 0.0 }
}
