//! `compoworld explain`: what a diagnostic code means and what to do about it.

use clap::Args;

use crate::diagnostics::{Code, explain, suggest};
use crate::exit_code;

use super::{Outcome, print_data};

/// Explain a diagnostic code, or list all of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  compoworld explain CW0124
  compoworld explain 124
  compoworld explain            list all codes")]
pub(super) struct Arguments {
    /// The code as the diagnostic shows it, such as CW0124
    code: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let Some(wanted) = &arguments.code else {
        let lines = Code::all()
            .map(|code| format!("{code}  {:7}  {}\n", code.severity().to_string(), code.title()));
        print_data(&lines.collect::<String>())?;
        return Ok(exit_code::OK);
    };
    if let Some(code) = Code::parse(wanted) {
        print_data(&explain(code))?;
        return Ok(exit_code::OK);
    }
    eprintln!("`{wanted}` is not a diagnostic code");
    for code in suggest(wanted) {
        eprintln!("  {code}  {}", code.title());
    }
    eprintln!("`compoworld explain` lists all codes");
    Ok(exit_code::USAGE)
}
