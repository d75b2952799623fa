//! `serve`: worlds for agents and trainers, over MCP, OpenEnv and NeMo Gym.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use compoworld_core::{ServiceDef, Timestamp};
use compoworld_serve::{
    Access, Choice, HttpOptions, Listening, RewardKind, Sessions, TaskWorlds, ToolNames,
    TrajectoryLog, Worlds, serve_http, serve_stdio,
};
use compoworld_world::planner::inhabit;
use compoworld_world::{
    Catalog, CatalogCheck, Environment, PreparedTask, Task, ToolView, read_tasks,
};

use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;
use crate::stop_signal::stop_signal;
use crate::world_model_options::{ReadyWorldModel, WorldModelOptions};

/// Serve worlds to agents and trainers: MCP over stdio, or MCP, OpenEnv and NeMo Gym over HTTP.
#[derive(Debug, Args)]
#[command(after_help = include_str!("serve_help.txt"))]
pub(crate) struct Arguments {
    /// The services, by name; filled with plausible rows
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required_unless_present = "tasks")]
    services: Vec<String>,
    /// Give each session a task of this file, in turn, and judge what it does
    #[arg(long, visible_alias = "task", value_name = "FILE", conflicts_with = "services")]
    tasks: Option<PathBuf>,
    /// Give this task alone
    #[arg(long, value_name = "ID", requires = "tasks")]
    id: Option<String>,
    /// Append the trajectory of each attempt to this file
    #[arg(long, value_name = "FILE", requires = "tasks")]
    out: Option<PathBuf>,
    /// The policy's name in the trajectories
    #[arg(long, value_name = "NAME", default_value = "served", requires = "tasks")]
    policy: String,
    /// What trainers are told when a task is over
    #[arg(long, value_enum, default_value_t = Reward::Binary, requires = "tasks")]
    reward: Reward,
    /// How many tool calls an attempt may make
    #[arg(long, value_name = "N", default_value_t = 100, requires = "tasks")]
    calls_max: usize,
    /// Leave the services empty
    #[arg(long, requires = "services")]
    empty: bool,
    /// The seed of the rows and of every identifier, where a session asks for no other
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The instant at which the services' clocks start
    #[arg(long, value_name = "TIME", default_value = "2026-03-02T09:00:00Z")]
    epoch: String,
    /// How the tools are shown: every tool flat, or the four meta-tools
    #[arg(long, value_enum, default_value_t = View::Flat)]
    view: View,
    /// Call the tools as the real servers call them, and not `service__tool`
    #[arg(long, requires = "services", conflicts_with = "view")]
    wire_names: bool,
    /// Listen here for MCP over streamable HTTP, such as 127.0.0.1:8321
    #[arg(long, value_name = "ADDRESS")]
    http: Option<SocketAddr>,
    #[command(flatten)]
    world_model: WorldModelOptions,
    #[command(flatten, next_help_heading = "Over HTTP")]
    over_http: OverHttp,
}

/// Options that go with `--http`.
#[derive(Debug, Args)]
struct OverHttp {
    /// Give trainers OpenEnv's routes, at the same address
    #[arg(long, requires = "http")]
    openenv: bool,
    /// Listen here for NeMo Gym's agent servers
    #[arg(long, value_name = "ADDRESS", requires_all = ["http", "tasks"])]
    nemo_gym: Option<SocketAddr>,
    /// The environment variable that holds the bearer token
    #[arg(long, value_name = "NAME", requires = "http")]
    token_env: Option<String>,
    /// The environment variable that holds a token of the trainers' own
    #[arg(long, value_name = "NAME", requires = "http")]
    trainer_token_env: Option<String>,
    /// Let web pages of this origin in, such as https://app.example.com
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    allow_origin: Vec<String>,
    /// How many sessions there may be at a time
    #[arg(long, value_name = "N", default_value_t = 4096, requires = "http")]
    sessions_max: usize,
    /// After how many seconds of silence a session ends
    #[arg(long, value_name = "SECONDS", default_value_t = 900, requires = "http",
        value_parser = clap::value_parser!(u64).range(1..))]
    idle_seconds: u64,
    /// How many seconds a request may take
    #[arg(long, value_name = "SECONDS", default_value_t = 30, requires = "http",
        value_parser = clap::value_parser!(u64).range(1..))]
    request_seconds: u64,
    /// How many KiB a request may have
    #[arg(long, value_name = "KIB", default_value_t = 1024, requires = "http",
        value_parser = clap::value_parser!(u32).range(1..))]
    body_kib_max: u32,
    /// How many requests a second one address may make; no limit when absent
    #[arg(long, value_name = "N", requires = "http",
        value_parser = clap::value_parser!(u32).range(1..))]
    requests_per_second: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    Flat,
    Meta,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Reward {
    /// 1 when every criterion holds, else 0
    Binary,
    /// The share of the criteria that hold; whoever does nothing gets the share of the guards
    Uniform,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let view = match arguments.view {
        View::Flat => ToolView::Flat,
        View::Meta => ToolView::Meta,
    };
    let world_model = Arc::new(arguments.world_model.open(catalog)?);
    let worlds = match &arguments.tasks {
        Some(path) => {
            let tasks = of_tasks(catalog, path, arguments, &world_model, output)?;
            Worlds::of_tasks(tasks, view)
        }
        None => of_services(catalog, arguments, &world_model, view)?,
    };
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Environment(format!("cannot start threads: {error}")))?;
    let over_http = &arguments.over_http;
    let idle = Duration::from_secs(over_http.idle_seconds);
    let sessions = Sessions::new(worlds, over_http.sessions_max, idle);
    let served = match arguments.http {
        None => {
            let served = runtime.block_on(serve_stdio(sessions, Choice::default(), stop_signal()));
            served.map_err(Failure::from)
        }
        Some(address) => {
            let options = http_options(address, arguments)?;
            let ready = |listening| say_ready(output, over_http.openenv, listening);
            let served = runtime.block_on(serve_http(sessions, options, ready, stop_signal()));
            served.map_err(Failure::from)
        }
    };
    // What still goes on ends here, so that attempts are judged and kept. A thread that reads
    // standard input cannot be ended, and is left behind.
    runtime.shutdown_timeout(Duration::from_millis(200));
    world_model.say_usage(output);
    served.map(|()| exit_code::OK)
}

