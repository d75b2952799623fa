//! Linear attention by the gated delta rule, as in Qwen3-Next and Qwen3.5.

use burn::module::{Module, Param};
use burn::tensor::Tensor;
use burn::tensor::activation::{sigmoid, silu, softplus};
use compoworld_kernels::swiglu;

use super::cache::{BlockCache, Reading};
use super::causal_conv::CausalConv;
use super::config::{DeltaConfig, Family, LmConfig};
use super::delta_projections::DeltaProjections;
use super::delta_rule::{DeltaInputs, delta_chunks, delta_step};
use super::linear::{Linear, LinearVisitor};
use super::norm::RmsNorm;
use super::runs::Runs;
use super::weights::{WeightError, WeightSink, Weights, parameter_values};

/// Added to the squared lengths of keys and queries.
const LENGTH_EPSILON: f64 = 1e-6;

/// Linear attention by the gated delta rule.
#[derive(Module, Debug)]
pub struct GatedDelta {
    projections: DeltaProjections,
    conv: CausalConv,
    /// The logarithm of each head's rate of decay, `[n_value_heads]`.
    log_rate: Param<Tensor<1>>,
    /// Added to each head's time step, `[n_value_heads]`.
    time_bias: Param<Tensor<1>>,
    norm: RmsNorm,
    /// `[n_value_heads d_value, d_model]`.
    out: Linear,
    #[module(skip)]
    shape: DeltaConfig,
}

impl GatedDelta {
    /// Reads one block's linear attention.
    ///
    /// # Errors
    /// [`WeightError`] when a tensor is missing or has another shape.
    pub fn new(mut weights: Weights<'_>, config: &LmConfig) -> Result<Self, WeightError> {
        let shape = config.delta.clone().expect("a block with the delta rule has its shape");
        let (d_model, width) = (config.d_model, 2 * shape.key_width() + shape.value_width());
        let interleaved = config.family == Family::Qwen3Next;
        let n_heads = shape.n_value_heads;
        Ok(Self {
            projections: DeltaProjections::new(&mut weights, d_model, &shape, interleaved)?,
            conv: CausalConv::new(weights.under("conv1d"), width, shape.n_taps)?,
            log_rate: weights.parameter("A_log", [n_heads])?,
            time_bias: weights.parameter("dt_bias", [n_heads])?,
            norm: RmsNorm::new(weights.under("norm"), shape.d_value, config.norm_epsilon, false)?,
            out: Linear::new(weights.under("out_proj"), shape.value_width(), d_model, false)?,
            shape,
        })
    }

    /// Gives its tensors under `name`.
    pub fn save<'m>(&'m self, name: &str, sink: &mut dyn WeightSink<'m>) {
        let heads = [self.shape.n_value_heads];
        self.projections.save(name, &self.shape, sink);
        self.conv.save(&format!("{name}.conv1d"), sink);
        sink.put(format!("{name}.A_log"), &heads, Box::new(|| parameter_values(&self.log_rate)));
        sink.put(format!("{name}.dt_bias"), &heads, Box::new(|| parameter_values(&self.time_bias)));
        self.norm.save(&format!("{name}.norm"), sink);
        self.out.save(&format!("{name}.out_proj"), sink);
    }

    /// Shows its products under `name`.
    pub fn visit_linears(&mut self, name: &str, visit: &mut LinearVisitor<'_>) {
        self.projections.visit_linears(name, visit);
        visit(&format!("{name}.out_proj"), &mut self.out);
    }

    /// Lets each token read what its sequence has written so far.
    ///
    /// # Shapes
    /// - `x`: `[n_rows * n_tokens, d_model]`; returns the same
    /// - `dims`: `[n_rows, n_tokens]`
    /// - `runs`: `None` only for a single token after others
    /// - `memory`: what the rows have read before, and which rows of it they are
    ///
    /// # Source
    /// Gated DeltaNet, arXiv:2412.06464, section 3.4.
    pub fn forward(
        &self,
        x: Tensor<2>,
        dims: [usize; 2],
        runs: Option<&Runs>,
        mut memory: Option<(&mut BlockCache, &Reading)>,
    ) -> Tensor<2> {
        let [n_rows, n_tokens] = dims;
        let shape = &self.shape;
        let projected = self.projections.forward(x);
        let (tail, state) = match &memory {
            Some((cache, reading)) => (cache.tail(reading), cache.state(reading)),
            None => (None, None),
        };
        let width = 2 * shape.key_width() + shape.value_width();
        let mixed = projected.mixed.reshape([n_rows, n_tokens, width]);
        let (mixed, tail) = self.conv.forward(mixed, tail, runs);
        let by_head = |x: Tensor<2>| -> Tensor<4> {
            x.reshape([n_rows, n_tokens, shape.n_value_heads, 1]).swap_dims(1, 2)
        };
        let rate = self.log_rate.val().exp().neg().unsqueeze::<2>();
        let time = softplus(projected.time + self.time_bias.val().unsqueeze::<2>(), 1.0);
        let inputs =
            self.inputs(silu(mixed), by_head(sigmoid(projected.strength)), by_head(time * rate));
        let (out, state) = match runs {
            Some(runs) => delta_chunks(inputs, state, runs),
            None => {
                let device = inputs.keys.device();
                let shape = [n_rows, shape.n_value_heads, shape.d_key, shape.d_value];
                delta_step(inputs, state.unwrap_or_else(|| Tensor::zeros(shape, &device)))
            }
        };
        if let Some((cache, reading)) = &mut memory {
            cache.set_state(reading, state, tail);
        }
        let gate = projected.gate.reshape([n_rows, n_tokens, shape.n_value_heads, shape.d_value]);
        let out = swiglu(gate, self.norm.forward(out.swap_dims(1, 2)));
        self.out.forward(out.reshape([n_rows * n_tokens, shape.value_width()]))
    }

    /// Splits what the convolution gave, `[n_rows, n_tokens, width]`, into queries, keys and values.
    /// A key head serves consecutive value heads.
    fn inputs(&self, mixed: Tensor<3>, strengths: Tensor<4>, log_decays: Tensor<4>) -> DeltaInputs {
        let [n_rows, n_tokens, _] = mixed.dims();
        let DeltaConfig { n_key_heads, n_value_heads, d_key, d_value, .. } = self.shape;
        let (key_width, value_width) = (self.shape.key_width(), self.shape.value_width());
        let n_served = n_value_heads / n_key_heads;
        let key_heads = |from: usize| -> Tensor<4> {
            let heads = unit_length(mixed.clone().narrow(2, from, key_width).reshape([
                n_rows,
                n_tokens,
                n_key_heads,
                d_key,
            ]));
            let heads = match n_served {
                1 => heads,
                _ => heads.unsqueeze_dim::<5>(3).repeat_dim(3, n_served).reshape([
                    n_rows,
                    n_tokens,
                    n_value_heads,
                    d_key,
                ]),
            };
            heads.swap_dims(1, 2)
        };
        let values = mixed.clone().narrow(2, 2 * key_width, value_width);
        DeltaInputs {
            queries: key_heads(0) * (d_key as f64).powf(-0.5),
            keys: key_heads(key_width),
            values: values.reshape([n_rows, n_tokens, n_value_heads, d_value]).swap_dims(1, 2),
            strengths,
            log_decays,
        }
    }
}

/// Scales the vectors of the last dimension to a length of one.
fn unit_length(x: Tensor<4>) -> Tensor<4> {
    let scale = (x.clone().square().sum_dim(3) + LENGTH_EPSILON).sqrt().recip();
    x * scale
}
