//! The services of one task's world, filled and ready to be planned in.

use std::collections::BTreeMap;
use std::sync::Arc;

use compoworld_core::{ServiceDef, StateInfo};
use serde_json::{Map, Value};

use super::cast::Cast;
use super::config::PlanConfig;
use super::plan::{Member, RowTexts, Rows, World};
use super::populate::{Filling, populate_and_load};
use super::walk::{Dependencies, Pool};
use crate::catalog::Catalog;
use crate::dice::Dice;
use crate::environment::{Environment, EnvironmentError};
use crate::event::Recording;

/// Services that are filled and stand ready.
pub(super) struct Stage {
    pub cast: Cast,
    pub environment: Environment,
    pub services: Vec<Filled>,
    row_texts: BTreeMap<String, RowTexts>,
}

/// A service with its rows.
pub(super) struct Filled {
    /// Its position among the abilities.
    pub at: usize,
    /// Its name in the environment.
    pub alias: String,
    info: &'static StateInfo,
    /// The rows of each table; none of a table whose row is alone.
    tables: Vec<Arc<Rows>>,
    /// The rows that are alone, by the position of their table.
    alone: BTreeMap<usize, Value>,
}

impl Stage {
    /// Fills the services of a pool; `None` when no state was found that their rules allow.
    pub(super) fn set(
        catalog: &Catalog,
        dependencies: &Dependencies,
        config: &PlanConfig,
        seed: u64,
        pool: &Pool,
        dice: &mut Dice,
    ) -> Option<Self> {
        let cast = Cast::draw(config.n_people, dice);
        let filling = Filling {
            rows: config.rows.clone(),
            optional_percent: config.optional_percent,
            items_max: config.items_max,
            now: config.epoch,
        };
        let environment = Environment::new(catalog, seed, config.epoch);
        // What a plan calls is in its draft; a log beside it would cost as much as the calls.
        let mut environment = environment.with_recording(Recording::Nothing);
        let (mut services, mut row_texts) = (Vec::new(), BTreeMap::new());
        for at in &pool.services {
            let ability = &dependencies.abilities()[*at];
            let service = ability.service;
            let alias = service.name.to_owned();
            environment.add(&alias, service).ok()?;
            let mut load = |state: &Value| match environment.load(&alias, state) {
                Err(EnvironmentError::BadState { errors, .. }) => Err(errors),
                _ => Ok(()),
            };
            let made = populate_and_load(&ability.filling, &cast, &filling, dice, &mut load)?;
            row_texts.insert(alias.clone(), RowTexts::of(&made));
            services.push(Filled::of(service, *at, made));
        }
        Some(Self { cast, environment, services, row_texts })
    }

    /// The services of a walk, by position among the abilities.
    pub(super) fn positions(&self, walk: &[usize]) -> Vec<usize> {
        walk.iter().map(|member| self.services[*member].at).collect()
    }

    pub(super) fn world<'a>(&'a self, dependencies: &'a Dependencies) -> World<'a> {
        let members = self.services.iter().map(|filled| Member {
            alias: filled.alias.clone(),
            at: filled.at,
            ability: &dependencies.abilities()[filled.at],
            tables: filled.tables.clone(),
        });
        World {
            environment: self.environment.fork(),
            members: members.collect(),
            rows_elsewhere: &self.row_texts,
        }
    }

    /// The states at the start, as a task keeps them.
    pub(super) fn into_states(self) -> BTreeMap<String, Value> {
        let states = self.services.into_iter().map(|filled| (filled.alias.clone(), filled.state()));
        states.collect()
    }
}

impl Filled {
    fn of(service: &'static ServiceDef, at: usize, mut state: Map<String, Value>) -> Self {
        let info = service.state;
        let mut alone = BTreeMap::new();
        let mut tables = Vec::with_capacity(info.tables.len());
        for (position, table) in info.tables.iter().enumerate() {
            let mut rows = Map::new();
            match state.remove(table.name) {
                Some(row) if table.single => drop(alone.insert(position, row)),
                Some(Value::Object(of_table)) => rows = of_table,
                _ => {}
            }
            tables.push(Arc::new(rows));
        }
        Self { at, alias: service.name.to_owned(), info, tables, alone }
    }

    fn state(mut self) -> Value {
        let mut state = Map::new();
        for (position, (table, rows)) in self.info.tables.iter().zip(self.tables).enumerate() {
            let value = match self.alone.remove(&position) {
                Some(row) => row,
                None => Value::Object(Arc::unwrap_or_clone(rows)),
            };
            state.insert(table.name.to_owned(), value);
        }
        Value::Object(state)
    }
}
