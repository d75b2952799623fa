//! What can be done in one visit with a value from the visit before.

use compoworld_core::Operation;

use super::describe::{comparisons, describe, is_readable_key, passing};
use super::draft::{Clause, Condition, Content, Flow, Selection};
use super::{Identifiers, Next, Planner};
use crate::planner::ability::{Fit, Kind, TableAbility, is_list};
use crate::planner::config::Descriptions;

/// One thing that can be done in a visit.
#[derive(Debug, Clone)]
pub(super) enum Move {
    /// Find a row by the value.
    Find { table: usize, key: String, selection: Selection },
    /// Make a row that holds the value.
    Create { table: usize, act: usize, set: usize, content: Content },
    /// Make a row that refers to the row found by the value.
    CreateAbout { table: usize, act: usize, set: usize, found: Found },
    /// Store the value in a row that an earlier visit saw.
    ChangeSeen { table: usize, act: usize, set: usize, content: Content, seen: usize },
    /// Store the value in a row that the instruction describes.
    ChangeDescribed { table: usize, act: usize, set: usize, content: Content, key: String },
    /// Do the same to every row that holds the value.
    ChangeAll { table: usize, act: usize, field: usize, flow: Flow },
}

/// A row to be found.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub table: usize,
    pub key: String,
    pub selection: Selection,
}

impl Planner<'_, '_> {
    /// The moves that use a value in a service, each with its weight.
    pub(super) fn moves(&mut self, member: usize, flow: &Flow, next: Next<'_>) -> Vec<(Move, u32)> {
        let Some(kind) = self.kind_of_flow(flow) else { return Vec::new() };
        let ability = self.ability_of(member);
        let mut moves = Vec::new();
        for found in self.rows_with(member, flow, kind) {
            let Found { table, key, selection } = found.clone();
            moves.push((Move::Find { table, key, selection }, 14));
            self.creates_about(member, &found, &mut moves);
        }
        for (table_at, table) in ability.tables.iter().enumerate() {
            for (act_at, act) in table.acts.iter().enumerate() {
                let sets = act.sets.iter().enumerate().filter(|(_, set)| set.can_carry);
                for (set_at, set) in sets {
                    let Some(fit) = table.fields[set.field].fits.get(kind) else { continue };
                    if fit == Fit::Mention && kind == Kind::Key && !self.may_mention_key(flow) {
                        continue;
                    }
                    let weight = match fit {
                        Fit::Exact => 12,
                        Fit::Naming => 2,
                        Fit::Mention if kind == Kind::Key => 1,
                        Fit::Mention => 3,
                    };
                    let (table, act, set) = (table_at, act_at, set_at);
                    let content = self.carry(flow, kind, fit);
                    if ability.tables[table].acts[act].operation == Operation::Create {
                        moves.push((Move::Create { table, act, set, content }, weight));
                        continue;
                    }
                    let place = (table, act, set);
                    self.changes((member, place), &content, weight, next, &mut moves);
                }
            }
        }
        moves
    }

    /// Whether a text may mention an identifier, where it may at all: of what was made, and once of
    /// what was found. Identifiers can be mentioned anywhere, and people rarely do.
    fn may_mention_key(&self, flow: &Flow) -> bool {
        let mentions = |clause: &Clause| match clause {
            Clause::Act(act) => act
                .sets
                .iter()
                .any(|set| matches!(&set.content, Content::Flow(flow) if self.is_found_key(flow))),
            _ => false,
        };
        self.config.described == Descriptions::Plain
            || self.identifiers == Identifiers::Allowed
                && (!self.is_found_key(flow) || !self.draft.clauses.iter().any(mentions))
    }

    fn is_found_key(&self, flow: &Flow) -> bool {
        self.kind_of_flow(flow) == Some(Kind::Key) && self.draft.seen[flow.seen].made.is_none()
    }

    /// The changes that store a content: of rows seen before, and of one that is described.
    pub(super) fn changes(
        &mut self,
        (member, (table, act, set)): (usize, (usize, usize, usize)),
        content: &Content,
        weight: u32,
        next: Next<'_>,
        moves: &mut Vec<(Move, u32)>,
    ) {
        for seen in self.known_rows(member, table) {
            let key = &self.draft.seen[seen].key;
            if let Content::Flow(flow) = content
                && self.is_row_of(flow, member, table, key)
            {
                continue;
            }
            let content = content.clone();
            moves.push((Move::ChangeSeen { table, act, set, content, seen }, weight * 2));
        }
        if let Some(key) = self.any_row(member, table, next) {
            let content = content.clone();
            let described = Move::ChangeDescribed { table, act, set, content, key };
            moves.push((described, weight.div_ceil(2)));
        }
    }

