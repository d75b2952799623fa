//! Sessions with a server that is started here.

use rmcp::ServiceExt;

use crate::diagnostics::{Code, Diagnostics};

use super::Request;
use super::relay::{Record, relay};
use super::server::Server;
use super::session::{Failure, Session, Side, introduce};

/// How much of a server's output may wait for the SDK.
const BUFFER_BYTES: usize = 64 << 10;

/// Starts the server and lets it introduce itself.
pub(super) async fn open(request: &Request, record: Record) -> Result<Session, Diagnostics> {
    let (mut server, stdin, stdout) = Server::start(request)?;
    let (to_sdk, from_server) = tokio::io::duplex(BUFFER_BYTES);
    tokio::spawn(relay(stdout, to_sdk, record.clone()));
    let handshake = ().serve((from_server, stdin));
    match introduce(handshake, &record, request.timeout).await {
        Ok(client) => {
            Ok(Session { client, record, side: Side::Process { server, request: request.clone() } })
        }
        Err(failure) => {
            let diagnostics = explain(&failure, &mut server, request).await;
            server.end().await;
            Err(diagnostics)
        }
    }
}

async fn explain(failure: &Failure, server: &mut Server, request: &Request) -> Diagnostics {
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
            let ended = server.ending().await;
            let message = format!("`{shown}` {ended} before it answered{}", server.last_words());
            request.fail(Code::ServerDied, message)
        }
        other => {
            let (code, message) = other.words(&shown);
            request.fail(code, message)
        }
    }
}
