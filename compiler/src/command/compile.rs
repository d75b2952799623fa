//! `compoworld compile`: writes the crate of one service.

use std::path::PathBuf;

use clap::Args;

use crate::diagnostics::SourceMap;
use crate::exit_code;
use crate::pipeline::{compile, read_inputs};
use crate::write_tree::TreeWriter;

use super::{Failure, Notes, Outcome, report};

/// Compile a service's spec.json and service.rs into a crate.
#[derive(Debug, Args)]
#[command(after_help = "\
The crate is written whole or not at all: a killed run leaves the old folder or the new one. Its
manifest inherits from a workspace that has `compoworld-core`.

Example:
  compoworld compile compiler/corpus/support/help_desk --out generated/support/help_desk")]
pub(super) struct Arguments {
    /// The folder with spec.json and service.rs
    folder: PathBuf,
    /// The folder of the crate, which is replaced
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut sources = SourceMap::new();
    let inputs = read_inputs(&arguments.folder, &mut sources)?;
    match compile(&inputs) {
        Ok(compiled) => {
            TreeWriter::of(&arguments.out)?.write(&arguments.out, &compiled.files)?;
            report(&compiled.diagnostics, &sources, Notes::Listed);
            eprintln!("wrote {} files to {}", compiled.files.len(), arguments.out.display());
            Ok(exit_code::OK)
        }
        Err(diagnostics) => Err(Failure { diagnostics, sources }),
    }
}
