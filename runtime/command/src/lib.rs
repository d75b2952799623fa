//! The subcommands of `compoworld-runtime`, over any catalog: the program in `runtime/program` brings
//! its own.
//!
//! Data goes to standard output, talk to standard error, and the exit code says what happened
//! ([`exit_code`]).

mod attack;
mod call;
mod catalog_options;
mod contamination;
mod diff;
mod eval;
pub mod exit_code;
mod export;
mod failure;
mod grade;
mod judge_options;
mod make_tasks;
mod model_options;
mod model_source;
mod output;
mod regrade;
mod report;
mod rollout;
mod serve;
mod services;
mod stop_signal;
mod synth;
mod synth_agent;
mod synth_mcp;
mod synth_sessions;
mod task;
mod view;
mod world_file;
mod world_model_options;

use std::ffi::OsString;
use std::io::Write;

use clap::{Parser, Subcommand};
use compoworld_world::Catalog;

use failure::Failure;
use output::Output;

/// Composes compiled services into environments: tasks, rollouts, evaluation.
#[derive(Debug, Parser)]
#[command(
    name = "compoworld",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
A first run:
  compoworld services
  compoworld call help_desk__list_tickets '{}'
  compoworld synth --count 100 --out tasks
  compoworld rollout --policy reference --tasks tasks/train.jsonl --out reference.jsonl
  compoworld eval --tasks tasks/train.jsonl --trajectories reference.jsonl

Exit codes:
  0  everything asked for was done
  1  the input has errors, or a verification failed
  2  the command line is wrong
  3  a file could not be read or written
  4  something outside is missing or broken: a model endpoint, a variable"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Services(services::Arguments),
    Attack(attack::Arguments),
    Diff(diff::Arguments),
    Call(call::Arguments),
    Synth(synth::Arguments),
    Task(task::Arguments),
    Rollout(rollout::Arguments),
    Regrade(regrade::Arguments),
    Grade(grade::Arguments),
    Eval(eval::Arguments),
    Export(export::Arguments),
    Contamination(contamination::Arguments),
    Report(report::Arguments),
    Serve(serve::Arguments),
    View(view::Arguments),
}

/// Runs a command line, the program's name first, and returns the exit code.
pub fn run(
    catalog: &Catalog,
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    data: &mut dyn Write,
    talk: &mut dyn Write,
) -> u8 {
    // A second call in one process finds the subscriber of the first, which will do.
    let _ = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .try_init();

    let mut output = Output::new(data, talk);
    let command = match Cli::try_parse_from(words) {
        Ok(cli) => cli.command,
        Err(error) => {
            let text = error.render().to_string();
            return if error.use_stderr() {
                output.say(text.trim_end());
                exit_code::USAGE
            } else {
                output.print(text.trim_end()).map_or(exit_code::IO, |()| exit_code::OK)
            };
        }
    };
    let outcome = match &command {
        Command::Services(arguments) => services::run(catalog, arguments, &mut output),
        Command::Attack(arguments) => attack::run(catalog, arguments, &mut output),
        Command::Diff(arguments) => diff::run(catalog, arguments, &mut output),
        Command::Call(arguments) => call::run(catalog, arguments, &mut output),
        Command::Synth(arguments) => synth::run(catalog, arguments, &mut output),
        Command::Task(arguments) => task::run(catalog, arguments, &mut output),
        Command::Rollout(arguments) => rollout::run(catalog, arguments, &mut output),
        Command::Regrade(arguments) => regrade::run(catalog, arguments, &mut output),
        Command::Grade(arguments) => grade::run(catalog, arguments, &mut output),
        Command::Eval(arguments) => eval::run(catalog, arguments, &mut output),
        Command::Export(arguments) => export::run(catalog, arguments, &mut output),
        Command::Contamination(arguments) => contamination::run(catalog, arguments, &mut output),
        Command::Report(arguments) => report::run(arguments, &mut output),
        Command::Serve(arguments) => serve::run(catalog, arguments, &mut output),
        Command::View(arguments) => view::run(catalog, arguments, &mut output),
    };
    match outcome {
        Ok(code) => code,
        // Whoever reads our output has seen enough.
        Err(Failure::OutputClosed) => exit_code::OK,
        Err(failure) => {
            output.say(&format!("error: {failure}"));
            failure.exit_code()
        }
    }
}
