//! NeMo Gym's resource server: what its agent servers ask while a model plays, and the reward.
//!
//! The one who asks here is an agent *server*, which holds the session's cookie and hands a model's
//! calls on; the model sees answers of tools and nothing else. Whoever has the cookie can ask for the
//! reward, so this listens at an address of its own and wants the trainers' token: an agent that was
//! only given tools, by MCP, has neither.

mod metrics;
mod operations;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use compoworld_world::rollout::SYSTEM_PROMPT;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::cookie::{session_cookie, session_in};
use crate::extract::{Asked, Body, Named};
use crate::openapi::Routes;
use crate::play::FINISH;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::sessions::Sessions;
use crate::worlds::{Choice, ChoiceError};

/// The routes.
pub(crate) fn routes(sessions: Arc<Sessions>) -> Routes {
    let aggregated = ("post", operations::aggregate_metrics());
    Routes::new()
        .route("/rows", get(rows), [("get", operations::rows())])
        .route("/seed_session", post(seed_session), [("post", operations::seed_session())])
        .route("/verify", post(verify), [("post", operations::verify())])
        .route("/close_session", post(close_session), [("post", operations::close_session())])
        .route("/aggregate_metrics", post(metrics::aggregate_metrics), [aggregated])
        .route("/{tool}", post(call), [("post", operations::call())])
        .with_state(sessions)
}

#[derive(Debug, Deserialize)]
struct Span {
    #[serde(default)]
    start: usize,
    stop: Option<usize>,
}

/// The tasks as rows of a data set, one a line: instruction and tools, and the task's name, by which
/// `/seed_session` knows it.
async fn rows(
    State(sessions): State<Arc<Sessions>>,
    Asked(span): Asked<Span>,
) -> Result<Response, Refusal> {
    let made = tokio::task::spawn_blocking(move || {
        let tasks = sessions.worlds().tasks();
        let stop = span.stop.unwrap_or(tasks.len());
        let mut lines = String::new();
        for (index, task) in tasks.iter().enumerate().take(stop).skip(span.start) {
            let choice = Choice { index: Some(index), ..Choice::default() };
            let play = sessions.worlds().start(&choice)?;
            let tools = play.tools().into_iter().filter(|tool| tool.name != FINISH).map(|tool| {
                json!({
                    "type": "function",
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                    "strict": false,
                })
            });
            let input = json!([
                {"role": "system", "content": SYSTEM_PROMPT},
                {"role": "user", "content": play.instruction()},
            ]);
            let params = json!({"input": input, "tools": tools.collect::<Value>()});
            let row = json!({"task": task.id, "responses_create_params": params});
            lines.push_str(&row.to_string());
            lines.push('\n');
        }
        Ok(lines)
    });
    let lines: Result<String, ChoiceError> = made.await.map_err(|error| {
        let said = format!("the rows broke off: {error}");
        Refusal::failed(StatusCode::INTERNAL_SERVER_ERROR, said)
    })?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl")], lines?).into_response())
}

async fn seed_session(
    State(sessions): State<Arc<Sessions>>,
    Body(choice): Body<Choice>,
) -> Result<Response, Refusal> {
    let session = sessions.open_held(&choice)?;
    Ok(answered(&session, StatusCode::OK, json!({"session_id": session.id()}).to_string()))
}

async fn call(
    State(sessions): State<Arc<Sessions>>,
    Named(tool): Named<String>,
    headers: HeaderMap,
    arguments: Bytes,
) -> Result<Response, Refusal> {
    let session = find(&sessions, &headers)?;
    let arguments = String::from_utf8_lossy(&arguments);
    let reply = session.call(&tool, &arguments).await;
    let status = if reply.error.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    Ok(answered(&session, status, reply.text))
}

/// Judges a session by what its model said last, and ends it. The request comes back with the
/// reward.
async fn verify(
    State(sessions): State<Arc<Sessions>>,
    headers: HeaderMap,
    Body(mut body): Body<Map<String, Value>>,
) -> Result<Response, Refusal> {
    let session = find(&sessions, &headers)?;
    let said = body.get("response").map(final_words).unwrap_or_default();
    let Some(verdict) = session.end(Some(&said)).await else {
        let said = "there is no task, so there is nothing to judge: start the server with --tasks";
        return Err(Refusal::failed(StatusCode::CONFLICT, said));
    };
    body.insert("reward".to_owned(), json!(verdict.reward));
    body.insert("success".to_owned(), json!(verdict.success));
    body.insert("passed".to_owned(), json!(verdict.passed));
    sessions.close(session.id());
    Ok(answered(&session, StatusCode::OK, Value::Object(body).to_string()))
}

async fn close_session(
    State(sessions): State<Arc<Sessions>>,
    headers: HeaderMap,
) -> Result<Json<Value>, Refusal> {
    let session = find(&sessions, &headers)?;
    sessions.close(session.id());
    session.end(None).await;
    Ok(Json(json!({})))
}

fn find(sessions: &Sessions, headers: &HeaderMap) -> Result<Arc<Session>, Refusal> {
    let id = session_in(headers).ok_or_else(|| {
        Refusal::invalid("`/seed_session` first: its cookie says whose request this is")
    })?;
    sessions.find(&id).ok_or_else(Refusal::no_session)
}

/// NeMo Gym's agent servers take the cookies of each answer for all that there are.
fn answered(session: &Session, status: StatusCode, body: String) -> Response {
    let cookie = session_cookie(session.id());
    let headers =
        [(header::SET_COOKIE, cookie), (header::CONTENT_TYPE, "application/json".to_owned())];
    (status, headers, body).into_response()
}

/// The text of the last message of a response of the Responses API.
fn final_words(response: &Value) -> String {
    let items = response["output"].as_array().map(Vec::as_slice).unwrap_or_default();
    let Some(last) = items.iter().rev().find(|item| item["type"] == "message") else {
        return String::new();
    };
    match &last["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}
