//! Many sessions over streamable HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::serve::ListenerExt;
use compoworld_world::{Environment, ToolView};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use thiserror::Error;
use tokio::net::TcpListener;

use crate::handler::EnvironmentHandler;

/// How to serve over HTTP.
#[derive(Debug, Clone)]
pub struct HttpOptions {
    /// Where to listen. Port 0 takes a free one.
    pub address: SocketAddr,
    /// What clients must send as `Authorization: Bearer …`. Required off loopback.
    pub token: Option<String>,
    /// How tools are shown.
    pub view: ToolView,
    /// After how much silence a session ends, in milliseconds.
    pub idle_ms: u64,
}

/// The largest request body, in bytes.
const BODY_BYTES_MAX: usize = 1 << 20;

/// Why serving over HTTP ended.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HttpError {
    /// Anyone on the network could reach the tools.
    #[error(
        "`{0}` can be reached from other machines: set a token (`--token-env NAME`), or listen \
         on 127.0.0.1"
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

/// Serves forks of `environment` at `/mcp` until `stop` resolves. Calls `ready` with the address
/// once it listens.
///
/// # Errors
/// Before it listens: an address off loopback without a token, or one that is taken.
pub async fn serve_http(
    environment: Environment,
    options: HttpOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), HttpError> {
    let HttpOptions { address, token, view, idle_ms } = options;
    if token.is_none() && !address.ip().is_loopback() {
        return Err(HttpError::Unprotected(address));
    }
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(Duration::from_millis(idle_ms));
    let mut config = StreamableHttpServerConfig::default();
    if !address.ip().is_loopback() {
        // The token protects a server that is meant to be reached; its names are not known here.
        config.allowed_hosts.clear();
    }
    let cancel = config.cancellation_token.clone();
    let service = StreamableHttpService::new(
        move || Ok(EnvironmentHandler::new(environment.fork(), view)),
        Arc::new(sessions),
        config,
    );
    let router = Router::new()
        .route("/health", axum::routing::get(|| async { "ok" }))
        .nest_service("/mcp", service)
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(from_fn_with_state(token.map(Arc::<str>::from), check_token));

    let listener =
        TcpListener::bind(address).await.map_err(|source| HttpError::Listen { address, source })?;
    ready(listener.local_addr().unwrap_or(address));
    // Nagle's algorithm would hold each small answer back for about 40 ms.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router)
        .with_graceful_shutdown(async move {
            stop.await;
            cancel.cancel();
        })
        .await
        .map_err(HttpError::Serve)
}

async fn check_token(
    State(token): State<Option<Arc<str>>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(token) = token else { return next.run(request).await };
    let sent = request.headers().get(header::AUTHORIZATION);
    let sent = sent.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if sent.is_some_and(|sent| same(sent.as_bytes(), token.as_bytes())) {
        return next.run(request).await;
    }
    let said = "send the server's token as `Authorization: Bearer …`";
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], said).into_response()
}

/// Compares without telling by its duration how much was right.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}
