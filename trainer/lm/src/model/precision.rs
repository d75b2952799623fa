//! The numbers in which the matrices of a model are held.

use burn::module::{Module, ModuleMapper, Param};
use burn::tensor::{FloatDType, Tensor};
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

/// Holds the matrices of a model's products in numbers of a kind. They no longer learn. Small ones that
/// decide where a token goes, or how much of the past is kept, stay in single precision.
///
/// # Errors
/// [`Unsupported`] when the device has no such numbers.
pub fn hold_matrices(
    model: LanguageModel,
    precision: Precision,
) -> Result<LanguageModel, Unsupported> {
    if precision == Precision::F32 {
        return Ok(model);
    }
    if !model.device().supports_dtype(FloatDType::BF16) {
        return Err(Unsupported);
    }
    Ok(model.map(&mut Halved { path: Vec::new() }))
}

/// Makes the matrices of products half as large.
struct Halved {
    /// The fields that lead to the present part, each with the type that it is in.
    path: Vec<(String, String)>,
}

/// The products that stay as they are: fields, and the types that they are in.
const DECIDING: [(&str, &str); 4] = [
    ("router", "Struct:Experts"),
    ("gate", "Struct:SharedExpert"),
    ("strength", "Struct:DeltaProjections"),
    ("time", "Struct:DeltaProjections"),
];

impl Halved {
    fn is_halved(&self) -> bool {
        let mut path = self.path.iter().map(|(field, holder)| (field.as_str(), holder.as_str()));
        path.next_back() == Some(("weight", "Struct:Linear"))
            && !path.any(|field| DECIDING.contains(&field))
    }
}

impl ModuleMapper for Halved {
    fn enter_module(&mut self, name: &str, container_type: &str) {
        self.path.push((name.to_owned(), container_type.to_owned()));
    }

    fn exit_module(&mut self, _name: &str, _container_type: &str) {
        self.path.pop();
    }

    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        if !self.is_halved() {
            return param;
        }
        param.map(|matrix| matrix.detach().cast(FloatDType::BF16))
    }
}
