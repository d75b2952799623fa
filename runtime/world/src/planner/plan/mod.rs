//! Plans one task along a walk, by doing it: every call runs on live services, so the reference
//! is what really happens.

mod draft;
mod world;
mod describe;
mod find;
mod given;
mod act;
mod flows;
mod moves;
mod visit;

use std::collections::BTreeSet;

use super::ability::{Ability, Kind, TableAbility};
use super::cast::Cast;
use super::config::{Descriptions, PlanConfig};
use super::dice::Dice;
use crate::task::Provenance;

pub use describe::is_readable_key;
pub use draft::{
    ActClause, Clause, Condition, Content, Draft, Effect, Flow, SeenRow, Selection, SetClause,
    Target, Wanted,
};
pub use world::{Member, Row, World};

/// The work of planning one task.
pub struct Planner<'w, 'd> {
    /// The world as the plan has left it.
    pub world: World<'w>,
    /// The plan so far.
    pub draft: Draft,
    dice: &'d mut Dice,
    config: &'w PlanConfig,
    cast: &'w Cast,
    /// The present visit.
    visit: usize,
    /// Fields that an act has stored: service, table, key, field.
    touched: BTreeSet<(usize, usize, String, usize)>,
    /// Texts that the instruction will say.
    said: BTreeSet<String>,
    /// Whether the present move has written something, so that it cannot be taken back.
    wrote: bool,
    /// Whether the task ends with a question.
    question: bool,
}

impl<'w, 'd> Planner<'w, 'd> {
    /// Starts a plan in a world.
    #[must_use]
    pub fn new(
        world: World<'w>,
        cast: &'w Cast,
        config: &'w PlanConfig,
        dice: &'d mut Dice,
    ) -> Self {
        let question = dice.percent(config.question_percent);
        Self {
            world,
            draft: Draft::default(),
            dice,
            config,
            cast,
            visit: 0,
            touched: BTreeSet::new(),
            said: BTreeSet::new(),
            wrote: false,
            question,
        }
    }

    /// Plans along a walk, given as positions of members; `None` when it comes to a dead end.
    #[must_use]
    pub fn plan(mut self, walk: &[usize]) -> Option<(World<'w>, Draft)> {
        for (visit, member) in walk.iter().enumerate() {
            self.visit = visit;
            self.visit_member(*member, walk.get(visit + 1).copied())?;
            if self.draft.calls.len() > self.config.calls_max {
                return None;
            }
        }
        let has_goal = self.draft.answer.is_some() || !self.draft.effects.is_empty();
        has_goal.then_some((self.world, self.draft))
    }

    fn ability_of(&self, member: usize) -> &'w Ability {
        self.world.members[member].ability
    }

    fn table_of_seen(&self, seen: usize) -> &'w TableAbility {
        let row = &self.draft.seen[seen];
        &self.ability_of(row.member).tables[row.table]
    }

    fn flow_provenance(&self, flow: &Flow) -> Provenance {
        let name = self.table_of_seen(flow.seen).fields[flow.field].info.name;
        self.draft.provenance(flow.seen, name)
    }

    fn kind_of_flow(&self, flow: &Flow) -> Option<Kind> {
        self.table_of_seen(flow.seen).fields[flow.field].kind
    }

    /// How many values an act may need from the instruction.
    fn given_max(&self) -> usize {
        match self.config.described {
            Descriptions::Plain => 2,
            Descriptions::Varied => 3,
        }
    }

    /// How often an act stores one value more than it must.
    fn extra_percent(&self) -> usize {
        match self.config.described {
            Descriptions::Plain => 10,
            Descriptions::Varied => 35,
        }
    }
}
