//! The embedded policy: a small decoder that learns to copy within seconds of training.
//!
//! The usual parts (RMSNorm, rotary positions, grouped-query attention, SwiGLU, tied embeddings)
//! and two that make values flow from an observation into the next call long before a plain decoder
//! of this size would learn to: a short causal convolution at the head of each block, and a pointer
//! that mixes the vocabulary's distribution with one over the tokens of the context.

pub mod attention;
pub mod cache;
pub mod config;
pub mod decoder;
pub mod pointer;
pub mod weights;
