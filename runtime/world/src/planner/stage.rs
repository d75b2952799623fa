//! The services of one task's world, filled and ready to be planned in.

use std::collections::BTreeMap;
use std::sync::Arc;

use compoworld_core::{ServiceDef, StateInfo};
use serde_json::{Map, Value};

use super::cast::Cast;
use super::config::PlanConfig;
use super::plan::{Blind, Member, RowTexts, Rows, Secret, World};
use super::populate::{Filling, populate_and_load};
use super::walk::{Dependencies, Pool};
use crate::catalog::Catalog;
use crate::dice::Dice;
use crate::environment::{Environment, EnvironmentError};
use crate::event::Recording;

/// Services that are filled and stand ready.
pub(super) struct Stage {
    pub environment: Environment,
    services: Vec<Filled>,
    row_texts: BTreeMap<String, RowTexts>,
    blind: Blind,
}

/// What the services of one task are filled with.
pub(super) struct Setting<'a> {
    pub catalog: &'a Catalog,
    pub dependencies: &'a Dependencies,
    pub config: &'a PlanConfig,
    pub cast: &'a Cast,
    pub seed: u64,
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
    /// A stage without services.
    pub(super) fn new(setting: &Setting<'_>) -> Self {
        let environment = Environment::new(setting.catalog, setting.seed, setting.config.epoch);
        // What a plan calls is in its draft; a log beside it would cost as much as the calls.
        let environment = environment.with_recording(Recording::Nothing);
        Self {
            environment,
            services: Vec::new(),
            row_texts: BTreeMap::new(),
            blind: Blind::default(),
        }
    }

    /// Fills these services; `None` when no state was found that the rules of one allow.
    pub(super) fn set(setting: &Setting<'_>, services: &[usize], dice: &mut Dice) -> Option<Self> {
        let mut stage = Self::new(setting);
        for at in services {
            let filled = stage.fill(setting, *at, dice)?;
            stage.keep(filled);
        }
        Some(stage)
    }

    /// Fills `n` services beside these, which give none of the secrets away and are only there.
    pub(super) fn set_distractors(
        setting: &Setting<'_>,
        n: usize,
        beside: &Pool,
        secrets: &[Secret],
        dice: &mut Dice,
    ) -> Self {
        let mut stage = Self::new(setting);
        for at in &setting.dependencies.draw_others(&beside.services, dice) {
            if stage.services.len() == n {
                break;
            }
            let Some((filled, texts)) = stage.fill(setting, *at, dice) else { continue };
            if !secrets.iter().any(|secret| texts.tells(&secret.value, &secret.leads)) {
                stage.keep((filled, texts));
            }
        }
        let aliases: Vec<&str> = stage.services.iter().map(|filled| &*filled.alias).collect();
        stage.environment = stage.environment.in_order(aliases.into_iter());
        stage
    }

    /// Fills one service in the environment.
    fn fill(
        &mut self,
        setting: &Setting<'_>,
        at: usize,
        dice: &mut Dice,
    ) -> Option<(Filled, RowTexts)> {
        let config = setting.config;
        let filling = Filling {
            rows: config.rows.clone(),
            optional_percent: config.optional_percent,
            items_max: config.items_max,
            now: config.epoch,
        };
        let ability = &setting.dependencies.abilities()[at];
        let alias = ability.service.name;
        self.environment.add(alias, ability.service).ok()?;
        let mut load = |state: &Value| match self.environment.load(alias, state) {
            Err(EnvironmentError::BadState { errors, .. }) => Err(errors),
            _ => Ok(()),
        };
        let made = populate_and_load(&ability.filling, setting.cast, &filling, dice, &mut load)?;
        let filled = Filled::of(ability.service, at, made);
        let alone = filled.alone.values().filter_map(Value::as_object).cloned().map(Arc::new);
        let texts = RowTexts::of(filled.tables.iter().cloned().chain(alone).collect());
        Some((filled, texts))
    }

    fn keep(&mut self, (filled, texts): (Filled, RowTexts)) {
        self.row_texts.insert(filled.alias.clone(), texts);
        self.services.push(filled);
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
            blind: &self.blind,
        }
    }

    /// The states at the start, as a task keeps them.
    pub(super) fn into_states(self) -> BTreeMap<String, Value> {
        // They hold the rows too, which could then only be copied.
        drop(self.row_texts);
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
