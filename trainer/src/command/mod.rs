//! The `compoworld-trainer` command: arguments, the subcommands, exit codes.

pub mod arguments;
mod eval;
pub mod exit_code;
pub mod failure;
mod grpo;
mod grpo_lm;
mod grpo_lm_arguments;
mod settings;
mod sft;

use compoworld_world::Catalog;

use self::arguments::{Arguments, Subcommand};
use self::failure::Failure;

/// Runs a subcommand over the services of a catalog.
///
/// # Errors
/// A [`Failure`], with a message for the user and an exit code.
pub fn run(arguments: Arguments, catalog: &Catalog) -> Result<(), Failure> {
    match arguments.subcommand {
        Subcommand::Sft(arguments) => sft::run(&arguments, catalog),
        Subcommand::Grpo(arguments) => grpo::run(&arguments, catalog),
        Subcommand::GrpoLm(arguments) => grpo_lm::run(&arguments, catalog),
        Subcommand::Eval(arguments) => eval::run(&arguments, catalog),
    }
}
