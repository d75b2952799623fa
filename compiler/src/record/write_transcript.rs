//! Writes a transcript line by line: whatever ends a recording, the calls until then are kept.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::harvest::Reply;
use crate::read::Json;

use super::plan::{MadeUse, PlannedCall};

/// The code under which the SDKs report a request that had no answer in time.
const REQUEST_TIMED_OUT: i32 = -32_001;
/// The code under which the SDKs report a connection that closed.
const CONNECTION_CLOSED: i32 = -32_000;
/// The code of what is no message.
const PARSE_ERROR: i32 = -32_700;

/// A transcript that is being written.
#[derive(Debug)]
pub(super) struct TranscriptWriter {
    file: File,
    path: PathBuf,
    n_calls: usize,
}

/// What the first line says.
#[derive(Debug, Serialize)]
pub(super) struct Header {
    /// The server, as it names itself.
    pub(super) server: Map<String, Value>,
    /// The instant at which the recording began.
    pub(super) recorded_at: String,
    /// Where the calls come from.
    pub(super) recorded: Value,
}

/// A call as it is written.
#[derive(Serialize)]
struct Line<'a> {
    call: usize,
    tool: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    arguments: &'a Map<String, Value>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    uses: &'a [MadeUse],
    #[serde(rename = "isError")]
    is_error: bool,
    content: Json,
    #[serde(rename = "structuredContent", skip_serializing_if = "Option::is_none")]
    structured: Option<Json>,
    #[serde(rename = "rpcError", skip_serializing_if = "Option::is_none")]
    rpc_error: Option<RpcError>,
}

/// An error of the protocol: the server's own, or why there is no answer.
#[derive(Serialize)]
#[serde(untagged)]
enum RpcError {
    Told(Json),
    Ours(Value),
}

impl TranscriptWriter {
    /// Starts a transcript, in the place of what the file held.
    pub(super) fn start(path: &Path, header: &Header) -> Result<Self, Diagnostics> {
        let create = || {
            if let Some(folder) = path.parent().filter(|one| !one.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder)?;
            }
            File::create(path)
        };
        let file = create().map_err(|error| unwritable(path, &error))?;
        let mut writer = Self { file, path: path.to_owned(), n_calls: 0 };
        let line = serde_json::to_string(header).expect("a header is plain data");
        writer.write_line(&line)?;
        Ok(writer)
    }

    /// Writes a call and returns its line. Without a reply, the server ended.
    pub(super) fn write(
        &mut self,
        call: &PlannedCall,
        reply: Option<&Reply>,
        timeout_s: f32,
    ) -> Result<String, Diagnostics> {
        let ours = |code: i32, message: String| {
            (true, empty(), None, Some(RpcError::Ours(json!({"code": code, "message": message}))))
        };
        let (is_error, content, structured, rpc_error) = match reply {
            Some(Reply::Result(result)) => {
                let is_error = result.get("isError") == Some(&Json::Bool(true));
                let content = result.get("content").filter(|one| one.as_array().is_some());
                let structured = result.get("structuredContent").cloned();
                // An answer in no known form is kept all the same.
                let structured = structured.or_else(|| content.is_none().then(|| result.clone()));
                (is_error, content.cloned().unwrap_or_else(empty), structured, None)
            }
            Some(Reply::Error(error)) => (true, empty(), None, Some(RpcError::Told(error.clone()))),
            Some(Reply::TimedOut) => {
                ours(REQUEST_TIMED_OUT, format!("no answer within {timeout_s} s"))
            }
            Some(Reply::Garbled(said)) => ours(PARSE_ERROR, format!("no answer of MCP: {said}")),
            None => ours(CONNECTION_CLOSED, "the server ended during this call".to_owned()),
        };
        let line = Line {
            call: self.n_calls,
            tool: &call.tool,
            kind: call.kind.as_deref(),
            arguments: &call.arguments,
            uses: &call.uses,
            is_error,
            content,
            structured,
            rpc_error,
        };
        let line = serde_json::to_string(&line).expect("JSON that was read can be written");
        self.write_line(&line)?;
        self.n_calls += 1;
        Ok(line)
    }

    /// One write a line: the file never ends inside a call.
    fn write_line(&mut self, line: &str) -> Result<(), Diagnostics> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| unwritable(&self.path, &error))
    }
}

fn empty() -> Json {
    Json::Array(Vec::new())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostics {
    let path = path.display();
    Diagnostic::new(Code::UnwritableFile, Place::file(path.to_string()))
        .message(format!("cannot write `{path}`: {error}"))
        .into()
}
