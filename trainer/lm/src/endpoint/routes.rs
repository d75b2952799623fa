//! The routes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;

use super::chat_model::ChatModel;
use super::chat_request::ChatRequest;
use super::chat_response::{AnswerContext, whole_answer};
use super::prepare::prepare;
use super::refusal::Refusal;
use super::scheduler::Scheduler;
use super::stream::Pieces;

/// What the routes share.
#[derive(Debug)]
pub(super) struct Endpoint {
    /// The model.
    pub(super) model: Arc<ChatModel>,
    /// The way to the thread that generates.
    pub(super) scheduler: Scheduler,
    /// Tokens of one conversation, its answer among them.
    pub(super) context_tokens_max: usize,
    /// The largest body, in bytes.
    pub(super) body_bytes_max: usize,
    /// When the endpoint began to serve, in seconds since 1970.
    pub(super) started_s: u64,
    /// How many answers were begun.
    pub(super) n_answers: AtomicU64,
}

/// Seconds since 1970.
pub(super) fn clock_s() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// All routes.
pub(super) fn routes(endpoint: Arc<Endpoint>) -> Router {
    Router::new()
        .route("/health", get(|| async { Json(json!({"status": "healthy"})) }))
        .route("/v1/models", get(list_models))
        .route("/v1/models/{*name}", get(show_model))
        .route("/v1/chat/completions", post(chat))
        .method_not_allowed_fallback(|| async {
            (
                StatusCode::METHOD_NOT_ALLOWED,
                Refusal::bad_request("this route takes another method"),
            )
                .into_response()
        })
        .fallback(|| async {
            Refusal::not_found("there are /v1/models, /v1/chat/completions and /health")
        })
        .with_state(endpoint)
}

fn model_value(endpoint: &Endpoint) -> Value {
    json!({
        "id": endpoint.model.name,
        "object": "model",
        "created": endpoint.started_s,
        "owned_by": "compoworld",
        "max_model_len": endpoint.context_tokens_max,
    })
}

async fn list_models(State(endpoint): State<Arc<Endpoint>>) -> Json<Value> {
    Json(json!({"object": "list", "data": [model_value(&endpoint)]}))
}

async fn show_model(
    State(endpoint): State<Arc<Endpoint>>,
    Path(name): Path<String>,
) -> Result<Json<Value>, Refusal> {
    check_name(&endpoint, &name)?;
    Ok(Json(model_value(&endpoint)))
}

fn check_name(endpoint: &Endpoint, name: &str) -> Result<(), Refusal> {
    let served = &endpoint.model.name;
    if name == served {
        return Ok(());
    }
    Err(Refusal::not_found(format!("there is no model `{name}` here; this server has `{served}`")))
}

async fn chat(
    State(endpoint): State<Arc<Endpoint>>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let body = body.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::too_large(format!(
            "the body is larger than {} bytes; shorten the conversation, or start the server with \
             a larger --body-kib-max",
            endpoint.body_bytes_max
        )),
        _ => Refusal::bad_request(error.body_text()),
    })?;
    let request = ChatRequest::read(&body)?;
    check_name(&endpoint, &request.model)?;
    let prepared = prepare(&request, &endpoint.model, endpoint.context_tokens_max)?;
    let context = AnswerContext {
        model: Arc::clone(&endpoint.model),
        reading: prepared.reading,
        prompt: prepared.rows.first().map(|row| row.prompt.clone()).unwrap_or_default(),
        number: endpoint.n_answers.fetch_add(1, Ordering::Relaxed),
        created_s: clock_s(),
        request,
    };
    let (sender, events) = unbounded_channel();
    endpoint.scheduler.submit(prepared.rows, sender)?;
    if context.request.stream {
        let pieces = Sse::new(Pieces::new(context, events)).keep_alive(KeepAlive::default());
        return Ok(pieces.into_response());
    }
    Ok(Json(whole_answer(&context, events).await?).into_response())
}
