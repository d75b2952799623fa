//! The server as a process: started in a group of its own, and ended with all it started.

use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

use crate::diagnostics::{Code, Diagnostics};

use super::Request;

/// How many of its last error lines a message shows.
const ERROR_LINES_SHOWN: usize = 6;
/// How long a server may take to end by itself once its input is closed.
const GRACE: Duration = Duration::from_secs(1);

/// A running server.
pub(super) struct Server {
    child: Box<dyn ChildWrapper>,
    errors: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts the server. Its error stream is kept for messages.
    pub(super) fn start(request: &Request) -> Result<(Self, ChildStdin, ChildStdout), Diagnostics> {
        let mut command = CommandWrap::with_new(&request.program, |command| {
            command
                .args(&request.arguments)
                .envs(request.variables.iter().map(|(name, value)| (name, value)))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .kill_on_drop(true);
        });
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        let mut child = command.spawn().map_err(|error| {
            let message = format!("cannot start `{}`: {error}", request.program);
            request.fail(Code::ServerNotStarted, message)
        })?;
        let missing =
            || request.fail(Code::ServerNotStarted, "the server's streams are missing".to_owned());
        let stdin = child.stdin().take().ok_or_else(missing)?;
        let stdout = child.stdout().take().ok_or_else(missing)?;
        let stderr = child.stderr().take().ok_or_else(missing)?;
        let errors = Arc::new(Mutex::new(Vec::new()));
        tokio::spawn(keep_last_lines(stderr, Arc::clone(&errors)));
        Ok((Self { child, errors }, stdin, stdout))
    }

    /// How it ended, if it ends within a moment.
    pub(super) async fn exit(&mut self) -> Option<String> {
        match tokio::time::timeout(GRACE, self.child.wait()).await {
            Ok(Ok(status)) => Some(status.to_string()),
            Ok(Err(_)) | Err(_) => None,
        }
    }

    /// How its output came to an end.
    pub(super) async fn ending(&mut self) -> String {
        match self.exit().await {
            Some(status) => format!("ended ({status})"),
            None => "closed its output".to_owned(),
        }
    }

    /// Its last error lines, ready to be appended to a message.
    pub(super) fn last_words(&self) -> String {
        let lines = match self.errors.lock() {
            Ok(lines) => lines.clone(),
            // The task that writes lines cannot panic while it holds the lock.
            Err(poisoned) => poisoned.into_inner().clone(),
        };
        if lines.is_empty() {
            return "; it wrote nothing to the error stream".to_owned();
        }
        format!("; its last words: {}", lines.join(" / "))
    }

    /// Ends it with everything it started.
    pub(super) async fn end(mut self) {
        if self.exit().await.is_none() {
            // Nothing is left to be done about a process that cannot be killed.
            let _ = Box::into_pin(self.child.kill()).await;
        }
    }
}

async fn keep_last_lines(stderr: ChildStderr, kept: Arc<Mutex<Vec<String>>>) {
    let mut reader = BufReader::new(stderr);
    let mut line = Vec::new();
    while let Ok(1..) = reader.read_until(b'\n', &mut line).await {
        let text: String = String::from_utf8_lossy(&line).trim_end().chars().take(300).collect();
        line.clear();
        if text.is_empty() {
            continue;
        }
        let Ok(mut kept) = kept.lock() else { return };
        if kept.len() == ERROR_LINES_SHOWN {
            kept.remove(0);
        }
        kept.push(text);
    }
}
