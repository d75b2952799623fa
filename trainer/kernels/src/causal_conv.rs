//! A short causal convolution over each channel, added to its input.

use burn::backend::flex::FlexTensor;
use burn::tensor::Tensor;

use crate::buffer::{fill_rows, numbers, tensor};
use crate::record::{InputGradients, run};

/// Adds weighted earlier tokens to each token, channel by channel.
///
/// # Shapes
/// - `x`: `[n_rows, n_tokens, width]`; returns the same
/// - `taps`: `[reach, width]`; row `k` weighs the token `k + 1` places back
pub fn causal_conv(x: Tensor<3>, taps: Tensor<2>) -> Tensor<3> {
    let inputs = [x.clone().into_dispatch(), taps.clone().into_dispatch()];
    run(inputs, forward, backward).unwrap_or_else(|| composed(x, taps))
}

fn composed(x: Tensor<3>, taps: Tensor<2>) -> Tensor<3> {
    let [n_rows, n_tokens, width] = x.dims();
    let reach = taps.dims()[0];
    let before = Tensor::zeros([n_rows, reach, width], &x.device());
    let padded = Tensor::cat(vec![before, x.clone()], 1);
    (1..=reach).fold(x, |sum, back| {
        let earlier = padded.clone().narrow(1, reach - back, n_tokens);
        sum + earlier * taps.clone().narrow(0, back - 1, 1).unsqueeze_dim::<3>(0)
    })
}

fn forward([x, taps]: [FlexTensor; 2]) -> (FlexTensor, [FlexTensor; 2]) {
    let saved = [x.to_contiguous(), taps.to_contiguous()];
    let [from, by] = saved.each_ref().map(numbers);
    let [_, n_tokens, d] = lengths(&saved[0]);
    let mut out = vec![0.0; from.len()];
    // A token at a time: tokens before it in its sequence, and weights, are rows of the same width.
    fill_rows(
        &mut out,
        d,
        #[inline(always)]
        |first, out| {
            for (number, out) in out.chunks_exact_mut(d).enumerate() {
                let place = first + number;
                out.copy_from_slice(&from[place * d..][..d]);
                let before = (1..=place % n_tokens).zip(by.chunks_exact(d));
                for (back, taps) in before {
                    add_product(out, &from[(place - back) * d..][..d], taps);
                }
            }
        },
    );
    (tensor(out, lengths(&saved[0])), saved)
}

fn backward(saved: [FlexTensor; 2], of_output: FlexTensor, needed: [bool; 2]) -> InputGradients<2> {
    let of_output = of_output.to_contiguous();
    let [from, by] = saved.each_ref().map(numbers);
    let back = numbers(&of_output);
    let [_, n_tokens, d] = lengths(&saved[0]);
    let of_x = needed[0].then(|| {
        let mut out = vec![0.0; from.len()];
        fill_rows(
            &mut out,
            d,
            #[inline(always)]
            |first, out| {
                for (number, out) in out.chunks_exact_mut(d).enumerate() {
                    let place = first + number;
                    out.copy_from_slice(&back[place * d..][..d]);
                    let after = (1..n_tokens - place % n_tokens).zip(by.chunks_exact(d));
                    for (ahead, taps) in after {
                        add_product(out, &back[(place + ahead) * d..][..d], taps);
                    }
                }
            },
        );
        tensor(out, lengths(&saved[0]))
    });
    let of_taps = needed[1].then(|| {
        let mut out = vec![0.0; by.len()];
        fill_rows(
            &mut out,
            d,
            #[inline(always)]
            |first, out| {
                for (number, out) in out.chunks_exact_mut(d).enumerate() {
                    let reach = first + number + 1;
                    for place in (0..from.len() / d).filter(|place| place % n_tokens >= reach) {
                        add_product(
                            out,
                            &back[place * d..][..d],
                            &from[(place - reach) * d..][..d],
                        );
                    }
                }
            },
        );
        tensor(out, saved[1].layout().shape().clone())
    });
    [of_x, of_taps]
}

fn lengths(x: &FlexTensor) -> [usize; 3] {
    let shape = x.layout().shape();
    [shape[0], shape[1], shape[2]]
}

#[inline(always)]
fn add_product(sum: &mut [f32], a: &[f32], b: &[f32]) {
    for (sum, (a, b)) in sum.iter_mut().zip(a.iter().zip(b)) {
        *sum += a * b;
    }
}

#[cfg(test)]
mod tests {
    use super::{causal_conv, composed};
    use crate::compare::{agree, by, drawn};

    #[test]
    fn agrees_with_the_composed_operations() {
        // Shorter than the reach, and longer.
        for n_tokens in [1, 3, 9] {
            let (x, taps) = (drawn([2, n_tokens, 21], 1), drawn([4, 21], 2));
            let one = || causal_conv(x.clone(), taps.clone());
            agree(one, || composed(x.clone(), taps.clone()), &[&by(&x), &by(&taps)]);
        }
    }
}
