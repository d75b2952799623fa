//! NeMo Gym's resource server: what its agent servers ask while a model plays, and the reward.
//!
//! The one who asks here is an agent *server*, which holds the session's cookie and hands a model's
//! calls on; the model sees answers of tools and nothing else. Whoever has the cookie can ask for the
//! reward, so this listens at an address of its own and wants the trainers' token: an agent that was
//! only given tools, by MCP, has neither.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use compoworld_world::rollout::SYSTEM_PROMPT;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::cookie::{session_cookie, session_in};
use crate::play::FINISH;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::sessions::Sessions;
use crate::worlds::{Choice, ChoiceError};

/// How NeMo Gym numbers tasks.
const TASK_INDEX: &str = "_ng_task_index";

/// The routes.
pub(crate) fn routes(sessions: Arc<Sessions>) -> Router {
    Router::new()
        .route("/rows", get(rows))
        .route("/seed_session", post(seed_session))
        .route("/verify", post(verify))
        .route("/close_session", post(close_session))
        .route("/aggregate_metrics", post(aggregate_metrics))
        .route("/{tool}", post(call))
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
    Query(span): Query<Span>,
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
    Json(choice): Json<Choice>,
) -> Result<Response, Refusal> {
    let session = sessions.open_held(&choice)?;
    Ok(answered(&session, StatusCode::OK, json!({"session_id": session.id()}).to_string()))
}

async fn call(
    State(sessions): State<Arc<Sessions>>,
    Path(tool): Path<String>,
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
    Json(mut body): Json<Map<String, Value>>,
) -> Result<Response, Refusal> {
    let session = find(&sessions, &headers)?;
    let said = body.get("response").map(final_words).unwrap_or_default();
    let Some(verdict) = session.end(Some(&said)).await else {
        let said = "there is no task, so there is nothing to judge: start the server with --tasks";
        return Err(Refusal::failed(StatusCode::CONFLICT, said));
    };
    body.insert("reward".to_owned(), json!(verdict.reward));
    body.insert("success".to_owned(), json!(verdict.success));
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

#[derive(Debug, Deserialize)]
struct Judged {
    verify_responses: Vec<Map<String, Value>>,
}

/// Statistics of every number in judged attempts, by task and over all.
async fn aggregate_metrics(Json(judged): Json<Judged>) -> Json<Value> {
    let mut by_task: BTreeMap<u64, Vec<&Map<String, Value>>> = BTreeMap::new();
    for response in &judged.verify_responses {
        let index = response.get(TASK_INDEX).and_then(Value::as_u64).unwrap_or(0);
        by_task.entry(index).or_default().push(response);
    }
    let groups = by_task.iter().map(|(index, responses)| {
        let mut metrics = statistics(responses);
        metrics.insert(TASK_INDEX.to_owned(), json!(index));
        metrics.insert("num_rollouts".to_owned(), json!(responses.len()));
        Value::Object(metrics)
    });
    let groups: Value = groups.collect();
    let all: Vec<_> = judged.verify_responses.iter().collect();
    let overall = statistics(&all);
    let headline: Map<String, Value> = overall
        .iter()
        .filter(|(name, _)| name.starts_with("mean/"))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    Json(json!({
        "group_level_metrics": groups,
        "agent_metrics": overall,
        "key_metrics": headline,
    }))
}

fn statistics(responses: &[&Map<String, Value>]) -> Map<String, Value> {
    let mut columns: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for response in responses {
        for (name, value) in response.iter().filter(|(name, _)| !name.starts_with("_ng_")) {
            let number = value.as_f64().or(value.as_bool().map(|flag| f64::from(u8::from(flag))));
            if let Some(number) = number {
                columns.entry(name).or_default().push(number);
            }
        }
    }
    let mut metrics = Map::new();
    for (name, mut values) in columns {
        values.sort_by(f64::total_cmp);
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let (low, high) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
        metrics.insert(format!("mean/{name}"), json!(mean));
        metrics.insert(format!("min/{name}"), json!(values[0]));
        metrics.insert(format!("max/{name}"), json!(values[values.len() - 1]));
        metrics.insert(format!("median/{name}"), json!(f64::midpoint(low, high)));
        // That of a sample, as in the tables that NeMo Gym makes; one value has none.
        let deviation = (values.len() > 1).then(|| (spread / (n - 1.0)).sqrt());
        metrics.insert(format!("std/{name}"), json!(deviation));
    }
    metrics
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
