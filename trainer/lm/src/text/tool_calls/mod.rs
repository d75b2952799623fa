//! What an assistant's turn holds: reasoning, words and tool calls, in the two forms that models of
//! the Hermes and Qwen families write.
//!
//! - [`ToolCallFormat::Hermes`], also of Qwen 2.5 and 3: JSON,
//!   `<tool_call>{"name": .., "arguments": {..}}</tool_call>`.
//! - [`ToolCallFormat::QwenXml`], of Qwen3-Coder and from Qwen 3.5 on: tags,
//!   `<tool_call><function=NAME><parameter=NAME>value</parameter></function></tool_call>`, where a
//!   value's type is the one that the tool's schema gives it.

mod call;
mod hermes;
mod parse_turn;
mod qwen_xml;
mod render;
mod typed_value;

pub use call::{CallFault, ParsedCall, ToolCall, ToolCallFormat};
pub use parse_turn::{AssistantTurn, TurnStart, has_complete_call, parse_turn, split_turn};
pub use render::{RenderError, render_calls, render_turn};
