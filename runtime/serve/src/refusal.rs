//! Why a trainer's request is not done.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use serde_json::json;

use crate::limits::RETRY_AFTER;
use crate::sessions::OpenError;
use crate::worlds::ChoiceError;

/// A refusal, in OpenEnv's words and in HTTP's.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Refusal {
    /// The request is not as it has to be.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "VALIDATION_ERROR", message)
    }

    /// What the request names is not there.
    pub(crate) fn missing(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "VALIDATION_ERROR", message)
    }

    /// The session that the request names is not there.
    pub(crate) fn no_session() -> Self {
        let message = "there is no such session: it is over, or was idle; open another";
        Self::new(StatusCode::NOT_FOUND, "SESSION_ERROR", message)
    }

    /// There is no session for the request, or it is in use.
    pub(crate) fn session_conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "SESSION_ERROR", message)
    }

    /// What the request asks for cannot be done.
    pub(crate) fn failed(status: StatusCode, message: impl Into<String>) -> Self {
        Self::new(status, "EXECUTION_ERROR", message)
    }

    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into() }
    }
}

impl From<ChoiceError> for Refusal {
    fn from(error: ChoiceError) -> Self {
        match &error {
            ChoiceError::Prepare(_) | ChoiceError::Make { .. } => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "FACTORY_ERROR", error.to_string())
            }
            ChoiceError::UnknownTask(_) | ChoiceError::UnknownIndex { .. } => {
                Self::missing(error.to_string())
            }
            ChoiceError::NoTasks => {
                Self::new(StatusCode::CONFLICT, "VALIDATION_ERROR", error.to_string())
            }
            _ => Self::invalid(error.to_string()),
        }
    }
}

impl From<OpenError> for Refusal {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Choice(error) => error.into(),
            OpenError::Full { .. } => {
                let status = StatusCode::SERVICE_UNAVAILABLE;
                Self::new(status, "CAPACITY_REACHED", error.to_string())
            }
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let said = Json(json!({"detail": self.message, "code": self.code}));
        let mut response = (self.status, said).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}
