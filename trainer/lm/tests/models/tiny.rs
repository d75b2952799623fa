//! A tiny shape of each family.

use burn::tensor::Device;
use compoworld_lm::load::random_weights::RandomWeights;
use compoworld_lm::model::config::{
    AttentionConfig, DeltaConfig, ExpertsConfig, Family, FeedForwardKind, LayerConfig, LmConfig,
    MixerKind, RotationConfig,
};
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::model::weights::{WeightError, WeightSource};

/// Ids in the vocabulary.
pub const N_VOCABULARY: u32 = 53;

/// A tiny shape with all the parts of its family.
pub fn tiny_config(family: Family) -> LmConfig {
    let hybrid = matches!(family, Family::Qwen3Next | Family::Qwen35 | Family::Qwen35Moe);
    let moe = matches!(family, Family::Qwen3Moe | Family::Qwen3Next | Family::Qwen35Moe);
    let feed_forward = if moe { FeedForwardKind::Experts } else { FeedForwardKind::Dense };
    let layer = |number: usize| LayerConfig {
        mixer: match hybrid && number != 1 {
            true => MixerKind::GatedDelta,
            false => MixerKind::Attention,
        },
        feed_forward,
    };
    LmConfig {
        family,
        n_vocabulary: N_VOCABULARY as usize,
        d_model: 24,
        n_layers: 3,
        context_tokens_max: 256,
        norm_epsilon: 1e-6,
        zero_centred_norms: hybrid,
        tied_embeddings: family == Family::Qwen2,
        attention: AttentionConfig {
            n_heads: 4,
            n_kv_heads: 2,
            d_head: 8,
            qkv_bias: family == Family::Qwen2,
            out_bias: false,
            qk_norm: !matches!(family, Family::Llama | Family::Qwen2),
            gated: hybrid,
            rotation: RotationConfig {
                base: 10_000.0,
                n_rotary: if hybrid { 4 } else { 8 },
                stretch: None,
            },
        },
        delta: hybrid.then_some(DeltaConfig {
            n_key_heads: 2,
            n_value_heads: 4,
            d_key: 6,
            d_value: 8,
            n_taps: 4,
        }),
        d_feed_forward: if moe { 0 } else { 40 },
        feed_forward_bias: false,
        experts: moe.then_some(ExpertsConfig {
            n_experts: 5,
            n_chosen: 2,
            d_expert: 16,
            normalized: true,
            d_shared: hybrid.then_some(12),
        }),
        layers: (0..3).map(layer).collect(),
        bos_id: Some(1),
        eos_ids: vec![2, 3],
        pad_id: None,
    }
}

/// Weights ten times as large as those of a fresh model, so that tokens differ in what they see.
struct Larger(RandomWeights);

impl WeightSource for Larger {
    fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightError> {
        let mut values = self.0.take(name, shape)?;
        if shape.len() > 1 {
            values.iter_mut().for_each(|value| *value *= 10.0);
        }
        Ok(values)
    }

    fn has(&self, name: &str) -> bool {
        self.0.has(name)
    }
}

/// A tiny model of a family.
pub fn tiny_model(family: Family, device: &Device) -> LanguageModel {
    let config = tiny_config(family);
    config.check().expect("the shape fits together");
    let mut weights = Larger(RandomWeights::new(&config, 7));
    LanguageModel::new(config, &mut weights, device).expect("random weights")
}
