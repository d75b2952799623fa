//! A model with everything that chats need: weights and the text side.

use std::path::Path;

use burn::tensor::Device;

use crate::load::{LoadError, load_model};
use crate::model::language_model::LanguageModel;
use crate::text::TextError;
use crate::text::chat::{ChatText, ToolPrompt};
use crate::text::tool_calls::ToolCallFormat;
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
}

impl ChatModel {
    /// Loads a model, a Hugging Face folder or a GGUF file, and the adapter that it is to be used
    /// with.
    ///
    /// # Errors
    /// When a part of it is missing or broken, or the tokenizer or the adapter is of another model.
    pub fn load(
        path: &Path,
        adapter: Option<&Path>,
        name: String,
        prompt: ToolPrompt,
        format: Option<ToolCallFormat>,
    ) -> Result<Self, ChatModelError> {
        // What is cheap to find wrong comes before the weights.
        let text = ChatText::load(path, prompt, format)?;
        let mut model = load_model(path, &Device::flex())?;
        text.tokenizer.check_vocabulary(model.config().n_vocabulary, path)?;
        if let Some(folder) = adapter {
            model = merge_adapters(load_adapters(model, folder)?.0);
        }
        Ok(Self { name, model, text })
    }

    /// The tokens that end a turn.
    #[must_use]
    pub fn end_ids(&self) -> Vec<u32> {
        self.text.end_ids(self.model.config())
    }
}
