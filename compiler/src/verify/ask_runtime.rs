//! Lets the runtime program work on linked services, in the sandbox, and reads the file that it
//! leaves.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::programs::{Program, build, program_path, workspace_root};
use crate::sandbox::{Confinement, Limits, Sandbox, open_to_all};

/// A word of the runtime program's command line.
#[derive(Debug, Clone, Copy)]
pub enum Word<'a> {
    /// As it is.
    Plain(&'a str),
    /// A file or folder that it reads.
    Reads(&'a Path),
}

/// Runs a command of the runtime program with `--out`, and returns what it wrote there. What the
/// program says, it says to our standard error; its exit code tells what it found, and the file
/// says the same.
///
/// # Errors
/// When the program cannot be built or started, or leaves no file.
pub fn ask_runtime(words: &[Word<'_>]) -> Result<String, Diagnostics> {
    build(&workspace_root()?, &[Program::Runtime], &mut |line| {
        if line.starts_with("Compiling") {
            eprintln!("{line}");
        }
    })?;
    let fail = |message: String| -> Diagnostics {
        let place = Place::file(Program::Runtime.name());
        Diagnostic::new(Code::ProgramFailed, place).message(message).into()
    };
    let home = answer_folder().map_err(|error| fail(format!("no file for its answer: {error}")))?;
    let (out, program) = (home.path().join("answer.json"), program_path(Program::Runtime));
    let mut confinement =
        Confinement::new(Limits::of_attacks()).reading(&program).writing(home.path());
    let mut arguments: Vec<PathBuf> = Vec::new();
    for word in words {
        match word {
            Word::Plain(text) => arguments.push(text.into()),
            Word::Reads(path) => {
                let path = path
                    .canonicalize()
                    .map_err(|error| fail(format!("cannot read `{}`: {error}", path.display())))?;
                confinement = confinement.reading(&path);
                arguments.push(path);
            }
        }
    }
    let mut runtime = Sandbox::find().command(&confinement, &program);
    runtime.args(arguments).arg("--out").arg(&out);
    runtime.stdin(Stdio::null()).stdout(Stdio::null());
    let status = runtime.status().map_err(|error| fail(format!("cannot start it: {error}")))?;
    let text = fs::read_to_string(&out)
        .map_err(|error| fail(format!("it left no answer ({status}): {error}")))?;
    if text.is_empty() {
        return Err(fail(format!("it left no answer ({status})")));
    }
    Ok(text)
}

/// A folder that goes when it is dropped, and that the program may write to in the sandbox, where
/// it is nobody.
fn answer_folder() -> std::io::Result<tempfile::TempDir> {
    let folder = tempfile::Builder::new().prefix("compoworld-answer-").tempdir()?;
    open_to_all(folder.path())?;
    Ok(folder)
}

/// A diagnostic about an answer of the runtime program.
pub fn unreadable(error: &serde_json::Error) -> Diagnostics {
    let place = Place::file(PathBuf::from(Program::Runtime.name()).display().to_string());
    Diagnostic::new(Code::ProgramFailed, place)
        .message(format!("its answer cannot be read: {error}"))
        .into()
}
