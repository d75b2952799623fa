//! Attention of grouped queries.

use burn::backend::Flex;
use burn::backend::flex::FlexTensor;
use burn::backend::ops::FloatTensorOps;
use burn::tensor::activation::softmax;
use burn::tensor::{Shape, Tensor};

use crate::buffer::{fill_rows, greatest, numbers, sum_pairs, tensor, width};
use crate::exp::exp;
use crate::record::{InputGradients, run};
use crate::sight::{Sight, Stretch};

/// What each query reads of the values of the keys that it sees. Queries are taken a stretch at a
/// time, so that most of the keys that a stretch does not see are never scored.
///
/// # Shapes
/// - `queries`: `[n_rows, n_heads, n_tokens, d_head]`
/// - `keys`, `values`: `[n_rows, n_kv_heads, n_keys, d_head]`, where `n_kv_heads` divides `n_heads`
/// - returns: `[n_rows, n_tokens, n_heads, d_head]`
///
/// # Source
/// Attention: arXiv:1706.03762, section 3.2.1; scores are multiplied by `scale`. Shared key heads:
/// arXiv:2305.13245, section 2.2.
pub fn attention(
    queries: Tensor<4>,
    keys: Tensor<4>,
    values: Tensor<4>,
    sight: &Sight,
    scale: f32,
) -> Tensor<4> {
    let inputs = [&queries, &keys, &values].map(|input| input.clone().into_dispatch());
    run(inputs, |inputs| forward(inputs, sight.clone(), scale), backward)
        .unwrap_or_else(|| composed(&(queries * scale), &keys, &values, sight))
}

fn composed(queries: &Tensor<4>, keys: &Tensor<4>, values: &Tensor<4>, sight: &Sight) -> Tensor<4> {
    let [n_rows, n_heads, _, d_head] = queries.dims();
    let n_kv_heads = keys.dims()[1];
    let part = |all: &Tensor<4>, range: &std::ops::Range<usize>| match range.len() == all.dims()[2]
    {
        true => all.clone(),
        false => all.clone().narrow(2, range.start, range.len()),
    };
    let mixed = sight.stretches().iter().map(|stretch| {
        let (n_queries, n_keys) = (stretch.queries.len(), stretch.keys.len());
        // Query heads that share a key head are rows of one product.
        let n_shared = n_heads / n_kv_heads * n_queries;
        let scores = part(queries, &stretch.queries)
            .reshape([n_rows, n_kv_heads, n_shared, d_head])
            .matmul(part(keys, &stretch.keys).swap_dims(2, 3))
            .reshape([n_rows, n_heads, n_queries, n_keys]);
        let scores = match stretch.mask(&scores.device()) {
            Some(mask) => scores + mask.clone(),
            None => scores,
        };
        softmax(scores, 3)
            .reshape([n_rows, n_kv_heads, n_shared, n_keys])
            .matmul(part(values, &stretch.keys))
            .reshape([n_rows, n_heads, n_queries, d_head])
    });
    let mut mixed: Vec<Tensor<4>> = mixed.collect();
    let mixed = if mixed.len() == 1 { mixed.remove(0) } else { Tensor::cat(mixed, 2) };
    mixed.swap_dims(1, 2)
}

#[derive(Debug, Clone)]
struct Saved {
    queries: FlexTensor,
    keys: FlexTensor,
    values: FlexTensor,
    /// How each stretch spreads over its keys, `[n_rows, n_kv_heads, n_shared, n_keys]`.
    spreads: Vec<FlexTensor>,
    sight: Sight,
    scale: f32,
}

/// Lengths that all stretches have in common.
#[derive(Clone, Copy)]
struct Sizes {
    n_rows: usize,
    n_heads: usize,
    n_kv_heads: usize,
    n_tokens: usize,
    d_head: usize,
}

impl Sizes {
    fn of(queries: &FlexTensor, keys: &FlexTensor) -> Self {
        let (queries, keys) = (queries.layout().shape(), keys.layout().shape());
        Self {
            n_rows: queries[0],
            n_heads: queries[1],
            n_kv_heads: keys[1],
            n_tokens: queries[2],
            d_head: queries[3],
        }
    }

