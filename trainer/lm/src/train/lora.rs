//! LoRA: which products get adapters, and how those are saved and put back.
//!
//! Adapters are written in the form of the `peft` library, which loads them on top of the model that
//! they were trained on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use burn::module::Module;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use serde_json::json;
use thiserror::Error;

use super::checkpoint_folder::{CheckpointError, read_files};
use crate::model::adapter::Adapter;
use crate::model::language_model::LanguageModel;
use crate::model::precision::{Precision, Unsupported, hold_matrices};
use crate::model::weights::transposed;

/// The file of the adapters' matrices.
pub const ADAPTER_WEIGHTS: &str = "adapter_model.safetensors";
/// The file that says what they are.
pub const ADAPTER_CONFIG: &str = "adapter_config.json";

/// Which products get adapters, and how wide.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoraConfig {
    /// Width of the side path.
    pub rank: usize,
    /// `α`: what an adapter adds is scaled by `α / rank`.
    pub alpha: f64,
    /// Last parts of the names of the products that get one.
    pub targets: BTreeSet<String>,
    /// In which numbers the matrices beside them are held.
    #[serde(default)]
    pub base: Precision,
}

/// Why adapters cannot be added, written or read.
#[derive(Debug, Error)]
pub enum LoraError {
    /// No product has such a name.
    #[error("no product of the model is named `{target}`; it has {known}")]
    UnknownTarget {
        /// The name.
        target: String,
        /// The names that there are.
        known: String,
    },
    /// The width is zero.
    #[error("adapters of rank 0 change nothing; take 8, or leave them out to train all weights")]
    NoRank,
    /// The model beside cannot be held so.
    #[error(transparent)]
    Precision(#[from] Unsupported),
    /// A file cannot be read or written.
    #[error(
        "cannot access {path}: {source}; a trained adapter is a folder with {ADAPTER_CONFIG} and {ADAPTER_WEIGHTS}"
    )]
    Access {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file is not what its name says.
    #[error("{path} is damaged: {reason}; take the adapter of another checkpoint")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The adapter was trained on a model of another shape.
    #[error(
        "{path} does not fit the model: {reason}; give the model that the adapter was trained on"
    )]
    OtherModel {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
}

impl Default for LoraConfig {
    /// Rank 8 and `α` = 16 beside every product of the blocks that has one of the usual names.
    fn default() -> Self {
        let names = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"];
        Self {
            rank: 8,
            alpha: 16.0,
            targets: names.map(str::to_owned).into(),
            base: Precision::F32,
        }
    }
}

/// Freezes a model and puts an adapter beside each product that the config names. The new adapters
/// add nothing yet: `down` is drawn from a seed, `up` is zero.
///
/// # Errors
/// [`LoraError`] when the model has no product of a name, the rank is zero, or the device has no such
/// numbers as the model is to be held in.
///
/// # Source
/// LoRA, arXiv:2106.09685, section 4.1. `down` is drawn as `peft` does, uniformly in `±1/√d_in`.
pub fn add_adapters(
    model: LanguageModel,
    config: &LoraConfig,
    seed: u64,
) -> Result<LanguageModel, LoraError> {
    if config.rank == 0 {
        return Err(LoraError::NoRank);
    }
    let mut model = model.no_grad();
    let device = model.device();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut found, mut known) = (BTreeSet::new(), BTreeSet::new());
    model.visit_linears(&mut |name, linear| {
        let last = last_part(name);
        known.insert(last.to_owned());
        if !config.targets.contains(last) {
            return;
        }
        found.insert(last.to_owned());
        let [d_in, d_out] = linear.weight.dims();
        let bound = 1.0 / (d_in as f32).sqrt();
        let mut uniform = || (random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0;
        let down = (0..d_in * config.rank).map(|_| uniform() * bound).collect();
        let up = vec![0.0; config.rank * d_out];
        let shape = [d_in, config.rank, d_out];
        linear.adapter = Some(Adapter::new(shape, down, up, scale(config), &device));
    });
    match config.targets.difference(&found).next() {
        Some(target) => {
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            Err(LoraError::UnknownTarget { target: target.clone(), known })
        }
        None => Ok(hold_matrices(model, config.base)?),
    }
}

/// The matrices of a model's adapters as `peft` stores them, and the config beside them. `base` names
/// the model below.
pub fn adapter_files(
    model: &LanguageModel,
    config: &LoraConfig,
    base: &str,
) -> [(&'static str, Vec<u8>); 2] {
    let mut tensors: Vec<(String, [usize; 2], Vec<u8>)> = Vec::new();
    model.clone().visit_linears(&mut |name, linear| {
        let Some(adapter) = &linear.adapter else { return };
        let ([d_in, d_out], rank) = (linear.weight.dims(), adapter.rank());
        let (down, up) = adapter.values();
        let bytes = |values: &[f32]| values.iter().flat_map(|v| v.to_le_bytes()).collect();
        tensors.push((peft_name(name, "A"), [rank, d_in], bytes(&transposed(&down, d_in, rank))));
        tensors.push((peft_name(name, "B"), [d_out, rank], bytes(&transposed(&up, rank, d_out))));
    });
    let views = tensors.iter().map(|(name, shape, bytes)| {
        let view = TensorView::new(Dtype::F32, shape.to_vec(), bytes);
        (name, view.expect("the values are those of the shape"))
    });
    let weights = safetensors::serialize(views, None).expect("names differ and shapes fit");
    let about = json!({
        "peft_type": "LORA",
        "task_type": "CAUSAL_LM",
        "base_model_name_or_path": base,
        "r": config.rank,
        "lora_alpha": config.alpha,
        "lora_dropout": 0.0,
        "bias": "none",
        "fan_in_fan_out": false,
        "inference_mode": true,
        "target_modules": config.targets,
    });
    let about = serde_json::to_vec_pretty(&about).expect("the keys of a config are texts");
    [(ADAPTER_WEIGHTS, weights), (ADAPTER_CONFIG, about)]
}

/// Reads an adapter folder and puts the adapters beside a model's products, frozen as
/// [`add_adapters`] leaves it.
///
/// # Errors
/// [`LoraError`] when a file is missing or damaged, or the adapter is of another model.
pub fn load_adapters(
    model: LanguageModel,
    folder: &Path,
) -> Result<(LanguageModel, LoraConfig), LoraError> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).map_err(|source| LoraError::Access { path, source })
    };
    let path = folder.join(ADAPTER_CONFIG);
    let config = read_config(&read(ADAPTER_CONFIG)?)
        .map_err(|reason| LoraError::Damaged { path, reason })?;
    let mut model = add_adapters(model, &config, 0)?;
    let path = folder.join(ADAPTER_WEIGHTS);
    fill_adapters(&mut model, &config, &read(ADAPTER_WEIGHTS)?, &path)?;
    Ok((model, config))
}

