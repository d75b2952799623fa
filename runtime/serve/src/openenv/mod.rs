//! OpenEnv: episodes for trainers, over HTTP and WebSocket.
//!
//! These are trainers' routes: the step that ends an episode tells its reward. Beside them OpenEnv
//! has calls of tools by JSON-RPC on `/mcp`, which tell no reward; `McpEndpoint` shares that address
//! between them and MCP itself.

mod episode;
mod json_rpc;
mod observation;
mod socket;
mod task_routes;

use std::sync::Arc;

use axum::Router;
use axum::response::Json;
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::limits::Limits;
use crate::sessions::Sessions;

pub(crate) use json_rpc::answer_json_rpc;

/// The name under which OpenEnv knows this server's tasks.
const ENVIRONMENT: &str = "compoworld";

/// What the routes share.
#[derive(Clone)]
pub(crate) struct OpenEnv {
    pub(crate) sessions: Arc<Sessions>,
    pub(crate) limits: Arc<Limits>,
    /// What the tasks are a split of: `train`, `heldout`.
    pub(crate) split: Arc<str>,
    /// Cancelled when the server stops.
    pub(crate) stop: CancellationToken,
}

/// The trainers' routes.
pub(crate) fn routes(shared: OpenEnv) -> Router {
    Router::new()
        .route("/metadata", get(metadata))
        .route("/schema", get(schema))
        .route("/reset", post(episode::reset))
        .route("/step", post(episode::step))
        .route("/state", get(episode::state))
        .route("/ws", get(socket::attach))
        .route("/list_environments", get(|| async { Json(json!([ENVIRONMENT])) }))
        .route("/{environment}/splits", get(task_routes::splits))
        .route("/{environment}/tasks", post(task_routes::tasks))
        .route("/{environment}/num_tasks", post(task_routes::num_tasks))
        .route("/{environment}/task", post(task_routes::task))
        .route("/{environment}/task_range", post(task_routes::task_range))
        .with_state(shared)
}

async fn metadata() -> Json<Value> {
    Json(json!({
        "name": ENVIRONMENT,
        "description": "Workspaces of several services, and tasks across them, through tools.",
        "version": env!("CARGO_PKG_VERSION"),
    }))
}

async fn schema() -> Json<Value> {
    Json(json!({
        "action": observation::action_schema(),
        "observation": observation::observation_schema(),
        "reset_observation": observation::reset_schema(),
        "state": observation::state_schema(),
    }))
}
