//! The shape of a language model, whichever file it was read from.

use thiserror::Error;

/// The families that a file can name. They differ in names, defaults and parts, which
/// [`LmConfig`] tells one by one; the family itself matters for reading and saving only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Llama 2 and 3, SmolLM2.
    Llama,
    /// Qwen2 and Qwen2.5.
    Qwen2,
    /// Qwen3, dense.
    Qwen3,
    /// Qwen3 with experts.
    Qwen3Moe,
    /// Qwen3-Next.
    Qwen3Next,
    /// Qwen3.5, dense.
    Qwen35,
    /// Qwen3.5 and 3.6 with experts.
    Qwen35Moe,
}

/// Everything that decides which tensors a model has and how they act.
#[derive(Debug, Clone, PartialEq)]
pub struct LmConfig {
    /// The family whose names the weights bear.
    pub family: Family,
    /// Ids in the vocabulary.
    pub n_vocabulary: usize,
    /// Width of the residual stream.
    pub d_model: usize,
    /// Blocks.
    pub n_layers: usize,
    /// The longest context that the model was trained for, in tokens.
    pub context_tokens_max: usize,
    /// Added to mean squares in norms.
    pub norm_epsilon: f64,
    /// Whether norms scale by one more than their weight.
    pub zero_centred_norms: bool,
    /// Whether the output head is the embedding.
    pub tied_embeddings: bool,
    /// Full attention, in the blocks that have it.
    pub attention: AttentionConfig,
    /// Linear attention by the gated delta rule, in the blocks that have it.
    pub delta: Option<DeltaConfig>,
    /// Width of the dense feed-forward, in the blocks that have it.
    pub d_feed_forward: usize,
    /// Whether the dense feed-forward has biases.
    pub feed_forward_bias: bool,
    /// Mixtures of experts, in the blocks that have them.
    pub experts: Option<ExpertsConfig>,
    /// What each block is made of, `[n_layers]`.
    pub layers: Vec<LayerConfig>,
    /// The token that starts a text, if there is one.
    pub bos_id: Option<u32>,
    /// Tokens that end a text.
    pub eos_ids: Vec<u32>,
    /// The token that fills rows.
    pub pad_id: Option<u32>,
}

/// What one block is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerConfig {
    /// How tokens see each other.
    pub mixer: MixerKind,
    /// What is done to each token.
    pub feed_forward: FeedForwardKind,
}

/// How the tokens of a block see each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MixerKind {
    /// Softmax attention over all tokens before.
    Attention,
    /// A recurrent state, written by the gated delta rule.
    GatedDelta,
}

/// What a block does to each token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedForwardKind {
    /// One gated feed-forward.
    Dense,
    /// A mixture of experts.
    Experts,
}

/// Full attention.
#[derive(Debug, Clone, PartialEq)]
pub struct AttentionConfig {
    /// Query heads.
    pub n_heads: usize,
    /// Key and value heads; divides `n_heads`.
    pub n_kv_heads: usize,
    /// Width of one head.
    pub d_head: usize,
    /// Whether queries, keys and values have biases.
    pub qkv_bias: bool,
    /// Whether the output projection has a bias.
    pub out_bias: bool,
    /// Whether queries and keys are normalized head by head before they are rotated.
    pub qk_norm: bool,
    /// Whether what a head reads passes a sigmoid gate.
    pub gated: bool,
    /// How positions rotate queries and keys.
    pub rotation: RotationConfig,
}

/// Rotary positions.
#[derive(Debug, Clone, PartialEq)]
pub struct RotationConfig {
    /// The base of the wavelengths.
    pub base: f64,
    /// How many of a head's channels rotate, from the first; even.
    pub n_rotary: usize,
    /// How wavelengths are stretched for long contexts.
    pub stretch: Option<RotationStretch>,
}

/// How wavelengths are stretched for contexts longer than those of pre-training.
#[derive(Debug, Clone, PartialEq)]
pub enum RotationStretch {
    /// All by one factor.
    Linear {
        /// By how much.
        factor: f64,
    },
    /// Long wavelengths by a factor, short ones not at all, those between by less: Llama 3.1.
    Llama3 {
        /// By how much the long ones are stretched.
        factor: f64,
        /// Wavelengths above `original_context_tokens` over this are long.
        low_frequency_factor: f64,
        /// Wavelengths under `original_context_tokens` over this are short.
        high_frequency_factor: f64,
        /// The context of pre-training, in tokens.
        original_context_tokens: f64,
    },
    /// Channels that turn seldom within the context of pre-training by a factor, those that turn
    /// often not at all, those between by less; and scores are scaled: YaRN.
    Yarn {
        /// By how much the slow ones are stretched.
        factor: f64,
        /// Channels that turn more often than this are not stretched.
        turns_fast: f64,
        /// Channels that turn less often than this are stretched in full.
        turns_slow: f64,
        /// By how much queries and keys are scaled; scores by its square.
        scale: f64,
        /// The context of pre-training, in tokens.
        original_context_tokens: f64,
    },
}

