//! The `compoworld` command line: one file a subcommand.
//!
//! Data goes to standard output, talk to standard error, and the exit code says what happened
//! (`exit_code`). A subcommand returns its code, or diagnostics from which the code follows.

mod author;
mod author_inputs;
mod check;
mod compile;
mod corpus;
mod diff;
mod draft;
mod explain;
mod forward;
mod harvest;
mod interrupt;
mod normalize;
mod output;
mod quickstart;
mod record;
mod record_options;
mod survey;
mod target_options;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::diagnostics::{Code, Diagnostics, SourceMap};
use crate::exit_code;

pub use output::{Notes, print_data, report};

/// Turns what an MCP server says about its tools into an executable service.
#[derive(Debug, Parser)]
#[command(
    name = "compoworld",
    version,
    arg_required_else_help = true,
    after_help = "\
A first run:
  compoworld harvest --out tools.json -- npx -y some-mcp-server
  compoworld normalize tools.json --service help_desk --domain support --out spec.json

Every problem has a code; `compoworld explain CW0124` tells what it means and what to do.

Exit codes:
  0  everything asked for was done
  1  the input has errors, or a verification failed
  2  the command line is wrong
  3  a file could not be read or written
  4  something outside is missing or broken: a program, a server
  130  interrupted (Ctrl-C); what was done is kept, and another run goes on where it stopped"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Quickstart(quickstart::Arguments),
    Harvest(harvest::Arguments),
    Record(record::Arguments),
    Diff(Box<diff::Arguments>),
    Normalize(normalize::Arguments),
    Draft(draft::Arguments),
    Author(Box<author::Arguments>),
    Check(check::Arguments),
    Compile(compile::Arguments),
    Corpus(corpus::Arguments),
    Verify(verify::Arguments),
    Explain(explain::Arguments),
    #[command(external_subcommand)]
    Forwarded(Vec<String>),
}

/// What a subcommand ends with: its exit code, or what went wrong.
pub type Outcome = Result<u8, Failure>;

/// Why a subcommand did not succeed.
#[derive(Debug)]
pub struct Failure {
    /// What to say.
    pub diagnostics: Diagnostics,
    /// The texts it speaks of.
    pub sources: SourceMap,
}

impl From<Diagnostics> for Failure {
    fn from(diagnostics: Diagnostics) -> Self {
        Self { diagnostics, sources: SourceMap::new() }
    }
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let command = Cli::command().before_help(forward::help());
    let cli = Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    let outcome = match cli.command {
        Command::Quickstart(arguments) => quickstart::run(&arguments),
        Command::Harvest(arguments) => harvest::run(&arguments),
        Command::Record(arguments) => record::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Normalize(arguments) => normalize::run(&arguments),
        Command::Draft(arguments) => draft::run(&arguments),
        Command::Author(arguments) => author::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Compile(arguments) => compile::run(&arguments),
        Command::Corpus(arguments) => corpus::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Forwarded(words) => forward::run(&words),
    };
    let code = outcome.unwrap_or_else(|Failure { diagnostics, sources }| {
        report(&diagnostics, &sources, Notes::Counted);
        failure_code(&diagnostics)
    });
    ExitCode::from(code)
}

/// The exit code that fits the gravest kind of problem among `diagnostics`.
pub fn failure_code(diagnostics: &Diagnostics) -> u8 {
    let codes = || diagnostics.iter().map(|one| one.code);
    if codes().any(|code| code == Code::Interrupted) {
        exit_code::INTERRUPTED
    } else if codes().any(|code| matches!(code, Code::UnreadableFile | Code::UnwritableFile)) {
        exit_code::IO
    } else if codes().any(|code| (300..350).contains(&code.number())) {
        exit_code::ENVIRONMENT
    } else {
        exit_code::FAILED
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
