//! The log of what was asked of an environment.

use compoworld_core::ErrorCode;
use serde_json::Value;

use crate::changes::RowChange;

/// How much of each call an environment remembers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recording {
    /// Nothing: for speed.
    Nothing,
    /// The call, and the digest of its answer.
    #[default]
    Calls,
    /// The same, and the rows that it changed.
    CallsAndChanges,
}

/// A tool call as text: what replays it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Call {
    /// The tool's name: `service__tool`, or a meta-tool's.
    pub tool: String,
    /// The arguments as the caller wrote them: JSON text, if it is any good.
    pub arguments: String,
}

impl Call {
    /// A call.
    #[must_use]
    pub fn new(tool: impl Into<String>, arguments: impl Into<String>) -> Self {
        Self { tool: tool.into(), arguments: arguments.into() }
    }
}

/// One call and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// What was called.
    pub call: Call,
    /// The SHA-256 of the answer's text.
    pub answer_digest: String,
    /// The error's code, when it failed.
    pub error: Option<ErrorCode>,
    /// Whether the call ran as a write.
    pub wrote: bool,
    /// Whether a world model answered.
    pub simulated: bool,
    /// The rows that changed; empty unless they are recorded.
    pub changes: Vec<RowChange>,
}

/// What came of one call.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The whole answer: `{"ok":true,"data":…}` or `{"ok":false,"error":…}`.
    pub text: String,
    /// The error's code, when it failed.
    pub error: Option<ErrorCode>,
    /// Whether the call ran as a write.
    pub wrote: bool,
    /// Whether a world model answered.
    pub simulated: bool,
}

impl Answer {
    /// The data of the answer; `None` when the call failed.
    #[must_use]
    pub fn data(&self) -> Option<Value> {
        if self.error.is_some() {
            return None;
        }
        let mut whole: Value = serde_json::from_str(&self.text).ok()?;
        whole.get_mut("data").map(Value::take)
    }
}
