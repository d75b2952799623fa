//! Listening, until somebody ends it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::serve::ListenerExt;
use thiserror::Error;
use tokio::net::TcpListener;

use super::access::{Access, check_access};
use super::chat_model::ChatModel;
use super::routes::{Endpoint, clock_s, routes};
use super::scheduler::{Scheduler, SchedulerLimits};

/// How to serve.
#[derive(Debug, Clone)]
pub struct EndpointOptions {
    /// Where to listen. Port 0 takes a free one.
    pub address: SocketAddr,
    /// Who may ask.
    pub access: Access,
    /// How much the endpoint takes on; the context is cut to the model's.
    pub limits: SchedulerLimits,
    /// The largest request body, in bytes.
    pub body_bytes_max: usize,
}

/// Why there is no serving.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Anyone on the network could use the model.
    #[error(
        "`{0}` can be reached from other machines: set a token (`--token-env NAME`), or listen on \
         127.0.0.1"
    )]
    Unprotected(SocketAddr),
    /// The address is taken, or not this machine's.
    #[error("cannot listen on `{address}`: {source}; choose another port, or 0 for a free one")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The server broke off.
    #[error("the server broke off: {0}")]
    Serve(std::io::Error),
}

/// Serves until `stop` resolves; what is being generated then is ended. Calls `ready` once it
/// listens.
///
/// # Errors
/// Before it listens: an address off loopback without a token, or one that is taken.
pub async fn serve_endpoint(
    model: ChatModel,
    options: EndpointOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let EndpointOptions { address, access, mut limits, body_bytes_max } = options;
    if access.token.is_none() && !address.ip().is_loopback() {
        return Err(ServeError::Unprotected(address));
    }
    let listener = TcpListener::bind(address)
        .await
        .map_err(|source| ServeError::Listen { address, source })?;
    let address = listener.local_addr().unwrap_or(address);
    limits.context_tokens_max =
        limits.context_tokens_max.min(model.model.config().context_tokens_max);
    let model = Arc::new(model);
    let (scheduler, thread) = Scheduler::start(Arc::clone(&model), limits);
    let endpoint = Endpoint {
        model,
        scheduler: scheduler.clone(),
        context_tokens_max: limits.context_tokens_max,
        body_bytes_max,
        started_s: clock_s(),
        n_answers: AtomicU64::new(0),
    };
    let router = routes(Arc::new(endpoint))
        .layer(DefaultBodyLimit::max(body_bytes_max))
        .layer(from_fn_with_state((Arc::new(access), address), check_access));
    // Nagle's algorithm would hold small answers back for about 40 ms.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    ready(address);
    let stopped = async move {
        stop.await;
        scheduler.stop();
    };
    let served = axum::serve(listener, router).with_graceful_shutdown(stopped).await;
    // Every way to the thread is gone with the router, so that it ends.
    let _ = tokio::task::spawn_blocking(|| thread.join()).await;
    served.map_err(ServeError::Serve)
}
