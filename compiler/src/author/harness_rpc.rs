//! The RPC mode of pi, as far as authoring needs it: one prompt, events until the agent has ended,
//! and what it took. Each message is one line of JSON.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use compoworld_chat::Tokens;
use serde_json::{Value, json};

use crate::sandbox::{kill_group, own_group};

/// More than this is not kept of what an agent says.
const KEPT_BYTES_MAX: usize = 4 << 20;

/// Starts the command, has it work on a prompt, and ends it. Returns what it said, and what it
/// took.
///
/// # Errors
/// When it cannot be started, refuses the prompt, ends early or takes too long.
pub(super) fn converse(
    mut command: Command,
    prompt: &str,
    seconds: u64,
) -> Result<(String, Tokens, f64), String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    own_group(&mut command);
    let mut child = command.spawn().map_err(|error| format!("cannot start it: {error}"))?;
    let input = child.stdin.take().expect("standard input is piped");
    let output = child.stdout.take().expect("standard output is piped");
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    let end = Instant::now() + Duration::from_secs(seconds);
    let talked = Talk { input, lines, end, said: String::new() }.talk(prompt);
    end_group(child);
    talked
}

struct Talk {
    input: ChildStdin,
    lines: Receiver<String>,
    end: Instant,
    said: String,
}

impl Talk {
    fn talk(mut self, prompt: &str) -> Result<(String, Tokens, f64), String> {
        self.send(&json!({"id": "prompt", "type": "prompt", "message": prompt}))?;
        loop {
            let message = self.next()?;
            match message["type"].as_str() {
                Some("response") if message["success"] == json!(false) => {
                    return Err(format!("it refuses the prompt: {}", message["error"]));
                }
                Some("agent_end") => break,
                _ => {}
            }
        }
        self.send(&json!({"id": "stats", "type": "get_session_stats"}))?;
        let stats = loop {
            let message = self.next()?;
            if message["id"] == json!("stats") {
                break message;
            }
        };
        let count = |name: &str| stats["data"]["tokens"][name].as_u64().unwrap_or(0);
        let tokens = Tokens {
            prompt: count("input") + count("cacheRead") + count("cacheWrite"),
            completion: count("output"),
        };
        Ok((self.said, tokens, stats["data"]["cost"].as_f64().unwrap_or(0.0)))
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        writeln!(self.input, "{message}").map_err(|error| format!("it does not listen: {error}"))
    }

    /// The next line that is a message; other lines are noise.
    fn next(&mut self) -> Result<Value, String> {
        loop {
            let left = self.end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => "its time is over".to_owned(),
                RecvTimeoutError::Disconnected => "it ended before its work did".to_owned(),
            })?;
            if self.said.len() + line.len() < KEPT_BYTES_MAX {
                self.said += &line;
                self.said.push('\n');
            }
            if let Ok(message) = serde_json::from_str(&line) {
                return Ok(message);
            }
        }
    }
}

/// Ends the program and everything that it started.
fn end_group(mut child: Child) {
    kill_group(&mut child);
    // How it ends does not matter any more.
    let _ = child.wait();
}
