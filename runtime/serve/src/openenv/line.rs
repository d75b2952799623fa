//! A WebSocket, as far as a conversation needs one: the next message, and signs of life.

use std::collections::VecDeque;
use std::pin::pin;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::session::Session;

/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(20);
/// After how many questions without an answer it is not.
const PINGS_UNANSWERED_MAX: u32 = 2;
/// How many messages are read while the client has no answer to an earlier one.
const AHEAD_MAX: usize = 4;

/// A connection.
pub(super) struct Line {
    socket: WebSocket,
    /// What the client said before it had its answer.
    ahead: VecDeque<Utf8Bytes>,
}

/// What came over a connection.
enum Heard {
    Text(Utf8Bytes),
    /// A sign of life.
    Sign,
    End,
}

impl Line {
    pub(super) fn new(socket: WebSocket) -> Self {
        Self { socket, ahead: VecDeque::new() }
    }

    /// The client's next message; `None` when there will be none: it is gone, or silent for `idle`,
    /// or the server stops.
    pub(super) async fn hear(
        &mut self,
        session: &Session,
        idle: Duration,
        stop: &CancellationToken,
    ) -> Option<Utf8Bytes> {
        if let Some(text) = self.ahead.pop_front() {
            return Some(text);
        }
        let mut n_unanswered = 0;
        loop {
            let heard = tokio::select! {
                () = stop.cancelled() => return None,
                heard = tokio::time::timeout(PING.min(idle), self.socket.recv()) => heard,
            };
            match heard.map(read) {
                Ok(Heard::Text(text)) => return Some(text),
                Ok(Heard::Sign) => n_unanswered = 0,
                Ok(Heard::End) => return None,
                Err(_) => {
                    if session.silence() >= idle || n_unanswered >= PINGS_UNANSWERED_MAX {
                        return None;
                    }
                    n_unanswered += 1;
                    self.socket.send(Message::Ping(Vec::new().into())).await.ok()?;
                }
            }
        }
    }

    /// Waits for an answer, and hears the client meanwhile, whose library takes a server for dead
    /// that leaves its pings unanswered; `None` when the client goes away.
    pub(super) async fn mind_while<T>(&mut self, answer: impl Future<Output = T>) -> Option<T> {
        let mut answer = pin!(answer);
        loop {
            tokio::select! {
                biased;
                answer = &mut answer => return Some(answer),
                message = self.socket.recv(), if self.ahead.len() < AHEAD_MAX => {
                    match read(message) {
                        Heard::Text(text) => self.ahead.push_back(text),
                        Heard::Sign => {}
                        Heard::End => return None,
                    }
                }
            }
        }
    }

    /// Says something; `None` when nobody is there any more.
    pub(super) async fn say(&mut self, told: &Value) -> Option<()> {
        self.socket.send(Message::text(told.to_string())).await.ok()
    }

    /// Ends the connection.
    pub(super) async fn close(mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let _ = self.socket.send(Message::Close(Some(frame))).await;
    }
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
