//! A model with everything that chats need: weights and the text side.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use burn::tensor::Device;

use crate::load::{LoadError, load_model};
use crate::model::language_model::LanguageModel;
use crate::model::precision::{Precision, Unsupported, hold_matrices};
use crate::text::chat::{ChatText, ToolPrompt};
use crate::text::tool_calls::ToolCallFormat;
use crate::text::{TextError, TokenBytes, UnknownSpelling};
use crate::train::lora::{LoraError, load_adapters, merge_adapters};
use crate::train::tool_use::ToolUseError;

/// A model that chats.
#[derive(Debug)]
pub struct ChatModel {
    /// Its name at the endpoint.
    pub name: String,
    /// The weights, on a device without autodiff.
    pub model: LanguageModel,
    /// Tokenizer, templates, the form of its calls.
    pub text: ChatText,
    /// Made when the first answer is held to a form.
    token_bytes: OnceLock<Result<Arc<TokenBytes>, UnknownSpelling>>,
}

/// Where a model that chats comes from, and how it is told of tools.
#[derive(Debug)]
pub struct ChatModelSource<'a> {
    /// A Hugging Face folder, or a GGUF file.
    pub path: &'a Path,
    /// The adapter that it is to be used with.
    pub adapter: Option<&'a Path>,
    /// Its name at the endpoint.
    pub name: String,
    /// How it is told of tools.
    pub prompt: ToolPrompt,
    /// The form of its calls; what its template shows, unless told otherwise.
    pub format: Option<ToolCallFormat>,
    /// In which numbers its matrices are held.
    pub precision: Precision,
}

/// Why a model cannot be used to chat.
#[derive(Debug, thiserror::Error)]
pub enum ChatModelError {
    /// Its weights cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Its tokenizer or its template cannot be loaded.
    #[error(transparent)]
    Text(#[from] TextError),
    /// It cannot be given a conversation.
    #[error(transparent)]
    ToolUse(#[from] ToolUseError),
    /// Its adapter cannot be loaded.
    #[error(transparent)]
    Adapter(#[from] LoraError),
    /// It cannot be held in such numbers.
    #[error(transparent)]
    Precision(#[from] Unsupported),
}

impl ChatModel {
    /// Loads a model onto a device without autodiff.
    ///
    /// # Errors
    /// When a part of it is missing or broken, or the tokenizer or the adapter is of another model.
    pub fn load(source: ChatModelSource<'_>, device: &Device) -> Result<Self, ChatModelError> {
        let ChatModelSource { path, adapter, name, prompt, format, precision } = source;
        // What is cheap to find wrong comes before the weights.
        let text = ChatText::load(path, prompt, format)?;
        let mut model = load_model(path, device)?;
        text.tokenizer.check_vocabulary(model.config().n_vocabulary, path)?;
        if let Some(folder) = adapter {
            model = merge_adapters(load_adapters(model, folder)?.0);
        }
        let model = hold_matrices(model, precision)?;
        Ok(Self { name, model, text, token_bytes: OnceLock::new() })
    }

    /// What each token writes.
    ///
    /// # Errors
    /// When the tokenizer spells its tokens in a way that is not known.
    pub fn token_bytes(&self) -> Result<&Arc<TokenBytes>, UnknownSpelling> {
        let read = || {
            let n_vocabulary = self.model.config().n_vocabulary;
            TokenBytes::of(&self.text.tokenizer, n_vocabulary).map(Arc::new)
        };
        self.token_bytes.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The tokens that end a turn.
    #[must_use]
    pub fn end_ids(&self) -> Vec<u32> {
        self.text.end_ids(self.model.config())
    }
}
