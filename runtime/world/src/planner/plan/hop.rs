//! From one row to another of the same service that refers to it.

use super::Planner;
use super::describe::{comparisons, passing};
use super::draft::Condition;

impl Planner<'_, '_> {
    /// Finds a row that refers to the one just found.
    pub(super) fn hop(&mut self, member: usize, seen: usize) -> Option<usize> {
        let ability = self.ability_of(member);
        let from = &self.draft.seen[seen];
        let entity = ability.tables[from.table].info.row.name;
        let [key_field] = ability.tables[from.table].info.row.key_fields().collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let key_value = from.shown.get(key_field.name)?.clone();
        let mut options = Vec::new();
        for (table_at, table) in ability.tables.iter().enumerate() {
            if table.finders.is_empty() {
                continue;
            }
            for (position, field) in table.fields.iter().enumerate() {
                let own = field.info.key && entity == table.info.row.name;
                if own
                    || field.info.shape.refers_to() != Some(entity)
                    || table.info.row.name == entity
                {
                    continue;
                }
                let rows = passing(table, self.world.rows(member, table), position, &key_value);
                let belongs = Condition::Belongs { field: position, seen };
                match rows.as_slice() {
                    [] => {}
                    [(key, _)] => options.push((table_at, (*key).clone(), vec![belongs])),
                    several => {
                        let (key, _) = several[0];
                        for more in comparisons(table, several, key) {
                            let selection = [belongs.clone()].into_iter().chain(more).collect();
                            options.push((table_at, key.clone(), selection));
                        }
                    }
                }
            }
        }
        let (table, key, selection) = self.dice.pick_some(&options)?.clone();
        self.find(member, table, &key, selection)
    }
}
