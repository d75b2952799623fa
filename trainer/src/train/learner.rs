//! A model with its optimizer: one step from summed gradients.

use burn::module::ParamGroup;
use burn::optim::{AdamWConfig, AdjustLrFn, GradientsParams, ModuleOptimizer, MuonConfig};
use serde::{Deserialize, Serialize};

use crate::model::decoder::Decoder;
use compoworld_lm::train::gradients::clip_global_norm;

/// How weights follow gradients.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptimizerConfig {
    /// Decay of the first moment, per step.
    pub beta_1: f32,
    /// Decay of the second moment, per step.
    pub beta_2: f32,
    /// Added to the root of the second moment.
    pub epsilon: f32,
    /// Share of each weight that a step at rate 1 takes away; 0 makes AdamW Adam.
    pub weight_decay: f32,
    /// The longest gradient, over all weights together.
    pub norm_max: f64,
    /// What moves the weight matrices inside the blocks.
    #[serde(default)]
    pub matrices: MatrixOptimizer,
}

/// What moves the weight matrices inside the blocks. Embeddings, norms, convolutions and the pointer
/// are AdamW's in either case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum MatrixOptimizer {
    /// AdamW, as everything else.
    #[default]
    #[value(name = "adamw")]
    AdamW,
    /// Muon: momentum whose update is made orthogonal, scaled to the size of AdamW's updates so that
    /// one rate serves both.
    ///
    /// # Source
    /// Muon is scalable for LLM training, arXiv:2502.16982, section 2.2.
    Muon,
}

/// The matrices that [`MatrixOptimizer`] is about, by their paths in the model.
const MATRICES: &str = r"^blocks\.\d+\.(attention\.(qkv|out)|feed_forward_(in|out))$";

impl Default for OptimizerConfig {
    fn default() -> Self {
        Self {
            beta_1: 0.9,
            beta_2: 0.98,
            epsilon: 1e-8,
            weight_decay: 0.0,
            norm_max: 1.0,
            matrices: MatrixOptimizer::AdamW,
        }
    }
}

/// A model that learns.
#[derive(Clone)]
pub struct Learner {
    /// The weights.
    pub model: Decoder,
    /// Moments of every weight.
    pub optimizer: ModuleOptimizer,
    /// How they move.
    pub config: OptimizerConfig,
    /// Steps taken.
    pub n_steps: usize,
}

impl Learner {
    /// Starts with no moments.
    pub fn new(model: Decoder, config: OptimizerConfig) -> Self {
        let optimizer = fresh_optimizer(&config);
        Self { model, optimizer, config, n_steps: 0 }
    }

    /// Takes one step and returns the norm the gradients had.
    pub fn step(&mut self, gradients: GradientsParams, rate: f64) -> f64 {
        let (norm, gradients) = clip_global_norm(&self.model, gradients, self.config.norm_max);
        self.model = self.optimizer.step(rate, self.model.clone(), gradients);
        self.n_steps += 1;
        norm
    }
}

/// An optimizer without moments.
pub fn fresh_optimizer(config: &OptimizerConfig) -> ModuleOptimizer {
    let everything = AdamWConfig::new()
        .with_beta_1(config.beta_1)
        .with_beta_2(config.beta_2)
        .with_epsilon(config.epsilon)
        .with_weight_decay(config.weight_decay)
        .init();
    match config.matrices {
        MatrixOptimizer::AdamW => everything,
        MatrixOptimizer::Muon => {
            let matrices = ParamGroup::from_regex(MATRICES).expect("the pattern is well-formed");
            let muon = MuonConfig::new().with_adjust_lr_fn(AdjustLrFn::MatchRmsAdamW).build();
            everything.with_group(matrices, muon, None)
        }
    }
}

impl std::fmt::Debug for Learner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Learner")
            .field("config", &self.config)
            .field("n_steps", &self.n_steps)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use burn::module::{Module, ModuleVisitor, Param};
    use burn::optim::GradientsParams;
    use burn::tensor::{Device, Tensor};

    use super::{Learner, MatrixOptimizer, OptimizerConfig};
    use crate::model::config::DecoderConfig;
    use crate::model::decoder::Decoder;

    /// The weights by their paths in the model.
    #[derive(Default)]
    struct Weights {
        path: Vec<String>,
        found: Vec<(String, Vec<f32>)>,
    }

    impl ModuleVisitor for Weights {
        fn enter_module(&mut self, name: &str, _: &str) {
            self.path.push(name.to_owned());
        }

        fn exit_module(&mut self, _: &str, _: &str) {
            self.path.pop();
        }

        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            let values = param.val().try_into_vec_as::<f32>().expect("floats");
            self.found.push((self.path.join("."), values));
        }
    }

    fn after_one_step(matrices: MatrixOptimizer) -> Vec<(String, Vec<f32>)> {
        let device = Device::flex().autodiff();
        let model = Decoder::new(&DecoderConfig::tiny(40), 1, &device).expect("valid");
        let targets =
            crate::model::decoder::Targets { positions: vec![0, 1, 2], ids: vec![7, 9, 7] };
        let loss = model.log_probs(&[vec![5, 7, 9]], &targets).sum().neg();
        let gradients = GradientsParams::from_grads(loss.backward(), &model);
        let mut learner = Learner::new(model, OptimizerConfig { matrices, ..Default::default() });
        learner.step(gradients, 1e-3);
        let mut weights = Weights::default();
        learner.model.visit(&mut weights);
        weights.found
    }

    #[test]
    fn muon_moves_the_matrices_of_the_blocks_and_nothing_else() {
        let adamw = after_one_step(MatrixOptimizer::AdamW);
        let muon = after_one_step(MatrixOptimizer::Muon);
        let moved: Vec<String> = adamw
            .into_iter()
            .zip(muon)
            .filter(|((_, one), (_, other))| one != other)
            .map(|((path, _), _)| path)
            .collect();
        let of_block = |number: usize| {
            ["attention.qkv", "attention.out", "feed_forward_in", "feed_forward_out"]
                .map(|name| format!("blocks.{number}.{name}"))
        };
        assert_eq!(moved, [of_block(0), of_block(1)].concat());
    }
}
