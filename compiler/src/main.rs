//! The `compoworld` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    compoworld::command::run()
}
