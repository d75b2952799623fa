//! Plans one task along a walk, by doing it: every call runs on live services, so the reference
//! is what really happens.

mod act;
mod belong;
mod branch;
mod close;
mod describe;
mod draft;
mod find;
mod flows;
mod given;
mod group;
mod hop;
mod moves;
mod onward;
mod parent;
mod prohibit;
mod repeat;
mod shift;
mod unmet;
mod visit;
mod world;

use std::collections::BTreeSet;

use super::ability::{Ability, Kind, Kinds, TableAbility};
use super::cast::Cast;
use super::config::{Descriptions, PlanConfig};
use super::walk::Dependencies;
use crate::dice::Dice;
use crate::task::Provenance;

pub use describe::is_readable_key;
pub use draft::{
    ActClause, Branch, Clause, Condition, Content, Draft, Effect, Flow, Selection, SetClause,
    Target, Test, Wanted,
};
pub use world::{Blind, Member, RowTexts, Rows, Secret, World};

/// A plan that is done.
pub struct Planned<'w> {
    /// The world as the plan has left it.
    pub world: World<'w>,
    /// The plan.
    pub draft: Draft,
    /// The services in the order in which they are visited.
    pub walk: Vec<usize>,
}

/// How a task ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// As it comes.
    Any,
    /// With a question.
    Ask,
    /// With the same change to several rows.
    Repeat,
}

/// Whether a text may mention the identifier of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Identifiers {
    /// It may not: people rarely write one into a note.
    Avoided,
    /// It may, where nothing else leads on: any two services can be joined so.
    Allowed,
}

/// How many of a hundred tasks are to end with the same change to several rows.
const REPEAT_PERCENT: usize = 25;

/// What follows a visit.
#[derive(Debug, Clone, Copy)]
pub enum Next<'m> {
    /// Nothing: the task ends here.
    Last,
    /// Another visit.
    More {
        /// The kinds of values that some service which may be visited takes.
        kinds: Kinds,
        /// These services.
        members: &'m [usize],
        /// Whether the task ends there.
        is_last: bool,
    },
}

impl Next<'_> {
    /// Whether the task ends here.
    #[must_use]
    pub const fn is_last(self) -> bool {
        matches!(self, Self::Last)
    }

    /// Whether the next visit may use a value of this kind.
    #[must_use]
    pub fn takes(self, kind: Kind) -> bool {
        match self {
            Self::Last => false,
            Self::More { kinds, .. } => kinds.has(kind),
        }
    }
}

