//! A model with random weights that speaks the tiny tokenizer, in memory and as a folder.

use std::fs;
use std::path::Path;

use burn::tensor::Device;
use compoworld_lm::load::random_model;
use compoworld_lm::model::config::{
    AttentionConfig, Family, FeedForwardKind, LayerConfig, LmConfig, MixerKind, RotationConfig,
};
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::save::save_model;

use crate::tiny_tokenizer::{SPECIAL, inner, tiny};

/// The context of the tiny model, in tokens: tools take room where each byte is a token.
pub const CONTEXT_TOKENS: usize = 40_000;

/// A Llama with random weights.
pub fn tiny_model() -> LanguageModel {
    let end = tiny().id("<|im_end|>").expect("it is in the vocabulary");
    let layer = LayerConfig { mixer: MixerKind::Attention, feed_forward: FeedForwardKind::Dense };
    let config = LmConfig {
        family: Family::Llama,
        n_vocabulary: 272,
        d_model: 24,
        n_layers: 2,
        context_tokens_max: CONTEXT_TOKENS,
        norm_epsilon: 1e-6,
        zero_centred_norms: false,
        tied_embeddings: false,
        attention: AttentionConfig {
            n_heads: 4,
            n_kv_heads: 2,
            d_head: 8,
            qkv_bias: false,
            out_bias: false,
            qk_norm: false,
            gated: false,
            rotation: RotationConfig { base: 10_000.0, n_rotary: 8, stretch: None },
        },
        delta: None,
        d_feed_forward: 40,
        feed_forward_bias: false,
        experts: None,
        layers: vec![layer; 2],
        bos_id: Some(1),
        eos_ids: vec![end],
        pad_id: None,
    };
    random_model(config, 7, &Device::flex())
}

/// Writes the model with its tokenizer and a template into a folder.
pub fn write_folder(folder: &Path, template: &str) {
    save_model(&tiny_model(), folder).expect("it is saved");
    inner().save(folder.join("tokenizer.json"), false).expect("it is saved");
    let special: serde_json::Map<String, serde_json::Value> =
        SPECIAL.iter().map(|(name, text)| ((*name).to_owned(), (*text).into())).collect();
    let config = serde_json::Value::Object(special).to_string();
    fs::write(folder.join("tokenizer_config.json"), config).expect("it is written");
    fs::write(folder.join("chat_template.jinja"), template).expect("it is written");
}