    /// Some tokens of all heads, those that share a key head below each other:
    /// `[n_rows, n_kv_heads, n_shared, d_head]`.
    fn grouped(self, all: &FlexTensor, stretch: &Stretch) -> FlexTensor {
        let n_queries = stretch.queries.len();
        let n_shared = self.n_heads / self.n_kv_heads * n_queries;
        let shape = [self.n_rows, self.n_kv_heads, n_shared, self.d_head];
        all.narrow(2, stretch.queries.start, n_queries).reshape(Shape::from(shape))
    }

    /// The first number of a query's heads in `[n_rows, n_tokens, n_heads, d_head]`, for the query
    /// that is a row of a grouped tensor.
    fn place(self, grouped_row: usize, stretch: &Stretch) -> usize {
        let n_queries = stretch.queries.len();
        let (head_of_all, query) = (grouped_row / n_queries, grouped_row % n_queries);
        let (row, head) = (head_of_all / self.n_heads, head_of_all % self.n_heads);
        let token = row * self.n_tokens + stretch.queries.start + query;
        (token * self.n_heads + head) * self.d_head
    }

    /// Puts the rows of a grouped tensor where they belong in `[n_rows, n_tokens, n_heads, d_head]`.
    fn ungroup(self, grouped: &FlexTensor, stretch: &Stretch, out: &mut [f32]) {
        let grouped = grouped.to_contiguous();
        for (number, from) in numbers(&grouped).chunks_exact(self.d_head).enumerate() {
            out[self.place(number, stretch)..][..self.d_head].copy_from_slice(from);
        }
    }

    fn n_numbers(self) -> usize {
        self.n_rows * self.n_tokens * self.n_heads * self.d_head
    }

    fn by_token(self) -> [usize; 4] {
        [self.n_rows, self.n_tokens, self.n_heads, self.d_head]
    }
}

fn part(all: &FlexTensor, stretch: &Stretch) -> FlexTensor {
    all.narrow(2, stretch.keys.start, stretch.keys.len())
}

fn matmul(a: FlexTensor, b: FlexTensor) -> FlexTensor {
    <Flex as FloatTensorOps<Flex>>::float_matmul(a, b)
}

fn forward(
    [queries, keys, values]: [FlexTensor; 3],
    sight: Sight,
    scale: f32,
) -> (FlexTensor, Saved) {
    let sizes = Sizes::of(&queries, &keys);
    let mut out = vec![0.0; sizes.n_numbers()];
    let mut spreads = Vec::with_capacity(sight.stretches().len());
    for stretch in sight.stretches() {
        let grouped = sizes.grouped(&queries, stretch);
        let scores = matmul(grouped, part(&keys, stretch).transpose(2, 3));
        let spread = spread(scores, stretch, sizes, scale);
        sizes.ungroup(&matmul(spread.clone(), part(&values, stretch)), stretch, &mut out);
        spreads.push(spread);
    }
    (tensor(out, sizes.by_token()), Saved { queries, keys, values, spreads, sight, scale })
}

/// The softmax of each row over what its query sees; zero elsewhere.
fn spread(mut scores: FlexTensor, stretch: &Stretch, sizes: Sizes, scale: f32) -> FlexTensor {
    let n_keys = stretch.keys.len();
    let (n_queries, n_seen) = (stretch.queries.len(), stretch.seen.len());
    let rows_of_batch_row = sizes.n_heads * n_queries;
    let numbers: &mut [f32] = scores.storage_mut();
    fill_rows(
        numbers,
        n_keys,
        #[inline(always)]
        |first, rows| {
            for (number, row) in rows.chunks_exact_mut(n_keys).enumerate() {
                let number = first + number;
                let (batch_row, query) = (number / rows_of_batch_row, number % n_queries);
                let seen = &stretch.seen[(batch_row * n_queries + query) % n_seen];
                row[..seen.start].fill(0.0);
                row[seen.end..].fill(0.0);
                softmax_row(&mut row[seen.clone()], scale);
            }
        },
    );
    scores
}

#[inline(always)]
fn softmax_row(row: &mut [f32], scale: f32) {
    // The greatest number is that of the scaled scores too: no scale is negative.
    let greatest = greatest(row) * scale;
    for x in row.iter_mut() {
        *x = exp(*x * scale - greatest);
    }
    let share = 1.0 / sum_pairs(row, row, |x, _| x);
    for x in row {
        *x *= share;
    }
}

