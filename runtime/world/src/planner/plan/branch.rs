//! Choices between two words by what the last visit found.

use compoworld_core::{Operation, Semantic, Shape};
use serde_json::Value;

use super::draft::{Branch, Content, Flow, Test};
use super::moves::Move;
use super::{Next, Planner};
use crate::planner::ability::{SetUse, TableAbility, choices_of};

impl Planner<'_, '_> {
    /// The changes of a service that store one of two words, by a value of the last visit.
    pub(super) fn branches(&mut self, member: usize, next: Next<'_>) -> Vec<(Move, u32)> {
        const WEIGHT: u32 = 3;
        let mut moves = Vec::new();
        let Some((flow, test, holds)) = self.draw_test() else { return moves };
        let ability = self.ability_of(member);
        for (table_at, table) in ability.tables.iter().enumerate() {
            for (act_at, act) in table.acts.iter().enumerate() {
                if act.operation != Operation::Update {
                    continue;
                }
                for (set_at, set) in act.sets.iter().enumerate() {
                    let Some([then, otherwise]) = self.draw_words(table, set) else { continue };
                    let (flow, test) = (flow.clone(), test.clone());
                    let branch = Branch { flow, test, holds, then, otherwise };
                    let place = (table_at, act_at, set_at);
                    let content = Content::Branch(branch);
                    self.changes((member, place), &content, WEIGHT, next, &mut moves);
                }
            }
        }
        moves
    }

    /// A question about a row of the last visit, and the answer.
    fn draw_test(&mut self) -> Option<(Flow, Test, bool)> {
        let rows = self.draft.focus.iter().filter(|(visit, _)| *visit + 1 == self.visit);
        let rows: Vec<usize> = rows.map(|(_, seen)| *seen).collect();
        let seen = *self.dice.pick_some(&rows)?;
        self.draw_test_of(seen)
    }

    /// A question about a row seen, and the answer.
    pub(super) fn draw_test_of(&mut self, seen: usize) -> Option<(Flow, Test, bool)> {
        if self.draft.seen[seen].made.is_some() {
            return None;
        }
        let table = self.table_of_seen(seen);
        let mut fields: Vec<usize> = (0..table.fields.len()).collect();
        self.dice.shuffle(&mut fields);
        fields.into_iter().find_map(|field| {
            let (member, key) = (self.draft.seen[seen].member, self.draft.seen[seen].key.clone());
            if self.touched.contains(&(member, table.index, key, field)) {
                return None;
            }
            let value = self.draft.seen[seen].shown.get(table.fields[field].info.name)?.clone();
            if self.draft.seen[seen].leads.contains(&value) {
                return None;
            }
            let (test, holds) = self.test_of(seen, table, field, &value)?;
            Some((Flow { seen, field, value }, test, holds))
        })
    }

    fn test_of(
        &mut self,
        seen: usize,
        table: &TableAbility,
        field: usize,
        value: &Value,
    ) -> Option<(Test, bool)> {
        let info = &table.fields[field];
        if let (Some(words), Some(own)) = (choices_of(&info.info.shape), value.as_str()) {
            let word = if self.dice.percent(50) { own } else { *self.dice.pick(words) };
            return Some((Test::Is(word.to_owned()), word == own));
        }
        let numeric = matches!(info.info.shape.required(), Shape::Number | Shape::Integer);
        if !numeric || !matches!(info.meaning, Semantic::Money | Semantic::Quantity) {
            return None;
        }
        // A limit between this row and another one, so that the wrong row decides otherwise.
        let own = value.as_f64()?;
        let rows = self.world.rows(self.draft.seen[seen].member, table).values();
        let others: Vec<f64> = rows.filter_map(|row| row[info.info.name].as_f64()).collect();
        let other = *self.dice.pick_some(&others)?;
        let limit = ((own + other) / 2.0).round();
        ((own > limit) != (other > limit) && own != limit && other != limit)
            .then_some((Test::Above(limit as i64), own > limit))
    }

    /// Two different words that an argument takes.
    pub(super) fn draw_words(&mut self, table: &TableAbility, set: &SetUse) -> Option<[String; 2]> {
        let names = choices_of(&table.fields[set.field].info.shape)?;
        let allowed = |name: &str| {
            set.words.as_ref().is_none_or(|words| words.iter().any(|word| word == name))
        };
        let mut words: Vec<&str> = names.iter().copied().filter(|name| allowed(name)).collect();
        self.dice.shuffle(&mut words);
        match words.as_slice() {
            [then, otherwise, ..] => Some([(*then).to_owned(), (*otherwise).to_owned()]),
            _ => None,
        }
    }
}
