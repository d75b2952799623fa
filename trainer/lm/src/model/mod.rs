//! The decoders: one type for all families, as a whole-sequence form for training and a cached form
//! for generation.

pub mod adapter;
pub mod attention;
pub mod block;
pub mod cache;
pub mod causal_conv;
pub mod config;
pub mod delta_projections;
pub mod delta_rule;
pub mod experts;
pub mod feed_forward;
pub mod gated_delta;
pub mod language_model;
pub mod linear;
pub mod norm;
pub mod precision;
pub mod rotation;
pub mod runs;
pub mod segments;
pub mod weights;
