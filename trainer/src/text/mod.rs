//! Text on its way into the policy and out of it: units, ids, the compact call form, the template.

pub mod handles;
pub mod lean_json;
pub mod template;
pub mod tokenizer;
pub mod words;
