//! Sessions over WebSocket, one a connection: `/ws`, which is how OpenEnv's clients play, and
//! `/mcp`, where the same session answers JSON-RPC.

use std::net::SocketAddr;

use axum::extract::ws::{WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::extract::Asked;
use crate::openenv::line::Line;
use crate::openenv::observation::{self, Action, Reset};
use crate::openenv::{OpenEnv, json_rpc};
use crate::refusal::Refusal;
use crate::session::Attached;
use crate::worlds::Choice;

#[derive(Debug, Deserialize)]
pub(super) struct Attachment {
    session_id: Option<String>,
}

/// What is spoken over a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    /// OpenEnv's own messages.
    Episodes,
    /// JSON-RPC, which has tools and no rewards.
    JsonRpc,
}

/// Plays over `/ws`: in a session of the connection's own, or in one that is open.
pub(super) async fn attach(
    upgrade: WebSocketUpgrade,
    State(shared): State<OpenEnv>,
    Asked(attachment): Asked<Attachment>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
) -> Response {
    accept(upgrade, shared, attachment, peer, Language::Episodes)
}

/// Calls tools over `/mcp`, likewise.
pub(crate) async fn attach_json_rpc(shared: OpenEnv, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade,
        Err(refused) => return refused.into_response(),
    };
    let attachment = match Asked::from_request_parts(&mut parts, &()).await {
        Ok(Asked(attachment)) => attachment,
        Err(refused) => return refused.into_response(),
    };
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let ConnectInfo(peer) = *peer.expect("every request is marked with its peer");
    accept(upgrade, shared, attachment, peer, Language::JsonRpc)
}

fn accept(
    upgrade: WebSocketUpgrade,
    shared: OpenEnv,
    attachment: Attachment,
    peer: SocketAddr,
    language: Language,
) -> Response {
    let upgrade = upgrade
        .max_message_size(shared.limits.body_bytes_max)
        .max_frame_size(shared.limits.body_bytes_max);
    upgrade.on_upgrade(move |socket| converse(socket, shared, attachment, peer, language))
}

async fn converse(
    socket: WebSocket,
    shared: OpenEnv,
    attachment: Attachment,
    peer: SocketAddr,
    language: Language,
) {
    let mut line = Line::new(socket);
    match open(&shared, attachment) {
        Ok(session) => {
            let conversation = Conversation { shared, session, peer, language, listed: false };
            conversation.hold(line).await;
        }
        Err(refusal) => {
            let told = match language {
                Language::Episodes => error(refusal.code, &refusal.message),
                Language::JsonRpc => json_rpc::refused(&refusal),
            };
            if line.say(&told).await.is_some() {
                line.close(close_code::AGAIN, "no session").await;
            }
        }
    }
}

fn open(shared: &OpenEnv, Attachment { session_id }: Attachment) -> Result<Attached, Refusal> {
    let session = match session_id {
        None => shared.sessions.open(&Choice::default())?,
        Some(id) => shared.sessions.find(&id).ok_or_else(Refusal::no_session)?,
    };
    Attached::to(session).ok_or_else(|| {
        Refusal::session_conflict("the session has another WebSocket already: close that one first")
    })
}

struct Conversation {
    shared: OpenEnv,
    session: Attached,
    peer: SocketAddr,
    language: Language,
    /// Whether the client has asked for the tools.
    listed: bool,
}

/// What a message leads to.
enum Next {
    Say(Value),
    Close,
}

impl Conversation {
    /// Answers until the client closes, is gone or is idle, or the server stops. Then the session
    /// ends, unless others hold it too.
    async fn hold(mut self, mut line: Line) {
        let idle = self.shared.sessions.idle();
        let reason = loop {
            let heard = line.hear(&self.session, idle, &self.shared.stop).await;
            let Some(text) = heard else { break "the session is over" };
            if let Some(limit) = &self.shared.limits.rate {
                limit.admit_in_time(self.peer.ip()).await;
            }
            match line.mind_while(self.answer(&text)).await {
                None => return,
                Some(Next::Close) => break "closed",
                Some(Next::Say(told)) => {
                    if line.say(&told).await.is_none() {
                        return;
                    }
                }
            }
        };
        // Whoever hears the end may come back to the session at once.
        drop(self);
        line.close(close_code::NORMAL, reason).await;
    }

    async fn answer(&mut self, text: &str) -> Next {
        let message = serde_json::from_str(text);
        match (self.language, message) {
            (Language::JsonRpc, Ok(message)) => Next::Say(self.answer_json_rpc(&message).await),
            (Language::JsonRpc, Err(fault)) => Next::Say(json_rpc::unreadable(&fault)),
            (Language::Episodes, Ok(message)) => self.answer_episode(&message).await,
            (Language::Episodes, Err(fault)) => {
                Next::Say(error("INVALID_JSON", &format!("no JSON: {fault}")))
            }
        }
    }

    async fn answer_json_rpc(&self, message: &Value) -> Value {
        json_rpc::answer(&self.shared.sessions, message, Some(&self.session)).await
    }

    async fn answer_episode(&mut self, message: &Value) -> Next {
        let data = message.get("data").unwrap_or(&Value::Null);
        let told = match message.get("type").and_then(Value::as_str) {
            Some("reset") => self.reset(data).await,
            Some("step") => self.step(data).await,
            Some("state") => {
                let told = observation::state(&self.session).await;
                Ok(json!({"type": "state", "data": told}))
            }
            Some("mcp") => Ok(json!({"type": "mcp", "data": self.answer_json_rpc(data).await})),
            Some("close") => return Next::Close,
            other => {
                let said = format!("no message is of the type `{}`", other.unwrap_or_default());
                return Next::Say(error("UNKNOWN_TYPE", &said));
            }
        };
        Next::Say(told.unwrap_or_else(|refusal| error(refusal.code, &refusal.message)))
    }

    async fn reset(&self, data: &Value) -> Result<Value, Refusal> {
        let wanted = Reset::read(data)?;
        let told = observation::reset(&self.session, wanted, self.listed).await?;
        Ok(json!({"type": "observation", "data": told}))
    }

    async fn step(&mut self, data: &Value) -> Result<Value, Refusal> {
        let action = Action::read(data)?;
        self.listed |= matches!(action, Action::ListTools);
        let told = observation::step(&self.session, action).await;
        Ok(json!({"type": "observation", "data": told}))
    }
}

fn error(code: &str, message: &str) -> Value {
    json!({"type": "error", "data": {"message": message, "code": code}})
}
