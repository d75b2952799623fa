//! Finds the chat templates of a model: `chat_template.jinja`, `tokenizer_config.json`, or the
//! header of a GGUF file.

use std::path::Path;

use serde_json::Value as Json;

use super::template::ChatTemplate;
use crate::text::gguf::GgufText;
use crate::text::json_file::{read_if_there, read_json_if_there};
use crate::text::special_tokens::SpecialTokens;
use crate::text::tokenizer::TextError;

/// The templates of a model. Some models have one of their own for conversations with tools.
#[derive(Debug, Clone)]
pub struct ChatTemplates {
    default: ChatTemplate,
    tool_use: Option<ChatTemplate>,
}

impl ChatTemplates {
    /// One template for everything.
    #[must_use]
    pub fn new(default: ChatTemplate) -> Self {
        Self { default, tool_use: None }
    }

    /// The template for conversations without tools.
    #[must_use]
    pub fn without_tools(&self) -> &ChatTemplate {
        &self.default
    }

    /// The template for conversations with tools.
    #[must_use]
    pub fn with_tools(&self) -> &ChatTemplate {
        self.tool_use.as_ref().unwrap_or(&self.default)
    }
}

/// Loads the templates of a Hugging Face folder or of a GGUF file. Beside a GGUF file, a
/// `chat_template.jinja` counts more than the template inside.
///
/// # Errors
/// When there is none, or it does not parse.
pub fn load_templates(path: &Path, special: &SpecialTokens) -> Result<ChatTemplates, TextError> {
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new(".")) };
    let file = folder.join("chat_template.jinja");
    if let Some(source) = read_if_there(&file)? {
        let default = ChatTemplate::new(&source, &file.display().to_string(), special.clone())?;
        return Ok(ChatTemplates::new(default));
    }
    if !path.is_dir() {
        let source = GgufText::read(path)?.chat_template;
        let source = source.ok_or_else(|| TextError::NoTemplate(path.to_owned()))?;
        let origin = path.display().to_string();
        return Ok(ChatTemplates::new(ChatTemplate::new(&source, &origin, special.clone())?));
    }
    let file = folder.join("tokenizer_config.json");
    let config = read_json_if_there(&file)?.unwrap_or(Json::Null);
    of_config(&config["chat_template"], &file, special)?
        .ok_or_else(|| TextError::NoTemplate(path.to_owned()))
}

/// The templates of a `tokenizer_config.json`: a text, or a list of named ones.
fn of_config(
    value: &Json,
    file: &Path,
    special: &SpecialTokens,
) -> Result<Option<ChatTemplates>, TextError> {
    let compile =
        |source: &str| ChatTemplate::new(source, &file.display().to_string(), special.clone());
    if let Some(source) = value.as_str() {
        return Ok(Some(ChatTemplates::new(compile(source)?)));
    }
    let Some(list) = value.as_array() else { return Ok(None) };
    let named = |name: &str| {
        list.iter().find(|entry| entry["name"] == name).and_then(|entry| entry["template"].as_str())
    };
    let tool_use = named("tool_use").map(compile).transpose()?;
    let default = named("default").map(compile).transpose()?;
    Ok(match (default, tool_use) {
        (Some(default), tool_use) => Some(ChatTemplates { default, tool_use }),
        (None, Some(only)) => Some(ChatTemplates::new(only)),
        (None, None) => None,
    })
}
