//! `/mcp`: where MCP is spoken over HTTP, and OpenEnv's JSON-RPC.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::limits::{Limits, RETRY_AFTER};
use crate::mcp::McpHandler;
use crate::mcp_sessions::McpSessions;
use crate::openapi::{Operation, Routes};
use crate::openenv::{OpenEnv, answer_json_rpc, attach_json_rpc};
use crate::sessions::Sessions;

type McpService<M> = StreamableHttpService<McpHandler, M>;

/// `/mcp`, which MCP and OpenEnv's JSON-RPC share.
#[derive(Clone)]
pub(crate) struct McpEndpoint {
    sessions: Arc<Sessions>,
    /// For clients that get a session by `initialize`.
    own: McpService<McpSessions>,
    /// For clients whose address names their session.
    named: McpService<LocalSessionManager>,
    /// What OpenEnv's clients get here, if they get in.
    openenv: Option<OpenEnv>,
    body_bytes_max: usize,
}

impl McpEndpoint {
    /// The endpoint of a server; with `openenv`, for OpenEnv's clients too.
    pub(crate) fn new(
        sessions: &Arc<Sessions>,
        limits: &Limits,
        stop: &CancellationToken,
        openenv: Option<OpenEnv>,
    ) -> Self {
        // `check_caller` looks at hosts and origins for every route alike.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .with_max_request_body_bytes(limits.body_bytes_max)
            .with_cancellation_token(stop.child_token());
        let handler = |of: fn(Arc<Sessions>) -> McpHandler| {
            let sessions = Arc::clone(sessions);
            move || Ok(of(Arc::clone(&sessions)))
        };
        let own = McpSessions::new(sessions.idle(), stop.child_token());
        Self {
            sessions: Arc::clone(sessions),
            own: StreamableHttpService::new(handler(McpHandler::of_client), own, config.clone()),
            named: StreamableHttpService::new(
                handler(McpHandler::of_named),
                LocalSessionManager::default().into(),
                config,
            ),
            openenv,
            body_bytes_max: limits.body_bytes_max,
        }
    }
}

/// The routes of the endpoint.
pub(crate) fn routes(endpoint: McpEndpoint) -> Routes {
    let named = operations().map(|(method, operation)| {
        (method, operation.takes("path", "session", true, json!({"type": "string"})))
    });
    Routes::new()
        .route("/mcp", any(answer), operations())
        .route("/mcp/{session}", any(answer_named), named)
        .with_state(endpoint)
}

/// MCP is described by its own schemas; this says what an HTTP client has to know.
fn operations() -> [(&'static str, Operation); 3] {
    let text = || ("text/plain", json!({"type": "string"}));
    let message = || ("application/json", json!({"type": "object"}));
    let stream = || ("text/event-stream", json!({"type": "string"}));
    let refused = |operation: Operation| {
        let said = "It is no request of MCP, or of no session that is open.";
        let kinds = [text(), message()];
        [400, 404, 405, 406, 415, 422]
            .into_iter()
            .fold(operation, |operation, status| operation.answers_as(status, said, &kinds))
    };
    [
        (
            "post",
            refused(Operation::new("A message of MCP, or of OpenEnv's JSON-RPC"))
                .body(false, json!({}))
                .answers_as(200, "The answer.", &[message(), stream()])
                .answers_as(202, "It is a notification.", &[])
                .answers_as(503, "Every session is taken.", &[text()]),
        ),
        (
            "get",
            refused(Operation::new("What the server says by itself")).answers_as(
                200,
                "A stream of messages.",
                &[stream()],
            ),
        ),
        (
            "delete",
            refused(Operation::new("The end of a session"))
                .answers_as(202, "It is over.", &[])
                .answers_as(204, "It is over.", &[]),
        ),
    ]
}

/// Clients of MCP say that they accept a stream of events, in every revision; those of OpenEnv do
/// not. So one address serves both, and nobody has to look into bodies.
async fn answer(State(endpoint): State<McpEndpoint>, request: Request) -> Response {
    let headers = request.headers();
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let wants_stream = accepts.is_some_and(|accepts| accepts.contains("text/event-stream"));
    if let Some(openenv) = endpoint.openenv.as_ref().filter(|_| is_of_websocket(headers)) {
        return attach_json_rpc(openenv.clone(), request).await;
    }
    if endpoint.openenv.is_some() && request.method() == Method::POST && !wants_stream {
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
    with_kind(endpoint.own.handle(request).await.map(Body::new))
}

fn is_of_websocket(headers: &HeaderMap) -> bool {
    let upgrade = headers.get(header::UPGRADE).and_then(|value| value.to_str().ok());
    upgrade.is_some_and(|upgrade| upgrade.eq_ignore_ascii_case("websocket"))
}

/// Clients whose address names their session.
async fn answer_named(State(endpoint): State<McpEndpoint>, request: Request) -> Response {
    with_kind(endpoint.named.handle(request).await.map(Body::new))
}

/// The same answer, marked as text when it is a refusal that says nothing of what it is.
fn with_kind(mut answer: Response) -> Response {
    let is_refusal = answer.status().is_client_error() || answer.status().is_server_error();
    if is_refusal && !answer.headers().contains_key(header::CONTENT_TYPE) {
        let text = HeaderValue::from_static("text/plain; charset=utf-8");
        answer.headers_mut().insert(header::CONTENT_TYPE, text);
    }
    answer
}
