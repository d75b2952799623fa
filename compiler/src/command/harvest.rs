//! `compoworld harvest`: asks a live server for its tools and saves its answer.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use crate::diagnostics::SourceMap;
use crate::exit_code;
use crate::harvest::harvest_from;
use crate::write_atomic::write_atomic;

use super::target_options::TargetOptions;
use super::{Notes, Outcome, print_data, report};

/// Ask an MCP server, started here or running at a URL, for its tools and save the list, word for
/// word.
#[derive(Debug, Args)]
#[command(
    override_usage = "compoworld harvest [OPTIONS] -- <COMMAND>...\n       \
                      compoworld harvest [OPTIONS] --url <URL>",
    group(ArgGroup::new("server").args(["url", "command"]).required(true)),
    after_help = "\
Examples:
  compoworld harvest --out tools.json -- npx -y @modelcontextprotocol/server-memory
  compoworld harvest --env API_KEY=x --timeout 120 -- python3 -m some_server stdio
  compoworld harvest --url https://example.com/mcp --header 'Authorization: Bearer x'

Only the list is asked for; no tool is called. A server that was started is ended afterwards.
Values given with --env and --header are not saved."
)]
pub(super) struct Arguments {
    /// Where to save the list; standard output when absent
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    target: TargetOptions,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let target = arguments.target.target().expect("clap demands a URL or a command");
    let (text, diagnostics) = harvest_from(&target)?;
    match &arguments.out {
        Some(path) => write_atomic(path, text.as_bytes())?,
        None => print_data(&text)?,
    }
    report(&diagnostics, &SourceMap::new(), Notes::Listed);
    Ok(exit_code::OK)
}
