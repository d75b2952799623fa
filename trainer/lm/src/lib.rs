//! Real language models.

pub mod text;
