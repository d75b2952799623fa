//! Batched generation: many transcripts advance in step, each token is computed once.
//!
//! All rows have read equally many tokens at any time, so nothing is padded and positions need no
//! correction. A row that waits for its turn reads what it was given (its instruction, an
//! observation) while others sample; as long as every row has given tokens left, they are read in
//! one stretch. Rows that end leave the batch.

use burn::tensor::{Int, Tensor, TensorData};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::model::cache::Cache;
use crate::model::decoder::{Decoder, NextToken};
use crate::sampling::{Sampling, draw};
use crate::text::template::Transcript;
use crate::text::tokenizer::Special;

/// Ended rows are dropped from the batch when they are this share of it.
const ENDED_SHARE: f64 = 0.2;

/// One transcript that is being generated.
#[derive(Debug)]
pub struct Row {
    /// What there is so far.
    pub transcript: Transcript,
    /// Where the agent's current turn starts.
    pub turn_start: usize,
    /// Draws this row's tokens, so that a row does not depend on its neighbours.
    pub random: Xoshiro256PlusPlus,
}

/// What follows a turn of the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterTurn {
    /// The caller has appended an observation; the agent goes on.
    Continue,
    /// The row has ended.
    Stop,
}

/// How much a row may generate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GenerationLimits {
    /// Tokens of one turn; a longer one is handed over as it is.
    pub turn_tokens_max: usize,
    /// Tokens of a transcript; a row that reaches them ends.
    pub context_tokens_max: usize,
}

/// Generates until every row has ended.
///
/// `on_turn` gets a row's index and the row when its agent has finished a turn: the turn is
/// `row.transcript.ids[row.turn_start..]`, closing mark included when there is one.
pub fn generate(
    model: &Decoder,
    rows: &mut [Row],
    sampling: Sampling,
    limits: GenerationLimits,
    mut on_turn: impl FnMut(usize, &mut Row) -> AfterTurn,
) {
    let device = model.device();
    let n_vocabulary = model.config().n_vocabulary;
    let mut cache = Cache::new(model.config().n_layers);
    let mut in_batch: Vec<usize> = (0..rows.len()).collect();
    let mut ended = vec![false; rows.len()];

    loop {
        let n_ended = in_batch.iter().filter(|&&row| ended[row]).count();
        if n_ended == in_batch.len() {
            return;
        }
        if n_ended as f64 >= ENDED_SHARE * in_batch.len() as f64 && n_ended > 0 {
            let kept: Vec<usize> =
                (0..in_batch.len()).filter(|&place| !ended[in_batch[place]]).collect();
            if cache.n_read > 0 {
                cache.keep_rows(&kept, &device);
            }
            in_batch.retain(|&row| !ended[row]);
        }

        let n_read = cache.n_read;
        let stretch = in_batch
            .iter()
            .filter(|&&row| !ended[row])
            .map(|&row| rows[row].transcript.ids.len() - n_read)
            .min()
            .unwrap_or(1);
        let ids = stretch_ids(rows, &in_batch, &ended, n_read, stretch);
        let ids =
            Tensor::<2, Int>::from_data(TensorData::new(ids, [in_batch.len(), stretch]), &device);
        let last = model.read(ids, &mut cache);
        let n_read = cache.n_read;

        let drawing: Vec<usize> = (0..in_batch.len())
            .filter(|&place| {
                let row = in_batch[place];
                !ended[row] && rows[row].transcript.ids.len() == n_read
            })
            .collect();
        if drawing.is_empty() {
            continue;
        }
        let spread = Spread::read(model.next_token(last, &cache));
        let mut probabilities = vec![0.0; n_vocabulary];
        for place in drawing {
            let number = in_batch[place];
            let row = &mut rows[number];
            spread.mix(place, &row.transcript.ids, &mut probabilities);
            let (id, log_prob) = draw(&probabilities, sampling, &mut row.random);
            row.transcript.push_sampled(id, log_prob);

            let n_turn = row.transcript.ids.len() - row.turn_start;
            if id == Special::End as u32 || n_turn >= limits.turn_tokens_max {
                ended[number] = on_turn(number, row) == AfterTurn::Stop;
                row.turn_start = row.transcript.ids.len();
            }
            ended[number] |= row.transcript.ids.len() >= limits.context_tokens_max;
        }
    }
}

/// The next ids of every row in the batch; rows that have ended read padding.
fn stretch_ids(
    rows: &[Row],
    in_batch: &[usize],
    ended: &[bool],
    n_read: usize,
    stretch: usize,
) -> Vec<i32> {
    let mut ids = Vec::with_capacity(in_batch.len() * stretch);
    for &row in in_batch {
        if ended[row] {
            ids.resize(ids.len() + stretch, Special::Pad as i32);
        } else {
            let given = &rows[row].transcript.ids[n_read..n_read + stretch];
            ids.extend(given.iter().map(|&id| id as i32));
        }
    }
    ids
}

/// The next token's distribution of every row, on the host.
struct Spread {
    vocabulary: Vec<f32>,
    n_vocabulary: usize,
    pointer: Option<(Vec<f32>, Vec<f32>)>,
    n_read: usize,
}

impl Spread {
    fn read(next: NextToken) -> Self {
        let floats = |tensor: Tensor<2>| {
            tensor.try_into_vec_as::<f32>().expect("the device returns what it computed")
        };
        let [_, n_vocabulary] = next.vocabulary.dims();
        let n_read = next.pointer.as_ref().map_or(0, |(spread, _)| spread.dims()[1]);
        Self {
            vocabulary: floats(next.vocabulary),
            n_vocabulary,
            pointer: next.pointer.map(|(spread, share)| (floats(spread), floats(share))),
            n_read,
        }
    }

    /// Writes the mixture of one row into `probabilities`, `[n_vocabulary]`.
    fn mix(&self, place: usize, ids: &[u32], probabilities: &mut [f32]) {
        let row = &self.vocabulary[place * self.n_vocabulary..(place + 1) * self.n_vocabulary];
        let Some((spread, share)) = &self.pointer else {
            probabilities.copy_from_slice(row);
            return;
        };
        let share = share[place];
        for (probability, from_vocabulary) in probabilities.iter_mut().zip(row) {
            *probability = share * from_vocabulary;
        }
        let spread = &spread[place * self.n_read..(place + 1) * self.n_read];
        for (&id, weight) in ids.iter().zip(spread) {
            probabilities[id as usize] += (1.0 - share) * weight;
        }
    }
}
