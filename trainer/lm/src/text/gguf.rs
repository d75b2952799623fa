//! What a GGUF file says of its text side: vocabulary, special tokens and chat template.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use candle_core::quantized::gguf_file::{Content, Value};

use super::special_tokens::SpecialTokens;
use super::tokenizer::TextError;

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
    pub special_ids: Vec<(&'static str, u32)>,
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
    /// Reads the header of a GGUF file.
    ///
    /// # Errors
    /// When the file cannot be read, or is no GGUF file.
    pub fn read(path: &Path) -> Result<Self, TextError> {
        let file = File::open(path)
            .map_err(|cause| TextError::Io { path: path.to_owned(), cause })?;
        let content = Content::read(&mut BufReader::new(file)).map_err(|error| {
            let message = format!("this is no whole GGUF file: {error}");
            TextError::BadFile { path: path.to_owned(), message }
        })?;
        Ok(Self::of_metadata(&content.metadata))
    }

    fn of_metadata(metadata: &HashMap<String, Value>) -> Self {
        let text = |key: &str| match metadata.get(key) {
            Some(Value::String(text)) => Some(text.clone()),
            _ => None,
        };
        let list = |key: &str| match metadata.get(key) {
            Some(Value::Array(items)) => items.as_slice(),
            _ => &[],
        };
        let texts = |key: &str| {
            let texts = list(key).iter().map(|item| match item {
                Value::String(text) => text.clone(),
                _ => String::new(),
            });
            texts.collect()
        };
        let id = |key: &str| metadata.get(key).and_then(integer).and_then(|id| id.try_into().ok());
        let special = SPECIAL_IDS.iter().filter_map(|&(name, key)| Some((name, id(key)?)));
        Self {
            model: text("tokenizer.ggml.model").unwrap_or_default(),
            pre_tokenizer: text("tokenizer.ggml.pre").unwrap_or_default(),
            tokens: texts("tokenizer.ggml.tokens"),
            token_types: list("tokenizer.ggml.token_type").iter().filter_map(integer).collect(),
            merges: texts("tokenizer.ggml.merges"),
            special_ids: special.collect(),
            chat_template: text("tokenizer.chat_template"),
        }
    }

    /// The texts of the special tokens.
    #[must_use]
    pub fn special_tokens(&self) -> SpecialTokens {
        self.special_ids.iter().fold(SpecialTokens::default(), |special, &(name, id)| {
            match self.tokens.get(id as usize) {
                Some(text) => special.with(name, text),
                None => special,
            }
        })
    }
}

fn integer(value: &Value) -> Option<i64> {
    match *value {
        Value::U8(number) => Some(number.into()),
        Value::I8(number) => Some(number.into()),
        Value::U16(number) => Some(number.into()),
        Value::I16(number) => Some(number.into()),
        Value::U32(number) => Some(number.into()),
        Value::I32(number) => Some(number.into()),
        Value::U64(number) => number.try_into().ok(),
        Value::I64(number) => Some(number),
        _ => None,
    }
}
