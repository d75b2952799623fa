//! Models come back from files as they went.

use std::fs;

use burn::module::Module;
use burn::tensor::Device;
use compoworld_lm::load::{load_config, load_model, random_model};
use compoworld_lm::model::config::{Family, RotationStretch};
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::model::weights::WeightSink;
use compoworld_lm::save::save_model;

use crate::tiny::{tiny_config, tiny_model};

#[derive(Default, PartialEq)]
struct Tensors(Vec<(String, Vec<usize>, Vec<f32>)>);

impl WeightSink for Tensors {
    fn put(&mut self, name: String, shape: &[usize], values: Vec<f32>) {
        self.0.push((name, shape.to_vec(), values));
    }
}

fn tensors(model: &LanguageModel) -> Tensors {
    let mut tensors = Tensors::default();
    model.save(&mut tensors);
    tensors
}

#[test]
fn a_saved_model_loads_bit_for_bit_with_its_shape() {
    for family in Family::ALL {
        let model = tiny_model(family, &Device::flex());
        let folder = tempfile::tempdir().expect("a folder");
        save_model(&model, folder.path()).expect("it is saved");
        let loaded = load_model(folder.path(), &Device::flex()).expect("it loads");
        assert!(tensors(&loaded) == tensors(&model), "{family:?}");
        assert_eq!(loaded.config(), model.config());
        assert_eq!(&load_config(folder.path()).expect("the config loads"), model.config());
        let left = fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(left, 3, "config, generation config and weights");
    }
}

#[test]
fn stretched_rotation_comes_back() {
    let stretches = [
        RotationStretch::Linear { factor: 4.0 },
        RotationStretch::Llama3 {
            factor: 8.0,
            low_frequency_factor: 1.0,
            high_frequency_factor: 4.0,
            original_context_tokens: 8192.0,
        },
    ];
    for stretch in stretches {
        let mut config = tiny_config(Family::Llama);
        config.attention.rotation.stretch = Some(stretch);
        let model = random_model(config, 3, &Device::flex());
        let folder = tempfile::tempdir().expect("a folder");
        save_model(&model, folder.path()).expect("it is saved");
        let loaded = load_config(folder.path()).expect("the config loads");
        assert_eq!(&loaded, model.config());
    }
}

#[test]
fn saving_over_a_model_replaces_it() {
    let folder = tempfile::tempdir().expect("a folder");
    save_model(&tiny_model(Family::Qwen3Moe, &Device::flex()), folder.path()).expect("saved");
    let second = tiny_model(Family::Llama, &Device::flex());
    save_model(&second, folder.path()).expect("saved");
    let loaded = load_model(folder.path(), &Device::flex()).expect("it loads");
    assert!(tensors(&loaded) == tensors(&second));
}

#[test]
fn equal_seeds_draw_equal_models_and_others_do_not() {
    let draw = |seed| tensors(&random_model(tiny_config(Family::Qwen35Moe), seed, &Device::flex()));
    assert!(draw(1) == draw(1));
    assert!(draw(1) != draw(2));
}

#[test]
fn a_trainable_model_saves_as_it_is() {
    let model = tiny_model(Family::Qwen3, &Device::flex().autodiff());
    assert!(tensors(&model) == tensors(&model.valid()));
}
