//! The relay between a server's standard output and the SDK.
//!
//! It passes on the lines that are JSON-RPC messages, counts the others, and keeps the answers as
//! the server wrote them.

use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::process::ChildStdout;

use crate::read::{Json, TEXT_BYTES_MAX, parse};

use super::call::Reply;

/// What passed so far.
#[derive(Debug, Default)]
pub(super) struct Passed {
    /// The result of `initialize`.
    pub handshake: Option<Json>,
    /// The results that carry `tools`, in order.
    pub pages: Vec<Json>,
    /// The answers since somebody looked last, with the numbers of their requests.
    pub replies: Vec<(Value, Reply)>,
    /// How many lines were no messages.
    pub n_noise: usize,
    /// The first such line, cut short.
    pub first_noise: Option<String>,
}

/// A handle on what passed.
#[derive(Clone, Debug, Default)]
pub(super) struct Record(Arc<Mutex<Passed>>);

impl Record {
    /// What passed so far.
    pub(super) fn lock(&self) -> MutexGuard<'_, Passed> {
        // Nothing can panic while it is held; a poisoned record would still be whole.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Passes lines on until the server closes its output or the SDK its input.
pub(super) async fn relay(stdout: ChildStdout, mut to: DuplexStream, record: Record) {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut bounded = (&mut reader).take(TEXT_BYTES_MAX as u64);
        match bounded.read_until(b'\n', &mut line).await {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        if note(text, &record) {
            let sent = async {
                to.write_all(text.as_bytes()).await?;
                to.write_all(b"\n").await
            };
            if sent.await.is_err() {
                return;
            }
        }
    }
}

/// Records a line and says whether it is a message.
pub(super) fn note(text: &str, record: &Record) -> bool {
    let message = parse(text).ok().map(|(json, _)| json).filter(is_message);
    let mut passed = record.lock();
    let Some(message) = message else {
        passed.n_noise += 1;
        passed.first_noise.get_or_insert_with(|| text.chars().take(80).collect());
        return false;
    };
    if let Some(result) = message.get("result") {
        if result.get("tools").is_some() {
            passed.pages.push(result.clone());
        } else if result.get("protocolVersion").is_some() && passed.handshake.is_none() {
            passed.handshake = Some(result.clone());
        }
    }
    let reply = match (message.get("result"), message.get("error")) {
        (Some(result), _) => Some(Reply::Result(result.clone())),
        (None, Some(error)) => Some(Reply::Error(error.clone())),
        (None, None) => None,
    };
    if let (Some(id), Some(reply)) = (message.get("id"), reply) {
        passed.replies.push((id.to_value(), reply));
    }
    true
}

fn is_message(json: &Json) -> bool {
    json.get("jsonrpc").is_some()
        && ["method", "result", "error"].iter().any(|key| json.get(key).is_some())
}
