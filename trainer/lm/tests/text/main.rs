//! The text side: tokenizers, chat templates, tool calls.

mod llama_cpp;
mod templates;
mod tiny_tokenizer;
mod tokenizer;
mod tool_calls;
mod tool_support;
