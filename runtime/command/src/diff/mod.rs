//! `diff`: replays a recorded transcript of a real server against a service of the catalog.
//!
//! The passes: read the transcript and find which arguments were taken from which answers (both in
//! `compoworld-transcript`), play the calls with identifiers of ours in the place of theirs, align
//! the lists of the answers, compare the values that flow, sum up.

mod align_lists;
mod compare;
mod instants;
mod replay;
mod report;
mod said;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use compoworld_core::{ServiceDef, Timestamp};
use compoworld_transcript::{RecordedCall, read_transcript, recorded_at};
use compoworld_world::{Catalog, Environment, SEPARATOR};
use serde_json::Value;

use crate::exit_code;
use crate::failure::Failure;
use crate::output::{Output, write_json_file};
use crate::world_file::{WorldStart, join_world};
use replay::{OurAnswer, replay};
use report::{Report, disagreement_words};

/// Where the clock starts when nobody tells.
const EPOCH: &str = "2026-03-02T09:00:00Z";

/// Compare a service with the real server: replay a recorded transcript of it.
#[derive(Debug, Args)]
#[command(after_help = "\
A transcript is what `compoworld record` writes, or any JSON object with `calls`, JSON array of
calls, or one call a line:
  {\"tool\": \"create_ticket\", \"arguments\": {\"subject\": \"Door\"}, \"isError\": false,
   \"structuredContent\": {\"id\": 7}, \"content\": [{\"type\": \"text\", \"text\": \"…\"}]}
A call may also have `rpcError`, `outcome` (ok, soft_error, tool_error, rpc_error) where the flags
do not tell, and `uses`: [{\"arg\": \"ids[0]\", \"from_call\": 3}], which says what it took from
where; what is not said is found.

Success and failure are compared, and the values that flow: those that callers put in and answers
give back (at once: echoed; later: read back), and those that later calls take from an answer
(used later). Identifiers that each side makes may differ. Calls that a world model answers are
not judged.

Exit codes: 0 when enough of the calls agree, 1 otherwise.

Examples:
  compoworld diff memory transcript.json
  compoworld diff filesystem transcript.json --state start.json --json --at-least 90")]
pub(crate) struct Arguments {
    /// The service
    service: String,
    /// The transcript
    transcript: PathBuf,
    /// Start from the state in this JSON file instead of an empty one
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Start from a state filled with people and things, where an empty one has no place to work in
    #[arg(long, conflicts_with = "state")]
    fill: bool,
    /// The seed of the service
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The instant at which the service's clock starts; when the recording began if it tells
    #[arg(long, value_name = "TIME")]
    epoch: Option<String>,
    /// How many percent of the calls have to agree
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    at_least: u8,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Write JSON to this file, too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let service = catalog.require(&arguments.service)?;
    let path = &arguments.transcript;
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let calls = read_transcript(&text).map_err(|error| Failure::Input(error.words(path)))?;
    check_tools(service, &calls, path)?;

    let epoch = start_of_clock(arguments, &text)?;
    let mut world = start(catalog, service, arguments, epoch)?;
    let played = replay(&calls, &mut |tool, sent| call(&mut world, service, tool, sent));
    let report = Report::of(service.name, service.version, &path.display().to_string(), played);

    if let Some(path) = &arguments.out {
        write_json_file(path, &report)?;
    }
    if arguments.json {
        output.print_json(&report)?;
    } else {
        output.print(&report.table())?;
    }
    for one in &report.disagreements {
        output.say(&disagreement_words(one));
    }
    Ok(if report.reaches(arguments.at_least) { exit_code::OK } else { exit_code::FAILED })
}

/// A transcript of which no tool is the service's is of another server.
fn check_tools(service: &ServiceDef, calls: &[RecordedCall], path: &Path) -> Result<(), Failure> {
    if calls.iter().any(|call| tool_name(service, &call.tool).is_some()) {
        return Ok(());
    }
    let first = calls.first().map(|call| call.tool.as_str()).unwrap_or_default();
    Err(Failure::Input(format!(
        "{}: none of its tools, such as `{first}`, is one of `{}`; is it of another server? \
         `compoworld services {}` lists the tools",
        path.display(),
        service.name,
        service.name
    )))
}

/// Our name of a tool, by the name that the real server gives it.
fn tool_name(service: &ServiceDef, wire_name: &str) -> Option<&'static str> {
    let wired = service.tools.iter().find(|tool| tool.wire_name == wire_name);
    wired.or_else(|| service.tool(wire_name)).map(|tool| tool.name)
}

/// What a server says of today is of the day of the recording.
fn start_of_clock(arguments: &Arguments, transcript: &str) -> Result<Timestamp, Failure> {
    if let Some(given) = &arguments.epoch {
        return Timestamp::parse(given)
            .map_err(|error| Failure::Usage(format!("--epoch: {error}")));
    }
    let told = recorded_at(transcript).unwrap_or_else(|| EPOCH.to_owned());
    Timestamp::parse(&told).map_err(|error| {
        Failure::Input(format!(
            "{}: `recorded_at`: {error}; give the instant with --epoch",
            arguments.transcript.display()
        ))
    })
}

fn start(
    catalog: &Catalog,
    service: &'static ServiceDef,
    arguments: &Arguments,
    epoch: Timestamp,
) -> Result<Environment, Failure> {
    let start = WorldStart { seed: arguments.seed, epoch, fill: arguments.fill };
    let mut world = Environment::new(catalog, start.seed, start.epoch);
    join_world(catalog, &mut world, service.name, service, start)?;
    if let Some(path) = &arguments.state {
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
        let state: Value = serde_json::from_str(&text).map_err(|error| {
            Failure::Input(format!("{}:{}: no JSON: {error}", path.display(), error.line()))
        })?;
        world.load(service.name, &state).map_err(|error| {
            Failure::Input(format!(
                "{}: {error}; `compoworld call --world FILE` keeps states to copy from",
                path.display()
            ))
        })?;
    }
    Ok(world)
}

fn call(
    world: &mut Environment,
    service: &'static ServiceDef,
    tool: &str,
    arguments: &Value,
) -> OurAnswer {
    let name = tool_name(service, tool).unwrap_or(tool);
    let answer = world.call_value(&format!("{}{SEPARATOR}{name}", service.name), arguments);
    let mut value: Value = serde_json::from_str(&answer.text).expect("an answer is valid JSON");
    let part = if answer.error.is_none() { "data" } else { "error" };
    let value = value.get_mut(part).map(Value::take).unwrap_or_default();
    OurAnswer { succeeded: answer.error.is_none(), value, simulated: answer.simulated }
}
