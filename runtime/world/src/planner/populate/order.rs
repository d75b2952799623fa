//! The order in which tables are filled: what is referred to comes first.

use compoworld_core::StateInfo;

/// The positions of the tables, each after those that its rows refer to. A circle is broken at
/// the table with the fewest references that are still open.
pub(super) fn table_order(state: &StateInfo) -> Vec<usize> {
    let mut order = Vec::with_capacity(state.tables.len());
    let mut left: Vec<usize> = (0..state.tables.len()).collect();
    while !left.is_empty() {
        let open = |index: &usize| {
            let row = state.tables[*index].row;
            let targets = row.fields.iter().filter_map(|field| {
                let target = state.table_of(field.shape.refers_to()?)?;
                (target != *index && left.contains(&target)).then_some(target)
            });
            targets.count()
        };
        let next = left.iter().copied().min_by_key(open).expect("the list is not empty");
        order.push(next);
        left.retain(|index| *index != next);
    }
    order
}
