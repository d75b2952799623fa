//! Worlds kept in a file between calls.

use std::fs;
use std::path::Path;

use compoworld_core::{ServiceDef, Timestamp};
use compoworld_world::planner::inhabit;
use compoworld_world::{Catalog, CatalogCheck, Environment, EnvironmentSnapshot};
use serde_json::Value;

use crate::failure::Failure;
use crate::output::write_json_file;

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

/// The world of a file, joined by a service; a new one when there is no file, or none is named.
pub(crate) fn open_world(
    catalog: &Catalog,
    path: Option<&Path>,
    service: &'static ServiceDef,
    start: WorldStart,
) -> Result<Environment, Failure> {
    let mut world = match path.filter(|path| path.exists()) {
        None => Environment::new(catalog, start.seed, start.epoch),
        Some(path) => {
            let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
            let snapshot: EnvironmentSnapshot = serde_json::from_str(&text).map_err(|error| {
                Failure::Input(format!(
                    "{}: no world: {error}; remove the file to start anew",
                    path.display()
                ))
            })?;
            Environment::restore(catalog, &snapshot, CatalogCheck::ServicesInUse)
                .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?
        }
    };
    if world.instance(service.name).is_none() {
        world.add(service.name, service)?;
        if start.fill {
            let state = filled_state(catalog, service, &world)?;
            world.load(service.name, &state)?;
        }
    }
    Ok(world)
}

/// A state of a service that fits what the other services of the world hold: one seed draws one
/// cast.
fn filled_state(
    catalog: &Catalog,
    service: &'static ServiceDef,
    world: &Environment,
) -> Result<Value, Failure> {
    let mut alone = Environment::new(catalog, world.seed(), world.epoch());
    alone.add(service.name, service)?;
    inhabit(&mut alone, world.seed())?;
    let instance = alone.instance(service.name).expect("the service was just added");
    Ok(instance.state_value())
}

/// Keeps a world in a file.
pub(crate) fn save_world(path: &Path, world: &Environment) -> Result<(), Failure> {
    write_json_file(path, &world.snapshot())
}
