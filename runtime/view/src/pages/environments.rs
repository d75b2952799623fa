//! The environments that are open, and making one.

use std::collections::BTreeMap;

use askama::Template;
use compoworld_core::Timestamp;
use compoworld_world::planner::inhabit;
use compoworld_world::{CatalogCheck, Environment, EnvironmentSnapshot};

use crate::ask::{Asked, Fault};
use crate::domain_bars::words;
use crate::inspector::Inspector;
use crate::pages::open_lines;
use crate::sources::File;
use crate::worlds::World;

/// The instant at which clocks start when nothing else is said.
const EPOCH: &str = "2026-03-02T09:00:00Z";

/// How many services an environment made here may have.
const SERVICES_MAX: usize = 32;

#[derive(Template)]
#[template(path = "environments.html")]
pub(crate) struct EnvironmentsPage {
    worlds: Vec<WorldLine>,
    domains: Vec<(String, Vec<Choice>)>,
    saved: Vec<File>,
    epoch: &'static str,
}

struct WorldLine {
    number: u32,
    name: String,
    services: Vec<String>,
    n_steps: usize,
}

struct Choice {
    name: &'static str,
    title: &'static str,
    n_tools: usize,
    chosen: bool,
}

/// The environments that are open; services named in `services` are chosen already.
pub(crate) fn page(inspector: &Inspector, asked: &Asked) -> EnvironmentsPage {
    let chosen: Vec<&str> = asked.text("services").split(',').collect();
    let mut domains: BTreeMap<&str, Vec<Choice>> = BTreeMap::new();
    for service in inspector.catalog.services() {
        domains.entry(service.domain).or_default().push(Choice {
            name: service.name,
            title: service.title,
            n_tools: service.tools.len(),
            chosen: chosen.contains(&service.name),
        });
    }
    let worlds = inspector.worlds.all().into_iter().map(|(number, world)| WorldLine {
        number,
        services: world.now().members().map(|(alias, _)| alias.to_owned()).collect(),
        n_steps: world.steps.len(),
        name: world.name,
    });
    EnvironmentsPage {
        worlds: worlds.collect(),
        domains: domains.into_iter().map(|(name, services)| (words(name), services)).collect(),
        saved: inspector.sources.refresh().worlds.clone(),
        epoch: EPOCH,
    }
}

/// Makes an environment out of services, or opens one that a file holds; returns its page.
pub(crate) fn make(inspector: &Inspector, sent: &[(String, String)]) -> Result<String, Fault> {
    let asked = Asked::from(sent.to_vec());
    let world = match asked.text("file") {
        "" => of_services(inspector, sent, &asked)?,
        number => of_file(inspector, number)?,
    };
    let number = inspector.worlds.add(world).map_err(Fault::Refused)?;
    Ok(format!("/environments/{number}"))
}

fn of_services(
    inspector: &Inspector,
    sent: &[(String, String)],
    asked: &Asked,
) -> Result<World, Fault> {
    let refused = |said: String| Fault::Refused(said);
    let names: Vec<&str> = sent
        .iter()
        .filter(|(name, _)| name == "service")
        .map(|(_, value)| value.as_str())
        .collect();
    if names.is_empty() {
        return Err(refused("an environment needs a service: choose one or more".to_owned()));
    }
    if names.len() > SERVICES_MAX {
        return Err(refused(format!("choose at most {SERVICES_MAX} services")));
    }
    let seed: u64 = asked
        .number("seed")
        .ok_or_else(|| refused("the seed must be a whole number from 0".to_owned()))?;
    let epoch = Timestamp::parse(asked.text("epoch"))
        .map_err(|error| refused(format!("the start of the clock: {error}")))?;
    let mut environment = Environment::new(&inspector.catalog, seed, epoch);
    for name in &names {
        let service =
            inspector.catalog.require(name).map_err(|error| refused(error.to_string()))?;
        environment.add(name, service).map_err(|error| refused(error.to_string()))?;
    }
    if asked.text("empty").is_empty() {
        inhabit(&mut environment, seed).map_err(|error| refused(error.to_string()))?;
    }
    Ok(World::new(format!("seed {seed}"), environment))
}

fn of_file(inspector: &Inspector, number: &str) -> Result<World, Fault> {
    let found = inspector.sources.found();
    let file = open_lines::file(&found.worlds, number)?;
    let refused = |said: String| Fault::Refused(format!("{}: {said}", file.label));
    let text = std::fs::read_to_string(&file.path).map_err(|error| refused(error.to_string()))?;
    let snapshot: EnvironmentSnapshot =
        serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
    let check = CatalogCheck::ServicesInUse;
    let environment = Environment::restore(&inspector.catalog, &snapshot, check)
        .map_err(|error| refused(error.to_string()))?;
    Ok(World::new(file.label.clone(), environment))
}
