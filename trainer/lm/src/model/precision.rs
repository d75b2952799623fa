//! The numbers in which the matrices of a model are held.

use burn::tensor::FloatDType;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::language_model::LanguageModel;

/// The numbers in which the matrices of products are held. Everything else, norms, embeddings,
/// softmax, adapters and their moments among it, is in single precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// Single precision.
    #[default]
    F32,
    /// `bfloat16`: half the memory, three decimal digits. Such weights are too coarse to learn from
    /// small steps, so it is for models that stand still: served ones, and those that adapters learn
    /// beside.
    Bf16,
}

/// The device cannot compute with such numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this device does not compute in bfloat16; use --precision f32, or another --device")]
pub struct Unsupported;

/// Holds the matrices of a model in numbers of a kind. They no longer learn.
///
/// # Errors
/// [`Unsupported`] when the device has no such numbers.
pub fn hold_matrices(
    mut model: LanguageModel,
    precision: Precision,
) -> Result<LanguageModel, Unsupported> {
    if precision == Precision::F32 {
        return Ok(model);
    }
    if !model.device().supports_dtype(FloatDType::BF16) {
        return Err(Unsupported);
    }
    model.visit_linears(&mut |_, linear| {
        let weight = linear.weight.clone();
        linear.weight = weight.map(|matrix| matrix.detach().cast(FloatDType::BF16));
    });
    Ok(model)
}
