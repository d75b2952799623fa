//! Tiny random checkpoints of every family: logits and gradients, and what we save loaded again.

use std::collections::BTreeMap;

use burn::module::{Module, ModuleMapper, Param};
use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Gradients, Int, Tensor};
use compoworld_lm::load::load_model;
use compoworld_lm::model::weights::{LateValues, WeightSink};
use compoworld_lm::save::save_model;

use crate::peer::{Expected, checkpoints, id_tensor, largest, largest_difference, peer, values};

const CASES: [&str; 13] = [
    "llama",
    "llama3_tied",
    "llama_biased",
    "llama_bf16_shards",
    "qwen2",
    "qwen2_f16",
    "qwen3",
    "qwen3_yarn",
    "qwen3_moe",
    "qwen3_moe_mixed",
    "qwen3_next",
    "qwen3_5",
    "qwen3_5_moe",
];

/// Puts the gradient of each parameter in its place.
struct IntoGradients<'a> {
    gradients: &'a Gradients,
}

impl ModuleMapper for IntoGradients<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let value = param.val();
        let gradient = value.grad(self.gradients).unwrap_or_else(|| value.inner().zeros_like());
        Param::initialized(param.id, gradient)
    }
}

#[derive(Default)]
struct Collected(BTreeMap<String, Vec<f32>>);

impl<'m> WeightSink<'m> for Collected {
    fn put(&mut self, name: String, _shape: &[usize], values: LateValues<'m>) {
        self.0.insert(name, values());
    }
}

/// The mean cross-entropy of each next token.
fn loss(logits: Tensor<3>, ids: Tensor<2, Int>) -> Tensor<1> {
    let [n_rows, n_tokens, n_vocabulary] = logits.dims();
    let n = n_rows * (n_tokens - 1);
    let scores = log_softmax(logits.narrow(1, 0, n_tokens - 1).reshape([n, n_vocabulary]), 1);
    scores.gather(1, ids.narrow(1, 1, n_tokens - 1).reshape([n, 1])).mean().neg()
}

/// Compares a case; `None` when there is no torch.
fn compare(case: &str) -> Option<(f32, f32)> {
    let folder = checkpoints()?.join(case);
    let expected = Expected::read(&folder.join("expected.safetensors"));
    let device = Device::flex().autodiff();
    let model = load_model(&folder, &device).expect("the checkpoint loads");
    let ids = id_tensor(&expected.ids(), &device);
    let logits = model.logits(model.states(ids.clone(), None));
    let of_logits = largest_difference(&values(logits.clone()), &expected.floats("logits"));

    let gradients = loss(logits, ids).backward();
    let mut ours = Collected::default();
    model.map(&mut IntoGradients { gradients: &gradients }).save(&mut ours);
    let mut of_gradients = 0f32;
    let mut n_compared = 0;
    for name in expected.names() {
        let Some(tensor) = name.strip_prefix("gradient:") else { continue };
        let theirs = expected.floats(&name);
        let ours = ours.0.get(tensor).unwrap_or_else(|| panic!("no gradient of {tensor}"));
        let scale = largest(theirs.iter().copied()).max(1e-6);
        let difference = largest_difference(ours, &theirs) / scale;
        assert!(difference < 1e-3, "{case}: the gradient of {tensor} is {difference:.1e} off");
        of_gradients = of_gradients.max(difference);
        n_compared += 1;
    }
    assert_eq!(n_compared, ours.0.len(), "a gradient of every tensor");
    println!("{case}: logits {of_logits:.1e}, gradients {of_gradients:.1e} relative");
    Some((of_logits, of_gradients))
}

fn holds(case: &str) {
    if let Some((of_logits, _)) = compare(case) {
        assert!(of_logits < 1e-4, "{case}: logits are {of_logits:.1e} off");
    }
}

#[test]
fn llama_equals_transformers() {
    holds("llama");
}

#[test]
fn llama_with_stretched_rotation_and_tied_embeddings_equals_transformers() {
    holds("llama3_tied");
}

#[test]
fn llama_with_biases_equals_transformers() {
    holds("llama_biased");
}

#[test]
fn llama_in_shards_of_half_precision_equals_transformers() {
    holds("llama_bf16_shards");
}

#[test]
fn qwen2_equals_transformers() {
    holds("qwen2");
}

#[test]
fn qwen2_in_half_precision_equals_transformers() {
    holds("qwen2_f16");
}

#[test]
fn qwen3_equals_transformers() {
    holds("qwen3");
}

#[test]
fn qwen3_with_positions_beyond_its_training_equals_transformers() {
    holds("qwen3_yarn");
}

#[test]
fn qwen3_with_experts_equals_transformers() {
    holds("qwen3_moe");
}

#[test]
fn qwen3_with_experts_in_some_layers_equals_transformers() {
    holds("qwen3_moe_mixed");
}

#[test]
fn qwen3_next_equals_transformers() {
    holds("qwen3_next");
}

#[test]
fn qwen3_5_equals_transformers() {
    holds("qwen3_5");
}

#[test]
fn qwen3_5_with_experts_equals_transformers() {
    holds("qwen3_5_moe");
}

#[test]
fn transformers_loads_what_was_saved() {
    let Some(made) = checkpoints() else { return };
    let saved = tempfile::tempdir().expect("a folder");
    for case in CASES {
        let model = load_model(&made.join(case), &Device::flex()).expect("the checkpoint loads");
        save_model(&model, &saved.path().join(case)).expect("the model is saved");
    }
    let folders = [made, saved.path()].map(|path| path.display().to_string());
    let arguments: Vec<&str> = folders.iter().map(String::as_str).chain(CASES).collect();
    let printed = peer("compare_saved.py", &arguments).expect("torch is there");
    let differences: BTreeMap<&str, f32> = printed
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(case, difference)| (case, difference.parse().expect("a number")))
        .collect();
    assert_eq!(differences.len(), CASES.len(), "{printed}");
    assert!(differences.values().all(|difference| *difference < 1e-5), "{differences:?}");
}
