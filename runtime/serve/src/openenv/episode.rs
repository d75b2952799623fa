//! `/reset`, `/step` and `/state`: episodes over plain HTTP.
//!
//! A reset opens a session and sets it as a cookie; `session_id` in a body or an address names one
//! too. OpenEnv's own server starts anew at every request, since it keeps nothing between them.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Json, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cookie::{session_cookie, session_in};
use crate::openenv::OpenEnv;
use crate::openenv::observation::{self, Action, Reset};
use crate::refusal::Refusal;
use crate::session::Session;

pub(super) async fn reset(
    State(shared): State<OpenEnv>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let data = read_object(&body)?;
    let named = name_of(&data, &headers);
    let session = match named.and_then(|id| shared.sessions.find(&id)) {
        Some(session) => session,
        None => shared.sessions.open_held(&Reset::read(&data)?.choice)?,
    };
    let mut told = observation::reset(&session, &data, false).await?;
    told["metadata"] = json!({"session_id": session.id()});
    Ok(with_cookie(&session, told))
}

pub(super) async fn step(
    State(shared): State<OpenEnv>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let data = read_object(&body)?;
    let action = data.get("action").ok_or_else(|| Refusal::invalid("`action` is missing"))?;
    let action = Action::read(action)?;
    let session = find(&shared, name_of(&data, &headers))?;
    Ok(with_cookie(&session, observation::step(&session, action).await))
}

#[derive(Debug, Deserialize)]
pub(super) struct Named {
    session_id: Option<String>,
}

pub(super) async fn state(
    State(shared): State<OpenEnv>,
    Query(Named { session_id }): Query<Named>,
    headers: HeaderMap,
) -> Result<Json<Value>, Refusal> {
    match session_id.or_else(|| session_in(&headers)) {
        None => Ok(Json(json!({"episode_id": null, "step_count": 0}))),
        id => Ok(Json(observation::state(&*find(&shared, id)?).await)),
    }
}

fn find(shared: &OpenEnv, id: Option<String>) -> Result<Arc<Session>, Refusal> {
    let id = id.ok_or_else(|| {
        Refusal::invalid("reset first: its cookie, or the `session_id` that it tells, goes here")
    })?;
    shared.sessions.find(&id).ok_or_else(Refusal::no_session)
}

fn name_of(data: &Value, headers: &HeaderMap) -> Option<String> {
    let named = data.get("session_id").and_then(Value::as_str).map(str::to_owned);
    named.or_else(|| session_in(headers))
}

fn read_object(body: &[u8]) -> Result<Value, Refusal> {
    if body.iter().all(u8::is_ascii_whitespace) {
        return Ok(json!({}));
    }
    match serde_json::from_slice(body) {
        Ok(Value::Object(data)) => Ok(Value::Object(data)),
        Ok(_) => Err(Refusal::invalid("the body has to be a JSON object")),
        Err(error) => Err(Refusal::invalid(format!("the body is no JSON: {error}"))),
    }
}

fn with_cookie(session: &Session, told: Value) -> Response {
    ([(header::SET_COOKIE, session_cookie(session.id()))], Json(told)).into_response()
}
