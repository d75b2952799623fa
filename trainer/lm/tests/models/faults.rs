//! Broken files get an error that names the file, the place and the remedy.

use std::fs;
use std::path::Path;

use burn::tensor::Device;
use compoworld_lm::load::load_model;
use compoworld_lm::model::config::Family;
use compoworld_lm::save::save_model;
use proptest::prelude::{ProptestConfig, any, proptest};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::tiny::tiny_model;

fn saved(family: Family) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    save_model(&tiny_model(family, &Device::flex()), folder.path()).expect("it is saved");
    folder
}

/// The message of what a path does not load with.
fn message(path: &Path) -> String {
    load_model(path, &Device::flex()).expect_err("it does not load").to_string()
}

fn check(path: &Path, parts: &[&str]) {
    let message = message(path);
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
}

fn edit_config(folder: &Path, edit: impl FnOnce(&mut Value)) {
    let path = folder.join("config.json");
    let mut config: Value =
        serde_json::from_slice(&fs::read(&path).expect("read")).expect("it is JSON");
    edit(&mut config);
    fs::write(&path, config.to_string()).expect("written");
}

#[test]
fn what_is_not_there_is_named() {
    check(Path::new("/no/such/model"), &["/no/such/model", "give a Hugging Face folder"]);
    let empty = tempfile::tempdir().expect("a folder");
    check(empty.path(), &["config.json", "give a Hugging Face folder"]);
    let folder = saved(Family::Llama);
    fs::remove_file(folder.path().join("model.safetensors")).expect("removed");
    check(folder.path(), &["neither model.safetensors nor", "save_pretrained"]);
}

#[test]
fn an_unknown_architecture_is_named_with_those_that_are_known() {
    let folder = saved(Family::Llama);
    edit_config(folder.path(), |config| config["model_type"] = json!("mamba3"));
    check(folder.path(), &["config.json", "`mamba3`", "llama, qwen2, qwen3"]);
}

#[test]
fn settings_that_are_not_built_are_named() {
    for (field, value, part) in [
        ("hidden_act", json!("gelu"), "gelu"),
        ("quantization_config", json!({"bits": 4}), "not quantized"),
        (
            "rope_parameters",
            json!({"rope_type": "longrope", "factor": 4.0}),
            "rope_parameters.rope_type",
        ),
        ("use_sliding_window", json!(true), "use_sliding_window"),
        ("layer_types", json!(vec!["sliding_attention"; 3]), "sliding_attention"),
    ] {
        let folder = saved(Family::Llama);
        edit_config(folder.path(), |config| config[field] = value);
        check(folder.path(), &["config.json", part]);
    }
}

#[test]
fn fields_that_are_missing_or_wrong_are_named() {
    for (field, value, part) in [
        ("hidden_size", Value::Null, "`hidden_size` is missing"),
        ("hidden_size", json!("wide"), "`hidden_size` is not a whole number"),
        ("num_key_value_heads", json!(3), "4 heads cannot share 3 key heads"),
        ("num_attention_heads", json!(0), "zero"),
        ("num_hidden_layers", json!(1u64 << 60), "`num_hidden_layers` is not a whole number below"),
        ("layer_types", json!(["full_attention"]), "one entry a layer"),
        ("eos_token_id", json!("</s>"), "eos_token_id"),
    ] {
        let folder = saved(Family::Llama);
        edit_config(folder.path(), |config| config[field] = value);
        check(folder.path(), &["config.json", part]);
    }
}

#[test]
fn a_tensor_of_another_shape_is_named_with_both_shapes() {
    let folder = saved(Family::Llama);
    edit_config(folder.path(), |config| config["intermediate_size"] = json!(41));
    let parts = ["layers.0.mlp.gate_proj.weight", "[40, 24]", "[41, 24]", "model.safetensors"];
    check(folder.path(), &parts);
}

#[test]
fn tensors_too_few_or_too_many_are_named() {
    let folder = saved(Family::Llama);
    edit_config(folder.path(), |config| config["num_hidden_layers"] = json!(4));
    check(folder.path(), &["layers.3.", "no tensor"]);
    edit_config(folder.path(), |config| config["num_hidden_layers"] = json!(2));
    check(folder.path(), &["9 tensors", "layers.2.", "no use for"]);
}

#[test]
fn a_file_that_was_cut_short_is_damaged() {
    let folder = saved(Family::Qwen2);
    let path = folder.path().join("model.safetensors");
    let bytes = fs::read(&path).expect("read");
    for n in [0, 5, 100, bytes.len() - 1] {
        fs::write(&path, &bytes[..n]).expect("written");
        check(folder.path(), &["model.safetensors is damaged", "get the file again"]);
    }
    fs::write(folder.path().join("config.json"), "{\"model_type\": ").expect("written");
    check(folder.path(), &["config.json is damaged"]);
}

#[test]
fn an_index_that_does_not_fit_its_shards_is_told() {
    let folder = saved(Family::Qwen3);
    let shard = "model-00001-of-00002.safetensors";
    fs::rename(folder.path().join("model.safetensors"), folder.path().join(shard)).expect("moved");
    let index = |map: Value| {
        let text = json!({"metadata": {}, "weight_map": map}).to_string();
        fs::write(folder.path().join("model.safetensors.index.json"), text).expect("written");
    };
    index(json!({"model.norm.weight": "model-00002-of-00002.safetensors"}));
    check(folder.path(), &["model.norm.weight", "model-00002-of-00002.safetensors", "not in"]);
    index(json!({"model.nothing": shard}));
    check(folder.path(), &["model.nothing", shard, "no such tensor"]);
    index(json!({"model.norm.weight": "../model.safetensors"}));
    check(folder.path(), &["not the name of a file"]);
    index(json!(["model.norm.weight"]));
    check(folder.path(), &["index.json", "`weight_map`"]);
    // An index that leaves tensors out.
    index(json!({"model.norm.weight": shard}));
    check(folder.path(), &["has no tensor", "get the whole"]);
}

#[test]
fn what_is_no_gguf_file_is_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("model.gguf");
    for bytes in [&b""[..], b"GGUF", b"GGUF\x03\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\0\0"] {
        fs::write(&path, bytes).expect("written");
        check(&path, &["model.gguf is damaged", "get the file again"]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn no_byte_of_a_header_makes_loading_panic(place in 0usize..600, byte in any::<u8>()) {
        let folder = saved(Family::Qwen3Next);
        let path = folder.path().join("model.safetensors");
        let mut bytes = fs::read(&path).expect("read");
        bytes[place] = byte;
        fs::write(&path, &bytes).expect("written");
        // Either it still loads, or it is told why not.
        if let Err(error) = load_model(folder.path(), &Device::flex()) {
            assert!(!error.to_string().is_empty());
        }
    }
}
