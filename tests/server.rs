//! A server under test: the program that users run.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program;

/// A running `compoworld-runtime serve`, which is killed when it is dropped.
pub struct Server {
    child: Child,
    said: Vec<String>,
    /// Kept, so that what the server says later has somewhere to go.
    _stderr: BufReader<ChildStderr>,
}

impl Server {
    /// Starts a server with these words, and waits until it says where it listens.
    ///
    /// # Panics
    /// When it does not start.
    #[must_use]
    pub fn start(words: &[&str]) -> Self {
        Self::start_with(words, &[])
    }

    /// The same, with these variables in its environment.
    ///
    /// # Panics
    /// When it does not start.
    #[must_use]
    pub fn start_with(words: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::start_program(&program("compoworld-runtime"), words, variables)
    }

    /// The same of another program that has the subcommand `serve`.
    ///
    /// # Panics
    /// When it does not start.
    #[must_use]
    pub fn start_program(program: &Path, words: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut child = Command::new(program)
            .arg("serve")
            .args(words)
            .env("COMPOWORLD_TEST_TOKEN", "sesame")
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("standard error is piped"));
        let last = match words {
            words if words.contains(&"--nemo-gym") => "NeMo Gym at http://",
            words if words.contains(&"--openenv") => "OpenEnv at http://",
            _ => "MCP at http://",
        };
        let mut said: Vec<String> = Vec::new();
        while !said.last().is_some_and(|line| line.contains(last)) {
            let mut line = String::new();
            let n_bytes = stderr.read_line(&mut line).expect("standard error is text");
            assert!(n_bytes > 0, "the server ended: {said:?}");
            said.push(line);
        }
        Self { child, said, _stderr: stderr }
    }

    /// What the server said when it started.
    #[must_use]
    pub fn said(&self) -> String {
        self.said.concat()
    }

    /// Where it serves something: `MCP`, `OpenEnv`, `NeMo Gym`.
    ///
    /// # Panics
    /// When it does not serve that.
    #[must_use]
    pub fn url(&self, what: &str) -> String {
        let opening = format!("serving {what} at ");
        let mut lines = self.said.iter().filter_map(|line| line.strip_prefix(&opening));
        let url = lines.next().unwrap_or_else(|| panic!("{opening}: {:?}", self.said));
        url.split([';', ' ', '\n']).next().unwrap_or_default().to_owned()
    }

    /// Asks the server to end, as systems do, and waits until it has.
    ///
    /// # Panics
    /// When it does not end well.
    #[cfg(unix)]
    pub fn terminate(mut self) {
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status().expect("kill starts");
        assert!(asked.success(), "it runs");
        let status = self.child.wait().expect("it was started here");
        assert!(status.success(), "{status}");
    }

    /// Kills the server, as a machine that loses its power does.
    ///
    /// # Panics
    /// When it cannot be killed.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it was started here");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a file of JSON; none when there is no file.
///
/// # Panics
/// When a line is no JSON.
#[must_use]
pub fn json_lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// The lines of a file of JSON, once there are so many.
///
/// # Panics
/// When there are not in half a minute.
#[must_use]
pub fn json_lines_once(path: &Path, n_lines: usize) -> Vec<Value> {
    const PATIENCE: Duration = Duration::from_secs(30);
    const PAUSE: Duration = Duration::from_millis(20);
    let start = Instant::now();
    loop {
        let lines = json_lines(path);
        if lines.len() >= n_lines {
            return lines;
        }
        assert!(start.elapsed() < PATIENCE, "{n_lines} lines in {}", path.display());
        std::thread::sleep(PAUSE);
    }
}
