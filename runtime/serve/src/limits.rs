//! What one client may take of a server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::rate_limit::RateLimit;

/// After how many seconds whoever was turned away may ask again.
pub(crate) const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// The limits of a server.
pub(crate) struct Limits {
    /// The largest request body, and the largest WebSocket message.
    pub(crate) body_bytes_max: usize,
    /// How long a request may take until its answer begins.
    pub(crate) request: Duration,
    /// How many requests a client may make.
    pub(crate) rate: Option<RateLimit>,
}

/// Turns away who asks too often, and gives up what takes too long.
pub(crate) async fn keep_limits(
    State(limits): State<Arc<Limits>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let admitted =
        limits.rate.as_ref().map_or(Ok(()), |rate| rate.admit(peer.ip(), Instant::now()));
    if admitted.is_err() {
        let said = "too many requests: ask again more slowly";
        let retry = [(header::RETRY_AFTER, RETRY_AFTER)];
        return (StatusCode::TOO_MANY_REQUESTS, retry, said).into_response();
    }
    match tokio::time::timeout(limits.request, next.run(request)).await {
        Ok(response) => response,
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "the request took too long").into_response(),
    }
}
