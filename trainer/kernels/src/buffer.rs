//! The numbers of Flex tensors, and work on them a stretch of rows at a time.

use burn::backend::flex::{FlexTensor, Layout};
use burn::tensor::{Bytes, DType, Shape};
use rayon::prelude::*;

/// Numbers that one thread goes over rather than share them: a pass over fewer is done before another
/// thread has begun.
const SHARED_FROM: usize = 1 << 16;

/// Numbers of one share of the work.
const SHARE: usize = 1 << 14;

/// The numbers of a contiguous tensor.
pub(crate) fn numbers(tensor: &FlexTensor) -> &[f32] {
    tensor.storage()
}

/// A tensor of these numbers.
pub(crate) fn tensor(numbers: Vec<f32>, shape: impl Into<Shape>) -> FlexTensor {
    FlexTensor::new(Bytes::from_elems(numbers), Layout::contiguous(shape.into()), DType::F32)
}

/// The length of a tensor's last dimension.
pub(crate) fn width(tensor: &FlexTensor) -> usize {
    tensor.layout().shape().last().copied().unwrap_or(1).max(1)
}

/// Fills rows of a width with `fill`, which is given the number of the first row and some rows from
/// there. Large work is shared by Rayon's threads; what comes out does not depend on how.
///
/// `fill` is compiled for each kind of processor when it is marked to be inlined always.
pub(crate) fn fill_rows(out: &mut [f32], width: usize, fill: impl Fn(usize, &mut [f32]) + Sync) {
    fill_rows_reading(width, out, width, fill);
}

/// The same where a row takes the reading of `n_read` numbers.
pub(crate) fn fill_rows_reading(
    n_read: usize,
    out: &mut [f32],
    width: usize,
    fill: impl Fn(usize, &mut [f32]) + Sync,
) {
    let n_rows = rows_of_share(out.len() / width, n_read.max(width));
    let share = |number: usize, rows: &mut [f32]| {
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || fill(number * n_rows, rows),
        );
    };
    match n_rows * width < out.len() {
        true => out.par_chunks_mut(n_rows * width).enumerate().for_each(|(n, it)| share(n, it)),
        false => share(0, out),
    }
}

/// The same for two outputs of equal width.
pub(crate) fn fill_row_pairs(
    one: &mut [f32],
    other: &mut [f32],
    width: usize,
    fill: impl Fn(usize, &mut [f32], &mut [f32]) + Sync,
) {
    let n_rows = rows_of_share(one.len() / width, width);
    let share = |number: usize, one: &mut [f32], other: &mut [f32]| {
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || fill(number * n_rows, one, other),
        );
    };
    if n_rows * width >= one.len() {
        return share(0, one, other);
    }
    let shares = one.par_chunks_mut(n_rows * width).zip(other.par_chunks_mut(n_rows * width));
    shares.enumerate().for_each(|(number, (one, other))| share(number, one, other));
}

fn rows_of_share(n_rows: usize, row: usize) -> usize {
    let n_rows = if n_rows * row < SHARED_FROM { n_rows } else { SHARE / row };
    n_rows.max(1)
}

/// Numbers that are summed side by side: as many as the widest processors take at once.
const LANES: usize = 16;

/// The sum of `of` over pairs of numbers, lane by lane, so that the compiler may vectorize it.
#[inline(always)]
pub(crate) fn sum_pairs(a: &[f32], b: &[f32], of: impl Fn(f32, f32) -> f32) -> f32 {
    let mut lanes = [0.0; LANES];
    let (a_full, b_full) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest = a_full.remainder().iter().zip(b_full.remainder());
    let rest: f32 = rest.map(|(a, b)| of(*a, *b)).sum();
    for (a, b) in a_full.zip(b_full) {
        for lane in 0..LANES {
            lanes[lane] += of(a[lane], b[lane]);
        }
    }
    lanes.iter().sum::<f32>() + rest
}

/// The greatest number; numbers that are none are passed over.
#[inline(always)]
pub(crate) fn greatest(numbers: &[f32]) -> f32 {
    let greater = |a: f32, b: f32| if b > a { b } else { a };
    let mut lanes = [f32::NEG_INFINITY; LANES];
    let full = numbers.chunks_exact(LANES);
    let rest = full.remainder().iter().copied().fold(f32::NEG_INFINITY, greater);
    for chunk in full {
        for lane in 0..LANES {
            lanes[lane] = greater(lanes[lane], chunk[lane]);
        }
    }
    lanes.into_iter().fold(rest, greater)
}
