//! The `config.json` of a model, as `transformers` reads it.

use serde_json::{Map, Value, json};

use crate::model::config::{
    DeltaConfig, ExpertsConfig, Family, FeedForwardKind, LmConfig, MixerKind, RotationStretch,
};

/// The `config.json` of a model.
pub fn config_json(config: &LmConfig) -> Value {
    let attention = &config.attention;
    let bias = match config.family {
        Family::Qwen2 => attention.out_bias,
        _ => attention.qkv_bias,
    };
    let whole = json!({
        "architectures": [architecture(config.family)],
        "model_type": config.family.model_type(),
        "dtype": "float32",
        "vocab_size": config.n_vocabulary,
        "hidden_size": config.d_model,
        "num_hidden_layers": config.n_layers,
        "num_attention_heads": attention.n_heads,
        "num_key_value_heads": attention.n_kv_heads,
        "head_dim": attention.d_head,
        "attention_bias": bias,
        "hidden_act": "silu",
        "max_position_embeddings": config.context_tokens_max,
        "rms_norm_eps": config.norm_epsilon,
        "rope_theta": attention.rotation.base,
        "rope_parameters": rotation_json(config),
        "tie_word_embeddings": config.tied_embeddings,
        "bos_token_id": config.bos_id,
        "eos_token_id": eos_json(config),
        "pad_token_id": config.pad_id,
        "use_cache": true,
    });
    let Value::Object(mut fields) = whole else { unreachable!("the literal is an object") };
    if config.d_feed_forward > 0 {
        fields.insert("intermediate_size".to_owned(), config.d_feed_forward.into());
    }
    if config.family == Family::Llama {
        fields.insert("mlp_bias".to_owned(), config.feed_forward_bias.into());
    }
    if let Some(experts) = &config.experts {
        add_experts(&mut fields, config, experts);
    }
    if let Some(delta) = &config.delta {
        add_delta(&mut fields, config, delta);
    }
    Value::Object(fields)
}

/// The `generation_config.json` of a model: which tokens start, end and fill.
pub fn generation_config_json(config: &LmConfig) -> Value {
    json!({
        "bos_token_id": config.bos_id,
        "eos_token_id": eos_json(config),
        "pad_token_id": config.pad_id,
    })
}

fn architecture(family: Family) -> &'static str {
    match family {
        Family::Llama => "LlamaForCausalLM",
        Family::Qwen2 => "Qwen2ForCausalLM",
        Family::Qwen3 => "Qwen3ForCausalLM",
        Family::Qwen3Moe => "Qwen3MoeForCausalLM",
        Family::Qwen3Next => "Qwen3NextForCausalLM",
        Family::Qwen35 => "Qwen3_5ForCausalLM",
        Family::Qwen35Moe => "Qwen3_5MoeForCausalLM",
    }
}

fn eos_json(config: &LmConfig) -> Value {
    match config.eos_ids.as_slice() {
        [] => Value::Null,
        [only] => json!(only),
        several => json!(several),
    }
}

fn rotation_json(config: &LmConfig) -> Value {
    let rotation = &config.attention.rotation;
    let mut fields = Map::new();
    fields.insert("rope_theta".to_owned(), rotation.base.into());
    if rotation.n_rotary != config.attention.d_head {
        let share = rotation.n_rotary as f64 / config.attention.d_head as f64;
        fields.insert("partial_rotary_factor".to_owned(), share.into());
    }
    let stretch = match rotation.stretch {
        None => json!({ "rope_type": "default" }),
        Some(RotationStretch::Linear { factor }) => {
            json!({ "rope_type": "linear", "factor": factor })
        }
        Some(RotationStretch::Llama3 {
            factor,
            low_frequency_factor,
            high_frequency_factor,
            original_context_tokens,
        }) => json!({
            "rope_type": "llama3",
            "factor": factor,
            "low_freq_factor": low_frequency_factor,
            "high_freq_factor": high_frequency_factor,
            "original_max_position_embeddings": original_context_tokens as u64,
        }),
        Some(RotationStretch::Yarn {
            factor,
            turns_fast,
            turns_slow,
            scale,
            original_context_tokens,
        }) => json!({
            "rope_type": "yarn",
            "factor": factor,
            "beta_fast": turns_fast,
            "beta_slow": turns_slow,
            "attention_factor": scale,
            "original_max_position_embeddings": original_context_tokens as u64,
        }),
    };
    if let Value::Object(stretch) = stretch {
        fields.extend(stretch);
    }
    Value::Object(fields)
}

fn add_experts(fields: &mut Map<String, Value>, config: &LmConfig, experts: &ExpertsConfig) {
    let dense = config.layers.iter().enumerate();
    let dense: Vec<usize> = dense
        .filter(|(_, layer)| layer.feed_forward == FeedForwardKind::Dense)
        .map(|(number, _)| number)
        .collect();
    fields.insert("num_experts".to_owned(), experts.n_experts.into());
    fields.insert("num_experts_per_tok".to_owned(), experts.n_chosen.into());
    fields.insert("moe_intermediate_size".to_owned(), experts.d_expert.into());
    if let Some(d_shared) = experts.d_shared {
        fields.insert("shared_expert_intermediate_size".to_owned(), d_shared.into());
    }
    if config.family != Family::Qwen35Moe {
        fields.insert("norm_topk_prob".to_owned(), experts.normalized.into());
        fields.insert("decoder_sparse_step".to_owned(), 1.into());
        fields.insert("mlp_only_layers".to_owned(), json!(dense));
    }
}

fn add_delta(fields: &mut Map<String, Value>, config: &LmConfig, delta: &DeltaConfig) {
    let kind = |mixer: MixerKind| match mixer {
        MixerKind::Attention => "full_attention",
        MixerKind::GatedDelta => "linear_attention",
    };
    let types: Vec<&str> = config.layers.iter().map(|layer| kind(layer.mixer)).collect();
    fields.insert("layer_types".to_owned(), json!(types));
    fields.insert("linear_num_key_heads".to_owned(), delta.n_key_heads.into());
    fields.insert("linear_num_value_heads".to_owned(), delta.n_value_heads.into());
    fields.insert("linear_key_head_dim".to_owned(), delta.d_key.into());
    fields.insert("linear_value_head_dim".to_owned(), delta.d_value.into());
    fields.insert("linear_conv_kernel_dim".to_owned(), delta.n_taps.into());
}
