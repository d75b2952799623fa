//! Harbor: one folder a task.
//!
//! The agent works in a plain container. The services run in a second one that shares its network,
//! and answer over MCP on loopback, so that neither their state nor the rubric is in the agent's
//! reach. A third one, the verifier's, gets what the agent did as ATIF, replays it, and judges.

use askama::Template;
use compoworld_world::rollout::Trajectory;
use compoworld_world::{Catalog, Task};
use serde::Serialize;

use crate::atif::atif;
use crate::conversation::conversations;
use crate::dataset::{ExportError, File};
use crate::split::Split;

/// The version of Harbor's task format that the folders are written in.
const SCHEMA_VERSION: &str = "1.4";
/// Where Harbor's agents keep what they did.
const ATIF_PATH: &str = "/logs/agent/trajectory.json";
/// The port of the services, on loopback.
const PORT: u16 = 8321;

#[derive(Serialize)]
struct TaskToml<'a> {
    schema_version: &'a str,
    artifacts: [&'a str; 1],
    task: Package,
    metadata: Metadata<'a>,
    agent: Agent,
    verifier: Verifier<'a>,
    environment: EnvironmentTable<'a>,
}

#[derive(Serialize)]
struct Package {
    name: String,
    description: String,
}

#[derive(Serialize)]
struct Metadata<'a> {
    split: &'a str,
    k: usize,
    l: usize,
    variations: &'a [String],
    services: Vec<&'a str>,
    generator: &'a str,
    catalog_version: &'a str,
    task_digest: String,
    /// As text: seeds are larger than what TOML readers have to keep.
    seed: String,
}

#[derive(Serialize)]
struct Agent {
    timeout_sec: f64,
}

#[derive(Serialize)]
struct Verifier<'a> {
    timeout_sec: f64,
    environment_mode: &'a str,
}

#[derive(Serialize)]
struct EnvironmentTable<'a> {
    build_timeout_sec: f64,
    healthcheck: Healthcheck,
    mcp_servers: [McpServer<'a>; 1],
}

/// When the agent may begin: once the services listen.
#[derive(Serialize)]
struct Healthcheck {
    command: String,
    interval_sec: f64,
    retries: u32,
}

#[derive(Serialize)]
struct McpServer<'a> {
    name: &'a str,
    transport: &'a str,
    url: String,
}

#[derive(Template)]
#[template(path = "harbor/test.sh", escape = "none")]
struct TestScript<'a> {
    atif: &'a str,
}

#[derive(Template)]
#[template(path = "harbor/docker-compose.yaml", escape = "none")]
struct Compose {
    port: u16,
}

/// The files of one task.
pub(crate) fn harbor_task(
    catalog: &Catalog,
    task: &Task,
    split: Split,
) -> Result<Vec<File>, ExportError> {
    let folder = folder_name(&task.id);
    let config = toml::to_string(&task_toml(task, split, &folder)).map_err(|error| {
        ExportError::Folder { task: task.id.clone(), message: error.to_string() }
    })?;
    let line = serde_json::to_string(task).expect("a task is plain JSON") + "\n";
    let reference = reference(catalog, task)?;
    let reference = serde_json::to_string_pretty(&atif(&reference)).expect("it is plain JSON");
    let instruction = format!(
        "{}\n\nThe services are the tools of the MCP server `world`. When you are done, say the \
         answer if you were asked for one, and confirm in a sentence otherwise.\n",
        task.instruction
    );
    let files = [
        ("task.toml", config),
        ("instruction.md", instruction),
        ("environment/Dockerfile", include_str!("../templates/harbor/agent.Dockerfile").to_owned()),
        ("environment/docker-compose.yaml", Compose { port: PORT }.render()?),
        (
            "environment/world/Dockerfile",
            include_str!("../templates/harbor/world.Dockerfile").to_owned(),
        ),
        ("environment/world/task.jsonl", line.clone()),
        ("tests/Dockerfile", include_str!("../templates/harbor/tests.Dockerfile").to_owned()),
        ("tests/task.jsonl", line),
        ("tests/test.sh", TestScript { atif: ATIF_PATH }.render()?),
        ("solution/solve.sh", include_str!("../templates/harbor/solve.sh").to_owned()),
        ("solution/trajectory.json", reference + "\n"),
    ];
    let split = split.as_str();
    Ok(files.map(|(path, text)| File::new(format!("{split}/{folder}/{path}"), text)).into())
}

fn reference(catalog: &Catalog, task: &Task) -> Result<Trajectory, ExportError> {
    let mut followed = conversations(catalog, std::slice::from_ref(task), None)?;
    let only = followed.pop().expect("one task gives one conversation");
    Ok(only.trajectory)
}

fn task_toml<'a>(task: &'a Task, split: Split, folder: &str) -> TaskToml<'a> {
    const AGENT_SECONDS: f64 = 1_800.0;
    const VERIFIER_SECONDS: f64 = 120.0;
    const BUILD_SECONDS: f64 = 600.0;
    TaskToml {
        schema_version: SCHEMA_VERSION,
        artifacts: [ATIF_PATH],
        task: Package {
            name: format!("compoworld/{folder}"),
            description: format!(
                "{} services, a walk of {} steps.",
                task.difficulty.k, task.difficulty.l
            ),
        },
        metadata: Metadata {
            split: split.as_str(),
            k: task.difficulty.k,
            l: task.difficulty.l,
            variations: &task.difficulty.variations,
            services: task.services.iter().map(|used| used.service.as_str()).collect(),
            generator: &task.generator,
            catalog_version: &task.catalog_version,
            task_digest: task.digest(),
            seed: task.seed.to_string(),
        },
        agent: Agent { timeout_sec: AGENT_SECONDS },
        verifier: Verifier { timeout_sec: VERIFIER_SECONDS, environment_mode: "separate" },
        environment: EnvironmentTable {
            build_timeout_sec: BUILD_SECONDS,
            healthcheck: Healthcheck {
                command: format!("bash -c ': > /dev/tcp/127.0.0.1/{PORT}'"),
                interval_sec: 1.0,
                retries: 30,
            },
            mcp_servers: [McpServer {
                name: "world",
                transport: "streamable-http",
                url: format!("http://127.0.0.1:{PORT}/mcp"),
            }],
        },
    }
}

/// A task's name as a folder's: Harbor's names start with a letter or digit and never leave the
/// folder.
fn folder_name(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    let name: String = id.chars().map(plain).collect();
    if name.starts_with(|first: char| first.is_ascii_alphanumeric()) {
        name
    } else {
        format!("task{name}")
    }
}
