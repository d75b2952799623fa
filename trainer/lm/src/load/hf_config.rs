//! The shape of a model from the `config.json` of a Hugging Face folder.
//!
//! Defaults of fields that a file leaves out are those of `transformers`.

use std::path::Path;

use super::error::LoadError;
use super::json_fields::JsonFields;
use crate::model::config::{
    AttentionConfig, DeltaConfig, ExpertsConfig, Family, FeedForwardKind, LayerConfig, LmConfig,
    MixerKind, RotationConfig, RotationStretch,
};

/// Another model is the only way out of a setting that is not built.
const OTHER_MODEL: &str = "take another model of the family";

/// Reads the shape of the model in a folder.
///
/// # Errors
/// [`LoadError`] when the file is missing or damaged, when a field is, or when the architecture or
/// one of its settings is not built here.
pub fn read_config(folder: &Path) -> Result<LmConfig, LoadError> {
    let whole = JsonFields::read(&folder.join("config.json"))?;
    // Models that also see keep the shape of the decoder apart.
    let fields = whole.object("text_config")?.unwrap_or_else(|| whole.clone());
    let family = family_of(&fields)?;
    refuse_what_is_not_built(&whole, &fields)?;

    let n_layers = fields.needed_count("num_hidden_layers")?;
    let experts = experts_of(&fields, family)?;
    let layers = layers_of(&fields, family, n_layers, experts.is_some())?;
    let has = |kind| layers.iter().any(|layer: &LayerConfig| layer.feed_forward == kind);
    let d_feed_forward = match has(FeedForwardKind::Dense) {
        true => fields.needed_count("intermediate_size")?,
        false => fields.count("intermediate_size")?.unwrap_or(0),
    };
    let is_hybrid = is_hybrid(family);
    let generation = folder.join("generation_config.json");
    let mut eos_ids = fields.ids("eos_token_id")?;
    if generation.exists() {
        // What ends a turn is told here, when it is not what ends a text.
        let told = JsonFields::read(&generation)?.ids("eos_token_id")?;
        if !told.is_empty() {
            eos_ids = told;
        }
    }
    let tied_embeddings = match fields.value("tie_word_embeddings") {
        Some(_) => fields.truth("tie_word_embeddings")?,
        None => whole.truth("tie_word_embeddings")?,
    };
    let config = LmConfig {
        family,
        n_vocabulary: fields.needed_count("vocab_size")?,
        d_model: fields.needed_count("hidden_size")?,
        n_layers,
        context_tokens_max: fields.count("max_position_embeddings")?.unwrap_or(2048),
        norm_epsilon: fields.number("rms_norm_eps")?.unwrap_or(1e-6),
        zero_centred_norms: is_hybrid,
        tied_embeddings,
        attention: attention_of(&fields, family)?,
        delta: if is_hybrid { Some(delta_of(&fields)?) } else { None },
        d_feed_forward,
        feed_forward_bias: family == Family::Llama && fields.truth("mlp_bias")?,
        experts,
        layers,
        bos_id: fields.ids("bos_token_id")?.first().copied(),
        eos_ids,
        pad_id: fields.ids("pad_token_id")?.first().copied(),
    };
    let path = fields.path().to_owned();
    config.check().map_err(|source| LoadError::Shape { path, source })?;
    Ok(config)
}

fn family_of(fields: &JsonFields) -> Result<Family, LoadError> {
    let name =
        fields.text("model_type")?.ok_or_else(|| fields.wrong("model_type", "is missing"))?;
    Family::of_model_type(name).ok_or_else(|| LoadError::Architecture {
        path: fields.path().to_owned(),
        name: name.to_owned(),
        known: Family::ALL.map(Family::model_type).join(", "),
    })
}

fn is_hybrid(family: Family) -> bool {
    matches!(family, Family::Qwen3Next | Family::Qwen35 | Family::Qwen35Moe)
}

fn refuse_what_is_not_built(whole: &JsonFields, fields: &JsonFields) -> Result<(), LoadError> {
    if whole.value("quantization_config").is_some() {
        let remedy = "get the checkpoint that is not quantized, or a .gguf file";
        return Err(whole.not_built("quantization_config", "given", remedy));
    }
    if let Some(activation) = fields.text("hidden_act")?.filter(|name| *name != "silu") {
        return Err(fields.not_built("hidden_act", activation, OTHER_MODEL));
    }
    if fields.truth("use_sliding_window")? {
        return Err(fields.not_built("use_sliding_window", "true", OTHER_MODEL));
    }
    Ok(())
}

