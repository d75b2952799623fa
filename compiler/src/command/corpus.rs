//! `compoworld corpus`: all services at once.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::corpus::{
    Output, Problems, compare, find_services, plan_output, status_table, write_output,
};
use crate::diagnostics::{Code, Diagnostic, Place};
use crate::exit_code;

use super::interrupt::Interrupt;
use super::{Failure, Notes, Outcome, print_data, report};

/// Work on all services of the corpus.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Regenerate(Regenerate),
    Status(Folders),
}

/// Make the generated crates what the corpus gives.
#[derive(Debug, Args)]
#[command(after_help = "\
Each crate is replaced whole or not at all, and only when it differs. Crates whose service has left
the corpus are removed. Folders with a spec and no model are left out with a note. A run that is
killed or interrupted (Ctrl-C) leaves crates that can be built; the next run goes on.

Examples:
  compoworld corpus regenerate
  compoworld corpus regenerate --check")]
struct Regenerate {
    #[command(flatten)]
    folders: Folders,
    /// Write nothing; fail when a file is not what the corpus gives
    #[arg(long)]
    check: bool,
    /// Write the services that compile, leave the others as they are
    #[arg(long)]
    keep_going: bool,
}

/// Show what is known of each domain's services and tools.
#[derive(Debug, Args)]
pub(super) struct Folders {
    /// The folder with the services' specs and models
    #[arg(long, value_name = "FOLDER", default_value = "compiler/corpus")]
    pub corpus: PathBuf,
    /// The folder of the generated crates
    #[arg(long, value_name = "FOLDER", default_value = "generated")]
    pub out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Regenerate(arguments) => regenerate(arguments),
        Command::Status(folders) => {
            let (output, _) = compiled(folders, &Interrupt::default())?;
            print_data(&status_table(&output))?;
            Ok(exit_code::OK)
        }
    }
}

/// Compiles the whole corpus behind a progress bar.
pub(super) fn compiled(
    folders: &Folders,
    interrupt: &Interrupt,
) -> Result<(Output, Problems), Failure> {
    let services = find_services(&folders.corpus)?;
    if services.is_empty() {
        let place = Place::file(folders.corpus.display().to_string());
        return Err(Failure::from(crate::diagnostics::Diagnostics::from(
            Diagnostic::new(Code::UnreadableFile, place)
                .message(format!("`{}` has no services", folders.corpus.display()))
                .help("run the command at the root of the repository, or name the folder with `--corpus`"),
        )));
    }
    let bar = progress(services.len(), "compiling");
    let (output, problems) = plan_output(&services, &folders.out, &|| {
        bar.inc(1);
        interrupt.proceed()
    });
    bar.finish_and_clear();
    if problems.diagnostics.has(Code::Interrupted) {
        let Problems { diagnostics, sources } = problems;
        return Err(Failure { diagnostics, sources });
    }
    Ok((output, problems))
}

fn regenerate(arguments: &Regenerate) -> Outcome {
    let interrupt = Interrupt::listen();
    let (output, Problems { diagnostics, sources }) = compiled(&arguments.folders, &interrupt)?;
    let has_errors = diagnostics.has_errors();
    report(&diagnostics, &sources, Notes::Counted);
    if has_errors && !arguments.keep_going {
        eprintln!("nothing is written; `--keep-going` writes the services that compile");
        return Ok(exit_code::FAILED);
    }
    let out: &Path = &arguments.folders.out;
    if arguments.check {
        let differences = compare(&output, out)?;
        if differences.is_empty() && !has_errors {
            let n_services = output.services.len();
            print_data(&format!("{n_services} crates are what the corpus gives\n"))?;
            return Ok(exit_code::OK);
        }
        report(&differences, &sources, Notes::Listed);
        return Ok(exit_code::FAILED);
    }
    let bar = progress(output.services.len() + 1, "writing");
    let applied = write_output(&output, out, &|| {
        bar.inc(1);
        interrupt.proceed()
    });
    bar.finish_and_clear();
    let applied = applied?;
    print_data(&format!(
        "{}: written {}, unchanged {}, removed {}\n",
        out.display(),
        applied.written,
        applied.unchanged,
        applied.removed
    ))?;
    Ok(if has_errors { exit_code::FAILED } else { exit_code::OK })
}

/// A bar on standard error; nothing where that is no terminal.
pub(super) fn progress(length: usize, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg:>10} {bar:40} {pos}/{len} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style);
    bar.set_message(what);
    bar
}
