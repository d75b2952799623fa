//! The `compoworld-lm` program.

use std::process::ExitCode;

use clap::Parser;
use compoworld_lm::command::{Arguments, exit_code, run};

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::from(exit_code::OK),
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(failure.exit_code)
        }
    }
}
