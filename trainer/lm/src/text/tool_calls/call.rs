//! A tool call, and what can be wrong with one.

/// The form in which a model writes calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolCallFormat {
    /// JSON: Hermes, Qwen 2.5, Qwen 3.
    Hermes,
    /// Tags: Qwen3-Coder, Qwen 3.5 and later.
    QwenXml,
}

/// A call that an assistant asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// Which call it is, where calls are told apart.
    pub id: Option<String>,
    /// The tool.
    pub name: String,
    /// The arguments: a JSON object as text, its members in the order in which they were written.
    pub arguments: String,
}

impl ToolCall {
    /// Whether the arguments are a JSON object, as they have to be.
    #[must_use]
    pub fn has_object(&self) -> bool {
        serde_json::from_str::<serde_json::Map<_, _>>(&self.arguments).is_ok()
    }
}

/// One call of a turn, as it could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParsedCall {
    /// It is well formed.
    Call(ToolCall),
    /// It is not.
    Malformed(CallFault),
}

/// What is wrong with a call. [`std::fmt::Display`] is written for the agent: what is wrong, where,
/// and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("tool call {number} cannot be read: {problem}; {remedy}")]
pub struct CallFault {
    /// Which call of the turn, from 1.
    pub number: usize,
    /// The name of the tool, where that much could be read.
    pub name: Option<String>,
    /// What the model wrote between the marks.
    pub text: String,
    /// What is wrong, and where.
    pub problem: String,
    /// What to write instead.
    pub remedy: String,
}

/// What opens a call, in both forms.
pub(super) const OPEN: &str = "<tool_call>";
/// What closes it.
pub(super) const CLOSE: &str = "</tool_call>";

/// A call that could not be read: the part of a [`CallFault`] that its format knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unreadable {
    pub(super) name: Option<String>,
    pub(super) problem: String,
    pub(super) remedy: String,
}

/// The outcome of reading one call: what it is, and how many bytes after the opening mark it takes,
/// the closing mark included.
pub(super) struct ReadCall {
    pub(super) call: Result<ToolCall, Unreadable>,
    pub(super) n_bytes: usize,
    /// Whether the closing mark is there.
    pub(super) is_closed: bool,
    /// Whether that mark may yet turn out to be inside of a value.
    pub(super) may_go_on: bool,
}
