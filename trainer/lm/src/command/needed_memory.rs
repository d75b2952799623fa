//! Whether the memory of this machine will do: what is found before the first step loses nothing.

use std::fs;

use crate::model::config::LmConfig;
use crate::train::backward::Memory;

/// Bytes of a number.
const NUMBER: u64 = 4;

/// What a run holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// Weights of the model.
    pub(super) n_weights: u64,
    /// Weights that are trained.
    pub(super) n_trained: u64,
    /// Tokens of a row.
    pub(super) row_tokens: u64,
    /// Rows that are computed at the same time.
    pub(super) n_threads: u64,
    /// What is held between forward and backward pass.
    pub(super) memory: Memory,
}

/// About how many bytes a run needs: weights, both moments and a sum of gradients, and for each
/// thread its gradients and activations.
///
/// The numbers a token are counted on the graph of a block: some sixteen of the stream's width, five
/// of the feed-forward's, and the scores of attention with their softmax, over all keys of the row.
pub(super) fn needed_bytes(config: &LmConfig, run: Run) -> u64 {
    let [d_model, d_inner, n_layers, n_heads, n_vocabulary] = [
        config.d_model,
        config.d_feed_forward,
        config.n_layers,
        config.attention.n_heads,
        config.n_vocabulary,
    ]
    .map(|size| size as u64);
    let scores = 2 * n_heads * run.row_tokens / 2;
    let block = run.row_tokens * (16 * d_model + 5 * d_inner + scores);
    let stream = run.row_tokens * d_model;
    let blocks = match run.memory {
        Memory::Keep => n_layers * block,
        Memory::Recompute => n_layers * stream + block,
    };
    let head = 256 * n_vocabulary * 3;
    let a_thread = run.n_trained + blocks + head;
    NUMBER * (run.n_weights + 3 * run.n_trained + run.n_threads * a_thread)
}

/// How many bytes are free, where the system tells.
pub(super) fn free_bytes() -> Option<u64> {
    let told = fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Bytes as people read them.
pub(super) fn in_gib(bytes: u64) -> String {
    format!("{:.1} GiB", bytes as f64 / (1u64 << 30) as f64)
}
