//! Why a subcommand did not succeed, and which exit code that is.

use std::io;
use std::path::Path;

use compoworld_chat::{CassetteError, ChatFault, OpenAiConfigError};
use compoworld_report::ReportError;
use compoworld_serve::{HttpError, StdioError};
use compoworld_view::ViewError;
use compoworld_world::rollout::{RolloutError, TrajectoryFileError};
use compoworld_world::{EnvironmentError, PrepareError, ReadTasksError, UnknownService};
use compoworld_writer::ScriptError;

use crate::exit_code;

/// What ended a subcommand.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The input has errors.
    #[error("{0}")]
    Input(String),
    /// The command line asks for something impossible.
    #[error("{0}")]
    Usage(String),
    /// A file could not be read or written.
    #[error("{0}")]
    Io(String),
    /// Something outside is missing or broken.
    #[error("{0}")]
    Environment(String),
    /// Nobody reads standard output any more.
    #[error("standard output is closed")]
    OutputClosed,
}

impl Failure {
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) => exit_code::FAILED,
            Self::Usage(_) => exit_code::USAGE,
            Self::Io(_) => exit_code::IO,
            Self::Environment(_) => exit_code::ENVIRONMENT,
            Self::OutputClosed => exit_code::OK,
        }
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(path: &Path, cause: &io::Error) -> Self {
        Self::Io(format!("{}: {cause}", path.display()))
    }
}

impl From<ReadTasksError> for Failure {
    fn from(error: ReadTasksError) -> Self {
        match &error {
            ReadTasksError::Io { .. } => Self::Io(error.to_string()),
            _ => Self::Input(error.to_string()),
        }
    }
}

impl From<TrajectoryFileError> for Failure {
    fn from(error: TrajectoryFileError) -> Self {
        match &error {
            TrajectoryFileError::Io { .. } | TrajectoryFileError::InUse { .. } => {
                Self::Io(error.to_string())
            }
            TrajectoryFileError::BadLine { .. } => Self::Input(error.to_string()),
        }
    }
}

impl From<RolloutError> for Failure {
    fn from(error: RolloutError) -> Self {
        match error {
            RolloutError::File(error) => error.into(),
            RolloutError::Threads(_) => Self::Environment(error.to_string()),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<PrepareError> for Failure {
    fn from(error: PrepareError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<EnvironmentError> for Failure {
    fn from(error: EnvironmentError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<UnknownService> for Failure {
    fn from(error: UnknownService) -> Self {
        Self::Usage(format!("{error}; `compoworld services` lists them"))
    }
}

impl From<OpenAiConfigError> for Failure {
    fn from(error: OpenAiConfigError) -> Self {
        Self::Environment(error.to_string())
    }
}

impl From<ChatFault> for Failure {
    fn from(error: ChatFault) -> Self {
        Self::Environment(error.to_string())
    }
}

impl From<ScriptError> for Failure {
    fn from(error: ScriptError) -> Self {
        match &error {
            ScriptError::Io { .. } => Self::Io(error.to_string()),
            ScriptError::BadLine { .. } => Self::Input(error.to_string()),
        }
    }
}

impl From<CassetteError> for Failure {
    fn from(error: CassetteError) -> Self {
        match &error {
            CassetteError::Io { .. } => Self::Io(error.to_string()),
            _ => Self::Input(error.to_string()),
        }
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<HttpError> for Failure {
    fn from(error: HttpError) -> Self {
        match &error {
            HttpError::Unprotected(_) => Self::Usage(error.to_string()),
            _ => Self::Environment(error.to_string()),
        }
    }
}

impl From<StdioError> for Failure {
    fn from(error: StdioError) -> Self {
        Self::Environment(error.to_string())
    }
}

impl From<ViewError> for Failure {
    fn from(error: ViewError) -> Self {
        match &error {
            ViewError::NotLoopback(_) => Self::Usage(error.to_string()),
            ViewError::NoPath { .. } => Self::Io(error.to_string()),
            _ => Self::Environment(error.to_string()),
        }
    }
}
