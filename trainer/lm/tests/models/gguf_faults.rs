//! GGUF files, broken and whole, written by the reader's own writer.

use std::fs;
use std::path::{Path, PathBuf};

use burn::tensor::Device;
use candle_core::quantized::gguf_file::{Value, write};
use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{Device as CandleDevice, Tensor as CandleTensor};
use compoworld_lm::load::load_model;
use compoworld_lm::model::config::Family;
use compoworld_lm::model::weights::{LateValues, WeightSink};
use proptest::prelude::{ProptestConfig, any, proptest};
use tempfile::TempDir;

use crate::tiny::tiny_model;

/// The tensors of a model under the names of GGUF.
#[derive(Default)]
struct GgufTensors(Vec<(String, QTensor)>);

impl<'m> WeightSink<'m> for GgufTensors {
    fn put(&mut self, name: String, shape: &[usize], values: LateValues<'m>) {
        let name = name
            .replace("model.embed_tokens", "token_embd")
            .replace("model.norm", "output_norm")
            .replace("lm_head", "output")
            .replace("model.layers", "blk")
            .replace("input_layernorm", "attn_norm")
            .replace("post_attention_layernorm", "ffn_norm")
            .replace("self_attn.o_proj", "attn_output")
            .replace("self_attn.", "attn_")
            .replace("mlp.", "ffn_")
            .replace("_proj", "");
        let tensor = CandleTensor::from_vec(values(), shape, &CandleDevice::Cpu).expect("a tensor");
        self.0.push((name, QTensor::quantize(&tensor, GgmlDType::F32).expect("quantized")));
    }
}

/// Writes a tiny Qwen3; what `edit` does to its metadata goes with it.
fn written(edit: impl FnOnce(&mut Vec<(&'static str, Value)>)) -> (TempDir, PathBuf) {
    let model = tiny_model(Family::Qwen3, &Device::flex());
    let mut tensors = GgufTensors::default();
    model.save(&mut tensors);
    let mut metadata = vec![
        ("general.architecture", Value::String("qwen3".to_owned())),
        ("qwen3.block_count", Value::U32(3)),
        ("qwen3.embedding_length", Value::U32(24)),
        ("qwen3.feed_forward_length", Value::U32(40)),
        ("qwen3.attention.head_count", Value::U32(4)),
        ("qwen3.attention.head_count_kv", Value::U32(2)),
        ("qwen3.attention.key_length", Value::U32(8)),
        ("qwen3.attention.layer_norm_rms_epsilon", Value::F32(1e-6)),
    ];
    edit(&mut metadata);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tiny.gguf");
    let metadata: Vec<(&str, &Value)> = metadata.iter().map(|(key, value)| (*key, value)).collect();
    let tensors: Vec<(&str, &QTensor)> =
        tensors.0.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
    let mut file = fs::File::create(&path).expect("created");
    write(&mut file, &metadata, &tensors).expect("written");
    (folder, path)
}

fn check(path: &Path, parts: &[&str]) {
    let message = load_model(path, &Device::flex()).expect_err("it does not load").to_string();
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
}

fn set(metadata: &mut Vec<(&'static str, Value)>, key: &'static str, value: Value) {
    metadata.retain(|(known, _)| *known != key);
    metadata.push((key, value));
}

#[test]
fn a_whole_file_loads() {
    let (_folder, path) = written(|_| ());
    let model = load_model(&path, &Device::flex()).expect("it loads");
    assert_eq!(
        model.config().attention,
        tiny_model(Family::Qwen3, &Device::flex()).config().attention
    );
}

#[test]
fn metadata_that_is_missing_or_wrong_is_named() {
    let architecture = "general.architecture";
    for (key, value, part) in [
        (architecture, Value::String("rwkv".to_owned()), "architecture `rwkv`"),
        (architecture, Value::U32(1), "`general.architecture` is not a text"),
        ("qwen3.block_count", Value::String("3".to_owned()), "`qwen3.block_count` is not a whole"),
        (
            "qwen3.block_count",
            Value::U64(1 << 40),
            "`qwen3.block_count` is not a whole number below",
        ),
        ("qwen3.block_count", Value::U32(4), "no tensor `blk.3."),
        ("qwen3.block_count", Value::U32(2), "no use for"),
        ("qwen3.attention.head_count", Value::U32(5), "5 heads cannot share 2"),
        ("qwen3.feed_forward_length", Value::U32(41), "blk.0.ffn_gate.weight"),
        ("qwen3.rope.scaling.type", Value::String("yarn".to_owned()), "yarn"),
        ("general.alignment", Value::U32(0), "damaged"),
    ] {
        let (_folder, path) = written(|metadata| set(metadata, key, value));
        check(&path, &["tiny.gguf", part]);
    }
    let (_folder, path) =
        written(|metadata| metadata.retain(|(key, _)| *key != "qwen3.embedding_length"));
    check(&path, &["`qwen3.embedding_length` is missing"]);
}

#[test]
fn a_file_that_was_cut_short_names_what_cannot_be_read() {
    let (_folder, path) = written(|_| ());
    let bytes = fs::read(&path).expect("read");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("written");
    check(&path, &["tiny.gguf", "cannot be read", "get the file again"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn no_byte_of_a_header_makes_loading_panic(place in 0usize..2500, byte in any::<u8>()) {
        let (_folder, path) = written(|_| ());
        let mut bytes = fs::read(&path).expect("read");
        bytes[place] = byte;
        fs::write(&path, &bytes).expect("written");
        if let Err(error) = load_model(&path, &Device::flex()) {
            assert!(!error.to_string().is_empty());
        }
    }
}
