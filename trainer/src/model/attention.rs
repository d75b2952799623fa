//! Causal grouped-query attention, the rotation of positions, and the causal convolution before it.

use burn::module::{Module, Param};
use burn::tensor::activation::softmax;
use burn::tensor::{Device, Tensor, TensorData};

use super::cache::Columns;
use super::config::DecoderConfig;
use super::weights::WeightSource;

/// Queries that are scored together.
const STRETCH: usize = 64;

/// Causal attention with fewer key heads than query heads.
#[derive(Module, Debug)]
pub struct Attention {
    /// Queries, keys and values in one product, `[d_model, (n_heads + 2 n_kv_heads) d_head]`.
    pub qkv: Param<Tensor<2>>,
    /// `[n_heads d_head, d_model]`.
    pub out: Param<Tensor<2>>,
    n_heads: usize,
    n_kv_heads: usize,
    d_head: usize,
}

impl Attention {
    /// Draws the weights of one block's attention. A key head starts equal to the first query head
    /// that shares it, so a token starts out looking at tokens like itself.
    pub fn new(config: &DecoderConfig, source: &mut WeightSource<'_>) -> Self {
        let DecoderConfig { d_model, n_heads, n_kv_heads, d_head, n_layers, .. } = *config;
        let deviation = (d_model as f32).powf(-0.5);
        let depth_scale = (2.0 * n_layers as f32).powf(-0.5);
        let n_columns = (n_heads + 2 * n_kv_heads) * d_head;
        let mut qkv = source.normal_values(d_model * n_columns, deviation);
        for row in qkv.chunks_mut(n_columns) {
            for kv_head in 0..n_kv_heads {
                let query = kv_head * (n_heads / n_kv_heads) * d_head;
                row.copy_within(query..query + d_head, (n_heads + kv_head) * d_head);
            }
        }
        Self {
            qkv: source.given([d_model, n_columns], qkv),
            out: source.normal(
                [n_heads * d_head, d_model],
                ((n_heads * d_head) as f32).powf(-0.5) * depth_scale,
            ),
            n_heads,
            n_kv_heads,
            d_head,
        }
    }

    /// Lets each token attend to itself and to those before it.
    ///
    /// # Shapes
    /// - `x`: `[n_rows, n_tokens, d_model]`
    /// - `rotation`: cosines and sines, `[1, 1, n_tokens, d_head / 2]` each
    /// - `mask`: `[1, 1, n_tokens, n_keys]`, zero where a token may look and very negative elsewhere
    /// - returns: as `x`
    ///
    /// # Source
    /// Attention: arXiv:1706.03762, section 3.2.1. Shared key heads: arXiv:2305.13245, section 2.2.
    pub fn forward(
        &self,
        x: Tensor<3>,
        rotation: Option<&Rotation>,
        mask: Option<&Tensor<4>>,
        memory: Option<(&mut Columns, &mut Columns)>,
    ) -> Tensor<3> {
        let [n_rows, n_tokens, d_model] = x.dims();
        let (n_heads, n_kv_heads, d_head) = (self.n_heads, self.n_kv_heads, self.d_head);

        let qkv = x
            .reshape([n_rows * n_tokens, d_model])
            .matmul(self.qkv.val())
            .reshape([n_rows, n_tokens, n_heads + 2 * n_kv_heads, d_head])
            .swap_dims(1, 2);
        let rotated = qkv.clone().slice([0..n_rows, 0..n_heads + n_kv_heads]);
        let rotated = match rotation {
            Some(rotation) => rotation.apply(rotated),
            None => rotated,
        };
        let queries = rotated.clone().slice([0..n_rows, 0..n_heads]);
        let keys = rotated.slice([0..n_rows, n_heads..n_heads + n_kv_heads]);
        let values = qkv.slice([0..n_rows, n_heads + n_kv_heads..n_heads + 2 * n_kv_heads]);
        let (keys, values) = match memory {
            Some((old_keys, old_values)) => (old_keys.append(keys), old_values.append(values)),
            None => (keys, values),
        };
        let scaled = queries * (d_head as f32).powf(-0.5);
        let mixed = self
            .mix(scaled, &keys, &values, mask)
            .swap_dims(1, 2)
            .reshape([n_rows * n_tokens, n_heads * d_head]);
        mixed.matmul(self.out.val()).reshape([n_rows, n_tokens, d_model])
    }

