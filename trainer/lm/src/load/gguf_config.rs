//! The shape of a model from the metadata of a GGUF file.

use super::error::LoadError;
use super::gguf_file::GgufFile;
use crate::model::config::{
    AttentionConfig, ExpertsConfig, Family, FeedForwardKind, LayerConfig, LmConfig, MixerKind,
    RotationConfig, RotationStretch,
};

/// The architectures that are read, by the names that GGUF files give them.
const ARCHITECTURES: [(&str, Family); 4] = [
    ("llama", Family::Llama),
    ("qwen2", Family::Qwen2),
    ("qwen3", Family::Qwen3),
    ("qwen3moe", Family::Qwen3Moe),
];

/// Where Llama 3.1 and later keep how far each wavelength is stretched.
pub(super) const ROTATION_FACTORS: &str = "rope_freqs.weight";

/// The metadata of one architecture.
struct Keys<'a> {
    file: &'a GgufFile,
    architecture: &'a str,
}

impl Keys<'_> {
    fn key(&self, name: &str) -> String {
        format!("{}.{name}", self.architecture)
    }

    fn count(&self, name: &str) -> Result<Option<usize>, LoadError> {
        self.file.count(&self.key(name))
    }

    fn needed_count(&self, name: &str) -> Result<usize, LoadError> {
        let missing = || self.file.wrong(&self.key(name), "is missing");
        self.count(name)?.ok_or_else(missing)
    }

    fn number(&self, name: &str) -> Result<Option<f64>, LoadError> {
        self.file.number(&self.key(name))
    }
}

/// The shape of the model in a file.
///
/// # Errors
/// [`LoadError`] when a key is missing or of another type, or when the architecture or one of its
/// settings is not built here.
pub fn config_of(file: &mut GgufFile) -> Result<LmConfig, LoadError> {
    let stretch = stretch_of(file)?;
    let architecture = file.text("general.architecture")?;
    let architecture =
        architecture.ok_or_else(|| file.wrong("general.architecture", "is missing"))?;
    let known = ARCHITECTURES.iter().find(|(name, _)| *name == architecture);
    let Some(&(_, family)) = known else {
        return Err(LoadError::Architecture {
            path: file.path().to_owned(),
            name: architecture.to_owned(),
            known: ARCHITECTURES.map(|(name, _)| name).join(", "),
        });
    };
    let keys = Keys { file, architecture };
    let n_layers = keys.needed_count("block_count")?;
    let d_model = keys.needed_count("embedding_length")?;
    let Some(&[n_vocabulary, _]) = file.tensor_shape("token_embd.weight") else {
        return Err(file.wrong("token_embd.weight", "is missing or not a matrix"));
    };
    let has = |name: &str| file.tensor_shape(name).is_some();
    let experts = experts_of(&keys, family)?;
    let feed_forward = match experts {
        Some(_) => FeedForwardKind::Experts,
        None => FeedForwardKind::Dense,
    };
    let id = |name: &str| -> Result<Option<u32>, LoadError> {
        let key = format!("tokenizer.ggml.{name}_token_id");
        Ok(file.count(&key)?.and_then(|id| u32::try_from(id).ok()))
    };
    let end_of_turn = match id("eot")? {
        None => None,
        end if end == id("eos")? => None,
        end => end,
    };
    let config = LmConfig {
        family,
        n_vocabulary,
        d_model,
        n_layers,
        context_tokens_max: keys.count("context_length")?.unwrap_or(2048),
        norm_epsilon: keys.number("attention.layer_norm_rms_epsilon")?.unwrap_or(1e-6),
        zero_centred_norms: false,
        tied_embeddings: !has("output.weight"),
        attention: attention_of(&keys, family, d_model, stretch)?,
        delta: None,
        d_feed_forward: keys.count("feed_forward_length")?.unwrap_or(0),
        feed_forward_bias: has("blk.0.ffn_up.bias"),
        experts,
        layers: vec![LayerConfig { mixer: MixerKind::Attention, feed_forward }; n_layers],
        bos_id: id("bos")?,
        eos_ids: id("eos")?.into_iter().chain(end_of_turn).collect(),
        pad_id: id("padding")?,
    };
    let path = file.path().to_owned();
    config.check().map_err(|source| LoadError::Shape { path, source })?;
    Ok(config)
}

