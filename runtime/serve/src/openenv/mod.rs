//! OpenEnv: episodes for trainers, over HTTP and WebSocket.
//!
//! These are trainers' routes: the step that ends an episode tells its reward. Beside them OpenEnv
//! has calls of tools by JSON-RPC on `/mcp`, which tell no reward; `McpEndpoint` shares that address
//! between them and MCP itself.

mod episode;
mod json_rpc;
mod line;
mod observation;
mod operations;
mod socket;
mod task_routes;

use std::sync::Arc;

use axum::response::Json;
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::limits::Limits;
use crate::openapi::Routes;
use crate::sessions::Sessions;

pub(crate) use json_rpc::answer_json_rpc;
pub(crate) use socket::attach_json_rpc;

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
pub(crate) fn routes(shared: OpenEnv) -> Routes {
    let environments = get(|| async { Json(json!([ENVIRONMENT])) });
    let asked =
        operations::Tasks { split: &shared.split, n_tasks: shared.sessions.worlds().tasks().len() };
    Routes::new()
        .route("/metadata", get(metadata), [("get", operations::metadata())])
        .route("/schema", get(schema), [("get", operations::schema())])
        .route("/reset", post(episode::reset), [("post", operations::reset())])
        .route("/step", post(episode::step), [("post", operations::step())])
        .route("/state", get(episode::state), [("get", operations::state())])
        .route("/ws", get(socket::attach), [("get", operations::socket())])
        .route("/list_environments", environments, [("get", operations::environments())])
        .route("/{environment}/splits", get(task_routes::splits), [("get", asked.splits())])
        .route("/{environment}/tasks", post(task_routes::tasks), [("post", asked.tasks())])
        .route("/{environment}/num_tasks", post(task_routes::num_tasks), [("post", asked.count())])
        .route("/{environment}/task", post(task_routes::task), [("post", asked.task())])
        .route(
            "/{environment}/task_range",
            post(task_routes::task_range),
            [("post", asked.range())],
        )
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
