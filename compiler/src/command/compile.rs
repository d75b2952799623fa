//! `compoworld compile`: writes the crate of one service.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::corpus::is_generated;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place, SourceMap};
use crate::exit_code;
use crate::pipeline::{compile, read_inputs};
use crate::write_tree::TreeWriter;

use super::{Failure, Notes, Outcome, report};

/// Compile a service's spec.json and service.rs into a crate.
#[derive(Debug, Args)]
#[command(after_help = "\
The crate is written whole or not at all: a killed run leaves the old folder or the new one. A folder
that holds something else than a generated crate is left alone. The crate's manifest inherits from a
workspace that has `compoworld-core`.

Example:
  compoworld compile compiler/corpus/support/help_desk --out generated/support/help_desk")]
pub(super) struct Arguments {
    /// The folder with spec.json and service.rs
    folder: PathBuf,
    /// The folder of the crate; a generated crate that is there is replaced
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut sources = SourceMap::new();
    let inputs = read_inputs(&arguments.folder, &mut sources)?;
    match compile(&inputs) {
        Ok(compiled) => {
            refuse_foreign(&arguments.out)?;
            TreeWriter::of(&arguments.out)?.write(&arguments.out, &compiled.files)?;
            report(&compiled.diagnostics, &sources, Notes::Listed);
            eprintln!("wrote {} files to {}", compiled.files.len(), arguments.out.display());
            Ok(exit_code::OK)
        }
        Err(diagnostics) => Err(Failure { diagnostics, sources }),
    }
}

/// The whole folder is replaced, so it must hold nothing that a person made.
fn refuse_foreign(out: &Path) -> Result<(), Diagnostics> {
    let is_empty = std::fs::read_dir(out).map(|mut entries| entries.next().is_none());
    if !out.exists() || is_empty.unwrap_or_default() || is_generated(out) {
        return Ok(());
    }
    let name = out.display().to_string();
    Err(Diagnostic::new(Code::UnwritableFile, Place::file(&name))
        .message(format!("`{name}` holds something else than a generated crate"))
        .help("choose another folder, or remove this one first")
        .into())
}
