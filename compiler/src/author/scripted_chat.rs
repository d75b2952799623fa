//! A model that says what a file tells it to, one turn a line: for tests, demonstrations, and
//! people who write a service by hand and want the loop's record of it.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use compoworld_chat::{Chat, ChatFault, Completion, Request, Tokens, ToolCall};
use serde::Deserialize;
use serde_json::Value;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};

/// Which session a turn is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Session {
    /// The one that writes the service.
    #[default]
    Author,
    /// The one that writes cases.
    Adversary,
}

/// A line of a script.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    #[serde(default)]
    session: Session,
    /// What is said; anything but a text is said as JSON.
    #[serde(default)]
    content: Value,
    #[serde(default)]
    calls: Vec<Call>,
    #[serde(default)]
    tokens: Tokens,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    tool: String,
    /// A text stands for itself, so that arguments can be malformed.
    #[serde(default)]
    arguments: Value,
}

/// One session of a script.
#[derive(Debug)]
pub struct ScriptedChat {
    name: String,
    turns: Mutex<VecDeque<Completion>>,
}

impl ScriptedChat {
    /// Reads a script; the turns of one session.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is no turn.
    pub fn read(path: &Path, session: Session) -> Result<Self, Diagnostics> {
        let name = path.display().to_string();
        let fail = |code, message| -> Diagnostics {
            Diagnostic::new(code, Place::file(&name)).message(message).into()
        };
        let text = std::fs::read_to_string(path).map_err(|error| {
            fail(Code::UnreadableFile, format!("cannot read `{name}`: {error}"))
        })?;
        let mut turns = VecDeque::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let turn: Turn = serde_json::from_str(line).map_err(|error| {
                fail(Code::MalformedJson, format!("line {} is no turn: {error}", index + 1))
            })?;
            if turn.session == session {
                turns.push_back(turn.into_completion());
            }
        }
        Ok(Self { name, turns: Mutex::new(turns) })
    }

    /// Whether it has anything to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

impl Turn {
    fn into_completion(self) -> Completion {
        let text = |value: Value| match value {
            Value::Null => String::new(),
            Value::String(text) => text,
            value => value.to_string(),
        };
        let calls = self.calls.into_iter().enumerate().map(|(index, call)| ToolCall {
            id: format!("call_{index}"),
            name: call.tool,
            arguments: text(call.arguments),
        });
        Completion {
            content: text(self.content),
            tool_calls: calls.collect(),
            finish_reason: None,
            tokens: self.tokens,
        }
    }
}

impl Chat for ScriptedChat {
    fn model(&self) -> &str {
        "script"
    }

    fn complete(&self, _request: &Request) -> Result<Completion, ChatFault> {
        let next = self.turns.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        next.ok_or_else(|| ChatFault::Cassette(format!("the script `{}` is over", self.name)))
    }
}
