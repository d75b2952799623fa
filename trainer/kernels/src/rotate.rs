//! Rotary positions.

use burn::backend::flex::FlexTensor;
use burn::tensor::Tensor;

use crate::buffer::{fill_rows, numbers, tensor, width};
use crate::record::{InputGradients, run};

/// Rotates the first channels of each head by the angles of its position: channel `i` together with
/// channel `i + n_pairs`.
///
/// # Shapes
/// - `x`: `[n_rows, n_tokens, n_heads, d_head]`; returns the same
/// - `cosines`, `sines`: `[1 or n_rows, n_tokens, 1, n_pairs]`, where `2 n_pairs` channels rotate;
///   constants, no gradient is taken by them
///
/// # Source
/// Rotary positions: arXiv:2104.09864, section 3.4.2, in the half-split layout of Llama.
pub fn rotate(x: Tensor<4>, cosines: &Tensor<4>, sines: &Tensor<4>) -> Tensor<4> {
    let inputs = [&x, cosines, sines].map(|input| input.clone().into_dispatch());
    run(inputs, forward, backward).unwrap_or_else(|| composed(x, cosines, sines))
}

fn composed(x: Tensor<4>, cosines: &Tensor<4>, sines: &Tensor<4>) -> Tensor<4> {
    let half = cosines.dims()[3];
    let d_head = x.dims()[3];
    let first = x.clone().narrow(3, 0, half);
    let second = x.clone().narrow(3, half, half);
    let mut parts = vec![
        first.clone() * cosines.clone() - second.clone() * sines.clone(),
        second * cosines.clone() + first * sines.clone(),
    ];
    if 2 * half < d_head {
        parts.push(x.narrow(3, 2 * half, d_head - 2 * half));
    }
    Tensor::cat(parts, 3)
}

fn forward([x, cosines, sines]: [FlexTensor; 3]) -> (FlexTensor, [FlexTensor; 2]) {
    let saved = [cosines.to_contiguous(), sines.to_contiguous()];
    (turned(&x, &saved, 1.0), saved)
}

fn backward(saved: [FlexTensor; 2], of_output: FlexTensor, _: [bool; 3]) -> InputGradients<3> {
    [Some(turned(&of_output, &saved, -1.0)), None, None]
}

/// Turns by the angles, or back by them when `direction` is -1.
fn turned(x: &FlexTensor, [cosines, sines]: &[FlexTensor; 2], direction: f32) -> FlexTensor {
    let x = x.to_contiguous();
    let (d_head, half) = (width(&x), width(cosines));
    let n_heads = x.layout().shape()[2];
    let (from, cosines, sines) = (numbers(&x), numbers(cosines), numbers(sines));
    let n_positions = cosines.len() / half;
    let token = n_heads * d_head;
    let mut out = vec![0.0; from.len()];
    fill_rows(
        &mut out,
        token,
        #[inline(always)]
        |first, out| {
            let tokens = out.chunks_exact_mut(token).zip(from[first * token..].chunks_exact(token));
            for (number, (out, from)) in tokens.enumerate() {
                let angle = (first + number) % n_positions * half;
                let (cosines, sines) = (&cosines[angle..][..half], &sines[angle..][..half]);
                for (out, from) in out.chunks_exact_mut(d_head).zip(from.chunks_exact(d_head)) {
                    let (out_first, out) = out.split_at_mut(half);
                    let (out_second, out_rest) = out.split_at_mut(half);
                    let (first, from) = from.split_at(half);
                    let (second, rest) = from.split_at(half);
                    for at in 0..half {
                        let sine = sines[at] * direction;
                        out_first[at] = first[at] * cosines[at] - second[at] * sine;
                        out_second[at] = second[at] * cosines[at] + first[at] * sine;
                    }
                    out_rest.copy_from_slice(rest);
                }
            }
        },
    );
    tensor(out, x.layout().shape().clone())
}

#[cfg(test)]
mod tests {
    use super::{composed, rotate};
    use crate::compare::{agree, by, constant, drawn};

    #[test]
    fn agrees_with_the_composed_operations() {
        // Angles for all rows or for each, all channels or some of them.
        for (n_angle_rows, half) in [(1, 4), (2, 4), (1, 3)] {
            let x = drawn([2, 5, 3, 8], 1);
            let angles = constant([n_angle_rows, 5, 1, half], 2);
            let (cosines, sines) = (angles.clone().cos(), angles.sin());
            let one = || rotate(x.clone(), &cosines, &sines);
            let other = || composed(x.clone(), &cosines, &sines);
            agree(one, other, &[&by(&x)]);
        }
    }
}
