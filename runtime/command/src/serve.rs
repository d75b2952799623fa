//! `serve`: environments for agents, over MCP.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use compoworld_core::Timestamp;
use compoworld_serve::{HttpOptions, serve_http, serve_stdio};
use compoworld_world::planner::inhabit;
use compoworld_world::{
    Catalog, CatalogCheck, Environment, Recording, ToolView, initial_environment, read_tasks,
};

use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;

/// Serve environments to agents over MCP: stdio, or streamable HTTP with --http.
#[derive(Debug, Args)]
#[command(after_help = "\
Each session gets an environment of its own, a fork of the same start; sessions never see each
other. The agent reaches the tools and nothing else.

Over HTTP the endpoint is /mcp. Off loopback a token is required; leave TLS to a proxy in front.

Examples:
  compoworld serve --services github,slack
  compoworld serve --tasks tasks/train.jsonl --task easy-000017
  compoworld serve --services github,slack --view meta --http 127.0.0.1:8321
  TOKEN=… compoworld serve --services stripe --http 0.0.0.0:8321 --token-env TOKEN")]
pub(crate) struct Arguments {
    /// The services, by name; filled with plausible rows
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required_unless_present = "tasks")]
    services: Vec<String>,
    /// Start every session where a task of this file starts
    #[arg(long, value_name = "FILE", conflicts_with = "services")]
    tasks: Option<PathBuf>,
    /// Which task of the file; the first when absent
    #[arg(long, value_name = "ID", requires = "tasks")]
    task: Option<String>,
    /// Leave the services empty
    #[arg(long, requires = "services")]
    empty: bool,
    /// How the tools are shown: every tool flat, or the four meta-tools
    #[arg(long, value_enum, default_value_t = View::Flat)]
    view: View,
    /// Listen here for streamable HTTP, such as 127.0.0.1:8321
    #[arg(long, value_name = "ADDRESS")]
    http: Option<SocketAddr>,
    /// The environment variable that holds the bearer token
    #[arg(long, value_name = "NAME", requires = "http")]
    token_env: Option<String>,
    /// After how many seconds of silence a session over HTTP ends
    #[arg(long, value_name = "SECONDS", default_value_t = 900, requires = "http")]
    idle_seconds: u64,
    /// The seed of the rows and of every identifier
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The instant at which the services' clocks start
    #[arg(long, value_name = "TIME", default_value = "2026-03-02T09:00:00Z")]
    epoch: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    Flat,
    Meta,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let environment = match &arguments.tasks {
        Some(path) => of_task(catalog, path, arguments.task.as_deref(), output)?,
        None => of_services(catalog, arguments)?,
    };
    // A session may last for days; nobody reads its log of calls here.
    let environment = environment.with_recording(Recording::Nothing);
    let view = match arguments.view {
        View::Flat => ToolView::Flat,
        View::Meta => ToolView::Meta,
    };
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Environment(format!("cannot start threads: {error}")))?;
    let Some(address) = arguments.http else {
        runtime.block_on(serve_stdio(environment, view))?;
        return Ok(exit_code::OK);
    };
    let token = arguments.token_env.as_deref().map(read_token).transpose()?;
    let options = HttpOptions { address, token, view, idle_ms: arguments.idle_seconds * 1_000 };
    let ready = |address: SocketAddr| {
        output.say(&format!("serving MCP at http://{address}/mcp; Ctrl-C ends it"));
    };
    runtime.block_on(serve_http(environment, options, ready, async {
        // Without a handler for Ctrl-C the process just ends, which is as good.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }))?;
    Ok(exit_code::OK)
}

fn read_token(name: &str) -> Result<String, Failure> {
    match std::env::var(name) {
        Ok(token) if !token.is_empty() => Ok(token),
        _ => Err(Failure::Environment(format!(
            "the environment variable `{name}` is not set: put the token there"
        ))),
    }
}

fn of_services(catalog: &Catalog, arguments: &Arguments) -> Result<Environment, Failure> {
    let epoch = Timestamp::parse(&arguments.epoch)
        .map_err(|error| Failure::Usage(format!("--epoch: {error}")))?;
    let mut environment = Environment::new(catalog, arguments.seed, epoch);
    for name in &arguments.services {
        environment.add(name, catalog.require(name)?)?;
    }
    if !arguments.empty {
        inhabit(&mut environment, arguments.seed)?;
    }
    Ok(environment)
}

fn of_task(
    catalog: &Catalog,
    path: &Path,
    id: Option<&str>,
    output: &mut Output<'_>,
) -> Result<Environment, Failure> {
    let read = read_tasks(path, catalog, CatalogCheck::ServicesInUse)?;
    output.say_notes(&read.notes);
    let task = match id {
        None => read.tasks.first(),
        Some(id) => read.tasks.iter().find(|task| task.id == id),
    };
    let Some(task) = task else {
        let wanted = id.map_or("a task".to_owned(), |id| format!("the task `{id}`"));
        return Err(Failure::Input(format!("{}: {wanted} is not there", path.display())));
    };
    output.say(&format!("task {}: {}", task.id, task.instruction));
    Ok(initial_environment(catalog, task)?)
}
