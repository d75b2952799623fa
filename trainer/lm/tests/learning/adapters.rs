//! Adapters: what they change, what learns, and how they are kept.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use burn::module::{Module, ModuleVisitor, Param};
use burn::tensor::{DType, Device, Int, Tensor, TensorData};
use compoworld_lm::load::load_model;
use compoworld_lm::model::config::{ExpertsConfig, Family, MixerKind};
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::model::precision::{Precision, hold_matrices};
use compoworld_lm::save::save_model;
use compoworld_lm::train::backward::{Memory, row_gradients};
use compoworld_lm::train::learner::{LmLearner, OptimizerConfig};
use compoworld_lm::train::lora::{
    LoraConfig, LoraError, adapter_files, add_adapters, load_adapters, merge_adapters,
};
use compoworld_lm::train::packing::PackedRow;
use compoworld_lm::train::sft::{SftConfig, SftRun};

use crate::tiny::tiny_model;
use crate::values::{flat, relative_difference, sequence};

fn config(family: Family) -> LoraConfig {
    let names: &[&str] = match family {
        Family::Qwen35 => &["q_proj", "in_proj_qkv", "out_proj", "down_proj"],
        Family::Qwen3Next => &["q_proj", "out_proj", "up_proj"],
        Family::Qwen3Moe => &["q_proj", "o_proj"],
        _ => &["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
    };
    let targets = names.iter().map(|name| (*name).to_owned()).collect();
    LoraConfig { rank: 3, alpha: 6.0, targets, ..LoraConfig::default() }
}

fn logits(model: &LanguageModel) -> Vec<f32> {
    let model = model.valid();
    let ids: Vec<i32> = (0..12).map(|at| at * 5 % 50).collect();
    let ids = Tensor::<2, Int>::from_data(TensorData::new(ids, [1, 12]), &model.device());
    model.logits(model.states(ids, None)).try_into_vec_as().expect("floats")
}

fn difference(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// Takes three steps on a few sequences.
fn trained(model: LanguageModel) -> LanguageModel {
    let device = model.device();
    let sequences = (1..5).map(|n| sequence(n, 16, &[(4, 16)])).collect();
    let config = SftConfig { batch_size: 4, rate_max: 1e-2, ..SftConfig::paper() };
    let learner = LmLearner::new(model, OptimizerConfig::default());
    let mut run = SftRun::new(learner, sequences, config, vec![device]);
    while !run.is_done() {
        run.step().expect("the loss is a number");
    }
    run.learner.model
}

#[derive(Default)]
struct Learning(Vec<bool>);

impl ModuleVisitor for Learning {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0.push(param.is_require_grad());
    }
}

#[test]
fn a_fresh_adapter_changes_nothing_and_a_trained_one_equals_its_merge() {
    for family in [Family::Llama, Family::Qwen3Moe, Family::Qwen3Next, Family::Qwen35] {
        let base = tiny_model(family, &Device::flex().autodiff());
        let with = add_adapters(base.clone(), &config(family), 1).expect("the names are there");
        assert_eq!(logits(&base), logits(&with), "{family:?}");
        let mut learning = Learning::default();
        with.visit(&mut learning);
        let n_learning = learning.0.iter().filter(|learns| **learns).count();
        assert!(n_learning > 0 && n_learning < learning.0.len());

        let with = trained(with);
        let change = difference(&logits(&base), &logits(&with));
        assert!(change > 1e-2, "{family:?}: training changed the logits by {change:.1e}");
        let merged = merge_adapters(with.clone());
        let between = difference(&logits(&merged), &logits(&with));
        assert!(between < 1e-4, "{family:?}: {between:.1e}");

        // A model with adapters is saved as it computes.
        let folder = tempfile::tempdir().expect("a folder");
        save_model(&with, folder.path()).expect("it is saved");
        let loaded = load_model(folder.path(), &Device::flex()).expect("it loads");
        let between = difference(&logits(&loaded), &logits(&with));
        assert!(between < 1e-4, "{family:?}: {between:.1e}");
    }
}

#[test]
fn adapters_learn_beside_matrices_of_half_the_size_as_beside_whole_ones() {
    // The norms of the hybrids magnify what is nearly nothing in so small a model.
    for family in [Family::Llama, Family::Qwen3, Family::Qwen3Moe] {
        let base = tiny_model(family, &Device::flex().autodiff());
        let whole = LoraConfig { base: Precision::F32, ..config(family) };
        let half = LoraConfig { base: Precision::Bf16, ..whole.clone() };
        let fresh = |lora| add_adapters(base.clone(), lora, 1).expect("the names are there");
        let model = fresh(&half);
        // Three decimal digits, over three blocks.
        let (exact, coarse) = (logits(&fresh(&whole)), logits(&model));
        let between = difference(&exact, &coarse);
        let largest = exact.iter().fold(0f32, |most, value| most.max(value.abs()));
        assert!(between > 0.0 && between < 0.05 * largest, "{family:?}: {between} of {largest}");

        let lesson = sequence(1, 30, &[(2, 30)]);
        let row = PackedRow::new(&[&lesson], &[0]);
        let gradients = |lora| {
            let model = fresh(lora);
            let negative = |log_probs: Tensor<1>, _: std::ops::Range<usize>| log_probs.sum().neg();
            let (_, gradients) = row_gradients(&model, &row, Memory::Keep, negative);
            flat(&model, &gradients)
        };
        let off = relative_difference(&gradients(&half), &gradients(&whole));
        assert!(off < 0.1, "{family:?}: gradients are {off} off");

        let learned = |lora| logits(&trained(fresh(lora)));
        let (exact_after, coarse_after) = (learned(&whole), learned(&half));
        let change = difference(&exact, &exact_after);
        let apart = difference(&exact_after, &coarse_after);
        assert!(apart < change / 4.0, "{family:?}: {apart} apart after a change of {change}");
    }
}

/// How many parameters are of half the size.
#[derive(Default)]
struct Halved(usize);

impl ModuleVisitor for Halved {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0 += usize::from(param.val().dtype() == DType::BF16);
    }
}

