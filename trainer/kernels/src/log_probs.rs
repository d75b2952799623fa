//! The log-probability of given tokens.

use burn::backend::flex::FlexTensor;
use burn::tensor::activation::log_softmax;
use burn::tensor::{Int, Tensor, TensorData};

use crate::buffer::{fill_rows, fill_rows_reading, greatest, numbers, sum_pairs, tensor, width};
use crate::exp::exp;
use crate::record::{InputGradients, run};

/// The log-probability (nats) of one token at each place.
///
/// # Shapes
/// - `logits`: `[n, n_vocabulary]`
/// - `ids`: `[n]`, each below `n_vocabulary`
/// - returns: `[n]`
pub fn log_probs(logits: Tensor<2>, ids: &[u32]) -> Tensor<1> {
    run([logits.clone().into_dispatch()], |inputs| forward(inputs, ids), backward)
        .unwrap_or_else(|| composed(logits, ids))
}

fn composed(logits: Tensor<2>, ids: &[u32]) -> Tensor<1> {
    let n = ids.len();
    let ids: Vec<i32> = ids.iter().map(|&id| id as i32).collect();
    let ids = Tensor::<2, Int>::from_data(TensorData::new(ids, [n, 1]), &logits.device());
    log_softmax(logits, 1).gather(1, ids).reshape([n])
}

#[derive(Debug, Clone)]
struct Saved {
    logits: FlexTensor,
    ids: Vec<u32>,
    /// The logarithm of each row's sum of exponentials.
    log_sums: Vec<f32>,
}

fn forward([logits]: [FlexTensor; 1], ids: &[u32]) -> (FlexTensor, Saved) {
    let logits = logits.to_contiguous();
    let n_vocabulary = width(&logits);
    let from = numbers(&logits);
    let mut log_sums = vec![0.0; ids.len()];
    let row_of = |row: usize| &from[row * n_vocabulary..][..n_vocabulary];
    fill_rows_reading(
        n_vocabulary,
        &mut log_sums,
        1,
        #[inline(always)]
        |first, log_sums| {
            for (number, log_sum) in log_sums.iter_mut().enumerate() {
                let row = row_of(first + number);
                let greatest = greatest(row);
                *log_sum = greatest + sum_pairs(row, row, |x, _| exp(x - greatest)).ln();
            }
        },
    );
    let at = |(row, &id): (usize, &u32)| row_of(row)[id as usize] - log_sums[row];
    let out: Vec<f32> = ids.iter().enumerate().map(at).collect();
    (tensor(out, [ids.len()]), Saved { logits, ids: ids.to_vec(), log_sums })
}

fn backward(saved: Saved, of_output: FlexTensor, _: [bool; 1]) -> InputGradients<1> {
    let Saved { logits, ids, log_sums } = saved;
    let of_output = of_output.to_contiguous();
    let (from, back) = (numbers(&logits), numbers(&of_output));
    let n_vocabulary = width(&logits);
    let mut out = vec![0.0; from.len()];
    fill_rows(
        &mut out,
        n_vocabulary,
        #[inline(always)]
        |first, out| {
            let rows = from[first * n_vocabulary..].chunks_exact(n_vocabulary);
            for (number, (out, row)) in out.chunks_exact_mut(n_vocabulary).zip(rows).enumerate() {
                let place = first + number;
                let (back, log_sum) = (back[place], log_sums[place]);
                for (out, x) in out.iter_mut().zip(row) {
                    *out = -back * exp(x - log_sum);
                }
                out[ids[place] as usize] += back;
            }
        },
    );
    [Some(tensor(out, logits.layout().shape().clone()))]
}

#[cfg(test)]
mod tests {
    use super::{composed, log_probs};
    use crate::compare::{agree, by, drawn};

    #[test]
    fn agrees_with_the_composed_operations() {
        let logits = drawn([6, 83], 1);
        let ids = [0, 82, 5, 5, 17, 40];
        let scaled = || logits.clone() * 6.0;
        let one = || log_probs(scaled(), &ids);
        agree(one, || composed(scaled(), &ids), &[&by(&logits)]);
    }
}
