//! The rows of a table that hold one word of a closed list: the open tickets, the paid orders.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::Planner;
use super::describe::passing;
use super::draft::Condition;
use crate::planner::ability::choices_of;

/// Rows that hold one word.
pub(super) struct Group {
    /// Their service, by position in the world.
    pub member: usize,
    /// Their table, by position among the service's abilities.
    pub table: usize,
    /// The field that holds the word.
    field: usize,
    word: Value,
    /// Their keys.
    pub keys: Vec<String>,
}

impl Group {
    /// What they have in common.
    pub fn condition(&self) -> Condition {
        Condition::Given { field: self.field, value: self.word.clone() }
    }
}

impl Planner<'_, '_> {
    /// The groups of so many rows in the services that calls went to, one a field at most, in random
    /// order; none is the whole table.
    pub(super) fn groups_of_words(&mut self, n_rows: RangeInclusive<usize>) -> Vec<Group> {
        let visited: BTreeSet<usize> = self.draft.call_members.iter().copied().collect();
        let mut groups = Vec::new();
        for member in visited {
            for (table_at, table) in self.ability_of(member).tables.iter().enumerate() {
                let rows = self.world.shared_rows(member, table);
                for (field, ability) in table.fields.iter().enumerate() {
                    if choices_of(&ability.info.shape).is_none() {
                        continue;
                    }
                    let words = rows.values().map(|row| row[ability.info.name].clone());
                    let words: Vec<Value> = words.filter(|word| !word.is_null()).collect();
                    let Some(word) = self.dice.pick_some(&words).cloned() else { continue };
                    let alike = passing(table, &rows, field, &word);
                    if !n_rows.contains(&alike.len()) || alike.len() == rows.len() {
                        continue;
                    }
                    let keys = alike.into_iter().map(|(key, _)| key.clone()).collect();
                    groups.push(Group { member, table: table_at, field, word, keys });
                }
            }
        }
        self.dice.shuffle(&mut groups);
        groups
    }
}
