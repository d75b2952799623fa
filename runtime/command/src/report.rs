//! `report`: a run's files as one HTML page.

use std::path::PathBuf;

use clap::Args;
use compoworld_report::{read_run, render_page};

use crate::exit_code;
use crate::failure::Failure;
use crate::output::{Output, write_file};

/// Write a run's files as one HTML page.
#[derive(Debug, Args)]
#[command(after_help = "\
The page shows the services, a task with the values that flow through it, the curves of training
and the pass rates. It needs no network.

Example:
  compoworld report compoworld-out/quickstart --out report.html")]
pub(crate) struct Arguments {
    /// The folder that a run wrote to
    run: PathBuf,
    /// The page to write
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output<'_>) -> Result<u8, Failure> {
    let page = render_page(&read_run(&arguments.run)?)?;
    write_file(&arguments.out, &page)?;
    output.say(&format!("the page is {}", arguments.out.display()));
    Ok(exit_code::OK)
}
