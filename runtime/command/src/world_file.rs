//! Worlds kept in a file between calls.

use std::fs;
use std::path::Path;

use compoworld_core::{ServiceDef, Timestamp};
use compoworld_world::{Catalog, CatalogCheck, Environment, EnvironmentSnapshot};

use crate::failure::Failure;
use crate::output::write_json_file;

/// The world of a file; a new one of one service when there is no file, or none is named.
pub(crate) fn open_world(
    catalog: &Catalog,
    path: Option<&Path>,
    service: &'static ServiceDef,
    seed: u64,
    epoch: Timestamp,
) -> Result<Environment, Failure> {
    let mut world = match path.filter(|path| path.exists()) {
        None => Environment::new(catalog, seed, epoch),
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
    }
    Ok(world)
}

/// Keeps a world in a file.
pub(crate) fn save_world(path: &Path, world: &Environment) -> Result<(), Failure> {
    write_json_file(path, &world.snapshot())
}
