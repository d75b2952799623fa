//! Checkpoints: everything a run needs to go on as if it had never stopped.
//!
//! A checkpoint is a folder `step-00000200` with the weights and moments (Burn's own format), the
//! tokenizer, the run's settings and counters, and `SHA256SUMS` over all of them (`sha256sum -c`
//! reads it). Data order and draws are functions of the seed and the counters, so no generator state
//! is kept. A checkpoint is written beside its final place and renamed into it: a killed run leaves
//! the checkpoints it had.

use std::fmt::Write;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use burn::module::Module;
use burn::optim::OptimizerRecord;
use burn::store::ModuleRecord;
use burn::tensor::{Bytes, Device};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::model::config::DecoderConfig;
use crate::model::decoder::Decoder;
use crate::text::tokenizer::Tokenizer;
use crate::train::learner::{Learner, OptimizerConfig, fresh_optimizer};

const MODEL: &str = "model.bpk";
const OPTIMIZER: &str = "optimizer.bpk";
const TOKENIZER: &str = "tokenizer.json";
const STATE: &str = "state.json";
const SUMS: &str = "SHA256SUMS";
const FORMAT: u32 = 1;
const FOLDER_PREFIX: &str = "step-";

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

/// Why a checkpoint could not be written or read.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// A file or folder cannot be accessed.
    #[error("cannot access {path}: {source}; check that it exists, its permissions and free space")]
    Access {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no checkpoint here.
    #[error(
        "{0} holds no checkpoint; give the --out folder of an earlier run, or one of its `step-…` folders"
    )]
    Missing(PathBuf),
    /// A file is not what was written.
    #[error(
        "{file} is damaged: {reason}; go on from the checkpoint before it with --resume {previous}"
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
        /// The newest checkpoint before this one, or where it would be.
        previous: String,
    },
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
    let name = format!("{FOLDER_PREFIX}{:08}", checkpoint.state.n_steps);
    let place = folder.join(&name);
    let writing = folder.join(format!(".writing-{name}"));
    let replaced = folder.join(format!(".replaced-{name}"));
    for stale in [&writing, &replaced] {
        if stale.exists() {
            fs::remove_dir_all(stale).map_err(access(stale))?;
        }
    }
    fs::create_dir_all(&writing).map_err(access(&writing))?;

    let burn_error = |file: &str, error: String| CheckpointError::Access {
        path: writing.join(file),
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
    let mut sums = String::new();
    for (file, bytes) in files {
        write_durably(&writing.join(file), bytes)?;
        writeln!(sums, "{}  {file}", hex_digest(bytes)).expect("a string takes what is written");
    }
    write_durably(&writing.join(SUMS), sums.as_bytes())?;

    if place.exists() {
        fs::rename(&place, &replaced).map_err(access(&place))?;
    }
    fs::rename(&writing, &place).map_err(access(&place))?;
    if replaced.exists() {
        fs::remove_dir_all(&replaced).map_err(access(&replaced))?;
    }
    sync_folder(folder)?;

    let all = checkpoints_in(folder)?;
    for old in all.iter().rev().skip(n_kept.max(1)) {
        fs::remove_dir_all(old).map_err(access(old))?;
    }
    Ok(place)
}

/// Reads a checkpoint: `path` is a `step-…` folder, or a run's folder, whose newest one is read.
///
/// # Errors
/// [`CheckpointError::Missing`] when there is none, [`CheckpointError::Damaged`] when a file is not
/// what was written.
pub fn read_checkpoint(path: &Path, device: &Device) -> Result<Checkpoint, CheckpointError> {
    let place = find_checkpoint(path)?;
    let damaged = |file: &str, reason: String| CheckpointError::Damaged {
        file: place.join(file),
        reason,
        previous: previous_of(&place),
    };
    let sums = fs::read_to_string(place.join(SUMS)).map_err(access(&place.join(SUMS)))?;
    let read = |file: &str| -> Result<Vec<u8>, CheckpointError> {
        let bytes = fs::read(place.join(file)).map_err(access(&place.join(file)))?;
        let wanted = sums.lines().find_map(|line| line.strip_suffix(file)?.strip_suffix("  "));
        match wanted {
            Some(wanted) if wanted == hex_digest(&bytes) => Ok(bytes),
            Some(_) => Err(damaged(file, format!("its SHA-256 is not the one in {SUMS}"))),
            None => Err(damaged(SUMS, format!("it does not list {file}"))),
        }
    };

    let state: RunState =
        serde_json::from_slice(&read(STATE)?).map_err(|e| damaged(STATE, e.to_string()))?;
    if state.format != FORMAT {
        let reason = format!("its format is {}, this program reads {FORMAT}", state.format);
        return Err(damaged(STATE, reason));
    }
    read(TOKENIZER)?;
    let tokenizer = Tokenizer::load(&place.join(TOKENIZER))
        .map_err(|error| damaged(TOKENIZER, error.to_string()))?;

    let model = Decoder::new(&state.decoder, 0, device)
        .map_err(|error| damaged(STATE, error.to_string()))?;
    let record = ModuleRecord::from_bytes(Bytes::from_bytes_vec(read(MODEL)?))
        .map_err(|error| damaged(MODEL, error.to_string()))?;
    let model = model.try_load_record(record).map_err(|error| damaged(MODEL, error.to_string()))?;
    let record = OptimizerRecord::from_bytes(Bytes::from_bytes_vec(read(OPTIMIZER)?))
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

/// SHA-256 in lowercase hexadecimal digits.
pub fn hex_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checkpoints of a run, oldest first.
fn checkpoints_in(folder: &Path) -> Result<Vec<PathBuf>, CheckpointError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(access(folder))? {
        let path = entry.map_err(access(folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(FOLDER_PREFIX)) && path.is_dir() {
            found.push(path);
        }
    }
    // The numbers are padded, so names sort as they do.
    found.sort();
    Ok(found)
}

fn find_checkpoint(path: &Path) -> Result<PathBuf, CheckpointError> {
    if path.join(STATE).is_file() {
        return Ok(path.to_owned());
    }
    if !path.is_dir() {
        return Err(CheckpointError::Missing(path.to_owned()));
    }
    checkpoints_in(path)?.pop().ok_or_else(|| CheckpointError::Missing(path.to_owned()))
}

fn previous_of(place: &Path) -> String {
    let folder = place.parent().unwrap_or(Path::new("."));
    checkpoints_in(folder)
        .unwrap_or_default()
        .into_iter()
        .rfind(|other| other.file_name() < place.file_name())
        .map_or_else(|| "(there is none; start again)".to_owned(), |p| p.display().to_string())
}

fn write_durably(path: &Path, bytes: &[u8]) -> Result<(), CheckpointError> {
    let mut file = fs::File::create(path).map_err(access(path))?;
    file.write_all(bytes).map_err(access(path))?;
    file.sync_all().map_err(access(path))
}

/// Makes renames inside a folder survive a power cut, where the system can.
fn sync_folder(folder: &Path) -> Result<(), CheckpointError> {
    #[cfg(unix)]
    fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(access(folder))?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

fn access(path: &Path) -> impl Fn(std::io::Error) -> CheckpointError + '_ {
    |source| CheckpointError::Access { path: path.to_owned(), source }
}