#[test]
fn halved_are_the_matrices_of_products_and_not_those_that_decide() {
    for family in Family::ALL {
        let model = tiny_model(family, &Device::flex());
        let config = model.config().clone();
        let of_experts = |experts: &ExpertsConfig| {
            3 * (experts.n_experts + usize::from(experts.d_shared.is_some()))
        };
        let expected: usize = config
            .layers
            .iter()
            .map(|layer| {
                let mixer = if layer.mixer == MixerKind::Attention { 4 } else { 3 };
                mixer + config.experts.as_ref().map_or(3, of_experts)
            })
            .sum();
        let model = hold_matrices(model, Precision::Bf16).expect("the CPU computes with them");
        let mut halved = Halved::default();
        model.visit(&mut halved);
        assert_eq!(halved.0, expected + usize::from(!config.tied_embeddings), "{family:?}");
        assert!(logits(&model).iter().all(|score| score.is_finite()), "{family:?}");
    }
}

fn write(folder: &Path, files: &[(&str, Vec<u8>)]) {
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("written");
    }
}

#[test]
fn adapters_come_back_from_their_files_bit_for_bit() {
    let base = tiny_model(Family::Qwen35, &Device::flex().autodiff());
    let config = config(Family::Qwen35);
    let with = trained(add_adapters(base.clone(), &config, 1).expect("the names are there"));
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &adapter_files(&with, &config, "base"));
    let (loaded, of_file) = load_adapters(base, folder.path()).expect("it loads");
    assert_eq!(of_file, config);
    assert_eq!(logits(&loaded), logits(&with));
}

#[test]
fn adapters_that_do_not_fit_say_why() {
    let device = Device::flex();
    let base = tiny_model(Family::Llama, &device);
    let config = config(Family::Llama);
    let unknown = LoraConfig { targets: BTreeSet::from(["wq".to_owned()]), ..config.clone() };
    let error = add_adapters(base.clone(), &unknown, 0).expect_err("there is no such product");
    assert!(error.to_string().contains("`wq`; it has down_proj, gate_proj"), "{error}");
    let error = add_adapters(base.clone(), &LoraConfig { rank: 0, ..config.clone() }, 0);
    assert!(matches!(error, Err(LoraError::NoRank)));

    let folder = tempfile::tempdir().expect("a folder");
    let load = |model: &LanguageModel| {
        load_adapters(model.clone(), folder.path()).expect_err("it does not fit").to_string()
    };
    let said = load(&base);
    assert!(said.contains("adapter_config.json"), "{said}");
    let with = add_adapters(base.clone(), &config, 1).expect("the names are there");
    let files = adapter_files(&with, &config, "base");
    write(folder.path(), &files);
    let said = load(&tiny_model(Family::Qwen3Moe, &device));
    assert!(said.contains("no product of the model is named"), "{said}");
    let wider = LoraConfig { rank: 4, ..config.clone() };
    write(folder.path(), &adapter_files(&with, &wider, "base")[1..]);
    let said = load(&base);
    assert!(said.contains("shape [3, 24] and not [4, 24]"), "{said}");
    let fewer = LoraConfig { targets: BTreeSet::from(["q_proj".to_owned()]), ..config };
    write(folder.path(), &adapter_files(&with, &fewer, "base")[1..]);
    let said = load(&base);
    assert!(said.contains("36 of its tensors belong to no product"), "{said}");
    write(folder.path(), &files);
    fs::write(folder.path().join("adapter_model.safetensors"), b"cut").expect("written");
    let said = load(&base);
    assert!(said.contains("is damaged"), "{said}");
}
