//! Worlds kept in a file between calls.

use std::fs;
use std::path::Path;

use compoworld_core::{ServiceDef, Timestamp};
use compoworld_world::planner::inhabit;
use compoworld_world::{Catalog, Environment, EnvironmentSnapshot, Migrated};
use serde_json::Value;

use crate::failure::Failure;
use crate::output::{Output, write_json_file};

/// What a world starts with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WorldStart {
    /// The seed of everything.
    pub(crate) seed: u64,
    /// The instant at which the clock starts.
    pub(crate) epoch: Timestamp,
    /// Whether services that join are filled with people and things.
    pub(crate) fill: bool,
}

/// The world of a file; a new one when there is no file, or none is named.
pub(crate) fn open_world(
    catalog: &Catalog,
    path: Option<&Path>,
    start: WorldStart,
    output: &mut Output<'_>,
) -> Result<Environment, Failure> {
    let Some(path) = path.filter(|path| path.exists()) else {
        return Ok(Environment::new(catalog, start.seed, start.epoch));
    };
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let snapshot: EnvironmentSnapshot = serde_json::from_str(&text).map_err(|error| {
        Failure::Input(format!(
            "{}: no world: {error}; remove the file to start anew",
            path.display()
        ))
    })?;
    let Migrated { environment, notes } = Environment::migrate(catalog, &snapshot)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    output.say_notes(&notes);
    Ok(environment)
}

/// Lets a service join a world under an alias.
pub(crate) fn join_world(
    catalog: &Catalog,
    world: &mut Environment,
    alias: &str,
    service: &'static ServiceDef,
    start: WorldStart,
) -> Result<(), Failure> {
    world.add(alias, service)?;
    if start.fill {
        let state = filled_state(catalog, alias, service, world)?;
        world.load(alias, &state)?;
    }
    Ok(())
}

/// A state of a service that fits what the other services of the world hold: one seed draws one
/// cast.
fn filled_state(
    catalog: &Catalog,
    alias: &str,
    service: &'static ServiceDef,
    world: &Environment,
) -> Result<Value, Failure> {
    let mut alone = Environment::new(catalog, world.seed(), world.epoch());
    alone.add(alias, service)?;
    inhabit(&mut alone, world.seed())?;
    let instance = alone.instance(alias).expect("the service was just added");
    Ok(instance.state_value())
}

/// Keeps a world in a file.
pub(crate) fn save_world(path: &Path, world: &Environment) -> Result<(), Failure> {
    write_json_file(path, &world.snapshot())
}