fn say_ready(output: &mut Output<'_>, openenv: bool, listening: Listening) {
    let Listening { http, nemo_gym } = listening;
    output.say(&format!("serving MCP at http://{http}/mcp; Ctrl-C ends it"));
    if openenv {
        output.say(&format!("serving OpenEnv at http://{http}"));
    }
    if let Some(address) = nemo_gym {
        output.say(&format!("serving NeMo Gym at http://{address}"));
    }
}

fn http_options(address: SocketAddr, arguments: &Arguments) -> Result<HttpOptions, Failure> {
    const KIB: usize = 1024;
    let over_http = &arguments.over_http;
    let token = |name: &Option<String>| name.as_deref().map(read_token).transpose();
    let split = arguments.tasks.as_deref().and_then(Path::file_stem);
    Ok(HttpOptions {
        address,
        openenv: over_http.openenv,
        nemo_gym: over_http.nemo_gym,
        split: split.map_or("train".into(), |stem| stem.to_string_lossy().into_owned()),
        access: Access {
            agent_token: token(&over_http.token_env)?,
            trainer_token: token(&over_http.trainer_token_env)?,
            origins: over_http.allow_origin.clone(),
        },
        body_bytes_max: over_http.body_kib_max as usize * KIB,
        request_ms: over_http.request_seconds * 1_000,
        requests_per_s: over_http.requests_per_second,
    })
}

fn read_token(name: &str) -> Result<String, Failure> {
    match std::env::var(name) {
        Ok(token) if !token.is_empty() => Ok(token),
        _ => Err(Failure::Environment(format!(
            "the environment variable `{name}` is not set: put the token there"
        ))),
    }
}

fn of_services(
    catalog: &Catalog,
    arguments: &Arguments,
    world_model: &Arc<ReadyWorldModel>,
    view: ToolView,
) -> Result<Worlds, Failure> {
    let epoch = Timestamp::parse(&arguments.epoch)
        .map_err(|error| Failure::Usage(format!("--epoch: {error}")))?;
    let mut services: Vec<(String, &'static ServiceDef)> = Vec::new();
    for name in &arguments.services {
        services.push((name.clone(), catalog.require(name)?));
    }
    let (catalog, empty) = (catalog.clone(), arguments.empty);
    let world_model = Arc::clone(world_model);
    let make = move |seed| {
        let mut environment = Environment::new(&catalog, seed, epoch);
        for (name, service) in &services {
            environment.add(name, service).map_err(|error| error.to_string())?;
        }
        if !empty {
            inhabit(&mut environment, seed).map_err(|error| error.to_string())?;
        }
        Ok(world_model.attach(environment))
    };
    let names = if arguments.wire_names { ToolNames::Wire } else { ToolNames::Full };
    Worlds::seeded(arguments.seed, view, names, Box::new(make))
        .map_err(|error| Failure::Input(error.to_string()))
}

fn of_tasks(
    catalog: &Catalog,
    path: &Path,
    arguments: &Arguments,
    world_model: &ReadyWorldModel,
    output: &mut Output<'_>,
) -> Result<TaskWorlds, Failure> {
    let read = read_tasks(path, catalog, CatalogCheck::ServicesInUse)?;
    output.say_notes(&read.notes);
    let chosen = |task: &Task| arguments.id.as_ref().is_none_or(|id| task.id == *id);
    let tasks: Vec<Task> = read.tasks.into_iter().filter(chosen).collect();
    let Some(first) = tasks.first() else {
        let wanted = arguments.id.as_ref().map_or("a task".into(), |id| format!("the task `{id}`"));
        return Err(Failure::Input(format!("{}: {wanted} is not there", path.display())));
    };
    // A file of another catalog is told now, and not to the first client.
    PreparedTask::new(catalog, Arc::new(first.clone()))?;
    let log = match &arguments.out {
        None => None,
        Some(out) => {
            if let Some(folder) = out.parent() {
                std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
            }
            let (log, notes) = TrajectoryLog::open(out, &arguments.policy, &tasks)?;
            output.say_notes(&notes);
            Some(Arc::new(log))
        }
    };
    output.say(&format!("{} tasks, given out in turn", tasks.len()));
    Ok(TaskWorlds {
        catalog: catalog.clone(),
        tasks: tasks.into_iter().map(Arc::new).collect(),
        calls_max: arguments.calls_max,
        reward: match arguments.reward {
            Reward::Uniform => RewardKind::Uniform,
            Reward::Binary => RewardKind::Binary,
        },
        world_model: Arc::clone(&world_model.world_model),
        quarantined: world_model.quarantined.clone(),
        log,
    })
}
