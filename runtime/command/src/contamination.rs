//! `contamination`: what an evaluation shares with training.

use std::path::PathBuf;

use clap::Args;
use compoworld_export::contamination::{contamination, markdown};
use compoworld_world::Catalog;

use crate::catalog_options::TaskOptions;
use crate::exit_code;
use crate::failure::Failure;
use crate::output::{Output, write_file, write_json_file};

/// Tell what the tasks of an evaluation share with those of training.
#[derive(Debug, Args)]
#[command(after_help = "\
Counted are tasks that are in both, sets of services, walks, near-identical instructions (by
phrases of five words), texts in rows, and texts that have to be found. The report is printed as
Markdown, or as JSON with --json; --out writes both.

Example:
  compoworld contamination --train tasks/train.jsonl --evaluation tasks/heldout.jsonl --out report")]
pub(crate) struct Arguments {
    /// The tasks to learn from
    #[arg(long, value_name = "FILE")]
    train: PathBuf,
    /// The tasks to measure with
    #[arg(long, value_name = "FILE")]
    evaluation: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write contamination.md and contamination.json to this folder, too
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    options: TaskOptions,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let train = arguments.options.read_all(catalog, &arguments.train, output)?;
    let evaluation = arguments.options.read(catalog, &arguments.evaluation, output)?;
    let found = contamination(&train, &evaluation);
    if let Some(folder) = &arguments.out {
        write_file(&folder.join("contamination.md"), markdown(&found))?;
        write_json_file(&folder.join("contamination.json"), &found)?;
    }
    if arguments.json {
        output.print_json(&found)?;
    } else {
        output.print(markdown(&found).trim_end())?;
    }
    Ok(exit_code::OK)
}
