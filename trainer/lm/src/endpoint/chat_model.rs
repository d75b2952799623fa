//! A model with everything that chats need: weights, tokenizer, templates, the form of its calls.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use burn::tensor::Device;

use crate::load::{LoadError, load_model};
use crate::model::language_model::LanguageModel;
use crate::text::chat::{
    ChatMessage, ChatTemplates, RenderOptions, TemplateError, ToolSupportError, find_tool_support,
    load_templates, with_hermes_tools,
};
use crate::text::tool_calls::ToolCallFormat;
use crate::text::{TextError, TokenBytes, Tokenizer, Tool, UnknownSpelling};

/// How a model is told of its tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolPrompt {
    /// By its own template, which has to know tools.
    Template,
    /// By words in the system message, in the Hermes form: for templates that know no tools.
    Hermes,
}

/// A model that chats.
#[derive(Debug)]
pub struct ChatModel {
    /// Its name at the endpoint.
    pub name: String,
    /// The weights, on a device without autodiff.
    pub model: LanguageModel,
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    templates: ChatTemplates,
    tools: Result<ToolPlan, ToolSupportError>,
    /// Made when the first answer is held to a form.
    token_bytes: OnceLock<Result<Arc<TokenBytes>, UnknownSpelling>>,
}

/// How tools are told and calls are read.
#[derive(Debug, Clone, Copy)]
struct ToolPlan {
    prompt: ToolPrompt,
    /// `None` where the template writes calls in a form that cannot be read here.
    format: Option<ToolCallFormat>,
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
}

impl ChatModel {
    /// Loads a model: a Hugging Face folder or a GGUF file.
    ///
    /// # Errors
    /// When a part of it is missing or broken, or the tokenizer is of another model.
    pub fn load(
        path: &Path,
        name: String,
        prompt: ToolPrompt,
        format: Option<ToolCallFormat>,
    ) -> Result<Self, ChatModelError> {
        // What is cheap to find wrong comes before the weights.
        let tokenizer = Tokenizer::load(path)?;
        let templates = load_templates(path, tokenizer.special())?;
        let model = load_model(path, &Device::flex())?;
        tokenizer.check_vocabulary(model.config().n_vocabulary, path)?;
        Ok(Self::new(name, model, tokenizer, templates, prompt, format))
    }

    /// A model of its parts. `format` is how calls are written, where that is not what the template
    /// shows.
    #[must_use]
    pub fn new(
        name: String,
        model: LanguageModel,
        tokenizer: Tokenizer,
        templates: ChatTemplates,
        prompt: ToolPrompt,
        format: Option<ToolCallFormat>,
    ) -> Self {
        let tools = match prompt {
            ToolPrompt::Hermes => {
                Ok(ToolPlan { prompt, format: Some(format.unwrap_or(ToolCallFormat::Hermes)) })
            }
            ToolPrompt::Template => find_tool_support(templates.with_tools())
                .map(|found| ToolPlan { prompt, format: format.or(found.format) }),
        };
        Self { name, model, tokenizer, templates, tools, token_bytes: OnceLock::new() }
    }

    /// The form of the model's calls.
    ///
    /// # Errors
    /// Why the model cannot be given tools.
    pub fn tool_call_format(&self) -> Result<ToolCallFormat, String> {
        match &self.tools {
            Ok(ToolPlan { format: Some(format), .. }) => Ok(*format),
            Ok(ToolPlan { format: None, .. }) => Err(format!(
                "the chat template of {} writes tool calls in a form that cannot be read here; \
                 say which form the model writes with --tool-format",
                self.templates.with_tools().origin()
            )),
            Err(error) => Err(error.to_string()),
        }
    }

    /// What each token writes.
    ///
    /// # Errors
    /// When the tokenizer spells its tokens in a way that is not known.
    pub fn token_bytes(&self) -> Result<&Arc<TokenBytes>, UnknownSpelling> {
        let read = || {
            let n_vocabulary = self.model.config().n_vocabulary;
            TokenBytes::of(&self.tokenizer, n_vocabulary).map(Arc::new)
        };
        self.token_bytes.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The tokens that end a turn.
    #[must_use]
    pub fn end_ids(&self) -> Vec<u32> {
        let mut ids = self.model.config().eos_ids.clone();
        let named = self.tokenizer.special().get("eos_token");
        ids.extend(named.and_then(|token| self.tokenizer.id(token)));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The text of a conversation, up to where the assistant begins to speak.
    ///
    /// # Errors
    /// When the template refuses the conversation.
    pub fn render(
        &self,
        messages: &[ChatMessage],
        tools: &[Tool],
        variables: &[(String, minijinja::Value)],
    ) -> Result<String, TemplateError> {
        let options = RenderOptions {
            add_generation_prompt: true,
            variables: variables.to_vec(),
            now_s: None,
        };
        let in_words = matches!(self.tools, Ok(ToolPlan { prompt: ToolPrompt::Hermes, .. }));
        let has_calls = messages
            .iter()
            .any(|message| !message.tool_calls.is_empty() || message.tool_call_id.is_some());
        match (tools, in_words) {
            ([], true) if !has_calls => {
                self.templates.without_tools().render(messages, &[], &options)
            }
            (tools, true) => {
                let told = with_hermes_tools(messages, tools);
                self.templates.without_tools().render(&told, &[], &options)
            }
            ([], false) => self.templates.without_tools().render(messages, &[], &options),
            (tools, false) => self.templates.with_tools().render(messages, tools, &options),
        }
    }
}
