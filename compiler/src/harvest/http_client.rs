//! The SDK's streamable HTTP client over `ureq`: it posts the SDK's messages and keeps the answers
//! as the server wrote them.
//!
//! `ureq` blocks, so each request runs on a thread of its own. Redirects are not followed: they
//! could carry the caller's headers to another host.

use std::collections::HashMap;
use std::future::Future;
use std::io::{BufRead, BufReader, Read};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_core::Stream;
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};
use sse_stream::Sse;
use ureq::http::{HeaderName, HeaderValue, Response};
use ureq::{Agent, Body};

use crate::read::{Json, TEXT_BYTES_MAX, parse};

use super::relay::{Record, note};

const SESSION_HEADER: &str = "mcp-session-id";
/// How much of an unexpected body a message shows.
const SHOWN_CHARS: usize = 200;

/// Why a request had no answer that the SDK could use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum HttpFault {
    /// Nobody listens there, or the way there is closed.
    #[error("{0}")]
    Unreachable(String),
    /// The answer took too long.
    #[error("no answer in time")]
    TimedOut,
    /// The server wants to know who asks.
    #[error("HTTP {status}{challenge}")]
    Denied {
        /// The status.
        status: u16,
        /// What the server wants, ready to be appended.
        challenge: String,
    },
    /// Something answered that does not speak the protocol at this URL.
    #[error("{0}")]
    NotMcp(String),
}

/// What came back.
enum Posted {
    /// Nothing, as is right for a notification.
    Accepted,
    /// A message, and the session that the server opened.
    Message(String, Option<String>),
}

/// The client. Clones share what they kept.
#[derive(Clone)]
pub(super) struct HttpClient {
    agent: Agent,
    record: Record,
    fault: Arc<Mutex<Option<HttpFault>>>,
}

impl HttpClient {
    /// A client that keeps what passes in `record` and gives up on a request after `timeout`.
    pub(super) fn new(record: Record, timeout: Duration) -> Self {
        let settings = Agent::config_builder()
            .timeout_global(Some(timeout))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .build();
        Self { agent: settings.into(), record, fault: Arc::default() }
    }

    /// What went wrong last, once.
    pub(super) fn take_fault(&self) -> Option<HttpFault> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn post(
        &self,
        url: &str,
        body: &str,
        session: Option<&str>,
        headers: &HashMap<HeaderName, HeaderValue>,
    ) -> Result<Posted, HttpFault> {
        let mut request = self
            .agent
            .post(url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        if let Some(session) = session {
            request = request.header(SESSION_HEADER, session);
        }
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let response = request.send(body).map_err(|error| fault_of(&error))?;
        self.understand(response)
    }

    fn understand(&self, mut response: Response<Body>) -> Result<Posted, HttpFault> {
        let header = |response: &Response<Body>, name: &str| {
            let value = response.headers().get(name)?;
            value.to_str().ok().map(str::to_owned)
        };
        let status = response.status().as_u16();
        let kind = header(&response, "content-type").unwrap_or_default().to_lowercase();
        let session = header(&response, SESSION_HEADER);
        match status {
            202 | 204 => return Ok(Posted::Accepted),
            401 | 403 => {
                let challenge = header(&response, "www-authenticate");
                let challenge = challenge.map(|wants| format!(", it wants: {wants}"));
                return Err(HttpFault::Denied { status, challenge: challenge.unwrap_or_default() });
            }
            300..=399 => {
                let to = header(&response, "location").unwrap_or_else(|| "elsewhere".to_owned());
                return Err(HttpFault::NotMcp(format!("HTTP {status}: it has moved to {to}")));
            }
            _ => {}
        }
        let is_success = (200..300).contains(&status);
        if is_success && kind.starts_with("text/event-stream") {
            return self.read_events(response.into_body().into_reader(), session);
        }
        let text = response
            .body_mut()
            .with_config()
            .limit(TEXT_BYTES_MAX as u64)
            .read_to_string()
            .map_err(|error| fault_of(&error))?;
        if is_success && text.trim().is_empty() {
            return Ok(Posted::Accepted);
        }
        // A server may tell an error of the protocol under an HTTP status of its own.
        if is_answer(&text) && note(&text, &self.record) {
            return Ok(Posted::Message(text, session));
        }
        let kind = if kind.is_empty() { "a body without a type".to_owned() } else { kind };
        Err(HttpFault::NotMcp(format!("HTTP {status} with {kind}: {:?}", shown(&text))))
    }

    /// Reads server-sent events until the answer is among them.
    fn read_events(&self, body: impl Read, session: Option<String>) -> Result<Posted, HttpFault> {
        let mut reader = BufReader::new(body.take(TEXT_BYTES_MAX as u64));
        let mut data = String::new();
        let mut line = String::new();
        loop {
            line.clear();
            let n_bytes = reader.read_line(&mut line).map_err(|error| match error.kind() {
                std::io::ErrorKind::TimedOut => HttpFault::TimedOut,
                _ => HttpFault::Unreachable(error.to_string()),
            })?;
            let text = line.trim_end_matches(['\r', '\n']);
            if let Some(part) = text.strip_prefix("data:") {
                if !data.is_empty() {
                    data.push('\n');
                }
                data.push_str(part.strip_prefix(' ').unwrap_or(part));
                continue;
            }
            if (text.is_empty() || n_bytes == 0) && !data.is_empty() {
                let event = std::mem::take(&mut data);
                if note(&event, &self.record) && is_answer(&event) {
                    return Ok(Posted::Message(event, session));
                }
            }
            if n_bytes == 0 {
                return Err(HttpFault::NotMcp(
                    "the event stream ends without an answer".to_owned(),
                ));
            }
        }
    }

    fn keep(&self, fault: HttpFault) -> StreamableHttpError<HttpFault> {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault.clone());
        StreamableHttpError::Client(fault)
    }
}

