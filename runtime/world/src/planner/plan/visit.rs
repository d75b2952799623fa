//! One visit of the walk: what is done in one service before the next.

use compoworld_core::Operation;
use serde_json::Value;

use super::act::Intent;
use super::draft::{Content, Target};
use super::moves::{Found, Move};
use super::parent::{LEVELS_MAX, Reached};
use super::world::row_of_key;
use super::{Ending, Identifiers, Next, Planner};
use crate::planner::ability::{Kind, TableAbility};
use crate::planner::config::Descriptions;

/// How many moves are tried in a visit.
const MOVES_MAX: usize = 10;

impl Planner<'_, '_> {
    /// Plans one visit; `None` when nothing can be done here with what the last visit found.
    pub(super) fn visit_member(&mut self, member: usize, next: Next<'_>) -> Option<()> {
        if self.visit == 0 {
            return self.open(member, next);
        }
        let flows = self.flows_of_visit(self.visit - 1);
        let mut options: Vec<(Move, u32)> = Vec::new();
        for flow in &flows {
            options.extend(self.moves(member, flow, next));
        }
        if self.config.described == Descriptions::Varied {
            options.extend(self.branches(member, next));
            if next.is_last() {
                options.extend(flows.iter().flat_map(|flow| self.repeats(member, flow)));
            }
        }
        if next.is_last() && self.must == Ending::Ask && self.ask_of_many(member, &flows) {
            return Some(());
        }
        match self.must {
            _ if !next.is_last() => {}
            Ending::Any => {}
            Ending::Ask => options.retain(|(option, _)| matches!(option, Move::Find { .. })),
            Ending::Repeat => {
                let may_end =
                    |option: &Move| matches!(option, Move::ChangeAll { .. } | Move::Find { .. });
                options.retain(|(option, _)| may_end(option));
            }
        }
        if !next.is_last() && self.config.described == Descriptions::Varied {
            options.iter_mut().for_each(|(option, weight)| prefer_rows(option, weight));
        }
        options.retain(|(option, _)| self.may_be_made(member, option, next));
        for _ in 0..MOVES_MAX {
            let weights = match self.config.described {
                Descriptions::Plain => options.iter().map(|(_, weight)| *weight).collect(),
                Descriptions::Varied => evened(&options),
            };
            let (chosen, _) = options.swap_remove(self.dice.weighted(&weights)?);
            let mark = self.draft.mark();
            self.wrote = false;
            if self.make(member, chosen, next).is_some() && self.leads_on(next) {
                return Some(());
            }
            if self.wrote {
                self.is_stuck = true;
                return None;
            }
            self.draft.back_to(&mark);
        }
        None
    }

    /// Whether a move is worth trying: a new row must be of use for what follows.
    fn may_be_made(&self, member: usize, option: &Move, next: Next<'_>) -> bool {
        match option {
            Move::Create { table, act, .. } | Move::CreateAbout { table, act, .. } => {
                next.is_last() || self.yields_key(member, *table, *act, next)
            }
            _ => true,
        }
    }

    /// Whether the identifier of a new row can flow on: all else of it was known before.
    fn yields_key(&self, member: usize, table_at: usize, act: usize, next: Next<'_>) -> bool {
        let table = &self.ability_of(member).tables[table_at];
        table.acts[act].makes_key
            && next.takes(Kind::Key)
            && self.identifiers == Identifiers::Allowed
            && self.has_telling_keys(member, table)
    }

    /// The first visit: a row that the instruction describes, or makes.
    fn open(&mut self, member: usize, next: Next<'_>) -> Option<()> {
        let ability = self.ability_of(member);
        for _ in 0..MOVES_MAX {
            let table_at = self.dice.below(ability.tables.len());
            let table = &ability.tables[table_at];
            let mark = self.draft.mark();
            self.wrote = false;
            let creates: Vec<usize> = (0..table.acts.len())
                .filter(|at| self.yields_key(member, table_at, *at, next))
                .collect();
            let done = if !creates.is_empty() && self.dice.percent(12) {
                let act = *self.dice.pick(&creates);
                let intent = Intent {
                    member,
                    table: table_at,
                    act,
                    target: Target::New,
                    key: String::new(),
                    carried: None,
                };
                self.act(intent)
            } else {
                self.find_row(member, table_at, next).map(drop)
            };
            if done.is_some() && self.leads_on(next) {
                return Some(());
            }
            if self.wrote {
                self.is_stuck = true;
                return None;
            }
            self.draft.back_to(&mark);
        }
        None
    }

    /// Finds a row of a table by a description: any that the next visit can use.
    fn find_row(&mut self, member: usize, table_at: usize, next: Next<'_>) -> Option<usize> {
        let table = &self.ability_of(member).tables[table_at];
        if table.finders.is_empty() {
            return None;
        }
        let key = self.draw_row(member, table, next)?;
        let selection = self.draw_description(member, table, &key)?;
        self.find(member, table_at, &key, selection)
    }

