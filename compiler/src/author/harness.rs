//! Somebody else's coding agent as the author: a command that is run in the service's folder, in
//! the sandbox.
//!
//! The task stands in `PROMPT.md`. Two protocols: a command that reads it, works and ends (pi in
//! print mode: `pi -p @PROMPT.md`; the task is its standard input too), and pi's RPC mode, JSON
//! lines on the standard streams. Its own tools see the folder, the system's programs and what it
//! is lent, so it edits `service.rs` as it likes; only that file is taken back.

use std::path::PathBuf;
use std::process::Command;

use compoworld_chat::{Spent, Tokens};

use crate::sandbox::{Confinement, Limits, Network, Sandbox, run_confined};

use super::conversation::Early;
use super::harness_rpc::converse;
use super::ledger::Ended;

/// The file with the task.
const TASK: &str = "PROMPT.md";

/// How a harness is talked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// It is started with the task, and ends when it is done.
    Print,
    /// pi's JSON lines.
    Rpc,
}

/// A coding agent of somebody else.
#[derive(Debug, Clone)]
pub struct Harness {
    /// What a shell runs in the service's folder.
    pub command: String,
    /// How it is talked to.
    pub protocol: Protocol,
    /// Whether it reaches its model over the network.
    pub network: Network,
    /// Files and folders that it may read: its own program, settings.
    pub lent: Vec<PathBuf>,
    /// Variables of this process's environment that it is passed, such as its key's.
    pub variables: Vec<String>,
}

/// What a harness said, for the transcript.
#[derive(Debug, Default)]
pub struct Said {
    /// Its words, without the values of the variables that it was passed.
    pub text: String,
    /// What it says that it took.
    pub spent: Spent,
}

impl Harness {
    /// Lets it work on a task in a folder for so many seconds.
    ///
    /// # Errors
    /// When it cannot be started, fails or takes too long.
    pub fn work(
        &self,
        sandbox: &Sandbox,
        folder: &std::path::Path,
        task: &str,
        seconds: u64,
    ) -> Result<Said, Early> {
        let failed = |message: String| (Ended::Failed, self.redact(&message));
        std::fs::write(folder.join(TASK), task)
            .map_err(|error| failed(format!("cannot write the task: {error}")))?;
        let command = self.command(sandbox, folder, seconds);
        if self.protocol == Protocol::Rpc {
            let (text, tokens, cost) = converse(command, task, seconds).map_err(failed)?;
            return Ok(Said { text: self.redact(&text), spent: Spent { calls: 1, tokens, cost } });
        }
        let ran = run_confined(command, task, seconds)
            .map_err(|error| failed(format!("cannot start `{}`: {error}", self.command)))?;
        let text = self.redact(&format!("{}{}", ran.stdout, ran.stderr));
        if ran.timed_out {
            return Err((Ended::Budget, format!("the harness took more than {seconds} seconds")));
        }
        if !ran.status.success() {
            let last: String = tail(&text);
            let ended = format!("the harness `{}` ended with {}: {last}", self.command, ran.status);
            return Err(failed(ended));
        }
        Ok(Said { text, spent: Spent { calls: 1, tokens: Tokens::default(), cost: 0.0 } })
    }

    fn command(&self, sandbox: &Sandbox, folder: &std::path::Path, seconds: u64) -> Command {
        let mut confinement = Confinement::new(Limits::of_harness(seconds))
            .with_network(self.network)
            .writing(folder)
            .starting_in(folder);
        for name in ["spec.json", "DIALECT.md", TASK] {
            let path = folder.join(name);
            if path.is_file() {
                confinement = confinement.reading(&path);
            }
        }
        // What it may do to check its work: this program reads files and writes nothing there.
        if let Ok(own) = std::env::current_exe() {
            confinement = confinement.reading(&own).with_variable("COMPOWORLD", own);
        }
        for lent in &self.lent {
            confinement = confinement.reading(lent);
        }
        for name in &self.variables {
            if let Some(value) = std::env::var_os(name) {
                confinement = confinement.with_variable(name, value);
            }
        }
        let mut command = sandbox.command(&confinement, std::path::Path::new("/bin/sh"));
        command.arg("-c").arg(&self.command);
        command
    }

    /// A text without the values of the variables that the harness was passed.
    fn redact(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for name in &self.variables {
            if let Ok(value) = std::env::var(name)
                && !value.trim().is_empty()
            {
                text = text.replace(value.trim(), &format!("({name})"));
            }
        }
        text
    }
}

fn tail(text: &str) -> String {
    const CHARACTERS_MAX: usize = 500;
    let n_all = text.chars().count();
    text.chars().skip(n_all.saturating_sub(CHARACTERS_MAX)).collect()
}
