//! `/mcp`: where MCP is spoken over HTTP, and OpenEnv's JSON-RPC.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;

use crate::limits::{Limits, RETRY_AFTER};
use crate::mcp::McpHandler;
use crate::openenv::answer_json_rpc;
use crate::sessions::Sessions;

type McpService = StreamableHttpService<McpHandler, LocalSessionManager>;

/// `/mcp`, which MCP and OpenEnv's JSON-RPC share.
#[derive(Clone)]
pub(crate) struct McpEndpoint {
    sessions: Arc<Sessions>,
    /// For clients that get a session by `initialize`.
    own: McpService,
    /// For clients whose address names their session.
    named: McpService,
    openenv: bool,
    body_bytes_max: usize,
}

impl McpEndpoint {
    /// The endpoint of a server; with `openenv`, for OpenEnv's clients too.
    pub(crate) fn new(
        sessions: &Arc<Sessions>,
        limits: &Limits,
        stop: &CancellationToken,
        openenv: bool,
    ) -> Self {
        let service = |of: fn(Arc<Sessions>) -> McpHandler| {
            let mut manager = LocalSessionManager::default();
            manager.session_config.keep_alive = Some(sessions.idle());
            // `check_caller` looks at hosts and origins for every route alike.
            let config = StreamableHttpServerConfig::default()
                .disable_allowed_hosts()
                .with_max_request_body_bytes(limits.body_bytes_max)
                .with_cancellation_token(stop.child_token());
            let sessions = Arc::clone(sessions);
            StreamableHttpService::new(
                move || Ok(of(Arc::clone(&sessions))),
                manager.into(),
                config,
            )
        };
        Self {
            sessions: Arc::clone(sessions),
            own: service(McpHandler::of_client),
            named: service(McpHandler::of_named),
            openenv,
            body_bytes_max: limits.body_bytes_max,
        }
    }
}

/// The routes of the endpoint.
pub(crate) fn routes(endpoint: McpEndpoint) -> Router {
    Router::new()
        .route("/mcp", any(answer))
        .route("/mcp/{session}", any(answer_named))
        .with_state(endpoint)
}

/// Clients of MCP say that they accept a stream of events, in every revision; those of OpenEnv do
/// not. So one address serves both, and nobody has to look into bodies.
async fn answer(State(endpoint): State<McpEndpoint>, request: Request) -> Response {
    let headers = request.headers();
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let wants_stream = accepts.is_some_and(|accepts| accepts.contains("text/event-stream"));
    if endpoint.openenv && request.method() == Method::POST && !wants_stream {
        return match axum::body::to_bytes(request.into_body(), endpoint.body_bytes_max).await {
            Ok(body) => answer_json_rpc(&endpoint.sessions, &body).await,
            Err(_) => StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        };
    }
    let starts = request.method() == Method::POST && !headers.contains_key("mcp-session-id");
    if starts && endpoint.sessions.is_full() {
        let said = "every session of this server is taken: try again later";
        let retry = [(header::RETRY_AFTER, RETRY_AFTER)];
        return (StatusCode::SERVICE_UNAVAILABLE, retry, said).into_response();
    }
    endpoint.own.handle(request).await.map(Body::new)
}

/// Clients whose address names their session.
async fn answer_named(State(endpoint): State<McpEndpoint>, request: Request) -> Response {
    endpoint.named.handle(request).await.map(Body::new)
}
