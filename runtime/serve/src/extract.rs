//! Reading requests: bodies of JSON, queries and paths, each refused with the reason as JSON.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::refusal::Refusal;

/// A body that is an object of JSON; a body that is not there is an empty one.
pub(crate) struct Body<T>(pub(crate) T);

/// The query of an address.
pub(crate) struct Asked<T>(pub(crate) T);

/// What stands in the place of a path's names.
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let body = Bytes::from_request(request, state).await.map_err(|error| {
            let message = format!("the body cannot be read: {error}");
            Refusal { status: error.status(), code: "VALIDATION_ERROR", message }
        })?;
        let text = if body.iter().all(u8::is_ascii_whitespace) { b"{}" } else { &body[..] };
        let said: Value = serde_json::from_slice(text)
            .map_err(|error| Refusal::invalid(format!("the body is no JSON: {error}")))?;
        if !said.is_object() {
            return Err(Refusal::invalid("the body has to be a JSON object"));
        }
        let read = serde_json::from_value(said);
        read.map(Self).map_err(|error| Refusal::invalid(format!("the body: {error}")))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let read = Query::try_from_uri(&parts.uri);
        read.map(|Query(asked)| Self(asked))
            .map_err(|error| Refusal::invalid(format!("the query: {}", error.body_text())))
    }
}

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let read = Path::from_request_parts(parts, state).await;
        read.map(|Path(named)| Self(named))
            .map_err(|error| Refusal::missing(format!("the path: {}", error.body_text())))
    }
}
