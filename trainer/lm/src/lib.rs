//! Language models on Burn: the decoders of the Llama and Qwen families, read from Hugging Face
//! folders and GGUF files, trained and run on any of Burn's devices, and saved for `transformers`.
//!
//! Leans on nothing else of the workspace, so that it builds without the generated services.

pub mod command;
pub mod device;
pub mod endpoint;
pub mod generate;
pub mod load;
pub mod model;
pub mod save;
pub mod text;
pub mod train;
