//! Matrix products of a few rows.

use burn::backend::Flex;
use burn::tensor::Tensor;

use crate::buffer::{fill_rows_reading, numbers, sum_pairs, tensor};
use crate::record::plain;

/// Rows up to which a product waits for its matrix to come from memory, and not for arithmetic.
const ROWS_MAX: usize = 8;

/// Parts of the matrix that are read side by side. How many there are must not depend on the threads,
/// as sums do on their order.
const PARTS: usize = 4;

/// Rows of the matrix that are added up at once.
const STEP: usize = 4;

/// `x · matrix`.
///
/// When there are few rows and no graph, as when a text is generated, several threads read the matrix,
/// each some rows of it: Burn's product leaves that to one, whose share of the memory's speed is
/// small.
///
/// # Shapes
/// - `x`: `[n, d_in]`
/// - `matrix`: `[d_in, d_out]`
/// - returns: `[n, d_out]`
pub fn product(x: Tensor<2>, matrix: Tensor<2>) -> Tensor<2> {
    let [n_rows, d_in] = x.dims();
    let d_out = matrix.dims()[1];
    let parts = [&x, &matrix].map(|part| plain(&part.clone().into_dispatch()));
    let ([Some(rows), Some(by)], 1..=ROWS_MAX) = (parts, n_rows) else { return x.matmul(matrix) };
    if d_in * d_out == 0 || !by.is_contiguous() {
        return x.matmul(matrix);
    }
    let (rows, by) = (rows.to_contiguous(), by.to_contiguous());
    let (rows, by) = (numbers(&rows), numbers(&by));
    let n_rows_of_part = d_in.div_ceil(PARTS).next_multiple_of(STEP);
    let n_parts = d_in.div_ceil(n_rows_of_part);
    let width = n_rows * d_out;
    let mut sums = vec![0.0; n_parts * width];
    fill_rows_reading(
        n_rows_of_part * d_out,
        &mut sums,
        width,
        #[inline(always)]
        |first, sums| {
            for (number, sums) in sums.chunks_exact_mut(width).enumerate() {
                let from = (first + number) * n_rows_of_part;
                let to = d_in.min(from + n_rows_of_part);
                for at in (from..to).step_by(STEP) {
                    let weights = &by[at * d_out..to.min(at + STEP) * d_out];
                    for (row, sums) in sums.chunks_exact_mut(d_out).enumerate() {
                        add_rows(sums, &rows[row * d_in + at..], weights);
                    }
                }
            }
        },
    );
    let (out, others) = sums.split_at_mut(width);
    for other in others.chunks_exact(width) {
        for (out, other) in out.iter_mut().zip(other) {
            *out += other;
        }
    }
    sums.truncate(width);
    Tensor::from_primitive::<Flex>(tensor(sums, [n_rows, d_out]))
}

/// `x · rowsᵀ`.
///
/// When there are few rows of `x` and no graph, what is multiplied is read as it lies: Burn's product
/// lays it out anew first, which takes longer than to multiply by it.
///
/// # Shapes
/// - `x`: `[n, d_in]`
/// - `rows`: `[d_out, d_in]`
/// - returns: `[n, d_out]`
pub fn product_with_rows(x: Tensor<2>, rows: Tensor<2>) -> Tensor<2> {
    /// Rows of `x` up to which laying out takes longer.
    const MOST: usize = 16;
    let [n, d_in] = x.dims();
    let d_out = rows.dims()[0];
    let parts = [&x, &rows].map(|part| plain(&part.clone().into_dispatch()));
    let ([Some(from), Some(by)], 1..=MOST) = (parts, n) else {
        return x.matmul(rows.transpose());
    };
    let (from, by) = (from.to_contiguous(), by.to_contiguous());
    let (from, by) = (numbers(&from), numbers(&by));
    let mut sums = vec![0.0; d_out * n];
    fill_rows_reading(
        d_in * n,
        &mut sums,
        n,
        #[inline(always)]
        |first, sums| {
            let rows = by[first * d_in..].chunks_exact(d_in);
            for (sums, row) in sums.chunks_exact_mut(n).zip(rows) {
                for (sum, x) in sums.iter_mut().zip(from.chunks_exact(d_in)) {
                    *sum = sum_pairs(x, row, |a, b| a * b);
                }
            }
        },
    );
    Tensor::<2>::from_primitive::<Flex>(tensor(sums, [d_out, n])).transpose()
}

/// Adds some rows of a matrix, each times its factor: one pass over the sums for a whole step of them.
#[inline(always)]
fn add_rows(sums: &mut [f32], factors: &[f32], rows: &[f32]) {
    let width = sums.len();
    if rows.len() == STEP * width {
        let (a, rest) = rows.split_at(width);
        let (b, rest) = rest.split_at(width);
        let (c, d) = rest.split_at(width);
        for at in 0..width {
            sums[at] +=
                factors[0] * a[at] + factors[1] * b[at] + factors[2] * c[at] + factors[3] * d[at];
        }
        return;
    }
    for (row, factor) in rows.chunks_exact(width).zip(factors) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += factor * weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use burn::tensor::Tolerance;

    use super::{product, product_with_rows};
    use crate::compare::constant;

    #[test]
    fn agrees_with_the_product_of_burn() {
        for (n_rows, d_in, d_out) in [(1, 30, 10), (3, 70, 1000), (4, 600, 512), (5, 3, 3)] {
            let (x, matrix) =
                (constant([n_rows, d_in], 1).inner(), constant([d_in, d_out], 2).inner());
            let expected = x.clone().matmul(matrix.clone()).into_data();
            let tolerance = Tolerance::<f32>::rel_abs(1e-4, 1e-4);
            let rows = matrix.clone().transpose() * 1.0;
            for found in [product(x.clone(), matrix), product_with_rows(x, rows)] {
                found.into_data().assert_approx_eq(&expected, tolerance);
            }
        }
    }
}
