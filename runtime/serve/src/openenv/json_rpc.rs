//! OpenEnv's calls of tools by JSON-RPC: sessions by name, no step, no reward.

use std::sync::Arc;

use axum::body::Bytes;
use axum::response::{IntoResponse, Json, Response};
use serde_json::{Value, json};

use crate::openenv::observation::{self, Reset};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::sessions::{OpenError, Sessions};

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const SERVER_ERROR: i32 = -32000;

struct Fault(i32, String);

/// Answers a request over HTTP.
pub(crate) async fn answer_json_rpc(sessions: &Sessions, body: &Bytes) -> Response {
    let told = match serde_json::from_slice(body) {
        Ok(request) => answer(sessions, &request, None).await,
        Err(fault) => unreadable(&fault),
    };
    Json(told).into_response()
}

/// Answers a request; over WebSocket it is about the connection's session.
pub(super) async fn answer(sessions: &Sessions, request: &Value, own: Option<&Session>) -> Value {
    let id = request.get("id").unwrap_or(&Value::Null);
    match result(sessions, request, own).await {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(fault) => failed(id, fault),
    }
}

/// The answer to what is no JSON.
pub(super) fn unreadable(fault: &serde_json::Error) -> Value {
    failed(&Value::Null, Fault(PARSE_ERROR, format!("no JSON: {fault}")))
}

/// The answer where there is no session to ask.
pub(super) fn refused(refusal: &Refusal) -> Value {
    failed(&Value::Null, Fault(SERVER_ERROR, refusal.message.clone()))
}

fn failed(id: &Value, Fault(code, message): Fault) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message, "data": null}})
}

async fn result(
    sessions: &Sessions,
    request: &Value,
    own: Option<&Session>,
) -> Result<Value, Fault> {
    let method = request.get("method").and_then(Value::as_str);
    let (Some("2.0"), Some(method)) = (request.get("jsonrpc").and_then(Value::as_str), method)
    else {
        return Err(Fault(INVALID_REQUEST, "no request of JSON-RPC 2.0".to_owned()));
    };
    let empty = json!({});
    let params = request.get("params").unwrap_or(&empty);
    if !params.is_object() {
        return Err(Fault(INVALID_PARAMS, "`params` has to be an object".to_owned()));
    }
    match method {
        "openenv/session/create" => match own {
            Some(own) => Ok(json!({"session_id": own.id()})),
            None => create(sessions, params),
        },
        "openenv/session/close" => close(sessions, params, own).await,
        "tools/list" => match own {
            Some(own) => Ok(list(own).await),
            None => Ok(list(&*find(sessions, params)?).await),
        },
        "tools/call" => match own {
            Some(own) => call(own, params).await,
            None => call(&*find(sessions, params)?, params).await,
        },
        other => Err(Fault(METHOD_NOT_FOUND, format!("there is no method `{other}`"))),
    }
}

fn create(sessions: &Sessions, params: &Value) -> Result<Value, Fault> {
    let wanted = Reset::read(params).map_err(|refusal| Fault(INVALID_PARAMS, refusal.message))?;
    match sessions.open_held(&wanted.choice) {
        Ok(session) => Ok(json!({"session_id": session.id()})),
        Err(error @ OpenError::Full { .. }) => Err(Fault(SERVER_ERROR, error.to_string())),
        Err(error) => Err(Fault(INVALID_PARAMS, error.to_string())),
    }
}

async fn close(sessions: &Sessions, params: &Value, own: Option<&Session>) -> Result<Value, Fault> {
    let id = named(params).ok_or_else(unnamed)?;
    if own.is_some_and(|own| own.id() == id) {
        let said = "the session of this connection ends with the connection";
        return Err(Fault(INVALID_REQUEST, said.to_owned()));
    }
    let session = sessions.close(id).ok_or_else(|| unknown(id))?;
    // Nobody finds it any more; who plays in it plays to the end.
    if session.is_attached() {
        return Ok(json!({"session_id": id, "closed": false, "closing": true}));
    }
    session.end(None).await;
    Ok(json!({"session_id": id, "closed": true}))
}

/// A session by its name in a request.
fn find(sessions: &Sessions, params: &Value) -> Result<Arc<Session>, Fault> {
    let id = named(params).ok_or_else(unnamed)?;
    sessions.find(id).ok_or_else(|| unknown(id))
}

fn named(params: &Value) -> Option<&str> {
    params.get("session_id").and_then(Value::as_str)
}

fn unnamed() -> Fault {
    let said = "`session_id` is missing: `openenv/session/create` gives one; clients of MCP itself \
                accept `text/event-stream` too";
    Fault(INVALID_PARAMS, said.to_owned())
}

fn unknown(id: &str) -> Fault {
    Fault(INVALID_PARAMS, format!("there is no session `{id}`: it is closed, or was idle"))
}

async fn list(session: &Session) -> Value {
    let tools = session.tools().await.into_iter().map(|tool| {
        json!({
            "name": tool.name,
            "description": tool.description,
            "inputSchema": tool.parameters,
        })
    });
    json!({"tools": tools.collect::<Value>()})
}

async fn call(session: &Session, params: &Value) -> Result<Value, Fault> {
    let Some(tool) = params.get("name").and_then(Value::as_str) else {
        return Err(Fault(INVALID_PARAMS, "`name` is missing: which tool?".to_owned()));
    };
    let arguments = params.get("arguments").map(Value::to_string).unwrap_or_default();
    Ok(observation::tool_result(&session.call(tool, &arguments).await))
}
