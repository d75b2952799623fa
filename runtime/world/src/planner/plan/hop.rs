//! From one row to another of the same service that refers to it.

use super::Planner;
use super::belong::Belonging;
use super::describe::comparisons;
use super::world::Row;

impl Planner<'_, '_> {
    /// Finds a row that refers to the one just found.
    pub(super) fn hop(&mut self, member: usize, seen: usize) -> Option<usize> {
        let mut options = Vec::new();
        for Belonging { table: table_at, keys, selection } in self.belonging(member, seen) {
            if let [only] = keys.as_slice() {
                options.push((table_at, only.clone(), selection));
                continue;
            }
            let table = &self.ability_of(member).tables[table_at];
            let rows = self.world.rows(member, table);
            let among: Vec<(&String, &Row)> =
                keys.iter().filter_map(|key| rows.get_key_value(key)).collect();
            for more in comparisons(table, &among, &keys[0]) {
                let selection = selection.iter().cloned().chain(more).collect();
                options.push((table_at, keys[0].clone(), selection));
            }
        }
        let (table, key, selection) = self.dice.pick_some(&options)?.clone();
        self.find(member, table, &key, selection)
    }
}
