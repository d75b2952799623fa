//! Asks a live MCP server for its tools and keeps its answer word for word.
//!
//! The exchange is the official SDK's; the answer is not: the SDK's types sort keys and refuse what
//! they do not know, while the list is to be normalized exactly as the server wrote it. A relay
//! between the two copies the server's lines as they pass and takes out what is no message.

mod relay;
mod server;
mod session;

use std::time::Duration;

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

/// The server's list as JSON text in a shape that `read` takes, ending in a line break.
pub fn harvest(request: &Request) -> Result<(String, Diagnostics), Diagnostics> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build().map_err(
            |error| {
                request.fail(Code::ServerNotStarted, format!("cannot start a runtime: {error}"))
            },
        )?;
    runtime.block_on(session::harvest_tools(request))
}
