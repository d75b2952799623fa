//! `compoworld check`: reads a service's spec and model, and says what is wrong.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::diagnostics::SourceMap;
use crate::exit_code;
use crate::pipeline::{Pass, compile, dump, read_inputs};
use crate::resolve::Implementation;

use super::{Failure, Notes, Outcome, print_data, report};

/// Check a service's spec.json and service.rs, and write nothing.
#[derive(Debug, Args)]
#[command(after_help = "\
The folder holds `spec.json` and `service.rs`. All problems of a pass are told together, with the
place in the file, and what to do.

Examples:
  compoworld check compiler/corpus/support/help_desk
  compoworld check compiler/corpus/support/help_desk --dump lower-operations")]
pub(super) struct Arguments {
    /// The folder of the service
    folder: PathBuf,
    /// Print what the pipeline holds after a pass, and stop
    #[arg(long, value_name = "PASS")]
    dump: Option<DumpPass>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DumpPass {
    /// The model as read
    ParseModel,
    /// Names bound to each other
    Resolve,
    /// Bodies of declared tools, step by step
    LowerOperations,
    /// The crate's files
    Emit,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut sources = SourceMap::new();
    let inputs = read_inputs(&arguments.folder, &mut sources)?;
    if let Some(pass) = arguments.dump {
        let pass = match pass {
            DumpPass::ParseModel => Pass::ParseModel,
            DumpPass::Resolve => Pass::Resolve,
            DumpPass::LowerOperations => Pass::LowerOperations,
            DumpPass::Emit => Pass::Emit,
        };
        return match dump(&inputs, pass) {
            Ok(text) => {
                print_data(&text)?;
                Ok(exit_code::OK)
            }
            Err(diagnostics) => Err(Failure { diagnostics, sources }),
        };
    }
    match compile(&inputs) {
        Ok(compiled) => {
            report(&compiled.diagnostics, &sources, Notes::Listed);
            let service = &compiled.service.service;
            let count = |wanted: fn(&Implementation) -> bool| {
                service.listed().filter(|tool| wanted(tool.implementation())).count()
            };
            eprintln!(
                "{}: {} tools, {} declared, {} written, {} simulated",
                service.spec.service,
                service.listed().count(),
                count(|one| *one == Implementation::Declared),
                count(|one| *one == Implementation::Written),
                count(|one| matches!(one, Implementation::Simulated { .. })),
            );
            Ok(exit_code::OK)
        }
        Err(diagnostics) => Err(Failure { diagnostics, sources }),
    }
}
