//! Writing models as folders that `transformers` loads.

pub mod hf_config;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use safetensors::tensor::{Dtype, View, serialize_to_file};
use thiserror::Error;

use crate::model::language_model::LanguageModel;
use crate::model::weights::{LateValues, WeightSink};

const WEIGHTS: &str = "model.safetensors";

/// Why a model could not be written.
#[derive(Debug, Error)]
pub enum SaveError {
    /// A file or folder cannot be written.
    #[error("cannot write {path}: {source}; check its permissions and free space")]
    Access {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The weights cannot be written.
    #[error("cannot write {path}: {source}; check its permissions and free space")]
    Weights {
        /// The file.
        path: PathBuf,
        /// What the writer said.
        source: safetensors::SafeTensorError,
    },
}

/// Writes `config.json`, `generation_config.json` and `model.safetensors`, in single precision, into
/// a folder, which is made when it is not there. Each file is written beside its place and renamed
/// into it, the weights last: a killed run leaves what was there before, or all of the new.
///
/// # Errors
/// [`SaveError`] when the folder or a file in it cannot be written.
pub fn save_model(model: &LanguageModel, folder: &Path) -> Result<(), SaveError> {
    fs::create_dir_all(folder).map_err(access(folder))?;
    for (name, text) in config_files(model) {
        replace(&folder.join(name), |path| fs::write(path, &text).map_err(access(path)))?;
    }
    replace(&folder.join(WEIGHTS), |path| {
        serialize_to_file(tensors(model), Some(about_weights()), path)
            .map_err(|source| SaveError::Weights { path: path.to_owned(), source })
    })
}

/// The files that [`save_model`] writes, in memory.
pub fn model_files(model: &LanguageModel) -> [(&'static str, Vec<u8>); 3] {
    let [config, generation] = config_files(model);
    let weights = safetensors::serialize(tensors(model), Some(about_weights()))
        .expect("names differ and values are those of the shapes");
    [config, generation, (WEIGHTS, weights)]
}

fn config_files(model: &LanguageModel) -> [(&'static str, Vec<u8>); 2] {
    let text = |json| serde_json::to_vec_pretty(&json).expect("the keys of a config are texts");
    let config = model.config();
    [
        ("config.json", text(hf_config::config_json(config))),
        ("generation_config.json", text(hf_config::generation_config_json(config))),
    ]
}

fn about_weights() -> HashMap<String, String> {
    [("format".to_owned(), "pt".to_owned())].into()
}

fn tensors(model: &LanguageModel) -> Vec<(String, LateTensor<'_>)> {
    let mut tensors = Tensors(Vec::new());
    model.save(&mut tensors);
    tensors.0
}

/// Writes a file beside its place, makes sure that it is on the disk, and renames it.
fn replace(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), SaveError>,
) -> Result<(), SaveError> {
    let mut name = path.file_name().map(ToOwned::to_owned).unwrap_or_default();
    name.push(".writing");
    let writing = path.with_file_name(name);
    write(&writing)?;
    File::open(&writing).and_then(|file| file.sync_all()).map_err(access(&writing))?;
    fs::rename(&writing, path).map_err(access(path))
}

fn access(path: &Path) -> impl FnOnce(std::io::Error) -> SaveError {
    let path = path.to_owned();
    move |source| SaveError::Access { path, source }
}

/// The tensors of a model, each of which becomes bytes when it is written.
struct Tensors<'m>(Vec<(String, LateTensor<'m>)>);

struct LateTensor<'m> {
    shape: Vec<usize>,
    values: LateValues<'m>,
}

impl<'m> WeightSink<'m> for Tensors<'m> {
    fn put(&mut self, name: String, shape: &[usize], values: LateValues<'m>) {
        self.0.push((name, LateTensor { shape: shape.to_vec(), values }));
    }
}

impl View for LateTensor<'_> {
    fn dtype(&self) -> Dtype {
        Dtype::F32
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        let values = (self.values)();
        values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>().into()
    }

    fn data_len(&self) -> usize {
        self.shape.iter().product::<usize>() * size_of::<f32>()
    }
}
