//! Models come back from files as they went.

use std::collections::BTreeMap;
use std::fs;

use burn::module::Module;
use burn::tensor::Device;
use compoworld_lm::load::{load_config, load_model, random_model};
use compoworld_lm::model::config::{Family, RotationStretch};
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::model::weights::{LateValues, WeightSink};
use compoworld_lm::save::save_model;
use safetensors::tensor::{Dtype, TensorView, serialize_to_file};
use serde_json::{Value, json};

use crate::tiny::{tiny_config, tiny_model};

#[derive(Default, PartialEq)]
struct Tensors(Vec<(String, Vec<usize>, Vec<f32>)>);

impl<'m> WeightSink<'m> for Tensors {
    fn put(&mut self, name: String, shape: &[usize], values: LateValues<'m>) {
        self.0.push((name, shape.to_vec(), values()));
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

/// Puts the tensors of a saved model where a model that also sees has those of its decoder, with the
/// experts of each layer in one tensor.
fn as_in_a_model_that_sees(tensors: Tensors) -> BTreeMap<String, (Vec<usize>, Vec<f32>)> {
    let mut named: BTreeMap<String, (Vec<usize>, Vec<f32>)> = BTreeMap::new();
    for (name, shape, values) in tensors.0 {
        let name = name.replace("model.", "model.language_model.");
        match name.split_once(".experts.") {
            None => {
                named.insert(name, (shape, values));
            }
            Some((stem, expert)) => {
                // Experts come one after the other, the gate of each before what it gates.
                let fused = if expert.contains("down") { "down_proj" } else { "gate_up_proj" };
                let entry = named.entry(format!("{stem}.experts.{fused}")).or_default();
                entry.1.extend(values);
                entry.0 = vec![entry.1.len() / shape[0] / shape[1], shape[0], shape[1]];
                if fused == "gate_up_proj" {
                    entry.0 = vec![entry.0[0].div_ceil(2), 2 * shape[0], shape[1]];
                }
            }
        }
    }
    named.insert("model.visual.patch_embed.weight".to_owned(), (vec![1], vec![0.0]));
    named.insert("mtp.norm.weight".to_owned(), (vec![1], vec![0.0]));
    named
}

#[test]
fn the_decoder_of_a_model_that_also_sees_loads() {
    let model = tiny_model(Family::Qwen35Moe, &Device::flex());
    let folder = tempfile::tempdir().expect("a folder");
    save_model(&model, folder.path()).expect("it is saved");
    let named = as_in_a_model_that_sees(tensors(&model));
    let bytes: Vec<(&String, &Vec<usize>, Vec<u8>)> = named
        .iter()
        .map(|(name, (shape, values))| {
            (name, shape, values.iter().flat_map(|value| value.to_le_bytes()).collect())
        })
        .collect();
    let views = bytes.iter().map(|(name, shape, bytes)| {
        (*name, TensorView::new(Dtype::F32, shape.to_vec(), bytes).expect("a tensor"))
    });
    serialize_to_file(views, None, &folder.path().join("model.safetensors")).expect("written");
    let path = folder.path().join("config.json");
    let text: Value = serde_json::from_slice(&fs::read(&path).expect("read")).expect("JSON");
    let whole = json!({"model_type": "qwen3_5_moe", "text_config": text, "vision_config": {}});
    fs::write(&path, whole.to_string()).expect("written");

    let loaded = load_model(folder.path(), &Device::flex()).expect("it loads");
    assert!(tensors(&loaded) == tensors(&model));
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
        RotationStretch::Yarn {
            factor: 4.0,
            turns_fast: 32.0,
            turns_slow: 1.0,
            scale: 1.125,
            original_context_tokens: 32_768.0,
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
fn a_config_of_older_transformers_reads_as_a_new_one() {
    let mut config = tiny_config(Family::Llama);
    config.attention.rotation.base = 500_000.0;
    config.attention.rotation.stretch = Some(RotationStretch::Linear { factor: 4.0 });
    let folder = tempfile::tempdir().expect("a folder");
    save_model(&random_model(config.clone(), 3, &Device::flex()), folder.path()).expect("saved");
    let path = folder.path().join("config.json");
    let mut old: Value = serde_json::from_slice(&fs::read(&path).expect("read")).expect("JSON");
    let fields = old.as_object_mut().expect("an object");
    for new in ["rope_parameters", "head_dim", "attention_bias", "mlp_bias"] {
        fields.remove(new);
    }
    fields.insert("rope_scaling".to_owned(), json!({"type": "linear", "factor": 4.0}));
    fields.insert("rope_theta".to_owned(), json!(500_000.0));
    fs::write(&path, old.to_string()).expect("written");
    config.attention.d_head = config.d_model / config.attention.n_heads;
    config.attention.rotation.n_rotary = config.attention.d_head;
    assert_eq!(load_config(folder.path()).expect("the config loads"), config);
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
