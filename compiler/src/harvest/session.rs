//! The exchange with a running server: handshake, then every page of its list.

use std::collections::BTreeSet;
use std::future::Future;

use rmcp::model::PaginatedRequestParams;
use rmcp::service::{ClientInitializeError, RunningService, ServiceError};
use rmcp::{RoleClient, ServiceExt};
use tokio::process::{ChildStdin, ChildStdout};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place, Pointer};
use crate::read::{Json, Object};

use super::Request;
use super::relay::{Record, relay};
use super::server::Server;

/// More pages than any server needs.
const PAGES_MAX: usize = 1_000;
/// How much of a server's output may wait for the SDK.
const BUFFER_BYTES: usize = 64 << 10;

/// Starts the server, asks, ends it.
pub(super) async fn harvest_tools(request: &Request) -> Result<(String, Diagnostics), Diagnostics> {
    let (mut server, stdin, stdout) = Server::start(request)?;
    let record = Record::default();
    let exchange = exchange(stdin, stdout, record.clone());
    let outcome = match tokio::time::timeout(request.timeout, exchange).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(failure)) => Err(failure),
        Err(_) => Err(Failure::TimedOut),
    };
    let outcome = match outcome {
        Ok(()) => Ok(assemble(&record, &request.shown())),
        Err(failure) => Err(explain(failure, &mut server, request).await),
    };
    server.end().await;
    outcome
}

/// Why there is no list.
pub(super) enum Failure {
    /// It took longer than it may.
    TimedOut,
    /// The server closed its output.
    Closed,
    /// The handshake failed, as the SDK tells it.
    Handshake(String),
    /// `tools/list` failed, as the SDK tells it.
    List(String),
    /// There is always another page.
    Endless,
}

async fn exchange(stdin: ChildStdin, stdout: ChildStdout, record: Record) -> Result<(), Failure> {
    let (to_sdk, from_server) = tokio::io::duplex(BUFFER_BYTES);
    tokio::spawn(relay(stdout, to_sdk, record.clone()));
    let client = ().serve((from_server, stdin)).await.map_err(explain_handshake)?;
    list_and_close(client, &record).await
}

/// What a handshake that failed means.
pub(super) fn explain_handshake(error: ClientInitializeError) -> Failure {
    match error {
        ClientInitializeError::ConnectionClosed(_)
        | ClientInitializeError::TransportError { .. } => Failure::Closed,
        other => Failure::Handshake(other.to_string()),
    }
}

/// Lets every page of the list pass, then ends the connection.
pub(super) async fn list_and_close(
    client: RunningService<RoleClient, ()>,
    record: &Record,
) -> Result<(), Failure> {
    let listed = list_pages(&client, record).await;
    // Closing is a courtesy; the server is ended either way.
    let _ = client.cancel().await;
    listed
}

async fn list_pages(
    client: &RunningService<RoleClient, ()>,
    record: &Record,
) -> Result<(), Failure> {
    let mut cursor: Option<String> = None;
    let mut seen = BTreeSet::new();
    for _ in 0..PAGES_MAX {
        let n_before = record.lock().pages.len();
        let params =
            cursor.take().map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)));
        let answer = ask(client.list_tools(params)).await;
        let page = record.lock().pages.get(n_before).cloned();
        // A page that the SDK's types refuse has passed all the same.
        let Some(page) = page else {
            return Err(answer.err().unwrap_or_else(|| {
                Failure::List("the answer to `tools/list` has no `tools`".to_owned())
            }));
        };
        match page.get("nextCursor").and_then(Json::as_str) {
            None => return Ok(()),
            Some(next) if seen.insert(next.to_owned()) => cursor = Some(next.to_owned()),
            Some(_) => return Err(Failure::Endless),
        }
    }
    Err(Failure::Endless)
}

async fn ask<T>(call: impl Future<Output = Result<T, ServiceError>>) -> Result<(), Failure> {
    match call.await {
        Ok(_) => Ok(()),
        Err(ServiceError::TransportClosed | ServiceError::TransportSend(_)) => Err(Failure::Closed),
        Err(other) => Err(Failure::List(other.to_string())),
    }
}

async fn explain(failure: Failure, server: &mut Server, request: &Request) -> Diagnostics {
    let shown = request.shown();
    match failure {
        Failure::TimedOut => request.fail(
            Code::ServerTimedOut,
            format!(
                "`{shown}` did not answer within {} s{}",
                request.timeout.as_secs_f32(),
                server.last_words()
            ),
        ),
        Failure::Closed => {
            let ended = match server.exit().await {
                Some(status) => format!("ended ({status})"),
                None => "closed its output".to_owned(),
            };
            let message = format!("`{shown}` {ended} before it answered{}", server.last_words());
            request.fail(Code::ServerDied, message)
        }
        Failure::Handshake(said) => request
            .fail(Code::HandshakeFailed, format!("the handshake with `{shown}` failed: {said}")),
        Failure::List(said) => {
            request.fail(Code::ListFailed, format!("`{shown}` did not list its tools: {said}"))
        }
        Failure::Endless => {
            request.fail(Code::TooManyPages, format!("the list of `{shown}` does not end"))
        }
    }
}

/// The file: what the server says about itself, then its tools.
pub(super) fn assemble(record: &Record, shown: &str) -> (String, Diagnostics) {
    let passed = record.lock();
    let mut diagnostics = Diagnostics::new();
    let place = || Place::file(shown);
    if passed.n_noise > 0 {
        let first = passed.first_noise.as_deref().unwrap_or_default();
        diagnostics.push(Diagnostic::new(Code::NoisyServer, place()).message(format!(
            "{} lines of output were no messages, the first: {first:?}",
            passed.n_noise
        )));
    }
    let handshake = passed.handshake.as_ref();
    if handshake.is_some_and(|one| one.get("capabilities").and_then(|c| c.get("tools")).is_none()) {
        diagnostics.push(Diagnostic::new(Code::NoToolsCapability, place()));
    }

    let info = handshake.and_then(|one| one.get("serverInfo"));
    let mut server = Vec::new();
    for key in ["name", "title", "version"] {
        if let Some(value) = info.and_then(|info| info.get(key)) {
            server.push((key.to_owned(), value.clone()));
        }
    }
    if let Some(version) = handshake.and_then(|one| one.get("protocolVersion")) {
        server.push(("protocolVersion".to_owned(), version.clone()));
    }
    let tools: Vec<Json> = passed
        .pages
        .iter()
        .filter_map(|page| page.get("tools").and_then(Json::as_array))
        .flatten()
        .cloned()
        .collect();
    let document = object(vec![
        ("server".to_owned(), object(server)),
        ("tools".to_owned(), Json::Array(tools)),
    ]);
    let mut text = serde_json::to_string_pretty(&document)
        .expect("JSON that was read has string keys and finite numbers only");
    text.push('\n');
    (text, diagnostics)
}

fn object(members: Vec<(String, Json)>) -> Json {
    Json::Object(Object { at: Pointer::root(), members: members.into_iter().collect() })
}