impl StreamableHttpClient for HttpClient {
    type Error = HttpFault;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, StreamableHttpError<HttpFault>> {
        let body = serde_json::to_string(&message)?;
        let client = self.clone();
        let posted = tokio::task::spawn_blocking(move || {
            client.post(&uri, &body, session_id.as_deref(), &custom_headers)
        });
        match posted.await?.map_err(|fault| self.keep(fault))? {
            Posted::Accepted => Ok(StreamableHttpPostResponse::Accepted),
            Posted::Message(text, session) => {
                Ok(StreamableHttpPostResponse::Json(serde_json::from_str(&text)?, session))
            }
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), StreamableHttpError<HttpFault>> {
        let client = self.clone();
        let deleted = tokio::task::spawn_blocking(move || {
            let mut request = client.agent.delete(&*uri).header(SESSION_HEADER, &*session_id);
            for (name, value) in &custom_headers {
                request = request.header(name, value);
            }
            request.call().map(drop).map_err(|error| fault_of(&error))
        });
        deleted.await?.map_err(StreamableHttpError::Client)
    }

    /// What a server sends unasked is of no use to a list of tools.
    fn get_stream(
        &self,
        _uri: Arc<str>,
        _session_id: Option<Arc<str>>,
        _last_event_id: Option<String>,
        _auth_header: Option<String>,
        _custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> impl Future<Output = Result<Events, StreamableHttpError<HttpFault>>> + Send + '_ {
        std::future::ready(Err(StreamableHttpError::ServerDoesNotSupportSse))
    }
}

type Events = Pin<Box<dyn Stream<Item = Result<Sse, SseError>> + Send>>;

fn fault_of(error: &ureq::Error) -> HttpFault {
    match error {
        ureq::Error::Timeout(_) => HttpFault::TimedOut,
        ureq::Error::Protocol(_) => HttpFault::NotMcp(error.to_string()),
        ureq::Error::BodyExceedsLimit(_) => {
            HttpFault::NotMcp(format!("its answer is longer than {TEXT_BYTES_MAX} bytes"))
        }
        _ => HttpFault::Unreachable(error.to_string()),
    }
}

/// Whether a text is the answer to a request.
fn is_answer(text: &str) -> bool {
    let has = |json: &Json, key: &str| json.get(key).is_some();
    parse(text).is_ok_and(|(json, _)| {
        has(&json, "jsonrpc") && (has(&json, "result") || has(&json, "error"))
    })
}

fn shown(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SHOWN_CHARS).collect()
}
