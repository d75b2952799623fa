//! Pass 1, `read`: takes a saved tool list in any of the shapes in which they are found.
//!
//! In: a file or text. Out: a [`RawList`], where schemas are still JSON as the server wrote it, or
//! a [`Spec`] when the file is a normalized one. Not here: anything about schemas.

mod json;
mod shape;
mod tool;

use std::path::Path;

use sha2::{Digest, Sha256};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place, SourceMap};
use crate::spec::{self, Hints, SourceKind, Spec};

pub use json::{DEPTH_MAX, Json, Object, TEXT_BYTES_MAX, parse};

/// What a file turned out to hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A server's own list.
    Raw(RawList),
    /// A spec that was normalized before.
    Normalized(Box<Spec>),
}

/// A server's tools as it lists them.
#[derive(Clone, Debug, PartialEq)]
pub struct RawList {
    /// The shape in which it was read.
    pub kind: SourceKind,
    /// What is known about the server.
    pub server: RawServer,
    /// The tools, each name once.
    pub tools: Vec<RawTool>,
    /// Digest of the text, in hexadecimal.
    pub sha256: String,
}

/// What a list says about its server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawServer {
    /// Its name.
    pub name: Option<String>,
    /// Its name for people.
    pub title: Option<String>,
    /// Its version, or the commit that the list was taken from.
    pub revision: Option<String>,
}

/// One tool as the server lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct RawTool {
    /// Where it stands.
    pub at: crate::diagnostics::Pointer,
    /// Its name, which may be anything.
    pub name: String,
    /// What the server says about it; never copied into a spec.
    pub description: String,
    /// Its input schema, if it has one.
    pub input: Option<RawSchema>,
    /// Its output schema, if it has one.
    pub output: Option<RawSchema>,
    /// Its annotations.
    pub hints: Hints,
}

/// A schema as the server wrote it.
#[derive(Clone, Debug, PartialEq)]
pub struct RawSchema {
    /// Where it stands.
    pub at: crate::diagnostics::Pointer,
    /// What it says.
    pub json: Json,
}

/// Reads a file. Its text is kept in `sources` so that diagnostics can show it.
pub fn read_file(
    path: &Path,
    sources: &mut SourceMap,
) -> Result<(Input, Diagnostics), Diagnostics> {
    let file = path.display().to_string();
    let fail = |code: Code, message: String| {
        Diagnostics::from(Diagnostic::new(code, Place::file(file.clone())).message(message))
    };
    let size = std::fs::metadata(path)
        .map_err(|error| fail(Code::UnreadableFile, format!("cannot read `{file}`: {error}")))?
        .len();
    if size > TEXT_BYTES_MAX as u64 {
        let message = format!("{} MB of text, {} MB are read", size >> 20, TEXT_BYTES_MAX >> 20);
        return Err(fail(Code::FileTooLarge, message));
    }
    let bytes = std::fs::read(path)
        .map_err(|error| fail(Code::UnreadableFile, format!("cannot read `{file}`: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let position = error.utf8_error().valid_up_to();
        fail(Code::NotUtf8, format!("`{file}` is not UTF-8: byte {position} starts no character"))
    })?;
    let outcome = read_text(&text);
    sources.insert(file.clone(), text);
    match outcome {
        Ok((input, diagnostics)) => Ok((input, diagnostics.in_file(&file))),
        Err(diagnostics) => Err(diagnostics.in_file(&file)),
    }
}

/// Reads a text. The diagnostics name no file.
pub fn read_text(text: &str) -> Result<(Input, Diagnostics), Diagnostics> {
    // A byte-order mark is allowed by JSON readers and written by some editors.
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (json, mut diagnostics) = parse(body)?;
    if json.get("spec_version").is_some() {
        let spec = spec::from_json(body)?;
        return Ok((Input::Normalized(Box::new(spec)), diagnostics));
    }
    let mut list = shape::find_tools(json, &mut diagnostics);
    list.sha256 = hex(&Sha256::digest(text.as_bytes()));
    if list.tools.is_empty() && !diagnostics.has_errors() {
        diagnostics.push(Diagnostic::new(Code::NoTools, crate::diagnostics::Pointer::root()));
    }
    diagnostics.unless_errors(list).map(|(list, rest)| (Input::Raw(list), rest))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