fn attention_of(fields: &JsonFields, family: Family) -> Result<AttentionConfig, LoadError> {
    let n_heads = fields.needed_count("num_attention_heads")?;
    let d_model = fields.needed_count("hidden_size")?;
    let default_width = match family {
        Family::Qwen3 => 128,
        Family::Qwen3Next | Family::Qwen35 | Family::Qwen35Moe => 256,
        Family::Llama | Family::Qwen2 | Family::Qwen3Moe => d_model / n_heads.max(1),
    };
    let d_head = fields.count("head_dim")?.unwrap_or(default_width);
    let bias = fields.truth("attention_bias")?;
    Ok(AttentionConfig {
        n_heads,
        n_kv_heads: fields.count("num_key_value_heads")?.unwrap_or(n_heads),
        d_head,
        qkv_bias: bias || family == Family::Qwen2,
        out_bias: bias && family != Family::Qwen2,
        qk_norm: !matches!(family, Family::Llama | Family::Qwen2),
        gated: is_hybrid(family),
        rotation: rotation_of(fields, family, d_head)?,
    })
}

/// Newer files have `rope_parameters`, older ones `rope_scaling` beside `rope_theta`.
fn rotation_of(
    fields: &JsonFields,
    family: Family,
    d_head: usize,
) -> Result<RotationConfig, LoadError> {
    let inner = match fields.object("rope_parameters")? {
        Some(inner) => Some(inner),
        None => fields.object("rope_scaling")?,
    };
    let number = |name: &str| -> Result<Option<f64>, LoadError> {
        let within = inner.as_ref().map(|inner| inner.number(name)).transpose()?.flatten();
        match within {
            Some(number) => Ok(Some(number)),
            None => fields.number(name),
        }
    };
    let base = number("rope_theta")?.unwrap_or(10_000.0);
    let default_share = if is_hybrid(family) { 0.25 } else { 1.0 };
    let share = number("partial_rotary_factor")?.unwrap_or(default_share);
    let stretch = match &inner {
        Some(inner) => stretch_of(inner, fields)?,
        None => None,
    };
    Ok(RotationConfig { base, n_rotary: (d_head as f64 * share) as usize, stretch })
}

fn stretch_of(
    inner: &JsonFields,
    fields: &JsonFields,
) -> Result<Option<RotationStretch>, LoadError> {
    let kind = match inner.text("rope_type")? {
        Some(kind) => kind,
        None => inner.text("type")?.unwrap_or("default"),
    };
    match kind {
        // Text has one position a token, on which the sections of `mrope` agree.
        "default" | "mrope" => Ok(None),
        "linear" => Ok(Some(RotationStretch::Linear { factor: inner.needed_number("factor")? })),
        "llama3" => Ok(Some(RotationStretch::Llama3 {
            factor: inner.needed_number("factor")?,
            low_frequency_factor: inner.needed_number("low_freq_factor")?,
            high_frequency_factor: inner.needed_number("high_freq_factor")?,
            original_context_tokens: inner.needed_number("original_max_position_embeddings")?,
        })),
        "yarn" => yarn_of(inner, fields).map(Some),
        other => {
            let remedy =
                "remove the scaling and keep to the context that the model was trained for";
            Err(inner.not_built("rope_type", other, remedy))
        }
    }
}

fn yarn_of(inner: &JsonFields, fields: &JsonFields) -> Result<RotationStretch, LoadError> {
    if inner.value("truncate").is_some_and(|value| value == false) {
        let remedy = "remove the scaling and keep to the context that the model was trained for";
        return Err(inner.not_built("truncate", "false", remedy));
    }
    let factor = inner.needed_number("factor")?;
    let original = match inner.number("original_max_position_embeddings")? {
        Some(original) => original,
        None => fields.needed_number("max_position_embeddings")?,
    };
    // How scores are scaled follows from the factor, unless a file says otherwise.
    let scale_of = |weight: f64| if factor <= 1.0 { 1.0 } else { 0.1 * weight * factor.ln() + 1.0 };
    let scale = match inner.number("attention_factor")? {
        Some(scale) => scale,
        None => match (inner.number("mscale")?, inner.number("mscale_all_dim")?) {
            (Some(one), Some(all)) => scale_of(one) / scale_of(all),
            _ => scale_of(1.0),
        },
    };
    Ok(RotationStretch::Yarn {
        factor,
        turns_fast: inner.number("beta_fast")?.unwrap_or(32.0),
        turns_slow: inner.number("beta_slow")?.unwrap_or(1.0),
        scale,
        original_context_tokens: original,
    })
}

