//! Chat templates, and the conversations that they render.

mod chat_text;
mod hermes_tools;
mod load_template;
mod message;
mod python_json;
mod python_text;
mod template;
mod tool_support;

pub use chat_text::{ChatText, ToolPrompt};
pub use hermes_tools::with_hermes_tools;
pub use load_template::{ChatTemplates, load_templates};
pub use message::{ChatMessage, Role};
pub use python_json::{JsonStyle, json_text};
pub use template::{ChatTemplate, RenderOptions, TemplateError};
pub use tool_support::{ToolSupport, ToolSupportError, find_tool_support};