/// The work of planning one task.
pub struct Planner<'w, 'd> {
    /// The world as the plan has left it.
    pub world: World<'w>,
    /// The plan so far.
    pub draft: Draft,
    dice: &'d mut Dice,
    config: &'w PlanConfig,
    cast: &'w Cast,
    /// How many services the walk visits.
    k: usize,
    /// The present visit.
    visit: usize,
    /// Fields that an act has stored: service, table, key, field.
    touched: BTreeSet<(usize, usize, String, usize)>,
    /// Texts that the instruction will say.
    said: BTreeSet<String>,
    /// Whether the present move has written something, so that it cannot be taken back.
    wrote: bool,
    /// How the task is to end, if it can.
    wish: Ending,
    /// How the present visit must end.
    must: Ending,
    /// Whether the present visit may carry identifiers.
    identifiers: Identifiers,
    /// Whether the same is being done to several rows.
    is_repeating: bool,
    /// Whether a write has led nowhere.
    is_stuck: bool,
    /// The start of what a new row is about, in seconds: its end comes after it.
    starts: Option<i64>,
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
        let repeats = config.described == Descriptions::Varied;
        let wish = if dice.percent(config.question_percent) {
            Ending::Ask
        } else if repeats && dice.percent(REPEAT_PERCENT) {
            Ending::Repeat
        } else {
            Ending::Any
        };
        Self {
            world,
            draft: Draft::default(),
            dice,
            config,
            cast,
            k: 0,
            visit: 0,
            touched: BTreeSet::new(),
            said: BTreeSet::new(),
            wrote: false,
            wish,
            must: Ending::Any,
            identifiers: Identifiers::Allowed,
            is_repeating: false,
            is_stuck: false,
            starts: None,
        }
    }

    /// Plans a walk through `k` services in `l` steps, each step as it comes: of the services that
    /// may follow, the first in a random order that can use what the last one yielded. The
    /// services visited, or `None` at a dead end.
    #[must_use]
    pub fn plan(mut self, k: usize, l: usize, paths: &Dependencies) -> Option<Planned<'w>> {
        let mut walk: Vec<usize> = Vec::new();
        self.k = k;
        for visit in 0..l {
            self.visit = visit;
            let options = self.next_members(&walk, l, paths);
            let steps_left = l - visit - 1;
            let wish = if steps_left < 2 { self.wish } else { Ending::Any };
            let found = self.demands(wish).into_iter().find_map(|(must, identifiers)| {
                (self.must, self.identifiers) = (must, identifiers);
                self.visit_first(&options, steps_left, paths)
            });
            walk.push(found?);
            if self.draft.calls.len() > self.config.calls_max {
                return None;
            }
        }
        if self.config.described == Descriptions::Varied {
            self.maybe_repeat()?;
            self.maybe_total();
            self.maybe_unmet();
            self.maybe_prohibit();
        }
        let has_goal = self.draft.answer.is_some() || !self.draft.effects.is_empty();
        has_goal.then_some(Planned { world: self.world, draft: self.draft, walk })
    }

    /// What is demanded of a visit, and what if that cannot be met: a task whose wish is not met
    /// ends in another way, and the last resort are identifiers.
    fn demands(&self, wish: Ending) -> Vec<(Ending, Identifiers)> {
        let endings = if wish == Ending::Any { vec![wish] } else { vec![wish, Ending::Any] };
        let allowed = |ending: &Ending| (*ending, Identifiers::Allowed);
        match self.config.described {
            Descriptions::Plain => endings.iter().map(allowed).collect(),
            Descriptions::Varied => endings
                .iter()
                .map(|ending| (*ending, Identifiers::Avoided))
                .chain(endings.last().map(allowed))
                .collect(),
        }
    }

    /// Visits the first of these services in which something can be done.
    fn visit_first(
        &mut self,
        options: &[usize],
        steps_left: usize,
        paths: &Dependencies,
    ) -> Option<usize> {
        options.iter().copied().find(|member| {
            let all = 0..self.world.members.len();
            let members: Vec<usize> =
                all.filter(|other| self.may_follow(*member, *other, paths)).collect();
            let next = match steps_left {
                0 => Next::Last,
                _ => Next::More {
                    kinds: self.taken_by(&members),
                    members: &members,
                    is_last: steps_left == 1,
                },
            };
            !self.is_stuck && self.visit_member(*member, next).is_some()
        })
    }

    /// The services that may come next, in the order in which they are tried.
    fn next_members(&mut self, walk: &[usize], l: usize, paths: &Dependencies) -> Vec<usize> {
        let members = 0..self.world.members.len();
        let Some(here) = walk.last().copied() else {
            let mut all: Vec<usize> = members.collect();
            self.dice.shuffle(&mut all);
            return all;
        };
        let at = |member: usize| self.world.members[member].at;
        let follows = members.filter(|member| self.may_follow(here, *member, paths));
        let (mut old, mut new): (Vec<usize>, Vec<usize>) =
            follows.partition(|member| walk.contains(member));
        self.dice.shuffle(&mut old);
        self.dice.shuffle(&mut new);
        let comes_later = |member: &usize| !paths.prefers(at(here), at(*member), self.config);
        old.sort_by_key(comes_later);
        new.sort_by_key(comes_later);
        let n_visited = walk.iter().collect::<BTreeSet<_>>().len();
        let (steps_left, new_left) = (l - walk.len(), self.k - n_visited);
        if new_left == 0 {
            return old;
        }
        if new_left == steps_left {
            return new;
        }
        // Either kind of step leaves room for the other; which is tried first keeps the mix.
        let new_first = self.dice.below(steps_left) < new_left;
        let (first, second) = if new_first { (new, old) } else { (old, new) };
        first.into_iter().chain(second).collect()
    }

    /// Whether a visit of one member may follow a visit of another. A walk through several services
    /// never stays in one, a walk through one always does.
    fn may_follow(&self, here: usize, next: usize, paths: &Dependencies) -> bool {
        let at = |member: usize| self.world.members[member].at;
        if self.k == 1 { here == next } else { paths.allows(at(here), at(next)) }
    }

    /// The kinds of values that some of these services can use.
    fn taken_by(&self, members: &[usize]) -> Kinds {
        let mut kinds = Kinds::default();
        for member in members {
            let ability = self.ability_of(*member);
            // What the task is to end with needs a row to be found by the last value.
            kinds.join(match self.must {
                Ending::Any => ability.takes,
                Ending::Ask | Ending::Repeat => ability.finds,
            });
        }
        kinds
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

    /// How often an act stores one value more than it must.
    fn extra_percent(&self) -> usize {
        match self.config.described {
            Descriptions::Plain => 10,
            Descriptions::Varied => 35,
        }
    }
}
