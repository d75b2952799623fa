//! Asks a live MCP server for its tools and keeps its answer word for word.
//!
//! The exchange is the official SDK's; the answer is not: the SDK's types sort keys and refuse what
//! they do not know, while the list is to be normalized exactly as the server wrote it. A relay
//! between the two copies the server's lines as they pass and takes out what is no message.
//! Over HTTP the SDK is given a client that does the same.

mod http_client;
mod http_session;
mod relay;
mod server;
mod session;

use std::collections::HashMap;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use ureq::http::{HeaderName, HeaderValue};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};

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

/// The server's list as JSON text in a shape that `read` takes, ending in a line break.
pub fn harvest(request: &Request) -> Result<(String, Diagnostics), Diagnostics> {
    let runtime = start_runtime().map_err(|said| request.fail(Code::ServerNotStarted, said))?;
    runtime.block_on(session::harvest_tools(request))
}

/// The same of a server that runs already, over streamable HTTP.
pub fn harvest_over_http(request: &HttpRequest) -> Result<(String, Diagnostics), Diagnostics> {
    let runtime = start_runtime().map_err(|said| request.fail(Code::ServerUnreachable, said))?;
    let outcome = runtime.block_on(http_session::harvest_tools(request));
    // A request that still waits for its answer must not hold up the end.
    runtime.shutdown_background();
    outcome
}

fn start_runtime() -> Result<Runtime, String> {
    let runtime = Builder::new_current_thread().enable_io().enable_time().build();
    runtime.map_err(|error| format!("cannot start a runtime: {error}"))
}
