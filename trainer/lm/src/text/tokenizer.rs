//! Tokenizers: text to ids and back.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value as Json;

use super::gguf::GgufText;
use super::gguf_tokenizer::build_tokenizer;
use super::incremental_decoder::IncrementalDecoder;
use super::json_file::read_json_if_there;
use super::special_tokens::SpecialTokens;

/// A model's tokenizer. A clone shares it.
#[derive(Debug, Clone)]
pub struct Tokenizer {
    inner: Arc<tokenizers::Tokenizer>,
    special: SpecialTokens,
}

/// Why a model's text side cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// A file cannot be read.
    #[error("cannot read {}: {cause}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: io::Error,
    },
    /// A file does not hold what its name says.
    #[error("{}: {message}; fetch the model's files again", .path.display())]
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A folder has no tokenizer that can be read.
    #[error(
        "{} has no `tokenizer.json`; put the one of the model there (a SentencePiece \
         `tokenizer.model` becomes one with `AutoTokenizer.from_pretrained(..).save_pretrained(..)`)",
        .0.display()
    )]
    NoTokenizer(PathBuf),
    /// A GGUF file has another tokenizer than those that can be built.
    #[error("{}: {message}; use the model's Hugging Face folder with its `tokenizer.json`", .path.display())]
    Unsupported {
        /// The file.
        path: PathBuf,
        /// What is not supported, or missing.
        message: String,
    },
    /// A GGUF file cannot be read.
    #[error(transparent)]
    Model(#[from] crate::load::LoadError),
    /// The tokenizer has ids that the model does not know.
    #[error(
        "the tokenizer of {} has {n_tokens} tokens and the model a vocabulary of {n_vocabulary}: \
         they are not of one model; put the model's own `tokenizer.json` beside its weights",
        .path.display()
    )]
    WrongTokenizer {
        /// The folder or the file.
        path: PathBuf,
        /// How many ids the tokenizer may give.
        n_tokens: usize,
        /// How many ids the model knows.
        n_vocabulary: usize,
    },
    /// There is no chat template.
    #[error(
        "{} has no chat template; put one beside it as `chat_template.jinja`, or name one",
        .0.display()
    )]
    NoTemplate(PathBuf),
    /// The chat template is broken.
    #[error(transparent)]
    Template(#[from] super::chat::TemplateError),
}

impl Tokenizer {
    /// Loads the tokenizer of a model: a Hugging Face folder, or a GGUF file.
    ///
    /// # Errors
    /// When a file is missing or broken, or a GGUF file has a tokenizer that cannot be built.
    pub fn load(path: &Path) -> Result<Self, TextError> {
        if path.is_dir() {
            return Self::load_folder(path);
        }
        Self::of_gguf(&GgufText::read(path)?, path)
    }

    fn load_folder(folder: &Path) -> Result<Self, TextError> {
        let path = folder.join("tokenizer.json");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(TextError::NoTokenizer(folder.to_owned()));
            }
            Err(cause) => return Err(TextError::Io { path, cause }),
        };
        let inner = tokenizers::Tokenizer::from_bytes(&bytes)
            .map_err(|error| TextError::BadFile { path, message: error.to_string() })?;
        let config = read_json_if_there(&folder.join("tokenizer_config.json"))?;
        let map = read_json_if_there(&folder.join("special_tokens_map.json"))?;
        let special = SpecialTokens::of_config(&config.or(map).unwrap_or(Json::Null));
        Ok(Self::new(inner, special))
    }

    /// The tokenizer that a GGUF file describes. `path` names the file, for messages.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn of_gguf(text: &GgufText, path: &Path) -> Result<Self, TextError> {
        let inner = build_tokenizer(text)
            .map_err(|message| TextError::Unsupported { path: path.to_owned(), message })?;
        Ok(Self::new(inner, text.special_tokens()))
    }

    /// A tokenizer with the texts of its special tokens.
    #[must_use]
    pub fn new(mut inner: tokenizers::Tokenizer, special: SpecialTokens) -> Self {
        // A `tokenizer.json` may ask to cut or to fill up what it encodes; prompts are whole.
        inner.with_padding(None);
        // Without parameters to check, this cannot fail.
        let _ = inner.with_truncation(None);
        Self { inner: Arc::new(inner), special }
    }

    /// Checks that every id is one that a model with `n_vocabulary` ids knows. `path` names where
    /// the tokenizer is from, for the message.
    ///
    /// # Errors
    /// When the tokenizer may give an id that the model does not know.
    pub fn check_vocabulary(&self, n_vocabulary: usize, path: &Path) -> Result<(), TextError> {
        let largest = self.inner.get_vocab(true).into_values().max();
        let n_tokens = largest.map_or(0, |largest| largest as usize + 1);
        if n_tokens <= n_vocabulary {
            return Ok(());
        }
        Err(TextError::WrongTokenizer { path: path.to_owned(), n_tokens, n_vocabulary })
    }

    /// The ids of a text. Special tokens that the text spells out become themselves; none is added:
    /// chat templates write those that a model wants.
    ///
    /// # Errors
    /// When the tokenizer's own rules fail on the text.
    pub fn encode(&self, text: &str) -> Result<Vec<u32>, EncodeError> {
        let encoding = self.inner.encode_fast(text, false);
        let encoding = encoding.map_err(|error| EncodeError(error.to_string()))?;
        Ok(encoding.get_ids().to_vec())
    }

    /// The text of ids, special tokens spelled out. Bytes that are no whole character become `�`.
    #[must_use]
    pub fn decode(&self, ids: &[u32]) -> String {
        self.inner.decode(ids, false).unwrap_or_default()
    }

    /// Decodes ids one by one, never splitting a character.
    #[must_use]
    pub fn incremental_decoder(&self) -> IncrementalDecoder {
        IncrementalDecoder::new(self.clone())
    }

    /// The text of one token, as the vocabulary spells it.
    #[must_use]
    pub fn token(&self, id: u32) -> Option<String> {
        self.inner.id_to_token(id)
    }

    /// The id of a token that is spelled so in the vocabulary.
    #[must_use]
    pub fn id(&self, token: &str) -> Option<u32> {
        self.inner.token_to_id(token)
    }

    /// The tokenizer as the text of a `tokenizer.json`.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.inner.to_string(false).unwrap_or_default()
    }

    /// The special tokens.
    #[must_use]
    pub fn special(&self) -> &SpecialTokens {
        &self.special
    }
}

/// A text that the tokenizer cannot encode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the tokenizer cannot encode the text: {0}")]
pub struct EncodeError(String);
