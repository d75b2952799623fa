//! A model that says what a script tells it to: for tests and demonstrations, and for people who do
//! an agent's work by hand and want the loop's record of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::Value;

use crate::{Chat, ChatFault, Completion, Request, Role, Tokens, ToolCall};

/// A turn of a script.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    /// Which session says it, where a script has several.
    #[serde(default)]
    session: Option<String>,
    /// The words; anything but a text is said as JSON.
    #[serde(default)]
    content: Value,
    /// The calls.
    #[serde(default)]
    calls: Vec<ScriptedCall>,
    /// What saying it costs.
    #[serde(default)]
    tokens: Tokens,
}

/// A call of a script.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptedCall {
    tool: String,
    /// The arguments; a text stands as it is, so that a script can be malformed.
    #[serde(default)]
    arguments: Value,
}

/// Why a script cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// The file cannot be read.
    #[error("cannot read the script {}: {cause}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: std::io::Error,
    },
    /// A line is no turn.
    #[error(
        "{}:{line}: no turn: {message}; write {{\"content\": \"…\", \"calls\": [{{\"tool\": \"…\", \
         \"arguments\": {{}}}}]}}",
        .path.display()
    )]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
}

/// A script, a turn a line.
#[derive(Debug)]
pub struct ScriptedChat {
    name: String,
    turns: Vec<Turn>,
    /// The next turn, when the conversations of one session share the script.
    next: Option<AtomicUsize>,
}

impl ScriptedChat {
    /// Reads a script that every conversation follows from its start. Blank lines are left out.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is no turn.
    pub fn open(path: &Path) -> Result<Self, ScriptError> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self { name: format!("script-{name}"), turns: read_turns(path)?, next: None })
    }

    /// Reads the turns of one session, which its conversations say one after the other. A turn that
    /// names no session is of the one called `author`.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is no turn.
    pub fn open_session(path: &Path, session: &str) -> Result<Self, ScriptError> {
        let script = Self::open(path)?;
        let is_own = |turn: &Turn| turn.session.as_deref().unwrap_or("author") == session;
        let turns = script.turns.into_iter().filter(is_own).collect();
        Ok(Self { turns, next: Some(AtomicUsize::new(0)), ..script })
    }

    /// Whether it has nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The number of the turn that answers.
    fn number(&self, request: &Request) -> usize {
        match &self.next {
            Some(next) => next.fetch_add(1, Ordering::Relaxed),
            None => {
                let said = request.messages.iter();
                said.filter(|message| message.role == Role::Assistant).count()
            }
        }
    }
}

fn read_turns(path: &Path) -> Result<Vec<Turn>, ScriptError> {
    let text = fs::read_to_string(path)
        .map_err(|cause| ScriptError::Io { path: path.to_owned(), cause })?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let turns = lines.map(|(index, line)| {
        serde_json::from_str(line).map_err(|error| ScriptError::BadLine {
            path: path.to_owned(),
            line: index + 1,
            message: error.to_string(),
        })
    });
    turns.collect()
}

impl Chat for ScriptedChat {
    fn model(&self) -> &str {
        &self.name
    }

    fn complete(&self, request: &Request) -> Result<Completion, ChatFault> {
        let number = self.number(request);
        let Some(turn) = self.turns.get(number) else {
            return Err(ChatFault::Cassette(format!(
                "the script `{}` has {} turns, and the conversation goes on after them; write more",
                self.name,
                self.turns.len()
            )));
        };
        let calls = turn.calls.iter().enumerate().map(|(index, call)| ToolCall {
            id: format!("call_{number}_{index}"),
            name: call.tool.clone(),
            arguments: text_of(&call.arguments),
        });
        Ok(Completion {
            content: text_of(&turn.content),
            tool_calls: calls.collect(),
            finish_reason: None,
            tokens: turn.tokens,
        })
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
