//! The `compoworld-lm` command: arguments, the subcommand, exit codes.

mod arguments;
pub mod exit_code;
mod failure;
mod serve;

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
    }
}
