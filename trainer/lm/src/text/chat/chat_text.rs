//! The text side of a model that chats: tokenizer, templates, how it is told of tools, and the form
//! of its calls.

use std::path::Path;

use super::hermes_tools::with_hermes_tools;
use super::load_template::{ChatTemplates, load_templates};
use super::message::ChatMessage;
use super::template::{RenderOptions, TemplateError};
use super::tool_support::{ToolSupportError, find_tool_support};
use crate::model::config::LmConfig;
use crate::text::tokenizer::{TextError, Tokenizer};
use crate::text::tool::Tool;
use crate::text::tool_calls::ToolCallFormat;

/// How a model is told of its tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolPrompt {
    /// By its own template, which has to know tools.
    Template,
    /// By words in the system message, in the Hermes form: for templates that know no tools.
    Hermes,
}

/// The text side of a model that chats.
#[derive(Debug, Clone)]
pub struct ChatText {
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    templates: ChatTemplates,
    tools: Result<ToolPlan, ToolSupportError>,
}

/// How tools are told and calls are read.
#[derive(Debug, Clone, Copy)]
struct ToolPlan {
    prompt: ToolPrompt,
    /// `None` where the template writes calls in a form that cannot be read here.
    format: Option<ToolCallFormat>,
}

impl ChatText {
    /// Loads the text side of a model: a Hugging Face folder or a GGUF file.
    ///
    /// # Errors
    /// When the tokenizer or the template is missing or broken.
    pub fn load(
        path: &Path,
        prompt: ToolPrompt,
        format: Option<ToolCallFormat>,
    ) -> Result<Self, TextError> {
        let tokenizer = Tokenizer::load(path)?;
        let templates = load_templates(path, tokenizer.special())?;
        Ok(Self::new(tokenizer, templates, prompt, format))
    }

    /// The text side of its parts. `format` is how calls are written, where that is not what the
    /// template shows.
    #[must_use]
    pub fn new(
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
        Self { tokenizer, templates, tools }
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

    /// The templates.
    #[must_use]
    pub fn templates(&self) -> &ChatTemplates {
        &self.templates
    }

    /// The tokens that end a turn of a model.
    #[must_use]
    pub fn end_ids(&self, config: &LmConfig) -> Vec<u32> {
        let mut ids = config.eos_ids.clone();
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
        self.render_with(messages, tools, variables, true)
    }

    /// The text of a conversation, up to where its last message ends.
    ///
    /// # Errors
    /// When the template refuses the conversation.
    pub fn render_said(
        &self,
        messages: &[ChatMessage],
        tools: &[Tool],
        variables: &[(String, minijinja::Value)],
    ) -> Result<String, TemplateError> {
        self.render_with(messages, tools, variables, false)
    }

    fn render_with(
        &self,
        messages: &[ChatMessage],
        tools: &[Tool],
        variables: &[(String, minijinja::Value)],
        add_generation_prompt: bool,
    ) -> Result<String, TemplateError> {
        let variables = variables.to_vec();
        let options = RenderOptions { add_generation_prompt, variables, now_s: None };
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