    /// What each query reads of the values. Queries are taken a stretch at a time, so that most of
    /// the keys that a stretch may not see are never scored.
    ///
    /// # Shapes
    /// - `queries`: `[n_rows, n_heads, n_tokens, d_head]`, scaled; returns the same
    /// - `keys`, `values`: `[n_rows, n_kv_heads, n_keys, d_head]`; the queries are the last tokens
    /// - `mask`: `[1, 1, n_tokens, n_keys]`
    fn mix(
        &self,
        queries: Tensor<4>,
        keys: &Tensor<4>,
        values: &Tensor<4>,
        mask: Option<&Tensor<4>>,
    ) -> Tensor<4> {
        let [n_rows, n_heads, n_tokens, d_head] = queries.dims();
        let [_, n_kv_heads, n_keys, _] = keys.dims();
        let n_shared = n_heads / n_kv_heads;
        let n_before = n_keys - n_tokens;
        let mut stretches: Vec<Tensor<4>> = (0..n_tokens)
            .step_by(STRETCH)
            .map(|from| {
                let n_new = STRETCH.min(n_tokens - from);
                let n_seen = n_before + from + n_new;
                let seen = |all: &Tensor<4>| match n_seen == n_keys {
                    true => all.clone(),
                    false => all.clone().narrow(2, 0, n_seen),
                };
                // Query heads that share a key head are rows of one product.
                let scores = queries
                    .clone()
                    .narrow(2, from, n_new)
                    .reshape([n_rows, n_kv_heads, n_shared * n_new, d_head])
                    .matmul(seen(keys).swap_dims(2, 3))
                    .reshape([n_rows, n_heads, n_new, n_seen]);
                let scores = match mask {
                    Some(mask) => {
                        let part = [0..1, 0..1, from..from + n_new, 0..n_seen];
                        scores + mask.clone().slice(part)
                    }
                    None => scores,
                };
                softmax(scores, 3)
                    .reshape([n_rows, n_kv_heads, n_shared * n_new, n_seen])
                    .matmul(seen(values))
                    .reshape([n_rows, n_heads, n_new, d_head])
            })
            .collect();
        match stretches.len() {
            1 => stretches.remove(0),
            _ => Tensor::cat(stretches, 2),
        }
    }
}

/// Cosines and sines of the positions of a stretch of tokens.
#[derive(Debug, Clone)]
pub struct Rotation {
    cosines: Tensor<4>,
    sines: Tensor<4>,
}

impl Rotation {
    /// The rotation of positions `from .. from + n_tokens`.
    ///
    /// # Source
    /// Rotary positions: arXiv:2104.09864, section 3.4.2, in the half-split layout of Llama.
    pub fn new(from: usize, n_tokens: usize, d_head: usize, base: f32, device: &Device) -> Self {
        let half = d_head / 2;
        let angles = (from..from + n_tokens).flat_map(|position| {
            (0..half).map(move |pair| {
                position as f64 * f64::from(base).powf(-(pair as f64) / half as f64)
            })
        });
        let (cosines, sines): (Vec<f32>, Vec<f32>) =
            angles.map(|angle| (angle.cos() as f32, angle.sin() as f32)).unzip();
        let shape = [1, 1, n_tokens, half];
        Self {
            cosines: Tensor::from_data(TensorData::new(cosines, shape), device),
            sines: Tensor::from_data(TensorData::new(sines, shape), device),
        }
    }

    /// Rotates queries or keys, `[n_rows, n_heads, n_tokens, d_head]`.
    fn apply(&self, x: Tensor<4>) -> Tensor<4> {
        let half = x.dims()[3] / 2;
        let first = x.clone().narrow(3, 0, half);
        let second = x.narrow(3, half, half);
        let (cosines, sines) = (self.cosines.clone(), self.sines.clone());
        Tensor::cat(
            vec![
                first.clone() * cosines.clone() - second.clone() * sines.clone(),
                second * cosines + first * sines,
            ],
            3,
        )
    }
}

/// A short causal convolution over each channel, added to its input.
///
/// Lets a token know the few before it without attention, so that "what followed this token last
/// time" is one attention step away.
#[derive(Module, Debug)]
pub struct CausalConv {
    /// `[reach, d_model]`; row `k` weighs the token `k + 1` places back.
    pub taps: Param<Tensor<2>>,
    reach: usize,
}

impl CausalConv {
    /// Draws the taps.
    pub fn new(config: &DecoderConfig, source: &mut WeightSource<'_>) -> Self {
        let reach = config.conv_reach;
        Self { taps: source.normal([reach, config.d_model], 0.3), reach }
    }

    /// Adds weighted earlier tokens to each token.
    ///
    /// # Shapes
    /// - `x`: `[n_rows, n_tokens, d_model]`
    /// - `tail`: the inputs before `x`, `[n_rows, reach, d_model]`; `None` at the start
    /// - returns: as `x`, and the tail for the tokens after it
    ///
    /// # Source
    /// A residual depthwise convolution as in the "canon layers" of arXiv:2512.17351, section 3; the
    /// reach is ours.
    pub fn forward(&self, x: Tensor<3>, tail: Option<Tensor<3>>) -> (Tensor<3>, Tensor<3>) {
        let [n_rows, n_tokens, d_model] = x.dims();
        let reach = self.reach;
        let tail = tail.unwrap_or_else(|| Tensor::zeros([n_rows, reach, d_model], &x.device()));
        let padded = Tensor::cat(vec![tail, x.clone()], 1);
        let taps = self.taps.val();
        let mut sum = x;
        for back in 1..=reach {
            let earlier = padded.clone().narrow(1, reach - back, n_tokens);
            let tap = taps.clone().narrow(0, back - 1, 1).unsqueeze_dim::<3>(0);
            sum = sum + earlier * tap;
        }
        (sum, padded.narrow(1, n_tokens, reach))
    }
}
