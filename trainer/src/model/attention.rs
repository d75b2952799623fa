//! Causal grouped-query attention, the rotation of positions, and the causal convolution before it.

use burn::module::{Module, Param};
use burn::tensor::{Device, Tensor, TensorData};
use compoworld_kernels::{Sight, attention, causal_conv, rotate};

use super::cache::Columns;
use super::config::DecoderConfig;
use super::weights::WeightSource;

/// Causal attention with fewer key heads than query heads.
#[derive(Module, Debug)]
pub struct Attention {
    /// Queries, keys and values side by side, `[d_model, (n_heads + 2 n_kv_heads) d_head]`.
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
    /// - `memory`: the keys and values of the tokens before
    /// - returns: as `x`
    ///
    /// # Source
    /// Attention: arXiv:1706.03762, section 3.2.1. Shared key heads: arXiv:2305.13245, section 2.2.
    pub fn forward(
        &self,
        x: Tensor<3>,
        rotation: Option<&Rotation>,
        sight: &Sight,
        memory: Option<(&mut Columns, &mut Columns)>,
    ) -> Tensor<3> {
        let [n_rows, n_tokens, d_model] = x.dims();
        let (n_heads, n_kv_heads, d_head) = (self.n_heads, self.n_kv_heads, self.d_head);

        let x = x.reshape([n_rows * n_tokens, d_model]);
        let qkv = self.qkv.val();
        let heads = |from: usize, n: usize| {
            let columns = qkv.clone().narrow(1, from * d_head, n * d_head);
            x.clone().matmul(columns).reshape([n_rows, n_tokens, n, d_head])
        };
        let rotated = |x: Tensor<4>| match rotation {
            Some(rotation) => rotate(x, &rotation.cosines, &rotation.sines),
            None => x,
        };
        let queries = rotated(heads(0, n_heads)).swap_dims(1, 2);
        let keys = rotated(heads(n_heads, n_kv_heads)).swap_dims(1, 2);
        let values = heads(n_heads + n_kv_heads, n_kv_heads).swap_dims(1, 2);
        let (keys, values) = match memory {
            Some((old_keys, old_values)) => (old_keys.append(keys), old_values.append(values)),
            None => (keys, values),
        };
        let mixed = attention(queries, keys, values, sight, (d_head as f32).powf(-0.5));
        let mixed = mixed.reshape([n_rows * n_tokens, n_heads * d_head]);
        mixed.matmul(self.out.val()).reshape([n_rows, n_tokens, d_model])
    }
}

/// Cosines and sines of the positions of a stretch of tokens.
#[derive(Debug, Clone)]
pub struct Rotation {
    /// `[1, n_tokens, 1, d_head / 2]`.
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
        let shape = [1, n_tokens, 1, half];
        Self {
            cosines: Tensor::from_data(TensorData::new(cosines, shape), device),
            sines: Tensor::from_data(TensorData::new(sines, shape), device),
        }
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
    /// - `x`: `[n_rows, n_tokens, d_model]`; returns the same
    /// - `tail`: the inputs before `x`, `[n_rows, reach, d_model]`, `None` at the start; is moved on
    ///
    /// # Source
    /// A residual depthwise convolution as in the "canon layers" of arXiv:2512.17351, section 3; the
    /// reach is ours.
    pub fn forward(&self, x: Tensor<3>, tail: Option<&mut Option<Tensor<3>>>) -> Tensor<3> {
        let taps = self.taps.val();
        let Some(tail) = tail else { return causal_conv(x, taps) };
        let [n_rows, n_tokens, d_model] = x.dims();
        let reach = self.reach;
        let nothing = || Tensor::zeros([n_rows, reach, d_model], &x.device());
        let padded = Tensor::cat(vec![tail.take().unwrap_or_else(nothing), x], 1);
        *tail = Some(padded.clone().narrow(1, n_tokens, reach));
        causal_conv(padded, taps).narrow(1, reach, n_tokens)
    }
}
