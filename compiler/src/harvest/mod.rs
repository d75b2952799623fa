//! Talks to a live MCP server and keeps its answers word for word: its list of tools, and what it
//! says to calls.
//!
//! The exchange is the official SDK's; the answer is not: the SDK's types sort keys and refuse what
//! they do not know, while what is kept is to be exactly what the server wrote. A relay between the
//! two copies the server's lines as they pass and takes out what is no message.
//! Over HTTP the SDK is given a client that does the same.

mod assemble;
mod call;
mod http_client;
mod http_session;
mod relay;
mod server;
mod session;
mod stdio_session;

use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;

use tokio::runtime::Builder;
use ureq::http::{HeaderName, HeaderValue};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};

pub(crate) use call::Reply;
pub(crate) use session::Session;

/// A server to be started and how long to wait for it.
#[derive(Clone, Debug)]
pub struct Request {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Variables added to its environment.
    pub variables: Vec<(String, String)>,
    /// How long the whole exchange may take.
    pub timeout: Duration,
}

impl Request {
    /// A request with the usual patience: servers that install themselves first take long.
    pub fn new(program: impl Into<String>, arguments: Vec<String>) -> Self {
        Self {
            program: program.into(),
            arguments,
            variables: Vec::new(),
            timeout: Duration::from_secs(60),
        }
    }

    /// The command as a person would type it, for messages. Variables stay out: they may be keys.
    fn shown(&self) -> String {
        let mut shown = self.program.clone();
        for argument in &self.arguments {
            shown.push(' ');
            shown.push_str(argument);
        }
        shown
    }

    fn fail(&self, code: Code, message: String) -> Diagnostics {
        Diagnostic::new(code, Place::file(self.shown())).message(message).into()
    }
}

/// A server at a URL.
#[derive(Clone, Debug)]
pub struct HttpRequest {
    /// Its streamable HTTP endpoint: `http://` or `https://`.
    pub url: String,
    /// Headers that go with every request, such as `Authorization`.
    pub headers: HashMap<HeaderName, HeaderValue>,
    /// How long the whole exchange may take.
    pub timeout: Duration,
}

impl HttpRequest {
    /// A request without headers and with the usual patience.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), headers: HashMap::new(), timeout: Duration::from_secs(60) }
    }

    /// The URL for messages, without what may be secret: the user and the query.
    fn shown(&self) -> String {
        let plain = self.url.split(['?', '#']).next().unwrap_or_default();
        match plain.split_once("://") {
            Some((scheme, rest)) => {
                let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
                format!("{scheme}://{host}{path}")
            }
            None => plain.to_owned(),
        }
    }

    fn fail(&self, code: Code, message: String) -> Diagnostics {
        Diagnostic::new(code, Place::file(self.shown())).message(message).into()
    }
}

/// A server to talk to.
#[derive(Clone, Debug)]
pub enum Target {
    /// One that is started here.
    Command(Request),
    /// One that runs already.
    Url(HttpRequest),
}

impl Target {
    fn fail(&self, code: Code, message: String) -> Diagnostics {
        match self {
            Self::Command(request) => request.fail(code, message),
            Self::Url(request) => request.fail(code, message),
        }
    }

    fn timeout(&self) -> Duration {
        match self {
            Self::Command(request) => request.timeout,
            Self::Url(request) => request.timeout,
        }
    }
}

/// The server's list as JSON text in a shape that `read` takes, ending in a line break.
pub fn harvest(request: &Request) -> Result<(String, Diagnostics), Diagnostics> {
    harvest_from(&Target::Command(request.clone()))
}

/// The same of a server that runs already, over streamable HTTP.
pub fn harvest_over_http(request: &HttpRequest) -> Result<(String, Diagnostics), Diagnostics> {
    harvest_from(&Target::Url(request.clone()))
}

/// The same of either.
pub fn harvest_from(target: &Target) -> Result<(String, Diagnostics), Diagnostics> {
    run_to_end(target, async {
        let session = Session::open(target, target.timeout()).await?;
        let harvested = (session.list(), session.remarks());
        session.close().await;
        Ok(harvested)
    })
}

/// Runs an exchange with a server on a runtime of its own.
pub(crate) fn run_to_end<T>(
    target: &Target,
    exchange: impl Future<Output = Result<T, Diagnostics>>,
) -> Result<T, Diagnostics> {
    let runtime = Builder::new_current_thread().enable_io().enable_time().build();
    let runtime = runtime.map_err(|error| {
        target.fail(Code::ServerNotStarted, format!("cannot start a runtime: {error}"))
    })?;
    let outcome = runtime.block_on(exchange);
    // A request that still waits for its answer must not hold up the end.
    runtime.shutdown_background();
    outcome
}
