//! Rows to learn from: stored tokens, or conversations with their tools.
//!
//! A row is a line of JSON, in one of two forms:
//! - with `token_sequences`, as `compoworld rollout --token-ids` stores attempts: what was sampled is
//!   learned as it was sampled;
//! - with `messages` and `tools`, as `compoworld export --format trl` writes them (and TRL and
//!   Axolotl read them): the assistant's turns are learned.
//!
//! Attempts that failed (`success` or `outcome.success` is false) are left out.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use super::conversation::tokenize_conversation;
use super::sequence::Sequence;
use crate::text::Tool;
use crate::text::chat::{ChatMessage, ChatText, Role};
use crate::text::tool_calls::ToolCall;

/// What a file holds.
#[derive(Debug, Clone, Default)]
pub struct Lessons {
    /// What is learned.
    pub sequences: Vec<Sequence>,
    /// Conversations with their tools, where rows have them; the sequences of each are in the same
    /// order.
    pub conversations: Vec<Conversation>,
    /// Attempts that failed.
    pub n_failed: usize,
    /// Sequences that are longer than the context, which are left out.
    pub n_too_long: usize,
}

/// A conversation and the tools that the agent had.
#[derive(Debug, Clone)]
pub struct Conversation {
    /// What was said.
    pub messages: Vec<ChatMessage>,
    /// The tools.
    pub tools: Vec<Tool>,
}

/// Why rows cannot be learned from.
#[derive(Debug, Error)]
pub enum DataError {
    /// A file cannot be read.
    #[error(
        "cannot read {path}: {source}; give JSON lines, as `compoworld export --format trl` writes them"
    )]
    Access {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A row is none.
    #[error("{path}, line {line}: {reason}")]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, from one.
        line: usize,
        /// What is wrong and what to do.
        reason: String,
    },
    /// There is nothing to learn.
    #[error(
        "{path} has nothing to learn from: {n_failed} attempts that failed, {n_too_long} longer than \
         the context; take other attempts, or raise --context-tokens-max"
    )]
    Empty {
        /// The file.
        path: PathBuf,
        /// How many attempts failed.
        n_failed: usize,
        /// How many sequences are too long.
        n_too_long: usize,
    },
}

/// Reads the rows of a file.
///
/// # Errors
/// [`DataError`] names the file and the line.
pub fn read_lessons(
    path: &Path,
    text: &ChatText,
    n_vocabulary: usize,
    context_tokens_max: usize,
) -> Result<Lessons, DataError> {
    let content = fs::read_to_string(path)
        .map_err(|source| DataError::Access { path: path.to_owned(), source })?;
    let mut lessons = Lessons::default();
    for (index, line) in content.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let row = |reason| DataError::Row { path: path.to_owned(), line: index + 1, reason };
        let (sequences, conversation) = match read_row(line, text).map_err(row)? {
            Row::Failed => {
                lessons.n_failed += 1;
                continue;
            }
            Row::Tokens(sequences) => (sequences, None),
            Row::Conversation(sequences, conversation) => (sequences, Some(conversation)),
        };
        for sequence in &sequences {
            let row = |reason| DataError::Row { path: path.to_owned(), line: index + 1, reason };
            sequence.check(n_vocabulary).map_err(|error| row(error.to_string()))?;
        }
        let n_all = sequences.len();
        let fitting = sequences.into_iter().filter(|one| one.ids.len() <= context_tokens_max);
        let n_before = lessons.sequences.len();
        lessons.sequences.extend(fitting);
        lessons.n_too_long += n_all - (lessons.sequences.len() - n_before);
        lessons.conversations.extend(conversation);
    }
    match lessons.sequences.is_empty() {
        false => Ok(lessons),
        true => Err(DataError::Empty {
            path: path.to_owned(),
            n_failed: lessons.n_failed,
            n_too_long: lessons.n_too_long,
        }),
    }
}

/// What a line gives.
enum Row {
    Failed,
    Tokens(Vec<Sequence>),
    Conversation(Vec<Sequence>, Conversation),
}

#[derive(Deserialize)]
struct RowFields {
    #[serde(default)]
    token_sequences: Vec<Sequence>,
    #[serde(default)]
    messages: Vec<MessageFields>,
    #[serde(default, deserialize_with = "present")]
    tools: Option<Value>,
    success: Option<bool>,
    outcome: Option<OutcomeFields>,
}

/// Tells a field that is null, of a conversation without tools, from one that is not there.
fn present<'de, D: serde::Deserializer<'de>>(field: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(field).map(Some)
}

#[derive(Deserialize)]
struct OutcomeFields {
    success: bool,
}

#[derive(Deserialize)]
struct MessageFields {
    role: String,
    content: Option<String>,
    #[serde(default)]
    tool_calls: Vec<CallFields>,
    tool_call_id: Option<String>,
}

#[derive(Deserialize)]
struct CallFields {
    id: Option<String>,
    function: FunctionFields,
}

#[derive(Deserialize)]
struct FunctionFields {
    name: String,
    arguments: Value,
}

fn read_row(line: &str, text: &ChatText) -> Result<Row, String> {
    let fields: RowFields = serde_json::from_str(line)
        .map_err(|error| format!("it is no row to learn from: {error}"))?;
    if fields.success == Some(false) || fields.outcome.is_some_and(|outcome| !outcome.success) {
        return Ok(Row::Failed);
    }
    if !fields.token_sequences.is_empty() {
        return Ok(Row::Tokens(fields.token_sequences));
    }
    let Some(tools) = fields.tools else {
        return Err(
            "it has neither `token_sequences` nor `tools`; make rows with `compoworld export \
                    --format trl`, or attempts with `compoworld rollout --token-ids`"
                .to_owned(),
        );
    };
    let tools = read_tools(tools)?;
    let messages: Vec<ChatMessage> =
        fields.messages.into_iter().map(read_message).collect::<Result<_, _>>()?;
    if !tools.is_empty() {
        text.tool_call_format().map_err(|why| format!("{why} (see --tool-prompt)"))?;
    }
    let sequences =
        tokenize_conversation(text, &messages, &tools).map_err(|error| error.to_string())?;
    Ok(Row::Conversation(sequences, Conversation { messages, tools }))
}

/// Tools come as a list, or as the JSON text of one.
fn read_tools(tools: Value) -> Result<Vec<Tool>, String> {
    let bad = |why: String| format!("`tools` is no list of functions: {why}");
    let shown: Vec<minijinja::Value> = match tools {
        Value::Null => Vec::new(),
        Value::String(text) => {
            serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?
        }
        list => serde_json::from_value(list).map_err(|error| bad(error.to_string()))?,
    };
    let tools = shown.into_iter().map(|shown| Tool::new(shown).map_err(|e| bad(e.to_string())));
    tools.collect()
}

fn read_message(fields: MessageFields) -> Result<ChatMessage, String> {
    let role = Role::of_name(&fields.role)
        .ok_or_else(|| format!("`{}` is no role of a message", fields.role))?;
    let call = |call: CallFields| {
        let arguments = match call.function.arguments {
            Value::String(text) => text,
            object => object.to_string(),
        };
        ToolCall { id: call.id, name: call.function.name, arguments }
    };
    let mut message = ChatMessage::new(role, fields.content.unwrap_or_default());
    message.tool_calls = fields.tool_calls.into_iter().map(call).collect();
    message.tool_call_id = fields.tool_call_id;
    Ok(message)
}
