//! Doing the same to every row that holds a value.

use compoworld_core::Operation;

use super::Planner;
use super::act::Intent;
use super::belong::Belonging;
use super::describe::passing;
use super::draft::{Clause, Condition, Content, Flow, Selection, Target};
use super::moves::Move;
use crate::planner::ability::{Kind, SetUse, TableAbility};

/// How many rows a repetition is about at most.
const ROWS_MAX: usize = 3;

impl Planner<'_, '_> {
    /// The repetitions that a value allows in a service.
    pub(super) fn repeats(&mut self, member: usize, flow: &Flow) -> Vec<(Move, u32)> {
        const WEIGHT: u32 = 14;
        let Some(kind) = self.kind_of_flow(flow).filter(|kind| *kind != Kind::Key) else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        for (table, ability) in self.ability_of(member).tables.iter().enumerate() {
            for (field, info) in ability.fields.iter().enumerate() {
                let rows = passing(ability, self.world.rows(member, ability), field, &flow.value);
                if info.kind != Some(kind) || !(2..=ROWS_MAX).contains(&rows.len()) {
                    continue;
                }
                for (act, use_of) in ability.acts.iter().enumerate() {
                    if use_of.operation != Operation::Create {
                        let flow = flow.clone();
                        moves.push((Move::ChangeAll { table, act, field, flow }, WEIGHT));
                    }
                }
            }
        }
        moves
    }

    /// Does an act to every row that holds the value.
    pub(super) fn change_linked(
        &mut self,
        member: usize,
        place: (usize, usize),
        field: usize,
        flow: Flow,
    ) -> Option<()> {
        let table = &self.ability_of(member).tables[place.0];
        let rows = passing(table, self.world.rows(member, table), field, &flow.value);
        let keys: Vec<String> = rows.into_iter().map(|(key, _)| key.clone()).collect();
        self.change_all(member, place, keys, vec![Condition::Linked { field, flow }])
    }

    /// Does an act to all rows that refer to one.
    pub(super) fn change_belonging(&mut self, member: usize, seen: usize) -> Option<()> {
        let groups = self.belonging(member, seen).into_iter();
        let mut groups: Vec<Belonging> =
            groups.filter(|group| (2..=ROWS_MAX).contains(&group.keys.len())).collect();
        self.dice.shuffle(&mut groups);
        for Belonging { table, keys, selection } in groups {
            if self.change_one_way(member, table, &keys, &selection).is_some() {
                return Some(());
            }
            if self.wrote {
                return None;
            }
        }
        None
    }

    /// Sometimes adds that the same is to be done to all rows of one status in a service that the
    /// task visits; `None` when that was begun and could not be done.
    pub(super) fn maybe_repeat(&mut self) -> Option<()> {
        const PERCENT: usize = 12;
        let is_full = self.draft.calls.len() + ROWS_MAX >= self.config.calls_max;
        if self.draft.answer.is_some() || is_full || !self.dice.percent(PERCENT) {
            return Some(());
        }
        self.wrote = false;
        for group in self.groups_of_words(2..=ROWS_MAX) {
            let selection = vec![group.condition()];
            if self.change_one_way(group.member, group.table, &group.keys, &selection).is_some() {
                return Some(());
            }
            if self.wrote {
                return None;
            }
        }
        Some(())
    }

    /// Does some act to all of these rows; nothing is left of those that could not be done, unless
    /// they wrote.
    fn change_one_way(
        &mut self,
        member: usize,
        table: usize,
        keys: &[String],
        selection: &Selection,
    ) -> Option<()> {
        let acts = &self.ability_of(member).tables[table].acts;
        let mut changes: Vec<usize> =
            (0..acts.len()).filter(|at| acts[*at].operation != Operation::Create).collect();
        self.dice.shuffle(&mut changes);
        for act in changes {
            let mark = self.draft.mark();
            let (keys, selection) = (keys.to_vec(), selection.clone());
            if self.change_all(member, (table, act), keys, selection).is_some() {
                return Some(());
            }
            if self.wrote {
                return None;
            }
            self.draft.back_to(&mark);
        }
        None
    }

    /// Does an act to all of these rows.
    fn change_all(
        &mut self,
        member: usize,
        (table_at, act_at): (usize, usize),
        keys: Vec<String>,
        selection: Selection,
    ) -> Option<()> {
        let table = &self.ability_of(member).tables[table_at];
        let act = &table.acts[act_at];
        let required: Vec<usize> =
            (0..act.sets.len()).filter(|at| act.sets[*at].required).collect();
        let carried = match (act.operation, required.as_slice(), act.fixes.is_empty()) {
            (Operation::Delete, [], _) | (_, [], false) => None,
            (_, [only], _) => {
                Some(self.draw_shared(member, table, &act.sets[*only], *only, &keys)?)
            }
            (_, [], true) => {
                let mut order: Vec<usize> = (0..act.sets.len()).collect();
                self.dice.shuffle(&mut order);
                let mut order = order.into_iter();
                let drawn =
                    order.find_map(|at| self.draw_shared(member, table, &act.sets[at], at, &keys));
                Some(drawn?)
            }
            _ => return None,
        };
        let seen = self.find_all(member, table_at, &keys, &selection)?;
        self.is_repeating = true;
        let first = self.draft.clauses.len();
        let mut all_done = true;
        for (key, seen) in keys.into_iter().zip(seen) {
            let target = Target::Seen(seen);
            let carried = carried.clone();
            let intent = Intent { member, table: table_at, act: act_at, target, key, carried };
            all_done = all_done && self.act(intent).is_some();
        }
        self.is_repeating = false;
        if !all_done {
            return None;
        }
        self.draft.clauses.truncate(first + 1);
        if let Some(Clause::Act(clause)) = self.draft.clauses.last_mut() {
            clause.target = Target::All(selection);
        }
        self.draft.variations.push("loop");
        Some(())
    }

    /// A content that is new to every one of the rows.
    fn draw_shared(
        &mut self,
        member: usize,
        table: &TableAbility,
        set: &SetUse,
        position: usize,
        keys: &[String],
    ) -> Option<(usize, Content)> {
        if table.fields[set.field].info.shape.refers_to().is_some() {
            return None;
        }
        let rows = self.world.shared_rows(member, table);
        let name = table.fields[set.field].info.name;
        let content = self.draw_given(table, set, &rows, Some(&rows[keys.first()?][name]))?;
        let is_new = match &content {
            Content::Word(word) => keys.iter().all(|key| rows[key][name] != word.as_str()),
            Content::Given(value) => keys.iter().all(|key| rows[key][name] != *value),
            Content::Flow(_) | Content::Shifted(..) | Content::Row(_) | Content::Branch(_) => false,
        };
        is_new.then_some((position, content))
    }
}
