//! A session with a server: the handshake and every page of its list first, then calls, then the
//! end.

use std::collections::BTreeSet;
use std::future::Future;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::PaginatedRequestParams;
use rmcp::service::{ClientInitializeError, RunningService, ServiceError};

use crate::diagnostics::{Code, Diagnostics};
use crate::read::Json;

use super::http_client::HttpClient;
use super::relay::Record;
use super::server::Server;
use super::{HttpRequest, Request, Target, assemble, http_session, stdio_session};

/// More pages than any server needs.
const PAGES_MAX: usize = 1_000;
/// How long a server may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

/// What the SDK runs.
pub(super) type Client = RunningService<RoleClient, ()>;

/// A server that has told its tools.
pub(crate) struct Session {
    pub(super) client: Client,
    pub(super) record: Record,
    pub(super) side: Side,
}

/// The other side.
pub(super) enum Side {
    /// A process that was started for this.
    Process { server: Server, request: Request },
    /// Something at a URL.
    Url { http: HttpClient, request: HttpRequest },
}

impl Session {
    /// Reaches the server and lets it tell its tools, all within the target's timeout. Over HTTP,
    /// no later answer may take longer than `answer_timeout`.
    pub(crate) async fn open(
        target: &Target,
        answer_timeout: Duration,
    ) -> Result<Self, Diagnostics> {
        let record = Record::default();
        match target {
            Target::Command(request) => stdio_session::open(request, record).await,
            Target::Url(request) => http_session::open(request, record, answer_timeout).await,
        }
    }

    /// The server's list as JSON text in a shape that `read` takes, ending in a line break.
    pub(crate) fn list(&self) -> String {
        assemble::list(&self.record)
    }

    /// What is to be said about the server's manners so far.
    pub(crate) fn remarks(&self) -> Diagnostics {
        assemble::remarks(&self.record, &self.shown())
    }

    /// The server for messages.
    pub(crate) fn shown(&self) -> String {
        match &self.side {
            Side::Process { request, .. } => request.shown(),
            Side::Url { request, .. } => request.shown(),
        }
    }

    /// Ends the connection, and the server with everything it started if it was started for this.
    pub(crate) async fn close(mut self) {
        // Closing is a courtesy; the server is ended either way.
        let _ = self.client.close_with_timeout(GOODBYE).await;
        if let Side::Process { server, .. } = self.side {
            server.end().await;
        }
    }
}

/// Why an exchange failed.
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

impl Failure {
    /// What a handshake that failed means.
    pub(super) fn of_handshake(error: ClientInitializeError) -> Self {
        match error {
            ClientInitializeError::ConnectionClosed(_)
            | ClientInitializeError::TransportError { .. } => Self::Closed,
            other => Self::Handshake(other.to_string()),
        }
    }

    /// The code and the words that are the same whatever the transport.
    pub(super) fn words(&self, shown: &str) -> (Code, String) {
        match self {
            Self::TimedOut => (Code::ServerTimedOut, format!("`{shown}` did not answer in time")),
            Self::Closed => {
                (Code::HandshakeFailed, format!("the handshake with `{shown}` was garbled"))
            }
            Self::Handshake(said) => {
                (Code::HandshakeFailed, format!("the handshake with `{shown}` failed: {said}"))
            }
            Self::List(said) => {
                (Code::ListFailed, format!("`{shown}` did not list its tools: {said}"))
            }
            Self::Endless => (Code::TooManyPages, format!("the list of `{shown}` does not end")),
        }
    }
}

/// Waits for the handshake, lets every page of the list pass, and gives up in time.
pub(super) async fn introduce(
    handshake: impl Future<Output = Result<Client, ClientInitializeError>>,
    record: &Record,
    timeout: Duration,
) -> Result<Client, Failure> {
    let exchange = async {
        let mut client = handshake.await.map_err(Failure::of_handshake)?;
        match list_pages(&client, record).await {
            Ok(()) => Ok(client),
            Err(failure) => {
                let _ = client.close_with_timeout(GOODBYE).await;
                Err(failure)
            }
        }
    };
    tokio::time::timeout(timeout, exchange).await.unwrap_or(Err(Failure::TimedOut))
}

async fn list_pages(client: &Client, record: &Record) -> Result<(), Failure> {
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