/// Linear attention by the gated delta rule.
#[derive(Debug, Clone, PartialEq)]
pub struct DeltaConfig {
    /// Query and key heads.
    pub n_key_heads: usize,
    /// Value heads; a multiple of `n_key_heads`.
    pub n_value_heads: usize,
    /// Width of a query or key head.
    pub d_key: usize,
    /// Width of a value head.
    pub d_value: usize,
    /// Tokens that the causal convolution sees, the present one among them.
    pub n_taps: usize,
}

impl DeltaConfig {
    /// Channels of all query heads, or of all key heads.
    pub fn key_width(&self) -> usize {
        self.n_key_heads * self.d_key
    }

    /// Channels of all value heads.
    pub fn value_width(&self) -> usize {
        self.n_value_heads * self.d_value
    }
}

/// A mixture of experts.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpertsConfig {
    /// Experts to choose from.
    pub n_experts: usize,
    /// How many a token passes.
    pub n_chosen: usize,
    /// Inner width of one expert.
    pub d_expert: usize,
    /// Whether the chosen experts' probabilities are scaled to sum to one.
    pub normalized: bool,
    /// Inner width of the expert that every token passes, if there is one.
    pub d_shared: Option<usize>,
}

/// A shape that does not fit together.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ShapeError(String);

impl Family {
    /// All families.
    pub const ALL: [Self; 7] = [
        Self::Llama,
        Self::Qwen2,
        Self::Qwen3,
        Self::Qwen3Moe,
        Self::Qwen3Next,
        Self::Qwen35,
        Self::Qwen35Moe,
    ];

    /// The family of a `model_type`.
    pub fn of_model_type(name: &str) -> Option<Self> {
        // A folder whose model also sees may name the whole in place of the text part.
        let name = name.strip_suffix("_text").unwrap_or(name);
        let text = |family: &Self| family.model_type().trim_end_matches("_text") == name;
        Self::ALL.into_iter().find(text)
    }

    /// What a `config.json` calls the family.
    pub fn model_type(self) -> &'static str {
        match self {
            Self::Llama => "llama",
            Self::Qwen2 => "qwen2",
            Self::Qwen3 => "qwen3",
            Self::Qwen3Moe => "qwen3_moe",
            Self::Qwen3Next => "qwen3_next",
            Self::Qwen35 => "qwen3_5_text",
            Self::Qwen35Moe => "qwen3_5_moe_text",
        }
    }
}

impl LmConfig {
    /// Whether the shape fits together.
    ///
    /// # Errors
    /// [`ShapeError`], which says what does not.
    pub fn check(&self) -> Result<(), ShapeError> {
        let AttentionConfig { n_heads, n_kv_heads, d_head, rotation, .. } = &self.attention;
        let wrong = |what: String| Err(ShapeError(what));
        let sizes = [
            ("vocabulary", self.n_vocabulary),
            ("width of the stream", self.d_model),
            ("number of layers", self.n_layers),
            ("number of heads", *n_heads),
            ("number of key heads", *n_kv_heads),
            ("width of a head", *d_head),
        ];
        if let Some((what, _)) = sizes.iter().find(|(_, size)| *size == 0) {
            return wrong(format!("the {what} is zero"));
        }
        if !n_heads.is_multiple_of(*n_kv_heads) {
            return wrong(format!("{n_heads} heads cannot share {n_kv_heads} key heads evenly"));
        }
        let n_rotary = rotation.n_rotary;
        if !n_rotary.is_multiple_of(2) || n_rotary > *d_head || n_rotary == 0 {
            return wrong(format!("{n_rotary} channels of a head of {d_head} cannot rotate"));
        }
        if self.layers.len() != self.n_layers {
            return wrong(format!("{} of {} layers are told", self.layers.len(), self.n_layers));
        }
        if let Some(delta) = &self.delta {
            let DeltaConfig { n_key_heads, n_value_heads, d_key, d_value, n_taps } = delta;
            if [n_key_heads, n_value_heads, d_key, d_value].contains(&&0) || *n_taps < 2 {
                return wrong("a size of the linear attention is zero".to_owned());
            }
            if !n_value_heads.is_multiple_of(*n_key_heads) {
                return wrong(format!(
                    "{n_value_heads} value heads cannot share {n_key_heads} key heads evenly"
                ));
            }
        }
        match &self.experts {
            Some(ExpertsConfig { n_experts, n_chosen, .. })
                if *n_chosen == 0 || n_chosen > n_experts =>
            {
                wrong(format!("{n_chosen} of {n_experts} experts cannot be chosen"))
            }
            _ => Ok(()),
        }
    }
}
