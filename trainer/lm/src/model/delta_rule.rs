//! The gated delta rule: a recurrent state that forgets, and writes what its memory got wrong.
//!
//! With state `S`, key `k`, value `v`, query `q`, write strength `b` and log decay `g`, each token
//! does `S = exp(g) S; S = S + k (b (v - k S)); out = q S`.
//!
//! # Source
//! Gated DeltaNet, arXiv:2412.06464: the rule is equation 10, the chunked form section 3.3. The
//! inverse of the triangular matrix is ours.

use burn::tensor::Tensor;

use super::runs::Runs;

/// What the rule takes. Keys and queries are normalized, and queries scaled.
#[derive(Debug, Clone)]
pub struct DeltaInputs {
    /// `[n_rows, n_heads, n_tokens, d_key]`.
    pub queries: Tensor<4>,
    /// `[n_rows, n_heads, n_tokens, d_key]`.
    pub keys: Tensor<4>,
    /// `[n_rows, n_heads, n_tokens, d_value]`.
    pub values: Tensor<4>,
    /// How much of the error is written, between 0 and 1, `[n_rows, n_heads, n_tokens, 1]`.
    pub strengths: Tensor<4>,
    /// The logarithm of what is kept of the state, at most 0, as `strengths`.
    pub log_decays: Tensor<4>,
}

/// Reads one token a row.
///
/// # Shapes
/// - `inputs`: of one token
/// - `state`: `[n_rows, n_heads, d_key, d_value]`
/// - returns: `[n_rows, n_heads, 1, d_value]`, and the state after it
pub fn delta_step(inputs: DeltaInputs, state: Tensor<4>) -> (Tensor<4>, Tensor<4>) {
    let DeltaInputs { queries, keys, values, strengths, log_decays } = inputs;
    let state = state * log_decays.exp();
    let written = (values - keys.clone().matmul(state.clone())) * strengths;
    let state = state + keys.swap_dims(2, 3).matmul(written);
    (queries.matmul(state.clone()), state)
}

/// Reads whole sequences, a chunk at a time.
///
/// # Shapes
/// - `state`: what was read before, `[n_rows, n_heads, d_key, d_value]`; `None` is nothing
/// - returns: `[n_rows, n_heads, n_tokens, d_value]`, and the state after the last token
pub fn delta_chunks(
    inputs: DeltaInputs,
    state: Option<Tensor<4>>,
    runs: &Runs,
) -> (Tensor<4>, Tensor<4>) {
    let [n_rows, n_heads, n_tokens, d_key] = inputs.keys.dims();
    let d_value = inputs.values.dims()[3];
    let device = inputs.keys.device();
    let (n_chunk, n_chunks) = (runs.n_chunk, runs.n_chunks);
    let chunked = |x: Tensor<4>| -> Tensor<5> {
        let width = x.dims()[3];
        let n_more = n_chunk * n_chunks - n_tokens;
        let x = match n_more {
            0 => x,
            _ => {
                // Tokens of zeros neither decay the state nor write to it.
                let fill = Tensor::zeros([n_rows, n_heads, n_more, width], &device);
                Tensor::cat(vec![x, fill], 2)
            }
        };
        x.reshape([n_rows, n_heads, n_chunks, n_chunk, width])
    };
    let queries = chunked(inputs.queries);
    let keys = chunked(inputs.keys);
    let strengths = chunked(inputs.strengths);
    let values = chunked(inputs.values) * strengths.clone();
    let weighted_keys = keys.clone() * strengths;

    // Logarithms of what is left, at each token, of what its sequence had before the chunk.
    let decays = runs.together.clone().matmul(chunked(inputs.log_decays));
    let last_decay = decays.clone().narrow(3, n_chunk - 1, 1);
    let between = masked_exp(decays.clone() - decays.clone().swap_dims(3, 4), &runs.together);
    let to_end = masked_exp(last_decay - decays.clone(), &runs.lasting);
    let from_before = decays.exp() * runs.carried.clone();

    // What the tokens of a chunk write depends on what those before them wrote: a triangular system.
    let system = weighted_keys.clone().matmul(keys.clone().swap_dims(3, 4)) * between.clone();
    let solved = unit_triangular_inverse(system, runs);
    let written = solved.clone().matmul(values);
    let recalled = solved.matmul(weighted_keys * from_before.clone());
    let within = queries.clone().matmul(keys.clone().swap_dims(3, 4)) * between;
    let queries = queries * from_before.clone();
    let keys = (keys * to_end).swap_dims(3, 4);
    let kept = from_before.narrow(3, n_chunk - 1, 1);

    let mut state =
        state.unwrap_or_else(|| Tensor::zeros([n_rows, n_heads, d_key, d_value], &device));
    let mut outs = Vec::with_capacity(n_chunks);
    for number in 0..n_chunks {
        let of_chunk = |x: &Tensor<5>| x.clone().narrow(2, number, 1).squeeze_dim::<4>(2);
        let new = of_chunk(&written) - of_chunk(&recalled).matmul(state.clone());
        let out = of_chunk(&queries).matmul(state.clone()) + of_chunk(&within).matmul(new.clone());
        outs.push(out);
        state = state * of_chunk(&kept) + of_chunk(&keys).matmul(new);
    }
    let out = if outs.len() == 1 { outs.remove(0) } else { Tensor::cat(outs, 2) };
    (out.narrow(2, 0, n_tokens), state)
}

/// The exponential where the mask is one, zero where it is zero, whatever stands there.
fn masked_exp(x: Tensor<5>, mask: &Tensor<5>) -> Tensor<5> {
    (x * mask.clone()).exp() * mask.clone()
}

/// The inverse of `I + L`, where `L` is what `x` has under its diagonal.
///
/// Blocks on the diagonal are inverted in pairs, each pair becoming a block of twice the size: from
/// `A` and `D` inverted and `B` under `A`, `-D B A` comes under `A`. Products of inverses only, so it
/// is as stable as substitution, where powers of `L` are not.
///
/// # Shapes
/// - `x`: `[.., n_chunk, n_chunk]`; returns the same
fn unit_triangular_inverse(x: Tensor<5>, runs: &Runs) -> Tensor<5> {
    let n = runs.n_chunk;
    let mut inverse: Tensor<5> = Tensor::<2>::eye(n, &x.device()).reshape([1, 1, 1, n, n]);
    for (number, under) in runs.under.iter().enumerate() {
        let under = x.clone() * under.clone();
        inverse = match number {
            // The identity on both sides.
            0 => inverse - under,
            _ => inverse.clone() - inverse.clone().matmul(under).matmul(inverse),
        };
    }
    inverse
}
