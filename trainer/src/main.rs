//! The `compoworld-trainer` program.

use std::process::ExitCode;

use clap::Parser;
use compoworld_trainer::command::arguments::Arguments;
use compoworld_trainer::command::{exit_code, run};
use compoworld_world::Catalog;

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_default_env()
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn")),
        )
        .without_time()
        .init();
    let catalog = Catalog::new(compoworld_catalog::SERVICES);
    match run(Arguments::parse(), &catalog) {
        Ok(()) => ExitCode::from(exit_code::OK),
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(failure.exit_code)
        }
    }
}
