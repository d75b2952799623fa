//! A failed command: what to tell the user, and the exit code.

use super::exit_code;
use crate::device::DeviceError;
use crate::endpoint::{ChatModelError, ServeError};
use crate::train::checkpoint::ResumeError;
use crate::train::checkpoint_folder::CheckpointError;
use crate::train::data::DataError;
use crate::train::metrics::MetricsError;

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
}

impl From<ChatModelError> for Failure {
    fn from(error: ChatModelError) -> Self {
        Self::new(exit_code::FAILED, error.to_string())
    }
}

impl From<DeviceError> for Failure {
    fn from(error: DeviceError) -> Self {
        Self::new(exit_code::ENVIRONMENT, error.to_string())
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Self {
        let code = match error {
            ServeError::Unprotected(_) => exit_code::USAGE,
            _ => exit_code::ENVIRONMENT,
        };
        Self::new(code, error.to_string())
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        let code = match error {
            DataError::Access { .. } => exit_code::IO,
            _ => exit_code::FAILED,
        };
        Self::new(code, error.to_string())
    }
}

impl From<CheckpointError> for Failure {
    fn from(error: CheckpointError) -> Self {
        let code = match error {
            CheckpointError::Access { .. } => exit_code::IO,
            _ => exit_code::FAILED,
        };
        Self::new(code, error.to_string())
    }
}

impl From<ResumeError> for Failure {
    fn from(error: ResumeError) -> Self {
        match error {
            ResumeError::Checkpoint(error) => error.into(),
            other => Self::new(exit_code::FAILED, other.to_string()),
        }
    }
}

impl From<MetricsError> for Failure {
    fn from(error: MetricsError) -> Self {
        Self::new(exit_code::IO, error.to_string())
    }
}
