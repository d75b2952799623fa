//! What the gated delta rule projects from the stream, in the two layouts that files have.

use burn::module::Module;
use burn::tensor::Tensor;

use super::config::DeltaConfig;
use super::linear::{Linear, LinearVisitor};
use super::weights::{WeightError, WeightSink, Weights};

/// The projections of the gated delta rule.
#[derive(Module, Debug)]
pub struct DeltaProjections {
    /// Queries, keys and values before the convolution.
    mixed: Linear,
    gate: Linear,
    strength: Linear,
    time: Linear,
    /// Whether files hold the rows of each key head together, as those of Qwen3-Next do.
    interleaved: bool,
}

/// What they give, `[n, ..]` each.
#[derive(Debug)]
pub struct Projected {
    /// Queries, keys, values, `2 n_key_heads d_key + n_value_heads d_value`.
    pub mixed: Tensor<2>,
    /// The gate of what is read, `n_value_heads d_value`.
    pub gate: Tensor<2>,
    /// The strength of what is written, before its sigmoid, `n_value_heads`.
    pub strength: Tensor<2>,
    /// The time step, before its bias, `n_value_heads`.
    pub time: Tensor<2>,
}

impl DeltaProjections {
    /// Reads the projections.
    ///
    /// # Errors
    /// [`WeightError`] when a tensor is missing or has another shape.
    pub fn new(
        weights: &mut Weights<'_>,
        d_model: usize,
        shape: &DeltaConfig,
        interleaved: bool,
    ) -> Result<Self, WeightError> {
        let (value_width, n_heads) = (shape.value_width(), shape.n_value_heads);
        let mixed_width = 2 * shape.key_width() + value_width;
        if !interleaved {
            let mut linear =
                |name: &str, width| Linear::new(weights.under(name), d_model, width, false);
            return Ok(Self {
                mixed: linear("in_proj_qkv", mixed_width)?,
                gate: linear("in_proj_z", value_width)?,
                strength: linear("in_proj_b", n_heads)?,
                time: linear("in_proj_a", n_heads)?,
                interleaved,
            });
        }
        let width = mixed_width + value_width;
        let all = weights.values("in_proj_qkvz.weight", &[width, d_model])?;
        let [queries, keys, values, gate] = parted(&all, shape.n_key_heads, shape.parts(), d_model);
        let all = weights.values("in_proj_ba.weight", &[2 * n_heads, d_model])?;
        let n_served = n_heads / shape.n_key_heads;
        let [strength, time] = parted(&all, shape.n_key_heads, [n_served; 2], d_model);
        let mixed = [queries, keys, values].concat();
        Ok(Self {
            mixed: Linear::of_rows(weights, &mixed, d_model, mixed_width),
            gate: Linear::of_rows(weights, &gate, d_model, value_width),
            strength: Linear::of_rows(weights, &strength, d_model, n_heads),
            time: Linear::of_rows(weights, &time, d_model, n_heads),
            interleaved,
        })
    }

    /// Shows the products that files have by themselves under `name`.
    pub fn visit_linears(&mut self, name: &str, visit: &mut LinearVisitor<'_>) {
        if !self.interleaved {
            visit(&format!("{name}.in_proj_qkv"), &mut self.mixed);
            visit(&format!("{name}.in_proj_z"), &mut self.gate);
        }
    }

    /// Gives its tensors under `name`.
    pub fn save<'m>(&'m self, name: &str, shape: &DeltaConfig, sink: &mut dyn WeightSink<'m>) {
        if !self.interleaved {
            self.mixed.save(&format!("{name}.in_proj_qkv"), sink);
            self.gate.save(&format!("{name}.in_proj_z"), sink);
            self.strength.save(&format!("{name}.in_proj_b"), sink);
            self.time.save(&format!("{name}.in_proj_a"), sink);
            return;
        }
        let [d_model, n_heads] = self.strength.weight.dims();
        let (n_key_heads, key_width) = (shape.n_key_heads, shape.key_width());
        let width = 2 * (key_width + shape.value_width());
        let all = move || {
            let (mixed, gate) = (self.mixed.rows(), self.gate.rows());
            let (queries, rest) = mixed.split_at(key_width * d_model);
            let (keys, values) = rest.split_at(key_width * d_model);
            joined([queries, keys, values, &gate], n_key_heads)
        };
        sink.put(format!("{name}.in_proj_qkvz.weight"), &[width, d_model], Box::new(all));
        let all = move || joined([&self.strength.rows()[..], &self.time.rows()], n_key_heads);
        sink.put(format!("{name}.in_proj_ba.weight"), &[2 * n_heads, d_model], Box::new(all));
    }

    /// Projects each token, `[n, d_model]`.
    pub fn forward(&self, x: Tensor<2>) -> Projected {
        Projected {
            mixed: self.mixed.forward(x.clone()),
            gate: self.gate.forward(x.clone()),
            strength: self.strength.forward(x.clone()),
            time: self.time.forward(x),
        }
    }
}

impl DeltaConfig {
    /// Rows of one key head in an interleaved file: query, key, values, gates.
    fn parts(&self) -> [usize; 4] {
        let values = self.value_width() / self.n_key_heads;
        [self.d_key, self.d_key, values, values]
    }
}

/// Takes apart rows that a file holds head by head: `n_heads` times `parts` rows of `width` values.
fn parted<const N: usize>(
    all: &[f32],
    n_heads: usize,
    parts: [usize; N],
    width: usize,
) -> [Vec<f32>; N] {
    let mut taken = parts.map(|n_rows| Vec::with_capacity(n_heads * n_rows * width));
    let mut rest = all;
    for _ in 0..n_heads {
        for (taken, n_rows) in taken.iter_mut().zip(parts) {
            let (head, after) = rest.split_at(n_rows * width);
            taken.extend_from_slice(head);
            rest = after;
        }
    }
    taken
}

/// Puts parts together head by head, the opposite of [`parted`].
fn joined<const N: usize>(parts: [&[f32]; N], n_heads: usize) -> Vec<f32> {
    let mut all = Vec::with_capacity(parts.iter().map(|part| part.len()).sum());
    for head in 0..n_heads {
        for part in parts {
            let n_values = part.len() / n_heads;
            all.extend_from_slice(&part[head * n_values..(head + 1) * n_values]);
        }
    }
    all
}
