//! A failed command: what to tell the user, and the exit code.

use std::path::Path;

use compoworld_lm::load::LoadError;
use compoworld_lm::text::TextError;
use compoworld_lm::train::checkpoint::ResumeError;
use compoworld_lm::train::lora::LoraError;
use compoworld_lm::train::metrics::MetricsError;

use super::exit_code;
use crate::checkpoint::CheckpointError;
use crate::episodes::EpisodesError;
use crate::experiment::error::ExperimentError;
use crate::language::grpo::LmGrpoError;
use crate::model::config::ConfigError;
use crate::text::tokenizer::TokenizerError;
use compoworld_lm::device::DeviceError;

/// Why the command failed.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    message: String,
    /// What the process exits with, see [`exit_code`].
    pub exit_code: u8,
}

impl Failure {
    /// A failure with a message of its own.
    pub fn new(exit_code: u8, message: impl Into<String>) -> Self {
        Self { message: message.into(), exit_code }
    }

    /// A file cannot be written.
    pub fn output(path: &Path, error: &std::io::Error) -> Self {
        let path = path.display();
        Self::new(
            exit_code::IO,
            format!("cannot write {path}: {error}; check its permissions and free space"),
        )
    }
}

impl From<EpisodesError> for Failure {
    fn from(error: EpisodesError) -> Self {
        Self::new(exit_code::FAILED, error.to_string())
    }
}

impl From<DeviceError> for Failure {
    fn from(error: DeviceError) -> Self {
        Self::new(exit_code::ENVIRONMENT, error.to_string())
    }
}

impl From<CheckpointError> for Failure {
    fn from(error: CheckpointError) -> Self {
        Self::new(exit_code::FAILED, error.to_string())
    }
}

impl From<MetricsError> for Failure {
    fn from(error: MetricsError) -> Self {
        Self::new(exit_code::IO, error.to_string())
    }
}

impl From<ExperimentError> for Failure {
    fn from(error: ExperimentError) -> Self {
        let exit_code = match error {
            ExperimentError::Access { .. } => exit_code::IO,
            _ => exit_code::FAILED,
        };
        Self::new(exit_code, error.to_string())
    }
}

impl From<TokenizerError> for Failure {
    fn from(error: TokenizerError) -> Self {
        Self::new(exit_code::FAILED, error.to_string())
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::new(exit_code::USAGE, error.to_string())
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::new(exit_code::FAILED, error.to_string())
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self::new(exit_code::FAILED, error.to_string())
    }
}

impl From<LoraError> for Failure {
    fn from(error: LoraError) -> Self {
        Self::new(exit_code::FAILED, error.to_string())
    }
}

impl From<ResumeError> for Failure {
    fn from(error: ResumeError) -> Self {
        Self::new(exit_code::FAILED, error.to_string())
    }
}

impl From<LmGrpoError> for Failure {
    fn from(error: LmGrpoError) -> Self {
        Self::new(exit_code::FAILED, error.to_string())
    }
}
