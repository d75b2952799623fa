//! The `compoworld-lm` command: arguments, the subcommands, exit codes.

mod arguments;
mod eval;
pub mod exit_code;
mod failure;
mod merge;
pub mod model_choice;
mod needed_memory;
mod serve;
mod sft;
mod sft_arguments;
pub mod stop_signal;

pub use arguments::Arguments;
pub use failure::Failure;

use arguments::Subcommand;

/// Runs a subcommand.
///
/// # Errors
/// A [`Failure`], with a message for the user and an exit code.
pub fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.subcommand {
        Subcommand::Serve(arguments) => serve::run(&arguments),
        Subcommand::Sft(arguments) => sft::run(&arguments),
        Subcommand::Eval(arguments) => eval::run(&arguments),
        Subcommand::Merge(arguments) => merge::run(&arguments),
    }
}
