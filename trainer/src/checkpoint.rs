//! Checkpoints: everything a run needs to go on as if it had never stopped.
//!
//! A checkpoint is a folder, written whole or not at all
//! ([`compoworld_lm::train::checkpoint_folder`]), with the weights and moments (Burn's own format),
//! the tokenizer, and the run's settings and counters. Data order and draws are functions of the seed
//! and the counters, so no generator state is kept.

use std::path::{Path, PathBuf};

use burn::module::Module;
use burn::optim::OptimizerRecord;
use burn::store::ModuleRecord;
use burn::tensor::{Bytes, Device};
pub use compoworld_lm::train::checkpoint_folder::CheckpointError;
use compoworld_lm::train::checkpoint_folder::{read_files, write_files};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::config::DecoderConfig;
use crate::model::decoder::Decoder;
use crate::text::tokenizer::Tokenizer;
use crate::train::learner::{Learner, OptimizerConfig, fresh_optimizer};

const MODEL: &str = "model.bpk";
const OPTIMIZER: &str = "optimizer.bpk";
const TOKENIZER: &str = "tokenizer.json";
const STATE: &str = "state.json";
const FORMAT: u32 = 1;

/// What kind of run wrote a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// Supervised fine-tuning.
    Sft,
    /// GRPO.
    Grpo,
}

/// What a checkpoint says of its run, `state.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    /// Version of this format.
    pub format: u32,
    /// What wrote it.
    pub kind: RunKind,
    /// Optimizer steps taken.
    pub n_steps: usize,
    /// Rounds done, for GRPO.
    pub n_rounds: usize,
    /// The shape of the policy.
    pub decoder: DecoderConfig,
    /// How weights follow gradients.
    pub optimizer: OptimizerConfig,
    /// The settings of the run, whole.
    pub settings: Value,
    /// SHA-256 of what the run learns from, so that a resumed run learns from the same.
    pub data_digest: String,
}

/// A checkpoint in memory.
#[derive(Debug)]
pub struct Checkpoint {
    /// Weights, moments, steps taken.
    pub learner: Learner,
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    /// What the run was.
    pub state: RunState,
}

impl Checkpoint {
    /// How many tokens of an observation its policy learned to expect, when its run says so.
    pub fn observation_tokens_max(&self) -> Option<usize> {
        let tokens = self.state.settings.get("observation_tokens_max")?.as_u64()?;
        usize::try_from(tokens).ok()
    }
}

/// Writes a checkpoint into `folder` and removes all but the newest `n_kept`. Gives its path.
///
/// # Errors
/// [`CheckpointError::Access`]; what was there before is still there.
pub fn write_checkpoint(
    folder: &Path,
    checkpoint: &Checkpoint,
    n_kept: usize,
) -> Result<PathBuf, CheckpointError> {
    let burn_error = |file: &str, error: String| CheckpointError::Access {
        path: folder.join(file),
        source: std::io::Error::other(error),
    };
    let model = checkpoint.learner.model.clone().into_record().into_bytes();
    let model = model.map_err(|error| burn_error(MODEL, error.to_string()))?;
    let optimizer = checkpoint.learner.optimizer.into_bytes();
    let optimizer = optimizer.map_err(|error| burn_error(OPTIMIZER, error.to_string()))?;
    let state = serde_json::to_vec_pretty(&checkpoint.state)
        .expect("a run's state has string keys and finite numbers");
    let tokenizer = checkpoint.tokenizer.to_json();

    let files: [(&str, &[u8]); 4] = [
        (MODEL, &model),
        (OPTIMIZER, &optimizer),
        (TOKENIZER, tokenizer.as_bytes()),
        (STATE, &state),
    ];
    write_files(folder, checkpoint.state.n_steps, &files, n_kept)
}

/// Reads a checkpoint: `path` is a `step-…` folder, or a run's folder, whose newest one is read.
///
/// # Errors
/// [`CheckpointError::Missing`] when there is none, [`CheckpointError::Damaged`] when a file is not
/// what was written.
pub fn read_checkpoint(path: &Path, device: &Device) -> Result<Checkpoint, CheckpointError> {
    let files = read_files(path)?;
    let read = |file: &str| files.get(file);
    let damaged = |file: &str, reason: String| files.damaged(file, reason);

    let state: RunState =
        serde_json::from_slice(read(STATE)?).map_err(|e| damaged(STATE, e.to_string()))?;
    if state.format != FORMAT {
        let reason = format!("its format is {}, this program reads {FORMAT}", state.format);
        return Err(damaged(STATE, reason));
    }
    read(TOKENIZER)?;
    let tokenizer = Tokenizer::load(&files.folder.join(TOKENIZER))
        .map_err(|error| damaged(TOKENIZER, error.to_string()))?;

    let model = Decoder::new(&state.decoder, 0, device)
        .map_err(|error| damaged(STATE, error.to_string()))?;
    let record = ModuleRecord::from_bytes(Bytes::from_bytes_vec(read(MODEL)?.to_vec()))
        .map_err(|error| damaged(MODEL, error.to_string()))?;
    let model = model.try_load_record(record).map_err(|error| damaged(MODEL, error.to_string()))?;
    let record = OptimizerRecord::from_bytes(Bytes::from_bytes_vec(read(OPTIMIZER)?.to_vec()))
        .map_err(|error| damaged(OPTIMIZER, error.to_string()))?;
    let optimizer = fresh_optimizer(&state.optimizer).load_record(record);
    let learner =
        Learner { model, optimizer, config: state.optimizer.clone(), n_steps: state.n_steps };
    Ok(Checkpoint { learner, tokenizer, state })
}

/// The state a run writes into its checkpoints.
pub fn run_state(
    kind: RunKind,
    learner: &Learner,
    n_rounds: usize,
    settings: Value,
    data_digest: &str,
) -> RunState {
    RunState {
        format: FORMAT,
        kind,
        n_steps: learner.n_steps,
        n_rounds,
        decoder: learner.model.config().clone(),
        optimizer: learner.config.clone(),
        settings,
        data_digest: data_digest.to_owned(),
    }
}
