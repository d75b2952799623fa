//! `compoworld harvest`: asks a live server for its tools and saves its answer.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::diagnostics::SourceMap;
use crate::exit_code;
use crate::harvest::{Request, harvest};
use crate::write_atomic::write_atomic;

use super::{Notes, Outcome, print_data, report};

/// Start an MCP server over stdio and save its list of tools, word for word.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  compoworld harvest --out tools.json -- npx -y @modelcontextprotocol/server-memory
  compoworld harvest --env API_KEY=x --timeout 120 -- python3 -m some_server stdio

Only the list is asked for; no tool is called. The server is ended afterwards. Values given with
--env are not saved.")]
pub(super) struct Arguments {
    /// Where to save the list; standard output when absent
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A variable for the server's environment; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_variable)]
    env: Vec<(String, String)>,
    /// Seconds that the whole exchange may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// The server's command and its arguments, after `--`
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

fn parse_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=VALUE".to_owned()),
    }
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let (program, rest) =
        arguments.command.split_first().expect("clap demands at least one word after `--`");
    let request = Request {
        variables: arguments.env.clone(),
        timeout: Duration::from_secs(arguments.timeout),
        ..Request::new(program, rest.to_vec())
    };
    let (text, diagnostics) = harvest(&request)?;
    match &arguments.out {
        Some(path) => write_atomic(path, text.as_bytes())?,
        None => print_data(&text)?,
    }
    report(&diagnostics, &SourceMap::new(), Notes::Listed);
    Ok(exit_code::OK)
}
