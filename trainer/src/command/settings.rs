//! What a run stores in its checkpoints to go on with the same settings.

use std::path::Path;

use compoworld_world::CatalogCheck;
use serde::{Deserialize, Serialize};

use super::exit_code;
use super::failure::Failure;
use crate::checkpoint::{Checkpoint, RunKind};
use crate::grpo::GrpoConfig;
use crate::sft::SftConfig;

/// Settings of a fine-tuning run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SftSettings {
    /// How it learns.
    pub sft: SftConfig,
    /// Tokens of an observation that the policy sees.
    pub observation_tokens_max: usize,
    /// Demonstrations held out.
    pub n_held_out: usize,
}

/// Settings of a GRPO run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrpoSettings {
    /// How it learns.
    pub grpo: GrpoConfig,
    /// Tokens of an observation that the policy sees.
    pub observation_tokens_max: usize,
}

/// How strictly tasks must fit the catalog.
pub fn catalog_check(allow_other: bool) -> CatalogCheck {
    if allow_other { CatalogCheck::ServicesInUse } else { CatalogCheck::WholeCatalog }
}

/// The settings of a checkpoint that is to be resumed, which must be of the same kind of run on the
/// same data.
pub fn resumed_settings<T: serde::de::DeserializeOwned>(
    checkpoint: &Checkpoint,
    kind: RunKind,
    data_digest: &str,
    path: &Path,
) -> Result<T, Failure> {
    let refuse = |reason: &str| {
        let message = format!("cannot resume {}: {reason}", path.display());
        Failure::new(exit_code::FAILED, message)
    };
    if checkpoint.state.kind != kind {
        return Err(refuse(
            "it is a checkpoint of the other kind of run; start a new run with --policy",
        ));
    }
    if checkpoint.state.data_digest != data_digest {
        return Err(refuse(
            "its run learned from other data; give the same files, or start a new run with \
             --policy",
        ));
    }
    serde_json::from_value(checkpoint.state.settings.clone())
        .map_err(|error| refuse(&format!("its settings are not understood ({error})")))
}
