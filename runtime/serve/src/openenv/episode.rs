//! `/reset`, `/step` and `/state`: episodes over plain HTTP.
//!
//! A reset opens a session and sets it as a cookie; `session_id` in a body or an address names one
//! too. OpenEnv's own server starts anew at every request, since it keeps nothing between them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Json, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cookie::{session_cookie, session_in};
use crate::extract::{Asked, Body};
use crate::openenv::OpenEnv;
use crate::openenv::observation::{self, Action, Reset};
use crate::refusal::Refusal;
use crate::session::Session;

pub(super) async fn reset(
    State(shared): State<OpenEnv>,
    headers: HeaderMap,
    Body(data): Body<Value>,
) -> Result<Response, Refusal> {
    let wanted = Reset::read(&data)?;
    let named = wanted.session_id.clone().or_else(|| session_in(&headers));
    let session = match named.and_then(|id| shared.sessions.find(&id)) {
        Some(session) => session,
        None => shared.sessions.open_held(&wanted.choice)?,
    };
    let mut told = observation::reset(&session, wanted, false).await?;
    told["metadata"] = json!({"session_id": session.id()});
    Ok(with_cookie(&session, told))
}

#[derive(Debug, Deserialize)]
pub(super) struct Played {
    action: Value,
    session_id: Option<String>,
}

pub(super) async fn step(
    State(shared): State<OpenEnv>,
    headers: HeaderMap,
    Body(Played { action, session_id }): Body<Played>,
) -> Result<Response, Refusal> {
    let action = Action::read(&action)?;
    let session = find(&shared, session_id.or_else(|| session_in(&headers)))?;
    Ok(with_cookie(&session, observation::step(&session, action).await))
}

#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    session_id: Option<String>,
}

pub(super) async fn state(
    State(shared): State<OpenEnv>,
    Asked(Wanted { session_id }): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Json<Value>, Refusal> {
    match session_id.or_else(|| session_in(&headers)) {
        None => Ok(Json(observation::no_state())),
        id => Ok(Json(observation::state(&*find(&shared, id)?).await)),
    }
}

fn find(shared: &OpenEnv, id: Option<String>) -> Result<Arc<Session>, Refusal> {
    let id = id.ok_or_else(|| {
        Refusal::session_conflict(
            "reset first: its cookie, or the `session_id` that it tells, goes here",
        )
    })?;
    shared.sessions.find(&id).ok_or_else(Refusal::no_session)
}

fn with_cookie(session: &Session, told: Value) -> Response {
    ([(header::SET_COOKIE, session_cookie(session.id()))], Json(told)).into_response()
}
