//! The GPU backend computes what the CPU backend computes. Runs with `--features wgpu`, on any
//! Vulkan adapter; Mesa's `lavapipe` has one for every machine.
#![cfg(feature = "wgpu")]

use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor};
use compoworld_lm::device::{DeviceChoice, open_device};
use compoworld_trainer::model::config::DecoderConfig;
use compoworld_trainer::model::decoder::Decoder;
use compoworld_trainer::text::template::Transcript;
use compoworld_trainer::train::batches::MicroBatch;
use compoworld_trainer::train::gradients::sum_gradients;
use compoworld_trainer::train::learner::{Learner, OptimizerConfig};

fn batch() -> MicroBatch {
    let row = |from: u32, n_tokens: u32| {
        let ids: Vec<u32> = (0..n_tokens).map(|place| 10 + (from + place * 5) % 37).collect();
        Transcript {
            by_agent: (0..n_tokens).map(|place| place % 3 != 0).collect(),
            log_probs: vec![0.0; ids.len()],
            ids,
            ..Transcript::default()
        }
    };
    MicroBatch::new([&row(0, 24), &row(3, 17), &row(11, 30)])
}

struct Flat<'a> {
    gradients: Option<&'a GradientsParams>,
    values: Vec<f32>,
}

impl ModuleVisitor for Flat<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let tensor = match self.gradients {
            Some(gradients) => gradients.get::<D>(param.id).expect("every weight takes part"),
            None => param.val(),
        };
        self.values.extend(tensor.try_into_vec_as::<f32>().expect("floats"));
    }
}

fn flat(model: &Decoder, gradients: Option<&GradientsParams>) -> Vec<f32> {
    let mut flat = Flat { gradients, values: Vec::new() };
    model.visit(&mut flat);
    flat.values
}

struct Step {
    loss: f64,
    log_probs: Vec<f32>,
    gradients: Vec<f32>,
    weights: Vec<f32>,
}

fn step_on(device: &Device) -> Step {
    let device = device.clone().autodiff();
    let model = Decoder::new(&DecoderConfig::tiny(48), 7, &device).expect("a valid shape");
    let batch = batch();
    let log_probs = model.log_probs(&batch.ids, &batch.targets);
    let log_probs = log_probs.try_into_vec_as().expect("floats");
    let scale = -1.0 / batch.n_targets() as f64;
    let (loss, gradients) = sum_gradients(&model, &[batch], 1, |model, batch| {
        model.log_probs(&batch.ids, &batch.targets).sum() * scale
    });
    let flat_gradients = flat(&model, Some(&gradients));
    let mut learner = Learner::new(model, OptimizerConfig::default());
    learner.step(gradients, 1e-2);
    let weights = flat(&learner.model, None);
    Step { loss, log_probs, gradients: flat_gradients, weights }
}

fn largest_difference(one: &[f32], other: &[f32]) -> f32 {
    assert_eq!(one.len(), other.len());
    let differences = one.iter().zip(other).map(|(a, b)| (a - b).abs());
    differences.fold(
        0.0,
        |largest, difference| {
            if difference.is_nan() { f32::INFINITY } else { largest.max(difference) }
        },
    )
}

#[test]
fn one_training_step_agrees_with_the_cpu() {
    let gpu = open_device(DeviceChoice::Vulkan).expect("this test needs a Vulkan adapter");
    let (cpu, gpu_step) = (step_on(&Device::flex()), step_on(&gpu.device));
    println!("adapter: {}", gpu.name);
    println!("loss {} {}", cpu.loss, gpu_step.loss);
    let log_probs = largest_difference(&cpu.log_probs, &gpu_step.log_probs);
    let gradients = largest_difference(&cpu.gradients, &gpu_step.gradients);
    let weights = largest_difference(&cpu.weights, &gpu_step.weights);
    println!("largest differences: {log_probs:e} {gradients:e} {weights:e}");
    assert!((cpu.loss - gpu_step.loss).abs() < 1e-4);
    assert!(log_probs < 1e-4);
    assert!(gradients < 1e-4);
    // Adam divides by the size of a gradient, so a weight whose gradient is noise may move either
    // way by the rate.
    assert!(weights < 2.1e-2);
}