fn delta_of(fields: &JsonFields) -> Result<DeltaConfig, LoadError> {
    Ok(DeltaConfig {
        n_key_heads: fields.count("linear_num_key_heads")?.unwrap_or(16),
        n_value_heads: fields.count("linear_num_value_heads")?.unwrap_or(32),
        d_key: fields.count("linear_key_head_dim")?.unwrap_or(128),
        d_value: fields.count("linear_value_head_dim")?.unwrap_or(128),
        n_taps: fields.count("linear_conv_kernel_dim")?.unwrap_or(4),
    })
}

fn experts_of(fields: &JsonFields, family: Family) -> Result<Option<ExpertsConfig>, LoadError> {
    let normalized = match family {
        Family::Llama | Family::Qwen2 | Family::Qwen3 | Family::Qwen35 => return Ok(None),
        Family::Qwen3Moe => fields.truth("norm_topk_prob")?,
        Family::Qwen3Next => {
            fields.value("norm_topk_prob").is_none() || fields.truth("norm_topk_prob")?
        }
        Family::Qwen35Moe => true,
    };
    let n_experts = match fields.count("num_experts")? {
        Some(n_experts) => n_experts,
        None => fields.needed_count("num_local_experts")?,
    };
    if n_experts == 0 {
        return Ok(None);
    }
    let d_shared = match is_hybrid(family) {
        true => Some(fields.needed_count("shared_expert_intermediate_size")?),
        false => None,
    };
    Ok(Some(ExpertsConfig {
        n_experts,
        n_chosen: fields.needed_count("num_experts_per_tok")?,
        d_expert: fields.needed_count("moe_intermediate_size")?,
        normalized,
        d_shared,
    }))
}

fn layers_of(
    fields: &JsonFields,
    family: Family,
    n_layers: usize,
    has_experts: bool,
) -> Result<Vec<LayerConfig>, LoadError> {
    let mixers = mixers_of(fields, family, n_layers)?;
    let step = fields.count("decoder_sparse_step")?.unwrap_or(1).max(1);
    let dense_only = fields.ids("mlp_only_layers")?;
    let feed_forward = |number: usize| {
        let skipped = dense_only.iter().any(|&layer| layer as usize == number);
        match has_experts && !skipped && (number + 1).is_multiple_of(step) {
            true => FeedForwardKind::Experts,
            false => FeedForwardKind::Dense,
        }
    };
    Ok(mixers
        .into_iter()
        .enumerate()
        .map(|(number, mixer)| LayerConfig { mixer, feed_forward: feed_forward(number) })
        .collect())
}

fn mixers_of(
    fields: &JsonFields,
    family: Family,
    n_layers: usize,
) -> Result<Vec<MixerKind>, LoadError> {
    let Some(types) = fields.value("layer_types") else {
        let interval = fields.count("full_attention_interval")?.unwrap_or(4).max(1);
        let mixer =
            |number: usize| match !is_hybrid(family) || (number + 1).is_multiple_of(interval) {
                true => MixerKind::Attention,
                false => MixerKind::GatedDelta,
            };
        return Ok((0..n_layers).map(mixer).collect());
    };
    let types = types.as_array().map(Vec::as_slice).unwrap_or_default();
    if types.len() != n_layers {
        return Err(fields.wrong("layer_types", "is not a list with one entry a layer"));
    }
    let mixer = |kind: &serde_json::Value| match kind.as_str() {
        Some("full_attention") => Ok(MixerKind::Attention),
        Some("linear_attention") if is_hybrid(family) => Ok(MixerKind::GatedDelta),
        _ => Err(fields.not_built("layer_types", &kind.to_string(), OTHER_MODEL)),
    };
    types.iter().map(mixer).collect()
}
