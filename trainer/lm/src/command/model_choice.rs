//! Options that say how a model is told of tools.

use clap::ValueEnum;

use crate::text::chat::ToolPrompt;
use crate::text::tool_calls::ToolCallFormat;

/// How a model is told of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ToolPromptChoice {
    /// By its own chat template, which has to know tools.
    Template,
    /// By words in the system message, in the Hermes form, whatever the template knows.
    Hermes,
}

/// The form in which a model writes calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ToolFormatChoice {
    /// JSON: Hermes, Qwen 2.5, Qwen 3.
    Hermes,
    /// Tags: Qwen3-Coder, Qwen 3.5 and later.
    QwenXml,
}

impl From<ToolPromptChoice> for ToolPrompt {
    fn from(choice: ToolPromptChoice) -> Self {
        match choice {
            ToolPromptChoice::Template => Self::Template,
            ToolPromptChoice::Hermes => Self::Hermes,
        }
    }
}

impl From<ToolFormatChoice> for ToolCallFormat {
    fn from(choice: ToolFormatChoice) -> Self {
        match choice {
            ToolFormatChoice::Hermes => Self::Hermes,
            ToolFormatChoice::QwenXml => Self::QwenXml,
        }
    }
}