fn attention_of(
    keys: &Keys<'_>,
    family: Family,
    d_model: usize,
    stretch: Option<RotationStretch>,
) -> Result<AttentionConfig, LoadError> {
    let n_heads = keys.needed_count("attention.head_count")?;
    let d_head = keys.count("attention.key_length")?.unwrap_or(d_model / n_heads.max(1));
    let has = |name: &str| keys.file.tensor_shape(name).is_some();
    let stretch = match (stretch, keys.file.text(&keys.key("rope.scaling.type"))?) {
        (Some(stretch), _) => Some(stretch),
        (None, None | Some("none")) => None,
        (None, Some("linear")) => {
            let factor = keys.number("rope.scaling.factor")?.unwrap_or(1.0);
            Some(RotationStretch::Linear { factor })
        }
        (None, Some(other)) => {
            return Err(LoadError::Setting {
                path: keys.file.path().to_owned(),
                field: keys.key("rope.scaling.type"),
                value: other.to_owned(),
                remedy: "take a file without it",
            });
        }
    };
    Ok(AttentionConfig {
        n_heads,
        n_kv_heads: keys.count("attention.head_count_kv")?.unwrap_or(n_heads),
        d_head,
        qkv_bias: has("blk.0.attn_q.bias"),
        out_bias: has("blk.0.attn_output.bias"),
        qk_norm: matches!(family, Family::Qwen3 | Family::Qwen3Moe),
        gated: false,
        rotation: RotationConfig {
            base: keys.number("rope.freq_base")?.unwrap_or(10_000.0),
            n_rotary: keys.count("rope.dimension_count")?.unwrap_or(d_head),
            stretch,
        },
    })
}

fn experts_of(keys: &Keys<'_>, family: Family) -> Result<Option<ExpertsConfig>, LoadError> {
    if family != Family::Qwen3Moe {
        return Ok(None);
    }
    Ok(Some(ExpertsConfig {
        n_experts: keys.needed_count("expert_count")?,
        n_chosen: keys.needed_count("expert_used_count")?,
        d_expert: keys.needed_count("expert_feed_forward_length")?,
        // The format has no key for it: those models that there are do.
        normalized: true,
        d_shared: None,
    }))
}

/// Finds the stretch that a file's table of factors was computed with: that of Llama 3.1, which
/// differs from release to release in its factor only.
fn stretch_of(file: &mut GgufFile) -> Result<Option<RotationStretch>, LoadError> {
    if file.tensor_shape(ROTATION_FACTORS).is_none() {
        return Ok(None);
    }
    let factors = file.values(ROTATION_FACTORS, 0, 1)?;
    let factor = f64::from(factors.iter().copied().fold(0.0, f32::max));
    let stretch = RotationStretch::Llama3 {
        factor,
        low_frequency_factor: 1.0,
        high_frequency_factor: 4.0,
        original_context_tokens: 8192.0,
    };
    let base = file.number("llama.rope.freq_base")?.unwrap_or(10_000.0);
    let plain = RotationConfig { base, n_rotary: 2 * factors.len(), stretch: None };
    let stretched = RotationConfig { stretch: Some(stretch.clone()), ..plain.clone() };
    let computed = plain.frequencies().into_iter().zip(stretched.frequencies());
    let fits = computed
        .zip(&factors)
        .all(|((plain, stretched), &factor)| (plain / stretched / factor - 1.0).abs() < 1e-3);
    match fits {
        true => Ok(Some(stretch)),
        false => Err(LoadError::Setting {
            path: file.path().to_owned(),
            field: ROTATION_FACTORS.to_owned(),
            value: "a table that is not that of Llama 3".to_owned(),
            remedy: "take the Hugging Face folder of the model",
        }),
    }
}
