//! Runs a confined command to its end, or to the end of its time.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How a command ended.
#[derive(Debug)]
pub struct Finished {
    /// Its exit status.
    pub status: ExitStatus,
    /// The beginning of its standard output.
    pub stdout: String,
    /// The beginning of its standard error.
    pub stderr: String,
    /// Whether it was killed because its time was over.
    pub timed_out: bool,
}

/// So much of each stream is kept; the rest is read and dropped, so that nobody waits.
const KEPT_BYTES_MAX: usize = 4 << 20;

/// Runs a command, which gets `input` and has so many seconds.
///
/// # Errors
/// When it cannot be started.
pub fn run_confined(mut command: Command, input: &str, wall_s: u64) -> io::Result<Finished> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    own_group(&mut command);
    let end = Instant::now() + Duration::from_secs(wall_s);
    let mut child = command.spawn()?;
    let stdout = read(child.stdout.take());
    let stderr = read(child.stderr.take());
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_owned();
        // A program that does not read its input is its own affair.
        std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    }
    let left = || end.saturating_duration_since(Instant::now());
    let first = stdout.recv_timeout(left());
    let second = stderr.recv_timeout(left());
    let timed_out = first.is_err() || second.is_err();
    if timed_out {
        kill_group(&mut child);
    }
    let status = child.wait()?;
    // The streams close with the last process of the group.
    let text = |done: Result<String, _>, late: Receiver<String>| {
        done.or_else(|_| late.recv_timeout(Duration::from_secs(5))).unwrap_or_default()
    };
    Ok(Finished { status, stdout: text(first, stdout), stderr: text(second, stderr), timed_out })
}

/// Reads a stream to its end beside everything else.
fn read(stream: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        if let Some(mut stream) = stream {
            let mut beginning = stream.by_ref().take(KEPT_BYTES_MAX as u64);
            // A stream that breaks is read as far as it goes.
            let _ = beginning.read_to_end(&mut kept);
            let _ = io::copy(&mut stream, &mut io::sink());
        }
        let _ = send.send(String::from_utf8_lossy(&kept).into_owned());
    });
    receive
}

/// Puts a command into a group of processes of its own, so that it can be killed with all that it
/// starts.
#[cfg(unix)]
pub(crate) fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Where there are no groups of processes, only the command itself can be killed.
#[cfg(not(unix))]
pub(crate) fn own_group(_command: &mut Command) {}

/// Kills the command and what it started. In a namespace of processes all die with the first.
pub(crate) fn kill_group(child: &mut Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    }
    // It may have ended just now.
    let _ = child.kill();
}
