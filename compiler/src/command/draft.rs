//! `compoworld draft`: writes a first `service.rs` from a spec.

use std::path::PathBuf;

use clap::Args;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place, SourceMap};
use crate::draft::draft;
use crate::exit_code;
use crate::read::{Input, read_file};
use crate::write_atomic::write_atomic;

use super::{Failure, Outcome, print_data};

/// Draft a service.rs from a normalized spec.
#[derive(Debug, Args)]
#[command(after_help = "\
Tools whose operation and arguments the spec tells are declared; the others are simulated with a
reason. A draft is a start: read it, better it, then `compoworld check` the folder.

`--survey` measures instead: it drafts every tool list of a folder (normalized or as the server
gave it, in the order of the files' names), compiles each draft in memory, and prints how many
tools are declared by domain, why the others are simulated, and which drafts do not compile. The
domains of raw lists come from the third column of the folder's INDEX.tsv, where there is one.

Examples:
  compoworld draft spec.json --out service.rs
  compoworld draft compiler/corpus/productivity/linear/spec.json | less
  compoworld draft --survey specs/
  compoworld draft --survey specs/ --into drafts/")]
pub(super) struct Arguments {
    /// The normalized spec
    #[arg(required_unless_present = "survey")]
    spec: Option<PathBuf>,
    /// Where to write the draft; standard output when absent
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite a file that is there already
    #[arg(long)]
    force: bool,
    /// Draft every list of a folder, and print how much is declared and why the rest is not
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["spec", "out"])]
    survey: Option<PathBuf>,
    /// With --survey: also write each service's two files, as a corpus of one domain a folder
    #[arg(long, value_name = "FOLDER", requires = "survey")]
    into: Option<PathBuf>,
    /// With --survey: also list every simulated tool and its reason
    #[arg(long, requires = "survey")]
    list: bool,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    if let Some(folder) = &arguments.survey {
        return super::survey::run(folder, arguments.into.as_deref(), arguments.list);
    }
    let Some(path) = &arguments.spec else { return Ok(exit_code::USAGE) };
    let mut sources = SourceMap::new();
    let (input, _) = match read_file(path, &mut sources) {
        Ok(read) => read,
        Err(diagnostics) => return Err(Failure { diagnostics, sources }),
    };
    let Input::Normalized(spec) = input else {
        let name = path.display().to_string();
        let diagnostic = Diagnostic::new(Code::NotNormalized, Place::file(&name))
            .help(format!("normalize it first: `compoworld normalize {name} --out spec.json`"));
        return Err(Diagnostics::from(diagnostic).into());
    };
    let draft = draft(&spec);
    match &arguments.out {
        None => print_data(&draft.text)?,
        Some(path) if path.exists() && !arguments.force => {
            let name = path.display().to_string();
            let diagnostic = Diagnostic::new(Code::UnwritableFile, Place::file(&name))
                .message(format!("`{name}` is there already, and may hold work"))
                .help("choose another file, or pass --force to overwrite it");
            return Err(Diagnostics::from(diagnostic).into());
        }
        Some(path) => write_atomic(path, draft.text.as_bytes())?,
    }
    eprintln!("{} tools declared, {} simulated", draft.n_declared, draft.n_simulated);
    Ok(exit_code::OK)
}
