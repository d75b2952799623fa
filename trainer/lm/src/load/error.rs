//! Why a model cannot be read.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::model::config::ShapeError;
use crate::model::weights::WeightError;

/// Why a model cannot be read.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file or folder cannot be accessed.
    #[error("cannot read {path}: {source}; give a Hugging Face folder or a .gguf file")]
    Access {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A folder has no weights that are read.
    #[error(
        "{folder} has neither model.safetensors nor model.safetensors.index.json; download the \
         safetensors of the model, or convert its .bin files with `save_pretrained`"
    )]
    NoWeights {
        /// The folder.
        folder: PathBuf,
    },
    /// A file is not what its name says.
    #[error("{path} is damaged: {reason}; get the file again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A field is missing or of another type.
    #[error("{path}: `{field}` {reason}; get the file that belongs to the weights")]
    Field {
        /// The file.
        path: PathBuf,
        /// The field.
        field: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The architecture is not one of those that are built here.
    #[error("{path} is of architecture `{name}`, which is not known here; models of {known} are")]
    Architecture {
        /// The file.
        path: PathBuf,
        /// What the file names.
        name: String,
        /// What can be read.
        known: String,
    },
    /// The architecture is known, a setting of it is not.
    #[error("{path}: `{field}` is {value}, which is not built here; {remedy}")]
    Setting {
        /// The file.
        path: PathBuf,
        /// The field.
        field: String,
        /// Its value.
        value: String,
        /// What to do.
        remedy: &'static str,
    },
    /// The shape does not fit together.
    #[error("{path}: {source}; get the file that belongs to the weights")]
    Shape {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        source: ShapeError,
    },
    /// The index names a shard that is missing, or that has no such tensor.
    #[error("{index} says that `{tensor}` is in {shard}, {reason}; get that shard again")]
    Shard {
        /// The index.
        index: PathBuf,
        /// The tensor.
        tensor: String,
        /// The shard.
        shard: String,
        /// What is wrong.
        reason: String,
    },
    /// A tensor cannot be had.
    #[error(transparent)]
    Weight(#[from] WeightError),
    /// There are tensors that a model of this config has no use for.
    #[error(
        "{path} has {n} tensors that a model of its config has no use for, among them `{first}`; \
         the weights are of another model than the config"
    )]
    Unused {
        /// The folder or file.
        path: PathBuf,
        /// How many.
        n: usize,
        /// The first of them.
        first: String,
    },
}

/// Says which file could not be accessed.
pub(crate) fn access(path: &Path) -> impl FnOnce(std::io::Error) -> LoadError {
    let path = path.to_owned();
    move |source| LoadError::Access { path, source }
}
