//! `call`: one tool call, to try a service.

use std::path::PathBuf;

use clap::Args;
use compoworld_core::Timestamp;
use compoworld_world::{Catalog, Recording, SEPARATOR};
use serde_json::Value;

use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;
use crate::world_file::{WorldStart, join_world, open_world, save_world};
use crate::world_model_options::WorldModelOptions;

/// Call one tool of a service, to try it.
#[derive(Debug, Args)]
#[command(after_help = "\
The answer is printed as JSON: {\"ok\":true,\"data\":…} or {\"ok\":false,\"error\":…}. With --world,
what the call changes is kept for the next one, and the changes are told on standard error.

Examples:
  compoworld call gmail__messages_list --fill
  compoworld call zendesk__create_ticket '{\"subject\":\"Door\",\"description\":\"It squeaks\"}' \\
      --fill --world world.json
  compoworld call zendesk__list_tickets --world world.json
  compoworld call zendesk_eu__list_tickets --service zendesk --fill --world world.json
  OPENAI_BASE_URL=http://127.0.0.1:8080/v1 compoworld call insightly__convert_lead '{…}' \\
      --world-model openai:qwen3-8b --record cassette.jsonl")]
pub(crate) struct Arguments {
    /// The tool's full name: `service__tool`
    tool: String,
    /// Its arguments, as JSON
    #[arg(default_value = "{}")]
    arguments: String,
    /// The service that joins the world under the name before `__`, when that is an alias
    #[arg(long, value_name = "NAME")]
    service: Option<String>,
    /// Keep the world in this file between calls
    #[arg(long, value_name = "FILE")]
    world: Option<PathBuf>,
    /// Fill a service that joins the world with people and things
    #[arg(long)]
    fill: bool,
    /// The seed of a new world
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The instant at which a new world's clock starts
    #[arg(long, value_name = "TIME", default_value = "2026-03-02T09:00:00Z")]
    epoch: String,
    #[command(flatten)]
    world_model: WorldModelOptions,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let epoch = Timestamp::parse(&arguments.epoch)
        .map_err(|error| Failure::Usage(format!("--epoch: {error}")))?;
    let Some((alias, _)) = arguments.tool.split_once(SEPARATOR) else {
        return Err(Failure::Usage(format!(
            "`{}` is no tool: a full name is `service{SEPARATOR}tool`; `compoworld services` \
             lists the services",
            arguments.tool
        )));
    };
    let path = arguments.world.as_deref();
    let is_new = path.is_some_and(|path| !path.exists());
    let start = WorldStart { seed: arguments.seed, epoch, fill: arguments.fill };
    let world_model = arguments.world_model.open(catalog)?;
    let mut world = open_world(catalog, path, start, output)?;
    let name = arguments.service.as_deref().unwrap_or(alias);
    match world.instance(alias).map(|instance| instance.service().name) {
        None => join_world(catalog, &mut world, alias, catalog.require(name)?, start)?,
        Some(held) if arguments.service.is_some() && held != name => {
            return Err(Failure::Usage(format!(
                "`{alias}` is the service `{held}` in this world; take another alias for `{name}`"
            )));
        }
        Some(_) => {}
    }
    let mut world = world_model.attach(world).with_recording(Recording::CallsAndChanges);
    let answer = world.call_recorded(&arguments.tool, &arguments.arguments);

    let value: Value = serde_json::from_str(&answer.text).expect("an answer is valid JSON");
    output.print_json(&value)?;
    for change in world.events().iter().flat_map(|event| &event.changes) {
        output.say(&format!("changed: {}", change.path()));
    }
    world_model.say_usage(output);
    if let Some(path) = path.filter(|_| answer.wrote || is_new) {
        save_world(path, &world)?;
    }
    Ok(if answer.error.is_none() { exit_code::OK } else { exit_code::FAILED })
}
