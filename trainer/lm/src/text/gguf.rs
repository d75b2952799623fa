//! What a GGUF file says of its text side: vocabulary, special tokens and chat template.

use std::path::Path;

use super::special_tokens::SpecialTokens;
use crate::load::LoadError;
use crate::load::gguf_file::GgufFile;

/// The text side of a GGUF file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GgufText {
    /// `tokenizer.ggml.model`: `gpt2` for byte-level BPE, `llama` for SentencePiece.
    pub model: String,
    /// `tokenizer.ggml.pre`: the rule that cuts a text before merging.
    pub pre_tokenizer: String,
    /// `tokenizer.ggml.tokens`: the vocabulary, by id.
    pub tokens: Vec<String>,
    /// `tokenizer.ggml.token_type`, by id; empty when the file tells none.
    pub token_types: Vec<i64>,
    /// `tokenizer.ggml.merges`: pairs with a space between them, first merges first.
    pub merges: Vec<String>,
    /// The ids of special tokens by the names of chat templates, such as `eos_token`.
    pub special_ids: Vec<(&'static str, usize)>,
    /// `tokenizer.chat_template`.
    pub chat_template: Option<String>,
}

const SPECIAL_IDS: [(&str, &str); 4] = [
    ("bos_token", "tokenizer.ggml.bos_token_id"),
    ("eos_token", "tokenizer.ggml.eos_token_id"),
    ("unk_token", "tokenizer.ggml.unknown_token_id"),
    ("pad_token", "tokenizer.ggml.padding_token_id"),
];

impl GgufText {
    /// Reads it from the header of a file.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged, or a field has another type.
    pub fn read(path: &Path) -> Result<Self, LoadError> {
        let file = GgufFile::open(path)?;
        let text = |key: &str| Ok::<_, LoadError>(file.text(key)?.map(str::to_owned));
        let texts = |key: &str| {
            let texts = file.texts(key)?.unwrap_or_default();
            Ok::<Vec<String>, LoadError>(texts.into_iter().map(str::to_owned).collect())
        };
        let mut special_ids = Vec::new();
        for (name, key) in SPECIAL_IDS {
            special_ids.extend(file.count(key)?.map(|id| (name, id)));
        }
        Ok(Self {
            model: text("tokenizer.ggml.model")?.unwrap_or_default(),
            pre_tokenizer: text("tokenizer.ggml.pre")?.unwrap_or_default(),
            tokens: texts("tokenizer.ggml.tokens")?,
            token_types: file
                .numbers("tokenizer.ggml.token_type")?
                .unwrap_or_default()
                .into_iter()
                .map(|kind| kind as i64)
                .collect(),
            merges: texts("tokenizer.ggml.merges")?,
            special_ids,
            chat_template: text("tokenizer.chat_template")?,
        })
    }

    /// The texts of the special tokens.
    #[must_use]
    pub fn special_tokens(&self) -> SpecialTokens {
        self.special_ids.iter().fold(SpecialTokens::default(), |special, &(name, id)| {
            match self.tokens.get(id) {
                Some(text) => special.with(name, text),
                None => special,
            }
        })
    }
}