/// Folds the adapters into the products beside which they stand.
#[must_use]
pub fn merge_adapters(mut model: LanguageModel) -> LanguageModel {
    model.visit_linears(&mut |_, linear| {
        if let Some(adapter) = linear.adapter.take() {
            let merged = (linear.matrix() + adapter.dense()).detach();
            linear.weight = linear.weight.clone().map(|_| merged);
        }
    });
    model
}

fn read_config(bytes: &[u8]) -> Result<LoraConfig, String> {
    /// The settings that change what an adapter computes.
    #[derive(Deserialize)]
    struct PeftConfig {
        peft_type: String,
        r: usize,
        lora_alpha: f64,
        target_modules: BTreeSet<String>,
        #[serde(default)]
        use_dora: bool,
        #[serde(default)]
        use_rslora: bool,
    }
    let config: PeftConfig = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if config.peft_type != "LORA" || config.use_dora || config.use_rslora {
        return Err("it is no plain LoRA adapter, the only kind that is read".to_owned());
    }
    let PeftConfig { r, lora_alpha, target_modules, .. } = config;
    Ok(LoraConfig { rank: r, alpha: lora_alpha, targets: target_modules, base: Precision::F32 })
}

fn fill_adapters(
    model: &mut LanguageModel,
    config: &LoraConfig,
    bytes: &[u8],
    path: &Path,
) -> Result<(), LoraError> {
    let damaged = |reason: String| LoraError::Damaged { path: path.to_owned(), reason };
    let tensors = SafeTensors::deserialize(bytes).map_err(|error| damaged(error.to_string()))?;
    let device = model.device();
    let mut n_read = 0;
    let mut fault = None;
    let mut matrix = |name: String, shape: [usize; 2]| -> Result<Vec<f32>, LoraError> {
        let other = |reason| LoraError::OtherModel { path: path.to_owned(), reason };
        let tensor =
            tensors.tensor(&name).map_err(|_| other(format!("it has no tensor `{name}`")))?;
        if tensor.shape() != shape {
            let found = tensor.shape();
            return Err(other(format!("`{name}` has shape {found:?} and not {shape:?}")));
        }
        if tensor.dtype() != Dtype::F32 {
            return Err(damaged(format!("`{name}` is not in single precision")));
        }
        n_read += 1;
        let values = tensor.data().as_chunks::<4>().0.iter().copied().map(f32::from_le_bytes);
        Ok(values.collect())
    };
    model.visit_linears(&mut |name, linear| {
        if linear.adapter.is_none() || fault.is_some() {
            return;
        }
        let ([d_in, d_out], rank) = (linear.weight.dims(), config.rank);
        let down = matrix(peft_name(name, "A"), [rank, d_in]);
        let up = matrix(peft_name(name, "B"), [d_out, rank]);
        match (down, up) {
            (Ok(down), Ok(up)) => {
                let down = transposed(&down, rank, d_in);
                let up = transposed(&up, d_out, rank);
                let shape = [d_in, rank, d_out];
                linear.adapter = Some(Adapter::new(shape, down, up, scale(config), &device));
            }
            (Err(error), _) | (_, Err(error)) => fault = Some(error),
        }
    });
    let n_all = tensors.len();
    match fault {
        Some(error) => Err(error),
        None if n_read == n_all => Ok(()),
        None => Err(LoraError::OtherModel {
            path: path.to_owned(),
            reason: format!("{} of its tensors belong to no product", n_all - n_read),
        }),
    }
}

fn scale(config: &LoraConfig) -> f64 {
    config.alpha / config.rank as f64
}

fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// What `peft` calls one of the two matrices beside a product.
fn peft_name(product: &str, matrix: &str) -> String {
    format!("base_model.model.{product}.lora_{matrix}.weight")
}

/// The folder of an adapter: the given one, or the newest checkpoint of a run, whose sums are
/// checked.
///
/// # Errors
/// [`CheckpointError`] when there is no adapter, or its checkpoint is damaged.
pub fn adapter_folder(path: &Path) -> Result<PathBuf, CheckpointError> {
    if path.join(ADAPTER_CONFIG).is_file() {
        return Ok(path.to_owned());
    }
    Ok(read_files(path)?.folder)
}
