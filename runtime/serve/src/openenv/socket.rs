//! `/ws`: one session a connection, which is how OpenEnv's clients play.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::openenv::observation::{self, Action};
use crate::openenv::{OpenEnv, json_rpc};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::worlds::Choice;

/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(20);
/// After how many questions without an answer it is not.
const PINGS_UNANSWERED_MAX: u32 = 2;
/// How many messages are read while the client has no answer to an earlier one.
const AHEAD_MAX: usize = 4;

#[derive(Debug, Deserialize)]
pub(super) struct Attachment {
    session_id: Option<String>,
}

/// Opens a session for the connection, or attaches it to one that is open.
pub(super) async fn attach(
    upgrade: WebSocketUpgrade,
    State(shared): State<OpenEnv>,
    Query(Attachment { session_id }): Query<Attachment>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
) -> Response {
    let upgrade = upgrade
        .max_message_size(shared.limits.body_bytes_max)
        .max_frame_size(shared.limits.body_bytes_max);
    upgrade.on_upgrade(move |mut socket| async move {
        let opened = match session_id {
            None => shared.sessions.open(&Choice::default()).map_err(Refusal::from),
            Some(id) => shared.sessions.find(&id).ok_or_else(Refusal::no_session),
        };
        match opened {
            Ok(session) => {
                let conversation = Conversation { shared, session, peer, listed: false };
                conversation.hold(Line { socket, ahead: VecDeque::new() }).await;
            }
            Err(refusal) => {
                let told = error(refusal.code, &refusal.message).to_string();
                let _ = socket.send(Message::text(told)).await;
                let _ = socket.send(goodbye(close_code::AGAIN, "no session")).await;
            }
        }
    })
}

struct Conversation {
    shared: OpenEnv,
    session: Arc<Session>,
    peer: SocketAddr,
    /// Whether the client has asked for the tools.
    listed: bool,
}

/// A connection.
struct Line {
    socket: WebSocket,
    /// What the client said before it had its answer.
    ahead: VecDeque<Utf8Bytes>,
}

impl Line {
    /// Waits for an answer, and hears the client meanwhile, whose library takes a server for dead
    /// that leaves its pings unanswered; `None` when the client goes away.
    async fn mind_while<T>(&mut self, answer: impl Future<Output = T>) -> Option<T> {
        let mut answer = pin!(answer);
        loop {
            tokio::select! {
                biased;
                answer = &mut answer => return Some(answer),
                message = self.socket.recv(), if self.ahead.len() < AHEAD_MAX => match read(message) {
                    Heard::Text(text) => self.ahead.push_back(text),
                    Heard::Sign => {}
                    Heard::End => return None,
                },
            }
        }
    }
}

/// What came over a connection.
enum Heard {
    Text(Utf8Bytes),
    /// A sign of life.
    Sign,
    End,
}

fn read(message: Option<Result<Message, axum::Error>>) -> Heard {
    match message {
        Some(Ok(Message::Text(text))) => Heard::Text(text),
        // What is no text is no JSON either, which is answered as such.
        Some(Ok(Message::Binary(bytes))) => {
            Heard::Text(String::from_utf8_lossy(&bytes).into_owned().into())
        }
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Heard::Sign,
        Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::End,
    }
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
        let reason = loop {
            let Some(text) = self.hear(&mut line).await else { break "the session is over" };
            if let Some(limit) = &self.shared.limits.rate {
                limit.admit_in_time(self.peer.ip()).await;
            }
            match line.mind_while(self.answer(&text)).await {
                None => return,
                Some(Next::Close) => break "closed",
                Some(Next::Say(told)) => {
                    if line.socket.send(Message::text(told.to_string())).await.is_err() {
                        return;
                    }
                }
            }
        };
        let _ = line.socket.send(goodbye(close_code::NORMAL, reason)).await;
    }

    /// The client's next message; `None` when there will be none.
    async fn hear(&self, line: &mut Line) -> Option<Utf8Bytes> {
        if let Some(text) = line.ahead.pop_front() {
            return Some(text);
        }
        let socket = &mut line.socket;
        let mut n_unanswered = 0;
        loop {
            let heard = tokio::select! {
                () = self.shared.stop.cancelled() => return None,
                heard = tokio::time::timeout(PING.min(self.shared.sessions.idle()), socket.recv())
                    => heard,
            };
            match heard {
                Ok(message) => match read(message) {
                    Heard::Text(text) => return Some(text),
                    Heard::Sign => n_unanswered = 0,
                    Heard::End => return None,
                },
                Err(_) => {
                    let idle = self.session.silence() >= self.shared.sessions.idle();
                    if idle || n_unanswered >= PINGS_UNANSWERED_MAX {
                        return None;
                    }
                    n_unanswered += 1;
                    socket.send(Message::Ping(Vec::new().into())).await.ok()?;
                }
            }
        }
    }

    async fn answer(&mut self, text: &str) -> Next {
        let message: Value = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(fault) => return Next::Say(error("INVALID_JSON", &format!("no JSON: {fault}"))),
        };
        let data = message.get("data").unwrap_or(&Value::Null);
        let told = match message.get("type").and_then(Value::as_str) {
            Some("reset") => observation::reset(&self.session, data, self.listed)
                .await
                .map(|told| json!({"type": "observation", "data": told})),
            Some("step") => match Action::read(data) {
                Err(refusal) => Err(refusal),
                Ok(action) => {
                    self.listed |= matches!(action, Action::ListTools);
                    let told = observation::step(&self.session, action).await;
                    Ok(json!({"type": "observation", "data": told}))
                }
            },
            Some("state") => {
                let told = observation::state(&self.session).await;
                Ok(json!({"type": "state", "data": told}))
            }
            Some("mcp") => {
                let own = Some(&self.session);
                let answer = json_rpc::answer(&self.shared.sessions, data, own).await;
                Ok(json!({"type": "mcp", "data": answer}))
            }
            Some("close") => return Next::Close,
            other => {
                let said = format!("no message is of the type `{}`", other.unwrap_or_default());
                return Next::Say(error("UNKNOWN_TYPE", &said));
            }
        };
        Next::Say(told.unwrap_or_else(|refusal| error(refusal.code, &refusal.message)))
    }
}

fn error(code: &str, message: &str) -> Value {
    json!({"type": "error", "data": {"message": message, "code": code}})
}

fn goodbye(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }))
}