fn backward(saved: Saved, of_output: FlexTensor, _: [bool; 3]) -> InputGradients<3> {
    let Saved { queries, keys, values, spreads, sight, scale } = saved;
    let sizes = Sizes::of(&queries, &keys);
    let of_output = of_output.to_contiguous().transpose(1, 2);
    let mut of_queries = vec![0.0; sizes.n_numbers()];
    let mut of_keys = Sum::of(&keys);
    let mut of_values = Sum::of(&values);
    for (stretch, spread) in sight.stretches().iter().zip(spreads) {
        let of_mixed = sizes.grouped(&of_output, stretch);
        of_values.add(&matmul(spread.transpose(2, 3), of_mixed.clone()), stretch);
        let of_spread = matmul(of_mixed, part(&values, stretch).transpose(2, 3));
        let of_scores = through_softmax(of_spread, &spread, scale);
        let grouped = sizes.grouped(&queries, stretch);
        of_keys.add(&matmul(of_scores.transpose(2, 3), grouped), stretch);
        sizes.ungroup(&matmul(of_scores, part(&keys, stretch)), stretch, &mut of_queries);
    }
    let of_queries = tensor(of_queries, sizes.by_token()).transpose(1, 2);
    [Some(of_queries), Some(of_keys.tensor()), Some(of_values.tensor())]
}

/// The gradient by the scores before they were scaled.
fn through_softmax(mut of_spread: FlexTensor, spread: &FlexTensor, scale: f32) -> FlexTensor {
    let n_keys = width(spread);
    let all_shares = numbers(spread);
    let numbers: &mut [f32] = of_spread.storage_mut();
    fill_rows(
        numbers,
        n_keys,
        #[inline(always)]
        |first, rows| {
            let shares = all_shares[first * n_keys..].chunks_exact(n_keys);
            for (row, shares) in rows.chunks_exact_mut(n_keys).zip(shares) {
                let mean = sum_pairs(row, shares, |x, share| x * share);
                for (x, share) in row.iter_mut().zip(shares) {
                    *x = share * (*x - mean) * scale;
                }
            }
        },
    );
    of_spread
}

/// The gradient by all keys or values, `[n_rows, n_kv_heads, n_keys, d_head]`, summed over stretches.
struct Sum {
    shape: [usize; 4],
    numbers: Vec<f32>,
}

impl Sum {
    fn of(all: &FlexTensor) -> Self {
        let shape = all.layout().shape();
        let shape = [shape[0], shape[1], shape[2], shape[3]];
        Self { shape, numbers: vec![0.0; shape.iter().product()] }
    }

    fn add(&mut self, of_stretch: &FlexTensor, stretch: &Stretch) {
        let of_stretch = of_stretch.to_contiguous();
        let [_, _, n_keys, d_head] = self.shape;
        let (from, length) = (stretch.keys.start * d_head, stretch.keys.len() * d_head);
        let heads = self.numbers.chunks_exact_mut(n_keys * d_head);
        for (sum, add) in heads.zip(numbers(&of_stretch).chunks_exact(length)) {
            for (sum, add) in sum[from..from + length].iter_mut().zip(add) {
                *sum += add;
            }
        }
    }

    fn tensor(self) -> FlexTensor {
        tensor(self.numbers, self.shape)
    }
}

#[cfg(test)]
mod tests {
    use super::{attention, composed};
    use crate::compare::{agree, by, drawn};
    use crate::sight::Sight;

    fn check(n_new: usize, n_keys: usize, sight: &Sight) {
        // By token, as they come from a product, and by head, as from a cache.
        let queries = drawn([2, n_new, 4, 8], 1);
        let (keys, values) = (drawn([2, 2, n_keys, 8], 2), drawn([2, 2, n_keys, 8], 3));
        let by_head = || queries.clone().swap_dims(1, 2);
        let one = || attention(by_head(), keys.clone(), values.clone(), sight, 0.3);
        let other = || composed(&(by_head() * 0.3), &keys, &values, sight);
        agree(one, other, &[&by(&queries), &by(&keys), &by(&values)]);
    }

    #[test]
    fn agrees_with_the_composed_operations() {
        check(150, 150, &Sight::after(&[0], 150));
        check(5, 40, &Sight::after(&[35], 5));
        check(1, 40, &Sight::after(&[39, 39], 1));
        // Two sequences in a row, which begin elsewhere in each row.
        let begins = |row: usize, query: usize| if query < 30 + row { 0 } else { 30 + row };
        let packed = Sight::new(2, 100, |row, query| begins(row, query)..query + 1);
        check(100, 100, &packed);
    }
}
