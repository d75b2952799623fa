//! The rows of the same service that refer to a row.

use super::Planner;
use super::describe::passing;
use super::draft::{Condition, Selection};

/// Rows that refer to one row.
pub(super) struct Belonging {
    /// Their table's position among the service's abilities.
    pub table: usize,
    /// Their keys.
    pub keys: Vec<String>,
    /// What they have in common.
    pub selection: Selection,
}

impl Planner<'_, '_> {
    /// The rows that refer to a row seen, one group for each reference that there is, in which a
    /// call can list them.
    pub(super) fn belonging(&self, member: usize, seen: usize) -> Vec<Belonging> {
        let ability = self.ability_of(member);
        let from = &self.draft.seen[seen];
        let entity = ability.tables[from.table].info.row.name;
        let [key_field] = ability.tables[from.table].info.row.key_fields().collect::<Vec<_>>()[..]
        else {
            return Vec::new();
        };
        let Some(key_value) = from.shown.get(key_field.name) else { return Vec::new() };
        let mut groups = Vec::new();
        for (table_at, table) in ability.tables.iter().enumerate() {
            if table.finders.is_empty() || table.info.row.name == entity {
                continue;
            }
            for (field, ability) in table.fields.iter().enumerate() {
                if ability.info.shape.refers_to() != Some(entity) {
                    continue;
                }
                let rows = passing(table, self.world.rows(member, table), field, key_value);
                let keys: Vec<String> = rows.into_iter().map(|(key, _)| key.clone()).collect();
                if !keys.is_empty() {
                    let selection = vec![Condition::Belongs { field, seen }];
                    groups.push(Belonging { table: table_at, keys, selection });
                }
            }
        }
        groups
    }
}
