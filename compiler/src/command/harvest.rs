//! `compoworld harvest`: asks a live server for its tools and saves its answer.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use ureq::http::{HeaderName, HeaderValue, Uri};

use crate::diagnostics::SourceMap;
use crate::exit_code;
use crate::harvest::{HttpRequest, Request, harvest, harvest_over_http};
use crate::write_atomic::write_atomic;

use super::{Notes, Outcome, print_data, report};

/// Ask an MCP server, started here or running at a URL, for its tools and save the list, word for
/// word.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  compoworld harvest --out tools.json -- npx -y @modelcontextprotocol/server-memory
  compoworld harvest --env API_KEY=x --timeout 120 -- python3 -m some_server stdio
  compoworld harvest --url https://example.com/mcp --header 'Authorization: Bearer x'

Only the list is asked for; no tool is called. A server that was started is ended afterwards.
Values given with --env and --header are not saved.")]
pub(super) struct Arguments {
    /// Where to save the list; standard output when absent
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The streamable HTTP endpoint of a server that runs already
    #[arg(long, value_name = "URL", value_parser = parse_url)]
    url: Option<String>,
    /// A header for every request to the URL; may be repeated
    #[arg(long, value_name = "NAME: VALUE", requires = "url", value_parser = parse_header)]
    header: Vec<(HeaderName, HeaderValue)>,
    /// A variable for the server's environment; may be repeated
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "url", value_parser = parse_variable)]
    env: Vec<(String, String)>,
    /// Seconds that the whole exchange may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// The server's command and its arguments, after `--`
    #[arg(
        last = true,
        required_unless_present = "url",
        conflicts_with = "url",
        value_name = "COMMAND"
    )]
    command: Vec<String>,
}

fn parse_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=VALUE".to_owned()),
    }
}

fn parse_url(text: &str) -> Result<String, String> {
    let url: Uri = text.parse().map_err(|error| format!("no URL: {error}"))?;
    match url.scheme_str() {
        Some("http" | "https") if url.host().is_some_and(|host| !host.is_empty()) => {
            Ok(text.to_owned())
        }
        _ => Err("write it as http://HOST:PORT/PATH or https://HOST/PATH".to_owned()),
    }
}

/// What the exchange sets itself, a caller cannot.
const OWN_HEADERS: [&str; 5] =
    ["accept", "content-type", "mcp-session-id", "mcp-protocol-version", "last-event-id"];

fn parse_header(text: &str) -> Result<(HeaderName, HeaderValue), String> {
    let (name, value) = text.split_once(':').ok_or("write it as 'NAME: VALUE'")?;
    let name: HeaderName = name.trim().parse().map_err(|error| format!("no name: {error}"))?;
    if OWN_HEADERS.contains(&name.as_str()) {
        return Err(format!("`{name}` is set by the exchange itself"));
    }
    // The value may be a key: an error must not repeat it.
    let value = value.trim().parse().map_err(|_| "the value has characters that no header may")?;
    Ok((name, value))
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let timeout = Duration::from_secs(arguments.timeout);
    let (text, diagnostics) = match &arguments.url {
        Some(url) => harvest_over_http(&HttpRequest {
            headers: arguments.header.iter().cloned().collect(),
            timeout,
            ..HttpRequest::new(url)
        })?,
        None => {
            let (program, rest) = arguments
                .command
                .split_first()
                .expect("clap demands at least one word after `--` without a URL");
            harvest(&Request {
                variables: arguments.env.clone(),
                timeout,
                ..Request::new(program, rest.to_vec())
            })?
        }
    };
    match &arguments.out {
        Some(path) => write_atomic(path, text.as_bytes())?,
        None => print_data(&text)?,
    }
    report(&diagnostics, &SourceMap::new(), Notes::Listed);
    Ok(exit_code::OK)
}
