//! Why a tool call failed: a closed list of codes, one message for the agent.

use std::fmt;

use serde_json::Value;

use crate::json::{write_json_string, write_json_value};
use crate::read::ReadError;
use crate::table::entity_words;

/// The kinds of failure; the same for every service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorCode {
    /// An argument is missing, has the wrong type or breaks a constraint.
    InvalidArgument,
    /// A named row does not exist.
    NotFound,
    /// A row with this key or unique value exists.
    AlreadyExists,
    /// The call contradicts another row or a concurrent change.
    Conflict,
    /// The row is in a state that does not allow this.
    FailedPrecondition,
    /// The current user may not do this.
    PermissionDenied,
    /// A quota or a limit is used up.
    ResourceExhausted,
    /// The tool cannot answer now.
    Unavailable,
    /// The tool failed verification and is switched off.
    Quarantined,
    /// No tool has this name.
    UnknownTool,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 10] = [
        Self::InvalidArgument,
        Self::NotFound,
        Self::AlreadyExists,
        Self::Conflict,
        Self::FailedPrecondition,
        Self::PermissionDenied,
        Self::ResourceExhausted,
        Self::Unavailable,
        Self::Quarantined,
        Self::UnknownTool,
    ];

    /// The code as it is written in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArgument => "invalid_argument",
            Self::NotFound => "not_found",
            Self::AlreadyExists => "already_exists",
            Self::Conflict => "conflict",
            Self::FailedPrecondition => "failed_precondition",
            Self::PermissionDenied => "permission_denied",
            Self::ResourceExhausted => "resource_exhausted",
            Self::Unavailable => "unavailable",
            Self::Quarantined => "quarantined",
            Self::UnknownTool => "unknown_tool",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A failed call. The state is what it was before.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolError {
    /// The kind of failure.
    pub code: ErrorCode,
    /// What is wrong and, where possible, what to do, for the agent to read.
    pub message: String,
    /// More about it, for programs.
    pub details: Option<Value>,
}

impl ToolError {
    /// An error with this code and message.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: None }
    }

    /// An argument is missing, has the wrong type or breaks a constraint.
    #[must_use]
    pub fn invalid_argument(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidArgument, message)
    }

    /// A named row does not exist.
    #[must_use]
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::NotFound, message)
    }

    /// A row with this key or unique value exists.
    #[must_use]
    pub fn already_exists(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::AlreadyExists, message)
    }

    /// The call contradicts another row.
    #[must_use]
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Conflict, message)
    }

    /// The row is in a state that does not allow this.
    #[must_use]
    pub fn failed_precondition(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::FailedPrecondition, message)
    }

    /// The current user may not do this.
    #[must_use]
    pub fn permission_denied(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::PermissionDenied, message)
    }

    /// A quota or a limit is used up.
    #[must_use]
    pub fn resource_exhausted(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::ResourceExhausted, message)
    }

    /// `not_found` for a row of an entity: "no ticket `TCK-00009`".
    #[must_use]
    pub fn no_row(entity: &str, key: &str) -> Self {
        Self::not_found(format!("no {} `{key}`", entity_words(entity)))
    }

    /// Adds details for programs.
    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }

    /// Appends `{"code":…,"message":…,"details":…}`.
    pub(crate) fn write_json(&self, out: &mut String) {
        out.push_str("{\"code\":\"");
        out.push_str(self.code.as_str());
        out.push_str("\",\"message\":");
        write_json_string(&self.message, out);
        if let Some(details) = &self.details {
            out.push_str(",\"details\":");
            write_json_value(details, out);
        }
        out.push('}');
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for ToolError {}

impl From<ReadError> for ToolError {
    fn from(error: ReadError) -> Self {
        let details = serde_json::json!({"pointer": error.pointer});
        Self::invalid_argument(error.to_string()).with_details(details)
    }
}
