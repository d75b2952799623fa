//! Refusals, in the shape of OpenAI's errors.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    status: StatusCode,
    kind: &'static str,
    message: String,
    /// The member of the request that is wrong.
    param: Option<String>,
}

impl Refusal {
    /// A member of the request is wrong.
    pub(super) fn of(param: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            kind: "invalid_request_error",
            message: message.into(),
            param: Some(param.into()),
        }
    }

    /// The request as a whole is wrong.
    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self { param: None, ..Self::of("", message) }
    }

    /// There is no such model, or no such route.
    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, ..Self::bad_request(message) }
    }

    /// The token is missing or wrong.
    pub(super) fn unauthorized() -> Self {
        let message = "send the server's token as `Authorization: Bearer ..`";
        Self {
            status: StatusCode::UNAUTHORIZED,
            kind: "authentication_error",
            ..Self::bad_request(message)
        }
    }

    /// Somebody who may not ask.
    pub(super) fn forbidden(message: impl Into<String>) -> Self {
        let kind = "permission_error";
        Self { status: StatusCode::FORBIDDEN, kind, ..Self::bad_request(message) }
    }

    /// The body is too large.
    pub(super) fn too_large(message: impl Into<String>) -> Self {
        Self { status: StatusCode::PAYLOAD_TOO_LARGE, ..Self::bad_request(message) }
    }

    /// Too many requests wait.
    pub(super) fn busy() -> Self {
        let message = "too many requests wait; ask again in a moment, or start the server with a \
                       larger --waiting-max";
        Self {
            status: StatusCode::TOO_MANY_REQUESTS,
            kind: "rate_limit_error",
            ..Self::bad_request(message)
        }
    }

    /// The server ends.
    pub(super) fn stopping() -> Self {
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            kind: "server_error",
            ..Self::bad_request("the server is being stopped")
        }
    }

    /// The body of the answer.
    pub(super) fn body(&self) -> serde_json::Value {
        json!({"error": {
            "message": self.message,
            "type": self.kind,
            "param": self.param,
            "code": self.status.as_u16(),
        }})
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body())).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}
