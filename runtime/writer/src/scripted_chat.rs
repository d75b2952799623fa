//! A model that says what a script tells it to: for tests, and to write a task by hand through an
//! author's tools.

use std::fs;
use std::path::{Path, PathBuf};

use compoworld_chat::{Chat, ChatFault, Completion, Request, Role, Tokens, ToolCall};
use serde::Deserialize;
use serde_json::Value;

/// A turn of a script.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    /// The words; anything but a text is said as JSON.
    #[serde(default)]
    content: Value,
    /// The calls.
    #[serde(default)]
    calls: Vec<ScriptedCall>,
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

/// A script, a turn a line. Every conversation follows it from its start.
#[derive(Debug, Clone)]
pub struct ScriptedChat {
    name: String,
    turns: Vec<Turn>,
}

impl ScriptedChat {
    /// Reads a script. Blank lines are left out.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is no turn.
    pub fn open(path: &Path) -> Result<Self, ScriptError> {
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
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self { name: format!("script-{name}"), turns: turns.collect::<Result<_, _>>()? })
    }
}

impl Chat for ScriptedChat {
    fn model(&self) -> &str {
        &self.name
    }

    fn complete(&self, request: &Request) -> Result<Completion, ChatFault> {
        let said = request.messages.iter().filter(|message| message.role == Role::Assistant);
        let number = said.count();
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
            tokens: Tokens::default(),
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
