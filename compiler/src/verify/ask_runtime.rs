//! Lets the runtime program work on linked services, and reads the file that it leaves.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::programs::{Program, build, command, workspace_root};

/// Runs a command of the runtime program with `--out`, and returns what it wrote there. What the
/// program says, it says to our standard error; its exit code tells what it found, and the file
/// says the same.
///
/// # Errors
/// When the program cannot be built or started, or leaves no file.
pub fn ask_runtime(arguments: &[&str]) -> Result<String, Diagnostics> {
    build(&workspace_root()?, &[Program::Runtime], &mut |line| {
        if line.starts_with("Compiling") {
            eprintln!("{line}");
        }
    })?;
    let fail = |message: String| -> Diagnostics {
        let place = Place::file(Program::Runtime.name());
        Diagnostic::new(Code::ProgramFailed, place).message(message).into()
    };
    let out = answer_file().map_err(|error| fail(format!("no file for its answer: {error}")))?;
    let mut runtime = command(Program::Runtime);
    runtime.args(arguments).arg("--out").arg(out.path());
    runtime.stdin(Stdio::null()).stdout(Stdio::null());
    let status = runtime.status().map_err(|error| fail(format!("cannot start it: {error}")))?;
    let text = fs::read_to_string(out.path())
        .map_err(|error| fail(format!("it left no answer ({status}): {error}")))?;
    if text.is_empty() {
        return Err(fail(format!("it left no answer ({status})")));
    }
    Ok(text)
}

/// A file that goes when it is dropped.
fn answer_file() -> std::io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix("compoworld-answer-").suffix(".json").tempfile()
}

/// A diagnostic about an answer of the runtime program.
pub fn unreadable(error: &serde_json::Error) -> Diagnostics {
    let place = Place::file(PathBuf::from(Program::Runtime.name()).display().to_string());
    Diagnostic::new(Code::ProgramFailed, place)
        .message(format!("its answer cannot be read: {error}"))
        .into()
}
