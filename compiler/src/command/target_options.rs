//! The options that say which server is meant, shared by the subcommands that talk to one.
//!
//! Whether one has to be named, and what else may be named in its place, each subcommand says with
//! a group over `url` and `command`.

use std::time::Duration;

use clap::Args;
use ureq::http::{HeaderName, HeaderValue, Uri};

use crate::harvest::{HttpRequest, Request, Target};

/// A server: the command that starts it, or the URL where it runs.
#[derive(Debug, Args)]
pub(super) struct TargetOptions {
    /// The streamable HTTP endpoint of a server that runs already
    #[arg(long, value_name = "URL", value_parser = parse_url)]
    url: Option<String>,
    /// A header for every request to the URL; may be repeated
    #[arg(long, value_name = "NAME: VALUE", requires = "url", value_parser = parse_header)]
    header: Vec<(HeaderName, HeaderValue)>,
    /// A variable for the server's environment; may be repeated
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "url", value_parser = parse_variable)]
    env: Vec<(String, String)>,
    /// Seconds until the server has to have told its tools
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// The server's command and its arguments, after `--`
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

impl TargetOptions {
    /// The server that is meant, if one is named.
    pub(super) fn target(&self) -> Option<Target> {
        let timeout = Duration::from_secs(self.timeout);
        if let Some(url) = &self.url {
            let headers = self.header.iter().cloned().collect();
            return Some(Target::Url(HttpRequest { headers, timeout, ..HttpRequest::new(url) }));
        }
        let (program, rest) = self.command.split_first()?;
        let variables = self.env.clone();
        let request = Request { variables, timeout, ..Request::new(program, rest.to_vec()) };
        Some(Target::Command(request))
    }
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
