//! How language models learn: gradients, adapters, fine-tuning by the program, and what can go wrong.

mod adapters;
mod conversations;
mod faults;
mod gradients;
mod program;
mod resume;
#[path = "../models/tiny.rs"]
mod tiny;
#[path = "../chat/tiny_model.rs"]
mod tiny_model;
#[path = "../chat/tiny_tokenizer.rs"]
mod tiny_tokenizer;
mod tool_use;
mod values;
