//! Gradients and weights as plain numbers.

use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::GradientsParams;
use burn::tensor::Tensor;
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::train::sequence::Sequence;

struct Flat<'a>(&'a GradientsParams, Vec<Option<Vec<f32>>>);

impl ModuleVisitor for Flat<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let gradient = self.0.get::<D>(param.id);
        self.1.push(gradient.map(|g| g.try_into_vec_as::<f32>().expect("floats")));
    }
}

/// The gradient of each parameter, in the model's order; `None` where there is none.
pub fn flat(model: &LanguageModel, gradients: &GradientsParams) -> Vec<Option<Vec<f32>>> {
    let mut flat = Flat(gradients, Vec::new());
    model.visit(&mut flat);
    flat.1
}

/// The largest difference of two sets of gradients, over the largest gradient of its parameter. No
/// gradient counts as zero.
pub fn relative_difference(one: &[Option<Vec<f32>>], other: &[Option<Vec<f32>>]) -> f32 {
    assert_eq!(one.len(), other.len());
    let largest = |values: &[f32]| values.iter().fold(0f32, |most, value| most.max(value.abs()));
    let of_parameter = |(one, other): (&Option<Vec<f32>>, &Option<Vec<f32>>)| match (one, other) {
        (None, None) => 0.0,
        (Some(only), None) | (None, Some(only)) => largest(only),
        (Some(one), Some(other)) => {
            let differences: Vec<f32> = one.iter().zip(other).map(|(a, b)| a - b).collect();
            largest(&differences) / largest(other).max(1e-4)
        }
    };
    one.iter().zip(other).map(of_parameter).fold(0.0, f32::max)
}

/// A sequence of ids that differ, of which the agent said some.
pub fn sequence(seed: u32, n_tokens: u32, agent_spans: &[(usize, usize)]) -> Sequence {
    let ids = (0..n_tokens).map(|at| (seed * 31 + at * 7 + at * at) % 50).collect();
    Sequence { ids, agent_spans: agent_spans.to_vec(), log_probs: Vec::new() }
}
