//! From text to text: tokenizers, templates, tool calls, generation, the endpoint.

mod endpoint;
mod generate;
mod json_forms;
mod llama_cpp;
mod openai_client;
mod program;
mod rollout;
mod structured;
mod templates;
mod tiny_model;
mod tiny_tokenizer;
mod tokenizer;
mod tool_calls;
mod tool_support;
