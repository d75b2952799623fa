//! Between text and token ids: tokenizers, chat templates, and the forms of tool calls.

pub mod chat;
pub mod gguf;
mod gguf_tokenizer;
mod incremental_decoder;
mod json_file;
pub mod model_files;
mod pre_tokenizer;
mod special_tokens;
mod tokenizer;
mod tool;
pub mod tool_calls;

pub use incremental_decoder::IncrementalDecoder;
pub use special_tokens::SpecialTokens;
pub use tokenizer::{EncodeError, TextError, Tokenizer};
pub use tool::{Tool, ToolError};
