//! Reading models: Hugging Face folders and GGUF files.

pub mod error;
pub mod gguf_config;
pub mod gguf_file;
pub mod gguf_weights;
pub mod hf_config;
pub mod json_fields;
pub mod random_weights;
pub mod safetensors_folder;

use std::path::Path;

use burn::tensor::Device;

pub use self::error::LoadError;

use self::gguf_file::GgufFile;
use self::gguf_weights::GgufWeights;
use self::random_weights::RandomWeights;
use self::safetensors_folder::SafetensorsFolder;
use crate::model::config::LmConfig;
use crate::model::language_model::LanguageModel;

/// Reads a model in single precision: a Hugging Face folder (`config.json`, safetensors whole or in
/// shards) or a `.gguf` file, which is dequantized. On an autodiff device it is trainable.
///
/// # Errors
/// [`LoadError`], which names the file, the tensor or field, and the remedy.
pub fn load_model(path: &Path, device: &Device) -> Result<LanguageModel, LoadError> {
    if path.is_dir() {
        let config = hf_config::read_config(path)?;
        let mut source = SafetensorsFolder::open(path)?;
        let tied = config.tied_embeddings;
        let model = LanguageModel::new(config, &mut source, device)?;
        source.check_all_used(tied)?;
        return Ok(model);
    }
    let mut file = GgufFile::open(path)?;
    let config = gguf_config::config_of(&mut file)?;
    let mut source = GgufWeights::new(file, &config);
    let model = LanguageModel::new(config, &mut source, device)?;
    source.check_all_used()?;
    Ok(model)
}

/// Reads the shape of a model alone, as [`load_model`] would.
///
/// # Errors
/// As [`load_model`].
pub fn load_config(path: &Path) -> Result<LmConfig, LoadError> {
    if path.is_dir() {
        return hf_config::read_config(path);
    }
    gguf_config::config_of(&mut GgufFile::open(path)?)
}

/// A model of a shape with weights drawn from a seed: to try things out, to train from nothing, or
/// to be overwritten by a checkpoint.
///
/// # Panics
/// When the shape does not fit together; [`LmConfig::check`] tells.
pub fn random_model(config: LmConfig, seed: u64, device: &Device) -> LanguageModel {
    let mut weights = RandomWeights::new(&config, seed);
    LanguageModel::new(config, &mut weights, device)
        .expect("there is a random tensor of every name and shape")
}
