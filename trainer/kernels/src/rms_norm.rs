//! Root-mean-square norms.

use burn::backend::flex::FlexTensor;
use burn::tensor::Tensor;

use crate::buffer::{fill_rows, fill_rows_reading, numbers, sum_pairs, tensor, width};
use crate::record::{InputGradients, run};

/// Rows whose gradients by the weight are summed together, before they are summed with others.
const SUMMED_ROWS: usize = 256;

/// Scales each vector of the last dimension to a mean square of one, then each channel by its weight.
///
/// # Shapes
/// - `x`: `[…, width]`; returns the same
/// - `weight`: `[width]`
///
/// # Source
/// RMSNorm, arXiv:1910.07467, section 4; `epsilon` is added to the mean square.
pub fn rms_norm<const D: usize>(x: Tensor<D>, weight: Tensor<1>, epsilon: f32) -> Tensor<D> {
    let inputs = [x.clone().into_dispatch(), weight.clone().into_dispatch()];
    run(inputs, |inputs| forward(inputs, epsilon), backward)
        .unwrap_or_else(|| composed(x, weight, epsilon))
}

fn composed<const D: usize>(x: Tensor<D>, weight: Tensor<1>, epsilon: f32) -> Tensor<D> {
    let scale = (x.clone().square().mean_dim(D - 1) + epsilon).sqrt().recip();
    x * scale * weight.unsqueeze()
}

#[derive(Debug, Clone)]
struct Saved {
    x: FlexTensor,
    weight: FlexTensor,
    /// What each row was scaled by.
    scales: Vec<f32>,
}

fn forward([x, weight]: [FlexTensor; 2], epsilon: f32) -> (FlexTensor, Saved) {
    let (x, weight) = (x.to_contiguous(), weight.to_contiguous());
    let d = width(&x);
    let (from, by) = (numbers(&x), numbers(&weight));
    let mut scales = vec![0.0; from.len() / d];
    fill_rows_reading(
        d,
        &mut scales,
        1,
        #[inline(always)]
        |first, scales| {
            for (scale, row) in scales.iter_mut().zip(from[first * d..].chunks_exact(d)) {
                let square = sum_pairs(row, row, |a, b| a * b) / d as f32;
                *scale = (square + epsilon).sqrt().recip();
            }
        },
    );
    let mut out = vec![0.0; from.len()];
    fill_rows(
        &mut out,
        d,
        #[inline(always)]
        |first, out| {
            let rows = from[first * d..].chunks_exact(d).zip(&scales[first..]);
            for (out, (row, scale)) in out.chunks_exact_mut(d).zip(rows) {
                for ((out, x), weight) in out.iter_mut().zip(row).zip(by) {
                    *out = x * scale * weight;
                }
            }
        },
    );
    let out = tensor(out, x.layout().shape().clone());
    (out, Saved { x, weight, scales })
}

fn backward(saved: Saved, of_output: FlexTensor, needed: [bool; 2]) -> InputGradients<2> {
    let Saved { x, weight, scales } = saved;
    let of_output = of_output.to_contiguous();
    let d = width(&x);
    let (from, by, back) = (numbers(&x), numbers(&weight), numbers(&of_output));
    let of_x = needed[0].then(|| {
        let mut out = vec![0.0; from.len()];
        fill_rows(
            &mut out,
            d,
            #[inline(always)]
            |first, out| {
                let rows = from[first * d..].chunks_exact(d).zip(back[first * d..].chunks_exact(d));
                for ((out, (row, back)), scale) in
                    out.chunks_exact_mut(d).zip(rows).zip(&scales[first..])
                {
                    // First the gradient by the scaled vector, then the one by the vector.
                    for ((out, back), weight) in out.iter_mut().zip(back).zip(by) {
                        *out = back * weight;
                    }
                    let along = sum_pairs(out, row, |a, b| a * b) * scale * scale / d as f32;
                    for (out, x) in out.iter_mut().zip(row) {
                        *out = (*out - x * along) * scale;
                    }
                }
            },
        );
        tensor(out, x.layout().shape().clone())
    });
    let of_weight = needed[1].then(|| {
        // Sums over stretches of rows, one below the other: their order is fixed.
        let n_stretches = scales.len().div_ceil(SUMMED_ROWS);
        let mut sums = vec![0.0; n_stretches * d];
        fill_rows_reading(
            SUMMED_ROWS * d,
            &mut sums,
            d,
            #[inline(always)]
            |first, sums| {
                for (stretch, sum) in sums.chunks_exact_mut(d).enumerate() {
                    let from_row = (first + stretch) * SUMMED_ROWS;
                    let rows = from[from_row * d..]
                        .chunks_exact(d)
                        .zip(back[from_row * d..].chunks_exact(d));
                    let rows = rows.zip(&scales[from_row..]).take(SUMMED_ROWS);
                    for ((row, back), scale) in rows {
                        for (sum, (x, back)) in sum.iter_mut().zip(row.iter().zip(back)) {
                            *sum += back * x * scale;
                        }
                    }
                }
            },
        );
        let mut total = vec![0.0; d];
        for sum in sums.chunks_exact(d) {
            for (total, sum) in total.iter_mut().zip(sum) {
                *total += sum;
            }
        }
        tensor(total, weight.layout().shape().clone())
    });
    [of_x, of_weight]
}

#[cfg(test)]
mod tests {
    use super::{composed, rms_norm};
    use crate::compare::{agree, by, drawn};

    #[test]
    fn agrees_with_the_composed_operations() {
        // More rows than are summed together, and a width that is no multiple of the lanes.
        let (x, weight) = (drawn([3, 100, 37], 1), drawn([37], 2));
        let one = || rms_norm(x.clone(), weight.clone(), 1e-5);
        let other = || composed(x.clone(), weight.clone(), 1e-5);
        agree(one, other, &[&by(&x), &by(&weight)]);
    }
}
