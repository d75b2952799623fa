//! A GPU computes what the CPU computes, in every family. Runs with `--features wgpu`, on any Vulkan
//! adapter; Mesa's `lavapipe` has one for every machine.
#![cfg(feature = "wgpu")]

#[path = "../models/tiny.rs"]
mod tiny;
#[path = "../learning/values.rs"]
mod values;

use burn::tensor::{Device, Tensor};
use compoworld_lm::device::{DeviceChoice, open_device};
use compoworld_lm::model::cache::LmCache;
use compoworld_lm::model::config::Family;
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::model::precision::{Precision, hold_matrices};
use compoworld_lm::train::backward::{Memory, row_gradients};
use compoworld_lm::train::packing::PackedRow;
use compoworld_lm::train::sequence::Sequence;

use tiny::tiny_model;
use values::{flat, relative_difference, sequence};

fn gpu() -> Device {
    open_device(DeviceChoice::Vulkan).expect("this test needs a Vulkan adapter").device
}

fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.try_into_vec_as().expect("floats")
}

fn largest_difference(one: &[f32], other: &[f32]) -> f32 {
    assert_eq!(one.len(), other.len());
    // Written so that a difference that is no number counts.
    let larger = |most: f32, difference: f32| if difference <= most { most } else { difference };
    one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, larger)
}

/// The scores after reading with a cache: prompts of two lengths, then a token each.
fn read_in_parts(model: &LanguageModel) -> Vec<f32> {
    let mut cache = LmCache::new(2);
    model.read(&[&[1, 9, 30, 4, 17, 22], &[5, 40, 8]], &mut cache);
    numbers(model.logits(model.read(&[&[11], &[12]], &mut cache)))
}

#[test]
fn half_matrices_are_computed_as_on_the_cpu_or_refused() {
    let half = |device: &Device| hold_matrices(tiny_model(Family::Qwen3, device), Precision::Bf16);
    let Ok(model) = half(&gpu()) else {
        return eprintln!("SKIPPED: this adapter does not compute in bfloat16, and says so");
    };
    let on_cpu = read_in_parts(&half(&Device::flex()).expect("the CPU does"));
    let largest = on_cpu.iter().fold(0f32, |most, value| most.max(value.abs()));
    let difference = largest_difference(&read_in_parts(&model), &on_cpu);
    assert!(difference < 0.02 * largest, "scores of up to {largest} differ by {difference}");
}

#[test]
fn models_read_and_learn_on_a_gpu_as_on_the_cpu() {
    let row: Vec<Sequence> = vec![sequence(1, 20, &[(3, 12)]), sequence(2, 9, &[(1, 4), (6, 9)])];
    let row = PackedRow::new(&row.iter().collect::<Vec<_>>(), &[0, 1]);
    for family in Family::ALL {
        let read = |device: &Device| read_in_parts(&tiny_model(family, device));
        let difference = largest_difference(&read(&gpu()), &read(&Device::flex()));
        assert!(difference < 1e-3, "{family:?}: scores differ by {difference:.1e}");

        let learn = |device: Device, memory: Memory| {
            let model = tiny_model(family, &device.autodiff());
            let negative = |log_probs: Tensor<1>, _: std::ops::Range<usize>| log_probs.sum().neg();
            let (loss, gradients) = row_gradients(&model, &row, memory, negative);
            (loss, flat(&model, &gradients))
        };
        let (loss, gradients) = learn(Device::flex(), Memory::Keep);
        for memory in [Memory::Keep, Memory::Recompute] {
            let (gpu_loss, gpu_gradients) = learn(gpu(), memory);
            assert!((gpu_loss - loss).abs() < 1e-2, "{family:?} {memory:?}: {gpu_loss} {loss}");
            let difference = relative_difference(&gpu_gradients, &gradients);
            assert!(difference < 1e-3, "{family:?} {memory:?}: {difference:.1e}");
        }
    }
}
