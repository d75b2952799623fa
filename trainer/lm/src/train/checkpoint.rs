//! Checkpoints of a run: everything that it needs to go on as if it had never stopped, in forms that
//! others read too.
//!
//! Of a run that trains all weights, a checkpoint is a model folder, which `transformers` and
//! `compoworld-lm serve` load; of a run that trains adapters, an adapter folder, which `peft` and
//! `--adapter` load. Beside them are the moments (Burn's own format) and `state.json`. The order of
//! the data is a function of the seed and the steps taken, so no generator state is kept.

use std::path::{Path, PathBuf};

use burn::optim::OptimizerRecord;
use burn::tensor::{Bytes, Device};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::checkpoint_folder::{CheckpointError, hex_digest, read_files, write_files};
use super::learner::{LmLearner, OptimizerConfig, fresh_optimizer};
use super::lora::{LoraConfig, LoraError, adapter_files, load_adapters};
use super::numbering::number_parameters;
use crate::load::{LoadError, load_model};
use crate::model::language_model::LanguageModel;
use crate::model::precision::hold_matrices;
use crate::model::weights::{LateValues, WeightSink};
use crate::save::model_files;

const OPTIMIZER: &str = "optimizer.bpk";
const STATE: &str = "state.json";
const FORMAT: u32 = 1;

/// What a checkpoint says of its run, `state.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LmRunState<S> {
    /// Version of this format.
    pub format: u32,
    /// Optimizer steps taken.
    pub n_steps: usize,
    /// The model that the run started from.
    pub base: PathBuf,
    /// What tells that model from others, [`model_digest`].
    pub base_digest: String,
    /// SHA-256 of what the run learns from.
    pub data_digest: String,
    /// How weights follow gradients.
    pub optimizer: OptimizerConfig,
    /// The adapters, when they are what is trained.
    pub lora: Option<LoraConfig>,
    /// The settings of the run, whole.
    pub settings: S,
}

/// A checkpoint in memory.
#[derive(Debug)]
pub struct LmCheckpoint<S> {
    /// Weights, moments, steps taken.
    pub learner: LmLearner,
    /// What the run was.
    pub state: LmRunState<S>,
}

/// Why a run cannot go on from a checkpoint.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The checkpoint is not there or damaged.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The model below, or the checkpoint's own, cannot be read.
    #[error(transparent)]
    Model(#[from] LoadError),
    /// The adapter cannot be read.
    #[error(transparent)]
    Adapter(#[from] LoraError),
    /// The model below is not the one that the run started from.
    #[error(
        "{base} is not the model that the run of {checkpoint} started from; give that one with \
         --model"
    )]
    OtherBase {
        /// The model that is there now.
        base: PathBuf,
        /// The checkpoint.
        checkpoint: PathBuf,
    },
}

impl<S: Serialize + serde::de::DeserializeOwned> LmRunState<S> {
    /// The state of a run that has taken no step.
    pub fn new(
        base: &Path,
        base_digest: String,
        data_digest: String,
        learner: &LmLearner,
        lora: Option<LoraConfig>,
        settings: S,
    ) -> Self {
        Self {
            format: FORMAT,
            n_steps: learner.n_steps,
            base: base.to_owned(),
            base_digest,
            data_digest,
            optimizer: learner.config.clone(),
            lora,
            settings,
        }
    }
}

/// Writes the checkpoint of a number (a step, or a round) into `folder` and removes all but the
/// newest `n_kept`. `text_files` are those that make a model folder whole: tokenizer and template.
/// Gives its path.
///
/// # Errors
/// [`CheckpointError`]; what was there before is still there.
pub fn write_checkpoint<S: Serialize>(
    folder: &Path,
    number: usize,
    learner: &LmLearner,
    state: &LmRunState<S>,
    text_files: &[(String, Vec<u8>)],
    n_kept: usize,
) -> Result<PathBuf, CheckpointError> {
    let about = serde_json::to_vec_pretty(state).expect("a state has string keys");
    let moments = learner.optimizer.into_bytes().map_err(|error| CheckpointError::Access {
        path: folder.join(OPTIMIZER),
        source: std::io::Error::other(error.to_string()),
    })?;
    let weights: Vec<(&str, Vec<u8>)> = match &state.lora {
        Some(lora) => {
            let base = state.base.display().to_string();
            adapter_files(&learner.model, lora, &base).into()
        }
        None => model_files(&learner.model).into(),
    };
    let mut files: Vec<(&str, &[u8])> = vec![(STATE, &about), (OPTIMIZER, &moments)];
    files.extend(weights.iter().map(|(name, bytes)| (*name, bytes.as_slice())));
    files.extend(text_files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
    write_files(folder, number, &files, n_kept)
}

/// Reads a checkpoint: `path` is a `step-…` folder, or a run's folder, whose newest one is read.
/// `base` is where the model below adapters is now, when it is no longer where it was.
///
/// # Errors
/// [`ResumeError`] when a part is missing, damaged or of another model.
pub fn read_checkpoint<S: serde::de::DeserializeOwned>(
    path: &Path,
    base: Option<&Path>,
    device: &Device,
) -> Result<LmCheckpoint<S>, ResumeError> {
    let files = read_files(path)?;
    let damaged = |file: &str, reason: String| files.damaged(file, reason);
    let state: LmRunState<S> =
        serde_json::from_slice(files.get(STATE)?).map_err(|e| damaged(STATE, e.to_string()))?;
    if state.format != FORMAT {
        let reason = format!("its format is {}, this program reads {FORMAT}", state.format);
        return Err(damaged(STATE, reason).into());
    }
    let model = match &state.lora {
        None => load_model(&files.folder, device)?,
        Some(lora) => {
            let base = base.unwrap_or(&state.base);
            let model = load_model(base, device)?;
            if model_digest(&model) != state.base_digest {
                let checkpoint = files.folder.clone();
                return Err(ResumeError::OtherBase { base: base.to_owned(), checkpoint });
            }
            let model = load_adapters(model, &files.folder)?.0;
            hold_matrices(model, lora.base).map_err(LoraError::from)?
        }
    };
    let record = OptimizerRecord::from_bytes(Bytes::from_bytes_vec(files.get(OPTIMIZER)?.to_vec()))
        .map_err(|error| damaged(OPTIMIZER, error.to_string()))?;
    let learner = LmLearner {
        model: number_parameters(model),
        optimizer: fresh_optimizer(&state.optimizer).load_record(record),
        config: state.optimizer.clone(),
        n_steps: state.n_steps,
    };
    Ok(LmCheckpoint { learner, state })
}

/// What tells a model from others: SHA-256 of its shape and of some values of every tensor.
pub fn model_digest(model: &LanguageModel) -> String {
    let mut digest = Digest { text: format!("{:?}", model.config()).into_bytes() };
    model.save(&mut digest);
    hex_digest(&digest.text)
}

struct Digest {
    text: Vec<u8>,
}

impl<'m> WeightSink<'m> for Digest {
    fn put(&mut self, name: String, shape: &[usize], values: LateValues<'m>) {
        self.text.extend(name.as_bytes());
        // Norms differ between any two trained models and are small; matrices take long to lay out.
        if shape.len() == 1 {
            self.text.extend(values().iter().flat_map(|value| value.to_le_bytes()));
        }
    }
}
