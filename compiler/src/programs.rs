//! The product's other programs: where they are, how they are built and started.
//!
//! `compoworld` cannot link the services that it compiles, so what works on compiled services is
//! done by `compoworld-runtime` and `compoworld-trainer`, built after the services are.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};

/// A program of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// Environments, tasks, rollouts, serving.
    Runtime,
    /// Training.
    Trainer,
}

impl Program {
    /// The package, and the name of its binary.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Runtime => "compoworld-runtime",
            Self::Trainer => "compoworld-trainer",
        }
    }
}

/// The root of the workspace: the folder above the working directory, or the one that this
/// program was built in, that holds the corpus.
pub fn workspace_root() -> Result<PathBuf, Diagnostics> {
    let here = std::env::current_dir().unwrap_or_default();
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    here.ancestors()
        .chain([built_in])
        .find(|folder| {
            folder.join("compiler/corpus").is_dir() && folder.join("Cargo.toml").is_file()
        })
        .map(Path::to_owned)
        .ok_or_else(|| {
            Diagnostic::new(Code::NoWorkspace, Place::file(here.display().to_string())).into()
        })
}

/// Whether this program was built with optimizations: the others are then, too.
pub(crate) fn is_release() -> bool {
    !cfg!(debug_assertions)
}

/// Builds programs with cargo, if anything of them changed. `say` gets cargo's lines as they come.
///
/// Every package of the product is named, though only `programs` are built: cargo gives a crate the
/// features that the named packages ask for together, so naming one at a time would build what they
/// share anew for each.
pub fn build(
    root: &Path,
    programs: &[Program],
    say: &mut dyn FnMut(&str),
) -> Result<(), Diagnostics> {
    run(build_command(root, programs), say).map(drop)
}

/// Builds programs as [`build`] does, and returns what cargo tells of each artifact: a JSON message
/// a line.
///
/// # Errors
/// When cargo cannot be started or fails.
pub fn build_messages(
    root: &Path,
    programs: &[Program],
    say: &mut dyn FnMut(&str),
) -> Result<String, Diagnostics> {
    let mut cargo = build_command(root, programs);
    cargo.args(["--message-format", "json-render-diagnostics"]);
    run(cargo, say)
}

fn build_command(root: &Path, programs: &[Program]) -> Command {
    let mut cargo = cargo();
    cargo.current_dir(root).args(["build", "--package", env!("CARGO_PKG_NAME")]);
    for program in [Program::Runtime, Program::Trainer] {
        cargo.args(["--package", program.name()]);
    }
    for program in programs {
        cargo.args(["--bin", program.name()]);
    }
    if is_release() {
        cargo.arg("--release");
    }
    cargo
}

/// The target folder that this program was built into, if it still lies there: the other programs
/// belong beside it, wherever cargo would put them now.
fn own_target_folder() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let target = own.parent()?.parent()?;
    target.join("CACHEDIR.TAG").is_file().then(|| target.to_owned())
}

/// Cargo, as it runs this program or as the path finds it.
///
/// What `cargo run` tells this program about its own package is kept from it: build scripts that
/// read those variables would take them for a change, and their crates would be built anew.
pub fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_of_package(&name.to_string_lossy()))
    {
        cargo.env_remove(name);
    }
    if let Some(target) = own_target_folder() {
        cargo.env("CARGO_TARGET_DIR", target);
    }
    cargo
}

/// Whether cargo sets this variable for a program of a package that it runs.
fn is_of_package(variable: &str) -> bool {
    ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|start| variable.starts_with(start))
        || matches!(variable, "CARGO_BIN_NAME" | "CARGO_CRATE_NAME" | "CARGO_PRIMARY_PACKAGE")
}

/// A program, ready to be started. It stands beside this one.
pub fn command(program: Program) -> Command {
    let beside = std::env::current_exe().ok().and_then(|own| Some(own.parent()?.to_owned()));
    Command::new(beside.unwrap_or_default().join(program.name()))
}

/// Runs a command to its end and returns its standard output. `say` gets the lines of standard
/// error as they come; when the command fails, its last lines are in the diagnostic.
pub fn run(mut command: Command, say: &mut dyn FnMut(&str)) -> Result<String, Diagnostics> {
    const LINES_KEPT: usize = 30;
    let name = command.get_program().to_string_lossy().into_owned();
    let fail = |message: String| -> Diagnostics {
        Diagnostic::new(Code::ProgramFailed, Place::file(name.clone())).message(message).into()
    };
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| fail(format!("cannot start `{name}`: {error}")))?;
    let mut stdout = child.stdout.take().expect("standard output is piped");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        // Output that is not UTF-8 ends what is read; the exit status tells the rest.
        let _ = stdout.read_to_string(&mut text);
        text
    });
    let stderr = child.stderr.take().expect("standard error is piped");
    let mut lines = Vec::new();
    for line in BufReader::new(stderr).lines().map_while(Result::ok) {
        say(line.trim());
        lines.push(line);
    }
    let status = child.wait().map_err(|error| fail(format!("`{name}` was lost: {error}")))?;
    let text = reader.join().unwrap_or_default();
    if status.success() {
        return Ok(text);
    }
    let from = lines.len().saturating_sub(LINES_KEPT);
    Err(fail(format!("`{name}` failed ({status})\n{}", lines[from..].join("\n"))))
}

#[cfg(test)]
mod tests {
    use super::cargo;

    #[test]
    fn cargo_is_not_told_of_the_package_that_runs_it() {
        // Cargo runs this test, so the variables are there.
        assert!(std::env::var_os("CARGO_PKG_NAME").is_some());
        let cargo = cargo();
        for name in ["CARGO_PKG_NAME", "CARGO_PKG_VERSION", "CARGO_MANIFEST_DIR"] {
            let removed = cargo.get_envs().any(|(key, value)| key == name && value.is_none());
            assert!(removed, "{name}");
        }
    }
}
