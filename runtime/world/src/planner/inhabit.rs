//! Fills an environment with one coherent cast, without a task: a world to look around in.

use compoworld_core::ServiceDef;

use super::cast::Cast;
use super::config::PlanConfig;
use super::populate::{Filling, populate};
use crate::dice::Dice;
use crate::environment::{Environment, EnvironmentError};

/// Fills every service of the environment, as tasks of the default setting are filled. Equal
/// seeds give equal worlds. A service whose rules allow no state that the planner knows how to
/// make stays as it is.
///
/// # Errors
/// When a filled state does not load, which is a fault of the planner.
pub fn inhabit(environment: &mut Environment, seed: u64) -> Result<(), EnvironmentError> {
    let config = PlanConfig::full();
    let mut dice = Dice::new(seed);
    let cast = Cast::draw(config.n_people, &mut dice);
    let filling = Filling {
        rows: config.rows,
        optional_percent: config.optional_percent,
        items_max: config.items_max,
        now: environment.epoch(),
    };
    let members: Vec<(String, &'static ServiceDef)> = environment
        .members()
        .map(|(alias, instance)| (alias.to_owned(), instance.service()))
        .collect();
    for (alias, service) in members {
        if let Some(state) = populate(service, &cast, &filling, &mut dice) {
            environment.load(&alias, &state)?;
        }
    }
    Ok(())
}