    /// The rows of a service that hold the value where it means the same, one a field; with more
    /// conditions where several rows hold it.
    fn rows_with(&mut self, member: usize, flow: &Flow, kind: Kind) -> Vec<Found> {
        let ability = self.ability_of(member);
        let mut found = Vec::new();
        for (table_at, table) in ability.tables.iter().enumerate() {
            if !self.is_looked_for(flow, kind, table) {
                continue;
            }
            for (position, field) in table.fields.iter().enumerate() {
                if !field.holds(kind) {
                    continue;
                }
                let rows = passing(table, self.world.rows(member, table), position, &flow.value);
                let linked = Condition::Linked { field: position, flow: flow.clone() };
                let described = match rows.as_slice() {
                    [] => None,
                    [(key, _)] => Some(((*key).clone(), vec![linked])),
                    several if self.config.described == Descriptions::Varied => {
                        let (key, _) = several[self.dice.below(several.len())];
                        let more = comparisons(table, several, key);
                        self.dice.pick_some(&more).map(|more| {
                            (
                                key.clone(),
                                [linked].into_iter().chain(more.iter().cloned()).collect(),
                            )
                        })
                    }
                    _ => None,
                };
                if let Some((key, selection)) = described
                    && !self.is_row_of(flow, member, table_at, &key)
                {
                    found.push(Found { table: table_at, key, selection });
                }
            }
        }
        found
    }

    /// Whether a value comes from this very row: it would lead back to where it was found, or be
    /// stored beside itself.
    fn is_row_of(&self, flow: &Flow, member: usize, table: usize, key: &str) -> bool {
        let row = &self.draft.seen[flow.seen];
        row.member == member && row.table == table && row.key == key
    }

    /// Creates of rows that refer to a row that the value finds.
    fn creates_about(&self, member: usize, found: &Found, moves: &mut Vec<(Move, u32)>) {
        let ability = self.ability_of(member);
        let entity = ability.tables[found.table].info.row.name;
        for (table_at, table) in ability.tables.iter().enumerate() {
            for (act_at, act) in table.acts.iter().enumerate() {
                if act.operation != Operation::Create {
                    continue;
                }
                let sets = act.sets.iter().enumerate().filter(|(_, set)| set.can_carry);
                for (set_at, set) in sets {
                    let shape = &table.fields[set.field].info.shape;
                    if shape.refers_to() == Some(entity) && !is_list(shape) {
                        let found = found.clone();
                        let (table, act, set) = (table_at, act_at, set_at);
                        moves.push((Move::CreateAbout { table, act, set, found }, 9));
                    }
                }
            }
        }
    }

    /// The rows of a table that earlier visits saw, latest first, each once.
    pub(super) fn known_rows(&self, member: usize, table: usize) -> Vec<usize> {
        let mut known: Vec<usize> = Vec::new();
        for at in (0..self.draft.seen.len()).rev() {
            let row = &self.draft.seen[at];
            let again = |other: &usize| self.draft.seen[*other].key == row.key;
            let present = || {
                let table = &self.ability_of(member).tables[table];
                self.world.rows(member, table).contains_key(&row.key)
            };
            if row.member == member && row.table == table && !known.iter().any(again) && present() {
                known.push(at);
            }
        }
        known
    }

    /// Any row of a table that no earlier visit saw, and that the next visit can use.
    fn any_row(&mut self, member: usize, table_at: usize, next: Next<'_>) -> Option<String> {
        let table = &self.ability_of(member).tables[table_at];
        let key = self.draw_row(member, table, next)?;
        let known = self.known_rows(member, table_at);
        known.iter().all(|seen| self.draft.seen[*seen].key != key).then_some(key)
    }

    /// Any row of a table that the next visit can use, as far as can be told.
    pub(super) fn draw_row(
        &mut self,
        member: usize,
        table: &TableAbility,
        next: Next<'_>,
    ) -> Option<String> {
        let mut keys: Vec<&String> = self.world.rows(member, table).keys().collect();
        self.dice.shuffle(&mut keys);
        let key = keys.into_iter().find(|key| self.promises(member, table, key, next));
        key.cloned()
    }

    /// A way to describe a row, chosen at random.
    pub(super) fn draw_description(
        &mut self,
        member: usize,
        table: &TableAbility,
        key: &str,
    ) -> Option<Selection> {
        let rows = self.world.rows(member, table);
        let ways = describe(table, rows, key, self.config.described);
        let weights: Vec<u32> = ways.iter().map(|way| way.weight).collect();
        let chosen = self.dice.weighted(&weights)?;
        ways.into_iter().nth(chosen).map(|way| way.selection)
    }

    /// Whether a selection is nothing but the row's key.
    pub(super) fn is_by_key(table: &TableAbility, selection: &Selection) -> bool {
        matches!(selection.as_slice(), [Condition::Given { field, .. }] if is_readable_key(table, *field))
    }
}