    fn make(&mut self, member: usize, chosen: Move, next: Next<'_>) -> Option<()> {
        match chosen {
            Move::Find { table, key, selection } => {
                let seen = self.find(member, table, &key, selection)?;
                self.go_on(member, seen, next)
            }
            Move::Create { table, act, set, content } => self.act(Intent {
                member,
                table,
                act,
                target: Target::New,
                key: String::new(),
                carried: Some((set, content)),
            }),
            Move::CreateAbout { table, act, set, found } => {
                let Found { table: found_in, key, selection } = found;
                let seen = self.find(member, found_in, &key, selection)?;
                self.act(Intent {
                    member,
                    table,
                    act,
                    target: Target::New,
                    key: String::new(),
                    carried: Some((set, Content::Row(seen))),
                })
            }
            Move::ChangeSeen { table, act, set, content, seen } => {
                self.draft.variations.push("revisit");
                self.draft.focus.push((self.visit, seen));
                if !next.is_last() && !self.leads_on(next) {
                    return None;
                }
                let key = self.draft.seen[seen].key.clone();
                let target = Target::Seen(seen);
                let carried = Some((set, content));
                self.act(Intent { member, table, act, target, key, carried })
            }
            Move::ChangeAll { table, act, field, flow } => {
                self.change_linked(member, (table, act), field, flow)
            }
            Move::ChangeDescribed { table, act, set, content, key } => {
                let ability = self.ability_of(member);
                let selection = self.draw_description(member, &ability.tables[table], &key)?;
                let by_key = Self::is_by_key(&ability.tables[table], &selection);
                let target = if by_key && next.is_last() {
                    self.say_key(&ability.tables[table], &key, member);
                    Target::Named(selection)
                } else {
                    Target::Seen(self.find(member, table, &key, selection)?)
                };
                if !next.is_last() && !self.leads_on(next) {
                    return None;
                }
                let carried = Some((set, content));
                self.act(Intent { member, table, act, target, key, carried })
            }
        }
    }

    /// Notes that the instruction says a row's key.
    pub(super) fn say_key(&mut self, table: &TableAbility, key: &str, member: usize) {
        let Some(row) = self.world.rows(member, table).get(key) else { return };
        for field in table.info.row.key_fields() {
            if let Some(text) = super::world::plain_text(&row[field.name]) {
                self.said.insert(text);
            }
        }
    }

    /// What is done with a row that was just found: it is changed, asked about, or looked further
    /// from; or it is left at that, when a next visit needs it.
    fn go_on(&mut self, member: usize, seen: usize, next: Next<'_>) -> Option<()> {
        let seen = if self.config.described == Descriptions::Varied && self.dice.percent(25) {
            self.hop(member, seen).unwrap_or(seen)
        } else {
            seen
        };
        match self.must {
            _ if !next.is_last() => {}
            Ending::Any => {}
            Ending::Ask => {
                let of_many =
                    self.dice.percent(60) && self.ask_of_belonging(member, seen).is_some();
                return if of_many { Some(()) } else { self.ask(seen) };
            }
            Ending::Repeat => return self.change_belonging(member, seen),
        }
        if next.is_last() || self.dice.percent(20) {
            let changed = self.change_found(member, seen);
            // What cannot be changed can be asked about.
            return if next.is_last() { changed.or_else(|| self.ask(seen)) } else { Some(()) };
        }
        Some(())
    }

    /// Changes a row that was found, with content that the instruction gives.
    fn change_found(&mut self, member: usize, seen: usize) -> Option<()> {
        let table_at = self.draft.seen[seen].table;
        let table = &self.ability_of(member).tables[table_at];
        let mut acts: Vec<usize> = (0..table.acts.len())
            .filter(|at| table.acts[*at].operation != Operation::Create)
            .collect();
        self.dice.shuffle(&mut acts);
        // Deleting is one way among many, not one in three.
        acts.sort_by_key(|at| table.acts[*at].operation == Operation::Delete);
        if self.dice.percent(12) {
            acts.reverse();
        }
        acts.into_iter().find_map(|act| {
            let mark = self.draft.mark();
            let key = self.draft.seen[seen].key.clone();
            let target = Target::Seen(seen);
            let done =
                self.act(Intent { member, table: table_at, act, target, key, carried: None });
            if done.is_none() {
                self.draft.back_to(&mark);
            }
            done
        })
    }

    /// A row that a new row must refer to, the one with this key if it is settled: one seen before,
    /// one whose key people say, or one that is found for it.
    pub(super) fn draw_reference(
        &mut self,
        member: usize,
        entity: &str,
        required: bool,
        settled: Option<&Value>,
    ) -> Option<Content> {
        let ability = self.ability_of(member);
        let table_at = ability.position_of(entity)?;
        let table = &ability.tables[table_at];
        let rows = self.world.rows(member, table);
        let settled = match settled {
            Some(key) => Some(row_of_key(table, rows, key)?.0.clone()),
            None => None,
        };
        let is_meant =
            |seen: &usize| settled.as_ref().is_none_or(|key| self.draft.seen[*seen].key == *key);
        if let Some(seen) = self.known_rows(member, table_at).into_iter().find(is_meant) {
            return Some(Content::Row(seen));
        }
        if !required {
            return None;
        }
        let key = settled.or_else(|| self.draw_row(member, table, Next::Last))?;
        Some(match self.reach(member, table_at, &key, LEVELS_MAX)? {
            Reached::Said(key) => Content::Given(key),
            Reached::Seen(seen) => Content::Row(seen),
        })
    }
}

/// Makes new rows rarer on the way: all that one yields is an identifier, and a chain of identifiers
/// in notes is seldom what work is like.
fn prefer_rows(option: &Move, weight: &mut u32) {
    if matches!(option, Move::Create { .. } | Move::CreateAbout { .. }) {
        *weight = weight.div_ceil(3);
    }
}

/// The weights of moves when each kind of move counts once, however many there are of it: there
/// are many texts that can mention a key, and few rows that a name finds.
fn evened(options: &[(Move, u32)]) -> Vec<u32> {
    const SCALE: u32 = 1_000;
    let like = |(one, weight): &(Move, u32), (other, other_weight): &(Move, u32)| {
        std::mem::discriminant(one) == std::mem::discriminant(other) && weight == other_weight
    };
    let n_like =
        |option: &(Move, u32)| options.iter().filter(|other| like(option, other)).count() as u32;
    options.iter().map(|option| (option.1 * SCALE / n_like(option)).max(1)).collect()
}
